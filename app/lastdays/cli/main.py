"""The command line: its arguments, and the window if there is no command."""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from lastdays import __version__
from lastdays.desktop import paths, system_language
from lastdays.desktop.league_address import StorePlace, file_named, store_place
from lastdays.errors import LastDaysError
from lastdays.language import _


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line, but no address that stands in it."""

    def error(self, message: str) -> NoReturn:
        super().error(re.sub(r"\S*(://|(?i:postgre)).*", "…", message, flags=re.DOTALL))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = _Parser(
        prog="lastdays", description=_("Campaign manager for Last Days: Zombie Apocalypse.")
    )
    top.add_argument("--version", action="version", version=f"lastdays {__version__}")
    top.add_argument(
        "--store",
        type=store_place,
        metavar="FILE",
        help=_(
            "the store to use, instead of the one in your data folder: a file, or a league as "
            "postgresql://user@computer/database"
        ),
    )
    top.set_defaults(or_demo=None, at="")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    window = commands.add_parser(
        "window", help=_("open the window (what happens without a command)")
    )
    window.add_argument(
        "--or-demo",
        type=file_named,
        metavar="DIR",
        help=_("where there is no display, write the demo there instead"),
    )
    window.add_argument("--at", default="", help=argparse.SUPPRESS)  # of a start after another
    opened = commands.add_parser(
        "open", help=_("open the window and import a file, as double-clicking it does")
    )
    opened.add_argument(
        "file", type=file_named, metavar="FILE", nargs="?", help=_("a group's or a campaign's file")
    )
    commands.add_parser("sample", help=_("add the sample campaign"))
    commands.add_parser("groups", help=_("list the groups, a line each"))
    commands.add_parser("check", help=_("check the store and every group"))
    commands.add_parser("backup", help=_("back up the store, if it has changed"))
    commands.add_parser("backups", help=_("list the backups of the store, the newest first"))
    back = commands.add_parser("restore", help=_("make the store what a backup holds"))
    back.add_argument(
        "backup", type=file_named, metavar="BACKUP", help=_("a file, or a listed name")
    )
    recover = commands.add_parser(
        "recover", help=_("write a new store of what can be read of a damaged one")
    )
    recover.add_argument("damaged", type=file_named, metavar="FILE", help=_("the damaged store"))
    _output(recover)
    _file_options(commands)
    _print_options(commands.add_parser("print", help=_("write cards and sheets as a PDF")))
    _pack_options(commands.add_parser("pack", help=_("begin a content pack, or check one")))
    demo = commands.add_parser("demo", help=_("play the sample with seeded dice, write pictures"))
    demo.add_argument(
        "--out", type=file_named, metavar="DIR", required=True, help=_("the folder it goes into")
    )
    return top


def _output(command: Any, metavar: str = "FILE", *, needed: bool = True) -> None:
    """Add the file that a command writes."""
    command.add_argument(
        "-o",
        "--output",
        type=file_named,
        metavar=metavar,
        required=needed,
        help=_("the file that is written"),
    )


def _file_options(commands: Any) -> None:
    """Add what is said of files that go out and come in."""
    export = commands.add_parser("export", help=_("write a group or a campaign to a file"))
    what = export.add_mutually_exclusive_group(required=True)
    what.add_argument("group", metavar="GROUP", nargs="?", help=_("its name, or CAMPAIGN/NAME"))
    what.add_argument("--campaign", metavar="NAME", help=_("a whole campaign with its histories"))
    _output(export)
    bring = commands.add_parser(
        "import",
        help=_(
            "add a group or a campaign from a file, or a group from a roster (.ros, .rosz, .json)"
        ),
    )
    bring.add_argument("file", type=file_named, metavar="FILE", help=_("the file that is read"))
    bring.add_argument("--campaign", metavar="NAME", help=_("the campaign a group joins"))
    bring.add_argument(
        "--known",
        choices=("second", "merge", "ours", "theirs"),
        default="second",
        help=_(
            "a group that is there already: add it as a second one (default), merge what changed "
            "since it left, or where both changed keep ours or take theirs"
        ),
    )
    share = commands.add_parser(
        "share", help=_("tell others of a group or a campaign: a picture, a page, text")
    )
    what = share.add_mutually_exclusive_group(required=True)
    what.add_argument("group", metavar="GROUP", nargs="?", help=_("its name, or CAMPAIGN/NAME"))
    what.add_argument("--campaign", metavar="NAME", help=_("a campaign and its games"))
    share.add_argument(
        "-o",
        "--output",
        type=file_named,
        metavar="FILE",
        help=_("a file ending in .png, .md or .txt; without it, text is printed"),
    )
    share.add_argument(
        "--pages",
        type=file_named,
        metavar="DIR",
        help=_("a campaign's web pages, written into a folder, or what of them has changed"),
    )
    share.add_argument(
        "--players", action="store_true", help=_("name on the web pages who plays a group")
    )
    share.add_argument("--markdown", action="store_true", help=_("print Markdown"))
    share.add_argument("--notes", action="store_true", help=_("also what the notes say"))
    _language_option(share)


def _language_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language",
        metavar="CODE",
        default="",
        help=_("the language of what is written, such as de, instead of the group's"),
    )


def _pack_options(pack: argparse.ArgumentParser) -> None:
    acts = pack.add_subparsers(dest="act", metavar="ACT", required=True)
    new = acts.add_parser("new", help=_("write a new pack, with entries to change"))
    new.add_argument(
        "folder", type=file_named, metavar="DIR", help=_("a folder that isn't there yet")
    )
    new.add_argument("--example", action="store_true", help=_("write the example instead"))
    check = acts.add_parser("check", help=_("list everything that is wrong with a pack"))
    check.add_argument("pack", type=file_named, metavar="PACK", help=_("a folder or a zip"))


def _print_options(paper: argparse.ArgumentParser) -> None:
    paper.add_argument("groups", metavar="GROUP", nargs="+", help=_("its name, or CAMPAIGN/NAME"))
    where = paper.add_mutually_exclusive_group(required=True)
    _output(where, "FILE.pdf", needed=False)
    where.add_argument(
        "--pictures",
        type=file_named,
        metavar="DIR",
        help=_("a PNG file for each side of a card, in a new folder, for print shops"),
    )
    paper.add_argument(
        "--dpi", type=int, choices=(300, 600), default=300, help=_("dots an inch of a picture")
    )
    paper.add_argument(
        "--one-a-page",
        action="store_true",
        help=_("each side of a card on a page of its own, with bleed, for print shops"),
    )
    paper.add_argument(
        "--what",
        metavar="KIND,KIND",
        default="characters,group",
        help=_(
            "characters, group, roster, reference, encounter, worksheet, zombies, tokens, campaign, "
            "blank-character, blank-group, test (default: characters,group)"
        ),
    )
    paper.add_argument(
        "--layout",
        default="quarter",
        help=_("quarter, half, roster, tarot, poker, or a size such as 70x120"),
    )
    paper.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help=_("the paper in the printer")
    )
    paper.add_argument("--ink-saver", action="store_true", help=_("lines on white"))
    paper.add_argument(
        "--backs",
        choices=("none", "fold", "duplex-long", "duplex-short"),
        default="duplex-long",
        help=_("how the backs of quarter, tarot and poker cards are printed"),
    )
    paper.add_argument(
        "--group-backs", action="store_true", help=_("print the group's back on every card")
    )
    paper.add_argument(
        "--bleed",
        type=float,
        default=0.0,
        metavar="MM",
        help=_("how far a card is printed beyond its edge"),
    )
    paper.add_argument(
        "--outer-bleed",
        action="store_true",
        help=_("lay cards edge to edge; bleed only where no other card lies"),
    )
    paper.add_argument("--front-notes", action="store_true", help=_("set notes on the front"))
    paper.add_argument(
        "--offset",
        default="0,0",
        metavar="X,Y",
        help=_(
            "how many mm backs lie to the right and up, as the test page shows: --offset=-1,0.5"
        ),
    )
    paper.add_argument("--no-crop-marks", action="store_true", help=_("no crop marks"))
    paper.add_argument("--back-marks", action="store_true", help=_("crop marks on the backs too"))
    paper.add_argument("--no-ruler", action="store_true", help=_("no ruler to measure a print by"))
    paper.add_argument("--copies", type=int, default=1, metavar="N", help=_("how many of each"))
    paper.add_argument(
        "--only-changed",
        action="store_true",
        help=_("only cards that are not what was printed last"),
    )
    _language_option(paper)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        # A name may have letters that this console does not: they are spelled out by number.
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
                return _run(options)
    except LastDaysError as error:
        print(f"lastdays: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read the lines has read enough; what Python still holds of them goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


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
    """Return whether QT_QPA_PLATFORM names an X display and no other way to fall back on.

    It lists ways in the order they are tried, each with its settings behind a colon.
    """
    named = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(named) and all(way.partition(":")[0].strip() == "xcb" for way in named.split(";"))


def missing_library() -> str:
    """Return which library Qt lacks to draw on an X display, '' if none.

    Qt itself would end the process without a word a player understands.
    """
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
    """Open the window, import a file or go on at a page, or say in one sentence why not; return the
    exit status."""
    if has_display():
        missing = missing_library()
        if missing:
            raise LastDaysError(
                "The window cannot be drawn: the system library {library} is missing. On Debian "
                "'apt-get install libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 "
                "libxcb-render-util0 libxkbcommon-x11-0' brings it.",
                library=missing,
            )
    else:
        if or_demo is None:
            raise LastDaysError(
                "There is no display to open a window on; 'lastdays demo --out DIR' needs none."
            )
        print(
            _(
                "There is no display to open a window on: writing the demo to {folder} instead.",
                folder=or_demo,
            )
        )
        return demo(or_demo)
    # late: commands need no Qt
    from lastdays.desktop.opening import show_frame

    frame = show_frame()
    # late: store, rulebook and pages are read while the frame is looked at
    from lastdays.ui.app import run

    status = run(store or paths.default_store(), file, at)
    del frame
    return status


def demo(out: Path) -> int:
    """Write the demo: the sample campaign, a sequence with seeded dice, a transcript, the screens.

    Return the exit status.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # late: the demo alone needs Qt and all pages
    from lastdays.devtools.demo import write_demo

    for file in write_demo(out):
        print(_("Wrote {file}.", file=file))
    return 0
