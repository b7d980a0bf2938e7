"""Answering a roll: by the program's dice, by pressing or typing what real dice show, or set."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Roll, Sum
from lastdays.procedure.dice import RandomSource
from lastdays.procedure.replay import How
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.dice import DieButton, LyingDie
from lastdays.ui.widgets.parts import Flow, button, column, holder, label, row

#: So many dice lie side by side at their full size.
SIDE_BY_SIDE = 3


class DicePanel(QWidget):
    """Answers a Roll or a Sum: rolled by the program, pressed or typed, or set.

    `laid` carries the faces that lie so far. With a `source` the program can roll what is missing.
    """

    rolled = Signal()
    answered = Signal(object, str)
    laid = Signal(object)

    def __init__(
        self,
        ask: Roll | Sum,
        mode: str,
        theme: Theme,
        too_soon: Callable[[], bool] = lambda: False,
        *,
        large: bool = False,
        source: RandomSource | None = None,
    ) -> None:
        super().__init__()
        self.ask = ask
        self._too_soon = too_soon
        self._source = source
        self._faces: list[int] = []
        dice = ask.dice
        side = (74 if large else 40) if dice.count <= SIDE_BY_SIDE else 34
        self.places = [LyingDie(theme, n + 1, side) for n in range(dice.count)]
        for n, place in enumerate(self.places):
            place.clicked.connect(lambda _on=False, n=n: self._take_back(n))
        self.so_far = label("", "number")
        self.so_far.setAccessibleName(_("What the dice come to"))
        self.roll_button = button(_("Ro&ll for me"), self._roll, "first" if mode == "roll" else "")
        self.faces: list[DieButton] = []
        for face in range(1, dice.faces + 1):
            caption = f"{face * 2 - 1}–{face * 2}" if dice.faces == 3 else ""
            die = DieButton(face, theme, caption, large=large)
            die.clicked.connect(lambda _on=False, f=face: self._click(f))
            self.faces.append(die)
        self._theme = theme
        self.field = self._typing()
        theme.changed.connect(self._fit_field)
        self._fit_field()
        self.set_box = button(_("Set the res&ult…"), self._set)
        self.set_box.setCheckable(True)
        self.set_box.setToolTip(_("An arbitrator's override: it is marked as set by hand."))
        self.set_box.setAccessibleDescription(self.set_box.toolTip())
        self.set_box.setChecked(mode == "set")
        self.take_button = button(_("Use &this roll"), self._typed)
        self.problem = label("", "harm", wrap=True)
        self.field.textChanged.connect(lambda _t: self.problem.clear())
        few = dice.count <= SIDE_BY_SIDE
        lying = holder(
            row(*self.places, self.so_far, 1, spacing=8) if few else Flow(*self.places, self.so_far)
        )
        if not large and dice.count == 1 and not dice.plus:
            lying.hide()  # one die, and no room for it
        self.setLayout(
            column(
                lying,
                holder(Flow(*self.faces, spacing=8 if large else 4)),
                row(self.roll_button, self.set_box, 1),
                row(self.field, self.take_button, 1),
                self.problem,
                spacing=10 if large else 6,
            )
        )
        self._show_lying()
        self._first = self.roll_button if mode == "roll" else self.field

    def take_focus(self) -> None:
        """Put the keyboard on the program's dice or the field; on the field while it holds
        something, which would be rolled over."""
        (self.field if self.field.text() else self._first).setFocus()

    def _typing(self) -> QLineEdit:
        """Return the field for what the dice show."""
        field = QLineEdit()
        field.setAccessibleName(_("I rolled"))
        field.setMaxLength(40)
        many = self.ask.dice.count > 1
        if isinstance(self.ask, Roll):
            hint = _("or type the dice: 3 5") if many else _("or type the die")
        else:
            hint = (
                _("or type the total") if many or self.ask.dice.faces == 3 else _("or type the die")
            )
        field.setPlaceholderText(hint)
        field.returnPressed.connect(self._typed)
        return field

    def _fit_field(self) -> None:
        """Follow the zoom: the hint in the field is read whole."""
        self.field.ensurePolished()
        hint = self.field.fontMetrics().horizontalAdvance(self.field.placeholderText())
        self.field.setFixedWidth(max(self._theme.px(170), hint + self._theme.px(28)))

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self._keep_width()

    def _keep_width(self) -> None:
        """Give the button the room of all it may say, so that nothing beside it moves."""
        said = self.roll_button.text()
        wide = 0
        for missing in range(min(3, self.ask.dice.count) + 1):
            self.roll_button.setText(self._roll_words(missing))
            wide = max(wide, self.roll_button.sizeHint().width())
        self.roll_button.setText(said)
        self.roll_button.setMinimumWidth(wide)
        self.roll_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _how(self) -> How:
        return "set" if self.set_box.isChecked() else "typed"

    def _set(self) -> None:
        """Say that what comes is set by hand, and let it be typed."""
        if self.set_box.isChecked():
            self.field.setFocus()

    # What lies

    def _roll_words(self, missing: int) -> str:
        """Say what the program would roll with so many dice missing, 0 for all."""
        if not missing or missing == self.ask.dice.count:
            return _("Ro&ll for me")
        if missing == 1:
            return _("Ro&ll the other for me")
        return ngettext("Ro&ll {n} more for me", "Ro&ll {n} more for me", missing).format(n=missing)

    def _show_lying(self) -> None:
        missing = self.ask.dice.count - len(self._faces)
        for n, place in enumerate(self.places):
            face = self._faces[n] if n < len(self._faces) else 0
            place.lay(face, coming=n == len(self._faces))
        plus = self.ask.dice.plus
        self.so_far.setText(_("+ {plus} = ?").format(plus=plus) if plus else _("= ?"))
        if self._source is not None:
            text = self._roll_words(missing)
            self.roll_button.setText(text)
            self.roll_button.setAccessibleName(text.replace("&", ""))
        self.laid.emit(tuple(self._faces))

    def _take_back(self, n: int) -> None:
        if n < len(self._faces):
            del self._faces[n]
            self._show_lying()
            self.faces[0].setFocus()

    def _roll(self) -> None:
        if self._too_soon():
            return
        if not self._faces or self._source is None:
            self.rolled.emit()
            return
        sides = self.ask.dice.faces
        missing = self.ask.dice.count - len(self._faces)
        self._lie([self._source.randint(1, sides) for _die in range(missing)])

    def _click(self, face: int) -> None:
        if not self._too_soon():
            self._lie([face])

    def _lie(self, faces: list[int]) -> None:
        """Put dice beside those that lie; the last one answers."""
        self._faces += faces
        if len(self._faces) < self.ask.dice.count:
            self._show_lying()
            return
        shown = tuple(self._faces)
        self._faces = []
        self._give(shown if isinstance(self.ask, Roll) else sum(shown))

    # What was typed

    def _typed(self) -> None:
        text = self.field.text().strip()
        numbers = [int(n) for n in re.findall(r"-?\d+", text)]
        count = self.ask.dice.count
        if isinstance(self.ask, Roll) and count > 1 and len(numbers) == 1 and len(text) == count:
            numbers = [int(digit) for digit in text]
        if not numbers or not re.fullmatch(r"[\d\s,+\-]+", text):
            self.problem.setText(_("Type the numbers the dice show."))
            return
        if isinstance(self.ask, Roll):
            self._give(tuple(numbers))
            return
        if len(numbers) == count and count > 1:
            wrong = next((n for n in numbers if not 1 <= n <= self.ask.dice.faces), None)
            if wrong is not None:
                self.problem.setText(
                    _("A D{faces} cannot show {face}.").format(
                        faces=self.ask.dice.faces, face=wrong
                    )
                )
                return
            numbers = [sum(numbers)]
        if len(numbers) != 1:
            self.problem.setText(_("Type one total."))
            return
        self._give(numbers[0])

    def _give(self, value: object) -> None:
        try:
            accepted = self.ask.accept(value)
        except RuleError as error:
            self.problem.setText(str(error))
            self.field.selectAll()
            self.field.setFocus()
            return
        self.answered.emit(accepted, self._how())
