"""Writes `docs/content-packs.md`: python -m lastdays.devtools.pack_guide > docs/content-packs.md"""

from __future__ import annotations

import sys

from lastdays.rulebook.pack_guide import guide

if __name__ == "__main__":
    sys.stdout.write(guide())
