"""An editor for notes, which are stored as one revision; an entry begins with a date."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QToolButton

from lastdays.language import _, titled
from lastdays.rulebook import pictograms
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import make_timer, set_name_and_hint

#: The side of the button that inserts the date, in pixels at 100 %.
DATE = 36
#: The size of its drawing, in pixels at 100 %.
CALENDAR = 18


def today() -> str:
    """Return today's date as it begins an entry."""
    return date.today().isoformat()


class NotesEdit(QPlainTextEdit):
    """An editor for notes, stored when it loses the focus or after a pause in ms: `store` is given
    the owner's id and the text, and returns whether it succeeded.

    Text that couldn't be stored is kept for its owner until it can be. With a `theme`, a button in
    the corner begins an entry with today's date, as F5 does.
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
        self._theme_of_date = theme
        self.date_button = QToolButton(self)
        self._set_date_button(name)
        self.setAccessibleName(name)
        self.setPlaceholderText(name)
        self.setTabChangesFocus(True)
        self._shown = ""
        self._whose = ""
        #: Texts that couldn't be stored, by the ids of their owners.
        self._refused: dict[str, str] = {}
        self._pause = make_timer(self, pause, self.commit)
        self.textChanged.connect(self._pause.start)

    def _set_date_button(self, name: str) -> None:
        """Set up the button that begins an entry; it is hidden without a theme."""
        text = _("{notes}: start an entry with today's date (F5)", notes=name)
        set_name_and_hint(self.date_button, text)
        self.date_button.setProperty("kind", "plain")
        self.date_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.date_button.clicked.connect(lambda _on=False: self.add_date())
        theme = self._theme_of_date
        self.date_button.setVisible(theme is not None)
        if theme is not None:
            theme.call_now_and_on_change(self._draw_date)

    def show_text(self, text: str, whose: str = "") -> None:
        """Show the notes of an owner, unless text that is being typed or couldn't be stored would be
        overwritten. What was typed for another owner is stored first."""
        is_another = whose != self._whose
        if is_another:
            self.commit()
            self._whose = whose
        is_being_typed = self.hasFocus() and text == self._shown
        if is_being_typed and not is_another:
            return
        self._shown = text
        kept_text = self._refused.get(whose, text)
        if kept_text != self.toPlainText():
            with QSignalBlocker(self):
                self.setPlainText(kept_text)
        self._pause.stop()

    def add_date(self) -> None:
        """Begin an entry at the end with today's date, unless one has just been begun there."""
        self.setFocus()
        text = self.toPlainText()
        beginning = f"{titled(today())} "
        if not text.endswith(beginning):
            on_new_line = text == "" or text.endswith("\n")
            end = QTextCursor(self.document())
            end.movePosition(QTextCursor.MoveOperation.End)
            end.insertText(beginning if on_new_line else "\n" + beginning)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.ensureCursorVisible()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F5:
            self.add_date()
        elif self.date_button.hasFocus():
            event.ignore()  # it came up from the button, and isn't typed here
        else:
            super().keyPressEvent(event)

    def _draw_date(self) -> None:
        theme = self._theme_of_date
        if theme is None:
            return
        theme.set_icon(self.date_button, pictograms.token("date"), "faint_text", CALENDAR)
        side = theme.pixels(DATE)
        self.date_button.setFixedSize(side, side)
        self.setViewportMargins(0, 0, side, 0)
        self._place_date()

    def _place_date(self) -> None:
        self.date_button.move(self.width() - self.date_button.width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_date()

    def commit(self) -> None:
        """Store what was typed, if it differs."""
        self._pause.stop()
        text = self.toPlainText()
        stored_text = self._shown
        whose = self._whose
        self._refused.pop(whose, None)
        if text == stored_text:
            return
        self._shown = text
        succeeded = self._store(whose, text)
        if succeeded:
            self.document().clearUndoRedoStacks()  # from now on, undo is the group's
        else:
            self._refused[whose] = text
            self._shown = stored_text

    def focusOutEvent(self, event: object) -> None:
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.commit()
