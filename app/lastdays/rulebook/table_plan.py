"""The plan of the table for an Encounter: zones, positions and distances in inches, as plain values
that are drawn the same on the screen and on paper (p. 34–36, p. 98–107)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from math import cos, pi, sin
from typing import Literal, TypeVar

from msgspec import Struct

from lastdays.language import _, counting
from lastdays.rulebook.entries import Encounter, Placement
from lastdays.values import Value

ZoneKind = Literal[
    "attacker", "defender", "side", "zombies", "tokens", "refuge", "fences", "captive", "vehicle",
    "tower",
]  # fmt: skip
#: Things on the table, by the name of their pictogram.
MarkKind = Literal["supply", "zombie", "captive", "vehicle", "tower"]
#: The side of the Refuge in inches, if its Encounter doesn't give one.
FOOTPRINT = 6
#: The most marks that a step draws of one kind.
MARKS_MOST = 12


class Zone(Value):
    """A part of the table, from its top left, in inches. `corner` is the radius of its corners, for
    a disc the disc's own; `hollow` is the width of a frame, 0 for a filled area."""

    kind: ZoneKind
    x: float
    y: float
    width: float
    height: float
    corner: float = 0
    hollow: float = 0

    @property
    def right(self) -> float:
        """Return its right edge."""
        return self.x + self.width

    @property
    def low(self) -> float:
        """Return its lower edge."""
        return self.y + self.height


class PlanMark(Value):
    """Something on the table, by its middle. Its position is an example."""

    kind: MarkKind
    x: float
    y: float


class PlanDistance(Value):
    """A distance, drawn as a line with its inches."""

    x: float
    y: float
    to_x: float
    to_y: float
    inches: int


class PlanWord(Value):
    """A word on the table, by its middle."""

    x: float
    y: float
    text: str


class PlanKey(Value):
    """The meaning of a kind of zone, in a sentence."""

    kind: ZoneKind
    text: str


class TablePlan(Value):
    """A table, its side in inches, and everything drawn on it."""

    side: int
    zones: tuple[Zone, ...] = ()
    marks: tuple[PlanMark, ...] = ()
    measures: tuple[PlanDistance, ...] = ()
    words: tuple[PlanWord, ...] = ()
    keys: tuple[PlanKey, ...] = ()

    @property
    def described(self) -> str:
        """Describe what is drawn, for players who can't see it."""
        first_sentence = _("Plan of the table, {n}″ × {n}″.", n=self.side)
        return " ".join((first_sentence, *(f"{key.text}." for key in self.keys)))


T = TypeVar("T")
#: Anything drawn on a plan.
Part = Zone | PlanMark | PlanDistance | PlanWord | PlanKey
Parts = Generator[Part, None, T]


class _Table(Struct):
    """A table to draw: its side, and that of the Refuge in its centre, in inches; and who plays on it."""

    side: int
    footprint: int
    #: Whether sides play against each other.
    rivals: bool
    #: How many discs have their distance drawn, alternately to the right and to the left.
    discs: int = 0

    @property
    def middle(self) -> float:
        """Return the centre of the table."""
        return self.side / 2

    @property
    def refuge(self) -> float:
        """Return the top left corner of the Refuge."""
        return self.middle - self.footprint / 2

    def disc(self, kind: ZoneKind, radius: int) -> Iterator[Part]:
        """Draw everything within a radius of the centre, with the distance."""
        middle = self.middle
        yield Zone(
            kind,
            x=middle - radius,
            y=middle - radius,
            width=2 * radius,
            height=2 * radius,
            corner=radius,
        )
        measures_to_right = (
            self.discs % 2 == 0
        )  # to the left and right in turn, if there are several
        edge = middle + radius if measures_to_right else middle - radius
        yield PlanDistance(middle, middle, to_x=edge, to_y=middle, inches=radius)
        self.discs += 1

    def frame(self, kind: ZoneKind, inches: int) -> Iterator[Part]:
        """Draw a frame along all edges, with its width."""
        yield Zone(kind, x=0, y=0, width=self.side, height=self.side, hollow=inches)
        x = self.side * 0.8
        yield PlanDistance(x, 0, to_x=x, to_y=inches, inches=inches)

    def around_refuge(self, kind: ZoneKind, inches: int) -> Iterator[Part]:
        """Draw everything within some inches of the Refuge."""
        corner = self.refuge - inches
        side = self.footprint + 2 * inches
        yield Zone(kind, x=corner, y=corner, width=side, height=side, corner=inches)
        edge = self.refuge + self.footprint
        y = self.middle
        yield PlanDistance(edge, y, to_x=edge + inches, to_y=y, inches=inches)


def _draw_pieces(kind: MarkKind, places: Sequence[tuple[float, float]]) -> list[PlanMark]:
    return [PlanMark(kind, x, y) for x, y in places[:MARKS_MOST]]


def plan_of(
    encounter: Encounter,
    side: int,
    perks: Collection[str] = (),
    *,
    rivals: bool = True,
    role: str = "attacker",
) -> TablePlan:
    """Return the plan of an Encounter on a table of `side` inches; `perks` are those of the
    defenders' Refuge. Without `rivals` it is that of one side in a role, or of sides together."""
    table = _Table(side, _footprint(encounter), rivals)
    steps = list(encounter.steps_for(perks, rivals=rivals, role=role))
    steps.sort(key=_order)  # large zones first, so that small ones are drawn over them
    parts: list[Part] = []
    for step in steps:
        parts.extend(_draw(table, step, encounter))
    return TablePlan(
        side=side,
        zones=tuple(part for part in parts if isinstance(part, Zone)),
        marks=tuple(part for part in parts if isinstance(part, PlanMark)),
        measures=tuple(part for part in parts if isinstance(part, PlanDistance)),
        words=tuple(part for part in parts if isinstance(part, PlanWord)),
        keys=tuple(part for part in parts if isinstance(part, PlanKey)),
    )


def _footprint(encounter: Encounter) -> int:
    """Return the side of the Refuge in inches."""
    for step in encounter.setup:
        if step.footprint:
            return step.footprint
    return FOOTPRINT


def _order(step: Placement) -> int:
    order = ("attacker", "side", "refuge", "defender", "captive", "vehicle", "tokens", "zombies")
    if step.what not in order:
        return len(order)
    return order.index(step.what)


def _draw(table: _Table, step: Placement, encounter: Encounter) -> Iterator[Part]:
    match step.what:
        case "attacker" | "defender":
            yield from _draw_deployment(table, step, step.what)
        case "side":
            yield from _draw_bands(table, step.within or 0)
        case "refuge":
            yield from _draw_refuge(table, step)
        case "tokens":
            yield from _draw_tokens(table, step, encounter)
        case "zombies":
            yield from _draw_zombies(table, step)
        case "captive":
            yield from _draw_pieces("captive", [(table.middle, table.middle)])
            yield PlanKey("captive", _("The Captive in the centre"))
        case "vehicle":
            yield from _draw_pieces("vehicle", [(table.middle, table.middle)])
            yield PlanKey("vehicle", _("The vehicle in the centre, terrain around it"))


def _draw_deployment(
    table: _Table, step: Placement, role: Literal["attacker", "defender"]
) -> Iterator[Part]:
    """Draw where the attackers or the defenders deploy."""
    inches = step.within or 0
    name_on_plan, name_in_key = _names_of_role(role, rivals=table.rivals)
    match step.of:
        case "any edge" | "edge":
            yield from table.frame(role, inches)
            yield PlanWord(table.middle, inches / 2, name_on_plan)
            text = _("{who}: within {n}″ of any table edge")
        case "refuge":
            yield from table.around_refuge(role, inches)
            yield PlanWord(table.middle, table.refuge - inches / 2, name_on_plan)
            text = _("{who}: within {n}″ of the Refuge")
        case "captive":
            yield from table.disc(role, inches)
            yield PlanWord(table.middle, table.middle - inches * 0.6, name_on_plan)
            text = _("{who}: within {n}″ of the Captive")
        case _:
            yield from table.disc(role, inches)
            yield PlanWord(table.middle, table.middle - inches * 0.6, name_on_plan)
            text = _("{who}: within {n}″ of the centre")
    yield PlanKey(role, text.format(who=name_in_key, n=inches))


def _names_of_role(role: Literal["attacker", "defender"], *, rivals: bool) -> tuple[str, str]:
    """Return who deploys there, as the plan and as its key say it."""
    if not rivals:
        return _("Deploy here"), _("Deployment zone")
    name = _("Attackers") if role == "attacker" else _("Defenders")
    return name, name


def _draw_bands(table: _Table, inches: int) -> Iterator[Part]:
    """Draw the deployment zones on two opposite edges, or on one for those without rivals."""
    side = table.side
    yield Zone("side", x=0, y=0, width=side, height=inches)
    yield PlanDistance(side * 0.85, 0, to_x=side * 0.85, to_y=inches, inches=inches)
    if not table.rivals:
        yield PlanWord(side * 0.42, inches / 2, _("Deploy here"))
        text = _("Deployment zone: up to {n}″ onto the table, on one edge", n=inches)
        yield PlanKey("side", text)
        return
    yield Zone("side", x=0, y=side - inches, width=side, height=inches)
    yield PlanWord(side * 0.42, inches / 2, _("Winner of the Roll-Off"))
    yield PlanWord(side * 0.42, side - inches / 2, _("Other side"))
    text = _("Deployment zones: up to {n}″ onto the table, on opposite edges", n=inches)
    yield PlanKey("side", text)


def _draw_refuge(table: _Table, step: Placement) -> Iterator[Part]:
    """Draw the Refuge in the centre, as an example, and what its Perks add."""
    if step.footprint is not None:
        yield from _draw_building(table, step.footprint)
    elif step.length is not None:
        yield from _draw_fences(table, nearest=step.clear or 0, farthest=step.within or 0)
    else:
        inches = step.within or 0
        corner = table.refuge - inches / 2
        yield from _draw_pieces("tower", [(corner, corner)])
        yield PlanKey("tower", _("Watch Tower: on the Refuge or within {n}″ of it", n=inches))


def _draw_building(table: _Table, side: int) -> Iterator[Part]:
    """Draw the Refuge itself."""
    yield Zone("refuge", x=table.refuge, y=table.refuge, width=side, height=side)
    text = _("Refuge: at least {n}″ × {n}″, anywhere (here in the centre)")
    if table.rivals:
        text = _("Refuge: at least {n}″ × {n}″, where the defenders choose (here in the centre)")
    yield PlanKey("refuge", text.format(n=side))


def _draw_fences(table: _Table, *, nearest: int, farthest: int) -> Iterator[Part]:
    """Draw where fences may stand: from `nearest` to `farthest` inches from the Refuge."""
    corner = table.refuge - farthest
    side = table.footprint + 2 * farthest
    yield Zone("fences", x=corner, y=corner, width=side, height=side, hollow=farthest - nearest)
    edge = table.refuge + table.footprint
    yield PlanDistance(table.middle, edge, to_x=table.middle, to_y=edge + nearest, inches=nearest)
    text = _("Fences: {near}″ to {far}″ from the Refuge", near=nearest, far=farthest)
    yield PlanKey("fences", text)


def _draw_tokens(table: _Table, step: Placement, encounter: Encounter) -> Iterator[Part]:
    """Draw where Supply Tokens are placed, or may be placed."""
    count = step.count or 0
    inches = step.within
    middle = table.middle
    match step.of:
        case "centre" if inches is None:
            beside_vehicle = table.footprint / 2 if encounter.vehicle else 0
            yield from _draw_pieces("supply", [(middle + beside_vehicle, middle)])
            text = _("The first Supply Token as near the centre as possible, on ground level")
        case "centre":
            yield from table.disc("tokens", inches or 0)
            yield from _draw_pieces(
                "supply", _places_around(middle, (inches or 0) * 0.8, count, 0.5)
            )
            text = counting(
                "{count} Supply Token within {n}″ of the centre",
                "{count} Supply Tokens within {n}″ of the centre",
                count,
            )
        case "refuge" if inches:
            yield from _draw_pieces("supply", _places_outside_refuge(table, inches)[:count])
            text = counting(
                "{count} Supply Token outside it, within {n}″ of the Refuge",
                "{count} Supply Tokens outside it, within {n}″ of the Refuge",
                count,
            )
        case "refuge":
            yield from _draw_pieces(
                "supply", _places_around(middle, table.footprint * 0.27, count, 0.5)
            )
            text = counting(
                "{count} Supply Token inside the Refuge",
                "{count} Supply Tokens inside the Refuge",
                count,
            )
        case _:
            text = yield from _free_tokens(table, step, encounter)
    yield PlanKey("tokens", text.format(count=count, n=inches))


def _places_outside_refuge(table: _Table, inches: float) -> list[tuple[float, float]]:
    """Return places at three sides of the Refuge."""
    middle = table.middle
    near_side = table.refuge - inches / 2
    far_side = table.side - near_side
    return [(near_side, middle + 2), (far_side, middle - 3), (middle - 2, far_side)]


def _free_tokens(table: _Table, step: Placement, encounter: Encounter) -> Parts[str]:
    """Draw how far the sides' Supply Tokens are from edges and deployment zones."""
    clear = step.clear or 0
    side = table.side
    bands = _depth_of_bands(encounter)
    top = clear + bands if "zone" in step.clear_of else clear
    yield Zone("tokens", x=clear, y=top, width=side - 2 * clear, height=side - 2 * top)
    y = side * 0.62
    yield PlanDistance(0, y, to_x=clear, to_y=y, inches=clear)
    x = side * 0.7
    yield PlanDistance(x, bands, to_x=x, to_y=top, inches=clear)
    places = _corners(side, clear + 2, top + 2)
    yield from _draw_pieces("supply", places[: 2 * (step.count or 0)])
    if not table.rivals:
        return _(
            "All other Supply Tokens inside the dashed line: {clear}″ from table edges, the deployment "
            "zone and other Supply Tokens",
            clear=clear,
        )
    return _(
        "{count} Supply Tokens from each side, inside the dashed line: {clear}″ from table edges, "
        "deployment zones and other Supply Tokens",
        count=step.count,
        clear=clear,
    )


def _depth_of_bands(encounter: Encounter) -> int:
    """Return how far the sides' deployment zones reach onto the table, 0 without any."""
    for step in encounter.setup:
        if step.what == "side":
            return step.within or 0
    return 0


def _corners(side: int, x: float, y: float) -> list[tuple[float, float]]:
    """Return a place near each corner of the table, opposite ones first."""
    return [
        (x, y),
        (side - x, side - y),
        (side - x, y),
        (x, side - y),
    ]


def _draw_zombies(table: _Table, step: Placement) -> Iterator[Part]:
    """Draw where zombies start, or may start."""
    count = step.count or 0
    inches = step.within or 0
    match step.of:
        case "centre":
            yield from table.disc("zombies", inches)
            yield from _draw_pieces(
                "zombie", _places_around(table.middle, inches * 0.65, count, 0.75)
            )
            text = counting(
                "{count} zombie within {n}″ of the centre",
                "{count} zombies within {n}″ of the centre",
                count,
            )
        case "centre line":
            yield from _zombies_on_line(table, inches, count)
            text = counting(
                "{count} zombie within {n}″ of the centre line",
                "{count} zombies within {n}″ of the centre line",
                count,
            )
        case _:
            text = yield from _free_zombies(table, step, count)
    yield PlanKey("zombies", text.format(count=count, n=inches, clear=step.clear))


def _zombies_on_line(table: _Table, inches: int, count: int) -> Iterator[Part]:
    """Draw zombies along the line through the centre, alternately at either side of it."""
    middle = table.middle
    yield Zone("zombies", x=0, y=middle - inches, width=table.side, height=2 * inches)
    x = table.side * 0.93
    yield PlanDistance(x, middle, to_x=x, to_y=middle + inches, inches=inches)
    gap = table.side / (count + 1)
    places = []
    for n in range(count):
        y = middle - inches * 0.4 if n % 2 == 0 else middle + inches * 0.5
        places.append((gap * (n + 0.75), y))
    yield from _draw_pieces("zombie", places)


def _free_zombies(table: _Table, step: Placement, count: int) -> Parts[str]:
    """Draw the distances to keep for zombies that may start anywhere else."""
    side = table.side
    inset = (step.clear or 0) if "edge" in step.clear_of else 0
    if inset:
        inner_side = side - 2 * inset
        yield Zone("zombies", x=inset, y=inset, width=inner_side, height=inner_side)
        y = side * 0.75
        yield PlanDistance(0, y, to_x=inset, to_y=y, inches=inset)
    near_side = max(inset + 2, side * 0.14)
    far_side = side - near_side
    clockwise = [
        (near_side, near_side),
        (far_side, near_side),
        (far_side, far_side),
        (near_side, far_side),
    ]
    yield from _draw_pieces("zombie", clockwise[:count])
    if inset:
        return _("{count} zombies inside the dashed line, but not within {clear}″ of a Character")
    if step.outside == "refuge":
        return _(
            "{count} zombies anywhere outside the Refuge, but not within {clear}″ of a Character"
        )
    return _("{count} zombies anywhere, but not within {clear}″ of a Character")


def _places_around(
    middle: float, radius: float, count: int, turn: float
) -> list[tuple[float, float]]:
    """Return positions on a circle, evenly spread; `turn` rotates them by a fraction of the step
    between two."""
    places = []
    for n in range(count):
        angle = 2 * pi * (n + turn) / count - pi / 2
        places.append((middle + radius * cos(angle), middle + radius * sin(angle)))
    return places
