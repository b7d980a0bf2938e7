"""One thing on a board, with its counters and marks: a row of a side or a chip along the foot."""

from __future__ import annotations

from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from lastdays.tabletop.view import ButtonView, CardView, ChipView, TokenView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.tokens import WIDEST, WIDTH, Counter, Deed, Mark

C = TypeVar("C")
M = TypeVar("M")


class NamedControls(Generic[C, M]):
    """What a card has to count and to mark, by the piece and the name of each."""

    counters: dict[tuple[str, str], C]
    marks: dict[tuple[str, str], M]

    def counters_named(self, name: str) -> list[C]:
        """Return the counters of that name, in their order."""
        return [c for (_piece, key), c in self.counters.items() if key == name]

    def counter(self, name: str) -> C:
        """Return the first counter of that name. KeyError where there is none."""
        found = self.counters_named(name)
        if not found:
            raise KeyError(name)
        return found[0]

    def mark(self, name: str) -> M:
        """Return the first mark of that name. KeyError where there is none."""
        return {key: m for (_piece, key), m in reversed(self.marks.items())}[name]


class Area(QScrollArea):
    """Scrolls, but leaves the arrow keys to those who walk from counter to counter."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.setWidget(widget)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()


class Piece(QFrame, NamedControls[Counter, Mark]):
    """Something on the table with its counters and marks; a tap or Enter chooses it.

    `chosen` carries the piece; `counted` a counter's piece, name and amount; `marked` a chip's
    piece and name; `pressed` the card's deed.
    """

    spoken_role = QAccessible.Role.ListItem
    chosen = Signal(str)
    counted = Signal(str, str, int)
    marked = Signal(str, str)
    pressed = Signal(object)

    def __init__(self, theme: Theme, view: CardView) -> None:
        super().__init__()
        self.theme = theme
        self.piece = view.id
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._view: CardView | None = None
        self._chosen = False
        self._look = ""
        #: Whether it has been given its place, where no layout does.
        self.placed = False
        self._made = _parts(view)
        self.controls: list[QWidget] = []
        self.counters = {}
        self.marks = {}
        for token in view.tokens:
            counter = self.make_counter(token, view)
            counter.stepped.connect(partial(self._count, token.piece, token.name))
            self.counters[token.piece, token.name] = counter
            self.controls.append(counter)
        for chip in view.chips:
            mark = self.make_mark(chip)
            mark.toggled.connect(partial(self._mark, chip.piece, chip.name))
            self.marks[chip.piece, chip.name] = mark
            self.controls.append(mark)
        self.deed: Deed | None = None
        if view.deed is not None:
            self.deed = self.make_deed(view.deed)
            self.deed.toggled.connect(self._press)
            self.controls.append(self.deed)

    def make_counter(self, token: TokenView, view: CardView) -> Counter:
        """Make the counter of a token."""
        counter = Counter(self.theme, token.shape, token.caption, token.whose)
        # Beside letters a counter keeps its width, so that the card stays one line.
        counter.widest = WIDEST if all(chip.written for chip in view.chips) else WIDTH
        return counter

    def make_mark(self, chip: ChipView) -> Mark:
        """Make the mark of a chip."""
        return Mark(self.theme, chip.letter, chip.caption, chip.whose, said=chip.written)

    def make_deed(self, deed: ButtonView) -> Deed:
        """Make the control of what one press does."""
        return Deed(self.theme, deed.label, deed.hint)

    def _count(self, piece: str, name: str, amount: int) -> None:
        self.counted.emit(piece, name, amount)

    def _mark(self, piece: str, name: str) -> None:
        self.marked.emit(piece, name)

    def _press(self) -> None:
        if self._view is not None and isinstance(self._view.deed, ButtonView):
            self.pressed.emit(self._view.deed)

    def fits(self, view: CardView) -> bool:
        """Return whether it has the counters and chips of a view."""
        return view is self._view or self._made == _parts(view)

    def focused(self) -> tuple[str, str] | None:
        """Return the counter or mark that has the keyboard, by piece and name."""
        controls = (*self.counters.items(), *self.marks.items())
        return next((key for key, control in controls if control.hasFocus()), None)

    def take_focus(self, key: tuple[str, str]) -> None:
        """Put the keyboard on a counter or mark, where the card has it."""
        control = self.counters.get(key) or self.marks.get(key)
        if control is not None:
            control.setFocus()

    def show_card(self, view: CardView, *, chosen: bool) -> None:
        """Show the piece as it stands."""
        before = self._view
        if (view is before or view == before) and chosen == self._chosen:
            return
        self._view, self._chosen = view, chosen
        self.name(view, before)
        for token in view.tokens:
            counter = self.counters[token.piece, token.name]
            counter.show_value(token.value, token.limit, token.alarm)
        for chip in view.chips:
            self.marks[chip.piece, chip.name].show_on(chip.on)
        if self.deed is not None and view.deed is not None:
            self.deed.show_deed(view.deed.hint)
        self.look(view.look or ("chosen" if chosen else ""))

    def spoken_choice(self) -> bool:
        """Return whether it is the chosen one, as a screen reader has it."""
        return self._chosen

    def press(self) -> None:
        """Choose it, as a screen reader may."""
        self.chosen.emit(self.piece)

    def name(self, view: CardView, before: CardView | None) -> None:
        """Show what the piece is called and how it stands."""

    def look(self, look: str) -> None:
        """Make the card stand out: 'chosen', 'active', 'gone' or ''."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.piece)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.piece)
            return
        super().keyPressEvent(event)


def _parts(view: CardView) -> tuple[object, ...]:
    """Return what a card is built of: it is made anew where this changes."""
    return (
        tuple((t.piece, t.name, t.shape, t.caption, t.whose) for t in view.tokens),
        tuple((c.piece, c.name, c.letter, c.written, c.whose) for c in view.chips),
        view.deed is None,
    )
