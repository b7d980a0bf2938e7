"""The commands for whoever writes a content pack, or hands one on."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from lastdays.campaign.exchange.campaign_file import FILE_MOST, is_campaign_file
from lastdays.campaign.exchange.carried_packs import add_packs, names_of, packs_carried_by
from lastdays.cli.games import faults_in_play
from lastdays.cli.output import STANDARD, refuse_existing_target, say, say_wrote, warn, write_out
from lastdays.desktop import paths
from lastdays.desktop.bounds import OutOfBoundsError
from lastdays.desktop.files import read_whole
from lastdays.errors import LastDaysError
from lastdays.language import _, joined, ngettext
from lastdays.rulebook.catalogue import PACK_FILES, Catalogue, examine, load
from lastdays.rulebook.own_moments import done_in_vain
from lastdays.rulebook.pack_files import (
    PackInstalledError,
    add_to_users_packs,
    is_pack,
    key_when_zipped,
    zip_to_hand_on,
)
from lastdays.rulebook.pack_guide import new_pack
from lastdays.rulebook.pack_identity import identity_of, was_changed_since_zipped
from lastdays.rulebook.packs import Pack, copy_example, read_pack, write_files
from lastdays.rulebook.sources import SUFFIX, copies_in
from lastdays.rulebook.unread import idle_fields


def pack(options: argparse.Namespace) -> int:
    """Create a content pack, check, zip or install one; return the exit status."""
    match options.act:
        case "new":
            begin_pack(options.folder, example=options.example)
        case "check":
            return check_pack(options.pack)
        case "zip":
            return zip_pack(options.pack, options.output, force=options.force)
        case "install":
            install_pack(options.pack, force=options.force)
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
    """Print all faults of a pack or, if there are none, its content; return the exit status."""
    content = _require_pack_at(pack)
    faults = faults_of(content)
    if faults:
        for fault in faults:
            say(fault)
        _say_number(content, len(faults))
        return 1
    for copy, original in copies_in(pack, PACK_FILES).items():
        say(_("{copy} is passed over: it looks like a copy of {file}.", copy=copy, file=original))
    if was_changed_since_zipped(content):
        say(_("It has been changed since it was zipped."))
    _say_content(pack, content)
    return 0


def _require_pack_at(path: Path) -> Pack:
    """Return the pack in a folder or zip. Raises LastDaysError if there is none."""
    if not path.exists():
        raise LastDaysError("{path} doesn't exist.", path=path)
    return read_pack(path)


def _say_number(content: Pack, number: int) -> None:
    say(ngettext("{n} fault in {name}.", "{n} faults in {name}.", number, name=content.name))


def faults_of(content: Pack) -> list[str]:
    """Return all faults of a pack: in what it says of itself, in its files, in what it says or does in
    vain, and in its games as they are played at random."""
    assert content.path is not None
    faults = list(content.faults)
    try:
        reading = examine(content.path)
    except OutOfBoundsError as error:
        return [*faults, str(error)]
    faults += [str(fault) for fault in reading.faults]
    faults += [str(fault) for fault in idle_fields(reading.said, reading.entries)]
    faults += [str(fault) for fault in done_in_vain(reading.own)]
    faults += faults_in_play(reading.games)
    return faults


def zip_pack(path: Path, target: Path | None, *, force: bool) -> int:
    """Write a pack without faults as a zip to hand on; return the exit status."""
    content = _require_pack_at(path)
    faults = faults_of(content)
    if faults:
        warn(_("lastdays: a pack with faults isn't zipped."))
        for fault in faults:
            warn(fault)
        return 1
    if target is None:
        key = key_when_zipped(content)
        version = content.about.version
        target = Path(f"{key}-{version}{SUFFIX}" if version else f"{key}{SUFFIX}")
    refuse_existing_target(target, force=force)
    write_out(target, zip_to_hand_on(content))
    if target != STANDARD:
        say(_("Its key is {key}, its digest {digest}.", key=key_when_zipped(content), digest=identity_of(content).digest))  # fmt: skip
    return 0


def install_pack(path: Path, *, force: bool) -> None:
    """Add a pack to those of the user, or all those that the file of a campaign carries. With `force`,
    another version of a pack is replaced."""
    _require_pack_at(path)
    if path.is_file() and not is_pack(path):
        _install_packs_carried_by(path)
        return
    try:
        added = add_to_users_packs(path, replacing=force)
    except PackInstalledError as error:
        raise LastDaysError("{why} Replace it with --force.", why=error) from error
    name = _with_version(added.pack)
    if not added.is_new:
        say(_("The content pack {name} is already there.", name=name))
        return
    say(_("Added {name} as {path}.", name=name, path=added.pack.path))
    say(_("A campaign switches it on: page Campaign, tab Packs."))


def _install_packs_carried_by(file: Path) -> None:
    """Add the packs that the file of a campaign carries to those of the user. Raises LastDaysError for a
    file without packs."""
    content = read_whole(file, FILE_MOST)
    carried = packs_carried_by(content) if is_campaign_file(content) else ()
    if not carried:
        raise LastDaysError("There is no content pack in {file}.", file=file)
    added = add_packs(carried)
    names = names_of(pack.pack for pack in added)
    say(_("Added the content packs: {names}.", names=joined(names)))


def _with_version(content: Pack) -> str:
    """Return the name of a pack with its version, if it has one."""
    if not content.about.version:
        return content.name
    return f"{content.name} {content.about.version}"


def _say_content(pack: Path, content: Pack) -> None:
    """Print what a pack without faults adds to the book, and what it changes in it."""
    book = load(packs=[pack])
    name = _with_version(content)
    entries = ", ".join(_entry_names(book))
    say(_("No faults in {name}: {entries}.", name=name, entries=entries))
    if book.overridden:
        say(_("Changes what the book says:"))
    for line in book.overridden:
        _file, _colon, change = line.partition(": ")
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
