"""The plan of the table, painted, and beside it what each kind of zone means."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.rulebook.table_plan import PlanDistance, TablePlan, Zone, ZoneKind
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import clear, label

#: The colour of each kind of zone, how much of it is filled, of 255, and whether its line is
#: broken: colour alone says nothing.
LOOKS: dict[ZoneKind, tuple[str, int, bool]] = {
    "attacker": ("harm", 70, False),
    "defender": ("push", 75, False),
    "side": ("push", 60, False),
    "zombies": ("well", 38, True),
    "tokens": ("accent", 22, True),
    "refuge": ("text", 45, False),
    "fences": ("edge", 90, True),
    "captive": ("harm", 0, False),
    "vehicle": ("text", 0, False),
    "tower": ("text", 0, False),
}
#: The colours of what lies on the table.
TINTS = {
    "supply": "accent_text",
    "zombie": "well_text",
    "captive": "harm_text",
    "vehicle": "text",
    "tower": "text",
}
#: What stands for kinds of zone that are a thing.
THINGS: dict[ZoneKind, str] = {
    "tokens": "supply", "zombies": "zombie", "captive": "captive", "vehicle": "vehicle",
    "tower": "tower",
}  # fmt: skip
#: The plan's least and largest side, its text, in pixels at 100 %, and how large a thing is, in
#: inches.
LEAST, MOST, TEXT, THING = 200, 420, 12, 2.6


class TablePlanView(QWidget):
    """The table from above. What it shows is its accessible description, word for word."""

    spoken_role = QAccessible.Role.Graphic

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.plan = TablePlan(1)
        self.setAccessibleName(_("Plan of the table"))
        square = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        square.setHeightForWidth(True)
        self.setSizePolicy(square)
        theme.changed.connect(self._fit)
        self._fit()

    def show_plan(self, plan: TablePlan) -> None:
        """Show a plan."""
        if plan == self.plan:
            return
        self.plan = plan
        self.setAccessibleDescription(plan.described)
        self.setToolTip(plain(plan.described))
        self.update()

    def _fit(self) -> None:
        least = self.theme.px(LEAST)
        self.setMinimumSize(least, least)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(LEAST + 100), self.theme.px(LEAST + 100))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(self.minimumHeight(), min(width, self.theme.px(MOST)))

    def table(self) -> QRectF:
        """Return where the table lies: a square in the middle, at the top."""
        length = min(self.width(), self.height()) - 2
        return QRectF((self.width() - length) / 2, 1, length, length)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, table = self.theme, self.table()
        inch = table.width() / self.plan.side
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(table, theme.colour("ground"))
            painter.setClipRect(table.adjusted(-1, -1, 1, 1))
            painter.translate(table.topLeft())
            for zone in self.plan.zones:
                _paint_zone(painter, theme, zone, inch)
            for measure in self.plan.measures:
                self._measure(painter, measure, inch)
            for mark in self.plan.marks:
                length = max(theme.px(14), THING * inch)
                tint = TINTS[mark.kind]
                drawn = theme.pixmap(
                    pictograms.token(mark.kind), tint, length * 100 / theme.percent
                )
                at = QPointF(mark.x * inch - length / 2, mark.y * inch - length / 2)
                painter.drawPixmap(
                    QRectF(at, QSize(round(length), round(length)).toSizeF()),
                    drawn,
                    QRectF(drawn.rect()),
                )
            for word in self.plan.words:
                self._word(painter, QPointF(word.x * inch, word.y * inch), word.text, "text")
            painter.resetTransform()
            painter.setClipping(False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("edge"), 1.5))
            painter.drawRect(table)

    def _measure(self, painter: QPainter, measure: PlanDistance, inch: float) -> None:
        """Draw a distance: a line with its two ends, and its inches."""
        pen = QPen(self.theme.colour("faint_text"), 1.2)
        painter.setPen(pen)
        a, b = QPointF(measure.x, measure.y) * inch, QPointF(measure.to_x, measure.to_y) * inch
        painter.drawLine(a, b)
        upright = measure.x == measure.to_x
        tick = QPointF(3, 0) if upright else QPointF(0, 3)
        for end in (a, b):
            painter.drawLine(end - tick, end + tick)
        text = f"{measure.inches}″"
        beside = QPointF(self.theme.px(11), 0) if upright else QPointF(0, -self.theme.px(9))
        self._word(painter, (a + b) / 2 + beside, text, "text")

    def _word(self, painter: QPainter, middle: QPointF, text: str, tint: str) -> None:
        """Write a word on a ground of its own, so that it can be read on any zone."""
        theme = self.theme
        font = QFont(theme.body)
        font.setPixelSize(theme.px(TEXT))
        painter.setFont(font)
        metrics = QFontMetricsF(painter.font())
        box = QRectF(0, 0, metrics.horizontalAdvance(text) + theme.px(6), metrics.height())
        box.moveCenter(middle)
        ground = QColor(theme.colour("ground"))
        ground.setAlpha(215)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(theme.colour(tint))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)


def _paint_zone(painter: QPainter, theme: Theme, zone: Zone, inch: float) -> None:
    """Paint a zone: its ground, and its line."""
    if zone.width <= 0 or zone.height <= 0:
        return
    token, alpha, broken = LOOKS[zone.kind]
    colour = theme.colour(token)
    ground = QColor(colour)
    ground.setAlpha(alpha)
    painter.setBrush(ground)
    pen = QPen(colour, 1.6)
    if broken:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    box = QRectF(zone.x * inch, zone.y * inch, zone.width * inch, zone.height * inch)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    path.addRoundedRect(box, zone.corner * inch, zone.corner * inch)
    inner = box.adjusted(*(d * zone.hollow * inch for d in (1, 1, -1, -1)))
    if zone.hollow and inner.width() > 0:
        path.addRect(inner)
    painter.drawPath(path)


class _Swatch(QWidget):
    """How a kind of zone is drawn on the plan."""

    def __init__(self, theme: Theme, kind: ZoneKind) -> None:
        super().__init__()
        self.theme, self.kind = theme, kind
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setFixedSize(self.theme.px(22), self.theme.px(18))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, kind = self.theme, self.kind
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if LOOKS[kind][1]:
                _paint_zone(
                    painter, theme, Zone(kind, 1, 1, self.width() - 2, self.height() - 2), 1
                )
            if kind in THINGS:
                thing = THINGS[kind]
                drawn = theme.pixmap(pictograms.token(thing), TINTS[thing], 14)
                side = theme.px(14)
                painter.drawPixmap((self.width() - side) // 2, (self.height() - side) // 2, drawn)


class PlanLegend(QWidget):
    """What each kind of zone means, a line each."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(8)
        self.grid.setVerticalSpacing(3)
        self.grid.setColumnStretch(1, 1)
        self.setLayout(self.grid)
        self._plan = TablePlan(1)

    def show_plan(self, plan: TablePlan) -> None:
        """Show what a plan's zones mean."""
        if plan == self._plan:
            return
        self._plan = plan
        clear(self.grid)
        top = Qt.AlignmentFlag.AlignTop
        for n, key in enumerate(plan.keys):
            swatch, text = _Swatch(self.theme, key.kind), label(key.text, "text", wrap=True)
            self.grid.addWidget(swatch, n, 0, top)
            self.grid.addWidget(text, n, 1)
            self.grid.setRowStretch(n, 0)
            swatch.show()
            text.show()
        self.grid.setRowStretch(len(plan.keys), 1)


__all__ = ["PlanLegend", "TablePlanView"]
