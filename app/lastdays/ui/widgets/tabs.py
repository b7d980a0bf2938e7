"""Tabs, and rows and tiles of choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QTabBar, QTabWidget, QWidget

from lastdays.language import titled
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import (
    Flow,
    Unscrolled,
    button,
    clear_layout,
    escape_ampersands,
    grid,
    row,
)
from lastdays.values import Value

_NO_ROOM = QSizePolicy.Policy.Ignored
#: The width of a tile's drawing, in pixels at 100 %.
DRAWING = 28


class _Tabs(Unscrolled, QTabBar):
    pass


class Tabs(QTabWidget):
    """Pages with tabs. Only the current page determines the size: hidden ones aren't styled yet."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = _Tabs()
        self._bar.setDrawBase(False)
        self.setTabBar(self._bar)
        # Only the tab bar gets the focus: else Tab would return to it from the last page for ever.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.currentChanged.connect(self._hold_room)

    def _hold_room(self, current: int) -> None:
        for at in range(self.count()):
            page = self.widget(at)
            if page is None:
                continue
            wanted = QSizePolicy.Policy.Preferred if at == current else _NO_ROOM
            policy = page.sizePolicy()
            policy.setHorizontalPolicy(wanted)
            policy.setVerticalPolicy(wanted)
            page.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        page = self.currentWidget()
        if page is None:
            return super().heightForWidth(width)
        height = page.minimumSizeHint().height()
        layout = page.layout()
        if layout is not None and layout.hasHeightForWidth():
            height = max(height, layout.totalHeightForWidth(width))
        return self._bar.sizeHint().height() + height

    def tabInserted(self, at: int) -> None:
        super().tabInserted(at)
        self._hold_room(self.currentIndex())

    def close_tab(self, at: int) -> None:
        """Remove a tab with its page, which Qt would keep."""
        page = self.widget(at)
        self.removeTab(at)
        if page is not None:
            page.hide()
            page.deleteLater()


class RowChoice(Value):
    """A choice: the text of its button, its accessible name if that differs, and a hint or ''."""

    text: str
    name: str = ""
    hint: str = ""


class ChoiceRow(QWidget):
    """A row of buttons of which one is down; `chosen` carries the key of the one pressed."""

    chosen = Signal(str)

    def __init__(self, name: str, ways: Mapping[str, RowChoice]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.buttons: dict[str, QPushButton] = {}
        line = row(spacing=0)
        for key, way in ways.items():
            press = partial(self.chosen.emit, key)
            switch = button(way.text, press, "switch", way.hint, way.name)
            switch.setCheckable(True)
            switch.setAutoExclusive(True)
            self.buttons[key] = switch
            line.addWidget(switch)
        self.setLayout(line)

    def show_chosen(self, key: str) -> None:
        """Show which choice is selected."""
        self.buttons[key].setChecked(True)


class Tiles(QWidget):
    """Buttons of which one is down; arrow keys move between them. `changed`: another one is down."""

    changed = Signal()

    def __init__(self, theme: Theme, name: str, across: int = 0) -> None:
        """Lay out `across` buttons of equal width in a row; 0 for as many as fit."""
        super().__init__()
        self.setAccessibleName(name)
        self.theme, self._across = theme, across
        #: The buttons by their data.
        self.tiles: dict[Any, QPushButton] = {}
        self._box = grid(8, 8) if across else Flow(spacing=4)
        self.setLayout(self._box)
        theme.changed.connect(self._draw)

    def offer(self, items: Iterable[tuple[str, object, str]], chosen: object = None) -> None:
        """Offer other items: text, data, and drawing or ''. The one with the data `chosen` is down,
        else the first."""
        clear_layout(self._box)
        self.tiles = {}
        for n, (text, data, drawing) in enumerate(items):
            tile = button(escape_ampersands(text), kind="tile" if drawing else "segment")
            tile.setProperty("drawing", drawing)
            tile.setAccessibleName(titled(self.accessibleName(), text))
            tile.setCheckable(True)
            tile.setAutoExclusive(True)
            self._add(tile, n)
            self.tiles[data] = tile
            is_first = n == 0
            tile.setChecked(is_first or data == chosen)
            tile.toggled.connect(self._toggled)
        self._draw()

    def _add(self, tile: QPushButton, n: int) -> None:
        """Add the tile with this number, counted from 0."""
        if isinstance(self._box, QGridLayout):
            line, place = divmod(n, self._across)
            self._box.addWidget(tile, line, place)
        else:
            self._box.addWidget(tile)

    def _draw(self) -> None:
        for tile in self.tiles.values():
            drawing = str(tile.property("drawing"))
            if drawing:
                self.theme.set_icon(tile, drawing, size=DRAWING)

    def _toggled(self, on: bool) -> None:
        if on:
            self.changed.emit()

    @property
    def data(self) -> Any:
        """Return the data of the button that is down, None if there is none."""
        for data, tile in self.tiles.items():
            if tile.isChecked():
                return data
        return None

    def take_focus(self) -> None:
        """Give the focus to the button that is down."""
        if self.tiles:
            self.tiles[self.data].setFocus(Qt.FocusReason.OtherFocusReason)
