"""Games at the table that somebody else may have written: held to what a game can be before they
are kept.

A log that is whole but hostile would otherwise be found out when somebody looks at it. So it is
gone through once: every tap is made of its effects, the table it leads to is one that can be, its
line in the log can be read, and what it left open can be asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from lastdays.campaign.documents import read_switches
from lastdays.campaign.filed_tables import EVENTS_MOST, GAME, FiledTable, names_groups, words_of
from lastdays.campaign.table_sessions import HELPS
from lastdays.errors import LastDaysError
from lastdays.rulebook import Catalogue
from lastdays.store.log import TIDIED, SessionRecord
from lastdays.tabletop.engine import Engine
from lastdays.tabletop.event_log import Event, LoggedEvent, LogLine
from lastdays.tabletop.last_days.differences import from_json, patch, to_json
from lastdays.tabletop.last_days.figures import Rules
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.soundness import (
    Fits,
    is_answer,
    is_number,
    is_plain,
    is_sound,
    is_text,
    stays_sound,
)
from lastdays.tabletop.last_days.state import State, Team

ID_MOST, TIME_MOST, DIGEST_MOST = 64, 40, 200
#: How much one tap does, says and throws, and how long its line in the log is.
EFFECTS_MOST, SAYS_MOST, DICE_MOST, LINE_MOST = 2_000, 200, 200, 5_000
SIDES_MOST = 4
#: How many answers are gone through to see what is asked after each tap of a game, 20 a tap: nobody
#: has played half of it, and it ends what would be asked for hours.
ASKED_MOST = 20 * EVENTS_MOST
#: The years a game can have been played in: times before and after can't be shown everywhere.
_YEARS = range(1970, 2900)
#: What each kind of effect is followed by: a kind or an id, then perhaps values.
_EFFECTS = {"new": 3, "set": 3, "gone": 2}
#: What the line of a game says of it, and of what kind that is.
_FACTS = ("encounter", "sides", TIDIED)


class UnsoundTableError(Exception):
    """A game at the table that can't be: at which of its taps, 0 for what it began with."""

    def __init__(self, tap: int = 0) -> None:
        super().__init__(tap)
        self.tap = tap


class TableChecks:
    """Holds the games at the table of one campaign to its `groups` and recorded `games`."""

    def __init__(
        self, catalogue: Catalogue, groups: Collection[str], games: Collection[str]
    ) -> None:
        self._catalogue = catalogue
        self._groups = {"", *groups}
        self._games = {"", *games}

    def checked(self, head: Mapping[str, Any], taps: Iterable[Mapping[str, Any]]) -> FiledTable:
        """Return a game at the table out of a file; UnsoundTableError where it can't be one."""
        try:
            found = FiledTable(**head)
            self._check_head(found)
            game = LastDays(Rules(self._catalogue, read_switches(found.switches)))
            start = game.from_json(found.start)
        except (LastDaysError, TypeError, ValueError, AttributeError) as error:
            raise UnsoundTableError from error
        if not is_sound(start) or not self._knows_groups(start):
            raise UnsoundTableError
        events: list[tuple[str, str]] = []
        walk = _LogWalk(game, start)
        for n, tap in enumerate(taps, start=1):
            event, at = walk.go(n, tap)
            words = words_of(event.to_json())
            if names_groups(words) and not self._knows_groups(walk.state):
                raise UnsoundTableError(n)
            events.append((words, at))
        if len(events) > EVENTS_MOST:
            raise UnsoundTableError(EVENTS_MOST)
        walk.look()
        # As it is written now: fields that came later have their defaults.
        return FiledTable(**{**head, "start": to_json(start), "events": tuple(events)})

    def filed(self, record: SessionRecord, most: int) -> FiledTable:
        """Return a game at the table as a file holds it, with its latest taps, `most` at most:
        those before are part of what it begins with. UnsoundTableError where a file can't hold
        it."""
        summary = record.summary
        start, events = record.start, record.events
        facts = {name: summary.facts[name] for name in _FACTS if name in summary.facts}
        if len(events) > most:
            early, events = events[: len(events) - most], events[len(events) - most :]
            start = _folded(record, early)
            if not events:
                facts.setdefault(TIDIED, early[-1].at[:10])
        head = FiledTable(
            summary.id,
            summary.at,
            record.rulebook,
            start,
            summary.game,
            record.help if record.help in HELPS else "",
            summary.ended,
            # One whose record was undone since is not recorded.
            summary.record if summary.record in self._games else "",
            facts,
            dict(record.switches),
        )
        try:
            head = head.of_groups(self._known)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise UnsoundTableError from error
        taps = [{"at": event.at, "event": event.event} for event in events]
        return self.checked(head.head(), taps)

    def _known(self, group: str) -> str:
        """Return a group's id, '' where the group doesn't go along."""
        return group if group in self._groups else ""

    def _check_head(self, found: FiledTable) -> None:
        facts, sides = found.facts, found.facts.get("sides", [])
        sound = (
            found.game == GAME
            and not found.events
            and _is_id(found.id)
            and _is_time(found.at)
            and (found.ended == "" or _is_time(found.ended))
            and (found.record in self._games or found.record == found.id)
            and is_text(found.rulebook)
            and len(found.rulebook) <= DIGEST_MOST
            and found.help in ("", *HELPS)
            and isinstance(facts, dict)
            and all(name in _FACTS for name in facts)
            and all(is_text(facts.get(name, "")) for name in ("encounter", TIDIED))
            and isinstance(sides, list)
            and len(sides) <= SIDES_MOST
            and all(is_text(side) for side in sides)
        )
        if not sound:
            raise UnsoundTableError

    def _knows_groups(self, state: State) -> bool:
        return all(
            team.group in self._groups
            and all(captor in self._groups for _id, _name, captor in team.captured)
            for team in state.all(Team)
        )


class _LogWalk:
    """Goes through a log, tap by tap, from a table that is sound."""

    def __init__(self, game: LastDays, start: State) -> None:
        self._game = game
        self.state = start
        self._asked = 0

    def go(self, n: int, tap: Mapping[str, Any]) -> tuple[Event, str]:
        """Do one tap; return it and its time. UnsoundTableError where it can't have been."""
        if tap.keys() != {"at", "event"}:
            raise UnsoundTableError(n)
        at, event = tap["at"], tap["event"]
        if not _is_time(at) or not _is_event(event):
            raise UnsoundTableError(n)
        made = Event.from_json(event)
        try:
            after = self._game.patch(self.state, made.effects)
        except LastDaysError as error:
            raise UnsoundTableError(n) from error
        if not stays_sound(self.state, after) or not self._can_be_told(made, after):
            raise UnsoundTableError(n)
        self.state = after
        return made, at

    def _can_be_told(self, event: Event, after: State) -> bool:
        """Return whether its line in the log can be read, and what is left open be asked."""
        self._asked += len(after.open.answers) if after.open is not None else 0
        if self._asked > ASKED_MOST:
            return False
        entry = LoggedEvent(0, event)
        words = self._game.words(after)
        try:
            line = words.line(LogLine(entry, entry, event.amount, 1, event.dice))
            _ask(self._game, after)
        except Exception:  # whatever the words and the rules stumble over, nobody has played
            return False
        return len(line) + len(words.event(event)) <= LINE_MOST

    def look(self) -> None:
        """Look at the table as it is now; UnsoundTableError where it can't be shown."""
        try:
            self._game.board(self.state)
            self._game.bar(self.state)
            self._game.guide(self.state)
        except Exception as error:  # as above
            raise UnsoundTableError from error


def _ask(game: Engine[State], state: State) -> None:
    """Put what is open. A procedure that can't go on says so where it is looked at: the rules may
    be others than it was begun with."""
    if game.opened(state) is None:
        return
    try:
        game.standing(state)
    except LastDaysError:
        return


def _folded(record: SessionRecord, early: Sequence[Any]) -> Any:
    """Return what lies on the table after some taps, as JSON values."""
    try:
        effects = [e for stored in early for e in Event.from_json(stored.event).effects]
        return to_json(patch(from_json(record.start), effects))
    except (LastDaysError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise UnsoundTableError from error


def _is_event(event: Any) -> bool:
    """Return whether JSON values are an event: what it is called, does, says and throws."""
    if not isinstance(event, dict) or not {"name", "effects"} <= event.keys() <= _EVENT.keys():
        return False
    return all(_EVENT[name](value) for name, value in event.items())


def _is_fact(fact: Any) -> bool:
    return (
        isinstance(fact, list)
        and len(fact) == 2
        and is_text(fact[0])
        and isinstance(fact[1], dict)
        and is_plain(fact[1])
    )


def _is_effect(effect: Any) -> bool:
    if not isinstance(effect, list) or not effect or not isinstance(effect[0], str):
        return False
    what, *rest = effect
    if _EFFECTS.get(what) != len(effect) or not isinstance(rest[0], str):
        return False
    return len(rest) == 1 or (isinstance(rest[1], dict) and (what == "new" or "id" not in rest[1]))


def _is_die(die: Any) -> bool:
    return isinstance(die, list) and is_answer(die)


def _up_to(most: int, fits: Fits) -> Fits:
    return lambda value: (
        isinstance(value, list) and len(value) <= most and all(fits(one) for one in value)
    )


#: What an event is made of, and what each part of it can be.
_EVENT: Mapping[str, Fits] = {
    "name": _is_fact,
    "effects": _up_to(EFFECTS_MOST, _is_effect),
    "says": _up_to(SAYS_MOST, _is_fact),
    "dice": _up_to(DICE_MOST, _is_die),
    "repeat": is_text,
    "amount": is_number,
    "turn": is_number,
    "phase": is_text,
}


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= ID_MOST and value.isprintable()


def _is_time(value: Any) -> bool:
    """Return whether a text is a moment, as the store writes it."""
    if not isinstance(value, str) or len(value) > TIME_MOST:
        return False
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return False
    return found.tzinfo is not None and found.year in _YEARS
