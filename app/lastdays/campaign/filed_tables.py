"""A game at the table as a campaign's file holds it: its beginning, and the taps that count."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

#: How many games at the table go along, the newest; how many taps of one, and of all of them.
TABLES_MOST = 2_000
EVENTS_MOST = 5_000
EVENTS_IN_ALL = 150_000
#: How large all of them are without their taps, in bytes: half of what is read of one entry.
HEADS_MOST = 64 * 1024 * 1024
#: The only game that belongs to a campaign.
GAME = "last-days"
#: What of a table names a group.
_GROUPS = ('"group"', '"captured"')


@dataclass(frozen=True)
class FiledTable:
    """A game at the table; `events` are its taps as the store words them, each with its time."""

    id: str
    at: str
    rulebook: str
    start: Any
    game: str = GAME
    help: str = ""
    ended: str = ""
    record: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    switches: dict[str, Any] = field(default_factory=dict)
    events: tuple[tuple[str, str], ...] = ()

    def head(self) -> dict[str, Any]:
        """Return all of it but the taps, as JSON values."""
        return {
            "id": self.id,
            "game": self.game,
            "at": self.at,
            "rulebook": self.rulebook,
            "help": self.help,
            "ended": self.ended,
            "record": self.record,
            "facts": self.facts,
            "switches": self.switches,
            "start": self.start,
        }

    def head_line(self) -> bytes:
        """Return all of it but the taps, as a line of a file."""
        return json.dumps(self.head(), ensure_ascii=False).encode()

    def lines(self) -> bytes:
        """Return the taps, one a line."""
        return "\n".join(
            f'{{"at": {json.dumps(at)}, "event": {words}}}' for words, at in self.events
        ).encode()

    def renamed(self, ids: Mapping[str, str]) -> FiledTable:
        """Return it with other ids of itself, its record and the groups that play."""
        return replace(
            self.of_groups(lambda group: ids.get(group, group)),
            id=ids.get(self.id, self.id),
            record=ids.get(self.record, self.record),
        )

    def of_groups(self, known_as: Callable[[str], str]) -> FiledTable:
        """Return it with the groups that play named as they are `known_as`."""
        return replace(
            self,
            start=[[kind, _of_groups(values, known_as)] for kind, values in self.start],
            events=tuple((_worded(words, known_as), at) for words, at in self.events),
        )


def words_of(event: Mapping[str, Any]) -> str:
    """Return a tap as the store words it."""
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def names_groups(words: str) -> bool:
    """Return whether a tap may have changed which group a side is."""
    return any(name in words for name in _GROUPS)


def _of_groups(values: dict[str, Any], known_as: Callable[[str], str]) -> dict[str, Any]:
    """Return a side's values with other ids of groups; those of other pieces as they are."""
    found = dict(values)
    if "group" in found:
        found["group"] = known_as(found["group"])
    if "captured" in found:
        found["captured"] = [[*who, known_as(captor)] for *who, captor in found["captured"]]
    return found


def _worded(words: str, known_as: Callable[[str], str]) -> str:
    if not names_groups(words):
        return words
    event = json.loads(words)
    effects = [
        [*effect[:-1], _of_groups(effect[-1], known_as)] if isinstance(effect[-1], dict) else effect
        for effect in event["effects"]
    ]
    return words_of({**event, "effects": effects})
