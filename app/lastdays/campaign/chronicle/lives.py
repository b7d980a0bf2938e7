"""The life of a member, game by game with totals, and the memorial of those who died or left."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal

from msgspec.structs import replace

from lastdays.campaign.chronicle.games import Chronicle, SequenceChange
from lastdays.campaign.chronicle.sentences import (
    Casts,
    StorySentence,
    gear_named,
    joined_sentence,
    name_of,
)
from lastdays.errors import RuleError
from lastdays.language import _, joined, ngettext
from lastdays.model.fields import status_name
from lastdays.model.game_record import Appearance, GameRecord, Side, taken_by
from lastdays.model.group import Group, Item, Member
from lastdays.model.tallies import GameTakenPart, MemberTotals
from lastdays.rulebook import Catalogue, pictograms
from lastdays.values import Value


class LifeGame(Value):
    """A game in the life of a member: the game, its result for the group, and what the member did."""

    game: str
    number: int
    day: str
    encounter: str
    drawing: str
    result: Literal["won", "lost", "drawn"]
    part: Literal["deployed", "held-back", "missing", "absent"]
    out: bool
    sentences: tuple[StorySentence, ...]


class LifeFigure(Value):
    """A number in the totals of a life, with its caption and pictogram."""

    amount: int
    caption: str
    drawing: str


class Life:
    """The life of a member in a chronicle; its games are read on demand."""

    def __init__(self, chronicle: Chronicle, group: str, member: str) -> None:
        """Find the member; RuleError if the group or the member is missing."""
        self.chronicle = chronicle
        self.past = chronicle.past(group)
        if self.past.now is None:
            raise RuleError("That group is no longer in the campaign.")
        self.group: Group = self.past.now
        self.member: Member = self.group.member(member)

    @cached_property
    def games(self) -> tuple[GameTakenPart, ...]:
        """The games during the member's time with the group, in order."""
        first, last = self._span
        return tuple(game for game in self._played if first <= game.number <= last)

    @property
    def _played(self) -> tuple[GameTakenPart, ...]:
        return self.chronicle.campaign.played.get(self.group.id, ())

    @property
    def _span(self) -> tuple[int, int]:
        """Return the numbers of the first and last game that name the member, or of their fate."""
        numbers = [played.number for played in self._played if self._named(self._side(played.game))]
        fate = fate_number(self.chronicle, self.group.id, self.member)
        if fate and self.member.status != "active":
            numbers.append(fate)
        return (min(numbers), max(numbers)) if numbers else (1, 0)

    def _named(self, side: Side) -> bool:
        captives = (captive.member for captive in side.captives)
        return side.appearance(self.member.id) is not None or self.member.id in captives

    def _side(self, game: str) -> Side:
        side = self.chronicle.campaign.game(game).side_of(self.group.id)
        assert side is not None  # the group played it
        return side

    @property
    def totals(self) -> MemberTotals:
        """Return the member's totals over all games."""
        known = self.chronicle.campaign.tallies.members
        return known.get((self.group.id, self.member.id), MemberTotals())

    def figures(self) -> tuple[LifeFigure, ...]:
        """Return the totals as shown: games, kills, times Out of Action, Supply Tokens."""
        t, token = self.totals, pictograms.token
        return (
            LifeFigure(t.games, ngettext("game", "games", t.games), pictograms.place("table")),
            LifeFigure(t.won, ngettext("game won", "games won", t.won), token("trophy")),
            LifeFigure(
                t.zombies,
                ngettext("zombie taken Out of Action", "zombies taken Out of Action", t.zombies),
                token("zombie"),
            ),
            LifeFigure(
                t.rivals,
                ngettext("rival taken Out of Action", "rivals taken Out of Action", t.rivals),
                token("rivals"),
            ),
            LifeFigure(
                t.out, ngettext("time Out of Action", "times Out of Action", t.out), token("out")
            ),
            LifeFigure(
                t.tokens, ngettext("Supply Token", "Supply Tokens", t.tokens), token("supply")
            ),
        )

    def description(self) -> str:
        """Say who the member is now: 'Survivor of Zeke's Truckers, Level 3, active'."""
        return _(
            "{type} of {group}, Level {n}, {status}",
            type=self.chronicle.catalogue.character(self.member.type).name,
            group=self.group.name,
            n=self.member.level,
            status=status_name(self.member),
        )

    def fate(self) -> str:
        """Say how the member died, left or was captured; '' for one in play."""
        return fate_of(self.chronicle, self.group, self.member)

    def describe(self, games: Sequence[GameTakenPart]) -> list[LifeGame]:
        """Return some games of this life as they are told."""
        self.chronicle.look_up(one.game for one in games)
        return [self._described(one) for one in games]

    # Inside

    def _described(self, played: GameTakenPart) -> LifeGame:
        chronicle, me = self.chronicle, self.member.id
        game = chronicle.campaign.game(played.game)
        side = self._side(played.game)
        a = side.appearance(me)
        encounter = chronicle.catalogue.encounters[game.encounter]
        change = self.past.changed_by(played.game)
        before = chronicle.before(self.group.id, played.game)
        sentences = [
            *self._joined(played, before, change),
            *self._armed(before, change),
            *_did(chronicle, game, side, me),
            *self._became(game, side, change),
        ]
        return LifeGame(
            played.game,
            played.number,
            chronicle.day(game),
            encounter.name,
            encounter.drawing,
            played.result,
            a.part if a is not None else "absent",
            a is not None and a.out,
            tuple(sentences),
        )

    def _became(
        self, game: GameRecord, side: Side, change: SequenceChange | None
    ) -> Iterator[StorySentence]:
        me = self.member.id
        if change is None or not (change.before.has_member(me) and change.after.has_member(me)):
            return
        after = change.after
        old, new = change.before.member(me), after.member(me)
        yield from self.chronicle.outcome(game, side, change).of_member(old, new)
        if new.status in ("active", "captured"):
            yield from _geared(old, new, after, self.chronicle.catalogue)

    def _joined(
        self, played: GameTakenPart, before: SequenceChange | None, change: SequenceChange | None
    ) -> Iterator[StorySentence]:
        """Yield, in the first game of a member who didn't found the group, that they joined it."""
        known = before or change
        if played != self.games[0] or known is None:
            return
        then = known.before
        me = self.member.id
        if not then.has_member(me) or then.member(me).newcomer:
            yield joined_sentence(self.member, self.group, self.chronicle.catalogue)

    def _armed(
        self, before: SequenceChange | None, change: SequenceChange | None
    ) -> Iterator[StorySentence]:
        """Yield the gear that came and went between the previous game and this one."""
        if before is None or change is None:
            return
        me = self.member.id
        if before.after.has_member(me) and change.before.has_member(me):
            yield from _geared(
                before.after.member(me),
                change.before.member(me),
                change.before,
                self.chronicle.catalogue,
            )


def _did(
    chronicle: Chronicle, game: GameRecord, side: Side, member: str
) -> Iterator[StorySentence]:
    """Yield what a member did and suffered in a game."""
    a = side.appearance(member)
    casts = chronicle.casts(game)

    def said(text: str, drawing: str, tone: Literal["", "harm", "well"] = "") -> StorySentence:
        return StorySentence(text, tone, pictograms.token(drawing), side.group, member)

    if a is None:
        yield said(_("Took no part."), "missing")
        return
    if a.part != "deployed":
        text = _("Was held back.") if a.part == "held-back" else _("Missed the game.")
        yield said(text, "missing")
        return
    if not (a.zombies or a.rivals or a.objectives or a.out or side.carried(member)):
        yield said(_("Came through unharmed."), "done")
    if a.zombies:
        yield said(
            ngettext(
                "Took {n} zombie Out of Action.", "Took {n} zombies Out of Action.", a.zombies
            ),
            "zombie",
        )
    yield from (said(text, "rivals") for text in _rivals(game, side, a, casts))
    for _token in range(side.carried(member)):
        yield said(_("Brought home a Supply Token."), "supply", "well")
    for captive in side.captives:
        if captive.by == member and captive.fate == "home":
            text = _("Brought {name} home.", name=captive.name)
            yield said(text, "captive", "well")
    if side.stranger_home and side.stranger_by == member:
        yield said(_("Brought a stranger home."), "member", "well")
    if side.vehicle and side.vehicle_by == member:
        yield said(_("Started the vehicle."), "vehicle", "well")
    if a.out:
        text = _("Ended Out of Action.")
        if a.out_by == "zombie":
            text = _("Taken Out of Action by zombies.")
        elif a.out_by:
            text = _("Taken Out of Action by {rival}.", rival=name_of(casts, a.out_by))
        yield said(text, "out", "harm")


def _rivals(game: GameRecord, side: Side, a: Appearance, casts: Casts) -> Iterable[str]:
    """Yield which rivals a member took Out of Action, and how many unnamed ones."""
    named = [name_of(casts, rival) for rival in taken_by(game, side, a.member)]
    if named:
        yield _("Took {names} Out of Action.", names=joined(named))
    rest = a.rivals - len(named)
    if rest > 0 and named:
        yield ngettext(
            "Took {n} more rival Out of Action.",
            "Took {n} more rivals Out of Action.",
            rest,
        )
    elif rest > 0:
        yield ngettext("Took {n} rival Out of Action.", "Took {n} rivals Out of Action.", rest)


def _geared(
    old: Member, new: Member, group: Group, catalogue: Catalogue
) -> Iterator[StorySentence]:
    """Yield which gear a member got, and which they no longer have."""
    for one, other, text in (
        (old, new, _("Got {gear}.")),
        (new, old, _("No longer has {gear}.")),
    ):
        gear = _added(one.gear, other.gear)
        if gear:
            yield StorySentence(
                text.format(gear=gear_named(gear, catalogue)),
                "",
                catalogue.gear(gear[0].key).drawing,
                group.id,
                new.id,
            )


def _added(before: Iterable[Item], after: Iterable[Item]) -> list[Item]:
    """Return the gear that was added; equal pieces count as the same."""
    had = Counter(_like(item) for item in before)
    found = []
    for item in after:
        if had[_like(item)]:
            had[_like(item)] -= 1
        else:
            found.append(item)
    return found


def _like(item: Item) -> tuple[str, tuple[str, ...], bool]:
    return item.key, tuple(sorted(a.key for a in item.attached)), item.modified


# The memorial


class Remembered(Value):
    """Someone who died or left: who, of which group, how, after which game (number 0 if unknown), on
    which day, and by whom, '' for nobody."""

    group: str
    group_name: str
    member: str
    name: str
    type: str
    drawing: str
    keyword: str
    level: int
    died: bool
    how: str
    game: str
    number: int
    day: str
    by: str


def fate_of(chronicle: Chronicle, group: Group, member: Member) -> str:
    """Say how someone died, left or was captured; '' for a member in play."""
    if member.status == "active":
        return ""
    game = _game_that_tells(chronicle, group.id, member)
    if game is None:
        return {
            "dead": _("{name} died."),
            "left": _("{name} left the group."),
            "captured": _("{name} was captured."),
        }[member.status].format(name=member.name)
    side = game.side_of(group.id) or Side(group.id, group.name)
    change = chronicle.past(group.id).changed_by(game.id) or SequenceChange(group, group)
    return chronicle.outcome(game, side, change).fate(member)


def _game_that_tells(chronicle: Chronicle, group: str, member: Member) -> GameRecord | None:
    """Return the game whose record or sequence tells somebody's fate; None if it came by hand."""
    game = fate_game(chronicle, group, member)
    if game is None or member.status == "captured" or _lost_in(chronicle, member):
        return game
    change = chronicle.past(group).changed_by(game.id)
    if change is None or not change.after.has_member(member.id):
        return None
    ended = change.after.member(member.id).status == member.status
    return game if ended else None


def fate_game(chronicle: Chronicle, group: str, member: Member) -> GameRecord | None:
    """Return the game after which someone died, left or was captured; None if unknown."""
    number = fate_number(chronicle, group, member)
    if not number:
        return None
    for played in reversed(chronicle.campaign.played.get(group, ())):
        if played.number == number:
            return chronicle.campaign.game(played.game)
    return None


def fate_number(chronicle: Chronicle, group: str, member: Member) -> int:
    """Return the number in the campaign of the game after which someone died, left or was captured,
    0 if unknown.

    For those who died or left by hand, stores of earlier versions have the number of games that the
    group itself had played. Where they were still there after later games, the last of those counts.
    """
    number = member.fate_game
    gone = member.status in ("dead", "left")
    if not gone or _lost_in(chronicle, member):
        return number
    past = chronicle.past(group)
    for played in chronicle.campaign.played.get(group, ()):
        change = past.changed_by(played.game) if played.number > member.fate_game else None
        if change is None or not change.after.has_member(member.id):
            continue
        if change.after.member(member.id).status not in ("active", "captured"):
            break  # of a long campaign few games are read
        number = played.number
    return number


def with_fates_told(chronicle: Chronicle, group: Group) -> Group:
    """Return a group whose fallen have the number of the game that `fate_number` gives them."""
    for member in group.memorial:
        number = fate_number(chronicle, group.id, member)
        group = group.with_member(replace(member, fate_game=number))
    return group


def _lost_in(chronicle: Chronicle, member: Member) -> bool:
    """Return whether a member was a captive whose death the record of their last game tells."""
    for game in chronicle.games:
        if game.number != member.fate_game:
            continue
        for side in game.sides:
            for captive in side.captives:
                if captive.member == member.id and captive.fate in ("declined", "lost"):
                    return True
    return False


def remembered(chronicle: Chronicle, group: Group, member: Member) -> Remembered:
    """Return the memorial entry of someone."""
    kind = chronicle.catalogue.character(member.type)
    game = fate_game(chronicle, group.id, member)
    told_by = _game_that_tells(chronicle, group.id, member)
    side = told_by.side_of(group.id) if told_by is not None else None
    a = side.appearance(member.id) if side is not None else None
    by = a.out_by if a is not None and a.out and member.status == "dead" else ""
    if by == "zombie":
        by = _("zombies")
    elif by and game is not None:
        by = name_of(chronicle.casts(game), by)
    return Remembered(
        group.id,
        group.name,
        member.id,
        member.name,
        kind.name,
        kind.drawing,
        member.keyword,
        member.level,
        member.status == "dead",
        fate_of(chronicle, group, member),
        game.id if game is not None else "",
        fate_number(chronicle, group.id, member),
        chronicle.day(game) if game is not None else "",
        by,
    )


class Memorial:
    """Those who died or left, of all groups, latest first. Groups are read on demand: `latest` has each
    group with any, and the number of the game after which it lost the last of them."""

    def __init__(self, chronicle: Chronicle, latest: Iterable[tuple[str, int]]) -> None:
        self._chronicle = chronicle
        self._found: list[tuple[Group, Member]] = []
        #: Groups still to be read, and the members of others, by the game of their fate, latest first.
        self._heap: list[tuple[int, int, str, int]] = [
            (-game, 0, group, -1) for group, game in latest
        ]
        heapq.heapify(self._heap)
        #: The groups that have been read.
        self._told: dict[str, Group] = {}

    def members(self, first: int, after: int) -> list[tuple[Group, Member]]:
        """Return those from the place `first` to before `after`, each with their group; `fate_game`
        is what `fate_number` says."""
        while len(self._found) < after and self._heap:
            self._next()
        return self._found[first:after]

    def entries(self, first: int, after: int) -> list[Remembered]:
        """Return the entries of those from the place `first` to before `after`."""
        found = self.members(first, after)
        return [remembered(self._chronicle, group, member) for group, member in found]

    def _next(self) -> None:
        _game, _order, group, place = heapq.heappop(self._heap)
        if place >= 0:
            told = self._told[group]
            self._found.append((told, told.memorial[place]))
            return
        now = self._chronicle.past(group).now
        if now is None:
            return
        self._told[group] = told = with_fates_told(self._chronicle, now)
        for n, member in enumerate(told.memorial):
            heapq.heappush(self._heap, (-member.fate_game, 1, group, n))
