"""Entries of the book that players write: read and checked as those of packs are, left out where they
are wrong, and without any the rulebook is what it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec import ValidationError, json
from msgspec.structs import replace

from lastdays.model.campaign import Campaign
from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.catalogue import as_written, own_faults, with_own
from lastdays.rulebook.own import NO_RULES, OwnRules, own_digest, rules_as_files
from lastdays.rulebook.own_entries import BYTES_MOST, ENTRY_KINDS, OF_A_KIND_MOST, WrittenEntry
from lastdays.rulebook.pack_writing import fields_as_written
from lastdays.rulebook.packs import Chosen, OneRulebook, Rulebooks
from lastdays.rulebook.sentences import sentences
from unit.rulebook.packing import ANY_VALUE, write_pack, write_toml
from unit.rulebook.winter import AXE, TOWER, WINTER

BOOK = load()


def laid(*entries: WrittenEntry) -> Catalogue:
    return with_own(BOOK, OwnRules(book=entries))


def faults_of(*entries: WrittenEntry) -> list[str]:
    return [str(fault) for fault in own_faults(laid(*entries))]


def test_without_own_entries_the_rulebook_is_what_it_was() -> None:
    assert with_own(BOOK, NO_RULES) is BOOK
    assert Rulebooks().of(Chosen()).digest == BOOK.digest
    with_rules = with_own(BOOK, WINTER)
    assert "book" not in json.decode(own_digest(WINTER))
    assert (with_rules._written, with_rules.left_out) == (BOOK._written, ())
    campaign = Campaign("c", "Winter", own=WINTER)
    assert b'"book"' not in json.encode(campaign)


def test_an_entry_counts_as_one_of_the_book() -> None:
    book = laid(AXE, TOWER)
    assert faults_of(AXE, TOWER) == []
    assert book.gear("ice-axe").name == "Ice axe"
    assert book.gear("ice-axe") in book.for_sale()
    assert book.gear("ice-axe").cited("Ice axe") == "Ice axe"
    tower = book.encounters["radio-tower"]
    assert tower.rules_for(book.objective_worth("radio-tower")) == (
        "6 Zombies start at the mast.",
        "Objective: Send the call. Experience: 5.",
    )
    assert tower.ends_for(rivals=True) == "It ends after turn 8."
    assert book.objective_worth("rescue") == BOOK.earned["objective"]
    assert book.digest != BOOK.digest
    assert laid(AXE).digest != book.digest
    assert OneRulebook(BOOK).of(Chosen(own=OwnRules(book=(AXE,)))).has_gear("ice-axe")


def test_an_entry_with_a_key_of_the_book_is_played_instead() -> None:
    cop = {**written_fields("characters", "cop"), "cost": 12}
    book = laid(WrittenEntry("characters", "cop", cop))
    assert book.character("cop").cost == 12
    assert len(book.characters) == len(BOOK.characters)


def written_fields(kind: str, key: str) -> dict[str, Any]:
    return fields_as_written(as_written(BOOK, kind, key))


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (WrittenEntry("perks", "pool", {"name": "Pool", "summary": "Wet."}), "perks.toml [pool] cost: this is missing."),
        (
            WrittenEntry("close_combat", "bat", {**AXE.fields, "attributes": ["spiky"]}),
            "close_combat.toml [bat] attributes: 'spiky' is unknown.",
        ),
        (
            WrittenEntry("encounters", "again", {**TOWER.fields, "number": 1}),
            "encounters.toml [again] number: 1 is already taken by Bushwhack.",
        ),
        (
            WrittenEntry("encounters", "odd", {**TOWER.fields, "special": ["{no} such"]}),
            "encounters.toml [odd] special: no number for {no}",
        ),
        (
            WrittenEntry("injuries", "frost", {"name": "Frost", "summary": "Cold.", "totals": [7]}),
            "injuries.toml [frost]: each total of 2D6 needs one result.",
        ),
        (
            WrittenEntry("perks", "long", {"name": "x" * 5000, "cost": 1, "summary": "x"}),
            "perks.toml [long]: a text is too long (5000 characters).",
        ),
    ],
)  # fmt: skip
def test_one_that_is_wrong_is_left_out_and_said(entry: WrittenEntry, said: str) -> None:
    assert faults_of(AXE, entry) == [said]
    book = laid(AXE, entry)
    assert book.has_gear("ice-axe")
    assert entry.key not in getattr(book, entry.kind) or entry.key in getattr(BOOK, entry.kind)


def test_what_names_one_that_is_left_out_is_left_out_as_well() -> None:
    skill = WrittenEntry("skills", "skier", {"name": "Skier"})
    scout = {**written_fields("characters", "cop"), "name": "Scout", "rules": ["skier"]}
    said = faults_of(skill, WrittenEntry("characters", "scout", scout))
    assert said == [
        "skills.toml [skier] summary: this is missing.",
        "characters.toml [scout] rules: 'skier' is unknown.",
    ]


def test_own_tables_know_own_gear() -> None:
    finds = {"upto": 6, "text": "Look!", "does": ["gains ice-axe"]}
    table = {
        "tables": [
            {"key": "finds", "name": "Finds", "dice": {"count": 1, "faces": 6}, "rows": [finds]}
        ]
    }
    own = json.decode(json.encode(table), type=OwnRules)
    assert [fault.text for fault in own_faults(with_own(BOOK, own))] == ["'ice-axe' is unknown."]
    assert own_faults(with_own(BOOK, replace(own, book=(AXE,)))) == []


def test_a_pack_of_them_reads_back_as_the_same(tmp_path: Any) -> None:
    own = replace(WINTER, book=(AXE, TOWER))
    pack = write_pack(tmp_path, "winter", {})
    for kind, table in rules_as_files(own).items():
        write_toml(pack / f"{kind}.toml", table)
    packed = load(packs=[pack])
    assert packed.refused_packs == ()
    mine = with_own(BOOK, own)
    for kind, key in (("close_combat", "ice-axe"), ("encounters", "radio-tower")):
        entry = getattr(packed, kind)[key]
        assert replace(entry, pack="") == getattr(mine, kind)[key]


def test_there_are_bounds() -> None:
    many = [{"kind": "perks", "key": f"p{n}"} for n in range(OF_A_KIND_MOST + 1)]
    for wrong in (
        {"book": many},
        {"book": [{"kind": "perks", "key": "p"}] * 2},
        {"book": [{"kind": "phases", "key": "p"}]},
        {"book": [{"kind": "perks", "key": "P p"}]},
        {"book": [{"kind": "perks", "key": "p", "fields": {"name": "x" * BYTES_MOST}}]},
    ):
        with pytest.raises(ValidationError):
            json.decode(json.encode(wrong), type=OwnRules)


@pytest.mark.sweep
@given(st.data())
def test_odd_values_are_left_out_and_never_crash(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(ENTRY_KINDS))
    key = data.draw(st.sampled_from(sorted(getattr(BOOK, kind))))
    fields = written_fields(kind, key)
    name = data.draw(st.sampled_from(sorted(fields)) | st.text(max_size=9))
    fields[name] = data.draw(ANY_VALUE)
    entry = WrittenEntry(kind, data.draw(st.sampled_from([key, "another"])), fields)
    book = laid(AXE, entry)
    assert book.has_gear("ice-axe")
    assert entry.name
    assert entry.drawing
    for fault in own_faults(book):
        assert str(fault)
    assert isinstance(list(sentences(fields)), list)
