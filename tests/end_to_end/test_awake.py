"""The desktop is asked to stay awake, as long as a game is on, over a real bus."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("screen_saver.py")


@pytest.mark.sweep
@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="no D-Bus here")
def test_the_screen_saver_is_held_back_until_the_connection_closes() -> None:
    done = subprocess.run(
        ["dbus-run-session", "--", sys.executable, str(SCRIPT)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    # What was asked, once; one connection more while awake, and it is gone afterwards.
    assert done.stdout == "['lastdays: a game is on'] 1 2 1\n", done.stderr
