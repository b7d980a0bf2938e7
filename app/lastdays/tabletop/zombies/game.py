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
    each,
    first_player,
    next_seat,
    seated,
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
    if mode(setting) == "team":
        parts.append(_("team {n}", n=seat["team"]))
    if scenario(setting) == "last-man":
        parts.append(_("human") if seat.on("human") else _("ZOMBIE"))
    if seat.on("dead"):
        parts.append(_("dead, starts again"))
    if seat.on("home") and in_play(seat) and missing(setting, seat):
        parts.insert(0, missing(setting, seat))
    return " · ".join(parts)


def _of_the_table(setting: TableState, _unit: Unit) -> tuple[FactView, ...]:
    """Return the totals of all players."""
    if scenario(setting) == "rescue":
        value = f"{rescued(setting)}/{SURVIVORS}"
        return (FactView(_("Survivors rescued"), value, "survivor"),)
    return (FactView(_("Killed"), str(sum(s.number("zombies") for s in setting.seats)), "kills"),)


def _of_25(setting: TableState, seat: Unit) -> tuple[str, str]:
    """Return a player's zombies with a caption if 25 win the game; '' otherwise."""
    if scenario(setting) != "standard" or mode(setting) != "competitive":
        return "", ""
    return str(seat.number("zombies")), _("of {n}", n=TO_WIN)


def _note(setting: TableState, seat: Unit) -> str:
    items = [u.name for u in setting.of("item", seat.id)]
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


def _on(setting: TableState, step: str) -> bool:
    """Return whether the die of a step has been rolled in this turn."""
    return bool(setting.table["rolled"] == step)


def _roll(setting: TableState) -> list[ButtonView]:
    """Return the roll for movement, or a zombie player's roll for the zombies."""
    if is_zombie(setting[setting.active]):
        return _zombies(setting)
    rolled = _("already rolled") if _on(setting, "move") else ""
    return [ButtonView("move", _("Roll for movement"), play.move.play(setting.active), rolled)]


def _zombies(setting: TableState) -> list[ButtonView]:
    moved = _("already moved") if _on(setting, "zombies") else ""
    return [ButtonView("zombies", _("Move zombies"), play.zombies.play(setting.active), moved)]


def _fight(setting: TableState) -> list[ButtonView]:
    if is_zombie(setting[setting.active]):
        return []
    return [play.fight.button(_("Fight a zombie"), setting.active)]


def _helipad(setting: TableState) -> list[ButtonView]:
    if setting.table.on("helipad"):
        return []
    return [play.helipad.button(_("Place the Helipad"))]


def _moving(setting: TableState) -> list[ButtonView]:
    return [*_fight(setting), *_goals(setting, setting[setting.active])]


def _move_or_zombies(setting: TableState) -> list[ButtonView]:
    """Return the roll for movement, and after it the zombies' move."""
    return _zombies(setting) if _on(setting, "move") else _roll(setting)


def _late(setting: TableState) -> list[ButtonView]:
    """Return the discard that the previous player may still make."""
    before = play.ending(setting)
    if not before or play.no_discard(setting, setting[before]):
        return []
    text = _("Discard one of {name}'s Event cards")
    return each("discard", text, (setting[before],), play.discard.tap)


def _owed(setting: TableState) -> list[ButtonView]:
    """Return the discards that are due: hands of more than three, or a card owed each turn."""
    own = setting[setting.active]
    over = [s for s in setting.seats if s.number("hand") > HAND]
    mine = [_discard(setting, own)] if own in over or owes_card(setting, own) else []
    text = _("Discard one of {name}'s Event cards")
    return mine + each("discard", text, (s for s in over if s != own), play.discard.tap)


def _may_discard(setting: TableState) -> list[ButtonView]:
    own, owed = _discard(setting, setting[setting.active]), _owed(setting)
    return [] if own in owed else [own]


def steps() -> tuple[Step, ...]:
    """Return the six steps of a turn (Turn Sequence). The moves of the first three all lead to the
    roll, which fills the hand."""
    return (
        Step("tile", _("Tile"), _tile_said, _roll, _fight, lambda s: [*_helipad(s), *_late(s)]),
        Step("fight", _("Fight"), _tile_said, _roll, _fight),
        Step("draw", _("Draw"), _tile_said, _roll, _fight),
        Step("move", _("Move"), _move_said, _move_or_zombies, _moving),
        Step(
            "zombies",
            _("Zombies"),
            _zombies_said,
            _zombies,
            passed=lambda s: _on(s, "zombies"),
        ),
        Step(
            "discard",
            _("Discard"),
            lambda s: _("{name} may discard an Event card.", name=s.name(s.active)),
            _owed,
            _may_discard,
            passed=lambda s: True,
        ),
    )


def _tile_said(setting: TableState) -> str:
    seat = setting[setting.active]
    says = _(
        "{name} draws and places a map tile, fights the zombies in their space, then rolls to move."
    )
    if mover_of(setting):
        says = _(
            "{name} draws and places a map tile. {mover} places its zombies, {name} its "
            "bullets and hearts. Then {name} fights the zombies in their space and rolls to "
            "move."
        )
    elif is_zombie(seat):
        says = _("{name} draws and places a map tile.")
    before = setting.table.number("moving")
    parts = [says.format(name=seat.name, mover=setting.name(mover_of(setting)))]
    if before and setting.table["before"]:
        late = ngettext(
            "{name} moves {n} zombie one space.",
            "{name} moves {n} zombies one space each.",
            before,
        )
        name = setting.name(str(setting.table["before"]))
        parts.insert(0, late.format(name=name, n=before))
    return " ".join(parts)


def _move_said(setting: TableState) -> str:
    seat = setting[setting.active]
    left = seat.number("spaces")
    if not _on(setting, "move"):
        return _("{name} rolls for movement and adds the hearts.", name=seat.name)
    text = ngettext(
        "{name} has {left} space left to move.", "{name} has {left} spaces left to move.", left
    )
    return text.format(name=seat.name, left=left)


def _zombies_said(setting: TableState) -> str:
    seat, mover = setting[setting.active], mover_of(setting)
    if mover:
        text = _("{mover} moves all zombies on {name}'s tile and on one next to it.")
        return text.format(name=seat.name, mover=setting.name(mover))
    return _("{name} moves zombies.", name=seat.name)


def _goals(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return the moves for what a player can reach by moving."""
    found = [play.rescue.button(_("Rescue a survivor"), seat.id)] if waiting(setting) else []
    if setting.table.on("helipad") and not seat.on("home"):
        text = _("Reach the Helipad's centre, its zombie killed")
        if setting.table.on("food"):
            text = _("Reach the Helipad's centre, with or without a zombie")
        why = not_home(setting, seat)
        found.append(ButtonView("home", text, play.home.tap(seat.id), why))
    return found


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

    def offered(self, key: str, players: int) -> Iterable[tuple[str, str]]:
        """Return the possible teams."""
        if key == "teams":
            yield from ((pairing, _pairing_name(pairing)) for pairing in pairings(players))

    def problems(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> list[str]:
        """Return why the game can't begin: teams are pairs, at least two of them."""
        if chosen.get("mode") == "team" and not pairings(len(players)):
            return [_("Teams are pairs, so four or six players are needed.")]
        return []

    def laid(self, players: tuple[str, ...], chosen: Mapping[str, str]) -> TableState:
        """Set up the table: three hearts, three bullets and three cards each."""
        units = seated(
            players, hearts=HEARTS, bullets=BULLETS, zombies=0, hand=HAND, survivors=0, human=True
        )
        setting = TableState({}).place(
            table_of(
                mode=chosen["mode"],
                scenario=chosen["scenario"],
                wanted=int(chosen["wanted"]),
                quicker=chosen["quicker"] == "yes",
                mover="",
                first=chosen["first"],
            ),
            *units,
        )
        if mode(setting) == "team":
            for team, pair in enumerate(chosen["teams"].split("-"), start=1):
                for number in pair:
                    setting = setting.put(f"p{number}", team=team)
        if scenario(setting) == "last-man":
            setting = setting.put(chosen["zombie"], human=False, hearts=0, bullets=0)
        if scenario(setting) == "rescue":
            for n, (name, most) in enumerate(BUILDINGS, start=1):
                setting = setting.place(Unit(f"b{n}", "building", name, "", {"most": most}))
        return setting

    # The turn

    def step_names(self, state: TableState) -> Mapping[str, str]:
        """Return all six steps."""
        return {step.key: step.name for step in steps()}

    def steps(self, setting: TableState) -> tuple[Step, ...]:
        """Return the six steps; a zombie player neither fights nor moves."""
        if setting.active and is_zombie(setting[setting.active]):
            return tuple(s for s in steps() if s.key not in ("fight", "move"))
        return steps()

    def turn_over(self, setting: TableState) -> TableState:
        """Go to the next player."""
        if setting.active:
            setting = setting.put(setting.active, since=False)
        return self.enter(setting, next_seat(setting))

    def enter(self, setting: TableState, seat: str) -> TableState:
        """Begin a turn; a dead player starts again. In Last Man Standing the next zombie player moves
        the zombies."""
        first = first_player(setting)
        turn = setting.table.number("turn") + (seat == first)
        ended = setting.step in ("zombies", "discard")
        setting = setting.put("table", before=setting.active, seat=seat, turn=turn, step="tile")
        moving = setting.table.number("moving") if ended else 0
        setting = setting.put("table", rolled="", moving=moving)
        setting = setting.put(seat, events=0, discarded=False)
        if in_play(setting[seat]):
            setting = setting.put("table", mover=next_mover(setting))
        setting = setting.say("turn", seat)
        if setting[seat].on("dead"):
            hearts = HEARTS
            if mode(setting) == "cooperative":
                hearts -= setting[seat].number("strikes")
            setting = setting.put(seat, dead=False, hearts=max(1, hearts), bullets=BULLETS)
            setting = setting.say("restarts", seat, hearts=hearts)
        return setting

    def owed(self, setting: TableState) -> list[str]:
        """Return what is owed: deaths, hands of more than three, a card to play or discard."""
        found = [
            _("{name} has no hearts left and dies.", name=s.name)
            for s in setting.seats
            if in_play(s) and not s.number("hearts")
        ]
        if setting.step != "discard":
            return found
        seat = setting[setting.active]
        found += [
            _("{name} has to discard down to three Event cards.", name=s.name)
            for s in setting.seats
            if s.number("hand") > HAND
        ]
        if owes_card(setting, seat):
            found.append(
                _("{name} has to play an Event card each turn, or discard one.", name=seat.name)
            )
        return found

    def headline(self, setting: TableState) -> str:
        """Say the mode and scenario."""
        named = self.chosen_name("mode", mode(setting))
        return f"{named} · {self.chosen_name('scenario', scenario(setting))}"

    def played(self, setting: TableState) -> str:
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

    def urgent(self, setting: TableState) -> list[ButtonView]:
        """Return the deaths of players without hearts."""
        heartless = [s for s in setting.seats if in_play(s) and not s.number("hearts")]
        return each("die", _("Kill {name}"), heartless, play.death.play)

    def moves(self, setting: TableState, unit: Unit) -> list[ButtonView]:
        """Return the moves of a player, an item or a building."""
        if unit.kind == "item":
            return [play.drop.button(_("Discard"), unit.id)]
        if unit.kind == "building":
            why = _("already on the map") if unit.on("placed") else ""
            return [
                ButtonView("build", _("Place with its survivors"), play.build.tap(unit.id), why)
            ]
        if unit.kind != "seat":
            return []
        who = unit.id
        why = ""
        if plays_left(setting, unit) <= 0:
            why = _("no more Event cards this round")
        elif not unit.number("hand"):
            why = _("no cards")
        late = why or ("" if unit.id == setting.active else _("only on their own turn"))
        return [
            ButtonView("event", _("Play an Event card"), play.event.tap(who), why),
            ButtonView("target", _("Play a card on a target player"), play.target.play(who), why),
            ButtonView(
                "item", _("Put an item in front of them"), play.item.tap(who, weapon=False), late
            ),
            ButtonView(
                "weapon", _("Put a weapon in front of them"), play.item.tap(who, weapon=True), late
            ),
            _discard(setting, unit),
            ButtonView(
                "fight",
                _("Fight as {name}", name=unit.name),
                play.fight.play(who),
                _("a zombie player") if is_zombie(unit) else "",
            ),
            ButtonView(
                "die", _("Kill"), play.death.play(who), _("already dead") if unit.on("dead") else ""
            ),
        ]

    def counted(self, before: TableState, after: TableState, unit: str, name: str) -> TableState:
        """Return what follows: a building placed by hand has its survivors."""
        if name != "placed":
            return after
        piece = after[unit]
        if piece.on("placed"):
            after = after.put(unit, survivors=room_in(after, piece))
        if accounted(after) > SURVIVORS:
            raise RuleError(
                "{name} stays on the map: its survivors are already elsewhere.", name=piece.name
            )
        return after

    # The end

    def verdict(self, setting: TableState) -> GameEnd | None:
        """Return how the game ended, by its mode and scenario."""
        seats = setting.seats
        home = escaped(setting)
        humans = [s for s in seats if s.on("human")]
        if scenario(setting) == "last-man":
            if home:
                return GameEnd(fact("won", home[0].id), (home[0].id,))
            if not humans:
                return GameEnd(fact("zombies-won"), tuple(s.id for s in seats))
            return None
        match mode(setting):
            case "cooperative":
                if any(s.number("strikes") >= STRIKES for s in seats):
                    return GameEnd(fact("third-strike"))
                if len(home) == len(seats):
                    return GameEnd(fact("all-home"), tuple(s.id for s in seats))
            case "team":
                teams = sorted({s.number("team") for s in seats})
                for team in teams:
                    members = [s for s in seats if s.number("team") == team]
                    if all(s in home for s in members):
                        return GameEnd(fact("team-won", n=team), tuple(s.id for s in members))
            case _:
                if home:
                    return self._home(setting, home[0])
                if scenario(setting) == "standard":
                    best = [s for s in seats if s.number("zombies") >= TO_WIN]
                    if best:
                        return GameEnd(fact("collected", best[0].id), (best[0].id,))
        return None

    @staticmethod
    def _home(setting: TableState, seat: Unit) -> GameEnd:
        """Return the end of the game for a player who has won at the Helipad's centre."""
        match scenario(setting):
            case "helicopter":
                why = fact("won-armed", seat.id)
            case "rescue":
                why = fact("won-rescued", seat.id, n=rescued_by(setting, seat))
            case _:
                why = fact("won", seat.id)
        return GameEnd(why, (seat.id,))
