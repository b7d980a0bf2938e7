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
        first = _("Plan of the table, {n}″ × {n}″.", n=self.side)
        return " ".join((first, *(f"{key.text}." for key in self.keys)))


T = TypeVar("T")
#: Anything drawn on a plan.
Part = Zone | PlanMark | PlanDistance | PlanWord | PlanKey
P = TypeVar("P", bound=Part)
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
        c = self.middle
        yield Zone(kind, c - radius, c - radius, 2 * radius, 2 * radius, radius)
        away = radius if self.discs % 2 == 0 else -radius
        yield PlanDistance(c, c, c + away, c, radius)
        self.discs += 1

    def frame(self, kind: ZoneKind, inches: int) -> Iterator[Part]:
        """Draw a frame along all edges, with its width."""
        yield Zone(kind, 0, 0, self.side, self.side, 0, inches)
        across = self.side * 0.8
        yield PlanDistance(across, 0, across, inches, inches)

    def around_refuge(self, kind: ZoneKind, inches: int) -> Iterator[Part]:
        """Draw everything within some inches of the Refuge."""
        at, length = self.refuge - inches, self.footprint + 2 * inches
        yield Zone(kind, at, at, length, length, inches)
        left, y = self.refuge + self.footprint, self.middle
        yield PlanDistance(left, y, left + inches, y, inches)


def _lie(kind: MarkKind, places: Sequence[tuple[float, float]]) -> list[PlanMark]:
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
    footprint = next((p.footprint for p in encounter.setup if p.footprint), FOOTPRINT)
    table = _Table(side, footprint, rivals)
    # Large zones first, so that small ones are drawn over them.
    steps = sorted(encounter.steps_for(perks, rivals=rivals, role=role), key=_order)
    parts = [part for step in steps for part in _draw(table, step, encounter)]

    def all_of(kind: type[P]) -> tuple[P, ...]:
        return tuple(part for part in parts if isinstance(part, kind))

    return TablePlan(
        side,
        all_of(Zone),
        all_of(PlanMark),
        all_of(PlanDistance),
        all_of(PlanWord),
        all_of(PlanKey),
    )


def _order(step: Placement) -> int:
    order = ("attacker", "side", "refuge", "defender", "captive", "vehicle", "tokens", "zombies")
    return order.index(step.what) if step.what in order else len(order)


def _draw(table: _Table, step: Placement, encounter: Encounter) -> Iterator[Part]:
    match step.what:
        case "attacker" | "defender":
            yield from _deployed(table, step, step.what)
        case "side":
            yield from _bands(table, step.within or 0)
        case "refuge":
            yield from _refuge(table, step)
        case "tokens":
            yield from _tokens(table, step, encounter)
        case "zombies":
            yield from _zombies(table, step)
        case "captive":
            yield from _lie("captive", [(table.middle, table.middle)])
            yield PlanKey("captive", _("The Captive in the centre"))
        case "vehicle":
            yield from _lie("vehicle", [(table.middle, table.middle)])
            yield PlanKey("vehicle", _("The vehicle in the centre, terrain around it"))


def _deployed(
    table: _Table, step: Placement, role: Literal["attacker", "defender"]
) -> Iterator[Part]:
    """Draw where the attackers or the defenders deploy."""
    within = step.within or 0
    who = word = _("Attackers") if role == "attacker" else _("Defenders")
    if not table.rivals:
        who, word = _("Deployment zone"), _("Deploy here")
    match step.of:
        case "any edge" | "edge":
            yield from table.frame(role, within)
            yield PlanWord(table.middle, within / 2, word)
            text = _("{who}: within {n}″ of any table edge")
        case "refuge":
            yield from table.around_refuge(role, within)
            y = table.refuge - within / 2
            yield PlanWord(table.middle, y, word)
            text = _("{who}: within {n}″ of the Refuge")
        case _:
            yield from table.disc(role, within)
            yield PlanWord(table.middle, table.middle - within * 0.6, word)
            text = _("{who}: within {n}″ of the centre")
            if step.of == "captive":
                text = _("{who}: within {n}″ of the Captive")
    yield PlanKey(role, text.format(who=who, n=within))


def _bands(table: _Table, inches: int) -> Iterator[Part]:
    """Draw the deployment zones on two opposite edges, or on one for those without rivals."""
    side = table.side
    yield Zone("side", 0, 0, side, inches)
    yield PlanDistance(side * 0.85, 0, side * 0.85, inches, inches)
    if not table.rivals:
        yield PlanWord(side * 0.42, inches / 2, _("Deploy here"))
        text = _("Deployment zone: up to {n}″ onto the table, on one edge", n=inches)
        yield PlanKey("side", text)
        return
    yield Zone("side", 0, side - inches, side, inches)
    first, other = _("Winner of the Roll-Off"), _("Other side")
    yield PlanWord(side * 0.42, inches / 2, first)
    yield PlanWord(side * 0.42, side - inches / 2, other)
    yield PlanKey(
        "side",
        _("Deployment zones: up to {n}″ onto the table, on opposite edges", n=inches),
    )


def _refuge(table: _Table, step: Placement) -> Iterator[Part]:
    """Draw the Refuge in the centre, as an example, and what its Perks add."""
    if step.footprint is not None:
        n = step.footprint
        yield Zone("refuge", table.refuge, table.refuge, n, n)
        text = _("Refuge: at least {n}″ × {n}″, where the defenders choose (here in the centre)")
        if not table.rivals:
            text = _("Refuge: at least {n}″ × {n}″, anywhere (here in the centre)")
        yield PlanKey("refuge", text.format(n=n))
    elif step.length is not None:
        near, far = step.clear or 0, step.within or 0
        at, length = table.refuge - far, table.footprint + 2 * far
        yield Zone("fences", at, at, length, length, 0, far - near)
        low = table.refuge + table.footprint
        yield PlanDistance(table.middle, low, table.middle, low + near, near)
        text = _("Fences: {near}″ to {far}″ from the Refuge")
        yield PlanKey("fences", text.format(near=near, far=far))
    else:
        near = step.within or 0
        corner = table.refuge - near / 2
        yield from _lie("tower", [(corner, corner)])
        text = _("Watch Tower: on the Refuge or within {n}″ of it")
        yield PlanKey("tower", text.format(n=near))


def _tokens(table: _Table, step: Placement, encounter: Encounter) -> Iterator[Part]:
    """Draw where Supply Tokens are placed, or may be placed."""
    count, within = step.count or 0, step.within
    c, f = table.middle, table.refuge
    match step.of:
        case "centre" if within is None:
            beside = table.footprint / 2 if encounter.vehicle else 0
            yield from _lie("supply", [(c + beside, c)])
            text = _("The first Supply Token as near the centre as possible, on ground level")
        case "centre":
            yield from table.disc("tokens", within or 0)
            yield from _lie("supply", _around(c, (within or 0) * 0.8, count, 0.5))
            text = counting(
                "{count} Supply Token within {n}″ of the centre",
                "{count} Supply Tokens within {n}″ of the centre",
                count,
            )
        case "refuge" if within:
            out = f - within / 2
            spots = [(out, c + 2), (table.side - out, c - 3), (c - 2, table.side - out)]
            yield from _lie("supply", spots[:count])
            text = counting(
                "{count} Supply Token outside it, within {n}″ of the Refuge",
                "{count} Supply Tokens outside it, within {n}″ of the Refuge",
                count,
            )
        case "refuge":
            yield from _lie("supply", _around(c, table.footprint * 0.27, count, 0.5))
            text = counting(
                "{count} Supply Token inside the Refuge",
                "{count} Supply Tokens inside the Refuge",
                count,
            )
        case _:
            text = yield from _free_tokens(table, step, encounter)
    yield PlanKey("tokens", text.format(count=count, n=within))


def _free_tokens(table: _Table, step: Placement, encounter: Encounter) -> Parts[str]:
    """Draw how far the sides' Supply Tokens are from edges and deployment zones."""
    clear, side = step.clear or 0, table.side
    bands = next((p.within or 0 for p in encounter.setup if p.what == "side"), 0)
    down = clear + bands if "zone" in step.clear_of else clear
    yield Zone("tokens", clear, down, side - 2 * clear, side - 2 * down)
    yield PlanDistance(0, side * 0.62, clear, side * 0.62, clear)
    yield PlanDistance(side * 0.7, bands, side * 0.7, down, clear)
    near, far = clear + 2, down + 2
    spots = [(near, far), (side - near, side - far), (side - near, far), (near, side - far)]
    yield from _lie("supply", spots[: 2 * (step.count or 0)])
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


def _zombies(table: _Table, step: Placement) -> Iterator[Part]:
    """Draw where zombies start, or may start."""
    count, within, c = step.count or 0, step.within or 0, table.middle
    match step.of:
        case "centre":
            yield from table.disc("zombies", within)
            yield from _lie("zombie", _around(c, within * 0.65, count, 0.75))
            text = counting(
                "{count} zombie within {n}″ of the centre",
                "{count} zombies within {n}″ of the centre",
                count,
            )
        case "centre line":
            yield Zone("zombies", 0, c - within, table.side, 2 * within)
            at = table.side * 0.93
            yield PlanDistance(at, c, at, c + within, within)
            apart = table.side / (count + 1)
            rows = [c - within * 0.4, c + within * 0.5]
            spots = [(apart * (n + 0.75), rows[n % 2]) for n in range(count)]
            yield from _lie("zombie", spots)
            text = counting(
                "{count} zombie within {n}″ of the centre line",
                "{count} zombies within {n}″ of the centre line",
                count,
            )
        case _:
            text = yield from _free_zombies(table, step, count)
    yield PlanKey("zombies", text.format(count=count, n=within, clear=step.clear))


def _free_zombies(table: _Table, step: Placement, count: int) -> Parts[str]:
    """Draw the distances to keep for zombies that may start anywhere else."""
    clear, side = step.clear or 0, table.side
    inset = clear if "edge" in step.clear_of else 0
    if inset:
        length = side - 2 * inset
        yield Zone("zombies", inset, inset, length, length)
        yield PlanDistance(0, side * 0.75, inset, side * 0.75, inset)
    near = max(inset + 2, side * 0.14)
    spots = [(near, near), (side - near, near), (side - near, side - near), (near, side - near)]
    yield from _lie("zombie", spots[:count])
    if inset:
        return _("{count} zombies inside the dashed line, but not within {clear}″ of a Character")
    if step.outside == "refuge":
        return _(
            "{count} zombies anywhere outside the Refuge, but not within {clear}″ of a Character"
        )
    return _("{count} zombies anywhere, but not within {clear}″ of a Character")


def _around(middle: float, radius: float, count: int, turn: float) -> list[tuple[float, float]]:
    """Return positions on a circle, evenly spread; `turn` rotates them by a fraction of the step
    between two."""
    angles = [2 * pi * (n + turn) / count - pi / 2 for n in range(count)]
    return [(middle + radius * cos(a), middle + radius * sin(a)) for a in angles]
