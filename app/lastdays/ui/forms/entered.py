"""What has been entered in a form, and the button that throws it away."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from lastdays.language import _
from lastdays.ui.widgets.parts import button

#: The name of the object by which the button is found.
_CANCEL = "cancel"


def entered(form: QWidget) -> tuple[str | bool, ...]:
    """Return what stands in the fields of a form, and what is said of it: once something is entered,
    this is something else."""
    found: list[str | bool] = []
    for part in form.findChildren(QWidget):
        match part:
            case QLineEdit() | QLabel():
                found.append(part.text())
            case QPlainTextEdit():
                found.append(part.toPlainText())
            case QComboBox():
                found.append(part.currentText())
            case QAbstractButton() if part.isCheckable():
                found.append(part.isChecked())
    return tuple(found)


def cancelling(on_click: Callable[[], object]) -> QPushButton:
    """Make the button of a form that throws away what was entered."""
    made = button(_("Cancel"), on_click)
    made.setObjectName(_CANCEL)
    return made


def cancel_button(form: QWidget) -> QPushButton | None:
    """Return the button of a form that throws away what was entered; None for what is no form."""
    found = form.findChild(QPushButton, _CANCEL)
    return found if isinstance(found, QPushButton) else None
