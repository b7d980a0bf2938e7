"""A folder that nobody can write into for a while, not even root."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def unwritable(folder: Path) -> Iterator[None]:
    """Make a folder one of a medium that is only read; the test is skipped where that can't be."""
    if os.name == "nt":
        pytest.skip("rights are another matter there")
    root = os.getuid() == 0
    files = list(folder.iterdir())
    if root:
        mount = shutil.which("mount")
        if mount is None or not _done(mount, "--bind", folder, folder):
            pytest.skip("root writes everywhere, and nothing may be mounted here")
        if not _done(mount, "-o", "remount,ro,bind", folder):
            _done("umount", folder)
            pytest.skip("nothing may be mounted to be read here")
    else:
        for file in files:
            file.chmod(0o444)
        folder.chmod(0o555)
    try:
        yield
    finally:
        if root:
            assert _done("umount", "-l", folder)
        else:
            folder.chmod(0o755)
            for file in files:
                file.chmod(0o644)


def _done(*command: object) -> bool:
    done = subprocess.run([str(c) for c in command], capture_output=True, check=False)
    return done.returncode == 0
