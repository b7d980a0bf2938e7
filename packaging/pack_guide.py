"""Writes `docs/content-packs.md` from the program's own models: `python packaging/pack_guide.py`.

`resources/packs/guide.md` is its template, `guide.toml` beside it has the meaning of each field.
"""

from __future__ import annotations

import sys
from pathlib import Path

from jinja2 import Template
from msgspec.structs import replace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))

from lastdays.rulebook import pictograms  # noqa: E402
from lastdays.rulebook.catalogue import KINDS, load  # noqa: E402
from lastdays.rulebook.checks import NUMBERS  # noqa: E402
from lastdays.rulebook.entries import Entry, Placement  # noqa: E402
from lastdays.rulebook.own import ENTRIES_MOST, KINDS as OWN_KINDS, Level, Row  # noqa: E402
from lastdays.rulebook.pack_fields import COMMON  # noqa: E402
from lastdays.rulebook.pack_games import GAMES_MOST, PARTS as GAME_PARTS, PIECES_MOST  # noqa: E402
from lastdays.rulebook.pack_guide import fields_of, game_fields, texts  # noqa: E402
from lastdays.rulebook.packs import PackAbout  # noqa: E402

GUIDE = ROOT / "docs" / "content-packs.md"


def guide() -> str:
    """Return the guide, in Markdown."""
    book = load()
    shared = {field.name: field for field in fields_of(Entry, "every")}
    text = (ROOT / "resources" / "packs" / "guide.md").read_text(encoding="utf-8")
    made: str = Template(text, trim_blocks=True, keep_trailing_newline=True).render(
        texts(),
        about=fields_of(PackAbout, "pack"),
        common=[replace(shared[n], default=shared[n].default and "none") for n in COMMON],
        kinds={kind: fields_of(entry, kind) for kind, entry in KINDS.items()},
        steps=fields_of(Placement, "setup"),
        own={kind: fields_of(entry, kind) for kind, entry in OWN_KINDS.items()},
        parts={kind: fields_of(part, kind) for kind, part in (("levels", Level), ("rows", Row))},
        own_most={kind: ENTRIES_MOST[kind] for kind in OWN_KINDS},
        numbers=NUMBERS,
        game_parts={kind: game_fields(kind) for kind in GAME_PARTS},
        attributes={key: entry.valued for key, entry in sorted(book.attributes.items())},
        supply_rows=len(book.supply_rows),
        supply_columns=len(book.supply_columns),
        games_most=GAMES_MOST,
        pieces_most=PIECES_MOST,
        tokens=sorted(pictograms.tokens()),
    )
    return made


if __name__ == "__main__":
    GUIDE.write_text(guide(), encoding="utf-8")
