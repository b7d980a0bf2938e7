"""Automatic backups: when and where they are made, how long each is kept, what is in one.

They are kept in a folder beside the store, and each is a store that can be opened as it is. SQLite
makes a backup by its own command; it is opened and checked before it counts, and never overwritten.
All of the last day are kept, then one a day for a month and one a week for a year, as many as fit
`SIZE_MOST`. As a wrong clock would make all of them old at once, one start deletes those of at most
one day for their age.
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
from lastdays.store.driver import driver_of, guard, pragma
from lastdays.store.leftover import mark_as_new_store
from lastdays.store.schema import version_in
from lastdays.values import Value


def backup(engine: Engine, target: Path) -> None:
    """Copy a whole store, compacted, with SQLite's own command; all of it or nothing.

    Raises StoreError if the target can't be written, is an open store, or has a log beside it because
    another window has it open or didn't close it.
    """
    target = target.absolute()
    if files.exists(target.with_name(f"{target.name}-wal")):
        files.refuse_open_store(target)
        raise StoreError(
            "{path} is a store in use, or one that wasn't closed: choose another file. "
            "Nothing was changed.",
            path=target,
        )
    try:
        with files.replacing(target, private=True) as part, engine.connect() as connection:
            # VACUUM drops unused pages: a store itself never shrinks. A path needn't be UTF-8.
            driver_of(connection).execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(part),))
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                guard(copy)
                mark_as_new_store(copy)
    except (OSError, sqlite3.Error, OperationalError) as error:
        raise StoreError(
            "The backup {path} could not be written: {reason}.",
            path=target,
            reason=reason(getattr(error, "orig", error)),
        ) from error


#: How many bytes all backups of a store may take; the newest `FEWEST` are kept anyway.
SIZE_MOST = 500 * MIB
FEWEST = 3
#: The largest file opened as a store, in bytes: fifty years of campaigns.
STORE_MOST = 2048 * MIB
_DAY = timedelta(days=1)
_MONTH = 31 * _DAY
_YEAR = 366 * _DAY
#: The time of the oldest backup that this process has deleted for its age, by folder.
_given_up: dict[Path, datetime] = {}
_TIME = "%Y%m%dT%H%M%S"


class Reason(StrEnum):
    """Why a backup was made."""

    START = "start"
    MIGRATION = "migration"
    IMPORT = "import"
    RESTORE = "restore"
    FINISH = "finish"
    ASKED = "asked"
    DELETE = "delete"
    #: By an earlier version, which could tidy up a store.
    TIDY = "tidy"


_NAME = re.compile(
    r"(?P<at>\d{8}T\d{6})-(?P<number>\d+)"
    rf"-(?P<reason>{'|'.join(Reason)})-(?P<step>[0-9a-f]+)\.sqlite"
)


class KeptBackup(Value, order=True):
    """A backup in its folder; `at` is in UTC, `number` distinguishes those of one second, and `step` is
    the store's count of changes, as kept by `leftover`, 0 if unknown."""

    at: datetime
    number: int
    reason: Reason
    step: int
    path: Path

    @property
    def size(self) -> int:
        """Return its size in bytes, 0 if the file is gone."""
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
    """Return the folder for the backups of a store."""
    return store.with_name(f"{store.stem}.backups")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Backups:
    """The backups of one store. `clock` returns the time in UTC."""

    def __init__(self, store: Path, clock: Callable[[], datetime] = _utc_now) -> None:
        self.store = store
        self.folder = folder_of(store)
        self._clock = clock

    def listed(self) -> list[KeptBackup]:
        """List the backups, newest first."""
        return _backups_in(self.folder)

    def make(self, engine: Engine, reason: Reason) -> KeptBackup | None:
        """Make a backup and return it; None if nothing has changed since the latest, or for a league,
        which whoever runs its server backs up.

        Raises StoreError if it can't be written, or is damaged because the store itself is.
        """
        if engine.dialect.name != "sqlite" or self.up_to_date(engine) is not None:
            return None
        step = _step(engine)
        moment = self._clock().astimezone(UTC).replace(microsecond=0)
        of_this_second = [backup for backup in self.listed() if backup.at == moment]
        number = len(of_this_second) + 1
        with disk_errors(
            StoreError, _("Backups cannot be kept in {folder}: {reason}."), folder=self.folder
        ):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self.folder / f"{moment.strftime(_TIME)}-{number}-{reason}-{step:x}.sqlite"
        backup(engine, path)
        try:
            campaigns_in_backup(path)
        except StoreError:
            path.unlink(missing_ok=True)
            raise
        _prune(self.folder, self._clock())
        return KeptBackup(at=moment, number=number, reason=reason, step=step, path=path)

    def up_to_date(self, engine: Engine) -> KeptBackup | None:
        """Return the backup since which nothing has changed, None if there is none. It needn't be the
        latest by its time, as the clock may have been set back."""
        step = _step(engine)
        if not step:
            return None
        for backup in self.listed():
            if backup.step == step:
                return backup
        return None

    def copy_latest(self, place: Path, new_backup: KeptBackup | None = None) -> None:
        """Copy the backup just made (`new_backup`), or the latest, to a second folder, which keeps backups
        as long.

        Raises StoreError if the place isn't there or can't be written.
        """
        latest = new_backup
        if latest is None:
            latest = next(iter(self.listed()), None)
        if latest is None:
            return
        text = _("The second folder for backups, {folder}, can't be written to: {reason}.")
        with disk_errors(StoreError, text, folder=place):
            if not place.is_dir():
                raise StoreError(
                    "The second folder for backups, {folder}, isn't available right now. "
                    "Backups are kept beside the store instead.",
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
        return pragma(driver_of(connection), "user_version")


def _backups_in(folder: Path) -> list[KeptBackup]:
    """List the backups in a folder by their names, newest first."""
    try:
        names = [file.name for file in folder.iterdir()]
    except OSError:
        return []
    backups = []
    for name in names:
        match = _NAME.fullmatch(name)
        if match is None:
            continue
        try:
            moment = datetime.strptime(match["at"], _TIME).replace(tzinfo=UTC)
        except ValueError:
            continue
        backups.append(
            KeptBackup(
                at=moment,
                number=int(match["number"]),
                reason=Reason(match["reason"]),
                step=int(match["step"], 16),
                path=folder / name,
            )
        )
    return sorted(backups, reverse=True)


def kept_for_age(backups: Sequence[KeptBackup], now: datetime) -> list[KeptBackup]:
    """Return which backups are kept for their age, of a list with the newest first."""
    backups_kept = []
    spans_covered = set()
    for backup in backups:
        age = now - backup.at
        if age <= _DAY:
            backups_kept.append(backup)
            continue
        if age > _YEAR:
            continue
        day = backup.at.toordinal()
        # Of each day of the last month, and of each earlier week, the newest is kept.
        span = ("day", day) if age <= _MONTH else ("week", day // 7)
        if span not in spans_covered:
            spans_covered.add(span)
            backups_kept.append(backup)
    if len(backups_kept) < FEWEST:
        return list(backups[:FEWEST])
    return backups_kept


def _newest_within(backups: Iterable[KeptBackup], size_most: int) -> list[KeptBackup]:
    """Return the newest backups that fit a total size, but at least `FEWEST`."""
    backups_kept: list[KeptBackup] = []
    size = 0
    for backup in backups:
        size += backup.size
        if size > size_most and len(backups_kept) >= FEWEST:
            break
        backups_kept.append(backup)
    return backups_kept


def _prune(folder: Path, now: datetime) -> None:
    """Delete the backups that are too old or too many; of the old ones those of one day at most, as a
    wrong clock would make all of them old."""
    files.remove_leftover(folder)
    backups = _backups_in(folder)
    staying = set(kept_for_age(backups, now))
    too_old = [backup for backup in backups if backup not in staying]
    if too_old:
        oldest = _given_up.setdefault(folder, too_old[-1].at)
        staying.update(backup for backup in too_old if not oldest <= backup.at < oldest + _DAY)
    of_age = [backup for backup in backups if backup in staying]
    backups_kept = _newest_within(of_age, SIZE_MOST)
    for backup in backups:
        if backup not in backups_kept:
            backup.path.unlink(missing_ok=True)


def campaigns_in_backup(path: Path) -> tuple[BackupCampaign, ...]:
    """Return the campaigns in a backup with their groups; StoreError if it is damaged. Nothing is
    written, not even beside it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as db:
            guard(db)
            if version_in(db, path) is None:
                raise sqlite3.DatabaseError(_("nothing is in it"))
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
    by_campaign: dict[str, list[tuple[str, str]]] = {}
    for campaign, group, name in groups:
        by_campaign.setdefault(campaign, []).append((group, name))
    campaigns_listed = []
    for campaign, name in campaigns:
        own_groups = by_campaign.get(campaign, [])
        campaigns_listed.append(BackupCampaign(campaign, name, tuple(own_groups)))
    return tuple(campaigns_listed)


def copy_into(path: Path, folder: Path) -> Path:
    """Copy a backup, or a store with its log, into a folder; StoreError if that fails."""
    target = folder / "store.sqlite"
    files.refuse_open_store(path)
    with disk_errors(StoreError, _("{path} could not be copied: {reason}."), path=path):
        if path.stat().st_size > STORE_MOST:
            raise StoreError(
                "{path} is too large for a store: it can be {n} MB at most.",
                path=path,
                n=STORE_MOST // MIB,
            )
        files.copy_private(path, target)
        log = path.with_name(path.name + "-wal")
        if log.exists():
            files.copy_private(log, target.with_name(target.name + "-wal"))
    return target
