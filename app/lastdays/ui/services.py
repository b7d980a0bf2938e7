"""The services for pages: the actions of `campaign`, signals about changes, the workers, and automatic
backups."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar, cast

from msgspec import DecodeError, json
from PySide6.QtCore import QObject, QRunnable, QSettings, QThreadPool, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from shiboken6 import isValid

from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.changed import EVERYTHING, CampaignChanged, Changed, SequencesChanged
from lastdays.campaign.game_records import CaptiveActions, GameRecordActions
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.workspace import DocumentOvertakenError, Workspace
from lastdays.desktop.league_address import StorePlace
from lastdays.errors import LastDaysError, SilentLeagueError
from lastdays.language import _
from lastdays.model.switches import Switches
from lastdays.procedure.dice import RandomSource
from lastdays.rulebook import Catalogue
from lastdays.store.kept_backups import Backups, KeptBackup, Reason
from lastdays.ui.navigation import Route
from lastdays.ui.theme import Theme
from lastdays.ui.widgets import dialogs

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter
    from PySide6.QtWidgets import QWidget

    from lastdays.campaign.exchange.website import Kept
    from lastdays.campaign.next_game import NextGameActions
    from lastdays.campaign.own_rolls import OwnRollActions
    from lastdays.campaign.printing.print_jobs import PrintActions
    from lastdays.campaign.reports.report_actions import ReportActions
    from lastdays.campaign.table_sessions import SessionActions
    from lastdays.pdf.content import PrintedDocument


T = TypeVar("T")
V = TypeVar("V")
P = ParamSpec("P")
#: The setting with the second folder for backups.
SECOND_PLACE = "second_place"
#: The group of settings with the folders of campaigns' web pages.
PAGES = "web_pages"


class Safekeeping(QObject):
    """Makes automatic backups. A failure is reported, but stops nothing.

    `work` runs a job on the worker and passes its result to a function in the window's thread;
    `say` shows a sentence. `backup_finished` says that there may be a new backup.
    """

    backup_finished = Signal()

    #: The settings of this computer.
    settings: QSettings

    def __init__(
        self,
        workspace: Workspace,
        work: Callable[[Callable[[], object], Callable[[object], object]], None],
        say: Callable[[str, str], object],
    ) -> None:
        super().__init__()
        self._workspace = workspace
        self._work = work
        self._say = say
        self._one_at_a_time = threading.Lock()
        self._reported_faults: set[str] = set()

    @property
    def backups(self) -> Backups:
        """Return the backups of the open store."""
        return Backups(self._workspace.store.path)

    @property
    def second_place(self) -> Path | None:
        """Return the folder for copies of backups, None if none is chosen."""
        text = str(self.settings.value(SECOND_PLACE, ""))
        return Path(text) if text else None

    def choose_second_place(self, folder: Path | None) -> None:
        """Choose the folder for copies of backups, or none."""
        self._reported_faults.clear()
        self.settings.setValue(SECOND_PLACE, "" if folder is None else str(folder))
        self.settings.sync()

    def at_start(self) -> None:
        """Make a backup if there is any campaign."""
        if any(not campaign.deleted for campaign in self._workspace.campaigns()):
            self.soon(Reason.START)

    def soon(
        self, reason: Reason, done: Callable[[KeptBackup | None], object] | None = None
    ) -> None:
        """Make a backup on the worker, and unless that fails, pass it to `done`, or None if nothing
        has changed since the last one."""
        place = self.second_place

        def finished(result: object) -> None:
            assert isinstance(result, tuple)
            backup, faults = result
            self.report(faults)
            if done is not None and not faults:
                done(backup)

        self._work(lambda: self.make(reason, place), finished)

    def first(self, reason: Reason, act: Callable[[], T]) -> T:
        """Make a backup, then call `act` and return its result."""
        _made, faults = self.make(reason, self.second_place)
        result = act()
        self.report(faults)
        return result

    def make(self, reason: Reason, place: Path | None) -> tuple[KeptBackup | None, tuple[str, ...]]:
        """Make a backup, if anything has changed, and copy it. Return it with sentences about what
        failed; nothing is done for a read-only store."""
        if self._workspace.store.read_only:
            return None, ()
        faults: list[str] = []
        backup: KeptBackup | None = None
        with self._one_at_a_time:
            try:
                backup = self.backups.make(self._workspace.store.engine, reason)
            except LastDaysError as error:
                faults.append(str(error))
            try:
                if place is not None:
                    self.backups.copy_latest(place, backup)
            except LastDaysError as error:
                faults.append(str(error))
        return backup, tuple(faults)

    def report(self, faults: tuple[str, ...]) -> None:
        """Show what failed, each fault only once until it is gone."""
        new = [fault for fault in faults if fault not in self._reported_faults]
        self._reported_faults = set(faults)
        if new:
            self._say("\n".join(new), "harm")
        self.backup_finished.emit()


class WebPages:
    """Keeps the web pages of campaigns up to date, written on the worker after each change. The folder
    is a setting of this computer, as an imported campaign must not say where to write."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._waiting: set[str] = set()
        services.changed.connect(self.after)

    def kept(self, campaign: str) -> Kept | None:
        """Return where the pages of a campaign are kept up to date, None if they aren't."""
        return _read_kept(str(self.services.safekeeping.settings.value(f"{PAGES}/{campaign}", "")))

    def keep(self, campaign: str, kept: Kept | None) -> None:
        """Keep the pages of a campaign up to date in a folder, or no longer."""
        settings = self.services.safekeeping.settings
        text = "" if kept is None else json.encode(kept).decode()
        settings.setValue(f"{PAGES}/{campaign}", text)
        settings.sync()

    def after(self, changed: frozenset[Changed]) -> None:
        """Write the pages that a change may concern."""
        for campaign in self._concerned(changed):
            kept = self.kept(campaign)
            if kept is not None and campaign not in self._waiting:
                self._waiting.add(campaign)
                self.services.work(partial(self._write, campaign, kept), lambda _written: None)

    def _concerned(self, changed: frozenset[Changed]) -> set[str]:
        """Return the campaigns whose pages a change may concern."""
        campaigns = set()
        for change in changed:
            if isinstance(change, CampaignChanged | SequencesChanged) and change.campaign:
                campaigns.add(change.campaign)
        if not campaigns and changed >= EVERYTHING and self.services.workspace.worked_on:
            campaigns.add(self.services.workspace.worked_on)
        return campaigns

    def _write(self, campaign: str, kept: Kept) -> int:
        # late: what isn't shared needs no pages
        from lastdays.campaign.exchange.website import write_website

        self._waiting.discard(campaign)
        return write_website(self.services.workspace, campaign, kept)


def _read_kept(text: str) -> Kept | None:
    """Return the setting for a campaign's pages, None if it is missing or damaged."""
    if not text:
        return None
    # late: what isn't shared needs no pages
    from lastdays.campaign.exchange.website import Kept

    try:
        return json.decode(text, type=Kept)
    except DecodeError:
        return None


class _Job(QRunnable):
    """A job of a worker, whose result or error is passed on in the window's thread, unless its
    receiver, such as a page, has been deleted by then."""

    def __init__(
        self,
        services: Services,
        receiver: QObject,
        job: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[LastDaysError], object],
    ) -> None:
        super().__init__()
        self.services = services
        self.receiver = receiver
        self.job = job
        self.done = done
        self.failed = failed

    def run(self) -> None:
        try:
            result = self.job()
        except LastDaysError as error:
            self._pass_on(self.failed, error)
        except BaseException as error:
            self.services.worker_called.emit(partial(_raise, error))
        else:
            self._pass_on(self.done, result)

    def _pass_on(self, call: Callable[[V], object], value: V) -> None:
        def call_if_wanted() -> None:
            if isValid(self.receiver):
                call(value)

        self.services.worker_called.emit(call_if_wanted)


def _raise(error: BaseException) -> None:
    raise error


@dataclass(frozen=True)
class Deletion:
    """What was just deleted, in a sentence, and how that is undone."""

    sentence: str
    undo: Callable[[], object]


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What came of an action: whether it succeeded, and its result, None if it failed."""

    succeeded: bool
    result: T | None = None


class Services(QObject):
    """The actions of one open store.

    Signals, each said after the thing has happened:

    - `changed`: what an action changed in the store (`campaign.changed`); nothing if it had no effect.
    - `stored_quietly`: something was stored that is on the screen already, so no page has to refresh.
    - `undo_changed`: nothing but what undo would do has changed.
    - `message_posted`: a sentence for the user, and its kind: 'harm', 'well' or ''.
    - `button_offered`: the words of a button beside that sentence, and what it does.
    - `page_requested`: the `Route` of a page to show.
    - `table_view_requested`: full screen is to begin (True) or end.
    - `session_deleted`: the id of a session that is gone.
    - `store_replaced`: the whole store was replaced by another.
    - `change_overtaken`: the error of an action refused because another window of a league changed the same.
    - `unanswered_action_changed`: `unanswered_action` was set or cleared.
    - `deletion_changed`: `deletion` was set or cleared.
    - `worker_called`: a worker has a call to be made in the window's thread.
    """

    changed = Signal(object)
    message_posted = Signal(str, str)
    button_offered = Signal(str, object)
    page_requested = Signal(object)
    stored_quietly = Signal()
    undo_changed = Signal()
    table_view_requested = Signal(bool)
    session_deleted = Signal(str)
    store_replaced = Signal()
    change_overtaken = Signal(object)
    unanswered_action_changed = Signal()
    worker_called = Signal(object)
    deletion_changed = Signal()

    def __init__(self, workspace: Workspace, source: RandomSource, theme: Theme) -> None:
        super().__init__()
        self.workspace = workspace
        self.campaigns = CampaignActions(workspace)
        self.groups = GroupActions(workspace)
        self.gear = GroupGearActions(workspace)
        self.records = GameRecordActions(workspace)
        self.captives = CaptiveActions(workspace)
        self.source = source
        self.theme = theme
        #: Whether undo or redo is running: rows that appear then are selected.
        self.is_undoing = False
        #: Whether the program starts again once the window is closed.
        self.must_restart = False
        #: The store to open once the window is closed.
        self.next_store: StorePlace | None = None
        #: The number of backups that the user asked for and that are being written, and whether the latest
        #: of them succeeded.
        self.backups_running = 0
        self.last_backup_succeeded = True
        #: The latest change if it deleted something: Undo then restores that on every page.
        self.deletion: Deletion | None = None
        #: The action that a league's server didn't answer, to be repeated if the user wants, and its error.
        self.unanswered_action: tuple[Callable[[], object], SilentLeagueError] | None = None
        #: Calls from workers, collected while the window waits for a league's server; None while it doesn't.
        self.calls_held_back: list[Callable[[], object]] | None = None
        self._is_leaving = False
        self._worker = QThreadPool(self)
        self._worker.setMaxThreadCount(1)
        self._printer = QThreadPool(self)
        self._printer.setMaxThreadCount(1)
        self.safekeeping = Safekeeping(workspace, self.work, self.say)
        self.web_pages = WebPages(self)
        self.worker_called.connect(self._finish)

    @property
    def catalogue(self) -> Catalogue:
        """Return the rulebook of the open campaign, with its packs and house rules."""
        return self.workspace.catalogue

    @property
    def switches(self) -> Switches:
        """The house rules of the campaign that is open; the book's way if none is."""
        campaign = self.workspace.worked_on
        if not campaign:
            return Switches()
        view = self.ask(self.workspace.campaign, campaign)
        return Switches() if view is None else view.campaign.switches

    @property
    def house_rules(self) -> HouseRules:
        """Return the house rules of campaigns."""
        return HouseRules(self.workspace)

    @cached_property
    def games(self) -> PostGameActions:
        """Return the actions on post-game sequences, made when first needed."""
        games = PostGameActions(self.workspace, self.source)
        self.workspace.read_progress = games.progress
        return games

    def work_out_progress(self) -> None:
        """Have pages show how far groups are in their post-game sequences, unless they do so already."""
        if self.workspace.read_progress is not None:
            return
        if self.games:  # making these actions is what sets `read_progress`
            self.changed.emit(frozenset({SequencesChanged("")}))

    @cached_property
    def printing(self) -> PrintActions:
        """Return the actions for printing, made when first needed."""
        # late: no page prints at start
        from lastdays.campaign.printing.print_jobs import PrintActions

        return PrintActions(self.workspace)

    @cached_property
    def sessions(self) -> SessionActions:
        """Return the actions on games at the table, made when first needed."""
        # late: no page shows a game at the table at start
        from lastdays.campaign.table_sessions import SessionActions

        return SessionActions(self.workspace, self.games)

    @cached_property
    def next_game(self) -> NextGameActions:
        """Return the actions on the next game, made when first needed."""
        # late: it shares the set-up of games at the table
        from lastdays.campaign.next_game import NextGameActions

        return NextGameActions(self.workspace)

    @cached_property
    def reports(self) -> ReportActions:
        """Return the actions on reports of games, made when first needed."""
        # late: no page reads a report at start
        from lastdays.campaign.reports.report_actions import ReportActions

        return ReportActions(self.workspace)

    @cached_property
    def own_rolls(self) -> OwnRollActions:
        """Return the actions on players' own rules between games, made when first needed."""
        # late: only campaigns with rules of their own have any
        from lastdays.campaign.own_rolls import OwnRollActions

        return OwnRollActions(self.workspace)

    def say(self, text: str, kind: str = "") -> None:
        """Show a sentence; 'harm' stays until it is closed."""
        self.message_posted.emit(text, kind)

    def say_offering(self, text: str, words: str, take: Callable[[], object]) -> None:
        """Show a sentence about what was done, with a button beside it."""
        self.say(text, "well")
        self.button_offered.emit(words, take)

    def open_file(self, file: Path) -> None:
        """Open a file or folder in the program this computer has for it, or say where it is."""
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
            self.say(_("It can't be opened from here: {file}", file=file), "harm")

    def go(self, route: Route) -> None:
        """Show a page."""
        self.page_requested.emit(route)

    def to(self, route: Route) -> Callable[[], None]:
        """Return a function that shows a page."""
        return partial(self.go, route)

    def do(self, action: Callable[[], T], saying: str = "") -> Outcome[T]:
        """Run an action and return what came of it; show the sentence `saying` if it succeeds, else
        why it failed."""
        try:
            result = action()
        except DocumentOvertakenError as error:
            self.change_overtaken.emit(error)
            return Outcome(succeeded=False)
        except LastDaysError as error:
            self.refused(error, partial(self.do, action, saying))
            return Outcome(succeeded=False)
        self.forget_deletion()
        self.say(saying, "well")  # '' hides the last message
        self.announce()
        return Outcome(succeeded=True, result=result)

    def offer_undo(self, deletion: Deletion) -> None:
        """Offer to undo a deletion, until something else is changed."""
        self.deletion = deletion
        self.deletion_changed.emit()

    def undo_deletion(self) -> None:
        """Undo the deletion that is offered, if there is one."""
        deletion = self.deletion
        self.forget_deletion()
        if deletion is not None:
            deletion.undo()

    def forget_deletion(self) -> None:
        """No longer offer to undo a deletion."""
        if self.deletion is not None:
            self.deletion = None
            self.deletion_changed.emit()

    def refused(self, error: LastDaysError, again: Callable[[], object]) -> None:
        """Show why an action failed. If a league's server didn't answer, keep `again`, which repeats it, for
        the user to choose, unless another action waits already."""
        self.say_why(error)
        if isinstance(error, SilentLeagueError) and self.unanswered_action is None:
            self.unanswered_action = again, error
            self.unanswered_action_changed.emit()

    def try_again(self) -> None:
        """Repeat the action that a league didn't answer, unless it was stored after all."""
        if self.unanswered_action is None:
            return
        again, error = self.unanswered_action
        self.give_up()
        try:
            stored = self.workspace.store.was_stored(error.change)
        except LastDaysError as new_error:
            self.say_why(new_error)
            self.unanswered_action = again, error
            self.unanswered_action_changed.emit()
            return
        if stored:
            self.say(_("Your change was stored after all."), "well")
            self.changed.emit(EVERYTHING)
        else:
            again()

    def give_up(self) -> None:
        """Forget the action that a league didn't answer."""
        self.unanswered_action = None
        self.unanswered_action_changed.emit()

    def announce(self) -> None:
        """Announce what actions have changed since the last time."""
        self.changed.emit(self.workspace.take_changed())

    def quietly(self, action: Callable[P, object], *given: P.args, **named: P.kwargs) -> None:
        """Run an action that stores something already on the screen."""
        self.ask(action, *given, **named)
        self.workspace.take_changed()  # so nothing has to be refreshed
        self.stored_quietly.emit()

    def back_up(self, target: Path) -> None:
        """Write a backup on the worker, and say when it is done."""
        self.backups_running += 1

        def write() -> None:
            self.last_backup_succeeded = False
            try:
                self.workspace.store.backup(target)
                self.last_backup_succeeded = True
            finally:
                self.backups_running -= 1

        self.work(write, lambda _none: self.say(_("Backed up to {file}.", file=target), "well"))

    def work(
        self,
        job: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[LastDaysError], object] | None = None,
        *,
        receiver: QObject | None = None,
        paper: bool = False,
    ) -> None:
        """Run a job on the worker, one at a time; then call `done` with its result or `failed` with the
        error, which is shown by default. Neither is called once the `receiver` is deleted: the page
        that they belong to. Printing may take minutes: jobs for `paper` have a worker of their own."""
        worker = self._printer if paper else self._worker
        worker.start(
            _Job(
                self,
                receiver=self if receiver is None else receiver,
                job=job,
                done=done,
                failed=self.say_why if failed is None else failed,
            )
        )

    @Slot(object)
    def _finish(self, call: Callable[[], object]) -> None:
        if self.calls_held_back is None:
            call()
        else:
            self.calls_held_back.append(call)

    def say_why(self, error: LastDaysError) -> None:
        """Show an error."""
        self.say(str(error), "harm")

    def printer_chosen(self, parent: QWidget, made: PrintedDocument) -> QPrinter | None:
        """Ask for a printer for a document, with the store closed once the worker has finished."""
        self._worker.waitForDone()
        return dialogs.ask_printer(parent, self.workspace.store, made)

    def is_open(self) -> bool:
        """Return whether the window is open: what isn't stored or written stops when it closes."""
        return not self._is_leaving

    def leave(self) -> None:
        """Have the workers finish what stores or writes something, and stop the rest."""
        self._is_leaving = True
        self.wait()

    def wait(self) -> None:
        """Wait for the workers to finish."""
        self._worker.waitForDone()
        self._printer.waitForDone()

    def ask(self, question: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Return what a function reads; if it fails, show why and return None."""
        try:
            return question(*given, **named)
        except LastDaysError as error:
            self.say_why(error)
            return None


#: Returns whether the result is still needed.
Wanted = Callable[[], bool]


class Calculation:
    """Runs one calculation at a time: a new one stops the one before, whose result is never shown."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._stopped = threading.Event()
        self.going = False

    def begin(
        self,
        job: Callable[[Wanted], T],
        show: Callable[[T], object],
        failed: Callable[[LastDaysError], object] | None = None,
    ) -> None:
        """Run a job on the worker and show its result, or why it failed, in the window's thread. The
        job must not read the store, and should end early if its result isn't needed."""
        self.stop()
        stopped = threading.Event()
        self._stopped = stopped
        self.going = True
        show_error = self._services.say_why if failed is None else failed

        def is_wanted() -> bool:
            return not stopped.is_set()

        def calculate() -> T | None:
            return job(is_wanted) if is_wanted() else None

        def finish(result: T | None) -> None:
            if is_wanted():
                self.going = False
                show(cast("T", result))

        def fail(error: LastDaysError) -> None:
            if is_wanted():
                self.going = False
                show_error(error)

        self._services.work(calculate, finish, fail)

    def stop(self) -> None:
        """Stop calculating."""
        self._stopped.set()
        self.going = False
