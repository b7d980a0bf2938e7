"""The Menace Phase: noise, ammo and zombies (p. 39–41, rulings 33–38, 46)."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.rulebook.known import EncounterKey
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Due, Words
from lastdays.tabletop.last_days.contact import contact, possible_contacts
from lastdays.tabletop.last_days.figures import zombie_points
from lastdays.tabletop.last_days.perils import burn
from lastdays.tabletop.last_days.setup import new_zombie
from lastdays.tabletop.last_days.state import Figure, Gun, Marker, State, Zombie
from lastdays.tabletop.last_days.turn import (
    ammo_pending,
    is_full,
    noise_pending,
    noise_to_roll,
    whose_turn,
    zombies_to_act,
)
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.view import ButtonView

CHAPTER = Chapter()


@CHAPTER.worded("zombies-done")
def _zombies_done_sentence(words: Words, f: Facts) -> str:
    n = int(f["n"])
    moved = ngettext("{n} zombie has moved.", "{n} zombies have moved.", n)
    knock = int(f["knock"])
    if not knock:
        return moved
    tokens = ngettext(
        "{knock} Knockback Token comes off.",
        "{knock} Knockback Tokens come off.",
        knock,
        knock=knock,
    )
    return f"{moved} {tokens}"


@CHAPTER.procedure("noise", "Noise: {who}")
def roll_for_noise(state: State, *, who: str) -> Procedure[State]:
    """Roll D6 plus the noise tokens: 7 or more draws a zombie. Six or more tokens draw one without
    a roll; D6 plus the tokens above six is then rolled for a second (p. 40, ruling 34)."""
    piece = state.pieces.get(who)
    tokens = 0
    if isinstance(piece, Figure | Marker) and not piece.noise_rolled:
        tokens = noise_to_roll(state, piece)
    if not tokens:
        raise RuleError("Nobody made noise: there is nothing to roll for.")
    tokens_for_sure, total_wanted = (
        state.number("noise", "certain"),
        state.number("noise", "draws_at"),
    )
    state = state.change(who, noise_rolled=True, noise_due=tokens)
    if tokens >= tokens_for_sure:
        state = state.say("noise-certain", who, tokens=tokens)
        state = yield from _draw_zombies(state, who, 1)
        if is_full(state):
            return state
    plus = tokens - tokens_for_sure if tokens >= tokens_for_sure else tokens
    die = yield Sum(
        f"noise/{who}/die",
        _(
            "Noise, {name}: D6 + {plus}, {wanted} or more draws a zombie.",
            name=state.name(who),
            plus=plus,
            wanted=total_wanted,
        ),
        about=who,
        page=40,
        together="noise",
    )
    is_drawn = die + plus >= total_wanted
    state = state.say("noise", who, die=die, plus=plus, drawn=is_drawn)
    if is_drawn:
        state = yield from _draw_zombies(state, who, 2)
    return state


@CHAPTER.procedure("all-noise", "Noise")
def roll_for_all_noise(state: State) -> Procedure[State]:
    """Roll for all remaining noise, the loudest side first."""
    pending = noise_pending(state)
    while pending:
        state = yield from roll_for_noise(state, who=pending[0])
        pending = noise_pending(state)
    return state


def _draw_zombies(state: State, who: str, turn: int) -> Procedure[State]:
    """Draw a zombie, two in The Escape, on the open edge nearest to the noise; in Bushwhack and Rescue
    a defender may arrive instead (p. 99, p. 104, p. 107)."""
    held_back = _may_arrive(state)
    if held_back:
        arriving = yield from _asks_who_comes(state, f"noise/{who}/arrives-{turn}", held_back)
        if arriving != "zombie":
            state = state.change(arriving, part="deployed")
            return state.say("arrives", arriving)
    for _count in range(state.table.draws):
        if is_full(state):
            return state.say("table-full")
        zombie = state.next_id("Z")
        state = state.add(new_zombie(zombie, state.book))
        state = state.count("table", drawn=1)
        state = state.say("drawn", zombie, near=f"@{who}")
    return state


def _may_arrive(state: State) -> list[Figure]:
    """Return the defenders that wait to arrive, where the Encounter has arrivals."""
    if not state.table.arrivals:
        return []
    held_back: list[Figure] = []
    for team in state.teams:
        if team.role == "defender" and not team.broke:
            figures = state.figures(team.id)
            held_back += [figure for figure in figures if figure.part == "held-back"]
    return held_back


def _asks_who_comes(state: State, key: str, held_back: list[Figure]) -> Procedure[str]:
    """Ask whether a defender comes instead of a zombie; return the model's id, or 'zombie'."""
    options = [Option(f.id, _("{name} comes", name=f.name)) for f in held_back]
    options.append(Option("zombie", _("The zombie comes")))
    arriving: str = yield Choose(
        key,
        _("A zombie is drawn. Does a defender come instead?"),
        page=99 if state.table.encounter == EncounterKey.BUSHWHACK else 104,
        options=tuple(options),
    )
    return arriving


@CHAPTER.procedure("ammo", "Ammo Roll: {gun}")
def make_ammo_roll(state: State, *, gun: str) -> Procedure[State]:
    """Roll D6 plus the ammo tokens: at the Reload Number or more the gun must be reloaded (p. 40,
    ruling 36). An Armoury allows three failed rolls to be re-rolled (p. 80)."""
    weapon = state.gun(gun)
    if not weapon.ammo or weapon.empty or weapon.ammo_rolled or weapon.reload is None:
        raise RuleError("No Ammo Roll is due.")
    state = state.change(gun, ammo_rolled=True)
    first = _("Ammo Roll.")
    state, empty = yield from _roll_ammo(state, weapon, "die", first, page=40)
    team = state.team(state.figure(weapon.figure).team)
    if empty and team.rerolls > 0:
        rolls_again = yield from _asks_armoury(weapon, team.rerolls)
        if rolls_again:
            state = state.count(team.id, rerolls=-1)
            second = _("Armoury, the second roll stands.")
            state, empty = yield from _roll_ammo(state, weapon, "again", second, page=80)
    return state.change(gun, empty=empty)


def _roll_ammo(
    state: State, weapon: Gun, key: str, sentence: str, *, page: int
) -> Procedure[tuple[State, bool]]:
    """Make an Ammo Roll; return the table with its fact, and whether the gun has to be reloaded."""
    assert weapon.reload is not None
    bearer = state.figure(weapon.figure)
    plus = weapon.ammo + weapon.ammo_die
    question = _(
        "{name}, {gun}: D6 + {plus}; on {reload} or more it has to be reloaded.",
        name=bearer.name,
        gun=weapon.name,
        plus=plus,
        reload=weapon.reload,
    )
    die = yield Sum(
        f"ammo/{weapon.id}/{key}",
        f"{sentence} {question}",
        about=bearer.id,
        page=page,
        together="ammo",
    )
    empty = die + plus >= weapon.reload
    state = state.say(
        "ammo",
        bearer.id,
        gun=weapon.name,
        die=die,
        plus=plus,
        reload=weapon.reload,
        empty=empty,
    )
    return state, empty


def _asks_armoury(weapon: Gun, rerolls: int) -> Procedure[bool]:
    """Ask whether the Armoury re-rolls a failed Ammo Roll (p. 80)."""
    choice = yield Choose(
        f"ammo/{weapon.id}/armoury",
        _(
            "{gun} fails its Ammo Roll. Armoury: {n} re-rolls left.",
            gun=weapon.name,
            n=rerolls,
        ),
        about=weapon.figure,
        page=80,
        options=(Option("yes", _("Re-roll")), Option("no", _("Let it fail"))),
    )
    return bool(choice == "yes")


@CHAPTER.procedure("all-ammo", "Ammo Rolls")
def make_all_ammo_rolls(state: State) -> Procedure[State]:
    """Make all remaining Ammo Rolls, the side with the most tokens first."""
    for gun in ammo_pending(state):
        state = yield from make_ammo_roll(state, gun=gun)
    return state


# Zombies


@CHAPTER.procedure("start-zombie", "{zombie} moves")
def begin_zombie(state: State, *, zombie: str) -> Procedure[State]:
    """Activate a zombie with the Action Points its knockback leaves it; a fire may burn it (p. 41,
    p. 70). This ends the activation of another zombie."""
    active_piece = state.pieces.get(state.table.active)
    if isinstance(active_piece, Zombie) and active_piece.id != zombie:
        state = end_zombie(state, active_piece.id)
    state = _activate(state, zombie)
    state = yield from burn(state, zombie)
    piece = state.zombie(zombie)
    if piece.dead:
        return state
    points = zombie_points(piece, state)
    state = state.change(zombie, ap=points)
    return state.say("zombie-acts", zombie, ap=points)


def _activate(state: State, zombie: str) -> State:
    """Return the table with a zombie as the active piece, moved by the side whose turn it is."""
    if state.table.phase != "zombies":
        raise RuleError("Zombies can be activated only in the Menace Phase.")
    piece = state.zombie(zombie)
    if piece.acted or piece.dead:
        raise RuleError("{name} has already been activated.", name=piece.name)
    if state.table.active and state.table.active != zombie:
        raise RuleError("{name}'s activation isn't finished.", name=state.name(state.table.active))
    return state.change("table", active=zombie, mover=whose_turn(state))


@CHAPTER.tap("end-zombie")
def end_zombie(state: State, zombie: str) -> State:
    """End a zombie's activation: its knockback tokens come off, and the other side is next (p. 41)."""
    piece = state.zombie(zombie)
    state = state.change(zombie, acted=True, ap=None, knock=0)
    return state.change("table", active="", last=state.table.mover).say(
        "zombie-done", zombie, knock=piece.knock
    )


@CHAPTER.tap("zombies-done")
def end_others(state: State) -> State:
    """Mark all zombies that have not been activated, except the active one, as moved on the table:
    their knockback tokens come off (p. 41)."""
    if state.table.phase != "zombies":
        raise RuleError("Zombies can be activated only in the Menace Phase.")
    others = [z for z in zombies_to_act(state) if z.id != state.table.active]
    for zombie in others:
        state = state.change(zombie.id, acted=True, ap=None, knock=0)
    return state.say("zombies-done", n=len(others), knock=sum(z.knock for z in others))


def where_it_walks(state: State, zombie: str) -> Fact:
    """Return a reminder of whom a zombie walks towards (p. 60)."""
    touching = state.in_contact_with(zombie)
    if touching:
        return fact("walk-engaged", zombie, to=f"@{touching[0]}")
    if state.zombie(zombie).ap == 0:
        return fact("walk-down", zombie)
    loud = [f"@{figure.id}" for figure in state.standing() if figure.noise_due]
    loud += [f"@{thing.id}" for thing in state.things if thing.noise_due]
    return fact("walk", zombie, loud=loud)


# When it is due


@CHAPTER.due("noise")
def _noise_due(state: State) -> Due:
    """Return the noise that is due to be rolled for."""
    if is_full(state):
        return Due(_("{n} zombies are on the table: noise draws no more.", n=len(state.zombies)))
    buttons = [_noise_button(state, piece) for piece in noise_pending(state)]
    if not buttons:
        return Due(_("No noise is left to roll for."))
    roll_all = ButtonView("all-noise", _("Roll all noise"), roll_for_all_noise.play(), throws=True)
    return Due(_("Who draws a zombie?"), (roll_all, *buttons))


def _noise_button(state: State, who: str) -> ButtonView:
    """Return the button that rolls for a piece's noise."""
    piece = state.pieces[who]
    assert isinstance(piece, Figure | Marker)
    return ButtonView(
        key=f"noise/{who}",
        label=_("Noise: {name}, {n}", name=piece.name, n=piece.noise),
        act=roll_for_noise.play(who=who),
        about=who,
        on_board=True,
    )


@CHAPTER.due("ammo")
def _ammo_due(state: State) -> Due:
    """Return the Ammo Rolls that are due."""
    guns = [state.gun(gun) for gun in ammo_pending(state)]
    if not guns:
        return Due(_("No Ammo Rolls are left to make."))
    buttons = [ButtonView("all-ammo", _("Roll all ammo"), make_all_ammo_rolls.play(), throws=True)]
    for gun in guns:
        bearer = state.name(gun.figure)
        text = _("Ammo: {name}, {gun}, {n}", name=bearer, gun=gun.name, n=gun.ammo)
        act = make_ammo_roll.play(gun=gun.id)
        button = ButtonView(f"ammo/{gun.id}", text, act, about=gun.figure, on_board=True)
        buttons.append(button)
    return Due(_("Which Firearms have to be reloaded?"), tuple(buttons))


@CHAPTER.due("zombies")
def _zombies_due(state: State) -> Due:
    """Return the zombies that are due to move."""
    active = state.pieces.get(state.table.active)
    if isinstance(active, Zombie):
        return _due_while_moving(state, active)
    if not zombies_to_act(state):
        return Due(_("Every zombie has moved."))
    question = _("{side}: which zombie moves?", side=state.name(whose_turn(state)))
    return Due(question, (*_buttons_to_move_zombies(state), _button_for_others(state)))


def _buttons_to_move_zombies(state: State) -> list[ButtonView]:
    """Return a button for each zombie that still has to move, except the active one."""
    buttons = []
    for zombie in zombies_to_act(state):
        if zombie.id != state.table.active:
            points = zombie_points(zombie, state)
            text = _("Move {name}, {n} AP", name=zombie.name, n=points)
            act = begin_zombie.play(zombie=zombie.id)
            button = ButtonView(f"zombie/{zombie.id}", text, act, about=zombie.id, on_board=True)
            buttons.append(button)
    return buttons


def _button_for_others(state: State) -> ButtonView:
    """Return the button that marks the zombies that haven't been activated as moved on the table."""
    acted = any(z.acted for z in state.zombies) or state.table.active
    text = _("Mark the others as moved") if acted else _("Mark all zombies as moved")
    return end_others.button(text)


def _due_while_moving(state: State, zombie: Zombie) -> Due:
    """Return what is due while a zombie moves: buttons for whom it may reach and for the next zombie, and a
    reminder of whom it walks towards."""
    buttons = []
    for foe in possible_contacts(state, zombie.id):
        text = _("{name} reaches {other}", name=zombie.name, other=state.name(foe))
        act = contact.play(one=zombie.id, other=foe)
        buttons.append(ButtonView(f"reaches/{foe}", text, act, about=foe, on_board=True))
    buttons += _buttons_to_move_zombies(state)
    reminder = where_it_walks(state, zombie.id)
    return Due(_("{name} moves", name=zombie.name), tuple(buttons), (reminder,))


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> Iterator[ButtonView]:
    """Offer a zombie its activation, or the end of it."""
    if not isinstance(actor, Zombie):
        return
    who, is_zombie_step = actor.id, state.table.phase == "zombies"
    if state.table.active == who:
        yield ButtonView("end", _("Done"), end_zombie.tap(zombie=who), mnemonic="D")
    elif is_zombie_step and not actor.acted:
        act = begin_zombie.play(zombie=who)
        yield ButtonView("start", _("Move the zombie"), act, mnemonic="M")
    if is_zombie_step and zombies_to_act(state):
        yield _button_for_others(state)
