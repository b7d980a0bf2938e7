"""What a pack says and no rule reads is told to whoever writes it; a campaign plays it without."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdays.desktop import paths
from lastdays.rulebook import load
from lastdays.rulebook.catalogue import KINDS
from lastdays.rulebook.unread import fields_in_vain, fields_without_effect
from unit.postgame.crew import BOOK
from unit.rulebook.packing import write_pack

NEW = 'name = "New"\nsummary = "New."\ncost = 5\n'
WORKED = f"[new]\n{NEW}worked = true\n"
TEST = 'test = { characteristic = "I", target = 8 }\n'
GEAR = '[new]\nname = "New"\nsummary = "New."\n'
GUN = '[new]\nname = "New"\nclass = "explosive"\ndamage = [3]\nrof = 1\nknockback = [1]\n'
SCENE = '[new]\nname = "New"\nnumber = 9\nsummary = "New."\n'
INJURY = '[new]\nname = "New"\nsummary = "New."\ntotals = []\n'

#: What is said in vain: the file, what it says, and the fields that no rule reads.
IN_VAIN = [
    ("perks", f'[new]\n{NEW}points = "D6"\nammo_rerolls = 2\nbeds = 1\n', "points ammo_rerolls"),
    ("perks", f'{WORKED}{TEST}points = "D6"\nbeds = 1\nattack_bonus = 1\n', "beds attack_bonus"),
    ("perks", f"[new]\n{NEW}{TEST}encounter_shift = 1\n", "encounter_shift test"),
    ("perks", f"{WORKED}{TEST}", "test"),
    ("perks", f'{WORKED}{TEST}attack_rerolls = 1\npoints = "D6"\n', "points"),
    ("perks", f"{WORKED}{TEST}attack_rerolls = 1\nammo_rerolls = 1\n", "ammo_rerolls"),
    ("perks", '[fences]\npoints = "D6"\n', "points"),
    ("injuries", f'{INJURY}again = "dead"\nstep_cost = 1\n', "again step_cost"),
    ("injuries", f"{INJURY}modifier = {{ C = -1 }}\n", "modifier"),
    ("injuries", f"{INJURY}lasting = true\nweapons_most = 1\n", "weapons_most"),
    ("injuries", "[dead]\nlasting = true\n[infected]\nexperience = 'D6'\n", "lasting experience"),
    ("injuries", '[infected]\nfirst = { "1-3" = "dead", "4-6" = "blinded" }\n'
     'second = { "1-3" = "dead", "4-6" = "blinded" }\n', "second"),
    ("injuries", "[arm-injury]\nlasting = false\nweapons_most = 1\n", "weapons_most"),
    ("skills", f"{GEAR}within = 6\ntokens = 1\n{TEST}", "within tokens test"),
    ("skills", f"{GEAR}class_damage = 1\nclass_reload = -1\n", "class_damage class_reload"),
    ("attributes", f"{GEAR}turns = 2\nwithin = 3\n", "turns within"),
    ("equipment", f"{GEAR}endurance_shooting = 1\nreload = -1\ninjury_shift = 2\n",
     "endurance_shooting reload injury_shift"),
    ("equipment", f"{GEAR}rarity = 1\n", "rarity"),
    ("firearms", f'{GUN}range = [6]\nattributes = ["thrown"]\n', "range"),
    ("characters", "[goon]\nchoose_may_include_leader = true\n", "choose_may_include_leader"),
    ("encounters", f"{SCENE}attackers = 3\ntokens_carried = true\nattacks = 'selfish'\n",
     "attacks attackers tokens_carried"),
    ("encounters", f"{SCENE}never_breaks = 'defender'\nzombies_carry = true\n",
     "never_breaks zombies_carry"),
    ("encounters", f"{SCENE}perk = 'fences'\nperk_{TEST}vehicle_{TEST}",
     "vehicle_test perk perk_test"),
]  # fmt: skip
#: What reads as much like it, and is played or told.
READ = [
    ("perks", f'{WORKED}{TEST}points = "D6"\nammo_rerolls = 1\nencounter_shift = 1\n'),
    ("perks", f"{WORKED}encounter_shift = 2\n"),
    ("perks", "[armoury]\nworked = false\n"),  # what it takes over from the book is not the pack's
    ("perks", f"{WORKED}{TEST}attack_rerolls = 2\n"),
    ("injuries", '[infected]\nfirst = { "1-3" = "dead", "4-6" = "blinded" }\n'),
    ("injuries", f'{INJURY}lasting = true\nagain = "dead"\nmodifier = {{ C = -1 }}\nstep_cost = 1\n'),
    ("skills", '[new]\nname = "New"\nsummary = "Friends within {within}″ laugh."\nwithin = 6\n'),
    ("skills", f"{GEAR}within = 6\ncourage = 1\nclass_damage = 0\n"),
    ("skills", f'{GEAR}does = ["breaks-doors"]\n{TEST}'),
    ("equipment", f"{GEAR}armour = true\nendurance_shooting = 1\n"),
    ("encounters", f"{SCENE}roles = true\nattackers = 3\nnever_breaks = 'defender'\n"),
    ("encounters", f"{SCENE}never_breaks = 'all'\nzombies = 2\nzombies_carry = true\n"),
]  # fmt: skip


def in_vain(folder: Path, file: str, said: str) -> list[str]:
    pack = write_pack(folder, "pack", {file: said})
    book = load(packs=[pack])
    assert book.refused_packs == (), "a campaign plays it all the same"
    return [fault.field for fault in fields_in_vain(pack, book)]


@pytest.mark.parametrize(("file", "said", "fields"), IN_VAIN)
def test_what_no_rule_reads_is_told(tmp_path: Path, file: str, said: str, fields: str) -> None:
    assert sorted(in_vain(tmp_path, file, said)) == sorted(fields.split())


@pytest.mark.parametrize(("file", "said"), READ)
def test_what_is_read_is_let_be(tmp_path: Path, file: str, said: str) -> None:
    assert in_vain(tmp_path, file, said) == []


def test_the_book_and_the_example_say_nothing_in_vain() -> None:
    entries = [entry for file in KINDS for entry in getattr(BOOK, file).values()]
    assert [
        (e.key, *fields_without_effect(e)) for e in entries if list(fields_without_effect(e))
    ] == []
    example = paths.resources() / "packs" / "hospital"
    assert fields_in_vain(example, load(packs=[example])) == []
