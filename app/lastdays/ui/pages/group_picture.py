"""A group as a picture to be shared: its roster drawn for people who don't have the program.

Where what stands is in `website/picture.svg`; here its letters are measured. Always as large,
whatever the window's zoom: 1600 pixels wide, and as high as the group needs.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from lastdays.campaign.exchange.sharing import (
    SharedGroup,
    SharedMark,
    in_its_language,
    load_templates,
)
from lastdays.language import _, number
from lastdays.rulebook import pictograms
from lastdays.ui.theme import Theme, themes

#: The width of the picture in pixels, as all other lengths here.
WIDE = 1600
#: The most members that are drawn; more are counted.
MEMBERS_MOST = 40
#: The most empty Spaces that are drawn.
EMPTY_MOST = 12
#: The sizes of letters of a member's name, the last one for two lines.
NAME_SIZES = (34, 28, 24, 23)
#: The size of letters of skills, injuries and Perks.
SMALL_SIZE = 19
#: The width of a portrait.
PORTRAIT_WIDTH = 64
#: The height of a portrait.
PORTRAIT_HEIGHT = 76
#: So many pixels of a portrait are kept for each of the picture, for large screens.
PORTRAIT_DENSITY = 2
#: The room around the text of a skill or injury, within its field.
MARK_PADDING = 22
#: The room between skills and injuries.
MARK_GAP = 6
#: The room for the number of those that don't fit.
REST_WIDTH = 44


class NameLines(NamedTuple):
    """A member's name as it is drawn: the size of its letters, and its lines."""

    size: int
    lines: Sequence[str]


class PlacedMark(NamedTuple):
    """A skill or injury as it is drawn: on the first line or the second (0, 1), and where."""

    mark: SharedMark
    line: int
    left: float
    width: float


class PlacedMarks(NamedTuple):
    """The skills and injuries that are drawn, and how many didn't fit."""

    placed: list[PlacedMark]
    rest: int


class GroupPicture:
    """Draws a group in the colours of a theme and two families of letters."""

    def __init__(self, theme: str, heading: str, body: str) -> None:
        self._colours = themes()[theme]
        self._heading = heading
        self._body = body

    def as_png(self, group: SharedGroup) -> bytes:
        """Return the picture as PNG."""
        return _to_png(self.as_image(group))

    def as_image(self, group: SharedGroup) -> QImage:
        """Return the picture as pixels."""
        renderer = QSvgRenderer(QByteArray(self.as_svg(group).encode()))
        image = QImage(renderer.defaultSize(), QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            renderer.render(painter)
        return image

    def as_svg(self, group: SharedGroup) -> str:
        """Return the picture as SVG."""
        template = load_templates().get_template("picture.svg")
        return template.render(
            tale=group,
            wide=WIDE,
            most=MEMBERS_MOST,
            empty=(SharedMark(_("empty")),) * EMPTY_MOST,
            colours=self._colours,
            heading=self._heading,
            body=self._body,
            places={"group": pictograms.place("group"), "grave": pictograms.token("grave")},
            number=number,
            picture=_portrait_url,
            below_middle=self._baseline_offset,
            cut=self._cut_to_width,
            fitting=self._fitting_size,
            named=self._break_name,
            broken=self._break_words,
            laid=self._place_marks,
        )

    # What is written

    def _font_metrics(self, family: str, size: int) -> QFontMetricsF:
        font = QFont(family)
        font.setPixelSize(size)
        if family == self._heading:
            font.setWeight(QFont.Weight.DemiBold)
        return QFontMetricsF(font)

    def _baseline_offset(self, family: str, size: int) -> float:
        """Return how far below the middle of a line its baseline is, in pixels."""
        metrics = self._font_metrics(family, size)
        return (metrics.ascent() - metrics.descent()) / 2

    def _cut_to_width(self, text: object, room: float, family: str, size: int) -> str:
        """Return text as one line, cut with an ellipsis if it doesn't fit."""
        line = " ".join(str(text).split())
        return self._font_metrics(family, size).elidedText(line, Qt.TextElideMode.ElideRight, room)

    def _heading_width(self, text: str, size: int) -> float:
        return self._font_metrics(self._heading, size).horizontalAdvance(text)

    def _fitting_size(self, name: str, room: float, sizes: Sequence[int]) -> int:
        """Return the first of these sizes at which a name fits, else the last."""
        for size in sizes:
            if self._heading_width(name, size) <= room:
                return size
        return sizes[-1]

    def _break_name(self, name: str, room: float) -> NameLines:
        """Return the size and the lines of a member's name: one line if it fits, else two of similar
        length, else one that is cut."""
        size = self._fitting_size(name, room, NAME_SIZES)
        if self._heading_width(name, size) <= room:
            return NameLines(size, (name,))
        lines = self._break_in_two(name, room, size)
        if lines is not None:
            return NameLines(size, lines)
        middle = Qt.TextElideMode.ElideMiddle
        cut_name = self._font_metrics(self._heading, size).elidedText(name, middle, room)
        return NameLines(size, (cut_name,))

    def _break_in_two(self, name: str, room: float, size: int) -> tuple[str, str] | None:
        """Return a name on two lines, the longer of which is as short as possible; None if they don't
        fit."""
        words = name.split()
        shortest: tuple[str, str] | None = None
        most_letters = len(name)
        for n in range(1, len(words)):
            upper = " ".join(words[:n])
            lower = " ".join(words[n:])
            letters = max(len(upper), len(lower))
            width = max(self._heading_width(upper, size), self._heading_width(lower, size))
            if width <= room and letters < most_letters:
                shortest = upper, lower
                most_letters = letters
        return shortest

    def _break_words(self, text: str, room: float) -> list[str]:
        """Return a Perk's name broken into lines."""
        metrics = self._font_metrics(self._body, SMALL_SIZE)
        lines: list[str] = []
        for word in text.split():
            longer_line = f"{lines[-1]} {word}" if lines else word
            if lines and metrics.horizontalAdvance(longer_line) <= room:
                lines[-1] = longer_line
            else:
                lines.append(word)
        return lines

    def _place_marks(self, marks: Sequence[SharedMark], room: float) -> PlacedMarks:
        """Place the skills and injuries that fit into two lines; on the second leave room for the
        number of those that don't."""
        metrics = self._font_metrics(self._body, SMALL_SIZE)
        placed: list[PlacedMark] = []
        line = 0
        left = 0.0
        for n, mark in enumerate(marks):
            width = min(metrics.horizontalAdvance(mark.text) + MARK_PADDING, room)
            needs_rest = line == 1 and n < len(marks) - 1
            right = left + width
            if needs_rest:
                right += REST_WIDTH
            is_too_wide = right > room + 1
            is_first_on_line = left == 0
            if is_too_wide and line == 1 and (needs_rest or not is_first_on_line):
                return PlacedMarks(placed, rest=len(marks) - n)
            if is_too_wide and line == 0 and not is_first_on_line:
                line = 1
                left = 0.0
            placed.append(PlacedMark(mark, line, left, width))
            left += width + MARK_GAP
        return PlacedMarks(placed, rest=0)


def _to_png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _portrait_url(portrait: bytes) -> str:
    """Return a portrait as a data URL, cropped; '' for none."""
    picture = QImage.fromData(portrait)
    if picture.isNull():
        return ""
    width = PORTRAIT_DENSITY * PORTRAIT_WIDTH
    height = PORTRAIT_DENSITY * PORTRAIT_HEIGHT
    filling = picture.scaled(
        width,
        height,
        Qt.AspectRatioMode.KeepAspectRatioByExpanding,
        Qt.TransformationMode.SmoothTransformation,
    )
    left = (filling.width() - width) // 2
    top = (filling.height() - height) // 3  # faces are above the middle
    png = _to_png(filling.copy(left, top, width, height))
    return f"data:image/png;base64,{b64encode(png).decode()}"


def draw_group(group: SharedGroup) -> bytes:
    """Return a group's picture as PNG; starts Qt if it isn't running."""
    application = QApplication.instance() or QApplication([])
    theme = Theme("dark")
    with in_its_language(group):
        picture = GroupPicture(theme.name, theme.heading, theme.body).as_png(group)
    del application
    return picture
