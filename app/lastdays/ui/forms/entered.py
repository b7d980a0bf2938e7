"""The fields of a form, what has been entered in them, and the button that throws it away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from lastdays.language import _
from lastdays.model.fields import Field
from lastdays.ui.widgets.numbers import beside
from lastdays.ui.widgets.parts import button, label

#: The name of the object by which the button is found.
_CANCEL = "cancel"


def fields_laid(fields: Iterable[tuple[Field[Any] | str, QWidget]]) -> QGridLayout:
    """Lay out the fields of a form, each named and bounded as it is declared; one that isn't has
    its caption instead."""
    grid = QGridLayout()
    for n, (field, entry) in enumerate(fields):
        text = field if isinstance(field, str) else field.caption
        caption = label(text)
        caption.setBuddy(entry)
        entry.setAccessibleName(text.replace("&", ""))
        if isinstance(entry, QSpinBox) and not isinstance(field, str):
            entry.setRange(field.low, field.most)
        grid.addWidget(caption, n, 0)
        grid.addWidget(entry, n, 1, beside(entry))
    grid.setColumnStretch(1, 1)  # captions are as wide as their words
    return grid


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
