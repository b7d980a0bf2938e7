"""Refuge and Recuperation: giving and doing the Jobs (p. 93–95, rulings 22–27 and 31)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import partial
from typing import Literal, get_args

from msgspec import field as stored_as, to_builtins
from msgspec.structs import replace

from lastdays.errors import LastDaysError
from lastdays.language import N_, _, ngettext
from lastdays.model.group import BuiltPerk, Group, Member
from lastdays.model.profile import permanent, skills_of
from lastdays.model.recruiting import (
    RecruitWithTraits,
    cost_of,
    empty_spaces,
    make_member,
    perk_keys,
    purchase_violations,
)
from lastdays.postgame.context import PostGameContext, option_of, standing
from lastdays.postgame.tables import JobsTable, RefugeTable, YieldTable
from lastdays.postgame.zombie_attack import (
    Watchers,
    attack_stake,
    defence,
    guard_value,
    never_overrun,
)
from lastdays.procedure.asks import (
    Arrange,
    Beside,
    Checked,
    Choose,
    Option,
    Procedure,
    Stake,
    Sum,
    Tell,
    tell,
)
from lastdays.procedure.characteristic_tests import opposed_test, test
from lastdays.rulebook import Catalogue, keyword_name
from lastdays.rulebook.entries import Perk
from lastdays.rulebook.known import AttributeKey
from lastdays.values import Value

JobKind = Literal["guard", "work", "build", "recruit", "talk", "rest"]
#: The kinds of Job in the book's order.
JOB_KINDS: tuple[JobKind, ...] = get_args(JobKind)


class GuardJob(Value, tag_field="job", tag="guard", omit_defaults=True):
    """Standing Guard against the next attack."""


class WorkJob(Value, tag_field="job", tag="work", omit_defaults=True):
    """Working a Perk: the id of its `Post`, '' if none is chosen yet."""

    post: str = ""


class BuildJob(Value, tag_field="job", tag="build", omit_defaults=True):
    """Building a Perk; the Job itself asks which one."""


class RecruitJob(Value, tag_field="job", tag="recruit", omit_defaults=True):
    """Recruiting, for the Leader only; the Job itself asks who."""


class TalkJob(Value, tag_field="job", tag="talk", omit_defaults=True):
    """The Talk. The Leader's Job has the id of the partner, the partner's an empty id."""

    partner: str = stored_as(default="", name="with")


class RestJob(Value, tag_field="job", tag="rest", omit_defaults=True):
    """No Job at all."""


Job = GuardJob | WorkJob | BuildJob | RecruitJob | TalkJob | RestJob
#: The Jobs by the member's id, in the order in which they were given.
Assignment = Mapping[str, Job]


def kind_of(job: Job) -> JobKind:
    """Return the kind of a Job, as it is stored."""
    kind: JobKind = to_builtins(job)["job"]
    return kind


class Post(Value):
    """A Perk that can be worked: the id of its place in the Refuge, and its key."""

    id: str
    key: str


def posts(group: Group, catalogue: Catalogue) -> tuple[Post, ...]:
    """Return the Perks that can be worked; several Gardens count separately (ruling 24)."""
    built_in = catalogue.refuges[group.refuge.key].built_in
    perks = [Post(f"built-in-{place}-{key}", key) for place, key in enumerate(built_in)]
    perks += [Post(perk.id, perk.key) for perk in group.refuge.built]
    return tuple(perk for perk in perks if catalogue.perks[perk.key].worked)


def watch_towers(group: Group, catalogue: Catalogue) -> Mapping[str, str]:
    """Return the posts that are Watch Towers: Perk keys by the id of the post (p. 82)."""
    towers = {}
    for post in posts(group, catalogue):
        if catalogue.perks[post.key].attack_rerolls:
            towers[post.id] = post.key
    return towers


def workers(group: Group, context: PostGameContext) -> tuple[Member, ...]:
    """Return the members who take a Job: all who aren't Out of Action or newcomers (p. 94)."""
    return tuple(member for member in standing(group, context) if not member.newcomer)


def jobs_of(member: Member, group: Group, context: PostGameContext) -> tuple[JobKind, ...]:
    """Return the Jobs open to a member (p. 94–95, rulings 7 and 17); on the road nobody stands Guard, or
    builds where there is no Empty Space (ruling 97)."""
    open_jobs: list[JobKind] = []
    if not group.on_the_road:
        open_jobs.append("guard")
    if not member.has(AttributeKey.ANIMAL):
        if posts(group, context.catalogue):
            open_jobs.append("work")
        if not group.on_the_road or empty_spaces(group, context.catalogue) > 0:
            open_jobs.append("build")
    open_jobs += _jobs_with_leader(member, group, context)
    open_jobs.append("rest")
    return tuple(open_jobs)


def _jobs_with_leader(member: Member, group: Group, context: PostGameContext) -> list[JobKind]:
    """Return the Jobs open to a member that are the Leader's, or take the Leader."""
    leader = group.leading
    if leader is None or leader.status != "active" or leader not in workers(group, context):
        return []
    if member.id != leader.id:
        return ["talk"] if _can_be_talked_to(member, leader) else []
    for other in workers(group, context):
        if _can_be_talked_to(other, leader):
            return ["recruit", "talk"]
    return ["recruit"]


def _can_be_talked_to(member: Member, leader: Member) -> bool:
    """Return whether The Talk could win a member over to the Leader's Keyword (p. 95)."""
    return member.id != leader.id and member.keyword != leader.keyword


def job_name(kind: JobKind) -> str:
    """Return a Job's name as the book has it (p. 94–95)."""
    return {
        "guard": _("Guard"),
        "work": _("Work"),
        "build": _("Build"),
        "recruit": _("Recruit"),
        "talk": _("The Talk"),
        "rest": _("Rest"),
    }[kind]


def job_in_words(job: Job, slots: Mapping[str, Post], catalogue: Catalogue) -> str:
    """Say a Job: 'Work: Radio Room', 'Guard'. `slots` are the posts by id."""
    if isinstance(job, WorkJob) and job.post in slots:
        return _("Work: {perk}", perk=catalogue.perks[slots[job.post].key].name)
    return job_name(kind_of(job))


def guards_of(assigned: Assignment) -> tuple[str, ...]:
    """Return the ids of the members on Guard."""
    return tuple(member for member, job in assigned.items() if isinstance(job, GuardJob))


def watchers_of(group: Group, assigned: Assignment, catalogue: Catalogue) -> Watchers:
    """Return who is in which Watch Tower (p. 82)."""
    towers = watch_towers(group, catalogue)
    watchers = {}
    for member, job in assigned.items():
        if isinstance(job, WorkJob) and job.post in towers:
            watchers[member] = towers[job.post]
    return watchers


def buildable(group: Group, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the keys of the Perks that may be built now, whatever they cost (p. 95)."""
    owned = perk_keys(group, catalogue)
    keys = []
    for key, perk in catalogue.perks.items():
        if perk.repeatable or key not in owned:
            keys.append(key)
    return tuple(keys)


def check_jobs(group: Group, assigned: Assignment, context: PostGameContext) -> Checked:
    """Return the objections to an assignment of Jobs: each member has one Job, each Perk one
    worker, and The Talk is the Job of both who take part (p. 94–95, ruling 24)."""
    workers_by_id = {member.id: member for member in workers(group, context)}
    problems = []
    worker_names_by_post: dict[str, str] = {}
    for member_id, job in assigned.items():
        if member_id not in workers_by_id:
            problems.append(_("Someone who cannot work was given a Job."))
            continue
        member = workers_by_id[member_id]
        if kind_of(job) not in jobs_of(member, group, context):
            problems.append(_("{name} cannot do that Job.", name=member.name))
        elif isinstance(job, WorkJob):
            problem = _work_problem(member, job, worker_names_by_post, group, context)
            if problem:
                problems.append(problem)
            else:
                worker_names_by_post[job.post] = member.name
    problems += _talk_problems(group, assigned, workers_by_id)
    warnings = _job_warnings(group, assigned, workers_by_id, context.catalogue)
    return Checked(tuple(dict.fromkeys(problems)), tuple(warnings))


def _job_warnings(
    group: Group, assigned: Assignment, workers_by_id: Mapping[str, Member], catalogue: Catalogue
) -> Iterator[str]:
    """Yield who of those who can work has no Job, and that there is nothing to build."""
    idle = []
    builders = []
    for member in workers_by_id.values():
        job = assigned.get(member.id, RestJob())
        if isinstance(job, RestJob):
            idle.append(member.name)
        elif isinstance(job, BuildJob):
            builders.append(member.name)
    if idle and not group.on_the_road:
        names = ", ".join(idle)
        yield ngettext("{names} has no Job.", "{names} have no Job.", len(idle), names=names)
    if builders and not buildable(group, catalogue):
        yield _("No Perk can be built: no points or nothing left to build.")


def _work_problem(
    member: Member,
    job: WorkJob,
    worker_names_by_post: Mapping[str, str],
    group: Group,
    context: PostGameContext,
) -> str:
    """Return why a member can't work a post, '' if they can. Posts that are taken already have the name of
    their worker in `worker_names_by_post` (ruling 24)."""
    by_id = {post.id: post for post in posts(group, context.catalogue)}
    post = by_id.get(job.post)
    if post is None:
        return _("{name}: choose the Perk to work.", name=member.name)
    if post.id in worker_names_by_post:
        return _(
            "{a} and {b} cannot both work the same {perk}.",
            a=worker_names_by_post[post.id],
            b=member.name,
            perk=context.catalogue.perks[post.key].name,
        )
    return ""


def _talk_problems(
    group: Group, assigned: Assignment, workers_by_id: Mapping[str, Member]
) -> list[str]:
    """Return the objections to The Talk: it takes the Leader and one other (p. 95)."""
    talkers = {}
    for member, job in assigned.items():
        if isinstance(job, TalkJob):
            talkers[member] = job
    if not talkers:
        return []
    takes_two = [_("The Talk takes the Leader and one other Character.")]
    leader = group.leading
    if leader is None or leader.id not in workers_by_id or leader.id not in talkers:
        return takes_two
    partner = workers_by_id.get(talkers[leader.id].partner)
    if partner is None:
        return takes_two
    if sorted(talkers) != sorted([leader.id, partner.id]):
        return [
            _(
                "The Talk takes two, the Leader and {name}: it isn't a Job for anybody else.",
                name=partner.name,
            )
        ]
    return []


class ArrangeJobs(Arrange[Assignment]):
    """A Job for everyone who can work (p. 94)."""

    form = dict[str, Job]
    malformed = N_("That isn't a list of Jobs.")
    group: Group = field(compare=False, repr=False)
    context: PostGameContext = field(compare=False, repr=False)

    def check(self, value: Assignment) -> Checked:
        """Return the objections to an assignment, and who has no Job."""
        return check_jobs(self.group, value, self.context)

    def preview(self, value: Assignment) -> Stake | None:
        """Return the stake of the next attack with these Jobs (p. 95), None on the road."""
        group = self.group
        catalogue = self.context.catalogue
        if group.on_the_road:
            return None
        jobs_of_members = {member: job for member, job in value.items() if group.has_member(member)}
        watchers = watchers_of(group, jobs_of_members, catalogue)
        against = defence(group, self.context, guards_of(jobs_of_members), watchers)
        return attack_stake(against, catalogue)


def suggested_jobs(group: Group, context: PostGameContext) -> Assignment:
    """Return the Jobs to begin with: as many on Guard as help against the attack, best first and the
    Leader last; the others are free for something else (p. 95). On the road nobody is on Guard."""
    catalogue = context.catalogue
    all_workers = workers(group, context)
    jobs: dict[str, Job] = {member.id: RestJob() for member in all_workers}
    if group.on_the_road:
        return jobs

    def worth_as_guard(member: Member) -> tuple[int, bool]:
        return guard_value(member, catalogue), member != group.leading

    helpful = [member for member in all_workers if guard_value(member, catalogue) > 0]
    helpful.sort(key=worth_as_guard, reverse=True)
    for member in helpful:
        if never_overrun(defence(group, context, guards_of(jobs)), catalogue):
            break
        jobs[member.id] = GuardJob()
    return jobs


class JobsResult(Value):
    """The group after the Jobs, and who is on Guard and in Watch Towers for the attack."""

    group: Group
    guards: tuple[str, ...]
    watchers: Watchers


def jobs(group: Group, context: PostGameContext) -> Procedure[JobsResult]:
    """Give everyone a Job, then do the Jobs in any order the players like (p. 94–95)."""
    catalogue = context.catalogue
    assigned = yield from _assigned_jobs(group, context)
    guards = guards_of(assigned)
    watchers = watchers_of(group, assigned, catalogue)
    for member_id in guards:
        yield tell("jobs", "{name} stands Guard.", name=group.member(member_id).name)
    for member_id, perk in watchers.items():
        yield tell(
            "jobs",
            "{name} keeps watch: {perk}.",
            name=group.member(member_id).name,
            perk=catalogue.perks[perk].name,
        )
    slots = {post.id: post for post in posts(group, catalogue)}
    todo = _to_be_done(group, assigned, catalogue)
    turn = 0
    while todo:
        turn += 1
        member_next = todo[0]
        if len(todo) > 1:
            member_next = yield _next_job(
                f"jobs/next/{turn}", group, todo, assigned, slots, catalogue
            )
        todo.remove(member_next)
        match assigned[member_next]:
            case WorkJob(post):
                group = yield from _work(group, member_next, slots[post], context)
            case BuildJob():
                group = yield from _build(group, member_next, assigned, watchers, context)
            case RecruitJob():
                group = yield from _recruit(group, member_next, context)
            case TalkJob(partner):
                group = yield from _talk(group, member_next, partner, context)
    return JobsResult(group, guards, watchers)


def _beside_jobs(group: Group) -> Beside:
    return Beside(JobsTable(on_the_road=group.on_the_road))


def _assigned_jobs(group: Group, context: PostGameContext) -> Procedure[Assignment]:
    """Ask which Job everyone has."""
    question = _("Give everyone a Job before the zombies come.")
    if group.on_the_road:
        question = _("Give everyone a Job, or none.")
    assigned: Assignment = yield ArrangeJobs(
        "jobs/assigned",
        question,
        page=94,
        initial=suggested_jobs(group, context),
        beside=partial(_beside_jobs, group),
        group=group,
        context=context,
    )
    return assigned


def _next_job(
    key: str,
    group: Group,
    todo: Sequence[str],
    assigned: Assignment,
    slots: Mapping[str, Post],
    catalogue: Catalogue,
) -> Choose:
    """Return the choice whose Job is done next."""
    options = []
    for member in todo:
        job = job_in_words(assigned[member], slots, catalogue)
        options.append(option_of(group.member(member), job))
    return Choose(
        key,
        _("Which Job is done next?"),
        page=94,
        options=tuple(options),
        beside=partial(_beside_jobs, group),
    )


def _to_be_done(group: Group, assigned: Assignment, catalogue: Catalogue) -> list[str]:
    """Return the ids of the members whose Job is done before the attack."""
    towers = watch_towers(group, catalogue)
    todo = []
    for member_id, job in assigned.items():
        match job:
            case BuildJob() | RecruitJob():
                todo.append(member_id)
            case WorkJob(post) if post not in towers:
                todo.append(member_id)
            case TalkJob() if member_id == group.leader:
                todo.append(member_id)
    return todo


def _work(group: Group, member_id: str, post: Post, context: PostGameContext) -> Procedure[Group]:
    """Work one Perk: Garden, Radio Room, Armoury (p. 80–81). If its Test fails, it gives
    nothing."""
    perk = context.catalogue.perks[post.key]
    member = group.member(member_id)
    gained = yield from harvest(f"jobs/{member_id}/worked", member, perk, context.catalogue)
    if gained is None:
        return group
    for text in _worked_in_words(member, perk, gained):
        yield Tell("jobs", text, member_id, "well")
    if perk.points is not None:
        group = replace(group, points=group.points + gained)
    if perk.ammo_rerolls or perk.encounter_shift:
        coming = group.next_encounter
        coming = replace(coming, worked=(*coming.worked, perk.key))
        group = replace(group, next_encounter=coming)
    return group


def _worked_in_words(member: Member, perk: Perk, gained: int) -> Iterator[str]:
    """Yield what a worked Perk gives."""
    if perk.points is not None:
        yield ngettext(
            "{name} works the {perk}: {n} Scavenge Point.",
            "{name} works the {perk}: {n} Scavenge Points.",
            gained,
            name=member.name,
            perk=perk.name,
        )
    if perk.ammo_rerolls:
        yield ngettext(
            "{name} works the {perk}: {n} failed Ammo Roll may be re-rolled next game.",
            "{name} works the {perk}: {n} failed Ammo Rolls may be re-rolled next game.",
            perk.ammo_rerolls,
            name=member.name,
            perk=perk.name,
        )
    if perk.encounter_shift:
        yield ngettext(
            "The {perk} may shift the next Encounter roll by one.",
            "The {perk} may shift the next Encounter roll by up to {n}.",
            perk.encounter_shift,
            perk=perk.name,
        )


def harvest(where: str, member: Member, perk: Perk, catalogue: Catalogue) -> Procedure[int | None]:
    """Take a worked Perk's Test, if it has one, and roll the Scavenge Points it earns (p. 80–81).

    `where` begins the keys of what is asked. Return the points, None if the Test failed.
    """
    if perk.test is not None:
        value = permanent(member, catalogue, perk.test.characteristic)
        is_passed = yield from test(where, member.name, value, perk.test, member.id)
        if not is_passed:
            return None
    dice = perk.points
    if dice is None:
        return 0
    if perk.points_with_skill is not None and member.has(perk.points_skill):
        dice = perk.points_with_skill
    points_rolled: int = yield Sum(
        f"{where}/points",
        _(
            "{name} works the {perk}: {dice} Scavenge Points.",
            name=member.name,
            perk=perk.name,
            dice=dice,
        ),
        about=member.id,
        page=perk.page,
        dice=dice,
        beside=partial(Beside, YieldTable()),
    )
    return points_rolled + dice.plus


class BuildChoice(Choose):
    """The choice of what a member builds or first tears down; `group` is the group at that moment,
    `guards` are the ids of those on Guard."""

    group: Group = field(compare=False, repr=False)
    guards: tuple[str, ...] = field(compare=False, repr=False)
    watchers: Watchers = field(compare=False, repr=False)

    def torn_down(self, option: str) -> BuiltPerk | None:
        """Return the Perk that an option tears down, by its key; None for any other option."""
        for perk in self.group.refuge.built:
            if _tearing_down(perk) == option:
                return perk
        return None


def _tearing_down(perk: BuiltPerk) -> str:
    """Return the key of the option to tear a Perk down."""
    return f"tear-down/{perk.id}"


def build_cost(member: Member, key: str, catalogue: Catalogue) -> int:
    """Return a Perk's cost in Scavenge Points for a member who builds it (p. 95).

    An Engineer pays a quarter less, rounded up (p. 64, ruling 25).
    """
    cost = catalogue.perks[key].cost
    discounts = [skill.build_discount_percent for skill in skills_of(member, catalogue)]
    percent = 100 - max(discounts, default=0)
    return math.ceil(Fraction(cost * percent, 100))


def _build(
    group: Group,
    member_id: str,
    assigned: Assignment,
    watchers: Watchers,
    context: PostGameContext,
) -> Procedure[Group]:
    """Build one Perk into an Empty Space (p. 95, ruling 25). A built one that nobody works now may be
    torn down first without refund."""
    catalogue = context.catalogue
    member = group.member(member_id)
    turn = 0
    while True:
        turn += 1
        if not _affordable(group, member, catalogue):
            yield _cannot_pay(group, member)
            return group
        options = _build_options(group, member, assigned, catalogue)
        if not options:
            yield tell(
                "jobs", "{name} finds no Empty Space to build in.", member_id, name=member.name
            )
            return group
        ask = _build_choice(turn, group, member, options, assigned, watchers, catalogue)
        choice = yield ask
        if choice == "nothing":
            return group
        torn_down = ask.torn_down(choice)
        if torn_down is None:
            break
        other_perks = tuple(perk for perk in group.refuge.built if perk.id != torn_down.id)
        group = replace(group, refuge=replace(group.refuge, built=other_perks))
        name = catalogue.perks[torn_down.key].name
        yield tell("jobs", "{perk} is torn down.", member_id, perk=name)
    return (yield from _built(group, member, choice, context))


def _where_built(member: Member) -> str:
    return f"jobs/{member.id}/build"


def _cannot_pay(group: Group, member: Member) -> Tell:
    """Return that a member can't build anything with the group's points."""
    text = ngettext(
        "{name} can't build anything with {points} Scavenge Point.",
        "{name} can't build anything with {points} Scavenge Points.",
        group.points,
        name=member.name,
        points=group.points,
    )
    return Tell("jobs", text, member.id)


def _build_choice(
    turn: int,
    group: Group,
    member: Member,
    options: list[Option],
    assigned: Assignment,
    watchers: Watchers,
    catalogue: Catalogue,
) -> BuildChoice:
    """Return the choice of what a member builds or tears down, or nothing; `turn` counts from 1."""
    suffix = "" if turn == 1 else f"-{turn}"
    nothing = Option("nothing", _("Build nothing"))
    return BuildChoice(
        f"{_where_built(member)}/perk{suffix}",
        _build_question(group, member, catalogue),
        about=member.id,
        page=95,
        options=(*options, nothing),
        beside=partial(Beside, RefugeTable(group)),
        group=group,
        guards=guards_of(assigned),
        watchers=watchers,
    )


def _built(group: Group, member: Member, key: str, context: PostGameContext) -> Procedure[Group]:
    """Return the group with a Perk that a member has built, and paid for."""
    cost = build_cost(member, key, context.catalogue)
    yield tell(
        "jobs",
        "{name} builds {perk} for {cost} points.",
        member.id,
        "well",
        name=member.name,
        perk=context.catalogue.perks[key].name,
        cost=cost,
    )
    perk = BuiltPerk(context.new_id(_where_built(member)), key)
    refuge = replace(group.refuge, built=(*group.refuge.built, perk))
    return replace(group, refuge=refuge, points=group.points - cost)


def _affordable(group: Group, member: Member, catalogue: Catalogue) -> dict[str, int]:
    """Return the Perks that a member can build with the group's points, with what each costs."""
    affordable = {}
    for key in buildable(group, catalogue):
        cost = build_cost(member, key, catalogue)
        if cost <= group.points:
            affordable[key] = cost
    return affordable


def _is_full(group: Group, catalogue: Catalogue) -> bool:
    return empty_spaces(group, catalogue) <= 0


def _build_question(group: Group, member: Member, catalogue: Catalogue) -> str:
    if _is_full(group, catalogue):
        return _("No Empty Space is left. What does {name} tear down?").format(name=member.name)
    text = _("What does {name} build with {points} Scavenge Points?")
    return text.format(name=member.name, points=group.points)


def _build_options(
    group: Group, member: Member, assigned: Assignment, catalogue: Catalogue
) -> list[Option]:
    """Return what a member may build if there is an Empty Space, then the Perks that nobody works, which
    may be torn down."""
    options = []
    if not _is_full(group, catalogue):
        for key, cost in _affordable(group, member, catalogue).items():
            perk = catalogue.perks[key]
            label = _("{perk}: {cost} points", perk=perk.name, cost=cost)
            options.append(Option(key, label, perk.summary, entry=key))
    worked = {job.post for job in assigned.values() if isinstance(job, WorkJob)}
    for built in group.refuge.built:
        if built.id not in worked:
            label = _("Tear down {perk} first", perk=catalogue.perks[built.key].name)
            options.append(Option(_tearing_down(built), label, _("no refund"), entry=built.key))
    return options


class Recruitment(RecruitWithTraits):
    """A recruit with traits, and whether the players allow the rules it breaks."""

    allowed: bool = False


class ArrangeRecruit(Arrange[Recruitment | None]):
    """The new member a Leader recruits, None for nobody (p. 95)."""

    form = Recruitment | None
    malformed = N_("Choose a Character to recruit.")
    group: Group = field(compare=False, repr=False)
    context: PostGameContext = field(compare=False, repr=False)

    def check(self, value: Recruitment | None) -> Checked:
        """Return the rules of recruiting that a recruit breaks (p. 95)."""
        if value is None:
            return Checked()
        context = self.context
        try:
            violations = purchase_violations(self.group, value, context.catalogue, context.switches)
        except LastDaysError as error:
            return Checked((str(error),))
        texts = tuple(violation.text for violation in violations)
        if value.allowed:
            return Checked(warnings=texts)
        return Checked(problems=texts)


def _recruit(group: Group, leader_id: str, context: PostGameContext) -> Procedure[Group]:
    """Recruit one new Character, the Leader's Job (p. 95)."""
    where = f"jobs/{leader_id}/recruit"
    recruit: Recruitment | None = yield ArrangeRecruit(
        where,
        ngettext(
            "Recruit one new member with {points} Scavenge Point.",
            "Recruit one new member with {points} Scavenge Points.",
            group.points,
            points=group.points,
        ),
        about=leader_id,
        page=95,
        initial=None,
        group=group,
        context=context,
    )
    if recruit is None:
        yield tell("jobs", "Nobody is recruited.")
        return group
    member_id = context.new_id(where)
    member = replace(make_member(recruit, context.catalogue, member_id), newcomer=True)
    cost = cost_of(recruit, context.catalogue)
    yield tell(
        "jobs",
        "{name} joins as {type} for {cost} points.",
        member_id,
        "well",
        name=member.name,
        type=context.catalogue.character(member.type).name,
        cost=cost,
    )
    return replace(group.with_member(member), points=group.points - cost)


def _talk(
    group: Group, leader_id: str, other_id: str, context: PostGameContext
) -> Procedure[Group]:
    """Play The Talk: an opposed Intelligence Test, started by the Leader (p. 95, ruling 26)."""
    leader = group.member(leader_id)
    other = group.member(other_id)
    is_won = yield from opposed_test(
        f"jobs/{leader_id}/talk/{other_id}",
        _("The Talk."),
        (leader.name, permanent(leader, context.catalogue, "I")),
        (other.name, permanent(other, context.catalogue, "I")),
        other_id,
    )
    if not is_won:
        yield tell(
            "jobs",
            "{leader} does not convince {name}.",
            other_id,
            leader=leader.name,
            name=other.name,
        )
        return group
    yield tell(
        "jobs",
        "{leader} wins {name} over: now {keyword}.",
        other_id,
        "well",
        leader=leader.name,
        name=other.name,
        keyword=keyword_name(leader.keyword),
    )
    return group.with_member(replace(other, keyword=leader.keyword))
