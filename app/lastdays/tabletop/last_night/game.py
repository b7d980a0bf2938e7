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
from lastdays.tabletop.declared import (
    DeclaredGame,
    Step,
    as_harmful,
    move_for_each,
    table_of,
    who_plays,
)
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
    PLAIN,
    RANDOM,
    RULES,
    WEAPONS,
    ZOMBIE_HAND,
    ZOMBIE_PLAYERS,
    Scenario,
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
    weapons = sum(item.on("weapon") for item in items)
    return ("item", "weapon") if weapons < WEAPONS else ("item",)


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
    spaces = hero.number("rolled")
    if spaces and not hero.on("moved"):
        return ngettext("moves up to {n} space", "moves up to {n} spaces", spaces)
    return ""


def _is_alive(_setting: TableState, hero: Unit) -> bool:
    return not hero.on("dead")


def _to_act(setting: TableState, hero: Unit) -> str:
    """Say that a Hero still acts in this Hero Turn."""
    waits = setting.step == "heroes" and not hero.on("dead")
    return _("to act") if waits else ""


def _hero_note(setting: TableState, hero: Unit) -> str:
    if hero.on("dead"):
        return _("KILLED")
    parts = []
    remark = _hero_remark(setting, hero)
    if remark:
        parts.append(remark)
    items = setting.of("item", hero.id)
    if items:
        parts.append(ngettext("{n} item", "{n} items", len(items)))
    weapons = sum(item.on("weapon") for item in items)
    if weapons:
        parts.append(ngettext("{n} weapon", "{n} weapons", weapons))
    return " · ".join(parts)


def goal_kept(setting: TableState, _unit: Unit) -> bool:
    return bool(setting.table["scenario"] != "die")


def _killed_to_win(setting: TableState, table: Unit) -> int | None:
    """Return how many zombies killed win the scenario, None if they don't."""
    return None if goal_kept(setting, table) else table.number("wanted")


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
                    goal=_killed_to_win,
                ),
                Count("goal", when=goal_kept, goal=lambda _s, u: u.number("wanted")),
                Count("heroes_killed", goal=lambda s, _u: lose_at(s) or None),
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
                Switch("acted", when=_is_alive, due=_to_act),
                Switch("shot", when=_is_alive),
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
PLAIN.keep_limits(PIECES)


def changes(setting: TableState) -> list[ButtonView]:
    """Return the changes that cards and abilities may make to the last fight: each takes a card."""
    fight = play.last_fight(setting)
    if fight is None:
        return []
    moves = []
    text = _("Use the Combat Bonus of {item}")
    for item in play.bonuses(setting):
        label = text.format(item=item.name)
        moves.append(ButtonView(f"bonus/{item.id}", label, play.bonus.play(item.id)))
    if play.fight_card_player(setting) is not None:
        moves.append(play.fight_card.button(_("Play a Fight: card for the zombie")))
    for side in play.SIDES:
        moves += _dice_changes(side, fight.dice(side))
    moves.append(play.cancel.button(_("Cancel the fight")))
    return [replace(move, price=_("a card")) for move in moves]


def _dice_changes(side: str, dice: tuple[int, ...]) -> list[ButtonView]:
    """Return the re-roll of each die of one side of the last fight, and one die more."""
    if side == "hero":
        roll = _("Roll the Hero's {n} again")
        more = _("Add a die for the Hero")
    else:
        roll = _("Roll the zombie's {n} again")
        more = _("Add a die for the zombie")
    moves = []
    for index, die in enumerate(dice):
        again = play.again.play(side, index)
        moves.append(ButtonView(f"{side}/{index}", roll.format(n=die), again))
    following = len(dice)
    moves.append(ButtonView(f"{side}/{following}", more, play.again.play(side, following)))
    return moves


def _empty_board(setting: TableState) -> bool:
    return not any(on_board(setting, seat) for seat in zombie_seats(setting))


def _fill(setting: TableState) -> list[ButtonView]:
    seats = [seat for seat in zombie_seats(setting) if not seat.on("drawn")]
    return move_for_each("draw", _("Fill {name}'s hand"), seats, play.draw.tap)


def _hands_are_full(setting: TableState) -> bool:
    return all(seat.on("drawn") for seat in zombie_seats(setting))


def _discard(setting: TableState) -> list[ButtonView]:
    seats = [seat for seat in zombie_seats(setting) if _may_discard(seat)]
    return move_for_each("discard", _("Discard one of {name}'s cards"), seats, play.discard.tap)


def _may_discard(seat: Unit) -> bool:
    """Return whether a zombie player may discard a card: one a turn, before drawing."""
    is_late = seat.on("drawn") or seat.on("discarded")
    return bool(seat.number("hand")) and not is_late


def _spawn(setting: TableState) -> list[ButtonView]:
    seats = [seat for seat in zombie_seats(setting) if _owes_spawn_roll(setting, seat)]
    return move_for_each("spawn", _("Make {name}'s spawn roll"), seats, play.spawn.play)


def _owes_spawn_roll(setting: TableState, seat: Unit) -> bool:
    return not seat.on("rolled") and can_spawn(setting, seat)


def _no_spawn(setting: TableState) -> bool:
    return not _spawn(setting)


def _at_once(setting: TableState) -> list[ButtonView]:
    """Return the cards to play immediately, before the spawn roll."""
    seats = [
        seat for seat in zombie_seats(setting) if seat.number("hand") and not seat.on("rolled")
    ]
    text = _("Play one of {name}'s cards immediately")
    return move_for_each("at-once", text, seats, play.at_once.tap)


def _place(setting: TableState) -> list[ButtonView]:
    seats = [seat for seat in zombie_seats(setting) if seat.on("won")]
    return move_for_each("place", _("Place {name}'s new zombies"), seats, play.place.play)


def _walks(setting: TableState) -> list[ButtonView]:
    return move_for_each("walk", _("Roll {name}'s move"), setting.of("zombie-hero"), play.walk.play)


def _waiting(setting: TableState) -> list[Unit]:
    """Return the Heroes who have not acted yet."""
    return [hero for hero in living(setting) if not hero.on("acted")]


def _nobody_waits(setting: TableState) -> bool:
    return not _waiting(setting)


def _acting(setting: TableState) -> Unit | None:
    """Return the Hero who acts now."""
    acting = str(setting.table["acting"] or "")
    for hero in living(setting):
        if hero.id == acting:
            return hero
    return None


def _heroes_said(setting: TableState) -> str:
    changed = _changeable(setting)
    if changed:
        return changed
    hero = _acting(setting)
    if hero is None:
        return _(
            "The Heroes act in any order. Each moves or searches, exchanges items, makes a Ranged Attack, then fights."
        )
    has_rolled = hero.number("rolled") and not hero.on("moved")
    if has_rolled:
        text = _("{name} rolled {n}: move up to that many spaces, or search instead.")
    else:
        text = _("{name} moves or searches, exchanges items, makes a Ranged Attack, then fights.")
    return text.format(name=hero.name, n=hero["rolled"])


def _hero_usual(setting: TableState) -> list[ButtonView]:
    """Return the move roll of the acting Hero or the next one; after it the end of their turn."""
    hero = _acting(setting)
    if hero is None:
        next_heroes = _waiting(setting)[:1]
        return move_for_each("walk", _("Roll {name}'s move"), next_heroes, play.walk.play)
    finish = play.acted.button(_("Finish with {name}", name=hero.name), hero.id)
    if hero.on("moved") or hero.number("rolled"):
        return [finish]
    return [play.walk.button(_("Roll to move"), hero.id), finish]


def _hero_may(setting: TableState) -> list[ButtonView]:
    """Return the other moves of the acting Hero or, if nobody acts, the Heroes who may begin."""
    hero = _acting(setting)
    if hero is None:
        return move_for_each("acts", _("Act with {name}"), _waiting(setting), play.act.tap)
    moves = _searches(setting, hero)
    if not _empty_board(setting):
        no_shot = _("one Ranged Attack a turn") if hero.on("shot") else ""
        ranged = _("Make a Ranged Attack")
        moves.append(ButtonView("ranged", ranged, play.ranged.play(hero.id), no_shot))
        moves.append(play.fight.button(_("Fight a zombie in this space"), hero.id))
    return moves


def _searches(setting: TableState, hero: Unit) -> list[ButtonView]:
    """Return what a Hero may do instead of moving: search, or pick up."""
    why_not = _("already moved or searched") if hero.on("moved") else ""
    search = _("Search instead")
    if setting.table["scenario"] == MANOR:
        search = _("Search instead (not in the Manor House)")
    pick_up = _("Pick up from the discard pile")
    return [
        ButtonView("search", search, play.search.play(hero.id), why_not),
        ButtonView("pick-up", pick_up, play.pick_up.play(hero.id), why_not),
    ]


def _exchange(setting: TableState) -> list[ButtonView]:
    """Return the items that the acting Hero may hand over."""
    hero = _acting(setting)
    if hero is None:
        return []
    text = _("Give {item} to another Hero")
    moves = []
    for item in setting.of("item", hero.id):
        label = text.format(item=item.name)
        moves.append(ButtonView(f"give/{item.id}", label, play.give.play(item.id)))
    return moves


def names(setting: TableState, heroes: list[Unit]) -> list[ButtonView]:
    """Return the moves that name Heroes who have no name yet."""
    if not names_left(setting):
        return []
    nameless = [hero for hero in heroes if is_nameless(hero)]
    return move_for_each("who", _("Choose {name}'s Hero"), nameless, play.who.play)


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
    moves = []
    for sort, name in _markers(setting):
        moves.append(ButtonView(sort, name, play.marker.tap(sort=sort, name=name)))
    random_building = _("Choose a random building")
    if setting.table["scenario"] == MANOR:
        random_building = _("Choose a random building (never the Manor House)")
    moves.append(play.building.button(random_building))
    if advanced(setting):
        moves.append(ButtonView("gas-blows", _("Ignite the gas"), play.gas.play()))
    deck = _("Discard the last Hero card for a Zombie card")
    if setting.table.on("exhausted"):
        deck = _("Discard from the empty Hero deck for a Zombie card")
    moves.append(play.deck.button(deck))
    return moves


def _hero_moves(setting: TableState, hero: Unit) -> list[ButtonView]:
    """Return the moves of a Hero; the dead have none."""
    if hero.on("dead"):
        return []
    who = hero.id
    no_shot = _("one Ranged Attack a turn") if hero.on("shot") else ""
    moves = [
        play.walk.button(_("Roll to move"), who),
        ButtonView("ranged", _("Make a Ranged Attack"), play.ranged.play(who), no_shot),
        play.fight.button(_("Fight a zombie"), who),
        play.item.button(_("Add an item"), who, weapon=False),
        ButtonView("weapon", _("Add a weapon"), play.item.tap(who, weapon=True)),
        play.kill.button(_("Kill"), who),
    ]
    if names_left(setting):
        moves.append(play.who.button(_("Choose which Hero"), who))
    return moves


def _card_moves(setting: TableState, card: Unit) -> list[ButtonView]:
    """Return the markers that a card in play may place, and its end."""
    moves = []
    for sort, name in _markers(setting):
        label = _("Place {marker}", marker=name)
        place = play.marker.tap(sort=sort, name=name, card=card.id)
        moves.append(ButtonView(sort, label, place))
    moves.append(play.drop.button(_("Discard or cancel"), card.id))
    return moves


def _item_moves(item: Unit) -> list[ButtonView]:
    return [
        play.give.button(_("Give to another Hero"), item.id),
        play.drop.button(_("Discard"), item.id),
    ]


def _zombie_hero_moves(zombie_hero: Unit) -> list[ButtonView]:
    kill = play.zombie_hero_down.tap(zombie_hero.id)
    return [
        play.walk.button(_("Roll to move (D3)"), zombie_hero.id),
        ButtonView("down", _("Kill"), kill),
    ]


def _seat_moves(seat: Unit) -> list[ButtonView]:
    """Return the moves of a player: cards in play and, for the zombies, their placing and rolls."""
    who = seat.id
    card = play.card.button(_("Keep a card in play"), who)
    if seat["role"] != "zombie":
        return [card]
    no_kill = "" if seat.number("board") else _("none on the board")
    no_opening = _("already placed") if seat.on("opened") else ""
    opening = _("Place the opening zombies")
    return [
        ButtonView("opening", opening, play.opening.play(who), no_opening),
        ButtonView("killed", _("Kill a zombie"), play.figure_killed.tap(who), no_kill),
        play.spawn.button(_("Make the spawn roll"), who),
        play.at_once.button(_("Play a card immediately"), who),
        card,
    ]


def _zombies_owe(setting: TableState, seat: Unit) -> list[str]:
    """Return what a zombie player still owes, as sentences."""
    sentences = []
    if not setting.active and not seat.on("opened"):
        sentences.append(_("{name} has not placed the opening zombies.", name=seat.name))
    if setting.step == "spawn" and _owes_spawn_roll(setting, seat):
        sentences.append(_("{name} has not made the spawn roll.", name=seat.name))
    most = hand(setting, seat)
    if setting.step == "cards" and seat.number("hand") > most:
        text = _("{name} holds more than {n} Zombie cards.", name=seat.name, n=most)
        sentences.append(text)
    if setting.step == "place" and seat.on("won"):
        sentences.append(_("{name} still has to place new zombies.", name=seat.name))
    return sentences


def _hero_owes(setting: TableState, hero: Unit) -> list[str]:
    """Return what a living Hero still owes, as sentences."""
    sentences = []
    items = setting.of("item", hero.id)
    weapons = sum(item.on("weapon") for item in items)
    if len(items) > ITEMS or weapons > WEAPONS:
        text = _("{name} carries too much: four items at most, two of them weapons.")
        sentences.append(text.format(name=hero.name))
    if _is_full(hero):
        text = _("{name} has no Health boxes left. Kill them, or remove a wound.")
        sentences.append(text.format(name=hero.name))
    return sentences


def _waiting_in_words(setting: TableState) -> list[str]:
    """Return a sentence with the living Heroes who have not acted in this Hero Turn."""
    if setting.step != "heroes":
        return []
    names = [hero.name for hero in _waiting(setting) if not _is_full(hero)]
    if not names:
        return []
    text = ngettext("{names} has not acted.", "{names} have not acted.", len(names))
    return [text.format(names=joined(names))]


def _is_full(unit: Unit) -> bool:
    """Return whether all Health boxes of a Hero or Zombie Hero have a wound."""
    return unit.number("wounds") >= unit.number("health")


def _goal_end(setting: TableState, scenario: str) -> GameEnd | None:
    """Return the Heroes' win if the goal is reached: zombies killed, or what the scenario asks."""
    table = setting.table
    counts_kills = table["scenario"] == DIE.key
    reached = table.number("killed") if counts_kills else table.number("goal")
    if reached < table.number("wanted"):
        return None
    if counts_kills:
        why = fact("killed-won", n=reached)
    else:
        why = fact("goal-won", n=reached, scenario=scenario)
    winners = tuple(seat.id for seat in hero_seats(setting))
    return GameEnd(why, winners)


def _sundown_end(setting: TableState) -> GameEnd | None:
    """Return the win of those who win at sundown, once the sun is down."""
    if not setting.active or setting.table.number("sun"):
        return None
    if setting.table["sundown"] == "zombie":
        zombies = tuple(seat.id for seat in zombie_seats(setting))
        return GameEnd(fact("sundown-zombies"), zombies)
    heroes = tuple(seat.id for seat in hero_seats(setting))
    return GameEnd(fact("sundown-heroes"), heroes)


def _step_sun() -> Step:
    return Step("sun", _("Sun"), _sun_said, passed=_always)


def _sun_said(setting: TableState) -> str:
    return _("The sun is at {n}.", n=setting.table["sun"])


def _always(_setting: TableState) -> bool:
    return True


def _step_cards() -> Step:
    text = _("Each zombie player may discard one card, then refills their hand.")
    return Step("cards", _("Cards"), text, usual=_fill, rare=_discard, passed=_hands_are_full)


def _step_spawn() -> Step:
    text = _(
        "First, cards that say Play Immediately are played. Then each zombie player "
        "rolls: more than their zombies on the board brings new ones at the end of "
        "the turn."
    )
    return Step(
        "spawn",
        _("Spawn roll"),
        text,
        usual=_spawn,
        may=_at_once,
        passed=_no_spawn,
        throws=True,
    )


def _step_move() -> Step:
    name = pgettext("step", "Zombies move")
    return Step(
        "move",
        name,
        _zombies_said(),
        may=_walks,
        passed=_empty_board,
        told_later=_only_figures_move,
    )


def _zombies_said() -> str:
    return _(
        "Each zombie moves one space. Next to a Hero, it must move into the "
        "Hero's space. It never leaves a Hero's space."
    )


def _only_figures_move(setting: TableState) -> bool:
    """Return whether no Zombie Hero rolls for the move: then it is made on the board alone."""
    return not setting.of("zombie-hero")


def _step_fight() -> Step:
    return Step("fight", _("Fights"), _fights_said, may=_fights, passed=_empty_board)


def _fights_said(setting: TableState) -> str:
    """Say who fights, after the move of the zombies where they moved on the board alone; or whose fight
    may still be changed."""
    changed = _changeable(setting)
    if changed:
        return changed
    fights = _(
        "Every Hero with a zombie in their space fights. If numbers are uneven, the Hero players choose who fights whom."
    )
    if not _only_figures_move(setting):
        return fights
    return f"{_zombies_said()} {fights}"


def _changeable(setting: TableState) -> str:
    """Say whose fight cards and abilities may still change; '' if there is none."""
    fight = play.last_fight(setting)
    if fight is None:
        return ""
    hero = setting.name(fight.hero)
    return _("{name} fights: cards and abilities may still change the dice.", name=hero)


def _fights(setting: TableState) -> list[ButtonView]:
    fights = move_for_each("fight", _("Fight with {name}"), living(setting), play.fight.play)
    return fights + changes(setting)


def _step_place() -> Step:
    text = _("Whoever won the spawn roll places new zombies, spread evenly over the Spawning Pits.")
    return Step("place", _("New zombies"), text, usual=_place, passed=_nothing_to_place)


def _nothing_to_place(setting: TableState) -> bool:
    return not _place(setting)


def _step_heroes() -> Step:
    return Step(
        "heroes",
        _("Hero turn"),
        _heroes_said,
        usual=_hero_usual,
        may=_changes_and_hero_moves,
        rare=_exchange_and_names,
        passed=_nobody_waits,
    )


def _changes_and_hero_moves(setting: TableState) -> list[ButtonView]:
    return changes(setting) + _hero_may(setting)


def _exchange_and_names(setting: TableState) -> list[ButtonView]:
    """Return the exchange of items, and the naming of Heroes who came later than the first four."""
    later = [hero for hero in living(setting) if int(hero.id[1:]) > HEROES]
    return _exchange(setting) + names(setting, later)


def _with_players(setting: TableState, players: tuple[str, ...], zombies: list[str]) -> TableState:
    """Seat the players; `zombies` are the ids of those who play the zombies."""
    for number, name in enumerate(players, start=1):
        seat = f"p{number}"
        values: dict[str, Any] = {"role": "hero"}
        if seat in zombies:
            cards = ZOMBIE_HAND // ZOMBIE_PLAYERS[len(players)]
            values = {"role": "zombie", "board": 0, "hand": cards, "won": False, "opened": False}
        setting = setting.place(Unit(seat, "seat", name, "", values))
    return setting


def _with_heroes(setting: TableState) -> TableState:
    """Place the four Heroes, shared evenly by the Hero players, the first ones first."""
    players = hero_seats(setting)
    for index in range(HEROES):
        owner = players[index * len(players) // HEROES]
        number = index + 1
        setting = setting.place(fresh_hero(f"h{number}", owner.id, number))
    return setting


class LastNight(DeclaredGame):
    """Four Heroes, fourteen figures, a sun that goes down."""

    key = "last-night"
    title = N_("Last Night on Earth")
    seats = (2, 6)
    rules = RULES
    kinds = PIECES

    def offered_values(self, key: str, players: int) -> Iterable[tuple[str, str]]:
        """Return who may play the zombies."""
        if key != "zombies":
            return
        seats = [f"p{number}" for number in range(1, players + 1)]
        for zombie_players in combinations(seats, ZOMBIE_PLAYERS[players]):
            side = "-".join(zombie_players)
            yield side, who_plays(side)

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Return why it can't begin: the Basic game has one scenario."""
        if chosen.get("rules") == "basic" and chosen.get("scenario", "die") != "die":
            return [_("The Basic game has one scenario: Die Zombies, Die!")]
        return []

    def table_at_start(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: zombie players, and four Heroes shared by the other players."""
        scenario = Scenario(
            key=chosen["scenario"],
            turns=int(chosen["turns"]),
            goal=int(chosen["goal"]),
            lose=int(chosen["lose"]),
            sundown=chosen["sundown"],
        )
        if scenario.key == DIE.key:
            scenario = DIE
        table = table_of(
            advanced=chosen["rules"] == "advanced",
            scenario=scenario.key,
            turns=scenario.turns,
            wanted=scenario.goal,
            sundown=scenario.sundown,
            sun=scenario.turns,
            killed=0,
            goal=0,
            heroes_killed=0,
            lose=scenario.lose,
            exhausted=False,
            deck_lost=False,
            pits=PITS,
        )
        setting = TableState({}).place(table)
        setting = _with_players(setting, players, zombies=chosen["zombies"].split("-"))
        return _with_heroes(setting)

    # The turn

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the Zombie Turn's six steps, then the Heroes."""
        return (
            _step_sun(),
            _step_cards(),
            _step_spawn(),
            _step_move(),
            _step_fight(),
            _step_place(),
            _step_heroes(),
        )

    def moves_before_first_turn(self, setting: TableState) -> list[ButtonView]:
        """Return the draws of the Scenario and the Heroes, the opening zombies, and naming the
        Heroes."""
        moves = []
        if setting.table["scenario"] == RANDOM:
            moves.append(play.draw_scenario.button(_("Draw a Scenario card")))
        heroes = living(setting)
        if any(is_nameless(hero) for hero in heroes):
            moves.append(play.heroes.button(_("Draw the Heroes")))
        seats = [seat for seat in zombie_seats(setting) if not seat.on("opened")]
        moves += move_for_each(
            "open", _("Place {name}'s opening zombies"), seats, play.opening.play
        )
        moves += [replace(move, rare=True) for move in names(setting, heroes)]
        return moves

    def urgent_moves(self, setting: TableState) -> list[ButtonView]:
        """Return the Heroes whose Health boxes are full, and new ones to be placed."""
        full = [hero for hero in living(setting) if _is_full(hero)]
        kills = move_for_each("kill", _("Kill {name}"), full, play.kill.play)
        places = move_for_each("enter", _("Place {name}"), unplaced(setting), play.enter.play)
        return as_harmful(kills) + places

    def dice_of_last_fight(self, setting: TableState) -> tuple[ThrowView, ...]:
        """Return the dice of the last fight, of which only the highest counts (Fighting)."""
        fight = play.last_fight(setting)
        if fight is None:
            return ()
        hero = setting.name(fight.hero)
        return (
            ThrowView(hero, fight.hero_dice, max(fight.hero_dice)),
            ThrowView(_("Zombie"), fight.zombie_dice, max(fight.zombie_dice)),
        )

    def moves_that_may_change_the_end(self, setting: TableState) -> list[ButtonView]:
        """Return the changes that cards and abilities may make to a fight that ended the game."""
        return changes(setting)

    def after_tap(self, state: TableState, act: Tap) -> TableState:
        """Return what a tap does; any change makes the last fight final."""
        return self._fight_stands(state, super().after_tap(state, act))

    def procedure(self, state: TableState, act: Play) -> Procedure[TableState]:
        """Run a procedure; any change makes the last fight final."""
        return self._fight_stands(state, (yield from super().procedure(state, act)))

    @staticmethod
    def _fight_stands(before: TableState, after: TableState) -> TableState:
        """Make the last fight final if anything has changed since it was resolved."""
        fought = after.table["fought"]
        has_changed = after.pieces is not before.pieces
        is_earlier_fight = fought is before.table["fought"]
        if fought and has_changed and is_earlier_fight:
            return after.put("table", fought=None)
        return after

    def forward(self, setting: TableState) -> TableState:
        """Go to the next step; the last is the Hero Turn."""
        if self.step_after(setting) == "heroes":
            first_hero_player = hero_seats(setting)[0]
            return hero_turn(setting, first_hero_player.id).say("step", step="heroes")
        after = super().forward(setting)
        return after.put("table", seat=zombie_seats(setting)[0].id)

    def turn_over(self, setting: TableState) -> TableState:
        """Begin the Zombie Turn; the sun moves at the start of each except the first."""
        table = setting.table
        turn = table.number("turn") + 1
        is_first = not setting.active
        sun = table.number("turns") if is_first else table.number("sun") - 1
        sun = max(0, sun)
        setting = setting.put("table", turn=turn, sun=sun)
        setting = zombie_turn(setting, zombie_seats(setting)[0].id)
        return setting.say("sun", n=sun)

    def begin_turn(self, setting: TableState, seat: str) -> TableState:
        """Begin the Zombie or the Hero Turn by hand; the sun doesn't move."""
        if not setting.active:
            setting = self.forward(setting)
        if setting[seat]["role"] == "hero":
            setting = hero_turn(setting, seat)
        else:
            setting = zombie_turn(setting, seat)
        return setting.say("turn", seat)

    def owed_before_next(self, setting: TableState) -> list[str]:
        """Return what is owed: hands and items that are too large, rolls and zombies still to be
        placed, Heroes who have not acted."""
        sentences = []
        if not setting.active and setting.table["scenario"] == RANDOM:
            sentences.append(_("The Scenario card has not been drawn."))
        for hero in unplaced(setting):
            sentences.append(_("{name} has not been placed.", name=hero.name))
        for seat in zombie_seats(setting):
            sentences += _zombies_owe(setting, seat)
        for hero in living(setting):
            sentences += _hero_owes(setting, hero)
        return sentences + _waiting_in_words(setting)

    def scenario_name(self, setting: TableState) -> str:
        """Return the scenario."""
        return self.chosen_name("scenario", setting.table["scenario"])

    def headline(self, setting: TableState) -> str:
        """Say the scenario, and whether the sun is in the Black Zone; the counters say the rest."""
        parts = [self.scenario_name(setting)]
        if setting.table.number("sun") >= BLACK_ZONE and advanced(setting):
            parts.append(_("Black Zone"))
        return " · ".join(parts)

    def set_out(self, setting: TableState) -> Mapping[str, Any]:
        """Return what is set out on the real table (Setting Up, The Advanced Game, The Manor
        House)."""
        cards = DECK
        if advanced(setting):
            cards += ADVANCED_CARDS
        opening_dice = "D6" if two_sides(setting) else "2D6"
        return {
            "random": setting.table["scenario"] == RANDOM,
            "manor": setting.table["scenario"] == MANOR,
            "outer": PITS,
            "boards": OUTER_BOARDS,
            "cards": cards,
            "turns": setting.table["turns"],
            "heroes": HEROES,
            "figures": limit(setting),
            "zombie_players": [seat.name for seat in zombie_seats(setting)],
            "dice": opening_dice,
            "pits": setting.table.number("pits"),
        }

    def moves_of_unit(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a Hero, an item, a card, a player or the table."""
        match unit.kind:
            case "hero":
                return _hero_moves(setting, unit)
            case "card":
                return _card_moves(setting, unit)
            case "item":
                return _item_moves(unit)
            case "zombie-hero":
                return _zombie_hero_moves(unit)
            case "marker":
                return [play.drop.button(_("Remove"), unit.id)]
            case "seat":
                return _seat_moves(unit)
            case "table":
                return _table_moves(setting)
        return []

    def after_change_by_hand(
        self, before: TableState, after: TableState, unit: str, name: str
    ) -> TableState:
        """Return what follows: killed zombies leave the board, a Zombie Hero without Health boxes is
        killed; a Hero's death is only stated as due."""
        piece = after[unit]
        match name:
            case "killed":
                return self._figures(before, after)
            case "exhausted" if piece["deck_lost"] is None:
                return after.put(unit, deck_lost=False)
            case "dead":
                return after.add("table", "heroes_killed", -1)  # only the dead have the switch
            case "health":
                return after.put(unit, wounds=min(piece.number("wounds"), piece.number("health")))
            case "wounds" if _is_full(piece):
                return self._fully_wounded(after, piece)
        return after

    @staticmethod
    def _fully_wounded(after: TableState, piece: Unit) -> TableState:
        if piece.kind == "zombie-hero":
            return zombie_hero_down(after, piece.id)
        if piece.kind == "hero":
            return after.say("full", piece.id)
        return after

    @staticmethod
    def _figures(before: TableState, after: TableState) -> TableState:
        """Move figures off the board for zombies counted as killed by hand, and back for fewer. With
        two zombie players it isn't clear whose: RuleError for more, a note for fewer."""
        number = after.table.number("killed") - before.table.number("killed")
        more_killed = number > 0
        seats = zombie_seats(after)
        if more_killed:
            seats = [seat for seat in seats if seat.number("board")]
        if len(seats) == 1:
            seat = seats[0]
            returned = min(-number, pool(after, seat))
            return after.add(seat.id, "board", returned)
        names = joined([seat.name for seat in seats])
        if more_killed:
            raise RuleError(
                "To remove one, choose Kill a zombie on its player's panel: {names}.", names=names
            )
        return after.say("figure-back", names=names)

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how it ended: by the Hero deck, Heroes killed, the goal or sundown."""
        zombies = tuple(seat.id for seat in zombie_seats(setting))
        if deck_lost(setting):
            return GameEnd(fact("deck-lost"), zombies)
        most = lose_at(setting)
        heroes_killed = setting.table.number("heroes_killed")
        if most and heroes_killed >= most:
            return GameEnd(fact("heroes-lost", n=heroes_killed), zombies)
        goal_end = _goal_end(setting, self.scenario_name(setting))
        if goal_end is not None:
            return goal_end
        return _sundown_end(setting)
