"""The entries the code knows by name stand in one table, and the rulebook has to have them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lastdays.errors import RulebookError
from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.known import FIXED, KNOWN, SAID
from unit.rulebook.packing import whole_book, write_pack
from unit.sources import APP, names, nodes_of, parents_of

TABLE = APP / "rulebook" / "known.py"
#: Where keys stand by name that are not this game's, or not the program's.
ELSEWHERE = ("devtools", *(f"tabletop/{game}" for game in (
    "last_night", "last_one_alive", "zombie_town", "zombies",
)))  # fmt: skip
KEYS = {str(key) for keys in KNOWN.values() for key in keys}
#: Words that are a key and something else as well: a literal of one is fine where no key stands.
HOMONYMS = {
    "a member's status, and whose side attacks": {"captured", "dead"},
    "a skill type, a part of a form, the column of a table": {"leader"},
    "the name of a violation": {"highly-specialized"},
    "a class of Firearm": {"explosive", "heavy"},
    "a section of book.toml": {"booze", "door", "heavy", "noisemaker", "thrown"},
    "a sort of marker": {"door", "fire", "noisemaker"},
    "a procedure, an answer or a fact of the table": {
        "booze", "door", "entry-man", "interact", "noisy", "reload", "silencer", "tag-team",
        "zombie", "menace",
    },
    "how well a target is covered": {"cover", "solid-structure"},
    "a pictogram": {"survivor"},
    "a move of gear, and a move on the table": {"move", "climb", "jump", "run", "difficult"},
}  # fmt: skip
#: Calls whose argument is a key, and what a key is compared with or looked up in.
CALLS = {
    "has", "_has", "value_of", "skill_value", "trait", "trait_summary", "Trait", "injured",
    "kit_item", "character", "gear", "has_gear",
}  # fmt: skip
HOLDERS = {"attached", "kit"}


def _sources() -> Iterator[str]:
    for name in names():
        if APP / name != TABLE and not name.startswith(ELSEWHERE):
            yield name


def _called(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _is_key(node: ast.expr) -> bool:
    return _called(node) in HOLDERS | {"key"} and not isinstance(node, ast.Call)


def _stands_for_an_entry(node: ast.Constant, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a literal is looked up in the rulebook or compared with one of its keys."""
    above = parents[node]
    if isinstance(above, ast.Tuple | ast.Set | ast.List):
        above = parents[above]
    match above:
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[first, *_rest]):
            return first is node and _called(table) in KNOWN.keys() | HOLDERS
        case ast.Call(func=function, args=arguments):
            return node in arguments and _called(function) in CALLS
        case ast.Subscript(value=table):
            return _called(table) in KNOWN
        case ast.Compare(left=left, comparators=others):
            entries = [e for e in (left, *others) if isinstance(e, ast.Attribute | ast.Name)]
            return any(_is_key(e) for e in entries)
    return False


def _literals(name: str) -> Iterator[tuple[ast.Constant, bool]]:
    for node in nodes_of(name, ast.Constant):
        if node.value in KEYS:
            yield node, _stands_for_an_entry(node, parents_of(name))


def test_no_module_writes_down_a_key_that_the_table_has() -> None:
    twice = set().union(*HOMONYMS.values())
    found = [
        f"{name}:{node.lineno} {node.value!r}"
        for name in _sources()
        for node, entry in _literals(name)
        if entry or node.value not in twice
    ]
    assert found == []


def test_no_rule_names_a_skill_or_a_perk(book: Catalogue) -> None:
    """Their rules ask for an effect or a number, so that those of a content pack count as well."""
    leader = {"leader"}  # whoever leads has it, whatever their type
    written = {*book.skills, *book.perks} - leader
    found = [
        f"{name}:{node.lineno} {node.value!r}"
        for name in _sources()
        for node in nodes_of(name, ast.Constant)
        if node.value in written
        if _stands_for_an_entry(node, parents_of(name))
        or (isinstance(parents_of(name)[node], ast.Subscript | ast.Attribute))
    ]
    assert found == []


def test_every_key_of_the_table_has_its_rule() -> None:
    used = {
        (node.value.id, node.attr)
        for name in _sources()
        for node in nodes_of(name, ast.Attribute)
        if isinstance(node.value, ast.Name)
    }
    idle = [key for keys in KNOWN.values() for key in keys if (keys.__name__, key.name) not in used]
    assert idle == []


@pytest.mark.sweep
@pytest.mark.parametrize("file", sorted(KNOWN))
def test_a_rulebook_without_one_of_them_is_refused(tmp_path: Path, file: str) -> None:
    folder = whole_book(tmp_path)
    path = folder / f"{file}.toml"
    key = next(iter(KNOWN[file]))
    text = path.read_text(encoding="utf-8")
    without = re.sub(rf"^(\[+){key}(?=[.\]])", rf"\1no-{key}", text, flags=re.MULTILINE)
    assert without != text
    path.write_text(without, encoding="utf-8")
    with pytest.raises(RulebookError) as error:
        load(folder)
    assert f"{file}.toml [{key}]: the rules need this entry, and it is missing." in str(error.value)


WRONG = {True: "false", False: "true", "firearms": '"cqc"', "cqc": '"firearms"'}


@pytest.mark.parametrize(
    ("file", "key", "field", "wanted"),
    [
        (file, str(key), field, wanted)
        for file, entries in FIXED.items()
        for key, fields in entries.items()
        for field, wanted in fields.items()
    ],
)
def test_a_pack_that_takes_away_what_a_rule_reads_is_refused(
    tmp_path: Path, file: str, key: str, field: str, wanted: bool | str
) -> None:
    pack = write_pack(tmp_path, "odd", {file: f"[{key}]\n{field} = {WRONG[wanted]}\n"})
    said = load(packs=[pack]).refused_packs
    assert any(
        line.startswith(f"odd: {file}.toml [{key}] {field}: the rules need") for line in said
    )


def test_what_must_be_said_is_said(book: Catalogue) -> None:
    for file, entries in SAID.items():
        for key, field in entries.items():
            assert getattr(getattr(book, file)[key], field) is not None, (file, key)
