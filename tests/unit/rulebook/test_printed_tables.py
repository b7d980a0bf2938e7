"""Every number of the shipped data against the tables as they were typed a second time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import pytest

from lastdays.procedure.characteristic_tests import needed_in_words
from lastdays.rulebook import Catalogue, Trait, class_name, keyword_name, load, skill_type_name
from lastdays.rulebook.entries import (
    CharacterType,
    CloseCombatWeapon,
    Dice,
    Entry,
    Equipment,
    Firearm,
    Gear,
    Perk,
    Refuge,
    TestOf,
)
from sure import as_a
from unit.rulebook import printed
from unit.rulebook.printed import Said, Start

ABBREVIATIONS = ("AP", "CQC", "FA", "S", "E", "DC", "C", "I")


@pytest.fixture(scope="module")
def book() -> Catalogue:
    return load()


E = TypeVar("E", bound=Entry)


def by_name(entries: Mapping[str, E]) -> dict[str, E]:
    return {entry.name: entry for entry in entries.values()}


def traits(book: Catalogue, entry_traits: tuple[Trait, ...]) -> tuple[str, ...]:
    return tuple(book.trait_name(Trait(t.key, t.value)) for t in entry_traits)


def test_the_same_characters_are_there(book: Catalogue) -> None:
    assert {*by_name(book.characters), *by_name(book.zombies)} == set(printed.PROFILES)


@pytest.mark.parametrize("name", [n for n in printed.PROFILES if n != "Zombie"])
def test_character(book: Catalogue, name: str) -> None:
    row = printed.PROFILES[name]
    entry = by_name(book.characters)[name]
    stats = [row.stats[key] for key in ABBREVIATIONS]
    profile: Mapping[Any, int] = entry.profile
    assert [profile[key] for key in ABBREVIATIONS] == stats
    assert isinstance(entry, CharacterType)
    assert keyword_name(entry.keyword) == row.keyword
    assert entry.cost == row.cost
    assert set(traits(book, entry.rules)) == set(row.rules)
    shown = {skill_type_name(t) for t in entry.skill_types}
    if entry.choose_skill_types:
        text = f"choose {entry.choose_skill_types}"
        shown.add(
            text
            if as_a(CharacterType, entry).choose_may_include_leader
            else f"{text} except Leader"
        )
    assert shown == set(row.skills)


def test_the_zombie(book: Catalogue) -> None:
    row = printed.PROFILES["Zombie"]
    entry = book.zombies["zombie"]
    for key in ("AP", "CQC", "FA", "S", "DC", "I"):
        assert entry.profile[key] == row.stats[key]
    assert entry.profile["E"] == 0
    assert row.stats["E"] is None
    assert entry.profile["C"] == row.stats["H"]


@pytest.mark.parametrize(
    ("table", "count"),
    [
        (printed.STARTING_FIREARMS, 14),
        (printed.STARTING_CQC, 4),
        (printed.STARTING_MISC, 2),
    ],
)
def test_what_can_be_bought(book: Catalogue, table: dict[str, Start], count: int) -> None:
    assert len(table) == count
    gear = {g.name: g for g in book.all_gear()}
    for name, row in table.items():
        assert gear[name].cost == row.cost, name
        assert (gear[name].rarity or "-") == row.rarity, name
        assert gear[name].trained == row.star, name


def test_nothing_else_can_be_bought(book: Catalogue) -> None:
    names = {*printed.STARTING_FIREARMS, *printed.STARTING_CQC, *printed.STARTING_MISC}
    assert {g.name for g in book.for_sale()} == names


def test_firearms(book: Catalogue) -> None:
    entries = by_name(book.firearms)
    assert set(entries) == set(printed.FIREARMS)
    for name, row in printed.FIREARMS.items():
        e = entries[name]
        assert isinstance(e, Gear)
        assert e.trained == row.star, name
        assert isinstance(e, Firearm)
        assert class_name(e.firearm_class) == row.cls, name
        assert (as_a(Firearm, e).range or "thrown") == row.range, name
        assert (e.damage, e.rof, e.knockback, e.reload) == (
            row.damage,
            row.rof,
            row.knockback,
            row.reload,
        ), name
        assert set(traits(book, e.attributes)) == set(row.rules), name


def test_close_combat_weapons(book: Catalogue) -> None:
    entries = by_name(book.close_combat)
    assert set(entries) == set(printed.CQC_WEAPONS)
    for name, row in printed.CQC_WEAPONS.items():
        e = entries[name]
        assert isinstance(e, CloseCombatWeapon)
        assert (e.trained, e.cqc, e.strength) == (row.star, row.cqc, row.strength), name
        assert set(traits(book, e.attributes)) == set(row.rules), name


def test_equipment(book: Catalogue) -> None:
    entries = by_name(book.equipment)
    assert set(entries) == set(printed.EQUIPMENT)
    for name, row in printed.EQUIPMENT.items():
        e = entries[name]
        assert isinstance(e, Gear)
        assert e.trained == row.star, name
        assert e.value_of("heavy") == row.heavy, name
        assert e.has("one-use") == row.one_use, name
        assert isinstance(e, Equipment)
        assert {class_name(c) for c in e.mounts} == {m.removesuffix("s") for m in row.mounts}, name


def test_refuges(book: Catalogue) -> None:
    entries = by_name(book.refuges)
    assert set(entries) == set(printed.REFUGES)
    for name, row in printed.REFUGES.items():
        e = entries[name]
        assert isinstance(e, Refuge)
        perks = {book.perks[p].name for p in e.built_in}
        assert (e.max_size, e.empty_spaces, perks) == (
            row.max_size,
            row.empty_spaces,
            set(row.perks),
        )


def test_perks(book: Catalogue) -> None:
    entries = by_name(book.perks)
    assert set(entries) == set(printed.PERKS)
    for name, row in printed.PERKS.items():
        e = entries[name]
        assert isinstance(e, Perk)
        assert (e.cost, e.repeatable, e.worked) == (row.cost, row.repeatable, row.workable), name


def test_injuries(book: Catalogue) -> None:
    assert {t: book.injury_for(t).name for t in range(2, 13)} == printed.INJURIES


def test_levels_and_characteristics(book: Catalogue) -> None:
    assert dict(enumerate(book.level_costs, start=1)) == printed.LEVEL_COSTS
    assert dict(book.characteristic_table) == printed.CHARACTERISTIC_TABLE


def test_skill_tables(book: Catalogue) -> None:
    shown = {
        skill_type_name(t): {n: book.skills[k].name for n, k in enumerate(keys, start=1)}
        for t, keys in book.skill_tables.items()
    }
    assert shown == printed.SKILL_TABLES


@pytest.mark.parametrize("cell", list(printed.SUPPLY))
def test_supply_cell(book: Catalogue, cell: tuple[int, str]) -> None:
    row, column = cell
    entry = book.supply_rows[row][book.supply_columns.index(column)]
    found = tuple(
        (str(f.count) if isinstance(f.count, Dice) else f.count, book.gear(f.key).name)
        for f in entry.found
    )
    assert (str(entry.points), found) == (
        printed.SUPPLY[cell].points,
        tuple(printed.SUPPLY[cell].items),
    )


def test_experience(book: Catalogue) -> None:
    assert {
        "Zombie Out of Action": str(book.earned["zombie"]),
        "Rival Out of Action": str(book.earned["rival"]),
        "Surviving": f"1{book.survived}",
        "Objective": str(book.earned["objective"]),
    } == printed.EXPERIENCE


def test_encounters(book: Catalogue) -> None:
    assert {e.number: e.name for e in book.encounters.values()} == printed.ENCOUNTERS


def test_the_set_up_of_the_encounters(book: Catalogue) -> None:
    def shown(value: int | str | None) -> str:
        return "-" if value in (None, "", ()) else str(value)

    rows = [
        (e.name, p.what, shown(p.count), shown(p.within), shown(p.of), shown(p.clear),
         shown(", ".join(p.clear_of)), "yes" if p.roll_off else "-")
        for e in book.encounters.values()
        for p in e.setup
        if p.what not in ("terrain", "refuge")
    ]  # fmt: skip
    assert rows == printed.SET_UP
    attacks = {e.name: e.attacks for e in book.encounters.values() if e.roles}
    assert attacks == printed.ATTACKS
    home = book.encounters["home-defense"].setup
    building, fences, tower = (p for p in home if p.what == "refuge")
    assert (building.doors, building.windows, building.footprint) == printed.REFUGE_BUILDING
    assert (fences.length, fences.height, fences.clear, fences.within) == printed.FENCES
    assert (tower.height, tower.within) == printed.WATCH_TOWER
    assert (fences.perk, tower.perk) == ("fences", "watch-tower")
    assert {fences.perk, tower.perk} <= book.perks.keys()


def test_the_set_up_says_all_its_numbers_and_agrees_with_the_rest_of_its_encounter(
    book: Catalogue,
) -> None:
    for entry in book.encounters.values():
        placed: dict[Any, Any] = {}
        for step in entry.setup:
            for value in (step.within, step.clear, step.footprint, step.length, step.height):
                assert not value or f"{value}″" in step.text, step.text
            for value in (step.doors, step.windows):
                assert value is None or f"{value} " in step.text, step.text
            if step.count is not None:
                assert str(step.count) in step.text or "first" in step.text, step.text
                if not step.perk:
                    placed.setdefault(step.what, []).append(step.count)
        assert placed["zombies"] == [entry.zombies]
        assert placed.get("attacker", [None]) == [entry.attackers]
        assert placed.get("defender", [None]) == [entry.defenders]
        tokens = [entry.tokens] if entry.tokens else []
        per_side = [entry.tokens_per_side] if entry.tokens_per_side else []
        if entry.tokens_per_side:
            assert placed["tokens"] == tokens + per_side
        else:
            assert sum(placed.get("tokens", [])) == entry.tokens


def _written(value: object) -> str:
    """A number, dice or Test as the book writes it."""
    return needed_in_words(value) if isinstance(value, TestOf) else str(value)


@pytest.mark.parametrize("said", printed.SAID, ids=lambda s: f"{s.name}-{s.field}")
def test_what_the_text_of_an_entry_says(book: Catalogue, said: Said) -> None:
    entry = by_name(getattr(book, said.file))[said.name]
    assert _written(getattr(entry, said.field)) == said.value
    assert entry.page == said.page


def test_the_constants(book: Catalogue) -> None:
    shipped = {
        (section, name): value
        for section, fields in book.constants.items()
        for name, value in fields.items()
        if name != "page" and isinstance(value, int)
    }
    of_a_switch = ("thug_preferences", "neutral_percent")  # the community's, not the book's
    assert shipped.pop(of_a_switch) == 75
    assert shipped == {(section, name): value for section, name, value, _p in printed.CONSTANTS}
