"""Refuge and Recuperation: what the Jobs come to (p. 93–95, rulings 22–27 and 31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.model.group import BuiltPerk, Group, Member, NextEncounter
from lastdays.model.profile import permanent, skills_of
from lastdays.model.recruiting import (
    Recruit,
    cost_of,
    empty_spaces,
    make_member,
    purchase_violations,
)
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.job_assignment import (
    ArrangeJobs,
    Assignment,
    BuildJob,
    GuardJob,
    Post,
    RecruitJob,
    TalkJob,
    WorkJob,
    buildable,
    guards_of,
    job_in_words,
    posts,
    watch_towers,
    watchers_of,
    workers,
)
from lastdays.postgame.zombie_attack import Watchers
from lastdays.procedure.asks import Arrange, Checked, Choose, Option, Procedure, Sum, Tell
from lastdays.procedure.characteristic_tests import opposed_test, test
from lastdays.rulebook import Catalogue, keyword_name
from lastdays.rulebook.entries import Perk


class JobsResult(Struct, frozen=True):
    """What the Jobs left behind for the attack: who is on Guard, and who in a Watch Tower."""

    group: Group
    guards: tuple[str, ...]
    watchers: Watchers


def jobs(group: Group, context: PostGameContext) -> Procedure[JobsResult]:
    """Give everyone a Job, then do the Jobs in the order the players like (p. 94–95)."""
    catalogue = context.catalogue
    assigned: Assignment = yield ArrangeJobs(
        key="jobs/assigned",
        question=_("Give everyone a Job before the zombies come."),
        page=94,
        initial={m.id: GuardJob() for m in workers(group, context)},
        group=group,
        context=context,
    )
    slots = {p.id: p for p in posts(group, catalogue)}
    guards = guards_of(assigned)
    watchers = watchers_of(group, assigned, catalogue)
    for member_id in guards:
        yield Tell("jobs", _("{name} stands Guard.").format(name=group.member(member_id).name))
    for member_id, perk in watchers.items():
        yield Tell(
            "jobs",
            _("{name} keeps watch: {perk}.").format(
                name=group.member(member_id).name, perk=catalogue.perks[perk].name
            ),
        )
    todo = _to_be_done(group, assigned, catalogue)
    worked = frozenset(job.post for job in assigned.values() if isinstance(job, WorkJob))
    turn = 0
    while todo:
        turn += 1
        chosen = todo[0]
        if len(todo) > 1:
            chosen = yield Choose(
                key=f"jobs/next/{turn}",
                question=_("Which Job is done next?"),
                page=94,
                options=tuple(
                    Option(m, group.member(m).name, job_in_words(assigned[m], slots, catalogue))
                    for m in todo
                ),
            )
        todo.remove(chosen)
        match assigned[chosen]:
            case WorkJob(post):
                group = yield from _work(group, chosen, slots[post], context)
            case BuildJob():
                group = yield from _build(group, chosen, worked, context)
            case RecruitJob():
                group = yield from _recruit(group, chosen, context)
            case TalkJob(partner):
                group = yield from _talk(group, chosen, partner, context)
    return JobsResult(group, guards, watchers)


def _to_be_done(group: Group, assigned: Assignment, catalogue: Catalogue) -> list[str]:
    """Return the ids of those whose Job comes to something now, before the attack."""
    towers = watch_towers(group, catalogue)
    todo: list[str] = []
    for member_id, job in assigned.items():
        match job:
            case WorkJob(post):
                does = post not in towers
            case BuildJob() | RecruitJob():
                does = True
            case TalkJob():
                does = member_id == group.leader
            case _:
                does = False
        if does:
            todo.append(member_id)
    return todo


def _work(group: Group, member_id: str, post: Post, context: PostGameContext) -> Procedure[Group]:
    """Work one Perk: Garden, Radio Room, Armoury (p. 80–81).

    One with a Test gives nothing where that fails.
    """
    perk = context.catalogue.perks[post.key]
    member = group.member(member_id)
    gained = yield from harvest(f"jobs/{member_id}/worked", member, perk, context.catalogue)
    if gained is None:
        return group
    if perk.points is not None:
        yield Tell(
            "jobs",
            ngettext(
                "{name} works the {perk}: {n} Scavenge Point.",
                "{name} works the {perk}: {n} Scavenge Points.",
                gained,
            ).format(name=member.name, perk=perk.name, n=gained),
            member_id,
            "well",
        )
        group = replace(group, points=group.points + gained)
    if perk.ammo_rerolls:
        yield Tell(
            "jobs",
            ngettext(
                "{name} sorts the {perk}: {n} failed Ammo Roll may be rolled again next time.",
                "{name} sorts the {perk}: {n} failed Ammo Rolls may be rolled again next time.",
                perk.ammo_rerolls,
            ).format(name=member.name, perk=perk.name, n=perk.ammo_rerolls),
            member_id,
            "well",
        )
    if perk.encounter_shift:
        yield Tell(
            "jobs",
            ngettext(
                "The {perk} may shift the next Encounter roll by one.",
                "The {perk} may shift the next Encounter roll by up to {n}.",
                perk.encounter_shift,
            ).format(perk=perk.name, n=perk.encounter_shift),
            member_id,
            "well",
        )
    if perk.ammo_rerolls or perk.encounter_shift:
        worked = (*group.next_encounter.worked, perk.key)
        group = replace(group, next_encounter=NextEncounter(worked))
    return group


def harvest(where: str, member: Member, perk: Perk, catalogue: Catalogue) -> Procedure[int | None]:
    """Take the Test of a Perk that a member works, if it has one, and roll the Scavenge Points it
    earns, such as a Garden's (p. 80–81).

    `where` begins the keys of what is asked. Returns the points, None where the Test failed.
    """
    if perk.test is not None:
        value = permanent(member, catalogue, perk.test.characteristic)
        passed = yield from test(where, member.name, value, perk.test, member.id)
        if not passed:
            return None
    dice = perk.points
    if dice is None:
        return 0
    if perk.points_with_skill is not None and member.has(perk.points_skill):
        dice = perk.points_with_skill
    rolled: int = yield Sum(
        key=f"{where}/points",
        question=_("{name} works the {perk}: {dice} Scavenge Points.").format(
            name=member.name, perk=perk.name, dice=dice
        ),
        about=member.id,
        page=perk.page,
        dice=dice,
    )
    return rolled + dice.plus


@dataclass(frozen=True, kw_only=True)
class BuildChoice(Choose):
    """What a member builds, or tears down first; `group` is what it has become by then."""

    group: Group = field(compare=False, repr=False)


def build_cost(member: Member, key: str, catalogue: Catalogue) -> int:
    """Return a Perk's cost in Scavenge Points for a member who builds it (p. 95).

    An Engineer pays a quarter less, rounded up (p. 64, ruling 25).
    """
    cost = catalogue.perks[key].cost
    discount = max(
        (skill.build_discount_percent for skill in skills_of(member, catalogue)),
        default=0,
    )
    return -(-cost * (100 - discount) // 100)


def _build(
    group: Group, member_id: str, worked: frozenset[str], context: PostGameContext
) -> Procedure[Group]:
    """Build one Perk into an Empty Space (p. 95, ruling 25).

    Something built may be torn down first, without refund, but not a post that is `worked` now.
    """
    catalogue = context.catalogue
    member = group.member(member_id)
    where = f"jobs/{member_id}/build"
    turn = 0
    while True:
        turn += 1
        suffix = "" if turn == 1 else f"-{turn}"
        full = empty_spaces(group, catalogue) <= 0
        idle = tuple(p for p in group.refuge.built if p.id not in worked)
        affordable = [
            (key, cost)
            for key in buildable(group, catalogue)
            if (cost := build_cost(member, key, catalogue)) <= group.points
        ]
        if not affordable:
            yield Tell(
                "jobs",
                ngettext(
                    "{name} can't build anything with {points} Scavenge Point.",
                    "{name} can't build anything with {points} Scavenge Points.",
                    group.points,
                ).format(name=member.name, points=group.points),
                member_id,
            )
            return group
        if full and not idle:
            yield Tell(
                "jobs",
                _("{name} finds no Empty Space to build in.").format(name=member.name),
                member_id,
            )
            return group
        options = [
            Option(
                key,
                _("{perk}: {cost} points").format(perk=catalogue.perks[key].name, cost=cost),
                catalogue.perks[key].summary,
            )
            for key, cost in affordable
            if not full
        ]
        options += [
            Option(
                f"tear-down/{perk.id}",
                _("Tear down {perk} first").format(perk=catalogue.perks[perk.key].name),
                _("no refund"),
            )
            for perk in idle
        ]
        choice = yield BuildChoice(
            key=f"{where}/perk{suffix}",
            group=group,
            question=(
                _("No Empty Space is left. What does {name} tear down?")
                if full
                else _("What does {name} build with {points} Scavenge Points?")
            ).format(name=member.name, points=group.points),
            about=member_id,
            page=95,
            options=(*options, Option("nothing", _("Build nothing"))),
        )
        if choice == "nothing":
            return group
        if not choice.startswith("tear-down/"):
            break
        gone = next(p for p in idle if p.id == choice.removeprefix("tear-down/"))
        rest = tuple(p for p in group.refuge.built if p.id != gone.id)
        group = replace(group, refuge=replace(group.refuge, built=rest))
        yield Tell(
            "jobs",
            _("{perk} is torn down.").format(perk=catalogue.perks[gone.key].name),
            member_id,
        )
    cost = build_cost(member, choice, catalogue)
    yield Tell(
        "jobs",
        _("{name} builds {perk} for {cost} points.").format(
            name=member.name, perk=catalogue.perks[choice].name, cost=cost
        ),
        member_id,
        "well",
    )
    perk = BuiltPerk(context.new_id(where), choice)
    refuge = replace(group.refuge, built=(*group.refuge.built, perk))
    return replace(group, refuge=refuge, points=group.points - cost)


class Recruitment(Struct, frozen=True):
    """Whom to take in, and whether the table allows what speaks against it."""

    recruit: Recruit
    allowed: bool = False


@dataclass(frozen=True, kw_only=True)
class ArrangeRecruit(Arrange[Recruitment | None]):
    """The one new member a Leader recruits, None for nobody (p. 95)."""

    group: Group = field(compare=False, repr=False)
    context: PostGameContext = field(compare=False, repr=False)

    def read(self, stored: object) -> Recruitment | None:
        """Return the recruit of a JSON object; RuleError where it is malformed."""
        if stored is None:
            return None
        recruit = Recruit.from_json(stored)
        return Recruitment(recruit, isinstance(stored, Mapping) and bool(stored.get("allowed")))

    def write(self, value: Recruitment | None) -> dict[str, Any] | None:
        """Return a recruit as a JSON object."""
        return None if value is None else {**value.recruit.to_json(), "allowed": value.allowed}

    def check(self, value: Recruitment | None) -> Checked:
        """Return what speaks against a recruit under all the rules of recruiting (p. 95)."""
        if value is None:
            return Checked()
        context = self.context
        try:
            found = tuple(
                v.text
                for v in purchase_violations(
                    self.group, value.recruit, context.catalogue, context.switches
                )
            )
        except LastDaysError as error:
            return Checked((str(error),))
        return Checked(warnings=found) if value.allowed else Checked(problems=found)


def _recruit(group: Group, leader_id: str, context: PostGameContext) -> Procedure[Group]:
    """Take in one new Character under all the rules of recruiting: the Leader's Job (p. 95)."""
    where = f"jobs/{leader_id}/recruit"
    answer: Recruitment | None = yield ArrangeRecruit(
        key=where,
        question=ngettext(
            "Recruit one new member with {points} Scavenge Point.",
            "Recruit one new member with {points} Scavenge Points.",
            group.points,
        ).format(points=group.points),
        about=leader_id,
        page=95,
        initial=None,
        group=group,
        context=context,
    )
    if answer is None:
        yield Tell("jobs", _("Nobody is recruited."))
        return group
    recruit = answer.recruit
    member_id = context.new_id(where)
    member = replace(make_member(recruit, context.catalogue, member_id), newcomer=True)
    cost = cost_of(recruit, context.catalogue)
    yield Tell(
        "jobs",
        _("{name} joins as {type} for {cost} points.").format(
            name=member.name, type=context.catalogue.character(member.type).name, cost=cost
        ),
        member_id,
        "well",
    )
    return replace(group.with_member(member), points=group.points - cost)


def _talk(
    group: Group, leader_id: str, other_id: str, context: PostGameContext
) -> Procedure[Group]:
    """Play The Talk: opposed Intelligence, the Leader starts it (p. 95, ruling 26)."""
    leader, other = group.member(leader_id), group.member(other_id)
    won = yield from opposed_test(
        f"jobs/{leader_id}/talk/{other_id}",
        _("The Talk."),
        (leader.name, permanent(leader, context.catalogue, "I")),
        (other.name, permanent(other, context.catalogue, "I")),
        other_id,
    )
    if not won:
        yield Tell(
            "jobs",
            _("{leader} does not convince {name}.").format(leader=leader.name, name=other.name),
            other_id,
        )
        return group
    yield Tell(
        "jobs",
        _("{leader} wins {name} over: now {keyword}.").format(
            leader=leader.name, name=other.name, keyword=keyword_name(leader.keyword)
        ),
        other_id,
        "well",
    )
    return group.change_member(other_id, lambda m: replace(m, keyword=leader.keyword))
