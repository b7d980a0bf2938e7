"""Beside the sides: what is to be done, the open roll, the form being filled in, the sheet of
whoever is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from lastdays.campaign.table_sessions import Tracker
from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.tabletop.last_days.guide import Guide, Task
from lastdays.ui.services import Services
from lastdays.ui.tracker.forms import Form
from lastdays.ui.widgets.ask_panel import AskPanel
from lastdays.ui.widgets.parts import Steady, button, clear, column, holder, label, short, typed

#: The second tap of a double tap is no answer to the next question.
GUARD_MS = 350
#: More moves than these are reached through the cards.
TASKS_MOST = 32


class Panel(QWidget):
    """`wanted` carries a task that was chosen; the rest is what its parts say."""

    wanted = Signal(object)
    answered = Signal(object, str)
    rolled = Signal()
    dropped = Signal()
    nothing_due = Signal()

    def __init__(self, services: Services, sheet: Any) -> None:
        """`sheet` shows whoever is chosen."""
        super().__init__()
        self.services = services
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.outcome = label("", wrap=True)
        self.outcome.setAccessibleName(_("What came of it"))
        self.says = label("", "heading", wrap=True)
        self.notes = label("", "faint", wrap=True)
        self.tasks_box = QVBoxLayout()
        self.tasks_box.setSpacing(4)
        self.tasks = holder(self.tasks_box)
        self.task_buttons: dict[str, QPushButton] = {}
        self._shown: tuple[Task, ...] = ()
        self._since = QElapsedTimer()
        self._since.start()
        self.ask_panel = AskPanel(services.catalogue, services.theme)
        self.ask_panel.guard_ms = GUARD_MS
        self.ask_panel.answered.connect(self.answered.emit)
        self.ask_panel.rolled.connect(self.rolled.emit)
        self.drop_button = button(_("&Drop this roll"), self.dropped.emit)
        self.stuck = label("", "warn", wrap=True)
        self.ask_box = holder(column(self.stuck, self.ask_panel, self.drop_button))
        self.form_box = QVBoxLayout()
        self.form: Form | None = None
        self.form_holder = holder(self.form_box)
        self.sheet = sheet
        self.setLayout(
            column(
                Steady(self.outcome),
                self.ask_box,
                self.form_holder,
                self.says,
                self.tasks,
                self.notes,
                self.sheet,
                1,
                spacing=8,
                margin=8,
            )
        )

    # Forms

    def open_form(self, form: Form) -> None:
        """Shows a form in place of what was there."""
        self.close_form()
        self.form = form
        self.form_box.addWidget(form)

    def close_form(self) -> None:
        """Leaves the form that is open; the keyboard stays here, where nothing happens by itself."""
        if self.form is not None and self._has_focus():
            self.setFocus()
        clear(self.form_box)
        self.form = None

    def press(self, n: int) -> bool:
        """A digit goes to what is open: the nth option of a question or a form, the dice where
        they are asked for. Whether anything is open."""
        if self.ask_box.isVisible():
            ask = self.ask_panel
            if ask.dice is not None:
                ask.dice.field.setFocus()
                ask.dice.field.insert(str(n))
            elif 0 < n <= len(ask.options):
                list(ask.options.values())[n - 1].click()
            return True
        if self.form is None or not self.form.isVisible():
            return False
        if n > 0:
            self.form.press(n)
        return True

    # Showing

    def show_tracker(
        self, tracker: Tracker[Any], chosen: str, mode: str, guide: Guide | None
    ) -> None:
        """Everything as it stands; `mode` is how dice are answered, `guide` what is due, None
        where nobody wants to be told."""
        had = self._has_focus()
        state: Any = tracker.state
        rules: Any = getattr(tracker, "rules", None)
        rolling = tracker.is_open
        if self.form is not None and not rolling and not self.form.show_state(state, rules):
            self.close_form()
        self._ask(tracker, mode)
        formed = self.form is not None and not rolling
        self.ask_box.setVisible(rolling)
        self.form_holder.setVisible(formed)
        plain = not rolling and not formed
        self.says.setVisible(plain and guide is not None)
        self.tasks.setVisible(plain and guide is not None)
        notes = guide.notes if plain and guide is not None else ()
        self.notes.setText("\n".join(f"· {line}" for line in notes))
        self.notes.setVisible(bool(notes))
        if plain and guide is not None:
            self._tasks(guide)
        self.sheet.setVisible(plain and bool(chosen))
        if plain and chosen:
            self.sheet.show_piece(state, rules, chosen, tracker.help)
        if had and (not self._has_focus() or self.hasFocus()):
            self.take_focus()

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        inside = focus is self or (focus is not None and self.isAncestorOf(focus))
        return inside and focus is not None and focus.isVisible()

    def _ask(self, tracker: Tracker[Any], mode: str) -> None:
        if not tracker.is_open:
            self.ask_panel.ask = None
            return
        try:
            standing = tracker.standing()
        except RuleError as error:
            self.stuck.setText(_("{why} This roll cannot go on: drop it.").format(why=error))
            self.stuck.show()
            self.ask_panel.hide()
            return
        self.stuck.hide()
        self.ask_panel.show()
        assert standing is not None
        if standing.ask != self.ask_panel.ask:
            self.ask_panel.show_ask(standing.ask, mode)

    def _tasks(self, found: Guide) -> None:
        self.says.setText(found.says)
        if found.tasks == self._shown:
            return
        self._shown = found.tasks
        self._since.start()
        clear(self.tasks_box)
        self.task_buttons = {}
        more = len(found.tasks) - TASKS_MOST
        for n, task in enumerate(found.tasks[:TASKS_MOST]):
            number = f"&{n + 1}  " if n < 9 else ""
            made = button(
                number + typed(short(task.label, 44)),
                self._chooser(task),
                "first" if n == 0 else "option",
            )
            made.setAccessibleName(task.label)
            made.setEnabled(not task.why_not)
            if task.why_not:
                made.setToolTip(task.why_not)
            self.task_buttons[task.key] = made
            self.tasks_box.addWidget(made)
        if more > 0:
            text = _("and {n} more: choose a card").format(n=more)
            self.tasks_box.addWidget(label(text, "faint"))

    def _chooser(self, task: Task) -> Callable[[], Any]:
        """What a button does, unless it is the second press of the key that brought it here."""

        def choose() -> None:
            if self._since.elapsed() >= self.ask_panel.guard_ms:
                self.wanted.emit(task)

        return choose

    def forget(self) -> None:
        """Another session: nothing of the last one is kept."""
        self._shown = ()
        clear(self.tasks_box)
        self.task_buttons = {}
        self.close_form()
        self.outcome.setText("")
        self.ask_panel.ask = None

    def take_focus(self) -> None:
        """The keyboard goes to what comes next: the ask, the form, the first move that can be
        made; `nothing_due` where there is none."""
        guided = not self.tasks.isHidden()
        due = (b for b in self.task_buttons.values() if b.isEnabled())
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
