"""What stands on a window, measured: where each text is, whether all of it is, how it stands out."""

from __future__ import annotations

import html
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QToolButton,
    QWidget,
)

from lastdays.ui.widgets.entry_card import entry_at
from lastdays.ui.widgets.table import Table
from sure import sure
from ui.hands import shown_within

#: Letters of so many pixels at 100 % are told apart at a third of the contrast of black on white.
LARGE = 24


@dataclass(frozen=True)
class Written:
    """A text: whose it is, where it stands in the window, how high its letters are in pixels."""

    text: str
    widget: QWidget
    rect: QRect
    high: int
    whole: bool

    def __str__(self) -> str:
        return f"{type(self.widget).__name__} {self.text[:60]!r}"


def window_rect(widget: QWidget, rect: QRect) -> QRect:
    """A rectangle of a widget, in its window."""
    return QRect(widget.mapTo(widget.window(), rect.topLeft()), rect.size())


def in_sight(widget: QWidget) -> QRect:
    """What can be seen of a widget, in its window."""
    return window_rect(widget, widget.visibleRegion().boundingRect())


@contextmanager
def listening(found: list[Written]) -> Iterator[None]:
    """Notes each text that the program itself draws."""
    plain = QPainter.drawText

    def noting(painter: QPainter, *args: Any) -> object:
        widget = painter.device()
        text = next((a for a in args if isinstance(a, str)), "")
        if isinstance(widget, QWidget) and text.strip():
            found.append(_drawn(painter, widget, text, args))
        return plain(painter, *args)

    QPainter.drawText = noting  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        QPainter.drawText = plain  # type: ignore[method-assign]


def _drawn(painter: QPainter, widget: QWidget, text: str, args: tuple[Any, ...]) -> Written:
    metrics = painter.fontMetrics()
    place = args[0]
    whole = True
    if isinstance(place, QRect | QRectF):
        flags = args[1] if isinstance(args[1], int) else 0
        room = QRectF(place)
        box = painter.boundingRect(room, flags, text)
        if not flags & int(Qt.TextFlag.TextDontClip):
            whole = box.width() <= room.width() + 1.5
    else:
        at = QPointF(place) if isinstance(place, QPoint | QPointF) else QPointF(args[0], args[1])
        box = QRectF(metrics.boundingRect(text)).translated(at)
    at_home = painter.transform().mapRect(box)
    low = at_home.bottom() - metrics.descent()
    if not scrolled(widget) and at_home.top() < widget.height() - 2 < low:
        whole = False  # its feet are cut off
    return Written(
        text, widget, painter.deviceTransform().mapRect(box).toRect(), metrics.height(), whole
    )


def written(window: QWidget) -> tuple[QImage, list[Written]]:
    """The window as it looks, and all its texts."""
    found: list[Written] = []
    with listening(found):
        image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    for widget in shown_within(window):
        if not widget.visibleRegion().isEmpty():
            found += _texts(widget)
    return image, [w for w in found if mostly(w.rect, in_sight(w.widget))]


def mostly(rect: QRect, sight: QRect) -> bool:
    """Whether most of a text is in sight: the rest is a turn of the wheel away."""
    part = rect.intersected(sight)
    return part.height() * 3 > rect.height() * 2 and part.width() * 3 > rect.width() * 2


def scrolled(widget: QWidget) -> bool:
    """Whether a widget is the inside of a list or table, whose last row may be half in sight."""
    parent = widget.parentWidget()
    return isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget


#: Kinds of buttons whose text the style sheet has begin at the left.
AT_LEFT = ("side", "fold", "option", "tile")


@cache
def draws_itself(kind: type) -> bool:
    """Whether a kind of widget draws its own text, which is noted as it does."""
    ours = (k for k in kind.__mro__ if k.__module__.startswith("lastdays"))
    return any("paintEvent" in k.__dict__ for k in ours)


def _texts(widget: QWidget) -> Iterator[Written]:
    """The text of a control or a label that Qt draws."""
    kind: Any = type(widget)
    if draws_itself(kind):
        return
    text, room, whole = "", widget.contentsRect(), True
    flags = int(Qt.AlignmentFlag.AlignVCenter)
    match widget:
        case QLabel():
            if widget.pixmap().isNull() and not widget.movie():
                text, flags = widget.text(), int(widget.alignment())
                whole = label_whole(widget)
                if widget.wordWrap():
                    flags |= int(Qt.TextFlag.TextWordWrap)
        case QCheckBox() | QRadioButton():
            text = widget.text()
            whole = widget.sizeHint().width() <= widget.width() + 1
        case QPushButton() | QToolButton():
            only_icon = (
                isinstance(widget, QToolButton)
                and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
                and not widget.icon().isNull()
            )
            text = "" if only_icon else widget.text()
            whole = widget.sizeHint().width() <= widget.width() + 1
            begins_left = str(widget.property("kind")).rpartition(" ")[2] in AT_LEFT
            if not begins_left and (isinstance(widget, QPushButton) or widget.icon().isNull()):
                flags = int(Qt.AlignmentFlag.AlignCenter)
        case QComboBox():
            option = QStyleOptionComboBox()
            widget.initStyleOption(option)
            part = QStyle.SubControl.SC_ComboBoxEditField
            kind = QStyle.ComplexControl.CC_ComboBox
            room = widget.style().subControlRect(kind, option, part, widget)
            text = widget.currentText()
            whole = widget.fontMetrics().horizontalAdvance(text) <= room.width() + 1
        case QLineEdit():
            frame = QStyleOptionFrame()
            widget.initStyleOption(frame)
            inner = QStyle.SubElement.SE_LineEditContents
            room = widget.style().subElementRect(inner, frame, widget)
            room = room.marginsRemoved(widget.textMargins())
            text = widget.text() or widget.placeholderText()
            wide = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
            whole = bool(widget.text() or widget.toolTip()) or wide <= room.width()
    if not text.strip():
        return
    metrics = widget.fontMetrics()
    if isinstance(widget, QAbstractButton):
        text = text.replace("&&", "\0").replace("&", "").replace("\0", "&")
        if isinstance(widget, QCheckBox | QRadioButton):
            box_option = QStyleOptionButton()
            widget.initStyleOption(box_option)
            inner = QStyle.SubElement.SE_CheckBoxContents
            room = widget.style().subElementRect(inner, box_option, widget)
        elif not widget.icon().isNull():
            room = room.adjusted(widget.iconSize().width() + 4, 0, 0, 0)
    box = widget.style().itemTextRect(metrics, room, flags, True, text)
    box = box.intersected(widget.rect())
    yield Written(text, widget, window_rect(widget, box), metrics.height(), whole)


def label_whole(label: QLabel) -> bool:
    """Whether all of a label's text is on it, or on hover."""
    if label.toolTip() and not label.wordWrap():
        return True
    if label.wordWrap():
        return label.heightForWidth(label.width()) <= label.height() + 2
    hint = label.sizeHint()
    return hint.width() <= label.width() + 1 and hint.height() <= label.height() + 2


# Contrast


@lru_cache(maxsize=100_000)
def luminance(rgb: int) -> float:
    """How light a colour is, as WCAG reckons it."""
    light = 0.0
    for shift, share in ((16, 0.2126), (8, 0.7152), (0, 0.0722)):
        part = (rgb >> shift & 255) / 255
        light += share * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return light


def ratio(one: int, other: int) -> float:
    """The contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def contrast(image: QImage, rect: QRect) -> float:
    """How the strongest pixel in a rectangle stands out from what most of it is; 21 if empty.

    Letters are thin: only their middle has their colour, the rest is mixed with the ground.
    """
    part = image.copy(rect.intersected(image.rect()))
    if part.isNull():
        return 21.0
    pixels = Counter(memoryview(part.constBits()).cast("I"))
    ground = pixels.most_common(1)[0][0]
    return max(ratio(colour, ground) for colour in pixels)


def wanted(text: Written, percent: int) -> float:
    """The contrast a text needs: large letters, and what cannot be used now, less."""
    if not text.widget.isEnabled() or text.high >= LARGE * 1.2 * percent / 100:
        return 3.0
    return 4.5


# Places


def overlapping(texts: list[Written]) -> Iterator[tuple[Written, Written]]:
    """The texts that lie on one another; what lies over the page is left out."""
    edges = []
    for text in texts:
        seen = text.rect.intersected(in_sight(text.widget))
        low = text.rect.height() // 5  # above and below the letters is air
        if seen.width() > 3 and seen.height() > low * 2 + 3:
            edges.append(
                (seen.left() + 2, seen.top() + low, seen.right() - 2, seen.bottom() - low, text)
            )
    edges.sort(key=lambda e: e[1])
    for n, (left, top, right, bottom, text) in enumerate(edges):
        for other in edges[n + 1 :]:
            if other[1] >= bottom:
                break
            if other[0] < right and other[2] > left and other[3] > top:
                yield text, other[4]


def tab_round(window: QWidget, *, forward: bool = True, most: int = 400) -> list[QWidget]:
    """The controls of a window in the order in which Tab, or Shift+Tab, reaches them, from the
    first of all; those that are never come round to again are there twice.

    Qt's own `nextInFocusChain` is not asked: PySide then deletes entries of menus it passes.
    """
    had = QApplication.focusWidget()
    found: list[QWidget] = []
    for _turn in range(most):
        moved = window.focusNextChild() if forward else window.focusPreviousChild()
        widget = QApplication.focusWidget()
        if not moved or widget is None:
            break
        found.append(widget)
        if widget in found[:-1]:
            break
    if had is not None:
        had.setFocus()
    whole = len(found) > 1 and found[-1] is found[0]
    return found[:-1] if whole else found * 2


def from_the_first(found: list[QWidget], page: QWidget) -> list[QWidget]:
    """A round of controls, beginning after the last of the page: with what lies around it."""
    inside = [page.isAncestorOf(widget) for widget in found]
    cut = next((n for n, on in enumerate(inside) if not on and inside[n - 1]), 0)
    return found[cut:] + found[:cut]


def steps_back(chain: list[QWidget]) -> Iterator[tuple[QWidget, QWidget]]:
    """Where Tab goes against the reading: up where that is not into the next column, or left along
    a line."""
    rects = {widget: window_rect(widget, widget.rect()) for widget in chain}
    for n, (one, other) in enumerate(itertools.pairwise(chain)):
        a, b = scrolled_to(one, other, rects[one]), scrolled_to(other, one, rects[other])
        back = (
            b.right() <= a.left()
            and abs(b.center().y() - a.center().y()) < min(a.height(), b.height()) // 2
        )
        if back or (b.bottom() <= a.top() and not _next_column(chain[: n + 1], other, rects)):
            yield one, other


def scrolled_to(widget: QWidget, beside: QWidget, rect: QRect) -> QRect:
    """Where a control is once the keyboard is on it: scrolled in sight within whatever scrolls it
    and not what it is measured against."""
    outer = widget.parentWidget()
    while outer is not None and not outer.isAncestorOf(beside):
        if isinstance(outer, QScrollArea):
            area = window_rect(outer, outer.rect())
            rect = rect.translated(0, min(0, area.bottom() - rect.bottom()))
            rect = rect.translated(0, max(0, area.top() - rect.top()))
        outer = outer.parentWidget()
    return rect


def _next_column(before: list[QWidget], other: QWidget, rects: dict[QWidget, QRect]) -> bool:
    """Whether a control further up stands right of all that was gone through below it."""
    region, there = before[-1], rects[other]
    while not region.isAncestorOf(other):
        region = sure(region.parentWidget())
    beside = [
        rects[w] for w in before if region.isAncestorOf(w) and rects[w].top() >= there.bottom()
    ]
    return all(rect.right() <= there.left() for rect in beside)


# What is cut


@contextmanager
def noting_cuts(found: dict[str, str]) -> Iterator[None]:
    """Notes each text that ends in an ellipsis because there is no room for the whole of it."""
    plain = QFontMetrics.elidedText

    def noting(metrics: QFontMetrics, text: str, *args: Any) -> str:
        shown: str = plain(metrics, text, *args)
        if shown != text:
            found[shown] = text
        return shown

    QFontMetrics.elidedText = noting  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        QFontMetrics.elidedText = plain  # type: ignore[method-assign]


def on_hover(text: Written) -> str:
    """What is said where the mouse rests on a text; of what the rulebook has a card for, that."""
    widget: QWidget | None = text.widget
    said = ""
    while widget is not None and not widget.isWindow() and not said:
        there = text.rect.center() - widget.mapTo(widget.window(), QPoint())
        view = widget.parentWidget()
        if isinstance(view, QAbstractItemView) and view.viewport() is widget:
            index = view.indexAt(there)
            said = str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
            chip = view.chip_at(index, there) if isinstance(view, Table) else None
            said = chip.hint if chip is not None and chip.hint else said
        said = said or widget.toolTip() or entry_at(widget, there)
        widget = widget.parentWidget()
    return html.unescape(re.sub("<[^>]*>", " ", said))


def clipped(window: QWidget) -> Iterator[QWidget]:
    """The labels and buttons of which a part lies outside of what they stand in, where nothing
    can be scrolled."""
    for widget in shown_within(window):
        if not isinstance(widget, QLabel | QAbstractButton) or not widget.text():
            continue
        rect = widget.rect().adjusted(2, 2, -2, -2)
        inside: QWidget = widget
        while rect.isValid() and not inside.isWindow():
            rect.translate(inside.pos())
            inside = sure(inside.parentWidget())
            if scrolled(inside):
                break
            if not inside.rect().contains(rect):
                yield widget
                break


def emptiest(widget: QWidget, cell: int = 16) -> float:
    """The largest rectangle of a widget in which nothing is drawn, as a share of all of it."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    wide, high = image.width() // cell, image.height() // cell
    line: Any = image.constScanLine
    lines = [bytes(line(y)) for y in range(high * cell)]
    most, free = 0, [0] * wide
    for row in range(high):
        for n in range(wide):
            part = b"".join(
                one[n * cell : (n + 1) * cell + 1]  # an edge between two cells is drawn, too
                for one in lines[row * cell : (row + 1) * cell + 1]
            )
            free[n] = free[n] + 1 if max(part) - min(part) <= 2 else 0
        for left in range(wide):
            least = high
            for right in range(left, wide):
                least = min(least, free[right])
                if not least:
                    break
                most = max(most, least * (right - left + 1))
    return most / (wide * high)
