"""Who takes which Job, and what may be assigned (p. 93–95, rulings 7, 17, 22 and 24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from msgspec import Struct, convert, field as stored_as, to_builtins

from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.model.group import Group, Member
from lastdays.model.recruiting import perk_keys
from lastdays.postgame.context import PostGameContext, standing
from lastdays.postgame.zombie_attack import Watchers, attack_stake, defence
from lastdays.procedure.asks import Arrange, Checked, Stake
from lastdays.rulebook import Catalogue
from lastdays.rulebook.known import AttributeKey

JobKind = Literal["guard", "work", "build", "recruit", "talk", "rest"]
#: In the book's order.
JOB_KINDS: tuple[JobKind, ...] = get_args(JobKind)


class GuardJob(Struct, frozen=True, tag_field="job", tag="guard", omit_defaults=True):
    """Standing Guard against the coming attack."""


class WorkJob(Struct, frozen=True, tag_field="job", tag="work", omit_defaults=True):
    """Working a Perk: the id of its `Post`, '' where none is chosen yet."""

    post: str = ""


class BuildJob(Struct, frozen=True, tag_field="job", tag="build", omit_defaults=True):
    """Building a Perk; which one is asked when the Job is done."""


class RecruitJob(Struct, frozen=True, tag_field="job", tag="recruit", omit_defaults=True):
    """Recruiting, the Leader's alone; whom is asked when the Job is done."""


class TalkJob(Struct, frozen=True, tag_field="job", tag="talk", omit_defaults=True):
    """The Talk. The Leader's names the id of the partner; the partner's own names nobody."""

    partner: str = stored_as(default="", name="with")


class RestJob(Struct, frozen=True, tag_field="job", tag="rest", omit_defaults=True):
    """No Job at all."""


Job = GuardJob | WorkJob | BuildJob | RecruitJob | TalkJob | RestJob
#: Everyone's Job by the member's id, in the order the Jobs were given.
Assignment = Mapping[str, Job]


def kind_of(job: Job) -> JobKind:
    """Return which of the Jobs one is: the word it is stored under."""
    kind: JobKind = to_builtins(job)["job"]
    return kind


class Post(Struct, frozen=True):
    """A Perk that someone can work: the id of its place in the Refuge, and its key."""

    id: str
    key: str


def posts(group: Group, catalogue: Catalogue) -> tuple[Post, ...]:
    """Return the Perks that can be worked; each of several Gardens is its own (ruling 24)."""
    built_in = catalogue.refuges[group.refuge.key].built_in
    slots = [Post(f"built-in-{n}-{key}", key) for n, key in enumerate(built_in)]
    slots += [Post(perk.id, perk.key) for perk in group.refuge.built]
    return tuple(slot for slot in slots if catalogue.perks[slot.key].worked)


def watch_towers(group: Group, catalogue: Catalogue) -> Mapping[str, str]:
    """Return the posts that are Watch Towers: the key of the Perk by the id of the post (p. 82)."""
    return {p.id: p.key for p in posts(group, catalogue) if catalogue.perks[p.key].attack_rerolls}


def workers(group: Group, context: PostGameContext) -> tuple[Member, ...]:
    """Return who takes a Job: everyone not Out of Action, but no newcomer (p. 94)."""
    return tuple(m for m in standing(group, context) if not m.newcomer)


def jobs_of(member: Member, group: Group, context: PostGameContext) -> tuple[JobKind, ...]:
    """Return the Jobs open to a member (p. 94–95, rulings 7 and 17)."""
    leader = group.leading
    open_jobs: list[JobKind] = ["guard"]
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
    """Return whether The Talk could win a member over to the Leader's Keyword (p. 95)."""
    return member.id != leader.id and member.keyword != leader.keyword


def job_name(kind: JobKind) -> str:
    """Return a Job's name as the book has it (p. 94–95)."""
    match kind:
        case "guard":
            return _("Guard")
        case "work":
            return _("Work")
        case "build":
            return _("Build")
        case "recruit":
            return _("Recruit")
        case "talk":
            return _("The Talk")
        case "rest":
            return _("Rest")


def job_in_words(job: Job, slots: Mapping[str, Post], catalogue: Catalogue) -> str:
    """Say a Job: 'Work: Radio Room', 'Guard'. `slots` are the posts by id."""
    if isinstance(job, WorkJob) and job.post in slots:
        return _("Work: {perk}").format(perk=catalogue.perks[slots[job.post].key].name)
    return job_name(kind_of(job))


def guards_of(assigned: Assignment) -> tuple[str, ...]:
    """Return the ids of the members on Guard."""
    return tuple(member for member, job in assigned.items() if isinstance(job, GuardJob))


def watchers_of(group: Group, assigned: Assignment, catalogue: Catalogue) -> Watchers:
    """Return who is in which Watch Tower (p. 82)."""
    towers = watch_towers(group, catalogue)
    return {
        m: towers[job.post]
        for m, job in assigned.items()
        if isinstance(job, WorkJob) and job.post in towers
    }


def buildable(group: Group, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the keys of the Perks that may be built now, whatever they cost (p. 95)."""
    have = perk_keys(group, catalogue)
    return tuple(key for key, perk in catalogue.perks.items() if perk.repeatable or key not in have)


def check_jobs(group: Group, assigned: Assignment, context: PostGameContext) -> Checked:
    """Return what speaks against an assignment of Jobs (p. 94–95, ruling 24).

    Each who can work takes one Job; a Perk has one worker; The Talk is the Job of both.
    """
    able = {m.id: m for m in workers(group, context)}
    problems: list[str] = []
    taken: dict[str, str] = {}
    for member_id, job in assigned.items():
        if member_id not in able:
            problems.append(_("Someone who cannot work was given a Job."))
        elif kind_of(job) not in jobs_of(able[member_id], group, context):
            problems.append(_("{name} cannot do that Job.").format(name=able[member_id].name))
        elif isinstance(job, WorkJob):
            problem = _work_problem(able[member_id], job, taken, group, context)
            if problem:
                problems.append(problem)
            else:
                taken[job.post] = able[member_id].name
    problems.extend(_talk_problems(group, assigned, able))
    warnings: list[str] = []
    idle = [m.name for m in able.values() if isinstance(assigned.get(m.id, RestJob()), RestJob)]
    if idle:
        warnings.append(
            ngettext("{names} has no Job.", "{names} have no Job.", len(idle)).format(
                names=", ".join(idle)
            )
        )
    builds = any(isinstance(job, BuildJob) and m in able for m, job in assigned.items())
    if builds and not buildable(group, context.catalogue):
        warnings.append(_("No Perk can be built: no points or nothing left to build."))
    return Checked(tuple(dict.fromkeys(problems)), tuple(warnings))


def _work_problem(
    member: Member, job: WorkJob, taken: Mapping[str, str], group: Group, context: PostGameContext
) -> str:
    """Say why a member cannot work a post, '' where nothing speaks against it (ruling 24).

    `taken` are the names of those who work already, by post.
    """
    post = next((p for p in posts(group, context.catalogue) if p.id == job.post), None)
    if post is None:
        return _("{name}: choose the Perk to work.").format(name=member.name)
    if post.id in taken:
        return _("{a} and {b} cannot both work the same {perk}.").format(
            a=taken[post.id], b=member.name, perk=context.catalogue.perks[post.key].name
        )
    return ""


def _talk_problems(group: Group, assigned: Assignment, able: Mapping[str, Member]) -> list[str]:
    """Return what speaks against The Talk: it takes the Leader and one other (p. 95)."""
    talkers = {m: job for m, job in assigned.items() if isinstance(job, TalkJob)}
    if not talkers:
        return []
    leader = group.leading
    led = talkers.get(leader.id) if leader is not None and leader.id in able else None
    partner = able.get(led.partner) if led is not None else None
    if leader is None or partner is None:
        return [_("The Talk takes the Leader and the one talked to.")]
    if sorted(talkers) != sorted([leader.id, partner.id]):
        return [
            _("The Talk takes two, the Leader and {name}: it isn't a Job for anybody else.").format(
                name=partner.name
            )
        ]
    return []


@dataclass(frozen=True, kw_only=True)
class ArrangeJobs(Arrange[Assignment]):
    """A Job for everyone who can work (p. 94)."""

    group: Group = field(compare=False, repr=False)
    context: PostGameContext = field(compare=False, repr=False)

    def read(self, stored: object) -> Assignment:
        """Return the Jobs of a JSON object by member id; RuleError where it is malformed."""
        try:
            return convert(stored, dict[str, Job])
        except ValueError:
            raise RuleError(_("That isn't a list of Jobs.")) from None

    def write(self, value: Assignment) -> dict[str, Any]:
        """Return Jobs as a JSON object by member id."""
        made: dict[str, Any] = to_builtins(value)
        return made

    def check(self, value: Assignment) -> Checked:
        """Return what speaks against an assignment, and who has no Job."""
        return check_jobs(self.group, value, self.context)

    def preview(self, value: Assignment) -> Stake:
        """Return the coming attack with these Jobs: what hangs on them (p. 95)."""
        group, catalogue = self.group, self.context.catalogue
        known = {m: job for m, job in value.items() if group.has_member(m)}
        watchers = watchers_of(group, known, catalogue)
        against = defence(group, self.context, guards_of(known), watchers)
        return attack_stake(against, catalogue)
