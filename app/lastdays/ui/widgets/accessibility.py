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

from lastdays.ui.widgets.parts import parts_of_layout

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
        """Return the control, None once it is gone."""
        widget = self._widget()
        if widget is None or not Shiboken.isValid(widget):
            return None
        return widget if isinstance(widget, Valued) else None

    def currentValue(self) -> Any:
        valued = self._valued()
        if valued is None:
            return 0
        return valued.spoken_value() or 0

    def maximumValue(self) -> Any:
        valued = self._valued()
        if valued is None:
            return 0
        return valued.spoken_most() or 0  # as a spin box without a limit

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
        interface: Any = super().interface_cast(kind)
        return _NONE if interface is None else interface

    def state(self) -> QAccessible.State:
        state: Any = super().state()
        widget = self.widget()
        if isinstance(widget, Stated):
            for name, on in widget.spoken_state().items():
                setattr(state, name, on)
        return state  # type: ignore[no-any-return]

    def text(self, kind: QAccessible.Text) -> str:
        widget = self.widget()
        if kind == QAccessible.Text.Value and isinstance(widget, Valued):
            return _value_in_words(widget)
        text = super().text(kind)
        if kind == QAccessible.Text.Description and text == widget.accessibleName():
            return ""  # it would be read aloud twice
        return text

    # Actions

    def actionNames(self) -> list[str]:
        widget = self.widget()
        names = super().actionNames()
        if isinstance(widget, Valued):
            return ["Increase", "Decrease", *names]
        if isinstance(widget, Pressed):
            return ["Press", *names]
        return names

    def doAction(self, name: str) -> None:
        widget = self.widget()
        if not widget.isEnabled():
            return
        if name in _STEPS and isinstance(widget, Valued):
            value = widget.spoken_value() or 0
            widget.take_value(value + _STEPS[name])
        elif name == "Press" and isinstance(widget, Pressed):
            widget.press()
        else:
            super().doAction(name)


#: How far the actions of a value change it.
_STEPS = {"Increase": 1, "Decrease": -1}


def _value_in_words(widget: Valued) -> str:
    """Return the value of a control with its limit, as far as it has them."""
    value = widget.spoken_value()
    most = widget.spoken_most()
    if value is None:
        return ""
    return str(value) if most is None else f"{value}/{most}"


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
        focus: QWidget | None = self.focusWidget()
        if focus is not None and not focus.isVisible():  # not by Tab: Qt has hidden the widget
            return super().focusNextPrevChild(forward)
        all_stops = tab_stops(self, focus)
        stop = self._stop_around(focus, all_stops)
        for widget in _in_order_from(all_stops, stop, forward=forward):
            if widget.isVisible() and widget.isEnabled():
                reasons = Qt.FocusReason
                by_tab = reasons.TabFocusReason if forward else reasons.BacktabFocusReason
                widget.setFocus(by_tab)
                bring_in_sight(widget)
                return True
        return False

    def _stop_around(self, focus: QWidget | None, all_stops: list[QWidget]) -> QWidget | None:
        """Return the stop that holds the focus, such as the table around an editor; None if none
        does."""
        widget = focus
        while widget is not None and widget not in all_stops:
            if widget is self:
                return None
            widget = widget.parentWidget()
        return widget


def _in_order_from(
    all_stops: list[QWidget], stop: QWidget | None, *, forward: bool
) -> list[QWidget]:
    """Return the stops in the order in which Tab or Shift+Tab comes to them from one of them, which is
    the last; from None, all in order or in reverse."""
    ordered = list(all_stops)
    if not forward:
        ordered.reverse()
    if stop is None:
        return ordered
    after = ordered.index(stop) + 1
    return ordered[after:] + ordered[:after]


def bring_in_sight(widget: QWidget) -> None:
    """Scroll all areas around a widget so that it can be seen."""
    outer = widget.parentWidget()
    while outer is not None:
        if isinstance(outer, QScrollArea):
            outer.ensureWidgetVisible(widget)
        outer = outer.parentWidget()


def tab_stops(root: QWidget, kept: QWidget | None = None) -> list[QWidget]:
    """Return the widgets where Tab stops, in order; `kept` is included even if it is hidden."""
    behaviour = QGuiApplication.styleHints().tabFocusBehavior()
    if behaviour == Qt.TabFocusBehavior.TabFocusAllControls:
        wanted = Qt.FocusPolicy.TabFocus
    else:
        wanted = Qt.FocusPolicy.StrongFocus
    around = []
    while kept is not None and kept is not root:
        around.append(kept)
        kept = kept.parentWidget()
    return list(_tab_stops_within(root, wanted, around))


def _tab_stops_within(
    widget: QWidget, wanted: Qt.FocusPolicy, kept: list[QWidget]
) -> Iterator[QWidget]:
    """Yield the stops within a widget; `kept` is the one kept, with those around it."""
    is_kept = bool(kept) and widget is kept[0]
    takes_focus = widget.focusPolicy() & wanted == wanted and widget.focusProxy() is None
    if is_kept or (takes_focus and widget.isEnabled()):
        yield widget
    if isinstance(widget, _WHOLE):
        return
    for part in _parts(widget, kept):
        yield from _tab_stops_within(part, wanted, kept)


def _parts(widget: QWidget, kept: list[QWidget]) -> list[QWidget]:
    """Return the visible children of a widget in reading order: those in its layout, then others."""
    if isinstance(widget, QTabWidget):
        return _seen([widget.tabBar(), widget.currentWidget()], kept)
    if isinstance(widget, QScrollArea):
        return _seen([widget.widget()], kept)
    layout = widget.layout()
    if isinstance(widget, QMainWindow):
        in_layout = _seen([widget.centralWidget()], kept)
    elif layout is not None:
        in_layout = _seen(_widgets(layout), kept)
    else:
        in_layout = []
    others = []
    for child in _seen(widget.children(), kept):
        if child not in in_layout and not child.isWindow():
            others.append(child)
    if len(others) > 1:
        others.sort(key=_place_as_read)
    return in_layout + others


def _seen(parts: Iterable[QObject | None], kept: list[QWidget]) -> list[QWidget]:
    """Return the widgets among these parts that are visible or kept."""
    widgets = [part for part in parts if isinstance(part, QWidget)]
    return [widget for widget in widgets if widget.isVisible() or widget in kept]


def _place_as_read(widget: QWidget) -> tuple[int, int]:
    return widget.geometry().center().y(), widget.x()


def _widgets(layout: QLayout) -> Iterator[QWidget]:
    for part in _as_read(layout):
        if isinstance(part, QWidget):
            yield part
        else:
            yield from _widgets(part)


def _as_read(layout: QLayout) -> list[QWidget | QLayout]:
    """Return the parts of a layout in reading order."""
    parts = parts_of_layout(layout)
    if isinstance(layout, QGridLayout):
        in_grid = layout

        def row_and_column(part: QWidget | QLayout) -> tuple[int, ...]:
            position = in_grid.getItemPosition(in_grid.indexOf(part))
            return cast(tuple[int, ...], position)[:2]

        parts.sort(key=row_and_column)
    elif isinstance(layout, QBoxLayout) and layout.direction() in _BACKWARDS:
        parts.reverse()
    return parts
