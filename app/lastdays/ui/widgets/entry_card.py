"""A card of the rulebook on hover, wherever an entry's name stands; F1 opens the rulebook at it.

`explain(widget, name, reader)` makes a widget one that names an entry; a view over a model that
answers `EntryRole` is made one by `explain_rows`.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Protocol

from PySide6.QtCore import QBuffer, QEvent, QObject, QPoint
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolTip, QWidget

from lastdays.language import _
from lastdays.rulebook import Catalogue
from lastdays.ui.models.book import BookEntry, entry_named, source_of
from lastdays.ui.models.rows import EntryRole
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import Table

#: How wide a card is, and its pictogram, in pixels at 100 %.
WIDTH, PICTOGRAM = 380, 36


def card(entry: BookEntry, theme: Theme) -> str:
    """Return what the rulebook has on an entry, in short, as the markup of a hint."""
    buffer, px = QBuffer(), theme.px
    theme.pixmap(entry.drawing, "accent", PICTOGRAM).save(buffer, "PNG")
    drawn = b64encode(buffer.data().data()).decode()
    chapter = f"{entry.chapter} · {source_of(entry)}".rstrip(" ·")
    hint = _("F1 opens the rulebook here")
    title, chapter, gist, hint = map(escape, (entry.title, chapter, entry.gist, hint))
    small = f"font-size: {px(13)}px; color: {theme.colour('faint_text').name()}"
    large = f"font-family: '{theme.heading}'; font-size: {px(20)}px; font-weight: 600"
    return (
        f'<table width="{px(WIDTH)}"><tr>'
        f'<td><img src="data:image/png;base64,{drawn}" width="{px(PICTOGRAM)}"></td>'
        f'<td width="100%" style="padding-left: {px(8)}px; vertical-align: middle">'
        f'<span style="{large}">{title}</span><br><span style="{small}">{chapter}</span></td>'
        f'</tr></table><p style="white-space: pre-wrap">{gist}</p><p style="{small}">{hint}</p>'
    )


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
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the card on hover."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            assert isinstance(watched, QWidget)
            entry = entry_named(entry_at(watched, event.pos()), self._reader.catalogue)
            if entry is not None:
                QToolTip.showText(event.globalPos(), card(entry, self._reader.theme), watched)
                return True
        return False


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
