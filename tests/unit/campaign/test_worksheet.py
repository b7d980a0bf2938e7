"""The post-game worksheet: a place for each answer, in the order of the sequence, and none besides."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from lastdays.campaign.worksheet.sheet import worksheet
from lastdays.model.game_record import SupplyToken
from lastdays.model.group import BuiltPerk, Group, Injury, RefugeState
from lastdays.model.switches import Switches
from lastdays.pdf.content import (
    FormSection,
    FormSheet,
    FormTable,
    FormText,
    FormWords,
    PaperName,
    SheetTable,
    WriteBox,
)
from lastdays.pdf.typesetting import Type
from lastdays.postgame.context import AGAIN, ASKED, PostGameContext, kinds_of_asks
from sure import as_a
from unit.campaign.evenings import Evening, Pencil, asked, kind_of_ask, some_evening
from unit.campaign.made_up_packs import made_up_book
from unit.pdf.placed import PlacedBox, boxes_of, places_of, words_beside
from unit.postgame.crew import BOOK, group, member, night

#: 40 games of groups of these sizes, each played ten times.
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 8, 6, 30, 5, 7, 3, 9, 8, 6, 4)
GAMES, TIMES = 40, 10


def reading_order(place: PlacedBox) -> tuple[int, float, float]:
    """Where a place stands as the page is read: by page, by line, from left to right."""
    return place.page, round(place.top + place.height / 2, 1), place.left


@cache
def type_() -> Type:
    made = Type()
    made.fonts.register("BarlowSemiCondensed-Regular")
    return made


@cache
def evenings() -> list[tuple[int, list[PlacedBox], list[list[str]]]]:
    """Every game with the places of its sheet and what is asked of it, each time it is played; one
    in four under a content pack."""
    found = []
    for seed in range(GAMES):
        random = Random(seed)
        with TemporaryDirectory() as folder:
            book = BOOK if seed % 4 else made_up_book(Path(folder), random)
        evening = some_evening(random, SIZES[seed % len(SIZES)], book)
        sheet = worksheet(evening.group, book, evening.context.switches, evening.context.game)
        paper: PaperName = ("a4", "letter")[seed % 2]
        places = places_of(sheet, paper, type_())
        keys = [list(asked(evening, seed * 1000 + n)) for n in range(TIMES)]
        found.append((seed, places, keys))
    return found


@pytest.mark.sweep
def test_four_hundred_evenings_are_written_down_without_turning_back() -> None:
    played, lost = 0, []
    for seed, places, times in evenings():
        assert sorted(places, key=reading_order) == places
        for n, keys in enumerate(times):
            pencil, before = Pencil(places), (0, 0.0, 0.0)
            for key in keys:
                place = pencil.write(key)
                if place is None:
                    lost.append((seed, n, key))
                    break
                assert reading_order(place) >= before, key
                before = reading_order(place)
            played += 1
    assert played == 400
    assert lost == []


@pytest.mark.sweep
def test_there_is_no_place_for_what_is_never_asked() -> None:
    ever = {kind_of_ask(key) for _s, _p, times in evenings() for keys in times for key in keys}
    for _seed, places, _times in evenings():
        for place in places:
            if place.box.asks:
                assert not place.box.reason
                assert not ever.isdisjoint(place.box.asks), place.box.asks
            else:
                assert place.box.reason == "sum"  # what follows from the rest


@pytest.mark.sweep
def test_the_evenings_have_everything_a_sequence_can_ask() -> None:
    ever = {kind_of_ask(key) for _s, _p, times in evenings() for keys in times for key in keys}
    never = [kind for step in ASKED.values() for kind in step if kind not in ever]
    rare = (AGAIN, "/keep-")  # a roll made again twice; a third weapon of one with one arm
    assert [kind for kind in never if not any(mark in kind for mark in rare)] == []


def overlaps(one: PlacedBox, other: PlacedBox) -> bool:
    """Whether two places of a page lie on each other."""
    return (
        one.page == other.page
        and one.left < other.left + other.width - 0.01
        and other.left < one.left + one.width - 0.01
        and one.top < other.top + other.height - 0.01
        and other.top < one.top + one.height - 0.01
    )


@pytest.mark.sweep
def test_places_are_large_enough_for_a_hand_and_lie_apart() -> None:
    for seed, places, _times in evenings():
        height = (297.0, 279.4)[seed % 2]
        width = (210.0, 215.9)[seed % 2]
        for place in places:
            least = 4.0 if place.box.shape in ("ticks", "shift", "squares", "comb") else 6.0
            assert place.height >= least
            assert place.width >= (18.0 if place.box.shape == "line" else least), place
            assert place.left >= 10.9
            assert place.left + place.width <= width - 10.9
            assert place.top >= 20
            assert place.top + place.height <= height - 12
        for n, place in enumerate(places):
            assert not any(overlaps(place, other) for other in places[n + 1 : n + 40])


def section(sheet: FormSheet, heading: str) -> FormSection:
    return next(s for s in sheet.sections if heading in s.heading)


def kinds(sheet: FormSheet, heading: str) -> set[str]:
    """The kinds of ask a section has places for."""
    return {kind for box in boxes_of(section(sheet, heading)) for kind in box.asks}


def entries(
    sheet: FormSheet, heading: str, kind: str
) -> list[tuple[tuple[FormWords | WriteBox, ...], ...]]:
    """The entries of a section that have a place for a kind of ask."""
    return [
        entry
        for part in section(sheet, heading).parts
        if isinstance(part, FormTable)
        for entry in part.entries
        if any(kind in cell.asks for line in entry for cell in line if isinstance(cell, WriteBox))
    ]


def said(sheet: FormSheet, heading: str) -> list[str]:
    """What a section says besides its tables."""
    parts = section(sheet, heading).parts
    return [f"{part.name} {part.text}".strip() for part in parts if isinstance(part, FormText)]


def sheet_of(after: PostGameContext, crew: Group) -> FormSheet:
    return worksheet(crew, BOOK, after.switches, after.game)


def test_a_recorded_game_has_the_rolls_this_group_makes() -> None:
    crew = group(
        member("Mo", "goon", ("club",), skills=("first-aid-training", "scavenger")),
        member("Lou", "goon", ("club",), injuries=(Injury("blinded"),)),
        member("Ann", "goon", ("club", "medical-supplies"), experience=3, level=0),
    )
    after = night(
        crew,
        out=("lou",),
        tokens=(
            SupplyToken("carried", "mo"),
            SupplyToken("held", "ann"),
            SupplyToken("claimed", "ann"),
        ),
        deeds={"ann": {"zombies": 2, "rivals": 1}},
    )
    sheet = sheet_of(after, crew)
    assert [s.heading for s in sheet.sections] == [
        "1  Injuries", "2  Experience", "3  Supplies", "4  Gear", "5  Jobs", "6  Zombie Attack",
        "7  Refuge",
    ]  # fmt: skip
    assert said(sheet, "Injuries")[1:] == [
        "Out of Action: Lou (a second time: Blinded in One Eye → Dead!)",
        "First Aid Training: Mo; one die again each, once.",
        "Medical Supplies: Ann; ±1, then used up.",
    ]
    assert len(entries(sheet, "Injuries", "injuries/*/roll")) == 1
    words = {
        cell.text: cell.hint
        for part in section(sheet, "Experience").parts
        if isinstance(part, FormTable)
        for entry in part.entries
        for cell in entry[0]
        if isinstance(cell, FormWords) and cell.hint
    }
    assert words["Mo"] == "has 0 · earned 6 · Level 1 costs 6"
    assert words["Ann"] == "has 3 · earned 11 · Level 1 costs 6"  # the claimed token brings none
    survived = [
        k for b in boxes_of(section(sheet, "Experience")) for k in b.asks if "survived" in k
    ]
    assert len(survived) == 3  # Lou is Out of Action
    # Ann may come to 3 + 11 + 6 = 20: Levels 1 and 2 cost 18. Lou may come to 6.
    assert len(entries(sheet, "Experience", "experience/*/level-#/table")) == 5
    tokens = entries(sheet, "Supplies", "supplies/token-#/row")
    assert [(as_a(FormWords, line[0]).text, as_a(FormWords, line[0]).hint) for (line,) in tokens] == [
        ("Token 1", "Mo"), ("Token 2", "Ann"), ("Token 3", "Ann")
    ]  # fmt: skip
    shifts = entries(sheet, "Supplies", "supplies/token-#/scavenger")
    assert [as_a(FormWords, line[0]).hint for (line,) in shifts] == ["Mo"]
    named = [w for w in words_beside(section(sheet, "Jobs")) if w in ("Zeke", "Mo", "Lou", "Ann")]
    assert named == ["Zeke", "Mo", "Ann"]
    assert "−1 for each of 1 Out of Action" in said(sheet, "Zombie Attack")[0]


def test_the_supply_table_is_a_grid() -> None:
    crew = group(member("Mo", "goon"))
    sheet = sheet_of(night(crew, tokens=(SupplyToken("claimed"),)), crew)
    grid = next(p for p in section(sheet, "Supplies").parts if isinstance(p, SheetTable))
    assert grid.heads == ("2D6", "2-3", "4-5", "6-8", "9-10", "11-12")
    assert [row.cells[0] for row in grid.rows] == [str(n) for n in range(2, 13)]
    assert grid.rows[10].cells[4] == "D6+6 points, Mod-Kit"


def test_a_level_has_its_table_the_sign_of_its_shift_its_rolls_again_and_gunsmiths_class() -> None:
    crew = group(member("Mo", "goon", experience=6, skill_types=("academic",)))
    sheet = sheet_of(night(crew), crew)
    (first, second) = entries(sheet, "Experience", "experience/*/level-#/table")[0]
    boxes = {
        as_a(WriteBox, box).asks[0].split("/")[-1]: box for box in first if getattr(box, "asks", ())
    }
    assert [tick.text for tick in as_a(WriteBox, boxes["table"]).ticks] == [
        "2D6", "Academic", "Athletic", "CQC", "Leader", "Firearms", "0",
    ]  # fmt: skip
    assert [tick.text for tick in as_a(WriteBox, boxes["characteristic-shift"]).ticks] == ["−", "+"]
    assert [tick.text for tick in as_a(WriteBox, boxes["which-shift"]).ticks] == ["−", "+"]
    again, gunsmith = [cell for cell in second if isinstance(cell, WriteBox)]
    assert again.shape == "comb"
    assert all(kind.endswith(AGAIN) for kind in again.asks)
    assert [tick.text for tick in gunsmith.ticks] == [
        "Pistol", "SMG", "Rifle", "Shotgun", "Heavy", "Sporting", "Explosive",
    ]  # fmt: skip


def test_a_scavenger_of_tonight_may_shift_too() -> None:
    """Whoever can learn it with the Experience of this game has the box."""
    crew = group(member("Doc", "rescue-worker", experience=6), member("Rex", "dog", experience=6))
    tokens = (SupplyToken("carried", "doc"), SupplyToken("carried", "rex"))
    sheet = sheet_of(night(crew, tokens=tokens), crew)
    shifts = entries(sheet, "Supplies", "supplies/token-#/scavenger")
    assert [as_a(FormWords, line[0]).hint for (line,) in shifts] == ["Doc"]


def test_nobody_is_left_standing() -> None:
    crew = group(member("Mo", "goon"))
    sheet = sheet_of(night(crew, out=("zeke", "mo")), crew)
    assert "Nobody is left standing to take a Job." in said(sheet, "Jobs")
    assert kinds(sheet, "Jobs") == {"jobs/arms"}


def test_nobody_was_hurt_and_nothing_was_found() -> None:
    crew = group(member("Mo", "goon"))
    sheet = sheet_of(night(crew), crew)
    assert said(sheet, "Injuries") == ["Nobody ended the game Out of Action."]
    assert said(sheet, "Supplies") == ["No Supply Token was won."]
    assert not boxes_of(section(sheet, "Injuries"))
    assert not boxes_of(section(sheet, "Supplies"))


def test_an_evening_without_a_record_has_room_for_all_the_same() -> None:
    """Without a record there are places for what it says, and for an ordinary evening."""
    crew = group(*(member(name, "goon", ("club",)) for name in ("Mo", "Ed", "Ann", "Lou")))
    sheet = worksheet(crew, BOOK, Switches())
    assert sheet.sections[0].heading == "The game"
    assert words_beside(section(sheet, "The game"))[:5] == ("Zeke", "Mo", "Ed", "Ann", "Lou")
    assert {box.reason for box in boxes_of(sheet.sections[0])} == {"record"}
    assert all(box.reason != "record" for s in sheet.sections[1:] for box in boxes_of(s))
    assert {"injuries/leader/new", "injuries/leader/dismiss/#"} <= kinds(sheet, "Injuries")
    assert {"encounter/stranger", "encounter/vehicle"} <= kinds(sheet, "Encounter")
    assert "D6 + I, 8 or more" in words_beside(section(sheet, "Encounter"))
    places = places_of(sheet, "a4", type_())
    after = night(
        crew,
        out=("mo", "zeke"),
        tokens=(SupplyToken("carried", "ed"), SupplyToken("claimed")),
        deeds={"ed": {"zombies": 2}, "ann": {"rivals": 1}},
        stranger_home=True,
        vehicle=True,
        encounter="the-escape",
    )
    for seed in range(20):
        pencil = Pencil(places)
        for key in asked(Evening(crew, after), Random(seed)):
            assert pencil.write(key), key


def test_the_watch_tower_is_rolled_for_in_the_attack_not_with_the_jobs() -> None:
    crew = group(
        member("Mo", "goon"),
        refuge_state=RefugeState(
            "farm-house", (BuiltPerk("a", "watch-tower"), BuiltPerk("b", "radio-room"))
        ),
    )
    sheet = sheet_of(night(crew), crew)
    assert "Watch Tower: D6 + I, 8 or more" in words_beside(section(sheet, "Attack"))
    assert "attack/watch-tower/test" in kinds(sheet, "Attack")
    (to_work,) = said(sheet, "Jobs")
    assert to_work.endswith("Radio Room D6 + I, 8 or more")
    assert "Watch Tower" not in to_work
    assert "jobs/*/worked/test" in kinds(sheet, "Jobs")


def test_without_a_rival_captured_is_rolled_again_17() -> None:
    crew = group(member("Mo", "goon"))
    alone = sheet_of(night(crew, out=("mo",), rival=False), crew)
    assert "injuries/*/roll/try-#" in kinds(alone, "Injuries")
    assert "injuries/*/captor" not in kinds(alone, "Injuries")
    rival = sheet_of(night(crew, out=("mo",)), crew)
    assert "injuries/*/roll/try-#" not in kinds(rival, "Injuries")
    assert "injuries/*/captor" in kinds(rival, "Injuries")


def test_what_the_encounter_left_is_asked_first() -> None:
    crew = group(member("Mo", "goon"))
    sheet = sheet_of(night(crew, encounter="the-escape", vehicle=True, stranger_home=True), crew)
    assert sheet.sections[0].heading == "1  Encounter"
    assert [box.asks[0] for box in boxes_of(sheet.sections[0])] == [
        "encounter/stranger",
        "encounter/stranger/skill-type-#",
        "encounter/vehicle",
        "encounter/vehicle-test/test",
    ]


def test_animals_that_earn_nothing_have_no_boxes_for_experience() -> None:
    crew = group(member("Rex", "dog"))
    earning = worksheet(crew, BOOK, Switches())
    assert "Rex" in words_beside(section(earning, "Experience"))
    not_earning = worksheet(crew, BOOK, Switches(animals_earn=False))
    assert "Rex" not in words_beside(section(not_earning, "Experience"))


def test_the_steps_stand_in_the_order_of_the_sequence() -> None:
    crew = group(member("Mo", "goon"))
    sheet = sheet_of(night(crew, out=("mo",), stranger_home=True,
                           tokens=(SupplyToken("claimed"),)), crew)  # fmt: skip
    steps = [
        {kind.split("/")[0] for box in boxes_of(s) for kind in box.asks} for s in sheet.sections
    ]
    assert steps == [{step} for step in ASKED]


def test_every_key_of_a_played_sequence_is_of_a_kind() -> None:
    keys = (Path(__file__).parents[2] / "fixtures" / "post_game_keys.txt").read_text().split()
    order = [kind for step in ASKED.values() for kind in step]
    assert {kind_of_ask(key) for key in keys} <= set(order)
    assert [key.split("/")[0] for key in keys] == sorted(
        (key.split("/")[0] for key in keys), key=list(ASKED).index
    )
    with pytest.raises(KeyError):
        kind_of_ask("injuries/zeke/lunch")
    with pytest.raises(KeyError):
        kinds_of_asks("injuries/*", "roll", "lunch")
