"""Asking: one panel for every kind of ask, with dice that are rolled, typed or set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Arrange, Ask, Choose, Draw, Option, Roll, Sum
from lastdays.procedure.dice import RandomSource
from lastdays.procedure.replay import How
from lastdays.rulebook import Catalogue
from lastdays.ui.forms.arrange import ArrangeForm, form_for
from lastdays.ui.forms.dice_panel import DicePanel
from lastdays.ui.forms.option_button import OptionButton
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.chances import share
from lastdays.ui.widgets.dice import LyingDie
from lastdays.ui.widgets.entry_card import explain
from lastdays.ui.widgets.parts import button, clear, column, holder, label, row, scrolling
from lastdays.ui.widgets.pictogram import Pictogram
from lastdays.ui.widgets.spoken_roles import announce
from lastdays.ui.widgets.whole import hidden_in


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
            for n in range(layout.count()):
                item = layout.itemAt(n)
                widget = item.widget() if item is not None else None
                if widget is not None:
                    widget.show()

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
            made.kept = self.ask is not None and self.ask.stake is not None
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
        for key, chance in chances.items():
            made = self.options.get(key)
            if isinstance(made, OptionButton):
                made.show_chance(share(chance), event)
