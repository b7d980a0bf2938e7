"""What the fields of entries may hold, described from the models themselves. The guide to content packs
and the forms of a campaign's own rules are both made from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin

from msgspec import NODEFAULT, Struct, inspect
from msgspec.structs import FieldInfo, fields

from lastdays.rulebook import own
from lastdays.rulebook.catalogue import KINDS as BOOK_KINDS, NAMING
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Dice, Entry, Placement
from lastdays.rulebook.pack_writing import as_written
from lastdays.rulebook.sentences import SENTENCES
from lastdays.values import Value

#: All kinds of entries by the name of their file.
KINDS: Mapping[str, type[Entry]] = {**BOOK_KINDS, **own.KINDS}
#: Parts of entries, by the field that lists them.
PARTS: Mapping[str, type[Struct]] = {"levels": own.Level, "rows": own.Row, "setup": Placement}
#: Fields that the program fills in, and those that every entry has.
FILLED_IN = ("key", "pack")
COMMON = ("name", "also", "page", "pictogram")


class Text(Value):
    """A text of at most so many characters, 0 for any number; a `long` one is a sentence or more."""

    most: int = 0
    long: bool = False


class Whole(Value):
    """A whole number; None for no limit."""

    low: int | None = None
    high: int | None = None


class Flag(Value):
    """Yes or no."""


class OneOf(Value):
    """One of some words."""

    values: tuple[str, ...]


class Several(Value):
    """Any of some words."""

    values: tuple[str, ...]


class DiceText(Value):
    """Dice, such as D6+3."""


class TestOn(Value):
    """A Test: a characteristic and its target."""


class ProfileRow(Value):
    """A number for each characteristic."""


class Figures(Value):
    """Changes of some characteristics."""


class Numbers(Value):
    """A list of whole numbers; None for no limit."""

    low: int | None = None
    high: int | None = None


class Texts(Value):
    """A list of texts."""


class Reference(Value):
    """The key of an entry of one of these files."""

    files: tuple[str, ...]


class References(Value):
    """A list of keys of entries of these files."""

    files: tuple[str, ...]


class Traits(Value):
    """A list of entries of these files, each with its number if it has one."""

    files: tuple[str, ...]


class EffectWords(Value):
    """A list of effects of players' own rules, in words."""


class PaymentWords(Value):
    """What can be paid in players' own rules, in words."""


class Drawing(Value):
    """A pictogram."""


class Pairs(Value):
    """A text for each of some texts."""


class Parts(Value):
    """A list of parts, each with fields of its own; `kind` is their name in the guide."""

    kind: str


Shape = (
    Text | Whole | Flag | OneOf | Several | DiceText | TestOn | ProfileRow | Figures | Numbers | Texts
    | Reference | References | Traits | EffectWords | PaymentWords | Drawing | Pairs | Parts
)  # fmt: skip

#: The files of the entries that a field names, by its own file and its name.
_NAMES: Mapping[tuple[str, str], tuple[str, ...]] = {
    **{(file, field): files for file, field, files in NAMING},
    ("traits", "table"): ("tables",),
    ("steps", "table"): ("tables",),
    ("steps", "while"): ("counters",),
    ("injuries", "again"): ("injuries",),
    ("setup", "perk"): ("perks",),
}
#: The shapes of texts with a vocabulary of their own, likewise.
_WORDS: Mapping[tuple[str, str], Shape] = {
    ("rows", "does"): EffectWords(),
    ("steps", "pays"): PaymentWords(),
}


class Described(Value):
    """A field: its name in a file, what it holds, what it is if a file doesn't say (as a file would
    say it), whether a file has to, and whether it may be left open."""

    name: str
    shape: Shape
    default: Any = None
    required: bool = False
    optional: bool = False


#: All effects that skills can have.
EFFECTS = tuple(map(str, Effect))


@cache
def described(kind: str) -> Mapping[str, Described]:
    """Return the fields of a kind of entry, or of a part of one, by name."""
    model = KINDS.get(kind) or PARTS[kind]
    described_fields = {}
    for field in fields(model):
        if field.name not in FILLED_IN:
            described_fields[field.encode_name] = described_field(kind, field)
    return described_fields


def described_field(kind: str, field: FieldInfo) -> Described:
    """Return a field of a file's entries, or of another table of fields."""
    held = _bare(inspect.type_info(field.type))
    return Described(
        name=field.encode_name,
        shape=shape_of(kind, field),
        default=None if field.required else default_of(field),
        required=field.required,
        optional=isinstance(held, inspect.UnionType),
    )


def shape_of(kind: str, field: FieldInfo) -> Shape:
    """Return what a field holds."""
    held = _bare(inspect.type_info(field.type))
    return _Shaping(kind, field.encode_name, field.type).of(held)


def default_of(field: FieldInfo) -> Any:
    """Return what a field is if a file doesn't say, as a file would say it."""
    default = field.default_factory() if field.default is NODEFAULT else field.default
    return as_written(default)


def _bare(held: inspect.Type) -> inspect.Type:
    """Return a type without what is only said about it."""
    while isinstance(held, inspect.Metadata):
        held = held.type
    return held


def _words(hint: Any) -> tuple[str, ...]:
    """Return the words of the Literal in a type, in the order they are declared."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    for inner in get_args(hint):
        words = _words(inner)
        if words:
            return words
    return ()


class _Shaping(Value):
    """Finds out the shape of a field: its file, its name, its type as declared."""

    file: str
    name: str
    hint: Any

    def of(self, held: inspect.Type) -> Shape:
        """Return the shape of a field that holds this."""
        place = (self.file, self.name)
        if place in _WORDS:
            return _WORDS[place]
        files = _NAMES.get(place, ())
        match _bare(held):
            case inspect.UnionType(types=kinds):
                not_none = [kind for kind in kinds if not isinstance(kind, inspect.NoneType)]
                return self.of(not_none[0])
            case inspect.VarTupleType(item_type=inner):
                return self._list(_bare(inner), files)
            case inspect.StrType() if self.name == "pictogram":
                return Drawing()
            case inspect.StrType() if files:
                return Reference(files)
            case inspect.StrType(max_length=most):
                return Text(most or 0, long=self.name in SENTENCES)
            case inspect.IntType(ge=low, le=high):
                return Whole(low, high)
            case inspect.BoolType():
                return Flag()
            case inspect.LiteralType():
                return OneOf(_words(self.hint))
            case inspect.DictType(value_type=inspect.Metadata() | inspect.IntType()):
                return ProfileRow() if self.name == "profile" else Figures()
            case inspect.DictType():
                return Pairs()
            case inspect.StructType(cls=cls):
                return DiceText() if cls is Dice else TestOn()
        raise TypeError(held)

    def _list(self, inner: inspect.Type, named: tuple[str, ...]) -> Shape:
        match inner:
            case inspect.NamedTupleType():
                return Traits(named)
            case inspect.StructType():
                return Parts(self.name)
            case inspect.EnumType():
                return Several(EFFECTS)
            case inspect.LiteralType():
                return Several(_words(self.hint))
            case inspect.IntType(ge=low, le=high):
                return Numbers(low, high)
            case inspect.StrType():
                return References(named) if named else Texts()
        raise TypeError(inner)
