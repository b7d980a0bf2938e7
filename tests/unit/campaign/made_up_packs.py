"""Content packs made up at random: Perks, injuries and numbers that nobody has thought of."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.unread import fields_in_vain
from unit.postgame.crew import BOOK
from unit.rulebook.packing import write_toml

DICE = ("D3", "D6", "D6+2", "2D6", "D3+1", "2D6+3")
HALVES = ("1-3", "4-6")
#: What has rules of its own comes up often.
OFTEN = ("arm-injury", "arm-injury", "infected", "infected", "never-again")


def made_up_book(folder: Path, random: Random) -> Catalogue:
    """The book with a pack made up at random, of all that `lastdays pack check` lets stand."""
    pack = folder / f"pack-{random.randrange(10**9)}"
    pack.mkdir()
    made_up = made_up_pack(random)
    while True:
        for file, tables in made_up.items():
            write_toml(pack / f"{file}.toml", tables)
        book = load(packs=[pack])
        assert not book.refused_packs, book.refused_packs
        in_vain = fields_in_vain(pack, book)
        if not in_vain:
            return book
        for fault in in_vain:
            del made_up[fault.file.removesuffix(".toml")][fault.entry][fault.field]


def made_up_pack(random: Random) -> dict[str, dict[str, dict[str, Any]]]:
    """The tables of a pack, by file."""
    return {
        "perks": {
            **{f"perk-{n}": _perk(random, f"Perk {n}") for n in range(random.randint(2, 5))},
            **{
                key: _changed(random, key)
                for key in ("armoury", "radio-room", "watch-tower", "fenced-off-garden")
                if random.random() < 0.3
            },
        },
        "injuries": _injuries(random),
        "experience": {
            "earned": {
                "zombie": random.randint(0, 3),
                "rival": random.randint(0, 5),
                "survived": random.choice(DICE),
            }
        },
        "skills": {
            "scavenger": {"supply_shift": random.randint(1, 3)},
            "sniper": {"guard": random.randint(0, 4)},
            "engineer": {"build_discount_percent": random.choice((0, 10, 50, 100))},
        },
        "equipment": {"medical-supplies": {"injury_shift": random.randint(0, 2)}},
        "book": {
            "zombie_attack": {
                "overrun_at_most": random.randint(1, 6),
                "out_of_action": random.randint(-2, 0),
                "guard": random.randint(0, 2),
            },
            "supplies": {"bonus": random.randint(0, 3)},
        },
    }


def _perk(random: Random, name: str) -> dict[str, Any]:
    """A Perk of any fields that it can be loaded with."""
    fields = {
        "repeatable": True,
        "worked": True,
        "beds": random.randint(1, 3),
        "shelters": random.randint(1, 2),
        "attack_bonus": random.choice((-2, 1, 3)),
        "saves_stash": True,
        "rerolls_supplies": random.randint(1, 3),
        "test": _test(random),
        "points": random.choice(DICE),
        "ammo_rerolls": random.randint(1, 6),
        "encounter_shift": random.randint(1, 3),
    }
    perk = {field: value for field, value in fields.items() if random.random() < 0.35}
    perk |= {"name": name, "cost": random.choice((5, 10, 30)), "summary": "Made up."}
    if "points" in perk and random.random() < 0.4:
        perk |= {"points_skill": "scavenger", "points_with_skill": random.choice(DICE)}
    if "worked" in perk and ("test" in perk or random.random() < 0.4):
        if random.random() < 0.5:
            perk |= {"test": fields["test"], "attack_rerolls": random.randint(1, 2)}
        elif not perk.keys() & {"points", "ammo_rerolls", "encounter_shift"}:
            perk["ammo_rerolls"] = 2
    elif "worked" in perk and not perk.keys() & {"points", "ammo_rerolls", "encounter_shift"}:
        perk["points"] = "D6"
    return perk


def _test(random: Random) -> dict[str, Any]:
    return {"characteristic": random.choice(("I", "C", "S")), "target": random.randint(3, 9)}


def _changed(random: Random, key: str) -> dict[str, Any]:
    """Fields of a Perk of the book, changed."""
    match key:
        case "armoury":
            return {"ammo_rerolls": random.randint(1, 5)} | (
                {"test": _test(random)} if random.random() < 0.5 else {}
            )
        case "radio-room":
            return {"encounter_shift": random.randint(1, 3), "test": _test(random)}
        case "watch-tower":
            return {"attack_rerolls": random.randint(1, 2), "test": _test(random)}
    return {"points": random.choice(DICE)} | (
        {"test": _test(random)} if random.random() < 0.5 else {}
    )


def _injuries(random: Random) -> dict[str, dict[str, Any]]:
    """The Injury Table shuffled, with an injury more and another way for Infected! to end."""
    keys = [*BOOK.injuries, "burned"]
    totals: dict[str, list[int]] = {key: [] for key in keys}
    for total in range(2, 13):
        totals[random.choice((*keys, *OFTEN))].append(total)
    if len(totals["captured"]) == 11:
        totals["captured"].remove(7)
        totals["full-recovery"].append(7)
    ends = ("dead", "arm-injury", "blinded", "burned", "full-recovery", "leg-injury")
    first = {half: random.choice((*ends, "amputated", "amputated")) for half in HALVES}
    found: dict[str, dict[str, Any]] = {key: {"totals": totals[key]} for key in keys}
    found["burned"] |= {
        "name": "Burned",
        "summary": "Afraid of fire.",
        "lasting": True,
        "modifier": {"C": -1},
        "again": random.choice(("dead", "blinded")),
    }
    found["arm-injury"]["weapons_most"] = random.randint(0, 3)
    found["infected"]["first"] = first
    found["infected"]["second"] = {half: random.choice(ends) for half in HALVES}
    found["never-again"]["experience"] = random.choice(DICE)
    return found
