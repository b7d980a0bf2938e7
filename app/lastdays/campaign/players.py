"""The players of a campaign: their groups, games and opponents; and pairings for an evening.

A group's document says who plays it. The campaign's document lists players without a group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations

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
from lastdays.model.game_record import Result
from lastdays.model.group import Group
from lastdays.model.recruiting import rating_of
from lastdays.values import Value


class PlayersGroup(Value):
    """A group with its rating; `player` is '' if nobody is named."""

    id: str
    name: str
    player: str
    rating: int


class Player(Value):
    """A player with their groups and the games of all these. `last` is the day of their latest game, ''
    for none; `met` counts the games against each other player, `unmet` are those never met."""

    name: str
    groups: tuple[PlayersGroup, ...] = ()
    games: int = 0
    won: int = 0
    drawn: int = 0
    last: str = ""
    met: Mapping[str, int] = {}
    unmet: tuple[str, ...] = ()

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
    groups = tuple(
        PlayersGroup(g.id, g.name, g.player, rating_of(g, workspace.catalogue).total)
        for key in chronicle.campaign.groups
        if (g := chronicle.past(key).now) is not None
    )
    names = {*chronicle.campaign.players, *(g.player for g in groups if g.player)}
    counted = _counted(chronicle, {group.id: group.player for group in groups if group.player})
    found = []
    for name in sorted(names, key=lambda name: (name.casefold(), name)):
        own = tuple(group for group in groups if group.player == name)
        one = replace(counted.get(name, Player(name)), groups=own)
        unmet = (n for n in names if n != name and n not in one.met)
        found.append(replace(one, unmet=tuple(sorted(unmet, key=str.casefold))))
    return Players(tuple(found), groups)


def player_names(workspace: Workspace, campaign: str) -> list[str]:
    """Return the names of a campaign's players, none if it can't be read."""
    try:
        return [player.name for player in players_of(workspace, campaign).players]
    except LastDaysError:
        return []


def _counted(chronicle: Chronicle, playing: dict[str, str]) -> dict[str, Player]:
    """Return the totals of each player by name; `playing` has the players of groups. A game in which
    somebody plays several groups counts once."""
    games: Counter[str] = Counter()
    won: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    met: dict[str, Counter[str]] = {}
    last = {}
    for game in chronicle.games:
        here = {playing[side.group] for side in game.sides if side.group in playing}
        winners = {playing[s.group] for s in game.sides if s.won and s.group in playing}
        games.update(here)
        won.update(winners)
        results: dict[str, set[Result]] = {}
        for side in game.sides:
            if side.group in playing:
                results.setdefault(playing[side.group], set()).add(game.result_of(side))
        drawn.update(name for name in here - winners if "drawn" in results[name])
        for name in here:
            rivals = set() if game.together else here - {name}
            met.setdefault(name, Counter()).update(rivals)
            last[name] = game.id
    chronicle.look_up(last.values())
    return {
        name: Player(
            name,
            (),
            games[name],
            won[name],
            drawn[name],
            chronicle.day(chronicle.campaign.game(last[name])),
            dict(met[name]),
        )
        for name in games
    }


# Pairings

#: Up to so many pairs are improved three at a time, more of them two at a time.
PAIRS_BY_THREE = 12


class Pairing(Value):
    """Two players who could play each other, with the groups of the nearest ratings, and how often they
    have met."""

    players: tuple[str, str]
    groups: tuple[PlayersGroup, PlayersGroup]
    met: int

    def why(self) -> str:
        """Return the reason for a pairing: 'first meeting · ratings 112 and 108'."""
        met = _("first meeting")
        if self.met:
            met = ngettext("met once", "met {n} times", self.met)
        one, other = self.groups
        return _("{met} · ratings {a} and {b}").format(met=met, a=one.rating, b=other.rating)


class Night(Value):
    """The pairings of an evening; `over` is left over from an odd number, `without` have no group."""

    pairings: tuple[Pairing, ...] = ()
    over: Player | None = None
    without: tuple[str, ...] = ()


def pairings(here: Iterable[Player]) -> Night:
    """Suggest pairings of the players here: those who met least, then those with the nearest ratings. Of
    an odd number, one with the most games is left over."""
    there = sorted(here, key=lambda one: (-one.games, one.name.casefold()))
    can = [one for one in there if one.groups]
    without = tuple(one.name for one in there if not one.groups)
    over = can.pop(0) if len(can) % 2 else None
    pairs = []
    while can:
        first, second = min(combinations(can, 2), key=lambda two: _cost([_paired(*two)]))
        pairs.append(_paired(first, second))
        can = [one for one in can if one not in (first, second)]
    return Night(_improved(pairs, {one.name: one for one in there}), over, without)


def _improved(pairs: list[Pairing], known: dict[str, Player]) -> tuple[Pairing, ...]:
    """Pair a few players anew at a time, as long as that improves the pairings: the first choices may
    have left a bad pair at the end."""
    every = {
        (one, other): _paired(known[one], known[other])
        for one, other in permutations(known, 2)
        if known[one].groups and known[other].groups
    }
    few = min(len(pairs), 3 if len(pairs) <= PAIRS_BY_THREE else 2)
    better = bool(few)
    while better:
        better = False
        for places in combinations(range(len(pairs)), few):
            now = [pairs[n] for n in places]
            names = [name for one in now for name in one.players]
            best = min((now, *_ways(names, every)), key=_cost)
            if best is not now:
                better = True
                for n, pair in zip(places, best, strict=True):
                    pairs[n] = pair
    return tuple(sorted(pairs, key=lambda one: _cost([one])))


def _ways(
    names: Sequence[str], every: Mapping[tuple[str, str], Pairing]
) -> Iterator[list[Pairing]]:
    """Yield every way to pair a few players."""
    if not names:
        yield []
    for n in range(1, len(names)):
        for rest in _ways((*names[1:n], *names[n + 1 :]), every):
            yield [every[names[0], names[n]], *rest]


def _paired(one: Player, other: Player) -> Pairing:
    groups = min(
        ((a, b) for a in one.groups for b in other.groups),
        key=lambda two: abs(two[0].rating - two[1].rating),
    )
    return Pairing((one.name, other.name), groups, one.met.get(other.name, 0))


def _cost(pairs: Sequence[Pairing]) -> tuple[int, int]:
    """Return the cost of pairings: meetings, then differences of ratings, both squared, so that two
    meetings of one pair are worse than one each of two."""
    apart = (one.groups[0].rating - one.groups[1].rating for one in pairs)
    return sum(one.met**2 for one in pairs), sum(n**2 for n in apart)


class PlayerActions(Actions):
    """Actions on the players of a campaign, each a named change that can be undone."""

    def add(self, campaign: str, name: str) -> None:
        """Add a player without a group. LastDaysError for an invalid or taken name."""
        name = self._checked(name)
        if name in player_names(self.workspace, campaign):
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
        found = self.workspace.group(group).group
        change: Change = GroupGiven(found.name, name)
        if not name:
            change = GroupTakenAway(found.name, found.player)
        with self.workspace.change(campaign, change) as changes:
            # Noted for the campaign too, so that its page can undo it.
            kept = filter(None, (name, found.player))
            changes.campaign(lambda c: _listed(c, kept), noted=True)
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
        groups = [g for g in players_of(self.workspace, campaign).groups if old and g.player == old]

        def play(group: Group) -> Group:
            return replace(group, player=name)

        with self.workspace.change(campaign, change) as changes:
            changes.campaign(lambda c: _listed(c, come, go), noted=True)
            for group in groups:
                changes.group(group.id, play)


def _listed(campaign: Campaign, come: Iterable[str], go: Iterable[str] = ()) -> Campaign:
    """Return a campaign with some players added and others removed; LastDaysError if there are too many."""
    gone = set(go)
    names = dict.fromkeys((*(name for name in campaign.players if name not in gone), *come))
    after = replace(campaign, players=tuple(names))
    if problem := CAMPAIGN["players"].problem(after):
        raise LastDaysError(problem)
    return after
