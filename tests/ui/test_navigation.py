"""Routes: each has its page and its place on the list, and a page is made when it is wanted."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AftermathRoute,
    BoardRoute,
    CampaignRoute,
    GamesRoute,
    GroupRoute,
    HelpRoute,
    PrintRoute,
    RecordRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
    routes,
)
from ui.hands import click, key, settle


def test_every_route_has_a_page() -> None:
    for kind in routes():
        module, name = kind.page.split(":")
        assert callable(getattr(import_module(f"lastdays.ui.{module}"), name))


def test_a_page_within_a_place_belongs_to_it() -> None:
    assert RecordRoute("g1").place() == CampaignRoute("c1").place() == CampaignRoute()
    assert SequenceRoute("s1").place() == AftermathRoute()
    assert TrackerRoute("t1").place() == TableRoute(on=True).place() == TableRoute()
    assert BoardRoute("t1").place() == GamesRoute()
    assert PrintRoute("g1").place() == PrintRoute()
    assert GroupRoute("g1").place() == GroupRoute("g1")


@pytest.mark.smoke
def test_from_the_keys_it_goes_back_to_what_was_looked_at(sample: Session) -> None:
    window = sample.window
    carl = window.places.groups()[1]
    window.go(GroupRoute(carl))
    window.go(HelpRoute())
    click(window, "Back")
    assert window.route == GroupRoute(carl)
    assert window.places.list.currentIndex().data().strip() == "Carl's Crew"


def test_from_the_keys_it_goes_back_to_the_record_that_was_corrected(sample: Session) -> None:
    window = sample.window
    game = sample.services.workspace.campaign(window.campaign_id).campaign.games[0].id
    window.go(RecordRoute(game))
    window.go(HelpRoute())
    click(window, "Back")
    assert window.route == RecordRoute(game)
    assert window.pages.record.known
    assert window.pages.record.game is not None
    assert window.pages.record.game.id == game


def test_a_page_is_made_when_it_is_first_wanted(sample: Session) -> None:
    window = sample.window
    assert window.pages.made(CampaignRoute)
    assert not window.pages.made(PrintRoute)
    key("Ctrl+P")
    settle()
    assert window.pages.made(PrintRoute)
    assert window.page() is window.pages.print


@pytest.mark.sweep
def test_a_window_is_there_before_its_pages_are_read() -> None:
    """Reading all of them would double the time that starting takes."""
    code = "import sys, lastdays.ui.window; print(*sorted(sys.modules), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    read = [m for m in done.stdout.split() if m.startswith("lastdays.ui.pages.")]
    assert read == []
