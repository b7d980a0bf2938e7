"""The head of a card: who this is, with a picture; and the eight figures below it."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageOps, UnidentifiedImageError
from reportlab.lib.utils import ImageReader

from lastdays.language import _
from lastdays.model.group import FACE
from lastdays.pdf import shapes
from lastdays.pdf.card_front import measures_of
from lastdays.pdf.content import Cell
from lastdays.pdf.fonts import Style
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.shapes import Pen
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line
from lastdays.values import Value

#: So many dots an inch are kept of a portrait.
_DOTS = 450


def readable(portrait: bytes) -> bool:
    """Return whether a portrait can be read as a picture."""
    return cropped(portrait, 30.0) is not None


@lru_cache(maxsize=64)
def cropped(portrait: bytes, height: float) -> Any:
    """Return a portrait cropped to twelve by thirteen, a little above its middle; None where it
    cannot be read."""
    dots = max(40, round(height / 72 * _DOTS))
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


#: Between the edge of a card and its text, in points.
PAD = 7.0
#: From this height on, in points, a head has a line for the group; below that one line for all
#: but the name.
_FOUR_LINES, _TWO_LINES = 70.0, 40.0
#: The least size of a card's figures, in points.
FIGURES_LEAST = 16.0


class Who(Value):
    """What a head says: name, type, Keyword, group; `labels` are what a blank one asks for."""

    title: str
    subtitle: str
    keyword: str = ""
    status: str = ""
    group: str = ""
    level: str = ""
    leader: bool = False
    drawing: str = ""
    star: str = ""
    portrait: bytes = b""
    labels: tuple[str, ...] = ()
    pack: str = ""


class CardHead(Value):
    """The head of a face, in lines that fit; `picture` is the height of portrait or pictogram."""

    title: tuple[TextLine, ...]
    title_size: float
    height: float
    base: float
    left: float = 0.0
    picture: float = 0.0
    portrait: Any = None
    drawing: str = ""
    star: str = ""
    subtitle: TextLine | None = None
    chips: tuple[TextLine, ...] = ()
    group: TextLine | None = None
    level: tuple[TextLine, TextLine] | None = None
    labels: tuple[TextLine, ...] = ()
    rule: bool = True
    right: float = 0.0
    said: str = ""
    pack: str = ""
    #: What a screen reader has for portrait, packs and star, in the card's language.
    alternatives: tuple[str, str, str] = ("", "", "")
    #: Whether the group stands on a line of its own, below the Keyword.
    own_line: bool = False


def badge_width(who: Who, base: float) -> float:
    """Return how wide the Level's badge is, with a Leader's star."""
    if not who.level:
        return 0.0
    return base * (4.1 if who.leader else 2.6)


def compose_head(
    who: Who, layout: Layout, type_: Type, taken: float = 0.0
) -> tuple[CardHead, list[str]]:
    """Return the head, and what of its text did not fit and goes into the body; `taken` points of
    its width are the figures'. The face reaches to the card's edge."""
    width, base, height = layout.width * MM, layout.size, measures_of(layout).head
    if who.labels:
        labels = tuple(type_.line(Span(text)) for text in who.labels)
        right = width - taken - PAD
        return CardHead(
            (), base, base * 5.2, base, PAD, labels=labels, right=right, said=_("Blank card")
        ), []
    if not who.level:  # a group's says less
        height = min(height, base * 5.0)
    if height < _TWO_LINES:
        said = (part for part in (who.subtitle, who.group) if part)
        who = replace(who, subtitle="", group=" · ".join(said))
    overflow: list[str] = []
    picture = height if who.portrait or who.drawing else 0.0
    left = picture * FACE + base * 0.7 if picture else PAD
    # The figures of a wide head stand at one place, whether or not a star is beside the Level.
    badge = badge_width(replace(who, leader=who.leader or taken > 0), base)
    level = None
    if who.level:
        level = (type_.line(Span(who.level, "head")), type_.line(Span(_("LEVEL"), "label")))
    width -= taken
    room = width - left - PAD - badge
    small, tag = max(LEAST, base * 1.08), max(LEAST, base * 0.9)

    def cut(text: str, room: float, size: float, style: Style) -> TextLine:
        return type_.cut(text, style, room / size, overflow)

    chips = tuple(
        cut(text.upper(), room / 2 - base * 1.3, tag, "head")
        for text in (who.keyword, who.status)
        if text
    )
    tags = sum(chip.width * tag + base * 1.3 for chip in chips)
    own_line = bool(chips) and height >= _FOUR_LINES
    lines = (small * 1.25 if who.subtitle else 0.0) + (tag * 1.7 if chips or who.group else 0.0)
    lines += tag * 1.3 if own_line else 0.0
    large = min(base * 2.5, (height - lines - 6.0) / 1.06)
    title, size = _title(who.title, (room, height - lines - 4.0), large, small, type_)
    if title is None:
        title, size = (cut(who.title, room, small, "head"),), small
    subtitle = None
    if who.subtitle:
        subtitle = cut(who.subtitle, room - (small * 1.4 if who.pack else 0.0), small, "text")
    # The figures of a wide head stand before its badge, and begin that much sooner.
    ends = width - left - PAD - (badge + base if taken else 0.0) - (0.0 if own_line else tags)
    group = cut(who.group, ends, tag, "text") if who.group else None  # whole on the back
    return (
        CardHead(
            title,
            size,
            height,
            base,
            left,
            picture,
            cropped(who.portrait, picture) if who.portrait else None,
            who.drawing,
            who.star if who.leader else "",
            subtitle,
            chips,
            group,
            level,
            right=width - PAD - (badge + 2.0 if taken else 0.0),
            said=who.title,
            pack=who.pack,
            alternatives=(
                _("Portrait of {name}", name=who.title),
                _("Content packs"),
                _("Leader"),
            ),
            own_line=own_line,
        ),
        overflow,
    )


def more_head(who: Who, width: float, base: float, type_: Type) -> CardHead:
    """Return the small head of backs and of continued cards."""
    usual = size = max(LEAST, base * 1.5)
    room = width - 2 * PAD
    line = type_.line(Span(" ".join(who.title.split()) or " ", "head"))
    if line.width * size > room:  # a little smaller rather than cut
        size = max(LEAST, base, room / line.width)
    return CardHead(
        (type_.cut(who.title, "head", room / size, []),),
        size,
        usual * 1.15 + 6.5,
        base,
        PAD,
        rule=False,
        said=who.title,
    )


def _title(
    text: str, box: tuple[float, float], large: float, small: float, type_: Type
) -> tuple[tuple[TextLine, ...] | None, float]:
    """Set a name in a box on one line, smaller or on two lines if it is long; None if even that
    fails."""
    room, most = box
    flat = " ".join(text.split())
    if not flat:
        return (), large
    line = type_.line(Span(flat, "head"))
    if line.width * large <= room:
        return (line,), large
    one = room / line.width
    if one >= large * 0.62:
        return (line,), one
    for size in (large * 0.6, (large * 0.6 + small) / 2, small):
        lines = type_.wrapped((Span(flat, "head"),), room / size)
        if len(lines) <= 2 and len(lines) * size * 1.06 <= most:
            return tuple(lines), size
    return None, small


def draw_head(pen: Pen, head: CardHead, width: float, height: float, bleed: float) -> None:
    """Draw the head of a face at its top."""
    canvas, ink = pen.canvas, pen.ink
    top = height - head.height
    canvas.tags.artifact()
    if head.labels:
        canvas.tags.part("H1")
        _draw_labels(pen, head, width, height)
        return
    if ink.band is not None and head.rule:
        pen.fill(ink.band)
        canvas.rect(-bleed, top, width + 2 * bleed, head.height + bleed, stroke=0, fill=1)
        pen.fill(ink.accent)
        canvas.rect(-bleed, top - 1.6, width + 2 * bleed, 1.6, stroke=0, fill=1)
    elif head.rule:
        pen.fill(ink.accent)
        canvas.rect(0, top - 1.6, width, 1.6, stroke=0, fill=1)
    else:
        pen.fill(ink.accent)
        canvas.rect(-bleed, height - 2.0, width + 2 * bleed, 2.0 + bleed, stroke=0, fill=1)
    _draw_picture(pen, head, height, bleed)
    canvas.tags.part("H1")
    on_band = ink.band_text if head.rule else ink.text
    pen.fill(on_band)
    y = height - (2.0 if head.rule else 4.0) - head.title_size * 0.9
    for line in head.title:
        draw_line(pen, line, head.left, y, head.title_size)
        y -= head.title_size * 1.06
    small = max(LEAST, head.base * 1.08)
    if head.subtitle is not None:
        y += head.title_size * 1.06 - small * 1.3
        draw_line(pen, head.subtitle, head.left, y, small)
        if head.pack:
            x = head.left + head.subtitle.width * small + small * 0.35
            canvas.tags.part("Figure", head.alternatives[1])
            shapes.pictogram(pen, head.pack, x, y - small * 0.15, small)
    _draw_tags(pen, head, top)
    if head.level is not None:
        _draw_level(pen, head, width, height)


def _draw_picture(pen: Pen, head: CardHead, height: float, bleed: float) -> None:
    """Draw the face to the card's edge and beyond, else the type's drawing as large."""
    if not head.picture:
        return
    ink, h = pen.ink, head.picture
    w, low = h * FACE, height - h
    if head.portrait is not None:
        pen.canvas.tags.part("Figure", head.alternatives[0])
        image = head.portrait if ink.band is not None else ImageOps.grayscale(head.portrait)
        side = max(w + bleed, (h + bleed) * FACE)
        pen.canvas.saveState()
        pen.canvas.path(f"{-bleed:.2f} {low:.2f} {w + bleed:.2f} {h + bleed:.2f} re W n")
        pen.canvas.drawImage(ImageReader(image), w - side, low, side, side / FACE)
        pen.canvas.restoreState()
        pen.forget()
    elif head.drawing:
        pen.fill(ink.picture)
        side = min(w, h) * 0.88
        shapes.pictogram(pen, head.drawing, (w - side) / 2, low + (h - side) / 2, side)
    if ink.band is None:
        pen.stroke(ink.line, 0.5)
        pen.canvas.line(w, low, w, height)


def _draw_tags(pen: Pen, head: CardHead, top: float) -> None:
    """Draw Keyword and state as tags at the foot of the head, the group beside or below them."""
    ink, x = pen.ink, head.left
    size = max(LEAST, head.base * 0.9)
    side = size * 1.4
    y = top + 3.5 + (size * 1.3 if head.own_line else 0.0)
    for line in head.chips:
        wide = line.width * size + head.base * 0.9
        if ink.band is not None:
            pen.fill(ink.accent)
            shapes.rounded(pen, x, y, (wide, side), side * 0.25, fill=True, stroke=False)
            pen.fill((1.0, 1.0, 1.0))
        else:
            pen.stroke(ink.text, 0.8)
            shapes.rounded(pen, x, y, (wide, side), side * 0.25)
            pen.fill(ink.text)
        draw_line(pen, line, x + head.base * 0.45, y + (side - size * 0.7) / 2, size)
        x += wide + head.base * 0.4
    if head.group is not None:
        pen.fill(ink.band_faint)
        at = (head.left, top + 4.0) if head.own_line else (x, y + (side - size * 0.7) / 2)
        draw_line(pen, head.group, *at, size)


def _draw_level(pen: Pen, head: CardHead, width: float, height: float) -> None:
    """Draw the Level in a badge at the top right, and a Leader's star beside it."""
    assert head.level is not None
    ink, base = pen.ink, head.base
    figure, label = head.level
    side, size = base * 2.1, base * 1.5
    x, y = width - PAD - side, height - 5.0 - side
    pen.stroke(ink.band_text, 1.0)
    shapes.rounded(pen, x, y, (side, side), side * 0.2)
    pen.fill(ink.band_text)
    draw_line(pen, figure, x + (side - figure.width * size) / 2, y + (side - size * 0.7) / 2, size)
    small = max(LEAST, base * 0.7)
    pen.fill(ink.band_faint)
    draw_line(pen, label, x + (side - label.width * small) / 2, y - small * 1.05, small)
    if head.star:
        pen.canvas.tags.part("Figure", head.alternatives[2])
        pen.fill(ink.amber if ink.band is not None else ink.text)
        shapes.pictogram(pen, head.star, x - base * 1.75, y + side * 0.15, base * 1.5)


def _draw_labels(pen: Pen, head: CardHead, width: float, height: float) -> None:
    """Draw the fields of a blank card's head: the name above, the others below, side by side."""
    canvas, ink = pen.canvas, pen.ink
    low = height - head.height + 4.0
    high = low + (head.height - 4) * 0.5
    each = (head.right - PAD) / max(1, len(head.labels) - 1)
    for n, label in enumerate(head.labels):
        x, y = (PAD, high) if n == 0 else (PAD + (n - 1) * each, low)
        end = head.right if n == 0 else x + each - 4
        pen.fill(ink.faint)
        draw_line(pen, label, x, y + 1.5, LEAST)
        pen.stroke(ink.text, 0.5)
        canvas.line(x + label.width * LEAST + 3, y, end, y)
    pen.fill(ink.accent)
    canvas.rect(0, height - head.height - 1.6, width, 1.6, stroke=0, fill=1)


class CardFigure(Value):
    """A characteristic: its name, its number, how it has changed, and Endurance against shots."""

    label: TextLine
    value: TextLine
    change: int = 0
    before: TextLine | None = None
    shots: TextLine | None = None


class StatLine(Value):
    """The figures of a card, with the room that each takes. `beside`: they are beside the name in a
    wide head, else below it."""

    figures: tuple[CardFigure, ...]
    rooms: tuple[float, ...]
    size: float
    small: float
    height: float
    left: float = PAD
    beside: bool = False


#: How far the printed number is from a changed one, of its size: programs that copy text take what is
#: nearer for one number.
_APART = 0.17
#: How much room each of eight figures has, of all: Endurance also says what it is against shots.
_ROOMS = (1.0, 1.0, 1.0, 1.0, 1.6, 1.0, 1.0, 1.0)


def compose_figures(
    cells: tuple[Cell, ...],
    width: float,
    base: float,
    type_: Type,
    left: float = 0.0,
) -> StatLine | None:
    """Set the figures at the places they have on every card of a size, from `left` on in a wide
    head; None where a card has none."""
    if not cells:
        return None
    room = width - (0.0 if left else 2 * PAD)
    small = max(LEAST, base * 0.85)
    figures = tuple(_figure(cell, type_) for cell in cells)
    shares = _ROOMS if len(cells) == len(_ROOMS) else (1.0,) * len(cells)
    rooms = tuple(room * share / sum(shares) for share in shares)
    size = max(FIGURES_LEAST, base * (2.7 if left else 2.2))
    while size > LEAST and any(
        _need(figure, size, 0.0) > own for figure, own in zip(figures, rooms, strict=True)
    ):
        size -= 0.5
    return StatLine(
        figures, rooms, size, small, size * 0.86 + small * 1.1 + 6.5, left or PAD, bool(left)
    )


def _figure(cell: Cell, type_: Type) -> CardFigure:
    text, _slash, shots = cell.text.partition("/")
    change = 0
    if cell.before and text.isdigit() and cell.before.isdigit():
        change = (int(text) > int(cell.before)) - (int(text) < int(cell.before))
    return CardFigure(
        type_.line(Span(cell.label, "label")),
        type_.line(Span(text, "head")),
        change,
        type_.line(Span(cell.before, "label")) if change else None,
        type_.line(Span(shots, "head")) if shots else None,
    )


def _need(figure: CardFigure, size: float, small: float) -> float:
    wide = figure.value.width * size
    if figure.before is not None:
        wide += size * _APART + max(size * 0.26, figure.before.width * LEAST)
    if figure.shots is not None:
        wide += 1.5 + _ring_side(figure.shots, size)
    return max(wide, min(figure.label.width * small, size * 1.6)) + 2.0


def _ring_side(shots: TextLine, size: float) -> float:
    return max(size * 0.72, shots.width * size * 0.55 + 4)


def draw_figures(pen: Pen, line: StatLine, width: float, top: float, bleed: float) -> None:
    """Draw the figures below a head, the changed ones with an arrow and the printed number."""
    canvas, ink = pen.canvas, pen.ink
    low = top - line.height
    if line.beside:
        if ink.tint is not None:
            pen.fill(ink.tint)
            box = (line.left, low - 2), (sum(line.rooms), line.height + 4)
            shapes.rounded(pen, *box[0], box[1], 4.0, fill=True, stroke=False)
    else:
        if ink.tint is not None:
            pen.fill(ink.tint)
            canvas.rect(-bleed, low, width + 2 * bleed, line.height, stroke=0, fill=1)
        pen.fill(ink.line)
        canvas.rect(-bleed, low, width + 2 * bleed, 0.5, stroke=0, fill=1)
    if ink.tint is None:
        _draw_lines(pen, line, low, top)
    x, size = line.left, line.size
    base = low + 4.0
    for figure, room in zip(line.figures, line.rooms, strict=True):
        middle = x + room / 2
        named = line.small
        if figure.label.width * named > room - 1:
            named = max(LEAST, (room - 1) / figure.label.width)
        pen.fill(ink.faint)
        draw_line(
            pen, figure.label, middle - figure.label.width * named / 2, top - named - 2, named
        )
        if figure.value.width == 0:
            pen.stroke(ink.line, 0.6)
            canvas.rect(middle - room * 0.38, low + 3, room * 0.76, size * 0.86, stroke=1, fill=0)
            x += room
            continue
        at = middle - (_need(figure, size, 0.0) - 2.0) / 2
        pen.fill(ink.text)
        draw_line(pen, figure.value, at, base, size)
        at += figure.value.width * size
        if figure.before is not None:
            _draw_change(pen, figure, at + size * _APART, base, size)
            at += size * _APART + max(size * 0.26, figure.before.width * LEAST)
        if figure.shots is not None:
            side = _ring_side(figure.shots, size)
            pen.stroke(ink.text, 0.8)
            y = base + size * 0.35 - side / 2
            shapes.ring(pen, at + 1.5, y, side)
            inner = size * 0.55
            pen.fill(ink.text)
            shift = (side - figure.shots.width * inner) / 2
            draw_line(pen, figure.shots, at + 1.5 + shift, y + (side - inner * 0.7) / 2, inner)
        x += room


def _draw_lines(pen: Pen, line: StatLine, low: float, top: float) -> None:
    """Draw hairlines between the figures if no background holds them together."""
    pen.stroke(pen.ink.line, 0.35)
    x, more = line.left, 8.0 if line.beside else 0.0
    for n, room in enumerate(line.rooms):
        if n or line.beside:
            pen.canvas.line(x, low - more, x, top + more)
        x += room


def _draw_change(pen: Pen, figure: CardFigure, x: float, base: float, size: float) -> None:
    assert figure.before is not None
    side = size * 0.26
    up = figure.change > 0
    pen.fill(pen.ink.up if up else pen.ink.down)
    shapes.arrow(pen, x, base + size * 0.7 - side, side, up=up)
    pen.fill(pen.ink.faint)
    draw_line(pen, figure.before, x, base, LEAST)
