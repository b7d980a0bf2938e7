"""House rules in the window: packs switched on for a campaign, numbers beside their ruling."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.documents import group_documents
from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.campaign.sequences.post_game import ReplayCache
from lastdays.campaign.snapshots import Snapshots
from lastdays.campaign.workspace import GroupView
from lastdays.desktop import paths
from lastdays.errors import DocumentError
from lastdays.model.group import Group
from lastdays.model.recruiting import Recruit
from lastdays.procedure.asks import Choose
from lastdays.tabletop.last_days.game import LastDays
from lastdays.ui.app import Session
from lastdays.ui.models.roster import TRAITS
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    FoundRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    RulebookRoute,
    SequenceRoute,
    ShareRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.campaign_page import PACKS, RULINGS, CampaignPage, PacksPanel, RulingsPanel
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.importing import bring_in
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.table import Table
from lastdays.ui.window import Window
from store.exercise import at_table, found_hospital, record_game
from sure import as_a, sure
from ui.hands import arrive, click, go, key, menu_item, push, seen, settle, state_of
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
def packed(open_window: Callable[..., Session], tmp_path: Path) -> Session:
    """A window on a store beside which a sound pack and a wrong one lie, at the packs of a
    campaign."""
    pack = write_pack(tmp_path / "packs")
    (pack / "pack.toml").write_text(ABOUT, encoding="utf-8")
    write_pack(tmp_path / "packs", "spa", {"perks": "[pool]\nname = 'Pool'\n"})
    session = open_window(packs=True)
    session.window.go(CampaignRoute(session.services.campaigns.begin("Ward 9")))
    packs(session)
    return session


def packs(session: Session) -> PacksPanel:
    """The tab of content packs."""
    page = as_a(CampaignPage, session.window.page())
    page.tabs.setCurrentIndex(PACKS)
    settle()
    return sure(page.findChild(PacksPanel))


@pytest.mark.smoke
def test_packs_are_listed_with_version_author_and_faults(packed: Session) -> None:
    panel = packs(packed)
    text = seen(panel)
    assert "version 1.2 · by Ana · hospital" in text
    assert "A hospital <b>and</b> who works there." in text
    assert "Off in this campaign." in text
    assert "Can't be switched on: it has faults." in text
    assert "perks.toml [pool] cost: " in text
    assert panel.switches["hospital"].isEnabled()
    assert not panel.switches["spa"].isEnabled()
    assert panel.switches["hospital"].accessibleName() == "Content pack St Mary's"
    assert "by Ana" in panel.switches["hospital"].accessibleDescription()


def test_new_packs_are_found_and_what_they_change_of_the_book_is_named(
    packed: Session, tmp_path: Path
) -> None:
    assert "Changes what the book says:" not in seen(packs(packed))
    write_pack(tmp_path / "packs", "dear", {"perks": "[armoury]\ncost = 99\n"})
    panel = packs(packed)
    assert "dear" not in panel.switches
    push(panel.again_button)
    said = "Changes what the book says:\nperks.toml [armoury] cost: 99 instead of 20."
    assert said in seen(packs(packed))
    assert panel.switches["dear"].isEnabled()
    assert not panel.switches["dear"].isChecked()


def test_a_pack_is_switched_on_by_key_and_undone(packed: Session) -> None:
    window = packed.window
    go(window, FoundRoute())
    assert "Chief Medic" not in seen(window)
    window.go(CampaignRoute())
    packs(packed).switches["hospital"].setFocus()
    key("Space")
    panel = packs(packed)
    assert "On in this campaign." in seen(panel)
    assert panel.switches["hospital"].hasFocus()
    go(window, FoundRoute())
    assert "Chief Medic, content pack hospital, Selfless" in rows_said(window)
    window.go(CampaignRoute())
    push(window.undo_action)
    assert not packs(packed).switches["hospital"].isChecked()
    go(window, FoundRoute())
    assert "Chief Medic" not in seen(window)


def test_a_pack_that_is_another_now_says_in_what_and_is_taken(
    packed: Session, tmp_path: Path
) -> None:
    push(packs(packed).switches["hospital"])
    file = tmp_path / "packs" / "hospital" / "perks.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("cost = 20", "cost = 25"), encoding="utf-8")
    about = tmp_path / "packs" / "hospital" / "pack.toml"
    about.write_text(ABOUT.replace("1.2", "1.3"), encoding="utf-8")
    panel = packs(packed)
    push(panel.again_button)
    text = seen(packs(packed))
    assert "On, but not as it was when the campaign took it:" in text
    assert (
        "Version 1.3 is here, version 1.2 was played with.\nperks.toml [helipad]: different here."
        in text
    )
    click(panel, "Keep this version")
    assert "On in this campaign." in seen(packs(packed))
    push(packed.window.undo_action)
    assert "different here." in seen(packs(packed))
    (tmp_path / "packs" / "hospital").rename(tmp_path / "elsewhere")
    push(packs(packed).again_button)
    text = seen(packs(packed))
    assert "St Mary's\nversion 1.2 · hospital\nMissing: groups keep" in text


def test_an_imported_campaign_offers_the_packs_of_its_file(
    packed: Session, open_window: Callable[..., Session], tmp_path: Path
) -> None:
    """The file is saved with its packs on the page that shares; where they aren't here, it brings them."""
    push(packs(packed).switches["hospital"])
    page = go(packed.window, ShareRoute())
    arrive(packed)
    assert page.packs.isVisible()
    page.packs.click()
    file = tmp_path / "ward.lastdays-campaign"
    page.export_to(file)
    arrive(packed)
    shutil.rmtree(tmp_path / "packs")
    services = packed.services
    services.do(services.house_rules.reread)
    bring_in(services, packed.window.campaign_id, file)
    arrive(packed)
    click(packed.window.pages.campaign_merge, "Add as a second campaign")
    arrive(packed)
    toast = packed.window.toast
    assert "It lacks content packs: St Mary's 1.2." in toast.text.text()
    click(toast, "Add them from the file")
    arrive(packed)
    assert "Added the content packs: St Mary's 1.2." in toast.text.text()
    assert [file.name for file in paths.content_packs().iterdir()] == ["hospital.zip"]
    assert "On in this campaign." in seen(packs(packed))


def test_another_campaign_has_its_own_rulebook(packed: Session) -> None:
    window = packed.window
    first, second = window.campaign_id, packed.services.campaigns.begin("Second")
    push(packs(packed).switches["hospital"])
    page = go(window, RulebookRoute("Bone Saw"))
    assert sure(page.card.entry).name == "Bone Saw"
    for campaign, found in ((second, 0), (first, 1)):
        window.go(CampaignRoute(campaign))
        assert go(window, RulebookRoute("Bone Saw")).model.rowCount() == found


def test_a_group_looked_at_stays_so_when_its_pack_goes_off(
    open_window: Callable[..., Session], tmp_path: Path
) -> None:
    write_pack(tmp_path / "packs")
    session = open_window(packs=True)
    campaign, group = found_hospital(session.services.workspace)
    window = session.window
    window.go(CampaignRoute(campaign))
    go(window, GroupRoute(group))
    assert "isn't in the rulebook" not in seen(window.page())
    session.services.do(lambda: session.services.house_rules.switch(campaign, "hospital", on=False))
    settle()
    assert window.route == GroupRoute(group)
    assert as_a(GroupPage, window.page()).group_id == group
    assert "Orderly" in rows_said(window)
    assert as_a(GroupPage, window.page()).catalogue.packs == ()


def opened_rulings(window: Window) -> RulingsPanel:
    """The rulings and numbers, all of them open."""
    as_a(CampaignPage, window.page()).tabs.setCurrentIndex(RULINGS)
    panel = sure(window.page().findChild(RulingsPanel))
    for fold in panel.folds:
        fold.show_open(True)
    settle()
    return panel


def test_a_number_stands_beside_its_ruling_and_is_badged_where_it_differs(sample: Session) -> None:
    window = sample.window
    as_a(CampaignPage, window.page()).tabs.setCurrentIndex(RULINGS)
    settle()
    panel = sure(window.page().findChild(RulingsPanel))
    line = panel.numbers["founding.points"]
    assert "This campaign plays by the book." in seen(panel)
    assert not line.isVisible()
    panel.folds[1].button.setFocus()
    key("Space")
    assert "The book says 100 (p.\u00a016)." in seen(panel)
    assert line.field.value() == 100
    assert not line.badge.isVisible()
    line.field.setFocus()
    key("Up")
    assert line.badge.isVisible()
    assert sample.services.catalogue.number("founding", "points") == 101
    assert "This campaign plays 1 thing differently." in seen(panel)
    assert "Starting points: 101 instead of 100" in seen(panel)
    push(window.undo_action)
    assert line.field.value() == 100
    assert not line.badge.isVisible()
    push(window.redo_action)
    push(line.back)
    assert line.field.value() == 100
    assert line.field.hasFocus()
    assert sample.services.catalogue.number("founding", "points") == 100


def choose(panel: RulingsPanel, switch: str, option: str) -> None:
    """An option of a switch, taken with the keyboard."""
    box = panel.boxes[switch]
    box.setFocus()
    while box.currentText() != option:
        key("Down")


def test_what_a_table_plays_of_its_own_reaches_its_set_up_and_its_shots(sample: Session) -> None:
    window = sample.window
    groups_of, campaign = sample.services.groups, window.campaign_id
    for group in sample.services.workspace.groups(campaign):
        leader = sample.services.workspace.group(group.id).group.roster[0]
        groups_of.edit_member(group.id, replace(leader, level=3))
    panel = opened_rulings(window)
    choose(panel, "zombies_by_level", "one for each Level")
    choose(panel, "animals_run", "as others do")
    groups = sample.services.workspace.groups(window.campaign_id)
    page = as_a(GroupPage, go(window, GroupRoute(next(g.id for g in groups if "Carl" in g.name))))
    biscuit = next(m.id for m in sure(page.view).group.members if m.name == "Biscuit")
    row = page.roster.model.rows[page.roster.model.row_of(biscuit)]
    assert "It may also Run." in row.cell(TRAITS).hint
    go(window, CampaignRoute())
    field = panel.numbers["cover.better"].field
    field.setFocus()
    key("Down")
    key("Down")
    assert "This campaign plays 3 things differently." in seen(panel)
    assert panel.numbers["cover.better"].badge.isVisible()
    panel.folds[0].show_open(False)
    settle()
    assert "Better cover: −2 instead of 0" in seen(panel)
    go(window, TableRoute())
    click(window, "New game")
    setup = window.pages.table.setup
    levels = sum(member.level for form in setup.forms for member in form.value().members)
    assert f"Zombies by Level: place {levels} instead of 3." in seen(setup)
    setup.begin_game()
    settle()
    state = state_of(as_a(SessionPage, window.page()))
    assert len(state.zombies) == levels
    shooter = next(figure for figure in state.standing() if state.guns(figure.id))
    state = state.change("table", phase="shooting")
    form = sure(LastDays(state.rules).form(state, "shot", shooter.id, {}))
    covers = next(field for field in form.fields if field.key == "cover")
    assert ("better", "in better cover, −2") in covers.options


def test_rulings_and_pages_say_the_numbers_that_count(session: Session) -> None:
    window, services = session.window, session.services
    campaign = services.campaigns.begin("Ward 9")
    page = as_a(CampaignPage, go(window, CampaignRoute(campaign)))
    rules = services.house_rules
    assert services.do(lambda: rules.set_number(campaign, "zombie_cap.most", 25)).succeeded
    assert services.do(lambda: rules.set_number(campaign, "founding.points", 90)).succeeded
    settle()
    panel = opened_rulings(window)
    assert "25 zombies on the table" in seen(panel)
    assert "20 zombies" not in seen(panel)
    page.tabs.setCurrentIndex(0)
    settle()
    assert "A new group has 90 Scavenge Points to spend." in seen(page)
    go(window, FoundRoute())
    assert "90" in seen(window)
    assert services.do(lambda: rules.set_number(campaign, "founding.points", 137)).succeeded
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
    push(panel.example_button)
    assert "The Hospital" in [box.text() for box in panel.switches.values()]
    push(panel.example_button)
    assert "with this name already exists." in seen(window)
    push(panel.switches["hospital"])
    leader = services.catalogue.characters["chief-medic"]
    drawn = services.theme.pixmap(leader.drawing, "text", 20).toImage()
    assert drawn.pixelColor(10, 10) == services.theme.colour("text")
    assert drawn.pixelColor(1, 1).alpha() == 0
    group = services.groups.create_with_leader(
        campaign, "Night Shift", "chief-medic", "Ana", "hospital"
    )
    view = services.workspace.group(group)
    assert view.group.member(view.group.leader).portrait == ""
    orderly = services.groups.recruit(group, Recruit("orderly", "Bo"), allowed=True)
    portrait = services.workspace.group(group).group.member(orderly).portrait
    assert services.groups.portrait(portrait).startswith(b"\xff\xd8")
    go(window, GroupRoute(group))
    assert "Orderly" in rows_said(window)
    document = services.printing.make({group: PrintChoice()})
    assert document.pages


def test_skills_and_attributes_of_a_pack_are_given_by_hand(
    open_window: Callable[..., Session], tmp_path: Path
) -> None:
    """Also those in no table of skills, and those with a number."""
    write_pack(tmp_path / "packs")
    session = open_window(packs=True)
    campaign, group = found_hospital(session.services.workspace)
    go(session.window, CampaignRoute(campaign))
    page = as_a(GroupPage, go(session.window, GroupRoute(group)))
    lou = next(m.id for m in sure(page.view).group.members if m.name == "Lou")
    page.roster.choose_member(lou)
    page.edit_member()
    settle()
    add = page.member_editor.skills.add_button
    menu_item(add, "Others", "Triage")
    menu_item(add, "Others", "Sterile", "7")
    menu_item(add, "Others", "Noisy", "2")
    click(page, "Save changes")
    text = seen(page.roster)
    for name in ("Triage", "Sterile 7", "Noisy 2"):
        assert name in text
    key("Ctrl+Z")
    assert "Triage" not in rows_said(session.window).partition("Lou")[2]


@pytest.fixture
def without(open_window: Callable[..., Session], tmp_path: Path) -> tuple[Session, str, str]:
    """A window on a store whose group uses a pack that is gone; with the ids of both."""
    write_pack(tmp_path / "packs")
    session = open_window(packs=True)
    workspace = session.services.workspace
    campaign, group = found_hospital(workspace)
    game = record_game(workspace, campaign, group)
    session.services.games.begin(campaign, game, group)
    at_table(workspace, campaign, group, "outbreak")
    session.close()
    shutil.rmtree(tmp_path / "packs")
    session = open_window(packs=True)
    return session, campaign, group


def test_the_group_stays_in_the_list_and_its_page_says_what_is_unknown(
    without: tuple[Session, str, str],
) -> None:
    session, _campaign, group = without
    window = session.window
    assert "Night Shift" in [r.cell(0).text for r in window.places.model.rows]
    assert "Night Shift, Dr Ana · Hospital | " in seen(window)
    page = go(window, GroupRoute(group))
    page.warnings.show_all_or_few()
    settle()
    said = "\n".join(label.toolTip() for label in page.warnings.findChildren(QLabel))
    text = seen(page) + said
    assert page.head.title.text() == "Night Shift"
    assert "The Refuge Hospital isn't in the rulebook: a content pack may be missing." in text
    assert "Bo: Dart Gun isn't in the rulebook" in text
    assert "Helipad" in text
    assert "(p.\u00a00)" not in text
    assert "Orderly" in text


def test_every_page_shows_it(without: tuple[Session, str, str]) -> None:
    session, campaign, group = without
    window = session.window
    games = session.services.games.sequences(campaign)
    tables = session.services.sessions.listed(campaign)
    game = session.services.workspace.campaign(campaign).campaign.games[0].id
    for route in (
        CampaignRoute(),
        GroupRoute(group),
        RecordRoute(game),
        RecordRoute(),
        SequenceRoute(games[0].id),
        PrintRoute(group),
        TableRoute(),
        TrackerRoute(tables[0].id),
        RulebookRoute(),
        FoundRoute(),
        AftermathRoute(),
    ):
        go(window, route)
        assert type(window.route) is type(route)
        assert "p.\u00a00)" not in seen(window)
    assert "Outbreak" in seen(window.page())


def test_a_form_applied_as_it_is_changes_nothing_unknown(without: tuple[Session, str, str]) -> None:
    session, _campaign, group = without
    window = session.window
    page = go(window, GroupRoute(group))
    before = page.view.group
    bo = next(m for m in before.members if m.name == "Bo")
    editor = page.member_editor
    editor.start(bo, {})
    wanted: list[Any] = []
    editor.applied.connect(wanted.append)
    editor.apply_button.click()
    assert wanted == [bo]
    ana = before.leading
    session.services.groups.edit_member(group, replace(ana, name="Dr Anne"))
    assert session.services.workspace.group(group).group.leader == ana.id
    form = page.group_editor
    form.start(before)
    values: list[Any] = []
    form.applied.connect(lambda wanted, _member: values.append(wanted))
    form.apply_button.click()
    assert values == [before]
    form.start(replace(before, refuge=replace(before.refuge, key="mall")))
    assert form.refuge.findData("hospital") < 0


def test_a_record_of_an_unknown_encounter_is_corrected(without: tuple[Session, str, str]) -> None:
    session, campaign, _group = without
    window = session.window
    workspace = session.services.workspace
    game = workspace.campaign(campaign).campaign.games[0]
    go(window, RecordRoute(game.id))
    assert "Outbreak" in seen(window) or window.pages.record.encounter.currentText() == "Outbreak"
    assert window.pages.record.value().encounter == "outbreak"
    assert "No longer in the rulebook" in window.pages.record.encounter_note.text()
    click(window.pages.record, "Record the game")
    assert workspace.campaign(campaign).campaign.games[0].encounter == "outbreak"


@pytest.mark.smoke
def test_a_group_that_cannot_be_read_is_not_shown_as_another(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, workspace = sample.window, sample.services.workspace
    one, other = (g.id for g in workspace.groups()[:2])
    go(window, GroupRoute(one))
    read = workspace.group

    def damaged(group: str) -> GroupView:
        if group == other:
            raise DocumentError("This group document is damaged.")
        return read(group)

    monkeypatch.setattr(workspace, "group", damaged)
    go(window, GroupRoute(other))
    assert isinstance(window.route, CampaignRoute)
    assert "This group document is damaged." in seen(window)


def test_a_campaign_shows_its_groups_beside_one_that_cannot_be_read(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, workspace = sample.window, sample.services.workspace
    read = group_documents.read_group

    def damaged(document: bytes) -> Group:
        if b"Carl's Crew" in document:
            raise DocumentError("This group document is damaged.")
        return read(document)

    monkeypatch.setattr(group_documents, "read_group", damaged)
    workspace.snapshots = Snapshots(workspace.catalogue)
    go(window, CampaignRoute())
    model = window.pages.campaign.overview.groups.rows
    assert [model.index(n, 0).data() for n in range(model.rowCount())] == ["Zeke's Truckers"]
    assert window.toast.text.text() == "This group document is damaged."


def test_a_sequence_that_cannot_go_on_says_so_and_is_undone(
    sample: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    services, window = sample.services, sample.window
    campaign = window.campaign_id
    game = services.workspace.campaign(campaign).campaign.games[0]
    sequence = services.games.begin(campaign, game.id, game.sides[0].group)
    page = go(window, SequenceRoute(sequence))
    first = as_a(Choose, services.games.view(sequence).pending)

    def broken(*_args: Any, **_more: Any) -> Iterator[None]:
        raise ZeroDivisionError
        yield

    monkeypatch.setattr("lastdays.postgame.sequence.injuries", broken)
    monkeypatch.setattr(services.games, "_replays", ReplayCache())  # what went well is not kept
    services.changed.emit(EVERYTHING)
    settle()
    text = seen(page)
    assert "The sequence can't continue from here (ZeroDivisionError)." in text
    assert "Finish" not in text
    monkeypatch.undo()
    services.games.answer(sequence, first.key, first.options[0].key, "chosen")
    monkeypatch.setattr("lastdays.postgame.sequence.injuries", broken)
    monkeypatch.setattr(services.games, "_replays", ReplayCache())  # what went well is not kept
    services.changed.emit(EVERYTHING)
    settle()
    push(window.undo_action)
    settle()
    assert not services.games.view(sequence).can_undo
    assert "ZeroDivisionError" in caplog.text
    caplog.clear()


def test_faults_of_packs_are_said_and_listed(
    open_window: Callable[..., Session], tmp_path: Path
) -> None:
    write_pack(tmp_path / "packs", "spa", {"perks": "[pool]\nname = 'Pool'\n"})
    session = open_window(packs=True, sample=True)
    assert "Content pack left out: spa. The Rulebook page lists all 2 faults." in seen(
        session.window
    )
    go(session.window, RulebookRoute())
    window = session.window
    page = window.pages.rulebook
    assert "Left out: spa" in seen(window)
    page.search.setText("perks.toml pool")
    settle()
    assert page.model.rowCount() == 2
    assert "perks.toml [pool] cost: " in seen(page)
    page.table.choose_row(page.model.key_at(1))
    settle()
    assert "perks.toml [pool] summary: " in seen(page)


def test_a_single_fault_is_said_whole(open_window: Callable[..., Session], tmp_path: Path) -> None:
    write_pack(tmp_path / "packs", "spa", {"perks": "[pool]\nname = 'Pool'\ncost = 5\n"})
    session = open_window(packs=True)
    assert "Content pack left out: spa: perks.toml [pool] summary: " in seen(session.window)
