"""*Last Night on Earth*: the Sun Track, Heroes and the dead, fights, the scenario's goal (its
rulebook, and ruling 51). No boards, no card texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.rulebook.entries import Dice
from lastdays.rules.asks import Choose, Option, Procedure, Roll, Sum
from lastdays.table.declared import (
    Advice,
    Choice,
    Count,
    Done,
    Flag,
    Game,
    Kind,
    Move,
    Verdict,
    step_after,
    table_of,
)
from lastdays.table.events import Say, say
from lastdays.table.units import Setting, Unit

D6, D3 = Dice(1, 6), Dice(1, 3)
FIGURES, HEROES, HEALTH, ITEMS, WEAPONS, PITS = 14, 4, 3, 4, 2, 4
BLACK_ZONE, KILLED_LOSE = 14, 4
#: Players: how many of them are zombie players (the book's chart).
ZOMBIE_PLAYERS = {2: 1, 3: 1, 4: 2, 5: 1, 6: 2}
STEPS = ("sun", "cards", "spawn", "move", "fight", "place")
#: Of each scenario: turns, goal, Heroes killed that lose it (0: four, as always). The numbers of
#: the others are on their cards: players set them.
DIE = ("die", 15, 15, 2)


def zombie_seats(setting: Setting) -> list[Unit]:
    """The zombie players."""
    return [s for s in setting.seats if s["role"] == "zombie"]


def hero_seats(setting: Setting) -> list[Unit]:
    """The Hero players."""
    return [s for s in setting.seats if s["role"] == "hero"]


def limit(setting: Setting, _unit: Unit | None = None) -> int:
    """Figures a zombie player has: 14, or 7 each."""
    return FIGURES // len(zombie_seats(setting))


def pool(setting: Setting, seat: Unit) -> int:
    """Figures that are not on the board; the two always add up."""
    return limit(setting) - seat.number("board")


def on_board(setting: Setting, seat: Unit) -> int:
    """Zombies for the spawn roll: figures and Zombie Heroes."""
    return seat.number("board") + len(setting.of("zombie-hero", seat.id))


def hand(setting: Setting, seat: Unit) -> int:
    """Zombie cards in a full hand."""
    return 4 // len(zombie_seats(setting)) if seat["role"] == "zombie" else 99


def living(setting: Setting) -> list[Unit]:
    """Heroes in play."""
    return [h for h in setting.of("hero") if not h.on("dead")]


def advanced(setting: Setting) -> bool:
    """Whether the Advanced rules are used."""
    return setting.table.on("advanced")


def spread(number: int, pits: int) -> str:
    """Evenly over the pits: '2, 2, 1, 1'."""
    return ", ".join(str(number // pits + (n < number % pits)) for n in range(pits))


class LastNight(Game):
    """Four Heroes, fourteen figures, a sun that goes down."""

    key = "last-night"
    seats = (2, 6)

    @property
    def name(self) -> str:
        """Its title."""
        return _("Last Night on Earth")

    def choices(self, players: int) -> tuple[Choice, ...]:
        """Basic or Advanced, the scenario and its numbers."""
        numbers = tuple((str(n), str(n)) for n in range(1, 31))
        others = ("scenario", "townsfolk", "burn", "truck", "manor", "own")
        return (
            Choice(
                "rules", _("Rules"), (("basic", _("Basic")), ("advanced", _("Advanced"))), "basic"
            ),
            Choice(
                "scenario",
                _("Scenario"),
                (
                    ("die", _("Die Zombies, Die!")),
                    ("townsfolk", _("Save the Townsfolk")),
                    ("burn", _("Burn 'em Out")),
                    ("truck", _("Escape in the Truck")),
                    ("manor", _("Defend the Manor House")),
                    ("own", _("another scenario")),
                ),
                "die",
            ),
            Choice("turns", _("Turns, as its card says"), numbers, "15", others),
            Choice("goal", _("Goal, as its card says"), numbers, "4", others),
            Choice(
                "sundown",
                _("Who wins at sundown"),
                (("zombie", _("the zombies")), ("hero", _("the Heroes"))),
                "zombie",
                others,
            ),
        )

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """The Basic game has one scenario."""
        if chosen.get("rules") == "basic" and chosen.get("scenario", "die") != "die":
            return [_("The Basic game has one scenario: Die Zombies, Die!")]
        return []

    def begin(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> Setting:
        """The first players have the zombies, the others four Heroes between them."""
        dead = ZOMBIE_PLAYERS[len(players)]
        scenario = chosen.get("scenario", "die")
        turns, goal = int(chosen.get("turns", "15")), int(chosen.get("goal", "4"))
        sundown = chosen.get("sundown", "zombie")
        if scenario == "die":
            _key, turns, goal, _lose = DIE
            sundown = "zombie"
        setting = Setting({}).place(
            table_of(
                advanced=chosen.get("rules") == "advanced",
                scenario=scenario,
                turns=turns,
                wanted=goal,
                sundown=sundown,
                sun=turns,
                killed=0,
                goal=0,
                heroes_killed=0,
                pits=PITS,
            )
        )
        for n, name in enumerate(players, start=1):
            role = "zombie" if n <= dead else "hero"
            values: dict[str, Any] = {"role": role}
            if role == "zombie":
                values |= {"board": 0, "hand": 4 // dead, "won": False, "opened": False}
            setting = setting.place(Unit(f"p{n}", "seat", name, "", values))
        heroes = hero_seats(setting)
        for n in range(HEROES):
            owner = heroes[n * len(heroes) // HEROES].id
            setting = setting.place(_hero(f"h{n + 1}", owner, n + 1))
        return setting

    def kinds(self) -> Mapping[str, Kind]:
        """Players, Heroes and their items, Zombie Heroes, markers."""

        def goal_kept(setting: Setting, _unit: Unit) -> bool:
            return bool(setting.table["scenario"] != "die")

        def zombies_kept(_setting: Setting, seat: Unit) -> bool:
            return bool(seat["role"] == "zombie")

        return {
            "table": Kind(
                "table",
                (
                    Count("sun", _("Sun Track"), look="noise"),
                    Count("killed", _("Zombies killed"), look="ap"),
                    Count("goal", _("Goal"), when=goal_kept),
                    Count("heroes_killed", _("Heroes killed"), look="damage"),
                    Count("pits", _("Pits"), low=0),
                ),
                (Flag("exhausted", _("Hero deck out"), "X"),),
                note=lambda s, u: _("{n} turns").format(n=u["turns"]),
            ),
            "seat": Kind(
                "seat",
                (
                    Count(
                        "board",
                        _("On the board"),
                        high=limit,
                        says=_("The pool is empty: every figure is on the board."),
                        look="damage",
                        when=zombies_kept,
                    ),
                    Count("hand", _("Zombie cards"), high=hand, limit="end", when=zombies_kept),
                ),
                (Flag("won", _("spawn won"), "S", zombies_kept),),
                note=self._seat_note,
            ),
            "hero": Kind(
                "hero",
                (
                    Count(
                        "wounds",
                        _("Wounds"),
                        high=lambda _s, u: u.number("health"),
                        says=_("All Health boxes are full."),
                        look="damage",
                    ),
                    Count("health", _("Health"), low=1, high=9, look="ap"),
                ),
                (
                    Flag("acted", _("acted"), "A"),
                    Flag("shot", _("shot"), "R"),
                    Flag("dead", _("killed"), "K", lambda _s, u: u.on("dead")),
                ),
                note=self._hero_note,
                named=True,
            ),
            "item": Kind(
                "item",
                flags=(Flag("weapon", _("weapon"), "W"), Flag("used", _("used"), "U")),
                named=True,
            ),
            "zombie-hero": Kind(
                "zombie-hero",
                (
                    Count(
                        "wounds",
                        _("Wounds"),
                        high=lambda _s, u: u.number("health"),
                        look="damage",
                    ),
                ),
                note=lambda _s, u: _("Zombie Hero, {n} Health").format(n=u["health"]),
                named=True,
            ),
            "marker": Kind("marker", named=True),
        }

    @staticmethod
    def _seat_note(setting: Setting, seat: Unit) -> str:
        if seat["role"] == "hero":
            return _("Hero player")
        return _("zombies · pool {n}").format(n=pool(setting, seat))

    @staticmethod
    def _hero_note(setting: Setting, hero: Unit) -> str:
        if hero.on("dead"):
            return _("KILLED")
        items = setting.of("item", hero.id)
        if not items:
            return ""
        return _("{n} items, {w} weapons").format(
            n=len(items), w=sum(i.on("weapon") for i in items)
        )

    # The turn

    def steps(self, setting: Setting) -> tuple[tuple[str, str], ...]:
        """The Zombie Turn's six steps, then the Heroes."""
        return (
            ("sun", _("Sun")),
            ("cards", _("Cards")),
            ("spawn", _("Spawn roll")),
            ("move", _("Zombies move")),
            ("fight", _("Fights")),
            ("place", _("New zombies")),
            ("heroes", _("HERO TURN")),
        )

    def forward(self, setting: Setting) -> Done:
        """The next step; the sun moves at the start of each Zombie Turn but the first."""
        following = step_after(self, setting) if setting.active else ""
        zombie, hero = zombie_seats(setting)[0].id, hero_seats(setting)[0].id
        if not following:
            first = not setting.active
            turn = setting.table.number("turn") + 1
            sun = setting.table.number("turns") if first else setting.table.number("sun") - 1
            setting = _zombie_turn(setting.put("table", turn=turn, sun=max(0, sun)), zombie)
            return setting, [say("sun", n=max(0, sun))]
        if following == "heroes":
            setting = _hero_turn(setting, hero)
        else:
            setting = setting.put("table", step=following, seat=zombie)
        return setting, [say("step", step=following)]

    def enter(self, setting: Setting, seat: str) -> Done:
        """The Zombie or the Hero Turn by hand; the sun stays where it is."""
        says: list[Say] = []
        if not setting.active:
            setting, says = self.forward(setting)
        begin = _hero_turn if setting[seat]["role"] == "hero" else _zombie_turn
        return begin(setting, seat), [*says, say("turn", who=f"@{seat}")]

    def owed(self, setting: Setting) -> list[str]:
        """Hands, items, spawned zombies still to be placed, Heroes still to act."""
        found: list[str] = []
        for seat in zombie_seats(setting):
            if not setting.active and not seat.on("opened"):
                found.append(_("{name} has not placed the opening zombies.").format(name=seat.name))
            if setting.step == "spawn" and not seat.on("rolled"):
                found.append(_("{name} has not made the spawn roll.").format(name=seat.name))
            if setting.step == "cards" and seat.number("hand") > hand(setting, seat):
                found.append(
                    _("{name} holds more than {n} Zombie cards.").format(
                        name=seat.name, n=hand(setting, seat)
                    )
                )
            if setting.step == "place" and seat.on("won"):
                found.append(_("{name} still places new zombies.").format(name=seat.name))
        for hero in living(setting):
            items = setting.of("item", hero.id)
            weapons = sum(i.on("weapon") for i in items)
            if len(items) > ITEMS or weapons > WEAPONS:
                found.append(
                    _("{name} carries four items at most, two of them weapons.").format(
                        name=hero.name
                    )
                )
            if hero.number("wounds") >= hero.number("health"):
                found.append(_("{name} has no Health box left: killed?").format(name=hero.name))
            elif setting.step == "heroes" and not hero.on("acted"):
                found.append(_("{name} has not acted.").format(name=hero.name))
        return found

    def headline(self, setting: Setting) -> str:
        """Sun, goal, who has fallen."""
        table = setting.table
        scenario = dict(self.choices(2)[1].values)[str(table["scenario"])]
        parts = [scenario, _("sun {n}").format(n=table["sun"])]
        if table.number("sun") >= BLACK_ZONE and advanced(setting):
            parts.append(_("Black Zone"))
        if table["scenario"] == "die":
            parts.append(_("killed {n}/{m}").format(n=table["killed"], m=table["wanted"]))
        else:
            parts.append(_("goal {n}/{m}").format(n=table["goal"], m=table["wanted"]))
        parts.append(_("Heroes lost {n}").format(n=table["heroes_killed"]))
        return " · ".join(parts)

    def checklist(self, setting: Setting) -> list[str]:
        """What lies ready."""
        return [
            _("Town Center and four outer boards, decks shuffled, Sun Track beside them."),
            _("Four Heroes on their start spaces; name them and set their Health boxes."),
        ]

    def advice(self, setting: Setting) -> Advice:
        """What is done in this step."""
        if not setting.active:
            opening = [
                Move(f"open/{s.id}", _("Opening zombies: {name}").format(name=s.name), "play",
                     "opening", {"unit": s.id})
                for s in zombie_seats(setting)
                if not s.on("opened")
            ]  # fmt: skip
            return Advice(" ".join(self.checklist(setting)), tuple(opening))
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
            says = _("{name} acts: move or search, exchange, Ranged Attack, fight.").format(
                name=setting.name(acting)
            )
        return Advice(says, tuple(self._due(setting)))

    def _due(self, setting: Setting) -> list[Move]:
        found = [
            Move(f"kill/{h.id}", _("{name} is killed").format(name=h.name), "play", "kill",
                 {"unit": h.id})
            for h in living(setting)
            if h.number("wounds") >= h.number("health")
        ]  # fmt: skip
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
                found.append(
                    Move(f"spawn/{seat.id}", _("Spawn roll: {name}").format(name=seat.name),
                         "play", "spawn", who, _("rolled already") if seat.on("rolled") else "")
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
            found += self._hero_due(setting)
        return found

    @staticmethod
    def _hero_due(setting: Setting) -> list[Move]:
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
        shot = _("one Ranged Attack a turn") if hero.on("shot") else ""
        items = setting.of("item", acting)
        found = [
            Move("walk", _("Move: roll the die"), "play", "walk", who, moved),
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

    def moves(self, setting: Setting, unit: Unit) -> list[Move]:
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
                ]
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
                ]
            case "table":
                return self._table_moves(setting)
        return []

    @staticmethod
    def _table_moves(setting: Setting) -> list[Move]:
        markers = [
            ("taken", _("Taken Over")),
            ("lights", _("Lights Out")),
            ("pit", _("New Spawning Pit")),
        ]
        if advanced(setting):
            markers += [("gas", _("Gas")), ("truck", _("Truck")), ("betsy", _("Old Betsy"))]
        found = [
            Move(key, text, "tap", "marker", {"sort": key, "name": text}) for key, text in markers
        ]
        found.append(Move("building", _("Random Building"), "play", "building"))
        if advanced(setting):
            found.append(Move("gas-blows", _("Gas is ignited"), "play", "gas"))
        found.append(
            Move("deck", _("A Zombie card discards the last Hero card"), "tap", "deck", {})
        )
        return found

    def taps(self) -> Mapping[str, Callable[..., Done]]:
        """Cards, items, markers, kills."""
        return {
            "discard": _discard,
            "draw": _draw,
            "act": _act,
            "search": _search,
            "acted": _acted,
            "item": _item,
            "drop": _drop,
            "marker": _marker,
            "deck": _deck,
            "killed": _killed,
            "zombie-hero-down": _zombie_hero_down,
        }

    def plays(self) -> Mapping[str, Callable[[Setting, dict[str, Any]], Procedure[Done]]]:
        """Rolls."""
        return {
            "opening": _opening,
            "spawn": _spawn,
            "place": _place,
            "fight": _fight,
            "ranged": _ranged,
            "walk": _walk,
            "give": _give,
            "kill": _kill,
            "building": _building,
            "gas": _gas,
        }

    def counted(self, before: Setting, after: Setting, unit: str, name: str) -> Done:
        """The last Health box of a Hero filled by hand is death's business: it is said."""
        piece = after[unit]
        if name == "dead":
            return after.add("table", "heroes_killed", 1 if piece.on("dead") else -1), []
        if name == "health" and piece.number("wounds") > piece.number("health"):
            return after.put(unit, wounds=piece.number("health")), []
        full = name == "wounds" and piece.number("wounds") >= piece.number("health")
        if full and piece.kind == "zombie-hero":
            return _zombie_hero_down(after, unit)
        if full and piece.kind == "hero":
            return after, [say("full", who=f"@{unit}")]
        return after, []

    def verdict(self, setting: Setting) -> Verdict | None:
        """Goals, Heroes killed, the Hero deck, sundown."""
        table = setting.table
        dead = tuple(s.id for s in zombie_seats(setting))
        alive = tuple(s.id for s in hero_seats(setting))
        die = table["scenario"] == "die"
        if table.on("exhausted"):
            return Verdict(say("deck-lost"), dead)
        most = DIE[3] if die else KILLED_LOSE
        if table.number("heroes_killed") >= most:
            return Verdict(say("heroes-lost", n=table["heroes_killed"]), dead)
        reached = table.number("killed" if die else "goal")
        if reached >= table.number("wanted"):
            return Verdict(say("goal-won", n=reached), alive)
        if setting.active and table.number("sun") <= 0:
            zombies = table["sundown"] == "zombie"
            return Verdict(say("sundown-zombies" if zombies else "sundown-heroes"),
                           dead if zombies else alive)  # fmt: skip
        return None

    def sentences(self) -> Mapping[str, str]:
        """Its words."""
        return {
            "play/opening": _("Opening zombies of {unit}"),
            "play/spawn": _("Spawn roll of {unit}"),
            "play/place": _("{unit} places zombies"),
            "play/fight": _("{unit} fights"),
            "play/ranged": _("Ranged Attack of {unit}"),
            "play/walk": _("{unit} moves"),
            "play/give": _("{unit} changes hands"),
            "play/kill": _("{unit} is killed"),
            "play/building": _("Random Building"),
            "play/gas": _("Gas explodes"),
            "sun": _("The sun stands at {n}."),
            "opened": _("{who} places {n} zombies: {pits} at the pits."),
            "spawns": _("{who}: {n} against {board} on the board, new zombies come."),
            "no-spawn": _("{who}: {n} against {board} on the board, none come."),
            "placed": _("{who} places {n} zombies: {pits} at the pits."),
            "discards": _("{who} discards a Zombie card."),
            "draws": _("{who} draws up to {n}."),
            "acts": _("{who} has acted."),
            "begins": _("{who} acts."),
            "searches": _("{who} searches: a Hero card."),
            "no-pit": _("{who} has no Spawning Pit to place {n} zombies at."),
            "found": _("{who} finds {what}."),
            "gone": _("{what} is gone."),
            "marker": _("{what} is placed."),
            "deck": _("A Zombie card discards the last Hero card."),
            "killed": _("A zombie of {who} is killed."),
            "zombie-hero-wounded": _("{who} takes a wound."),
            "zombie-hero-down": _("{who} is killed for good."),
            "fended": _("{who} fends the zombie off ({mine} to {theirs})."),
            "beats": _("{who} wins with doubles ({mine} to {theirs}): a wound."),
            "loses": _("{who} loses the fight ({mine} to {theirs}): a wound."),
            "cancelled": _("The fight is cancelled."),
            "dies": _("{who} is killed."),
            "full": _("{who} has no Health box left."),
            "turns": _("{who} rises as a Zombie Hero of {side}."),
            "replaced": _("{side} draws {who}, who acts from the next Hero Turn."),
            "missed": _("{who} misses."),
            "walks": _("{who} moves up to {n} spaces."),
            "given": _("{what} goes to {who}."),
            "building": _("Random Building: {board}, number {n}."),
            "gas": _("The gas kills {n} zombies."),
            "deck-lost": _("The last Hero card is discarded: the zombies have won."),
            "heroes-lost": _("{n} Heroes are killed: the zombies have won."),
            "goal-won": _("The goal is reached ({n}): the Heroes have won."),
            "sundown-zombies": _("The sun is down: the zombies have won."),
            "sundown-heroes": _("The sun is down: the Heroes have won."),
        }


def _hero(unit: str, owner: str, number: int) -> Unit:
    return Unit(
        unit,
        "hero",
        _("Hero {n}").format(n=number),
        owner,
        {"wounds": 0, "health": HEALTH, "acted": False, "shot": False, "dead": False},
    )


def _zombie_turn(setting: Setting, seat: str) -> Setting:
    """From its first step: nobody has rolled, discarded or drawn yet."""
    setting = _weapons_ready(setting.put("table", seat=seat, step="sun", acting=""))
    for other in zombie_seats(setting):
        setting = setting.put(other.id, won=False, rolled=False, discarded=False, drawn=False)
    return setting


def _hero_turn(setting: Setting, seat: str) -> Setting:
    """Nobody has acted yet."""
    setting = _weapons_ready(setting.put("table", seat=seat, step="heroes", acting=""))
    for hero in setting.of("hero"):
        setting = setting.put(hero.id, acted=False, shot=False, moved=False)
    return setting


def _weapons_ready(setting: Setting) -> Setting:
    for item in setting.of("item"):
        setting = setting.put(item.id, used=False)
    return setting


def _two(setting: Setting) -> bool:
    return len(zombie_seats(setting)) > 1


def _opening(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """2D6 zombies at the start, D6 each with two zombie players, spread over the pits."""
    seat = setting[str(args["unit"])]
    if seat.on("opened"):
        raise RuleError(_("{name} has placed the opening zombies.").format(name=seat.name))
    total = yield Sum(
        key=f"opening/{seat.id}",
        question=_("Opening zombies of {name}.").format(name=seat.name),
        dice=D6 if _two(setting) else Dice(2, 6),
    )
    number = min(total, pool(setting, seat))
    setting = setting.put(seat.id, opened=True)
    if not setting.table.number("pits"):
        return setting, [say("no-pit", who=f"@{seat.id}", n=number)]
    setting = setting.add(seat.id, "board", number)
    pits = spread(number, setting.table.number("pits"))
    return setting, [say("opened", who=f"@{seat.id}", n=number, pits=pits)]


def _spawn(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """2D6, or D6 each, higher than the own zombies on the board, Zombie Heroes counted."""
    seat = setting[str(args["unit"])]
    if seat.on("rolled"):
        raise RuleError(_("{name} has rolled this turn.").format(name=seat.name))
    there = on_board(setting, seat)
    total = yield Sum(
        key=f"spawn/{seat.id}",
        question=_("Spawn roll of {name}: more than {n} on the board.").format(
            name=seat.name, n=there
        ),
        dice=D6 if _two(setting) else Dice(2, 6),
    )
    won = total > there
    setting = setting.put(seat.id, won=won, rolled=True)
    key = "spawns" if won else "no-spawn"
    return setting, [say(key, who=f"@{seat.id}", n=total, board=there)]


def _place(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """D6, or D3, up to the pool as it is now."""
    seat = setting[str(args["unit"])]
    if not seat.on("won"):
        raise RuleError(_("{name} has not won the spawn roll.").format(name=seat.name))
    total = yield Sum(
        key=f"place/{seat.id}",
        question=_("{name} places new zombies; {n} are in the pool.").format(
            name=seat.name, n=pool(setting, seat)
        ),
        dice=D3 if _two(setting) else D6,
    )
    number = min(total, pool(setting, seat))
    setting = setting.put(seat.id, won=False)
    if not setting.table.number("pits"):
        return setting, [say("no-pit", who=f"@{seat.id}", n=number)]
    setting = setting.add(seat.id, "board", number)
    pits = spread(number, setting.table.number("pits"))
    return setting, [say("placed", who=f"@{seat.id}", n=number, pits=pits)]


def _enemies(setting: Setting) -> tuple[Option, ...]:
    figures = [
        Option(s.id, _("A zombie of {name}").format(name=s.name))
        for s in zombie_seats(setting)
        if s.number("board")
    ]
    heroes = [Option(z.id, z.name, _("Zombie Hero")) for z in setting.of("zombie-hero")]
    return (*figures, *heroes)


def _which(setting: Setting, key: str, question: str) -> Procedure[str]:
    """Which of the dead; nothing is asked where there is one kind only."""
    enemies = _enemies(setting)
    if not enemies:
        raise RuleError(_("No zombie is on the board."))
    if len(enemies) == 1:
        return enemies[0].key
    chosen: str = yield Choose(key=key, question=question, options=enemies)
    return chosen


def _fight(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """Two dice against one and what cards add; ties to the zombie; higher with doubles on any of
    the Hero's dice is a wound."""
    hero = setting[str(args["unit"])]
    if hero.on("dead"):
        raise RuleError(_("{name} is dead.").format(name=hero.name))
    where = f"fight/{hero.id}"
    enemy = yield from _which(
        setting, f"{where}/whom", _("{name} fights whom?").format(name=hero.name)
    )
    extra = yield Choose(
        key=f"{where}/bonus",
        question=_("{name} rolls how many Fight Dice?").format(name=hero.name),
        options=tuple(Option(str(n), str(n)) for n in range(2, 7)),
    )
    mine = list((yield Roll(
        key=f"{where}/hero",
        question=_("{name}: {n} Fight Dice.").format(name=hero.name, n=extra),
        dice=Dice(int(extra), 6),
    )))  # fmt: skip
    theirs = [(yield Sum(key=f"{where}/zombie", question=_("The zombie's Fight Die."), dice=D6))]
    turn = 0
    while True:
        turn += 1
        how = yield Choose(
            key=f"{where}/stand-{turn}",
            question=_("{mine} against {theirs}. Cards?").format(
                mine=" ".join(map(str, mine)), theirs=" ".join(map(str, theirs))
            ),
            options=(
                Option("stand", _("Let it stand")),
                Option("hero", _("One more die for the Hero")),
                Option("zombie", _("One more die for the zombie")),
                Option("cancel", _("The fight is cancelled")),
            ),
        )
        if how == "cancel":
            return setting, [say("cancelled")]
        if how == "stand":
            break
        die = yield Sum(key=f"{where}/more-{turn}", question=_("One more die."), dice=D6)
        (mine if how == "hero" else theirs).append(die)
    high, other = max(mine), max(theirs)
    facts = {"who": f"@{hero.id}", "mine": high, "theirs": other}
    if high <= other:
        setting, more = yield from _wound(setting, hero.id, enemy, where)
        return setting, [say("loses", **facts), *more]
    if len(set(mine)) == len(mine):
        return setting, [say("fended", **facts)]
    setting, more = _strike(setting, enemy)
    return setting, [say("beats", **facts), *more]


def _strike(setting: Setting, enemy: str, *, kill: bool = False) -> Done:
    """A wound on one of the dead: a figure is gone, a Zombie Hero has boxes."""
    unit = setting[enemy]
    if unit.kind == "seat":
        return _killed(setting, enemy)
    wounds = unit.number("health") if kill else unit.number("wounds") + 1
    setting = setting.put(enemy, wounds=min(wounds, unit.number("health")))
    if wounds >= unit.number("health"):
        return _zombie_hero_down(setting, enemy)
    return setting, [say("zombie-hero-wounded", who=f"@{enemy}")]


def _wound(setting: Setting, hero: str, enemy: str, where: str) -> Procedure[Done]:
    unit = setting[hero]
    wounds = unit.number("wounds") + 1
    setting = setting.put(hero, wounds=min(wounds, unit.number("health")))
    if wounds < unit.number("health"):
        return setting, []
    found = setting[enemy]
    killer = found.owner if found.kind == "zombie-hero" else enemy
    return (yield from _death(setting, hero, killer, where))


def _kill(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A Hero killed by something else; with two zombie players they say who has the Zombie Hero."""
    hero = str(args["unit"])
    where = f"kill/{hero}"
    killer = yield from _killer(setting, hero, where)
    return (yield from _death(setting, hero, killer, where))


def _killer(setting: Setting, hero: str, where: str) -> Procedure[str]:
    """Whose Zombie Hero it would be where no zombie killed."""
    seats = zombie_seats(setting)
    if len(seats) == 1 or not _rises(setting, hero):
        return seats[0].id
    chosen: str = yield Choose(
        key=f"{where}/by",
        question=_("Who gains the Zombie Hero?"),
        options=tuple(Option(s.id, s.name) for s in seats),
    )
    return chosen


def _rises(setting: Setting, hero: str) -> bool:
    """In the Black Zone, or as a player's last Hero (Advanced)."""
    if not advanced(setting):
        return False
    others = [h for h in living(setting) if h.owner == setting[hero].owner and h.id != hero]
    return setting.table.number("sun") >= BLACK_ZONE or not others


def _death(setting: Setting, hero: str, killer: str, where: str) -> Procedure[Done]:
    """Items are discarded; every kill counts; who rises gives the player a new Hero."""
    yield from ()
    unit = setting[hero]
    if unit.on("dead"):
        raise RuleError(_("{name} is dead.").format(name=unit.name))
    says: list[Say] = [say("dies", who=f"@{hero}")]
    rises = _rises(setting, hero)
    for item in setting.of("item", hero):
        setting = setting.drop(item.id)
    setting = setting.put(hero, dead=True, wounds=unit.number("health"))
    setting = setting.add("table", "heroes_killed", 1)
    if rises:
        made = Unit(
            setting.next_id("z"),
            "zombie-hero",
            unit.name,
            killer,
            {"wounds": 0, "health": unit.number("health")},
        )
        setting = setting.place(made)
        says.append(say("turns", who=unit.name, side=f"@{killer}"))
        number = len(setting.of("hero")) + 1
        fresh = _hero(f"h{number}", unit.owner, number)
        setting = setting.place(replace(fresh, values={**fresh.values, "acted": True}))
        says.append(say("replaced", who=f"@{fresh.id}", side=f"@{unit.owner}"))
    return setting, says


def _ranged(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """One a turn; the item says what hits: a hit is a wound, killed fills all boxes."""
    hero = setting[str(args["unit"])]
    if hero.on("shot"):
        raise RuleError(_("{name} has made a Ranged Attack.").format(name=hero.name))
    where = f"ranged/{hero.id}"
    enemy = yield from _which(
        setting, f"{where}/whom", _("{name} shoots at whom?").format(name=hero.name)
    )
    ready = [i for i in setting.of("item", hero.id) if not i.on("used")]
    if ready:
        item = yield Choose(
            key=f"{where}/item",
            question=_("With what? A weapon serves one Hero a turn."),
            options=(
                *(Option(i.id, i.name) for i in ready),
                Option("other", _("something not noted here")),
            ),
        )
        if item != "other":
            setting = setting.put(item, used=True)
    how = yield Choose(
        key=f"{where}/how",
        question=_("What does the item's roll say?"),
        options=(
            Option("missed", _("Missed")),
            Option("hit", _("Hit: a wound")),
            Option("killed", _("Killed")),
        ),
    )
    setting = setting.put(hero.id, shot=True)
    if how == "missed":
        return setting, [say("missed", who=f"@{hero.id}")]
    return _strike(setting, enemy, kill=how == "killed")


def _walk(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A Hero moves D6 spaces, a Zombie Hero D3."""
    unit = setting[str(args["unit"])]
    die = yield Sum(
        key=f"walk/{unit.id}",
        question=_("{name} moves.").format(name=unit.name),
        dice=D3 if unit.kind == "zombie-hero" else D6,
    )
    if unit.kind == "hero":
        setting = setting.put(unit.id, moved=True)
    return setting, [say("walks", who=f"@{unit.id}", n=die)]


def _give(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """An item to another Hero in the same space."""
    item = setting[str(args["unit"])]
    others = [h for h in living(setting) if h.id != item.owner]
    if not others:
        raise RuleError(_("There is no other Hero."))
    to = yield Choose(
        key=f"give/{item.id}",
        question=_("Who takes {what}?").format(what=item.name),
        options=tuple(Option(h.id, h.name) for h in others),
    )
    return setting.hand(item.id, to), [say("given", what=item.name, who=f"@{to}")]


def _building(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """A die for the outer board (1 the Heroes choose, 6 the zombies), a die for the building."""
    board = yield Sum(key="building/board", question=_("Which outer board?"), dice=D6)
    number = yield Sum(key="building/number", question=_("Which building?"), dice=D6)
    names = {1: _("the Heroes choose"), 6: _("the zombies choose")}
    where = names.get(board, _("board of the arrow {n}").format(n=board))
    return setting, [say("building", board=where, n=number)]


def _in_gas(unit: Unit) -> Procedure[bool]:
    """Whether the gas kills a Hero, alive or not: in the space, or beside it on 3 or more."""
    where = yield Choose(
        key=f"gas/{unit.id}/where",
        question=_("Where is {name}?").format(name=unit.name),
        options=(
            Option("away", _("away")),
            Option("in", _("in the space")),
            Option("beside", _("beside it")),
        ),
    )
    if where != "beside":
        return bool(where == "in")
    die = yield Sum(
        key=f"gas/{unit.id}/die",
        question=_("{name}: 3 or more kills.").format(name=unit.name),
        dice=D6,
    )
    return bool(die >= 3)


def _gas(setting: Setting, args: dict[str, Any]) -> Procedure[Done]:
    """Killed in the space, on 3 or more in the spaces beside it; the marker is gone."""
    says: list[Say] = []
    killed = 0
    for seat in zombie_seats(setting):
        for zone in ("in", "beside"):
            there = setting[seat.id].number("board")
            if not there:
                continue
            question = _("Zombies of {name} in the space?")
            if zone == "beside":
                question = _("Zombies of {name} in spaces beside it?")
            number = int((yield Choose(
                key=f"gas/{seat.id}/{zone}",
                question=question.format(name=seat.name),
                options=tuple(Option(str(n), str(n)) for n in range(there + 1)),
            )))  # fmt: skip
            if zone == "beside" and number:
                dice = yield Roll(
                    key=f"gas/{seat.id}/dice",
                    question=_("A die for each zombie beside it: 3 or more kills."),
                    dice=Dice(number, 6),
                )
                number = sum(die >= 3 for die in dice)
            killed += number
            for _n in range(number):
                setting, _says = _killed(setting, seat.id)
    says.append(say("gas", n=killed))
    for risen in setting.of("zombie-hero"):
        if (yield from _in_gas(risen)):
            setting, more = _zombie_hero_down(setting, risen.id)
            says += more
    for hero in living(setting):
        if (yield from _in_gas(hero)):
            killer = yield from _killer(setting, hero.id, f"gas/{hero.id}")
            setting, more = yield from _death(setting, hero.id, killer, f"gas/{hero.id}")
            says += more
    gas = next((m for m in setting.of("marker") if m["sort"] == "gas"), None)
    return (setting.drop(gas.id) if gas is not None else setting), says


def _discard(setting: Setting, unit: str) -> Done:
    seat = setting[unit]
    if seat.on("discarded") or seat.on("drawn") or not seat.number("hand"):
        raise RuleError(_("One card a turn may be discarded, before drawing."))
    return setting.add(unit, "hand", -1).put(unit, discarded=True), [
        say("discards", who=f"@{unit}")
    ]


def _draw(setting: Setting, unit: str) -> Done:
    full = hand(setting, setting[unit])
    return setting.put(unit, drawn=True, hand=max(full, setting[unit].number("hand"))), [
        say("draws", who=f"@{unit}", n=full)
    ]


def _act(setting: Setting, unit: str) -> Done:
    return setting.put("table", acting=unit, seat=setting[unit].owner), [
        say("begins", who=f"@{unit}")
    ]


def _search(setting: Setting, unit: str) -> Done:
    if setting[unit].on("moved"):
        raise RuleError(_("A Hero moves or searches, not both."))
    return setting.put(unit, moved=True), [say("searches", who=f"@{unit}")]


def _acted(setting: Setting, unit: str) -> Done:
    after = setting.put(unit, acted=True).put("table", acting="")
    return after, [say("acts", who=f"@{unit}")]


def _item(setting: Setting, unit: str, weapon: bool) -> Done:
    name = setting.fresh_name(_("Weapon") if weapon else _("Item"), "item", unit)
    made = Unit(setting.next_id("i"), "item", name, unit, {"weapon": weapon, "used": False})
    return setting.place(made), [say("found", who=f"@{unit}", what=name)]


def _drop(setting: Setting, unit: str) -> Done:
    if setting[unit]["sort"] == "pit":
        setting = setting.add("table", "pits", -1)
    return setting.drop(unit), [say("gone", what=setting[unit].name)]


def _marker(setting: Setting, sort: str, name: str) -> Done:
    """A marker on the board; a new pit counts when zombies are spread."""
    if sort == "pit":
        setting = setting.add("table", "pits", 1)
    label = setting.fresh_name(name, "marker")
    made = Unit(setting.next_id("m"), "marker", label, "", {"sort": sort})
    return setting.place(made), [say("marker", what=label)]


def _deck(setting: Setting) -> Done:
    return setting.put("table", exhausted=True), [say("deck")]


def _killed(setting: Setting, unit: str) -> Done:
    """A figure back into the pool, one more killed."""
    if not setting[unit].number("board"):
        raise RuleError(_("None is on the board."))
    setting = setting.add(unit, "board", -1).add("table", "killed", 1)
    return setting, [say("killed", who=f"@{unit}")]


def _zombie_hero_down(setting: Setting, unit: str) -> Done:
    """Out of the game for good; it counts as a zombie killed and never enters the pool."""
    said = say("zombie-hero-down", who=setting[unit].name)
    return setting.drop(unit).add("table", "killed", 1), [said]
