"""What is drawn is read over a real accessibility bus, as any screen reader would."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SYSTEM_PYTHON = "/usr/bin/python3"


def missing() -> str:
    """What is not here, of all it takes; '' where all is."""
    for tool in ("dbus-run-session", "Xvfb"):
        if shutil.which(tool) is None:
            return f"no {tool} here"
    if not Path(SYSTEM_PYTHON).exists():
        return f"no {SYSTEM_PYTHON} here"
    if not any(
        Path(p, "at-spi-bus-launcher").exists() for p in ("/usr/libexec", "/usr/lib/at-spi2-core")
    ):
        return "no at-spi2-core here"
    found = subprocess.run(
        [SYSTEM_PYTHON, "-c", "import pyatspi"], capture_output=True, check=False
    )
    return "" if found.returncode == 0 else "no pyatspi for the system's Python"


def heard(script: str, *arguments: str) -> list[dict[str, Any]]:
    """What a program tells of what the screen reader heard, a line each."""
    if lacking := missing():
        pytest.skip(lacking)
    tests = Path(__file__).parents[1]
    command = [sys.executable, str(Path(__file__).with_name(script)), *arguments, SYSTEM_PYTHON]
    done = subprocess.run(
        ["dbus-run-session", "--", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tests), *sys.path))},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


@pytest.mark.sweep
def test_a_screen_reader_is_told_what_is_drawn_and_what_changes() -> None:
    lines = heard("spoken_program.py")
    controls = {one["name"]: one for one in lines if one["kind"] == "control"}
    roles = {name: one["role"] for name, one in controls.items()}
    assert roles["Zeke, Damage 2/3"] == "spin button"
    assert controls["Zeke, Damage 2/3"]["value"] == [0, 2, 3]
    assert roles["Zeke, Locked and Loaded: yes"] == "check box"
    assert controls["Zeke, Locked and Loaded: yes"]["on"]
    assert roles["Remove the zombie"] in ("push button", "button")
    assert roles["Rating"] == "list"
    assert roles["Game 1\nZeke: 100"] == roles["Game 2\nZeke: 120"] == "list item"
    end = [one["kind"] for one in lines].index("end")
    told = [one for one in lines[end + 1 :] if one["kind"] != "control"]
    changed = [(one["name"], one["value"]) for one in told if one["kind"] == "value"]
    assert changed == [("Zeke, Damage 3/3", [0, 3, 3])]
    assert "Zeke, Damage 3/3" in [one["name"] for one in told if one["kind"] == "name"]
    assert {"kind": "announcement", "name": "Zeke is taken Out of Action."} in told


#: What is heard of the keyboard's way in each act of an evening, or announced, '…' for what follows.
HEARD = {
    "campaign": ("focus", "text", "Name of the campaign"),
    "create a group": ("focus", "button", "Create group"),
    "leader": ("focus", "table", "Leader types"),
    "refuge": ("focus", "table", "Refuges"),
    "founded": ("focus", "table cell", "Zeke, the Leader…"),
    "table": ("announcement", "", "Deploy the sides and the zombies…"),
    "asked": ("announcement", "", "Roll-Off: Zeke's Truckers."),
    "rolled": ("announcement", "", "Roll-Off: Carl's Crew."),
    "edge": ("announcement", "", "…"),
    "encounter": ("focus", "combo box", "5 · Scavengers"),
    "recorded": ("announcement", "", "Game 2 is recorded."),
    "sequences": ("focus", "table", "Post-game sequences"),
    "ask": ("focus", "button", "Roll for me"),
    "review": ("focus", "button", "Finish and update the group"),
    "finished": ("announcement", "", "The group is up to date."),
    "print": ("focus", "button", "Save as PDF…"),
    "printed": ("announcement", "", "Wrote …"),
}
#: What is pressed, typed into or chosen from, as it is called over the bus.
PRESSED = ("text", "button", "combo box", "check box", "radio button", "spin button", "table")


@pytest.mark.long
def test_a_whole_evening_by_keys_is_heard(tmp_path: Path) -> None:
    acts: dict[str, list[tuple[str, str, str]]] = {}
    for line in heard("spoken_evening.py", str(tmp_path)):
        acts.setdefault(line["act"], []).extend(
            (one["kind"], one.get("role", "").replace("push ", ""), one["name"])
            for one in line["heard"]
        )
    for act, (kind, role, name) in HEARD.items():
        begins, more, _rest = name.partition("…")
        whole = not more or act == "print"
        assert any(
            (one[0], one[1]) == (kind, role)
            and (one[2] == name if whole else one[2].startswith(begins))
            for one in acts[act]
        ), (act, acts[act])
    changed = {name for heard in acts.values() for kind, _role, name in heard if kind == "name"}
    assert "Undo: recorded game 2" in changed
    asked = [name for kind, _role, name in acts["ask"] if kind == "focus"]
    assert any(name.startswith("Keep ") for name in asked)
    said = [name for kind, _role, name in acts["rolled"] if kind == "announcement"]
    assert len(said) == 2, "what was rolled, then who rolls next"
    assert said[0].endswith(" rolled")
    questions = [n for kind, _role, n in acts["ask"] if kind == "announcement" and n[-1] in "?."]
    assert len(questions) > 20
    assert not set(questions) & {n for kind, _role, n in acts["ask"] if kind == "focus"}, "twice"
    ours = [one for act, heard in acts.items() if act != "printed" for one in heard]
    assert not [one for one in ours if one[0] == "focus" and one[1] in PRESSED and not one[2]]
