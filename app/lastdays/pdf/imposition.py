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
#: The diameter of a round token, in millimetres.
TOKEN = 25.0
#: How far a token's colour goes beyond the cut, in millimetres.
TOKEN_BLEED = 0.75
#: The step from one token to the next, in millimetres.
TOKEN_STEP = 27.0
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
        gap = 3.0 if self.columns > 1 else 0.0
        return self.width / self.columns - gap


def layouts(paper: PaperName) -> dict[str, Layout]:
    """Return the sizes offered for a paper, the usual one first."""
    if paper == "a4":
        full_width = 190.0
        third = 90.0
        half = 135.0
    else:
        full_width = 195.0
        third = 84.0
        half = 126.0
    offered = [
        Layout(
            key="quarter",
            name=_("Quarter page"),
            width=full_width / 2,
            height=half,
            size=9.5,
            columns=1,
            two_sided=True,
        ),
        Layout(
            key="half",
            name=_("Half a page"),
            width=full_width,
            height=half,
            size=10.0,
            columns=2,
            two_sided=False,
        ),
        Layout(
            key="roster",
            name=_("The book's roster"),
            width=full_width,
            height=third,
            size=third / 12,
            columns=2,
            two_sided=False,
        ),
        Layout(
            key="tarot",
            name=_("Tarot card"),
            width=70.0,
            height=120.0,
            size=8.5,
            columns=1,
            two_sided=True,
        ),
        Layout(
            key="poker",
            name=_("Poker card"),
            width=63.0,
            height=88.0,
            size=7.5,
            columns=1,
            two_sided=True,
        ),
    ]
    return {layout.key: layout for layout in offered}


#: The most margin at the sides of a card's body, in points.
_SIDE_MARGIN = 7.0
#: The number of cells of a track: enough for most Reload Numbers and a 0.
TRACK_CELLS = 11


def cell_of(layout: Layout) -> float:
    """Return the width of a cell of a card's tracks, in millimetres: 8 if a column holds a track of
    them, else 6 if it does, else 4.2: boxes for a pen."""
    if layout.column >= TRACK_CELLS * 8.0 + 4 and layout.height >= 120:
        return 8.0
    if layout.column >= TRACK_CELLS * 6.0 + 4 and layout.height >= 85:
        return 6.0
    return 4.2


def side_margin(layout: Layout) -> float:
    """Return the margin at the sides of a card's body, in points: less where a track needs it."""
    cell = cell_of(layout)
    if cell < 6.0:
        return _SIDE_MARGIN
    beside_track = (layout.column - TRACK_CELLS * cell) / 2 * MM
    return min(_SIDE_MARGIN, beside_track)


def drawn_cell(layout: Layout) -> float:
    """Return the width of a cell as it is drawn, in millimetres: large ones fill their column."""
    cell = cell_of(layout)
    if cell < 8.0:
        return cell
    gaps = 12.0 * (layout.columns - 1)
    room = layout.width * MM - 2 * side_margin(layout) - gaps
    return min(room / layout.columns / TRACK_CELLS / MM, 8.4)


def layout_of(setting: PrintOptions) -> Layout:
    """Return the layout a setting names, which may be 'WxH' in millimetres.

    Raises DocumentError for anything else, and for a card that is too small.
    """
    known = layouts(setting.paper)
    if setting.layout in known:
        return known[setting.layout]
    text = setting.layout.lower().replace(",", ".").replace("×", "x")
    without_spaces = "".join(text.split())
    match = re.fullmatch(r"(\d{1,4}(?:\.\d+)?)x(\d{1,4}(?:\.\d+)?)", without_spaces)
    if match is None:
        raise DocumentError(
            "There's no layout '{layout}'. Choose one of {known}, or a size such as 70x120.",
            layout=setting.layout,
            known=", ".join(known),
        )
    return _custom_layout(without_spaces, float(match[1]), float(match[2]))


def _custom_layout(key: str, width: float, height: float) -> Layout:
    """Return a layout of any size; DocumentError if it is too small."""
    if min(width, height) < SMALLEST[0] or max(width, height) < SMALLEST[1]:
        raise DocumentError(
            "A card of {w} × {h} mm is too small to read; the minimum is {a} × {b} mm.",
            w=_mm(width),
            h=_mm(height),
            a=_mm(SMALLEST[0]),
            b=_mm(SMALLEST[1]),
        )
    size = 7.5
    if width * height > 20_000:
        size = 10.0
    elif width * height > 7_500:
        size = 8.5
    return Layout(
        key=key,
        name=_("{w} × {h} mm", w=_mm(width), h=_mm(height)),
        width=width,
        height=height,
        size=size,
        columns=2 if width >= 130 else 1,
        two_sided=width < 130,
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
        return Grid(
            page=(layout.width + 2 * edge, layout.height + 2 * edge),
            columns=1,
            rows=1,
            slots=((edge, edge),),
            unit=(layout.width, layout.height),
        )
    best = best_grid(layout.width, layout.height, setting, backs_of(layout, setting))
    if best is None:
        raise DocumentError(_does_not_fit(layout, setting))
    return best


def _does_not_fit(layout: Layout, setting: PrintOptions) -> str:
    """Say that a layout doesn't fit, and what does."""
    measure = _("{w} × {h} mm", w=_mm(layout.width), h=_mm(layout.height))
    name = layout.name
    if not name.startswith(measure):
        name = f"{name} ({measure})"
    width, height = largest(setting, backs_of(layout, setting))
    sentences = [
        _(
            "{size} does not fit on {paper} with these margins.",
            size=name,
            paper=PAPERS[setting.paper].name,
        ),
        _("The largest that does is {w} × {h} mm.", w=_mm(width), h=_mm(height)),
    ]
    fitting = []
    for other in layouts(setting.paper).values():
        backs = backs_of(other, setting)
        if best_grid(other.width, other.height, setting, backs) is not None:
            fitting.append(other)
    if fitting:
        largest_layout = max(fitting, key=lambda known: known.width * known.height)
        name = largest_layout.name
        sentences.append(_("The largest layout that does is '{name}'.", name=name))
    return " ".join(sentences)


def _room(setting: PrintOptions) -> float:
    """Return the margin that is lost at each edge of the paper, in millimetres."""
    margin = MARGIN + setting.bleed
    if setting.crop_marks or setting.ruler:
        margin += MARK_LEAST
    return margin


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
    portrait = (paper.width, paper.height)
    landscape = (paper.height, paper.width)
    folds = ("side", "above") if backs == "fold" else ("",)
    best: Grid | None = None
    for page in (portrait, landscape):
        for fold in folds:
            unit_width = width * 2 if fold == "side" else width
            unit_height = height * 2 if fold == "above" else height
            candidate = _fullest_grid(page, (unit_width, unit_height), setting, fold)
            if candidate is None:
                continue
            if best is None or len(candidate.slots) > len(best.slots):
                best = candidate
    return best


def _fullest_grid(
    page: tuple[float, float], unit: tuple[float, float], setting: PrintOptions, fold: str
) -> Grid | None:
    """Return a page full of units, in its middle; None if not even one fits."""
    margins = 2 * _room(setting)
    gap = 0.0 if setting.outer_bleed else 2 * setting.bleed
    columns = int((page[0] - margins + gap + 1e-6) // (unit[0] + gap))
    rows = int((page[1] - margins + gap + 1e-6) // (unit[1] + gap))
    if columns < 1 or rows < 1:
        return None
    left = (page[0] - columns * unit[0] - (columns - 1) * gap) / 2
    bottom = (page[1] - rows * unit[1] - (rows - 1) * gap) / 2
    slots = []
    for row in reversed(range(rows)):
        for column in range(columns):
            x = left + column * (unit[0] + gap)
            y = bottom + row * (unit[1] + gap)
            slots.append((x, y))
    return Grid(page=page, columns=columns, rows=rows, slots=tuple(slots), unit=unit, fold=fold)


def back_slot(
    slot: tuple[float, float], layout: Layout, page: tuple[float, float], backs: Backs
) -> tuple[float, float, bool]:
    """Return where the back of a card is on the second side, and whether it is upside down.
    Flipping the sheet about its vertical axis swaps left and right; about its horizontal one, it
    swaps top and bottom, and the back has to be turned round.
    """
    x, y = slot
    page_width, page_height = page
    if turns_sideways(page, backs):
        return page_width - x - layout.width, y, False
    return x, page_height - y - layout.height, True


def turns_sideways(page: tuple[float, float], backs: Backs) -> bool:
    """Return whether the printer turns a sheet of this shape about its vertical axis."""
    is_portrait = page[1] >= page[0]
    about_long_edge = backs == "duplex-long"
    return about_long_edge == is_portrait


def back_shift(page: tuple[float, float], setting: PrintOptions) -> tuple[float, float]:
    """Return how far the back is moved to the right and up, in millimetres, to undo the offset seen
    from the front.

    Right as seen from the front is left on a back turned sideways.
    """
    right, up = setting.offset
    if turns_sideways(page, setting.backs):
        return right, -up
    return -right, up


def _mm(length: float) -> str:
    return f"{length:g}"


def token_grid(paper: PaperName) -> tuple[int, int]:
    """Return how many round tokens fit on a sheet across, and down."""
    sheet = PAPERS[paper]
    margins = 2 * (MARGIN + TOKEN_BLEED) - (TOKEN_STEP - TOKEN)
    across = sheet.width - margins
    down = sheet.height - margins - 2 * _RULER
    return int(across // TOKEN_STEP), int(down // TOKEN_STEP)
