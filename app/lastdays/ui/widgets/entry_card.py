"""Cards of the rulebook as hints, wherever an entry is named; F1 opens the rulebook there.

`show_entry_on_hover` is for a widget that names an entry, `show_entries_of_rows_on_hover` for a view of a
model that answers `EntryRole`.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Protocol

from PySide6.QtCore import QBuffer, QEvent, QModelIndex, QObject, QPoint
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolTip, QWidget

from lastdays.language import _
from lastdays.rulebook import Catalogue
from lastdays.ui.models.book import BookEntry, entry_named, source_of
from lastdays.ui.models.rows import EntryRole
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import Table

#: The width of a card, in pixels at 100 %.
WIDTH = 380
#: The width of its pictogram, in pixels at 100 %.
PICTOGRAM = 36


def entry_html(entry: BookEntry, theme: Theme) -> str:
    """Return a short description of an entry as rich text for a hint."""
    pixels = theme.pixels
    chapter = f"{entry.chapter} · {source_of(entry)}".rstrip(" ·")
    hint = _("F1 opens the rulebook here")
    faint = theme.colour("faint_text").name()
    small = f"font-size: {pixels(13)}px; color: {faint}"
    large = f"font-family: '{theme.heading}'; font-size: {pixels(20)}px; font-weight: 600"
    return (
        f'<table width="{pixels(WIDTH)}"><tr>'
        f'<td><img src="{_drawing_of(entry, theme)}" width="{pixels(PICTOGRAM)}"></td>'
        f'<td width="100%" style="padding-left: {pixels(8)}px; vertical-align: middle">'
        f'<span style="{large}">{escape(entry.title)}</span><br>'
        f'<span style="{small}">{escape(chapter)}</span></td></tr></table>'
        f'<p style="white-space: pre-wrap">{escape(entry.gist)}</p>'
        f'<p style="{small}">{escape(hint)}</p>'
    )


def _drawing_of(entry: BookEntry, theme: Theme) -> str:
    """Return the pictogram of an entry as the address of an image in rich text."""
    buffer = QBuffer()
    theme.pixmap(entry.drawing, "accent", PICTOGRAM).save(buffer, "PNG")
    encoded = b64encode(buffer.data().data()).decode()
    return f"data:image/png;base64,{encoded}"


#: The property of a widget that names an entry of the rulebook.
PROPERTY = "rulebook"


class RulebookReader(Protocol):
    """The part of the services used here: the rulebook and the theme."""

    @property
    def catalogue(self) -> Catalogue: ...

    theme: Theme


class _Explainer(QObject):
    """Shows the card of the entry that a widget names instead of a plain hint."""

    def __init__(self, widget: QWidget, reader: RulebookReader) -> None:
        super().__init__(widget)
        self._reader = reader
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the card on hover."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            assert isinstance(watched, QWidget)
            entry = entry_named(entry_at(watched, event.pos()), self._reader.catalogue)
            if entry is not None:
                QToolTip.showText(event.globalPos(), entry_html(entry, self._reader.theme), watched)
                return True
        return False


def show_entry_on_hover(widget: QWidget, name: str, reader: RulebookReader) -> None:
    """Show the card of an entry when a widget is hovered, and open it with F1; '' for no entry."""
    if widget.property(PROPERTY) is None:
        _Explainer(widget, reader)
    widget.setProperty(PROPERTY, name)


def show_entries_of_rows_on_hover(view: QAbstractItemView, reader: RulebookReader) -> None:
    """Show the cards of entries in a view whose model answers `EntryRole`."""
    _Explainer(view.viewport(), reader)


def entry_at(widget: QWidget, where: QPoint | None = None) -> str:
    """Return the name of the entry that a widget names; of a view, that of the row at a point or,
    without a point, of the current row."""
    if isinstance(widget, QAbstractItemView):
        return _entry_of(widget.currentIndex())
    view = widget.parentWidget()
    is_viewport = isinstance(view, QAbstractItemView) and widget is view.viewport()
    if not is_viewport or where is None:
        return str(widget.property(PROPERTY) or "")
    assert isinstance(view, QAbstractItemView)
    if isinstance(view, Table):
        return view.entry_name_at(where)
    return _entry_of(view.indexAt(where))


def _entry_of(index: QModelIndex) -> str:
    """Return the name of the entry in a row, '' if there is none."""
    if not index.isValid():
        return ""
    return str(index.data(EntryRole) or "")


def entry_in_hand(window: QWidget) -> str:
    """Return the name of the entry at the focus, else under the mouse; '' if there is none."""
    focus = QApplication.focusWidget()
    while focus is not None and focus is not window:
        entry = entry_at(focus)
        if entry:
            return entry
        focus = focus.parentWidget()
    mouse = QCursor.pos()
    hovered = QApplication.widgetAt(mouse)
    while hovered is not None and hovered.window() is window:
        entry = entry_at(hovered, hovered.mapFromGlobal(mouse))
        if entry:
            return entry
        hovered = hovered.parentWidget()
    return ""
