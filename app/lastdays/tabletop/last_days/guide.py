"""What is to be done now, in the order of the book: the turn as a list of moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lastdays.language import _
from lastdays.rulebook.known import EquipmentKey, SkillKey
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.tabletop.last_days.figures import Rules, zombie_points
from lastdays.tabletop.last_days.menace import where_it_walks
from lastdays.tabletop.last_days.shooting import may_spend, ready, targets
from lastdays.tabletop.last_days.sides import over_limit, owed, undecided
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.turn import (
    ammo_pending,
    is_full,
    leaderless,
    noise_pending,
    roll_off_needed,
    to_activate,
    to_fight,
    to_fire,
    to_test,
    whose_turn,
    zombies_to_act,
    zombies_to_fight,
)
from lastdays.tabletop.last_days.words import Words

Kind = Literal["play", "tap", "shot", "locked", "fight", "contact", "door", "look", "end"]


__all__ = ["Guide", "Task", "guide", "owed"]


@dataclass(frozen=True)
class Task:
    """One thing to do: what a button says, what it begins, whom it is about.

    `kind`: a procedure, a tap, or a form of the window (a shot, a fight, a contact, a door), a
    model to look at, the end of the game.
    """

    key: str
    label: str
    kind: Kind
    name: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class Guide:
    """What the tracker says of this step: a sentence, what can be done, and sentences to go by."""

    says: str
    tasks: tuple[Task, ...]
    notes: tuple[str, ...] = ()


def guide(state: State, rules: Rules, words: Words) -> Guide:
    """The moves that are due, those that come first above."""
    urgent = [
        Task(f"leader/{t}", _("{side}: who leads now?").format(side=state.name(t)), "play",
             "leader", {"team": t})
        for t in leaderless(state)
    ]  # fmt: skip
    says, tasks = _STEPS[state.table.phase](state, rules, words)
    over = verdict(state)
    if over is not None:
        won = [state.name(t) for t in over.winners]
        said = words.say(over.why)
        if won:
            said = _("{why} {side} has won.").format(why=said, side=", ".join(won))
        says = said
        tasks = [Task("end", _("End the game"), "end"), *tasks]
    notes = set_up(state, rules) if state.table.phase == "setup" else ()
    return Guide(says, (*urgent, *tasks), notes)


def set_up(state: State, rules: Rules) -> tuple[str, ...]:
    """Return how the Encounter is set up, step by step, and what does not fit it."""
    encounter = rules.catalogue.encounters.get(state.table.encounter)
    if encounter is None:
        return ()
    perks = {p for t in state.teams if t.role == "defender" for p in t.perks}
    notes = [step.said for step in encounter.setup if not step.perk or step.perk in perks]
    for team in state.teams:
        most = over_limit(state, team, encounter)
        if most is not None:
            notes.append(
                _("{side} has {n} models on the table; here it may deploy {most}.").format(
                    side=team.name, n=len(state.standing(team.id)), most=most
                )
            )
    return tuple(notes)


Step = tuple[str, list[Task]]


def _interrupting(state: State) -> list[Task]:
    """Who may spend a Locked and Loaded token on the one that acts (p. 49)."""
    acting = getattr(state.pieces.get(state.table.active), "team", "")
    return [
        Task(
            f"locked/{f.id}",
            _("{name} spends Locked and Loaded…").format(name=f.name),
            "locked",
            about=f.id,
        )
        for f in state.standing()
        if f.team != acting
        and may_spend(state, f)
        and ready(state, f, locked=True)
        and targets(state, f, locked=True)
    ]


def _setup(state: State, rules: Rules, words: Words) -> Step:
    tasks: list[Task] = []
    encounter = rules.catalogue.encounters.get(state.table.encounter)
    roles = undecided(state, rules.catalogue)
    if roles is not None:
        text = _("Roll off: who attacks?") if roles.rolling else _("Decide who attacks")
        tasks.append(Task("sides", text, "play", "sides"))
    edges = encounter is None or any(step.what == "edge" for step in encounter.setup)
    if edges and len(state.teams) > 1 and not state.table.edge:
        teams = [t.id for t in state.teams]
        tasks.append(
            Task("edge", _("Roll off for the table edge"), "play", "roll-off", {"teams": teams})
        )
    if state.table.fences:
        tasks.append(Task("fences", _("Fences: more zombies outside"), "play", "fences"))
    for figure in state.standing():
        if figure.has(SkillKey.AMBUSHERS) and SkillKey.AMBUSHERS not in figure.used:
            tasks.append(
                Task(
                    f"ambush/{figure.id}",
                    _("Ambushers: {name}").format(name=figure.name),
                    "play",
                    "ambush",
                    {"figure": figure.id},
                    figure.id,
                )
            )
        if figure.kit_item(EquipmentKey.BOOZE):
            tasks.append(
                Task(
                    f"booze/{figure.id}",
                    _("{name} drinks Booze").format(name=figure.name),
                    "tap",
                    "mark",
                    {"piece": figure.id, "name": "booze"},
                    figure.id,
                )
            )
        for gun in state.guns(figure.id):
            if gun.silencer and gun.silencer not in figure.used:
                tasks.append(
                    Task(
                        f"silencer/{gun.id}",
                        _("{name}: Silencer on {gun}").format(name=figure.name, gun=gun.name),
                        "tap",
                        "silence",
                        {"gun": gun.id},
                        figure.id,
                    )
                )
    says = _("Deploy the sides and the zombies. Booze and Silencers are declared now.")
    defender = next((t.name for t in state.teams if t.role == "defender"), "")
    if defender:
        says = _("{side} defends. {says}").format(side=defender, says=says)
    if state.table.edge:
        says = _("{side} chooses the table edge. {says}").format(
            side=state.name(state.table.edge), says=says
        )
    return says, tasks


def _roll_off(state: State, rules: Rules) -> Task | None:
    teams = roll_off_needed(state, rules)
    if not teams:
        return None
    return Task(
        "roll-off", _("Roll off: who goes first?"), "play", "roll-off", {"teams": list(teams)}
    )


def _noise(state: State, rules: Rules, words: Words) -> Step:
    rolling = _roll_off(state, rules)
    if rolling is not None:
        return _("Both sides are as loud: roll off."), [rolling]
    tasks = [
        Task(
            f"noise/{i}",
            _("Noise: {name}, {n}").format(
                name=state.name(i), n=getattr(state.pieces[i], "noise", 0)
            ),
            "play",
            "noise",
            {"who": i},
            i,
        )
        for i in noise_pending(state, rules)
    ]
    if is_full(state, rules):
        return _("{n} zombies are on the table: noise draws no more.").format(
            n=len(state.zombies)
        ), []
    if not tasks:
        return _("No noise is left to roll for."), []
    return _("A die for each who made noise, the loudest side first."), tasks


def _ammo(state: State, rules: Rules, words: Words) -> Step:
    rolling = _roll_off(state, rules)
    if rolling is not None:
        return _("Both sides have as many ammo tokens: roll off."), [rolling]
    tasks = [
        Task(
            f"ammo/{i}",
            _("Ammo: {name}, {gun}, {n}").format(
                name=state.name(state.gun(i).figure), gun=state.gun(i).name, n=state.gun(i).ammo
            ),
            "play",
            "ammo",
            {"gun": i},
            state.gun(i).figure,
        )
        for i in ammo_pending(state)
    ]
    if not tasks:
        return _("No Ammo Roll is left to make."), []
    return _("A die for each Firearm with ammo tokens."), tasks


def _zombies(state: State, rules: Rules, words: Words) -> Step:
    rolling = _roll_off(state, rules)
    if rolling is not None:
        return _("Roll off: who moves a zombie first?"), [rolling]
    active = state.pieces.get(state.table.active)
    if active is not None and active.kind == "zombie":
        says = words.say(where_it_walks(state, active.id))
        return says, [
            Task(
                f"reaches/{active.id}",
                _("{name} reaches…").format(name=state.name(active.id)),
                "contact",
                about=active.id,
            ),
            Task(
                f"done/{active.id}",
                _("{name} is done").format(name=state.name(active.id)),
                "tap",
                "end-zombie",
                {"zombie": active.id},
                active.id,
            ),
            Task(
                f"falls/{active.id}",
                _("{name} falls").format(name=state.name(active.id)),
                "play",
                "hurt",
                {"figure": active.id},
                active.id,
            ),
            *_interrupting(state),
        ]
    tasks = [
        Task(
            f"zombie/{z.id}",
            _("Move {name}, {n} AP").format(name=z.name, n=zombie_points(z, rules)),
            "play",
            "start-zombie",
            {"zombie": z.id},
            z.id,
        )
        for z in zombies_to_act(state)
    ]
    if not tasks:
        return _("Every zombie has moved."), []
    acted = any(z.acted for z in state.zombies)
    text = _("All the others have moved") if acted else _("All zombies have moved")
    tasks.append(Task("zombies-done", text, "tap", "zombies-done"))
    team = whose_turn(state, rules)
    return _("{side} moves a zombie.").format(side=state.name(team)), tasks


def _action(state: State, rules: Rules, words: Words) -> Step:
    table = state.table
    if not table.aggressor and len(state.teams) > 1:
        return _("Who has the Initiative?"), [
            Task("initiative", _("Roll for Initiative"), "play", "initiative")
        ]
    active = state.pieces.get(table.active)
    if active is not None and active.kind == "figure":
        return _("{name} is being activated.").format(name=state.name(active.id)), [
            Task(
                f"finish/{active.id}",
                _("{name} is done").format(name=state.name(active.id)),
                "tap",
                "finish",
                {"figure": active.id},
                active.id,
            ),
            *_interrupting(state),
        ]
    team = whose_turn(state, rules)
    able = [f for f in to_activate(state) if f.team == team]
    if table.after:
        able = [f for f in able if f.id == table.after] or able
    if not able:
        return _("Everyone has acted."), []
    return _("{side} activates a model.").format(side=state.name(team)), [
        Task(
            f"activate/{f.id}",
            _("Activate {name}, {n} AP").format(name=f.name, n=(f.ap or 0) + f.sprint),
            "play",
            "activate",
            {"figure": f.id},
            f.id,
        )
        for f in able
    ]


def _shooting(state: State, rules: Rules, words: Words) -> Step:
    team = whose_turn(state, rules)
    firing = [f for f in to_fire(state) if any(g.shots for g in state.guns(f.id))]
    able = firing or [f for f in to_fire(state) if f.team == team]
    if not able:
        return _("Nobody is left to fire."), []
    tasks: list[Task] = []
    for f in able:
        tasks.append(
            Task(
                f"fire/{f.id}",
                _("{name} fires…").format(name=f.name),
                "shot",
                about=f.id,
            )
        )
    tasks += [
        Task(
            f"hold/{f.id}",
            (_("{name} fires no more") if f in firing else _("{name} holds fire")).format(
                name=f.name
            ),
            "tap",
            "end-shots",
            {"figure": f.id, "locked": False},
            f.id,
        )
        for f in able
    ]
    side = state.name(able[0].team)
    return _("{side} fires with a model.").format(side=side), tasks


def _close_quarters(state: State, rules: Rules, words: Words) -> Step:
    team = whose_turn(state, rules)
    living = [f for f in to_fight(state) if f.team == team]
    if living:
        return _("{side} fights with a model in contact.").format(side=state.name(team)), [
            Task(f"fight/{f.id}", _("{name} attacks…").format(name=f.name), "fight", about=f.id)
            for f in living
        ]
    dead = zombies_to_fight(state)
    doors = [t for t in state.things if t.sort == "door"]
    tasks = [
        Task(f"fight/{z.id}", _("{name} attacks…").format(name=z.name), "fight", about=z.id)
        for z in dead
    ]
    if doors:
        tasks += [
            Task(f"door/{z.id}", _("{name} beats on a door…").format(name=z.name), "door",
                 about=z.id)
            for z in state.zombies
            if not z.fought and not state.touching(z.id)
        ]  # fmt: skip
    if dead:
        return _("{side} chooses a zombie that attacks.").format(side=state.name(team)), tasks
    return _("No fight is left."), tasks


def _end(state: State, rules: Rules, words: Words) -> Step:
    tests = to_test(state)
    if not tests:
        return _("The turn is over."), []
    return _("Who lost someone this turn tests the Breaking Point."), [
        Task(
            f"breaking/{t.id}",
            _("Breaking Point: {side}").format(side=t.name),
            "play",
            "breaking",
            {"team": t.id},
        )
        for t in tests
    ]


_STEPS = {
    "setup": _setup,
    "noise": _noise,
    "ammo": _ammo,
    "zombies": _zombies,
    "action": _action,
    "shooting": _shooting,
    "close-quarters": _close_quarters,
    "end": _end,
}
