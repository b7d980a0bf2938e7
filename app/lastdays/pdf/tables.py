"""Tables on cards and pages: names and figures get the width they need, text what is left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from lastdays.language import _
from lastdays.pdf.content import SheetRow, SheetTable
from lastdays.pdf.fonts import Style
from lastdays.pdf.rows import Fit, Gap, Mark, Row, Words
from lastdays.pdf.typesetting import LEAST, Span, TextLine, words_of

#: The most columns of figures that are set wide apart; more of them are set closer.
_FIGURES = 8
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
    made = setter.head("")
    again = next(iter(setter.head(title)), None)
    for n, one in enumerate(table.rows):
        row = setter.row(one)
        row.head = again
        if n % 2:
            row.marks.insert(
                0, Mark("fill", x=-2, width=fit.width + 4, height=row.height, tone="tint", down=0)
            )
        row.marks.append(Mark("fill", x=-4, width=2.5, height=row.height, tone=one.keyword, down=0))
        made.append(row)
    return [*made, Gap(fit.size * 0.35 * fit.gap)]


class _Setter:
    """The columns of a table at one width and size."""

    def __init__(self, table: SheetTable, fit: Fit) -> None:
        self.table, self.fit = table, fit
        self.small = max(LEAST, fit.size * 0.8)
        self.picture = fit.size * 1.3 if any(row.drawing for row in table.rows) else 0.0
        self.drawings = table.drawings or ("",) * len(table.heads)
        many = table.kinds.count("figure") > _FIGURES
        gaps = [
            fit.size * (0.7 if not many else 1.4 if kind == "name" else 0.4) for kind in table.kinds
        ]
        left = self.picture * 1.27
        self.wides = self._wides(fit.width - left - sum(gaps[1:]))
        steps = (wide + gap for wide, gap in zip(self.wides, gaps[1:], strict=False))
        self.starts = [*accumulate(steps, initial=left)]

    def _wides(self, room: float) -> list[float]:
        """Return the width of each column; room left over goes to texts, or to all if there are
        none."""
        kinds, places = self.table.kinds, range(len(self.table.kinds))
        wides = [self._natural(n) for n in places]
        for giving, share in _GIVING:
            least = room * share / (kinds.count("text") or 1)
            give = [
                max(0.0, wides[n] - max(least, self._word(n))) * (kinds[n] == giving)
                for n in places
            ]
            part = min(1.0, max(0.0, sum(wides) - room) / (sum(give) or 1.0))
            wides = [wides[n] - give[n] * part for n in places]
        takers = [kind == "text" or "text" not in kinds for kind in kinds]
        each = max(0.0, room - sum(wides)) / sum(takers)
        return [wides[n] + each * takers[n] for n in places]

    def _natural(self, n: int) -> float:
        """Return how wide a column is with every cell on one line."""
        table, head = self.table, 0.0
        if table.heads:
            head = self.fit.type_.width(table.heads[n].upper(), "label") * self.small
            head += self.small * 1.6 if self.drawings[n] else 0.0
        style = _STYLES[table.kinds[n]]
        wides = (self.fit.type_.width(text, style) * self.fit.size for text in self._texts(n))
        return max((head, *wides)) + 0.5

    def _word(self, n: int) -> float:
        """Return the width of a column's longest word, at most a third of the table, less if
        several columns have names."""
        words = {word for text in self._texts(n) for word in words_of(text)}
        longest = max((self.fit.type_.width(word, "strong") for word in words), default=0.0)
        most = self.fit.width / max(3, self.table.kinds.count("name") ** 2)
        return min(longest * self.fit.size + 0.5, most)

    def _texts(self, n: int) -> list[str]:
        return [cells[n] for row in self.table.rows for cells in (row.cells, *row.more)]

    def head(self, title: str) -> list[Row]:
        """Return the head of the table, if it has one; below a title if the table continues in
        another column."""
        type_, small, down = self.fit.type_, self.small, self.small
        cells: list[list[Words]] = [[] for _head in self.table.heads or ("",)]
        marks: list[Mark] = []
        if title:
            line = type_.line(title.upper(), "head")
            cells[0].append(Words(0, line, small, tone="accent", down=down))
        heads = self.table.heads if any(self.table.heads) else ()
        if title and heads:
            down += small * 1.3
        for n, (text, drawing) in enumerate(zip(heads, self.drawings, strict=False)):
            label = type_.line(text.upper(), "label")
            x, side = self._at(n, label, small), small * 1.3
            if drawing:
                marks.append(
                    Mark(
                        "picture",
                        x=x,
                        width=side,
                        height=side,
                        drawing=drawing,
                        down=down - side * 0.85,
                    )
                )
                x += side * 1.2
            cells[n].append(Words(x, label, small, tone="faint", down=down))
        if not title and not heads:
            return []
        return [table_head(cells, down + small * 0.35, self.fit.width, marks)]

    def _at(self, n: int, line: TextLine, size: float) -> float:
        """Return where a line begins: figures are centred in their column."""
        if self.table.kinds[n] != "figure":
            return self.starts[n]
        return self.starts[n] + max(0.0, (self.wides[n] - line.width * size) / 2)

    def row(self, row: SheetRow) -> Row:
        """Return a row, as high as its tallest cell."""
        type_, width, size, leading, gap = self.fit
        step, pad, side = size * leading, size * (0.12 + 0.14 * gap), self.picture
        cells: list[list[Words]] = [[] for _kind in self.table.kinds]
        down = first = pad + step / 2 + size * 0.34
        for texts in (row.cells, *row.more):
            most = 1
            for n, text in enumerate(texts):
                span = Span(text, _STYLES[self.table.kinds[n]])
                lines = type_.wrapped((span,), (self.wides[n] + 0.1) / size)
                cells[n] += [
                    Words(self._at(n, line, size), line, size, down=down + k * step)
                    for k, line in enumerate(lines)
                ]
                most = max(most, len(lines))
            down += step * most
        if row.note:
            x = self.starts[0]
            lines = type_.wrapped((Span(row.note),), (width - x) / size)
            cells.append(
                [
                    Words(x, line, size, tone="faint", down=down + k * step)
                    for k, line in enumerate(lines)
                ]
            )
            down += step * len(lines)
        height = max(down - first, side) + 2 * pad
        marks = [ruled_off(height, width)]
        if row.drawing:
            at = first - size * 0.34 - side / 2
            marks.append(
                Mark("picture", x=0, width=side, height=side, drawing=row.drawing, down=at)
            )
        return Row(height, cells, marks, tag="TR")


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
