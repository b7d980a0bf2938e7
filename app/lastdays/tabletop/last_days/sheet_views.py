"""A piece at length: its numbers as they are now, what it can do, everything by hand."""

from __future__ import annotations

from typing import Any

from lastdays.language import _, short
from lastdays.tabletop.last_days.actions import Offer, offers
from lastdays.tabletop.last_days.fighting import may_subdue
from lastdays.tabletop.last_days.figures import Rules, heavy, now
from lastdays.tabletop.last_days.menace import foes
from lastdays.tabletop.last_days.shooting import may_spend, ready
from lastdays.tabletop.last_days.state import (
    Captive,
    Figure,
    Gun,
    Marker,
    State,
    Table,
    Team,
    Zombie,
)
from lastdays.tabletop.last_days.turn import (
    PHASES,
    phase_name,
    to_fight,
    why_not_fire,
    zombies_to_act,
)
from lastdays.tabletop.last_days.words import mark_name
from lastdays.tabletop.view import (
    ButtonView,
    OpenForm,
    Play,
    Rename,
    SectionView,
    SheetView,
    Tap,
    TokenView,
)

#: Fires a sheet names; more are rare.
FIRES_MOST = 2
#: What is not used up on the table, or has a button of its own.
_KEPT = ("booze", "medical-supplies", "mod-kit")
#: A button, or a counter.
Item = ButtonView | TokenView


def sheet(state: State, rules: Rules, piece: str, help: str) -> SheetView | None:
    """Return a piece at length; None for what has no sheet, or is not there any more."""
    match state.pieces.get(piece):
        case Figure() as figure:
            return _figure(state, rules, figure, help)
        case Zombie() as zombie:
            return _zombie(state, zombie, help)
        case Marker() as thing:
            return _thing(thing)
        case Team() as team:
            return _team(state, rules, team)
        case Table() as table:
            return _table(table)
        case Captive() as captive:
            return _captive(state, captive)
    return None


def _sections(*sections: tuple[str, list[Any]]) -> tuple[SectionView, ...]:
    return tuple(SectionView(heading, tuple(items)) for heading, items in sections if items)


# Models


def _figure(state: State, rules: Rules, figure: Figure, help: str) -> SheetView:
    if figure.on_table:
        moves = _figure_moves(state, rules, figure) if help != "tokens" else []
        sections = _sections(
            ("", moves),
            (_("By hand"), [_points(figure)]),
            ("", _figure_by_hand(state, rules, figure)),
            (_("For Experience"), _deeds(figure)),
        )
    else:
        sections = _sections(("", _back(figure)), (_("For Experience"), _deeds(figure)))
    return SheetView(
        piece=figure.id,
        title=f"{figure.name} ★" if figure.leads else figure.name,
        figures=_numbers(figure, rules),
        figures_hint=_("As they are now, Booze and armour counted in"),
        about=_about(state, rules, figure),
        sections=sections,
    )


def _numbers(figure: Figure, rules: Rules) -> str:
    """'AP 4  CQC 3  …  E 3/4  …': Endurance against shots where it is another."""
    words = []
    for name in ("AP", "CQC", "FA", "S", "E", "DC", "C", "I"):
        value = now(figure, name, rules)
        shots = now(figure, "e_shots", rules) if name == "E" else value
        words.append(f"{name} {value}" + (f"/{shots}" if shots != value else ""))
    return "  ".join(words)


def _about(state: State, rules: Rules, figure: Figure) -> str:
    skills = rules.catalogue.skills
    notes = [skills[k].name for k in figure.skills if k in skills]
    if figure.armour:
        notes.append(figure.armour)
    load = heavy(state, figure, rules)
    if load:
        notes.append(_("Heavy: −{n} AP as an Action Phase begins").format(n=load))
    return " · ".join(notes)


def _back(figure: Figure) -> list[ButtonView]:
    found: list[ButtonView] = []
    if figure.out:
        found.append(ButtonView("out", _("Taken out by…"), OpenForm("out", figure.id)))
    who = {"figure": figure.id}
    if figure.part == "held-back":
        found.append(ButtonView("arrive", _("Comes to the table"), Tap("arrive", who)))
    else:
        found.append(ButtonView("back", _("Back on the table"), Tap("back", who), mnemonic="B"))
    return found


def _figure_moves(state: State, rules: Rules, figure: Figure) -> list[ButtonView]:
    who = {"figure": figure.id}
    phase = state.table.phase
    found: list[ButtonView] = []
    if phase == "action" and not figure.acted and not state.table.active:
        found.append(ButtonView("activate", _("Activate"), Play("activate", who), mnemonic="v"))
    if state.table.active == figure.id:
        found += [_offered(o) for o in offers(state, figure, rules)]
        found.append(ButtonView("finish", _("Done"), Tap("finish", who), mnemonic="D"))
    if phase == "shooting" and not figure.fired and not why_not_fire(state, figure):
        found.append(ButtonView("shot", _("Fire…"), OpenForm("shot", figure.id), mnemonic="F"))
    if may_spend(state, figure) and ready(state, figure, locked=True):
        found.append(
            ButtonView("locked", _("Spend Locked and Loaded…"), OpenForm("locked", figure.id))
        )
    if phase == "close-quarters" and state.touching(figure.id):
        if not figure.fought:
            found.append(
                ButtonView("fight", _("Attack…"), OpenForm("fight", figure.id), mnemonic="c")
            )
        if may_subdue(state, figure):
            found.append(ButtonView("subdue", _("Subdue"), Play("subdue", who)))
    found.append(_contact(state, figure.id))
    found.append(ButtonView("fall", _("Falls…"), OpenForm("fall", figure.id)))
    return found + _burning(state, figure.id)


def _offered(offer: Offer) -> ButtonView:
    """A button for an action of whoever is being activated."""
    text = _("{what}  {n} AP").format(what=offer.label, n=offer.cost)
    spoken = ""
    if offer.per_inch:
        text = _("{what}…  {n} AP/″").format(what=offer.label, n=offer.cost)
        spoken = _("{what}, {n} AP an inch").format(what=offer.label, n=offer.cost)
    elif not offer.cost:
        text = offer.label
    gun = f"/{offer.args['gun']}" if "gun" in offer.args else ""
    return ButtonView(
        f"act/{offer.key}{gun}",
        text,
        Play("act", {"action": offer.key, **offer.args}),
        why_not=offer.why_not,
        hint=offer.hint,
        spoken=spoken,
    )


def _contact(state: State, who: str) -> ButtonView:
    """Contact with somebody, where there is anybody to touch."""
    why = "" if foes(state, who) else _("There is nobody left to touch.")
    return ButtonView("contact", _("Contact with…"), OpenForm("contact", who), why)


def _burning(state: State, who: str) -> list[ButtonView]:
    fires = [t for t in state.things if t.sort == "fire"]
    return [
        ButtonView(
            f"burns/{fire.id}",
            _("Burns in {fire}").format(fire=fire.name),
            Play("hurt", {"figure": who, "thing": fire.id}),
        )
        for fire in fires[:FIRES_MOST]
    ]


def _points(piece: Figure | Zombie) -> TokenView:
    return TokenView(piece.id, "ap", _("Action Points"), piece.ap, shape="ap", whose=piece.name)


def _figure_by_hand(state: State, rules: Rules, figure: Figure) -> list[ButtonView]:
    who = {"figure": figure.id}
    found = [_mark(figure.id, "panicked", on=figure.panicked)]
    if any(key == "booze" for _i, key in figure.kit):
        found.append(_mark(figure.id, "booze", on=figure.booze))
    found += _out_of_contact(state, figure.id)
    found += _carrying(state, figure)
    for gun in state.all_guns:
        if gun.figure == figure.id:
            found += _gun(state, gun)
    found += _kit(rules, figure)
    if not figure.leads:
        found.append(ButtonView("leads", _("Leads"), Tap("leads", who)))
    found.append(ButtonView("out", _("Out of Action by…"), OpenForm("out", figure.id)))
    found.append(ButtonView("leave", _("Leaves the table"), Tap("leave", who)))
    if state.table.turn == 0:
        for part, text in (("held-back", _("Held back")), ("missing", _("Missing"))):
            found.append(ButtonView(part, text, Tap("stay-away", {**who, "part": part})))
    return found


def _mark(piece: str, name: str, *, on: bool) -> ButtonView:
    what = mark_name(name)
    text = _("not {what}").format(what=what) if on else what
    act = Tap("mark", {"piece": piece, "name": name})
    return ButtonView(f"mark/{name}", text[:1].upper() + text[1:], act)


def _out_of_contact(state: State, who: str) -> list[ButtonView]:
    return [
        ButtonView(
            f"part/{other}",
            _("Out of contact with {name}").format(name=short(state.name(other), 18)),
            Tap("part", {"one": who, "other": other}),
        )
        for other in state.touching(who)
    ]


def _carrying(state: State, figure: Figure) -> list[ButtonView]:
    def carry(load: str, text: str) -> ButtonView:
        return ButtonView(f"carry/{load}", text, Tap("carry", {"figure": figure.id, "load": load}))

    if figure.carries:
        return [carry("", _("Sets it down"))]
    found = [carry("token", _("Takes a Supply Token"))] if state.table.tokens else []
    return found + [
        carry(c.id, _("Takes {name} along").format(name=short(c.name, 18)))
        for c in state.captives
        if c.place == "table"
    ]


def _gun(state: State, gun: Gun) -> list[ButtonView]:
    def mark(name: str, text: str) -> ButtonView:
        act = Tap("mark", {"piece": gun.id, "name": name})
        return ButtonView(f"{name}/{gun.id}", text.format(gun=gun.name), act)

    if gun.gone:
        return [mark("gone", _("{gun}: not gone"))]
    if gun.reload is not None:
        found = [mark("empty", _("{gun}: reloaded") if gun.empty else _("{gun}: must reload"))]
    else:
        found = [mark("gone", _("{gun}: used up"))]
    if gun.silencer and state.table.turn == 0:
        text = _("{gun}: Silencer").format(gun=gun.name)
        found.append(ButtonView(f"silence/{gun.id}", text, Tap("silence", {"gun": gun.id})))
    return found


def _kit(rules: Rules, figure: Figure) -> list[ButtonView]:
    found: list[ButtonView] = []
    for item, key in figure.kit:
        entry = rules.catalogue.equipment[key]
        if entry.has("one-use") and key not in _KEPT:
            text = _("{item}: not used") if item in figure.used else _("{item}: used up")
            act = Tap("use-up", {"figure": figure.id, "item": item})
            found.append(ButtonView(f"use-up/{item}", text.format(item=entry.name), act))
    return found


def _deeds(figure: Figure) -> list[TokenView]:
    return [
        TokenView(figure.id, name, caption, value, whose=figure.name)
        for name, caption, value in (
            ("zombies", _("Zombies"), figure.zombies),
            ("rivals", _("Rivals"), figure.rivals),
            ("objectives", _("Objectives"), figure.objectives),
        )
    ]


# Zombies


def _zombie(state: State, zombie: Zombie, help: str) -> SheetView:
    if zombie.dead:
        rises = ButtonView("zombie-up", _("Rises again"), Tap("zombie-up", {"zombie": zombie.id}))
        sections = _sections(("", [rises]))
    else:
        moves = _zombie_moves(state, zombie) if help != "tokens" else []
        sections = _sections(
            ("", [*moves, _contact(state, zombie.id)]),
            (_("By hand"), _zombie_by_hand(state, zombie)),
        )
    return SheetView(
        piece=zombie.id,
        title=zombie.name,
        figures=_("AP {ap}  CQC {cqc}  S {s}  DC {dc}  H {h}").format(
            ap=zombie.AP, cqc=zombie.CQC, s=zombie.S, dc=zombie.DC, h=zombie.H
        ),
        sections=sections,
    )


def _zombie_moves(state: State, zombie: Zombie) -> list[ButtonView]:
    who = {"zombie": zombie.id}
    phase = state.table.phase
    found: list[ButtonView] = []
    if phase == "zombies" and not zombie.acted and not state.table.active:
        found.append(ButtonView("start", _("Move it"), Play("start-zombie", who), mnemonic="M"))
    if state.table.active == zombie.id:
        found.append(ButtonView("end", _("Done"), Tap("end-zombie", who), mnemonic="D"))
    if phase == "zombies" and zombies_to_act(state):
        found.append(
            ButtonView("zombies-done", _("All the others have moved"), Tap("zombies-done"))
        )
    if phase == "close-quarters" and not zombie.fought:
        why = _("The living attack first (p. 55).") if to_fight(state) else ""
        if state.touching(zombie.id):
            act = OpenForm("fight", zombie.id)
            found.append(ButtonView("fight", _("Attack…"), act, why, mnemonic="c"))
        elif any(t.sort == "door" for t in state.things):
            act = OpenForm("door", zombie.id)
            found.append(ButtonView("door", _("Beats on a door…"), act, why))
    found.append(ButtonView("hurt", _("Falls"), Play("hurt", {"figure": zombie.id})))
    return found + _burning(state, zombie.id)


def _zombie_by_hand(state: State, zombie: Zombie) -> list[Item]:
    text = mark_name("token").capitalize()
    if zombie.token:
        text = _("Carries no Supply Token")
    return [
        _points(zombie),
        ButtonView("out", _("Put down by…"), OpenForm("out", zombie.id)),
        ButtonView("mark/token", text, Tap("mark", {"piece": zombie.id, "name": "token"})),
        *_out_of_contact(state, zombie.id),
        _rename(zombie.id),
    ]


def _rename(piece: str) -> ButtonView:
    return ButtonView("rename", _("Name it…"), Rename(piece))


# Things, sides, the table


def _thing(thing: Marker) -> SheetView:
    def mark(name: str, text: str) -> ButtonView:
        return ButtonView(name, text, Tap("mark", {"piece": thing.id, "name": name}))

    taps: list[ButtonView] = []
    figures = ""
    if thing.sort == "door":
        figures = _("Endurance {e}, holds {n} damage").format(e=thing.E, n=thing.capacity)
        taps.append(mark("open", _("Close it") if thing.open else _("Open it")))
    if thing.sort == "alarm":
        act = Tap("set-off", {"vehicle": thing.id})
        taps.append(ButtonView("set-off", _("The alarm goes off"), act))
    taps.append(mark("gone", _("It is gone")))
    taps.append(_rename(thing.id))
    return SheetView(thing.id, thing.name, figures, sections=_sections(("", taps)))


def _team(state: State, rules: Rules, team: Team) -> SheetView:
    others = len(state.teams) > 1
    encounter = rules.catalogue.encounters.get(state.table.encounter)
    roles = encounter is not None and encounter.roles and state.table.phase == "setup"
    text = _("Did not break after all") if team.broke else _("Broke and fled")
    taps = [ButtonView("broke", text, Tap("mark", {"piece": team.id, "name": "broke"}))]
    if others and roles and team.role != "defender":
        act = Tap("defend", {"defender": team.id})
        taps.append(ButtonView("defend", _("Is the defender"), act))
    if others and not team.broke and state.table.aggressor != team.id:
        act = Tap("roles", {"aggressor": team.id})
        taps.append(ButtonView("roles", _("Is the Aggressor"), act))
    counters = [
        TokenView(team.id, "losses", _("Lost this turn"), team.losses, whose=team.name),
        TokenView(team.id, "rerolls", _("Armoury"), team.rerolls, whose=team.name),
    ]
    return SheetView(team.id, team.name, sections=_sections((_("By hand"), taps), ("", counters)))


def _table(table: Table) -> SheetView:
    whose = _("Table")
    counters = [
        TokenView("table", "tokens", _("Supply Tokens"), table.tokens, shape="tokens", whose=whose),
        TokenView("table", "turn", _("Turn"), table.turn, whose=whose),
    ]
    if table.vehicle:
        counters.append(TokenView("table", "repairs", _("Repairs"), table.repairs, whose=whose))
    steps = [
        ButtonView(f"phase/{phase}", phase_name(phase), Tap("phase", {"phase": phase}))
        for phase in PHASES
        if phase != table.phase
    ]
    return SheetView(
        "table",
        _("The table"),
        sections=_sections(
            (_("By hand"), counters), (_("The step of the turn, nothing else"), steps)
        ),
    )


def _captive(state: State, captive: Captive) -> SheetView:
    match captive.place:
        case "table":
            where = _("on the table")
        case "off":
            where = _("off the table")
        case bearer:
            where = _("with {name}").format(name=state.name(bearer))
    return SheetView(captive.id, captive.name, where)
