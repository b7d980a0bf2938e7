"""Tab goes through a window as it is read: line by line, each region to its end.

Qt's own order is that in which things were made, and what is made anew comes last. Asked when Tab is
pressed, the layouts always know better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QGridLayout,
    QLayout,
    QLayoutItem,
    QMainWindow,
    QScrollArea,
    QTabWidget,
    QWidget,
)

#: What is one stop, whatever lies inside.
_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox)
#: Boxes that are filled from their end.
_BACKWARDS = (QBoxLayout.Direction.RightToLeft, QBoxLayout.Direction.BottomToTop)


@runtime_checkable
class LaidByHand(Protocol):
    """A widget that puts what is in it in its place itself."""

    def as_read(self) -> Sequence[QWidget]:
        """Return what lies in it, in the order in which it is read."""


# Qt knows one class of its own above each of ours: this one stands beside it.
if TYPE_CHECKING:
    _Beside = QWidget
else:
    _Beside = object


class TabAsRead(_Beside):
    """A window through which Tab goes as one reads, Shift+Tab the other way."""

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Put the keyboard on the next control, or the one before, and bring it in sight."""
        had: QWidget | None = self.focusWidget()
        if had is not None and not had.isVisible():  # nobody pressed Tab: Qt hides it
            return super().focusNextPrevChild(forward)
        found = stops(self, had)
        while had is not None and had is not self and had not in found:
            had = had.parentWidget()  # an editor within a table, say
        at = found.index(had) if had in found else (-1 if forward else 0)
        step = 1 if forward else -1
        around = [found[(at + n * step) % len(found)] for n in range(1, len(found) + 1)]
        goal = next((one for one in around if one.isVisible() and one.isEnabled()), None)
        if goal is None:
            return False
        reasons = Qt.FocusReason
        goal.setFocus(reasons.TabFocusReason if forward else reasons.BacktabFocusReason)
        bring_in_sight(goal)
        return True


def bring_in_sight(widget: QWidget) -> None:
    """Scroll whatever a widget lies in to where it can be seen."""
    outer = widget.parentWidget()
    while outer is not None:
        if isinstance(outer, QScrollArea):
            outer.ensureWidgetVisible(widget)
        outer = outer.parentWidget()


def stops(root: QWidget, kept: QWidget | None = None) -> list[QWidget]:
    """Return where Tab stops within a widget, in order; `kept` also where it is hidden by now."""
    all_kinds = QGuiApplication.styleHints().tabFocusBehavior()
    everything = all_kinds == Qt.TabFocusBehavior.TabFocusAllControls
    wanted = Qt.FocusPolicy.TabFocus if everything else Qt.FocusPolicy.StrongFocus
    around: list[QWidget] = []
    while kept is not None and kept is not root:
        around.append(kept)
        kept = kept.parentWidget()
    return list(_stops(root, wanted, around))


def _stops(widget: QWidget, wanted: Qt.FocusPolicy, kept: list[QWidget]) -> Iterator[QWidget]:
    last = bool(kept) and widget is kept[0]
    fits = widget.focusPolicy() & wanted == wanted and widget.focusProxy() is None
    if last or (fits and widget.isEnabled()):
        yield widget
    if isinstance(widget, _WHOLE):
        return
    for part in _parts(widget, kept):
        yield from _stops(part, wanted, kept)


def _parts(widget: QWidget, kept: list[QWidget]) -> list[QWidget]:
    """Return what is seen in a widget as it is read: what it holds, then what lies over that."""

    def there(parts: Iterable[QObject | None]) -> list[QWidget]:
        return [p for p in parts if isinstance(p, QWidget) and (p.isVisible() or p in kept)]

    if isinstance(widget, LaidByHand):
        return there(widget.as_read())
    if isinstance(widget, QTabWidget):
        return there((widget.tabBar(), widget.currentWidget()))
    if isinstance(widget, QScrollArea):
        return there((widget.widget(),))
    layout = widget.layout()
    if isinstance(widget, QMainWindow):
        held = there((widget.centralWidget(),))
    else:
        held = there(_held(layout)) if layout is not None else []
    over = [p for p in there(widget.children()) if p not in held and not p.isWindow()]
    if len(over) > 1:
        over.sort(key=lambda one: (one.geometry().center().y(), one.x()))
    return held + over


def _held(layout: QLayout) -> Iterator[QWidget]:
    for item in _items(layout):
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _held(inner)


def _items(layout: QLayout) -> list[QLayoutItem]:
    count = layout.count()
    order = list(range(count))
    if isinstance(layout, QGridLayout):
        places = [cast(tuple[int, ...], layout.getItemPosition(n)) for n in order]
        order.sort(key=lambda n: places[n][:2])
    elif isinstance(layout, QBoxLayout) and layout.direction() in _BACKWARDS:
        order.reverse()
    return [item for n in order if (item := layout.itemAt(n)) is not None]
