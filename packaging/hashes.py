"""Writes `requirements.txt` anew: what the bundle is built of, as `constraints.txt` has it,
with the hash of each file for every system. `make hashes` runs it, with uv.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "packaging" / "requirements.txt"


def main() -> int:
    """Asks the registry that is set up here for the hashes; its address is not written down."""
    head = "# Made of pyproject.toml and constraints.txt by `make hashes`: see docs/safety.md.\n"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"),
            *("--generate-hashes", "--no-annotate", "--no-header"),
            *("--python-version=3.11", "--constraint=constraints.txt", "--extra=bundle"),
            "pyproject.toml",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return done.returncode
    TARGET.write_text(head + done.stdout, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
