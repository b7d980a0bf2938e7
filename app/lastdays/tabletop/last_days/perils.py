"""What hurts without anybody's attack: falls and fires (p. 47, p. 70, rulings 71, 72)."""

from __future__ import annotations

from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum
from lastdays.tabletop.event_log import Fact, fact
from lastdays.tabletop.last_days.figures import Rules, now, wound
from lastdays.tabletop.last_days.state import Figure, Marker, State, Zombie
from lastdays.tabletop.last_days.turn import D6, Done

Args = dict[str, Any]


def burn(state: State, rules: Rules, who: str) -> Procedure[Done]:
    """Each fire asks whether a model or zombie begins its activation in it: another hit (p. 70)."""
    says: list[Fact] = []
    for fire in [t for t in state.things if t.sort == "fire"]:
        found = state.pieces.get(who)
        if isinstance(found, Zombie) and found.dead:
            break
        if isinstance(found, Figure) and not found.on_table:
            break
        inside = yield Choose(
            key=f"burn/{who}/{fire.id}",
            question=_("Does {name} begin within {n} inches of {fire}?").format(
                name=state.name(who), n=fire.radius, fire=fire.name
            ),
            about=who,
            page=70,
            options=(Option("no", _("No")), Option("yes", _("Yes: it takes another hit"))),
        )
        if inside == "yes":
            state, more = yield from fall(state, rules, {"figure": who, "thing": fire.id})
            says += more
    return state, says


def fall(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """A fall, or a fire's heat: a die plus its strength against Endurance (p. 47, p. 70).

    A fall's strength are the inches fallen, rounded up; armour helps as in close combat. A fire
    (`thing`) is another hit of the Ranged Attack it came from, knockback and all. A zombie is
    rolled for at the head, however far it falls (ruling 72).
    """
    target = str(args["figure"])
    found = state.pieces.get(str(args.get("thing", "")))
    fire = found if isinstance(found, Marker) else None
    by = fire.by if fire is not None else ""
    where = f"hurt/{target}/{fire.id}" if fire is not None else f"hurt/{target}"
    zombie = state.pieces.get(target)
    if isinstance(zombie, Zombie):
        if zombie.dead:
            raise RuleError(_("{name} is not on the table.").format(name=zombie.name))
        plus = fire.lobotomizer if fire is not None else 0
        wanted = rules.number("head", "target")
        die = yield Sum(
            key=f"{where}/head",
            question=_("{name}, the head: a die + {plus}, {n} or more kills.").format(
                name=zombie.name, plus=plus, n=wanted
            ),
            about=target,
            page=61,
            dice=D6,
        )
        total = die + plus
        if total >= wanted:
            state, says = wound(state, target, 1, by, rules)
            return state, [fact("head-hit", who=f"@{target}", total=total), *says]
        if fire is None:
            return state, [fact("fell", who=f"@{target}", total=total)]
        state = state.change(target, knock=zombie.knock + fire.knock)
        return state, [fact("knocked", who=f"@{target}", total=total, n=fire.knock)]
    figure = state.figure(target)
    if not figure.on_table:
        raise RuleError(_("{name} is not on the table.").format(name=figure.name))
    strength = fire.strength if fire is not None else int(args["strength"])
    endurance = now(figure, "e_shots" if fire is not None else "E", rules)
    die = yield Sum(
        key=f"{where}/die",
        question=_("{name} is hurt: a die + {n}, divided by Endurance {e}.").format(
            name=figure.name, n=strength, e=endurance
        ),
        about=target,
        page=47 if fire is None else 70,
        dice=D6,
    )
    points = (die + strength) // max(1, endurance)
    state, says = wound(state, target, points, by, rules)
    return state, [
        fact("hurt", who=f"@{target}", total=die + strength, e=endurance, points=points),
        *says,
    ]
