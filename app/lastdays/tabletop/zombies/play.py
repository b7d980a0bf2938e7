"""Rolls, cards and taps of *Zombies!!!*."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import D6, TWO_DICE, Choose, Option, Procedure, Report, Sum, options_of
from lastdays.tabletop.declared import roll_for_highest
from lastdays.tabletop.event_log import in_turn
from lastdays.tabletop.plain_rules import PlainRules
from lastdays.tabletop.units import TableState, Unit, UnitRules
from lastdays.values import Value

#: The taps, procedures and sentences of the game; each module adds its own.
RULES = UnitRules()
#: Its rules that are data.
PLAIN = PlainRules("zombies", RULES)

#: The hearts and bullets a player begins with, and the most hearts.
HEARTS = 3
BULLETS = 3
MOST_HEARTS = 5
#: The Event cards in a full hand.
HAND = 3
#: The zombies that win the standard scenario.
TO_WIN = 25
#: The deaths of one player that lose cooperative play.
STRIKES = 3

#: What is in the box (Contents): map tiles, Event cards, zombies.
TILES = 30
CARDS = 50
FIGURES = 100

#: The number of survivors in the game (Search and Rescue).
SURVIVORS = 18

#: The total that wins a fight.
WINS_AT = 4

#: The named buildings and the survivors in each (Search and Rescue): eighteen.
BUILDINGS = (
    ("Skate Shop", 2),
    ("Hospital", 4),
    ("Fire Station", 2),
    ("Florist Shop", 1),
    ("Hardware Store", 2),
    ("Sporting Goods Store", 1),
    ("Army Surplus", 1),
    ("Lawn and Garden Store", 2),
    ("Toy Store", 3),
)


def mode(setting: TableState) -> str:
    """Return 'competitive', 'cooperative' or 'team'."""
    return str(setting.table["mode"])


def scenario(setting: TableState) -> str:
    """Return 'standard', 'rescue', 'last-man' or 'helicopter'."""
    return str(setting.table["scenario"])


def is_zombie(seat: Unit) -> bool:
    """Return whether a player has turned (Last Man Standing)."""
    return not seat.on("human")


def in_play(seat: Unit) -> bool:
    """Return whether a player is a human on the board: not dead, not turned."""
    return seat.on("human") and not seat.on("dead")


def plays_left(setting: TableState, seat: Unit) -> int:
    """Return how many Event cards a player may still play this round: one, and one for each rescued
    survivor outside cooperative play."""
    extra = seat.number("survivors") if mode(setting) != "cooperative" else 0
    return 1 + extra - seat.number("events")


def stops_drawing(setting: TableState) -> bool:
    """Return whether no more cards are drawn: in quicker play once the Helipad is on the map."""
    return setting.table.on("quicker") and setting.table.on("helipad")


def owes_card(setting: TableState, seat: Unit) -> bool:
    """Return whether a player still has to play or discard a card in their turn (Cooperative Play,
    Last Man Standing)."""
    is_required = mode(setting) == "cooperative" or scenario(setting) == "last-man"
    has_done_so = seat.on("since") or seat.on("discarded")
    return is_required and not has_done_so and bool(seat.number("hand"))


def accounted(setting: TableState) -> int:
    """Return the number of survivors with players and in buildings, on the map or not yet."""
    survivors = rescued(setting)
    for building in setting.of("building"):
        if building.on("placed"):
            survivors += building.number("survivors")
        else:
            survivors += building.number("most")
    return survivors


def survivors_left(setting: TableState, seat: Unit) -> int:
    """Return the most survivors a player can have: eighteen minus those elsewhere."""
    return SURVIVORS - accounted(setting) + seat.number("survivors")


def room_in(setting: TableState, building: Unit) -> int:
    """Return the most survivors a building can have: its own number, less if too few of the
    eighteen are left."""
    most = building.number("most")
    if not building.on("placed"):
        return most
    elsewhere = accounted(setting) - building.number("survivors")
    return min(most, SURVIVORS - elsewhere)


def waiting(setting: TableState) -> list[Unit]:
    """Return the buildings on the map with survivors."""
    return [building for building in _on_the_map(setting) if building.number("survivors")]


def _on_the_map(setting: TableState) -> list[Unit]:
    return [building for building in setting.of("building") if building.on("placed")]


def rescued(setting: TableState) -> int:
    """Return the number of survivors rescued by all players."""
    return sum(seat.number("survivors") for seat in setting.seats)


def rescued_by(setting: TableState, seat: Unit) -> int:
    """Return the number of survivors rescued by a player or their team."""
    if mode(setting) != "team":
        return seat.number("survivors")
    team = [mate for mate in setting.seats if mate.number("team") == seat.number("team")]
    return sum(mate.number("survivors") for mate in team)


def missing(setting: TableState, seat: Unit) -> str:
    """Return what a scenario still requires of a player at the Helipad's centre, '' if nothing."""
    match scenario(setting):
        case "helicopter":
            return _missing_weapon(setting, seat)
        case "rescue":
            return _missing_survivors(setting, seat)
    return ""


def _missing_weapon(setting: TableState, seat: Unit) -> str:
    has_weapon = any(item.on("weapon") for item in setting.of("item", seat.id))
    return "" if has_weapon else _("needs a weapon first")


def _missing_survivors(setting: TableState, seat: Unit) -> str:
    """Return which survivors are still to be rescued: all in cooperative play, else as many as chosen
    before the game."""
    if mode(setting) == "cooperative":
        all_rescued = rescued(setting) >= SURVIVORS
        return "" if all_rescued else _("all 18 survivors have to be rescued first")
    enough = rescued_by(setting, seat) >= setting.table.number("wanted")
    return "" if enough else _("has to rescue survivors first")


def not_home(setting: TableState, seat: Unit) -> str:
    """Return why a player can't reach the Helipad yet, '' if they can."""
    if not in_play(seat):
        return _("only living players can reach it")
    return missing(setting, seat)


def escaped(setting: TableState) -> list[Unit]:
    """Return the players at the Helipad's centre who meet the scenario's conditions."""
    return [seat for seat in setting.seats if seat.on("home") and not not_home(setting, seat)]


def pairings(players: int) -> tuple[str, ...]:
    """Return all ways to form teams of two, partners across the table first: '13-24' pairs players
    1 and 3. Empty for fewer than four players or an odd number."""
    if players < 4 or players % 2:
        return ()
    half = players // 2
    across = "-".join(f"{number}{number + half}" for number in range(1, half + 1))
    numbers = tuple(range(1, players + 1))
    others = ["-".join(pairs) for pairs in _pairs(numbers)]
    others.remove(across)
    return (across, *others)


def _pairs(numbers: tuple[int, ...]) -> list[list[str]]:
    """Return all ways to pair an even count of players: ['13', '24'] and so on."""
    if not numbers:
        return [[]]
    first = numbers[0]
    ways = []
    for partner in numbers[1:]:
        others = tuple(number for number in numbers[1:] if number != partner)
        for more in _pairs(others):
            ways.append([f"{first}{partner}", *more])
    return ways


def drawn_up(setting: TableState, unit: str) -> TableState:
    """Fill a hand to three Event cards (step three), unless quicker play has ended the drawing."""
    cards = HAND - setting[unit].number("hand")
    if cards <= 0 or stops_drawing(setting):
        return setting
    return setting.add(unit, "hand", cards).say("drew", unit, n=cards)


@RULES.tap("event")
def event(setting: TableState, unit: str) -> TableState:
    return _played(setting, unit).say("event", unit)


@RULES.procedure("target", "{unit} plays an Event card on a player")
def target(setting: TableState, unit: str) -> Procedure[TableState]:
    """Play an Event card that names a target player (Event Cards, Last Man Standing)."""
    setting = _played(setting, unit)
    candidates = targets(setting, unit)
    victim = candidates[0].id
    if len(candidates) > 1:
        question = _("Who is the target player of {name}'s card?", name=setting.name(unit))
        victim = yield Report(f"target/{unit}", question, options=options_of(candidates))
    return setting.say("event-on", unit, target=f"@{victim}")


def targets(setting: TableState, unit: str) -> list[Unit]:
    """Return whom a card that names a target player may be played on: anyone, but another player in
    cooperative play and in Last Man Standing."""
    others_only = mode(setting) == "cooperative" or scenario(setting) == "last-man"
    if not others_only:
        return list(setting.seats)
    return [seat for seat in setting.seats if seat.id != unit]


def _played(setting: TableState, unit: str) -> TableState:
    """Play an Event card out of a hand. RuleError if the player has none or may not."""
    seat = setting[unit]
    if plays_left(setting, seat) <= 0:
        raise RuleError("{name} can't play more Event cards this round.", name=seat.name)
    if not seat.number("hand"):
        raise RuleError("{name} has no cards.", name=seat.name)
    setting = setting.add(unit, "hand", -1)
    setting = setting.add(unit, "events", 1)
    return setting.put(unit, since=True)


def no_discard(setting: TableState, seat: Unit) -> str:
    """Return why a player may not discard, '' if they may: one card at the end of their own turn,
    and at the end of any turn the cards above three."""
    if not seat.number("hand"):
        return _("no cards")
    if setting.step == "discard" and seat.number("hand") > HAND:
        return ""
    if seat.id != ending(setting):
        return _("only at the end of their turn")
    if seat.on("discarded"):
        return _("only one card a turn")
    return ""


def ending(setting: TableState) -> str:
    """Return the player who may still discard for their turn: the active one in the discard step,
    or the previous one during the next player's tile step; '' for nobody."""
    match setting.step:
        case "discard":
            return setting.active
        case "tile":
            return str(setting.table["before"] or "")
    return ""


def next_mover(setting: TableState) -> str:
    """Return the next zombie player who places and moves zombies for a human, '' if there is
    none."""
    zombie_players = [seat.id for seat in setting.seats if is_zombie(seat)]
    if not zombie_players:
        return ""
    order = in_turn(zombie_players, str(setting.table["mover"]), after=True)
    return order[0]


def mover_of(setting: TableState) -> str:
    """Return the zombie player who places and moves zombies in a human's turn, '' for none."""
    if not in_play(setting[setting.active]):
        return ""
    return str(setting.table["mover"] or "")


@RULES.tap("discard")
def discard(setting: TableState, unit: str) -> TableState:
    seat = setting[unit]
    why_not = no_discard(setting, seat)
    if why_not:
        raise RuleError("{name} can't discard a card: {why}.", name=seat.name, why=why_not)
    after = setting.add(unit, "hand", -1).put(unit, discarded=True)
    return after.say("discarded", unit)


@RULES.tap("item")
def item(setting: TableState, unit: str, weapon: bool) -> TableState:
    """Put an item or weapon card in front of a player in their own turn; it is named afterwards."""
    if unit != setting.active:
        raise RuleError("You can only put items in front of you in your own turn.")
    after = _played(setting, unit)
    kind_name = _("Weapon") if weapon else _("Item")
    name = setting.fresh_name(kind_name, "item", unit)
    card = Unit(setting.next_id("i"), "item", name, unit, {"weapon": weapon})
    return after.place(card).say("item", unit, what=name)


drop = PLAIN.tap("drop")
build = PLAIN.tap("build")


@RULES.procedure("fight", "{unit} fights")
def fight(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll until the zombie or the player is dead: 4 or more kills, bullets or one item make up the
    difference; otherwise a heart is lost. A combat uses one item or weapon at most (Combat,
    Item/Weapon Cards)."""
    seat = setting[unit]
    if is_zombie(seat):
        raise RuleError("{name} is a zombie player.", name=seat.name)
    if seat.on("dead"):
        raise RuleError("{name} is dead.", name=seat.name)
    if not seat.number("hearts"):
        raise RuleError("{name} has no hearts.", name=seat.name)
    rolls = 0
    combat = _Combat(setting)
    while combat.setting[unit].number("hearts"):
        rolls += 1
        combat = yield from _combat_roll(combat, unit, f"fight/{unit}/{rolls}")
        if combat.is_won:
            return combat.setting
    return (yield from death(combat.setting, unit))


class _Combat(Value):
    """A combat: the table so far, the item it has used, '' for none, and whether the zombie is killed."""

    setting: TableState
    item: str = ""
    is_won: bool = False


def _combat_roll(combat: _Combat, unit: str, prefix: str) -> Procedure[_Combat]:
    """Roll once in a combat, and let bullets or an item make up for a roll that is too low."""
    setting = combat.setting
    item = combat.item
    die = yield Sum(
        f"{prefix}/die",
        _("{name} fights a zombie: {n} or more kills it.", name=setting.name(unit), n=WINS_AT),
    )
    total = die
    items = _items_for_combat(setting, unit, item)
    choice = yield from _makes_up(setting, unit, f"{prefix}/bullets", total, items)
    uses_item = setting.has(choice)
    if uses_item:
        item = choice
        setting = setting.say("uses", unit, what=setting.name(item))
        total = yield from _with_item(setting, item, prefix, total)
        choice = yield from _makes_up(setting, unit, f"{prefix}/after-item", total, [])
    spent = WINS_AT - total if choice == "bullets" else 0
    if total + spent < WINS_AT:
        setting = setting.add(unit, "hearts", -1).say("hurt", unit, die=die)
        return _Combat(setting, item)
    setting = setting.add(unit, "bullets", -spent)
    setting = setting.add(unit, "zombies", 1)
    setting = setting.say("killed", unit, die=die, spent=spent)
    return _Combat(setting, item, is_won=True)


def _items_for_combat(setting: TableState, unit: str, used: str) -> list[Unit]:
    """Return the items that a player may use in a combat: the one it has used already, else any."""
    items = list(setting.of("item", unit))
    if not used:
        return items
    return [item for item in items if item.id == used]


def _makes_up(
    setting: TableState, unit: str, key: str, total: int, items: list[Unit]
) -> Procedure[str]:
    """Ask what makes up for a roll that is too low: 'bullets', the id of an item, or 'heart'. Where
    only a heart is left, or the roll is enough, nobody is asked."""
    needed = WINS_AT - total
    if needed <= 0:
        return ""
    bullets = setting[unit].number("bullets")
    options = []
    question = _("You rolled {die}: {wins} or more kills it.", die=total, wins=WINS_AT)
    if needed <= bullets:
        spend = _("Spend {n} of {all} bullets", n=needed, all=bullets)
        options.append(Option("bullets", spend, icon="bullets"))
        question = ngettext(
            "You rolled {die}. One bullet makes it {wins}.",
            "You rolled {die}. {n} bullets make it {wins}.",
            needed,
            die=total,
            wins=WINS_AT,
        )
    for item in items:
        icon = "weapon" if item.on("weapon") else "item"
        options.append(Option(item.id, _("Use {item}", item=item.name), icon=icon))
    if not options:
        return "heart"
    options.append(Option("heart", _("Lose a heart"), icon="hearts"))
    choice: str = yield Choose(key, question, options=tuple(options))
    return choice


def _with_item(setting: TableState, item: str, prefix: str, total: int) -> Procedure[int]:
    """Ask what an item's card does to a combat roll; return the new total."""
    options = [Option(str(n), _("It adds {n}", n=n)) for n in range(1, WINS_AT)]
    options.append(Option("kills", _("It kills the zombie")))
    options.append(Option("again", _("It is re-rolled")))
    effect = yield Report(
        f"{prefix}/item",
        _("What does {item} do to the roll of {die}?", item=setting.name(item), die=total),
        options=tuple(options),
    )
    if effect == "kills":
        return WINS_AT
    if effect == "again":
        rerolled: int = yield Sum(f"{prefix}/again", _("Roll the die again."))
        return rerolled
    return total + int(effect)


@RULES.procedure("die", "{unit} dies")
def death(setting: TableState, unit: str) -> Procedure[TableState]:
    """Kill a player: they lose half their zombies, rounded down, weapons and items, and the rest of
    their turn except zombies and discard. In Last Man Standing a human becomes a zombie player."""
    seat = setting[unit]
    if seat.on("dead") or is_zombie(seat):
        raise RuleError("{name} is already dead.", name=seat.name)
    zombies_lost = seat.number("zombies") // 2
    setting = setting.say("died", unit, lost=zombies_lost)
    setting = setting.clear("item", unit)
    setting = setting.put(unit, hearts=0, bullets=0, home=False, survivors=0)
    setting = setting.add(unit, "zombies", -zombies_lost)
    setting = setting.add(unit, "strikes", 1)
    setting = yield from _survivors_return(setting, seat)
    if scenario(setting) == "last-man":
        setting = setting.put(unit, human=False)
        setting = setting.say("turned", unit)
    else:
        setting = setting.put(unit, dead=True)
    loses_steps = setting.active == unit and setting.step in ("tile", "fight", "draw", "move")
    if loses_steps:
        setting = setting.put("table", step="zombies", rolled="")
    return setting


def _survivors_return(setting: TableState, seat: Unit) -> Procedure[TableState]:
    """Ask for each survivor of a dead player to which building they return; `seat` is the player before
    the death."""
    for number in range(1, seat.number("survivors") + 1):
        with_room = [
            building
            for building in _on_the_map(setting)
            if building.number("survivors") < building.number("most")
        ]
        place = yield Choose(
            f"die/{seat.id}/survivor-{number}",
            _("Which is the nearest building with room for {name}'s survivor?", name=seat.name),
            options=options_of(with_room),
        )
        setting = setting.add(place, "survivors", 1)
        setting = setting.say("back", seat.id, where=f"@{place}")
    return setting


@RULES.procedure("move", "{unit} moves")
def move(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll a die, two in quicker play with the Helipad on the map, plus the hearts; the hand is filled
    first."""
    seat = setting[unit]
    if is_zombie(seat) or seat.on("dead"):
        raise RuleError("{name} doesn't move.", name=seat.name)
    setting = _before_moving(setting, seat)
    two_dice = stops_drawing(setting)
    hearts = seat.number("hearts")
    dice = TWO_DICE if two_dice else D6
    dice_name = "2D6" if two_dice else "D6"
    question = _(
        "Roll for {name}'s move: {dice} + {hearts} for hearts.",
        name=seat.name,
        dice=dice_name,
        hearts=hearts,
    )
    roll = yield Sum(f"move/{seat.id}/die", question, dice=dice)
    spaces = roll + hearts
    setting = setting.put("table", step="move", rolled="move")
    setting = setting.put(seat.id, spaces=spaces)
    return setting.say("moves", seat.id, die=roll, hearts=hearts, n=spaces)


def _before_moving(setting: TableState, seat: Unit) -> TableState:
    """Fill the hand of a player who comes to the roll from an earlier step and skips the draw."""
    skips_draw = setting.active == seat.id and setting.step in ("tile", "fight", "draw")
    return drawn_up(setting, seat.id) if skips_draw else setting


@RULES.procedure("zombies", "Zombies move")
def zombies(setting: TableState, unit: str) -> Procedure[TableState]:
    """Roll how many zombies move a space each. In Last Man Standing zombie players take turns moving
    all zombies on two tiles in a human's turn."""
    seat = setting[unit]
    setting = _before_moving(setting, seat)
    setting = setting.put("table", step="zombies", rolled="zombies", moving=0)
    mover = mover_of(setting)
    if mover:
        return setting.say("zombies-tiles", mover, human=f"@{seat.id}")
    die = yield Sum(f"zombies/{seat.id}/die", _("{name}: how many zombies move?", name=seat.name))
    setting = setting.put("table", moving=die)
    sentence = "zombies-out" if mode(setting) == "cooperative" else "zombies"
    return setting.say(sentence, seat.id, n=die)


@RULES.procedure("helipad", "The Helipad is placed")
def helipad(setting: TableState) -> Procedure[TableState]:
    """Determine who places the Helipad: fewest zombies, then most bullets, then a roll-off."""
    if setting.table.on("helipad"):
        raise RuleError("The Helipad is already on the map.")
    fewest = min(seat.number("zombies") for seat in setting.seats)
    seats = [seat for seat in setting.seats if seat.number("zombies") == fewest]
    most = max(seat.number("bullets") for seat in seats)
    tied = [seat.id for seat in seats if seat.number("bullets") == most]
    question = _("Who places the Helipad? {name} rolls.")
    winner = yield from roll_for_highest(setting, tied, "helipad", question)
    return setting.put("table", helipad=True).say("helipad", winner)


@RULES.procedure("rescue", "{unit} rescues a survivor")
def rescue(setting: TableState, unit: str) -> Procedure[TableState]:
    """Rescue a survivor from a building on the map."""
    seat = setting[unit]
    buildings = waiting(setting)
    if not buildings:
        raise RuleError("No survivor is waiting on the map.")
    options = []
    for building in buildings:
        survivors = _("{n} left", n=building.number("survivors"))
        options.append(Option(building.id, building.name, survivors))
    place = yield Choose(
        f"rescue/{seat.id}",
        _("Where does {name} rescue a survivor?", name=seat.name),
        options=tuple(options),
    )
    setting = setting.add(place, "survivors", -1)
    setting = setting.add(seat.id, "survivors", 1)
    return setting.say("rescued", seat.id, where=f"@{place}")


@RULES.tap("home")
def home(setting: TableState, unit: str) -> TableState:
    """Reach the Helipad's centre, if the scenario's conditions are met."""
    seat = setting[unit]
    why_not = not_home(setting, seat)
    if why_not:
        raise RuleError("{name} can't reach the Helipad yet: {why}.", name=seat.name, why=why_not)
    return setting.put(unit, home=True).say("home", unit)
