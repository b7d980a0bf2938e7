"""The sheet of a piece: its current numbers, its moves, and the changes by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

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

#: One-use equipment that is not used up on the table, or has a button of its own.
_KEPT = (EquipmentKey.BOOZE, EquipmentKey.MEDICAL_SUPPLIES, EquipmentKey.MOD_KIT)
#: A button, or a counter.
Item = ButtonView | TokenView


#: Returns the moves of a model or zombie.
Moves = Callable[[Actor], list[ButtonView]]


def sheet(state: State, piece: str, moves: Moves | None) -> SheetView | None:
    """Return a piece's sheet; None if it has none, or is gone. Without `moves` the players only keep
    the tokens."""
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


def _sections(*sections: tuple[str, Iterable[Item]]) -> tuple[SectionView, ...]:
    """Return the sections that aren't empty; switches keep their places."""
    return tuple(
        SectionView(heading, items, any(getattr(i, "on", None) is not None for i in items))
        for heading, items in ((heading, tuple(found)) for heading, found in sections)
        if items
    )


#: The most moves in the list of a sheet.
LISTED = 7
#: Below the list: the moves that end a turn, then others as frequent.
_BELOW = ("finish", "end", "zombies-done", "contact")


def _can_do(moves: list[ButtonView]) -> tuple[SectionView, ...]:
    """Return the moves of a model or zombie: the usual ones, those that end its turn, the rare
    ones."""
    below = sorted((m for m in moves if m.key in _BELOW), key=lambda m: _BELOW.index(m.key))
    usual = [m for m in moves if m not in below and not m.rare]
    rest = [*usual[LISTED:], *(m for m in moves if m.rare)]
    if len(rest) == 1:  # a single one isn't folded
        below, rest = [*below, *rest], []
    named = ", ".join(m.label.removesuffix("…") for m in rest)
    found = (
        SectionView("", tuple(usual[:LISTED]), listed=True),
        SectionView("", tuple(below)),
        SectionView(named, tuple(rest), fold="moves"),
    )
    return tuple(section for section in found if section.items)


def _by_hand(*sections: tuple[str, Iterable[Item]], folded: bool) -> tuple[SectionView, ...]:
    """Return the changes without a roll, folded together below the moves."""
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
    """Say the numbers: 'AP 4 CQC 3 … E 3/4 …', with a different Endurance against shots."""
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


def _back(figure: Figure) -> Iterator[ButtonView]:
    if figure.out:
        yield ButtonView("out", _("Taken out by…"), out_form.open(figure.id))
    if figure.part == "held-back":
        yield arrive.button(_("Comes to the table"), figure=figure.id)
    else:
        act = bring_back.tap(figure=figure.id)
        yield ButtonView("back", _("Back on the table"), act, mnemonic="n")


def _figure_by_hand(state: State, figure: Figure) -> Iterator[ButtonView]:
    marks = ["panicked", "acted", *(["fired"] if armed(state, figure) else []), "fought"]
    if any(key == EquipmentKey.BOOZE for _i, key in figure.kit):
        marks.append("booze")
    yield from (_mark(figure, name) for name in marks)
    for gun in state.all(Gun):
        if gun.figure == figure.id:
            yield from _gun(state, gun)
    yield from _kit(state, figure)
    if not figure.leads:
        yield leads.button(_("Leads"), figure=figure.id)
    yield ButtonView("out", _("Out of Action by…"), out_form.open(figure.id))
    yield leave.button(_("Leaves the table"), figure=figure.id)
    if state.table.turn == 0:
        for part, text in (("held-back", _("Held back")), ("missing", _("Missing"))):
            yield ButtonView(part, text, stay_away.tap(figure=figure.id, part=part))
    # Buttons that come and go are last, so that nothing above them moves.
    yield from _carrying(state, figure)
    yield from _out_of_contact(state, figure.id)


def _mark(piece: Figure | Zombie, name: str) -> ButtonView:
    act = mark.tap(piece=piece.id, name=name)
    return ButtonView(f"mark/{name}", begun(mark_name(name)), act, on=getattr(piece, name))


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
    loads = {}
    if figure.carries:
        loads[""] = _("Sets it down")
    else:
        if state.table.tokens:
            loads["token"] = _("Takes a Supply Token")
        for captive in state.captives:
            if captive.place == "table":
                loads[captive.id] = _("Takes {name} along", name=short(captive.name, 18))
    return [
        ButtonView(f"carry/{load}", text, carry.tap(figure=figure.id, load=load))
        for load, text in loads.items()
    ]


def _gun(state: State, gun: Gun) -> Iterator[ButtonView]:
    reloads = gun.reload is not None and not gun.gone
    name, on = ("empty", gun.empty) if reloads else ("gone", gun.gone)
    text = _("{gun}: must reload") if reloads else _("{gun}: used up")
    act = mark.tap(piece=gun.id, name=name)
    yield ButtonView(f"{name}/{gun.id}", text.format(gun=gun.name), act, on=on)
    if gun.silencer and state.table.turn == 0:
        text = _("{gun}: Silencer", gun=gun.name)
        yield ButtonView(f"silence/{gun.id}", text, silence.tap(gun=gun.id))


def _kit(state: State, figure: Figure) -> Iterator[ButtonView]:
    for item, key in figure.kit:
        entry = state.book.equipment[key]
        if entry.has(AttributeKey.ONE_USE) and key not in _KEPT:
            text = _("{item}: used up", item=entry.name)
            act = use_up.tap(figure=figure.id, item=item)
            yield ButtonView(f"use-up/{item}", text, act, on=item in figure.used)


def _deeds(figure: Figure) -> list[TokenView]:
    return [counter(figure, name) for name in ("zombies", "rivals", "objectives")]


# Zombies


def _zombie(state: State, zombie: Zombie, moves: Moves | None) -> SheetView:
    if zombie.dead:
        rises = zombie_rises.button(_("Rises again"), zombie=zombie.id)
        sections = _sections(("", [rises]))
    else:
        # Players who only keep the tokens note contact too.
        can_do = moves(zombie) if moves is not None else [contact_button(state, zombie.id)]
        by_hand: tuple[Item, ...] = (
            counter(zombie, "ap"),
            ButtonView("out", _("Put down by…"), out_form.open(zombie.id)),
            _mark(zombie, "token"),
            *_out_of_contact(state, zombie.id),
            _rename(zombie.id),
        )
        sections = (*_can_do(can_do), *_by_hand(("", by_hand), folded=moves is not None))
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


def _rename(piece: str) -> ButtonView:
    return ButtonView("rename", _("Name it…"), Rename(piece))


# Things, sides, the table


def _thing(thing: Marker) -> SheetView:
    figures, taps = "", []
    if thing.sort == "door":
        figures = _("Endurance {e}, holds {n} damage", e=thing.E, n=thing.capacity)
        text = _("Close the door") if thing.open else _("Open the door")
        taps.append(ButtonView("open", text, mark.tap(piece=thing.id, name="open")))
    if thing.sort == "alarm":
        taps.append(set_off.button(_("The alarm goes off"), vehicle=thing.id))
    gone = ButtonView("gone", _("Off the table"), mark.tap(piece=thing.id, name="gone"))
    taps += [gone, _rename(thing.id)]
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
