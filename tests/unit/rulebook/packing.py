"""Content packs to try the program on: a whole one, and ways to damage one."""

from __future__ import annotations

import random
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from lastdays.desktop import paths

#: A pack with something of every kind; no entry says a page.
HOSPITAL = {
    "characters": """
[chief-medic]
name = "Chief Medic"
leader = true
keyword = "selfless"
cost = 12
profile = [6, 3, 3, 3, 3, 3, 4, 5]
rules = ["leader", "triage"]
skill_types = ["academic"]

[orderly]
name = "Orderly"
keyword = "selfless"
cost = 6
profile = [6, 3, 2, 4, 3, 3, 3, 3]
rules = ["sterile 1"]
skill_types = ["cqc"]
""",
    "skills": """
[triage]
name = "Triage"
summary = "Sees at a glance who can wait."
guard = 1
""",
    "attributes": """
[sterile]
name = "Sterile"
valued = true
summary = "As clean as it gets."
""",
    "firearms": """
[dart-gun]
name = "Dart Gun"
class = "rifle"
range = [6, 12]
damage = [2, 1]
rof = 1
knockback = [0]
reload = 4
cost = 3
attributes = ["silent"]
""",
    "close_combat": """
[bone-saw]
name = "Bone Saw"
cqc = 1
strength = 1
cost = 2
attributes = ["noisy 1"]
""",
    "equipment": """
[dart-sight]
name = "Dart Sight"
summary = "Sits on a Rifle."
mounts = ["rifle"]
attributes = ["lobotomizer 1"]
cost = 2

[oxygen]
name = "Oxygen Bottle"
summary = "Breathes for you."
attributes = ["one-use", "heavy 1"]
cost = 2
""",
    "refuges": """
[hospital]
name = "The Hospital"
max_size = 9
empty_spaces = 4
built_in = ["ward"]
""",
    "perks": """
[ward]
name = "Ward"
cost = 10
shelters = 2
beds = 1
summary = "Two of the wounded do not weaken the defence."

[helipad]
name = "Helipad"
cost = 20
worked = true
points = "D3+1"
points_skill = "triage"
points_with_skill = "D6"
summary = "Worked: what the pilot drops."
""",
    "injuries": """
[burned]
name = "Burned"
totals = []
lasting = true
modifier = { C = -1 }
summary = "Afraid of fire."
""",
    "encounters": """
[outbreak]
name = "Outbreak"
number = 7
zombies = 4
tokens = 3
vehicle = true
vehicle_test = { characteristic = "I", target = 12 }
perk = "helipad"
perk_test = { characteristic = "I", target = 6 }
summary = "Get out before the doors are locked."
""",
}


def write_pack(folder: Path, name: str = "hospital", files: dict[str, str] = HOSPITAL) -> Path:
    """Writes a pack into a folder of packs; where it lies."""
    pack = folder / name
    pack.mkdir(parents=True, exist_ok=True)
    for stem, text in files.items():
        (pack / f"{stem}.toml").write_text(text, encoding="utf-8")
    return pack


def whole_book(folder: Path, name: str = "book") -> Path:
    """A pack that says the whole rulebook a second time."""
    pack = folder / name
    shutil.copytree(paths.resources() / "rulebook", pack)
    return pack


#: Values of a wrong type, of a wrong size, or odd in another way.
ODD: tuple[Any, ...] = (
    "x",
    "",
    0,
    -1,
    7,
    10**30,
    True,
    2.5,
    float("inf"),
    [],
    ["x"],
    [[1]],
    {},
    {"x": 1},
    "0D6",
    "99D6",
    "D6+",
    "leader",
    "captured",
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
)


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case list():
            return "[" + ", ".join(toml(v) for v in value) + "]"
        case dict():
            return "{" + ", ".join(f"{toml(k)} = {toml(v)}" for k, v in value.items()) + "}"
    return str(value)


def write_toml(file: Path, tables: dict[str, Any]) -> None:
    """Writes tables of fields, an inline value a field."""
    loose = [f"{toml(k)} = {toml(v)}\n" for k, v in tables.items() if not isinstance(v, dict)]
    parts = [
        f"[{toml(key)}]\n" + "".join(f"{toml(k)} = {toml(v)}\n" for k, v in table.items())
        for key, table in tables.items()
        if isinstance(table, dict)
    ]
    file.write_text("".join((*loose, *parts)), encoding="utf-8")


def damage(pack: Path, rng: random.Random) -> str:
    """Damages one file of a pack in one of many ways; what was done."""
    files = sorted(f for f in pack.glob("*.toml") if f.is_file())
    if not files:
        return "nothing left"
    file = rng.choice(files)
    way = rng.choice(
        ("delete", "wrong", "wrong", "wrong", "key", "cut", "bytes", "duplicate", "folder", "gone",
         "stray", "entry", "deep", "digits", "noise")
    )  # fmt: skip
    text = file.read_bytes()
    match way:
        case "delete" | "wrong" | "key" | "entry":
            try:
                tables = tomllib.loads(text.decode("utf-8"))
            except (ValueError, RecursionError):  # cut before, or nested without end
                return "spoilt already"
            return f"{file.name}: {_spoil(file, tables, way, rng)}"
        case "cut":
            file.write_bytes(text[: rng.randrange(len(text) + 1)])
        case "bytes":
            at = rng.randrange(len(text) + 1)
            file.write_bytes(text[:at] + rng.choice((b"\xff\xfe", b"\x00", b"\xc3")) + text[at:])
        case "duplicate":
            entry = re.search(rb"(?m)^\[.*\]$", text)
            file.write_bytes(text + (b"\n" + entry.group() + b"\n" if entry else b"\n[x]\n[x]\n"))
        case "folder":
            file.unlink()
            file.mkdir()
        case "gone":
            file.unlink()
        case "stray":
            stray = pack / "cards.toml"
            if stray.is_dir():
                stray.rmdir()
            stray.write_text("[x]\n", encoding="utf-8")
        case "deep":
            file.write_bytes(text + b"\ndeep = " + b"[" * 3000 + b"]" * 3000 + b"\n")
        case "digits":
            file.write_bytes(text + b"\nlong = " + b"9" * 5000 + b"\n")
        case "noise":
            words = text.split()
            rng.shuffle(words)
            file.write_bytes(b" ".join(words))
    return f"{file.name}: {way}"


def _spoil(file: Path, tables: dict[str, Any], way: str, rng: random.Random) -> str:
    key = rng.choice(list(tables) or ["x"])
    entry = tables.get(key)
    done = f"{way} [{key}]"
    if way == "entry" or not isinstance(entry, dict) or not entry:
        tables[key] = rng.choice(ODD)
    else:
        field = rng.choice(list(entry))
        done += f" {field}"
        if way == "delete":
            del entry[field]
        elif way == "key":
            entry[field + "x"] = entry.pop(field)
        elif isinstance(entry[field], list) and entry[field] and rng.random() < 0.5:
            entry[field][rng.randrange(len(entry[field]))] = rng.choice(ODD)
        elif isinstance(entry[field], dict) and entry[field] and rng.random() < 0.5:
            entry[field][rng.choice(list(entry[field]))] = rng.choice(ODD)
        else:
            entry[field] = rng.choice(ODD)
    write_toml(file, tables)
    return done


#: Whatever a file may hold in the place of a value.
ANY_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
    | st.sampled_from([value for value in ODD if isinstance(value, str | int | float)]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
