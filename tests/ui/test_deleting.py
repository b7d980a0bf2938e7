"""Deleting can be undone wherever one lands; what takes much with it is asked first and backed up.
No question takes the second click of a double click; nor does anything else that appears under the
pointer."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.campaign.sample import add_sample
from lastdays.store.kept_backups import Reason
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    ChronicleRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    StartRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.campaign_page import RECORDS
from lastdays.ui.pages.chronicle_page import RANKINGS
from lastdays.ui.pages.create_group_page import CreateGroupPage
from lastdays.ui.pages.deleting import DeleteDialog, delete_campaign
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.table_page import QuickForm, TablePage
from lastdays.ui.tracker.pieces import Counter
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.parts import button
from sure import as_a, sure
from ui.at_the_table import scavengers
from ui.hands import (
    click,
    find_button,
    focus,
    go,
    key,
    menu_item,
    middle,
    press_twice,
    press_twice_on,
    push,
    seen,
    sequence_until,
    settle,
    where,
)


def question(session: Session) -> DeleteDialog:
    """The question that is open."""
    found = [d for d in session.window.findChildren(DeleteDialog) if d.isVisible()]
    assert len(found) == 1, f"{len(found)} questions are open"
    return found[0]


def campaigns(session: Session) -> list[str]:
    """The names of the campaigns that aren't deleted."""
    return [c.name for c in session.services.workspace.campaigns() if not c.deleted]


def groups(session: Session) -> list[str]:
    """The names of the open campaign's groups."""
    return [g.name for g in session.services.workspace.groups(session.window.campaign_id)]


def ask_for_campaign(session: Session) -> DeleteDialog:
    """Asks to delete the open campaign, from its menu."""
    page = go(session.window, CampaignRoute())
    menu_item(page.more_button, "Delete this campaign")
    return question(session)


@pytest.mark.smoke
def test_a_campaign_is_deleted_by_name_with_a_backup_and_undone(sample: Session) -> None:
    (name,) = campaigns(sample)
    dialog = ask_for_campaign(sample)
    assert f"Delete the campaign {name}?" in seen(dialog)
    assert "Its 2 groups go with it: Zeke's Truckers, Carl's Crew." in seen(dialog)
    assert focus() is dialog.keep_button
    key("Enter")
    assert campaigns(sample) == [name]
    click(ask_for_campaign(sample), "Delete this campaign")
    assert campaigns(sample) == []
    assert where(sample.window) == StartRoute()
    assert [b.reason for b in sample.services.safekeeping.backups.listed()] == [Reason.DELETE]
    assert sample.window.toast.text.text() == f"Deleted the campaign {name}."
    click(sample.window.toast, "Undo")
    assert campaigns(sample) == [name]
    assert where(sample.window) == CampaignRoute()
    assert not sample.window.toast.isVisible()


def test_undo_takes_the_deletion_back_from_the_next_campaign(sample: Session) -> None:
    kept = sure(sample.services.do(partial(add_sample, sample.services.workspace)).result)
    settle()
    before = campaigns(sample)
    click(ask_for_campaign(sample), "Delete this campaign")
    assert sample.window.campaign_id == kept
    find_button(sample.window, f"Undo: Deleted the campaign {before[0]}.")
    push(sample.window.undo_action)
    assert campaigns(sample) == before
    assert sample.window.campaign_id != kept


def test_undo_is_the_page_s_again_after_another_change(sample: Session) -> None:
    sample.services.do(partial(add_sample, sample.services.workspace))
    settle()
    click(ask_for_campaign(sample), "Delete this campaign")
    sample.services.do(
        partial(sample.services.campaigns.rename, sample.window.campaign_id, "Harbour")
    )
    settle()
    assert not sample.window.toast.isVisible()
    push(sample.window.undo_action)
    assert "Harbour" not in campaigns(sample)
    assert len(campaigns(sample)) == 1


def test_the_start_page_restores_what_was_deleted(sample: Session) -> None:
    (name,) = campaigns(sample)
    click(ask_for_campaign(sample), "Delete this campaign")
    start = sample.window.pages.start
    assert f"Deleted campaigns: {name}" in seen(start)
    assert "Backups and your data…" in seen(start)
    menu_item(start.restore_button, f"Campaign {name}")
    assert campaigns(sample) == [name]
    assert where(sample.window) == CampaignRoute()


def test_nothing_deleted_is_nothing_offered(session: Session) -> None:
    shown = seen(session.window.pages.start)
    assert "Deleted campaigns" not in shown
    assert "Restore" not in shown


def test_a_group_is_deleted_by_name_and_undone_elsewhere(page: GroupPage, sample: Session) -> None:
    menu_item(page.head.more_button, "Delete this group")
    dialog = question(sample)
    assert "Delete the group Zeke's Truckers?" in seen(dialog)
    assert "members go with it, and all its gear." in seen(dialog)
    click(dialog, "Delete this group")
    assert groups(sample) == ["Carl's Crew"]
    other = sample.services.workspace.groups(sample.window.campaign_id)[0].id
    go(sample.window, GroupRoute(other))
    push(sample.window.undo_action)
    assert groups(sample) == ["Zeke's Truckers", "Carl's Crew"]


def test_deleting_a_group_says_that_its_game_has_not_ended(sample: Session) -> None:
    window = sample.window
    sample.services.sessions.begin(window.campaign_id, scavengers(sample.services), "guided")
    group = next(g for g in sample.services.workspace.groups() if g.name == "Zeke's Truckers")
    page = as_a(GroupPage, go(window, GroupRoute(group.id)))
    menu_item(page.head.more_button, "Delete this group")
    assert "Zeke's Truckers is in a game at the table that hasn't ended." in seen(question(sample))
    click(question(sample), "Keep this group")
    menu_item(go(window, CampaignRoute()).more_button, "Delete this campaign")
    assert "1 of its games at the table hasn't ended." in seen(question(sample))


def games(session: Session) -> list[int]:
    """The numbers of the open campaign's recorded games."""
    workspace, campaign = session.services.workspace, session.window.campaign_id
    return [game.number for game in workspace.campaign(campaign).campaign.games]


def test_a_record_is_deleted_by_number_and_undone_elsewhere(sample: Session) -> None:
    window, services = sample.window, sample.services
    (game,) = services.workspace.campaign(window.campaign_id).campaign.games
    services.games.begin(window.campaign_id, game.id, game.sides[0].group)
    ChronicleActions(services.workspace).write(window.campaign_id, game.id, "A night to forget.")
    page = go(window, CampaignRoute())
    click(page, "Delete the record of game 1")
    dialog = question(sample)
    shown = seen(dialog)
    assert "Delete the record of game 1?" in shown
    assert "The groups stay as they are." in shown
    assert "The post-game sequence isn't finished for Zeke's Truckers." in shown
    assert "What you wrote about the game goes with it, and its pictures." in shown
    assert focus() is dialog.keep_button
    key("Enter")
    assert games(sample) == [1]
    click(page, "Delete the record of game 1")
    click(question(sample), "Delete this record")
    assert games(sample) == []
    assert [b.reason for b in services.safekeeping.backups.listed()] == [Reason.DELETE]
    go(window, GroupRoute(game.sides[1].group))
    find_button(window, "Undo: Deleted the record of game 1.")
    push(window.undo_action)
    assert games(sample) == [1]


def test_a_game_at_the_table_is_deleted_by_name_and_undone_elsewhere(sample: Session) -> None:
    window, services = sample.window, sample.services
    session = services.sessions.begin(window.campaign_id, scavengers(services), "guided")
    page = go(window, TableRoute())
    click(page, "Delete")
    dialog = question(sample)
    shown = seen(dialog)
    assert "Delete the game Scavengers: Zeke's Truckers against Carl's Crew?" in shown
    assert "It hasn't ended." in shown
    assert focus() is dialog.keep_button
    click(dialog, "Keep this game")
    assert [one.id for one in services.sessions.listed(window.campaign_id)] == [session]
    click(page, "Delete")
    click(question(sample), "Delete this game")
    assert services.sessions.listed(window.campaign_id) == []
    assert "Scavengers: Zeke's Truckers against Carl's Crew" in window.toast.text.text()
    assert [b.reason for b in services.safekeeping.backups.listed()] == [Reason.DELETE]
    go(window, CampaignRoute())
    click(window.toast, "Undo")
    assert [one.id for one in services.sessions.listed(window.campaign_id)] == [session]


def test_a_game_of_other_rules_is_deleted_by_name_and_undone(sample: Session) -> None:
    window, sessions = sample.window, sample.services.sessions
    sessions.begin_game("zombies", ("Ann", "Bob"), {"mode": "standard"})
    page = go(window, GamesRoute())
    click(page, "Delete")
    assert "Delete the game Zombies!!!: Ann and Bob?" in seen(question(sample))
    click(question(sample), "Delete this game")
    assert sessions.games_played() == []
    push(window.undo_action)
    assert len(sessions.games_played()) == 1


def test_an_entry_is_deleted_at_once_and_undone_elsewhere(sample: Session) -> None:
    """Nothing else goes with it: what was said is back with one press, from any page."""
    window, services = sample.window, sample.services
    writing = EntryActions(services.workspace)
    writing.begin(window.campaign_id, "2031-10-03", "truce", "No shots at the bridge.")
    entry = sure(services.workspace.campaign(window.campaign_id)).campaign.entries[0]
    page = go(window, ChronicleRoute())
    click(page, "Delete entry")
    assert "No shots at the bridge." not in seen(page)
    assert window.toast.text.text() == "Deleted the chronicle entry for 3 October 2031."
    go(window, GroupRoute(services.workspace.groups()[0].id))
    click(window.toast, "Undo")
    assert services.workspace.campaign(window.campaign_id).campaign.entries == (entry,)


# Double clicks


def test_a_double_click_on_delete_only_asks(sample: Session) -> None:
    window = sample.window
    before = campaigns(sample)
    page = go(window, CampaignRoute())
    page.tabs.setCurrentIndex(RECORDS)
    settle()
    press_twice(window, middle(find_button(page, "Delete this campaign")))
    assert campaigns(sample) == before
    assert question(sample).isVisible()


def over_page(session: Session, text: str) -> QPushButton:
    """A button on the page that lies over everything else there."""
    made = button(text)
    made.setParent(session.window.page())
    made.setGeometry(200, 200, 200, 40)
    made.show()
    made.raise_()
    settle()
    return made


def test_a_page_that_appears_does_not_take_the_second_click(sample: Session) -> None:
    window, pressed = sample.window, list[str]()
    go(window, StartRoute(new=True))
    beneath = over_page(sample, "Delete")
    beneath.clicked.connect(lambda: pressed.append("Delete"))
    go(window, CampaignRoute())
    above = over_page(sample, "Go on")
    above.clicked.connect(lambda: window.go(StartRoute(new=True)))
    at = middle(above)
    press_twice(window, at)
    assert where(window) == StartRoute(new=True)
    assert QApplication.widgetAt(at) is beneath
    assert pressed == []
    press_twice(window, at)
    assert pressed == ["Delete", "Delete"]


def test_a_button_that_says_something_else_does_not_take_the_second_click(sample: Session) -> None:
    made, pressed = over_page(sample, "Next"), list[str]()

    def press() -> None:
        pressed.append(made.text())
        made.setText("Finish")

    made.clicked.connect(press)
    press_twice(sample.window, middle(made))
    assert pressed == ["Next"]


def test_a_button_that_stays_takes_both_clicks(sample: Session) -> None:
    made, pressed = over_page(sample, "Add one"), list[str]()
    made.clicked.connect(lambda: pressed.append("once more"))
    press_twice(sample.window, middle(made))
    assert len(pressed) == 2


def test_two_quick_taps_on_a_counter_both_count(sample: Session) -> None:
    window, services = sample.window, sample.services
    services.go(TrackerRoute(services.sessions.begin(window.campaign_id, scavengers(services))))
    settle()
    page = as_a(SessionPage, window.page())
    counter = next(c for c in page.findChildren(Counter) if c.isVisible())
    begun = sure(counter.view.value)
    press_twice(window, middle(counter))
    assert counter.view.value == begun + 2


def test_a_question_that_opens_under_the_pointer_is_not_answered(sample: Session) -> None:
    before = campaigns(sample)
    made = over_page(sample, "Delete")
    at = middle(made)

    def ask() -> None:
        dialog = sure(delete_campaign(sample.services, sample.window))
        settle()
        dialog.move(dialog.pos() + at - middle(dialog.delete_button))

    made.clicked.connect(ask)
    press_twice(sample.window, at)
    assert QApplication.widgetAt(at) is question(sample).delete_button
    assert campaigns(sample) == before
    press_twice(sample.window, at)
    assert campaigns(sample) == []


def test_a_double_click_deletes_one_entry_of_the_chronicle(sample: Session) -> None:
    window, services = sample.window, sample.services
    writing = EntryActions(services.workspace)
    for text in ("One", "Two", "Three"):
        writing.begin(window.campaign_id, "2031-10-03", "truce", text)
    page = go(window, ChronicleRoute())
    press_twice_on(sample.window, find_button(page, "Delete entry"))
    assert len(services.workspace.campaign(window.campaign_id).campaign.entries) == 2


def test_a_double_click_removes_one_ranking(sample: Session) -> None:
    window, services = sample.window, sample.services
    for name in ("Hunters", "Scavengers", "Survivors"):
        RankingActions(services.workspace).add(window.campaign_id, name)
    page = go(window, ChronicleRoute())
    page.tabs.setCurrentIndex(RANKINGS)
    settle()
    press_twice_on(sample.window, find_button(page, "Remove ranking"))
    assert len(services.workspace.campaign(window.campaign_id).campaign.rankings) == 2


def test_a_double_click_removes_one_of_a_list(page: GroupPage, sample: Session) -> None:
    page.edit_member()
    settle()
    skills = page.member_editor.skills
    for _turn in range(3):
        skills.add(skills.items[0])
    settle()
    crosses = [b for b in skills.findChildren(QPushButton) if b.text().startswith("✕")]
    before = len(skills.items)
    press_twice_on(sample.window, crosses[0])
    assert len(skills.items) == before - 1


def test_a_double_click_rolls_once_after_a_game(sample: Session) -> None:
    """The next roll's button is in the same place and says the same."""
    page = sequence_until(sample, lambda ask: ask.key.endswith("/survived"))
    before = sure(page.view).pending
    press_twice_on(sample.window, sure(page.ask_panel.dice).roll_button)
    after = sure(page.view).replayed.asked
    assert after[-1].ask == before


def test_a_double_click_on_gear_adds_it_once(page: GroupPage, sample: Session) -> None:
    new = sample.services.groups.create_with_leader(
        sample.window.campaign_id, "Newcomers", "merciless-thug", "Nell", "mall"
    )
    page = as_a(GroupPage, go(sample.window, GroupRoute(new)))
    page.start_recruiting()
    settle()
    form = page.recruit_form
    form.types.choose_row("goon")
    gear = form.gear_table
    row = gear.visualRect(gear.model().index(gear.rows.row_of("revolver"), 0))
    press_twice(sample.window, gear.viewport().mapToGlobal(row.center()))
    assert form.recruit().gear == ("revolver",)


def test_a_double_click_on_a_leader_selects_and_creates_no_group(sample: Session) -> None:
    window = sample.window
    before = groups(sample)
    page = as_a(CreateGroupPage, go(window, FoundRoute()))
    page.name.setText("Newcomers")
    page.leader_name.setText("Nell")
    row = page.leaders.visualRect(page.leaders.model().index(1, 0))
    press_twice(window, page.leaders.viewport().mapToGlobal(row.center()))
    assert page.leaders.currentIndex().row() == 1
    assert groups(sample) == before


def test_a_double_click_removes_one_side_of_a_set_up(session: Session) -> None:
    page = as_a(TablePage, go(session.window, TableRoute()))
    page.start_setup()
    for _turn in range(3):
        page.setup.add_quick()
    settle()
    before = len(page.setup.forms)
    press_twice_on(session.window, as_a(QuickForm, page.setup.forms[0]).remove_button)
    assert len(page.setup.forms) == before - 1
