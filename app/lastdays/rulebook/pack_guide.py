"""The fields that content packs can use, described from the models themselves, and the files of a new
pack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct, inspect
from msgspec.structs import FieldInfo, fields

from lastdays.desktop import paths
from lastdays.rulebook.catalogue import KINDS
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import CHARACTERISTICS, Dice, Placement, TestOf, Trait
from lastdays.rulebook.own import KINDS as OWN_KINDS, Level, Row
from lastdays.values import Value


@cache
def texts() -> Mapping[str, Any]:
    """Return the texts of the guide: the `titles` of files, and the meanings of `effects` and of
    `fields`, by file ('every' for any) and name."""
    return paths.toml("packs", "guide.toml")


#: Fields that the program fills in, and those every entry has.
_OWN = ("key", "pack")
COMMON = ("name", "also", "page", "pictogram")


class FieldTold(Value):
    """A field: its name in the file, its allowed values with their bounds, its default, its meaning."""

    name: str
    what: str
    default: str
    meaning: str


def fields_of(model: type[Struct], kind: str) -> list[FieldTold]:
    """Return the fields of a model, without those that every entry has."""
    told = texts()["fields"]
    meanings = told["every"] | told.get(kind, {})
    common = COMMON if kind in KINDS or kind in OWN_KINDS else ()
    return [
        FieldTold(
            field.encode_name,
            _type(inspect.type_info(field.type)),
            "" if field.required else _default(field),
            meanings[field.encode_name],
        )
        for field in fields(model)
        if field.name not in (*_OWN, *common)
    ]


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(type=inner):
            return _type(inner)
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=None, le=None):
            return "number"
        case inspect.IntType(ge=low, le=high):
            return f"number {low} to {high}" if high is not None else f"number from {low}"
        case inspect.StrType():
            return "text"
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(f"`{a}`" if a else '`""`' for a in values)
        case inspect.UnionType(types=kinds):
            return _type(next(one for one in kinds if not isinstance(one, inspect.NoneType)))
        case inspect.VarTupleType(item_type=inner):
            return f"list of {_plural(_type(inner))}"
        case inspect.DictType(key_type=inspect.LiteralType(values=values)) if len(values) == len(
            CHARACTERISTICS
        ):
            bounds = _type(kind.value_type)
            return "eight numbers 0 to 20" if "20" in bounds else _BY_CHARACTERISTIC
        case inspect.DictType():
            return "table of text by text"
        case (
            inspect.StructType(cls=cls)
            | inspect.NamedTupleType(cls=cls)
            | inspect.EnumType(cls=cls)
        ):
            return _NAMED[cls]
    raise TypeError(kind)


_BY_CHARACTERISTIC = "table of numbers by characteristic"


def _plural(text: str) -> str:
    several = {
        "trait": "traits",
        "text": "texts",
        "step": "steps",
        "level": "levels",
        "row": "rows",
    }
    return several.get(text, text.replace("number", "numbers", 1).replace("one of ", "", 1))


_NAMED: Mapping[type, str] = {
    Dice: 'dice, such as `"D6+3"`',
    Trait: "trait",
    TestOf: 'Test, such as `{ characteristic = "I", target = 8 }`',
    Placement: "step",
    Effect: "effects",
    Level: "level",
    Row: "row",
}


def _default(field: FieldInfo) -> str:
    match field.default_factory() if field.default is NODEFAULT else field.default:
        case None:
            return "none"
        case bool() as value:
            return str(value).lower()
        case () | "" | dict():
            return "empty"
        case tuple() as values:
            return ", ".join(map(str, values))
        case value:
            return str(value)


_BEGUN = {
    "skills": """\
[night-owl]
name = "Night Owl"
summary = "On Guard counts +2, and runs without noise."
guard = 2
does = ["runs-silently"]
""",
    "characters": """\
[watchman]
name = "Watchman"
keyword = "neutral"
cost = 6
profile = [6, 3, 3, 3, 3, 3, 3, 3]
rules = ["night-owl"]
skill_types = ["athletic"]
""",
    "perks": """\
[lookout]
name = "Lookout"
cost = 20
attack_bonus = 1
summary = "+1 to the Zombie Attack roll."
""",
}


def new_pack(name: str) -> dict[str, str]:
    """Return the files of a new pack by name: `pack.toml`, and a few with an entry to change and a
    list of all fields."""
    title = "".join(c for c in name if c.isprintable() and c not in '"\\\\')[:200]
    files = {
        "pack.toml": f'name = "{title}"\nversion = "0.1"\nauthor = ""\n'
        'summary = "What it brings, in a sentence."\n'
    }
    for kind, entry in _BEGUN.items():
        told = "".join(
            f"# {field.name}: {field.what}. {field.meaning}\n"
            for field in fields_of(KINDS[kind], kind)
        )
        files[f"{kind}.toml"] = (
            f"{entry}\n# All fields, besides name, also, page and pictogram:\n{told}"
        )
    return files
