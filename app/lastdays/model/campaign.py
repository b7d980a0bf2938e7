"""A campaign: its groups, its games, and how it reads the book."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Literal

from lastdays.errors import RuleError
from lastdays.model.fixtures import Fixture, GameNight
from lastdays.model.game_record import GameRecord
from lastdays.model.switches import Switches
from lastdays.model.tallies import GameTakenPart, GroupTotals, Tallies, played_by_group
from lastdays.rulebook.own import NO_RULES, OwnRules
from lastdays.rulebook.packs import Chosen
from lastdays.values import Value

DiceMode = Literal["roll", "typed", "set"]
#: Whether each group plays its whole post-game sequence in turn, or all groups step by step.
AftermathOrder = Literal["group", "step"]
EntryKind = Literal["note", "truce", "feud", "rumour", "move"]


class OwnWords(Value, omit_defaults=True):
    """What the players wrote about a game: their text, '' for none, and the date they gave it, such
    as '2026-10-03', '' for the date in the record. `pictures` are ids."""

    game: str
    text: str = ""
    day: str = ""
    pictures: tuple[str, ...] = ()


class ChronicleEntry(Value, omit_defaults=True):
    """An entry that the players write between games; `day` is a date such as '2026-10-03'. `about`
    are pairs of a group's id and the id of one of its members, or '' for the whole group;
    `pictures` are ids."""

    id: str
    day: str
    kind: EntryKind = "note"
    text: str = ""
    about: tuple[tuple[str, str], ...] = ()
    pictures: tuple[str, ...] = ()


class Ranking(Value, omit_defaults=True):
    """A named way to rank groups: the points for each game won, drawn and lost, and for each deed
    in a game; `rating` are the points for every 100 points of a group's rating."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    zombies: int = 0
    rivals: int = 0
    tokens: int = 0
    objectives: int = 0
    rating: int = 0

    def points(self, totals: GroupTotals, rating: int) -> int:
        """Return a group's points in this ranking; an unknown rating (-1) counts as 0."""
        points = self.won * totals.won
        points += self.drawn * totals.drawn
        points += self.lost * totals.lost
        points += self.zombies * totals.zombies
        points += self.rivals * totals.rivals
        points += self.tokens * totals.tokens
        points += self.objectives * totals.objectives
        return points + self.rating * max(0, rating) // 100


class Campaign(Value, dict=True, omit_defaults=True):
    """A campaign's own document. `groups` are ids in the order they are shown; a group that is not
    listed is deleted. `dice` is how rolls are answered by default, `dice_of` the same for single
    groups, which only an earlier version could set. `told` are the players' own words on games,
    `fixtures` are the games that are planned, in order, and those of the latest night that are played;
    `night` is the next game night. `packs` are the keys of the content packs in
    use; None means all of them, in a campaign begun before packs could be chosen. `numbers` are its
    house numbers, by 'section.name', `own` the rules that its players wrote, `counters` the values of those of the
    campaign. `players` are the players' names; each group says who plays
    it. `rankings` are the club's own, `entries` those of the chronicle between games."""

    id: str
    name: str
    groups: tuple[str, ...] = ()
    games: tuple[GameRecord, ...] = ()
    switches: Switches = Switches()
    dice: DiceMode = "roll"
    notes: str = ""
    deleted: bool = False
    told: tuple[OwnWords, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    packs: tuple[str, ...] | None = None
    numbers: tuple[tuple[str, int], ...] = ()
    dice_of: Mapping[str, DiceMode] = {}
    order: AftermathOrder = "group"
    players: tuple[str, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    entries: tuple[ChronicleEntry, ...] = ()
    own: OwnRules = NO_RULES
    counters: Mapping[str, int] = {}
    night: GameNight = GameNight()

    @property
    def next_number(self) -> int:
        """Return the number of the next game."""
        return max((game.number for game in self.games), default=0) + 1

    def dice_for(self, group: str) -> DiceMode:
        """Return how the rolls of a group are answered."""
        return self.dice_of.get(group, self.dice)

    def game(self, game_id: str) -> GameRecord:
        """Return a recorded game; RuleError if there is none with this id."""
        game = self.games_by_id.get(game_id)
        if game is None:
            raise RuleError("That game is no longer recorded.")
        return game

    @cached_property
    def by_day(self) -> tuple[GameRecord, ...]:
        """Return the games in the order of their days, those of one day by number. A game whose day is
        unknown follows the one numbered before it."""
        in_order = []
        day = ""
        for game in sorted(self.games, key=attrgetter("number")):
            day = self.day_of(game) or day
            in_order.append((day, game.number, game))
        in_order.sort(key=itemgetter(0, 1))
        return tuple(game for _day, _number, game in in_order)

    def day_of(self, game: GameRecord) -> str:
        """Return the day a game was played on, as '2026-10-03', '' if unknown: the one the players gave,
        else that of its record."""
        words = self.own_words.get(game.id)
        if words is not None and words.day:
            return words.day
        return game.day

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Return the place of each game in the order of days, by id: the number it would have if games
        were numbered by day."""
        numbers = sorted(game.number for game in self.games)
        return {game.id: number for game, number in zip(self.by_day, numbers, strict=True)}

    @property
    def chosen(self) -> Chosen:
        """Return what it uses besides the book: content packs, house numbers and rules of its own."""
        return Chosen(self.packs, self.numbers, self.own)

    @cached_property
    def games_by_id(self) -> Mapping[str, GameRecord]:
        """Return the recorded games by id."""
        return {game.id: game for game in reversed(self.games)}

    @cached_property
    def games_of_fixtures(self) -> Mapping[str, GameRecord]:
        """Return the recorded games by the fixture that each was planned as, of several the first."""
        games: dict[str, GameRecord] = {}
        for game in self.games:
            if game.fixture:
                games.setdefault(game.fixture, game)
        return games

    @property
    def open_fixtures(self) -> tuple[Fixture, ...]:
        """Return the fixtures that haven't been played, in order."""
        played = self.games_of_fixtures
        return tuple(fixture for fixture in self.fixtures if fixture.id not in played)

    @cached_property
    def own_words(self) -> Mapping[str, OwnWords]:
        """Return the players' own words by the id of the game."""
        return {words.game: words for words in self.told}

    @cached_property
    def tallies(self) -> Tallies:
        """Return the totals of the games, by group and by member."""
        return Tallies(self.by_day)

    @property
    def pictures(self) -> list[str]:
        """Return the ids of the pictures of its games and entries, each once."""
        pictures: dict[str, None] = {}
        for words in self.told:
            pictures.update(dict.fromkeys(words.pictures))
        for entry in self.entries:
            pictures.update(dict.fromkeys(entry.pictures))
        return list(pictures)

    @cached_property
    def played(self) -> Mapping[str, tuple[GameTakenPart, ...]]:
        """Return the games of each group, in the order recorded."""
        return played_by_group(self.games)

    @cached_property
    def played_by_day(self) -> Mapping[str, tuple[GameTakenPart, ...]]:
        """Return the games of each group, in the order of their days."""
        return played_by_group(self.by_day)
