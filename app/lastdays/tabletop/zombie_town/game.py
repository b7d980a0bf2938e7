"""*Zombie Town*: ten days, actions, guns, survivors, barricaded buildings, points (its rulebook, and
ruling 54). What a barricade is worth stays hidden until it falls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import N_, _, dotted, joined, ngettext
from lastdays.rulebook import pictograms
from lastdays.tabletop.declared import (
    DeclaredGame,
    Step,
    as_harmful,
    first_player,
    move_for_each,
    seats_of_players,
    table_of,
)
from lastdays.tabletop.engine import GameEnd
from lastdays.tabletop.event_log import fact, in_turn
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, described
from lastdays.tabletop.view import BadgeView, ButtonView, FactView, Form
from lastdays.tabletop.zombie_town import buildings, events, houses, play
from lastdays.tabletop.zombie_town.buildings import dies, siege, turns_inside
from lastdays.tabletop.zombie_town.counts import (
    ACTIONS,
    BARRICADES,
    CARDS_IN_BUILDING,
    COMBAT_CARDS,
    CROWDED,
    FIGURES,
    FREE,
    HAND,
    HOUSES,
    LIFE,
    MOST_BESIDE,
    PLAIN,
    RULES,
    STANDS,
    START_BULLETS,
    USES,
    building_with_player,
    cemetery,
    is_dead,
    killed,
    last_day,
    new_building,
    new_gun,
    pawns,
    place_of,
    points,
    survivors_of,
    twofold,
)
from lastdays.tabletop.zombie_town.houses import house_name
from lastdays.tabletop.zombie_town.play import burn_down, die_inside


def _with_bearer(setting: TableState, unit: Unit) -> Form:
    """Return how a gun or survivor is laid out: beside a character, or in a building's line."""
    owner = setting.pieces.get(unit.owner)
    if owner is None:
        return "chip"
    if owner.kind == "survivor":
        return _with_bearer(setting, owner)
    return "inner" if owner.kind == "building" else "chip"


def _remark(setting: TableState, seat: Unit) -> str:
    if is_dead(setting, seat):
        return _("DEAD")
    return _("keeper") if is_keeper(setting, seat) else ""


def is_keeper(setting: TableState, seat: Unit) -> bool:
    """Return whether a player has the twelve-sided die: nobody before the keeper is drawn."""
    return seat.id == str(setting.table["first"])


def _badges(setting: TableState, seat: Unit) -> tuple[BadgeView, ...]:
    """Return the die of the keeper of the time."""
    if not is_keeper(setting, seat):
        return ()
    return (BadgeView(pictograms.token("keeper"), _("keeper of the time")),)


def _note(setting: TableState, seat: Unit) -> str:
    if is_dead(setting, seat):
        return _("DEAD")
    total = points(setting, seat)
    text = ngettext("{n} point", "{n} points", total)
    return dotted(text, _remark(setting, seat))


def _building_note(_setting: TableState, building: Unit) -> str:
    """Say whether a building is a home base, and which house card lies there."""
    home = _("home base") if building.on("home") else ""
    return dotted(home, house_name(building))


def _until_when(setting: TableState, marker: Unit) -> str:
    """Say until when fireworks burn."""
    name = setting.name(str(marker["by"]))
    if marker.number("turns") > 1:
        return _("until the end of {name}'s next turn", name=name)
    return _("until the end of {name}'s turn", name=name)


#: The kinds of unit, each with its counters and switches.
PIECES: Mapping[str, Kind] = described(
    "zombie-town",
    {
        "table": Kind(
            (
                Count("day", low=1, high=lambda _s, u: u.number("last")),
                Count("board", high=lambda s, _u: FIGURES - killed(s)),
            ),
            note=lambda s, _u: _("{n} in the cemetery", n=cemetery(s)),
            remark="",
            facts=lambda s, _u: (
                FactView(_("Cemetery"), str(cemetery(s)), "cemetery"),
                FactView(_("Killed"), str(killed(s)), "kills"),
            ),
        ),
        "seat": Kind(
            (
                Count("killed", high=lambda s, u: u.number("killed") + s.table.number("board")),
                Count("hand", high=lambda s, _u: HAND * twofold(s), limit="end"),
                Count("actions", aside=lambda s, u: s.active != u.id and not u.number("actions")),
                Count("free", aside=lambda s, u: s.active != u.id and not u.number("free")),
            ),
            note=_note,
            named=True,
            icon="survivor",
            figure=lambda s, u: (str(points(s, u)), _("points")),
            remark=_remark,
            badges=_badges,
            gone=is_dead,
            adds=lambda s, u: () if is_dead(s, u) else ("claim",),
        ),
        "pawn": Kind(
            (Count("life", high=LIFE),),
            note=lambda _s, u: _("character") if u.number("life") else _("DEAD"),
            icon=lambda s, _u: "hearts" if twofold(s) == 1 else "survivor",
            form=lambda s, _u: "lead" if twofold(s) == 1 else "row",
            remark=lambda _s, u: "" if u.number("life") else _("DEAD"),
            gone=lambda _s, u: not u.number("life"),
            adds=("gun", "with"),
        ),
        "gun": Kind(
            (Count("bullets", high=lambda _s, u: u.number("magazine")),),
            (Switch("two", aside=lambda _s, u: not u.on("two")),),
            note=lambda s, u: _("{where}, holds {n}", where=place_of(s, u), n=u["magazine"]),
            named=True,
            icon="gun",
            form=_with_bearer,
            worded=False,
        ),
        "survivor": Kind(
            note=place_of,
            named=True,
            icon="survivor",
            form=_with_bearer,
            worded=False,
        ),
        "building": Kind(
            (
                Count("uses", high=USES),
                Count("beside", high=MOST_BESIDE),
                Count("stored", when=lambda _s, u: bool(u.number("stored"))),
            ),
            (Switch("inside", aside=lambda _s, u: not u.on("inside")),),
            note=_building_note,
            named=True,
            icon=lambda _s, u: "house" if u.on("home") else "building",
            remark=lambda _s, u: house_name(u),
        ),
        "barricade": Kind(
            (
                Count("value"),
                Count("trap"),
            ),
            (Switch("revealed"),),
            note=place_of,
            secret=("value", "trap"),
            icon="barricade",
            form="inner",
            worded=False,
            figure=lambda _s, u: (str(u["value"]) if u.on("revealed") else "—", ""),
        ),
        "marker": Kind(
            note=_until_when,
            named=True,
            icon="fireworks",
            form="chip",
        ),
    },
)
PLAIN.keep_limits(PIECES)


def _acts(setting: TableState) -> str:
    seat = setting[setting.active]
    says = _("{name} takes actions in any order. Actions left: {actions}. Free moves left: {free}.")
    return says.format(name=seat.name, actions=seat.number("actions"), free=seat.number("free"))


def _actions(setting: TableState) -> list[ButtonView]:
    """Return the active player's free move, and the actions that are possible."""
    seat = setting[setting.active]
    why_not = "" if seat.number("free") else _("used")
    label = _("Move 3 squares")
    moves = [ButtonView("free", label, play.free.tap(seat.id), why_not, price=_("free"))]
    moves += _at_a_price(_moves_and_cards(setting, seat), seat, _("1 action"))
    moves += _at_a_price(_shots(setting, seat), seat, _("1 action, 1 bullet"))
    moves += _at_a_price(_building_actions(setting, seat), seat, _("1 action"))
    return moves


def _at_a_price(moves: list[ButtonView], seat: Unit, price: str) -> list[ButtonView]:
    """Return moves with what they cost, and the reason why a player without actions can't make
    them."""
    why_not = "" if seat.number("actions") else _("no actions left")
    return [replace(move, why_not=why_not, price=price) for move in moves]


def _moves_and_cards(setting: TableState, seat: Unit) -> list[ButtonView]:
    move = ButtonView("move", _("Move up to 3 squares"), play.act.tap(seat.id))
    moves = [move, play.draw.button(_("Draw a card"), seat.id)]
    if seat.number("hand"):
        moves.append(play.card.button(_("Play a card"), seat.id))
    return moves


def _shots(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return whom a player with a loaded gun can shoot at: zombies and other players."""
    if not buildings.armed(setting, seat.id):
        return []
    moves = []
    if setting.table.number("board"):
        moves.append(buildings.shoot.button(_("Shoot at a zombie"), seat.id))
    if buildings.rivals(setting, seat.id):
        moves.append(buildings.duel.button(_("Fight a player"), seat.id))
    return moves


def _building_actions(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return the actions with barricades, stored cards, guns, survivors and houses."""
    player = seat.id
    moves = []
    if setting.of("barricade"):
        moves.append(buildings.tear.button(_("Tear a barricade down"), player))
    if seat.number("hand") and setting.of("building", player):
        moves.append(play.store.button(_("Store cards"), player))
    if play.stores(setting, player):
        moves.append(play.fetch.button(_("Take stored cards"), player))
    if play.movable_guns(setting, player):
        moves.append(play.arms.button(_("Hand a gun over"), player))
    if survivors_of(setting, player):
        moves.append(play.carry.button(_("Move a survivor"), player))
    if houses.usable_houses(setting, player):
        moves.append(houses.ability.button(_("Use a house's ability"), player))
    return moves


def _cards_for_free(setting: TableState) -> list[ButtonView]:
    """Return the event from the hand, which is free."""
    seat = setting[setting.active]
    if not seat.number("hand"):
        return []
    button = events.event.button(_("Play an event from your hand"), seat.id)
    return [replace(button, price=_("free"))]


def _zombies_move(setting: TableState) -> str:
    number = setting.table.number("day") * twofold(setting)
    sentence = ngettext(
        "{name} moves {n} zombie one square, never back into the cemetery.",
        "{name} moves {n} zombies one square each, never back into the cemetery.",
        number,
        name=setting.name(setting.active),
    )
    sentences = [sentence, _("A square holds six.")]
    fireworks = [marker.name for marker in setting.of("marker")]
    if fireworks:
        sentences.append(_("No zombie moves towards {places}.", places=joined(fireworks)))
    return " ".join(sentences)


def _attacks(setting: TableState) -> list[ButtonView]:
    """Return the attacks of moved zombies on the characters and buildings they may have reached."""
    if not setting.table.number("board"):
        return []
    alive = [pawn for pawn in setting.of("pawn") if pawn.number("life")]
    moves = move_for_each("attack", _("Zombie attack on {name}"), alive, buildings.attack.play)
    text = _("A zombie enters {building}")
    for building in setting.of("building"):
        if setting.of("survivor", building.id):
            label = text.format(building=building_with_player(setting, building))
            enter = buildings.enter.play(building.id)
            moves.append(ButtonView(f"enter/{building.id}", label, enter))
    return moves


def _refill(setting: TableState) -> list[ButtonView]:
    if _no_refill(setting):
        return []
    return [play.refill.button(_("Refill the squares"))]


def _no_refill(setting: TableState) -> bool:
    """Return whether the squares beside the cemetery are refilled, or it is empty."""
    return setting.table.on("refilled") or not cemetery(setting)


def _with_character(setting: TableState, seat: str, name: str) -> TableState:
    """Place a player's character with a gun, and its home base."""
    pawn = setting.next_id("c")
    setting = setting.place(Unit(pawn, "pawn", name, seat, {"life": LIFE}))
    setting = new_gun(setting, pawn, START_BULLETS)
    return new_building(setting, seat, home=True)


def _next_living(setting: TableState) -> tuple[list[str], str]:
    """Return the dead players after the active one, whose turns are skipped, and the living one after
    them. Somebody has to be alive."""
    ids = [seat.id for seat in setting.seats]
    if setting.active:
        order = in_turn(ids, setting.active, after=True)
    else:
        order = in_turn(ids, first_player(setting))
    skipped: list[str] = []
    for seat in order:
        if not is_dead(setting, setting[seat]):
            return skipped, seat
        skipped.append(seat)
    raise AssertionError("nobody is alive")


def _last_day_ends(setting: TableState) -> bool:
    """Return whether the game is over with this day: it is the last, and wasn't over yet."""
    is_last_day = setting.table.number("day") >= setting.table.number("last")
    return is_last_day and not setting.table.on("over")


def _next_day(setting: TableState) -> TableState:
    """Begin the next day; players who go on after the last stay in it."""
    if setting.table.number("day") >= setting.table.number("last"):
        return setting
    setting = setting.add("table", "day", 1)
    return setting.say("day", n=setting.table["day"])


def _breached(setting: TableState) -> list[Unit]:
    """Return the undefended buildings of which the players have to say whether they are lost."""
    return [building for building in setting.of("building") if building.on("breached")]


def _end_by_points(setting: TableState, alive: list[Unit]) -> GameEnd:
    """Return the end by the points of everyone alive; kills decide between equal points."""
    most_points = max(points(setting, seat) for seat in alive)
    best = [seat for seat in alive if points(setting, seat) == most_points]
    most_kills = max(seat.number("killed") for seat in best)
    winners = [seat for seat in best if seat.number("killed") == most_kills]
    if len(winners) > 1:
        outcome = "shared"
    elif len(best) > 1:
        outcome = "won-by-kills"
    else:
        outcome = "won"
    names = joined([seat.name for seat in winners])
    ranking = ", ".join(f"{seat.name} {points(setting, seat)}" for seat in alive)
    winner_ids = tuple(seat.id for seat in winners)
    return GameEnd(fact(outcome, who=names, points=ranking), winner_ids)


def _seat_moves(seat: Unit) -> list[ButtonView]:
    why_not = "" if seat.number("hand") else _("no cards")
    event = events.event.play(seat.id)
    return [
        buildings.claim.button(_("Claim a building"), seat.id),
        ButtonView("event", _("Play an event (free)"), event, why_not),
        play.lose.button(_("Discard a card"), seat.id),
    ]


def _character_moves(unit: Unit) -> list[ButtonView]:
    """Return the moves of a character or survivor; the dead have none."""
    if unit.kind == "pawn" and not unit.number("life"):
        return []
    moves = [
        buildings.attack.button(_("Zombie attack"), unit.id),
        buildings.hurt_by_hand.button(_("Deal 1 damage"), unit.id),
        play.gun.button(_("Add a gun"), unit.id),
    ]
    if unit.kind == "pawn":
        moves.append(ButtonView("with", _("Add a survivor"), buildings.join.tap(unit.id)))
    return moves


def _gun_moves(gun: Unit) -> list[ButtonView]:
    why_not = _("it still has bullets") if gun.number("bullets") else ""
    drop = play.gone.tap(gun.id)
    return [
        play.reload.button(_("Reload"), gun.id),
        ButtonView("drop", _("Drop the empty gun (free)"), drop, why_not),
    ]


def _building_moves(setting: TableState, building: Unit) -> list[ButtonView]:
    key = building.id
    is_full = len(setting.of("barricade", key)) >= BARRICADES
    no_wall = _("three at most") if is_full else ""
    use = houses.use.play(key)
    no_use = _no_use(setting, building)
    return [
        ButtonView("use", _("Use its ability (1 action)"), use, no_use),
        houses.enter_house.button(_("Enter its house card"), key),
        ButtonView("wall", _("Add a barricade"), buildings.wall.play(key), no_wall),
        ButtonView("stay", _("Add a survivor"), buildings.join.tap(key)),
        ButtonView("lost", _("Lose the building"), play.gone.tap(key)),
        buildings.taken_over.button(_("Give to another player"), key),
    ]


def _no_use(setting: TableState, building: Unit) -> str:
    """Return why a building's ability can't be used now, '' if it can."""
    if not building.number("uses"):
        return _("already used five times")
    if building.owner != setting.active:
        return _("only on its owner's turn")
    return ""


class ZombieTown(DeclaredGame):
    """Survive ten days, with the most points."""

    key = "zombie-town"
    title = N_("Zombie Town")
    seats = (2, 6)
    rules = RULES
    kinds = PIECES

    def table_at_start(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: for each character a home base, a gun with three bullets and three
        cards."""
        table = table_of(
            day=1,
            last=last_day(len(players)),
            board=int(chosen["squares"]),
            squares=int(chosen["squares"]),
            traps=chosen["traps"],
            first=chosen["first"],
        )
        seats = seats_of_players(players, killed=0, actions=0, free=0)
        setting = TableState({}).place(table, *seats)
        characters = twofold(setting)
        for seat in setting.seats:
            setting = setting.put(seat.id, hand=HAND * characters)
            for number in range(1, characters + 1):
                name = seat.name if characters == 1 else f"{seat.name} {number}"
                setting = _with_character(setting, seat.id, name)
        return setting

    def moves_before_first_turn(self, setting: TableState) -> list[ButtonView]:
        """Return the draw of the keeper of the time, who goes first (Game Setup)."""
        if setting.table["first"] != "":
            return []
        return [play.keeper.button(_("Draw the keeper of the time"))]

    # The turn

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the steps: actions, then the zombies, then the refill of the squares beside the
        cemetery."""
        return (
            Step("act", _("Actions"), _acts, may=_actions, rare=_cards_for_free),
            Step("zombies", _("Zombies"), _zombies_move, usual=_refill, may=_attacks),
            Step(
                "refill",
                _("Cemetery"),
                _("Put a zombie on each empty square next to the cemetery."),
                usual=_refill,
                passed=_no_refill,
            ),
        )

    def turn_over(self, setting: TableState) -> TableState:
        """Go to the next living player; passing the keeper's seat begins a new day."""
        if all(is_dead(setting, seat) for seat in setting.seats):
            return setting
        skipped, following = _next_living(setting)
        passes_keeper = first_player(setting) in (*skipped, following)
        if setting.active and passes_keeper:
            if _last_day_ends(setting):
                return setting.put("table", over=True).say("over")
            setting = _next_day(setting)
        ended = [setting.active, *skipped]
        setting = burn_down(setting, ended)
        setting = die_inside(setting, ended)
        begins_round = passes_keeper or not setting.active
        setting = setting.add("table", "turn", int(begins_round))
        return self.begin_turn(setting, following)

    def begin_turn(self, setting: TableState, seat: str) -> TableState:
        """Begin a turn with its actions and free moves; those of everyone else end."""
        if is_dead(setting, setting[seat]):
            raise RuleError("{name} is dead.", name=setting[seat].name)
        characters = twofold(setting)
        turn = max(1, setting.table.number("turn"))
        setting = setting.put("table", seat=seat, step="act", turn=turn, refilled=False)
        for other in setting.seats:
            setting = setting.put(other.id, actions=0, free=0)
        setting = setting.put(seat, actions=ACTIONS * characters, free=FREE * characters)
        return setting.say("turn", seat)

    def owed_before_next(self, setting: TableState) -> list[str]:
        """Return what is owed: a decision on undefended buildings, a full hand discarded, the
        refill."""
        if not setting.active:
            return []
        sentences = []
        for building in _breached(setting):
            place = building_with_player(setting, building)
            sentences.append(_("{building} is undefended. Is it lost or kept?", building=place))
        seat = setting[setting.active]
        full_hand = HAND * twofold(setting)
        if setting.step == "act" and seat.number("hand") > full_hand:
            text = _("{name} has to discard down to {n} cards.")
            sentences.append(text.format(name=seat.name, n=full_hand))
        if setting.step == "refill" and not _no_refill(setting):
            sentences.append(_("The squares next to the cemetery still have to be refilled."))
        return sentences

    def headline(self, setting: TableState) -> str:
        """Say the day, the zombies to move, and those in the cemetery."""
        table = setting.table
        return _(
            "day {n} of {m}, zombies to move: {z}, cemetery: {c}",
            n=table["day"],
            m=table["last"],
            z=table.number("day") * twofold(setting),
            c=cemetery(setting),
        )

    def set_out(self, setting: TableState) -> Mapping[str, Any]:
        """Return what is set out on the real table (Game Setup, Two Player Rules)."""
        characters = twofold(setting)
        homes = len(setting.of("pawn"))
        return {
            "combat": COMBAT_CARDS,
            "stands": STANDS,
            "squares": setting.table.number("squares"),
            "left": cemetery(setting),
            "characters": characters,
            "homes": homes,
            "bullets": START_BULLETS,
            "houses": HOUSES,
            "kept": HAND * characters,
            "dealt": 2 * HAND * characters,
            "each": CARDS_IN_BUILDING,
            "empty": HOUSES - homes,
            "more": HAND,
            "crowded": len(setting.seats) >= CROWDED,
        }

    def urgent_moves(self, setting: TableState) -> list[ButtonView]:
        """Return the decisions whether undefended buildings are lost or kept: as what has come about
        decides, neither is the usual one."""
        moves: list[ButtonView] = []
        for building in _breached(setting):
            key = building.id
            name = building_with_player(setting, building)
            lose = _("Lose {building}", building=name)
            keep = _("Keep {building}", building=name)
            moves.append(ButtonView(f"held/{key}", keep, buildings.held.tap(key)))
            moves.append(ButtonView(f"lost/{key}", lose, play.gone.tap(key)))
        return as_harmful(moves)

    def moves_of_unit(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a player, character, gun, survivor, building or barricade."""
        match unit.kind:
            case "seat":
                return _seat_moves(unit)
            case "pawn" | "survivor":
                return _character_moves(unit)
            case "gun":
                return _gun_moves(unit)
            case "building":
                return _building_moves(setting, unit)
            case "marker":
                return [ButtonView("drop", _("Remove"), play.gone.tap(unit.id))]
            case "barricade":
                return [
                    buildings.tear_down_barricade.button(_("Tear down without an action"), unit.id)
                ]
        return []

    def adding_moves(self, setting: TableState, unit: Unit) -> tuple[ButtonView, ...]:
        """Show what a player's only character can add beside the player's name."""
        several_characters = twofold(setting) > 1
        if several_characters or unit.kind not in ("pawn", "seat"):
            return super().adding_moves(setting, unit)
        if unit.kind == "pawn":
            return ()
        moves: list[ButtonView] = []
        for pawn in pawns(setting, unit.id):
            moves += super().adding_moves(setting, pawn)
        moves += super().adding_moves(setting, unit)
        return tuple(moves)

    def after_change_by_hand(
        self, before: TableState, after: TableState, unit: str, name: str
    ) -> TableState:
        """Return what follows: killed zombies leave the board or return to it, zombies beside a
        building may break its barricades, a character without life dies."""
        piece = after[unit]
        old = before[unit]
        if name == "killed":
            return after.add("table", "board", old.number(name) - piece.number(name))
        if name == "beside" and piece.number(name) > old.number(name):
            return siege(after, unit)
        if name == "inside" and piece.on(name):
            return after.put(unit, inside=turns_inside(after, piece))
        if name == "value":
            return siege(after, piece.owner)
        lost_last_life = name == "life" and old.number(name) and not piece.number(name)
        if lost_last_life:
            return dies(after, unit)
        return after

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how it ended: after the last day the most points win, ties by kills, then
        shared."""
        alive = [seat for seat in setting.seats if not is_dead(setting, seat)]
        if not alive:
            return GameEnd(fact("nobody"))
        if not setting.table.on("over"):
            return None
        return _end_by_points(setting, alive)
