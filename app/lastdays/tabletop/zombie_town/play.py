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
    PLAIN,
    RULES,
    building_with_player,
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


act = PLAIN.tap("act")
free = PLAIN.tap("free")
lose = PLAIN.tap("lose")
reload = PLAIN.tap("reload")
gone = PLAIN.tap("gone")


@RULES.procedure("store", "{unit} stores cards")
def store(setting: TableState, unit: str) -> Procedure[TableState]:
    """Store any number of cards from the hand in a building, an action (Actions, 6)."""
    setting = pay(setting, unit)
    prefix = f"store/{unit}"
    places = list(setting.of("building", unit))
    place = yield from one_of(setting, prefix, _("In which building?"), places)
    number = yield from _how_many(f"{prefix}/number", setting[unit].number("hand"))
    setting = setting.add(unit, "hand", -number).add(place, "stored", number)
    return setting.say("stored", unit, what=f"@{place}", n=number)


@RULES.procedure("fetch", "{unit} takes stored cards back")
def fetch(setting: TableState, unit: str) -> Procedure[TableState]:
    """Take any number of cards stored in a building back, an action (Actions, 7)."""
    setting = pay(setting, unit)
    prefix = f"fetch/{unit}"
    places = stores(setting, unit)
    place = yield from one_of(setting, prefix, _("From which building?"), places)
    number = yield from _how_many(f"{prefix}/number", setting[place].number("stored"))
    setting = setting.add(place, "stored", -number).add(unit, "hand", number)
    return setting.say("fetched", unit, what=f"@{place}", n=number)


def stores(setting: TableState, seat: str) -> list[Unit]:
    """Return the player's buildings with cards stored in them."""
    return [building for building in setting.of("building", seat) if building.number("stored")]


def _how_many(key: str, most: int) -> Procedure[int]:
    """Ask for a number of cards; a single one is returned without asking."""
    if most == 1:
        return 1
    return (yield from how_many(key, _("How many cards?"), range(most, 0, -1)))


# Procedures


@RULES.procedure("draw", "{unit} draws a card")
def draw(setting: TableState, unit: str) -> Procedure[TableState]:
    """Draw a card from the building a character is in, an action unless it is an event or a zombie.
    Each survivor with the character shows one card more, of which one is chosen (Survivor)."""
    paid = pay(setting, unit)
    key = f"draw/{unit}"
    character = yield from _explorer(setting, unit)
    question = _draw_said(setting, unit, character)
    kept, event, zombie = drawn_options()
    returned = Option("returned", _("Back into the building"))
    destination = yield Report(key, question, options=(kept, returned, event, zombie))
    match destination:
        case "returned":
            return paid.say("returned", unit)
        case "kept":
            return (yield from drawn(paid, unit, destination, key, character))
    return (yield from drawn(setting, unit, destination, key, character))


def _explorer(setting: TableState, seat: str) -> Procedure[str]:
    """Return the character who draws, '' if it makes no difference which."""
    characters = pawns(setting, seat)
    if len(characters) == 1:
        return characters[0].id
    survivor_counts = {len(setting.of("survivor", pawn.id)) for pawn in characters}
    if len(survivor_counts) <= 1:
        return ""
    return (yield from one_of(setting, f"draw/{seat}/who", _("Who draws?"), characters))


def _draw_said(setting: TableState, seat: str, who: str) -> str:
    """Say how many cards are looked at: one, and one for each survivor with the character."""
    character = who
    if not character and pawns(setting, seat):
        character = pawns(setting, seat)[0].id
    cards = 1 + len(setting.of("survivor", character))
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
    setting = pay(setting, unit)
    setting = less_a_card(setting, unit)
    bearers = _free_bearers(setting, unit)
    walls = _places_for_a_barricade(setting, unit)
    names = _card_names()
    if not bearers:
        del names["gun"]
    if not walls:
        del names["barricade"]
    options = [Option(card, name, icon=card) for card, name in names.items()]
    options.append(Option("other", _("Another card"), icon="cards"))
    played = yield Choose(f"card/{unit}/what", _("Which card?"), options=tuple(options))
    setting = setting.say("plays", unit, what=names.get(played, _("another card")))
    key = f"card/{unit}/to"
    match played:
        case "gun":
            bearer = yield from one_of(setting, key, _("Who takes the gun?"), bearers)
            return (yield from _arm(setting, bearer, f"card/{unit}"))
        case "survivor":
            places = _places_for_a_survivor(setting, unit)
            question = _("Where does the survivor stay?")
            setting, place = yield from _where(setting, unit, key, question, places)
            return join(setting, place)
        case "barricade":
            setting, building = yield from _where(setting, unit, key, _("Which building?"), walls)
            return (yield from wall(setting, building))
        case "fireworks":
            return (yield from _fireworks(setting, unit))
    return setting


def _card_names() -> dict[str, str]:
    """Return the cards that are placed when they are played, with their names by the keys of their
    pictograms."""
    return {
        "gun": pgettext("card", "Gun"),
        "survivor": _("Survivor"),
        "barricade": _("Barricade"),
        "fireworks": _("Fireworks"),
    }


def _bearers(setting: TableState, seat: str) -> list[Unit]:
    """Return who may carry a player's guns: their characters and survivors."""
    return pawns(setting, seat) + survivors_of(setting, seat)


def _free_bearers(setting: TableState, seat: str) -> list[Unit]:
    """Return the player's characters and survivors with a free hand."""
    return [bearer for bearer in _bearers(setting, seat) if room(setting, bearer)]


def _places_for_a_barricade(setting: TableState, seat: str) -> list[Option]:
    """Return the buildings with room for a barricade: the player's own, and those it would claim."""
    buildings = [
        building for building in setting.of("building") if _takes_a_barricade(setting, building)
    ]
    own = [building for building in buildings if building.owner == seat]
    return [*options_of(own), *_to_be_claimed(setting, seat, buildings)]


def _places_for_a_survivor(setting: TableState, seat: str) -> list[Option]:
    """Return where a survivor may stay: with the player's own characters, in their buildings, and in
    those the survivor would claim."""
    own = [*pawns(setting, seat), *setting.of("building", seat)]
    buildings = list(setting.of("building"))
    return [*options_of(own), *_to_be_claimed(setting, seat, buildings)]


def _to_be_claimed(setting: TableState, seat: str, buildings: list[Unit]) -> list[Option]:
    """Return the buildings that whoever is placed there claims for a player: an unclaimed one, and those
    of others among `buildings` (Claiming a building). None while the player may claim none."""
    if no_claim(setting, seat):
        return []
    options = [Option(NEW, _("An unclaimed building, claiming it"))]
    for building in buildings:
        if building.owner != seat:
            place = building_with_player(setting, building)
            options.append(Option(building.id, _("{building}, taking it over", building=place)))
    return options


def _takes_a_barricade(setting: TableState, building: Unit) -> bool:
    return len(setting.of("barricade", building.id)) < BARRICADES


def _where(
    setting: TableState, seat: str, key: str, question: str, options: list[Option]
) -> Procedure[tuple[TableState, str]]:
    """Ask for one of several places, even a single one; claim the building, or take it over. Return the
    table and the id of the place."""
    if not options:
        raise RuleError("There isn't a building it can go to.")
    place = yield Choose(key, question, options=tuple(options))
    if place == NEW:
        setting = claim(setting, seat)
        newest = setting.of("building", seat)[-1]
        return setting, newest.id
    if setting[place].owner != seat:
        setting = take_over(setting, place, seat)
    return setting, place


def _fireworks(setting: TableState, seat: str) -> Procedure[TableState]:
    """Place fireworks on any building, until the end of the player's next turn."""
    options = []
    for building in setting.of("building"):
        options.append(Option(building.id, building_with_player(setting, building)))
    options.append(Option(NEW, _("An unclaimed building")))
    chosen_building = yield Choose(
        f"card/{seat}/to",
        _("At which building are the fireworks?"),
        options=tuple(options),
    )
    name = _("Fireworks")
    if chosen_building != NEW:
        building_name = building_with_player(setting, setting[chosen_building])
        name = _("Fireworks at {building}", building=building_name)
    fireworks = Unit(
        id=setting.next_id("f"),
        kind="marker",
        name=setting.fresh_name(name, "marker"),
        values={"by": seat, "turns": 2},
    )
    return setting.place(fireworks).say("fireworks", seat, what=fireworks.name)


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
        victims = setting.of("survivor", building.id)
        is_over = turns == 1
        if not is_over or not victims:
            continue
        for survivor in victims:
            setting = setting.drop(survivor.id)
            setting = setting.say("survivor-dies", who=survivor.name)
        setting = undefended(setting, building.id)
    return setting


def room(setting: TableState, bearer: Unit) -> bool:
    """Return whether a character or survivor has a free hand for a gun."""
    hands = GUNS if bearer.kind == "pawn" else 1
    return len(setting.of("gun", bearer.id)) < hands


def _arm(setting: TableState, bearer: str, prefix: str) -> Procedure[TableState]:
    if not room(setting, setting[bearer]):
        raise RuleError("{name} already has as many guns as allowed.", name=setting[bearer].name)
    holds = _("How many bullets does the gun hold?")
    magazine = yield from number_shown(f"{prefix}/magazine", holds, range(1, 7))
    setting = new_gun(setting, bearer, magazine)
    return setting.say("gun", bearer, n=magazine)


@RULES.procedure("gun", "{unit} takes a gun")
def gun(setting: TableState, unit: str) -> Procedure[TableState]:
    return (yield from _arm(setting, unit, f"gun/{unit}"))


@RULES.procedure("arms", "{unit} hands a gun over")
def arms(setting: TableState, unit: str) -> Procedure[TableState]:
    """Hand a gun to or from a survivor, an action (Actions, 8 and 9)."""
    setting = pay(setting, unit)
    prefix = f"arms/{unit}"
    guns = movable_guns(setting, unit)
    gun = yield from one_of(setting, f"{prefix}/gun", _("Which gun?"), guns)
    bearers = _other_bearers(setting, setting[gun])
    bearer = yield from one_of(setting, f"{prefix}/to", _("Who takes it?"), bearers)
    return setting.given_to(gun, bearer).say("given", bearer, what=setting.name(gun))


def _other_bearers(setting: TableState, gun: Unit) -> list[Unit]:
    """Return who could take a gun: the player's other characters and survivors with a free hand."""
    seat = seat_of(setting, gun.id)
    return [bearer for bearer in _free_bearers(setting, seat) if bearer.id != gun.owner]


def movable_guns(setting: TableState, seat: str) -> list[Unit]:
    """Return the player's guns that another of their characters or survivors could take."""
    return [gun for gun in guns_of(setting, seat) if _other_bearers(setting, gun)]


@RULES.procedure("carry", "{unit} picks up or sets down a survivor")
def carry(setting: TableState, unit: str) -> Procedure[TableState]:
    """Pick a survivor up, or put one into a building, which claims it; an action (Actions, 10 and
    11)."""
    setting = pay(setting, unit)
    prefix = f"carry/{unit}"
    survivors = survivors_of(setting, unit)
    carried = yield from one_of(setting, f"{prefix}/who", _("Which survivor?"), survivors)
    survivor = setting[carried]
    places = [
        place for place in _places_for_a_survivor(setting, unit) if place.key != survivor.owner
    ]
    setting, place = yield from _where(setting, unit, f"{prefix}/to", _("Where to?"), places)
    return setting.given_to(carried, place).say("given", place, what=survivor.name)


@RULES.procedure("refill", "The cemetery opens")
def refill(setting: TableState) -> Procedure[TableState]:
    """Place a zombie on each empty square beside the cemetery, as long as the cemetery has any."""
    most = min(setting.table.number("squares"), cemetery(setting))
    zombies = 0
    if most:
        question = _("How many squares next to the cemetery are empty?")
        zombies = yield from number_shown("refill/number", question, range(most + 1))
    setting = setting.add("table", "board", zombies)
    setting = setting.put("table", step="refill", refilled=True)
    return setting.say("refilled", n=zombies)
