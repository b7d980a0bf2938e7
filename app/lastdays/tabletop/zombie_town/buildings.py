"""Buildings of *Zombie Town*: claimed, lost, barricaded, besieged, torn open."""

from __future__ import annotations

from itertools import count

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
    RULES,
    USES,
    building_of,
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
    names = (_("Jammed"), _("Same square"), _("1 square"), _("2 squares"))
    options = tuple(Option(c, n) for c, n in zip(CARDS, names, strict=True))
    return Report(key, question, options=options)


def armed(setting: TableState, seat: str) -> list[Unit]:
    """Return the loaded guns of a player's living characters."""
    return [g for b in pawns(setting, seat) for g in _loaded(setting, b.id)]


def _loaded(setting: TableState, bearer: str) -> list[Unit]:
    return [g for g in setting.of("gun", bearer) if g.number("bullets")]


@RULES.procedure("shoot", "{unit} shoots")
def shoot(setting: TableState, unit: str) -> Procedure[TableState]:
    """Spend bullets of one gun, an action, until a combat card reaches the distance. A shooter who runs
    out of bullets against a zombie on their own square takes 1 damage (Taking Damage)."""
    where = f"shoot/{unit}"
    setting = pay(setting, unit)
    if not setting.table.number("board"):
        raise RuleError("No zombie is on the board.")
    gun = yield from one_of(setting, f"{where}/gun", _("Which gun?"), armed(setting, unit))
    shooter = setting[gun].owner
    distance = yield Choose(
        f"{where}/distance",
        _("How far away is the zombie?"),
        options=(
            Option("0", _("Same square")),
            Option("1", _("1 square")),
            Option("2", _("2 squares")),
        ),
    )
    question = _card_for(setting[gun])
    missed = _("Missed. Spend another bullet?")
    setting, spent, hit = yield from _fire(
        setting, gun, where, f"{where}/card", question, distance, missed
    )
    if hit:
        setting = collect(setting, unit).say("killed", unit, bullets=spent)
        if distance == "0":
            setting = yield from _out_of_a_building(setting, where)
        return setting
    setting = setting.say("missed", unit, bullets=spent)
    if distance == "0" and not _loaded(setting, shooter):
        setting = yield from hurt(setting, shooter, where)
    return setting


def _fire(
    setting: TableState, gun: str, where: str, key: str, question: str, reach: str, missed: str
) -> Procedure[tuple[TableState, int, bool]]:
    """Spend bullets of a gun until a combat card is at least `reach` or the player stops; return the
    table, the bullets spent, and whether it hit. `where` and `key` begin the keys of the asks."""
    spent = 0
    while setting[gun].number("bullets"):
        spent += 1
        setting = setting.add(gun, "bullets", -1)
        card = yield _card_drawn(f"{key}-{spent}", question)
        if CARDS.index(card) >= CARDS.index(reach):
            return setting, spent, True
        if not setting[gun].number("bullets"):
            break
        again = yield Choose(
            f"{where}/again-{spent}",
            missed,
            options=(Option("yes", _("Spend another")), Option("no", _("Stop"))),
        )
        if again == "no":
            break
    return setting, spent, False


def _out_of_a_building(setting: TableState, where: str) -> Procedure[TableState]:
    """Ask whether a zombie killed on the shooter's square was one inside a building."""
    entered = [b for b in setting.of("building") if b.on("inside")]
    if not entered:
        return setting
    place = yield Choose(
        f"{where}/inside",
        _("Where was the zombie?"),
        options=(
            *(
                Option(b.id, _("Inside {building}", building=building_of(setting, b)))
                for b in entered
            ),
            Option("no", _("Elsewhere")),
        ),
    )
    return setting if place == "no" else setting.put(place, inside=0)


@RULES.procedure("attack", "A zombie attacks {unit}")
def attack(setting: TableState, unit: str) -> Procedure[TableState]:
    """Defend a character or survivor with any gun in their square, which is not an action, until the
    zombie is killed, no bullet is left, or the player takes the damage (Defending, Zombie
    Movement)."""
    where = f"attack/{unit}"
    bearers = (unit, *_beside(setting, unit))
    setting, killed = yield from _defended(setting, unit, bearers, where)
    if killed:
        return setting
    flees = setting[unit].kind == "pawn"
    setting = yield from hurt(setting, unit, where)
    if flees and setting[unit].number("life"):
        setting = setting.say("flees", unit)
    return setting


@RULES.procedure("enter", "A zombie enters {unit}")
def enter(setting: TableState, unit: str) -> Procedure[TableState]:
    """Let a zombie enter a building with survivors, who fight it with any of their guns; unarmed, one
    of them dies and the zombie stays inside (Zombie Movement)."""
    where = f"enter/{unit}"
    survivors = list(setting.of("survivor", unit))
    if not survivors:
        raise RuleError("No survivor is in {building}.", building=setting.name(unit))
    bearers = tuple(survivor.id for survivor in survivors)
    setting, killed = yield from _defended(setting, unit, bearers, where)
    if killed:
        return setting
    victim = yield from one_of(setting, f"{where}/victim", _("Which survivor dies?"), survivors)
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
    setting: TableState, unit: str, bearers: tuple[str, ...], where: str
) -> Procedure[tuple[TableState, bool]]:
    """Fire the guns of those on the square of a unit at a zombie, bullet by bullet; return the table and
    whether the zombie is killed."""
    seat, spent = seat_of(setting, unit), 0
    while guns := [gun for bearer in bearers for gun in _loaded(setting, bearer)]:
        choice = yield Choose(
            f"{where}/how-{spent + 1}",
            _("A zombie attacks {name}.", name=setting.name(unit)),
            options=(
                *(Option(g.id, _("Fire {gun}", gun=g.name), _bullets(g)) for g in guns),
                Option("no", _("Take the damage")),
            ),
        )
        if choice == "no":
            break
        spent += 1
        setting = setting.add(choice, "bullets", -1)
        card = yield _card_drawn(f"{where}/card-{spent}", _card_for(setting[choice]))
        if card != "jammed":
            return collect(setting, seat).say("killed", seat, bullets=spent), True
    if spent:
        setting = setting.say("missed", seat, bullets=spent)
    return setting, False


def _beside(setting: TableState, unit: str) -> tuple[str, ...]:
    """Return the survivors with a character, who defend them."""
    return tuple(s.id for s in setting.of("survivor", unit))


def _bullets(gun: Unit) -> str:
    n = gun.number("bullets")
    return ngettext("{n} bullet", "{n} bullets", n)


@RULES.procedure("duel", "{unit} fights a player")
def duel(setting: TableState, unit: str) -> Procedure[TableState]:
    """Fight a character or survivor of another player with one gun, an action: round after round, until
    either retreats, both stop, or one of them cannot fight on (Attacking)."""
    where = f"duel/{unit}"
    setting = pay(setting, unit)
    mine = yield from one_of(setting, f"{where}/gun", _("Which gun?"), armed(setting, unit))
    foes = rivals(setting, unit)
    other = yield from one_of(setting, f"{where}/foe", _("Choose an opponent"), foes)
    shooter, rounds = setting[mine].owner, 0
    while True:
        rounds += 1
        here = where if rounds == 1 else f"{where}/round-{rounds}"
        if not _loaded(setting, other):
            return (yield from _at_unarmed(setting, unit, mine, other, here))
        setting = yield from _round(setting, unit, mine, other, here)
        both_stand = _stands(setting, shooter) and _stands(setting, other)
        if not both_stand or not setting[mine].number("bullets"):
            return setting
        choice = yield from _after_a_round(setting, shooter, other, here)
        if choice in (shooter, other):
            return setting.say("retreats", choice)
        if choice == "stop":
            return setting


def _stands(setting: TableState, unit: str) -> bool:
    """Return whether a character or survivor is still alive."""
    return setting.has(unit) and (setting[unit].kind == "survivor" or setting[unit].on("life"))


def _after_a_round(setting: TableState, shooter: str, other: str, where: str) -> Procedure[str]:
    """Ask how a fight between players goes on: 'again', 'stop', or the id of who retreats."""
    retreats = _("{name} retreats to an adjacent square")
    choice: str = yield Choose(
        f"{where}/then",
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
    setting: TableState, unit: str, mine: str, other: str, where: str
) -> Procedure[TableState]:
    """Let both spend a bullet and draw: the lower card takes 1 damage, ties draw again without another
    bullet."""
    foe = seat_of(setting, other)
    theirs = _loaded(setting, other)
    answer = yield from one_of(
        setting, f"{where}/their-gun", _("Which gun do they shoot back with?"), theirs
    )
    setting = setting.add(mine, "bullets", -1).add(answer, "bullets", -1)
    name, rival = setting.name(seat_of(setting, mine)), setting.name(other)
    draws, ours, card = 0, "", ""
    while ours == card:
        draws += 1
        ours = yield _card_drawn(f"{where}/mine-{draws}", _card_of(name, setting[mine]))
        card = yield _card_drawn(f"{where}/theirs-{draws}", _card_of(rival, setting[answer]))
    if CARDS.index(ours) > CARDS.index(card):
        setting = setting.say("duel-won", unit, other=f"@{foe}")
        return (yield from _beaten(setting, other, where))
    setting = setting.say("duel-won", foe, other=f"@{unit}")
    return (yield from hurt(setting, setting[mine].owner, where))


def _at_unarmed(
    setting: TableState, seat: str, gun: str, other: str, where: str
) -> Procedure[TableState]:
    """Fight someone without bullets: any card but a jam hits, after which they move three squares
    away."""
    foe = seat_of(setting, other)
    question = _card_of(setting.name(seat), setting[gun])
    jammed = _("Jammed. Spend another bullet?")
    setting, spent, hit = yield from _fire(
        setting, gun, where, f"{where}/mine", question, CARDS[1], jammed
    )
    if not hit:
        return setting.say("missed", seat, bullets=spent)
    setting = setting.say("duel-won", seat, other=f"@{foe}")
    setting = yield from _beaten(setting, other, where)
    if _stands(setting, other):
        setting = setting.say("flees", other)
    return setting


def rivals(setting: TableState, seat: str) -> list[Unit]:
    """Return the characters and survivors of the other players."""
    others = [s.id for s in setting.seats if s.id != seat]
    return [f for s in others for f in (*pawns(setting, s), *survivors_of(setting, s))]


def _beaten(setting: TableState, loser: str, where: str) -> Procedure[TableState]:
    """Damage the defender who lost a duel. A building left without survivors may be lost with it, even
    a home base (Claiming a building)."""
    seat, place = seat_of(setting, loser), setting[setting[loser].owner]
    setting = yield from hurt(setting, loser, where)
    held = setting.of("building", seat) if place.kind == "seat" else (place,)
    empty = [b for b in held if setting.has(b.id) and not setting.of("survivor", b.id)]
    if not empty:
        return setting
    lost = yield Choose(
        f"{where}/lost",
        _("Does {name} lose the building they fought in?", name=setting.name(seat)),
        options=(
            Option("no", _("No building is lost")),
            *(Option(b.id, _("{building} is lost", building=b.name)) for b in empty),
        ),
    )
    if lost == "no":
        return setting
    return setting.drop(lost).say("lost", seat, what=setting.name(lost))


@RULES.procedure("hurt", "{unit} takes damage")
def hurt_by_hand(setting: TableState, unit: str) -> Procedure[TableState]:
    return (yield from hurt(setting, unit, f"hurt/{unit}"))


def hurt(setting: TableState, unit: str, where: str) -> Procedure[TableState]:
    """Deal 1 damage: a survivor dies, a character loses a life or a survivor with them, and dies
    without lives."""
    victim = setting[unit]
    if victim.kind == "survivor":
        setting = setting.drop(unit).say("survivor-dies", who=victim.name)
        return undefended(setting, victim.owner)
    friends = list(setting.of("survivor", unit))
    if friends:
        choice = yield Choose(
            f"{where}/sacrifice",
            _("{name} takes 1 damage. Does a survivor die instead?", name=victim.name),
            options=(
                Option("no", _("Nobody, {name} takes it", name=victim.name)),
                *(Option(f.id, _("{name} dies instead", name=f.name)) for f in friends),
            ),
        )
        if choice != "no":
            return setting.drop(choice).say("sacrificed", unit, what=setting.name(choice))
    life = victim.number("life") - 1
    if life < 0:
        raise RuleError("{name} is dead.", name=victim.name)
    setting = setting.put(unit, life=life)
    if life:
        return setting.say("hurt", unit, n=life)
    return dies(setting, unit)


def undefended(setting: TableState, place: str) -> TableState:
    """Remove a claimed building after its last survivor was killed, unless a barricade stands (Claiming
    a building). A home base is lost by hand, as somebody has to enter it."""
    building = setting[place]
    held = setting.of("barricade", place) or setting.of("survivor", place)
    if building.kind != "building" or building.on("home") or held:
        return setting
    return setting.drop(place).say("lost", building.owner, what=building.name)


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
    if why := no_claim(setting, unit):
        raise RuleError(why)
    after = new_building(setting, unit, home=False)
    made = after.of("building", unit)[-1]
    return after.say("claimed", unit, what=made.name)


@RULES.tap("join")
def join(setting: TableState, unit: str) -> TableState:
    """Place a survivor with a character, or in a building."""
    made = setting.next_id("s")
    name = _("Survivor {n}", n=made[1:])
    return setting.place(Unit(made, "survivor", name, unit, {})).say("joins", unit)


@RULES.tap("held")
def held(setting: TableState, unit: str) -> TableState:
    building = setting[unit]
    return setting.put(unit, breached=False).say("held", building.owner, what=building.name)


@RULES.procedure("wall", "{unit} is barricaded")
def wall(setting: TableState, unit: str) -> Procedure[TableState]:
    """Build a barricade, three at most in a building; its owner enters value and trap unseen by the
    others."""
    building = setting[unit]
    where = f"wall/{building.id}"
    if len(setting.of("barricade", building.id)) >= BARRICADES:
        raise RuleError("A building has three barricades at most.")
    question = _("What is the barricade's value? (Everyone else looks away.)")
    value = yield from number_shown(f"{where}/value", question, range(1, 10))
    trap = yield Report(
        f"{where}/trap",
        _("Does it have a trap?"),
        options=(Option("0", _("No trap")), Option("1", "1"), Option("2", "2")),
    )
    made = setting.next_id("w")
    name = _("Barricade {n}")
    taken = {w.name for w in setting.of("barricade", building.id)}
    name = next(n for n in (name.format(n=i) for i in count(1)) if n not in taken)
    values = {"value": value, "trap": int(trap), "revealed": False}
    setting = setting.place(Unit(made, "barricade", name, building.id, values))
    beside = building.number("beside")
    # The same words whatever its value, which stays hidden from the others.
    return setting.say("walled-short" if beside else "walled", what=building.name, n=beside)


@RULES.procedure("tear", "{unit} tears a barricade down")
def tear(setting: TableState, unit: str) -> Procedure[TableState]:
    """Tear down one barricade beside the character, an action (Actions, 5)."""
    setting = pay(setting, unit)
    walls = list(setting.of("barricade"))
    which = yield from one_of(setting, f"tear/{unit}", _("Which barricade?"), walls)
    return (yield from torn(setting, which))


@RULES.procedure("torn", "{unit} is torn down")
def torn(setting: TableState, unit: str) -> Procedure[TableState]:
    """Tear a barricade down: it is revealed, and its trap deals 1 damage to an opponent."""
    wall = setting[unit]
    building = setting[wall.owner]
    said = fact("torn", what=building.name, n=wall["value"], trap=wall["trap"])
    setting = siege(setting.drop(wall.id).tell(said), building.id)
    active = setting.active
    own = active in ("", building.owner)
    if not own:  # only others, and zombies, take a building by tearing it open
        setting = _breached(setting, building.id)
    if own or not wall.number("trap") or not pawns(setting, active):
        return setting
    who = yield from one_of(
        setting, f"torn/{wall.id}", _("Who tore it down?"), pawns(setting, setting.active)
    )
    return (yield from hurt(setting, who, f"torn/{wall.id}"))


def _breached(setting: TableState, building: str) -> TableState:
    """Mark a claimed building without barricades and survivors, so that the players are asked whether
    it is lost."""
    held = setting.of("barricade", building) or setting.of("survivor", building)
    if held or setting[building].on("home"):
        return setting
    return setting.put(building, breached=True)


@RULES.procedure("over", "{unit} is taken over")
def taken_over(setting: TableState, unit: str) -> Procedure[TableState]:
    """Give a building to another player: barricades stay, survivors are removed, and it has five uses
    again."""
    building = setting[unit]
    others = takers(setting, building)
    to = yield from one_of(setting, f"over/{building.id}", _("Who takes it over?"), others)
    return take_over(setting, building.id, to)


def takers(setting: TableState, building: Unit) -> list[Unit]:
    """Return who may take a building over."""
    return [
        s
        for s in setting.seats
        if s.id != building.owner and not is_dead(setting, s) and not no_claim(setting, s.id)
    ]


def take_over(setting: TableState, building: str, seat: str) -> TableState:
    name = setting.name(building)
    setting = setting.clear("survivor", building).put(
        building, uses=USES, home=False, breached=False, stored=0
    )
    return setting.hand(building, seat).say("taken-over", seat, what=name)


def siege(setting: TableState, building: str) -> TableState:
    """Remove all barricades of a building once the zombies beside it reach their total value; traps
    kill as many zombies as their value."""
    walls = setting.of("barricade", building)
    total = sum(w.number("value") for w in walls)
    beside = setting[building].number("beside")
    if not walls or not beside or beside < total:
        return setting
    board = setting.table.number("board")
    trap = min(beside, board, sum(w.number("trap") for w in walls))
    setting = setting.clear("barricade", building)
    owner = setting[building].owner
    credit = owner if setting.table["traps"] == "owner" else setting.active or owner
    setting = collect(setting, credit, trap).put(building, beside=beside - trap)
    setting = _breached(setting, building)
    return setting.say("fallen", n=beside, what=setting[building].name, trap=trap)
