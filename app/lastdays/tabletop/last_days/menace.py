"""The Menace Phase: noise, ammo and zombies (p. 39–41, rulings 33–38, 46)."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.rulebook.known import EncounterKey
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Due, Words
from lastdays.tabletop.last_days.contact import contact, foes
from lastdays.tabletop.last_days.figures import zombie_points
from lastdays.tabletop.last_days.perils import burn
from lastdays.tabletop.last_days.setup import new_zombie
from lastdays.tabletop.last_days.state import Figure, Marker, State, Zombie
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
def _zombies_done_said(words: Words, f: Facts) -> str:
    n = int(f["n"])
    text = ngettext("{n} zombie has moved.", "{n} zombies have moved.", n)
    if f["knock"]:
        off = int(f["knock"])
        tokens = ngettext(
            "{knock} Knockback Token comes off.", "{knock} Knockback Tokens come off.", off
        )
        return " ".join((text, tokens.format(knock=off)))
    return text


@CHAPTER.procedure("noise", "Noise: {who}")
def noise(state: State, *, who: str) -> Procedure[State]:
    """Roll D6 plus the noise tokens: 7 or more draws a zombie. Six or more tokens draw one without
    a roll; D6 plus the tokens above six is then rolled for a second (p. 40, ruling 34)."""
    piece = state.pieces.get(who)
    tokens = 0
    if isinstance(piece, Figure | Marker) and not piece.noise_rolled:
        tokens = noise_to_roll(state, piece)
    if not tokens:
        raise RuleError("Nobody made noise: there is nothing to roll for.")
    certain, wanted = state.number("noise", "certain"), state.number("noise", "draws_at")
    state = state.change(who, noise_rolled=True, noise_due=tokens)
    if tokens >= certain:
        state = state.say("noise-certain", who, tokens=tokens)
        state = yield from _draw(state, who, 1)
        if is_full(state):
            return state
    plus = tokens - certain if tokens >= certain else tokens
    die = yield Sum(
        f"noise/{who}/die",
        _(
            "Noise, {name}: D6 + {plus}, {wanted} or more draws a zombie.",
            name=state.name(who),
            plus=plus,
            wanted=wanted,
        ),
        about=who,
        page=40,
        together="noise",
    )
    drawn = die + plus >= wanted
    state = state.say("noise", who, die=die, plus=plus, drawn=drawn)
    if drawn:
        state = yield from _draw(state, who, 2)
    return state


@CHAPTER.procedure("all-noise", "Noise")
def all_noise(state: State) -> Procedure[State]:
    """Roll for all remaining noise, the loudest side first."""
    while pending := noise_pending(state):
        state = yield from noise(state, who=pending[0])
    return state


def _draw(state: State, who: str, turn: int) -> Procedure[State]:
    """Draw a zombie, two in The Escape, on the open edge nearest to the noise; in Bushwhack and Rescue
    a defender may arrive instead (p. 99, p. 104, p. 107)."""
    if state.table.arrivals:
        waiting = [
            f
            for t in state.teams
            if t.role == "defender" and not t.broke
            for f in state.figures(t.id)
            if f.part == "held-back"
        ]
        if waiting:
            choice = yield Choose(
                f"noise/{who}/arrives-{turn}",
                _("A zombie is drawn. Does a defender come instead?"),
                page=99 if state.table.encounter == EncounterKey.BUSHWHACK else 104,
                options=(
                    *(Option(f.id, _("{name} comes", name=f.name)) for f in waiting),
                    Option("zombie", _("The zombie comes")),
                ),
            )
            if choice != "zombie":
                state = state.change(choice, part="deployed")
                return state.say("arrives", choice)
    for _n in range(state.table.draws):
        if is_full(state):
            state = state.say("table-full")
            break
        zombie = state.next_id("Z")
        state = state.add(new_zombie(zombie, state.book))
        state = state.count("table", drawn=1)
        state = state.say("drawn", zombie, near=f"@{who}")
    return state


@CHAPTER.procedure("ammo", "Ammo Roll: {gun}")
def ammo(state: State, *, gun: str) -> Procedure[State]:
    """Roll D6 plus the ammo tokens: at the Reload Number or more the gun must be reloaded (p. 40,
    ruling 36). An Armoury allows three failed rolls to be re-rolled (p. 80)."""
    weapon = state.gun(gun)
    figure = state.figure(weapon.figure)
    if not weapon.ammo or weapon.empty or weapon.ammo_rolled or weapon.reload is None:
        raise RuleError("No Ammo Roll is due.")
    state = state.change(gun, ammo_rolled=True)
    plus, needed = weapon.ammo + weapon.ammo_die, weapon.reload
    question = _(
        "{name}, {gun}: D6 + {plus}; on {reload} or more it has to be reloaded.",
        name=figure.name,
        gun=weapon.name,
        plus=plus,
        reload=needed,
    )

    def rolled(key: str, what: str, page: int) -> Procedure[tuple[Fact, bool]]:
        die = yield Sum(
            f"ammo/{gun}/{key}", f"{what} {question}", about=figure.id, page=page, together="ammo"
        )
        facts = {"gun": weapon.name, "die": die, "plus": plus, "reload": needed}
        empty = die + plus >= needed
        return fact("ammo", figure.id, **facts, empty=empty), empty

    said, empty = yield from rolled("die", _("Ammo Roll."), 40)
    state = state.tell(said)
    team = state.team(figure.team)
    if empty and team.rerolls > 0:
        again = yield Choose(
            f"ammo/{gun}/armoury",
            _(
                "{gun} fails its Ammo Roll. Armoury: {n} re-rolls left.",
                gun=weapon.name,
                n=team.rerolls,
            ),
            about=figure.id,
            page=80,
            options=(Option("yes", _("Re-roll")), Option("no", _("Let it fail"))),
        )
        if again == "yes":
            state = state.count(team.id, rerolls=-1)
            said, empty = yield from rolled("again", _("Armoury, the second roll stands."), 80)
            state = state.tell(said)
    return state.change(gun, empty=empty)


@CHAPTER.procedure("all-ammo", "Ammo Rolls")
def all_ammo(state: State) -> Procedure[State]:
    """Make all remaining Ammo Rolls, the side with the most tokens first."""
    for gun in ammo_pending(state):
        state = yield from ammo(state, gun=gun)
    return state


# Zombies


@CHAPTER.procedure("start-zombie", "{zombie} moves")
def begin_zombie(state: State, *, zombie: str) -> Procedure[State]:
    """Activate a zombie with the Action Points its knockback leaves it; a fire may burn it (p. 41,
    p. 70). This ends the activation of another zombie."""
    before = state.pieces.get(state.table.active)
    if isinstance(before, Zombie) and before.id != zombie:
        state = end_zombie(state, before.id)
    state = _take_up(state, zombie)
    state = yield from burn(state, zombie)
    piece = state.zombie(zombie)
    if piece.dead:
        return state
    points = zombie_points(piece, state)
    state = state.change(zombie, ap=points)
    return state.say("zombie-acts", zombie, ap=points)


def _take_up(state: State, zombie: str) -> State:
    """Make a zombie the active piece, moved by the side whose turn it is."""
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
    if state.touching(zombie):
        return fact("walk-engaged", zombie, to=f"@{state.touching(zombie)[0]}")
    loud = [f.id for f in state.standing() if f.noise_due]
    loud += [t.id for t in state.things if t.noise_due]
    if state.zombie(zombie).ap == 0:
        return fact("walk-down", zombie)
    return fact("walk", zombie, loud=[f"@{i}" for i in loud])


# When it is due


@CHAPTER.due("noise")
def _noise_due(state: State) -> Due:
    if is_full(state):
        return Due(_("{n} zombies are on the table: noise draws no more.", n=len(state.zombies)))
    moves = [
        ButtonView(
            f"noise/{i}",
            _("Noise: {name}, {n}", name=piece.name, n=piece.noise),
            noise.play(who=i),
            about=i,
            on_board=True,
        )
        for i in noise_pending(state)
        if isinstance(piece := state.pieces[i], Figure | Marker)
    ]
    if not moves:
        return Due(_("No noise is left to roll for."))
    roll_all = ButtonView("all-noise", _("Roll all noise"), all_noise.play(), throws=True)
    return Due(_("Who draws a zombie?"), (roll_all, *moves))


@CHAPTER.due("ammo")
def _ammo_due(state: State) -> Due:
    guns = [state.gun(i) for i in ammo_pending(state)]
    if not guns:
        return Due(_("No Ammo Rolls are left to make."))
    roll_all = ButtonView("all-ammo", _("Roll all ammo"), all_ammo.play(), throws=True)
    moves = (
        ButtonView(
            f"ammo/{g.id}",
            _("Ammo: {name}, {gun}, {n}", name=state.name(g.figure), gun=g.name, n=g.ammo),
            ammo.play(gun=g.id),
            about=g.figure,
            on_board=True,
        )
        for g in guns
    )
    return Due(_("Which Firearms have to be reloaded?"), (roll_all, *moves))


@CHAPTER.due("zombies")
def _zombies_due(state: State) -> Due:
    active = state.pieces.get(state.table.active)
    if isinstance(active, Zombie):
        return _moving(state, active)
    left = zombies_to_act(state)
    if not left:
        return Due(_("Every zombie has moved."))
    team = whose_turn(state)
    return Due(
        _("{side}: which zombie moves?", side=state.name(team)),
        (*_begins(state), _others_done(state)),
    )


def _begins(state: State) -> list[ButtonView]:
    """Offer the zombies that still have to move."""
    return [
        ButtonView(
            f"zombie/{z.id}",
            _("Move {name}, {n} AP", name=z.name, n=zombie_points(z, state)),
            begin_zombie.play(zombie=z.id),
            about=z.id,
            on_board=True,
        )
        for z in zombies_to_act(state)
        if z.id != state.table.active
    ]


def _others_done(state: State) -> ButtonView:
    acted = any(z.acted for z in state.zombies) or state.table.active
    text = _("Mark the others as moved") if acted else _("Mark all zombies as moved")
    return end_others.button(text)


def _moving(state: State, zombie: Zombie) -> Due:
    """Return what is due while a zombie moves: whom it walks towards, and whom it may reach."""
    reached = (
        ButtonView(
            f"reaches/{i}",
            _("{name} reaches {other}", name=zombie.name, other=state.name(i)),
            contact.play(one=zombie.id, other=i),
            about=i,
            on_board=True,
        )
        for i in foes(state, zombie.id)
    )
    return Due(
        _("{name} moves", name=zombie.name),
        (*reached, *_begins(state)),
        (where_it_walks(state, zombie.id),),
    )


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> Iterator[ButtonView]:
    """Offer a zombie its activation, or the end of it."""
    if not isinstance(actor, Zombie):
        return
    who, moving = actor.id, state.table.phase == "zombies"
    if state.table.active == who:
        yield ButtonView("end", _("Done"), end_zombie.tap(zombie=who), mnemonic="D")
    elif moving and not actor.acted:
        act = begin_zombie.play(zombie=who)
        yield ButtonView("start", _("Move the zombie"), act, mnemonic="M")
    if moving and zombies_to_act(state):
        yield _others_done(state)
