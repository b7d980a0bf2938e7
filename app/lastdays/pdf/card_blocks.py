"""The blocks that only cards have: tokens, weapons as a table, chips, Experience as a track, Perks
as places to build on, a group's members, and what the pictograms mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from lastdays.language import _, chained
from lastdays.pdf.content import CharacterCard, PrintedLine, WeaponLine
from lastdays.pdf.shapes import Pen
from lastdays.pdf.tables import (
    ChipRow,
    RowWords,
    Shape,
    SlotRow,
    Strip,
    TokenMark,
    Tone,
    state_names,
)
from lastdays.pdf.typesetting import (
    LEAST,
    TEXT_LEAST,
    Block,
    Fit,
    Flowable,
    Gap,
    HeadingBlock,
    HeadingFlowable,
    Para,
    Span,
    TextFlowable,
    TextLine,
    Type,
    draw_line,
)
from lastdays.rulebook import pictograms

#: Noise tokens for which there are rings; the sixth draws a zombie for certain (p. 39).
NOISE_RINGS, NOISE_SURE = 10, 6
#: Cartridges past the Reload Number: a gun may fire on until its Ammo Roll fails (p. 52).
_PAST_RELOAD = 2
_PER_GROUP = 5
#: How much further apart cartridges may stand to fill their row.
_SPREAD_MOST = 1.7
#: From this tightness on all tokens share a row where it holds them.
_TIGHT = 0.5
#: From this width on, in points, states are named beside their pictograms.
_SPOKEN_WIDTH = 240.0
#: The least side of a box that somebody crosses with a pen, in points.
_LEAST_BOX = 8.5


class _Row:
    """Marks and words laid side by side, in as many strips as they need."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.x = 0.0
        self.strips: list[Strip] = []
        self._words: list[RowWords] = []
        self._marks: list[TokenMark] = []

    def room(self, wide: float) -> None:
        """Begin a new strip if `wide` points don't fit on this one."""
        if self.x and self.x + wide > self.width + 0.1:
            self.end()

    def words(self, line: TextLine, size: float, tone: Tone = "faint", gap: float = 2.5) -> None:
        """Add words."""
        self._words.append(RowWords(self.x, line, size, tone))
        self.x += line.width * size + gap

    def mark(self, mark: TokenMark, gap: float) -> None:
        """Add a token."""
        self._marks.append(mark._replace(x=self.x))
        self.x += mark.width + gap

    def apart(self, more: float) -> None:
        """Move the tokens so far further apart."""
        self._marks = [m._replace(x=m.x + n * more) for n, m in enumerate(self._marks)]

    def end(self) -> None:
        """End the strip."""
        if self._words or self._marks:
            strip = Strip(tuple(self._words), tuple(self._marks), self.height)
            self.strips.append(strip)
        self._words, self._marks, self.x = [], [], 0.0


class StateBox(Struct, frozen=True):
    """A state that is on or off at the table: its pictogram, its name, its boxes."""

    drawing: str
    name: str
    boxes: int = 1


@dataclass(frozen=True)
class Tokens(Block):
    """Damage as drops, noise as rings, states and things used up as boxes with a pictogram."""

    damage: int
    noise: str
    states: tuple[StateBox, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        return type_.kept((self, width, fit), lambda: self._set(type_, width, fit))

    def _set(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        side = self._side(width, s)
        row = _Row(width, side * (1.22 if fit.gap <= _TIGHT else 1.35))
        for n in range(self.damage):
            row.room(side)
            row.mark(
                TokenMark("drop", 0, side * 0.92, side * 1.18), s * (0.6 if n % 5 == 4 else 0.25)
            )
        small = max(LEAST, s * 0.78)
        named = [(state, type_.line(Span(state.name, "label"))) for state in self.states]
        pairs = sum(side * (1.05 + state.boxes * 1.1) + s * 0.5 for state in self.states)
        words = sum(line.width * small + 2 for _state, line in named)
        spoken = width >= _SPOKEN_WIDTH and pairs + words <= width
        if spoken and self._ring(row, s, side) >= _LEAST_BOX:
            row.x += s * 0.6
            self._noise(row, type_, s, side)
        elif spoken:
            row.end()
        elif fit.gap <= _TIGHT and self._ring(row, s, side) - pairs / NOISE_RINGS >= _LEAST_BOX:
            row.width = width - pairs
            row.x += s * 0.4
            self._noise(row, type_, s, side, end=False)
            row.width, row.x = width, width - pairs + s * 0.5
        elif row.x and row.x + pairs <= width:
            row.apart(min((width - row.x - pairs) / (self.damage + 1), s * 0.9))
            row.x = width - pairs + s * 0.5
        for state, line in named:
            wide = side * (1.05 + state.boxes * 1.1)
            row.room(wide + (line.width * small + 2 if spoken else 0))
            row.mark(TokenMark("picture", 0, side, side, None, state.drawing), side * 0.05)
            for _n in range(state.boxes):
                row.mark(TokenMark("box", 0, side, side), side * 0.1)
            if spoken:
                row.words(line, small, "faint", gap=0)
            row.x += s * 0.5
        row.end()
        if not any(mark.shape == "sixth" for strip in row.strips for mark in strip.marks):
            self._noise(row, type_, s, side)
        for strip in row.strips:
            strip.tag = "Figure"
        row.strips[0].said = self._said()
        return list(row.strips)

    def _said(self) -> str:
        """Say what there is to cross off."""
        said = _("To cross: damage {n}; noise {rings}").format(n=self.damage, rings=NOISE_RINGS)
        return chained([said, *(state.name for state in self.states)])

    def _side(self, width: float, s: float) -> float:
        """Return the side of a box: smaller than its text asks for if everything then fits in one
        row."""
        boxes = sum(1.05 + state.boxes * 1.1 for state in self.states) + self.damage * 0.92
        gaps = s * (0.5 * len(self.states) + 0.32 * self.damage)
        one_row = (width - gaps) / max(boxes, 1.0)
        return one_row if _LEAST_BOX <= one_row < s * 1.3 else s * 1.3

    def _ring(self, row: _Row, s: float, side: float) -> float:
        """Return how large rings for noise can be in what is left of a row."""
        gaps = NOISE_RINGS * s * 0.22 + s * 1.7 + side * 1.1
        return (row.width - row.x - gaps) / NOISE_RINGS

    def _noise(self, row: _Row, type_: Type, s: float, side: float, *, end: bool = True) -> None:
        row.mark(TokenMark("picture", 0, side * 1.1, side * 1.1, None, self.noise), s * 0.4)
        six = type_.line(Span(str(NOISE_SURE), "head"))
        gaps = NOISE_RINGS * s * 0.22 + s * 0.7
        ring = min(side, (row.width - row.x - gaps) / NOISE_RINGS)
        spread = (row.width - row.x - gaps - ring * NOISE_RINGS) / NOISE_RINGS
        for n in range(1, NOISE_RINGS + 1):
            after = s * (0.9 if n % _PER_GROUP == 0 else 0.22) + min(max(spread, 0.0), s * 1.2)
            if n == NOISE_SURE:
                row.mark(TokenMark("sixth", 0, ring, ring, six), after)
            else:
                row.mark(TokenMark("ring", 0, ring, ring), after)
        if end:
            row.end()


@dataclass(frozen=True)
class Weapons(Block):
    """Weapons of one kind under one head: figures to compare, ammo to count, remarks."""

    heading: str
    lines: tuple[WeaponLine, ...]
    blank: bool = False

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        return type_.kept((self, width, fit), lambda: self._set(type_, width, fit))

    def _set(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        made: list[Flowable] = [Gap(fit.size * 0.4 * fit.gap)]
        table = _Table(self, type_, width, fit)
        made += table.head()
        for n, line in enumerate(self.lines):
            rows = table.rows(line)
            for row in rows[:-1]:
                row.keep = True
            last = rows[-1]
            if isinstance(last, Strip):
                last.rule, last.width = "line", width
                last.height += 1.5
            made += rows
            if n < len(self.lines) - 1:
                made.append(Gap(fit.size * 0.1))
        return made


class _Table:
    """The columns of a table of weapons at one width and size."""

    def __init__(self, block: Weapons, type_: Type, width: float, fit: Fit) -> None:
        self.block, self.type_, self.width, self.fit = block, type_, width, fit
        s = fit.size
        #: Rows closer together, and remarks beside names: weapons stay together in front.
        self.tight = fit.gap <= _TIGHT and not block.blank
        self.small = max(LEAST, s * 0.72)
        self.name_size, self.figure_size = s * 1.06, s * 1.22
        self.heading = type_.line(Span(block.heading.upper(), "head"))
        self.labels = [type_.line(Span(cell.label.upper(), "label")) for cell in block.lines[0].row]
        values = [
            [type_.width(line.row[n].text, "head") for line in block.lines]
            for n in range(len(self.labels))
        ]
        for _try in range(8):
            self.needs = [
                max(label.width * self.small, max(found) * self.figure_size)
                for label, found in zip(self.labels, values, strict=True)
            ]
            self.total = sum(self.needs) + s * 0.45 * len(self.needs)
            if self.total <= width or self.figure_size <= LEAST:
                break
            self.figure_size = max(LEAST, self.figure_size * 0.92)
        self.picture = s * 1.45
        names = max(type_.width(line.name, "strong") for line in block.lines) * self.name_size
        beside = self.picture + s * 0.4 + max(names, width * 0.3 if block.blank else 0)
        heading = self.heading.width * s + s
        #: The names stand beside the figures; else above them, beside the ammo.
        self.wide = max(beside, heading) + s * 0.5 + self.total <= width
        self.headed = self.wide or heading + self.total <= width
        left = max(beside + s * 0.4, heading) if self.wide else heading if self.headed else 0.0
        extra = (width - left - self.total) / max(1, len(self.needs))
        extra = min(extra, s * (0.6 if self.tight else 1.6)) if self.wide else extra
        x = width - self.total - extra * len(self.needs)
        self.middles: list[float] = []
        for need in self.needs:
            span = need + s * 0.45 + extra
            self.middles.append(x + span / 2)
            x += span

    def head(self) -> list[Flowable]:
        """Return the head: the heading and the names of the columns."""
        s = self.fit.size
        height = s * (1.25 if self.tight else 1.35)
        words = [
            RowWords(middle - label.width * self.small / 2, label, self.small, "faint")
            for middle, label in zip(self.middles, self.labels, strict=True)
        ]
        if self.headed:
            words.insert(0, RowWords(0, self.heading, s, "accent"))
            return [Strip(tuple(words), (), height, "accent", self.width, keep=True)]
        return [
            HeadingFlowable(self.heading, s, self.width, height),
            Strip(tuple(words), (), self.small * 1.3, "", self.width, keep=True),
        ]

    def rows(self, line: WeaponLine) -> list[Flowable]:
        """Return the rows of a weapon."""
        s = self.fit.size
        height = max(s * 1.55, 15.0) if self.block.blank else s * (1.42 if self.tight else 1.55)
        figures, boxes = self._figures(line), self._boxes()
        picture = (
            (TokenMark("picture", 0, self.picture, self.picture, None, line.drawing),)
            if line.drawing
            else ()
        )
        left = self.picture + s * 0.4 if line.drawing else 0.0
        name = self.type_.line(Span(line.name, "strong"))
        made: list[Flowable] = []
        if name.width * self.name_size > self.width - left:
            made += [
                TextFlowable(part, self.name_size, self.name_size * 1.2)
                for part in self.type_.wrapped(
                    (Span(line.name, "strong"),), self.width / self.name_size
                )
            ]
            name, left, picture = self.type_.line(), 0.0, ()
        named = (RowWords(left, name, self.name_size),) if line.name else ()
        if self.wide:
            made.append(Strip((*named, *figures), (*picture, *boxes), height))
            made += self._ammo(line, left)
        else:
            start = left + name.width * self.name_size + s * 0.6
            if self.block.blank:
                start = self.width * 0.42  # room to write a name
            marks, words, end = self._cartridges(line, start)
            if line.ammo and end <= self.width:
                made.append(Strip((*named, *words), (*picture, *marks), height))
                made.append(Strip(figures, boxes, max(s * 1.4, 15.0 if self.block.blank else 0.0)))
            else:
                if named or picture:
                    made.append(Strip(named, picture, height))
                made.append(Strip(figures, boxes, max(s * 1.4, 15.0 if self.block.blank else 0.0)))
                made += self._ammo(line, 0.0)
        remarks = " · ".join(part for part in (line.own, line.remarks) if part)
        beside = bool(remarks) and self._beside(made, remarks)
        if line.ammo and not beside and not self.block.blank:
            self._spread(made)
        if remarks and not beside:
            size = max(LEAST, s * 0.84)
            lines = self.type_.wrapped((Span(remarks, "faint"),), self.width / size)
            made += [Strip((RowWords(0, one, size, "faint"),), (), size * 1.18) for one in lines]
        return made

    def _boxes(self) -> tuple[TokenMark, ...]:
        """Return a box for each figure of a blank card, to write in."""
        if not self.block.blank:
            return ()
        high = max(self.fit.size * 1.25, 12.5)
        return tuple(
            TokenMark("box", middle - need / 2 - 1, need + 2, high)
            for middle, need in zip(self.middles, self.needs, strict=True)
        )

    def _beside(self, made: list[Flowable], remarks: str) -> bool:
        """Set remarks behind the cartridges if there is room; return whether there is."""
        size = max(LEAST, self.fit.size * 0.84)
        said = self.type_.line(Span(remarks, "faint"))
        strip = made[-1]
        if not isinstance(strip, Strip) or not strip.marks:
            return False
        if self.tight and self.wide and len(made) == 1:
            name, first = strip.words[:2]
            x = name.x + name.line.width * name.size + size * 0.7
            if x + said.width * size + size * 0.7 > first.x:
                return False
            strip.words = (*strip.words, RowWords(x, said, size, "faint"))
            return True
        end = max(mark.x + mark.width for mark in strip.marks)
        end = max([end, *(w.x + w.line.width * w.size for w in strip.words)])
        x = self.width - said.width * size
        if x < end + size:
            return False
        strip.words = (*strip.words, RowWords(x, said, size, "faint"))
        return True

    def _spread(self, made: Sequence[Flowable]) -> None:
        """Spread the cartridges if they have the end of a row to themselves: they are crossed off
        with a pen."""
        for strip in made:
            if not isinstance(strip, Strip):
                continue
            ammo = [m for m in strip.marks if m.shape != "picture"]
            if not ammo:
                continue
            first, end = ammo[0].x, ammo[-1].x + ammo[-1].width
            times = min(_SPREAD_MOST, (self.width - first) / (end - first))
            strip.marks = tuple(
                m._replace(x=first + (m.x - first) * times) if m in ammo else m for m in strip.marks
            )

    def _figures(self, line: WeaponLine) -> tuple[RowWords, ...]:
        found = []
        for middle, cell in zip(self.middles, line.row, strict=True):
            if cell.text:
                figure = self.type_.line(Span(cell.text, "head"))
                x = middle - figure.width * self.figure_size / 2
                tone: Tone = "up" if cell.before else "text"
                found.append(RowWords(x, figure, self.figure_size, tone))
        return tuple(found)

    def _ammo(self, line: WeaponLine, left: float) -> list[Flowable]:
        """Return cartridges on rows of their own."""
        if not line.ammo:
            return []
        s = self.fit.size
        marks, words, end = self._cartridges(line, left)
        if end <= self.width:
            return [Strip(words, marks, s * (1.28 if self.tight else 1.6))]
        row = _Row(self.width, s * 1.6)
        for word in words:
            row.words(word.line, word.size)
        at = words[-1].x if words else 0.0
        for mark in marks:
            row.room(mark.width)
            row.mark(mark, max(s * 0.16, 1.0))
            at = mark.x
        row.end()
        return list(row.strips) if at >= 0 else []

    def _cartridges(
        self, line: WeaponLine, x: float
    ) -> tuple[tuple[TokenMark, ...], tuple[RowWords, ...], float]:
        """Return as many cartridges as the Reload Number, the last an R, and a few past it."""
        s = self.fit.size
        words: tuple[RowWords, ...] = ()
        if line.reload:
            cost = self.type_.line(Span(line.reload, "label"))
            words = (RowWords(x, cost, self.small, "faint"),)
            x += cost.width * self.small + s * 0.4
        wide, high = s * 0.66, s * 1.22
        marks: list[TokenMark] = []
        letter = self.type_.line(Span("R", "head"))
        last = line.ammo if self.block.blank else line.ammo + _PAST_RELOAD
        for n in range(1, last + 1):
            shape: Shape = "spare" if n > line.ammo and not self.block.blank else "cartridge"
            if n == line.ammo and not self.block.blank:
                marks.append(TokenMark("reload", x, high, high, letter))
                x += high - wide
            else:
                marks.append(TokenMark(shape, x, wide, high))
            x += wide + s * (0.55 if n % _PER_GROUP == 0 else 0.2)
        return tuple(marks), words, x


@dataclass(frozen=True)
class Chips(Block):
    """Names in round frames, each with its pictogram: skills, and scars in red."""

    lines: tuple[PrintedLine, ...]
    scars: tuple[PrintedLine, ...] = ()

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        return type_.kept((self, width, fit), lambda: self._set(type_, width, fit))

    def _set(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        size = max(LEAST, s * 0.95)
        side, height = size * 1.55, size * 1.85
        made: list[Flowable] = [Gap(s * 0.45 * fit.gap)]
        row: list[Chip] = []
        x = 0.0
        for line in (*self.lines, *self.scars):
            tone: Tone = "down" if line in self.scars else "faint"
            name = type_.line(Span(line.name, "strong"))
            picture = side * 0.78 + size * 0.25 if line.drawing else 0.0
            wide = name.width * size + picture + size * 0.7
            if wide > width:
                made += Para((Span(line.name, "strong"),)).flowables(type_, width, fit)
                continue
            if x + wide > width and row:
                made.append(ChipRow(_spread(row, width), size, side, height))
                row, x = [], 0.0
            row.append((x, wide, name, line.drawing, tone))
            x += wide + size * 0.4
        if row:
            made.append(ChipRow(_spread(row, width), size, side, height))
        return made


Chip = tuple[float, float, TextLine, str, Tone]


def _spread(row: Sequence[Chip], width: float) -> tuple[Chip, ...]:
    """Widen the chips of a row until it is full."""
    at, wide = row[-1][:2]
    more = (width - at - wide) / len(row)
    return tuple(
        (x + n * more, w + more, name, drawing, tone)
        for n, (x, w, name, drawing, tone) in enumerate(row)
    )


@dataclass(frozen=True)
class ExperienceBar(Block):
    """The Experience that the next Level costs, as boxes with the earned ones filled, and in
    words."""

    have: int
    cost: int
    words: str

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        return type_.kept((self, width, fit), lambda: self._set(type_, width, fit))

    def _set(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        label = type_.line(Span("XP", "head"))
        left = label.width * s + s * 0.5
        small = max(LEAST, s * 0.85)
        words = type_.line(Span(self.words, "faint"))
        side = min(s * 1.15, (width - left) / self.cost)
        broad = (width - left) / self.cost
        marks = tuple(
            TokenMark("full" if n < self.have else "box", left + n * broad, broad - 0.9, side)
            for n in range(self.cost)
        )
        return [
            Strip((RowWords(0, label, s),), marks, s * 1.5, keep=True),
            Strip(
                (RowWords(max(0.0, width - words.width * small), words, small, "faint"),),
                (),
                small * 1.2,
            ),
        ]


class Meaning(Struct, frozen=True):
    """A sign on a card, which is a pictogram or a token's shape, and what it means."""

    words: str
    drawing: str = ""
    shape: Shape = "picture"


@dataclass(frozen=True)
class Legend(Block):
    """Signs and their meanings, as many in a row as fit."""

    meanings: tuple[Meaning, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        return type_.kept((self, width, fit), lambda: self._set(type_, width, fit))

    def _set(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        heading = HeadingBlock(_("Pictograms")).flowables(type_, width, fit)
        size = max(TEXT_LEAST, fit.size * 0.9)
        side, height = size * 1.15, size * 1.5
        lines = [type_.line(Span(meaning.words)) for meaning in self.meanings]
        needs = [side * 1.25 + line.width * size for line in lines]
        columns = max(1, min(3, int((width + size) // (max(needs, default=width) + size))))
        each = (width + size) / columns
        made: list[Flowable] = list(heading)
        for first in range(0, len(lines), columns):
            words, marks = [], []
            for n, line in enumerate(lines[first : first + columns]):
                meaning, x = self.meanings[first + n], n * each
                wide = side if meaning.shape == "picture" else side * 0.66
                drawn = TokenMark(meaning.shape, x, wide, side, None, meaning.drawing)
                marks.append(drawn._replace(x=x + (side - wide) / 2))
                words.append(RowWords(x + side * 1.25, line, size))
            made.append(Strip(tuple(words), tuple(marks), height, width=width))
        return made


def legend_of(card: CharacterCard) -> tuple[Block, ...]:
    """Return the legend for the signs on a Character card."""
    token = pictograms.token
    found = [Meaning(_("damage"), shape="drop"), Meaning(_("noise"), token("noise"))]
    if any(weapon.ammo for weapon in card.weapons):
        found.append(Meaning(_("ammo"), shape="cartridge"))
    found += [Meaning(name, token(key)) for key, name in state_names().items()]
    for line in card.one_use:
        found.append(Meaning(line.name, line.drawing))
    for counted in card.tally:
        found.append(Meaning(counted.name, counted.drawing))
    return (
        Legend(
            tuple(meaning for meaning in found if meaning.drawing or meaning.shape != "picture")
        ),
    )


#: The side of a box, of the size of its text.
_BOX = 0.95


@dataclass(frozen=True)
class MemberLines(Block):
    """Members under a heading, which ends with what their boxes are for."""

    heading: str
    boxes: str
    lines: tuple[PrintedLine, ...]

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        small = max(LEAST, s * 0.85)
        heading = type_.line(Span(self.heading.upper(), "head"))
        boxes = type_.line(Span(self.boxes, "faint"))
        if heading.width * s + boxes.width * small + 2 * s > width:
            boxes = type_.line()
        height = s * 1.15 + s * 0.55 * fit.gap
        made: list[Flowable] = [MembersHead(heading, s, width, height, boxes=boxes, small=small)]
        room = (width - s * (_BOX + 0.5)) / s
        for line in self.lines:
            spans = [Span(line.name, "strong")] if line.name else []
            spans += [Span(line.text)] if line.text else []
            *first, last = type_.wrapped(tuple(spans), room) or [type_.line()]
            made += [TextFlowable(one, s, s * fit.leading, keep=True) for one in first]
            made.append(MemberLine(last, s, s * fit.leading, width))
            made.append(Gap(s * 0.2 * fit.gap))
        return made


@dataclass
class MembersHead(HeadingFlowable):
    """A heading whose rule ends before words at the right."""

    boxes: TextLine | None = None
    small: float = 0.0

    def draw(self, pen: Pen, x: float, top: float) -> None:
        whole, room = self.width, 0.0
        if self.boxes is not None and self.boxes.parts:
            room = self.boxes.width * self.small
            pen.fill(pen.ink.faint)
            y = top - self.height + self.size * 0.22 + 1
            draw_line(pen, self.boxes, x + whole - room, y, self.small)
            room += self.size * 0.4
        self.width = whole - room
        super().draw(pen, x, top)
        self.width = whole


@dataclass
class MemberLine(Flowable):
    """The last line of a member: dots lead from its text to its box."""

    line: TextLine
    size: float
    height: float
    width: float

    def draw(self, pen: Pen, x: float, top: float) -> None:
        canvas, side = pen.canvas, self.size * _BOX
        pen.fill(pen.ink.text)
        y = top - self.height + (self.height - self.size) / 2 + self.size * 0.22
        draw_line(pen, self.line, x, y, self.size)
        first, last = x + self.line.width * self.size + 4, x + self.width - side - 3
        if first < last:
            pen.stroke(pen.ink.line, 0.6)
            canvas.setDash(0.6, 2.4)
            canvas.line(first, y, last, y)
            canvas.setDash()
        pen.stroke(pen.ink.text, 0.7)
        low = top - self.height + (self.height - side) / 2
        canvas.rect(x + self.width - side, low, side, side)


@dataclass(frozen=True)
class Slots(Block):
    """A Refuge's Perks: those built in, those built, and the Empty Spaces left, each with a line
    for the name of what is built there."""

    built_in: tuple[PrintedLine, ...]
    built: tuple[PrintedLine, ...]
    empty: int
    to_build: str = ""

    def flowables(self, type_: Type, width: float, fit: Fit) -> list[Flowable]:
        s = fit.size
        size = max(LEAST, s * 0.9)
        names: Sequence[tuple[PrintedLine | None, bool]] = [
            *((line, True) for line in self.built_in),
            *((line, False) for line in self.built),
            *((None, False) for _n in range(self.empty)),
        ]
        if not names:
            return []
        most = max(1, min(len(names), int(width // (size * 5.6))))
        rows = -(-len(names) // most)
        height = size * 4.8
        made: list[Flowable] = []
        for n in range(rows):  # as many in each row as in the next, or one more
            these = names[len(names) * n // rows : len(names) * (n + 1) // rows]
            each = (width - (len(these) - 1) * 4) / len(these)
            row = []
            for at, (line, built_in) in enumerate(these):
                lines: tuple[TextLine, ...] = ()
                if line is not None:
                    span = (Span(line.name, "strong"),)
                    lines = tuple(type_.wrapped(span, (each - 4) / size)[:2])
                drawing = line.drawing if line is not None else self.to_build
                row.append((at * (each + 4), lines, drawing, built_in))
            made.append(SlotRow(tuple(row), each, size, height))
        return made
