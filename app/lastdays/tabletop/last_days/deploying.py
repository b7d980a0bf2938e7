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
from lastdays.tabletop.last_days.figures import current_characteristic, use, withdraw
from lastdays.tabletop.last_days.setup import new_zombie, told_by_levels, told_by_own_rules
from lastdays.tabletop.last_days.sides import limit_if_exceeded
from lastdays.tabletop.last_days.state import Figure, State
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.view import ButtonView

CHAPTER = Chapter()


@CHAPTER.worded("ambush")
def _ambush_sentence(words: Words, f: Facts) -> str:
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
    ambushers = yield from _choose_ambushers(state, holder)
    intelligence = current_characteristic(holder, "I", state)
    for place, ambusher in enumerate(ambushers):
        target = state.number("ambush", "target") + place
        die = yield Sum(
            f"ambush/{holder.id}/{place}/die",
            _(
                "{name} leads {who}, Intelligence/{target}: {roll}.",
                name=holder.name,
                who=state.name(ambusher),
                target=target,
                roll=d6(intelligence),
            ),
            about=holder.id,
            page=62,
        )
        passed = passes(die, intelligence, target)
        state = state.say(
            "ambush", ambusher, total=die + intelligence, target=target, passed=passed
        )
        if not passed:
            state = withdraw(state, ambusher, "missing")
    return use(state, holder.id, AMBUSHED)


def _choose_ambushers(state: State, holder: Figure) -> Procedure[list[str]]:
    """Ask whom a model leads as Ambushers, one after another; return their ids. The first must be chosen, the
    others needn't be."""
    ambushers: list[str] = []
    for n in range(state.number("ambush", "most")):
        candidates = [f for f in state.standing(holder.team) if f.id not in ambushers]
        if not candidates:
            break
        options = options_of(candidates)
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
    perk_keys = (key for team in state.teams if team.role == "defender" for key in team.perks)
    perks = [perk for key in perk_keys if (perk := state.book.perks[key]).zombies is not None]
    zombies_outside = 0
    for n, perk in enumerate(perks, start=1):
        assert perk.zombies is not None
        rolled = yield Sum(
            "fences/d3" if n == 1 else f"fences/d3-{n}",
            _("{perk}: {dice} more zombies outside.", perk=perk.name, dice=perk.zombies),
            page=perk.page,
            dice=perk.zombies,
        )
        zombies_outside += rolled + perk.zombies.plus
    state = state.change("table", fences=False)
    for _n in range(zombies_outside):
        zombie = state.next_id("Z")
        state = state.add(new_zombie(zombie, state.book))
    return state.say("fences", n=zombies_outside)


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
    weapon = state.gun(gun)
    if not weapon.silencer:
        raise RuleError("{gun} has no Silencer.", gun=weapon.name)
    bearer = state.figure(weapon.figure)
    use_it_up = weapon.silencer not in bearer.used
    state = use(state.change(gun, silent=use_it_up), bearer.id, weapon.silencer, on=use_it_up)
    return state.say("silencer", bearer.id, gun=f"@{gun}", on=use_it_up)


# When it is due


@CHAPTER.due("setup")
def _due_before_game(state: State) -> Due:
    """Return what is due before the game: declarations, and how the Encounter is set up."""
    moves = []
    if state.table.fences:
        moves.append(fences.button(_("Fences: more zombies outside")))
    for figure in state.standing():
        moves += _declarations_of(state, figure)
    sentence = _("Deploy the sides and the zombies. Booze and Silencers are declared now.")
    if len(state.teams) == 1:
        sentence = _("Deploy the models and the zombies. Booze and Silencers are declared now.")
    defender = next((t.name for t in state.teams if t.role == "defender"), "")
    if defender and state.has_rivals():
        sentence = _("{side} defends. {says}", side=defender, says=sentence)
    if state.table.edge:
        sentence = _(
            "{side} chooses the table edge. {says}",
            side=state.name(state.table.edge),
            says=sentence,
        )
    return Due(sentence, tuple(moves), _notes_on_set_up(state))


def _declarations_of(state: State, figure: Figure) -> Iterator[ButtonView]:
    """Yield a button for each thing that a model may declare as it deploys."""
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


def _notes_on_set_up(state: State) -> tuple[str, ...]:
    """Return sentences that say how the Encounter is set up, and which sides have deployed too many models."""
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
        limit = limit_if_exceeded(state, team, encounter)
        if limit is not None:
            notes.append(
                _(
                    "{side} has {n} models on the table; here it may deploy {most}.",
                    side=team.name,
                    n=len(state.standing(team.id)),
                    most=limit,
                )
            )
    return tuple(notes)
