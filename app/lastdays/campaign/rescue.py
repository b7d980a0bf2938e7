"""A way on from a damaged store: the newest good backup, or what can still be read.

The damaged file is moved aside under a name that says so, with what lies beside it, and only once
what takes its place is written whole.
"""

from __future__ import annotations

import os
import shutil
from datetime import date
from pathlib import Path

from msgspec import Struct

from lastdays import files
from lastdays.campaign.recovery import Recovered, recover
from lastdays.campaign.restoring import opened_copy
from lastdays.errors import LastDaysError, StoreError
from lastdays.language import _
from lastdays.store.kept_backups import BackupCampaign, Backups, KeptBackup, contents

#: What SQLite keeps beside a store, and has to stay with it.
_BESIDE = ("-wal", "-shm", "-journal")


class GoodBackup(Struct, frozen=True):
    """A backup that was read from end to end, and what is in it."""

    kept: KeptBackup
    campaigns: tuple[BackupCampaign, ...]


def newest_good(store: Path) -> GoodBackup | None:
    """Return the newest backup of a store in which nothing is damaged; None without one."""
    for kept in Backups(store).listed():
        try:
            inside = contents(kept.path)
            with opened_copy(kept.path) as other:
                if other.integrity() or other.damage():
                    continue
        except LastDaysError:
            continue
        return GoodBackup(kept, inside)
    return None


def take_backup(store: Path, backup: Path) -> Path:
    """Put a backup in the place of a damaged store; where that one is kept now.

    Raises StoreError where it can't be; the damaged store is then where it was.
    """
    try:
        with files.replacing(store, private=True) as part:
            shutil.copyfile(backup, part)
            with part.open("rb+") as written:
                os.fsync(written.fileno())
            return _set_aside(store)
    except OSError as error:
        raise _not_replaced(store, error) from error


def take_recovered(store: Path) -> tuple[Recovered, Path]:
    """Put what can be read of a damaged store in its place; what that is, and where the damaged
    one is kept now.

    Raises StoreError where nothing can be read; the damaged store is then where it was.
    """
    target = _free(store, "recovered")
    try:
        done = recover(store, target)
        aside = _set_aside(store)
        target.replace(store)
    except OSError as error:
        raise _not_replaced(store, error) from error
    finally:
        target.unlink(missing_ok=True)
    return done, aside


def _not_replaced(store: Path, error: OSError) -> StoreError:
    return StoreError(
        _("{path} could not be replaced: {reason}. Nothing was lost.").format(
            path=store, reason=error.strerror or error
        )
    )


def _set_aside(store: Path) -> Path:
    """Give a damaged store another name, with all that belongs to it; that name.

    Where the system can, its old name stays with it until something takes that, so that a power
    cut never leaves a folder without a store.
    """
    aside = _free(store, "damaged")
    try:
        os.link(store, aside)
    except OSError:
        store.rename(aside)
    for end in _BESIDE:
        beside = store.with_name(store.name + end)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + end))
    return aside


def _free(store: Path, what: str) -> Path:
    """Return a name beside a store that nothing has, with today's date."""
    today = date.today().isoformat()
    names = [store.with_name(f"{store.stem}.{what}-{today}{store.suffix}")]
    while names[-1].exists():
        names.append(store.with_name(f"{store.stem}.{what}-{today}-{len(names) + 1}{store.suffix}"))
    return names[-1]
