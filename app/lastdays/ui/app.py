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
from functools import partial
from pathlib import Path
from threading import Thread
from types import TracebackType

from msgspec import convert
from msgspec.structs import asdict
from PySide6.QtCore import QLockFile, QProcess, QSettings, QSysInfo, Qt, QTemporaryDir, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from lastdays.campaign import Workspace
from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress, StorePlace
from lastdays.desktop.opening import Application, application
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

#: Starts a program by its words; tells whether it could.
Starter = Callable[[list[str]], bool]


def start(words: list[str]) -> bool:
    """Start a program that goes on without this one."""
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # a bundle begins as if nobody had begun it
    began = QProcess.startDetached(words[0], words[1:])
    return bool(began[0] if isinstance(began, tuple) else began)


def command(store: StorePlace, where: Route) -> list[str]:
    """Return what starts this program on a store, with Settings before the page where one was."""
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program += ["-P", "-m", "lastdays"]  # not a folder of that name in which it is begun
    place = store.typed if isinstance(store, LeagueAddress) else str(store)
    return [*program, "--store", place, "window", "--at", written(where)]


def start_again(store: StorePlace, where: Route, starter: Starter = start) -> None:
    """Start the program again; a league's password stays out of its command. Raises LastDaysError
    where that fails."""
    if isinstance(store, LeagueAddress) and (password := store.settings.get("password")):
        os.environ["PGPASSWORD"] = password
        store = store.bare
    if not starter(command(store, where)):
        raise LastDaysError("The program could not be started again. Start it yourself.")


def written(route: Route) -> str:
    """Return a route as a word of a command."""
    return json.dumps([type(route).__name__, asdict(route)])


def read_route(text: str) -> Route | None:
    """Return the route of a word of a command; None for anything else."""
    try:
        name, facts = json.loads(text)
        kinds = {kind.__name__: kind for kind in routes()}
        return convert(facts, kinds[name])
    except (ValueError, TypeError, KeyError):
        return None


def return_to(window: Window, text: str) -> None:
    """Show Settings, with the page where one was behind it."""
    where = read_route(text)
    if where is not None:
        window.go(where)
    window.go(SettingsRoute())


__all__ = ["Session", "application", "run"]

log = logging.getLogger("lastdays")
#: How long starting waits for another window that has the store to be closed.
PATIENCE_SECONDS = 10.0
#: How long after the start what can wait begins: the window is drawn by then.
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

        A league is anybody's, and what can't be written stays as it is: nobody locks these.
        """
        self.lock: QLockFile | None = None
        self.place, self.closed = store, False
        to_be_read = False
        if not isinstance(store, LeagueAddress):
            store = paths.store_file(Path(store))
            to_be_read = not can_be_written(store)
            if not to_be_read:
                self.lock = lock_store(store, waiting, anyway=anyway)
        try:
            opened = open_store(store, to_be_read=to_be_read)
        except BaseException:
            self._unlock()
            raise
        try:
            self._show(opened, source, settings, theme, packs)
        except BaseException:
            opened.close()
            self._unlock()
            raise

    def _unlock(self) -> None:
        if self.lock is not None:
            self.lock.unlock()

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
        if kept is None:  # what is remembered is forgotten with the session
            self._folder = QTemporaryDir()
            kept = QSettings(self._folder.filePath("window.ini"), QSettings.Format.IniFormat)
        self.services.keeping.settings = kept
        self.window = Window(self.services, settings)
        told = list(opened.notices)
        if catalogue.refused_packs:
            told.append(_left_out(catalogue.refused_packs))
        if told:
            self.window.say("\n".join(told), "harm")

    def close(self) -> None:
        """Close the window and the store, and release the lock."""
        self.closed = True
        self.window.leave()
        self.window.close()
        self.services.workspace.store.close()
        self._unlock()


def _left_out(refused: tuple[str, ...]) -> str:
    """Say in a sentence which content packs could not be used."""
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
    """Says that another window has the store, and waits a moment for it to be closed."""

    def __init__(self) -> None:
        self._given_up = False
        self._until = 0.0
        self._box: QMessageBox | None = None

    def __call__(self, store: Path) -> bool:
        """Tell whether to go on waiting."""
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
        """Take the sentence from the screen."""
        if self._box is not None:
            self._box.hide()
            self._box.deleteLater()
            self._box = None


def lock_store(store: Path, waiting: Waiting | None = None, *, anyway: bool = False) -> QLockFile:
    """Return the lock of a window on its store. Raises HeldStoreError where another window holds
    it, StoreError where none can be made.

    A window that is closing releases it in a moment: `waiting` says how long to wait for it. What
    a window that is gone left behind is taken over; what another computer left, `anyway` only.
    """
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            "{path} cannot be opened or made: {reason}. Choose another with --store.",
            path=store,
            reason=reason(error),
        ) from error
    lock = QLockFile(str(store.with_name(store.name + ".lock")))
    lock.setStaleLockTime(0)
    if lock.tryLock(0):
        return lock
    failed = QLockFile.LockError.LockFailedError
    elsewhere = _is_elsewhere(lock)
    left = lock.error() == failed and (anyway or not elsewhere)
    # What the system knows to be in use is not removed.
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
    raise StoreError("{path} cannot be written. Choose another with --store.", path=store)


def _is_elsewhere(lock: QLockFile) -> bool:
    """Tell whether a lock says that another computer holds it."""
    _pid, host, _program = _holder(lock)
    return bool(host) and host != QSysInfo.machineHostName()


def _holder(lock: QLockFile) -> tuple[int, str, str]:
    """Return the process, computer and program that hold a lock; 0 and '' where nobody knows."""
    found = lock.getLockInfo()
    return found if isinstance(found, tuple) else (0, "", "")


def _held(store: Path, lock: QLockFile, *, elsewhere: bool) -> StoreInUseError:
    """Return the error that says who has a store open."""
    pid, host, _program = _holder(lock)
    if elsewhere:
        text = _(
            "{path} is open on the computer {host} (process {pid}), or wasn't closed there. Close "
            "it there first.",
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
            "{path} is open in another window, or something that isn't a lock has the name of "
            "{lock}. Close that window, or move that away.",
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


#: Asks what to do about a store that can't be opened; None to end the program.
Asking = Callable[[StorePlace, LastDaysError, QSettings], "WayOn | None"]


def ask_for_way_on(store: StorePlace, error: LastDaysError, settings: QSettings) -> WayOn | None:
    """Say what is wrong with a store, and ask what to do."""
    theme = _remembered_theme(settings)
    theme.apply()
    place = store if isinstance(store, LeagueAddress) else paths.store_file(store)
    dialog = TroubleDialog(place, error, theme, lock_store)
    dialog.exec()
    return dialog.way


def begin(store: StorePlace, settings: QSettings, ask: Asking | None) -> Session:
    """Open a window on a store, or on what the user chooses instead where that fails.

    Raises LastDaysError where nothing is chosen.
    """
    chosen, anyway = store, False
    while True:
        try:
            return Session(chosen, settings=settings, waiting=Waiting(), anyway=anyway)
        except LastDaysError as error:
            way = ask(chosen, error, settings) if ask is not None else None
            if way is None:
                raise
            chosen, anyway = way.store, way.anyway


def run(store: StorePlace, file: Path | None = None, at: str = "") -> int:
    """Open the window, import a file or go on at a page, and stay until it is closed, and each that
    is opened from it; return the exit status. Raises LastDaysError where it was to start again and
    couldn't."""
    application()
    _log_to_file()
    settings = QSettings(str(paths.settings_file()), QSettings.Format.IniFormat)
    place: StorePlace | None = store
    status = 0
    while place is not None:
        status, place = _run(place, settings, file, at)
        file, at = None, ""
    return status


def _run(
    store: StorePlace, settings: QSettings, file: Path | None, at: str
) -> tuple[int, StorePlace | None]:
    """Stay until a window on a store is closed; return the exit status, and what to open next."""
    app = application()
    seen = QGuiApplication.platformName() not in ("offscreen", "minimal")
    session = begin(store, settings, ask_for_way_on if seen else None)
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
    # Garbage is not looked for in what the start made, which stays: a tap may take 16 ms.
    QTimer.singleShot(0, gc.freeze)
    QTimer.singleShot(SETTLED_MS // 3, Thread(target=read_ahead).start)
    QTimer.singleShot(SETTLED_MS, partial(_settled, session, settings))
    try:
        return app.exec(), session.services.elsewhere
    finally:
        end(session)
        session.window.deleteLater()


def _settled(session: Session, settings: QSettings) -> None:
    """Begin what could wait for the start, unless the window is closed by then."""
    if not session.closed:
        session.services.keeping.at_start()
        session.window.helping.at_start(settings)


def end(session: Session) -> None:
    """Close a session, and start the program again where that is wanted. Raises LastDaysError where
    it can't be."""
    session.close()
    if session.services.again:
        start_again(session.place, session.window.navigator.left)


def open_file(session: Session, file: Path) -> None:
    """Import a group or a campaign that the desktop was asked to open: into the campaign that is
    shown, where there is one."""
    window = session.window
    if not window.campaign_id:
        window.pages.start.import_from(file)
        return
    bring_in(session.services, window.campaign_id, file)


def _quit_soon(*_signal: object) -> None:
    """Quit once the window listens: asked before, Qt would not hear it."""
    QTimer.singleShot(0, QApplication.quit)


def _log_to_file() -> None:
    """Log unexpected errors to a rotating file in the user's state folder."""
    # late: it brings sockets and queues, which the start does not need
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
    """Return an excepthook: a bug is logged and shown once with 'copy details', and the program
    goes on."""
    shown = set()

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        if isinstance(error, LastDaysError):
            window.say(str(error), "harm")
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        if details in shown:  # what fails to be drawn fails again each time
            return
        shown.add(details)
        log.error("unexpected error\n%s", details)
        print(details, file=sys.stderr)
        box = QMessageBox(window)
        window.services.theme.dress(box)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setText(
            _(
                "Something went wrong that shouldn't have. What was stored before is safe; "
                "the last action may not have happened."
            )
        )
        box.setDetailedText(details)
        copy = box.addButton(_("Copy details"), QMessageBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QApplication.clipboard().setText(details))
        box.setEscapeButton(box.addButton(_("Continue"), QMessageBox.ButtonRole.AcceptRole))
        box.setModal(False)
        box.show()

    return hook
