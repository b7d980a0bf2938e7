"""What is shown of a table of units: a panel for each player with all that lies before them, the
rest along the foot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from lastdays.language import _
from lastdays.tabletop.kinds import Count, Kind
from lastdays.tabletop.units import GONE, TableState, Unit
from lastdays.tabletop.view import BoardView, CardView, ChipView, PanelView, TokenView

#: More panels than this stand in two rows.
ACROSS = 3
#: A limit above this is not written beside the number: it is the box of figures.
WRITTEN = 30
#: A token or chip that shows the same is the same value again: made and compared in no time.
same_token = lru_cache(maxsize=4096)(TokenView)
same_chip = lru_cache(maxsize=1024)(ChipView)


def board_of_units(kinds: Mapping[str, Kind], setting: TableState) -> BoardView:
    """Return everything on the table that is of one of the kinds."""
    below: dict[str, list[Unit]] = {}
    ids = {u.id for u in setting.units.values() if u.kind in kinds}
    for unit in setting.units.values():
        if unit.id in ids and unit.kind != "seat":
            below.setdefault(unit.owner if unit.owner in ids else "", []).append(unit)

    def cards(unit: Unit, depth: int) -> Iterator[CardView]:
        yield card_of(kinds[unit.kind], setting, unit, depth)
        for owned in below.get(unit.id, ()):
            yield from cards(owned, depth + 1)

    return BoardView(
        panels=tuple(PanelView(s.id, "", tuple(cards(s, 0))) for s in setting.seats),
        foot=tuple(card for unit in below.get("", ()) for card in cards(unit, 0)),
        foot_title=_("The table"),
        across=across(len(setting.seats)),
        active=setting.active,
        seated=True,
    )


def across(players: int) -> int:
    """Return how many panels stand side by side: two rows of them at most."""
    return players if players <= ACROSS else -(-players // 2)


def card_of(kind: Kind, setting: TableState, unit: Unit, depth: int = 0) -> CardView:
    """Return a unit with the counters and switches its kind keeps now; what is secret has no
    value until the unit is revealed."""
    whose = _whose(setting, unit)
    figure, caption = kind.figure(setting, unit)
    return CardView(
        unit.id,
        unit.kind,
        unit.name,
        kind.note(setting, unit),
        tokens=tuple(
            _token(kind, entry, setting, unit, whose)
            for entry in kind.counts
            if entry.when(setting, unit)
        ),
        chips=tuple(
            same_chip(
                unit.id,
                flag.key,
                flag.letter,
                flag.label,
                unit.on(flag.key),
                flag.icon,
                written=True,
                whose=whose,
                aside=flag.aside(setting, unit),
            )
            for flag in kind.flags
            if flag.when(setting, unit)
        ),
        look="active" if setting.active == unit.id else "gone" if kind.gone(setting, unit) else "",
        depth=depth,
        icon=kind.icon(setting, unit),
        figure=figure,
        figure_caption=caption,
        remark=(kind.note if kind.remark is None else kind.remark)(setting, unit),
        facts=kind.facts(setting, unit),
        form=kind.form(setting, unit),
        worded=kind.worded,
        adds=tuple(kind.adds(setting, unit)),
        spoken=_spoken(setting, unit),
    )


def _whose(setting: TableState, unit: Unit) -> str:
    """Return the unit in full, as a screen reader says it."""
    owner = setting.units.get(unit.owner)
    if owner is None or owner.kind != "seat":
        return unit.name
    return _("{name} of {seat}").format(name=unit.name, seat=owner.name)


def _spoken(setting: TableState, unit: Unit) -> str:
    """Return which unit it is: 'Barricade 1 of Home base of Ann', 'Axe 2 of Bob'."""
    owner = setting.units.get(unit.owner)
    if owner is None or owner.kind == GONE:
        return unit.name
    whose = _spoken(setting, owner)
    alike = [u.id for u in setting.of(unit.kind, unit.owner) if u.name == unit.name]
    if len(alike) > 1:
        number = alike.index(unit.id) + 1
        return _("{name} {n} of {seat}").format(name=unit.name, n=number, seat=whose)
    if unit.name == owner.name:
        return whose
    return _("{name} of {seat}").format(name=unit.name, seat=whose)


def _token(kind: Kind, entry: Count, setting: TableState, unit: Unit, whose: str) -> TokenView:
    value, most = unit[entry.key], None
    if entry.key in kind.secret and not unit.on("revealed"):
        value = None
    if value is not None and entry.limit != "reminder":
        most = entry.most(setting, unit)
    return same_token(
        unit.id,
        entry.key,
        entry.label,
        None if value is None else int(value),
        limit=most if most is not None and entry.told and most <= WRITTEN else None,
        shape=entry.look,
        alarm=_("TOO MANY") if most is not None and value > most else "",
        icon=entry.icon,
        whose=whose,
        boxes=entry.boxes,
        tone=entry.tone,
        digits=entry.digits,
        aside=entry.aside(setting, unit),
    )
