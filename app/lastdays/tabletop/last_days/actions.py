"""The Action Phase: beginning and ending an activation, the actions with their costs, Interact, doors
(p. 35, p. 36, p. 46–49, p. 64, p. 71, p. 104, p. 107, ruling 35)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.language import _, ngettext, pgettext
from lastdays.procedure.asks import (
    TWO_DICE,
    Choose,
    Option,
    Procedure,
    Report,
    Roll,
    Sum,
    options_of,
)
from lastdays.procedure.characteristic_tests import passes
from lastdays.procedure.dice import d6
from lastdays.rulebook import pictograms
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Action
from lastdays.rulebook.known import ActionKey, AttributeKey, EquipmentKey
from lastdays.tabletop.last_days.chapter import Actor, Chapter, Due
from lastdays.tabletop.last_days.figures import depart, heavy, now, pay, set_down, skill_test, use
from lastdays.tabletop.last_days.perils import burn
from lastdays.tabletop.last_days.state import Figure, Marker, State
from lastdays.tabletop.last_days.turn import to_activate, whose_turn
from lastdays.tabletop.view import ButtonView, Play
from lastdays.values import Value

CHAPTER = Chapter()


@CHAPTER.procedure("activate", "{figure} is activated")
def begin(state: State, *, figure: str) -> Procedure[State]:
    """Begin a model's activation: it loses its Locked and Loaded token, a Noisy one makes noise, and a
    fire may burn it (p. 46, p. 49, p. 70, p. 71, ruling 35)."""
    piece = state.figure(figure)
    if state.table.phase != "action":
        raise RuleError("Models are activated in the Action Phase.")
    if not piece.on_table or piece.acted:
        raise RuleError("{name} has already been activated.", name=piece.name)
    if state.table.active:
        raise RuleError("{name}'s activation isn't finished.", name=state.name(state.table.active))
    state = state.change(figure, locked=False, snap_at="", noise=piece.noise + piece.noisy)
    state = state.change_all(state.guns(figure), snaps=0)
    state = state.change("table", active=figure, after="")
    state = state.say("activated", figure, ap=(piece.ap or 0) + piece.sprint)
    if piece.locked:
        state = state.say("unlocked", figure)
    if piece.noisy:
        state = state.say("noisy", figure, n=piece.noisy)
    return (yield from burn(state, figure))


@CHAPTER.tap("finish")
def finish(state: State, figure: str) -> State:
    """End a model's activation; the other side is next."""
    piece = state.figure(figure)
    state = state.change(figure, acted=True)
    active = "" if state.table.active == figure else state.table.active
    after = "" if state.table.after == figure else state.table.after
    return state.change("table", active=active, after=after, last=piece.team).say("acted", figure)


@CHAPTER.tap("leave")
def leave(state: State, figure: str) -> State:
    """Take a model off the table by an edge, with what it carries; the other side is next
    (p. 47)."""
    state = depart(state, figure)
    return state.change("table", last=state.figure(figure).team)


# When it is due


@CHAPTER.due("action")
def _due(state: State) -> Due:
    """Return what is due in the Action Phase: the acting model finishes, or the next side activates
    one."""
    active = state.pieces.get(state.table.active)
    if isinstance(active, Figure):
        return Due(_("{name} acts", name=active.name))
    team = whose_turn(state)
    able = [f for f in to_activate(state) if f.team == team]
    if state.table.after:
        able = [f for f in able if f.id == state.table.after] or able
    if not able:
        return Due(_("Everyone has acted."))
    return Due(
        _("{side}: who acts?", side=state.name(team)),
        tuple(
            ButtonView(
                f"activate/{f.id}",
                _("Activate {name}, {n} AP", name=f.name, n=(f.ap or 0) + f.sprint),
                begin.play(figure=f.id),
                about=f.id,
                on_board=True,
            )
            for f in able
        ),
    )


def interact(state: State, figure: Figure, cost: int) -> Procedure[State]:
    """Take, pass or set down a Supply Token or captive, work on the vehicle, or fulfil another
    objective (p. 36, p. 48, p. 104, p. 107)."""
    options = []
    if figure.carries:
        token = figure.carries == "token"
        what = _("the Supply Token") if token else state.name(figure.carries)
        options.append(Option("down", _("Set {what} down", what=what)))
        options += [
            Option(f"pass/{f.id}", _("Pass {what} to {name}", what=what, name=f.name))
            for f in state.standing(figure.team)
            if f.id != figure.id and not f.carries and not f.has(AttributeKey.ANIMAL)
        ]
    else:
        if state.table.tokens:
            options.append(Option("token", _("Pick up a Supply Token")))
        options += [
            Option(f"captive/{c.id}", _("Pick up {name}", name=c.name))
            for c in state.captives
            if c.place == "table"
        ]
        options += [
            Option(f"take/{f.id}", _("Take what {name} carries", name=f.name))
            for f in state.standing(figure.team)
            if f.id != figure.id and f.carries
        ]
    known = state.book.encounters[state.table.encounter].vehicle_test is not None
    if state.table.vehicle and not state.table.started and known:
        options.append(Option("vehicle", _("Start the vehicle"), _("+{n}", n=state.table.repairs)))
    options.append(Option("objective", _("Complete another objective")))
    options.append(Option("other", _("Something else")))
    choice = yield Choose(
        f"interact/{figure.id}",
        _("{name} interacts: to do what?", name=figure.name),
        about=figure.id,
        page=48,
        options=tuple(options),
    )
    state = pay(state, figure, cost)
    what, _slash, other = str(choice).partition("/")
    match what:
        case "token":
            return take(state, figure.id, what)
        case "captive":
            return take(state, figure.id, other)
        case "down":
            return set_down(state, figure.id)
        case "pass" | "take":
            giver, taker = (figure.id, other) if what == "pass" else (other, figure.id)
            return hand_over(state, giver, taker)
        case "vehicle":
            return (yield from _vehicle(state, figure))
        case "objective":
            state = state.count(figure.id, objectives=1)
            return state.say("objective", figure.id)
    return state.say("action", figure.id, action="interact", cost=cost)


def take(state: State, who: str, what: str) -> State:
    """Let a model take what is on the table: 'token' for a Supply Token, or a captive by id (p. 36,
    p. 104)."""
    token = what == "token"
    if token and not state.table.tokens:
        raise RuleError("There is no Supply Token on the table.")
    if state.figure(who).carries:
        raise RuleError("{name} already carries something.", name=state.figure(who).name)
    if not token and state.captive(what).place != "table":
        raise RuleError("{name} isn't on the table.", name=state.name(what))
    if token:
        state = state.count("table", tokens=-1)
    else:
        state = state.change(what, place=who)
    return state.change(who, carries=what).say("took", who, what=f"@{what}")


def hand_over(state: State, giver: str, taker: str) -> State:
    """Pass what one model carries to another in contact (p. 36)."""
    what = state.figure(giver).carries
    state = state.change(giver, carries="").change(taker, carries=what)
    if what != "token":
        state = state.change(what, place=taker)
    return state.say("passed", giver, to=f"@{taker}", what=f"@{what}")


def _vehicle(state: State, figure: Figure) -> Procedure[State]:
    """Try to start the vehicle: Intelligence/15, +1 for each earlier Interact; Gear-Head takes the
    better of two dice (p. 65, p. 107)."""
    needed = state.book.encounters[state.table.encounter].vehicle_test
    if needed is None:  # an Encounter whose content pack is gone: the table says who gets away
        return state
    bonus = state.table.repairs * state.number("vehicle", "bonus")
    plus = now(figure, "I", state) + bonus
    question = _(
        "{name} works on the vehicle: {roll}, {target} or more starts it.",
        name=figure.name,
        roll=d6(plus),
        target=needed.target,
    )
    if state.book.giver(figure, Effect.TWO_DICE_ON_VEHICLES):
        dice = yield Roll(
            f"vehicle/{figure.id}/dice",
            " ".join((question, _("Gear-Head: the better of two dice."))),
            about=figure.id,
            page=65,
            dice=TWO_DICE,
        )
        die = max(dice)
    else:
        die = yield Sum(f"vehicle/{figure.id}/die", question, about=figure.id, page=107)
    state = state.count("table", repairs=1)
    starts = passes(die, plus, needed.target)
    if starts:
        state = state.change("table", started=figure.id)
        state = state.count(figure.id, objectives=1)
    return state.say("vehicle", figure.id, total=die + plus, starts=starts)


def _which_door(state: State, figure: Figure, *, plain: bool = False) -> Procedure[str]:
    doors = [t for t in state.things if t.sort == "door" and not (plain and t.sturdy)]
    if not doors:
        return ""
    chosen: str = yield Choose(
        f"door/{figure.id}",
        _("Which door?"),
        about=figure.id,
        page=48,
        options=(
            *(Option(d.id, d.name, _("open") if d.open else _("closed")) for d in doors),
            Option("other", _("Another door")),
        ),
    )
    return "" if chosen == "other" else chosen


def use_door(state: State, figure: Figure, cost: int) -> Procedure[State]:
    """Open or close a door (p. 35)."""
    door = yield from _which_door(state, figure)
    state = pay(state, figure, cost)
    if not door:
        return state.say("action", figure.id, action="door", cost=cost)
    opened = not state.thing(door).open
    state = state.change(door, open=opened)
    return state.say("door", figure.id, door=f"@{door}", open=opened)


def break_door(state: State, figure: Figure, cost: int) -> Procedure[State]:
    """Break a door in as an Entry Man: Strength/6 removes an ordinary door (p. 64, p. 82)."""
    door = yield from _which_door(state, figure, plain=True)
    skill = state.book.giver(figure, Effect.BREAKS_DOORS)
    question = _("{name} breaks down a door: {roll}, {n} or more.")
    key = f"entry-man/{figure.id}/die"
    total, gone = yield from skill_test(key, question, 64, state, figure, skill)
    state = pay(state, figure, cost)
    if gone and door:
        state = state.change(door, gone=True)
    return state.say("entry-man", figure.id, total=total, gone=gone)


# What can be done, and what it costs


class Offer(Value):
    """An action a model may take: its key, its cost now (per inch where it is paid by the inch), the
    Firearm it uses, and why it can't be taken."""

    key: str
    label: str
    cost: int
    gun: str = ""
    why_not: str = ""


def step_cost(figure: Figure, key: str, state: State) -> int:
    """Return the Action Points per inch: a Leg Injury adds one on foot, a Free Runner pays one for
    difficult ground and climbing (p. 47, p. 64, p. 85)."""
    cost = state.book.actions[key].cost
    if key in (ActionKey.DIFFICULT, ActionKey.CLIMB):
        skills = (s for s in state.book.skills.values() if figure.has(s.key))
        cost = min((s.rough_cost for s in skills if s.rough_cost is not None), default=cost)
    if key in (ActionKey.MOVE, ActionKey.DIFFICULT):
        cost += figure.step_cost
    return cost


def break_cost(state: State, figure: Figure) -> int:
    """Return the cost of Break Contact: one more for each enemy after the first (p. 47)."""
    action = state.book.actions[ActionKey.BREAK_CONTACT]
    return action.cost + action.more * max(0, len(state.touching(figure.id)) - 1)


def offers(state: State, figure: Figure) -> list[Offer]:
    """Return what the model being activated may do now; in contact only Break Contact (p. 47)."""
    found = (*_movement(state, figure), *_other_actions(state, figure))
    return [_checked(offer, figure, state) for offer in found]


def _checked(offer: Offer, figure: Figure, state: State) -> Offer:
    """Return an offer with the reason why it can't be taken, unless it already has one."""
    entry = state.book.actions.get(offer.key)
    why = offer.why_not
    moves = offer.key in _MOVES
    if why:
        pass
    elif state.touching(figure.id) and offer.key != ActionKey.BREAK_CONTACT:
        why = _("in contact: only Break Contact")
    elif figure.still and moves:
        why = _("Locked and Loaded")
    elif figure.jumped and moves:
        why = _("no more moving after a Long Jump")
    elif figure.has(AttributeKey.ANIMAL) and entry is not None and not for_animals(entry, state):
        why = _("not for animals")
    elif offer.cost > _points(figure, moving=offer.key in _SPRINTS):
        why = ngettext("{n} Action Point needed", "{n} Action Points needed", offer.cost)
    if figure.still:
        why = why or _("Locked and Loaded: can't spend more")
    return replace(offer, why_not=why)


def for_animals(action: Action, state: State) -> bool:
    """Return whether Animals may take an action: those marked (*), and Run at some tables (p. 47,
    ruling 94)."""
    runs = action.key == ActionKey.RUN and state.rules.switches.animals_run
    return action.animals or runs


def _offer(key: str, state: State, why: str = "", cost: int | None = None) -> Offer:
    """Return an action of the rulebook as an offer, at its own cost or another."""
    entry = state.book.actions[key]
    price = entry.cost if cost is None else cost
    return Offer(key, entry.name, price, why_not=why)


def _movement(state: State, figure: Figure) -> Iterator[Offer]:
    ran = _("has Run this turn") if figure.ran else ""
    for key in (*_INCHES[:2], ActionKey.RUN, *_INCHES[2:]):
        if key == ActionKey.RUN:
            yield _offer(key, state, ran)
        else:
            yield _offer(key, state, cost=step_cost(figure, key, state))
    if state.touching(figure.id):
        why = _("panicked") if figure.panicked else ""
        yield _offer(ActionKey.BREAK_CONTACT, state, why, break_cost(state, figure))
    if state.book.giver(figure, Effect.JUMPS_FAR):
        why = _("slowed by Heavy") if heavy(state, figure) else ""
        yield _offer(ActionKey.LONG_JUMP, state, why)
    if _ladders(state):
        yield Offer(LADDER, _("Use a ladder"), step_cost(figure, ActionKey.MOVE, state))
    yield _offer(ActionKey.DOOR, state)
    if state.book.giver(figure, Effect.BREAKS_DOORS):
        doors = [t for t in state.things if t.sort == "door"]
        sturdy = bool(doors) and all(d.sturdy for d in doors)
        why = _("Reinforced Doors don't give way (p.\u00a082)") if sturdy else ""
        yield _offer(ActionKey.ENTRY_MAN, state, why)


def _other_actions(state: State, figure: Figure) -> Iterator[Offer]:
    guns = state.guns(figure.id)
    for gun in guns:
        if gun.ammo or gun.empty:
            label = _("Reload {gun}", gun=gun.name)
            yield Offer(ActionKey.RELOAD, label, gun.reload_cost, gun.id)
    if guns:
        yield _offer(ActionKey.LOCKED_AND_LOADED, state)
    yield _offer(ActionKey.INTERACT, state)
    if figure.kit_item(EquipmentKey.NOISEMAKER):
        yield _offer(ActionKey.NOISEMAKER, state)
    if figure.kit_item(EquipmentKey.CLIMBING_GEAR):
        yield Offer(EquipmentKey.CLIMBING_GEAR, _("Use the Climbing Gear"), 0)
    if state.book.giver(figure, Effect.FRIEND_ACTS_NEXT) and not state.team(figure.team).tagged:
        why = "" if tag_friends(state, figure) else _("nobody with the same Keyword is left to act")
        yield _offer(ActionKey.TAG_TEAM, state, why)
    yield Offer("leave", _("Leave the table"), 0)


#: Up or down a ladder, which is open terrain (p. 35).
LADDER = "ladder"
#: Actions that are paid for by the inch.
_INCHES = (ActionKey.MOVE, ActionKey.DIFFICULT, ActionKey.CLIMB, ActionKey.JUMP)
_MOVES = (*_INCHES, LADDER, ActionKey.RUN, ActionKey.LONG_JUMP, "leave")
#: Actions that are seldom taken.
_RARE = (
    ActionKey.DIFFICULT,
    ActionKey.CLIMB,
    ActionKey.JUMP,
    LADDER,
    "leave",
    EquipmentKey.CLIMBING_GEAR,
)
#: Actions for which a Sprinter's extra Action Point can be spent.
_SPRINTS = (ActionKey.MOVE, ActionKey.DIFFICULT, LADDER, ActionKey.RUN)


def _points(figure: Figure, *, moving: bool) -> int:
    """Return the Action Points available for an action."""
    return (figure.ap or 0) + (figure.sprint if moving else 0)


@CHAPTER.procedure("act", "{figure}: {action}")
def act(
    state: State,
    *,
    figure: str,
    action: str,
    gun: str = "",
    inches: int | None = None,
) -> Procedure[State]:
    """Take one action of the active model. RuleError for one it may not take."""
    model = state.figure(figure)
    offer = next((o for o in offers(state, model) if o.key == action and o.gun == gun), None)
    if offer is None:
        raise RuleError("{name} cannot do that now.", name=model.name)
    if state.table.active != figure:
        raise RuleError("{name} is not being activated.", name=model.name)
    if offer.why_not:
        raise RuleError(f"{model.name}: {offer.why_not}.")
    if action in _MOVES:
        state = _off_the_tower(state, model)
    if action in _INCHES:
        return (yield from _inches(state, model, offer, inches))
    match action:
        case "ladder":
            return (yield from _ladder(state, model, offer))
        case ActionKey.RUN:
            return (yield from _run(state, model))
        case ActionKey.INTERACT:
            return (yield from interact(state, model, offer.cost))
        case ActionKey.ENTRY_MAN:
            return (yield from break_door(state, model, offer.cost))
        case ActionKey.DOOR:
            return (yield from use_door(state, model, offer.cost))
        case ActionKey.TAG_TEAM:
            return (yield from _tag(state, model, offer.cost))
        case "leave":
            return leave(state, figure)
    return _at_once(pay(state, model, offer.cost), model, offer)


def _at_once(state: State, figure: Figure, offer: Offer) -> State:
    """Take an action that needs no answer, once it is paid for."""
    match offer.key:
        case ActionKey.BREAK_CONTACT:
            state = state.part(figure.id)
        case ActionKey.RELOAD:
            state = state.change(offer.gun, ammo=0, empty=False)
            return state.say("reloaded", figure.id, gun=f"@{offer.gun}", cost=offer.cost)
        case ActionKey.LOCKED_AND_LOADED:
            state = state.change(
                figure.id, locked=True, locked_turn=state.table.turn, answered="", still=True
            )
        case ActionKey.LONG_JUMP:
            state = state.change(figure.id, jumped=True)
        case ActionKey.NOISEMAKER:
            tokens = state.number("noise", "noisemaker")
            state = _place(state, figure, offer.key, "noisemaker", _("Noisemaker"), tokens)
        case EquipmentKey.CLIMBING_GEAR:
            state = _place(state, figure, offer.key, "ladder", _("Ladder"))
    return state.say("action", figure.id, action=offer.key, cost=offer.cost)


def _place(state: State, figure: Figure, kit: str, sort: str, name: str, noise: int = 0) -> State:
    """Use up a piece of equipment and put its marker on the table."""
    state = use(state, figure.id, figure.kit_item(kit))
    return state.add(Marker(state.next_id("T"), sort, name, noise=noise, by=figure.id))


def _inches(state: State, figure: Figure, offer: Offer, given: int | None) -> Procedure[State]:
    """Move some inches at once, each at its cost (p. 47); `given` is their number if it is known."""
    moving = offer.key in _SPRINTS
    most = _points(figure, moving=moving) // max(1, offer.cost)
    inches = int(given) if given is not None else 1
    if given is None and most > 1:
        chosen = yield Choose(
            f"{offer.key}/{figure.id}",
            _("{name}, {action}: how many inches?", name=figure.name, action=offer.label),
            about=figure.id,
            page=47,
            options=tuple(
                Option(str(n), _("{n}″", n=n), _("{n} AP", n=n * offer.cost))
                for n in range(1, most + 1)
            ),
        )
        inches = int(chosen)
    if not 1 <= inches <= most:
        raise RuleError(
            "{name} can move at most {most} inches with that action.", name=figure.name, most=most
        )
    cost = inches * offer.cost
    state = pay(state, figure, cost, moving=moving)
    return state.say("moved", figure.id, action=offer.key, inches=inches, cost=cost)


def _ladders(state: State) -> list[Marker]:
    """Return the ladders on the table."""
    return [thing for thing in state.things if thing.sort == "ladder"]


def _ladder(state: State, figure: Figure, offer: Offer) -> Procedure[State]:
    """Go up or down a whole ladder as through open terrain: nobody stops halfway (p. 35, ruling 40). Its
    height is entered once."""
    ladders = _ladders(state)
    ladder = ladders[0].id
    if len(ladders) > 1:
        ladder = yield Choose(
            f"ladder/{figure.id}",
            _("Which ladder?"),
            about=figure.id,
            page=35,
            options=options_of(ladders),
        )
    most = _points(figure, moving=True) // max(1, offer.cost)
    height = state.thing(ladder).height
    if not height:
        shown = yield Report(
            f"ladder/{figure.id}/height",
            _("How high is {ladder}?", ladder=state.name(ladder)),
            about=figure.id,
            page=35,
            options=tuple(
                Option(str(n), _("{n}″", n=n), _("{n} AP", n=n * offer.cost))
                for n in range(1, most + 1)
            ),
        )
        height = int(shown)
        state = state.change(ladder, height=height)
    if height > most:
        raise RuleError(
            "{name} needs {n} Action Points for the whole ladder.",
            name=figure.name,
            n=height * offer.cost,
        )
    cost = height * offer.cost
    state = pay(state, figure, cost, moving=True)
    return state.say("ladder", figure.id, ladder=f"@{ladder}", inches=height, cost=cost)


def _off_the_tower(state: State, figure: Figure) -> State:
    """Return the table with a model that moves no longer on the Watch Tower."""
    if not figure.tower:
        return state
    return state.change(figure.id, tower=False).say("off-tower", figure.id)


def _run(state: State, figure: Figure) -> Procedure[State]:
    """Run twice as many inches as Action Points spent; one noise token, no shot (p. 47, p. 69)."""
    most = _points(figure, moving=True)
    stride = state.book.actions[ActionKey.RUN].inches
    spent = yield Choose(
        f"run/{figure.id}",
        _("{name} runs: how many Action Points?", name=figure.name),
        about=figure.id,
        page=47,
        options=tuple(
            Option(str(n), _("{n} AP, {inches} inches", n=n, inches=stride * n))
            for n in range(most, 0, -1)
        ),
    )
    state = pay(state, figure, int(spent), moving=True)
    quiet = state.book.giver(figure, Effect.RUNS_SILENTLY)
    tokens = 0 if quiet else state.number("noise", "run")
    state = state.change(figure.id, ran=True).count(figure.id, noise=tokens)
    return state.say("ran", figure.id, cost=int(spent), inches=stride * int(spent), noise=tokens)


def tag_friends(state: State, figure: Figure) -> list[Figure]:
    """Return the models that may act straight after a Tag-Team (p. 69)."""
    return [
        f
        for f in state.standing(figure.team)
        if f.id != figure.id and not f.acted and f.keyword == figure.keyword
    ]


def _tag(state: State, figure: Figure, cost: int) -> Procedure[State]:
    """Try a Tag-Team: Intelligence/6 lets a friend of the same Keyword act straight afterwards, once
    a turn for the side (p. 69)."""
    skill = state.book.giver(figure, Effect.FRIEND_ACTS_NEXT)
    if skill is None:
        raise RuleError("{name} has no skill for this.", name=figure.name)
    friends = tag_friends(state, figure)
    friend = yield Choose(
        f"tag-team/{figure.id}/friend",
        _("Tag-Team: who within {n} inches?", n=skill.within),
        about=figure.id,
        page=69,
        options=options_of(friends),
    )
    question = _("Tag-Team of {name}: {roll}, {n} or more.")
    key = f"tag-team/{figure.id}/die"
    total, passed = yield from skill_test(key, question, 69, state, figure, skill)
    state = pay(state, figure, cost)
    state = state.change(figure.team, tagged=True)
    if passed:
        state = state.change("table", after=friend)
    return state.say("tag-team", figure.id, friend=f"@{friend}", total=total, passed=passed)


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> list[ButtonView]:
    """Offer the activation to a model that may begin; to the active one its actions, each with its
    cost or the reason why it can't be taken."""
    if not isinstance(actor, Figure):
        return []
    who, active = actor.id, state.table.active
    if state.table.phase == "action" and not active and not actor.acted:
        return [ButtonView("activate", _("Activate"), begin.play(figure=who), mnemonic="t")]
    if active != who:
        return []
    done = ButtonView(
        "finish", _("Done"), finish.tap(figure=who), mnemonic=pgettext("letter of Done", "D")
    )
    return [*(_offered(o, state, who) for o in offers(state, actor)), done]


def taken(offer: Offer, who: str) -> Play:
    """Return the procedure that takes an offer."""
    gun: dict[str, Any] = {"gun": offer.gun} if offer.gun else {}
    return act.play(action=offer.key, figure=who, **gun)


def _offered(offer: Offer, state: State, who: str) -> ButtonView:
    entry = state.book.actions.get(offer.key)
    price, spoken = _("{n} AP", n=offer.cost), ""
    if offer.key in (*_INCHES, LADDER):
        price = _("{n} AP/″", n=offer.cost)
        spoken = _("{what}, {n} AP an inch", what=offer.label, n=offer.cost)
    return ButtonView(
        f"act/{offer.key}/{offer.gun}" if offer.gun else f"act/{offer.key}",
        offer.label,
        taken(offer, who),
        offer.why_not,
        entry.summary if entry is not None else "",
        spoken=spoken,
        price=price if offer.cost else "",
        icon=pictograms.of("actions", offer.key) if entry is not None else "",
        rare=offer.key in _RARE,
    )
