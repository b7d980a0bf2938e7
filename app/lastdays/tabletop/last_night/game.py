"""*Last Night on Earth*: the Sun Track, Heroes and zombies, fights, the scenario's goal (its
rulebook, and ruling 51). No boards, no card texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import N_, _, joined, ngettext, pgettext
from lastdays.procedure.asks import Procedure
from lastdays.tabletop.declared import DeclaredGame, Step, each, table_of, who_plays
from lastdays.tabletop.engine import GameEnd
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.last_night import play
from lastdays.tabletop.last_night.play import (
    ADVANCED_CARDS,
    BLACK_ZONE,
    DECK,
    DIE,
    HEROES,
    ITEMS,
    MANOR,
    OUTER_BOARDS,
    PITS,
    RANDOM,
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
    is_nameless,
    limit,
    living,
    lose_at,
    names_left,
    on_board,
    pool,
    two_sides,
    unplaced,
    zombie_hero_down,
    zombie_seats,
    zombie_turn,
)
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, described
from lastdays.tabletop.view import ButtonView, Play, Tap, ThrowView


def _placed_by(setting: TableState, marker: Unit) -> str:
    """Return the name of the card in play that placed a marker, '' if none did."""
    card = str(marker["card"] or "")
    return setting.name(card) if setting.has(card) else ""


def _found_by(setting: TableState, hero: Unit) -> tuple[str, ...]:
    """Return the keys of the moves that give a Hero another item, if they can carry it."""
    items = setting.of("item", hero.id)
    if len(items) >= ITEMS:
        return ()
    return ("item", "weapon") if sum(i.on("weapon") for i in items) < WEAPONS else ("item",)


def _seat_note(setting: TableState, seat: Unit) -> str:
    if seat["role"] == "hero":
        return _("Hero player")
    return _("Zombie player, {n} in the pool", n=pool(setting, seat))


def _pool(setting: TableState, seat: Unit) -> tuple[str, str]:
    if seat["role"] == "hero":
        return "", ""
    return str(pool(setting, seat)), _("in the pool")


def _hero_remark(_setting: TableState, hero: Unit) -> str:
    if hero.on("dead"):
        return _("KILLED")
    if hero.number("rolled") and not hero.on("moved"):
        n = hero.number("rolled")
        return ngettext("moves up to {n} space", "moves up to {n} spaces", n)
    return ""


def _to_act(setting: TableState, hero: Unit) -> str:
    """Say that a Hero still acts in this Hero Turn."""
    waits = setting.step == "heroes" and not hero.on("dead")
    return _("to act") if waits else ""


def _hero_note(setting: TableState, hero: Unit) -> str:
    if hero.on("dead"):
        return _("KILLED")
    parts = [p for p in (_hero_remark(setting, hero),) if p]
    items = setting.of("item", hero.id)
    if items:
        parts.append(ngettext("{n} item", "{n} items", len(items)))
    weapons = sum(i.on("weapon") for i in items)
    if weapons:
        parts.append(ngettext("{n} weapon", "{n} weapons", weapons))
    return " · ".join(parts)


def goal_kept(setting: TableState, _unit: Unit) -> bool:
    return bool(setting.table["scenario"] != "die")


def zombies_kept(_setting: TableState, seat: Unit) -> bool:
    return bool(seat["role"] == "zombie")


#: The kinds of unit, each with its counters and switches.
PIECES: Mapping[str, Kind] = described(
    "last-night",
    {
        "table": Kind(
            (
                Count("sun"),
                Count(
                    "killed",
                    high=lambda s, u: (
                        u.number("killed") + sum(z.number("board") for z in zombie_seats(s))
                    ),
                ),
                Count("goal", when=goal_kept),
                Count("heroes_killed"),
                Count("pits"),
            ),
            (
                Switch("exhausted"),
                Switch("deck_lost", when=lambda s, _u: deck_lost(s)),
            ),
            note=lambda _s, u: ngettext("{n} turn", "{n} turns", u.number("turns"), n=u["turns"]),
        ),
        "seat": Kind(
            (
                Count("board", high=limit, when=zombies_kept),
                Count("hand", high=hand, limit="end", when=zombies_kept),
            ),
            (Switch("won", when=zombies_kept),),
            note=_seat_note,
            named=True,
            icon=lambda _s, u: "zombie" if u["role"] == "zombie" else "survivor",
            figure=_pool,
            remark=lambda _s, u: _("Zombie player") if u["role"] == "zombie" else _("Hero player"),
            adds=("card",),
        ),
        "hero": Kind(
            (
                Count("wounds", high=lambda _s, u: u.number("health")),
                Count("health", low=1, high=9),
            ),
            (
                Switch("acted", due=_to_act),
                Switch("shot"),
                Switch("dead", when=lambda _s, u: u.on("dead")),
            ),
            note=_hero_note,
            named=True,
            icon="survivor",
            remark=_hero_remark,
            acts=lambda s, u: s.table["acting"] == u.id,
            gone=lambda _s, u: u.on("dead"),
            adds=_found_by,
        ),
        "item": Kind(
            flags=(
                Switch("weapon"),
                Switch("used"),
            ),
            named=True,
            icon=lambda _s, u: "weapon" if u.on("weapon") else "item",
            form="chip",
        ),
        "zombie-hero": Kind(
            (Count("wounds", high=lambda _s, u: u.number("health")),),
            note=lambda _s, u: ngettext(
                "Zombie Hero, {n} Health box",
                "Zombie Hero, {n} Health boxes",
                u.number("health"),
                n=u["health"],
            ),
            named=True,
            icon="zombie",
            remark=lambda _s, _u: _("Zombie Hero"),
        ),
        "card": Kind(
            note=lambda _s, _u: _("stays in play"),
            named=True,
            icon="cards",
            form="chip",
        ),
        "marker": Kind(
            note=_placed_by,
            named=True,
            icon="marker",
            form="chip",
        ),
    },
)


def changes(setting: TableState) -> list[ButtonView]:
    """Return the changes that cards and abilities may make to the last fight."""
    fight = play.last_fight(setting)
    if fight is None:
        return []
    text = _("Use the Combat Bonus of {item}")
    moves = [
        ButtonView(f"bonus/{item.id}", text.format(item=item.name), play.bonus.play(item.id))
        for item in play.bonuses(setting)
    ]
    if play.fight_card_player(setting) is not None:
        moves.append(play.fight_card.button(_("Play a Fight: card for the zombie")))
    for side in play.SIDES:
        moves += _dice_changes(side, fight.dice(side))
    return [*moves, play.cancel.button(_("Cancel the fight"))]


def _dice_changes(side: str, dice: tuple[int, ...]) -> list[ButtonView]:
    """Return the re-roll of each die of one side of the last fight, and one die more."""
    hero = side == "hero"
    roll = _("Roll the Hero's {n} again") if hero else _("Roll the zombie's {n} again")
    more = _("Add a die for the Hero") if hero else _("Add a die for the zombie")
    moves = [
        ButtonView(f"{side}/{n}", roll.format(n=die), play.again.play(side, n))
        for n, die in enumerate(dice)
    ]
    last = len(dice)
    return [*moves, ButtonView(f"{side}/{last}", more, play.again.play(side, last))]


def _empty_board(setting: TableState) -> bool:
    return not any(on_board(setting, seat) for seat in zombie_seats(setting))


def _fill(setting: TableState) -> list[ButtonView]:
    seats = [s for s in zombie_seats(setting) if not s.on("drawn")]
    return each("draw", _("Fill {name}'s hand"), seats, play.draw.tap)


def _discard(setting: TableState) -> list[ButtonView]:
    seats = [
        s
        for s in zombie_seats(setting)
        if s.number("hand") and not s.on("drawn") and not s.on("discarded")
    ]
    return each("discard", _("Discard one of {name}'s cards"), seats, play.discard.tap)


def _spawn(setting: TableState) -> list[ButtonView]:
    seats = [s for s in zombie_seats(setting) if not s.on("rolled") and can_spawn(setting, s)]
    return each("spawn", _("Make {name}'s spawn roll"), seats, play.spawn.play)


def _at_once(setting: TableState) -> list[ButtonView]:
    """Return the cards to play immediately, before the spawn roll."""
    seats = [s for s in zombie_seats(setting) if s.number("hand") and not s.on("rolled")]
    text = _("Play one of {name}'s cards immediately")
    return each("at-once", text, seats, play.at_once.tap)


def _place(setting: TableState) -> list[ButtonView]:
    seats = [s for s in zombie_seats(setting) if s.on("won")]
    return each("place", _("Place {name}'s new zombies"), seats, play.place.play)


def _walks(setting: TableState) -> list[ButtonView]:
    return each("walk", _("Roll {name}'s move"), setting.of("zombie-hero"), play.walk.play)


def _waiting(setting: TableState) -> list[Unit]:
    """Return the Heroes who have not acted yet."""
    return [h for h in living(setting) if not h.on("acted")]


def _acting(setting: TableState) -> Unit | None:
    """Return the Hero who acts now."""
    acting = str(setting.table["acting"] or "")
    return next((h for h in living(setting) if h.id == acting), None)


def _heroes_said(setting: TableState) -> str:
    hero = _acting(setting)
    if hero is None:
        return _(
            "The Heroes act in any order. Each moves or searches, exchanges items, makes a Ranged Attack, then fights."
        )
    says = _("{name} moves or searches, exchanges items, makes a Ranged Attack, then fights.")
    if hero.number("rolled") and not hero.on("moved"):
        says = _("{name} rolled {n}: move up to that many spaces, or search instead.")
    return says.format(name=hero.name, n=hero["rolled"])


def _hero_usual(setting: TableState) -> list[ButtonView]:
    """Return the move roll of the acting Hero or the next one; after it the end of their turn."""
    hero = _acting(setting)
    if hero is None:
        return each("walk", _("Roll {name}'s move"), _waiting(setting)[:1], play.walk.play)
    done = _("Finish with {name}", name=hero.name)
    finish = play.acted.button(done, hero.id)
    if hero.on("moved") or hero.number("rolled"):
        return [finish]
    return [play.walk.button(_("Roll to move"), hero.id), finish]


def _hero_may(setting: TableState) -> list[ButtonView]:
    """Return the other moves of the acting Hero or, if nobody acts, the Heroes who may begin."""
    hero = _acting(setting)
    if hero is None:
        return each("acts", _("Act with {name}"), _waiting(setting), play.act.tap)
    who = hero.id
    moved = _("already moved or searched") if hero.on("moved") else ""
    shot = _("one Ranged Attack a turn") if hero.on("shot") else ""
    searches = _("Search instead")
    if setting.table["scenario"] == MANOR:
        searches = _("Search instead (not in the Manor House)")
    picks_up = _("Pick up from the discard pile")
    found = [
        ButtonView("search", searches, play.search.play(who), moved),
        ButtonView("pick-up", picks_up, play.pick_up.play(who), moved),
    ]
    if not _empty_board(setting):
        ranged = _("Make a Ranged Attack")
        found.append(ButtonView("ranged", ranged, play.ranged.play(who), shot))
        text = _("Fight a zombie in this space")
        found.append(play.fight.button(text, who))
    return found


def _exchange(setting: TableState) -> list[ButtonView]:
    """Return the items that the acting Hero may hand over."""
    hero, text = _acting(setting), _("Give {item} to another Hero")
    items = setting.of("item", hero.id) if hero is not None else ()
    return [
        ButtonView(f"give/{i.id}", text.format(item=i.name), play.give.play(i.id)) for i in items
    ]


def names(setting: TableState, heroes: list[Unit]) -> list[ButtonView]:
    """Return the moves that name Heroes who have no name yet."""
    nameless = [h for h in heroes if is_nameless(h)] if names_left(setting) else []
    return each("who", _("Choose {name}'s Hero"), nameless, play.who.play)


def _markers(setting: TableState) -> list[tuple[str, str]]:
    """Return the keys and names of the box's markers that cards and scenarios place."""
    markers = [
        ("taken", _("Taken Over")),
        ("lights", _("Lights Out")),
        ("pit", _("New Spawning Pit")),
    ]
    if advanced(setting):
        markers += [("gas", _("Gas")), ("truck", _("Truck")), ("betsy", _("Old Betsy"))]
    return markers


def _table_moves(setting: TableState) -> list[ButtonView]:
    found = [
        ButtonView(key, text, play.marker.tap(sort=key, name=text))
        for key, text in _markers(setting)
    ]
    random_building = _("Choose a random building")
    if setting.table["scenario"] == MANOR:
        random_building = _("Choose a random building (never the Manor House)")
    found.append(play.building.button(random_building))
    if advanced(setting):
        found.append(ButtonView("gas-blows", _("Ignite the gas"), play.gas.play()))
    deck = _("Discard the last Hero card for a Zombie card")
    if setting.table.on("exhausted"):
        deck = _("Discard from the empty Hero deck for a Zombie card")
    found.append(play.deck.button(deck))
    return found


class LastNight(DeclaredGame):
    """Four Heroes, fourteen figures, a sun that goes down."""

    key = "last-night"
    title = N_("Last Night on Earth")
    seats = (2, 6)
    rules = RULES
    kinds = PIECES

    def offered(self, key: str, players: int) -> Iterable[tuple[str, str]]:
        """Return who may play the zombies."""
        if key == "zombies":
            for pair in combinations(range(1, players + 1), ZOMBIE_PLAYERS[players]):
                side = "-".join(f"p{n}" for n in pair)
                yield side, who_plays(side)

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Return why it can't begin: the Basic game has one scenario."""
        if chosen.get("rules") == "basic" and chosen.get("scenario", "die") != "die":
            return [_("The Basic game has one scenario: Die Zombies, Die!")]
        return []

    def laid(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: zombie players, and four Heroes shared by the other players."""
        dead = ZOMBIE_PLAYERS[len(players)]
        zombies, scenario = chosen["zombies"].split("-"), chosen["scenario"]
        turns, goal, lose = (int(chosen[key]) for key in ("turns", "goal", "lose"))
        sundown = chosen["sundown"]
        if scenario == "die":
            _key, turns, goal, lose = DIE
            sundown = "zombie"
        setting = TableState({}).place(
            table_of(
                advanced=chosen["rules"] == "advanced",
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

    # The turn

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the Zombie Turn's six steps, then the Heroes."""
        return (
            Step(
                "sun",
                _("Sun"),
                lambda s: _("The sun is at {n}.", n=s.table["sun"]),
                passed=lambda _s: True,
            ),
            Step(
                "cards",
                _("Cards"),
                _("Each zombie player may discard one card, then refills their hand."),
                _fill,
                rare=_discard,
                passed=lambda s: all(z.on("drawn") for z in zombie_seats(s)),
            ),
            Step(
                "spawn",
                _("Spawn roll"),
                _(
                    "First, cards that say Play Immediately are played. Then each zombie player "
                    "rolls: more than their zombies on the board brings new ones at the end of "
                    "the turn."
                ),
                _spawn,
                _at_once,
                passed=lambda s: not _spawn(s),
            ),
            Step(
                "move",
                pgettext("step", "Zombies move"),
                _(
                    "Each zombie moves one space. Next to a Hero, it must move into the "
                    "Hero's space. It never leaves a Hero's space."
                ),
                may=_walks,
                passed=_empty_board,
            ),
            Step(
                "fight",
                _("Fights"),
                _(
                    "Every Hero with a zombie in their space fights. If numbers are uneven, the Hero players choose who fights whom."
                ),
                may=lambda s: [
                    *each("fight", _("Fight with {name}"), living(s), play.fight.play),
                    *changes(s),
                ],
                passed=_empty_board,
            ),
            Step(
                "place",
                _("New zombies"),
                _(
                    "Whoever won the spawn roll places new zombies, spread evenly over the Spawning Pits."
                ),
                _place,
                passed=lambda s: not _place(s),
            ),
            Step(
                "heroes",
                _("Hero turn"),
                _heroes_said,
                _hero_usual,
                lambda s: [*changes(s), *_hero_may(s)],
                lambda s: [
                    *_exchange(s),
                    *names(s, [h for h in living(s) if int(h.id[1:]) > HEROES]),
                ],
                passed=lambda s: not _waiting(s),
            ),
        )

    def before(self, setting: TableState) -> list[ButtonView]:
        """Return the draws of the Scenario and the Heroes, the opening zombies, and naming the
        Heroes."""
        who = names(setting, living(setting))
        text = _("Place {name}'s opening zombies")
        nameless = any(is_nameless(h) for h in living(setting))
        draw = [play.heroes.button(_("Draw the Heroes"))] if nameless else []
        if setting.table["scenario"] == RANDOM:
            draw.insert(0, play.draw_scenario.button(_("Draw a Scenario card")))
        seats = [s for s in zombie_seats(setting) if not s.on("opened")]
        opening = each("open", text, seats, play.opening.play)
        return [*draw, *opening, *(replace(move, rare=True) for move in who)]

    def urgent(self, setting: TableState) -> list[ButtonView]:
        """Return the Heroes whose Health boxes are full, and new ones to be placed."""
        full = [h for h in living(setting) if h.number("wounds") >= h.number("health")]
        kills = each("kill", _("Kill {name}"), full, play.kill.play)
        return [*kills, *each("enter", _("Place {name}"), unplaced(setting), play.enter.play)]

    def thrown(self, setting: TableState) -> tuple[ThrowView, ...]:
        """Return the dice of the last fight, of which only the highest counts (Fighting)."""
        fight = play.last_fight(setting)
        if fight is None:
            return ()
        return (
            ThrowView(setting.name(fight.hero), fight.mine, max(fight.mine)),
            ThrowView(_("Zombie"), fight.theirs, max(fight.theirs)),
        )

    def undecided(self, setting: TableState) -> list[ButtonView]:
        """Return the changes that cards and abilities may make to a fight that ended the game."""
        return changes(setting)

    def tapped(self, state: TableState, act: Tap) -> TableState:
        """Return what a tap does; any change makes the last fight final."""
        return self._fight_stands(state, super().tapped(state, act))

    def procedure(self, state: TableState, act: Play) -> Procedure[TableState]:
        """Run a procedure; any change makes the last fight final."""
        return self._fight_stands(state, (yield from super().procedure(state, act)))

    @staticmethod
    def _fight_stands(before: TableState, after: TableState) -> TableState:
        fought = after.table["fought"]
        if fought and after.pieces is not before.pieces and fought is before.table["fought"]:
            return after.put("table", fought=None)
        return after

    def forward(self, setting: TableState) -> TableState:
        """Go to the next step; the last is the Hero Turn."""
        if self.step_after(setting) == "heroes":
            return hero_turn(setting, hero_seats(setting)[0].id).say("step", step="heroes")
        after = super().forward(setting)
        return after.put("table", seat=zombie_seats(setting)[0].id)

    def turn_over(self, setting: TableState) -> TableState:
        """Begin the Zombie Turn; the sun moves at the start of each except the first."""
        turn = setting.table.number("turn") + 1
        sun = setting.table.number("sun" if setting.active else "turns") - bool(setting.active)
        setting = setting.put("table", turn=turn, sun=max(0, sun))
        return zombie_turn(setting, zombie_seats(setting)[0].id).say("sun", n=max(0, sun))

    def enter(self, setting: TableState, seat: str) -> TableState:
        """Begin the Zombie or the Hero Turn by hand; the sun doesn't move."""
        if not setting.active:
            setting = self.forward(setting)
        begin = hero_turn if setting[seat]["role"] == "hero" else zombie_turn
        return begin(setting, seat).say("turn", seat)

    def owed(self, setting: TableState) -> list[str]:
        """Return what is owed: hands and items that are too large, rolls and zombies still to be
        placed, Heroes who have not acted."""
        found = []
        if not setting.active and setting.table["scenario"] == RANDOM:
            found.append(_("The Scenario card has not been drawn."))
        for hero in unplaced(setting):
            found.append(_("{name} has not been placed.", name=hero.name))
        for seat in zombie_seats(setting):
            if not setting.active and not seat.on("opened"):
                found.append(_("{name} has not placed the opening zombies.", name=seat.name))
            if setting.step == "spawn" and not seat.on("rolled") and can_spawn(setting, seat):
                found.append(_("{name} has not made the spawn roll.", name=seat.name))
            most = hand(setting, seat)
            if setting.step == "cards" and seat.number("hand") > most:
                text = _("{name} holds more than {n} Zombie cards.", name=seat.name, n=most)
                found.append(text)
            if setting.step == "place" and seat.on("won"):
                found.append(_("{name} still has to place new zombies.", name=seat.name))
        for hero in living(setting):
            items = setting.of("item", hero.id)
            weapons = sum(i.on("weapon") for i in items)
            if len(items) > ITEMS or weapons > WEAPONS:
                text = _("{name} carries too much: four items at most, two of them weapons.")
                found.append(text.format(name=hero.name))
            if hero.number("wounds") >= hero.number("health"):
                text = _("{name} has no Health boxes left. Kill them, or remove a wound.")
                found.append(text.format(name=hero.name))
            elif setting.step == "heroes" and not hero.on("acted"):
                found.append(_("{name} has not acted.", name=hero.name))
        return found

    def played(self, setting: TableState) -> str:
        """Return the scenario."""
        return self.chosen_name("scenario", setting.table["scenario"])

    def headline(self, setting: TableState) -> str:
        """Say the scenario, the sun, the goal, and the Heroes lost."""
        table = setting.table
        parts = [self.played(setting), _("sun at {n}", n=table["sun"])]
        if table.number("sun") >= BLACK_ZONE and advanced(setting):
            parts.append(_("Black Zone"))
        if table["scenario"] == "die":
            parts.append(_("{n} of {m} killed", n=table["killed"], m=table["wanted"]))
        else:
            parts.append(_("goal {n} of {m}", n=table["goal"], m=table["wanted"]))
        most = lose_at(setting)
        lost = _("Heroes lost {n} of {m}") if most else _("Heroes lost {n}")
        return " · ".join((*parts, lost.format(n=table["heroes_killed"], m=most)))

    def set_out(self, setting: TableState) -> Mapping[str, Any]:
        """Return what is set out on the real table (Setting Up, The Advanced Game, The Manor
        House)."""
        opening = "D6" if two_sides(setting) else "2D6"
        return {
            "random": setting.table["scenario"] == RANDOM,
            "manor": setting.table["scenario"] == MANOR,
            "outer": PITS,
            "boards": OUTER_BOARDS,
            "cards": DECK + ADVANCED_CARDS * advanced(setting),
            "turns": setting.table["turns"],
            "heroes": HEROES,
            "figures": limit(setting),
            "zombie_players": [seat.name for seat in zombie_seats(setting)],
            "dice": opening,
            "pits": setting.table.number("pits"),
        }

    def moves(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a Hero, an item, a card, a player or the table."""
        who = unit.id
        match unit.kind:
            case "hero" if not unit.on("dead"):
                shot = _("one Ranged Attack a turn") if unit.on("shot") else ""
                return [
                    play.walk.button(_("Roll to move"), who),
                    ButtonView("ranged", _("Make a Ranged Attack"), play.ranged.play(who), shot),
                    play.fight.button(_("Fight a zombie"), who),
                    play.item.button(_("Add an item"), who, weapon=False),
                    ButtonView("weapon", _("Add a weapon"), play.item.tap(who, weapon=True)),
                    play.kill.button(_("Kill"), who),
                    *(
                        [play.who.button(_("Choose which Hero"), who)]
                        if names_left(setting)
                        else []
                    ),
                ]
            case "card":
                return [
                    *(
                        ButtonView(
                            sort,
                            _("Place {marker}", marker=name),
                            play.marker.tap(sort=sort, name=name, card=unit.id),
                        )
                        for sort, name in _markers(setting)
                    ),
                    play.drop.button(_("Discard or cancel"), who),
                ]
            case "item":
                return [
                    play.give.button(_("Give to another Hero"), who),
                    play.drop.button(_("Discard"), who),
                ]
            case "zombie-hero":
                return [
                    play.walk.button(_("Roll to move (D3)"), who),
                    ButtonView("down", _("Kill"), play.zombie_hero_down.tap(who)),
                ]
            case "marker":
                return [play.drop.button(_("Remove"), who)]
            case "seat" if unit["role"] == "zombie":
                none = "" if unit.number("board") else _("none on the board")
                opened = _("already placed") if unit.on("opened") else ""
                return [
                    ButtonView(
                        "opening", _("Place the opening zombies"), play.opening.play(who), opened
                    ),
                    ButtonView("killed", _("Kill a zombie"), play.figure_killed.tap(who), none),
                    play.spawn.button(_("Make the spawn roll"), who),
                    play.at_once.button(_("Play a card immediately"), who),
                    play.card.button(_("Keep a card in play"), who),
                ]
            case "seat":
                return [play.card.button(_("Keep a card in play"), who)]
            case "table":
                return _table_moves(setting)
        return []

    def counted(self, before: TableState, after: TableState, unit: str, name: str) -> TableState:
        """Return what follows: killed zombies leave the board, a Zombie Hero without Health boxes is
        killed; a Hero's death is only stated as due."""
        piece = after[unit]
        if name == "killed":
            return self._figures(before, after)
        if name == "exhausted" and piece["deck_lost"] is None:
            return after.put(unit, deck_lost=False)
        if name == "dead":
            return after.add("table", "heroes_killed", -1)  # only the dead have the switch
        if name == "health":
            return after.put(unit, wounds=min(piece.number("wounds"), piece.number("health")))
        full = name == "wounds" and piece.number("wounds") >= piece.number("health")
        if full and piece.kind == "zombie-hero":
            return zombie_hero_down(after, unit)
        if full and piece.kind == "hero":
            return after.say("full", unit)
        return after

    @staticmethod
    def _figures(before: TableState, after: TableState) -> TableState:
        """Move figures off the board for zombies counted as killed by hand, and back for fewer. With
        two zombie players it isn't clear whose: RuleError for more, a note for fewer."""
        number = after.table.number("killed") - before.table.number("killed")
        more = number > 0
        seats = [s for s in zombie_seats(after) if s.number("board") or not more]
        names = joined([s.name for s in seats])
        if len(seats) == 1:
            return after.add(seats[0].id, "board", min(-number, pool(after, seats[0])))
        if more:
            raise RuleError(
                "To remove one, choose Kill a zombie on its player's panel: {names}.", names=names
            )
        return after.say("figure-back", names=names)

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how it ended: by the Hero deck, Heroes killed, the goal or sundown."""
        table = setting.table
        dead = tuple(s.id for s in zombie_seats(setting))
        alive = tuple(s.id for s in hero_seats(setting))
        die = table["scenario"] == "die"
        if deck_lost(setting):
            return GameEnd(fact("deck-lost"), dead)
        most = lose_at(setting)
        if most and table.number("heroes_killed") >= most:
            return GameEnd(fact("heroes-lost", n=table["heroes_killed"]), dead)
        reached = table.number("killed" if die else "goal")
        if reached >= table.number("wanted"):
            goal = fact("goal-won", n=reached, scenario=self.played(setting))
            return GameEnd(fact("killed-won", n=reached) if die else goal, alive)
        if setting.active and not table.number("sun"):
            zombies = table["sundown"] == "zombie"
            sundown = fact("sundown-zombies" if zombies else "sundown-heroes")
            return GameEnd(sundown, dead if zombies else alive)
        return None
