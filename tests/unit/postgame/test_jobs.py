"""Jobs and worked Perks (p. 64, 80–82, 93–95; rulings 22–26)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest
from msgspec import json

from lastdays.errors import RuleError
from lastdays.model.group import BuiltPerk, Group, RefugeState
from lastdays.postgame.jobs import (
    ArrangeJobs,
    Assignment,
    BuildJob,
    GuardJob,
    Job,
    JobsResult,
    RecruitJob,
    Recruitment,
    RestJob,
    TalkJob,
    WorkJob,
    check_jobs,
    guards_of,
    jobs,
    jobs_of,
    posts,
    suggested_jobs,
    watchers_of,
)
from lastdays.procedure.asks import Arrange
from lastdays.procedure.odds import chances_for_wish
from lastdays.procedure.replay import Replayed
from sure import as_a, sure
from unit.postgame.crew import BOOK, MO_WATCHES, finish, group, member, night, options, run

GARDEN = "built-in-0-fenced-off-garden"


def after(
    crew: Group,
    given: dict[str, dict[str, str]],
    answers: dict[str, Any] | None = None,
    **game: Any,
) -> JobsResult:
    answers = {"jobs/assigned": given, **(answers or {})}
    return as_a(JobsResult, finish(lambda: jobs(crew, night(crew, **game)), answers))


def asked_for_jobs(crew: Group, **game: Any) -> ArrangeJobs:
    return ArrangeJobs(
        key="jobs/assigned", question="", initial={}, group=crew, context=night(crew, **game)
    )


def problems(crew: Group, given: dict[str, dict[str, str]], **game: Any) -> str:
    ask = asked_for_jobs(crew, **game)
    return " ".join(ask.check(ask.read(given)).problems)


def guard(*members: str) -> dict[str, dict[str, str]]:
    return {m: {"job": "guard"} for m in members}


def work(post: str) -> dict[str, str]:
    return {"job": "work", "post": post}


def test_ruling_24_one_worker_a_perk_and_each_garden_its_own() -> None:
    built = RefugeState("farm-house", (BuiltPerk("b1", "fenced-off-garden"),))
    crew = group(member("Mo"), member("Lou"), refuge_state=built)
    assert [p.id for p in posts(crew, BOOK)] == [GARDEN, "b1"]
    assert "cannot both work" in problems(crew, {"mo": work(GARDEN), "lou": work(GARDEN)})
    assert not problems(crew, {"mo": work(GARDEN), "lou": work("b1")})


def test_ruling_7_animals_neither_work_nor_build() -> None:
    crew = group(member("Rex", "dog"))
    assert jobs_of(crew.member("rex"), crew, night(crew)) == ("guard", "talk", "rest")


def test_only_what_can_be_paid_is_offered_and_nothing_twice() -> None:
    built = RefugeState("farm-house", (BuiltPerk("b", "store-room"),))
    crew = group(member("Mo"), points=15, refuge_state=built)
    asked = run(lambda: jobs(crew, night(crew)), {"jobs/assigned": {"mo": {"job": "build"}}})
    assert options(asked) == [
        "fenced-off-garden",
        "radio-room",
        "reinforced-doors",
        "tear-down/b",
        "nothing",
    ]


def test_points_come_at_once_so_that_the_order_counts() -> None:
    crew = group(member("Mo"), member("Lou"), points=10)
    answers = {
        "jobs/next/1": "mo",
        "jobs/mo/worked/points": 5,
        "jobs/lou/build/perk": "store-room",
    }
    worked = after(crew, {"mo": work(GARDEN), "lou": {"job": "build"}}, answers)
    assert worked.group.points == 0


def test_ruling_25_a_built_perk_may_be_torn_down_before_build() -> None:
    built = tuple(BuiltPerk(f"b{n}", "bunk-bed") for n in range(2))
    crew = group(member("Mo"), points=40, refuge_state=RefugeState("church", built))
    build = {"mo": {"job": "build"}}
    asked = run(lambda: jobs(crew, night(crew)), {"jobs/assigned": build})
    assert options(asked) == ["tear-down/b0", "tear-down/b1", "nothing"]
    answers = {"jobs/mo/build/perk": "tear-down/b1", "jobs/mo/build/perk-2": "infirmary"}
    worked = after(crew, build, answers)
    assert [p.key for p in worked.group.refuge.built] == ["bunk-bed", "infirmary"]
    assert worked.group.points == 15


def test_nothing_is_torn_down_that_someone_works_or_that_nothing_could_replace() -> None:
    built = (BuiltPerk("b0", "fenced-off-garden"), BuiltPerk("b1", "fences"))
    crew = group(member("Mo"), member("Lou"), points=40, refuge_state=RefugeState("church", built))
    given = {"mo": {"job": "build"}, "lou": work("b0")}
    asked = run(lambda: jobs(crew, night(crew)), {"jobs/assigned": given, "jobs/next/1": "mo"})
    assert options(asked) == ["tear-down/b1", "nothing"]
    poor = group(member("Mo"), points=3, refuge_state=RefugeState("church", built))
    assert after(poor, {"mo": {"job": "build"}}).group == poor


RECRUIT = {"type": "goon", "name": "New", "gear": ["club"], "allowed": False}


def test_only_the_leader_recruits_under_all_the_rules() -> None:
    crew = group(member("Mo"), points=11)
    assert "recruit" not in jobs_of(crew.member("mo"), crew, night(crew))
    worked = after(crew, {"zeke": {"job": "recruit"}}, {"jobs/zeke/recruit": RECRUIT})
    joined = worked.group.members[-1]
    assert (joined.name, joined.newcomer, worked.group.points) == ("New", True, 0)


def test_a_recruit_that_breaks_a_rule_needs_the_tables_leave() -> None:
    crew = group(points=5)
    given = {"jobs/assigned": {"zeke": {"job": "recruit"}}, "jobs/zeke/recruit": RECRUIT}
    asked = run(lambda: jobs(crew, night(crew)), given)
    assert "costs 11" in asked.dropped[0].reason
    allowed = {**RECRUIT, "allowed": True}
    worked = after(crew, {"zeke": {"job": "recruit"}}, {"jobs/zeke/recruit": allowed})
    assert worked.group.points == -6


def test_a_recruit_may_come_with_traits() -> None:
    crew = group(member("Mo"), points=11)
    given = {**RECRUIT, "traits": {"flaw": "Afraid of dogs."}}
    worked = after(crew, {"zeke": {"job": "recruit"}}, {"jobs/zeke/recruit": given})
    assert worked.group.members[-1].traits == {"flaw": "Afraid of dogs."}


def test_nobody_has_to_be_recruited() -> None:
    crew = group(points=5)
    worked = after(crew, {"zeke": {"job": "recruit"}}, {"jobs/zeke/recruit": None})
    assert worked.group == crew


TALK = {"zeke": {"job": "talk", "with": "ann"}, "ann": {"job": "talk"}}


def test_the_talk_takes_both() -> None:
    crew = group(member("Ann", "survivor"), member("Bob", "survivor"))
    assert "takes the Leader" in problems(crew, {"ann": {"job": "talk"}})
    both = {**TALK, "bob": {"job": "talk"}}
    assert "it isn't a Job for anybody else" in problems(crew, both)


def test_ruling_17_a_captured_leader_neither_recruits_nor_talks() -> None:
    leader = member("Zeke", "merciless-thug", status="captured")
    crew = group(leader, member("Mo"), member("Ann", "survivor"))
    for name in ("mo", "ann"):
        assert not {"recruit", "talk"} & set(jobs_of(crew.member(name), crew, night(crew)))


ASSIGNED: dict[str, Job] = {
    "zeke": TalkJob("ann"), "ann": TalkJob(), "mo": WorkJob(GARDEN), "lou": BuildJob(),
    "bo": GuardJob(), "ed": RecruitJob(), "rat": RestJob(), "doc": WorkJob(),
}  # fmt: skip
#: As stores of before have them.
STORED_JOBS = {
    **TALK, "mo": work(GARDEN), "lou": {"job": "build"}, "bo": {"job": "guard"},
    "ed": {"job": "recruit"}, "rat": {"job": "rest"}, "doc": {"job": "work"},
}  # fmt: skip


def test_jobs_are_read_and_written_as_stores_have_them_in_their_order() -> None:
    ask = asked_for_jobs(group())
    assert list(ask.read(STORED_JOBS).items()) == list(ASSIGNED.items())
    assert list(ask.write(ASSIGNED).items()) == list(STORED_JOBS.items())


@pytest.mark.parametrize(
    "stored", ["guard", ["mo"], {"mo": "guard"}, {"mo": {}}, {"mo": {"job": "sleep"}}, {1: {}}]
)
def test_a_malformed_answer_is_no_list_of_jobs(
    stored: Any,
) -> None:
    with pytest.raises(RuleError, match="a list of Jobs"):
        asked_for_jobs(group()).read(stored)


def test_the_leader_does_not_talk_to_themselves() -> None:
    crew = group(member("Ann", "survivor"))
    assert "it isn't a Job for anybody else" in problems(
        crew, {"zeke": {"job": "talk", "with": "zeke"}}
    )


def asked_for_a_recruit() -> Replayed[Any]:
    crew = group(points=20)
    return run(lambda: jobs(crew, night(crew)), {"jobs/assigned": {"zeke": {"job": "recruit"}}})


def test_a_recruit_is_read_and_written_as_stores_have_it() -> None:
    ask = asked_for_a_recruit().pending
    assert isinstance(ask, Arrange)
    assert (ask.read(None), ask.write(None)) == (None, None)
    stored = {
        "type": "survivor", "name": "New", "skill_types": ["cqc"], "gunsmith": "",
        "gear": ["knife"], "allowed": True,
    }  # fmt: skip
    read = ask.read(stored)
    assert read == Recruitment("survivor", "New", ("cqc",), "", ("knife",), allowed=True)
    assert json.decode(json.encode(ask.write(read))) == {**stored, "traits": {}}
    assert not ask.read(RECRUIT).allowed


def test_a_malformed_answer_is_nobody_to_recruit() -> None:
    wrong = {
        "name": (None, 3, ["Mo"]), "skill_types": (None, 5, True, "cqc", [None], {"cqc": 1}),
        "gunsmith": (None, {}), "gear": (None, 5, "knife", [3], [["knife"]]),
    }  # fmt: skip
    amiss = [{"type": "survivor", key: value} for key, values in wrong.items() for value in values]
    for stored in ("survivor", "type", 7, [], ["type"], {}, {"type": 3}, {"type": None}, *amiss):
        with pytest.raises(RuleError, match="Choose a Character"):
            cast("Arrange[Any]", asked_for_a_recruit().pending).read(stored)


def test_a_recruit_of_an_unknown_type_is_refused_whatever_the_table_allows() -> None:
    ask = asked_for_a_recruit().pending
    assert isinstance(ask, Arrange)
    found = ask.check(Recruitment("wizard", allowed=True))
    assert "no Character type called 'wizard'" in found.problems[0]


@pytest.mark.parametrize(("newcomer", "out"), [(True, ()), (False, ("zeke",))])
def test_a_leader_who_takes_no_job_is_not_talked_to(newcomer: bool, out: tuple[str, ...]) -> None:
    """A Leader who is new, or was taken Out of Action (p. 94–95)."""
    crew = group(member("Zeke", "merciless-thug", newcomer=newcomer), member("Ann", "survivor"))
    assert "talk" not in jobs_of(crew.member("ann"), crew, night(crew, out=out))


def test_ruling_24_who_is_idle_or_rests_is_a_warning() -> None:
    crew = group(member("Mo"), member("Lou"))
    given: dict[str, Job] = {"zeke": GuardJob(), "mo": RestJob()}
    checked = check_jobs(crew, given, night(crew))
    assert (checked.problems, checked.warnings) == ((), ("Mo, Lou have no Job.",))
    given["lou"] = GuardJob()
    assert check_jobs(crew, given, night(crew)).warnings == ("Mo has no Job.",)


def test_the_leader_talks_to_someone_who_can_work() -> None:
    crew = group(member("Ann", "survivor"))
    assert "takes the Leader" in problems(crew, TALK, out=("ann",))
    assert "takes the Leader" in problems(crew, TALK, out=("zeke",))
    assert "takes the Leader" in problems(crew, {"zeke": {"job": "talk"}, "ann": {"job": "talk"}})
    assert not problems(crew, TALK)


def test_an_attack_hangs_on_an_assignment_that_names_strangers() -> None:
    """As a draft of before may, once someone has gone."""
    crew = group(member("Mo"), member("Lou"), refuge="church")
    ask = asked_for_jobs(crew, out=("lou",))
    tower = next(p.id for p in posts(crew, BOOK) if p.key == "watch-tower")
    assert guards_of({"mo": GuardJob(), "zeke": RestJob()}) == ("mo",)
    assert watchers_of(crew, {"zeke": GuardJob(), "mo": WorkJob(tower)}, BOOK) == MO_WATCHES
    assert watchers_of(crew, {"mo": WorkJob()}, BOOK) == {}
    known = sure(ask.preview({"mo": GuardJob()}))
    strange = sure(ask.preview({"gone": GuardJob(), "mo": GuardJob(), "lost": WorkJob(tower)}))
    wish = known.wishes[0]
    assert wish.hope(sure(chances_for_wish(known, {}, wish)).outcomes) == Fraction(35, 36)
    assert (
        sure(chances_for_wish(strange, {}, wish)).outcomes
        == sure(chances_for_wish(known, {}, wish)).outcomes
    )


def held(crew: Group, given: Assignment, **game: Any) -> Fraction:
    """The chance to hold the Refuge with these Jobs."""
    stake = sure(asked_for_jobs(crew, **game).preview(given))
    wish = stake.wishes[0]
    return wish.hope(sure(chances_for_wish(stake, {}, wish)).outcomes)


@pytest.mark.parametrize(
    ("out", "on_guard"),
    [
        ((), 1),
        (("doc",), 2),
        (("doc", "ed"), 3),
        (("doc", "ed", "bo"), 3),
    ],
)
def test_only_those_stand_guard_who_help_against_the_attack(
    out: tuple[str, ...], on_guard: int
) -> None:
    """Six can take a Job, less those Out of Action, each of whom counts against the Refuge."""
    crew = group(*(member(name) for name in ("Mo", "Lou", "Doc", "Ed", "Bo")))
    given = suggested_jobs(crew, night(crew, out=out))
    guards = guards_of(given)
    assert len(guards) == on_guard
    assert set(given) == {m.id for m in crew.members} - set(out)
    best = held(crew, given, out=out)
    for guard in guards:
        assert held(crew, {**given, guard: RestJob()}, out=out) < best
    if best == 1:
        assert "zeke" not in guards, "the Leader has other Jobs to do"
    else:
        assert len(guards) == len(given)


def test_those_who_guard_best_are_suggested_first() -> None:
    skilled = next(
        key
        for key, skill in BOOK.skills.items()
        if skill.guard > BOOK.number("zombie_attack", "guard")
    )
    crew = group(member("Mo"), member("Lou", skills=(skilled,)), member("Ed"))
    assert guards_of(suggested_jobs(crew, night(crew, out=("ed",)))) == ("lou",)
