"""The guide's pages in other languages: each is there, built as the English one, and its controls
are called what the window calls them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HELP = Path(__file__).resolve().parents[2] / "resources" / "help"
LANGUAGES = sorted(
    folder.name for folder in HELP.iterdir() if (folder / "first-night.md").is_file()
)
PAGES = sorted(file.name for file in HELP.glob("*.md"))
#: What a line is: a heading, a list's, a table's row, a picture, or a paragraph.
_KIND = re.compile(r"#+ |- |\d+\. |\|(?:[^|]*\|)+|!\[|")
_TARGET = re.compile(r"\]\(([^)]*)\)")


def kinds(text: str) -> list[str]:
    """Gives what each line is; of a table's row how many cells it has."""
    found = (_KIND.match(line) for line in text.splitlines())
    return [re.sub(r"[^|#\-.!\[]", "", re.sub(r"\|[^|]*", "|", f.group())) for f in found if f]


def test_german_and_french_are_there():
    assert LANGUAGES == ["de", "fr"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_is_built_as_the_english_one(code, page):
    english = (HELP / page).read_text(encoding="utf-8")
    other = (HELP / code / page).read_text(encoding="utf-8")
    assert kinds(other) == kinds(english)
    assert _TARGET.findall(other) == _TARGET.findall(english), "links and pictures"
    assert other.count("*") == english.count("*"), "names of controls"
