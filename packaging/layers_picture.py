"""Draws `docs/layers.svg`: the packages of the program, and which imports which.

`python packaging/layers_picture.py` reads the imports in `app/lastdays` and writes the picture; a
test compares it. A package stands below everything that imports it. An arrow that follows from
others is left out.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable
from html import escape
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "layers.svg"

#: What every layer may use: a bar beside them, not a layer.
BESIDE = ("desktop", "language", "errors")
#: What is no part of the program proper.
APART = ("__main__", "devtools")
IMPORT = re.compile(r"^\s*from lastdays(?:\.(\w+)[\w.]*)? import (.*)", re.MULTILINE)

#: What stands in a row of the picture: a package and '', or an arrow that passes through.
Part = tuple[str, str]
Row = list[Part]

BOX, HIGH, LANE, GAP, STEP, MARGIN, BAR = 208, 88, 26, 22, 128, 28, 208
STYLE = """
    .ground { fill: #faf7ef } .box { fill: #fff; stroke: #b5ad97 }
    .bar { fill: #f1ecdf; stroke: #cfc7b2 }
    .name { fill: #1b1d1a; font-family: system-ui, sans-serif; font-size: 17px; font-weight: bold }
    .said { fill: #55564d; font-family: system-ui, sans-serif; font-size: 12px }
    .arrow { fill: none; stroke: #a2761a; stroke-width: 1.6 } .tip { fill: #a2761a }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #1b1d1a } .box { fill: #2b2e28; stroke: #5c6056 }
      .bar { fill: #232620; stroke: #454940 }
      .name { fill: #e8e3d3 } .said { fill: #b9b5a6 }
      .arrow { stroke: #e0a526 } .tip { fill: #e0a526 }
    }
"""


def imports(package: Path) -> dict[str, set[str]]:
    """Return which packages each package imports, those at its top that are one module included."""
    found: dict[str, set[str]] = {}
    for path in sorted(package.rglob("*.py")):
        own = path.relative_to(package).parts[0].removesuffix(".py")
        for name, names in IMPORT.findall(path.read_text(encoding="utf-8")):
            for other in [name] if name else re.findall(r"\w+", names):
                if other != own and ((package / other).is_dir() or other in BESIDE):
                    found.setdefault(own, set()).add(other)
                    found.setdefault(other, set())
    return found


def reach(of: str, arrows: dict[str, set[str]]) -> set[str]:
    """Return all that a package imports, by way of others too."""
    return arrows[of].union(*(reach(other, arrows) for other in arrows[of]))


def needed(arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the arrows that don't follow from others."""
    return {
        a: {b for b in to if not any(b in reach(c, arrows) for c in to - {b})}
        for a, to in arrows.items()
    }


def depths(arrows: dict[str, set[str]]) -> dict[str, int]:
    """Return the row of each package: below all that import it."""
    above = {b: [a for a in arrows if b in arrows[a]] for b in arrows}

    def depth(of: str) -> int:
        return 1 + max(map(depth, above[of]), default=-1)

    return {package: depth(package) for package in arrows}


def rows_of(arrows: dict[str, set[str]]) -> list[Row]:
    """Return the packages row by row, arrows that pass through among them, with few crossings."""
    depth = depths(arrows)
    rows: list[Row] = [[] for _ in range(max(depth.values()) + 1)]
    links: list[list[tuple[Part, Part]]] = [[] for _ in rows]
    for a in sorted(arrows, key=lambda a: (depth[a], a)):
        rows[depth[a]].append((a, ""))
        for b in sorted(arrows[a]):
            through = [(a, b)] * (depth[b] - depth[a] - 1)
            chain = [(a, ""), *through, (b, "")]
            for n, part in enumerate(through, start=depth[a] + 1):
                rows[n].append(part)
            for n, link in enumerate(pairwise(chain), start=depth[a]):
                links[n].append(link)
    for _ in range(4):
        for n, row in enumerate(rows):
            where = [places(other) for other in rows]
            pulled = {}
            for part in row:
                near = [where[n - 1][upper] for upper, lower in links[n - 1] if lower == part]
                near += [where[n + 1][lower] for upper, lower in links[n] if upper == part]
                pulled[part] = sum(near) / len(near) if near else where[n][part]
            row.sort(key=lambda part: (round(pulled[part], 3), part))
    return rows


def places(row: Row) -> dict[Part, float]:
    """Return the middle of each part of a row, the row's own being 0."""
    widths = [LANE if passing else BOX for _package, passing in row]
    left = -(sum(widths) + GAP * (len(row) - 1)) / 2
    found = {}
    for part, width in zip(row, widths, strict=True):
        found[part] = left + width / 2
        left += width + GAP
    return found


def said_of(package: str) -> str:
    """Return the first sentence of what a package says of itself."""
    path = ROOT / "app" / "lastdays" / package
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=[.])\s|;", " ".join(said.replace("`", "").split()))[0].rstrip(".")


def words(text: str, x: float, y: float, wide: int) -> Iterable[str]:
    """Write lines of words, the first at a height."""
    for n, line in enumerate(textwrap.wrap(text, wide)):
        yield f'<text class="said" x="{x:g}" y="{y + 15 * n:g}">{escape(line)}</text>'


def curve(points: list[tuple[float, float]]) -> str:
    """Draw an arrow down through some points."""
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for (x1, y1), (x2, y2) in pairwise(points):
        middle = (y1 + y2) / 2
        path += f" C{x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2:g}"
    x, y = points[-1]
    tip = f'<path class="tip" d="M{x:g} {y + 6:g} l-5 -9 h10 z"/>'
    return f'<path class="arrow" d="{path}"/>{tip}'


def picture() -> str:
    """Return the picture as SVG."""
    every = imports(ROOT / "app" / "lastdays")
    layers = {a: to - {*BESIDE, *APART} for a, to in every.items() if a not in {*BESIDE, *APART}}
    arrows = needed(layers)
    rows = rows_of(arrows)
    depth = depths(arrows)
    wide = max(2 * max(places(row).values()) + BOX for row in rows)
    middle = MARGIN + wide / 2
    xs = [{part: middle + x for part, x in places(row).items()} for row in rows]
    lanes: list[str] = []
    for a in sorted(arrows, key=lambda a: (depth[a], a)):
        ends = sorted(arrows[a], key=lambda b: xs[depth[b]][b, ""])
        for b in ends:
            others = [p for p in arrows if b in arrows[p]]
            others.sort(key=lambda p: xs[depth[b] - 1].get((p, b), xs[depth[p]][p, ""]))
            start = port(xs[depth[a]][a, ""], ends.index(b), len(ends))
            end = port(xs[depth[b]][b, ""], others.index(a), len(others))
            points = [(start, MARGIN + STEP * depth[a] + HIGH)]
            for n in range(depth[a] + 1, depth[b]):
                x, y = xs[n][a, b], MARGIN + STEP * n
                points += [(x, y), (x, y + HIGH)]
            lanes.append(curve([*points, (end, MARGIN + STEP * depth[b] - 6)]))
    boxes: list[str] = []
    for package, n in sorted(depth.items(), key=lambda entry: entry[1]):
        left, top = xs[n][package, ""] - BOX / 2, MARGIN + STEP * n
        boxes.append(
            f'<rect class="box" x="{left:g}" y="{top:g}" width="{BOX}" height="{HIGH}" rx="7"/>'
            f'<text class="name" x="{left + 12:g}" y="{top + 24:g}">{package}</text>'
        )
        boxes += words(said_of(package), left + 12, top + 44, 28)
    bottom = MARGIN + STEP * (len(rows) - 1) + HIGH
    bar = 2 * MARGIN + wide
    high = bottom - MARGIN
    boxes.append(
        f'<rect class="bar" x="{bar:g}" y="{MARGIN}" width="{BAR}" height="{high}" rx="7"/>'
    )
    boxes += words("Beside the layers, for any of them:", bar + 12, MARGIN + 26, 27)
    apart = (high - 60) // len(BESIDE)
    for n, package in enumerate(BESIDE):
        top = MARGIN + 110 + n * apart
        boxes.append(f'<text class="name" x="{bar + 12:g}" y="{top}">{package}</text>')
        boxes += words(said_of(package), bar + 12, top + 19, 28)
    width, height = bar + BAR + MARGIN, bottom + MARGIN
    parts = "\n".join([*lanes, *boxes])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">\n'
        f"<title>The packages of the program: an arrow goes to what is imported</title>\n"
        f"<style>{STYLE}</style>\n"
        f'<rect class="ground" width="{width:g}" height="{height:g}" rx="10"/>\n{parts}\n</svg>\n'
    )


def port(middle: float, number: int, count: int) -> float:
    """Return where the arrow with a number leaves or enters a box."""
    return middle + (number - (count - 1) / 2) * min(36, (BOX - 40) / max(1, count))


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
