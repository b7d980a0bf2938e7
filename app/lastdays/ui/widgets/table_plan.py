"""The plan of the table, and its legend of zones."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from lastdays.desktop import paths
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.rulebook.table_plan import MarkKind, PlanDistance, PlanMark, TablePlan, Zone, ZoneKind
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import clear_layout, grid, sentence, set_hint

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
#: The plan's least side, in pixels at 100 %.
LEAST = 200
#: The plan's greatest side, in pixels at 100 %.
MOST = 420
#: The size of the plan's text, in pixels at 100 %.
TEXT = 12
#: The size of a mark, in inches.
THING = 2.6


#: The least side of a mark's pictogram, in pixels at 100 %.
LEAST_MARK = 14
#: How far the text of a distance is from its line, in pixels at 100 %.
RIGHT_OF_LINE = 11
ABOVE_LINE = 9
#: The size of a sample in the legend, in pixels at 100 %.
SWATCH_WIDTH = 22
SWATCH_HEIGHT = 18


def draw_plan(painter: QPainter, theme: Theme, plan: TablePlan, area: QRectF) -> None:
    """Draw a plan into a square: zones, distances, texts and marks."""
    inch = area.width() / plan.side
    size = theme.pixels(TEXT)
    font = QFont(theme.body)
    font.setPixelSize(size)
    metrics = QFontMetricsF(font)
    words = []
    for word in plan.words:
        text_width = metrics.horizontalAdvance(word.text)
        words.append((word.x * inch, word.y * inch, text_width, word.text))
    for measure in plan.measures:
        text = f"{measure.inches}″"
        place = _beside_line(measure, inch, theme)
        words.append((place.x(), place.y(), metrics.horizontalAdvance(text), text))
    svg = paths.drawing("style", "plan.svg").render(
        side=area.width(),
        inch=inch,
        family=theme.body,
        size=size,
        zones=plan.zones,
        measures=plan.measures,
        words=words,
        colour=lambda token: theme.colour(token).name(),
    )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(svg.encode()).render(painter, area)
    for mark in plan.marks:
        side = max(theme.pixels(LEAST_MARK), round(THING * inch))
        size_at_100 = side * 100 / theme.percent
        drawing = theme.pixmap(pictograms.token(mark.kind), TINTS[mark.kind], size_at_100)
        centre = area.topLeft() + QPointF(mark.x, mark.y) * inch
        painter.drawPixmap(centre - QPointF(side, side) / 2, drawing)


def _beside_line(measure: PlanDistance, inch: float, theme: Theme) -> QPointF:
    """Return the place of a distance's text: right of an upright line, above a level one."""
    middle = QPointF(measure.x + measure.to_x, measure.y + measure.to_y) / 2 * inch
    is_upright = measure.x == measure.to_x
    if is_upright:
        return middle + QPointF(theme.pixels(RIGHT_OF_LINE), 0)
    return middle - QPointF(0, theme.pixels(ABOVE_LINE))


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
        theme.call_now_and_on_change(self._fit)

    def show_plan(self, plan: TablePlan) -> None:
        """Show a plan."""
        self.plan = plan
        set_hint(self, plan.described)
        self.update()

    def _fit(self) -> None:
        least = self.theme.pixels(LEAST)
        self.setMinimumSize(least, least)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(1, 1) * self.theme.pixels(LEAST + 100)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(self.minimumHeight(), min(width, self.theme.pixels(MOST)))

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
        theme.call_now_and_on_change(self._fit)

    def _fit(self) -> None:
        self.setFixedSize(self.theme.pixels(SWATCH_WIDTH), self.theme.pixels(SWATCH_HEIGHT))
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
        clear_layout(self.grid)
        for line, key in enumerate(plan.keys):
            self.grid.addWidget(_Swatch(self.theme, key.kind), line, 0, Qt.AlignmentFlag.AlignTop)
            self.grid.addWidget(sentence(key.text, "text"), line, 1)
            self.grid.setRowStretch(line, 0)
        self.grid.setRowStretch(len(plan.keys), 1)
