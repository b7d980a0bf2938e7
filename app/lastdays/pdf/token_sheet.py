"""Round tokens to cut: as large as a base of 25 mm, with guides for a knife beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lastdays.pdf import shapes
from lastdays.pdf.content import PaperName, TokenKind, TokenSheet
from lastdays.pdf.imposition import MARGIN, MM, PAPERS, TOKEN, TOKEN_BLEED, TOKEN_STEP, token_grid
from lastdays.pdf.ink import Colour, Pen
from lastdays.pdf.typesetting import LEAST, Span, TextLine, Type, draw_line

#: A cutting guide: how long it is, and what lies between it and the tokens, in millimetres.
_MARK, _CLEAR = 2.5, 0.9
_COLOURS: dict[str, Colour] = {
    "noise": (0.88, 0.65, 0.15),
    "ammo": (0.36, 0.40, 0.32),
    "knockback": (0.17, 0.39, 0.56),
    "locked": (0.63, 0.17, 0.13),
    "supply": (0.28, 0.44, 0.18),
}
_WHITE: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class TokenPage:
    """A page of tokens, each with its lower left corner, in millimetres."""

    size: tuple[float, float]
    places: tuple[tuple[TokenKind, float, float], ...]


def token_pages(sheet: TokenSheet, paper: PaperName) -> list[TokenPage]:
    """Lay tokens on as many pages as they need, kind by kind."""
    across, down = token_grid(paper)
    width, height = PAPERS[paper].width, PAPERS[paper].height
    left = (width - across * TOKEN_STEP + TOKEN_STEP - TOKEN) / 2
    top = (height + down * TOKEN_STEP - TOKEN_STEP + TOKEN) / 2 - TOKEN
    waiting = [kind for kind in sheet.tokens for _n in range(kind.count)]
    pages = []
    for first in range(0, len(waiting), across * down):
        part = waiting[first : first + across * down]
        places = tuple(
            (kind, left + n % across * TOKEN_STEP, top - n // across * TOKEN_STEP)
            for n, kind in enumerate(part)
        )
        pages.append(TokenPage((width * MM, height * MM), places))
    return pages


def draw_tokens(pen: Pen, page: TokenPage, type_: Type) -> None:
    """Draw a page of tokens; its size has been set."""
    for kind, x, y in page.places:
        _draw(pen, kind, x * MM, y * MM, type_)
    pen.stroke(pen.ink.text, 0.3)
    for x1, y1, x2, y2 in _guides(page):
        pen.canvas.line(x1 * MM, y1 * MM, x2 * MM, y2 * MM)


def _guides(page: TokenPage) -> Iterator[tuple[float, float, float, float]]:
    """Return the guides at the edges of the rows and columns, in millimetres."""
    lefts = sorted({x for _kind, x, _y in page.places})
    lows = sorted({y for _kind, _x, y in page.places})
    near = TOKEN_BLEED + _CLEAR
    low, high = min(lows) - near, max(lows) + TOKEN + near
    left, right = min(lefts) - near, max(lefts) + TOKEN + near
    edge = MARGIN + 0.1
    top, side = page.size[1] / MM - edge, page.size[0] / MM - edge
    for x in lefts:
        for at in (x, x + TOKEN):
            yield at, max(low - _MARK, edge), at, low
            yield at, high, at, min(high + _MARK, top)
    for y in lows:
        for at in (y, y + TOKEN):
            yield max(left - _MARK, edge), at, left, at
            yield right, at, min(right + _MARK, side), at


def _draw(pen: Pen, kind: TokenKind, x: float, y: float, type_: Type) -> None:
    """Draw a token: its pictogram, its name and, if it stands for several, how many."""
    side, more = TOKEN * MM, TOKEN_BLEED * MM
    ink, colour = pen.ink, _COLOURS.get(kind.key)
    full = ink.band is not None and colour is not None
    if full and colour is not None:
        pen.fill(colour)
        pen.stroke(colour, 0.1)
        shapes.ring(pen, x - more, y - more, side + 2 * more, filled=True)
        pen.stroke(_WHITE, 0.5)
    else:
        pen.stroke(ink.text, 0.7)
    shapes.ring(pen, x, y, side)
    dark = kind.key == "noise" or not full
    pen.fill(ink.text if dark else _WHITE)
    picture = side * (0.44 if kind.worth > 1 else 0.52)
    left = x + (side - picture) / 2 - (side * 0.13 if kind.worth > 1 else 0.0)
    shapes.pictogram(pen, kind.drawing, left, y + side * 0.36, picture)
    if kind.worth > 1:
        size = side * 0.34
        worth = type_.line(Span(str(kind.worth), "head"))
        draw_line(pen, worth, left + picture + side * 0.04, y + side * 0.44, size)
    for n, (line, size) in enumerate(_named(kind.name, type_, side)):
        draw_line(pen, line, x + (side - line.width * size) / 2, y + side * 0.24 - n * size, size)


def _named(name: str, type_: Type, side: float) -> list[tuple[TextLine, float]]:
    """Set a name on the foot of a token: on one line, or on two smaller ones."""
    line = type_.line(Span(name, "label"))
    size = 8.0
    if line.width * size <= side * 0.72:
        return [(line, size)]
    return [
        (part, LEAST) for part in type_.wrapped((Span(name, "label"),), side * 0.66 / LEAST)[:2]
    ]
