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
MEMBERS_MOST, EMPTY_MOST = 40, 12
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
        self._heading, self._body = heading, body

    def png(self, tale: SharedGroup) -> bytes:
        """Return the picture of a group as a PNG file."""
        return _png(self.image(tale))

    def image(self, tale: SharedGroup) -> QImage:
        """Return the picture of a group."""
        drawn = QSvgRenderer(QByteArray(self.svg(tale).encode()))
        image = QImage(drawn.defaultSize(), QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            drawn.render(painter)
        return image

    def svg(self, tale: SharedGroup) -> str:
        """Return the picture of a group as a drawing, each line as it is written there."""
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
        """Return how far letters stand below the middle of their line."""
        metrics = self._metrics(family, size)
        return (metrics.ascent() - metrics.descent()) / 2

    def _cut(self, words: object, room: float, family: str, size: int) -> str:
        """Return a line of text, cut with an ellipsis where it doesn't fit."""
        line = " ".join(str(words).split())
        right = Qt.TextElideMode.ElideRight
        return self._metrics(family, size).elidedText(line, right, room)

    def _wide(self, words: str, size: int) -> float:
        return self._metrics(self._heading, size).horizontalAdvance(words)

    def _fitting(self, name: str, room: float, letters: Sequence[int]) -> int:
        """Return the largest letters in which a name is whole, else the last ones."""
        return next((size for size in letters if self._wide(name, size) <= room), letters[-1])

    def _named(self, name: str, room: float) -> tuple[int, Sequence[str]]:
        """Return the letters of a member's name, and its lines: as large as it is whole in one, else
        over two. Nobody can point at a picture to see what was cut."""
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
        """Return the lines of a Perk's name."""
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
        """Return the skills and injuries that have room in two lines, each with its line, where it
        begins and how wide it is, and how many are left over."""
        metrics = self._metrics(self._body, SMALL)
        laid: list[tuple[SharedMark, int, float, float]] = []
        left, line = 0.0, 0
        for n, mark in enumerate(marks):
            wide = min(metrics.horizontalAdvance(mark.text) + 22, room)
            last = line == 1 and n < len(marks) - 1
            if left + wide + (44 if last else 0) > room + 1 and (left or last):
                if line:
                    return laid, len(marks) - n
                left, line = 0.0, 1
            laid.append((mark, line, left, wide))
            left += wide + 6
        return laid, 0


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _picture(portrait: bytes) -> str:
    """Return what a portrait shows in its place, as it stands in a drawing; '' for none."""
    picture = QImage.fromData(portrait)
    if picture.isNull():
        return ""
    wide, high = (2 * side for side in PORTRAIT)
    fill = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    picture = picture.scaled(wide, high, fill, Qt.TransformationMode.SmoothTransformation)
    across, down = (picture.width() - wide) // 2, (picture.height() - high) // 3
    shown = _png(picture.copy(across, down, wide, high))
    return f"data:image/png;base64,{b64encode(shown).decode()}"


def draw_group(tale: SharedGroup) -> bytes:
    """Return the picture of a group as a PNG file; Qt is begun for it where it isn't yet."""
    application = QApplication.instance() or QApplication([])
    theme = Theme("dark")
    with in_its_language(tale):
        made = GroupPicture(theme.name, theme.heading, theme.body).png(tale)
    del application
    return made
