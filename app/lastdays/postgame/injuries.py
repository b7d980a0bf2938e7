"""Injuries after a game and what they do to a group (p. 84–85, rulings 13–18)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property, partial
from typing import Literal

from msgspec.structs import replace

from lastdays.language import _, ngettext
from lastdays.model.carrying import one_handed
from lastdays.model.game_record import Side
from lastdays.model.group import Group, Injury, Item, Member
from lastdays.postgame.context import PostGameContext, option_of, standing, tried
from lastdays.postgame.experience import earns
from lastdays.postgame.leadership import new_leader
from lastdays.postgame.tables import InfectedTable, InjuryTable
from lastdays.procedure.asks import (
    TWO_DICE,
    Again,
    Aid,
    Beside,
    Choose,
    Hopes,
    Option,
    Over,
    Procedure,
    Roll,
    Stake,
    Sum,
    Tell,
    Wish,
    step_of,
    tell,
)
from lastdays.procedure.dice import shift_of, shifts_up_to
from lastdays.rulebook import Catalogue
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice, InjuryEntry
from lastdays.rulebook.known import AMPUTATED, EquipmentKey, InjuryKey
from lastdays.values import Value

Half = Literal["1-3", "4-6"]
#: The two dice of Infected!: whether it kills, and which limb is lost.
Stage = Literal["virus", "limb"]


class MedicalHelp(Value):
    """The ids of members whose First Aid Training can still be used, and the sets of Medical Supplies:
    the ids of the item and its bearer."""

    first_aid: tuple[str, ...] = ()
    supplies: tuple[tuple[str, str], ...] = ()

    @property
    def counts(self) -> tuple[int, int]:
        """Return the number of each, on which the odds depend."""
        return len(self.first_aid), len(self.supplies)


def medical_help_of(
    group: Group, context: PostGameContext, first_aid_used: frozenset[str] = frozenset()
) -> MedicalHelp:
    """Return the help of everyone not Out of Action, including those who stayed at the Refuge
    (ruling 14). `first_aid_used` are the ids of members who have already used their First
    Aid Training."""
    catalogue = context.catalogue
    first_aid = []
    supplies = []
    for helper in standing(group, context):
        if helper.id not in first_aid_used and catalogue.giver(helper, Effect.REROLLS_INJURY_DIE):
            first_aid.append(helper.id)
        for item in helper.gear:
            if item.key == EquipmentKey.MEDICAL_SUPPLIES:
                supplies.append((item.id, helper.id))
    return MedicalHelp(first_aid=tuple(first_aid), supplies=tuple(supplies))


def use_up(group: Group, help_before: MedicalHelp, help_after: MedicalHelp) -> Group:
    """Return the group without the Medical Supplies that were in `help_before` and aren't in `help_after`."""
    for item_id, bearer in help_before.supplies:
        if (item_id, bearer) not in help_after.supplies:
            group, _item = group.take(item_id)
    return group


class InjuryResult(Value):
    """The result of an injury roll: the key of the injury, the help left, Experience gained."""

    injury: str
    help_left: MedicalHelp
    experience: int = 0


class _Total(Value):
    """A total that Medical Supplies may shift and its dice, with the results of its table in words by
    total; `injuries` are the keys of those results that are injuries."""

    table: str
    total: int
    dice: tuple[int, ...]
    results: Mapping[int, str]
    injuries: Mapping[int, str]


class _Stand(Value):
    """The state of a roll: the dice and total after First Aid and the help left. `settled`: Medical
    Supplies have been used or declined."""

    dice: tuple[int, ...]
    total: int
    help_left: MedicalHelp
    settled: bool = False


class InjuryRoll(Value, dict=True):
    """A member's roll on the Injury Table with the available medical help.

    `where` begins the keys of what is asked; its first part is the step of the sequence.
    `can_be_captured`: there is a rival to take the member captive (p. 84, ruling 17). `chapter` is
    the place of the roll in its step.
    """

    where: str
    member: Member
    group: Group
    at_hand: MedicalHelp
    context: PostGameContext
    can_be_captured: bool
    chapter: str = ""

    @cached_property
    def stake(self) -> Stake:
        """Return the stake of the roll: the injury."""
        return Stake(
            start=self._roll_on_table, outcome=lambda suffered: suffered.injury, hopes=self._hopes
        )

    def _hopes(self) -> Hopes:
        """Return the possible injuries by name, and the wishes that odds are shown for: to survive, and to
        recover fully. A wish gives each result that fulfils it the worth 1."""
        labels = {}
        worth_of_surviving = {}
        worth_of_recovery = {}
        for key, entry in self.context.catalogue.injuries.items():
            if key == InjuryKey.INFECTED:
                continue
            labels[key] = entry.name
            if key != InjuryKey.DEAD:
                worth_of_surviving[key] = 1
            if key in (InjuryKey.FULL_RECOVERY, InjuryKey.NEVER_AGAIN):
                worth_of_recovery[key] = 1
        wishes = (
            Wish("alive", _("surviving"), worth_of_surviving),
            Wish("whole", _("a Full Recovery"), worth_of_recovery),
        )
        return Hopes(labels, wishes)

    def _beside(
        self,
        table: InjuryTable | InfectedTable | None = None,
        lying: tuple[int, ...] = (),
        help_left: MedicalHelp | None = None,
    ) -> Beside:
        """Return what stands beside an ask of the roll; `help_left` is what can change it."""
        aids = () if help_left is None else self._aids(help_left)
        return Beside(table, lying, aids, self.chapter)

    def _aids(self, help_left: MedicalHelp) -> tuple[Aid, ...]:
        """Return First Aid Training and Medical Supplies that are left (p. 63, p. 77)."""
        aids = []
        for helper in help_left.first_aid:
            member = self.group.member(helper)
            skill = self.context.catalogue.giver(member, Effect.REROLLS_INJURY_DIE)
            if skill is not None:
                text = _("{name} allows one die to be re-rolled ({skill}).")
                text = text.format(name=member.name, skill=skill.name)
                aids.append(Aid(skill.drawing, text, skill.name))
        kit = self.context.catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES]
        for bearer in dict.fromkeys(bearer for _item, bearer in help_left.supplies):
            text = ngettext(
                "{name} carries {kit}: the result can be shifted by one.",
                "{name} carries {kit}: the result can be shifted by up to {n}.",
                kit.injury_shift,
            )
            name = self.group.member(bearer).name
            text = text.format(name=name, kit=kit.name, n=kit.injury_shift)
            aids.append(Aid(kit.drawing, text, kit.name))
        return tuple(aids)

    @cached_property
    def _table(self) -> InjuryTable:
        """Return the Injury Table for the member."""
        return InjuryTable(self.member, self.can_be_captured)

    def roll(self) -> Procedure[InjuryResult]:
        """Roll with all help until a result stands, then for the Experience it gives to those who earn
        any (p. 84–85, rulings 7 and 16)."""
        suffered = yield from self._roll_on_table()
        entry = self.context.catalogue.injuries[suffered.injury]
        if entry.experience is None or not earns(self.member, self.context.switches):
            return suffered
        gained = yield Sum(
            f"{self.where}/experience",
            _(
                "{name} learns from it and gains {dice} Experience.",
                name=self.member.name,
                dice=entry.experience,
            ),
            about=self.member.id,
            page=entry.page,
            dice=entry.experience,
            beside=self._beside,
        )
        return replace(suffered, experience=gained + entry.experience.plus)

    def _roll_on_table(self, stand: _Stand | None = None) -> Procedure[InjuryResult]:
        """Roll on the table, and again for a capture that isn't possible (p. 84, rulings 13 and 14).
        `stand` continues a roll from that state."""
        attempt = 1
        while True:
            suffix = tried(attempt)
            if stand is None:
                stand = yield from self._rolled_dice(suffix)
            if not stand.settled:
                yield self._from(stand)
                stand = yield from self._with_supplies(stand, suffix)
            yield self._from(stand)
            entry = self.context.catalogue.injury_for(stand.total)
            yield self._result_told(stand.total, entry)
            if not self._rolls_again(entry):
                break
            yield tell(
                self._step,
                "There's nobody to capture {name}: re-rolled.",
                self.member.id,
                name=self.member.name,
            )
            attempt += 1
            stand = None
        if entry.first:
            return (yield from self._infected(f"{self.where}/infected{suffix}", stand.help_left))
        return InjuryResult(self._injury_suffered(entry.key), stand.help_left)

    def _rolled_dice(self, suffix: str) -> Procedure[_Stand]:
        """Roll the two dice, which First Aid may change."""
        yield Again(("injury", self.at_hand.counts), afresh=lambda _left: self._roll_on_table())
        dice = yield Roll(
            f"{self.where}/roll{suffix}",
            _("Injury roll for {name}. What do the two dice show?", name=self.member.name),
            about=self.member.id,
            page=84,
            dice=TWO_DICE,
            stake=self.stake,
            beside=partial(self._beside, self._table, help_left=self.at_hand),
        )
        dice, help_left = yield from self._first_aid(f"{self.where}/first-aid{suffix}", dice)
        return _Stand(dice, sum(dice), help_left)

    def _with_supplies(self, stand: _Stand, suffix: str) -> Procedure[_Stand]:
        """Let Medical Supplies shift the total of a roll."""
        total_rolled = _Total("injury", stand.total, stand.dice, self._results, self._injuries)
        total, help_left = yield from self._medical_supplies(
            f"{self.where}/medical{suffix}", total_rolled, stand.help_left
        )
        return _Stand(stand.dice, total, help_left, settled=True)

    def _result_told(self, total: int, entry: InjuryEntry) -> Tell:
        """Return the sentence of the story that tells what a total brings."""
        fatal = (InjuryKey.DEAD, InjuryKey.CAPTURED, InjuryKey.INFECTED)
        is_harm = entry.key in fatal or entry.lasting
        kind = "harm" if is_harm else "well"
        return tell(
            self._step,
            "{name} rolls {total}: {result}",
            self.member.id,
            kind,
            name=self.member.name,
            total=total,
            result=entry.name,
        )

    def _from(self, stand: _Stand) -> Again:
        """Return the `Again` for the state of a roll, which only Medical Supplies can change."""
        stage = "result" if stand.settled else "total"
        state = (stage, stand.total, len(stand.help_left.supplies))
        return Again(state, afresh=lambda _left: self._roll_on_table(stand))

    @cached_property
    def _step(self) -> str:
        """Return the step of the sequence that the roll belongs to."""
        return step_of(self.where)

    def _injury_suffered(self, key: str) -> str:
        """Return the injury, or what a second injury of an arm, eye or leg comes to (ruling 15).

        One that becomes another counts as that one, which may be a second one itself.
        """
        keys_passed: set[str] = set()
        while self.member.injured(key) and key not in keys_passed:
            worse_injury = self.context.catalogue.injuries[key].again
            if not worse_injury:
                return key
            keys_passed.add(key)
            key = worse_injury
        return key

    @cached_property
    def _results(self) -> Mapping[int, str]:
        """Return the result of each total of the Injury Table for this member, in words (p. 84)."""
        return {total: self._result(total) for total in range(2, 13)}

    @cached_property
    def _injuries(self) -> Mapping[int, str]:
        """Return the key of the injury for each total that isn't rolled again (p. 84)."""
        injuries = {}
        for total in range(2, 13):
            entry = self.context.catalogue.injury_for(total)
            if not self._rolls_again(entry):
                injuries[total] = self._injury_suffered(entry.key)
        return injuries

    def _rolls_again(self, entry: InjuryEntry) -> bool:
        """Return whether the injury is a capture, but there is nobody to take captives (p. 84)."""
        return entry.key == InjuryKey.CAPTURED and not self.can_be_captured

    def _result(self, total: int) -> str:
        """Say what a total of the Injury Table means for this member (p. 84)."""
        catalogue = self.context.catalogue
        entry = catalogue.injury_for(total)
        if self._rolls_again(entry):
            return _("{result}, re-rolled", result=entry.name)
        return catalogue.injuries[self._injury_suffered(entry.key)].name

    @cached_property
    def _offered(self) -> dict[Hashable, tuple[Option, ...]]:
        """Return the cache of options by state of a roll, to which the odds keep returning."""
        return {}

    def _limb(self, key: str) -> str:
        """Say what a stage of Infected! means for this member (p. 85)."""
        catalogue = self.context.catalogue
        if key in catalogue.injuries:
            key = self._injury_suffered(key)
        return stage_name(key, catalogue)

    def _first_aid(
        self, where: str, dice: tuple[int, int]
    ) -> Procedure[tuple[tuple[int, int], MedicalHelp]]:
        """Let First Aid Training re-roll one of the dice, or both if two members use it together
        (p. 63, ruling 14). Return the dice and the help left."""
        at_hand = self.at_hand
        if not at_hand.first_aid:
            return dice, at_hand
        first, second = dice
        choice = yield Choose(
            where,
            _(
                "{name} rolled {a} and {b}: {total} ({result}). Use First Aid Training?",
                name=self.member.name,
                a=first,
                b=second,
                total=first + second,
                result=self._results[first + second],
            ),
            about=self.member.id,
            page=63,
            options=self._first_aid_options(dice),
            stake=self.stake,
            beside=partial(self._beside, lying=dice),
        )
        match choice:
            case "both":
                help_left = replace(at_hand, first_aid=at_hand.first_aid[2:])
                faces = yield from self._first_aid_roll(where, 2, ())
                yield self._first_aid_told(f"{first}+{second}", faces)
                return (faces[0], faces[1]), help_left
            case "first":
                help_left = replace(at_hand, first_aid=at_hand.first_aid[1:])
                faces = yield from self._first_aid_roll(where, 1, (second,))
                yield self._first_aid_told(first, faces)
                return (second, faces[0]), help_left
            case "second":
                help_left = replace(at_hand, first_aid=at_hand.first_aid[1:])
                faces = yield from self._first_aid_roll(where, 1, (first,))
                yield self._first_aid_told(second, faces)
                return (first, faces[0]), help_left
        return dice, at_hand

    def _first_aid_roll(
        self, where: str, count: int, lying: tuple[int, ...]
    ) -> Procedure[tuple[int, ...]]:
        """Roll one die or both again; the die that is `lying` stays."""
        supplies = self.at_hand.supplies
        stays = lying[0] if lying else None
        yield Again(("first-aid", stays, len(supplies)))
        faces: tuple[int, ...] = yield Roll(
            f"{where}/roll",
            _("First Aid Training: re-roll for {name}.", name=self.member.name),
            about=self.member.id,
            page=63,
            dice=Dice(count, 6),
            stake=self.stake,
            beside=partial(self._beside, self._table, lying, MedicalHelp(supplies=supplies)),
        )
        return faces

    def _first_aid_told(self, old_faces: str | int, faces: tuple[int, ...]) -> Tell:
        """Return the sentence of the story that tells who helped, and which dice became which. A helper
        rolls one die each."""
        helpers = [self.group.member(key).name for key in self.at_hand.first_aid[: len(faces)]]
        return tell(
            self._step,
            "First Aid by {helpers}: {old} → {new}",
            self.member.id,
            helpers=" · ".join(helpers),
            old=old_faces,
            new="+".join(str(face) for face in faces),
        )

    def _first_aid_options(self, dice: tuple[int, int]) -> tuple[Option, ...]:
        """Return the options of First Aid Training for two dice."""
        if dice in self._offered:
            return self._offered[dice]
        first, second = dice
        first_aid = self.at_hand.first_aid
        helper = self.group.member(first_aid[0]).name
        options = [
            Option("keep", _("Keep {a} and {b}", a=first, b=second)),
            Option("first", _("Roll the {die} again", die=first), helper),
        ]
        if first != second:
            options.append(Option("second", _("Roll the {die} again", die=second), helper))
        if len(first_aid) > 1:
            second_helper = self.group.member(first_aid[1]).name
            helpers = _("{a} and {b}", a=helper, b=second_helper)
            options.append(Option("both", _("Roll both again"), helpers))
        return self._offered.setdefault(dice, tuple(options))

    def _medical_supplies(
        self, where: str, total_rolled: _Total, help_left: MedicalHelp
    ) -> Procedure[tuple[int, MedicalHelp]]:
        """Let one set of Medical Supplies shift a total up or down; return the total and the help left
        (p. 77, ruling 14)."""
        total = total_rolled.total
        if not help_left.supplies:
            return total, help_left
        choice = yield Choose(
            where,
            _(
                "{name} is at {total} ({result}). Use Medical Supplies?",
                name=self.member.name,
                total=total,
                result=total_rolled.results[total],
            ),
            about=self.member.id,
            page=77,
            options=self._medical_options(total_rolled, help_left),
            stake=self.stake,
            beside=partial(self._beside, lying=total_rolled.dice),
        )
        if choice == "keep":
            return total, help_left
        shift_key, _slash, item_id = choice.partition("/")
        yield tell(
            self._step, "Medical Supplies used on {name}.", self.member.id, name=self.member.name
        )
        supplies_left = tuple(pair for pair in help_left.supplies if pair[0] != item_id)
        return total + shift_of(shift_key), replace(help_left, supplies=supplies_left)

    def _medical_options(self, total_rolled: _Total, help_left: MedicalHelp) -> tuple[Option, ...]:
        """Return the options to shift a total with the Medical Supplies left."""
        total = total_rolled.total
        results = total_rolled.results
        state = (total_rolled.table, total, help_left.supplies)
        if state in self._offered:
            return self._offered[state]
        shift_most = self.context.catalogue.equipment[EquipmentKey.MEDICAL_SUPPLIES].injury_shift
        keep = _("Keep {total}: {result}", total=total, result=results[total])
        options = [Option("keep", keep, leads_to=total_rolled.injuries.get(total, ""))]
        bearers = set()
        for item_id, bearer in help_left.supplies:
            if bearer in bearers:
                continue
            bearers.add(bearer)
            whose = _("with {name}'s Medical Supplies", name=self.group.member(bearer).name)
            for shift_key, shift in shifts_up_to(shift_most):
                shifted = total + shift
                if shifted not in results:
                    continue
                label = _("Make it {total}: {result}", total=shifted, result=results[shifted])
                injury = total_rolled.injuries.get(shifted, "")
                options.append(Option(f"{shift_key}/{item_id}", label, whose, injury))
        return self._offered.setdefault(state, tuple(options))

    def _infected(
        self, where: str, help_left: MedicalHelp, come_to: tuple[Stage, str] | None = None
    ) -> Procedure[InjuryResult]:
        """Roll for Infected!: 1–3 dead; else an arm on 1–3, a leg on 4–6 (p. 85). Any other result of a
        rulebook's table stands. `come_to` continues from a stage and its result."""
        entry = self.context.catalogue.injuries[InjuryKey.INFECTED]
        stage: Stage = "virus"
        if come_to is None:
            question = _("{name} is infected: 1–3 {low}, 4–6 {high}.")
            key, help_left = yield from self._roll_stage(
                where, stage, question, entry.first, help_left
            )
        else:
            yield self._from_stage(where, help_left, come_to)
            stage, key = come_to
        if stage == "virus" and key == AMPUTATED:
            question = _("{name} loses a limb: 1–3 {low}, 4–6 {high}.")
            key, help_left = yield from self._roll_stage(
                where, "limb", question, entry.second, help_left
            )
        return InjuryResult(self._injury_suffered(key), help_left)

    def _from_stage(self, where: str, help_left: MedicalHelp, come_to: tuple[Stage, str]) -> Again:
        """Return the `Again` after a die of Infected!."""
        return Again(
            (*come_to, len(help_left.supplies)),
            afresh=lambda _left: self._infected(where, help_left, come_to),
        )

    def _roll_stage(
        self,
        where: str,
        stage: Stage,
        question: str,
        table: Mapping[Half, str],
        help_left: MedicalHelp,
    ) -> Procedure[tuple[str, MedicalHelp]]:
        """Roll a die of Infected!; return the result's key and the help left (p. 85)."""
        member = self.member
        results = {half: self._limb(key) for half, key in table.items()}
        supplies = MedicalHelp(supplies=help_left.supplies)
        die = yield Sum(
            f"{where}/{stage}",
            question.format(name=member.name, low=results["1-3"], high=results["4-6"]),
            about=member.id,
            page=self.context.catalogue.injuries[InjuryKey.INFECTED].page,
            stake=self.stake,
            beside=partial(self._beside, InfectedTable(member, stage), help_left=supplies),
        )
        total_rolled = self._stage_total(stage, die, table, results)
        die, help_left = yield from self._medical_supplies(
            f"{where}/{stage}-medical", total_rolled, help_left
        )
        key = table[_half(die)]
        yield self._from_stage(where, help_left, (stage, key))
        yield tell(
            self._step,
            "{name} rolls {total}: {result}",
            member.id,
            "harm",
            name=member.name,
            total=die,
            result=results[_half(die)],
        )
        return key, help_left

    def _stage_total(
        self, stage: Stage, die: int, table: Mapping[Half, str], results: Mapping[Half, str]
    ) -> _Total:
        """Return a die of Infected! as a total that Medical Supplies may shift."""
        results_by_face = {}
        injuries_by_face = {}
        for face in range(1, 7):
            half = _half(face)
            results_by_face[face] = results[half]
            if table[half] in self.context.catalogue.injuries:
                injuries_by_face[face] = self._injury_suffered(table[half])
        return _Total(stage, die, (die,), results_by_face, injuries_by_face)


def stage_name(key: str, catalogue: Catalogue) -> str:
    """Return the name of a result of Infected! (p. 85)."""
    if key == AMPUTATED:
        return _("amputated in time")
    return catalogue.injuries[key].name


def _half(die: int) -> Half:
    """Return the half of a table in which a die falls (p. 85)."""
    return "1-3" if die <= 3 else "4-6"


def after_injury(
    group: Group,
    member_id: str,
    suffered: InjuryResult,
    context: PostGameContext,
    where: str,
    chapter: str = "",
) -> Procedure[Group]:
    """Return the group after one injury: death, capture, a lasting injury (p. 84–85). Gear that can
    no longer be carried goes to the stash. `where` begins the keys of what is asked, `chapter` is
    the place of the injury in its step."""
    if suffered.experience:
        group = yield from _with_experience(group, member_id, suffered.experience, step_of(where))
    member = group.member(member_id)
    entry = context.catalogue.injuries[suffered.injury]
    if entry.key == InjuryKey.DEAD:
        yield tell(
            step_of(where),
            "{name} is dead, and their gear is lost.",
            member_id,
            "harm",
            name=member.name,
        )
        return group.bury(member_id, context.game.number)
    if entry.key == InjuryKey.CAPTURED:
        return (yield from _captured(group, member, context, where, chapter))
    if entry.lasting:
        group = group.with_member(member.suffer(Injury(entry.key, context.game.number)))
        if entry.key == InjuryKey.ARM_INJURY:
            group = yield from _drop_for_one_arm(group, member_id, context, where, chapter)
    return group


def _with_experience(group: Group, member_id: str, gained: int, step: str) -> Procedure[Group]:
    """Give a member the Experience of an injury."""
    member = group.member(member_id)
    yield tell(step, "{name} gains {n} Experience.", member_id, "well", name=member.name, n=gained)
    return group.with_member(replace(member, experience=member.experience + gained))


def _captured(
    group: Group, member: Member, context: PostGameContext, where: str, chapter: str
) -> Procedure[Group]:
    """Return the group with a member held by rivals."""
    captor = yield from _choose_captor(where, member, context, chapter)
    yield tell(
        step_of(where),
        "{name} is held by {rival} until the Rescue Encounter is played or declined.",
        member.id,
        "harm",
        name=member.name,
        rival=captor.name,
    )
    captive = replace(
        member,
        status="captured",
        captor=captor.group,
        captor_name=captor.name,
        fate_game=context.game.number,
    )
    return group.with_member(captive)


def _choose_captor(
    where: str, member: Member, context: PostGameContext, chapter: str
) -> Procedure[Side]:
    """Return who holds a captive, asking if several rivals might (p. 84, ruling 17)."""
    sides = context.captors(member.id)
    if len(sides) == 1:
        return sides[0]
    side_index = yield Choose(
        f"{where}/captor",
        _("Who captured {name}?", name=member.name),
        about=member.id,
        page=84,
        options=tuple(Option(str(n), side.name) for n, side in enumerate(sides)),
        beside=partial(Beside, chapter=chapter),
    )
    return sides[int(side_index)]


def _drop_for_one_arm(
    group: Group, member_id: str, context: PostGameContext, where: str, chapter: str
) -> Procedure[Group]:
    """Put weapons that can't be carried with one arm into the stash: all but one one-handed Firearm
    and one close-combat weapon, or the number the rulebook gives (p. 84, ruling 15)."""
    catalogue = context.catalogue
    member = group.member(member_id)
    weapons_most = catalogue.injuries[InjuryKey.ARM_INJURY].weapons_most or 0
    firearms = [item for item in member.gear if item.key in catalogue.firearms]
    guns = [item for item in firearms if one_handed(item, catalogue)]
    blades = [item for item in member.gear if item.key in catalogue.close_combat]
    dropped = [item for item in firearms if item not in guns]
    for kind, weapons in (("gun", guns), ("blade", blades)):
        key = f"{where}/keep-{kind}"
        dropped += yield from _weapons_dropped(key, member, weapons, weapons_most, context, chapter)
    for item in dropped:
        group = group.move(item.id, "")
        yield tell(
            step_of(where),
            "{item} of {name} goes to the stash.",
            member_id,
            item=context.name_of(item),
            name=member.name,
        )
    return group


def _weapons_dropped(
    key: str,
    member: Member,
    weapons: list[Item],
    weapons_most: int,
    context: PostGameContext,
    chapter: str,
) -> Procedure[list[Item]]:
    """Ask which weapons a member keeps, at most so many, one after the other; return the others."""
    if len(weapons) <= weapons_most:
        return []
    dropped = list(weapons)
    for number in range(1, weapons_most + 1):
        suffix = f"-{number}" if number > 1 else ""
        stays = yield Choose(
            f"{key}{suffix}",
            ngettext(
                "{name} can carry only one of these with one arm. Which one stays?",
                "{name} can carry only {n} of these with one arm. Which one stays?",
                weapons_most - number + 1,
                name=member.name,
            ),
            about=member.id,
            page=84,
            options=tuple(Option(item.id, context.name_of(item)) for item in dropped),
            beside=partial(Beside, chapter=chapter),
        )
        dropped = [item for item in dropped if item.id != stays]
    return dropped


def injuries(group: Group, context: PostGameContext) -> Procedure[tuple[Group, frozenset[str]]]:
    """Roll for everyone who ended Out of Action, in the order the players choose (p. 84,
    rulings 13, 14). Return the group, and the ids of members who have used their First Aid
    Training."""
    fallen = [member.id for member in group.active if context.fell(member)]
    fallen_count = len(fallen)
    first_aid_used: frozenset[str] = frozenset()
    turn = 0
    while fallen:
        turn += 1
        member_id = fallen[0]
        if len(fallen) > 1:
            member_id = yield _whose_injury(f"injuries/next/{turn}", group, fallen, context)
        fallen.remove(member_id)
        help_before = medical_help_of(group, context, first_aid_used)
        chapter = _("Injury {n} of {most}", n=turn, most=fallen_count)
        where = f"injuries/{member_id}"
        suffered = yield from InjuryRoll(
            where=where,
            member=group.member(member_id),
            group=group,
            at_hand=help_before,
            context=context,
            can_be_captured=context.has_rival,
            chapter=chapter,
        ).roll()
        first_aid_used |= set(help_before.first_aid) - set(suffered.help_left.first_aid)
        group = use_up(group, help_before, suffered.help_left)
        group = yield from after_injury(group, member_id, suffered, context, where, chapter)
        yield Over(where)
        if group.leading is None:
            group = yield from new_leader("injuries/leader", group, context)
            fallen = [member for member in fallen if group.member(member).status == "active"]
    return group, first_aid_used


def _whose_injury(key: str, group: Group, fallen: list[str], context: PostGameContext) -> Choose:
    """Return the choice whose injury is rolled next."""
    options = []
    for member_id in fallen:
        member = group.member(member_id)
        sentence_if_chosen = _("{name}'s injury comes next.", name=member.name)
        options.append(option_of(member, told=sentence_if_chosen))
    return Choose(
        key,
        _("Whose injury is rolled next?"),
        page=84,
        options=tuple(options),
        beside=partial(Beside, InjuryTable(None, context.has_rival)),
    )


def injury_outside_game(
    group: Group,
    member_id: str,
    context: PostGameContext,
    where: str,
    used: frozenset[str],
    chapter: str = "",
) -> Procedure[tuple[Group, frozenset[str]]]:
    """Roll an injury that a member didn't suffer in the game, but in the flight from a Refuge or by a
    rule of the players (p. 96, rulings 29 and 56): nobody can capture them, and they don't help
    themselves. Return the group, and the ids of members who have used their First Aid Training, with
    those `used` before. `where` begins the keys of what is asked."""
    at_hand = medical_help_of(group, context, used | {member_id})
    supplies = [pair for pair in at_hand.supplies if pair[1] != member_id]
    at_hand = replace(at_hand, supplies=tuple(supplies))
    suffered = yield from InjuryRoll(
        where=where,
        member=group.member(member_id),
        group=group,
        at_hand=at_hand,
        context=context,
        can_be_captured=False,
        chapter=chapter,
    ).roll()
    used |= set(at_hand.first_aid) - set(suffered.help_left.first_aid)
    group = use_up(group, at_hand, suffered.help_left)
    group = yield from after_injury(group, member_id, suffered, context, where, chapter)
    return group, used
