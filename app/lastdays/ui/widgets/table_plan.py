"""The plan of the table, and its legend of zones."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from lastdays.desktop import paths
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.rulebook.table_plan import MarkKind, PlanMark, TablePlan, Zone, ZoneKind
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import clear, describe, grid, sentence

#: The colours of marks on the table.
TINTS = {
    "supply": "accent_text",
    "zombie": "well_text",
    "captive": "harm_text",
    "vehicle": "text",
    "tower": "text",
}
#: The marks of kinds of zones in the legend, and the kinds without an area.
THINGS: dict[ZoneKind, MarkKind] = {
    "tokens": "supply", "zombies": "zombie", "captive": "captive", "vehicle": "vehicle",
    "tower": "tower",
}  # fmt: skip
ALONE = ("captive", "vehicle", "tower")
#: The plan's least and greatest side and its text, in pixels at 100 %; the size of a mark in inches.
LEAST, MOST, TEXT, THING = 200, 420, 12, 2.6


def draw_plan(painter: QPainter, theme: Theme, plan: TablePlan, area: QRectF) -> None:
    """Draw a plan into a square: zones, distances, texts and marks."""
    inch, size = area.width() / plan.side, theme.px(TEXT)
    font = QFont(theme.body)
    font.setPixelSize(size)
    words = [(word.x * inch, word.y * inch, word.text) for word in plan.words]
    for measure in plan.measures:
        upright = measure.x == measure.to_x
        x, y = (measure.x + measure.to_x) / 2 * inch, (measure.y + measure.to_y) / 2 * inch
        x, y = (x + theme.px(11), y) if upright else (x, y - theme.px(9))
        words.append((x, y, f"{measure.inches}″"))
    wide = QFontMetricsF(font).horizontalAdvance
    svg = paths.drawing("style", "plan.svg").render(
        side=area.width(),
        inch=inch,
        family=theme.body,
        size=size,
        zones=plan.zones,
        measures=plan.measures,
        words=[(x, y, wide(text), text) for x, y, text in words],
        colour=lambda token: theme.colour(token).name(),
    )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(svg.encode()).render(painter, area)
    for mark in plan.marks:
        side = max(theme.px(14), round(THING * inch))
        drawn = theme.pixmap(
            pictograms.token(mark.kind), TINTS[mark.kind], side * 100 / theme.percent
        )
        at = area.topLeft() + QPointF(mark.x, mark.y) * inch - QPointF(side, side) / 2
        painter.drawPixmap(at, drawn)


class TablePlanView(QWidget):
    """The table from above; its accessible description says what it shows."""

    spoken_role = QAccessible.Role.Graphic

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.plan = TablePlan(1)
        self.setAccessibleName(_("Plan of the table"))
        square = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        square.setHeightForWidth(True)
        self.setSizePolicy(square)
        theme.follow(self._fit)

    def show_plan(self, plan: TablePlan) -> None:
        """Show a plan."""
        self.plan = plan
        describe(self, plan.described)
        self.update()

    def _fit(self) -> None:
        least = self.theme.px(LEAST)
        self.setMinimumSize(least, least)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(1, 1) * self.theme.px(LEAST + 100)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(self.minimumHeight(), min(width, self.theme.px(MOST)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        length = min(self.width(), self.height()) - 2
        table = QRectF((self.width() - length) / 2, 1, length, length)
        with QPainter(self) as painter:
            painter.fillRect(table, self.theme.colour("ground"))
            draw_plan(painter, self.theme, self.plan, table)
            painter.setPen(QPen(self.theme.colour("edge"), 1.5))
            painter.drawRect(table)


class _Swatch(QLabel):
    """A sample of a kind of zone."""

    def __init__(self, theme: Theme, kind: ZoneKind) -> None:
        super().__init__()
        self.theme = theme
        zones = () if kind in ALONE else (Zone(kind, 0.2, 0.2, 3.6, 2.8),)
        marks = (PlanMark(THINGS[kind], 2, 1.6),) if kind in THINGS else ()
        self.plan = TablePlan(4, zones, marks)
        theme.follow(self._fit)

    def _fit(self) -> None:
        self.setFixedSize(self.theme.px(22), self.theme.px(18))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            draw_plan(painter, self.theme, self.plan, QRectF(0, 0, self.width(), self.width()))


class PlanLegend(QWidget):
    """A line for each kind of zone that says what it means."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.grid = grid(3, 8)
        self.grid.setColumnStretch(1, 1)
        self.setLayout(self.grid)

    def show_plan(self, plan: TablePlan) -> None:
        """Show the legend of a plan."""
        clear(self.grid)
        for n, key in enumerate(plan.keys):
            self.grid.addWidget(_Swatch(self.theme, key.kind), n, 0, Qt.AlignmentFlag.AlignTop)
            self.grid.addWidget(sentence(key.text, "text"), n, 1)
            self.grid.setRowStretch(n, 0)
        self.grid.setRowStretch(len(plan.keys), 1)
