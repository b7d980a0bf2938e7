"""A walk through every page in another language; part of `make check-all`.

    python tests/pseudo_walk.py          in a language made on the fly, 40 % longer than English
    python tests/pseudo_walk.py de       in one that is complete

It finds, in the window of 1280×720, what was never translated, what has no room, pages that scroll
sideways, and letters for Alt that stand on two things at once; in the language made on the fly also
what is glued together of messages. It runs by itself, since a process speaks one language.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

os.environ.update(QT_QPA_PLATFORM="offscreen", LANGUAGE="en", LC_ALL="C.UTF-8")
HOME = tempfile.TemporaryDirectory()
for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
    os.environ[name] = str(Path(HOME.name) / name)
TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS), str(TESTS.parent / "app"), str(TESTS.parent / "packaging")]

import messages  # noqa: E402
from msgspec import Struct  # noqa: E402
from msgspec.structs import asdict  # noqa: E402
from PySide6.QtWidgets import QMenu, QScrollArea, QWidget  # noqa: E402

from lastdays import language  # noqa: E402
from lastdays.campaign.sample import add_sample  # noqa: E402
from lastdays.desktop import paths, system_language  # noqa: E402
from lastdays.desktop.opening import application  # noqa: E402
from lastdays.rulebook import Catalogue  # noqa: E402
from lastdays.rulebook.entries import Entry  # noqa: E402
from lastdays.ui.app import Session  # noqa: E402
from lastdays.ui.guide import guide_pages  # noqa: E402
from lastdays.ui.theme import Theme  # noqa: E402
from pseudo import Pseudo, glued, untranslated  # noqa: E402
from ui.measuring import written  # noqa: E402
from ui.tour import Unfolded, letters, tour  # noqa: E402
from unit.rulebook.winter import AT_TABLE, WINTER  # noqa: E402

MADE_UP = "en_XA"
#: What people typed, or the walk does; the game's own letters on every card.
TYPED = """Riverside Newcomers Nell Gus Zeke's Truckers Carl's Crew Zeke Mo Lou Ed Rat Ann Pip Doc Carl
    Bea Father Tom Ines Kit Big Lou Sam Biscuit Bob Cyrus back.lastdays.json copy.sqlite Too dear Mall Medic Injury Table
    xylophone AP CQC FA DC Leader One-Use Lobotomizer
    Robin Jess League club.example/league Joseph Jenny Billy Sy Becky Jake Cartwright Johnny"""
#: Of those the names of several words, which may be cut.
GROUPS = {"Zeke's Truckers", "Carl's Crew"}


def own_words(value: object) -> Iterator[str]:
    """Yields every text of the rules that the walk's players have written, or of a list of names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        yield from own_words(list(asdict(value).values()))
    elif isinstance(value, dict):
        yield from own_words(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from own_words(part)


def names(catalogue: Catalogue) -> list[str]:
    """Gives every name that stays as the book prints it, the longest first."""
    shelves = (v for v in asdict(catalogue).values() if isinstance(v, dict))
    found = {e.name for shelf in shelves for e in shelf.values() if isinstance(e, Entry)}
    found |= {word for word in re.split(r"\s+", TYPED) if word}
    found |= GROUPS | {page.title for page in guide_pages()}  # as the guide has them
    found |= set(own_words([*WINTER.entries, *AT_TABLE]))
    found |= set(own_words(paths.toml("names.toml")))
    return sorted(found, key=len, reverse=True)


def unknown(text: str, known: Iterable[str]) -> str:
    """Returns what of a text is no name, no number and no message."""
    rest = untranslated(text)
    for begin, end in re.findall(r"([A-Z][^·…|\n]*)…([^·…|\n]*)", rest):  # a name cut short
        last = end.rstrip(" *★").lstrip()
        fits = [name for name in known if name.startswith(begin.strip())]
        if any(name.endswith(last) for name in fits):  # in its middle, or at its end
            rest = rest.replace(f"{begin}…{end}", "")
        elif fits:
            rest = rest.replace(f"{begin}…", "")
    for name in known:
        rest = rest.replace(name, "")
    rest = re.sub(r"\bCtrl\+\S+", "", rest)  # keys are called so in every language
    return rest.strip() if re.search(r"[A-Za-z]{2}", rest) else ""


def spoken(code: str) -> set[str]:
    """Speaks a language; returns the English messages that it says otherwise."""
    if code == MADE_UP:
        language.speak(MADE_UP, Pseudo())
        return set()
    with system_language.catalogue(code).open("rb") as file:
        language.speak(code, language.read(file))
    catalogue = messages.read(code)
    whole = [m for m in catalogue if isinstance(m.id, str) and isinstance(m.string, str)]
    english = {str(m.id).replace("&", "") for m in whole if m.id != m.string}
    return english - {str(m.string).replace("&", "") for m in whole}


def lettered_twice(window: QWidget) -> Iterator[str]:
    """Yields the letters for Alt that two things on the window have, or two lines of a menu."""
    for letter, texts in letters(window).items():
        if len(set(texts)) > 1:
            yield f"{letter} in {', '.join(sorted(texts))}"
    for menu in window.findChildren(QMenu):
        lines = (a.text() for a in menu.actions() if a.isVisible() and not a.isSeparator())
        had: dict[str, str] = {}
        for line in lines:
            found = re.search(r"&([^&])", line.replace("&&", ""))
            if found and had.setdefault(found[1].lower(), line) != line:
                yield f"{found[1].lower()} in the menu with {had[found[1].lower()]}, {line}"


def sideways(window: QWidget) -> Iterator[str]:
    """Yields what is scrolled sideways though it is no table: a page, or a part of one."""
    for area in window.findChildren(QScrollArea):
        if area.isVisible() and area.horizontalScrollBar().isVisible():
            yield type(area.widget()).__name__


def look(window: QWidget, names: list[str], english: set[str]) -> Iterator[str]:
    """Reads what can be seen; yields what is wrong with it."""
    for text in written(window)[1]:
        if HOME.name in text.text:
            continue
        if language.code() == MADE_UP:
            if rest := unknown(text.text, names):
                yield f"not translated: {rest!r}"
            if glued(text.text):
                yield f"glued: {text.text!r}"
        elif text.text in english and text.text not in names and len(text.text) > 1:
            yield f"not translated: {text.text!r}"
        if not text.whole:
            yield f"no room: {text.text!r}"
    if language.code() != MADE_UP:
        for part in sideways(window):
            yield f"wider than its room: {part}"
    for clash in lettered_twice(window):
        yield f"a letter twice: {clash}"


def main(code: str) -> int:
    """Walks; prints what is found."""
    english = spoken(code)
    application()
    theme = Theme("dark")
    theme.folds = Unfolded()
    session = Session(Path(HOME.name) / "s.sqlite", source=Random(1), theme=theme, packs=[])
    add_sample(session.services.workspace)
    session.window.resize(1280, 720)
    session.window.show()
    session.window.refresh()
    known = names(session.services.catalogue)
    found: dict[str, str] = {}  # what is wrong, each with the first place where it was seen
    places = 0
    for place in tour(session):
        if re.search(r"step \d|is looked at|open roll|member 5", place):
            continue  # as before, but for a few figures
        places += 1
        for fault in look(session.window, known, english):
            found.setdefault(fault, place)
    session.close()
    print(*(f"{place}: {fault}" for fault, place in found.items()), sep="\n")
    print(f"{code}: {places} places, {len(found)} faults.")
    return bool(found or places < 100)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if sys.argv[1:] else MADE_UP))
