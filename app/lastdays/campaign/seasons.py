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

    def name_of_open_season(self, campaign: str) -> str:
        """Return the name of the season that is played now, unless another is chosen: 'Season 2'."""
        seasons = self.workspace.campaign(campaign).campaign.seasons
        names = [season.name for season in seasons]
        number = len(seasons) + 1
        while looks_taken(_("Season {n}", n=number), names):
            number += 1
        return _("Season {n}", n=number)

    def obstacles(self, campaign: str) -> list[str]:
        """Say what keeps the season from being closed; nothing if it can be."""
        return list(_obstacles(self.workspace.overview(campaign)))

    def undone_in_words(self, campaign: str) -> list[str]:
        """Say what would be left open if the season were closed now."""
        return list(_what_stays_open(self.workspace.overview(campaign)))

    def close(self, campaign: str, name: str, fates: Mapping[str, GroupFate]) -> str:
        """Close the season that is played now under a name, and return its id. `fates` says of groups by
        id what becomes of them; the others go on. LastDaysError for an invalid or taken name, and while
        something is in the way."""
        overview = self.workspace.overview(campaign)
        value = overview.view.campaign
        name = group_documents.checked_text(name, _("The season's name"))
        if looks_taken(name, [season.name for season in value.seasons]):
            raise LastDaysError("There's already a season called {name}.", name=name)
        for obstacle in _obstacles(overview):
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
            remembered=tuple(_memorial_of_season(groups, value)),
        )
        new_groups = {}
        for group, state in groups.items():
            if fates.get(group, "on") == "over":
                new_groups[group] = self._new_start_of(state)
        next_groups = _groups_of_next_season(value.groups, fates, new_groups)
        with self.workspace.change(campaign, SeasonClosed(name)) as changes:
            for new_group in new_groups.values():
                changes.new_group(new_group)
            changes.campaign(
                lambda c: _with_season_closed(_checked_unchanged(c, value), season, next_groups)
            )
        return season.id

    def _ratings(self, groups: Mapping[str, Group]) -> dict[str, int]:
        """Return the ratings of groups by id."""
        return {id: rating_of(group, self.catalogue).total for id, group in groups.items()}

    def _new_start_of(self, group: Group) -> Group:
        """Return a new group, still being created, for one that starts over: with its name, player, picture
        and kind of Refuge, and with a new Leader of the same type and name."""
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
        new_names = {}
        for id in value.groups:
            group = self.workspace.snapshot(id).group
            is_unplayed_copy = group.founding and group.name in names
            if id not in season.groups and not is_unplayed_copy:
                new_names[id] = group_documents.numbered(group.name, names)
                names.append(new_names[id])
        with self.workspace.change(campaign, SeasonReopened(season.name)) as changes:
            for id, name in new_names.items():
                changes.group(id, partial(replace, name=name))
            groups_listed = (*season.groups, *new_names)
            changes.campaign(
                lambda c: _with_season_reopened(_checked_unchanged(c, value), groups_listed)
            )
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


def _obstacles(overview: Overview) -> Iterator[str]:
    """Yield a sentence for each thing that keeps the season from being closed: no game is recorded, something
    is half done, or there are too many seasons."""
    campaign = overview.view.campaign
    if not campaign.games:
        yield _("No game of this season is recorded yet.")
    for half_done in overview.half_done:
        yield _unfinished_in_words(half_done)
    seasons_most = CAMPAIGN["seasons"].most
    if len(campaign.seasons) >= seasons_most:
        yield _("There's only room for {n} seasons.", n=seasons_most)


def _unfinished_in_words(half_done: HalfDone) -> str:
    """Say that a sequence or a game at the table isn't finished."""
    names = joined(list(half_done.names))
    if half_done.kind == "sequence":
        return _(
            "{group} hasn't finished the sequence after game {n}.", group=names, n=half_done.game
        )
    return _("The game of {names} at the table hasn't ended.", names=names)


def _what_stays_open(overview: Overview) -> Iterator[str]:
    """Yield a sentence for each thing that would stay undone if the season were closed now."""
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


def _memorial_of_season(
    groups: Mapping[str, Group], campaign: Campaign
) -> Iterator[tuple[str, str]]:
    """Yield who of some groups died or left in this season, and not in one that is closed already: the ids of
    group and member."""
    remembered_earlier = campaign.remembered_before
    for id, group in groups.items():
        for member in group.memorial:
            if (id, member.id) not in remembered_earlier:
                yield id, member.id


def _groups_of_next_season(
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


def _checked_unchanged(campaign: Campaign, as_read: Campaign) -> Campaign:
    """Return the campaign if it is still `as_read`; LastDaysError if somebody has changed it in the
    meantime."""
    if campaign != as_read:
        raise LastDaysError(
            "The campaign has changed in the meantime, so nothing was stored. Please try again."
        )
    return campaign


def _with_season_closed(
    campaign: Campaign, season: Season, next_groups: tuple[str, ...]
) -> Campaign:
    """Return a campaign with a season closed: its games and entries moved into the season, and only those
    fixtures kept all of whose groups play on."""
    fixtures = [
        fixture
        for fixture in campaign.open_fixtures
        if _all_its_groups_play_on(fixture, next_groups)
    ]
    return replace(
        campaign,
        seasons=(*campaign.seasons, season),
        groups=next_groups,
        games=(),
        told=(),
        entries=(),
        fixtures=tuple(fixtures),
    )


def _all_its_groups_play_on(fixture: Fixture, next_groups: tuple[str, ...]) -> bool:
    return all(group in next_groups for group in fixture.groups)


def _with_season_reopened(campaign: Campaign, groups_listed: tuple[str, ...]) -> Campaign:
    """Return a campaign with its last season opened again: the season's games and entries come before those
    recorded since."""
    *earlier, season = campaign.seasons
    return replace(
        campaign,
        seasons=tuple(earlier),
        groups=groups_listed,
        games=(*season.games, *campaign.games),
        told=(*season.told, *campaign.told),
        entries=(*season.entries, *campaign.entries),
    )
