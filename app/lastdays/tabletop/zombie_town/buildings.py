"""Buildings of *Zombie Town*: claimed, lost, barricaded, besieged, torn open."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Report
from lastdays.tabletop.declared import number_shown
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.units import TableState, Unit
from lastdays.tabletop.zombie_town.counts import (
    BARRICADES,
    BUILDINGS,
    CARDS,
    PLAIN,
    RULES,
    USES,
    building_with_player,
    collect,
    is_dead,
    new_building,
    one_of,
    pawns,
    pay,
    seat_of,
    survivors_of,
    twofold,
)
from lastdays.values import Value

#: The lowest combat card that isn't a jam: it hits someone without bullets.
ANY_HIT = CARDS[1]

#: The highest value of a barricade.
MOST_VALUE = 9


class _Burst(Value):
    """Bullets of one gun spent one by one: the table afterwards, how many, and whether the last one
    hit."""

    setting: TableState
    bullets: int
    hits: bool


def _card_for(gun: Unit) -> str:
    """Ask for the combat card of a gun; a "draw 2" gun draws two, of which one is chosen (Gun)."""
    if gun.on("two"):
        return _("Two combat cards are drawn for {gun}. Which is chosen?", gun=gun.name)
    return _("Which combat card is drawn for {gun}?", gun=gun.name)


def _card_of(name: str, gun: Unit) -> str:
    """Ask for the combat card of a player in a fight."""
    if gun.on("two"):
        return _("{name} draws two combat cards. Which is chosen?", name=name)
    return _("Which combat card does {name} draw?", name=name)


def _card_drawn(key: str, question: str) -> Report:
    """Ask which combat card was drawn."""
    names = (_("Jammed"), _("Same square"), _("1 square"), _("2 squares"))
    options = [Option(card, name) for card, name in zip(CARDS, names, strict=True)]
    return Report(key, question, options=tuple(options))


def armed(setting: TableState, seat: str) -> list[Unit]:
    """Return the loaded guns of a player's living characters."""
    guns = []
    for pawn in pawns(setting, seat):
        guns += _loaded(setting, pawn.id)
    return guns


def _loaded(setting: TableState, bearer: str) -> list[Unit]:
    return [gun for gun in setting.of("gun", bearer) if gun.number("bullets")]


@RULES.procedure("shoot", "{unit} shoots")
def shoot(setting: TableState, unit: str) -> Procedure[TableState]:
    """Spend bullets of one gun, an action, until a combat card reaches the distance. A shooter who runs
    out of bullets against a zombie on their own square takes 1 damage (Taking Damage)."""
    prefix = f"shoot/{unit}"
    setting = pay(setting, unit)
    if not setting.table.number("board"):
        raise RuleError("No zombie is on the board.")
    gun = yield from one_of(setting, f"{prefix}/gun", _("Which gun?"), armed(setting, unit))
    shooter = setting[gun].owner
    distance = yield from _distance(prefix)
    own_square = distance == "0"
    burst = yield from _fire(
        setting,
        gun,
        prefix,
        card_key=f"{prefix}/card",
        question=_card_for(setting[gun]),
        reach=distance,
        missed=_("Missed. Spend another bullet?"),
    )
    setting = burst.setting
    if burst.hits:
        setting = collect(setting, unit).say("killed", unit, bullets=burst.bullets)
        if own_square:
            setting = yield from _out_of_a_building(setting, prefix)
        return setting
    setting = setting.say("missed", unit, bullets=burst.bullets)
    if own_square and not _loaded(setting, shooter):
        setting = yield from hurt(setting, shooter, prefix)
    return setting


def _distance(prefix: str) -> Procedure[str]:
    """Ask how far away the zombie is, as the combat card that reaches it."""
    distance: str = yield Choose(
        f"{prefix}/distance",
        _("How far away is the zombie?"),
        options=(
            Option("0", _("Same square")),
            Option("1", _("1 square")),
            Option("2", _("2 squares")),
        ),
    )
    return distance


def _fire(
    setting: TableState,
    gun: str,
    prefix: str,
    *,
    card_key: str,
    question: str,
    reach: str,
    missed: str,
) -> Procedure[_Burst]:
    """Spend bullets of a gun until a combat card is at least `reach` or the player stops. `card_key`
    begins the keys of the cards, which `question` asks for, `prefix` those of going on, which `missed`
    asks."""
    bullets = 0
    while setting[gun].number("bullets"):
        bullets += 1
        setting = setting.add(gun, "bullets", -1)
        card = yield _card_drawn(f"{card_key}-{bullets}", question)
        if CARDS.index(card) >= CARDS.index(reach):
            return _Burst(setting, bullets, hits=True)
        if not setting[gun].number("bullets"):
            break
        again = yield Choose(
            f"{prefix}/again-{bullets}",
            missed,
            options=(Option("yes", _("Spend another")), Option("no", _("Stop"))),
        )
        if again == "no":
            break
    return _Burst(setting, bullets, hits=False)


def _out_of_a_building(setting: TableState, prefix: str) -> Procedure[TableState]:
    """Ask whether a zombie killed on the shooter's square was one inside a building."""
    options = []
    for building in setting.of("building"):
        if building.on("inside"):
            place = building_with_player(setting, building)
            options.append(Option(building.id, _("Inside {building}", building=place)))
    if not options:
        return setting
    options.append(Option("no", _("Elsewhere")))
    answer = yield Choose(f"{prefix}/inside", _("Where was the zombie?"), options=tuple(options))
    if answer == "no":
        return setting
    return setting.put(answer, inside=0)


@RULES.procedure("attack", "A zombie attacks {unit}")
def attack(setting: TableState, unit: str) -> Procedure[TableState]:
    """Defend a character or survivor with any gun in their square, which is not an action, until the
    zombie is killed, no bullet is left, or the player takes the damage (Defending, Zombie
    Movement)."""
    prefix = f"attack/{unit}"
    bearers = [unit]
    for companion in setting.of("survivor", unit):
        bearers.append(companion.id)
    setting, killed = yield from _defended(setting, unit, bearers, prefix)
    if killed:
        return setting
    is_character = setting[unit].kind == "pawn"
    setting = yield from hurt(setting, unit, prefix)
    if is_character and setting[unit].number("life"):
        setting = setting.say("flees", unit)
    return setting


@RULES.procedure("enter", "A zombie enters {unit}")
def enter(setting: TableState, unit: str) -> Procedure[TableState]:
    """Let a zombie enter a building with survivors, who fight it with any of their guns; unarmed, one
    of them dies and the zombie stays inside (Zombie Movement)."""
    prefix = f"enter/{unit}"
    survivors = list(setting.of("survivor", unit))
    if not survivors:
        raise RuleError("No survivor is in {building}.", building=setting.name(unit))
    bearers = [survivor.id for survivor in survivors]
    setting, killed = yield from _defended(setting, unit, bearers, prefix)
    if killed:
        return setting
    victim = yield from one_of(setting, f"{prefix}/victim", _("Which survivor dies?"), survivors)
    setting = setting.drop(victim).say("survivor-dies", who=setting.name(victim))
    if setting.of("survivor", unit):
        setting = setting.put(unit, inside=turns_inside(setting, setting[unit]))
        return setting.say("inside", what=setting.name(unit))
    return undefended(setting, unit)


def turns_inside(setting: TableState, building: Unit) -> int:
    """Return how many turns of its owner a zombie inside a building leaves the survivors there: until
    the end of the next one."""
    return 2 if building.owner == setting.active else 1


def _defended(
    setting: TableState, unit: str, bearers: list[str], prefix: str
) -> Procedure[tuple[TableState, bool]]:
    """Fire the guns of those on the square of a unit at a zombie, bullet by bullet; return the table and
    whether the zombie is killed."""
    seat = seat_of(setting, unit)
    bullets = 0
    while True:
        guns = _loaded_guns(setting, bearers)
        if not guns:
            break
        options = [Option(gun.id, _("Fire {gun}", gun=gun.name), _bullets(gun)) for gun in guns]
        options.append(Option("no", _("Take the damage")))
        choice = yield Choose(
            f"{prefix}/how-{bullets + 1}",
            _("A zombie attacks {name}.", name=setting.name(unit)),
            options=tuple(options),
        )
        if choice == "no":
            break
        bullets += 1
        setting = setting.add(choice, "bullets", -1)
        card = yield _card_drawn(f"{prefix}/card-{bullets}", _card_for(setting[choice]))
        if card != "jammed":
            setting = collect(setting, seat).say("killed", seat, bullets=bullets)
            return setting, True
    if bullets:
        setting = setting.say("missed", seat, bullets=bullets)
    return setting, False


def _loaded_guns(setting: TableState, bearers: list[str]) -> list[Unit]:
    """Return the loaded guns of several characters or survivors, in their order."""
    guns = []
    for bearer in bearers:
        guns += _loaded(setting, bearer)
    return guns


def _bullets(gun: Unit) -> str:
    n = gun.number("bullets")
    return ngettext("{n} bullet", "{n} bullets", n)


@RULES.procedure("duel", "{unit} fights a player")
def duel(setting: TableState, unit: str) -> Procedure[TableState]:
    """Fight a character or survivor of another player with one gun, an action: round after round, until
    either retreats, both stop, or one of them cannot fight on (Attacking)."""
    prefix = f"duel/{unit}"
    setting = pay(setting, unit)
    gun = yield from one_of(setting, f"{prefix}/gun", _("Which gun?"), armed(setting, unit))
    foes = rivals(setting, unit)
    other = yield from one_of(setting, f"{prefix}/foe", _("Choose an opponent"), foes)
    shooter = setting[gun].owner
    rounds = 0
    while True:
        rounds += 1
        here = prefix if rounds == 1 else f"{prefix}/round-{rounds}"
        if not _loaded(setting, other):
            return (yield from _at_unarmed(setting, unit, gun, other, here))
        setting = yield from _round(setting, unit, gun, other, here)
        both_stand = _stands(setting, shooter) and _stands(setting, other)
        if not both_stand or not setting[gun].number("bullets"):
            return setting
        choice = yield from _after_a_round(setting, shooter, other, here)
        if choice in (shooter, other):
            return setting.say("retreats", choice)
        if choice == "stop":
            return setting


def _stands(setting: TableState, unit: str) -> bool:
    """Return whether a character or survivor is still alive."""
    if not setting.has(unit):
        return False
    return setting[unit].kind == "survivor" or setting[unit].on("life")


def _after_a_round(setting: TableState, shooter: str, other: str, prefix: str) -> Procedure[str]:
    """Ask how a fight between players goes on: 'again', 'stop', or the id of who retreats."""
    retreats = _("{name} retreats to an adjacent square")
    choice: str = yield Choose(
        f"{prefix}/then",
        _("How does the fight go on?"),
        options=(
            Option("stop", _("Both stop")),
            Option("again", _("Another round")),
            Option(other, retreats.format(name=setting.name(other))),
            Option(shooter, retreats.format(name=setting.name(shooter))),
        ),
    )
    return choice


def _round(
    setting: TableState, unit: str, mine: str, other: str, prefix: str
) -> Procedure[TableState]:
    """Let both spend a bullet and draw: the lower card takes 1 damage, ties draw again without another
    bullet."""
    foe = seat_of(setting, other)
    question = _("Which gun do they shoot back with?")
    theirs = yield from one_of(setting, f"{prefix}/their-gun", question, _loaded(setting, other))
    setting = setting.add(mine, "bullets", -1)
    setting = setting.add(theirs, "bullets", -1)
    my_question = _card_of(setting.name(seat_of(setting, mine)), setting[mine])
    their_question = _card_of(setting.name(other), setting[theirs])
    draws = 0
    my_card = their_card = ""
    while my_card == their_card:
        draws += 1
        my_card = yield _card_drawn(f"{prefix}/mine-{draws}", my_question)
        their_card = yield _card_drawn(f"{prefix}/theirs-{draws}", their_question)
    if CARDS.index(my_card) > CARDS.index(their_card):
        setting = setting.say("duel-won", unit, other=f"@{foe}")
        return (yield from _beaten(setting, other, prefix))
    setting = setting.say("duel-won", foe, other=f"@{unit}")
    return (yield from hurt(setting, setting[mine].owner, prefix))


def _at_unarmed(
    setting: TableState, seat: str, gun: str, other: str, prefix: str
) -> Procedure[TableState]:
    """Fight someone without bullets: any card but a jam hits, after which they move three squares
    away."""
    foe = seat_of(setting, other)
    burst = yield from _fire(
        setting,
        gun,
        prefix,
        card_key=f"{prefix}/mine",
        question=_card_of(setting.name(seat), setting[gun]),
        reach=ANY_HIT,
        missed=_("Jammed. Spend another bullet?"),
    )
    setting = burst.setting
    if not burst.hits:
        return setting.say("missed", seat, bullets=burst.bullets)
    setting = setting.say("duel-won", seat, other=f"@{foe}")
    setting = yield from _beaten(setting, other, prefix)
    if _stands(setting, other):
        setting = setting.say("flees", other)
    return setting


def rivals(setting: TableState, seat: str) -> list[Unit]:
    """Return the characters and survivors of the other players."""
    opponents = []
    for other in setting.seats:
        if other.id != seat:
            opponents += pawns(setting, other.id)
            opponents += survivors_of(setting, other.id)
    return opponents


def _beaten(setting: TableState, loser: str, prefix: str) -> Procedure[TableState]:
    """Damage the defender who lost a duel. A building left without survivors may be lost with it, even
    a home base (Claiming a building)."""
    seat = seat_of(setting, loser)
    place = setting[setting[loser].owner]
    setting = yield from hurt(setting, loser, prefix)
    buildings = _without_survivors(setting, seat, place)
    if not buildings:
        return setting
    options = [Option("no", _("No building is lost"))]
    for building in buildings:
        options.append(Option(building.id, _("{building} is lost", building=building.name)))
    lost = yield Choose(
        f"{prefix}/lost",
        _("Does {name} lose the building they fought in?", name=setting.name(seat)),
        options=tuple(options),
    )
    if lost == "no":
        return setting
    return setting.drop(lost).say("lost", seat, what=setting.name(lost))


def _without_survivors(setting: TableState, seat: str, place: Unit) -> list[Unit]:
    """Return the buildings without survivors in which a fight may have taken place: the loser's place
    or, for a character and a survivor with one, any building of their player's."""
    if place.kind != "building":
        places = list(setting.of("building", seat))
    elif setting.has(place.id):
        places = [place]
    else:
        places = []
    return [building for building in places if not setting.of("survivor", building.id)]


@RULES.procedure("hurt", "{unit} takes damage")
def hurt_by_hand(setting: TableState, unit: str) -> Procedure[TableState]:
    return (yield from hurt(setting, unit, f"hurt/{unit}"))


def hurt(setting: TableState, unit: str, prefix: str) -> Procedure[TableState]:
    """Deal 1 damage: a survivor dies, a character loses a life or a survivor with them, and dies
    without lives."""
    victim = setting[unit]
    if victim.kind == "survivor":
        setting = setting.drop(unit).say("survivor-dies", who=victim.name)
        return undefended(setting, victim.owner)
    sacrificed = yield from _sacrifice(setting, victim, prefix)
    if sacrificed != "no":
        return setting.drop(sacrificed).say("sacrificed", unit, what=setting.name(sacrificed))
    life = victim.number("life") - 1
    if life < 0:
        raise RuleError("{name} is dead.", name=victim.name)
    setting = setting.put(unit, life=life)
    if life:
        return setting.say("hurt", unit, n=life)
    return dies(setting, unit)


def _sacrifice(setting: TableState, victim: Unit, prefix: str) -> Procedure[str]:
    """Ask which survivor with a character dies in their place; 'no' if none does or is with them."""
    survivors = setting.of("survivor", victim.id)
    if not survivors:
        return "no"
    options = [Option("no", _("Nobody, {name} takes it", name=victim.name))]
    for survivor in survivors:
        options.append(Option(survivor.id, _("{name} dies instead", name=survivor.name)))
    choice: str = yield Choose(
        f"{prefix}/sacrifice",
        _("{name} takes 1 damage. Does a survivor die instead?", name=victim.name),
        options=tuple(options),
    )
    return choice


def undefended(setting: TableState, place: str) -> TableState:
    """Remove a claimed building after its last survivor was killed, unless a barricade stands (Claiming
    a building). A home base is lost by hand, as somebody has to enter it."""
    unit = setting[place]
    is_claimed_building = unit.kind == "building" and not unit.on("home")
    if not is_claimed_building or _is_held(setting, place):
        return setting
    return setting.drop(place).say("lost", unit.owner, what=unit.name)


def _is_held(setting: TableState, building: str) -> bool:
    """Return whether a barricade or survivor is in a building."""
    return bool(setting.of("barricade", building) or setting.of("survivor", building))


def dies(setting: TableState, unit: str) -> TableState:
    """Remove a dead character's guns and survivors, and with the last character the player's hand."""
    victim = setting[unit]
    for owned in list(setting.owned(unit)):
        setting = setting.drop(owned.id)
    if not pawns(setting, victim.owner):
        setting = setting.put(victim.owner, hand=0, actions=0, free=0)
    return setting.say("dies", unit)


def no_claim(setting: TableState, seat: str) -> str:
    """Return why no building may be claimed, '' if one may: four at most for each character, home
    bases included (ruling 54)."""
    most = BUILDINGS * twofold(setting)
    if len(setting.of("building", seat)) < most:
        return ""
    return _("A player holds at most {n} buildings, including the home base.", n=most)


@RULES.tap("claim")
def claim(setting: TableState, unit: str) -> TableState:
    why_not = no_claim(setting, unit)
    if why_not:
        raise RuleError(why_not)
    after = new_building(setting, unit, home=False)
    newest = after.of("building", unit)[-1]
    return after.say("claimed", unit, what=newest.name)


@RULES.tap("join")
def join(setting: TableState, unit: str) -> TableState:
    """Place a survivor with a character, or in a building."""
    survivor = setting.next_id("s")
    name = _("Survivor {n}", n=survivor[1:])
    return setting.place(Unit(survivor, "survivor", name, unit, {})).say("joins", unit)


held = PLAIN.tap("held")


@RULES.procedure("wall", "{unit} is barricaded")
def wall(setting: TableState, unit: str) -> Procedure[TableState]:
    """Build a barricade, three at most in a building; its owner enters value and trap unseen by the
    others."""
    building = setting[unit]
    prefix = f"wall/{building.id}"
    if len(setting.of("barricade", building.id)) >= BARRICADES:
        raise RuleError("A building has three barricades at most.")
    question = _("What is the barricade's value? (Everyone else looks away.)")
    value = yield from number_shown(f"{prefix}/value", question, range(1, MOST_VALUE + 1))
    trap = yield Report(
        f"{prefix}/trap",
        _("Does it have a trap?"),
        options=(Option("0", _("No trap")), Option("1", "1"), Option("2", "2")),
    )
    barricade = Unit(
        id=setting.next_id("w"),
        kind="barricade",
        name=_barricade_name(setting, building.id),
        owner=building.id,
        values={"value": value, "trap": int(trap), "revealed": False},
    )
    setting = setting.place(barricade)
    beside = building.number("beside")
    # The same words whatever its value, which stays hidden from the others.
    sentence = "walled-short" if beside else "walled"
    return setting.say(sentence, what=building.name, n=beside)


def _barricade_name(setting: TableState, building: str) -> str:
    """Return the first of 'Barricade 1', 'Barricade 2' and so on that isn't in a building yet."""
    text = _("Barricade {n}")
    taken = {barricade.name for barricade in setting.of("barricade", building)}
    number = 1
    while text.format(n=number) in taken:
        number += 1
    return text.format(n=number)


@RULES.procedure("tear", "{unit} tears a barricade down")
def tear(setting: TableState, unit: str) -> Procedure[TableState]:
    """Tear down one barricade beside the character, an action (Actions, 5)."""
    setting = pay(setting, unit)
    walls = list(setting.of("barricade"))
    which = yield from one_of(setting, f"tear/{unit}", _("Which barricade?"), walls)
    return (yield from tear_down_barricade(setting, which))


@RULES.procedure("torn", "{unit} is torn down")
def tear_down_barricade(setting: TableState, unit: str) -> Procedure[TableState]:
    """Tear a barricade down: it is revealed, and its trap deals 1 damage to an opponent."""
    barricade = setting[unit]
    building = setting[barricade.owner]
    outcome = fact("torn", what=building.name, n=barricade["value"], trap=barricade["trap"])
    setting = setting.drop(barricade.id).tell(outcome)
    setting = siege(setting, building.id)
    active_player = setting.active
    is_opponents_turn = active_player not in ("", building.owner)
    if not is_opponents_turn:  # only others, and zombies, take a building by tearing it open
        return setting
    setting = _breached(setting, building.id)
    characters = pawns(setting, active_player)
    had_trap = bool(barricade.number("trap"))
    if not had_trap or not characters:
        return setting
    key = f"torn/{barricade.id}"
    victim = yield from one_of(setting, key, _("Who tore it down?"), characters)
    return (yield from hurt(setting, victim, key))


def _breached(setting: TableState, building: str) -> TableState:
    """Mark a claimed building without barricades and survivors, so that the players are asked whether
    it is lost."""
    if _is_held(setting, building) or setting[building].on("home"):
        return setting
    return setting.put(building, breached=True)


@RULES.procedure("over", "{unit} is taken over")
def taken_over(setting: TableState, unit: str) -> Procedure[TableState]:
    """Give a building to another player: barricades stay, survivors are removed, and it has five uses
    again."""
    building = setting[unit]
    others = takers(setting, building)
    question = _("Who takes it over?")
    to = yield from one_of(setting, f"over/{building.id}", question, others, Report)
    return take_over(setting, building.id, to)


def takers(setting: TableState, building: Unit) -> list[Unit]:
    """Return who may take a building over."""
    return [
        seat
        for seat in setting.seats
        if seat.id != building.owner and _can_hold_another(setting, seat)
    ]


def _can_hold_another(setting: TableState, seat: Unit) -> bool:
    """Return whether a living player may hold one more building."""
    return not is_dead(setting, seat) and not no_claim(setting, seat.id)


def take_over(setting: TableState, building: str, seat: str) -> TableState:
    """Give a building to a player, with barricades, new uses and without survivors or stored cards."""
    name = setting.name(building)
    setting = setting.clear("survivor", building)
    setting = setting.put(building, uses=USES, home=False, breached=False, stored=0)
    new_name = setting.fresh_name(name, "building", seat)
    setting = setting.place(replace(setting[building], name=new_name))
    return setting.given_to(building, seat).say("taken-over", seat, what=name)


def siege(setting: TableState, building: str) -> TableState:
    """Remove all barricades of a building once the zombies beside it reach their total value; traps
    kill as many zombies as their value."""
    barricades = setting.of("barricade", building)
    total_value = sum(barricade.number("value") for barricade in barricades)
    total_trap = sum(barricade.number("trap") for barricade in barricades)
    beside = setting[building].number("beside")
    if not barricades or not beside or beside < total_value:
        return setting
    trapped = min(beside, setting.table.number("board"), total_trap)
    setting = setting.clear("barricade", building)
    setting = collect(setting, _trapper(setting, building), trapped)
    setting = setting.put(building, beside=beside - trapped)
    setting = _breached(setting, building)
    return setting.say("fallen", n=beside, what=setting[building].name, trap=trapped)


def _trapper(setting: TableState, building: str) -> str:
    """Return whose pile zombies killed by a building's traps go to: its owner's, or the active
    player's, as chosen before the game."""
    owner = setting[building].owner
    if setting.table["traps"] == "owner" or not setting.active:
        return owner
    return setting.active
