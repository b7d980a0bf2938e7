"""The front of a Character card, for use in play: tracks with cells for cubes, tables of weapons,
and what the member can do. All cards of a size share one grid."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from lastdays.language import _, chained, times
from lastdays.pdf.content import CharacterCard, CounterTrack, PrintedLine, WeaponLine
from lastdays.pdf.imposition import MM, TRACK_CELLS, Layout, cell_of, drawn_cell, side_margin
from lastdays.pdf.rows import Gap, Mark, Row, Words, height_of
from lastdays.pdf.tables import fighting_heads, shooting_heads, state_names, table_head
from lastdays.pdf.typesetting import (
    LEAST,
    TEXT_LEAST,
    Span,
    TextLine,
    Type,
    floor_to_quarter,
    sizes_down,
    words_of,
)
from lastdays.rulebook import pictograms
from lastdays.values import Value

#: The last number of a noise track.
NOISE_MOST = 8
#: The number of noise tokens that draws a zombie without a roll (p. 39).
NOISE_SURE = 6
#: The Damage Capacity that a blank card has room for.
_BLANK_DAMAGE = 6
#: The Reload Number that a blank card has room for.
_BLANK_RELOAD = 10
#: The side of a box of a blank card, for a pen: 7 mm, in points.
PEN_BOX = 7.0 * MM
#: The most lines of a weapon's name beside its figures; a longer name goes above them.
_NAME_LINES = 3
#: By how much what a member can do is set smaller at most where it has no room, in points.
_SMALLER_MOST = 1.0
#: From which width on, in sizes of its text, a front has two columns for what a member can do.
_TWO_COLUMNS = 26.0
#: The widest figures that the columns for shooting allow for.
_WIDEST_SHOOTING = ("24″", "4+", "4+", "+10", "2", "3")
#: The widest figures that the columns for fighting allow for.
_WIDEST_FIGHTING = ("10", "10", "D6+10", "4+")


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


class _Sizes(NamedTuple):
    """The step of a grid in points, the height of a head in millimetres, and sizes of type."""

    line: float
    head: float
    figure: float
    name: float
    label: float
    text: float


#: The sizes by the side of a cell in millimetres.
_SIZES = {
    8.0: _Sizes(line=3.0, head=26.0, figure=13.0, name=11.0, label=7.5, text=9.0),
    6.0: _Sizes(line=2.25, head=20.0, figure=11.5, name=9.5, label=7.0, text=8.0),
    4.2: _Sizes(line=1.625, head=18.0, figure=10.5, name=8.5, label=7.0, text=7.5),
}


@cache
def measures_of(layout: Layout) -> Measures:
    """Return the grid of a layout: cells of 8 mm if a column holds a track of them, else of 6 mm,
    else boxes of 4.2 mm for a pen."""
    cell = cell_of(layout)
    sizes = _SIZES[cell]
    is_ticked = cell < 6.0
    if layout.height < 75:  # landscape: as low as possible
        sizes = sizes._replace(head=10.5, line=min(sizes.line, 1.5))
    return Measures(
        cell=drawn_cell(layout) * MM,
        line=sizes.line,
        head=sizes.head * MM,
        figure=sizes.figure,
        name=sizes.name,
        label=sizes.label,
        text=sizes.text,
        pad=side_margin(layout),
        ticked=is_ticked,
    )


class Columns(Value):
    """The columns of a table of weapons: their labels, and the middle and width of each."""

    labels: tuple[TextLine, ...]
    middles: tuple[float, ...]
    widths: tuple[float, ...]
    #: The left end of the columns: names end before it.
    left: float


def columns_of(
    heads: Sequence[str],
    widest: Sequence[str],
    measures: Measures,
    width: float,
    type_: Type,
    least: float = 0.0,
) -> Columns:
    """Return columns at the right of a width, alike on every card of a size; on a blank one of `least`
    this width each, if there is room."""
    labels = [type_.line(head.upper(), "label") for head in heads]
    widths = []
    for label, text in zip(labels, widest, strict=True):
        figure_width = type_.width(text, "head") * measures.figure
        widths.append(max(label.width * measures.label, figure_width, least))
    # Spread over a little more than half of the width, so that figures stand apart.
    gap = max(measures.label * 0.55, (width * 0.62 - sum(widths)) / len(widths))
    x = width
    middles = []
    for column_width in reversed(widths):
        middles.append(x - column_width / 2)
        x -= column_width + gap
    middles.reverse()
    left = x + gap - measures.label * 0.5  # a name ends just before the first figures
    return Columns(labels=tuple(labels), middles=tuple(middles), widths=tuple(widths), left=left)


class Front(Value):
    """A composed front: its rows from the top, the weapons and the lines that had no room, those
    weapons that belong in the next column, and the height left over; `in_short`: whether it has short
    meanings of lines."""

    rows: list[Row]
    weapons: list[Row]
    lines: list[PrintedLine]
    fights: list[Row]
    free: float
    in_short: bool = False


def compose_front(
    card: CharacterCard,
    measures: Measures,
    room: tuple[float, float],
    type_: Type,
    *,
    beside: bool,
    in_short: bool,
) -> Front:
    """Set the tracks, as many weapons as fit, injuries, then what the member can do: in full, in
    short with `in_short`, else by name. `room` is the width and height. What
    doesn't fit is returned, and a ▸ says so. With a column `beside` it, that has all but the tracks
    and the weapons that shoot. A blank card has two weapons of each kind."""
    width, height = room
    if card.blank:
        gun = WeaponLine("", (), ammo=_BLANK_RELOAD, shoots=True)
        blade = WeaponLine("", ())
        damage = card.damage or _BLANK_DAMAGE
        card = replace(card, damage=damage, weapons=(gun, gun, blade, blade))
    zones = _Zones(card, measures, width, type_, beside=beside, in_short=in_short)
    front = _composed(zones, height)
    if not front.weapons:
        return front
    terse_zones = _Zones(card, measures, width, type_, beside=beside, in_short=in_short, terse=True)
    terse = _composed(terse_zones, height)  # without remarks, more weapons may fit
    return terse if len(terse.weapons) < len(front.weapons) else front


def _composed(zones: _Zones, height: float) -> Front:
    if zones.beside:
        return _composed_beside(zones, height)
    rows = list(zones.tracks())
    kept = 0.0
    if zones.card.injuries and not zones.terse:
        kept = zones.measures.row(zones.measures.text)
    unplaced: list[Row] = []
    for shoots in (True, False):
        free = height - height_of(rows)
        table = _weapon_table(zones, free, kept, shoots=shoots)
        rows += table.rows
        unplaced += table.unplaced
    plan = zones.plan(height - height_of(rows))
    lines = zones.planned_rows(plan)
    if plan.untold and not lines:  # no room below for the ▸
        heads = [row for row in rows if row.tag == "TH"]
        zones.say_back(heads[-1])
    rows += lines
    return Front(
        rows=rows,
        weapons=unplaced,
        lines=[*plan.untold, *zones.unsaid],
        fights=[],
        free=height - height_of(rows),
        in_short=plan.way.in_short,
    )


def _composed_beside(zones: _Zones, height: float) -> Front:
    """Set the tracks and the weapons that shoot; those that don't belong in the next column, unless
    the member has no others."""
    rows = list(zones.tracks())
    shooting = _weapon_table(zones, height - height_of(rows), 0.0, shoots=True)
    rows += shooting.rows
    fighting = _weapon_table(zones, math.inf, 0.0, shoots=False)
    fights = fighting.rows
    if not shooting.rows and height_of([*rows, *fights]) <= height:
        rows += fights
        fights = []
    return Front(
        rows=rows,
        weapons=shooting.unplaced,
        lines=[*zones.all_lines(), *zones.unsaid],
        fights=fights,
        free=height - height_of(rows),
    )


class _WeaponTable(NamedTuple):
    """A table of weapons: the rows that fit, and those that don't, under a head of their own."""

    rows: list[Row]
    unplaced: list[Row]


def _weapon_table(zones: _Zones, free: float, kept: float, *, shoots: bool) -> _WeaponTable:
    """Set the weapons that shoot, or those that don't, in a free height, of which some is kept for
    injuries."""
    title = _("Shoot") if shoots else _("Fight")
    columns = zones.columns(shoots=shoots)
    unsaid_count = len(zones.unsaid)
    weapons = [
        zones.weapon(weapon, count, columns) for weapon, count in zones.weapons(shoots=shoots)
    ]
    if not weapons:
        return _WeaponTable([], [])
    head = zones.heading(title, columns)
    rows = list(head)
    used = height_of(head)
    count = 0
    for weapon in weapons:
        if used + height_of(weapon) > free - kept:
            break
        rows += weapon
        used += height_of(weapon)
        count += 1
    unplaced: list[Row] = []
    if count < len(weapons):
        unplaced += zones.heading(title, columns)
        for weapon in weapons[count:]:
            unplaced += weapon
    if unplaced or len(zones.unsaid) > unsaid_count:
        zones.say_back(head[-1])
    if count == 0 and height_of(head) > free:
        rows = []
    return _WeaponTable(rows, unplaced)


class SideBySide(Row):
    """Columns of rows side by side, each with where it begins; as high as its first."""

    def __init__(self, height: float, columns: list[tuple[float, list[Row]]]) -> None:
        super().__init__(height)
        self.columns = columns


class _Way(NamedTuple):
    """A way to tell lines: the size of their type, the width and number of columns, and whether their
    meanings are short."""

    size: float
    width: float
    columns: int = 1
    in_short: bool = False

    @property
    def indent(self) -> float:
        """Return where the text of a line begins: after its pictogram."""
        return self.size * 1.5

    @property
    def room(self) -> float:
        """Return the room for the text of a line, for a size of 1 point."""
        return (self.width - self.indent) / self.size

    def spans(self, line: PrintedLine) -> list[Span]:
        """Return the name of a line in bold, and its meaning."""
        text = line.text
        if self.in_short and line.short:
            text = line.short
        spans = [Span(line.name, "strong")]
        if text:
            spans.append(Span(text))
        return spans


class _Plan(NamedTuple):
    """What a front tells of what a member can do, and how: the lines of its first and second column,
    and rows of names of the others; `named` are those among them that have a meaning, `untold` all
    whose whole meaning is elsewhere. If `marks_last` the last line has the ▸ for that."""

    way: _Way
    left: list[PrintedLine]
    right: list[PrintedLine]
    names: list[Row]
    named: list[PrintedLine]
    untold: list[PrintedLine]
    marks_last: bool


def _sizes_on_front(usual: float) -> Iterator[float]:
    """Yield the sizes of what has no room in the usual one, from that on down."""
    least = max(TEXT_LEAST, usual - _SMALLER_MOST)
    yield from sizes_down(usual, least)


def _lacks(plan: _Plan) -> tuple[int, int]:
    """Return how many lines have no meaning at all on a front, and how many have no whole one."""
    return len(plan.named), len(plan.untold)


def _in_left_column(heights: Sequence[float], columns: int) -> int:
    """Return how many entries of these heights belong in the first of one or two columns, which is
    as high as the second or a little higher."""
    if columns == 1:
        return len(heights)
    count = 0
    while sum(heights[:count]) < sum(heights[count:]):
        count += 1
    return count


class _Zones:
    """The rows of one card on its grid."""

    def __init__(
        self,
        card: CharacterCard,
        measures: Measures,
        width: float,
        type_: Type,
        *,
        beside: bool,
        in_short: bool,
        terse: bool = False,
    ) -> None:
        self.card = card
        self.measures = measures
        self.width = width
        self.type_ = type_
        self.beside = beside
        #: Whether meanings may be short: whole ones are on the back.
        self.in_short = in_short
        self.terse = terse
        #: Remarks on weapons that had no room.
        self.unsaid: list[PrintedLine] = []

    # Tracks

    def tracks(self) -> Iterator[Row]:
        """Yield damage and states side by side, with one-use gear, then noise; in one row if it is
        wide enough."""
        side = self.measures.cell
        drops = [Mark("drop", x=0, width=side, height=side)] * self.card.damage
        states = self._states()
        noise_width = (NOISE_MOST + 2.5) * side
        if (len(drops) + len(states)) * self._cell_step + noise_width <= self.width:
            yield self._all_in_one_row(drops, states)
        else:
            yield from self._damage_and_states(drops, states)
            yield self._noise(self.width - (NOISE_MOST + 1) * side)
        for track in self.card.tracks:
            yield self._counter(track)

    @property
    def _cell_step(self) -> float:
        """Return how far apart cells to cross off are."""
        return self.measures.cell * 1.06

    def _states(self) -> list[Mark]:
        """Return the cells for states and one-use gear."""
        side = self.measures.cell
        drawings = [pictograms.token(key) for key in state_names()]
        drawings += [line.drawing for line in self.card.one_use]
        return [Mark("state", x=0, width=side, height=side, drawing=name) for name in drawings]

    def _to_cross_off(self) -> str:
        """Say what the cells for damage, states and noise are, for screen readers."""
        damage = self.card.damage
        parts = [_("To cross off: damage {n}; noise {rings}", n=damage, rings=NOISE_MOST)]
        parts += state_names().values()
        parts += [line.name for line in self.card.one_use]
        return chained(parts)

    def _from_left(self, cells: Sequence[Mark]) -> list[Mark]:
        step = self._cell_step
        return [cell._replace(x=0.0 + n * step) for n, cell in enumerate(cells)]

    def _to_right(self, cells: Sequence[Mark]) -> list[Mark]:
        """Return cells side by side, the last at the right edge."""
        step = self._cell_step
        start = self.width + step - self.measures.cell - step * len(cells)
        return [cell._replace(x=start + n * step) for n, cell in enumerate(cells)]

    def _all_in_one_row(self, drops: Sequence[Mark], states: Sequence[Mark]) -> Row:
        """Return damage at the left, noise in the middle and states at the right."""
        states_right = self._to_right(states)
        row = self._noise(states_right[0].x - (NOISE_MOST + 1.5) * self.measures.cell)
        row.marks = [*self._from_left(drops), *states_right, *row.marks]
        row.said = self._to_cross_off()
        return row

    def _damage_and_states(self, drops: list[Mark], states: list[Mark]) -> Iterator[Row]:
        """Yield a row with damage at the left, and at the right the states and the one-use gear, or as
        many of them as there is room for; then rows of the rest."""
        step = self._cell_step
        per_row = int((self.width + step - self.measures.cell) // step)
        cells = drops + states
        count = len(cells)
        if count > per_row:  # one-use gear goes below
            count = len(drops) + len(state_names())
        if count > per_row:  # so do the states
            count = len(drops)
        left = self._from_left(drops[:per_row])
        right = self._to_right(cells[len(drops) : count])
        yield self._figure(left + right, self._to_cross_off())
        later = drops[per_row:] + cells[count:]
        for first in range(0, len(later), per_row):
            yield self._figure(self._from_left(later[first : first + per_row]))

    def _figure(self, marks: list[Mark], said: str = "") -> Row:
        return Row(self.measures.track, marks=marks, keep=True, tag="Figure", said=said)

    def _noise(self, left: float) -> Row:
        """Return the noise track from `left` on, with its pictogram before it."""
        side = self.measures.cell
        row = self._track(0, NOISE_MOST, left, sure=NOISE_SURE)
        row.tag = "Figure"
        picture = Mark(
            "picture",
            x=max(0.0, left - side * 1.1),
            width=side * 0.9,
            height=side * 0.9,
            drawing=pictograms.token("noise"),
        )
        row.marks.append(picture)
        return row

    def _counter(self, track: CounterTrack) -> Row:
        """Return the track of a counter at the right, with its pictogram and name before it."""
        side = self.measures.cell
        left = self.width - (track.high - track.low + 1) * side
        row = self._track(track.low, track.high, left)
        row.tag = "Figure"
        row.said = _("{name}: {n} of {most}", name=track.name, n=track.value, most=track.high)
        cell = track.value - track.low
        cell_x = left + cell * side
        row.marks.insert(0, Mark("fill", x=cell_x, width=side, height=side, tone="amber"))
        words = row.cells[0]
        words[cell] = words[cell]._replace(tone="text")
        picture = side * 0.9
        row.marks.append(Mark("picture", x=0, width=picture, height=picture, drawing=track.drawing))
        size = self.measures.label
        room = max(1.0, (left - side * 1.4) / size)
        lines = self.type_.wrapped((Span(track.name, "strong"),), room)
        words.append(Words(side * 1.1, lines[0], size, tone="text"))
        return row

    def _track(self, first: int, last: int, x: float, sure: int = 99, end: int = -1) -> Row:
        """Return a row of numbered cells, each for a cube, from `x` on: the cells `sure` and `end`
        are marked, those after `sure` tinted."""
        side = self.measures.cell
        size = max(LEAST, side * 0.44)
        words: list[Words] = []
        marks: list[Mark] = []
        for number in range(first, last + 1):
            line = self.type_.line(str(number), "head")
            cell_x = x + (number - first) * side
            tone = "cell"
            if number == sure:
                tone = "text"
            elif number == end:
                tone = "down"
            words.append(Words(cell_x + (side - line.width * size) / 2, line, size, tone=tone))
            if number >= sure:
                ground = "amber" if number == sure else "tint"
                marks.append(Mark("fill", x=cell_x, width=side, height=side, tone=ground))
            if number == end:
                inner = side - 1.8
                marks.append(Mark("end", x=cell_x + 0.9, width=inner, height=inner))
        track_width = (last + 1 - first) * side
        marks.append(Mark("track", x=x, width=track_width, height=side))
        return Row(self.measures.track, [words], marks, keep=True)

    def _ammo(self, line: WeaponLine) -> list[Row]:
        """Return the rows of a gun's ammo track, from 0 to its Reload Number, the last cell
        marked."""
        end = -1 if self.card.blank else line.ammo
        tracks = []
        for first in range(0, line.ammo + 1, TRACK_CELLS):
            last = min(first + TRACK_CELLS - 1, line.ammo)
            track = self._track(first, last, 0.0, end=end)
            track.tag = "TD"
            track.said = _("ammo 0 to {n}", n=line.ammo)
            tracks.append(track)
        return tracks

    def columns(self, *, shoots: bool) -> Columns:
        """Return the columns of the table of weapons that shoot, or of those that don't."""
        heads: Sequence[str] = fighting_heads()
        widest: Sequence[str] = _WIDEST_FIGHTING
        if shoots:
            heads = shooting_heads()[:6]
            widest = _WIDEST_SHOOTING
        least = 0.0
        if self.card.blank:
            least = PEN_BOX * 0.75 if self.measures.ticked else PEN_BOX  # a name needs room, too
        return columns_of(heads, widest, self.measures, self.width, self.type_, least)

    def weapons(self, *, shoots: bool) -> list[tuple[WeaponLine, int]]:
        """Return the weapons that shoot, or those that don't, each once with its count; a blank card has
        room for each of its own."""
        weapons = [weapon for weapon in self.card.weapons if weapon.shoots == shoots]
        if self.card.blank:
            return [(weapon, 1) for weapon in weapons]
        return list(Counter(weapons).items())

    # Weapons

    def heading(self, text: str, columns: Columns) -> list[Row]:
        """Return the head of a table of weapons: its name and those of its columns."""
        measures = self.measures
        name = self.type_.line(text.upper(), "head")
        cells = [[Words(0, name, measures.label * 1.25, tone="accent")]]
        for middle, label in zip(columns.middles, columns.labels, strict=True):
            x = middle - label.width * measures.label / 2
            cells.append([Words(x, label, measures.label, tone="faint")])
        height = measures.line * (6 if measures.ticked else 5)
        return [Gap(measures.line), table_head(cells, height, self.width)]

    def say_back(self, head: Row) -> None:
        """Note after the name of a table that there is more on the back."""
        size = self.measures.label
        name = head.cells[0][0]
        x = name.line.width * name.size + size * 0.6
        note = self.back()
        if x + note.width * size > head.cells[1][0].x - 1.0:  # no room for words
            note = self.type_.line("▸", "label")
            x -= size * 0.3
        head.cells[0][1:] = [Words(x, note, size, tone="accent")]

    def back(self) -> TextLine:
        """Return the note that the rest is on the back, or in the next column."""
        text = "▸" if self.beside else _("▸ back")
        return self.type_.line(text, "label")

    def weapon(self, line: WeaponLine, count: int, columns: Columns) -> list[Row]:
        """Return a weapon's rows: its name beside its figures, a line for each step of its range,
        an ammo track for each of `count` guns, then remarks."""
        name_room = columns.left - self._name_start(line)
        name = times(line.bare or line.name, count)
        names = self._name_lines_that_fit(name, name_room)
        rows = []
        if not names:  # above the figures instead
            rows += self._remarks(times(line.name, count), self.measures.text)
        figures = self._figures(line, names, columns)
        rows.append(figures)
        attached = line.attached if names else ""
        if attached and len(names) == 1:
            narrow = self.type_.line(name, "head")
            if self._set_beside_name(figures, narrow, attached, name_room):
                attached = ""
        tracks: list[Row] = []
        if line.ammo:
            for _gun in range(count):
                tracks += self._ammo(line)
        rows += tracks
        rows += self._remarks_on(line, tracks, attached)
        rows[-1].keep = False
        rule = Mark("rule", x=0, width=self.width, height=0.4, tone="line")
        rows.append(Row(self.measures.line, marks=[rule]))
        return rows

    def _name_start(self, line: WeaponLine) -> float:
        """Return where a weapon's name begins: after its pictogram."""
        if not line.drawing:
            return 0.0
        return self.measures.name * 1.35 + self.measures.name * 0.3

    def _figures(
        self, line: WeaponLine, names: Sequence[tuple[TextLine, float]], columns: Columns
    ) -> Row:
        """Return the row of a weapon's name and figures, with a line for each step of its range."""
        measures = self.measures
        height = measures.line * (7 if measures.ticked else 6)
        if self.card.blank:
            height = max(height, PEN_BOX + 2 * measures.line)
        step = height - measures.line
        figures = line.row[: len(columns.middles)]
        line_counts = [len(cell.steps) for cell in figures]
        count = max(1, len(names), *line_counts)
        first_middle = (step if count > 1 else height) / 2
        name_x = self._name_start(line)
        name_words = []
        for n, (name, size) in enumerate(names):
            down = n * step + first_middle + size * 0.34
            name_words.append(Words(name_x, name, size, tone="text", down=down))
        cells = [name_words]
        for cell, middle, width in zip(figures, columns.middles, columns.widths, strict=False):
            words = []
            for n, text in enumerate(cell.steps):
                figure, size = self._figure_in(width, text)
                x = middle - figure.width * size / 2
                tone = "up" if cell.before else "text"
                down = n * step + first_middle + size * 0.34
                words.append(Words(x, figure, size, tone=tone, down=down))
            cells.append(words)
        marks = []
        if line.drawing:
            marks.append(self._weapon_picture(line.drawing, first_middle))
        if self.card.blank:
            marks += _fields(columns, height - 2 * measures.line)
        return Row(height + (count - 1) * step, cells, marks, keep=True, tag="TR")

    def _figure_in(self, width: float, text: str) -> tuple[TextLine, float]:
        """Set a figure for a column of a width, smaller if need be; return its size, too."""
        measures = self.measures
        figure = self.type_.line(text, "head")
        widest = width + measures.label * 0.5
        size = max(LEAST, min(measures.figure, widest / max(figure.width, 0.1)))
        return figure, size

    def _weapon_picture(self, drawing: str, middle: float) -> Mark:
        side = self.measures.name * 1.35
        down = middle - side / 2
        return Mark("picture", x=0, width=side, height=side, drawing=drawing, down=down)

    def _set_beside_name(self, figures: Row, narrow: TextLine, attached: str, room: float) -> bool:
        """Set what is attached to a weapon, small, after its name, which may be `narrow` for that;
        return whether there is room."""
        name = figures.cells[0][0]
        words = self.type_.line(attached, "faint")
        for line, size in (
            (name.line, self.measures.label),
            (narrow, self.measures.label),
            (narrow, LEAST),
        ):
            start = line.width * name.size + size * 0.35
            if start + words.width * size <= room:
                small = Words(name.x + start, words, size, tone="faint", down=name.down)
                figures.cells[0][:] = [name._replace(line=line), small]
                return True
        return False

    def _remarks_on(self, line: WeaponLine, tracks: Sequence[Row], attached: str) -> list[Row]:
        """Set the remarks on a weapon beside its last track if they fit there, else below it; if there
        is little room they go to the back."""
        if attached in line.remarks:
            attached = ""
        remarks = [part for part in (attached, line.own, line.remarks) if part]
        if line.reload and tracks:
            remarks.append(_("reload {cost}", cost=line.reload))
        size = self.measures.label if self.measures.ticked else self.measures.text * 0.92
        if not remarks:
            return []
        if tracks and self._beside(tracks[-1], remarks, size):
            return []
        if not self.terse:
            return self._remarks(" · ".join(remarks), size)
        cost_of_reload = []
        if tracks and line.reload:
            cost_of_reload.append(remarks.pop())
        if remarks:
            self.unsaid.append(PrintedLine(line.name, " · ".join(remarks)))
        if tracks:
            self._beside(tracks[-1], cost_of_reload, size, says_back=bool(remarks))
        return []

    def _beside(
        self, track: Row, remarks: Sequence[str], size: float, *, says_back: bool = False
    ) -> bool:
        """Set remarks at the right of a track if they fit there, with a note if more of them are on
        the back; return whether they do."""
        line = self.type_.line(" · ".join(remarks), "faint")
        end = self.width
        track_end = len(track.cells[0]) * self.measures.cell
        if says_back:
            back = self.back()
            back_x = end - back.width * self.measures.label
            if back_x < track_end + size * 0.3:
                return False
            track.cells[0].append(Words(back_x, back, self.measures.label, tone="accent"))
            end = back_x - size * 0.6
        x = end - line.width * size
        if x < track_end + size * 0.3:
            return False
        if remarks:
            track.cells[0].append(Words(x, line, size, tone="faint"))
        return True

    def _name_lines_that_fit(self, text: str, room: float) -> list[tuple[TextLine, float]]:
        """Set a weapon's name in the room before its figures: on one line at full size, narrower or
        smaller if need be, else on a few lines; nothing if a word would be broken."""
        measures = self.measures
        wide_line = self.type_.line(text, "strong")
        if wide_line.width * measures.name <= room:
            return [(wide_line, measures.name)]
        narrow_line = self.type_.line(text, "head")
        size_that_fits = room / max(narrow_line.width, 0.01)
        name_size = floor_to_quarter(min(measures.name, size_that_fits))
        if name_size >= measures.label:
            return [(narrow_line, name_size)]
        text_size = measures.text
        longest_word = max(self.type_.width(word, "head") for word in words_of(text) or [""])
        lines = self.type_.wrapped((Span(text, "head"),), room / text_size)
        if longest_word * text_size > room or len(lines) > _NAME_LINES:
            return []
        return [(line, text_size) for line in lines]

    def _remarks(self, text: str, size: float) -> list[Row]:
        rows = []
        for line in self.type_.wrapped((Span(text, "faint"),), self.width / size):
            words = Words(0, line, size, tone="faint")
            rows.append(Row(self.measures.row(size), [[words]], keep=True, tag="TD"))
        return rows

    # What the member can do

    def all_lines(self) -> list[PrintedLine]:
        """Return injuries, rules, skills and gear, then the attributes of weapons."""
        return [*self._with_names(), *self.card.traits]

    def _with_names(self) -> list[PrintedLine]:
        """Return the lines that are named where their meaning has no room."""
        card = self.card
        return [*card.injuries, *card.own, *card.rules, *card.skills, *card.gear]

    def plan(self, free: float) -> _Plan:
        """Plan injuries, rules, skills and gear, then the attributes of weapons: whole in one column if
        all has room, else in the way that tells most of them."""
        usual = self.measures.text
        whole = self._planned(free, _Way(usual, self.width))
        if not whole.untold:
            return whole
        columns = 1
        width = self.width
        plans = [whole]
        if self.width >= _TWO_COLUMNS * usual:
            columns = 2
            width = (self.width - usual) / 2
            plans.append(self._planned(free, _Way(usual, width, columns)))
        for size in _sizes_on_front(usual):
            plans.append(self._planned(free, _Way(size, width, columns, self.in_short)))
            if not plans[-1].named:
                break
        return min(plans, key=_lacks)

    def _planned(self, free: float, way: _Way) -> _Plan:
        """Plan the lines with their meanings while there is room, then all but attributes by name."""
        with_names = self._with_names()
        lines = self.all_lines()
        gap = self.measures.line
        heights = [self._line_height(line, way) for line in lines]
        for count in range(len(lines), -1, -1):
            left_count = _in_left_column(heights[:count], way.columns)
            height = gap + sum(heights[:left_count])
            names_least = self.measures.row(way.size) if count < len(with_names) else 0.0
            if count > 0 and height + names_least > free:
                continue
            named = [line for line in lines[count:] if line.text]
            shortened = [line for line in lines[:count] if way.in_short and line.short]
            untold = [*shortened, *named]
            marks_last = bool(untold) and count >= len(with_names)
            marks_last = marks_last and self._leaves_back(lines[:count], way)
            names = self._names(with_names[count:], way.size, back=bool(untold) and not marks_last)
            if height + height_of(names) <= free:
                break
        if count == 0 and names and gap + height_of(names) > free:
            most = max(0, int((free - gap) / names[0].height))
            names = []
            if most > 0:
                names = self._names(with_names, way.size, most, back=bool(untold))
        return _Plan(
            way,
            left=lines[:left_count],
            right=lines[left_count:count],
            names=names,
            named=named,
            untold=untold,
            marks_last=marks_last,
        )

    def _leaves_back(self, lines: Sequence[PrintedLine], way: _Way) -> bool:
        """Return whether the last of some lines ends where there's still room for a ▸ after it."""
        if not lines:
            return False
        last = self._wrapped(lines[-1], way)[-1]
        end = way.indent + (last.width + 1) * way.size
        return end + self.back().width * self.measures.label <= way.width

    def planned_rows(self, plan: _Plan) -> list[Row]:
        """Set lines as they are planned."""
        if not plan.left and not plan.names:
            return []
        way = plan.way
        left = self._line_rows(plan.left, way)
        right = self._line_rows(plan.right, way)
        if plan.marks_last:
            last = [row for row in [*left, *right] if row.cells][-1]
            back = self.back()
            size = self.measures.label
            last.cells[0].append(Words(way.width - back.width * size, back, size, tone="accent"))
        told = left
        if right:
            columns = [(0.0, left), (self.width - way.width, right)]
            told = [SideBySide(height_of(left), columns)]
        return [Gap(self.measures.line), *told, *plan.names]

    def _line_rows(self, lines: Sequence[PrintedLine], way: _Way) -> list[Row]:
        """Set lines below each other, each a paragraph of its own."""
        rows: list[Row] = []
        for line in lines:
            rows += [*self._line(line, way), Gap(0.0)]
        return rows

    def _wrapped(self, line: PrintedLine, way: _Way) -> list[TextLine]:
        return self.type_.wrapped(way.spans(line), way.room)

    def _line_height(self, line: PrintedLine, way: _Way) -> float:
        count = self.type_.line_count(way.spans(line), way.room)
        return count * self.measures.row(way.size)

    def _line(self, line: PrintedLine, way: _Way) -> list[Row]:
        """Set a name in bold and its meaning, with the pictogram in front."""
        size = way.size
        side = size * 1.15
        tone = self._tone(line)
        rows = []
        for text in self._wrapped(line, way):
            words = Words(way.indent, text, size, tone=tone)
            rows.append(Row(self.measures.row(size), [[words]]))
        if line.drawing and rows:
            picture = Mark("picture", x=0, width=side, height=side, drawing=line.drawing, tone=tone)
            rows[0].marks.append(picture)
        return rows

    def _tone(self, line: PrintedLine) -> str:
        """Return the colour of a line: 'down' for an injury, else 'text'."""
        return "down" if line in self.card.injuries else "text"

    def _names(
        self, lines: Sequence[PrintedLine], size: float, most: int = 0, *, back: bool
    ) -> list[Row]:
        """Set names alone in a size, one after the other, in at most `most` rows (0: any number);
        with `back`, note that the rest is on the back."""
        if not lines and not back:
            return []
        names = _Names(self, size, most)
        for line in lines:
            if not names.add(line, self._tone(line)):
                break
        if back:
            names.add_back()
        return names.rows


class _Names:
    """Names with their pictograms in a size, one after the other, in at most `most` rows (0: any
    number)."""

    def __init__(self, zones: _Zones, size: float, most: int) -> None:
        self.zones = zones
        self.most = most
        self.size = size
        self.side = self.size * 1.15
        self.gap = self.size * 0.8
        self.back = zones.back()
        self.back_width = self.back.width * zones.measures.label
        self.rows: list[Row] = []
        self._begin_row()

    def _begin_row(self) -> None:
        self.rows.append(Row(self.zones.measures.row(self.size), [[]]))
        self.x = 0.0

    @property
    def _in_last_row(self) -> bool:
        return len(self.rows) == self.most

    def add(self, line: PrintedLine, tone: str) -> bool:
        """Add a name; return whether all of it had room."""
        indent = self.side + self.size * 0.25
        room = (self.zones.width - indent) / self.size
        parts = self.zones.type_.wrapped((Span(line.name, "strong"),), room)
        for n, part in enumerate(parts):
            drawing = line.drawing if n == 0 else ""
            picture_width = indent if drawing else 0.0
            width = picture_width + part.width * self.size
            if self.x and self.x + width > self._end:
                if self._in_last_row:
                    return False
                self._begin_row()
            row = self.rows[-1]
            if drawing:
                row.marks.append(self._picture(drawing, tone))
            row.cells[0].append(Words(self.x + picture_width, part, self.size, tone=tone))
            self.x += width + self.gap
        return True

    @property
    def _end(self) -> float:
        """Return where names in this row have to end: in the last one before the note."""
        if self._in_last_row:
            return self.zones.width - (self.back_width + self.size)
        return self.zones.width

    def _picture(self, drawing: str, tone: str) -> Mark:
        side = self.side
        return Mark("picture", x=self.x, width=side, height=side, drawing=drawing, tone=tone)

    def add_back(self) -> None:
        """Note at the right that the rest is on the back."""
        width = self.zones.width
        end = self.x - self.gap + self.back_width
        if self.x and end > width and not self._in_last_row:
            self._begin_row()
        x = width - self.back_width
        note = Words(x, self.back, self.zones.measures.label, tone="accent")
        self.rows[-1].cells[0].append(note)


def _fields(columns: Columns, height: float) -> list[Mark]:
    """Return the fields of a blank weapon: a line for its name, and a box for each figure."""
    marks = [Mark("line", x=0, width=columns.left, height=height)]
    for middle, width in zip(columns.middles, columns.widths, strict=True):
        marks.append(Mark("box", x=middle - width / 2, width=width, height=height))
    return marks
