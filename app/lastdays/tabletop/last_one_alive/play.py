"""Rolls, cards and taps of *Last One Alive*."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Report, options_of
from lastdays.tabletop.declared import number_shown
from lastdays.tabletop.event_log import fact, in_turn
from lastdays.tabletop.phrases import NAMES
from lastdays.tabletop.units import TableState, Unit, UnitRules

#: The taps, procedures and sentences of the game; each module adds its own.
RULES = UnitRules()

MOST_LEVEL, CHOSEN, RADIO, KEEP, LIVES, SHOTS_FOR_HERO = 4, 4, 2, 3, 2, 3

#: The most dice of one colour that a roll is asked for, and by how much an item doubles results.
MOST_DICE, TWICE = 8, 2

APOCALYPSE_ENDS = 3

#: All items: some are used before or after the roll, some only before it, the Medikit at the end.
ITEMS = ("axe", "chainsaw", "flares", "gun", "medikit", "radio")

BOTH = ("axe", "chainsaw", "gun")

BEFORE = ("flares", "radio")


def item_name(key: str) -> str:
    """Return the name of a token."""
    text = NAMES()["last-one-alive"][key]["name"]
    return _(text)


def zombie_dice(setting: TableState) -> int:
    """Return the number of black dice to take next: the level, one more at night."""
    return setting.table.number("level") + setting.table.on("night")


def chosen_dice(setting: TableState) -> int:
    """Return the number of dice of choice in this turn: four, two more for each Radio."""
    return CHOSEN + RADIO * setting.table.number("radio")


def symbols(die: Unit) -> int:
    """Return the number of zombies and ambushes a die shows."""
    return die.number("zombies") + die.number("ambushes")


def left_of(setting: TableState, seat: str) -> str:
    """Return the next player still alive."""
    ids = in_turn([s.id for s in setting.seats], seat, after=True)
    return next((s for s in ids if not setting[s].on("out") and s != seat), seat)


def score(setting: TableState, seat: Unit) -> int:
    """Return a player's points: two for each life, one for each token (The Survivors)."""
    return 2 * seat.number("lives") + len(setting.of("token", seat.id))


def put_die(setting: TableState, seat: str, *, zombies: int, ambushes: int) -> TableState:
    """Put a die in front of a player, taken from the pool if that is counted."""
    number = setting.next_id("d")
    if setting.table["dice"] is not None:
        setting = setting.add("table", "dice", -1)
    made = Unit(
        number,
        "die",
        _("Die {n}", n=number[1:]),
        seat,
        {"zombies": zombies, "ambushes": ambushes},
    )
    return setting.place(made).say("die", seat, zombies=zombies, ambushes=ambushes)


def back_to_pool(setting: TableState, die: str) -> TableState:
    if setting.table["dice"] is not None:
        setting = setting.add("table", "dice", 1)
    return setting.drop(die)


def return_dice(setting: TableState, seat: str) -> TableState:
    for die in setting.of("die", seat):
        setting = back_to_pool(setting, die.id)
    return setting


@RULES.procedure("rolled", "{unit} takes a die")
def rolled(setting: TableState, unit: str, what: str) -> Procedure[TableState]:
    """Take a rolled die: zombies pass to the left, ambushes stay."""
    if setting.table["dice"] == 0:
        raise RuleError("The pool has no dice left.")
    if what == "ambushes" and setting[unit].on("chainsaw"):
        raise RuleError("The Chainsaw ignores all ambushes of this roll.")
    found = {"zombies": 0, "ambushes": 0}
    wanted = ("zombies", "ambushes") if what == "front" else (what,)
    for symbol in wanted:
        text = _("How many zombies does the die show?")
        if symbol == "ambushes":
            text = _("How many ambushes does the die show?")
        numbers = range(0 if what == "front" else 1, 4)
        found[symbol] = yield from number_shown(f"rolled/{unit}/{symbol}", text, numbers)
    owner = left_of(setting, unit) if what == "zombies" else unit
    if not sum(found.values()):
        return setting
    return put_die(setting, owner, **found)


@RULES.procedure("black", "{unit} rolls the zombie dice")
def black(setting: TableState, unit: str) -> Procedure[TableState]:
    """Ask what each black die shows: zombies pass to the left, ambushes stay."""
    take, pool = setting.table.number("take"), setting.table["dice"]
    dice = take if pool is None else min(take, pool)
    for n in range(1, dice + 1):
        shown = yield Report(
            f"black/{unit}/{n}",
            _("What does zombie die {n} of {all} show?", n=n, all=dice),
            options=_faces(setting[unit]),
        )
        if shown:
            symbol, number = shown.split("/")
            owner = left_of(setting, unit) if symbol == "zombies" else unit
            found = {"zombies": 0, "ambushes": 0, symbol: int(number)}
            setting = put_die(setting, owner, **found)
    return setting.put("table", step="items") if setting.active == unit else setting


def _faces(seat: Unit) -> tuple[Option, ...]:
    """Return what a black die may show; the Chainsaw used before the roll ignores ambushes."""
    zombies = [Option(f"zombies/{n}", _zombies(n)) for n in range(1, 4)]
    if seat.on("chainsaw"):
        return (*zombies, Option("", _("Neither, or an ambush: ignored")))
    ambushes = [
        Option(f"ambushes/{n}", ngettext("{n} ambush", "{n} ambushes", n)) for n in range(1, 4)
    ]
    return (*zombies, *ambushes, Option("", _("Neither")))


def _zombies(n: int) -> str:
    return ngettext("{n} zombie", "{n} zombies", n)


@RULES.procedure("bangs", "{unit} counts the Bangs")
def bangs(setting: TableState, unit: str) -> Procedure[TableState]:
    """Count the Bangs of the red dice, also of those rolled again; a Gun used before the roll doubles
    them."""
    question = _("How many Bangs do {name}'s red dice show?", name=setting.name(unit))
    shown = yield from number_shown(f"bangs/{unit}", question, range(1, MOST_DICE + 1))
    number = shown * _worth(setting[unit], "gun")
    return setting.add(unit, "bangs", number).say("bangs", unit, dice=shown, n=number)


@RULES.procedure("yellow", "{unit} counts the barricades")
def yellow(setting: TableState, unit: str) -> Procedure[TableState]:
    """Count the yellow dice that show a barricade; an Axe used before the roll doubles them."""
    question = _("How many of {name}'s yellow dice show a barricade?", name=setting.name(unit))
    shown = yield from number_shown(f"yellow/{unit}", question, range(1, MOST_DICE + 1))
    number = shown * _worth(setting[unit], "axe")
    return setting.add(unit, "walls", number).say("walls", unit, dice=shown, n=number)


def _worth(seat: Unit, item: str) -> int:
    """Return how many results one die counts for: two with an item used before the roll."""
    return TWICE if seat.on(item) else 1


def _spend(setting: TableState, unit: str, results: str, number: int = 1) -> TableState:
    """Spend results of the dice in a player's own turn: 'bangs' or 'walls'. Where nobody has counted
    them, the players do so themselves. RuleError if too few are left."""
    left = setting[unit][results]
    if unit != setting.active or left is None:
        return setting
    if left < number:
        raise RuleError("No results are left. Count the re-rolled dice too.")
    return setting.put(unit, **{results: left - number})


@RULES.tap("shoot")
def shoot(setting: TableState, unit: str, symbol: str = "") -> TableState:
    """Shoot one symbol, 'zombies' or 'ambushes', by default an ambush first; a Bang is spent if they
    are counted. A die without symbols goes back to the pool. Three shots in their own turn earn the
    player a Hero token."""
    die = setting[unit]
    seat = setting[die.owner]
    symbol = symbol or ("ambushes" if die.number("ambushes") else "zombies")
    if not die.number(symbol):
        raise RuleError("{die} shows nothing to shoot at.", die=die.name)
    own_turn = seat.id == setting.active
    setting = _spend(setting, seat.id, "bangs")
    setting = setting.add(unit, symbol, -1).add(seat.id, "shots", int(own_turn))
    shot = "shot-ambush" if symbol == "ambushes" else "shot-zombie"
    setting = setting.say(shot, seat.id, what=die.name)
    if not symbols(setting[unit]):
        setting = back_to_pool(setting, unit)
        setting = setting.say("pool", what=die.name)
    fresh = setting[seat.id]
    earns = own_turn and fresh.number("shots") == SHOTS_FOR_HERO
    if earns and not fresh.on("hero") and not fresh.on("used_hero"):
        setting = setting.put(seat.id, hero=True)
        setting = setting.say("hero", seat.id)
    return setting


@RULES.tap("pass")
def pass_left(setting: TableState, unit: str) -> TableState:
    """Pass a die with a yellow die's barricade, which is spent if they are counted."""
    return _to_the_left(_spend(setting, setting[unit].owner, "walls"), unit)


def _to_the_left(setting: TableState, unit: str) -> TableState:
    die = setting[unit]
    if die.number("ambushes"):
        raise RuleError("A die with an ambush is never passed.")
    to = left_of(setting, die.owner)
    return setting.hand(unit, to).say("passed", to, what=die.name)


@RULES.tap("gone")
def gone(setting: TableState, unit: str) -> TableState:
    return back_to_pool(setting, unit).say("pool", what=setting[unit].name)


@RULES.tap("hero")
def hero(setting: TableState, unit: str) -> TableState:
    if not setting[unit].on("hero"):
        raise RuleError("{name} has no Hero token.", name=setting[unit].name)
    return setting.put(unit, hero=False, used_hero=True).say("hero-used", unit)


@RULES.procedure("draw", "{unit} draws")
def draw(setting: TableState, unit: str, side: str) -> Procedure[TableState]:
    """Draw a token from the bag; `side` is the side that counts: 'item', 'barricade' or 'any'. One
    with a barricade is traded for an unused yellow die, which is spent if they are counted."""
    table = setting.table
    if table["tokens"] == 0:
        raise RuleError("The bag is empty.")
    if side == "barricade":
        setting = _spend(setting, unit, "walls", _worth(setting[unit], "axe"))
    options = []
    if side in ("item", "any"):
        options += [Option(k, item_name(k)) for k in ITEMS]
    if side in ("barricade", "any"):
        options.append(Option("barricade", item_name("barricade")))
    options.append(Option("apocalypse", _("Zombie Apocalypse")))
    if table.on("days"):
        if table.on("night"):
            options.append(Option("day", _("Day")))
        elif not table.on("dawned"):
            options.append(Option("night", _("Night")))
    what = yield Report(
        f"draw/{unit}",
        _("Which token does {name} draw?", name=setting[unit].name),
        options=tuple(options),
    )
    setting = setting.put(unit, started=True)
    if table["tokens"] is not None and what != "night":  # Day goes in for it
        setting = setting.add("table", "tokens", -1)
    match what:
        case "apocalypse":
            level = min(MOST_LEVEL, table.number("level") + 1)
            setting = setting.put("table", level=level, drawn=table.number("drawn") + 1)
            return setting.say("apocalypse", unit, level=level)
        case "night":
            return setting.put("table", night=True).say("night", unit)
        case "day":
            return setting.put("table", night=False, dawned=True).say("day", unit)
    made = Unit(setting.next_id("t"), "token", item_name(what), unit, {"key": what})
    return setting.place(made).say("token", unit, what=made.name)


@RULES.tap("use")
def use(setting: TableState, unit: str) -> TableState:
    """Use an Axe, Chainsaw or Gun, with different effects before and after the roll."""
    token = setting[unit]
    before = setting.step == "before"
    if before:
        setting = setting.put(token.owner, **{str(token["key"]): True})
    return _say_used(setting, token, before=before).drop(unit)


def _say_used(setting: TableState, token: Unit, *, before: bool) -> TableState:
    """State that an item was used before or after the roll."""
    effect = result_of(str(token["key"]), before=before)
    return setting.say("used", token.owner, what=token.name, effect=effect)


@RULES.tap("radio")
def radio(setting: TableState, unit: str) -> TableState:
    token = setting[unit]
    if setting.step != "before" or token.owner != setting.active:
        raise RuleError("The Radio is used before the roll.")
    return _say_used(setting.add("table", "radio", 1).drop(unit), token, before=True)


@RULES.procedure("saw", "Chainsaw")
def saw(setting: TableState, unit: str) -> Procedure[TableState]:
    """Use the Chainsaw after the roll: it removes an ambush, which isn't a shot."""
    token = setting[unit]
    seat = token.owner
    dice = [d for d in setting.of("die", seat) if d.number("ambushes")]
    setting = _say_used(setting, token, before=False).drop(unit)
    if not dice:  # the die isn't on the table here
        return setting
    pick = dice[0].id
    if len(dice) > 1:
        pick = yield Choose(
            f"saw/{seat}",
            _("Chainsaw: which die loses an ambush?"),
            options=options_of(dice),
        )
    setting = setting.add(pick, "ambushes", -1)
    if not symbols(setting[pick]):
        setting = back_to_pool(setting, pick)
        setting = setting.say("pool", what=setting.name(pick))
    return setting


@RULES.tap("block")
def block(setting: TableState, unit: str, die: str) -> TableState:
    """Use a barricade token to pass a die without ambushes."""
    token = setting[unit]
    used = fact("used", token.owner, what=token.name, effect=_("a die goes to the left"))
    return _to_the_left(setting.tell(used), die).drop(unit)


@RULES.tap("drop")
def drop(setting: TableState, unit: str) -> TableState:
    return setting.drop(unit).say("dropped-token", what=setting[unit].name)


@RULES.procedure("flares", "Flares")
def flares(setting: TableState, unit: str) -> Procedure[TableState]:
    """Pass half of the dice without ambushes, rounded up, to the left; the player chooses them."""
    token = setting[unit]
    seat = token.owner
    free = [d for d in setting.of("die", seat) if not d.number("ambushes")]
    half = (len(free) + 1) // 2
    setting = _say_used(setting, token, before=True)
    for n in range(half):
        pick = free[0].id
        if len(free) > 1:
            pick = yield Choose(
                f"flares/{seat}/{n + 1}",
                _("Flares: which die do you pass to the left ({n} of {all})?", n=n + 1, all=half),
                options=tuple(Option(d.id, d.name, _zombies(d.number("zombies"))) for d in free),
            )
        free = [d for d in free if d.id != pick]
        setting = _to_the_left(setting, pick)
    return setting.drop(token.id)


@RULES.procedure("medikit", "Medikit")
def medikit(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll a red die: a Bang removes all dice in front of the player."""
    token = setting[unit]
    seat = token.owner
    bang = yield Report(
        f"medikit/{seat}",
        _("{name} rolls a red die. Does it show a Bang?", name=setting[seat].name),
        options=(Option("yes", _("Yes, a Bang")), Option("no", _("No Bang"))),
    )
    setting = setting.drop(token.id)
    if bang == "no":
        return setting.say("not-saved", seat)
    return return_dice(setting, seat).say("saved", seat)


@RULES.procedure("over", "{unit} is overpowered")
def over(setting: TableState, unit: str) -> Procedure[TableState]:
    yield from ()
    return overpowered(setting, unit)


def overpowered(setting: TableState, seat: str) -> TableState:
    """Remove a player's dice and tokens, and a life in exchange for a Hero token; without lives they
    are out of the game."""
    unit = setting[seat]
    if unit.on("out"):
        raise RuleError("{name} is already zombified.", name=unit.name)
    setting = return_dice(setting, seat).clear("token", seat)
    if setting.table.on("survivors") and unit.number("lives"):
        setting = setting.add(seat, "lives", -1)
        if not unit.on("used_hero"):
            setting = setting.put(seat, hero=True)
        return setting.say("life", seat)
    setting = setting.put(seat, out=True, hero=False).say("out", seat)
    level = setting.table.number("level") + 1
    if not setting.table.on("everywhere") or level > MOST_LEVEL:
        return setting
    return setting.put("table", level=level).say("level", level=level)


def effect_of(key: str, *, before: bool) -> str:
    """Return the effect of an item before or after the roll, as its button says it."""
    text = NAMES()["last-one-alive"][key]["before" if before else "after"][0]
    return _(text)


def result_of(key: str, *, before: bool) -> str:
    """Return the effect of an item before or after the roll, as the log says it."""
    text = NAMES()["last-one-alive"][key]["before" if before else "after"][1]
    return _(text)
