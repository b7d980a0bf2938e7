"""Notes that are typed into a page and stored as one revision."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPlainTextEdit


class NotesEdit(QPlainTextEdit):
    """Notes, committed on leaving the field or after a pause, as one revision.

    What could not be stored stays in the field, for whomever it was typed, until it is.
    """

    committed = Signal(str)

    def __init__(self, name: str, pause: int = 4000) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setTabChangesFocus(True)
        self._shown = ""
        self._whose = ""
        #: What was typed and refused, by whose notes it would have been.
        self._refused: dict[str, str] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(pause)
        self._pause.timeout.connect(self.commit)
        self.textChanged.connect(self._typed)

    def show_text(self, text: str, whose: str = "") -> None:
        """Show stored notes; text being typed is not overwritten by the same text, nor what was
        refused by what is stored instead."""
        another, self._whose = whose != self._whose, whose
        if another or text != self._shown or not self.hasFocus():
            self._shown = text
            text = self._refused.get(whose, text)
            if text != self.toPlainText():
                self.blockSignals(True)
                self.setPlainText(text)
                self.blockSignals(False)
            self._pause.stop()

    def _typed(self) -> None:
        self._pause.start()

    def commit(self) -> None:
        """Store what was typed, if it differs."""
        self._pause.stop()
        text = self.toPlainText()
        if text == self._shown:
            self._refused.pop(self._whose, None)
        else:
            before, self._shown = self._shown, text
            self._refused.pop(self._whose, None)
            self.committed.emit(text)
            if self._whose in self._refused:
                self._shown = before
            else:
                self.document().clearUndoRedoStacks()  # from here on undo is the group's

    def refuse(self) -> None:
        """Keep what was just committed: it could not be stored."""
        self._refused[self._whose] = self.toPlainText()

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.commit()
