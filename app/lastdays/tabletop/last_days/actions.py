"""The Action Phase: activation, and what Action Points buy (p. 46–49, p. 64–71, ruling 44)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lastdays.errors import RuleError
from lastdays.language import _
from lastdays.procedure.asks import Choose, Option, Procedure, Roll, Sum
from lastdays.procedure.characteristic_tests import passes
from lastdays.rulebook.known import ActionKey, AttributeKey, EquipmentKey, SkillKey
from lastdays.tabletop.event_log import fact
from lastdays.tabletop.last_days.figures import Rules, depart, heavy, now, set_down
from lastdays.tabletop.last_days.perils import burn
from lastdays.tabletop.last_days.state import Figure, Marker, State
from lastdays.tabletop.last_days.turn import D6, Done

Args = dict[str, Any]


# Activation


def activate(state: State, rules: Rules, figure: str) -> Done:
    """A model begins: its Locked and Loaded token goes, a Noisy one makes its noise (p. 49,
    p. 71, ruling 35)."""
    piece = state.figure(figure)
    if state.table.phase != "action":
        raise RuleError(_("Models are activated in the Action Phase."))
    if not piece.on_table or piece.acted:
        raise RuleError(_("{name} has been activated already.").format(name=piece.name))
    if state.table.active:
        raise RuleError(
            _("{name} is still being activated.").format(name=state.name(state.table.active))
        )
    state = state.change(figure, locked=False, snap_at="", noise=piece.noise + piece.noisy)
    for gun in state.guns(figure):
        if gun.snaps:
            state = state.change(gun.id, snaps=0)
    state = state.change("table", active=figure, after="")
    says = [fact("activated", who=f"@{figure}", ap=(piece.ap or 0) + piece.sprint)]
    if piece.locked:
        says.append(fact("unlocked", who=f"@{figure}"))
    if piece.noisy:
        says.append(fact("noisy", who=f"@{figure}", n=piece.noisy))
    return state, says


def begin(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """A model begins its activation, in a fire perhaps (p. 46, p. 70)."""
    figure = str(args["figure"])
    state, says = activate(state, rules, figure)
    state, more = yield from burn(state, rules, figure)
    return state, [*says, *more]


def finish(state: State, rules: Rules, figure: str) -> Done:
    """A model is done; the other side goes on."""
    piece = state.figure(figure)
    state = state.change(figure, acted=True)
    active = "" if state.table.active == figure else state.table.active
    after = "" if state.table.after == figure else state.table.after
    return state.change("table", active=active, after=after, last=piece.team), [
        fact("acted", who=f"@{figure}")
    ]


# What can be done, and what it costs


@dataclass(frozen=True)
class Offer:
    """An action a model may take: its key and what it is about, what it costs now (`per_inch`:
    each inch of it), why not."""

    key: str
    label: str
    cost: int
    args: Args
    why_not: str = ""
    hint: str = ""
    per_inch: bool = False


def step_cost(figure: Figure, key: str, rules: Rules) -> int:
    """The Action Points of an inch: a Leg Injury adds one on foot, a Free Runner pays one for
    difficult ground and climbing (p. 47, p. 64, p. 85)."""
    cost = rules.catalogue.actions[key].cost
    if key in (ActionKey.DIFFICULT, ActionKey.CLIMB) and figure.has(SkillKey.FREE_RUNNER):
        cost = rules.catalogue.skills[SkillKey.FREE_RUNNER].rough_cost or 0
    if key in (ActionKey.MOVE, ActionKey.DIFFICULT):
        cost += figure.step_cost
    return cost


def break_cost(state: State, figure: Figure, rules: Rules) -> int:
    """The price of Break Contact: one more for each enemy after the first (p. 47)."""
    action = rules.catalogue.actions[ActionKey.BREAK_CONTACT]
    return action.cost + action.more * max(0, len(state.touching(figure.id)) - 1)


def offers(state: State, figure: Figure, rules: Rules) -> list[Offer]:
    """What the model being activated may do now; in contact only Break Contact (p. 47)."""
    actions = rules.catalogue.actions
    found: list[Offer] = []
    touching = bool(state.touching(figure.id))
    animal = figure.has(AttributeKey.ANIMAL)

    def offer(key: str, label: str, cost: int, why: str = "", **args: Any) -> None:
        have = _points(figure, moving=key in _SPRINTS)
        entry = actions.get(key)
        if not why and touching and key != ActionKey.BREAK_CONTACT:
            why = _("in contact: only Break Contact")
        if not why and figure.still and key in _MOVES:
            why = _("Locked and Loaded")
        if not why and figure.jumped and key in _MOVES:
            why = _("no more moving after a Long Jump")
        if not why and animal and entry is not None and not entry.animals:
            why = _("not for animals")
        if not why and cost > have:
            why = _("{n} Action Points needed").format(n=cost)
        hint = entry.summary if entry is not None else ""
        found.append(
            Offer(key, label, cost, {"figure": figure.id, **args}, why, hint, key in _INCHES)
        )

    for key in (ActionKey.MOVE, ActionKey.DIFFICULT):
        offer(key, actions[key].name, step_cost(figure, key, rules))
    offer(
        ActionKey.RUN,
        actions[ActionKey.RUN].name,
        actions[ActionKey.RUN].cost,
        _("has run this turn") if figure.ran else "",
    )
    for key in (ActionKey.CLIMB, ActionKey.JUMP):
        offer(key, actions[key].name, step_cost(figure, key, rules))
    if touching:
        offer(
            ActionKey.BREAK_CONTACT,
            actions[ActionKey.BREAK_CONTACT].name,
            break_cost(state, figure, rules),
            _("in a panic") if figure.panicked else "",
        )
    if figure.has(SkillKey.FREE_RUNNER):
        offer(
            ActionKey.LONG_JUMP,
            actions[ActionKey.LONG_JUMP].name,
            actions[ActionKey.LONG_JUMP].cost,
            _("slowed by Heavy") if heavy(state, figure, rules) else "",
        )
    offer(ActionKey.DOOR, actions[ActionKey.DOOR].name, actions[ActionKey.DOOR].cost)
    if figure.has(SkillKey.ENTRY_MAN):
        doors = [t for t in state.things if t.sort == "door"]
        sturdy = bool(doors) and all(d.sturdy for d in doors)
        why = _("Reinforced doors do not give way (p. 82).") if sturdy else ""
        offer(
            ActionKey.ENTRY_MAN,
            actions[ActionKey.ENTRY_MAN].name,
            actions[ActionKey.ENTRY_MAN].cost,
            why,
        )
    for gun in state.guns(figure.id):
        if gun.ammo or gun.empty:
            offer(
                ActionKey.RELOAD,
                _("Reload {gun}").format(gun=gun.name),
                gun.reload_cost,
                gun=gun.id,
            )
    if state.guns(figure.id):
        offer(
            ActionKey.LOCKED_AND_LOADED,
            actions[ActionKey.LOCKED_AND_LOADED].name,
            actions[ActionKey.LOCKED_AND_LOADED].cost,
        )
    offer(ActionKey.INTERACT, actions[ActionKey.INTERACT].name, actions[ActionKey.INTERACT].cost)
    if figure.kit_item(EquipmentKey.NOISEMAKER):
        offer(
            ActionKey.NOISEMAKER,
            actions[ActionKey.NOISEMAKER].name,
            actions[ActionKey.NOISEMAKER].cost,
        )
    if figure.kit_item(EquipmentKey.CLIMBING_GEAR):
        offer(EquipmentKey.CLIMBING_GEAR, _("Hang the Climbing Gear"), 0)
    if figure.has(SkillKey.TAG_TEAM) and not state.team(figure.team).tagged:
        why = "" if tag_friends(state, figure) else _("nobody of the same Keyword is left to act")
        offer(
            ActionKey.TAG_TEAM,
            actions[ActionKey.TAG_TEAM].name,
            actions[ActionKey.TAG_TEAM].cost,
            why,
        )
    offer("leave", _("Leave the table"), 0)
    if figure.still:
        return [_locked(o) for o in found]
    return found


#: What is paid for inch by inch, and said once for all of them.
_INCHES = (ActionKey.MOVE, ActionKey.DIFFICULT, ActionKey.CLIMB, ActionKey.JUMP)
_MOVES = (*_INCHES, ActionKey.RUN, ActionKey.LONG_JUMP, "leave")
#: What a Sprinter's extra Action Point is good for.
_SPRINTS = (ActionKey.MOVE, ActionKey.DIFFICULT, ActionKey.RUN)


def _points(figure: Figure, *, moving: bool) -> int:
    """The Action Points there are for an action."""
    return (figure.ap or 0) + (figure.sprint if moving else 0)


def _locked(offer: Offer) -> Offer:
    why = offer.why_not or _("Locked and Loaded: spends no more")
    return replace(offer, why_not=why)


def _pay(state: State, figure: Figure, cost: int, *, moving: bool = False) -> State:
    """Action Points spent; a Sprinter's extra one goes first where it may."""
    extra = min(figure.sprint, cost) if moving else 0
    points = max(0, (figure.ap or 0) - (cost - extra))
    return state.change(figure.id, ap=points, sprint=figure.sprint - extra)


def act(state: State, rules: Rules, args: Args) -> Procedure[Done]:
    """One action of the model that is active: checked against what it may do, paid, done."""
    figure = state.figure(str(args["figure"]))
    key = str(args["action"])
    gun = str(args.get("gun", ""))
    offer = next(
        (
            o
            for o in offers(state, figure, rules)
            if o.key == key and str(o.args.get("gun", "")) == gun
        ),
        None,
    )
    if offer is None:
        raise RuleError(_("{name} cannot do that now.").format(name=figure.name))
    if state.table.active != figure.id:
        raise RuleError(_("{name} is not being activated.").format(name=figure.name))
    if offer.why_not:
        raise RuleError(f"{figure.name}: {offer.why_not}.")
    who = f"@{figure.id}"
    match key:
        case ActionKey.MOVE | ActionKey.DIFFICULT | ActionKey.CLIMB | ActionKey.JUMP:
            return (yield from _inches(state, figure, offer, args.get("inches")))
        case ActionKey.RUN:
            return (yield from _run(state, rules, figure))
        case ActionKey.INTERACT:
            return (yield from _interact(state, rules, figure, offer.cost))
        case ActionKey.ENTRY_MAN:
            return (yield from _break_door(state, rules, figure, offer.cost))
        case ActionKey.DOOR:
            return (yield from _door(state, figure, offer.cost))
        case ActionKey.TAG_TEAM:
            return (yield from _tag(state, rules, figure, offer.cost))
    state = _pay(state, figure, offer.cost)
    said = fact("action", who=who, action=key, cost=offer.cost)
    match key:
        case ActionKey.BREAK_CONTACT:
            state = state.part(figure.id)
        case ActionKey.RELOAD:
            state = state.change(gun, ammo=0, empty=False)
            said = fact("reloaded", who=who, gun=f"@{gun}", cost=offer.cost)
        case ActionKey.LOCKED_AND_LOADED:
            state = state.change(figure.id, locked=True, locked_turn=state.table.turn, still=True)
        case ActionKey.LONG_JUMP:
            state = state.change(figure.id, jumped=True)
        case ActionKey.NOISEMAKER:
            item = figure.kit_item(EquipmentKey.NOISEMAKER)
            state = state.change(figure.id, used=(*figure.used, item))
            tokens = rules.number("noise", "noisemaker")
            state = state.add(
                Marker(
                    state.next_id("T"), "noisemaker", _("Noisemaker"), noise=tokens, by=figure.id
                )
            )
        case EquipmentKey.CLIMBING_GEAR:
            item = figure.kit_item(EquipmentKey.CLIMBING_GEAR)
            state = state.change(figure.id, used=(*figure.used, item))
            state = state.add(Marker(state.next_id("T"), "ladder", _("Ladder"), by=figure.id))
        case "leave":
            return leave(state, rules, figure.id)
    return state, [said]


def leave(state: State, rules: Rules, figure: str) -> Done:
    """Off the table by an edge, with what is carried; the other side goes on (p. 47)."""
    state, says = depart(state, figure)
    return state.change("table", last=state.figure(figure).team), says


def _inches(state: State, figure: Figure, offer: Offer, given: Any) -> Procedure[Done]:
    """So many inches at once, each at its price (p. 47); `given` says how many already."""
    moving = offer.key in _SPRINTS
    most = _points(figure, moving=moving) // max(1, offer.cost)
    inches = int(given) if given is not None else 1
    if given is None and most > 1:
        chosen = yield Choose(
            key=f"{offer.key}/{figure.id}",
            question=_("{name}, {action}: how many inches?").format(
                name=figure.name, action=offer.label
            ),
            about=figure.id,
            page=47,
            options=tuple(
                Option(str(n), _("{n}″").format(n=n), _("{n} AP").format(n=n * offer.cost))
                for n in range(1, most + 1)
            ),
        )
        inches = int(chosen)
    if not 1 <= inches <= most:
        raise RuleError(
            _("{name} can go {most} inches at most that way.").format(name=figure.name, most=most)
        )
    cost = inches * offer.cost
    state = _pay(state, figure, cost, moving=moving)
    return state, [fact("moved", who=f"@{figure.id}", action=offer.key, inches=inches, cost=cost)]


def _run(state: State, rules: Rules, figure: Figure) -> Procedure[Done]:
    """So many Action Points, twice as many inches; one noise token, no shot (p. 47, p. 69)."""
    most = _points(figure, moving=True)
    stride = rules.catalogue.actions[ActionKey.RUN].inches
    spent = yield Choose(
        key=f"run/{figure.id}",
        question=_("{name} runs: how many Action Points?").format(name=figure.name),
        about=figure.id,
        page=47,
        options=tuple(
            Option(str(n), _("{n} AP, {inches} inches").format(n=n, inches=stride * n))
            for n in range(most, 0, -1)
        ),
    )
    state = _pay(state, figure, int(spent), moving=True)
    quiet = figure.has(SkillKey.STALKER)
    tokens = 0 if quiet else rules.number("noise", "run")
    state = state.change(figure.id, ran=True, noise=figure.noise + tokens)
    return state, [
        fact("ran", who=f"@{figure.id}", cost=int(spent), inches=stride * int(spent), noise=tokens)
    ]


def _interact(state: State, rules: Rules, figure: Figure, cost: int) -> Procedure[Done]:
    """Supply Tokens and captives taken, passed or set down; the vehicle; other aims (p. 36,
    p. 48, p. 104, p. 107)."""
    options: list[Option] = []
    if figure.carries:
        what = _carried_name(state, figure)
        options.append(Option("down", _("Set {what} down").format(what=what)))
        options += [
            Option(f"pass/{f.id}", _("Pass {what} to {name}").format(what=what, name=f.name))
            for f in state.standing(figure.team)
            if f.id != figure.id and not f.carries and not f.has(AttributeKey.ANIMAL)
        ]
    else:
        if state.table.tokens:
            options.append(Option("token", _("Take a Supply Token")))
        options += [
            Option(f"captive/{c.id}", _("Take {name} along").format(name=c.name))
            for c in state.captives
            if c.place == "table"
        ]
        options += [
            Option(f"take/{f.id}", _("Take what {name} carries").format(name=f.name))
            for f in state.standing(figure.team)
            if f.id != figure.id and f.carries
        ]
    known = rules.catalogue.encounters[state.table.encounter].vehicle_test is not None
    if state.table.vehicle and not state.table.started and known:
        options.append(
            Option("vehicle", _("Start the vehicle"), _("+{n}").format(n=state.table.repairs))
        )
    options.append(Option("objective", _("Another objective, fulfilled")))
    options.append(Option("other", _("Something else")))
    choice = yield Choose(
        key=f"interact/{figure.id}",
        question=_("{name} interacts: what for?").format(name=figure.name),
        about=figure.id,
        page=48,
        options=tuple(options),
    )
    state = _pay(state, figure, cost)
    who = f"@{figure.id}"
    what, _slash, other = str(choice).partition("/")
    match what:
        case "token":
            return take_token(state, rules, figure.id)
        case "captive":
            state = state.change(other, place=figure.id).change(figure.id, carries=other)
            return state, [fact("took", who=who, what=f"@{other}")]
        case "down":
            return set_down(state, figure.id)
        case "pass" | "take":
            giver, taker = (figure.id, other) if what == "pass" else (other, figure.id)
            return hand_over(state, giver, taker)
        case "vehicle":
            return (yield from _vehicle(state, rules, figure))
        case "objective":
            state = state.change(figure.id, objectives=figure.objectives + 1)
            return state, [fact("objective", who=who)]
    return state, [fact("action", who=who, action="interact", cost=cost)]


def _carried_name(state: State, figure: Figure) -> str:
    return _("the Supply Token") if figure.carries == "token" else state.name(figure.carries)


def take_token(state: State, rules: Rules, who: str) -> Done:
    """A Supply Token from the table into a model's arms (p. 36)."""
    if not state.table.tokens:
        raise RuleError(_("No Supply Token lies on the table."))
    if state.figure(who).carries:
        raise RuleError(_("{name} carries something already.").format(name=state.figure(who).name))
    state = state.change(who, carries="token")
    state = state.change("table", tokens=state.table.tokens - 1)
    return state, [fact("took", who=f"@{who}", what="@token")]


def hand_over(state: State, giver: str, taker: str) -> Done:
    """What one carries to another in contact (p. 36)."""
    what = state.figure(giver).carries
    state = state.change(giver, carries="").change(taker, carries=what)
    if what != "token":
        state = state.change(what, place=taker)
    return state, [fact("passed", who=f"@{giver}", to=f"@{taker}", what=f"@{what}")]


def _vehicle(state: State, rules: Rules, figure: Figure) -> Procedure[Done]:
    """Intelligence/15, one easier for each Interact before; Gear-Head takes the better of two
    dice (p. 65, p. 107)."""
    needed = rules.catalogue.encounters[state.table.encounter].vehicle_test
    if needed is None:  # an Encounter whose content pack is gone: the table says who gets away
        return state, []
    bonus = state.table.repairs * rules.number("vehicle", "bonus")
    plus = now(figure, "I", rules) + bonus
    question = _("{name} works on the vehicle: a die + {plus}, {target} or more starts it.").format(
        name=figure.name, plus=plus, target=needed.target
    )
    if figure.has(SkillKey.GEAR_HEAD):
        dice = yield Roll(
            key=f"vehicle/{figure.id}/dice",
            question=_("{question} Gear-Head: the better of two dice.").format(question=question),
            about=figure.id,
            page=65,
            dice=type(D6)(2, 6),
        )
        die = max(dice)
    else:
        die = yield Sum(
            key=f"vehicle/{figure.id}/die",
            question=question,
            about=figure.id,
            page=107,
            dice=D6,
        )
    state = state.change("table", repairs=state.table.repairs + 1)
    starts = passes(die, plus, needed.target)
    if starts:
        state = state.change("table", started=figure.id)
        state = state.change(figure.id, objectives=figure.objectives + 1)
    return state, [fact("vehicle", who=f"@{figure.id}", total=die + plus, starts=starts)]


def _which_door(state: State, figure: Figure, *, plain: bool = False) -> Procedure[str]:
    doors = [t for t in state.things if t.sort == "door" and not (plain and t.sturdy)]
    if not doors:
        return ""
    chosen: str = yield Choose(
        key=f"door/{figure.id}",
        question=_("Which door?"),
        about=figure.id,
        page=48,
        options=(
            *(Option(d.id, d.name, _("open") if d.open else _("closed")) for d in doors),
            Option("other", _("Another door")),
        ),
    )
    return "" if chosen == "other" else chosen


def _door(state: State, figure: Figure, cost: int) -> Procedure[Done]:
    """A door opened or closed (p. 35)."""
    door = yield from _which_door(state, figure)
    state = _pay(state, figure, cost)
    if not door:
        return state, [fact("action", who=f"@{figure.id}", action="door", cost=cost)]
    opened = not state.thing(door).open
    state = state.change(door, open=opened)
    return state, [fact("door", who=f"@{figure.id}", door=f"@{door}", open=opened)]


def _break_door(state: State, rules: Rules, figure: Figure, cost: int) -> Procedure[Done]:
    """Entry Man: Strength/6 and an ordinary door is gone (p. 64, p. 82)."""
    needed = rules.catalogue.skill_test(SkillKey.ENTRY_MAN)
    door = yield from _which_door(state, figure, plain=True)
    plus = now(figure, needed.characteristic, rules)
    die = yield Sum(
        key=f"entry-man/{figure.id}/die",
        question=_("{name} breaks a door in: a die + {plus}, {n} or more.").format(
            name=figure.name, plus=plus, n=needed.target
        ),
        about=figure.id,
        page=64,
        dice=D6,
    )
    state = _pay(state, figure, cost)
    gone = passes(die, plus, needed.target)
    if gone and door:
        state = state.change(door, gone=True)
    return state, [fact("entry-man", who=f"@{figure.id}", total=die + plus, gone=gone)]


def tag_friends(state: State, figure: Figure) -> list[Figure]:
    """Who may act straight after a Tag-Team (p. 69)."""
    return [
        f
        for f in state.standing(figure.team)
        if f.id != figure.id and not f.acted and f.keyword == figure.keyword
    ]


def _tag(state: State, rules: Rules, figure: Figure, cost: int) -> Procedure[Done]:
    """Tag-Team: Intelligence/6, and a friend of the same Keyword acts straight afterwards; once a
    turn for the side (p. 69)."""
    needed = rules.catalogue.skill_test(SkillKey.TAG_TEAM)
    friends = tag_friends(state, figure)
    friend = yield Choose(
        key=f"tag-team/{figure.id}/friend",
        question=_("Tag-Team: who within {n} inches?").format(
            n=rules.catalogue.skills[SkillKey.TAG_TEAM].within
        ),
        about=figure.id,
        page=69,
        options=tuple(Option(f.id, f.name) for f in friends),
    )
    plus = now(figure, needed.characteristic, rules)
    die = yield Sum(
        key=f"tag-team/{figure.id}/die",
        question=_("Tag-Team of {name}: a die + {plus}, {n} or more.").format(
            name=figure.name, plus=plus, n=needed.target
        ),
        about=figure.id,
        page=69,
        dice=D6,
    )
    state = _pay(state, figure, cost)
    state = state.change(figure.team, tagged=True)
    passed = passes(die, plus, needed.target)
    if passed:
        state = state.change("table", after=friend)
    return state, [
        fact("tag-team", who=f"@{figure.id}", friend=f"@{friend}", total=die + plus, passed=passed)
    ]
