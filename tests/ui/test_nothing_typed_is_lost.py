"""What was typed stays where it cannot be stored, and what was filled in is there after a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer

from lastdays.desktop import paths
from lastdays.model.fields import NAME_MOST, NOTES_MOST
from lastdays.model.game_record import Side
from lastdays.tabletop.units import TableState
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, GroupRoute, RecordRoute
from lastdays.ui.pages.campaign_page import RecordsPanel
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.widgets.notes import NotesEdit
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import click, go, key, menu_item, passed, push, seen, settle, tracker_of, write
from ui.other_games import begin as begin_game

LONG = "x" * (NOTES_MOST + 1)


def group_page(sample: Session) -> GroupPage:
    return as_a(GroupPage, go(sample.window, GroupRoute(sample.services.workspace.groups()[0].id)))


def typed(field: NotesEdit, text: str) -> None:
    """Types over what is in a field, and leaves it."""
    field.setFocus()
    field.setPlainText(text)
    field.commit()
    settle()


def test_notes_that_are_too_long_stay_to_be_shortened(sample: Session) -> None:
    page = group_page(sample)
    notes = page.member_panel.notes
    typed(notes, LONG)
    assert f"can have {NOTES_MOST} characters at most" in seen(sample.window)
    page.refresh()
    page.roster.setFocus()
    settle()
    page.refresh()
    assert notes.toPlainText() == LONG
    typed(notes, "short")
    assert sure(page.roster.member).notes == "short"
    page.refresh()
    assert notes.toPlainText() == "short"
    overview = go(sample.window, CampaignRoute()).overview
    typed(overview.notes, LONG)
    sample.window.refresh()
    assert overview.notes.toPlainText() == LONG


def test_refused_notes_wait_with_the_member_they_are_about(sample: Session) -> None:
    page = group_page(sample)
    notes, table = page.member_panel.notes, page.roster.table
    typed(notes, LONG)
    table.setCurrentIndex(page.roster.model.index(1, 0))
    settle()
    assert notes.toPlainText() == ""
    typed(notes, "the other")
    table.setCurrentIndex(page.roster.model.index(0, 0))
    settle()
    assert notes.toPlainText() == LONG
    assert sure(page.roster.member).notes == ""


def test_redo_stores_what_is_being_typed_as_undo_does(sample: Session) -> None:
    page = group_page(sample)
    name = sure(page.roster.member).name
    sample.services.groups.edit_member(
        page.group_id, sure(replace(sure(page.roster.member), name="Zed"))
    )
    page.refresh()
    push(sample.window.undo_action)
    assert sure(page.roster.member).name == name
    assert page.undo_names()[1] is not None
    notes = page.member_panel.notes
    notes.setFocus()
    notes.setPlainText("still being typed")
    push(sample.window.redo_action)
    assert sure(page.roster.member).notes == "still being typed"
    assert sure(page.roster.member).name == name
    push(sample.window.undo_action)
    assert sure(page.roster.member).notes == ""


@contextmanager
def another_writes(session: Session, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another process holds the store, and the session waits for nobody."""
    store = session.services.workspace.store
    creator = store.engine.pool._creator

    def impatient(*args: Any) -> sqlite3.Connection:
        made = creator(*args)
        made.execute("PRAGMA busy_timeout = 1")
        return as_a(sqlite3.Connection, made)

    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.engine.dispose()
        monkeypatch.setattr(store.engine.pool, "_creator", impatient)
        yield
        other.execute("ROLLBACK")


@pytest.mark.smoke
def test_notes_that_could_not_be_stored_are_stored_with_the_next_try(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = group_page(sample)
    notes = page.stash.notes
    with another_writes(sample, monkeypatch):
        typed(notes, "while another writes")
    assert "busy" in seen(sample.window)
    page.refresh()
    assert notes.toPlainText() == "while another writes"
    notes.commit()
    assert sure(page.view).group.notes == "while another writes"


def test_a_name_that_is_too_long_stays_to_be_shortened(window: Window) -> None:
    page = go(window, CampaignRoute())
    page.start_renaming()
    field = sure(page.findChild(RecordsPanel)).rename_field
    long = "n" * (NAME_MOST + 1)
    field.setText(long)
    field.editingFinished.emit()
    page.refresh()
    assert field.text() == long
    assert str(NAME_MOST) in seen(window)
    field.setText("Harbour")
    field.editingFinished.emit()
    settle()
    page.refresh()
    assert (field.text(), page.head.title.text()) == ("Harbour", "Harbour")


@pytest.mark.parametrize("form", ["group", "member"])
def test_a_form_that_is_refused_keeps_what_was_typed_and_stores_no_part_of_it(
    sample: Session, form: str
) -> None:
    page = group_page(sample)
    before = sure(page.view).group
    page.edit_group() if form == "group" else page.edit_member()
    editor = page.group_editor if form == "group" else page.member_editor
    number = page.group_editor.points if form == "group" else page.member_editor.experience
    number.setValue(4)
    editor.name.setText("n" * (NAME_MOST + 1))
    click(editor, "Save changes")
    assert page.stack.currentWidget() is editor
    assert (editor.name.text(), number.value()) == ("n" * (NAME_MOST + 1), 4)
    assert str(NAME_MOST) in seen(sample.window)
    assert sample.services.workspace.group(before.id).group == before


def test_a_name_at_the_table_that_is_refused_stays_to_be_mended(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = begin_game(session.window, "zombies", "Ann", "Bob")
    zombie = next(iter(as_a(TableState, tracker_of(page).state).pieces))
    page.rename(zombie)
    settle()
    dialog = sure(page.naming)
    write("Bride <b>of</b> Ann")
    with another_writes(session, monkeypatch):
        key("Return")
    assert dialog.isVisible()
    assert "busy" in seen(dialog)
    assert dialog.field.text() == "Bride <b>of</b> Ann"
    click(dialog, "Rename")
    assert tracker_of(page).name(zombie) == "Bride <b>of</b> Ann"


# A game record that is half filled in


def record(session: Session, game: str = "") -> RecordPage:
    """The page of the next record, or of a recorded game."""
    return as_a(RecordPage, go(session.window, RecordRoute(game)))


def fill_in(session: Session) -> RecordPage:
    """Fills in half a record; the page, and what it says."""
    page = record(session)
    page.encounter.setCurrentIndex(page.encounter.findData("bushwhack"))
    facts = list(page.sides[0].rows.values())
    facts[0].zombie_count.setValue(3)
    facts[1].out_tick.click()
    push(page.sides[1].won_tick)
    return page


def facts_of(page: RecordPage) -> tuple[int, str, tuple[Side, ...]]:
    """What a record holds but its id."""
    game = page.value()
    return game.number, game.encounter, game.sides


def restarted(session: Session, open_window: Callable[..., Session]) -> Session:
    """The window as it is when the program is started again."""
    session.close()
    return open_window()


def test_a_half_filled_record_is_there_after_a_restart_until_it_is_started_over(
    open_window: Callable[..., Session],
) -> None:
    first = open_window(sample=True)
    before = facts_of(fill_in(first))
    again = restarted(first, open_window)
    page = record(again)
    assert facts_of(page) == before
    assert sure(page.game).encounter == "bushwhack"
    assert "This form was filled in earlier" in seen(again.window)
    menu_item(page.more_button, "Start over")
    assert page.sides[0].entered_side().appearances[0].zombies == 0
    page = record(restarted(again, open_window))
    assert page.sides[0].entered_side().appearances[0].zombies == 0


def test_the_draft_is_kept_while_the_window_is_open_and_goes_with_the_record(
    open_window: Callable[..., Session],
) -> None:
    """A crash takes no more than the last moment."""
    first = open_window(sample=True)
    page = record(first)
    go(first.window, CampaignRoute())
    assert page.drafts.kept(page.campaign_id) is None, "nobody touched it"
    page = fill_in(first)
    passed(next(timer for timer in page.findChildren(QTimer) if timer.isActive()))
    assert sure(page.drafts.kept(page.campaign_id)).sides == page.value().sides
    number = sure(page.game).number
    click(first.window, "Record the game")
    again = restarted(first, open_window)
    page = record(again)
    assert sure(page.game).number == number + 1
    assert page.sides[0].entered_side().appearances[0].zombies == 0
    assert "This form was filled in earlier" not in seen(again.window)


def test_the_id_of_a_campaign_leads_nowhere_else(sample: Session) -> None:
    page = record(sample)
    for n, campaign in enumerate(("../../etc/passwd", "/etc/passwd", "\ud800", "con"), start=1):
        page.drafts.keep(campaign, page.value())
        assert len([file for file in paths.drafts().iterdir() if file.is_file()]) == n


# A recorded game that is half corrected


def half_corrected(session: Session) -> RecordPage:
    """Opens the sample's game, and corrects half of it; the page."""
    campaign = session.services.workspace.campaign(session.window.campaign_id).campaign
    page = record(session, campaign.games[0].id)
    next(iter(page.sides[0].rows.values())).zombie_count.setValue(7)
    settle()
    return page


def test_a_half_corrected_record_is_there_after_a_restart_until_it_is_recorded(
    open_window: Callable[..., Session],
) -> None:
    first = open_window(sample=True)
    page = half_corrected(first)
    before, game = facts_of(page), sure(page.game).id
    again = restarted(first, open_window)
    page = record(again, game)
    assert facts_of(page) == before
    assert "your unfinished corrections. They aren't recorded yet" in seen(again.window)
    stored = again.services.workspace.campaign(again.window.campaign_id).campaign.game(game)
    assert stored.sides != page.value().sides
    # The next game is another draft.
    assert sure(record(again).game).id != game
    assert page.sides[0].entered_side().appearances[0].zombies == 0
    assert facts_of(record(again, game)) == before
    click(again.window, "Record the game")
    last = restarted(again, open_window)
    page = record(last, game)
    assert facts_of(page) == before
    assert "your unfinished corrections" not in seen(last.window)
    assert page.drafts.correction(page.campaign_id, sure(page.game)) is None


def test_a_correction_that_is_given_up_is_what_was_recorded(sample: Session) -> None:
    campaign = sample.services.workspace.campaign(sample.window.campaign_id).campaign
    game = campaign.games[0]
    page = record(sample, game.id)
    go(sample.window, CampaignRoute())
    assert page.drafts.correction(page.campaign_id, game) is None, "only looked at"
    half_corrected(sample)
    page.keep_draft()
    assert page.drafts.correction(page.campaign_id, game) is not None
    menu_item(page.more_button, "Start over")
    assert page.known
    assert page.value() == game
    assert page.drafts.correction(page.campaign_id, game) is None
