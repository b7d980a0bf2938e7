"""Rolls, cards and taps of *Zombie Town*."""

from __future__ import annotations

from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure
from lastdays.tabletop.declared import PlayRule, TapRule
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.kinds import Done
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.zombie_town.combat import duel, hurt, hurt_by_hand, shoot
from lastdays.tabletop.zombie_town.counts import (
    BARRICADES,
    BUILDINGS,
    GUNS,
    USES,
    building_of,
    cemetery,
    collect,
    is_dead,
    new_building,
    new_gun,
    one_of,
    pawns,
    pay,
    seat_of,
    survivors_of,
    twofold,
)

# Taps


def _free(setting: TableState, unit: str) -> Done:
    if not setting[unit].number("free"):
        raise RuleError(_("The free move is used."))
    return setting.add(unit, "free", -1), [fact("free", who=f"@{unit}")]


def _act(setting: TableState, unit: str, deed: str) -> Done:
    names = {
        "move": _("move"),
        "tear": _("tear down"),
        "store": _("store"),
        "weapon": _("guns"),
        "survivor": _("survivors"),
    }
    setting = pay(setting, unit)
    left = setting[unit].number("actions")
    return setting, [fact("acts", who=f"@{unit}", what=names[deed], n=left)]


def _event(setting: TableState, unit: str) -> Done:
    if not setting[unit].number("hand"):
        raise RuleError(_("{name} has no card.").format(name=setting[unit].name))
    return setting.add(unit, "hand", -1), [fact("event", who=f"@{unit}")]


def _extra(setting: TableState, unit: str) -> Done:
    return setting.add(unit, "actions", 1), [fact("extra", who=f"@{unit}")]


def _back(setting: TableState) -> Done:
    day = setting.table.number("day")
    if day <= 1:
        raise RuleError(_("It is day 1: nothing happens."))
    return setting.put("table", day=day - 1), [fact("back", n=day - 1)]


def no_claim(setting: TableState, seat: str) -> str:
    """Why no building may be claimed: four, home bases among them; four for each of two characters
    (ruling 54). '' where one may."""
    most = BUILDINGS * twofold(setting)
    if len(setting.of("building", seat)) < most:
        return ""
    return _("{n} buildings at most, the home base among them.").format(n=most)


def _claim(setting: TableState, unit: str) -> Done:
    why = no_claim(setting, unit)
    if why:
        raise RuleError(why)
    after = new_building(setting, unit, home=False)
    made = after.of("building", unit)[-1]
    return after, [fact("claimed", who=f"@{unit}", what=made.name)]


def _lose(setting: TableState, unit: str) -> Done:
    if not setting[unit].number("hand"):
        raise RuleError(_("{name} has no card.").format(name=setting[unit].name))
    return setting.add(unit, "hand", -1), [fact("lost-card", who=f"@{unit}")]


def _join(setting: TableState, unit: str) -> Done:
    """A survivor with a character, or in a building."""
    made = setting.next_id("s")
    name = _("Survivor {n}").format(n=made[1:])
    return setting.place(Unit(made, "survivor", name, unit, {})), [fact("joins", who=f"@{unit}")]


def _reload(setting: TableState, unit: str) -> Done:
    full = setting[unit].number("magazine")
    said = fact("reloaded", what=setting[unit].name, n=full)
    return setting.put(unit, bullets=full), [said]


def _held(setting: TableState, unit: str) -> Done:
    building = setting[unit]
    said = fact("held", who=f"@{building.owner}", what=building.name)
    return setting.put(unit, breached=False), [said]


def _gone(setting: TableState, unit: str) -> Done:
    return setting.drop(unit), [fact("gone", what=setting[unit].name)]


def _use(setting: TableState, unit: str) -> Done:
    """An action of the owner; the house is worth a point less."""
    building = setting[unit]
    if not building.number("uses"):
        raise RuleError(_("It has been used five times."))
    if building.owner != setting.active:
        raise RuleError(_("An ability is used in the own turn."))
    setting = pay(setting, building.owner)
    setting = setting.add(unit, "uses", -1)
    return setting, [fact("used", what=building.name, n=setting[unit]["uses"])]


# Procedures


def _draw(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A card from the building one is in; what goes off at once costs nothing, nor its draw."""
    seat = str(args["unit"])
    paid = pay(setting, seat)
    what = yield Choose(
        key=f"draw/{seat}",
        question=_("{name} draws: what becomes of the card?").format(name=setting[seat].name),
        options=(
            Option("kept", _("Into the hand")),
            Option("returned", _("Back into the building")),
            Option("event-now", _("An event that happens now")),
            Option("zombie-event", _("A zombie")),
        ),
    )
    who = f"@{seat}"
    match what:
        case "kept":
            return paid.add(seat, "hand", 1), [fact("kept", who=who)]
        case "returned":
            return paid, [fact("returned", who=who)]
        case "zombie-event":
            if cemetery(setting):
                setting = setting.add("table", "board", 1)
            return setting, [fact("zombie-event", who=who)]
    return setting, [fact("event-now", who=who)]


def _card(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A card from the hand, an action; guns, survivors and barricades come to lie there."""
    seat = str(args["unit"])
    setting = pay(setting, seat)
    if not setting[seat].number("hand"):
        raise RuleError(_("{name} has no card.").format(name=setting[seat].name))
    setting = setting.add(seat, "hand", -1)
    bearers = [b for b in (*pawns(setting, seat), *survivors_of(setting, seat)) if room(setting, b)]
    what = yield Choose(
        key=f"card/{seat}/what",
        question=_("Which card?"),
        options=(
            *([Option("gun", _("Gun"))] if bearers else []),
            Option("survivor", _("Survivor")),
            *([Option("barricade", _("Barricade"))] if _places(setting, seat, walled=True) else []),
            Option("fireworks", _("Fireworks")),
            Option("other", _("Another card")),
        ),
    )
    names = {
        "gun": _("Gun"),
        "survivor": _("Survivor"),
        "barricade": _("Barricade"),
        "fireworks": _("Fireworks"),
    }
    played = fact("plays", who=f"@{seat}", what=names.get(what, _("another")))
    if what == "gun":
        to = yield from one_of(setting, f"card/{seat}/to", _("Who takes the gun?"), bearers)
        setting, says = yield from _arm(setting, to, f"card/{seat}")
        return setting, [played, *says]
    if what == "survivor":
        places = _places(setting, seat, pawns_too=True)
        setting, to, says = yield from _where(
            setting, seat, f"card/{seat}/to", _("Where does the survivor stay?"), places
        )
        setting, more = _join(setting, to)
        return setting, [played, *says, *more]
    if what == "barricade":
        places = _places(setting, seat, walled=True)
        setting, to, says = yield from _where(
            setting, seat, f"card/{seat}/to", _("Which building?"), places
        )
        setting, more = yield from _wall(setting, {"unit": to})
        return setting, [played, *says, *more]
    if what == "fireworks":
        setting, says = yield from _fireworks(setting, seat)
        return setting, [played, *says]
    return setting, [played]


#: A building of the board without a card here yet.
NEW = "new"


def _places(
    setting: TableState, seat: str, *, pawns_too: bool = False, walled: bool = False, but: str = ""
) -> list[Option]:
    """Where a barricade or survivor may be played: with the player's own, or in another building,
    which is thereby claimed (Claiming a building). `walled`: for a barricade; `but`: where the
    card is now."""

    def free(building: Unit) -> bool:
        return not walled or len(setting.of("barricade", building.id)) < BARRICADES

    mine = [b for b in setting.of("building", seat) if free(b)]
    options = [Option(u.id, u.name) for u in (*(pawns(setting, seat) if pawns_too else ()), *mine)]
    if not no_claim(setting, seat):
        options.append(Option(NEW, _("A building nobody has claimed: it is claimed")))
        options += [
            Option(
                b.id,
                _("{building}: it is taken over").format(building=building_of(setting, b)),
            )
            for b in setting.of("building")
            if b.owner != seat and free(b)
        ]
    return [o for o in options if o.key != but]


def _where(
    setting: TableState, seat: str, key: str, question: str, options: list[Option]
) -> Procedure[tuple[TableState, str, list[Fact]]]:
    """One of `_places`, asked even where there is one only."""
    if not options:
        raise RuleError(_("There is no building for it."))
    to = yield Choose(key=key, question=question, options=tuple(options))
    if to == NEW:
        setting, says = _claim(setting, seat)
        return setting, setting.of("building", seat)[-1].id, says
    if setting[to].kind == "building" and setting[to].owner != seat:
        setting, says = _over(setting, to, seat)
        return setting, to, says
    return setting, to, []


def _fireworks(setting: TableState, seat: str) -> Procedure[Done]:
    """On any building, until the end of the player's next turn."""
    options = [Option(b.id, building_of(setting, b)) for b in setting.of("building")]
    to = yield Choose(
        key=f"card/{seat}/to",
        question=_("Fireworks at which building?"),
        options=(*options, Option(NEW, _("A building nobody has claimed"))),
    )
    where = next((o.label for o in options if o.key == to), "")
    name = _("Fireworks: {building}").format(building=where) if where else _("Fireworks")
    name = setting.fresh_name(name, "marker")
    turns = 2 if seat == setting.active else 1
    made = Unit(setting.next_id("f"), "marker", name, "", {"by": seat, "turns": turns})
    return setting.place(made), [fact("fireworks", what=name, who=f"@{seat}")]


def burn_down(setting: TableState, seats: list[str]) -> Done:
    """Fireworks after turns of these players: gone at the end of the next turn of whoever played
    them (Card Descriptions)."""
    says: list[Fact] = []
    for marker in setting.of("marker"):
        turns = marker.number("turns") - seats.count(str(marker["by"]))
        if turns > 0:
            setting = setting.put(marker.id, turns=turns)
        else:
            setting = setting.drop(marker.id)
            says.append(fact("burnt-out", what=marker.name))
    return setting, says


def room(setting: TableState, bearer: Unit) -> bool:
    """Whether a character, or a survivor, has a hand free for a gun."""
    return len(setting.of("gun", bearer.id)) < (GUNS if bearer.kind == "pawn" else 1)


def _arm(setting: TableState, bearer: str, where: str) -> Procedure[Done]:
    if not room(setting, setting[bearer]):
        raise RuleError(_("{name} has as many guns as allowed.").format(name=setting[bearer].name))
    magazine = int((yield Choose(
        key=f"{where}/magazine",
        question=_("How many bullets does it hold?"),
        options=tuple(Option(str(n), str(n)) for n in range(1, 7)),
    )))  # fmt: skip
    setting = new_gun(setting, bearer, magazine)
    return setting, [fact("gun", who=f"@{bearer}", n=magazine)]


def _gun(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    bearer = str(args["unit"])
    return (yield from _arm(setting, bearer, f"gun/{bearer}"))


def _hand_over(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    gun = setting[str(args["unit"])]
    seat = seat_of(setting, gun.id)
    bearers = [
        b
        for b in (*pawns(setting, seat), *survivors_of(setting, seat))
        if b.id != gun.owner and room(setting, b)
    ]
    to = yield from one_of(setting, f"hand/{gun.id}", _("Who takes it?"), bearers)
    return setting.hand(gun.id, to), [fact("given", what=gun.name, who=f"@{to}")]


def _post(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A survivor picked up, or set down in a building, which is thereby claimed."""
    survivor = setting[str(args["unit"])]
    seat = seat_of(setting, survivor.id)
    places = _places(setting, seat, pawns_too=True, but=survivor.owner)
    setting, to, says = yield from _where(
        setting, seat, f"post/{survivor.id}", _("Where to?"), places
    )
    given = fact("given", what=survivor.name, who=f"@{to}")
    return setting.hand(survivor.id, to), [*says, given]


def _wall(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A barricade: value and trap are typed unseen by the others, three to a building."""
    building = setting[str(args["unit"])]
    where = f"wall/{building.id}"
    if len(setting.of("barricade", building.id)) >= BARRICADES:
        raise RuleError(_("Three barricades at most."))
    value = yield Choose(
        key=f"{where}/value",
        question=_("Its value? (The others look away.)"),
        options=tuple(Option(str(n), str(n)) for n in range(1, 10)),
    )
    trap = yield Choose(
        key=f"{where}/trap",
        question=_("Its trap?"),
        options=(Option("0", _("none")), Option("1", "1"), Option("2", "2")),
    )
    made = setting.next_id("w")
    name = _("Barricade {n}")
    taken = {w.name for w in setting.of("barricade", building.id)}
    name = next(n for n in (name.format(n=i) for i in range(1, 5)) if n not in taken)
    values = {"value": int(value), "trap": int(trap), "revealed": False}
    setting = setting.place(Unit(made, "barricade", name, building.id, values))
    beside = building.number("beside")
    # The same words whatever it is worth: the value is nobody else's business.
    return setting, [fact("walled-short" if beside else "walled", what=building.name, n=beside)]


def _torn(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """One barricade torn down by a player: it is revealed, a trap harms once."""
    wall = setting[str(args["unit"])]
    building = setting[wall.owner]
    setting = setting.drop(wall.id)
    said = fact("torn", what=building.name, n=wall["value"], trap=wall["trap"])
    setting, fallen = siege(setting, building.id)
    active = setting.active
    own = active in ("", building.owner)
    if not own:  # only others, and zombies, take a building by tearing it open
        setting = _breached(setting, building.id)
    if own or not wall.number("trap") or not pawns(setting, active):
        return setting, [said, *fallen]
    who = yield from one_of(
        setting, f"torn/{wall.id}", _("Who tore it down?"), pawns(setting, setting.active)
    )
    setting, more = yield from hurt(setting, who, f"torn/{wall.id}")
    return setting, [said, *fallen, *more]


def _breached(setting: TableState, building: str) -> TableState:
    """Without barricades and survivors a claimed building may be lost: it is asked for."""
    held = setting.of("barricade", building) or setting.of("survivor", building)
    if held or setting[building].on("home"):
        return setting
    return setting.put(building, breached=True)


def _taken_over(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """Another player claims it: barricades stay, survivors go, five uses again."""
    building = setting[str(args["unit"])]
    others = takers(setting, building)
    to = yield from one_of(setting, f"over/{building.id}", _("Who takes it over?"), others)
    return _over(setting, building.id, to)


def takers(setting: TableState, building: Unit) -> list[Unit]:
    """Who may take a building over."""
    return [
        s
        for s in setting.seats
        if s.id != building.owner and not is_dead(setting, s) and not no_claim(setting, s.id)
    ]


def _over(setting: TableState, building: str, seat: str) -> Done:
    name = setting.name(building)
    for survivor in setting.of("survivor", building):
        setting = setting.drop(survivor.id)
    setting = setting.put(building, uses=USES, home=False, breached=False)
    said = fact("taken-over", who=f"@{seat}", what=name)
    return setting.hand(building, seat), [said]


def siege(setting: TableState, building: str) -> Done:
    """All barricades fall as the zombies beside reach their sum; traps kill as many."""
    walls = setting.of("barricade", building)
    total = sum(w.number("value") for w in walls)
    beside = setting[building].number("beside")
    if not walls or not beside or beside < total:
        return setting, []
    board = setting.table.number("board")
    trap = min(beside, board, sum(w.number("trap") for w in walls))
    for wall in walls:
        setting = setting.drop(wall.id)
    owner = setting[building].owner
    credit = owner if setting.table["traps"] == "owner" else setting.active or owner
    setting = collect(setting, credit, trap).put(building, beside=beside - trap)
    setting = _breached(setting, building)
    return setting, [fact("fallen", n=beside, what=setting[building].name, trap=trap)]


def _refill(setting: TableState, args: dict[str, Any]) -> Procedure[Done]:
    """A zombie on each empty square beside the cemetery, as long as it has some."""
    most = min(setting.table.number("squares"), cemetery(setting))
    number = 0
    if most:
        number = int((yield Choose(
            key="refill/number",
            question=_("How many squares beside the cemetery are empty?"),
            options=tuple(Option(str(n), str(n)) for n in range(most + 1)),
        )))  # fmt: skip
    setting = setting.add("table", "board", number).put("table", refilled=True)
    return setting, [fact("refilled", n=number)]


#: What is done at once.
TAPS: dict[str, TapRule] = {
    "free": _free,
    "act": _act,
    "event": _event,
    "extra": _extra,
    "back": _back,
    "claim": _claim,
    "lose": _lose,
    "join": _join,
    "reload": _reload,
    "gone": _gone,
    "held": _held,
    "use": _use,
}

#: What asks on the way.
PLAYS: dict[str, PlayRule] = {
    "draw": _draw,
    "card": _card,
    "shoot": shoot,
    "duel": duel,
    "hurt": hurt_by_hand,
    "gun": _gun,
    "hand": _hand_over,
    "post": _post,
    "wall": _wall,
    "torn": _torn,
    "over": _taken_over,
    "refill": _refill,
}
