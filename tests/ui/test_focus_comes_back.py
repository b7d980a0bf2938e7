"""The keyboard goes back to what opened something, on to the neighbour of what went, and to what
undo brought back; it is never out of sight."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QMenu

from lastdays.ui.app import Session
from lastdays.ui.models.rows import row_again
from lastdays.ui.navigation import CampaignRoute, GroupRoute, SettingsRoute
from lastdays.ui.pages.campaign_page import CampaignPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.shell.palette import Palette
from sure import as_a, sure
from ui.hands import focus, key, settle, tab_to, write
from ui.measuring import in_sight

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def group(sample: Session) -> GroupPage:
    sample.window.go(GroupRoute(sample.services.workspace.groups()[0].id))
    settle()
    return as_a(GroupPage, sample.window.pages.group)


def test_esc_leaves_what_is_open_in_a_group_for_what_opened_it(
    group: GroupPage, sample: Session
) -> None:
    group.roster.table.setFocus()
    key("Return")
    assert group.member_editor.isVisible()
    key("Escape")
    assert group.stack.currentWidget() is group.home
    assert focus() is group.roster.table
    recruit = group.head.recruit_button
    tab_to(recruit, most=30)
    key("Space")
    assert group.recruit_form.isAncestorOf(focus())
    key("Escape")
    assert focus() is recruit
    for opened in (group.show_history, group.refuge.outlook_wanted.emit):
        opened()
        settle()
        assert not group.home.isVisible()
        key("Escape")
        assert focus() is recruit
    assert isinstance(sample.window.route, GroupRoute)


def test_esc_throws_nothing_away_that_was_entered(group: GroupPage) -> None:
    assert group.roster.member is not None
    name = group.roster.member.name
    group.roster.table.setFocus()
    key("Return")
    write("x")
    key("Escape")
    assert group.member_editor.isVisible()
    assert as_a(QAbstractButton, focus()).text() == "Cancel"
    key("Shift+Tab", "Escape")
    assert as_a(QAbstractButton, focus()).text() == "Cancel"
    key("Escape")
    assert focus() is group.roster.table
    assert group.roster.member.name == name
    for opened in (group.start_recruiting, group.edit_group):
        opened()
        settle()
        sure(group.stack.currentWidget()).findChildren(QLineEdit)[0].setText("Someone")
        key("Escape")
        assert as_a(QAbstractButton, focus()).text() == "Cancel"
        key("Return")
        assert group.home.isVisible()


def test_tab_and_the_arrows_choose_in_the_palette_and_esc_goes_back(
    group: GroupPage, sample: Session
) -> None:
    before = focus()
    key("Ctrl+K")
    write("m")
    palette = sample.window.findChild(Palette)
    key("Tab", "Down", "Shift+Tab")
    assert palette is not None
    assert palette.field.hasFocus()
    assert palette.list.currentIndex().row() == 1
    key("Escape")
    assert focus() is before


def test_after_a_member_has_gone_the_neighbour_is_chosen_and_undo_comes_back_to_them(
    group: GroupPage,
) -> None:
    table, model = group.roster.table, group.roster.model
    table.setFocus()
    for row in (2, model.rowCount() - 1):
        table.setCurrentIndex(model.index(row, 0))
        assert group.roster.member is not None
        gone = group.roster.member.name
        group.roster.menu.aboutToShow.emit()
        next(a for a in group.roster.menu.actions() if a.text() == "Dismiss").trigger()
        settle()
        assert group.roster.member.name != gone
        assert table.currentIndex().row() == min(row, model.rowCount() - 1)
        assert focus() is table
        table.setCurrentIndex(model.index(0, 0))
        key("Ctrl+Z")
        assert group.roster.member.name == gone
        assert focus() is table


def test_after_undo_of_a_deleted_group_it_is_chosen(sample: Session) -> None:
    window, services = sample.window, sample.services
    window.go(CampaignRoute())
    settle()
    page = as_a(CampaignPage, window.pages.campaign)
    page.groups.setFocus()
    gone = services.workspace.groups()[0]
    services.groups.delete(gone.id)
    services.announce()
    settle()
    assert page.groups_model.rowCount() == 1
    assert focus() is page.groups
    key("Ctrl+Z")
    assert page.groups.current_key() == gone.id
    assert focus() is page.groups


def test_whom_somebody_else_adds_is_not_chosen(group: GroupPage, sample: Session) -> None:
    assert group.view is not None
    services, now, notes = sample.services, group.view.group, group.member_panel.notes
    notes.setFocus()
    about, listed = group.roster.member, group.roster.model.rowCount()
    assert about is not None
    services.groups.set_by_hand(now, (about.type, "Nell"))
    services.announce()
    assert group.roster.model.rowCount() == listed + 1
    assert group.roster.member is not None
    assert group.roster.member.id == about.id
    write("Limps.")
    notes.commit()
    assert group.roster.member.notes == "Limps."


def test_which_row_is_chosen_next() -> None:
    rows = {"a": 0, "b": 1, "c": 2}
    for stepping in (False, True):
        again = partial(row_again, stepping=stepping)
        assert again("b", rows, {"a": 0, "c": 1}) == 1  # the neighbour
        assert again("c", rows, {"a": 0, "b": 1}) == 1
        assert again("b", rows, {"c": 0, "b": 1, "a": 2}) == 1
        assert again("b", rows, {"x": 0, "y": 1}) == 0  # another group's
        assert again("", {}, rows) == 0
        assert again("b", rows, {}) == 0
        came = again("a", {"a": 0, "c": 1}, rows)
        assert came == (1 if stepping else 0)  # what came back; what somebody else has added


def test_what_tab_comes_to_is_scrolled_in_sight(sample: Session) -> None:
    window = sample.window
    window.resize(1280, 420)
    sample.theme.folds["settings"] = True
    window.go(SettingsRoute())
    settle()
    assert window.pages.area(SettingsRoute).verticalScrollBar().maximum() > 0
    for way in ("Tab", "Shift+Tab"):
        for _press in range(12):
            key(way)
            seen = in_sight(focus())
            assert seen.height() >= min(30, focus().height()), focus().accessibleName()


def test_a_closed_menu_gives_the_keyboard_back(group: GroupPage) -> None:
    more = group.head.more_button
    more.setFocus()
    menu = more.menu()
    assert isinstance(menu, QMenu)
    menu.popup(more.mapToGlobal(more.rect().bottomLeft()))
    settle()
    menu.close()
    settle()
    assert focus() is more
