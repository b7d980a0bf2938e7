"""A campaign: its groups, its games, and how it reads the book."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Literal

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.fixtures import Fixture, GameNight
from lastdays.model.game_record import GameRecord
from lastdays.model.switches import Switches
from lastdays.model.tallies import GameTakenPart, GroupTotals, Tallies, played_by_group
from lastdays.rulebook.own import NO_RULES, OwnRules
from lastdays.rulebook.pack_identity import PackIdentity
from lastdays.rulebook.packs import Chosen
from lastdays.values import Value

DiceMode = Literal["roll", "typed", "set"]
#: Whether each group plays its whole post-game sequence in turn, or all groups step by step.
AftermathOrder = Literal["group", "step"]
EntryKind = Literal["note", "truce", "feud", "rumour", "move"]


class OwnWords(Value, omit_defaults=True):
    """What the players wrote about a game: their text, '' for none, and the date they gave it, such
    as '2026-10-03', '' for the date in the record. `pictures` are ids, `captions` what is seen on some of
    them, by id."""

    game: str
    text: str = ""
    day: str = ""
    pictures: tuple[str, ...] = ()
    captions: Mapping[str, str] = {}


class ChronicleEntry(Value, omit_defaults=True):
    """An entry that the players write between games; `day` is a date such as '2026-10-03'. `about`
    are pairs of a group's id and the id of one of its members, or '' for the whole group;
    `pictures` are ids, `captions` what is seen on some of them, by id."""

    id: str
    day: str
    kind: EntryKind = "note"
    text: str = ""
    about: tuple[tuple[str, str], ...] = ()
    pictures: tuple[str, ...] = ()
    captions: Mapping[str, str] = {}


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


class Season(Value, omit_defaults=True):
    """A part of a campaign that is closed, with its own games and what players wrote about them.

    `day` is the date it was closed on, `closed` the moment; `groups` are ids in the order they had.
    `ratings` are those of the groups at its end, by id, without unknown ones. `remembered` are pairs of
    a group's id and the id of a member who died or left in this season. `rankings` are the club's own
    as they were.
    """

    id: str
    name: str
    day: str
    closed: str = ""
    groups: tuple[str, ...] = ()
    games: tuple[GameRecord, ...] = ()
    told: tuple[OwnWords, ...] = ()
    entries: tuple[ChronicleEntry, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    ratings: Mapping[str, int] = {}
    remembered: tuple[tuple[str, str], ...] = ()


class Campaign(Value, dict=True, omit_defaults=True):
    """A campaign's own document. `groups` are ids in the order they are shown; a group that is not
    listed is deleted. `dice` is how rolls are answered by default, `dice_of` the same for single
    groups, which only an earlier version could set. `told` are the players' own words on games,
    `fixtures` are the games that are planned, in order, and those of the latest night that are played;
    `night` is the next game night. `packs` are the keys of the content packs in use; None means all of
    them, in a campaign begun before packs could be chosen. `kept_packs` are those it is played with as
    they were then. `numbers` are its house numbers, by 'section.name', `own` the rules that its players
    wrote, `counters` the values of those of the campaign. `players` are the players' names; each group
    says who plays it. `rankings` are the club's own, `entries` those of the chronicle between games.
    `seasons` are those that are closed, the earliest first: `games`, `told` and `entries` are of the one
    that is played now. `archived`: it is put away, out of the way in lists."""

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
    seasons: tuple[Season, ...] = ()
    archived: bool = False
    kept_packs: tuple[PackIdentity, ...] = ()

    @property
    def next_number(self) -> int:
        """Return the number of the next game; it goes on from the last season's."""
        return max((game.number for game in self.all_games), default=0) + 1

    @cached_property
    def all_games(self) -> tuple[GameRecord, ...]:
        """Return the games of all seasons, those played now last."""
        games: list[GameRecord] = []
        for season in self.seasons:
            games += season.games
        return (*games, *self.games)

    @property
    def all_groups(self) -> tuple[str, ...]:
        """Return the ids of its groups, and of those that played in earlier seasons alone."""
        groups = dict.fromkeys(self.groups)
        for season in self.seasons:
            groups.update(dict.fromkeys(season.groups))
        return tuple(groups)

    def season(self, season_id: str) -> Season:
        """Return a closed season; RuleError if there is none with this id."""
        for season in self.seasons:
            if season.id == season_id:
                return season
        raise RuleError("That season is no longer closed.")

    def in_season(self, season: Season) -> Campaign:
        """Return the campaign as it is read in a closed season: with its games and groups alone."""
        return replace(
            self,
            groups=season.groups,
            games=season.games,
            told=season.told,
            entries=season.entries,
            rankings=season.rankings,
            fixtures=(),
            seasons=(),
        )

    @cached_property
    def with_all_seasons(self) -> Campaign:
        """Return the campaign as if none of its seasons had been closed."""
        if not self.seasons:
            return self
        own_words: list[OwnWords] = []
        entries: list[ChronicleEntry] = []
        for season in self.seasons:
            own_words += season.told
            entries += season.entries
        return replace(
            self,
            groups=self.all_groups,
            games=self.all_games,
            told=(*own_words, *self.told),
            entries=(*entries, *self.entries),
            seasons=(),
        )

    @cached_property
    def remembered_before(self) -> frozenset[tuple[str, str]]:
        """Return who died or left in earlier seasons, as pairs of the ids of group and member."""
        remembered: set[tuple[str, str]] = set()
        for season in self.seasons:
            remembered.update(season.remembered)
        return frozenset(remembered)

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

    def kept_pack(self, key: str) -> PackIdentity | None:
        """Return a content pack as it is played with; None if that isn't kept."""
        for identity in self.kept_packs:
            if identity.key == key:
                return identity
        return None

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
        """Return the ids of the pictures of its games and entries, in all seasons, each once."""
        pictures: dict[str, None] = {}
        for words in self.with_all_seasons.told:
            pictures.update(dict.fromkeys(words.pictures))
        for entry in self.with_all_seasons.entries:
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
