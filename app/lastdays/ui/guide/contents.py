"""The pages of the guide: read from `resources/help`, cut into passages, searched."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from lastdays import paths
from lastdays.language import _, code, said_pairs

#: The page that has what is new, the one that is printed for the table, and the one for who writes
#: content packs, which is in English.
NEWS, ONE_PAGE, FIELDS = "news", "one-page", "content-packs"
#: A search lists no more passages.
MOST = 200

_MARKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|\*\*|\*|`")
_NAMED = re.compile(r"\*\*?([^*]+)\*\*?")
_BEGINS = re.compile(r"(?:[-*] |\d+\. |\||#|!\[)")


class Passage(Struct, frozen=True):
    """A paragraph, a list's item or a table's row: its page, the heading above it, its first words
    as they are found in the page, all of it, and the controls that it names."""

    page: str
    heading: str
    first: str
    text: str
    named: frozenset[str]


class GuidePage(Struct, frozen=True):
    """A page of the guide, in Markdown, and the folder from which its pictures and links go."""

    name: str
    title: str
    drawing: str
    text: str
    folder: Path
    passages: tuple[Passage, ...]


def folded(text: str) -> str:
    """Return the letters and digits of a text alone, to compare it."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def plain_words(markdown: str) -> str:
    """Return a text without its marks."""
    return _MARKS.sub(lambda found: found.group(1) or "", markdown).strip()


def guide_pages() -> tuple[GuidePage, ...]:
    """Return the pages of the guide, in order; one whose file is gone is left out.

    A page lies in the folder of the language, else it is the English one, and says so.
    """
    return _pages(paths.resources() / "help", code())


@cache
def _pages(folder: Path, spoken: str) -> tuple[GuidePage, ...]:
    listed = tomllib.loads((folder / "contents.toml").read_text(encoding="utf-8"))["page"]
    found: list[GuidePage] = []
    for entry in listed:
        name = entry["name"]
        file = paths.data_root() / entry["file"] if "file" in entry else folder / f"{name}.md"
        own = [folder / c / f"{name}.md" for c in (spoken, spoken.partition("_")[0])]
        ours = next((other for other in own if other.is_file()), None)
        if ours is None and not file.is_file():
            continue
        text = (ours or file).read_text(encoding="utf-8")
        if name == NEWS and ours is None:
            text = latest_news(text)
        title = text.partition("\n")[0].lstrip("# ")
        if name == FIELDS and ours is None:
            title = _("Content packs, field by field")
        passages = tuple(_passages(name, text))
        if ours is None and spoken.partition("_")[0] != "en":
            first, line, rest = text.partition("\n")
            note = _("So far this page is in English only.")
            text = f"{first}\n\n{note}\n{line}{rest}"
        found.append(GuidePage(name, title, entry["drawing"], text, file.parent, passages))
    return tuple(found)


@cache
def _otherwise(spoken: str) -> dict[str, set[str]]:
    """Return what the controls of a language are called in English, and the other way round."""
    found: dict[str, set[str]] = {}
    for message, words in said_pairs():
        one, other = folded(message), folded(words)
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def guide_page(name: str) -> GuidePage:
    """Return the page with a name; the first where none has it."""
    pages = guide_pages()
    return next((page for page in pages if page.name == name), pages[0])


def latest_news(changelog: str) -> str:
    """Return what the list of changes says of the latest version, as a page, after what isn't
    released yet."""
    sections = re.split(r"^## \d.*$", changelog, flags=re.MULTILINE)
    latest = re.sub(r"^##? .*$", "", "".join(sections[:2]), flags=re.MULTILINE).strip()
    title = _("What's new")
    headings = re.sub(
        r"^### (?:New: )?(.)", lambda found: f"## {found[1].upper()}", latest, flags=re.MULTILINE
    )
    return f"# {title}\n\n{headings}"


def _paragraphs(text: str) -> Iterator[str]:
    """Yield what stands by itself: a heading, a paragraph, an item, a row."""
    held: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        if held and (not stripped or _BEGINS.match(stripped)):
            yield " ".join(held)
            held = []
        if stripped:
            held.append(stripped)
    if held:
        yield " ".join(held)


def _passages(page: str, text: str) -> Iterator[Passage]:
    heading = ""
    for part in _paragraphs(text):
        if part.startswith("#"):
            heading = plain_words(part.lstrip("# "))
            yield Passage(page, heading, heading, heading, frozenset())
            continue
        if set(part) <= set("|-: ") or part.startswith("!["):
            continue
        bare = re.sub(r"^(?:[-*] |\d+\. )", "", part)
        cells = [plain_words(cell) for cell in bare.strip("|").split("|")]
        words = " · ".join(filter(None, cells)) if bare.startswith("|") else plain_words(bare)
        first = cells[0] if bare.startswith("|") else words
        named = frozenset(folded(name) for name in _NAMED.findall(bare))
        yield Passage(page, heading, first, words, named)


def found_passages(search: str) -> list[Passage]:
    """Return the passages that have each word of a search, beneath its heading or in it; those
    with the words in their heading first."""
    wanted = search.casefold().split()
    if not wanted:
        return []
    hits = [
        passage
        for page in guide_pages()
        for passage in page.passages
        if all(
            word in f"{page.title} {passage.heading} {passage.text}".casefold() for word in wanted
        )
        and any(word in passage.text.casefold() for word in wanted)
    ]
    hits.sort(key=lambda p: not all(word in p.heading.casefold() for word in wanted))
    return hits[:MOST]


def passage_naming(names: Iterable[str], page: str) -> Passage | None:
    """Return the passage that names one of these controls, in English or as they are said: on this
    page, else on any other; the nearest control first."""
    pages = sorted(guide_pages(), key=lambda other: other.name != page)
    for name in names:
        wanted = {folded(name)} | _otherwise(code()).get(folded(name), set())
        wanted = {one for one in wanted if len(one) >= 3}
        for other in pages:
            if other.name == NEWS:
                continue
            for passage in other.passages:
                if not wanted.isdisjoint(passage.named):
                    return passage
    return None
