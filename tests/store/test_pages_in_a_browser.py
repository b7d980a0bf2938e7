"""A validator of HTML and axe find nothing on the web pages, in Chromium, on a screen and a telephone.

What they need beside Python is installed by `make web-tools`: docs/tests.md.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.exchange.website import Private, Website
from lastdays.desktop.message_files import tongue
from lastdays.language import speaking
from store.club import crowd, furnish

TOOLS = Path(__file__).parents[1] / "web"
VALIDATOR = TOOLS / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"


def missing() -> list[str]:
    """What is needed and isn't here."""
    programs = [name for name in ("chromium", "node", "java") if shutil.which(name) is None]
    return programs if VALIDATOR.is_file() else [*programs, "tests/web/node_modules"]


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        bool(missing()), reason=f"not here: {', '.join(missing())} (docs/tests.md, Web pages)"
    ),
]

ALL = Private(notes=True, players=True)


#: Said of a page that is opened as a file: it has no origin that its own style sheet could share, though
#: its policy allows files by name.
NO_ORIGIN = ".*Content Security Policy.*"


def faults(files: Mapping[str, bytes], folder: Path) -> list[str]:
    """What is wrong with the pages, for the validator and for axe."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    said = subprocess.run(
        ["java", "-jar", VALIDATOR, "--also-check-css", "--skip-non-html", "--format", "json",
         "--filterpattern", NO_ORIGIN, folder],
        capture_output=True, text=True, check=False, timeout=600,
    ).stderr  # fmt: skip
    messages = json.loads(said)["messages"]
    found = [f"{m['url']}, line {m.get('lastLine')}: {m['message']}" for m in messages]
    looked = subprocess.run(
        ["node", TOOLS / "look.mjs", str(shutil.which("chromium")), folder],
        capture_output=True, text=True, check=True, timeout=600,
    ).stdout  # fmt: skip
    return [*found, *json.loads(looked)]


def test_the_pages_of_a_played_campaign(
    played_campaign: tuple[Workspace, str], tmp_path: Path
) -> None:
    assert faults(Website(*played_campaign, ALL).made(), tmp_path) == []


def test_the_pages_of_a_club_in_german(riverside: Workspace, campaign: str, tmp_path: Path) -> None:
    furnish(riverside, campaign)
    with speaking(tongue("de")):
        files = Website(riverside, campaign, ALL).made()
    assert faults(files, tmp_path) == []


def test_the_pages_of_a_crowd(workspace: Workspace, tmp_path: Path) -> None:
    assert faults(Website(workspace, crowd(workspace), ALL).made(), tmp_path) == []


def test_a_fault_is_found(tmp_path: Path) -> None:
    page = b'<!DOCTYPE html><html lang="en"><title>A</title><h1>A</h1><h3>B</h3><img src="a.png">'
    found = " ".join(faults({"a.html": page}, tmp_path))
    assert "An “img” element must have an “alt” attribute" in found
    assert "axe: heading-order at <h3>B</h3>" in found
