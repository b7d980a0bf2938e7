"""ReportLab runs no file that lies in the home folder or the current one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PLACES = (
    "home/.reportlab_mods",
    "home/.reportlab_settings",
    "here/reportlab_mods.py",
    "here/reportlab_settings.py",
)


def test_no_settings_of_reportlab_are_run(tmp_path: Path) -> None:
    was_run = tmp_path / "was-run"
    for place in PLACES:
        file = tmp_path / place
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"open({str(was_run)!r}, 'a').write({place!r})\n", "utf-8")
    subprocess.run(
        [sys.executable, "-c", "import lastdays.pdf.document"],
        cwd=tmp_path / "here",
        env={**os.environ, "HOME": str(tmp_path / "home"), "USERPROFILE": str(tmp_path / "home")},
        check=True,
    )
    assert not was_run.exists(), was_run.read_text("utf-8")
