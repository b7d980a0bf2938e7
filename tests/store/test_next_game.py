"""The next game of a campaign: kept, undone, over once it is recorded."""

from __future__ import annotations

import io
import zipfile
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.documents.group_documents import campaign_document, read_campaign
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.next_game import NextGameActions, session_of_fixture
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.errors import DocumentError, LastDaysError
from lastdays.model.changes import GamePlanned, MemberEdited
from lastdays.model.fixtures import Fixture
from lastdays.model.group import Group
from sure import sure


def ahead(workspace: Workspace) -> tuple[NextGameActions, str]:
    return NextGameActions(workspace), workspace.campaigns()[0].id


def capture(workspace: Workspace, campaign: str, captor: str) -> tuple[str, str]:
    """Has the last member of the first group held by another; their id and the group's."""
    group = workspace.group(workspace.groups(campaign)[0].id).group
    who = group.active[-1].id

    def held(g: Group) -> Group:
        return g.change_member(who, lambda m: replace(m, status="captured", captor=captor))

    workspace.change_group(group.id, MemberEdited("Ed"), held)
    return who, group.id


def test_the_first_game_is_the_one_the_book_advises(riverside: Workspace) -> None:
    actions, campaign = ahead(riverside)
    riverside.undo(campaign)  # the game that is recorded
    game = actions.read(campaign)
    assert (game.number, game.fixture.encounter) == (1, "scavengers")


def test_a_recorded_game_is_no_longer_next_and_is_again_when_it_is_undone(
    riverside: Workspace,
) -> None:
    actions, campaign = ahead(riverside)
    records = GameRecordActions(riverside)
    planned = replace(actions.read(campaign).fixture, encounter="massacre-site")
    planned = replace(planned, id=actions.plan(campaign, planned))
    groups = planned.groups
    record = actions.prefilled_record(campaign, records.new_record(campaign, groups, ""))
    assert record.encounter == "massacre-site"
    records.record(campaign, record)
    after = actions.read(campaign)
    assert (after.number, after.fixture.encounter) == (3, "")
    riverside.undo(campaign)
    assert actions.read(campaign).fixture == planned


def test_a_group_that_is_deleted_does_not_play_and_an_entry_that_is_gone_is_open(
    riverside: Workspace,
    zeke: str,
    carl: str,
) -> None:
    actions, campaign = ahead(riverside)
    planned = Fixture("", "no-such-encounter", (zeke, carl), defender=carl)
    actions.plan(campaign, planned)
    GroupActions(riverside).delete(carl)
    found = actions.read(campaign).fixture
    assert (found.encounter, found.groups, found.defender) == ("", (zeke,), "")


def test_a_record_begins_with_who_stayed_behind(riverside: Workspace) -> None:
    actions, campaign = ahead(riverside)
    planned = replace(actions.read(campaign).fixture, encounter="bushwhack")
    actions.plan(campaign, planned)
    records = GameRecordActions(riverside)
    record = actions.prefilled_record(
        campaign, records.new_record(campaign, planned.groups, "Others")
    )
    parts = [[a.part for a in side.appearances] for side in record.sides]
    # Zeke's Truckers attack with six, the rest misses the game; three defend, the rest may come.
    assert (parts[0].count("deployed"), parts[0].count("missing")) == (6, 2)
    assert (parts[1].count("deployed"), parts[1].count("held-back")) == (3, 5)
    assert [s.name for s in record.sides] == ["Zeke's Truckers", "Carl's Crew", "Others"]


def test_nobody_is_dead_before_it_is_said(riverside: Workspace, carl: str) -> None:
    actions, campaign = ahead(riverside)
    records = GameRecordActions(riverside)
    who, one = capture(riverside, campaign, carl)

    def fates(encounter: str) -> dict[str, str]:
        actions.plan(campaign, replace(actions.read(campaign).fixture, encounter=encounter))
        record = actions.prefilled_record(campaign, records.new_record(campaign, (one, carl), ""))
        return {c.member: c.fate for c in sure(record.side_of(one)).captives}

    assert fates("rescue") == fates("scavengers") == {who: "open"}
    planned = actions.read(campaign).fixture
    actions.plan(campaign, replace(planned, encounter="rescue", defender=one))
    record = actions.prefilled_record(campaign, records.new_record(campaign, (one, carl), ""))
    assert [c.fate for c in sure(record.side_of(one)).captives] == ["held"]


def three(workspace: Workspace) -> tuple[NextGameActions, str, list[str]]:
    """Three fixtures of the same two groups; their ids in order."""
    actions, campaign = ahead(workspace)
    groups = workspace.campaign(campaign).campaign.groups[:2]
    planned = []
    for encounter in ("scavengers", "massacre-site", "bushwhack"):
        planned.append(actions.plan(campaign, Fixture("", encounter, groups)))
    return actions, campaign, planned


def test_several_games_are_set_up_each_on_its_own(riverside: Workspace) -> None:
    actions, campaign, planned = three(riverside)
    first, second, third = planned
    games = [actions.read(campaign, fixture) for fixture in planned]
    assert [game.number for game in games] == [2, 3, 4]
    assert [game.fixture.encounter for game in games] == [
        "scavengers", "massacre-site", "bushwhack",
    ]  # fmt: skip
    assert actions.read(campaign).fixture.id == first
    changed = replace(games[1].fixture, table="Cellar", day="2026-10-03")
    assert actions.plan(campaign, changed) == second
    fixtures = riverside.campaign(campaign).campaign.fixtures
    assert [fixture.table for fixture in fixtures] == ["", "Cellar", ""]
    assert riverside.undo(campaign) == "set up game 3"
    assert actions.read(campaign, second) == games[1]
    assert actions.read(campaign, third).fixture.id == third


def test_a_game_is_that_of_the_fixture_it_was_planned_as(riverside: Workspace) -> None:
    actions, campaign, planned = three(riverside)
    first, second, third = planned
    records = GameRecordActions(riverside)
    groups = actions.read(campaign).fixture.groups
    fresh = records.new_record(campaign, groups, "")
    out_of_turn = records.record(campaign, actions.prefilled_record(campaign, fresh, third))
    assert (out_of_turn.number, out_of_turn.encounter, out_of_turn.fixture) == (
        2,
        "bushwhack",
        third,
    )
    late = replace(actions.prefilled_record(campaign, fresh, second), id="late")
    assert late.number == 2  # filled in while the other was
    assert records.record(campaign, late).number == 3
    # without a fixture it is the first of the same groups
    plain = replace(records.new_record(campaign, groups, ""), encounter="scavengers")
    assert records.record(campaign, plain).fixture == first
    assert riverside.campaign(campaign).campaign.open_fixtures == ()
    riverside.undo(campaign)
    assert [f.id for f in riverside.campaign(campaign).campaign.open_fixtures] == [first]
    records.delete(campaign, out_of_turn.id)
    assert [f.id for f in riverside.campaign(campaign).campaign.open_fixtures] == [first, third]


def test_a_session_of_a_fixture_is_recorded_as_that(riverside: Workspace) -> None:
    actions, campaign, planned = three(riverside)
    sessions = SessionActions(riverside, PostGameActions(riverside, Random(1)))
    game = actions.read(campaign, planned[1])
    session = sessions.begin(campaign, game.setup, fixture=planned[1])
    half_done = riverside.places(campaign).half_done
    names = tuple(entrant.name for entrant in game.setup.entrants)
    assert [session_of_fixture(fixture, names, half_done) for fixture in planned] == [
        "",
        session,
        "",
    ]
    sessions.tracker(session).end()
    campaign_now = riverside.campaign(campaign).campaign
    assert campaign_now.games_of_fixtures[planned[1]].id == session


def test_what_is_played_is_listed_until_another_day_is_planned(riverside: Workspace) -> None:
    actions, campaign, planned = three(riverside)
    records = GameRecordActions(riverside)
    fresh = records.new_record(campaign, actions.read(campaign).fixture.groups, "")
    records.record(campaign, actions.prefilled_record(campaign, fresh, planned[0]))
    assert len(riverside.campaign(campaign).campaign.fixtures) == 3
    new = actions.plan(campaign, Fixture(encounter="rescue", day="2026-10-10"), first=True)
    fixtures = riverside.campaign(campaign).campaign.fixtures
    assert [fixture.id for fixture in fixtures] == [new, *planned[1:]]


def test_there_is_room_for_so_many_fixtures(riverside: Workspace) -> None:
    actions, campaign = ahead(riverside)
    full = tuple(Fixture(f"f{n}") for n in range(200))
    riverside.change_campaign(campaign, GamePlanned(2), lambda c: replace(c, fixtures=full))
    with pytest.raises(LastDaysError, match="Fixtures can have 200 entries at most, not 201"):
        actions.plan(campaign, Fixture(encounter="rescue"))


def test_the_plan_of_an_earlier_version_is_the_first_fixture(riverside: Workspace) -> None:
    _actions, campaign = ahead(riverside)
    now = riverside.campaign(campaign).campaign
    body = json.decode(campaign_document(now))
    body["planned"] = {"number": 2, "encounter": "rescue", "groups": list(now.groups), "die": 3}
    upgraded = read_campaign(json.encode(body))
    assert upgraded == replace(now, fixtures=(Fixture("game-2", "rescue", now.groups, die=3),))
    body["planned"]["number"] = 1  # that game has been played
    assert read_campaign(json.encode(body)) == now
    assert read_campaign(campaign_document(upgraded)) == upgraded
    body["planned"] = {"number": 2, "encounter": 5}
    with pytest.raises(DocumentError):
        read_campaign(json.encode(body))


def test_the_plan_in_a_campaign_s_file_of_an_earlier_version_comes_along(
    riverside: Workspace,
) -> None:
    _actions, campaign = ahead(riverside)
    transfer = CampaignTransfer(riverside)
    filed = io.BytesIO(transfer.export(campaign))
    older = io.BytesIO()
    with zipfile.ZipFile(filed) as source, zipfile.ZipFile(older, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "campaign.json":
                head = json.decode(content)
                groups = head["campaign"]["groups"]
                head["campaign"]["planned"] = {"number": 2, "encounter": "rescue", "groups": groups}
                content = json.encode(head)
            target.writestr(name, content)
    copy = transfer.add_campaign(transfer.open_file(older.getvalue()))
    value = riverside.campaign(copy).campaign
    assert value.fixtures == (Fixture("game-2", "rescue", value.groups),)
