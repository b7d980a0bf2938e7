"""The vocabulary of effects: each has a skill in the book, a rule in the code and a sentence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from msgspec.structs import fields

from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.effects import TESTED, Effect
from lastdays.rulebook.pack_guide import texts
from unit.rulebook.packing import write_pack
from unit.sources import names, nodes_of

#: What each skill of the book does, p. 62–69; those that are only numbers are not here.
IN_THE_BOOK = {
    "Ambushers": "leads-ambush",
    "Crowd Control": "never-outnumbered",
    "Dirty Fighter": "wins-ties",
    "Disarm": "takes-weapon",
    "Double-Tap": "rerolls-damage",
    "First Aid Training": "rerolls-injury-die",
    "Entry Man": "breaks-doors",
    "Fire and Maneuver": "moves-while-shooting",
    "Free Runner": "jumps-far",
    "Frontline Fighter": "helps-friends-fight",
    "Gear-Head": "two-dice-on-vehicles",
    "Gunfighter": "fires-two-guns",
    "Gunsmith": "fires-specialized",
    "Leader": "lends-courage",
    "Martial Arts": "hard-to-hit-unarmed",
    "Rallying Cry": "rerolls-breaking",
    "Situational Awareness": "wastes-locked-shots",
    "Stalker": "runs-silently",
    "Subdue": "holds-enemy",
    "Tactical Acumen": "two-dice-for-initiative",
    "Tag-Team": "friend-acts-next",
}


def test_the_book_s_skills_are_written_with_effects(book: Catalogue) -> None:
    written = {s.name: [str(e) for e in s.does] for s in book.skills.values() if s.does}
    assert written == {name: [effect] for name, effect in IN_THE_BOOK.items()}
    assert {str(e) for e in Effect} == set(IN_THE_BOOK.values())


@pytest.mark.sweep
def test_every_effect_has_a_rule_and_a_sentence() -> None:
    used = {
        node.attr
        for name in names()
        if name != "rulebook/effects.py"
        for node in nodes_of(name, ast.Attribute)
        if isinstance(node.value, ast.Name) and node.value.id == "Effect"
    }
    assert {e.name for e in Effect} - used == set()
    assert set(texts()["effects"]) == set(Effect)


def test_every_skill_of_the_book_does_something_or_is_read_elsewhere(book: Catalogue) -> None:
    silent = {"name", "key", "summary", "page", "also", "pack", "pictogram"}
    garden = {p.points_skill for p in book.perks.values()}
    for skill in book.skills.values():
        said = {f.name for f in fields(skill) if getattr(skill, f.name) != f.default} - silent
        assert said or skill.key in garden, skill.name


@pytest.mark.parametrize("effect", sorted(TESTED))
def test_an_effect_that_rolls_a_test_needs_one(tmp_path: Path, effect: Effect) -> None:
    text = f'[knack]\nname = "Knack"\nsummary = "Does it."\ndoes = ["{effect}"]\n'
    said = load(packs=[write_pack(tmp_path, "odd", {"skills": text})]).refused_packs
    assert said[0].endswith(f"test: {effect} needs one.")


def test_an_effect_nobody_knows_is_refused(tmp_path: Path) -> None:
    text = '[knack]\nname = "Knack"\nsummary = "Flies."\ndoes = ["flies"]\n'
    said = load(packs=[write_pack(tmp_path, "odd", {"skills": text})]).refused_packs
    assert said[0].startswith("odd: skills.toml [knack] does.0: 'flies' is unknown.")


def test_a_skill_of_a_pack_is_given_by_its_effect(tmp_path: Path, book: Catalogue) -> None:
    text = '[knack]\nname = "Knack"\nsummary = "Any gun."\ndoes = ["fires-specialized"]\n'
    packed = load(packs=[write_pack(tmp_path, "odd", {"skills": text})])

    class Holder:
        def has(self, key: str, /) -> bool:
            return key == "knack"

    found = packed.giver(Holder(), Effect.FIRES_SPECIALIZED)
    assert found is not None
    assert found.name == "Knack"
    assert packed.giver(Holder(), Effect.RUNS_SILENTLY) is None
    assert book.giver(Holder(), Effect.FIRES_SPECIALIZED) is None
