"""The page of a game being played: Next, the board, the panel, the log, undo, the second screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget

from lastdays.campaign.table_sessions import HELPS, OpenSession
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Sum
from lastdays.tabletop.event_log import Event
from lastdays.tabletop.phrases import dice_in_words
from lastdays.tabletop.view import (
    BoardView,
    ButtonView,
    EndGame,
    FormView,
    LookAt,
    OpenForm,
    Play,
    Rename,
    Tap,
)
from lastdays.ui.navigation import GamesRoute, Route, SessionRoute, TableRoute
from lastdays.ui.services import Services
from lastdays.ui.texts import plain
from lastdays.ui.tracker.arrangement import Arrangement, LogPanel, Tools
from lastdays.ui.tracker.awake import Awake
from lastdays.ui.tracker.bar import PhaseBar
from lastdays.ui.tracker.board import Board
from lastdays.ui.tracker.control import Control
from lastdays.ui.tracker.ending import EndForm, lead_on
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.panel import Panel
from lastdays.ui.tracker.second_screen import SecondScreen
from lastdays.ui.widgets.offers import Reserved
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import amber, button, column, label, row

#: A piece's name is cut after so many characters.
MOST = 40


class NameDialog(QDialog):
    """Asks for a name. `take` is given what was typed, and returns why it can't be, '' if it is."""

    def __init__(self, parent: QWidget, name: str, take: Callable[[str], str]) -> None:
        super().__init__(parent)
        self._take = take
        self.setWindowTitle(_("Name it"))
        caption = label(_("&Name"))
        self.field = QLineEdit(name)
        self.field.setMaxLength(MOST)
        self.field.setAccessibleName(_("Name"))
        self.field.selectAll()
        caption.setBuddy(self.field)
        self.reason = label("", "harm", wrap=True)
        self.reason_room = Reserved(self.reason, 2)
        self.name_button = button(_("Name &it"), self._try, "first")
        self.name_button.setDefault(True)
        self.cancel_button = button(_("&Cancel"), self.reject)
        self.setLayout(
            column(
                caption,
                self.field,
                self.reason_room,
                row(1, self.cancel_button, self.name_button),
                spacing=8,
                margin=16,
            )
        )
        self.resize(360, self.sizeHint().height())
        self.field.setFocus()

    def _try(self) -> None:
        """Give the name, and stay with it where it is refused."""
        reason = self._take(self.field.text())
        if not reason:
            self.accept()
            return
        self.reason_room.show_text(reason)
        self.field.setFocus()


class Forms(QObject):
    """`opened`: a form stands in the panel; `altered`: something else is chosen in it; `pressed` carries the button that was pressed in it,
    `closed` that it is left, `ended` where an ended game leads."""

    opened = Signal()
    altered = Signal()
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

        made = Form(self.services.theme, ask, kept, self.panel.board)
        if not made.show_now():
            made.deleteLater()
            return False
        made.altered.connect(self.altered)
        made.pressed.connect(self._press)
        made.thrown.connect(self.throw)
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

    def throw(self, entry: ButtonView, face: int) -> None:
        """Do what a button does, and answer the D6 it asks for at once."""
        self._press(replace(entry, throws=False))
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


class LookingBack(QObject):
    """Opens the log and looks at what is chosen in it. `looked`: the table is another one now;
    `closed`: the game as it is now is back."""

    looked = Signal()
    closed = Signal()

    def __init__(self, control: Control, log: LogPanel, arrangement: Arrangement) -> None:
        super().__init__(arrangement)
        self.control = control
        self.log = log
        self.arrangement = arrangement
        log.hide()
        log.closed.connect(self.close)
        log.looked.connect(self._look_at)
        log.went.connect(control.go_back_to)
        log.forward.connect(control.go_forward)

    def toggle(self) -> None:
        """Open the log beside the board, or close it."""
        session = self.control.session
        if self.log.isVisible():
            self.close()
        elif session is not None:
            self.control.looking = None
            self.log.show_session(session)
            self.arrangement.show_log(True)
            self.log.table.setFocus()

    def close(self) -> None:
        """Go back to the game as it is now."""
        if not self.log.isHidden():
            self.control.looking = None
            self.arrangement.show_log(False)
            self.closed.emit()

    def _look_at(self, count: int) -> None:
        if self.control.session is None or not self.log.isVisible():
            return
        ago = self.control.look_at(count)
        text = ngettext(
            "The table as it was then, {n} tap ago.",
            "The table as it was then, {n} taps ago.",
            ago,
        )
        self.log.say(text.format(n=ago) if ago > 0 else "")
        self.looked.emit()


_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


#: Taps that a screen reader hears of from the token that was tapped.
SAID_BY_THEMSELVES = ("count", "mark")


class SessionPage(Page):
    """A session being played, whichever game it is: the game says what there is to see and what a
    press does. Every tap is stored before it is shown."""

    def __init__(
        self,
        services: Services,
        leads_to: Route,
    ) -> None:
        """Make the page; `leads_to` is where leaving leads."""
        super().__init__()
        self.services = services
        self._leads_to = leads_to
        self.chosen = ""
        #: Whose turn it was when the table was shown last.
        self._followed = ""
        self.second_screen: SecondScreen | None = None
        self.awake = Awake()
        self.control = Control(services, self)
        self.control.stored.connect(self._stored)
        self.control.moved.connect(self._moved)
        self.control.unchanged.connect(self.show_all)
        self._make_parts()
        self._lay_out()
        next_key = QShortcut(QKeySequence("Ctrl+Return"), self)
        next_key.activated.connect(self.bar.next_button.click)
        self.arrangement.arrange()

    def _make_parts(self) -> None:
        control = self.control
        self.bar = PhaseBar(self.services.theme)
        self.head = self.bar
        self.bar.next.connect(self.next)
        self.board = Board(self.services.theme)
        self.board.chosen.connect(self.choose)
        self.board.counted.connect(control.count)
        self.board.marked.connect(control.mark)
        self.board.pressed.connect(self.press)
        self.panel = Panel(self.services)
        self.panel.wanted.connect(self.press)
        self.panel.answered.connect(control.answer)
        self.panel.rolled.connect(control.roll)
        self.panel.dropped.connect(control.drop)
        self.panel.nothing_due.connect(self.bar.take_focus)
        self.panel.on_board.connect(self._focus_board)
        self.panel.picked.connect(self.choose)
        self.board.reached.connect(self.panel.reach)
        self.panel.sheet.counted.connect(control.count)
        self.forms = Forms(self.services, control, self.panel)
        self.forms.opened.connect(self._form_opened)
        self.forms.altered.connect(self._show_asked)
        self.forms.pressed.connect(self.press)
        self.panel.thrown.connect(self.forms.throw)
        self.forms.closed.connect(self.close_form)
        self.forms.ended.connect(self._ended)
        self.log = LogPanel(self.services.theme)
        self.tools = Tools(self.services.theme)
        self.bar.hold(self.tools)
        self.tools.left.connect(self._leave)
        self.tools.second_screen.connect(self.show_second_screen)
        self.tools.clock.connect(self.bar.clock.set_on)
        self.tools.table_view.connect(self.toggle_table_view)
        self.tools.mode_chosen.connect(self.panel.ask_again)
        self.tools.mode_chosen.connect(self.show_all)
        self.tools.help_chosen.connect(control.set_help)

    def _lay_out(self) -> None:
        self.ended_note = label("", "warn", wrap=True)
        self.arrangement = Arrangement(
            self, self.services.theme, self.board, self.panel, self.log, self.tools
        )
        self.looking_back = LookingBack(self.control, self.log, self.arrangement)
        self.looking_back.looked.connect(self.show_all)
        self.looking_back.closed.connect(self._log_closed)
        self.tools.log.connect(self.looking_back.toggle)
        self.arrangement.recent.wanted.connect(self.looking_back.toggle)
        self.tools.end.connect(self.looking_back.close)
        self.tools.end.connect(self.forms.ask_end)
        outer = column(self.bar.owed, self.ended_note, self.arrangement.body, spacing=4, margin=8)
        outer.setStretch(2, 1)
        self.setLayout(outer)

    # Opening

    @property
    def tracker(self) -> OpenSession | None:
        """Return the session that is open."""
        return self.control.session

    def show_route(self, route: SessionRoute, campaign: str) -> Route | None:
        """Show the session of a route, or go on with the one that is open."""
        if not route.session and self.tracker is not None:
            self.refresh()
        elif not self.show_session(route.session):
            return None
        return route

    def show_session(self, session: str) -> bool:
        """Open a session where its last tap left it; return whether there is one."""
        if self.tracker is not None and self.tracker.id == session:
            self.refresh()
            return True
        opened = self.services.ask(lambda: self.services.sessions.tracker(session))
        if opened is None:
            return False
        self.control.open(opened)
        self.chosen = self._followed = ""
        self.panel.forget()
        self.forms.forget()
        self.board.forget()
        self._close_second_screen()
        self.looking_back.close()
        self.log.forget()
        helps = tuple(h for h in HELPS if h in opened.game.helps)
        self.tools.show_session(helps, opened.help, self.control.campaign_dice())
        if opened.rules_changed and not opened.ended:
            self.services.said.emit(
                _(
                    "The rulebook has changed since this game began. What was done stands; "
                    "from now on the new one counts."
                ),
                "",
            )
        self.arrangement.arrange()
        self._follow(opened.board())
        self.show_all()
        return True

    def refresh(self) -> None:
        """Show the session anew; it is read from the store only when it is opened."""
        self.show_all()

    def forget(self) -> None:
        """Leave the session: none is open any more."""
        self.control.session = None
        self.awake.release()
        self._close_second_screen()

    def _leave(self) -> None:
        self.services.go.emit(self._leads_to)

    # Showing

    def show_all(self) -> None:
        """Show everything as it stands, or as it stood where the log is looked at."""
        if self.tracker is not None:
            self._show(self.tracker.board(self.control.hand, self.control.looking))

    def _show(self, board: BoardView) -> None:
        session = self.tracker
        if session is None:
            return
        self.arrangement.count_dice(session.help != "tokens")
        looking = self.control.looking
        rolling = session.is_open
        bar = session.bar(looking)
        self.bar.show_view(bar)
        self.board.show_view(board, self.chosen)
        self.board.setEnabled(looking is None)
        self.bar.next_button.setEnabled(looking is None and not rolling and bar.can_go_on)
        waits = _("A roll is still open: finish it, or drop it.") if rolling else ""
        past = _("This is the table as it was: close the log to go on.")
        stays = waits or ("" if bar.can_go_on else bar.waiting)
        self.bar.next_button.setToolTip(plain(stays if looking is None else past))
        self.tools.end_action.setEnabled(not rolling)
        self.tools.end_action.setToolTip(plain(waits))
        if looking is None and not self.log.isVisible():
            seen = () if self.arrangement.apart else self.board.cards
            self.panel.show_session(session, self.chosen, self.tools.mode, seen)
        self._show_asked()
        self.arrangement.recent.show_session(session, self.panel.outcome.text())
        if self.second_screen is not None and self.second_screen.isVisible():
            self.second_screen.show_view(board, bar)
        self.ended_note.setVisible(bool(session.ended))
        if session.ended:
            self.ended_note.setText(
                _("This game has ended. What is changed now counts when it is ended again.")
            )

    def _show_asked(self) -> None:
        """Show on the board what can be pressed there, and have Next amber where nothing in the panel
        is, and nothing is declared there."""
        form, looking = self.panel.form, self.control.looking is not None
        dice = isinstance(form, Form) and form.view is not None and form.view.dice
        asked = {} if looking else self.panel.asked()
        self.board.show_picks(asked, dice=dice)
        self.panel.offer_picks(asked)
        self.bar.stand_back(form is not None or amber(self.panel) is not None)

    def _follow(self, board: BoardView) -> None:
        """Look at whoever has the turn now, and no longer at who had it."""
        if board.follow or self.chosen == self._followed:
            self.chosen = board.follow
        self._followed = board.follow

    def _focus_board(self) -> None:
        """Put the keyboard on what is asked for there."""
        self._show_asked()
        self.board.take_focus()

    def choose(self, piece: str) -> None:
        """Press a piece: the open form may want it, it may be due, else it is looked at."""
        self.control.touch(piece)
        form = self.panel.form
        if form is not None and form.pick(piece):
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
        if form is not None and not form.stays:
            self.panel.close_form()
        self.chosen = piece
        if self.arrangement.apart and QApplication.mouseButtons():
            self.arrangement.show_moves()
        self.show_all()

    def take_focus(self) -> None:
        """Put the keyboard where it begins."""
        if self.arrangement.panel_area.isVisible():
            self.panel.take_focus()
        else:
            self.bar.next_button.setFocus()

    # Doing

    def press(self, entry: ButtonView) -> None:
        """Do what a button of a view wants."""
        if entry.about:
            self.chosen = entry.about
        match entry.act:
            case Tap() as act:
                self.control.tap(act)
            case Play() as act:
                self.play(act, throw=entry.throws and self.tools.mode == "roll")
            case OpenForm(form, about):
                self.forms.open(form, about)
            case Rename(piece):
                self.forms.rename(piece)
            case LookAt(piece):
                self.look(piece)
            case EndGame():
                self.looking_back.close()
                self.forms.ask_end()

    def play(self, act: Play, *, throw: bool = False) -> None:
        """Begin a procedure; the keyboard goes to what it asks."""
        self.arrangement.show_moves()
        self.control.play(act, throw=throw)
        if self.tracker is not None and self.tracker.is_open and self.panel.isVisible():
            self.panel.take_focus()

    def next(self) -> None:
        """Do what usually comes next, or go to the next step of the turn."""
        if self.tracker is not None:
            self.panel.close_form()
            self.press(ButtonView("next", "", self.tracker.next(), throws=True))
            if self.bar.next_button.hasFocus() and self.arrangement.panel_area.isVisible():
                self.panel.take_focus()

    def _stored(self, event: Event) -> None:
        """Say what came of a tap, and show everything it touched."""
        session = self.tracker
        assert session is not None
        words = session.words
        text = words.outcome(event) or words.event(event)
        if event.name.key != "play" and event.says:
            text = f"{words.event(event)}. {text}"
        rolled = session.is_open and event.dice and event.dice[-1].how == "rolled"
        told = dice_in_words(event.dice) if rolled else text
        self.panel.outcome.setText(told)
        if event.name.key in SAID_BY_THEMSELVES:
            told = words.outcome(event)
        self.panel.telling.tell("outcome", self.panel.outcome, told)
        if self.log.isVisible():
            self.log.show_session(session)
        again = self.forms.after(event)
        board = session.board(self.control.hand, self.control.looking)
        self._follow(board)
        self._show(board)
        if again:
            self._form_opened()
        self.services.said.emit("", "")  # what was refused before is past
        self.services.stepped.emit()

    def _moved(self, text: str) -> None:
        """Show the table after undo, redo or going back."""
        session = self.tracker
        assert session is not None
        self.panel.close_form()
        if text:
            self.panel.outcome.setText(text)
        self._follow(session.board())
        self.show_all()
        if self.log.isVisible():
            self.log.show_session(session)
            self.log.table.setFocus()
        self.services.stepped.emit()

    # Forms

    def _log_closed(self) -> None:
        self.show_all()
        self.panel.take_focus()

    def _form_opened(self) -> None:
        self.arrangement.show_moves()
        self.show_all()
        self.arrangement.panel_area.ensureVisible(0, 0)
        self.panel.take_focus()

    def close_form(self) -> None:
        """Leave the form that is open."""
        self.panel.close_form()
        self.show_all()
        self.panel.take_focus()

    def _ended(self, where: str) -> None:
        """Go where an ended game leads: to the record, the sequence, or the list."""
        self.panel.close_form()
        self.awake.release()
        if self.tracker is None or not lead_on(self.services, self.tracker, where):
            self._leave()

    # Undo

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do at the table."""
        return self.control.names()

    def undo(self) -> None:
        """Take the last tap back."""
        self.control.back_and_forth("undo")

    def redo(self) -> None:
        """Bring it back."""
        self.control.back_and_forth("redo")

    # Around the table

    def show_second_screen(self) -> None:
        """Open the window for the player opposite, or for a television."""
        session = self.tracker
        if session is None:
            return
        if self.second_screen is None:
            self.second_screen = SecondScreen(self.services.theme, session.game.name)
        self.second_screen.show_view(session.board(self.control.hand), session.bar())
        self.second_screen.show()
        self.second_screen.activateWindow()

    def _close_second_screen(self) -> None:
        if self.second_screen is not None:
            self.second_screen.close()
            self.second_screen = None

    def toggle_table_view(self) -> None:
        """Give the whole screen to the table, and back."""
        arrangement = self.arrangement
        arrangement.table_view = not arrangement.table_view
        self.services.table_view.emit(arrangement.table_view)
        arrangement.arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._key_pressed(event):
            super().keyPressEvent(event)

    def _key_pressed(self, event: QKeyEvent) -> bool:
        """Do what a key means; return whether it means something."""
        key = Qt.Key(event.key())
        step = _STEPS.get(key)
        if step is not None and self.board.isVisible():
            self.board.walk(QApplication.focusWidget(), *step)
            return True
        if key == Qt.Key.Key_Escape:
            self._escape()
            return True
        typed = event.text().lower()
        if not typed.isascii() or len(typed) != 1 or self.tracker is None:
            return False
        if typed.isdigit():
            piece = self.board.digit(int(typed))
            if not piece:
                return self.panel.press(int(typed))
            self.choose(piece)
            return True
        if typed == "t":
            self.panel.take_focus()
            return True
        keys = self.board.keys()
        return any(
            letter == typed and self.board.focus_counter(piece or self.chosen, name)
            for letter, piece, name in keys
        )

    def _escape(self) -> None:
        """Go back one step: close the log, take dice back that lie, drop the roll, close the form, show
        more than the board or leave the sheet: the first of them that there is."""
        if self.log.isVisible():
            self.looking_back.close()
        elif self.tracker is not None and self.tracker.is_open:
            if not self.panel.ask_panel.step_back():
                self.control.drop()
        elif self.panel.form is not None:
            if not self.panel.form.step_back():
                self.close_form()
        elif self.arrangement.table_view:
            self.toggle_table_view()
        elif self.chosen and self.tracker is not None:
            self.look(self.tracker.board().follow)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.forget()
        super().closeEvent(event)


def tracker_page(services: Services) -> SessionPage:
    """Make the page of a game at the table."""
    return SessionPage(services, TableRoute())


def board_page(services: Services) -> SessionPage:
    """Make the page of one of the other games."""
    return SessionPage(services, GamesRoute())
