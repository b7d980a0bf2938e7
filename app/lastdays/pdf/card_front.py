"""The front of a Character card, for use in play: tracks with cells for cubes, tables of weapons,
and what the member can do. All cards of a size share one grid."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, chain, product

from msgspec.structs import replace

from lastdays.language import _, chained
from lastdays.pdf.content import CharacterCard, CounterTrack, PrintedLine, WeaponLine
from lastdays.pdf.fonts import Style
from lastdays.pdf.imposition import MM, TRACK_CELLS, Layout, cell_of
from lastdays.pdf.rows import Gap, Mark, Row, Words, height_of
from lastdays.pdf.tables import fighting_heads, shooting_heads, state_names, table_head
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type
from lastdays.rulebook import pictograms
from lastdays.values import Value

#: The last number of a noise track, and the number of tokens that draws a zombie without a roll
#: (p. 39).
NOISE_MOST, NOISE_SURE = 8, 6
#: The Damage Capacity and the Reload Number that a blank card has room for.
_BLANK_DAMAGE, _BLANK_RELOAD = 6, 10
#: The most lines of a weapon's name beside its figures; a longer name goes above them.
_NAME_LINES = 3
#: The widest figures that the columns allow for: shooting, then fighting.
_WIDEST = ("24″", "4+", "4+", "+10", "2", "3"), ("10", "10", "D6+10", "4+")


class Measures(Value):
    """The grid of a size of card, in points: `cell` is the side of a cell, `line` the step of the
    grid, `head` the height of the head, `pad` the margin; the others are sizes of type. If
    `ticked`, the boxes are small and ticked with a pen."""

    cell: float
    line: float
    head: float
    figure: float
    name: float
    label: float
    text: float
    pad: float
    ticked: bool

    @property
    def track(self) -> float:
        """Return the height of a row of cells and the gap below it, in whole steps of the grid."""
        return self.line * math.ceil((self.cell + 1.0) / self.line)

    def row(self, size: float) -> float:
        """Return the height of a line of text of a size, rounded to whole steps of the grid."""
        return self.line * round(size * 1.24 / self.line)


#: By the side of a cell in millimetres: the step of the grid in points, the height of the head in
#: millimetres, and the type sizes of figures, names, labels and sentences.
_SIZES = {
    8.0: (3.0, 26.0, (13.0, 11.0, 7.5, 9.0)),
    6.0: (2.25, 20.0, (11.5, 9.5, 7.0, 8.0)),
    4.2: (1.625, 18.0, (10.5, 8.5, 7.0, 7.5)),
}


@cache
def measures_of(layout: Layout) -> Measures:
    """Return the grid of a layout: cells of 8 mm if a column holds a track of them, else of 6 mm,
    else boxes of 4.2 mm for a pen."""
    cell = cell_of(layout)
    line, head, sizes = _SIZES[cell]
    if layout.height < 75:  # landscape: as low as possible
        head, line = 10.5, min(line, 1.5)
    figure, name, label, text = sizes
    pad = min(7.0, (layout.column - TRACK_CELLS * cell) / 2 * MM) if cell > 4.2 else 7.0
    if cell == 8.0:  # widened to fill the column
        gap = 12.0 * (layout.columns - 1)
        inner = (layout.width * MM - 2 * pad - gap) / layout.columns
        cell = min(inner / TRACK_CELLS / MM, 8.4)
    return Measures(cell * MM, line, head * MM, figure, name, label, text, pad, cell < 6.0)


class Columns(Value):
    """The columns of a table of weapons: their labels, and the middle and width of each."""

    labels: tuple[TextLine, ...]
    middles: tuple[float, ...]
    wides: tuple[float, ...]
    #: The left end of the columns: names end before it.
    left: float


def columns_of(
    heads: Sequence[str], widest: Sequence[str], m: Measures, width: float, type_: Type
) -> Columns:
    """Return columns at the right of a width, alike on every card of a size."""
    labels = tuple(type_.line(head.upper(), "label") for head in heads)
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
    """A composed front: its rows from the top, the weapons and the lines that had no room, and the
    height left over."""

    rows: list[Row]
    weapons: list[Row]
    lines: list[PrintedLine]
    free: float


def compose_front(
    card: CharacterCard,
    m: Measures,
    room: tuple[float, float],
    type_: Type,
    *,
    beside: bool,
) -> Front:
    """Set the tracks, as many weapons as fit, injuries, then what the member can do: in full, else
    by name, or not at all if it follows `beside` the front. `room` is the width and height. What
    doesn't fit is returned, and a ▸ says so. A blank card has two weapons of each kind."""
    if card.blank:
        guns, blades = WeaponLine("", (), ammo=_BLANK_RELOAD, shoots=True), WeaponLine("", ())
        weapons = (guns, guns, blades, blades)
        card = replace(card, damage=card.damage or _BLANK_DAMAGE, weapons=weapons)
    front = _composed(_Zones(card, m, room[0], type_, beside=beside), room[1])
    if front.weapons:  # without remarks, more weapons may fit
        terse = _composed(_Zones(card, m, room[0], type_, beside=beside, terse=True), room[1])
        if len(terse.weapons) < len(front.weapons):
            return terse
    return front


def _composed(grid: _Zones, height: float) -> Front:
    rows = [*grid.tracks()]
    card, m, left = grid.card, grid.m, list[Row]()
    free = height - height_of(rows)
    kept = m.row(m.text) if card.injuries and not grid.terse else 0.0
    for heading, heads, widest, shoots in (
        (_("Shoot"), shooting_heads()[:6], _WIDEST[0], True),
        (_("Fight"), fighting_heads(), _WIDEST[1], False),
    ):
        columns = columns_of(heads, widest, m, grid.width, grid.type_)
        before = len(grid.unsaid)
        weapons = [w for w in card.weapons if w.shoots == shoots]
        alike = [(w, 1) for w in weapons] if card.blank else Counter(weapons).items()
        held = [grid.weapon(line, n, columns) for line, n in alike]
        if not held:
            continue
        head = grid.heading(heading, columns)
        most, used = 0, height_of(head)
        while most < len(held) and used + height_of(held[most]) <= free - kept:
            used += height_of(held[most])
            most += 1
        if most < len(held):
            left += [*grid.heading(heading, columns), *chain(*held[most:])]
        if most < len(held) or len(grid.unsaid) > before:
            grid.say_back(head[-1])
        if most or height_of(head) <= free:
            rows += [*head, *chain(*held[:most])]
            free = height - height_of(rows)
    told, rest = grid.lines(free)
    if rest and not told and not grid.beside:  # no room below for the ▸
        grid.say_back(next(row for row in reversed(rows) if row.tag == "TH"))
    rows += told
    return Front(rows, left, [*rest, *grid.unsaid], height - height_of(rows))


class _Zones:
    """The rows of one card on its grid."""

    def __init__(
        self,
        card: CharacterCard,
        m: Measures,
        width: float,
        type_: Type,
        *,
        beside: bool,
        terse: bool = False,
    ) -> None:
        self.card, self.m, self.width, self.type_ = card, m, width, type_
        self.beside, self.terse = beside, terse
        #: Remarks on weapons that had no room.
        self.unsaid: list[PrintedLine] = []

    # Tracks

    def tracks(self) -> Iterator[Row]:
        """Yield damage and states side by side, with one-use gear, then noise; in one row if it is
        wide enough."""
        card, side, width = self.card, self.m.cell, self.width
        step = side * 1.06
        room = int((width + step - side) // step)

        def put(marks: Sequence[Mark], *, right: bool = False) -> list[Mark]:
            start = width + step - side - step * len(marks) if right else 0.0
            return [mark._replace(x=start + n * step) for n, mark in enumerate(marks)]

        drops = [Mark("drop", x=0, width=side, height=side)] * card.damage
        drawn = [*map(pictograms.token, state_names()), *(line.drawing for line in card.one_use)]
        states = [Mark("state", x=0, width=side, height=side, drawing=drawing) for drawing in drawn]
        said = chained(
            [
                _("To cross off: damage {n}; noise {rings}", n=card.damage, rings=NOISE_MOST),
                *state_names().values(),
                *(line.name for line in card.one_use),
            ]
        )
        marks = put(states, right=True)
        wide = (len(drops) + len(states)) * step + (NOISE_MOST + 2.5) * side
        if wide <= width:  # all in one row
            noise = self._noise(marks[0].x - (NOISE_MOST + 1.5) * side)
            noise.marks, noise.said = [*put(drops), *marks, *noise.marks], said
            yield noise
            yield from map(self._counter, card.tracks)
            return
        first = [*drops, *states]
        most = len(first) if len(first) <= room else len(drops) + len(state_names())
        most = most if most <= room else len(drops)
        beside = put(first[len(drops) : most], right=True)
        yield self._figure([*put(drops[:room]), *beside], said)
        later = [*drops[room:], *first[most:]]
        for n in range(0, len(later), room):
            yield self._figure(put(later[n : n + room]))
        yield self._noise(width - (NOISE_MOST + 1) * side)
        yield from map(self._counter, card.tracks)

    def _figure(self, marks: list[Mark], said: str = "") -> Row:
        return Row(self.m.track, marks=marks, keep=True, tag="Figure", said=said)

    def _noise(self, left: float) -> Row:
        """Return the noise track from `left` on, with its pictogram before it."""
        side, row = self.m.cell, self._track(0, NOISE_MOST, left, sure=NOISE_SURE)
        drawing, row.tag = pictograms.token("noise"), "Figure"
        row.marks.append(
            Mark(
                "picture",
                x=max(0.0, left - side * 1.1),
                width=side * 0.9,
                height=side * 0.9,
                drawing=drawing,
            )
        )
        return row

    def _counter(self, track: CounterTrack) -> Row:
        """Return the track of a counter at the right, with its pictogram and name before it."""
        side, size = self.m.cell, self.m.label
        left = self.width - (track.high - track.low + 1) * side
        row = self._track(track.low, track.high, left)
        cell = track.value - track.low
        row.marks.insert(
            0, Mark("fill", x=left + cell * side, width=side, height=side, tone="amber")
        )
        row.cells[0][cell] = row.cells[0][cell]._replace(tone="text")
        row.marks.append(
            Mark("picture", x=0, width=side * 0.9, height=side * 0.9, drawing=track.drawing)
        )
        room = left - side * 1.4
        (name, *_rest) = self.type_.wrapped((Span(track.name, "strong"),), max(1.0, room / size))
        row.cells[0].append(Words(side * 1.1, name, size, tone="text"))
        row.tag = "Figure"
        row.said = _("{name}: {n} of {most}", name=track.name, n=track.value, most=track.high)
        return row

    def _track(self, first: int, last: int, x: float, sure: int = 99, end: int = -1) -> Row:
        """Return a row of numbered cells, each for a cube, from `x` on: the cells `sure` and `end`
        are marked, those after `sure` tinted."""
        side, words, marks = self.m.cell, list[Words](), list[Mark]()
        size = max(LEAST, side * 0.44)
        for n in range(first, last + 1):
            line, at = self.type_.line(str(n), "head"), x + (n - first) * side
            tone = "text" if n == sure else "down" if n == end else "line"
            words.append(Words(at + (side - line.width * size) / 2, line, size, tone=tone))
            if n >= sure:
                ground = "amber" if n == sure else "tint"
                marks.append(Mark("fill", x=at, width=side, height=side, tone=ground))
            if n == end:
                marks.append(Mark("end", x=at + 0.9, width=side - 1.8, height=side - 1.8))
        marks.append(Mark("track", x=x, width=(last + 1 - first) * side, height=side))
        return Row(self.m.track, [words], marks, keep=True)

    def _ammo(self, line: WeaponLine) -> list[Row]:
        """Return the rows of a gun's ammo track, from 0 to its Reload Number, the last cell
        marked."""
        end = -1 if self.card.blank else line.ammo
        made = [
            self._track(n, min(n + TRACK_CELLS - 1, line.ammo), 0.0, end=end)
            for n in range(0, line.ammo + 1, TRACK_CELLS)
        ]
        for track in made:
            track.tag, track.said = "TD", _("ammo 0 to {n}", n=line.ammo)
        return made

    # Weapons

    def heading(self, text: str, columns: Columns) -> list[Row]:
        """Return the head of a table of weapons: its name and those of its columns."""
        m = self.m
        name = Words(0, self.type_.line(text.upper(), "head"), m.label * 1.25, tone="accent")
        labels = [
            [Words(middle - label.width * m.label / 2, label, m.label, tone="faint")]
            for middle, label in zip(columns.middles, columns.labels, strict=True)
        ]
        height = m.line * (6 if m.ticked else 5)
        return [Gap(m.line), table_head([[name], *labels], height, self.width)]

    def say_back(self, head: Row) -> None:
        """Note after the name of a table that there is more on the back."""
        name, size = head.cells[0][0], self.m.label
        x = name.line.width * name.size + size * 0.6
        head.cells[0][1:] = [Words(x, self.back(), size, tone="accent")]

    def back(self) -> TextLine:
        """Return the note that the rest is on the back, or in the next column."""
        return self.type_.line("▸" if self.beside else _("▸ back"), "label")

    def weapon(self, line: WeaponLine, count: int, columns: Columns) -> list[Row]:
        """Return a weapon's rows: its name beside its figures, a line for each step of its range,
        an ammo track for each of `count` guns, then remarks."""
        m = self.m
        height = m.line * (7 if m.ticked else 6)
        step = height - m.line
        picture = m.name * 1.35
        left = picture + m.name * 0.3 if line.drawing else 0.0
        names = self._name(line.name, count, columns.left - left)
        made = []
        if len(names) > _NAME_LINES:  # above the figures instead
            made, names = self._remarks(line.name, m.text), []
        row = line.row[: len(columns.middles)]
        rows = max(1, len(names), *(len(cell.steps) for cell in row))
        first = step if rows > 1 else height

        def set_at(n: int, x: float, line: TextLine, size: float, tone: str = "text") -> Words:
            return Words(x, line, size, tone=tone, down=n * step + first / 2 + size * 0.34)

        cells = [[set_at(n, left, one, size) for n, (one, size) in enumerate(names)]]
        for cell, middle, wide in zip(row, columns.middles, columns.wides, strict=False):
            cells.append([])
            for n, text in enumerate(cell.steps):
                figure = self.type_.line(text, "head")
                size = max(LEAST, min(m.figure, (wide + m.label * 0.5) / max(figure.width, 0.1)))
                x, tone = middle - figure.width * size / 2, "up" if cell.before else "text"
                cells[-1].append(set_at(n, x, figure, size, tone))
        marks = []
        if line.drawing:
            at = (first - picture) / 2
            marks.append(
                Mark("picture", x=0, width=picture, height=picture, drawing=line.drawing, down=at)
            )
        if self.card.blank:
            side = height - 2 * m.line
            marks.append(Mark("line", x=0, width=columns.left, height=side))
            for middle, wide in zip(columns.middles, columns.wides, strict=True):
                marks.append(Mark("box", x=middle - wide / 2, width=wide, height=side))
        made.append(Row(height + (rows - 1) * step, cells, marks, keep=True, tag="TR"))
        tracks = [track for _n in range(count if line.ammo else 0) for track in self._ammo(line)]
        made += tracks
        remarks = [part for part in (line.own, line.remarks) if part]
        if line.reload and tracks:
            remarks.append(_("reload {cost}", cost=line.reload))
        size = m.label if m.ticked else m.text * 0.92
        if remarks and not (tracks and self._beside(tracks[-1], remarks, size)):
            if not self.terse:
                made += self._remarks(" · ".join(remarks), size)
            else:
                if tracks and line.reload:
                    self._beside(tracks[-1], [remarks.pop()], size)
                if remarks:
                    self.unsaid.append(PrintedLine(line.name, " · ".join(remarks)))
        made[-1].keep = False
        return [
            *made,
            Row(m.line, marks=[Mark("rule", x=0, width=self.width, height=0.4, tone="line")]),
        ]

    def _beside(self, track: Row, remarks: Sequence[str], size: float) -> bool:
        """Set remarks at the right of a track if they fit there; return whether they do."""
        said = self.type_.line(" · ".join(remarks), "faint")
        x = self.width - said.width * size
        if x < len(track.cells[0]) * self.m.cell + size * 0.3:
            return False
        track.cells[0].append(Words(x, said, size, tone="faint"))
        return True

    def _name(self, name: str, count: int, room: float) -> list[tuple[TextLine, float]]:
        """Set a weapon's name in the room before its figures: on one line in the largest size and
        style that fits, else on as many lines as it needs."""
        shown = f"{name} ×{count}" if count > 1 else name
        sizes = (self.m.name, self.m.text, self.m.label)
        styles: tuple[Style, ...] = ("strong", "head")
        for size, style in product(sizes, styles):
            line = self.type_.line(shown, style)
            if line.width * size <= room:
                return [(line, size)]
        size = self.m.text
        return [(one, size) for one in self.type_.wrapped((Span(shown, "head"),), room / size)]

    def _remarks(self, text: str, size: float) -> list[Row]:
        return [
            Row(self.m.row(size), [[Words(0, line, size, tone="faint")]], keep=True, tag="TD")
            for line in self.type_.wrapped((Span(text, "faint"),), self.width / size)
        ]

    # What the member can do

    def lines(self, free: float) -> tuple[list[Row], list[PrintedLine]]:
        """Set injuries, rules, skills and gear, then the attributes of weapons: with their meanings
        while there is room, then all but attributes by name. If the rest follows `beside`, names
        are left out. Return the rows, and the lines whose meaning had no room."""
        card = self.card
        named = (*card.injuries, *card.own, *card.rules, *card.skills, *card.gear)
        every = (*named, *card.traits)
        gap = Gap(self.m.line)
        rows = [self._line(line) for line in every]
        ends = [*accumulate(map(height_of, rows), initial=gap.height)]
        for told in range(len(every), -1, -1):
            if told and ends[told] > free:
                continue
            untold = [line for line in every[told:] if line.text]
            names = [] if self.beside else self._names(named[told:], back=bool(untold))
            if ends[told] + height_of(names) <= free:
                break
        if names and not told and height_of([gap, *names]) > free:
            most = max(0, int((free - gap.height) / names[0].height))
            names = self._names(named, most, back=bool(untold)) if most else []
        if not told and not names:
            return [], untold
        return [gap, *chain(*rows[:told]), *names], untold

    def _line(self, line: PrintedLine) -> list[Row]:
        """Set a name in bold and its meaning, with the pictogram in front."""
        size = self.m.text
        side = size * 1.15
        left = side + size * 0.35
        spans = (Span(line.name, "strong"), *((Span(line.text),) if line.text else ()))
        tone = self._tone(line)
        made = [
            Row(self.m.row(size), [[Words(left, one, size, tone=tone)]])
            for one in self.type_.wrapped(spans, (self.width - left) / size)
        ]
        if line.drawing and made:
            made[0].marks.append(
                Mark("picture", x=0, width=side, height=side, drawing=line.drawing, tone=tone)
            )
        return made

    def _tone(self, line: PrintedLine) -> str:
        """Return the colour of a line: 'down' for an injury, else 'text'."""
        return "down" if line in self.card.injuries else "text"

    def _names(self, lines: Sequence[PrintedLine], most: int = 0, *, back: bool) -> list[Row]:
        """Set names alone, one after the other, in at most `most` rows (0: any number); with
        `back`, note that the rest is on the back."""
        if not lines and not back:
            return []
        m, size = self.m, self.m.text
        side, said, x = size * 1.15, self.back(), 0.0
        before, after = side + size * 0.25, said.width * m.label
        rows = [Row(m.row(size), [[]])]
        for line in lines:
            spans, tone = (Span(line.name, "strong"),), self._tone(line)
            for n, part in enumerate(self.type_.wrapped(spans, (self.width - before) / size)):
                picture = before if line.drawing and not n else 0.0
                wide = picture + part.width * size
                last = len(rows) == most
                if x and x + wide > self.width - (after + size if last else 0.0):
                    if last:
                        break
                    rows.append(Row(m.row(size), [[]]))
                    x = 0.0
                if picture:
                    rows[-1].marks.append(
                        Mark(
                            "picture", x=x, width=side, height=side, drawing=line.drawing, tone=tone
                        )
                    )
                rows[-1].cells[0].append(Words(x + picture, part, size, tone=tone))
                x += wide + size * 0.8
            else:
                continue
            break
        if back:
            if x and x - size * 0.8 + after > self.width and len(rows) != most:
                rows.append(Row(m.row(size), [[]]))
            rows[-1].cells[0].append(Words(self.width - after, said, m.label, tone="accent"))
        return rows
