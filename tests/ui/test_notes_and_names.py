"""Entries of notes begin with a date; a name is thought of wherever one is typed."""

from __future__ import annotations

import random

import pytest

from lastdays.campaign import groups
from lastdays.rulebook import Catalogue
from lastdays.ui.app import Session
from lastdays.ui.pages.group_page import GroupPage
from ui.hands import find_button, focus, key, settle, write


@pytest.fixture(autouse=True)
def _date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastdays.ui.widgets.notes.today", lambda: "2026-03-14")


# Notes


@pytest.mark.smoke
def test_f5_begins_an_entry_with_the_date(page: GroupPage, sample: Session) -> None:
    page.member_panel.known.show_open(True)
    notes = page.member_panel.notes
    notes.setFocus()
    key("F5")
    assert notes.toPlainText() == "2026-03-14: "
    write("Bitten, and well again.")
    key("F5")
    assert notes.toPlainText() == "2026-03-14: Bitten, and well again.\n2026-03-14: "
    key("F5")  # one is begun already
    assert notes.toPlainText().count("2026") == 2
    page.roster.setFocus()
    settle()
    assert page.view is not None
    zeke = page.view.group.roster[0]
    assert zeke.notes.startswith("2026-03-14: Bitten")
    key("Ctrl+Z")
    assert page.view.group.roster[0].notes == ""


def test_an_entry_is_begun_at_the_end_wherever_the_keyboard_is(
    page: GroupPage, sample: Session
) -> None:
    sample.services.groups.write_notes(page.group_id, "First line\nSecond line\n")
    sample.services.announce()
    settle()
    page.notes.moveCursor(page.notes.textCursor().MoveOperation.Start)
    page.notes.date_button.click()
    assert page.notes.toPlainText() == "First line\nSecond line\n2026-03-14: "
    assert focus() is page.notes
    write("Third")
    assert page.notes.toPlainText().endswith("2026-03-14: Third")


# Names


def test_a_name_is_thought_of_while_a_member_is_edited(page: GroupPage) -> None:
    page.roster.setFocus()
    key("Alt+I")
    editor = page.member_editor
    before = editor.name.text()
    find_button(editor, "Random name").click()
    assert page.view is not None
    assert editor.name.text() not in {m.name for m in page.view.group.members}
    editor.name.undo()
    assert editor.name.text() == before


def test_names_are_thought_of_while_a_group_is_edited(page: GroupPage) -> None:
    page.edit_group()
    editor = page.group_editor
    find_button(editor, "Random name for the group").click()
    assert editor.name.text() not in ("", "Zeke's Truckers")
    dog = editor.member_type.findData("dog")
    editor.member_type.setCurrentIndex(dog)
    find_button(editor, "Random name for the member to add").click()
    assert editor.member_name.text() in groups._names("animals")


def test_an_animal_has_an_animals_name(book: Catalogue) -> None:
    dice = random.Random(1)
    for kind, names in (("dog", "animals"), ("cop", "members")):
        thought = groups.member_name(dice, (), book.character(kind))
        assert thought in groups._names(names)


def test_no_name_stands_twice() -> None:
    for kind in ("members", "animals", "groups"):
        names = groups._names(kind)
        assert len(set(names)) == len(names)
