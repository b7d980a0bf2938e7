"""What the commands print."""

from __future__ import annotations

import sys

from lastdays.language import legible


def say(text: str, *, end: str = "\n") -> None:
    """Print a text without letters that steer a terminal: names and files may come from others."""
    print(legible(text), end=end)


def warn(text: str) -> None:
    """Print a text in the same way where errors are printed."""
    print(legible(text), file=sys.stderr)
