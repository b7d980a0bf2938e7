"""What is around every page: menus, the head with undo, messages, the palette, settings, about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QMenu, QToolTip

from lastdays.campaign.workspace import GroupSnapshot
from lastdays.errors import StoreError
from lastdays.rulebook import pictograms
from lastdays.store import Transaction
from lastdays.ui.app import Session
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
from lastdays.ui.pages.campaign_page import CampaignPage
from lastdays.ui.shell.palette import AT_ONCE, WITHIN, Goal, Palette, matching
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import click, focus, key, passed, seen, settle, tab_to, where, write


def menus(window: Window) -> dict[str, list[str]]:
    """The titles of the menu bar, with what each lists."""
    found = {}
    for title in window.menuBar().actions():
        menu = title.menu()
        assert isinstance(menu, QMenu)
        found[title.text()] = [a.text() for a in menu.actions() if not a.isSeparator()]
    return found


def test_the_menus_list_what_the_window_does_and_its_keys(sample: Session) -> None:
    found = menus(sample.window)
    assert list(found) == ["&File", "&Edit", "&View", "&Go", "&Help"]
    listed = [text for entries in found.values() for text in entries]
    for wanted in ("Quit", "Redo", "Settings…", "Full screen", "Rulebook", "Keys", "About"):
        assert wanted in listed
    for action in sample.window.actions():
        assert action.text() in listed


def test_undo_and_redo_stand_in_the_same_place_on_every_page(sample: Session) -> None:
    window = sample.window
    group = window.places.groups()[0]
    places = set()
    for route in (CampaignRoute(), GroupRoute(group), RulebookRoute(), RecordRoute(), TableRoute()):
        window.go(route)
        settle()
        for name in ("A", "A name of a group that is as long as there can be, and then some more"):
            window.bar.name_undo(name, None)
            settle()
            tools = (window.bar.undo_button, window.bar.redo_button)
            places.add(tuple((tool.pos(), tool.size()) for tool in tools))
    assert len(places) == 1


@pytest.mark.smoke
def test_undo_names_what_it_would_do_in_the_menu_and_on_hover(sample: Session) -> None:
    window = sample.window
    assert window.undo_action.text() == "Undo: recorded game 1"
    assert window.undo_action.toolTip() == "Undo: recorded game 1"
    assert not window.redo_action.isEnabled()


@pytest.mark.parametrize("kind", ["harm", "well"])
def test_a_message_never_moves_the_page(sample: Session, kind: str) -> None:
    window = sample.window
    before = window.pages.geometry()
    window.say("Something was said. " * 12, kind)
    settle()
    assert window.toast.isVisible()
    assert window.pages.geometry() == before
    toast = window.toast
    assert sure(toast.parentWidget()).rect().contains(toast.geometry())
    assert toast.text.height() >= toast.text.heightForWidth(toast.text.width())


def test_a_message_stays_inside_a_window_that_shrinks(sample: Session) -> None:
    window = sample.window
    window.say("Something was said. " * 12, "harm")
    window.resize(660, 420)
    settle()
    assert sure(window.toast.parentWidget()).rect().contains(window.toast.geometry())


def test_a_message_goes_by_itself_and_harm_stays(sample: Session) -> None:
    window = sample.window
    window.say("Said.", "")
    passed(sure(window.toast.findChild(QTimer)))
    assert not window.toast.isVisible()
    window.say("Something is wrong.", "harm")
    assert window.toast.isVisible()
    assert not sure(window.toast.findChild(QTimer)).isActive()


def test_settings_take_effect_at_once_and_lead_back(sample: Session) -> None:
    window, theme = sample.window, sample.theme
    group = window.places.groups()[0]
    window.go(GroupRoute(group))
    key("Ctrl+,")
    assert where(window) == SettingsRoute()
    page = window.pages.settings
    page.theme_box.setCurrentIndex(page.theme_box.findData("light"))
    page.theme_box.activated.emit(page.theme_box.currentIndex())
    assert theme.name == "light"
    page.size_box.setCurrentIndex(page.size_box.findData(125))
    page.size_box.activated.emit(page.size_box.currentIndex())
    assert theme.percent == 125
    assert not page.motion_box.isVisible()
    tab_to(page.rest.button)
    key("Space")
    assert page.motion_box.isVisible()
    page.motion_box.click()
    assert not theme.moves()
    click(window, "Back")
    assert where(window) == GroupRoute(group)


def test_about_says_whose_work_is_in_it(sample: Session) -> None:
    window = sample.window
    window.go(AboutRoute())
    said = seen(window)
    for artist in pictograms.artists():
        assert artist in said
    assert "CC BY 3.0" in said
    assert str(sample.services.workspace.store.path) in said.replace("\u200b", "")


def test_a_new_campaign_beside_others(sample: Session) -> None:
    window = sample.window
    key("Ctrl+N")
    assert where(window) == StartRoute(new=True)
    write("The second winter")
    key("Return")
    assert where(window) == CampaignRoute()
    assert window.bar.findChildren(type(as_a(CampaignPage, window.page()).title))
    assert as_a(CampaignPage, window.page()).title.text() == "The second winter"


def palette(window: Window) -> Palette:
    """Open the palette by its key."""
    key("Ctrl+K")
    settle()
    found = window.findChild(Palette)
    assert found is not None
    return found


def listed(found: Palette) -> list[str]:
    return [row.cell(0).said for row in found.model.rows]


def test_the_palette_leads_to_a_member(sample: Session) -> None:
    window = sample.window
    found = palette(window)
    assert focus() is found.field
    write("lou")
    assert listed(found)[0] == "Lou   ·   Member of Zeke's Truckers"
    key("Return")
    settle()
    assert isinstance(window.route, GroupRoute)
    assert window.pages.group.roster.member is not None
    assert window.pages.group.roster.member.name == "Lou"


def test_the_palette_leads_to_a_rule_and_does_what_the_menus_do(sample: Session) -> None:
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
    assert where(window) == RulebookRoute("Fire Bomb")
    assert "Fire Bomb" in seen(window)
    palette(window)
    write("after the g")
    key("Return")
    settle()
    assert where(window) == AftermathRoute()
    palette(window)
    write("print")
    key("Down", "Up", "Return")
    settle()
    assert isinstance(window.route, PrintRoute)


def listed_for(found: Palette, typed: str) -> list[str]:
    """What is listed for some words."""
    found.field.setText(typed)
    settle()
    return listed(found)


def test_the_palette_finds_gear_notes_games_and_what_rules_say(sample: Session) -> None:
    window, services = sample.window, sample.services
    zeke = next(
        g for g in services.workspace.groups(window.campaign_id) if g.name.startswith("Zeke")
    )
    group = services.workspace.snapshot(zeke.id).group
    mo = next(m for m in group.members if m.name == "Mo")
    services.groups.write_notes(
        zeke.id, "After the raid he owes the doctor a crate of batteries.", mo.id
    )
    services.groups.write_notes(zeke.id, "Lost the van in the river.")
    services.campaigns.write_notes(window.campaign_id, "We meet on Thursdays.")
    services.announce()
    found = palette(window)
    for typed, line in (
        ("pump", "Pump-Action Shotgun   ·   Lou, Zeke's Truckers"),
        ("lou shotgun", "Pump-Action Shotgun   ·   Lou, Zeke's Truckers"),
        ("batteries", "Notes on Mo   ·   …owes the doctor a crate of batteries.   ·   Mo, Zeke"),
        ("the van", "Notes on Zeke's Truckers   ·   Lost the van in the river.   ·   Group"),
        ("thursdays", "Notes on Riverside   ·   We meet on Thursdays."),
        ("game 1", "Game 1: "),
        ("first aid", "Doc   ·   Rescue Worker · Selfless · First Aid"),
    ):
        assert any(text.startswith(line) for text in listed_for(found, typed)), typed
    assert "Knife" in listed_for(found, "knife")[0]
    assert "Rulebook" in listed_for(found, "knife")[0]  # the rule first, then who has one
    assert any("Horror" in text for text in listed_for(found, "leader's courage"))
    found.field.setText("batteries")
    key("Enter")
    assert where(window) == GroupRoute(zeke.id)
    assert window.pages.group.roster.member is not None
    assert window.pages.group.roster.member.name == "Mo"


def test_what_lies_within_is_listed_only_when_it_is_sought(sample: Session) -> None:
    found = palette(sample.window)
    assert not any(goal.order == WITHIN for goal in found._found)
    assert any(text.startswith("Mo ") for text in listed(found))
    listed_for(found, "k")
    assert not any(goal.order == WITHIN for goal in found._found)


def test_a_large_campaign_is_read_while_the_palette_is_open(sample: Session) -> None:
    parts = [[Goal(f"Part {n}", "", lambda: None, order=WITHIN)] for n in range(200)]
    read = []

    def more() -> Iterator[list[Goal]]:
        for part in parts:
            read.append(part)
            yield part

    found = Palette(sample.window, [], sample.services.theme, more())
    found.open()
    assert len(read) == AT_ONCE
    found.field.setText("part 199")
    for _n in range(40):
        settle()
    assert (len(read), listed(found)) == (200, ["Part 199"])
    found.field.setText("part")
    assert len(found._found) == 60
    assert listed(found)[-1] == "140 more: type another word."
    found.close()


def test_a_group_that_cannot_be_read_hides_nothing_else(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = sample.services.workspace
    first, *_rest = workspace.groups(sample.window.campaign_id)
    whole = workspace.snapshot

    def snapshot(group: str, tx: Transaction | None = None) -> GroupSnapshot:
        if group == first.id:
            raise StoreError("damaged")
        return whole(group, tx)

    monkeypatch.setattr(workspace, "snapshot", snapshot)
    found = palette(sample.window)
    assert listed_for(found, "carl") != []
    assert any(text.startswith("Game 1") for text in listed_for(found, "game 1"))


def test_the_palette_says_when_nothing_is_found(sample: Session) -> None:
    found = palette(sample.window)
    write("xyzzy")
    assert listed(found) == ["Nothing matches “xyzzy”."]
    key("Return")
    assert found.isVisible()


def test_what_begins_with_the_letters_comes_first() -> None:
    goals = [Goal(name, "", lambda: None) for name in ("Heavy Club", "Club", "Clubhouse")]
    assert [g.name for g in matching(goals, "club")] == ["Club", "Clubhouse", "Heavy Club"]
    assert [g.name for g in matching(goals, "cl he")] == ["Heavy Club"]


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_undo_would_do_is_told_when_the_keyboard_reaches_it(sample: Session) -> None:
    window = sample.window
    undo = window.bar.undo_button
    assert (undo.accessibleName(), undo.toolTip()) == ("Undo: recorded game 1",) * 2
    undo.setFocus(Qt.FocusReason.TabFocusReason)
    passed(window.bar._telling)
    assert QToolTip.text() == "Undo: recorded game 1"
