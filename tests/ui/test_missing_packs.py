"""The window over a store whose content packs are gone, damaged or wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.documents import group_documents
from lastdays.campaign.history.snapshots import Snapshots
from lastdays.campaign.sequences.post_game import KeptReplays
from lastdays.campaign.workspace import GroupView
from lastdays.errors import DocumentError
from lastdays.model.group import Group
from lastdays.procedure.asks import Choose
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    FoundRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.window import Window
from store.exercise import at_table, found_hospital, record_game
from ui.hands import click, seen, settle
from unit.rulebook.packing import write_pack


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
    window.go(GroupRoute(group))
    settle()
    page = window.pages.group
    page.warnings.toggle()
    settle()
    said = "\n".join(label.toolTip() for label in page.warnings.findChildren(QLabel))
    text = seen(page) + said
    assert page.title.text() == "Night Shift"
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
        AftermathRoute(),
        SequenceRoute(games[0].id),
        PrintRoute(group),
        TableRoute(),
        TrackerRoute(tables[0].id),
        RulebookRoute(),
        FoundRoute(),
    ):
        window.go(route)
        settle()
        assert type(window.route) is type(route)
        text = seen(window)
        assert "p.\u00a00)" not in text
    assert "Outbreak" in seen_page(window, AftermathRoute())


def seen_page(window: Window, route: Route) -> str:
    window.go(route)
    settle()
    return seen(window.page())


def test_a_form_applied_as_it_is_changes_nothing_unknown(without: tuple[Session, str, str]) -> None:
    session, _campaign, group = without
    window = session.window
    window.go(GroupRoute(group))
    settle()
    page = window.pages.group
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
    window.go(RecordRoute(game.id))
    settle()
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
    window.go(GroupRoute(one))
    settle()
    read = workspace.group

    def damaged(group: str) -> GroupView:
        if group == other:
            raise DocumentError("This group document is damaged.")
        return read(group)

    monkeypatch.setattr(workspace, "group", damaged)
    window.go(GroupRoute(other))
    settle()
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
    window.go(CampaignRoute())
    settle()
    model = window.pages.campaign.groups_model
    assert [model.index(n, 0).data() for n in range(model.rowCount())] == ["Zeke's Truckers"]
    assert window.toast.text.text() == "This group document is damaged."


def test_a_sequence_that_cannot_go_on_says_so_and_is_undone(
    sample: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    services, window = sample.services, sample.window
    campaign = window.campaign_id
    game = services.workspace.campaign(campaign).campaign.games[0]
    sequence = services.games.begin(campaign, game.id, game.sides[0].group)
    window.go(SequenceRoute(sequence))
    settle()
    page = window.pages.sequence
    first = services.games.view(sequence).pending

    def broken(*_args: Any, **_more: Any) -> Iterator[None]:
        raise ZeroDivisionError
        yield

    monkeypatch.setattr("lastdays.postgame.sequence.injuries", broken)
    monkeypatch.setattr(services.games, "_replays", KeptReplays())  # what went well is not kept
    services.changed.emit(EVERYTHING)
    settle()
    text = seen(page)
    assert "The sequence can't go on from here (ZeroDivisionError)." in text
    assert "Finish" not in text
    monkeypatch.undo()
    assert isinstance(first, Choose)
    services.games.answer(sequence, first.key, first.options[0].key, "chosen")
    monkeypatch.setattr("lastdays.postgame.sequence.injuries", broken)
    monkeypatch.setattr(services.games, "_replays", KeptReplays())  # what went well is not kept
    services.changed.emit(EVERYTHING)
    settle()
    window._undo()
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
    session.window.go(RulebookRoute())
    settle()
    window = session.window
    page = window.pages.rulebook
    assert "Left out: spa" in seen(window)
    page.search.setText("perks.toml pool")
    settle()
    assert page.model.rowCount() == 2
    assert "perks.toml [pool] cost: " in seen(page)
    page.table.choose(page.model.key_at(1))
    settle()
    assert "perks.toml [pool] summary: " in seen(page)


def test_a_single_fault_is_said_whole(open_window: Callable[..., Session], tmp_path: Path) -> None:
    write_pack(tmp_path / "packs", "spa", {"perks": "[pool]\nname = 'Pool'\ncost = 5\n"})
    session = open_window(packs=True)
    assert "Content pack left out: spa: perks.toml [pool] summary: " in seen(session.window)
