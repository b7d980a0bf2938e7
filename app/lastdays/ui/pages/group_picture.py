"""A group as a picture to be shared: its roster drawn for people who don't have the program.

Always as large, whatever the window's zoom: 1600 pixels wide, and as high as the group needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from lastdays.campaign.exchange.sharing import (
    SharedGroup,
    SharedMark,
    SharedMember,
    in_its_language,
    in_one_line,
)
from lastdays.desktop import paths
from lastdays.language import _, ngettext, number
from lastdays.rulebook import pictograms
from lastdays.ui.theme import Theme, themes

WIDE = 1600
MARGIN, GAP, ROW = 48, 6, 92
EDGE, ROUND = 10, 12
#: More members than these are counted, not drawn.
MEMBERS_MOST = 40
#: Where the columns of a row begin, and how wide a figure is.
PORTRAIT, NAME, NAME_WIDE, LEVEL, LEVEL_WIDE = 26, 108, 316, 430, 96
FIGURES, FIGURE = 532, 60
GEAR, GEAR_WIDE, TRAITS = 1026, 190, 1216
HEAD_COLUMNS = 34
#: The letters of a group's name: smaller where it would be cut.
NAME_LETTERS = (58, 48, 40)
#: Those of a member's name, the last ones over two lines.
MEMBER_LETTERS = (34, 28, 24, 23)
#: So many Spaces of the Refuge stand in a row.
SPACES = 6

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


@lru_cache(maxsize=400)
def _shape(drawing: str, colour: str) -> QSvgRenderer:
    file = paths.resources() / "icons" / f"{drawing}.svg"
    source = file.read_text(encoding="utf-8").replace("currentColor", colour)
    return QSvgRenderer(QByteArray(source.encode()))


class GroupPicture:
    """Draws a group in the colours of a theme and two families of letters."""

    def __init__(self, theme: str, heading: str, body: str) -> None:
        self._colours = themes()[theme]
        self._families = {True: heading, False: body}

    def png(self, tale: SharedGroup) -> bytes:
        """Return the picture of a group as a PNG file."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self.image(tale).save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(buffer.data().data())

    def image(self, tale: SharedGroup) -> QImage:
        """Return the picture of a group."""
        rows = min(len(tale.members), MEMBERS_MOST)
        perks = max(1, -(-max(1, len(tale.perks) + min(tale.free_spaces, 12)) // SPACES))
        stash = max(1, -(-min(len(tale.stash), 18) // 2))
        lower = max(64 + perks * 108, 64 + stash * 40)
        more = len(tale.members) > rows
        top = 204
        high = top + rows * (ROW + GAP) + (44 if more else 0) + 28 + lower + 92
        if tale.fallen:
            high += 40
        image = QImage(WIDE, high, QImage.Format.Format_RGB32)
        image.fill(QColor(self._colours["ground"]))
        with QPainter(image) as painter:
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
            )
            self._head(painter, tale)
            y = float(top)
            for member in tale.members[:rows]:
                self._member(painter, member, QRectF(MARGIN, y, WIDE - 2 * MARGIN, ROW), tale)
                y += ROW + GAP
            if more:
                n = len(tale.members) - rows
                text = ngettext("and {n} more member", "and {n} more members", n, n=n)
                self._text(painter, text, QRectF(MARGIN, y, 900, 40), 26, "faint_text", LEFT)
                y += 44
            self._lower(painter, tale, y + 28, lower)
            self._foot(painter, tale, high)
        return image

    # Pieces

    def _font(self, size: float, *, heading: bool = True, bold: bool = True) -> QFont:
        font = QFont(self._families[heading])
        font.setPixelSize(round(size))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def _text(
        self,
        painter: QPainter,
        text: str,
        area: QRectF,
        size: float,
        token: str,
        side: Qt.AlignmentFlag,
        *,
        heading: bool = True,
        bold: bool = True,
    ) -> float:
        """Draw a line of text, cut with an ellipsis where it doesn't fit; how wide it is."""
        font = self._font(size, heading=heading, bold=bold)
        metrics = QFontMetricsF(font)
        line = " ".join(text.split())
        shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, area.width())
        painter.setFont(font)
        painter.setPen(QColor(self._colours[token]))
        painter.drawText(area, int(side) | int(Qt.TextFlag.TextSingleLine), shown)
        return metrics.horizontalAdvance(shown)

    def _lines(self, painter: QPainter, text: str, area: QRectF, letters: Sequence[int]) -> int:
        """Draw a name as large as it is whole in one line, else in the last letters over two; in
        how many. Nobody can point at a picture to see what was cut."""
        room, words = area.width(), text.split()
        size = next((size for size in letters[:-1] if self._wide(text, size) <= room), letters[-1])
        lines: Sequence[str] = (text,)
        if self._wide(text, size) > room:
            breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
            fit = [both for both in breaks if all(self._wide(line, size) <= room for line in both)]
            middle = Qt.TextElideMode.ElideMiddle
            cut = QFontMetricsF(self._font(size)).elidedText(text, middle, room)
            lines = min(fit, key=lambda both: max(map(len, both)), default=(cut,))
        high = area.height() / len(lines)
        for n, line in enumerate(lines):
            part = QRectF(area.left(), area.top() + n * high, area.width(), high)
            self._text(painter, line, part, size, "text", LEFT)
        return len(lines)

    def _wide(self, text: str, size: float) -> float:
        return QFontMetricsF(self._font(size)).horizontalAdvance(text)

    def _draw(self, painter: QPainter, drawing: str, area: QRectF, token: str) -> None:
        if drawing in pictograms.drawings():
            _shape(drawing, self._colours[token]).render(painter, area)

    def _surface(self, painter: QPainter, area: QRectF, token: str, edge: str = "") -> None:
        outline = QPainterPath()
        outline.addRoundedRect(area, ROUND, ROUND)
        painter.fillPath(outline, QColor(self._colours[token]))
        if edge:
            painter.save()
            painter.setClipPath(outline)
            strip = QRectF(area.left(), area.top(), EDGE, area.height())
            painter.fillRect(strip, QColor(self._colours[edge]))
            painter.restore()

    # The head

    def _head(self, painter: QPainter, tale: SharedGroup) -> None:
        self._draw(painter, pictograms.place("group"), QRectF(MARGIN, 44, 76, 76), "accent")
        name = QRectF(MARGIN + 96, 26, 1000, 76)
        self._text(painter, tale.name, name, self._size_for(tale.name, name), "text", LEFT)
        facts = QRectF(MARGIN + 96, 96, 1000, 34)
        said = in_one_line(tuple(f for n, f in enumerate(tale.facts) if n not in (2, 3)))
        self._text(painter, said, facts, 24, "faint_text", LEFT, heading=False, bold=False)
        right = float(WIDE - MARGIN)
        for figure, caption in (
            (number(tale.points), ngettext("Scavenge Point", "Scavenge Points", tale.points)),
            (str(len(tale.members)), ngettext("member", "members", len(tale.members))),
        ):
            area = QRectF(right - 190, 30, 190, 66)
            self._text(painter, figure, area, 60, "accent_text", RIGHT)
            self._text(
                painter, caption, area.translated(0, 60), 22, "faint_text", RIGHT, heading=False,
                bold=False,
            )  # fmt: skip
            right -= 210
        self._columns(painter, tale)

    def _size_for(self, name: str, area: QRectF) -> int:
        """Return the largest letters in which a name is whole."""
        fits = (size for size in NAME_LETTERS if self._wide(name, size) <= area.width())
        return next(fits, NAME_LETTERS[-1])

    def _columns(self, painter: QPainter, tale: SharedGroup) -> None:
        y = 204 - HEAD_COLUMNS - 2
        heads = [(NAME, NAME_WIDE, _("Member"), LEFT), (LEVEL, LEVEL_WIDE, _("Level"), CENTRE)]
        figures = tale.members[0].figures if tale.members else ()
        heads += [
            (FIGURES + n * FIGURE, FIGURE, figure.name, CENTRE) for n, figure in enumerate(figures)
        ]
        heads += [(GEAR, GEAR_WIDE, _("Gear"), LEFT), (TRAITS, 200, _("Skills and injuries"), LEFT)]
        for left, wide, text, side in heads:
            area = QRectF(MARGIN + left, y, wide, HEAD_COLUMNS)
            self._text(painter, text, area, 21, "faint_text", side)

    # A row

    def _member(
        self, painter: QPainter, member: SharedMember, row: QRectF, tale: SharedGroup
    ) -> None:
        edge = f"keyword_{member.keyword_key}"
        self._surface(painter, row, "panel", edge if edge in self._colours else "keyword_neutral")
        self._portrait(painter, member, row, tale)

        def cell(left: float, wide: float, top: float = 0, high: float = ROW) -> QRectF:
            return QRectF(row.left() + left, row.top() + top, wide, high)

        name = member.name + (" ★" if member.leads else "")
        two = self._lines(painter, name, cell(NAME, NAME_WIDE, 6, 50), MEMBER_LETTERS) > 1
        kind = in_one_line((member.type, member.state))
        token = "harm_text" if member.state else "faint_text"
        below = cell(NAME, NAME_WIDE, 58 if two else 50, 30)
        self._text(painter, kind, below, 21, token, LEFT, heading=False, bold=False)
        self._text(painter, str(member.level), cell(LEVEL, LEVEL_WIDE, 10, 42), 34, "text", CENTRE)
        said = _("{n} Exp.", n=member.experience)
        self._text(
            painter, said, cell(LEVEL, LEVEL_WIDE, 52, 28), 19, "faint_text", CENTRE, heading=False,
            bold=False,
        )  # fmt: skip
        colours = {"better": "well_text", "worse": "harm_text", "same": "text"}
        for n, figure in enumerate(member.figures):
            area = cell(FIGURES + n * FIGURE, FIGURE)
            self._text(painter, figure.text, area, 34, colours[figure.trend], CENTRE)
        self._gear(painter, member.gear, cell(GEAR, GEAR_WIDE))
        right = row.width() - TRAITS - 14
        self._chips(painter, (*member.injuries, *member.skills), cell(TRAITS, right))

    def _portrait(
        self, painter: QPainter, member: SharedMember, row: QRectF, tale: SharedGroup
    ) -> None:
        area = QRectF(row.left() + PORTRAIT, row.top() + 8, 64, ROW - 16)
        picture = QImage.fromData(tale.pictures.get(member.portrait, b""))
        outline = QPainterPath()
        outline.addRoundedRect(area, 8, 8)
        painter.save()
        painter.setClipPath(outline)
        if picture.isNull():
            painter.fillRect(area, QColor(self._colours["raised"]))
            letter = member.name.strip()[:1].upper()
            self._text(painter, letter, area, 38, "faint_text", CENTRE)
        else:
            painter.drawImage(area, picture, _filling(picture, area))
        painter.restore()

    def _gear(self, painter: QPainter, marks: Sequence[SharedMark], cell: QRectF) -> None:
        side, step, across = 34.0, 44.0, 4
        fits = across * 2
        shown = marks if len(marks) <= fits else marks[: fits - 1]
        two = len(marks) > across
        for n, mark in enumerate(shown):
            down = (n // across) * 42 + (6 if two else (ROW - side) / 2)
            where = QRectF(cell.left() + (n % across) * step, cell.top() + down, side, side)
            self._draw(painter, mark.drawing, where, "text")
        if len(shown) < len(marks):
            where = QRectF(cell.left() + 3 * step, cell.top() + 48, step, side)
            rest = f"+{len(marks) - len(shown)}"
            self._text(painter, rest, where, 22, "faint_text", LEFT)

    def _chips(self, painter: QPainter, marks: Sequence[SharedMark], cell: QRectF) -> None:
        """Draw skills and injuries as chips in two lines; what is left over is counted."""
        x, line = cell.left(), 0
        metrics = QFontMetricsF(self._font(19, heading=False, bold=False))
        along = sum(metrics.horizontalAdvance(mark.text) + 28 for mark in marks) - 6
        first = (ROW - 34) / 2 if along <= cell.width() else 8
        for n, mark in enumerate(marks):
            wide = min(metrics.horizontalAdvance(mark.text) + 22, cell.width())
            last = line == 1 and n < len(marks) - 1
            if x + wide + (44 if last else 0) > cell.right() + 1 and (x > cell.left() or last):
                if line == 1:
                    rest = QRectF(x, cell.top() + 50, 44, 34)
                    self._text(painter, f"+{len(marks) - n}", rest, 20, "faint_text", LEFT)
                    return
                x, line = cell.left(), 1
            area = QRectF(x, cell.top() + (first if line == 0 else 50), wide, 34)
            token = "harm_text" if mark.tone == "harm" else "text"
            self._surface(painter, area, "raised")
            inner = area.adjusted(10, 0, -8, 0)
            self._text(painter, mark.text, inner, 19, token, LEFT, heading=False, bold=False)
            x += wide + 6

    # Below

    def _lower(self, painter: QPainter, tale: SharedGroup, y: float, high: float) -> None:
        whole = WIDE - 2 * MARGIN
        refuge = QRectF(MARGIN, y, whole * 0.6 - 10, high)
        stash = QRectF(refuge.right() + 20, y, whole * 0.4 - 10, high)
        for area, title in ((refuge, tale.refuge), (stash, _("Stash"))):
            self._surface(painter, area, "panel")
            head = QRectF(area.left() + 22, area.top() + 12, area.width() - 44, 42)
            self._text(painter, title, head, 32, "text", LEFT)
        self._perks(painter, tale, refuge)
        if not tale.stash:
            line = QRectF(stash.left() + 22, stash.top() + 60, stash.width() - 44, 36)
            self._text(painter, _("empty"), line, 22, "faint_text", LEFT, heading=False, bold=False)
        shown = tale.stash if len(tale.stash) <= 18 else tale.stash[:17]
        wide = (stash.width() - 44) / 2
        for n, mark in enumerate(shown):
            left, top = stash.left() + 22 + (n % 2) * wide, stash.top() + 60 + (n // 2) * 40
            self._draw(painter, mark.drawing, QRectF(left, top + 3, 30, 30), "text")
            words = QRectF(left + 40, top, wide - 50, 36)
            self._text(painter, mark.text, words, 22, "text", LEFT, heading=False, bold=False)
        if len(shown) < len(tale.stash):
            left, top = stash.left() + 22 + wide, stash.top() + 60 + 8 * 40
            rest = _("and {n} more", n=len(tale.stash) - len(shown))
            words = QRectF(left, top, wide, 36)
            self._text(painter, rest, words, 22, "faint_text", LEFT, heading=False, bold=False)

    def _perks(self, painter: QPainter, tale: SharedGroup, refuge: QRectF) -> None:
        wide, high = (refuge.width() - 44 - (SPACES - 1) * 10) / SPACES, 98.0
        free = [SharedMark(_("empty"))] * min(tale.free_spaces, 12)
        for n, mark in enumerate((*tale.perks, *free)):
            left = refuge.left() + 22 + (n % SPACES) * (wide + 10)
            area = QRectF(left, refuge.top() + 60 + (n // SPACES) * 108, wide, high)
            self._surface(painter, area, "raised" if mark.drawing else "ground")
            if not mark.drawing:
                words = area.adjusted(6, 0, -6, 0)
                self._text(
                    painter, mark.text, words, 20, "faint_text", CENTRE, heading=False, bold=False
                )
                continue
            words = QRectF(area.left() + 4, area.bottom() - 48, wide - 8, 46)
            picture = QRectF(area.center().x() - 21, area.top() + 6, 42, 42)
            self._draw(painter, mark.drawing, picture, "accent")
            painter.setFont(self._font(19, heading=False, bold=False))
            painter.setPen(QColor(self._colours["text"]))
            flags = int(CENTRE) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(words, flags, mark.text)

    def _foot(self, painter: QPainter, tale: SharedGroup, high: int) -> None:
        y = high - 64.0
        if tale.fallen:
            grave = QRectF(MARGIN, y - 40, 28, 28)
            self._draw(painter, pictograms.token("grave"), grave, "faint_text")
            words = QRectF(MARGIN + 40, y - 44, WIDE - 2 * MARGIN - 40, 36)
            said = in_one_line(tale.fallen)
            self._text(painter, said, words, 22, "faint_text", LEFT, heading=False, bold=False)
        line = QRectF(MARGIN, y + 6, WIDE - 2 * MARGIN, 34)
        self._text(
            painter, _("Last Days Campaign Manager"), line, 20, "faint_text", RIGHT, heading=False,
            bold=False,
        )  # fmt: skip


def _filling(picture: QImage, area: QRectF) -> QRectF:
    """Return the middle of a picture that fills an area without being stretched."""
    scale = max(area.width() / picture.width(), area.height() / picture.height())
    wide, high = area.width() / scale, area.height() / scale
    return QRectF((picture.width() - wide) / 2, (picture.height() - high) / 3, wide, high)


def draw_group(tale: SharedGroup) -> bytes:
    """Return the picture of a group as a PNG file; Qt is begun for it where it isn't yet."""
    application = QApplication.instance() or QApplication([])
    theme = Theme("dark")
    with in_its_language(tale):
        made = GroupPicture(theme.name, theme.heading, theme.body).png(tale)
    del application
    return made
