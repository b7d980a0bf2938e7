"""A disk that is full, and a folder that cannot be written any more, under an open store."""

from __future__ import annotations

import os
import shutil
import subprocess
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lastdays.errors import StoreError
from soak.work import Desk

#: The user whom nothing belongs to.
NOBODY = 65534


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """Give a disk of 4 MB; None where none may be mounted."""
    place = folder / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    made = mount is not None and not _told(mount, "-t", "tmpfs", "-o", "size=4m", "tmpfs", place)
    try:
        yield place if made else None
    finally:
        if made:
            _told("umount", place)


def fill(place: Path, free: int, name: str = "ballast") -> None:
    """Fill a disk so that so many bytes are left."""
    left = shutil.disk_usage(place).free
    (place / name).write_bytes(b"x" * max(0, left - free))


def _told(*command: object) -> int:
    done = subprocess.run([str(c) for c in command], capture_output=True, check=False)
    return done.returncode


def full(place: Path, template: Path) -> str:
    """Fill the disk while a store on it is written; every acknowledged change stays."""
    with Desk(Path(shutil.copy(template, place / "store.sqlite"))) as desk:
        group = desk.group
        known, n = desk.notes(), 0
        refused: list[str] = []
        (place / "ballast").write_bytes(b"x" * 1_000_000)
        while len(refused) < 5:
            n += 1
            text = f"{n} {desk.source.randbytes(4000).hex()}"
            try:
                desk.groups.write_notes(group, text)
                known = text
            except StoreError as error:
                refused.append(str(error))
        assert all("no room left" in said for said in refused), refused
        assert desk.notes() == known
        (place / "ballast").unlink()  # there is room again: it goes on
        desk.groups.write_notes(group, "after")
    _sound(place / "store.sqlite", "after")
    return f"full disk: {n} changes, {len(refused)} refused in a sentence, 0 lost"


def starts(place: Path, template: Path) -> str:
    """Start on a disk with ever less room: the store is opened, to be read at least, and what is
    wrong is said to be that the disk is full."""
    read = 0
    sizes = [2**20, 2**18, *range(2**16, -1, -(2**12))]
    for free in sizes:
        store = Path(shutil.copy(template, place / "store.sqlite"))
        fill(place, free)
        with Desk(store) as desk:
            desk.check()
            assert not desk.store.read_only or "is full" in desk.store.notices[0]
            read += desk.store.read_only
        for file in place.iterdir():
            file.unlink()
    return f"starts on a full disk: {len(sizes)}, {read} to be read, 0 called damaged"


def read_only(place: Path, template: Path) -> str:
    """Take the right to write away under an open store: it is read; a change is stored or refused,
    and what was acknowledged is there."""
    place.mkdir()
    store = Path(shutil.copy(template, place / "store.sqlite"))
    for part in (place, store, place.parent):
        if os.getuid() == 0:
            os.chown(part, NOBODY, NOBODY)
    child = os.fork()
    if child == 0:  # the right of root to write anywhere cannot be taken away
        try:
            if os.getuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            _lose_the_right(place, store)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    _child, status = os.waitpid(child, 0)
    assert status == 0, "a folder turned read-only did harm"
    return "read-only folder: read, refused or stored, and written again, 0 lost"


def _lose_the_right(place: Path, store: Path) -> None:
    desk = Desk(store)
    group, known = desk.group, desk.notes()
    place.chmod(0o555)
    for file in place.iterdir():
        file.chmod(0o444)
    try:
        for n in range(5):
            desk.store.engine.dispose()  # what is opened now finds the right gone
            try:
                desk.groups.write_notes(group, f"{n}")
                known = f"{n}"
            except StoreError:
                pass
        assert known == "", "nothing was refused"
        assert desk.notes() == known
    finally:
        place.chmod(0o755)
        for file in place.iterdir():
            file.chmod(0o644)
    desk.groups.write_notes(group, "written again")
    desk.store.close()
    _sound(store, "written again")


def _sound(store: Path, notes: str) -> None:
    with Desk(store) as desk:
        desk.check()
        assert desk.notes() == notes


def run(folder: Path, template: Path) -> list[str]:
    """Tell what was tried, and what could not be."""
    with small_disk(folder) as place:
        told = ["full disk: not tried, no disk may be mounted here"]
        if place is not None:
            told = [full(place, template)]
            for file in place.iterdir():
                file.unlink()
            told.append(starts(place, template))
    return [*told, read_only(folder / "closed", template)]
