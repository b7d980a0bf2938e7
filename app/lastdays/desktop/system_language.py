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
from lastdays.desktop.bounds import MIB
from lastdays.desktop.files import is_folder, read_whole
from lastdays.desktop.message_files import ELSEWHERE, ENGLISH, catalogue, offered, read
from lastdays.errors import LastDaysError
from lastdays.language import SpokenLanguage, _

__all__ = ["ELSEWHERE", "ENGLISH", "catalogue", "offered", "settle", "wanted"]

#: The window's settings take some hundred bytes.
SETTINGS_MOST = MIB
#: The name of the choice in the window's settings.
SETTING = "language"


def chosen(settings: Path) -> str:
    """Return the language chosen in the window's settings, '' for the system's."""
    try:
        content = read_whole(settings, SETTINGS_MOST)
    except LastDaysError:
        return ""
    lines = content.decode("utf-8", "replace").splitlines()
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
    place = _place_of(environment)
    if place.partition(".")[0] in ("C", "POSIX"):
        return []
    wishes = [wish for wish in environment.get("LANGUAGE", "").split(":") if wish]
    if not wishes and place:
        wishes = [place]
    if not wishes and sys.platform in ("win32", "darwin"):
        # late: Qt, which other systems don't need for this
        from PySide6.QtCore import QLocale

        wishes = QLocale.system().uiLanguages()
    codes = []
    for wish in wishes:
        without_encoding = wish.partition(".")[0].partition("@")[0]
        if wish:
            codes.append(without_encoding.replace("-", "_"))
    return codes


def _place_of(environment: Mapping[str, str]) -> str:
    """Return the language and country that messages are in, '' if it isn't said."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        place = environment.get(name)
        if place:
            return place
    return ""


def best(wishes: list[str], languages: tuple[str, ...]) -> str:
    """Return the first wanted language that is offered: 'de' also serves 'de_AT'."""
    for wish in wishes:
        for code in (wish, wish.partition("_")[0]):
            if code in languages:
                return code
    return ENGLISH


def wanted() -> str:
    """Return the language for the next start: the one chosen, else the system's."""
    languages = offered()
    chosen_language = chosen(paths.settings_file())
    if chosen_language in languages:
        return chosen_language
    return best(wished(os.environ), languages)


def fault() -> str:
    """Say what is wrong with the catalogues that `LASTDAYS_LOCALE` names, or with the one of the language
    that is wanted; '' for nothing."""
    named = os.environ.get(ELSEWHERE)
    if named and not is_folder(Path(named)):
        return _(
            "{variable} names {folder}, which isn't a folder with catalogues. The program "
            "speaks English.",
            variable=ELSEWHERE,
            folder=named,
        )
    code = wanted()
    try:
        read(code)
    except (OSError, ValueError, UnicodeError):
        return _(
            "{file} can't be read: it is damaged, or isn't a catalogue. The program speaks English.",
            file=catalogue(code),
        )
    return ""


def settle() -> str:
    """Set the language to the one chosen, else the system's; return its code."""
    try:
        spoken = read(wanted())
    except (OSError, ValueError, UnicodeError):  # damaged: English is always there
        spoken = SpokenLanguage(ENGLISH)
    language.speak(spoken.code, spoken.messages)
    return spoken.code
