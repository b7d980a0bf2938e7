"""The players of a campaign in the window: who they are, whom they haven't met, who plays whom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    ChronicleRoute,
    FoundRoute,
    GroupRoute,
    NextGameRoute,
)
from lastdays.ui.pages import players_panel
from lastdays.ui.pages.campaign_page import PLAYERS
from lastdays.ui.pages.chronicle_page import STANDING
from lastdays.ui.pages.players_panel import PlayersPanel
from sure import as_a, sure
from ui.hands import click, key, menu_item, seen, settle, where, write


@pytest.fixture
def panel(sample: Session) -> PlayersPanel:
    """The players of the sample, where nobody is named yet."""
    window = sample.window
    window.go(CampaignRoute())
    window.pages.campaign.tabs.setCurrentIndex(PLAYERS)
    for _player in ("Jess", "Robin"):
        settle()
        click(window.pages.campaign.players, "Remove player")
    settle()
    return as_a(PlayersPanel, window.pages.campaign.players)


def add(panel: PlayersPanel, *names: str) -> None:
    for name in names:
        panel.new_name.setFocus()
        write(name)
        click(panel, "Add player")


def give(panel: PlayersPanel, name: str, group: str) -> None:
    panel.table.choose(name)
    menu_item(panel.groups.add_button, group)
    settle()


@pytest.mark.smoke
def test_players_are_added_and_given_their_groups(panel: PlayersPanel, sample: Session) -> None:
    assert "No players yet." in seen(panel)
    add(panel, "Ann", "Bob")
    assert panel.table.current_key() == "Bob"
    give(panel, "Ann", "Zeke's Truckers")
    give(panel, "Bob", "Carl's Crew")
    shown = seen(panel)
    assert "Ann, Zeke's Truckers | 1 | 1–0 | 0" in shown
    assert "Bob, Carl's Crew | 1 | 0–1 | 0" in shown
    assert "Has met all the others." in shown
    add(panel, "Zoe")
    assert "Zoe, no group yet | 0 | 0–0 | 0 | – | 2" in seen(panel)
    assert "Hasn't met: Ann and Bob." in seen(panel)
    page = sample.window.pages.campaign
    page.undo()
    assert "Zoe" not in seen(panel)
    page.undo()
    assert "Bob, no group yet" in seen(panel)


def test_a_player_is_renamed_and_removed_everywhere(panel: PlayersPanel, sample: Session) -> None:
    add(panel, "Ann", "Bob")
    give(panel, "Ann", "Zeke's Truckers")
    panel.name.selectAll()
    panel.name.setFocus()
    write("Anna")
    key("Return")
    settle()
    assert "Anna, Zeke's Truckers" in seen(panel)
    assert panel.table.current_key() == "Anna"
    window = sample.window
    window.pages.campaign.tabs.setCurrentIndex(0)
    settle()
    assert "Zeke's Truckers, Anna · Zeke · The Farm House" in seen(window.pages.campaign)
    window.go(ChronicleRoute())
    settle()
    assert "Zeke's Truckers (Anna) against Carl's Crew" in seen(window.pages.chronicle)
    window.pages.chronicle.tabs.setCurrentIndex(STANDING)
    settle()
    assert "Zeke's Truckers, Anna" in seen(window.pages.chronicle)
    window.go(CampaignRoute())
    window.pages.campaign.tabs.setCurrentIndex(PLAYERS)
    panel.table.choose("Anna")
    click(panel, "Remove player")
    assert "Anna" not in seen(panel)
    assert "Bob, no group yet" in seen(panel)


def test_a_name_that_cannot_be_stays_to_be_mended(panel: PlayersPanel, sample: Session) -> None:
    add(panel, "Ann", "Ann")
    assert panel.new_name.text() == "Ann"
    assert "There's already a player called Ann." in seen(sample.window)


def test_a_group_is_taken_from_its_player(panel: PlayersPanel) -> None:
    add(panel, "Ann")
    give(panel, "Ann", "Zeke's Truckers")
    click(panel, "Remove 1: Zeke's Truckers")
    settle()
    assert "Ann, no group yet" in seen(panel)


def test_who_is_here_is_paired_and_the_game_is_set_up(panel: PlayersPanel, sample: Session) -> None:
    add(panel, "Ann", "Bob", "Zoe")
    give(panel, "Ann", "Zeke's Truckers")
    give(panel, "Bob", "Carl's Crew")
    assert "Tick who is here" in seen(panel)
    click(panel, "Everybody")
    shown = seen(panel)
    assert "Ann against Bob, met 1 time · ratings 100 and 91" in shown
    assert "Without a group: Zoe." in shown
    click(panel, "Nobody")
    assert "Ann against Bob" not in seen(panel)
    click(panel, "Everybody")
    panel.pair_table.setFocus()
    key("Return")
    settle()
    assert where(sample.window) == NextGameRoute()
    shown = seen(sample.window.page())
    assert "Zeke's Truckers" in shown
    assert "Carl's Crew" in shown


def test_many_groups_are_read_beside_the_window(
    panel: PlayersPanel, sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(panel, "Ann")
    monkeypatch.setattr(players_panel, "READ_AT_ONCE", 1)
    add(panel, "Bob")
    sample.services.wait()
    settle()
    assert "Bob, no group yet" in seen(panel)


def take_offered(field: QLineEdit, letters: str) -> None:
    """Type some letters, and take what is offered for them."""
    field.setFocus()
    field.selectAll()
    write(letters)
    popup = sure(sure(field.completer()).popup())
    assert popup.isVisible()
    for pressed in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(popup, pressed)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_group_is_given_a_player_that_is_known_by_a_few_letters(sample: Session) -> None:
    window = sample.window
    window.go(FoundRoute())
    take_offered(window.pages.found.player, "ro")
    assert window.pages.found.player.text() == "Robin"
    campaign = sample.services.workspace.worked_on
    window.go(GroupRoute(sample.services.workspace.groups(campaign)[0].id))
    page = window.pages.group
    page.edit_group()
    take_offered(page.group_editor.player, "ro")
    click(page, "Save changes")
    settle()
    assert "Robin" in seen(page)
