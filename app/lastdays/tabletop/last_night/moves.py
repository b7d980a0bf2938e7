"""What is due, and what can be done with each thing, in *Last Night on Earth*."""

from __future__ import annotations

from lastdays.language import _
from lastdays.tabletop.declared import Advice, Move
from lastdays.tabletop.last_night.counts import (
    HEROES,
    advanced,
    can_spawn,
    is_nameless,
    living,
    names_left,
    on_board,
    zombie_seats,
)
from lastdays.tabletop.units import TableState, Unit


def advice(setting: TableState, checklist: list[str]) -> Advice:
    """What is done in this step."""
    if not setting.active:
        opening = [
            Move(f"open/{s.id}", _("Opening zombies: {name}").format(name=s.name), "play",
                 "opening", {"unit": s.id})
            for s in zombie_seats(setting)
            if not s.on("opened")
        ]  # fmt: skip
        return Advice(" ".join(checklist), (*opening, *_names(setting, living(setting))))
    says = {
        "sun": _("The sun stands at {n}.").format(n=setting.table["sun"]),
        "cards": _("Each zombie player may discard one card, then draws up."),
        "spawn": _("More than the own zombies on the board, and new ones come in the end."),
        "move": _("Each zombie moves a space; towards a Hero beside it, never away from one."),
        "fight": _("Every Hero with a zombie in the space fights; uneven: the Heroes choose."),
        "place": _("Those who won the spawn roll place new zombies, evenly over the pits."),
        "heroes": _("Heroes act in any order: move or search, exchange, Ranged Attack, fight."),
    }[setting.step]
    acting = str(setting.table["acting"] or "")
    if setting.step == "heroes" and setting.has(acting):
        says = _("{name} acts: move or search, exchange, Ranged Attack, fight.")
        if setting[acting].number("rolled") and not setting[acting].on("moved"):
            says = _("{name} rolled {n}: move up to that many spaces, or search instead.")
        says = says.format(name=setting.name(acting), n=setting[acting]["rolled"])
    return Advice(says, tuple(_due(setting)))


def _due(setting: TableState) -> list[Move]:
    found = [
        Move(f"kill/{h.id}", _("{name} is killed").format(name=h.name), "play", "kill",
             {"unit": h.id})
        for h in living(setting)
        if h.number("wounds") >= h.number("health")
    ]  # fmt: skip
    found += _names(setting, [h for h in living(setting) if int(h.id[1:]) > HEROES])
    for seat in zombie_seats(setting):
        who = {"unit": seat.id}
        if setting.step == "cards":
            found.append(
                Move(f"discard/{seat.id}", _("{name} discards one").format(name=seat.name),
                     "tap", "discard", who,
                     _("one a turn, before drawing")
                     if seat.on("discarded") or seat.on("drawn")
                     else "")
            )  # fmt: skip
            found.append(
                Move(f"draw/{seat.id}", _("{name} draws up").format(name=seat.name), "tap",
                     "draw", who)
            )  # fmt: skip
        if setting.step == "spawn":
            why = _("rolled already") if seat.on("rolled") else ""
            if not can_spawn(setting, seat):
                why = _("no roll is higher than {n}").format(n=on_board(setting, seat))
            found.append(
                Move(f"spawn/{seat.id}", _("Spawn roll: {name}").format(name=seat.name),
                     "play", "spawn", who, why)
            )  # fmt: skip
        if setting.step == "place" and seat.on("won"):
            found.append(
                Move(f"place/{seat.id}", _("{name} places zombies").format(name=seat.name),
                     "play", "place", who)
            )  # fmt: skip
    if setting.step == "fight":
        found += [
            Move(f"fight/{h.id}", _("{name} fights").format(name=h.name), "play", "fight",
                 {"unit": h.id})
            for h in living(setting)
        ]  # fmt: skip
    if setting.step == "heroes":
        found += _hero_due(setting)
    return found


def _hero_due(setting: TableState) -> list[Move]:
    """Whoever acts goes through the four steps; else who may begin."""
    acting = str(setting.table["acting"] or "")
    if not any(h.id == acting for h in living(setting)):
        return [
            Move(f"acts/{h.id}", _("{name} acts").format(name=h.name), "tap", "act",
                 {"unit": h.id})
            for h in living(setting)
            if not h.on("acted")
        ]  # fmt: skip
    hero, who = setting[acting], {"unit": acting}
    moved = _("moved or searched already") if hero.on("moved") else ""
    rolled = moved or (_("rolled already") if hero.number("rolled") else "")
    shot = _("one Ranged Attack a turn") if hero.on("shot") else ""
    items = setting.of("item", acting)
    found = [
        Move("walk", _("Move: roll the die"), "play", "walk", who, rolled),
        Move("search", _("Search instead"), "tap", "search", who, moved),
    ]
    found += [
        Move(f"give/{i.id}", _("Exchange: {item} to another Hero").format(item=i.name), "play",
             "give", {"unit": i.id})
        for i in items
    ]  # fmt: skip
    return [
        *found,
        Move("ranged", _("Ranged Attack"), "play", "ranged", who, shot),
        Move("fight", _("Fight a zombie in the space"), "play", "fight", who),
        Move("acted", _("{name} has acted").format(name=hero.name), "tap", "acted", who),
    ]


def moves(setting: TableState, unit: Unit) -> list[Move]:
    """What can be done with a Hero, an item, a zombie player, the table."""
    who = {"unit": unit.id}
    match unit.kind:
        case "hero" if not unit.on("dead"):
            shot = _("one Ranged Attack a turn") if unit.on("shot") else ""
            return [
                Move("walk", _("Rolls to move"), "play", "walk", who),
                Move("ranged", _("Ranged Attack"), "play", "ranged", who, shot),
                Move("fight", _("Fights"), "play", "fight", who),
                Move("item", _("Finds an item"), "tap", "item", {**who, "weapon": False}),
                Move("weapon", _("Finds a weapon"), "tap", "item", {**who, "weapon": True}),
                Move("kill", _("Is killed"), "play", "kill", who),
                *(
                    [Move("who", _("Which Hero?"), "play", "who", who)]
                    if names_left(setting)
                    else []
                ),
            ]
        case "card":
            return [
                *(
                    Move(sort, _("It places {marker}").format(marker=name), "tap", "marker",
                         {"sort": sort, "name": name, "card": unit.id})
                    for sort, name in _markers(setting)
                ),
                Move("drop", _("Discarded or cancelled"), "tap", "drop", who),
            ]  # fmt: skip
        case "item":
            return [
                Move("give", _("To another Hero"), "play", "give", who),
                Move("drop", _("Discard it"), "tap", "drop", who),
            ]
        case "zombie-hero":
            return [
                Move("walk", _("Rolls to move (D3)"), "play", "walk", who),
                Move("down", _("Is killed"), "tap", "zombie-hero-down", who),
            ]
        case "marker":
            return [Move("drop", _("Take it off"), "tap", "drop", who)]
        case "seat" if unit["role"] == "zombie":
            none = "" if unit.number("board") else _("none on the board")
            opened = _("placed already") if unit.on("opened") else ""
            return [
                Move("opening", _("Opening zombies"), "play", "opening", who, opened),
                Move("killed", _("A zombie is killed"), "tap", "killed", who, none),
                Move("spawn", _("Spawn roll"), "play", "spawn", who),
                Move("card", _("A card remains in play"), "tap", "card", who),
            ]
        case "seat":
            return [Move("card", _("A card remains in play"), "tap", "card", who)]
        case "table":
            return _table_moves(setting)
    return []


def _names(setting: TableState, heroes: list[Unit]) -> list[Move]:
    """Which of the box's Heroes those are of whom nobody has said it."""
    if not names_left(setting):
        return []
    return [
        Move(f"who/{h.id}", _("Which Hero is {name}?").format(name=h.name), "play", "who",
             {"unit": h.id})
        for h in heroes
        if is_nameless(h)
    ]  # fmt: skip


def _markers(setting: TableState) -> list[tuple[str, str]]:
    """The markers of the box that cards and scenarios place, with their names."""
    markers = [
        ("taken", _("Taken Over")),
        ("lights", _("Lights Out")),
        ("pit", _("New Spawning Pit")),
    ]
    if advanced(setting):
        markers += [("gas", _("Gas")), ("truck", _("Truck")), ("betsy", _("Old Betsy"))]
    return markers


def _table_moves(setting: TableState) -> list[Move]:
    found = [
        Move(key, text, "tap", "marker", {"sort": key, "name": text})
        for key, text in _markers(setting)
    ]
    found.append(Move("building", _("Random Building"), "play", "building"))
    if advanced(setting):
        found.append(Move("gas-blows", _("Gas is ignited"), "play", "gas"))
    deck = _("A Zombie card discards the last Hero card")
    if setting.table.on("exhausted"):
        deck = _("A Zombie card discards from the empty Hero deck")
    found.append(Move("deck", deck, "tap", "deck", {}))
    return found
