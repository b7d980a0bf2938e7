"""The group page: numbers explained, gear moved by hand and mouse, values set by hand, history; what
is in sight of it, and how few presses lead to what is next."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAction, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from answering import answer_one
from lastdays.model.changes import PointsSet
from lastdays.model.group import Advance, Injury, Item, NextEncounter, Skill
from lastdays.model.limits import points_for_missing_weapons
from lastdays.model.recruiting import Recruit, max_size
from lastdays.postgame.gear_moves import ArrangeGear
from lastdays.postgame.refuge_fate import ChooseOfRefuge
from lastdays.procedure.asks import Arrange
from lastdays.ui.app import Session
from lastdays.ui.forms.arrange import GearForm
from lastdays.ui.models.roster import ITEM_TYPE, TYPE
from lastdays.ui.models.rows import Cell, RowModel
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    GroupRoute,
    NextGameRoute,
    RulebookRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.deleting import DeleteDialog
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.widgets.entry_card import entry_at
from lastdays.ui.window import Window
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
    size,
    tab_to,
    write,
)
from ui.rows import whole_rows
from ui.sequences import begin

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
        "0 Scavenge Points 8/8 members 0 hurt 0/6 Empty Spaces built on 1/4 Neutral 1/2 other Keyword"
    )
    assert "Mo | Selfish | 0 | 0/6 | 4▾ | 4 | 3 | 3 | 4 | 3 | 2 | 2" in text
    assert "Fenced-Off Garden (built in)" in text
    assert text.count("6 Empty Spaces") == 1


def test_the_refuge_says_what_worked_perks_give_as_the_rulebook_has_it(page: GroupPage) -> None:
    worked = NextEncounter(("armoury", "radio-room"))
    page.refuge.show_group(
        sure(replace(sure(page.view), group=replace(sure(page.view).group, next_encounter=worked)))
    )
    assert page.refuge.next_encounter.text().splitlines() == [
        f"Next Encounter: {page.services.catalogue.perks['armoury'].ammo_rerolls} failed Ammo Rolls may be re-rolled",
        "Next Encounter roll: may be shifted by one",
    ]


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


def drag_to(view: QAbstractItemView, item_id: str, at: QPoint) -> None:
    """Drags gear over a place, where it shows that it would be dropped, and drops it there."""
    move, data = Qt.DropAction.MoveAction, QMimeData()
    data.setData(ITEM_TYPE, item_id.encode())
    held = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    before = view.viewport().grab().toImage()
    view.dragEnterEvent(QDragEnterEvent(at, move, data, *held))
    view.dragMoveEvent(QDragMoveEvent(at, move, data, *held))
    assert view.viewport().grab().toImage() != before
    view.dropEvent(QDropEvent(QPointF(at), move, data, *held))
    settle()


def test_gear_is_dragged_to_the_stash_and_onto_a_member(page: GroupPage) -> None:
    knife = sure(page.view).group.members[0].gear[1].id
    drag_to(page.stash.items, knife, page.stash.items.viewport().rect().center())
    assert carried(page, "Zeke") == ["revolver"]
    mo = page.roster.table.visualRect(page.roster.model.index(1, 3)).center()
    drag_to(page.roster.table, knife, mo)
    assert carried(page, "Mo") == ["heavy-club", "knife"]


def test_sights_are_mounted_and_taken_off_and_a_mod_kit_converts(page: GroupPage) -> None:
    choose(page, "Ed")
    for item in ("Scope", "Mod-Kit"):
        menu_item(page.member_panel.add_button, "Equipment", item)
    gear = page.member_panel.gear
    gear.setCurrentIndex(page.member_panel.gear.rows.index(2, 0))
    settle()
    menu_item(page.member_panel.fit_button, "Attach to Hunting Rifle (Ed)")
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
    menu_item(page.member_panel.fit_button, "Detach Scope")
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
    assert "No longer set by hand: Firearms +2" in seen(editor)
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


def test_a_death_by_hand_stands_in_the_memorial_and_can_be_mended(
    page: GroupPage, sample: Session
) -> None:
    choose(page, "Pip")
    key("Alt+I")
    page.member_editor.status.setCurrentText("dead (the gear is lost)")
    lost = "Lost with Pip: Knife. Undo restores it."
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
    assert "Pip comes back without gear: it was lost when they died." in seen(page.member_editor)
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
    assert "Decline the Rescue: the gear is lost" in offered


def test_the_group_is_set_by_hand_too_and_in_one_step_back(page: GroupPage) -> None:
    before = sure(page.view).group
    menu_item(page.head.more_button, "Edit group")
    editor = page.group_editor
    editor.name.setText("Night Shift")
    editor.points.setValue(34)
    editor.player.setText("Anna")
    editor.refuge.setCurrentText("The Church")
    editor.extra_spaces.setValue(2)
    menu_item(editor.perks.add_button, "Infirmary")
    editor.member_type.setCurrentText("Dog")
    editor.member_name.setText("Rex")
    click(editor, "Save changes")
    group = sure(page.view).group
    assert (group.name, group.points, group.player) == ("Night Shift", 34, "Anna")
    assert (group.refuge.key, group.refuge.extra_spaces) == ("church", 2)
    assert [p.key for p in group.refuge.built] == ["infirmary"]
    assert "Rex ✎" in seen(page)
    assert "9 members, but the Refuge holds 8." in seen(page)
    assert sure(sure(page.view).undo).startswith(f"renamed {before.name} to Night Shift; ")
    page.roster.setFocus()
    key("Ctrl+Z")
    assert sure(page.view).group == before
    key("Ctrl+Y")
    assert sure(page.view).group == group


def test_a_warning_says_its_rule_and_the_table_allows_it(page: GroupPage, sample: Session) -> None:
    menu_item(page.head.more_button, "Edit group")
    page.group_editor.refuge.setCurrentText("The Gun Shop")
    click(page.group_editor, "Save changes")
    assert "⚠ 8 members, but the Refuge holds 6." in seen(page)
    click(page, "Why: 8 members, but the Refuge holds 6.")
    assert "each Bunk Bed makes room for more. (p.\u00a020)" in sample.window.toast.text.text()
    click(page, "Allow: 8 members, but the Refuge holds 6.")
    assert "⚠" not in seen(page)
    assert "allowed: 8 members, but the Refuge holds 6." in seen(page)
    assert sure(page.view).undo == "allowed: 8 members, but the Refuge holds 6."
    click(page, "Withdraw: 8 members, but the Refuge holds 6.")
    assert "⚠ 8 members" in seen(page)


def test_the_history_shows_the_group_as_it_was_and_makes_it_the_present(page: GroupPage) -> None:
    menu_item(page.head.more_button, "History")
    history, model = page.history, page.history.entries.rows
    assert "recruited Doc" in seen(history)
    assert not history.restore_button.isEnabled()
    row = next(n for n in range(model.rowCount()) if "recruited Mo" in model.index(n, 0).data())
    history.entries.setCurrentIndex(model.index(row, 0))
    settle()
    assert history.roster.rows.rowCount() == 2
    assert "2/8 · read-only" in history.summary.text()
    assert "Doc, joins: — → Rescue Worker" in history.difference.text()
    assert "This change:\nMo, joins: — → Goon" in history.difference.text()
    click(history, "Restore this state")
    assert len(sure(page.view).group.roster) == 2
    assert "restored the group as it was after: recruited Mo" in seen(history)
    assert not history.restore_button.isEnabled()
    history.entries.setFocus()
    key("Ctrl+Z")
    assert len(sure(page.view).group.roster) == 8
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
    assert sure(page.view).undo == "edited the notes on Mo"
    notes.setFocus()
    write("x")
    key("Ctrl+Z")
    assert sure(page.view).group.members[1].notes == "limps & <b>swears</b>"
    page.roster.setFocus()
    key("Ctrl+Z")
    assert sure(page.view).group.members[1].notes == ""


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


def test_deleting_can_be_undone(page: GroupPage, sample: Session) -> None:
    window, group = sample.window, page.group_id
    menu_item(page.head.more_button, "Edit group")
    click(page.group_editor, "Delete this group")
    click(sure(window.findChild(DeleteDialog)), "Delete this group")
    window.activateWindow()  # as a window manager does when a dialog closes
    settle()
    assert isinstance(window.route, CampaignRoute)
    overview = window.pages.campaign.overview
    assert [row.cell(0).text for row in overview.groups.rows.rows] == ["Carl's Crew"]
    find_button(window, "Undo: Deleted the group Zeke's Truckers.")
    overview.groups.setFocus()
    key("Ctrl+Z")
    assert overview.groups.current_key() == group
    assert focus() is overview.groups


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


@pytest.mark.smoke
def test_the_outlook_says_what_is_lost_and_who_stays_behind(carl: GroupPage) -> None:
    outlook = carl.outlook
    carl.refuge.outlook_button.setFocus()
    key("Space")
    assert carl.stack.currentWidget() is outlook
    assert focus() is outlook.back_button
    text = seen(outlook)
    assert "The Church" in text
    assert "8 of 8 members · 1 Empty Space left" in text
    assert "The stash is lost: 2 items" in text
    assert "The stash is kept" in text
    assert text.count("1 built Perk is lost") == 2
    rows = {
        row.cell(0).text: [as_a(Cell, cell).text for cell in row.cells[1:]]
        for row in outlook.others.rows.rows
    }
    assert set(rows) == {
        "The Farm House", "The Mall", "The Gun Shop", "The Police Station", "The Prison",
    }  # fmt: skip
    assert rows["The Gun Shop"][:3] == ["6/6", "2", "3"]
    assert rows["The Mall"][:3] == ["8/12", "0", "8"]
    assert outlook.beds.accessibleName() == "8 of 8 members"
    key("Ctrl+Z")
    assert "The stash is lost" not in seen(outlook)
    outlook.back_button.setFocus()
    key("Space")
    assert carl.stack.currentWidget() is carl.home


def test_what_is_lost_is_shown_beside_the_question(sample: Session) -> None:
    page, games = begin(sample), sample.services.games
    sequence = page.sequence_id
    while not (ask := sure(games.view(sequence).pending)).key.startswith("refuge/"):
        if ask.key == "attack/roll":
            games.answer(sequence, ask.key, [1, 1], "set")
        elif isinstance(ask, Arrange) and ask.key == "jobs/assigned":
            games.answer(sequence, ask.key, ask.write({}), "chosen")
        else:
            answer_one(games, sequence)
    sample.services.announce()
    settle()
    view = sure(page.view)
    now = as_a(ChooseOfRefuge, view.pending).group
    assert view.group_now == now
    text = seen(page)
    assert "One random member is hurt" in text
    assert f"{len(now.roster)} of {max_size(now, sample.services.catalogue)} members" in text
    assert [o for o in page.ask_panel.options.values() if "Gun Shop" in o.accessibleName()]
    assert sample.services.workspace.group(view.before.id).group == view.before


def grown(page: GroupPage, sample: Session) -> None:
    """Gives the group a past: Levels, injuries, skills, Perks, a stash."""
    services, group = sample.services, page.group_id
    zeke, mo, _lou, ed, *_rest = sure(page.view).group.members
    edits = (
        replace(zeke, level=2, experience=3, advances=(Advance("S", 1, 1, 1),)),
        replace(mo, experience=4, injuries=(Injury("blinded", 1),)),
        replace(
            ed,
            injuries=(Injury("arm-injury"), Injury("shell-shocked"), Injury("leg-injury")),
            skills=(*ed.skills, Skill("sniper"), Skill("double-tap"), Skill("quick-load")),
        ),
    )
    for member in edits:
        services.groups.edit_member(group, member)
    for item in ("climbing-gear", "climbing-gear", "booze"):
        services.gear.add_gear(group, "", item)
    rebuild(services.groups, group, "farm-house", "fences", "watch-tower")
    page.refresh()
    settle()


def opened(
    sample: Session, name: str, count: int = 1, *, founding: bool = True, refuge: str = "mall"
) -> GroupPage:
    """Founds a group of so many members and opens its page."""
    services, window = sample.services, sample.window
    group = services.groups.create_with_leader(
        window.campaign_id, name, "merciless-thug", "Z", refuge
    )
    for n in range(count - 1):
        gear = ("club", "revolver")
        services.groups.recruit(group, Recruit("goon", f"Member {n}", gear=gear), allowed=True)
    if not founding:
        services.groups.start_playing(group)
    return as_a(GroupPage, go(window, GroupRoute(group)))


def on_page(page: GroupPage, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())


def scrolls(sample: Session) -> int:
    area = sample.window.pages.area(GroupRoute)
    return area.verticalScrollBar().maximum() + area.horizontalScrollBar().maximum()


# What is in sight


def test_eight_members_and_all_panels_are_in_sight_at_1280_by_720_and_twelve_at_1366_by_768(
    page: GroupPage, sample: Session
) -> None:
    grown(page, sample)
    assert whole_rows(page.roster.table) == 8
    assert scrolls(sample) == 0
    assert page.roster.table.rowHeight(0) >= 45
    for panel in (page.member_panel, page.refuge, page.stash):
        assert page.rect().contains(on_page(page, panel))
        assert panel.height() >= 160
    sample.window.resize(1366, 768)
    opened(sample, "Many", 12, founding=False)
    assert whole_rows(page.roster.table) == 12
    assert scrolls(sample) == 0


# Sorting and searching


def names(page: GroupPage) -> list[str]:
    return [row.cell(0).text.split(" ★")[0].removesuffix(" ✎") for row in page.roster.model.rows]


def test_the_roster_is_sorted_by_any_column_and_goes_back_to_its_own_order(page: GroupPage) -> None:
    own = names(page)
    header = page.roster.table.horizontalHeader()

    def press(column: int) -> None:
        x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
        point = QPoint(x, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)
        settle()

    page.roster.choose_member(sure(page.view).group.members[3].id)
    press(0)
    assert names(page) == sorted(own)
    assert sure(page.roster.member).name == "Ed"
    press(0)
    assert names(page) == sorted(own, reverse=True)
    press(0)
    assert names(page) == own
    for column in range(TYPE):
        press(column)
        order = str(page.roster.model.headerData(column, Qt.Orientation.Horizontal))
        assert order[-1] in "▴▾"
        assert sorted(names(page)) == sorted(own)


def test_ctrl_f_finds_members_by_name_gear_or_skill_and_esc_shows_all(page: GroupPage) -> None:
    key("Ctrl+F")
    assert focus() is page.roster.search
    write("knife")
    assert names(page) == ["Zeke", "Ed", "Pip", "Doc"]
    assert sure(page.roster.member).name == "Zeke"
    write(" gunsmith")
    assert names(page) == ["Ed"]
    write(" nothing")
    assert names(page) == []
    assert "No member matches all of these words" in seen(page)
    assert not page.member_panel.isEnabled()
    key("Escape")
    assert len(names(page)) == 8
    assert focus() is page.roster.table


# What is next


def test_one_press_leads_to_what_is_next(page: GroupPage, sample: Session) -> None:
    window, services = sample.window, sample.services
    first = page.head.first_button
    assert first.text() == "&After game 1 ▸"
    push(first)
    assert isinstance(window.route, SequenceRoute)
    sequence = window.route.sequence
    go(window, GroupRoute(page.group_id))
    push(first)
    assert window.route == SequenceRoute(sequence)
    services.records.delete(window.campaign_id, sure(page.view).campaign.games[0].id)
    go(window, GroupRoute(page.group_id))
    assert first.text() == "Pla&y ▸"
    click(window, "Play")
    assert isinstance(window.route, NextGameRoute)
    window.go(TableRoute())
    window.pages.table.start_setup()
    window.pages.table.setup.begin_game()
    session = window.route.session
    go(window, GroupRoute(page.group_id))
    click(window, "Back to the table")
    assert window.route == TrackerRoute(session)


def test_a_group_being_founded_recruits_first_and_starts_playing(sample: Session) -> None:
    page = opened(sample, "Many", 2)
    first, play = page.head.first_button, page.founding.play_button
    assert focus() is page.roster.table
    assert first.text() == "&Recruit"
    assert (first.property("kind"), play.property("kind")) == ("first", "")
    assert not page.head.recruit_button.isVisible()
    key("Alt+R")
    assert page.recruit_form.isVisible()
    assert not first.isVisible()
    page.show_home()
    for n in range(4):
        wish = Recruit("survivalist", f"Gus {n}", gear=("club",))
        sample.services.groups.recruit(page.group_id, wish, allowed=True)
    page.refresh()
    settle()
    assert (first.property("kind"), play.property("kind")) == ("", "first")
    click(page, "Start playing")
    click(page, "Start anyway")
    assert not sure(page.view).group.founding


def test_start_playing_says_what_the_book_wants_and_is_missing(sample: Session) -> None:
    page = opened(sample, "Few", 2)
    panel = page.founding
    assert "Creating: " in panel.text.text()
    click(page, "Start playing")
    assert (
        panel.text.text() == "Not ready by the book: Z needs a weapon to start with. (p.\u00a029)"
    )
    assert sure(page.view).group.founding
    assert panel.play_button.property("kind") == ""
    leader = sure(sure(page.view).group.leading)
    sample.services.gear.buy(page.group_id, leader.id, "knife")
    page.refresh()
    assert "Creating: " in panel.text.text()
    click(page, "Start playing")
    assert not sure(page.view).group.founding
    sample.services.workspace.undo(sample.window.campaign_id, page.group_id)
    page.refresh()
    assert sure(page.view).group.founding


def test_suggested_recruits_leave_enough_for_the_leaders_weapon(sample: Session) -> None:
    page = opened(sample, "Poor", 1)
    kept = points_for_missing_weapons(sure(page.view).group, page.services.catalogue)
    for _recruit in range(12):
        page.head.first_button.click()
        form = page.recruit_form
        offered = [made for made in form.suggestion_buttons if made.isVisible()]
        if not offered:
            break
        assert f"with {kept} kept for weapons:" in form.suggestion_label.text()
        offered[0].click()
        form.confirm_button.click()
        settle()
        assert sure(page.view).group.points >= kept > 0
    else:
        pytest.fail("the Refuge never filled up")


def test_a_suggested_recruit_and_its_gear_are_scrolled_to(sample: Session) -> None:
    page = opened(sample, "New", 1)
    size(sample, 1280, 700)
    page.head.first_button.click()
    settle()
    form = page.recruit_form
    for made, recruit in zip(form.suggestion_buttons, form._suggested, strict=False):
        for table in (form.types, form.gear_table):
            table.scrollToBottom()
        made.click()
        settle()
        for table, row in ((form.types, recruit.type), (form.gear_table, recruit.gear[0])):
            seen_row = table.visualRect(table.rows.index(table.rows.row_of(row), 0))
            assert table.viewport().rect().contains(seen_row), (made.text(), row)


def test_the_menus_offer_what_can_be_done(page: GroupPage) -> None:
    assert entries(page.head.more_button.menu()) == [
        "Recruit…",
        "Edit group…",
        "History",
        "Memorial",
        "Picture of the group",
        "Copy this group",
        "Export…",
        "Share…",
        "Print…",
        "Delete this group",
    ]
    menu_item(page.head.more_button, "Recruit…")
    assert page.recruit_form.isVisible()
    page.show_home()
    assert entries(page.roster.menu) == [
        "Edit…",
        "Read their life story",
        "Portrait",
        "Add gear by hand",
        "Copy this member",
        "Misses the next game",
        "Dismiss",
        "Move",
        "Sort by",
    ]
    page.member_panel.gear.setFocus()
    assert entries(page.member_panel.gear.menu) == ["Move to", "Remove by hand"]
    where = page.roster.table.visualRect(page.roster.model.index(2, 0)).center()
    viewport = page.roster.table.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=where)
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=where)
    settle()
    assert page.member_editor.isVisible()
    assert page.member_editor.name.text() == "Lou"


def entries(menu: QMenu) -> list[str]:
    menu.aboutToShow.emit()
    return [a.text() for a in menu.actions() if a.text()]


# The panels


def heard(model: RowModel) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(n, 0).data(role)) for n in range(model.rowCount())]


def test_what_the_chosen_one_carries_is_worked_out(page: GroupPage) -> None:
    model = page.member_panel.gear.rows
    assert heard(model)[0].startswith("Revolver, 12″ · damage 3 · RoF 1 · hits on 4+")
    assert heard(model)[1] == "Knife, CQC 5 · damage D6+4 · Lobotomizer 1"
    page.roster.choose_member(sure(page.view).group.members[2].id)
    last = model.index(model.rowCount() - 1, 0)
    assert last.data() == "Unarmed"
    page.member_panel.gear.setCurrentIndex(last)
    assert not page.member_panel.move_button.isVisible()


def test_the_same_things_of_the_stash_stand_in_one_row(page: GroupPage, sample: Session) -> None:
    grown(page, sample)
    assert heard(page.stash.items.rows) == ["Climbing Gear ✎ ×2", "Booze ✎"]
    page.stash.items.setCurrentIndex(page.stash.items.rows.index(0, 0))
    menu_item(page.stash.move_button, "Lou")
    assert [i.key for i in sure(page.view).group.stash] == ["climbing-gear", "booze"]


def test_an_empty_slot_leads_to_building(page: GroupPage, window: Window) -> None:
    slots, model = page.refuge.perks, page.refuge.model
    assert [row.cell(0).text for row in model.rows] == ["Fenced-Off Garden", "6 Empty Spaces"]
    slots.setFocus()

    def offered() -> list[QAction]:
        slots.setCurrentIndex(model.index(1, 0))
        page.refuge.menu.aboutToShow.emit()
        return page.refuge.menu.actions()

    _job, by_hand = offered()
    push(next(a for a in as_a(QMenu, by_hand.menu()).actions() if a.text() == "Fences"))
    assert [p.key for p in sure(page.view).group.refuge.built] == ["fences"]
    push(offered()[-1])
    assert sure(page.view).group.refuge.built == ()
    assert sure(page.view).undo == f"set Perks of {sure(page.view).group.name}"
    push(offered()[0])
    assert isinstance(window.route, AftermathRoute)
