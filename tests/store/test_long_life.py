"""A store after 100,000 changes and 100,000 taps: opening it and working on reads no more of it.

What SQLite does is counted in steps of its machine, which depend on the rows that are read and on
nothing else.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.groups import GroupActions
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.store.models import Revisions, TableEvents, sum_of, summed_columns
from store.steps import Steps
from sure import as_a

MANY, SESSIONS = 100_000, 20


def age(path: Path, many: int) -> None:
    """Writes so many changes of a group, each after the other, and so many taps of games that have
    ended, straight into a store; what isn't looked at need not be whole."""
    with sqlite3.connect(path) as db:
        group, campaign, head = db.execute(
            "SELECT id, campaign_id, head FROM groups ORDER BY name LIMIT 1"
        ).fetchone()
        (change,) = db.execute("SELECT max(id) FROM changes").fetchone()
        (first,) = db.execute("SELECT max(id) FROM revisions").fetchone()
        db.executemany(
            "INSERT INTO changes (id, campaign_id, kind, facts, at, sum) VALUES (?, ?, ?, ?, ?, 0)",
            (
                (change + n, campaign, "group-notes", "{}", "2026-01-03T00:00:00+00:00")
                for n in range(1, many + 1)
            ),
        )
        db.executemany(
            "INSERT INTO revisions (id, change_id, campaign_id, group_id, parent_id, document, "
            "figures, sum) VALUES (?, ?, ?, ?, ?, x'00', '{}', 0)",
            (
                (first + n, change + n, campaign, group, head if n == 1 else first + n - 1)
                for n in range(1, many + 1)
            ),
        )
        # The last two are whole: those that are read.
        names = summed_columns(Revisions)
        whole = db.execute(
            f"SELECT {', '.join(names)} FROM revisions WHERE id = ?", (head,)
        ).fetchone()
        for n in (many - 1, many):
            values = dict(zip(names, whole, strict=True))
            values |= {"change_id": change + n, "parent_id": head if n == 1 else first + n - 1}
            db.execute(
                "UPDATE revisions SET document = ?, figures = ?, sum = ? WHERE id = ?",
                (values["document"], values["figures"], sum_of(*values.values()), first + n),
            )
        moved = first + many
        db.execute(
            "UPDATE groups SET head = ?, head_sum = ? WHERE id = ?",
            (moved, sum_of(group, moved), group),
        )
        for n in range(SESSIONS):
            db.execute(
                "INSERT INTO sessions (id, campaign_id, game, facts, start, rulebook, switches, "
                "help, ended, record, deleted, at, sum) "
                "VALUES (?, ?, 'last-days', '{}', x'00', '', '{}', '', ?, '', 0, ?, 0)",
                (f"s{n}", campaign, "2026-01-03T00:00:00+00:00", "2026-01-03T00:00:00+00:00"),
            )
        assert summed_columns(TableEvents) == ("session_id", "parent_id", "event", "at")
        db.executemany(
            "INSERT INTO events (session_id, parent_id, event, at, sum) VALUES (?, NULL, '{}', '', 0)",
            ((f"s{n % SESSIONS}",) for n in range(many)),
        )
    db.close()


def steps_of(path: Path, book: Catalogue, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many steps opening a store and each of the commonest acts takes."""
    with monkeypatch.context() as patched:
        counted = Steps(patched)
        found: dict[str, int] = {}
        opened = []
        found["open"] = counted.of(lambda: opened.append(open_store(path)))
        (store,) = opened
        workspace = Workspace(store, book)
        group = workspace.groups()[0]
        campaign = group.campaign
        found["campaigns"] = counted.of(workspace.campaigns)
        found["overview"] = counted.of(lambda: workspace.overview(campaign))
        found["places"] = counted.of(lambda: workspace.places(campaign))
        found["group"] = counted.of(lambda: workspace.group(group.id))
        found["undo names"] = counted.of(lambda: workspace.undo_names(campaign, group.id))
        groups = GroupActions(workspace)
        groups.write_notes(group.id, "the first change steps once more")
        found["change"] = counted.of(lambda: groups.write_notes(group.id, "later"))
        found["undo"] = counted.of(lambda: workspace.undo(campaign, group.id))
        found["redo"] = counted.of(lambda: workspace.redo(campaign, group.id))
        notes = CampaignActions(workspace)
        found["campaign"] = counted.of(lambda: notes.write_notes(campaign, "and on"))
        found["close"] = counted.of(store.close)
    return found


@pytest.fixture
def stores(tmp_path: Path, sample_store: Path) -> tuple[Path, Path]:
    """A young store and an old one, with as many games at the table."""
    young, old = tmp_path / "young.sqlite", tmp_path / "old.sqlite"
    for path, many in ((young, 100), (old, MANY)):
        shutil.copy(sample_store, path)
        age(path, many)
    return young, old


@pytest.mark.sweep
def test_after_a_hundred_thousand_changes_and_taps_no_more_is_read(
    stores: tuple[Path, Path], book: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    young, old = stores
    few = steps_of(young, book, monkeypatch)
    many = steps_of(old, book, monkeypatch)
    assert few["group"] > 50  # it is counted
    # A row of so many is found by a few steps more; to read them all would take 100,000 at least.
    costly = {name: (few[name], many[name]) for name in few if many[name] > 1.5 * few[name] + 200}
    assert not costly
    assert sum(many.values()) < 50_000


def test_a_tap_adds_as_little_as_is_said(
    tmp_path: Path, sample_store: Path, book: Catalogue
) -> None:
    """As `docs/safety.md` says: 0.3 KB; undo and redo add nothing."""
    import random

    from lastdays.campaign.sequences.post_game import PostGameActions
    from lastdays.campaign.table_sessions import SessionActions
    from lastdays.tabletop.last_days.setup import Setup, entrant_of
    from lastdays.tabletop.last_days.taps import change_counter

    path = Path(shutil.copy(sample_store, tmp_path / "store.sqlite"))
    store = open_store(path)
    workspace = Workspace(store, book)
    campaign = workspace.campaigns()[0].id
    sessions = SessionActions(workspace, PostGameActions(workspace, random.Random(1)))
    sides = [entrant_of(workspace.group(g.id).group, book, {}) for g in workspace.groups(campaign)]
    tracker = sessions.tracker(sessions.begin(campaign, Setup("scavengers", tuple(sides))))

    def size() -> int:
        with store.reading() as tx:
            pages, free = (
                as_a(int, tx.connection.exec_driver_sql(f"PRAGMA {name}").scalar())
                for name in ("page_count", "freelist_count")
            )
            return (pages - free) * 4096

    before = size()
    for n in range(300):
        tracker.tap(change_counter.tap(piece="A1", name="noise", amount=1 if n % 2 == 0 else -1))
    after = size()
    assert 0 < after - before < 300 * 600
    for _n in range(20):
        tracker.undo()
        tracker.redo()
    assert size() == after
    store.close()
