"""Two recipes of `docs/how-to.md`, followed as they are written in a copy of the program: a sheet is
one declaration, another game is its package and one line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lastdays.desktop import paths

pytestmark = pytest.mark.sweep
ROOT = paths.data_root()

IMPORTS = "from lastdays.pdf.content import PrintedLine, Section, TextSheet\n"
SHEET = """
def _pantry(source: PrintSource) -> Iterable[Content]:
    lines = (PrintedLine("Beans", "one tin a night"),)
    return [TextSheet("campaign", "Pantry", source.group.name, (Section("Shelf", lines),), 1)]


PANTRY_TILE = Tile(partial(pictograms.token, "supply"), N_("Pantry"), N_("what is left"))
"""
DECLARATION = """    PrintKind("pantry", N_("Pantry list"), PANTRY_TILE, _pantry),
"""
#: Begins a script on a window that shows a copy of the sample campaign.
OPENED = """
import random, sys
from pathlib import Path
from lastdays.desktop.opening import application
from lastdays.ui.app import Session
from lastdays.ui.theme import Theme
from ui.hands import click, do, key, seen, settle, tracker_of

application()
session = Session(Path(sys.argv[1]), source=random.Random(1), theme=Theme("dark"))
window = session.window
window.show()
settle()
"""
PRINT_IT = """
import pypdfium2
from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.ui.navigation import PrintRoute

services = window.services
campaign = services.workspace.campaigns()[0].id
group = services.workspace.groups(campaign)[0].id
window.go(PrintRoute(campaign, group))
page = window.pages.print
tile = page.chooser.tiles["pantry"]
print(tile.isVisible(), tile.accessibleName())
tile.click()
choice = page.chooser.value(group)
print(choice.kinds)
made = services.printing.make({group: PrintChoice(("pantry",))})
text = pypdfium2.PdfDocument(made.pdf)[0].get_textpage().get_text_bounded()
print("one tin a night" in text)
session.close()
"""
GAME = '''
from __future__ import annotations

from collections.abc import Mapping
from lastdays.tabletop.declared import DeclaredGame, Step, next_seat, seats_of_players, table_of
from lastdays.tabletop.engine import GameEnd
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.units import Count, Kind, TableState, UnitRules, UnitWords
from lastdays.tabletop.view import ButtonView

RULES = UnitRules()


@RULES.worded("scores")
def scores(words: UnitWords, facts: Facts) -> str:
    return f"{words.name(facts['who'])} scores."


@RULES.worded("won")
def won(words: UnitWords, facts: Facts) -> str:
    return f"{words.name(facts['who'])} has won."


@RULES.tap("score")
def score(state: TableState, unit: str) -> TableState:
    return state.add(unit, "points", 1).say("scores", unit)


class FirstToTwo(DeclaredGame):
    """Whoever scores twice has won."""

    key = "first-to-two"
    title = "First to Two"
    seats = (2, 4)
    rules = RULES
    kinds: Mapping[str, Kind] = {
        "table": Kind(),
        "seat": Kind((Count("points", "Points", high=2),)),
    }

    def table_at_start(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        return TableState({}).place(table_of(), *seats_of_players(players, points=0))

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        return (Step("score", "Score", "Score a point.", may=self.points),)

    def points(self, setting: TableState) -> list[ButtonView]:
        return [ButtonView("score", "Score a point", score.tap(setting.active))]

    def turn_over(self, setting: TableState) -> TableState:
        return self.begin_turn(setting, next_seat(setting))

    def verdict(self, setting: TableState) -> GameEnd | None:
        for seat in setting.seats:
            if seat.number("points") == 2:
                return GameEnd(fact("won", seat.id), (seat.id,))
        return None
'''
PLAY_IT = """
key("Ctrl+E")
games = window.pages.games
games.game.tiles["first-to-two"].click()
games.players.tiles[2].click()
click(games, "Begin")
settle()
page = window.pages.board
page.panel.ask_panel.guard_ms = 0
do(page, "next")
for _turn in range(3):
    if tracker_of(page).state.active == "p1":
        click(page.panel, "Score a point")
    do(page, "next", anyway=True)
    settle()
print(seen(page.panel))
session.close()
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the program's source beside its resources."""
    shutil.copytree(ROOT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("resources", "db", "docs", "pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def insert(file: Path, before: str, text: str) -> None:
    """Insert a text before the first line that begins with another."""
    source = file.read_text("utf-8")
    assert before in source
    file.write_text(source.replace(before, text + before, 1), "utf-8")


def run(copied: Path, script: str, store: Path) -> list[str]:
    """Run a script with the copied program, and return the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", OPENED + script, str(shutil.copy(store, copied / "store.sqlite"))],
        check=False,
        timeout=120,
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(copied / "app"), str(ROOT / "tests")]),
        },
        cwd=copied,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_sheet_is_one_declaration(copied: Path, sample_store: Path) -> None:
    kinds = copied / "app" / "lastdays" / "campaign" / "printing" / "print_kinds.py"
    insert(kinds, "from lastdays.pdf.content import", IMPORTS)
    insert(kinds, "#: Every kind, in the order", SHEET)
    insert(kinds, '    PrintKind("test"', DECLARATION)
    tile, chosen, printed = run(copied, PRINT_IT, sample_store)
    assert tile == "True Pantry list: what is left"
    assert "'pantry'" in chosen
    assert printed == "True"


def test_a_game_is_its_package_and_one_line(copied: Path, sample_store: Path) -> None:
    tabletop = copied / "app" / "lastdays" / "tabletop"
    (tabletop / "first_to_two").mkdir()
    (tabletop / "first_to_two" / "__init__.py").write_text("", "utf-8")
    (tabletop / "first_to_two" / "game.py").write_text(GAME, "utf-8")
    games = tabletop / "games.py"
    insert(
        games,
        "from lastdays.tabletop.last_night",
        "from lastdays.tabletop.first_to_two.game import FirstToTwo\n",
    )
    games.write_text(
        games.read_text("utf-8").replace("ZombieTown())", "ZombieTown(), FirstToTwo())"), "utf-8"
    )
    words = "\n".join(run(copied, PLAY_IT, sample_store))
    assert "Player 1 has won." in words
