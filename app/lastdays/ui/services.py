"""What the pages work with: the actions of `campaign`, news of what changed, the worker, and
automatic backups."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

from msgspec import DecodeError, json
from PySide6.QtCore import QObject, QRunnable, QSettings, QThreadPool, Signal, Slot
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
    from lastdays.campaign.printing.print_jobs import PrintActions
    from lastdays.campaign.table_sessions import SessionActions
    from lastdays.pdf.content import PrintedDocument


T = TypeVar("T")
P = ParamSpec("P")
#: Under which name the settings have the second place.
SECOND_PLACE = "second_place"
#: Under which group the settings have where a campaign's web pages are kept current.
PAGES = "web_pages"


class Safekeeping(QObject):
    """Makes backups without being asked. One that fails is said, and stops nothing.

    `work` runs a job on the worker, and gives its result to a call in the window's thread; `say`
    shows a sentence. `made` says that there may be another backup.
    """

    made = Signal()

    #: What is remembered on this computer.
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
        self._said: set[str] = set()

    @property
    def backups(self) -> Backups:
        """Return the backups of the open store."""
        return Backups(self._workspace.store.path)

    @property
    def second_place(self) -> Path | None:
        """Return the folder that gets a copy of each backup too; None where none is chosen."""
        text = str(self.settings.value(SECOND_PLACE, ""))
        return Path(text) if text else None

    def choose_second_place(self, folder: Path | None) -> None:
        """Have copies go to a folder too, or to none."""
        self._said.clear()
        self.settings.setValue(SECOND_PLACE, "" if folder is None else str(folder))
        self.settings.sync()

    def at_start(self) -> None:
        """Back up what has changed since the last time, unless there is nothing to lose yet."""
        if any(not campaign.deleted for campaign in self._workspace.campaigns()):
            self.soon(Reason.START)

    def soon(
        self, reason: Reason, done: Callable[[KeptBackup | None], object] | None = None
    ) -> None:
        """Make a backup on the worker; `done` is given what was made, None where nothing had to be
        or it failed."""
        place = self.second_place

        def finished(result: object) -> None:
            assert isinstance(result, tuple)
            made, faults = result
            self.tell(faults)
            if done is not None and not faults:
                done(made)

        self._work(lambda: self.make(reason, place), finished)

    def first(self, reason: Reason, act: Callable[[], T]) -> T:
        """Make a backup before an act that may be regretted, then act; its result."""
        _made, faults = self.make(reason, self.second_place)
        result = act()
        self.tell(faults)
        return result

    def make(self, reason: Reason, place: Path | None) -> tuple[KeptBackup | None, tuple[str, ...]]:
        """Make a backup, if anything has changed, and copy it; what went wrong in sentences.

        Nothing changes in a store that can only be read.
        """
        if self._workspace.store.read_only:
            return None, ()
        backups, faults = self.backups, []
        made: KeptBackup | None = None
        with self._one_at_a_time:
            try:
                made = backups.make(self._workspace.store.engine, reason)
            except LastDaysError as error:
                faults.append(str(error))
            try:
                if place is not None:
                    backups.copy_latest(place, made)
            except LastDaysError as error:
                faults.append(str(error))
        return made, tuple(faults)

    def tell(self, faults: tuple[str, ...]) -> None:
        """Say what went wrong, each thing once until it is well again."""
        new = [fault for fault in faults if fault not in self._said]
        self._said = set(faults)
        if new:
            self._say("\n".join(new), "harm")
        self.made.emit()


class WebPages:
    """Keeps the web pages of campaigns current where that is wished: written again on the worker
    when a game is recorded or a sequence ends. In which folder is known to this computer and to no
    campaign: a file from elsewhere must not say where to write."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._waiting: set[str] = set()
        services.changed.connect(self.after)

    def kept(self, campaign: str) -> Kept | None:
        """Return where the pages of a campaign are kept current; None where they aren't."""
        return _read_kept(str(self.services.keeping.settings.value(f"{PAGES}/{campaign}", "")))

    def keep(self, campaign: str, kept: Kept | None) -> None:
        """Have the pages of a campaign kept current in a folder, or no more."""
        settings = self.services.keeping.settings
        text = "" if kept is None else json.encode(kept).decode()
        settings.setValue(f"{PAGES}/{campaign}", text)
        settings.sync()

    def after(self, changed: frozenset[Changed]) -> None:
        """Write again what a change may have made another."""
        for campaign in self._concerned(changed):
            kept = self.kept(campaign)
            if kept is not None and campaign not in self._waiting:
                self._waiting.add(campaign)
                self.services.work(partial(self._write, campaign, kept), lambda _written: None)

    def _concerned(self, changed: frozenset[Changed]) -> set[str]:
        found = {
            c.campaign for c in changed if isinstance(c, CampaignChanged | SequencesChanged)
        } - {""}
        everything = not found and changed >= EVERYTHING
        return {self.services.workspace.worked_on} - {""} if everything else found

    def _write(self, campaign: str, kept: Kept) -> int:
        # late: what isn't shared needs no pages
        from lastdays.campaign.exchange.website import write_website

        self._waiting.discard(campaign)
        return write_website(self.services.workspace, campaign, kept)


def _read_kept(text: str) -> Kept | None:
    """Return what the settings hold of a campaign's pages; None for nothing, or what is damaged."""
    if not text:
        return None
    # late: what isn't shared needs no pages
    from lastdays.campaign.exchange.website import Kept

    try:
        return json.decode(text, type=Kept)
    except DecodeError:
        return None


class _Job(QRunnable):
    """Something that takes a while, away from the window's thread."""

    def __init__(
        self,
        services: Services,
        job: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[LastDaysError], object] | None,
    ) -> None:
        super().__init__()
        self.services, self.job, self.done, self.failed = services, job, done, failed

    def run(self) -> None:
        try:
            result = self.job()
        except LastDaysError as error:
            self.services.failed.emit(error, self)
        except BaseException as error:
            self.services.broke.emit(error)
        else:
            self.services.finished.emit(lambda: self.wanted() and self.done(result))

    def wanted(self) -> bool:
        """Return whether whom the result is for is still there: a page may be gone with its window,
        whether it is called itself or within a function that was made on it."""
        calls = [call for call in (self.done, self.failed) if call is not None]
        cells = [cell for call in calls for cell in getattr(call, "__closure__", None) or ()]
        owners = [getattr(call, "__self__", None) for call in calls]
        owners += [cell.cell_contents for cell in cells]
        return all(isValid(owner) for owner in owners if isinstance(owner, QObject))


class Services(QObject):
    """The actions of one open store.

    `changed` carries what of the store is not what it was (`campaign.changed`), nothing where an action
    left all as it was; `said` carries a sentence and its kind ('harm', 'well', ''); `wanted` asks the
    window for a page, by its `Route`; `wrote` says that
    something was stored that no page has to show anew; `stepped` that what undo would do has
    changed, and nothing else; `forgotten` that a session was deleted; `replaced` that the whole
    store becomes another; `overtaken` that an action would have written over what another window of
    a league had changed, and didn't; `held` that an act that a silent league didn't take is kept to
    be tried again, or no more; `table_view` asks for the whole screen, or gives it back.
    """

    changed = Signal(object)
    said = Signal(str, str)
    wanted = Signal(object)
    wrote = Signal()
    stepped = Signal()
    table_view = Signal(bool)
    forgotten = Signal(str)
    replaced = Signal()
    overtaken = Signal(object)
    held = Signal()
    finished = Signal(object)
    failed = Signal(object, object)
    broke = Signal(object)

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
        #: Whether a step back or forward is being taken: what appears then comes back.
        self.stepping = False
        #: Whether the program starts again once the window is closed.
        self.again = False
        #: What the program opens once the window is closed.
        self.elsewhere: StorePlace | None = None
        #: How many backups are not written yet, and whether the latest was.
        self.saving, self.saved = 0, True
        #: What a silent league didn't take: how it is done again, and why it wasn't done.
        self.kept: tuple[Callable[[], object], SilentLeagueError] | None = None
        #: What came from the workers while the league was waited for; None while it isn't.
        self.later: list[Callable[[], object]] | None = None
        self._worker = QThreadPool(self)
        self._worker.setMaxThreadCount(1)
        self._printer = QThreadPool(self)
        self._printer.setMaxThreadCount(1)
        self.keeping = Safekeeping(workspace, self.work, self.say)
        self.web_pages = WebPages(self)
        # The worker's news arrive in the window's thread.
        self.finished.connect(self._finish)
        self.failed.connect(self._fail)
        self.broke.connect(self._break)

    @property
    def catalogue(self) -> Catalogue:
        """Return the rulebook of the campaign that is open, with its packs and numbers."""
        return self.workspace.catalogue

    @property
    def house_rules(self) -> HouseRules:
        """Return what a campaign plays otherwise than the book; read when it is first wanted."""

        return HouseRules(self.workspace)

    @cached_property
    def games(self) -> PostGameActions:
        """Return the post-game sequences, made when they are first wanted."""
        games = PostGameActions(self.workspace, self.source)
        self.workspace.read_progress = games.progress
        return games

    def look_where(self) -> None:
        """Find out where the groups stand after a game, where nobody has yet."""
        if self.workspace.read_progress is None and self.games:
            self.changed.emit(frozenset({SequencesChanged("")}))

    @cached_property
    def printing(self) -> PrintActions:
        """Return what is printed; read when it is first wanted."""
        # late: no page needs what is printed at start
        from lastdays.campaign.printing.print_jobs import PrintActions

        return PrintActions(self.workspace)

    @cached_property
    def sessions(self) -> SessionActions:
        """Return the games at the table; read when they are first wanted."""
        # late: no page needs the games at the table at start
        from lastdays.campaign.table_sessions import SessionActions

        return SessionActions(self.workspace, self.games)

    @cached_property
    def next_game(self) -> NextGameActions:
        """Return what is set up of the next game; read when it is first wanted."""
        # late: it shares the set-up of the games at the table
        from lastdays.campaign.next_game import NextGameActions

        return NextGameActions(self.workspace)

    def say(self, text: str, kind: str = "") -> None:
        """Say a sentence; harm stays until it is closed."""
        self.said.emit(text, kind)

    def go(self, route: Route) -> None:
        """Ask the window for a page."""
        self.wanted.emit(route)

    def to(self, route: Route) -> Callable[[], None]:
        """Return what asks the window for a page."""
        return partial(self.go, route)

    def do(self, action: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Run an action with what it is given and return its result; where it fails, say why in a
        sentence and return None."""
        return self.do_saying("", action, *given, **named)

    def do_saying(
        self, done: str, action: Callable[P, T], *given: P.args, **named: P.kwargs
    ) -> T | None:
        """Run an action, and say that it is done."""
        try:
            result = action(*given, **named)
        except DocumentOvertakenError as error:
            self.overtaken.emit(error)
            return None
        except LastDaysError as error:
            self.refused(error, lambda: self.do_saying(done, action, *given, **named))
            return None
        self.say(done, "well")  # no words: what was said before is past
        self.announce()
        return result

    def refused(self, error: LastDaysError, again: Callable[[], object]) -> None:
        """Say why an act was not done. One that a silent league didn't take is kept, to be done
        `again` where that is wanted; while one is kept, no other is."""
        self.say_why(error)
        if isinstance(error, SilentLeagueError) and self.kept is None:
            self.kept = again, error
            self.held.emit()

    def try_again(self) -> None:
        """Do what a silent league didn't take, unless it did."""
        if self.kept is None:
            return
        (again, error), self.kept = self.kept, None
        self.held.emit()
        try:
            stored = self.workspace.store.was_stored(error.change)
        except LastDaysError as still:
            self.say_why(still)
            self.kept = again, error
            self.held.emit()
            return
        if stored:
            self.say(_("It was stored after all."), "well")
            self.changed.emit(EVERYTHING)
        else:
            again()

    def give_up(self) -> None:
        """Keep what a silent league didn't take no longer."""
        self.kept = None
        self.held.emit()

    def announce(self) -> None:
        """Say what the actions have changed since this was last said."""
        self.changed.emit(self.workspace.take_changed())

    def quietly(self, action: Callable[P, object], *given: P.args, **named: P.kwargs) -> None:
        """Store something that is already on the screen."""
        self.ask(action, *given, **named)
        self.workspace.take_changed()  # nobody has to know: it is on the screen
        self.wrote.emit()

    def done(self, action: Callable[P, object], *given: P.args, **named: P.kwargs) -> bool:
        """Run an action; return whether it went well, and say why where not."""
        return self.well("", action, *given, **named)

    def well(
        self, text: str, action: Callable[P, object], *given: P.args, **named: P.kwargs
    ) -> bool:
        """Run an action, and say that it is done; return whether it went well."""
        return self.do_saying(text, lambda: (action(*given, **named), True)) is not None

    def back_up(self, target: Path) -> None:
        """Write a backup on the worker and say so when it is done."""
        self.saving += 1

        def write() -> None:
            self.saved = False
            try:
                self.workspace.store.backup(target)
                self.saved = True
            finally:
                self.saving -= 1

        self.work(
            write,
            lambda _none: self.say(_("Backed up to {file}.", file=target), "well"),
        )

    def work(
        self,
        job: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[LastDaysError], object] | None = None,
        *,
        paper: bool = False,
    ) -> None:
        """Run a job on the worker, one after the other; then call `done` with its result, or
        `failed` with the error, which the window tells where there is none.

        What goes to `paper` may take minutes, and has a worker of its own.
        """
        (self._printer if paper else self._worker).start(_Job(self, job, done, failed))

    @Slot(object)
    def _finish(self, call: Callable[[], object]) -> None:
        if self.later is None:
            call()
        else:
            self.later.append(call)

    @Slot(object, object)
    def _fail(self, error: LastDaysError, job: _Job) -> None:
        if self.later is not None:
            self.later.append(lambda: self._fail(error, job))
        elif not job.wanted():
            return
        elif job.failed is not None:
            job.failed(error)
        else:
            self.say_why(error)

    def say_why(self, error: LastDaysError) -> None:
        """Say why something could not be done."""
        self.say(str(error), "harm")

    @Slot(object)
    def _break(self, error: BaseException) -> None:
        raise error

    def printer_chosen(self, parent: QWidget, made: PrintedDocument) -> QPrinter | None:
        """Ask for a printer for a document; meanwhile the store is let go, once the worker is done
        with it."""
        self._worker.waitForDone()
        return dialogs.printer_chosen(parent, self.workspace.store, made)

    def wait(self) -> None:
        """Wait for the workers, before the store is closed."""
        self._worker.waitForDone()
        self._printer.waitForDone()

    def ask(self, question: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Read something and return it; where it cannot be read, say why and return None."""
        try:
            return question(*given, **named)
        except LastDaysError as error:
            self.say_why(error)
            return None


#: Says whether the page still wants to know.
Wanted = Callable[[], bool]


class Calculation:
    """One thing at a time: what begins stops what was reckoned before, and nothing that was
    stopped is ever shown."""

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
        """Run a job on the worker and show its result in the window's thread, or why it failed.

        A job that waits for the worker is not begun once it is stopped; one that runs asks
        whether it is wanted. It reads nothing of the store.
        """
        self.stop()
        stopped = self._stopped = threading.Event()
        self.going = True

        def reckon() -> T | None:
            return None if stopped.is_set() else job(lambda: not stopped.is_set())

        def finish(found: T | None) -> None:
            if not stopped.is_set():
                self.going = False
                show(cast("T", found))

        def fail(error: LastDaysError) -> None:
            if not stopped.is_set():
                self.going = False
                (failed or self._services.say_why)(error)

        self._services.work(reckon, finish, fail)

    def stop(self) -> None:
        """Want nothing any more."""
        self._stopped.set()
        self.going = False
