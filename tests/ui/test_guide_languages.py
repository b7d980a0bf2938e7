"""The guide in another language: its own pages where they are, else the English ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from lastdays import language
from lastdays.desktop import paths, system_language
from lastdays.ui.guide import Reader, guide_pages, passage_naming
from lastdays.ui.theme import Theme

CONTENTS = """
[[page]]
name = "first"
drawing = "campaign"

[[page]]
name = "second"
drawing = "print"
"""


@pytest.fixture(params=["de", "fr"])
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    with system_language.catalogue(request.param).open("rb") as file:
        language.speak(request.param, language.read(file))
    yield request.param
    language.speak("en")


def test_a_page_is_read_in_the_language_where_it_is_there(
    spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "help"
    (folder / spoken).mkdir(parents=True)
    (folder / "contents.toml").write_text(CONTENTS)
    (folder / "first.md").write_text("# Begin\n\nHere.\n")
    (folder / "second.md").write_text("# Go on\n\nThere.\n")
    (folder / spoken / "first.md").write_text("# Anfang\n\nHier.\n")
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    first, second = guide_pages()
    assert (first.title, first.text) == ("Anfang", "# Anfang\n\nHier.\n")
    assert first.folder == folder, "pictures are those of the English page"
    assert second.title == "Go on"
    note = {
        "de": "Diese Seite gibt es bisher nur auf Englisch.",
        "fr": "Cette page n’existe pour l’instant qu’en anglais.",
    }[spoken]
    assert second.text == f"# Go on\n\n{note}\n\n\nThere.\n"
    assert [p.text for p in second.passages] == ["Go on", "There."]


def test_the_first_night_shows_pictures_of_its_language(spoken: str, qapp: QApplication) -> None:
    """And none from elsewhere, whatever a page names."""
    page = next(page for page in guide_pages() if page.name == "first-night")
    names = re.findall(r"!\[[^]]+\]\(([^)]+)\)", page.text)
    reader = Reader(Theme("dark"))
    reader.show_page(page)
    image = QTextDocument.ResourceType.ImageResource.value
    assert len(names) == 4
    assert all(name.startswith(f"screens/{spoken}/") for name in names)
    drawn = [reader.document().resource(image, QUrl(name)) for name in names]
    assert [(picture.width(), picture.height()) for picture in drawn] == [(1280, 720)] * 4
    assert reader.loadResource(image, QUrl("../icons/lastdays-128.png")) is None
    assert reader.loadResource(image, QUrl("screens/../first-night.md")) is None


#: What *Buy…* is called, and how it stands in a passage.
BUY = {"de": ("Kaufen …", "kaufen"), "fr": ("Acheter…", "acheter")}


@pytest.mark.smoke
def test_a_control_is_found_in_the_guide_by_its_own_name(spoken: str) -> None:
    name, folded = BUY[spoken]
    found = passage_naming([name], "first-night")
    assert found is not None
    assert found.page == "first-night"
    assert folded in found.named


def test_a_control_is_found_on_an_english_page_by_its_own_name(
    spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "help").mkdir()
    (tmp_path / "help" / "contents.toml").write_text(CONTENTS)
    (tmp_path / "help" / "second.md").write_text("# Go on\n\nPress *Buy…* there.\n")
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    found = passage_naming([BUY[spoken][0]], "first")
    assert found is not None
    assert "buy" in found.named


def test_the_english_guide_says_nothing_of_languages() -> None:
    assert not any("in English only" in page.text for page in guide_pages())
