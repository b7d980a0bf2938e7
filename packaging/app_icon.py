"""Draws the program's icon into resources and packaging: a shambling zombie on hazard amber.

Run from the checkout after the drawing has changed: `python packaging/app_icon.py`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "resources" / "icons" / "delapouite" / "shambling-zombie.svg"
SVG = ROOT / "packaging" / "icons" / "lastdays.svg"
#: What the window shows of itself, read at every start: small.
WINDOW = ROOT / "resources" / "icons" / "lastdays.png"


def drawing() -> str:
    """Returns the icon as SVG: the drawing in charcoal on a rounded amber ground."""
    inside = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", DRAWING.read_text(encoding="utf-8").strip())
    inside = inside.replace("currentColor", "#1b1d1a")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
        '<rect x="16" y="16" width="480" height="480" rx="96" fill="#1b1d1a"/>'
        '<rect x="36" y="36" width="440" height="440" rx="80" fill="#e0a526"/>'
        f'<g transform="translate(64 64) scale(0.75)">{inside}</g></svg>\n'
    )


def main() -> None:
    """Writes the icon as SVG, PNG, ICO and ICNS."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PIL import Image
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QGuiApplication, QIcon

    app = QGuiApplication([])
    SVG.parent.mkdir(exist_ok=True)
    SVG.write_text(drawing(), encoding="utf-8")
    icon = QIcon(str(SVG))
    for size in (128, 256, 512):
        icon.pixmap(QSize(size, size)).save(str(SVG.with_name(f"lastdays-{size}.png")))
    icon.pixmap(QSize(64, 64)).save(str(WINDOW))
    with Image.open(SVG.with_name("lastdays-512.png")) as large:
        large.save(SVG.with_suffix(".ico"), sizes=[(s, s) for s in (16, 32, 48, 64, 128, 256)])
        large.save(SVG.with_suffix(".icns"))
    del app


if __name__ == "__main__":
    main()
