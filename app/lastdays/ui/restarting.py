"""The program started again after it has closed: on the same store, at the same page."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import convert
from msgspec.structs import asdict
from PySide6.QtCore import QProcess

from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.league_address import LeagueAddress, StorePlace
from lastdays.ui.navigation import Route, SettingsRoute, routes

if TYPE_CHECKING:
    from lastdays.ui.window import Window

#: Starts a program by its words; tells whether it could.
Starter = Callable[[list[str]], bool]


def start(words: list[str]) -> bool:
    """Start a program that goes on without this one."""
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # a bundle begins as if nobody had begun it
    began = QProcess.startDetached(words[0], words[1:])
    return bool(began[0] if isinstance(began, tuple) else began)


def command(store: StorePlace, where: Route) -> list[str]:
    """Return what starts this program on a store, with Settings before the page where one was."""
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program += ["-P", "-m", "lastdays"]  # not a folder of that name in which it is begun
    place = store.typed if isinstance(store, LeagueAddress) else str(store)
    return [*program, "--store", place, "window", "--at", written(where)]


def start_again(store: StorePlace, where: Route, starter: Starter = start) -> None:
    """Start the program again. Raises LastDaysError where that fails."""
    if not starter(command(store, where)):
        raise LastDaysError(_("The program could not be started again. Start it yourself."))


def written(route: Route) -> str:
    """Return a route as a word of a command."""
    return json.dumps([type(route).__name__, asdict(route)])


def read_route(text: str) -> Route | None:
    """Return the route of a word of a command; None for anything else."""
    try:
        name, facts = json.loads(text)
        kinds = {kind.__name__: kind for kind in routes()}
        return convert(facts, kinds[name])
    except (ValueError, TypeError, KeyError):
        return None


def return_to(window: Window, text: str) -> None:
    """Show Settings, with the page where one was behind it."""
    where = read_route(text)
    if where is not None:
        window.go(where)
    window.go(SettingsRoute())
