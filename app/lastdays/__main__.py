"""`python -m lastdays` and the command `lastdays`."""

from __future__ import annotations

import sys

from lastdays.cli.main import main as run


def main() -> None:
    """Run the command line and exit with its status."""
    sys.exit(run())


if __name__ == "__main__":
    main()
