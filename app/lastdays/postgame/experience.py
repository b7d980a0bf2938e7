"""Experience earned and spent (p. 87–88, rulings 7, 16, 49 and 61)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property, partial

from msgspec.structs import replace

from lastdays.language import _, ngettext
from lastdays.model.game_record import Appearance
from lastdays.model.group import Advance, Group, Member, Skill
from lastdays.model.profile import explain, learnable_types, next_level_cost
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext, option_of, tried
from lastdays.postgame.tables import CharacteristicsTable, EarnedTable, LevelCostsTable, SkillTable
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
    Stake,
    Sum,
    Tell,
    Wish,
    tell,
)
from lastdays.rulebook import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    Catalogue,
    characteristic_name,
    class_name,
    pictograms,
    skill_type_name,
)
from lastdays.rulebook.known import AttributeKey
from lastdays.values import Value


class LevelResult(Value):
    """The result of a Level: the key of a characteristic or skill, the Experience left, and the class
    of a Gunsmith."""

    key: str
    experience: int
    gunsmith: str = ""


def choosable_tables(member: Member, catalogue: Catalogue, switches: Switches) -> tuple[str, ...]:
    """Return the skill tables open to a member that hold an unknown skill (p. 90, ruling 20)."""
    return tuple(
        t
        for t in learnable_types(member, catalogue, switches)
        if t in catalogue.skill_tables and any(not member.has(s) for s in catalogue.skill_tables[t])
    )


def raisable(member: Member, catalogue: Catalogue) -> frozenset[str]:
    """Return the characteristics that may rise: AP, and all below six (p. 89, ruling 20)."""
    most = catalogue.number("limits", "characteristic_most")
    return frozenset(
        name for name, e in explain(member, catalogue).items() if name == "AP" or e.permanent < most
    )


class _Purse(Value):
    """The Experience left, and how much of it may still shift dice: `most` in a purchase or, with
    `per_roll`, for each roll (p. 89, ruling 19)."""

    experience: int
    shifts: int
    most: int
    per_roll: bool

    def spend(self, amount: int) -> _Purse:
        """Return the purse after a roll was shifted by an amount."""
        return replace(self, experience=self.experience - amount, shifts=self.shifts - amount)

    @property
    def reach(self) -> int:
        """Return the most by which the next roll may be shifted."""
        return max(0, min(self.experience, self.shifts))

    def for_next_roll(self) -> _Purse:
        """Return the purse before another roll, with all shifts available again if they count per
        roll."""
        return replace(self, shifts=self.most) if self.per_roll else self

    def again(
        self, state: tuple[object, ...], afresh: Callable[[_Purse], Procedure[LevelResult]]
    ) -> Again:
        """Return the `Again` before a roll, with the Experience that can be spent and the most that
        makes a difference. If shifts count per purchase, only those left matter."""

        def begun(left: int) -> Procedure[LevelResult]:
            shifts = self.most if self.per_roll else left
            return afresh(replace(self, experience=left, shifts=shifts))

        if self.per_roll:
            return Again(state, self.experience, self.most, begun)
        return Again(state, self.reach, self.most + 1, begun)


class _Shiftable(Value):
    """A roll that Experience may shift: the key and question of the shift, the table, and the
    result of each total in words. `brings` has the keys of these results: a skill, a
    characteristic, or two characteristics ('CQC/FA'). `beside` is what stands beside the shift."""

    key: str
    question: str
    table: str
    total: int
    results: Mapping[int, str]
    brings: Mapping[int, str]
    beside: Callable[[], Beside]


class LevelPurchase(Value, dict=True):
    """A Level that a member has paid for; `left` is the Experience left, `where` begins the keys of
    what is asked."""

    where: str
    member: Member
    left: int
    context: PostGameContext

    @cached_property
    def can_rise(self) -> frozenset[str]:
        """Return the characteristics that may rise."""
        return raisable(self.member, self.context.catalogue)

    @cached_property
    def stake(self) -> Stake:
        """Return the stake of the Level on all tables; each result can be the wish."""
        context = self.context
        tables = choosable_tables(self.member, context.catalogue, context.switches)

        def whole() -> Procedure[LevelResult]:
            choice = yield Choose(
                f"{self.where}/table",
                "",
                options=tuple(Option(o, o) for o in ("characteristic", *tables)),
            )
            return (yield from self._rolled(choice, stake))

        stake = self._stake(whole, *tables, "characteristic")
        return stake

    def roll(self, table: str) -> Procedure[LevelResult]:
        """Roll on a table, shifted with extra Experience, until a result stands (p. 89–91).

        At most three extra Experience shift the dice of a purchase (or of each roll, by the
        campaign's switch). A result that can't stand is rolled again, without a refund (ruling 19).
        `table` is 'characteristic' or a skill type.
        """
        stake = self._stake(lambda: self._rolled(table, stake), table)
        return (yield from self._rolled(table, stake))

    def _stake(self, start: Callable[[], Procedure[LevelResult]], *tables: str) -> Stake:
        """Return the stake of a roll on one of some tables; each result can be the wish."""

        def hopes() -> Hopes:
            labels = {}
            for table in tables:
                labels.update(self._labels(table))
            return Hopes(labels, tuple(Wish(key, label, {key: 1}) for key, label in labels.items()))

        return Stake(start=start, outcome=lambda gained: gained.key, hopes=hopes)

    def _labels(self, table: str) -> dict[str, str]:
        """Return the results of a table that can stand for this member, by key."""
        if table == "characteristic":
            return {
                k: f"+1 {characteristic_name(k)}" for k in CHARACTERISTICS if k in self.can_rise
            }
        catalogue = self.context.catalogue
        return {
            key: catalogue.skills[key].name
            for key in catalogue.skill_tables[table]
            if not self.member.has(key)
        }

    def _rolled(self, table: str, stake: Stake) -> Procedure[LevelResult]:
        """Roll on a table with all the Experience that is left."""
        most = self.context.catalogue.number("level_up", "shift_most")
        purse = _Purse(self.left, most, most, self.context.switches.shift_dice == "roll")
        if table == "characteristic":
            return (yield from self._characteristic(purse, stake))
        return (yield from self._skill(table, purse, stake))

    def _beside_roll(self, table: CharacteristicsTable | SkillTable | None = None) -> Beside:
        """Return what stands beside a roll: its table, and the Experience that can shift it (p. 89)."""
        text = ngettext(
            "Leftover Experience can shift the roll by one for each point, {n} at most.",
            "Leftover Experience can shift the roll by one for each point, {n} at most.",
            self.context.catalogue.number("level_up", "shift_most"),
        )
        return Beside(table, aids=(Aid(pictograms.token("experience"), text),))

    @cached_property
    def _characteristic_results(self) -> Mapping[int, str]:
        """Return the result of each total of the Characteristics Table, in words (p. 89)."""
        table = self.context.catalogue.characteristic_table
        return {t: _either([characteristic_name(n) for n in keys]) for t, keys in table.items()}

    @cached_property
    def _offered(self) -> dict[tuple[str, int, int], tuple[Option, ...]]:
        """Return the cache of options by table, total and reach, to which the odds keep
        returning."""
        return {}

    def _characteristic(
        self, purse: _Purse, stake: Stake, found: tuple[str, ...] = ()
    ) -> Procedure[LevelResult]:
        """Roll on the Characteristics Table, and again if the characteristic is at six (p. 89,
        ruling 20). `found` is the result of the table's roll if it has already been made."""
        where, member = self.where, self.member
        table = self.context.catalogue.characteristic_table
        attempt = 1
        while True:
            suffix = tried(attempt)
            if not found:
                yield purse.again(
                    ("characteristic",), lambda purse: self._characteristic(purse, stake)
                )
                total = yield Sum(
                    f"{where}/characteristic{suffix}",
                    _("{name} rolls on the Characteristics Table.", name=member.name),
                    about=member.id,
                    page=89,
                    dice=TWO_DICE,
                    stake=stake,
                    beside=partial(self._beside_roll, CharacteristicsTable(member)),
                )
                question = _("{name} rolled {total}. Shift it?", name=member.name, total=total)
                rolled = _Shiftable(
                    f"{where}/characteristic-shift{suffix}",
                    question,
                    "characteristic",
                    total,
                    self._characteristic_results,
                    {total: "/".join(keys) for total, keys in table.items()},
                    partial(Beside, CharacteristicsTable(member, settled=True)),
                )
                total, purse = yield from self._shift(rolled, purse, stake)
                found = table[total]
            key = found[0]
            if len(found) > 1:
                key, purse = yield from self._one_of_two(
                    suffix, (found[0], found[1]), purse.for_next_roll(), stake
                )
            if key in self.can_rise:
                return LevelResult(key, purse.experience)
            yield tell(
                "experience",
                "{name} can't raise {what} above {most}: re-rolled.",
                member.id,
                name=member.name,
                what=characteristic_name(key),
                most=self.context.catalogue.number("limits", "characteristic_most"),
            )
            purse = purse.for_next_roll()
            found = ()
            attempt += 1

    def _one_of_two(
        self, suffix: str, found: tuple[str, str], purse: _Purse, stake: Stake
    ) -> Procedure[tuple[str, _Purse]]:
        """Roll which of two characteristics it is: 1–3 the first, 4–6 the second (p. 89)."""
        where, member = self.where, self.member
        yield purse.again(("which", found), lambda purse: self._characteristic(purse, stake, found))
        die = yield Sum(
            f"{where}/which{suffix}",
            _(
                "{name}: 1–3 {first}, 4–6 {second}.",
                name=member.name,
                first=characteristic_name(found[0]),
                second=characteristic_name(found[1]),
            ),
            about=member.id,
            page=89,
            stake=stake,
            beside=self._beside_roll,
        )
        rolled = _Shiftable(
            f"{where}/which-shift{suffix}",
            _("{name} rolled {total}. Shift it?", name=member.name, total=die),
            f"{found[0]}/{found[1]}",
            die,
            {n: f"+1 {characteristic_name(found[n > 3])}" for n in range(1, 7)},
            {n: found[n > 3] for n in range(1, 7)},
            partial(Beside, lying=(die,)),
        )
        die, purse = yield from self._shift(rolled, purse, stake)
        return (found[0] if die <= 3 else found[1]), purse

    def _skill(self, table: str, purse: _Purse, stake: Stake) -> Procedure[LevelResult]:
        """Roll on a skill table, and again for a skill already known (p. 90–91, ruling 20)."""
        where, member = self.where, self.member
        catalogue = self.context.catalogue
        skills = dict(enumerate(catalogue.skill_tables[table], start=1))
        names = {n: catalogue.skills[key].name for n, key in skills.items()}
        attempt = 1
        while True:
            suffix = tried(attempt)
            yield purse.again(("skill", table), lambda purse: self._skill(table, purse, stake))
            die = yield Sum(
                f"{where}/{table}{suffix}",
                _(
                    "{name} rolls on the {table} skills.",
                    name=member.name,
                    table=skill_type_name(table),
                ),
                about=member.id,
                page=90,
                stake=stake,
                beside=partial(self._beside_roll, SkillTable(member, table)),
            )
            question = _(
                "{name} rolled {total}: {result}. Shift it?",
                name=member.name,
                total=die,
                result=names[die],
            )
            shift = f"{where}/{table}-shift{suffix}"
            beside = partial(Beside, SkillTable(member, table, settled=True), lying=(die,))
            rolled = _Shiftable(shift, question, table, die, names, skills, beside)
            die, purse = yield from self._shift(rolled, purse, stake)
            key = skills[die]
            if not member.has(key):
                break
            yield tell(
                "experience",
                "{name} already knows {skill}: re-rolled.",
                member.id,
                name=member.name,
                skill=names[die],
            )
            purse = purse.for_next_roll()
            attempt += 1
        gunsmith = ""
        if catalogue.skills[key].chooses_class:
            gunsmith = yield Choose(
                f"{where}/gunsmith",
                _("{name} becomes a Gunsmith for one class of Firearm.", name=member.name),
                about=member.id,
                page=65,
                options=tuple(Option(c, class_name(c)) for c in FIREARM_CLASSES),
            )
        return LevelResult(key, purse.experience, gunsmith)

    def _shift(
        self, rolled: _Shiftable, purse: _Purse, stake: Stake
    ) -> Procedure[tuple[int, _Purse]]:
        """Let each extra Experience shift a total by one; return the total and the purse (p. 89). Of
        several totals with the same result only the nearest is offered."""
        if not purse.reach:
            return rolled.total, purse
        options = self._options(rolled, purse.reach)
        if len(options) == 1:
            return rolled.total, purse
        choice = yield Choose(
            rolled.key,
            rolled.question,
            about=self.member.id,
            page=89,
            options=options,
            stake=stake,
            beside=rolled.beside,
        )
        return rolled.total + int(choice), purse.spend(abs(int(choice)))

    def _options(self, rolled: _Shiftable, reach: int) -> tuple[Option, ...]:
        """Return the options to keep a roll or shift it within reach."""
        total, results = rolled.total, rolled.results
        stands = rolled.table, total, reach
        if stands in self._offered:
            return self._offered[stands]

        def option(by: int, price: str) -> Option:
            """Return the option to shift the roll by some number, 0 to keep it."""
            said = _("{total}: {result}", total=total + by, result=results[total + by])
            return Option(str(by), said, "", rolled.brings.get(total + by, ""), price)

        options = [option(0, _("as rolled"))]
        offered = {results[total]}
        for by in range(1, reach + 1):
            for way in (-by, by):
                result = results.get(total + way)
                if result is not None and result not in offered:
                    offered.add(result)
                    options.append(option(way, _("costs {n} Experience", n=by)))
        return self._offered.setdefault(stands, tuple(options))


def _either(names: list[str]) -> str:
    """Say which characteristic rises: '+1 Strength', or one of two."""
    if len(names) == 1:
        return f"+1 {names[0]}"
    return _("+1 {one} or {other}", one=names[0], other=names[1])


class BuyLevel(Choose):
    """The choice whether a member buys a Level now, and on which table they roll."""

    purchase: LevelPurchase = field(compare=False, repr=False)


def earns(member: Member, switches: Switches) -> bool:
    """Return whether a member earns Experience: animals only if the switch says so (ruling 7)."""
    return switches.animals_earn or not member.has(AttributeKey.ANIMAL)


def earned(
    appearance: Appearance | None, tokens: int, encounter: str, catalogue: Catalogue
) -> tuple[int, str]:
    """Return the Experience for deeds in a game of an Encounter and how it adds up, without the dice
    for surviving (p. 87, ruling 49). `tokens` are the Supply Tokens carried off or held at the
    end."""
    if appearance is None:
        return 0, ""
    parts = []
    total = 0
    for count, worth, name in (
        (appearance.zombies, catalogue.earned["zombie"], _("zombies")),
        (appearance.rivals, catalogue.earned["rival"], _("rivals")),
        (tokens, catalogue.earned["objective"], _("Supply Tokens")),
        (appearance.objectives, catalogue.objective_worth(encounter), _("objectives")),
    ):
        if count:
            total += count * worth
            parts.append(f"{name} {count} × {worth}")
    return total, ", ".join(parts)


def experience(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Give everyone their Experience, then let them buy the Levels they can afford (p. 87–88)."""
    # Members captured in this game earn it too, but can't spend it yet (ruling 61).
    for member in group.roster:
        group = yield from _earn(group, member.id, context)
    finished = set()
    turn = 0
    while True:
        able = [m for m in group.active if m.id not in finished and _can_buy(m, context)]
        if not able:
            return group
        turn += 1
        if len(able) > 1:
            chosen = yield Choose(
                f"experience/next/{turn}",
                _("Who spends Experience next?"),
                page=88,
                options=(
                    *(
                        option_of(
                            m,
                            _(
                                "Level {level} costs {cost} of {have} Experience",
                                level=m.level + 1,
                                cost=next_level_cost(m, context.catalogue),
                                have=m.experience,
                            ),
                            told=_("{name} spends Experience.", name=m.name),
                        )
                        for m in able
                    ),
                    Option("nobody", _("Nobody: save the Experience")),
                ),
                beside=partial(Beside, LevelCostsTable()),
            )
            if chosen == "nobody":
                return group
        else:
            chosen = able[0].id
        group, bought = yield from buy_level(group, chosen, context)
        if not bought:
            finished.add(chosen)


def _earn(group: Group, member_id: str, context: PostGameContext) -> Procedure[Group]:
    """Give one member the Experience for the game (p. 87)."""
    member = group.member(member_id)
    if not earns(member, context.switches):
        return group
    side = context.side
    appearance = side.appearance(member_id)
    encounter = context.game.encounter
    total, how = earned(appearance, side.carried(member_id), encounter, context.catalogue)
    if appearance is not None and side.took_part(member_id) and not side.is_out(member_id):
        die = yield Sum(
            f"experience/{member_id}/survived",
            _(
                "{name} survived the game and gains {dice} Experience.",
                name=member.name,
                dice=context.catalogue.survived,
            ),
            about=member_id,
            page=87,
            dice=context.catalogue.survived,
            beside=partial(_beside_survived, appearance, side.carried(member_id), encounter),
        )
        survived = die + context.catalogue.survived.plus
        total += survived
        if how:
            how = _("{how}, survived {n}", how=how, n=survived)
        else:
            how = _("survived")
    if not total:
        return group
    group = group.change_member(member_id, lambda m: replace(m, experience=m.experience + total))
    told = _("{name} gains {n} Experience ({how}).")
    if member.experience:
        told = _("{name} gains {n} Experience ({how}) and has {all}.")
    told = told.format(name=member.name, n=total, how=how, all=member.experience + total)
    yield Tell("experience", told, member_id, "well")
    return group


def _beside_survived(appearance: Appearance, tokens: int, encounter: str) -> Beside:
    """Return what stands beside the roll of a survivor: what else they earned (p. 87)."""
    deeds = appearance.zombies, appearance.rivals, tokens, appearance.objectives
    return Beside(EarnedTable(*deeds, encounter))


def _on_table(table: str, catalogue: Catalogue) -> str:
    """Say which skills a table has: 'roll D6: Disarm, Dirty Fighter, …' (p. 90)."""
    names = ", ".join(catalogue.skills[key].name for key in catalogue.skill_tables[table])
    return _("roll D6: {skills}", skills=names)


def _can_buy(member: Member, context: PostGameContext) -> bool:
    """Return whether a member can afford the next Level (p. 88)."""
    cost = next_level_cost(member, context.catalogue)
    if cost is None or member.experience < cost:
        return False
    return earns(member, context.switches)


def buy_level(
    group: Group, member_id: str, context: PostGameContext
) -> Procedure[tuple[Group, bool]]:
    """Let a member buy one Level: a characteristic or a skill; return the group, and whether they did
    (p. 88)."""
    catalogue = context.catalogue
    member = group.member(member_id)
    cost = next_level_cost(member, catalogue)
    assert cost is not None
    level = member.level + 1
    where = f"experience/{member_id}/level-{level}"
    left = member.experience - cost
    purchase = LevelPurchase(where, member, left, context)
    options = [
        Option(
            "characteristic",
            _("Characteristic"),
            _("roll 2D6 on the Characteristics Table"),
            entry="characteristic",
        ),
        *(
            Option(
                t,
                _("{table} skill", table=skill_type_name(t)),
                _on_table(t, catalogue),
                entry=t,
            )
            for t in choosable_tables(member, catalogue, context.switches)
        ),
        Option("save", _("Save the Experience"), told=_("{name} saves the Experience.")),
    ]
    bought = _("{name} buys Level {level} for {cost} Experience: {table}.")
    told = {"name": member.name, "level": level, "cost": cost}
    options = [replace(o, told=(o.told or bought).format(**told, table=o.label)) for o in options]
    choice = yield BuyLevel(
        f"{where}/table",
        _(
            "Does {name} buy Level {level} for {cost} of {have} Experience?",
            name=member.name,
            level=level,
            cost=cost,
            have=member.experience,
        ),
        about=member_id,
        page=88,
        options=tuple(options),
        stake=purchase.stake,
        beside=partial(Beside, LevelCostsTable()),
        purchase=purchase,
    )
    if choice == "save":
        yield Over(where)
        return group, False
    gained = yield from purchase.roll(choice)
    yield Over(where)
    spent = left - gained.experience
    advances, skills = member.advances, member.skills
    if gained.key in catalogue.skills:
        skills = (*skills, Skill(gained.key, None, gained.gunsmith, "level"))
        name = catalogue.skills[gained.key].name
        if gained.gunsmith:
            name = f"{name} ({class_name(gained.gunsmith)})"
    else:
        advances = (*advances, Advance(gained.key, level=level, game=context.game.number))
        name = f"+1 {characteristic_name(gained.key)}"
    text = _("{name} reaches Level {level}: {what}.")
    if spent:
        text = _("{name} reaches Level {level}: {what} ({spent} extra Experience).")
    yield Tell(
        "experience",
        text.format(name=member.name, level=level, what=name, spent=spent),
        member_id,
        "well",
    )
    return group.with_member(
        replace(member, level=level, experience=gained.experience, advances=advances, skills=skills)
    ), True
