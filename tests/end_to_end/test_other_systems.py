"""The program as if on Windows and macOS, where nobody of its makers has started it yet."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lastdays.errors import reason

SCRIPT = Path(__file__).with_name("elsewhere.py")


def started(system: str, home: Path) -> tuple[str, dict[str, Any]]:
    """Run the program as if on a system; return what it printed, and what was found."""
    usual = {name: word for name, word in os.environ.items() if not name.startswith("XDG_")}
    done = subprocess.run(
        [sys.executable, SCRIPT, system, str(home)],
        env={
            **usual,
            "HOME": str(home),
            "LOCALAPPDATA": str(home / "AppData" / "Local"),
            "APPDATA": str(home / "AppData" / "Roaming"),
            "QT_QPA_PLATFORM": "offscreen",
        },
        capture_output=True,
        text=True,
        encoding="cp1252" if system == "win32" else "utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    printed, _line, facts = done.stdout.rstrip().rpartition("\n")
    return printed, json.loads(facts)


@pytest.mark.sweep
@pytest.mark.skipif(sys.platform != "linux", reason="the others are pretended to be here")
@pytest.mark.parametrize(
    ("system", "data", "password", "printed_name"),
    [
        (
            "win32",
            "AppData/Local/lastdays",
            "AppData/Roaming/postgresql/pgpass.conf",
            "\\u014ckami",
        ),
        ("darwin", "Library/Application Support/lastdays", ".pgpass", "Ōkami"),
    ],
)
def test_the_program_runs_where_only_that_is_which_a_system_has(
    tmp_path: Path, system: str, data: str, password: str, printed_name: str
) -> None:
    """Every module is imported, commands are run, and the window is opened on the usual store."""
    printed, found = started(system, tmp_path)
    assert found["modules"] > 300
    assert found["commands"]
    assert set(found["commands"].values()) == {0}, printed
    assert f"{printed_name} and Zoë" in printed
    places = found["places"]
    assert places["store"] == f"{tmp_path}/{data}/campaigns.sqlite"
    assert Path(places["store"]).is_file()
    assert places["settings"] == f"{tmp_path}/{data}/window.ini"
    assert "theme=" in Path(places["settings"]).read_text(encoding="utf-8")
    assert places["password"] == f"{tmp_path}/{password}"
    # A pipe has a name, a socket a short path.
    assert places["meeting"].startswith("lastdays-" if system == "win32" else "/")
    assert len(places["meeting"]) <= 100
    assert found["window"]["status"] == 0
    assert found["window"]["titles"] == ["Last Days Campaign Manager"]


@pytest.mark.parametrize(
    ("number", "said"),
    [(32, "another program has it open"), (33, "another program has it open"), (123, "its name")],
)
def test_what_windows_alone_refuses_has_its_reason(number: int, said: str) -> None:
    error = PermissionError(13, "Access is denied")
    error.winerror = number  # type: ignore[attr-defined]
    assert reason(error).startswith(said)
    error.winerror = 5  # type: ignore[attr-defined]
    assert reason(error) == "you don't have permission to open it"
