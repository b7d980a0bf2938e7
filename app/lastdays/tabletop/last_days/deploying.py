"""Declarations and rolls as the sides deploy: Ambushers, Fences, Booze, Silencers (p. 62,
p. 77–80)."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Sum, options_of
from lastdays.procedure.characteristic_tests import passes
from lastdays.procedure.dice import d6
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import EquipmentKey
from lastdays.tabletop.last_days.chapter import Chapter, Due, Words
from lastdays.tabletop.last_days.figures import now, use, withdraw
from lastdays.tabletop.last_days.setup import new_zombie, told_by_levels, told_by_own_rules
from lastdays.tabletop.last_days.sides import over_limit
from lastdays.tabletop.last_days.state import Figure, State
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.view import ButtonView

CHAPTER = Chapter()


@CHAPTER.worded("ambush")
def _ambush_said(words: Words, f: Facts) -> str:
    text = (
        _(
            "{who} comes round the flank ({total}, {target} needed) and may deploy within "
            "{n}″ of a neutral edge, outside the opponent's half."
        )
        if f["passed"]
        else _("{who} gets lost and misses the game ({total}, {target} needed).")
    )
    return text.format(
        who=words.name(f["who"]),
        total=f["total"],
        target=f["target"],
        n=words.state.book.number("ambush", "within"),
    )


#: The entry in a model's `used` once it has led Ambushers.
AMBUSHED = "ambushers"


@CHAPTER.procedure("ambush", "Ambushers: {figure}")
def ambush(state: State, *, figure: str) -> Procedure[State]:
    """Lead Ambushers: name one to three models, who then take tests of Intelligence/6, 7 and 8 as
    they deploy; those who fail miss the game (p. 62)."""
    holder = state.figure(figure)
    if AMBUSHED in holder.used or state.table.phase != "setup":
        raise RuleError("Ambushers can be used only as the sides deploy, once a game.")
    ambushers = yield from _named(state, holder)
    plus = now(holder, "I", state)
    for n, ambusher in enumerate(ambushers):
        target = state.number("ambush", "target") + n
        die = yield Sum(
            f"ambush/{holder.id}/{n}/die",
            _(
                "{name} leads {who}, Intelligence/{target}: {roll}.",
                name=holder.name,
                who=state.name(ambusher),
                target=target,
                roll=d6(plus),
            ),
            about=holder.id,
            page=62,
        )
        passed = passes(die, plus, target)
        state = state.say("ambush", ambusher, total=die + plus, target=target, passed=passed)
        if not passed:
            state = withdraw(state, ambusher, "missing")
    return use(state, holder.id, AMBUSHED)


def _named(state: State, holder: Figure) -> Procedure[list[str]]:
    """Return the models that are named to be led, at least one."""
    ambushers: list[str] = []
    for n in range(state.number("ambush", "most")):
        able = [f for f in state.standing(holder.team) if f.id not in ambushers]
        if not able:
            break
        options = options_of(able)
        if ambushers:
            options = (*options, Option("nobody", _("Nobody else")))
        ambusher = yield Choose(
            f"ambush/{holder.id}/{n}/who",
            _("Ambushers: who comes round the flank with {name}?", name=holder.name),
            about=holder.id,
            page=62,
            options=options,
        )
        if ambusher == "nobody":
            break
        ambushers.append(ambusher)
    return ambushers


@CHAPTER.procedure("fences", "Fences")
def fences(state: State) -> Procedure[State]:
    """Roll for Fences round a defended Refuge: D3 more zombies outside (p. 80)."""
    if not state.table.fences:
        raise RuleError("There are no Fences, so no zombies to count.")
    home = (key for team in state.teams if team.role == "defender" for key in team.perks)
    perks = [perk for key in home if (perk := state.book.perks[key]).zombies is not None]
    more = 0
    for n, perk in enumerate(perks, start=1):
        assert perk.zombies is not None
        rolled = yield Sum(
            "fences/d3" if n == 1 else f"fences/d3-{n}",
            _("{perk}: {dice} more zombies outside.", perk=perk.name, dice=perk.zombies),
            page=perk.page,
            dice=perk.zombies,
        )
        more += rolled + perk.zombies.plus
    state = state.change("table", fences=False)
    for _n in range(more):
        zombie = state.next_id("Z")
        state = state.add(new_zombie(zombie, state.book))
    return state.say("fences", n=more)


@CHAPTER.tap("booze")
def drink(state: State, *, figure: str, on: bool = True) -> State:
    """Drink Booze as the game begins, which uses it up, or undo that (p. 77, ruling 47)."""
    piece = state.figure(figure)
    item = next((i for i, key in piece.kit if key == EquipmentKey.BOOZE), "")
    if on and not item:
        raise RuleError("{name} has no Booze.", name=piece.name)
    state = use(state.change(figure, booze=on), figure, item, on=on)
    return state.say("mark", figure, what="booze", on=on)


@CHAPTER.tap("silence")
def silence(state: State, gun: str) -> State:
    """Use up a Silencer before the game, so that the gun makes no noise in it, or undo that (p. 79,
    ruling 47)."""
    found = state.gun(gun)
    if not found.silencer:
        raise RuleError("{gun} has no Silencer.", gun=found.name)
    bearer = state.figure(found.figure)
    on = found.silencer not in bearer.used
    state = use(state.change(gun, silent=on), bearer.id, found.silencer, on=on)
    return state.say("silencer", bearer.id, gun=f"@{gun}", on=on)


# When it is due


@CHAPTER.due("setup")
def _due(state: State) -> Due:
    """Return what is due before the game: declarations, and how the Encounter is set up."""
    moves = []
    if state.table.fences:
        moves.append(fences.button(_("Fences: more zombies outside")))
    for figure in state.standing():
        moves += _declared(state, figure)
    says = _("Deploy the sides and the zombies. Booze and Silencers are declared now.")
    if len(state.teams) == 1:
        says = _("Deploy the models and the zombies. Booze and Silencers are declared now.")
    defender = next((t.name for t in state.teams if t.role == "defender"), "")
    if defender and state.has_rivals():
        says = _("{side} defends. {says}", side=defender, says=says)
    if state.table.edge:
        says = _(
            "{side} chooses the table edge. {says}", side=state.name(state.table.edge), says=says
        )
    return Due(says, tuple(moves), _set_up(state))


def _declared(state: State, figure: Figure) -> Iterator[ButtonView]:
    """Offer what a model may declare as it deploys."""
    who, name = figure.id, figure.name
    if state.book.giver(figure, Effect.LEADS_AMBUSH) and AMBUSHED not in figure.used:
        text = _("Ambushers: {name}", name=name)
        yield ButtonView(f"ambush/{who}", text, ambush.play(figure=who), about=who)
    if figure.kit_item(EquipmentKey.BOOZE):
        text = _("{name} drinks Booze", name=name)
        yield ButtonView(f"booze/{who}", text, drink.tap(figure=who), about=who)
    for gun in state.guns(who):
        if gun.silencer and gun.silencer not in figure.used:
            text = _("{name}: Silencer on {gun}", name=name, gun=gun.name)
            yield ButtonView(f"silencer/{gun.id}", text, silence.tap(gun=gun.id), about=who)


def _set_up(state: State) -> tuple[str, ...]:
    """Say how the Encounter is set up, and which sides are too large for it."""
    encounter = state.encounter
    if encounter is None:
        return ()
    perks = {p for t in state.teams if t.role == "defender" for p in t.perks}
    rivals = state.has_rivals()
    role = "attacker" if rivals else state.teams[0].role
    notes = list(encounter.set_up(perks, rivals=rivals, role=role))
    notes += told_by_levels(encounter, state.table.by_levels)
    notes += told_by_own_rules(state.table.more_zombies)
    for team in state.teams:
        most = over_limit(state, team, encounter)
        if most is not None:
            notes.append(
                _(
                    "{side} has {n} models on the table; here it may deploy {most}.",
                    side=team.name,
                    n=len(state.standing(team.id)),
                    most=most,
                )
            )
    return tuple(notes)
