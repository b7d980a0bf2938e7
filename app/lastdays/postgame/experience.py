"""Experience earned and spent (p. 87–88, rulings 7, 16, 49 and 61)."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from lastdays.language import _, signed
from lastdays.model.game_record import Appearance
from lastdays.model.group import Advance, Group, Member, Skill
from lastdays.model.profile import next_level_cost
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.level_up import LevelPurchase, choosable_tables
from lastdays.procedure.asks import Choose, Option, Over, Procedure, Sum, Tell
from lastdays.rulebook import Catalogue, characteristic_name, class_name, skill_type_name
from lastdays.rulebook.known import AttributeKey


@dataclass(frozen=True, kw_only=True)
class BuyLevel(Choose):
    """Whether a member buys a Level now, and on which table it is rolled."""

    purchase: LevelPurchase = field(compare=False, repr=False)


def earns(member: Member, switches: Switches) -> bool:
    """Return whether a member is paid Experience: an animal only by the switch (ruling 7)."""
    return switches.animals_earn or not member.has(AttributeKey.ANIMAL)


def earned(appearance: Appearance | None, tokens: int, catalogue: Catalogue) -> tuple[int, str]:
    """Return the Experience for deeds in a game, and how it adds up (p. 87, ruling 49).

    The dice for surviving are not in it. `tokens` are the Supply Tokens that were
    carried off or held at the end.
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
    """Pay everyone, then let them buy the Levels they can pay, one by one (p. 87–88)."""
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
                            _("Level {level} costs {cost} of {have} Experience").format(
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
    """Pay one member for the game (p. 87)."""
    member = group.member(member_id)
    if not earns(member, context.switches):
        return group
    side = context.side
    appearance = side.appearance(member_id)
    tokens = sum(1 for t in side.tokens if t.member == member_id and t.fate != "claimed")
    total, how = earned(appearance, tokens, context.catalogue)
    if side.took_part(member_id) and not side.is_out(member_id):
        die = yield Sum(
            key=f"experience/{member_id}/survived",
            question=_("{name} survived the game and gains {dice} Experience.").format(
                name=member.name, dice=context.catalogue.survived
            ),
            about=member_id,
            page=87,
            dice=context.catalogue.survived,
        )
        survived = die + context.catalogue.survived.plus
        total += survived
        how = ", ".join(filter(None, (how, _("survived {n}").format(n=survived))))
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


def _on_table(table: str, catalogue: Catalogue) -> str:
    """Say what a roll on a skill table can bring: 'roll D6: Disarm, Dirty Fighter, …' (p. 90)."""
    names = ", ".join(catalogue.skills[key].name for key in catalogue.skill_tables[table])
    return _("roll D6: {skills}").format(skills=names)


def _can_buy(member: Member, context: PostGameContext) -> bool:
    """Return whether a member can pay for the next Level (p. 88)."""
    cost = next_level_cost(member, context.catalogue)
    if cost is None or member.experience < cost:
        return False
    return earns(member, context.switches)


def buy_level(
    group: Group, member_id: str, context: PostGameContext
) -> Procedure[tuple[Group, bool]]:
    """Buy a member one Level: a characteristic or a skill (p. 88).

    Returns the group, and false where the member would rather save.
    """
    catalogue = context.catalogue
    member = group.member(member_id)
    cost = next_level_cost(member, catalogue)
    assert cost is not None
    level = member.level + 1
    where = f"experience/{member_id}/level-{level}"
    left = member.experience - cost
    purchase = LevelPurchase(where, member, left, context)
    options = [
        Option("characteristic", _("Characteristic"), _("roll 2D6 on the Characteristics Table")),
        *(
            Option(t, _("{table} skill").format(table=skill_type_name(t)), _on_table(t, catalogue))
            for t in choosable_tables(member, catalogue)
        ),
        Option("save", _("Save the Experience")),
    ]
    choice = yield BuyLevel(
        key=f"{where}/table",
        question=_("{name} can reach Level {level} for {cost} of {have} Experience.").format(
            name=member.name, level=level, cost=cost, have=member.experience
        ),
        about=member_id,
        page=88,
        options=tuple(options),
        stake=purchase.stake,
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
        advances = (*advances, Advance(gained.key, 1, level, context.game.number))
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
