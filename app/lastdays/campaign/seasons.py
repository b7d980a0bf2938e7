"""Closing a campaign into a season, and opening it again; and putting a campaign away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Literal

from msgspec.structs import replace

from lastdays.campaign.dates import day_of_moment
from lastdays.campaign.documents import group_documents
from lastdays.campaign.overview import HalfDone, NextStep, Overview
from lastdays.campaign.workspace import Actions
from lastdays.errors import LastDaysError
from lastdays.language import _, joined, ngettext
from lastdays.model.campaign import Campaign, Season
from lastdays.model.changes import CampaignPutAway, CampaignTakenOut, SeasonClosed, SeasonReopened
from lastdays.model.fields import CAMPAIGN
from lastdays.model.fixtures import Fixture
from lastdays.model.group import Group, RefugeState
from lastdays.model.recruiting import Recruit, cost_of, make_member, rating_of
from lastdays.names import looks_taken

#: What becomes of a group at the end of a season: it goes on as it is, starts over, or isn't in the next.
GroupFate = Literal["on", "over", "out"]


class SeasonActions(Actions):
    """Actions on the seasons of a campaign, each a named change that can be undone."""

    def next_name(self, campaign: str) -> str:
        """Return the name of the season that is played now, unless another is chosen: 'Season 2'."""
        seasons = self.workspace.campaign(campaign).campaign.seasons
        names = [season.name for season in seasons]
        number = len(seasons) + 1
        while looks_taken(_("Season {n}", n=number), names):
            number += 1
        return _("Season {n}", n=number)

    def in_the_way(self, campaign: str) -> list[str]:
        """Say what keeps the season from being closed; nothing if it can be."""
        return list(_in_the_way(self.workspace.overview(campaign)))

    def left_open(self, campaign: str) -> list[str]:
        """Say what would be left open if the season were closed now."""
        return list(_left_open(self.workspace.overview(campaign)))

    def close(self, campaign: str, name: str, fates: Mapping[str, GroupFate]) -> str:
        """Close the season that is played now under a name, and return its id. `fates` says of groups by
        id what becomes of them; the others go on. LastDaysError for an invalid or taken name, and while
        something is in the way."""
        overview = self.workspace.overview(campaign)
        value = overview.view.campaign
        name = group_documents.checked_text(name, _("The season's name"))
        if looks_taken(name, [season.name for season in value.seasons]):
            raise LastDaysError("There's already a season called {name}.", name=name)
        for obstacle in _in_the_way(overview):
            raise LastDaysError("{why} Nothing was changed.", why=obstacle)
        groups = {group: self.workspace.snapshot(group).group for group in value.groups}
        moment = self.workspace.clock()
        season = Season(
            id=self.workspace.new_id(),
            name=name,
            day=day_of_moment(moment),
            closed=moment,
            groups=value.groups,
            games=value.games,
            told=value.told,
            entries=value.entries,
            rankings=value.rankings,
            ratings=self._ratings(groups),
            remembered=tuple(_remembered(groups, value)),
        )
        new_groups = {}
        for group, state in groups.items():
            if fates.get(group, "on") == "over":
                new_groups[group] = self._started_over(state)
        listed = _listed_next(value.groups, fates, new_groups)
        with self.workspace.change(campaign, SeasonClosed(name)) as changes:
            for new_group in new_groups.values():
                changes.new_group(new_group)
            changes.campaign(lambda c: _closed(_unchanged(c, value), season, listed))
        return season.id

    def _ratings(self, groups: Mapping[str, Group]) -> dict[str, int]:
        """Return the ratings of groups by id."""
        return {id: rating_of(group, self.catalogue).total for id, group in groups.items()}

    def _started_over(self, group: Group) -> Group:
        """Return a group that is created again under the name, by the player and with the type of Leader
        and of Refuge that another has."""
        catalogue = self.catalogue
        points = catalogue.number("founding", "points")
        refuge = group.refuge.key
        if not group.on_the_road and refuge not in catalogue.refuges:
            refuge = next(iter(catalogue.refuges))
        new = Group(
            id=self.workspace.new_id(),
            name=group.name,
            refuge=RefugeState(refuge),
            points=points,
            founding=True,
            player=group.player,
            picture=group.picture,
            language=group.language,
        )
        leader = group.leading
        if leader is None or leader.type not in catalogue.characters:
            return new
        recruit = Recruit(leader.type, leader.name, leader.skill_types)
        member = make_member(recruit, catalogue, self.workspace.new_id())
        member = replace(member, portrait=leader.portrait, face=leader.face)
        return replace(
            new, members=(member,), leader=member.id, points=points - cost_of(recruit, catalogue)
        )

    def reopen(self, campaign: str) -> str:
        """Open the last season again, and return its name: its games are counted with those since, and its
        groups are listed. Groups that started over and are still being created go; others that share a
        name with one that comes back get a number. LastDaysError if no season is closed."""
        value = self.workspace.campaign(campaign).campaign
        if not value.seasons:
            raise LastDaysError("No season of this campaign is closed.")
        season = value.seasons[-1]
        names = [self.workspace.snapshot(group).group.name for group in season.groups]
        kept = {}
        for id in value.groups:
            group = self.workspace.snapshot(id).group
            is_unplayed_copy = group.founding and group.name in names
            if id not in season.groups and not is_unplayed_copy:
                kept[id] = group_documents.numbered(group.name, names)
                names.append(kept[id])
        with self.workspace.change(campaign, SeasonReopened(season.name)) as changes:
            for id, name in kept.items():
                changes.group(id, partial(replace, name=name))
            listed = (*season.groups, *kept)
            changes.campaign(lambda c: _reopened(_unchanged(c, value), listed))
        return season.name

    # The whole campaign

    def put_away(self, campaign: str) -> None:
        """Put a campaign away: it is kept whole, out of the way in lists."""
        name = self.workspace.campaign(campaign).campaign.name
        self.workspace.change_campaign(
            campaign, CampaignPutAway(name), lambda c: replace(c, archived=True)
        )

    def take_out(self, campaign: str) -> None:
        """List a campaign again that was put away."""
        name = self.workspace.campaign(campaign).campaign.name
        self.workspace.change_campaign(
            campaign, CampaignTakenOut(name), lambda c: replace(c, archived=False)
        )


def _in_the_way(overview: Overview) -> Iterator[str]:
    """Yield what keeps a season from being closed: no game, or something that is begun."""
    campaign = overview.view.campaign
    if not campaign.games:
        yield _("No game of this season is recorded yet.")
    for half_done in overview.half_done:
        yield _begun(half_done)
    most = CAMPAIGN["seasons"].most
    if len(campaign.seasons) >= most:
        yield _("There's only room for {n} seasons.", n=most)


def _begun(half_done: HalfDone) -> str:
    """Say that a sequence or a game at the table isn't finished."""
    names = joined(list(half_done.names))
    if half_done.kind == "sequence":
        return _(
            "{group} hasn't finished the sequence after game {n}.", group=names, n=half_done.game
        )
    return _("The game of {names} at the table hasn't ended.", names=names)


def _left_open(overview: Overview) -> Iterator[str]:
    """Yield what would be left open for good in a season."""
    for line in overview.groups:
        step: NextStep = line.next
        if step.kind == "begin":
            yield _(
                "{group} hasn't begun the sequence after game {n}: it won't be played.",
                group=line.summary.name,
                n=step.number,
            )
    open_count = len(overview.view.campaign.open_fixtures)
    if open_count:
        yield ngettext(
            "{n} planned game is still to be played: it stays planned if its groups go on.",
            "{n} planned games are still to be played: they stay planned if their groups go on.",
            open_count,
        )


def _remembered(groups: Mapping[str, Group], campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Yield who of some groups died or left since the seasons that are closed already."""
    before = campaign.remembered_before
    for id, group in groups.items():
        for member in group.memorial:
            if (id, member.id) not in before:
                yield id, member.id


def _listed_next(
    groups: tuple[str, ...], fates: Mapping[str, GroupFate], new_groups: Mapping[str, Group]
) -> tuple[str, ...]:
    """Return the groups of the next season, in their order: a new one in the place of one that starts
    over."""
    listed = []
    for group in groups:
        match fates.get(group, "on"):
            case "on":
                listed.append(group)
            case "over":
                listed.append(new_groups[group].id)
            case "out":
                continue
    return tuple(listed)


def _unchanged(now: Campaign, before: Campaign) -> Campaign:
    """Return the campaign as it is now; LastDaysError if somebody has changed it in the meantime."""
    if now != before:
        raise LastDaysError(
            "The campaign has changed in the meantime, so nothing was stored. Please try again."
        )
    return now


def _closed(campaign: Campaign, season: Season, listed: tuple[str, ...]) -> Campaign:
    """Return a campaign after a season: without its games, with those fixtures that can still be
    played."""
    fixtures = [fixture for fixture in campaign.open_fixtures if _plays_on(fixture, listed)]
    return replace(
        campaign,
        seasons=(*campaign.seasons, season),
        groups=listed,
        games=(),
        told=(),
        entries=(),
        fixtures=tuple(fixtures),
    )


def _plays_on(fixture: Fixture, listed: tuple[str, ...]) -> bool:
    return all(group in listed for group in fixture.groups)


def _reopened(campaign: Campaign, listed: tuple[str, ...]) -> Campaign:
    """Return a campaign whose last season is open again, with what came since."""
    *earlier, season = campaign.seasons
    return replace(
        campaign,
        seasons=tuple(earlier),
        groups=listed,
        games=(*season.games, *campaign.games),
        told=(*season.told, *campaign.told),
        entries=(*season.entries, *campaign.entries),
    )
