"""Games of content packs in the window: found, played to their end, read when their pack is gone, and
played on when it is back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from lastdays.campaign.table_sessions import GoneTracker
from lastdays.desktop import paths
from lastdays.ui.app import Session
from lastdays.ui.navigation import BoardRoute, GamesRoute
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.hands import click, counter_of, do, go, key, seen, settle, tracker_of
from ui.other_games import begin, units
from ui.own_games import EXAMPLE, Player, install_example
from unit.rulebook.game_packing import STREET, write_game


@pytest.fixture
def packed(tmp_path: Path, open_window: Callable[..., Session]) -> Session:
    """A window beside whose store the example lies."""
    install_example(tmp_path / "packs")
    return open_window(packs=True)


def test_the_example_is_played_to_its_end(packed: Session) -> None:
    page = begin(packed.window, EXAMPLE, "Ann", "Bob")
    assert "Both doors have two planks." in seen(page.panel)
    player = Player(page, seed=2)
    player.play()
    assert "End the game" in seen(page.panel)
    how = page.panel.says.text()
    player.press(page.panel.move_buttons["end"])
    click(page.panel.form, "End the game")
    games = packed.window.pages.games
    assert "The Last Bus" in seen(games)
    assert how in seen(games)


@pytest.mark.smoke
def test_a_move_is_undone_and_comes_again(packed: Session) -> None:
    page = begin(packed.window, EXAMPLE, "Ann", "Bob")
    player = Player(page, seed=3)
    player.next()
    before = units(page)
    page.panel.move_buttons["board/door-1"].click()
    settle()
    assert units(page)["door-1"]["planks"] == 3
    key("Ctrl+Z")
    assert units(page) == before
    key("Ctrl+Y")
    assert units(page)["door-1"]["planks"] == 3
    click(page.bar, "Opponent's view")
    assert "Planks 3" in sure(page.second_screen).words()


def test_chances_stand_beside_the_die(packed: Session) -> None:
    page = begin(packed.window, EXAMPLE, "Ann", "Bob")
    Player(page, seed=3).next()
    hint = page.panel.move_buttons["search"].toolTip()
    assert "Ann finds two cans of fuel: 17 %" in hint
    key("1")  # the digit before the move
    settle()
    assert page.panel.own_table.isVisible()
    assert "Ann finds a can of fuel." in seen(page.panel.own_table)
    key("5")
    key("Return")
    assert "Ann finds a can of fuel." in page.panel.outcome.text()


def test_the_example_is_added_in_the_window(open_window: Callable[..., Session]) -> None:
    session = open_window(packs=True)
    page = go(session.window, GamesRoute())
    assert EXAMPLE not in page.game.tiles
    click(page, "▸ A game of your own")
    click(page, "Add the example game")
    assert (paths.content_packs() / "last-bus" / "games" / "last-bus.toml").is_file()
    assert EXAMPLE in page.game.tiles
    assert page.example_button.isHidden()
    assert begin(session.window, EXAMPLE, "Ann").tracker is not None


def test_a_game_that_gets_stuck_is_not_begun(
    tmp_path: Path, open_window: Callable[..., Session]
) -> None:
    write_game(tmp_path / "packs", STREET.replace("table.dead > 0", "table.dead > 99"), "odd")
    stuck = STREET.replace('does = ["piece.planks + 1", "remove piece", "place door"]', "does = []")
    stuck = stuck.replace('when = "player.rounds > 0"', 'when = "player.rounds > 9"')
    write_game(tmp_path / "packs", stuck.replace("table.dead > 0", "table.dead > 99"), "stuck")
    session = open_window(packs=True)
    page = go(session.window, GamesRoute())
    page.game.tiles["odd/stuck"].click()
    session.services.wait()
    settle()
    assert "got stuck" in page.wrong.text()
    assert "Tell its author." in page.wrong.text()
    assert not page.begin_button.isEnabled()
    page.game.tiles["odd/odd"].click()
    session.services.wait()
    settle()
    assert page.wrong.isHidden()
    assert page.begin_button.isEnabled()


@pytest.mark.smoke
def test_begin_waits_for_the_trial_of_a_game(packed: Session) -> None:
    """The window never waits; what the trial has shown is said either way."""
    page = go(packed.window, GamesRoute())
    page.game.tiles[EXAMPLE].click()
    page.players.tiles[1].click()
    page.names[0].setText("Ann")
    assert "see whether this game comes to an end" in page.trial.text()
    page.begin_button.click()
    assert page.isVisible()  # it isn't begun untried
    assert page.trial.text().startswith("It begins once")
    packed.services.wait()
    settle()
    board = as_a(SessionPage, packed.window.page())
    assert tracker_of(board).facts["title"] == "The Last Bus"
    page = go(packed.window, GamesRoute())
    assert page.trial.text() == "40 of 40 random games ended."
    page.game.tiles["zombies"].click()
    assert page.trial.isHidden()


def test_begin_tells_of_a_game_that_cannot_end_before_it_is_played(
    tmp_path: Path, open_window: Callable[..., Session]
) -> None:
    endless = STREET.replace("table.dead > 0", "table.dead > 99")
    endless = endless.replace('when = "player.rounds > 0"', 'when = "player.rounds > 9"')
    endless = endless.replace(
        'does = ["piece.planks + 1", "remove piece", "place door"]', "does = []"
    )
    write_game(tmp_path / "packs", endless, "stuck")
    session = open_window(packs=True)
    page = go(session.window, GamesRoute())
    page.game.tiles["odd/stuck"].click()
    page.begin_button.click()
    session.services.wait()
    settle()
    assert page.isVisible()
    assert "got stuck" in page.wrong.text()
    assert page.trial.isHidden()
    assert not page.begin_button.isEnabled()


def test_a_game_chosen_meanwhile_is_not_begun(packed: Session) -> None:
    page = go(packed.window, GamesRoute())
    page.game.tiles[EXAMPLE].click()
    page.begin_button.click()
    page.game.tiles["zombies"].click()
    packed.services.wait()
    settle()
    assert page.isVisible()
    assert page.played.isHidden()


def test_a_game_that_is_gone_is_read_and_comes_back(
    tmp_path: Path, open_window: Callable[..., Session]
) -> None:
    pack = install_example(tmp_path / "packs")
    session = open_window(packs=True)
    page = begin(session.window, EXAMPLE, "Ann", "Bob")
    player = Player(page, seed=5)
    for _press in range(12):
        player.step()
    name, stood = tracker_of(page).id, units(page)
    log = [page.session.words.line(line) for line in page.session.log()]
    session.close()
    shutil.move(pack, tmp_path / "away")

    session = open_window(packs=True)
    games = go(session.window, GamesRoute())
    assert EXAMPLE not in games.game.tiles
    assert "The Last Bus" in seen(games)
    page = as_a(SessionPage, go(session.window, BoardRoute(name)))
    as_a(GoneTracker, tracker_of(page))
    assert units(page) == stood
    assert [page.session.words.line(line) for line in page.session.log()] == log
    assert (
        counter_of(page.board.cards["p1"], "bullets").accessibleName().startswith("Ann, Bullets ")
    )
    assert "content pack last-bus isn't there" in seen(page)
    assert not page.bar.next_button.isEnabled()
    assert page.session.undo_name is None
    do(page, "count", piece="p1", name="wounds", amount=1)
    assert units(page) == stood
    assert "can only be read" in seen(session.window)
    session.close()
    shutil.move(tmp_path / "away", pack)

    session = open_window(packs=True)
    page = as_a(SessionPage, go(session.window, BoardRoute(name)))
    assert units(page) == stood
    page.panel.ask_panel.guard_ms = 0
    Player(page, seed=7).play()


def test_a_game_comes_back_while_the_window_is_open(tmp_path: Path, packed: Session) -> None:
    page = begin(packed.window, EXAMPLE, "Ann", "Bob")
    Player(page, seed=5).next()
    name = tracker_of(page).id
    away = Path(shutil.move(tmp_path / "packs" / "last-bus", tmp_path / "away"))
    games = go(packed.window, GamesRoute())
    click(games, "▸ A game of your own")
    click(games, "Reload packs")
    assert EXAMPLE not in games.game.tiles
    page = as_a(SessionPage, go(packed.window, BoardRoute(name)))
    assert not page.bar.next_button.isEnabled()
    shutil.move(away, tmp_path / "packs" / "last-bus")
    games = go(packed.window, GamesRoute())
    click(games, "Reload packs")
    page = as_a(SessionPage, go(packed.window, BoardRoute(name)))
    assert page.panel.move_buttons["search"].isEnabled()
