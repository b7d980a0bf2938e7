"""A group as a picture to be shared: its roster drawn for people who don't have the program.

Where what stands is in `website/picture.svg`; here its letters are measured. Always as large,
whatever the window's zoom: 1600 pixels wide, and as high as the group needs.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from lastdays.campaign.exchange.sharing import SharedGroup, SharedMark, in_its_language, templates
from lastdays.language import _, number
from lastdays.rulebook import pictograms
from lastdays.ui.theme import Theme, themes

WIDE = 1600
#: More members than these are counted, not drawn, and no more Spaces that are empty.
MEMBERS_MOST = 40
EMPTY_MOST = 12
#: The letters of a member's name, the last ones over two lines.
MEMBER_LETTERS = (34, 28, 24, 23)
#: The letters of skills, injuries and Perks.
SMALL = 19
#: A portrait is so wide and high.
PORTRAIT = (64, 76)


class GroupPicture:
    """Draws a group in the colours of a theme and two families of letters."""

    def __init__(self, theme: str, heading: str, body: str) -> None:
        self._colours = themes()[theme]
        self._heading = heading
        self._body = body

    def png(self, tale: SharedGroup) -> bytes:
        return _png(self.image(tale))

    def image(self, tale: SharedGroup) -> QImage:
        drawn = QSvgRenderer(QByteArray(self.svg(tale).encode()))
        image = QImage(drawn.defaultSize(), QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            drawn.render(painter)
        return image

    def svg(self, tale: SharedGroup) -> str:
        return (
            templates()
            .get_template("picture.svg")
            .render(
                tale=tale,
                wide=WIDE,
                most=MEMBERS_MOST,
                empty=(SharedMark(_("empty")),) * EMPTY_MOST,
                colours=self._colours,
                heading=self._heading,
                body=self._body,
                places={"group": pictograms.place("group"), "grave": pictograms.token("grave")},
                number=number,
                picture=_picture,
                below_middle=self._below_middle,
                cut=self._cut,
                fitting=self._fitting,
                named=self._named,
                broken=self._broken,
                laid=self._laid,
            )
        )

    # What is written

    def _metrics(self, family: str, size: int) -> QFontMetricsF:
        font = QFont(family)
        font.setPixelSize(size)
        if family == self._heading:
            font.setWeight(QFont.Weight.DemiBold)
        return QFontMetricsF(font)

    def _below_middle(self, family: str, size: int) -> float:
        """Return how far below the middle of a line its baseline is, in pixels."""
        metrics = self._metrics(family, size)
        return (metrics.ascent() - metrics.descent()) / 2

    def _cut(self, words: object, room: float, family: str, size: int) -> str:
        """Return text as one line, cut with an ellipsis if it doesn't fit."""
        line = " ".join(str(words).split())
        return self._metrics(family, size).elidedText(line, Qt.TextElideMode.ElideRight, room)

    def _wide(self, words: str, size: int) -> float:
        return self._metrics(self._heading, size).horizontalAdvance(words)

    def _fitting(self, name: str, room: float, letters: Sequence[int]) -> int:
        """Return the largest size at which a name fits, else the smallest."""
        return next((size for size in letters if self._wide(name, size) <= room), letters[-1])

    def _named(self, name: str, room: float) -> tuple[int, Sequence[str]]:
        """Return the size and the lines of a member's name: one line if it fits, else two."""
        size = self._fitting(name, room, MEMBER_LETTERS)
        if self._wide(name, size) <= room:
            return size, (name,)
        words = name.split()
        breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        fit = [both for both in breaks if all(self._wide(line, size) <= room for line in both)]
        middle = Qt.TextElideMode.ElideMiddle
        cut = self._metrics(self._heading, size).elidedText(name, middle, room)
        return size, min(fit, key=lambda both: max(map(len, both)), default=(cut,))

    def _broken(self, words: str, room: float) -> list[str]:
        """Return a Perk's name broken into lines."""
        lines: list[str] = []
        metrics = self._metrics(self._body, SMALL)
        for word in words.split():
            longer = f"{lines[-1]} {word}" if lines else ""
            if lines and metrics.horizontalAdvance(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _laid(
        self, marks: Sequence[SharedMark], room: float
    ) -> tuple[list[tuple[SharedMark, int, float, float]], int]:
        """Return the skills and injuries that fit into two lines, each with its line, left edge and
        width, and how many don't fit."""
        metrics = self._metrics(self._body, SMALL)
        laid: list[tuple[SharedMark, int, float, float]] = []
        left = 0.0
        line = 0
        for n, mark in enumerate(marks):
            wide = min(metrics.horizontalAdvance(mark.text) + 22, room)
            last = line == 1 and n < len(marks) - 1
            if left + wide + (44 if last else 0) > room + 1 and (left or last):
                if line:
                    return laid, len(marks) - n
                left = 0.0
                line = 1
            laid.append((mark, line, left, wide))
            left += wide + 6
        return laid, 0


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _picture(portrait: bytes) -> str:
    """Return a portrait as a data URL, cropped; '' for none."""
    picture = QImage.fromData(portrait)
    if picture.isNull():
        return ""
    wide, high = (2 * side for side in PORTRAIT)
    fill = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    picture = picture.scaled(wide, high, fill, Qt.TransformationMode.SmoothTransformation)
    across = (picture.width() - wide) // 2
    down = (picture.height() - high) // 3
    shown = _png(picture.copy(across, down, wide, high))
    return f"data:image/png;base64,{b64encode(shown).decode()}"


def draw_group(tale: SharedGroup) -> bytes:
    """Return a group's picture as PNG; starts Qt if it isn't running."""
    application = QApplication.instance() or QApplication([])
    theme = Theme("dark")
    with in_its_language(tale):
        made = GroupPicture(theme.name, theme.heading, theme.body).png(tale)
    del application
    return made
