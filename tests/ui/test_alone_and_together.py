"""What players do who play alone, or together against the zombies: members who sit games out."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction

from lastdays.campaign.sample import play_through
from lastdays.model.group import Member
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    GroupRoute,
    NextGameRoute,
    RecordRoute,
    SequenceRoute,
)
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.next_game_page import MemberButton, NextGamePage
from lastdays.ui.pages.record_page import RecordPage
from sure import as_a
from ui.hands import after_first_game, click, go, key, pick, push, seen, settle, size


def members(sample: Session) -> dict[str, Member]:
    """The members of the sample's first group by name."""
    workspace = sample.services.workspace
    group = workspace.groups(sample.window.campaign_id)[0].id
    return {m.name: m for m in workspace.group(group).group.members}


def group_page(sample: Session) -> GroupPage:
    group = sample.services.workspace.groups(sample.window.campaign_id)[0].id
    return as_a(GroupPage, go(sample.window, GroupRoute(group)))


def sits_out(page: GroupPage, name: str) -> QAction:
    """The entry of a member's menu that has them miss the next game."""
    page.roster.choose(members_of(page)[name])
    page.roster.menu.aboutToShow.emit()
    return next(a for a in page.roster.menu.actions() if a.text() == "Misses the next game")


def members_of(page: GroupPage) -> dict[str, str]:
    assert page.view is not None
    return {m.name: m.id for m in page.view.group.members}


def button_of(page: NextGamePage, name: str) -> MemberButton:
    return next(b for b in page.sides[0].members.values() if b.name.text() == name)


def finish_sequence(sample: Session) -> None:
    """Plays the sequence of the first group after the latest game, and presses *Finish*."""
    games, campaign = sample.services.games, sample.window.campaign_id
    game = sample.services.workspace.campaign(campaign).campaign.games[-1]
    sequence = games.begin(campaign, game.id, game.sides[0].group)
    play_through(games, sequence)
    page = go(sample.window, SequenceRoute(sequence))
    click(page, "Finish and update the group")


@pytest.mark.smoke
def test_who_misses_the_next_game_is_not_deployed_and_then_comes_back(sample: Session) -> None:
    after_first_game(sample)
    page = group_page(sample)
    push(sits_out(page, "Lou"))
    assert "misses the next game" in seen(page.roster)
    size(sample, 1920, 1080)
    assert "misses the next game" in seen(page.member_panel)
    assert sits_out(page, "Lou").isChecked()
    assert "1 misses the next game" in seen(go(sample.window, CampaignRoute()))

    planned = as_a(NextGamePage, go(sample.window, NextGameRoute()))
    pick(planned.chooser.encounter, "5 · Scavengers")
    lou = button_of(planned, "Lou")
    assert not lou.isChecked()
    assert "Sits out: 1 game to miss." in lou.accessibleDescription()
    assert "Deploys 7 of 8" in seen(planned)
    push(lou)
    assert "Lou should miss this game." in seen(planned)
    key("Ctrl+Z")
    assert "Lou should miss this game." not in seen(planned)

    record = as_a(RecordPage, go(sample.window, RecordRoute()))
    assert record.sides[0].rows[members(sample)["Lou"].id].part.currentText() == "missed the game"
    click(record, "Record the game")
    assert members(sample)["Lou"].misses == 1
    finish_sequence(sample)
    assert members(sample)["Lou"].misses == 0
    assert "misses the next game" not in seen(group_page(sample).roster)
    key("Ctrl+Z")
    assert members(sample)["Lou"].misses == 1


def test_games_to_miss_are_set_in_the_form_and_taken_back_in_the_menu(sample: Session) -> None:
    after_first_game(sample)
    page = group_page(sample)
    page.roster.choose(members_of(page)["Lou"])
    page.edit_member()
    settle()
    page.member_editor.misses.setValue(3)
    click(page, "Save changes")
    assert "misses the next 3 games" in seen(page.roster)
    key("Ctrl+G")
    table = sample.window.pages.table
    click(table, "New game")
    setup = table.setup
    lou = members(sample)["Lou"].id
    assert setup.forms[0].value().parts[lou] == "missing"
    page = group_page(sample)
    push(sits_out(page, "Lou"))
    assert members(sample)["Lou"].misses == 0
    key("Ctrl+Z")
    assert members(sample)["Lou"].misses == 3
