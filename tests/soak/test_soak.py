"""The soak in its short form: kills, hostile documents, damaged stores, full disks."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from sure import sure

SURROUNDINGS = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.sweep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_few_seconds_of_the_soak_lose_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "soak", "--short", "--seed", "3"],
        capture_output=True,
        text=True,
        check=False,
        env=SURROUNDINGS,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert int(sure(re.search(r"kills survived: (\d+)", done.stdout))[1]) >= 11
    assert int(sure(re.search(r"power cuts: (\d+)", done.stdout))[1]) >= 12
    assert int(sure(re.search(r"documents tried: (\d+)", done.stdout))[1]) >= 1000
    assert int(sure(re.search(r"campaigns tried: (\d+)", done.stdout))[1]) >= 40
    assert "beyond their bounds: 0" in done.stdout
    assert int(sure(re.search(r"damaged stores: (\d+)", done.stdout))[1]) >= 8
    assert "changes lost: 0" in done.stdout
    assert "unnoticed: 0" in done.stdout
