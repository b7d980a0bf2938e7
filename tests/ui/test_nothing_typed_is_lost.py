"""What was typed stays where it cannot be stored, and what was filled in is there after a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

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
from ui.hands import click, go, key, menu_item, push, seen, settle, tracker_of, write
from ui.test_games_page import begin as begin_game

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


def test_notes_of_the_campaign_stay_as_well(sample: Session) -> None:
    page = go(sample.window, CampaignRoute())
    typed(page.overview.notes, LONG)
    page.refresh()
    assert page.overview.notes.toPlainText() == LONG


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
def test_a_form_that_is_refused_keeps_what_was_typed(sample: Session, form: str) -> None:
    page = group_page(sample)
    page.edit_group() if form == "group" else page.edit_member()
    editor = page.group_editor if form == "group" else page.member_editor
    editor.name.setText("n" * (NAME_MOST + 1))
    click(editor, "Save changes")
    assert page.stack.currentWidget() is editor
    assert editor.name.text() == "n" * (NAME_MOST + 1)
    assert str(NAME_MOST) in seen(sample.window)


def test_the_form_of_a_group_is_one_change_and_one_step_back(sample: Session) -> None:
    page = group_page(sample)
    before = sure(page.view).group
    page.edit_group()
    editor = page.group_editor
    editor.name.setText("Night Shift")
    editor.points.setValue(before.points + 4)
    editor.extra_spaces.setValue(2)
    menu_item(editor.perks.add_button, "Fences")
    editor.member_type.setCurrentIndex(1)
    editor.member_name.setText("Nell")
    click(editor, "Save changes")
    workspace, group = sample.services.workspace, before.id
    after = workspace.group(group)
    assert after.group.name == "Night Shift"
    assert after.group.refuge.extra_spaces == 2
    assert [m.name for m in after.group.members][-1] == "Nell"
    assert after.undo == (
        f"renamed {before.name} to Night Shift; set Perks, extra Empty Spaces and Scavenge Points "
        "of Night Shift; entered Nell by hand"
    )
    key("Ctrl+Z")
    assert workspace.group(group).group == before
    key("Ctrl+Y")
    assert workspace.group(group).group == after.group


def test_a_form_that_is_refused_stores_no_part_of_itself(sample: Session) -> None:
    page = group_page(sample)
    before = sure(page.view).group
    page.edit_group()
    editor = page.group_editor
    editor.points.setValue(before.points + 4)
    editor.member_type.setCurrentIndex(1)
    editor.member_name.setText("n" * (NAME_MOST + 1))
    click(editor, "Save changes")
    assert str(NAME_MOST) in seen(sample.window)
    assert sample.services.workspace.group(before.id).group == before
    assert editor.member_name.text() == "n" * (NAME_MOST + 1)


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
    click(dialog, "Name it")
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
    facts[0].zombies.setValue(3)
    facts[1].out.click()
    push(page.sides[1].won)
    return page


def facts_of(page: RecordPage) -> tuple[int, str, tuple[Side, ...]]:
    """What a record holds but its id."""
    game = page.value()
    return game.number, game.encounter, game.sides


def test_a_half_filled_record_is_there_after_a_restart(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    before = facts_of(fill_in(first))
    first.close()
    again = open_window()
    page = record(again)
    assert facts_of(page) == before
    assert sure(page.game).encounter == "bushwhack"
    assert page.sides[0].value().appearances[0].zombies == 3
    assert "as it was filled in before" in seen(again.window)


def test_the_draft_is_kept_while_the_window_is_open(open_window: Callable[..., Session]) -> None:
    """A crash takes no more than the last moment."""
    session = open_window(sample=True)
    page = fill_in(session)
    assert page._pause.isActive()
    page._pause.timeout.emit()
    assert sure(page.drafts.kept(page.campaign_id)).sides == page.value().sides


def test_a_recorded_game_leaves_no_draft(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    page = fill_in(first)
    number = sure(page.game).number
    click(first.window, "Record the game")
    first.close()
    again = open_window()
    page = record(again)
    assert sure(page.game).number == number + 1
    assert page.sides[0].value().appearances[0].zombies == 0
    assert "as it was filled in before" not in seen(again.window)


def test_starting_over_empties_the_form_and_the_draft(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    page = fill_in(first)
    menu_item(page.more_button, "Start over")
    assert page.sides[0].value().appearances[0].zombies == 0
    first.close()
    again = open_window()
    go(again.window, RecordRoute())
    assert again.window.pages.record.sides[0].value().appearances[0].zombies == 0


def test_nothing_is_kept_of_a_record_that_nobody_touched(
    open_window: Callable[..., Session],
) -> None:
    session = open_window(sample=True)
    page = record(session)
    session.window.go(CampaignRoute())
    assert page.drafts.kept(page.campaign_id) is None


def test_a_draft_goes_on_without_whoever_has_left(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    page = fill_in(first)
    gone = next(iter(page.sides[0].rows))
    group = page.sides[0].side.group
    first.close()
    again = open_window()
    view = again.services.workspace.group(group).group
    again.services.groups.edit_member(group, replace(view.member(gone), status="dead"))
    go(again.window, RecordRoute())
    rows = again.window.pages.record.sides[0].rows
    assert gone not in rows
    assert any(facts.value().out for facts in rows.values())


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[" * 100_000, b'{"id": 1}'])
def test_a_spoilt_draft_is_as_none(open_window: Callable[..., Session], content: bytes) -> None:
    session = open_window(sample=True)
    campaign = session.services.workspace.campaigns()[0].id
    page = go(session.window, RecordRoute())
    file = page.drafts._file(campaign)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    assert page.drafts.kept(campaign) is None


def test_the_id_of_a_campaign_leads_nowhere_else(open_window: Callable[..., Session]) -> None:
    session = open_window(sample=True)
    session.window.go(RecordRoute())
    drafts = session.window.pages.record.drafts
    for campaign in ("../../etc/passwd", "/etc/passwd", "\ud800", "con"):
        assert drafts._file(campaign).parent == drafts._file("a").parent


# A recorded game that is half corrected


def half_corrected(session: Session) -> RecordPage:
    """Opens the sample's game, and corrects half of it; the page."""
    campaign = session.services.workspace.campaign(session.window.campaign_id).campaign
    page = record(session, campaign.games[0].id)
    next(iter(page.sides[0].rows.values())).zombies.setValue(7)
    settle()
    return page


def test_a_half_corrected_record_is_there_after_a_restart(
    open_window: Callable[..., Session],
) -> None:
    first = open_window(sample=True)
    page = half_corrected(first)
    before, game = facts_of(page), sure(page.game).id
    first.close()
    again = open_window()
    page = record(again, game)
    assert facts_of(page) == before
    assert "as it was being corrected. It isn't recorded yet" in seen(again.window)
    stored = again.services.workspace.campaign(again.window.campaign_id).campaign.game(game)
    assert stored.sides != page.value().sides
    # The next game is another draft.
    go(again.window, RecordRoute())
    assert sure(page.game).id != game
    assert page.sides[0].value().appearances[0].zombies == 0
    go(again.window, RecordRoute(game))
    assert facts_of(page) == before


def test_a_correction_that_is_recorded_leaves_no_draft(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    page = half_corrected(first)
    game = sure(page.game).id
    click(first.window, "Record the game")
    first.close()
    again = open_window()
    page = record(again, game)
    assert page.sides[0].value().appearances[0].zombies == 7
    assert "as it was being corrected" not in seen(again.window)
    assert page.drafts.correction(page.campaign_id, sure(page.game)) is None


def test_a_correction_that_is_given_up_is_what_was_recorded(
    open_window: Callable[..., Session],
) -> None:
    session = open_window(sample=True)
    page = half_corrected(session)
    page.keep_draft()
    game = session.services.workspace.campaign(page.campaign_id).campaign.game(sure(page.game).id)
    assert page.drafts.correction(page.campaign_id, game) is not None
    menu_item(page.more_button, "Start over")
    assert page.known
    assert page.value() == game
    assert page.drafts.correction(page.campaign_id, game) is None


def test_nothing_is_kept_of_a_recorded_game_that_was_only_looked_at(
    open_window: Callable[..., Session],
) -> None:
    session = open_window(sample=True)
    campaign = session.services.workspace.campaign(session.window.campaign_id).campaign
    page = record(session, campaign.games[0].id)
    go(session.window, CampaignRoute())
    assert page.drafts.correction(page.campaign_id, campaign.games[0]) is None
