"""The guide's pages: short sentences and paragraphs under headings; in other languages built as the
English ones, with the controls called what the window calls them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

import pytest

from lastdays.desktop import system_language
from lastdays.language import SpokenLanguage, read, said_pairs, speaking
from lastdays.ui.guide import folded, guide_pages, plain_words

HELP = Path(__file__).resolve().parents[2] / "resources" / "help"
LANGUAGES = sorted(
    folder.name for folder in HELP.iterdir() if (folder / "first-night.md").is_file()
)
PAGES = sorted(file.name for file in HELP.glob("*.md"))
#: What a line is: a heading, a list's, a table's row, a picture, or a paragraph.
_KIND = re.compile(r"#+ |- |\d+\. |\|(?:[^|]*\|)+|!\[|")
_TARGET = re.compile(r"\]\(([^)]*)\)")
_PICTURE = re.compile(r"!\[[^]]+\]\((screens/[^)]+)\)")
#: A control, not what is bold.
_NAMED = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
#: A picture of the guide has at most so many bytes, all of them together so many.
A_PICTURE, ALL_PICTURES = 100_000, 1_600_000


def kinds(text: str) -> list[str]:
    """Gives what each line is; of a table's row how many cells it has."""
    found = (_KIND.match(line) for line in text.splitlines())
    return [re.sub(r"[^|#\-.!\[]", "", re.sub(r"\|[^|]*", "|", f.group())) for f in found if f]


def test_german_and_french_are_there() -> None:
    assert LANGUAGES == ["de", "fr"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_is_built_as_the_english_one(code: str, page: str) -> None:
    english = (HELP / page).read_text(encoding="utf-8")
    other = (HELP / code / page).read_text(encoding="utf-8")
    assert kinds(other) == kinds(english)
    own = english.replace("](screens/", f"](screens/{code}/")
    assert _TARGET.findall(other) == _TARGET.findall(own), "links, and pictures of its own"
    assert other.count("*") == english.count("*"), "names of controls"


@pytest.mark.parametrize("code", LANGUAGES)
def test_controls_are_called_what_the_window_calls_them(code: str) -> None:
    """Where the English page names one; a name may end in what is filled in."""
    called: dict[str, set[str]] = {}
    with (
        system_language.catalogue(code).open("rb") as file,
        speaking(SpokenLanguage(code, read(file))),
    ):
        for english, own in said_pairs():
            called.setdefault(bare(english), set()).add(bare(own))
    wrong = [
        f"{page}: {name}"
        for page in PAGES
        for name in _NAMED.findall((HELP / page).read_text(encoding="utf-8"))
        if (names := called.get(bare(name)))
        and not names & {bare(n) for n in _NAMED.findall((HELP / code / page).read_text("utf-8"))}
    ]
    assert wrong == []


def bare(name: str) -> str:
    """Returns the letters of a name, with the dots that say it asks for more."""
    return folded(re.sub(r"\{[^}]*\}", "", name)) + "…" * name.endswith("…")


@pytest.mark.parametrize(
    "page", sorted(HELP.glob("**/*.md")), ids=lambda p: f"{p.parent.name}/{p.stem}"
)
def test_a_page_is_read_at_a_glance(page: Path) -> None:
    """Sentences of at most 20 words on average, paragraphs of five lines, headings."""
    text = page.read_text(encoding="utf-8")
    sentences = [s for p in paragraphs(text) for s in re.split(r"(?<=[.?!…])\s+(?![a-zà-ÿ])", p)]
    assert sum(len(s.split()) for s in sentences) / len(sentences) <= 20
    assert [p for p in paragraphs(text) if len(wrap(p, 90)) > 5] == []
    under = re.sub(r"(?m)^(?:- |\d+\. |\|).*\n", "", text)
    assert "\n## " in text or len(list(paragraphs(under))) <= 3


def paragraphs(text: str) -> Iterator[str]:
    """Yields each paragraph and item of a list without its marks; no heading, row or picture."""
    for line in text.splitlines():
        if line and not re.match(r"#|\||!\[", line):
            yield plain_words(re.sub(r"^(?:- |\d+\. )", "", line))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_contents_are_in_the_language(code: str) -> None:
    english = {page.title for page in guide_pages()}
    assert "Content packs, field by field" in english
    with (
        system_language.catalogue(code).open("rb") as file,
        speaking(SpokenLanguage(code, read(file))),
    ):
        assert english & {page.title for page in guide_pages()} == set()


def test_the_pictures_are_those_that_the_pages_show() -> None:
    """Each page's are there, in its own language, and none lies about; with a palette, as
    `make screens` keeps them, they stay small in the bundle."""
    pages = [
        *HELP.glob("*.md"),
        *(page for code in LANGUAGES for page in (HELP / code).glob("*.md")),
    ]
    shown = {name for page in pages for name in _PICTURE.findall(page.read_text(encoding="utf-8"))}
    kept = {file.relative_to(HELP).as_posix(): file for file in (HELP / "screens").rglob("*.*")}
    assert shown == set(kept)
    assert len({file.read_bytes() for file in kept.values()}) == len(kept), "one twice"
    sizes = [file.stat().st_size for file in kept.values()]
    assert max(sizes) < A_PICTURE
    assert sum(sizes) < ALL_PICTURES
