"""What is in sight of the chronicle: whole rows, one scroll bar, names that can be told apart."""

from __future__ import annotations

import pytest

from lastdays.campaign.sample import play_through
from lastdays.model.game_record import GameRecord
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Cell
from lastdays.ui.navigation import ChronicleRoute
from lastdays.ui.pages.chronicle_page import PLOTS, STANDING, STORY, ChroniclePage
from store.exercise import edit_group
from sure import as_a
from ui.hands import settle, size

LONG = "The Unspeakably Long-Winded Wanderers of the Western Wasteland"


@pytest.fixture
def game(sample: Session) -> GameRecord:
    return sample.services.workspace.campaign(sample.window.campaign_id).campaign.games[0]


def chronicle(sample: Session, tab: int = STORY) -> ChroniclePage:
    sample.window.go(ChronicleRoute())
    page = sample.window.page()
    assert isinstance(page, ChroniclePage)
    page.tabs.setCurrentIndex(tab)
    settle()
    return page


def finished(sample: Session, game: GameRecord, side: int) -> None:
    games = sample.services.games
    sequence = games.begin(sample.window.campaign_id, game.id, game.sides[side].group)
    play_through(games, sequence)
    games.finish(sequence)
    sample.window.refresh()


def test_the_chosen_line_of_a_story_stays_when_the_text_grows(sample: Session) -> None:
    page = chronicle(sample)
    page.story.sentences.choose(page.story.sentences_model.key_at(3))
    page.story.sentences.setFocus()
    chosen = page.story.sentences.current_key()
    assert chosen
    for percent in (125, 200, 100):
        sample.theme.zoom_to(percent)
        settle()
        assert page.story.sentences.current_key() == chosen, percent


def test_a_group_without_a_point_is_named_beside_the_plot(
    sample: Session, game: GameRecord
) -> None:
    finished(sample, game, 0)
    plots = chronicle(sample, PLOTS).plots
    assert plots.too_many.text() == "No post-game sequence finished yet: Carl's Crew."
    assert plots.too_many.isVisible()
    finished(sample, game, 1)
    settle()
    assert not plots.too_many.isVisible()


def test_groups_with_long_names_are_told_apart_beside_the_plot(
    sample: Session, game: GameRecord
) -> None:
    groups = sample.services.groups
    for n, side in enumerate(game.sides):
        edit_group(groups, side.group, name=f"{LONG} {n}", player="", points=0, games=1)
    size(sample, 1280, 720)
    plots = chronicle(sample, PLOTS).plots
    settle()
    lines = plots.list.fontMetrics().height()
    assert plots.list.visualRect(plots.ticks.index(0, 0)).height() >= 2 * lines


def test_without_groups_there_is_nothing_to_tick(session: Session) -> None:
    session.services.campaigns.begin("Riverside")
    session.window.refresh()
    session.window.go(ChronicleRoute())
    page = session.window.page()
    assert isinstance(page, ChroniclePage)
    page.tabs.setCurrentIndex(PLOTS)
    settle()
    assert not page.plots.chosen.isVisible()


def test_what_counts_nothing_has_no_sign(sample: Session) -> None:
    rating = chronicle(sample, STANDING).standing.rating_model
    shown = {row.key: as_a(Cell, row.cells[1]).text for row in rating.rows}
    assert shown["Lasting injuries"] == "0"
    assert shown["Levels"] == "0"
