"""A card of the rulebook that comes up beside the mouse."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from lastdays.language import _
from lastdays.ui.models.book import BookEntry, source_of
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import column, label, row
from lastdays.ui.widgets.pictogram import Pictogram

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
