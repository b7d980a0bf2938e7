"""How the campaign goes, drawn on its page: only from two games on, and only when it is seen."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent

from lastdays.campaign.chronicle import games as chronicles
from lastdays.campaign.sample import play_through
from lastdays.model.changes import GroupNotesWritten
from lastdays.ui.app import Session
from lastdays.ui.navigation import ChronicleRoute
from lastdays.ui.pages.campaign_overview import GroupsAndGames
from lastdays.ui.pages.campaign_page import RULINGS, CampaignPage
from lastdays.ui.services import Services
from sure import as_a, sure
from ui.hands import click, settle
from ui.test_table_costs import Told


@pytest.fixture
def page(sample: Session) -> CampaignPage:
    settle()
    return as_a(CampaignPage, sample.window.pages.campaign)


def another_game(session: Session, number: int = 2) -> None:
    services, campaign = session.services, session.window.campaign_id
    first = services.workspace.campaign(campaign).campaign.games[0]
    services.records.record(campaign, replace(first, id=f"game-{number}", number=number))
    session.window.refresh()
    settle()


def settle_everything(services: Services, campaign: str) -> None:
    """Finishes the post-game sequences of the first game."""
    game = services.workspace.campaign(campaign).campaign.games[0]
    for side in game.sides:
        sequence = services.games.begin(campaign, game.id, side.group)
        play_through(services.games, sequence)
        services.games.finish(sequence)


def shown(page: CampaignPage) -> GroupsAndGames:
    return page.overview


def test_one_game_has_no_plot(page: CampaignPage) -> None:
    assert not shown(page).rating.isVisible()
    assert shown(page).notes.isVisible()


def test_from_two_games_on_zombies_are_drawn_until_a_game_is_settled(
    page: CampaignPage, sample: Session
) -> None:
    another_game(sample)
    rating = shown(page).rating
    assert rating.isVisible()
    assert rating.title.text() == "Zombies killed by game"
    assert [line.name for line in sure(rating.view).plot.lines] == [
        "Zeke's Truckers",
        "Carl's Crew",
    ]
    settle_everything(sample.services, sample.window.campaign_id)
    sample.window.refresh()
    settle()
    assert rating.title.text() == "Rating by game"


def test_notes_games_and_plot_are_in_sight_together(page: CampaignPage, sample: Session) -> None:
    sample.window.resize(1280, 720)
    another_game(sample)
    window = sample.window
    for part in (shown(page).rating.view, shown(page).notes, shown(page).games):
        assert part is not None
        top = part.mapTo(window, part.rect().topLeft())
        low = part.mapTo(window, part.rect().bottomRight())
        assert part.isVisible()
        assert part.height() >= 60
        assert top.y() >= 0
        assert low.y() <= window.height()
        assert low.x() <= window.width()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The chronicles that were begun to be read."""
    made = []
    start = chronicles.Chronicle.__init__

    def counted(self: chronicles.Chronicle, *given: Any) -> None:
        made.append(given)
        start(self, *given)

    monkeypatch.setattr(chronicles.Chronicle, "__init__", counted)
    return made


def test_nothing_is_read_for_the_plot_before_it_is_seen(
    page: CampaignPage, sample: Session, made: list[Any]
) -> None:
    page.tabs.setCurrentIndex(RULINGS)
    settle()
    another_game(sample)
    assert not made
    page.tabs.setCurrentIndex(0)
    settle()
    assert len(made) == 1


def test_notes_and_their_undo_leave_the_plot_as_it_is(
    page: CampaignPage, sample: Session, made: list[Any]
) -> None:
    """It is read again once a game, a group's name or a finished sequence has changed."""
    another_game(sample)
    services, campaign = sample.services, sample.window.campaign_id
    made.clear()
    services.done(lambda: services.campaigns.write_notes(campaign, "Rain."))
    settle()
    page.undo()
    settle()
    assert page.view is not None
    assert page.view.campaign.notes != "Rain."
    assert [line.name for line in sure(shown(page).rating.view).plot.lines][1:] == ["Carl's Crew"]
    view = shown(page).rating.view
    group = services.workspace.groups(campaign)[0].id
    services.done(
        lambda: services.workspace.change_group(
            group, GroupNotesWritten(), lambda g: replace(g, name="Ada's Truckers")
        )
    )
    settle()
    assert [line.name for line in sure(view).plot.lines] == ["Ada's Truckers", "Carl's Crew"]
    settle_everything(services, campaign)
    services.announce()
    settle()
    assert shown(page).rating.title.text() == "Rating by game"
    first = [len(line.points) for line in sure(view).plot.lines]
    another_game(sample, 3)
    page.undo()
    settle()
    page.undo()
    settle()
    assert not shown(page).rating.isVisible()
    page.redo()
    settle()
    assert [len(line.points) for line in sure(view).plot.lines] == first


def test_notes_paint_nothing_of_the_lists_anew(page: CampaignPage, sample: Session) -> None:
    """What is the same on the page is not laid out, and not painted, another time."""
    another_game(sample)
    services, campaign = sample.services, sample.window.campaign_id
    services.done(lambda: services.campaigns.write_notes(campaign, "Rain."))
    settle()
    painted = [
        Told(part, QEvent.Type.Paint)
        for part in (shown(page).groups.viewport(), shown(page).found_button, shown(page).rating)
    ]
    services.done(lambda: services.campaigns.write_notes(campaign, "Snow."))
    settle()
    assert shown(page).notes.toPlainText() == "Snow."
    assert [told.count for told in painted] == [0, 0, 0]


@pytest.mark.smoke
def test_the_plot_leads_to_the_chronicle(page: CampaignPage, sample: Session) -> None:
    another_game(sample)
    click(page, "Read the chronicle")
    assert sample.window.route == ChronicleRoute()
