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
    """A player with their groups and the games of all these. `last_day` is the day of their latest game, ''
    for none; `meetings` has the number of games against each other player by key, `never_met` the names of
    the players without any.
    A group that nobody plays counts as a player of its own name for a game night; `group` is its id."""

    name: str
    groups: tuple[PlayersGroup, ...] = ()
    games: int = 0
    won: int = 0
    drawn: int = 0
    last_day: str = ""
    meetings: Mapping[str, int] = {}
    never_met: tuple[str, ...] = ()
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
    player_names = {group.id: group.player for group in groups if group.player}
    names = set(chronicle.campaign.players)
    names.update(player_names.values())
    totals = _totals_by_player(chronicle, player_names)
    players = []
    for name in sorted(names, key=lambda name: (name.casefold(), name)):
        player = totals.get(name, Player(name))
        own_groups = tuple(group for group in groups if group.player == name)
        unmet = names - player.meetings.keys() - {name}
        players.append(
            replace(player, groups=own_groups, never_met=tuple(sorted(unmet, key=str.casefold)))
        )
    return Players(tuple(players), groups)


def who_may_come(workspace: Workspace, campaign: str) -> tuple[Player, ...]:
    """Return who may come to a game night: the players by name, then the groups that nobody plays, each
    with their games; LastDaysError if the campaign is missing or damaged."""
    chronicle = Chronicle(workspace, campaign)
    groups = _readable_groups(chronicle, workspace.catalogue)
    keys = {group.id: group.player or group.id for group in groups}
    totals = _totals_by_player(chronicle, keys)
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
        group = chronicle.past(key).group_now
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


def _totals_by_player(chronicle: Chronicle, player_keys: dict[str, str]) -> dict[str, Player]:
    """Return the totals of each player by their key; `player_keys` has the player's key for each group's id.
    A game in which somebody plays several groups counts once."""
    games: Counter[str] = Counter()
    won: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    meetings: dict[str, Counter[str]] = {}
    latest_games = {}
    for game in chronicle.games:
        results = _results_of_players(game, player_keys)
        for name, own_results in results.items():
            games[name] += 1
            if "won" in own_results:
                won[name] += 1
            elif "drawn" in own_results:
                drawn[name] += 1
            rivals = set() if game.together else results.keys() - {name}
            meetings.setdefault(name, Counter()).update(rivals)
            latest_games[name] = game.id
    players = {}
    for name, game_id in latest_games.items():
        players[name] = Player(
            name=name,
            groups=(),
            games=games[name],
            won=won[name],
            drawn=drawn[name],
            last_day=chronicle.day(chronicle.campaign.game(game_id)),
            meetings=dict(meetings[name]),
        )
    return players


def _results_of_players(game: GameRecord, player_keys: Mapping[str, str]) -> dict[str, set[Result]]:
    """Return how a game ended for each player in it, by key: a result for each of the player's groups."""
    results: dict[str, set[Result]] = {}
    for side in game.sides:
        if side.group in player_keys:
            results.setdefault(player_keys[side.group], set()).add(game.result_of(side))
    return results


# Pairings

#: Up to so many pairs are improved three at a time, more of them two at a time.
PAIRS_BY_THREE = 12
#: More pairs than these stay as they come, the best first.
PAIRS_IMPROVED = 50


class Pairing(Value):
    """Two players who could play each other, by name and by key, with those of their groups whose ratings
    are nearest. `meetings` is the number of games they have played against each other."""

    players: tuple[str, str]
    groups: tuple[PlayersGroup, PlayersGroup]
    meetings: int
    keys: tuple[str, str]

    def reason(self) -> str:
        """Return the reason for a pairing: 'first meeting · ratings 112 and 108'."""
        if self.meetings:
            meetings = ngettext("met once", "met {n} times", self.meetings)
        else:
            meetings = _("first meeting")
        first, second = self.groups
        text = _("{met} · ratings {a} and {b}")
        return text.format(met=meetings, a=first.rating, b=second.rating)


class NightPairings(Value):
    """The pairings of an evening; `left_over` is the player without an opponent where the number is odd,
    `without_group` are the names of those who have no group."""

    pairings: tuple[Pairing, ...] = ()
    left_over: Player | None = None
    without_group: tuple[str, ...] = ()


def pairings(present: Iterable[Player]) -> NightPairings:
    """Suggest pairings of the players who are present: of those who met least often, then of those with the
    nearest ratings. If their number is odd, the player with the most games is left over."""
    by_games = sorted(present, key=lambda player: (-player.games, player.name.casefold()))
    unpaired = [player for player in by_games if player.groups]
    without_group = tuple(player.name for player in by_games if not player.groups)
    left_over = None
    if len(unpaired) % 2 == 1:
        left_over = unpaired.pop(0)
    pairs = _paired_best_first(unpaired)
    if len(pairs) <= PAIRS_IMPROVED:
        pairs = _with_pairs_improved(pairs, by_games)
    return NightPairings(pairings=tuple(pairs), left_over=left_over, without_group=without_group)


def _paired_best_first(players: Sequence[Player]) -> list[Pairing]:
    """Pair players: the best of all possible pairs first, then the best of those who remain, and so on."""
    candidates = [_pairing_of(first, second) for first, second in combinations(players, 2)]
    candidates.sort(key=_cost_of_pair)
    pairs = []
    paired: set[str] = set()
    for pair in candidates:
        if paired.isdisjoint(pair.keys):
            pairs.append(pair)
            paired.update(pair.keys)
    return pairs


def _with_pairs_improved(pairs: list[Pairing], players: Iterable[Player]) -> list[Pairing]:
    """Return better pairings: the players of two or three pairs at a time are paired anew, until none of that
    improves anything. Pairing the best first may have left a bad pair at the end."""
    pairing_by_keys = {}
    with_groups = [player for player in players if player.groups]
    for first, second in permutations(with_groups, 2):
        pairing_by_keys[first.key, second.key] = _pairing_of(first, second)
    pairs_at_a_time = 3 if len(pairs) <= PAIRS_BY_THREE else 2
    pairs_at_a_time = min(len(pairs), pairs_at_a_time)
    is_improving = pairs_at_a_time > 0
    while is_improving:
        is_improving = False
        for places in combinations(range(len(pairs)), pairs_at_a_time):
            old_pairs = [pairs[place] for place in places]
            keys: list[str] = []
            for pair in old_pairs:
                keys += pair.keys
            best_pairs = min(_all_pairings(keys, pairing_by_keys), key=_cost)
            if _cost(best_pairs) < _cost(old_pairs):
                is_improving = True
                for place, pair in zip(places, best_pairs, strict=True):
                    pairs[place] = pair
    return sorted(pairs, key=_cost_of_pair)


def _all_pairings(
    keys: Sequence[str], pairing_by_keys: Mapping[tuple[str, str], Pairing]
) -> Iterator[list[Pairing]]:
    """Yield every way to pair a few players, given by their keys; `pairing_by_keys` has each possible
    pairing."""
    if not keys:
        yield []
        return
    first, *others = keys
    for second in others:
        remaining = [key for key in others if key != second]
        for pairs in _all_pairings(remaining, pairing_by_keys):
            yield [pairing_by_keys[first, second], *pairs]


def _pairing_of(first: Player, second: Player) -> Pairing:
    """Return the pairing of two players, with the groups of the nearest ratings."""
    groups = min(product(first.groups, second.groups), key=_rating_difference)
    return Pairing(
        players=(first.name, second.name),
        groups=groups,
        meetings=first.meetings.get(second.key, 0),
        keys=(first.key, second.key),
    )


def _rating_difference(groups: tuple[PlayersGroup, PlayersGroup]) -> int:
    """Return how far apart the ratings of two groups are."""
    first, second = groups
    return abs(first.rating - second.rating)


def _cost(pairs: Sequence[Pairing]) -> tuple[int, int]:
    """Return how bad pairings are, to compare: first by meetings, then by differences of ratings. Each is
    squared before it is added, so that two meetings of one pair are worse than one each of two pairs."""
    meetings = sum(pair.meetings**2 for pair in pairs)
    differences = sum(_rating_difference(pair.groups) ** 2 for pair in pairs)
    return meetings, differences


def _cost_of_pair(pair: Pairing) -> tuple[int, int]:
    return _cost([pair])


class PlayerActions(Actions):
    """Actions on the players of a campaign, each a named change that can be undone."""

    def add(self, campaign: str, name: str) -> None:
        """Add a player without a group. LastDaysError for an invalid or taken name."""
        name = self._checked_name(name)
        if looks_taken(name, player_names(self.workspace, campaign)):
            raise LastDaysError(_("There's already a player called {name}.").format(name=name))
        self._change(campaign, PlayerAdded(name), (name,))

    def rename(self, campaign: str, old_name: str, name: str) -> None:
        """Rename a player in all their groups; a name that another player has merges the two. LastDaysError
        for an invalid name."""
        name = self._checked_name(name)
        if name != old_name:
            self._change(
                campaign, PlayerRenamed(old_name, name), (name,), (old_name,), old_name, name
            )

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
            changes.campaign(lambda c: _with_players_changed(c, players), noted=True)
            changes.group(group, lambda g: replace(g, player=name))

    @staticmethod
    def _checked_name(name: str) -> str:
        return group_documents.checked_text(name, _("The player's name"))

    def _change(
        self,
        campaign: str,
        change: Change,
        added: Iterable[str] = (),
        removed: Iterable[str] = (),
        old_player: str = "",
        new_player: str = "",
    ) -> None:
        """Store a change of the campaign's players, and pass the groups of `old_player`, if that isn't '',
        on to `new_player`, '' for nobody."""
        groups = []
        if old_player:
            for group in players_of(self.workspace, campaign).groups:
                if group.player == old_player:
                    groups.append(group.id)

        def play(group: Group) -> Group:
            return replace(group, player=new_player)

        with self.workspace.change(campaign, change) as changes:
            changes.campaign(lambda c: _with_players_changed(c, added, removed), noted=True)
            for group_id in groups:
                changes.group(group_id, play)


def _with_players_changed(
    campaign: Campaign, added: Iterable[str], removed: Iterable[str] = ()
) -> Campaign:
    """Return a campaign with some players added and others removed, from those coming to the next game night
    too; LastDaysError if there are too many."""
    removed_names = set(removed)
    players = [name for name in campaign.players if name not in removed_names]
    players += added
    changed = replace(campaign, players=tuple(dict.fromkeys(players)))
    if removed_names.intersection(campaign.night.players):
        coming = [name for name in campaign.night.players if name not in removed_names]
        coming += added  # under the new name
        night = replace(campaign.night, players=tuple(dict.fromkeys(coming)))
        changed = replace(changed, night=night)
    problem = CAMPAIGN["players"].problem(changed)
    if problem:
        raise LastDaysError(problem)
    return changed
