"""The pictograms in `resources/icons/`, from the package of game-icons.net's drawings.

    npm pack @iconify-json/game-icons && tar xzf iconify-json-game-icons-*.tgz
    python packaging/pictograms.py package/icons.json

To add one, write its line in `resources/icons/pictograms.toml` and run this again.
"""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from pathlib import Path

ICONS = Path(__file__).resolve().parent.parent / "resources" / "icons"


def main(package: str) -> None:
    """Write each drawing that the table names, and take away those that it names no more."""
    drawings = json.loads(Path(package).read_text(encoding="utf-8"))["icons"]
    table = tomllib.loads((ICONS / "pictograms.toml").read_text(encoding="utf-8"))
    wanted = sorted({name for section in table.values() for name in section.values()})
    missing = [name for name in wanted if name.split("/")[1] not in drawings]
    if missing:
        sys.exit(f"The package has no {', '.join(missing)}.")
    for folder in ICONS.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
    for name in wanted:
        body = drawings[name.split("/")[1]]["body"]
        file = ICONS / f"{name}.svg"
        file.parent.mkdir(exist_ok=True)
        file.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{body}</svg>\n',
            encoding="utf-8",
        )
    print(f"{len(wanted)} pictograms in {ICONS}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
