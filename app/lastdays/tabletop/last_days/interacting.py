"""What Interact and the doors are for: Supply Tokens, captives, the vehicle (p. 35, p. 36, p. 48,
p. 64, p. 104, p. 107)."""

from __future__ import annotations

from lastdays.errors import RuleError
from lastdays.language import N_, _
from lastdays.procedure.asks import TWO_DICE, Choose, Option, Procedure, Roll, Sum
from lastdays.procedure.characteristic_tests import passes
from lastdays.procedure.dice import d6
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.known import AttributeKey
from lastdays.tabletop.last_days.chapter import Chapter
from lastdays.tabletop.last_days.figures import now, pay, set_down
from lastdays.tabletop.last_days.state import Figure, State
from lastdays.tabletop.last_days.words import Words
from lastdays.tabletop.phrases import Facts

CHAPTER = Chapter()


def _action_said(words: Words, f: Facts) -> str:
    key = str(f["action"])
    entry = words.state.book.actions.get(key)
    name = entry.name if entry is not None else words.state.book.equipment[key].name
    return _("{who}: {what} ({cost} AP)", who=words.name(f["who"]), what=name, cost=f["cost"])


ACTION = CHAPTER.worded("action", _action_said)
TOOK = CHAPTER.saying("took", "{who} takes {what}.")
PASSED = CHAPTER.saying("passed", "{who} hands {what} to {to}.")
OBJECTIVE = CHAPTER.saying("objective", "{who} fulfils an objective.")
VEHICLE = CHAPTER.either(
    "vehicle",
    "starts",
    N_("{who} works on the vehicle ({total}): it starts!"),
    N_("{who} works on the vehicle ({total}): not yet. The next try is easier."),
)
DOOR = CHAPTER.either(
    "door",
    "open",
    N_("{who} opens {door}."),
    N_("{who} closes {door}."),
)
ENTRY_MAN = CHAPTER.either(
    "entry-man",
    "gone",
    N_("{who} breaks the door in ({total})."),
    N_("{who} cannot break the door in ({total})."),
)


def interact(state: State, figure: Figure, cost: int) -> Procedure[State]:
    """Take, pass or set down Supply Tokens and captives; work on the vehicle; other aims (p. 36,
    p. 48, p. 104, p. 107)."""
    options = []
    if figure.carries:
        what = _carried_name(state, figure)
        options.append(Option("down", _("Set {what} down", what=what)))
        options += [
            Option(f"pass/{f.id}", _("Pass {what} to {name}", what=what, name=f.name))
            for f in state.standing(figure.team)
            if f.id != figure.id and not f.carries and not f.has(AttributeKey.ANIMAL)
        ]
    else:
        if state.table.tokens:
            options.append(Option("token", _("Take a Supply Token")))
        options += [
            Option(f"captive/{c.id}", _("Take {name} along", name=c.name))
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
    options.append(Option("objective", _("Another objective, fulfilled")))
    options.append(Option("other", _("Something else")))
    choice = yield Choose(
        f"interact/{figure.id}",
        _("{name} interacts: what for?", name=figure.name),
        about=figure.id,
        page=48,
        options=tuple(options),
    )
    state = pay(state, figure, cost)
    who = f"@{figure.id}"
    what, _slash, other = str(choice).partition("/")
    match what:
        case "token":
            return take_token(state, figure.id)
        case "captive":
            return take_along(state, figure.id, other)
        case "down":
            return set_down(state, figure.id)
        case "pass" | "take":
            giver, taker = (figure.id, other) if what == "pass" else (other, figure.id)
            return hand_over(state, giver, taker)
        case "vehicle":
            return (yield from _vehicle(state, figure))
        case "objective":
            state = state.change(figure.id, objectives=figure.objectives + 1)
            return state.say(OBJECTIVE(who=who))
    return state.say(ACTION(who=who, action="interact", cost=cost))


def _carried_name(state: State, figure: Figure) -> str:
    return _("the Supply Token") if figure.carries == "token" else state.name(figure.carries)


def take_token(state: State, who: str) -> State:
    """Put a Supply Token from the table into a model's arms (p. 36)."""
    if not state.table.tokens:
        raise RuleError("There is no Supply Token on the table.")
    if state.figure(who).carries:
        raise RuleError("{name} already carries something.", name=state.figure(who).name)
    state = state.change(who, carries="token")
    state = state.change("table", tokens=state.table.tokens - 1)
    return state.say(TOOK(who, what="@token"))


def take_along(state: State, who: str, captive: str) -> State:
    """Have a model take a captive from the table along (p. 104)."""
    state = state.change(captive, place=who).change(who, carries=captive)
    return state.say(TOOK(who, what=f"@{captive}"))


def hand_over(state: State, giver: str, taker: str) -> State:
    """Hand what one carries to another in contact (p. 36)."""
    what = state.figure(giver).carries
    state = state.change(giver, carries="").change(taker, carries=what)
    if what != "token":
        state = state.change(what, place=taker)
    return state.say(PASSED(giver, to=f"@{taker}", what=f"@{what}"))


def _vehicle(state: State, figure: Figure) -> Procedure[State]:
    """Try to start the vehicle: Intelligence/15, one easier for each Interact before; Gear-Head
    takes the better of two dice (p. 65, p. 107)."""
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
    state = state.change("table", repairs=state.table.repairs + 1)
    starts = passes(die, plus, needed.target)
    if starts:
        state = state.change("table", started=figure.id)
        state = state.change(figure.id, objectives=figure.objectives + 1)
    return state.say(VEHICLE(figure.id, total=die + plus, starts=starts))


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
    """Open a door, or close it (p. 35)."""
    door = yield from _which_door(state, figure)
    state = pay(state, figure, cost)
    if not door:
        return state.say(ACTION(figure.id, action="door", cost=cost))
    opened = not state.thing(door).open
    state = state.change(door, open=opened)
    return state.say(DOOR(figure.id, door=f"@{door}", open=opened))


def break_door(state: State, figure: Figure, cost: int) -> Procedure[State]:
    """Break a door in as an Entry Man: Strength/6 and an ordinary door is gone (p. 64, p. 82)."""
    skill = state.book.giver(figure, Effect.BREAKS_DOORS)
    if skill is None or skill.test is None:
        raise RuleError("{name} has no skill for this.", name=figure.name)
    needed = skill.test
    door = yield from _which_door(state, figure, plain=True)
    plus = now(figure, needed.characteristic, state)
    die = yield Sum(
        f"entry-man/{figure.id}/die",
        _(
            "{name} breaks a door in: {roll}, {n} or more.",
            name=figure.name,
            roll=d6(plus),
            n=needed.target,
        ),
        about=figure.id,
        page=64,
    )
    state = pay(state, figure, cost)
    gone = passes(die, plus, needed.target)
    if gone and door:
        state = state.change(door, gone=True)
    return state.say(ENTRY_MAN(figure.id, total=die + plus, gone=gone))
