"""Rules that players write: read whole or refused with every fault, and kept as they are written."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec import ValidationError, json
from msgspec.structs import fields as struct_fields, replace

from lastdays.desktop import paths
from lastdays.desktop.bounds import TimeLimit
from lastdays.language import SpokenLanguage, speaking
from lastdays.model.campaign import Campaign
from lastdays.rulebook import load, own
from lastdays.rulebook.checks import Faults
from lastdays.rulebook.entries import CHARACTERISTICS, Dice, EntryError, TestOf
from lastdays.rulebook.own import (
    NO_RULES,
    Counter,
    Level,
    OwnRules,
    Row,
    Step,
    Table,
    Trait,
    check_own,
    read_own,
    rules_as_files,
)
from lastdays.rulebook.own_effects import parse_effect, parse_payment
from lastdays.rulebook.packs import Chosen, Rulebooks, with_numbers
from pseudo import Pseudo
from unit.rulebook.packing import ANY_VALUE, write_pack, write_toml
from unit.rulebook.winter import EAT, ILLNESS, SICKNESS, WINTER

WITS = {"characteristic": "I", "target": 8}


def faults_of(sources: dict[str, dict[str, Any]]) -> list[str]:
    """What is said of files with own rules."""
    faults = Faults()
    read = read_own(sources, faults, TimeLimit())
    named = {kind: sources.get(kind, {}) for kind in own.KINDS}
    check_own(read, {**named, "gear": ["booze"]}, faults)
    return [str(fault) for fault in faults]


def with_fields(kind: str, key: str, **fields: Any) -> dict[str, dict[str, Any]]:
    """The files of the winter, with other fields of an entry."""
    files = rules_as_files(WINTER)
    files[kind][key] = {**files[kind].get(key, {}), **fields}
    return files


# The digest


def digest_of_files() -> str:
    """The digest as it was before there were own rules: of the book's files and nothing else."""
    files = (paths.resources() / "rulebook").glob("*.toml")
    sources = {f.stem: tomllib.loads(f.read_text(encoding="utf-8")) for f in files}
    return hashlib.blake2b(repr(sorted(sources.items())).encode(), digest_size=8).hexdigest()


def test_without_own_rules_the_digest_is_what_it_was() -> None:
    books = Rulebooks()
    assert load().digest == digest_of_files()
    assert books.of(Campaign("c", "Riverside", packs=()).chosen).digest == digest_of_files()
    numbers = (("founding.points", 120),)
    assert books.of(Chosen((), numbers)).digest == with_numbers(load(), dict(numbers)).digest


def test_own_rules_and_each_of_their_fields_make_another_digest() -> None:
    books = Rulebooks()
    others = [
        NO_RULES,
        WINTER,
        WINTER.with_entry(replace(SICKNESS, high=6)),
        WINTER.with_entry(replace(SICKNESS, levels=SICKNESS.levels[1:])),
        WINTER.with_entry(replace(ILLNESS, rows=(Row(upto=6, text="Sicker."),))),
        WINTER.with_entry(replace(EAT, from_turn=1, audience="standing")),
        WINTER.without("traits", "flaw"),
    ]
    digests = [books.of(Chosen((), own=rules)).digest for rules in others]
    assert len({*digests}) == len(others)


# Packs and campaigns


def test_a_pack_and_a_campaign_bring_the_same_values(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, "winter", {})
    for kind, table in rules_as_files(WINTER).items():
        write_toml(pack / f"{kind}.toml", table)
    packed = load(packs=[pack])
    assert packed.refused_packs == ()
    assert [entry.pack for entry in packed.own.entries] == ["winter"] * 5
    assert rules_as_files(packed.own) == rules_as_files(WINTER)
    assert Rulebooks().of(Chosen((), own=WINTER)).own == WINTER


def test_a_rule_of_the_campaign_replaces_one_of_a_pack(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, "winter", {})
    write_toml(pack / "counters.toml", rules_as_files(WINTER)["counters"])
    worse = replace(SICKNESS, name="Plague", pack="")
    book = Rulebooks([pack]).of(Chosen(("winter",), own=OwnRules((worse,))))
    assert [counter.name for counter in book.own.counters] == ["Plague", "Food"]


def test_what_players_write_is_neither_translated_nor_filled_in(tmp_path: Path) -> None:
    sentence = load().perks["watch-tower"].summary
    rows = [{"upto": 6, "text": f"{{founding.points}} {sentence}"}, {"upto": 7, "text": sentence}]
    table = {"name": "{noise.draws_at}", "dice": "D6+1", "rows": rows}
    pack = write_pack(tmp_path, "odd", {})
    write_toml(pack / "tables.toml", {"odd": table})
    with speaking(SpokenLanguage("xx", Pseudo())):
        book = load(packs=[pack])
    assert rules_as_files(book.own)["tables"]["odd"] == table


def test_a_drawing_that_is_gone_keeps_no_campaign_from_opening() -> None:
    rules = OwnRules((replace(SICKNESS, pictogram="nobody/gone"),))
    again = json.decode(json.encode(Campaign("c", "Riverside", own=rules)), type=Campaign)
    assert again.own == rules
    assert again.own.counters[0].drawing == Counter(key="x", name="X").drawing


# Faults


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (with_fields("counters", "food", high=0), "[food] high: it has to be more than 0."),
        (with_fields("counters", "food", start=21), "[food] start: it has to be from 0 to 20."),
        (with_fields("counters", "food", hihg=3), "[food] hihg: there is no such field."),
        (with_fields("counters", "food", high=10_000), "[food] high: this should be at most 9999."),
        (with_fields("counters", "food", name=" "), "[food] name: this should not be empty."),
        (with_fields("counters", "food", name="a\nb"), "[food] name: this has to be one line"),
        (
            with_fields("counters", "food", of="campaign", reset="sequence"),
            "[food] reset: a sequence is one group's",
        ),
        (
            with_fields("counters", "food", levels=[{"from": 1, "name": "Few", "misses": True}]),
            "[food] levels.0: only a counter of members changes them.",
        ),
        (
            with_fields("counters", "sickness", levels=[{"from": 6, "name": "Dead"}]),
            "[sickness] levels.0.from: it has to be from 0 to 5.",
        ),
        (
            with_fields("counters", "sickness", levels=[{"from": 1, "name": "A"}] * 2),
            "[sickness] levels: each level has to begin at a higher value",
        ),
        (
            with_fields(
                "counters", "sickness", levels=[{"from": n, "name": "A"} for n in range(13)]
            ),
            "[sickness] levels: this should have at most 12 entries.",
        ),
        (with_fields("counters", "Food", name="Food"), "[Food] key: this should be lower-case"),
        (with_fields("tables", "illness", dice="2D6"), "rows.2.upto: no row is for 7 to 12."),
        (with_fields("tables", "illness", dice="D3"), "rows.2.upto: D3 is never that high."),
        (with_fields("tables", "illness", dice="D6+2"), "rows.0.upto: D6+2 is never that low."),
        (with_fields("tables", "illness", rows=[]), "rows: this should not be empty."),
        (
            with_fields("tables", "illness", rows=[{"upto": 6, "text": "a"}] * 2),
            "rows.1.upto: it has to be more than 6.",
        ),
        (
            with_fields("tables", "illness", rows=[{"upto": 6, "text": "a", "does": ["kill"]}]),
            "rows.0.does.0: 'kill' isn't an effect. An effect is one of counter KEY +1,",
        ),
        (with_fields("traits", "flaw", table="omens"), "[flaw] table: 'omens' is unknown."),
        (with_fields("steps", "eat", pays="gold 3"), "[eat] pays: 'gold 3' can't be paid."),
        (with_fields("steps", "eat", **{"while": "fuel"}), "[eat] while: 'fuel' is unknown."),
        (with_fields("steps", "eat", **{"from": 5}), "[eat] from: only a step of a turn has one."),
        (with_fields("steps", "eat", table="omens"), "[eat] table: 'omens' is unknown."),
        (
            with_fields("steps", "eat", **{"for": "group"}),
            "[eat] table: Illness: this needs a member.",
        ),
        (
            with_fields("steps", "eat", **{"for": "campaign", "table": ""}),
            "[eat] pays: Food: this needs a group.",
        ),
        (
            with_fields("steps", "eat", **{"for": "group", "table": ""}, test=WITS),
            "[eat] test: only members take one.",
        ),
        (
            with_fields("counters", "sickness", pictogram="nobody/gone"),
            "[sickness] pictogram: there isn't one called nobody/gone.",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(files: dict[str, dict[str, Any]], said: str) -> None:
    assert any(said in line for line in faults_of(files)), faults_of(files)


@pytest.mark.parametrize(
    ("of", "does", "said"),
    [
        ("member", ["counter luck +1"], "'luck' is unknown."),
        ("member", ["gains lance"], "'lance' is unknown."),
        ("member", ["gains booze", "loses booze"], ""),
        ("member", ["table illness"], ""),
        ("member", ["table chain"], "Chain leads to another table itself."),
        ("member", ["table illness", "table illness"], "a row leads to one other table at most."),
        ("group", ["counter food -1", "points -2", "zombies D3", "note Snow."], ""),
        ("group", ["counter sickness +1"], "Sickness: this needs a member."),
        ("group", ["injury"], "injury: this needs a member."),
        ("group", ["table illness"], "Illness: this needs a member."),
        ("campaign", ["counter food +1"], "Food: this needs a group."),
        ("campaign", ["points D6"], "points D6: this needs a group."),
        ("campaign", ["gains booze"], "gains booze: this needs a group."),
    ],
)
def test_effects_are_for_those_who_can_have_them(of: str, does: list[str], said: str) -> None:
    files = rules_as_files(WINTER)
    to_illness = [{"upto": 6, "text": "On.", "does": ["table illness"]}]
    files["tables"]["chain"] = {"name": "Chain", "dice": "D6", "rows": to_illness}
    rows = [{"upto": 6, "text": "So.", "does": does}]
    files["tables"]["omens"] = {"name": "Omens", "dice": "D6", "of": of, "rows": rows}
    wanted = [f"tables.toml [omens] rows.0.does: {said}"] if said else []
    assert faults_of(files) == wanted


def test_all_faults_are_told_at_once() -> None:
    files: dict[str, dict[str, Any]] = {
        "counters": {"food": {"name": "Food", "low": 3, "high": 2}},
        "tables": {
            "omens": {
                "name": "Omens",
                "dice": "D6",
                "rows": [{"upto": 2, "text": ""}, {"upto": "x", "text": "So.", "also": 1}],
            },
            "weather": {
                "name": "Weather",
                "dice": "D6",
                "rows": [{"upto": 3, "text": "Snow", "does": ["fly", "counter"]}],
            },
        },
        "steps": {"eat": {"name": "Eat", "when": "upkeep", "table": "omens", "pays": "alms"}},
        "traits": {"flaw": {"name": "Flaw", "table": "none"}},
    }
    said = faults_of(files)
    for part in (
        "[food] high:", "[food] start:", "[omens] rows.0.text:", "[omens] rows.1.upto:",
        "[omens] rows.1.also:", "[weather] rows.0.does.0:", "[weather] rows.0.does.1:",
        "[eat] pays:", "[flaw] table: 'none' is unknown.",
    ):  # fmt: skip
        assert any(part in line for line in said), (part, said)
    assert not any("'omens' is unknown" in line for line in said)


def test_there_are_so_many_entries_and_no_more() -> None:
    most = own.ENTRIES_MOST["counters"]
    many = {f"c{n}": {"name": f"C {n}"} for n in range(most + 1)}
    (said,) = faults_of({"counters": many})
    assert said == "counters.toml: there are 25 entries, and at most 24 can be."
    counters = [{"key": key, "name": key} for key in many]
    for wrong in ({"counters": counters}, {"counters": [counters[0]] * 2}):
        with pytest.raises(ValidationError):
            json.decode(json.encode(wrong), type=OwnRules)
    hostile = {"key": "x", "name": "x", "rows": [{"upto": 1, "text": "x"}]}
    dice = {"count": 10**9, "faces": 7, "plus": 0}
    with pytest.raises(ValidationError):
        json.decode(json.encode({"tables": [{**hostile, "dice": dice}]}), type=OwnRules)


# Effects in words


@pytest.mark.parametrize(
    "words",
    [
        "counter food +1", "counter food -12", "counter food =0", "counter food =-3", "points 4",
        "points -4", "points 2D6+1", "experience 2", "experience D3", "injury", "misses",
        "gains booze", "loses booze", "zombies 3", "zombies 2D6", "note Wades {n} <b>.",
        "table illness",
    ],
)  # fmt: skip
def test_an_effect_is_written_as_it_is_read(words: str) -> None:
    assert str(parse_effect(words)) == words


@pytest.mark.parametrize(
    "words",
    [
        "", "counter", "counter food", "counter food 1", "counter food +99999", "counter FOOD +1",
        "points", "points 0", "points 1000", "experience 0", "experience -1", "zombies -2",
        "zombies 99D6", "injury now", "misses 2", "gains", "gains two words", "note",
        f"note {'x' * 201}", "table", "kill", "counter food +１",
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_a_sentence(words: str) -> None:
    with pytest.raises(EntryError, match=r"\.$"):
        parse_effect(words)


@pytest.mark.parametrize("words", ["counter food 1", "points 12"])
def test_a_payment_is_written_as_it_is_read(words: str) -> None:
    assert str(parse_payment(words)) == words


@pytest.mark.parametrize("words", ["", "food", "counter food", "counter food 0", "points -1"])
def test_nothing_else_can_be_paid(words: str) -> None:
    with pytest.raises(EntryError, match="can't be paid"):
        parse_payment(words)


# What follows from a value


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (-1, ""),
        (0, ""),
        (1, "Coughing"),
        (2, "Coughing"),
        (3, "Feverish"),
        (5, "Bedridden"),
        (9, "Bedridden"),
    ],
)
def test_a_level_lasts_until_the_next_begins(value: int, name: str) -> None:
    level = SICKNESS.level(value)
    assert (level.name if level else "") == name


def test_each_total_has_its_row() -> None:
    assert [ILLNESS.row(total).text for total in range(1, 7)] == [
        *["Sicker."] * 2, *["Holds on."] * 3, "Better.",
    ]  # fmt: skip


# Anything that may be written

KEYS = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
LINES = st.text(
    st.characters(min_codepoint=32, exclude_categories=["Cs"], exclude_characters="\x7f"),
    min_size=1,
    max_size=30,
)
NAMES = LINES.filter(str.strip)
SMALL = st.integers(-9, 9)
EFFECTS = st.one_of(
    st.builds("counter {} {:+d}".format, KEYS, SMALL),
    st.builds("points {}".format, st.sampled_from(("D6", "2D6+1", "-3", "7"))),
    st.sampled_from(("injury", "misses", "zombies D3", "gains booze")),
    st.builds("note {}".format, NAMES),
)
SHOWN: tuple[own.Place, ...] = ("roster", "table", "card")
PLACES = st.lists(st.sampled_from(SHOWN), unique=True).map(tuple)


@st.composite
def counters(draw: st.DrawFn) -> Counter:
    """Any counter."""
    low, high = sorted(draw(st.lists(SMALL, min_size=2, max_size=2, unique=True)))
    begins = draw(st.lists(st.integers(low, high), max_size=3, unique=True))
    figures = st.dictionaries(st.sampled_from(CHARACTERISTICS), SMALL, max_size=2)
    levels = (
        Level(from_=n, name=draw(NAMES), modifier=draw(figures), misses=draw(st.booleans()))
        for n in sorted(begins)
    )
    return Counter(
        key=draw(KEYS),
        name=draw(NAMES),
        low=low,
        high=high,
        start=draw(st.integers(low, high)),
        reset=draw(st.sampled_from(("never", "game", "sequence"))),
        shown=draw(PLACES),
        levels=tuple(levels),
    )


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any table."""
    dice = Dice(draw(st.integers(1, 3)), draw(st.sampled_from((3, 6))), draw(st.integers(0, 3)))
    ends = draw(st.sets(st.integers(dice.least, dice.most), max_size=4)) | {dice.most}
    rows = (
        Row(upto=n, text=draw(NAMES), does=tuple(draw(st.lists(EFFECTS, max_size=3))))
        for n in sorted(ends)
    )
    return Table(
        key=draw(KEYS),
        name=draw(NAMES),
        dice=dice,
        of=draw(st.sampled_from(("member", "group", "campaign"))),
        rows=tuple(rows),
    )


STEPS = st.builds(
    Step,
    key=KEYS,
    name=NAMES,
    when=st.sampled_from(("before", "upkeep", "after")),
    audience=st.sampled_from(("member", "standing")),
    while_above=KEYS,
    pays=st.sampled_from(("", "points 2", "counter food 1")),
    test=st.none() | st.just(TestOf(characteristic="I", target=8)),
    table=KEYS,
)
TRAITS = st.builds(Trait, key=KEYS, name=NAMES, table=KEYS, shown=PLACES)


def each_once(entries: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Some entries with different keys."""
    return st.lists(entries, max_size=3, unique_by=lambda entry: entry.key).map(tuple)


RULES = st.builds(
    OwnRules, each_once(counters()), each_once(TRAITS), each_once(tables()), each_once(STEPS)
)


@pytest.mark.sweep
@given(RULES)
def test_what_is_written_is_read_again(rules: OwnRules) -> None:
    faults = Faults()
    assert read_own(rules_as_files(rules), faults, TimeLimit()) == rules
    assert faults == []
    assert json.decode(json.encode(rules), type=OwnRules) == rules


@given(st.data())
def test_odd_values_are_told_and_never_crash(data: st.DataObject) -> None:
    files = rules_as_files(WINTER)
    kind = data.draw(st.sampled_from(sorted(files)))
    key = data.draw(st.sampled_from(sorted(files[kind])))
    names = [field.encode_name for field in struct_fields(own.KINDS[kind])]
    name = data.draw(st.sampled_from(names) | st.text(max_size=9))
    files[kind][key][name] = data.draw(ANY_VALUE)
    for line in faults_of(files):
        assert ".toml" in line
    raw = {kind: [{"key": key, **fields} for key, fields in t.items()] for kind, t in files.items()}
    try:
        read = json.decode(json.encode(raw), type=OwnRules)
    except (ValidationError, ValueError, OverflowError):
        return
    assert json.decode(json.encode(read), type=OwnRules) == read
