"""Notes that are typed into a page and stored as one revision; a date begins an entry."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QToolButton

from lastdays.language import _, titled
from lastdays.rulebook import pictograms
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import entitle, timer

#: The button that writes the date, and its drawing, in pixels at 100 %.
DATE, CALENDAR = 36, 18


def today() -> str:
    """Return the date as it begins an entry of notes."""
    return date.today().isoformat()


class NotesEdit(QPlainTextEdit):
    """Notes, committed on leaving the field or after a pause, as one revision: `store` is given whose
    they are and the text, and returns whether it went well.

    What could not be stored stays in the field, for whomever it was typed, until it is. With a
    `theme`, a button in the corner begins an entry with today's date, as F5 does.
    """

    def __init__(
        self,
        name: str,
        store: Callable[[str, str], bool],
        pause: int = 4000,
        theme: Theme | None = None,
    ) -> None:
        super().__init__()
        self._store = store
        self.date_button = QToolButton(self)
        text = _("{notes}: begin an entry with today's date (F5)", notes=name)
        entitle(self.date_button, text)
        self.date_button.setProperty("kind", "plain")
        self.date_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.date_button.clicked.connect(lambda _on=False: self.add_date())
        self.date_button.setVisible(theme is not None)
        self._theme_of_date = theme
        if theme is not None:
            theme.changed.connect(self._draw_date)
            self._draw_date()
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setTabChangesFocus(True)
        self._shown = ""
        self._whose = ""
        #: What was typed and refused, by whose notes it would have been.
        self._refused: dict[str, str] = {}
        self._pause = timer(self, pause, self.commit)
        self.textChanged.connect(self._typed)

    def show_text(self, text: str, whose: str = "") -> None:
        """Show stored notes; text being typed is not overwritten by the same text, nor what was
        refused by what is stored instead. What was typed for another is stored first."""
        if another := whose != self._whose:
            self.commit()
        self._whose = whose
        if another or text != self._shown or not self.hasFocus():
            self._shown = text
            text = self._refused.get(whose, text)
            if text != self.toPlainText():
                self.blockSignals(True)
                self.setPlainText(text)
                self.blockSignals(False)
            self._pause.stop()

    def add_date(self) -> None:
        """Begin an entry at the end with today's date; where one was just begun, go on there."""
        self.setFocus()
        text = self.toPlainText()
        begun = f"{titled(today())} "
        if not text.endswith(begun):
            lead = "" if not text or text.endswith("\n") else "\n"
            end = QTextCursor(self.document())
            end.movePosition(QTextCursor.MoveOperation.End)
            end.insertText(lead + begun)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.ensureCursorVisible()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F5:
            self.add_date()
            return
        super().keyPressEvent(event)

    def _draw_date(self) -> None:
        theme = self._theme_of_date
        if theme is not None:
            theme.draw_on(self.date_button, pictograms.token("date"), "faint_text", CALENDAR)
            self.date_button.setFixedSize(theme.px(DATE), theme.px(DATE))
            self.setViewportMargins(0, 0, theme.px(DATE), 0)
            self._place_date()

    def _place_date(self) -> None:
        self.date_button.move(self.width() - self.date_button.width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_date()

    def _typed(self) -> None:
        self._pause.start()

    def commit(self) -> None:
        """Store what was typed, if it differs."""
        self._pause.stop()
        text, before, whose = self.toPlainText(), self._shown, self._whose
        self._refused.pop(whose, None)
        if text == before:
            return
        self._shown = text
        if self._store(whose, text):
            self.document().clearUndoRedoStacks()  # from here on undo is the group's
        else:
            self._refused[whose], self._shown = text, before

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.commit()
