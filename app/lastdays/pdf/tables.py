"""Tables on cards and pages: names and figures get the width they need, text what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lastdays.language import _
from lastdays.pdf.content import SheetRow, SheetTable
from lastdays.pdf.fonts import Style
from lastdays.pdf.rows import TO_BASELINE, Fit, Gap, Mark, Row, Words
from lastdays.pdf.typesetting import LEAST, Span, TextLine, words_of

#: The most columns of figures that are set wide apart; more of them are set closer.
_FIGURES = 9
#: The room for a pictogram before a cell, in sizes of the text.
_CELL_PICTURE = 1.45
#: What a column is wider than its text, in points, so that rounding never breaks a line.
_ROUNDING = 0.5
_STYLES: dict[str, Style] = {"name": "strong", "figure": "strong", "text": "text"}
#: The kinds of column that shrink in a table that is too wide: texts, together down to this share
#: of its width, then names down to their longest word, then texts, too.
_GIVING = (("text", 0.4), ("name", 0.0), ("text", 0.0))


def table_block(table: SheetTable, title: str, fit: Fit) -> list[Row]:
    """Set a table at the width of a column; where it continues in another, its title and head are
    repeated."""
    if not table.rows and not table.drawings:
        return []
    setter = _Setter(table, fit)
    rows = setter.head("")
    repeated = setter.head(title)
    for place, sheet_row in enumerate(table.rows):
        row = setter.row(sheet_row)
        if repeated:
            row.head = repeated[0]
        if place % 2 == 1:
            tint = Mark("fill", x=-2, width=fit.width + 4, height=row.height, tone="tint", down=0)
            row.marks.insert(0, tint)
        edge = Mark("fill", x=-4, width=2.5, height=row.height, tone=sheet_row.keyword, down=0)
        row.marks.append(edge)
        rows.append(row)
    rows.append(Gap(fit.size * 0.35 * fit.gap))
    return rows


class _Setter:
    """The columns of a table at one width and size."""

    def __init__(self, table: SheetTable, fit: Fit) -> None:
        self.table = table
        self.fit = fit
        self.heading_size = max(LEAST, fit.size * 0.8)
        self.picture = 0.0
        if any(row.drawing for row in table.rows):
            self.picture = fit.size * 1.3
        self.drawings = table.drawings or ("",) * len(table.heads)
        gaps = self._gaps()
        left = self.picture * 1.27
        self.widths = self._column_widths(fit.width - left - sum(gaps[1:]))
        self.starts = [left]
        for width, gap in zip(self.widths, gaps[1:], strict=False):
            self.starts.append(self.starts[-1] + (width + gap))

    def _gaps(self) -> list[float]:
        """Return the gap before each column: smaller ones between many figures."""
        kinds = self.table.kinds
        has_many_figures = kinds.count("figure") > _FIGURES
        gaps = []
        for kind in kinds:
            if not has_many_figures:
                factor = 0.7
            elif kind == "name":
                factor = 1.4
            else:
                factor = 0.4
            gaps.append(self.fit.size * factor)
        return gaps

    def _column_widths(self, room: float) -> list[float]:
        kinds = self.table.kinds
        widths = [self._natural_width(column) for column in range(len(kinds))]
        for giving, share in _GIVING:
            least = room * share / (kinds.count("text") or 1)
            widths = self._shrunk(widths, room, giving, least)
        takers = [kind == "text" or "text" not in kinds for kind in kinds]
        extra = max(0.0, room - sum(widths)) / sum(takers)
        return [width + extra * takes for width, takes in zip(widths, takers, strict=True)]

    def _shrunk(self, widths: list[float], room: float, giving: str, least: float) -> list[float]:
        """Return widths that are together as wide as the room, if columns of the kind that is
        `giving` have enough to give; each keeps the `least` width, and its longest word."""
        spare = []
        for n, width in enumerate(widths):
            gives = self.table.kinds[n] == giving
            spare.append(max(0.0, width - max(least, self._word(n))) * gives)
        too_wide = max(0.0, sum(widths) - room)
        share = min(1.0, too_wide / (sum(spare) or 1.0))
        return [width - give * share for width, give in zip(widths, spare, strict=True)]

    def _natural_width(self, column: int) -> float:
        """Return how wide a column is with every cell on one line."""
        type_ = self.fit.type_
        widest = 0.0
        if self.table.heads:
            heading = self.table.heads[column].upper()
            widest = type_.width(heading, "label") * self.heading_size
            if self.drawings[column]:
                widest += self.heading_size * 1.6
        style = _STYLES[self.table.kinds[column]]
        for text in self._texts(column):
            text_width = type_.width(text, style) * self.fit.size
            widest = max(widest, text_width)
        return widest + self._picture_room(column) + _ROUNDING

    def _picture_room(self, n: int) -> float:
        """Return the room for the pictograms before the cells of a column, 0 without any."""
        for row in self.table.rows:
            if any(n in line for line in row.cell_drawings):
                return self.fit.size * _CELL_PICTURE
        return 0.0

    def _word(self, n: int) -> float:
        """Return the width of a column's longest word, at most a third of the table, less if
        several columns have names."""
        longest = 0.0
        for text in self._texts(n):
            for word in words_of(text):
                longest = max(longest, self.fit.type_.width(word, "strong"))
        name_columns = self.table.kinds.count("name")
        most = self.fit.width / max(3, name_columns**2)
        return min(longest * self.fit.size + (self._picture_room(n) + 0.5), most)

    def _texts(self, n: int) -> list[str]:
        texts = []
        for row in self.table.rows:
            texts.append(row.cells[n])
            texts.extend(cells[n] for cells in row.more)
        return texts

    def head(self, title: str) -> list[Row]:
        """Return the head of the table, if it has one; below a title if the table continues in
        another column."""
        type_ = self.fit.type_
        small = self.heading_size
        heads = self.table.heads if any(self.table.heads) else ()
        if not title and not heads:
            return []
        cells: list[list[Words]] = [[] for _head in self.table.heads or ("",)]
        marks: list[Mark] = []
        baseline = small
        if title:
            line = type_.line(title.upper(), "head")
            cells[0].append(Words(0, line, small, tone="accent", down=baseline))
            if heads:
                baseline += small * 1.3
        for n, (text, drawing) in enumerate(zip(heads, self.drawings, strict=False)):
            label = type_.line(text.upper(), "label")
            x = self._line_start(n, label, small)
            if drawing:
                side = small * 1.3
                marks.append(
                    Mark(
                        "picture",
                        x=x,
                        width=side,
                        height=side,
                        drawing=drawing,
                        down=baseline - side * 0.85,
                    )
                )
                x += side * 1.2
            cells[n].append(Words(x, label, small, tone="faint", down=baseline))
        return [table_head(cells, baseline + small * 0.35, self.fit.width, marks)]

    def _line_start(self, n: int, line: TextLine, size: float) -> float:
        """Return where a line begins: figures are centred in their column."""
        if self.table.kinds[n] != "figure":
            return self.starts[n]
        spare = self.widths[n] - line.width * size
        return self.starts[n] + max(0.0, spare / 2)

    def row(self, row: SheetRow) -> Row:
        """Return a row, as high as its tallest cell."""
        fit = self.fit
        leading = fit.size * fit.leading
        pad = fit.size * (0.12 + 0.14 * fit.gap)
        first_baseline = pad + leading / 2 + fit.size * TO_BASELINE
        baseline = first_baseline
        cells: list[list[Words]] = [[] for _kind in self.table.kinds]
        marks: list[Mark] = []
        for place, texts in enumerate((row.cells, *row.more)):
            pictures = row.cell_drawings[place] if place < len(row.cell_drawings) else {}
            marks += self._pictures(pictures, baseline)
            most_lines = 1
            for n, text in enumerate(texts):
                lines = self._wrapped(n, text)
                for line_number, line in enumerate(lines):
                    x = self._line_start(n, line, fit.size) + self._picture_room(n)
                    cells[n].append(Words(x, line, fit.size, down=baseline + line_number * leading))
                most_lines = max(most_lines, len(lines))
            baseline += leading * most_lines
        if row.note or row.boxes:
            x = self.starts[0]
            boxes = self._boxes(row.boxes, baseline)
            marks += boxes
            end = boxes[0].x - fit.size if boxes else fit.width
            note = fit.type_.wrapped((Span(row.note),), (end - x) / fit.size)
            cells.append([])
            for line_number, line in enumerate(note):
                down = baseline + line_number * leading
                cells[-1].append(Words(x, line, fit.size, tone="faint", down=down))
            baseline += leading * max(1, len(note))
        height = max(baseline - first_baseline, self.picture) + 2 * pad
        marks.append(ruled_off(height, fit.width))
        if row.drawing:
            middle = first_baseline - fit.size * TO_BASELINE
            marks.append(
                Mark(
                    "picture",
                    x=0,
                    width=self.picture,
                    height=self.picture,
                    drawing=row.drawing,
                    down=middle - self.picture / 2,
                )
            )
        return Row(height, cells, marks, tag="TR")

    def _pictures(self, pictures: Mapping[int, str], baseline: float) -> Iterator[Mark]:
        """Yield the pictograms before the cells of a line, by column."""
        side = self.fit.size * _CELL_PICTURE * 0.85
        middle = baseline - self.fit.size * TO_BASELINE
        for n, drawing in pictures.items():
            yield Mark(
                "picture",
                x=self.starts[n],
                width=side,
                height=side,
                drawing=drawing,
                down=middle - side / 2,
            )

    def _boxes(self, count: int, baseline: float) -> list[Mark]:
        """Return boxes to cross off at the right of a line, with a drop before them."""
        if not count:
            return []
        side = self.fit.size * 0.95
        step = side * 1.2
        down = baseline - side * 0.85
        x = self.fit.width - step * (count + 1)
        marks = [Mark("drop", x=x, width=side, height=side, down=down)]
        for n in range(1, count + 1):
            marks.append(Mark("box", x=x + n * step, width=side, height=side, down=down))
        return marks

    def _wrapped(self, n: int, text: str) -> list[TextLine]:
        """Break a text into lines as wide as its column."""
        span = Span(text, _STYLES[self.table.kinds[n]])
        width = self.widths[n] - self._picture_room(n)
        return self.fit.type_.wrapped((span,), (width + 0.1) / self.fit.size)


def ruled_off(height: float, width: float) -> Mark:
    """Return the line below a row of a table."""
    return Mark("rule", x=0, width=width, height=0.3, tone="line", down=height - 0.15)


def table_head(
    cells: Sequence[list[Words]], height: float, width: float, marks: Sequence[Mark] = ()
) -> Row:
    """Return the head of a table, with a line in colour below it."""
    rule = Mark("rule", x=0, width=width, height=0.8, tone="accent", down=height - 0.4)
    return Row(height, cells, [*marks, rule], keep=True, tag="TH")


def shooting_heads() -> tuple[str, ...]:
    """Return the heads of the columns for weapons that shoot."""
    return _("Range"), _("hit"), _("zombie"), _("dmg"), _("RoF"), _("KB"), _("Reload")


def fighting_heads() -> tuple[str, ...]:
    """Return the heads of the columns for weapons of close combat."""
    return _("CQC"), _("defend"), _("damage"), _("head")


def state_names() -> dict[str, str]:
    """Return what each state's pictogram means, in the order of the boxes."""
    return {
        "locked": _("Locked and Loaded"),
        "run": _("Run"),
        "panic": _("panicked"),
        "supply": _("Supply Token"),
    }
