"""Composes a card from its texts (p. 109–111) so that none is lost, and draws it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from lastdays.language import _, aside, ngettext
from lastdays.pdf.card_front import compose_front, measures_of
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
    Fit,
    Gap,
    Mark,
    Placing,
    Region,
    Row,
    Words,
    draw_rows,
    flow,
    heading,
    height_of,
    line_block,
    para,
    rows_of,
    ruled,
)
from lastdays.pdf.shapes import Pen, of_keyword
from lastdays.pdf.tables import state_names
from lastdays.pdf.typesetting import LEAST, TEXT_LEAST, Span, TextLine, Type
from lastdays.rulebook import pictograms
from lastdays.values import Value

#: The most lines for notes in a column with room for them, and how far apart they are at least, in
#: points.
_LINES_MOST, _LINE_STEP = 16, 12.5
#: Notes stay on a front if they take at most this share of its height.
_NOTES_MOST = 0.3
#: On a card without a back, the rest follows on the front if more than this is free, in points.
_ROOM_LEAST = 40.0
_FOOT, _RULE = 11.0, 1.6
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
    """A card's sides, two for each card if it has backs, and the notices about it."""

    about: str
    faces: list[Face]
    notices: list[Notice]


class _Laid(NamedTuple):
    """A body as placed, the rows left over, and the fit."""

    placed: Placing
    rest: list[Row]
    fit: Fit


def compose(card: Card, layout: Layout, type_: Type, *, backs: bool, front_notes: bool) -> Composed:
    """Lay a card's text on its faces, in one of a few sizes, and on as many more cards as it needs,
    so that none is lost. With `front_notes` its notes are on the front."""
    type_.undrawable.clear()
    type_.borrowed.clear()
    return _Composer(card, layout, type_, backs=backs, front_notes=front_notes).composed()


class _Composer:
    """Composes a card; a group's card gets its head from a `CharacterCard`, too."""

    def __init__(
        self, card: Card, layout: Layout, type_: Type, *, backs: bool, front_notes: bool
    ) -> None:
        self.card, self.layout, self.type_ = card, layout, type_
        self.with_back = backs and layout.two_sided
        self.front_notes = front_notes
        self.width, self.height = layout.width * MM, layout.height * MM
        if isinstance(card, CharacterCard):
            self.who, self.footer = card, " · ".join(p for p in (card.group, card.edition) if p)
            labels = (_("Name"), _("Character Type"), _("Keyword"))
            self.about = _("Blank Character card") if card.blank else card.name
        else:
            kind = " · ".join(part for part in (card.refuge, card.player) if part)
            self.who = CharacterCard(
                "", card.name, kind, "", "", cells=card.cells, drawing=card.drawing
            )
            labels = (_("Group"), _("Refuge Type"), _("Player"))
            self.footer = _("Group and Refuge")
            self.about = _("Blank Group-and-Refuge card") if card.blank else card.name
        self.said = _("Blank card") if card.blank else card.name
        self._head(labels)
        self.backs = self._regions(self.height - self.later[0].height - 1, _FOOT, PAD)

    def _regions(self, top: float, foot: float, pad: float) -> list[Region]:
        gap, columns = 12.0, self.layout.columns
        each = (self.width - 2 * pad - (columns - 1) * gap) / columns
        high = max(top - foot, 20.0)
        return [Region(pad + n * (each + gap), top, each, high) for n in range(columns)]

    def _head(self, labels: Sequence[str]) -> None:
        """Set the head and foot of the front, with the figures (beside the name on a wide card),
        the head of all other faces, and the texts of the head that go into the body."""
        who, base, layout, type_ = self.who, self.layout.size, self.layout, self.type_
        beside = layout.columns > 1 and bool(who.cells)
        taken = self.width * _FIGURES_SHARE if beside else 0.0
        if self.card.blank:
            head, lost = blank_head(labels, layout, type_, taken), list[str]()
        else:
            head, lost = compose_head(who, layout, type_, taken)
        top = self.height - head[0].height - _RULE
        self.front: Placing = [(row, 0.0, self.height) for row in head]
        if who.cells:
            left = self.width - PAD - badge_width(True, who.level, base) - taken if beside else 0.0
            room = taken - 8 if beside else self.width
            figures = compose_figures(who.cells, room, base, type_, left)
            middle = self.height - (head[0].height - figures.height) / 2
            self.front.append((figures, 0.0, middle if beside else top))
            top -= 0.0 if beside else figures.height
        self.later = more_head(who.name, self.width, base, type_)
        footer = type_.line(self.footer, "faint")
        if footer.width * LEAST > self.width - 2 * PAD:
            lost.append(self.footer)
            footer = type_.line()
        at = footer.width * LEAST + 4 if footer.width else 0.0
        rule = Mark(
            "rule", x=at, width=self.width - 2 * PAD - at, height=0.35, tone="line", down=4.1
        )
        words = [[Words(0, footer, LEAST, tone="faint", down=6.5)]] if footer.width else []
        self.foot = self.end = (Row(_FOOT, words, [rule]), PAD, _FOOT)
        foot = _FOOT
        if who.tally:
            tally = _tally(who.tally, self.width - 2 * PAD, base, type_)
            foot = tally.height + 6.0
            self.end = (tally, PAD, tally.height + 4.0)
        self.regions = self._regions(top - 2, foot, measures_of(layout).pad)
        self.lost: list[Block] = [partial(para, (Span(text),)) for text in dict.fromkeys(lost)]

    def composed(self) -> Composed:
        """Lay the body on the faces; return them with the notices."""
        card, about = self.card, self.about
        laid = self._member(card) if isinstance(card, CharacterCard) else self._group(card)
        (first, *others), smallest, moved = laid
        made = [Face(self.said, [*self.front, *first, self.end], self.who.colour)]
        for placed in others:
            head = [(row, 0.0, self.height) for row in self.later]
            made.append(Face(self.said, [*head, *placed, self.foot], self.who.colour))
        more = (len(made) - 2) // 2 if self.with_back else len(made) - 1
        notices = []
        with aside():
            if self.who.portrait and not readable(self.who.portrait):
                notices.append(Notice("portrait", about, _("The portrait cannot be read.")))
            if moved:
                text = _("What doesn't fit on the front is on the back.")
                notices.append(Notice("continued", about, text))
            notices += set_smaller(about, smallest, self.layout.size)
            if more > 0:
                text = ngettext("Continues on {n} more card.", "Continues on {n} more cards.", more)
                notices.append(Notice("continued", about, text))
        return Composed(about, made, [*notices, *letters(self.type_, about)])

    def _member(self, card: CharacterCard) -> tuple[list[Placing], float, bool]:
        """Lay out a member's front on its grid, and what it doesn't show on the back; without a
        back in the room left over, then on further cards. Return the faces, the smallest size of
        their sentences, and whether something that belongs on the front has moved to the back."""
        region, beside = self.regions[0], len(self.regions) > 1
        fit = Fit(self.type_, region.width, self.layout.size)
        own = _blank_back() if card.blank else _notes(card.notes)
        notes = rows_of(own if self.front_notes and not card.blank else (), fit)
        back = [] if notes else own
        wanted = height_of(notes)
        wanted = wanted if wanted <= region.height * _NOTES_MOST else 0.0
        room = region.width, region.height - wanted
        front = compose_front(card, measures_of(self.layout), room, self.type_, beside=beside)
        blocks = [*self.lost, *_untold(card, front.lines)]
        # There may be room for notes.
        free = not (notes or beside or front.lines or front.weapons or card.blank)
        if free and back and height_of(rows_of(back, fit)) <= front.free:
            notes, back = rows_of(back, fit), []
            wanted = height_of(notes)
            front = replace(front, free=front.free - wanted)
        blocks += back
        placed: Placing = []
        y = region.top
        for row in (*front.rows, *(notes if wanted else ())):
            placed.append((row, region.x, y))
            y -= row.height
        before = [*front.weapons, *(() if wanted else notes)]
        left = [Region(region.x, y, region.width, front.free), *self.regions[1:]]
        if self.with_back:
            laid = self._fitted(blocks, self.backs, before)
            if not card.blank and not laid.rest:
                lower = [
                    replace(r, height=max(0.0, r.height - 2.5 * _LINE_STEP)) for r in self.backs
                ]
                told = partial(_legend, card)
                laid = self._held([*blocks, told], lower, before, self._fits(lower)[:2]) or laid
            faces = [[*placed, *_written(left[0], fit)], _filled(laid, self.backs)]
        else:
            open_ = left if not front.weapons and front.free > _ROOM_LEAST else left[1:]
            laid = self._fitted(blocks, open_, before)
            faces = [[*placed, *_filled(laid, open_)]]
        return self._continued(faces, laid), laid.fit.size, bool(front.weapons)

    def _group(self, card: GroupCard) -> tuple[list[Placing], float, bool]:
        """Lay out a group's card: all of it on the front if it fits, else the rest on the back.
        Return the same as `_member`."""
        front, back = _blank_group() if card.blank else _group_blocks(card)
        notes = _notes(card.notes)
        front = [*self.lost, *front, *(notes if self.front_notes else ())]
        own = [*back, *(() if self.front_notes else notes)]
        laid = None
        if not self.with_back:
            front += own
        elif back and not card.blank:
            laid = self._held([*front, *back], self.regions, (), self._fits(self.regions)[:2])
        laid = laid or self._fitted(front, self.regions)
        faces, smallest = [_filled(laid, self.regions)], laid.fit.size
        moved = self.with_back and bool(laid.rest)
        if self.with_back:
            laid = self._fitted(own, self.backs, laid.rest)
            faces.append(_filled(laid, self.backs))
            smallest = min(smallest, laid.fit.size)
        return self._continued(faces, laid), smallest, moved

    def _continued(self, faces: list[Placing], laid: _Laid) -> list[Placing]:
        """Add as many faces as the rest needs, two at a time if cards have backs."""
        rest = laid.rest
        while rest or (self.with_back and len(faces) % 2):
            placed, rest = flow(rest, self.backs)
            faces.append(_filled(_Laid(placed, rest, laid.fit), self.backs))
        return faces

    def _fits(self, regions: Sequence[Region]) -> list[Fit]:
        """Return the few ways to set sentences: larger than usual, as usual, tightened, as small as
        can be read."""
        base, width = self.layout.size, (regions or self.backs)[0].width
        sizes = ((base * 1.2, 1.24, 1.0), (base, 1.24, 1.0), (base, 1.14, 0.5))
        return [
            Fit(self.type_, width, *size) for size in (*sizes, (min(base, TEXT_LEAST), 1.12, 0.4))
        ]

    def _held(
        self,
        blocks: Sequence[Block],
        regions: Sequence[Region],
        before: Sequence[Row],
        fits: Sequence[Fit],
    ) -> _Laid | None:
        """Place the rows `before`, then blocks in the largest size in which all fit; None if none
        does."""
        for fit in fits:
            placed, rest = flow([*before, *rows_of(blocks, fit)], regions)
            if not rest:
                return _Laid(placed, [], fit)
        return None

    def _fitted(
        self, blocks: Sequence[Block], regions: Sequence[Region], before: Sequence[Row] = ()
    ) -> _Laid:
        """Place blocks as `_held` does; at full size if even the smallest doesn't fit, as another
        card follows anyway."""
        fits = self._fits(regions)
        laid = self._held(blocks, regions, before, fits)
        return laid or _Laid(*flow([*before, *rows_of(blocks, fits[1])], regions), fits[1])


def set_smaller(about: str, size: float, base: float) -> list[Notice]:
    """Return a notice if text is set smaller than its usual size, `base`."""
    if size >= base:
        return []
    text = _("Set in {size} point instead of {base}, to fit.", size=f"{size:g}", base=f"{base:g}")
    return [Notice("smaller", about, text)]


def letters(type_: Type, about: str) -> list[Notice]:
    """Return notices about letters that no font has, and about those left to the reader's fonts."""
    with aside():
        return list(_letters(type_, about))


def _letters(type_: Type, about: str) -> Iterator[Notice]:
    if type_.undrawable:
        shown = ", ".join(f"{char} {type_.fonts.spelled(char)}" for char in type_.undrawable)
        yield Notice(
            "letters",
            about,
            _("No font has these characters; they are spelled out: {letters}.", letters=shown),
        )
    if type_.borrowed:
        shown = "".join(type_.borrowed)
        yield Notice(
            "borrowed",
            about,
            _(
                "{letters}: this computer has no font for these Chinese, Japanese or Korean "
                "characters. They aren't in the file and may be missing on paper; to get "
                "them, install a font such as Noto Sans CJK.",
                letters=shown,
            ),
        )


def _written(region: Region, fit: Fit) -> Placing:
    """Return lines to write on in the free part of a front, if it is large enough."""
    count = min(_LINES_MOST, int(region.height // _LINE_STEP) - 1)
    step = region.height / (count + 0.5)
    lines = ruled(count, fit._replace(size=7.5), _("Notes"), step)
    return [(line, region.x, region.top - (n + 0.4) * step) for n, line in enumerate(lines)]


def _filled(laid: _Laid, regions: Sequence[Region]) -> Placing:
    """Add lines to write on to each column with room for them, else spread its parts."""
    placed, fit = list(laid.placed), laid.fit
    if laid.rest:
        return placed
    for region in regions:
        own = [p for p in placed if p[1] == region.x]
        others = [p for p in placed if p[1] != region.x]
        lowest = min((y - row.height for row, _x, y in own), default=region.top)
        free = lowest - (region.top - region.height)
        count = min(_LINES_MOST, int((free - fit.size * 0.4) // _LINE_STEP))
        if count < 1 or (own == [] and region is not regions[-1]):
            placed = others + _apart(own, free, fit)
            continue
        step = (free - fit.size * 0.4) / count
        for n, line in enumerate(ruled(count, fit, _("Notes"), step)):
            placed.append((line, region.x, lowest - fit.size * 0.4 - n * step))
    return placed


def _apart(own: Placing, free: float, fit: Fit) -> Placing:
    """Share the room left in a column among its gaps."""
    gaps = sum(isinstance(row, Gap) for row, _x, _y in own)
    each = min(free / gaps, fit.size) if gaps and free > 0 else 0.0
    shift, moved = 0.0, []
    for row, x, y in own:
        if isinstance(row, Gap):
            shift += each
        moved.append((row, x, y - shift))
    return moved


def _tally(lines: Sequence[TallyLine], width: float, base: float, type_: Type) -> Row:
    """Set the boxes for what earns Experience in one row, fewer of them if there is no room."""
    side = max(7.0, base * 0.95)
    small = max(LEAST, base * 0.8)
    for less in range(-1, 10):
        parts = [_counted(line, less, side, small, type_) for line in lines]
        after = side * (0.7 if less >= 0 else 0.4)
        spare = width - sum(wide for _words, _marks, wide in parts) - after * (len(lines) - 1)
        if spare >= 0:
            break
    made = Row(side + 4.0, [[]], tag="Figure")
    made.said = ", ".join(f"{line.name} ×{line.worth}" for line in lines)
    made.marks.append(Mark("rule", x=0, width=width, height=0.4, tone="line", down=-1.2))
    x = 0.0
    for words, marks, wide in parts:
        made.cells[0].append(words._replace(x=x + words.x))
        made.marks += [mark._replace(x=x + mark.x) for mark in marks]
        x += wide + after + max(0.0, spare) / max(1, len(lines) - 1)
    return made


def _counted(
    line: TallyLine, less: int, side: float, small: float, type_: Type
) -> tuple[Words, list[Mark], float]:
    """Set the boxes for one thing that earns Experience, `less` fewer than wanted (-1: all, and its
    name). Return the width, too."""
    marks = [Mark("picture", x=0, width=side * 1.15, height=side * 1.15, drawing=line.drawing)]
    x = side * 1.3
    for n in range(1, max(2, line.boxes - max(0, less)) + 1):
        marks.append(Mark("box", x=x, width=side, height=side))
        x += side + (side * 0.45 if n % 5 == 0 else side * 0.12)
    said = f"×{line.worth}" if less >= 0 else f"{line.name} ×{line.worth}"
    words = Words(x + 1, type_.line(said, "label"), small, tone="faint")
    return words, marks, words.x + words.line.width * small


def _untold(card: CharacterCard, untold: Sequence[PrintedLine]) -> list[Block]:
    """Return the blocks of a member's back: Experience, and the lines the front has no room for."""
    made = _experience(card)
    named = {*card.rules, *card.skills, *card.gear, *card.traits, *card.injuries, *card.own}
    remarks = [line for line in untold if line not in named]
    for name, lines in (
        (_("Special Rules"), card.rules),
        (_("Skills"), card.skills),
        (_("Equipment"), card.gear),
        (_("Weapons"), (*remarks, *card.traits)),
        (_("Injuries"), card.injuries),
        (_("Our rules"), card.own),
    ):
        made += _section(name, [line for line in lines if line in untold])
    return [*made, *_packs(card.packs)]


def _packs(text: str) -> list[Block]:
    """Return the block that says what comes from content packs."""
    return [partial(line_block, PrintedLine(_("Content packs"), text))] if text else []


def _notes(text: str) -> list[Block]:
    return [partial(heading, _("Notes")), partial(para, (Span(text),))] if text.strip() else []


def _experience(card: CharacterCard) -> list[Block]:
    """Set Experience as boxes to fill, then what may be learned."""
    made: list[Block] = []
    have, cost, level = card.experience, card.next_level, card.level
    if have.isdigit() and cost.isdigit() and level.isdigit():
        words = _("{have} of {cost} to Level {level}", have=have, cost=cost, level=int(level) + 1)
        made.append(partial(_experience_bar, int(have), int(cost), words))
    elif have:
        made.append(partial(line_block, PrintedLine(_("Experience"), have)))
    if card.learns:
        made.append(partial(line_block, PrintedLine(_("May learn"), card.learns)))
    return made


def _section(name: str, lines: Sequence[PrintedLine]) -> list[Block]:
    return [partial(heading, name), *(partial(line_block, line) for line in lines)] if lines else []


def _to_write(*parts: tuple[str, int]) -> list[Block]:
    """Return headings, each with a number of lines to write on."""
    return [one for name, n in parts for one in (partial(heading, name), partial(ruled, n))]


def _blank_back() -> list[Block]:
    back = _to_write(
        (_("Equipment"), 2), (_("Special Rules"), 2), (_("Skills"), 2), (_("Injuries"), 1)
    )
    return [*back, *(partial(ruled, 1, label=text) for text in (_("Level"), _("Experience")))]


def _group_blocks(card: GroupCard) -> tuple[list[Block], list[Block]]:
    """Return a group's Refuge and Perks for the front, its members and stash for the back."""
    front: list[Block] = []
    if card.spaces:
        spaces = _("Empty Spaces: {used} of {all} built on", used=card.used, all=card.spaces)
        front.append(partial(heading, spaces))
    front += [partial(_slots, card.built_in, card.built, max(0, card.spaces - card.used))]
    front += _section(_("Built-in Perks"), card.built_in)
    front += _section(_("Perks"), card.built)
    front += _section(_("For the next game"), card.next_game)
    front += _section(_("Our rules"), card.own)
    back: list[Block] = [partial(_member_lines, card.members)] if card.members else []
    return front, [*back, *_section(_("Stash"), card.stash), *_packs(card.packs)]


def _blank_group() -> tuple[list[Block], list[Block]]:
    front: list[Block] = [partial(_slots, (), (), 8)]
    front += _to_write((_("Built-in Perks"), 2), (_("Perks"), 4))
    return front, _to_write((_("Group members"), 10), (_("Stash"), 3))


def _experience_bar(have: int, cost: int, said: str, fit: Fit) -> list[Row]:
    """Set the Experience that the next Level costs as boxes, with the earned ones filled, and in
    words."""
    s, small = fit.size, max(LEAST, fit.size * 0.85)
    label, words = fit.type_.line("XP", "head"), fit.type_.line(said, "faint")
    left = label.width * s + s * 0.5
    broad = (fit.width - left) / cost
    side = min(s * 1.15, broad)
    boxes = [
        Mark("full" if n < have else "box", x=left + n * broad, width=broad - 0.9, height=side)
        for n in range(cost)
    ]
    below = Words(max(0.0, fit.width - words.width * small), words, small, tone="faint")
    return [Row(s * 1.5, [[Words(0, label, s)]], boxes, keep=True), Row(small * 1.2, [[below]])]


def _legend(card: CharacterCard, fit: Fit) -> list[Row]:
    """Set the pictograms of a Character card and what they mean, in up to three columns."""
    token = pictograms.token
    drawn = [PrintedLine(_("noise"), drawing=token("noise"))]
    drawn += [PrintedLine(name, drawing=token(key)) for key, name in state_names().items()]
    drawn += [*card.one_use, *(PrintedLine(t.name, drawing=t.drawing) for t in card.tally)]
    meanings = [PrintedLine(_("damage")), *(line for line in drawn if line.drawing)]
    size = max(TEXT_LEAST, fit.size * 0.9)
    side = size * 1.15
    lines = [fit.type_.line(meaning.name) for meaning in meanings]
    most = side * 1.25 + max(line.width for line in lines) * size
    columns = max(1, min(3, int((fit.width + size) // (most + size))))
    made = heading(_("Pictograms"), fit)
    for n, (meaning, line) in enumerate(zip(meanings, lines, strict=True)):
        x = n % columns * (fit.width + size) / columns
        if n % columns == 0:
            made.append(Row(size * 1.5, [[]]))
        made[-1].cells[0].append(Words(x + side * 1.25, line, size))
        shape = Mark(
            "picture" if meaning.drawing else "drop",
            x=x,
            width=side,
            height=side,
            drawing=meaning.drawing,
        )
        made[-1].marks.append(shape)
    return made


def _member_lines(lines: Sequence[PrintedLine], fit: Fit) -> list[Row]:
    """Set members under a heading that says what their boxes are for."""
    s = fit.size
    made = heading(_("Group members"), fit, _("Out of Action"))
    side, high = s * 0.95, s * fit.leading
    for line in lines:
        spans = [Span(line.name, "strong")] if line.name else []
        spans += [Span(line.text)] if line.text else []
        told = fit.type_.wrapped(spans, (fit.width - side - s * 0.5) / s) or [TextLine()]
        made += [Row(high, [[Words(0, one, s)]], keep=True) for one in told]
        at = told[-1].width * s + 4
        made[-1].keep = False
        made[-1].marks += [
            Mark("dots", x=at, width=fit.width - side - 3 - at, height=s * 0.6),
            Mark("box", x=fit.width - side, width=side, height=side),
        ]
        made.append(Gap(s * 0.2 * fit.gap))
    return made


def _slots(
    built_in: Sequence[PrintedLine], built: Sequence[PrintedLine], empty: int, fit: Fit
) -> list[Row]:
    """Set a Refuge's Perks: those built in, those built, and the Empty Spaces left, each with a line
    for the name of what is built there."""
    size, width = max(LEAST, fit.size * 0.9), fit.width
    names = [(line, "accent") for line in built_in] + [(line, "text") for line in built]
    names += [(PrintedLine("", drawing=pictograms.of("perks", "")), "line")] * empty
    rows = -(-len(names) // int(width // (size * 5.6)))
    side, step = size * 4.8 - 3, size * 1.1
    made = []
    for n in range(rows):  # rows differ by one Perk at most
        these = names[len(names) * n // rows : len(names) * (n + 1) // rows]
        each = (width - (len(these) - 1) * 4) / len(these)
        told = [
            fit.type_.wrapped((Span(line.name, "strong"),), (each - 4) / size)[:2]
            for line, _tone in these
        ]
        words: list[Words] = []
        marks: list[Mark] = []
        for at, ((line, tone), lines) in enumerate(zip(these, told, strict=True)):
            x = at * (each + 4)
            most = max(map(len, told)) if lines else 1
            picture = min(side - step * most - 6, each * 0.5)
            middle = x + (each - picture) / 2
            marks.append(
                Mark("slot" if lines else "empty", x=x, width=each, height=side, tone=tone, down=0)
            )
            if not lines:
                marks.append(
                    Mark("rule", x=x + 6, width=each - 12, height=0.7, tone="line", down=side - 6)
                )
            if line.drawing:
                ink = "text" if lines else "line"
                marks.append(
                    Mark(
                        "picture",
                        x=middle,
                        width=picture,
                        height=picture,
                        drawing=line.drawing,
                        tone=ink,
                        down=3,
                    )
                )
            for k, one in enumerate(lines, start=1 - len(lines)):
                left = x + (each - one.width * size) / 2
                words.append(Words(left, one, size, down=side - 3 + step * k))
        made.append(Row(side + 3, [words], marks))
    return made


def group_back(card: CharacterCard, layout: Layout, type_: Type) -> Face:
    """Return the back that all cards of a group share, so that nobody can tell whose card it is."""
    width, height = layout.width * MM, layout.height * MM
    short = min(width, height)
    edge, side = short * 0.055, short * 0.4
    x, down, ink = (width - side) / 2, height * 0.44 - side / 2, "star"
    drawing, picture = pictograms.token("kills"), side * 0.6
    size, room = min(16.0, height * 0.07), width - 2 * edge - 16
    span = Span(" ".join(card.group.split()).upper(), "head")
    line = type_.line(*span)
    size = max(LEAST, min(size, room / max(line.width, 0.01)))
    line = type_.wrapped((span,), room / size)[0] if line.width * size > room + 6 else line
    wide, low = line.width * size, down + side + size * 2.4
    marks = [
        Mark("disc", x=x, width=side, height=side, tone=ink, down=down),
        Mark(
            "picture",
            x=x + side * 0.2,
            width=picture,
            height=picture,
            drawing=drawing,
            tone=ink,
            down=down + side * 0.2,
        ),
        Mark(
            "fill",
            x=(width - wide) / 2 - 6,
            width=wide + 12,
            height=size * 1.7,
            tone="back",
            down=low - size * 1.2,
        ),
    ]
    words = [[Words((width - wide) / 2, line, size, tone=ink, down=low)]]
    said = _("The back of {group}'s cards", group=card.group)
    ground = Row(height, tag="Figure", said=said, paint=partial(_back, (width, height), edge))
    rows = (ground, Row(height, words, marks, tag="Figure"))
    return Face(card.group, [(row, 0.0, height) for row in rows], edged=False)


def _back(size: tuple[float, float], edge: float, pen: Pen, _x: float, _top: float) -> None:
    """Draw the background of a group's back, hatched and with a frame."""
    (width, height), canvas, more, clip = size, pen.canvas, pen.bleed, edge + 3
    pen.fill("back")
    canvas.rect(-more, -more, width + 2 * more, height + 2 * more, stroke=0, fill=1)
    pen.stroke("hatch")
    canvas.path(f"q {clip:.2f} {clip:.2f} {width - 2 * clip:.2f} {height - 2 * clip:.2f} re W n")
    step = max(7.0, width / 22)
    for n in range(int((width + height) / step) + 1):
        x = n * step - height
        canvas.line(x, 0, x + height, height)
    canvas.path("Q")
    pen.stroke("star", 1.2)
    canvas.roundRect(edge, edge, width - 2 * edge, height - 2 * edge, 7)


def draw_face(pen: Pen, face: Face, layout: Layout) -> None:
    """Draw a face with its lower left corner at the origin, and with the pen's bleed."""
    ink, tags = pen.ink, pen.canvas.tags
    tags.section(face.said)
    pen.ink = of_keyword(ink, face.colour)
    draw_rows(pen, face.rows)
    pen.ink = ink
    tags.artifact()
    if face.edged and not pen.bleed:
        pen.stroke("line", 0.35)
        pen.canvas.rect(0, 0, layout.width * MM, layout.height * MM)
    tags.end()
