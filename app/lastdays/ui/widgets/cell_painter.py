"""Paints the content of a table's cells: text with what is around it, chips, pictograms, dice, bars.

Lengths written as constants are in pixels at 100 %.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from msgspec.structs import replace
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPixmap

from lastdays.ui.models.rows import Cell, Chip
from lastdays.ui.theme import EnlargedTheme, Theme
from lastdays.ui.widgets.cells import (
    CENTRE,
    CUT_END,
    DIE_AND_GAP,
    FACE_AND_GAP,
    LEFT,
    PROGRESS_AND_GAP,
    ROW_WITH_NAMES_BELOW,
    STEP_BAR_WIDTH,
    THING_AND_GAP,
    WRAPPED,
    cell_font,
    cell_width,
    dice_width,
    draw_lines,
    letters_of,
    place_chips,
    place_things,
    split_note,
    text_width,
)
from lastdays.ui.widgets.parts import draw_box

#: Kinds of cells whose text uses several lines where there is room for them.
WRAPPING_KINDS = {"words", "link", "plain", "strong"}
#: Text on several lines from the top of its rectangle.
WRAPPED_FROM_TOP = int(
    Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
)
#: The side of a face.
FACE_SIDE = 32
#: The side of a die, and how far it is below the top of its cell.
DIE_SIDE = 19
DIE_TOP = 4
#: The indent of each level of a cell's depth.
INDENT = 15
#: The pictogram before a text and the gap after it where large letters need the room.
NARROW_DRAWING = 14
NARROW_DRAWING_GAP = 3
#: The gap between a text and the small text or the bar beside it.
BESIDE_GAP = 8
#: The room that a name keeps before the text beside it: short names leave those texts in line.
NAME_COLUMN = 62
#: The least row height for a second line beneath the name of gear.
GEAR_ROW_OF_TWO_LINES = 38
#: The greatest height of a text and the one beneath it: in a higher row they stay close together.
TWO_LINES_HEIGHT = 49
#: The share of those two lines' height that the upper one takes, as its letters are larger.
UPPER_LINE_SHARE = 0.56
#: How much higher than usual a text is above its row of small bars.
ABOVE_STEP_BARS = 10
#: The distance of those bars from the bottom of their cell, their height and the gap after each.
STEP_BARS_FROM_BOTTOM = 13
STEP_BAR_HEIGHT = 4
STEP_BAR_GAP = 3
#: The margin at the sides of the bar under a figure, the one below it, and its height.
UNDER_BAR_SIDES = 5
UNDER_BAR_MARGIN = 3
UNDER_BAR_HEIGHT = 3
#: How far below the top edge of its row a wrapped text begins.
WRAPPED_TOP = 4
#: The gap before figures at the right, the side of a pictogram there, and its side with the gap.
END_GAP = 4
MARK_SIDE = 20
MARK_AND_GAP = 22
#: The rim of a chip inside its edge, its pictogram and the gap after that.
CHIP_RIM = 6
CHIP_DRAWING = 16
CHIP_DRAWING_GAP = 4
#: The radius of a chip's corners, in pixels of the screen.
CHIP_RADIUS = 4
#: The gap below the names of things.
BELOW_NAMES = 4
#: The gap around a pictogram among texts.
PICTURE_GAP = 3
#: How far such texts and pictograms shrink at most.
LEAST_PICTURE_SCALE = 0.75
#: The size of the texts between pictograms, as a share of the first text's.
TEXT_BETWEEN_PICTURES = 0.86
#: The widest text beside a bar.
WIDEST_TEXT_BESIDE_BAR = "35/36 (100 %)"
#: The room beside a bar that has no text.
NO_TEXT_BESIDE_BAR = 12
#: The height of a bar, and of one that shows progress.
BAR_HEIGHT = 8
PROGRESS_HEIGHT = 6
#: The room that an upright bar leaves above and below it, with its figure below.
UPRIGHT_BAR_MARGIN = 26
#: The height of that figure.
UPRIGHT_BAR_FIGURE = 20
#: The greatest width of an upright bar, the gap beside it, and its least height.
UPRIGHT_BAR_WIDTH = 24
UPRIGHT_BAR_GAP = 8
LEAST_UPRIGHT_BAR = 2


class TextFlow(Enum):
    """How the text of kinds that wrap is laid out in its cell."""

    ONE_LINE = 1
    #: As many lines as fit.
    LINES_THAT_FIT = 2
    #: All lines, from the top of a row that fits them.
    FROM_TOP = 3
    #: All lines, centred in a row that is higher than they are.
    CENTRED = 4


class CellPainter:
    """Paints the content of cells within their rectangles."""

    def __init__(self, theme: Theme | EnlargedTheme) -> None:
        self.theme = theme
        #: Portraits by id.
        self.portraits: Mapping[str, QPixmap] = {}
        #: How the text of kinds that wrap is laid out.
        self.flow = TextFlow.ONE_LINE
        #: Whether pictograms before texts shrink in a narrow window.
        self.small_drawings_if_narrow = False

    # Text

    def draw_text(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        font: QFont,
        token: str,
        side: Qt.AlignmentFlag = LEFT,
        cut: Qt.TextElideMode = CUT_END,
    ) -> None:
        """Draw a line of text in a colour of the theme, with an ellipsis if it is too long."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(token))
        text_that_fits = QFontMetrics(font).elidedText(text, cut, rect.width())
        painter.drawText(rect, int(side | Qt.TextFlag.TextDontClip), text_that_fits)

    def paint_text(self, painter: QPainter, rect: QRect, cell: Cell, *, underlined: bool) -> None:
        """Paint a text with what is before, behind and beneath it."""
        rect = self._paint_before_text(painter, rect, cell)
        rect = self._paint_end(painter, rect, cell)
        font = cell_font(self.theme, cell.kind)
        font.setUnderline(underlined)
        if cell.kind == "gear":
            has_room_for_two_lines = rect.height() >= self.theme.pixels(GEAR_ROW_OF_TWO_LINES)
            if cell.beneath and has_room_for_two_lines:
                cell = self._with_note_split(cell, font, rect.width())
            else:
                font = cell_font(self.theme, "words")
                cell = replace(cell, beneath="")
        if cell.beneath:
            self._paint_two_lines(painter, rect, cell, font)
        elif cell.kind == "under" and cell.text:
            figure_room = self._paint_bar_under(painter, rect, cell)
            self._paint_line(painter, figure_room, cell, font)
        elif cell.bars:
            self._paint_step_bars(painter, rect, cell.bars)
            text_room = rect.adjusted(0, 0, 0, -self.theme.pixels(ABOVE_STEP_BARS))
            self._paint_line(painter, text_room, cell, font)
        elif cell.kind in WRAPPING_KINDS and self.flow != TextFlow.ONE_LINE:
            self._paint_wrapped(painter, rect, cell, font)
        else:
            self._paint_line(painter, rect, cell, font)

    def _paint_before_text(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint the face, the drawing and the dice before a text; return the room to their right."""
        theme = self.theme
        rect = rect.adjusted(cell.depth * theme.pixels(INDENT), 0, 0, 0)
        if cell.face:
            self._paint_face(painter, rect, cell)
            rect = rect.adjusted(theme.pixels(FACE_AND_GAP), 0, 0, 0)
        if cell.drawing:
            letters = letters_of(cell.kind)
            size = letters.drawing
            gap = letters.gap
            if self.small_drawings_if_narrow and theme.narrow:
                size = NARROW_DRAWING
                gap = NARROW_DRAWING_GAP
            side = theme.pixels(size)
            pixmap = theme.pixmap(cell.drawing, cell.drawing_token, size)
            top = rect.top() + (rect.height() - side) // 2
            painter.drawPixmap(rect.left(), top, pixmap)
            rect = rect.adjusted(side + theme.pixels(gap), 0, 0, 0)
        return self._paint_dice(painter, rect, cell)

    def _with_note_split(self, cell: Cell, font: QFont, width: int) -> Cell:
        """Return gear with its note split: beside its name as far as needed, the rest beneath."""
        name_width = QFontMetrics(font).horizontalAdvance(cell.text)
        room_beside = width - name_width - self.theme.pixels(BESIDE_GAP)
        small = QFontMetrics(cell_font(self.theme, "small"))
        beside, beneath = split_note(small, cell.beneath, room_beside=room_beside, room_below=width)
        return replace(cell, beside=beside, beneath=beneath)

    def _paint_two_lines(self, painter: QPainter, rect: QRect, cell: Cell, font: QFont) -> None:
        """Paint a text and the one beneath it, close together in a high row."""
        theme = self.theme
        spare_height = max(0, rect.height() - theme.pixels(TWO_LINES_HEIGHT))
        margin = spare_height // 2
        rect = rect.adjusted(0, margin, 0, -margin)
        lower = rect.adjusted(0, rect.height() // 2, 0, -theme.pixels(1))
        side = letters_of(cell.kind).side
        small = cell_font(theme, "small")
        self.draw_text(painter, lower, cell.beneath, small, cell.beneath_token, side)
        upper = QRect(rect)
        upper.setHeight(round(rect.height() * UPPER_LINE_SHARE))
        self._paint_line(painter, upper, cell, font)

    def _paint_bar_under(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint the bar under a figure, as long as its share; return the room of the figure."""
        theme = self.theme
        sides = theme.pixels(UNDER_BAR_SIDES)
        inner = rect.adjusted(sides, 0, -sides, -theme.pixels(UNDER_BAR_MARGIN))
        length = round(inner.width() * cell.share)
        top = inner.bottom() - theme.pixels(1)
        bar = QRect(inner.left(), top, length, theme.pixels(UNDER_BAR_HEIGHT))
        painter.fillRect(bar, theme.colour(cell.drawing_token))
        return inner

    def _paint_wrapped(self, painter: QPainter, rect: QRect, cell: Cell, font: QFont) -> None:
        """Paint a text on several lines."""
        painter.setFont(font)
        painter.setPen(self.theme.colour(cell.token))
        match self.flow:
            case TextFlow.FROM_TOP:
                below_edge = rect.adjusted(0, self.theme.pixels(WRAPPED_TOP), 0, 0)
                painter.drawText(below_edge, WRAPPED_FROM_TOP, cell.text)
            case TextFlow.CENTRED:
                painter.drawText(rect, WRAPPED, cell.text)
            case _:
                draw_lines(painter, rect, cell.text)

    def _paint_line(self, painter: QPainter, rect: QRect, cell: Cell, font: QFont) -> None:
        """Paint a text on a line, with the one beside it."""
        side = letters_of(cell.kind).side
        is_name = cell.kind == "name" or cell.depth or cell.face
        cut = (
            Qt.TextElideMode.ElideMiddle if is_name else CUT_END
        )  # the end of a name stays in sight
        self.draw_text(painter, rect, cell.text, font, cell.token, side, cut)
        if cell.beside:
            width = QFontMetrics(font).horizontalAdvance(cell.text)
            if not cell.beneath:
                width = max(width, self.theme.pixels(NAME_COLUMN))
            behind = rect.adjusted(width + self.theme.pixels(BESIDE_GAP), 0, 0, 0)
            small = cell_font(self.theme, "small")
            self.draw_text(painter, behind, cell.beside, small, cell.beneath_token)

    def _paint_dice(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint the faces and numbers of dice; return the room to their right."""
        theme = self.theme
        side = theme.pixels(DIE_SIDE)
        top = rect.top() + theme.pixels(DIE_TOP)
        x = rect.left()
        for value, has_face in cell.dice:
            die = QRect(x, top, side, side)
            drawing = f"die-{value}" if has_face else "die-0"
            painter.drawPixmap(die.topLeft(), theme.pixmap(drawing, "text", DIE_SIDE))
            if not has_face:
                self.draw_text(painter, die, str(value), cell_font(theme, "under"), "text", CENTRE)
            x += theme.pixels(DIE_AND_GAP)
        return rect.adjusted(dice_width(theme, cell), 0, 0, 0)

    def _paint_face(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a portrait, or the initial of a name."""
        side = min(self.theme.pixels(FACE_SIDE), rect.height() - 2)
        disc = QRect(rect.left(), rect.top() + (rect.height() - side) // 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("ground"))
        painter.drawEllipse(disc)
        portrait = self.portraits.get(cell.portrait)
        if portrait is None or portrait.isNull():
            font = cell_font(self.theme, "count")
            self.draw_text(painter, disc, cell.face, font, cell.face_token, CENTRE)
            return
        outline = QPainterPath()
        outline.addEllipse(QRectF(disc))
        painter.setClipPath(outline)
        square = min(portrait.width(), portrait.height())
        # The face is at the top of a portrait, in the middle.
        head = QRect((portrait.width() - square) // 2, 0, square, square)
        painter.drawPixmap(disc, portrait, head)
        painter.setClipping(False)

    def _paint_end(self, painter: QPainter, rect: QRect, cell: Cell) -> QRect:
        """Paint the figures and pictograms at the right; return the room to their left."""
        if not cell.end and not cell.marks:
            return rect
        theme = self.theme
        right = rect.right()
        if cell.end:
            width = text_width(theme, "count", cell.end) + theme.pixels(END_GAP)
            figure_room = QRect(right - width, rect.top(), width, rect.height())
            font = cell_font(theme, "count")
            self.draw_text(painter, figure_room, cell.end, font, "accent_text")
            right -= width
        top = rect.top() + (rect.height() - theme.pixels(MARK_SIDE)) // 2
        for drawing, token in reversed(cell.marks):
            right -= theme.pixels(MARK_AND_GAP)
            painter.drawPixmap(right, top, theme.pixmap(drawing, token, MARK_SIDE))
        width = right - theme.pixels(END_GAP) - rect.left()
        return QRect(rect.left(), rect.top(), width, rect.height())

    def _paint_step_bars(self, painter: QPainter, rect: QRect, tokens: tuple[str, ...]) -> None:
        """Paint a small bar for each step below a text, in the colours of these tokens."""
        pixels = self.theme.pixels
        step_width = min(pixels(STEP_BAR_WIDTH), rect.width() // len(tokens))
        top = rect.bottom() - pixels(STEP_BARS_FROM_BOTTOM)
        bar_width = step_width - pixels(STEP_BAR_GAP)
        x = rect.left()
        for token in tokens:
            bar = QRect(x, top, bar_width, pixels(STEP_BAR_HEIGHT))
            painter.fillRect(bar, self.theme.colour(token))
            x += step_width

    # Chips and pictograms

    def paint_chips(self, painter: QPainter, rect: QRect, chips: tuple[Chip, ...]) -> None:
        """Paint the chips that fit: boxes with a pictogram and a text."""
        theme = self.theme
        font = cell_font(theme, "small")
        for chip, text, box in place_chips(theme, rect, chips):
            outline = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
            edge = "line" if chip.token == "text" else chip.token
            draw_box(painter, theme, outline, CHIP_RADIUS, "", edge)
            rim = theme.pixels(CHIP_RIM)
            text_room = box.adjusted(rim, 0, -rim, 0)
            if chip.drawing:
                side = theme.pixels(CHIP_DRAWING)
                top = box.top() + (box.height() - side) // 2
                pixmap = theme.pixmap(chip.drawing, chip.token, CHIP_DRAWING)
                painter.drawPixmap(text_room.left(), top, pixmap)
                text_room.setLeft(text_room.left() + side + theme.pixels(CHIP_DRAWING_GAP))
            self.draw_text(painter, text_room, text, font, chip.token)

    def paint_things(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint pictograms, with their names below or beside them."""
        theme = self.theme
        font = cell_font(theme, "things")
        size = letters_of("things").drawing
        for thing, text, box in place_things(theme, rect, cell.chips):
            if text:
                self.draw_text(painter, box, text, font, thing.token, CENTRE)
            else:
                painter.drawPixmap(box.topLeft(), theme.pixmap(thing.drawing, thing.token, size))
        if rect.height() >= theme.pixels(ROW_WITH_NAMES_BELOW):
            names_room = rect.adjusted(0, rect.height() // 2, 0, -theme.pixels(BELOW_NAMES))
        else:
            names_room = rect.adjusted(len(cell.chips) * theme.pixels(THING_AND_GAP), 0, 0, 0)
        if names_room.width() >= theme.pixels(THING_AND_GAP):
            small = cell_font(theme, "small")
            self.draw_text(painter, names_room, cell.text, small, "faint_text")

    def paint_pictures(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a text and the pictograms after it, smaller where there is little room."""
        theme = self.theme
        font = cell_font(theme, "pictures")
        scale_that_fits = rect.width() / cell_width(theme, cell)
        scale = min(1.0, max(LEAST_PICTURE_SCALE, scale_that_fits))
        size = round(letters_of("pictures").drawing * scale)
        side = theme.pixels(size)
        gap = theme.pixels(PICTURE_GAP)
        letters_size = round(font.pixelSize() * scale)
        font.setPixelSize(letters_size)
        self.draw_text(painter, rect, cell.text, font, cell.token)
        x = QFontMetrics(font).horizontalAdvance(cell.text) + gap
        font.setPixelSize(round(letters_size * TEXT_BETWEEN_PICTURES))
        top = rect.top() + (rect.height() - side) // 2
        for chip in cell.chips:
            self.draw_text(painter, rect.adjusted(x, 0, 0, 0), chip.text, font, chip.token)
            x += QFontMetrics(font).horizontalAdvance(chip.text)
            if chip.drawing:
                pixmap = theme.pixmap(chip.drawing, chip.token, size)
                painter.drawPixmap(rect.left() + x, top, pixmap)
                x += side
            x += gap

    # Bars

    def paint_bar(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a bar with a text beside it."""
        pixels = self.theme.pixels
        font = cell_font(self.theme, "words")
        room_beside = pixels(NO_TEXT_BESIDE_BAR)
        if cell.text:
            widest_text = QFontMetrics(font).horizontalAdvance(WIDEST_TEXT_BESIDE_BAR)
            room_beside = widest_text + pixels(BESIDE_GAP)
        length = rect.width() - room_beside
        height = pixels(BAR_HEIGHT)
        self._paint_level(painter, rect, length=length, height=height, token="raised")
        self._paint_level(
            painter, rect, length=length, height=height, share=cell.share, token="accent"
        )
        behind = rect.adjusted(length + pixels(BESIDE_GAP) - 1, 0, 0, 0)
        self.draw_text(painter, behind, cell.text, font, cell.token)

    def paint_progress(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint a small bar with a text beside it, or only the text if there is no room for both."""
        pixels = self.theme.pixels
        font = cell_font(self.theme, "small")
        gap = pixels(BESIDE_GAP)
        text_room = pixels(NO_TEXT_BESIDE_BAR)
        if cell.text:
            text_room = QFontMetrics(font).horizontalAdvance(cell.text) + gap
        bar_length = rect.width() - text_room
        least_length = pixels(PROGRESS_AND_GAP) // 2
        if bar_length < least_length:
            self.draw_text(painter, rect, cell.text, font, cell.token, CENTRE)
            return
        height = pixels(PROGRESS_HEIGHT)
        self._paint_level(painter, rect, length=bar_length, height=height, token="line")
        self._paint_level(
            painter, rect, length=bar_length, height=height, share=cell.share, token="accent"
        )
        text_rect = rect.adjusted(bar_length + gap - 1, 0, 0, 0)
        self.draw_text(painter, text_rect, cell.text, font, cell.token)

    def _paint_level(
        self,
        painter: QPainter,
        rect: QRect,
        *,
        length: int,
        height: int,
        share: float = 1.0,
        token: str,
    ) -> None:
        """Paint a share of a bar's length from the left of a cell, at least a dot unless it is 0."""
        filled_length = max(height, length * share) if share else 0
        top = rect.top() + (rect.height() - height) // 2
        bar = QRectF(rect.left(), top, filled_length, height)
        draw_box(painter, self.theme, bar, height / 2, token)

    def paint_upright_bar(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        """Paint an upright bar with its figure below, outlined above the cell's `least`."""
        if not cell.text:
            return
        pixels = self.theme.pixels
        colour = self.theme.colour(cell.drawing_token)
        room = rect.height() - pixels(UPRIGHT_BAR_MARGIN)
        width = min(pixels(UPRIGHT_BAR_WIDTH), rect.width() - pixels(UPRIGHT_BAR_GAP))
        left = rect.left() + (rect.width() - width) // 2
        foot = rect.bottom() - pixels(UPRIGHT_BAR_FIGURE)
        filled_share = cell.share if cell.least is None else cell.least
        filled_height = max(pixels(LEAST_UPRIGHT_BAR), round(room * filled_share))
        painter.fillRect(QRect(left, foot - filled_height, width, filled_height), colour)
        height = round(room * cell.share)
        if height > filled_height:
            painter.setPen(QPen(colour, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            outline = QRectF(left, foot - height, width, height - filled_height)
            # Half a pixel in: a line is drawn on both sides of its coordinates.
            painter.drawRect(outline.adjusted(0.5, 0.5, -0.5, 0.5))
        below = QRect(rect.left(), foot, rect.width(), pixels(UPRIGHT_BAR_FIGURE))
        font = cell_font(self.theme, "column")
        self.draw_text(painter, below, cell.text, font, cell.token, CENTRE)
