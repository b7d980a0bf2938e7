"""The head of a table, written where the words of its cells begin."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QTableView

from lastdays.ui.theme import Theme

#: The letters of a heading, and what is free above and below them, in pixels at 100 %.
LETTERS, AROUND = 15, 6


class PlainHeader(QHeaderView):
    """Headings that begin as far from the edge of their columns as `pad` says of each; over two
    lines where one is too long for its column. `line`: with a line beneath."""

    def __init__(
        self, view: QTableView, theme: Theme, pad: Callable[[int], int], *, line: bool = False
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._theme, self._pad, self._line = theme, pad, line
        self.setProperty("kind", "plain")
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    def metrics(self) -> QFontMetrics:
        """Return how wide the words of the head are."""
        return QFontMetrics(self._letters())

    def _letters(self) -> QFont:
        letters = QFont(self._theme.heading)
        letters.setPixelSize(self._theme.px(LETTERS))
        return letters

    def break_words(self, broken: bool) -> bool:
        """Have room for two lines, or for one; return whether that is something new."""
        high = 2 * self.metrics().lineSpacing() + self._theme.px(AROUND) if broken else 0
        if high == self.minimumHeight():
            return False
        self.setMinimumHeight(high)
        return True

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        model = self.model()
        across, role = self.orientation(), Qt.ItemDataRole
        given = model.headerData(section, across, role.TextAlignmentRole)
        aligned = given if isinstance(given, int) else int(self.defaultAlignment().value)
        painter.save()
        if self._line:
            painter.setPen(self._theme.colour("line"))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(self._letters())
        painter.setPen(self._theme.colour("faint_text"))
        text = str(model.headerData(section, across, role.DisplayRole) or "")
        pad = self._pad(section)
        if aligned & int(Qt.AlignmentFlag.AlignLeft):
            room = rect.adjusted(pad, 0, 0, 0)
        else:
            room = rect.adjusted(pad, 0, -pad, 0)
        flags = Qt.TextFlag
        aligned &= ~int(flags.TextWordWrap)
        fits = painter.fontMetrics().horizontalAdvance(text) <= room.width()
        broken = flags.TextDontClip if fits else flags.TextWordWrap
        painter.drawText(room, aligned | int(broken), text)
        painter.restore()
