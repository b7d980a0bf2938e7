"""An evening from paper alone, walked with the rulebook closed: from the last die of a game to the next
set-up every roll, price and limit stands on the worksheet, in the order in which it is wanted.

Each test is a step of the walk. What it looks up comes from the book's data, what it reads from the
printed pages.
"""

from __future__ import annotations

from functools import cache

from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.model.recruiting import perks_of
from lastdays.model.switches import Switches
from lastdays.postgame.supplies import cell_in_words
from lastdays.rulebook import CHARACTERISTICS, keyword_name, skill_type_name
from unit.pdf.reading import printed_once, text_of
from unit.postgame.crew import BOOK, group, member


@cache
def pages() -> str:
    """What stands on the worksheet of a group of five without a game record, as one reads it."""
    names = ("Mo", "Ed", "Ann", "Lou")
    crew = group(*(member(name, "goon", ("club",)) for name in names), points=60)
    sheet = worksheet(crew, BOOK, Switches())
    return " ".join(text_of(printed_once(sheet)).split())


def stands(*texts: str) -> bool:
    """Tell whether texts follow each other on the pages, each after the one before."""
    at = 0
    for text in texts:
        at = pages().find(" ".join(text.split()), at)
        assert at >= 0, (text, texts)
        at += len(text)
    return True


def test_1_who_did_what_is_written_down() -> None:
    """The last die has been rolled: names, who was Out, kills, objectives, Supply Tokens."""
    assert stands("The game", "played", "Out", "zombies", "rivals", "Zeke", "Mo", "Encounter")


def test_2_an_injury_is_rolled_and_understood() -> None:
    """2D6: each total has its name and what it comes to, once; then a line for each who was Out."""
    injuries = sorted((i for i in BOOK.injuries.values() if i.totals), key=lambda i: i.totals)
    for injury in injuries:
        meaning = "the virus: 1–3" if injury.first else injury.summary
        assert stands("Injuries", injury.name, meaning)
    assert stands("Injuries", "new roll" if "new roll" in pages() else "2D6", "New Leader")


def test_3_experience_is_added_up_and_spent() -> None:
    """What each deed is worth, what each Level costs, and each table that is rolled on."""
    assert stands("Experience", "1 per zombie, 3 per rival, 6 per objective; D6 for surviving.")
    costs = [str(cost) for cost in BOOK.level_costs]
    assert stands("What a Level costs:", "LEVEL", " ".join(str(n) for n in range(1, 11)))
    assert stands("What a Level costs:", "Experience", *costs)
    assert stands("Characteristics Table:", "2D6", *(str(n) for n in range(2, 13)))
    raised = [" / ".join(keys) for keys in BOOK.characteristic_table.values()]
    assert stands("Characteristics Table:", "12", *raised)
    for table in ("leader", "firearms", "cqc", "athletic"):
        for key in BOOK.skill_tables[table]:
            assert stands("Skill tables:", BOOK.skills[key].name)
    assert stands("Characteristics Table:", "Only AP goes above 6: re-roll others.")


def test_4_supply_tokens_are_rolled_for() -> None:
    for total, cells in BOOK.supply_rows.items():
        assert stands("Supplies", str(total), *(cell_in_words(cell, BOOK) for cell in cells))


def test_5_jobs_are_chosen_and_paid_for() -> None:
    """What each Job is; the twelve Perks, recruits and gear with their prices."""
    for job in ("Guard:", "Work:", "Build:", "Recruit:", "The Talk:"):
        assert stands("Jobs", job)
    assert len(BOOK.perks) == 12
    for perk in BOOK.perks.values():
        assert stands("Perks to build:", perk.name, str(perk.cost), perk.summary)
    for kind in BOOK.followers():
        figures = [str(kind.profile[key]) for key in CHARACTERISTICS]
        name = f"{kind.name}, {keyword_name(kind.keyword)}"
        learns = [skill_type_name(key) for key in kind.skill_types]
        assert stands("Recruits:", name, str(kind.cost), *figures, *learns)
    for gear in BOOK.for_sale():
        name = f"{gear.name} *" if gear.trained else gear.name
        assert stands("Gear to buy:", name, str(gear.cost))
        if gear.rarity is not None:
            assert stands("Gear to buy:", f"{name} {gear.cost} {gear.rarity}")
    assert stands("Recruits:", "at most 50 % Neutral, 25 % of another Keyword")


def test_6_the_zombies_attack() -> None:
    """Its modifiers, and from which total on the Refuge is lost."""
    assert stands("Zombie Attack", "−1 for each who ended Out of Action", "2 or less")
    windows = BOOK.perks["fortified-windows"]
    assert windows not in perks_of(group(member("Mo")), BOOK)
    assert stands("Perks to build:", windows.name, "+1 to the roll of a Zombie Attack.")


def test_7_the_group_stays_moves_or_flees() -> None:
    """Each Refuge with its maximum, its spaces and what it has; who is hurt in the flight."""
    for refuge in BOOK.refuges.values():
        perks = ", ".join(BOOK.perks[key].name for key in refuge.built_in)
        figures = (str(refuge.max_size), str(refuge.empty_spaces))
        assert stands("Refuges:", refuge.name, *figures, perks)
    assert stands("Refuges:", "The Farm House (now)")
    assert stands("Refuges:", "Held: stay, or move to", "Overrun: flee to", "Hurt while fleeing")


def test_8_the_next_encounter_is_rolled_and_new_skills_are_known() -> None:
    """What the next set-up begins with: the Next Encounter sheet has the rest."""
    for encounter in BOOK.encounters.values():
        assert stands("The next game", f"{encounter.number} {encounter.name}")
    for table in ("leader", "firearms", "cqc", "athletic"):
        for key in BOOK.skill_tables[table]:
            assert stands("What skills do:", BOOK.skills[key].name, BOOK.trait_summary(key))


def test_the_names_of_a_record_leave_the_line_to_what_is_written() -> None:
    """A name takes a quarter of the line; an injury takes one line, and a new Leader one block."""
    crew = group(*(member(f"Goon {n}", "goon", ("club",)) for n in range(7)))
    sheet = worksheet(crew, BOOK, Switches())
    said = text_of(printed_once(sheet))
    assert said.count("New Leader: type, name") == 2  # below the injuries, and in the flight
    assert printed_once(sheet).pages == 5
