"""The life of a member, game by game with totals, and the memorial of those who died or left."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Literal

from msgspec.structs import replace

from lastdays.campaign.chronicle.games import Chronicle, SequenceChange
from lastdays.campaign.chronicle.sentences import (
    Casts,
    StorySentence,
    gear_in_words,
    joined_sentence,
    name_of,
)
from lastdays.errors import RuleError
from lastdays.language import _, joined, ngettext
from lastdays.model.fields import status_name
from lastdays.model.game_record import Appearance, GameRecord, Side, rivals_taken_by
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
        if self.past.group_now is None:
            raise RuleError("That group is no longer in the campaign.")
        self.group: Group = self.past.group_now
        self.member: Member = self.group.member(member)

    @cached_property
    def games(self) -> tuple[GameTakenPart, ...]:
        """The games during the member's time with the group, by day: from the first to the last that
        names them, or that tells their fate."""
        fate = 0
        if self.member.status != "active":
            fate = fate_number(self.chronicle, self.group.id, self.member)
        games = self.chronicle.campaign.played_by_day.get(self.group.id, ())
        places_with_member = []
        for place, played in enumerate(games):
            if played.number == fate or self._names_member(self._side_in(played.game)):
                places_with_member.append(place)
        if not places_with_member:
            return ()
        return games[places_with_member[0] : places_with_member[-1] + 1]

    def _names_member(self, side: Side) -> bool:
        """Return whether a side of a game names the member, as a captive or otherwise."""
        if side.appearance(self.member.id) is not None:
            return True
        return any(captive.member == self.member.id for captive in side.captives)

    def _side_in(self, game: str) -> Side:
        side = self.chronicle.campaign.game(game).side_of(self.group.id)
        assert side is not None  # the group played it
        return side

    @property
    def totals(self) -> MemberTotals:
        """Return the member's totals over all games."""
        totals = self.chronicle.campaign.tallies.members
        return totals.get((self.group.id, self.member.id), MemberTotals())

    def figures(self) -> tuple[LifeFigure, ...]:
        """Return the totals as shown: games, kills, times Out of Action, Supply Tokens."""
        totals = self.totals
        return (
            LifeFigure(
                amount=totals.games,
                caption=ngettext("game", "games", totals.games),
                drawing=pictograms.place("table"),
            ),
            LifeFigure(
                amount=totals.won,
                caption=ngettext("game won", "games won", totals.won),
                drawing=pictograms.token("trophy"),
            ),
            LifeFigure(
                amount=totals.zombies,
                caption=ngettext(
                    "zombie taken Out of Action", "zombies taken Out of Action", totals.zombies
                ),
                drawing=pictograms.token("zombie"),
            ),
            LifeFigure(
                amount=totals.rivals,
                caption=ngettext(
                    "rival taken Out of Action", "rivals taken Out of Action", totals.rivals
                ),
                drawing=pictograms.token("rivals"),
            ),
            LifeFigure(
                amount=totals.out,
                caption=ngettext("time Out of Action", "times Out of Action", totals.out),
                drawing=pictograms.token("out"),
            ),
            LifeFigure(
                amount=totals.tokens,
                caption=ngettext("Supply Token", "Supply Tokens", totals.tokens),
                drawing=pictograms.token("supply"),
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
        return [self._life_game(played) for played in games]

    # Inside

    def _life_game(self, played: GameTakenPart) -> LifeGame:
        chronicle = self.chronicle
        game = chronicle.campaign.game(played.game)
        side = self._side_in(played.game)
        encounter = chronicle.catalogue.encounters[game.encounter]
        change = self.past.change_by_sequence(played.game)
        previous = chronicle.previous_change(self.group.id, played.game)
        sentences: list[StorySentence] = []
        sentences += self._sentences_about_joining(played, previous, change)
        sentences += self._gear_since_last_game(previous, change)
        sentences += _sentences_about_deeds(chronicle, game, side, self.member.id)
        sentences += self._changes_by_sequence(game, side, change)
        appearance = side.appearance(self.member.id)
        part = "absent" if appearance is None else appearance.part
        return LifeGame(
            game=played.game,
            number=played.number,
            day=chronicle.day(game),
            encounter=encounter.name,
            drawing=encounter.drawing,
            result=played.result,
            part=part,
            out=appearance is not None and appearance.out,
            sentences=tuple(sentences),
        )

    def _changes_by_sequence(
        self, game: GameRecord, side: Side, change: SequenceChange | None
    ) -> Iterator[StorySentence]:
        """Yield what the sequence of a game changed for the member."""
        if change is None:
            return
        before = change.before
        after = change.after
        if not before.has_member(self.member.id) or not after.has_member(self.member.id):
            return
        old = before.member(self.member.id)
        new = after.member(self.member.id)
        yield from self.chronicle.outcome(game, side, change).of_member(old, new)
        if new.status in ("active", "captured"):
            yield from _gear_changes(old, new, after, self.chronicle.catalogue)

    def _sentences_about_joining(
        self, played: GameTakenPart, previous: SequenceChange | None, change: SequenceChange | None
    ) -> Iterator[StorySentence]:
        """Yield, in the first game of a member who didn't found the group, that they joined it."""
        if played != self.games[0]:
            return
        earliest = previous or change
        if earliest is None:
            return
        group = earliest.before
        was_there = group.has_member(self.member.id)
        if not was_there or group.member(self.member.id).newcomer:
            yield joined_sentence(self.member, self.group, self.chronicle.catalogue)

    def _gear_since_last_game(
        self, previous: SequenceChange | None, change: SequenceChange | None
    ) -> Iterator[StorySentence]:
        """Yield the gear that came and went between the previous game and this one."""
        if previous is None or change is None:
            return
        group_then = previous.after
        group_now = change.before
        if group_then.has_member(self.member.id) and group_now.has_member(self.member.id):
            old = group_then.member(self.member.id)
            new = group_now.member(self.member.id)
            yield from _gear_changes(old, new, group_now, self.chronicle.catalogue)


def _sentences_about_deeds(
    chronicle: Chronicle, game: GameRecord, side: Side, member: str
) -> Iterator[StorySentence]:
    """Yield what a member did and suffered in a game."""
    appearance = side.appearance(member)
    if appearance is None:
        yield _sentence_about_member(side, member, _("Took no part."), "missing")
        return
    if appearance.part == "held-back":
        yield _sentence_about_member(side, member, _("Was held back."), "missing")
        return
    if appearance.part == "missing":
        yield _sentence_about_member(side, member, _("Missed the game."), "missing")
        return
    fought = appearance.zombies or appearance.rivals or appearance.objectives or appearance.out
    if not fought and not side.carried(member):
        yield _sentence_about_member(side, member, _("Came through unharmed."), "done")
    casts = chronicle.casts(game)
    if appearance.zombies:
        text = ngettext(
            "Took {n} zombie Out of Action.", "Took {n} zombies Out of Action.", appearance.zombies
        )
        yield _sentence_about_member(side, member, text, "zombie")
    for text in _rivals_in_words(game, side, appearance, casts):
        yield _sentence_about_member(side, member, text, "rivals")
    yield from _brought_home(side, member)
    if appearance.out:
        text = _out_in_words(appearance.out_by, casts)
        yield _sentence_about_member(side, member, text, "out", "harm")


def _sentence_about_member(
    side: Side, member: str, text: str, drawing: str, tone: Literal["", "harm", "well"] = ""
) -> StorySentence:
    """Return a sentence about a member of a side, with the drawing of a token."""
    return StorySentence(text, tone, pictograms.token(drawing), side.group, member)


def _brought_home(side: Side, member: str) -> Iterator[StorySentence]:
    """Yield what a member brought home from a game."""
    for _token in range(side.carried(member)):
        yield _sentence_about_member(
            side, member, _("Brought home a Supply Token."), "supply", "well"
        )
    for captive in side.captives:
        if captive.by == member and captive.fate == "home":
            text = _("Brought {name} home.", name=captive.name)
            yield _sentence_about_member(side, member, text, "captive", "well")
    if side.stranger_home and side.stranger_by == member:
        yield _sentence_about_member(side, member, _("Brought a stranger home."), "member", "well")
    if side.vehicle and side.vehicle_by == member:
        yield _sentence_about_member(side, member, _("Started the vehicle."), "vehicle", "well")


def _out_in_words(attacker: str, casts: Casts) -> str:
    """Say that someone ended Out of Action, and by whom if that is known."""
    if attacker == "zombie":
        return _("Taken Out of Action by zombies.")
    if attacker:
        return _("Taken Out of Action by {rival}.", rival=name_of(casts, attacker))
    return _("Ended Out of Action.")


def _rivals_in_words(
    game: GameRecord, side: Side, appearance: Appearance, casts: Casts
) -> Iterator[str]:
    """Yield which rivals a member took Out of Action, and how many unnamed ones."""
    names = [name_of(casts, rival) for rival in rivals_taken_by(game, side, appearance.member)]
    if names:
        yield _("Took {names} Out of Action.", names=joined(names))
    unnamed = appearance.rivals - len(names)
    if unnamed <= 0:
        return
    if names:
        yield ngettext(
            "Took {n} more rival Out of Action.",
            "Took {n} more rivals Out of Action.",
            unnamed,
        )
    else:
        yield ngettext("Took {n} rival Out of Action.", "Took {n} rivals Out of Action.", unnamed)


def _gear_changes(
    old: Member, new: Member, group: Group, catalogue: Catalogue
) -> Iterator[StorySentence]:
    """Yield which gear a member got, and which they no longer have."""
    gained = _gear_added(old.gear, new.gear)
    if gained:
        text = _("Got {gear}.", gear=gear_in_words(gained, catalogue))
        drawing = catalogue.gear(gained[0].key).drawing
        yield StorySentence(text, "", drawing, group.id, new.id)
    no_longer = _gear_added(new.gear, old.gear)
    if no_longer:
        text = _("No longer has {gear}.", gear=gear_in_words(no_longer, catalogue))
        drawing = catalogue.gear(no_longer[0].key).drawing
        yield StorySentence(text, "", drawing, group.id, new.id)


def _gear_added(old_gear: Iterable[Item], new_gear: Iterable[Item]) -> list[Item]:
    """Return the gear in `new_gear` that `old_gear` doesn't have, piece by piece; equal pieces count as the
    same."""
    count = Counter(_gear_key(item) for item in old_gear)
    added_items = []
    for item in new_gear:
        kind = _gear_key(item)
        if count[kind]:
            count[kind] -= 1
        else:
            added_items.append(item)
    return added_items


def _gear_key(item: Item) -> tuple[str, tuple[str, ...], bool]:
    """Return what is the same for equal pieces of gear, to compare them by."""
    attached = sorted(attachment.key for attachment in item.attached)
    return item.key, tuple(attached), item.modified


# The memorial


class MemorialEntry(Value):
    """A line of the memorial, for a member who died or left: who, of which group, how, after which game
    (number 0 if unknown), on which day, and the name of the `killer`, '' for nobody."""

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
    killer: str


def fate_of(chronicle: Chronicle, group: Group, member: Member) -> str:
    """Say how someone died, left or was captured; '' for a member in play."""
    if member.status == "active":
        return ""
    game = _game_that_tells(chronicle, group.id, member)
    if game is None:
        return _plain_fate(member)
    side = game.side_of(group.id)
    if side is None:
        side = Side(group.id, group.name)
    change = chronicle.past(group.id).change_by_sequence(game.id)
    if change is None:
        change = SequenceChange(before=group, after=group)
    return chronicle.outcome(game, side, change).fate(member)


def _plain_fate(member: Member) -> str:
    """Say what became of someone where no game tells how."""
    match member.status:
        case "dead":
            return _("{name} died.", name=member.name)
        case "left":
            return _("{name} left the group.", name=member.name)
        case _:
            return _("{name} was captured.", name=member.name)


def _game_that_tells(chronicle: Chronicle, group: str, member: Member) -> GameRecord | None:
    """Return the game whose record or sequence tells somebody's fate; None if it came by hand."""
    game = fate_game(chronicle, group, member)
    if game is None or member.status == "captured" or _died_in_captivity(chronicle, member):
        return game
    change = chronicle.past(group).change_by_sequence(game.id)
    if change is None or not change.after.has_member(member.id):
        return None
    tells_fate = change.after.member(member.id).status == member.status
    return game if tells_fate else None


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
    is_gone_for_good = member.status in ("dead", "left")
    if not is_gone_for_good or _died_in_captivity(chronicle, member):
        return number
    past = chronicle.past(group)
    for played in chronicle.campaign.played.get(group, ()):
        if played.number <= member.fate_game:
            continue
        change = past.change_by_sequence(played.game)
        if change is None or not change.after.has_member(member.id):
            continue
        status = change.after.member(member.id).status
        if status not in ("active", "captured"):
            break  # of a long campaign few games are read
        number = played.number
    return number


def with_fates_told(chronicle: Chronicle, group: Group) -> Group:
    """Return a group whose fallen have the number of the game that `fate_number` gives them."""
    for member in group.memorial:
        number = fate_number(chronicle, group.id, member)
        group = group.with_member(replace(member, fate_game=number))
    return group


def _died_in_captivity(chronicle: Chronicle, member: Member) -> bool:
    """Return whether a member was a captive whose end the record of their last game tells: nobody came to the
    Rescue, or it failed."""
    for game in chronicle.games:
        if game.number != member.fate_game:
            continue
        for side in game.sides:
            for captive in side.captives:
                if captive.member == member.id and captive.fate in ("declined", "lost"):
                    return True
    return False


def memorial_entry(chronicle: Chronicle, group: Group, member: Member) -> MemorialEntry:
    """Return the memorial entry of someone."""
    kind = chronicle.catalogue.character(member.type)
    game = fate_game(chronicle, group.id, member)
    day = "" if game is None else chronicle.day(game)
    return MemorialEntry(
        group=group.id,
        group_name=group.name,
        member=member.id,
        name=member.name,
        type=kind.name,
        drawing=kind.drawing,
        keyword=member.keyword,
        level=member.level,
        died=member.status == "dead",
        how=fate_of(chronicle, group, member),
        game="" if game is None else game.id,
        number=fate_number(chronicle, group.id, member),
        day=day,
        killer=_name_of_killer(chronicle, group, member),
    )


def _name_of_killer(chronicle: Chronicle, group: Group, member: Member) -> str:
    """Return the name of whoever dealt the wounds that someone died of, '' for nobody."""
    if member.status != "dead":
        return ""
    game = _game_that_tells(chronicle, group.id, member)
    if game is None:
        return ""
    side = game.side_of(group.id)
    if side is None:
        return ""
    appearance = side.appearance(member.id)
    if appearance is None or not appearance.out:
        return ""
    if appearance.out_by == "zombie":
        return _("zombies")
    if appearance.out_by:
        return name_of(chronicle.casts(game), appearance.out_by)
    return ""


#: What stands in a memorial's heap: of one game a group comes before members.
_A_GROUP = 0
_A_MEMBER = 1


class Memorial:
    """Those who died or left, of all groups, latest first. Groups are read on demand: `latest` has each
    group with any, and the number of the last game that it can have lost any of them after."""

    def __init__(self, chronicle: Chronicle, latest: Iterable[tuple[str, int]]) -> None:
        self._chronicle = chronicle
        self._read: list[tuple[Group, Member]] = []
        self._places = {}
        for game in chronicle.games:
            self._places[game.number] = chronicle.campaign.places[game.id]
        numbers = sorted(self._places)
        latest_places = list(accumulate((self._places[number] for number in numbers), max))
        #: Groups still to be read, and the members of others, by the place of the game of their fate in
        #: the order of days, latest first. A group's is the latest that it can be.
        self._heap: list[tuple[int, int, str, int]] = []
        for group, number in latest:
            place = number
            games_until = bisect_right(numbers, number)
            if games_until:
                place = max(place, latest_places[games_until - 1])
            self._heap.append((-place, _A_GROUP, group, -1))
        heapq.heapify(self._heap)
        #: The groups that have been read, with the numbers that `fate_number` gives their fallen.
        self._groups: dict[str, Group] = {}

    def members(self, first: int, after: int) -> list[tuple[Group, Member]]:
        """Return those from the place `first` to before `after`, each with their group; `fate_game`
        is what `fate_number` says."""
        while len(self._read) < after and self._heap:
            self._read_next()
        return self._read[first:after]

    def entries(self, first: int, after: int) -> list[MemorialEntry]:
        """Return the entries of those from the place `first` to before `after`."""
        entries = []
        for group, member in self.members(first, after):
            entries.append(memorial_entry(self._chronicle, group, member))
        return entries

    def _read_next(self) -> None:
        """Take the latest entry off the heap. A member joins those read; a group is read, and its fallen
        are put on the heap."""
        _game, order, key, place = heapq.heappop(self._heap)
        if order == _A_MEMBER:
            group = self._groups[key]
            self._read.append((group, group.memorial[place]))
            return
        group_now = self._chronicle.past(key).group_now
        if group_now is None:
            return
        group = with_fates_told(self._chronicle, group_now)
        self._groups[key] = group
        for place, member in enumerate(group.memorial):
            if not self._chronicle.remembers(key, member.id):
                continue
            game = self._places.get(member.fate_game, member.fate_game)
            heapq.heappush(self._heap, (-game, _A_MEMBER, key, place))
