"""The guide's pictures in every language that it is written in: `make screens` runs it.

Each draws the demo (`lastdays demo`) into build/demo, build/demo/de, …; what its pages show
of it goes to `resources/help/screens`, with a palette, so that a picture is a third as large.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
HELP, DRAWN = ROOT / "resources" / "help", ROOT / "build" / "demo"
ENGLISH = "en"
_SHOWN = re.compile(r"!\[[^]]*\]\((screens/[^)]+\.png)\)")


def languages() -> list[str]:
    """Returns the languages that have pages of their own, English first."""
    return [ENGLISH, *sorted(f.name for f in HELP.iterdir() if (f / "first-night.md").is_file())]


def shown(language: str) -> list[str]:
    """Returns the pictures that a language's pages show, as they name them."""
    folder = HELP if language == ENGLISH else HELP / language
    texts = [page.read_text(encoding="utf-8") for page in sorted(folder.glob("*.md"))]
    return sorted({name for text in texts for name in _SHOWN.findall(text)})


def draw(language: str) -> Path:
    """Draws the demo in a language, whatever this computer speaks; returns its pictures' folder."""
    out = DRAWN if language == ENGLISH else DRAWN / language
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LC_")}
    environment |= {"LANGUAGE": language, "LANG": f"{language}.UTF-8"}
    environment |= {"XDG_CONFIG_HOME": str(out / "settings"), "QT_QPA_PLATFORM": "offscreen"}
    words = [sys.executable, "-m", "lastdays", "demo", "--out", str(out)]
    subprocess.run(words, env=environment, check=True)
    return out / "screens"


def keep(picture: Path, target: Path) -> None:
    """Writes a picture with the 256 colours that suit it best; a page has few more."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(picture) as opened:
        plain = opened.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    plain.save(target, optimize=True)


def main() -> None:
    """Draws and keeps what each language's pages show; what none shows any more is taken away."""
    kept: set[Path] = set()
    for language in languages():
        drawn = draw(language)
        for name in shown(language):
            keep(drawn / Path(name).name, HELP / name)
            kept.add(HELP / name)
    for old in set((HELP / "screens").rglob("*.png")) - kept:
        old.unlink()


if __name__ == "__main__":
    main()
