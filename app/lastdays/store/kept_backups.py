"""Backups made automatically: when, where, how long each is kept, what is in one.

They lie in a folder beside the store, each a store that can be opened as it is. A backup is made
through SQLite's own call, opened and checked before it counts, and never written over. Of the last
day all are kept, then one a day for a month and one a week for a year, and of these no more than
fit `SIZE_MOST`. A clock that is wrong makes all of them old at once: so one start gives up those of
one day at most for their age.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from lastdays.desktop import files
from lastdays.desktop.bounds import MIB
from lastdays.errors import StoreError, disk_errors, reason
from lastdays.language import _
from lastdays.store.leftover import begin_anew, driver_of
from lastdays.values import Value


def backup(engine: Engine, target: Path) -> None:
    """Copy a whole store, compacted, by SQLite itself; all of it or nothing.

    Raises StoreError where it cannot be written, and for a target that is the open store or that
    has changes of its own beside it: another window has it open, or did not close it.
    """
    target = target.absolute()
    if os.path.exists(f"{target}-wal"):
        files.keep_clear(target)
        raise StoreError(
            "{path} is a store in use, or one that wasn't closed: choose another file. "
            "Nothing was changed.",
            path=target,
        )
    try:
        with files.replacing(target, private=True) as part, engine.connect() as connection:
            # Without the room that nothing needs any more: a store itself never shrinks.
            driver_of(connection).execute("VACUUM INTO ?", (str(part),))
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                begin_anew(copy)
    except (OSError, sqlite3.Error, OperationalError) as error:
        raise StoreError(
            "The backup {path} could not be written: {reason}.",
            path=target,
            reason=reason(getattr(error, "orig", error)),
        ) from error


#: How many bytes all backups of a store may take together; the newest `FEWEST` stay anyway.
SIZE_MOST = 500 * MIB
FEWEST = 3
#: How large a file is that is looked at as a store, in bytes: fifty years of campaigns.
STORE_MOST = 2048 * MIB
_DAY = timedelta(days=1)
#: The time of the oldest backup that this process has given up for its age, by their folder.
_given_up: dict[Path, datetime] = {}
_NAME = re.compile(r"(\d{8}T\d{6})-(\d+)-([a-z]+)-([0-9a-f]+)\.sqlite")
_TIME = "%Y%m%dT%H%M%S"


class Reason(StrEnum):
    """Why a backup was made."""

    START = "start"
    MIGRATION = "migration"
    IMPORT = "import"
    RESTORE = "restore"
    FINISH = "finish"
    ASKED = "asked"
    #: By an earlier version, which could tidy a store up.
    TIDY = "tidy"


_REASONS = {str(reason) for reason in Reason}


class KeptBackup(Value, order=True):
    """A backup in its folder; `at` is UTC, `number` tells those of one second apart.

    `step` is the store's own count of changes at that moment, as `leftover` keeps it; 0 for none.
    """

    at: datetime
    number: int
    reason: Reason
    step: int
    path: Path

    @property
    def size(self) -> int:
        """Return how many bytes it takes."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


class BackupCampaign(Value):
    """A campaign in a backup: its id and name, and the ids and names of its groups."""

    id: str
    name: str
    groups: tuple[tuple[str, str], ...]


def folder_of(store: Path) -> Path:
    """Return the folder in which the backups of a store lie."""
    return store.with_name(f"{store.stem}.backups")


def _now() -> datetime:
    return datetime.now(UTC)


class Backups:
    """The backups of one store. `clock` gives the time, in UTC."""

    def __init__(self, store: Path, clock: Callable[[], datetime] = _now) -> None:
        self.store = store
        self.folder = folder_of(store)
        self._clock = clock

    def listed(self) -> list[KeptBackup]:
        """List the backups there are, the newest first."""
        return _listed(self.folder)

    def make(self, engine: Engine, reason: Reason) -> KeptBackup | None:
        """Make a backup; None where nothing has changed since the latest, and of a league, which
        whoever runs its server backs up.

        Raises StoreError where it cannot be written, or is not sound: the store itself is damaged.
        """
        if engine.dialect.name != "sqlite":
            return None
        if self.of_now(engine) is not None:
            return None
        step = _step(engine)
        at = self._clock().astimezone(UTC).replace(microsecond=0)
        number = 1 + sum(kept.at == at for kept in self.listed())
        with disk_errors(
            StoreError, _("Backups cannot be kept in {folder}: {reason}."), folder=self.folder
        ):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self.folder / f"{at.strftime(_TIME)}-{number}-{reason}-{step:x}.sqlite"
        backup(engine, path)
        try:
            contents(path)
        except StoreError:
            path.unlink(missing_ok=True)
            raise
        _prune(self.folder, self._clock())
        return KeptBackup(at, number, reason, step, path)

    def of_now(self, engine: Engine) -> KeptBackup | None:
        """Return the backup since which nothing has changed, None where there is none. It needn't be
        the newest by its time: the clock may have been set back."""
        step = _step(engine)
        return next((one for one in self.listed() if step and one.step == step), None)

    def copy_latest(self, place: Path, made: KeptBackup | None = None) -> None:
        """Copy the latest backup, the one just `made`, to a second place, which keeps its own as
        long.

        Raises StoreError where the place is not there or cannot be written.
        """
        latest = made or next(iter(self.listed()), None)
        if latest is None:
            return
        with disk_errors(
            StoreError,
            _("The second place for backups, {folder}, can't be written: {reason}."),
            folder=place,
        ):
            if not place.is_dir():
                raise StoreError(
                    "The second place for backups, {folder}, isn't there just now. They are "
                    "kept beside the store.",
                    folder=place,
                )
            target = place / folder_of(self.store).name
            target.mkdir(mode=0o700, exist_ok=True)
            copy = target / latest.path.name
            if copy.exists() and copy.stat().st_size == latest.size:
                return
            with files.replacing(copy, private=True) as part:
                shutil.copyfile(latest.path, part)
            _prune(target, self._clock())


def _step(engine: Engine) -> int:
    with engine.connect() as connection:
        (step,) = driver_of(connection).execute("PRAGMA user_version").fetchone()
        return int(step)


def _listed(folder: Path) -> list[KeptBackup]:
    found = []
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    for name in names:
        match = _NAME.fullmatch(name)
        if match is None or match[3] not in _REASONS:
            continue
        try:
            at = datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)
        except ValueError:
            continue
        kept = KeptBackup(at, int(match[2]), Reason(match[3]), int(match[4], 16), folder / name)
        found.append(kept)
    return sorted(found, reverse=True)


def kept(backups: Sequence[KeptBackup], now: datetime) -> list[KeptBackup]:
    """Return which of some backups, the newest first, are kept for their age."""
    chosen = []
    spans = set()
    for one in backups:
        age = now - one.at
        if age <= _DAY:
            chosen.append(one)
            continue
        if age <= 31 * _DAY:
            span = ("day", one.at.toordinal())
        elif age <= 366 * _DAY:
            span = ("week", one.at.toordinal() // 7)
        else:
            continue
        if span not in spans:
            spans.add(span)
            chosen.append(one)
    return chosen if len(chosen) >= FEWEST else list(backups[:FEWEST])


def _within(backups: Iterable[KeptBackup], most: int) -> list[KeptBackup]:
    """Return the newest of some backups that fit a size together, a few at least."""
    chosen: list[KeptBackup] = []
    size = 0
    for one in backups:
        size += one.size
        if size > most and len(chosen) >= FEWEST:
            break
        chosen.append(one)
    return chosen


def _prune(folder: Path, now: datetime) -> None:
    files.remove_leftover(folder)
    there = _listed(folder)
    young = set(kept(there, now))
    old = [one for one in there if one not in young]
    if old:
        first = _given_up.setdefault(folder, old[-1].at)
        young.update(one for one in old if not first <= one.at < first + _DAY)
    staying = {one.path for one in _within((one for one in there if one in young), SIZE_MOST)}
    for one in there:
        if one.path not in staying:
            one.path.unlink(missing_ok=True)


def contents(path: Path) -> tuple[BackupCampaign, ...]:
    """Return the campaigns in a backup, with their groups; StoreError where it is not sound.

    Nothing is written, not even beside it.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as db:
            db.execute("PRAGMA trusted_schema=OFF")
            if db.execute(
                "SELECT 1 FROM sqlite_master WHERE type IN ('view', 'trigger')"
            ).fetchone():
                raise sqlite3.DatabaseError(_("it isn't a store of this program"))
            if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError(_("its pages do not fit together"))
            campaigns = db.execute(
                "SELECT id, name FROM campaigns WHERE head IS NOT NULL AND NOT deleted "
                "ORDER BY lower(name), id"
            ).fetchall()
            groups = db.execute(
                "SELECT campaign_id, id, name FROM groups WHERE head IS NOT NULL AND present "
                "ORDER BY lower(name), id"
            ).fetchall()
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise StoreError(
            "The backup {path} can't be used: {reason}.",
            path=path,
            reason=reason(getattr(error, "orig", error)),
        ) from error
    return tuple(
        BackupCampaign(
            id, name, tuple((group, called) for whose, group, called in groups if whose == id)
        )
        for id, name in campaigns
    )


def a_copy(path: Path, folder: Path) -> Path:
    """Copy a backup, or a store with what lies beside it, into a folder; StoreError if it can't."""
    target = folder / "store.sqlite"
    files.keep_clear(path)
    with disk_errors(StoreError, _("{path} could not be copied: {reason}."), path=path):
        if path.stat().st_size > STORE_MOST:
            raise StoreError(
                "{path} is too large for a store: it may have {n} MB at most.",
                path=path,
                n=STORE_MOST // MIB,
            )
        files.copy_private(path, target)
        log = path.with_name(path.name + "-wal")
        if log.exists():
            files.copy_private(log, target.with_name(target.name + "-wal"))
    return target
