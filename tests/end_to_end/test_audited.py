"""A whole evening reaches for no network, starts no program and writes nothing elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("audited.py")


def audited(folder: Path, *before: str) -> list[str]:
    """What was done of what must not be; `before` is run under the hook as well."""
    done = subprocess.run(
        [sys.executable, "-c", "\n".join((*before, RUN)), str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(SCRIPT.parent), *sys.path))},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if line]


RUN = "import runpy; runpy.run_path(%r, run_name='__main__')" % str(SCRIPT)  # noqa: UP031


@pytest.mark.sweep
def test_an_evening_stays_at_home(tmp_path: Path) -> None:
    assert audited(tmp_path) == []


def test_the_hook_sees_what_it_should(tmp_path: Path) -> None:
    """Else the test above could not fail."""
    script = (
        "import sys; sys.argv = ['audited', sys.argv[1]]",
        "import audited, socket, os",
        "audited.watching = True",
        "socket.socket().close(); os.system('true'); open('/tmp/../tmp/elsewhere.txt', 'w').close()",
        "os.remove('/tmp/elsewhere.txt')",
        "print(chr(10).join(audited.found)); sys.exit(0)",
    )
    found = audited(tmp_path, *script)
    kinds = [line.split()[0] for line in found]
    assert {"socket.__new__", "os.system", "open", "os.remove"} <= set(kinds)
