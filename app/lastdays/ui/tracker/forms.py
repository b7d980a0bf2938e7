"""The forms of a session: opened, filled in, opened again while they apply."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from lastdays.language import _
from lastdays.procedure.asks import Sum
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.view import ButtonView, FormView, Tap
from lastdays.ui.services import Services
from lastdays.ui.tracker.control import Control
from lastdays.ui.tracker.ending import EndForm
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.naming import NameDialog
from lastdays.ui.tracker.panel import Panel


class Forms(QObject):
    """`opened`: a form stands in the panel; `pressed` carries the button that was pressed in it,
    `closed` that it is left, `ended` where an ended game leads."""

    opened = Signal()
    pressed = Signal(object)
    closed = Signal()
    ended = Signal(str)

    def __init__(self, services: Services, control: Control, panel: Panel) -> None:
        super().__init__(panel)
        self.services = services
        self.control = control
        self.panel = panel
        self.naming: NameDialog | None = None
        #: The form that opens anew after its act: its name, whom it is about, what is kept.
        self._again: tuple[str, str, dict[str, str]] | None = None
        control.moved.connect(self._given_up)
        control.unchanged.connect(self._given_up)

    def forget(self) -> None:
        """Open no form anew: another session is shown."""
        self._again = None

    def _given_up(self) -> None:
        """Open no form anew after an act that was refused or undone."""
        session = self.control.session
        if session is None or not session.is_open:
            self._again = None

    def open(self, form: str, about: str) -> None:
        """Open a form of the game about a piece, where it applies."""
        self._again = None
        if self._make(form, about, {}):
            self.opened.emit()

    def _make(self, form: str, about: str, kept: Mapping[str, str]) -> bool:
        session = self.control.session
        if session is None:
            return False

        def ask(chosen: Mapping[str, str]) -> FormView | None:
            return session.form(form, about, chosen)

        made = Form(self.services.theme, ask, kept)
        if not made.show_now():
            made.deleteLater()
            return False
        made.pressed.connect(self._press)
        made.thrown.connect(self._throw)
        made.closed.connect(self.closed)
        self.panel.open_form(made)
        return True

    def ask_end(self) -> None:
        """Open the form that ends the game: how it ended, before it is said to have."""
        session = self.control.session
        if session is None:
            return
        if session.is_open:
            self.services.said.emit(_("A roll is still open: finish it, or drop it."), "harm")
            return
        made = EndForm(self.services, session)
        made.show_now()
        made.closed.connect(self.closed)
        made.ended.connect(self.ended)
        self.panel.open_form(made)
        self.opened.emit()

    def rename(self, piece: str) -> None:
        """Ask for another name of a piece, until there is one that can be or none is wanted."""
        session = self.control.session
        if session is None:
            return

        def take(name: str) -> str:
            return self.control.refusal(Tap("rename", {"piece": piece, "name": name}))

        self.naming = NameDialog(self.panel, session.name(piece), take)
        self.naming.finished.connect(self.naming.deleteLater)
        self.services.theme.dress(self.naming)
        self.naming.open()

    def _press(self, entry: ButtonView) -> None:
        form = self.panel.form
        self._again = None
        if isinstance(form, Form) and form.view is not None and form.view.again:
            self._again = (form.view.form, form.view.about, form.kept())
        self.panel.close_form()
        self.pressed.emit(entry)

    def _throw(self, entry: ButtonView, face: int) -> None:
        """Do what a button does, and answer the D6 it asks for at once."""
        self._press(entry)
        session = self.control.session
        standing = session.standing() if session is not None and session.is_open else None
        ask = standing.ask if standing is not None else None
        if isinstance(ask, Sum) and (ask.dice.count, ask.dice.faces) == (1, 6):
            self.control.answer(face, "typed")

    def after(self, event: Event) -> bool:
        """Open the form anew whose act was done, with what is kept of it; return whether it is."""
        session = self.control.session
        if self._again is None or session is None or session.is_open:
            return False
        (form, about, kept), self._again = self._again, None
        return event.name.key != "dropped" and self._make(form, about, kept)
