"""The command line: its arguments, and the window by default."""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from lastdays import __version__
from lastdays.cli.output import say, warn
from lastdays.desktop import paths, system_language
from lastdays.desktop.league_address import StorePlace, file_named, store_place
from lastdays.errors import LastDaysError, reason
from lastdays.language import _


class _Parser(argparse.ArgumentParser):
    """A parser whose error messages leave out addresses, which may hold a password."""

    def error(self, message: str) -> NoReturn:
        super().error(re.sub(r"\S*(://|(?i:postgre)).*", "…", message, flags=re.DOTALL))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = _Parser(
        prog="lastdays", description=_("Campaign manager for Last Days: Zombie Apocalypse.")
    )
    top.add_argument("--version", action="version", version=f"lastdays {__version__}")
    top.set_defaults(or_demo=None, at="")
    _fill(top, paths.toml("commands.toml"))
    return top


def _fill(command: argparse.ArgumentParser, takes: dict[str, Any]) -> None:
    """Add the declared arguments and sub-commands to a command."""
    either = None
    for names, said in takes.items():
        if names.isupper():
            below = command.add_subparsers(
                dest=names.lower(), metavar=names, required=names != "COMMAND"
            )
            for name, inner in said.items():
                what = inner.pop("help")
                _fill(below.add_parser(name, help=_(what)), inner)
            continue
        what = said.get("help", "")
        said["help"] = _(what) if what else argparse.SUPPRESS
        if "type" in said:
            said["type"] = _READ[said["type"]]
        into: Any = command
        if said.pop("either", False):
            into = either = either or command.add_mutually_exclusive_group(required=True)
        into.add_argument(*names.split(), **said)


def _offset(text: str) -> tuple[float, float]:
    across, _comma, up = text.partition(",")
    try:
        return float(across), float(up)
    except ValueError:
        raise LastDaysError(
            "'{text}' isn't an offset. Give two numbers of millimetres, such as 1.5,-0.5.",
            text=text,
        ) from None


#: The functions that read values, by the names of types.
_READ: Mapping[str, Callable[[str], Any]] = {
    "file": file_named,
    "place": store_place,
    "offset": _offset,
    "int": int,
    "float": float,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        # Characters that the console lacks are escaped.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    system_language.settle()
    try:
        options = parser().parse_args(arguments)
        match options.command:
            case None | "window":
                return window(options.store, options.or_demo, at=options.at)
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


def _discard_output() -> None:
    """Have the rest of the output go nowhere, as it can't be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(options: argparse.Namespace) -> int:
    """Run a command that works on a store or a content pack; return its exit status."""
    # late: --help and --version answer without the store and the rulebook
    from lastdays.cli import commands

    return commands.COMMANDS[options.command](options) or 0


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
    named = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(named) and all(way.partition(":")[0].strip() == "xcb" for way in named.split(";"))


def missing_library() -> str:
    """Return the library that Qt lacks for an X display, '' if none: Qt would abort without an
    understandable message."""
    named = os.environ.get("QT_QPA_PLATFORM") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform != "linux" or (named and not _told_to_use_x()):
        return ""
    found = importlib.util.find_spec("PySide6")
    if found is None or found.origin is None:
        return ""
    plugin = Path(found.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    try:
        if plugin.exists():
            ctypes.CDLL(str(plugin))
    except OSError as error:
        return str(error).split(":")[0]
    return ""


def window(
    store: StorePlace | None, or_demo: Path | None, file: Path | None = None, *, at: str = ""
) -> int:
    """Open the window, import a `file` or go to the page `at`; return the exit status. Raises
    LastDaysError if there is no display."""
    if has_display():
        missing = missing_library()
        if missing:
            raise LastDaysError(
                "The window can't be drawn: the system library {library} is missing. On "
                "Debian, install it with 'apt-get install libxcb-cursor0 libxcb-icccm4 "
                "libxcb-image0 libxcb-keysyms1 libxcb-render-util0 libxkbcommon-x11-0'.",
                library=missing,
            )
    else:
        if or_demo is None:
            raise LastDaysError(
                "There is no display to open a window on; 'lastdays demo --out DIR' needs none."
            )
        say(
            _(
                "There is no display to open a window on: writing the demo to {folder} instead.",
                folder=or_demo,
            )
        )
        return demo(or_demo)
    # late: commands need no Qt
    from lastdays.desktop.opening import show_frame

    frame = show_frame()
    # late: store, rulebook and pages are imported while the frame is in sight
    from lastdays.ui.app import run

    status = run(store or paths.default_store(), file, at)
    del frame
    return status


def demo(out: Path) -> int:
    """Write the demo: the sample campaign, a sequence with seeded dice, a transcript, the screens;
    return the exit status."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # late: the demo alone needs Qt and all pages
    from lastdays.devtools.demo import write_demo

    for file in write_demo(out):
        say(_("Wrote {file}.", file=file))
    return 0
