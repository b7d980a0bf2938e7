"""The catalogues of messages, and which languages are complete.

Only a language whose every message is translated has a compiled catalogue (`lastdays.mo`), and only
such a language is offered.
"""

from __future__ import annotations

import io
import os
from functools import lru_cache
from pathlib import Path

from lastdays import language
from lastdays.desktop import paths
from lastdays.desktop.bounds import MIB
from lastdays.language import SpokenLanguage

#: The language that messages are written in: it needs no catalogue.
ENGLISH = "en"
_ENGLISH = SpokenLanguage(ENGLISH)
#: The environment variable with another folder of catalogues, for translators.
ELSEWHERE = "LASTDAYS_LOCALE"
#: A catalogue takes about a megabyte.
CATALOGUE_MOST = 16 * MIB


def folder() -> Path:
    """Return the folder of catalogues, one for each language."""
    chosen_folder = os.environ.get(ELSEWHERE)
    return Path(chosen_folder) if chosen_folder else paths.resources() / "locale"


def catalogue(code: str) -> Path:
    """Return the compiled catalogue of a language."""
    return folder() / code / "LC_MESSAGES" / "lastdays.mo"


def offered() -> tuple[str, ...]:
    """Return the languages that can be chosen: English first, then those that are complete."""
    try:
        names = sorted(place.name for place in folder().iterdir())
    except OSError:
        names = []
    return (ENGLISH, *(n for n in names if n != ENGLISH and catalogue(n).is_file()))


def tongue(code: str) -> SpokenLanguage:
    """Return a language if it is offered, else the program's, as for ''. An imported document may
    name any language."""
    spoken = language.spoken()
    if code in ("", spoken.code) or code not in offered():
        return spoken
    try:
        return read(code)
    except (OSError, ValueError, UnicodeError):
        return spoken


def read(code: str) -> SpokenLanguage:
    """Return a language with its messages. Raises OSError, ValueError or UnicodeError if its
    catalogue is gone or damaged."""
    if code == ENGLISH:
        return _ENGLISH
    file = catalogue(code)
    return _read(code, file, file.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _read(code: str, file: Path, _written: int) -> SpokenLanguage:
    with file.open("rb") as opened:
        content = opened.read(CATALOGUE_MOST)
    messages = language.read(io.BytesIO(content))
    if os.environ.get(ELSEWHERE):
        language.leave_out_unfit(messages)
    return SpokenLanguage(code, messages)
