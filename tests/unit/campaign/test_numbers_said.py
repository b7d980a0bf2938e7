"""Numbers of a table's own in everything printed and read: no sentence keeps the book's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import asdict, replace

from lastdays.campaign.next_game import briefing, next_game
from lastdays.campaign.printing.card_content import character_card, group_card, roster_sheet
from lastdays.campaign.printing.quick_reference import reference_sheet
from lastdays.campaign.printing.sheet_content import (
    campaign_sheet,
    encounter_sheet,
    token_sheet,
    zombie_sheet,
)
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.desktop import paths
from lastdays.model.campaign import Campaign
from lastdays.model.carrying import Violation
from lastdays.model.fixtures import Fixture
from lastdays.model.group import BuiltPerk, Group, Injury, Item, RefugeState, Skill
from lastdays.model.limits import limits_in_words
from lastdays.model.recruiting import rule_behind, violations
from lastdays.model.switches import Switches, house_numbers, switch_texts
from lastdays.postgame.sequence import post_game
from lastdays.procedure.asks import Ask, Tell
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import with_numbers
from lastdays.rulebook.sentences import sentences
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.last_days.state import Rules
from lastdays.tabletop.view import FormView
from lastdays.ui.models.book import book
from lastdays.ui.models.roster import gear_detail
from sure import sure
from unit.campaign.evenings import answer, some_evening
from unit.postgame.crew import BOOK, group, member
from unit.tabletop.playing import Match, duel

#: Every house number, each another than in the book.
HOUSE = {
    "founding.points": 137,
    "limits.neutral_percent": 59,
    "limits.other_keyword_percent": 31,
    "limits.firearms": 4,
    "limits.close_combat": 5,
    "limits.armour": 3,
    "supplies.bonus": 17,
    "level_up.shift_most": 6,
    "limits.characteristic_most": 9,
    "zombie_attack.overrun_at_most": -3,
    "zombie_attack.guard": 8,
    "ending.points": 444,
    "zombie_cap.most": 33,
    "noise.draws_at": 16,
    "firearms.target": 18,
    "head.target": 14,
    "cover.better": -4,
    "locked.firearms": -5,
    "head.easier": 7,
}
_HIGHEST = "limits.characteristic_most"
#: How each number is said, in every wording there is: # stands for it.
SAID = {
    "founding.points": ("starts with # points",),
    "limits.neutral_percent": ("Up to # % of a Group, Leader", "are Neutral .*at most # %"),
    "limits.other_keyword_percent": (
        "Up to # % of a Group, rounded",
        "another Keyword .*at most # %",
    ),
    "limits.firearms": ("At most # Firearms", "Firearms; the limit is #"),
    "limits.close_combat": ("At most # close-combat", "close-combat weapons; the limit is #"),
    "limits.armour": ("Armour worn: at most #", "pieces of armour; the limit is #"),
    "supplies.bonus": ("^D6\\+# points$",),
    "level_up.shift_most": ("^# for each Level bought", "^# for each roll"),
    "limits.characteristic_most": ("can't raise .* above #:",),
    "zombie_attack.overrun_at_most": ("overrun on # or less", "^# or less: the Refuge is overrun"),
    "zombie_attack.guard": ("^on Guard #", "# [A-Z][a-z]+-\\d on Guard"),
    "ending.points": ("Group at its maximum, # points",),
    "zombie_cap.most": ("^# zombies(?: on the table)?$",),
    "noise.draws_at": ("# or more draws",),
    "firearms.target": ("Firearms, # or more hits", "^# or more hits"),
    "head.target": ("# or more destroys", "# or more kills", "head: # or more"),
    "cover.better": ("in better cover, #",),
    "locked.firearms": ("Locked and Loaded # =",),
    "head.easier": ("head roll needs # less", "^# less where the attack"),
}
#: What the book doesn't play, and says nothing of.
UNPLAYED = ("cover.better", "locked.firearms", "head.easier")
_WORDS = "one two three four five six seven eight nine ten twelve twenty half quarter hundred third"
_NUMBER = rf"(?:[+−-]?\d+|\b(?:{_WORDS.replace(' ', '|')})\b)"


def strings(value: Any) -> Iterator[str]:
    """Every text of a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct) and not isinstance(value, Catalogue):
        yield from strings(asdict(value))
    elif is_dataclass(value):
        yield from strings(vars(value))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


def everyone(catalogue: Catalogue) -> Group:
    """A group that has a bit of everything, and too much of it."""
    everything = [*catalogue.firearms, *catalogue.close_combat, *catalogue.equipment]
    gear = tuple(Item(f"i{n}", key) for n, key in enumerate(everything * 2))
    packed = member("Pat", skills=tuple(k for k in catalogue.skills if k != "leader"))
    packed = replace(packed, gear=gear, injuries=tuple(Injury(k) for k in catalogue.injuries))
    packed = replace(packed, skills=(*packed.skills, Skill("gunsmith", None, "rifle")))
    more = [replace(member(f"Kid{n}", "kid"), gear=gear) for n in range(6)]
    built = tuple(BuiltPerk(f"p{n}", key) for n, key in enumerate(catalogue.perks))
    return group(packed, *more, refuge_state=RefugeState("prison", built, 9, 20))


def printed(catalogue: Catalogue) -> Iterator[Any]:
    """Every card and sheet, and every page of the rulebook."""
    crew, switches = everyone(catalogue), Switches()
    for one in crew.roster:
        yield character_card(one, crew, catalogue, switches)
    yield group_card(crew, catalogue)
    yield roster_sheet(crew, catalogue)
    yield reference_sheet(crew, catalogue, switches)
    yield zombie_sheet(catalogue)
    yield token_sheet(crew, catalogue, "a4")
    yield campaign_sheet(Campaign("c", "Ours"), (crew,), catalogue)
    yield worksheet(crew, catalogue, switches)
    rivals = replace(crew, id="r", name="Rivals")
    for encounter in ("", *catalogue.encounters):
        game = next_game(Fixture("f", encounter, ("g", "r")), (crew, rivals), catalogue, 2)
        yield encounter_sheet(game, catalogue)
        yield briefing(game, catalogue)
    yield from book(catalogue)


def said(catalogue: Catalogue) -> Iterator[str]:
    """What is said of a group, of a campaign's rulings, after games and at the table."""
    crew, switches = everyone(catalogue), Switches()
    yield limits_in_words(crew, catalogue, switches)
    for wrong in violations(crew, catalogue, switches):
        yield wrong.text
        yield rule_behind(wrong, catalogue)
    for key in ("points", "other-keyword-limit"):
        yield rule_behind(Violation(key, ""), catalogue)
    for text in switch_texts(catalogue):
        yield from (text.name, text.ruling, *(option.name for option in text.options))
    for key in (*catalogue.firearms, *catalogue.close_combat, *catalogue.equipment):
        yield gear_detail(key, catalogue)
    for seed in range(12):
        evening = some_evening(Random(seed), 6)
        context = replace(evening.context, catalogue=catalogue)
        most = dict.fromkeys(("CQC", "FA", "S", "E", "C", "I"), HOUSE[_HIGHEST])
        best = [replace(m, adjustments=most, experience=40) for m in evening.group.members]
        going, value = post_game(replace(evening.group, members=tuple(best)), context), None
        try:
            while True:
                step, value = going.send(value), None
                if isinstance(step, Ask):
                    yield from strings(step)
                    value = answer(step, Random(f"{seed}/{step.key}"))
                elif isinstance(step, Tell):
                    yield from strings(step)
        except StopIteration:
            pass


def at_the_table(catalogue: Catalogue) -> Iterator[str]:
    """What the forms of a shot, a Locked and Loaded shot and a fight say."""
    match = duel()
    match.rules = Rules(catalogue)
    match.to("zombies")
    match.set("A1", locked=True)
    yield from strings(form_of(match, "locked", target="Z1"))
    match.action()
    match.to("shooting")
    yield from strings(form_of(match, "shot", target="B1"))
    match.touch("A1", "Z1")
    match.to("close-quarters")
    yield from strings(form_of(match, "fight"))


def form_of(match: Match, form: str, **chosen: str) -> FormView:
    """A form of Zeke."""
    return sure(LastDays(match.rules).form(match.state, form, "A1", chosen))


@cache
def lines(*, house: bool) -> tuple[str, ...]:
    """Every line under the book's numbers, or under those of the house."""
    catalogue = with_numbers(BOOK, HOUSE) if house else BOOK
    on_paper = (line for one in printed(catalogue) for line in strings(one))
    return (*on_paper, *said(catalogue), *at_the_table(catalogue))


def in_the_book(key: str) -> int:
    section, _dot, name = key.partition(".")
    return BOOK.number(section, name)


def found(pattern: str, *, house: bool) -> set[str]:
    """The numbers that stand where a wording has its own."""
    wanted = re.compile(pattern.replace("#", f"({_NUMBER})"))
    numbers = (n for line in lines(house=house) for n in wanted.findall(line))
    return {n.lstrip("+").replace("−", "-") for n in numbers}


def test_every_house_number_is_tried() -> None:
    assert HOUSE.keys() == SAID.keys() == {number.key for number in house_numbers()}
    assert all(HOUSE[key] != in_the_book(key) for key in HOUSE)


@pytest.mark.parametrize("key", HOUSE)
def test_a_number_of_the_house_stands_wherever_the_books_stood(key: str) -> None:
    book, house = in_the_book(key), HOUSE[key]
    if key == "supplies.bonus":
        book, house = 3, 3 + house  # of a cell with D6+3
    for pattern in SAID[key]:
        if key in UNPLAYED:
            assert found(pattern, house=False) == set(), pattern
        else:
            assert str(book) in found(pattern, house=False), pattern
        now = found(pattern, house=True)
        assert str(house) in now, pattern
        assert str(book) not in now, pattern


#: The numbers of the book's sentences that stand nowhere else: dice and totals of tables, what is
#: counted in the sentence itself, and what the book says of one thing only.
ITS_OWN = (
    "D6 + ",
    "one model at a time",
    "the enemy's half",
    "Zombies move one after the other, with one Action Point less",
    "the Rate of Fire of one Firearm",
    "one Ammo Token, one Noise Token",
    "draw one without a roll",
    "Firearms of 0 after",
    "on a D6, {head.target}",
    "each one harder than the one before",
    "if both have it",
    "one die of one injury roll",
    "two dice for",
    "the better one counts",
    "one counts",
    "Fires two Pistols or SMGs in one Shooting Phase",
    "Firearms of one class",
    "one of the two supply rolls",
    "straight jump of up to 6″",
    "up to 6″ straight over gaps, 3″ down",
    "One inch over",
    "One inch up or down",
    "all Ammo Tokens from one Firearm",
    "may fire at a model that acts in sight within 12″",
    "carries one at most",
    "a model carrying one;",
    "firing two guns",
    "fires two guns",
    "up to 24″ of fence",
    "both Groups pass",
    "one die of the Zombie Attack",
    "1–3: death; 4–6: an arm (1–3) or a leg (4–6)",
    "one-level ladder",
    "a second one is fatal",
    "this one",
    "one injury total",
    "Silent for one game",
    "draw one zombie",
    "one unarmed Survivor",
    "one vehicle",
    "one side is all Out of Action",
    "one Character of the Group",
    "p.\u00a036",
)


def test_no_sentence_of_the_rulebook_has_a_number_that_stands_elsewhere() -> None:
    folder, used = paths.resources() / "rulebook", set()
    for file in sorted(folder.glob("*.toml")):
        for text in sentences(tomllib.loads(file.read_text(encoding="utf-8")), file=file.stem):
            left = text
            for own in ITS_OWN:
                if own in left:
                    used.add(own)
                    left = left.replace(own, "")
            left = re.sub(r"\{[^{}]*\}", "", left)
            assert not re.search(rf"(?i){_NUMBER}", left), (file.name, text)
    assert used == set(ITS_OWN)


@pytest.mark.parametrize("house", [False, True])
def test_every_number_in_braces_is_there(house: bool) -> None:
    assert [line for line in lines(house=house) if "{" in line] == []
