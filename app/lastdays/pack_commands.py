"""What `lastdays pack` does: begin a content pack, and say what is wrong with one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from lastdays import paths
from lastdays.errors import LastDaysError
from lastdays.files import write_whole
from lastdays.language import _, ngettext
from lastdays.rulebook.catalogue import load
from lastdays.rulebook.pack_guide import new_pack
from lastdays.rulebook.packs import Chosen, Rulebooks, read_pack
from lastdays.rulebook.unread import said_in_vain


def new(folder: Path, *, example: bool = False) -> int:
    """Write a new pack, or the example, into a folder that isn't there yet; return the exit
    status."""
    if os.path.lexists(folder):
        raise LastDaysError(_("{path} is already there. Choose another name.").format(path=folder))
    try:
        if example:
            copy_example(folder)
        else:
            folder.mkdir(parents=True)
            for name, text in new_pack(folder.name).items():
                write_whole(folder / name, text.encode())
    except OSError as error:
        raise LastDaysError(
            _("{path} can't be written: {reason}.").format(path=folder, reason=error.strerror)
        ) from error
    print(_("Wrote {file}.").format(file=folder))
    print(
        _("Change it, then: lastdays pack check {path}. Packs lie in {packs}.").format(
            path=folder, packs=paths.content_packs()
        )
    )
    return 0


def copy_example(folder: Path) -> None:
    """Copy the pack that the program brings along. Raises OSError."""
    shutil.copytree(paths.resources() / "packs" / "hospital", folder)


def check(pack: Path) -> int:
    """Print everything that is wrong with a pack, else what it brings; return the exit status."""
    if not pack.exists():
        raise LastDaysError(_("{path} isn't there.").format(path=pack))
    found = read_pack(pack)
    faults = [*Rulebooks([pack]).faults(found, Chosen(()))]
    if not faults:
        faults = [*map(str, said_in_vain(pack, load(packs=[pack])))]
    for fault in faults:
        print(fault)
    if faults:
        text = ngettext("{n} fault in {name}.", "{n} faults in {name}.", len(faults))
        print(text.format(n=len(faults), name=found.name))
        return 1
    book = load(packs=[pack])
    shelves = (
        book.characters, book.firearms, book.close_combat, book.equipment, book.attributes,
        book.skills, book.refuges, book.perks, book.encounters, book.injuries, book.zombies,
        book.phases, book.actions, book.modifiers,
    )  # fmt: skip
    names = [entry.name for shelf in shelves for entry in shelf.values() if entry.pack]
    about = " ".join(filter(None, (found.name, found.about.version)))
    print(_("All is well with {name}: {entries}.").format(name=about, entries=", ".join(names)))
    return 0
