"""What the fields of entries hold, and that the forms of a campaign's own rules show each of them once."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, strategies as st

from lastdays.desktop import paths
from lastdays.rulebook import load
from lastdays.rulebook.catalogue import KINDS as BOOK_KINDS, as_written as entry_as_written
from lastdays.rulebook.entries import read_entry
from lastdays.rulebook.own import key_for
from lastdays.rulebook.own_words import FormWords
from lastdays.rulebook.pack_fields import KINDS, PARTS, Flag, Parts, described
from lastdays.rulebook.pack_writing import fields_as_written, toml_of
from unit.rulebook.winter import WINTER

FORMS = [kind for kind in paths.toml("packs", "forms.toml") if kind != "effects"]
BOOK = load()


@pytest.mark.parametrize("kind", FORMS)
def test_a_form_has_each_field_once_and_calls_it_something(kind: str) -> None:
    form = paths.toml("packs", "forms.toml")[kind]
    lines = [name for line in form["lines"] for name in line]
    lines += [name for line in form.get("more", []) for name in line]
    shown = [*lines, *form.get("left", [])]
    assert sorted(shown) == sorted(described(kind))
    words = FormWords(kind)
    for line in [*form["lines"], *form.get("more", [])]:
        flags = all(isinstance(words.fields[name].shape, Flag) for name in line)
        assert flags or kind in PARTS or words.caption(*line)
        for name in line:
            assert words.caption(name)
            assert words.meaning(name).endswith((".", "…"))
            shape = words.fields[name].shape
            for value in getattr(shape, "values", ()):
                assert words.word(name, value)
            if isinstance(shape, Parts):
                assert shape.kind in FORMS
    for name, needed in words.only.items():
        assert name in lines
        assert set(needed) <= set(lines)


@pytest.mark.parametrize("kind", FORMS)
def test_what_a_new_one_begins_with_is_of_its_fields(kind: str) -> None:
    assert set(FormWords(kind).begun) <= set(described(kind))


@pytest.mark.parametrize("kind", BOOK_KINDS)
def test_each_entry_of_the_book_is_written_as_it_is_read(kind: str) -> None:
    for key in getattr(BOOK, kind):
        entry = entry_as_written(BOOK, kind, key)
        fields = tomllib.loads(toml_of({key: fields_as_written(entry)}))[key]
        assert read_entry(KINDS[kind], {**fields, "key": key}) == entry
        assert set(fields) <= set(described(kind))


def test_every_field_of_every_kind_has_a_shape() -> None:
    for kind in (*KINDS, *PARTS):
        assert described(kind)


VALUES = st.recursive(
    st.booleans() | st.integers(-999, 999) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=4))
def test_toml_says_what_it_was_made_of(table: dict[str, object]) -> None:
    assert tomllib.loads(toml_of(table)) == table


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Ice axe", "ice-axe"),
        ("  Crème brûlée! ", "creme-brulee"),
        ("Sickness", "sickness-3"),
        ("Болезнь", "counter"),
        ("x" * 300, "x" * 56),
    ],
)
def test_a_key_is_made_from_the_name(name: str, key: str) -> None:
    assert key_for(name, "counters", {"sickness", "sickness-2"}) == key


def test_an_entry_is_moved_among_those_of_its_kind() -> None:
    moved = WINTER.moved("counters", "sickness", 1)
    assert [counter.key for counter in moved.counters] == ["food", "sickness"]
    assert moved.moved("counters", "sickness", -5) == WINTER
    assert WINTER.moved("counters", "gone", 1) == WINTER
