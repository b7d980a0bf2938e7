"""*Last Night on Earth*: the Sun Track, Heroes and zombies, fights, the scenario's goal (its
rulebook, and ruling 51). No boards, no card texts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, joined
from lastdays.procedure.asks import Procedure
from lastdays.tabletop.declared import (
    STEP,
    TURN,
    DeclaredGame,
    GameEnd,
    SetupChoice,
    Step,
    step_after,
    table_of,
    who_plays,
)
from lastdays.tabletop.event_log import Fact
from lastdays.tabletop.last_night.counts import (
    ADVANCED_CARDS,
    BLACK_ZONE,
    DECK,
    DIE,
    HEROES,
    ITEMS,
    KILLED_LOSE,
    OUTER_BOARDS,
    PITS,
    RULES,
    WEAPONS,
    ZOMBIE_PLAYERS,
    advanced,
    can_spawn,
    deck_lost,
    fresh_hero,
    hand,
    hero_seats,
    hero_turn,
    limit,
    living,
    lose_at,
    pool,
    two_sides,
    zombie_seats,
    zombie_turn,
)
from lastdays.tabletop.last_night.fights import zombie_hero_down
from lastdays.tabletop.last_night.pieces import (
    before,
    changes,
    fallen,
    moves,
    names,
    pieces,
    steps,
)
from lastdays.tabletop.units import Done, Kind, TableState, Unit
from lastdays.tabletop.view import ButtonView, Play, Tap

SUN = RULES.saying("sun", "The sun is at {n}.")
FULL = RULES.saying("full", "{who} has no Health boxes left.")
FIGURE_BACK = RULES.saying("figure-back", "Put the figure back on the board by hand, for {names}.")
DECK_LOST = RULES.saying("deck-lost", "The last Hero card is discarded: the zombies have won.")
HEROES_LOST = RULES.counted(
    "heroes-lost",
    "n",
    "{n} Hero is killed: the zombies have won.",
    "{n} Heroes are killed: the zombies have won.",
)
KILLED_WON = RULES.counted(
    "killed-won",
    "n",
    "{n} zombie is killed: the Heroes have won.",
    "{n} zombies are killed: the Heroes have won.",
)
GOAL_WON = RULES.saying("goal-won", "{scenario}: the goal is reached ({n}). The Heroes have won.")
SUNDOWN_ZOMBIES = RULES.saying("sundown-zombies", "The sun is down: the zombies have won.")
SUNDOWN_HEROES = RULES.saying("sundown-heroes", "The sun is down: the Heroes have won.")


class LastNight(DeclaredGame):
    """Four Heroes, fourteen figures, a sun that goes down."""

    key = "last-night"
    seats = (2, 6)
    rules = RULES

    @property
    def name(self) -> str:
        """Return its title."""
        return _("Last Night on Earth")

    def choices(self, players: int) -> tuple[SetupChoice, ...]:
        """Return what is chosen: Basic or Advanced, the scenario and its numbers."""
        numbers = tuple((str(n), str(n)) for n in range(1, 31))
        others = ("scenario", "townsfolk", "burn", "truck", "manor", "own")
        dead = ZOMBIE_PLAYERS[players]
        sides = [
            "-".join(pair) for pair in combinations((f"p{n}" for n in range(1, players + 1)), dead)
        ]
        return (
            SetupChoice(
                "zombies",
                _("Plays the zombies"),
                tuple((side, who_plays(side)) for side in sides),
                sides[0],
            ),
            SetupChoice(
                "rules", _("Rules"), (("basic", _("Basic")), ("advanced", _("Advanced"))), "basic"
            ),
            SetupChoice(
                "scenario",
                _("Scenario"),
                (
                    ("die", _("Die Zombies, Die!")),
                    ("townsfolk", _("Save the Townsfolk")),
                    ("burn", _("Burn 'em Out")),
                    ("truck", _("Escape in the Truck")),
                    ("manor", _("Defend the Manor House")),
                    ("own", _("Another scenario")),
                ),
                "die",
            ),
            SetupChoice("turns", _("Turns (see its card)"), numbers, "15", others),
            SetupChoice("goal", _("Goal (see its card)"), numbers, "4", others),
            SetupChoice(
                "sundown",
                _("Who wins at sundown"),
                (("zombie", _("The zombies")), ("hero", _("The Heroes"))),
                "zombie",
                others,
            ),
            SetupChoice(
                "lose",
                _("Heroes killed to lose (see its card)"),
                (*numbers[:8], ("0", _("No limit"))),
                str(KILLED_LOSE),
                others,
            ),
        )

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Say why it cannot begin: the Basic game has one scenario."""
        if chosen.get("rules") == "basic" and chosen.get("scenario", "die") != "die":
            return [_("The Basic game has one scenario: Die Zombies, Die!")]
        return []

    def begin(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: some players have the zombies, the others four Heroes between them."""
        dead = ZOMBIE_PLAYERS[len(players)]
        first = "-".join(f"p{n}" for n in range(1, dead + 1))
        zombies = chosen.get("zombies", first).split("-")
        scenario = chosen.get("scenario", "die")
        turns, goal = int(chosen.get("turns", "15")), int(chosen.get("goal", "4"))
        sundown = chosen.get("sundown", "zombie")
        lose = int(chosen.get("lose", str(KILLED_LOSE)))
        if scenario == "die":
            _key, turns, goal, lose = DIE
            sundown = "zombie"
        setting = TableState({}).place(
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
                lose=lose,
                exhausted=False,
                deck_lost=False,
                pits=PITS,
            )
        )
        for n, name in enumerate(players, start=1):
            role = "zombie" if f"p{n}" in zombies else "hero"
            values: dict[str, Any] = {"role": role}
            if role == "zombie":
                values |= {"board": 0, "hand": 4 // dead, "won": False, "opened": False}
            setting = setting.place(Unit(f"p{n}", "seat", name, "", values))
        heroes = hero_seats(setting)
        for n in range(HEROES):
            owner = heroes[n * len(heroes) // HEROES].id
            setting = setting.place(fresh_hero(f"h{n + 1}", owner, n + 1))
        return setting

    def kinds(self) -> Mapping[str, Kind]:
        """Return what is kept of players, Heroes and their items, Zombie Heroes, markers."""
        return pieces()

    # The turn

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the Zombie Turn's six steps, then the Heroes."""
        return steps()

    def before(self, setting: TableState) -> list[ButtonView]:
        """Return the opening zombies, then who the Heroes are."""
        who = names(setting, living(setting))
        return [*before(setting), *(replace(move, rare=True) for move in who)]

    def urgent(self, setting: TableState) -> list[ButtonView]:
        """Return the Heroes whose Health boxes are full."""
        return fallen(setting)

    def undecided(self, setting: TableState) -> list[ButtonView]:
        """Return what cards and abilities may do to a fight that ended the game."""
        return changes(setting)

    def tapped(self, state: TableState, act: Tap) -> Done:
        """Return what a tap does; with anything that changes, the last fight stands."""
        after, says = super().tapped(state, act)
        return self._fight_stands(state, after), says

    def procedure(self, state: TableState, act: Play) -> Procedure[Done]:
        """Run a procedure; with anything that changes, the last fight stands."""
        after, says = yield from super().procedure(state, act)
        return self._fight_stands(state, after), says

    @staticmethod
    def _fight_stands(before: TableState, after: TableState) -> TableState:
        fought = after.table["fought"]
        if fought and after is not before and fought is before.table["fought"]:
            return after.put("table", fought=None)
        return after

    def forward(self, setting: TableState) -> Done:
        """Go to the next step; the sun moves at the start of each Zombie Turn but the first."""
        following = step_after(self, setting) if setting.active else ""
        zombie, hero = zombie_seats(setting)[0].id, hero_seats(setting)[0].id
        if not following:
            first = not setting.active
            turn = setting.table.number("turn") + 1
            sun = setting.table.number("turns") if first else setting.table.number("sun") - 1
            setting = zombie_turn(setting.put("table", turn=turn, sun=max(0, sun)), zombie)
            return setting, [SUN(n=max(0, sun))]
        if following == "heroes":
            setting = hero_turn(setting, hero)
        else:
            setting = setting.put("table", step=following, seat=zombie)
        return setting, [STEP(step=following)]

    def enter(self, setting: TableState, seat: str) -> Done:
        """Begin the Zombie or the Hero Turn by hand; the sun stays where it is."""
        says: list[Fact] = []
        if not setting.active:
            setting, says = self.forward(setting)
        begin = hero_turn if setting[seat]["role"] == "hero" else zombie_turn
        return begin(setting, seat), [*says, TURN(seat)]

    def owed(self, setting: TableState) -> list[str]:
        """Say what is owed: hands, items, spawned zombies still to be placed, Heroes still to
        act."""
        found = []
        for seat in zombie_seats(setting):
            if not setting.active and not seat.on("opened"):
                found.append(_("{name} has not placed the opening zombies.", name=seat.name))
            if setting.step == "spawn" and not seat.on("rolled") and can_spawn(setting, seat):
                found.append(_("{name} has not made the spawn roll.", name=seat.name))
            if setting.step == "cards" and seat.number("hand") > hand(setting, seat):
                found.append(
                    _(
                        "{name} holds more than {n} Zombie cards.",
                        name=seat.name,
                        n=hand(setting, seat),
                    )
                )
            if setting.step == "place" and seat.on("won"):
                found.append(_("{name} still has to place new zombies.", name=seat.name))
        for hero in living(setting):
            items = setting.of("item", hero.id)
            weapons = sum(i.on("weapon") for i in items)
            if len(items) > ITEMS or weapons > WEAPONS:
                found.append(
                    _(
                        "{name} carries too much: four items at most, two of them weapons.",
                        name=hero.name,
                    )
                )
            if hero.number("wounds") >= hero.number("health"):
                found.append(
                    _(
                        "{name} has no Health boxes left. Kill them, or remove a wound.",
                        name=hero.name,
                    )
                )
            elif setting.step == "heroes" and not hero.on("acted"):
                found.append(_("{name} has not acted.", name=hero.name))
        return found

    def played(self, setting: TableState) -> str:
        """Return the scenario."""
        return self.chosen_name("scenario", setting.table["scenario"])

    def headline(self, setting: TableState) -> str:
        """Say sun, goal, who has fallen."""
        table = setting.table
        parts = [self.played(setting), _("sun at {n}", n=table["sun"])]
        if table.number("sun") >= BLACK_ZONE and advanced(setting):
            parts.append(_("Black Zone"))
        if table["scenario"] == "die":
            parts.append(_("{n} of {m} killed", n=table["killed"], m=table["wanted"]))
        else:
            parts.append(_("goal {n} of {m}", n=table["goal"], m=table["wanted"]))
        if lose_at(setting):
            parts.append(_("Heroes lost {n} of {m}", n=table["heroes_killed"], m=lose_at(setting)))
        else:
            parts.append(_("Heroes lost {n}", n=table["heroes_killed"]))
        return " · ".join(parts)

    def checklist(self, setting: TableState) -> list[str]:
        """List what is laid (Setting Up, The Advanced Game, The Manor House)."""
        manor, more = setting.table["scenario"] == "manor", advanced(setting)
        cards, pits = DECK + ADVANCED_CARDS * more, setting.table.number("pits")
        seats = zombie_seats(setting)
        opening = "D6" if two_sides(setting) else "2D6"
        board = (
            _("The Manor House in the middle, {n} of the {all} outer boards around it.")
            if manor
            else _("The Town Center in the middle, {n} of the {all} outer boards around it.")
        )
        start = (
            _(
                "{n} Heroes on their Start buildings. Without that building, anywhere in the Manor House, with a Hero card."
            )
            if manor
            else _(
                "{n} Heroes on their Start buildings. Without that building, in the centre of town, with a Hero card."
            )
        )
        return [
            board.format(n=PITS, all=OUTER_BOARDS),
            _("Zombie deck and Hero deck, {n} cards each, shuffled.", n=cards),
            _(
                "The scenario card, and the Sun Track with its marker at {n}.",
                n=setting.table["turns"],
            ),
            start.format(n=HEROES),
            *(
                _("{n} zombies in the pool of {name}.", n=limit(setting), name=seat.name)
                for seat in seats
            ),
            _(
                "{dice} zombies of each zombie player, spread over {n} Spawning Pits.",
                dice=opening,
                n=pits,
            ),
            _("Wound markers, counters and dice within reach."),
        ]

    def moves(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return what can be done with a Hero, an item, a zombie player, the table."""
        return moves(setting, unit)

    def counted(self, before: TableState, after: TableState, unit: str, name: str) -> Done:
        """Return what follows: the last Health box of a Hero filled by hand is death's business: it
        is said. A zombie killed leaves the board."""
        piece = after[unit]
        if name == "killed":
            return self._figures(before, after)
        if name == "exhausted" and piece["deck_lost"] is None:
            return after.put(unit, deck_lost=False), []
        if name == "dead":
            return after.add("table", "heroes_killed", 1 if piece.on("dead") else -1), []
        if name == "health" and piece.number("wounds") > piece.number("health"):
            return after.put(unit, wounds=piece.number("health")), []
        full = name == "wounds" and piece.number("wounds") >= piece.number("health")
        if full and piece.kind == "zombie-hero":
            return zombie_hero_down(after, unit)
        if full and piece.kind == "hero":
            return after, [FULL(unit)]
        return after, []

    @staticmethod
    def _figures(before: TableState, after: TableState) -> Done:
        """Take figures off the board for zombies counted as killed by hand, back on it for fewer;
        with two zombie players somebody has to say whose."""
        number = after.table.number("killed") - before.table.number("killed")
        seats = zombie_seats(after)
        if number > 0:
            seats = [s for s in seats if s.number("board")]
        names = joined([s.name for s in seats])
        if len(seats) == 1:
            return after.add(seats[0].id, "board", min(-number, pool(after, seats[0]))), []
        if number > 0:
            raise RuleError(
                "Choose Kill a zombie on the panel of whoever lost it: {names}.", names=names
            )
        return after, [FIGURE_BACK(names=names)]

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how it ended: goals, Heroes killed, the Hero deck, sundown."""
        table = setting.table
        dead = tuple(s.id for s in zombie_seats(setting))
        alive = tuple(s.id for s in hero_seats(setting))
        die = table["scenario"] == "die"
        if deck_lost(setting):
            return GameEnd(DECK_LOST(), dead)
        most = lose_at(setting)
        if most and table.number("heroes_killed") >= most:
            return GameEnd(HEROES_LOST(n=table["heroes_killed"]), dead)
        reached = table.number("killed" if die else "goal")
        if reached >= table.number("wanted"):
            if die:
                return GameEnd(KILLED_WON(n=reached), alive)
            return GameEnd(GOAL_WON(n=reached, scenario=self.played(setting)), alive)
        if setting.active and table.number("sun") <= 0:
            zombies = table["sundown"] == "zombie"
            return GameEnd((SUNDOWN_ZOMBIES if zombies else SUNDOWN_HEROES)(),
                           dead if zombies else alive)  # fmt: skip
        return None
