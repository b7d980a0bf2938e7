"""The guide to content packs, and the files of a new one: written from the models themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import NODEFAULT, Struct, inspect
from msgspec.structs import FieldInfo, fields, replace

from lastdays.rulebook.catalogue import KINDS
from lastdays.rulebook.checks import NUMBERS
from lastdays.rulebook.effects import Effect, effects_in_words
from lastdays.rulebook.entries import Dice, Entry, Placement, TestOf, Trait
from lastdays.rulebook.packs import PackAbout
from lastdays.rulebook.words import CHARACTERISTICS
from lastdays.values import Value

#: By the file of the entry ('' for every entry), then by field.
MEANINGS: Mapping[str, Mapping[str, str]] = {
    "": {
        "name": "Its name, as it is shown.",
        "also": "Other names that a search finds it by.",
        "page": "Its page, where there is a book to look it up in.",
        "pictogram": (
            "Its drawing: one of those the program has, such as `lorc/crowbar`, or a picture of the "
            "pack, such as `pictures/ward.png`. Without one it gets that of its kind."
        ),
        "summary": "What it does, in your own words: read by players, not by the program. Numbers in braces.",
        "cost": "Its price in Scavenge Points. Gear without a price can't be bought.",
        "rarity": "How many of a group may carry it when one is bought; without it any number.",
        "attributes": 'Keys of attributes, with their number where they have one: `["noisy 2"]`.',
        "rules": 'Keys of skills and attributes it has from the start: `["leader", "noisy 1"]`.',
        "profile": "AP, CQC, FA, S, E, DC, C and I, in this order.",
        "trained": "Marked `*`: a Trained Leader lifts its rarity and allows only such gear.",
        "within": "The inches it reaches.",
        "test": "What has to be passed to use it.",
        "zombies": "How many zombies are placed; for a Perk, how many more in Home Defense.",
        "perk": "The key of the Perk that the escaped vehicle becomes.",
    },
    "pack": {
        "name": "The name it is listed with; without one, that of its folder.",
        "version": "Its version, such as `1.2`.",
        "author": "Who wrote it.",
        "summary": "What it brings, in a sentence or two.",
        "page": "Where there is more to read: a web address, shown and never opened.",
    },
    "characters": {
        "leader": "Whether it leads groups.",
        "keyword": "Its Keyword.",
        "skill_types": "The skill tables it may learn from.",
        "choose_skill_types": "How many further skill tables are chosen when it is created.",
        "choose_may_include_leader": "Whether the Leader table may be one of them.",
        "portrait": "A picture of the pack: the portrait of those who found a group or are recruited on its page.",
    },
    "zombies": {},
    "firearms": {
        "class": "Its class, which skills and sights ask for.",
        "range": "Inches, a number for each step of the range; none for what is thrown.",
        "damage": "Damage, a number for each step.",
        "rof": "How many shots it fires in a phase.",
        "knockback": "Knockback, one number or one for each step.",
        "reload": "The Reload Number of its Ammo Roll; without it it is never rolled for.",
    },
    "close_combat": {
        "cqc": "What it adds to Close Quarters Combat.",
        "strength": "What it adds to Strength.",
    },
    "equipment": {
        "mounts": "The classes of Firearms it is attached to.",
        "armour": "Whether it is armour, of which a member wears one.",
        "endurance_shooting": "Endurance it adds against Ranged Attacks.",
        "endurance_close": "Endurance it adds in close combat.",
        "converts": "Which Firearm, by key, it makes of which other.",
        "reload": "What it adds to the Reload Number of a Firearm it changed.",
        "injury_shift": "By how much it shifts the total of an injury roll.",
    },
    "attributes": {
        "valued": "Whether it is written with a number, as in Noisy 2.",
        "reload_cost": "Action Points more to reload.",
        "turns": "How many turns more it lasts.",
    },
    "skills": {
        "does": "Its effects, from the list below.",
        "courage": "What friends within reach gain to their Courage in a Horror Test; adds up.",
        "move_points": "Action Points more, for moving alone.",
        "rough_cost": "Action Points of an inch of difficult ground or climbing.",
        "tokens": "The ammo and the noise tokens that its use costs.",
        "chooses_class": "Whether it is for one class of Firearms, chosen with it.",
        "build_discount_percent": "How much less its holder pays for a Perk.",
        "guard": "What its holder counts on Guard, if that is more than others count.",
        "ignores_heavy": "Points of Heavy that don't slow its holder.",
        "supply_shift": "By how much a supply roll for a token carried off may be shifted.",
        "ammo_die": "What it adds to the die of every Ammo Roll.",
        "reload_cost": "Action Points more to reload.",
        "class_damage": "Damage it adds to Firearms of the chosen class.",
        "class_reload": "What it adds to their Reload Number.",
        "head_shots": "Lobotomizer it adds to Ranged Attacks.",
        "head_fights": "Lobotomizer it adds in close combat.",
        "bare_hands_damage": "Damage it adds without a close-combat weapon.",
    },
    "refuges": {
        "max_size": "How many members it holds.",
        "empty_spaces": "How many Perks can be built in it.",
        "built_in": "Keys of the Perks it has from the start.",
    },
    "perks": {
        "repeatable": "Whether it can be built more than once.",
        "worked": "Whether someone works it as a Job: then it gives all it says, with a `test` only once that is passed.",
        "beds": "Members more that the Refuge holds.",
        "shelters": "How many of the wounded don't weaken the defence.",
        "attack_bonus": "What it adds to the Zombie Attack roll.",
        "saves_stash": "Whether the stash comes along when the Refuge is overrun.",
        "ammo_rerolls": "Failed Ammo Rolls that may be rolled again in the next Encounter.",
        "rerolls_supplies": "How many rolls for Scavenge Points may be rolled again after a game.",
        "points": "Scavenge Points it gives when worked.",
        "points_skill": "The key of a skill with which it gives more.",
        "points_with_skill": "What it gives then.",
        "encounter_shift": "By how much the next Encounter roll may be shifted.",
        "attack_rerolls": "How often, after its Test, a die of the Zombie Attack may be rolled again.",
        "solid": "Whether those behind its walls are harder to hit than in cover.",
        "sturdy_doors": "Whether the doors of the Refuge are stronger.",
    },
    "encounters": {
        "number": "Its number on the Encounter roll; from 7 on it is only chosen.",
        "tokens": "Supply Tokens on the table.",
        "tokens_per_side": "Supply Tokens more for each side.",
        "zombies_carry": "Whether zombies carry the tokens.",
        "roles": "Whether there is an attacker and a defender.",
        "attacks": "Who attacks: who wins a Roll-Off, a Selfish Leader, or who has captives to rescue.",
        "scene": "What the fight is about, in a sentence.",
        "special": "Its special rules, a sentence each; numbers in braces.",
        "ends": "When it is over, in a sentence.",
        "setup": "How it is set up, step by step: the fields of a step are below.",
        "arrivals": "Whether a zombie drawn by noise may be a defender instead.",
        "draws": "Zombies for each that noise draws.",
        "doors": "Doors of the Refuge on the table.",
        "never_breaks": "Who takes no Breaking Point tests.",
        "carries_nothing_off": "Who carries nothing off the table.",
        "attackers": "How many attackers deploy at most.",
        "defenders": "How many defenders deploy at most.",
        "tokens_carried": "Whether each defender begins with a Supply Token.",
        "captives": "Whether captured members lie on the table.",
        "vehicle": "Whether there is a vehicle to be started.",
        "vehicle_test": "The Test that starts it.",
        "perk_test": "The Test by which the vehicle becomes a Perk.",
    },
    "setup": {
        "what": "What is placed.",
        "text": "The step in a sentence, with its numbers in braces: `{count}`, `{within}`.",
        "count": "How many.",
        "leader": "Whether the Leader has to be among them.",
        "within": "Within so many inches …",
        "of": "… of what.",
        "clear": "Not within so many inches …",
        "clear_of": "… of any of these.",
        "outside": "Not inside of it.",
        "roll_off": "Whether the sides roll off and take turns.",
        "doors": "Doors of what is built.",
        "windows": "Windows of what is built.",
        "footprint": "Its side in inches.",
        "length": "Its length in inches.",
        "height": "Its height in inches.",
        "perk": "Only where the defender's Refuge has this Perk.",
    },
    "injuries": {
        "totals": "The totals of 2D6 that bring it; each belongs to one injury. Empty: by hand only.",
        "again": "What it becomes the second time.",
        "lasting": "Whether it stays.",
        "modifier": "What it changes: `{ C = -1 }`.",
        "step_cost": "Action Points more for each inch on foot.",
        "weapons_most": "For an Arm Injury alone: how many Firearms, and how many close-combat weapons, can still be carried.",
        "first": "For Infected! alone: what its die brings, an injury by key; with `amputated` a second die is rolled.",
        "second": "For Infected! alone: what its second die brings.",
        "experience": "Experience it gives.",
    },
    "phases": {"steps": "What is done in it, in order."},
    "actions": {
        "cost": "Action Points, for one of `per`.",
        "more": "Action Points more for each further enemy in contact.",
        "per": "What the cost is for; empty for the whole action.",
        "animals": "Whether animals may take it.",
        "skill": "The key of a skill it needs.",
        "item": "The key of equipment it needs.",
    },
    "modifiers": {
        "roll": "Which roll it changes.",
        "amount": "By how much.",
    },
}


#: Fields that the program fills in, and those every entry has.
_OWN = ("key", "pack")
COMMON = ("name", "also", "page", "pictogram")
_TITLES = {
    "characters": "Leader and Character types",
    "zombies": "Zombies",
    "firearms": "Firearms",
    "close_combat": "Close-combat weapons",
    "equipment": "Equipment",
    "attributes": "Attributes",
    "skills": "Skills",
    "refuges": "Refuges",
    "perks": "Perks",
    "encounters": "Encounters",
    "injuries": "Injuries",
    "phases": "Phases",
    "actions": "Actions",
    "modifiers": "Modifiers",
}


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
        MEANINGS[kind].get(name) or MEANINGS[""][name],
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
    shared = {one.name: _told(one, "") for one in fields(Entry) if one.name in COMMON}
    lines += _table([replace(shared[n], default=shared[n].default and "none") for n in COMMON])
    for kind, entry in KINDS.items():
        lines += [
            f"## {_TITLES[kind]}: `{kind}.toml`",
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
