"""A group on the road has no Refuge: nothing is asked about one, and none limits it (ruling 97)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.chronicle.games import end_progress
from lastdays.campaign.exchange.sharing import shared_group
from lastdays.campaign.printing.card_content import group_card, roster_sheet
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.model.group import ON_THE_ROAD, BuiltPerk, Group, RefugeState
from lastdays.model.recruiting import empty_spaces, max_size, room_left, size_in_words, violations
from lastdays.model.switches import Switches
from lastdays.postgame.context import steps_of
from lastdays.postgame.jobs import ArrangeJobs, RestJob, check_jobs, jobs, jobs_of, suggested_jobs
from lastdays.postgame.sequence import Aftermath, post_game
from lastdays.procedure.asks import Beside
from lastdays.ui.pages.sequence.book_tables import table_for
from sure import as_a, sure
from unit.postgame.crew import BOOK, finish, group, member, night, run

ROAD = RefugeState(ON_THE_ROAD)


def travellers(count: int = 3) -> Group:
    crew = [member(f"Goon{n}", "goon", ("knife",)) for n in range(count)]
    return group(*crew, refuge_state=ROAD)


def test_no_refuge_limits_how_many_they_are() -> None:
    crew = travellers(30)
    assert crew.on_the_road
    assert (max_size(crew, BOOK), room_left(crew, BOOK), size_in_words(crew, BOOK)) == (
        *(None, None),
        "31",
    )
    assert violations(crew, BOOK, Switches()) == []
    assert empty_spaces(crew, BOOK) == 0
    assert end_progress(crew, BOOK) is None


def test_what_is_built_on_the_road_needs_a_space_set_by_hand() -> None:
    vehicle = (BuiltPerk("p", "escape-vehicle"),)
    crew = travellers()
    parked = replace(crew, refuge=replace(ROAD, built=vehicle))
    assert [v.key for v in violations(parked, BOOK, Switches())] == ["spaces"]
    roomy = replace(crew, refuge=replace(ROAD, built=vehicle, extra_spaces=1))
    assert violations(roomy, BOOK, Switches()) == []
    assert len(group_card(roomy, BOOK).built) == 1


def test_nobody_guards_or_builds_and_nobody_is_idle() -> None:
    crew = travellers()
    this_night = night(crew)
    assert [jobs_of(m, crew, this_night) for m in crew.members] == [
        ("recruit", "rest"),
        *(("rest",) for _n in range(3)),
    ]
    assert set(map(type, suggested_jobs(crew, this_night).values())) == {RestJob}
    assert check_jobs(crew, {}, this_night).warnings == ()
    asked = as_a(ArrangeJobs, run(lambda: jobs(crew, this_night), {}).pending)
    assert asked.question == "Give everyone a Job, or none."
    assert asked.preview({}) is None
    table = table_for(asked, as_a(Beside, sure(asked.beside)()), BOOK)
    assert [row.name for row in sure(table).rows] == ["Recruit", "The Talk", "Rest"]


def test_no_zombies_attack_and_nothing_is_left() -> None:
    crew = travellers()
    this_night = night(crew)
    answers: dict[str, Any] = {"gear/moves": [], "jobs/assigned": {}}
    for one in crew.members:
        answers[f"experience/{one.id}/survived"] = 1
    done = finish(lambda: post_game(crew, this_night), answers)
    assert as_a(Aftermath, done).group.on_the_road
    assert steps_of(crew, BOOK)[-1] == "jobs"
    assert steps_of(group(), BOOK)[-1] == "refuge"


@pytest.mark.parametrize("recorded", [True, False])
def test_sheets_and_cards_dont_speak_of_a_refuge(recorded: bool) -> None:
    crew = travellers()
    form = worksheet(crew, BOOK, Switches(), night(crew).game if recorded else None)
    headings = " ".join(section.heading for section in form.sections)
    assert "Zombie Attack" not in headings
    assert "Refuge" not in headings
    assert "Guard:" not in repr(form)
    card = group_card(crew, BOOK)
    assert (card.refuge, card.spaces, [c.label for c in card.cells]) == (
        *("On the road", 0),
        ["Members", "Scavenge Points", "Games"],
    )
    assert roster_sheet(crew, BOOK).subtitle.startswith("On the road")
    assert shared_group(crew, BOOK).housed == "On the road"
