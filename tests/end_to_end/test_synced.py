"""What is acknowledged is on the disk: a change is synced before anybody hears that it was made."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

#: Begins campaigns, taps nothing else, and says so after each.
ACTS = """
import os, sys
from pathlib import Path
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.rulebook import load
from lastdays.store import open_store
store = open_store(Path(sys.argv[1]))
actions = CampaignActions(Workspace(store, load()))
for n in range(5):
    actions.begin(f"Campaign {n}")
    os.write(1, f"acknowledged {n}\\n".encode())
store.backup(Path(sys.argv[2]))
os.write(1, b"acknowledged backup\\n")
os.kill(os.getpid(), 9)
"""
_CALL = re.compile(r"(\w+)\((\d+)<([^>]*)>(.*)")


@pytest.fixture
def strace() -> str:
    """The program that writes down what another asks of the system."""
    found = shutil.which("strace")
    if found is None:
        pytest.skip("strace isn't installed")
    tried = subprocess.run(
        [found, "-f", "-y", "-e", "trace=fsync", "true"], capture_output=True, check=False
    )
    if tried.returncode:
        pytest.skip("nothing may be traced here")
    return found


def traced(strace: str, folder: Path) -> list[tuple[str, str, str]]:
    """What was written and synced, in order: the call, the file, and the rest of the line."""
    out = folder / "trace"
    done = subprocess.run(
        [
            *(strace, "-f", "-y", "-s", "60", "-o", str(out)),
            *("-e", "trace=write,pwrite64,writev,pwritev,fsync,fdatasync"),
            *(sys.executable, "-c", ACTS, str(folder / "s.sqlite"), str(folder / "copy.sqlite")),
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=300,
    )
    assert "acknowledged backup" in done.stdout, done.stderr
    found = (
        _CALL.search(line)
        for line in out.read_text(errors="replace", encoding="utf-8").splitlines()
    )
    return [(call[1], call[3], call[4]) for call in found if call]


def unsynced(calls: list[tuple[str, str, str]], folder: Path) -> list[tuple[str, set[str]]]:
    """At each acknowledgement, which files of the store were written to and not synced since."""
    dirty: set[str] = set()
    found: list[tuple[str, set[str]]] = []
    for call, file, rest in calls:
        told = re.search(r'"acknowledged (\w+)', rest)
        if call == "write" and told:
            found.append((told[1], set(dirty)))
        elif call in ("fsync", "fdatasync"):
            dirty.discard(file)
        elif file.startswith(str(folder)) and not file.endswith("-shm"):
            dirty.add(file)
    return found


@pytest.mark.sweep
def test_a_change_is_synced_before_it_is_acknowledged(strace: str, tmp_path: Path) -> None:
    calls = traced(strace, tmp_path)
    log = str(tmp_path / "s.sqlite-wal")
    assert sum(file == log and call == "pwrite64" for call, file, _rest in calls) > 10
    # The file itself may still be written: what is in the log counts until that is synced too.
    told = unsynced(calls, tmp_path)
    assert [what for what, _dirty in told] == ["0", "1", "2", "3", "4", "backup"]
    assert [(what, dirty & {log}) for what, dirty in told if dirty & {log}] == []
    copies = {file for file in told[-1][1] if "copy" in file}
    assert copies == set(), "the backup was said to be made before it was on the disk"
