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
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING

from msgspec import convert
from msgspec.structs import asdict
from PySide6.QtCore import QLockFile, QProcess, QSettings, QSysInfo, Qt, QTemporaryDir, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from lastdays.campaign import Workspace
from lastdays.desktop import paths
from lastdays.desktop.files import is_of_another_kind
from lastdays.desktop.league_address import LeagueAddress, StorePlace
from lastdays.desktop.meeting_place import meeting_place
from lastdays.desktop.opening import Application, application, handed_over
from lastdays.desktop.window_settings import WindowSettings, window_settings
from lastdays.errors import LastDaysError, StoreError, StoreInUseError, reason
from lastdays.language import _, legible, ngettext
from lastdays.procedure.dice import RandomSource
from lastdays.rulebook.packs import Chosen, rulebooks_of
from lastdays.store import Store, open_store
from lastdays.store.opening import can_be_written, is_full
from lastdays.store.store import no_room
from lastdays.ui.navigation import Route, SettingsRoute, routes
from lastdays.ui.services import Services
from lastdays.ui.shell.navigator import read_ahead
from lastdays.ui.system_motion import asks_for_less_motion
from lastdays.ui.theme import AS_SYSTEM, Theme, load_fonts_of_scripts, system_zoom, themes
from lastdays.ui.trouble import TroubleDialog, WayOn
from lastdays.ui.window import Window

if TYPE_CHECKING:
    from lastdays.desktop.one_window import Receiver

#: Starts a program with its arguments, and returns whether that succeeded.
Starter = Callable[[list[str]], bool]


def start(command: list[str]) -> bool:
    """Start a program that outlives this one."""
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # a bundle starts afresh
    program, *arguments = command
    result = QProcess.startDetached(program, arguments)
    if isinstance(result, tuple):  # whether it started, and its process
        return bool(result[0])
    return bool(result)


def restart_command(store: StorePlace, route: Route) -> list[str]:
    """Return the command that starts this program on a store, with Settings in front of a page."""
    command = [sys.executable]
    if not getattr(sys, "frozen", False):
        command += ["-P", "-m", "lastdays"]  # -P: ignore a folder of that name
    if isinstance(store, LeagueAddress):
        command += ["--store", store.typed]
    else:
        command += ["--store", str(store)]
    command += ["window", "--at", write_route(route)]
    return command


def start_again(store: StorePlace, route: Route, starter: Starter = start) -> None:
    """Start the program again, without a league's password in its command. Raises LastDaysError if
    that fails."""
    if isinstance(store, LeagueAddress):
        password = store.settings.get("password")
        if password:
            os.environ["PGPASSWORD"] = password
            store = store.bare
    has_started = starter(restart_command(store, route))
    if not has_started:
        raise LastDaysError("The program couldn't restart. Start it again yourself.")


def write_route(route: Route) -> str:
    """Return a route as an argument of a command."""
    return json.dumps([type(route).__name__, asdict(route)])


def read_route(argument: str) -> Route | None:
    """Return the route in an argument of a command; None for anything else."""
    routes_by_name = {route_class.__name__: route_class for route_class in routes()}
    try:
        name, fields = json.loads(argument)
        return convert(fields, routes_by_name[name])
    except (ValueError, TypeError, KeyError):
        return None


def return_to(window: Window, argument: str) -> None:
    """Show Settings in front of the page whose route is in an argument of the command."""
    route = read_route(argument)
    if route is not None:
        window.go(route)
    window.go(SettingsRoute())


log = logging.getLogger("lastdays")
#: How long the start waits for another window on the store to close.
PATIENCE_SECONDS = 10.0
#: How long after the start the window listens for files that are opened elsewhere.
RECEIVE_MS = 100
#: How long after the start the modules of all pages are imported.
READ_AHEAD_MS = 500
#: How long after the start the less urgent work begins, when the window has been drawn.
SETTLED_MS = 1500
#: How long a lock is tried for at a time while another window closes.
LOCK_TRY_MS = 50
#: The least and the greatest zoom in percent that the settings may hold.
LEAST_PERCENT = 80
MOST_PERCENT = 200
#: The greatest size of the log in bytes; then the next file of it begins.
LOG_BYTES = 500_000
#: How many older files of the log are kept.
OLD_LOGS = 2


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
        self.place = store
        self.is_closed = False
        self.receiver: Receiver | None = None
        self.lock: QLockFile | None = None
        read_only = False
        with ExitStack() as resources:
            if not isinstance(store, LeagueAddress):
                store = paths.store_file(Path(store))
                read_only = not can_be_written(store)
                if not read_only:
                    self.lock = lock_store(store, waiting, anyway=anyway)
                    resources.callback(self.lock.unlock)
            opened_store = open_store(store, to_be_read=read_only)
            resources.enter_context(closing(opened_store))
            self.theme = _remembered_theme(settings) if theme is None else theme
            self._show(opened_store, source or random.SystemRandom(), settings, packs)
            self._resources = resources.pop_all()

    def _show(
        self,
        store: Store,
        source: RandomSource,
        settings: QSettings | None,
        packs: list[Path] | None,
    ) -> None:
        """Make the window on an open store, and warn of what was wrong with the store or the packs."""
        rulebooks = rulebooks_of(store.path, packs)
        catalogue = rulebooks.of(Chosen())
        workspace = Workspace(store, catalogue, rulebooks=rulebooks)
        self.theme.apply()
        self.services = Services(workspace, source, self.theme)
        self.services.safekeeping.settings = settings or self._temporary_settings()
        self.window = Window(self.services, settings)
        warnings = list(store.notices)
        if catalogue.refused_packs:
            warnings.append(_warning_about_packs(catalogue.refused_packs))
        if warnings or store.shared:
            self.window.say("\n".join(warnings), "harm")
        else:
            self.window.given.offer_copies()

    def _temporary_settings(self) -> QSettings:
        """Return settings that are forgotten with the session."""
        self._folder = QTemporaryDir()
        return QSettings(self._folder.filePath("window.ini"), QSettings.Format.IniFormat)

    def close(self) -> None:
        """Close the window and the store, and release the lock."""
        self.is_closed = True
        if self.receiver is not None:
            self.receiver.close()
        self.window.leave()
        self.window.close()
        self._resources.close()


def _warning_about_packs(faults: tuple[str, ...]) -> str:
    """Return a sentence about the content packs that can't be used; each fault begins with the name of
    its pack."""
    if len(faults) == 1:
        return _("Content pack left out: {reason}", reason=faults[0])
    names: list[str] = []
    for fault in faults:
        name = fault.partition(":")[0]
        if name not in names:
            names.append(name)
    return ngettext(
        "Content pack left out: {names}. The Rulebook page lists all {count} faults.",
        "Content packs left out: {names}. The Rulebook page lists all {count} faults.",
        len(names),
        names=", ".join(names),
        count=len(faults),
    )


class HandedOverError(Exception):
    """The window that has the store open has taken over what this program was started for."""


class Waiting:
    """Says that another window has the store open, and waits a moment for it to close. `hand_over` asks
    that window to take over, which it can't while it is being opened."""

    def __init__(self, hand_over: Callable[[], bool] | None = None) -> None:
        self._hand_over = hand_over
        self._has_given_up = False
        self._deadline = 0.0
        self._box: QMessageBox | None = None

    def goes_on(self, store: Path) -> bool:
        """Return whether to go on waiting; the first time, show the message. Raises HandedOverError."""
        if self._hand_over is not None and self._hand_over():
            raise HandedOverError
        if self._box is None:
            self._deadline = time.monotonic() + PATIENCE_SECONDS
            self._show_message(store)
        QApplication.processEvents()
        is_too_late = time.monotonic() >= self._deadline
        return not self._has_given_up and not is_too_late

    def _show_message(self, store: Path) -> None:
        text = _("{path} is still open in another window. Waiting for it to close…", path=store)
        print(f"lastdays: {text}", file=sys.stderr)
        self._box = QMessageBox(QMessageBox.Icon.NoIcon, QApplication.applicationName(), text)
        self._box.setTextFormat(Qt.TextFormat.PlainText)
        self._box.addButton(_("Stop waiting"), QMessageBox.ButtonRole.RejectRole)
        self._box.finished.connect(self._give_up)
        self._box.setModal(False)
        self._box.show()

    def _give_up(self, _button: int) -> None:
        self._has_given_up = True

    def end(self) -> None:
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
    lock_path = lock_path_of(store)
    lock = _make_lock(lock_path)
    lock.setStaleLockTime(0)
    if is_of_another_kind(lock_path):
        raise StoreInUseError(_sentence_in_use(store))
    if lock.tryLock(0):
        return lock
    holder = _read_holder(lock)
    may_take_over = anyway or not holder.is_elsewhere
    # Qt doesn't remove a lock that is in use.
    if _is_held(lock) and may_take_over and lock.removeStaleLockFile() and lock.tryLock(0):
        return lock
    if waiting is not None and not holder.is_elsewhere and _wait_for(lock, store, waiting):
        return lock
    if _is_held(lock):
        raise _error_in_use(store, lock)
    if is_full(store):
        raise StoreError(no_room(store))
    raise StoreError("{path} can't be written to. Choose another store with --store.", path=store)


def lock_path_of(store: Path) -> Path:
    """Return the path of the file that locks a store."""
    return store.with_name(store.name + ".lock")


class _LockByHandle(QLockFile):
    """A lock in a folder that Qt can't name, which is reached through a handle of the folder."""

    def __init__(self, path: Path) -> None:
        handle = os.open(path.parent, os.O_RDONLY)
        # Of the name itself, bytes that aren't UTF-8 are written out.
        name = os.fsencode(path.name).decode("utf-8", "backslashreplace")
        super().__init__(f"/proc/self/fd/{handle}/{name}")
        self._handle = handle

    def unlock(self) -> None:
        """Release the lock, and the folder with it."""
        super().unlock()
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _make_lock(path: Path) -> QLockFile:
    """Return the lock at a path. Qt writes every name in UTF-8, which those of a folder needn't be on
    Linux."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        if sys.platform == "linux":
            return _LockByHandle(path)
    return QLockFile(str(path))


def _is_held(lock: QLockFile) -> bool:
    """Return whether a lock couldn't be taken because somebody else has it."""
    return lock.error() == QLockFile.LockError.LockFailedError


def _wait_for(lock: QLockFile, store: Path, waiting: Waiting) -> bool:
    """Wait for the holder of a lock to release it; return whether it has been taken."""
    try:
        while _is_held(lock) and waiting.goes_on(store):
            if lock.tryLock(LOCK_TRY_MS):
                return True
    finally:
        waiting.end()
    return False


@dataclass(frozen=True)
class _LockHolder:
    """The process and the computer that hold a lock; 0 and '' if they aren't known."""

    process: int = 0
    computer: str = ""

    @property
    def is_elsewhere(self) -> bool:
        """Whether the lock is held by another computer."""
        return bool(self.computer) and self.computer != QSysInfo.machineHostName()


def _read_holder(lock: QLockFile) -> _LockHolder:
    """Return who holds a lock."""
    lock_info = lock.getLockInfo()
    if not isinstance(lock_info, tuple):
        return _LockHolder()
    process, computer, _program = lock_info
    return _LockHolder(process, computer)


def _error_in_use(store: Path, lock: QLockFile) -> StoreInUseError:
    """Return an error that says who has a store open."""
    holder = _read_holder(lock)
    if holder.is_elsewhere:
        text = _(
            "{path} is open on the computer {host} (process {pid}), or wasn't closed "
            "properly there. Close it there first.",
            path=store,
            host=holder.computer,
            pid=holder.process,
        )
    elif holder.process:
        text = _(
            "{path} is open in another window (process {pid}). Close that one first.",
            path=store,
            pid=holder.process,
        )
    else:
        text = _sentence_in_use(store)
    return StoreInUseError(text, elsewhere=holder.is_elsewhere)


def _sentence_in_use(store: Path) -> str:
    """Say that a store can't be locked, and nobody knows who has it open."""
    return _(
        "{path} is open in another window, or something other than a lock file is named "
        "{lock}. Close that window, or move that file away.",
        path=store,
        lock=lock_path_of(store),
    )


def _remembered_theme(settings: QSettings | None) -> Theme:
    """Return the theme in the settings, or the one that the desktop asks for."""
    if settings is None:
        return Theme(AS_SYSTEM, system_zoom())
    name = str(settings.value("theme", ""))
    if name not in themes():
        name = AS_SYSTEM
    theme = Theme(name, _remembered_percent(settings))
    theme.automatic = not settings.contains("percent")
    motion = str(settings.value("motion", True))
    theme.set_motion(motion.casefold() != "false")
    return theme


def _remembered_percent(settings: QSettings) -> int:
    """Return the zoom in the settings, within its bounds."""
    try:
        percent = int(str(settings.value("percent", system_zoom())))
    except ValueError:
        return 100
    return min(MOST_PERCENT, max(LEAST_PERCENT, percent))


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


def begin(
    store: StorePlace,
    settings: QSettings,
    ask: Asking,
    hand_over: Callable[[], bool] | None = None,
) -> Session:
    """Open a window on a store, or on another that the user chooses if that fails. Raises
    LastDaysError if none is chosen, HandedOverError if `hand_over` reached the window that has the
    store."""
    anyway = False
    while True:
        try:
            waiting = Waiting(hand_over)
            return Session(store, settings=settings, waiting=waiting, anyway=anyway)
        except LastDaysError as error:
            way_on = ask(store, error, settings)
            if way_on is None:
                raise
            store = way_on.store
            anyway = way_on.anyway


def file_to_be_made(store: StorePlace) -> Path | None:
    """Return the file that opening a store makes, if somebody named it: the name may be mistyped. None
    for the usual store, a league, and a store that is there."""
    if isinstance(store, LeagueAddress):
        return None
    file = paths.store_file(store)
    if file.exists() or file == paths.store_file(paths.default_store()):
        return None
    return file


def run(store: StorePlace, file: Path | None = None, at: str = "") -> int:
    """Run the window until it is closed, and then each store opened from it; return the exit status.
    At first, import a `file` or go to the page `at`. Raises LastDaysError if the program can't be
    started again, HandedOverError if the window that has the store open took the file."""
    application()
    _log_to_file()
    settings = window_settings()
    session = _show_window(store, settings, partial(handed_over, store, file))
    if file is not None:
        open_file(session, file)
    if at:
        return_to(session.window, at)
    status = _run_until_closed(session, settings)
    while session.services.next_store is not None:
        session = _show_window(session.services.next_store, settings)
        status = _run_until_closed(session, settings)
    return status


def _show_window(
    store: StorePlace, settings: QSettings, hand_over: Callable[[], bool] | None = None
) -> Session:
    """Open a window on a store, and report bugs in it. One that it made by a name is said. Raises
    HandedOverError if another window has the store, and `hand_over` reached it."""
    new_file = file_to_be_made(store)
    session = begin(store, settings, ask_for_way_on, hand_over)
    if new_file is not None and session.place == new_file:
        session.window.say(_("Made a new store, {path}.", path=new_file), "")
    sys.excepthook = report_bugs(session.window)
    _quit_on_signals()
    session.window.show()
    return session


def _run_until_closed(session: Session, settings: QSettings) -> int:
    """Run a window until it is closed; return the exit status."""
    app = application()
    if isinstance(app, Application):
        app.open_with(partial(open_file, session))
    # The garbage collector skips what the start has made: a tap may take only 16 ms.
    QTimer.singleShot(0, gc.freeze)
    QTimer.singleShot(RECEIVE_MS, partial(receive_at, session, meeting_place(session.place)))
    QTimer.singleShot(RECEIVE_MS, load_fonts_of_scripts)
    QTimer.singleShot(READ_AHEAD_MS, Thread(target=read_ahead).start)
    QTimer.singleShot(SETTLED_MS, partial(_do_less_urgent_work, session, settings))
    try:
        return app.exec()
    finally:
        end(session)
        _say_what_is_not_kept(settings)
        session.window.deleteLater()


def _say_what_is_not_kept(settings: QSettings) -> None:
    """Say that the latest theme, zoom and place of the window are forgotten, if they couldn't be written."""
    if isinstance(settings, WindowSettings) and not settings.is_kept():
        text = _(
            "The window's settings couldn't be written to {file}; the next window opens without "
            "them. Everything in the store is safe.",
            file=paths.settings_file(),
        )
        log.warning(text)
        print(f"lastdays: {legible(text)}", file=sys.stderr)


def _quit_on_signals() -> None:
    """Quit in order when the user's session on the computer ends."""
    for name in ("SIGTERM", "SIGHUP"):
        number = signal.Signals.__members__.get(name)  # no SIGHUP on Windows
        if number is not None:
            signal.signal(number, _quit_soon)


def _do_less_urgent_work(session: Session, settings: QSettings) -> None:
    """Back up, begin the tour and ask the system for its wishes, unless the window has been closed."""
    if not session.is_closed:
        Thread(target=_ask_about_motion, args=(session.theme,)).start()
        session.services.safekeeping.at_start()
        session.window.helping.at_start(settings)


def _ask_about_motion(theme: Theme) -> None:
    """Note whether the system asks for less motion, which it may take a moment to say."""
    theme.less_motion = asks_for_less_motion()


def end(session: Session) -> None:
    """Close a session, and start the program again if asked to. Raises LastDaysError if that fails."""
    session.close()
    if session.services.must_restart:
        start_again(session.place, session.window.navigator.route_behind_aside)


def open_file(session: Session, file: Path) -> None:
    """Open a file that the desktop or the command line named."""
    session.window.given.open(file)


def receive_at(session: Session, address: str) -> Receiver | None:
    """Listen for programs that are started on the same store again, unless another window does; return
    what listens."""
    if not address or session.is_closed:
        return None
    # late: Qt's sockets, after the window is drawn
    from lastdays.desktop.one_window import Receiver

    receiver = Receiver(address)
    receiver.file_received.connect(session.window.given.come_forward)
    receiver.listen()
    session.receiver = receiver
    return receiver


def _quit_soon(*_signal: object) -> None:
    """Quit once the event loop runs: before, Qt would ignore it."""
    QTimer.singleShot(0, QApplication.quit)


def _log_to_file() -> None:
    """Log unexpected errors to a rotating file in the user's state folder."""
    # late: it imports sockets and queues, which the start doesn't need
    import logging.handlers

    file = paths.log_file()
    if is_of_another_kind(file):
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            file, maxBytes=LOG_BYTES, backupCount=OLD_LOGS, encoding="utf-8"
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
    reported: set[str] = set()

    def report(
        error_class: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(error_class, KeyboardInterrupt):
            QApplication.quit()
            return
        if isinstance(error, LastDaysError):
            window.say(str(error), "harm")
            return
        details = "".join(traceback.format_exception(error_class, error, trace))
        if details in reported:  # painting would fail again each time
            return
        reported.add(details)
        log.error("unexpected error\n%s", details)
        print(details, file=sys.stderr)
        _show_bug(window, details)

    return report


def _show_bug(window: Window, details: str) -> None:
    """Show that something went wrong, with a button that copies the details."""
    box = QMessageBox(window)
    window.services.theme.give_style_sheet(box)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setText(
        _(
            "Something went wrong that shouldn't have. Everything stored before it is "
            "safe; the last action may not have happened."
        )
    )
    box.setDetailedText(details)
    copy_button = box.addButton(_("Copy details"), QMessageBox.ButtonRole.ActionRole)
    copy_button.clicked.connect(lambda: QApplication.clipboard().setText(details))
    continue_button = box.addButton(_("Continue"), QMessageBox.ButtonRole.AcceptRole)
    box.setEscapeButton(continue_button)
    box.setModal(False)
    box.show()
