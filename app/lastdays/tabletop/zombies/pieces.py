"""What is kept of everything on the table of *Zombies!!!*, and how it lies before its player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lastdays.language import _, ngettext
from lastdays.tabletop.declared import Step, each
from lastdays.tabletop.units import Count, Kind, Switch, TableState, Unit, always
from lastdays.tabletop.view import ButtonView, FactView
from lastdays.tabletop.zombies import play
from lastdays.tabletop.zombies.counts import (
    HAND,
    MOST_HEARTS,
    SURVIVORS,
    TO_WIN,
    in_play,
    is_zombie,
    missing,
    mode,
    not_home,
    owes_card,
    plays_left,
    rescued,
    room_in,
    scenario,
    survivors_left,
    waiting,
)
from lastdays.tabletop.zombies.play import no_discard


def _walking(setting: TableState, seat: Unit) -> bool:
    """Tell whether a player has rolled for movement and still moves."""
    rolled = setting.table["rolled"] == "move" and setting.step == "move"
    return rolled and setting.active == seat.id


def _remark(setting: TableState, seat: Unit) -> str:
    """Say how a player stands."""
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
    """Return what everyone has come to together."""
    if scenario(setting) == "rescue":
        value = f"{rescued(setting)}/{SURVIVORS}"
        return (FactView(_("Survivors rescued"), value, "survivor"),)
    return (FactView(_("Killed"), str(sum(s.number("zombies") for s in setting.seats)), "kills"),)


def _of_25(setting: TableState, seat: Unit) -> tuple[str, str]:
    """Return how near a player is, where zombies win the game."""
    if scenario(setting) != "standard" or mode(setting) != "competitive":
        return "", ""
    return str(seat.number("zombies")), _("of {n}", n=TO_WIN)


def _put_in_front(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return what a player can put in front of them now."""
    if seat.id != setting.active or not seat.number("hand") or plays_left(setting, seat) <= 0:
        return []
    return [
        ButtonView("item", _("Put an item in front"), play.item.tap(seat.id, weapon=False)),
        ButtonView("weapon", _("Put a weapon in front"), play.item.tap(seat.id, weapon=True)),
    ]


def _note(setting: TableState, seat: Unit) -> str:
    items = [u.name for u in setting.of("item", seat.id)]
    return " · ".join(filter(None, (_remark(setting, seat), *items)))


@cache
def pieces() -> Mapping[str, Kind]:
    """Return what is kept of players, what lies before them, the buildings of Search and
    Rescue."""
    return {
        "table": Kind(
            "table",
            flags=(
                Switch("helipad", "Helipad", "H", icon="helipad"),
                Switch("food", "Food Source", "F", icon="food"),
            ),
            facts=_of_the_table,
        ),
        "seat": Kind(
            "seat",
            (
                Count(
                    "hearts",
                    "Hearts",
                    high=MOST_HEARTS,
                    says=_("At most five hearts; another one found stays on the board."),
                    icon="hearts",
                    tone="harm_text",
                    boxes=True,
                ),
                Count("bullets", "Bullets", icon="bullets"),
                Count(
                    "zombies",
                    "Zombies",
                    icon="kills",
                    tone="well_text",
                    digits=2,
                ),
                Count(
                    "spaces",
                    "Movement left",
                    when=_walking,
                    icon="free",
                    tone="accent_text",
                ),
                Count(
                    "hand",
                    "Event cards",
                    high=HAND,
                    limit="end",
                    says=_("Discard down to three Event cards."),
                    icon="cards",
                ),
                Count(
                    "survivors",
                    "Survivors",
                    high=survivors_left,
                    says=_("All eighteen have been rescued."),
                    when=lambda s, _u: scenario(s) == "rescue",
                    told=False,
                    icon="survivor",
                    tone="well_text",
                ),
                Count(
                    "strikes",
                    "Deaths",
                    when=lambda s, _u: mode(s) == "cooperative",
                    icon="grave",
                    tone="harm_text",
                ),
            ),
            (Switch("home", "at the centre", "C", icon="helipad"),),
            note=_note,
            named=True,
            icon=lambda _s, u: "zombie" if is_zombie(u) else "survivor",
            figure=_of_25,
            remark=_remark,
            adds=_put_in_front,
        ),
        "item": Kind(
            "item",
            named=True,
            flags=(Switch("weapon", "weapon", "W", aside=always),),
            icon=lambda _s, u: "weapon" if u.on("weapon") else "item",
            form=lambda _s, _u: "chip",
        ),
        "building": Kind(
            "building",
            (
                Count(
                    "survivors",
                    "Survivors",
                    high=room_in,
                    says=_("That building is full, or there is nobody for it."),
                    when=lambda _s, u: u.on("placed"),
                    icon="survivor",
                ),
            ),
            (Switch("placed", "on the map", "M", icon="map"),),
            note=lambda _s, u: _("room for {n}", n=u.number("most")),
            icon=lambda _s, _u: "building",
            form=lambda _s, _u: "chip",
        ),
    }


def fallen(setting: TableState) -> list[ButtonView]:
    """Return who has no hearts left and dies."""
    heartless = [s for s in setting.seats if in_play(s) and not s.number("hearts")]
    return each("die", _("Kill {name}"), heartless, play.die_play.play)


def _on(setting: TableState, step: str) -> bool:
    """Tell whether the die of a step has been thrown in this turn."""
    return bool(setting.table["rolled"] == step)


def _roll(setting: TableState) -> list[ButtonView]:
    """Return the roll for movement; a zombie player's is for the zombies."""
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
    return [ButtonView("fight", _("Fight a zombie"), play.fight.play(setting.active))]


def _helipad(setting: TableState) -> list[ButtonView]:
    if setting.table.on("helipad"):
        return []
    return [ButtonView("helipad", _("Place the Helipad"), play.helipad.play())]


def _moving(setting: TableState) -> list[ButtonView]:
    return [*_fight(setting), *_goals(setting, setting[setting.active])]


def _move_or_zombies(setting: TableState) -> list[ButtonView]:
    """Return the roll for movement; once it is thrown, what ends the move: zombies move."""
    return _zombies(setting) if _on(setting, "move") else _roll(setting)


def _late(setting: TableState) -> list[ButtonView]:
    """Return the card that whoever's turn has ended may still discard, until the next one goes on."""
    before = play.ending(setting)
    if not before or play.no_discard(setting, setting[before]):
        return []
    text = _("Discard one of {name}'s Event cards")
    return each("discard", text, (setting[before],), play.discard.tap)


def _owed(setting: TableState) -> list[ButtonView]:
    """Return the cards that have to be discarded: more than three, or one that is owed each turn."""
    own = setting[setting.active]
    over = [s for s in setting.seats if s.number("hand") > HAND]
    mine = [_discard(setting, own)] if own in over or owes_card(setting, own) else []
    text = _("Discard one of {name}'s Event cards")
    return mine + each("discard", text, (s for s in over if s != own), play.discard.tap)


def _may_discard(setting: TableState) -> list[ButtonView]:
    own, owed = _discard(setting, setting[setting.active]), _owed(setting)
    return [] if own in owed else [own]


def steps() -> tuple[Step, ...]:
    """Return the six steps of a turn (Turn Sequence). The first three are one stop: their moves
    lead to the roll, which fills the hand."""
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


def _mover(setting: TableState) -> str:
    """Return the zombie player who places and moves zombies in a human's turn, '' for none."""
    mover = str(setting.table["mover"] or "")
    human = in_play(setting[setting.active])
    return mover if scenario(setting) == "last-man" and setting.has(mover) and human else ""


def _tile_said(setting: TableState) -> str:
    seat = setting[setting.active]
    says = _(
        "{name} draws and places a map tile, fights the zombies in their space, then rolls to move."
    )
    if _mover(setting):
        says = _(
            "{name} draws and places a map tile, {mover} places its zombies, then {name} its "
            "bullets and hearts, fights the zombies in their space, then rolls to move."
        )
    elif is_zombie(seat):
        says = _("{name} draws and places a map tile.")
    before = setting.table.number("moving")
    parts = [says.format(name=seat.name, mover=setting.name(_mover(setting)))]
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
    if not _on(setting, "move") or seat["spaces"] is None:
        return _("{name} rolls for movement and adds the hearts.", name=seat.name)
    text = ngettext(
        "{name} has {left} space left to move.", "{name} has {left} spaces left to move.", left
    )
    return text.format(name=seat.name, left=left)


def _zombies_said(setting: TableState) -> str:
    seat, mover = setting[setting.active], _mover(setting)
    if mover:
        text = _("{mover} moves all zombies on {name}'s tile and on one next to it.")
        return text.format(name=seat.name, mover=setting.name(mover))
    return _("{name} moves zombies.", name=seat.name)


def _goals(setting: TableState, seat: Unit) -> list[ButtonView]:
    """Return what is reached by moving."""
    who = seat.id
    found = []
    if scenario(setting) == "rescue" and waiting(setting):
        found.append(ButtonView("rescue", _("Rescue a survivor"), play.rescue.play(who)))
    if setting.table.on("helipad") and not seat.on("home"):
        found.append(
            ButtonView(
                "home",
                _("Reach the Helipad's centre"),
                play.home.tap(who),
                not_home(setting, seat),
            )
        )
    return found


def _discard(setting: TableState, seat: Unit) -> ButtonView:
    why = no_discard(setting, seat)
    return ButtonView("discard", _("Discard an Event card"), play.discard.tap(seat.id), why)


def moves(setting: TableState, unit: Unit) -> list[ButtonView]:
    """Return what any player may do, at any time it makes sense."""
    if unit.kind == "item":
        return [ButtonView("drop", _("Discard"), play.drop.tap(unit.id))]
    if unit.kind == "building":
        why = _("already on the map") if unit.on("placed") else ""
        return [ButtonView("build", _("Place with its survivors"), play.build.tap(unit.id), why)]
    if unit.kind != "seat":
        return []
    who = unit.id
    why = ""
    if plays_left(setting, unit) <= 0:
        why = _("no more Event cards this round")
    elif not unit.number("hand"):
        why = _("no cards")
    late = why or ("" if unit.id == setting.active else _("only in their own turn"))
    return [
        ButtonView("event", _("Play an Event card"), play.event.tap(who), why),
        ButtonView("item", _("Put an item in front"), play.item.tap(who, weapon=False), late),
        ButtonView("weapon", _("Put a weapon in front"), play.item.tap(who, weapon=True), late),
        _discard(setting, unit),
        ButtonView(
            "fight",
            _("Fight as {name}", name=unit.name),
            play.fight.play(who),
            _("a zombie player") if is_zombie(unit) else "",
        ),
        ButtonView(
            "die", _("Kill"), play.die_play.play(who), _("already dead") if unit.on("dead") else ""
        ),
    ]
