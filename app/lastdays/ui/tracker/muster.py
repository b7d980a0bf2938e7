"""Who is deployed: a row a member with its gear, and which part it plays in this game."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QGridLayout, QWidget

from lastdays.language import _
from lastdays.model.group import Group, Member
from lastdays.rulebook import Catalogue
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.row_tokens import text_font
from lastdays.ui.widgets.parts import OneLine, Picker, column, row
from lastdays.ui.widgets.pictogram import Pictogram

#: The parts a member may play, as they are stored.
PARTS = ("deployed", "held-back", "missing")
#: The height of a row, the width of the switch, and from which width on rows stand in two columns,
#: in pixels at 100 %.
ROW, SWITCH, TWO, WIDEST = 48, 258, 1000, 760
#: So many things of a member's gear are drawn.
GEAR_MOST = 5


def part_names() -> tuple[str, ...]:
    """Return what the parts are called."""
    return (_("deployed"), _("held back"), _("missing"))


class PartSwitch(Picker):
    """A choice of which all is in sight: a press takes a part, the arrows go from part to part."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.theme = theme
        for key, text in zip(PARTS, part_names(), strict=True):
            self.addItem(text, key)
        self.setAccessibleName(_("{name} is").format(name=name))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setFixedSize(self.theme.px(SWITCH), self.theme.px(ROW - 6))

    def _segment(self, n: int) -> QRect:
        each = self.width() // self.count()
        return QRect(n * each, 0, each, self.height())

    def _take(self, n: int) -> None:
        if n != self.currentIndex():
            self.setCurrentIndex(n)
            self.activated.emit(n)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            at = event.position().toPoint()
            for n in range(self.count()):
                if self._segment(n).contains(at):
                    self._take(n)

    def showPopup(self) -> None:
        """Take the next part: there is no list to open."""
        self._take((self.currentIndex() + 1) % self.count())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._take(max(0, min(self.count() - 1, self.currentIndex() + step)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(text_font(theme, theme.px(14)))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("raised"))
            box, radius = QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.px(6)
            painter.drawRoundedRect(box, radius, radius)
            for n in range(self.count()):
                part = QRectF(self._segment(n)).adjusted(2, 2, -2, -2)
                chosen = n == self.currentIndex()
                if chosen:
                    painter.setPen(QPen(theme.colour("accent"), 1.5))
                    painter.setBrush(theme.colour("select"))
                    painter.drawRoundedRect(part, radius - 1, radius - 1)
                painter.setPen(theme.colour("text" if chosen else "faint_text"))
                cut = QFontMetrics(painter.font()).elidedText(
                    self.itemText(n), Qt.TextElideMode.ElideRight, int(part.width()) - 4
                )
                painter.drawText(part, int(Qt.AlignmentFlag.AlignCenter), cut)
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent_text"), theme.px(2)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, radius, radius)


class MusterRow(QWidget):
    """A member: Keyword edge, name and type, gear, and the switch."""

    def __init__(self, theme: Theme, member: Member, catalogue: Catalogue, *, leads: bool) -> None:
        super().__init__()
        self.theme = theme
        kind = catalogue.character(member.type)
        self.edge = kind.keyword
        self.name, self.type = OneLine("cardname"), OneLine("faint")
        self.name.setText(f"{member.name} ★" if leads else member.name)
        self.type.setText(kind.name)
        gear = [catalogue.gear(item.key) for item in member.gear][:GEAR_MOST]
        self.gear = [Pictogram(theme, entry.drawing, entry.name, "text", 22) for entry in gear]
        self.switch = PartSwitch(theme, member.name)
        names = column(1, self.name, self.type, 1, spacing=0)
        line = row(names, *self.gear, self.switch, spacing=6)
        line.setStretch(0, 1)
        self.setLayout(line)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        px = self.theme.px
        self.setFixedHeight(px(ROW))
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(px(13), 0, px(4), 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            path = QPainterPath()
            path.addRoundedRect(QRectF(self.rect()), theme.px(6), theme.px(6))
            painter.fillPath(path, theme.colour("panel"))
            painter.setClipPath(path)
            edge = QRectF(0, 0, theme.px(5), self.height())
            painter.fillRect(edge, theme.colour(f"keyword_{self.edge}" if self.edge else "edge"))


class Muster(QWidget):
    """A row a member, in two columns where there is room. `changed`: somebody plays another
    part."""

    changed = Signal()

    def __init__(self, theme: Theme, group: Group, catalogue: Catalogue) -> None:
        super().__init__()
        self.theme = theme
        self.setProperty("kind", "plain")
        leading = group.leading
        self.rows: dict[str, MusterRow] = {}
        for member in group.active:
            leads = leading is not None and member.id == leading.id
            made = MusterRow(theme, member, catalogue, leads=leads)
            made.switch.activated.connect(partial(self._chosen))
            self.rows[member.id] = made
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(3)
        self.setLayout(self.grid)
        self._across = 0
        self._place(1)
        theme.changed.connect(self._fit)

    def _chosen(self, _n: int) -> None:
        self.changed.emit()

    def _place(self, across: int) -> None:
        if across == self._across:
            return
        self._across = across
        lines = -(-len(self.rows) // across)
        for n, made in enumerate(self.rows.values()):
            self.grid.addWidget(made, n % lines, n // lines)
        self.grid.setColumnStretch(0, 1)
        self.grid.setColumnStretch(1, 1 if across > 1 else 0)

    def _fit(self) -> None:
        px = self.theme.px
        across = 2 if self.width() >= px(TWO) else 1
        self._place(across)
        spare = max(0, self.width() - px(WIDEST) * across)
        self.grid.setContentsMargins(0, 0, spare, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(SWITCH + 110), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


__all__ = ["PARTS", "Muster", "PartSwitch", "part_names"]
