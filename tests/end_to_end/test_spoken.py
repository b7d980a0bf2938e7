"""What is drawn is read over a real accessibility bus, as any screen reader would."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("spoken_program.py")
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


def test_a_screen_reader_is_told_what_is_drawn_and_what_changes():
    lacking = missing()
    if lacking:
        pytest.skip(lacking)
    done = subprocess.run(
        ["dbus-run-session", "--", sys.executable, str(PROGRAM), SYSTEM_PYTHON],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    controls = {one["name"]: one for one in lines if one["kind"] == "control"}
    roles = {name: one["role"] for name, one in controls.items()}
    assert roles["Zeke, Damage 2/3"] == "spin button"
    assert controls["Zeke, Damage 2/3"]["value"] == [0, 2, 3]
    assert roles["Zeke, Locked and Loaded: yes"] == "check box"
    assert controls["Zeke, Locked and Loaded: yes"]["on"]
    assert roles["Remove the zombie"] in ("push button", "button")
    assert roles["Rating"] == "chart"
    assert roles["Game 1\nZeke: 100"] == roles["Game 2\nZeke: 120"] == "list item"
    end = [one["kind"] for one in lines].index("end")
    told = [one for one in lines[end + 1 :] if one["kind"] != "control"]
    # Its name comes out of the reader's own cache, so only the number is asserted.
    assert [one["value"] for one in told if one["kind"] == "value"] == [[0, 3, 3]]
    assert {"kind": "announcement", "name": "Zeke is Out of Action."} in told
