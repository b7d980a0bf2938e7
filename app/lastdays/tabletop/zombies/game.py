"""*Zombies!!!*: hearts, bullets, zombies collected; three modes, four scenarios (its rulebook, and
ruling 52). No map, no card texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import N_, _, dotted, joined, ngettext
from lastdays.tabletop.declared import (
    DeclaredGame,
    Step,
    as_harmful,
    first_player,
    move_for_each,
    next_seat,
    seats_of_players,
    table_of,
)
from lastdays.tabletop.engine import GameEnd
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, described
from lastdays.tabletop.view import ButtonView, FactView
from lastdays.tabletop.zombies import play
from lastdays.tabletop.zombies.play import (
    BUILDINGS,
    BULLETS,
    CARDS,
    FIGURES,
    HAND,
    HEARTS,
    MOST_HEARTS,
    PLAIN,
    RULES,
    STRIKES,
    SURVIVORS,
    TILES,
    TO_WIN,
    accounted,
    escaped,
    in_play,
    is_zombie,
    missing,
    mode,
    mover_of,
    next_mover,
    no_discard,
    not_home,
    owes_card,
    pairings,
    plays_left,
    rescued,
    rescued_by,
    room_in,
    scenario,
    survivors_left,
    waiting,
)


def _walking(setting: TableState, seat: Unit) -> bool:
    """Return whether a player has rolled for movement and still moves."""
    rolled = setting.table["rolled"] == "move" and setting.step == "move"
    return rolled and setting.active == seat.id


def _remark(setting: TableState, seat: Unit) -> str:
    """Say a player's team, side and state."""
    parts = []
    waits_at_helipad = seat.on("home") and in_play(seat)
    if waits_at_helipad and missing(setting, seat):
        parts.append(missing(setting, seat))
    if mode(setting) == "team":
        parts.append(_("team {n}", n=seat["team"]))
    if scenario(setting) == "last-man":
        side = _("human") if seat.on("human") else _("ZOMBIE")
        parts.append(side)
    if seat.on("dead"):
        parts.append(_("dead, starts again"))
    return " · ".join(parts)


def _of_the_table(setting: TableState, _unit: Unit) -> tuple[FactView, ...]:
    """Return the totals of all players."""
    if scenario(setting) == "rescue":
        share = f"{rescued(setting)}/{SURVIVORS}"
        return (FactView(_("Survivors rescued"), share, "survivor"),)
    killed = sum(seat.number("zombies") for seat in setting.seats)
    return (FactView(_("Killed"), str(killed), "kills"),)


def _of_25(setting: TableState, seat: Unit) -> tuple[str, str]:
    """Return a player's zombies with a caption if 25 win the game; '' otherwise."""
    if scenario(setting) != "standard" or mode(setting) != "competitive":
        return "", ""
    return str(seat.number("zombies")), _("of {n}", n=TO_WIN)


def _note(setting: TableState, seat: Unit) -> str:
    items = [item.name for item in setting.of("item", seat.id)]
    return dotted(_remark(setting, seat), *items)


#: The kinds of unit, each with its counters and switches.
PIECES: Mapping[str, Kind] = described(
    "zombies",
    {
        "table": Kind(
            flags=(
                Switch("helipad"),
                Switch("food"),
            ),
            facts=_of_the_table,
        ),
        "seat": Kind(
            (
                Count("hearts", high=MOST_HEARTS),
                Count("bullets"),
                Count("zombies"),
                Count("spaces", when=_walking),
                Count("hand", high=HAND, limit="end"),
                Count("survivors", high=survivors_left, when=lambda s, _u: scenario(s) == "rescue"),
                Count("strikes", when=lambda s, _u: mode(s) == "cooperative"),
            ),
            (Switch("home"),),
            note=_note,
            named=True,
            icon=lambda _s, u: "zombie" if is_zombie(u) else "survivor",
            figure=_of_25,
            remark=_remark,
            adds=("item", "weapon"),
        ),
        "item": Kind(
            named=True,
            flags=(Switch("weapon"),),
            icon=lambda _s, u: "weapon" if u.on("weapon") else "item",
            form="chip",
        ),
        "building": Kind(
            (Count("survivors", high=room_in, when=lambda _s, u: u.on("placed")),),
            (Switch("placed"),),
            note=lambda _s, u: _("room for {n}", n=u.number("most")),
            icon="building",
            form="chip",
        ),
    },
)
PLAIN.keep_limits(PIECES)


def _on(setting: TableState, step: str) -> bool:
    """Return whether the die of a step has been rolled in this turn."""
    return bool(setting.table["rolled"] == step)


def _roll(setting: TableState) -> list[ButtonView]:
    """Return the roll for movement, or a zombie player's roll for the zombies."""
    seat = setting[setting.active]
    if is_zombie(seat):
        return _zombies(setting)
    why_not = _("already rolled") if _on(setting, "move") else ""
    return [ButtonView("move", _("Roll for movement"), play.move.play(seat.id), why_not)]


def _zombies(setting: TableState) -> list[ButtonView]:
    why_not = _("already moved") if _zombies_moved(setting) else ""
    return [ButtonView("zombies", _("Move zombies"), play.zombies.play(setting.active), why_not)]


def _zombies_moved(setting: TableState) -> bool:
    return _on(setting, "zombies")


def _fight(setting: TableState) -> list[ButtonView]:
    if is_zombie(setting[setting.active]):
        return []
    return [play.fight.button(_("Fight a zombie"), setting.active)]


def _helipad(setting: TableState) -> list[ButtonView]:
    if setting.table.on("helipad"):
        return []
    return [play.helipad.button(_("Place the Helipad"))]


def _moving(setting: TableState) -> list[ButtonView]:
    return _fight(setting) + _goals(setting, setting[setting.active])


def _helipad_and_late(setting: TableState) -> list[ButtonView]:
    return _helipad(setting) + _late(setting)


def _move_or_zombies(setting: TableState) -> list[ButtonView]:
    """Return the roll for movement, and after it the zombies' move."""
    return _zombies(setting) if _on(setting, "move") else _roll(setting)


def _late(setting: TableState) -> list[ButtonView]:
    """Return the discard that the previous player may still make."""
    previous = play.ending(setting)
    if not previous or play.no_discard(setting, setting[previous]):
        return []
    text = _("Discard one of {name}'s Event cards")
    return move_for_each("discard", text, [setting[previous]], play.discard.tap)


def _owed(setting: TableState) -> list[ButtonView]:
    """Return the discards that are due: hands of more than three, or a card owed each turn."""
    active = setting[setting.active]
    moves = []
    if active.number("hand") > HAND or owes_card(setting, active):
        moves.append(_discard(setting, active))
    others = [seat for seat in _with_full_hands(setting) if seat.id != active.id]
    text = _("Discard one of {name}'s Event cards")
    moves += move_for_each("discard", text, others, play.discard.tap)
    return moves


def _with_full_hands(setting: TableState) -> list[Unit]:
    """Return the players with more than three Event cards."""
    return [seat for seat in setting.seats if seat.number("hand") > HAND]


def _may_discard(setting: TableState) -> list[ButtonView]:
    """Return the active player's discard where it isn't owed."""
    discard = _discard(setting, setting[setting.active])
    is_owed = discard in _owed(setting)
    return [] if is_owed else [discard]


def _discard_said(setting: TableState) -> str:
    return _("{name} may discard an Event card.", name=setting.name(setting.active))


def _always(_setting: TableState) -> bool:
    return True


def steps() -> tuple[Step, ...]:
    """Return the six steps of a turn (Turn Sequence). The moves of the first three all lead to the
    roll, which fills the hand."""
    return (
        Step("tile", _("Tile"), _tile_said, usual=_roll, may=_fight, rare=_helipad_and_late),
        Step("fight", _("Fight"), _tile_said, usual=_roll, may=_fight),
        Step("draw", _("Draw"), _tile_said, usual=_roll, may=_fight),
        Step("move", _("Move"), _move_said, usual=_move_or_zombies, may=_moving),
        Step("zombies", _("Zombies"), _zombies_said, usual=_zombies, passed=_zombies_moved),
        Step(
            "discard",
            _("Discard"),
            _discard_said,
            usual=_owed,
            may=_may_discard,
            passed=_always,
        ),
    )


def _tile_said(setting: TableState) -> str:
    """Say what the active player does with the tile, after the zombies that the previous player still
    moves."""
    seat = setting[setting.active]
    mover = mover_of(setting)
    if mover:
        text = _(
            "{name} draws and places a map tile. {mover} places its zombies, {name} its "
            "bullets and hearts. Then {name} fights the zombies in their space and rolls to "
            "move."
        )
    elif is_zombie(seat):
        text = _("{name} draws and places a map tile.")
    else:
        text = _(
            "{name} draws and places a map tile, fights the zombies in their space, then rolls to move."
        )
    sentence = text.format(name=seat.name, mover=setting.name(mover))
    previous = str(setting.table["before"] or "")
    zombies = setting.table.number("moving")
    if not previous or not zombies:
        return sentence
    still_moves = ngettext(
        "{name} moves {n} zombie one space.",
        "{name} moves {n} zombies one space each.",
        zombies,
    )
    still_moves = still_moves.format(name=setting.name(previous), n=zombies)
    return f"{still_moves} {sentence}"


def _move_said(setting: TableState) -> str:
    seat = setting[setting.active]
    if not _on(setting, "move"):
        return _("{name} rolls for movement and adds the hearts.", name=seat.name)
    spaces = seat.number("spaces")
    text = ngettext(
        "{name} has {left} space left to move.", "{name} has {left} spaces left to move.", spaces
    )
    return text.format(name=seat.name, left=spaces)


def _zombies_said(setting: TableState) -> str:
    name = setting.name(setting.active)
    mover = mover_of(setting)
    if not mover:
        return _("{name} moves zombies.", name=name)
    text = _("{mover} moves all zombies on {name}'s tile and on one next to it.")
    return text.format(name=name, mover=setting.name(mover))


def _goals(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return the moves for what a player can reach by moving."""
    moves = []
    if waiting(setting):
        moves.append(play.rescue.button(_("Rescue a survivor"), seat.id))
    if setting.table.on("helipad") and not seat.on("home"):
        label = _("Reach the Helipad's centre, its zombie killed")
        if setting.table.on("food"):
            label = _("Reach the Helipad's centre, with or without a zombie")
        why_not = not_home(setting, seat)
        moves.append(ButtonView("home", label, play.home.tap(seat.id), why_not))
    return moves


def _no_card(setting: TableState, seat: Unit) -> str:
    """Return why a player can't play an Event card, '' if they can."""
    if plays_left(setting, seat) <= 0:
        return _("no more Event cards this round")
    if not seat.number("hand"):
        return _("no cards")
    return ""


def _seat_moves(setting: TableState, seat: Unit) -> list[ButtonView]:
    who = seat.id
    no_card = _no_card(setting, seat)
    no_item = no_card
    if not no_item and who != setting.active:
        no_item = _("only on their own turn")
    no_fight = _("a zombie player") if is_zombie(seat) else ""
    no_kill = _("already dead") if seat.on("dead") else ""
    target = _("Play a card on a target player")
    item = play.item.tap(who, weapon=False)
    weapon = play.item.tap(who, weapon=True)
    fight = _("Fight as {name}", name=seat.name)
    return [
        ButtonView("event", _("Play an Event card"), play.event.tap(who), no_card),
        ButtonView("target", target, play.target.play(who), no_card),
        ButtonView("item", _("Put an item in front of them"), item, no_item),
        ButtonView("weapon", _("Put a weapon in front of them"), weapon, no_item),
        _discard(setting, seat),
        ButtonView("fight", fight, play.fight.play(who), no_fight),
        ButtonView("die", _("Kill"), play.death.play(who), no_kill),
    ]


def _building_moves(building: Unit) -> list[ButtonView]:
    why_not = _("already on the map") if building.on("placed") else ""
    place = play.build.tap(building.id)
    return [ButtonView("build", _("Place with its survivors"), place, why_not)]


def _heartless(setting: TableState) -> list[Unit]:
    """Return the living players who have lost all hearts."""
    return [seat for seat in setting.seats if in_play(seat) and not seat.number("hearts")]


def _in_teams(setting: TableState, pairing: str) -> TableState:
    """Put the players of a pairing such as '13-24' into their teams."""
    for team, pair in enumerate(pairing.split("-"), start=1):
        for number in pair:
            setting = setting.put(f"p{number}", team=team)
    return setting


def _with_buildings(setting: TableState) -> TableState:
    """Add the named buildings, which are placed as their tiles are drawn."""
    for number, (name, survivors) in enumerate(BUILDINGS, start=1):
        building = Unit(f"b{number}", "building", name, "", {"most": survivors})
        setting = setting.place(building)
    return setting


def _restarted(setting: TableState, seat: str) -> TableState:
    """Bring a dead player back; in cooperative play each strike costs a heart."""
    hearts = HEARTS
    if mode(setting) == "cooperative":
        hearts -= setting[seat].number("strikes")
    setting = setting.put(seat, dead=False, hearts=max(1, hearts), bullets=BULLETS)
    return setting.say("restarts", seat, hearts=hearts)


def _last_man_end(setting: TableState) -> GameEnd | None:
    """Return the end of Last Man Standing: a human escapes, or no human is left."""
    home = escaped(setting)
    if home:
        return GameEnd(fact("won", home[0].id), (home[0].id,))
    seats = setting.seats
    if any(seat.on("human") for seat in seats):
        return None
    return GameEnd(fact("zombies-won"), tuple(seat.id for seat in seats))


def _cooperative_end(setting: TableState) -> GameEnd | None:
    """Return the end of cooperative play: one player's third strike, or all have escaped."""
    seats = setting.seats
    if any(seat.number("strikes") >= STRIKES for seat in seats):
        return GameEnd(fact("third-strike"))
    if len(escaped(setting)) < len(seats):
        return None
    return GameEnd(fact("all-home"), tuple(seat.id for seat in seats))


def _team_end(setting: TableState) -> GameEnd | None:
    """Return the win of the first team that has escaped."""
    home = escaped(setting)
    teams = sorted({seat.number("team") for seat in setting.seats})
    for team in teams:
        members = [seat for seat in setting.seats if seat.number("team") == team]
        if all(member in home for member in members):
            return GameEnd(fact("team-won", n=team), tuple(member.id for member in members))
    return None


def _competitive_end(setting: TableState) -> GameEnd | None:
    """Return the win of the first player who escapes or, in the standard scenario, has 25 zombies."""
    home = escaped(setting)
    if home:
        return _home_end(setting, home[0])
    if scenario(setting) != "standard":
        return None
    for seat in setting.seats:
        if seat.number("zombies") >= TO_WIN:
            return GameEnd(fact("collected", seat.id), (seat.id,))
    return None


def _home_end(setting: TableState, seat: Unit) -> GameEnd:
    """Return the end of the game for a player who has won at the Helipad's centre."""
    match scenario(setting):
        case "helicopter":
            why = fact("won-armed", seat.id)
        case "rescue":
            why = fact("won-rescued", seat.id, n=rescued_by(setting, seat))
        case _:
            why = fact("won", seat.id)
    return GameEnd(why, (seat.id,))


def _discard(setting: TableState, seat: Unit) -> ButtonView:
    why = no_discard(setting, seat)
    return ButtonView("discard", _("Discard an Event card"), play.discard.tap(seat.id), why)


def _pairing_name(pairing: str) -> str:
    pairs = [_("{a} with {b}", a=pair[0], b=pair[1]) for pair in pairing.split("-")]
    return ", ".join(pairs)


class Zombies(DeclaredGame):
    """Collect zombies, or be the first at the Helipad."""

    key = "zombies"
    title = N_("Zombies!!!")
    seats = (2, 6)
    rules = RULES
    kinds = PIECES

    def offered_values(self, key: str, players: int) -> Iterable[tuple[str, str]]:
        """Return the possible teams."""
        if key == "teams":
            yield from ((pairing, _pairing_name(pairing)) for pairing in pairings(players))

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Return why the game can't begin: teams are pairs, at least two of them."""
        if chosen.get("mode") == "team" and not pairings(len(players)):
            return [_("Teams are pairs, so four or six players are needed.")]
        return []

    def table_at_start(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: three hearts, three bullets and three cards each."""
        table = table_of(
            mode=chosen["mode"],
            scenario=chosen["scenario"],
            wanted=int(chosen["wanted"]),
            quicker=chosen["quicker"] == "yes",
            mover="",
            first=chosen["first"],
        )
        seats = seats_of_players(
            players, hearts=HEARTS, bullets=BULLETS, zombies=0, hand=HAND, survivors=0, human=True
        )
        setting = TableState({}).place(table, *seats)
        if mode(setting) == "team":
            setting = _in_teams(setting, chosen["teams"])
        if scenario(setting) == "last-man":
            setting = setting.put(chosen["zombie"], human=False, hearts=0, bullets=0)
        if scenario(setting) == "rescue":
            setting = _with_buildings(setting)
        return setting

    # The turn

    def step_names(self, state: TableState) -> Mapping[str, str]:
        """Return all six steps."""
        return {step.key: step.name for step in steps()}

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the six steps; a zombie player neither fights nor moves."""
        if setting.active and is_zombie(setting[setting.active]):
            return tuple(step for step in steps() if step.key not in ("fight", "move"))
        return steps()

    def turn_over(self, setting: TableState) -> TableState:
        """Go to the next player."""
        if setting.active:
            setting = setting.put(setting.active, since=False)
        return self.begin_turn(setting, next_seat(setting))

    def begin_turn(self, setting: TableState, seat: str) -> TableState:
        """Begin a turn; a dead player starts again. In Last Man Standing the next zombie player moves
        the zombies."""
        previous = setting.active
        turn = setting.table.number("turn")
        if seat == first_player(setting):
            turn += 1
        moving = 0
        if setting.step in ("zombies", "discard"):
            moving = setting.table.number("moving")  # the previous player still moves them
        setting = setting.put("table", before=previous, seat=seat, turn=turn, step="tile")
        setting = setting.put("table", rolled="", moving=moving)
        setting = setting.put(seat, events=0, discarded=False)
        if in_play(setting[seat]):
            setting = setting.put("table", mover=next_mover(setting))
        setting = setting.say("turn", seat)
        if setting[seat].on("dead"):
            setting = _restarted(setting, seat)
        return setting

    def owed_before_next(self, setting: TableState) -> list[str]:
        """Return what is owed: deaths, hands of more than three, a card to play or discard."""
        sentences = []
        for seat in _heartless(setting):
            sentences.append(_("{name} has no hearts left and dies.", name=seat.name))
        if setting.step != "discard":
            return sentences
        for seat in _with_full_hands(setting):
            text = _("{name} has to discard down to three Event cards.", name=seat.name)
            sentences.append(text)
        active = setting[setting.active]
        if owes_card(setting, active):
            text = _(
                "{name} has to play an Event card each turn, or discard one.", name=active.name
            )
            sentences.append(text)
        return sentences

    def headline(self, setting: TableState) -> str:
        """Say the mode and scenario."""
        mode_name = self.chosen_name("mode", mode(setting))
        scenario_name = self.chosen_name("scenario", scenario(setting))
        return f"{mode_name} · {scenario_name}"

    def scenario_name(self, setting: TableState) -> str:
        """Return the mode and the scenario."""
        return self.headline(setting)

    def set_out(self, setting: TableState) -> Mapping[str, Any]:
        """Return what is set out on the real table (Set Up, Scenario Play)."""
        players = len(setting.seats)
        turned = [seat.name for seat in setting.seats if is_zombie(seat)]
        return {
            "scenario": scenario(setting),
            "players": players,
            "humans": players - len(turned),
            "zombies": joined(turned),
            "tiles": TILES - 2,
            "hand": HAND,
            "left": CARDS - HAND * players,
            "hearts": HEARTS,
            "bullets": BULLETS,
            "survivors": SURVIVORS,
            "places": len(BUILDINGS),
            "figures": FIGURES,
        }

    def urgent_moves(self, setting: TableState) -> list[ButtonView]:
        """Return the deaths of players without hearts."""
        return as_harmful(
            move_for_each("die", _("Kill {name}"), _heartless(setting), play.death.play)
        )

    def moves_of_unit(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a player, an item or a building."""
        match unit.kind:
            case "item":
                return [play.drop.button(_("Discard"), unit.id)]
            case "building":
                return _building_moves(unit)
            case "seat":
                return _seat_moves(setting, unit)
        return []

    def after_change_by_hand(
        self, before: TableState, after: TableState, unit: str, name: str
    ) -> TableState:
        """Return what follows: a building placed by hand has its survivors."""
        if name != "placed":
            return after
        building = after[unit]
        if building.on("placed"):
            after = after.put(unit, survivors=room_in(after, building))
        if accounted(after) > SURVIVORS:
            raise RuleError(
                "{name} stays on the map: its survivors are already elsewhere.", name=building.name
            )
        return after

    # The end

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how the game ended, by its mode and scenario."""
        if scenario(setting) == "last-man":
            return _last_man_end(setting)
        match mode(setting):
            case "cooperative":
                return _cooperative_end(setting)
            case "team":
                return _team_end(setting)
        return _competitive_end(setting)
