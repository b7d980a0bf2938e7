"""The language in Settings: offered where there is one, kept for the next start, Qt's words too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QSettings, QTranslator
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from lastdays import language
from lastdays.desktop import opening, paths, system_language
from lastdays.ui.app import Session
from lastdays.ui.forms.print_options import LanguageChoice
from lastdays.ui.navigation import SettingsRoute
from lastdays.ui.pages.settings_page import SettingsPage
from lastdays.ui.widgets.dialogs import say_the_rest
from paper_language import GERMAN, write_catalogue
from sure import as_a
from ui.hands import pick, settle


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue of German that is complete."""
    write_catalogue(tmp_path / "locale", "de", GERMAN)
    monkeypatch.setenv(system_language.ELSEWHERE, str(tmp_path / "locale"))
    yield
    language.speak("en")


def _choice(session: Session) -> LanguageChoice:
    session.services.keeping.settings = QSettings(
        str(paths.settings_file()), QSettings.Format.IniFormat
    )
    session.window.go(SettingsRoute())
    settle()
    page = as_a(SettingsPage, session.window.page())
    page.rest.show_open(True)
    return page.language


@pytest.mark.smoke
def test_a_language_is_chosen_for_the_next_start(german: None, sample: Session) -> None:
    choice = _choice(sample)
    assert [choice.itemText(n) for n in range(choice.count())] == [
        "Same as this computer",
        "English",
        "Deutsch",
    ]
    assert choice.isVisible()
    assert choice.currentText() == "Same as this computer"
    assert choice.accessibleName() == "Language"
    pick(choice, "Deutsch")
    assert system_language.settle() == "de"  # whatever the system says
    choice.refresh()
    assert choice.currentText() == "Deutsch"


def test_without_a_second_language_none_is_asked_for(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(system_language.ELSEWHERE, str(tmp_path / "none"))
    assert not _choice(sample).isVisible()


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
        say_the_rest(dialog)
        assert len(_labels(dialog)) == 3
        assert not set(_labels(dialog)) & set(english)
    finally:
        language.speak("en")
        for words in qapp.findChildren(QTranslator):
            qapp.removeTranslator(words)


def _labels(dialog: QFileDialog) -> list[str]:
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    return [said.text() for said in dialog.findChildren(QLabel) if said.text()]
