"""Players' own rules between games: steps before the next game and tables rolled at any time, each one
change of the campaign and a group, told in the chronicle and undone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.documents.bounds import campaign_problems
from lastdays.campaign.documents.group_documents import campaign_document, read_campaign
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.next_game import NextGameActions, briefing
from lastdays.campaign.own_rolls import Occasion, OwnRollActions, OwnRollDrafts
from lastdays.desktop import paths
from lastdays.errors import NothingToUndoError, RuleError
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import RolledRow, StepResult
from lastdays.procedure.replay import Answer
from lastdays.rulebook.own import Row, Step
from lastdays.tabletop.last_days.setup import begin
from lastdays.tabletop.last_days.state import Rules
from lastdays.values import Value
from sure import sure
from unit.rulebook.winter import DAY, EAT, FOOD, ILLNESS, ROLL_SKY, SICKNESS, SKY

SUPPER = replace(EAT, key="supper", name="Supper", when="before")
DOG = Step(key="dog", name="Feed the dog", when="before", audience="group")


class Winter(Value):
    """The sample under rules of its players, whose next game has two groups."""

    workspace: Workspace
    rolls: OwnRollActions
    campaign: str
    zeke: str
    carl: str

    def roll(self, occasion: Occasion, *values: Any) -> None:
        """Plays an occasion with these answers, in order, and stores what it comes to."""
        rolling = self.rolls.begin(self.campaign, occasion)
        answers: dict[str, Answer] = {}
        for value in values:
            answers[sure(rolling.played(answers).pending).key] = Answer(value, "typed")
        self.rolls.apply(rolling, answers)

    def mo(self) -> str:
        members = self.workspace.group(self.zeke).group.members
        return next(m.id for m in members if m.name == "Mo")


@pytest.fixture
def winter(riverside: Workspace) -> Winter:
    campaign = riverside.campaigns()[0].id
    riverside.work_on(campaign)
    for rule in (SICKNESS, FOOD, DAY, ILLNESS, SKY, ROLL_SKY):
        HouseRules(riverside).write_rule(campaign, rule)
    groups = {g.name: g.id for g in riverside.groups(campaign)}
    zeke = next(id for name, id in groups.items() if name.startswith("Zeke"))
    carl = next(id for name, id in groups.items() if name.startswith("Carl"))
    game = NextGameActions(riverside)
    game.plan(campaign, Fixture("tonight", "scavengers", (zeke, carl)))
    return Winter(riverside, OwnRollActions(riverside), campaign, zeke, carl)


# Steps before a game


def test_a_step_of_the_campaign_is_due_once_and_undone(winter: Winter) -> None:
    assert winter.rolls.due(winter.campaign) == (Occasion("weather", fixture="tonight"),)
    winter.roll(Occasion("weather"), 2)
    value = winter.workspace.campaign(winter.campaign).campaign
    assert value.counters == {"day": 2}
    assert value.fixtures[0].before == (
        StepResult(
            "weather", "The weather", who="Riverside", rows=(RolledRow("The sky", 2, "Snow {n} <b>."),),
            notes=("No running.",), zombies=2,
        ),
    )  # fmt: skip
    assert (value.fixtures[0].notes, value.fixtures[0].zombies) == (("No running.",), 2)
    assert winter.rolls.due(winter.campaign) == ()
    assert winter.workspace.undo(winter.campaign) == "did The weather for Riverside"
    assert winter.rolls.due(winter.campaign) == (Occasion("weather", fixture="tonight"),)
    assert winter.workspace.campaign(winter.campaign).campaign.counters == {}


def test_members_of_the_groups_that_play_are_asked_one_by_one(winter: Winter) -> None:
    rules = HouseRules(winter.workspace)
    rules.remove_rule(winter.campaign, ROLL_SKY)
    rules.write_rule(winter.campaign, SUPPER)
    groups = [winter.workspace.group(id).group for id in (winter.zeke, winter.carl)]
    everybody = [(g.id, m.id) for g in groups for m in g.active]
    due = winter.rolls.due(winter.campaign)
    assert [(one.group, one.member) for one in due] == everybody
    winter.roll(due[0], "pay")
    winter.roll(due[1], "no", 1)
    assert winter.rolls.due(winter.campaign) == due[2:]
    after = winter.workspace.group(winter.zeke).group
    assert after.counters == {"food": 4}
    assert after.member(due[1].member).counters == {"sickness": 1}
    assert winter.workspace.group(winter.zeke).undo == (
        f"did Supper for {after.member(due[1].member).name}"
    )
    winter.workspace.undo(winter.campaign, winter.zeke)
    assert winter.rolls.due(winter.campaign) == due[1:]
    game = NextGameActions(winter.workspace)
    alone = replace(game.read(winter.campaign).fixture, groups=(winter.carl,))
    game.plan(winter.campaign, alone)
    assert [one.group for one in winter.rolls.due(winter.campaign)] == [
        winter.carl for _m in groups[1].active
    ]
    assert len(game.read(winter.campaign).fixture.before) == 1  # kept if the group comes back


def test_who_misses_the_game_is_not_among_those_standing(winter: Winter) -> None:
    rules = HouseRules(winter.workspace)
    rules.remove_rule(winter.campaign, ROLL_SKY)
    rules.write_rule(winter.campaign, replace(SUPPER, audience="standing"))
    GroupActions(winter.workspace).set_counter(winter.zeke, "sickness", 5, winter.mo())
    assert winter.mo() not in [one.member for one in winter.rolls.due(winter.campaign)]


def test_a_reminder_comes_once_for_each_group(winter: Winter) -> None:
    rules = HouseRules(winter.workspace)
    rules.remove_rule(winter.campaign, ROLL_SKY)
    rules.write_rule(winter.campaign, replace(DOG, audience="member"))
    due = winter.rolls.due(winter.campaign)
    assert due == (
        Occasion("dog", group=winter.zeke, fixture="tonight"),
        Occasion("dog", group=winter.carl, fixture="tonight"),
    )
    winter.roll(due[0], "done")
    assert winter.rolls.due(winter.campaign) == due[1:]


def test_a_step_waits_for_its_counter(winter: Winter) -> None:
    HouseRules(winter.workspace).write_rule(winter.campaign, replace(ROLL_SKY, while_above="day"))
    assert winter.rolls.due(winter.campaign) == (Occasion("weather", fixture="tonight"),)
    CampaignActions(winter.workspace).set_counter(winter.campaign, "day", 0)
    assert winter.rolls.due(winter.campaign) == ()


def test_what_came_before_goes_to_the_record_and_is_told(winter: Winter) -> None:
    HouseRules(winter.workspace).write_rule(winter.campaign, replace(SUPPER, audience="group"))
    winter.roll(Occasion("weather"), 2)
    winter.roll(Occasion("supper", group=winter.zeke), "no", 5)
    winter.roll(Occasion("supper", group=winter.carl), "pay")
    records = GameRecordActions(winter.workspace)
    game = records.new_record(winter.campaign, (winter.zeke,), "")
    records.record(winter.campaign, replace(game, encounter="scavengers"))
    recorded = winter.workspace.campaign(winter.campaign).campaign.games[-1]
    assert [(one.step, one.group) for one in recorded.before] == [
        ("weather", ""), ("supper", winter.zeke),
    ]  # fmt: skip
    records.record(winter.campaign, replace(recorded, notes="Cold.", before=()))
    assert winter.workspace.campaign(winter.campaign).campaign.games[-1].before == recorded.before
    said = [s.text for s in Chronicle(winter.workspace, winter.campaign).story(game.id).sentences]
    assert "The weather: Snow {n} <b>." in said
    assert "Supper, Zeke's Truckers: Holds on." in said
    assert winter.rolls.due(winter.campaign)[0] == Occasion("weather")  # before the one after
    records.delete(winter.campaign, game.id)
    assert winter.rolls.due(winter.campaign) == ()


def test_what_came_before_stands_in_the_briefing_and_at_the_table(winter: Winter) -> None:
    HouseRules(winter.workspace).write_rule(winter.campaign, SUPPER)
    before = NextGameActions(winter.workspace).read(winter.campaign)
    plain = sure(briefing(before, winter.workspace.catalogue))
    winter.roll(Occasion("weather"), 2)
    winter.roll(Occasion("supper", group=winter.zeke, member=winter.mo()), "no", 1)
    game = NextGameActions(winter.workspace).read(winter.campaign)
    found = sure(briefing(game, winter.workspace.catalogue))
    assert found.rules == (*plain.rules, "The weather: Snow {n} <b>.", "No running.")
    assert found.steps[-1] == "Our rules: place 2 more zombies, as far as the table has room."
    mo = next(m for m in found.sides[0].members if m.name == "Mo")
    assert ("Supper", "Sicker.") in [(one.name, one.text) for one in mo.reminders]
    table = begin(game.setup, Rules(winter.workspace.catalogue, game.switches)).table
    assert (table.notes, table.more_zombies) == (("No running.",), 2)


def test_what_came_before_is_stored_and_bounded(winter: Winter) -> None:
    winter.roll(Occasion("weather"), 1)
    value = winter.workspace.campaign(winter.campaign).campaign
    assert read_campaign(campaign_document(value)) == value
    assert campaign_problems(value) == []
    (result,) = value.fixtures[0].before
    for odd in (
        replace(result, name="x" * 201),
        replace(result, zombies=-1),
        replace(result, rows=(RolledRow("a", 1, "x" * 501),)),
        replace(result, notes=("x" * 201,)),
    ):
        odd_fixture = replace(value.fixtures[0], before=(odd,))
        assert campaign_problems(replace(value, fixtures=(odd_fixture,))) == [
            "What came before the next game is invalid."
        ]


# Any table at any time


def test_a_member_rolls_on_a_table_at_any_time(winter: Winter) -> None:
    occasion = Occasion(table="illness", group=winter.zeke, member=winter.mo())
    winter.roll(occasion, 2)
    assert winter.workspace.group(winter.zeke).group.member(winter.mo()).counters == {"sickness": 1}
    (entry,) = winter.workspace.campaign(winter.campaign).campaign.entries
    assert entry.text == "Mo, Illness 2: Sicker.\nMo: Sickness 0 → 1, Coughing."
    assert entry.about == ((winter.zeke, winter.mo()),)
    assert winter.workspace.group(winter.zeke).undo == "rolled on Illness for Mo"
    winter.workspace.undo(winter.campaign, winter.zeke)
    assert winter.workspace.campaign(winter.campaign).campaign.entries == ()
    assert winter.workspace.group(winter.zeke).group.member(winter.mo()).counters == {}
    winter.workspace.redo(winter.campaign, winter.zeke)
    assert len(winter.workspace.campaign(winter.campaign).campaign.entries) == 1


def test_both_are_undone_or_neither(winter: Winter) -> None:
    winter.roll(Occasion(table="illness", group=winter.zeke, member=winter.mo()), 2)
    winter.roll(Occasion(table="illness", group=winter.carl), 2)
    with pytest.raises(NothingToUndoError):
        winter.workspace.undo(winter.campaign, winter.zeke)
    winter.workspace.undo(winter.campaign)
    assert winter.workspace.undo(winter.campaign, winter.zeke) == "rolled on Illness for Mo"


def test_the_campaign_rolls_and_what_it_brings_waits_for_the_next_game(winter: Winter) -> None:
    winter.roll(Occasion(table="sky"), 3)
    value = winter.workspace.campaign(winter.campaign).campaign
    assert value.counters == {"day": 2}
    assert (value.fixtures[0].notes, value.fixtures[0].zombies) == (("No running.",), 2)
    assert value.entries[0].about == ()
    assert value.entries[0].text.splitlines()[0] == "The campaign, The sky 3: Snow {n} <b>."
    assert winter.rolls.due(winter.campaign) == (
        Occasion("weather", fixture="tonight"),
    )  # that was no step
    GameRecordActions(winter.workspace).record(
        winter.campaign,
        replace(
            GameRecordActions(winter.workspace).new_record(winter.campaign, (winter.zeke,), ""),
            encounter="scavengers",
        ),
    )
    chronicle = Chronicle(winter.workspace, winter.campaign)
    told = chronicle.story(chronicle.games[-1].id).sentences
    assert not any("Snow {n} <b>." in sentence.text for sentence in told)  # its entry tells it


def test_an_injury_at_any_time_is_rolled_and_the_dead_are_remembered(winter: Winter) -> None:
    bad = replace(ILLNESS, key="bad", rows=(Row(upto=6, text="A fall.", does=("injury",)),))
    HouseRules(winter.workspace).write_rule(winter.campaign, bad)
    lou = next(m.id for m in winter.workspace.group(winter.zeke).group.members if m.name == "Lou")
    occasion = Occasion(table="bad", group=winter.zeke, member=lou)
    rolling = winter.rolls.begin(winter.campaign, occasion)
    answers = {
        f"before/bad/{lou}/roll": Answer(1),
        f"before/bad/{lou}/injury-1/roll": Answer((1, 1)),
    }
    asked = rolling.played(answers)
    while asked.pending is not None:  # somebody may help: they don't
        answers[asked.pending.key] = Answer("keep")
        asked = rolling.played(answers)
    winter.rolls.apply(rolling, answers)
    dead = winter.workspace.group(winter.zeke).group.member(lou)
    assert (dead.status, dead.fate_game) == ("dead", 1)


def test_a_roll_is_refused_once_something_else_has_changed(winter: Winter) -> None:
    occasion = Occasion(table="illness", group=winter.zeke, member=winter.mo())
    rolling = winter.rolls.begin(winter.campaign, occasion)
    answers = {f"before/illness/{winter.mo()}/roll": Answer(2)}
    with pytest.raises(RuleError, match=r"The roll isn't finished yet\."):
        winter.rolls.apply(rolling, {})
    GroupActions(winter.workspace).set_counter(winter.zeke, "food", 1)
    with pytest.raises(
        RuleError, match=r"Zeke's Truckers has changed since, so nothing was stored"
    ):
        winter.rolls.apply(rolling, answers)
    sky = winter.rolls.begin(winter.campaign, Occasion(table="sky"))
    CampaignActions(winter.workspace).set_counter(winter.campaign, "day", 9)
    with pytest.raises(RuleError, match=r"The campaign's counters have changed since"):
        winter.rolls.apply(sky, {"before/sky/campaign/roll": Answer(1)})
    assert winter.workspace.campaign(winter.campaign).campaign.entries == ()
    with pytest.raises(RuleError, match="don't have that any longer"):
        winter.rolls.begin(winter.campaign, Occasion(table="gone"))


def test_answers_are_kept_until_what_they_start_from_has_changed(winter: Winter) -> None:
    drafts = OwnRollDrafts(winter.workspace)
    occasion = Occasion(table="illness", group=winter.zeke, member=winter.mo())
    rolling = winter.rolls.begin(winter.campaign, occasion)
    answers = {f"before/illness/{winter.mo()}/roll": Answer(2, "typed")}
    assert drafts.kept(rolling) == {}
    drafts.keep(rolling, answers)
    assert drafts.kept(winter.rolls.begin(winter.campaign, occasion)) == answers
    assert drafts.kept(winter.rolls.begin(winter.campaign, Occasion(table="sky"))) == {}
    GroupActions(winter.workspace).set_counter(winter.zeke, "food", 1)
    assert drafts.kept(winter.rolls.begin(winter.campaign, occasion)) == {}
    winter.workspace.undo(winter.campaign, winter.zeke)
    again = winter.rolls.begin(winter.campaign, occasion)
    assert drafts.kept(again) == answers
    (file,) = paths.drafts().iterdir()
    file.write_bytes(b'{"occasion": 1')
    assert drafts.kept(again) == {}
    drafts.keep(again, {})
    assert not file.exists()


def test_gear_gained_twice_has_two_ids(winter: Winter) -> None:
    find = replace(
        ILLNESS, key="find", of="group", rows=(Row(upto=6, text="!", does=("gains knife",)),)
    )
    HouseRules(winter.workspace).write_rule(winter.campaign, find)
    before = len(winter.workspace.group(winter.zeke).group.stash)
    for _n in range(2):
        winter.roll(Occasion(table="find", group=winter.zeke), 1)
    stash = winter.workspace.group(winter.zeke).group.stash
    assert len({item.id for item in stash}) == before + 2
