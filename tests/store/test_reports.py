"""Reports of a campaign's games: which game one is about, who can be named in it, and what is kept of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.documents.bounds import campaign_problems
from lastdays.campaign.documents.group_documents import campaign_document, read_campaign
from lastdays.campaign.exchange.sharing import read_shared_campaign, render_tale
from lastdays.campaign.game_records import GameRecordActions, RecordDrafts
from lastdays.campaign.next_game import NextGameActions
from lastdays.campaign.reports.facts import with_facts
from lastdays.campaign.reports.report_actions import ReportActions, ReportTarget
from lastdays.errors import LastDaysError
from lastdays.model.changes import MemberEdited
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import GameRecord


@pytest.fixture
def reports(riverside: Workspace) -> ReportActions:
    return ReportActions(riverside)


@pytest.fixture
def campaign(riverside: Workspace) -> str:
    return riverside.campaigns()[0].id


@pytest.fixture
def fixture(riverside: Workspace, campaign: str, zeke: str, carl: str) -> str:
    """A game that both groups have still to play."""
    return NextGameActions(riverside).plan(campaign, Fixture("", "the-escape", (zeke, carl)))


def speak(workspace: Workspace, group: str, language: str) -> None:
    """Has the players of a group read a language."""
    workspace.change_group(group, MemberEdited("Mo"), lambda g: replace(g, language=language))


def answered(form: str) -> str:
    """A form filled in."""
    form = form.replace("Reported by:", "Reported by: Anna").replace(
        "Who won:", "Who won: Carl's Crew"
    )
    form = form.replace("\nMo:", "\nMo: out by Bea, 2 zombies").replace("\nBea:", "\nBea: token")
    return form + "The truck was ours.\n"


def test_the_form_of_a_planned_game_names_all_of_it(
    reports: ReportActions, campaign: str, fixture: str
) -> None:
    form = reports.form(campaign, reports.planned(campaign, fixture))
    lines = form.splitlines()
    assert lines[0] == "Last Days – report of game 2: The Escape"
    assert lines[1].startswith("Form: Riverside ")
    for line in ("Zeke's Truckers:", "Zeke:", "Mo:", "Carl's Crew:", "Bea:", "Who drove away:"):
        assert line in lines
    assert len(form) < 700


def test_the_form_is_in_the_language_of_its_groups(
    riverside: Workspace, reports: ReportActions, campaign: str, fixture: str, zeke: str, carl: str
) -> None:
    speak(riverside, zeke, "de")
    game = reports.planned(campaign, fixture)
    assert "Who won:" in reports.form(campaign, game), "they don't read the same language"
    speak(riverside, carl, "de")
    assert "Wer hat gewonnen:" in reports.form(campaign, game)


def test_without_a_group_there_is_no_form(reports: ReportActions, campaign: str) -> None:
    with pytest.raises(LastDaysError, match="Choose a group"):
        reports.form(campaign, GameRecord("x", 2, "scavengers", ()))


def test_a_message_tells_which_game_it_is_about(
    riverside: Workspace, reports: ReportActions, campaign: str, fixture: str, zeke: str, carl: str
) -> None:
    form = reports.form(campaign, reports.planned(campaign, fixture))
    groups = (zeke, carl)
    assert reports.target(campaign, form) == ReportTarget("", fixture, groups)
    without_code = "\n".join(line for line in form.splitlines() if not line.startswith("Form"))
    assert reports.target(campaign, without_code).fixture == fixture, "the only one of these groups"
    NextGameActions(riverside).plan(campaign, Fixture("", "rescue", groups))
    assert reports.target(campaign, without_code).fixture == "", "it may be either"
    assert reports.target(campaign, form).fixture == fixture
    assert reports.target(campaign, "hello") == ReportTarget()
    records = GameRecordActions(riverside)
    recorded = records.record(campaign, reports.planned(campaign, fixture))
    assert reports.target(campaign, form) == ReportTarget(recorded.id, "", groups)
    first = riverside.campaign(campaign).campaign.games[0]
    assert reports.target(campaign, reports.form(campaign, first)).game == first.id
    other = CampaignActions(riverside).begin("Lakeside")
    assert reports.target(other, form).is_foreign


def test_those_who_are_gone_are_known_by_name(
    riverside: Workspace, reports: ReportActions, campaign: str, fixture: str, zeke: str
) -> None:
    form = answered(reports.form(campaign, reports.planned(campaign, fixture)))
    mo = next(m.id for m in riverside.group(zeke).group.members if m.name == "Mo")
    riverside.change_group(zeke, MemberEdited("Mo"), lambda group: group.bury(mo))
    (report,) = reports.read(campaign, reports.planned(campaign, fixture), form)
    assert [line.why for line in report.unread] == ["Mo of Zeke's Truckers is dead."]
    assert {fact.kind for fact in report.facts if fact.member} == {"carried"}


def test_a_report_is_recorded_in_one_step_with_who_said_so(
    riverside: Workspace, reports: ReportActions, campaign: str, fixture: str
) -> None:
    game = reports.planned(campaign, fixture)
    (report,) = reports.read(campaign, game, answered(reports.form(campaign, game)))
    assert report.unread == ()
    game = with_facts(game, report.facts)
    game = replace(game, reported_by=report.reporter, quote=report.quote)
    recorded = GameRecordActions(riverside).record(campaign, game)
    kept = riverside.campaign(campaign).campaign.games[-1]
    assert (kept.reported_by, kept.quote) == ("Anna", "The truck was ours.")
    assert [side.won for side in kept.sides] == [False, True]
    story = Chronicle(riverside, campaign).story(recorded.id)
    told = [sentence.text for sentence in story.sentences]
    assert told[-1] == "“The truck was ours.” As reported by Anna."
    assert "As reported by Anna" in render_tale(read_shared_campaign(riverside, campaign), "text")
    value = riverside.campaign(campaign).campaign
    assert read_campaign(campaign_document(value)) == value
    riverside.undo(campaign)
    assert len(riverside.campaign(campaign).campaign.games) == 1


def test_a_draft_keeps_who_reported(
    riverside: Workspace, reports: ReportActions, campaign: str, fixture: str
) -> None:
    drafts = RecordDrafts(riverside)
    game = replace(reports.planned(campaign, fixture), reported_by="Anna", quote="We ran.")
    drafts.keep(campaign, game)
    kept = drafts.kept(campaign, fixture)
    assert kept is not None
    assert (kept.reported_by, kept.quote) == ("Anna", "We ran.")
    first = riverside.campaign(campaign).campaign.games[0]
    drafts.keep(campaign, replace(first, reported_by="Ben"), correcting=True)
    correction = drafts.correction(campaign, first)
    assert correction is not None
    assert correction.reported_by == "Ben"


@pytest.mark.parametrize(
    "damaged", [{"quote": "x" * 501}, {"quote": "two\nlines"}, {"reported_by": "x" * 201}]
)
def test_what_is_too_long_for_a_record_is_refused(
    riverside: Workspace, campaign: str, damaged: dict[str, str]
) -> None:
    value = riverside.campaign(campaign).campaign
    game = replace(value.games[0], **damaged)
    (problem,) = campaign_problems(replace(value, games=(game,)))
    assert problem == "The record of game 1 is invalid."
