"""Asking: one panel for every kind of ask, with dice that are rolled, typed or set."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QVBoxLayout, QWidget

from lastdays.errors import RuleError
from lastdays.language import _, percent
from lastdays.procedure.asks import Arrange, Ask, Choose, Draw, Option, Roll, Sum
from lastdays.procedure.replay import How
from lastdays.rulebook import Catalogue
from lastdays.ui.forms.arrange import ArrangeForm, form_for
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    Flow,
    button,
    clear,
    column,
    holder,
    label,
    row,
    scrolling,
    typed,
)

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class DieButton(QPushButton):
    """A die's face, drawn; its name says the number."""

    def __init__(self, face: int, theme: Theme, caption: str = "") -> None:
        super().__init__("")
        self.face = face
        self.theme = theme
        self.caption = caption
        self.setAccessibleName(caption or _("The die shows {n}").format(n=face))
        self.setToolTip(self.accessibleName())

    def sizeHint(self) -> QSize:
        side = self.theme.px(46)
        return QSize(side, side + (self.theme.px(16) if self.caption else 0))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self.theme.px(32)
        left = (self.width() - side) / 2
        top = self.theme.px(6)
        rect = QRectF(left, top, side, side)
        painter.setPen(QPen(self.theme.colour("text"), 2))
        painter.drawRoundedRect(rect, side / 6, side / 6)
        painter.setBrush(self.theme.colour("text"))
        for x, y in _PIPS[self.face]:
            centre = rect.center() + QPointF(x * side / 4, y * side / 4)
            painter.drawEllipse(centre, side / 12, side / 12)
        if self.caption:
            painter.drawText(
                self.rect().adjusted(0, 0, 0, -2),
                int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter),
                self.caption,
            )
        painter.end()


class DicePanel(QWidget):
    """Answers a Roll or a Sum: rolled by the program, clicked or typed, or set."""

    rolled = Signal()
    answered = Signal(object, str)

    def __init__(
        self,
        ask: Roll | Sum,
        mode: str,
        theme: Theme,
        too_soon: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__()
        self.ask = ask
        self._too_soon = too_soon
        self._faces: list[int] = []
        dice = ask.dice
        self.roll_button = button(_("Ro&ll for me"), self._roll, "first")
        self.faces: list[DieButton] = []
        for face in range(1, dice.faces + 1):
            caption = f"{face * 2 - 1}–{face * 2}" if dice.faces == 3 else ""
            die = DieButton(face, theme, caption)
            die.clicked.connect(lambda _on=False, f=face: self._click(f))
            self.faces.append(die)
        self.so_far = label("", "faint")
        self.field = QLineEdit()
        self.field.setAccessibleName(_("I rolled"))
        self.field.setMaximumWidth(theme.px(190))
        self.field.setMaxLength(40)
        many = dice.count > 1
        if isinstance(ask, Roll):
            hint = _("type the dice, as 3 5") if many else _("type the die")
        else:
            hint = _("type the total") if many or dice.faces == 3 else _("type the die")
        self.field.setPlaceholderText(hint)
        self.field.returnPressed.connect(self._typed)
        self.set_box = QCheckBox(_("Set the res&ult"))
        self.set_box.setToolTip(_("An arbitrator's override: it is marked as set by hand."))
        self.set_box.setChecked(mode == "set")
        self.take_button = button(_("&Take it"), self._typed)
        self.problem = label("", "harm", wrap=True)
        self.field.textEdited.connect(lambda _t: self.problem.clear())
        shown = (
            str(dice) if not dice.plus else _("{dice}, the dice without the plus").format(dice=dice)
        )
        self.setLayout(
            column(
                row(label(shown, "number"), self.roll_button, 1, spacing=14),
                Flow(label(_("I rolled"), "faint"), *self.faces),
                Flow(self.field, self.take_button, self.set_box, self.so_far),
                self.problem,
            )
        )
        self.focus_first = self.roll_button if mode == "roll" else self.field

    def _how(self) -> How:
        return "set" if self.set_box.isChecked() else "typed"

    def _roll(self) -> None:
        if not self._too_soon():
            self.rolled.emit()

    def _click(self, face: int) -> None:
        if self._too_soon():
            return
        self._faces.append(face)
        count = self.ask.dice.count
        if len(self._faces) < count:
            shown = " + ".join(map(str, self._faces))
            self.so_far.setText(_("{shown} + …").format(shown=shown))
            return
        faces = tuple(self._faces)
        self._faces = []
        self.so_far.setText("")
        self._give(faces if isinstance(self.ask, Roll) else sum(faces))

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


class AskPanel(QWidget):
    """The ask in the middle, as large as it matters.

    `answered` carries the value and how it came about; `rolled` asks for the program's dice;
    `drafted` carries a form's value while it is being made. Both are as the store keeps them.
    """

    answered = Signal(object, str)
    rolled = Signal()
    drafted = Signal(object)

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self.ask: Ask | None = None
        self.question = label("", "question", wrap=True)
        self.page = label("", "faint")
        self.body = QVBoxLayout()
        self.options: dict[str, QPushButton] = {}
        self._option_texts: dict[str, str] = {}
        self.form: ArrangeForm | None = None
        self.dice: DicePanel | None = None
        self.first: QPushButton | None = None
        self.guard_ms = 0
        self._shown_since = QElapsedTimer()
        outer = column(self.question, self.page, self.body, spacing=6)
        outer.setStretch(2, 1)
        self.setLayout(outer)

    def show_ask(self, ask: Ask, mode: str, draft: object = None, current: object = None) -> None:
        """Show an ask.

        `mode` is how dice are answered, `draft` a form left half made, `current` the answer that is
        being changed.
        """
        clear(self.body)
        self._shown_since.start()
        self.ask = ask
        self.options = {}
        self._option_texts = {}
        self.form = None
        self.dice = None
        self.first = None
        self.question.setText(ask.question)
        self.page.setText(_("p. {n}").format(n=ask.page) if ask.page else "")
        self.page.setVisible(bool(ask.page))
        match ask:
            case Roll() | Sum():
                self._show_dice(ask, mode)
            case Choose(options=options):
                self._show_options(options, current)
            case Draw(options=options):
                draw = button(_("D&raw for me"), self.rolled.emit, "first")
                self.body.addLayout(row(draw, label(_("or who was drawn:"), "faint"), 1))
                self._show_options(options, current, how="typed")
                self.first = draw
            case Arrange():
                self._show_form(ask, draft, current)
        self.take_focus()

    def take_focus(self) -> bool:
        """Put the keyboard where the ask is answered; return whether there is such a place."""
        if self.dice is not None:
            self.dice.focus_first.setFocus()
        elif self.form is not None:
            self.form.take_focus()
        elif self.first is not None:
            self.first.setFocus()
        else:
            return False
        return True

    def _show_dice(self, ask: Roll | Sum, mode: str) -> None:
        self.dice = DicePanel(ask, mode, self.theme, self.too_soon)
        self.dice.answered.connect(self.answered.emit)
        self.dice.rolled.connect(self.rolled.emit)
        self.body.addWidget(self.dice)
        self.body.addStretch(1)

    def _show_options(
        self, options: tuple[Option, ...], current: object, how: How = "chosen"
    ) -> None:
        inner = column(spacing=4)
        for n, option in enumerate(options):
            text = option.label if not option.detail else f"{option.label}  ·  {option.detail}"
            number = f"&{n + 1}  " if n < 9 else ""
            shown = number + typed(text) + (_("  ← now") if option.key == current else "")
            made = button(shown, None, "option")
            made.setAccessibleName(text)
            made.setToolTip(text)
            made.clicked.connect(lambda _on=False, key=option.key: self._take(key, how))
            self.options[option.key] = made
            self._option_texts[option.key] = shown
            inner.addWidget(made)
        inner.addStretch(1)
        area = scrolling(holder(inner))
        area.setMinimumHeight(min(inner.minimumSize().height(), self.theme.px(170)))
        self.body.addWidget(area, 1)
        if options:
            self.first = self.options[options[0].key]

    def too_soon(self) -> bool:
        """Return whether a tap comes so soon that it was meant for the previous question."""
        return bool(self.guard_ms) and self._shown_since.elapsed() < self.guard_ms

    def _take(self, key: str, how: How) -> None:
        if not self.too_soon():
            self.answered.emit(key, how)

    def _show_form(self, ask: Arrange[Any], draft: object, current: object) -> None:
        """Show a form: with the draft of before, the answer that is being changed, or afresh."""
        value = ask.initial if current is None else current
        if draft is not None:
            with suppress(RuleError):  # one that cannot be read is begun afresh
                value = ask.read(draft)
        self.form = form_for(ask, value, self.catalogue, self.theme)
        self.form.confirmed.connect(lambda made: self.answered.emit(ask.write(made), "chosen"))
        self.form.drafted.connect(lambda made: self.drafted.emit(ask.write(made)))
        self.body.addWidget(self.form, 1)

    def show_chances(self, chances: Mapping[str, Fraction]) -> None:
        """Write the chance of the wish beside each option."""
        for key, chance in chances.items():
            made = self.options.get(key)
            if made is not None:
                made.setText(f"{self._option_texts[key]}   —   {percent(chance)}")
