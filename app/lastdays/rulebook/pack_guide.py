"""The fields that content packs can use, described from the models themselves, and the files of a new
pack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from lastdays.desktop import paths
from lastdays.rulebook import pack_fields
from lastdays.rulebook.pack_fields import (
    COMMON,
    FILLED_IN,
    KINDS,
    Described,
    Shape,
    default_of,
    described_field,
    shape_of,
)
from lastdays.rulebook.pack_games import PARTS
from lastdays.rulebook.sources import KEY
from lastdays.values import Value


@cache
def texts() -> Mapping[str, Any]:
    """Return the texts of the guide: the `titles` of files, and the meanings of `effects` and of
    `fields`, by file ('every' for any) and name."""
    return paths.toml("packs", "guide.toml")


#: The kind of what a pack says of itself, whose key is written in its file.
ABOUT_KIND = "pack"


class FieldTold(Value):
    """A field: its name in the file, its allowed values with their bounds, its default, its meaning."""

    name: str
    what: str
    default: str
    meaning: str


def meaning_of(kind: str, name: str) -> str:
    """Return what a field of a kind of entry, or of a part of one, means."""
    told = texts()["fields"]
    meaning: str = (told["every"] | told.get(kind, {}))[name]
    return meaning


def fields_of(model: type[Struct], kind: str) -> list[FieldTold]:
    """Return the fields of a model, without those that every entry has, and that the program fills in."""
    left_out = set() if kind == ABOUT_KIND else set(FILLED_IN)
    if kind in KINDS:
        left_out.update(COMMON)
    told_fields = []
    for field in fields(model):
        if field.name in left_out:
            continue
        described = described_field(kind, field)
        told_field = FieldTold(
            name=described.name,
            what=shape_in_words(described.shape),
            default=_default(described),
            meaning=meaning_of(kind, described.name),
        )
        told_fields.append(told_field)
    return told_fields


def game_fields(kind: str) -> list[FieldTold]:
    """Return the fields of a game, or of a part of one. What holds other parts, or words with a meaning
    of their own, is named in the guide's texts."""
    words: Mapping[str, str] = texts()["game_words"]
    told_fields = []
    for field in fields(PARTS[kind]):
        name = field.encode_name
        if name in FILLED_IN:
            continue
        what = words.get(f"{kind}.{name}") or words.get(name)
        if not what:
            what = shape_in_words(shape_of(kind, field))
        default = "" if field.required else default_in_words(default_of(field))
        told_fields.append(FieldTold(name, what, default, meaning_of(kind, name)))
    return told_fields


#: What a field of a shape without values may hold, as the guide says it.
_NAMES_OF_SHAPES: Mapping[type[Value], str] = {
    pack_fields.Flag: "true or false",
    pack_fields.Text: "text",
    pack_fields.Texts: "list of texts",
    pack_fields.Drawing: 'drawing, such as `"lorc/crowbar"` or `"pictures/ward.png"`',
    pack_fields.EffectWords: 'list of effects in words, such as `["counter food -1"]`',
    pack_fields.PaymentWords: 'payment in words, such as `"counter food 1"` or `"points 2"`',
    pack_fields.Traits: 'list of traits, such as `["noisy 2"]`',
    pack_fields.DiceText: 'dice, such as `"D6+3"`',
    pack_fields.TestOn: 'Test, such as `{ characteristic = "I", target = 8 }`',
    pack_fields.ProfileRow: "eight numbers 0 to 20",
    pack_fields.Figures: "table of numbers by characteristic, such as `{ C = -1 }`",
    pack_fields.Pairs: "table of text by text",
}


def shape_in_words(shape: Shape) -> str:
    """Return what a field may hold, as the guide says it."""
    match shape:
        case pack_fields.Whole(low, high):
            return f"number{_range_in_words(low, high)}"
        case pack_fields.Numbers(low, high):
            return f"number{_range_in_words(low, high)}, or a list of them"
        case pack_fields.Reference(files):
            return f"key in {_file_names(files)}"
        case pack_fields.References(files):
            return f"list of keys in {_file_names(files)}"
        case pack_fields.OneOf(values):
            return f"one of {_values_in_words(values)}"
        case pack_fields.Several(values) if values == pack_fields.EFFECTS:
            return "list of effects"
        case pack_fields.Several(values):
            return f"list of {_values_in_words(values)}"
        case pack_fields.Parts(kind):
            return f"list of {_PARTS[kind]}"
    return _NAMES_OF_SHAPES[type(shape)]


#: What the parts of a list are called.
_PARTS = {"setup": "steps", "levels": "levels", "rows": "rows"}


def _file_names(names: tuple[str, ...]) -> str:
    return " or ".join(f"`{name}.toml`" for name in names)


def _range_in_words(low: int | None, high: int | None) -> str:
    if low is None:
        return ""
    return f" from {low}" if high is None else f" {low} to {high}"


def _values_in_words(values: tuple[str, ...]) -> str:
    quoted = []
    for word in values:
        shown = word or '""'
        quoted.append(f"`{shown}`")
    return ", ".join(quoted)


def _default(field: Described) -> str:
    return "" if field.required else default_in_words(field.default)


def default_in_words(default: Any) -> str:
    """Return what a field is if a file doesn't say, as the guide says it."""
    match default:
        case None:
            return "none"
        case bool() as value:
            return str(value).lower()
        case [] | "" | {}:
            return "empty"
        case list() as values:
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


def _new_about(name: str) -> dict[str, str]:
    """Return the description of a new pack, by the name of its file."""
    title = "".join(c for c in name if c.isprintable() and c not in '"\\\\')[:200]
    key = name.lower()
    known_by = f'key = "{key}"\n' if KEY.fullmatch(key) else ""
    text = f'{known_by}name = "{title}"\nversion = "0.1"\nauthor = ""\n'
    return {"pack.toml": f'{text}summary = "What it brings, in a sentence."\n'}


#: A whole game, as small as can be.
_GAME = """\
# A whole small game. Change it, then run: lastdays game check FOLDER
# docs/content-packs.md lists every field; `lastdays game new DIR --example` writes a longer one.

title = "First to Ten"
players = [2, 6]
setup = ["Nothing but a die."]
headline = "{player} has {player.points} of 10"

[player.counters]
points = { label = "Points", high = 10, icon = "trophy" }

[player.marks]
rolled = { label = "Has rolled" }

[turn]
begins = ["player.rolled = 0"]

[steps.roll]
name = "Roll"
says = "{player} rolls."
usual = ["roll"]
passed = "player.rolled"

[rules.roll]
label = "Roll"
die = "D6"
question = "{player} rolls: a 1 counts nothing."
results = [
    { when = "die = 1", says = "{player} rolls a 1.", does = ["player.rolled = 1"] },
    { says = "{player} adds {die} points.", does = ["player.points + die", "player.rolled = 1"] },
]

[[ends]]
when = "player.points >= 10"
says = "{player} has ten points and has won."
"""


def new_game(name: str) -> dict[str, str]:
    """Return the files of a new pack with a small game, by name."""
    return {**_new_about(name), "games/game.toml": _GAME}


def new_pack(name: str) -> dict[str, str]:
    """Return the files of a new pack by name: `pack.toml`, and a few with an entry to change and a
    list of all fields."""
    files = _new_about(name)
    for kind, entry in _BEGUN.items():
        lines = []
        for field in fields_of(KINDS[kind], kind):
            lines.append(f"# {field.name}: {field.what}. {field.meaning}\n")
        all_fields = "".join(lines)
        files[f"{kind}.toml"] = (
            f"{entry}\n# All fields, besides name, also, page and pictogram:\n{all_fields}"
        )
    return files
