"""The page that opens a league, where no server is asked."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from lastdays.desktop.league_address import LeagueAddress
from lastdays.errors import StoreError
from lastdays.store import league as league_module
from lastdays.ui.app import Session
from lastdays.ui.navigation import GuideRoute, LeagueRoute
from lastdays.ui.pages.league_page import OpenLeaguePage
from sure import as_a
from ui.hands import click, find_button, key, seen, settle, where, write


def opened(session: Session) -> OpenLeaguePage:
    """The page, by its menu."""
    next(a for a in session.window.actions() if a.text() == "Open a league…").trigger()
    settle()
    page = as_a(OpenLeaguePage, session.window.page())
    page.address.setFocus()
    return page


@pytest.mark.smoke
def test_what_is_typed_is_asked_once_and_what_is_wrong_is_said(
    sample: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[LeagueAddress] = []
    answers = threading.Event()

    def look_at(address: LeagueAddress) -> str:
        asked.append(address)
        answers.wait()
        raise StoreError("Its server has no such database.")

    monkeypatch.setattr(league_module, "look_at", look_at)
    page = opened(sample)
    write("club.example/league")
    key("Tab")
    write("ann")
    key("Tab")
    write("s3cret")
    assert page.password.echoMode() == QLineEdit.EchoMode.Password
    key("Return")
    assert "Connecting…" in seen(page)
    assert not find_button(page, "Open the league").isEnabled()
    answers.set()
    qtbot.waitUntil(lambda: "has no such database" in seen(page), timeout=60_000)
    assert find_button(page, "Open the league").isEnabled()
    (address,) = asked
    assert dict(address.settings) == {
        "host": "club.example",
        "user": "ann",
        "password": "s3cret",
        "dbname": "league",
    }
    assert sample.services.next_store is None
    assert sample.window.isVisible()
    assert "s3cret" not in seen(page)


def test_an_address_without_a_database_is_refused_before_anybody_is_asked(sample: Session) -> None:
    page = opened(sample)
    write("club.example")
    assert page.address.text() == "club.example"
    click(page, "Test the connection")
    assert "An address names a computer and a database" in seen(page)
    assert find_button(page, "Test the connection").isEnabled()


def test_one_that_answers_closes_the_window_and_is_remembered_without_its_password(
    sample: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setattr(league_module, "look_at", lambda address: f"{address} answers.")
    settings = QSettings(f"{tmp_path}/window.ini", QSettings.Format.IniFormat)
    sample.services.safekeeping.settings = settings
    page = opened(sample)
    page.address.setText("ann@club.example/league")
    page.password.setText("s3cret")
    page.mode.setCurrentIndex(1)
    click(page, "Test the connection")
    qtbot.waitUntil(lambda: "answers." in seen(page), timeout=60_000)
    assert sample.window.isVisible()
    click(page, "Open the league")
    qtbot.waitUntil(lambda: not sample.window.isVisible(), timeout=60_000)
    assert str(sample.services.next_store) == "postgresql://ann@club.example/league"
    kept = {name: settings.value(name) for name in settings.allKeys()}
    assert kept["league/address"] == "postgresql://ann@club.example/league"
    assert kept["league/encrypted"] == "require"
    assert "s3cret" not in str(kept)


def test_the_guide_is_a_press_away_and_esc_leads_back(sample: Session) -> None:
    page = opened(sample)
    click(page, "How to set up a league")
    assert "CREATE ROLE club" in sample.window.pages.guide.reader.toPlainText()
    assert isinstance(where(sample.window), GuideRoute)
    key("Escape")
    key("Escape")
    assert not isinstance(where(sample.window), LeagueRoute)
