"""Paper, the sizes of cards, and how they are arranged on a sheet."""

from __future__ import annotations

import re

from lastdays.errors import DocumentError
from lastdays.language import _
from lastdays.pdf.content import Backs, PaperName, PrintOptions
from lastdays.values import Value

MM = 72 / 25.4
#: The margin that printers can't print on, and the least room for crop marks between it and the
#: cards, in millimetres.
MARGIN = 5.0
MARK_LEAST = 2.4
#: The smallest custom size of a card, in millimetres: on a smaller one not even its figures would
#: be legible.
SMALLEST = (50.0, 70.0)
#: The diameter of a round token, how far its colour goes beyond the cut, and the step from one to
#: the next, in millimetres.
TOKEN, TOKEN_BLEED, TOKEN_STEP = 25.0, 0.75, 27.0
#: The height in the lower margin that is kept free for the ruler, in millimetres.
_RULER = 3.5


class Paper(Value):
    """A sheet of paper in portrait; millimetres."""

    name: str
    width: float
    height: float


PAPERS: dict[PaperName, Paper] = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 215.9, 279.4),
}


class Layout(Value):
    """A size of card in millimetres, the size of its text in points, how many columns it has,
    and whether it has a back."""

    key: str
    name: str
    width: float
    height: float
    size: float
    columns: int
    two_sided: bool

    @property
    def column(self) -> float:
        """Return the width of a column, in millimetres."""
        return self.width / self.columns - (3.0 if self.columns > 1 else 0.0)


def layouts(paper: PaperName) -> dict[str, Layout]:
    """Return the sizes offered for a paper, the usual one first."""
    wide, third, half = (190.0, 90.0, 135.0) if paper == "a4" else (195.0, 84.0, 126.0)
    return {
        "quarter": Layout("quarter", _("Quarter page"), wide / 2, half, 9.5, 1, True),
        "half": Layout("half", _("Half a page"), wide, half, 10.0, 2, False),
        "roster": Layout("roster", _("The book's roster"), wide, third, third / 12, 2, False),
        "tarot": Layout("tarot", _("Tarot card"), 70.0, 120.0, 8.5, 1, True),
        "poker": Layout("poker", _("Poker card"), 63.0, 88.0, 7.5, 1, True),
    }


#: The number of cells of a track: enough for most Reload Numbers and a 0.
TRACK_CELLS = 11


def cell_of(layout: Layout) -> float:
    """Return the width of a cell of a card's tracks, in millimetres: 8 if a column holds a track of
    them, else 6 if it does, else 4.2: boxes for a pen."""
    for cell, height in ((8.0, 120), (6.0, 85)):
        if layout.column >= TRACK_CELLS * cell + 4 and layout.height >= height:
            return cell
    return 4.2


def layout_of(setting: PrintOptions) -> Layout:
    """Return the layout a setting names, which may be 'WxH' in millimetres.

    Raises DocumentError for anything else, and for a card that is too small.
    """
    known = layouts(setting.paper)
    if setting.layout in known:
        return known[setting.layout]
    plain = "".join(setting.layout.lower().replace(",", ".").replace("×", "x").split())
    own = re.fullmatch(r"(\d{1,4}(?:\.\d+)?)x(\d{1,4}(?:\.\d+)?)", plain)
    if own is None:
        raise DocumentError(
            "There's no layout '{layout}'. Choose one of {known}, or a size such as 70x120.",
            layout=setting.layout,
            known=", ".join(known),
        )
    width, height = float(own[1]), float(own[2])
    if min(width, height) < SMALLEST[0] or max(width, height) < SMALLEST[1]:
        raise DocumentError(
            "A card of {w} × {h} mm is too small to read; the minimum is {a} × {b} mm.",
            w=_mm(width),
            h=_mm(height),
            a=_mm(SMALLEST[0]),
            b=_mm(SMALLEST[1]),
        )
    area = width * height
    size = 10.0 if area > 20_000 else 8.5 if area > 7_500 else 7.5
    return Layout(
        plain,
        _("{w} × {h} mm", w=_mm(width), h=_mm(height)),
        width,
        height,
        size,
        2 if width >= 130 else 1,
        width < 130,
    )


class Grid(Value):
    """Where cards are on a sheet; millimetres from the lower left.

    `fold` says how front and back are joined: 'side' by side, or the back 'above', upside down. A
    slot is the lower left corner of a card, or of a joined front and back; `unit` is their size.
    """

    page: tuple[float, float]
    columns: int
    rows: int
    slots: tuple[tuple[float, float], ...]
    unit: tuple[float, float]
    fold: str = ""


def backs_of(layout: Layout, setting: PrintOptions) -> Backs:
    """Return how a layout's backs are printed; one-sided layouts have none."""
    if not layout.two_sided:
        return "none"
    if setting.one_a_page and setting.backs != "none":
        return "duplex-long"
    return setting.backs


def grid(layout: Layout, setting: PrintOptions) -> Grid:
    """Return the arrangement with the most cards of a layout on a sheet.

    Raises DocumentError, with the largest size that fits, if not even one fits.
    """
    if setting.one_a_page:
        edge = setting.bleed
        size = (layout.width, layout.height)
        return Grid((size[0] + 2 * edge, size[1] + 2 * edge), 1, 1, ((edge, edge),), size)
    found = best_grid(layout.width, layout.height, setting, backs_of(layout, setting))
    if found is not None:
        return found
    paper = PAPERS[setting.paper]
    measure = _("{w} × {h} mm", w=_mm(layout.width), h=_mm(layout.height))
    fitting = [
        other
        for other in layouts(setting.paper).values()
        if best_grid(other.width, other.height, setting, backs_of(other, setting)) is not None
    ]
    width, height = largest(setting, backs_of(layout, setting))
    says = [
        _(
            "{size} does not fit on {paper} with these margins.",
            size=layout.name if layout.name.startswith(measure) else f"{layout.name} ({measure})",
            paper=paper.name,
        ),
        _("The largest that does is {w} × {h} mm.", w=_mm(width), h=_mm(height)),
    ]
    if fitting:
        most = max(fitting, key=lambda known: known.width * known.height)
        says.append(_("The largest layout that does is '{name}'.", name=most.name))
    raise DocumentError(" ".join(says))


def _room(setting: PrintOptions) -> float:
    """Return the margin that is lost at each edge of the paper, in millimetres."""
    return MARGIN + setting.bleed + (MARK_LEAST if setting.crop_marks or setting.ruler else 0.0)


def largest(setting: PrintOptions, backs: Backs) -> tuple[float, float]:
    """Return the largest card that fits on the paper in portrait, in whole millimetres."""
    paper = PAPERS[setting.paper]
    width = paper.width - 2 * _room(setting)
    height = paper.height - 2 * _room(setting)
    if backs == "fold":
        height /= 2
    return int(width), int(height)


def best_grid(width: float, height: float, setting: PrintOptions, backs: Backs) -> Grid | None:
    """Return the arrangement with the most cards, on portrait or landscape paper and in any way to
    fold; None if none fits."""
    paper = PAPERS[setting.paper]
    lost = 2 * _room(setting)
    gap = 0.0 if setting.outer_bleed else 2 * setting.bleed
    folds = ("side", "above") if backs == "fold" else ("",)
    best: Grid | None = None
    for page in ((paper.width, paper.height), (paper.height, paper.width)):
        for fold in folds:
            unit = (
                width * (2 if fold == "side" else 1),
                height * (2 if fold == "above" else 1),
            )
            columns = int((page[0] - lost + gap + 1e-6) // (unit[0] + gap))
            rows = int((page[1] - lost + gap + 1e-6) // (unit[1] + gap))
            if columns < 1 or rows < 1:
                continue
            if best is not None and columns * rows <= best.columns * best.rows:
                continue
            left = (page[0] - columns * unit[0] - (columns - 1) * gap) / 2
            low = (page[1] - rows * unit[1] - (rows - 1) * gap) / 2
            slots = tuple(
                (left + c * (unit[0] + gap), low + r * (unit[1] + gap))
                for r in reversed(range(rows))
                for c in range(columns)
            )
            best = Grid(page, columns, rows, slots, unit, fold)
    return best


def back_slot(
    slot: tuple[float, float], layout: Layout, page: tuple[float, float], backs: Backs
) -> tuple[float, float, bool]:
    """Return where the back of a card is on the second side, and whether it is upside down.
    Flipping the sheet about its vertical axis swaps left and right; about its horizontal one, it
    swaps top and bottom, and the back has to be turned round.
    """
    if turns_sideways(page, backs):
        return page[0] - slot[0] - layout.width, slot[1], False
    return slot[0], page[1] - slot[1] - layout.height, True


def turns_sideways(page: tuple[float, float], backs: Backs) -> bool:
    """Return whether the printer turns a sheet of this shape about its vertical axis."""
    return (backs == "duplex-long") == (page[1] >= page[0])


def back_shift(page: tuple[float, float], setting: PrintOptions) -> tuple[float, float]:
    """Return how far the back is moved to the right and up, in millimetres, to undo the offset seen
    from the front.

    Right as seen from the front is left on a back turned sideways.
    """
    right, up = setting.offset
    return (right, -up) if turns_sideways(page, setting.backs) else (-right, up)


def _mm(length: float) -> str:
    return f"{length:g}"


def token_grid(paper: PaperName) -> tuple[int, int]:
    """Return how many round tokens fit on a sheet across, and down."""
    sheet = PAPERS[paper]
    lost = 2 * (MARGIN + TOKEN_BLEED) - (TOKEN_STEP - TOKEN)
    across, down = sheet.width - lost, sheet.height - lost - 2 * _RULER
    return int(across // TOKEN_STEP), int(down // TOKEN_STEP)
