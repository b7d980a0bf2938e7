"""A card of the rulebook on hover, wherever an entry's name stands; F1 opens the rulebook at it.

`explain(widget, name, reader)` makes a widget one that names an entry; a view over a model that
answers `EntryRole` is made one by `explain_rows`.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QWidget

from lastdays.language import _
from lastdays.rulebook import Catalogue
from lastdays.ui.models.book import BookEntry, entry_named, source_of
from lastdays.ui.models.rows import EntryRole
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Pictogram, column, label, row
from lastdays.ui.widgets.table import Table

#: How wide a card is at 100 %, and how far from the mouse.
WIDTH, AWAY = 380, 16


class HoverCard(QFrame):
    """What the rulebook has on an entry, in short; it goes with the next move elsewhere."""

    def __init__(self, entry: BookEntry, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setProperty("kind", "toast")
        head = row(
            Pictogram(theme, entry.drawing, token="accent", size=36),
            column(
                label(entry.title, "heading"),
                label(f"{entry.chapter} · {source_of(entry)}".rstrip(" ·"), "small"),
                spacing=0,
            ),
            1,
            spacing=10,
        )
        gist = label(entry.gist, wrap=True)
        hint = label(_("F1 opens the rulebook here"), "small")
        self.setLayout(column(head, gist, hint, spacing=6, margin=10))
        theme.dress(self)
        self.setFixedWidth(theme.px(WIDTH))
        self.setFixedHeight(self.heightForWidth(theme.px(WIDTH)))

    def show_at(self, where: QPoint) -> None:
        """Show the card beside a point of the screen, whole."""
        screen = QApplication.screenAt(where) or QApplication.primaryScreen()
        room = screen.availableGeometry()
        x = min(where.x() + AWAY, room.right() - self.width())
        below = where.y() + AWAY
        y = below if below + self.height() <= room.bottom() else where.y() - AWAY - self.height()
        self.move(max(room.left(), x), max(room.top(), y))
        self.show()


#: The property of a widget that names an entry of the rulebook.
PROPERTY = "rulebook"


class RulebookReader(Protocol):
    """What is needed of the services: the rulebook, and how it looks."""

    @property
    def catalogue(self) -> Catalogue: ...

    theme: Theme


class _Explainer(QObject):
    """Shows the card of the entry that a widget names, where a plain hint would come."""

    def __init__(self, widget: QWidget, reader: RulebookReader) -> None:
        super().__init__(widget)
        self._reader = reader
        self._card: HoverCard | None = None
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the card on hover, and take it away when the mouse leaves or something is done."""
        kinds = QEvent.Type
        if event.type() == kinds.ToolTip and isinstance(event, QHelpEvent):
            assert isinstance(watched, QWidget)
            name = entry_at(watched, event.pos())
            self._close()
            if name and self._show(name, watched.window(), event.globalPos()):
                return True
        elif event.type() in (kinds.Leave, kinds.MouseButtonPress, kinds.KeyPress, kinds.Hide):
            self._close()
        return False

    def _show(self, name: str, window: QWidget, where: QPoint) -> bool:
        entry = entry_named(name, self._reader.catalogue)
        if entry is None:
            return False
        self._card = HoverCard(entry, self._reader.theme, window)
        self._card.destroyed.connect(self._forget)
        self._card.show_at(where)
        return True

    def _close(self) -> None:
        if self._card is not None:
            self._card.close()
            self._card = None

    def _forget(self) -> None:
        self._card = None


def explain(widget: QWidget, name: str, reader: RulebookReader) -> None:
    """Have a widget show the card of an entry on hover, and lead to it with F1; '' for none."""
    known = widget.property(PROPERTY) is not None
    widget.setProperty(PROPERTY, name)
    if not known:
        _Explainer(widget, reader)


def explain_rows(view: QAbstractItemView, reader: RulebookReader) -> None:
    """Have the rows of a view do so whose model answers `EntryRole`."""
    _Explainer(view.viewport(), reader)


def entry_at(widget: QWidget, where: QPoint | None = None) -> str:
    """Return the name of the entry that a widget names, or its row at a point: the one that is
    chosen where no point is given."""
    view = widget.parentWidget()
    if isinstance(widget, QAbstractItemView):
        index = widget.currentIndex()
    elif isinstance(view, QAbstractItemView) and widget is view.viewport() and where is not None:
        if isinstance(view, Table):
            return view.entry_under(where)
        index = view.indexAt(where)
    else:
        return str(widget.property(PROPERTY) or "")
    return str(index.data(EntryRole) or "") if index.isValid() else ""


def entry_in_hand(window: QWidget) -> str:
    """Return the entry that is named where the keyboard is, else where the mouse is; '' for
    none."""
    focus = QApplication.focusWidget()
    while focus is not None and focus is not window:
        if found := entry_at(focus):
            return found
        focus = focus.parentWidget()
    under = QApplication.widgetAt(QCursor.pos())
    while under is not None and under.window() is window:
        if found := entry_at(under, under.mapFromGlobal(QCursor.pos())):
            return found
        under = under.parentWidget()
    return ""
