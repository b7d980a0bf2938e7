"""How a table's cells are measured and what is where in them: letters, chips, pictograms, dice.

Lengths written as constants are in pixels at 100 %; what functions take and return is in pixels of the
screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter

from lastdays.desktop import paths
from lastdays.language import _
from lastdays.ui.models.rows import Cell, Chip
from lastdays.ui.theme import EnlargedTheme, Theme

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
#: Text on several lines, centred vertically.
WRAPPED = int(LEFT | Qt.TextFlag.TextWordWrap)
#: An ellipsis at the end of a text that is too long.
CUT_END = Qt.TextElideMode.ElideRight

#: The height of a chip.
CHIP_HEIGHT = 24
#: The room that a chip needs beside its text: its rims.
CHIP_PADDING = 14
#: The room that a chip's pictogram takes, with its gap.
CHIP_PICTOGRAM = 20
#: The gap between two chips of a line.
CHIP_GAP = 4
#: The gap between two lines of chips.
CHIP_LINE_GAP = 2
#: The gap after a chip that is counted with the width of a column.
CHIP_GAP_IN_COLUMN = 5
#: The row height from which chips use two lines.
ROW_OF_TWO_CHIP_LINES = 36
#: The room of a pictogram of a cell of things, with its gap.
THING_AND_GAP = 28
#: The row height from which the names of things are below their pictograms.
ROW_WITH_NAMES_BELOW = 48
#: The most width that a column asks for such names.
MOST_NAMES_WIDTH = 160
#: The gap between things and the names beside them.
NAMES_GAP = 8
#: The room of a die, with its gap.
DIE_AND_GAP = 24
#: The gap between dice and the text after them.
DICE_GAP = 6
#: The room of a face, with its gap.
FACE_AND_GAP = 42
#: The least width of a figure.
LEAST_FIGURE_WIDTH = 24
#: The least width of a small bar that shows progress, with its gap.
PROGRESS_AND_GAP = 42
#: The width that a bar asks for beside its text.
BAR_BESIDE_TEXT = 120
#: The width that a bar without text asks for.
BAR_ALONE = 280
#: The width that each small bar below a text asks for.
STEP_BAR_WIDTH = 20
#: The room of a pictogram among the texts of a cell of pictures, with its gaps.
PICTURE_AND_GAPS = 21
#: What Qt needs beside a text not to shorten it, in pixels of the screen.
TEXT_MARGIN = 2


class Letters(NamedTuple):
    """How the text of a kind of cell is set: its font and alignment, the size of the pictogram before
    it and the gap after that."""

    size: int
    heading: bool = False
    bold: bool = False
    side: Qt.AlignmentFlag = LEFT
    drawing: int = 22
    gap: int = 10


#: The letters of kinds that have none of their own.
USUAL_LETTERS = Letters(15)
_SIDES = {"left": LEFT, "centre": CENTRE, "right": RIGHT}


def _read_letters() -> dict[str, Letters]:
    """Read the letters of each kind of cell from `resources/style`."""
    letters = {}
    for kind, fields in paths.toml("style", "letters.toml").items():
        side = _SIDES[fields.get("side", "left")]
        letters[kind] = Letters(**(fields | {"side": side}))
    return letters


LETTERS = _read_letters()


def letters_of(kind: str) -> Letters:
    """Return how the text of a kind of cell is set."""
    return LETTERS.get(kind, USUAL_LETTERS)


def cell_font(theme: Theme | EnlargedTheme, kind: str) -> QFont:
    """Return the font of a kind of cell; 'small' is for second lines and chips."""
    letters = letters_of(kind)
    family = theme.heading if letters.heading else theme.body
    return QFont(font_of(family, theme.pixels(letters.size), bold=letters.bold))


@lru_cache(maxsize=200)
def font_of(family: str, pixels: int, *, bold: bool) -> QFont:
    """Return a font of a size in pixels. It is shared: copy it before changing it."""
    font = QFont(family)
    font.setPixelSize(pixels)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    return font


def text_width(theme: Theme | EnlargedTheme, kind: str, text: str) -> int:
    """Return the width of a text in the font of a kind of cell."""
    return QFontMetrics(cell_font(theme, kind)).horizontalAdvance(text)


# Chips


def chip_width(theme: Theme | EnlargedTheme, chip: Chip, text: str) -> int:
    """Return how wide a chip with this text is."""
    width = text_width(theme, "small", text) + theme.pixels(CHIP_PADDING)
    if chip.drawing:
        width += theme.pixels(CHIP_PICTOGRAM)
    return width


def with_rest_in_last(chips: tuple[Chip, ...], count: int) -> tuple[Chip, ...]:
    """Return at most `count` chips; if there are more, the last one says how many others it stands
    for."""
    rest = chips[count - 1 :]
    if len(rest) <= 1:
        return chips
    text = _("+{n}", n=len(rest))
    hint = "\n".join(chip.hint for chip in rest)
    rest_chip = Chip(text, text, "text", "", hint)
    return (*chips[: count - 1], rest_chip)


class _ChipRoom(NamedTuple):
    """The width that lines of chips must fit."""

    theme: Theme | EnlargedTheme
    width: int

    @property
    def gap(self) -> int:
        """The gap between two chips of a line."""
        return self.theme.pixels(CHIP_GAP)

    def fits(self, line: Sequence[Chip], full_count: int = 0) -> bool:
        """Return whether a line fits if its first `full_count` chips have their full text and the
        others their short one."""
        texts = _chip_texts(line, full_count)
        width = self.gap * (len(line) - 1)
        for chip, text in zip(line, texts, strict=True):
            width += chip_width(self.theme, chip, text)
        return width <= self.width

    def lines_of(self, chips: tuple[Chip, ...], *, two: bool) -> list[tuple[Chip, ...]]:
        """Return as many chips as fit with short texts, on a line or on two."""
        for count in range(len(chips), 0, -1):
            lines = _in_lines(with_rest_in_last(chips, count), two=two)
            if all(self.fits(line) for line in lines):
                return lines
        return [chips] if chips else []

    def full_texts_that_fit(self, line: Sequence[Chip]) -> int:
        """Return how many chips of a line can have their full text, from the left."""
        for full_count in range(len(line), 0, -1):
            if self.fits(line, full_count):
                return full_count
        return 0


def _chip_texts(line: Sequence[Chip], full_count: int) -> list[str]:
    """Return the texts of chips: full ones of the first `full_count`, then short ones."""
    full_texts = [chip.text for chip in line[:full_count]]
    short_texts = [chip.short for chip in line[full_count:]]
    return full_texts + short_texts


def _in_lines(chips: tuple[Chip, ...], *, two: bool) -> list[tuple[Chip, ...]]:
    """Return chips on one line, or on two with as many on the second or one less."""
    if not two or len(chips) < 2:
        return [chips]
    middle = (len(chips) + 1) // 2
    return [chips[:middle], chips[middle:]]


class PlacedChip(NamedTuple):
    """A chip with the text that it shows and where it is in the table."""

    chip: Chip
    text: str
    place: QRect


def place_chips(
    theme: Theme | EnlargedTheme, rect: QRect, chips: tuple[Chip, ...]
) -> Iterator[PlacedChip]:
    """Yield the chips that fit a cell's rectangle: full texts for as many as fit, short ones for the
    rest, on two lines if even those are too wide for one."""
    room = _ChipRoom(theme, rect.width())
    is_high = rect.height() >= theme.pixels(ROW_OF_TWO_CHIP_LINES)
    lines = room.lines_of(chips, two=is_high and not room.fits(chips))
    if not lines:
        return
    line_gap = theme.pixels(CHIP_LINE_GAP)
    height_of_line = (rect.height() - line_gap) // len(lines) - line_gap
    chip_height = min(theme.pixels(CHIP_HEIGHT), height_of_line)
    step = chip_height + line_gap
    height_of_all = len(lines) * step - line_gap
    top = rect.top() + (rect.height() - height_of_all) // 2
    is_single_without_short_text = len(chips) == 1 and not chips[0].short
    for line in lines:
        full_count = room.full_texts_that_fit(line)
        if is_single_without_short_text:
            full_count = 1  # its text cut rather than none
        x = rect.left()
        texts = _chip_texts(line, full_count)
        for chip, text in zip(line, texts, strict=True):
            width = chip_width(theme, chip, text)
            place = QRect(x, top, min(width, room.width), chip_height)
            yield PlacedChip(chip, text, place)
            x += width + room.gap
        top += step


def place_things(
    theme: Theme | EnlargedTheme, rect: QRect, things: tuple[Chip, ...]
) -> Iterator[PlacedChip]:
    """Yield the pictograms that fit a cell's rectangle, in its upper half where the row is high enough
    for names below; if not all fit, the last one is a text."""
    step = theme.pixels(THING_AND_GAP)
    side = theme.pixels(letters_of("things").drawing)
    has_names_below = rect.height() >= theme.pixels(ROW_WITH_NAMES_BELOW)
    if has_names_below:
        top = rect.top() + rect.height() // 2 - side
    else:
        top = rect.top() + (rect.height() - side) // 2
    most_things = max(1, rect.width() // step)
    x = rect.left()
    for thing in with_rest_in_last(things, most_things):
        text = "" if thing.drawing else thing.text
        yield PlacedChip(thing, text, QRect(x, top, side, side))
        x += step


# Widths


def dice_width(theme: Theme | EnlargedTheme, cell: Cell) -> int:
    """Return the width of the dice before a cell's text, with the gap; 0 without dice."""
    if not cell.dice:
        return 0
    return len(cell.dice) * theme.pixels(DIE_AND_GAP) + theme.pixels(DICE_GAP)


def cell_width(theme: Theme | EnlargedTheme, cell: Cell) -> int:
    """Return the width that a cell's content would like to have."""
    match cell.kind:
        case "chips":
            return chips_width(theme, cell.chips, [chip.text for chip in cell.chips])
        case "figure":
            width = text_width(theme, "figure", cell.text) + TEXT_MARGIN
            return max(theme.pixels(LEAST_FIGURE_WIDTH), width)
        case "things":
            names_width = text_width(theme, "small", cell.text) + theme.pixels(NAMES_GAP)
            things_width = len(cell.chips) * theme.pixels(THING_AND_GAP)
            return things_width + min(theme.pixels(MOST_NAMES_WIDTH), names_width)
        case "progress":
            text = text_width(theme, "small", cell.text) + TEXT_MARGIN
            return theme.pixels(PROGRESS_AND_GAP) + text
        case "pictures":
            return _pictures_width(theme, cell)
        case "bar" if not cell.text:
            return theme.pixels(BAR_ALONE)
    return _text_cell_width(theme, cell)


def short_cell_width(theme: Theme | EnlargedTheme, cell: Cell) -> int:
    """Return the width that a cell's content would like to have with the short texts of its chips."""
    if cell.kind == "chips":
        return chips_width(theme, cell.chips, [chip.short for chip in cell.chips])
    return cell_width(theme, cell)


def chips_width(theme: Theme | EnlargedTheme, chips: Sequence[Chip], texts: Sequence[str]) -> int:
    """Return the width of chips with these texts on a line."""
    width = 0
    for chip, text in zip(chips, texts, strict=True):
        width += chip_width(theme, chip, text) + theme.pixels(CHIP_GAP_IN_COLUMN)
    return width


def _pictures_width(theme: Theme | EnlargedTheme, cell: Cell) -> int:
    """Return the width of a text with the pictograms after it, each with a text of its own."""
    width = text_width(theme, "pictures", cell.text)
    for chip in cell.chips:
        width += text_width(theme, "pictures", chip.text) + theme.pixels(PICTURE_AND_GAPS)
    return width


def _text_cell_width(theme: Theme | EnlargedTheme, cell: Cell) -> int:
    """Return the width of a cell of text, with what is before, beside and beneath it."""
    width = text_width(theme, cell.kind, cell.text) + TEXT_MARGIN + dice_width(theme, cell)
    if cell.beneath:
        width = max(width, text_width(theme, "small", cell.beneath) + TEXT_MARGIN)
    if cell.kind == "bar":
        width += theme.pixels(BAR_BESIDE_TEXT)
    width = max(width, theme.pixels(STEP_BAR_WIDTH) * len(cell.bars))
    if cell.face:
        width += theme.pixels(FACE_AND_GAP)
    if cell.drawing:
        letters = letters_of(cell.kind)
        width += theme.pixels(letters.drawing + letters.gap)
    return width


# Texts


def draw_lines(painter: QPainter, rect: QRect, text: str, flags: int = WRAPPED) -> None:
    """Draw as many words as fit, on several lines, with an ellipsis if some are left out."""
    metrics = painter.fontMetrics()
    most_height = rect.height() + 2
    words = text
    while " " in words and metrics.boundingRect(rect, flags, words).height() > most_height:
        words = words.rpartition(" ")[0] + "…"
    if metrics.boundingRect(rect, flags, words).width() > rect.width():
        words = metrics.elidedText(text, CUT_END, rect.width())
    painter.drawText(rect, flags, words)


def split_note(
    metrics: QFontMetrics, note: str, *, room_beside: int, room_below: int
) -> tuple[str, str]:
    """Split a note of parts with dots between them into what is written beside a name and what is
    written below it: beside it only as much as the room below doesn't hold."""
    dot = " · "

    def fits(parts: Sequence[str], room: int) -> bool:
        return metrics.horizontalAdvance(dot.join(parts)) <= room

    parts_below = note.split(dot)
    parts_beside: list[str] = []
    while len(parts_below) > 1 and not fits(parts_below, room_below):
        next_beside = [*parts_beside, parts_below[0]]
        if not fits(next_beside, room_beside):
            break
        parts_beside = next_beside
        parts_below = parts_below[1:]
    return dot.join(parts_beside), dot.join(parts_below)
