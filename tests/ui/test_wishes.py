"""What tables play of their own, made of counters, tables and steps and tried in the window: a reserve of
zombies, a fever that takes its time, a calendar, story points, a pet, a survivor who joins, two rolls."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from answering import answer_one
from lastdays.campaign.campaigns import HouseRules
from lastdays.model.group import Group
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.own import Counter, Level, Row, Step, Table, WrittenRule
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    GroupRoute,
    NextGameRoute,
    OwnRollRoute,
    RecordRoute,
    SequenceRoute,
)
from lastdays.ui.pages.campaign_page import CampaignPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.next_game_page import NextGamePage
from lastdays.ui.pages.own_rolls import OwnRollPage
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.hands import (
    after_first_game,
    click,
    click_on,
    counter_of,
    do,
    go,
    menu_item,
    pick,
    push,
    seen,
    settle,
    state_of,
    throw,
)


def write(session: Session, *rules: WrittenRule) -> None:
    """Writes rules into the sample campaign, after its first game."""
    after_first_game(session)
    for rule in rules:
        HouseRules(session.services.workspace).write_rule(session.window.campaign_id, rule)
    session.window.refresh()
    settle()


def zeke(session: Session) -> Group:
    workspace = session.services.workspace
    groups = workspace.groups(session.window.campaign_id)
    return workspace.group(next(g.id for g in groups if g.name.startswith("Zeke"))).group


def alone(session: Session) -> SessionPage:
    """A game of the first group alone, begun in its set-up."""
    planned = as_a(NextGamePage, go(session.window, NextGameRoute()))
    push(list(planned.chooser.groups.buttons.values())[1])
    pick(planned.chooser.encounter, "5 · Scavengers")
    push(planned.begin_button)
    page = as_a(SessionPage, session.window.page())
    page.panel.ask_panel.guard_ms = 0
    session.window.activateWindow()
    return page


def one_row(key: str, of: str, *does: str) -> Table:
    """A table that does the same whatever is rolled."""
    row = Row(upto=6, text="So it goes.", does=does)
    return Table(key=key, name=key.title(), dice=Dice(1, 6), of=of, rows=(row,))  # type: ignore[arg-type]


def counter(key: str, of: str, **fields: object) -> Counter:
    return Counter(key=key, name=key.title(), of=of, **fields)  # type: ignore[arg-type]


def test_a_reserve_of_zombies_comes_on_turn_by_turn_until_it_is_empty(sample: Session) -> None:
    write(
        sample,
        counter("reserve", "campaign", start=5, high=30, reset="game"),
        one_row("arrivals", "campaign", "zombies 2", "counter reserve -2"),
        Step(key="come", name="They come", when="turn", audience="campaign",
             while_above="reserve", table="arrivals"),
    )  # fmt: skip
    page, there = alone(sample), []
    for _turn in range(4):
        do(page, "next")
        do(page, "phase", phase="end")
        moves = [b for b in page.panel.moves.buttons.values() if "They come" in b.text()]
        if moves:
            push(moves[0])  # the program rolls: one press a turn
        there.append(len(state_of(page).zombies))
    assert there == [5, 7, 9, 9]
    assert "Reserve 0" in seen(page)


def test_more_zombies_than_twenty_stand_on_a_table_that_plays_so(sample: Session) -> None:
    write(sample, one_row("horde", "campaign", "zombies 30"))
    switches = sample.services.workspace.campaign(sample.window.campaign_id).campaign.switches
    sample.services.campaigns.set_switches(
        sample.window.campaign_id, replace(switches, zombie_cap=False)
    )
    page = alone(sample)
    menu_item(page.tools.more_button, "Roll on a table")
    click(page.panel, "1  Horde (D6)")
    assert len(state_of(page).zombies) == 33
    assert "/20" not in seen(page)


FEVER = counter(
    "fever", "member", levels=(Level(from_=1, name="In bed, games to go:", misses=True),)
)
REST = Step(
    key="rest", name="Rest", when="after", audience="member", while_above="fever", table="night"
)


def test_somebody_is_ill_for_so_many_games_and_then_well(sample: Session) -> None:
    write(sample, FEVER, one_row("night", "member", "counter fever -1"), REST)
    lou = next(m for m in zeke(sample).members if m.name == "Lou")
    sample.services.groups.set_counter(zeke(sample).id, "fever", 2, lou.id)
    for left in (1, 0):
        record = as_a(RecordPage, go(sample.window, RecordRoute()))
        list(record.group_boxes.values())[1].setChecked(False)
        settle()
        assert record.sides[0].rows[lou.id].part_picker.currentText() == "missed the game"
        click(record, "Record the game")
        games, campaign = sample.services.games, sample.window.campaign_id
        game = sample.services.workspace.campaign(campaign).campaign.games[-1]
        sequence = games.begin(campaign, game.id, zeke(sample).id)
        while sure(games.view(sequence).pending).step != "after":
            answer_one(games, sequence)
        page = as_a(SequencePage, go(sample.window, SequenceRoute(sequence)))
        assert page.ask_panel.question.text() == "Lou: roll D6 on Night."
        page.ask_panel.take_focus()
        throw(page.ask_panel, "3")
        click(page, "Finish and update the group")
        assert zeke(sample).member(lou.id).counters == {"fever": left}
    record = as_a(RecordPage, go(sample.window, RecordRoute()))
    assert record.sides[0].rows[lou.id].part_picker.currentText() == "yes"


@pytest.mark.smoke
def test_days_months_and_story_points_are_counted(sample: Session) -> None:
    months = (Level(from_=1, name="November, day"), Level(from_=31, name="December, day"))
    write(
        sample,
        counter("day", "campaign", start=44, high=99, levels=months),
        counter("story", "group", high=50),
    )
    page = as_a(CampaignPage, go(sample.window, CampaignRoute()))
    day = page.overview.counters.buttons["day"]
    assert day.text() == "December, day 44"
    group = as_a(GroupPage, go(sample.window, GroupRoute(zeke(sample).id)))
    menu_item(group.counters.buttons["story"], "3")
    assert group.counters.buttons["story"].text() == "Story 3"
    assert group.undo_names()[0] == "set Story of Zeke's Truckers to 3"


def test_food_is_found_in_the_game_and_somebody_goes_prone(sample: Session) -> None:
    write(
        sample,
        counter("food", "group", high=20),
        counter("prone", "member", high=1, reset="game",
                levels=(Level(from_=1, name="Prone", modifier={"CQC": -1}),)),
    )  # fmt: skip
    page = alone(sample)
    do(page, "next")
    mo = next(f.id for f in state_of(page).figures() if f.name == "Mo")
    click_on(counter_of(page.board.cards[mo], "own/prone"))
    page.choose(mo)
    settle()
    assert "Prone: −1 Close Quarters Combat" in seen(page.panel.sheet)
    do(page, "count", piece="A", name="own/food", amount=4)
    assert "Food 4" in seen(page)


def test_a_monkey_is_made_of_the_dog_and_joins(sample: Session) -> None:
    after_first_game(sample)
    rules, campaign = HouseRules(sample.services.workspace), sample.window.campaign_id
    made = rules.copy_of_book(campaign, "characters", "dog")
    rules.write_rule(campaign, made.called(made.key, "Monkey"))
    sample.window.refresh()
    page = as_a(GroupPage, go(sample.window, GroupRoute(zeke(sample).id)))
    page.start_recruiting()
    settle()
    assert "Monkey" in seen(page.recruit_form)
    page.recruit_form.types.choose_row(made.key)
    page.recruit_form.name.setText("Bobo")
    page.recruit_form._confirm(allowed=True)
    settle()
    assert next(m for m in zeke(sample).members if m.name == "Bobo").type == made.key


def test_a_survivor_who_was_met_joins_without_costing_points(sample: Session) -> None:
    after_first_game(sample)
    page, before = as_a(GroupPage, go(sample.window, GroupRoute(zeke(sample).id))), zeke(sample)
    menu_item(page.head.more_button, "Edit group…")
    pick(page.group_editor.member_type, "Crony")
    page.group_editor.member_name.setText("Stray")
    click(page.group_editor, "Save changes")
    after = zeke(sample)
    assert after.points == before.points
    assert [m.name for m in after.members][-1] == "Stray"


def test_of_two_rolls_the_one_that_is_kept_is_applied(sample: Session) -> None:
    luck = Table(
        key="luck", name="Luck", dice=Dice(1, 6), of="campaign",
        rows=(Row(upto=3, text="Rain."), Row(upto=6, text="Sun.")),
    )  # fmt: skip
    write(sample, luck)
    page = as_a(OwnRollPage, go(sample.window, OwnRollRoute(table="luck")))
    for die, told in (("2", "Rain."), ("5", "Sun.")):
        page.take_focus()
        throw(page.rolls.asks, die)
        assert told in page.result.text()
        if die == "2":
            click(page, "Change the answer")
    click(page, "Apply")
    (entry,) = sample.services.workspace.campaign(sample.window.campaign_id).campaign.entries
    assert entry.text == "The campaign, Luck 5: Sun."
