"""The death of the Leader (p. 86, ruling 27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from msgspec.structs import replace

from lastdays.language import N_, _, ngettext
from lastdays.model.carrying import Violation, usable_by_trained
from lastdays.model.group import Group, Member
from lastdays.model.profile import permanent
from lastdays.model.recruiting import (
    Recruit,
    has_trained_leader,
    keyword_violations,
    make_member,
    purchase_violations,
)
from lastdays.postgame.context import PostGameContext, option_of
from lastdays.procedure.asks import Arrange, Checked, Choose, Procedure, Tell, step_of, tell
from lastdays.rulebook import Catalogue
from lastdays.values import Value


class ArrangeLeader(Arrange[Recruit]):
    """The new Leader: a type and a name (p. 86)."""

    form = Recruit
    malformed = N_("Choose a type for the new Leader.")
    types: tuple[str, ...] = field(compare=False, repr=False)

    def read(self, stored: object) -> Recruit:
        """Return the Leader read from a JSON object, without gear or skills."""
        recruit = super().read(stored)
        return Recruit(recruit.type, recruit.name)

    def write(self, value: Recruit) -> dict[str, str]:
        """Return a Leader as a JSON object."""
        return {"type": value.type, "name": value.name}

    def check(self, value: Recruit) -> Checked:
        """Return a problem if the type isn't a Leader's."""
        if value.type not in self.types:
            return Checked((_("Choose a type for the new Leader."),))
        return Checked()


def new_leader(where: str, group: Group, context: PostGameContext) -> Procedure[Group]:
    """Let a new Leader of any type join for free; members beyond the new limits leave (p. 86).

    `where` begins the keys of what is asked; its first part is the step of the sequence.
    """
    catalogue = context.catalogue
    step = step_of(where)
    types = tuple(c.key for c in catalogue.leaders())
    recruit: Recruit = yield ArrangeLeader(
        f"{where}/new",
        _("The Leader is dead. Who leads {group} now?", group=group.name),
        page=86,
        initial=Recruit(types[0]),
        types=types,
    )
    leader = replace(
        make_member(recruit, catalogue, context.new_id(where, "leader")),
        newcomer=True,
    )
    group = replace(group.with_member(leader), leader=leader.id)
    yield tell(
        step,
        "{name} takes over as {type}.",
        leader.id,
        "well",
        name=leader.name,
        type=catalogue.character(leader.type).name,
    )
    group = yield from _dismissals(where, group, context)
    if has_trained_leader(group, catalogue):
        for member in group.active:
            group = yield from unmarked_to_stash(where, group, member.id, context)
    return group


def acting_leader(group: Group, catalogue: Catalogue) -> Member | None:
    """Return the Leader, or if they aren't active the active member with the highest Courage +
    Intelligence; None if nobody is left (ruling 17)."""
    leader = group.leading
    if leader is not None and leader.status == "active":
        return leader

    def authority(member: Member) -> int:
        return permanent(member, catalogue, "C") + permanent(member, catalogue, "I")

    return max(group.active, key=authority, default=None)


def _dismissals(where: str, group: Group, context: PostGameContext) -> Procedure[Group]:
    """Let members leave with their gear until the Keyword limits are met (p. 86)."""
    turn = 0
    while True:
        leader = group.leading
        assert leader is not None
        broken = keyword_violations(group.roster, leader, context.catalogue, context.switches)
        if not broken:
            return group
        turn += 1
        candidates = _may_be_dismissed(group, leader, broken)
        if not candidates:
            return group  # only captives break a limit now, and they cannot leave
        options = []
        for member in candidates:
            kind = context.catalogue.character(member.type).name
            options.append(option_of(member, kind))
        chosen = yield Choose(
            f"{where}/dismiss/{turn}",
            _(
                "{leader} won't lead the whole group. {why} Who leaves?",
                leader=leader.name,
                why=" ".join(violation.text for violation in broken),
            ),
            page=86,
            options=tuple(options),
        )
        name = group.member(chosen).name
        group = group.depart(chosen, context.game.number)
        yield tell(step_of(where), "{name} leaves with their gear.", chosen, "harm", name=name)


def _may_be_dismissed(group: Group, leader: Member, broken: Sequence[Violation]) -> list[Member]:
    """Return the active members whose leaving helps: whom a broken limit names or counts."""
    limits = {_limit_of(violation) for violation in broken}
    named = {violation.member for violation in broken if violation.member}
    candidates = []
    for member in group.active:
        if member.id == leader.id:
            continue
        is_neutral = member.keyword == "neutral"
        is_outsider = member.keyword not in ("neutral", leader.keyword)
        helps = (
            member.id in named
            or (is_neutral and "neutral-limit" in limits)
            or (is_outsider and "other-keyword-limit" in limits)
        )
        if helps:
            candidates.append(member)
    return candidates


def _limit_of(violation: Violation) -> str:
    """Return the limit that is broken, without whom it is about."""
    limit, _slash, _member = violation.key.partition("/")
    return limit


def unmarked_to_stash(
    where: str, group: Group, member_id: str, context: PostGameContext
) -> Procedure[Group]:
    """Put a member's gear without the mark * into the stash: a Trained Leader doesn't allow it (p. 29,
    ruling 9)."""
    member = group.member(member_id)
    for item in member.gear:
        if not usable_by_trained(item, context.catalogue):
            group = group.move(item.id, "")
            yield tell(
                step_of(where),
                "{item} of {name} goes to the stash.",
                member.id,
                item=context.name_of(item),
                name=member.name,
            )
    return group


class Purchase(Value):
    """The keys of gear to buy, and whether the players allow the rules it breaks."""

    gear: tuple[str, ...]
    allowed: bool = False


class ArrangeArms(Arrange[Purchase]):
    """The gear bought for a new Leader; `recruit` is the Leader as the form shows them (p. 86)."""

    form = Purchase
    malformed = N_("Choose the gear.")
    group: Group = field(compare=False, repr=False)
    recruit: Recruit = field(compare=False, repr=False)
    context: PostGameContext = field(compare=False, repr=False)

    def check(self, value: Purchase) -> Checked:
        """Return the objections to buying this gear."""
        return check_purchase(self.group, value, self.context)


def arm_leader(where: str, group: Group, context: PostGameContext) -> Procedure[Group]:
    """Buy the new Leader's own gear (p. 86); `where` begins the key of the ask."""
    leader = group.leading
    assert leader is not None
    recruit = Recruit(type=leader.type, name=leader.name)
    answer: Purchase = yield ArrangeArms(
        f"{where}/arms",
        ngettext(
            "Buy gear for {name} with {points} Scavenge Point.",
            "Buy gear for {name} with {points} Scavenge Points.",
            group.points,
            name=leader.name,
            points=group.points,
        ),
        about=leader.id,
        page=86,
        initial=Purchase(()),
        group=group,
        recruit=recruit,
        context=context,
    )
    cost = 0
    for key in answer.gear:
        cost += context.catalogue.gear(key).cost or 0
    armed = make_member(replace(recruit, gear=answer.gear), context.catalogue, leader.id)
    names = ", ".join(context.name_of(item) for item in armed.gear)
    text = ngettext(
        "{name} is armed with {gear} for {cost} point.",
        "{name} is armed with {gear} for {cost} points.",
        cost,
    )
    text = text.format(name=leader.name, gear=names or _("nothing"), cost=cost)
    yield Tell(step_of(where), text, leader.id)
    group = group.with_member(replace(leader, gear=leader.gear + armed.gear))
    return replace(group, points=group.points - cost)


def check_purchase(group: Group, purchase: Purchase, context: PostGameContext) -> Checked:
    """Return the objections to buying gear for the new Leader, who has already joined (p. 86)."""
    catalogue = context.catalogue
    leader = group.leading
    assert leader is not None
    if not all(catalogue.has_gear(key) for key in purchase.gear):
        return Checked((_("The rulebook has no such gear."),))
    others = group.without_member(leader.id)
    recruit = Recruit(type=leader.type, name=leader.name, gear=purchase.gear)
    moot = {"size", "neutral-limit", "other-keyword-limit"}
    if _cheapest_weapon(group, catalogue) > group.points:
        moot.add("weapon-required")  # the group can't pay for any weapon
    texts = []
    for violation in purchase_violations(
        others, recruit, catalogue, context.switches, gear_only=True
    ):
        if _limit_of(violation) not in moot:
            texts.append(violation.text)
    if purchase.allowed:
        return Checked(warnings=tuple(texts))
    return Checked(problems=tuple(texts))


def _cheapest_weapon(group: Group, catalogue: Catalogue) -> int:
    """Return the cost of the cheapest weapon that a group's Leader may have, 0 if there is none."""
    is_trained = has_trained_leader(group, catalogue)
    costs = []
    for gear in catalogue.for_sale():
        if gear.key in catalogue.equipment or gear.cost is None:
            continue
        if gear.trained or not is_trained:
            costs.append(gear.cost)
    return min(costs, default=0)
