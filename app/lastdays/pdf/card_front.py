"""The front of a Character card, to be played on: tracks whose cells take a cube, weapons under one
head, what the member can do. Everything stands on one grid, alike on all cards of a size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, product

from lastdays.language import _, chained
from lastdays.pdf import shapes
from lastdays.pdf.content import CharacterCard, PrintedLine, WeaponLine
from lastdays.pdf.fonts import Style
from lastdays.pdf.imposition import MM, TRACK_CELLS, Layout, cell_of
from lastdays.pdf.shapes import Pen
from lastdays.pdf.tables import (
    RowWords,
    Shape,
    Strip,
    TableStrip,
    TokenMark,
    Tone,
    draw_mark,
    fighting_heads,
    shooting_heads,
    state_names,
    tone_of,
)
from lastdays.pdf.typesetting import LEAST, Flowable, Gap, Span, TextLine, Type, draw_line
from lastdays.rulebook import pictograms
from lastdays.values import Value

#: A noise track ends here; the sixth token draws a zombie for certain (p. 39).
NOISE_MOST, NOISE_SURE = 8, 6
#: What stands on a blank card: Damage Capacity and Reload Number have so many cells.
_BLANK_DAMAGE, _BLANK_RELOAD = 6, 10
#: So many lines of a weapon's name stand beside its figures.
_NAME_LINES = 3
#: The widest figures that a column is made for.
_WIDEST = ("24″", "4+", "4+", "+10", "2", "3"), ("10", "10", "D6+10", "4+")


class Measures(Value):
    """The grid of a size of card, in points: `cell` is a cell's side, `line` the step of the grid;
    then the sizes of its type. What is written on a small card is ticked with a pen."""

    cell: float
    line: float
    head: float
    figure: float
    name: float
    label: float
    text: float
    pad: float
    ticked: bool = False

    @property
    def track(self) -> float:
        """Return the height of a row of cells, which don't touch those of the next."""
        return self.line * math.ceil((self.cell + 1.0) / self.line)

    def row(self, size: float) -> float:
        """Return the height of a line of text of a size, in whole steps of the grid."""
        return self.line * round(size * 1.24 / self.line)


#: The step of the grid, the height of the head in millimetres, and the sizes of the type of figures,
#: names, labels and sentences, by the side of a cell.
_SIZES = {
    8.0: (3.0, 26.0, (13.0, 11.0, 7.5, 9.0)),
    6.0: (2.25, 20.0, (11.5, 9.5, 7.0, 8.0)),
    4.2: (1.625, 18.0, (10.5, 8.5, 7.0, 7.5)),
}


@cache
def measures_of(layout: Layout) -> Measures:
    """Return the grid of a layout: cells of 8 mm where a column holds a track of them, else of 6
    mm, else boxes of 4.2 mm for a pen."""
    cell = cell_of(layout)
    line, head, sizes = _SIZES[cell]
    if layout.height < 75:  # lying: as low as can be
        head, line = 10.5, min(line, 1.5)
    figure, name, label, text = sizes
    pad = min(7.0, (layout.column - TRACK_CELLS * cell) / 2 * MM) if cell > 5 else 7.0
    if cell == 8.0:  # as wide as the column
        gap = 12.0 * (layout.columns - 1)
        inner = (layout.width * MM - 2 * pad - gap) / layout.columns
        cell = min(inner / TRACK_CELLS / MM, 8.4)
    return Measures(cell * MM, line, head * MM, figure, name, label, text, pad, cell < 5)


@dataclass
class Track(Flowable):
    """Cells in a row for a cube each, `at` points from the left, with their numerals: `sure` and
    `last` are marked, what comes after `sure` is tinted. A pictogram and `marks` may stand in front
    of them, words behind."""

    side: float
    height: float
    at: float
    numerals: tuple[TextLine, ...]
    sure: int = -1
    last: int = -1
    drawing: str = ""
    picture_at: float = 0.0
    words: RowWords | None = None
    marks: tuple[TokenMark, ...] = ()
    keep: bool = True
    said: str = ""
    tag = "Figure"

    def draw(self, pen: Pen, x: float, top: float) -> None:
        ink, side, count = pen.ink, self.side, len(self.numerals)
        low, left = top - self.height + (self.height - side) / 2, x + self.at
        canvas = pen.canvas
        for mark in self.marks:
            draw_mark(pen, mark, x + mark.x, low)
        if self.drawing:
            pen.fill(ink.text)
            inner = side * 0.9
            shapes.pictogram(pen, self.drawing, x + self.picture_at, low + side * 0.05, inner)
        if self.sure >= 0 and ink.tint is not None:
            pen.fill(ink.tint)
            wide = (count - self.sure - 1) * side
            canvas.rect(left + (self.sure + 1) * side, low, wide, side, stroke=0, fill=1)
        if self.sure >= 0:
            pen.fill(ink.amber)
            canvas.rect(left + self.sure * side, low, side, side, stroke=0, fill=1)
        pen.stroke(ink.text, 0.6)
        shapes.rounded(pen, left, low, (count * side, side), side * 0.14)
        canvas.path(
            " ".join(
                f"{left + n * side:.2f} {low:.2f} m {left + n * side:.2f} {low + side:.2f} l"
                for n in range(1, count)
            )
            + " S"
        )
        if self.last >= 0:
            pen.stroke(ink.down, 1.4)
            inner = side - 1.8
            at = left + self.last * side + 0.9
            shapes.rounded(pen, at, low + 0.9, (inner, inner), side * 0.1)
        size = max(LEAST, side * 0.44)
        for n, numeral in enumerate(self.numerals):
            pen.fill(ink.text if n == self.sure else ink.down if n == self.last else ink.line)
            middle = left + (n + 0.5) * side - numeral.width * size / 2
            draw_line(pen, numeral, middle, low + (side - size * 0.7) / 2, size)
        if self.words is not None:
            words = self.words
            pen.fill(tone_of(ink, words.tone))
            draw_line(pen, words.line, x + words.x, low + (side - words.size * 0.7) / 2, words.size)


@dataclass
class Rule(Flowable):
    """A line below a weapon."""

    width: float
    height: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        pen.canvas.tags.artifact()
        pen.stroke(pen.ink.line, 0.4)
        y = top - self.height / 2
        pen.canvas.line(x, y, x + self.width, y)


class Columns(Value):
    """The columns of a table of weapons: their names, and where the middle of each stands."""

    labels: tuple[TextLine, ...]
    middles: tuple[float, ...]
    wides: tuple[float, ...]
    #: Where the first of them begins: names end before it.
    left: float


def columns_of(
    heads: Sequence[str], widest: Sequence[str], m: Measures, width: float, type_: Type
) -> Columns:
    """Return columns at the right of a width: the same on every card of a size."""
    labels = tuple(type_.line(Span(head.upper(), "label")) for head in heads)
    wides = [
        max(label.width * m.label, type_.width(text, "head") * m.figure)
        for label, text in zip(labels, widest, strict=True)
    ]
    # Spread over a little more than half of the width, so that figures stand apart.
    gap = max(m.label * 0.55, (width * 0.62 - sum(wides)) / len(wides))
    x = width
    middles: list[float] = []
    for wide in reversed(wides):
        middles.insert(0, x - wide / 2)
        x -= wide + gap
    return Columns(labels, tuple(middles), tuple(wides), x)


class Front(Value):
    """What stands on a front, one after the other from its top, what had no room, by its zone; and
    how much of the height is left."""

    rows: tuple[Flowable, ...]
    weapons: tuple[Flowable, ...]
    lines: tuple[PrintedLine, ...]
    free: float


def compose_front(
    card: CharacterCard,
    m: Measures,
    width: float,
    height: float,
    type_: Type,
    *,
    beside: bool = False,
) -> Front:
    """Set the tracks, the weapons as long as there is room, injuries, then what the member can
    do: whole, else by its names, unless its meaning stands `beside`. What the front can't hold is
    left, and a ▸ says so."""
    if card.blank:
        empty = blank_front(card.damage, m, width, type_)
        return Front(tuple(empty), (), (), height - _height(empty))
    front = _composed(card, m, (width, height), type_, beside=beside, terse=False)
    if front.weapons:  # what is said of weapons gives way to weapons
        terse = _composed(card, m, (width, height), type_, beside=beside, terse=True)
        if len(terse.weapons) < len(front.weapons):
            return terse
    return front


def _composed(
    card: CharacterCard,
    m: Measures,
    room: tuple[float, float],
    type_: Type,
    *,
    beside: bool,
    terse: bool,
) -> Front:
    width, height = room
    grid = _Zones(card, m, width, type_, beside=beside, terse=terse)
    rows = [*grid.tracks()]
    free = height - _height(rows)
    kept = m.row(m.text) if card.injuries and not terse else 0.0
    left = []
    for heading, shoots, columns in (
        (_("Shoot"), True, grid.shooting),
        (_("Fight"), False, grid.fighting),
    ):
        before = len(grid.unsaid)
        held = [
            grid.weapon(line, n, columns)
            for line, n in _alike([w for w in card.weapons if w.shoots == shoots])
        ]
        if not held:
            continue
        most, used = 0, _height(grid.heading(heading, columns))
        while most < len(held) and used + _height(held[most]) <= free - kept:
            used += _height(held[most])
            most += 1
        more = most < len(held) or len(grid.unsaid) > before
        head = grid.heading(heading, columns, more=more)
        if most or _height(head) <= free:
            rows += head
            rows += [flowable for one in held[:most] for flowable in one]
            free = height - _height(rows)
        if most < len(held):
            left += grid.heading(heading, columns)
            left += [flowable for one in held[most:] for flowable in one]
    told, rest = grid.lines(free)
    if rest and not told and not beside:  # not even room to say so
        last = next(row for row in reversed(rows) if isinstance(row, TableStrip) and row.rule)
        rows[rows.index(last)] = grid.with_back(last)
    rows += told
    return Front(tuple(rows), tuple(left), (*rest, *grid.unsaid), height - _height(rows))


def blank_front(damage: int, m: Measures, width: float, type_: Type) -> list[Flowable]:
    """Set a front to be filled in by hand: tracks, and two weapons of each kind."""
    empty = CharacterCard("", "", "", "", "", damage=damage or _BLANK_DAMAGE, blank=True)
    grid = _Zones(empty, m, width, type_)
    rows = [*grid.tracks()]
    guns = WeaponLine("", (), ammo=_BLANK_RELOAD, shoots=True)
    for heading, line, columns in (
        (_("Shoot"), guns, grid.shooting),
        (_("Fight"), WeaponLine("", ()), grid.fighting),
    ):
        rows += grid.heading(heading, columns)
        rows += [*grid.weapon(line, 1, columns), *grid.weapon(line, 1, columns)]
    return rows


def _height(rows: Iterable[Flowable]) -> float:
    return sum(row.height for row in rows)


def _alike(weapons: Sequence[WeaponLine]) -> list[tuple[WeaponLine, int]]:
    """Return each weapon once, with how many there are of it."""
    found: list[tuple[WeaponLine, int]] = []
    for weapon in weapons:
        for n, (known, count) in enumerate(found):
            if known == weapon:
                found[n] = known, count + 1
                break
        else:
            found.append((weapon, 1))
    return found


class _Zones:
    """The rows of one card at its grid."""

    def __init__(
        self,
        card: CharacterCard,
        m: Measures,
        width: float,
        type_: Type,
        *,
        beside: bool = False,
        terse: bool = False,
    ) -> None:
        self.card, self.m, self.width, self.type_ = card, m, width, type_
        self.beside, self.terse = beside, terse
        #: What is to be said of weapons and had no room.
        self.unsaid: list[PrintedLine] = []
        self.shooting = columns_of(shooting_heads()[:6], _WIDEST[0], m, width, type_)
        self.fighting = columns_of(fighting_heads(), _WIDEST[1], m, width, type_)

    # Tracks

    def tracks(self) -> Iterator[Flowable]:
        """Yield wounds and states side by side, what is used up once, then noise."""
        m, card = self.m, self.card
        side, gap = m.cell, m.cell * 0.06
        drop = [TokenMark("drop", 0, side, side) for _n in range(card.damage)]
        states = [TokenMark("state", 0, side, side, pictograms.token(key)) for key in state_names()]
        once = [TokenMark("state", 0, side, side, line.drawing) for line in card.one_use]
        step = side + gap
        room = int((self.width + gap) // step)
        first = states + once if len(drop) + len(states) + len(once) <= room else states
        said = chained(
            [
                _("To cross: damage {n}; noise {rings}", n=card.damage, rings=NOISE_MOST),
                *state_names().values(),
                *(line.name for line in card.one_use),
            ]
        )
        row = [mark._replace(x=n * step) for n, mark in enumerate(drop[:room])]
        noise = self._noise(self.width - (NOISE_MOST + 1) * side)
        wide = (len(drop) + len(states) + len(once)) * step + (NOISE_MOST + 2.5) * side
        if wide <= self.width:  # all in one row
            start = self.width + gap - step * len(states + once)
            row += [mark._replace(x=start + n * step) for n, mark in enumerate(states + once)]
            noise = self._noise(start - (NOISE_MOST + 1.5) * side)
            noise.marks, noise.said = tuple(row), said
            yield noise
            return
        if len(drop) + len(first) <= room:
            start = self.width + gap - step * len(first)
            row += [mark._replace(x=start + n * step) for n, mark in enumerate(first)]
            later = [] if first is not states else once
        else:
            later = [*drop[room:], *states, *once]
        yield self._figure(row, said)
        for n in range(0, len(later), room):
            yield self._figure(
                [mark._replace(x=k * step) for k, mark in enumerate(later[n : n + room])]
            )
        yield noise

    def _noise(self, left: float) -> Track:
        """Return the noise track from `left` on, its pictogram before it."""
        side = self.m.cell
        return Track(
            side,
            self.m.track,
            left,
            tuple(self._numeral(n) for n in range(NOISE_MOST + 1)),
            sure=NOISE_SURE,
            drawing=pictograms.token("noise"),
            picture_at=max(0.0, left - side * 1.1),
        )

    def _figure(self, marks: Sequence[TokenMark], said: str = "") -> Strip:
        strip = Strip((), tuple(marks), self.m.track, keep=True)
        strip.tag, strip.said = "Figure", said
        return strip

    def _numeral(self, n: int) -> TextLine:
        return self.type_.line(Span(str(n), "head"))

    def _ammo(self, line: WeaponLine) -> list[Track]:
        """Return a gun's track, from 0 to its Reload Number, the last cell marked; what reloading
        costs behind it where there is room."""
        m, side = self.m, self.m.cell
        numerals = [self._numeral(n) for n in range(line.ammo + 1)]
        made = []
        for first in range(0, len(numerals), TRACK_CELLS):
            row = tuple(numerals[first : first + TRACK_CELLS])
            made.append(Track(side, m.track, 0.0, row))
        if not self.card.blank:
            made[-1].last = len(made[-1].numerals) - 1
        for track in made:
            track.table = "cell"
            track.said = _("ammo 0 to {n}", n=line.ammo)
        return made

    # Weapons

    def heading(self, text: str, columns: Columns, *, more: bool = False) -> list[Flowable]:
        """Return the head of a table of weapons: its name and those of its columns."""
        m = self.m
        height = m.line * (6 if m.ticked else 5)
        size = m.label * 1.25
        name = RowWords(0, self.type_.line(Span(text.upper(), "head")), size, "accent")
        labels = [
            [
                (
                    RowWords(middle - label.width * m.label / 2, label, m.label, "faint"),
                    _level(height, m.label),
                )
            ]
            for middle, label in zip(columns.middles, columns.labels, strict=True)
        ]
        cells = [[(name, _level(height, size))], *labels]
        head = TableStrip(cells, (), height, self.width, keep=True, rule="accent")
        return [Gap(m.line), self.with_back(head) if more else head]

    def with_back(self, head: TableStrip) -> TableStrip:
        """Say behind the name of a table that there is more on the back."""
        (name, _down), size = head.cells[0][0], self.m.label
        x = name.line.width * name.size + size * 0.6
        said = RowWords(x, self.back(), size, "accent"), _level(head.height, size)
        return replace(head, cells=[[*head.cells[0], said], *head.cells[1:]])

    def back(self) -> TextLine:
        """Return what says where the rest stands: on the back, or in the next column."""
        return self.type_.line(Span("▸" if self.beside else _("▸ back"), "label"))

    def weapon(self, line: WeaponLine, count: int, columns: Columns) -> list[Flowable]:
        """Return a weapon's rows: its name beside its figures, a row for each step of its range, a
        track for each such gun, then what else is to be said of it."""
        m = self.m
        height = m.line * (7 if m.ticked else 6)
        step = height - m.line
        picture = m.name * 1.35
        left = picture + m.name * 0.3 if line.drawing else 0.0
        names = self._name(line.name, count, columns.left - left)
        made = []
        if len(names) > _NAME_LINES:  # above them instead
            made, names = self._remarks(line.name, m.text), []
        row = line.row[: len(columns.middles)]
        rows = max(1, len(names), *(len(cell.steps) for cell in row))
        first = step if rows > 1 else height
        cells = [[(RowWords(left, one, size), n) for n, (one, size) in enumerate(names)]]
        for cell, middle, wide in zip(row, columns.middles, columns.wides, strict=False):
            tone: Tone = "up" if cell.before else "text"
            cells.append([])
            for n, text in enumerate(cell.steps):
                figure = self.type_.line(Span(text, "head"))
                size = max(LEAST, min(m.figure, (wide + m.label * 0.5) / max(figure.width, 0.1)))
                at = middle - figure.width * size / 2
                cells[-1].append((RowWords(at, figure, size, tone), n))
        marks = []
        if line.drawing:
            mark = TokenMark("picture", 0, picture, picture, line.drawing)
            marks.append((mark, (first - picture) / 2))
        if self.card.blank:
            side = height - 2 * m.line
            marks.append((TokenMark("line", 0, columns.left, side), m.line))
            for middle, wide in zip(columns.middles, columns.wides, strict=True):
                marks.append((TokenMark("box", middle - wide / 2, wide, side), m.line))
        made.append(
            TableStrip(
                [[(one, n * step + _level(first, one.size)) for one, n in cell] for cell in cells],
                marks,
                height + (rows - 1) * step,
                self.width,
                keep=True,
                rule="",
            )
        )
        tracks = [track for _n in range(count if line.ammo else 0) for track in self._ammo(line)]
        made += tracks
        remarks = [part for part in (line.own, line.remarks) if part]
        if line.reload and tracks:
            remarks.append(_("reload {cost}", cost=line.reload))
        said = self.type_.line(Span(" · ".join(remarks), "faint"))
        size = m.label if m.ticked else m.text * 0.92
        if remarks and tracks and self._beside(tracks[-1], said, size):
            said = self.type_.line()
        if said.parts and self.terse:
            if tracks and line.reload:
                self._beside(tracks[-1], self.type_.line(Span(remarks.pop(), "faint")), size)
            if remarks:
                self.unsaid.append(PrintedLine(line.name, " · ".join(remarks)))
        elif said.parts:
            made += self._remarks(" · ".join(remarks), size)
        made[-1].keep = False
        return [*made, Rule(self.width, m.line)]

    def _beside(self, track: Track, said: TextLine, size: float) -> bool:
        """Set remarks behind a track if they have the room there; return whether they do."""
        x = self.width - said.width * size
        if x < len(track.numerals) * track.side + size * 0.3:
            return False
        track.words = RowWords(x, said, size, "faint")
        return True

    def _name(self, name: str, count: int, room: float) -> list[tuple[TextLine, float]]:
        """Set a weapon's name in the room before its figures: at its size, a step smaller,
        condensed, or on as many lines as it takes."""
        shown = f"{name} ×{count}" if count > 1 else name
        if not shown:
            return []
        sizes = (self.m.name, self.m.text, self.m.label)
        styles: tuple[Style, ...] = ("strong", "head")
        for size, style in product(sizes, styles):
            line = self.type_.line(Span(shown, style))
            if line.width * size <= room:
                return [(line, size)]
        size = self.m.text
        return [(one, size) for one in self.type_.wrapped((Span(shown, "head"),), room / size)]

    def _remarks(self, text: str, size: float) -> list[Flowable]:
        made: list[Flowable] = []
        for line in self.type_.wrapped((Span(text, "faint"),), self.width / size):
            strip = Strip((RowWords(0, line, size, "faint"),), (), self.m.row(size), keep=True)
            strip.table = "cell"
            made.append(strip)
        return made

    # What the member can do

    def lines(self, free: float) -> tuple[list[Flowable], tuple[PrintedLine, ...]]:
        """Set injuries, what the member can do and carries, then what its weapons' attributes mean:
        each with its meaning as long as there is room, the others but the last by their names.
        What follows beside needs no names. Return the rows, and the lines whose meaning is not
        among them."""
        card = self.card
        named = (*card.injuries, *card.rules, *card.skills, *card.gear)
        every = (*named, *card.traits)
        gap = Gap(self.m.line)
        rows = [self._line(line) for line in every]
        ends = [*accumulate(map(_height, rows), initial=gap.height)]
        for told in range(len(every), -1, -1):
            if told and ends[told] > free:
                continue
            untold = tuple(line for line in every[told:] if line.text)
            names = [] if self.beside else self._names(named[told:], back=bool(untold))
            if ends[told] + _height(names) <= free:
                break
        if names and not told and _height([gap, *names]) > free:
            most = max(0, int((free - gap.height) / names[0].height))
            names = self._names(named, most, back=bool(untold)) if most else []
        if not told and not names:
            return [], untold
        return [gap, *(row for told_rows in rows[:told] for row in told_rows), *names], untold

    def _line(self, line: PrintedLine) -> list[Flowable]:
        """Set a name in bold and what it means, its pictogram in front."""
        size = self.m.text
        height = self.m.row(size)
        side = size * 1.15
        left = side + size * 0.35
        spans = (Span(line.name, "strong"), *((Span(line.text),) if line.text else ()))
        scar = line in self.card.injuries
        tone: Tone = "down" if scar else "text"
        made: list[Flowable] = []
        for n, one in enumerate(self.type_.wrapped(spans, (self.width - left) / size)):
            marks: tuple[TokenMark, ...] = ()
            if n == 0 and line.drawing:
                marks = (TokenMark("scar" if scar else "picture", 0, side, side, line.drawing),)
            made.append(Strip((RowWords(left, one, size, tone),), marks, height))
        return made

    def _names(self, lines: Sequence[PrintedLine], most: int = 0, *, back: bool) -> list[Flowable]:
        """Set names alone, one after the other, in `most` rows if not 0, and say that what is
        missing is on the back."""
        if not lines and not back:
            return []
        m, size = self.m, self.m.text
        height = self.m.row(size)
        side, x = size * 1.15, 0.0
        rows: list[tuple[list[RowWords], list[TokenMark]]] = [([], [])]
        for text, drawing, scar in self._named(lines, side + size * 0.25):
            picture = side + size * 0.25 if drawing else 0.0
            wide = picture + text.width * size
            last = len(rows) == most
            room = self.width - (self.back().width * m.label + size if last else 0.0)
            if x and x + wide > room:
                if last:
                    break
                rows.append(([], []))
                x = 0.0
            if drawing:
                shape: Shape = "scar" if scar else "picture"
                rows[-1][1].append(TokenMark(shape, x, side, side, drawing))
            rows[-1][0].append(RowWords(x + picture, text, size, "down" if scar else "text"))
            x += wide + size * 0.8
        if back:
            said = self.back()
            wide = said.width * m.label
            if x and x - size * 0.8 + wide > self.width and len(rows) != most:
                rows.append(([], []))
            rows[-1][0].append(RowWords(self.width - wide, said, m.label, "accent"))
        return [Strip(tuple(words), tuple(marks), height) for words, marks in rows]

    def _named(
        self, lines: Sequence[PrintedLine], picture: float
    ) -> Iterator[tuple[TextLine, str, bool]]:
        """Yield each name, in parts if it is wider than a row, with its pictogram and whether it
        hurts."""
        for line in lines:
            spans = (Span(line.name, "strong"),)
            for n, part in enumerate(
                self.type_.wrapped(spans, (self.width - picture) / self.m.text)
            ):
                yield part, "" if n else line.drawing, line in self.card.injuries


def _level(height: float, size: float) -> float:
    """Return where words of a size stand in the middle of a row, from its top."""
    return height / 2 + size * 0.34
