"""What is written of a model in its row: its name, how it stands, what it carries."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QRegion

from lastdays.language import _
from lastdays.tabletop.view import CardView
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.row_tokens import draw_icon, heading_font, text_font

#: A line in the middle of its height.
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(
    Qt.TextFlag.TextSingleLine
)
#: What is still said of a model at the end of a line, where red words stand before it, is no shorter,
#: in pixels at 100 %.
SAID_LEAST = 34
#: A line that does not fit is drawn so much narrower at most, before it is cut.
NARROWER = 0.86
#: A row as high as this, in pixels at 100 %, has room for a third line: what the model carries.
THREE_LINES = 64


class Lettering(Struct, frozen=True):
    """The letters of a row: of its name, plain and struck out, and of what stands below; how high
    their lines are; the room of the mark that a turn is due, and of a badge."""

    big: QFont
    struck: QFont
    small: QFont
    mark: QFont
    first: int
    line: int
    due: float
    badge: float


def lettering(theme: Theme, factor: float) -> Lettering:
    """Return the letters of rows that are so much larger than plain ones."""
    big = heading_font(theme, theme.px(19) * factor)
    struck = QFont(big)
    struck.setStrikeOut(True)
    small = text_font(theme, theme.px(12.5) * max(1.0, factor))
    heights = QFontMetrics(big).height(), QFontMetrics(small).height()
    mark = text_font(theme, theme.px(11) * factor)
    return Lettering(
        big, struck, small, mark, *heights, theme.px(11) * factor, theme.px(18) * factor
    )


def needed_by(theme: Theme, cards: Iterable[CardView], letters: Lettering, *, gear: bool) -> int:
    """Return how wide names have to be to be whole, with their marks and badges and what stands
    below them while nothing ails anybody, in pixels; the same whatever a turn has come to."""
    big, small = QFontMetrics(letters.big), QFontMetrics(letters.small)
    widest = 0.0
    for view in cards:
        badges = len(view.badges) * (letters.badge + theme.px(3))
        title = letters.due + big.horizontalAdvance(view.title) + badges
        status = "".join("8" if c.isdigit() else c for c in view.status)
        below = small.horizontalAdvance(_standing(replace(view, status=status)))
        carried = small.horizontalAdvance(view.gear) if gear else 0
        widest = max(widest, title, below, carried)
    return ceil(widest + theme.px(6))


class Lines(Struct, frozen=True):
    """Where a model's lines stand: its name, how it stands, and what it carries where there is
    room for that."""

    name: QRectF
    below: QRectF
    gear: QRectF | None


def lines_of(theme: Theme, view: CardView, box: QRectF, letters: Lettering) -> Lines:
    """Return where the lines of a model stand in the room there is."""
    first, line, less = letters.first, letters.line, theme.px(3)
    roomy = box.height() >= max(theme.px(THREE_LINES), first + 2 * line - less)
    three = bool(view.gear) and view.look != "gone" and roomy
    total = first + line * (1 + three) - less
    spare = max(0.0, (box.height() - total) / 2)
    x, y, wide = box.x(), box.y() + spare * (0.5 if three else 1.0), box.width()
    below = QRectF(x, y + first - less, wide, line)
    gear = QRectF(x, y + first - less + line, wide, line) if three else None
    return Lines(QRectF(x, y, wide, first), below, gear)


def draw_name(
    painter: QPainter,
    theme: Theme,
    view: CardView,
    box: QRectF,
    letters: Lettering,
    seen: QRegion,
) -> None:
    """Draw a model's name, below it how it stands and its type, and what it carries where there
    is room: each line that is to be seen."""
    lines = lines_of(theme, view, box, letters)
    if seen.intersects(lines.name.toAlignedRect()):
        _draw_title(painter, theme, view, lines.name, letters)
    painter.setFont(letters.small)
    if seen.intersects(lines.below.toAlignedRect()):
        _draw_below(painter, theme, view, lines.below)
    if lines.gear is not None and seen.intersects(lines.gear.toAlignedRect()):
        painter.setPen(theme.colour("faint_text"))
        draw_line(painter, lines.gear, view.gear)


def _draw_title(
    painter: QPainter, theme: Theme, view: CardView, box: QRectF, letters: Lettering
) -> None:
    gone = view.look == "gone"
    x, right = box.x(), box.right()
    if view.due and not gone:
        painter.setFont(letters.mark)
        painter.setPen(theme.colour("accent_text"))
        where = QRectF(x, box.y(), 20, box.height())
        painter.drawText(where, int(Qt.AlignmentFlag.AlignVCenter), "▸")
        x += letters.due
    side = letters.badge
    for badge in reversed(view.badges):
        right -= side
        where = QRectF(right, box.y() + (box.height() - side) / 2, side, side)
        draw_icon(painter, theme, badge.icon, "accent_text", where)
        right -= theme.px(3)
    painter.setFont(letters.struck if gone else letters.big)
    painter.setPen(theme.colour("faint_text" if gone or view.done else "text"))
    draw_line(painter, QRectF(x, box.y(), right - x, box.height()), view.title)


def _draw_below(painter: QPainter, theme: Theme, view: CardView, box: QRectF) -> None:
    if view.look == "gone":
        painter.setPen(theme.colour("harm_text"))
        draw_line(painter, box, view.note)
        return
    touching = _("at {names}").format(names=view.touching) if view.touching else ""
    x = box.x()
    for text, token in (
        (view.alarm, "harm_text"),
        (touching, "harm_text"),
        (_standing(view), "faint_text"),
    ):
        room = box.right() - x
        if text and room > (10 if token == "harm_text" or x == box.x() else theme.px(SAID_LEAST)):
            painter.setPen(theme.colour(token))
            x += draw_line(painter, QRectF(x, box.y(), room, box.height()), text)
            x += theme.px(6)


def _standing(view: CardView) -> str:
    return " · ".join(filter(None, (view.status, view.subtitle)))


def draw_line(painter: QPainter, rect: QRectF, text: str) -> float:
    """Draw a line, with narrower letters where it nearly fits, cut with an ellipsis where it does
    not; return how wide it is."""
    metrics, room, shown = painter.fontMetrics(), max(0, int(rect.width())), text
    wide = metrics.horizontalAdvance(text)
    if fits_narrower(room, wide):
        painter.save()
        painter.translate(rect.x(), 0)
        painter.scale(room / wide, 1)
        painter.drawText(QRectF(0, rect.y(), wide + 1, rect.height()), _MIDDLE, text)
        painter.restore()
        return float(room)
    if wide >= room:  # measured before: cutting takes three times as long
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        shown = shown if len(shown) > 2 else ""  # a lone letter says nothing
        wide = metrics.horizontalAdvance(shown)
    painter.drawText(rect, _MIDDLE, shown)
    return float(wide)


def fits_narrower(room: int, wide: int) -> bool:
    """Return whether a line that is too wide for its room fits with its letters drawn narrower."""
    return room < wide <= room / NARROWER
