"""The head of a card: the name and its details, with a picture; and the figures below or beside
them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from lastdays.language import _
from lastdays.model.group import FACE
from lastdays.pdf.card_front import measures_of
from lastdays.pdf.content import Cell, CharacterCard
from lastdays.pdf.fonts import Style
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.rows import Mark, Row, Words
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type
from lastdays.rulebook import pictograms

#: The resolution of portraits, in dots per inch.
_DOTS = 450


def readable(portrait: bytes) -> bool:
    """Return whether a portrait can be read as a picture."""
    return cropped(portrait, 30.0) is not None


@lru_cache(maxsize=64)
def cropped(portrait: bytes, height: float) -> Any:
    """Return a portrait cropped to 12:13, centred a little above its middle, for a `height` in
    points; None if it can't be read."""
    dots = round(height / 72 * _DOTS)
    try:
        with Image.open(io.BytesIO(portrait)) as opened:
            turned = ImageOps.exif_transpose(opened)
            clear = turned.convert("RGBA")
            ground = Image.new("RGBA", clear.size, "white")
            whole = Image.alpha_composite(ground, clear).convert("RGB")
            size = (round(dots * FACE), dots)
            return ImageOps.fit(whole, size, Image.Resampling.LANCZOS, centering=(0.5, 0.3))
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
        return None


#: The space between the edge of a card and its text, in points.
PAD = 7.0
#: The heights in points from which a head has a line of its own for the group, and one for the
#: Character Type.
_FOUR_LINES, _TWO_LINES = 70.0, 40.0
#: The least size of a card's figures, in points, unless they have no room.
FIGURES_LEAST = 16.0


def badge_width(leader: bool, level: str, base: float) -> float:
    """Return the width of the Level's badge, with a Leader's star; 0 without a Level."""
    return (base * (4.1 if leader else 2.6)) if level else 0.0


def compose_head(
    who: CharacterCard, layout: Layout, type_: Type, taken: float
) -> tuple[list[Row], list[str]]:
    """Return the head as rows on top of each other, and the texts that didn't fit, for the body.
    The figures take `taken` points of its width. The portrait reaches the card's edge."""
    full, base, height = layout.width * MM, layout.size, measures_of(layout).head
    if not who.level:  # a group's head has less text
        height = min(height, base * 5.0)
    subtitle, whose = who.kind, " · ".join(part for part in (who.group, who.edition) if part)
    if height < _TWO_LINES:
        subtitle, whose = "", " · ".join(part for part in (subtitle, whose) if part)
    overflow: list[str] = []
    picture = height if who.portrait or who.drawing else 0.0
    left = picture * FACE + base * 0.7 if picture else PAD
    # The figures of a wide head are at the same place with or without a star beside the Level.
    badge = badge_width(who.leader or bool(taken), who.level, base)
    width = full - taken
    room = width - left - PAD - badge
    small, size = max(LEAST, base * 1.08), max(LEAST, base * 0.9)

    def cut(text: str, room: float, size: float, style: Style) -> TextLine:
        return type_.cut(text, style, room / size, overflow)

    chips = [
        cut(text.upper(), room / 2 - base * 1.3, size, "head")
        for text in (who.keyword, who.status)
        if text
    ]
    own_line = size * 1.3 if chips and height >= _FOUR_LINES else 0.0
    lines = (small * 1.25 if subtitle else 0.0) + (size * 1.7 if chips or whose else 0.0) + own_line
    large = min(base * 2.5, (height - lines - 6.0) / 1.06)
    title, most = _title(who.name, (room, height - lines - 4.0), large, small, type_)
    if title is None:
        title, most = [cut(who.name, room, small, "head")], small
    down = 2.0 + most * 0.9
    words = [
        Words(left, line, most, tone="band_text", down=down + n * most * 1.06)
        for n, line in enumerate(title)
    ]
    words_of_head = Row(height, [words], tag="H1")
    rows = [_ground(full, height), words_of_head]
    if picture and (portrait := cropped(who.portrait, picture)):
        face = Mark("portrait", x=0, width=picture * FACE, height=picture, drawing=portrait, down=0)
        said = _("Portrait of {name}", name=who.name)
        rows.insert(1, Row(height, marks=[face], tag="Figure", said=said))
    elif who.drawing:
        side = FACE * picture * 0.88
        at = (picture * FACE - side) / 2
        rows[0].marks.append(
            Mark("picture", x=at, width=side, height=side, drawing=who.drawing, tone="picture")
        )
    if picture:
        words_of_head.marks.append(
            Mark("fill", x=picture * FACE, width=0.5, height=picture, tone="edge", down=0)
        )
    if subtitle:
        down += (len(title) - 1) * most * 1.06 + small * 1.3
        line = cut(subtitle, room - (small * 1.4 if who.pack else 0.0), small, "text")
        words.append(Words(left, line, small, tone="band_text", down=down))
        if who.pack:
            x = left + line.width * small + small * 0.35
            pack = Mark(
                "picture",
                x=x,
                width=small,
                height=small,
                drawing=who.pack,
                tone="band_text",
                down=down - small * 0.85,
            )
            rows.append(Row(height, marks=[pack], tag="Figure", said=_("Content packs")))
    side, x = size * 1.4, left
    level = height - 3.5 - own_line - (side - size * 0.7) / 2
    for chip in chips:
        wide = chip.width * size + base * 0.9
        top = height - 3.5 - own_line - side
        words_of_head.marks.append(Mark("chip", x=x, width=wide, height=side, down=top))
        words.append(Words(x + base * 0.45, chip, size, tone="chip_text", down=level))
        x += wide + base * 0.4
    if whose:  # in full on the back
        x, level = (left, height - 4.0) if own_line else (x, level)
        # The figures of a wide head are left of its badge, so the text ends earlier.
        end = width - PAD - (badge + base if taken else 0.0)
        line = cut(whose, end - x, size, "text")
        words.append(Words(x, line, size, tone="band_faint", down=level))
    if who.level:
        star = _badge(who, full, base, type_, words_of_head)
        rows += [star] if who.leader else []
    return rows, overflow


def _ground(width: float, height: float) -> Row:
    """Return the background of a head, and the line below it."""
    band = Mark("top", x=0, width=width, height=height, tone="band", down=0)
    return Row(
        height,
        marks=[band, Mark("ground", x=0, width=width, height=1.6, tone="accent", down=height)],
    )


def _badge(who: CharacterCard, width: float, base: float, type_: Type, head: Row) -> Row:
    """Set the Level in a badge at the top right of a head; return the row of a Leader's star beside
    it."""
    side, size, small = base * 2.1, base * 1.5, max(LEAST, base * 0.7)
    x = width - PAD - side
    head.marks.append(Mark("frame", x=x, width=side, height=side, tone="band_text", down=5.0))
    figure, label = type_.line(who.level, "head"), type_.line(_("LEVEL"), "label")
    for line, most, tone, down in (
        (figure, size, "band_text", side / 2 + size * 0.35),
        (label, small, "band_faint", side + small * 1.05),
    ):
        head.cells[0].append(
            Words(x + (side - line.width * most) / 2, line, most, tone=tone, down=5 + down)
        )
    star = Mark(
        "picture",
        x=x - base * 1.75,
        width=size,
        height=size,
        drawing=pictograms.token("leader"),
        tone="star",
        down=5 + base * 0.285,
    )
    return Row(head.height, marks=[star], tag="Figure", said=_("Leader"))


def blank_head(labels: Sequence[str], layout: Layout, type_: Type, taken: float) -> list[Row]:
    """Return the head of a blank card: the name above, the other fields below, side by side."""
    width, height = layout.width * MM, layout.size * 5.2
    row, right = Row(height, [[]], tag="H1"), width - taken - PAD
    each = (right - PAD) / (len(labels) - 1)
    for n, text in enumerate(labels):
        line = type_.line(text)
        x = PAD + max(0, n - 1) * each
        end = x + each - 4 if n else right
        low = height - 4.0 - (0 if n else (height - 4) * 0.5)
        row.cells[0].append(Words(x, line, LEAST, tone="faint", down=low - 1.5))
        start = x + line.width * LEAST + 3
        row.marks.append(Mark("rule", x=start, width=end - start, height=0.5, down=low - 0.25))
    row.marks.append(Mark("ground", x=0, width=width, height=1.6, tone="accent", down=height))
    return [row]


def more_head(title: str, width: float, base: float, type_: Type) -> list[Row]:
    """Return the small head of backs and of continued cards."""
    usual = size = max(LEAST, base * 1.5)
    room, height = width - 2 * PAD, usual * 1.15 + 6.5
    line = type_.line(" ".join(title.split()) or " ", "head")
    if line.width * size > room:  # a little smaller rather than cut
        size = max(LEAST, base, room / line.width)
    words = Words(PAD, type_.cut(title, "head", room / size, []), size, down=4.0 + size * 0.9)
    return [
        Row(height, marks=[Mark("top", x=0, width=width, height=2.0, tone="accent", down=0)]),
        Row(height, [[words]], tag="H1"),
    ]


def _title(
    text: str, box: tuple[float, float], large: float, small: float, type_: Type
) -> tuple[list[TextLine] | None, float]:
    """Set a name in a box on one line, or smaller or on two lines if it is long; return the lines,
    None if even that fails, and the size."""
    room, most = box
    span = Span(" ".join(text.split()), "head")
    line = type_.line(*span)
    one = min(large, room / max(line.width, 0.01))
    if one >= large * 0.62:
        return [line], one
    for size in (large * 0.6, (large * 0.6 + small) / 2, small):
        lines = type_.wrapped((span,), room / size)
        if len(lines) <= 2 and len(lines) * size * 1.06 <= most:
            return lines, size
    return None, small


#: The gap between a changed number and the printed one, as a share of its size: text copied from a
#: PDF would join nearer ones into one number.
_APART = 0.17
#: The shares of the width for the eight figures: Endurance also has its value against shots.
_ROOMS = (1.0, 1.0, 1.0, 1.0, 1.6, 1.0, 1.0, 1.0)


class _Figure(NamedTuple):
    """A characteristic: its name, its number, the printed one if it has changed, and Endurance
    against shots."""

    label: TextLine
    value: TextLine
    before: TextLine
    up: bool
    shots: TextLine

    def wide(self, size: float) -> float:
        """Return its width at a size."""
        wide = self.value.width * size
        if self.before.width:
            wide += size * _APART + max(size * 0.26, self.before.width * LEAST)
        return wide + (1.5 + self.ring(size) if self.shots.width else 0.0)

    def ring(self, size: float) -> float:
        """Return the diameter of the ring around the Endurance against shots."""
        return max(size * 0.72, self.shots.width * size * 0.55 + 4)


def compose_figures(
    cells: Sequence[Cell], width: float, base: float, type_: Type, left: float
) -> Row:
    """Set the figures at the same places on all cards of a size, from `left` on in a wide head (0:
    below the head). A changed figure has an arrow and the printed number."""
    room, small = width - (0.0 if left else 2 * PAD), max(LEAST, base * 0.85)
    figures = [_figure(cell, type_) for cell in cells]
    shares = _ROOMS if len(cells) == len(_ROOMS) else (1.0,) * len(cells)
    rooms = [room * share / sum(shares) for share in shares]
    size = max(FIGURES_LEAST, base * (2.7 if left else 2.2))
    while size > LEAST and any(
        figure.wide(size) + 2 > own for figure, own in zip(figures, rooms, strict=True)
    ):
        size -= 0.5
    high = size * 0.86 + small * 1.1 + 6.5
    low, words = high - 4.0, list[Words]()
    marks = [
        Mark("ground", x=0, width=width, height=high, tone="tint", down=0),
        Mark("ground", x=0, width=width, height=0.5, tone="line", down=high - 0.5),
    ]
    if left:
        marks = [Mark("plate", x=left, width=room, height=high + 4, tone="tint", down=-2)]
    x, beyond = left or PAD, 8.0 if left else 0.0
    for n, (figure, own) in enumerate(zip(figures, rooms, strict=True)):
        if n or left:  # in a wide head also before the first
            marks.append(
                Mark("fill", x=x, width=0.35, height=high + 2 * beyond, tone="edge", down=-beyond)
            )
        named = max(LEAST, min(small, (own - 1) / max(figure.label.width, 0.01)))
        label = x + (own - figure.label.width * named) / 2
        words.append(Words(label, figure.label, named, tone="faint", down=named + 2))
        if not figure.value.width:
            box = own * 0.76
            down = high - 3 - size * 0.86
            marks.append(
                Mark(
                    "box",
                    x=x + (own - box) / 2,
                    width=box,
                    height=size * 0.86,
                    tone="line",
                    down=down,
                )
            )
        else:
            at = x + (own - figure.wide(size)) / 2
            words.append(Words(at, figure.value, size, down=low))
            at += figure.value.width * size
            if figure.before.width:
                side, at = size * 0.26, at + size * _APART
                tone = "up" if figure.up else "down"
                marks.append(
                    Mark("arrow", x=at, width=side, height=side, tone=tone, down=low - size * 0.7)
                )
                words.append(Words(at, figure.before, LEAST, tone="faint", down=low))
                at += max(side, figure.before.width * LEAST)
            if figure.shots.width:
                side, inner = figure.ring(size), size * 0.55
                middle = low - size * 0.35
                marks.append(
                    Mark("ring", x=at + 1.5, width=side, height=side, down=middle - side / 2)
                )
                at += 1.5 + (side - figure.shots.width * inner) / 2
                words.append(Words(at, figure.shots, inner, down=middle + inner * 0.35))
        x += own
    return Row(high, [words], marks)


def _figure(cell: Cell, type_: Type) -> _Figure:
    text, _slash, shots = cell.text.partition("/")
    digits = text.isdigit() and cell.before.isdigit() and text != cell.before
    return _Figure(
        type_.line(cell.label, "label"),
        type_.line(text, "head"),
        type_.line(cell.before if digits else "", "label"),
        digits and int(text) > int(cell.before),
        type_.line(shots, "head"),
    )
