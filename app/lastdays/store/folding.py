"""What of an old history nothing rests on, and how it is folded: found, weighed, removed.

A change from before a day is folded with those before it: what it made stays where something rests
on it, and can't be undone. What the head, a change that is kept and a post-game sequence lead to is
kept, with the state just before a sequence was finished: the chronicle tells the one from the other.
Only stores in files are folded.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from lastdays.model.tidy_changes import HistoryFolded, StatesFolded
from lastdays.store.log import TIDIED
from lastdays.store.sums import sum_of, summed_columns
from lastdays.store.tables import (
    Changes,
    Revisions,
    TableSessions,
    driver_of,
    mapping_of,
    table,
)
from lastdays.store.transaction import Transaction

if TYPE_CHECKING:
    from sqlmodel import SQLModel

#: Kinds of change whose own row is kept: the day of a game may stand nowhere else.
_LASTING = ("record-game", StatesFolded.kind)
#: So many rows are removed between two looks at how far it is.
_AT_ONCE = 500


class _Outlined(NamedTuple):
    """A revision without its document."""

    id: int
    change: int
    campaign: str
    group: str | None
    parent: int | None
    size: int


@dataclass
class FoldedHistory:
    """What folding comes to: the changes up to `cuts`, by campaign, are folded. `gone` are the
    revisions that go, `parents` the new ones of those that stay, `labels` the changes that get
    another name, with whether something before them went, `changes` those that go. `folded` is how
    many changes can't be undone any more that could, `size` how many bytes go."""

    cuts: Mapping[str, int]
    gone: set[int] = field(default_factory=set)
    parents: dict[int, int | None] = field(default_factory=dict)
    labels: dict[int, bool] = field(default_factory=dict)
    changes: set[int] = field(default_factory=set)
    folded: int = 0
    size: int = 0


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


class Folding:
    """Finds what of the histories of a file nothing rests on, and removes it."""

    def __init__(self, tx: Transaction) -> None:
        self._db = driver_of(tx.connection)

    # Finding

    def based(self, key: str) -> set[int]:
        """Return the revisions that answers of this key name as their group's, and those that
        sequences began with or came to."""
        found: set[int] = set()
        for (value,) in self._db.execute("SELECT value FROM answers WHERE key = ?", (key,)):
            try:
                found.add(int(json.loads(value)["group"]))
            except (TypeError, ValueError, KeyError):
                continue
        rows = self._db.execute("SELECT base, finished FROM sequences")
        return found | {number for row in rows for number in row if number is not None}

    def made_by(self, *kinds: str) -> set[int]:
        """Return the revisions that changes of some kinds made, those that were folded too."""
        named = ",".join("?" * len(kinds))
        rows = self._db.execute(
            "SELECT r.id, c.kind, c.facts FROM changes c JOIN revisions r ON r.change_id = c.id "
            f"WHERE c.kind IN ({named}, ?)",
            (*kinds, HistoryFolded.kind),
        )
        return {id for id, kind, facts in rows if kind in kinds or _was(facts) in kinds}

    def cuts(self, before: datetime, now: datetime) -> dict[str, int]:
        """Return up to which change each campaign is folded: all before the first that was made on
        that day or later, however clocks were set meanwhile.

        A time that isn't yet was of a wrong clock: it is taken for that of the next change.
        """
        made: dict[str, list[tuple[int, datetime | None]]] = {}
        for id, campaign, at in self._db.execute(
            "SELECT id, campaign_id, at FROM changes WHERE kind != ? ORDER BY id",
            (StatesFolded.kind,),
        ):
            made.setdefault(campaign, []).append((id, _time(at)))
        cuts: dict[str, int] = {}
        for campaign, changes in made.items():
            later = now
            first: int | None = None
            for id, at in reversed(changes):
                if at is not None and at <= now:
                    later = at
                if at is None or later >= before:
                    first = id
            last = changes[-1][0]
            cuts[campaign] = last if first is None else first - 1
        return cuts

    def history(self, cuts: Mapping[str, int], needed: Collection[int]) -> FoldedHistory:
        """Return what folding comes to, with the revisions `needed` for something else kept."""
        rows = [
            _Outlined(*row)
            for row in self._db.execute(
                "SELECT id, change_id, campaign_id, group_id, parent_id, "
                "length(document) + length(figures) FROM revisions ORDER BY id"
            )
        ]
        found = FoldedHistory(cuts)
        kept = self._kept(rows, cuts, needed)
        nearest: dict[int, int | None] = {}
        for row in rows:
            parent = nearest.get(row.parent) if row.parent is not None else None
            if row.id not in kept:
                nearest[row.id] = parent
                found.gone.add(row.id)
                found.size += row.size
                continue
            nearest[row.id] = row.id
            if parent != row.parent:
                found.parents[row.id] = parent
            if row.change <= cuts.get(row.campaign, 0):
                before = found.labels.get(row.change, False)
                found.labels[row.change] = before or parent != row.parent
        self._weigh_changes(found, {row.change for row in rows if row.id in kept})
        return found

    def _kept(
        self, rows: list[_Outlined], cuts: Mapping[str, int], needed: Collection[int]
    ) -> set[int]:
        """Return the revisions that something rests on."""
        kept = set(needed)
        for (finished,) in self._db.execute(
            "SELECT r.parent_id FROM sequences s JOIN revisions r ON r.id = s.finished"
        ):
            kept.add(finished)
        heads = self._db.execute("SELECT head FROM groups UNION SELECT head FROM campaigns")
        kept.update(head for (head,) in heads.fetchall())
        newest: dict[tuple[str, str | None], int] = {}
        for row in rows:
            newest[row.campaign, row.group] = row.id
            if row.change > cuts.get(row.campaign, 0):
                kept.add(row.id)
                if row.parent is not None:
                    kept.add(row.parent)
        headed = {(row.campaign, row.group) for row in rows if row.id in kept}
        # Of what was begun and undone, something is left; no number is ever given out twice.
        kept.update(id for subject, id in newest.items() if subject not in headed)
        kept.update(row.id for row in rows[-1:])
        return kept & {row.id for row in rows}

    def _weigh_changes(self, found: FoldedHistory, used: Collection[int]) -> None:
        rows = self._db.execute("SELECT id, campaign_id, kind, length(facts) FROM changes")
        for id, campaign, kind, size in rows.fetchall():
            if id > found.cuts.get(campaign, 0) or kind == StatesFolded.kind:
                continue
            found.folded += kind != HistoryFolded.kind
            if id not in used and kind not in _LASTING:
                found.changes.add(id)
                found.size += size

    # Folding

    def fold(
        self,
        history: FoldedHistory,
        day: str,
        digest: Callable[[bytes], str],
        told: Callable[[float], None],
    ) -> dict[str, StatesFolded]:
        """Fold; what is left to know of each group's states that went. `told` hears how far it is,
        from 0 to 1. `digest` is what a document is known by elsewhere."""
        states = self._states(history, digest)
        for id, parent in history.parents.items():
            self._change_row(Revisions, id, parent_id=parent)
        for id, folded in history.labels.items():
            self._label(id, day, folded=folded)
        steps = [
            ("DELETE FROM revisions WHERE id = ?", sorted(history.gone, reverse=True)),
            ("DELETE FROM changes WHERE id = ?", sorted(history.changes)),
        ]
        todo = sum(len(ids) for _statement, ids in steps) or 1
        done = 0
        for statement, ids in steps:
            for n in range(0, len(ids), _AT_ONCE):
                self._db.executemany(statement, [(id,) for id in ids[n : n + _AT_ONCE]])
                done += _AT_ONCE
                told(min(1.0, done / todo))
        return states

    def _states(
        self, history: FoldedHistory, digest: Callable[[bytes], str]
    ) -> dict[str, StatesFolded]:
        parents = dict(self._db.execute("SELECT id, parent_id FROM revisions").fetchall())
        current: set[int] = set()
        for (head,) in self._db.execute("SELECT head FROM groups").fetchall():
            while head is not None and head not in current:
                current.add(head)
                head = parents.get(head)
        chain: dict[str, list[str]] = {}
        aside: dict[str, list[str]] = {}
        for id, group, document in self._db.execute(
            "SELECT id, group_id, document FROM revisions WHERE group_id IS NOT NULL ORDER BY id"
        ):
            if id in history.gone:
                into = chain if id in current else aside
                into.setdefault(group, []).append(f"{id}:{digest(zlib.decompress(document))}")
        return {
            group: StatesFolded(
                group, ",".join(chain.get(group, ())), ",".join(aside.get(group, ()))
            )
            for group in sorted({*chain, *aside})
        }

    def _label(self, change: int, day: str, *, folded: bool) -> None:
        kind, facts = self._db.execute(
            "SELECT kind, facts FROM changes WHERE id = ?", (change,)
        ).fetchone()
        if kind == HistoryFolded.kind:
            stored = json.loads(facts)
            stored.update(before=day, folded=int(folded or stored["folded"]))
        else:
            stored = {"before": day, "was": kind, "facts": facts, "folded": int(folded)}
        self._change_row(
            Changes, change, kind=HistoryFolded.kind, facts=json.dumps(stored, ensure_ascii=False)
        )

    def _change_row(self, model: type[SQLModel], id: int | str, **values: Any) -> None:
        """Change some values of a row, and its sum with them."""
        of, names = table(model).name, summed_columns(model)
        columns = ", ".join(f'"{name}"' for name in names)
        row = self._db.execute(f"SELECT {columns} FROM {of} WHERE id = ?", (id,))
        after = dict(zip(names, row.fetchone(), strict=True)) | values
        self._db.execute(
            f"UPDATE {of} SET {', '.join(f'{name} = ?' for name in values)}, sum = ? WHERE id = ?",
            (*values.values(), sum_of(*after.values()), id),
        )

    # What was deleted

    def _sum(self, statement: str, id: str) -> int:
        found = self._db.execute(f"SELECT coalesce(sum(size), 0) FROM ({statement})", (id,))
        (size,) = found.fetchone()
        return int(size)

    def size_of_campaign(self, campaign: str) -> int:
        """Return how many bytes a campaign takes, without its portraits."""
        return sum(self._sum(statement, campaign) for statement in _OF_CAMPAIGN)

    def size_of_log(self, session: str) -> int:
        """Return how many bytes the log of a game at the table takes."""
        return self._sum("SELECT length(event) AS size FROM events WHERE session_id = ?", session)

    def size_of_session(self, session: str) -> int:
        """Return how many bytes a game at the table takes."""
        start = self._sum("SELECT length(start) AS size FROM sessions WHERE id = ?", session)
        return start + self.size_of_log(session)

    def logged(self) -> set[str]:
        """Return the games at the table that have a log."""
        return {id for (id,) in self._db.execute("SELECT DISTINCT session_id FROM events")}

    def revisions_of(self, campaign: str) -> set[int]:
        """Return all revisions of a campaign and its groups."""
        rows = self._db.execute("SELECT id FROM revisions WHERE campaign_id = ?", (campaign,))
        return {id for (id,) in rows}

    def sequences_without(self, key: str) -> list[str]:
        """Return the sequences that have no answer of a key."""
        rows = self._db.execute(
            "SELECT id FROM sequences WHERE id NOT IN "
            "(SELECT sequence_id FROM answers WHERE key = ?)",
            (key,),
        )
        return [id for (id,) in rows]

    def remove_sessions(self, sessions: Iterable[str]) -> None:
        """Remove games at the table for good."""
        for id in sessions:
            self._db.execute("UPDATE sessions SET head = NULL WHERE id = ?", (id,))
            self._db.execute("UPDATE events SET parent_id = NULL WHERE session_id = ?", (id,))
            self._db.execute("DELETE FROM events WHERE session_id = ?", (id,))
            self._db.execute("DELETE FROM sessions WHERE id = ?", (id,))

    def has_session(self, session: str) -> bool:
        """Tell whether a game at the table is there."""
        rows = self._db.execute("SELECT 1 FROM sessions WHERE id = ?", (session,))
        return rows.fetchone() is not None

    def replace_log(self, session: str, start: bytes, day: str) -> None:
        """Remove the log of a game at the table that has ended: it begins with what the table held
        at the end, and its facts say up to which day logs went."""
        (facts,) = self._db.execute(
            "SELECT facts FROM sessions WHERE id = ?", (session,)
        ).fetchone()
        noted = json.dumps({**mapping_of(facts), TIDIED: day}, ensure_ascii=False)
        self._change_row(TableSessions, session, start=start, facts=noted)
        self._db.execute(
            "UPDATE sessions SET head = NULL, head_sum = ? WHERE id = ?",
            (sum_of(session, None), session),
        )
        self._db.execute("UPDATE events SET parent_id = NULL WHERE session_id = ?", (session,))
        self._db.execute("DELETE FROM events WHERE session_id = ?", (session,))

    def remove_campaign(self, campaign: str) -> None:
        """Remove a campaign for good, with all that belongs to it."""
        sessions = self._db.execute("SELECT id FROM sessions WHERE campaign_id = ?", (campaign,))
        self.remove_sessions([id for (id,) in sessions.fetchall()])
        for statement in _REMOVING:
            self._db.execute(statement, (campaign,))

    # Portraits

    def portraits(self) -> dict[str, int]:
        """Return the size of each portrait by its id."""
        return dict(self._db.execute("SELECT id, length(picture) FROM portraits").fetchall())

    def documents(self, without: Collection[int]) -> Iterator[bytes]:
        """Give what may name a portrait, but for some revisions: the newest first."""
        rows = self._db.execute("SELECT id, document FROM revisions ORDER BY id DESC")
        for id, document in rows:
            if id not in without:
                yield zlib.decompress(document)
        for (start,) in self._db.execute("SELECT start FROM sessions"):
            yield zlib.decompress(start)
        for of, name in (("events", "event"), ("answers", "value"), ("prints", "choice")):
            for (text,) in self._db.execute(f"SELECT {name} FROM {of} WHERE {name} IS NOT NULL"):
                yield text.encode("utf-8", "surrogatepass")

    def remove_portraits(self, portraits: Iterable[str]) -> None:
        """Remove pictures."""
        self._db.executemany("DELETE FROM portraits WHERE id = ?", [(id,) for id in portraits])


#: What a campaign takes, table by table.
_OF_CAMPAIGN = (
    "SELECT length(document) + length(figures) AS size FROM revisions WHERE campaign_id = ?",
    "SELECT length(facts) AS size FROM changes WHERE campaign_id = ?",
    "SELECT length(a.value) AS size FROM answers a JOIN sequences s ON s.id = a.sequence_id "
    "WHERE s.campaign_id = ?",
    "SELECT length(e.event) AS size FROM events e JOIN sessions s ON s.id = e.session_id "
    "WHERE s.campaign_id = ?",
    "SELECT length(start) AS size FROM sessions WHERE campaign_id = ?",
)
_GROUPS = "(SELECT id FROM groups WHERE campaign_id = ?)"
_SEQUENCES = "(SELECT id FROM sequences WHERE campaign_id = ?)"
#: In this order nothing is left that refers to what is gone.
_REMOVING = (
    f"UPDATE answers SET parent_id = NULL WHERE sequence_id IN {_SEQUENCES}",
    f"DELETE FROM answers WHERE sequence_id IN {_SEQUENCES}",
    "DELETE FROM sequences WHERE campaign_id = ?",
    f"DELETE FROM prints WHERE group_id IN {_GROUPS}",
    f"DELETE FROM characters WHERE group_id IN {_GROUPS}",
    f"DELETE FROM items WHERE group_id IN {_GROUPS}",
    f"DELETE FROM perks WHERE group_id IN {_GROUPS}",
    "DELETE FROM games WHERE campaign_id = ?",
    "UPDATE revisions SET parent_id = NULL WHERE campaign_id = ?",
    "DELETE FROM revisions WHERE campaign_id = ?",
    "DELETE FROM changes WHERE campaign_id = ?",
    "DELETE FROM groups WHERE campaign_id = ?",
    "DELETE FROM campaigns WHERE id = ?",
)


def _was(facts: str) -> str:
    try:
        return str(json.loads(facts).get("was", ""))
    except (ValueError, AttributeError):
        return ""
