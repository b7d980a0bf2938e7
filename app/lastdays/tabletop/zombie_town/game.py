"""*Zombie Town*: ten days, actions, guns, survivors, barricaded buildings, points (its rulebook, and
ruling 54). What a barricade is worth stays hidden until it falls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import N_, _, dotted, joined, ngettext
from lastdays.rulebook import pictograms
from lastdays.tabletop.declared import DeclaredGame, Step, each, first_player, seated, table_of
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
    RULES,
    STANDS,
    START_BULLETS,
    USES,
    building_of,
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
    got = points(setting, seat)
    text = ngettext("{n} point", "{n} points", got)
    return dotted(text, _remark(setting, seat))


def _building_note(_setting: TableState, building: Unit) -> str:
    """Say whether a building is a home base, and which house card lies there."""
    home = _("home base") if building.on("home") else ""
    return dotted(home, house_name(building))


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
            note=lambda s, u: (
                _("until the end of {name}'s next turn", name=s.name(str(u["by"])))
                if u.number("turns") > 1
                else _("until the end of {name}'s turn", name=s.name(str(u["by"])))
            ),
            named=True,
            icon="fireworks",
            form="chip",
        ),
    },
)


def _acts(setting: TableState) -> str:
    seat = setting[setting.active]
    says = _("{name} takes actions in any order. Actions left: {actions}. Free moves left: {free}.")
    return says.format(name=seat.name, actions=seat.number("actions"), free=seat.number("free"))


def _actions(setting: TableState) -> list[ButtonView]:
    """Return the active player's free move, and the actions that are possible."""
    seat = setting[setting.active]
    who, mine = seat.id, bool(setting.of("building", seat.id))
    none = "" if seat.number("actions") else _("no actions left")
    one, shot = _("1 action"), _("1 action, 1 bullet")
    cards, armed = seat.number("hand"), buildings.armed(setting, who)
    zombies, foes = setting.table.number("board"), buildings.rivals(setting, who)
    stored, guns = play.stores(setting, who), play.movable_guns(setting, who)
    usable = houses.usable_houses(setting, who)
    offers = (
        (True, ButtonView("move", _("Move up to 3 squares"), play.act.tap(who)), one),
        (True, play.draw.button(_("Draw a card"), who), one),
        (cards, play.card.button(_("Play a card"), who), one),
        (armed and zombies, buildings.shoot.button(_("Shoot at a zombie"), who), shot),
        (armed and foes, buildings.duel.button(_("Fight a player"), who), shot),
        (setting.of("barricade"), buildings.tear.button(_("Tear a barricade down"), who), one),
        (cards and mine, play.store.button(_("Store cards"), who), one),
        (stored, play.fetch.button(_("Take stored cards"), who), one),
        (guns, play.arms.button(_("Hand a gun over"), who), one),
        (survivors_of(setting, who), play.carry.button(_("Move a survivor"), who), one),
        (usable, houses.ability.button(_("Use a house's ability"), who), one),
    )
    free = "" if seat.number("free") else _("used")
    move = ButtonView("free", _("Move 3 squares"), play.free.tap(who), free, price=_("free"))
    found = (replace(b, why_not=none, price=price) for there, b, price in offers if there)
    return [move, *found]


def _cards_for_free(setting: TableState) -> list[ButtonView]:
    """Return the event from the hand, which is free."""
    seat = setting[setting.active]
    if not seat.number("hand"):
        return []
    button = events.event.button(_("Play an event from your hand"), seat.id)
    return [replace(button, price=_("free"))]


def _zombies_move(setting: TableState) -> str:
    number = setting.table.number("day") * twofold(setting)
    says = ngettext(
        "{name} moves {n} zombie one square, never back into the cemetery.",
        "{name} moves {n} zombies one square each, never back into the cemetery.",
        number,
        name=setting.name(setting.active),
    )
    says = f"{says} " + _("A square holds six.")
    fireworks = [m.name for m in setting.of("marker")]
    if not fireworks:
        return says
    return f"{says} " + _("No zombie moves towards {places}.", places=joined(fireworks))


def _attacks(setting: TableState) -> list[ButtonView]:
    """Return the attacks of moved zombies on the characters they may have reached."""
    if not setting.table.number("board"):
        return []
    alive = [p for p in setting.of("pawn") if p.number("life")]
    attacks = each("attack", _("Zombie attack on {name}"), alive, buildings.attack.play)
    inhabited = [b for b in setting.of("building") if setting.of("survivor", b.id)]
    text = _("A zombie enters {building}")
    entries = [
        ButtonView(
            f"enter/{building.id}",
            text.format(building=building_of(setting, building)),
            buildings.enter.play(building.id),
        )
        for building in inhabited
    ]
    return [*attacks, *entries]


def _refill(setting: TableState) -> list[ButtonView]:
    if setting.table.on("refilled") or not cemetery(setting):
        return []
    return [play.refill.button(_("Refill the squares"))]


class ZombieTown(DeclaredGame):
    """Survive ten days, with the most points."""

    key = "zombie-town"
    title = N_("Zombie Town")
    seats = (2, 6)
    rules = RULES
    kinds = PIECES

    def laid(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: for each character a home base, a gun with three bullets and three
        cards."""
        setting = TableState({}).place(
            table_of(
                day=1,
                last=last_day(len(players)),
                board=int(chosen["squares"]),
                squares=int(chosen["squares"]),
                traps=chosen["traps"],
                first=chosen["first"],
            ),
            *seated(players, killed=0, actions=0, free=0),
        )
        times = twofold(setting)
        for seat in setting.seats:
            setting = setting.put(seat.id, hand=HAND * times)
            for n in range(1, times + 1):
                pawn = setting.next_id("c")
                name = seat.name if times == 1 else f"{seat.name} {n}"
                setting = setting.place(Unit(pawn, "pawn", name, seat.id, {"life": LIFE}))
                setting = new_gun(setting, pawn, START_BULLETS)
                setting = new_building(setting, seat.id, home=True)
        return setting

    def before(self, setting: TableState) -> list[ButtonView]:
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
            Step("zombies", _("Zombies"), _zombies_move, _refill, _attacks),
            Step(
                "refill",
                _("Cemetery"),
                _("Put a zombie on each empty square next to the cemetery."),
                _refill,
                passed=lambda s: s.table.on("refilled") or not cemetery(s),
            ),
        )

    def turn_over(self, setting: TableState) -> TableState:
        """Go to the next living player; passing the keeper's seat begins a new day."""
        ids = in_turn([s.id for s in setting.seats], first_player(setting))
        at = (ids.index(setting.active) + 1) % len(ids) if setting.active in ids else 0
        around = not setting.active
        ended = [setting.active]
        if all(is_dead(setting, s) for s in setting.seats):
            return setting
        for _turn in ids:
            if at == 0 and setting.active:
                around = True
                if setting.table.number("day") < setting.table.number("last"):
                    setting = setting.add("table", "day", 1)
                    setting = setting.say("day", n=setting.table["day"])
                elif not setting.table.on("over"):
                    return setting.put("table", over=True).say("over")
            if not is_dead(setting, setting[ids[at]]):
                break
            ended.append(ids[at])
            at = (at + 1) % len(ids)
        setting = die_inside(burn_down(setting, ended), ended)
        setting = setting.add("table", "turn", int(around))
        return self.enter(setting, ids[at])

    def enter(self, setting: TableState, seat: str) -> TableState:
        """Begin a turn with its actions and free moves; those of everyone else end."""
        if is_dead(setting, setting[seat]):
            raise RuleError("{name} is dead.", name=setting[seat].name)
        times = twofold(setting)
        turn = max(1, setting.table.number("turn"))
        setting = setting.put("table", seat=seat, step="act", turn=turn, refilled=False)
        for other in setting.seats:
            setting = setting.put(other.id, actions=0, free=0)
        setting = setting.put(seat, actions=ACTIONS * times, free=FREE * times)
        return setting.say("turn", seat)

    def owed(self, setting: TableState) -> list[str]:
        """Return what is owed: a decision on undefended buildings, a full hand discarded, the
        refill."""
        if not setting.active:
            return []
        found = [
            _("{building} is undefended. Is it lost or kept?", building=building_of(setting, b))
            for b in setting.of("building")
            if b.on("breached")
        ]
        seat = setting[setting.active]
        if setting.step == "act" and seat.number("hand") > HAND * twofold(setting):
            text = _("{name} has to discard down to {n} cards.")
            found.append(text.format(name=seat.name, n=HAND * twofold(setting)))
        if setting.step == "refill" and not setting.table.on("refilled") and cemetery(setting):
            found.append(_("The squares next to the cemetery still have to be refilled."))
        return found

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
        characters, homes = twofold(setting), len(setting.of("pawn"))
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

    def urgent(self, setting: TableState) -> list[ButtonView]:
        """Return the decisions whether undefended buildings are lost or kept."""
        found = []
        for lost in (b for b in setting.of("building") if b.on("breached")):
            name = building_of(setting, lost)
            lose, keep = _("Lose {building}", building=name), _("Keep {building}", building=name)
            found += [
                ButtonView(f"lost/{lost.id}", lose, play.gone.tap(lost.id)),
                ButtonView(f"held/{lost.id}", keep, buildings.held.tap(lost.id)),
            ]
        return found

    def moves(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a player, character, gun, survivor, building or barricade."""
        who = unit.id
        match unit.kind:
            case "seat":
                return [
                    buildings.claim.button(_("Claim a building"), who),
                    ButtonView(
                        "event",
                        _("Play an event (free)"),
                        events.event.play(who),
                        "" if unit.number("hand") else _("no cards"),
                    ),
                    play.lose.button(_("Discard a card"), who),
                ]
            case "pawn" if not unit.number("life"):
                return []
            case "pawn" | "survivor":
                found = [
                    buildings.attack.button(_("Zombie attack"), who),
                    buildings.hurt_by_hand.button(_("Deal 1 damage"), who),
                    play.gun.button(_("Add a gun"), who),
                ]
                if unit.kind == "pawn":
                    found.append(ButtonView("with", _("Add a survivor"), buildings.join.tap(who)))
                return found
            case "gun":
                empty = "" if not unit.number("bullets") else _("it still has bullets")
                return [
                    play.reload.button(_("Reload"), who),
                    ButtonView("drop", _("Drop the empty gun (free)"), play.gone.tap(who), empty),
                ]
            case "building":
                used = "" if unit.number("uses") else _("already used five times")
                used = used or (
                    "" if unit.owner == setting.active else _("only on its owner's turn")
                )
                full = len(setting.of("barricade", unit.id)) >= BARRICADES
                return [
                    ButtonView("use", _("Use its ability (1 action)"), houses.use.play(who), used),
                    houses.enter_house.button(_("Enter its house card"), who),
                    ButtonView(
                        "wall",
                        _("Add a barricade"),
                        buildings.wall.play(who),
                        _("three at most") if full else "",
                    ),
                    ButtonView("stay", _("Add a survivor"), buildings.join.tap(who)),
                    ButtonView("lost", _("Lose the building"), play.gone.tap(who)),
                    buildings.taken_over.button(_("Give to another player"), who),
                ]
            case "marker":
                return [ButtonView("drop", _("Remove"), play.gone.tap(who))]
            case "barricade":
                return [buildings.torn.button(_("Tear down without an action"), who)]
        return []

    def adds(self, setting: TableState, unit: Unit) -> tuple[ButtonView, ...]:
        """Show what a player's only character can add beside the player's name."""
        if twofold(setting) > 1 or unit.kind not in ("pawn", "seat"):
            return super().adds(setting, unit)
        own = (*pawns(setting, unit.id), unit) if unit.kind == "seat" else ()
        return tuple(move for one in own for move in super(ZombieTown, self).adds(setting, one))

    def counted(self, before: TableState, after: TableState, unit: str, name: str) -> TableState:
        """Return what follows: killed zombies leave the board or return to it, zombies beside a
        building may break its barricades, a character without life dies."""
        piece, old = after[unit], before[unit]
        if name == "killed":
            return after.add("table", "board", old.number(name) - piece.number(name))
        if name == "beside" and piece.number(name) > old.number(name):
            return siege(after, unit)
        if name == "inside" and piece.on(name):
            return after.put(unit, inside=turns_inside(after, piece))
        if name == "value":
            return siege(after, piece.owner)
        if name == "life" and not piece.number(name) and old.number(name):
            return dies(after, unit)
        return after

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how it ended: after the last day the most points win, ties by kills, then
        shared."""
        alive = [s for s in setting.seats if not is_dead(setting, s)]
        if not alive:
            return GameEnd(fact("nobody"))
        if not setting.table.on("over"):
            return None
        ranked = {s.id: (points(setting, s), s.number("killed")) for s in alive}
        best = max(ranked.values())
        winners = tuple(i for i, value in ranked.items() if value == best)
        listed = ", ".join(f"{s.name} {ranked[s.id][0]}" for s in alive)
        names = joined([setting.name(w) for w in winners])
        level = sum(got == best[0] for got, _killed in ranked.values()) > 1
        won = "won-by-kills" if level else "won"
        why = fact(won if len(winners) == 1 else "shared", who=names, points=listed)
        return GameEnd(why, winners)
