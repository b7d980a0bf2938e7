"""The numbers of *Last Night on Earth*, its rolls, fights, cards and taps."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import (
    D6,
    TWO_DICE,
    Choose,
    Draw,
    Option,
    Procedure,
    Report,
    Roll,
    Sum,
    options_of,
)
from lastdays.rulebook.entries import Dice
from lastdays.tabletop.declared import how_many, number_shown, value_name
from lastdays.tabletop.event_log import as_pieces_store_it
from lastdays.tabletop.plain_rules import PlainRules
from lastdays.tabletop.units import TableState, Unit, UnitRules
from lastdays.values import Value

#: The taps, procedures and sentences of the game; each module adds its own.
RULES = UnitRules()
#: Its rules that are data.
PLAIN = PlainRules("last-night", RULES)

D3 = Dice(1, 3)

#: The zombies in the box, and the Heroes in a game.
FIGURES = 14
HEROES = 4
#: The Health boxes of a Hero.
HEALTH = 3
#: The most items a Hero carries, and how many of them may be weapons.
ITEMS = 4
WEAPONS = 2
#: The Spawning Pits on the board.
PITS = 4
#: The cards in a full hand of the zombies, shared by two zombie players.
ZOMBIE_HAND = 4

#: What is in the box (Game Contents): outer boards, cards in a deck, those the Advanced Game adds.
OUTER_BOARDS = 6
DECK = 40
ADVANCED_CARDS = 20

#: From which space of the Sun Track on it is the Black Zone.
BLACK_ZONE = 14
#: The Heroes killed that lose a scenario whose card says nothing else.
KILLED_LOSE = 4

#: Who chooses a random building on which roll for its board.
HEROES_CHOOSE = 1
ZOMBIES_CHOOSE = 6

#: From which roll on the gas kills next to its space.
GAS_KILLS = 3

#: How many zombie players there are, by the number of players (the book's chart).
ZOMBIE_PLAYERS = {2: 1, 3: 1, 4: 2, 5: 1, 6: 2}


#: The eight Heroes of the box (Hero Profiles).
NAMES = (
    "Sheriff Anderson",
    "Billy",
    "Johnny",
    "Father Joseph",
    "Becky",
    "Sally",
    "Jenny",
    "Jake Cartwright",
)


class Scenario(Value):
    """A scenario: its key, its turns, what has to be reached, how many Heroes killed lose it (0 for no
    limit), and the side that wins at sundown."""

    key: str
    turns: int
    goal: int
    lose: int
    sundown: str


#: The scenario whose numbers are known. Those of the others are on their cards: players set them.
DIE = Scenario("die", turns=15, goal=15, lose=2, sundown="zombie")

#: The scenario in the Manor House.
MANOR = "manor"
#: A scenario that is still to be drawn.
RANDOM = "random"
#: The five scenarios of the box.
SCENARIOS = (DIE.key, "townsfolk", "burn", "truck", MANOR)


def zombie_seats(setting: TableState) -> list[Unit]:
    """Return the zombie players."""
    return [seat for seat in setting.seats if seat["role"] == "zombie"]


def hero_seats(setting: TableState) -> list[Unit]:
    """Return the Hero players."""
    return [seat for seat in setting.seats if seat["role"] == "hero"]


def limit(setting: TableState, _unit: Unit | None = None) -> int:
    """Return the figures of a zombie player: 14, or 7 each."""
    return FIGURES // len(zombie_seats(setting))


def pool(setting: TableState, seat: Unit) -> int:
    """Return a zombie player's figures that are not on the board."""
    return limit(setting) - seat.number("board")


def can_spawn(setting: TableState, seat: Unit) -> bool:
    """Return whether any spawn roll is higher than the zombies on the board."""
    highest_roll = 6 if two_sides(setting) else 12
    return on_board(setting, seat) < highest_roll


def on_board(setting: TableState, seat: Unit) -> int:
    """Return a zombie player's zombies for the spawn roll: figures and Zombie Heroes."""
    return seat.number("board") + len(setting.of("zombie-hero", seat.id))


def hand(setting: TableState, _seat: Unit) -> int:
    """Return the size of a zombie player's full hand."""
    return ZOMBIE_HAND // len(zombie_seats(setting))


def lose_at(setting: TableState) -> int:
    """Return how many killed Heroes lose the scenario, 0 for none (Winning the Game). Tables stored
    before this could be chosen have the book's number."""
    chosen = setting.table["lose"]
    if chosen is not None:
        return int(chosen)
    return DIE.lose if setting.table["scenario"] == DIE.key else KILLED_LOSE


def deck_lost(setting: TableState) -> bool:
    """Return whether a Zombie card discarded the last Hero card, which loses the game. Older tables
    only stored 'exhausted' for that."""
    lost = setting.table["deck_lost"]
    return setting.table.on("exhausted") if lost is None else bool(lost)


def names_left(setting: TableState) -> list[str]:
    """Return the names of the Heroes whom nobody plays or has played."""
    names_in_use = {unit.name for unit in setting.pieces.values()}
    return [name for name in NAMES if name not in names_in_use]


def is_nameless(hero: Unit) -> bool:
    """Return whether a Hero has not been named yet."""
    return hero.name == hero_name(int(hero.id[1:]))


def hero_name(number: int) -> str:
    """Return the name of a Hero until one of the box's is chosen."""
    return _("Hero {n}", n=number)


def living(setting: TableState) -> list[Unit]:
    """Return the Heroes in play."""
    return [hero for hero in setting.of("hero") if not hero.on("dead")]


def advanced(setting: TableState) -> bool:
    """Return whether the Advanced rules are used."""
    return setting.table.on("advanced")


def spread(number: int, pits: int) -> str:
    """Spread zombies evenly over the pits: '2, 2, 1, 1'."""
    at_each, rest = divmod(number, pits)
    numbers = [at_each + 1] * rest + [at_each] * (pits - rest)
    return ", ".join(map(str, numbers))


def fresh_hero(unit: str, owner: str, number: int) -> Unit:
    return Unit(
        id=unit,
        kind="hero",
        name=hero_name(number),
        owner=owner,
        values={"wounds": 0, "health": HEALTH, "acted": False, "shot": False, "dead": False},
    )


def zombie_turn(setting: TableState, seat: str) -> TableState:
    """Begin the Zombie Turn at its first step."""
    setting = setting.put("table", seat=seat, step="sun", acting="")
    setting = _weapons_ready(setting)
    for other in zombie_seats(setting):
        setting = setting.put(other.id, won=False, rolled=False, discarded=False, drawn=False)
    return setting


def hero_turn(setting: TableState, seat: str) -> TableState:
    """Begin the Hero Turn."""
    setting = setting.put("table", seat=seat, step="heroes", acting="")
    setting = _weapons_ready(setting)
    for hero in setting.of("hero"):
        setting = setting.put(hero.id, acted=False, shot=False, moved=False, rolled=0)
    return setting


def _weapons_ready(setting: TableState) -> TableState:
    for item in setting.of("item"):
        setting = setting.put(item.id, used=False)
    return setting


def two_sides(setting: TableState) -> bool:
    return len(zombie_seats(setting)) > 1


def _enemies(setting: TableState) -> tuple[Option, ...]:
    """Return whom a Hero may fight: a figure of a zombie player, or a Zombie Hero."""
    enemies = []
    for seat in zombie_seats(setting):
        if seat.number("board"):
            enemies.append(Option(seat.id, _("One of {name}'s zombies", name=seat.name)))
    for zombie_hero in setting.of("zombie-hero"):
        enemies.append(Option(zombie_hero.id, zombie_hero.name, _("Zombie Hero")))
    return tuple(enemies)


def _which(setting: TableState, key: str, question: str) -> Procedure[str]:
    """Ask for a zombie player's figures or a Zombie Hero; a single option is returned without
    asking."""
    enemies = _enemies(setting)
    if not enemies:
        raise RuleError("No zombie is on the board.")
    if len(enemies) == 1:
        return enemies[0].key
    chosen: str = yield Choose(key, question, options=enemies)
    return chosen


def attacks(setting: TableState, hero: str) -> TableState:
    """End the Move Action of the acting Hero, who exchanges items, shoots or fights."""
    is_acting = setting.step == "heroes" and setting.table["acting"] == hero
    return setting.put(hero, moved=True) if is_acting else setting


@RULES.procedure("fight", "{unit} fights")
def fight(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll two dice against one. Cards and abilities may change the dice until something else happens
    (Using Cards and Abilities)."""
    hero = setting[unit]
    if hero.on("dead"):
        raise RuleError("{name} is dead.", name=hero.name)
    setting = attacks(setting, hero.id)
    prefix = f"fight/{hero.id}"
    opponent = _("Who does {name} fight?", name=hero.name)
    enemy = yield from _which(setting, f"{prefix}/whom", opponent)
    hero_dice = yield Roll(
        f"{prefix}/dice",
        _("{name} fights: two Fight Dice.", name=hero.name),
        together=prefix,
        opposed=True,
        dice=TWO_DICE,
        best=True,
    )
    zombie_die = yield Sum(
        f"{prefix}/theirs",
        _("The zombie fights: one Fight Die."),
        together=prefix,
        opposed=True,
    )
    return _resolved(setting, hero.id, enemy, hero_dice, (zombie_die,))


def _resolved(
    setting: TableState,
    hero: str,
    enemy: str,
    hero_dice: tuple[int, ...],
    zombie_dice: tuple[int, ...],
    used: tuple[str, ...] = (),
) -> TableState:
    """Resolve a fight: the Hero fends off a zombie with a higher die, wounds it with doubles too, and is
    wounded otherwise. The table stores the dice, how to undo the result, and what has been used."""
    earlier = setting
    hero_best = max(hero_dice)
    zombie_best = max(zombie_dice)
    has_doubles = len(set(hero_dice)) < len(hero_dice)
    facts = {"who": f"@{hero}", "mine": hero_best, "theirs": zombie_best}
    if hero_best <= zombie_best:
        setting = setting.say("loses", **facts)
        setting = _wound(setting, hero, enemy)
    elif has_doubles:
        setting = setting.say("beats", **facts)
        setting = _strike(setting, enemy)
    else:
        setting = setting.say("fended", **facts)
    back = as_pieces_store_it(setting.diff(earlier))
    fought = (hero, enemy, tuple(hero_dice), tuple(zombie_dice), back, used)
    return setting.put("table", fought=fought)


class LastFight(Value):
    """The last fight: the Hero, the zombie, the dice of both, the difference that undoes its result, and
    what may not be used in it again: ids of items, and 'card' for a Fight: card."""

    hero: str
    enemy: str
    hero_dice: tuple[int, ...]
    zombie_dice: tuple[int, ...]
    back: tuple[Any, ...]
    used: tuple[str, ...] = ()

    def dice(self, side: str) -> tuple[int, ...]:
        """Return the dice of 'hero' or 'zombie'."""
        return self.hero_dice if side == "hero" else self.zombie_dice


def last_fight(setting: TableState) -> LastFight | None:
    """Return the last fight while it may still be changed."""
    stored = setting.table["fought"]
    return LastFight(*stored) if stored else None


def _taken_back(setting: TableState) -> tuple[TableState, LastFight]:
    """Return the table before the last fight, and that fight."""
    fight = last_fight(setting)
    if fight is None:
        raise RuleError("Something else has happened since the fight.")
    return setting.put("table", fought=None).patch(fight.back), fight


def _resolved_anew(setting: TableState, fight: LastFight) -> TableState:
    """Resolve a fight whose dice have changed; `setting` is the table before the fight."""
    return _resolved(
        setting, fight.hero, fight.enemy, fight.hero_dice, fight.zombie_dice, fight.used
    )


def _with_die(
    setting: TableState, fight: LastFight, side: str, index: int, key: str
) -> Procedure[TableState]:
    """Roll one of the dice of a fight again, or one more if `index` isn't that of one, and resolve it
    anew; `setting` is the table before the fight."""
    dice = list(fight.dice(side))
    rolls_again = index < len(dice)
    question = _("Roll the die again.") if rolls_again else _("Roll one more die.")
    die = yield Sum(key, question)
    if rolls_again:
        dice[index] = die
    else:
        dice.append(die)
    if side == "hero":
        changed = replace(fight, hero_dice=tuple(dice))
    else:
        changed = replace(fight, zombie_dice=tuple(dice))
    return _resolved_anew(setting, changed)


@RULES.procedure("again", "A Fight Die is re-rolled")
def again(setting: TableState, side: str, die: int) -> Procedure[TableState]:
    """Roll one of the dice of the last fight again, or one more if `die` isn't the index of one."""
    earlier, fight = _taken_back(setting)
    return (yield from _with_die(earlier, fight, side, die, f"again/{side}"))


def bonuses(setting: TableState) -> list[Unit]:
    """Return the items whose Combat Bonus the Hero of the last fight may still use: each once a fight,
    and no card by two Heroes in a turn. Those of a Hero killed in it count."""
    if last_fight(setting) is None:
        return []
    earlier, fight = _taken_back(setting)
    items = earlier.of("item", fight.hero)
    return [item for item in items if item.id not in fight.used and serves(item, fight.hero)]


def serves(item: Unit, hero: str) -> bool:
    """Return whether an item may serve a Hero this turn: no other Hero has used it (Q&A)."""
    return not item.on("used") or item["used"] == hero


@RULES.procedure("bonus", "{unit}: Combat Bonus")
def bonus(setting: TableState, unit: str) -> Procedure[TableState]:
    """Use the Combat Bonus of an item in the last fight, once (Hero Combat Bonus: Cards)."""
    if unit not in {item.id for item in bonuses(setting)}:
        raise RuleError("A Combat Bonus is used once a fight, by the Hero who fights.")
    earlier, fight = _taken_back(setting)
    earlier = earlier.put(unit, used=fight.hero)
    earlier = earlier.say("bonus", fight.hero, what=earlier.name(unit))
    return (yield from _by_a_card(earlier, fight, unit, "hero", f"bonus/{unit}"))


def fight_card_player(setting: TableState) -> Unit | None:
    """Return who may still play a Fight: card in the last fight: one card a fight."""
    if last_fight(setting) is None:
        return None
    earlier, fight = _taken_back(setting)
    enemy = earlier[fight.enemy]
    player = enemy if enemy.kind == "seat" else earlier[enemy.owner]
    if not player.number("hand") or CARD in fight.used:
        return None
    return player


@RULES.procedure("fight-card", "A Fight: card is played")
def fight_card(setting: TableState) -> Procedure[TableState]:
    """Play a Fight: card for the zombie of the last fight, one at most (Zombie Fight: Cards)."""
    player = fight_card_player(setting)
    if player is None:
        raise RuleError("A zombie uses one Fight: card a fight.")
    earlier, fight = _taken_back(setting)
    earlier = earlier.add(player.id, "hand", -1).say("fight-card", player.id)
    return (yield from _by_a_card(earlier, fight, CARD, "zombie", "fight-card"))


def _by_a_card(
    setting: TableState, fight: LastFight, card: str, side: str, prefix: str
) -> Procedure[TableState]:
    """Ask what a card does in a fight: a die more for its side, or a die rolled again; `setting` is the
    table before the fight."""
    fight = replace(fight, used=(*fight.used, card))
    effect = yield Report(
        f"{prefix}/effect", _("What does the card do?"), options=_card_effects(fight, side)
    )
    if effect == "other":
        return _resolved_anew(setting, fight)
    changed_side, index = effect.split("/")
    return (yield from _with_die(setting, fight, changed_side, int(index), f"{prefix}/die"))


def _card_effects(fight: LastFight, side: str) -> tuple[Option, ...]:
    """Return what a card of one side may do: 'hero/0' is the Hero's first die rolled again, an index
    beyond the dice of a side one more die for it, 'other' anything else."""
    more = len(fight.dice(side))
    effects = [Option(f"{side}/{more}", _("Roll one more die"))]
    for index, die in enumerate(fight.hero_dice):
        effects.append(Option(f"hero/{index}", _("Re-roll the Hero's {die}", die=die)))
    for index, die in enumerate(fight.zombie_dice):
        effects.append(Option(f"zombie/{index}", _("Re-roll the zombie's {die}", die=die)))
    effects.append(Option("other", _("Something that changes no die")))
    return tuple(effects)


@RULES.tap("cancel")
def cancel(setting: TableState) -> TableState:
    """Cancel the last fight: nobody wins or loses it (Canceling Cards and Fights)."""
    earlier, _fight = _taken_back(setting)
    return earlier.say("cancelled")


#: A Fight: card among what a fight has used.
CARD = "card"
SIDES = ("hero", "zombie")


def _strike(setting: TableState, enemy: str, *, kill: bool = False) -> TableState:
    """Wound a zombie: a figure is killed, a Zombie Hero has Health boxes."""
    unit = setting[enemy]
    if unit.kind == "seat":
        return figure_killed(setting, enemy)
    health = unit.number("health")
    wounds = health if kill else min(unit.number("wounds") + 1, health)
    setting = setting.put(enemy, wounds=wounds)
    if wounds == health:
        return zombie_hero_down(setting, enemy)
    return setting.say("zombie-hero-wounded", enemy)


def _wound(setting: TableState, hero: str, enemy: str) -> TableState:
    """Wound a Hero, who dies with the last Health box."""
    unit = setting[hero]
    health = unit.number("health")
    wounds = min(unit.number("wounds") + 1, health)
    setting = setting.put(hero, wounds=wounds)
    if wounds < health:
        return setting
    attacker = setting[enemy]
    killer = attacker.owner if attacker.kind == "zombie-hero" else enemy
    return _death(setting, hero, killer)


@RULES.procedure("kill", "{unit} is killed")
def kill(setting: TableState, unit: str) -> Procedure[TableState]:
    """Kill a Hero outside a fight; with two zombie players it is asked who gains the Zombie Hero."""
    prefix = f"kill/{unit}"
    killer = yield from _killer(setting, unit, prefix)
    return _death(setting, unit, killer)


def _killer(setting: TableState, hero: str, prefix: str) -> Procedure[str]:
    """Ask which zombie player gains the Zombie Hero when no zombie killed the Hero."""
    seats = zombie_seats(setting)
    if len(seats) == 1 or not _rises(setting, hero):
        return seats[0].id
    question = _("Who gains the Zombie Hero?")
    return str((yield Choose(f"{prefix}/by", question, options=options_of(seats))))


def _rises(setting: TableState, hero: str) -> bool:
    """Return whether a killed Hero rises: in the Black Zone, or as a player's last Hero (Advanced)."""
    if not advanced(setting):
        return False
    if setting.table.number("sun") >= BLACK_ZONE:
        return True
    owner = setting[hero].owner
    own_heroes = [other for other in living(setting) if other.owner == owner]
    return all(other.id == hero for other in own_heroes)


def _death(setting: TableState, hero: str, killer: str) -> TableState:
    """Kill a Hero and discard their items. One who rises becomes a Zombie Hero, and the player gets a
    new Hero."""
    unit = setting[hero]
    if unit.on("dead"):
        raise RuleError("{name} is dead.", name=unit.name)
    setting = setting.say("dies", hero)
    rises = _rises(setting, hero)
    setting = setting.clear("item", hero)
    setting = setting.put(hero, dead=True, wounds=unit.number("health"))
    setting = setting.add("table", "heroes_killed", 1)
    if not rises:
        return setting
    zombie_hero = Unit(
        id=setting.next_id("z"),
        kind="zombie-hero",
        name=unit.name,
        owner=killer,
        values={"wounds": 0, "health": unit.number("health")},
    )
    setting = setting.place(zombie_hero).say("turns", who=unit.name, side=f"@{killer}")
    return _replacement(setting, unit.owner)


def _replacement(setting: TableState, owner: str) -> TableState:
    """Give a player a new Hero, who is still to be placed and doesn't act in this turn."""
    number = len(setting.of("hero")) + 1
    hero = fresh_hero(f"h{number}", owner, number)
    setting = setting.place(hero)
    setting = setting.put(hero.id, acted=True, unplaced=True)
    return setting.say("replaced", hero.id, side=f"@{owner}")


@RULES.procedure("ranged", "{unit} makes a Ranged Attack")
def ranged(setting: TableState, unit: str) -> Procedure[TableState]:
    """Make a Ranged Attack, once a turn. The item's own roll is entered: a hit is a wound, 'killed'
    fills all Health boxes."""
    hero = setting[unit]
    if hero.on("shot"):
        raise RuleError("{name} has already made a Ranged Attack.", name=hero.name)
    setting = attacks(setting, hero.id)
    prefix = f"ranged/{hero.id}"
    target = _("Who does {name} shoot at?", name=hero.name)
    enemy = yield from _which(setting, f"{prefix}/whom", target)
    setting = yield from _with_a_weapon(setting, hero, prefix)
    result = yield Report(
        f"{prefix}/how",
        _("What did the item's roll do?"),
        options=(
            Option("missed", _("Missed")),
            Option("hit", _("Hit (one wound)")),
            Option("killed", _("Killed")),
        ),
    )
    setting = setting.put(hero.id, shot=True)
    if result == "missed":
        return setting.say("missed", hero.id)
    return _strike(setting, enemy, kill=result == "killed")


def _with_a_weapon(setting: TableState, hero: Unit, prefix: str) -> Procedure[TableState]:
    """Ask which item a Hero shoots with, and mark it as used by them in this turn."""
    items = [item for item in setting.of("item", hero.id) if serves(item, hero.id)]
    if not items:
        return setting
    options = list(options_of(items))
    options.append(Option("other", _("Something not tracked here")))
    weapon = yield Choose(
        f"{prefix}/item",
        _("Choose a weapon. Only one Hero a turn can use it."),
        options=tuple(options),
    )
    if weapon == "other":
        return setting
    return setting.put(weapon, used=hero.id)


def _in_gas(unit: Unit) -> Procedure[bool]:
    """Ask whether the gas kills a Hero or Zombie Hero: in its space, or next to it on 3 or more."""
    place = yield Choose(
        f"gas/{unit.id}/where",
        _("Where is {name}?", name=unit.name),
        options=(
            Option("away", _("Further away")),
            Option("in", _("In the gas's space")),
            Option("beside", _("Next to it")),
        ),
    )
    if place == "away":
        return False
    if place == "in":
        return True
    die = yield Sum(f"gas/{unit.id}/die", _("Roll for {name}: 3 or more kills.", name=unit.name))
    return bool(die >= GAS_KILLS)


@RULES.procedure("gas", "The gas explodes")
def gas(setting: TableState) -> Procedure[TableState]:
    """Kill everyone in the gas's space, and next to it on 3 or more; remove the marker."""
    killed = 0
    for seat in zombie_seats(setting):
        for zone in ("in", "beside"):
            number = yield from _figures_in_gas(setting[seat.id], zone)
            setting = _figures_removed(setting, seat.id, number)
            killed += number
    setting = setting.say("gas", n=killed)
    for zombie_hero in setting.of("zombie-hero"):
        is_killed = yield from _in_gas(zombie_hero)
        if is_killed:
            setting = zombie_hero_down(setting, zombie_hero.id)
    for hero in living(setting):
        is_killed = yield from _in_gas(hero)
        if is_killed:
            killer = yield from _killer(setting, hero.id, f"gas/{hero.id}")
            setting = _death(setting, hero.id, killer)
    return _without_gas(setting)


def _figures_removed(setting: TableState, seat: str, number: int) -> TableState:
    """Kill several of a player's figures, without a sentence for each."""
    for _figure in range(number):
        after = figure_killed(setting, seat)
        setting = after.with_facts_of(setting)
    return setting


def _without_gas(setting: TableState) -> TableState:
    """Remove the first gas marker from the board, if one is there."""
    for marker in setting.of("marker"):
        if marker["sort"] == "gas":
            return setting.drop(marker.id)
    return setting


def _figures_in_gas(seat: Unit, zone: str) -> Procedure[int]:
    """Ask how many of a player's figures are in the gas's space, or 'beside' it, and return how many it
    kills."""
    most = seat.number("board")
    if not most:
        return 0
    if zone == "in":
        question = _("How many of {name}'s zombies are in the gas's space?")
    else:
        question = _("How many of {name}'s zombies are next to it?")
    question = question.format(name=seat.name)
    figures = yield from number_shown(f"gas/{seat.id}/{zone}", question, range(most + 1))
    if zone == "in" or not figures:
        return figures
    dice = yield Roll(
        f"gas/{seat.id}/dice",
        _("Roll a die for each of them: 3 or more kills."),
        dice=Dice(figures, 6),
    )
    return sum(die >= GAS_KILLS for die in dice)


figure_killed = PLAIN.tap("killed")
zombie_hero_down = PLAIN.tap("zombie-hero-down")


@RULES.procedure("opening", "{unit} places the opening zombies")
def opening(setting: TableState, unit: str) -> Procedure[TableState]:
    """Place 2D6 zombies before the game, D6 each with two zombie players, spread over the pits."""
    seat = setting[unit]
    if seat.on("opened"):
        raise RuleError("{name} has already placed the opening zombies.", name=seat.name)
    total = yield Sum(
        f"opening/{seat.id}",
        _("Roll for {name}'s opening zombies.", name=seat.name),
        dice=_spawn_dice(setting),
    )
    zombies = min(total, pool(setting, seat))
    setting = setting.put(seat.id, opened=True)
    if not setting.table.number("pits"):
        return setting.say("no-pit", seat.id, n=zombies)
    return _put_on_board(setting, seat, "opened", zombies)


def _spawn_dice(setting: TableState) -> Dice:
    """Return the dice of opening and spawn rolls: D6 each with two zombie players, else 2D6."""
    return D6 if two_sides(setting) else TWO_DICE


def _put_on_board(setting: TableState, seat: Unit, sentence: str, number: int) -> TableState:
    """Place zombies spread over the pits, and state it."""
    pits = spread(number, setting.table.number("pits"))
    setting = setting.add(seat.id, "board", number)
    return setting.say(sentence, seat.id, n=number, pits=pits)


@RULES.procedure("spawn", "{unit} makes the spawn roll")
def spawn(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll 2D6, or D6 each: more than the player's zombies on the board brings new ones."""
    seat = setting[unit]
    if seat.on("rolled"):
        raise RuleError("{name} has already rolled this turn.", name=seat.name)
    zombies = on_board(setting, seat)
    total = yield Sum(
        f"spawn/{seat.id}",
        _("Make {name}'s spawn roll: more than {n} brings new zombies.", name=seat.name, n=zombies),
        dice=_spawn_dice(setting),
    )
    won = total > zombies
    setting = setting.put(seat.id, won=won, rolled=True)
    sentence = "spawns" if won else "no-spawn"
    return setting.say(sentence, seat.id, n=total, board=zombies)


@RULES.procedure("place", "{unit} places zombies")
def place(setting: TableState, unit: str) -> Procedure[TableState]:
    """Place up to D6 zombies, or D3 with two zombie players, as far as the pool has them."""
    seat = setting[unit]
    if not seat.on("won"):
        raise RuleError("{name} has not won the spawn roll.", name=seat.name)
    available = pool(setting, seat)
    dice = D3 if two_sides(setting) else D6
    total = yield Sum(
        f"place/{seat.id}",
        _("Roll for {name}'s new zombies ({n} in the pool).", name=seat.name, n=available),
        dice=dice,
    )
    zombies = min(total, available)
    setting = setting.put(seat.id, won=False)
    if not setting.table.number("pits"):
        return setting.say("no-pit", seat.id, n=zombies)
    if zombies:
        question = _("How many zombies does {name} place?", name=seat.name)
        numbers = range(zombies, -1, -1)
        zombies = yield from how_many(f"place/{seat.id}/number", question, numbers)
    return _put_on_board(setting, seat, "placed", zombies)


@RULES.procedure("walk", "{unit} moves")
def walk(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll a Hero's move, D6, or a Zombie Hero's, D3. A Hero may search after seeing the die."""
    mover = setting[unit]
    dice = D3 if mover.kind == "zombie-hero" else D6
    spaces = yield Sum(f"walk/{mover.id}", _("Roll for {name}'s move.", name=mover.name), dice=dice)
    if mover.kind == "hero":
        setting = setting.put(mover.id, rolled=spaces)
        if setting.step == "heroes":
            setting = setting.put("table", acting=mover.id, seat=mover.owner)
    return setting.say("walks", mover.id, n=spaces)


@RULES.procedure("give", "{unit} is handed over")
def give(setting: TableState, unit: str) -> Procedure[TableState]:
    """Give an item to another Hero in the same space."""
    item = setting[unit]
    others = [hero for hero in living(setting) if hero.id != item.owner]
    if not others:
        raise RuleError("There isn't another Hero.")
    receiver = yield Choose(
        f"give/{item.id}",
        _("Who takes {what}?", what=item.name),
        options=options_of(others),
    )
    setting = attacks(setting, item.owner)
    setting = setting.given_to(item.id, receiver)
    return setting.say("given", receiver, what=item.name)


@RULES.procedure("building", "Random building")
def building(setting: TableState) -> Procedure[TableState]:
    return (yield from _random_building(setting, "building"))


def _random_building(setting: TableState, prefix: str) -> Procedure[TableState]:
    """Roll for the outer board, then for the building on it; on a 1 the Heroes choose one instead, on a
    6 the zombies. One that can't be used is rolled again, on the same board while that has another
    (Rolling a Random Building)."""
    rolls = 0
    board: int | None = None
    while True:
        rolls += 1
        key = prefix if rolls == 1 else f"{prefix}/{rolls}"
        if board is None:
            board = yield Sum(f"{key}/board", _("Roll for the outer board."))
        if board == HEROES_CHOOSE:
            return setting.say("building-heroes")
        if board == ZOMBIES_CHOOSE:
            return setting.say("building-zombies")
        number = yield Sum(f"{key}/number", _("Roll for the building."))
        choice = yield from _can_be_used(key, board, number)
        if choice == "used":
            board_name = _("the board with arrow {n}", n=board)
            return setting.say("building", board=board_name, n=number)
        if choice == "board":
            board = None


def _can_be_used(key: str, board: int, number: int) -> Procedure[str]:
    """Ask whether a rolled building is 'used', or whether its 'number' or its 'board' is rolled again."""
    choice: str = yield Choose(
        f"{key}/again",
        _("Board with arrow {n}, number {m}: can that building be used?", n=board, m=number),
        options=(
            Option("used", _("It is used")),
            Option("number", _("Re-roll on the same board")),
            Option("board", _("No building of this board can be used")),
        ),
    )
    return choice


@RULES.procedure("who", "A Hero is drawn")
def who(setting: TableState, unit: str) -> Procedure[TableState]:
    """Draw or choose which of the box's Heroes this one is."""
    hero = setting[unit]
    options = [Option(name, name) for name in names_left(setting)]
    name = yield Draw(
        f"who/{hero.id}", _("Which Hero is {name}?", name=hero.name), options=tuple(options)
    )
    setting = setting.place(replace(hero, name=name))
    return setting.say("renamed", old=hero.name, new=name)


def unplaced(setting: TableState) -> list[Unit]:
    """Return the new Heroes who have not been placed yet."""
    return [hero for hero in living(setting) if hero.on("unplaced")]


@RULES.procedure("enter", "{unit} enters play")
def enter(setting: TableState, unit: str) -> Procedure[TableState]:
    """Draw a new Hero and place them in a random building, or in the centre of town or the Manor House
    with a Hero card (Placing New Heroes During the Game)."""
    if not setting[unit].on("unplaced"):
        raise RuleError("{name} is already on the board.", name=setting.name(unit))
    prefix = f"enter/{unit}"
    if is_nameless(setting[unit]) and names_left(setting):
        setting = yield from who(setting, unit)
    centre = _("In the centre of town, with a Hero card")
    if setting.table["scenario"] == MANOR:
        centre = _("Anywhere in the Manor House, with a Hero card")
    start = yield Choose(
        f"{prefix}/where",
        _("Where does {name} start?", name=setting.name(unit)),
        options=(Option("building", _("In a random building")), Option("centre", centre)),
    )
    setting = setting.put(unit, unplaced=False).say("enters", unit)
    if start == "building":
        return (yield from _random_building(setting, prefix))
    deck_is_empty = setting.table.on("exhausted")
    if deck_is_empty:
        return setting
    return (yield from _hero_card(setting, unit, prefix))


@RULES.procedure("scenario", "A Scenario card is drawn")
def draw_scenario(setting: TableState) -> Procedure[TableState]:
    """Draw a Scenario at random; what its card says is entered (Random Scenario)."""
    if setting.table["scenario"] != RANDOM:
        raise RuleError("The Scenario is already chosen.")
    options = [Option(key, scenario_name(key)) for key in SCENARIOS]
    key = yield Draw("scenario", _("Which Scenario card is drawn?"), options=tuple(options))
    if key == DIE.key:
        scenario = DIE
    else:
        scenario = yield from _scenario_card(key)
    setting = setting.put(
        "table",
        scenario=scenario.key,
        turns=scenario.turns,
        sun=scenario.turns,
        wanted=scenario.goal,
        lose=scenario.lose,
        sundown=scenario.sundown,
    )
    return setting.say("scenario", scenario=scenario_name(key), n=scenario.turns)


def _scenario_card(key: str) -> Procedure[Scenario]:
    """Ask for what a Scenario card says."""
    turns = yield from number_shown("scenario/turns", _("How many turns?"), range(1, 31))
    goal = yield from number_shown("scenario/goal", _("How high is the goal?"), range(1, 31))
    question = _("How many Heroes killed lose it? (0 for no limit)")
    lose = yield from number_shown("scenario/lose", question, range(9))
    sundown = yield Report(
        "scenario/sundown",
        _("Who wins at sundown?"),
        options=(Option("zombie", _("The zombies")), Option("hero", _("The Heroes"))),
    )
    return Scenario(key, turns=turns, goal=goal, lose=lose, sundown=sundown)


def scenario_name(key: str) -> str:
    """Return the name of a scenario."""
    return value_name("last-night", "scenario", key)


@RULES.procedure("heroes", "The Heroes are drawn")
def heroes(setting: TableState) -> Procedure[TableState]:
    """Draw the Hero Character Sheets at random (Draw and Place the Hero Characters)."""
    for hero in living(setting):
        if is_nameless(hero):
            setting = yield from who(setting, hero.id)
    return setting


discard = PLAIN.tap("discard")
at_once = PLAIN.tap("at-once")
deck = PLAIN.tap("deck")


@RULES.tap("draw")
def draw(setting: TableState, unit: str) -> TableState:
    full = hand(setting, setting[unit])
    held = max(full, setting[unit].number("hand"))
    return setting.put(unit, drawn=True, hand=held).say("draws", unit, n=full)


@RULES.tap("act")
def act(setting: TableState, unit: str) -> TableState:
    return setting.put("table", acting=unit, seat=setting[unit].owner).say("begins", unit)


@RULES.procedure("search", "{unit} searches")
def search(setting: TableState, unit: str) -> Procedure[TableState]:
    """Draw a Hero card instead of moving (Search)."""
    if setting.table.on("exhausted"):
        raise RuleError("The Hero deck is empty.")
    setting = _searched(setting, unit).say("searches", unit)
    return (yield from _hero_card(setting, unit, f"search/{unit}"))


@RULES.procedure("pick-up", "{unit} picks up")
def pick_up(setting: TableState, unit: str) -> Procedure[TableState]:
    """Take the card that a building names from the Hero discard pile instead of moving (Pick Up)."""
    setting = _searched(setting, unit)
    card = yield Report(
        f"pick-up/{unit}",
        _("What does {name} pick up from the discard pile?", name=setting.name(unit)),
        options=(
            Option("item", _("An item"), icon="item"),
            Option("weapon", _("A weapon"), icon="weapon"),
        ),
    )
    setting = setting.say("picks-up", unit)
    return item(setting, unit, weapon=card == "weapon")


def _searched(setting: TableState, unit: str) -> TableState:
    """Spend a Hero's Move Action on a search."""
    if setting[unit].on("moved"):
        raise RuleError("A Hero either moves or searches.")
    return setting.put(unit, moved=True, rolled=0)


def _hero_card(setting: TableState, unit: str, prefix: str) -> Procedure[TableState]:
    """Ask which Hero card is drawn: items are laid in front of the Hero, Events go into the hand, cards
    that say Play Immediately are played."""
    card = yield Report(
        f"{prefix}/card",
        _("Which Hero card does {name} draw?", name=setting.name(unit)),
        options=(
            Option("item", _("An item"), icon="item"),
            Option("weapon", _("A weapon"), icon="weapon"),
            Option("event", _("An Event, into the hand"), icon="cards"),
            Option("now", _("A card to play immediately"), icon="fire"),
        ),
    )
    match card:
        case "event":
            return setting.say("event-drawn", unit)
        case "now":
            return setting.say("at-once", unit)
    return item(setting, unit, weapon=card == "weapon")


@RULES.tap("acted")
def acted(setting: TableState, unit: str) -> TableState:
    after = setting.put(unit, acted=True).put("table", acting="")
    return after.say("acts", unit)


@RULES.tap("item")
def item(setting: TableState, unit: str, weapon: bool) -> TableState:
    """Put an item or weapon card in front of a Hero; it is named afterwards."""
    kind_name = _("Weapon") if weapon else _("Item")
    name = setting.fresh_name(kind_name, "item", unit)
    card = Unit(setting.next_id("i"), "item", name, unit, {"weapon": weapon, "used": False})
    return setting.place(card).say("found", unit, what=name)


@RULES.tap("drop")
def drop(setting: TableState, unit: str) -> TableState:
    """Drop an item, a marker, or a card in play with the markers it placed (Canceling Cards)."""
    setting = setting.say("gone", what=setting[unit].name)
    if setting[unit]["sort"] == "pit":
        setting = setting.add("table", "pits", -1)
    for marker in setting.of("marker"):
        if marker["card"] == unit:
            setting = drop(setting, marker.id)
    return setting.drop(unit)


@RULES.tap("marker")
def marker(setting: TableState, sort: str, name: str, card: str = "") -> TableState:
    """Place a marker on the board, by a card in play if one is given; a new pit counts when zombies
    are spread."""
    if sort == "pit":
        setting = setting.add("table", "pits", 1)
    label = setting.fresh_name(name, "marker")
    placed = Unit(setting.next_id("m"), "marker", label, "", {"sort": sort, "card": card})
    return setting.place(placed).say("marker", what=label)


@RULES.tap("card")
def card(setting: TableState, unit: str) -> TableState:
    """Place a card that stays in play before the player; it is named afterwards."""
    name = setting.fresh_name(_("Card in play"), "card")
    in_play = Unit(setting.next_id("k"), "card", name, unit, {})
    return setting.place(in_play).say("in-play", unit, what=name)
