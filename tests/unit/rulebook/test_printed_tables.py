"""Every number of the shipped data against the tables as they were typed a second time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pytest

from lastdays.procedure.characteristic_tests import needed_in_words
from lastdays.rulebook import Catalogue, Trait, class_name, keyword_name, skill_type_name
from lastdays.rulebook.entries import Dice, TestOf
from unit.rulebook.printed import TABLES, Row


def star(marked: bool) -> str:
    return "*" if marked else "-"


def yes(true: bool) -> str:
    return "yes" if true else "no"


def named(names: Iterable[str]) -> str:
    return ", ".join(names) or "-"


def steps(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))


def rules(book: Catalogue, traits: tuple[Trait, ...]) -> str:
    return named(book.trait_name(Trait(t.key, t.value)) for t in traits)


def profiles(book: Catalogue) -> Iterator[Row]:
    for e in book.characters.values():
        p: Mapping[Any, int] = e.profile
        stats = [*(p[k] for k in ("AP", "CQC", "FA", "S", "E", "DC", "C")), "-", p["I"]]
        yield e.name, keyword_name(e.keyword), str(e.cost), " ".join(map(str, stats))
    z: Mapping[Any, int] = book.zombies["zombie"].profile
    assert z["E"] == 0  # printed as a star; what stands as Courage is its Headshot
    stats = [*(z[k] for k in ("AP", "CQC", "FA", "S")), "*", z["DC"], "-", z["C"], z["I"]]
    yield "Zombie", "-", "-", " ".join(map(str, stats))


def abilities(book: Catalogue) -> Iterator[Row]:
    for e in book.characters.values():
        skills = [skill_type_name(t) for t in e.skill_types]
        if e.choose_skill_types:
            beside = "" if e.choose_may_include_leader else " except Leader"
            skills.append(f"choose {e.choose_skill_types}{beside}")
        yield e.name, rules(book, e.rules), named(skills)


def starting(book: Catalogue) -> Iterator[Row]:
    for g in book.for_sale():
        kind = "CQC" if g.key in book.close_combat else "Misc"
        if g.key in book.firearms:
            kind = class_name(book.firearms[g.key].firearm_class)
        yield g.name, star(g.trained), kind, str(g.rarity or "-"), str(g.cost)


def firearms(book: Catalogue) -> Iterator[Row]:
    for e in book.firearms.values():
        reach, reload = steps(e.range or ()) or "thrown", "*" if e.reload is None else str(e.reload)
        shot = steps(e.damage), str(e.rof), steps(e.knockback)
        yield e.name, star(e.trained), class_name(e.firearm_class), reach, *shot, reload


def close_combat(book: Catalogue) -> Iterator[Row]:
    for e in book.close_combat.values():
        numbers = str(e.cqc), str(e.strength)
        yield e.name, star(e.trained), *numbers, rules(book, e.attributes)


def equipment(book: Catalogue) -> Iterator[Row]:
    for e in book.equipment.values():
        heavy, mounts = str(e.value_of("heavy")), named(class_name(c) for c in e.mounts)
        yield e.name, star(e.trained), heavy, yes(e.has("one-use")), mounts


def refuges(book: Catalogue) -> Iterator[Row]:
    for e in book.refuges.values():
        perks = named(book.perks[p].name for p in e.built_in)
        yield e.name, str(e.max_size), str(e.empty_spaces), perks


def experience(book: Catalogue) -> Iterator[Row]:
    yield "Zombie Out of Action", str(book.earned["zombie"])
    yield "Rival Out of Action", str(book.earned["rival"])
    yield "Surviving", f"1{book.survived}"
    yield "Objective", str(book.earned["objective"])


def skills(book: Catalogue) -> Iterator[Row]:
    for table, keys in book.skill_tables.items():
        for n, key in enumerate(keys, start=1):
            yield skill_type_name(table), str(n), book.skills[key].name


def set_up(book: Catalogue) -> Iterator[Row]:
    for e in book.encounters.values():
        for p in e.setup:
            if p.what not in ("terrain", "refuge"):
                numbers = (p.count, p.within, p.of, p.clear, ", ".join(p.clear_of))
                shown = ("-" if n in (None, "") else str(n) for n in numbers)
                yield e.name, p.what, *shown, "yes" if p.roll_off else "-"


def supplies(book: Catalogue) -> Iterator[Row]:
    for row, cells in book.supply_rows.items():
        for column, cell in zip(book.supply_columns, cells, strict=True):
            counts = [f"{f.count} " if isinstance(f.count, Dice) or f.count > 1 else "" for f in cell.found]  # fmt: skip
            found = (n + book.gear(f.key).name for n, f in zip(counts, cell.found, strict=True))
            yield str(row), column, str(cell.points), named(found)


def said(book: Catalogue) -> Iterator[Row]:
    """What the text of an entry says beside the tables: the page it stands on, and its number."""
    for file, name, field, _value, _page in TABLES["Said"]:
        (entry,) = (e for e in getattr(book, file).values() if e.name == name)
        value = getattr(entry, field)
        written = needed_in_words(value) if isinstance(value, TestOf) else str(value)
        yield file, name, field, written, str(entry.page)


def constants(book: Catalogue) -> Iterator[Row]:
    pages = {(section, name): page for section, name, _value, page in TABLES["Constants"]}
    for section, fields in book.constants.items():
        for name, value in fields.items():
            of_a_switch = (section, name) == ("thug_preferences", "neutral_percent")
            if name != "page" and isinstance(value, int) and not of_a_switch:
                yield section, name, str(value), pages.get((section, name), "?")
    assert book.number("thug_preferences", "neutral_percent") == 75  # the community's


SHIPPED: dict[str, Callable[[Catalogue], Iterable[Row]]] = {
    "Profiles": profiles,
    "Abilities": abilities,
    "Starting equipment": starting,
    "Firearms": firearms,
    "Special rules of Firearms": lambda b: ((e.name, rules(b, e.attributes)) for e in b.firearms.values()),
    "Close Combat Weapons": close_combat,
    "Equipment": equipment,
    "Refuges": refuges,
    "Perks": lambda b: ((e.name, str(e.cost), yes(e.repeatable), yes(e.worked)) for e in b.perks.values()),
    "Injuries": lambda b: ((str(total), b.injury_for(total).name) for total in range(2, 13)),
    "Experience": experience,
    "Levels": lambda b: ((str(n), str(cost)) for n, cost in enumerate(b.level_costs, start=1)),
    "Characteristics": lambda b: ((str(n), named(keys)) for n, keys in b.characteristic_table.items()),
    "Skills": skills,
    "Encounters": lambda b: ((str(e.number), e.name) for e in b.encounters.values()),
    "Set-up": set_up,
    "Supplies": supplies,
    "Said": said,
    "Constants": constants,
}  # fmt: skip
#: Names in a cell of these stand in any order.
IN_ANY_ORDER = ("Abilities", "Special rules of Firearms", "Close Combat Weapons", "Equipment", "Refuges")  # fmt: skip


def test_every_table_is_compared() -> None:
    assert set(SHIPPED) == set(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_the_data_is_what_is_printed(book: Catalogue, table: str) -> None:
    def plain(rows: Iterable[Row]) -> list[Row]:
        if table in IN_ANY_ORDER:
            rows = [tuple(named(sorted(cell.split(", "))) for cell in row) for row in rows]
        return list(rows) if table == "Set-up" else sorted(rows)

    assert plain(SHIPPED[table](book)) == plain(TABLES[table])


def test_who_attacks_and_what_the_refuge_of_home_defense_has(book: Catalogue) -> None:
    """p. 80, 82, 99, 101, 104: elsewhere nobody attacks."""
    attacks = {e.name: e.attacks for e in book.encounters.values() if e.roles}
    assert attacks == {"Bushwhack": "selfish", "Home Defense": "rolled", "Rescue": "captured"}
    home = book.encounters["home-defense"].setup
    building, fences, tower = (p for p in home if p.what == "refuge")
    assert (building.doors, building.windows, building.footprint) == (2, 4, 6)
    assert (fences.length, fences.height, fences.clear, fences.within) == (24, 2, 6, 8)
    assert (tower.height, tower.within) == (6, 3)
    assert (fences.perk, tower.perk) == ("fences", "watch-tower")
    assert {fences.perk, tower.perk} <= book.perks.keys()
