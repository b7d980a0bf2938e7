"""The post-game worksheet: a place for each answer, in the order of the sequence, and none besides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.model.game_record import CaptiveFate, CaptiveRecord, SupplyToken
from lastdays.model.group import Group, Item
from lastdays.model.switches import Switches
from lastdays.pdf.content import FormSection, FormSheet, FormTable, FormWords, PaperName, WriteBox
from lastdays.pdf.typesetting import Type
from lastdays.postgame.context import AGAIN, ASKED, PostGameContext, kinds_of_asks
from lastdays.postgame.jobs import ArrangeJobs, workers
from lastdays.postgame.sequence import post_game
from lastdays.procedure.asks import Arrange, Ask, Tell
from sure import sure
from unit.campaign.evenings import (
    BELOW,
    Evening,
    Pencil,
    answer,
    asked,
    kind_of_ask,
    some_evening,
    with_effects,
)
from unit.campaign.made_up_packs import made_up_book
from unit.pdf.placed import PlacedBox, boxes_of, places_of, words_beside
from unit.postgame.crew import BOOK, group, member, night
from unit.postgame.made_up_rules import made_up_rules, with_rules

#: 40 games of groups of these sizes, and 20 under rules of their players, each played ten times.
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 8, 6, 30, 5, 7, 3, 9, 8, 6, 4)
GAMES, OWN, TIMES = 40, 20, 10


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
    in four under a content pack, the last under rules of their players."""
    found = []
    for seed in range(GAMES + OWN):
        random = Random(seed)
        with TemporaryDirectory() as folder:
            book = BOOK if seed % 4 else made_up_book(Path(folder), random)
        if seed >= GAMES:
            book = with_rules(book, made_up_rules(random))
        evening = some_evening(random, SIZES[seed % len(SIZES)], book)
        if seed >= GAMES:
            evening = with_effects(evening, random)
        sheet = worksheet(evening.group, book, evening.context.switches, evening.context.game)
        paper: PaperName = ("a4", "letter")[seed % 2]
        places = places_of(sheet, paper, type_())
        keys = [list(asked(evening, seed * 1000 + n)) for n in range(TIMES)]
        found.append((seed, places, keys))
    return found


@pytest.mark.sweep
def test_six_hundred_evenings_are_written_down_without_turning_back() -> None:
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
                if kind_of_ask(key) in BELOW:
                    continue
                assert reading_order(place) >= before, key
                before = reading_order(place)
            played += 1
    assert played == 600
    assert lost == []


def typed_back(
    evening: Evening, places: list[PlacedBox], write: Callable[[PlacedBox, Ask], Any]
) -> tuple[Group, list[str]]:
    """The group after a sequence whose answers stand in the places of its worksheet, as `write` puts or
    reads them there, and all that was told."""
    pencil, told, value = Pencil(places), list[str](), None
    going = post_game(evening.group, evening.context)
    while True:
        try:
            said = going.send(value)
        except StopIteration as end:
            return end.value.group, told
        value = None
        if isinstance(said, Tell):
            told.append(said.text)
        elif isinstance(said, ArrangeJobs) and not workers(said.group, said.context):
            value = said.initial  # a form without lines takes no writing
        elif isinstance(said, Ask):
            value = write(sure(pencil.write(said.key)), said)


@pytest.mark.parametrize("seed", range(6))
def test_what_stands_on_the_worksheet_is_typed_back_and_comes_to_the_same(seed: int) -> None:
    """Steps of the players' own among it: each place has what its question wants, in the order asked."""
    random = Random(seed)
    book = with_rules(BOOK, made_up_rules(random))
    evening = with_effects(some_evening(random, 6, book), random)
    places = places_of(
        worksheet(evening.group, book, evening.context.switches, evening.context.game),
        "a4",
        type_(),
    )
    paper: dict[int, list[tuple[str, Any]]] = {}

    def write(place: PlacedBox, ask: Ask) -> Any:
        value = answer(ask, Random(f"{seed}/{ask.key}"))
        stored = ask.write(value) if isinstance(ask, Arrange) else value
        paper.setdefault(id(place), []).append((kind_of_ask(ask.key), stored))
        return value

    def read(place: PlacedBox, ask: Ask) -> Any:
        written = paper[id(place)]
        entry = next(entry for entry in written if entry[0] == kind_of_ask(ask.key))
        written.remove(entry)
        return ask.accept(entry[1])

    first = typed_back(evening, places, write)
    assert paper
    assert typed_back(evening, places, read) == first
    assert not any(paper.values())


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
    # a roll made again twice; a third weapon of one with one arm; injuries by rules of players
    rare = (AGAIN, "/keep-", "/injury-#/")
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


def sheet_of(after: PostGameContext, crew: Group) -> FormSheet:
    return worksheet(crew, BOOK, after.switches, after.game)


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


def test_gear_is_taken_of_a_captive_whom_nobody_retrieved() -> None:
    crew = group(member("Mo", "goon"))
    after = night(crew)
    mine, rival = after.game.sides
    gear = (Item("i", "knife"),)
    fates: tuple[tuple[CaptiveFate, bool], ...] = (
        ("lost", True),
        ("declined", True),
        ("home", False),
        ("held", False),
    )
    for fate, taken in fates:
        captives = tuple(
            CaptiveRecord("x", fate, "Ann", gear, captor) for captor in ("others", crew.id)
        )
        held = replace(rival, captives=captives)
        sheet = sheet_of(replace(after, game=replace(after.game, sides=(mine, held))), crew)
        places = [kind for box in boxes_of_all(sheet) for kind in box.asks]
        assert [kind for kind in places if "encounter" in kind] == ["encounter/loot/*"] * taken


def boxes_of_all(sheet: FormSheet) -> list[WriteBox]:
    """Every place of a sheet."""
    return [box for part in sheet.sections for box in boxes_of(part)]


@pytest.mark.parametrize("status", ["active", "captured"])
def test_a_leader_who_is_held_may_be_lost_before_it_is_recorded(status: str) -> None:
    crew = group(member("Mo", "goon"))
    crew = crew.change_member(crew.leader, lambda m: replace(m, status=status))
    found = {kind for box in boxes_of_all(worksheet(crew, BOOK, Switches())) for kind in box.asks}
    assert ("encounter/leader/new" in found) == (status == "captured")
    without = replace(crew, leader="")
    assert worksheet(without, BOOK, Switches()).sections


def test_every_key_of_a_played_sequence_is_of_a_kind() -> None:
    keys = (
        (Path(__file__).parents[2] / "fixtures" / "post_game_keys.txt")
        .read_text(encoding="utf-8")
        .split()
    )
    order = [kind for step in ASKED.values() for kind in step]
    assert {kind_of_ask(key) for key in keys} <= set(order)
    assert [key.split("/")[0] for key in keys] == sorted(
        (key.split("/")[0] for key in keys), key=list(ASKED).index
    )
    with pytest.raises(KeyError):
        kind_of_ask("injuries/zeke/lunch")
    with pytest.raises(KeyError):
        kinds_of_asks("injuries/*", "roll", "lunch")
