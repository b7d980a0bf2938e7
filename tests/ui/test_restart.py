"""Restart after another language was chosen: offered where it counts, at the same place."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QSettings, QTranslator
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from lastdays import language
from lastdays.cli.arguments import parser
from lastdays.desktop import message_files, opening, paths, system_language
from lastdays.desktop.league_address import LeagueAddress
from lastdays.errors import LastDaysError, StoreError
from lastdays.ui import app
from lastdays.ui.app import (
    Session,
    read_route,
    restart_command,
    return_to,
    start_again,
    write_route,
)
from lastdays.ui.navigation import (
    CampaignRoute,
    GroupRoute,
    LifeRoute,
    PrintRoute,
    SettingsRoute,
    TableRoute,
)
from lastdays.ui.pages.settings_page import SettingsPage
from lastdays.ui.widgets.dialogs import translate_rest
from paper_language import GERMAN, write_catalogue
from sure import as_a
from ui.hands import click, go, key, pick, settle, where


@pytest.fixture(autouse=True)
def _dates_as_before() -> Iterator[None]:
    """Qt writes dates as it did, whatever was spoken in between."""
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer that has German, whole, and speaks English."""
    write_catalogue(tmp_path / "locale", "de", GERMAN)
    monkeypatch.setenv(message_files.ELSEWHERE, str(tmp_path / "locale"))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    language.speak("en")


def in_settings(session: Session) -> SettingsPage:
    """The settings, which are kept."""
    session.services.safekeeping.settings = QSettings(
        str(paths.settings_file()), QSettings.Format.IniFormat
    )
    return as_a(SettingsPage, go(session.window, SettingsRoute()))


FOLDED = "Language, motion, and where your campaigns are"


@pytest.mark.smoke
def test_a_restart_is_offered_where_it_would_change_the_language(
    german: None, sample: Session
) -> None:
    page = in_settings(sample)
    click(page, FOLDED)
    choice = page.language
    languages = ["Same as this computer", "English", "Deutsch"]
    assert [choice.itemText(n) for n in range(choice.count())] == languages
    assert choice.accessibleName() == "Language"
    assert choice.currentText() == "Same as this computer"
    assert not page.restart_button.isVisible()
    before = choice.mapTo(page, choice.rect().topLeft())
    pick(choice, "Deutsch")
    assert page.restart_button.isVisible()
    assert choice.mapTo(page, choice.rect().topLeft()) == before
    click(page, FOLDED)
    sample.window.go(GroupRoute(sample.window.places.groups()[0]))
    sample.window.go(SettingsRoute())
    assert page.restart_button.isVisible(), "what waits for a restart isn't folded away"
    pick(choice, "English")
    assert not page.restart_button.isVisible()
    pick(choice, "Deutsch")
    assert system_language.settle() == "de"  # whatever the system says
    choice.refresh()
    assert choice.currentText() == "Deutsch"


def test_the_window_closes_and_the_program_is_started_where_one_was(
    german: None, sample: Session
) -> None:
    services = sample.services
    zeke = services.workspace.groups()[1].id
    sample.window.go(GroupRoute(zeke))
    page = in_settings(sample)
    click(page, FOLDED)
    pick(page.language, "Deutsch")
    assert not services.must_restart
    key("Alt+R")
    assert services.must_restart
    assert not sample.window.isVisible()
    started: list[list[str]] = []
    start_again(
        sample.place,
        sample.window.navigator.route_behind_aside,
        lambda words: not started.append(words),
    )
    words = started[0][started[0].index("--store") :]
    options = parser().parse_args(words)
    assert options.store == sample.place
    assert read_route(options.at) == GroupRoute(zeke)


@pytest.mark.smoke
def test_it_goes_on_in_settings_with_the_page_behind_it(sample: Session) -> None:
    zeke = sample.services.workspace.groups()[1].id
    return_to(sample.window, write_route(GroupRoute(zeke)))
    settle()
    assert where(sample.window) == SettingsRoute()
    click(sample.window, "Back")
    assert where(sample.window) == GroupRoute(zeke)


def test_without_a_press_nothing_is_started(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(app, "start_again", lambda *place: asked.append(place))
    app.end(sample)
    assert not asked
    sample.services.must_restart = True
    app.end(sample)
    assert asked == [(sample.place, CampaignRoute())]
    with pytest.raises(StoreError):  # by then it is closed, and its lock released
        sample.services.workspace.campaigns()


@pytest.mark.parametrize("frozen", [False, True])
def test_a_bundle_is_started_as_itself(monkeypatch: pytest.MonkeyPatch, frozen: bool) -> None:
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    words = restart_command(Path("a b.sqlite"), TableRoute(being_played=True))
    assert words[0] == sys.executable
    assert ("-m" in words) != frozen
    assert words[words.index("--store") + 1] == "a b.sqlite"
    league = LeagueAddress("postgresql://ann@pc/league")
    assert "postgresql://ann@pc/league" in restart_command(league, TableRoute())


def test_the_password_of_a_league_stays_out_of_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PGPASSWORD", "")
    started: list[list[str]] = []
    league = LeagueAddress("postgresql://ann:s3cret@pc/league?sslmode=require")

    def starts(words: list[str]) -> bool:
        started.append(words)
        return True

    start_again(league, TableRoute(), starts)
    assert "s3cret" not in " ".join(started[0])
    options = parser().parse_args(started[0][started[0].index("--store") :])
    assert dict(options.store.settings) == dict(league.bare.settings)
    assert os.environ["PGPASSWORD"] == "s3cret"


def test_a_start_that_fails_is_said(sample: Session) -> None:
    with pytest.raises(LastDaysError, match="couldn't restart"):
        start_again(sample.place, TableRoute(), lambda _words: False)


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "[1, 2]", '["Nowhere", {}]', '["GroupRoute", {"x": "y"}]',
             '["GroupRoute", {"group": [1]}]', '["LifeRoute", {}]', "null"],
)  # fmt: skip
def test_what_names_no_page_is_passed_over(text: str) -> None:
    assert read_route(text) is None


def test_a_page_is_written_and_read() -> None:
    for route in (LifeRoute("g", "m"), TableRoute(being_played=True), SettingsRoute()):
        assert read_route(write_route(route)) == route


def test_without_a_second_language_none_is_asked_for(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(system_language.ELSEWHERE, str(tmp_path / "none"))
    page = in_settings(sample)
    page.fold.show_open(True)
    assert not page.language.isVisible()
    printed = go(sample.window, PrintRoute(sample.services.workspace.groups()[1].id))
    assert not printed.chooser.options.language.isVisible()


def test_the_words_of_qt_are_translated(german: None, qapp: QApplication) -> None:
    language.speak("de")
    opening._speak_to_qt(qapp)
    said = QCoreApplication.translate("QPlatformTheme", "Cancel")
    for words in qapp.findChildren(QTranslator):
        if "qtbase_de" in words.filePath():
            qapp.removeTranslator(words)
    assert said == "Abbrechen"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


@pytest.mark.parametrize("tongue", ["de", "fr"])
def test_the_dialog_for_files_leaves_no_label_in_english(tongue: str, qapp: QApplication) -> None:
    """Qt's own French lacks some of them."""
    english = _labels(QFileDialog())
    with system_language.catalogue(tongue).open("rb") as file:
        language.speak(tongue, language.read(file))
    opening._speak_to_qt(qapp)
    try:
        dialog = QFileDialog()
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        translate_rest(dialog)
        assert len(_labels(dialog)) == 3
        assert not set(_labels(dialog)) & set(english)
    finally:
        language.speak("en")
        for words in qapp.findChildren(QTranslator):
            qapp.removeTranslator(words)


def _labels(dialog: QFileDialog) -> list[str]:
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    return [said.text() for said in dialog.findChildren(QLabel) if said.text()]


def test_a_store_that_was_made_by_its_name_is_said(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistyped name opens an empty store: what is in sight says where that is."""
    monkeypatch.setattr(app, "report_bugs", lambda _window: sys.excepthook)
    monkeypatch.setattr(app, "_quit_on_signals", lambda: None)
    settings = QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat)
    shown = []
    for _time in range(2):
        session = app._show_window(tmp_path / "typo.sqlite", settings)
        shown.append(session.window.toast.text.text().replace("\u200b", ""))
        session.close()
    assert shown == [f"Made a new store, {tmp_path / 'typo.sqlite'}.", ""]
    assert app.file_to_be_made(paths.default_store()) is None
    assert app.file_to_be_made(LeagueAddress("postgresql://a/b")) is None
