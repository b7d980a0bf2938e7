"""Steps and tables that players wrote, after a game (rulings 99 to 101)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from lastdays.campaign.documents.bounds import problems
from lastdays.model.group import Group, Item, StandingNote
from lastdays.model.switches import Switches
from lastdays.postgame.context import OWN_STEPS, PostGameContext, steps_under
from lastdays.postgame.own import own_steps
from lastdays.postgame.sequence import begin, post_game
from lastdays.procedure.asks import Choose, Sum
from lastdays.procedure.replay import Answer, Replayed, replay
from lastdays.rulebook.entries import Dice, TestOf
from lastdays.rulebook.own import Counter, Level, Moment, OwnRules, Row, Step, Table
from lastdays.ui.pages.sequence.book_tables import table_for
from sure import sure
from unit.campaign.evenings import answer, some_evening
from unit.postgame.crew import BOOK, group, member, night, options, run, told
from unit.postgame.made_up_rules import made_up_rules, with_rules
from unit.rulebook.winter import EAT, FOOD, ILLNESS, SICKNESS

DAY = Counter(key="day", name="Day", of="campaign", high=99)
DREAMS = Table(
    key="dreams",
    name="Dreams",
    dice=Dice(1, 6),
    rows=(
        Row(upto=3, text="Worse.", does=("counter sickness +2",)),
        Row(upto=6, text="Then…", does=("table illness",)),
    ),
)


def effects(*does: str) -> tuple[Table, Step]:
    """A table with one row, and a step after a game in which a member rolls on it."""
    rows = (Row(upto=6, text="It happens.", does=does),)
    table = Table(key="event", name="Event", dice=Dice(1, 6), rows=rows)
    return table, Step(key="stir", name="Something stirs", when="upkeep", table="event")


def playing(
    crew: Group,
    rules: OwnRules,
    answers: dict[str, Any],
    campaign: dict[str, int] | None = None,
    moment: Moment = "upkeep",
    **game: Any,
) -> Replayed[tuple[Group, frozenset[str]]]:
    """The steps of a moment by themselves."""
    this_night = night(crew, **game)
    this_night = replace(this_night, catalogue=with_rules(BOOK, rules), counters=campaign or {})
    return run(lambda: own_steps(moment, crew, this_night, frozenset()), answers)


def after_effects(crew: Group, *does: str, **answers: Any) -> tuple[Group, str]:
    """The group, and the story, after Mo alone rolled a row that does this."""
    table, step = effects(*does)
    rules = OwnRules((SICKNESS, FOOD, DAY), tables=(table, ILLNESS, DREAMS), steps=(step,))
    keys = {f"upkeep/stir/mo/{key}".replace("_", "-"): value for key, value in answers.items()}
    found = playing(crew, rules, {"upkeep/stir/mo/roll": 1, **keys})
    assert found.pending is None, found.pending
    assert not found.dropped
    return sure(found.result)[0], told(found)


def alone(**changes: Any) -> Group:
    """Mo, led by nobody else: the step is about him only."""
    mo = member("Mo", "merciless-thug", **changes)
    return group(mo)


# Steps


def test_who_pays_is_done_and_others_roll() -> None:
    crew = replace(group(member("Mo"), member("Ann")), counters={"food": 2})
    rules = OwnRules((SICKNESS, FOOD), tables=(ILLNESS,), steps=(EAT,))
    asked = playing(crew, rules, {})
    assert sure(asked.pending).key == "upkeep/eat/zeke/pay"
    assert sure(asked.pending).question == "Zeke: pay 1 Food?"
    assert isinstance(asked.pending, Choose)
    assert [(o.key, o.label, o.detail) for o in asked.pending.options] == [
        ("pay", "Pay 1 Food", "leaves 1"),
        ("no", "Roll on Illness", ""),
    ]
    answers: dict[str, Any] = {
        "upkeep/eat/zeke/pay": "pay",
        "upkeep/eat/mo/pay": "no",
        "upkeep/eat/mo/roll": 2,
        "upkeep/eat/ann/pay": "pay",
    }
    found = playing(crew, rules, answers)
    after, _used = sure(found.result)
    assert after.counters == {"food": 0}
    assert [m.counters for m in after.members] == [{}, {"sickness": 1}, {}]
    assert told(found).splitlines() == [
        "Zeke: 1 Food paid, 1 left.",
        "Mo, Illness 2: Sicker.",
        "Mo: Sickness 0 → 1, Coughing.",
        "Ann: 1 Food paid, 0 left.",
    ]


def test_who_has_nothing_to_pay_with_is_not_asked() -> None:
    crew = replace(group(member("Mo")), counters={"food": 0})
    rules = OwnRules((SICKNESS, FOOD), tables=(ILLNESS,), steps=(EAT,))
    asked = playing(crew, rules, {})
    assert sure(asked.pending).key == "upkeep/eat/zeke/roll"
    assert told(asked) == "Zeke can't pay 1 Food."
    points = replace(EAT, pays="points 3")
    for owned, key in ((2, "roll"), (3, "pay")):
        crew = replace(crew, points=owned)
        asked = playing(crew, replace(rules, steps=(points,)), {})
        assert sure(asked.pending).key == f"upkeep/eat/zeke/{key}"


def test_a_counter_is_paid_down_to_its_lowest_value() -> None:
    low = replace(FOOD, low=-2, start=-1)
    crew = group()
    rules = OwnRules((SICKNESS, low), tables=(ILLNESS,), steps=(EAT,))
    paid = playing(crew, rules, {"upkeep/eat/zeke/pay": "pay"})
    assert sure(paid.result)[0].counters == {"food": -2}
    spent = replace(crew, counters={"food": -2})
    assert sure(playing(spent, rules, {}).pending).key == "upkeep/eat/zeke/roll"


def test_a_test_comes_before_the_table() -> None:
    step = replace(EAT, test=TestOf(characteristic="C", target=6))
    rules = OwnRules((SICKNESS, FOOD), tables=(ILLNESS,), steps=(step,))
    crew = replace(alone(), counters={"food": 3})
    asked = playing(crew, rules, {})
    assert isinstance(asked.pending, Choose)
    assert asked.pending.options[1].label == "Take the Test: Courage/6"
    no = {"upkeep/eat/mo/pay": "no"}
    asked = playing(crew, rules, no)
    assert sure(asked.pending).key == "upkeep/eat/mo/test"
    passed = playing(crew, rules, {**no, "upkeep/eat/mo/test": 6})
    assert sure(passed.result)[0].members == crew.members
    failed = playing(crew, rules, {**no, "upkeep/eat/mo/test": 1})
    assert sure(failed.pending).key == "upkeep/eat/mo/roll"


def test_those_still_standing_are_those_who_did_not_end_out_of_action() -> None:
    crew = group(member("Mo"), member("Ann"))
    for audience, who in (("member", ["zeke", "mo", "ann"]), ("standing", ["zeke", "ann"])):
        step = replace(EAT, audience=audience, pays="")
        rules = OwnRules((SICKNESS,), tables=(ILLNESS,), steps=(step,))
        rolls = {f"upkeep/eat/{name}/roll": 3 for name in who}
        found = playing(crew, rules, rolls, out=("mo",))
        assert found.pending is None
        assert not found.dropped


def test_the_dead_and_the_captured_are_left_out() -> None:
    crew = group(member("Mo", status="captured"), member("Ann", status="dead"))
    rules = OwnRules((SICKNESS,), tables=(ILLNESS,), steps=(replace(EAT, pays=""),))
    found = playing(crew, rules, {"upkeep/eat/zeke/roll": 3})
    assert found.pending is None


def test_a_step_for_the_group_comes_once() -> None:
    table = replace(
        ILLNESS, of="group", rows=(Row(upto=6, text="Rats.", does=("counter food -1",)),)
    )
    step = replace(EAT, audience="group", pays="")
    rules = OwnRules((FOOD,), tables=(table,), steps=(step,))
    asked = playing(group(member("Mo")), rules, {})
    assert sure(asked.pending).question == "Truckers: roll D6 on Illness."
    found = playing(group(member("Mo")), rules, {"upkeep/eat/group/roll": 1})
    assert sure(found.result)[0].counters == {"food": 4}
    assert told(found) == "Truckers, Illness 1: Rats.\nTruckers: Food 5 → 4."


def test_a_step_for_the_campaign_comes_to_the_first_group_of_the_game() -> None:
    step = replace(EAT, audience="campaign", pays="")
    rules = OwnRules((SICKNESS,), tables=(ILLNESS,), steps=(step,))
    crew = group()
    this_night = replace(night(crew), catalogue=with_rules(BOOK, rules))
    asked = run(lambda: own_steps("upkeep", crew, this_night, frozenset()), {})
    assert sure(asked.pending).key == "upkeep/eat/campaign/roll"
    mine, other = this_night.game.sides
    sides = (replace(other, group="x"), mine)
    later = replace(this_night, game=replace(this_night.game, sides=sides))
    assert run(lambda: own_steps("upkeep", crew, later, frozenset()), {}).pending is None


@pytest.mark.parametrize(("value", "due"), [(-1, False), (0, False), (1, True)])
def test_a_step_waits_until_its_counter_is_above_its_lowest(value: int, due: bool) -> None:
    threat = Counter(key="threat", name="Threat", of="campaign", high=9)
    for counter, held in (
        (threat, {"campaign": value}),
        (replace(threat, of="group"), {"group": value}),
        (replace(threat, of="member"), {"member": value}),
    ):
        step = replace(EAT, pays="", while_above="threat")
        rules = OwnRules((SICKNESS, counter), tables=(ILLNESS,), steps=(step,))
        mine = {"threat": held["member"]} if "member" in held else {}
        crew = alone(counters=mine)
        if "group" in held:
            crew = replace(crew, counters={"threat": held["group"]})
        campaign = {"threat": held["campaign"]} if "campaign" in held else None
        asked = playing(crew, rules, {}, campaign)
        assert (asked.pending is not None) is due


def test_a_step_that_waits_for_a_counter_that_is_gone_never_comes() -> None:
    step = replace(EAT, while_above="gone")
    rules = OwnRules((SICKNESS, FOOD), tables=(ILLNESS,), steps=(step,))
    assert playing(alone(), rules, {}).pending is None


def test_a_step_without_anything_to_do_is_a_reminder() -> None:
    step = Step(key="dog", name="Feed the dog", when="upkeep")
    asked = playing(alone(), OwnRules(steps=(step,)), {})
    assert (sure(asked.pending).key, sure(asked.pending).question) == (
        "upkeep/dog/done",
        "Feed the dog",
    )
    assert options(asked) == ["done"]
    done = playing(alone(), OwnRules(steps=(step,)), {"upkeep/dog/done": "done"})
    assert told(done) == "Feed the dog: done."


# Effects


def test_a_counter_stops_at_its_lowest_and_highest_value() -> None:
    after, story = after_effects(alone(counters={"sickness": 4}), "counter sickness +3")
    assert after.member("mo").counters == {"sickness": 5}
    assert "Mo: Sickness 4 → 5, Bedridden." in story
    after, story = after_effects(after, "counter sickness +1")
    assert after.member("mo").counters == {"sickness": 5}
    assert "Mo: Sickness stays at 5." in story
    after, story = after_effects(after, "counter sickness =2")
    assert "Mo: Sickness 5 → 2, Coughing." in story


def test_what_is_of_the_campaign_is_only_read_in_a_sequence() -> None:
    after, story = after_effects(alone(), "counter day +1")
    assert after == alone()
    assert "Day +1: a post-game sequence changes only its own group." in story


def test_points_are_given_and_taken_as_far_as_there_are_any() -> None:
    after, story = after_effects(replace(alone(), points=2), "points D6+1", amount_1=4)
    assert after.points == 7
    assert "Truckers: +5 Scavenge Points, 7 in all." in story
    after, story = after_effects(after, "points -3")
    assert after.points == 4
    after, story = after_effects(after, "points -9")
    assert after.points == 0
    assert "Truckers: −4 Scavenge Points, 0 in all." in story
    owing = replace(alone(), points=-5)
    assert after_effects(owing, "points -3")[0].points == -5


def test_experience_is_gained_but_by_no_animal() -> None:
    after, story = after_effects(alone(), "experience D6", "experience 2", amount_1=3)
    assert after.member("mo").experience == 5
    assert "Mo gains 3 Experience." in story
    table, step = effects("experience D6")
    rules = OwnRules(tables=(table,), steps=(step,))
    crew = group(member("Mo", "dog"))
    answers = {f"upkeep/stir/{key}": 1 for key in ("zeke/roll", "zeke/amount-1", "mo/roll")}
    found = playing(crew, rules, answers, switches=Switches(animals_earn=False))
    assert sure(found.result)[0].member("mo").experience == 0
    assert "Mo doesn't earn Experience." in told(found)


def test_a_member_misses_the_next_game() -> None:
    after, story = after_effects(alone(), "misses")
    assert after.member("mo").misses == 1
    assert "Mo misses the next game." in story


def test_gear_comes_to_the_stash_and_goes_from_its_bearer_first() -> None:
    after, story = after_effects(alone(), "gains knife")
    assert [item.key for item in after.stash] == ["knife"]
    assert "Knife: now in the stash." in story
    armed = alone(gear=("knife",))
    armed = replace(armed, stash=(Item("s", "knife"),))
    after, story = after_effects(armed, "loses knife")
    assert (after.member("mo").gear, len(after.stash)) == ((), 1)
    assert "Mo loses Knife." in story
    after, story = after_effects(after, "loses knife")
    assert after.stash == ()
    assert "Knife: gone from the stash." in story
    after, story = after_effects(after, "loses knife")
    assert "Knife: there's none to lose." in story


def test_what_is_attached_can_be_lost_by_itself() -> None:
    gun = Item("g", "revolver", (Item("x", "scope"),))
    crew = alone()
    crew = crew.with_member(replace(crew.member("mo"), gear=(gun,)))
    after, _story = after_effects(crew, "loses scope")
    assert after.member("mo").gear == (Item("g", "revolver"),)


def test_zombies_and_notes_are_for_the_next_game() -> None:
    after, story = after_effects(alone(), "zombies D3", "note The road is icy.", amount_1=2)
    assert after.next_encounter.zombies == 2
    assert after.next_encounter.notes == (StandingNote("The road is icy.", "mo"),)
    assert "2 more zombies in the next game." in story
    assert "For the next game: The road is icy." in story
    again, _story = after_effects(after, "zombies 1", "note The road is icy.")
    assert again.next_encounter.zombies == 3
    assert again.next_encounter.notes == after.next_encounter.notes


def test_an_injury_is_rolled_with_all_the_help_of_others() -> None:
    after, _story = after_effects(alone(), "injury", **{"injury_1/roll": (2, 3)})
    assert after.member("mo").injured("blinded")
    table, step = effects("injury")
    rules = OwnRules(tables=(table,), steps=(step,))
    crew = group(member("Mo", "merciless-thug"), member("Ann", "rescue-worker"))
    answers = {"upkeep/stir/mo/roll": 1, "upkeep/stir/mo/injury-1/roll": (1, 1)}
    asked = playing(crew, rules, answers)
    assert sure(asked.pending).key == "upkeep/stir/mo/injury-1/first-aid"


def test_first_aid_is_used_once_in_a_sequence() -> None:
    table, step = effects("injury")
    rules = OwnRules(tables=(table,), steps=(step,))
    crew = group(member("Mo"), member("Ann", "rescue-worker"))
    answers: dict[str, Any] = {
        "upkeep/stir/zeke/roll": 1,
        "upkeep/stir/zeke/injury-1/roll": (3, 4),
        "upkeep/stir/zeke/injury-1/first-aid": "first",
        "upkeep/stir/zeke/injury-1/first-aid/roll": (3,),
        "upkeep/stir/mo/roll": 1,
        "upkeep/stir/mo/injury-1/roll": (3, 4),
    }
    asked = playing(crew, rules, answers)
    assert sure(asked.pending).key == "upkeep/stir/ann/roll"  # Mo was not asked again


def test_nobody_is_captured_after_a_game() -> None:
    table, step = effects("injury")
    rules = OwnRules(tables=(table,), steps=(step,))
    keys = {"upkeep/stir/mo/roll": 1, "upkeep/stir/mo/injury-1/roll": (1, 2)}
    asked = playing(alone(), rules, keys)
    assert sure(asked.pending).key == "upkeep/stir/mo/injury-1/roll/try-2"


def test_a_new_leader_is_armed_with_the_jobs_or_at_once_last_of_all() -> None:
    table, step = effects("injury")
    crew = replace(alone(), points=5)
    for moment in OWN_STEPS:
        rules = OwnRules(tables=(table,), steps=(replace(step, when=moment),))
        where = f"{moment}/stir/mo"
        answers = {
            f"{where}/roll": 1,
            f"{where}/injury-1/roll": (1, 1),
            f"{where}/injury-1/leader/new": {"type": "merciless-thug", "name": "Bo"},
        }
        found = playing(crew, rules, answers, moment=moment)
        pending = found.pending.key if found.pending is not None else ""
        assert pending == {"upkeep": "", "after": f"{where}/injury-1/leader/arms"}[moment]


def test_a_row_leads_to_another_table_once() -> None:
    after, story = after_effects(alone(), "table dreams", other=5)
    assert after == alone()
    assert "Illness: a roll leads to one other table only." in story
    after, story = after_effects(alone(), "table illness", "table dreams", other=1)
    assert after.member("mo").counters == {"sickness": 1}
    assert "Dreams: a roll leads to one other table only." in story
    itself, story = after_effects(alone(), "table event", other=1)
    assert itself == alone()
    assert "Event: a roll leads to one other table only." in story


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("counter gone +1", "Gone +1: the rules don't have it any longer."),
        ("table gone", "then roll on Gone: the rules don't have it any longer."),
        ("gains gone", "Gone: the rulebook has no such gear."),
        ("loses gone", "Gone: there's none to lose."),
    ],
)
def test_what_the_rules_no_longer_have_is_told_and_changes_nothing(does: str, said: str) -> None:
    after, story = after_effects(alone(), does)
    assert after == alone()
    assert said in story


@pytest.mark.parametrize("does", ["experience 2", "misses", "injury", "counter sickness +1"])
def test_what_is_for_a_member_changes_no_group(does: str) -> None:
    table, step = effects(does)
    rules = OwnRules((SICKNESS,), tables=(table,), steps=(replace(step, audience="group"),))
    found = playing(alone(), rules, {"upkeep/stir/group/roll": 1})
    assert sure(found.result)[0] == alone()
    assert "there's nobody here it could be for." in told(found)


def test_the_dead_suffer_no_further_effects() -> None:
    after, _story = after_effects(
        alone(),
        "injury",
        *("experience 2", "misses", "counter sickness +1", "points 2"),
        **{
            "injury_1/roll": (1, 1),
            "injury_1/leader/new": {"type": "merciless-thug", "name": "Bo"},
        },
    )
    mo = after.member("mo")
    assert (mo.status, mo.experience, mo.misses, mo.counters) == ("dead", 0, 0, {})
    assert after.points == 2


# Whole sequences


def whole(book_rules: OwnRules, seed: int, size: int = 4) -> tuple[Group, PostGameContext]:
    evening = some_evening(Random(seed), size)
    catalogue = with_rules(BOOK, book_rules)
    return evening.group, replace(evening.context, catalogue=catalogue, counters={"threat": 1})


@pytest.mark.sweep
@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_whole_sequences_run_to_their_end_under_any_rules(seed: int) -> None:
    random = Random(seed)
    crew, context = whole(made_up_rules(random), seed)
    answers: dict[str, Answer] = {}
    known = steps_under(context.catalogue)
    while True:
        played = replay(lambda: post_game(crew, context), answers, known)
        assert not played.dropped
        if played.pending is None:
            break
        ask = played.pending
        value = answer(ask, Random(f"{seed}/{ask.key}"))
        stored = getattr(ask, "write", lambda value: value)(value)
        assert ask.accept(stored) == value
        answers[ask.key] = Answer(stored)
    after = sure(played.result).group
    assert problems(after, context.catalogue, [crew], foreign=True) == []


def test_the_steps_come_in_their_place_and_only_if_there_are_any() -> None:
    assert "upkeep" not in steps_under(BOOK)
    rules = OwnRules(
        (SICKNESS, FOOD), tables=(ILLNESS,), steps=(EAT, replace(EAT, key="z", when="after"))
    )
    assert steps_under(with_rules(BOOK, rules))[4:] == (
        *("gear", "upkeep", "jobs", "attack", "refuge", "after"),
    )


def test_a_counter_starts_again_as_a_game_or_a_sequence_begins() -> None:
    daily = replace(SICKNESS, key="daily", reset="sequence")
    once = replace(SICKNESS, key="once", reset="game")
    fuel = replace(FOOD, key="fuel", reset="sequence")
    rules = OwnRules((SICKNESS, daily, once, fuel, FOOD))
    values = {"sickness": 2, "daily": 2, "once": 2}
    crew = replace(group(member("Mo", counters=values)), counters={"fuel": 1, "food": 1})
    context = replace(night(crew), catalogue=with_rules(BOOK, rules))
    asked = replay(lambda: post_game(crew, context), {})
    assert asked.raised is None
    begun = begin(crew, context)
    assert begun.member("mo").counters == {"sickness": 2}
    assert begun.counters == {"food": 1}


STEP_OF_ALL = OwnRules((SICKNESS, FOOD, DAY), tables=(ILLNESS, DREAMS), steps=(EAT,))
ANSWERED = {
    "upkeep/eat/zeke/pay": "no",
    "upkeep/eat/zeke/roll": 2,
    "upkeep/eat/mo/pay": "pay",
}
PAYMENTS = ("upkeep/eat/zeke/pay", "upkeep/eat/mo/pay")
COURAGE = TestOf(characteristic="C", target=6)


@pytest.mark.parametrize(
    ("changed", "unused", "pending"),
    [
        (replace(EAT, name="Dinner"), (), ""),
        (replace(EAT, audience="group"), tuple(ANSWERED), "upkeep/eat/group/pay"),
        (replace(EAT, pays=""), PAYMENTS, "upkeep/eat/mo/roll"),
        (replace(EAT, pays="points 9"), PAYMENTS, "upkeep/eat/mo/roll"),
        (replace(EAT, table="dreams"), (), ""),
        (replace(EAT, table=""), ("upkeep/eat/zeke/roll",), ""),
        (replace(EAT, test=COURAGE), tuple(ANSWERED)[1:], "upkeep/eat/zeke/test"),
        (replace(EAT, while_above="sickness"), tuple(ANSWERED), ""),
        (replace(EAT, when="after"), tuple(ANSWERED), ""),
        (replace(EAT, key="meal"), tuple(ANSWERED), "upkeep/meal/zeke/pay"),
        (None, tuple(ANSWERED), ""),
    ],
)  # fmt: skip
def test_a_changed_step_keeps_the_answers_that_still_fit(
    changed: Step | None, unused: tuple[str, ...], pending: str
) -> None:
    """Those of a step that is gone are kept, and wait or are dropped."""
    crew = group(member("Mo"))
    assert playing(crew, STEP_OF_ALL, ANSWERED).done
    rules = replace(STEP_OF_ALL, steps=(changed,) if changed is not None else ())
    found = playing(crew, rules, ANSWERED)
    assert (found.pending.key if found.pending is not None else "") == pending
    assert {*found.waiting, *(one.key for one in found.dropped)} == set(unused)
    if not pending:
        assert not found.waiting


@pytest.mark.parametrize(
    ("table", "result"),
    [
        (replace(ILLNESS, name="Fever"), {"sickness": 1}),
        (replace(ILLNESS, dice=Dice(1, 3), rows=(Row(upto=3, text="Nothing."),)), {}),
        (replace(ILLNESS, dice=Dice(1, 6, 4), rows=(*ILLNESS.rows[1:], Row(upto=10, text="So."))),
         {"sickness": 0}),
    ],
)  # fmt: skip
def test_a_changed_table_reads_the_same_dice(table: Table, result: dict[str, int]) -> None:
    rules = replace(STEP_OF_ALL, tables=(table, DREAMS))
    after = sure(playing(group(member("Mo")), rules, ANSWERED).result)[0]
    assert after.member("zeke").counters == result


def test_dice_that_a_changed_table_cannot_show_are_asked_again() -> None:
    two = replace(ILLNESS, dice=Dice(2, 6), rows=(Row(upto=12, text="Well."),))
    answers = {**ANSWERED, "upkeep/eat/zeke/roll": 1}
    found = playing(group(member("Mo")), replace(STEP_OF_ALL, tables=(two,)), answers)
    assert sure(found.pending).key == "upkeep/eat/zeke/roll"
    assert found.dropped[0].reason == "2D6 can't come to 1: it goes from 2 to 12."


def test_what_players_wrote_is_never_filled_in() -> None:
    odd = "{name} <b>100 %</b> {0}"
    level = Level(from_=1, name=odd)
    sick = replace(SICKNESS, name=odd, levels=(level,))
    row = Row(upto=6, text=odd, does=("counter sickness +1", f"note {odd}"))
    table = Table(key="illness", name=odd, dice=Dice(1, 6), rows=(row,))
    step = replace(EAT, name=odd, pays="counter sickness 1")
    rules = OwnRules((sick,), tables=(table,), steps=(step,))
    mo = alone(counters={"sickness": 1})
    asked = playing(mo, rules, {})
    assert odd in sure(asked.pending).question
    assert odd in sure(asked.pending).beside().chapter
    found = playing(mo, rules, {"upkeep/eat/mo/pay": "no", "upkeep/eat/mo/roll": 1})
    assert told(found).count(odd) == 4
    assert sure(found.result)[0].next_encounter.notes[0].text == odd


def test_a_roll_says_what_each_row_does() -> None:
    asked = playing(alone(), replace(STEP_OF_ALL, steps=(replace(EAT, pays=""),)), {})
    ask = sure(asked.pending)
    assert isinstance(ask, Sum)
    shown = sure(table_for(ask, ask.beside(), with_rules(BOOK, STEP_OF_ALL)))
    assert shown.title == "Illness"
    assert [(row.roll, row.name, row.detail, str(row.chance)) for row in shown.rows] == [
        ("1–2", "Sicker.", "Sickness +1", "1/3"),
        ("3–5", "Holds on.", "", "1/2"),
        ("6", "Better.", "Sickness −1", "1/6"),
    ]
    lying = sure(table_for(ask, ask.beside(), with_rules(BOOK, STEP_OF_ALL), (6,)))
    assert [row.kind for row in lying.rows] == ["faint", "faint", ""]
