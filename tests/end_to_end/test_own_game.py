"""A game of a content pack, written as data: begun, checked and played by command; killed in the midst of
a roll in the window, taken up again and played to its end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

from sure import sure
from ui.own_games import EXAMPLE, install_example

pytestmark = pytest.mark.sweep

#: Opens a window on a store beside which packs lie.
OPENED = """
import random, sys
from pathlib import Path
from lastdays.desktop.opening import application
from lastdays.ui.app import Session
from lastdays.ui.navigation import BoardRoute
from lastdays.ui.theme import Theme
from ui.hands import go, settle, tracker_of
from ui.other_games import begin, units
from ui.own_games import EXAMPLE, Player

app = application()
session = Session(Path(sys.argv[1]), source=random.Random(1), theme=Theme("dark"), packs=None)
window = session.window
window.show()
settle()

def told(page):
    print("open", tracker_of(page).is_open, flush=True)
    for line in page.session.log():
        print(page.session.words.line(line), flush=True)
    for unit in units(page).pieces.values():
        print(unit.name, dict(unit.values), flush=True)
"""
#: Plays for a while, until a die is asked for, and waits.
PLAYED = """
page = begin(window, EXAMPLE, "Ann", "Bob")
player = Player(page, seed=4)
while len(page.session.timeline.entries) < 20 or not tracker_of(page).is_open:
    player.step()
print(tracker_of(page).id, flush=True)
told(page)
print("ready", flush=True)
app.exec()
"""
#: Takes the game up again, and plays it to its end.
RESUMED = """
page = go(window, BoardRoute(sys.argv[2]))
told(page)
print("ready", flush=True)
page.panel.ask_panel.guard_ms = 0
Player(page, seed=9).play()
print(page.panel.says.text(), flush=True)
session.close()
"""


def environment() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)}


def test_a_game_that_is_killed_goes_on_and_ends(tmp_path: Path, empty_store: Path) -> None:
    install_example(tmp_path / "packs")
    store = shutil.copy(empty_store, tmp_path / "store.sqlite")
    child = subprocess.Popen(
        [sys.executable, "-c", OPENED + PLAYED, str(store)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    name, *before = [line.strip() for line in takewhile("ready\n".__ne__, sure(child.stdout))]
    child.kill()
    child.communicate()
    assert before[0] == "open True"
    assert len(before) > 10
    done = subprocess.run(
        [sys.executable, "-c", OPENED + RESUMED, str(store), name],
        check=True,
        timeout=240,
        capture_output=True,
        text=True,
        env=environment(),
    )
    after = [line.strip() for line in done.stdout.splitlines()]
    assert after[: after.index("ready")] == before
    assert after[-1] in {
        "The engine starts, and the bus leaves the depot.",
        "Nobody is left to drive.",
        "Dawn comes, and the depot is full of the dead.",
    }
    assert EXAMPLE == "last-bus/last-bus"
