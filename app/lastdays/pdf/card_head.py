"""The head of a card: the name and its details, with a picture; and the figures below or beside
them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from lastdays.language import _, dotted
from lastdays.model.group import FACE
from lastdays.pdf.card_front import PEN_BOX, measures_of
from lastdays.pdf.content import Cell, CharacterCard
from lastdays.pdf.fonts import Style
from lastdays.pdf.imposition import MM, Layout
from lastdays.pdf.rows import Gap, Mark, Row, Words
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
#: The height in points from which a head has a line of its own for the group.
_FOUR_LINES = 70.0
#: The height in points from which a head has a line of its own for the Character Type.
_TWO_LINES = 40.0
#: The height of a line of a name, as a share of its size.
_LEADING = 1.06
#: From the edge of the head to the chips below it, in points.
_CHIPS_ABOVE = 3.5
#: The least size of a card's figures, in points, unless they have no room.
FIGURES_LEAST = 16.0


def badge_width(leader: bool, level: str, base: float) -> float:
    """Return the width of the Level's badge, with a Leader's star; 0 without a Level."""
    if not level:
        return 0.0
    return base * 4.1 if leader else base * 2.6


def compose_head(
    who: CharacterCard, layout: Layout, type_: Type, taken: float
) -> tuple[list[Row], list[str]]:
    """Return the head as rows on top of each other, and the texts that didn't fit, for the body.
    The figures take `taken` points of its width. The portrait reaches the card's edge."""
    head = _Head(who, layout, type_, taken)
    return head.rows(), head.overflow


class _Head:
    """The head of a card being set: a picture, the name, the type, Keyword and status as chips, the
    group, and the Level."""

    def __init__(self, who: CharacterCard, layout: Layout, type_: Type, taken: float) -> None:
        self.who = who
        self.type_ = type_
        self.taken = taken
        self.base = layout.size
        self.full_width = layout.width * MM
        self.height = measures_of(layout).head
        if not who.level:  # a group's head has less text
            self.height = min(self.height, self.base * 5.0)
        self.subtitle = who.kind
        self.whose = dotted(who.group, who.edition)
        if self.height < _TWO_LINES:
            self.subtitle = ""
            self.whose = dotted(who.kind, self.whose)
        #: The height of the picture, 0 without one.
        self.picture = self.height if who.portrait or who.drawing else 0.0
        self.left = self.picture * FACE + self.base * 0.7 if self.picture else PAD
        # The figures of a wide head are at the same place with or without a star beside the Level.
        has_star = who.leader or bool(taken)
        self.badge = badge_width(has_star, who.level, self.base)
        self.room = self.full_width - taken - self.left - PAD - self.badge
        #: The sizes of the type, and of chips and the group.
        self.subtitle_size = max(LEAST, self.base * 1.08)
        self.chip_size = max(LEAST, self.base * 0.9)
        #: Texts that had to be cut.
        self.overflow: list[str] = []
        #: The name, and the words of what follows it.
        self.title: list[Words] = []
        self.details: list[Words] = []
        self.marks: list[Mark] = []

    def rows(self) -> list[Row]:
        """Return the rows of the head, on top of each other."""
        chips = self._chips()
        whose_below = bool(chips) and self.height >= _FOUR_LINES
        line_below = self.chip_size * 1.3 if whose_below else 0.0
        lower_lines = 0.0
        if self.subtitle:
            lower_lines += self.subtitle_size * 1.25
        if chips or self.whose:
            lower_lines += self.chip_size * 1.7
        lower_lines += line_below
        baseline = self._set_title(lower_lines)
        ground = _ground(self.full_width, self.height)
        rows = [ground]
        rows += self._portrait(ground)
        rows.append(Row(self.height, [self.title], self.marks, tag="H1"))
        pack: list[Row] = []
        if self.subtitle:
            pack = self._set_subtitle(baseline)
        x, level = self._set_chips(chips, line_below)
        if self.whose and whose_below:
            self._set_whose(self.left, self.height - 4.0)
        elif self.whose:
            self._set_whose(x, level)
        if self.who.level:
            self._set_level()
        if self.details:
            rows.append(Row(self.height, [self.details]))
        rows += pack
        if self.who.level and self.who.leader:
            rows.append(self._star())
        return rows

    def _cut(self, text: str, room: float, size: float, style: Style) -> TextLine:
        return self.type_.cut(text, style, room / size, self.overflow)

    def _chips(self) -> list[TextLine]:
        """Return the Keyword and the status, as lines."""
        room = self.room / 2 - self.base * 1.3
        chips = []
        for text in (self.who.keyword, self.who.status):
            if text:
                chips.append(self._cut(text.upper(), room, self.chip_size, "head"))
        return chips

    def _set_title(self, lower_lines: float) -> float:
        """Set the name above the other lines, which have this height; return where a line of the type
        would be."""
        largest = min(self.base * 2.5, (self.height - lower_lines - 6.0) / _LEADING)
        box = (self.room, self.height - lower_lines - 4.0)
        title, size = _title(self.who.name, box, largest, self.subtitle_size, self.type_)
        if title is None:
            size = self.subtitle_size
            title = [self._cut(self.who.name, self.room, size, "head")]
        baseline = 2.0 + size * 0.9
        for n, line in enumerate(title):
            down = baseline + n * size * _LEADING
            self.title.append(Words(self.left, line, size, tone="band_text", down=down))
        baseline += (len(title) - 1) * size * _LEADING + self.subtitle_size * 1.3
        return baseline

    def _portrait(self, ground: Row) -> list[Row]:
        """Return the row of the portrait; without one, put the picture of the type on the ground."""
        if not self.picture:
            return []
        width = self.picture * FACE
        edge = Mark("fill", x=width, width=0.5, height=self.picture, tone="edge", down=0)
        self.marks.append(edge)
        portrait = cropped(self.who.portrait, self.picture)
        if portrait:
            face = Mark("portrait", x=0, width=width, height=self.picture, drawing=portrait, down=0)
            text = _("Portrait of {name}", name=self.who.name)
            return [Row(self.height, marks=[face], tag="Figure", said=text)]
        if self.who.drawing:
            side = FACE * self.picture * 0.88
            drawing = Mark(
                "picture",
                x=(width - side) / 2,
                width=side,
                height=side,
                drawing=self.who.drawing,
                tone="picture",
            )
            ground.marks.append(drawing)
        return []

    def _set_subtitle(self, baseline: float) -> list[Row]:
        """Set the type; return the row of the pictogram of content packs after it."""
        size = self.subtitle_size
        for_pack = size * 1.4 if self.who.pack else 0.0
        line = self._cut(self.subtitle, self.room - for_pack, size, "text")
        self.details.append(Words(self.left, line, size, tone="band_text", down=baseline))
        if not self.who.pack:
            return []
        pack = Mark(
            "picture",
            x=self.left + line.width * size + size * 0.35,
            width=size,
            height=size,
            drawing=self.who.pack,
            tone="band_text",
            down=baseline - size * 0.85,
        )
        return [Row(self.height, marks=[pack], tag="Figure", said=_("Content packs"))]

    def _set_chips(self, chips: list[TextLine], line_below: float) -> tuple[float, float]:
        """Set the chips above a line of this height; return where the next text on their line begins,
        and its baseline."""
        size = self.chip_size
        chip_height = size * 1.4
        cap_height = size * 0.7
        bottom = self.height - _CHIPS_ABOVE - line_below
        top = bottom - chip_height
        baseline = bottom - (chip_height - cap_height) / 2
        padding = self.base * 0.45
        x = self.left
        for chip in chips:
            width = chip.width * size + 2 * padding
            self.marks.append(Mark("chip", x=x, width=width, height=chip_height, down=top))
            self.details.append(Words(x + padding, chip, size, tone="chip_text", down=baseline))
            x += width + self.base * 0.4
        return x, baseline

    def _set_whose(self, x: float, baseline: float) -> None:
        """Set the group, which is in full on the back."""
        size = self.chip_size
        end = self.full_width - self.taken - PAD
        if self.taken:
            # The figures of a wide head are left of its badge, so the text ends earlier.
            end -= self.badge + self.base
        elif self.badge and baseline - size < self._badge_end():
            end = self._badge_x() - self.base * 0.5
        line = self._cut(self.whose, max(0.0, end - x), size, "text")
        self.details.append(Words(x, line, size, tone="band_faint", down=baseline))

    def _badge_x(self) -> float:
        """Return where the badge of the Level begins, with the label below it."""
        side = self.base * 2.1
        label_width = self.type_.width(_("LEVEL"), "label") * self._label_size()
        return self.full_width - PAD - max(side, (side + label_width) / 2)

    def _badge_end(self) -> float:
        """Return how far down the label below the badge of the Level reaches."""
        return 5 + (self.base * 2.1 + self._label_size() * 1.25)

    def _label_size(self) -> float:
        return max(LEAST, self.base * 0.7)

    def _set_level(self) -> None:
        """Set the Level in a badge at the top right."""
        base = self.base
        side = base * 2.1
        x = self.full_width - PAD - side
        self.marks.append(Mark("frame", x=x, width=side, height=side, tone="band_text", down=5.0))
        size = base * 1.5
        level = self.type_.line(self.who.level, "head")
        level_x = x + (side - level.width * size) / 2
        level_down = 5 + (side / 2 + size * 0.35)
        number = Words(level_x, level, size, tone="band_text", down=level_down)
        small = self._label_size()
        label = self.type_.line(_("LEVEL"), "label")
        label_x = x + (side - label.width * small) / 2
        label_down = 5 + (side + small * 1.05)
        words = Words(label_x, label, small, tone="band_faint", down=label_down)
        self.details += [words, number]

    def _star(self) -> Row:
        """Return the row of a Leader's star beside the Level."""
        base = self.base
        badge_x = self.full_width - PAD - base * 2.1
        star = Mark(
            "picture",
            x=badge_x - base * 1.75,
            width=base * 1.5,
            height=base * 1.5,
            drawing=pictograms.token("leader"),
            tone="star",
            down=5 + base * 0.285,
        )
        return Row(self.height, marks=[star], tag="Figure", said=_("Leader"))


def _ground(width: float, height: float) -> Row:
    """Return the background of a head, and the line below it."""
    band = Mark("top", x=0, width=width, height=height, tone="band", down=0)
    line = Mark("ground", x=0, width=width, height=1.6, tone="accent", down=height)
    return Row(height, marks=[band, line])


def blank_head(labels: Sequence[str], layout: Layout, type_: Type, taken: float) -> list[Row]:
    """Return the head of a blank card: the name above, the other fields below, side by side."""
    width = layout.width * MM
    height = layout.size * 5.2
    right = width - taken - PAD
    row = Row(height, [[]], tag="H1")
    name, *others = labels
    upper = height - 4.0 - (height - 4) * 0.5
    _set_field(row, type_.line(name), PAD, right, upper)
    field_width = (right - PAD) / len(others)
    for n, label in enumerate(others):
        x = PAD + n * field_width
        _set_field(row, type_.line(label), x, x + field_width - 4, height - 4.0)
    row.marks.append(Mark("ground", x=0, width=width, height=1.6, tone="accent", down=height))
    return [row]


def _set_field(row: Row, label: TextLine, x: float, end: float, down: float) -> None:
    """Set a label, and after it a line to write on, up to an end."""
    row.cells[0].append(Words(x, label, LEAST, tone="faint", down=down - 1.5))
    start = x + label.width * LEAST + 3
    row.marks.append(Mark("rule", x=start, width=end - start, height=0.5, down=down - 0.25))


def more_head(title: str, width: float, base: float, type_: Type) -> list[Row]:
    """Return the small head of backs and of continued cards."""
    size = max(LEAST, base * 1.5)
    height = size * 1.15 + 6.5
    room = width - 2 * PAD
    line = type_.line(" ".join(title.split()) or " ", "head")
    if line.width * size > room:  # a little smaller rather than cut
        size = max(LEAST, base, room / line.width)
    line = type_.cut(title, "head", room / size, [])
    words = Words(PAD, line, size, down=4.0 + size * 0.9)
    return [
        Row(height, marks=[Mark("top", x=0, width=width, height=2.0, tone="accent", down=0)]),
        Row(height, [[words]], tag="H1"),
    ]


def _title(
    text: str, box: tuple[float, float], large: float, small: float, type_: Type
) -> tuple[list[TextLine] | None, float]:
    """Set a name in a box on one line, or smaller or on two lines if it is long; return the lines,
    None if even that fails, and the size."""
    room, height = box
    span = Span(" ".join(text.split()), "head")
    line = type_.line(*span)
    size_on_one_line = min(large, room / max(line.width, 0.01))
    if size_on_one_line >= large * 0.62:
        return [line], size_on_one_line
    largest = large * 0.6
    for size in (largest, (largest + small) / 2, small):
        lines = type_.wrapped((span,), room / size)
        if len(lines) <= 2 and len(lines) * size * _LEADING <= height:
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
    printed: TextLine
    up: bool
    shots: TextLine
    before: str
    against_shots: str

    def width_at(self, size: float) -> float:
        """Return its width at a size."""
        width = self.value.width * size
        if self.printed.width:
            width += size * _APART + max(size * 0.26, self.printed.width * LEAST)
        if self.shots.width:
            width += 1.5 + self.ring(size)
        return width

    def ring(self, size: float) -> float:
        """Return the diameter of the ring around the Endurance against shots."""
        return max(size * 0.72, self.shots.width * size * 0.55 + 4)


def compose_figures(
    cells: Sequence[Cell], width: float, base: float, type_: Type, left: float
) -> list[Row]:
    """Set the figures at the same places on all cards of a size, from `left` on in a wide head (0:
    below the head). A changed figure has an arrow and the printed number. They are a table: a row of
    their names and one of their values, on top of each other."""
    figures = [_figure(cell, type_) for cell in cells]
    in_wide_head = left > 0
    room = width if in_wide_head else width - 2 * PAD
    columns = _figure_columns(figures, room)
    size = _figure_size(figures, columns, max(FIGURES_LEAST, base * (2.7 if in_wide_head else 2.2)))
    small = max(LEAST, base * 0.85)
    is_blank = not any(figure.value.width for figure in figures)
    height = size * 0.86 + small * 1.1 + 6.5
    if is_blank:
        height = max(height, PEN_BOX + small * 1.1 + 6.5)
    labels: list[list[Words]] = []
    values: list[list[Words]] = []
    marks: list[Mark] = []
    if in_wide_head:
        marks.append(Mark("plate", x=left, width=room, height=height + 4, tone="tint", down=-2))
    else:
        marks.append(Mark("ground", x=0, width=width, height=height, tone="tint", down=0))
        marks.append(Mark("ground", x=0, width=width, height=0.5, tone="line", down=height - 0.5))
    x = left if in_wide_head else PAD
    beyond = 8.0 if in_wide_head else 0.0
    for n, (figure, column) in enumerate(zip(figures, columns, strict=True)):
        if n > 0 or in_wide_head:
            edge_height = height + 2 * beyond
            marks.append(
                Mark("fill", x=x, width=0.35, height=edge_height, tone="edge", down=-beyond)
            )
        labels.append([_figure_label(figure, x, column, small)])
        words: list[Words] = []
        values.append(words)
        if figure.value.width:
            start = x + (column - figure.width_at(size)) / 2
            _set_figure(figure, start, height - 4.0, size, words, marks)
        else:
            marks.append(_empty_figure(x, column, size, height))
        x += column
    return [
        Row(height, labels, marks, tag="TH"),
        Row(height, values, tag="TR", row_head=False),
        Gap(0.0),
    ]


def _figure_columns(figures: Sequence[_Figure], room: float) -> list[float]:
    """Return the width of the column of each figure."""
    shares = _ROOMS if len(figures) == len(_ROOMS) else (1.0,) * len(figures)
    return [room * share / sum(shares) for share in shares]


def _figure_size(figures: Sequence[_Figure], columns: Sequence[float], largest: float) -> float:
    """Return the largest size in which every figure fits into its column."""
    size = largest
    while size > LEAST and not _all_fit(figures, columns, size):
        size -= 0.5
    return size


def _all_fit(figures: Sequence[_Figure], columns: Sequence[float], size: float) -> bool:
    for figure, column in zip(figures, columns, strict=True):
        if figure.width_at(size) + 2 > column:
            return False
    return True


def _figure_label(figure: _Figure, x: float, column: float, small: float) -> Words:
    """Set the name of a figure in the middle of its column, smaller than `small` if need be."""
    label = figure.label
    size = max(LEAST, min(small, (column - 1) / max(label.width, 0.01)))
    start = x + (column - label.width * size) / 2
    return Words(start, label, size, tone="faint", down=size + 2)


def _empty_figure(x: float, column: float, size: float, height: float) -> Mark:
    """Return the box for a figure of a blank card, for a pen."""
    width = min(column - 1.5, max(PEN_BOX, column * 0.76))
    side = max(PEN_BOX, size * 0.86)
    start = x + (column - width) / 2
    down = height - 3 - side
    return Mark("box", x=start, width=width, height=side, tone="line", down=down)


def _set_figure(
    figure: _Figure,
    x: float,
    baseline: float,
    size: float,
    words: list[Words],
    marks: list[Mark],
) -> None:
    """Set a figure from `x` on: its number, an arrow with the printed one if it has changed, and a
    ring with Endurance against shots."""
    words.append(Words(x, figure.value, size, down=baseline))
    x += figure.value.width * size
    if figure.printed.width:
        side = size * 0.26
        tone = "up" if figure.up else "down"
        x += size * _APART
        arrow_down = baseline - size * 0.7
        marks.append(Mark("arrow", x=x, width=side, height=side, tone=tone, down=arrow_down))
        heard = _(", was {n}", n=figure.before)
        words.append(Words(x, figure.printed, LEAST, "faint", baseline, heard))
        x += max(side, figure.printed.width * LEAST)
    if figure.shots.width:
        side = figure.ring(size)
        inner_size = size * 0.55
        middle = baseline - size * 0.35
        marks.append(Mark("ring", x=x + 1.5, width=side, height=side, down=middle - side / 2))
        x += 1.5 + (side - figure.shots.width * inner_size) / 2
        heard = _(", {n} against shots", n=figure.against_shots)
        words.append(
            Words(x, figure.shots, inner_size, down=middle + inner_size * 0.35, heard=heard)
        )


def _figure(cell: Cell, type_: Type) -> _Figure:
    value, _slash, shots = cell.text.partition("/")
    are_numbers = value.isdigit() and cell.before.isdigit()
    has_changed = are_numbers and value != cell.before
    return _Figure(
        label=type_.line(cell.label, "label"),
        value=type_.line(value, "head"),
        printed=type_.line(cell.before if has_changed else "", "label"),
        up=has_changed and int(value) > int(cell.before),
        shots=type_.line(shots, "head"),
        before=cell.before,
        against_shots=shots,
    )
