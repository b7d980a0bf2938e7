"""Refuge and Recuperation: the Jobs (p. 93–95, rulings 22–27 and 31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.model.group import BuiltPerk, Group, Member, derived_id
from lastdays.model.profile import permanent
from lastdays.model.recruiting import (
    Recruit,
    cost_of,
    empty_spaces,
    make_member,
    perk_keys,
    purchase_violations,
)
from lastdays.postgame.context import PostGameContext, standing
from lastdays.postgame.zombie_attack import attack_stake, defence
from lastdays.procedure.asks import Arrange, Checked, Choose, Option, Procedure, Stake, Sum, Tell
from lastdays.procedure.characteristic_tests import opposed_test, test
from lastdays.rulebook import Catalogue, keyword_name
from lastdays.rulebook.known import AttributeKey, PerkKey

JOBS = ("guard", "work", "build", "recruit", "talk", "rest")


@dataclass(frozen=True)
class Post:
    """A Perk that someone can work: a slot id, its key."""

    id: str
    key: str


@dataclass(frozen=True)
class JobsResult:
    """What the Jobs left behind for the attack."""

    group: Group
    guards: tuple[str, ...]
    watcher: str


def posts(group: Group, catalogue: Catalogue) -> tuple[Post, ...]:
    """The Perks that can be worked; each of several Gardens its own (ruling 24)."""
    built_in = catalogue.refuges[group.refuge.key].built_in
    slots = [Post(f"built-in-{n}-{key}", key) for n, key in enumerate(built_in)]
    slots += [Post(perk.id, perk.key) for perk in group.refuge.built]
    return tuple(slot for slot in slots if catalogue.perks[slot.key].worked)


def workers(group: Group, context: PostGameContext) -> tuple[Member, ...]:
    """Who takes a Job: everyone not Out of Action, but no newcomer (p. 94)."""
    return tuple(m for m in standing(group, context) if not m.newcomer)


def jobs_of(member: Member, group: Group, context: PostGameContext) -> tuple[str, ...]:
    """The Jobs open to a member (p. 94–95, rulings 7 and 17)."""
    leader = group.leading
    open_jobs = ["guard"]
    if not member.has(AttributeKey.ANIMAL):
        if posts(group, context.catalogue):
            open_jobs.append("work")
        open_jobs.append("build")
    if leader is not None and leader.status == "active" and leader in workers(group, context):
        if member.id == leader.id:
            open_jobs.append("recruit")
            if any(_can_be_talked_to(m, leader) for m in workers(group, context)):
                open_jobs.append("talk")
        elif _can_be_talked_to(member, leader):
            open_jobs.append("talk")
    return (*open_jobs, "rest")


def _can_be_talked_to(member: Member, leader: Member) -> bool:
    return member.id != leader.id and member.keyword != leader.keyword


def _assigned(value: Any) -> Mapping[str, Mapping[str, Any]]:
    if not isinstance(value, Mapping) or not all(
        isinstance(key, str) and isinstance(job, Mapping) for key, job in value.items()
    ):
        raise ValueError
    return value


def check_jobs(group: Group, value: Any, context: PostGameContext) -> Checked:
    """One Job for each who can work; one worker a Perk; The Talk takes both (p. 94–95)."""
    try:
        assigned = _assigned(value)
    except ValueError:
        return Checked((_("That is no list of Jobs."),))
    problems: list[str] = []
    able = {m.id: m for m in workers(group, context)}
    slots = {p.id: p for p in posts(group, context.catalogue)}
    taken: dict[str, str] = {}
    leader = group.leading
    talk_with = ""
    for member_id, job in assigned.items():
        if member_id not in able:
            problems.append(_("Someone who cannot work was given a Job."))
            continue
        member = able[member_id]
        kind = job.get("job")
        if kind not in jobs_of(member, group, context):
            problems.append(_("{name} cannot do that Job.").format(name=member.name))
            continue
        if kind == "work":
            post = slots.get(str(job.get("post")))
            if post is None:
                problems.append(_("{name}: choose the Perk to work.").format(name=member.name))
            elif post.id in taken:
                problems.append(
                    _("{a} and {b} cannot both work the same {perk}.").format(
                        a=taken[post.id],
                        b=member.name,
                        perk=context.catalogue.perks[post.key].name,
                    )
                )
            else:
                taken[post.id] = member.name
        if kind == "talk" and leader is not None and member_id == leader.id:
            talk_with = str(job.get("with", ""))
    talkers = [m for m, job in assigned.items() if job.get("job") == "talk"]
    if talkers:
        partner = able.get(talk_with)
        if leader is None or leader.id not in talkers or partner is None:
            problems.append(_("The Talk takes the Leader and the one talked to."))
        elif sorted(talkers) != sorted([leader.id, partner.id]):
            problems.append(
                _("The Talk is with {name}: that is their Job, and nobody else's.").format(
                    name=partner.name
                )
            )
    warnings: list[str] = []
    idle = [m.name for m in able.values() if assigned.get(m.id, {}).get("job", "rest") == "rest"]
    if idle:
        warnings.append(
            ngettext("{names} has no Job.", "{names} have no Job.", len(idle)).format(
                names=", ".join(idle)
            )
        )
    builders = [able[m].name for m, j in assigned.items() if j.get("job") == "build" and m in able]
    if builders and not buildable(group, context.catalogue):
        warnings.append(_("No Perk can be built: no points or nothing left to build."))
    return Checked(tuple(dict.fromkeys(problems)), tuple(warnings))


def _guards(value: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(m for m, job in value.items() if job.get("job") == "guard")


def _watcher(group: Group, value: Mapping[str, Mapping[str, Any]], catalogue: Catalogue) -> str:
    towers = {p.id for p in posts(group, catalogue) if p.key == PerkKey.WATCH_TOWER}
    return next(
        (m for m, job in value.items() if job.get("job") == "work" and job.get("post") in towers),
        "",
    )


def preview(group: Group, value: Any, context: PostGameContext) -> Stake | None:
    """What hangs on an assignment that is being made: the coming attack."""
    try:
        assigned = _assigned(value)
    except ValueError:
        return None
    known = {m: job for m, job in assigned.items() if group.has_member(m)}
    against = defence(group, context, _guards(known), _watcher(group, known, context.catalogue))
    return attack_stake("attack", against, context.catalogue)


def jobs(group: Group, context: PostGameContext) -> Procedure[JobsResult]:
    """Everyone's Job, then each that does something, in the order the players like."""
    start = group
    able = workers(group, context)
    assigned = yield Arrange(
        key="jobs/assigned",
        question=_("Give everyone a Job. The zombies come afterwards."),
        page=94,
        form="jobs",
        initial={m.id: {"job": "guard"} for m in able},
        check=lambda value: check_jobs(start, value, context),
        material=(start, context),
        preview=lambda value: preview(start, value, context),
    )
    slots = {p.id: p for p in posts(group, context.catalogue)}
    guards = _guards(assigned)
    watcher = _watcher(group, assigned, context.catalogue)
    for member_id in guards:
        yield Tell("jobs", _("{name} stands Guard.").format(name=group.member(member_id).name))
    if watcher:
        yield Tell(
            "jobs", _("{name} climbs the Watch Tower.").format(name=group.member(watcher).name)
        )
    leader = group.leader
    towers = {p.id for p in slots.values() if p.key == PerkKey.WATCH_TOWER}
    todo = [
        m
        for m, job in assigned.items()
        if (job["job"] in ("work", "build", "recruit") and job.get("post") not in towers)
        or (job["job"] == "talk" and m == leader)
    ]
    worked = frozenset(str(job["post"]) for job in assigned.values() if "post" in job)
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
                    Option(
                        m,
                        group.member(m).name,
                        job_in_words(assigned[m], slots, context.catalogue),
                    )
                    for m in todo
                ),
            )
        todo.remove(chosen)
        job = assigned[chosen]
        match job["job"]:
            case "work":
                group = yield from _work(group, chosen, slots[job["post"]], context)
            case "build":
                group = yield from _build(group, chosen, worked, context)
            case "recruit":
                group = yield from _recruit(group, chosen, context)
            case "talk":
                group = yield from _talk(group, chosen, job["with"], context)
    return JobsResult(group, guards, watcher)


def job_in_words(job: Mapping[str, Any], slots: Mapping[str, Post], catalogue: Catalogue) -> str:
    """'Work: Radio Room', 'Guard'."""
    names = job_names()
    kind = str(job.get("job", "rest"))
    post = slots.get(str(job.get("post", "")))
    if kind == "work" and post:
        return _("Work: {perk}").format(perk=catalogue.perks[post.key].name)
    return names[kind]


def job_names() -> dict[str, str]:
    """The Jobs by key, as the book calls them."""
    return {
        "guard": _("Guard"),
        "work": _("Work"),
        "build": _("Build"),
        "recruit": _("Recruit"),
        "talk": _("The Talk"),
        "rest": _("Rest"),
    }


def _work(group: Group, member_id: str, post: Post, context: PostGameContext) -> Procedure[Group]:
    """One Perk worked: Garden, Radio Room, Armoury (p. 80–81)."""
    catalogue = context.catalogue
    perk = catalogue.perks[post.key]
    member = group.member(member_id)
    where = f"jobs/{member_id}/worked"
    if perk.points is not None:
        dice = perk.points
        if perk.points_with_skill is not None and member.has(perk.points_skill):
            dice = perk.points_with_skill
        rolled = yield Sum(
            key=f"{where}/points",
            question=_("{name} works the {perk}: {dice} Scavenge Points.").format(
                name=member.name, perk=perk.name, dice=dice
            ),
            about=member_id,
            page=perk.page,
            dice=dice,
        )
        gained = rolled + dice.plus
        yield Tell(
            "jobs",
            _("{name} works the {perk}: {n} Scavenge Points.").format(
                name=member.name, perk=perk.name, n=gained
            ),
            member_id,
            "well",
        )
        return replace(group, points=group.points + gained)
    if perk.ammo_rerolls:
        yield Tell(
            "jobs",
            _(
                "{name} sorts the {perk}: {n} failed Ammo Rolls may be rolled again next time."
            ).format(name=member.name, perk=perk.name, n=perk.ammo_rerolls),
            member_id,
            "well",
        )
        return replace(group, next_encounter=replace(group.next_encounter, armoury=True))
    assert perk.test is not None, "a Perk that is worked gives points, re-rolls or a Test"
    value = permanent(member, catalogue, perk.test.characteristic)
    passed = yield from test(where, member.name, value, perk.test, member_id)
    if passed:
        yield Tell(
            "jobs",
            _("The {perk} may shift the next Encounter roll by one.").format(perk=perk.name),
            member_id,
            "well",
        )
        return replace(group, next_encounter=replace(group.next_encounter, radio=True))
    return group


def build_cost(member: Member, key: str, catalogue: Catalogue) -> int:
    """A Perk's cost; an Engineer pays a quarter less, rounded up (p. 64, ruling 25)."""
    cost = catalogue.perks[key].cost
    discount = max(
        (
            catalogue.skills[s.key].build_discount_percent
            for s in member.skills
            if s.key in catalogue.skills
        ),
        default=0,
    )
    return -(-cost * (100 - discount) // 100)


def buildable(group: Group, catalogue: Catalogue) -> tuple[str, ...]:
    """The Perks that may be built now, whatever they cost (p. 95)."""
    have = perk_keys(group, catalogue)
    return tuple(key for key, perk in catalogue.perks.items() if perk.repeatable or key not in have)


def _build(
    group: Group, member_id: str, worked: frozenset[str], context: PostGameContext
) -> Procedure[Group]:
    """One Perk built into an Empty Space; something built may be torn down first, without
    refund, but nothing that someone works tonight (ruling 25)."""
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
                _("{name} cannot build anything for {points} Scavenge Points.").format(
                    name=member.name, points=group.points
                ),
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
                _("Tear down first: {perk}").format(perk=catalogue.perks[perk.key].name),
                _("without refund"),
            )
            for perk in idle
        ]
        choice = yield Choose(
            key=f"{where}/perk{suffix}",
            question=(
                _("No Empty Space is left. What does {name} tear down? {points} Scavenge Points.")
                if full
                else _("What does {name} build? {points} Scavenge Points.")
            ).format(name=member.name, points=group.points),
            about=member_id,
            page=95,
            options=(*options, Option("nothing", _("Nothing after all"))),
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
    perk = BuiltPerk(derived_id(context.game.id, context.group_id, where), choice)
    refuge = replace(group.refuge, built=(*group.refuge.built, perk))
    return replace(group, refuge=refuge, points=group.points - cost)


def check_recruit(group: Group, value: Any, context: PostGameContext) -> Checked:
    """What speaks against a recruit; None stands for nobody."""
    if value is None:
        return Checked()
    try:
        recruit = Recruit.from_json(value)
        found = [
            v.text for v in purchase_violations(group, recruit, context.catalogue, context.switches)
        ]
    except LastDaysError as error:
        return Checked((str(error),))
    if value.get("allowed"):
        return Checked(warnings=tuple(found))
    return Checked(problems=tuple(found))


def _recruit(group: Group, leader_id: str, context: PostGameContext) -> Procedure[Group]:
    """The Leader takes in one new Character under all the rules of recruiting (p. 95)."""
    start = group
    where = f"jobs/{leader_id}/recruit"
    answer = yield Arrange(
        key=where,
        question=_("Recruit one new member: {points} Scavenge Points.").format(points=group.points),
        about=leader_id,
        page=95,
        form="recruit",
        initial=None,
        check=lambda value: check_recruit(start, value, context),
        material=start,
    )
    if answer is None:
        yield Tell("jobs", _("Nobody is recruited."))
        return group
    recruit = Recruit.from_json(answer)
    member_id = derived_id(context.game.id, context.group_id, where)
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
    """The Talk: opposed Intelligence, the Leader starts it (p. 95, ruling 26)."""
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
