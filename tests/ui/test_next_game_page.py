"""The next game: rolled for or chosen, set up, and handed on to the table, to paper, to the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.changes import MemberEdited
from lastdays.model.fixtures import Fixture
from lastdays.model.group import Group, NextEncounter
from lastdays.tabletop.last_days.state import State
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    TrackerRoute,
)
from lastdays.ui.pages.next_game_page import NextGamePage
from sure import as_a, sure
from ui.hands import (
    arrive,
    click,
    find_button,
    go,
    key,
    pick,
    push,
    seen,
    settle,
    tab_to,
    tracker_of,
)


@pytest.fixture
def page(sample: Session) -> NextGamePage:
    return as_a(NextGamePage, go(sample.window, NextGameRoute()))


def choose(page: NextGamePage, text: str) -> None:
    """Chooses an Encounter as a click on it would."""
    pick(page.chooser.encounter, text)


def group_of(sample: Session, n: int) -> Group:
    workspace = sample.services.workspace
    return workspace.group(workspace.groups(sample.window.campaign_id)[n].id).group


def change(sample: Session, n: int, how: Callable[..., Any]) -> None:
    """Has something of a group be so, as if it had come to it before."""
    group = group_of(sample, n)
    sample.services.workspace.change_group(group.id, MemberEdited("Mo"), how)
    sample.services.announce()
    settle()


def planned(sample: Session) -> Fixture:
    return sample.services.workspace.campaign(sample.window.campaign_id).campaign.fixtures[0]


@pytest.mark.smoke
def test_the_roll_is_asked_for_typed_and_kept(page: NextGamePage, sample: Session) -> None:
    assert "Which Encounter? Roll a D6." in seen(page)
    assert not page.body.isVisible()
    assert not find_button(sample.window, "Begin at the table").isEnabled()
    page.roll.panel.guard_ms = 0
    assert page.roll.panel.dice is not None
    key("3", "Return")
    assert page.chooser.encounter.currentText() == "3 · Massacre Site"
    assert "Rolled 3." in seen(page)
    assert "Five" not in seen(page)
    assert (planned(sample).encounter, planned(sample).die) == ("massacre-site", 3)
    assert page.body.isVisible()
    assert page.roll.isHidden()


def test_a_radio_room_shifts_the_roll_and_two_cancel_out(
    page: NextGamePage, sample: Session
) -> None:
    def passed(group: Group) -> Group:
        return replace(group, next_encounter=NextEncounter(("radio-room",)))

    change(sample, 0, passed)
    assert "Zeke's Truckers may shift the roll: Radio Room." in seen(page)
    page.roll.panel.guard_ms = 0
    assert page.roll.panel.dice is not None
    key("5", "Return")
    next(b for k, b in page.roll.panel.options.items() if k == "1").click()
    settle()
    assert page.chooser.encounter.currentText() == "6 · The Escape"
    assert "Rolled 5, shifted by +1." in seen(page)
    assert (planned(sample).die, planned(sample).shift) == (5, 1)
    change(sample, 1, passed)
    page.roll_for_it()
    key("2", "Return")
    assert page.chooser.encounter.currentText() == "2 · Home Defense"  # nothing was offered


def test_members_are_deployed_by_the_keyboard_and_it_is_undone(page: NextGamePage) -> None:
    choose(page, "1 · Bushwhack")
    side = page.sides[0]
    doc = next(b for b in side.members.values() if b.name.text() == "Doc")
    assert not doc.isChecked()
    assert doc.accessibleName() == "Doc, Rescue Worker: stays behind"
    tab_to(doc, most=80)
    key("Space")
    assert doc.isChecked()
    assert doc.hasFocus()
    assert "Deploys 7 of up to 6" in seen(page)
    assert "Zeke's Truckers deploys 7; the Encounter allows 6. (p.\u00a099)" in seen(page)
    key("Ctrl+Z")
    assert not next(b for b in side.members.values() if b.name.text() == "Doc").isChecked()
    key("Ctrl+Shift+Z")
    assert "Deploys 7 of up to 6" in seen(page)
    kit = next(b for b in page.sides[1].members.values() if b.name.text() == "Kit")
    assert kit.accessibleName() == "Kit, Survivor: may come later"


def test_the_defender_can_be_said_or_left_to_a_roll_off(
    page: NextGamePage, sample: Session
) -> None:
    choose(page, "2 · Home Defense")
    box = page.chooser.defender.picker
    assert box.currentText() == "Roll off at the table"
    pick(box, "Carl's Crew")
    words = seen(page)
    assert "defends" in words
    assert "Watch Tower: A position that always counts as cover. (p.\u00a082)" in words
    assert "Watch Tower: on the Refuge or within 3″ of it" in words
    pick(box, "Roll off at the table")
    assert planned(sample).rolled_at_table
    choose(page, "5 · Scavengers")
    assert not box.isVisible()


def test_it_begins_at_the_table_with_these_groups_and_goes_back_there(
    page: NextGamePage, sample: Session
) -> None:
    choose(page, "1 · Bushwhack")
    doc = next(b for b in page.sides[0].members.values() if b.name.text() == "Doc")
    rat = next(b for b in page.sides[0].members.values() if b.name.text() == "Rat")
    rat.click()
    push(doc)
    click(sample.window, "Begin at the table")
    assert isinstance(sample.window.route, TrackerRoute)
    state = as_a(State, tracker_of(sample.window.pages.tracker).state)
    assert state.table.encounter == "bushwhack"
    here = {f.name for f in state.figures("A") if f.on_table}
    assert "Doc" in here
    assert "Rat" not in here
    assert [t.role for t in state.teams] == ["attacker", "defender"]
    assert len([f for f in state.figures("B") if f.on_table]) == 3
    go(sample.window, NextGameRoute())
    click(sample.window, "Back to the table")
    assert isinstance(sample.window.route, TrackerRoute)
    assert len(sample.services.sessions.listed(sample.window.campaign_id)) == 1


def test_the_record_begins_with_the_game_as_it_is_set_up(
    page: NextGamePage, sample: Session
) -> None:
    choose(page, "1 · Bushwhack")
    click(sample.window, "Record the result")
    assert sample.window.route == RecordRoute(planned=True, fixture=planned(sample).id)
    record = sample.window.pages.record
    assert record.encounter.currentText() == "1 · Bushwhack"
    parts = [a.part for a in record.value().sides[1].appearances]
    assert (parts.count("deployed"), parts.count("held-back")) == (3, 5)
    next(iter(record.sides[0].rows.values())).zombie_count.setValue(4)
    settle()
    # Set up otherwise, it keeps what was filled in.
    go(sample.window, NextGameRoute())
    choose(page, "3 · Massacre Site")
    click(sample.window, "Record the result")
    assert record.encounter.currentText() == "3 · Massacre Site"
    assert next(iter(record.sides[0].rows.values())).zombie_count.value() == 4
    click(record, "Record the game")
    game = sample.services.workspace.campaign(sample.window.campaign_id).campaign.games[-1]
    assert (game.number, game.encounter) == (2, "massacre-site")
    go(sample.window, NextGameRoute())
    assert sample.window.pages.next_game.head.title.text() == "Game 3"
    assert "Which Encounter? Roll a D6." in seen(page)


def test_a_new_record_and_the_set_up_at_the_table_begin_with_it_too(
    page: NextGamePage, sample: Session
) -> None:
    choose(page, "6 · The Escape")
    record = go(sample.window, RecordRoute())
    assert record.encounter.currentText() == "6 · The Escape"
    key("Ctrl+G")
    click(sample.window.pages.table, "New game")
    assert sample.window.pages.table.setup.encounter.currentText() == "6 · The Escape"


def test_the_sheet_is_shown_alone_before_it_is_printed(page: NextGamePage, sample: Session) -> None:
    choose(page, "6 · The Escape")
    click(sample.window, "Print a sheet")
    printing = sample.window.pages.print
    assert isinstance(sample.window.route, PrintRoute)
    assert list(printing.choice.kinds) == ["encounter"]
    printing.make()
    arrive(sample)
    assert sure(printing.made).pages == 1
    go(sample.window, PrintRoute(group_of(sample, 1).id))
    assert list(printing.choice.kinds) == ["characters", "group"]  # what was chosen before is kept


def test_groups_play_or_not_and_nobody_is_a_sentence(page: NextGamePage, sample: Session) -> None:
    choose(page, "5 · Scavengers")
    push(page.chooser.groups.buttons[group_of(sample, 0).id])
    assert sample.window.pages.next_game.head.note.whole == "Carl's Crew"
    assert len(page.sides) == 1
    push(page.chooser.groups.buttons[group_of(sample, 1).id])
    assert "The next game needs a group of this campaign." in seen(page)
    assert not find_button(sample.window, "Begin at the table").isEnabled()
    key("Ctrl+Z")
    assert "Carl's Crew" in seen(page)


def test_escape_gives_up_a_roll_then_goes_to_the_campaign(
    page: NextGamePage, sample: Session
) -> None:
    choose(page, "5 · Scavengers")
    click(page, "Roll for the Encounter")
    assert page.roll.isVisible()
    assert not page.body.isVisible()
    key("Esc")
    assert page.body.isVisible()
    assert planned(sample).encounter == "scavengers"
    key("Esc")
    assert sample.window.route == CampaignRoute()


def test_a_campaign_with_many_groups_lists_them(page: NextGamePage, sample: Session) -> None:
    services, campaign = sample.services, sample.window.campaign_id
    for n in range(8):
        services.groups.create_with_leader(campaign, f"Group {n}", "merciless-thug", "Nell", "mall")
    services.announce()
    settle()
    assert len(page.chooser.groups.buttons) == 6
    assert page.chooser.groups.others.count() == 5
    pick(page.chooser.groups.others, page.chooser.groups.others.itemText(4))
    assert len(page.chooser.groups.buttons) == 7
    assert planned(sample).groups[-1] == services.workspace.groups(campaign)[-1].id


def drawn_of(sample: Session, group: str) -> tuple[str, int] | None:
    drawn = planned(sample).drawn_for(group)
    return None if drawn is None else (drawn.size, drawn.number)


def test_who_fights_is_drawn_by_the_program(page: NextGamePage, sample: Session) -> None:
    choose(page, "5 · Scavengers")
    zeke = group_of(sample, 0)
    click(page.sides[0], "Draw at random who of Zeke's Truckers fights")
    shown = seen(page)
    assert "Who of Zeke's Truckers fights?" in shown
    assert "8 of 8 members can be deployed at most." in shown
    assert not page.body.isVisible()
    page.lots.number.setValue(3)
    click(page.lots, "Draw them")
    assert "Draw a member at random: 3 to go." in seen(page)
    page.lots.panel.guard_ms = 0
    click(page.lots, "Draw for me")
    assert page.body.isVisible()
    shown = seen(page)
    assert "Deploys 3 of 8" in shown
    assert "Drawn at random: 3" in shown
    assert drawn_of(sample, zeke.id) == ("number", 3)
    parts = [planned(sample).parts[member.id] for member in zeke.active]
    assert (parts.count("deployed"), parts.count("missing")) == (3, 5)
    # by hand it is no longer as it was drawn
    ticked = next(made for made in page.sides[0].members.values() if made.isChecked())
    push(ticked)
    assert "Deploys 2 of 8" in seen(page)
    assert "Drawn at random" not in seen(page)
    key("Ctrl+Z")
    assert "Drawn at random: 3" in seen(page)


def test_who_fights_is_typed_as_the_dice_on_the_table_say(
    page: NextGamePage, sample: Session
) -> None:
    choose(page, "5 · Scavengers")
    carl = group_of(sample, 1)
    click(page.sides[1], "Draw at random who of Carl's Crew fights")
    pick(page.lots.sizes, "D3+4")
    assert not page.lots.number.isVisible()
    click(page.lots, "Draw them")
    assert "How many fight? Roll D3+4." in seen(page)
    page.lots.panel.guard_ms = 0
    assert page.lots.panel.dice is not None
    key("1", "Return")
    names = {member.id: member.name for member in carl.active}
    last = ""
    for _place in range(5):
        assert "Draw a member at random:" in seen(page)
        last = next(iter(page.lots.panel.options))
        push(page.lots.panel.options[last])
        settle()
    shown = seen(page)
    assert "Drawn at random: D3+4, 5" in shown
    assert names[last] in seen(sample.window)
    assert drawn_of(sample, carl.id) == ("D3+4", 5)
    assert planned(sample).parts[last] == "deployed"


def test_a_draw_is_given_up_and_respects_the_encounter(page: NextGamePage, sample: Session) -> None:
    choose(page, "1 · Bushwhack")
    click(page.sides[1], "Draw at random who of Carl's Crew fights")
    assert "3 of 8 members can be deployed at most." in seen(page)
    key("Escape")
    assert page.body.isVisible()
    assert planned(sample).drawn == ()
    click(page.sides[1], "Draw at random who of Carl's Crew fights")
    click(page.lots, "Choose by hand")
    assert page.body.isVisible()
    click(page.sides[1], "Draw at random who of Carl's Crew fights")
    pick(page.lots.sizes, "The whole group")
    click(page.lots, "Draw them")
    page.lots.panel.guard_ms = 0
    click(page.lots, "Draw for me")
    assert "Deploys 3 of up to 3" in seen(page)
    carl = group_of(sample, 1)
    parts = [planned(sample).parts[member.id] for member in carl.active]
    assert parts.count("held-back") == 5  # who defends may come later
