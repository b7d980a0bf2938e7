"""The last lines of the log, always in sight."""

from __future__ import annotations

import re

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from lastdays.campaign.table_sessions import OpenSession
from lastdays.language import _
from lastdays.tabletop.event_log import LoggedEvent
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.row_tokens import heading_font, text_font

#: So many lines stand below the panel, and at most in a column of their own; taps on one counter
#: are one line, so more events than lines are looked through.
FEW, MANY = 3, 40
#: The height of the few; in a low page only what came of the last tap is said, below a rule that is
#: so high; and how low that is: in pixels at 100 %.
LOW, LEAST, LOW_PAGE = 64, 6, 600
#: A remark in brackets that is never broken over two lines.
_REMARK = re.compile(r"\([^()]{1,18}\)")
#: As far from the left, in pixels, as what is said below.
LEFT = 14


def unbroken(text: str) -> str:
    """Return text whose short remarks in brackets, as the dice that were rolled, stay in a line."""
    return _REMARK.sub(lambda found: found.group().replace(" ", "\u00a0"), text)


class Recent(QWidget):
    """The newest line last, faint but for that one. `wanted`: the whole log is asked for."""

    spoken_role = QAccessible.Role.Button
    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.tall = False
        self.lines: list[str] = []
        #: What was read last: the newest event, how many there are, what is said elsewhere.
        self._read: tuple[LoggedEvent | None, int, str] | None = None
        self._shown: tuple[OpenSession, str] | None = None
        self.setAccessibleName(_("The last lines of the log"))
        self.setToolTip(_("Press to open the log"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.updateGeometry)
        self.stand(False)

    def press(self) -> None:
        """Ask for the whole log, as a screen reader may."""
        self.wanted.emit()

    def stand(self, tall: bool) -> None:
        """Stand in a column of its own, or below the panel."""
        self.tall = tall
        self._read = None
        if self._shown is not None:
            self.show_session(*self._shown)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred, policy.Expanding if tall else policy.Fixed)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        page = self.window().height()
        low = page < self.theme.px(LOW_PAGE)
        return QSize(self.theme.px(200), self.theme.px(LEAST if low else LOW))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def show_session(self, session: OpenSession, said: str = "") -> None:
        """Read the last lines, where there are others than before; below the panel without the
        one that is said there already."""
        self._shown = session, said
        entries = session.timeline.entries
        last = entries[-1] if entries else None
        if (last, len(entries), said) == self._read:
            return
        self._read = last, len(entries), said
        most = MANY if self.tall else FEW
        words = session.words
        found = session.log(most * 3)[-most:]
        self.lines = [words.line(line) for line in found]
        if self.lines and not self.tall:
            newest = self.lines[-1]
            told = said.rstrip(".") in newest if said else False
            self.lines = self.lines[:-1] if told else self.lines[1:] if said else self.lines
        self.setAccessibleDescription(self.lines[-1] if self.lines else "")
        self.update()

    def _draw_title(self, painter: QPainter, wide: int) -> int:
        """Head the column, and say what will stand there while nothing does; return where the
        lines begin."""
        theme = self.theme
        painter.setFont(heading_font(theme, theme.px(20)))
        painter.setPen(theme.colour("text"))
        high = painter.fontMetrics().height()
        painter.drawText(QRect(LEFT, theme.px(8), wide, high), 0, _("The log"))
        top = theme.px(8) + high + theme.px(4)
        if not self.lines:
            painter.setFont(text_font(theme, theme.px(15)))
            painter.setPen(theme.colour("faint_text"))
            words = _("Every tap and roll is listed here. Press to look back at any of them.")
            room = QRect(LEFT, top, wide, self.height() - top)
            painter.drawText(room, int(Qt.TextFlag.TextWordWrap), words)
        return top

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            left = LEFT
            painter.setPen(QPen(theme.colour("line"), 1))
            if not self.tall:
                painter.drawLine(left, 0, self.width() - left, 0)
            wide = self.width() - 2 * left
            top = self._draw_title(painter, wide) if self.tall else theme.px(4)
            font = text_font(theme, theme.px(15 if self.tall else 14))
            painter.setFont(font)
            metrics = QFontMetrics(font)
            bottom = self.height() - theme.px(8)
            wrap = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop)
            if self.tall:  # few lines begin at the top, many end at the bottom
                measure = QRect(0, 0, wide, 1000)
                texts = map(unbroken, self.lines)
                needed = (metrics.boundingRect(measure, wrap, t).height() for t in texts)
                bottom = min(bottom, top + sum(high + theme.px(4) for high in needed))
            for n, text in enumerate(map(unbroken, reversed(self.lines))):
                high = metrics.height()
                if self.tall:
                    high = metrics.boundingRect(QRect(0, 0, wide, 1000), wrap, text).height()
                bottom -= high
                if bottom < top:
                    break
                newest = self.tall and n == 0
                painter.setPen(theme.colour("text" if newest else "faint_text"))
                room = QRect(left, bottom, wide, high)
                if self.tall:
                    painter.drawText(room, wrap, text)
                else:
                    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, wide)
                    painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)
                bottom -= theme.px(4)
