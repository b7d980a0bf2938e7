"""A game night: who is coming, who plays whom, what is planned, and the calendar."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.dates import typed_hour
from lastdays.campaign.exchange.calendar import LINE_MOST, calendar_of
from lastdays.campaign.game_night import GameNightActions, NightView
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.next_game import NextGameActions
from lastdays.campaign.players import PlayerActions
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.errors import LastDaysError


@pytest.fixture
def nights(riverside: Workspace) -> GameNightActions:
    return GameNightActions(riverside)


def more_groups(workspace: Workspace, campaign: str, count: int, players: int) -> list[str]:
    """Found groups; the first of them have a player."""
    groups = []
    for number in range(count):
        player = f"P{number}" if number < players else ""
        group = GroupActions(workspace).create_with_leader(
            campaign, f"Group {number}", "merciless-thug", "Nell", "mall", player
        )
        groups.append(group)
    return groups


def everybody(nights: GameNightActions, campaign: str) -> NightView:
    nights.come(campaign, [player.key for player in nights.read(campaign).people])
    return nights.read(campaign)


def paired(view: NightView) -> list[tuple[str, str]]:
    return [pair.players for pair in view.pairings.pairings]


def test_nobody_is_coming(nights: GameNightActions, campaign: str) -> None:
    view = nights.read(campaign)
    assert [player.name for player in view.people] == ["Jess", "Robin"]
    assert (view.coming, paired(view), view.fixtures) == ((), [], ())
    assert nights.plan(campaign, view.pairings.pairings) == []
    assert nights.workspace.undo_names(campaign)[0] != "planned 0 games"


def test_who_is_coming_is_stored_and_undone(
    nights: GameNightActions, riverside: Workspace, campaign: str
) -> None:
    more_groups(riverside, campaign, 2, 1)
    view = everybody(nights, campaign)
    assert [player.name for player in view.people] == ["Jess", "P0", "Robin", "Group 1"]
    night = riverside.campaign(campaign).campaign.night
    assert night.players == ("Jess", "P0", "Robin")
    assert night.groups == (view.people[-1].group,)
    assert sorted(sum(paired(view), ())) == ["Group 1", "Jess", "P0", "Robin"]
    assert riverside.undo(campaign) == "changed the game night"
    assert nights.read(campaign).coming == ()


def test_one_of_an_odd_number_sits_out(
    nights: GameNightActions, riverside: Workspace, campaign: str
) -> None:
    more_groups(riverside, campaign, 1, 0)
    view = everybody(nights, campaign)
    assert view.pairings.left_over is not None
    assert view.pairings.left_over.name in ("Jess", "Robin")  # they have played before
    assert len(paired(view)) == 1
    nights.come(campaign, [view.people[0].key])
    alone = nights.read(campaign)
    assert paired(alone) == []
    assert alone.pairings.left_over == alone.people[0]


def test_a_renamed_player_still_comes_and_a_removed_one_does_not(
    nights: GameNightActions, riverside: Workspace, campaign: str, carl: str
) -> None:
    everybody(nights, campaign)
    PlayerActions(riverside).rename(campaign, "Jess", "Ann")
    assert nights.read(campaign).coming == ("Ann", "Robin")
    PlayerActions(riverside).remove(campaign, "Ann")
    assert nights.read(campaign).coming == ("Robin",)
    # the group goes on without a player, and may come by itself
    assert [player.group for player in nights.read(campaign).people] == ["", carl]
    nights.come(campaign, [carl])
    GroupActions(riverside).delete(carl)
    assert nights.read(campaign).coming == ()


def test_games_are_planned_from_the_pairings_each_at_its_table(
    nights: GameNightActions, riverside: Workspace, campaign: str
) -> None:
    more_groups(riverside, campaign, 4, 2)
    nights.set_day(campaign, "2026-10-03")
    nights.set_time(campaign, "19.30")
    view = everybody(nights, campaign)
    planned = nights.plan(campaign, view.pairings.pairings)
    after = nights.read(campaign)
    assert [line.fixture.id for line in after.fixtures] == planned
    assert [line.fixture.table for line in after.fixtures] == ["1", "2", "3"]
    assert {(line.fixture.day, line.fixture.time) for line in after.fixtures} == {
        ("2026-10-03", "19:30")
    }
    assert [line.number for line in after.fixtures] == [2, 3, 4]
    assert paired(after) == []  # all have a game
    assert riverside.undo(campaign) == "planned 3 games"
    assert nights.read(campaign).fixtures == ()


def test_a_fixture_has_its_own_table_date_and_encounter(
    nights: GameNightActions, riverside: Workspace, campaign: str
) -> None:
    nights.set_day(campaign, "2026-10-03")
    view = everybody(nights, campaign)
    (fixture,) = nights.plan(campaign, view.pairings.pairings)
    other = nights.add(campaign)
    nights.set_table(campaign, fixture, "  Cellar,\n left ")
    nights.set_fixture_day(campaign, fixture, "2026-10-04")
    nights.set_fixture_time(campaign, fixture, "20h")
    nights.set_encounter(campaign, fixture, "rescue")
    nights.set_day(campaign, "2026-10-10")  # those of the same day go along
    first, second = nights.read(campaign).fixtures
    assert (first.fixture.table, first.fixture.day, first.fixture.time) == (
        "Cellar, left", "2026-10-04", "20:00",
    )  # fmt: skip
    assert (first.fixture.encounter, second.fixture.day) == ("rescue", "2026-10-10")
    with pytest.raises(LastDaysError, match="The table can have 60 characters at most"):
        nights.set_table(campaign, other, "x" * 61)
    with pytest.raises(LastDaysError, match="Type the date"):
        nights.set_fixture_day(campaign, other, "someday")
    with pytest.raises(LastDaysError, match="Type the time as hours:minutes"):
        nights.set_fixture_time(campaign, other, "25:00")
    nights.remove(campaign, other)
    assert riverside.undo_names(campaign)[0] == "removed a planned game"
    with pytest.raises(LastDaysError, match="no longer planned"):
        nights.set_table(campaign, other, "2")


def test_what_is_played_is_ticked_and_its_groups_are_free_again(
    nights: GameNightActions, riverside: Workspace, campaign: str
) -> None:
    view = everybody(nights, campaign)
    (fixture,) = nights.plan(campaign, view.pairings.pairings)
    records, games = GameRecordActions(riverside), NextGameActions(riverside)
    groups = games.read(campaign, fixture).fixture.groups
    record = games.prefilled_record(campaign, records.new_record(campaign, groups, ""), fixture)
    records.record(campaign, replace(record, encounter="scavengers"))
    after = nights.read(campaign)
    (line,) = after.fixtures
    assert (line.state, line.number) == ("played", 2)
    assert len(paired(after)) == 1
    with pytest.raises(LastDaysError, match="This game is played"):
        nights.set_table(campaign, fixture, "2")
    riverside.undo(campaign)
    assert nights.read(campaign).fixtures[0].state == "open"


def test_thirty_groups_are_paired(
    nights: GameNightActions, riverside: Workspace, campaign: str
) -> None:
    more_groups(riverside, campaign, 29, 13)
    view = everybody(nights, campaign)
    assert len(view.people) == 31
    assert len(paired(view)) == 15
    assert view.pairings.left_over is not None
    names = [name for pair in paired(view) for name in pair]
    assert len({*names, view.pairings.left_over.name}) == 31
    planned = nights.plan(campaign, view.pairings.pairings)
    assert [line.fixture.table for line in nights.read(campaign).fixtures] == [
        str(number + 1) for number in range(len(planned))
    ]


@pytest.mark.parametrize(
    ("typed", "hour"),
    [("19:30", "19:30"), ("9", "09:00"), ("19.05", "19:05"), ("19h30", "19:30"), ("7 h", "07:00")],
)
def test_an_hour_is_typed_as_people_write_it(typed: str, hour: str) -> None:
    assert typed_hour(typed) == hour


@pytest.mark.parametrize("typed", ["24:00", "19:60", "late", "1930x", "-3", ""])
def test_what_is_no_hour_is_refused(typed: str) -> None:
    with pytest.raises(LastDaysError):
        typed_hour(typed)


# The calendar


def test_a_calendar_has_the_dated_games(
    nights: GameNightActions, riverside: Workspace, campaign: str
) -> None:
    nights.set_day(campaign, "2026-10-03")
    view = everybody(nights, campaign)
    first, *_rest = nights.plan(campaign, view.pairings.pairings)
    second = nights.add(campaign)
    nights.set_fixture_time(campaign, first, "19:30")
    nights.set_encounter(campaign, first, "rescue")
    nights.set_table(campaign, first, "Cellar; left, by the \\ stairs")
    without = nights.add(campaign)
    nights.set_fixture_day(campaign, without, "")
    written = calendar_of(riverside, campaign).decode()
    assert written.endswith("END:VCALENDAR\r\n")
    assert "\n" not in written.replace("\r\n", "")
    lines = written.replace("\r\n ", "").split("\r\n")
    assert lines == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Last Days Campaign Manager//EN",
        "BEGIN:VEVENT", f"UID:{first}@{campaign}.lastdays", "DTSTAMP:20260102T200000Z",
        "DTSTART:20261003T193000", "SUMMARY:Carl's Crew against Zeke's Truckers",
        "LOCATION:Cellar\\; left\\, by the \\\\ stairs",
        "DESCRIPTION:Riverside\\nRescue\\nJess against Robin",
        "END:VEVENT",
        "BEGIN:VEVENT", f"UID:{second}@{campaign}.lastdays", "DTSTAMP:20260102T200000Z",
        "DTSTART;VALUE=DATE:20261003", "SUMMARY:Riverside", "LOCATION:Table 2",
        "DESCRIPTION:Riverside", "END:VEVENT", "END:VCALENDAR", "",
    ]  # fmt: skip


def test_long_lines_of_a_calendar_are_folded_between_letters(
    nights: GameNightActions, riverside: Workspace, campaign: str, zeke: str
) -> None:
    group = riverside.group(zeke).group
    name = "Żółć 🧟‍♀️ 東京 " * 10
    GroupActions(riverside).set_by_hand(replace(group, name=name.strip()))
    nights.set_day(campaign, "2026-10-03")
    nights.plan(campaign, everybody(nights, campaign).pairings.pairings)
    written = calendar_of(riverside, campaign)
    lines = written.split(b"\r\n")
    assert max(len(line) for line in lines) <= LINE_MOST
    for line in lines:
        line.decode()  # no letter is cut in two
    unfolded = written.decode().replace("\r\n ", "")
    assert f"against {name.strip()}\r\n" in unfolded
    assert re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", unfolded) is None


def test_without_dates_there_is_no_calendar(
    nights: GameNightActions, riverside: Workspace, campaign: str
) -> None:
    nights.plan(campaign, everybody(nights, campaign).pairings.pairings)
    with pytest.raises(LastDaysError, match="No planned game has a date"):
        calendar_of(riverside, campaign)


def test_each_game_of_the_night_has_a_sheet(
    nights: GameNightActions, riverside: Workspace, campaign: str, zeke: str, carl: str
) -> None:
    planned = NextGameActions(riverside)
    loner, *_others = more_groups(riverside, campaign, 1, 0)
    first, second = (nights.add(campaign) for _round in range(2))
    for fixture, groups in ((first, (zeke, carl)), (second, (zeke, loner))):
        planned.plan(campaign, replace(planned.read(campaign, fixture).fixture, groups=groups))
        nights.set_encounter(campaign, fixture, "scavengers")
    printing = PrintActions(riverside)
    choice = PrintChoice(("encounter",))

    def sheets(groups: list[str]) -> list[str]:
        chosen = [(printing.read(group), choice) for group in groups]
        return [str(sheet) for sheet in printing._all_contents(chosen)]

    assert len(sheets([zeke, carl])) == 1  # they play each other
    of_first, of_second = sheets([zeke, carl, loner])
    assert "Carl's Crew" in of_first
    assert "Group 0" in of_second
    (shown,) = printing.contents(zeke, replace(choice, fixture=second))
    assert str(shown) == of_second
    printing.remember(zeke, replace(choice, fixture=second))
    assert printing.choice(zeke).fixture == ""  # next time it is the next game again
