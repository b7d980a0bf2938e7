"""The players of a campaign: their groups, games and opponents; and pairings for an evening.

A group's document says who plays it. The campaign's document lists players without a group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

from msgspec.structs import replace

from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.documents import group_documents
from lastdays.campaign.workspace import Actions, Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.model.campaign import Campaign
from lastdays.model.changes import (
    Change,
    GroupGiven,
    GroupTakenAway,
    PlayerAdded,
    PlayerRemoved,
    PlayerRenamed,
)
from lastdays.model.fields import CAMPAIGN
from lastdays.model.game_record import GameRecord, Result
from lastdays.model.group import Group
from lastdays.model.recruiting import rating_of
from lastdays.names import looks_taken
from lastdays.rulebook import Catalogue
from lastdays.values import Value


class PlayersGroup(Value):
    """A group with its rating; `player` is '' if nobody is named."""

    id: str
    name: str
    player: str
    rating: int


class Player(Value):
    """A player with their groups and the games of all these. `last` is the day of their latest game, ''
    for none; `met` counts the games against each other player by their keys, `unmet` are those never met.
    A group that nobody plays counts as a player of its own name for a game night; `group` is its id."""

    name: str
    groups: tuple[PlayersGroup, ...] = ()
    games: int = 0
    won: int = 0
    drawn: int = 0
    last: str = ""
    met: Mapping[str, int] = {}
    unmet: tuple[str, ...] = ()
    group: str = ""

    @property
    def key(self) -> str:
        """Return what tells the player from others: the name, or the id of a group without a player."""
        return self.group or self.name

    @property
    def lost(self) -> int:
        """Return how many games the player lost."""
        return self.games - self.won - self.drawn


class Players(Value):
    """The players of a campaign, by name, and all its groups."""

    players: tuple[Player, ...] = ()
    groups: tuple[PlayersGroup, ...] = ()


def players_of(workspace: Workspace, campaign: str) -> Players:
    """Return the players of a campaign, without groups that can't be read; LastDaysError if the campaign
    is missing or damaged."""
    chronicle = Chronicle(workspace, campaign)
    groups = _readable_groups(chronicle, workspace.catalogue)
    playing = {group.id: group.player for group in groups if group.player}
    names = set(chronicle.campaign.players)
    names.update(playing.values())
    totals = _counted(chronicle, playing)
    players = []
    for name in sorted(names, key=lambda name: (name.casefold(), name)):
        player = totals.get(name, Player(name))
        own_groups = tuple(group for group in groups if group.player == name)
        unmet = names - player.met.keys() - {name}
        players.append(
            replace(player, groups=own_groups, unmet=tuple(sorted(unmet, key=str.casefold)))
        )
    return Players(tuple(players), groups)


def who_may_come(workspace: Workspace, campaign: str) -> tuple[Player, ...]:
    """Return who may come to a game night: the players by name, then the groups that nobody plays, each
    with their games; LastDaysError if the campaign is missing or damaged."""
    chronicle = Chronicle(workspace, campaign)
    groups = _readable_groups(chronicle, workspace.catalogue)
    keys = {group.id: group.player or group.id for group in groups}
    totals = _counted(chronicle, keys)
    names = set(chronicle.campaign.players)
    names.update(group.player for group in groups if group.player)
    coming = []
    for name in sorted(names, key=lambda name: (name.casefold(), name)):
        own_groups = tuple(group for group in groups if group.player == name)
        coming.append(replace(totals.get(name, Player(name)), groups=own_groups))
    for group in groups:
        if not group.player:
            player = totals.get(group.id, Player(group.id))
            coming.append(replace(player, name=group.name, groups=(group,), group=group.id))
    return tuple(coming)


def _readable_groups(chronicle: Chronicle, catalogue: Catalogue) -> tuple[PlayersGroup, ...]:
    """Return the groups of a campaign that aren't damaged."""
    groups = []
    for key in chronicle.campaign.groups:
        group = chronicle.past(key).now
        if group is not None:
            rating = rating_of(group, catalogue).total
            groups.append(PlayersGroup(group.id, group.name, group.player, rating))
    return tuple(groups)


def player_names(workspace: Workspace, campaign: str) -> list[str]:
    """Return the names of a campaign's players, none if it can't be read."""
    try:
        return [player.name for player in players_of(workspace, campaign).players]
    except LastDaysError:
        return []


def _counted(chronicle: Chronicle, playing: dict[str, str]) -> dict[str, Player]:
    """Return the totals of each player by their key; `playing` has the keys of those of groups. A game in
    which somebody plays several groups counts once."""
    games: Counter[str] = Counter()
    won: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    met: dict[str, Counter[str]] = {}
    last_game = {}
    for game in chronicle.games:
        results = _results_of_players(game, playing)
        for name, own_results in results.items():
            games[name] += 1
            if "won" in own_results:
                won[name] += 1
            elif "drawn" in own_results:
                drawn[name] += 1
            rivals = set() if game.together else results.keys() - {name}
            met.setdefault(name, Counter()).update(rivals)
            last_game[name] = game.id
    players = {}
    for name, game_id in last_game.items():
        players[name] = Player(
            name=name,
            groups=(),
            games=games[name],
            won=won[name],
            drawn=drawn[name],
            last=chronicle.day(chronicle.campaign.game(game_id)),
            met=dict(met[name]),
        )
    return players


def _results_of_players(game: GameRecord, playing: Mapping[str, str]) -> dict[str, set[Result]]:
    """Return how a game ended for each player in it, for all groups they play."""
    results: dict[str, set[Result]] = {}
    for side in game.sides:
        if side.group in playing:
            results.setdefault(playing[side.group], set()).add(game.result_of(side))
    return results


# Pairings

#: Up to so many pairs are improved three at a time, more of them two at a time.
PAIRS_BY_THREE = 12
#: More pairs than these stay as they come, the best first.
PAIRS_IMPROVED = 50


class Pairing(Value):
    """Two players who could play each other, by name and by key, with the groups of the nearest ratings,
    and how often they have met."""

    players: tuple[str, str]
    groups: tuple[PlayersGroup, PlayersGroup]
    met: int
    keys: tuple[str, str]

    def why(self) -> str:
        """Return the reason for a pairing: 'first meeting · ratings 112 and 108'."""
        if self.met:
            met = ngettext("met once", "met {n} times", self.met)
        else:
            met = _("first meeting")
        first, second = self.groups
        text = _("{met} · ratings {a} and {b}")
        return text.format(met=met, a=first.rating, b=second.rating)


class Night(Value):
    """The pairings of an evening; `over` is left over from an odd number, `without` have no group."""

    pairings: tuple[Pairing, ...] = ()
    over: Player | None = None
    without: tuple[str, ...] = ()


def pairings(here: Iterable[Player]) -> Night:
    """Suggest pairings of the players here: those who met least, then those with the nearest ratings. Of
    an odd number, one with the most games is left over."""
    by_games = sorted(here, key=lambda player: (-player.games, player.name.casefold()))
    unpaired = [player for player in by_games if player.groups]
    without = tuple(player.name for player in by_games if not player.groups)
    over = None
    if len(unpaired) % 2 == 1:
        over = unpaired.pop(0)
    pairs = _cheapest_first(unpaired)
    if len(pairs) <= PAIRS_IMPROVED:
        pairs = _improved(pairs, by_games)
    return Night(pairings=tuple(pairs), over=over, without=without)


def _cheapest_first(players: Sequence[Player]) -> list[Pairing]:
    """Pair players, of all pairs the best first, then of those that are left."""
    candidates = [_paired(first, second) for first, second in combinations(players, 2)]
    candidates.sort(key=_cost_of_pair)
    pairs = []
    paired: set[str] = set()
    for pair in candidates:
        if paired.isdisjoint(pair.keys):
            pairs.append(pair)
            paired.update(pair.keys)
    return pairs


def _improved(pairs: list[Pairing], players: Iterable[Player]) -> list[Pairing]:
    """Pair a few players anew at a time, as long as that improves the pairings: the first choices may
    have left a bad pair at the end."""
    possible = {}
    with_groups = [player for player in players if player.groups]
    for first, second in permutations(with_groups, 2):
        possible[first.key, second.key] = _paired(first, second)
    at_a_time = 3 if len(pairs) <= PAIRS_BY_THREE else 2
    at_a_time = min(len(pairs), at_a_time)
    improving = at_a_time > 0
    while improving:
        improving = False
        for places in combinations(range(len(pairs)), at_a_time):
            old = [pairs[place] for place in places]
            keys: list[str] = []
            for pair in old:
                keys += pair.keys
            best = min(_ways(keys, possible), key=_cost)
            if _cost(best) < _cost(old):
                improving = True
                for place, pair in zip(places, best, strict=True):
                    pairs[place] = pair
    return sorted(pairs, key=_cost_of_pair)


def _ways(
    keys: Sequence[str], possible: Mapping[tuple[str, str], Pairing]
) -> Iterator[list[Pairing]]:
    """Yield every way to pair a few players, who are given by their keys."""
    if not keys:
        yield []
        return
    first, *others = keys
    for second in others:
        rest = [key for key in others if key != second]
        for pairs in _ways(rest, possible):
            yield [possible[first, second], *pairs]


def _paired(first: Player, second: Player) -> Pairing:
    """Return the pairing of two players, with the groups of the nearest ratings."""
    groups = min(product(first.groups, second.groups), key=_difference)
    return Pairing(
        players=(first.name, second.name),
        groups=groups,
        met=first.met.get(second.key, 0),
        keys=(first.key, second.key),
    )


def _difference(groups: tuple[PlayersGroup, PlayersGroup]) -> int:
    """Return how far apart the ratings of two groups are."""
    first, second = groups
    return abs(first.rating - second.rating)


def _cost(pairs: Sequence[Pairing]) -> tuple[int, int]:
    """Return the cost of pairings: meetings, then differences of ratings, both squared, so that two
    meetings of one pair are worse than one each of two."""
    meetings = sum(pair.met**2 for pair in pairs)
    differences = sum(_difference(pair.groups) ** 2 for pair in pairs)
    return meetings, differences


def _cost_of_pair(pair: Pairing) -> tuple[int, int]:
    return _cost([pair])


class PlayerActions(Actions):
    """Actions on the players of a campaign, each a named change that can be undone."""

    def add(self, campaign: str, name: str) -> None:
        """Add a player without a group. LastDaysError for an invalid or taken name."""
        name = self._checked(name)
        if looks_taken(name, player_names(self.workspace, campaign)):
            raise LastDaysError(_("There's already a player called {name}.").format(name=name))
        self._change(campaign, PlayerAdded(name), (name,))

    def rename(self, campaign: str, old: str, name: str) -> None:
        """Rename a player in all their groups; a name that another player has merges the two. LastDaysError
        for an invalid name."""
        name = self._checked(name)
        if name != old:
            self._change(campaign, PlayerRenamed(old, name), (name,), (old,), old, name)

    def remove(self, campaign: str, name: str) -> None:
        """Remove a player, also from their groups."""
        self._change(campaign, PlayerRemoved(name), (), (name,), name, "")

    def give(self, campaign: str, group: str, name: str) -> None:
        """Set who plays a group, '' for nobody."""
        value = self.workspace.group(group).group
        change: Change
        if name:
            change = GroupGiven(value.name, name)
        else:
            change = GroupTakenAway(value.name, value.player)
        players = [player for player in (name, value.player) if player]
        with self.workspace.change(campaign, change) as changes:
            # Noted for the campaign too, so that its page can undo it.
            changes.campaign(lambda c: _listed(c, players), noted=True)
            changes.group(group, lambda g: replace(g, player=name))

    @staticmethod
    def _checked(name: str) -> str:
        return group_documents.checked_text(name, _("The player's name"))

    def _change(
        self,
        campaign: str,
        change: Change,
        come: Iterable[str] = (),
        go: Iterable[str] = (),
        old: str = "",
        name: str = "",
    ) -> None:
        """Add and remove players, and pass the groups of `old` on to `name`."""
        groups = []
        if old:
            for group in players_of(self.workspace, campaign).groups:
                if group.player == old:
                    groups.append(group.id)

        def play(group: Group) -> Group:
            return replace(group, player=name)

        with self.workspace.change(campaign, change) as changes:
            changes.campaign(lambda c: _listed(c, come, go), noted=True)
            for passed_on in groups:
                changes.group(passed_on, play)


def _listed(campaign: Campaign, come: Iterable[str], go: Iterable[str] = ()) -> Campaign:
    """Return a campaign with some players added and others removed; LastDaysError if there are too many."""
    gone = set(go)
    players = [name for name in campaign.players if name not in gone]
    players += come
    after = replace(campaign, players=tuple(dict.fromkeys(players)))
    if gone.intersection(campaign.night.players):
        coming = [name for name in campaign.night.players if name not in gone]
        coming += come  # under the new name
        night = replace(campaign.night, players=tuple(dict.fromkeys(coming)))
        after = replace(after, night=night)
    problem = CAMPAIGN["players"].problem(after)
    if problem:
        raise LastDaysError(problem)
    return after
