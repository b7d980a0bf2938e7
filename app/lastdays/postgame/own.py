"""The steps and tables that players wrote: after a game, before one, and at any time (rulings 99 to
101).

What they read and change is an `OwnState`. Nothing that players wrote is translated or filled in.
A rule that can't be followed, because a counter is gone or nobody is there whom it is for, is told
and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from lastdays.language import _, ngettext, number, titled
from lastdays.model.counters import HeldCounter
from lastdays.model.game_record import RolledRow
from lastdays.model.group import Group, Item, Member, StandingNote, pieces, without_piece
from lastdays.model.profile import permanent
from lastdays.postgame.context import PostGameContext, standing
from lastdays.postgame.experience import earns
from lastdays.postgame.injuries import injury_outside_game
from lastdays.postgame.leadership import arm_leader, new_leader
from lastdays.postgame.tables import OwnTable
from lastdays.procedure.asks import (
    Beside,
    Choose,
    Option,
    Over,
    Procedure,
    Sum,
    Tell,
    step_of,
    tell,
)
from lastdays.procedure.characteristic_tests import needed_in_words, test
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Counter, Moment, Row, Step, Table
from lastdays.rulebook.own_effects import (
    AddNote,
    AddZombies,
    Amount,
    ChangeCounter,
    Effect,
    GainGear,
    GiveExperience,
    GivePoints,
    LoseGear,
    MissGame,
    PayCounter,
    Payment,
    PayPoints,
    RollInjury,
    RollTable,
    SetCounter,
)
from lastdays.rulebook.own_words import effect_in_words, payment_in_words
from lastdays.values import Value


class OwnState(Value):
    """What players' own rules read and change.

    `group` is None where only the campaign is known. `counters` are the campaign's; they stay as
    they are if they are only `read`, as in a post-game sequence, which writes one group.
    `first_aid_used` are the ids of members who have used their First Aid Training. `notes` and
    `zombies` are for the next game of the campaign, where there is no group to have them. `rolled`
    are the rows so far.
    """

    group: Group | None
    counters: Mapping[str, int]
    read: bool = False
    first_aid_used: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    zombies: int = 0
    rolled: tuple[RolledRow, ...] = ()

    def active(self, member_id: str) -> Member | None:
        """Return a member who is in play, None for anybody else."""
        if self.group is None or not self.group.has_member(member_id):
            return None
        member = self.group.member(member_id)
        if member.status != "active":
            return None
        return member

    def name(self, member_id: str) -> str:
        """Return the name of a member, or for '' of the group or the campaign."""
        if self.group is None:
            return _("The campaign")
        if not member_id:
            return self.group.name
        return self.group.member(member_id).name

    def held(self, counter: Counter, member_id: str) -> HeldCounter | None:
        """Return a counter of a member, of the group or of the campaign with its value; None if its
        owner isn't known here."""
        values = self._values(counter, member_id)
        if values is None:
            return None
        value = counter.bounded(values.get(counter.key, counter.start))
        return HeldCounter(counter.key, value, counter)

    def _values(self, counter: Counter, member_id: str) -> Mapping[str, int] | None:
        """Return the counters of whoever has one; None if they aren't known here."""
        match counter.of:
            case "campaign":
                return self.counters
            case "group":
                return None if self.group is None else self.group.counters
            case "member":
                member = self.active(member_id)
                return None if member is None else member.counters

    def with_counter(self, counter: Counter, member_id: str, value: int) -> OwnState:
        """Return it with a counter set, whose owner is known here."""
        key = counter.key
        if counter.of == "campaign":
            return replace(self, counters={**self.counters, key: value})
        group = self.known_group
        if counter.of == "group":
            return self.with_group(replace(group, counters={**group.counters, key: value}))
        member = group.member(member_id)
        member = replace(member, counters={**member.counters, key: value})
        return self.with_group(group.with_member(member))

    @property
    def known_group(self) -> Group:
        """Return the group, which has to be known."""
        assert self.group is not None, "only asked for where a group is known"
        return self.group

    def with_group(self, group: Group) -> OwnState:
        """Return it with the group changed."""
        return replace(self, group=group)


# Steps


def own_steps(
    moment: Moment, group: Group, context: PostGameContext, first_aid_used: frozenset[str]
) -> Procedure[tuple[Group, frozenset[str]]]:
    """Play the steps of a moment after a game. Return the group, and the ids of members who have used
    their First Aid Training."""
    state = OwnState(group, context.counters, read=True, first_aid_used=first_aid_used)
    for step in context.catalogue.own.steps_at(moment):
        state = yield from _whole_step(step, state, context)
    return state.known_group, state.first_aid_used


def _whole_step(step: Step, state: OwnState, context: PostGameContext) -> Procedure[OwnState]:
    """Play a step for all whom it is for."""
    members = whom_for(step, state, context)
    if is_reminder(step, context.catalogue):
        if any(is_due(step, member, state, context.catalogue) for member in members):
            yield from remind(step)
        return state
    for n, member in enumerate(members, start=1):
        if not is_due(step, member, state, context.catalogue):
            continue
        chapter = step.name
        if len(members) > 1:
            chapter = _("{step}: {n} of {most}", step=step.name, n=n, most=len(members))
        where = f"{step.when}/{step.key}/{member or step.audience}"
        state = yield from OwnRoll(where, member, context, chapter).step(step, state)
        yield Over(where)
    return state


def whom_for(step: Step, state: OwnState, context: PostGameContext) -> Sequence[str]:
    """Return the ids of the members whom a step is for, ('',) for the group or the campaign. One for
    the campaign comes once after a game: in the sequence of the first group that played it."""
    match step.audience:
        case "member":
            return tuple(member.id for member in state.known_group.active)
        case "standing":
            return tuple(member.id for member in standing(state.known_group, context))
        case "group":
            return ("",)
        case "campaign":
            first = next(side.group for side in context.game.sides if side.group)
            return ("",) if first == context.group_id else ()


def is_due(step: Step, member: str, state: OwnState, catalogue: Catalogue) -> bool:
    """Return whether a step comes for a member, for the group or the campaign: they are in play, and
    the counter that it waits for is above its lowest value."""
    if member and state.active(member) is None:
        return False
    if not step.while_above:
        return True
    counter = catalogue.own.counter(step.while_above)
    if counter is None:
        return False
    held = state.held(counter, member)
    return held is not None and held.value > counter.low


def is_reminder(step: Step, catalogue: Catalogue) -> bool:
    """Return whether a step only says its name: nothing of it is paid, tested or rolled."""
    has_table = catalogue.own.table(step.table) is not None
    return not step.pays and step.test is None and not has_table


def remind(step: Step) -> Procedure[None]:
    """Say the name of a step, until it is done."""
    yield Choose(
        f"{step.when}/{step.key}/done",
        step.name,
        options=(Option("done", _("Done")),),
        beside=partial(Beside, chapter=_("A reminder")),
    )
    yield tell(step.when, "{step}: done.", step=step.name)


class OwnRoll(Value):
    """A step or a table for a member, or for '' the group or the campaign.

    `where` begins the keys of what is asked, `chapter` is its place in its step. `second`: the table
    was led to by a row of another, and leads no further itself.
    """

    where: str
    member: str
    context: PostGameContext
    chapter: str = ""
    second: bool = False

    @property
    def _catalogue(self) -> Catalogue:
        return self.context.catalogue

    def _tell(self, text: str, kind: str = "") -> Tell:
        """Return a sentence about whom it is for."""
        return Tell(step_of(self.where), text, self.member, kind)

    def _beside(self, table: Table | None) -> Beside:
        shown = None if table is None else OwnTable(table)
        return Beside(shown, chapter=self.chapter)

    def step(self, step: Step, state: OwnState) -> Procedure[OwnState]:
        """Ask for the payment; who doesn't pay takes the Test; who fails it, or has none, rolls on the
        table."""
        if step.payment is not None:
            paid = yield from self._pay(step, step.payment, state)
            if paid is not None:
                return paid
        member = state.active(self.member)
        if step.test is not None and member is not None:
            value = permanent(member, self._catalogue, step.test.characteristic)
            passed = yield from test(self.where, member.name, value, step.test, member.id)
            if passed:
                return state
        table = self._catalogue.own.table(step.table)
        if table is None:
            return state
        return (yield from self.table(table, state))

    # Paying

    def _pay(self, step: Step, payment: Payment, state: OwnState) -> Procedure[OwnState | None]:
        """Ask whether to pay, if that is possible; return the state after it, None if it isn't paid."""
        what = payment_in_words(payment, self._catalogue)
        name = state.name(self.member)
        after = self._after_paying(payment, state)
        if after is None:
            yield self._tell(_("{name} can't pay {what}.", name=name, what=what))
            return None
        state_after, rest = after
        pay = Option("pay", _("Pay {what}", what=what), _("leaves {n}", n=number(rest)))
        chosen = yield Choose(
            f"{self.where}/pay",
            _("{name}: pay {what}?", name=name, what=what),
            about=self.member,
            options=(pay, Option("no", self._unpaid(step))),
            beside=partial(self._beside, self._catalogue.own.table(step.table)),
        )
        if chosen != "pay":
            return None
        text = _("{name}: {what} paid, {n} left.", name=name, what=what, n=number(rest))
        yield self._tell(text, "well")
        return state_after

    def _unpaid(self, step: Step) -> str:
        """Say what comes instead of paying."""
        if step.test is not None and self.member:
            return _("Take the Test: {what}", what=needed_in_words(step.test))
        table = self._catalogue.own.table(step.table)
        if table is None:
            return _("Don't pay")
        return _("Roll on {table}", table=table.name)

    def _after_paying(self, payment: Payment, state: OwnState) -> tuple[OwnState, int] | None:
        """Return the state after paying and what is then left; None if there isn't enough, or it can't
        be paid here."""
        match payment:
            case PayPoints(amount):
                if state.group is None or state.group.points < amount:
                    return None
                rest = state.group.points - amount
                return state.with_group(replace(state.group, points=rest)), rest
            case PayCounter(key, amount):
                return self._after_paying_counter(key, amount, state)

    def _after_paying_counter(
        self, key: str, amount: int, state: OwnState
    ) -> tuple[OwnState, int] | None:
        """Return the state with a counter lowered, and its value; None if that isn't possible here."""
        counter = self._catalogue.own.counter(key)
        if counter is None:
            return None
        held = state.held(counter, self.member)
        if held is None:
            return None
        if state.read and counter.of == "campaign":
            return None
        rest = held.value - amount
        if rest < counter.low:
            return None
        return state.with_counter(counter, self.member, rest), rest

    # Rolling

    def table(self, table: Table, state: OwnState) -> Procedure[OwnState]:
        """Roll on a table, and do what its row says."""
        name = state.name(self.member)
        end = "other" if self.second else "roll"
        rolled = yield Sum(
            f"{self.where}/{end}",
            _("{name}: roll {dice} on {table}.", name=name, dice=table.dice, table=table.name),
            about=self.member,
            dice=table.dice,
            beside=partial(self._beside, table),
        )
        total = rolled + table.dice.plus
        row = table.row(total)
        state = replace(state, rolled=(*state.rolled, RolledRow(table.name, total, row.text)))
        head = _("{name}, {table} {total}", name=name, table=table.name, total=number(total))
        yield Tell(step_of(self.where), titled(head, row.text), self.member)
        return (yield from self._row(row, state))

    def _row(self, row: Row, state: OwnState) -> Procedure[OwnState]:
        """Do all that a row says; it leads to one other table at most."""
        has_led_on = self.second
        for n, effect in row.numbered_effects(second=self.second):
            if isinstance(effect, RollTable):
                state = yield from self._lead_on(effect, state, led=has_led_on)
                has_led_on = True
            else:
                state = yield from self.effect(effect, n, state)
        return state

    def _lead_on(self, effect: RollTable, state: OwnState, *, led: bool) -> Procedure[OwnState]:
        """Roll on another table, unless a table has `led` here already."""
        table = self._catalogue.own.table(effect.key)
        if table is None:
            return (yield from self._gone(effect, state))
        if led:
            yield self._tell(_("{table}: a roll leads to one other table only.", table=table.name))
            return state
        if self.member and state.active(self.member) is None:
            return state
        return (yield from replace(self, second=True).table(table, state))

    # Effects

    def effect(self, effect: Effect, n: int, state: OwnState) -> Procedure[OwnState]:
        """Do an effect, the one with this number; return the state after it."""
        match effect:
            case ChangeCounter(key):
                return (yield from self._count(effect, self._catalogue.own.counter(key), state))
            case SetCounter(key):
                return (yield from self._count(effect, self._catalogue.own.counter(key), state))
            case AddZombies():
                return (yield from self._zombies(effect, n, state))
            case AddNote(text):
                return (yield from self._note(text, state))
            case GivePoints() | GainGear() | LoseGear():
                if state.group is None:
                    return (yield from self._for_nobody(effect, state))
                group = yield from self._to_group(effect, n, state.group)
                return state.with_group(group)
            case GiveExperience() | MissGame() | RollInjury():
                if not self.member:
                    return (yield from self._for_nobody(effect, state))
                member = state.active(self.member)
                if member is None:  # an injury before this effect was the last
                    return state
                return (yield from self._to_member(effect, n, member, state))
        raise TypeError(effect)

    def _gone(self, effect: Effect, state: OwnState) -> Procedure[OwnState]:
        """Say that the rules don't have what an effect names."""
        what = effect_in_words(effect, self._catalogue)
        yield self._tell(_("{what}: the rules don't have it any longer.", what=what))
        return state

    def _for_nobody(self, effect: Effect, state: OwnState) -> Procedure[OwnState]:
        """Say that nobody is there whom an effect could be for."""
        what = effect_in_words(effect, self._catalogue)
        yield self._tell(_("{what}: there's nobody here it could be for.", what=what))
        return state

    def _count(
        self, effect: ChangeCounter | SetCounter, counter: Counter | None, state: OwnState
    ) -> Procedure[OwnState]:
        """Change a counter, which stops at its lowest and highest value."""
        if counter is None:
            return (yield from self._gone(effect, state))
        old = state.held(counter, self.member)
        if old is None:
            if self.member:  # dead or gone by now
                return state
            return (yield from self._for_nobody(effect, state))
        if counter.of == "campaign" and state.read:
            text = _(
                "{what}: a post-game sequence changes only its own group. Change it on the campaign's "
                "page.",
                what=effect_in_words(effect, self._catalogue),
            )
            yield self._tell(text, "note")
            return state
        if isinstance(effect, SetCounter):
            value = counter.bounded(effect.to)
        else:
            value = counter.bounded(old.value + effect.by)
        yield self._counted(old, replace(old, value=value), state)
        return state.with_counter(counter, self.member, value)

    def _counted(self, before: HeldCounter, after: HeldCounter, state: OwnState) -> Tell:
        """Return the sentence about a counter that has been changed."""
        name = self._owner(before, state)
        if after.value == before.value:
            return self._tell(
                _(
                    "{name}: {counter} stays at {n}.",
                    name=name,
                    counter=before.name,
                    n=number(before.value),
                )
            )
        new = number(after.value)
        tone = ""
        if after.level is not None and after.level != before.level:
            new = f"{new}, {after.level.name}"
            if after.harms:
                tone = "harm"
        text = _(
            "{name}: {counter} {old} → {new}.",
            name=name,
            counter=before.name,
            old=number(before.value),
            new=new,
        )
        return self._tell(text, tone)

    def _owner(self, held: HeldCounter, state: OwnState) -> str:
        """Return the name of whose a counter is."""
        owner = "campaign" if held.counter is None else held.counter.of
        match owner:
            case "member":
                return state.name(self.member)
            case "group":
                return state.known_group.name
        return _("The campaign")

    def _zombies(self, effect: AddZombies, n: int, state: OwnState) -> Procedure[OwnState]:
        """Add zombies to the next game."""
        question = _("Zombies in the next game: {dice}.", dice=effect.amount)
        count = yield from self._amount(effect.amount, n, question)
        text = ngettext(
            "{n} more zombie in the next game.", "{n} more zombies in the next game.", count
        )
        yield self._tell(text, "harm")
        if state.group is None:
            return replace(state, zombies=state.zombies + count)
        return state.with_group(state.group.add_zombies(count))

    def _note(self, text: str, state: OwnState) -> Procedure[OwnState]:
        """Leave a note for the next game."""
        yield self._tell(_("For the next game: {note}", note=text))
        if state.group is None:
            return replace(state, notes=(*state.notes, text))
        return state.with_group(state.group.add_note(StandingNote(text, self.member)))

    def _amount(self, amount: Amount, n: int, question: str) -> Procedure[int]:
        """Return an amount, rolled if it is dice; `n` is the number of its effect."""
        if isinstance(amount, int):
            return amount
        rolled: int = yield Sum(
            f"{self.where}/amount-{n}",
            question,
            about=self.member,
            dice=amount,
            beside=partial(Beside, chapter=self.chapter),
        )
        return rolled + amount.plus

    def _to_group(
        self, effect: GivePoints | GainGear | LoseGear, n: int, group: Group
    ) -> Procedure[Group]:
        """Give the group points or gear, or take them."""
        match effect:
            case GivePoints(amount):
                return (yield from self._points(amount, n, group))
            case GainGear(key):
                gear = self._catalogue.gear(key)
                if not self._catalogue.has_gear(key):
                    yield self._tell(_("{gear}: the rulebook has no such gear.", gear=gear.name))
                    return group
                yield self._tell(_("{gear}: now in the stash.", gear=gear.name), "well")
                return group.stash_add((Item(self.context.new_id(self.where, n), key),))
            case LoseGear(key):
                return (yield from self._lose(key, group))

    def _points(self, amount: Amount, n: int, group: Group) -> Procedure[Group]:
        """Give the group Scavenge Points, or take them, as far as it has any."""
        question = _("{group}: {dice} Scavenge Points.", group=group.name, dice=amount)
        change = yield from self._amount(amount, n, question)
        if change < 0:
            most = max(0, group.points)
            change = -min(-change, most)
        points = group.points + change
        if change > 0:
            kind = "well"
            given = f"+{number(change)}"
        else:
            kind = "harm"
            given = number(change)
        text = ngettext(
            "{group}: {given} Scavenge Point, {n} in all.",
            "{group}: {given} Scavenge Points, {n} in all.",
            abs(change),
            group=group.name,
            given=given,
            n=number(points),
        )
        yield self._tell(text, kind)
        return replace(group, points=points)

    def _lose(self, key: str, group: Group) -> Procedure[Group]:
        """Take a piece of gear, with what is attached to it, from the member or else from the stash."""
        if self.member and group.has_member(self.member):
            member = group.member(self.member)
            item = _piece_of(key, member.gear)
            if item is not None:
                gear_name = self.context.name_of(item)
                text = _("{name} loses {gear}.", name=member.name, gear=gear_name)
                yield self._tell(text, "harm")
                gear = without_piece(member.gear, item.id)
                return group.with_member(replace(member, gear=gear))
        item = _piece_of(key, group.stash)
        if item is None:
            gear_name = self._catalogue.gear(key).name
            yield self._tell(_("{gear}: there's none to lose.", gear=gear_name))
            return group
        gear_name = self.context.name_of(item)
        yield self._tell(_("{gear}: gone from the stash.", gear=gear_name), "harm")
        return replace(group, stash=without_piece(group.stash, item.id))

    def _to_member(
        self,
        effect: GiveExperience | MissGame | RollInjury,
        n: int,
        member: Member,
        state: OwnState,
    ) -> Procedure[OwnState]:
        """Do to a member what an effect says."""
        match effect:
            case GiveExperience(amount):
                return (yield from self._experience(amount, n, member, state))
            case MissGame():
                yield self._tell(_("{name} misses the next game.", name=member.name), "harm")
                return state.with_group(state.known_group.with_member(member.sit_out()))
            case RollInjury():
                return (yield from self._injury(n, state))

    def _experience(
        self, amount: Amount, n: int, member: Member, state: OwnState
    ) -> Procedure[OwnState]:
        """Give a member Experience, who spends it after the next game as any other (p. 88)."""
        if not earns(member, self.context.switches):
            yield self._tell(_("{name} doesn't earn Experience.", name=member.name))
            return state
        question = _("{name} gains {dice} Experience.", name=member.name, dice=amount)
        gained = yield from self._amount(amount, n, question)
        yield self._tell(_("{name} gains {n} Experience.", name=member.name, n=gained), "well")
        member = replace(member, experience=member.experience + gained)
        return state.with_group(state.known_group.with_member(member))

    def _injury(self, n: int, state: OwnState) -> Procedure[OwnState]:
        """Roll on the Injury Table for the member (p. 84–85); a dead Leader is followed by another."""
        where = f"{self.where}/injury-{n}"
        group, used = yield from injury_outside_game(
            state.known_group, self.member, self.context, where, state.first_aid_used, self.chapter
        )
        if group.leading is None:
            group = yield from new_leader(f"{where}/leader", group, self.context)
            before_jobs = step_of(self.where) in ("injuries", "upkeep")
            if not before_jobs:  # there a new Leader is armed anyway
                group = yield from arm_leader(f"{where}/leader", group, self.context)
        return replace(state, group=group, first_aid_used=used)


def _piece_of(key: str, gear: tuple[Item, ...]) -> Item | None:
    """Return the first piece of a kind, attached ones too."""
    for piece in pieces(gear):
        if piece.key == key:
            return piece
    return None
