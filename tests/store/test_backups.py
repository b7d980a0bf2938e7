"""Backups that are made by themselves, kept by age, and given back: a store or one group."""

from __future__ import annotations

import os
import random
import shutil
import stat
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import preview_group, restore, restore_group
from lastdays.errors import LastDaysError, StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import kept_backups as kept_module, open_store
from lastdays.store.kept_backups import (
    Backups,
    KeptBackup,
    Reason,
    campaigns_in_backup,
    kept_for_age,
)
from store.exercise import edit_group
from sure import sure

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


@pytest.fixture
def backups(riverside: Workspace) -> Backups:
    return Backups(riverside.store.path, clock=lambda: NOW)


@pytest.fixture
def made(riverside: Workspace, backups: Backups) -> KeptBackup:
    """A backup of the store as it is."""
    return sure(backups.make(riverside.store.engine, Reason.START))


def points(riverside: Workspace, group: str) -> int:
    return riverside.group(group).group.points


def test_a_clock_far_ahead_gives_up_one_day_of_backups_a_start(
    riverside: Workspace, carl: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_module, "_given_up", {})
    days = [NOW - timedelta(days=n, hours=h) for n in range(20) for h in (0, 2)]
    folder = Backups(riverside.store.path).folder
    folder.mkdir()
    for n, at in enumerate(days):
        (folder / f"{at:%Y%m%dT%H%M%S}-1-start-{n + 1:x}.sqlite").touch()
    ahead = Backups(riverside.store.path, clock=lambda: NOW + timedelta(days=4000))
    for n in range(3):  # a start, an import, a finished sequence
        GroupActions(riverside).write_notes(carl, f"{n}")
        ahead.make(riverside.store.engine, Reason.FINISH)
    left = {one.at for one in ahead.listed()}
    assert [at for at in days if at not in left] == days[-2:]
    kept_module._given_up.clear()  # the next start
    GroupActions(riverside).write_notes(carl, "later")
    ahead.make(riverside.store.engine, Reason.START)
    left = {one.at for one in ahead.listed()}
    assert [at for at in days if at not in left] == days[-4:]


def test_a_copy_that_was_left_half_written_goes_with_the_next(
    riverside: Workspace, backups: Backups
) -> None:
    backups.folder.mkdir()
    half = backups.folder / ".20260228T200000-1-start-a.sqlite.x7.part"
    for file in (half, half.with_name(half.name + "-journal")):
        file.touch()
        os.utime(file, (0, 0))
    backups.make(riverside.store.engine, Reason.START)
    assert [file.suffix for file in backups.folder.iterdir()] == [".sqlite"]


def test_a_backup_says_what_is_in_it(made: KeptBackup, campaign: str, backups: Backups) -> None:
    assert backups.listed() == [made]
    (inside,) = campaigns_in_backup(made.path)
    assert (inside.id, inside.name) == (campaign, "Riverside")
    assert [name for _id, name in inside.groups] == ["Carl's Crew", "Zeke's Truckers"]
    assert made.size == made.path.stat().st_size


def test_a_backup_gives_back_what_is_free(riverside: Workspace, backups: Backups) -> None:
    store = riverside.store
    with store.writing() as tx:
        for n in range(60):
            tx.paper.add_portrait(random.Random(n).randbytes(20_000))
    with store.writing() as tx:
        tx.connection.exec_driver_sql("DELETE FROM portraits")
    made = backups.make(store.engine, Reason.ASKED)
    with store.reading() as tx:
        pages = tx.connection.exec_driver_sql("PRAGMA page_count").scalar()
    assert sure(pages) * 4096 > 1_200_000
    assert made is not None
    assert made.size < 400_000


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no such permissions")
def test_nobody_else_reads_a_backup(made: KeptBackup) -> None:
    assert stat.S_IMODE(made.path.parent.stat().st_mode) == 0o700


def test_nothing_is_backed_up_twice(riverside: Workspace, carl: str, backups: Backups) -> None:
    engine = riverside.store.engine
    assert backups.make(engine, Reason.START)
    assert backups.make(engine, Reason.START) is None
    set_points(riverside, carl, 77)
    assert sure(backups.make(engine, Reason.FINISH)).reason is Reason.FINISH
    assert [one.reason for one in backups.listed()] == [Reason.FINISH, Reason.START]


def test_other_files_in_the_folder_are_let_be(riverside: Workspace, backups: Backups) -> None:
    backups.make(riverside.store.engine, Reason.START)
    for name in (
        "notes.txt",
        "20260101T000000-1-gossip-1.sqlite",
        "20261399T000000-1-start-1.sqlite",
    ):
        (backups.folder / name).write_text("mine", encoding="utf-8")
    assert len(backups.listed()) == 1
    assert len([*backups.folder.iterdir()]) == 4


def test_a_backup_that_cannot_be_written_is_said(riverside: Workspace, backups: Backups) -> None:
    backups.folder.write_text("a file stands where the folder would be", encoding="utf-8")
    with pytest.raises(StoreError, match="Backups cannot be kept in"):
        backups.make(riverside.store.engine, Reason.START)
    with pytest.raises(StoreError, match=r"written: a part of its path isn't a folder\.$"):
        riverside.store.backup(backups.folder / "copy.sqlite")


def set_points(riverside: Workspace, group: str, points: int) -> None:
    edit_group(GroupActions(riverside), group, points=points)


def ago(**span: Any) -> KeptBackup:
    return KeptBackup(NOW - timedelta(**span), 1, Reason.START, 1, Path("x"))


def test_all_of_a_day_one_a_day_for_a_month_one_a_week_for_a_year() -> None:
    today = [ago(hours=n) for n in range(24)]
    days = [ago(days=n, hours=h) for n in range(2, 31) for h in (0, 1)]
    weeks = [ago(days=32 + n) for n in range(330)]
    old = [ago(days=400), ago(days=4000)]
    staying = kept_for_age([*today, *days, *weeks, *old], NOW)
    assert [one for one in staying if one in today] == today
    assert len({one.at.date() for one in staying if one in days}) == 29
    assert sum(one in days for one in staying) <= 30
    assert 46 <= sum(one in weeks for one in staying) <= 48
    assert not any(one in old for one in staying)


@pytest.mark.parametrize(
    ("days", "stay"),
    [(1, 2), (1.001, 1), (31, 2), (31.001, 1), (365.999, 1), (366, 1), (366.001, 0)],
)
def test_two_of_the_same_hour_stay_for_a_day_and_one_for_a_year(days: float, stay: int) -> None:
    few = [ago(hours=n) for n in range(3)]
    old = [ago(days=days), ago(days=days, seconds=1)]
    assert len(kept_for_age([*few, *old[: 1 + (days < 366)]], NOW)) == 3 + stay


def test_a_few_stay_however_old_they_are() -> None:
    old = [ago(days=4000 + n) for n in range(5)]
    assert kept_for_age(old, NOW) == old[:3]
    few = [ago(hours=1), ago(days=9), ago(days=9, seconds=1), ago(days=20)]
    assert kept_for_age(few, NOW) == [few[0], few[1], few[3]]


def test_a_clock_set_back_costs_no_backup() -> None:
    ahead = [ago(days=-n) for n in range(40, 0, -1)]
    assert kept_for_age(ahead, NOW) == ahead


@pytest.mark.parametrize(("room", "stay"), [(0, 3), (3.9, 3), (4.5, 4)])
def test_together_they_are_bounded_in_size(
    riverside: Workspace,
    carl: str,
    backups: Backups,
    monkeypatch: pytest.MonkeyPatch,
    room: float,
    stay: int,
) -> None:
    engine = riverside.store.engine
    first = backups.make(engine, Reason.START)
    assert first is not None
    monkeypatch.setattr(kept_module, "SIZE_MOST", int(first.size * room))
    for n in range(6):
        set_points(riverside, carl, 100 + n)
        backups.make(engine, Reason.FINISH)
    assert len(backups.listed()) == stay
    assert first not in backups.listed()


def test_a_second_place_gets_a_copy(made: KeptBackup, backups: Backups, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    with pytest.raises(StoreError, match="isn't available right now"):
        backups.copy_latest(stick)
    stick.mkdir()
    backups.copy_latest(stick)
    (copy,) = (stick / "store.backups").iterdir()
    assert copy.name == made.path.name
    assert campaigns_in_backup(copy) == campaigns_in_backup(made.path)
    assert [stat.S_IMODE(p.stat().st_mode) for p in (copy.parent, copy)] == [0o700, 0o600]
    content, first = copy.read_bytes(), copy.stat().st_ino
    backups.copy_latest(stick)
    assert copy.stat().st_ino == first  # it is there already
    copy.write_bytes(content[:-1])
    backups.copy_latest(stick)
    assert copy.read_bytes() == content


def test_a_store_is_restored_and_that_is_taken_back(
    riverside: Workspace, made: KeptBackup, carl: str
) -> None:
    before = points(riverside, carl)
    set_points(riverside, carl, before + 50)
    safe = restore(riverside, made.path)
    assert points(riverside, carl) == before
    assert riverside.take_changed()
    assert safe is not None
    assert safe.reason is Reason.RESTORE
    restore(riverside, safe.path)
    assert points(riverside, carl) == before + 50
    assert riverside.store.integrity() == []
    assert riverside.store.damage() == []


def test_a_restored_store_survives_the_end_of_the_program(
    riverside: Workspace, made: KeptBackup, carl: str, tmp_path: Path, book: Catalogue
) -> None:
    """What lies beside the store after a restore belongs to it: it is not set aside."""
    before = points(riverside, carl)
    set_points(riverside, carl, before + 50)
    restore(riverside, made.path)
    killed = tmp_path / "killed" / "store.sqlite"
    killed.parent.mkdir()
    for end in ("", "-wal"):
        shutil.copy(f"{riverside.store.path}{end}", f"{killed}{end}")
    again = open_store(killed)
    assert again.notices == ()
    assert points(Workspace(again, book), carl) == before
    again.close()


def test_a_damaged_backup_changes_nothing(
    riverside: Workspace, made: KeptBackup, carl: str
) -> None:
    set_points(riverside, carl, 321)
    raw = bytearray(made.path.read_bytes())
    draw = random.Random(5)
    for _n in range(3000):
        raw[draw.randrange(4096, len(raw))] ^= 255
    made.path.write_bytes(raw)
    with pytest.raises(LastDaysError, match=r"damaged|can't be used"):
        restore(riverside, made.path)
    with pytest.raises(LastDaysError, match="can't be used"):
        campaigns_in_backup(made.path)
    assert points(riverside, carl) == 321


def test_a_backup_of_an_older_edition_is_brought_up_to_date_in_a_copy(
    riverside: Workspace, tmp_path: Path
) -> None:
    old = tmp_path / "old.sqlite"
    shutil.copy(Path(__file__).parents[1] / "fixtures" / "store-0002.sqlite", old)
    raw = old.read_bytes()
    restore(riverside, old)
    assert {g.name for g in riverside.groups()} == {"Carl's Crew", "Zeke's Truckers"}
    assert old.read_bytes() == raw


def test_one_group_comes_out_of_a_backup_and_is_undone(
    riverside: Workspace, made: KeptBackup, carl: str, campaign: str
) -> None:
    group, other = carl, next(g.id for g in riverside.groups() if "Zeke" in g.name)
    before, theirs = points(riverside, group), points(riverside, other)
    for each in (group, other):
        set_points(riverside, each, 999)
    told = preview_group(riverside, made.path, group)
    assert [(d.what, d.before, d.after) for d in told] == [
        ("Scavenge Points", "999", f"{before} (\u2212{999 - before})")
    ]
    assert restore_group(riverside, made, campaign, group) == group
    assert (points(riverside, group), points(riverside, other)) == (before, 999)
    assert "backup of 2026-03-01" in riverside.undo(campaign, group)
    assert points(riverside, group) == 999
    assert theirs != 999
