"""What is rolled for as the sides deploy: Ambushers and Fences (p. 62, p. 80)."""

from __future__ import annotations

from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.procedure.characteristic_tests import passes
from lastdays.rulebook.known import PerkKey, SkillKey
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.last_days.figures import Rules, now, withdraw
from lastdays.tabletop.last_days.setup import new_zombie
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.last_days.turn import D6, Done

Args = dict[str, Any]


def ambush(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """Ambushers: up to three models try Intelligence/6, 7 and 8 as they deploy; who fails misses
    the game (p. 62)."""
    holder = state.figure(str(args["figure"]))
    if SkillKey.AMBUSHERS in holder.used or state.table.phase != "setup":
        raise RuleError(_("Ambushers are led as the sides deploy, once a game."))
    says: list[Fact] = []
    chosen: list[str] = []
    for n in range(rules.number("ambush", "most")):
        able = [f for f in state.standing(holder.team) if f.id not in chosen]
        if not able:
            break
        pick = yield Choose(
            key=f"ambush/{holder.id}/{n}/who",
            question=_("Ambushers: whom does {name} lead round the side?").format(name=holder.name),
            about=holder.id,
            page=62,
            options=(
                *(Option(f.id, f.name) for f in able),
                *((Option("nobody", _("Nobody else")),) if n else ()),
            ),
        )
        if pick == "nobody":
            break
        chosen.append(pick)
        target = rules.number("ambush", "target") + n
        plus = now(holder, "I", rules)
        die = yield Sum(
            key=f"ambush/{holder.id}/{n}/die",
            question=_("{name}, Intelligence/{target}: a die + {plus}.").format(
                name=holder.name, target=target, plus=plus
            ),
            about=holder.id,
            page=62,
            dice=D6,
        )
        passed = passes(die, plus, target)
        says.append(fact("ambush", who=f"@{pick}", total=die + plus, target=target, passed=passed))
        if not passed:
            state = withdraw(state, rules, pick, "missing")
    state = state.change(holder.id, used=(*holder.used, SkillKey.AMBUSHERS))
    return state, says


def fences(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """Fences round a defended Refuge: D3 more zombies outside them (p. 80)."""
    if not state.table.fences:
        raise RuleError(_("There are no fences to count zombies at."))
    dice = rules.catalogue.perks[PerkKey.FENCES].zombies
    assert dice is not None
    more = yield Sum(
        key="fences/d3",
        question=_("Fences: {dice} more zombies outside them.").format(dice=dice),
        page=80,
        dice=dice,
    )
    state = state.change("table", fences=False)
    for _n in range(more):
        zombie = state.next_id("Z")
        state = state.add(new_zombie(zombie, rules.catalogue))
    return state, [fact("fences", n=more)]
