"""What the files of the rulebook say, checked, in one file that is read at once.

    python packaging/rulebook.py

Run it again whenever a file in `resources/rulebook` has changed; a test compares the two. Until
then the files themselves are read and checked at every start.
"""

from __future__ import annotations

from lastdays import paths
from lastdays.rulebook import catalogue, checked_before


def main() -> None:
    """Check the files, and write down what they say."""
    folder = paths.resources() / "rulebook"
    sources, _made = catalogue.read(folder)
    text = checked_before.written(folder, sources)
    (folder / checked_before.NAME).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
