"""What a start reads and makes: the window is there the sooner the less that is."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

#: As `lastdays window` does it, to the moment the window listens.
pytestmark = pytest.mark.sweep
START = """
import json, linecache, os, sys
from lastdays.cli import main
from pathlib import Path
from lastdays.desktop.opening import show_frame
frame = show_frame()
painted = sorted(sys.modules)
from lastdays.desktop.opening import application
from lastdays.ui.app import Session
session = Session(Path(sys.argv[1]), packs=[])
session.window.show()
application().processEvents()
said = {
    "painted": painted,
    "modules": sorted(sys.modules),
    "sources": sorted(f for f in linecache.cache if os.path.exists(f)),
    "groups": session.window.pages.campaign.overview.groups.rows.rowCount(),
}
print(json.dumps(said), flush=True)
os._exit(0)
"""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory, sample_store: Path) -> dict[str, Any]:
    """What a window on the sample campaign says once it listens."""
    path = Path(shutil.copy(sample_store, tmp_path_factory.mktemp("started") / "store.sqlite"))
    done = subprocess.run(
        [sys.executable, "-c", START, str(path)], check=True, capture_output=True, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["groups"] == 2
    return found


def test_no_source_is_read_to_import_a_module(started: dict[str, Any]) -> None:
    """PySide would read that of each module which is imported after it."""
    assert len(started["sources"]) < 10 < 300 < len(started["modules"])


def test_the_frame_is_painted_before_store_and_rulebook_are_read(
    started: dict[str, Any],
) -> None:
    heavy = ("sqlalchemy", "sqlmodel", "pydantic", "lastdays.store", "lastdays.ui")
    assert not [name for name in started["painted"] if name.startswith(heavy)]


def test_nothing_that_is_installed_is_looked_through_for_plugins() -> None:
    """Pydantic would, for plugins of its own, as soon as something is to be checked."""
    look = (
        "from lastdays.desktop.opening import import_plainly\n"
        "import_plainly()\n"
        "from pydantic import TypeAdapter\n"
        "TypeAdapter(int)\n"
        "from pydantic.plugin import _loader\n"
        "assert list(_loader.get_plugins()) == [] and _loader._plugins is None"
    )
    subprocess.run([sys.executable, "-c", look], check=True)


def test_what_the_first_page_does_not_need_is_not_read(started: dict[str, Any]) -> None:
    later = (
        "alembic",
        "psycopg",
        "reportlab.",
        "pypdfium2",
        "PySide6.QtPrintSupport",
        "lastdays.pdf.document",
        "lastdays.tabletop",
        "lastdays.ui.pages.group_page",
        "lastdays.ui.pages.rulebook_page",
        "lastdays.ui.tracker",
    )
    assert not [name for name in started["modules"] if name.startswith(later)]
