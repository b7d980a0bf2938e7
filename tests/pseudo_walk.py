"""A walk through every page in a language made on the fly; part of `make check-all`.

It finds, in the window of 1280×720, what was never translated, what is glued together of messages,
and what has no room for a language 40 % longer than English. It runs by itself, since a process
speaks one language. Known places are listed, and no longer listed once they are mended.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random

os.environ.update(QT_QPA_PLATFORM="offscreen", LANGUAGE="en", LC_ALL="C.UTF-8")
HOME = tempfile.TemporaryDirectory()
for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
    os.environ[name] = str(Path(HOME.name) / name)
TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS), str(TESTS.parent / "app")]

from lastdays import language  # noqa: E402
from lastdays.campaign.sample import add_sample  # noqa: E402
from lastdays.opening import application  # noqa: E402
from lastdays.rulebook import Catalogue  # noqa: E402
from lastdays.rulebook.entries import Entry  # noqa: E402
from lastdays.ui.app import Session  # noqa: E402
from lastdays.ui.theme import Theme  # noqa: E402
from pseudo import Pseudo, glued, pseudo, untranslated  # noqa: E402
from ui.measuring import written  # noqa: E402
from ui.tour import tour  # noqa: E402

#: What people typed, or the walk does; the game's own letters on every card.
TYPED = """Riverside Newcomers Nell Gus Zeke's Truckers Carl's Crew Zeke Mo Lou Ed Rat Ann Pip Doc Carl
    Bea Father Tom Ines Kit Big Lou Sam Biscuit Bob Cyrus back.lastdays.json Too dear Mall Medic Injury Table
    no such thing at all AP CQC FA DC Leader One-Use Lobotomizer"""
#: Untranslated texts that are known.
KNOWN_PLAIN = {"attacking a zombie"}
#: Places where messages are glued, by their messages.
KNOWN_GLUED = {pseudo("  ← now")}
#: Messages that have no room when they are longer, as the program has them.
NO_ROOM = {
    "Search names and texts",
    "Save the campaign's data…",
    "&Buy…",
    "Give bac&k",
    "&Move to…",
    "M&ove to…",
    "A&ttach…",
    "⋮",
    "{n} %",
    "Stash",
    "E&dit gear…",
    "or type the dice: 3 5",
    "Bleed at the outer edge only",
    "The group's back on every card",
    "name, or none",
}


def names(catalogue: Catalogue) -> list[str]:
    """Gives every name that stays as the book prints it, the longest first."""
    shelves = (v for v in vars(catalogue).values() if isinstance(v, dict))
    found = {e.name for shelf in shelves for e in shelf.values() if isinstance(e, Entry)}
    found |= {word for word in re.split(r"\s+", TYPED) if word}
    return sorted(found, key=len, reverse=True)


def unknown(text: str, known: Iterable[str]) -> str:
    """Returns what of a text is no name, no number and no message."""
    rest = untranslated(text)
    for end in re.findall(r"([A-Z][^·…|\n]*)…", rest):  # a name cut short
        if any(name.startswith(end.strip()) for name in known):
            rest = rest.replace(f"{end}…", "")
    for name in known:
        rest = rest.replace(name, "")
    return rest.strip() if re.search(r"[A-Za-z]{2}", rest) else ""


def main() -> int:
    """Walks; prints what is found and not listed, and what is listed and mended."""
    language.speak("en_XA", Pseudo())
    application()
    folder = Path(HOME.name)
    session = Session(folder / "s.sqlite", source=Random(1), theme=Theme("dark"), packs=[])
    add_sample(session.services.workspace)
    session.window.resize(1280, 720)
    session.window.show()
    session.window.refresh()
    known = names(session.services.catalogue)
    plain: dict[str, str] = {}
    glue: dict[str, str] = {}
    tight: dict[str, str] = {}
    places = 0
    for place in tour(session):
        if re.search(r"step \d|is looked at|open roll|member 5", place):
            continue  # as before, but for a few figures
        places += 1
        for text in written(session.window)[1]:
            if str(folder) in text.text:
                continue
            rest = unknown(text.text, known)
            if rest:
                plain.setdefault(rest, place)
            if glued(text.text):
                glue.setdefault(text.text, place)
            if not text.whole:
                tight.setdefault(text.text, place)
    session.close()
    listed = {pseudo(message).format(n=100) for message in NO_ROOM} | {"⋮"}
    faults = [
        *(f"{p}: not translated: {t!r}" for t, p in plain.items() if not _listed(t, KNOWN_PLAIN)),
        *(f"{p}: glued: {t!r}" for t, p in glue.items() if not _listed(t, KNOWN_GLUED)),
        *(f"{p}: no room: {t!r}" for t, p in tight.items() if not _listed_room(t, listed)),
    ]
    print(*faults, sep="\n")
    print(f"{places} places: {len(faults)} faults; known: {len(NO_ROOM)} without room.")
    return bool(faults or places < 100)


def _listed(text: str, known: Iterable[str]) -> bool:
    return any(part in text for part in known)


def _listed_room(text: str, known: Iterable[str]) -> bool:
    return any(text.replace("&", "") == part.replace("&", "") for part in known)


if __name__ == "__main__":
    sys.exit(main())
