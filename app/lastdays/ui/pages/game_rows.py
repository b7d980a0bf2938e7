"""How the games that were begun are listed: a tall row each, with its pictogram and its players."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from lastdays.language import _
from lastdays.ui.models.tables import KeyRole, TableRow
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.played import PlayedList

#: The height of a row, and the size of its pictogram, at 100 %.
HIGH, ICON = 58, 34
#: The list is so much higher than its rows, in pixels: what stands below it stands close by.
EDGES = 6


class GameRow(Struct, frozen=True):
    """A game: its session, its pictogram, its name, who plays, when it was begun with how many, how
    it ended, '' while it is on."""

    session: str
    drawing: str
    name: str
    players: str
    begun: str
    result: str


class GameRows(QStyledItemDelegate):
    """Draws the rows of a `PlayedList` for these games."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.headings = (_("Game"),)
        self._rows: dict[str, GameRow] = {}
        self._table: QTableView | None = None
        theme.changed.connect(self._sized)

    def dress(self, table: QTableView) -> None:
        """Draw the rows of a table; all cells of one are drawn as one."""
        self._table = table
        self.setParent(table)  # and goes with it
        table.setItemDelegate(self)
        table.setAlternatingRowColors(False)
        table.horizontalHeader().hide()
        table.setShowGrid(False)
        self._sized()

    def _sized(self) -> None:
        if self._table is not None:
            table = self._table
            table.verticalHeader().setDefaultSectionSize(self.theme.px(HIGH))
            rows = max(1, table.model().rowCount())
            table.setMaximumHeight(rows * self.theme.px(HIGH) + EDGES)

    def is_on(self, session: str) -> bool:
        """Return whether a game has not ended."""
        found = self._rows.get(session)
        return found is not None and not found.result

    def show(self, played: PlayedList, rows: list[GameRow], gone: list[tuple[str, str]]) -> None:
        """List these games, and those that were deleted."""
        self._rows = {r.session: r for r in rows}
        state = _("on the table")
        played.show_games(
            [
                TableRow(r.session, (said,), detail=said)
                for r in rows
                for said in (" · ".join((r.name, r.players, r.begun, r.result or state)),)
            ],
            gone,
        )
        self._sized()

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(self.theme.px(240), self.theme.px(HIGH))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a game: what it is, who plays; on the right how it stands."""
        found = self._rows.get(str(index.data(KeyRole)))
        if found is None:
            return
        theme, px = self.theme, self.theme.px
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(option.rect, theme.colour("panel"))
        rect = QRect(option.rect).adjusted(0, 0, 0, -px(3))
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("select" if chosen else "raised"))
        painter.drawRoundedRect(rect, px(6), px(6))
        on = not found.result
        if on:
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(QRect(rect.x(), rect.y(), px(4), rect.height()), 2, 2)
        tone = "accent_text" if on else "faint_text"
        drawing = theme.pixmap(found.drawing, tone, ICON)
        painter.drawPixmap(rect.x() + px(14), rect.center().y() - px(ICON) // 2, drawing)
        left, right = rect.x() + px(14 + ICON + 12), rect.right() - px(12)
        top = QRect(left, rect.y() + px(6), right - left, px(24))
        low = QRect(left, rect.y() + px(30), right - left, px(20))
        heading, small = QFont(theme.heading), QFont(theme.body)
        heading.setPixelSize(px(20))
        heading.setWeight(QFont.Weight.DemiBold)
        small.setPixelSize(px(14))
        state = _("on the table") if on else found.begun
        wide = self._write(painter, top, small, tone, state, right=True)
        self._write(painter, top.adjusted(0, 0, -wide, 0), heading, "text", found.name)
        if on:
            wide = self._write(painter, low, small, "faint_text", found.begun, right=True)
            self._write(painter, low.adjusted(0, 0, -wide, 0), small, "text", found.players)
        else:
            room = low.width() * 11 // 20
            last = low.adjusted(low.width() - room, 0, 0, 0)
            wide = self._write(painter, last, small, "text", found.result, right=True)
            self._write(painter, low.adjusted(0, 0, -wide, 0), small, "faint_text", found.players)
        painter.restore()

    def _write(
        self,
        painter: QPainter,
        rect: QRect,
        font: QFont,
        tone: str,
        text: str,
        *,
        right: bool = False,
    ) -> int:
        """Write a line, cut where its room ends; return how wide it is with the gap beside it."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(tone))
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | side), shown)
        return metrics.horizontalAdvance(shown) + self.theme.px(14)
