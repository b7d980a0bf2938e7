"""Whose work a bundle carries: each library that the program needs, its version and its licence."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|ofl)[^/]*$", re.IGNORECASE)

_BESIDE = """
Python (PSF licence), SQLite (public domain), OpenSSL (Apache 2.0), ICU (Unicode licence) and the
X11 and font libraries of the system this was built on (MIT and similar) are in the bundle as well.

Qt and PySide6 are used under the GNU Lesser General Public License, version 3. They lie in this
bundle as shared libraries, unchanged, in the folder PySide6 (of _internal, or of the program
itself): replace them by your own builds of the same version, and the program uses those. So do
psycopg, under the same licence, in the folders psycopg and psycopg_binary, and with it libpq
(PostgreSQL licence), Kerberos (MIT), OpenLDAP and Cyrus SASL (licences of the BSD kind).

Pictograms are from game-icons.net, under CC BY 3.0; the page About names the artists. Fonts are
under the SIL Open Font Licence 1.1; WenQuanYi Micro Hei is under the Apache Licence 2.0.
"""


def needed() -> list[Distribution]:
    """Returns the program's libraries and theirs, by name."""
    found: dict[str, Distribution] = {}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [_name(wish) for wish in project["dependencies"]]
    for name in names:  # grows while it is walked
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue  # of another system
        wishes = found[name].requires or ()
        names += [_name(w) for w in wishes if "extra" not in w or 'extra == "binary"' in w]
    return [found[name] for name in sorted(found)]


def _name(wish: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", wish, maxsplit=1)[0].lower().replace("_", "-")


def licence_of(library: Distribution) -> str:
    """Returns the licence that a library gives for itself."""
    metadata = library.metadata
    said = [metadata[key] for key in ("License-Expression", "License") if key in metadata]
    named = next(filter(None, said), "")
    if not named or len(named) > 60 or named == "UNKNOWN":
        classified = [
            line.rsplit("::", 1)[-1].strip()
            for line in metadata.get_all("Classifier") or ()
            if line.startswith("License ::")
        ]
        named = ", ".join(classified) or "see below"
    return named


def summary() -> str:
    """Returns the list of libraries, each with its licence by name."""
    lines = ["Last Days Campaign Manager is under the MIT licence. It is made with:", ""]
    lines += [f"  {x.metadata['Name']} {x.version}: {licence_of(x)}" for x in needed()]
    return "\n".join((*lines, _BESIDE))


def text() -> str:
    """Returns the list and, below it, each licence at length."""
    lines = [summary()]
    for library in needed():
        for file in library.files or ():
            if LICENCE_FILE.search(str(file)) and ".py" not in file.suffix:
                said = Path(str(file.locate())).read_text(encoding="utf-8", errors="replace")
                lines += [f"---- {library.metadata['Name']}: {file.name}", "", said.rstrip(), ""]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
