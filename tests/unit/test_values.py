"""The quicker `dataclass` makes what the standard one makes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import pytest

from lastdays import values


def made(dataclass: Callable[..., Any]) -> tuple[type[Any], ...]:
    """The same classes, made by one `dataclass` or the other."""

    @dataclass(frozen=True)
    class Base:
        KIND: ClassVar[str] = "base"
        name: str
        size: int = 3

    @dataclass(frozen=True)
    class More(Base):
        """Has more than its base."""

        held: dict[str, int] = values.field(default_factory=dict, hash=False)
        unseen: object = values.field(default=None, compare=False, repr=False)

    @dataclass(frozen=True, kw_only=True)
    class Named:
        what: str
        other: tuple[int, ...] = ()

    @dataclass
    class Open:
        counts: list[int] = values.field(default_factory=list)

    @dataclass(frozen=True, eq=False)
    class Single:
        name: str

    @dataclass(frozen=True)
    class Own:
        name: str

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: Any) -> bool:
            return isinstance(other, Own)

        def __hash__(self) -> int:
            return 7

    @dataclass(frozen=True)
    class Nothing:
        pass

    return Base, More, Named, Open, Single, Own, Nothing


QUICK, STANDARD = made(values.dataclass), made(dataclasses.dataclass)


def examples(kinds: tuple[type[Any], ...]) -> list[Any]:
    base, more, named, opened, single, own, nothing = kinds
    return [
        base("a"),
        base("a", 4),
        base(size=3, name="a"),
        more("a"),
        more("a", 3, {"x": 1}, object),
        named(what="w"),
        named(other=(1, 2), what="w"),
        opened(),
        opened([1]),
        single("s"),
        own("o"),
        own("p"),
        nothing(),
    ]


def test_values_are_shown_compared_and_summed_up_alike() -> None:
    quick, standard = examples(QUICK), examples(STANDARD)
    assert list(map(repr, quick)) == list(map(repr, standard))
    for one, other in zip(quick, standard, strict=True):
        assert [one == two for two in quick] == [other == two for two in standard]
        assert (type(one).__hash__ is None) == (type(other).__hash__ is None)
        if type(one).__hash__:
            assert ({one: 1}.get(copy.copy(one)) == 1) == ({other: 1}.get(copy.copy(other)) == 1)
    for one, other in zip(QUICK, STANDARD, strict=True):
        assert one.__match_args__ == other.__match_args__
        assert [f.name for f in values.fields(one)] == [f.name for f in values.fields(other)]


@pytest.mark.parametrize("kinds", [QUICK, STANDARD])
def test_what_is_frozen_stays_as_it_is(kinds: tuple[type[Any], ...]) -> None:
    for value in (kinds[0]("a"), kinds[1]("a"), kinds[4]("s")):
        with pytest.raises(dataclasses.FrozenInstanceError, match="assign to field 'name'"):
            value.name = "b"
        with pytest.raises(dataclasses.FrozenInstanceError, match="delete field 'name'"):
            del value.name
    opened = kinds[3]()
    opened.counts = [2]
    assert values.replace(kinds[1]("a"), size=9) == kinds[1]("a", 9)
    assert values.asdict(kinds[1]("a")) == {"name": "a", "size": 3, "held": {}, "unseen": None}


@pytest.mark.parametrize("kinds", [QUICK, STANDARD])
def test_what_is_not_taken_is_refused(kinds: tuple[type[Any], ...]) -> None:
    base, more, named = kinds[:3]
    for make in (
        base,
        lambda: base("a", 1, 2),
        lambda: base("a", colour=1),
        lambda: named("w"),
        lambda: more("a", name="b"),
    ):
        with pytest.raises(TypeError, match="__init__"):
            make()
    assert more("a").held is not more("a").held


@pytest.mark.parametrize("kinds", [QUICK, STANDARD])
def test_a_changed_value_is_what_the_standard_one_makes_without_init(
    kinds: tuple[type[Any], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = ({"name": "b"}, {"size": 8}, {}, {"what": "x"}, {"counts": [3]}, {"colour": 1})
    for value in examples(kinds):
        for change in changes:
            try:
                wanted = dataclasses.replace(value, **change)
            except TypeError:
                with pytest.raises(TypeError):
                    values.replace(value, **change)
                continue
            made = values.replace(value, **change)
            assert type(made) is type(value)
            assert vars(made) == vars(wanted)
    begun = []
    value = kinds[1]("a", 3)
    monkeypatch.setattr(kinds[1], "__init__", lambda *a, **k: begun.append(1))
    assert values.replace(value, size=9).size == 9
    assert not begun


def test_what_was_worked_out_of_a_value_is_not_that_of_a_changed_one() -> None:
    first = Measured("abc")
    assert first.letters == 3
    second = values.replace(first, name="ab")
    assert "letters" not in vars(second)
    assert (second.letters, first.letters) == (2, 3)


@values.dataclass(frozen=True)
class Measured:
    """Works something out once."""

    name: str
    size: int = 3

    @cached_property
    def letters(self) -> int:
        return len(self.name)


def test_what_init_would_pass_over_cannot_be_declared() -> None:
    class Counted:
        name: str
        letters: int = values.field(default=0, init=False)

    class Checked:
        name: str

        def __post_init__(self) -> None:
            raise ValueError

    for cls in (Counted, Checked):
        with pytest.raises(TypeError, match="takes every field"):
            values.dataclass(frozen=True)(cls)


@values.dataclass(frozen=True)
class Stored:
    """Can be found by name."""

    name: str
    inner: Stored | None = None


def test_values_are_copied_and_sent() -> None:
    value = Stored("a", Stored("b"))
    assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)


def test_init_is_compiled_when_many_values_have_been_made() -> None:
    @values.dataclass(frozen=True)
    class Late:
        name: str
        size: int = 3
        held: list[int] = values.field(default_factory=list)

    class Under(Late):
        pass

    before = Late.__init__
    made = [Under(str(n), held=[n]) for n in range(values.SOONER - 1)]
    assert Late.__init__ is before
    made += [Under(str(n), held=[n]) for n in range(values.SOONER - 1, 2 * values.SOONER)]
    assert Late.__init__ is not before
    assert "__init__" not in vars(Under)
    assert made == [Under(name=str(n), size=3, held=[n]) for n in range(2 * values.SOONER)]
