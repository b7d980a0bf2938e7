"""Building a legal group of 100 points by the keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QCheckBox

from lastdays.model.group import Group, RefugeState
from lastdays.ui.app import Session
from lastdays.ui.forms.recruit import RecruitForm
from lastdays.ui.navigation import CampaignRoute, GroupRoute
from lastdays.ui.widgets.table import Table
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import focus, key, menu_item, seen, settle, tab_to, write
from ui.test_workshop import add, recruiting


def choose_in(table: Table, wanted: str) -> None:
    """Walks a table with the arrow keys to the row that begins with a word."""
    tab_to(table)
    model = table.model()
    row = next(
        r for r in range(model.rowCount()) if str(model.index(r, 0).data()).startswith(wanted)
    )
    while table.currentIndex().row() > row:
        key("Up")
    while table.currentIndex().row() < row:
        key("Down")
    assert str(model.index(table.currentIndex().row(), 0).data()).startswith(wanted)


def recruit(
    window: Window, kind: str, name: str, gear: tuple[str, ...], skills: tuple[str, ...] = ()
) -> None:
    page = window.pages.group
    form = page.recruit_form
    key("Alt+R")
    assert form.isVisible()
    choose_in(form.types, kind)
    tab_to(form.name)
    write(name)
    for skill in skills:
        box = next(b for b in form.skills.values() if b.text() == skill)
        tab_to(box)
        key("Space")
        assert isinstance(box, QCheckBox)
        assert box.isChecked()
    if form.gunsmith.isVisible():
        tab_to(form.gunsmith)
        while form.gunsmith.currentText() != "Rifle":
            key("Down")
    for item in gear:
        choose_in(form.gear_table, item)
        key("Return")
    tab_to(form.confirm_button)
    key("Space")
    assert page.home.isVisible(), form.problems.text()


def test_a_group_of_100_points_by_the_keyboard_alone(session: Session) -> None:
    window = session.window
    key("Ctrl+1")
    start = window.pages.start
    tab_to(start.name)
    write("Riverside")
    key("Return")
    assert isinstance(window.route, CampaignRoute)
    tab_to(window.pages.campaign.found_button)
    key("Space")
    found = window.pages.found
    assert focus() is found.name
    write("Zeke's Truckers")
    choose_in(found.leaders, "Merciless Thug")
    assert found.remaining.text() == "85"
    assert "points left of 100; this Leader costs 15" in seen(found)
    tab_to(found.leader_name)
    write("Zeke")
    choose_in(found.refuges, "The Farm House")
    key("Alt+U")
    page = window.pages.group
    assert isinstance(window.route, GroupRoute)
    assert "85 of 100 points remain" in page.founding.text.text()
    assert "Zeke needs a weapon to start with." in seen(page)

    # The Leader's gear is bought on the Leader.
    page.roster.setFocus()
    buy = page.member_panel.buy_button
    tab_to(buy)
    assert buy.isVisible()
    for path in (("Pistol", "Revolver"), ("Close combat", "Knife")):
        menu_item(buy, *path)
    assert "81 of 100 points remain" in page.founding.text.text()

    recruit(window, "Goon", "Mo", ("Heavy Club",))
    recruit(window, "Gang Member", "Lou", ("Pump-Action",))
    recruit(window, "Survivalist", "Ed", ("Hunting Rifle", "Knife"))
    recruit(window, "Gang Member", "Rat", ("Semi-Automatic",))
    recruit(window, "Survivor", "Ann", ("Club", "Medical"), ("Athletic", "Firearms"))
    recruit(window, "Crony", "Pip", ("Knife",))
    recruit(window, "Rescue Worker", "Doc", ("Knife",))
    assert "0 of 100 points remain" in page.founding.text.text()
    assert "8 of 8 members · Neutral 1 of 4 · other Keyword 1 of 2" in page.founding.text.text()
    assert page.view is not None
    assert page.view.warnings == ()

    tab_to(page.founding.play_button)
    key("Space")
    settle()
    assert not page.founding.isVisible()
    group = page.view.group
    assert (len(group.roster), group.points, group.founding) == (8, 0, False)
    assert page.summary.text() == "Selfish · The Farm House"
    assert "0 Scavenge Points 8/8 members" in seen(page.figures).replace("\n", " ")

    # Every step can be taken back with Ctrl+Z.
    page.roster.setFocus()
    key("Ctrl+Z", "Ctrl+Z")
    assert page.founding.isVisible()
    assert len(page.view.group.roster) == 7
    key("Ctrl+Y", "Ctrl+Y")
    assert page.view.group == group


def test_why_a_recruit_is_warned_of_and_our_table_allows_it(session: Session) -> None:
    page = recruiting(session, gear=())
    form = page.recruit_form
    form.types.choose("sarge")
    add(form, *["squad-automatic-weapon"] * 3)
    said = form.problems.text()
    assert "costs 51 Scavenge Points" not in said
    assert "carries 3 Firearms; the limit is 2" in said
    assert "is Highly Specialized" in said
    assert not form.confirm_button.isEnabled()
    tab_to(form.allow_button)
    key("Space")
    assert [m.name for m in sure(page.view).group.roster] == ["Zeke", "Sarge"]
    assert "other Keyword" in seen(page)


@pytest.mark.smoke
def test_limits_are_judged_on_the_finished_group(session: Session) -> None:
    page = recruiting(session, gear=())
    form = page.recruit_form
    form.types.choose("cop")
    add(form, "club")
    assert form.confirm_button.isEnabled()
    form.confirm_button.click()
    settle()
    assert page.view is not None
    assert page.view.warnings[0].text == (
        "1 of 2 have another Keyword than Selfish (50 %, at most 25 %)."
    )
    assert "⚠ 1 of 2 have another Keyword than" in seen(page.warnings)


def test_two_rare_weapons_for_one_recruit_leave_as_many_as_one(session: Session) -> None:
    """Rarity counts members, so a second of the same does not use it up (ruling 9)."""
    form = RecruitForm(session.services.catalogue, session.services.theme)
    form.start(Group("g", "Truckers", RefugeState("farm-house")), lambda _recruit: [])
    rare = next(g.key for g in session.services.catalogue.for_sale() if g.rarity == 1)

    form.unfit.show_open(True)

    def left() -> str:
        column = form.gear_model.headings.index("Left")
        return as_a(str, form.gear_model.index(form.gear_model.row_of(rare), column).data())

    shown = [left()]
    for _weapon in range(2):
        add(form, rare)
        shown.append(left())
    assert shown == ["1", "0", "0"]
    form.deleteLater()


def test_whoever_comes_as_a_trained_leader_is_offered_gear_as_such(session: Session) -> None:
    """The mark * lifts the rarity, and each piece without it is refused, also the second (p. 18)."""
    form = RecruitForm(session.services.catalogue, session.services.theme)
    form.start(Group("g", "Truckers", RefugeState("farm-house"), points=100), lambda _recruit: [])
    form.types.choose("professional")
    form.unfit.show_open(True)
    model = form.gear_model

    def offered(key: str) -> tuple[tuple[Any, ...], str]:
        row = model.row_of(key)
        shown = tuple(model.index(row, n).data() for n in range(2))
        name = model.rows[row].cell(0)
        return shown, name.beneath if name.token == "faint_text" else ""

    add(form, "sawed-off-shotgun")
    assert offered("military-smg") == (("Military SMG *", "—"), "")
    assert offered("heavy-blade")[1] == "Not marked *"
    form.deleteLater()
