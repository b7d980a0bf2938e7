"""Experience and Levels (p. 87–91, rulings 7, 16, 19 and 20)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lastdays.language import _, signed
from lastdays.model.game_record import Appearance
from lastdays.model.group import Advance, Group, Member, Skill
from lastdays.model.profile import explain, next_level_cost
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.procedure.asks import Again, Choose, Option, Over, Procedure, Stake, Sum, Tell, Wish
from lastdays.rulebook import (
    CHARACTERISTICS,
    FIREARM_CLASSES,
    Catalogue,
    characteristic_name,
    class_name,
    skill_type_name,
)
from lastdays.rulebook.entries import Dice
from lastdays.rulebook.known import AttributeKey

D6 = Dice(1, 6)
TWO_DICE = Dice(2, 6)


@dataclass(frozen=True)
class LevelResult:
    """What a Level brought: a characteristic or a skill, and the Experience left."""

    key: str
    experience: int
    gunsmith: str = ""


def earns(member: Member, switches: Switches) -> bool:
    """Whether a member is paid Experience and spends it: animals by the switch (ruling 7)."""
    return switches.animals_earn or not member.has(AttributeKey.ANIMAL)


def earned(
    member: Member, appearance: Appearance | None, tokens: int, catalogue: Catalogue
) -> tuple[int, str]:
    """Experience for deeds in a game, without the dice, and how it adds up (p. 87, ruling 49).

    `tokens` are the Supply Tokens this member carried off or held at the end.
    """
    if appearance is None:
        return 0, ""
    parts: list[str] = []
    total = 0
    for count, worth, name in (
        (appearance.zombies, catalogue.earned["zombie"], _("zombies")),
        (appearance.rivals, catalogue.earned["rival"], _("rivals")),
        (tokens, catalogue.earned["objective"], _("Supply Tokens")),
        (appearance.objectives, catalogue.earned["objective"], _("objectives")),
    ):
        if count:
            total += count * worth
            parts.append(f"{name} {count} × {worth}")
    return total, ", ".join(parts)


def experience(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Everyone earns, then buys as many Levels as they can pay, one after the other."""
    # Who was captured tonight has earned it too, but cannot spend it yet (ruling 61).
    for member in group.roster:
        group = yield from _earn(group, member.id, context)
    finished: set[str] = set()
    turn = 0
    while True:
        able = [m for m in group.active if m.id not in finished and _can_buy(m, context)]
        if not able:
            return group
        turn += 1
        if len(able) > 1:
            chosen = yield Choose(
                key=f"experience/next/{turn}",
                question=_("Who spends Experience next?"),
                page=88,
                options=(
                    *(
                        Option(
                            m.id,
                            m.name,
                            _("level {level} costs {cost} of {have}").format(
                                level=m.level + 1,
                                cost=next_level_cost(m, context.catalogue),
                                have=m.experience,
                            ),
                        )
                        for m in able
                    ),
                    Option("nobody", _("Nobody: save the Experience")),
                ),
            )
            if chosen == "nobody":
                return group
        else:
            chosen = able[0].id
        group, bought = yield from buy_level(group, chosen, context)
        if not bought:
            finished.add(chosen)


def _earn(group: Group, member_id: str, context: PostGameContext) -> Procedure[Group]:
    """One member's Experience from the game (p. 87)."""
    member = group.member(member_id)
    if not earns(member, context.switches):
        return group
    side = context.side
    appearance = side.appearance(member_id)
    tokens = sum(1 for t in side.tokens if t.member == member_id and t.fate != "claimed")
    total, how = earned(member, appearance, tokens, context.catalogue)
    if side.took_part(member_id) and not side.is_out(member_id):
        die = yield Sum(
            key=f"experience/{member_id}/survived",
            question=_("{name} survived the game: {dice} Experience.").format(
                name=member.name, dice=context.catalogue.survived
            ),
            about=member_id,
            page=87,
            dice=context.catalogue.survived,
        )
        total += die + context.catalogue.survived.plus
        how = ", ".join(filter(None, (how, _("survived {n}").format(n=die))))
    if not total:
        return group
    group = group.change_member(member_id, lambda m: replace(m, experience=m.experience + total))
    yield Tell(
        "experience",
        _("{name}: {n} Experience ({how}), {all} in all.").format(
            name=member.name, how=how, n=signed(total), all=group.member(member_id).experience
        ),
        member_id,
        "well",
    )
    return group


def choosable_tables(member: Member, catalogue: Catalogue) -> tuple[str, ...]:
    """The skill tables open to a member that still hold an unknown skill (ruling 20)."""
    kind = catalogue.character(member.type)
    types = dict.fromkeys((*kind.skill_types, *member.skill_types))
    return tuple(
        t
        for t in types
        if t in catalogue.skill_tables and any(not member.has(s) for s in catalogue.skill_tables[t])
    )


def raisable(member: Member, catalogue: Catalogue) -> frozenset[str]:
    """The characteristics that may still rise: Action Points, and all below six (ruling 20)."""
    most = catalogue.number("limits", "characteristic_most")
    return frozenset(
        name for name, e in explain(member, catalogue).items() if name == "AP" or e.permanent < most
    )


def _can_buy(member: Member, context: PostGameContext) -> bool:
    cost = next_level_cost(member, context.catalogue)
    if cost is None or member.experience < cost:
        return False
    return earns(member, context.switches)


def buy_level(
    group: Group, member_id: str, context: PostGameContext
) -> Procedure[tuple[Group, bool]]:
    """One Level: a characteristic or a skill (p. 88); false when the member rather saves."""
    catalogue = context.catalogue
    member = group.member(member_id)
    cost = next_level_cost(member, catalogue)
    assert cost is not None
    level = member.level + 1
    where = f"experience/{member_id}/level-{level}"
    left = member.experience - cost
    wants = purchase_stakes(where, member, left, catalogue, context.switches)
    options = [
        Option("characteristic", _("Characteristic"), _("roll 2D6")),
        *(
            Option(t, _("{table} skill").format(table=skill_type_name(t)), _("roll D6"))
            for t in choosable_tables(member, catalogue)
        ),
        Option("save", _("Save the Experience")),
    ]
    choice = yield Choose(
        key=f"{where}/table",
        question=_("{name}: level {level} costs {cost} of {have} Experience.").format(
            name=member.name, level=level, cost=cost, have=member.experience
        ),
        about=member_id,
        page=88,
        options=tuple(options),
        stake=wants,
    )
    if choice == "save":
        yield Over(where)
        return group, False
    gained = yield from purchase(where, member, choice, left, catalogue, context.switches)
    yield Over(where)
    spent = left - gained.experience
    advances, skills = member.advances, member.skills
    if gained.key in catalogue.skills:
        skills = (*skills, Skill(gained.key, None, gained.gunsmith, "level"))
        name = catalogue.skills[gained.key].name
        if gained.gunsmith:
            name = f"{name} ({class_name(gained.gunsmith)})"
    else:
        advances = (*advances, Advance(gained.key, 1, level, context.game.number))
        name = f"+1 {characteristic_name(gained.key)}"
    text = _("{name} reaches level {level}: {what}.")
    if spent:
        text = _("{name} reaches level {level}: {what} ({spent} extra Experience).")
    yield Tell(
        "experience",
        text.format(name=member.name, level=level, what=name, spent=spent),
        member_id,
        "well",
    )
    return group.with_member(
        replace(member, level=level, experience=gained.experience, advances=advances, skills=skills)
    ), True


def purchase_stakes(
    where: str, member: Member, left: int, catalogue: Catalogue, switches: Switches
) -> Stake:
    """What a Level may bring, table by table: any characteristic or skill can be the wish."""
    labels: dict[str, str] = {}
    tables = choosable_tables(member, catalogue)
    for table in tables:
        for key in catalogue.skill_tables[table]:
            if not member.has(key):
                labels[key] = catalogue.skills[key].name
    can_rise = raisable(member, catalogue)
    for key in CHARACTERISTICS:
        if key in can_rise:
            labels[key] = f"+1 {characteristic_name(key)}"

    def whole() -> Procedure[LevelResult]:
        choice = yield Choose(
            key=f"{where}/table",
            question="",
            options=tuple(Option(o, o) for o in ("characteristic", *tables)),
        )
        return (
            yield from _bought(where, member, choice, left, catalogue, switches, stake, can_rise)
        )

    stake = Stake(
        start=whole,
        outcome=lambda gained: gained.key,
        labels=labels,
        wishes=tuple(Wish(key, label, {key: 1}) for key, label in labels.items()),
    )
    return stake


def purchase(
    where: str,
    member: Member,
    table: str,
    left: int,
    catalogue: Catalogue,
    switches: Switches,
) -> Procedure[LevelResult]:
    """The roll a Level buys, shifted with extra Experience, until a result stands.

    `left` is the Experience after paying for the Level. At most three extra in all shift dice
    of a purchase (or of each roll, by the campaign's switch); a result that cannot stand is
    rolled again whole, and the extra Experience is gone (ruling 19).
    """
    can_rise = raisable(member, catalogue)
    if table == "characteristic":
        labels = {k: f"+1 {characteristic_name(k)}" for k in CHARACTERISTICS if k in can_rise}
    else:
        labels = {
            key: catalogue.skills[key].name
            for key in catalogue.skill_tables[table]
            if not member.has(key)
        }
    stake = Stake(
        start=lambda: _bought(where, member, table, left, catalogue, switches, stake, can_rise),
        outcome=lambda gained: gained.key,
        labels=labels,
        wishes=tuple(Wish(key, label, {key: 1}) for key, label in labels.items()),
    )
    return (yield from _bought(where, member, table, left, catalogue, switches, stake, can_rise))


def _bought(
    where: str,
    member: Member,
    table: str,
    left: int,
    catalogue: Catalogue,
    switches: Switches,
    stake: Stake,
    can_rise: frozenset[str],
) -> Procedure[LevelResult]:
    purse = _purse(left, catalogue)
    if table == "characteristic":
        return (
            yield from _characteristic(where, member, purse, catalogue, switches, stake, can_rise)
        )
    return (yield from _skill(where, member, table, purse, catalogue, switches, stake))


@dataclass(frozen=True)
class _Purse:
    """Experience left, and how much of it may still shift dice in this purchase."""

    experience: int
    shifts: int

    def spend(self, amount: int) -> _Purse:
        return _Purse(self.experience - amount, self.shifts - amount)

    @property
    def reach(self) -> int:
        """By how much the next roll may be shifted."""
        return max(0, min(self.experience, self.shifts))


def _purse(left: int, catalogue: Catalogue) -> _Purse:
    return _Purse(left, catalogue.number("level_up", "shift_most"))


def _next_roll(purse: _Purse, catalogue: Catalogue, switches: Switches) -> _Purse:
    """Under 'three per roll' every roll may be shifted by three again."""
    if switches.shift_dice == "roll":
        return _purse(purse.experience, catalogue)
    return purse


def _again(
    state: tuple[object, ...],
    purse: _Purse,
    catalogue: Catalogue,
    switches: Switches,
    afresh: Callable[[_Purse], Procedure[LevelResult]],
) -> Again:
    """Before a roll: what there is to spend, and from where on more of it makes no difference.

    Under 'three per purchase' Experience beyond what may still shift is of no use at all.
    """
    most = catalogue.number("level_up", "shift_most")
    if switches.shift_dice == "roll":
        return Again(state, purse.experience, most, lambda left: afresh(_purse(left, catalogue)))
    return Again(state, purse.reach, most + 1, lambda left: afresh(_Purse(left, left)))


def _shift(
    where: str,
    question: str,
    member: Member,
    total: int,
    names: dict[int, str],
    purse: _Purse,
    stake: Stake,
) -> Procedure[tuple[int, _Purse]]:
    """Extra Experience moves a total by one each (p. 89). `names` are the table's totals; of
    several that come to the same the nearest is offered."""
    if not purse.reach:
        return total, purse
    options = [Option("0", _("{total}: {result}").format(total=total, result=names[total]), "")]
    offered = {names[total]}
    for by in range(1, purse.reach + 1):
        for shifted in (total - by, total + by):
            if shifted in names and names[shifted] not in offered:
                offered.add(names[shifted])
                options.append(
                    Option(
                        str(shifted - total),
                        _("{total}: {result}").format(total=shifted, result=names[shifted]),
                        _("−{n} Experience").format(n=by),
                    )
                )
    if len(options) == 1:
        return total, purse
    choice = yield Choose(
        key=where,
        question=question,
        about=member.id,
        page=89,
        options=tuple(options),
        stake=stake,
    )
    return total + int(choice), purse.spend(abs(int(choice)))


def _characteristic(
    where: str,
    member: Member,
    purse: _Purse,
    catalogue: Catalogue,
    switches: Switches,
    stake: Stake,
    can_rise: frozenset[str],
    found: tuple[str, ...] = (),
) -> Procedure[LevelResult]:
    """The Characteristics Table (p. 89); what stands at six is rolled again (ruling 20).

    `found` is what the table's roll came to, where that has been rolled already.
    """
    table = catalogue.characteristic_table
    names = {t: " / ".join(f"+1 {n}" for n in keys) for t, keys in table.items()}

    def afresh(found: tuple[str, ...]) -> Callable[[_Purse], Procedure[LevelResult]]:
        return lambda purse: _characteristic(
            where, member, purse, catalogue, switches, stake, can_rise, found
        )

    attempt = 1
    while True:
        suffix = "" if attempt == 1 else f"/try-{attempt}"
        if not found:
            yield _again(("characteristic",), purse, catalogue, switches, afresh(()))
            total = yield Sum(
                key=f"{where}/characteristic{suffix}",
                question=_("{name} rolls on the Characteristics Table.").format(name=member.name),
                about=member.id,
                page=89,
                dice=TWO_DICE,
                stake=stake,
            )
            total, purse = yield from _shift(
                f"{where}/characteristic-shift{suffix}",
                _("{name} rolled {total}. Extra Experience shifts it.").format(
                    name=member.name, total=total
                ),
                member,
                total,
                names,
                purse,
                stake,
            )
            found = table[total]
        key = found[0]
        if len(found) > 1:
            purse = _next_roll(purse, catalogue, switches)
            yield _again(("which", found), purse, catalogue, switches, afresh(found))
            die = yield Sum(
                key=f"{where}/which{suffix}",
                question=_("{name}: 1–3 {first}, 4–6 {second}.").format(
                    name=member.name,
                    first=characteristic_name(found[0]),
                    second=characteristic_name(found[1]),
                ),
                about=member.id,
                page=89,
                dice=D6,
                stake=stake,
            )
            die, purse = yield from _shift(
                f"{where}/which-shift{suffix}",
                _("{name} rolled {total}. Extra Experience shifts it.").format(
                    name=member.name, total=die
                ),
                member,
                die,
                {n: f"+1 {found[0] if n <= 3 else found[1]}" for n in range(1, 7)},
                purse,
                stake,
            )
            key = found[0] if die <= 3 else found[1]
        if key in can_rise:
            return LevelResult(key, purse.experience)
        yield Tell(
            "experience",
            _("{name} cannot raise {what} above {most}: rolled again.").format(
                name=member.name,
                what=characteristic_name(key),
                most=catalogue.number("limits", "characteristic_most"),
            ),
            member.id,
        )
        purse = _next_roll(purse, catalogue, switches)
        found = ()
        attempt += 1


def _skill(
    where: str,
    member: Member,
    table: str,
    purse: _Purse,
    catalogue: Catalogue,
    switches: Switches,
    stake: Stake,
) -> Procedure[LevelResult]:
    """A skill table (p. 90–91); a skill already known is rolled again (ruling 20)."""
    skills = catalogue.skill_tables[table]
    names = {n: catalogue.skills[key].name for n, key in enumerate(skills, start=1)}
    attempt = 1
    while True:
        suffix = "" if attempt == 1 else f"/try-{attempt}"
        yield _again(
            ("skill", table),
            purse,
            catalogue,
            switches,
            lambda purse: _skill(where, member, table, purse, catalogue, switches, stake),
        )
        die = yield Sum(
            key=f"{where}/{table}{suffix}",
            question=_("{name} rolls on the {table} skills.").format(
                name=member.name, table=skill_type_name(table)
            ),
            about=member.id,
            page=90,
            dice=D6,
            stake=stake,
        )
        die, purse = yield from _shift(
            f"{where}/{table}-shift{suffix}",
            _("{name} rolled {total}: {result}. Extra Experience shifts it.").format(
                name=member.name, total=die, result=names[die]
            ),
            member,
            die,
            names,
            purse,
            stake,
        )
        key = skills[die - 1]
        if not member.has(key):
            break
        yield Tell(
            "experience",
            _("{name} knows {skill} already: rolled again.").format(
                name=member.name, skill=names[die]
            ),
            member.id,
        )
        purse = _next_roll(purse, catalogue, switches)
        attempt += 1
    gunsmith = ""
    if catalogue.skills[key].chooses_class:
        gunsmith = yield Choose(
            key=f"{where}/gunsmith",
            question=_("{name} becomes a Gunsmith for one class of Firearm.").format(
                name=member.name
            ),
            about=member.id,
            page=65,
            options=tuple(Option(c, class_name(c)) for c in FIREARM_CLASSES),
        )
    return LevelResult(key, purse.experience, gunsmith)
