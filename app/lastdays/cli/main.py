"""The command line: it runs a command, or opens the window by default."""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from lastdays.cli.arguments import parser, with_command
from lastdays.cli.output import say, warn
from lastdays.desktop import paths, system_language
from lastdays.desktop.files import is_store
from lastdays.desktop.league_address import StorePlace
from lastdays.errors import LastDaysError, reason
from lastdays.language import _


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    _have_output()
    for stream in (sys.stdout, sys.stderr):
        # Characters that the console lacks are escaped.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    system_language.settle()
    fault = system_language.fault()
    if fault:
        warn(f"lastdays: {fault}")
    try:
        options = _options(arguments)
        match options.command:
            case None | "window":
                return window(options.store, options.or_demo, options.file, page=options.at)
            case "open":
                return window(options.store, None, options.file)
            case "demo":
                return demo(options.out)
            case _:
                status = _run(options)
                sys.stdout.flush()
                return status
    except LastDaysError as error:
        warn(f"lastdays: {error}")
        return 1
    except BrokenPipeError:
        _discard_output()  # the reader has closed the pipe
        return 1
    except OSError as error:
        if error.filename is not None:
            raise
        _discard_output()
        why = _("The output can't be written: {reason}.", reason=reason(error))
        warn(f"lastdays: {why}")
        return 1
    except KeyboardInterrupt:
        return 130


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of a command. Raises SystemExit once help or the version is printed, OSError
    if that can't be."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        return parser().parse_args(with_command(words))
    except SystemExit:
        sys.stdout.flush()
        raise


def _have_output() -> None:
    """Have what is printed go nowhere where there is no console, as in a window's program on Windows."""
    if sys.stdout is None or sys.stderr is None:
        nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the program ends
        sys.stdout = sys.stdout or nowhere
        sys.stderr = sys.stderr or nowhere


def _discard_output() -> None:
    """Have the rest of the output go nowhere, as it can't be written."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _run(options: argparse.Namespace) -> int:
    """Run a command that works on a store or a content pack; return its exit status."""
    # late: --help and --version answer without the store and the rulebook
    from lastdays.cli import commands

    command = commands.COMMANDS[options.command]
    status = command(options)
    return 0 if status is None else status


def has_display() -> bool:
    """Return whether a window could be shown."""
    if sys.platform in ("win32", "darwin"):
        return True
    if _told_to_use_x():
        return bool(os.environ.get("DISPLAY"))
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _told_to_use_x() -> bool:
    """Return whether QT_QPA_PLATFORM names X as the only platform. It lists platforms in the order
    they are tried, each with settings after a colon."""
    setting = os.environ.get("QT_QPA_PLATFORM", "")
    if not setting:
        return False
    platforms = [platform.partition(":")[0].strip() for platform in setting.split(";")]
    return all(platform == "xcb" for platform in platforms)


def missing_library() -> str:
    """Return the library that Qt lacks for an X display, '' if none: Qt would abort without an
    understandable message."""
    if sys.platform != "linux":
        return ""
    another = os.environ.get("QT_QPA_PLATFORM") or os.environ.get("WAYLAND_DISPLAY")
    if another and not _told_to_use_x():
        return ""
    package = importlib.util.find_spec("PySide6")
    if package is None or package.origin is None:
        return ""
    plugin = Path(package.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    try:
        if plugin.exists():
            ctypes.CDLL(str(plugin))
    except OSError as error:
        library, _colon, _message = str(error).partition(":")
        return library
    return ""


def window(
    store: StorePlace | None, or_demo: Path | None, file: Path | None = None, *, page: str = ""
) -> int:
    """Open the window, with a `file` or at a page; return the exit status. Where a window has the
    store open, that one opens the file. Raises LastDaysError if there is no display."""
    if file is not None and is_store(file):
        store, file = file, None
    if not has_display():
        return _demo_instead(or_demo)
    missing = missing_library()
    if missing:
        raise LastDaysError(
            "The window can't be drawn: the system library {library} is missing. On "
            "Debian, install it with 'apt-get install libxcb-cursor0 libxcb-icccm4 "
            "libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxkbcommon-x11-0'.",
            library=missing,
        )
    # late: commands need no Qt
    from lastdays.desktop.opening import handed_over, show_frame

    place = store or paths.default_store()
    if not page and handed_over(place, file):
        _say_handed_over(file)
        return 0
    frame = show_frame()
    # late: store, rulebook and pages are imported while the frame is in sight
    from lastdays.ui.app import HandedOverError, run

    try:
        status = run(place, file, page)
    except HandedOverError:  # the other window was only just being opened, too
        _say_handed_over(file)
        status = 0
    del frame
    return status


def _say_handed_over(file: Path | None) -> None:
    if file is None:
        say(_("The window is open already; it comes to the front."))
    else:
        say(_("{file} is opened in the window that is open.", file=file))


def _demo_instead(folder: Path | None) -> int:
    """Write the demo where no window can be shown; return the exit status. Raises LastDaysError if no
    folder is named for it."""
    if folder is None:
        raise LastDaysError(
            "There is no display to open a window on; 'lastdays demo --out DIR' needs none."
        )
    say(
        _(
            "There is no display to open a window on: writing the demo to {folder} instead.",
            folder=folder,
        )
    )
    return demo(folder)


def demo(folder: Path) -> int:
    """Write the demo: the sample campaign, a sequence with seeded dice, a transcript, the screens;
    return the exit status."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever the display is
    # late: the demo alone needs Qt and all pages
    from lastdays.devtools.demo import write_demo

    for file in write_demo(folder):
        say(_("Wrote {file}.", file=file))
    return 0
