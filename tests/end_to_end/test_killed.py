"""A killed process loses no tap that was acknowledged."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("taps_and_kills.py")
#: The scripts find the modules that the tests find.
SURROUNDINGS = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.sweep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_eighty_kills_lose_no_acknowledged_tap(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path / "store.sqlite"), "80", "7"],
        capture_output=True,
        text=True,
        check=False,
        env=SURROUNDINGS,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 80


@pytest.mark.sweep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_backup_copied_over_after_a_kill_is_the_backup(tmp_path: Path) -> None:
    script = SCRIPT.with_name("backups_and_kills.py")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path), "16", "11"],
        capture_output=True,
        text=True,
        check=False,
        env=SURROUNDINGS,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    aside, spoken = map(int, done.stdout.split())
    assert aside > 5
    assert spoken > 25
