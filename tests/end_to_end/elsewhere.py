"""Runs the program as if on Windows or macOS, as far as that can be pretended: `sys.platform` says so, and
what those systems don't have is missing. `elsewhere.py win32|darwin FOLDER` prints what it found as JSON;
the libraries of others are imported before, as the system they are for."""

from __future__ import annotations

import ast
import ctypes
import importlib
import io
import json
import os
import pkgutil
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

APP = Path(__file__).parents[2] / "app" / "lastdays"
#: What chooses by the system as it is imported, as the program's own modules may.
OURS = ("lastdays", "platformdirs")
#: What others import later, when it is asked for.
LATER = {"alembic.config", "concurrent.futures.process", "sqlalchemy.dialects.sqlite"}
#: Modules that Windows doesn't have.
MODULES = ("crypt", "fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty")
#: What Windows doesn't have of modules that it has.
MISSING = {
    os: (
        "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "fchmod", "fchown", "fork", "geteuid",
        "getgid", "getuid", "killpg", "lchown", "mkfifo", "setsid",
    ),
    signal: ("SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "alarm", "setitimer"),
    time: ("tzset",),
}  # fmt: skip


def imported(file: Path) -> Iterator[str]:
    """Return the modules that a file imports, at its top or later."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (name.name for name in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module


def import_libraries() -> None:
    """Import what the program imports of others, as on this system."""
    names = {name for file in APP.rglob("*.py") for name in imported(file)}
    names |= LATER
    for name in sorted(names):
        if name.partition(".")[0] not in OURS and name not in MODULES:
            with suppress(ImportError):
                importlib.import_module(name)


def pretend(system: str) -> None:
    """Be another system from now on."""
    sys.platform = system
    if system != "win32":
        return
    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]
    for place, names in MISSING.items():
        for name in names:
            if hasattr(place, name):
                delattr(place, name)
    shutil.which = lambda *_words, **_more: None
    # What a console of Windows writes, whose lines end as its files' do.
    for name in ("stdout", "stderr"):
        stream = io.TextIOWrapper(getattr(sys, name).buffer, encoding="cp1252", newline="\r\n")
        setattr(sys, name, stream)


def have_windows() -> None:
    """Have what the program calls of Windows itself. Folders are those of the environment, which
    platformdirs takes where it can't ask for them."""
    sys.modules["ctypes"] = None  # type: ignore[assignment]
    importlib.import_module("platformdirs.windows")
    sys.modules["ctypes"] = ctypes
    user = SimpleNamespace(SystemParametersInfoW=lambda *_words: 1)
    kernel = SimpleNamespace(SetThreadExecutionState=lambda _flags: 1)
    ctypes.windll = SimpleNamespace(user32=user, kernel32=kernel)  # type: ignore[attr-defined]


def import_all() -> list[str]:
    """Import every module of the program; return their names."""
    import lastdays

    names = [module.name for module in pkgutil.walk_packages(lastdays.__path__, "lastdays.")]
    for name in names:
        if not name.endswith("__main__"):
            importlib.import_module(name)
    return names


def places() -> dict[str, str]:
    """Return where the program keeps things."""
    from lastdays.desktop import paths
    from lastdays.desktop.league_address import password_file
    from lastdays.desktop.meeting_place import meeting_place

    return {
        "store": str(paths.default_store()),
        "settings": str(paths.settings_file()),
        "log": str(paths.log_file()),
        "packs": str(paths.content_packs()),
        "password": str(password_file()),
        "meeting": meeting_place(paths.default_store()),
    }


def commands(folder: Path) -> dict[str, int]:
    """Run commands; return the status of each."""
    from lastdays.cli.main import main
    from lastdays.cli.output import say

    store = str(folder / "s.sqlite")
    name = "Zeke's Truckers"
    asked = [
        ["sample"],
        ["groups"],
        ["--store", store, "sample", "long-winter"],
        ["--store", store, "groups"],
        ["--store", store, "check"],
        ["--store", store, "backup"],
        ["--store", store, "backups"],
        ["export", name, "-o", str(folder / "g.lastdays.json")],
        ["--store", store, "import", str(folder / "g.lastdays.json")],
        ["--store", store, "print", name, "-o", str(folder / "cards.pdf")],
        ["share", name, "-o", str(folder / "g.md")],
        ["share", "--campaign", "Riverside", "--pages", str(folder / "pages")],
        ["share", name, "-o", str(folder / "g.png")],
        ["pack", "new", str(folder / "mine")],
        ["pack", "check", str(folder / "mine")],
    ]  # fmt: skip
    statuses = {" ".join(words[-4:]): main(words) for words in asked}
    say("Ōkami and Zoë")  # as every name is printed
    return statuses


def window() -> dict[str, object]:
    """Open the window on the usual store for two seconds, and ask what it asks of the system."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from lastdays.cli.main import main
    from lastdays.desktop.opening import application
    from lastdays.pdf.computer_fonts import installed
    from lastdays.ui.system_motion import asks_for_less_motion
    from lastdays.ui.tracker.awake import Awake

    app = application()
    titles: list[str] = []

    def end() -> None:
        titles.extend(
            window.windowTitle() for window in app.topLevelWidgets() if window.isVisible()
        )
        QApplication.quit()

    QTimer.singleShot(8_000, end)
    status = main(["window"])
    awake = Awake()
    awake.keep_awake()
    awake.let_sleep()
    return {
        "status": status,
        "titles": titles,
        "less motion": asks_for_less_motion(),
        "fonts": installed("zh"),
    }


def main() -> None:
    """Do it all, and print what was found after an empty line."""
    system, folder = sys.argv[1], Path(sys.argv[2])
    import_libraries()
    pretend(system)
    if system == "win32":
        have_windows()
    found: dict[str, object] = {"modules": len(import_all()), "places": places()}
    found["commands"] = commands(folder)
    found["window"] = window()
    print(f"\n{json.dumps(found)}", flush=True)
    os._exit(0)  # what others have registered for the end is of this system


if __name__ == "__main__":
    main()
