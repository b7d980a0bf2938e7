"""A club's own rankings, which weigh games, deeds and rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.workspace import Actions
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign, Ranking
from lastdays.model.changes import RankingRemoved, RankingSet
from lastdays.model.fields import CAMPAIGN, RANKING
from lastdays.model.tallies import GroupTotals
from lastdays.values import Value


class RankedPlace(Value):
    """A group's place in a ranking; groups with equal points share one."""

    place: int
    group: str
    points: int


def ranked(
    campaign: Campaign, ranking: Ranking, groups: Iterable[str], ratings: Mapping[str, int]
) -> list[RankedPlace]:
    """Return the groups by their points in a ranking, most first; tied ones in the order given."""
    tallies, nothing = campaign.tallies.groups, GroupTotals()
    found = [
        (ranking.points(tallies.get(group, nothing), ratings.get(group, -1)), group)
        for group in groups
    ]
    amounts = sorted((points for points, _group in found), reverse=True)
    found.sort(key=lambda one: -one[0])
    return [RankedPlace(amounts.index(points) + 1, group, points) for points, group in found]


class RankingActions(Actions):
    """Actions on the rankings of a campaign, each a named change that can be undone."""

    def add(self, campaign: str, name: str) -> None:
        """Add a ranking with 3 points for a win, 1 for a draw. Raises LastDaysError for an invalid name,
        or too many rankings."""
        self._set(campaign, -1, Ranking(name, 3, 1))

    def set(self, campaign: str, at: int, ranking: Ranking) -> None:
        """Replace the ranking at a place. Raises LastDaysError if it is invalid."""
        self._set(campaign, at, ranking)

    def remove(self, campaign: str, at: int) -> None:
        """Remove the ranking at a place."""
        there = self.workspace.campaign(campaign).campaign.rankings
        rest = (*there[:at], *there[at + 1 :])
        change = RankingRemoved(there[at].name)
        self.workspace.change_campaign(campaign, change, lambda c: replace(c, rankings=rest))

    def _set(self, campaign: str, at: int, ranking: Ranking) -> None:
        name = group_documents.checked_text(ranking.name, _("The ranking's name"))
        wanted = replace(ranking, name=name)
        there = self.workspace.campaign(campaign).campaign.rankings
        others = [one.name for n, one in enumerate(there) if n != at]
        if name in others:
            raise LastDaysError(_("There's already a ranking called {name}.").format(name=name))
        rankings = (*there, wanted) if at < 0 else (*there[:at], wanted, *there[at + 1 :])

        def write(c: Campaign) -> Campaign:
            after = replace(c, rankings=rankings)
            for problem in (
                CAMPAIGN["rankings"].problem(after),
                *(field.problem(wanted) for field in RANKING.values()),
            ):
                if problem:
                    raise LastDaysError(problem)
            return after

        self.workspace.change_campaign(campaign, RankingSet(name), write)
