"""The commands for whoever writes a content pack."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from lastdays.cli.games import faults_in_play
from lastdays.cli.output import say, say_wrote
from lastdays.desktop import paths
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.rulebook.catalogue import PACK_FILES, Catalogue, load
from lastdays.rulebook.own_moments import done_in_vain
from lastdays.rulebook.pack_guide import new_pack
from lastdays.rulebook.packs import Chosen, Pack, Rulebooks, copy_example, read_pack, write_files
from lastdays.rulebook.sources import copies_in
from lastdays.rulebook.unread import said_in_vain


def pack(options: argparse.Namespace) -> int:
    """Create a content pack or check one; return the exit status."""
    if options.act == "check":
        return check_pack(options.pack)
    begin_pack(options.folder, example=options.example)
    return 0


def begin_pack(folder: Path, *, example: bool) -> None:
    """Write a new pack, or the example, into a new folder."""
    if os.path.lexists(folder):
        raise LastDaysError("{path} is already there. Choose another name.", path=folder)
    if example:
        copy_example(folder)
    else:
        write_files(folder, new_pack(folder.name))
    say_wrote(folder)
    say(
        _(
            "Edit it, then run: lastdays pack check {path}. Once it has no faults, move it "
            "into {packs}: the program looks for packs there.",
            path=folder,
            packs=paths.content_packs(),
        )
    )


def check_pack(pack: Path) -> int:
    """Print the faults of a pack or, if there are none, its content; return the exit status."""
    if not pack.exists():
        raise LastDaysError("{path} doesn't exist.", path=pack)
    content = read_pack(pack)
    faults = [str(fault) for fault in Rulebooks([pack]).faults(content, Chosen(()))]
    if not faults:
        book = load(packs=[pack])
        faults = [str(fault) for fault in said_in_vain(pack, book)]
        faults += [str(fault) for fault in done_in_vain(book.own)]
        faults += faults_in_play(book.games)
    for fault in faults:
        say(fault)
    if faults:
        text = ngettext("{n} fault in {name}.", "{n} faults in {name}.", len(faults))
        say(text.format(n=len(faults), name=content.name))
        return 1
    for copy, original in copies_in(pack, PACK_FILES).items():
        say(_("{copy} is passed over: it looks like a copy of {file}.", copy=copy, file=original))
    _say_content(pack, content)
    return 0


def _say_content(pack: Path, content: Pack) -> None:
    """Print what a pack without faults adds to the book, and what it changes in it."""
    book = load(packs=[pack])
    name = content.name
    if content.about.version:
        name = f"{name} {content.about.version}"
    entries = ", ".join(_entry_names(book))
    say(_("No faults in {name}: {entries}.", name=name, entries=entries))
    if book.overridden:
        say(_("Changes what the book says:"))
    for changed in book.overridden:
        _file, _colon, change = changed.partition(": ")
        say(change)


def _entry_names(book: Catalogue) -> list[str]:
    """Return the names of the entries that packs add, by their kinds."""
    shelves = (
        book.characters,
        book.firearms,
        book.close_combat,
        book.equipment,
        book.attributes,
        book.skills,
        book.refuges,
        book.perks,
        book.encounters,
        book.injuries,
        book.zombies,
        book.phases,
        book.actions,
        book.modifiers,
    )
    names = []
    for shelf in shelves:
        names += [entry.name for entry in shelf.values() if entry.pack]
    names += [entry.name for entry in book.own.entries]
    names += [game.title for game in book.games]
    return names
