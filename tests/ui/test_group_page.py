"""The group page: numbers explained, gear moved by hand and mouse, values set by hand, history."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QMenu

from answering import answer_one
from lastdays.campaign import groups
from lastdays.model.changes import PointsSet
from lastdays.model.fields import GROUP, MEMBER
from lastdays.model.group import Group, Item, NextEncounter
from lastdays.model.profile import explain
from lastdays.model.recruiting import max_size
from lastdays.postgame.gear_moves import ArrangeGear
from lastdays.postgame.refuge_fate import ChooseOfRefuge
from lastdays.procedure.asks import Arrange
from lastdays.rulebook import Catalogue
from lastdays.ui.app import Session
from lastdays.ui.forms.arrange import GearForm
from lastdays.ui.models.items import ITEM_TYPE
from lastdays.ui.models.rows import Cell
from lastdays.ui.navigation import CampaignRoute, GroupRoute, RulebookRoute
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.tracker.setting_up import GroupForm
from lastdays.ui.widgets.entry_card import entry_at
from store.exercise import rebuild
from sure import as_a, sure
from ui.hands import (
    click,
    find_button,
    focus,
    go,
    key,
    menu_item,
    push,
    seen,
    sequence_until,
    settle,
    tab_to,
    write,
    zoom,
)
from ui.test_sequence_page import begin

ROSTERS = Path(__file__).parents[1] / "fixtures" / "rosters"


def choose(page: GroupPage, name: str, column: int = 0) -> None:
    names = [m.name for m in sure(page.view).group.roster]
    page.roster.setFocus()
    page.roster.table.setCurrentIndex(page.roster.model.index(names.index(name), column))
    settle()


def carried(page: GroupPage, name: str) -> list[str]:
    return [i.key for m in sure(page.view).group.roster if m.name == name for i in m.gear]


def test_the_page_says_what_the_sketch_says(page: GroupPage) -> None:
    text = seen(page)
    assert page.head.title.text() == "Zeke's Truckers"
    assert page.head.note.text() == "Selfish · The Farm House · Robin"
    figures = seen(page.figures).split("\n")
    assert " ".join(figures) == (
        "0 Scavenge Points 8/8 members 0 hurt 0/6 Spaces built 1/4 Neutral 1/2 other Keyword"
    )
    assert "Mo | Selfish | 0 | 0/6 | 4▾ | 4 | 3 | 3 | 4 | 3 | 2 | 2" in text
    assert "Fenced-Off Garden (built in)" in text
    assert text.count("6 Empty Spaces") == 1


def test_the_keyboard_begins_on_the_roster_whatever_stands_above_it(
    page: GroupPage, sample: Session
) -> None:
    campaign = sure(page.view).campaign.id
    group = sample.services.groups.found(campaign, "New", "merciless-thug", "Zed", "prison")
    go(sample.window, GroupRoute(group))
    text = seen(page)
    assert "Start playing" in text
    assert "Why?" in text
    assert focus() is page.roster.table


def test_the_refuge_says_what_worked_perks_give_as_the_rulebook_has_it(page: GroupPage) -> None:
    worked = NextEncounter(("armoury", "radio-room"))
    page.refuge.show_group(
        sure(replace(sure(page.view), group=replace(sure(page.view).group, next_encounter=worked)))
    )
    assert page.refuge.next_encounter.text().splitlines() == [
        f"Next Encounter: {page.services.catalogue.perks['armoury'].ammo_rerolls} failed Ammo Rolls may be rolled again",
        "Next Encounter roll: may be shifted by one",
    ]


@pytest.mark.parametrize("n", [1, 2])
def test_failed_ammo_rolls_to_be_rolled_again_are_told_at_set_up(
    page: GroupPage, monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    perks = page.services.catalogue.perks
    monkeypatch.setitem(perks, "armoury", replace(perks["armoury"], ammo_rerolls=n))
    worked = replace(sure(page.view).group, next_encounter=NextEncounter(("armoury",)))
    form = GroupForm(page.services, worked)
    told = f"Armoury: {n} failed Ammo Roll{'s' * (n > 1)} may be rolled again."
    assert told in [said.text() for said in form.findChildren(QLabel)]
    form.deleteLater()


def test_a_number_says_where_it_comes_from_on_focus(page: GroupPage) -> None:
    choose(page, "Mo")
    key("Right")
    assert page.roster.why.text() == "Keyword: Selfish"
    key("Right", "Right", "Right")
    assert page.roster.why.text() == (
        "Action Points 4 = 5 Goon (p.\u00a024) −1 Heavy gear, as each Action Phase begins (p.\u00a070)"
    )


@pytest.mark.smoke
def test_gear_moves_by_the_keyboard_and_back_with_undo(page: GroupPage) -> None:
    choose(page, "Zeke")
    tab_to(page.member_panel.gear)
    key("Down")
    assert page.member_panel.gear.currentIndex().data() == "Knife"
    menu_item(page.member_panel.move_button, "Stash")
    assert carried(page, "Zeke") == ["revolver"]
    assert page.stash.items.model().index(0, 0).data() == "Knife"
    tab_to(page.stash.items)
    menu_item(page.stash.move_button, "Lou")
    assert carried(page, "Lou") == ["pump-action-shotgun", "knife"]
    page.roster.setFocus()
    key("Ctrl+Z", "Ctrl+Z")
    assert carried(page, "Zeke") == ["revolver", "knife"]


def drop(view: QAbstractItemView, item_id: str, position: QPoint) -> None:
    data = QMimeData()
    data.setData(ITEM_TYPE, item_id.encode())
    event = QDropEvent(
        QPointF(position),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    view.dropEvent(event)
    settle()


def test_gear_is_dragged_to_the_stash_and_onto_a_member(page: GroupPage) -> None:
    knife = sure(page.view).group.members[0].gear[1].id
    drop(page.stash.items, knife, page.stash.items.viewport().rect().center())
    assert carried(page, "Zeke") == ["revolver"]
    mo = page.roster.table.visualRect(page.roster.model.index(1, 3)).center()
    drop(page.roster.table, knife, mo)
    assert carried(page, "Mo") == ["heavy-club", "knife"]


def test_sights_are_mounted_and_taken_off_and_a_mod_kit_converts(page: GroupPage) -> None:
    choose(page, "Ed")
    for item in ("Scope", "Mod-Kit"):
        menu_item(page.member_panel.add_button, "Equipment", item)
    gear = page.member_panel.gear
    gear.setCurrentIndex(page.member_panel.gear.rows.index(2, 0))
    settle()
    menu_item(page.member_panel.fit_button, "Mount on Hunting Rifle (Ed)")
    assert "Hunting Rifle + Scope" in seen(page)
    row = [
        r for r in range(3) if page.member_panel.gear.rows.index(r, 0).data().startswith("Mod-Kit")
    ]
    gear.setCurrentIndex(page.member_panel.gear.rows.index(row[0], 0))
    settle()
    menu_item(page.member_panel.fit_button, "Convert Hunting Rifle")
    assert "Surplus Assault Rifle (converted) + Scope" in seen(page)
    gear.setCurrentIndex(page.member_panel.gear.rows.index(0, 0))
    settle()
    menu_item(page.member_panel.fit_button, "Take Scope")
    assert carried(page, "Ed") == ["surplus-assault-rifle", "knife", "scope"]


def test_everything_on_a_member_can_be_set_by_hand_and_is_marked(page: GroupPage) -> None:
    choose(page, "Mo")
    key("Alt+I")
    editor = page.member_editor
    assert editor.isVisible()
    write("Big Mo")
    editor.type.setCurrentText("Gang Member")
    editor.keyword.setCurrentText("Neutral")
    editor.level.setValue(3)
    editor.experience.setValue(17)
    editor.numbers["FA"].setValue(5)
    menu_item(editor.skills.add_button, "Academic", "Gunsmith", "Shotgun")
    menu_item(editor.injuries.add_button, "Leg Injury")
    click(editor, "Save changes")
    mo = next(m for m in sure(page.view).group.roster if m.name == "Big Mo")
    assert (mo.type, mo.keyword, mo.level, mo.experience) == ("gang-member", "neutral", 3, 17)
    assert mo.adjustments == {"FA": 2}
    assert {"type", "keyword", "level", "experience", "skills", "injuries"} <= set(mo.by_hand)
    assert "Big Mo ✎ | Neutral | 3 | 17" in seen(page)
    choose(page, "Big Mo", 6)
    assert page.roster.why.text() == "Firearms 5 = 3 Gang Member (p.\u00a023) +2 set by hand"
    assert "Gunsmith (Shotgun)" in seen(page)


def test_another_type_drops_what_was_set_by_hand_unless_it_is_marked(page: GroupPage) -> None:
    choose(page, "Mo")
    key("Alt+I")
    editor = page.member_editor
    gang = editor.catalogue.characters["gang-member"]
    assert not editor.keep.isEnabled()
    editor.numbers["FA"].setValue(5)
    editor.keyword.setCurrentText("Neutral")
    settle()
    assert "Set by hand: Firearms +2, Neutral" in seen(editor)
    assert editor.keep.isEnabled()
    editor.type.setCurrentText("Gang Member")
    settle()
    assert {name: spin.value() for name, spin in editor.numbers.items()} == gang.profile
    assert editor.keyword.currentText() == "Selfish"
    assert "Was set by hand: Firearms +2" in seen(editor)
    editor.keep.click()  # marked, it comes back and stays
    assert editor.numbers["FA"].value() == gang.profile["FA"] + 2
    editor.keyword.setCurrentText("Neutral")
    editor.type.setCurrentText("Goon")
    settle()
    assert editor.numbers["FA"].value() == 5
    assert editor.keyword.currentText() == "Neutral"
    click(editor, "Save changes")
    mo = next(m for m in sure(page.view).group.roster if m.name == "Mo")
    assert (mo.type, mo.keyword, mo.adjustments) == ("goon", "neutral", {"FA": 2})


def test_the_form_shows_at_once_what_will_be_stored(page: GroupPage) -> None:
    choose(page, "Mo")
    key("Alt+I")
    editor = page.member_editor

    def shown() -> dict[str, int]:
        return {name: spin.value() for name, spin in editor.numbers.items()}

    editor.type.setCurrentText("Sarge")
    settle()
    assert editor.keyword.currentText() == "Trained"
    kind = editor.catalogue.characters[editor.type.currentData()]
    assert shown() == kind.profile
    editor.numbers["FA"].setValue(1)
    menu_item(editor.injuries.add_button, "Blinded in One Eye")
    assert shown() == {**kind.profile, "FA": 0}
    menu_item(editor.injuries.add_button, "Shell-Shocked")
    assert shown()["AP"] == kind.profile["AP"] - 1
    click(editor, "✕ Blinded in One Eye")
    assert shown()["FA"] == 1
    expected = shown()
    listed = [s.key for s in sure(editor._member).skills]
    click(editor, "Save changes")
    mo = next(m for m in sure(page.view).group.roster if m.name == "Mo")
    explained = explain(mo, editor.catalogue)
    assert {k: e.permanent for k, e in explained.items()} == expected
    assert [s.key for s in mo.skills] == listed
    assert mo.keyword == kind.keyword


def test_a_death_by_hand_stands_in_the_memorial_and_can_be_mended(
    page: GroupPage, sample: Session
) -> None:
    choose(page, "Pip")
    key("Alt+I")
    page.member_editor.status.setCurrentText("dead (the gear is lost)")
    lost = "Lost with Pip: Knife. Undo brings it back."
    assert lost in seen(page.member_editor)
    click(page.member_editor, "Save changes")
    assert lost in seen(sample.window)
    assert "Pip" not in [m.name for m in sure(page.view).group.roster]
    menu_item(page.head.more_button, "Memorial (1)")
    assert "Pip ✎" in seen(page)
    last = page.roster.model.rowCount() - 1
    page.roster.table.setCurrentIndex(page.roster.model.index(last, 0))
    key("Alt+I")
    page.member_editor.status.setCurrentText("active")
    assert "Pip comes back without gear: it was lost with the death." in seen(page.member_editor)
    click(page.member_editor, "Save changes")
    assert carried(page, "Pip") == []
    page.roster.setFocus()
    key("Ctrl+Z")
    page.roster.setFocus()
    key("Ctrl+Z")
    assert carried(page, "Pip") == ["knife"]


def test_a_capture_by_hand_names_who_holds_them(page: GroupPage) -> None:
    choose(page, "Pip")
    key("Alt+I")
    page.member_editor.status.setCurrentText("captured")
    page.member_editor.captor.setCurrentText("Carl's Crew")
    click(page.member_editor, "Save changes")
    assert "held by Carl's Crew" in page.roster.model.rows[6].below
    choose(page, "Pip")
    page.roster.menu.aboutToShow.emit()
    offered = {a.text() for menu in page.roster.menu.findChildren(QMenu) for a in menu.actions()}
    assert "Decline the rescue: the gear is lost" in offered


def test_the_group_is_set_by_hand_too(page: GroupPage) -> None:
    menu_item(page.head.more_button, "Edit group")
    editor = page.group_editor
    editor.points.setValue(34)
    editor.player.setText("Anna")
    editor.refuge.setCurrentText("The Church")
    menu_item(editor.perks.add_button, "Infirmary")
    editor.member_type.setCurrentText("Dog")
    editor.member_name.setText("Rex")
    click(editor, "Save changes")
    group = sure(page.view).group
    assert (group.points, group.player, group.refuge.key) == (34, "Anna", "church")
    assert [p.key for p in group.refuge.built] == ["infirmary"]
    assert "Rex ✎" in seen(page)
    assert "9 members, the Refuge holds 8." in seen(page)


def test_a_warning_says_its_rule_and_the_table_allows_it(page: GroupPage, sample: Session) -> None:
    menu_item(page.head.more_button, "Edit group")
    page.group_editor.refuge.setCurrentText("The Gun Shop")
    click(page.group_editor, "Save changes")
    assert "⚠ 8 members, the Refuge holds 6." in seen(page)
    click(page, "Why: 8 members, the Refuge holds 6.")
    assert "each Bunk Bed makes room for more. (p.\u00a020)" in sample.window.toast.text.text()
    click(page, "Allow: 8 members, the Refuge holds 6.")
    assert "⚠" not in seen(page)
    assert "allowed: 8 members, the Refuge holds 6." in seen(page)
    assert sure(page.view).undo == "allowed: 8 members, the Refuge holds 6."
    click(page, "Withdraw: 8 members, the Refuge holds 6.")
    assert "⚠ 8 members" in seen(page)


def test_the_history_lists_every_change_and_shows_the_group_as_it_was(page: GroupPage) -> None:
    menu_item(page.head.more_button, "History")
    history = page.history
    assert "recruited Doc" in seen(history)
    row = next(
        r
        for r in range(history.entries.rows.rowCount())
        if "recruited Mo" in history.entries.rows.index(r, 0).data()
    )
    history.entries.setCurrentIndex(history.entries.rows.index(row, 0))
    settle()
    assert history.roster.rows.rowCount() == 2
    assert "2 of 8 · read-only" in history.summary.text()
    assert "Doc, joins: — → Rescue Worker" in history.difference.text()
    click(history, "Back to the group")
    assert page.roster.model.rowCount() == 8


def test_notes_are_one_revision_and_text_undoes_first(page: GroupPage) -> None:
    choose(page, "Mo")
    notes = page.member_panel.notes
    notes.setFocus()
    write("limps & <b>swears</b>")
    page.roster.setFocus()
    settle()
    assert sure(page.view).group.members[1].notes == "limps & <b>swears</b>"
    assert sure(page.view).undo == "wrote notes for Mo"
    notes.setFocus()
    write("x")
    key("Ctrl+Z")
    assert sure(page.view).group.members[1].notes == "limps & <b>swears</b>"
    page.roster.setFocus()
    key("Ctrl+Z")
    assert sure(page.view).group.members[1].notes == ""


def test_forms_name_and_bound_their_fields_as_they_are_declared(page: GroupPage) -> None:
    choose(page, "Mo")
    key("Alt+I")
    page.edit_group()
    group, member = page.group_editor, page.member_editor
    for field, entry in (
        (GROUP["points"], group.points),
        (GROUP["games"], group.games),
        (GROUP["extra_size"], group.extra_size),
        (GROUP["extra_spaces"], group.extra_spaces),
        (MEMBER["experience"], member.experience),
    ):
        assert (entry.minimum(), entry.maximum()) == (field.low, field.most)
        assert entry.accessibleName() == field.name
    assert (group.refuge.accessibleName(), member.type.accessibleName()) == ("Refuge", "Type")
    assert member.level.maximum() == 10


def test_export_and_import_is_the_same_group(
    page: GroupPage, sample: Session, tmp_path: Path
) -> None:
    before = sure(page.view).group
    file = tmp_path / "zeke.lastdays.json"
    page.export_to(file)
    assert "Wrote" in sample.window.toast.text.text()
    sample.window.go(CampaignRoute())
    sample.window.pages.campaign.overview.import_from(file)
    settle()
    click(sample.window.pages.merge, "Add as a second group")
    after = sure(page.view).group
    assert after.name == "Zeke's Truckers (2)"
    assert {m.id for m in after.members}.isdisjoint(m.id for m in before.members)

    def counted(group: Group) -> Group:
        ids = count()
        return replace(group.under_new_ids("g", lambda: str(next(ids))), name="")

    assert counted(after) == counted(before)
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "lastdays-group", "version": 1, "group": {"id": 3}}')
    sample.window.pages.campaign.overview.import_from(broken)
    assert "damaged at id" in sample.window.toast.text.text()


def test_a_roster_is_imported_and_says_what_it_did_not_understand(
    page: GroupPage, sample: Session
) -> None:
    sample.window.go(CampaignRoute())
    sample.window.pages.campaign.overview.import_from(ROSTERS / "battlescribe.ros")
    settle()
    said = sample.window.toast.text.text()
    assert said == (
        "3 entries of this roster weren't understood: Ann Mercy: Charismatic, Survivalist: "
        "Hunger: Hungry and Horse (“Silver”). The group's notes list them."
    )
    assert sure(page.view).group.name == "Mercy Street"
    assert "- Horse (“Silver”)" in page.stash.notes.toPlainText()
    assert "Mercy Street" in seen(sample.window.pages.group.head)
    push(sample.window.undo_action)
    groups = sample.services.workspace.groups(sample.window.campaign_id)
    assert "Mercy Street" not in [g.name for g in groups]


def test_dismissing_and_deleting_can_be_undone(page: GroupPage, sample: Session) -> None:
    choose(page, "Lou")
    page.roster.menu.aboutToShow.emit()
    next(a for a in page.roster.menu.actions() if a.text() == "Dismiss").trigger()
    settle()
    assert "Lou" not in [m.name for m in sure(page.view).group.roster]
    page.roster.setFocus()
    key("Ctrl+Z")
    assert "Lou" in [m.name for m in sure(page.view).group.roster]
    menu_item(page.head.more_button, "Edit group")
    click(page.group_editor, "Delete this group")
    window = sample.window
    assert isinstance(window.route, CampaignRoute)
    rows = window.pages.campaign.overview.groups.rows
    assert [rows.index(r, 0).data() for r in range(rows.rowCount())] == ["Carl's Crew"]
    find_button(window, "Undo: deleted Zeke's Truckers")
    window.pages.campaign.overview.groups.setFocus()
    key("Ctrl+Z")
    assert len(sample.services.workspace.groups()) == 2


def test_gear_that_changes_hands_has_its_card(sample: Session) -> None:
    """Pointing at a row names its entry, and F1 opens the rulebook there."""
    window = sample.window
    sequence_until(sample, lambda ask: isinstance(ask, ArrangeGear))
    form = next(f for f in window.page().findChildren(GearForm) if f.isVisible())
    table: QAbstractItemView = form.table
    names = set()
    for row in range(table.model().rowCount()):
        where = table.visualRect(table.model().index(row, 1)).center()
        if table.viewport().rect().contains(where):
            names.add(entry_at(table.viewport(), where))
    assert len(names) > 3
    assert names <= {entry.name for entry in sample.services.catalogue.all_gear()}
    table.setFocus()
    chosen = entry_at(table)
    assert chosen
    key("F1")
    assert window.route == RulebookRoute(chosen)


@pytest.fixture(autouse=True)
def _date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastdays.ui.widgets.notes.today", lambda: "2026-03-14")


# Notes


@pytest.mark.smoke
def test_f5_begins_an_entry_with_the_date(page: GroupPage) -> None:
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
    zeke = sure(page.view).group.roster[0]
    assert zeke.notes.startswith("2026-03-14: Bitten")
    key("Ctrl+Z")
    assert sure(page.view).group.roster[0].notes == ""


def test_an_entry_is_begun_at_the_end_wherever_the_keyboard_is(page: GroupPage) -> None:
    page.services.groups.write_notes(page.group_id, "First line\nSecond line\n")
    page.services.announce()
    settle()
    page.stash.notes.moveCursor(page.stash.notes.textCursor().MoveOperation.Start)
    page.stash.notes.date_button.click()
    assert page.stash.notes.toPlainText() == "First line\nSecond line\n2026-03-14: "
    assert focus() is page.stash.notes
    write("Third")
    assert page.stash.notes.toPlainText().endswith("2026-03-14: Third")


# Names


def test_a_name_is_thought_of_while_a_member_is_edited(page: GroupPage) -> None:
    page.roster.setFocus()
    key("Alt+I")
    editor = page.member_editor
    before = editor.name.text()
    find_button(editor, "Random name").click()
    assert editor.name.text() not in {m.name for m in sure(page.view).group.members}
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


@pytest.fixture
def carl(sample: Session) -> GroupPage:
    """The page of a group with a stash and a built Perk."""
    services, window = sample.services, sample.window
    group = services.workspace.groups(window.campaign_id)[1].id
    rebuild(services.groups, group, "church", "infirmary")
    services.workspace.change_group(
        group, PointsSet(12), lambda g: g.stash_add((Item("s1", "scope"), Item("s2", "knife")))
    )
    services.announce()
    return as_a(GroupPage, go(window, GroupRoute(group)))


def test_the_outlook_says_what_is_lost_and_who_stays_behind(carl: GroupPage) -> None:
    click(carl, "If it's lost…")
    assert carl.stack.currentWidget() is carl.outlook
    text = seen(carl.outlook)
    assert "The Church" in text
    assert "8 members in 8 beds · 1 Empty Space left" in text
    assert "The stash is lost: 2 items" in text
    assert "The stash comes along" in text
    assert text.count("1 built Perk is lost") == 2
    rows = {
        as_a(Cell, r.cells[0]).text: [as_a(Cell, c).text for c in r.cells[1:]]
        for r in carl.outlook.others.rows.rows
    }
    assert set(rows) == {
        "The Farm House", "The Mall", "The Gun Shop", "The Police Station", "The Prison",
    }  # fmt: skip
    assert rows["The Gun Shop"][:3] == ["6/6", "2", "3"]
    assert rows["The Mall"][:3] == ["8/12", "0", "8"]
    assert carl.outlook.beds.accessibleName() == "8 members in 8 beds"


@pytest.mark.smoke
def test_one_goes_there_and_back_by_keyboard(carl: GroupPage) -> None:
    carl.refuge.outlook_button.setFocus()
    key("Space")
    assert focus() is carl.outlook.back_button
    key("Space")
    assert carl.stack.currentWidget() is carl.home


def test_it_follows_what_changes_and_what_is_undone(carl: GroupPage) -> None:
    click(carl, "If it's lost…")
    assert "2 items" in seen(carl.outlook)
    key("Ctrl+Z")
    assert "The stash is lost" not in seen(carl.outlook)


@pytest.mark.parametrize("percent", [100, 200])
def test_the_outlook_shows_every_refuge_without_scrolling(
    carl: GroupPage, sample: Session, percent: int
) -> None:
    zoom(sample, percent)
    click(carl, "If it's lost…")
    outlook = carl.outlook
    assert outlook.back_button.isVisible()
    assert outlook.beds.width() >= outlook.beds.minimumSizeHint().width()
    for table in (outlook.fallen, outlook.left):
        assert table.height() >= table.wanted()
    if percent == 100:
        assert outlook.others.verticalScrollBar().maximum() == 0


def test_what_is_lost_is_shown_beside_the_question(sample: Session) -> None:
    page, games = begin(sample), sample.services.games
    group = sure(page.view).before.id
    sequence = page.sequence_id
    while not sure(games.view(sequence).pending).key.startswith("refuge/"):
        ask = sure(games.view(sequence).pending)
        if ask.key == "attack/roll":
            games.answer(sequence, ask.key, [1, 1], "set")
        elif ask.key == "jobs/assigned":
            assert isinstance(ask, Arrange)
            games.answer(sequence, ask.key, ask.write({}), "chosen")
        else:
            answer_one(games, sequence)
    sample.services.announce()
    settle()
    view = sure(sure(page.view))
    assert as_a(ChooseOfRefuge, view.pending).key == "refuge/flee"
    now = as_a(ChooseOfRefuge, view.pending).group
    assert view.group_now == now
    text = seen(page)
    n = len(now.stash)
    assert f"The stash is lost: {n} item" in text or not n
    assert "One member at random is hurt" in text
    beds = max_size(now, sample.services.catalogue)
    assert f"{len(now.roster)} members in {beds} beds" in text
    options = {b.accessibleName() for b in page.ask_panel.options.values()}
    small = next(o for o in options if o.startswith("The Gun Shop"))
    short = len(now.active) - 6
    assert (f"{short} are left behind and die" in small) == (short > 1)
    assert sample.services.workspace.group(group).group == view.before
