"""A killed process loses no change that was acknowledged, and its log spoils no backup."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
]
#: Kills of one kind alone, in a process that does nothing else: FOLDER.
TAPS = """
import sys
from pathlib import Path
from soak import kills, work
from statements import compiled_once
with compiled_once():
    print(kills.run(Path(sys.argv[1]), 0, 7, 30, [work.Tracking])["acknowledged"])
"""


def printed(*command: str) -> str:
    """What a script prints that finds the modules that the tests find."""
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_thirty_kills_lose_no_acknowledged_tap(tmp_path: Path) -> None:
    assert int(printed("-c", TAPS, str(tmp_path))) > 30


@pytest.mark.long
def test_a_few_seconds_of_the_soak_lose_nothing() -> None:
    said = printed("-m", "soak", "--short", "--seed", "3")
    for what, least in (
        ("kills survived", 12),
        ("power cuts", 12),
        ("documents tried", 1000),
        ("games of packs tried", 6),
        ("campaigns tried", 40),
        ("campaigns under made-up rules", 1),
        ("damaged stores", 8),
    ):
        assert int(said.partition(f"{what}: ")[2].split()[0].rstrip(";")) >= least, what
    for nothing in ("changes lost", "unsound", "unnoticed", "beyond their bounds"):
        assert f"{nothing}: 0" in said
