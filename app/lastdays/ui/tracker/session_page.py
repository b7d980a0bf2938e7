"""What every session's page has: Next, the board, the panel, the log, undo, the second window."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QInputDialog,
    QScrollArea,
    QWidget,
)

from lastdays.campaign.table_sessions import Tracker
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.tabletop.last_days.guide import Guide, Task
from lastdays.tabletop.phrases import dice_in_words
from lastdays.ui.navigation import Route, TableRoute
from lastdays.ui.pages.page import Page
from lastdays.ui.services import Services
from lastdays.ui.tracker.awake import Awake
from lastdays.ui.tracker.bar import PhaseBar
from lastdays.ui.tracker.log import Log
from lastdays.ui.tracker.panel import Panel
from lastdays.ui.widgets.parts import Flow, Picker, button, column, holder, label, scrolling

PANEL = 372


class SessionPage(Page):
    """A session being played. Every tap is stored before it is shown.

    A game's own page makes the board and the sheet, says what the bar shows and what is due, and
    opens its forms.
    """

    def __init__(self, services: Services, board: Any, sheet: Any) -> None:
        super().__init__()
        self.services = services
        self.tracker: Tracker[Any] | None = None
        self.chosen = ""
        self.table_view = False
        self._looking: Any = None
        self.opposite: Any = None
        self.awake = Awake()
        theme = services.theme

        self.bar = PhaseBar(theme)
        self.bar.next.connect(self.next)
        self.board = board
        self.board.chosen.connect(self.choose)
        self.board.counted.connect(self.count)
        self.board.marked.connect(lambda piece, name: self.tap("mark", piece=piece, name=name))
        self.board.tapped.connect(lambda what, args: self.tap(what, **args))
        self.panel = Panel(services, sheet)
        self.panel.wanted.connect(self.do_task)
        self.panel.answered.connect(self.answer)
        self.panel.rolled.connect(self.roll)
        self.panel.dropped.connect(self.drop)
        self.panel.nothing_due.connect(self._to_next)
        sheet.tapped.connect(lambda what, args: self.tap(what, **args))
        sheet.played.connect(lambda play, args: self.play(play, **args))
        sheet.formed.connect(self.form)
        sheet.counted.connect(self.count)
        self.log = Log()
        self.log.closed.connect(self.close_log)
        self.log.went.connect(self.go_back_to)
        self.log.looked.connect(self._look_at)
        self.log.forward.connect(self.go_forward)
        self.log.hide()
        self.panel_area: QScrollArea = scrolling(self.panel)

        self.mode = Picker()
        for way, text in (
            ("roll", _("roll for me")), ("typed", _("I roll")), ("set", _("set the result")),
        ):  # fmt: skip
            self.mode.addItem(text, way)
        self.mode.setAccessibleName(_("How dice are answered"))
        self.mode.activated.connect(lambda _n: self._mode_chosen())
        self.log_button = button(_("Lo&g"), self.toggle_log)
        self.opposite_button = button(_("&Opposite"), self.show_opposite)
        self.opposite_button.setToolTip(
            _("A second window for the player opposite; R turns it round")
        )
        self.clock_button = button(_("Cloc&k"), self._toggle_clock)
        self.clock_button.setCheckable(True)
        self.view_button = button(_("Table vie&w"), self.toggle_table_view)
        self.view_button.setCheckable(True)
        self.view_button.setToolTip(_("The whole screen for the table"))
        self.swap_button = button(_("Moves"), self._swap)
        self.end_button = button(_("&End game…"), self.ask_end)
        self.leave_button = button(_("Leave"), self._leave)
        self.extra_tools = self.own_tools()
        self.tools_flow = Flow(
            self.leave_button,
            self.swap_button,
            *self.extra_tools,
            self.mode,
            self.log_button,
            self.opposite_button,
            self.clock_button,
            self.view_button,
            self.end_button,
            spacing=4,
        )
        self.ended_note = label("", "warn", wrap=True)
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(8)
        self.body.addWidget(self.board, 1)
        self.body.addWidget(self.panel_area)
        self.body.addWidget(self.log, 1)
        outer = column(
            self.bar, holder(self.tools_flow), self.ended_note, self.body, spacing=4, margin=6
        )
        outer.setStretch(3, 1)
        self.setLayout(outer)
        next_key = QShortcut(QKeySequence("Ctrl+Return"), self)
        next_key.activated.connect(self.bar.next_button.click)
        theme.reshaped.connect(self._reshaped)
        theme.changed.connect(self._arrange)
        self._show_moves = True
        self._arrange()

    # What a game's own page says

    def own_tools(self) -> tuple[QWidget, ...]:
        """Tools of this game, beside those of all."""
        return ()

    @abstractmethod
    def read(self, session: str) -> Tracker[Any] | None:
        """The session out of the store."""

    @abstractmethod
    def guide(self, state: Any) -> Guide:
        """What is due now."""

    @abstractmethod
    def show_bar(self, state: Any) -> None:
        """Turn, phases, who is left."""

    def waiting(self, state: Any) -> list[str]:
        """The pieces that have not had their turn."""
        return []

    @abstractmethod
    def seats(self, state: Any) -> set[str]:
        """The columns of the board."""

    def form(self, kind: str, about: str) -> None:
        """Opens a form about a piece."""
        if kind == "rename":
            self.rename(about)

    @abstractmethod
    def end_form(self) -> Any:
        """The form that ends the game."""

    @abstractmethod
    def make_opposite(self) -> Any:
        """The window for the player opposite."""

    def list_route(self) -> Route:
        """Where leaving leads."""
        return TableRoute()

    def next_args(self) -> dict[str, Any]:
        """What Next is told."""
        return {}

    # Opening

    def show_session(self, session: str) -> bool:
        """Opens a session where its last tap left it; whether there is one."""
        if self.tracker is not None and self.tracker.id == session:
            self.refresh()
            return True
        tracker = self.services.ask(lambda: self.read(session))
        if tracker is None:
            return False
        self.tracker = tracker
        self.chosen = ""
        self._looking = None
        self.panel.forget()
        self.close_log()
        self.opened(tracker)
        self.board.build(tracker.state)
        self.mode.setCurrentIndex(self.mode.findData(self._campaign_mode()))
        if tracker.rules_changed and not tracker.ended:
            self.services.said.emit(
                _(
                    "The rulebook is not the one this game began with: what was done stands, "
                    "from now on the new one counts."
                ),
                "",
            )
        self.show_all()
        return True

    def opened(self, tracker: Any) -> None:
        """Another session is shown from now on."""

    def _campaign_mode(self) -> str:
        tracker = self.tracker
        if tracker is None or tracker.campaign is None:
            return "roll"
        campaign = tracker.campaign
        view = self.services.ask(lambda: self.services.workspace.campaign(campaign))
        return view.campaign.dice if view is not None else "roll"

    def current(self) -> Tracker[Any]:
        """The session that is open."""
        assert self.tracker is not None
        return self.tracker

    def refresh(self) -> None:
        """Shows the session anew; it is read from the store only when it is opened."""
        if self.tracker is not None:
            self.show_all()

    def forget(self) -> None:
        """No session is open any more."""
        self.tracker = None
        self.awake.release()
        if self.opposite is not None:
            self.opposite.close()

    def _leave(self) -> None:
        self.services.go.emit(self.list_route())

    def _to_next(self) -> None:
        if self.bar.next_button.isEnabled():
            self.bar.take_focus()

    def take_focus(self) -> None:
        """Where the keyboard begins."""
        if self.panel_area.isVisible():
            self.panel.take_focus()
        else:
            self.bar.next_button.setFocus()

    # Showing

    def _arrange(self) -> None:
        """Board and panel side by side, or one at a time where it is narrow."""
        theme = self.services.theme
        narrow = theme.narrow
        logging = self.log.isVisibleTo(self)
        self.swap_button.setVisible(narrow and not logging)
        self.swap_button.setText(_("Table") if self._show_moves else _("Moves"))
        self.panel_area.setVisible(not logging and (not narrow or self._show_moves))
        self.board.setVisible(not narrow or not (self._show_moves or logging))
        if narrow:
            self.panel_area.setMinimumWidth(0)
            self.panel_area.setMaximumWidth(16777215)
        else:
            self.panel_area.setFixedWidth(theme.px(PANEL))
        self.panel_area.setMinimumHeight(theme.px(60))
        for tool in (self.leave_button, self.mode, self.opposite_button, self.clock_button,
                     self.end_button, *self.extra_tools):  # fmt: skip
            tool.setVisible(not self.table_view)

    def _reshaped(self, _narrow: bool) -> None:
        self._arrange()

    def _swap(self) -> None:
        self._show_moves = not self._show_moves
        self._arrange()

    def show_moves(self) -> None:
        """Where it is narrow, the panel and not the board."""
        self._show_moves = True
        self._arrange()

    def show_all(self) -> None:
        """Everything as it stands, or as it stood where the log is looked at."""
        tracker = self.tracker
        if tracker is None:
            return
        looking = self._looking is not None
        state = self._looking if looking else tracker.state
        rolling = tracker.is_open
        self.show_bar(state)
        if set(self.board.headings) != self.seats(state):
            self.board.build(state)
        rules = getattr(tracker, "rules", None)
        self.board.show_state(state, rules, self.chosen, self.waiting(state))
        self.board.setEnabled(not looking)
        self.bar.next_button.setEnabled(not looking and not rolling)
        self.end_button.setEnabled(not rolling)
        self.end_button.setToolTip(
            _("A roll is still open: finish it, or drop it.") if rolling else ""
        )
        if not looking and not self.log.isVisible():
            guide = self.guide(state) if tracker.help == "guided" else None
            self.panel.show_tracker(tracker, self.chosen, str(self.mode.currentData()), guide)
        if self.opposite is not None and self.opposite.isVisible():
            self.opposite.show_state(state)
        self.ended_note.setVisible(bool(tracker.ended))
        if tracker.ended:
            self.ended_note.setText(
                _("This game has ended. What is changed now counts when it is ended again.")
            )

    def _after(self, event: Any) -> None:
        """A tap was stored: what came of it is said, everything it touched is shown."""
        tracker = self.current()
        text = tracker.words.outcome(event) or tracker.words.event(event)
        if event.name.key != "play" and event.says:
            text = f"{tracker.words.event(event)}. {text}"
        self.panel.outcome.setText(text)
        self.follow(tracker.state)
        if self.log.isVisible():
            self.log.show_tracker(tracker)
        self.show_all()
        self.services.said.emit("", "")  # what was refused before is past
        self.services.stepped.emit()

    def follow(self, state: Any) -> None:
        """Whoever acts is looked at."""

    def choose(self, piece: str) -> None:
        """Looks at a piece; an open form may want it."""
        if self.panel.form is not None and self.panel.form.pick(piece):
            return
        if self.panel.form is not None and not self.panel.form.stays:
            self.panel.close_form()
        self.chosen = piece
        if self.services.theme.narrow and QApplication.mouseButtons():
            self.show_moves()
        self.show_all()

    # Doing

    def tap(self, what: str, **args: Any) -> None:
        """A tap, stored at once."""
        tracker = self.tracker
        if tracker is not None:
            self._run(lambda: tracker.tap(what, **args))

    def count(self, piece: str, name: str, amount: int) -> None:
        """A counter of a card."""
        self.tap("count", piece=piece, name=name, amount=amount)

    def next(self) -> None:
        """The next step of the turn."""
        if self.tracker is not None:
            self.panel.close_form()
            self.tap("next", **self.next_args())
            if self.bar.next_button.hasFocus() and self.panel_area.isVisible():
                self.panel.take_focus()

    def play(self, play: str, **args: Any) -> None:
        """Begins a procedure."""
        tracker = self.tracker
        if tracker is not None:
            self.show_moves()
            self._run(lambda: tracker.start(play, **args))
            if tracker.is_open and self.panel.isVisible():
                self.panel.take_focus()

    def roll(self) -> None:
        """The program's dice answer the open ask."""
        tracker = self.tracker
        if tracker is None or self.services.ask(tracker.roll) is None:
            return
        last = tracker.timeline.entries[-1].event
        self._done(last)
        if tracker.is_open:
            self.panel.outcome.setText(dice_in_words(last.dice))

    def answer(self, value: object, how: str) -> None:
        """An answer to the open ask."""
        tracker = self.tracker
        if tracker is not None:
            self._run(lambda: tracker.answer(value, how))

    def drop(self) -> None:
        """The open roll is left unfinished."""
        if self.tracker is not None:
            self._run(self.tracker.drop)

    def _run(self, action: Any) -> None:
        try:
            event = action()
        except LastDaysError as error:
            self.services.said.emit(str(error), "harm")
            self.show_all()
            return
        self._done(event)

    def _done(self, event: Any) -> None:
        if event is None or self.tracker is None:
            self.show_all()
            return
        self._after(event)
        self.done(event)

    def done(self, event: Any) -> None:
        """Something was done and is shown."""

    def do_task(self, task: Task) -> None:
        """What a button of the list wants."""
        if task.about:
            self.chosen = task.about
        match task.kind:
            case "play":
                self.play(task.name, **task.args)
            case "tap":
                self.tap(task.name, **task.args)
            case "end":
                self.ask_end()
            case "look":
                self.choose(task.about)
            case _:
                self.form(task.kind, task.about)

    def rename(self, piece: str) -> None:
        """Asks for another name."""
        name = self.current().state.name(piece)
        text, taken = QInputDialog.getText(self, _("Name it"), _("Name"), text=name)
        if taken:
            self.tap("rename", piece=piece, name=text)

    def open_form(self, form: Any) -> None:
        """Shows a form in the panel."""
        form.done.connect(self._form_done)
        form.tapped.connect(lambda what, args: self.tap(what, **args))
        form.closed.connect(self.close_form)
        self.panel.open_form(form)
        self.show_moves()
        self.show_all()
        self.panel_area.ensureVisible(0, 0)
        form.take_focus()

    def _form_done(self, play: str, args: dict[str, Any]) -> None:
        self.form_used(self.panel.form)
        self.panel.close_form()
        self.play(play, **args)

    def form_used(self, form: Any) -> None:
        """A form was filled in."""

    def close_form(self) -> None:
        """Leaves the form that is open."""
        self.panel.close_form()
        self.show_all()
        self.panel.take_focus()

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """What undo and redo would do at the table."""
        if self.tracker is None:
            return None, None
        return self.tracker.undo_name, self.tracker.redo_name

    def undo(self) -> None:
        """Takes the last tap back; says so where that crosses a throw of dice."""
        self._back_and_forth("undo")

    def redo(self) -> None:
        """Brings it back."""
        self._back_and_forth("redo")

    def _back_and_forth(self, way: str) -> None:
        tracker = self.tracker
        if tracker is None:
            return
        undone = self.services.ask(getattr(tracker, way))
        if undone is None:
            return
        self._looking = None
        self.panel.close_form()
        verb = _("Undone") if way == "undo" else _("Done again")
        text = _("{verb}: {what}.").format(verb=verb, what=undone.what)
        if undone.dice and way == "undo":
            text += " " + _("This takes back dice: {dice}.").format(dice=undone.dice)
            self.services.said.emit(text, "")
        self.panel.outcome.setText(text)
        self.show_all()
        if self.log.isVisible():
            self.log.show_tracker(tracker)
            self.log.table.setFocus()
        self.services.stepped.emit()

    # The log

    def toggle_log(self) -> None:
        """Opens the log beside the board, or closes it."""
        if self.log.isVisible():
            self.close_log()
            return
        if self.tracker is None:
            return
        self.log.show()
        self._looking = None
        self.log.show_tracker(self.tracker)
        self._arrange()
        self.log.table.setFocus()

    def close_log(self) -> None:
        """Back to the game as it is now."""
        if self.log.isVisibleTo(self):
            self.log.hide()
            self._looking = None
            self._arrange()
            self.show_all()
            self.panel.take_focus()

    def _look_at(self, count: int) -> None:
        tracker = self.tracker
        if tracker is None or not self.log.isVisible():
            return
        total = len(tracker.timeline.entries)
        if count >= total:
            self._looking = None
            self.log.say("")
        else:
            self._looking = tracker.seen_at(count)
            self.log.say(_("The table as it was then, {n} taps ago.").format(n=total - count))
        self.show_all()

    def go_back_to(self, count: int) -> None:
        """Plays on from a point of the log; what came after can be had back."""
        tracker = self.tracker
        if tracker is None or count >= len(tracker.timeline.entries):
            return
        self._looking = None
        taken = len(tracker.timeline.entries) - count
        self.services.quietly(lambda: tracker.go_back_to(count))
        self.panel.close_form()
        self.services.said.emit(
            _("{n} taps taken back; Redo or the log brings them again.").format(n=taken), ""
        )
        self.log.show_tracker(tracker)
        self.show_all()
        self.services.stepped.emit()

    def go_forward(self) -> None:
        """Everything that was taken back, again."""
        tracker = self.tracker
        if tracker is None:
            return
        self._looking = None
        self.services.quietly(tracker.go_forward)
        self.log.show_tracker(tracker)
        self.show_all()
        self.services.stepped.emit()

    # The end

    def ask_end(self) -> None:
        """How it ended, before it is said to have."""
        if self.tracker is None:
            return
        if self.tracker.is_open:
            self.services.said.emit(_("A roll is still open: finish it, or drop it."), "harm")
            return
        self.close_log()
        form = self.end_form()
        form.ended.connect(self._ended)
        self.open_form(form)

    def _ended(self, where: str) -> None:
        self.panel.close_form()
        self.awake.release()
        self.leave_ended(where)

    def leave_ended(self, where: str) -> None:
        """Where an ended game leads."""
        self._leave()

    # Around the table

    def _mode_chosen(self) -> None:
        self.panel.ask_panel.ask = None
        self.show_all()

    def _toggle_clock(self) -> None:
        self.bar.clock.set_on(self.clock_button.isChecked())

    def show_opposite(self) -> None:
        """The window for the player opposite."""
        tracker = self.tracker
        if tracker is None:
            return
        if self.opposite is None:
            self.opposite = self.make_opposite()
        self.opposite.show_state(tracker.state)
        self.opposite.show()
        self.opposite.activateWindow()

    def toggle_table_view(self) -> None:
        """The whole screen for the table, and back."""
        self.table_view = not self.table_view
        self.view_button.setChecked(self.table_view)
        self.services.table_view.emit(self.table_view)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk from counter to counter; letters go to one of the chosen piece."""
        keys = Qt.Key
        steps = {
            keys.Key_Left: (-1, 0),
            keys.Key_Right: (1, 0),
            keys.Key_Up: (0, -1),
            keys.Key_Down: (0, 1),
        }
        step = steps.get(keys(event.key()))
        if step is not None and self.board.isVisible():
            self.board.walk(QApplication.focusWidget(), *step)
            return
        typed = event.text()
        if typed.isascii() and typed.isdigit() and self.panel.press(int(typed)):
            return
        if self.letter(typed.lower()):
            return
        if event.key() == keys.Key_Escape:
            if self.log.isVisible():
                self.close_log()
            elif self.panel.form is not None:
                self.close_form()
            elif self.table_view:
                self.toggle_table_view()
            return
        super().keyPressEvent(event)

    def letter(self, letter: str) -> bool:
        """A letter without a control of its own; whether it meant something."""
        if letter == "t" and self.tracker is not None:
            self.panel.take_focus()
            return True
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        self.forget()
        super().closeEvent(event)
