"""How controls and pictograms stand out from their ground, measured from the window's pixels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QCheckBox,
    QLabel,
    QMenuBar,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from lastdays.ui.tracker.pieces import Counter, Deed, Face, Mark, Part, Plus, Words
from ui.hands import shown_within
from ui.measuring import contrast, in_sight, mostly, ratio, window_rect
from ui.tour import controls

#: What is told from its ground by something else than an edge: underlined words, lists, tabs.
WITHOUT = ("quiet", "side", "bare", "fold")
#: What the program draws itself: a pictogram or a figure on a surface.
DRAWN = (Counter, Deed, Mark, Face, Plus)
#: An edge is looked for so many pixels outside and inside of a control.
OUTSIDE, INSIDE = 3, 5
#: The largest pictogram at 100 %: what is larger is a picture of somebody, or paper.
LARGEST = 72


@dataclass(frozen=True)
class Pictured:
    """A pictogram: whose it is and where it stands in the window."""

    widget: QWidget
    rect: QRect


@contextmanager
def noting_pictures(found: list[Pictured]) -> Iterator[None]:
    """Notes each pixmap that the program itself draws on a widget."""
    plain = QPainter.drawPixmap

    def noting(painter: QPainter, *args: Any) -> object:
        widget = painter.device()
        rect = _target(args)
        if isinstance(widget, QWidget) and rect is not None and painter.opacity() == 1:
            there = painter.deviceTransform().mapRect(rect).toRect()
            found.append(Pictured(widget, there))
        return plain(painter, *args)

    QPainter.drawPixmap = noting  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        QPainter.drawPixmap = plain  # type: ignore[method-assign]


def _target(args: tuple[object, ...]) -> QRectF | None:
    """Where a call of `drawPixmap` draws."""
    match args:
        case (QRect() | QRectF() as place, *_rest):
            return QRectF(place)
        case (QPoint() | QPointF() as at, pixmap, *_rest):
            return QRectF(QPointF(at), pixmap.deviceIndependentSize())  # type: ignore[attr-defined]
        case (int() | float() as x, int() | float() as y, pixmap):
            return QRectF(QPointF(x, y), pixmap.deviceIndependentSize())  # type: ignore[attr-defined]
        case (int() | float() as x, int() | float() as y, int() as w, int() as h, *_rest):
            return QRectF(x, y, w, h)
    return None


def pictures(window: QWidget) -> Iterator[Pictured]:
    """The pictograms that Qt draws: on labels, and on buttons that have nothing else."""
    for widget in shown_within(window):
        if widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QLabel) and not widget.pixmap().isNull():
            yield Pictured(widget, window_rect(widget, widget.contentsRect()))
        elif isinstance(widget, QAbstractButton) and not widget.icon().isNull():
            side = widget.iconSize()
            rect = QRect(QPoint(), side)
            rect.moveCenter(widget.rect().center())
            if isinstance(widget, QPushButton | QToolButton) and not _words(widget):
                yield Pictured(widget, window_rect(widget, rect))


def _words(button: QAbstractButton) -> str:
    """What is written on a button."""
    if isinstance(button, QToolButton):
        only = button.toolButtonStyle() == button.toolButtonStyle().ToolButtonIconOnly
        return "" if only else button.text()
    return button.text()


def pale_pictures(
    image: QImage, window: QWidget, drawn: list[Pictured], largest: int
) -> Iterator[tuple[Pictured, float]]:
    """The pictograms in sight that do not stand out three to one; what cannot be used may."""
    for one in (*drawn, *pictures(window)):
        small = max(one.rect.width(), one.rect.height()) <= largest
        if not small or one.rect.width() < 8 or not one.widget.isEnabled():
            continue
        if not mostly(one.rect, in_sight(one.widget)):
            continue
        found = contrast(image, one.rect)
        if found < 3:
            yield one, found


def edged(window: QWidget) -> list[QWidget]:
    """The controls that are told by an edge or a surface of their own, and can be used now."""
    found = []
    for widget in controls(window):
        bare = isinstance(widget, QAbstractItemView | QTabBar | QMenuBar)
        if bare or widget.property("kind") in WITHOUT or not widget.isEnabled():
            continue
        if isinstance(widget, Part) and (not widget.drawn or blank(widget)):
            continue  # what is nothing yet is drawn where one is at it
        found.append(widget)
    return found


def blank(part: Part) -> bool:
    """Whether a part of the board has words alone, and none of them a letter."""
    line = part.bits_to_draw()
    return bool(line) and all(isinstance(bit, Words) and not bit.text for bit in line)


def standing_out(image: QImage, widget: QWidget) -> float | None:
    """How a control stands out: by its edge, or, of one that the program draws itself, by the
    pictogram or the figure on it; None where too little of it is in sight."""
    found = edge_contrast(image, widget)
    if found is None or found >= 3 or not isinstance(widget, DRAWN):
        return found
    return max(found, contrast(image, window_rect(widget, widget.rect())))


def edge_contrast(image: QImage, widget: QWidget) -> float | None:
    """How the second best of a control's edges stands out; None where fewer are in sight."""
    rect = window_rect(widget, _box(widget))
    sight = in_sight(widget)
    found = []
    for side in ("left", "right", "top", "bottom"):
        ratios = [
            one
            for share in (0.3, 0.4, 0.5, 0.6, 0.7)
            if (one := _across(image, rect, sight, side, share)) is not None
        ]
        if ratios:
            found.append(median(ratios))
    found.sort(reverse=True)
    return found[1] if len(found) > 1 else None


def _box(widget: QWidget) -> QRect:
    """What of a control has the edge: of a tick box its box."""
    if not isinstance(widget, QCheckBox | QRadioButton):
        return widget.rect()
    option = QStyleOptionButton()
    widget.initStyleOption(option)
    elements = QStyle.SubElement
    part = elements.SE_CheckBoxIndicator
    if isinstance(widget, QRadioButton):
        part = elements.SE_RadioButtonIndicator
    return widget.style().subElementRect(part, option, widget)


def _across(image: QImage, rect: QRect, sight: QRect, side: str, share: float) -> float | None:
    """How the strongest pixel just inside an edge stands out from the one just outside."""
    x = rect.left() + round((rect.width() - 1) * share)
    y = rect.top() + round((rect.height() - 1) * share)
    at, step = {
        "left": (QPoint(rect.left(), y), QPoint(1, 0)),
        "right": (QPoint(rect.right(), y), QPoint(-1, 0)),
        "top": (QPoint(x, rect.top()), QPoint(0, 1)),
        "bottom": (QPoint(x, rect.bottom()), QPoint(0, -1)),
    }[side]
    outside = at - step * OUTSIDE
    inside = at + step * (INSIDE - 1)
    if not sight.contains(at) or not all(image.rect().contains(p) for p in (outside, inside)):
        return None
    ground = image.pixel(outside) | 0xFF000000
    return max(ratio(image.pixel(at + step * n), ground) for n in range(INSIDE))
