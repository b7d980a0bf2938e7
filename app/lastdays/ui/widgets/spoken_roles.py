"""What a screen reader says a control is that draws itself: Qt calls every such a mere widget."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget


def _interface(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    """Return how a widget is heard that has a `spoken_role`; Qt knows all others."""
    role = getattr(thing, "spoken_role", None)
    if isinstance(thing, QWidget) and isinstance(role, QAccessible.Role):
        return QAccessibleWidget(thing, role, thing.accessibleName())
    return None


@cache
def speak_roles() -> None:
    """Have screen readers told the roles, from now on."""
    QAccessible.installFactory(_interface)
