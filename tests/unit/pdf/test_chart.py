"""Charts are laid out within their room, say their lines, and become SVG that can be read."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET

import pytest
from syrupy.assertion import SnapshotAssertion

from lastdays.pdf.chart import COLOURS, PAPER_LINES, Chart, ChartLine, ChartPicture, lay_out, svg_of
from sure import sure

SVG = "{http://www.w3.org/2000/svg}"


#: What is not a line, on a page of its own.
PAPER = {"ground": "#ffffff", "text": "#1b1d1a", "faint": "#55584f", "line": "#cfcdc2"}


def on_paper(picture: ChartPicture, title: str) -> str:
    return svg_of(picture, title, PAPER, PAPER_LINES)


def chart(*lines: tuple[tuple[int, int], ...], names: tuple[str, ...] = ()) -> Chart:
    named = [names[n] if n < len(names) else f"Group {n}" for n in range(len(lines))]
    return Chart(
        "Rating",
        "Game",
        tuple(ChartLine(named[n], points, n) for n, points in enumerate(lines)),
    )


MANY = tuple(
    tuple((game, 100 + line * 3 + game % 5) for game in range(30)) for line in range(COLOURS)
)


def test_a_chart_as_it_is_drawn(snapshot: SnapshotAssertion) -> None:
    drawn = chart(
        ((0, 100), (1, 107), (2, 90)), ((1, 95), (2, 120)), names=("Zeke's", "The Others")
    )
    words = on_paper(lay_out(drawn, 400, 200, 13), "Rating")
    assert re.sub(r"\d+\.\d+", lambda n: f"{float(n[0]):.1f}", words) == snapshot


@pytest.mark.parametrize(
    "drawn",
    [
        chart(((0, 100), (1, 107), (2, 90))),
        chart(*MANY),
        chart(((5, 0),)),
        chart(((0, -40), (1, 99_999))),
        chart(),
        chart(((0, 3), (4000, 3))),
    ],
)
@pytest.mark.parametrize("room", [(640, 360), (220, 120), (1800, 900)])
def test_everything_lies_within_the_room(drawn: Chart, room: tuple[int, int]) -> None:
    picture = lay_out(drawn, *room, 13)
    for curve in picture.curves:
        for x, y in (*curve.points, *curve.marks):
            assert picture.left <= x <= picture.right + 0.01
            assert 0 <= y <= room[1]
        assert curve.label[0] < room[0]
    assert 0 < picture.left < picture.right < room[0]
    assert all(0 <= text.x <= room[0] and 0 <= text.y <= room[1] for text in picture.texts)


def test_no_two_names_lie_on_each_other() -> None:
    same = tuple(((0, 100), (1, 100)) for _line in range(COLOURS))
    heights = sorted(c.label[1] for c in lay_out(chart(*same), 600, 300, 13).curves)
    assert all(b - a >= 13 for a, b in itertools.pairwise(heights))


def test_the_svg_is_one_readable_element_and_markup_stays_letters() -> None:
    drawn = chart(((0, 1), (1, 2)), names=("<b>&Co",))
    root = ET.fromstring(on_paper(lay_out(drawn, 400, 200, 13), "A & B"))
    assert root.tag == f"{SVG}svg"
    assert sure(root.find(f"{SVG}title")).text == "A & B"
    assert "<b>&Co" in [text.text for text in root.iter(f"{SVG}text")]
    assert len(root.findall(f"{SVG}polyline")) == 1


@pytest.mark.parametrize(
    ("amounts", "levels"),
    [
        ((3, 7), ("0", "2", "4", "6", "8")),
        ((0, 1), ("0", "1", "2", "3", "4")),
        ((95, 120), ("90", "100", "110", "120")),
        ((-40, 99), ("−50", "0", "50", "100")),
        ((5, 0), ("0", "2", "4", "6")),
        ((250, 3_100), ("0", "1000", "2000", "3000", "4000")),
    ],
)
def test_lines_are_at_round_amounts(amounts: tuple[int, int], levels: tuple[str, ...]) -> None:
    picture = lay_out(chart(tuple(enumerate(amounts))), 400, 200, 13)
    drawn = [text.text for text in picture.texts if text.x < picture.left]
    assert tuple(drawn) == levels
