"""What is around every page: menus, the head with undo, messages, the palette, settings, about."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from lastdays.rulebook import pictograms
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    CampaignRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    RulebookRoute,
    SettingsRoute,
    StartRoute,
    TableRoute,
)
from lastdays.ui.shell.palette import Goal, Palette, matching
from ui.hands import click, focus, key, seen, settle, write


def menus(window) -> dict[str, list[str]]:
    """The titles of the menu bar, with what each lists."""
    found = {}
    for title in window.menuBar().actions():
        menu = title.menu()
        assert isinstance(menu, QMenu)
        found[title.text()] = [a.text() for a in menu.actions() if not a.isSeparator()]
    return found


def test_the_menus_list_what_the_window_does_and_its_keys(sample):
    found = menus(sample.window)
    assert list(found) == ["&File", "&Edit", "&View", "&Go", "&Help"]
    listed = [text for entries in found.values() for text in entries]
    for wanted in ("Quit", "Redo", "Settings…", "Full screen", "Rulebook", "Keys", "About"):
        assert wanted in listed
    for action in sample.window.commands.all:
        assert action.text() in listed


def test_undo_stands_at_the_same_place_on_every_page(sample):
    window = sample.window
    group = window.places.groups()[0]
    places = set()
    for route in (CampaignRoute(), GroupRoute(group), RulebookRoute(), RecordRoute(), TableRoute()):
        window.go(route)
        settle()
        undo = next(t for t in window.bar._tools if t.defaultAction() is window.undo_action)
        places.add((undo.mapTo(window, undo.rect().topLeft()).y(), undo.width(), undo.height()))
    assert len(places) == 1


def test_undo_names_what_it_would_do_in_the_menu_and_on_hover(sample):
    window = sample.window
    assert window.undo_action.text() == "Undo: recorded game 1"
    assert window.undo_action.toolTip() == "Undo: recorded game 1"
    assert not window.redo_action.isEnabled()


@pytest.mark.parametrize("kind", ["harm", "well"])
def test_a_message_never_moves_the_page(sample, kind):
    window = sample.window
    before = window.pages.geometry()
    window.say("Something was said. " * 12, kind)
    settle()
    assert window.toast.isVisible()
    assert window.pages.geometry() == before
    toast = window.toast
    assert toast.parentWidget().rect().contains(toast.geometry())
    assert toast.text.height() >= toast.text.heightForWidth(toast.text.width())


def test_a_message_stays_inside_a_window_that_shrinks(sample):
    window = sample.window
    window.say("Something was said. " * 12, "harm")
    window.resize(660, 420)
    settle()
    assert window.toast.parentWidget().rect().contains(window.toast.geometry())


def test_settings_take_effect_at_once_and_lead_back(sample):
    window, theme = sample.window, sample.theme
    group = window.places.groups()[0]
    window.go(GroupRoute(group))
    key("Ctrl+,")
    assert window.route == SettingsRoute()
    page = window.pages.settings
    page.theme_box.setCurrentIndex(page.theme_box.findData("light"))
    page.theme_box.activated.emit(page.theme_box.currentIndex())
    assert theme.name == "light"
    page.size_box.setCurrentIndex(page.size_box.findData(125))
    page.size_box.activated.emit(page.size_box.currentIndex())
    assert theme.percent == 125
    page.motion_box.click()
    assert not theme.moves()
    click(window, "Back")
    assert window.route == GroupRoute(group)


def test_about_says_whose_work_is_in_it(sample):
    window = sample.window
    window.go(AboutRoute())
    said = seen(window)
    for artist in pictograms.artists():
        assert artist in said
    assert "CC BY 3.0" in said
    assert str(sample.services.workspace.store.path) in said.replace("\u200b", "")


def test_a_new_campaign_beside_others(sample):
    window = sample.window
    key("Ctrl+N")
    assert window.route == StartRoute(new=True)
    write("The second winter")
    key("Return")
    assert window.route == CampaignRoute()
    assert window.bar.findChildren(type(window.page().title))
    assert window.page().title.text() == "The second winter"


def palette(window) -> Palette:
    """Open the palette by its key."""
    key("Ctrl+K")
    settle()
    found = window.findChild(Palette)
    assert found is not None
    return found


def listed(found: Palette) -> list[str]:
    return [found.list.item(n).text() for n in range(found.list.count())]


def test_the_palette_leads_to_a_member(sample):
    window = sample.window
    found = palette(window)
    assert focus() is found.field
    write("lou")
    assert listed(found)[0] == "Lou   ·   Member of Zeke's Truckers"
    key("Return")
    settle()
    assert isinstance(window.route, GroupRoute)
    assert window.pages.group.roster.member.name == "Lou"


def test_the_palette_leads_to_a_rule_and_does_what_the_menus_do(sample):
    window = sample.window
    before = focus()
    palette(window)
    write("molo")
    key("Escape")
    settle()
    assert focus() is before
    palette(window)
    write("fire bomb")
    key("Return")
    settle()
    assert window.route == RulebookRoute("Fire Bomb")
    assert "Fire Bomb" in seen(window)
    palette(window)
    write("after the g")
    key("Return")
    settle()
    assert window.route == AftermathRoute()
    palette(window)
    write("print")
    key("Down", "Up", "Return")
    settle()
    assert isinstance(window.route, PrintRoute)


def test_the_palette_says_when_nothing_is_found(sample):
    found = palette(sample.window)
    write("xyzzy")
    assert listed(found) == ["Nothing matches “xyzzy”."]
    key("Return")
    assert found.isVisible()


def test_what_begins_with_the_letters_comes_first():
    goals = [Goal(name, "", lambda: None) for name in ("Heavy Club", "Club", "Clubhouse")]
    assert [g.name for g in matching(goals, "club")] == ["Club", "Clubhouse", "Heavy Club"]
    assert [g.name for g in matching(goals, "cl he")] == ["Heavy Club"]
