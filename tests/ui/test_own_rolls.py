"""Steps of the players' own before the next game, and their tables rolled on at any time, in the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QMenu

from lastdays.campaign.campaigns import HouseRules
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, GroupRoute, NextGameRoute, OwnRollRoute
from lastdays.ui.pages.campaign_page import CampaignPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.next_game_page import NextGamePage
from lastdays.ui.pages.own_rolls import OwnRollPage
from sure import as_a, sure
from ui.hands import click, go, key, menu_item, push, seen, settle, throw, where
from unit.rulebook.winter import DAY, EAT, ROLL_SKY, SKY, WINTER

SUPPER = replace(EAT, key="supper", name="Supper", when="before", audience="group")


@pytest.fixture
def winter(sample: Session) -> Session:
    """The sample's window, whose campaign has rules of its own, and whose games are over."""
    rules = HouseRules(sample.services.workspace)
    for rule in (*WINTER.entries, DAY, SKY, ROLL_SKY, SUPPER):
        rules.write_rule(sample.window.campaign_id, rule)
    sample.window.refresh()
    return sample


def set_up(session: Session) -> NextGamePage:
    """The next game's set-up, with its Encounter chosen."""
    page = as_a(NextGamePage, go(session.window, NextGameRoute()))
    page.chooser.encounter.picked.emit("scavengers")
    settle()
    return page


@pytest.mark.smoke
def test_steps_before_a_game_are_asked_in_its_set_up(winter: Session) -> None:
    page = set_up(winter)
    assert not page.body.isVisible()
    assert page.steps.title.text() == "The weather"
    assert page.steps.rolls.asks.question.text() == "The campaign: roll D6 on The sky."
    assert "1–3: Snow {n} <b>." in seen(page.steps)
    throw(page.steps.rolls.asks, "2")
    value = winter.services.workspace.campaign(winter.window.campaign_id).campaign
    assert value.counters == {"day": 2}
    assert [one.text for one in value.fixtures[0].before] == ["Snow {n} <b>."]
    assert "Zeke's Truckers: pay 1 Food?" in seen(page.steps)
    page.steps.rolls.asks.options["pay"].click()
    settle()
    assert "Carl's Crew: pay 1 Food?" in seen(page.steps)
    page.steps.rolls.asks.options["no"].click()
    settle()
    throw(page.steps.rolls.asks, "6")
    assert not page.steps.isVisible()
    assert page.body.isVisible()
    key("Ctrl+Z")
    assert "Carl's Crew: pay 1 Food?" in seen(page.steps)
    for _step in range(2):
        key("Ctrl+Z")
    assert page.steps.title.text() == "The weather"
    assert winter.services.workspace.campaign(value.id).campaign.counters == {}


def test_a_step_can_be_put_off_and_taken_up_again(winter: Session) -> None:
    page = set_up(winter)
    click(page.steps, "Not now")
    assert page.body.isVisible()
    assert page.begin_button.isEnabled()
    assert page.begin_button.property("kind") == "first"
    click(page, "3 steps of our rules")
    assert page.steps.isVisible()
    assert page.begin_button.property("kind") == ""
    page.steps.rolls.asks.question.setFocus()
    key("Escape")
    assert not page.steps.isVisible()


def test_dice_typed_for_a_step_are_there_after_a_kill(
    winter: Session, open_window: Callable[..., Session]
) -> None:
    """They are kept as each is typed, until the step is done."""
    page = set_up(winter)
    throw(page.steps.rolls.asks, "5")
    page.steps.rolls.asks.options["no"].click()
    settle()
    assert "Zeke's Truckers: roll D6 on Illness." in seen(page.steps)
    kept = dict(page.steps.rolls.answers)
    assert kept
    winter.close()  # nothing is stored as it closes, so this is as good as a kill
    again = open_window(winter.services.workspace.store.path.name)
    page = as_a(NextGamePage, go(again.window, NextGameRoute()))
    assert "Zeke's Truckers: roll D6 on Illness." in seen(page.steps)
    assert page.steps.rolls.answers == kept
    throw(page.steps.rolls.asks, "6")
    assert "Carl's Crew: pay 1 Food?" in seen(page.steps)
    assert page.steps.rolls.answers == {}


def test_a_step_is_asked_anew_once_what_it_starts_from_has_changed(winter: Session) -> None:
    """Not refused at its end, when all dice are thrown."""
    page = set_up(winter)
    throw(page.steps.rolls.asks, "5")
    page.steps.rolls.asks.options["no"].click()
    settle()
    assert "Zeke's Truckers: roll D6 on Illness." in seen(page.steps)
    group = sure(page.steps.rolls.rolling).occasion.group
    go(winter.window, CampaignRoute())
    winter.services.groups.set_counter(group, "food", 3)
    winter.services.announce()
    page = as_a(NextGamePage, go(winter.window, NextGameRoute()))
    assert "Zeke's Truckers: pay 1 Food?" in seen(page.steps)
    assert page.steps.rolls.answers == {}
    page.steps.rolls.asks.options["pay"].click()
    settle()
    assert winter.services.workspace.group(group).group.counters == {"food": 2}


def test_a_roll_that_was_left_goes_on_and_one_that_was_applied_begins_anew(winter: Session) -> None:
    campaign = winter.window.campaign_id
    roll = OwnRollRoute(table="sky")
    page = as_a(OwnRollPage, go(winter.window, roll))
    throw(page.rolls.asks, "5")
    go(winter.window, CampaignRoute())
    page = as_a(OwnRollPage, go(winter.window, roll))
    assert page.result.text() == "The campaign, The sky 5: Clear."
    click(page, "Apply")
    page = as_a(OwnRollPage, go(winter.window, roll))
    assert page.rolls.answers == {}
    assert len(winter.services.workspace.campaign(campaign).campaign.entries) == 1


def test_the_campaign_says_which_step_comes_before_the_game(winter: Session) -> None:
    set_up(winter)
    page = as_a(CampaignPage, go(winter.window, CampaignRoute()))
    assert page._before_game(winter.window.campaign_id) == "The weather ▸"
    winter.services.workspace.undo(winter.window.campaign_id)  # the Encounter is open again
    assert page._before_game(winter.window.campaign_id) == "Play the next game ▸"


def test_a_member_rolls_at_any_time_and_sees_what_comes_before_it_is_applied(
    winter: Session,
) -> None:
    workspace = winter.services.workspace
    zeke = next(g.id for g in workspace.groups(winter.window.campaign_id) if "Zeke" in g.name)
    group = as_a(GroupPage, go(winter.window, GroupRoute(zeke)))
    mo = next(m for m in group.view.group.members if m.name == "Mo")
    group.roster.choose_member(mo.id)
    settle()
    group.roster.menu.aboutToShow.emit()
    rolls = next(m for m in group.roster.menu.findChildren(QMenu) if m.title() == "Roll on a table")
    push(next(action for action in rolls.actions() if action.text() == "Illness"))
    settle()
    page = as_a(OwnRollPage, winter.window.pages.own_roll)
    assert isinstance(where(winter.window), OwnRollRoute)
    assert page.head.note.text() == "Mo"
    throw(page.rolls.asks, "1")
    assert page.result.text() == "Mo, Illness 1: Sicker.\nMo: Sickness 0 → 1, Coughing."
    assert workspace.group(zeke).group.member(mo.id).counters == {}
    click(page, "Change the answer")
    throw(page.rolls.asks, "6")
    assert page.result.text() == "Mo, Illness 6: Better.\nMo: Sickness stays at 0."
    key("Escape")
    throw(page.rolls.asks, "2")
    click(page, "Apply")
    assert isinstance(where(winter.window), GroupRoute)
    assert workspace.group(zeke).group.member(mo.id).counters == {"sickness": 1}
    assert workspace.group(zeke).undo == "rolled on Illness for Mo"
    assert "Mo, Illness 2: Sicker." in sure(
        workspace.campaign(winter.window.campaign_id).campaign.entries[0].text
    )


def test_the_campaign_and_a_group_roll_from_their_menus(winter: Session) -> None:
    workspace, campaign = winter.services.workspace, winter.window.campaign_id
    page = as_a(CampaignPage, go(winter.window, CampaignRoute()))
    menu_item(page.more_button, "Roll on a table…")
    rolls = as_a(OwnRollPage, winter.window.pages.own_roll)
    assert rolls.table.currentText() == "The sky"
    assert not rolls.group.isVisible()
    throw(rolls.rolls.asks, "5")
    click(rolls, "Apply")
    assert (
        workspace.campaign(campaign).campaign.entries[0].text == "The campaign, The sky 5: Clear."
    )
    carl = next(g.id for g in workspace.groups(campaign) if "Carl" in g.name)
    group = as_a(GroupPage, go(winter.window, GroupRoute(carl)))
    menu_item(group.head.more_button, "Roll on a table…")
    assert rolls.group.currentText() == "Carl's Crew"
    rolls.table.setCurrentIndex(rolls.table.findData("illness"))
    rolls.table.picked.emit("illness")
    settle()
    assert rolls.member.isVisible()
    assert rolls.head.note.text() == rolls.member.currentText()


def test_without_tables_nobody_is_offered_a_roll(sample: Session) -> None:
    page = as_a(CampaignPage, go(sample.window, CampaignRoute()))
    assert not page.roll_action.isVisible()
