"""Rolls, cards and taps of *Last One Alive*."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Report, options_of
from lastdays.tabletop.declared import number_shown
from lastdays.tabletop.event_log import fact, in_turn
from lastdays.tabletop.phrases import NAMES
from lastdays.tabletop.plain_rules import PlainRules
from lastdays.tabletop.units import TableState, Unit, UnitRules

#: The taps, procedures and sentences of the game; each module adds its own.
RULES = UnitRules()
#: Its rules that are data.
PLAIN = PlainRules("last-one-alive", RULES)
#: The tokens that happen as they are drawn.
BAG = PLAIN.deck("bag")

#: The highest level of the apocalypse.
MOST_LEVEL = 4
#: The dice of their choice that a player takes, and how many more for each Radio.
CHOSEN = 4
RADIO = 2
#: The most tokens a player keeps at the end of a turn.
KEEP = 3
#: The lives of each player with The Survivors.
LIVES = 2
#: The shots in one turn that earn a Hero token.
SHOTS_FOR_HERO = 3
#: The most zombies or ambushes on one face of a die.
MOST_SYMBOLS = 3

#: The most dice of one colour that a roll is asked for.
MOST_DICE = 8
#: By how much an item used before the roll multiplies results.
TWICE = 2

#: The apocalypse token after whose turn The Survivors ends.
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
    ids = in_turn([player.id for player in setting.seats], seat, after=True)
    for other in ids:
        if other != seat and not setting[other].on("out"):
            return other
    return seat


def score(setting: TableState, seat: Unit) -> int:
    """Return a player's points: two for each life, one for each token (The Survivors)."""
    return 2 * seat.number("lives") + len(setting.of("token", seat.id))


def put_die(setting: TableState, seat: str, *, zombies: int, ambushes: int) -> TableState:
    """Put a die in front of a player, taken from the pool if that is counted."""
    die_id = setting.next_id("d")
    if setting.table["dice"] is not None:
        setting = setting.add("table", "dice", -1)
    die = Unit(
        id=die_id,
        kind="die",
        name=_("Die {n}", n=die_id[1:]),
        owner=seat,
        values={"zombies": zombies, "ambushes": ambushes},
    )
    return setting.place(die).say("die", seat, zombies=zombies, ambushes=ambushes)


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
    """Take a rolled die: zombies pass to the left, ambushes stay. `what` is the symbol it shows, or
    'front' for a die that may show both."""
    if setting.table["dice"] == 0:
        raise RuleError("The pool has no dice left.")
    if what == "ambushes" and setting[unit].on("chainsaw"):
        raise RuleError("The Chainsaw ignores all ambushes of this roll.")
    zombies = 0
    ambushes = 0
    if what in ("zombies", "front"):
        zombies = yield from _symbols_shown(unit, what, "zombies")
    if what in ("ambushes", "front"):
        ambushes = yield from _symbols_shown(unit, what, "ambushes")
    if zombies + ambushes == 0:
        return setting
    owner = left_of(setting, unit) if what == "zombies" else unit
    return put_die(setting, owner, zombies=zombies, ambushes=ambushes)


def _symbols_shown(unit: str, what: str, symbol: str) -> Procedure[int]:
    """Ask how many zombies or ambushes a die shows; a die in front may show none of one kind."""
    if symbol == "zombies":
        question = _("How many zombies does the die show?")
    else:
        question = _("How many ambushes does the die show?")
    fewest = 0 if what == "front" else 1
    numbers = range(fewest, MOST_SYMBOLS + 1)
    return (yield from number_shown(f"rolled/{unit}/{symbol}", question, numbers))


@RULES.procedure("black", "{unit} rolls the zombie dice")
def black(setting: TableState, unit: str) -> Procedure[TableState]:
    """Ask what each black die shows: zombies pass to the left, ambushes stay."""
    dice = setting.table.number("take")
    pool = setting.table["dice"]
    if pool is not None:
        dice = min(dice, pool)
    for number in range(1, dice + 1):
        face = yield Report(
            f"black/{unit}/{number}",
            _("What does zombie die {n} of {all} show?", n=number, all=dice),
            options=_faces(setting[unit]),
        )
        setting = _face_taken(setting, unit, face)
    if setting.active != unit:
        return setting
    return setting.put("table", step="items")


def _face_taken(setting: TableState, unit: str, face: str) -> TableState:
    """Put a black die where it goes for a face such as 'zombies/2'; an empty face goes nowhere."""
    if not face:
        return setting
    symbol, number = face.split("/")
    if symbol == "zombies":
        return put_die(setting, left_of(setting, unit), zombies=int(number), ambushes=0)
    return put_die(setting, unit, zombies=0, ambushes=int(number))


def _faces(seat: Unit) -> tuple[Option, ...]:
    """Return what a black die may show; the Chainsaw used before the roll ignores ambushes."""
    numbers = range(1, MOST_SYMBOLS + 1)
    faces = [Option(f"zombies/{n}", _zombies(n), icon="zombie") for n in numbers]
    if seat.on("chainsaw"):
        faces.append(Option("", _("Neither, or an ambush: ignored"), icon="die"))
        return tuple(faces)
    for n in numbers:
        ambushes = ngettext("{n} ambush", "{n} ambushes", n)
        faces.append(Option(f"ambushes/{n}", ambushes, icon="ambush"))
    faces.append(Option("", _("Neither"), icon="die"))
    return tuple(faces)


def _zombies(n: int) -> str:
    return ngettext("{n} zombie", "{n} zombies", n)


@RULES.procedure("bangs", "{unit} counts the Bangs")
def bangs(setting: TableState, unit: str) -> Procedure[TableState]:
    """Count the Bangs of the red dice, also of those rolled again; a Gun used before the roll doubles
    them."""
    question = _("How many Bangs do {name}'s red dice show?", name=setting.name(unit))
    dice = yield from number_shown(f"bangs/{unit}", question, range(1, MOST_DICE + 1))
    results = dice * _worth(setting[unit], "gun")
    return setting.add(unit, "bangs", results).say("bangs", unit, dice=dice, n=results)


@RULES.procedure("yellow", "{unit} counts the barricades")
def yellow(setting: TableState, unit: str) -> Procedure[TableState]:
    """Count the yellow dice that show a barricade; an Axe used before the roll doubles them."""
    question = _("How many of {name}'s yellow dice show a barricade?", name=setting.name(unit))
    dice = yield from number_shown(f"yellow/{unit}", question, range(1, MOST_DICE + 1))
    results = dice * _worth(setting[unit], "axe")
    return setting.add(unit, "walls", results).say("walls", unit, dice=dice, n=results)


def _worth(seat: Unit, item: str) -> int:
    """Return how many results one die counts for: two with an item used before the roll."""
    return TWICE if seat.on(item) else 1


def _spend(setting: TableState, unit: str, results: str, number: int = 1) -> TableState:
    """Spend results of the dice in a player's own turn: 'bangs' or 'walls'. Where nobody has counted
    them, the players do so themselves. RuleError if too few are left."""
    available = setting[unit][results]
    own_turn = unit == setting.active
    if not own_turn or available is None:
        return setting
    if available < number:
        raise RuleError("No results are left. Count the re-rolled dice too.")
    return setting.put(unit, **{results: available - number})


@RULES.tap("shoot")
def shoot(setting: TableState, unit: str, symbol: str = "") -> TableState:
    """Shoot one symbol, 'zombies' or 'ambushes', by default an ambush first; a Bang is spent if they
    are counted. A die without symbols goes back to the pool. Three shots in their own turn earn the
    player a Hero token."""
    die = setting[unit]
    if not symbol:
        symbol = "ambushes" if die.number("ambushes") else "zombies"
    if not die.number(symbol):
        raise RuleError("{die} shows nothing to shoot at.", die=die.name)
    seat = die.owner
    own_turn = seat == setting.active
    setting = _spend(setting, seat, "bangs")
    setting = setting.add(unit, symbol, -1)
    setting = setting.add(seat, "shots", int(own_turn))
    sentence = "shot-ambush" if symbol == "ambushes" else "shot-zombie"
    setting = setting.say(sentence, seat, what=die.name)
    setting = _pooled_if_empty(setting, unit)
    if own_turn and _earns_hero(setting[seat]):
        setting = setting.put(seat, hero=True)
        setting = setting.say("hero", seat)
    return setting


def _pooled_if_empty(setting: TableState, die: str) -> TableState:
    """Return a die to the pool if it shows no symbol any more."""
    if symbols(setting[die]):
        return setting
    name = setting.name(die)
    return back_to_pool(setting, die).say("pool", what=name)


def _earns_hero(seat: Unit) -> bool:
    """Return whether the last shot earns a player a Hero token: one a turn, and one at a time."""
    had_one = seat.on("hero") or seat.on("used_hero")
    return seat.number("shots") == SHOTS_FOR_HERO and not had_one


@RULES.tap("pass")
def pass_left(setting: TableState, unit: str) -> TableState:
    """Pass a die with a yellow die's barricade, which is spent if they are counted."""
    return _to_the_left(_spend(setting, setting[unit].owner, "walls"), unit)


def _to_the_left(setting: TableState, unit: str) -> TableState:
    die = setting[unit]
    if die.number("ambushes"):
        raise RuleError("A die with an ambush is never passed.")
    to = left_of(setting, die.owner)
    return setting.given_to(unit, to).say("passed", to, what=die.name)


@RULES.tap("gone")
def gone(setting: TableState, unit: str) -> TableState:
    return back_to_pool(setting, unit).say("pool", what=setting[unit].name)


hero = PLAIN.tap("hero")


@RULES.procedure("draw", "{unit} draws")
def draw(setting: TableState, unit: str, side: str) -> Procedure[TableState]:
    """Draw a token from the bag; `side` is the side that counts: 'item', 'barricade' or 'any'. One
    with a barricade is traded for an unused yellow die, which is spent if they are counted."""
    if setting.table["tokens"] == 0:
        raise RuleError("The bag is empty.")
    if side == "barricade":
        setting = _spend(setting, unit, "walls", _worth(setting[unit], "axe"))
    token = yield Report(
        f"draw/{unit}",
        _("Which token does {name} draw?", name=setting[unit].name),
        options=_tokens_in_bag(setting, unit, side),
    )
    setting = setting.put(unit, started=True)
    is_counted = setting.table["tokens"] is not None
    if is_counted and token != "night":  # Day goes in for it
        setting = setting.add("table", "tokens", -1)
    return _token_drawn(setting, unit, token)


def _tokens_in_bag(setting: TableState, unit: str, side: str) -> tuple[Option, ...]:
    """Return the tokens that may be drawn: those with the side that counts, and those that happen."""
    options = []
    if side in ("item", "any"):
        options += [_as_option(item) for item in ITEMS]
    if side in ("barricade", "any"):
        options.append(_as_option("barricade"))
    options += BAG.options(setting, unit)
    return tuple(options)


def _as_option(token: str) -> Option:
    return Option(token, item_name(token), icon=f"item_{token}")


def _token_drawn(setting: TableState, unit: str, token: str) -> TableState:
    """Let what a drawn token says happen, or place it in front of the player."""
    if token in BAG.cards:
        return BAG.played(setting, token, unit)
    item = Unit(
        id=setting.next_id("t"),
        kind="token",
        name=item_name(token),
        owner=unit,
        values={"key": token},
    )
    return setting.place(item).say("token", unit, what=item.name)


@RULES.tap("use")
def use(setting: TableState, unit: str) -> TableState:
    """Use an Axe, Chainsaw or Gun, with different effects before and after the roll."""
    token = setting[unit]
    is_before_roll = setting.step == "before"
    if is_before_roll:
        item = str(token["key"])
        setting = setting.put(token.owner, **{item: True})
    return _say_used(setting, token, before=is_before_roll).drop(unit)


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
    dice = [die for die in setting.of("die", seat) if die.number("ambushes")]
    setting = _say_used(setting, token, before=False)
    setting = setting.drop(unit)
    if not dice:  # the die isn't on the table here
        return setting
    sawn = dice[0].id
    if len(dice) > 1:
        sawn = yield Choose(
            f"saw/{seat}",
            _("Chainsaw: which die loses an ambush?"),
            options=options_of(dice),
        )
    setting = setting.add(sawn, "ambushes", -1)
    return _pooled_if_empty(setting, sawn)


@RULES.tap("block")
def block(setting: TableState, unit: str, die: str) -> TableState:
    """Use a barricade token to pass a die without ambushes."""
    token = setting[unit]
    used = fact("used", token.owner, what=token.name, effect=_("a die goes to the left"))
    return _to_the_left(setting.tell(used), die).drop(unit)


drop = PLAIN.tap("drop")


@RULES.procedure("flares", "Flares")
def flares(setting: TableState, unit: str) -> Procedure[TableState]:
    """Pass half of the dice without ambushes, rounded up, to the left; the player chooses them."""
    token = setting[unit]
    seat = token.owner
    dice = [die for die in setting.of("die", seat) if not die.number("ambushes")]
    half = (len(dice) + 1) // 2
    setting = _say_used(setting, token, before=True)
    for number in range(1, half + 1):
        question = _(
            "Flares: which die do you pass to the left ({n} of {all})?", n=number, all=half
        )
        passed = yield from _die_to_pass(f"flares/{seat}/{number}", question, dice)
        setting = _to_the_left(setting, passed)
        dice = [die for die in dice if die.id != passed]
    return setting.drop(token.id)


def _die_to_pass(key: str, question: str, dice: list[Unit]) -> Procedure[str]:
    """Ask for one of several dice, named with their zombies; a single one is returned without
    asking."""
    if len(dice) == 1:
        return dice[0].id
    options = [Option(die.id, die.name, _zombies(die.number("zombies"))) for die in dice]
    passed: str = yield Choose(key, question, options=tuple(options))
    return passed


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
    setting = return_dice(setting, seat)
    setting = setting.clear("token", seat)
    loses_a_life = setting.table.on("survivors") and unit.number("lives")
    if loses_a_life:
        setting = setting.add(seat, "lives", -1)
        if not unit.on("used_hero"):
            setting = setting.put(seat, hero=True)
        return setting.say("life", seat)
    setting = setting.put(seat, out=True, hero=False).say("out", seat)
    return _level_raised(setting)


def _level_raised(setting: TableState) -> TableState:
    """Raise the level for a player who is out, where that is played with, up to the highest."""
    level = setting.table.number("level") + 1
    if not setting.table.on("everywhere") or level > MOST_LEVEL:
        return setting
    return setting.put("table", level=level).say("level", level=level)


def effect_of(key: str, *, before: bool) -> str:
    """Return the effect of an item before or after the roll, as its button says it."""
    text = _effect_texts(key, before=before)[0]
    return _(text)


def result_of(key: str, *, before: bool) -> str:
    """Return the effect of an item before or after the roll, as the log says it."""
    text = _effect_texts(key, before=before)[1]
    return _(text)


def _effect_texts(key: str, *, before: bool) -> list[str]:
    """Return the words of a button and of the log for an item, untranslated."""
    roll = "before" if before else "after"
    texts: list[str] = NAMES()["last-one-alive"][key][roll]
    return texts
