"""Reports in the record: a form is copied, a message is pasted and fills it in, what isn't read is shown."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from lastdays.campaign.reports.lines import LETTERS_MOST
from lastdays.model.fixtures import Fixture
from lastdays.model.recruiting import Recruit
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, NextGameRoute, RecordRoute
from lastdays.ui.pages.next_game_page import NextGamePage
from lastdays.ui.pages.record_page import RecordPage
from sure import as_a, sure
from ui.hands import click, go, key, menu_item, push, seen, settle

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
    return facts.out_tick.isChecked(), facts.out_by_picker.currentText(), facts.zombie_count.value()


@pytest.mark.smoke
def test_a_report_fills_in_the_record_and_is_taken_with_one_press(
    page: RecordPage, sample: Session
) -> None:
    paste(page, ROBIN)
    assert member(page, 0, "Zeke") == (False, "unknown", 2)
    assert member(page, 0, "Mo") == (True, "Bea", 0)
    assert member(page, 0, "Lou") == (False, "unknown", 3)
    assert page.sides[0].won_tick.isChecked()
    assert page.sides[1].broke_tick.isChecked()
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
    ed.zombie_count.setValue(4)
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
    third = services.groups.create_with_leader(
        campaign, "Newcomers", "merciless-thug", "Nell", "mall"
    )
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


def test_a_message_that_was_begun_is_there_after_a_look_elsewhere(
    page: RecordPage, sample: Session
) -> None:
    click(page, "Paste a report…")
    page.paste_form.field.setPlainText("Zeke: 2 zom")
    go(sample.window, CampaignRoute())
    menu_item(sample.window.pages.campaign.more_button, "Paste a report…")
    assert page.paste_form.field.toPlainText() == "Zeke: 2 zom"
    click(page, "Cancel")
    click(page, "Paste a report…")
    assert page.paste_form.field.toPlainText() == ""


def test_nothing_is_recorded_while_reports_differ(page: RecordPage, sample: Session) -> None:
    paste(page, ROBIN)
    paste(page, JESS)
    menu_item(page.more_button, "Record, then start the post-game sequence")
    assert "Choose what counts" in sample.window.toast.text.text()
    campaign = sample.services.workspace.campaign(sample.window.campaign_id).campaign
    assert len(campaign.games) == 1
    boxes = list(page.group_boxes.values())
    push(page.played.button)
    boxes[1].setChecked(False)
    assert page.record_button.isEnabled(), "other sides play: the reports are forgotten"
    assert words(page)[0] == "Robin and Jess"


def test_a_form_of_groups_together_has_them_play_together(sample: Session) -> None:
    services = sample.services
    campaign = sample.window.campaign_id
    zeke, carl = (group.id for group in services.workspace.groups(campaign))
    game = services.records.new_record(campaign, (zeke, carl), "")
    form = services.reports.form(campaign, replace(game, together=True))
    assert "Together against the zombies" in form.splitlines()
    assert "Who won:" not in form
    form = form.replace("Won or lost:", "Won or lost: lost").replace("\nMo:", "\nMo: out by zombie")
    page = as_a(RecordPage, go(sample.window, RecordRoute()))
    paste(page, form)
    assert page.value().together
    assert [side.lost for side in page.value().sides] == [True, True]
    assert member(page, 0, "Mo") == (True, "a zombie", 0)


def test_a_night_of_three_games_comes_as_six_messages(sample: Session) -> None:
    services = sample.services
    window = sample.window
    campaign = window.campaign_id
    names = ["Zeke's Truckers", "Carl's Crew"]
    for number in range(4):
        name = f"Newcomers {number}"
        names.append(name)
        group = services.groups.create_with_leader(
            campaign, name, "merciless-thug", f"Nell {number}", "mall"
        )
        services.groups.recruit(group, Recruit("goon", f"Gus {number}", gear=("club",)))
    ids = {group.name: group.id for group in services.workspace.groups(campaign)}
    forms = []
    for one, other in ((0, 3), (1, 4), (2, 5)):
        pair = (ids[names[one]], ids[names[other]])
        fixture = services.next_game.plan(campaign, Fixture("", "scavengers", pair))
        forms.append(services.reports.form(campaign, services.reports.planned(campaign, fixture)))
    services.announce()
    page = as_a(RecordPage, window.pages.record)
    leaders = [("Zeke", "Nell 1"), ("Carl", "Nell 2"), ("Nell 0", "Nell 3")]
    for number in (2, 0, 1):  # the last table is the first to finish
        winner, loser = leaders[number]
        lines = forms[number].splitlines()
        answers = {f"{winner}:": f"{winner}: 3 zombies", f"{loser}:": f"{loser}: out by {winner}"}
        sides = [line for line in lines if line.rstrip(":") in names]
        answers["Who won:"] = f"Who won: {sides[0]}"
        first = [answers.get(line, line) for line in lines]
        answers[f"{winner}:"] = f"{winner}: 4 zombies"
        answers["Reported by:"] = "Reported by: the other"
        second = ["> " + answers.get(line, line) for line in reversed(lines)]
        go(window, CampaignRoute())
        menu_item(window.pages.campaign.more_button, "Paste a report…")
        page.paste_form.field.setPlainText("[21:03, 3.5.2026] Anna: " + "\n".join(first))
        click(page, "Read the report")
        paste(page, "\n".join(second))
        click(page, "the other: 4")
        click(page, "Record the game")
    recorded = services.workspace.campaign(campaign).campaign
    assert recorded.open_fixtures == ()
    games = recorded.games[1:]
    assert [game.number for game in games] == [2, 3, 4]
    assert [game.sides[0].name for game in games] == [names[2], names[0], names[1]]
    for game in games:
        assert game.reported_by == "Anna and the other"
        assert [side.won for side in game.sides] == [True, False]
        assert [side.appearances[0].zombies for side in game.sides] == [4, 0]
        winner_id = game.sides[0].appearances[0].member
        assert game.sides[1].appearances[0].out_by == winner_id
