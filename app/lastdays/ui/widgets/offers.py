"""A table of what can be bought or recruited, and meters for the limits that fill up."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy

from lastdays.language import _
from lastdays.model.limits import Limit
from lastdays.rulebook import pictograms
from lastdays.ui.models.rows import Cell, Row, RowModel
from lastdays.ui.texts import plain
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import Plain, Wrapped
from lastdays.ui.widgets.table import Table, cell_font

#: Height of a row, of a limit, and how wide a name is, in pixels at 100 %.
ROW, LIMIT, NAME = 38, 30, 280


def offer(
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
    """Return what can be taken as a row. `edge`: a Keyword; `line`: what is said below the name;
    `why_not`: what speaks against taking it, said there instead; `taken`: how many have been;
    `drawings`: what else is drawn at the end of the name; `pack`: the content pack it comes from,
    which badges it."""
    source = _("content pack {name}", name=pack) if pack else ""
    count = f"× {taken}" if taken else ""
    dim = bool(why_not) and not taken
    badge = [(pictograms.token("pack"), "accent_text")] if pack else []
    name = Cell(
        cells[0],
        "name",
        why_not or " · ".join(filter(None, (source, line))),
        token="faint_text" if dim else "text",
        drawing=drawing,
        drawing_token="accent_text" if taken else "faint_text" if dim else "text",
        beneath_token="accent_text" if why_not and taken else "faint_text",
        end=count,
        marks=(*((drawn, "text") for drawn in drawings), *badge),
        spoken=", ".join(filter(None, (cells[0], source, line, why_not, count))),
    )
    token = "faint_text" if why_not else "text"
    figures = [Cell(text, "count", token=token) for text in cells[1:-1]]
    return Row(
        key,
        (name, *figures, Cell(cells[-1], "total", token=token)),
        detail,
        edge=f"keyword_{edge}" if edge else "",
        ground="raised" if fresh else "",
        entry=cells[0].removesuffix(" *"),  # of starred gear
    )


def offers_table(
    model: RowModel, theme: Theme, name: str, rows: int = 5, nothing: str = ""
) -> Table:
    """Return a table of offers; `nothing` is said where there are none."""
    return Table(
        model,
        name,
        theme,
        look="flat",
        heights=(ROW, ROW),
        least_rows=rows,
        most=NAME,
        keep=9999,
        nothing=nothing,
    )


class Note(Wrapped):
    """Faint text with room for so many lines, so that nothing below it moves."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", "faint")
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def heightForWidth(self, width: int) -> int:
        return max(super().heightForWidth(width), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.fontMetrics().lineSpacing() * self._lines)


class Reserved(QScrollArea):
    """Holds text that comes and goes in room for so many lines; more of it is scrolled to. With
    `middle` less of it stands in the middle, in line with what is beside it."""

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
        """Show other text, from its beginning."""
        self._text.setText(text)
        self._text.setToolTip(plain(text))
        self._fit()
        self.verticalScrollBar().setValue(0)

    def _fit(self) -> None:
        width = self.viewport().width()
        high = self._text.heightForWidth(width)
        self._text.resize(width, max(high, self.viewport().height()) if self._middle else high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self._text.fontMetrics().lineSpacing() * self._lines + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class Meters(Plain):
    """Limits that fill, two beside each other, in words too. Has room for so many always."""

    def __init__(self, theme: Theme, name: str, room_for: int = 8) -> None:
        super().__init__()
        self.theme = theme
        self._lines = (room_for + 1) // 2
        self.limits: tuple[Limit, ...] = ()
        self.setAccessibleName(name)
        theme.changed.connect(self.updateGeometry)

    def show_limits(self, limits: Sequence[Limit]) -> None:
        """Show limits; those there is no room for are left to the sentences."""
        if tuple(limits) != self.limits:
            self.limits = tuple(limits)
            text = "\n".join(limit.text for limit in limits)
            self.setToolTip(plain(text))
            self.setAccessibleDescription(text)
            self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(220), self.theme.px(LIMIT) * self._lines)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            px = self.theme.px
            half = (self.width() - px(12)) // 2
            for n, limit in enumerate(self.limits[: self._lines * 2]):
                left = (n % 2) * (half + px(12))
                self._paint(painter, QRect(left, n // 2 * px(LIMIT), half, px(LIMIT)), limit)

    def name_font(self, name: str, room: int) -> QFont:
        """Return the letters of a limit's name: smaller ones where it would be cut."""
        font = cell_font(self.theme, "label")
        for size in (14, 13, 12):
            font.setPixelSize(self.theme.px(size))
            if QFontMetrics(font).horizontalAdvance(name) <= room:
                break
        return font

    def _paint(self, painter: QPainter, rect: QRect, limit: Limit) -> None:
        theme = self.theme
        px = theme.px
        figure = f"{limit.count}/{limit.most}" + (" !" if limit.over else "")  # not colour alone
        font = cell_font(theme, "count")
        painter.setFont(font)
        width = QFontMetrics(font).horizontalAdvance(figure) + px(2)
        words = rect.adjusted(0, 0, 0, -px(9))
        painter.setPen(theme.colour("harm_text" if limit.over else "text"))
        sides = Qt.AlignmentFlag
        painter.drawText(words, int(sides.AlignRight | sides.AlignVCenter), figure)
        words.setRight(words.right() - width)
        painter.setFont(self.name_font(limit.name, words.width()))
        painter.setPen(theme.colour("faint_text"))
        mode = Qt.TextElideMode.ElideRight
        name = painter.fontMetrics().elidedText(limit.name, mode, words.width())
        painter.drawText(words, int(sides.AlignLeft | sides.AlignVCenter), name)
        bar = QRect(rect.left(), rect.bottom() - px(8), rect.width(), px(5))
        painter.fillRect(bar, theme.colour("line"))
        share = min(1.0, limit.count / limit.most) if limit.most else float(bool(limit.count))
        token = "harm" if limit.over else "accent" if share == 1.0 else "well"
        bar.setWidth(round(bar.width() * share))
        painter.fillRect(bar, theme.colour(token))
