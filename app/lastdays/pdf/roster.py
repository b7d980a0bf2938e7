"""The rows of the roster, with figures and weapons as they are in a member's hands, and of the
zombie sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lastdays.language import _
from lastdays.pdf.content import Cell, RosterLine, WeaponLine
from lastdays.pdf.fonts import Style
from lastdays.pdf.shapes import KEYWORDS, Pen
from lastdays.pdf.tables import (
    RowWords,
    TableStrip,
    TokenMark,
    Tone,
    fighting_heads,
    shooting_heads,
)
from lastdays.pdf.typesetting import LEAST, Block, Fit, Flowable, Gap, Span, TextLine, Type

#: The width of a Keyword's edge before a row, in points.
_EDGE = 2.5
#: Names get no less than this share of the page's width.
_NAME_LEAST = 0.13

Words = list[tuple[RowWords, float]]


@dataclass
class RosterStrip(TableStrip):
    """A member's row, with the Keyword's colour at its edge."""

    colour: str = ""

    def draw(self, pen: Pen, x: float, top: float) -> None:
        super().draw(pen, x, top)
        if pen.ink.band is not None and self.colour in KEYWORDS:
            pen.fill(KEYWORDS[self.colour])
            box = (x - 2, top - self.height, _EDGE, self.height)
            pen.canvas.rect(*box, stroke=0, fill=1)


@dataclass(frozen=True)
class RosterBlock(Block):
    """All members under one head."""

    rows: tuple[RosterLine, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        if not self.rows:
            return []
        setter = _Roster(self.rows, type_, width, fit)
        head = setter.head()
        made: list[Flowable] = [head]
        for n, row in enumerate(self.rows):
            strip = setter.row(row)
            strip.head, strip.tinted = head, n % 2 == 1
            made.append(strip)
        return [*made, Gap(fit.size * 0.4)]


class _Roster:
    """The columns of a roster at one width and size."""

    def __init__(self, rows: Sequence[RosterLine], type_: Type, width: float, fit: Fit) -> None:
        self.type_, self.width, self.fit = type_, width, fit
        s = fit.size
        self.small = max(LEAST, s * 0.8)
        self.leading = s * max(1.07, fit.leading - 0.06)
        self.pad = s * 0.2 * fit.gap
        self.left = _EDGE + s * 2.1
        labels = [cell.label for cell in rows[0].cells]
        guns = [w for row in rows for w in row.weapons if w.shoots]
        blades = [w for row in rows for w in row.weapons if not w.shoots]
        figures = [
            self._need(label, (row.cells[n] for row in rows)) for n, label in enumerate(labels)
        ]
        shoot = self._weapon_needs(shooting_heads(), guns)
        fight = self._weapon_needs(fighting_heads(), blades)
        texts = [
            max(max(self._wide(row.name, "strong"), self._wide(row.kind, "text")) for row in rows),
            max((self._wide(w.name, "strong") for w in guns), default=0.0),
            max((self._wide(w.name, "strong") for w in blades), default=0.0),
        ]
        taken = self.left + sum(figures) + sum(shoot) + sum(fight) + s * 4
        room = max(width - taken, s * 12)
        if sum(texts) > room:
            texts = _shared(texts, room, width * _NAME_LEAST)
        spare = max(0.0, room - sum(texts))
        texts[0] += spare * 0.3
        each = spare * 0.7 / (len(figures) + len(shoot) + len(fight))
        x = self.left
        self.name, self.name_wide = x, texts[0]
        x += texts[0] + s
        self.figures, x = _middles(x, figures, each)
        self.extras = self.name + texts[0] + s
        x += s * 1.2
        self.shoot_name, self.shoot_wide = x, texts[1]
        self.shoot, x = _middles(x + texts[1] + s * 0.4, shoot, each)
        x += s * 1.0
        self.fight_name, self.fight_wide = x, texts[2]
        self.fight, x = _middles(x + texts[2] + s * 0.4, fight, each)
        self.labels = labels

    def _wide(self, text: str, style: Style) -> float:
        return self.type_.width(text, style) * self.fit.size

    def _need(self, label: str, cells: Iterable[Cell]) -> float:
        found = [self.type_.width(label.upper(), "label") * self.small]
        for cell in cells:
            more = self.type_.width(f"({cell.before})", "text") * LEAST if cell.before else 0.0
            found.append(self._wide(cell.text, "strong") + 2 * more)
        return max(found) + self.fit.size * 0.45

    def _weapon_needs(self, heads: tuple[str, ...], lines: Sequence[WeaponLine]) -> list[float]:
        """Return the width of each figure of these weapons; none if nobody has one."""
        if not lines:
            return []
        return [
            self._need(label, (Cell("", line.row[n].text) for line in lines))
            for n, label in enumerate(heads)
        ]

    def head(self) -> TableStrip:
        """Return the head over all columns."""
        down = self.small
        words: Words = []

        def add(text: str, x: float, tone: Tone, middle: bool) -> None:
            line = self.type_.line(Span(text.upper(), "label"))
            at = x - line.width * self.small / 2 if middle else x
            words.append((RowWords(at, line, self.small, tone), down))

        add(_("Name"), self.name, "faint", middle=False)
        for label, x in zip(self.labels, self.figures, strict=True):
            add(label, x, "faint", middle=True)
        for text, start, heads, middles in (
            (_("Shoot"), self.shoot_name, shooting_heads(), self.shoot),
            (_("Fight"), self.fight_name, fighting_heads(), self.fight),
        ):
            if middles:
                add(text, start, "accent", middle=False)
                for label, x in zip(heads, middles, strict=True):
                    add(label, x, "faint", middle=True)
        return TableStrip(tuple(words), (), self.small * 1.4, self.width, keep=True, rule="accent")

    def row(self, row: RosterLine) -> RosterStrip:
        """Return a member's row."""
        s, words = self.fit.size, list[tuple[RowWords, float]]()
        first = self.pad + s * 0.78 + (self.leading - s) / 2
        named = self._lines(row.name, "strong", self.name, self.name_wide, first, words)
        named += self._lines(
            row.kind,
            "text",
            self.name,
            self.name_wide,
            first + named * self.leading,
            words,
            "faint",
        )
        for cell, middle in zip(row.cells, self.figures, strict=True):
            self._figure(cell, middle, first, words)
        guns = self._weapons(
            (w for w in row.weapons if w.shoots),
            (self.shoot_name, self.shoot_wide),
            self.shoot,
            first,
            words,
        )
        blades = self._weapons(
            (w for w in row.weapons if not w.shoots),
            (self.fight_name, self.fight_wide),
            self.fight,
            first,
            words,
        )
        after = max(1, guns, blades)
        for text, tone in ((_joined(row.gear, row.skills), "text"), (row.injuries, "down")):
            down = first + after * self.leading
            room = self.width - self.extras
            after += self._lines(text, "text", self.extras, room, down, words, tone)  # type: ignore[arg-type]
        height = max(named, after) * self.leading + 2 * self.pad
        marks: tuple[tuple[TokenMark, float], ...] = ()
        if row.drawing:
            side = s * 1.7
            mark = TokenMark("picture", _EDGE, side, side, row.drawing)
            marks = ((mark, self.pad + 0.4),)
        return RosterStrip(tuple(words), marks, height, self.width, colour=row.colour)

    def _lines(
        self,
        text: str,
        style: Style,
        x: float,
        room: float,
        down: float,
        words: Words,
        tone: Tone = "text",
    ) -> int:
        """Add a text in as many lines as it needs; return how many."""
        if not text:
            return 0
        s = self.fit.size
        lines = self.type_.wrapped((Span(text, style),), (room + 0.1) / s)
        for n, line in enumerate(lines):
            words.append((RowWords(x, line, s, tone), down + n * self.leading))
        return len(lines)

    def _figure(self, cell: Cell, middle: float, down: float, words: Words) -> None:
        """Add a figure in the middle of its column, the printed one small beside it."""
        s = self.fit.size
        line = self.type_.line(Span(cell.text, "strong"))
        x = middle - line.width * s / 2
        words.append((RowWords(x, line, s), down))
        if cell.before:
            before = self.type_.line(Span(f"({cell.before})"))
            words.append((RowWords(x + line.width * s + 0.8, before, LEAST, "faint"), down))

    def _weapons(
        self,
        lines: Iterable[WeaponLine],
        place: tuple[float, float],
        middles: Sequence[float],
        first: float,
        words: Words,
    ) -> int:
        """Add weapons below each other; return how many lines they take."""
        s, used = self.fit.size, 0
        for weapon in lines:
            down = first + used * self.leading
            taken = self._lines(weapon.name, "strong", *place, down, words)
            for cell, middle in zip(weapon.row, middles, strict=True):
                line = self.type_.line(Span(cell.text, "text"))
                tone: Tone = "up" if cell.before else "text"
                words.append((RowWords(middle - line.width * s / 2, line, s, tone), down))
            used += max(1, taken)
        return used


def _joined(*texts: str) -> str:
    return " · ".join(text for text in texts if text)


def _middles(x: float, needs: Sequence[float], more: float) -> tuple[list[float], float]:
    """Return the middle of each column from `x` on, and where they end."""
    found = []
    for need in needs:
        found.append(x + (need + more) / 2)
        x += need + more
    return found, x


def _shared(wanted: list[float], room: float, least: float) -> list[float]:
    """Share the room among names: the widest give way first."""
    most = max(wanted)
    while sum(min(wide, most) for wide in wanted) > room and most > least * 0.5:
        most *= 0.97
    return [min(wide, most) for wide in wanted]


#: The height of a row, of the size of its text: a counter of 8 mm lies on a ring.
_HEIGHT = 3.7
_GAP = 18.0


@dataclass(frozen=True)
class ZombieRows(Block):
    """A number of zombies in two columns, with `knockback` rings for each, under the two names."""

    count: int
    knockback: int
    names: tuple[str, str]
    drawings: tuple[str, str]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        each = (width - _GAP) / 2
        half = (self.count + 1) // 2
        numbers = [[n, n + half] if n + half <= self.count else [n] for n in range(1, half + 1)]
        head = self._head(type_, each, s)
        made: list[Flowable] = [head]
        for pair in numbers:
            row = self._row([type_.line(Span(str(n), "head")) for n in pair], each, s, width)
            row.head = head
            made.append(row)
        return [*made, Gap(s * 0.8)]

    def _places(self, each: float, s: float) -> tuple[float, float, float]:
        """Return where the rings and the box begin, and how wide one is."""
        ring = s * 1.9
        box = each - ring
        return box - s * 1.2 - self.knockback * ring * 1.1, box, ring

    def _head(self, type_: Type, each: float, s: float) -> TableStrip:
        """Return the names of rings and box, over both columns."""
        rings, box, ring = self._places(each, s)
        words, marks = [], []
        side = s * 1.3
        height = s * 1.9
        for x in (0.0, each + _GAP):
            marks.append((TokenMark("picture", x + rings, side, side, self.drawings[0]), s * 0.3))
            name = type_.line(Span(self.names[0], "label"))
            words.append((RowWords(x + rings + side * 1.25, name, s, "faint"), s * 1.3))
            at = x + box + (ring - side) / 2
            marks.append((TokenMark("picture", at, side, side, self.drawings[1]), s * 0.3))
        return TableStrip(
            tuple(words), tuple(marks), height, 2 * each + _GAP, keep=True, rule="accent"
        )

    def _row(self, numbers: list[TextLine], each: float, s: float, width: float) -> TableStrip:
        rings, box, ring = self._places(each, s)
        height = s * _HEIGHT
        down = (height - ring) / 2
        words, lines = [], []
        marks: list[tuple[TokenMark, float]] = []
        for n, number in enumerate(numbers):
            x = n * (each + _GAP)
            words.append((RowWords(x, number, s * 1.6), height * 0.5 + s * 0.55))
            lines.append((x + s * 2.4, rings - s * 3.2, height * 0.5 + s * 0.55))
            marks += [
                (TokenMark("ring", x + rings + k * ring * 1.1, ring, ring), down)
                for k in range(self.knockback)
            ]
            marks.append((TokenMark("box", x + box, ring, ring), down))
        return TableStrip(tuple(words), tuple(marks), height, width, lines=tuple(lines))
