"""A game night: who is coming, who plays whom, and the games that are planned, each with what comes
next of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from msgspec.structs import replace

from lastdays.campaign.dates import typed_day, typed_hour
from lastdays.campaign.next_game import (
    NextGameActions,
    number_of_fixture,
    session_of_fixture,
    with_fixture,
)
from lastdays.campaign.overview import CampaignView, HalfDone
from lastdays.campaign.players import NightPairings, Pairing, Player, pairings, who_may_come
from lastdays.campaign.workspace import Actions
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import FixtureRemoved, FixturesPlanned, GameNightSet
from lastdays.model.fields import TABLE_MOST, unfit
from lastdays.model.fixtures import Fixture, GameNight
from lastdays.model.game_record import GameRecord
from lastdays.names import kept_line
from lastdays.values import Value


class FixtureLine(Value):
    """A fixture in the list of a game night, with the number of its game, the names of its groups and of the
    players of these, '' for nobody. `session` is the id of its game at the table, '' if there is none;
    `game` the record once it was played."""

    fixture: Fixture
    group_names: tuple[str, ...]
    player_names: tuple[str, ...]
    number: int
    session: str = ""
    game: GameRecord | None = None

    @property
    def state(self) -> Literal["open", "session", "played"]:
        """Return whether it is still to be played, is being played at the table, or was played."""
        if self.game is not None:
            return "played"
        return "session" if self.session else "open"


class NightView(Value):
    """A game night: its date and hour, the `people` who may come, the keys of those who do (`coming`), the
    pairings suggested for those of them who aren't in a fixture yet, and the fixtures. `revision` is that
    of the campaign."""

    night: GameNight
    people: tuple[Player, ...]
    coming: tuple[str, ...]
    pairings: NightPairings
    fixtures: tuple[FixtureLine, ...]
    revision: int


class GameNightActions(Actions):
    """Actions on a game night, each a change of the campaign that can be undone."""

    def read(self, campaign: str) -> NightView:
        """Return the game night of a campaign."""
        view = self.workspace.campaign(campaign)
        people = who_may_come(self.workspace, campaign)
        half_done = self.workspace.places(campaign).half_done
        return night_of(view, people, half_done)

    def set_day(self, campaign: str, day: str) -> None:
        """Store a typed date, '' for none, for the night and its fixtures that are still to be played.
        LastDaysError if it isn't one."""
        new_day = typed_day(day) if day.strip() else ""
        self._set_when(campaign, day=new_day)

    def set_time(self, campaign: str, time: str) -> None:
        """Store a typed hour, '' for none, likewise."""
        new_time = typed_hour(time) if time.strip() else ""
        self._set_when(campaign, time=new_time)

    def _set_when(self, campaign: str, **when: str) -> None:
        """Set the date or the hour of the night, and of those fixtures still to be played that had both in
        common with the night."""

        def set_when(c: Campaign) -> Campaign:
            open_ids = {fixture.id for fixture in c.open_fixtures}
            fixtures = []
            for fixture in c.fixtures:
                if fixture.id in open_ids and _day_and_time(fixture) == _day_and_time(c.night):
                    fixture = replace(fixture, **when)
                fixtures.append(fixture)
            return replace(c, night=replace(c.night, **when), fixtures=tuple(fixtures))

        self.workspace.change_campaign(campaign, GameNightSet(), set_when)

    def come(self, campaign: str, keys: Collection[str]) -> None:
        """Store who is coming: the names of players, and the ids of groups that nobody plays."""

        def with_those(c: Campaign) -> Campaign:
            players = tuple(key for key in keys if key not in c.groups)
            groups = tuple(key for key in keys if key in c.groups)
            return replace(c, night=replace(c.night, players=players, groups=groups))

        self.workspace.change_campaign(campaign, GameNightSet(), with_those)

    def plan(self, campaign: str, pairs: Sequence[Pairing]) -> list[str]:
        """Plan a game for each pair on the day of the night, at tables that are still free; return the
        fixtures' ids. LastDaysError if there are too many."""
        groups = [tuple(group.id for group in pair.groups) for pair in pairs]
        return self._plan_games(campaign, groups)

    def add(self, campaign: str) -> str:
        """Plan a game whose sides are still open; return its id. LastDaysError if there are too many."""
        (fixture,) = self._plan_games(campaign, [()])
        return fixture

    def _plan_games(self, campaign: str, groups_of_games: Sequence[tuple[str, ...]]) -> list[str]:
        """Plan games in one change; return the fixtures' ids. `groups_of_games` has for each game the ids
        of its groups, none if they are still open."""
        value = self.workspace.campaign(campaign).campaign
        new_fixture = NextGameActions(self.workspace).new_fixture(value)
        ids = [self.workspace.new_id() for _groups in groups_of_games]

        def planned(c: Campaign) -> Campaign:
            for id, groups in zip(ids, groups_of_games, strict=True):
                fixture = replace(
                    new_fixture,
                    id=id,
                    groups=groups,
                    table=_free_table(c),
                    day=c.night.day,
                    time=c.night.time,
                )
                c = with_fixture(c, fixture)
            return c

        if ids:
            self.workspace.change_campaign(campaign, FixturesPlanned(len(ids)), planned)
        return ids

    def set_table(self, campaign: str, fixture: str, table: str) -> None:
        """Store the table of a fixture, a name or a number, '' for none; LastDaysError if it is too
        long."""
        line = kept_line(table)
        problem = unfit(_("The table"), line, TABLE_MOST)
        if problem:
            raise LastDaysError(problem)
        self._change_fixture(campaign, fixture, table=line)

    def set_fixture_day(self, campaign: str, fixture: str, day: str) -> None:
        """Store the typed date of a fixture, '' for none; LastDaysError if it isn't one."""
        self._change_fixture(campaign, fixture, day=typed_day(day) if day.strip() else "")

    def set_fixture_time(self, campaign: str, fixture: str, time: str) -> None:
        """Store the typed hour of a fixture, '' for none; LastDaysError if it isn't one."""
        self._change_fixture(campaign, fixture, time=typed_hour(time) if time.strip() else "")

    def set_encounter(self, campaign: str, fixture: str, encounter: str) -> None:
        """Choose the Encounter of a fixture, '' for none; what followed from another is open again."""
        self._change_fixture(
            campaign,
            fixture,
            encounter=encounter,
            die=0,
            shift=0,
            defender="",
            rolled_at_table=False,
            parts={},
            drawn=(),
        )

    def _change_fixture(self, campaign: str, fixture: str, **values: object) -> None:
        """Change a fixture that is still to be played; LastDaysError if it is played or gone."""
        value = self.workspace.campaign(campaign).campaign
        for planned in value.open_fixtures:
            if planned.id == fixture:
                new_fixture = replace(planned, **values)
                NextGameActions(self.workspace).plan(campaign, new_fixture)
                return
        raise LastDaysError("This game is played, or no longer planned. Nothing was changed.")

    def remove(self, campaign: str, fixture: str) -> None:
        """Remove a fixture from the list; the record of a game that was played stays."""

        def without(c: Campaign) -> Campaign:
            fixtures = tuple(other for other in c.fixtures if other.id != fixture)
            return replace(c, fixtures=fixtures)

        self.workspace.change_campaign(campaign, FixtureRemoved(), without)


def _day_and_time(planned: Fixture | GameNight) -> tuple[str, str]:
    """Return the date and the hour for which a fixture or a night is planned."""
    return planned.day, planned.time


def _free_table(campaign: Campaign) -> str:
    """Return the first number that no fixture still to be played has as its table."""
    taken = {fixture.table for fixture in campaign.open_fixtures}
    number = 1
    while str(number) in taken:
        number += 1
    return str(number)


def night_of(
    view: CampaignView, people: tuple[Player, ...], half_done: Iterable[HalfDone]
) -> NightView:
    """Return the game night of a campaign, given the people who may come and what is half done in it."""
    campaign = view.campaign
    names = {group.id: group.name for group in view.groups}
    players = {}
    for player in people:
        for group in player.groups:
            players[group.id] = "" if player.group else player.name
    all_half_done = tuple(half_done)
    lines = []
    for fixture in campaign.fixtures:
        groups = [group for group in fixture.groups if group in names]
        group_names = tuple(names[group] for group in groups)
        game = campaign.games_of_fixtures.get(fixture.id)
        number = number_of_fixture(fixture, campaign) if game is None else game.number
        session = session_of_fixture(fixture.id, group_names, all_half_done) if game is None else ""
        lines.append(
            FixtureLine(
                fixture=fixture,
                group_names=group_names,
                player_names=tuple(players.get(group, "") for group in groups),
                number=number,
                session=session,
                game=game,
            )
        )
    night = campaign.night
    keys_coming = {*night.players, *night.groups}
    coming = [player for player in people if player.key in keys_coming]
    groups_planned: set[str] = set()
    for line in lines:
        if line.game is None:
            groups_planned.update(line.fixture.groups)
    free = [player for player in coming if not _plays_one_of(player, groups_planned)]
    return NightView(
        night=night,
        people=people,
        coming=tuple(player.key for player in coming),
        pairings=pairings(free),
        fixtures=tuple(lines),
        revision=view.revision,
    )


def _plays_one_of(player: Player, groups: Collection[str]) -> bool:
    """Return whether a player plays one of some groups."""
    return any(group.id in groups for group in player.groups)
