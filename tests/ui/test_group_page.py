"""The group page: numbers explained, gear moved by hand and mouse, values set by hand, history."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractItemView

from lastdays.model.fields import GROUP, MEMBER
from lastdays.model.group import Group, NextEncounter
from lastdays.model.profile import explain
from lastdays.ui.app import Session
from lastdays.ui.models.items import ITEM_TYPE
from lastdays.ui.navigation import CampaignRoute, GroupRoute
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.tracker.setting_up import GroupForm
from sure import as_a, sure
from ui.hands import click, find_button, focus, key, menu_item, seen, settle, tab_to, write

ROSTERS = Path(__file__).parents[1] / "fixtures" / "rosters"


@pytest.fixture
def page(sample: Session) -> GroupPage:
    window = sample.window
    group = next(
        g for g in sample.services.workspace.groups(window.campaign_id) if g.name.startswith("Zeke")
    )
    window.go(GroupRoute(group.id))
    settle()
    return as_a(GroupPage, window.pages.group)


def choose(page: GroupPage, name: str, column: int = 0) -> None:
    assert page.view is not None
    names = [m.name for m in page.view.group.roster]
    page.roster.setFocus()
    page.roster.table.setCurrentIndex(page.roster.model.index(names.index(name), column))
    settle()


def carried(page: GroupPage, name: str) -> list[str]:
    assert page.view is not None
    return [i.key for m in page.view.group.roster if m.name == name for i in m.gear]


def test_the_page_says_what_the_sketch_says(page: GroupPage) -> None:
    text = seen(page)
    assert page.title.text() == "Zeke's Truckers"
    assert page.summary.text() == "Selfish · The Farm House · Robin"
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
    assert page.view is not None
    campaign = page.view.campaign.id
    group = sample.services.groups.found(campaign, "New", "merciless-thug", "Zed", "prison")
    sample.window.go(GroupRoute(group))
    settle()
    text = seen(page)
    assert "Start playing" in text
    assert "Why?" in text
    assert focus() is page.roster.table


def test_the_refuge_says_what_worked_perks_give_as_the_rulebook_has_it(
    page: GroupPage, sample: Session
) -> None:
    worked = NextEncounter(("armoury", "radio-room"))
    assert page.view is not None
    page.refuge.show_group(
        sure(replace(page.view, group=replace(page.view.group, next_encounter=worked)))
    )
    assert page.refuge.next_encounter.text().splitlines() == [
        f"Next Encounter: {sample.services.catalogue.perks['armoury'].ammo_rerolls} failed Ammo Rolls may be rolled again",
        "Next Encounter roll: may be shifted by one",
    ]


@pytest.mark.parametrize("n", [1, 2])
def test_failed_ammo_rolls_to_be_rolled_again_are_told_at_set_up(
    page: GroupPage, sample: Session, monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    perks = sample.services.catalogue.perks
    monkeypatch.setitem(perks, "armoury", replace(perks["armoury"], ammo_rerolls=n))
    assert page.view is not None
    worked = replace(page.view.group, next_encounter=NextEncounter(("armoury",)))
    form = GroupForm(sample.services, worked)
    assert form.note.text() == f"Armoury: {n} failed Ammo Roll{'s' * (n > 1)} may be rolled again."
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
    assert page.view is not None
    knife = page.view.group.members[0].gear[1].id
    drop(page.stash.items, knife, page.stash.items.viewport().rect().center())
    assert carried(page, "Zeke") == ["revolver"]
    mo = page.roster.table.visualRect(page.roster.model.index(1, 3)).center()
    drop(page.roster.table, knife, mo)
    assert carried(page, "Mo") == ["heavy-club", "knife"]


def test_sights_are_mounted_and_taken_off_and_a_mod_kit_converts(
    page: GroupPage, sample: Session
) -> None:
    choose(page, "Ed")
    for item in ("Scope", "Mod-Kit"):
        menu_item(page.member_panel.add_button, "Equipment", item)
    gear = page.member_panel.gear
    gear.setCurrentIndex(page.member_panel.gear_model.index(2, 0))
    settle()
    menu_item(page.member_panel.fit_button, "Mount on Hunting Rifle (Ed)")
    assert "Hunting Rifle + Scope" in seen(page)
    row = [
        r for r in range(3) if page.member_panel.gear_model.index(r, 0).data().startswith("Mod-Kit")
    ]
    gear.setCurrentIndex(page.member_panel.gear_model.index(row[0], 0))
    settle()
    menu_item(page.member_panel.fit_button, "Convert Hunting Rifle")
    assert "Surplus Assault Rifle (converted) + Scope" in seen(page)
    gear.setCurrentIndex(page.member_panel.gear_model.index(0, 0))
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
    assert page.view is not None
    mo = next(m for m in page.view.group.roster if m.name == "Big Mo")
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
    assert page.view is not None
    mo = next(m for m in page.view.group.roster if m.name == "Mo")
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
    assert editor._member is not None
    listed = [s.key for s in editor._member.skills]
    click(editor, "Save changes")
    assert page.view is not None
    mo = next(m for m in page.view.group.roster if m.name == "Mo")
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
    assert page.view is not None
    assert "Pip" not in [m.name for m in page.view.group.roster]
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


def test_a_capture_by_hand_names_who_holds_them(page: GroupPage, sample: Session) -> None:
    choose(page, "Pip")
    key("Alt+I")
    page.member_editor.status.setCurrentText("captured")
    page.member_editor.captor.setCurrentText("Carl's Crew")
    click(page.member_editor, "Save changes")
    assert "held by Carl's Crew" in page.roster.model.rows[6].below
    choose(page, "Pip")
    assert page.member_panel.rescue_button.isVisible()


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
    assert page.view is not None
    group = page.view.group
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
    assert page.view is not None
    assert page.view.undo == "allowed: 8 members, the Refuge holds 6."
    click(page, "Withdraw: 8 members, the Refuge holds 6.")
    assert "⚠ 8 members" in seen(page)


def test_the_history_lists_every_change_and_shows_the_group_as_it_was(page: GroupPage) -> None:
    menu_item(page.head.more_button, "History")
    history = page.history
    assert "recruited Doc" in seen(history)
    row = next(
        r
        for r in range(history.model.rowCount())
        if "recruited Mo" in history.model.index(r, 0).data()
    )
    history.entries.setCurrentIndex(history.model.index(row, 0))
    settle()
    assert history.roster_model.rowCount() == 2
    assert "2 of 8 · read-only" in history.summary.text()
    assert "Doc, joins: — → Rescue Worker" in history.difference.text()
    click(history, "Back to the group")
    assert page.roster.model.rowCount() == 8


def test_notes_are_one_revision_and_text_undoes_first(page: GroupPage, sample: Session) -> None:
    choose(page, "Mo")
    notes = page.member_panel.notes
    notes.setFocus()
    write("limps & <b>swears</b>")
    page.roster.setFocus()
    settle()
    assert page.view is not None
    assert page.view.group.members[1].notes == "limps & <b>swears</b>"
    assert page.view.undo == "wrote notes for Mo"
    notes.setFocus()
    write("x")
    key("Ctrl+Z")
    assert page.view.group.members[1].notes == "limps & <b>swears</b>"
    page.roster.setFocus()
    key("Ctrl+Z")
    assert page.view.group.members[1].notes == ""


@pytest.mark.parametrize("name", ["Bob <the Butcher> & Co", "{0}%s\\n", "محمد", "🧟" * 20, "&amp;"])
def test_names_are_text(page: GroupPage, name: str) -> None:
    choose(page, "Mo")
    key("Alt+I")
    page.member_editor.name.setText(name)
    click(page.member_editor, "Save changes")
    assert name in seen(page)
    assert page.view is not None
    assert any(m.name == name for m in page.view.group.roster)


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


def test_a_name_of_ten_thousand_letters_is_refused_and_stays_in_the_field(
    page: GroupPage, sample: Session
) -> None:
    choose(page, "Mo")
    key("Alt+I")
    page.member_editor.name.setMaxLength(20_000)
    page.member_editor.name.setText("x" * 10_000)
    click(page.member_editor, "Save changes")
    assert "has 10000 characters; 200 is the most that fits" in sample.window.toast.text.text()
    assert page.member_editor.isVisible()
    assert len(page.member_editor.name.text()) == 10_000


def test_export_and_import_is_the_same_group(
    page: GroupPage, sample: Session, tmp_path: Path
) -> None:
    assert page.view is not None
    before = page.view.group
    file = tmp_path / "zeke.lastdays.json"
    page.export_to(file)
    assert "Wrote" in sample.window.toast.text.text()
    sample.window.go(CampaignRoute())
    sample.window.pages.campaign.import_from(file)
    settle()
    click(sample.window.pages.merge, "Add as a second group")
    after = page.view.group
    assert after.name == "Zeke's Truckers (2)"
    assert {m.id for m in after.members}.isdisjoint(m.id for m in before.members)

    def counted(group: Group) -> Group:
        ids = count()
        return replace(group.under_new_ids("g", lambda: str(next(ids))), name="")

    assert counted(after) == counted(before)
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "lastdays-group", "version": 1, "group": {"id": 3}}')
    sample.window.pages.campaign.import_from(broken)
    assert "damaged at id" in sample.window.toast.text.text()


def test_a_roster_is_imported_and_says_what_it_did_not_understand(
    page: GroupPage, sample: Session
) -> None:
    sample.window.go(CampaignRoute())
    sample.window.pages.campaign.import_from(ROSTERS / "battlescribe.ros")
    settle()
    said = sample.window.toast.text.text()
    assert said == (
        "3 entries of this roster weren't understood: Ann Mercy: Charismatic, Survivalist: "
        "Hunger: Hungry and Horse (“Silver”). The group's notes list them."
    )
    assert page.view is not None
    assert page.view.group.name == "Mercy Street"
    assert "- Horse (“Silver”)" in page.notes.toPlainText()
    assert "Mercy Street" in seen(sample.window.pages.group.head)
    sample.window.undo_action.trigger()
    settle()
    groups = sample.services.workspace.groups(sample.window.campaign_id)
    assert "Mercy Street" not in [g.name for g in groups]


def test_dismissing_and_deleting_can_be_undone(page: GroupPage, sample: Session) -> None:
    choose(page, "Lou")
    page.roster.menu.aboutToShow.emit()
    next(a for a in page.roster.menu.actions() if a.text() == "Dismiss").trigger()
    settle()
    assert page.view is not None
    assert "Lou" not in [m.name for m in page.view.group.roster]
    page.roster.setFocus()
    key("Ctrl+Z")
    assert "Lou" in [m.name for m in page.view.group.roster]
    menu_item(page.head.more_button, "Edit group")
    click(page.group_editor, "Delete this group")
    window = sample.window
    assert isinstance(window.route, CampaignRoute)
    rows = window.pages.campaign.groups_model
    assert [rows.index(r, 0).data() for r in range(rows.rowCount())] == ["Carl's Crew"]
    find_button(window, "Undo: deleted Zeke's Truckers")
    window.pages.campaign.groups.setFocus()
    key("Ctrl+Z")
    assert len(sample.services.workspace.groups()) == 2
