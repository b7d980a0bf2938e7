"""The screen beside the table: sides, zombies, the turn, and what is to be done."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QBoxLayout, QComboBox, QInputDialog, QScrollArea

from lastdays.campaign.sessions import HELPS, Help, LastDaysTracker
from lastdays.language import _
from lastdays.table.guide import Task
from lastdays.table.state import Figure, State, Zombie
from lastdays.table.turn import waiting
from lastdays.table.words import dice_in_words
from lastdays.ui.pages.page import Page
from lastdays.ui.parts import Flow, button, column, holder, label, scrolling
from lastdays.ui.services import Services
from lastdays.ui.tracker.awake import Awake
from lastdays.ui.tracker.bar import PhaseBar
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.ending import EndForm
from lastdays.ui.tracker.forms import FightForm, PickForm, ShotForm, keep_conditions
from lastdays.ui.tracker.log import Log
from lastdays.ui.tracker.opposite import Opposite
from lastdays.ui.tracker.panel import Panel

PANEL = 372


class TrackerPage(Page):
    """A session being played. Every tap is stored before it is shown."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.tracker: LastDaysTracker | None = None
        self.chosen = ""
        self.table_view = False
        self._looking: State | None = None
        self._last_shot: ShotForm | None = None
        self.opposite: Opposite | None = None
        self.awake = Awake()
        theme = services.theme

        self.bar = PhaseBar(theme)
        self.bar.next.connect(self.next)
        self.board = Board(theme)
        self.board.chosen.connect(self.choose)
        self.board.counted.connect(self.count)
        self.board.marked.connect(lambda piece, name: self.tap("mark", piece=piece, name=name))
        self.board.tapped.connect(lambda what, args: self.tap(what, **args))
        self.panel = Panel(services)
        self.panel.wanted.connect(self.do_task)
        self.panel.answered.connect(self.answer)
        self.panel.rolled.connect(self.roll)
        self.panel.dropped.connect(self.drop)
        self.panel.idle.connect(self.bar.next_button.setFocus)
        sheet = self.panel.sheet
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

        self.level = QComboBox()
        for key, text in zip(HELPS, (_("tokens only"), _("with dice"), _("guided")), strict=True):
            self.level.addItem(text, key)
        self.level.setAccessibleName(_("How much help"))
        self.level.activated.connect(self._help_chosen)
        self.mode = QComboBox()
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
        self.leave_button = button(_("Leave"), lambda: services.go.emit("table", ""))
        self.tools = holder(
            Flow(
                self.leave_button,
                self.swap_button,
                self.level,
                self.mode,
                self.log_button,
                self.opposite_button,
                self.clock_button,
                self.view_button,
                self.end_button,
                spacing=4,
            )
        )
        self.ended_note = label("", "warn", wrap=True)
        self.body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(8)
        self.body.addWidget(self.board, 1)
        self.body.addWidget(self.panel_area)
        self.body.addWidget(self.log, 1)
        outer = column(self.bar, self.tools, self.ended_note, self.body, spacing=4, margin=6)
        outer.setStretch(3, 1)
        self.setLayout(outer)
        next_key = QShortcut(QKeySequence("Ctrl+Return"), self)
        next_key.activated.connect(self.bar.next_button.click)
        theme.reshaped.connect(lambda _narrow: self._arrange())
        theme.changed.connect(self._arrange)
        self._show_moves = True
        self._arrange()

    # Opening

    def show_session(self, session: str) -> bool:
        """Opens a session where its last tap left it; whether there is one."""
        if self.tracker is not None and self.tracker.id == session:
            self.refresh()
            return True
        tracker = self.services.ask(lambda: self.services.sessions.open(session))
        if tracker is None:
            return False
        self.tracker = tracker
        self.chosen = ""
        self._looking = None
        self._last_shot = None
        self.panel.forget()
        self.close_log()
        self.board.build(tracker.state)
        self.level.setCurrentIndex(self.level.findData(tracker.help))
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

    def _campaign_mode(self) -> str:
        tracker = self.tracker
        if tracker is None or tracker.campaign is None:
            return "roll"
        campaign = tracker.campaign
        view = self.services.ask(lambda: self.services.desk.campaign(campaign))
        return view.campaign.dice if view is not None else "roll"

    def current(self) -> LastDaysTracker:
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

    def _swap(self) -> None:
        self._show_moves = not self._show_moves
        self._arrange()

    def show_all(self) -> None:
        """Everything as it stands, or as it stood where the log is looked at."""
        tracker = self.tracker
        if tracker is None:
            return
        state = tracker.state if self._looking is None else self._looking
        left = waiting(state, tracker.rules)
        rolling = state.open is not None
        self.bar.show_state(state, left, open_roll=rolling)
        if set(self.board.headings) != {t.id for t in state.teams}:
            self.board.build(state)
        self.board.show_state(state, tracker.rules, self.chosen, left)
        self.board.setEnabled(self._looking is None)
        self.bar.next_button.setEnabled(self._looking is None and not rolling)
        if self._looking is None:
            self.panel.show_tracker(tracker, self.chosen, str(self.mode.currentData()))
        if self.opposite is not None and self.opposite.isVisible():
            self.opposite.show_state(state)
        self.mode.setVisible(tracker.help != "tokens")
        self.ended_note.setVisible(bool(tracker.ended))
        if tracker.ended:
            self.ended_note.setText(
                _("This game has ended. What is changed now counts when it is ended again.")
            )

    def _after(self, event: Any) -> None:
        """A tap was stored: what came of it is said, everything it touched is shown."""
        tracker = self.tracker
        if tracker is None:
            return
        if event is not None:
            text = tracker.words.outcome(event) or tracker.words.event(event)
            if event.name.key != "play" and event.says:
                text = f"{tracker.words.event(event)}. {text}"
            self.panel.outcome.setText(text)
            self._follow(tracker.state)
        self.show_all()
        self.services.stepped.emit()

    def _follow(self, state: State) -> None:
        """Whoever acts is looked at."""
        active = state.table.active
        if active and active != self.chosen:
            self.choose(active)

    def choose(self, piece: str) -> None:
        """Looks at a model, a zombie or a thing."""
        if self.panel.form is not None and not isinstance(self.panel.form, EndForm):
            self.panel.close_form()
        self.chosen = piece
        if self.services.theme.narrow and QApplication.mouseButtons():
            self._show_moves = True
            self._arrange()
        self.show_all()

    # Doing

    def tap(self, what: str, **args: Any) -> None:
        """A tap, stored at once."""
        tracker = self.tracker
        if tracker is None:
            return
        self._run(lambda: tracker.tap(what, **args))

    def count(self, piece: str, name: str, amount: int) -> None:
        """A counter of a card."""
        self.tap("count", piece=piece, name=name, amount=amount)

    def next(self) -> None:
        """The next step of the turn; where only tokens are kept, Menace is one step."""
        tracker = self.tracker
        if tracker is not None:
            self.panel.close_form()
            self.tap("next", whole_menace=tracker.help == "tokens")

    def play(self, play: str, **args: Any) -> None:
        """Begins a procedure."""
        tracker = self.tracker
        if tracker is not None:
            self._show_moves = True
            self._arrange()
            self._run(lambda: tracker.start(play, **args))
            if self.panel.isVisible():
                self.panel.take_focus()

    def roll(self) -> None:
        """The program's dice answer the open ask."""
        tracker = self.tracker
        if tracker is None:
            return
        if self.services.ask(tracker.roll) is None:
            return
        self._stepped()
        last = tracker.timeline.entries[-1].event
        if tracker.state.open is not None:
            self.panel.outcome.setText(dice_in_words(last.dice))

    def answer(self, value: object, how: str) -> None:
        """An answer to the open ask."""
        tracker = self.tracker
        if tracker is not None:
            self._run(lambda: tracker.answer(value, how))

    def drop(self) -> None:
        """The open roll is left unfinished."""
        tracker = self.tracker
        if tracker is not None:
            self._run(tracker.drop)

    def _run(self, action: Any) -> None:
        from lastdays.errors import LastDaysError

        try:
            event = action()
        except LastDaysError as error:
            self.services.said.emit(str(error), "harm")
            self.show_all()
            return
        self._done(event)

    def _stepped(self) -> None:
        """The last event of the log has just been stored."""
        tracker = self.tracker
        if tracker is not None and tracker.timeline.entries:
            self._done(tracker.timeline.entries[-1].event)

    def _done(self, event: Any) -> None:
        tracker = self.tracker
        if event is None or tracker is None:
            self.show_all()
            return
        open_again = (
            event.name.key == "play"
            and event.name.facts.get("play") == "shoot"
            and tracker.state.open is None
        )
        self._after(event)
        if open_again and self._last_shot is not None:
            self._shoot_on(tracker.state)

    def _shoot_on(self, state: State) -> None:
        """While shots are left the form is there again, with the conditions of the last."""
        before = self._last_shot
        if before is None:
            return
        form = ShotForm(before.shooter, locked=before.locked)
        keep_conditions(before, form)
        if form.show_state(state, self.current().rules):
            self._open(form)
            self._last_shot = form

    # Forms

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

    def form(self, kind: str, about: str) -> None:
        """Opens a form about a model or a zombie."""
        tracker = self.tracker
        if tracker is None:
            return
        state = tracker.state
        piece = state.pieces.get(about)
        name = state.name(about)
        match kind:
            case "shot" | "locked":
                shot = ShotForm(about, locked=kind == "locked")
                if shot.show_state(state, tracker.rules):
                    self._last_shot = shot
                    self._open(shot)
            case "fight":
                fight = FightForm(about)
                if fight.show_state(state, tracker.rules):
                    self._open(fight)
            case "contact":
                self._open(
                    PickForm(
                        _("{name} comes into contact with…").format(name=name),
                        "contact",
                        {"one": about},
                        "other",
                    ).offer(self._foes(state, about))
                )
            case "out" if isinstance(piece, Figure):
                rivals = [(f.id, f.name) for f in state.figures() if f.team != piece.team]
                dead = [(z.id, z.name) for z in state.zombies]
                if piece.out:
                    dead = [("zombie", _("a zombie"))]
                self._open(
                    PickForm(
                        _("Who took {name} Out of Action?").format(name=name),
                        "out",
                        {"figure": about},
                        "by",
                        tap=True,
                    ).offer([("", _("nobody")), *rivals, *dead])
                )
            case "out" if isinstance(piece, Zombie):
                self._open(
                    PickForm(
                        _("Who put {name} down?").format(name=name),
                        "zombie-down",
                        {"zombie": about},
                        "by",
                        tap=True,
                    ).offer([("", _("nobody")), *((f.id, f.name) for f in state.standing())])
                )
            case "door":
                doors = [(t.id, t.name) for t in state.things if t.sort == "door"]
                self._open(
                    PickForm(_("Which door?"), "beat-door", {"zombie": about}, "door").offer(doors)
                )
            case "fall":
                self._open(
                    PickForm(
                        _("{name} falls: how many inches, rounded up?").format(name=name),
                        "hurt",
                        {"figure": about},
                        "strength",
                    ).offer([(str(n), f"{n}″") for n in range(1, 13)])
                )
            case "rename":
                self._rename(about, name)

    @staticmethod
    def _foes(state: State, about: str) -> list[tuple[str, str]]:
        team = getattr(state.pieces[about], "team", "the dead")
        touching = state.touching(about)
        living = [f for f in state.standing() if f.team != team and f.id not in touching]
        dead = [z for z in state.zombies if team != "the dead" and z.id not in touching]
        return [(f.id, f.name) for f in living] + [(z.id, z.name) for z in dead]

    def _rename(self, piece: str, name: str) -> None:
        text, taken = QInputDialog.getText(self, _("Name it"), _("Name"), text=name)
        if taken:
            self.tap("rename", piece=piece, name=text)

    def _open(self, form: Any) -> None:
        form.done.connect(self._form_done)
        form.tapped.connect(lambda what, args: self.tap(what, **args))
        form.closed.connect(self._close_form)
        self.panel.open_form(form)
        self._show_moves = True
        self._arrange()
        self.show_all()
        self.panel_area.ensureVisible(0, 0)
        form.take_focus()

    def _form_done(self, play: str, args: dict[str, Any]) -> None:
        form = self.panel.form
        if isinstance(form, ShotForm):
            self._last_shot = form
        self.panel.close_form()
        self.play(play, **args)

    def _close_form(self) -> None:
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
        self.panel.close_form()
        verb = _("Undone") if way == "undo" else _("Done again")
        text = _("{verb}: {what}.").format(verb=verb, what=undone.what)
        if undone.dice and way == "undo":
            text += " " + _("This takes back dice: {dice}.").format(dice=undone.dice)
            self.services.said.emit(text, "")
        self.panel.outcome.setText(text)
        if self.log.isVisible():
            self.log.show_tracker(tracker)
        self.show_all()
        self.services.stepped.emit()

    # The log

    def toggle_log(self) -> None:
        """Opens the log beside the board, or closes it."""
        if self.log.isVisible():
            self.close_log()
            return
        tracker = self.tracker
        if tracker is None:
            return
        self.log.show()
        self._looking = None
        self.log.show_tracker(tracker)
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
        """What would be recorded, before it is."""
        if self.tracker is None:
            return
        if self.tracker.state.open is not None:
            self.services.said.emit(_("A roll is still open: finish it, or drop it."), "harm")
            return
        self.close_log()
        form = EndForm(self.services, self.tracker)
        form.ended.connect(self._ended)
        self._open(form)

    def _ended(self, where: str) -> None:
        """The game is recorded: on to its record, its sequence, or the list."""
        self.panel.close_form()
        self.awake.release()
        tracker = self.tracker
        if tracker is None:
            return
        game = tracker.recorded
        if where == "record" and game:
            self.services.go.emit("record", game)
        elif where == "sequence" and game and tracker.campaign:
            campaign = tracker.campaign
            groups = [t.group for t in tracker.state.teams if t.group]
            sequences = [
                self.services.ask(partial(self.services.games.begin, campaign, game, group))
                for group in groups
            ]
            if sequences and sequences[0]:
                self.services.go.emit("sequence", sequences[0])
        else:
            self.services.go.emit("table", "")

    # Around the table

    def _help_chosen(self, _index: int) -> None:
        tracker = self.tracker
        if tracker is None:
            return
        wanted: Help = self.level.currentData()
        self.services.quietly(lambda: tracker.set_help(wanted))
        self.show_all()

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
            self.opposite = Opposite(self.services.theme, tracker.rules)
        self.opposite.rules = tracker.rules
        self.opposite.show_state(tracker.state)
        self.opposite.show()
        self.opposite.activateWindow()

    def toggle_table_view(self) -> None:
        """The whole screen for the table, and back."""
        self.table_view = not self.table_view
        self.view_button.setChecked(self.table_view)
        self.services.table_view.emit(self.table_view)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk from counter to counter; letters go to one of the chosen model."""
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
        if self._letter(event.text().lower()):
            return
        if event.key() == keys.Key_Escape:
            if self.log.isVisible():
                self.close_log()
            elif self.panel.form is not None:
                self._close_form()
            elif self.table_view:
                self.toggle_table_view()
            return
        super().keyPressEvent(event)

    def _letter(self, letter: str) -> bool:
        tracker = self.tracker
        if tracker is None or not letter:
            return False
        counters = {"n": "noise", "d": "damage", "a": "ammo", "k": "knock"}
        if letter in counters:
            return self.board.focus_counter(self.chosen, counters[letter])
        if letter == "t":
            self.panel.take_focus()
            return True
        if letter == "z":
            return any(self.board.focus_counter(z.id, "knock") for z in tracker.state.zombies[:1])
        if letter.isdigit() and letter != "0":
            return self._choose_nth(int(letter) - 1)
        return False

    def _choose_nth(self, n: int) -> bool:
        """The nth model of the side whose model is chosen; the same digit again: of the next
        side."""
        tracker = self.tracker
        assert tracker is not None
        teams = [t.id for t in tracker.state.teams]
        chosen = tracker.state.pieces.get(self.chosen)
        team = chosen.team if isinstance(chosen, Figure) else teams[0]
        figures = tracker.state.figures(team)
        if n < len(figures) and figures[n].id == self.chosen:
            team = teams[(teams.index(team) + 1) % len(teams)]
            figures = tracker.state.figures(team)
        if n >= len(figures):
            return False
        self.choose(figures[n].id)
        return self.board.focus_counter(figures[n].id, "damage")

    def closeEvent(self, event: QCloseEvent) -> None:
        self.forget()
        super().closeEvent(event)
