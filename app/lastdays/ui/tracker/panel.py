"""Beside the sides: what is to be done, the open roll, the form being filled in, the sheet of
whoever is chosen."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from lastdays.campaign.table_sessions import OpenSession
from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.tabletop.view import ButtonView, Guide
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.services import Services
from lastdays.ui.tracker.ending import EndForm
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.hanging import MARK, HangingLines
from lastdays.ui.tracker.moves import Moves
from lastdays.ui.tracker.sheet import Sheet
from lastdays.ui.tracker.telling import Telling
from lastdays.ui.widgets.parts import Steady, button, clear, column, holder, label

#: The second tap of a double tap is no answer to the next question.
GUARD_MS = 350


class Panel(QWidget):
    """`wanted` carries a button of the moves that are due; the rest is what its parts say."""

    wanted = Signal(object)
    answered = Signal(object, str)
    rolled = Signal()
    dropped = Signal()
    nothing_due = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(_("What is due"))  # the keyboard rests here where nothing is
        self.outcome = label("", wrap=True)
        self.outcome.setAccessibleName(_("What came of it"))
        self.says = label("", "heading", wrap=True)
        self._said = Steady(self.says)
        self.notes = HangingLines("faint")
        self.moves = Moves()
        self.moves.wanted.connect(self._choose)
        self._since = QElapsedTimer()
        self._since.start()
        self.ask_panel = AskPanel(services.catalogue, services.theme)
        self.ask_panel.guard_ms = GUARD_MS
        self.telling = Telling(self)
        self.ask_panel.tells = partial(self.telling.tell, "question")
        self.ask_panel.answered.connect(self.answered.emit)
        self.ask_panel.rolled.connect(self.rolled.emit)
        self.drop_button = button(_("&Drop this roll"), self.dropped.emit)
        self.stuck = label("", "warn", wrap=True)
        self.ask_box = holder(column(self.stuck, self.ask_panel, self.drop_button))
        self.form_box = QVBoxLayout()
        self.form_box.setContentsMargins(0, 0, 0, 0)
        self.form: Form | EndForm | None = None
        self.form_holder = holder(self.form_box)
        self.sheet = Sheet(services.theme)
        self.foot = holder(column(Steady(self.outcome), margin=0))
        margins = self.foot.layout()
        assert margins is not None
        margins.setContentsMargins(14, 0, 14, 8)
        self.setLayout(
            column(
                self.ask_box,
                self.form_holder,
                self._said,
                self.moves,
                self.notes,
                self.sheet,
                1,
                spacing=8,
                margin=8,
            )
        )

    # Forms

    def open_form(self, form: Form | EndForm) -> None:
        """Show a form in place of what was there."""
        self.close_form()
        self._park()
        self.form = form
        self.form_box.addWidget(form)
        if isinstance(form, Form):
            self.telling.tell("due", form.title, form.title.text())
            self.telling.tell("question", form.number, form.number.text())

    def close_form(self) -> None:
        """Leave the form that is open; the keyboard stays here, where nothing happens by itself."""
        if self.form is not None and self._has_focus():
            self.setFocus()
        clear(self.form_box)
        self.form = None

    def press(self, n: int) -> bool:
        """Give a digit to the form that is open; a question takes its own. Return whether
        anything is open."""
        if self.ask_box.isVisible():
            return True
        if self.form is None or not self.form.isVisible():
            return False
        if n > 0:
            self.form.press(n)
        return True

    # Showing

    def show_session(self, session: OpenSession, chosen: str, mode: str) -> None:
        """Show everything as it stands; `mode` is how dice are answered."""
        had = self._has_focus()
        rolling = session.is_open
        if self.form is not None and not rolling and not self.form.show_now():
            self.close_form()
        self._ask(session, mode)
        formed = self.form is not None and not rolling
        plain = not rolling and not formed
        guide = session.guide() if plain and session.help == "guided" else None
        self.ask_box.setVisible(rolling)
        self.form_holder.setVisible(formed)
        self._said.setVisible(guide is not None)
        self.moves.setVisible(guide is not None)
        notes = guide.notes if guide is not None else ()
        self.notes.setText("\n".join(MARK + line for line in notes))
        self.notes.setVisible(bool(notes))
        if guide is not None:
            self._show_moves(guide)
        sheet = session.sheet(chosen) if plain and chosen else None
        self.sheet.setVisible(sheet is not None)
        if sheet is not None:
            self.sheet.show_view(sheet)
        if had and (not self._has_focus() or self.hasFocus()):
            self.take_focus()
            if self.hasFocus():  # what was made just now takes the keyboard once it is seen
                QTimer.singleShot(0, self._take_late)

    def _take_late(self) -> None:
        if self.hasFocus():
            self.take_focus()

    def _park(self) -> None:
        """Keep the keyboard while an ask goes: Qt would hand it on, in the end to Undo, and the
        next press would take the roll back."""
        if self._has_focus():
            self.setFocus()

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        inside = focus is self or (focus is not None and self.isAncestorOf(focus))
        return inside and focus is not None and focus.isVisible()

    def _ask(self, session: OpenSession, mode: str) -> None:
        if not session.is_open:
            if self.ask_panel.ask is not None:
                self._park()
            self.ask_panel.ask = None
            return
        try:
            standing = session.standing()
        except RuleError as error:
            self.stuck.setText(_("{why} This roll cannot go on: drop it.").format(why=error))
            self.stuck.show()
            self.ask_panel.hide()
            return
        self.stuck.hide()
        self.ask_panel.show()
        assert standing is not None
        if standing.ask != self.ask_panel.ask:
            self._park()
            self.ask_panel.show_ask(standing.ask, mode)

    def ask_again(self) -> None:
        """Put the open ask anew, as another way of answering has it."""
        self.ask_panel.ask = None

    def _show_moves(self, guide: Guide) -> None:
        if guide.says != self.says.text():
            self.telling.tell("due", self.says, guide.says)
        self.says.setText(guide.says)
        if guide.moves == self.moves.shown:
            return
        self._since.start()
        if any(b.hasFocus() for b in self.move_buttons.values()):
            self._park()
        self.moves.show_moves(guide.moves)

    @property
    def move_buttons(self) -> dict[str, QPushButton]:
        """Return the buttons of the moves that are due, by the moves' keys."""
        return self.moves.buttons

    def _choose(self, move: ButtonView) -> None:
        """Do what a button says, but for the second press of the key that brought it here."""
        if self._since.elapsed() >= self.ask_panel.guard_ms:
            self.wanted.emit(move)

    def forget(self) -> None:
        """Keep nothing of the last session: another one is shown."""
        self.moves.forget()
        self.close_form()
        self.outcome.setText("")
        self.ask_panel.ask = None

    def take_focus(self) -> None:
        """Put the keyboard on what comes next: the ask, the form, the first move that can be
        made; `nothing_due` where there is none."""
        guided = not self.moves.isHidden()
        due = (b for b in self.move_buttons.values() if b.isEnabled())
        first = next(due, None) if guided else None
        if not self.ask_box.isHidden():
            if self.ask_panel.isHidden() or not self.ask_panel.take_focus():
                self.drop_button.setFocus()
        elif self.form is not None:
            self.form.take_focus()
        elif first is not None:
            first.setFocus()
        else:
            self.setFocus()
            if guided:
                self.nothing_due.emit()
