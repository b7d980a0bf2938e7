"""Rolls, cards and taps of *Zombie Town*."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _, pgettext
from lastdays.procedure.asks import Choose, Draw, Option, Procedure, Report, options_of
from lastdays.tabletop.declared import how_many, number_shown
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.zombie_town.buildings import (
    claim,
    join,
    no_claim,
    take_over,
    undefended,
    wall,
)
from lastdays.tabletop.zombie_town.counts import (
    BARRICADES,
    GUNS,
    NEW,
    RULES,
    building_of,
    cemetery,
    guns_of,
    less_a_card,
    new_gun,
    one_of,
    pawns,
    pay,
    seat_of,
    survivors_of,
)
from lastdays.tabletop.zombie_town.events import drawn, drawn_options

# Taps


@RULES.procedure("keeper", "The keeper of the time is drawn")
def keeper(setting: TableState) -> Procedure[TableState]:
    """Draw the player who keeps the time and goes first, at random (Game Setup)."""
    drawn_seat: str = yield Draw(
        "keeper", _("Who is the keeper of the time?"), options=options_of(setting.seats)
    )
    return setting.put("table", first=drawn_seat).say("first", drawn_seat)


@RULES.tap("free")
def free(setting: TableState, unit: str) -> TableState:
    if not setting[unit].number("free"):
        raise RuleError("No free moves are left.")
    return setting.add(unit, "free", -1).say("free", unit)


@RULES.tap("act")
def act(setting: TableState, unit: str) -> TableState:
    """Move up to three squares more, an action (Actions, 1)."""
    setting = pay(setting, unit)
    left = setting[unit].number("actions")
    return setting.say("acts", unit, what=_("move"), n=left)


@RULES.procedure("store", "{unit} stores cards")
def store(setting: TableState, unit: str) -> Procedure[TableState]:
    """Store any number of cards from the hand in a building, an action (Actions, 6)."""
    setting = pay(setting, unit)
    where = f"store/{unit}"
    places = list(setting.of("building", unit))
    place = yield from one_of(setting, where, _("In which building?"), places)
    number = yield from _how_many(f"{where}/number", setting[unit].number("hand"))
    setting = setting.add(unit, "hand", -number).add(place, "stored", number)
    return setting.say("stored", unit, what=f"@{place}", n=number)


@RULES.procedure("fetch", "{unit} takes stored cards back")
def fetch(setting: TableState, unit: str) -> Procedure[TableState]:
    """Take any number of cards stored in a building back, an action (Actions, 7)."""
    setting = pay(setting, unit)
    where = f"fetch/{unit}"
    places = stores(setting, unit)
    place = yield from one_of(setting, where, _("From which building?"), places)
    number = yield from _how_many(f"{where}/number", setting[place].number("stored"))
    setting = setting.add(place, "stored", -number).add(unit, "hand", number)
    return setting.say("fetched", unit, what=f"@{place}", n=number)


def stores(setting: TableState, seat: str) -> list[Unit]:
    """Return the player's buildings with cards stored in them."""
    return [b for b in setting.of("building", seat) if b.number("stored")]


def _how_many(key: str, most: int) -> Procedure[int]:
    """Ask for a number of cards; a single one is returned without asking."""
    if most == 1:
        return 1
    return (yield from how_many(key, _("How many cards?"), range(most, 0, -1)))


@RULES.tap("lose")
def lose(setting: TableState, unit: str) -> TableState:
    return less_a_card(setting, unit).say("lost-card", unit)


@RULES.tap("reload")
def reload(setting: TableState, unit: str) -> TableState:
    full = setting[unit].number("magazine")
    return setting.put(unit, bullets=full).say("reloaded", what=setting[unit].name, n=full)


@RULES.tap("gone")
def gone(setting: TableState, unit: str) -> TableState:
    return setting.drop(unit).say("gone", what=setting[unit].name)


# Procedures


@RULES.procedure("draw", "{unit} draws a card")
def draw(setting: TableState, unit: str) -> Procedure[TableState]:
    """Draw a card from the building a character is in, an action unless it is an event or a zombie.
    Each survivor with the character shows one card more, of which one is chosen (Survivor)."""
    paid = pay(setting, unit)
    who = yield from _explorer(setting, unit)
    kept, *others = drawn_options()
    what = yield Report(
        f"draw/{unit}",
        _draw_said(setting, unit, who),
        options=(kept, Option("returned", _("Back into the building")), *others),
    )
    if what == "returned":
        return paid.say("returned", unit)
    table = paid if what == "kept" else setting
    return (yield from drawn(table, unit, what, f"draw/{unit}", who))


def _explorer(setting: TableState, seat: str) -> Procedure[str]:
    """Return the character who draws, '' if it makes no difference which."""
    mine = pawns(setting, seat)
    friends = {len(setting.of("survivor", pawn.id)) for pawn in mine}
    if len(mine) == 1:
        return mine[0].id
    if len(friends) <= 1:
        return ""
    return (yield from one_of(setting, f"draw/{seat}/who", _("Who draws?"), mine))


def _draw_said(setting: TableState, seat: str, who: str) -> str:
    """Say how many cards are looked at: one, and one for each survivor with the character."""
    bearer = who or next((pawn.id for pawn in pawns(setting, seat)), "")
    cards = 1 + len(setting.of("survivor", bearer))
    if cards == 1:
        return _("{name} draws a card. Where does it go?", name=setting.name(seat))
    return _(
        "{name} looks at {n} cards and chooses one, the rest go back. Where does it go?",
        name=setting.name(seat),
        n=cards,
    )


@RULES.procedure("card", "{unit} plays a card")
def card(setting: TableState, unit: str) -> Procedure[TableState]:
    """Play a card from the hand, an action; guns, survivors, barricades and fireworks are placed."""
    setting = less_a_card(pay(setting, unit), unit)
    bearers = [b for b in (*pawns(setting, unit), *survivors_of(setting, unit)) if room(setting, b)]
    walls = _places(setting, unit, walled=True)
    names = {
        "gun": pgettext("card", "Gun"),
        "survivor": _("Survivor"),
        "barricade": _("Barricade"),
        "fireworks": _("Fireworks"),
    }
    able = [k for k in names if {"gun": bearers, "barricade": walls}.get(k, True)]
    what = yield Choose(
        f"card/{unit}/what",
        _("Which card?"),
        options=(*(Option(k, names[k]) for k in able), Option("other", _("Another card"))),
    )
    setting = setting.say("plays", unit, what=names.get(what, _("another card")))
    key = f"card/{unit}/to"
    match what:
        case "gun":
            to = yield from one_of(setting, key, _("Who takes the gun?"), bearers)
            return (yield from _arm(setting, to, f"card/{unit}"))
        case "survivor":
            places = _places(setting, unit, pawns_too=True)
            question = _("Where does the survivor stay?")
            setting, to = yield from _where(setting, unit, key, question, places)
            return join(setting, to)
        case "barricade":
            setting, to = yield from _where(setting, unit, key, _("Which building?"), walls)
            return (yield from wall(setting, to))
        case "fireworks":
            return (yield from _fireworks(setting, unit))
    return setting


def _places(
    setting: TableState, seat: str, *, pawns_too: bool = False, walled: bool = False, but: str = ""
) -> list[Option]:
    """Return where a barricade or survivor may be placed: with the player's own characters and
    buildings, or in another building, which claims it (Claiming a building). `walled`: for a
    barricade; `but`: where it is now."""

    def free(building: Unit) -> bool:
        return not walled or len(setting.of("barricade", building.id)) < BARRICADES

    mine = [b for b in setting.of("building", seat) if free(b)]
    options = [*options_of((*(pawns(setting, seat) if pawns_too else ()), *mine))]
    if not no_claim(setting, seat):
        options.append(Option(NEW, _("An unclaimed building, claiming it")))
        options += [
            Option(
                b.id,
                _("{building}, taking it over", building=building_of(setting, b)),
            )
            for b in setting.of("building")
            if b.owner != seat and free(b)
        ]
    return [o for o in options if o.key != but]


def _where(
    setting: TableState, seat: str, key: str, question: str, options: list[Option]
) -> Procedure[tuple[TableState, str]]:
    """Ask for one of `_places`, even a single one; claim the building, or take it over."""
    if not options:
        raise RuleError("There isn't a building it can go to.")
    to = yield Choose(key, question, options=tuple(options))
    if to == NEW:
        setting = claim(setting, seat)
        return setting, setting.of("building", seat)[-1].id
    if setting[to].owner != seat:
        setting = take_over(setting, to, seat)
    return setting, to


def _fireworks(setting: TableState, seat: str) -> Procedure[TableState]:
    """Place fireworks on any building, until the end of the player's next turn."""
    options = [Option(b.id, building_of(setting, b)) for b in setting.of("building")]
    to = yield Choose(
        f"card/{seat}/to",
        _("At which building are the fireworks?"),
        options=(*options, Option(NEW, _("An unclaimed building"))),
    )
    where = next((o.label for o in options if o.key == to), "")
    name = _("Fireworks at {building}", building=where) if where else _("Fireworks")
    name = setting.fresh_name(name, "marker")
    made = Unit(setting.next_id("f"), "marker", name, "", {"by": seat, "turns": 2})
    return setting.place(made).say("fireworks", seat, what=name)


def burn_down(setting: TableState, seats: list[str]) -> TableState:
    """Count down fireworks after turns of these players, and remove those that end: at the end of
    the next turn of the player who played them (Card Descriptions)."""
    for marker in setting.of("marker"):
        turns = marker.number("turns") - seats.count(str(marker["by"]))
        if turns > 0:
            setting = setting.put(marker.id, turns=turns)
        else:
            setting = setting.drop(marker.id)
            setting = setting.say("burnt-out", what=marker.name)
    return setting


def die_inside(setting: TableState, seats: list[str]) -> TableState:
    """Count down the zombies inside buildings after turns of these players: survivors who are still
    with one at the end of their owner's next turn die (Zombie Movement)."""
    for building in setting.of("building"):
        turns = building.number("inside")
        if not turns or building.owner not in seats:
            continue
        setting = setting.put(building.id, inside=turns - 1)
        lost = setting.of("survivor", building.id)
        if turns > 1 or not lost:
            continue
        for survivor in lost:
            setting = setting.drop(survivor.id).say("survivor-dies", who=survivor.name)
        setting = undefended(setting, building.id)
    return setting


def room(setting: TableState, bearer: Unit) -> bool:
    """Return whether a character or survivor has a free hand for a gun."""
    return len(setting.of("gun", bearer.id)) < (GUNS if bearer.kind == "pawn" else 1)


def _arm(setting: TableState, bearer: str, where: str) -> Procedure[TableState]:
    if not room(setting, setting[bearer]):
        raise RuleError("{name} already has as many guns as allowed.", name=setting[bearer].name)
    holds = _("How many bullets does the gun hold?")
    magazine = yield from number_shown(f"{where}/magazine", holds, range(1, 7))
    setting = new_gun(setting, bearer, magazine)
    return setting.say("gun", bearer, n=magazine)


@RULES.procedure("gun", "{unit} takes a gun")
def gun(setting: TableState, unit: str) -> Procedure[TableState]:
    return (yield from _arm(setting, unit, f"gun/{unit}"))


@RULES.procedure("arms", "{unit} hands a gun over")
def arms(setting: TableState, unit: str) -> Procedure[TableState]:
    """Hand a gun to or from a survivor, an action (Actions, 8 and 9)."""
    setting = pay(setting, unit)
    where = f"arms/{unit}"
    gun = yield from one_of(setting, f"{where}/gun", _("Which gun?"), movable_guns(setting, unit))
    bearers = _other_bearers(setting, setting[gun])
    to = yield from one_of(setting, f"{where}/to", _("Who takes it?"), bearers)
    return setting.hand(gun, to).say("given", to, what=setting.name(gun))


def _other_bearers(setting: TableState, gun: Unit) -> list[Unit]:
    """Return who could take a gun: the player's other characters and survivors with a free hand."""
    seat = seat_of(setting, gun.id)
    bearers = (*pawns(setting, seat), *survivors_of(setting, seat))
    return [b for b in bearers if b.id != gun.owner and room(setting, b)]


def movable_guns(setting: TableState, seat: str) -> list[Unit]:
    """Return the player's guns that another of their characters or survivors could take."""
    return [g for g in guns_of(setting, seat) if _other_bearers(setting, g)]


@RULES.procedure("carry", "{unit} picks up or sets down a survivor")
def carry(setting: TableState, unit: str) -> Procedure[TableState]:
    """Pick a survivor up, or put one into a building, which claims it; an action (Actions, 10 and
    11)."""
    setting = pay(setting, unit)
    who = yield from one_of(
        setting, f"carry/{unit}/who", _("Which survivor?"), survivors_of(setting, unit)
    )
    survivor = setting[who]
    places = _places(setting, unit, pawns_too=True, but=survivor.owner)
    setting, to = yield from _where(setting, unit, f"carry/{unit}/to", _("Where to?"), places)
    return setting.hand(who, to).say("given", to, what=survivor.name)


@RULES.procedure("refill", "The cemetery opens")
def refill(setting: TableState) -> Procedure[TableState]:
    """Place a zombie on each empty square beside the cemetery, as long as the cemetery has any."""
    most = min(setting.table.number("squares"), cemetery(setting))
    number = 0
    if most:
        question = _("How many squares next to the cemetery are empty?")
        number = yield from number_shown("refill/number", question, range(most + 1))
    setting = setting.add("table", "board", number)
    setting = setting.put("table", step="refill", refilled=True)
    return setting.say("refilled", n=number)
