"""Accessibility: roles, values and states of controls that draw themselves, announcements, and the
order of the Tab key.

A widget declares its role with `spoken_role`, and implements `Valued`, `Stated` or `Pressed` as far
as they apply; name, description, position and focus come from Qt. PySide6 has no
`QAccessibleTableInterface`, so every table is a `QTableView`, which has Qt's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable
from weakref import ref

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QAccessibleStateChangeEvent,
    QAccessibleValueChangeEvent,
    QAccessibleValueInterface,
    QGuiApplication,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QAccessibleWidget,
    QBoxLayout,
    QComboBox,
    QGridLayout,
    QLayout,
    QMainWindow,
    QScrollArea,
    QTabWidget,
    QWidget,
)
from shiboken6 import Shiboken

from lastdays.ui.widgets.parts import laid_out

_Kind = QAccessible.InterfaceType
#: PySide6 passes Qt a wild pointer if `interface_cast` returns None.
_NONE = Shiboken.VoidPtr(0)


@runtime_checkable
class Valued(Protocol):
    """A control with a number; `spoken_most` is its limit, None if it has none."""

    def spoken_value(self) -> int | None: ...

    def spoken_most(self) -> int | None: ...

    def take_value(self, wanted: int) -> None: ...


@runtime_checkable
class Stated(Protocol):
    """A control with states, such as checked or expanded, by Qt's names for them."""

    def spoken_state(self) -> Mapping[str, bool]: ...


@runtime_checkable
class Pressed(Protocol):
    """A control that can be pressed."""

    def press(self) -> None: ...


class _Value(QAccessibleValueInterface):
    """The number of a control."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget = ref(widget)

    def _valued(self) -> Valued | None:
        widget = self._widget()
        known = widget is not None and Shiboken.isValid(widget) and isinstance(widget, Valued)
        return widget if known else None  # type: ignore[return-value]

    def currentValue(self) -> Any:
        valued = self._valued()
        return (valued.spoken_value() or 0) if valued is not None else 0

    def maximumValue(self) -> Any:
        valued = self._valued()
        most = valued.spoken_most() if valued is not None else None
        return most or 0  # as a spin box without a limit

    def minimumValue(self) -> Any:
        return 0

    def minimumStepSize(self) -> Any:
        return 1

    def setCurrentValue(self, value: Any) -> None:
        valued = self._valued()
        if valued is not None:
            valued.take_value(round(float(value)))


class _Spoken(QAccessibleWidget):
    """The accessible interface of a control that draws itself."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role)
        self._value = _Value(widget) if isinstance(widget, Valued) else None

    def interface_cast(self, kind: _Kind) -> Any:
        if kind == _Kind.ValueInterface and self._value is not None:
            return self._value
        found: Any = super().interface_cast(kind)
        return _NONE if found is None else found

    def state(self) -> QAccessible.State:
        made: Any = super().state()
        widget = self.widget()
        for name, on in widget.spoken_state().items() if isinstance(widget, Stated) else ():
            setattr(made, name, on)
        return made  # type: ignore[no-any-return]

    def text(self, kind: QAccessible.Text) -> str:
        widget = self.widget()
        if kind == QAccessible.Text.Value and isinstance(widget, Valued):
            value, most = widget.spoken_value(), widget.spoken_most()
            return "" if value is None else str(value) if most is None else f"{value}/{most}"
        said = super().text(kind)
        twice = kind == QAccessible.Text.Description and said == widget.accessibleName()
        return "" if twice else said

    # Actions

    def actionNames(self) -> list[str]:
        widget = self.widget()
        made = super().actionNames()
        if isinstance(widget, Valued):
            return ["Increase", "Decrease", *made]
        return ["Press", *made] if isinstance(widget, Pressed) else made

    def doAction(self, name: str) -> None:
        widget = self.widget()
        step = {"Increase": 1, "Decrease": -1}.get(name)
        if not widget.isEnabled():
            return
        if step is not None and isinstance(widget, Valued):
            widget.take_value((widget.spoken_value() or 0) + step)
        elif name == "Press" and isinstance(widget, Pressed):
            widget.press()
        else:
            super().doAction(name)


def _interface(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    """Return the interface of a widget with a `spoken_role`; Qt provides all others."""
    role = getattr(thing, "spoken_role", None)
    if isinstance(thing, QWidget) and isinstance(role, QAccessible.Role):
        return _Spoken(thing, role)
    return None


@cache
def speak_roles() -> None:
    """Register the interfaces with Qt."""
    QAccessible.installFactory(_interface)


def say_value(widget: QWidget, value: int) -> None:
    """Notify screen readers of the new value of a control."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, value))


def say_tick(widget: QWidget) -> None:
    """Notify screen readers that a control was switched on or off."""
    if QAccessible.isActive():
        change: Any = QAccessible.State()
        change.checked = True
        QAccessible.updateAccessibility(QAccessibleStateChangeEvent(widget, change))


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Have screen readers read out a sentence, an urgent one at once."""
    if not text or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    ways = QAccessible.AnnouncementPoliteness
    event.setPoliteness(ways.Assertive if urgent else ways.Polite)
    QAccessible.updateAccessibility(event)


#: Widgets that are a single stop of the Tab key.
_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox)
#: Layouts that start at the right or at the bottom.
_BACKWARDS = (QBoxLayout.Direction.RightToLeft, QBoxLayout.Direction.BottomToTop)


# A mixin: a class can have only one Qt class among its bases.
if TYPE_CHECKING:
    _Beside = QWidget
else:
    _Beside = object


class TabAsRead(_Beside):
    """A window where Tab follows the reading order, Shift+Tab the reverse."""

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus to the next or previous control and scroll to it."""
        had: QWidget | None = self.focusWidget()
        if had is not None and not had.isVisible():  # not by Tab: Qt has hidden the widget
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
    """Scroll all areas around a widget so that it can be seen."""
    outer = widget.parentWidget()
    while outer is not None:
        if isinstance(outer, QScrollArea):
            outer.ensureWidgetVisible(widget)
        outer = outer.parentWidget()


def stops(root: QWidget, kept: QWidget | None = None) -> list[QWidget]:
    """Return the widgets where Tab stops, in order; `kept` is included even if it is hidden."""
    all_kinds = QGuiApplication.styleHints().tabFocusBehavior()
    everything = all_kinds == Qt.TabFocusBehavior.TabFocusAllControls
    wanted = Qt.FocusPolicy.TabFocus if everything else Qt.FocusPolicy.StrongFocus
    around = []
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
    """Return the visible children of a widget in reading order: those in its layout, then others."""

    def there(parts: Iterable[QObject | None]) -> list[QWidget]:
        return [p for p in parts if isinstance(p, QWidget) and (p.isVisible() or p in kept)]

    if isinstance(widget, QTabWidget):
        return there((widget.tabBar(), widget.currentWidget()))
    if isinstance(widget, QScrollArea):
        return there((widget.widget(),))
    layout = widget.layout()
    if isinstance(widget, QMainWindow):
        laid = there((widget.centralWidget(),))
    else:
        laid = there(_widgets(layout)) if layout is not None else []
    over = [p for p in there(widget.children()) if p not in laid and not p.isWindow()]
    if len(over) > 1:
        over.sort(key=lambda one: (one.geometry().center().y(), one.x()))
    return laid + over


def _widgets(layout: QLayout) -> Iterator[QWidget]:
    for part in _as_read(layout):
        if isinstance(part, QWidget):
            yield part
        else:
            yield from _widgets(part)


def _as_read(layout: QLayout) -> list[QWidget | QLayout]:
    parts = laid_out(layout)
    if isinstance(layout, QGridLayout):
        at = {
            part: cast(tuple[int, ...], layout.getItemPosition(layout.indexOf(part)))
            for part in parts
        }
        parts.sort(key=lambda part: at[part][:2])
    elif isinstance(layout, QBoxLayout) and layout.direction() in _BACKWARDS:
        parts.reverse()
    return parts
