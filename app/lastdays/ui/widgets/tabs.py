"""Tabs, and rows and tiles of choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QTabBar, QTabWidget, QWidget

from lastdays.language import titled
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Flow, Unscrolled, button, clear, describe, row, typed
from lastdays.values import Value

_NO_ROOM = QSizePolicy.Policy.Ignored
#: How wide the drawing of a tile is, in pixels at 100 %.
DRAWING = 28


class _Tabs(Unscrolled, QTabBar):
    pass


class Tabs(QTabWidget):
    """Pages with a tab each, which ask for their own heights; one that is hidden asks for no room,
    as it isn't styled yet."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = _Tabs()
        self._bar.setDrawBase(False)
        self.setTabBar(self._bar)
        # Its bar alone takes the keyboard: Tab would come back from the last page to it for ever.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.currentChanged.connect(self._hold_room)

    def _hold_room(self, current: int) -> None:
        for at in range(self.count()):
            page = self.widget(at)
            if page is not None:
                policy = page.sizePolicy()
                wanted = QSizePolicy.Policy.Preferred if at == current else _NO_ROOM
                policy.setHorizontalPolicy(wanted)
                policy.setVerticalPolicy(wanted)
                page.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        page = self.currentWidget()
        if page is None:
            return super().heightForWidth(width)
        high = page.minimumSizeHint().height()
        layout = page.layout()
        if layout is not None and layout.hasHeightForWidth():
            high = max(high, layout.totalHeightForWidth(width))
        return self._bar.sizeHint().height() + high

    def tabInserted(self, at: int) -> None:
        super().tabInserted(at)
        self._hold_room(self.currentIndex())

    def close_tab(self, at: int) -> None:
        """Take a tab off with its page, which Qt would keep."""
        page = self.widget(at)
        self.removeTab(at)
        if page is not None:
            page.hide()
            page.deleteLater()


class RowChoice(Value):
    """One of the choices: what its button says, what it is called where that differs, and a hint
    or ''."""

    text: str
    name: str = ""
    hint: str = ""


class ChoiceRow(QWidget):
    """`chosen` carries the key of the button that was pressed."""

    chosen = Signal(str)

    def __init__(self, name: str, ways: Mapping[str, RowChoice]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.buttons: dict[str, QPushButton] = {}
        line = row(spacing=0)
        for key, way in ways.items():
            made = button(way.text, kind="switch")
            if way.name:
                made.setAccessibleName(way.name)
            if way.hint:
                describe(made, way.hint)
            made.setCheckable(True)
            made.setAutoExclusive(True)
            made.clicked.connect(partial(self._press, key))
            self.buttons[key] = made
            line.addWidget(made)
        self.setLayout(line)

    def _press(self, key: str, _on: bool = False) -> None:
        self.chosen.emit(key)

    def show_chosen(self, key: str) -> None:
        """Show which one is chosen."""
        self.buttons[key].setChecked(True)


class Tiles(QWidget):
    """Buttons of which one is down; the arrows go from one to the next. `changed`: somebody presses
    another."""

    changed = Signal()

    def __init__(self, theme: Theme, name: str, across: int = 0) -> None:
        """Make it; `across`: so many of one width in a row, 0: as many as there is room for."""
        super().__init__()
        self.setAccessibleName(name)
        self.theme, self._across = theme, across
        #: The buttons by what they stand for.
        self.tiles: dict[Any, QPushButton] = {}
        self._box = QGridLayout() if across else Flow(spacing=4)
        self._box.setContentsMargins(0, 0, 0, 0)
        if isinstance(self._box, QGridLayout):
            self._box.setSpacing(8)
        self.setLayout(self._box)
        theme.changed.connect(self._draw)

    def offer(self, items: Iterable[tuple[str, object, str]], chosen: object = None) -> None:
        """Offer these instead: the words of each, what it stands for, its drawing or ''. One of
        them is chosen, the first where that isn't among them."""
        clear(self._box)
        self.tiles = {}
        for n, (text, data, drawing) in enumerate(items):
            made = self.tiles[data] = button(typed(text), kind="tile" if drawing else "segment")
            made.setProperty("drawing", drawing)
            made.setAccessibleName(titled(self.accessibleName(), text))
            made.setCheckable(True)
            made.setAutoExclusive(True)
            if isinstance(self._box, QGridLayout):
                self._box.addWidget(made, *divmod(n, self._across))
            else:
                self._box.addWidget(made)
            made.setChecked(data == chosen or not n)
            made.toggled.connect(self._toggled)
        self._draw()

    def _draw(self) -> None:
        for tile in self.tiles.values():
            drawing = str(tile.property("drawing"))
            if drawing:
                self.theme.draw_on(tile, drawing, size=DRAWING)

    def _toggled(self, on: bool) -> None:
        if on:
            self.changed.emit()

    @property
    def data(self) -> Any:
        """Return what stands for the one that is chosen, None where there is none."""
        return next((data for data, tile in self.tiles.items() if tile.isChecked()), None)

    def take_focus(self) -> None:
        """Put the keyboard on the one that is chosen."""
        if self.tiles:
            self.tiles[self.data].setFocus(Qt.FocusReason.OtherFocusReason)
