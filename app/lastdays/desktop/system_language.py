"""The language of the program: the one chosen, else the system's, else English, set once before any
text is made. Only completely translated languages have a compiled catalogue (`lastdays.mo`) and are
offered.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from lastdays import language
from lastdays.desktop import paths
from lastdays.desktop.message_files import ELSEWHERE, ENGLISH, catalogue, offered, read
from lastdays.language import SpokenLanguage

__all__ = ["ELSEWHERE", "ENGLISH", "catalogue", "offered", "settle", "wanted"]

#: The name of the choice in the window's settings.
SETTING = "language"


def chosen(settings: Path) -> str:
    """Return the language chosen in the window's settings, '' for the system's."""
    try:
        lines = settings.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    section = ""
    for line in lines:
        if line.startswith("["):
            section = line.strip("[] ")
        name, _equals, value = line.partition("=")
        if section == "General" and name.strip() == SETTING:
            return value.strip().strip('"')
    return ""


def wished(environment: Mapping[str, str]) -> list[str]:
    """Return the languages that the system asks for, in order of preference, as in gettext."""
    named = ("LC_ALL", "LC_MESSAGES", "LANG")
    place = next((environment[n] for n in named if environment.get(n)), "")
    if place.partition(".")[0] in ("C", "POSIX"):
        return []
    wishes = [w for w in environment.get("LANGUAGE", "").split(":") if w] or [place]
    if wishes == [""] and sys.platform in ("win32", "darwin"):
        # late: Qt, which other systems don't need for this
        from PySide6.QtCore import QLocale

        wishes = QLocale.system().uiLanguages()
    return [w.partition(".")[0].partition("@")[0].replace("-", "_") for w in wishes if w]


def best(wishes: list[str], there: tuple[str, ...]) -> str:
    """Return the first wanted language that is offered: 'de' also serves 'de_AT'."""
    for wish in wishes:
        for code in (wish, wish.partition("_")[0]):
            if code in there:
                return code
    return ENGLISH


def wanted() -> str:
    """Return the language for the next start: the one chosen, else the system's."""
    there = offered()
    picked = chosen(paths.settings_file())
    return picked if picked in there else best(wished(os.environ), there)


def settle() -> str:
    """Set the language to the one chosen, else the system's; return its code."""
    try:
        found = read(wanted())
    except (OSError, ValueError, UnicodeError):  # damaged: English is always there
        found = SpokenLanguage(ENGLISH)
    language.speak(found.code, found.messages)
    return found.code
