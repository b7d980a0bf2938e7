"""Experience earned and spent (p. 87–88, rulings 7, 16, 49 and 61)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
    tables = []
    for table in learnable_types(member, catalogue, switches):
        skills = catalogue.skill_tables.get(table, ())
        if any(not member.has(skill) for skill in skills):
            tables.append(table)
    return tuple(tables)


def raisable(member: Member, catalogue: Catalogue) -> frozenset[str]:
    """Return the characteristics that may rise: AP, and all below six (p. 89, ruling 20)."""
    characteristic_most = catalogue.number("limits", "characteristic_most")
    names = []
    for name, figure in explain(member, catalogue).items():
        if name == "AP" or figure.permanent < characteristic_most:
            names.append(name)
    return frozenset(names)


class _Purse(Value):
    """The Experience left, and how many `shifts` of dice by one it may still pay for. There are `shifts_most`
    of them in a purchase or, with `per_roll`, for each roll (p. 89, ruling 19)."""

    experience: int
    shifts: int
    shifts_most: int
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
        if not self.per_roll:
            return self
        return replace(self, shifts=self.shifts_most)

    def again(
        self, state: tuple[object, ...], afresh: Callable[[_Purse], Procedure[LevelResult]]
    ) -> Again:
        """Return the `Again` before a roll in some state. What can be spent from there is the Experience left
        or, if shifts count per purchase, the shifts left; `afresh` starts again with another purse."""

        def start_with(experience_left: int) -> Procedure[LevelResult]:
            shifts = self.shifts_most if self.per_roll else experience_left
            return afresh(replace(self, experience=experience_left, shifts=shifts))

        if self.per_roll:
            return Again(state, self.experience, self.shifts_most, start_with)
        return Again(state, self.reach, self.shifts_most + 1, start_with)


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
    """A Level that a member has paid for, with the Experience left to shift dice. `where` begins the keys of
    what is asked."""

    where: str
    member: Member
    experience_left: int
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
        options = [Option("characteristic", "characteristic")]
        options += [Option(table, table) for table in tables]

        def roll_on_any_table() -> Procedure[LevelResult]:
            choice = yield Choose(f"{self.where}/table", "", options=tuple(options))
            return (yield from self._roll_on_table(choice, stake))

        stake = self._stake(roll_on_any_table, *tables, "characteristic")
        return stake

    def roll(self, table: str) -> Procedure[LevelResult]:
        """Roll on a table, shifted with extra Experience, until a result stands (p. 89–91).

        At most three extra Experience shift the dice of a purchase (or of each roll, by the
        campaign's switch). A result that can't stand is rolled again, without a refund (ruling 19).
        `table` is 'characteristic' or a skill type.
        """

        def start() -> Procedure[LevelResult]:
            return self._roll_on_table(table, stake)

        stake = self._stake(start, table)
        return (yield from self._roll_on_table(table, stake))

    def _stake(self, start: Callable[[], Procedure[LevelResult]], *tables: str) -> Stake:
        """Return the stake of a roll on one of some tables; each result can be the wish."""

        def hopes() -> Hopes:
            labels = {}
            for table in tables:
                labels.update(self._labels(table))
            wishes = [Wish(key, label, {key: 1}) for key, label in labels.items()]
            return Hopes(labels, tuple(wishes))

        return Stake(start=start, outcome=lambda gained: gained.key, hopes=hopes)

    def _labels(self, table: str) -> dict[str, str]:
        """Return the results of a table that can stand for this member, by key."""
        labels: dict[str, str] = {}
        if table == "characteristic":
            for name in CHARACTERISTICS:
                if name in self.can_rise:
                    labels[name] = f"+1 {characteristic_name(name)}"
            return labels
        for key in self.context.catalogue.skill_tables[table]:
            if not self.member.has(key):
                labels[key] = self.context.catalogue.skills[key].name
        return labels

    def _roll_on_table(self, table: str, stake: Stake) -> Procedure[LevelResult]:
        """Roll on a table with all the Experience that is left."""
        most = self.context.catalogue.number("level_up", "shift_most")
        purse = _Purse(self.experience_left, most, most, self.context.switches.shift_dice == "roll")
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
        results = {}
        for total, keys in self.context.catalogue.characteristic_table.items():
            results[total] = _either([characteristic_name(key) for key in keys])
        return results

    @cached_property
    def _options_by_roll(self) -> dict[tuple[str, int, int], tuple[Option, ...]]:
        """Return the cache of options by table, total and reach, to which the odds keep
        returning."""
        return {}

    def _characteristic(
        self, purse: _Purse, stake: Stake, rolled: tuple[str, ...] = ()
    ) -> Procedure[LevelResult]:
        """Roll on the Characteristics Table, and again if the characteristic is at six (p. 89,
        ruling 20). `rolled` is the result of the table's roll if it has already been made."""

        def again(purse: _Purse) -> Procedure[LevelResult]:
            return self._characteristic(purse, stake)

        member = self.member
        attempt = 1
        while True:
            suffix = tried(attempt)
            if not rolled:
                yield purse.again(("characteristic",), again)
                rolled, purse = yield from self._roll_characteristics(suffix, purse, stake)
            key = rolled[0]
            if len(rolled) > 1:
                pair = (rolled[0], rolled[1])
                purse = purse.for_next_roll()
                key, purse = yield from self._one_of_two(suffix, pair, purse, stake)
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
            rolled = ()
            attempt += 1

    def _roll_characteristics(
        self, suffix: str, purse: _Purse, stake: Stake
    ) -> Procedure[tuple[tuple[str, ...], _Purse]]:
        """Roll on the Characteristics Table; return the one or two characteristics, and the purse (p. 89)."""
        member = self.member
        table = self.context.catalogue.characteristic_table
        total = yield Sum(
            f"{self.where}/characteristic{suffix}",
            _("{name} rolls on the Characteristics Table.", name=member.name),
            about=member.id,
            page=89,
            dice=TWO_DICE,
            stake=stake,
            beside=partial(self._beside_roll, CharacteristicsTable(member)),
        )
        brings = {}
        for table_total, keys in table.items():
            brings[table_total] = "/".join(keys)
        shiftable = _Shiftable(
            key=f"{self.where}/characteristic-shift{suffix}",
            question=_("{name} rolled {total}. Shift it?", name=member.name, total=total),
            table="characteristic",
            total=total,
            results=self._characteristic_results,
            brings=brings,
            beside=partial(Beside, CharacteristicsTable(member, settled=True)),
        )
        total, purse = yield from self._ask_to_shift(shiftable, purse, stake)
        return table[total], purse

    def _one_of_two(
        self, suffix: str, pair: tuple[str, str], purse: _Purse, stake: Stake
    ) -> Procedure[tuple[str, _Purse]]:
        """Roll which of two characteristics it is: 1–3 the first, 4–6 the second (p. 89)."""

        def again(purse: _Purse) -> Procedure[LevelResult]:
            return self._characteristic(purse, stake, pair)

        member = self.member
        first, second = pair
        yield purse.again(("which", pair), again)
        die = yield Sum(
            f"{self.where}/which{suffix}",
            _(
                "{name}: 1–3 {first}, 4–6 {second}.",
                name=member.name,
                first=characteristic_name(first),
                second=characteristic_name(second),
            ),
            about=member.id,
            page=89,
            stake=stake,
            beside=self._beside_roll,
        )
        brings = {1: first, 2: first, 3: first, 4: second, 5: second, 6: second}
        results = {}
        for face, key in brings.items():
            results[face] = f"+1 {characteristic_name(key)}"
        shiftable = _Shiftable(
            key=f"{self.where}/which-shift{suffix}",
            question=_("{name} rolled {total}. Shift it?", name=member.name, total=die),
            table=f"{first}/{second}",
            total=die,
            results=results,
            brings=brings,
            beside=partial(Beside, lying=(die,)),
        )
        die, purse = yield from self._ask_to_shift(shiftable, purse, stake)
        return brings[die], purse

    def _skill(self, table: str, purse: _Purse, stake: Stake) -> Procedure[LevelResult]:
        """Roll on a skill table, and again for a skill already known (p. 90–91, ruling 20)."""

        def again(purse: _Purse) -> Procedure[LevelResult]:
            return self._skill(table, purse, stake)

        member = self.member
        catalogue = self.context.catalogue
        skills = dict(enumerate(catalogue.skill_tables[table], start=1))
        attempt = 1
        while True:
            suffix = tried(attempt)
            yield purse.again(("skill", table), again)
            key, purse = yield from self._roll_skill(table, skills, suffix, purse, stake)
            if not member.has(key):
                break
            yield tell(
                "experience",
                "{name} already knows {skill}: re-rolled.",
                member.id,
                name=member.name,
                skill=catalogue.skills[key].name,
            )
            purse = purse.for_next_roll()
            attempt += 1
        gunsmith = ""
        if catalogue.skills[key].chooses_class:
            gunsmith = yield self._gunsmith()
        return LevelResult(key, purse.experience, gunsmith)

    def _gunsmith(self) -> Choose:
        """Return the choice of the class of Firearm for Gunsmith."""
        options = [Option(key, class_name(key)) for key in FIREARM_CLASSES]
        return Choose(
            f"{self.where}/gunsmith",
            _("{name} becomes a Gunsmith for one class of Firearm.", name=self.member.name),
            about=self.member.id,
            page=65,
            options=tuple(options),
        )

    def _roll_skill(
        self, table: str, skills: dict[int, str], suffix: str, purse: _Purse, stake: Stake
    ) -> Procedure[tuple[str, _Purse]]:
        """Roll on a skill table, whose `skills` are by the face of the die; return the skill and the
        purse."""
        member = self.member
        names = {face: self.context.catalogue.skills[key].name for face, key in skills.items()}
        die = yield Sum(
            f"{self.where}/{table}{suffix}",
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
        shiftable = _Shiftable(
            key=f"{self.where}/{table}-shift{suffix}",
            question=question,
            table=table,
            total=die,
            results=names,
            brings=skills,
            beside=partial(Beside, SkillTable(member, table, settled=True), lying=(die,)),
        )
        die, purse = yield from self._ask_to_shift(shiftable, purse, stake)
        return skills[die], purse

    def _ask_to_shift(
        self, shiftable: _Shiftable, purse: _Purse, stake: Stake
    ) -> Procedure[tuple[int, _Purse]]:
        """Let each extra Experience shift a total by one; return the total and the purse (p. 89). Of
        several totals with the same result only the nearest is offered."""
        if not purse.reach:
            return shiftable.total, purse
        options = self._options(shiftable, purse.reach)
        if len(options) == 1:
            return shiftable.total, purse
        choice = yield Choose(
            shiftable.key,
            shiftable.question,
            about=self.member.id,
            page=89,
            options=options,
            stake=stake,
            beside=shiftable.beside,
        )
        shift = int(choice)
        return shiftable.total + shift, purse.spend(abs(shift))

    def _options(self, shiftable: _Shiftable, reach: int) -> tuple[Option, ...]:
        """Return the options to keep a roll or shift it within reach."""
        total = shiftable.total
        roll_key = (shiftable.table, total, reach)
        if roll_key in self._options_by_roll:
            return self._options_by_roll[roll_key]
        options = [_shift_option(shiftable, 0, _("as rolled"))]
        seen_results = {shiftable.results[total]}
        for distance in range(1, reach + 1):
            for shift in (-distance, distance):
                result = shiftable.results.get(total + shift)
                if result is None or result in seen_results:
                    continue
                seen_results.add(result)
                price = _("costs {n} Experience", n=distance)
                options.append(_shift_option(shiftable, shift, price))
        return self._options_by_roll.setdefault(roll_key, tuple(options))


def _shift_option(shiftable: _Shiftable, shift: int, price: str) -> Option:
    """Return the option to shift a roll by some number, 0 to keep it."""
    total = shiftable.total + shift
    label = _("{total}: {result}", total=total, result=shiftable.results[total])
    return Option(str(shift), label, "", shiftable.brings.get(total, ""), price)


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


def experience_earned(
    appearance: Appearance | None, tokens: int, encounter: str, catalogue: Catalogue
) -> tuple[int, str]:
    """Return the Experience for deeds in a game of an Encounter and how it adds up, without the dice
    for surviving (p. 87, ruling 49). `tokens` are the Supply Tokens carried off or held at the
    end."""
    if appearance is None:
        return 0, ""
    parts = []
    total = 0
    for count, points_each, name in (
        (appearance.zombies, catalogue.earned["zombie"], _("zombies")),
        (appearance.rivals, catalogue.earned["rival"], _("rivals")),
        (tokens, catalogue.earned["objective"], _("Supply Tokens")),
        (appearance.objectives, catalogue.objective_worth(encounter), _("objectives")),
    ):
        if count:
            total += count * points_each
            parts.append(f"{name} {count} × {points_each}")
    return total, ", ".join(parts)


def experience(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Give everyone their Experience, then let them buy the Levels they can afford (p. 87–88)."""
    # Members captured in this game earn it too, but can't spend it yet (ruling 61).
    for member in group.roster:
        group = yield from _earn(group, member.id, context)
    finished = set()
    turn = 0
    while True:
        buyers = []
        for member in group.active:
            if member.id not in finished and _can_buy(member, context):
                buyers.append(member)
        if not buyers:
            return group
        turn += 1
        buyer = buyers[0].id
        if len(buyers) > 1:
            buyer = yield _who_spends(f"experience/next/{turn}", buyers, context)
            if buyer == "nobody":
                return group
        group, has_bought = yield from buy_level(group, buyer, context)
        if not has_bought:
            finished.add(buyer)


def _who_spends(key: str, buyers: list[Member], context: PostGameContext) -> Choose:
    """Return the choice who buys the next Level."""
    options = []
    for member in buyers:
        price = _(
            "Level {level} costs {cost} of {have} Experience",
            level=member.level + 1,
            cost=next_level_cost(member, context.catalogue),
            have=member.experience,
        )
        sentence_if_chosen = _("{name} spends Experience.", name=member.name)
        options.append(option_of(member, price, told=sentence_if_chosen))
    options.append(Option("nobody", _("Nobody: save the Experience")))
    return Choose(
        key,
        _("Who spends Experience next?"),
        page=88,
        options=tuple(options),
        beside=partial(Beside, LevelCostsTable()),
    )


def _earn(group: Group, member_id: str, context: PostGameContext) -> Procedure[Group]:
    """Give one member the Experience for the game (p. 87)."""
    member = group.member(member_id)
    if not earns(member, context.switches):
        return group
    side = context.side
    appearance = side.appearance(member_id)
    tokens = side.carried(member_id)
    total, how = experience_earned(appearance, tokens, context.game.encounter, context.catalogue)
    if appearance is not None and side.took_part(member_id) and not side.is_out(member_id):
        survived = yield from _survived(member, appearance, context)
        total += survived
        if how:
            how = _("{how}, survived {n}", how=how, n=survived)
        else:
            how = _("survived")
    if not total:
        return group
    experience_now = member.experience + total
    if member.experience:
        text = _("{name} gains {n} Experience ({how}) and has {all}.")
    else:
        text = _("{name} gains {n} Experience ({how}).")
    text = text.format(name=member.name, n=total, how=how, all=experience_now)
    yield Tell("experience", text, member_id, "well")
    return group.with_member(replace(member, experience=experience_now))


def _survived(member: Member, appearance: Appearance, context: PostGameContext) -> Procedure[int]:
    """Roll the Experience for having survived the game (p. 87)."""
    dice = context.catalogue.survived
    tokens = context.side.carried(member.id)
    rolled: int = yield Sum(
        f"experience/{member.id}/survived",
        _(
            "{name} survived the game and gains {dice} Experience.",
            name=member.name,
            dice=dice,
        ),
        about=member.id,
        page=87,
        dice=dice,
        beside=partial(_beside_survived, appearance, tokens, context.game.encounter),
    )
    return rolled + dice.plus


def _beside_survived(appearance: Appearance, tokens: int, encounter: str) -> Beside:
    """Return what stands beside the roll of a survivor: what else they earned (p. 87)."""
    table = EarnedTable(
        zombies=appearance.zombies,
        rivals=appearance.rivals,
        tokens=tokens,
        objectives=appearance.objectives,
        encounter=encounter,
    )
    return Beside(table)


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
    rest = member.experience - cost
    purchase = LevelPurchase(where=where, member=member, experience_left=rest, context=context)
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
        options=tuple(_level_options(member, cost, context)),
        stake=purchase.stake,
        beside=partial(Beside, LevelCostsTable()),
        purchase=purchase,
    )
    if choice == "save":
        yield Over(where)
        return group, False
    gained = yield from purchase.roll(choice)
    yield Over(where)
    yield _level_told(member, gained, rest - gained.experience, catalogue)
    reached = replace(member, level=level, experience=gained.experience)
    if gained.key in catalogue.skills:
        skill = Skill(gained.key, None, gained.gunsmith, "level")
        reached = replace(reached, skills=(*member.skills, skill))
    else:
        advance = Advance(gained.key, level=level, game=context.game.number)
        reached = replace(reached, advances=(*member.advances, advance))
    return group.with_member(reached), True


def _level_options(member: Member, cost: int, context: PostGameContext) -> Iterator[Option]:
    """Yield the tables on which a member may roll for a Level, and to save the Experience."""
    table = _("Characteristic")
    yield Option(
        "characteristic",
        table,
        _("roll 2D6 on the Characteristics Table"),
        told=_bought(member, cost, table),
        entry="characteristic",
    )
    for key in choosable_tables(member, context.catalogue, context.switches):
        table = _("{table} skill", table=skill_type_name(key))
        yield Option(
            key,
            table,
            _on_table(key, context.catalogue),
            told=_bought(member, cost, table),
            entry=key,
        )
    saved = _("{name} saves the Experience.", name=member.name)
    yield Option("save", _("Save the Experience"), told=saved)


def _bought(member: Member, cost: int, table: str) -> str:
    """Say on which table a member buys the next Level."""
    return _(
        "{name} buys Level {level} for {cost} Experience: {table}.",
        name=member.name,
        level=member.level + 1,
        cost=cost,
        table=table,
    )


def _level_told(member: Member, gained: LevelResult, spent: int, catalogue: Catalogue) -> Tell:
    """Return what a member got with the next Level, and the extra Experience spent on it."""
    if gained.key in catalogue.skills:
        what = catalogue.skills[gained.key].name
        if gained.gunsmith:
            what = f"{what} ({class_name(gained.gunsmith)})"
    else:
        what = f"+1 {characteristic_name(gained.key)}"
    if spent:
        text = _("{name} reaches Level {level}: {what} ({spent} extra Experience).")
    else:
        text = _("{name} reaches Level {level}: {what}.")
    text = text.format(name=member.name, level=member.level + 1, what=what, spent=spent)
    return Tell("experience", text, member.id, "well")
