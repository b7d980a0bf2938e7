"""Tabs, and rows and tiles of choices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QTabBar,
    QTabWidget,
    QWidget,
)

from lastdays.language import titled
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Flow, Unscrolled, button, clear, row, typed
from lastdays.values import Value

_NO_ROOM = QSizePolicy.Policy.Ignored


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
                made.setToolTip(plain(way.hint))
                made.setAccessibleDescription(way.hint)
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
    """Buttons of which one is down; the arrows go from one to the next. What is read and set is
    named as with a `Picker`."""

    changed = Signal(int)

    def __init__(self, theme: Theme, name: str, size: int = 28, across: int = 0) -> None:
        """Make it, with pictograms so many pixels wide at 100 %; `across`: so many of one width in
        a row, 0: as many as there is room for."""
        super().__init__()
        self.setAccessibleName(name)
        self.theme, self.size_of_icons = theme, size
        self.tiles: list[QPushButton] = []
        self._data: list[object] = []
        self._drawings: list[str] = []
        self._across = across
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        self._flow = Flow(spacing=4)
        self.setLayout(self._grid if across else self._flow)
        self._group = QButtonGroup(self)
        self._group.idToggled.connect(self._toggled)
        theme.changed.connect(self._draw)

    def addItem(self, text: str, data: object, drawing: str = "") -> None:
        """Add one of several, with its drawing or none."""
        made = button(typed(text), kind="tile" if drawing else "segment")
        made.setCheckable(True)
        made.setAccessibleName(titled(self.accessibleName(), text))
        self._group.addButton(made, len(self.tiles))
        if self._across:
            self._grid.addWidget(made, *divmod(len(self.tiles), self._across))
        else:
            self._flow.addWidget(made)
        self.tiles.append(made)
        self._data.append(data)
        self._drawings.append(drawing)
        if len(self.tiles) == 1:
            made.setChecked(True)
        self._draw()

    def clear(self) -> None:
        """Take all of them away."""
        for tile in self.tiles:
            self._group.removeButton(tile)
        clear(self._grid if self._across else self._flow)
        self.tiles, self._data, self._drawings = [], [], []

    def _draw(self) -> None:
        for tile, drawing in zip(self.tiles, self._drawings, strict=True):
            if drawing:
                tile.setIcon(self.theme.icon(drawing, "text", self.size_of_icons))
                side = self.theme.px(self.size_of_icons)
                tile.setIconSize(QSize(side, side))

    def _toggled(self, at: int, on: bool) -> None:
        if on:
            self.changed.emit(at)

    def count(self) -> int:
        """Return how many there are to choose from."""
        return len(self.tiles)

    def currentIndex(self) -> int:
        """Return which one is chosen, -1 where there is none."""
        return self._group.checkedId()

    def setCurrentIndex(self, at: int) -> None:
        """Choose one."""
        if 0 <= at < len(self.tiles):
            self.tiles[at].setChecked(True)

    def currentData(self) -> object:
        """Return what stands for the one that is chosen, None where there is none."""
        at = self.currentIndex()
        return self._data[at] if at >= 0 else None

    def currentText(self) -> str:
        """Return the name of the one that is chosen."""
        at = self.currentIndex()
        return self.tiles[at].text().replace("&&", "&") if at >= 0 else ""

    def findData(self, data: object) -> int:
        """Return which one something stands for, -1 where none does."""
        return self._data.index(data) if data in self._data else -1

    def take_focus(self) -> None:
        """Put the keyboard on the one that is chosen."""
        if self.currentIndex() >= 0:
            self.tiles[self.currentIndex()].setFocus(Qt.FocusReason.OtherFocusReason)
