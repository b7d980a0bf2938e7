"""The Menace Phase: noise, ammo, the dead, and Horror (p. 39–41, p. 61, rulings 33–38, 43, 46)."""

from __future__ import annotations

from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.rulebook.known import EncounterKey, SkillKey
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.last_days.figures import Rules, now, zombie_points
from lastdays.tabletop.last_days.perils import burn
from lastdays.tabletop.last_days.setup import new_zombie
from lastdays.tabletop.last_days.state import Figure, Marker, State
from lastdays.tabletop.last_days.turn import (
    D6,
    Done,
    is_full,
    noise_to_roll,
    whose_turn,
    zombies_to_act,
)

Args = dict[str, Any]


def noise(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """A die plus the noise tokens: 7 or more draws a zombie. Six or more draw one for certain,
    then a die plus what is over six; no third (p. 40, ruling 34)."""
    who = str(args["who"])
    piece = state.pieces.get(who)
    if not isinstance(piece, Figure | Marker) or piece.noise_rolled:
        raise RuleError(_("There is no noise to roll for."))
    tokens = noise_to_roll(state, piece)
    if not tokens:
        raise RuleError(_("There is no noise to roll for."))
    certain, wanted = rules.number("noise", "certain"), rules.number("noise", "draws_at")
    state = state.change(who, noise_rolled=True, noise_due=tokens)
    says: list[Fact] = []
    if tokens >= certain:
        says.append(fact("noise-certain", who=f"@{who}", tokens=tokens))
        state, more = yield from _draw(state, rules, who, 1)
        says += more
        if is_full(state, rules):
            return state, says
    plus = tokens - certain if tokens >= certain else tokens
    die = yield Sum(
        key=f"noise/{who}/die",
        question=_("Noise of {name}: a die + {plus}, {wanted} or more draws a zombie.").format(
            name=piece.name, plus=plus, wanted=wanted
        ),
        about=who,
        page=40,
        dice=D6,
    )
    drawn = die + plus >= wanted
    says.append(fact("noise", who=f"@{who}", die=die, plus=plus, drawn=drawn))
    if drawn:
        state, more = yield from _draw(state, rules, who, 2)
        says += more
    return state, says


def _draw(state: State, rules: Rules, who: str, turn: int) -> Procedure[Done]:
    """A zombie on the open edge nearest to the noise, two in The Escape; a defender instead, if
    wished, in Bushwhack and Rescue (p. 99, p. 104, p. 107)."""
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
                key=f"noise/{who}/arrives-{turn}",
                question=_("A zombie is drawn. Does a defender come instead?"),
                page=99 if state.table.encounter == EncounterKey.BUSHWHACK else 104,
                options=(
                    *(Option(f.id, _("{name} comes").format(name=f.name)) for f in waiting),
                    Option("zombie", _("The zombie comes")),
                ),
            )
            if choice != "zombie":
                state = state.change(choice, part="deployed")
                return state, [fact("arrives", who=f"@{choice}")]
    says: list[Fact] = []
    for _n in range(state.table.draws):
        if is_full(state, rules):
            says.append(fact("table-full"))
            break
        zombie = state.next_id("Z")
        state = state.add(new_zombie(zombie, rules.catalogue))
        state = state.change("table", drawn=state.table.drawn + 1)
        says.append(fact("drawn", who=f"@{zombie}", near=f"@{who}"))
    return state, says


def ammo(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """A die plus the ammo tokens: the Reload Number or more, and the gun must be reloaded (p. 40,
    ruling 36). An Armoury lets three failed ones be rolled again (p. 80)."""
    gun = state.gun(str(args["gun"]))
    figure = state.figure(gun.figure)
    if not gun.ammo or gun.empty or gun.ammo_rolled or gun.reload is None:
        raise RuleError(_("There is no Ammo Roll to make."))
    state = state.change(gun.id, ammo_rolled=True)
    plus = gun.ammo + gun.ammo_die

    def question(what: str) -> str:
        return _("{what} {name}, {gun}: a die + {plus}; {reload} or more, and it is empty.").format(
            what=what, name=figure.name, gun=gun.name, plus=plus, reload=gun.reload
        )

    die = yield Sum(
        key=f"ammo/{gun.id}/die",
        question=question(_("Ammo Roll.")),
        about=figure.id,
        page=40,
        dice=D6,
    )
    empty = die + plus >= gun.reload
    says = [_ammo_said(figure, gun.name, die, plus, gun.reload, empty)]
    team = state.team(figure.team)
    if empty and team.rerolls > 0:
        again = yield Choose(
            key=f"ammo/{gun.id}/armoury",
            question=_("{gun} would be empty. Armoury: {n} left to roll again.").format(
                gun=gun.name, n=team.rerolls
            ),
            about=figure.id,
            page=80,
            options=(Option("yes", _("Roll again")), Option("no", _("It is empty"))),
        )
        if again == "yes":
            state = state.change(team.id, rerolls=team.rerolls - 1)
            die = yield Sum(
                key=f"ammo/{gun.id}/again",
                question=question(_("Armoury, the second roll stands.")),
                about=figure.id,
                page=80,
                dice=D6,
            )
            empty = die + plus >= gun.reload
            says.append(_ammo_said(figure, gun.name, die, plus, gun.reload, empty))
    return state.change(gun.id, empty=empty), says


def _ammo_said(figure: Figure, gun: str, die: int, plus: int, reload: int, empty: bool) -> Fact:
    return fact(
        "ammo", who=f"@{figure.id}", gun=gun, die=die, plus=plus, reload=reload, empty=empty
    )


# The dead


def begin_zombie(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """A zombie is activated, in a fire perhaps, with the Action Points its knockback leaves it
    (p. 41, p. 70)."""
    zombie = str(args["zombie"])
    state = _take_up(state, rules, zombie)
    state, says = yield from burn(state, rules, zombie)
    piece = state.zombie(zombie)
    if piece.dead:
        return state, says
    points = zombie_points(piece, rules)
    state = state.change(zombie, ap=points)
    return state, [*says, fact("zombie-acts", who=f"@{zombie}", ap=points)]


def _take_up(state: State, rules: Rules, zombie: str) -> State:
    """The side whose turn it is takes a zombie up to move it."""
    if state.table.phase != "zombies":
        raise RuleError(_("Zombies are activated in the Menace Phase."))
    piece = state.zombie(zombie)
    if piece.acted or piece.dead:
        raise RuleError(_("{name} has been activated already.").format(name=piece.name))
    if state.table.active and state.table.active != zombie:
        raise RuleError(
            _("{name} is still being activated.").format(name=state.name(state.table.active))
        )
    return state.change("table", active=zombie, mover=whose_turn(state, rules))


def end_zombie(state: State, rules: Rules, zombie: str) -> Done:
    """Its activation ends: the knockback tokens come off, the other side goes on (p. 41)."""
    piece = state.zombie(zombie)
    state = state.change(zombie, acted=True, ap=None, knock=0)
    return state.change("table", active="", last=state.table.mover), [
        fact("zombie-done", who=f"@{zombie}", knock=piece.knock)
    ]


def end_others(state: State, rules: Rules) -> Done:
    """All zombies that have not moved have done so on the table, but for one being moved: their
    knockback tokens come off (p. 41)."""
    if state.table.phase != "zombies":
        raise RuleError(_("Zombies are activated in the Menace Phase."))
    others = [z for z in zombies_to_act(state) if z.id != state.table.active]
    for zombie in others:
        state = state.change(zombie.id, acted=True, ap=None, knock=0)
    return state, [fact("zombies-done", n=len(others), knock=sum(z.knock for z in others))]


def where_it_walks(state: State, zombie: str) -> Fact:
    """A reminder of whom a zombie goes for (p. 60)."""
    if state.touching(zombie):
        return fact("walk-engaged", who=f"@{zombie}", to=f"@{state.touching(zombie)[0]}")
    loud = [f.id for f in state.standing() if f.noise_due]
    loud += [t.id for t in state.things if t.noise_due]
    if state.zombie(zombie).ap == 0:
        return fact("walk-down", who=f"@{zombie}")
    return fact("walk", who=f"@{zombie}", loud=[f"@{i}" for i in loud])


def contact(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """Two come into contact; with one of the dead, Horror is rolled (p. 61, ruling 43)."""
    one, other = str(args["one"]), str(args["other"])
    if _side(state, one) == _side(state, other) or not (_side(state, one) and _side(state, other)):
        raise RuleError(_("Only enemies, and the dead, are in contact."))
    if other in state.touching(one):
        raise RuleError(_("They are in contact already."))
    state = state.join(one, other)
    says = [fact("contact", who=f"@{one}", other=f"@{other}")]
    figure, zombie = _living_and_dead(state, one, other)
    if figure is None or zombie == "":
        return state, says
    state, more = yield from horror(state, rules, {"figure": figure.id, "zombie": zombie})
    return state, [*says, *more]


def foes(state: State, piece: str) -> list[str]:
    """The ids of those a model or zombie can come into contact with: enemies, and the dead; not
    those it touches already."""
    own = _side(state, piece)
    touching = state.touching(piece)
    anyone = [f.id for f in state.standing()] + [z.id for z in state.zombies]
    return [i for i in anyone if own and _side(state, i) != own and i not in touching]


def _side(state: State, piece: str) -> str:
    """The team of a model on the table, 'dead' for a zombie, '' for anything else."""
    found = state.pieces.get(piece)
    if isinstance(found, Figure):
        return found.team if found.on_table else ""
    return "dead" if piece in {z.id for z in state.zombies} else ""


def _living_and_dead(state: State, one: str, other: str) -> tuple[Figure | None, str]:
    dead = {z.id for z in state.zombies}
    for living, corpse in ((one, other), (other, one)):
        piece = state.pieces.get(living)
        if isinstance(piece, Figure) and corpse in dead:
            return piece, corpse
    return None, ""


def horror(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """A die plus Courage against a die plus Horror: lower, and the model panics for the rest of
    the turn; a tie is no panic. A Leader within 6 inches lends Courage, Inspirational Presence
    adds one each (p. 61, p. 66)."""
    figure = state.figure(str(args["figure"]))
    zombie = state.zombie(str(args["zombie"]))
    where = f"horror/{figure.id}/{zombie.id}"
    courage = now(figure, "C", rules)
    leaders = [
        f
        for f in state.standing(figure.team)
        if f.id != figure.id and f.has(SkillKey.LEADER) and now(f, "C", rules) > courage
    ]
    if leaders:
        best = max(leaders, key=lambda f: now(f, "C", rules))
        near = yield Choose(
            key=f"{where}/leader",
            question=_("Is {leader} within {n} inches of {name}?").format(
                leader=best.name, name=figure.name, n=rules.catalogue.skills[SkillKey.LEADER].within
            ),
            about=figure.id,
            page=66,
            options=(
                Option("no", _("No: Courage {n}").format(n=courage)),
                Option("yes", _("Yes: Courage {n}").format(n=now(best, "C", rules))),
            ),
        )
        if near == "yes":
            courage = now(best, "C", rules)
    presence = rules.catalogue.skills[SkillKey.INSPIRATIONAL_PRESENCE]
    inspiring = [
        f
        for f in state.standing(figure.team)
        if f.id != figure.id and f.has(SkillKey.INSPIRATIONAL_PRESENCE)
    ]
    if inspiring:
        count = yield Choose(
            key=f"{where}/inspiring",
            question=_("How many with {skill} within {n} inches of {name}?").format(
                skill=presence.name, name=figure.name, n=presence.within
            ),
            about=figure.id,
            page=66,
            options=tuple(
                Option(
                    str(n), str(n), _("+{n} Courage").format(n=n * presence.courage) if n else ""
                )
                for n in range(len(inspiring) + 1)
            ),
        )
        courage += int(count) * presence.courage
    mine = yield Sum(
        key=f"{where}/courage",
        question=_("{name} against {zombie}: a die + Courage {n}.").format(
            name=figure.name, zombie=zombie.name, n=courage
        ),
        about=figure.id,
        page=61,
        dice=D6,
    )
    theirs = yield Sum(
        key=f"{where}/horror",
        question=_("{zombie} against {name}: a die + Horror {n}.").format(
            name=figure.name, zombie=zombie.name, n=zombie.H
        ),
        about=figure.id,
        page=61,
        dice=D6,
    )
    panics = theirs + zombie.H > mine + courage
    said = fact(
        "horror",
        who=f"@{figure.id}",
        zombie=f"@{zombie.id}",
        mine=mine + courage,
        theirs=theirs + zombie.H,
        panics=panics,
    )
    return (state.change(figure.id, panicked=True) if panics else state), [said]
