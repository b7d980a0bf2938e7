"""What is said in place of a list that is still empty."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from lastdays.ui.widgets.parts import label


def nothing_yet(text: str) -> QLabel:
    """Return a sentence that takes the room of the list it stands for, and is read at its top."""
    made = label(text, "faint", wrap=True)
    made.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    return made
