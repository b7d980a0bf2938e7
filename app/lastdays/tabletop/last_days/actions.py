"""The Action Phase: beginning and ending an activation, the actions with their costs, Interact, doors
(p. 35, p. 36, p. 46–49, p. 64, p. 71, p. 104, p. 107, ruling 35)."""

from __future__ import annotations

from collections.abc import Iterator

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
from lastdays.tabletop.last_days.figures import (
    current_characteristic,
    depart,
    heavy_cost,
    pay,
    set_down,
    skill_test,
    use,
)
from lastdays.tabletop.last_days.perils import burn
from lastdays.tabletop.last_days.state import Figure, Marker, State
from lastdays.tabletop.last_days.turn import models_to_activate, whose_turn
from lastdays.tabletop.view import ButtonView, Play
from lastdays.values import Value

CHAPTER = Chapter()


@CHAPTER.procedure("activate", "{figure} is activated")
def begin(state: State, *, figure: str) -> Procedure[State]:
    """Begin a model's activation: it loses its Locked and Loaded token, a Noisy one makes noise, and a
    fire may burn it (p. 46, p. 49, p. 70, p. 71, ruling 35)."""
    model = state.figure(figure)
    if state.table.phase != "action":
        raise RuleError("Models are activated in the Action Phase.")
    if not model.on_table or model.acted:
        raise RuleError("{name} has already been activated.", name=model.name)
    if state.table.active:
        raise RuleError("{name}'s activation isn't finished.", name=state.name(state.table.active))
    noise_tokens = model.noise + model.noisy
    state = state.change(figure, locked=False, snap_at="", noise=noise_tokens)
    state = state.change_all(state.guns(figure), snaps=0)
    state = state.change("table", active=figure, after="")
    state = state.say("activated", figure, ap=_points(model, moving=True))
    was_locked = model.locked
    if was_locked:
        state = state.say("unlocked", figure)
    if model.noisy:
        state = state.say("noisy", figure, n=model.noisy)
    return (yield from burn(state, figure))


@CHAPTER.tap("finish")
def finish(state: State, figure: str) -> State:
    """End a model's activation; the other side is next."""
    model = state.figure(figure)
    state = state.change(figure, acted=True)
    if state.table.active == figure:
        state = state.change("table", active="")
    if state.table.after == figure:
        state = state.change("table", after="")
    state = state.change("table", last=model.team)
    return state.say("acted", figure)


@CHAPTER.tap("leave")
def leave(state: State, figure: str) -> State:
    """Take a model off the table by an edge, with what it carries; the other side is next
    (p. 47)."""
    state = depart(state, figure)
    return state.change("table", last=state.figure(figure).team)


# When it is due


@CHAPTER.due("action")
def _due_in_action_phase(state: State) -> Due:
    """Return what is due in the Action Phase: the acting model finishes, or the next side activates
    one."""
    active = state.pieces.get(state.table.active)
    if isinstance(active, Figure):
        return Due(_("{name} acts", name=active.name))
    team = whose_turn(state)
    models = _able_to_act(state, team)
    if not models:
        return Due(_("Everyone has acted."))
    question = _("{side}: who acts?", side=state.name(team))
    return Due(question, tuple(_activating_button(figure) for figure in models))


def _able_to_act(state: State, team: str) -> list[Figure]:
    """Return the models of a side that may be activated: after a Tag-Team only the friend, if it
    can."""
    able_models = [figure for figure in models_to_activate(state) if figure.team == team]
    tagged = [figure for figure in able_models if figure.id == state.table.after]
    if tagged:
        return tagged
    return able_models


def _activating_button(figure: Figure) -> ButtonView:
    """Return the button on a model's card that activates it."""
    points = _points(figure, moving=True)
    return ButtonView(
        key=f"activate/{figure.id}",
        label=_("Activate {name}, {n} AP", name=figure.name, n=points),
        act=begin.play(figure=figure.id),
        about=figure.id,
        on_board=True,
    )


def interact(state: State, figure: Figure, cost: int) -> Procedure[State]:
    """Take, pass or set down a Supply Token or captive, work on the vehicle, or fulfil another
    objective (p. 36, p. 48, p. 104, p. 107)."""
    choice = yield Choose(
        f"interact/{figure.id}",
        _("{name} interacts: to do what?", name=figure.name),
        about=figure.id,
        page=48,
        options=tuple(_interactions(state, figure)),
    )
    state = pay(state, figure, cost)
    deed, _slash, target = str(choice).partition("/")
    match deed:
        case "token":
            return take_load(state, figure.id, "token")
        case "captive":
            return take_load(state, figure.id, target)
        case "down":
            return set_down(state, figure.id)
        case "pass":
            return hand_over(state, giver=figure.id, taker=target)
        case "take":
            return hand_over(state, giver=target, taker=figure.id)
        case "vehicle":
            return (yield from _work_on_vehicle(state, figure))
        case "objective":
            state = state.count(figure.id, objectives=1)
            return state.say("objective", figure.id)
    return state.say("action", figure.id, action="interact", cost=cost)


def _interactions(state: State, figure: Figure) -> Iterator[Option]:
    """Yield what a model may do with Interact."""
    if figure.carries:
        yield from _ways_to_give(state, figure)
    else:
        yield from _ways_to_take(state, figure)
    table = state.table
    can_be_started = state.book.encounters[table.encounter].vehicle_test is not None
    if table.vehicle and not table.started and can_be_started:
        yield Option("vehicle", _("Start the vehicle"), _("+{n}", n=table.repairs))
    yield Option("objective", _("Complete another objective"))
    yield Option("other", _("Something else"))


def _ways_to_give(state: State, figure: Figure) -> Iterator[Option]:
    """Yield how a model can rid itself of what it carries: down, or to a friend with free hands."""
    is_token = figure.carries == "token"
    load = _("the Supply Token") if is_token else state.name(figure.carries)
    yield Option("down", _("Set {what} down", what=load))
    for friend in state.standing(figure.team):
        has_free_hands = not friend.carries and not friend.has(AttributeKey.ANIMAL)
        if friend.id != figure.id and has_free_hands:
            text = _("Pass {what} to {name}", what=load, name=friend.name)
            yield Option(f"pass/{friend.id}", text)


def _ways_to_take(state: State, figure: Figure) -> Iterator[Option]:
    """Yield what a model can take: from the table, or from a friend."""
    if state.table.tokens:
        yield Option("token", _("Pick up a Supply Token"))
    for captive in state.captives:
        if captive.place == "table":
            yield Option(f"captive/{captive.id}", _("Pick up {name}", name=captive.name))
    for friend in state.standing(figure.team):
        if friend.id != figure.id and friend.carries:
            text = _("Take what {name} carries", name=friend.name)
            yield Option(f"take/{friend.id}", text)


def take_load(state: State, bearer_id: str, load: str) -> State:
    """Let a model take what is on the table: 'token' for a Supply Token, or a captive by id (p. 36,
    p. 104)."""
    is_token = load == "token"
    bearer = state.figure(bearer_id)
    if is_token and not state.table.tokens:
        raise RuleError("There is no Supply Token on the table.")
    if bearer.carries:
        raise RuleError("{name} already carries something.", name=bearer.name)
    if is_token:
        state = state.count("table", tokens=-1)
    elif state.captive(load).place == "table":
        state = state.change(load, place=bearer_id)
    else:
        raise RuleError("{name} isn't on the table.", name=state.name(load))
    state = state.change(bearer_id, carries=load)
    return state.say("took", bearer_id, what=f"@{load}")


def hand_over(state: State, giver: str, taker: str) -> State:
    """Pass what one model carries to another in contact (p. 36)."""
    load = state.figure(giver).carries
    state = state.change(giver, carries="").change(taker, carries=load)
    if load != "token":
        state = state.change(load, place=taker)
    return state.say("passed", giver, to=f"@{taker}", what=f"@{load}")


def _work_on_vehicle(state: State, figure: Figure) -> Procedure[State]:
    """Try to start the vehicle: Intelligence/15, +1 for each earlier Interact; Gear-Head takes the
    better of two dice (p. 65, p. 107)."""
    needed = state.book.encounters[state.table.encounter].vehicle_test
    if needed is None:  # an Encounter whose content pack is gone: the table says who gets away
        return state
    bonus = state.table.repairs * state.number("vehicle", "bonus")
    plus = current_characteristic(figure, "I", state) + bonus
    question = _(
        "{name} works on the vehicle: {roll}, {target} or more starts it.",
        name=figure.name,
        roll=d6(plus),
        target=needed.target,
    )
    die = yield from _vehicle_die(state, figure, question)
    state = state.count("table", repairs=1)
    starts = passes(die, plus, needed.target)
    if starts:
        state = state.change("table", started=figure.id)
        state = state.count(figure.id, objectives=1)
    return state.say("vehicle", figure.id, total=die + plus, starts=starts)


def _vehicle_die(state: State, figure: Figure, question: str) -> Procedure[int]:
    """Roll the die for the vehicle: with Gear-Head the better of two."""
    if not state.book.giver(figure, Effect.TWO_DICE_ON_VEHICLES):
        die: int = yield Sum(f"vehicle/{figure.id}/die", question, about=figure.id, page=107)
        return die
    gear_head = _("Gear-Head: the better of two dice.")
    dice = yield Roll(
        f"vehicle/{figure.id}/dice",
        f"{question} {gear_head}",
        about=figure.id,
        page=65,
        dice=TWO_DICE,
    )
    better: int = max(dice)
    return better


def _which_door(state: State, figure: Figure, *, ordinary_only: bool = False) -> Procedure[str]:
    """Ask which door is meant; return its id, '' for one that isn't among the things on the table. With
    `ordinary_only` no Reinforced Door can be chosen."""
    doors = _doors(state)
    if ordinary_only:
        doors = [door for door in doors if not door.sturdy]
    if not doors:
        return ""
    options = []
    for door in doors:
        options.append(Option(door.id, door.name, _("open") if door.open else _("closed")))
    options.append(Option("other", _("Another door")))
    door_id: str = yield Choose(
        f"door/{figure.id}",
        _("Which door?"),
        about=figure.id,
        page=48,
        options=tuple(options),
    )
    return "" if door_id == "other" else door_id


def _doors(state: State) -> list[Marker]:
    """Return the doors on the table."""
    return [thing for thing in state.things if thing.sort == "door"]


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
    door = yield from _which_door(state, figure, ordinary_only=True)
    skill = state.book.giver(figure, Effect.BREAKS_DOORS)
    question = _("{name} breaks down a door: {roll}, {n} or more.")
    key = f"entry-man/{figure.id}/die"
    total, is_broken = yield from skill_test(key, question, 64, state, figure, skill)
    state = pay(state, figure, cost)
    if is_broken and door:
        state = state.change(door, gone=True)
    return state.say("entry-man", figure.id, total=total, gone=is_broken)


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
        cost = _rough_cost(figure, state, otherwise=cost)
    if key in (ActionKey.MOVE, ActionKey.DIFFICULT):
        cost += figure.step_cost
    return cost


def _rough_cost(figure: Figure, state: State, *, otherwise: int) -> int:
    """Return the Action Points per inch of rough going: the least that a skill of the model sets."""
    costs = []
    for skill in state.book.skills.values():
        if skill.rough_cost is not None and figure.has(skill.key):
            costs.append(skill.rough_cost)
    return min(costs, default=otherwise)


def break_cost(state: State, figure: Figure) -> int:
    """Return the cost of Break Contact: one more for each enemy after the first (p. 47)."""
    action = state.book.actions[ActionKey.BREAK_CONTACT]
    further_enemies = max(0, len(state.in_contact_with(figure.id)) - 1)
    return action.cost + action.more * further_enemies


def offers(state: State, figure: Figure) -> list[Offer]:
    """Return what the model being activated may do now; in contact only Break Contact (p. 47)."""
    actions = [*_movement(state, figure), *_other_actions(state, figure)]
    return [_with_reason(offer, figure, state) for offer in actions]


def _with_reason(offer: Offer, figure: Figure, state: State) -> Offer:
    """Return an offer with the reason why it can't be taken, unless it already has one."""
    why = offer.why_not
    if not why:
        why = _why_not(offer, figure, state)
    if not why and figure.still:
        why = _("Locked and Loaded: can't spend more")
    return replace(offer, why_not=why)


def _why_not(offer: Offer, figure: Figure, state: State) -> str:
    """Return why a model can't take an action now; '' if nothing prevents it."""
    moves = offer.key in _MOVES
    if state.in_contact_with(figure.id) and offer.key != ActionKey.BREAK_CONTACT:
        return _("in contact: only Break Contact")
    if figure.still and moves:
        return _("Locked and Loaded")
    if figure.jumped and moves:
        return _("no more moving after a Long Jump")
    action = state.book.actions.get(offer.key)
    is_animal = figure.has(AttributeKey.ANIMAL)
    if is_animal and action is not None and not for_animals(action, state):
        return _("not for animals")
    if offer.cost > _points(figure, moving=offer.key in _SPRINTS):
        return ngettext("{n} Action Point needed", "{n} Action Points needed", offer.cost)
    return ""


def for_animals(action: Action, state: State) -> bool:
    """Return whether Animals may take an action: those marked (*), and Run at some tables (p. 47,
    ruling 94)."""
    if action.key == ActionKey.RUN and state.rules.switches.animals_run:
        return True
    return action.animals


def _offer(key: str, state: State, why: str = "", cost: int | None = None) -> Offer:
    """Return an action of the rulebook as an offer, at its own cost or another."""
    entry = state.book.actions[key]
    price = entry.cost if cost is None else cost
    return Offer(key, entry.name, price, why_not=why)


def _movement(state: State, figure: Figure) -> Iterator[Offer]:
    """Yield the ways to move, and what opens the way: doors."""
    yield _by_the_inch(state, figure, ActionKey.MOVE)
    yield _by_the_inch(state, figure, ActionKey.DIFFICULT)
    has_run = _("has Run this turn") if figure.ran else ""
    yield _offer(ActionKey.RUN, state, has_run)
    yield _by_the_inch(state, figure, ActionKey.CLIMB)
    yield _by_the_inch(state, figure, ActionKey.JUMP)
    if state.in_contact_with(figure.id):
        panicked = _("panicked") if figure.panicked else ""
        yield _offer(ActionKey.BREAK_CONTACT, state, panicked, break_cost(state, figure))
    if state.book.giver(figure, Effect.JUMPS_FAR):
        slowed = _("slowed by Heavy") if heavy_cost(state, figure) else ""
        yield _offer(ActionKey.LONG_JUMP, state, slowed)
    if _ladders(state):
        yield Offer(LADDER, _("Use a ladder"), step_cost(figure, ActionKey.MOVE, state))
    yield _offer(ActionKey.DOOR, state)
    if state.book.giver(figure, Effect.BREAKS_DOORS):
        doors = _doors(state)
        all_sturdy = bool(doors) and all(door.sturdy for door in doors)
        sturdy = _("Reinforced Doors don't give way (p.\u00a082)") if all_sturdy else ""
        yield _offer(ActionKey.ENTRY_MAN, state, sturdy)


def _by_the_inch(state: State, figure: Figure, key: str) -> Offer:
    """Return an action that is paid for by the inch, at its cost for a model."""
    return _offer(key, state, cost=step_cost(figure, key, state))


def _other_actions(state: State, figure: Figure) -> Iterator[Offer]:
    """Yield the actions that aren't movement."""
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
        why_not = ""
        if not tag_friends(state, figure):
            why_not = _("nobody with the same Keyword is left to act")
        yield _offer(ActionKey.TAG_TEAM, state, why_not)
    yield Offer("leave", _("Leave the table"), 0)


#: Up or down a ladder, which is open terrain (p. 35).
LADDER = "ladder"
#: Actions that are paid for by the inch.
_INCHES = (ActionKey.MOVE, ActionKey.DIFFICULT, ActionKey.CLIMB, ActionKey.JUMP)
#: Those, and the ladder.
_PAID_BY_INCH = (*_INCHES, LADDER)
_MOVES = (*_PAID_BY_INCH, ActionKey.RUN, ActionKey.LONG_JUMP, "leave")
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
    offer = _offer_taken(state, model, action, gun)
    if action in _MOVES:
        state = _off_the_tower(state, model)
    if action in _INCHES:
        return (yield from _move_inches(state, model, offer, inches))
    match action:
        case "ladder":
            return (yield from _climb_ladder(state, model, offer))
        case ActionKey.RUN:
            return (yield from _run_inches(state, model))
        case ActionKey.INTERACT:
            return (yield from interact(state, model, offer.cost))
        case ActionKey.ENTRY_MAN:
            return (yield from break_door(state, model, offer.cost))
        case ActionKey.DOOR:
            return (yield from use_door(state, model, offer.cost))
        case ActionKey.TAG_TEAM:
            return (yield from _try_tag_team(state, model, offer.cost))
        case "leave":
            return leave(state, figure)
    state = pay(state, model, offer.cost)
    return _at_once(state, model, offer)


def _offer_taken(state: State, model: Figure, action: str, gun: str) -> Offer:
    """Return the offer of an action, RuleError if the model may not take it now."""
    for offer in offers(state, model):
        if offer.key == action and offer.gun == gun:
            break
    else:
        raise RuleError("{name} cannot do that now.", name=model.name)
    if state.table.active != model.id:
        raise RuleError("{name} is not being activated.", name=model.name)
    if offer.why_not:
        raise RuleError(f"{model.name}: {offer.why_not}.")
    return offer


def _at_once(state: State, figure: Figure, offer: Offer) -> State:
    """Take an action that needs no answer, once it is paid for."""
    match offer.key:
        case ActionKey.BREAK_CONTACT:
            state = state.without_contact(figure.id)
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
    marker = Marker(id=state.next_id("T"), sort=sort, name=name, noise=noise, by=figure.id)
    return state.add(marker)


def _move_inches(
    state: State, figure: Figure, offer: Offer, inches: int | None
) -> Procedure[State]:
    """Move some inches at once, each at its cost (p. 47); they are asked for if they aren't known."""
    moving = offer.key in _SPRINTS
    inches_most = _points(figure, moving=moving) // max(1, offer.cost)
    if inches is None:
        inches = yield from _asks_inches(figure, offer, inches_most)
    if not 1 <= inches <= inches_most:
        raise RuleError(
            "{name} can move at most {most} inches with that action.",
            name=figure.name,
            most=inches_most,
        )
    cost = inches * offer.cost
    state = pay(state, figure, cost, moving=moving)
    return state.say("moved", figure.id, action=offer.key, inches=inches, cost=cost)


def _asks_inches(figure: Figure, offer: Offer, inches_most: int) -> Procedure[int]:
    """Ask how many inches a model moves; where it can move no more than one, that is the answer."""
    if inches_most <= 1:
        return 1
    inches = yield Choose(
        f"{offer.key}/{figure.id}",
        _("{name}, {action}: how many inches?", name=figure.name, action=offer.label),
        about=figure.id,
        page=47,
        options=_inches_with_price(inches_most, offer.cost),
    )
    return int(inches)


def _inches_with_price(inches_most: int, cost: int) -> tuple[Option, ...]:
    """Return the options from one inch up, each with the Action Points it costs."""
    options = []
    for inches in range(1, inches_most + 1):
        option = Option(str(inches), _("{n}″", n=inches), _("{n} AP", n=inches * cost))
        options.append(option)
    return tuple(options)


def _ladders(state: State) -> list[Marker]:
    """Return the ladders on the table."""
    return [thing for thing in state.things if thing.sort == "ladder"]


def _climb_ladder(state: State, figure: Figure, offer: Offer) -> Procedure[State]:
    """Go up or down a whole ladder as through open terrain: nobody stops halfway (p. 35, ruling 40). Its
    height is entered once."""
    ladder = yield from _which_ladder(state, figure)
    inches_most = _points(figure, moving=True) // max(1, offer.cost)
    height = state.thing(ladder).height
    if not height:
        answer = yield Report(
            f"ladder/{figure.id}/height",
            _("How high is {ladder}?", ladder=state.name(ladder)),
            about=figure.id,
            page=35,
            options=_inches_with_price(inches_most, offer.cost),
        )
        height = int(answer)
        state = state.change(ladder, height=height)
    cost = height * offer.cost
    if height > inches_most:
        raise RuleError(
            "{name} needs {n} Action Points for the whole ladder.", name=figure.name, n=cost
        )
    state = pay(state, figure, cost, moving=True)
    return state.say("ladder", figure.id, ladder=f"@{ladder}", inches=height, cost=cost)


def _which_ladder(state: State, figure: Figure) -> Procedure[str]:
    """Ask which ladder is meant, if there are several."""
    ladders = _ladders(state)
    if len(ladders) == 1:
        return ladders[0].id
    ladder: str = yield Choose(
        f"ladder/{figure.id}",
        _("Which ladder?"),
        about=figure.id,
        page=35,
        options=options_of(ladders),
    )
    return ladder


def _off_the_tower(state: State, figure: Figure) -> State:
    """Return the table with a model that moves no longer on the Watch Tower."""
    if not figure.tower:
        return state
    return state.change(figure.id, tower=False).say("off-tower", figure.id)


def _run_inches(state: State, figure: Figure) -> Procedure[State]:
    """Run twice as many inches as Action Points spent; one noise token, no shot (p. 47, p. 69)."""
    points_most = _points(figure, moving=True)
    stride = state.book.actions[ActionKey.RUN].inches
    options = []
    for points in range(points_most, 0, -1):
        text = _("{n} AP, {inches} inches", n=points, inches=stride * points)
        options.append(Option(str(points), text))
    answer = yield Choose(
        f"run/{figure.id}",
        _("{name} runs: how many Action Points?", name=figure.name),
        about=figure.id,
        page=47,
        options=tuple(options),
    )
    cost = int(answer)
    state = pay(state, figure, cost, moving=True)
    noise = state.number("noise", "run")
    if state.book.giver(figure, Effect.RUNS_SILENTLY):
        noise = 0
    state = state.change(figure.id, ran=True)
    state = state.count(figure.id, noise=noise)
    return state.say("ran", figure.id, cost=cost, inches=stride * cost, noise=noise)


def tag_friends(state: State, figure: Figure) -> list[Figure]:
    """Return the models that may act straight after a Tag-Team (p. 69)."""
    friends = [friend for friend in state.standing(figure.team) if friend.id != figure.id]
    still_to_act = [friend for friend in friends if not friend.acted]
    return [friend for friend in still_to_act if friend.keyword == figure.keyword]


def _try_tag_team(state: State, figure: Figure, cost: int) -> Procedure[State]:
    """Try a Tag-Team: Intelligence/6 lets a friend of the same Keyword act straight afterwards, once
    a turn for the side (p. 69)."""
    skill = state.book.giver(figure, Effect.FRIEND_ACTS_NEXT)
    if skill is None:
        raise RuleError("{name} has no skill for this.", name=figure.name)
    friend = yield Choose(
        f"tag-team/{figure.id}/friend",
        _("Tag-Team: who within {n} inches?", n=skill.within),
        about=figure.id,
        page=69,
        options=options_of(tag_friends(state, figure)),
    )
    question = _("Tag-Team of {name}: {roll}, {n} or more.")
    key = f"tag-team/{figure.id}/die"
    total, is_passed = yield from skill_test(key, question, 69, state, figure, skill)
    state = pay(state, figure, cost)
    state = state.change(figure.team, tagged=True)
    if is_passed:
        state = state.change("table", after=friend)
    return state.say("tag-team", figure.id, friend=f"@{friend}", total=total, passed=is_passed)


@CHAPTER.moves
def _moves(state: State, actor: Actor) -> list[ButtonView]:
    """Offer the activation to a model that may begin; to the active one its actions, each with its
    cost or the reason why it can't be taken."""
    if not isinstance(actor, Figure):
        return []
    active = state.table.active
    if state.table.phase == "action" and not active and not actor.acted:
        activate = begin.play(figure=actor.id)
        return [ButtonView("activate", _("Activate"), activate, mnemonic="t")]
    if active != actor.id:
        return []
    buttons = [_button_of_offer(offer, state, actor.id) for offer in offers(state, actor)]
    letter = pgettext("letter of Done", "D")
    finish_act = finish.tap(figure=actor.id)
    buttons.append(ButtonView("finish", _("Done"), finish_act, mnemonic=letter))
    return buttons


def play_of_offer(offer: Offer, figure_id: str) -> Play:
    """Return the procedure that takes an offer."""
    if offer.gun:
        return act.play(action=offer.key, figure=figure_id, gun=offer.gun)
    return act.play(action=offer.key, figure=figure_id)


def _button_of_offer(offer: Offer, state: State, figure_id: str) -> ButtonView:
    """Return the button of an offer, with its price, and with summary and pictogram if it is an action
    of the rulebook."""
    key = f"act/{offer.key}"
    if offer.gun:
        key = f"{key}/{offer.gun}"
    button = ButtonView(
        key=key,
        label=offer.label,
        act=play_of_offer(offer, figure_id),
        why_not=offer.why_not,
        price=_price(offer),
        rare=offer.key in _RARE,
    )
    if offer.key in _PAID_BY_INCH:
        spoken = _("{what}, {n} AP an inch", what=offer.label, n=offer.cost)
        button = replace(button, spoken=spoken)
    action = state.book.actions.get(offer.key)
    if action is not None:
        icon = pictograms.of("actions", offer.key)
        button = replace(button, hint=action.summary, icon=icon)
    return button


def _price(offer: Offer) -> str:
    """Return what an offer costs, in all or an inch; '' for nothing."""
    if not offer.cost:
        return ""
    if offer.key in _PAID_BY_INCH:
        return _("{n} AP/″", n=offer.cost)
    return _("{n} AP", n=offer.cost)
