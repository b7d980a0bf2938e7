"""A table of what can be bought or recruited, meters for limits, and text in reserved room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QScrollArea, QSizePolicy

from lastdays.language import _, dotted
from lastdays.model.limits import Limit
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Cell, Row, plain_hint
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.parts import (
    OneLine,
    Plain,
    Wrapped,
    column,
    grid,
    keep_room,
    label,
    row,
    set_hint,
)
from lastdays.ui.widgets.table import NEVER_SHRUNK, RowHeights, Table, TableDesign

#: The height of a row, in pixels at 100 %.
ROW = 38
#: The greatest width of a name, in pixels at 100 %.
NAME = 280


def offer_row(
    key: str,
    cells: Sequence[str],
    detail: str = "",
    *,
    drawing: str = "",
    edge: str = "",
    line: str = "",
    why_not: str = "",
    taken: int = 0,
    drawings: Sequence[str] = (),
    fresh: bool = False,
    pack: str = "",
) -> Row:
    """Return an offer as a row. `edge` is a Keyword, `line` a text below the name, `why_not` an
    objection that replaces it, `taken` how many have been taken, `drawings` pictograms at the end
    of the name, `pack` the content pack it comes from."""
    name, *figures, price = cells
    source = _("content pack {name}", name=pack) if pack else ""
    count = f"× {taken}" if taken else ""
    token, drawing_token, beneath_token = _tokens(objected=bool(why_not), taken=bool(taken))
    marks = [(end_drawing, "text") for end_drawing in drawings]
    if pack:
        marks.append((pictograms.token("pack"), "accent_text"))
    name_cell = Cell(
        name,
        "name",
        why_not or dotted(source, line),
        token=token,
        drawing=drawing,
        drawing_token=drawing_token,
        beneath_token=beneath_token,
        end=count,
        marks=tuple(marks),
        spoken=", ".join(filter(None, (name, source, line, why_not, count))),
    )
    figure_token = "faint_text" if why_not else "text"
    figure_cells = [Cell(figure, "count", token=figure_token) for figure in figures]
    price_cell = Cell(price, "total", token=figure_token)
    return Row(
        key,
        (name_cell, *figure_cells, price_cell),
        detail,
        edge=f"keyword_{edge}" if edge else "",
        ground="raised" if fresh else "",
        entry=name.removesuffix(" *"),  # of starred gear
    )


def _tokens(*, objected: bool, taken: bool) -> tuple[str, str, str]:
    """Return the colours of an offer's name, of its drawing, and of the line beneath."""
    if taken:
        return "text", "accent_text", "accent_text" if objected else "faint_text"
    if objected:
        return "faint_text", "faint_text", "faint_text"
    return "text", "text", "faint_text"


def offers_table(
    headings: Sequence[str], theme: Theme, name: str, rows: int = 5, nothing: str = ""
) -> Table:
    """Return a table of offers; `nothing` is shown if there are none."""
    return Table(
        headings,
        name,
        theme,
        TableDesign(
            look="flat",
            row_heights=RowHeights(ROW, ROW),
            least_rows=rows,
            most_stretched=NAME,
            least_stretched=NEVER_SHRUNK,
            empty_text=nothing,
        ),
    )


class Note(Wrapped):
    """Faint text with room for that many lines, so that nothing below it moves."""

    def __init__(self, lines: int) -> None:
        super().__init__(kind="faint")
        self._lines = lines
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def heightForWidth(self, width: int) -> int:
        return max(super().heightForWidth(width), self.minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the room that is kept: Qt would guess the height from a width of its own."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.fontMetrics().lineSpacing() * self._lines)


class Reserved(QScrollArea):
    """Text that comes and goes, in room for that many lines; more is scrolled to. With `middle`,
    less text is centred vertically."""

    def __init__(self, text: QLabel, lines: int, *, middle: bool = False) -> None:
        super().__init__()
        self._text, self._lines, self._middle = text, lines, middle
        upright = Qt.AlignmentFlag.AlignVCenter if middle else Qt.AlignmentFlag.AlignTop
        text.setAlignment(upright | Qt.AlignmentFlag.AlignLeft)
        self.setWidget(text)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """Show another text from its beginning."""
        self._text.setText(text)
        self._text.setToolTip(plain_hint(text))
        self._fit()
        self.verticalScrollBar().setValue(0)

    def _fit(self) -> None:
        """Make the text as wide as the room, and at least as high if it is centred."""
        width = self.viewport().width()
        height = self._text.heightForWidth(width)
        if self._middle:
            height = max(height, self.viewport().height())
        self._text.resize(width, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self._text.fontMetrics().lineSpacing() * self._lines + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class _Meter:
    """The name of a limit, its figure and its bar."""

    def __init__(self) -> None:
        self._name = OneLine("limitname")
        self._figure = label(kind="limit")
        self._bar = QProgressBar(textVisible=False)
        self._bar.setProperty("kind", "limit")
        keep_room(self._bar)
        head = row((self._name, 1), self._figure, spacing=2)
        self.layout = column(head, self._bar, spacing=0)

    def clear(self) -> None:
        """Show nothing, in the same room."""
        self._bar.hide()
        self._name.setText("")
        self._figure.clear()

    def show_limit(self, limit: Limit) -> None:
        """Show a limit: an exceeded one also by a mark, not by colour alone."""
        over = " !" if limit.over else ""
        self._name.setText(limit.name)
        self._figure.setText(f"{limit.count}/{limit.most}{over}")
        self._bar.show()
        self._bar.setMaximum(max(1, limit.most))
        self._bar.setValue(min(limit.count, self._bar.maximum()))
        if limit.over:
            state = "over"
        elif self._bar.value() == self._bar.maximum():
            state = "full"
        else:
            state = ""
        set_style_properties(self._figure, state=state)
        set_style_properties(self._bar, state=state)


class Meters(Plain):
    """Meters of limits in two columns, also in words, with room for a fixed number."""

    def __init__(self, name: str, room_for: int = 8) -> None:
        super().__init__()
        self.setAccessibleName(name)
        in_two_columns = grid(4, 12)
        self.setLayout(in_two_columns)
        self._meters = [_Meter() for _n in range(room_for)]
        for n, meter in enumerate(self._meters):
            line, side = divmod(n, 2)
            in_two_columns.addLayout(meter.layout, line, side)
            in_two_columns.setColumnStretch(side, 1)

    def show_limits(self, limits: Sequence[Limit]) -> None:
        """Show limits; those beyond the room are only in the description."""
        set_hint(self, "\n".join(limit.text for limit in limits))
        for n, meter in enumerate(self._meters):
            if n < len(limits):
                meter.show_limit(limits[n])
            else:
                meter.clear()
