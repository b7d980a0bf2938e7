"""The sheet of whoever is chosen: numbers as they are now, moves, everything by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QVBoxLayout, QWidget

from lastdays.tabletop.view import ButtonView, SheetView, TokenView
from lastdays.ui.plain import plain
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.buttons import worded
from lastdays.ui.tracker.tokens import Counter
from lastdays.ui.widgets.parts import Flow, button, clear, column, holder, label

#: Between controls in pixels; how wide a column is taken to be until it is laid out, in pixels at
#: 100 %.
GAP, COLUMN = 4, 164


class TwoColumns(QWidget):
    """Controls in two columns; one that is too wide for its column has the whole line."""

    def __init__(self, theme: Theme, items: Sequence[QWidget]) -> None:
        super().__init__()
        self.setProperty("kind", "plain")
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(GAP)
        self.grid.setColumnStretch(0, 1)
        self.grid.setColumnStretch(1, 1)
        self.items = tuple(items)
        self._alone: tuple[bool, ...] | None = None
        self._place(2 * theme.px(COLUMN) + GAP)
        self.setLayout(self.grid)

    def minimumSizeHint(self) -> QSize:
        """Ask for no more width than the widest control does that has a line for itself."""
        wide = max((item.minimumSizeHint().width() for item in self.items), default=0)
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place(event.size().width())

    def _place(self, width: int) -> None:
        each = (width - GAP) // 2
        alone = tuple(item.sizeHint().width() > each for item in self.items)
        if alone == self._alone:
            return
        self._alone = alone
        line, at = 0, 0
        for item, wide in zip(self.items, alone, strict=True):
            if wide and at:
                line, at = line + 1, 0
            self.grid.removeWidget(item)
            self.grid.addWidget(item, line, at, 1, 2 if wide else 1)
            at = 0 if wide else 1 - at
            line += at == 0


class Sheet(QWidget):
    """Draws a `SheetView`. `pressed` carries a button, `counted` a counter's piece, name and
    amount."""

    pressed = Signal(object)
    counted = Signal(str, str, int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.buttons: dict[str, QPushButton] = {}
        self.counters: dict[tuple[str, str], Counter] = {}
        self._made: tuple[object, ...] = ()
        self.title = label("", "heading", wrap=True)
        self.figures = label("", wrap=True)
        self.about = label("", "faint", wrap=True)
        self.body = QVBoxLayout()
        self.body.setSpacing(6)
        self.setLayout(column(self.title, self.figures, self.about, self.body, 1, spacing=4))

    def show_view(self, view: SheetView) -> None:
        """Show the piece as it stands; make buttons anew only where they change."""
        self.title.setText(view.title)
        self.figures.setText(view.figures)
        self.figures.setToolTip(plain(view.figures_hint))
        self.figures.setVisible(bool(view.figures))
        self.about.setText(view.about)
        self.about.setVisible(bool(view.about))
        parts = _parts(view)
        if parts != self._made:
            self._made = parts
            self._build(view)
        for section in view.sections:
            for item in section.items:
                if isinstance(item, TokenView):
                    counter = self.counters[item.piece, item.name]
                    counter.show_value(item.value, item.limit, item.alarm)
                elif item.on is not None:
                    self.buttons[item.key].setChecked(item.on)

    def _build(self, view: SheetView) -> None:
        focus = QApplication.focusWidget()
        pressed = next((k for k, b in self.buttons.items() if b is focus), "")
        above = self.parentWidget()
        if focus is not None and self.isAncestorOf(focus) and above is not None:
            above.setFocus()  # where nothing happens by itself
        clear(self.body)
        self.buttons = {}
        self.counters = {}
        for section in view.sections:
            if section.heading:
                self.body.addWidget(label(section.heading, "faint"))
            items = [self._item(i) for i in section.items]
            self.body.addWidget(
                TwoColumns(self.theme, items) if section.grid else holder(Flow(*items, spacing=4))
            )
        again = self.buttons.get(pressed)
        if again is not None and again.isEnabled():
            again.setFocus()

    def _item(self, item: ButtonView | TokenView) -> QWidget:
        if isinstance(item, TokenView):
            counter = Counter(self.theme, item.shape, item.caption, item.whose)
            counter.stepped.connect(partial(self._count, item.piece, item.name))
            self.counters[item.piece, item.name] = counter
            return counter
        made = button(worded(item.label, item.mnemonic), partial(self.pressed.emit, item))
        made.setAccessibleName(item.spoken or item.label)
        if item.on is not None:
            made.setCheckable(True)
        made.setEnabled(not item.why_not)
        made.setToolTip(plain(item.why_not or item.hint))
        made.setAccessibleDescription(item.why_not or item.hint)
        self.buttons[item.key] = made
        return made

    def _count(self, piece: str, name: str, amount: int) -> None:
        self.counted.emit(piece, name, amount)


def _parts(view: SheetView) -> tuple[object, ...]:
    """Return what a sheet is built of: it is made anew where this changes."""
    return (
        view.piece,
        tuple(
            (
                section.heading,
                tuple(
                    (i.piece, i.name, i.caption, i.shape)
                    if isinstance(i, TokenView)
                    else (i.key, i.label, i.act, i.why_not, i.hint, i.spoken)
                    for i in section.items
                ),
            )
            for section in view.sections
        ),
    )
