"""The board: a card for each model, zombie and thing; the bar; and the sheet of a piece, with its
current numbers, its moves, and the changes by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from lastdays.language import _, begun, ngettext, pgettext, short, titled
from lastdays.model.counters import level_in_words, value_name
from lastdays.rulebook import pictograms
from lastdays.rulebook.known import AttributeKey, EquipmentKey
from lastdays.tabletop.last_days.actions import leave
from lastdays.tabletop.last_days.chapter import Actor, mark_name, phase_name
from lastdays.tabletop.last_days.combat import killers
from lastdays.tabletop.last_days.contact import contact_button, part_hands
from lastdays.tabletop.last_days.deploying import silence
from lastdays.tabletop.last_days.figures import action_points, armed, heavy, now
from lastdays.tabletop.last_days.own_counters import levels_now, shown_in_words, tokens_of
from lastdays.tabletop.last_days.own_tables import offer
from lastdays.tabletop.last_days.own_turn import steps_due
from lastdays.tabletop.last_days.shooting import set_off, short_name
from lastdays.tabletop.last_days.sides import owed, take_roles
from lastdays.tabletop.last_days.state import (
    Blade,
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
    leave_out_token,
    mark,
    may_leave_out_token,
    out_form,
    place,
    set_phase,
    set_roles,
    stay_away,
    use_up,
    zombie_comes,
    zombie_goes,
    zombie_rises,
)
from lastdays.tabletop.last_days.turn import MENACE, PHASES, casualties
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
    Rename,
    SectionView,
    SheetView,
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
    """Return the chips of marks; `had_turn` is the mark for having had a turn."""
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
        parts.append(_("contact: {names}", names=touching))
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
        "ladder": _("not for zombies"),
    }
    if thing.height:
        notes["ladder"] = _("{n}″ high, not for zombies", n=thing.height)
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
        foot_title=_zombies_counted(state, len(zombies)),
        active=table.active,
        follow=table.active,
        placing=_placing(),
        more_title=_("Add marker…"),
        more=_things_to_place(),
        menu=tuple(offer(state, table)),
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
    words += shown_in_words(state, team)
    words += _notes_in_short(team)
    if team.broke:
        words.append(_("BROKE"))
    return " · ".join(words)


#: The most letters of a standing note in a heading.
NOTE_MOST = 32


def _notes_in_short(piece: Team | Table) -> Iterator[str]:
    """Yield the standing notes of a side or the game for a heading."""
    for note in piece.notes:
        yield short(note, NOTE_MOST)


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
        "other": _("Encounter marker"),
    }
    return tuple(ButtonView(s, names[s], place.tap(sort=s)) for s in NAMES()["things"])


# Models


def figure_card(state: State, figure: Figure, *, due: bool) -> CardView:
    """Return the card of a model; one that is off the table keeps no counters."""
    on_table, points = figure.on_table, _points(state, figure)
    had_turn = HAD_TURN.get(state.table.phase, "")
    kind = state.book.characters.get(figure.type)
    marks = CHIPS if armed(state, figure) else ("ran", "acted", "fought")
    return CardView(
        id=figure.id,
        kind="figure",
        title=f"{figure.name} ★" if figure.leads else figure.name,
        note=_note(state, figure, points),
        subtitle=kind.name if kind is not None else "",
        edge=figure.keyword,
        tokens=_figure_tokens(state, figure) if on_table else (),
        look="gone" if not on_table else "active" if state.table.active == figure.id else "",
        badges=tuple(_badges(state, figure)) if on_table else (),
        touching=_models_touching(state, figure) if on_table else "",
        zombies=_zombies_touching(state, figure) if on_table else "",
        alarm=_("PANIC") if figure.panicked else "",
        status=points if on_table else "",
        gear=_gear(state, figure),
        chips=_chips(figure, marks, had_turn) if on_table else (),
        due=due,
        done=on_table and bool(had_turn) and getattr(figure, had_turn),
    )


def _models_touching(state: State, figure: Figure) -> str:
    """Return the names of what a model is in contact with, zombies apart."""
    zombies = {zombie.id for zombie in state.zombies}
    return ", ".join(state.name(i) for i in state.touching(figure.id) if i not in zombies)


def _zombies_touching(state: State, figure: Figure) -> str:
    """Return the numbers of the zombies that a model is in contact with."""
    touching = state.touching(figure.id)
    return ", ".join(short_name(z.name, z.id) for z in state.zombies if z.id in touching)


def _badges(state: State, figure: Figure) -> Iterable[BadgeView]:
    """Return what a model carries or has drunk, as badges."""
    if figure.carries == "token":
        yield BadgeView(pictograms.token("supply"), _("carries a Supply Token"))
    elif figure.carries:
        name = state.name(figure.carries)
        yield BadgeView(pictograms.token("captive"), _("carries {name}", name=name))
    if figure.booze:
        yield BadgeView(pictograms.of("equipment", EquipmentKey.BOOZE), _("drank Booze"))
    if figure.tower:
        yield BadgeView(pictograms.token("tower"), mark_name("tower"))
    if figure.notes:
        yield BadgeView(pictograms.token("marker"), " ".join(figure.notes))


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
        *tokens_of(state, figure, board=True),
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


def _note(state: State, figure: Figure, points: str) -> str:
    """Return a line about a model: Action Points, contact, what it carries, or why it is gone."""
    if not figure.on_table:
        return _why_gone(state, figure)
    parts = [points]
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
    parts += [level.name for level in levels_now(state, figure)]
    parts += figure.notes
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
    return _("held back") if figure.part == "held-back" else _("misses the game")


#: The steps in the bar, with the Menace Phase as one.
STEPS = ("menace", "action", "shooting", "close-quarters", "end")


def bar(state: State) -> BarView:
    """Return the bar with the turn; its steps keep their names and so their places."""
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
    roles += shown_in_words(state, table)
    roles += _notes_in_short(table)
    return " · ".join(roles)


#: If more pieces than this are waiting, there is also a short form without their names.
NAMED = 3


def _waiting(state: State) -> tuple[str, str]:
    """Return who is still waiting, '3 have not acted: Ed, Lou, Kit', and a short form without names if
    there are many."""
    if state.open is not None:
        return _("A roll is unfinished: finish it or cancel it."), ""
    left = [state.pieces[i] for i in owed(state)]
    if not left:
        return _own_steps_left(state), ""
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


def _own_steps_left(state: State) -> str:
    """Say which of the players' own steps are still to be done; '' if none is."""
    steps = [due.step.name for due in steps_due(state)]
    return titled(_("Our rules, still to do"), ", ".join(steps)) if steps else ""


#: One-use equipment that is not used up on the table, or has a button of its own.
_KEPT = (EquipmentKey.BOOZE, EquipmentKey.MEDICAL_SUPPLIES, EquipmentKey.MOD_KIT)
#: A button, or a counter.
Item = ButtonView | TokenView


#: A function that returns the moves of a model or zombie.
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
            return _table(state, table)
        case Captive() as captive:
            return _captive(state, captive)
    return None


def _sections(*sections: tuple[str, Iterable[Item]]) -> tuple[SectionView, ...]:
    """Return the sections that aren't empty; in one with switches all items keep their places."""
    return tuple(
        SectionView(heading, items, any(getattr(i, "on", None) is not None for i in items))
        for heading, items in ((heading, tuple(found)) for heading, found in sections)
        if items
    )


#: The most moves in the list of a sheet.
LISTED = 7
#: The moves below the list: those that end a turn, then others as frequent.
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


def _zombies_counted(state: State, n: int) -> str:
    """Return the heading of the zombies, with the most there may be where there is a most."""
    most = state.number("zombie_cap", "most")
    if n > most or not state.rules.switches.zombie_cap:
        return _("Zombies {n}", n=n)
    return _("Zombies {n}/{most}", n=n, most=most)


def _by_hand(*sections: tuple[str, Iterable[Item]], folded: bool) -> tuple[SectionView, ...]:
    """Return the changes without a roll, folded together below the moves."""
    found = _sections((_("Change by hand"), sections[0][1]), *sections[1:])
    return tuple(replace(s, fold="by-hand") for s in found) if folded else found


def _own(state: State, piece: Figure | Team | Table, *, rolled: bool = True) -> Iterator[Item]:
    """Yield a piece's counters of the players' own; `rolled`: and the way to their tables."""
    yield from tokens_of(state, piece, board=False)
    if rolled:
        yield from offer(state, piece)


# Models


def _figure(state: State, figure: Figure, moves: Moves | None) -> SheetView:
    if figure.on_table:
        sections = (
            *_can_do(moves(figure) if moves is not None else []),
            *_by_hand(
                ("", [counter(figure, "ap")]),
                ("", _figure_by_hand(state, figure)),
                (_("Our rules"), _own(state, figure, rolled=moves is None)),
                (_("For Experience"), _deeds(figure)),
                folded=moves is not None,
            ),
        )
    else:
        sections = _sections(
            ("", _back(state, figure)),
            (_("Our rules"), _own(state, figure)),
            (_("For Experience"), _deeds(figure)),
        )
    acts = state.table.active == figure.id
    title = f"{figure.name} ★" if figure.leads else figure.name
    return SheetView(
        piece=figure.id,
        title=_("{name} acts", name=figure.name) if acts else title,
        acts=acts,
        points=_("{n} AP", n=(figure.ap or 0) + figure.sprint) if acts else "",
        figures=_numbers(figure, state),
        figures_hint=_("Current values, including Booze and armour"),
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
    skills, injuries = state.book.skills, state.book.injuries
    notes = [skills[k].name for k in figure.skills if k in skills]
    notes += [injuries[k].name for k in figure.injuries if k in injuries]
    notes += _own_about(state, figure)
    if figure.armour:
        notes.append(figure.armour)
    load = heavy(state, figure)
    if load:
        notes.append(_("Heavy: −{n} AP as an Action Phase begins", n=load))
    return " · ".join(notes)


def _own_about(state: State, figure: Figure) -> Iterator[str]:
    """Yield what the levels of a model's counters do, its traits, and the notes beside it."""
    for level in levels_now(state, figure):
        does = level_in_words(level)
        yield titled(level.name, does) if does else level.name
    for key, text in figure.traits:
        yield titled(value_name("traits", key, state.book), text)
    yield from figure.notes


def _back(state: State, figure: Figure) -> Iterator[ButtonView]:
    if figure.out:
        yield ButtonView("out", _("Taken Out of Action by…"), out_form.open(figure.id))
    if may_leave_out_token(state, figure):
        act = leave_out_token.tap(figure=figure.id)
        yield ButtonView("token-not-placed", _("Don't place the Supply Token"), act)
    if figure.part == "held-back":
        yield arrive.button(_("Comes onto the table"), figure=figure.id)
    else:
        act = bring_back.tap(figure=figure.id)
        yield ButtonView("back", _("Back on the table"), act, mnemonic="n")


def _figure_by_hand(state: State, figure: Figure) -> Iterator[ButtonView]:
    marks = ["panicked", "acted", *(["fired"] if armed(state, figure) else []), "fought"]
    if any(key == EquipmentKey.BOOZE for _i, key in figure.kit):
        marks.append("booze")
    if state.table.towers and state.team(figure.team).role == "defender":
        marks.append("tower")
    yield from (_mark(figure, name) for name in marks)
    for gun in state.all(Gun):
        if gun.figure == figure.id:
            yield from _gun(state, gun)
    yield from _kit(state, figure)
    if not figure.leads:
        yield leads.button(_("Is the Leader"), figure=figure.id)
    yield ButtonView("out", _("Taken Out of Action by…"), out_form.open(figure.id))
    yield leave.button(_("Leaves the table"), figure=figure.id)
    if state.table.turn == 0:
        for part, text in (("held-back", _("Held back")), ("missing", _("Misses the game"))):
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
            loads["token"] = _("Picks up a Supply Token")
        for captive in state.captives:
            if captive.place == "table":
                loads[captive.id] = _("Picks up {name}", name=short(captive.name, 18))
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
        # Players who only keep the tokens record contact, too.
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
    return ButtonView("rename", _("Rename…"), Rename(piece))


# Things, sides, the table


def _thing(thing: Marker) -> SheetView:
    figures, taps = "", []
    if thing.sort == "door":
        figures = _("Endurance {e}, Damage Capacity {n}", e=thing.E, n=thing.capacity)
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
    if state.has_rivals() and roles and team.role != "defender":
        act = take_roles.tap(defender=team.id)
        taps.append(ButtonView("defend", _("Is the defender"), act))
    if others and not team.broke and state.table.aggressor != team.id:
        act = set_roles.tap(aggressor=team.id)
        taps.append(ButtonView("roles", _("Is the Aggressor"), act))
    counters = [counter(team, "losses"), counter(team, "rerolls")]
    return SheetView(
        team.id,
        team.name,
        sections=_sections(
            (_("Change by hand, without a roll"), taps),
            ("", counters),
            (_("Our rules"), _own(state, team)),
        ),
    )


def _table(state: State, table: Table) -> SheetView:
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
            (_("Our rules"), _own(state, table)),
            (_("Change only the step of the turn"), steps),
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
