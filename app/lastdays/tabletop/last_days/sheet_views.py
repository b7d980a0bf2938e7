"""The sheet of a piece: its current numbers, what it can do, and everything that is set by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from lastdays.language import _, begun, pgettext, short
from lastdays.rulebook.known import AttributeKey, EquipmentKey
from lastdays.tabletop.last_days.actions import leave
from lastdays.tabletop.last_days.card_views import counter
from lastdays.tabletop.last_days.chapter import Actor, mark_name, phase_name
from lastdays.tabletop.last_days.contact import contact_button, part_hands
from lastdays.tabletop.last_days.deploying import silence
from lastdays.tabletop.last_days.figures import armed, heavy, now
from lastdays.tabletop.last_days.shooting import set_off
from lastdays.tabletop.last_days.sides import take_roles
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
from lastdays.tabletop.last_days.taps import (
    arrive,
    bring_back,
    carry,
    leads,
    mark,
    out_form,
    set_phase,
    set_roles,
    stay_away,
    use_up,
    zombie_rises,
)
from lastdays.tabletop.last_days.turn import PHASES
from lastdays.tabletop.view import ButtonView, Rename, SectionView, SheetView, TokenView

#: What is not used up on the table, or has a button of its own.
_KEPT = (EquipmentKey.BOOZE, EquipmentKey.MEDICAL_SUPPLIES, EquipmentKey.MOD_KIT)
#: A button, or a counter.
Item = ButtonView | TokenView


#: What a model or zombie may do now, by the rules.
Moves = Callable[[Actor], list[ButtonView]]


def sheet(state: State, piece: str, moves: Moves | None) -> SheetView | None:
    """Return a piece's sheet; None if it has none, or is gone. Without `moves` only the tokens are
    kept."""
    match state.pieces.get(piece):
        case Figure() as figure:
            return _figure(state, figure, moves)
        case Zombie() as zombie:
            return _zombie(state, zombie, moves)
        case Marker() as thing:
            return _thing(thing)
        case Team() as team:
            return _team(state, team)
        case Table() as table:
            return _table(table)
        case Captive() as captive:
            return _captive(state, captive)
    return None


def _sections(*sections: tuple[str, Sequence[Item]]) -> tuple[SectionView, ...]:
    """Return the sections that aren't empty; switches keep their places."""
    return tuple(
        SectionView(heading, tuple(items), any(getattr(i, "on", None) is not None for i in items))
        for heading, items in sections
        if items
    )


#: So many moves stand in the list of whoever acts; what ends its turn stands below them, and
#: beside it what is pressed as often.
LISTED = 7
_DONE, _BESIDE = ("finish", "end"), ("contact", "zombies-done")


def _can_do(moves: Sequence[ButtonView]) -> tuple[SectionView, ...]:
    """Return what a model or zombie may do: the usual moves, what ends its turn, the rare ones."""
    below = [m for m in moves if m.key in _DONE] + [m for m in moves if m.key in _BESIDE]
    usual = [m for m in moves if m not in below and not m.rare]
    rest = [*usual[LISTED:], *(m for m in moves if m.rare)]
    if len(rest) == 1:  # no fold for one
        below, rest = [*below, *rest], []
    named = ", ".join(m.label.removesuffix("…") for m in rest)
    found = (
        SectionView("", tuple(usual[:LISTED]), listed=True),
        SectionView("", tuple(below)),
        SectionView(named, tuple(rest), fold="moves"),
    )
    return tuple(section for section in found if section.items)


def _by_hand(*sections: tuple[str, Sequence[Item]], folded: bool) -> tuple[SectionView, ...]:
    """Return what is set without a roll, folded together where there is more than that."""
    found = _sections((_("Change by hand"), sections[0][1]), *sections[1:])
    return tuple(replace(s, fold="by-hand") for s in found) if folded else found


# Models


def _figure(state: State, figure: Figure, moves: Moves | None) -> SheetView:
    if figure.on_table:
        sections = (
            *_can_do(moves(figure) if moves is not None else []),
            *_by_hand(
                ("", [counter(figure, "ap")]),
                ("", _figure_by_hand(state, figure)),
                (_("For Experience"), _deeds(figure)),
                folded=moves is not None,
            ),
        )
    else:
        sections = _sections(("", _back(figure)), (_("For Experience"), _deeds(figure)))
    acts = state.table.active == figure.id
    title = f"{figure.name} ★" if figure.leads else figure.name
    return SheetView(
        piece=figure.id,
        title=_("{name} acts", name=figure.name) if acts else title,
        acts=acts,
        points=_("{n} AP", n=(figure.ap or 0) + figure.sprint) if acts else "",
        figures=_numbers(figure, state),
        figures_hint=_("As they are now, Booze and armour counted in"),
        about=_about(state, figure),
        sections=sections,
    )


def _numbers(figure: Figure, state: State) -> str:
    """Say the numbers: 'AP 4 CQC 3 … E 3/4 …': Endurance against shots where it is another."""
    words = []
    for name in ("AP", "CQC", "FA", "S", "E", "DC", "C", "I"):
        value = now(figure, name, state)
        shots = now(figure, "e_shots", state) if name == "E" else value
        words.append(f"{name} {value}" + (f"/{shots}" if shots != value else ""))
    return "  ".join(words)


def _about(state: State, figure: Figure) -> str:
    skills = state.book.skills
    notes = [skills[k].name for k in figure.skills if k in skills]
    if figure.armour:
        notes.append(figure.armour)
    load = heavy(state, figure)
    if load:
        notes.append(_("Heavy: −{n} AP as an Action Phase begins", n=load))
    return " · ".join(notes)


def _back(figure: Figure) -> list[ButtonView]:
    found = []
    if figure.out:
        found.append(ButtonView("out", _("Taken out by…"), out_form.open(figure.id)))
    if figure.part == "held-back":
        found.append(arrive.button(_("Comes to the table"), figure=figure.id))
    else:
        found.append(
            ButtonView(
                "back", _("Back on the table"), bring_back.tap(figure=figure.id), mnemonic="n"
            )
        )
    return found


def _figure_by_hand(state: State, figure: Figure) -> list[ButtonView]:
    found = [_mark(figure.id, "panicked", on=figure.panicked)]
    found += [_mark(figure.id, name, on=getattr(figure, name)) for name in _had_turn(state, figure)]
    if any(key == EquipmentKey.BOOZE for _i, key in figure.kit):
        found.append(_mark(figure.id, "booze", on=figure.booze))
    for gun in state.all(Gun):
        if gun.figure == figure.id:
            found += _gun(state, gun)
    found += _kit(state, figure)
    if not figure.leads:
        found.append(leads.button(_("Leads"), figure=figure.id))
    found.append(ButtonView("out", _("Out of Action by…"), out_form.open(figure.id)))
    found.append(leave.button(_("Leaves the table"), figure=figure.id))
    if state.table.turn == 0:
        for part, text in (("held-back", _("Held back")), ("missing", _("Missing"))):
            found.append(ButtonView(part, text, stay_away.tap(figure=figure.id, part=part)))
    # What comes and goes stands last, so that nothing above it moves.
    return [*found, *_carrying(state, figure), *_out_of_contact(state, figure.id)]


def _had_turn(state: State, figure: Figure) -> tuple[str, ...]:
    return ("acted", "fired", "fought") if armed(state, figure) else ("acted", "fought")


def _mark(piece: str, name: str, *, on: bool) -> ButtonView:
    text = mark_name(name)
    act = mark.tap(piece=piece, name=name)
    return ButtonView(f"mark/{name}", begun(text), act, on=on)


def _out_of_contact(state: State, who: str) -> list[ButtonView]:
    return [
        ButtonView(
            f"part/{other}",
            _("Out of contact with {name}", name=short(state.name(other), 18)),
            part_hands.tap(one=who, other=other),
        )
        for other in state.touching(who)
    ]


def _carrying(state: State, figure: Figure) -> list[ButtonView]:
    def carries(load: str, text: str) -> ButtonView:
        return ButtonView(f"carry/{load}", text, carry.tap(figure=figure.id, load=load))

    if figure.carries:
        return [carries("", _("Sets it down"))]
    found = [carries("token", _("Takes a Supply Token"))] if state.table.tokens else []
    return found + [
        carries(c.id, _("Takes {name} along", name=short(c.name, 18)))
        for c in state.captives
        if c.place == "table"
    ]


def _gun(state: State, gun: Gun) -> list[ButtonView]:
    def marked(name: str, text: str, on: bool) -> ButtonView:
        act = mark.tap(piece=gun.id, name=name)
        return ButtonView(f"{name}/{gun.id}", text.format(gun=gun.name), act, on=on)

    if gun.reload is not None and not gun.gone:
        found = [marked("empty", _("{gun}: must reload"), gun.empty)]
    else:
        found = [marked("gone", _("{gun}: used up"), gun.gone)]
    if gun.silencer and state.table.turn == 0:
        text = _("{gun}: Silencer", gun=gun.name)
        found.append(ButtonView(f"silence/{gun.id}", text, silence.tap(gun=gun.id)))
    return found


def _kit(state: State, figure: Figure) -> list[ButtonView]:
    found = []
    for item, key in figure.kit:
        entry = state.book.equipment[key]
        if entry.has(AttributeKey.ONE_USE) and key not in _KEPT:
            text = _("{item}: used up", item=entry.name)
            act = use_up.tap(figure=figure.id, item=item)
            used = item in figure.used
            found.append(ButtonView(f"use-up/{item}", text, act, on=used))
    return found


def _deeds(figure: Figure) -> list[TokenView]:
    return [counter(figure, name) for name in ("zombies", "rivals", "objectives")]


# Zombies


def _zombie(state: State, zombie: Zombie, moves: Moves | None) -> SheetView:
    if zombie.dead:
        rises = zombie_rises.button(_("Rises again"), zombie=zombie.id)
        sections = _sections(("", [rises]))
    else:
        touches = contact_button(state, zombie.id)  # with tokens only too: it is kept by hand
        sections = (
            *_can_do(moves(zombie) if moves is not None else [touches]),
            *_by_hand(("", _zombie_by_hand(state, zombie)), folded=moves is not None),
        )
    acts = state.table.active == zombie.id
    return SheetView(
        piece=zombie.id,
        title=_("{name} moves", name=zombie.name) if acts else zombie.name,
        acts=acts,
        points=_("{n} AP", n=zombie.ap or 0) if acts else "",
        figures=_(
            "AP {ap}  CQC {cqc}  S {s}  DC {dc}  H {h}",
            ap=zombie.AP,
            cqc=zombie.CQC,
            s=zombie.S,
            dc=zombie.DC,
            h=zombie.H,
        ),
        sections=sections,
    )


def _zombie_by_hand(state: State, zombie: Zombie) -> list[Item]:
    return [
        counter(zombie, "ap"),
        ButtonView("out", _("Put down by…"), out_form.open(zombie.id)),
        _mark(zombie.id, "token", on=zombie.token),
        *_out_of_contact(state, zombie.id),
        _rename(zombie.id),
    ]


def _rename(piece: str) -> ButtonView:
    return ButtonView("rename", _("Name it…"), Rename(piece))


# Things, sides, the table


def _thing(thing: Marker) -> SheetView:
    def marked(name: str, text: str) -> ButtonView:
        return ButtonView(name, text, mark.tap(piece=thing.id, name=name))

    taps = []
    figures = ""
    if thing.sort == "door":
        figures = _("Endurance {e}, holds {n} damage", e=thing.E, n=thing.capacity)
        taps.append(marked("open", _("Close the door") if thing.open else _("Open the door")))
    if thing.sort == "alarm":
        act = set_off.tap(vehicle=thing.id)
        taps.append(ButtonView("set-off", _("The alarm goes off"), act))
    taps.append(marked("gone", _("Off the table")))
    taps.append(_rename(thing.id))
    return SheetView(thing.id, thing.name, figures=figures, sections=_sections(("", taps)))


def _team(state: State, team: Team) -> SheetView:
    others = len(state.teams) > 1
    encounter = state.encounter
    roles = encounter is not None and encounter.roles and state.table.phase == "setup"
    text = _("Did not break after all") if team.broke else _("Broke and fled")
    taps = [ButtonView("broke", text, mark.tap(piece=team.id, name="broke"))]
    if others and roles and team.role != "defender":
        act = take_roles.tap(defender=team.id)
        taps.append(ButtonView("defend", _("Is the defender"), act))
    if others and not team.broke and state.table.aggressor != team.id:
        act = set_roles.tap(aggressor=team.id)
        taps.append(ButtonView("roles", _("Is the Aggressor"), act))
    counters = [counter(team, "losses"), counter(team, "rerolls")]
    return SheetView(
        team.id,
        team.name,
        sections=_sections((_("Change by hand, without a roll"), taps), ("", counters)),
    )


def _table(table: Table) -> SheetView:
    counters = [counter(table, "tokens"), counter(table, "turn")]
    if table.vehicle:
        counters.append(counter(table, "repairs"))
    steps = [
        ButtonView(f"phase/{phase}", phase_name(phase), set_phase.tap(phase=phase))
        for phase in PHASES
        if phase != table.phase
    ]
    return SheetView(
        "table",
        _("The table"),
        sections=_sections(
            (_("Change by hand, without a roll"), counters),
            (_("The step of the turn, nothing else"), steps),
        ),
    )


def _captive(state: State, captive: Captive) -> SheetView:
    match captive.place:
        case "table":
            where = _("on the table")
        case "off":
            where = _("off the table")
        case bearer:
            where = pgettext("Captive", "with {name}", name=state.name(bearer))
    return SheetView(captive.id, captive.name, figures=where)
