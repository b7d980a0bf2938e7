"""The pictograms in `resources/icons/`, from the package of game-icons.net's drawings.

    npm pack @iconify-json/game-icons && tar xzf iconify-json-game-icons-*.tgz
    python packaging/pictograms.py package/icons.json

To add one, write its line in `resources/icons/pictograms.toml` and run this again.
"""

from __future__ import annotations

import json
import math
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
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
        body = re.sub(r'(?<= d=")[^"]*', lambda data: plain(data[0]), body)
        file = ICONS / f"{name}.svg"
        file.parent.mkdir(exist_ok=True)
        file.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{body}</svg>\n',
            encoding="utf-8",
        )
    print(f"{len(wanted)} pictograms in {ICONS}")


_PART = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|(-?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

Point = tuple[float, float]


def plain(data: str) -> str:
    """Return a path's data as moves, lines and curves from the corner of the drawing, which is all
    that a PDF knows: everything else is turned into these."""
    pen = _Path()
    for command, figures in _commands(data):
        pen.add(command, figures)
    return "".join(pen.code)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Split path data into commands, each with as many figures as it takes."""
    command, figures = "", list[float]()
    for part in _parts(data):
        if isinstance(part, str):
            command, figures = part, []
            if part in "Zz":
                yield part, []
            continue
        figures.append(part)
        if len(figures) == _TAKES[command.upper()]:
            yield command, figures
            figures = []
            command = {"M": "L", "m": "l"}.get(command, command)


def _parts(data: str) -> Iterator[str | float]:
    """Split path data into letters and figures; an arc's two flags may stand without a space."""
    at, arc, count = 0, False, 0
    while at < len(data):
        if arc and count % 7 in (3, 4) and data[at] in "01":
            yield float(data[at])
            at, count = at + 1, count + 1
            continue
        found = _PART.match(data, at)
        if found is None:
            at += 1
            continue
        at = found.end()
        if found[1]:
            arc, count = found[1] in "Aa", 0
            yield found[1]
        else:
            count += 1
            yield float(found[2])


class _Path:
    """The plain commands of a path, and the position of its pen."""

    def __init__(self) -> None:
        self.code: list[str] = []
        self.at: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.control: Point | None = None
        self.last = ""

    def add(self, command: str, figures: list[float]) -> None:
        """Draw a command."""
        kind = command.upper()
        x, y = self.at if command.islower() else (0.0, 0.0)
        points: list[Point] = []
        if kind in "MLCSQT":
            points = [(x + figures[n], y + figures[n + 1]) for n in range(0, len(figures), 2)]
        elif kind == "H":
            points = [(x + figures[0], self.at[1])]
        elif kind == "V":
            points = [(self.at[0], y + figures[0])]
        match kind:
            case "M":
                self._write("M", points)
                self.start = self.at
            case "L" | "H" | "V":
                self._write("L", points)
            case "C" | "S":
                if kind == "S":
                    points.insert(0, self._mirrored("CS"))
                self._write("C", points)
                self.control = points[1]
            case "Q" | "T":
                if kind == "T":
                    points.insert(0, self._mirrored("QT"))
                self._quadratic(points)
            case "A":
                end = (x + figures[5], y + figures[6])
                self._arc(figures[0], figures[1], figures[2], figures[3], figures[4], end)
            case "Z":
                self.code.append("Z")
                self.at = self.start
        self.last = kind

    def _write(self, operator: str, points: list[Point]) -> None:
        self.code.append(operator + " ".join(f"{x:.1f} {y:.1f}" for x, y in points))
        self.at = points[-1]

    def _mirrored(self, kinds: str) -> Point:
        if self.last not in tuple(kinds) or self.control is None:
            return self.at
        return 2 * self.at[0] - self.control[0], 2 * self.at[1] - self.control[1]

    def _quadratic(self, points: list[Point]) -> None:
        (x0, y0), (x1, y1), (x2, y2) = self.at, *points
        first = (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0))
        second = (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2))
        self._write("C", [first, second, (x2, y2)])
        self.control = points[0]

    def _arc(
        self, rx: float, ry: float, turn: float, large: float, sweep: float, end: Point
    ) -> None:
        """Draw an elliptical arc as curves of a quarter at most (SVG 1.1, F.6)."""
        rx, ry = abs(rx), abs(ry)
        if self.at == end or not rx or not ry:
            self._write("L", [end])
            return
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        dx, dy = (self.at[0] - end[0]) / 2, (self.at[1] - end[1]) / 2
        x, y = cos * dx + sin * dy, cos * dy - sin * dx
        spread = (x / rx) ** 2 + (y / ry) ** 2
        if spread > 1:
            rx, ry, spread = rx * math.sqrt(spread), ry * math.sqrt(spread), 1.0
        root = math.sqrt(max(0.0, 1 / spread - 1)) * (-1 if large == sweep else 1)
        cx, cy = root * rx * y / ry, -root * ry * x / rx
        first = math.atan2((y - cy) / ry, (x - cx) / rx)
        span = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
        if sweep and span < 0:
            span += 2 * math.pi
        elif not sweep and span > 0:
            span -= 2 * math.pi
        mx = cos * cx - sin * cy + (self.at[0] + end[0]) / 2
        my = sin * cx + cos * cy + (self.at[1] + end[1]) / 2
        count = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
        step = span / count
        reach = 4 / 3 * math.tan(step / 4)

        def placed(a: float, b: float) -> Point:
            return mx + cos * rx * a - sin * ry * b, my + sin * rx * a + cos * ry * b

        for n in range(count):
            one, two = first + n * step, first + (n + 1) * step
            c1, s1, c2, s2 = math.cos(one), math.sin(one), math.cos(two), math.sin(two)
            self._write(
                "C",
                [
                    placed(c1 - reach * s1, s1 + reach * c1),
                    placed(c2 + reach * s2, s2 - reach * c2),
                    placed(c2, s2),
                ],
            )
        self.at = end


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
