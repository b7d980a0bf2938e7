"""A club's own rankings, which weigh games, deeds and rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter

from msgspec.structs import replace

from lastdays.campaign.documents import group_documents
from lastdays.campaign.workspace import Actions
from lastdays.errors import LastDaysError
from lastdays.language import _, number
from lastdays.model.campaign import Campaign, Ranking
from lastdays.model.changes import RankingRemoved, RankingSet
from lastdays.model.fields import CAMPAIGN, RANKING
from lastdays.model.tallies import GroupTotals
from lastdays.names import looks_taken
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
    nothing = GroupTotals()
    scores = []
    for group in groups:
        totals = campaign.tallies.groups.get(group, nothing)
        rating = ratings.get(group, -1)
        scores.append((group, ranking.points(totals, rating)))
    scores.sort(key=itemgetter(1), reverse=True)
    amounts = [points for _group, points in scores]
    places = []
    for group, points in scores:
        place = amounts.index(points) + 1
        places.append(RankedPlace(place=place, group=group, points=points))
    return places


def formula_said(ranking: Ranking) -> str:
    """Say how the points of a ranking are counted: '3 × game won + 1 × game drawn'."""
    terms = []
    for key, field in RANKING.items():
        weight = getattr(ranking, key)
        if key != "name" and weight:
            terms.append(_("{n} × {what}", n=number(weight), what=_(field.label)))
    if not terms:
        return _("Nothing counts in this ranking yet.")
    return " + ".join(terms).replace("+ −", "− ")


class RankingActions(Actions):
    """Actions on the rankings of a campaign, each a named change that can be undone."""

    def add(self, campaign: str, name: str) -> None:
        """Add a ranking with 3 points for a win, 1 for a draw. Raises LastDaysError for an invalid name,
        or too many rankings."""
        self._store_ranking(campaign, -1, Ranking(name, 3, 1))

    def set(self, campaign: str, at: int, ranking: Ranking) -> None:
        """Replace the ranking at a place. Raises LastDaysError if it is invalid."""
        self._store_ranking(campaign, at, ranking)

    def remove(self, campaign: str, at: int) -> None:
        """Remove the ranking at a place."""
        rankings = list(self.workspace.campaign(campaign).campaign.rankings)
        removed = rankings[at]
        del rankings[at]
        rest = tuple(rankings)
        self.workspace.change_campaign(
            campaign, RankingRemoved(removed.name), lambda c: replace(c, rankings=rest)
        )

    def _store_ranking(self, campaign: str, at: int, ranking: Ranking) -> None:
        name = group_documents.checked_text(ranking.name, _("The ranking's name"))
        ranking = replace(ranking, name=name)
        rankings = list(self.workspace.campaign(campaign).campaign.rankings)
        for place, other in enumerate(rankings):
            if place != at and looks_taken(name, [other.name]):
                raise LastDaysError(_("There's already a ranking called {name}.").format(name=name))
        if at < 0:
            rankings.append(ranking)
        else:
            rankings[at : at + 1] = [ranking]
        all_rankings = tuple(rankings)

        def write(c: Campaign) -> Campaign:
            after = replace(c, rankings=all_rankings)
            _check(after, ranking)
            return after

        self.workspace.change_campaign(campaign, RankingSet(name), write)


def _check(campaign: Campaign, ranking: Ranking) -> None:
    """Raise LastDaysError if a campaign has too many rankings, or a value of this one is out of bounds."""
    problems = [CAMPAIGN["rankings"].problem(campaign)]
    problems += [field.problem(ranking) for field in RANKING.values()]
    for problem in problems:
        if problem:
            raise LastDaysError(problem)
