"""The board: a card for each model, zombie and thing, and the bar."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from lastdays.language import _, ngettext, pgettext, titled
from lastdays.rulebook import pictograms
from lastdays.rulebook.known import EquipmentKey
from lastdays.tabletop.last_days.chapter import mark_name, phase_name
from lastdays.tabletop.last_days.combat import killers
from lastdays.tabletop.last_days.figures import action_points, armed
from lastdays.tabletop.last_days.shooting import short_name
from lastdays.tabletop.last_days.sides import owed
from lastdays.tabletop.last_days.state import Blade, Figure, Gun, Marker, State, Table, Team, Zombie
from lastdays.tabletop.last_days.taps import place, zombie_comes, zombie_goes
from lastdays.tabletop.last_days.turn import MENACE, casualties
from lastdays.tabletop.phrases import NAMES
from lastdays.tabletop.view import (
    BadgeView,
    BarView,
    BoardView,
    ButtonView,
    CardView,
    ChipView,
    LookAt,
    PanelView,
    TokenView,
)


def counter(
    piece: Figure | Zombie | Marker | Team | Table, name: str, most: int | None = None
) -> TokenView:
    """Return a counter of a piece."""
    look = NAMES()["counters"][name]
    caption, icon = look["caption"], look.get("icon")
    return TokenView(
        piece.id,
        name,
        _(caption),
        getattr(piece, name),
        most,
        icon=pictograms.token(icon) if icon else "",
        whose=_("Table") if isinstance(piece, Table) else piece.name,
        boxes=name == "damage",
        tone=look.get("tone", ""),
    )


#: The marks of an armed model shown as chips.
CHIPS = ("locked", "ran", "acted", "fired", "fought")
#: The pictograms of the chips that a row shows.
DRAWN = {"locked": "locked", "ran": "run"}


def _chips(piece: Figure | Zombie, names: Iterable[str], had_turn: str) -> tuple[ChipView, ...]:
    """Return the chips of marks; `had_turn` is the one for having had a turn."""
    return tuple(
        ChipView(
            piece.id,
            name,
            mark_name(name),
            getattr(piece, name),
            icon=pictograms.token(DRAWN.get(name, "done")),
            whose=piece.name,
            spot="done" if name == had_turn else "state" if name in DRAWN else "",
        )
        for name in names
    )


def zombie_card(state: State, zombie: Zombie, killer: str, *, due: bool) -> CardView:
    """Return the card of a zombie; `killer` is who would put it down now, '' if unclear."""
    touching = ", ".join(state.name(i) for i in state.touching(zombie.id))
    fighting = state.table.phase == "close-quarters"
    parts = []
    if zombie.ap is not None:
        parts.append(_("AP {n}", n=zombie.ap))
    if zombie.token:
        parts.append(_("⚑ Supply Token"))
    if touching:
        parts.append(_("at {names}", names=touching))
    tokens = [counter(zombie, "knock")]
    if zombie.damage:
        tokens.append(counter(zombie, "damage", zombie.DC))
    said = _("{zombie}: put down", zombie=zombie.name)
    if killer:
        said = _("{zombie}: put down by {name}", zombie=zombie.name, name=state.name(killer))
    return CardView(
        id=zombie.id,
        kind="zombie",
        title=zombie.name,
        note=" · ".join(parts) or _("roams"),
        tokens=tuple(tokens),
        chips=_chips(zombie, ("acted", "fought"), "fought" if fighting else "acted"),
        look="active" if state.table.active == zombie.id else "",
        due=due,
        deed=ButtonView(
            "put-down",
            "✕",
            zombie_goes.tap(zombie=zombie.id, by=killer),
            hint=said,
            spoken=said,
        ),
        icon=pictograms.token("zombie"),
        badges=(BadgeView(pictograms.token("supply"), _("carries a Supply Token")),)
        if zombie.token
        else (),
        short=short_name(zombie.name, zombie.id),
        touching=touching,
        done=zombie.fought if fighting else zombie.acted and state.table.phase == "zombies",
    )


def thing_card(thing: Marker) -> CardView:
    """Return the card of a thing: a door, a vehicle, a fire."""
    notes = {
        "door": _("open") if thing.open else _("closed"),
        "fire": _("until the end of turn {n}", n=thing.until),
        "alarm": _("car alarm") if thing.noise else _("quiet"),
        "noisemaker": _("lures zombies"),
        "ladder": _("for the living"),
    }
    return CardView(
        id=thing.id,
        kind="thing",
        title=thing.name,
        note=notes.get(thing.sort, ""),
        tokens=_thing_tokens(thing),
        icon=pictograms.token(NAMES()["things"][thing.sort]["icon"]),
        short=short_name(thing.name, thing.id),
    )


def _thing_tokens(thing: Marker) -> tuple[TokenView, ...]:
    most = thing.capacity or None
    match thing.sort:
        case "ladder" | "fire":
            return ()
        case "door":
            return (counter(thing, "damage", most),)
        case "other":
            return (replace(counter(thing, "damage", most), caption=_("Count")),)
    return (replace(counter(thing, "noise", most), icon="", tone=""),)


#: The counter of the selected piece that each letter changes.
LETTERS = (("n", "noise"), ("d", "damage"), ("a", "ammo"), ("k", "knock"))
#: The mark for having had a turn, by step.
HAD_TURN = {"action": "acted", "shooting": "fired", "close-quarters": "fought"}


def board(state: State, hand: str) -> BoardView:
    """Return everything on the table; `hand` is the model used last."""
    table, zombies = state.table, state.zombies
    owing = [state.pieces[i] for i in owed(state)]
    due = {piece.figure if isinstance(piece, Gun) else piece.id for piece in owing}
    panels = (
        PanelView(
            team.id,
            heading(state, team),
            tuple(figure_card(state, f, due=f.id in due) for f in state.figures(team.id)),
            team.name,
        )
        for team in state.teams
    )
    by = killers(state, hand)
    return BoardView(
        panels=tuple(panels),
        foot=(
            *(zombie_card(state, z, by.get(z.id, ""), due=z.id in due) for z in zombies),
            *map(thing_card, state.things),
        ),
        foot_title=_("Zombies {n}/{most}", n=len(zombies), most=state.number("zombie_cap", "most")),
        active=table.active,
        follow=table.active,
        placing=_placing(),
        more_title=_("Add marker…"),
        more=_things_to_place(),
        keys=(
            *((letter, "", name) for letter, name in LETTERS),
            *(("z", z.id, "knock") for z in zombies[:1]),
        ),
    )


# Sides


def heading(state: State, team: Team) -> str:
    """Return a side's name and state."""
    words = [team.name]
    table = state.table
    if table.aggressor and len(state.teams) > 1 and team.id in (table.aggressor, table.defender):
        words.append(_("Aggressor") if team.id == table.aggressor else _("Defender"))
    if team.role:
        words.append({"attacker": _("attacker"), "defender": _("defender")}[team.role])
    lost = casualties(state, team.id)
    if lost:
        words.append(_("{n} out", n=lost))
    brought = sum(f.brought == "token" for f in state.figures(team.id))
    if brought:
        words.append(ngettext("{n} token carried off", "{n} tokens carried off", brought))
    if team.rerolls:
        words.append(_("Armoury {n}", n=team.rerolls))
    if team.broke:
        words.append(_("BROKE"))
    return " · ".join(words)


def _placing() -> tuple[ButtonView, ...]:
    return (
        ButtonView(
            "zombie",
            _("Add zombie"),
            zombie_comes.tap(),
            mnemonic=pgettext("letter of Add zombie", "z"),
        ),
        ButtonView(
            "table",
            _("Table state"),
            LookAt("table"),
            hint=_("Supply Tokens, turn, phase, repairs"),
            mnemonic=pgettext("letter of Table state", "b"),
        ),
    )


def _things_to_place() -> tuple[ButtonView, ...]:
    names = {
        "door": _("Door"),
        "alarm": _("Vehicle with an alarm"),
        "noisemaker": _("Noisemaker"),
        "fire": pgettext("marker", "Fire"),
        "ladder": _("Ladder"),
        "other": _("Counter of the Encounter"),
    }
    return tuple(ButtonView(s, names[s], place.tap(sort=s)) for s in NAMES()["things"])


# Models


def figure_card(state: State, figure: Figure, *, due: bool) -> CardView:
    """Return the card of a model; one that is off the table keeps no counters."""
    on_table = figure.on_table
    had_turn = HAD_TURN.get(state.table.phase, "")
    kind = state.book.characters.get(figure.type)
    marks = CHIPS if armed(state, figure) else ("ran", "acted", "fought")
    return CardView(
        id=figure.id,
        kind="figure",
        title=f"{figure.name} ★" if figure.leads else figure.name,
        note=figure_note(state, figure),
        subtitle=kind.name if kind is not None else "",
        edge=figure.keyword,
        tokens=_figure_tokens(state, figure) if on_table else (),
        look="gone" if not on_table else "active" if state.table.active == figure.id else "",
        badges=tuple(_badges(state, figure)) if on_table else (),
        touching=", ".join(state.name(t) for t in state.touching(figure.id)) if on_table else "",
        alarm=_("PANIC") if figure.panicked else "",
        status=_points(state, figure) if on_table else "",
        gear=_gear(state, figure),
        chips=_chips(figure, marks, had_turn) if on_table else (),
        due=due,
        done=on_table and bool(had_turn) and getattr(figure, had_turn),
    )


def _badges(state: State, figure: Figure) -> Iterable[BadgeView]:
    """Return what a model carries or has drunk, as badges."""
    if figure.carries == "token":
        yield BadgeView(pictograms.token("supply"), _("carries a Supply Token"))
    elif figure.carries:
        name = state.name(figure.carries)
        yield BadgeView(pictograms.token("captive"), _("carries {name}", name=name))
    if figure.booze:
        yield BadgeView(pictograms.of("equipment", EquipmentKey.BOOZE), _("drank Booze"))


def _gear(state: State, figure: Figure) -> str:
    """Return what a model carries, in words."""
    names = [g.name for g in state.all(Gun) if g.figure == figure.id and not g.gone]
    names += [b.name for b in state.all(Blade) if b.figure == figure.id and not (b.bare or b.gone)]
    equipment = state.book.equipment
    names += [equipment[key].name for item, key in figure.kit if item not in figure.used]
    return ", ".join(dict.fromkeys(names))


def _figure_tokens(state: State, figure: Figure) -> tuple[TokenView, ...]:
    return (
        counter(figure, "damage", figure.DC),
        counter(figure, "noise"),
        *(
            TokenView(
                g.id,
                "ammo",
                g.name,
                g.ammo,
                g.reload,
                icon=pictograms.of("firearms", g.key, g.cls),
                alarm=_("RELOAD") if g.empty else "",
                whose=figure.name,
                tone="accent_text",
            )
            for g in state.guns(figure.id)
            if g.reload is not None
        ),
    )


def figure_note(state: State, figure: Figure) -> str:
    """Return a line about a model: Action Points, contact, what it carries, or why it is gone."""
    if not figure.on_table:
        return _why_gone(state, figure)
    parts = [_points(state, figure)]
    if figure.panicked:
        parts.append(_("PANIC"))
    touching = state.touching(figure.id)
    if touching:
        parts.append(_("contact: {names}", names=", ".join(state.name(t) for t in touching)))
    if figure.carries:
        what = _("Supply Token") if figure.carries == "token" else state.name(figure.carries)
        parts.append(_("⚑ {what}", what=what))
    if figure.booze:
        parts.append(_("Booze"))
    parts += [gun.name for gun in state.guns(figure.id) if gun.reload is None]
    return " · ".join(parts)


def _points(state: State, figure: Figure) -> str:
    points = action_points(state, figure) if figure.ap is None else figure.ap
    extra = f"+{figure.sprint}" if figure.sprint else ""
    return _("AP {n}", n=f"{points}{extra}")


def _why_gone(state: State, figure: Figure) -> str:
    if figure.out:
        by = figure.out_by
        who = _("a zombie") if by == "zombie" else state.name(by) if by else ""
        return _("OUT, by {who}", who=who) if who else _("OUT")
    if figure.away:
        if figure.brought:
            what = _("a Supply Token") if figure.brought == "token" else state.name(figure.brought)
            return _("left the table with {what}", what=what)
        return _("left the table")
    return _("held back") if figure.part == "held-back" else _("missing")


#: The steps in the bar, with the Menace Phase as one.
STEPS = ("menace", "action", "shooting", "close-quarters", "end")


def bar(state: State) -> BarView:
    """Return the turn, whose steps keep their names and so their places."""
    table = state.table
    now = "menace" if table.phase in MENACE else table.phase
    waiting, brief = _waiting(state)
    return BarView(
        turn=table.turn,
        steps=tuple((s, _("Menace") if s == "menace" else phase_name(s)) for s in STEPS),
        now="" if now == "setup" else now,
        line=_roles(state),
        waiting=waiting,
        brief=brief,
        can_go_on=state.open is None,
        name=phase_name(table.phase),
    )


def _roles(state: State) -> str:
    table = state.table
    roles = [_("Supply Tokens on the table: {n}", n=table.tokens)]
    if table.vehicle:
        roles.append(_("vehicle: +{n}", n=table.repairs))
    return " · ".join(roles)


#: How many waiting pieces are named at most where the board shows them.
NAMED = 3


def _waiting(state: State) -> tuple[str, str]:
    """Return who is still waiting, '3 have not acted: Ed, Lou, Kit', and a short form without names if
    there are many."""
    if state.open is not None:
        return _("A roll is open: finish it, or drop it."), ""
    left = [state.pieces[i] for i in owed(state)]
    if not left:
        return "", ""
    names = ", ".join(state.name(p.figure if isinstance(p, Gun) else p.id) for p in left)
    n = len(left)
    said = {
        "setup": _("Who attacks is not decided yet"),
        "noise": _("Noise not rolled for yet"),
        "ammo": _("Ammo not rolled for yet"),
        "zombies": _("Not moved yet"),
        "action": ngettext("{n} has not acted", "{n} have not acted", n),
        "shooting": ngettext("{n} has not fired", "{n} have not fired", n),
        "close-quarters": ngettext("{n} has not fought", "{n} have not fought", n),
        "end": _("Breaking Point still to test"),
    }[state.table.phase]
    counted = said if str(n) in said else titled(said, str(n))
    return titled(said, names), counted if n > NAMED else ""
