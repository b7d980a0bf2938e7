"""All groups of a game resolved together: who stands where, whose turn it is, who is held."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QSettings

from answering import answer_one
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import story_lines
from lastdays.model.game_record import CaptiveFate
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    FoundRoute,
    GroupRoute,
    NextGameRoute,
    RecordRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.sequence_page import SequencePage, way_with_dice
from lastdays.ui.window import Window
from sure import sure
from ui.hands import (
    click,
    find_button,
    focus,
    go,
    key,
    push,
    seen,
    sequence_until,
    settle,
    tracker_of,
    where,
)
from ui.places import point_at
from ui.sequences import begin, option


def beneath(window: Window) -> dict[str, str]:
    """What the list of places says below each group's name."""
    cells = [row.cell(0) for row in window.places.model.rows]
    return {cell.text: cell.beneath for cell in cells if cell.depth}


def play_step(sample: Session, page: SequencePage) -> None:
    """Answers until the group on the page has come to another step."""
    games, step, sequence = sample.services.games, sure(page.view).step, page.sequence_id
    while games.view(sequence).step == step and games.view(sequence).pending is not None:
        answer_one(games, sequence)
        sample.services.announce()
    settle()


def the_order(sample: Session, name: str) -> None:
    key("Ctrl+3")
    click(sample.window, name)


def test_the_list_of_places_and_the_campaign_say_who_stands_where(sample: Session) -> None:
    window = sample.window
    assert beneath(window) == {"Zeke's Truckers": "Injuries", "Carl's Crew": "Injuries"}
    page = begin(sample, "Zeke")
    play_step(sample, page)
    assert sure(page.view).step == "experience"
    assert beneath(window)["Zeke's Truckers"] == "Experience"
    cells = [row.cell(0) for row in window.places.model.rows]
    zeke = next(cell for cell in cells if cell.text == "Zeke's Truckers")
    assert zeke.hint == "Zeke's Truckers · after game 1: Experience"
    go(window, CampaignRoute())
    assert "After game 1, Experience" in seen(window)
    assert "After game 1, not begun" in seen(window)
    play_through(sample.services.games, page.sequence_id)
    sample.services.games.finish(page.sequence_id)
    sample.services.announce()
    settle()
    assert beneath(window)["Zeke's Truckers"] == "✔ Finished"


def test_step_by_step_the_program_leads_from_group_to_group(sample: Session) -> None:
    the_order(sample, "Step by step")
    page = begin(sample, "Zeke")
    assert not page.turn.isVisible()
    play_step(sample, page)
    assert sure(page.view).step == "experience"
    assert "Zeke's Truckers is waiting for the others here. Next: Carl's Crew, Injuries." in seen(
        page
    )
    assert focus() is page.turn.go_button
    asked = sure(sure(page.view).pending).key
    click(page, "Roll for me")  # it may go on all the same
    assert sure(sure(page.view).pending).key != asked
    assert page.turn.isVisible()  # it still says whose turn it is
    assert focus() is not page.turn.go_button
    click(page, "Next: Carl's Crew, Injuries")
    assert sure(page.view).before.name == "Carl's Crew"
    assert not page.turn.isVisible()
    play_step(sample, page)
    assert sure(page.view).step == "experience"  # as far as the other: it goes on
    assert not page.turn.isVisible()
    play_step(sample, page)
    assert sure(page.view).step not in ("injuries", "experience")
    click(page, "Next: Zeke's Truckers, Experience")
    assert (sure(page.view).before.name, sure(page.view).step) == ("Zeke's Truckers", "experience")


def test_step_by_step_whose_turn_it_is_comes_first_in_the_list_and_on_the_campaign(
    sample: Session,
) -> None:
    window = sample.window
    page = begin(sample, "Zeke")
    play_step(sample, page)
    go(window, CampaignRoute())
    push(window.pages.campaign.next_button)
    assert sure(page.view).before.name == "Zeke's Truckers"  # the one that was begun
    the_order(sample, "Step by step")
    listed = window.pages.aftermath
    assert [listed.table.rows.index(n, 0).data() for n in range(2)] == [
        "Carl's Crew",
        "Zeke's Truckers",
    ]
    go(window, AftermathRoute())
    assert listed.table.currentIndex().row() == 0
    go(window, CampaignRoute())
    push(window.pages.campaign.next_button)
    assert (sure(page.view).before.name, sure(page.view).step) == ("Carl's Crew", "injuries")


def test_group_by_group_the_next_one_follows_a_finished_one(sample: Session) -> None:
    page = begin(sample, "Zeke")
    play_through(sample.services.games, page.sequence_id)
    page.refresh()
    settle()
    assert not page.turn.isVisible()
    click(sample.window, "Finish and update the group")
    assert "Zeke's Truckers has finished. Next: Carl's Crew, Injuries." in seen(page)
    assert focus() is page.turn.go_button
    key("Return")
    assert sure(page.view).before.name == "Carl's Crew"
    assert not page.turn.isVisible()
    click(sample.window, "All sequences")
    listed = sample.window.pages.aftermath.table  # the next that is open is chosen
    assert listed.rows.index(listed.currentIndex().row(), 0).data() == "Carl's Crew"
    key("Space")
    assert isinstance(sample.window.route, SequenceRoute)


@pytest.mark.smoke
def test_the_groups_of_the_game_are_a_menu_away(sample: Session) -> None:
    page = begin(sample, "Zeke")
    page.groups_button.menu().aboutToShow.emit()
    entries = {a.text(): a for a in page.groups_button.menu().actions()}
    assert list(entries) == ["Zeke's Truckers: Injuries", "Carl's Crew: Injuries"]
    assert not entries["Zeke's Truckers: Injuries"].isEnabled()
    entries["Carl's Crew: Injuries"].trigger()
    settle()
    assert sure(page.view).before.name == "Carl's Crew"


def test_the_order_is_kept_with_the_campaign_and_undone(
    sample: Session, open_window: Callable[..., Session]
) -> None:
    window = sample.window
    the_order(sample, "Step by step")
    page = window.pages.aftermath
    assert page.order.buttons["step"].isChecked()
    assert page.undo_names()[0] == "changed the post-game order"
    key("Ctrl+Z")
    assert page.order.buttons["group"].isChecked()
    key("Ctrl+Y")
    sample.close()
    again = open_window().window
    again.go(AftermathRoute())
    assert again.pages.aftermath.order.buttons["step"].isChecked()


def test_each_group_has_its_own_way_with_dice_and_undo_passes_it_by(
    sample: Session, tmp_path: Path
) -> None:
    workspace, campaign = sample.services.workspace, sample.window.campaign_id
    latest = workspace.undo_names(campaign)
    sample.services.safekeeping.settings = QSettings(
        str(tmp_path / "s.ini"), QSettings.Format.IniFormat
    )
    page = begin(sample, "Zeke")
    click(sample.window, "Dice: I roll")
    assert page.mode.buttons["typed"].isChecked()
    assert workspace.undo_names(campaign) == latest
    kept, view = sample.services.safekeeping.settings, sure(page.view)  # as after another start
    assert way_with_dice(kept, view.campaign, view.before.id) == "typed"
    page = begin(sample, "Carl")
    assert page.mode.buttons["roll"].isChecked()
    page = begin(sample, "Zeke")
    option(page, "Mo")
    assert focus() is sure(page.ask_panel.dice).use_button


# Captives


@pytest.fixture
def held(sample: Session) -> tuple[str, str, str]:
    """Mo of Zeke's Truckers is held by Carl's Crew: both groups' ids and Mo's."""
    services = sample.services
    zeke, carl = (g.id for g in services.workspace.groups(sample.window.campaign_id))
    mo = next(m for m in services.workspace.group(zeke).group.members if m.name == "Mo")
    captive = replace(mo, status="captured", captor=carl, captor_name="Carl's Crew")
    services.groups.edit_member(zeke, captive)
    services.announce()
    return zeke, carl, mo.id


def rescue(sample: Session, held: tuple[str, str, str], fate: CaptiveFate) -> None:
    """Records a Rescue in which this became of Mo, and goes to what comes after."""
    zeke, carl, _mo = held
    services, campaign = sample.services, sample.window.campaign_id
    game = services.records.new_record(campaign, (zeke, carl), "")
    mine, *others = game.sides
    fates = tuple(replace(c, fate=fate) for c in mine.captives)
    sides = (replace(mine, captives=fates), *others)
    services.records.record(campaign, replace(game, encounter="rescue", sides=sides))
    services.announce()
    go(sample.window, AftermathRoute())


def status(sample: Session, group: str, member: str) -> str:
    return sample.services.workspace.group(group).group.member(member).status


def test_one_who_was_brought_home_is_settled_before_the_sequences(
    sample: Session, held: tuple[str, str, str]
) -> None:
    zeke, _carl, mo = held
    rescue(sample, held, "home")
    page = sample.window.pages.aftermath
    assert "Brought home in game 2: Mo of Zeke's Truckers" in seen(page)
    page.take_focus()
    assert focus().accessibleName() == "Mo: Bring home"
    key("Return")
    assert status(sample, zeke, mo) == "active"
    assert not page.captives.isVisible()
    assert page.table.hasFocus()
    key("Ctrl+Z")
    assert status(sample, zeke, mo) == "captured"
    assert page.captives.isVisible()


def test_a_captive_is_shown_at_both_groups_and_the_rescue_is_offered(
    sample: Session, held: tuple[str, str, str]
) -> None:
    zeke, carl, _mo = held
    window = sample.window
    page = window.pages.group
    for group, said in (
        (zeke, "Mo is held by Carl's Crew"),
        (carl, "Holds Mo of Zeke's Truckers"),
    ):
        go(window, GroupRoute(group))
        assert page.captives.isVisible()
        assert page.captives.text() == said
        assert page.captives.accessibleName() == said
    page.captives.menu().aboutToShow.emit()
    entries = {a.text(): a for a in page.captives.menu().actions()}
    push(entries["Play the Rescue next"])
    assert isinstance(window.route, NextGameRoute)
    game = sample.services.next_game.read(window.campaign_id)
    assert (game.fixture.encounter, game.fixture.groups) == ("rescue", (zeke, carl))
    assert [e.role for e in game.setup.entrants] == ["attacker", "defender"]
    assert "Zeke's Truckers attacks: it has captured members to rescue." in seen(window.page())


def test_the_campaign_offers_the_rescue_next(sample: Session, held: tuple[str, str, str]) -> None:
    window = sample.window
    for group in ("Zeke", "Carl"):
        page = begin(sample, group)
        play_through(sample.services.games, page.sequence_id)
        sample.services.games.finish(page.sequence_id)
        sample.services.announce()
    go(window, CampaignRoute())
    assert "Mo of Zeke's Truckers\nheld by Carl's Crew\nRescue" in seen(window)
    first = window.pages.campaign.next_button
    assert first.accessibleName() == "Next: Play the Rescue"
    click(window, "Rescue: Mo of Zeke's Truckers, held by Carl's Crew")
    assert isinstance(window.route, NextGameRoute)
    game = sample.services.next_game
    assert game.read(window.campaign_id).fixture.encounter == "rescue"
    key("Ctrl+Z")
    assert game.read(window.campaign_id).fixture.encounter != "rescue"


def test_the_rescue_is_declined_at_the_captors_as_well(
    sample: Session, held: tuple[str, str, str]
) -> None:
    zeke, carl, mo = held
    workspace, window = sample.services.workspace, sample.window
    page = go(window, GroupRoute(carl))
    before = workspace.group(carl).group.stash
    page.captives.menu().aboutToShow.emit()
    acts = {a.text().rpartition(": ")[2]: a for a in page.captives.menu().actions()}
    assert "the gear is lost" in acts
    push(acts["the captors take the gear"])
    assert status(sample, zeke, mo) == "dead"
    assert workspace.group(carl).group.stash != before
    assert not page.captives.isVisible()
    page.roster.setFocus()
    key("Ctrl+Z")
    assert status(sample, zeke, mo) == "captured"
    assert workspace.group(carl).group.stash == before
    assert page.captives.isVisible()


def test_one_who_was_lost_ends_in_both_groups_with_one_press_and_one_undo(
    sample: Session, held: tuple[str, str, str]
) -> None:
    """No sequence of both groups begins before."""
    zeke, carl, mo = held
    rescue(sample, held, "lost")
    window, workspace = sample.window, sample.services.workspace
    page = window.pages.aftermath
    rows = page.table.rows
    row = next(r for r in range(rows.rowCount()) if "Game 2" in rows.index(r, 1).data())
    page.table.setFocus()
    page.table.setCurrentIndex(rows.index(row, 0))
    key("Space")
    assert isinstance(window.route, AftermathRoute)
    assert "Decide what happened to Mo first." in seen(window)
    assert focus() in page.captives.buttons
    assert find_button(page, "Mo: Discard the gear").isEnabled()
    before = workspace.group(carl).group.stash
    taken = (*before, *workspace.group(zeke).group.member(mo).gear)
    click(page, "Mo: Give the gear to Carl's Crew")
    for keys, became, stash in (
        ("", "dead", taken),
        ("Ctrl+Z", "captured", before),
        ("Ctrl+Y", "dead", taken),
    ):
        key(*filter(None, [keys]))
        assert status(sample, zeke, mo) == became
        assert workspace.group(carl).group.stash == stash
    page.table.setFocus()
    page.table.setCurrentIndex(rows.index(row, 0))
    key("Space")
    assert isinstance(window.route, SequenceRoute)
    assert mo not in {m.id for m in sure(window.pages.sequence.view).before.roster}


@pytest.mark.smoke
def test_the_story_offers_a_line_once_there_is_one_and_names_what_is_not_told_yet(
    sample: Session,
) -> None:
    page = begin(sample)
    assert "Select a line" not in seen(page.story)
    option(page, "Mo")
    assert "Select a line to change the answer behind it." in seen(page.story)
    page = sequence_until(sample, lambda ask: ask.key.endswith("/scavenger"))
    games = sample.services.games
    assert list(story_lines(sure(page.view).replayed))[-1].text == "The dice so far"
    games.answer(page.sequence_id, sure(sure(page.view).pending).key, "keep", "chosen")
    page.refresh()
    assert "The roll stands." in list(story_lines(sure(page.view).replayed))[-1].text


@pytest.mark.smoke
def test_from_within_back_to_the_place_by_button_mouse_and_key(sample: Session) -> None:
    window = sample.window
    begin(sample)
    click(window, "All sequences")
    assert isinstance(window.route, AftermathRoute)
    assert window.pages.aftermath.isAncestorOf(focus())
    begin(sample)
    point_at(window, "After the game (1)")
    assert isinstance(window.route, AftermathRoute)
    begin(sample)
    key("Ctrl+L", "Space")
    assert isinstance(window.route, AftermathRoute)
    for route in (RecordRoute(), FoundRoute()):
        go(window, route)
        point_at(window, "Campaign")
        assert where(window) == CampaignRoute()


def test_a_restart_says_what_is_half_done(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    window = first.window
    assert [r.cell(0).text for r in window.places.model.rows][-6:-4] == [
        "At the table",
        "After the game",
    ]
    assert "Not finished yet" not in seen(window)
    sequence = begin(first, "Zeke").sequence_id
    window.go(TableRoute())
    window.pages.table.start_setup()
    window.pages.table.setup.begin_game()
    session = tracker_of(window.pages.tracker).id
    first.close()

    again = open_window()
    window = again.window
    assert isinstance(window.route, CampaignRoute)
    shown = seen(window)
    assert "Not finished yet\n\nZeke's Truckers\nAfter game 1\nContinue" in shown
    assert "Zeke's Truckers against Carl's Crew\nA game at the table\nContinue" in shown
    assert "At the table, continue" in shown  # the game comes before its sequence
    assert "1 game at the table" in shown
    assert "After the game (1)" in shown
    after = "Zeke's Truckers, After game 1"
    find_button(window, f"Continue: {after}").click()
    settle()
    assert (where(window), window.pages.sequence.sequence_id) == (SequenceRoute(sequence), sequence)
    go(window, CampaignRoute())
    at_table = "Zeke's Truckers against Carl's Crew, A game at the table"
    find_button(window, f"Continue: {at_table}").click()
    settle()
    assert (where(window), tracker_of(window.pages.tracker).id) == (
        TrackerRoute(session),
        session,
    )
