"""The guide to content packs, and the files of a new one: written from the models themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct, inspect
from msgspec.structs import FieldInfo, fields, replace

from lastdays.desktop import paths
from lastdays.rulebook.catalogue import KINDS
from lastdays.rulebook.checks import NUMBERS
from lastdays.rulebook.effects import Effect, effects_in_words
from lastdays.rulebook.entries import Dice, Entry, Placement, TestOf, Trait
from lastdays.rulebook.packs import PackAbout
from lastdays.rulebook.words import CHARACTERISTICS
from lastdays.values import Value


@cache
def texts() -> Mapping[str, Any]:
    """Return what the guide says: `fields`, the meaning of each by the file of its entry ('every'
    for any entry) and by name, and the `titles` of files."""
    return paths.toml("packs", "guide.toml")


#: Fields that the program fills in, and those every entry has.
_OWN = ("key", "pack")
COMMON = ("name", "also", "page", "pictogram")


class FieldTold(Value):
    """A field: its name in the file, its allowed values, and its default."""

    name: str
    what: str
    default: str
    meaning: str


def fields_of(model: type[Struct], kind: str) -> list[FieldTold]:
    """Return the fields of a model, without those that every entry has."""
    common = COMMON if kind in KINDS else ()
    return [_told(one, kind) for one in fields(model) if one.name not in (*_OWN, *common)]


def _told(field: FieldInfo, kind: str) -> FieldTold:
    """Return a field as the guide describes it: its allowed values with their bounds."""
    name = field.encode_name
    return FieldTold(
        name,
        _type(inspect.type_info(field.type)),
        "" if field.required else _default(_default_of(field)),
        texts()["fields"].get(kind, {}).get(name) or texts()["fields"]["every"][name],
    )


def _default_of(field: FieldInfo) -> object:
    return field.default_factory() if field.default is NODEFAULT else field.default


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
    return {"trait": "traits", "text": "texts", "step": "steps"}.get(
        text, text.replace("number", "numbers", 1).replace("one of ", "", 1)
    )


_NAMED: Mapping[type, str] = {
    Dice: 'dice, such as `"D6+3"`',
    Trait: "trait",
    TestOf: 'Test, such as `{ characteristic = "I", target = 8 }`',
    Placement: "step",
    Effect: "effects",
}


def _default(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case () | "" | {}:
            return "empty"
        case dict():
            return "empty"
        case _:
            return str(value)


def _table(fields: list[FieldTold]) -> Iterator[str]:
    yield "| field | what it may be | unless said | what it means |"
    yield "|---|---|---|---|"
    for field in fields:
        yield f"| `{field.name}` | {field.what} | {field.default or '*needed*'} | {field.meaning} |"
    yield ""


_INTRO = """\
# Content packs

A content pack adds to the rulebook, or changes it, without code: Leaders and types, weapons, skills, Perks, Refuges, Encounters, tables, numbers. This page lists every field there is; it is written from the program itself (`python -m lastdays.devtools.pack_guide`).

## A pack

A pack is a folder, or a zip of one, with files of the rulebook's names. It lies in `packs/` of your data folder, or in `packs/` beside the store. Each campaign switches it on for itself: page *Campaign*, tab *Packs*. What comes of it is badged with its name.

    lastdays pack new my-pack      begin one, with an entry to change
    lastdays pack check my-pack    list everything that is wrong with it, else what it changes

`lastdays pack new my-hospital --example` writes a small whole pack, *The Hospital*, to look into. *The rulebook as data* in the Help menu has every entry of the book, to be copied and changed.

An entry is a table under its key, a word of small letters, digits and `-`. A key that the rulebook has changes the fields you say of that entry and leaves the rest; a new key adds an entry. A pack with a fault is left out whole. `lastdays pack check` also lists each field that no rule reads beside the others, such as the `points` of a Perk that nobody works; a campaign plays such a pack without them. A number that a sentence of its entry tells is read by players, and let be. A group that uses something of a pack that is gone or off stays as it is: what isn't known keeps its name, counts for nothing and is listed among the group's warnings, until the pack is back.

```toml
# characters.toml
[orderly]
name = "Orderly"
keyword = "selfless"
cost = 6
profile = [6, 3, 2, 4, 3, 3, 3, 3]
skill_types = ["cqc"]
```

A sentence of an entry (`summary`, `steps`, `scene`, `special`, `ends`, `text`) takes its numbers from the rulebook, so that it is right where a campaign plays another: `{within}` is the entry's own field, `{+attack_bonus}` one with its sign, `{test.target}` a part of one, `{noise.draws_at}` a number of `book.toml`, `{skills.leader.within}` a field of another entry. Braces without such a number stay as they are; in `special`, `ends` and `text` they are a fault.

A file has at most 256 KB and 1,000 entries, a text 4,000 letters, a folder 2,000 files, a zip 400 and 24 MB unpacked. A pack that takes longer than a second and a half to be read is set aside. Nothing in a pack is run; a zip is never unpacked to the disk.

## What a pack says of itself: `pack.toml`
"""

_PICTURES = """\
## Pictures

The folder `pictures/` of a pack holds PNG files, and nothing else is drawn: at most 512 × 512 pixels and 256 KB each. `pictogram = "pictures/ward.png"` names one as an entry's drawing: its opaque parts are drawn in the colour of the theme, so draw in one colour on nothing. On paper they are drawn alike, in the colour of the ink. `portrait = "pictures/orderly.png"` of a type is the portrait of each member of it who founds a group or is recruited on its page.

"""

_TABLES = """\
## Tables

`experience.toml` and `supplies.toml` are laid over the book's table by table; look at the book's own files for their form.

- `experience.toml`: `[levels] costs`, what each Level costs; `[earned]` with `zombie`, `rival`, `objective` and the dice of `survived`; `[characteristics]`, one characteristic, or two, for each total of 2D6; `[skills]`, six different skills for each skill type.
- `supplies.toml`: `columns`, spans such as `2-3` that cover each total of 2D6 once; `[rows]`, for each total of 2D6 a cell for each column. A cell is points, then what is found: `D6+3; D3+1 booze, knife`.

"""


def guide() -> str:
    """Return the guide, in Markdown."""
    lines = [_INTRO, *_table(fields_of(PackAbout, "pack")), "## Every entry", ""]
    shared = {one.name: _told(one, "every") for one in fields(Entry) if one.name in COMMON}
    lines += _table([replace(shared[n], default=shared[n].default and "none") for n in COMMON])
    for kind, entry in KINDS.items():
        lines += [
            f"## {texts()['titles'][kind]}: `{kind}.toml`",
            "",
            *_table(fields_of(entry, kind)),
        ]
        if kind == "skills":
            lines += ["### Effects", "", "| effect | what it does |", "|---|---|"]
            lines += [f"| `{e}` | {text} |" for e, text in effects_in_words().items()]
            lines += [""]
        if kind == "encounters":
            lines += ["### A step of `setup`", "", *_table(fields_of(Placement, "setup"))]
    lines += [_PICTURES, _TABLES, "## Numbers: `book.toml`", ""]
    lines += ["| section | numbers, each with the least and the most it can be |", "|---|---|"]
    for section, numbers in NUMBERS.items():
        if numbers:
            told = ", ".join(f"`{n}` {low} to {high}" for n, (low, high) in numbers.items())
            lines.append(f"| `[{section}]` | {told} |")
    return "\n".join(lines) + "\n"


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
    """Return the files of a new pack by name: a few entries to change, and below each all fields
    there are."""
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
