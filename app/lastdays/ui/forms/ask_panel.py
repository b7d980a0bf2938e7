"""Asking: one panel for every kind of ask, with dice that are rolled, typed or set."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QElapsedTimer, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Arrange, Ask, Choose, Draw, Option, Roll, Sum
from lastdays.procedure.dice import RandomSource
from lastdays.procedure.replay import How
from lastdays.rulebook import Catalogue
from lastdays.ui.forms.arrange import ArrangeForm, form_for
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.chances import share
from lastdays.ui.widgets.dice import DieButton, LyingDie
from lastdays.ui.widgets.entry_card import explain
from lastdays.ui.widgets.parts import (
    Flow,
    Pictogram,
    button,
    clear,
    column,
    holder,
    label,
    laid_out,
    row,
    scrolling,
    typed,
)
from lastdays.ui.widgets.room import hidden_in

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


_WRAPPED = int(Qt.TextFlag.TextWordWrap) | int(
    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
)


class OptionButton(QPushButton):
    """A row: its number, a pictogram, the option, what speaks for or against it, its chance."""

    def __init__(
        self, theme: Theme, option: Option, number: int = 0, drawing: str = "", *, now: bool = False
    ) -> None:
        """Make the row; `number` is the digit that presses it, `now` marks the present answer."""
        super().__init__()
        self.theme = theme
        self.option = option
        self.number = number
        self.drawing = drawing
        self.now = now
        self.chance = self.event_name = ""
        self.setProperty("kind", "option")
        self.setAutoDefault(False)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        said = "  ·  ".join(filter(None, (option.label, option.detail, option.price)))
        self.setAccessibleName(said)
        self.setToolTip(plain(said))
        self._said = (f"&{number}  " if number else "") + typed(said)
        if now:
            self._said = _("{option}  ← now").format(option=self._said)
        self.setText(self._said)

    def show_chance(self, chance: str, event_name: str) -> None:
        """Write a chance at the end of the row, with the event it is of."""
        self.chance, self.event_name = chance, event_name
        both = _("{chance} {event}").format(chance=chance, event=event_name) if chance else ""
        self.setText(f"{self._said}   —   {both}" if both else self._said)
        self.setAccessibleDescription(both)
        self.updateGeometry()
        self.update()

    def _fonts(self) -> tuple[QFont, QFont]:
        """Return the fonts of the name and of what is said of it."""
        name, small = QFont(self.theme.body), QFont(self.theme.body)
        name.setPixelSize(self.theme.px(16))
        name.setWeight(QFont.Weight.DemiBold)
        small.setPixelSize(self.theme.px(14))
        return name, small

    def _room(self, width: int) -> QRect:
        """Return where the words stand in a row of a width."""
        px = self.theme.px
        left = px(12) + (px(18) if self.number else 0) + (px(30) if self.drawing else 0)
        right = px(12) + (px(120) if self.chance else self._priced())
        return QRect(left, px(7), max(px(60), width - left - right), 10_000)

    def _priced(self) -> int:
        """Return the room that the price takes at the end of the row."""
        wide = QFontMetrics(self._fonts()[1]).horizontalAdvance(self.option.price)
        return wide + self.theme.px(12) if wide else 0

    def _lines(self, width: int) -> tuple[QRect, QRect]:
        """Return the room of the name and of what is said of it."""
        room = self._room(width)
        name, small = self._fonts()
        shown = self._name()
        first = QFontMetrics(name).boundingRect(room, _WRAPPED, shown)
        first.setLeft(room.left())
        second = QRect()
        if detail := self._detail():
            below = room.translated(0, first.height() + self.theme.px(1))
            second = QFontMetrics(small).boundingRect(below, _WRAPPED, detail)
            second.setWidth(room.width())
        first.setWidth(room.width())
        return first, second

    def _detail(self) -> str:
        """Return what stands below the name: the price as well, where a chance has its place."""
        detail, price = self.option.detail, self.option.price
        return " · ".join(filter(None, (detail, price))) if self.chance else detail

    def _name(self) -> str:
        label = self.option.label
        return _("{option}  ← now").format(option=label) if self.now else label

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        first, second = self._lines(width)
        bottom = max(first.bottom(), second.bottom() if self._detail() else 0)
        return max(self.theme.px(38), bottom + self.theme.px(8))

    def sizeHint(self) -> QSize:
        width = self.theme.px(320)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(150), self.theme.px(38))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            option = QStyleOptionButton()
            self.initStyleOption(option)
            option.text = ""
            self.style().drawControl(
                QStyle.ControlElement.CE_PushButtonBevel, option, painter, self
            )
            px, theme = self.theme.px, self.theme
            name, small = self._fonts()
            middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
            left = px(12)
            height = self.height()
            if self.number:
                painter.setFont(small)
                painter.setPen(theme.colour("faint_text"))
                painter.drawText(QRect(left, 0, px(18), height), middle, str(self.number))
                left += px(18)
            if self.drawing:
                drawn = theme.pixmap(self.drawing, "text", 22)
                painter.drawPixmap(left, (height - px(22)) // 2, px(22), px(22), drawn)
            first, second = self._lines(self.width())
            if not self._detail():
                first.moveTop((height - first.height()) // 2)
            painter.setFont(name)
            painter.setPen(theme.colour("text"))
            painter.drawText(first, _WRAPPED, self._name())
            if detail := self._detail():
                painter.setFont(small)
                painter.setPen(theme.colour("faint_text"))
                painter.drawText(second, _WRAPPED, detail)
            if self.chance:
                self._paint_chance(painter, small)
            elif self.option.price:
                end = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
                painter.setFont(small)
                painter.setPen(theme.colour("faint_text"))
                painter.drawText(self.rect().adjusted(0, 0, -px(12), 0), end, self.option.price)

    def _paint_chance(self, painter: QPainter, small: QFont) -> None:
        px, theme = self.theme.px, self.theme
        figure = QFont(theme.heading)
        figure.setPixelSize(px(19))
        figure.setWeight(QFont.Weight.DemiBold)
        room = QRect(self.width() - px(128), 0, px(116), self.height())
        half = self.height() // 2
        right = Qt.AlignmentFlag.AlignRight
        painter.setFont(figure)
        painter.setPen(theme.colour("accent_text"))
        above = room.adjusted(0, 0, 0, -(self.height() - half) + px(3))
        painter.drawText(above, int(right | Qt.AlignmentFlag.AlignBottom), self.chance)
        small = QFont(small)
        small.setPixelSize(px(12))
        painter.setFont(small)
        painter.setPen(theme.colour("faint_text"))
        below = room.adjusted(0, half + px(2), 0, 0)
        words = QFontMetrics(small).elidedText(
            self.event_name, Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(below, int(right | Qt.AlignmentFlag.AlignTop), words)


class Aid(Struct, frozen=True):
    """What can still change a roll: a pictogram, who can do what, and its name in the rulebook."""

    drawing: str
    text: str
    entry: str = ""


class AskPanel(QWidget):
    """The ask in the middle, as large as it matters.

    `answered` carries the value and how it came about; `rolled` asks for the program's dice;
    `drafted` carries a form's value while it is being made. Both are as the store keeps them.
    `laid` carries the faces of a roll that lie so far.
    """

    answered = Signal(object, str)
    rolled = Signal()
    drafted = Signal(object)
    laid = Signal(object)

    def __init__(
        self,
        catalogue: Catalogue,
        theme: Theme,
        *,
        large: bool = False,
        source: RandomSource | None = None,
    ) -> None:
        """Make the panel; `large` where the ask is the page, `source` rolls what is missing."""
        super().__init__()
        self.catalogue = catalogue
        self.theme = theme
        self.large = large
        self.source = source
        self.ask: Ask | None = None
        #: Returns the pictogram of an option, '' for none.
        self.drawing_of: Callable[[Option], str] = lambda _option: ""
        #: Returns an option with what it does, as the rulebook sums it up.
        self.explained: Callable[[Option], Option] = lambda option: option
        #: Returns the name in the rulebook of what an option leads to, '' for none.
        self.entry_of: Callable[[Option], str] = lambda _option: ""
        self.page = label("", "faint")
        self.question = label("", "question" if large else "heading", wrap=True)
        self.body = QVBoxLayout()
        self.aids = QVBoxLayout()
        self.aids.setSpacing(4)
        self.options: dict[str, OptionButton] = {}
        self.form: ArrangeForm | None = None
        self.dice: DicePanel | None = None
        self.first: QPushButton | None = None
        #: What the options stand in.
        self._offered: QScrollArea | None = None
        self.guard_ms = 0
        #: Has the question read, where something else is to be heard before it.
        self.tells: Callable[[QWidget, str], None] | None = None
        self._mode = ""
        self._told: Ask | None = None
        self._shown_since = QElapsedTimer()
        #: Wherever the keyboard is in the window: a text field takes its digits first.
        self._digits = [QShortcut(str(n), self) for n in range(10)]
        for n, digit in enumerate(self._digits):
            digit.activated.connect(partial(self._press, n))
        outer = column(self.page, self.question, self.body, self.aids, spacing=8 if large else 6)
        outer.setStretch(2, 1)
        self.setLayout(outer)

    def show_ask(
        self,
        ask: Ask,
        mode: str,
        draft: object = None,
        current: object = None,
        *,
        chapter: str = "",
        aids: Sequence[Aid] = (),
        rolled: Sequence[int] = (),
    ) -> None:
        """Show an ask.

        `mode` is how dice are answered, `draft` a form left half made, `current` the answer that is
        being changed; `chapter` says where in the sequence it stands, `rolled` are the dice that a
        choice is about.
        """
        if self.dice is not None and ask == self.ask and mode == self._mode:
            self.take_focus()  # dice that lie already stay where they are
            return
        self._mode = mode
        typed = self.dice.field.text() if self.dice is not None and ask == self.ask else ""
        self.question.setAccessibleName(ask.question)
        page = _("p.\u00a0{n}").format(n=ask.page) if ask.page else ""
        self.page.setText(" · ".join(filter(None, (chapter, page))))
        self.page.setVisible(bool(self.page.text()))
        # What is cleared away must not hand the keyboard to something else, nor is the question to
        # be read for having it: it is told once all is there.
        (self.page if self.page.text() else self.question).setFocus()
        clear(self.body)
        clear(self.aids)
        self._shown_since.start()
        self.ask = ask
        self.options = {}
        self.form = None
        self.dice = None
        self.first = None
        self._offered = None
        for digit in self._digits:
            digit.setEnabled(not isinstance(ask, Arrange))  # a form has fields of its own
        self.question.setText(ask.question)
        match ask:
            case Roll() | Sum():
                self._show_dice(ask, mode, typed)
            case Choose(options=options):
                if rolled:
                    lying = holder(row(*self._lying(rolled), 1, spacing=4))
                    self.body.addWidget(lying)
                self._show_options(options, current)
            case Draw(options=options):
                draw = button(_("D&raw for me"), self.rolled.emit, "first")
                self.body.addLayout(row(draw, label(_("or who was drawn:"), "faint"), 1))
                self._show_options(options, current, how="typed")
                self.first = draw
            case Arrange():
                self._show_form(ask, draft, current)
        for aid in aids:
            words = label(aid.text, "faint", wrap=True)
            explain(words, aid.entry, self)
            line = row(Pictogram(self.theme, aid.drawing, token="well_text", size=20), words)
            line.setStretch(1, 1)
            aided = holder(line)
            self.aids.addWidget(aided)
        if not self.take_focus():
            self.question.setFocus()
        self._tell(ask)

    def _press(self, n: int) -> None:
        """Give a digit to what is asked: to the field for the dice, or to the nth option."""
        if self.dice is not None:
            self.dice.field.setFocus()
            self.dice.field.insert(str(n))
        elif 0 < n <= len(self.options):
            list(self.options.values())[n - 1].click()

    def appear(self) -> None:
        """Show what has been put together for an ask now, and not once all else is painted."""
        for layout in (self.body, self.aids):
            for part in laid_out(layout):
                if isinstance(part, QWidget):
                    part.show()

    def _tell(self, ask: Ask) -> None:
        """Have the question read aloud, once: the control with the keyboard tells only itself."""
        if self.isVisible() and ask != self._told:
            self._told = ask
            (self.tells or announce)(self.question, ask.question)

    def showEvent(self, event: QShowEvent) -> None:
        """Have the question read that was asked before anybody could hear it, after the page and
        whatever has the keyboard on it."""
        super().showEvent(event)
        if not event.spontaneous():
            QTimer.singleShot(0, self, self._tell_what_is_asked)

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget what was read: who comes back hears it again."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._told = None

    def _tell_what_is_asked(self) -> None:
        if self.ask is not None:
            self._tell(self.ask)

    def take_focus(self) -> bool:
        """Put the keyboard where the ask is answered; return whether there is such a place."""
        if self.dice is not None:
            self.dice.take_focus()
        elif self.form is not None:
            self.form.take_focus()
        elif self.first is not None:
            self.first.setFocus()
        else:
            return False
        return True

    def beyond(self) -> int:
        """Return how much higher than it asks for it is where nothing in it is scrolled."""
        if self.form is not None:
            return self.form.beyond()
        return hidden_in(self._offered) if self._offered is not None else 0

    def _lying(self, faces: Sequence[int]) -> list[LyingDie]:
        """Return dice that lie and cannot be taken back any more."""
        dice = [LyingDie(self.theme, n, 56) for n in range(1, len(faces) + 1)]
        for die, face in zip(dice, faces, strict=True):
            die.lay(face, settled=True)
        return dice

    def _show_dice(self, ask: Roll | Sum, mode: str, typed: str) -> None:
        self.dice = DicePanel(
            ask, mode, self.theme, self.too_soon, large=self.large, source=self.source
        )
        self.dice.field.setText(typed)
        self.dice.answered.connect(self.answered.emit)
        self.dice.rolled.connect(self.rolled.emit)
        self.dice.laid.connect(self.laid.emit)
        self.body.addWidget(self.dice)
        self.body.addStretch(1)

    def _show_options(
        self, options: tuple[Option, ...], current: object, how: How = "chosen"
    ) -> None:
        inner = column(spacing=4)
        for n, option in enumerate(options):
            made = OptionButton(
                self.theme,
                self.explained(option),
                n + 1 if n < 9 else 0,
                self.drawing_of(option),
                now=option.key == current,
            )
            explain(made, self.entry_of(option), self)
            made.clicked.connect(lambda _on=False, key=option.key: self._take(key, how))
            self.options[option.key] = made
            inner.addWidget(made)
        inner.addStretch(1)
        self._offered = area = scrolling(holder(inner))
        area.setMinimumHeight(min(inner.minimumSize().height(), self.theme.px(170)))
        if self.large and not self.theme.narrow:  # it scrolls where the page would have to
            area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
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

    def show_chances(self, chances: Mapping[str, Fraction], event: str = "") -> None:
        """Write beside each option the chance of an event with it."""
        for key, made in self.options.items():
            made.show_chance(share(chances[key]) if key in chances else "", event)
