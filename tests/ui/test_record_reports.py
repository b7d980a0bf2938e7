"""Reports in the record: a form is copied, a message is pasted and fills it in, what isn't read is shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from lastdays.campaign.reports.lines import LETTERS_MOST
from lastdays.model.fixtures import Fixture
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, NextGameRoute, RecordRoute
from lastdays.ui.pages.next_game_page import NextGamePage
from lastdays.ui.pages.record_page import RecordPage
from sure import as_a, sure
from ui.hands import click, go, key, menu_item, seen, settle

ROBIN = """\
> Reported by: Robin
> Who won: Zekes Truckers
> Who broke: Carl's Crew
> Zeke: 2 zombies
> Mo: out by Bea
> Ed: token
> Lou: 3 zombies, bit an ear off
> Katie: out
> In a sentence: We had the <b>truck</b>.
"""
JESS = """\
[21:14, 3.5.2026] Jess: Zeke: 3 zombies
Mo: out by zombie
Carrl: 2 zombis
"""


@pytest.fixture
def page(sample: Session) -> RecordPage:
    return as_a(RecordPage, go(sample.window, RecordRoute()))


def paste(page: RecordPage, message: str) -> None:
    """Pastes a message and has it read."""
    click(page, "Paste a report…")
    page.paste_form.field.setPlainText(message)
    click(page, "Read the report")
    settle()


def words(page: RecordPage) -> tuple[str, str]:
    """Who reported the game, and their sentence, as the form shows it."""
    assert page.report.isVisible()
    return page.report.reported_by.text(), page.report.quote.text()


def member(page: RecordPage, side: int, name: str) -> tuple[bool, str, int]:
    """Whether somebody is out, by whom, and their zombies, as the form shows it."""
    form = page.sides[side]
    facts = next(facts for facts in form.rows.values() if facts.name == name)
    return facts.out.isChecked(), facts.by.currentText(), facts.zombies.value()


@pytest.mark.smoke
def test_a_report_fills_in_the_record_and_is_taken_with_one_press(
    page: RecordPage, sample: Session
) -> None:
    paste(page, ROBIN)
    assert member(page, 0, "Zeke") == (False, "unknown", 2)
    assert member(page, 0, "Mo") == (True, "Bea", 0)
    assert member(page, 0, "Lou") == (False, "unknown", 3)
    assert page.sides[0].won.isChecked()
    assert page.sides[1].broke.isChecked()
    assert [token.fate for token in page.sides[0].tokens.items] == ["carried"]
    shown = seen(page)
    assert "8 facts read into the record. Check them, then record the game." in shown
    assert "Taken by likeness" not in shown
    assert "Not read" in shown
    assert "bit an ear off" in shown
    assert "in: > Lou: 3 zombies, bit an ear off" in shown
    assert "Katie: out" in shown
    assert words(page) == ("Robin", "We had the <b>truck</b>.")
    click(page, "Record the game")
    campaign = sample.services.workspace.campaign(sample.window.campaign_id).campaign
    game = campaign.games[-1]
    assert (game.number, game.reported_by) == (2, "Robin")
    assert game.quote == "We had the <b>truck</b>."
    go(sample.window, RecordRoute(game.id))
    assert words(page) == ("Robin", "We had the <b>truck</b>.")
    go(sample.window, CampaignRoute())
    key("Ctrl+Z")
    assert len(sample.services.workspace.campaign(campaign.id).campaign.games) == 1


def test_where_two_reports_differ_one_is_chosen(page: RecordPage, sample: Session) -> None:
    paste(page, ROBIN)
    paste(page, JESS)
    assert "Taken by likeness: Carrl as Carl." in seen(page)
    assert member(page, 1, "Carl") == (False, "unknown", 2)
    assert not page.record_button.isEnabled()
    buttons = {button.text() for button in page.report.differing.findChildren(QPushButton)}
    assert buttons == {"Robin: 2", "Jess: 3", "Robin: by Bea", "Jess: by a zombie"}
    click(page, "Jess: 3")
    assert member(page, 0, "Zeke") == (False, "unknown", 3)
    assert not page.record_button.isEnabled()
    click(page, "Robin: by Bea")
    assert page.record_button.isEnabled()
    assert words(page)[0] == "Robin and Jess"
    click(page, "Record the game")
    game = sample.services.workspace.campaign(sample.window.campaign_id).campaign.games[-1]
    zeke = sure(game.sides[0].appearance(game.sides[0].appearances[0].member))
    assert zeke.zombies == 3


def test_what_was_entered_by_hand_stays(page: RecordPage) -> None:
    ed = next(facts for facts in page.sides[0].rows.values() if facts.name == "Ed")
    ed.zombies.setValue(4)
    paste(page, "Zeke: 2 zombies")
    assert member(page, 0, "Ed") == (False, "unknown", 4)
    assert member(page, 0, "Zeke") == (False, "unknown", 2)


def test_a_text_about_nothing_is_kept_and_said(page: RecordPage) -> None:
    paste(page, "see you on tuesday")
    assert "Nothing in this text is about the game." in page.paste_form.warning.text()
    assert page.paste_form.field.toPlainText() == "see you on tuesday"
    assert not page.tabs.isVisible()
    key("Escape")
    assert page.tabs.isVisible()
    assert not page.report.isVisible()


def test_a_text_that_is_too_long_is_refused(page: RecordPage, sample: Session) -> None:
    click(page, "Paste a report…")
    pasted = QMimeData()
    pasted.setText("Zeke: out\n" * 100_000)
    page.paste_form.field.insertFromMimeData(pasted)
    assert len(page.paste_form.field.toPlainText()) == LETTERS_MOST + 1
    click(page, "Read the report")
    assert "Nothing was read." in sample.window.toast.text.text()
    assert page.paste_form.isVisible()


def test_a_report_of_a_recorded_game_leads_to_its_record(page: RecordPage, sample: Session) -> None:
    services = sample.services
    campaign = sample.window.campaign_id
    first = services.workspace.campaign(campaign).campaign.games[0]
    form = services.reports.form(campaign, first).replace("\nMo:", "\nMo: 7 zombies")
    paste(page, form)
    assert "This report is about game 1, which is already recorded." in seen(page)
    click(page, "Open that game's record")
    assert page.head.title.text() == "Game 1, corrected"
    assert member(page, 0, "Mo")[2] == 7
    go(sample.window, CampaignRoute())
    go(sample.window, RecordRoute())
    paste(page, form)
    click(page, "Use it here anyway")
    assert page.head.title.text() == "Game 2"
    assert member(page, 0, "Mo")[2] == 7


def test_a_form_of_another_campaign_is_said_to_be_one(page: RecordPage, sample: Session) -> None:
    services = sample.services
    form = services.reports.form(sample.window.campaign_id, page.value())
    lines = form.splitlines()
    lines[1] = "Form: Elsewhere BBBB-2"
    lines.append("Zeke: out")
    paste(page, "\n".join(lines))
    assert "This form is of another campaign." in seen(page)
    assert not page.tabs.isVisible()
    click(page, "Use it here anyway")
    assert member(page, 0, "Zeke")[0]


def test_from_the_campaign_a_report_finds_its_planned_game(sample: Session) -> None:
    services = sample.services
    campaign = sample.window.campaign_id
    zeke, carl = (group.id for group in services.workspace.groups(campaign))
    services.next_game.plan(campaign, Fixture("", "rescue", (zeke, carl)))
    second = services.next_game.plan(campaign, Fixture("", "the-escape", (carl, zeke)))
    services.announce()
    form = services.reports.form(campaign, services.reports.planned(campaign, second))
    window = sample.window
    go(window, CampaignRoute())
    menu_item(window.pages.campaign.more_button, "Paste a report…")
    page = as_a(RecordPage, window.pages.record)
    page.paste_form.field.setPlainText(form.replace("\nBea:", "\nBea: out"))
    click(page, "Read the report")
    assert page.game.fixture == second
    assert page.encounter.currentText().endswith("The Escape")
    assert [page.tabs.tabText(n) for n in range(2)] == ["Carl's Crew", "Zeke's Truckers"]
    assert member(page, 0, "Bea")[0]


def test_the_groups_of_a_report_play(sample: Session) -> None:
    services = sample.services
    campaign = sample.window.campaign_id
    third = services.groups.found(campaign, "Newcomers", "merciless-thug", "Nell", "mall")
    services.announce()
    page = as_a(RecordPage, go(sample.window, RecordRoute()))
    paste(page, "Newcomers:\nNell: 2 zombies\n\nCarl's Crew:\nBea: out by Nell")
    assert {side.group for side in page.value().sides} == {
        third, services.workspace.groups(campaign)[1].id,
    }  # fmt: skip
    assert member(page, 1, "Nell") == (False, "unknown", 2)


@pytest.mark.parametrize("where", ["record", "planned"])
def test_the_form_is_copied(page: RecordPage, sample: Session, where: str) -> None:
    QGuiApplication.clipboard().setText("")
    if where == "record":
        menu_item(page.more_button, "Copy a report form")
    else:
        planning = as_a(NextGamePage, go(sample.window, NextGameRoute()))
        click(planning, "Copy a report form")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Last Days – report of game 2")
    assert "Zeke:" in copied.splitlines()
    assert f"{len(copied)} letters" in sample.window.toast.text.text()
