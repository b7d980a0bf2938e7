"""The turn: its phases, who is next, what remains to be done (p. 39–58, rulings 33, 39, 45, 48)."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, joined
from lastdays.procedure.asks import D6
from lastdays.tabletop.event_log import Fact, fact, in_turn
from lastdays.tabletop.last_days.chapter import Chapter, Due, Words
from lastdays.tabletop.last_days.figures import action_points, current_characteristic
from lastdays.tabletop.last_days.own_turn import steps_due
from lastdays.tabletop.last_days.state import Figure, Gun, Marker, State, Team, Zombie
from lastdays.tabletop.phrases import Facts

CHAPTER = Chapter()

#: Every step of a game, in order; the three of the Menace Phase one by one.
PHASES = ("setup", "noise", "ammo", "zombies", "action", "shooting", "close-quarters", "end")
MENACE = ("noise", "ammo", "zombies")


@CHAPTER.worded("noise-off")
def _noise_off_sentence(words: Words, f: Facts) -> str:
    tokens = [_("{n} from {name}", name=words.name(piece), n=n) for piece, n in f["pieces"]]
    return _("Noise Tokens come off: {each}.", each=joined(tokens))


def teams_in_order(state: State, first: str) -> list[str]:
    """Return the teams still playing in the order of their Initiative totals, starting with one of
    them (ruling 48)."""
    teams = [team for team in state.teams if not team.broke]
    teams.sort(key=_place_in_order)
    ids = [team.id for team in teams]
    return in_turn(ids, first)


def _place_in_order(team: Team) -> tuple[int, str]:
    """Return a team's place by its Initiative total, and among equal ones by its letter."""
    return team.order, team.id


def next_team(state: State, first: str, teams_able: set[str], last: str | None = None) -> str:
    """Return the next team after the one that acted last, among those that still can."""
    if last is None:
        last = state.table.last
    for team in in_turn(teams_in_order(state, first), last, after=True):
        if team in teams_able:
            return team
    return ""


def teams_playing(state: State) -> list[str]:
    """Return the teams that have somebody on the table and have not broken (ruling 39)."""
    return [t.id for t in state.teams if not t.broke and state.standing(t.id)]


# Who is still to act


def models_to_activate(state: State) -> tuple[Figure, ...]:
    """Return the models that have not been activated in this Action Phase."""
    return tuple(f for f in state.standing() if not f.acted)


def models_to_fire(state: State) -> tuple[Figure, ...]:
    """Return the models that may fire and have not yet."""
    return tuple(f for f in state.standing() if not f.fired and why_not_fire(state, f) == "")


def why_not_fire(state: State, figure: Figure) -> str:
    """Return why a model may not fire in the Shooting Phase; '' where it may (p. 47, p. 50)."""
    if not figure.on_table:
        return _("not on the table")
    if state.in_contact_with(figure.id):
        return _("in contact")
    if figure.ran:
        return _("has Run")
    guns = state.guns(figure.id)
    if not guns:
        return _("no Firearm")
    usable = [gun for gun in guns if gun.usable]
    if not usable:
        return _("needs a Gunsmith to fire that")
    if all(gun.empty for gun in usable):
        return _("has to reload")
    return ""


def models_to_fight(state: State) -> tuple[Figure, ...]:
    """Return the models in contact that have not attacked."""
    return tuple(f for f in state.standing() if not f.fought and state.in_contact_with(f.id))


def zombies_to_fight(state: State) -> tuple[Zombie, ...]:
    """Return the zombies in contact that have not attacked."""
    return tuple(z for z in state.zombies if not z.fought and state.in_contact_with(z.id))


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
    tokens = {team.id: _noise_of_step(state, team.id) for team in state.teams}
    pending = []
    for team in _teams_by_tokens(state, tokens):
        for figure in state.standing(team):
            if _rolls_for_noise(state, figure):
                pending.append(figure.id)
    for thing in state.things:
        if _rolls_for_noise(state, thing):
            pending.append(thing.id)
    return pending


def _rolls_for_noise(state: State, piece: Figure | Marker) -> bool:
    """Return whether a piece has noise that has not been rolled for."""
    return noise_to_roll(state, piece) > 0 and not piece.noise_rolled


def _teams_by_tokens(state: State, tokens: dict[str, int]) -> list[str]:
    """Return the teams in the order of their tokens, those with the most first, ties by Roll-Off."""

    def place(team: str) -> tuple[int, int]:
        return -tokens[team], _place_in_roll_off(state, team)

    return sorted(tokens, key=place)


def _noise_of_step(state: State, team: str) -> int:
    """Return the noise tokens of a side that count in this noise step."""
    return sum(noise_to_roll(state, f) for f in state.standing(team))


def ammo_pending(state: State) -> list[str]:
    """Return the ids of the Firearms whose Ammo Roll is due and could fail, the side with the most
    tokens first."""
    tokens = {team.id: ammo_of(state, team.id) for team in state.teams}
    pending = []
    for team in _teams_by_tokens(state, tokens):
        for figure in state.standing(team):
            guns = [gun.id for gun in state.guns(figure.id) if _rolls_for_ammo(gun)]
            pending.extend(guns)
    return pending


def _rolls_for_ammo(gun: Gun) -> bool:
    """Return whether a Firearm's Ammo Roll is due and could fail."""
    if not gun.ammo or gun.empty or gun.ammo_rolled or gun.reload is None:
        return False
    highest = D6.faces + gun.ammo + gun.ammo_die
    return highest >= gun.reload


def _place_in_roll_off(state: State, team: str) -> int:
    """Return a team's place in this step's Roll-Off, from 0; after all others if it didn't roll."""
    teams_ranked = state.table.rolled_off
    if team in teams_ranked:
        return teams_ranked.index(team)
    return len(teams_ranked)


def is_full(state: State) -> bool:
    """Return whether the table holds the most zombies that noise may draw: twenty (ruling 38)."""
    if not state.rules.switches.zombie_cap:
        return False
    return len(state.zombies) >= state.number("zombie_cap", "most")


def roll_off_needed(state: State) -> tuple[str, ...]:
    """Return the teams that have to roll off before this step can continue; those who play together
    needn't (ruling 98)."""
    table = state.table
    if table.rolled_off or len(teams_playing(state)) < 2 or not state.has_rivals():
        return ()
    match table.phase:
        case "noise" if noise_pending(state):
            loud = {f.team for f in state.standing() if noise_to_roll(state, f)}
            return _teams_tied_for_most({team: _noise_of_step(state, team) for team in loud})
        case "ammo" if ammo_pending(state):
            guns = [state.gun(gun) for gun in ammo_pending(state)]
            teams = {state.figure(gun.figure).team for gun in guns}
            return _teams_tied_for_most({team: ammo_of(state, team) for team in teams})
        case "zombies" if zombies_to_act(state):
            return tuple(teams_playing(state))
    return ()


def _teams_tied_for_most(totals: dict[str, int]) -> tuple[str, ...]:
    """Return the teams that share the most tokens, in the order of their letters."""
    most = max(totals.values(), default=0)
    tied = [team for team, total in totals.items() if total == most]
    if len(tied) < 2:
        return ()
    return tuple(sorted(tied))


def whose_turn(state: State) -> str:
    """Return the team that moves next in this step, '' if none does."""
    match state.table.phase:
        case "action":
            return _who_activates(state)
        case "shooting":
            teams_able = {figure.team for figure in models_to_fire(state)}
            return next_team(state, state.table.defender, teams_able)
        case "close-quarters":
            return _who_attacks(state)
        case "zombies":
            return _who_moves_zombies(state)
    return ""


def _who_activates(state: State) -> str:
    """Return the team that activates a model next: of a Tag-Team the same team again."""
    table = state.table
    tag_team_partner = state.pieces.get(table.after)
    if (
        isinstance(tag_team_partner, Figure)
        and tag_team_partner.on_table
        and not tag_team_partner.acted
    ):
        return tag_team_partner.team
    teams_able = {figure.team for figure in models_to_activate(state) if figure.id != table.active}
    return next_team(state, table.aggressor, teams_able)


def _who_attacks(state: State) -> str:
    """Return the team that attacks next, or chooses the zombie that does; '' if nobody is left."""
    table = state.table
    teams_able = {figure.team for figure in models_to_fight(state)}
    if teams_able:
        return next_team(state, table.aggressor, teams_able)
    if zombies_to_fight(state):
        return next_team(state, table.aggressor, set(teams_playing(state)), last=table.chose)
    return ""


def _who_moves_zombies(state: State) -> str:
    """Return the team that moves a zombie next, '' while a Roll-Off is due."""
    if roll_off_needed(state):
        return ""
    teams = teams_playing(state)
    if not teams:
        teams = [team.id for team in state.teams]
    rolled_off = state.table.rolled_off
    first = rolled_off[0] if rolled_off else teams[0]
    return next_team(state, first, set(teams))


def pieces_waiting(state: State) -> list[str]:
    """Return the ids of the pieces, in the End Phase of the teams, that haven't had their turn in this
    step."""
    match state.table.phase:
        case "noise":
            return noise_pending(state)
        case "ammo":
            return ammo_pending(state)
        case "zombies":
            return [zombie.id for zombie in zombies_to_act(state)]
        case "action":
            return [figure.id for figure in models_to_activate(state)]
        case "shooting":
            return [figure.id for figure in models_to_fire(state)]
        case "close-quarters":
            living = [figure.id for figure in models_to_fight(state)]
            zombies = [zombie.id for zombie in zombies_to_fight(state)]
            return living + zombies
        case "end":
            return [team.id for team in teams_to_test(state)]
    return []


# Losing the Leader, breaking


def leader_of(state: State, team: str) -> Figure | None:
    """Return who leads a side on the table: its Leader or a temporary one (p. 46, ruling 39)."""
    return next((figure for figure in state.standing(team) if figure.leads), None)


def teams_without_leader(state: State) -> list[str]:
    """Return the sides on the table that have to name a temporary Leader."""
    return [team for team in teams_playing(state) if leader_of(state, team) is None]


def possible_leaders(state: State, team: str) -> list[Figure]:
    """Return the models of a side on the table with the highest Courage and Intelligence."""
    standing = state.standing(team)
    totals = {
        f.id: current_characteristic(f, "C", state) + current_characteristic(f, "I", state)
        for f in standing
    }
    highest = max(totals.values(), default=0)
    return [figure for figure in standing if totals[figure.id] == highest]


def casualty_count(state: State, team: str) -> int:
    """Return how many models of a side are Out of Action."""
    return sum(f.out for f in state.figures(team))


def teams_to_test(state: State) -> list[Team]:
    """Return the sides that have to test their Breaking Point, the Aggressor first (p. 57,
    ruling 39)."""
    if state.table.phase != "end":
        return []
    teams = [state.team(team) for team in teams_in_order(state, state.table.aggressor)]
    return [team for team in teams if _has_to_test(state, team)]


def _has_to_test(state: State, team: Team) -> bool:
    """Return whether a side has lost a model this turn and not yet tested its Breaking Point."""
    if not team.breaks or not team.losses or team.tested:
        return False
    return bool(state.standing(team.id)) or is_wiped_out(state, team.id)


def is_wiped_out(state: State, team: str) -> bool:
    """Return whether every model a side deployed is Out of Action."""
    deployed = [f for f in state.figures(team) if f.part == "deployed"]
    return bool(deployed) and all(f.out for f in deployed)


# When it is due


@CHAPTER.due("end")
def _turn_is_over(_state: State) -> Due:
    """Return that the turn is over, which shows where nothing else is due in the End Phase."""
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
    state = _in_next_step(state, whole_menace=whole_menace)
    if not whole_menace:
        state = _skip_idle_steps(state)
    phase = fact("phase", turn=state.table.turn, phase=state.table.phase)
    return replace(state, said=(phase, *state.said))


def _skip_idle_steps(state: State) -> State:
    """Go on over the steps of the Menace Phase with nothing to do, with a fact for each."""
    idle = _nothing_to_do(state)
    while idle is not None:
        state = _in_next_step(state.tell(idle), whole_menace=False)
        idle = _nothing_to_do(state)
    return state


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


def _in_next_step(state: State, *, whole_menace: bool) -> State:
    """Return the table in the next step of the turn, after all that ends with the old step and begins with
    the new one."""
    old_phase = state.table.phase
    new_phase = _phase_after(old_phase, whole_menace=whole_menace)
    state = _with_omissions_told(state, whole_menace=whole_menace)
    if new_phase == "action":
        state = _end_menace(state)
    if old_phase == "action":
        state = state.change_all(state.figures(), ap=None, sprint=0, still=False, jumped=False)
    state = state.change(
        "table", phase=new_phase, active="", last="", chose="", after="", rolled_off=()
    )
    match new_phase:
        case "noise":
            return _new_turn(state)
        case "action":
            return _begin_action(state)
        case "end":
            return _with_old_fires_out(state)
    return state


def _phase_after(phase: str, *, whole_menace: bool) -> str:
    """Return the step after another; after the last one a turn begins anew with noise."""
    if whole_menace and phase in MENACE:
        return "action"
    if phase == PHASES[-1]:
        return "noise"
    return PHASES[PHASES.index(phase) + 1]


def _with_omissions_told(state: State, *, whole_menace: bool) -> State:
    """Return the table with the log told what was left out in this step: noise that wasn't rolled for, and
    the players' own steps."""
    if state.table.phase == "noise" and not whole_menace:
        unrolled = [f"@{piece}" for piece in noise_pending(state)]
        if unrolled:
            state = state.say("noise-unrolled", who=unrolled)
    own_steps = [due.step.key for due in steps_due(state)]
    if own_steps:
        state = state.say("own-steps-left", steps=own_steps)
    return state


def _end_menace(state: State) -> State:
    """End the Menace Phase: the tokens it rolled for come off, with their fact for the log."""
    state = _noise_comes_off(state)
    state = state.change_all(state.guns(), ammo_rolled=False)
    for zombie in state.zombies:
        # A zombie that acted lost its tokens then; it keeps those it has got since.
        knock = zombie.knock if zombie.acted else 0
        state = state.change(zombie.id, knock=knock, ap=None, acted=False)
    return state


def _noise_comes_off(state: State) -> State:
    """Take off the noise tokens that were rolled for; a Noisemaker with them."""
    pieces: list[Figure | Marker] = [*state.figures(), *state.things]
    tokens_off = [
        [f"@{p.id}", min(p.noise, p.noise_due)] for p in pieces if p.noise and p.noise_due
    ]
    if tokens_off:
        state = state.say("noise-off", pieces=tokens_off)
    for piece in pieces:
        noise = max(0, piece.noise - piece.noise_due)
        state = state.change(piece.id, noise=noise, noise_due=0, noise_rolled=False)
        is_noisemaker = isinstance(piece, Marker) and piece.sort == "noisemaker"
        if is_noisemaker and piece.noise_due:
            state = state.change(piece.id, gone=True)
    return state


def _new_turn(state: State) -> State:
    """Begin a new turn: the marks of the last one go, and the noise so far is due for a roll."""
    turn = state.table.turn + 1
    state = state.change("table", turn=turn, aggressor="", defender="", drawn=0, steps_done=())
    state = state.change_all(state.teams, losses=0, tested=False, tagged=False)
    state = _without_marks(state)
    for figure in state.figures():
        noise_due = figure.noise if figure.on_table else 0
        state = state.change(figure.id, noise_due=noise_due)
    for thing in state.things:
        if thing.noise:
            state = state.change(thing.id, noise_due=thing.noise)
    return state


def _without_marks(state: State) -> State:
    """Return the table without the marks that models, Firearms and zombies got in the last turn."""
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
    state = state.change_all(state.guns(), shots=0, snaps=0)
    return state.change_all(state.zombies, fought=False, acted=False)


def _begin_action(state: State) -> State:
    """Give all models their Action Points; Heavy counts only at this moment (ruling 44)."""
    skills_with_move_points = [skill for skill in state.book.skills.values() if skill.move_points]
    for figure in state.standing():
        points = action_points(state, figure)
        sprint = sum(
            skill.move_points for skill in skills_with_move_points if figure.has(skill.key)
        )
        state = state.change(figure.id, ap=points, sprint=sprint)
    if len(state.teams) == 1:
        only_team = state.teams[0].id
        state = state.change("table", aggressor=only_team, defender=only_team)
    return state


def _with_old_fires_out(state: State) -> State:
    """Put out the fires set in the turn before (p. 70)."""
    for thing in state.things:
        if thing.sort == "fire" and thing.until <= state.table.turn:
            state = state.change(thing.id, gone=True)
    return state
