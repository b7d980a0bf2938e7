"""Composes a card from its texts (p. 109–111) so that none is lost, and draws it."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from lastdays.language import _, aside, dotted, ngettext
from lastdays.pdf.card_front import Front, SideBySide, compose_front, measures_of
from lastdays.pdf.card_head import (
    PAD,
    badge_width,
    blank_head,
    compose_figures,
    compose_head,
    more_head,
    readable,
)
from lastdays.pdf.content import Card, CharacterCard, GroupCard, Notice, PrintedLine, TallyLine
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.rows import (
    Block,
    Entry,
    Fit,
    Gap,
    Heading,
    Mark,
    Measured,
    Paragraph,
    Placing,
    Region,
    Row,
    Shape,
    Words,
    draw_rows,
    flow,
    heading,
    height_of,
    height_without_last_gap,
    rows_of,
    ruled,
)
from lastdays.pdf.shapes import Pen, of_keyword
from lastdays.pdf.tables import state_names
from lastdays.pdf.typesetting import LEAST, TEXT_LEAST, Span, TextLine, Type, sizes_down
from lastdays.rulebook import pictograms
from lastdays.values import Value

#: The most lines for notes in a column with room for them, and on a card of two columns.
_LINES_MOST = 16
_LINES_BESIDE_MOST = 5
#: The largest size of sentences, as a share of their usual size: of a poker card no more than
#: `SPREAD` above the smallest.
_LARGEST = 1.14
#: How much the sizes of sentences on one sheet differ at most, in points.
SPREAD = 1.5
#: The most letters of an entry that isn't split between two faces.
_WHOLE_MOST = 240
#: How far apart lines for notes are at least and at most, in points.
_LINE_STEP = 12.5
_LINE_STEP_MOST = 24.0
#: The largest letters of a name on the back of a card, in points and as a share of its height, and by
#: how many points it may be too wide.
_BACK_NAME_MOST = 16.0
_BACK_NAME_SHARE = 0.07
_BACK_NAME_SLACK = 6.0
#: Notes stay on a front if they take at most this share of its height.
_NOTES_MOST = 0.3
#: On a card without a back, the rest follows on the front if more than this is free, in points.
_ROOM_LEAST = 40.0
#: The least height in which the meanings of pictograms are tried, in points.
_LEGEND_LEAST = 40.0
#: The height of a card's foot, in points.
_FOOT = 11.0
#: The height of the line below a card's head, in points.
_RULE = 1.6
#: The figures' share of the width of a wide card.
_FIGURES_SHARE = 0.52


class Face(Value):
    """One side of a card: its title for screen readers, its rows, placed from its lower left
    corner, the Keyword whose colour it has, and whether a line shows where to cut it."""

    said: str
    rows: Placing
    colour: str = ""
    edged: bool = True


class Composed(Value):
    """A card's sides, two for each card if it has backs, and the notices about it; `sizes` are those
    of its sentences, in points."""

    about: str
    faces: list[Face]
    notices: list[Notice]
    sizes: tuple[float, ...] = ()


class _Laid(NamedTuple):
    """A body as placed, the rows left over, and the fit."""

    placed: Placing
    rest: list[Row]
    fit: Fit


class _Body(NamedTuple):
    """The bodies of all faces of a card, the sizes of their sentences, whether something that belongs
    on the front has moved to the back, whether what attributes of weapons mean is left to the quick
    reference, and whether the front has short meanings."""

    faces: list[Placing]
    sizes: tuple[float, ...]
    has_moved: bool
    refers: bool = False
    in_short: bool = False


def compose(
    card: Card,
    layout: Layout,
    type_: Type,
    *,
    backs: bool,
    front_notes: bool,
    most: float = math.inf,
) -> Composed:
    """Lay a card's text on its faces, in letters as large as fit but of at most `most` points, and on
    as many more cards as it needs, so that none is lost. With `front_notes` its notes are on the
    front."""
    type_.undrawable.clear()
    composer = _Composer(card, layout, type_, backs=backs, front_notes=front_notes, most=most)
    return composer.composed()


class _Composer:
    """Composes a card; a group's card gets its head from a `CharacterCard`, too."""

    def __init__(
        self,
        card: Card,
        layout: Layout,
        type_: Type,
        *,
        backs: bool,
        front_notes: bool,
        most: float,
    ) -> None:
        self.card = card
        self.layout = layout
        self.type_ = type_
        self.most = most
        #: What stands after a paragraph that goes on elsewhere.
        self.split = type_.line("▸", "label")
        self.fits = _fits(type_, layout.size, most)
        #: How sentences are set where nothing makes them larger or smaller.
        self.usual = next(fit for fit in self.fits if fit.size <= layout.size)
        self.with_back = backs and layout.two_sided
        self.front_notes = front_notes
        self.width = layout.width * MM
        self.height = layout.height * MM
        if isinstance(card, CharacterCard):
            self.who = card
            labels = (_("Name"), _("Character Type"), _("Keyword"))
            footer = dotted(card.group, card.edition)
            blank_about = _("Blank Character card")
        else:
            self.who = CharacterCard(
                member="",
                name=card.name,
                kind=dotted(card.refuge, card.player),
                keyword="",
                group="",
                cells=card.cells,
                drawing=card.drawing,
            )
            labels = (_("Group"), _("Refuge Type"), _("Player"))
            footer = _("Group and Refuge")
            blank_about = _("Blank Group-and-Refuge card")
        name = card.name.strip() or _("unnamed")
        self.about = blank_about if card.blank else name
        self.said = _("Blank card") if card.blank else name
        self.front: Placing = []
        overflow: list[str] = []
        top = self._set_head(labels, overflow)
        self.later = more_head(self.who.name, self.width, layout.size, type_)
        self._set_foot(footer, top, overflow)
        self.lost: list[Block] = []
        for text in dict.fromkeys(overflow):
            self.lost.append(Paragraph(text))
        self.backs = self._regions(self.height - self.later[0].height - 1, _FOOT, PAD)

    def _regions(self, top: float, foot: float, pad: float) -> list[Region]:
        gap = 12.0
        columns = self.layout.columns
        column_width = (self.width - 2 * pad - (columns - 1) * gap) / columns
        height = max(top - foot, 20.0)
        regions = []
        for n in range(columns):
            x = pad + n * (column_width + gap)
            regions.append(Region(x=x, top=top, width=column_width, height=height))
        return regions

    def _set_head(self, labels: Sequence[str], overflow: list[str]) -> float:
        """Set the head of the front, with the figures (beside the name on a wide card); return where
        the body begins. Texts that don't fit are added to `overflow`."""
        who = self.who
        base = self.layout.size
        figures_beside = self.layout.columns > 1 and bool(who.cells)
        taken = self.width * _FIGURES_SHARE if figures_beside else 0.0
        if self.card.blank:
            head = blank_head(labels, self.layout, self.type_, taken)
        else:
            head, cut_texts = compose_head(who, self.layout, self.type_, taken)
            overflow += cut_texts
        self.front += [(row, 0.0, self.height) for row in head]
        head_height = head[0].height
        top = self.height - head_height - _RULE
        if not who.cells:
            return top
        if figures_beside:
            left = self.width - PAD - badge_width(True, who.level, base) - taken
            figures = compose_figures(who.cells, taken - 8, base, self.type_, left)
            middle = self.height - (head_height - figures[0].height) / 2
            self.front += [(row, 0.0, middle) for row in figures]
            return top
        figures = compose_figures(who.cells, self.width, base, self.type_, 0.0)
        self.front += [(row, 0.0, top) for row in figures]
        return top - figures[0].height

    def _set_foot(self, text: str, top: float, overflow: list[str]) -> None:
        """Set the foot of all faces, and the room for the front's body, from `top` on: in play the foot
        of a front has the boxes for Experience. A text that doesn't fit is added to `overflow`."""
        inner_width = self.width - 2 * PAD
        footer = self.type_.line(text, "faint")
        if footer.width * LEAST > inner_width:
            overflow.append(text)
            footer = self.type_.line()
        self.foot = (_foot(footer, inner_width), PAD, _FOOT)
        self.end = self.foot
        foot_height = _FOOT
        if self.who.tally:
            tally = _tally(self.who.tally, inner_width, self.layout.size, self.type_)
            foot_height = tally.height + 6.0
            self.end = (tally, PAD, tally.height + 4.0)
        self.regions = self._regions(top - 2, foot_height, measures_of(self.layout).pad)

    def composed(self) -> Composed:
        """Lay the body on the faces; return them with the notices."""
        card = self.card
        body = self._member(card) if isinstance(card, CharacterCard) else self._group(card)
        front = [*self.front, *body.faces[0], self.end]
        faces = [Face(self.said, front, self.who.colour)]
        for placed in body.faces[1:]:
            head = [(row, 0.0, self.height) for row in self.later]
            faces.append(Face(self.said, [*head, *placed, self.foot], self.who.colour))
        more_cards = (len(faces) - 2) // 2 if self.with_back else len(faces) - 1
        notices = self._notices(body, more_cards)
        notices += letters(self.type_, self.about)
        return Composed(self.about, faces, notices, body.sizes)

    def _notices(self, body: _Body, more_cards: int) -> list[Notice]:
        """Return what is to know about the card: what can't be read, has moved, is smaller or continues."""
        about = self.about
        notices = []
        with aside():
            if self.who.portrait and not readable(self.who.portrait):
                notices.append(Notice("portrait", about, _("The portrait cannot be read.")))
            if body.has_moved:
                text = _("What doesn't fit on the front is on the back.")
                notices.append(Notice("continued", about, text))
            if body.refers:
                text = _("What its weapons' attributes mean is on the quick reference.")
                notices.append(Notice("continued", about, text))
            notices += set_smaller(about, min(body.sizes), self.layout.size)
            if more_cards > 0:
                text = ngettext(
                    "Continues on {n} more card.", "Continues on {n} more cards.", more_cards
                )
                notices.append(Notice("continued", about, text))
        return notices

    def _member(self, card: CharacterCard) -> _Body:
        """Lay out a member's card."""
        if len(self.regions) > 1:
            return self._member_in_two_columns(card)
        return self._member_in_one_column(card)

    def _member_in_one_column(self, card: CharacterCard) -> _Body:
        """Lay out a member's front on its grid, with short meanings where whole ones have no room,
        unless that takes one more card."""
        body = self._on_front_and_back(card, in_short=self.with_back)
        if not body.in_short or len(body.faces) == 2:
            return body
        whole = self._on_front_and_back(card, in_short=False)
        return whole if len(whole.faces) < len(body.faces) else body

    def _on_front_and_back(self, card: CharacterCard, *, in_short: bool) -> _Body:
        """Lay out a member's front, and what it doesn't show on the back; without a back in the room
        left over, then on further cards."""
        region = self.regions[0]
        fit = Fit(self.type_, region.width, self.layout.size)
        notes, back = self._notes_and_back(card, fit)
        notes_height = height_of(notes)
        if notes_height > region.height * _NOTES_MOST:
            notes_height = 0.0
        front = self._composed_front(card, region.height - notes_height, in_short=in_short)
        if not notes and back and self._has_room_for_notes(front, back, fit):
            notes = rows_of(back, fit)
            notes_height = height_of(notes)
            front = replace(front, free=front.free - notes_height)
            back = []
        on_front = list(front.rows)
        first = list(front.weapons)
        if notes_height:
            on_front += notes
        else:
            first += notes
        placed, bottom = _stacked(on_front, region)
        free = Region(x=region.x, top=bottom, width=region.width, height=front.free)
        text = _Text(self.lost, card, front.lines, back)
        if self.with_back:
            laid, refers = self._told(text, self.backs, first)
            legend, below = self._legend_in(free, fit)
            if legend:
                placed += legend
                faces = [placed + _written(below, fit), self._filled(laid, self.backs)]
            else:
                faces = [placed + _written(free, fit), self._back_with_legend(laid)]
        else:
            regions: list[Region] = []
            if not front.weapons and front.free > _ROOM_LEAST:
                regions = [free]
            laid, refers = self._told(text, regions, first)
            faces = [placed + self._filled(laid, regions)]
        faces = self._continued(faces, laid)
        return _Body(
            faces,
            (laid.fit.size,),
            has_moved=bool(front.weapons),
            refers=refers,
            in_short=front.in_short,
        )

    def _member_in_two_columns(self, card: CharacterCard) -> _Body:
        """Lay out a member's front with tracks and weapons that shoot at the left; at the right, and
        below those if need be, Experience, fighting and what the member can do."""
        left, right = self.regions
        front = self._composed_front(card, left.height, in_short=False)
        placed, bottom = _stacked(front.rows, left)
        below = Region(x=left.x, top=bottom - _RULE, width=left.width, height=front.free - _RULE)
        fit = Fit(self.type_, right.width, self.layout.size)
        first: list[Row] = []
        if not card.blank:
            first += rows_of([*self.lost, *_experience(card)], fit)
        first += [*front.weapons, *front.fights]
        notes, back = self._notes_and_back(card, fit)
        if height_of(notes) > right.height * _NOTES_MOST:
            back = [partial(_as_set, notes)]
            notes = []
        text = _Text([partial(_as_set, notes)], card, front.lines, back, told_before=True)
        regions = [right]
        has_room_below = below.height > _ROOM_LEAST
        laid = self._held(text.blocks(), regions, first, self._large_fits())
        refers = False
        if laid is None:
            if has_room_below:
                regions = [right, below]
            laid, refers = self._told(text, regions, first)
        lines_most = _LINES_BESIDE_MOST
        if has_room_below and below not in regions:
            legend, below = self._legend_in(below, fit)
            lines = _written(below, fit, lines_most)
            placed += legend + lines
            if lines:
                lines_most = 0
        faces = self._continued([placed + self._filled(laid, regions, lines_most)], laid)
        return _Body(faces, (laid.fit.size,), has_moved=False, refers=refers)

    def _composed_front(self, card: CharacterCard, height: float, *, in_short: bool) -> Front:
        """Compose a member's front in a height; what has no room follows in the next column if there
        is one."""
        return compose_front(
            card,
            measures_of(self.layout),
            (self.regions[0].width, height),
            self.type_,
            beside=len(self.regions) > 1,
            in_short=in_short,
        )

    def _has_room_for_notes(self, front: Front, back: Sequence[Block], fit: Fit) -> bool:
        """Return whether a front shows all that it should, and has room for the notes of the back."""
        if self.card.blank or front.lines or front.weapons:
            return False
        return height_of(rows_of(back, fit)) <= front.free

    def _notes_and_back(self, card: CharacterCard, fit: Fit) -> tuple[list[Row], list[Block]]:
        """Return the rows of a member's notes if they belong on the front, else the blocks that end the
        back."""
        if card.blank:
            return [], _blank_back()
        notes = _notes(card.notes)
        if self.front_notes and notes:
            return rows_of(notes, fit), []
        return [], notes

    def _told(
        self, text: _Text, regions: Sequence[Region], first: Sequence[Row]
    ) -> tuple[_Laid, bool]:
        """Place rows, then what a front doesn't tell. Before a card is continued, what attributes of
        weapons mean is left to the quick reference; return whether it is."""
        laid = self._held(text.blocks(), regions, first, self.fits)
        if laid is not None:
            return laid, False
        if text.has_traits:
            laid = self._held(text.blocks(refers=True), regions, first, self.fits)
            if laid is not None:
                return laid, True
        return self._overflowing(text.blocks(), regions, first), False

    def _legend_in(self, free: Region, fit: Fit) -> tuple[Placing, Region]:
        """Set what pictograms mean in a free place of the front if it has room for that; return what
        is left of it, too."""
        card = self.card
        is_low = free.height < _LEGEND_LEAST
        if is_low or card.blank or not isinstance(card, CharacterCard):
            return [], free
        rows = [Gap(fit.size * 0.5), *_legend(card, fit._replace(width=free.width))]
        height = height_of(rows)
        if height > free.height:
            return [], free
        placed, bottom = _stacked(rows, free)
        return placed, replace(free, top=bottom, height=free.height - height)

    def _back_with_legend(self, laid: _Laid) -> Placing:
        """Return a back with what pictograms mean below its text, if there is room for that, and lines
        to write on."""
        card = self.card
        region = self.backs[0]
        is_large = laid.fit.size >= self.layout.size
        if laid.rest or not is_large or card.blank or not isinstance(card, CharacterCard):
            return self._filled(laid, self.backs)
        lowest = _lowest(laid.placed, region)
        free = Region(
            x=region.x,
            top=lowest,
            width=region.width,
            height=lowest - (region.top - region.height) - 2.5 * _LINE_STEP,
        )
        legend, _below = self._legend_in(free, laid.fit)
        return self._filled(laid._replace(placed=[*laid.placed, *legend]), self.backs)

    def _group(self, card: GroupCard) -> _Body:
        """Lay out a group's card: all of it on the front if it fits, else the rest on the back."""
        refuge, members = _blank_group() if card.blank else _group_blocks(card)
        notes = _notes(card.notes)
        front = [*self.lost, *refuge]
        back = list(members)
        if self.front_notes:
            front += notes
        else:
            back += notes
        if not self.with_back:
            laid = self._fitted(front + back, self.regions)
            faces = self._continued([self._filled(laid, self.regions)], laid)
            return _Body(faces, (laid.fit.size,), has_moved=False)
        laid_front = self._group_front(card, front, members)
        laid_back = self._fitted(back, self.backs, laid_front.rest)
        faces = [self._filled(laid_front, self.regions), self._filled(laid_back, self.backs)]
        return _Body(
            faces=self._continued(faces, laid_back),
            sizes=(laid_front.fit.size, laid_back.fit.size),
            has_moved=bool(laid_front.rest),
        )

    def _group_front(
        self, card: GroupCard, front: Sequence[Block], members: Sequence[Block]
    ) -> _Laid:
        """Lay out a group's front, with its members if all of it fits in a large size."""
        if members and not card.blank:
            laid = self._held([*front, *members], self.regions, (), self._large_fits())
            if laid is not None:
                return laid
        laid = self._held(front, self.regions, (), self.fits)
        return laid or self._placed(front, self.regions, (), self.usual)

    def _continued(self, faces: list[Placing], laid: _Laid) -> list[Placing]:
        """Add as many faces as the rest needs, two at a time if cards have backs."""
        all_faces = list(faces)
        rest = laid.rest
        while rest:
            placed, rest = flow(rest, self.backs, self.split)
            all_faces.append(self._filled(_Laid(placed, rest, laid.fit), self.backs))
        if self.with_back and len(all_faces) % 2 == 1:
            all_faces.append(self._last_back(laid.fit))
        return all_faces

    def _last_back(self, fit: Fit) -> Placing:
        """Return the back of a card that continues another and has nothing left to say: what
        pictograms mean, on a group's card nothing."""
        legend, _below = self._legend_in(self.backs[0], fit)
        return legend

    def _filled(self, laid: _Laid, regions: Sequence[Region], most: int = _LINES_MOST) -> Placing:
        """Add at most so many lines to write on to each column with room for them, else spread its
        parts."""
        placed = list(laid.placed)
        if laid.rest:
            return placed
        margin = laid.fit.size * 0.4
        for region in regions:
            column = [part for part in placed if part[1] == region.x]
            others = [part for part in placed if part[1] != region.x]
            lowest = _lowest(column, region)
            free = lowest - (region.top - region.height)
            count = min(most, int((free - margin) // _LINE_STEP))
            is_last = region is regions[-1]
            if count < 1 or (not column and not is_last):
                placed = others + _apart(column, free, laid.fit)
                continue
            step = min((free - margin) / count, _LINE_STEP_MOST)
            for n, line in enumerate(ruled(count, laid.fit, _("Notes"), step)):
                placed.append((line, region.x, lowest - margin - n * step))
        return placed

    def _large_fits(self) -> list[Fit]:
        """Return the ways to set sentences that aren't smaller than the usual one."""
        return [fit for fit in self.fits if fit.size >= self.layout.size]

    def _placed(
        self, blocks: Sequence[Block], regions: Sequence[Region], first: Sequence[Row], fit: Fit
    ) -> _Laid:
        """Place the rows that come first, then blocks in a size."""
        column = regions[0] if regions else self.backs[0]
        fit = fit._replace(width=column.width)
        placed, rest = flow([*first, *rows_of(blocks, fit)], regions, self.split)
        return _Laid(placed, rest, fit)

    def _held(
        self,
        blocks: Sequence[Block],
        regions: Sequence[Region],
        first: Sequence[Row],
        fits: Sequence[Fit],
    ) -> _Laid | None:
        """Place the rows that come first, then blocks in the largest size in which all fit; None if none
        does."""

        def holds(fit: Fit) -> bool:
            if len(regions) == 1:
                return self._fits_below(first, blocks, regions[0], fit)
            return not self._placed(blocks, regions, first, fit).rest

        place = bisect_left(fits, True, key=holds)
        for fit in fits[place:]:
            laid = self._placed(blocks, regions, first, fit)
            if not laid.rest:
                return laid
        return None

    @staticmethod
    def _fits_below(
        first: Sequence[Row], blocks: Sequence[Block], region: Region, fit: Fit
    ) -> bool:
        """Return whether blocks have room below some rows in a column. They are only measured for
        that: a thousand cards may take a tenth longer than bare ReportLab."""
        room = region.height - height_of(first) + 0.01
        return height_without_last_gap(blocks, fit._replace(width=region.width)) <= room

    def _fitted(
        self, blocks: Sequence[Block], regions: Sequence[Region], first: Sequence[Row] = ()
    ) -> _Laid:
        """Place blocks as `_held` does, on one card more if even the smallest doesn't fit."""
        laid = self._held(blocks, regions, first, self.fits)
        return laid or self._overflowing(blocks, regions, first)

    def _overflowing(
        self, blocks: Sequence[Block], regions: Sequence[Region], first: Sequence[Row]
    ) -> _Laid:
        """Place blocks that another card continues, in the largest size in which one face more takes
        the rest; at full size if it takes more than that."""
        largest = min(self.layout.size, TEXT_LEAST + SPREAD)
        fits = [fit for fit in self.fits if fit.size <= largest]
        laid = self._held(blocks, [*regions, *self.backs], first, fits)
        fit = fits[0] if laid is None else laid.fit
        return self._placed(blocks, regions, first, fit)


def _fits(type_: Type, base: float, most: float) -> list[Fit]:
    """Return the ways to set sentences, from the largest size to the smallest that can be read, a
    quarter of a point apart; from the usual size, `base`, on down lines are closer."""
    largest = min(base * _LARGEST, most)
    fits = []
    for size in sizes_down(largest, TEXT_LEAST):
        if size >= base:
            fits.append(Fit(type_, 0.0, size))
        if size <= base:
            fits.append(Fit(type_, 0.0, size, leading=1.14, gap=0.5))
    return fits


class _Text(NamedTuple):
    """What a front doesn't tell of a member: texts that had no room in the head, the lines without
    their meaning, and the blocks that come last. `told_before`: Experience stands elsewhere."""

    lost: Sequence[Block]
    card: CharacterCard
    untold: Sequence[PrintedLine]
    last: Sequence[Block]
    told_before: bool = False

    @property
    def has_traits(self) -> bool:
        """Return whether it says what attributes of weapons mean."""
        return any(trait in self.untold for trait in self.card.traits)

    def blocks(self, *, refers: bool = False) -> list[Block]:
        """Return its blocks; with `refers` what attributes of weapons mean is left to the quick
        reference."""
        blocks = list(self.lost)
        if not self.told_before:
            blocks += _experience(self.card)
        blocks += _untold(self.card, self.untold, refers=refers)
        blocks += self.last
        return blocks


def _as_set(rows: Sequence[Row], _fit: Fit) -> list[Row]:
    """Return rows that are set already, in any fit."""
    return list(rows)


def _lowest(placed: Placing, region: Region) -> float:
    """Return the lower edge of what is placed in a column."""
    return min((y - row.height for row, _x, y in placed), default=region.top)


def _foot(footer: TextLine, width: float) -> Row:
    """Set the foot of a face: its text if there is any, with a line after it."""
    row = Row(_FOOT)
    start = 0.0
    if footer.width:
        start = footer.width * LEAST + 4
        row.cells = [[Words(0, footer, LEAST, tone="faint", down=6.5)]]
    row.marks.append(Mark("rule", x=start, width=width - start, height=0.35, tone="line", down=4.1))
    return row


def _stacked(rows: Sequence[Row], region: Region) -> tuple[Placing, float]:
    """Place rows below each other, from the top of a region; return where they end, too."""
    placed: Placing = []
    y = region.top
    for row in rows:
        if isinstance(row, SideBySide):
            for x, column in row.columns:
                placed += _stacked(column, replace(region, x=region.x + x, top=y))[0]
        else:
            placed.append((row, region.x, y))
        y -= row.height
    return placed, y


def set_smaller(about: str, size: float, base: float) -> list[Notice]:
    """Return a notice if text is set smaller than its usual size, `base`."""
    if size >= base:
        return []
    text = _("Set in {size} point instead of {base}, to fit.", size=f"{size:g}", base=f"{base:g}")
    return [Notice("smaller", about, text)]


def letters(type_: Type, about: str) -> list[Notice]:
    """Return notices about letters that no font has."""
    with aside():
        return list(_letters(type_, about))


def _letters(type_: Type, about: str) -> Iterator[Notice]:
    if type_.undrawable:
        spelled = [f"{char} {type_.fonts.spelled(char)}" for char in type_.undrawable]
        text = _(
            "No font has these characters; they are spelled out: {letters}.",
            letters=", ".join(spelled),
        )
        yield Notice("letters", about, text)


def _written(region: Region, fit: Fit, most: int = _LINES_MOST) -> Placing:
    """Return at most so many lines to write on in the free part of a front, if it is large enough."""
    count = min(most, int(region.height / _LINE_STEP - 0.5))
    step = min(region.height / (count + 0.5), _LINE_STEP_MOST)
    placed: Placing = []
    for n, line in enumerate(ruled(count, fit._replace(size=7.5), _("Notes"), step)):
        placed.append((line, region.x, region.top - (n + 0.4) * step))
    return placed


def _apart(column: Placing, free: float, fit: Fit) -> Placing:
    """Share the room left in a column among its gaps."""
    gaps = [row for row, _x, _y in column if isinstance(row, Gap)]
    extra = 0.0
    if gaps and free > 0:
        extra = min(free / len(gaps), fit.size)
    shift = 0.0
    moved: Placing = []
    for row, x, y in column:
        if isinstance(row, Gap):
            shift += extra
        moved.append((row, x, y - shift))
    return moved


class _Boxes(NamedTuple):
    """The boxes for one thing that earns Experience: their marks, the words after them, the width."""

    words: Words
    marks: list[Mark]
    width: float


def _tally(lines: Sequence[TallyLine], width: float, base: float, type_: Type) -> Row:
    """Set the boxes for what earns Experience in one row, fewer of them if there is no room."""
    side = max(7.0, base * 0.95)
    small = max(LEAST, base * 0.8)
    gaps = len(lines) - 1
    for fewer in range(-1, 10):
        parts = [_counted(line, fewer, side, small, type_) for line in lines]
        gap = side * (0.7 if fewer >= 0 else 0.4)
        spare = width - sum(part.width for part in parts) - gap * gaps
        if spare >= 0:
            break
    words = []
    marks = [Mark("rule", x=0, width=width, height=0.4, tone="line", down=-1.2)]
    x = 0.0
    for part in parts:
        words.append(part.words._replace(x=x + part.words.x))
        marks += [mark._replace(x=x + mark.x) for mark in part.marks]
        x += part.width + gap + max(0.0, spare) / max(1, gaps)
    text = ", ".join(f"{line.name} ×{line.worth}" for line in lines)
    return Row(side + 4.0, [words], marks, tag="Figure", said=text)


def _counted(line: TallyLine, fewer: int, side: float, small: float, type_: Type) -> _Boxes:
    """Set the boxes for one thing that earns Experience, so many fewer than wanted (-1: all, and its
    name)."""
    picture = side * 1.15
    marks = [Mark("picture", x=0, width=picture, height=picture, drawing=line.drawing)]
    count = max(2, line.boxes - max(0, fewer))
    x = side * 1.3
    for number in range(1, count + 1):
        marks.append(Mark("box", x=x, width=side, height=side))
        ends_five = number % 5 == 0
        gap = side * 0.45 if ends_five else side * 0.12
        x += side + gap
    text = f"×{line.worth}"
    if fewer < 0:
        text = f"{line.name} ×{line.worth}"
    words = Words(x + 1, type_.line(text, "label"), small, tone="faint")
    return _Boxes(words, marks, width=words.x + words.line.width * small)


def _untold(card: CharacterCard, untold: Sequence[PrintedLine], *, refers: bool) -> list[Block]:
    """Return the blocks of the lines the front has no room for; with `refers` what attributes of
    weapons mean is left to the quick reference."""
    named = {*card.rules, *card.skills, *card.gear, *card.traits, *card.injuries, *card.own}
    remarks = [line for line in untold if line not in named]
    traits = [line for line in card.traits if line in untold]
    if refers:
        traits = [PrintedLine(_("Attributes"), _("see the quick reference."))]
    blocks = _untold_section(_("Injuries"), card.injuries, untold)
    blocks += _untold_section(_("Special Rules"), card.rules, untold)
    blocks += _untold_section(_("Skills"), card.skills, untold)
    blocks += _untold_section(_("Equipment"), card.gear, untold)
    blocks += _section(_("Weapons"), remarks + traits)
    blocks += _untold_section(_("Our rules"), card.own, untold)
    blocks += _packs(card.packs)
    return blocks


def _untold_section(
    name: str, lines: Sequence[PrintedLine], untold: Sequence[PrintedLine]
) -> list[Block]:
    """Return a section with those of its lines that the front has no room for."""
    return _section(name, [line for line in lines if line in untold])


def _packs(text: str) -> list[Block]:
    """Return the block that says what comes from content packs."""
    if not text:
        return []
    return [Entry(PrintedLine(_("Content packs"), text))]


def _notes(text: str) -> list[Block]:
    if not text.strip():
        return []
    return [Heading(_("Notes")), Paragraph(text)]


def _experience(card: CharacterCard) -> list[Block]:
    """Set Experience as boxes to fill, then what may be learned."""
    blocks: list[Block] = []
    earned = card.experience
    cost = card.next_level
    if earned.isdigit() and cost.isdigit() and card.level.isdigit():
        next_level = int(card.level) + 1
        words = _("{have} of {cost} to Level {level}", have=earned, cost=cost, level=next_level)
        blocks.append(_ExperienceBar(int(earned), int(cost), words))
    elif earned:
        blocks.append(Entry(PrintedLine(_("Experience"), earned)))
    if card.learns:
        blocks.append(Entry(PrintedLine(_("May learn"), card.learns)))
    return blocks


def _section(name: str, lines: Sequence[PrintedLine]) -> list[Block]:
    if not lines:
        return []
    blocks: list[Block] = [Heading(name)]
    for line in lines:
        is_short = len(line.text) <= _WHOLE_MOST  # it isn't split between faces
        blocks.append(Entry(line, kept=is_short))
    return blocks


def _to_write(name: str, count: int) -> list[Block]:
    """Return a heading with a number of lines to write on."""
    return [Heading(name), partial(ruled, count)]


def _blank_back() -> list[Block]:
    blocks = _to_write(_("Equipment"), 2)
    blocks += _to_write(_("Special Rules"), 2)
    blocks += _to_write(_("Skills"), 2)
    blocks += _to_write(_("Injuries"), 1)
    blocks.append(partial(ruled, 1, label=_("Level")))
    blocks.append(partial(ruled, 1, label=_("Experience")))
    return blocks


def _group_blocks(card: GroupCard) -> tuple[list[Block], list[Block]]:
    """Return a group's Refuge and Perks for the front, its members and stash for the back."""
    front: list[Block] = []
    if card.spaces:
        spaces = _("Empty Spaces: {used} of {all} built on", used=card.used, all=card.spaces)
        front.append(Heading(spaces))
    empty = max(0, card.spaces - card.used)
    front.append(partial(_slots, card.built_in, card.built, empty))
    front += _section(_("Built-in Perks"), card.built_in)
    explained = {perk.text for perk in card.built_in}
    built = []
    for perk in card.built:
        if perk.text in explained:
            perk = replace(perk, text="")
        built.append(perk)
    front += _section(_("Perks"), built)
    front += _section(_("For the next game"), card.next_game)
    front += _section(_("Our rules"), card.own)
    back: list[Block] = []
    if card.members:
        back.append(partial(_member_lines, card.members))
    back += _section(_("Stash"), card.stash)
    back += _packs(card.packs)
    return front, back


def _blank_group() -> tuple[list[Block], list[Block]]:
    front: list[Block] = [partial(_slots, (), (), 8)]
    front += _to_write(_("Built-in Perks"), 2)
    front += _to_write(_("Perks"), 4)
    back = _to_write(_("Group members"), 10)
    back += _to_write(_("Stash"), 3)
    return front, back


@dataclass(frozen=True)
class _ExperienceBar(Measured):
    """A block with the Experience that the next Level costs as boxes, the earned ones filled, and in
    words."""

    earned: int
    cost: int
    text: str

    def __call__(self, fit: Fit) -> list[Row]:
        size = fit.size
        label = fit.type_.line("XP", "head")
        start = label.width * size + size * 0.5
        step = (fit.width - start) / self.cost
        side = min(size * 1.15, step)
        boxes = []
        for n in range(self.cost):
            shape: Shape = "full" if n < self.earned else "box"
            boxes.append(Mark(shape, x=start + n * step, width=step - 0.9, height=side))
        small = self._size_of_words(fit)
        line = fit.type_.line(self.text, "faint")
        below = Words(max(0.0, fit.width - line.width * small), line, small, tone="faint")
        return [
            Row(size * 1.5, [[Words(0, label, size)]], boxes, keep=True),
            Row(small * 1.2, [[below]]),
        ]

    def height(self, fit: Fit) -> float:
        return fit.size * 1.5 + self._size_of_words(fit) * 1.2

    @staticmethod
    def _size_of_words(fit: Fit) -> float:
        return max(LEAST, fit.size * 0.85)


def _legend(card: CharacterCard, fit: Fit) -> list[Row]:
    """Set the pictograms of a Character card and what they mean, in up to three columns."""
    meanings = _meanings(card)
    size = max(TEXT_LEAST, fit.size * 0.9)
    side = size * 1.15
    lines = [fit.type_.line(meaning.name) for meaning in meanings]
    widest = side * 1.25 + max(line.width for line in lines) * size
    columns = max(1, min(3, int((fit.width + size) // (widest + size))))
    rows = heading(_("Pictograms"), fit)
    for n, (meaning, line) in enumerate(zip(meanings, lines, strict=True)):
        column = n % columns
        if column == 0:
            rows.append(Row(size * 1.5, [[]]))
        row = rows[-1]
        x = column * (fit.width + size) / columns
        shape: Shape = "picture" if meaning.drawing else "drop"
        row.marks.append(Mark(shape, x=x, width=side, height=side, drawing=meaning.drawing))
        row.cells[0].append(Words(x + side * 1.25, line, size))
    return rows


def _meanings(card: CharacterCard) -> list[PrintedLine]:
    """Return what the pictograms of a Character card mean; damage has a drop instead of one."""
    drawn = [PrintedLine(_("noise"), drawing=pictograms.token("noise"))]
    for key, name in state_names().items():
        drawn.append(PrintedLine(name, drawing=pictograms.token(key)))
    drawn += card.one_use
    for line in card.tally:
        drawn.append(PrintedLine(line.name, drawing=line.drawing))
    meanings = [PrintedLine(_("damage"))]
    meanings += [line for line in drawn if line.drawing]
    return meanings


def _member_lines(lines: Sequence[PrintedLine], fit: Fit) -> list[Row]:
    """Set members under a heading that says what their boxes are for."""
    rows = heading(_("Group members"), fit, _("Out of Action"))
    for line in lines:
        rows += _member_line(line, fit)
        rows.append(Gap(fit.size * 0.2 * fit.gap))
    return rows


def _member_line(line: PrintedLine, fit: Fit) -> list[Row]:
    """Set a member with a box at the end of the last line."""
    size = fit.size
    side = size * 0.95
    spans = [Span(line.name, "strong"), Span(line.text)]
    not_empty = [span for span in spans if span.text]
    room = fit.width - side - size * 0.5
    lines = fit.type_.wrapped(not_empty, room / size) or [TextLine()]
    rows = [Row(size * fit.leading, [[Words(0, text, size)]], keep=True) for text in lines]
    last = rows[-1]
    last.keep = False
    start = lines[-1].width * size + 4
    dots_width = fit.width - side - 3 - start
    last.marks.append(Mark("dots", x=start, width=dots_width, height=size * 0.6))
    last.marks.append(Mark("box", x=fit.width - side, width=side, height=side))
    return rows


class _Slot(NamedTuple):
    """The place of a Perk: the Perk, '' for an Empty Space, and the colour of its edge."""

    perk: PrintedLine
    tone: str


def split_evenly(items: Sequence[_Slot], count: int) -> list[Sequence[_Slot]]:
    """Split a sequence into so many parts, as equal as can be."""
    parts = []
    for number in range(count):
        first = len(items) * number // count
        end = len(items) * (number + 1) // count
        parts.append(items[first:end])
    return parts


def _slots(
    built_in: Sequence[PrintedLine], built: Sequence[PrintedLine], empty: int, fit: Fit
) -> list[Row]:
    """Set a Refuge's Perks: those built in, those built, and the Empty Spaces left, each with a line
    for the name of what is built there."""
    size = max(LEAST, fit.size * 0.9)
    slots = [_Slot(perk, "accent") for perk in built_in]
    slots += [_Slot(perk, "text") for perk in built]
    empty_space = PrintedLine("", drawing=pictograms.of("perks", ""))
    slots += [_Slot(empty_space, "line")] * empty
    slots_per_row = int(fit.width // (size * 5.6))
    row_count = math.ceil(len(slots) / slots_per_row)
    rows = []
    for slots_of_row in split_evenly(slots, row_count):
        rows.append(_slot_row(slots_of_row, size, fit))
    return rows


def _slot_row(slots: Sequence[_Slot], size: float, fit: Fit) -> Row:
    """Set some places of Perks side by side, with their names below their pictograms."""
    side = size * 4.8 - 3
    leading = size * 1.1
    width = (fit.width - (len(slots) - 1) * 4) / len(slots)
    names = [_slot_name(slot, (width - 4) / size, fit.type_) for slot in slots]
    most_lines = max(len(lines) for lines in names)
    words: list[Words] = []
    marks: list[Mark] = []
    for n, (slot, lines) in enumerate(zip(slots, names, strict=True)):
        x = n * (width + 4)
        lines_kept = most_lines if lines else 1
        room = side - leading * lines_kept - 6
        marks += _slot_marks(slot, x, (width, side), room, is_empty=not lines)
        for line_number, line in enumerate(lines, start=1):
            lines_below = len(lines) - line_number
            baseline = side - 3 - leading * lines_below
            centred = x + (width - line.width * size) / 2
            words.append(Words(centred, line, size, down=baseline))
    return Row(side + 3, [words], marks)


def _slot_name(slot: _Slot, width: float, type_: Type) -> list[TextLine]:
    """Set the name of a Perk in two lines at most; an Empty Space has none."""
    span = Span(slot.perk.name, "strong")
    return type_.wrapped((span,), width)[:2]


def _slot_marks(
    slot: _Slot, x: float, size: tuple[float, float], room: float, *, is_empty: bool
) -> list[Mark]:
    """Return the box of a Perk, or of an Empty Space with a line for a name, and its pictogram, which
    is at most as high as the room above the name."""
    width, height = size
    picture = min(room, width * 0.5)
    marks = []
    if is_empty:
        marks.append(Mark("empty", x=x, width=width, height=height, tone=slot.tone, down=0))
        marks.append(
            Mark("rule", x=x + 6, width=width - 12, height=0.7, tone="line", down=height - 6)
        )
    else:
        marks.append(Mark("slot", x=x, width=width, height=height, tone=slot.tone, down=0))
    if slot.perk.drawing:
        marks.append(
            Mark(
                "picture",
                x=x + (width - picture) / 2,
                width=picture,
                height=picture,
                drawing=slot.perk.drawing,
                tone="line" if is_empty else "text",
                down=3,
            )
        )
    return marks


def group_back(card: CharacterCard, layout: Layout, type_: Type) -> Face:
    """Return the back that all cards of a group share, so that nobody can tell whose card it is."""
    width = layout.width * MM
    height = layout.height * MM
    short = min(width, height)
    edge = short * 0.055
    side = short * 0.4
    top = height * 0.44 - side / 2
    line, size = _name_on_back(card.group, width - 2 * edge - 16, height, type_)
    name_width = line.width * size
    name_x = (width - name_width) / 2
    baseline = top + side + size * 2.4
    marks = [
        Mark("disc", x=(width - side) / 2, width=side, height=side, tone="emblem", down=top),
        Mark(
            "picture",
            x=(width - side) / 2 + side * 0.2,
            width=side * 0.6,
            height=side * 0.6,
            drawing=pictograms.token("kills"),
            tone="emblem",
            down=top + side * 0.2,
        ),
        Mark(
            "fill",
            x=name_x - 6,
            width=name_width + 12,
            height=size * 1.7,
            tone="back",
            down=baseline - size * 1.2,
        ),
    ]
    words = [[Words(name_x, line, size, tone="emblem", down=baseline)]]
    ground = Row(
        height,
        tag="Figure",
        said=_("The back of {group}'s cards", group=card.group),
        paint=partial(_draw_back, (width, height), edge),
    )
    emblem = Row(height, words, marks, tag="Figure")
    return Face(card.group, [(ground, 0.0, height), (emblem, 0.0, height)], edged=False)


def _name_on_back(name: str, room: float, height: float, type_: Type) -> tuple[TextLine, float]:
    """Set a group's name on one line of a card's back, in the largest size that fits; return the
    line and its size."""
    span = Span(" ".join(name.split()).upper(), "head")
    line = type_.line(*span)
    largest = min(_BACK_NAME_MOST, height * _BACK_NAME_SHARE)
    size_that_fits = room / max(line.width, 0.01)
    size = max(LEAST, min(largest, size_that_fits))
    is_too_wide = line.width * size > room + _BACK_NAME_SLACK
    if is_too_wide:
        first_line = type_.wrapped((span,), room / size)[0]
        return first_line, size
    return line, size


def _draw_back(
    size: tuple[float, float], edge: float, pen: Pen, _left: float, _baseline: float
) -> None:
    """Draw the background of a group's back, hatched and with a frame."""
    width, height = size
    canvas = pen.canvas
    bleed = pen.bleed
    pen.fill("back")
    canvas.rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, stroke=0, fill=1)
    pen.stroke("hatch")
    inset = edge + 3
    pen.begin_clip(inset, inset, width - 2 * inset, height - 2 * inset)
    gap = max(7.0, width / 22)
    line_count = int((width + height) / gap) + 1
    for number in range(line_count):
        left = number * gap - height
        canvas.line(left, 0, left + height, height)
    pen.end_clip()
    pen.stroke("emblem", 1.2)
    canvas.roundRect(edge, edge, width - 2 * edge, height - 2 * edge, 7)


def draw_face(pen: Pen, face: Face, layout: Layout) -> None:
    """Draw a face with its lower left corner at the origin, and with the pen's bleed."""
    tags = pen.canvas.tags
    tags.section(face.said)
    ink = pen.ink
    pen.ink = of_keyword(ink, face.colour)
    draw_rows(pen, face.rows)
    pen.ink = ink
    tags.artifact()
    if face.edged and not pen.bleed:
        pen.stroke("line", 0.35)
        pen.canvas.rect(0, 0, layout.width * MM, layout.height * MM)
    tags.end()
