"""Start-up: the one place that wires store, campaign and window together, and reports bugs."""

from __future__ import annotations

import gc
import json
import logging
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from threading import Thread
from types import TracebackType

from msgspec import convert
from msgspec.structs import asdict
from PySide6.QtCore import QLockFile, QProcess, QSettings, QSysInfo, Qt, QTemporaryDir, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from lastdays.campaign import Workspace
from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress, StorePlace
from lastdays.desktop.opening import Application, application
from lastdays.desktop.window_settings import window_settings
from lastdays.errors import LastDaysError, StoreError, StoreInUseError, reason
from lastdays.language import _, ngettext
from lastdays.procedure.dice import RandomSource
from lastdays.rulebook.packs import Chosen, rulebooks_of
from lastdays.store import Store, open_store
from lastdays.store.opening import can_be_written, is_full
from lastdays.store.store import no_room
from lastdays.ui.navigation import Route, SettingsRoute, routes
from lastdays.ui.pages.importing import bring_in
from lastdays.ui.services import Services
from lastdays.ui.shell.navigator import read_ahead
from lastdays.ui.theme import Theme, system_theme, system_zoom, themes
from lastdays.ui.trouble import TroubleDialog, WayOn
from lastdays.ui.window import Window

#: Starts a program with its arguments, and returns whether that succeeded.
Starter = Callable[[list[str]], bool]


def start(words: list[str]) -> bool:
    """Start a program that outlives this one."""
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # a bundle starts afresh
    began = QProcess.startDetached(words[0], words[1:])
    return bool(began[0] if isinstance(began, tuple) else began)


def command(store: StorePlace, where: Route) -> list[str]:
    """Return the command that starts this program on a store, with Settings in front of a page."""
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program += ["-P", "-m", "lastdays"]  # -P: ignore a folder of that name
    place = store.typed if isinstance(store, LeagueAddress) else str(store)
    return [*program, "--store", place, "window", "--at", written(where)]


def start_again(store: StorePlace, where: Route, starter: Starter = start) -> None:
    """Start the program again, without a league's password in its command. Raises LastDaysError if
    that fails."""
    if isinstance(store, LeagueAddress) and (password := store.settings.get("password")):
        os.environ["PGPASSWORD"] = password
        store = store.bare
    if not starter(command(store, where)):
        raise LastDaysError("The program couldn't restart. Start it again yourself.")


def written(route: Route) -> str:
    """Return a route as an argument of a command."""
    return json.dumps([type(route).__name__, asdict(route)])


def read_route(text: str) -> Route | None:
    """Return the route in an argument of a command; None for anything else."""
    try:
        name, facts = json.loads(text)
        return convert(facts, {kind.__name__: kind for kind in routes()}[name])
    except (ValueError, TypeError, KeyError):
        return None


def return_to(window: Window, text: str) -> None:
    """Show Settings in front of the page in `text`."""
    where = read_route(text)
    if where is not None:
        window.go(where)
    window.go(SettingsRoute())


log = logging.getLogger("lastdays")
#: How long the start waits for another window on the store to close.
PATIENCE_SECONDS = 10.0
#: How long after the start the less urgent work begins, when the window has been drawn.
SETTLED_MS = 1500


class Session:
    """An open window with its store and its lock."""

    def __init__(
        self,
        store: StorePlace,
        *,
        source: RandomSource | None = None,
        settings: QSettings | None = None,
        theme: Theme | None = None,
        packs: list[Path] | None = None,
        waiting: Waiting | None = None,
        anyway: bool = False,
    ) -> None:
        """Open a store; with `anyway` also one that another computer seems to have open.

        A league, which is shared, and a store that can only be read aren't locked.
        """
        self.lock: QLockFile | None = None
        self.place, self.closed = store, False
        to_be_read = False
        with ExitStack() as opening:
            if not isinstance(store, LeagueAddress):
                store = paths.store_file(Path(store))
                to_be_read = not can_be_written(store)
                if not to_be_read:
                    self.lock = lock_store(store, waiting, anyway=anyway)
                    opening.callback(self.lock.unlock)
            opened = opening.enter_context(closing(open_store(store, to_be_read=to_be_read)))
            self._show(opened, source, settings, theme, packs)
            self._opened = opening.pop_all()

    def _show(
        self,
        opened: Store,
        source: RandomSource | None,
        settings: QSettings | None,
        theme: Theme | None,
        packs: list[Path] | None,
    ) -> None:
        rulebooks = rulebooks_of(opened.path, packs)
        catalogue = rulebooks.of(Chosen())
        workspace = Workspace(opened, catalogue, rulebooks=rulebooks)
        self.theme = theme or _remembered_theme(settings)
        self.theme.apply()
        self.services = Services(workspace, source or random.SystemRandom(), self.theme)
        kept = settings
        if kept is None:  # settings that are forgotten with the session
            self._folder = QTemporaryDir()
            kept = QSettings(self._folder.filePath("window.ini"), QSettings.Format.IniFormat)
        self.services.keeping.settings = kept
        self.window = Window(self.services, settings)
        refused = catalogue.refused_packs
        warnings = [*opened.notices, *([_left_out(refused)] if refused else ())]
        self.window.say("\n".join(warnings), "harm")

    def close(self) -> None:
        """Close the window and the store, and release the lock."""
        self.closed = True
        self.window.leave()
        self.window.close()
        self._opened.close()


def _left_out(refused: tuple[str, ...]) -> str:
    """Return a sentence about the content packs that can't be used."""
    if len(refused) == 1:
        return _("Content pack left out: {reason}", reason=refused[0])
    names = dict.fromkeys(reason.partition(":")[0] for reason in refused)
    return ngettext(
        "Content pack left out: {names}. The Rulebook page lists all {count} faults.",
        "Content packs left out: {names}. The Rulebook page lists all {count} faults.",
        len(names),
        names=", ".join(names),
        count=len(refused),
    )


class Waiting:
    """Says that another window has the store open, and waits a moment for it to close."""

    def __init__(self) -> None:
        self._given_up = False
        self._until = 0.0
        self._box: QMessageBox | None = None

    def __call__(self, store: Path) -> bool:
        """Return whether to go on waiting."""
        if not self._until:
            self._until = time.monotonic() + PATIENCE_SECONDS
            text = _("{path} is still open in another window. Waiting for it to close…", path=store)
            print(f"lastdays: {text}", file=sys.stderr)
            self._box = QMessageBox(QMessageBox.Icon.NoIcon, QApplication.applicationName(), text)
            self._box.setTextFormat(Qt.TextFormat.PlainText)
            self._box.addButton(_("Stop waiting"), QMessageBox.ButtonRole.RejectRole)
            self._box.finished.connect(self._give_up)
            self._box.setModal(False)
            self._box.show()
        QApplication.processEvents()
        return not self._given_up and time.monotonic() < self._until

    def _give_up(self, _button: int) -> None:
        self._given_up = True

    def over(self) -> None:
        """Close the message."""
        if self._box is not None:
            self._box.hide()
            self._box.deleteLater()
            self._box = None


def lock_store(store: Path, waiting: Waiting | None = None, *, anyway: bool = False) -> QLockFile:
    """Lock a store for a window. Raises StoreInUseError if another window has it open, StoreError if
    it can't be locked.

    `waiting` says how long to wait for a window that is closing. The lock of a process that is gone
    is taken over, one of another computer only with `anyway`.
    """
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            "{path} can't be opened or created: {reason}. Choose another with --store.",
            path=store,
            reason=reason(error),
        ) from error
    lock = QLockFile(str(store.with_name(store.name + ".lock")))
    lock.setStaleLockTime(0)
    if lock.tryLock(0):
        return lock
    failed = QLockFile.LockError.LockFailedError
    host = _holder(lock)[1]
    elsewhere = bool(host) and host != QSysInfo.machineHostName()
    left = lock.error() == failed and (anyway or not elsewhere)
    # Qt doesn't remove a lock that is in use.
    if left and lock.removeStaleLockFile() and lock.tryLock(0):
        return lock
    if waiting is not None and not elsewhere:
        try:
            while lock.error() == failed and waiting(store):
                if lock.tryLock(50):
                    return lock
        finally:
            waiting.over()
    if lock.error() == failed:
        raise _held(store, lock, elsewhere=elsewhere)
    if is_full(store):
        raise StoreError(no_room(store))
    raise StoreError("{path} can't be written to. Choose another store with --store.", path=store)


def _holder(lock: QLockFile) -> tuple[int, str, str]:
    """Return the process, computer and program that hold a lock; 0 and '' if they aren't known."""
    found = lock.getLockInfo()
    return found if isinstance(found, tuple) else (0, "", "")


def _held(store: Path, lock: QLockFile, *, elsewhere: bool) -> StoreInUseError:
    """Return an error that says who has a store open."""
    pid, host, _program = _holder(lock)
    if elsewhere:
        text = _(
            "{path} is open on the computer {host} (process {pid}), or wasn't closed "
            "properly there. Close it there first.",
            path=store,
            host=host,
            pid=pid,
        )
    elif pid:
        text = _(
            "{path} is open in another window (process {pid}). Close that one first.",
            path=store,
            pid=pid,
        )
    else:
        text = _(
            "{path} is open in another window, or something other than a lock file is named "
            "{lock}. Close that window, or move that file away.",
            path=store,
            lock=lock.fileName(),
        )
    return StoreInUseError(text, elsewhere=elsewhere)


def _remembered_theme(settings: QSettings | None) -> Theme:
    if settings is None:
        return Theme(system_theme(), system_zoom())
    name = str(settings.value("theme", "")) or system_theme()
    percent = settings.value("percent", system_zoom())
    try:
        size = int(str(percent))
    except ValueError:
        size = 100
    theme = Theme(name if name in themes() else "dark", min(200, max(80, size)))
    theme.automatic = not settings.contains("percent")
    theme.set_motion(str(settings.value("motion", True)).casefold() != "false")
    return theme


#: Asks what to do about a store that can't be opened; returns None to quit.
Asking = Callable[[StorePlace, LastDaysError, QSettings], "WayOn | None"]


def ask_for_way_on(store: StorePlace, error: LastDaysError, settings: QSettings) -> WayOn | None:
    """Show what is wrong with a store, and ask what to do."""
    theme = _remembered_theme(settings)
    theme.apply()
    place = store if isinstance(store, LeagueAddress) else paths.store_file(store)
    dialog = TroubleDialog(place, error, theme, lock_store)
    dialog.exec()
    return dialog.way


def begin(store: StorePlace, settings: QSettings, ask: Asking) -> Session:
    """Open a window on a store, or on another that the user chooses if that fails. Raises
    LastDaysError if none is chosen."""
    chosen, anyway = store, False
    while True:
        try:
            return Session(chosen, settings=settings, waiting=Waiting(), anyway=anyway)
        except LastDaysError as error:
            way = ask(chosen, error, settings)
            if way is None:
                raise
            chosen, anyway = way.store, way.anyway


def run(store: StorePlace, file: Path | None = None, at: str = "") -> int:
    """Run the window until it is closed, and then each store opened from it; return the exit status.
    At first, import a `file` or go to the page `at`. Raises LastDaysError if the program can't be
    started again."""
    application()
    _log_to_file()
    settings = window_settings()
    place: StorePlace | None = store
    status = 0
    while place is not None:
        status, place = _run(place, settings, file, at)
        file, at = None, ""
    return status


def _run(
    store: StorePlace, settings: QSettings, file: Path | None, at: str
) -> tuple[int, StorePlace | None]:
    """Run a window until it is closed; return the exit status and the store to open next."""
    app = application()
    session = begin(store, settings, ask_for_way_on)
    sys.excepthook = report_bugs(session.window)
    for name in ("SIGTERM", "SIGHUP"):  # the end of the user's session
        number = signal.Signals.__members__.get(name)  # no SIGHUP on Windows
        if number is not None:
            signal.signal(number, _quit_soon)
    session.window.show()
    if file is not None:
        open_file(session, file)
    if isinstance(app, Application):
        app.open_with(partial(open_file, session))
    if at:
        return_to(session.window, at)
    # The garbage collector skips what the start has made: a tap may take only 16 ms.
    QTimer.singleShot(0, gc.freeze)
    QTimer.singleShot(SETTLED_MS // 3, Thread(target=read_ahead).start)
    QTimer.singleShot(SETTLED_MS, partial(_settled, session, settings))
    try:
        return app.exec(), session.services.elsewhere
    finally:
        end(session)
        session.window.deleteLater()


def _settled(session: Session, settings: QSettings) -> None:
    """Begin less urgent work, unless the window has been closed."""
    if not session.closed:
        session.services.keeping.at_start()
        session.window.helping.at_start(settings)


def end(session: Session) -> None:
    """Close a session, and start the program again if asked to. Raises LastDaysError if that fails."""
    session.close()
    if session.services.again:
        start_again(session.place, session.window.navigator.left)


def open_file(session: Session, file: Path) -> None:
    """Import a group or a campaign file that the desktop was asked to open, into the open campaign if
    there is one."""
    window = session.window
    if window.campaign_id:
        bring_in(session.services, window.campaign_id, file)
    else:
        window.pages.start.import_from(file)


def _quit_soon(*_signal: object) -> None:
    """Quit once the event loop runs: before, Qt would ignore it."""
    QTimer.singleShot(0, QApplication.quit)


def _log_to_file() -> None:
    """Log unexpected errors to a rotating file in the user's state folder."""
    # late: it imports sockets and queues, which the start doesn't need
    import logging.handlers

    file = paths.log_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            file, maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)


def report_bugs(
    window: Window,
) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """Return an excepthook that logs a bug and shows it once, with 'Copy details'; the program goes
    on."""
    shown = set()

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        if isinstance(error, LastDaysError):
            window.say(str(error), "harm")
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        if details in shown:  # painting would fail again each time
            return
        shown.add(details)
        log.error("unexpected error\n%s", details)
        print(details, file=sys.stderr)
        box = QMessageBox(window)
        window.services.theme.dress(box)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setText(
            _(
                "Something went wrong that shouldn't have. Everything stored before it is "
                "safe; the last action may not have happened."
            )
        )
        box.setDetailedText(details)
        copy = box.addButton(_("Copy details"), QMessageBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QApplication.clipboard().setText(details))
        box.setEscapeButton(box.addButton(_("Continue"), QMessageBox.ButtonRole.AcceptRole))
        box.setModal(False)
        box.show()

    return hook
