"""What the command line takes: every command with its arguments and options."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from lastdays import __version__
from lastdays.desktop.files import exists
from lastdays.desktop.league_address import file_named, store_place, without_scheme
from lastdays.errors import LastDaysError
from lastdays.language import _

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

#: Where an address begins that may hold a password.
_ADDRESS = re.compile(r"\S*(://|(?i:postgre)).*", re.DOTALL)


class _Parser(argparse.ArgumentParser):
    """A parser whose error messages leave out addresses, which may hold a password."""

    def error(self, message: str) -> NoReturn:
        super().error(_ADDRESS.sub("…", message))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help, the version or an error. Raises OSError, which argparse itself would hide."""
        (file or sys.stderr).write(message)


#: What commands are added to, as argparse calls it.
_Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = _Parser(
        prog="lastdays", description=_("Campaign manager for Last Days: Zombie Apocalypse.")
    )
    top.add_argument("--version", action="version", version=f"lastdays {__version__}")
    _add_store(top, default=None)
    # without a command the window opens
    top.set_defaults(or_demo=None, at="", file=None)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=False)
    _add_window(commands)
    _add_open(commands)
    _add_sample(commands)
    _add_lists(commands)
    commands.add_parser("backup", help=_("back up the store, if it has changed"))
    _add_restore(commands)
    _add_recover(commands)
    _add_export(commands)
    _add_import(commands)
    _add_share(commands)
    _add_report(commands)
    _add_print(commands)
    _add_pack(commands)
    _add_game(commands)
    _add_demo(commands)
    for name, command in commands.choices.items():
        if name not in _WITHOUT_STORE:
            # Where it isn't said again after the command, what is said before it stays.
            _add_store(command, default=argparse.SUPPRESS)
    return top


def with_command(words: Sequence[str]) -> list[str]:
    """Return the words of a command line; a file in the place of the command is opened, as desktops say
    a double click."""
    with_open = list(words)
    place = 0
    while place < len(words) and words[place].startswith("-"):
        place += 2 if words[place] == "--store" else 1
    if place < len(words) and _is_file(words[place]):
        with_open.insert(place, "open")
    return with_open


def _is_file(word: str) -> bool:
    """Return whether a word names a file or a folder, by more than a name that a command has too."""
    path = Path(without_scheme(word))
    is_more_than_a_name = path.is_absolute() or "." in word or os.sep in word
    return is_more_than_a_name and exists(path)


#: The commands that use no store.
_WITHOUT_STORE = ("pack", "game", "demo", "recover")


def _add_store(command: argparse.ArgumentParser, default: object) -> None:
    """Add which store is used; it may be said before the command or after it."""
    command.add_argument(
        "--store",
        type=store_place,
        metavar="FILE",
        default=default,
        help=_(
            "the store to use, instead of the one in your data folder: a file, or a league as "
            "postgresql://user@computer/database"
        ),
    )


def _add_lists(commands: _Commands) -> None:
    """Add the commands that list what a store has."""
    commands.add_parser("campaigns", help=_("list the campaigns, one per line"))
    commands.add_parser("groups", help=_("list the groups, one per line"))
    games = commands.add_parser("games", help=_("list the games of a campaign, one per line"))
    standing = commands.add_parser(
        "standing", help=_("list the groups of a campaign by their place, and its rankings")
    )
    for command in (games, standing):
        command.add_argument(
            "--campaign", metavar="NAME", help=_("the campaign, where there are several")
        )
        _add_season(command)
    commands.add_parser("check", help=_("check the store and every group"))
    commands.add_parser("backups", help=_("list the backups of the store, newest first"))
    for name in ("campaigns", "groups", "games", "standing", "check", "backups"):
        commands.choices[name].add_argument(
            "--json", action="store_true", help=_("as JSON, for another program")
        )


def _add_season(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--season", metavar="NAME", help=_("a closed season, instead of the one played now")
    )


def _add_window(commands: _Commands) -> None:
    window = commands.add_parser("window", help=_("open the window (the default)"))
    window.add_argument(
        "--or-demo",
        type=file_named,
        metavar="DIR",
        help=_("if there is no display, write the demo to this folder instead"),
    )
    _add_given_file(window)
    # The program starts itself anew at a page; nobody types it.
    window.add_argument("--at", default="", help=argparse.SUPPRESS)


def _add_open(commands: _Commands) -> None:
    command = commands.add_parser(
        "open", help=_("open the window with a file, as double-clicking the file does")
    )
    _add_given_file(command)


def _add_given_file(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        type=file_named,
        metavar="FILE",
        nargs="?",
        help=_("a group's or a campaign's file, a content pack, a picture or a store"),
    )


def _add_sample(commands: _Commands) -> None:
    sample = commands.add_parser("sample", help=_("add a sample campaign"))
    sample.add_argument(
        "sample",
        nargs="?",
        choices=["riverside", "long-winter"],
        default="riverside",
        help=_(
            "riverside: two groups and their first game (default); long-winter: one group alone, "
            "with rules of its own"
        ),
    )


def _add_restore(commands: _Commands) -> None:
    restore = commands.add_parser("restore", help=_("restore the store from a backup"))
    restore.add_argument(
        "backup", type=file_named, metavar="BACKUP", help=_("a file, or a listed name")
    )


def _add_recover(commands: _Commands) -> None:
    recover = commands.add_parser(
        "recover", help=_("recover what can be read of a damaged store into a new one")
    )
    recover.add_argument("damaged", type=file_named, metavar="FILE", help=_("the damaged store"))
    recover.add_argument(
        "-o",
        "--output",
        type=file_named,
        metavar="FILE",
        required=True,
        help=_("the store to write, which mustn't be there yet"),
    )


def _add_export(commands: _Commands) -> None:
    export = commands.add_parser(
        "export", help=_("write a group, a campaign, or a table or the calendar of one, to a file")
    )
    subject = export.add_mutually_exclusive_group()
    subject.add_argument("group", metavar="GROUP", nargs="?", help=_("its name, or CAMPAIGN/NAME"))
    subject.add_argument(
        "--campaign", metavar="NAME", help=_("a whole campaign with its histories")
    )
    export.add_argument(
        "--csv",
        dest="table",
        choices=["members", "results", "standing", "lives"],
        help=_("a table of the campaign instead, for a spreadsheet"),
    )
    _add_season(export)
    export.add_argument(
        "--calendar",
        action="store_true",
        help=_("the planned games of the campaign instead, for a calendar (.ics)"),
    )
    export.add_argument(
        "--packs", action="store_true", help=_("with the content packs that the campaign uses")
    )
    _add_output(export)
    _add_force(export)


def _add_output(command: argparse.ArgumentParser) -> None:
    """Add the file that a command can't do without."""
    command.add_argument(
        "-o",
        "--output",
        type=file_named,
        metavar="FILE",
        required=True,
        help=_("the file to write, or - for standard output"),
    )


def _add_force(command: argparse.ArgumentParser) -> None:
    """Add that a file which is already there is replaced."""
    command.add_argument(
        "--force", action="store_true", help=_("replace the file if it is already there")
    )


def _add_import(commands: _Commands) -> None:
    command = commands.add_parser(
        "import",
        help=_(
            "add a group or a campaign from a file, or a group from a roster (.ros, .rosz, .json)"
        ),
    )
    command.add_argument(
        "file",
        type=file_named,
        metavar="FILE",
        help=_("the file to read, or - for standard input"),
    )
    command.add_argument("--campaign", metavar="NAME", help=_("the campaign a group joins"))
    command.add_argument(
        "--packs",
        action="store_true",
        help=_("add the content packs that a campaign's file carries"),
    )
    command.add_argument(
        "--known",
        choices=["refuse", "second", "merge", "ours", "theirs"],
        help=_(
            "if the group or campaign is already there: refuse (default for a campaign), add it as a "
            "second one (default for a group), merge what changed since it left, or also keep ours or "
            "take theirs where both changed"
        ),
    )


def _add_share(commands: _Commands) -> None:
    share = commands.add_parser(
        "share", help=_("share a group or a campaign as a picture, a page, text or posts")
    )
    subject = share.add_mutually_exclusive_group(required=True)
    subject.add_argument("group", metavar="GROUP", nargs="?", help=_("its name, or CAMPAIGN/NAME"))
    subject.add_argument("--campaign", metavar="NAME", help=_("a campaign and its games"))
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
        help=_("write a campaign's web pages into a folder, or update those that have changed"),
    )
    share.add_argument(
        "--players", action="store_true", help=_("name each group's player on the web pages")
    )
    share.add_argument(
        "--address",
        metavar="URL",
        default="",
        help=_("where the web pages will be, for links to them from elsewhere and for their feed"),
    )
    share.add_argument(
        "--chat",
        choices=["game", "standing", "group"],
        help=_(
            "the latest game, the standing or the group as posts for a chat, each of at most 2,000 "
            "letters"
        ),
    )
    share.add_argument("--markdown", action="store_true", help=_("print Markdown"))
    share.add_argument("--notes", action="store_true", help=_("include the notes"))
    _add_force(share)
    _add_language(share)


def _add_report(commands: _Commands) -> None:
    command = commands.add_parser(
        "report", help=_("print the form for a game's report, or read one that comes back")
    )
    acts = command.add_subparsers(dest="act", metavar="ACT", required=True)
    form = acts.add_parser(
        "form", help=_("print the form of the next game, to be sent in a chat and filled in")
    )
    form.add_argument(
        "--game", type=int, metavar="N", help=_("the form of this recorded game instead")
    )
    read = acts.add_parser(
        "read", help=_("print what is read of a report, what isn't, and where reports differ")
    )
    read.add_argument(
        "file",
        type=file_named,
        metavar="FILE",
        help=_("a file with the message, or - for standard input"),
    )
    read.add_argument(
        "--record", action="store_true", help=_("record the game, if no two reports differ")
    )
    for act in (form, read):
        act.add_argument("--campaign", metavar="NAME", help=_("the campaign it is of"))
        _add_store(act, default=argparse.SUPPRESS)


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language",
        metavar="CODE",
        default="",
        help=_("the language of the output, such as de, instead of the group's"),
    )


def _add_print(commands: _Commands) -> None:
    command = commands.add_parser("print", help=_("write cards and sheets as a PDF"))
    command.add_argument("groups", metavar="GROUP", nargs="+", help=_("its name, or CAMPAIGN/NAME"))
    _add_print_target(command)
    _add_print_kinds(command)
    _add_print_setting(command)
    _add_print_marks(command)
    command.add_argument("--copies", type=int, metavar="N", default=1, help=_("how many of each"))
    command.add_argument(
        "--only-changed",
        action="store_true",
        help=_("only cards that have changed since they were last printed"),
    )
    _add_language(command)


def _add_print_target(command: argparse.ArgumentParser) -> None:
    """Add what is written: a PDF or pictures."""
    target = command.add_mutually_exclusive_group(required=True)
    target.add_argument(
        "-o",
        "--output",
        type=file_named,
        metavar="FILE.pdf",
        help=_("the file to write, or - for standard output"),
    )
    _add_force(command)
    target.add_argument(
        "--pictures",
        type=file_named,
        metavar="DIR",
        help=_("a PNG file for each side of a card, in a new folder, for print shops"),
    )
    command.add_argument(
        "--dpi",
        type=int,
        choices=[300, 600],
        default=300,
        help=_("dots per inch of a picture"),
    )
    command.add_argument(
        "--one-a-page",
        action="store_true",
        dest="print_shop",
        help=_("each side of a card on a page of its own, with bleed, for print shops"),
    )


def _add_print_kinds(command: argparse.ArgumentParser) -> None:
    """Add which cards and sheets are printed, and on what."""
    command.add_argument(
        "--what",
        metavar="KIND,KIND",
        default="characters,group",
        help=_(
            "kinds of card and sheet, with commas (default: characters,group); a name that isn't "
            "known lists them all"
        ),
    )
    command.add_argument(
        "--layout",
        default="quarter",
        help=_("quarter, half, roster, tarot, poker, or a size such as 70x120"),
    )
    command.add_argument(
        "--paper", choices=["a4", "letter"], default="a4", help=_("the paper in the printer")
    )


def _add_print_setting(command: argparse.ArgumentParser) -> None:
    """Add how cards and their backs are set."""
    command.add_argument(
        "--ink-saver", action="store_true", help=_("black lines on white, to save ink")
    )
    command.add_argument(
        "--backs",
        choices=["none", "fold", "duplex-long", "duplex-short"],
        default="duplex-long",
        help=_("how the backs of quarter, tarot and poker cards are printed"),
    )
    command.add_argument(
        "--group-backs", action="store_true", help=_("print the group's back on every card")
    )
    command.add_argument(
        "--bleed",
        type=float,
        metavar="MM",
        default=0.0,
        help=_("how far a card is printed beyond its edge"),
    )
    command.add_argument(
        "--outer-bleed",
        action="store_true",
        help=_("lay cards edge to edge; bleed only at the outer edge"),
    )
    command.add_argument("--front-notes", action="store_true", help=_("set notes on the front"))
    command.add_argument(
        "--offset",
        type=_offset,
        metavar="X,Y",
        default="0,0",
        help=_(
            "how many mm too far right and up the backs print, as the test page shows: "
            "--offset=-1,0.5"
        ),
    )


def _add_print_marks(command: argparse.ArgumentParser) -> None:
    """Add what is drawn around the cards."""
    command.add_argument(
        "--no-crop-marks", action="store_false", dest="crop_marks", help=_("no crop marks")
    )
    command.add_argument("--back-marks", action="store_true", help=_("crop marks on the backs too"))
    command.add_argument(
        "--no-ruler",
        action="store_false",
        dest="ruler",
        help=_("no ruler for checking the scale"),
    )


def _offset(text: str) -> tuple[float, float]:
    """Return two lengths in millimetres of a text such as '1.5,-0.5'. Raises LastDaysError."""
    across, _comma, upward = text.partition(",")
    try:
        return float(across), float(upward)
    except ValueError:
        raise LastDaysError(
            "'{text}' isn't an offset. Give two numbers of millimetres, such as 1.5,-0.5.",
            text=text,
        ) from None


def _add_pack(commands: _Commands) -> None:
    pack = commands.add_parser("pack", help=_("create a content pack, check, zip or install one"))
    acts = pack.add_subparsers(dest="act", metavar="ACT", required=True)
    new = acts.add_parser("new", help=_("write a new pack, with entries to change"))
    new.add_argument(
        "folder", type=file_named, metavar="DIR", help=_("a folder that doesn't exist yet")
    )
    new.add_argument("--example", action="store_true", help=_("write the example pack instead"))
    check = acts.add_parser("check", help=_("list everything that is wrong with a pack"))
    check.add_argument("pack", type=file_named, metavar="PACK", help=_("a folder or a zip"))
    zipped = acts.add_parser(
        "zip", help=_("write a pack as a zip to hand on, with its key and digest")
    )
    zipped.add_argument("pack", type=file_named, metavar="PACK", help=_("a folder or a zip"))
    zipped.add_argument(
        "-o",
        "--output",
        type=file_named,
        metavar="FILE.zip",
        help=_("the file to write, or - for standard output; without it, KEY-VERSION.zip"),
    )
    _add_force(zipped)
    install = acts.add_parser("install", help=_("add a pack to those that campaigns can switch on"))
    install.add_argument("pack", type=file_named, metavar="PACK", help=_("a folder or a zip"))
    install.add_argument(
        "--force", action="store_true", help=_("replace another version of the pack")
    )


def _add_game(commands: _Commands) -> None:
    game = commands.add_parser(
        "game", help=_("create a game of one's own, check one, or play it at random")
    )
    acts = game.add_subparsers(dest="act", metavar="ACT", required=True)
    new = acts.add_parser("new", help=_("write a new pack with a small game, to change"))
    new.add_argument(
        "folder", type=file_named, metavar="DIR", help=_("a folder that doesn't exist yet")
    )
    new.add_argument("--example", action="store_true", help=_("write the example game instead"))
    check = acts.add_parser(
        "check",
        help=_(
            "list everything that is wrong with the games of a pack, also after playing each at random"
        ),
    )
    check.add_argument("pack", type=file_named, metavar="PACK", help=_("a folder or a zip"))
    play = acts.add_parser(
        "play", help=_("play the games of a pack at random, and say how they end")
    )
    play.add_argument("pack", type=file_named, metavar="PACK", help=_("a folder or a zip"))
    play.add_argument(
        "--random",
        type=int,
        metavar="N",
        default=200,
        help=_("how often each is played (default: 200)"),
    )


def _add_demo(commands: _Commands) -> None:
    demo = commands.add_parser(
        "demo", help=_("play the samples with seeded dice and write pictures")
    )
    demo.add_argument(
        "--out", type=file_named, metavar="DIR", required=True, help=_("the folder to write to")
    )
