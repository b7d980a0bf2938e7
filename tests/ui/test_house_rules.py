"""House rules in the window: packs switched on for a campaign, numbers beside their ruling."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.model.recruiting import Recruit
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, FoundRoute, GroupRoute, RulebookRoute
from lastdays.ui.pages.campaign_page import PACKS, RULINGS, CampaignPage, PacksPanel, RulingsPanel
from lastdays.ui.pages.found_page import FoundPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.widgets.table import Table
from lastdays.ui.window import Window
from store.exercise import found_hospital
from sure import as_a, sure
from ui.hands import key, seen, settle
from unit.rulebook.packing import write_pack

ABOUT = """
name = "St Mary's"
version = "1.2"
author = "Ana"
summary = "A hospital <b>and</b> who works there."
"""


def rows_said(window: QWidget) -> str:
    """What the rows of the tables in sight say, with what stands beneath their names."""
    role = Qt.ItemDataRole.AccessibleTextRole
    return "\n".join(
        str(table.model().index(row, column).data(role))
        for table in window.findChildren(Table)
        if table.isVisible()
        for row in range(table.model().rowCount())
        for column in range(table.model().columnCount())
    )


@pytest.fixture
def packed(open_window: Callable[..., Session], tmp_path: Path) -> tuple[Session, str]:
    """A window on a store beside which a sound pack and a wrong one lie, at the packs of a
    campaign."""
    pack = write_pack(tmp_path / "packs")
    (pack / "pack.toml").write_text(ABOUT, encoding="utf-8")
    write_pack(tmp_path / "packs", "spa", {"perks": "[pool]\nname = 'Pool'\n"})
    session = open_window(packs=True)
    campaign = CampaignActions(session.services.workspace).begin("Ward 9")
    session.window.go(CampaignRoute(campaign))
    packs(session)
    return session, campaign


def packs(session: Session) -> PacksPanel:
    """The tab of content packs."""
    page = as_a(CampaignPage, session.window.page())
    page.tabs.setCurrentIndex(PACKS)
    settle()
    return sure(page.packs)


@pytest.mark.smoke
def test_packs_are_listed_with_version_author_and_faults(packed: tuple[Session, str]) -> None:
    session, _campaign = packed
    panel = packs(session)
    text = seen(panel)
    assert "version 1.2 · by Ana · hospital" in text
    assert "A hospital <b>and</b> who works there." in text
    assert "Off in this campaign." in text
    assert "Can't be switched on: something in it is wrong." in text
    assert "perks.toml [pool] cost: " in text
    assert panel.switches["hospital"].isEnabled()
    assert not panel.switches["spa"].isEnabled()
    assert panel.switches["hospital"].accessibleName() == "Content pack St Mary's"
    assert "by Ana" in panel.switches["hospital"].accessibleDescription()


def test_what_a_pack_changes_of_the_book_is_named_before_it_is_switched_on(
    packed: tuple[Session, str], tmp_path: Path
) -> None:
    session, _campaign = packed
    assert "Changes what the book says:" not in seen(packs(session))
    write_pack(tmp_path / "packs", "dear", {"perks": "[armoury]\ncost = 99\n"})
    panel = packs(session)
    panel.again_button.click()
    settle()
    assert "Changes what the book says:\nperks.toml [armoury] cost: 99 instead of 20." in seen(
        panel
    )
    assert not panel.switches["dear"].isChecked()


def test_a_pack_is_switched_on_by_key_and_undone(packed: tuple[Session, str]) -> None:
    session, _campaign = packed
    window = session.window
    window.go(FoundRoute())
    settle()
    assert "Chief Medic" not in seen(window)
    window.go(CampaignRoute())
    box = packs(session).switches["hospital"]
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Space)
    settle()
    panel = packs(session)
    assert "On in this campaign." in seen(panel)
    assert panel.switches["hospital"].hasFocus()
    window.go(FoundRoute())
    settle()
    assert "Chief Medic" in seen(window)
    model = as_a(FoundPage, window.page()).leaders_model
    row = next(n for n in range(model.rowCount()) if model.key_at(n) == "chief-medic")
    spoken = model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Chief Medic, content pack hospital, Selfless"
    window.go(CampaignRoute())
    window.undo_action.trigger()
    settle()
    assert not packs(session).switches["hospital"].isChecked()
    window.go(FoundRoute())
    settle()
    assert "Chief Medic" not in seen(window)


def test_another_campaign_has_its_own_rulebook(packed: tuple[Session, str]) -> None:
    session, first = packed
    window, workspace = session.window, session.services.workspace
    packs(session).switches["hospital"].click()
    settle()
    second = CampaignActions(workspace).begin("Second")
    window.go(RulebookRoute("Bone Saw"))
    settle()
    assert window.pages.rulebook.card.entry is not None
    assert window.pages.rulebook.card.entry.name == "Bone Saw"
    window.go(CampaignRoute(second))
    window.go(RulebookRoute("Bone Saw"))
    settle()
    assert window.pages.rulebook.model.rowCount() == 0
    window.go(CampaignRoute(first))
    window.go(RulebookRoute("Bone Saw"))
    settle()
    assert window.pages.rulebook.model.rowCount() == 1


def test_a_group_looked_at_stays_so_when_its_pack_goes_off(
    open_window: Callable[..., Session], tmp_path: Path
) -> None:
    write_pack(tmp_path / "packs")
    session = open_window(packs=True)
    campaign, group = found_hospital(session.services.workspace)
    window = session.window
    window.go(CampaignRoute(campaign))
    window.go(GroupRoute(group))
    settle()
    assert "isn't in the rulebook" not in seen(window.page())
    session.services.done(
        lambda: session.services.house_rules.switch(campaign, "hospital", on=False)
    )
    settle()
    assert window.route == GroupRoute(group)
    assert as_a(GroupPage, window.page()).group_id == group
    assert "Orderly" in rows_said(window)
    assert as_a(GroupPage, window.page()).catalogue.packs == ()


def test_new_packs_are_found_without_leaving(packed: tuple[Session, str], tmp_path: Path) -> None:
    session, _campaign = packed
    write_pack(tmp_path / "packs", "gym", {"perks": '[gym]\nname="Gym"\ncost=5\nsummary="x"\n'})
    panel = packs(session)
    assert "gym" not in panel.switches
    panel.again_button.click()
    settle()
    panel = packs(session)
    assert panel.switches["gym"].isEnabled()


def opened_rulings(window: Window) -> RulingsPanel:
    """The rulings and numbers, all of them open."""
    panel = sure(as_a(CampaignPage, window.page()).rulings)
    for fold in panel.folds:
        fold.show_open(True)
    return panel


def test_a_number_stands_beside_its_ruling_and_is_badged_where_it_differs(sample: Session) -> None:
    window = sample.window
    page = as_a(CampaignPage, window.page())
    page.tabs.setCurrentIndex(RULINGS)
    settle()
    assert isinstance(page, CampaignPage)
    assert page.rulings is not None
    assert "This campaign plays by the book." in seen(page.rulings)
    assert not page.rulings.numbers["founding.points"].isVisible()
    page.rulings.folds[1].button.setFocus()
    key("Space")
    settle()
    line = page.rulings.numbers["founding.points"]
    assert "The book says 100 (p.\u00a016)." in seen(page.rulings)
    assert line.field.value() == 100
    assert not line.badge.isVisible()
    line.field.setFocus()
    QTest.keyClick(line.field, Qt.Key.Key_Up)
    settle()
    assert line.badge.isVisible()
    assert sample.services.catalogue.number("founding", "points") == 101
    assert "This campaign plays 1 thing differently." in seen(page.rulings)
    assert "Starting points: 101 instead of 100" in seen(page.rulings)
    window.undo_action.trigger()
    settle()
    assert line.field.value() == 100
    assert not line.badge.isVisible()
    window.redo_action.trigger()
    settle()
    line.back.click()
    settle()
    assert line.field.value() == 100
    assert line.field.hasFocus()
    assert sample.services.catalogue.number("founding", "points") == 100


def test_rulings_and_the_empty_page_say_the_numbers_that_count(session: Session) -> None:
    window, services = session.window, session.services
    campaign = CampaignActions(services.workspace).begin("Ward 9")
    window.go(CampaignRoute(campaign))
    page = window.page()
    assert isinstance(page, CampaignPage)
    page.tabs.setCurrentIndex(RULINGS)
    rules = services.house_rules
    assert services.done(lambda: rules.set_number(campaign, "zombie_cap.most", 25))
    assert services.done(lambda: rules.set_number(campaign, "founding.points", 90))
    settle()
    panel = opened_rulings(window)
    settle()
    assert page.rulings is panel
    assert "25 zombies on the table" in seen(page.rulings)
    assert "20 zombies" not in seen(page.rulings)
    page.tabs.setCurrentIndex(0)
    settle()
    assert "A new group has 90 Scavenge Points to spend." in seen(page)


def test_founding_spends_the_points_of_the_campaign(sample: Session) -> None:
    window = sample.window
    campaign = window.campaign_id
    window.go(FoundRoute())
    settle()
    assert "100" in seen(window)
    assert sample.services.done(
        lambda: sample.services.house_rules.set_number(campaign, "founding.points", 137)
    )
    settle()
    assert "137" in seen(window)


def test_the_example_is_added_switched_on_and_drawn(
    open_window: Callable[..., Session], tmp_path: Path
) -> None:
    session = open_window(packs=True)
    services, window = session.services, session.window
    campaign = CampaignActions(services.workspace).begin("Ward 9")
    window.go(CampaignRoute(campaign))
    as_a(CampaignPage, window.page()).tabs.setCurrentIndex(PACKS)
    settle()
    panel = packs(session)
    assert "No content packs yet" in seen(panel)
    panel.example_button.click()
    settle()
    assert "The Hospital" in [box.text() for box in panel.switches.values()]
    panel.example_button.click()
    settle()
    assert "is already there." in seen(window)
    panel.switches["hospital"].click()
    settle()
    leader = services.catalogue.characters["chief-medic"]
    drawn = services.theme.pixmap(leader.drawing, "text", 20).toImage()
    assert drawn.pixelColor(10, 10) == services.theme.colour("text")
    assert drawn.pixelColor(1, 1).alpha() == 0
    group = services.groups.found(campaign, "Night Shift", "chief-medic", "Ana", "hospital")
    view = services.workspace.group(group)
    assert view.group.member(view.group.leader).portrait == ""
    orderly = services.groups.recruit(group, Recruit("orderly", "Bo"), allowed=True)
    portrait = services.workspace.group(group).group.member(orderly).portrait
    assert services.groups.portrait(portrait).startswith(b"\xff\xd8")
    window.go(GroupRoute(group))
    settle()
    assert "Orderly" in rows_said(window)
    document = services.printing.make({group: PrintChoice()})
    assert document.pages
