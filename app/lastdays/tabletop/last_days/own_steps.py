"""The players' own steps at the end of a turn: paid, tested or rolled (ruling 102)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lastdays.errors import RuleError
from lastdays.language import _, joined, number, titled
from lastdays.procedure.asks import Beside, Choose, Option, Procedure, Sum
from lastdays.procedure.characteristic_tests import needed_in_words, passes
from lastdays.procedure.dice import d6
from lastdays.rulebook.blanks import readable
from lastdays.rulebook.entries import TestOf
from lastdays.rulebook.own import Step
from lastdays.rulebook.own_effects import (
    GivePoints,
    PayCounter,
    Payment,
    PayPoints,
    parse_effect,
    parse_payment,
)
from lastdays.rulebook.own_words import payment_in_words
from lastdays.tabletop.last_days.chapter import Chapter, Due, Words
from lastdays.tabletop.last_days.figures import current_characteristic
from lastdays.tabletop.last_days.own_counters import owner_for, value_of, with_value
from lastdays.tabletop.last_days.own_tables import OwnRoll, name_of_piece
from lastdays.tabletop.last_days.own_turn import StepDue, steps_due, with_step_done
from lastdays.tabletop.last_days.state import Figure, State, Team
from lastdays.tabletop.phrases import Facts
from lastdays.tabletop.view import ButtonView
from lastdays.values import Value

CHAPTER = Chapter()


# What is said


def _name_of_step(words: Words, f: Facts) -> str:
    """Return the name of the step of *Our rules* that an entry of the log is about."""
    return _step_name(str(f["step"]).removeprefix("@"), words)  # a key like a piece's is stored so


def _step_name(key: str, words: Words) -> str:
    """Return the name of a step, made from its key if the rules don't have it."""
    step = words.state.book.own.step(key)
    return readable(key) if step is None else step.name


def _title(words: Words, f: Facts) -> str:
    name = name_of_piece(words, f)
    return titled(_name_of_step(words, f), name) if name else _name_of_step(words, f)


def _stored_payment_in_words(words: Words, f: Facts) -> str:
    """Return the payment stored with facts of the log in words."""
    return payment_in_words(parse_payment(f["pays"]), words.state.book)


@CHAPTER.worded("own-paid")
def _paid_sentence(words: Words, f: Facts) -> str:
    name = name_of_piece(words, f) or _("The campaign")
    return _(
        "{name}: {what} paid, {n} left.",
        name=name,
        what=_stored_payment_in_words(words, f),
        n=number(f["left"]),
    )


@CHAPTER.worded("own-unpaid")
def _unpaid_sentence(words: Words, f: Facts) -> str:
    name = name_of_piece(words, f) or _("The campaign")
    if f["able"]:
        return _("{name} doesn't pay {what}.", name=name, what=_stored_payment_in_words(words, f))
    return _("{name} can't pay {what}.", name=name, what=_stored_payment_in_words(words, f))


@CHAPTER.worded("own-test")
def _test_sentence(words: Words, f: Facts) -> str:
    needed = TestOf(characteristic=f["characteristic"], target=f["target"])
    text = _("{name} passes {what} ({total}).")
    if not f["passed"]:
        text = _("{name} fails {what} ({total}).")
    return text.format(name=name_of_piece(words, f), what=needed_in_words(needed), total=f["total"])


@CHAPTER.worded("own-done")
def _done_sentence(words: Words, f: Facts) -> str:
    return _("{step}: done.", step=_name_of_step(words, f))


@CHAPTER.worded("own-steps-left")
def _left_sentence(words: Words, f: Facts) -> str:
    names = [_step_name(key, words) for key in f["steps"]]
    return _("Left out: {steps}.", steps=joined(names))


# Doing a step


@CHAPTER.procedure("own-step", _title)
def take_step(state: State, *, step: str, who: str) -> Procedure[State]:
    """Do a step of this turn for a model, a side or the game itself."""
    due = _step_due_now(state, step)
    if who not in due.whom:
        raise RuleError("{step} isn't due here.", step=due.step.name)
    return (yield from _OneStep(due, who).play(state))


@CHAPTER.procedure("own-step-for-all", _title)
def take_for_all(state: State, *, step: str) -> Procedure[State]:
    """Do a step of this turn for all whom it is still due for."""
    due = _step_due_now(state, step)
    for who in due.whom:
        still_due = [step_due for step_due in steps_due(state) if step_due.step.key == step]
        if still_due and who in still_due[0].whom:
            state = yield from _OneStep(due, who, together=f"own-step/{step}").play(state)
    return state


def _step_due_now(state: State, step: str) -> StepDue:
    """Return a step that is due now; RuleError if it isn't."""
    for due in steps_due(state):
        if due.step.key == step:
            return due
    raise RuleError("That step isn't due.")


class _OneStep(Value):
    """A step for a model, a side or the game itself, by the id of its piece. Dice with the same
    `together` are rolled with one press."""

    due: StepDue
    who: str
    together: str = ""

    @property
    def step(self) -> Step:
        return self.due.step

    @property
    def where(self) -> str:
        """Return the beginning of the keys of what is asked."""
        return f"own-step/{self.step.key}/{self.who}"

    def play(self, state: State) -> Procedure[State]:
        """Ask for the payment; who doesn't pay takes the Test; who fails it, or has none, rolls on the
        table."""
        state = with_step_done(state, self.step, self.who)
        if self.due.reminder:
            return state.say("own-done", step=self.step.key)
        if self.step.payment is not None:
            paid, state = yield from self._ask_for_payment(self.step.payment, state)
            if paid:
                return state
        figure = state.pieces.get(self.who)
        if self.step.test is not None and isinstance(figure, Figure):
            passed, state = yield from self._take_test(self.step.test, figure, state)
            if passed:
                return state
        table = state.book.own.table(self.step.table)
        if table is None:
            return state
        roll = OwnRoll(self.where, self.who, together=self.together)
        return (yield from roll.table(table, state))

    # Paying

    def _ask_for_payment(self, payment: Payment, state: State) -> Procedure[tuple[bool, State]]:
        """Ask whether to pay, if there is enough to pay with; return whether it is paid, and the table
        after it."""
        points_left = self._left_after_payment(payment, state)
        if points_left is None:
            return False, self._say_unpaid(payment, state, able=False)
        chosen = yield Choose(
            f"{self.where}/pay",
            self._pay_question(payment, state),
            about=self.who,
            options=(
                Option(
                    "pay", self._pay_label(payment, state), _("leaves {n}", n=number(points_left))
                ),
                Option("no", self._alternative_in_words(state)),
            ),
            beside=partial(Beside, state.book.own.table(self.step.table)),
        )
        if chosen != "pay":
            return False, self._say_unpaid(payment, state, able=True)
        state = self._with_payment(payment, points_left, state)
        return True, state.say("own-paid", self.who, pays=str(payment), left=points_left)

    def _pay_question(self, payment: Payment, state: State) -> str:
        what = payment_in_words(payment, state.book)
        if self.who == state.table.id:
            return _("{step}: pay {what}?", step=self.step.name, what=what)
        name = state.name(self.who)
        return _("{step}, {name}: pay {what}?", step=self.step.name, name=name, what=what)

    def _pay_label(self, payment: Payment, state: State) -> str:
        return _("Pay {what}", what=payment_in_words(payment, state.book))

    def _alternative_in_words(self, state: State) -> str:
        """Return the words of the option not to pay: what has to be done instead."""
        is_model = isinstance(state.pieces.get(self.who), Figure)
        if self.step.test is not None and is_model:
            return _("Take the Test: {what}", what=needed_in_words(self.step.test))
        table = state.book.own.table(self.step.table)
        return _("Don't pay") if table is None else _("Roll on {table}", table=table.name)

    def _say_unpaid(self, payment: Payment, state: State, *, able: bool) -> State:
        return state.say("own-unpaid", self.who, pays=str(payment), able=able)

    def _left_after_payment(self, payment: Payment, state: State) -> int | None:
        """Return the counter's value, or the Scavenge Points, left after a payment; None if there isn't
        enough."""
        match payment:
            case PayCounter(key, amount):
                counter = state.book.own.counter(key)
                owner = None if counter is None else owner_for(state, self.who, counter.of)
                if counter is None or owner is None:
                    return None
                points_left = value_of(owner, counter) - amount
                return points_left if points_left >= counter.low else None
            case PayPoints(amount):
                team = owner_for(state, self.who, "group")
                if not isinstance(team, Team):
                    return None
                points_left = _points_now(team) - amount
                return points_left if points_left >= 0 else None

    def _with_payment(self, payment: Payment, counter_left: int, state: State) -> State:
        """Return the table after a payment, which leaves `counter_left` in the counter."""
        match payment:
            case PayCounter(key):
                counter = state.book.own.counter(key)
                assert counter is not None, "only paid if the rules have it"
                owner = owner_for(state, self.who, counter.of)
                assert owner is not None, "only paid by who has it"
                return with_value(state, owner, counter, counter_left)
            case PayPoints(amount):
                team = owner_for(state, self.who, "group")
                assert isinstance(team, Team), "only paid by a side"
                taken_points = str(GivePoints(-amount))
                return state.change(team.id, effects=(*team.effects, taken_points))

    # The Test

    def _take_test(
        self, test: TestOf, figure: Figure, state: State
    ) -> Procedure[tuple[bool, State]]:
        """Take the Test (p. 10); return whether it is passed, and the table after it."""
        value = current_characteristic(figure, test.characteristic, state)
        what = needed_in_words(test)
        die = yield Sum(
            f"{self.where}/test",
            _("{name} needs {what}: {roll}.", name=figure.name, what=what, roll=d6(value)),
            about=figure.id,
            page=10,
            together=self.together,
            beside=partial(Beside, state.book.own.table(self.step.table)),
        )
        passed = passes(die, value, test.target)
        facts = {"characteristic": test.characteristic, "target": test.target}
        state_after = state.say("own-test", figure.id, total=die + value, passed=passed, **facts)
        return passed, state_after


def _points_now(team: Team) -> int:
    """Return the Scavenge Points of a side, with what its own tables have given and taken."""
    points = team.points
    for words in team.effects:
        effect = parse_effect(words)
        if isinstance(effect, GivePoints) and isinstance(effect.amount, int):
            points += effect.amount
    return points


# When it is due


@CHAPTER.due("end")
def _steps_due(state: State) -> Due | None:
    """Return what is due of the players' own steps as the turn ends; None if nothing is."""
    moves = tuple(move for due in steps_due(state) for move in _moves_of(state, due))
    if not moves:
        return None
    return Due(_("Our rules, at the end of turn {n}.", n=state.table.turn), moves)


def _moves_of(state: State, due: StepDue) -> Iterator[ButtonView]:
    """Yield the buttons of a step that is due: one for all pieces together, if they are several, and one
    each."""
    key, name = due.step.key, due.step.name
    if len(due.whom) > 1:
        act = take_for_all.play(step=key)
        label = _("{step}: everybody", step=name)
        yield ButtonView(f"own-step/{key}", label, act, throws=True)
    for who in due.whom:
        label = name
        if who != state.table.id:
            label = titled(name, state.name(who))
        act = take_step.play(step=key, who=who)
        about = "" if who == state.table.id else who
        yield ButtonView(f"own-step/{key}/{who}", label, act, about=about, throws=True)
