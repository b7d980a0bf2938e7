"""The board: a card for each model, zombie and thing; the bar; and the sheet of a piece, with its
current numbers, its moves, and the changes by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from lastdays.language import _, capitalised, ngettext, pgettext, short, titled
from lastdays.model.counters import level_in_words, value_name
from lastdays.rulebook import pictograms
from lastdays.rulebook.known import AttributeKey, EquipmentKey
from lastdays.tabletop.last_days.actions import leave
from lastdays.tabletop.last_days.chapter import Actor, mark_name, phase_name
from lastdays.tabletop.last_days.combat import killers
from lastdays.tabletop.last_days.contact import contact_button, end_contact
from lastdays.tabletop.last_days.deploying import silence
from lastdays.tabletop.last_days.figures import (
    action_points,
    came_with_firearm,
    current_characteristic,
    heavy_cost,
)
from lastdays.tabletop.last_days.own_counters import counters_in_words, levels_now, tokens_of
from lastdays.tabletop.last_days.own_tables import offer_own_tables
from lastdays.tabletop.last_days.own_turn import steps_due
from lastdays.tabletop.last_days.shooting import set_off, short_name
from lastdays.tabletop.last_days.sides import take_roles, who_is_waiting
from lastdays.tabletop.last_days.state import (
    Blade,
    Captive,
    Figure,
    Gun,
    Marker,
    Piece,
    State,
    Table,
    Team,
    Zombie,
)
from lastdays.tabletop.last_days.taps import (
    arrive,
    bring_back,
    carry,
    leave_out_token,
    make_leader,
    may_leave_out_token,
    out_form,
    place_thing,
    set_mark,
    set_phase,
    set_roles,
    stay_away,
    use_up,
    zombie_comes,
    zombie_down,
    zombie_up,
)
from lastdays.tabletop.last_days.turn import MENACE, PHASES, casualty_count
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


def counter_token(
    piece: Figure | Zombie | Marker | Team | Table, name: str, limit: int | None = None
) -> TokenView:
    """Return a counter of a piece."""
    look = NAMES()["counters"][name]
    caption = look["caption"]
    icon = ""
    if look.get("icon"):
        icon = pictograms.token(look["icon"])
    return TokenView(
        piece=piece.id,
        name=name,
        caption=_(caption),
        value=getattr(piece, name),
        limit=limit,
        icon=icon,
        whose=_("Table") if isinstance(piece, Table) else piece.name,
        boxes=name == "damage",
        tone=look.get("tone", ""),
    )


#: The marks of an armed model shown as chips.
CHIPS = ("locked", "ran", "acted", "fired", "fought")
#: Those of a model without a Firearm.
UNARMED_CHIPS = ("ran", "acted", "fought")
#: The pictograms of the chips that a row shows.
DRAWN = {"locked": "locked", "ran": "run"}


def _chips(piece: Figure | Zombie, names: Iterable[str], had_turn: str) -> tuple[ChipView, ...]:
    """Return the chips of marks; `had_turn` is the mark for having had a turn."""
    return tuple(_chip(piece, name, had_turn) for name in names)


def _chip(piece: Figure | Zombie, name: str, had_turn: str) -> ChipView:
    """Return the chip of a mark: the one for having had a turn is the tick, drawn ones stand beside
    it, the others are in the row's menu."""
    spot: Literal["", "state", "done"] = ""
    if name == had_turn:
        spot = "done"
    elif name in DRAWN:
        spot = "state"
    return ChipView(
        piece=piece.id,
        name=name,
        caption=mark_name(name),
        on=getattr(piece, name),
        icon=pictograms.token(DRAWN.get(name, "done")),
        whose=piece.name,
        spot=spot,
    )


def zombie_card(state: State, zombie: Zombie, killer: str, *, due: bool) -> CardView:
    """Return the card of a zombie; `killer` is who would put it down now, '' if unclear."""
    touching = ", ".join(state.name(piece) for piece in state.in_contact_with(zombie.id))
    phase = state.table.phase
    if phase == "close-quarters":
        had_turn, has_had_turn = "fought", zombie.fought
    else:
        had_turn, has_had_turn = "acted", zombie.acted and phase == "zombies"
    tokens = [counter_token(zombie, "knock")]
    if zombie.damage:
        tokens.append(counter_token(zombie, "damage", zombie.DC))
    badges = []
    if zombie.token:
        badges.append(BadgeView(pictograms.token("supply"), _("carries a Supply Token")))
    return CardView(
        id=zombie.id,
        kind="zombie",
        title=zombie.name,
        note=_zombie_note(zombie, touching),
        tokens=tuple(tokens),
        chips=_chips(zombie, ("acted", "fought"), had_turn),
        look="active" if state.table.active == zombie.id else "",
        due=due,
        deed=_put_down(state, zombie, killer),
        icon=pictograms.token("zombie"),
        badges=tuple(badges),
        short=short_name(zombie.name, zombie.id),
        touching=touching,
        done=has_had_turn,
    )


def _zombie_note(zombie: Zombie, touching: str) -> str:
    """Return a line about a zombie: Action Points, Supply Token, contact; or that it roams."""
    parts = []
    if zombie.ap is not None:
        parts.append(_("AP {n}", n=zombie.ap))
    if zombie.token:
        parts.append(_("⚑ Supply Token"))
    if touching:
        parts.append(_("contact: {names}", names=touching))
    if not parts:
        return _("roams")
    return " · ".join(parts)


def _put_down(state: State, zombie: Zombie, killer: str) -> ButtonView:
    """Return the button that puts a zombie down, credited to a model or to nobody."""
    hint = _("{zombie}: put down", zombie=zombie.name)
    if killer:
        hint = _("{zombie}: put down by {name}", zombie=zombie.name, name=state.name(killer))
    act = zombie_down.tap(zombie=zombie.id, by=killer)
    return ButtonView("put-down", "✕", act, hint=hint, spoken=hint)


def thing_card(thing: Marker) -> CardView:
    """Return the card of a thing: a door, a vehicle, a fire."""
    return CardView(
        id=thing.id,
        kind="thing",
        title=thing.name,
        note=_note_on_thing(thing),
        tokens=_thing_tokens(thing),
        icon=pictograms.token(NAMES()["things"][thing.sort]["icon"]),
        short=short_name(thing.name, thing.id),
    )


def _note_on_thing(thing: Marker) -> str:
    """Return the line about a thing."""
    match thing.sort:
        case "door":
            return _("open") if thing.open else _("closed")
        case "fire":
            return _("until the end of turn {n}", n=thing.until)
        case "alarm":
            return _("car alarm") if thing.noise else _("quiet")
        case "noisemaker":
            return _("lures zombies")
        case "ladder" if thing.height:
            return _("{n}″ high, not for zombies", n=thing.height)
        case "ladder":
            return _("not for zombies")
    return ""


def _thing_tokens(thing: Marker) -> tuple[TokenView, ...]:
    capacity = thing.capacity or None
    match thing.sort:
        case "ladder" | "fire":
            return ()
        case "door":
            return (counter_token(thing, "damage", capacity),)
        case "other":
            return (replace(counter_token(thing, "damage", capacity), caption=_("Count")),)
    return (replace(counter_token(thing, "noise", capacity), icon="", tone=""),)


#: The counter of the selected piece that each letter changes.
LETTERS = (("n", "noise"), ("d", "damage"), ("a", "ammo"), ("k", "knock"))
#: The mark for having had a turn, by step.
HAD_TURN = {"action": "acted", "shooting": "fired", "close-quarters": "fought"}


def board(state: State, piece_in_hand: str) -> BoardView:
    """Return everything on the table; `piece_in_hand` is the id of the model used last."""
    table = state.table
    pieces_due = _pieces_due(state)
    keys = [(letter, "", name) for letter, name in LETTERS]
    if state.zombies:
        keys.append(("z", state.zombies[0].id, "knock"))
    return BoardView(
        panels=tuple(_panel(state, team, pieces_due) for team in state.teams),
        foot=tuple(_cards_of_foot(state, piece_in_hand, pieces_due)),
        foot_title=_heading_of_zombies(state, len(state.zombies)),
        active=table.active,
        follow=table.active,
        placing=_buttons_to_place(),
        more_title=_("Add marker…"),
        more=_things_to_place(),
        menu=tuple(offer_own_tables(state, table)),
        keys=tuple(keys),
    )


def _pieces_due(state: State) -> set[str]:
    """Return the ids of everything on the board that still owes something; for a Firearm its bearer's."""
    pieces = [state.pieces[piece] for piece in who_is_waiting(state)]
    return {_card_of(piece) for piece in pieces}


def _card_of(piece: Piece) -> str:
    """Return the id of the card that shows a piece: of a Firearm its bearer's."""
    return piece.figure if isinstance(piece, Gun) else piece.id


def _panel(state: State, team: Team, pieces_due: set[str]) -> PanelView:
    """Return a side with its models."""
    cards = [figure_card(state, f, due=f.id in pieces_due) for f in state.figures(team.id)]
    return PanelView(
        id=team.id,
        heading=heading(state, team),
        cards=tuple(cards),
        name=team.name,
    )


def _cards_of_foot(state: State, piece_in_hand: str, pieces_due: set[str]) -> Iterator[CardView]:
    """Yield the cards of zombies and things."""
    killer_of = killers(state, piece_in_hand)
    for zombie in state.zombies:
        killer = killer_of.get(zombie.id, "")
        yield zombie_card(state, zombie, killer, due=zombie.id in pieces_due)
    for thing in state.things:
        yield thing_card(thing)


# Sides


def heading(state: State, team: Team) -> str:
    """Return a side's name and state."""
    words = [team.name]
    words += _roles_in_words(state, team)
    out_count = casualty_count(state, team.id)
    if out_count:
        words.append(_("{n} out", n=out_count))
    tokens = sum(figure.brought == "token" for figure in state.figures(team.id))
    if tokens:
        words.append(ngettext("{n} token carried off", "{n} tokens carried off", tokens))
    if team.rerolls:
        words.append(_("Armoury {n}", n=team.rerolls))
    words += counters_in_words(state, team)
    words += _notes_in_short(team)
    if team.broke:
        words.append(_("BROKE"))
    return " · ".join(words)


def _roles_in_words(state: State, team: Team) -> Iterator[str]:
    """Yield a side's role in this turn and its role in the Encounter."""
    table = state.table
    turn_is_decided = table.aggressor != "" and len(state.teams) > 1
    if turn_is_decided and team.id == table.aggressor:
        yield _("Aggressor")
    elif turn_is_decided and team.id == table.defender:
        yield _("Defender")
    if team.role == "attacker":
        yield _("attacker")
    elif team.role == "defender":
        yield _("defender")


#: The most letters of a standing note in a heading.
NOTE_MOST = 32


def _notes_in_short(piece: Team | Table) -> Iterator[str]:
    """Yield the standing notes of a side or the game for a heading."""
    for note in piece.notes:
        yield short(note, NOTE_MOST)


def _buttons_to_place() -> tuple[ButtonView, ...]:
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
    buttons = [
        ButtonView(sort, names[sort], place_thing.tap(sort=sort)) for sort in NAMES()["things"]
    ]
    return tuple(buttons)


# Models


def figure_card(state: State, figure: Figure, *, due: bool) -> CardView:
    """Return the card of a model; one that is off the table keeps no counters."""
    points = _points_in_words(state, figure)
    character = state.book.characters.get(figure.type)
    card = CardView(
        id=figure.id,
        kind="figure",
        title=_name_with_star(figure),
        note=_note(state, figure, points),
        subtitle=character.name if character is not None else "",
        edge=figure.keyword,
        alarm=_("PANIC") if figure.panicked else "",
        gear=_gear(state, figure),
        due=due,
    )
    if not figure.on_table:
        return replace(card, look="gone")
    marks = CHIPS if came_with_firearm(state, figure) else UNARMED_CHIPS
    had_turn = HAD_TURN.get(state.table.phase, "")
    return replace(
        card,
        tokens=_figure_tokens(state, figure),
        look="active" if state.table.active == figure.id else "",
        badges=tuple(_badges(state, figure)),
        touching=_models_touching(state, figure),
        zombies=_zombies_touching(state, figure),
        status=points,
        chips=_chips(figure, marks, had_turn),
        done=had_turn != "" and getattr(figure, had_turn),
    )


def _name_with_star(figure: Figure) -> str:
    """Return a model's name, with a star if it leads."""
    return f"{figure.name} ★" if figure.leads else figure.name


def _models_touching(state: State, figure: Figure) -> str:
    """Return the names of what a model is in contact with, zombies apart."""
    zombies = {zombie.id for zombie in state.zombies}
    names = [
        state.name(piece) for piece in state.in_contact_with(figure.id) if piece not in zombies
    ]
    return ", ".join(names)


def _zombies_touching(state: State, figure: Figure) -> str:
    """Return the numbers of the zombies that a model is in contact with."""
    touching = state.in_contact_with(figure.id)
    zombies = [zombie for zombie in state.zombies if zombie.id in touching]
    return ", ".join(short_name(zombie.name, zombie.id) for zombie in zombies)


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
    """Return what a model carries, in words, each name once."""
    names = [gun.name for gun in state.guns(figure.id)]
    for blade in state.all(Blade):
        is_weapon = not blade.bare and not blade.gone
        if blade.figure == figure.id and is_weapon:
            names.append(blade.name)
    for item, key in figure.kit:
        if item not in figure.used:
            names.append(state.book.equipment[key].name)
    return ", ".join(dict.fromkeys(names))


def _figure_tokens(state: State, figure: Figure) -> tuple[TokenView, ...]:
    """Return a model's counters: damage, noise, the players' own, and the ammo of each Firearm."""
    tokens = [counter_token(figure, "damage", figure.DC), counter_token(figure, "noise")]
    tokens += tokens_of(state, figure, in_row_only=True)
    for gun in state.guns(figure.id):
        if gun.reload is not None:
            tokens.append(_ammo_counter(gun, figure))
    return tuple(tokens)


def _ammo_counter(gun: Gun, bearer: Figure) -> TokenView:
    """Return the counter of a Firearm's ammo tokens."""
    return TokenView(
        piece=gun.id,
        name="ammo",
        caption=gun.name,
        value=gun.ammo,
        limit=gun.reload,
        icon=pictograms.of("firearms", gun.key, gun.cls),
        alarm=_("RELOAD") if gun.empty else "",
        whose=bearer.name,
        tone="accent_text",
    )


def _note(state: State, figure: Figure, points: str) -> str:
    """Return a line about a model: Action Points, contact, what it carries, or why it is gone."""
    if not figure.on_table:
        return _why_gone(state, figure)
    parts = [points]
    if figure.panicked:
        parts.append(_("PANIC"))
    touching = ", ".join(state.name(piece) for piece in state.in_contact_with(figure.id))
    if touching:
        parts.append(_("contact: {names}", names=touching))
    if figure.carries == "token":
        parts.append(_("⚑ {what}", what=_("Supply Token")))
    elif figure.carries:
        parts.append(_("⚑ {what}", what=state.name(figure.carries)))
    if figure.booze:
        parts.append(_("Booze"))
    parts += [level.name for level in levels_now(state, figure)]
    parts += figure.notes
    parts += [gun.name for gun in state.guns(figure.id) if gun.reload is None]
    return " · ".join(parts)


def _points_in_words(state: State, figure: Figure) -> str:
    points = figure.ap
    if points is None:
        points = action_points(state, figure)
    if not figure.sprint:
        return _("AP {n}", n=str(points))
    return _("AP {n}", n=f"{points}+{figure.sprint}")


def _why_gone(state: State, figure: Figure) -> str:
    """Say why a model is not on the table."""
    if figure.out:
        if figure.out_by == "zombie":
            return _("OUT, by {who}", who=_("a zombie"))
        if figure.out_by:
            return _("OUT, by {who}", who=state.name(figure.out_by))
        return _("OUT")
    if figure.away:
        if figure.brought == "token":
            return _("left the table with {what}", what=_("a Supply Token"))
        if figure.brought:
            return _("left the table with {what}", what=state.name(figure.brought))
        return _("left the table")
    if figure.part == "held-back":
        return _("held back")
    return _("misses the game")


#: The steps in the bar, with the Menace Phase as one.
STEPS = ("menace", "action", "shooting", "close-quarters", "end")


def bar(state: State) -> BarView:
    """Return the bar with the turn; its steps keep their names and so their places."""
    table = state.table
    waiting, brief = _waiting(state)
    return BarView(
        turn=table.turn,
        steps=tuple((step, _step_name(step)) for step in STEPS),
        now=_step_of(table.phase),
        line=_table_in_words(state),
        waiting=waiting,
        brief=brief,
        can_go_on=state.open is None,
        name=phase_name(table.phase),
    )


def _step_name(step: str) -> str:
    """Return the name of a step in the bar."""
    return _("Menace") if step == "menace" else phase_name(step)


def _step_of(phase: str) -> str:
    """Return the step in the bar that a phase belongs to, '' before the first turn."""
    if phase == "setup":
        return ""
    if phase in MENACE:
        return "menace"
    return phase


def _table_in_words(state: State) -> str:
    table = state.table
    roles = [_("Supply Tokens on the table: {n}", n=table.tokens)]
    if table.vehicle:
        roles.append(_("vehicle: +{n}", n=table.repairs))
    roles += counters_in_words(state, table)
    roles += _notes_in_short(table)
    return " · ".join(roles)


#: If more pieces than this are waiting, there is also a short form without their names.
NAMED = 3


def _waiting(state: State) -> tuple[str, str]:
    """Return who is still waiting, '3 have not acted: Ed, Lou, Kit', and a short form without names if
    there are many."""
    if state.open is not None:
        return _("A roll is unfinished: finish it or cancel it."), ""
    pieces = [state.pieces[piece] for piece in who_is_waiting(state)]
    if not pieces:
        return _own_steps_left(state), ""
    count = len(pieces)
    names = ", ".join(state.name(_card_of(piece)) for piece in pieces)
    sentence = _what_is_owed(state.table.phase, count)
    waiting = titled(sentence, names)
    if count <= NAMED:
        return waiting, ""
    if str(count) in sentence:
        return waiting, sentence
    return waiting, titled(sentence, str(count))


def _what_is_owed(phase: str, count: int) -> str:
    """Say what is still to be done in a phase, where so many pieces owe it."""
    sentences = {
        "setup": _("Who attacks is not decided yet"),
        "noise": _("Noise not rolled for yet"),
        "ammo": _("Ammo not rolled for yet"),
        "zombies": _("Not moved yet"),
        "action": ngettext("{n} has not acted", "{n} have not acted", count),
        "shooting": ngettext("{n} has not fired", "{n} have not fired", count),
        "close-quarters": ngettext("{n} has not fought", "{n} have not fought", count),
        "end": _("Breaking Point still to test"),
    }
    return sentences[phase]


def _own_steps_left(state: State) -> str:
    """Say which of the players' own steps are still to be done; '' if none is."""
    names = [step_due.step.name for step_due in steps_due(state)]
    if not names:
        return ""
    return titled(_("Our rules, still to do"), ", ".join(names))


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
            return _sheet_of_thing(thing)
        case Team() as team:
            return _team(state, team)
        case Table() as table:
            return _table(state, table)
        case Captive() as captive:
            return _sheet_of_captive(state, captive)
    return None


def _sections(*sections: tuple[str, Iterable[Item]]) -> tuple[SectionView, ...]:
    """Return the sections that aren't empty; in one with switches all items keep their places."""
    views = []
    for heading, contents in sections:
        items = tuple(contents)
        if items:
            has_switch = any(_is_switch(item) for item in items)
            views.append(SectionView(heading, items, grid=has_switch))
    return tuple(views)


def _is_switch(item: Item) -> bool:
    """Return whether an item of a sheet is a switch."""
    return isinstance(item, ButtonView) and item.on is not None


#: The most moves in the list of a sheet.
LISTED = 7
#: The moves below the list: those that end a turn, then others as frequent.
_BELOW = ("finish", "end", "zombies-done", "contact")


def _can_do(moves: list[ButtonView]) -> tuple[SectionView, ...]:
    """Return the moves of a model or zombie: the usual ones, those that end its turn, the rare
    ones."""
    below = [move for key in _BELOW for move in moves if move.key == key]
    usual = []
    rare = []
    for move in moves:
        if move.rare:
            rare.append(move)
        elif move.key not in _BELOW:
            usual.append(move)
    folded = usual[LISTED:] + rare
    if len(folded) == 1:  # a single one isn't folded
        below += folded
        folded = []
    names = ", ".join(move.label.removesuffix("…") for move in folded)
    sections = (
        SectionView("", tuple(usual[:LISTED]), listed=True),
        SectionView("", tuple(below)),
        SectionView(names, tuple(folded), fold="moves"),
    )
    return tuple(section for section in sections if section.items)


def _heading_of_zombies(state: State, zombie_count: int) -> str:
    """Return the heading above the zombies: how many there are, and how many there may be if that is
    limited."""
    zombies_most = state.number("zombie_cap", "most")
    if zombie_count > zombies_most or not state.rules.switches.zombie_cap:
        return _("Zombies {n}", n=zombie_count)
    return _("Zombies {n}/{most}", n=zombie_count, most=zombies_most)


def _by_hand(*sections: tuple[str, Iterable[Item]], folded: bool) -> tuple[SectionView, ...]:
    """Return the changes without a roll, folded together below the moves."""
    _heading, first_items = sections[0]
    by_hand = _sections((_("Change by hand"), first_items), *sections[1:])
    if not folded:
        return by_hand
    return tuple(replace(section, fold="by-hand") for section in by_hand)


def _own_counters_and_tables(
    state: State, piece: Figure | Team | Table, *, with_tables: bool = True
) -> Iterator[Item]:
    """Yield a piece's counters of the players' own; `with_tables`: and the way to their tables."""
    yield from tokens_of(state, piece, in_row_only=False)
    if with_tables:
        yield from offer_own_tables(state, piece)


# Models


def _figure(state: State, figure: Figure, moves: Moves | None) -> SheetView:
    """Return a model's sheet; while it acts the title says so, and how many points it has."""
    sheet = SheetView(
        piece=figure.id,
        title=_name_with_star(figure),
        figures=_numbers(figure, state),
        figures_hint=_("Current values, including Booze and armour"),
        about=_traits_in_words(state, figure),
        sections=_figure_sections(state, figure, moves),
    )
    if state.table.active != figure.id:
        return sheet
    return replace(
        sheet,
        title=_("{name} acts", name=figure.name),
        acts=True,
        points=_("{n} AP", n=(figure.ap or 0) + figure.sprint),
    )


def _figure_sections(state: State, figure: Figure, moves: Moves | None) -> tuple[SectionView, ...]:
    """Return what can be done with a model: its moves and the changes by hand, or how it comes back."""
    if not figure.on_table:
        return _sections(
            ("", _buttons_to_return(state, figure)),
            (_("Our rules"), _own_counters_and_tables(state, figure)),
            (_("For Experience"), _deeds(figure)),
        )
    can_do = moves(figure) if moves is not None else []
    by_hand = _by_hand(
        ("", [counter_token(figure, "ap")]),
        ("", _figure_by_hand(state, figure)),
        (_("Our rules"), _own_counters_and_tables(state, figure, with_tables=moves is None)),
        (_("For Experience"), _deeds(figure)),
        folded=moves is not None,
    )
    return _can_do(can_do) + by_hand


def _numbers(figure: Figure, state: State) -> str:
    """Say the numbers: 'AP 4 CQC 3 … E 3/4 …', with a different Endurance against shots."""
    words = []
    for name in ("AP", "CQC", "FA", "S", "E", "DC", "C", "I"):
        value = current_characteristic(figure, name, state)
        word = f"{name} {value}"
        if name == "E":
            against_shots = current_characteristic(figure, "e_shots", state)
            if against_shots != value:
                word = f"{word}/{against_shots}"
        words.append(word)
    return "  ".join(words)


def _traits_in_words(state: State, figure: Figure) -> str:
    skills = state.book.skills
    injuries = state.book.injuries
    notes = [skills[key].name for key in figure.skills if key in skills]
    notes += [injuries[key].name for key in figure.injuries if key in injuries]
    notes += _own_about(state, figure)
    if figure.armour:
        notes.append(figure.armour)
    load = heavy_cost(state, figure)
    if load:
        notes.append(_("Heavy: −{n} AP as an Action Phase begins", n=load))
    return " · ".join(notes)


def _own_about(state: State, figure: Figure) -> Iterator[str]:
    """Yield what the levels of a model's counters do, its traits, and the notes beside it."""
    for level in levels_now(state, figure):
        effect = level_in_words(level)
        if effect:
            yield titled(level.name, effect)
        else:
            yield level.name
    for key, text in figure.traits:
        yield titled(value_name("traits", key, state.book), text)
    yield from figure.notes


def _buttons_to_return(state: State, figure: Figure) -> Iterator[ButtonView]:
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
    """Yield the changes of a model on the table by hand. Buttons that come and go are last, so that
    nothing above them moves."""
    for name in _marks_by_hand(state, figure):
        yield _mark(figure, name)
    for gun in state.all(Gun):
        if gun.figure == figure.id:
            yield from _gun(state, gun)
    yield from _kit(state, figure)
    if not figure.leads:
        yield make_leader.button(_("Is the Leader"), figure=figure.id)
    yield ButtonView("out", _("Taken Out of Action by…"), out_form.open(figure.id))
    yield leave.button(_("Leaves the table"), figure=figure.id)
    if state.table.turn == 0:
        held_back = stay_away.tap(figure=figure.id, part="held-back")
        yield ButtonView("held-back", _("Held back"), held_back)
        missing = stay_away.tap(figure=figure.id, part="missing")
        yield ButtonView("missing", _("Misses the game"), missing)
    yield from _carrying(state, figure)
    yield from _buttons_to_end_contact(state, figure.id)


def _marks_by_hand(state: State, figure: Figure) -> Iterator[str]:
    """Yield the marks that a model can have."""
    yield "panicked"
    yield "acted"
    if came_with_firearm(state, figure):
        yield "fired"
    yield "fought"
    if any(key == EquipmentKey.BOOZE for _item, key in figure.kit):
        yield "booze"
    if state.table.towers and state.team(figure.team).role == "defender":
        yield "tower"


def _mark(piece: Figure | Zombie, name: str) -> ButtonView:
    act = set_mark.tap(piece=piece.id, name=name)
    is_on = getattr(piece, name)
    return ButtonView(f"mark/{name}", capitalised(mark_name(name)), act, on=is_on)


def _buttons_to_end_contact(state: State, piece: str) -> list[ButtonView]:
    """Return a button for each contact of a piece that ends it."""
    buttons = []
    for other_piece in state.in_contact_with(piece):
        text = _("Out of contact with {name}", name=short(state.name(other_piece), 18))
        act = end_contact.tap(one=piece, other=other_piece)
        buttons.append(ButtonView(f"part/{other_piece}", text, act))
    return buttons


def _carrying(state: State, figure: Figure) -> list[ButtonView]:
    """Return the buttons for what a model picks up by hand, or sets down."""
    if figure.carries:
        return [_carry_button(figure, "", _("Sets it down"))]
    buttons = []
    if state.table.tokens:
        buttons.append(_carry_button(figure, "token", _("Picks up a Supply Token")))
    for captive in state.captives:
        if captive.place == "table":
            text = _("Picks up {name}", name=short(captive.name, 18))
            buttons.append(_carry_button(figure, captive.id, text))
    return buttons


def _carry_button(figure: Figure, load: str, text: str) -> ButtonView:
    """Return the button that changes what a model carries; `load` is '' for nothing."""
    return ButtonView(f"carry/{load}", text, carry.tap(figure=figure.id, load=load))


def _gun(state: State, gun: Gun) -> Iterator[ButtonView]:
    """Yield the switch of a Firearm, which must be reloaded or is used up, and before the first turn
    that of its Silencer."""
    if gun.reload is not None and not gun.gone:
        name = "empty"
        text = _("{gun}: must reload", gun=gun.name)
    else:
        name = "gone"
        text = _("{gun}: used up", gun=gun.name)
    act = set_mark.tap(piece=gun.id, name=name)
    yield ButtonView(f"{name}/{gun.id}", text, act, on=getattr(gun, name))
    if gun.silencer and state.table.turn == 0:
        text = _("{gun}: Silencer", gun=gun.name)
        yield ButtonView(f"silence/{gun.id}", text, silence.tap(gun=gun.id))


def _kit(state: State, figure: Figure) -> Iterator[ButtonView]:
    """Yield the switches of the equipment that a model may use up."""
    for item, key in figure.kit:
        entry = state.book.equipment[key]
        if entry.has(AttributeKey.ONE_USE) and key not in _KEPT:
            text = _("{item}: used up", item=entry.name)
            act = use_up.tap(figure=figure.id, item=item)
            yield ButtonView(f"use-up/{item}", text, act, on=item in figure.used)


def _deeds(figure: Figure) -> list[TokenView]:
    return [counter_token(figure, name) for name in ("zombies", "rivals", "objectives")]


# Zombies


def _zombie(state: State, zombie: Zombie, moves: Moves | None) -> SheetView:
    """Return a zombie's sheet; while it moves the title says so, and how many points it has."""
    sheet = SheetView(
        piece=zombie.id,
        title=zombie.name,
        figures=_(
            "AP {ap}  CQC {cqc}  S {s}  DC {dc}  H {h}",
            ap=zombie.AP,
            cqc=zombie.CQC,
            s=zombie.S,
            dc=zombie.DC,
            h=zombie.H,
        ),
        sections=_zombie_sections(state, zombie, moves),
    )
    if state.table.active != zombie.id:
        return sheet
    return replace(
        sheet,
        title=_("{name} moves", name=zombie.name),
        acts=True,
        points=_("{n} AP", n=zombie.ap or 0),
    )


def _zombie_sections(state: State, zombie: Zombie, moves: Moves | None) -> tuple[SectionView, ...]:
    """Return what can be done with a zombie: its moves and the changes by hand, or that it rises."""
    if zombie.dead:
        rises = zombie_up.button(_("Rises again"), zombie=zombie.id)
        return _sections(("", [rises]))
    # Players who only keep the tokens record contact, too.
    can_do = moves(zombie) if moves is not None else [contact_button(state, zombie.id)]
    by_hand: list[Item] = [
        counter_token(zombie, "ap"),
        ButtonView("out", _("Put down by…"), out_form.open(zombie.id)),
        _mark(zombie, "token"),
    ]
    by_hand += _buttons_to_end_contact(state, zombie.id)
    by_hand.append(_rename(zombie.id))
    return _can_do(can_do) + _by_hand(("", by_hand), folded=moves is not None)


def _rename(piece: str) -> ButtonView:
    return ButtonView("rename", _("Rename…"), Rename(piece))


# Things, sides, the table


def _sheet_of_thing(thing: Marker) -> SheetView:
    """Return the sheet of a thing."""
    figures = ""
    buttons = []
    if thing.sort == "door":
        figures = _("Endurance {e}, Damage Capacity {n}", e=thing.E, n=thing.capacity)
        text = _("Close the door") if thing.open else _("Open the door")
        buttons.append(ButtonView("open", text, set_mark.tap(piece=thing.id, name="open")))
    if thing.sort == "alarm":
        buttons.append(set_off.button(_("The alarm goes off"), vehicle=thing.id))
    off_the_table = set_mark.tap(piece=thing.id, name="gone")
    buttons.append(ButtonView("gone", _("Off the table"), off_the_table))
    buttons.append(_rename(thing.id))
    return SheetView(thing.id, thing.name, figures=figures, sections=_sections(("", buttons)))


def _team(state: State, team: Team) -> SheetView:
    """Return the sheet of a side."""
    counters = [counter_token(team, "losses"), counter_token(team, "rerolls")]
    sections = _sections(
        (_("Change by hand, without a roll"), _team_by_hand(state, team)),
        ("", counters),
        (_("Our rules"), _own_counters_and_tables(state, team)),
    )
    return SheetView(team.id, team.name, sections=sections)


def _team_by_hand(state: State, team: Team) -> Iterator[ButtonView]:
    """Yield the changes of a side by hand: whether it broke, and its roles."""
    text = _("Did not break after all") if team.broke else _("Broke and fled")
    yield ButtonView("broke", text, set_mark.tap(piece=team.id, name="broke"))
    if _roles_are_open(state) and team.role != "defender":
        act = take_roles.tap(defender=team.id)
        yield ButtonView("defend", _("Is the defender"), act)
    is_aggressor = state.table.aggressor == team.id
    if len(state.teams) > 1 and not team.broke and not is_aggressor:
        act = set_roles.tap(aggressor=team.id)
        yield ButtonView("roles", _("Is the Aggressor"), act)


def _roles_are_open(state: State) -> bool:
    """Return whether rivals may still change who defends in an Encounter with roles."""
    encounter = state.encounter
    if encounter is None or not encounter.roles:
        return False
    return state.table.phase == "setup" and state.has_rivals()


def _table(state: State, table: Table) -> SheetView:
    """Return the sheet of the game itself."""
    counters = [counter_token(table, "tokens"), counter_token(table, "turn")]
    if table.vehicle:
        counters.append(counter_token(table, "repairs"))
    steps = []
    for phase in PHASES:
        if phase != table.phase:
            act = set_phase.tap(phase=phase)
            steps.append(ButtonView(f"phase/{phase}", phase_name(phase), act))
    sections = _sections(
        (_("Change by hand, without a roll"), counters),
        (_("Our rules"), _own_counters_and_tables(state, table)),
        (_("Change only the step of the turn"), steps),
    )
    return SheetView("table", _("The table"), sections=sections)


def _sheet_of_captive(state: State, captive: Captive) -> SheetView:
    match captive.place:
        case "table":
            where = _("on the table")
        case "off":
            where = _("off the table")
        case bearer:
            where = pgettext("Captive", "with {name}", name=state.name(bearer))
    return SheetView(captive.id, captive.name, figures=where)
