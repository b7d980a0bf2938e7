"""The turn: its phases, who is next, what remains to be done (p. 39–58, rulings 33, 39, 45, 48)."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, joined
from lastdays.procedure.asks import D6
from lastdays.tabletop.event_log import Fact, fact, in_turn
from lastdays.tabletop.last_days.chapter import Chapter, Due, Words
from lastdays.tabletop.last_days.figures import action_points, now
from lastdays.tabletop.last_days.own_turn import steps_due
from lastdays.tabletop.last_days.state import Figure, Marker, State, Team, Zombie
from lastdays.tabletop.phrases import Facts

CHAPTER = Chapter()

#: Every step of a game, in order; the three of the Menace Phase one by one.
PHASES = ("setup", "noise", "ammo", "zombies", "action", "shooting", "close-quarters", "end")
MENACE = ("noise", "ammo", "zombies")


@CHAPTER.worded("noise-off")
def _noise_off_said(words: Words, f: Facts) -> str:
    each = [_("{n} from {name}", name=words.name(who), n=n) for who, n in f["pieces"]]
    return _("Noise Tokens come off: {each}.", each=joined(each))


def order(state: State, first: str) -> list[str]:
    """Return the teams still playing in the order of their Initiative totals, starting with one of
    them (ruling 48)."""
    teams = sorted((t for t in state.teams if not t.broke), key=lambda t: (t.order, t.id))
    return in_turn([t.id for t in teams], first)


def next_team(state: State, first: str, able: set[str], last: str | None = None) -> str:
    """Return the next team after the one that acted last, among those that still can."""
    last = state.table.last if last is None else last
    ids = in_turn(order(state, first), last, after=True)
    return next((t for t in ids if t in able), "")


def playing(state: State) -> list[str]:
    """Return the teams that have somebody on the table and have not broken (ruling 39)."""
    return [t.id for t in state.teams if not t.broke and state.standing(t.id)]


# Who is still to act


def to_activate(state: State) -> tuple[Figure, ...]:
    """Return the models that have not been activated in this Action Phase."""
    return tuple(f for f in state.standing() if not f.acted)


def to_fire(state: State) -> tuple[Figure, ...]:
    """Return the models that may fire and have not yet."""
    return tuple(f for f in state.standing() if not f.fired and why_not_fire(state, f) == "")


def why_not_fire(state: State, figure: Figure) -> str:
    """Return why a model may not fire in the Shooting Phase; '' where it may (p. 47, p. 50)."""
    if not figure.on_table:
        return _("not on the table")
    if state.touching(figure.id):
        return _("in contact")
    if figure.ran:
        return _("has Run")
    guns = state.guns(figure.id)
    if not guns:
        return _("no Firearm")
    if not any(g.usable and not g.empty for g in guns):
        return (
            _("has to reload")
            if any(g.usable for g in guns)
            else _("needs a Gunsmith to fire that")
        )
    return ""


def to_fight(state: State) -> tuple[Figure, ...]:
    """Return the models in contact that have not attacked."""
    return tuple(f for f in state.standing() if not f.fought and state.touching(f.id))


def zombies_to_fight(state: State) -> tuple[Zombie, ...]:
    """Return the zombies in contact that have not attacked."""
    return tuple(z for z in state.zombies if not z.fought and state.touching(z.id))


def zombies_to_act(state: State) -> tuple[Zombie, ...]:
    """Return the zombies that have not been activated in this Menace Phase."""
    return tuple(z for z in state.zombies if not z.acted)


def ammo_of(state: State, team: str) -> int:
    """Return the ammo tokens of a side's models."""
    return sum(g.ammo for f in state.standing(team) for g in state.guns(f.id))


def noise_to_roll(state: State, piece: Figure | Marker) -> int:
    """Return the noise tokens that count for a roll now: all up to the roll, so that forgotten ones
    can still be added in the noise step; later ones count in the next turn (ruling 33)."""
    if piece.noise_rolled or state.table.phase != "noise":
        return piece.noise_due
    return piece.noise


def noise_pending(state: State) -> list[str]:
    """Return the ids of the figures and things whose noise has not been rolled for: the loudest side
    first, ties by Roll-Off (p. 40, rulings 34, 38, 46)."""
    if is_full(state):
        return []
    loud = [f for f in state.standing() if noise_to_roll(state, f)]
    teams = sorted(
        dict.fromkeys(f.team for f in loud),
        key=lambda t: (-_noise_of_step(state, t), _rolled(state, t)),
    )
    ids = [f.id for t in teams for f in loud if f.team == t and not f.noise_rolled]
    return ids + [t.id for t in state.things if noise_to_roll(state, t) and not t.noise_rolled]


def _noise_of_step(state: State, team: str) -> int:
    """Return the noise tokens of a side that count in this noise step."""
    return sum(noise_to_roll(state, f) for f in state.standing(team))


def ammo_pending(state: State) -> list[str]:
    """Return the ids of the Firearms whose Ammo Roll is due and could fail, the side with the most
    tokens first."""
    teams = sorted(
        dict.fromkeys(f.team for f in state.standing()),
        key=lambda t: (-ammo_of(state, t), _rolled(state, t)),
    )
    return [
        g.id
        for t in teams
        for f in state.standing(t)
        for g in state.guns(f.id)
        if g.ammo
        and not g.empty
        and not g.ammo_rolled
        and g.reload is not None
        and D6.faces + g.ammo + g.ammo_die >= g.reload
    ]


def _rolled(state: State, team: str) -> int:
    rolled = state.table.rolled_off
    return rolled.index(team) if team in rolled else len(rolled)


def is_full(state: State) -> bool:
    """Return whether the table holds the most zombies that noise may draw: twenty (ruling 38)."""
    return state.rules.switches.zombie_cap and len(state.zombies) >= state.number(
        "zombie_cap", "most"
    )


def roll_off_needed(state: State) -> tuple[str, ...]:
    """Return the teams that have to roll off before this step can continue; those who play together
    needn't (ruling 98)."""
    table = state.table
    if table.rolled_off or len(playing(state)) < 2 or not state.has_rivals():
        return ()
    match table.phase:
        case "noise" if noise_pending(state):
            loud = {f.team for f in state.standing() if noise_to_roll(state, f)}
            return _tied({t: _noise_of_step(state, t) for t in loud})
        case "ammo" if ammo_pending(state):
            teams = {state.figure(state.gun(g).figure).team for g in ammo_pending(state)}
            return _tied({t: ammo_of(state, t) for t in teams})
        case "zombies" if zombies_to_act(state):
            return tuple(playing(state))
    return ()


def _tied(totals: dict[str, int]) -> tuple[str, ...]:
    """Return the teams that share the most tokens, in the order of their letters."""
    most = max(totals.values(), default=0)
    tied = tuple(sorted(t for t, n in totals.items() if n == most))
    return tied if len(tied) > 1 else ()


def whose_turn(state: State) -> str:
    """Return the team that moves next in this step, '' if none does."""
    table = state.table
    match table.phase:
        case "action":
            after = state.pieces.get(table.after)
            if isinstance(after, Figure) and after.on_table and not after.acted:
                return after.team
            able = {f.team for f in to_activate(state) if f.id != table.active}
            return next_team(state, table.aggressor, able)
        case "shooting":
            return next_team(state, table.defender, {f.team for f in to_fire(state)})
        case "close-quarters":
            able = {f.team for f in to_fight(state)}
            if able:
                return next_team(state, table.aggressor, able)
            if zombies_to_fight(state):
                return next_team(state, table.aggressor, set(playing(state)), last=table.chose)
        case "zombies" if not roll_off_needed(state):
            teams = playing(state) or [t.id for t in state.teams]
            first = table.rolled_off[0] if table.rolled_off else teams[0]
            return next_team(state, first, set(teams))
    return ""


def waiting(state: State) -> list[str]:
    """Return the ids of everything that hasn't had its turn in this step."""
    match state.table.phase:
        case "noise":
            return noise_pending(state)
        case "ammo":
            return ammo_pending(state)
        case "zombies":
            return [z.id for z in zombies_to_act(state)]
        case "action":
            return [f.id for f in to_activate(state)]
        case "shooting":
            return [f.id for f in to_fire(state)]
        case "close-quarters":
            return [f.id for f in to_fight(state)] + [z.id for z in zombies_to_fight(state)]
        case "end":
            return [t.id for t in to_test(state)]
    return []


# Losing the Leader, breaking


def leader_of(state: State, team: str) -> Figure | None:
    """Return who leads a side on the table: its Leader or a temporary one (p. 46, ruling 39)."""
    return next((figure for figure in state.standing(team) if figure.leads), None)


def leaderless(state: State) -> list[str]:
    """Return the sides on the table that have to name a temporary Leader."""
    return [
        t.id
        for t in state.teams
        if not t.broke and state.standing(t.id) and leader_of(state, t.id) is None
    ]


def successors(state: State, team: str) -> list[Figure]:
    """Return the models of a side on the table with the highest Courage and Intelligence."""
    standing = state.standing(team)
    worth = {f.id: now(f, "C", state) + now(f, "I", state) for f in standing}
    most = max(worth.values(), default=0)
    return [f for f in standing if worth[f.id] == most]


def casualties(state: State, team: str) -> int:
    """Return how many models of a side are Out of Action."""
    return sum(f.out for f in state.figures(team))


def to_test(state: State) -> list[Team]:
    """Return the sides that have to test their Breaking Point, the Aggressor first (p. 57,
    ruling 39)."""
    if state.table.phase != "end":
        return []
    return [
        t
        for t in map(state.team, order(state, state.table.aggressor))
        if t.breaks
        and t.losses
        and not t.tested
        and (state.standing(t.id) or is_wiped_out(state, t.id))
    ]


def is_wiped_out(state: State, team: str) -> bool:
    """Return whether every model a side deployed is Out of Action."""
    deployed = [f for f in state.figures(team) if f.part == "deployed"]
    return bool(deployed) and all(f.out for f in deployed)


# When it is due


@CHAPTER.due("end")
def _over(_state: State) -> Due:
    """Say that a turn is over in which nothing else is due."""
    return Due(_("The turn is over."))


# Taps of the turn


@CHAPTER.tap("next")
def next_phase(state: State, *, whole_menace: bool = False) -> State:
    """Go to the next step of the turn, with everything that ends and begins with it.

    With `whole_menace` the three steps of the Menace Phase are one; otherwise those with nothing to
    do are skipped, and the log says so.
    """
    if state.open is not None:
        raise RuleError("A roll is still unfinished: finish it or cancel it.")
    state = _go_on(state, whole_menace=whole_menace)
    while not whole_menace and (idle := _nothing_to_do(state)) is not None:
        state = _go_on(state.tell(idle), whole_menace=False)
    now = fact("phase", turn=state.table.turn, phase=state.table.phase)
    return replace(state, said=(now, *state.said))


def _nothing_to_do(state: State) -> Fact | None:
    """Return why this step of the Menace Phase is skipped, None if it isn't."""
    match state.table.phase:
        case "noise" if not noise_pending(state):
            return fact("no-noise", full=is_full(state))
        case "ammo" if not ammo_pending(state):
            return fact("no-ammo")
        case "zombies" if not zombies_to_act(state):
            return fact("no-zombies")
    return None


def _go_on(state: State, *, whole_menace: bool) -> State:
    """Return the table in the next step, with the facts of what ends and begins with it."""
    table = state.table
    step = PHASES.index(table.phase)
    phase = PHASES[step + 1] if step + 1 < len(PHASES) else "noise"
    if whole_menace and table.phase in MENACE:
        phase = "action"
    if table.phase == "noise" and not whole_menace and (left := noise_pending(state)):
        state = state.say("noise-unrolled", who=[f"@{i}" for i in left])
    left_out = [due.step.key for due in steps_due(state)]
    if left_out:
        state = state.say("own-steps-left", steps=left_out)
    if phase == "action":
        state = _end_menace(state)
    if table.phase == "action":
        state = state.change_all(state.figures(), ap=None, sprint=0, still=False, jumped=False)
    state = state.change(
        "table", phase=phase, active="", last="", chose="", after="", rolled_off=()
    )
    if phase == "noise":
        state = _new_turn(state)
    elif phase == "action":
        state = _begin_action(state)
    elif phase == "end":
        state = _burn_out(state)
    return state


def _end_menace(state: State) -> State:
    """End the Menace Phase: the tokens it rolled for come off, with their fact for the log."""
    pieces: list[Figure | Marker] = [*state.figures(), *state.things]
    off = [[f"@{p.id}", min(p.noise, p.noise_due)] for p in pieces if p.noise_due and p.noise]
    if off:
        state = state.say("noise-off", pieces=off)
    for piece in pieces:
        left = max(0, piece.noise - piece.noise_due)
        spent = isinstance(piece, Marker) and piece.sort == "noisemaker" and piece.noise_due
        state = state.change(piece.id, noise=left, noise_due=0, noise_rolled=False)
        if spent:
            state = state.change(piece.id, gone=True)
    state = state.change_all(state.guns(), ammo_rolled=False)
    for zombie in state.zombies:
        # A zombie that acted lost its tokens then; it keeps those it has got since.
        knock = zombie.knock if zombie.acted else 0
        state = state.change(zombie.id, knock=knock, ap=None, acted=False)
    return state


def _new_turn(state: State) -> State:
    """Begin a new turn: the marks of the last one go, and the noise so far is due for a roll."""
    turn = state.table.turn + 1
    state = state.change("table", turn=turn, aggressor="", defender="", drawn=0, steps_done=())
    state = state.change_all(state.teams, losses=0, tested=False, tagged=False)
    state = state.change_all(
        state.figures(),
        noise_rolled=False,
        ran=False,
        acted=False,
        fired=False,
        fought=False,
        panicked=False,
        two_guns=False,
        answered="",
        still=False,
        jumped=False,
        ap=None,
        sprint=0,
        maneuvers=0,
    )
    for figure in state.figures():
        state = state.change(figure.id, noise_due=figure.noise if figure.on_table else 0)
    state = state.change_all(state.guns(), shots=0, snaps=0)
    state = state.change_all(state.zombies, fought=False, acted=False)
    for thing in state.things:
        if thing.noise:
            state = state.change(thing.id, noise_due=thing.noise)
    return state


def _begin_action(state: State) -> State:
    """Give all models their Action Points; Heavy counts only at this moment (ruling 44)."""
    faster = [s for s in state.book.skills.values() if s.move_points]
    for figure in state.standing():
        points = action_points(state, figure)
        sprint = sum(s.move_points for s in faster if figure.has(s.key))
        state = state.change(figure.id, ap=points, sprint=sprint)
    if len(state.teams) == 1:
        state = state.change("table", aggressor=state.teams[0].id, defender=state.teams[0].id)
    return state


def _burn_out(state: State) -> State:
    """Put out the fires set in the turn before (p. 70)."""
    for thing in state.things:
        if thing.sort == "fire" and thing.until <= state.table.turn:
            state = state.change(thing.id, gone=True)
    return state
