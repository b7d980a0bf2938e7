"""`python -m lastdays` and the command `lastdays`."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and leaves with its status."""
    from lastdays.cli import main as run

    sys.exit(run())


if __name__ == "__main__":
    main()
