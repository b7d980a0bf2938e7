"""Who rolls the dice is asked once, and what players press or type is never replaced."""

from __future__ import annotations

import pytest

from lastdays.model.campaign import DiceMode
from lastdays.procedure.asks import Draw, Option, Roll
from lastdays.ui.app import Session
from lastdays.ui.forms.ask_panel import AskPanel
from lastdays.ui.forms.form import DiceChoice
from lastdays.ui.navigation import GamesRoute, SettingsRoute, StartRoute, TableRoute
from lastdays.ui.pages.games_page import GamesPage
from lastdays.ui.pages.settings_page import SettingsPage
from lastdays.ui.pages.start_page import StartPage
from lastdays.ui.pages.table_page import TablePage
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.parts import find_amber_button
from sure import as_a, sure
from ui.hands import click, go, key, sequence_until, settle, write


def down(choice: DiceChoice) -> list[str]:
    """The buttons that are down."""
    return [made.text() for made in choice.buttons.values() if made.isChecked()]


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("pressed", "kept", "said"),
    [
        ("", "typed", "I roll and enter the dice"),
        ("We roll", "typed", "I roll and enter the dice"),
        ("The program rolls", "roll", "The program rolls"),
    ],
)
def test_a_new_campaign_asks_who_rolls(
    session: Session, pressed: str, kept: str, said: str
) -> None:
    page = as_a(StartPage, go(session.window, StartRoute()))
    assert down(page.dice) == ["We roll"]
    page.name.setText("Harbour")
    if pressed:
        click(page, pressed)
    click(page, "Create campaign")
    campaign = session.services.workspace.campaign(session.window.campaign_id).campaign
    assert (campaign.name, campaign.dice) == ("Harbour", kept)
    settings = as_a(SettingsPage, go(session.window, SettingsRoute()))
    assert settings.dice_box.currentText() == said


def test_an_imported_or_commanded_campaign_throws_no_dice_away(session: Session) -> None:
    campaign = session.services.campaigns.begin("Brought in")
    assert session.services.workspace.campaign(campaign).campaign.dice == "typed"


@pytest.mark.parametrize(("pressed", "kept"), [("", "typed"), ("The program rolls", "roll")])
def test_a_game_without_a_campaign_asks_who_rolls(
    session: Session, pressed: str, kept: str
) -> None:
    page = as_a(TablePage, go(session.window, TableRoute()))
    page.start_setup()
    settle()
    assert down(page.setup.dice) == ["We roll"]
    page.setup.add_quick()
    form = page.setup.forms[0]
    click(form, "Add this model")
    if pressed:
        click(page.setup, pressed)
    click(page.setup, "Begin the game")
    table = as_a(SessionPage, session.window.page())
    assert table.tools.mode == kept


def test_a_game_of_a_campaign_begins_with_the_campaigns_choice(sample: Session) -> None:
    campaign = sample.window.campaign_id
    modes: dict[DiceMode, list[str]] = {
        "roll": ["The program rolls"],
        "typed": ["We roll"],
        "set": [],
    }
    for mode, shown in modes.items():
        sample.services.campaigns.set_dice(campaign, mode)
        page = as_a(TablePage, go(sample.window, TableRoute()))
        page.setup.start(campaign)
        assert down(page.setup.dice) == shown
        assert page.setup.dice.mode == mode


@pytest.mark.parametrize(("pressed", "kept"), [("", "typed"), ("The program rolls", "roll")])
def test_other_games_ask_who_rolls(session: Session, pressed: str, kept: str) -> None:
    page = as_a(GamesPage, go(session.window, GamesRoute()))
    assert down(page.dice) == ["We roll"]
    if pressed:
        click(page, pressed)
    click(page, "Begin")
    table = as_a(SessionPage, session.window.page())
    assert table.tools.mode == kept
    again = session.services.sessions.tracker(table.session.id)
    assert again.dice == kept


@pytest.mark.parametrize("then", ["roll", "typed", "set"])
def test_dice_that_lie_stay_when_the_way_of_answering_changes(sample: Session, then: str) -> None:
    page = sequence_until(sample, lambda ask: isinstance(ask, Roll) and ask.dice.count == 2)
    page.mode.buttons["typed" if then != "typed" else "roll"].click()
    write("4")
    page.mode.buttons[then].click()
    settle()
    dice = sure(page.ask_panel.dice)
    assert [place.face for place in dice.places] == [4, 0]
    assert dice.set_box.isChecked() == (then == "set")
    write("2")
    key("Return")
    given = sure(page.view).replayed.asked[-1]
    assert given.value == (4, 2)
    assert given.answer.how == ("set" if then == "set" else "typed")


def test_enter_draws_nobody_where_the_players_draw(sample: Session) -> None:
    """A draw stays open until it is said who was drawn."""
    services = sample.services
    panel = AskPanel(services.catalogue, services.theme, source=services.source)
    ask = Draw("draw", "Who was drawn?", options=(Option("a", "Ann"), Option("b", "Ben")))
    for mode, first in (("typed", None), ("set", None), ("roll", "D&raw for me")):
        panel.show_ask(ask, mode)
        found = find_amber_button(panel)
        assert (found.text() if found is not None else None) == first
