"""The guide to content packs says every field of the models, and what it says works."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import fields as struct_fields

from lastdays.desktop import paths
from lastdays.rulebook import Catalogue, load, own, own_effects
from lastdays.rulebook.catalogue import KINDS
from lastdays.rulebook.entries import Entry, Placement
from lastdays.rulebook.pack_fields import COMMON
from lastdays.rulebook.pack_games import PARTS as GAME_PARTS
from lastdays.rulebook.pack_guide import fields_of, new_pack, texts
from lastdays.rulebook.packs import Chosen, PackAbout, Rulebooks
from unit.rulebook.packing import write_pack

sys.path.insert(0, str(paths.data_root() / "packaging"))

from pack_guide import GUIDE, guide

ALL_KINDS: dict[str, type[Entry]] = {**KINDS, **own.KINDS}
EXAMPLE = paths.resources() / "packs" / "hospital"


def test_the_guide_is_what_the_models_say() -> None:
    assert GUIDE.read_text(encoding="utf-8") == guide()


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_field_is_in_its_section_with_a_meaning(kind: str) -> None:
    section = re.search(rf"\n## [^\n]*`{kind}.toml`\n(.*?)\n## ", guide(), re.DOTALL)
    assert section is not None
    listed = re.findall(r"^\| `([a-z_]+)` \|", section[1].partition("###")[0], re.MULTILINE)
    model = ALL_KINDS[kind]
    fields = {f.encode_name for f in struct_fields(model)}
    assert set(listed) == fields - {"key", "pack", *COMMON}
    assert all(f.meaning.endswith((".", "…")) for f in fields_of(model, kind))


def test_no_meaning_is_left_over() -> None:
    parts = {"pack": PackAbout, "setup": Placement, "levels": own.Level, "rows": own.Row}
    models: dict[str, Any] = {**ALL_KINDS, **parts, **GAME_PARTS}
    for kind, meanings in texts()["fields"].items():
        if kind != "every":
            names = {f.encode_name for f in struct_fields(models[kind])}
            assert set(meanings) <= names, kind


def test_what_is_needed_is_said(book: Catalogue) -> None:
    needed = {f.name for f in fields_of(KINDS["firearms"], "firearms") if not f.default}
    assert needed == {"class", "damage", "rof", "knockback"}
    (cost,) = (f for f in fields_of(KINDS["perks"], "perks") if f.name == "cost")
    assert (cost.what, cost.default) == ("number 0 to 9999", "")


def test_the_entry_of_the_guide_is_sound(tmp_path: Path) -> None:
    entry = re.search(r"```toml\n# characters.toml\n(.*?)```", guide(), re.DOTALL)
    assert entry is not None
    packed = load(packs=[write_pack(tmp_path, "odd", {"characters": entry[1]})])
    assert packed.refused_packs == ()
    assert packed.characters["orderly"].cost == 6


def test_the_own_rules_of_the_guide_are_sound(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(# counters.toml\n.*?)```", guide(), re.DOTALL)
    assert block is not None
    files = re.findall(r"# (\w+)\.toml\n(.*?)(?=\n# |\Z)", block[1], re.DOTALL)
    packed = load(packs=[write_pack(tmp_path, "odd", dict(files))])
    assert packed.refused_packs == ()
    assert [entry.key for entry in packed.own.entries] == ["sickness", "food", "illness", "eat"]


def test_every_effect_of_the_guide_is_one_and_none_is_missing() -> None:
    told = [own_effects.parse_effect(words) for words in texts()["own_effects"]]
    kinds = {*get_args(own_effects.Effect)} - {own_effects.SetCounter}
    assert {type(effect) for effect in told} == kinds


@pytest.mark.parametrize("name", ["mine", 'a "quoted" \\ name', "x" * 300, "Ünï"])
def test_a_new_pack_is_sound(tmp_path: Path, name: str) -> None:
    pack = tmp_path / "mine"
    pack.mkdir()
    for file, text in new_pack(name).items():
        (pack / file).write_text(text, encoding="utf-8")
    books = Rulebooks([pack])
    assert books.faults(books.packs[0], Chosen(())) == ()
    assert "watchman" in books.of(Chosen(("mine",))).characters


def test_the_example_brings_something_of_everything_and_is_sound() -> None:
    books = Rulebooks([EXAMPLE])
    (pack,) = books.packs
    assert books.faults(pack, Chosen(())) == ()
    assert (pack.name, pack.about.version) == ("The Hospital", "1.0")
    book = books.of(Chosen(("hospital",)))
    leader = book.characters["chief-medic"]
    assert leader.leader
    assert leader.drawing.startswith("picture:")
    assert book.characters["orderly"].portrait.startswith("picture:")
    for shelf in (book.skills, book.firearms, book.close_combat, book.refuges, book.perks,
                  book.encounters):  # fmt: skip
        assert any(entry.pack == "hospital" for entry in shelf.values())


@pytest.mark.parametrize("text", ["{zombies:9999999999}", "{zombies.real}", "{nobody}", "{0}", "{"])
@pytest.mark.parametrize(
    ("written", "where"),
    [
        ('special = ["{text}"]', "special"),
        ('ends = "{text}"', "ends"),
        ('[[odd.setup]]\nwhat = "tokens"\ncount = 3\ntext = "{text}"', "setup.0"),
    ],
)
def test_a_sentence_of_an_encounter_fills_in_numbers_and_nothing_else(
    tmp_path: Path, written: str, where: str, text: str
) -> None:
    entry = '[odd]\nname = "Odd"\nnumber = 7\nsummary = "Odd."\nzombies = 3\n'
    entry += written.replace("{text}", f"Place {text}.")
    (said,) = load(packs=[write_pack(tmp_path, "odd", {"encounters": entry})]).refused_packs
    assert f"encounters.toml [odd] {where}" in said
