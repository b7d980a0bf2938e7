"""The page of a game being played: Next, the board, the panel, the log, undo, the second screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget

from lastdays.campaign.table_sessions import (
    HELPS,
    Help,
    LastDaysTracker,
    OpenSession,
    summary_pdf,
    summary_sheet,
    summary_text,
)
from lastdays.desktop.files import write_whole
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.model.game_record import Result, result_from
from lastdays.pdf.content import TextSheet
from lastdays.procedure.asks import Sum
from lastdays.procedure.replay import How
from lastdays.tabletop.engine import LINE_MOST, WRITE
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.phrases import dice_in_words
from lastdays.tabletop.view import (
    BarView,
    BoardView,
    ButtonView,
    End,
    EndGame,
    FormView,
    LookAt,
    OpenForm,
    Play,
    Rename,
    Tap,
)
from lastdays.ui.models.rows import plain_hint
from lastdays.ui.navigation import (
    GamesRoute,
    RecordRoute,
    Route,
    SequenceRoute,
    SessionRoute,
    TableRoute,
)
from lastdays.ui.page import Page
from lastdays.ui.services import Services
from lastdays.ui.tracker.arrangement import Arrangement, LogPanel, Tools
from lastdays.ui.tracker.awake import Awake
from lastdays.ui.tracker.bar import PhaseBar
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.form import Ask, Form
from lastdays.ui.tracker.panel import Panel
from lastdays.ui.tracker.second_screen import SecondScreen
from lastdays.ui.widgets.dialogs import ask_where_to_save_pdf
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.paper import print_document
from lastdays.ui.widgets.parts import ARROW_STEPS, button, column, find_amber_button, label, row

#: The most characters in a piece's name.
MOST = 40


def _named(piece: str, name: str) -> Tap:
    return Tap("rename", {"piece": piece, "name": name})


def _written(text: str) -> Tap:
    return Tap(WRITE, {"text": text})


class LineDialog(QDialog):
    """Asks for a line of text, `caption` and `done` name the field and the button. `take` gets the
    text and returns why it was refused, '' if it wasn't."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        captions: tuple[str, str],
        text: str,
        most: int,
        take: Callable[[str], str],
    ) -> None:
        super().__init__(parent)
        self._take = take
        self.setWindowTitle(title)
        field_caption, done_caption = captions
        caption = label(field_caption)
        self.field = QLineEdit(text)
        self.field.setMaxLength(most)
        self.field.setAccessibleName(field_caption.replace("&", ""))
        self.field.selectAll()
        caption.setBuddy(self.field)
        self.reason = label("", "harm", wrap=True)
        self.reason_room = Reserved(self.reason, 2)
        self.done_button = button(done_caption, self._try, "first")
        self.done_button.setDefault(True)
        self.cancel_button = button(_("&Cancel"), self.reject)
        buttons = row(1, self.cancel_button, self.done_button)
        self.setLayout(column(caption, self.field, self.reason_room, buttons, spacing=8, margin=16))
        self.resize(360, self.sizeHint().height())
        self.field.setFocus()

    def _try(self) -> None:
        """Submit the text; stay open if it is refused."""
        reason = self._take(self.field.text())
        if not reason:
            self.accept()
            return
        self.reason_room.show_text(reason)
        self.field.setFocus()


def lead_on(services: Services, session: OpenSession, where: str) -> bool:
    """Open the record or the post-game sequence of a game that has ended; return whether there is
    one."""
    game = session.recorded
    campaign = session.campaign
    if not game or campaign is None:
        return False
    if where == "record":
        services.go(RecordRoute(game))
        return True
    for group in session.played_groups():
        open_question = services.ask(services.captives.unsaid, campaign, game, group)
        if open_question:
            services.go(RecordRoute(game))
            services.say(open_question, "warn")
            return True
    sequences: list[str | None] = []
    for group in session.played_groups():
        sequences.append(services.ask(services.games.begin, campaign, game, group))
    first_sequence = sequences[0] if sequences else None
    if not first_sequence:
        return False
    services.go(SequenceRoute(first_sequence))
    return True


def _unfinished_roll() -> str:
    """Return the sentence that says why the game can't go on during a roll."""
    return _("A roll is still unfinished: finish it or cancel it.")


#: Taps that the tapped control itself announces.
SAID_BY_THEMSELVES = ("count", "mark")


class SessionPage(Page):
    """A session of any game. The game provides what is shown and what each press does; every tap is
    stored before it is shown."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        #: The open session; without one the page is disabled.
        self.tracker: OpenSession | None = None
        self.chosen = ""
        #: The piece acting by hand, from the cards touched last.
        self.piece_in_hand = ""
        #: The number of events after which the table is shown, None for the current state.
        self.looking: int | None = None
        #: The piece that was chosen in each session, by its id, until the window closes.
        self._chosen_in: dict[str, str] = {}
        #: The piece that was chosen automatically, because it had the turn.
        self._followed = ""
        #: The form that reopens after its act, with its kept choices.
        self._again: tuple[Ask, dict[str, str]] | None = None
        self.naming: LineDialog | None = None
        self.second_screen: SecondScreen | None = None
        self.awake = Awake()
        self._make_parts()
        self.ended_note = label("", "warn", wrap=True)
        outer = column(self.bar.owed, self.ended_note, self.arrangement, spacing=4, margin=8)
        outer.setStretch(2, 1)
        self.setLayout(outer)
        next_key = QShortcut(QKeySequence("Ctrl+Return"), self)
        next_key.activated.connect(self.bar.next_button.click)
        self.arrangement.show_what_fits()

    def _make_parts(self) -> None:
        theme = self.services.theme
        self.bar = PhaseBar(theme)
        self.head = self.bar
        self.bar.next.connect(self.next)
        self.board = Board(theme)
        self.panel = Panel(self.services)
        self.log = LogPanel(theme)
        self.log.hide()
        self.tools = Tools(theme)
        self.bar.line.addWidget(self.tools)
        self._connect_board()
        self._connect_panel()
        self._connect_tools()
        self.arrangement = Arrangement(theme, self.board, self.panel, self.log, self.tools)
        self.arrangement.recent.wanted.connect(self.toggle_log)

    def _connect_board(self) -> None:
        self.board.chosen.connect(self.choose)
        self.board.counted.connect(self.count)
        self.board.marked.connect(self.mark)
        self.board.pressed.connect(self.press)
        self.board.reached.connect(self.panel.show_meaning_of_enter)

    def _connect_panel(self) -> None:
        self.panel.wanted.connect(self.press)
        self.panel.ask_panel.answered.connect(self.answer)
        self.panel.ask_panel.all_answered.connect(self.answer_opposed)
        self.panel.ask_panel.rolled.connect(self.roll)
        self.panel.drop_button.clicked.connect(self.drop)
        self.panel.nothing_due.connect(self.bar.take_focus)
        self.panel.on_board.connect(self._focus_board)
        self.panel.picked.connect(self.choose)
        self.panel.laid.connect(self.lay_die)
        self.panel.sheet.counted.connect(self.count)
        self.panel.beside.counted.connect(self.count)

    def _connect_tools(self) -> None:
        """Connect the tools of the bar, and those of the log."""
        self.log.close_button.clicked.connect(self.close_log)
        self.log.looked.connect(self._look_back)
        self.log.went.connect(self.go_back_to)
        self.log.forward_button.clicked.connect(self.go_forward)
        self.tools.log_button.clicked.connect(self.toggle_log)
        self.tools.screen_button.clicked.connect(self.show_second_screen)
        self.tools.clock_action.toggled.connect(self.bar.clock.set_on)
        self.tools.view_action.triggered.connect(self.toggle_table_view)
        self.tools.wanted.connect(self.press)
        self.tools.write_action.triggered.connect(self.write_line)
        self.tools.end_action.triggered.connect(self.ask_end)
        self.tools.leave_action.triggered.connect(self._leave)
        self.tools.mode_chosen.connect(self.show_all)
        self.tools.help_chosen.connect(self._set_help)

    # Opening

    @property
    def session(self) -> OpenSession:
        """Return the open session, which must exist."""
        assert self.tracker is not None
        return self.tracker

    def show_route(self, route: SessionRoute, campaign: str) -> Route | None:
        """Open the session of a route, or continue the one that is open; it is opened anew if the rules
        have changed since."""
        tracker = self.tracker
        is_open_already = tracker is not None and route.session in ("", tracker.id)
        if tracker is not None and is_open_already and not tracker.is_outdated:
            self.refresh()
            return route
        if tracker is not None and is_open_already:
            exists = self._open(tracker.id)
        else:
            exists = self._open(route.session)
        return route if exists else None

    def _open(self, session: str) -> bool:
        """Open a session as its last tap left it; return whether it exists."""
        opened = self.services.ask(self.services.sessions.tracker, session)
        if opened is None:
            return False
        self._remember()
        self.take_up(opened)
        self._clear_last_session()
        helps = tuple(level for level in HELPS if level in opened.game.helps)
        self.tools.show_session(helps, opened.help, opened.dice)
        if opened.rules_changed and not opened.ended:
            self.services.say(
                _(
                    "The rulebook has changed since this game began. Everything done so far "
                    "stays; the new rules apply from now on."
                )
            )
        self.arrangement.show_what_fits()
        self._follow(opened.board())
        chosen_before = self._chosen_in.get(opened.id, "")
        if chosen_before and opened.sheet(chosen_before) is not None:
            self.chosen = chosen_before
        if opened.timeline.entries:
            last_event = opened.timeline.entries[-1].event
            self.panel.outcome.setText(self._outcome_of(last_event))
        self.show_all()
        return True

    def _clear_last_session(self) -> None:
        """Forget what was chosen, opened and shown of the session before."""
        self.chosen = ""
        self._followed = ""
        self._again = None
        self.panel.forget_session()
        self.board.forget()
        self._close_second_screen()
        self.close_log()
        self.log.forget()

    def _remember(self) -> None:
        """Note which piece was chosen in the session that is left."""
        if self.tracker is not None:
            self._chosen_in[self.tracker.id] = self.chosen

    def take_up(self, session: OpenSession) -> None:
        """Continue with a session as stored."""
        self.tracker = session
        self.piece_in_hand = ""
        self.looking = None
        self.setEnabled(True)
        self.bar.setEnabled(True)

    def refresh(self) -> None:
        """Show the session again; it is only read from the store when opened."""
        if self.tracker is not None:
            self.show_all()

    def forget_subject(self) -> None:
        """Close the session."""
        self._remember()
        self.tracker = None
        self.setEnabled(False)
        self.bar.setEnabled(False)
        self.awake.let_sleep()
        self._close_second_screen()

    def _leave(self) -> None:
        if isinstance(self.session, LastDaysTracker):
            self.services.go(TableRoute())
        else:
            self.services.go(GamesRoute())

    # Showing

    def show_all(self) -> None:
        """Show the current state, or the past one selected in the log."""
        self._show(self.session.board(self.piece_in_hand, self.looking))

    def _show(self, board: BoardView) -> None:
        session = self.session
        bar = session.bar(self.looking)
        is_now = self.looking is None
        self.arrangement.count_dice(session.help != "tokens")
        self.tools.show_offers(board.menu, enabled=is_now and not session.is_open)
        self.bar.show_view(bar)
        self.board.show_view(board, self.chosen)
        self.board.setEnabled(is_now)
        self._show_next(bar)
        self._show_end(session)
        if is_now and not self.log.isVisible():
            on_board = () if self.arrangement.apart else self.board.cards
            self.panel.show_session(
                session, self.chosen, self.tools.mode, on_board, acting=board.follow
            )
        self._show_asked()
        self.arrangement.recent.show_session(session, self.panel.outcome.text())
        if self.second_screen is not None and self.second_screen.isVisible():
            self.second_screen.show_view(board, bar)

    def _show_next(self, bar: BarView) -> None:
        """Enable Next, or disable it with the reason."""
        why_not = ""
        if self.looking is not None:
            why_not = _("This is an earlier state of the table: close the log to continue.")
        elif self.session.is_open:
            why_not = _unfinished_roll()
        elif not bar.can_go_on:
            why_not = bar.waiting
        is_now = self.looking is None
        can_go_on = is_now and not self.session.is_open and bar.can_go_on
        self.bar.next_button.setEnabled(can_go_on)
        self.bar.next_button.setToolTip(plain_hint(why_not))

    def _show_end(self, session: OpenSession) -> None:
        """Enable the end of the game unless a roll is open, and say so if it has ended already."""
        why_not = _unfinished_roll() if session.is_open else ""
        self.tools.end_action.setEnabled(not session.is_open)
        self.tools.end_action.setToolTip(plain_hint(why_not))
        self.ended_note.setVisible(bool(session.ended))
        if session.ended:
            self.ended_note.setText(
                _("This game has ended. Changes made now count once you end it again.")
            )

    def _show_asked(self) -> None:
        """Show what can be pressed on the board, and make Next amber if nothing else comes first."""
        form = self.panel.form
        digits_are_faces = form is not None and form.view.dice
        asked = self.panel.presses_by_piece() if self.looking is None else {}
        self.board.show_picks(asked, dice=digits_are_faces)
        self.panel.offer_picks(asked)
        is_asking = form is not None or self.session.is_open
        something_first = (
            is_asking or find_amber_button(self.panel) is not None or self._unfinished()
        )
        self.bar.set_plain(something_first)

    def _unfinished(self) -> bool:
        """Return whether somebody is acting, or something in this step can still be done: Enter
        never ends a step that isn't over. With counters alone the program doesn't know; unguided,
        what could be done next isn't in sight."""
        session = self.session
        if session.help == "tokens" or self.looking is not None:
            return False
        somebody_acts = bool(session.board().follow)
        something_waits = bool(session.bar().waiting)
        if somebody_acts or something_waits:
            return True
        if session.help != "guided":
            return False
        moves = session.guide().moves
        return any(not move.why_not and not move.rare for move in moves)

    def _follow(self, board: BoardView) -> None:
        """Choose whoever has the turn, unless somebody else has been chosen."""
        if board.follow or self.chosen == self._followed:
            self.chosen = board.follow
        self._followed = board.follow

    def _focus_board(self) -> None:
        """Focus the first piece that is asked for on the board."""
        self._show_asked()
        self.board.take_focus()

    def choose(self, piece: str) -> None:
        """Press a piece: answer the open form, make its move if one is due, or show its sheet."""
        self._touch(piece)
        form = self.panel.form
        if form is not None and form.pick_piece(piece):
            return
        pick = self.panel.picks.get(piece)
        if pick is None:
            self.look(piece)
            return
        self.press(pick)
        if self.panel.isVisible():
            self.panel.take_focus()

    def look(self, piece: str) -> None:
        """Show the sheet of a piece, '' for none."""
        form = self.panel.form
        if form is not None and not form.text.text():  # the end stays
            self.panel.close_form()
        self.chosen = piece
        if self.arrangement.apart and QApplication.mouseButtons():
            self.arrangement.show_moves()
        self.show_all()
        if self.panel.beside.isVisible():
            self.arrangement.panel_area.ensureWidgetVisible(self.panel.beside.figures)

    def take_focus(self) -> None:
        """Put the focus where the page begins."""
        if self.arrangement.panel_area.isVisible():
            self.panel.take_focus()
        else:
            self.bar.next_button.setFocus()

    # Doing

    def press(self, entry: ButtonView) -> None:
        """Do what a button says."""
        if entry.about:
            self.chosen = entry.about
        match entry.act:
            case Tap() as act:
                self.tap(act)
            case Play() as act:
                program_rolls = self.tools.mode == "roll"
                self.play(act, throw=entry.throws and program_rolls)
            case OpenForm(form, about):
                self.open_form(form, about)
            case Rename(piece):
                self.rename(piece)
            case LookAt(piece):
                self.look(piece)
            case EndGame():
                self.ask_end()
            case End("save"):
                self._ask_where_to_save()
            case End("print"):
                self._ask_where_to_print()
            case End(where, result):
                self._end(where, result_from(result))

    def _ask_where_to_save(self) -> None:
        """Ask for a file for the summary, named by the sides, and save it there."""
        sides = map(str, self.session.facts.get("sides", ()))
        ask_where_to_save_pdf(self, " - ".join(sides), self.save_summary)

    def _ask_where_to_print(self) -> None:
        """Ask for a printer, and print the summary."""
        printer = self.services.printer_chosen(self, summary_pdf(self._summary()))
        if printer is not None:
            self.print_summary(printer)

    def play(self, act: Play, *, throw: bool = False) -> None:
        """Start a procedure and focus its first question."""
        self.arrangement.show_moves()
        self._run(lambda: self.session.start(act, throw=throw))
        if self.session.is_open and self.panel.isVisible():
            self.panel.take_focus()

    def next(self) -> None:
        """Make the usual next move, or go to the next step of the turn."""
        session = self.session
        self.panel.close_form()
        throws = session.help == "guided" and session.guide().dice
        self.press(ButtonView("next", "", session.next(), throws=throws))
        if self.bar.next_button.hasFocus() and self.arrangement.panel_area.isVisible():
            self.panel.take_focus()

    def tap(self, act: Tap) -> None:
        """Do something that needs no answers."""
        self._run(lambda: self.session.tap(act))

    def _touch(self, piece: str) -> None:
        """Note that a card was touched: its model is the one acting by hand."""
        self.piece_in_hand = self.session.piece_in_hand(piece, self.piece_in_hand)

    def count(self, piece: str, name: str, amount: int) -> None:
        """Count on a card, which is then the one acting by hand."""
        self._touch(piece)
        self.tap(Tap("count", {"piece": piece, "name": name, "amount": amount}))

    def mark(self, piece: str, name: str) -> None:
        """Switch a mark on a card."""
        self.tap(Tap("mark", {"piece": piece, "name": name}))

    def answer(self, value: object, how: How) -> None:
        """Answer the open question."""
        self._run(lambda: self.session.answer(value, how))

    def answer_opposed(self, values: Sequence[object], how: How) -> None:
        """Answer the open question and those whose dice are compared with its."""
        self._run(lambda: self.session.answer_opposed(values, how))

    def roll(self) -> None:
        """Answer the open question with the program's dice."""
        self._run(self.session.roll)

    def drop(self) -> None:
        """Abandon the open procedure."""
        self._run(self.session.drop)

    def _run(self, action: Callable[[], Event | None]) -> None:
        """Do something that is stored, and show the result."""
        try:
            event = action()
        except LastDaysError as error:
            self.services.refused(error, partial(self._run, action))
            event = None
        if event is not None:
            self._stored(event)
            return
        self._cancel_question()
        self.show_all()

    def _set_help(self, level: Help) -> None:
        """Set the level of help."""
        self.services.quietly(self.session.set_help, level)
        self.show_all()

    def _stored(self, event: Event) -> None:
        """Report the outcome of a tap and show everything it changed."""
        session = self.session
        outcome = self._outcome_of(event)
        self.panel.outcome.setText(outcome)
        if event.name.key in SAID_BY_THEMSELVES:
            outcome = session.words.outcome(event)
        self.panel.announcer.announce_soon("outcome", self.panel.outcome, outcome)
        if self.log.isVisible():
            self.log.show_session(session)
        has_reopened = self._opened_anew(event)
        board = session.board(self.piece_in_hand, self.looking)
        self._follow(board)
        self._show(board)
        if has_reopened:
            self._form_opened()
        self.services.say("")  # an earlier refusal is over
        self.services.undo_changed.emit()

    def _outcome_of(self, event: Event) -> str:
        """Return what came of an event, or its dice while the program's roll goes on."""
        words = self.session.words
        has_rolled = bool(event.dice) and event.dice[-1].how == "rolled"
        if self.session.is_open and has_rolled:
            return dice_in_words(event.dice)
        outcome = words.outcome(event) or words.event(event)
        if event.says and event.name.key != "play":
            return f"{words.event(event)}. {outcome}"
        return outcome

    def _show_after_undo_or_redo(self, text: str) -> None:
        """Show the table after undo, redo or going back, with what was undone."""
        session = self.session
        self.looking = None
        self._cancel_question()
        self.panel.close_form()
        if text:
            self.panel.outcome.setText(text)
        self._follow(session.board())
        self.show_all()
        if self.log.isVisible():
            self.log.show_session(session)
            self.log.table.setFocus()
        self.services.undo_changed.emit()

    # Forms

    def open_form(self, form: str, about: str) -> None:
        """Open a form of the game about a piece, if it applies."""

        def view_of(chosen: Mapping[str, str]) -> FormView | None:
            return self.session.form(form, about, chosen)

        self._open_new(view_of)

    def _open_new(self, ask: Ask) -> None:
        self._again = None
        if self._make_form(ask, {}):
            self._form_opened()

    def _make_form(self, ask: Ask, kept: Mapping[str, str]) -> bool:
        """Open a form with choices kept from an earlier one; return whether it applies."""
        form = Form(self.services.theme, ask, kept, self.panel.board)
        if not form.show_now():
            form.deleteLater()
            return False
        form.altered.connect(self._show_asked)
        form.pressed.connect(self._press_in_form)
        form.thrown.connect(self.throw)
        form.closed.connect(self.close_form)
        self.panel.open_form(form)
        return True

    def _press_in_form(self, entry: ButtonView) -> None:
        """Do the act of the form, which reopens afterwards if it keeps choices for the next one."""
        form = self.panel.form
        self._again = None
        if form is not None and form.view.again:
            self._again = form.ask, form.choices_to_keep()
        if not isinstance(entry.act, End):
            self.panel.close_form()
        self.press(entry)

    def throw(self, entry: ButtonView, face: int) -> None:
        """Press a button of the form, and answer its D6 with the face that lies in it; where another's
        die is compared with it, the face lies there until both are known."""
        self._press_in_form(replace(entry, throws=False))
        asks = self.session.opposed()
        if not asks:
            return
        own_ask = asks[0]
        is_one_die = isinstance(own_ask, Sum) and own_ask.dice.count == 1
        if not is_one_die:
            return
        if len(asks) == 1:
            self.answer(face, "typed")
        elif self.panel.ask_panel.dice is not None:
            self.panel.ask_panel.dice.press(face)

    def lay_die(self, entry: ButtonView, face: int) -> None:
        """Make a move that begins with dice, and leave this face lying there until it is used."""
        self.press(replace(entry, throws=False))
        dice = self.panel.ask_panel.dice
        if self.session.is_open and dice is not None:
            dice.press(face)

    def _opened_anew(self, event: Event) -> bool:
        """Reopen the form whose act was just done, with its kept choices; return whether it
        opened."""
        again = self._again
        if again is None or self.session.is_open:
            return False
        self._again = None
        if event.name.key == "dropped":
            return False
        ask, kept = again
        return self._make_form(ask, kept)

    def _cancel_question(self) -> None:
        """Don't reopen the form after an act that was refused or undone."""
        if not self.session.is_open:
            self._again = None

    def _form_opened(self) -> None:
        self.arrangement.show_moves()
        self.show_all()
        self.arrangement.panel_area.ensureVisible(0, 0)
        self.panel.take_focus()

    def rename(self, piece: str) -> None:
        """Ask for another name of a piece until one is accepted."""
        captions = (_("&Name"), _("Rena&me"))
        name = self.session.name(piece)
        self._ask_line(_("Rename"), captions, name, MOST, partial(_named, piece))

    def write_line(self) -> None:
        """Ask for a line of the players' own, and write it in the log."""
        captions = (_("&Your words"), _("Write &it"))
        self._ask_line(_("Write in the log"), captions, "", LINE_MOST, _written)

    def _ask_line(
        self,
        title: str,
        captions: tuple[str, str],
        text: str,
        most_letters: int,
        make_tap: Callable[[str], Tap],
    ) -> None:
        """Ask for a line of text until the tap that is made of it is accepted."""

        def tap_or_refusal(line: str) -> str:
            """Make the tap; return why it is refused, '' if it isn't."""
            try:
                event = self.session.tap(make_tap(line))
            except LastDaysError as error:
                return str(error)
            if event is not None:
                self._stored(event)
            return ""

        self.naming = LineDialog(self.panel, title, captions, text, most_letters, tap_or_refusal)
        self.naming.finished.connect(self.naming.deleteLater)
        self.services.theme.give_style_sheet(self.naming)
        self.naming.open()

    def ask_end(self) -> None:
        """Open the form that ends the game."""
        self.close_log()
        if self.session.is_open:
            self.services.say(_unfinished_roll(), "harm")
            return

        def view_of(chosen: Mapping[str, str]) -> FormView | None:
            return self.services.ask(self.session.end_form, chosen)

        self._open_new(view_of)

    def close_form(self) -> None:
        """Close the open form."""
        self.panel.close_form()
        self.show_all()
        self.panel.take_focus()

    def _end(self, where: str, result: Result | None) -> None:
        """End the game and go to its record, its sequence or the list."""
        ended = self.services.do(partial(self.session.end, result), _("The game has ended."))
        if not ended.succeeded:
            return
        record = ended.result
        if record is not None:
            self.services.say(
                _("Game {n} is recorded; it can still be corrected.", n=record.number), "well"
            )
        self.panel.close_form()
        self.awake.let_sleep()
        leads_on = where != "list" and lead_on(self.services, self.session, where)
        if not leads_on:
            self._leave()

    def _summary(self) -> TextSheet:
        assert isinstance(self.session, LastDaysTracker)
        return summary_sheet(self.session)

    def save_summary(self, target: Path) -> bool:
        """Save the summary, as text if the name ends in .txt, else as PDF; return whether it
        worked."""
        sheet = self._summary()
        is_text = target.suffix.lower() == ".txt"

        def write() -> None:
            content = summary_text(sheet).encode() if is_text else summary_pdf(sheet).pdf
            write_whole(target, content)

        return self.services.do(write, _("Saved as {file}.", file=target)).succeeded

    def print_summary(self, printer: QPrinter) -> None:
        """Print the summary in the background."""
        document = summary_pdf(self._summary())
        self.services.work(
            partial(print_document, document, printer),
            self._say_sent,
            receiver=self,
            paper=True,
        )

    def _say_sent(self, _pages: object) -> None:
        self.services.say(_("Sent to the printer."), "well")

    # Undo, and the log

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do at the table, None for nothing."""
        if self.tracker is None:
            return None, None
        return self.tracker.undo_name, self.tracker.redo_name

    def undo(self) -> None:
        """Undo the last tap; say so if that takes back a throw of dice."""
        undone = self.services.ask(self.session.undo)
        if undone is None:
            return
        text = _("Undone: {what}.", what=undone.name)
        if undone.dice:
            text = _("{what} This also undoes these dice: {dice}.", what=text, dice=undone.dice)
            self.services.say(text)
        self._show_after_undo_or_redo(text)

    def redo(self) -> None:
        """Redo the tap that was undone last."""
        done = self.services.ask(self.session.redo)
        if done is not None:
            self._show_after_undo_or_redo(_("Redone: {what}.", what=done.name))

    def toggle_log(self) -> None:
        """Open or close the log beside the board."""
        if self.log.isVisible():
            self.close_log()
            return
        self.looking = None
        self.log.show_session(self.session)
        self.arrangement.show_log(True)
        self.log.table.setFocus()

    def close_log(self) -> None:
        """Close the log and show the current state."""
        if not self.log.isHidden():
            self.looking = None
            self.arrangement.show_log(False)
            self.show_all()
            self.panel.take_focus()

    def _look_back(self, count: int) -> None:
        """Show the table as it was after the first `count` events."""
        if not self.log.isVisible():
            return
        ago = len(self.session.timeline.entries) - count
        if ago > 0:
            self.looking = count
            text = ngettext(
                "The table as it was then, {n} tap ago.",
                "The table as it was then, {n} taps ago.",
                ago,
            )
            self.log.show_sentence(text)
        else:
            self.looking = None
            self.log.show_sentence("")
        self.show_all()

    def go_back_to(self, count: int) -> None:
        """Continue from a point of the log; later taps can be restored."""
        undone_count = len(self.session.timeline.entries) - count
        self.services.quietly(self.session.go_back_to, count)
        self.services.say(
            ngettext(
                "{n} tap undone. Redo, or the log, restores it.",
                "{n} taps undone. Redo, or the log, restores them.",
                undone_count,
            )
        )
        self._show_after_undo_or_redo("")

    def go_forward(self) -> None:
        """Restore everything that was undone."""
        self.services.quietly(self.session.go_forward)
        self._show_after_undo_or_redo("")

    # Around the table

    def show_second_screen(self) -> None:
        """Open the window for the player opposite, or for a television."""
        session = self.session
        if self.second_screen is None:
            self.second_screen = SecondScreen(self.services.theme, session.game.name)
        self.second_screen.show_view(session.board(self.piece_in_hand), session.bar())
        self.second_screen.show()
        self.second_screen.activateWindow()

    def _close_second_screen(self) -> None:
        if self.second_screen is not None:
            self.second_screen.close()
            self.second_screen = None

    def toggle_table_view(self) -> None:
        """Give the whole screen to the table, or give it back."""
        arrangement = self.arrangement
        arrangement.table_view = not arrangement.table_view
        self.services.table_view_requested.emit(arrangement.table_view)
        arrangement.show_what_fits()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.take_key(event):
            super().keyPressEvent(event)

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key, pressed here or in the head; return whether it has a meaning here."""
        key = Qt.Key(event.key())
        step = ARROW_STEPS.get(key)
        if step is not None and self.board.isVisible():
            across, down = step
            self.board.move_focus(QApplication.focusWidget(), across, down)
            return True
        if key == Qt.Key.Key_Escape:
            self._escape()
            return True
        character = event.text().lower()
        if len(character) != 1 or not character.isascii():
            return False
        if character.isdigit():
            return self._take_digit(int(character))
        if character == "t":
            self.panel.take_focus()
            return True
        return self._take_letter(character)

    def _take_digit(self, digit: int) -> bool:
        """Press the piece that has a digit, else what has it in the panel; return whether it has a
        meaning here."""
        piece = self.board.piece_of_digit(digit)
        if piece:
            self.choose(piece)
            return True
        return self.panel.press_digit(digit)

    def _take_letter(self, character: str) -> bool:
        """Focus the counter that has a letter; return whether there is one."""
        keys = self.board.keys()
        for letter, piece, name in keys:
            owner = piece or self.chosen
            if letter == character and self.board.focus_counter(owner, name):
                return True
        return False

    def _escape(self) -> None:
        """Go back one step: close the log, take back dice, drop the roll, close the form, leave the
        table view or the sheet, whichever comes first."""
        if self.log.isVisible():
            self.close_log()
        elif self.session.is_open:
            if not self.panel.ask_panel.step_back():
                self.drop()
        elif self.panel.form is not None:
            if not self.panel.form.step_back():
                self.close_form()
        elif self.arrangement.table_view:
            self.toggle_table_view()
        elif self.chosen:
            self.look(self.session.board().follow)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.forget_subject()
        super().closeEvent(event)
