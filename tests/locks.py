"""What another process sees of a store: whether SQLite's locks on it hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

#: Where SQLite locks a database that is open, and the shared memory of its log.
_PROBE = """
import fcntl, os, sys
lost = []
for name, first, length in ((sys.argv[1], 0x40000002, 510), (sys.argv[1] + "-shm", 128, 1)):
    try:
        file = os.open(name, os.O_RDWR)
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, length, first)
        lost.append(name)
    except FileNotFoundError:
        lost.append(name)
    except OSError:
        pass
sys.exit(len(lost))
"""


def locks_hold(file: Path) -> bool:
    """Whether a second process finds the store, and the log beside it, to be in use."""
    done = subprocess.run([sys.executable, "-S", "-c", _PROBE, str(file)], check=False)
    return done.returncode == 0
