"""All that is read of content packs and of the book, and what is said of whatever can't be: held as
it was. Common words may change.

Where more changed on purpose: `PYTHONPATH=tests python -m unit.rulebook.test_all_that_is_read`.
"""

from __future__ import annotations

import io
import random
import re
import stat
import tempfile
import tomllib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from msgspec.structs import replace
from PIL import Image

from lastdays.desktop import paths
from lastdays.desktop.bounds import (
    Archive,
    Bounds,
    OutOfBoundsError,
    hold_xml,
    json_value,
    opened_picture,
    picture_size,
    toml_table,
    unpacked,
)
from lastdays.rulebook import Catalogue, load
from lastdays.rulebook.catalogue import KINDS
from lastdays.rulebook.checks import NUMBERS
from lastdays.rulebook.packs import Chosen, Rulebooks, read_pack, with_numbers
from lastdays.rulebook.sentences import sentences
from lastdays.rulebook.table_plan import plan_of
from lastdays.rulebook.unread import said_in_vain
from probing import changed, most, places
from store.held import FIXTURES, Held
from unit.rulebook.packing import HOSPITAL, write_pack, write_toml
from unit.rulebook.test_pictures import png

BOOK = load()
EXAMPLE = paths.resources() / "packs" / "hospital"
FILES = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((paths.resources() / "rulebook").glob("*.toml"))
}
#: What stands where something of another kind is wanted.
OTHERS: Mapping[type, tuple[Any, ...]] = {
    bool: (1, "x"),
    int: (True, 2.5, "1", 10**30, []),
    str: (1, [], "", "0D6", "12D6", "13D6", "D6+100", "D6+99", "D4", "leader", "noisy 100", "a\nb"),
    list: ("x", [], [[1]], ["x"], [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ["AP"], ["S", "C", "AP"]),
    dict: ("x", {"x": 1}, []),
}
PERK = '[pool]\nname = "Pool"\ncost = 5\nsummary = "Wet."\n'


def said_of(made: Catalogue) -> list[str]:
    """What is said of a pack, without its name, which may be any."""
    return [line.partition(": ")[2] for line in (*made.refused_packs, *made.overridden)]


def of_a_file(stem: str) -> Iterator[Any]:
    """What is said of whatever stands in a field, in the first entry that has it."""
    tried = set()
    with tempfile.TemporaryDirectory() as folder:

        def read(path: tuple[Any, ...], value: Any) -> list[str]:
            key, *inner = path
            entry = changed(FILES[stem][key], tuple(inner), value)
            part = {inner[0]: entry[inner[0]]} if inner else entry
            write_toml(Path(folder, f"{stem}.toml"), {key: part})
            return said_of(load(packs=[Path(folder)]))

        for path, part in places(FILES[stem]):
            field = path[1:] if stem in KINDS else path
            if path and field not in tried and type(part) in OTHERS:
                tried.add(field)
                for odd in OTHERS[type(part)]:
                    yield f"{stem}/{'/'.join(map(str, path))} {odd!r}", read(path, odd)
                if type(part) is int and stem != "book":
                    for n in range(-2, 2):
                        yield n, read(path, n)
                    for n in (19, 20, 99, 100, 101, 999, 1000, 9999, 10_000, -99, -100):
                        yield n, read(path, n)


def constants() -> Iterator[Any]:
    """How far each constant of the book may be changed, by packs and by a campaign."""
    with tempfile.TemporaryDirectory() as folder:
        for end, step in ((0, 0), (0, -1), (1, 0), (1, 1)):
            now = {
                s: {k: v[end] + step for k, v in numbers.items()} for s, numbers in NUMBERS.items()
            }
            write_toml(Path(folder, "book.toml"), {s: v for s, v in now.items() if v})
            yield said_of(load(packs=[Path(folder)]))
            named = {f"{s}.{k}": n for s, numbers in now.items() for k, n in numbers.items()}
            made = with_numbers(BOOK, named)
            yield [[s, list(made.constants[s].items())] for s in NUMBERS]
            for kind in KINDS:
                yield [
                    [e.name, *sentences({kind: entry_of(e)})] for e in getattr(made, kind).values()
                ]


def entry_of(entry: Any) -> dict[str, Any]:
    """An entry's sentences, as a file has them."""
    return {
        "summary": getattr(entry, "summary", ""),
        "special": list(getattr(entry, "special", ())),
    }


def packs() -> Iterator[Any]:
    """What is read of whole packs, and what of each of their entries, alone or with a field less."""
    with tempfile.TemporaryDirectory() as folder:
        pack = write_pack(Path(folder))
        for path in (pack, EXAMPLE):
            book = load(packs=[path])
            yield book.packs, said_of(book), [str(fault) for fault in said_in_vain(path, book)]
            for kind in KINDS:
                yield from (e for e in getattr(book, kind).values() if e.pack)
            books = Rulebooks([path])
            for chosen in (Chosen(), Chosen(("hospital",)), Chosen(("gone",))):
                yield [
                    (p.key, p.name, p.gone, books.is_on(p.key, chosen))
                    for p in books.listed(chosen)
                ]
                yield books.faults(books.packs[0], chosen), books.overridden(books.packs[0], chosen)
        for kind in KINDS:
            yield from getattr(BOOK, kind).values()
            yield [getattr(BOOK, kind)[gone] for gone in ("heli-pad", "a_b\nc" + "d" * 900, "")]
        yield (
            BOOK.gear("ray-gun"),
            BOOK.has_gear("ray-gun"),
            BOOK.trait("flying"),
            BOOK.character("x"),
        )
        for stem, text in HOSPITAL.items():
            for key, entry in tomllib.loads(text).items():
                for field in entry:
                    less = {name: value for name, value in entry.items() if name != field}
                    write_pack(pack, ".")
                    write_toml(pack / f"{stem}.toml", {key: less})
                    made = load(packs=[pack])
                    yield f"{stem} {key} {field}", said_of(made)
                    if not made.refused_packs:
                        yield getattr(made, stem)[key]
            write_pack(pack, ".")


def limits() -> Iterator[Any]:
    """How much of anything a pack may hold."""
    with tempfile.TemporaryDirectory() as home:
        count = iter(range(10**6))

        def taken(files: Mapping[str, str | bytes]) -> bool:
            pack = Path(home, f"p{next(count)}")
            (pack / "pictures").mkdir(parents=True)
            for name, content in files.items():
                raw = content.encode() if isinstance(content, str) else content
                (pack / name).write_bytes(raw)
            return not load(packs=[pack]).refused_packs

        def picture(n: int, width: int = 2, height: int = 2, more: int = 0) -> dict[str, bytes]:
            return {f"pictures/{n}.png": png(width, height, n % 256) + bytes(more)}

        def drawn(n: int) -> str:
            return PERK.replace("pool", f"p{n}") + f'pictogram = "pictures/{n}.png"\n'

        made: Mapping[str, Callable[[int], Mapping[str, str | bytes]]] = {
            "letters of a name": lambda n: {"perks.toml": PERK.replace("Pool", "x" * n)},
            "letters of a sentence": lambda n: {"perks.toml": PERK.replace("Wet", "x" * n)},
            "letters of a line": lambda n: {"perks.toml": f"{PERK}#{'x' * n}"},
            "bytes": lambda n: {"perks.toml": f"{PERK}{'#' * 99}\n" + f"#{'x' * 999}\n" * (n // 1000) + "#" * (n % 1000)},
            "entries": lambda n: {"perks.toml": "".join(PERK.replace("pool", f"p{k}") for k in range(n))},
            "pictures": lambda n: {
                "perks.toml": "".join(map(drawn, range(n))),
                **{k: v for p in range(n) for k, v in picture(p).items()},
            },
            "width": lambda n: {"perks.toml": drawn(0), **picture(0, width=n)},
            "height": lambda n: {"perks.toml": drawn(0), **picture(0, height=n)},
            "bytes of a picture": lambda n: {"perks.toml": drawn(0), **picture(0, more=n)},
        }  # fmt: skip
        highs = {
            "bytes": 2**19,
            "bytes of a picture": 2**19,
            "letters of a line": 2**16,
            "entries": 1024,
        }
        for what, files in made.items():
            yield what, most(taken, files, 1, highs.get(what, 2**13 if "letters" in what else 600))


def about() -> Iterator[Any]:
    """How much a pack may say of itself."""
    with tempfile.TemporaryDirectory() as home:

        def faultless(said: str) -> bool:
            return not read_pack(write_pack(Path(home), "about", {"pack": said})).faults

        def long(what: str, n: int) -> str:
            return f'{what} = "{"x" * n}"\n'

        for what in ("name", "version", "author", "summary"):
            yield what, most(faultless, partial(long, what), 1, 2**13)


def plans() -> Iterator[Any]:
    """The table of each Encounter, and of whatever a pack makes of it."""
    for key, encounter in sorted(BOOK.encounters.items()):
        for perks in ((), ("fences",), ("watch-tower", "fences")):
            for side in (36, 48, 13):
                yield key, plan_of(encounter, side, perks)
    steps = [step for e in BOOK.encounters.values() for step in e.setup]
    for seed in range(120):
        chance = random.Random(seed)
        mixed = [
            replace(
                step,
                count=chance.choice((None, 0, 1, 2, 3, 7, 12, 13)),
                within=chance.choice((None, 0, 1, 4, 9)),
                clear=chance.choice((None, 0, 3, 6)),
                footprint=chance.choice((None, 0, 8)),
                of=chance.choice(steps).of,
                clear_of=chance.choice(steps).clear_of,
            )
            for step in chance.sample(steps, 5)
        ]
        encounter = replace(BOOK.encounters["rescue"], setup=tuple(mixed))
        yield plan_of(encounter, chance.choice((24, 36, 47)), ("fences", "watch-tower"))


def tried(what: str, read: Callable[[], Any]) -> str:
    """What is read, or said of what can't be, to the word."""
    try:
        said = f"{what}: {read()}"
    except OutOfBoundsError as error:
        said = f"{what}: {error}"
    except (ValueError, KeyError, OSError, zlib.error) as error:
        said = f"{what}: {type(error).__name__}"
    return said.replace(" ", "_")


def outside() -> Iterator[Any]:
    """What is read of any text, zip or picture, and where its bounds are."""
    bounds = Bounds(size=60, line=24, values=4, depth=3)
    pieces = ("a=1\n", "[b]\n", "c='[['\n", "d=[1,2]\n", 'e="""\n]"""\n', "#[,\n", "f.g=[[[]]]\n", " " * 9,
              "h={i=1}\n", "j=[[[[]]]]\n", "\r\n", "k=" + "9" * 12 + "\n")  # fmt: skip
    values = ('"', "[", "]", "{", "}", ",", "1", '"a":', '"[,"', "\\", " ", "null", "[[[1]]]")
    for seed in range(600):
        chance = random.Random(seed)
        text = "".join(chance.choices(pieces, k=chance.randint(1, 5))).encode()
        yield tried(f"{text!r}", partial(toml_table, text, bounds))
        text = "".join(chance.choices(values, k=chance.randint(1, 9))).encode(
            chance.choice(("utf-8", "utf-16"))
        )
        yield tried(f"{text!r}", partial(json_value, text, bounds))
        tags = "".join(chance.choices(("<a>", "<", ">", "x" * 6), k=6)).encode()
        yield tried(f"{tags!r}", partial(hold_xml, tags, 3, 9))
    wide = Bounds(size=2**14, line=2**13, values=9, depth=3)
    for n in (298, 299, 300, 301):
        yield tried("digits", partial(json_value, b"7" * n, wide))
    for n in (39, 40, 41):
        yield tried("dots", partial(toml_table, b"a." * n + b"b=1", wide))
    for n in (10, 11, 12, 13, 60, 61, 62, 63, 64):
        yield tried(
            "quotes", partial(json_value, b'["' + b'","' * (n // 4) + b'"' * (n % 4) + b"]", wide)
        )
        yield tried("packed", partial(unpacked, zlib.compress(bytes(n)), 11))
        yield tried("packed, cut", partial(unpacked, zlib.compress(bytes(n))[:-1], 11))
        yield tried("size", partial(json_value, b" " * n + b"1", replace(wide, size=62)))
    yield from zips()
    yield from pictures()


def zips() -> Iterator[Any]:
    """What is read of zips, whole and with any byte another."""

    def made(
        files: Iterable[tuple[str, bytes]], comment: bytes = b"", packed: int = ZIP_DEFLATED
    ) -> bytes:
        held = io.BytesIO()
        with ZipFile(held, "w", packed) as zipped:
            zipped.comment = comment
            for name, content in files:
                zipped.writestr(ZipInfo(name), content, packed)
        return held.getvalue()

    def read(content: bytes, entries: int = 3, room: int = 40, long: int = 9) -> Any:
        archive = Archive(content, entries=entries, room=room)
        whole = [archive.read(name, 20) for name in archive.names]
        return whole, [list(archive.lines(name, long)) for name in archive.names]

    texts = (
        b"",
        b"a",
        b"a\n",
        b"\n",
        b"a\n\nb",
        b"a\nb\n",
        b"x" * 9,
        b"x" * 10,
        b"x" * 9 + b"\n",
        b"x" * 20,
        b"x" * 21,
    )
    for text in texts:
        yield tried(f"{text!r}", partial(read, made([("x", text)])))
    for n in range(1, 5):
        files = [(f"f{k}", b"a\nb") for k in range(n)]
        yield tried(f"{n} files", partial(read, made(files)))
        for room in range(5 * n, 7 * n):
            yield tried(f"{n} files {room}", partial(read, made(files), 9, room))
    for name in (1400, 1490, 1500, 2000):
        yield tried(f"{name}", partial(read, made([("x" * name, b"")])))
    whole = made([("x", b"a\nb"), ("y/", b"")], b"said")
    for comment in (
        b"PK\x05\x06",
        b"x\0\0",
        b"x" * 70,
        b"PK\x05\x06" + b"x" * 40,
        b"PK\x06\x07" + b"x" * 16,
    ):
        yield tried(f"{comment!r}", partial(read, made([("x", b"a")], comment)))
        yield tried(f"{comment!r} before", partial(read, comment + whole))
        yield tried(f"{comment!r} behind", partial(read, whole + comment))
    yield tried("packed in another way", partial(read, made([("x", b"a")], packed=ZIP_BZIP2)))
    for at in range(len(whole)):
        odd = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        yield tried(f"byte {at}", partial(read, odd))
        yield tried(f"cut at {at}", partial(read, whole[:at]))


def opened_size(content: bytes, side: int) -> tuple[int, int]:
    return opened_picture(content, side).size


def pictures() -> Iterator[Any]:
    """How large pictures are, whole and cut anywhere."""
    for form, more in (("PNG", {}), ("JPEG", {}), ("JPEG", {"progressive": True}), ("GIF", {}),
                       ("WEBP", {"lossless": True}), ("WEBP", {"quality": 9}), ("WEBP", {"exif": b"x"})):  # fmt: skip
        for size in ((1, 1), (300, 7), (16, 4000), (8, 8)):
            held = io.BytesIO()
            Image.new("RGB", size, (9, 99, 199)).save(held, form, **more)
            content = held.getvalue()
            yield tried(f"{form} {more}", partial(picture_size, content))
            for side in (8, 299, 300, 4000):
                yield tried(f"{side}", partial(opened_size, content, side))
        for cut in range(min(len(content), 200)):
            yield tried(f"cut at {cut}", partial(picture_size, content[:cut]))
            yield tried(f"cut out {cut}", partial(picture_size, content[:cut] + content[cut + 1 :]))
    frames = b"\xff\xc0\0\x0b\x08\0\x07\0\x09\x01\x01\x11\0"
    for head in (
        b"",
        b"\xff\xff\xff",
        b"\xff\xe0\0\x04ab",
        b"\xff\xc4\0\x03x",
        b"\xff\xc8\0\x02",
        b"\xff\xcc\0\x02",
        b"x",
    ):
        for frame in (
            frames,
            frames.replace(b"\xc0", b"\xcf"),
            frames.replace(b"\xc0", b"\xd0"),
            frames[:9],
            frames[:8],
        ):
            yield tried(f"{head!r} {frame!r}", partial(picture_size, b"\xff\xd8" + head + frame))
    for n in (99, 100, 101):
        yield tried(
            f"{n} scans", partial(picture_size, b"\xff\xd8" + frames + b"\xff\xda\0\x02" * n)
        )


def zipped() -> Iterator[Any]:
    """What is said of packs in zips."""
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(folder, "pack.zip")

        def said(names: Iterable[str], mode: int = 0, **more: bytes) -> Any:
            with ZipFile(pack, "w", ZIP_DEFLATED) as made:
                for name in names:
                    info = ZipInfo(name)
                    info.external_attr = mode << 16
                    made.writestr(info, more.get(name, PERK.encode()))
            book = load(packs=[pack])
            return list(book.perks["pool"].name), [
                re.sub(r"\d{5,}", "n", line) for line in said_of(book)
            ]

        for names in (
            ["perks.toml"], ["a/perks.toml"], ["pictures/perks.toml"], ["a/perks.toml", "b/x"],
            ["a/perks.toml", "__MACOSX/x"], ["../perks.toml"], ["/perks.toml"], ["a\\perks.toml"], ["c:perks.toml"],
            ["..perks.toml"], ["a/b/perks.toml"], [".perks.toml"], ["perks.toml", ".x"], ["perks.toml", "x/y/z.png"],
            ["a/perks.toml", "a/pictures/x.png"], [], ["PERKS.TOML"], ["perks.toml", "cards.toml"],
        ):  # fmt: skip
            yield f"{names}", said(names)
        for mode in (stat.S_IFLNK, stat.S_IFREG, stat.S_IFDIR):
            yield f"{mode}", said(["perks.toml"], mode)
        for n in (30, 41, 42, 60):
            yield f"{n} others", said(["perks.toml", *(f"f{k}.toml" for k in range(n))])
        for n in (398, 399, 400):
            yield f"{n} files", said(["perks.toml", *(f"f{k}.txt" for k in range(n))])


READ = Held(
    __doc__,
    FIXTURES / "read.zip",
    {
        **{stem: partial(of_a_file, stem) for stem in FILES},
        "constants": constants,
        "packs": packs,
        "limits": limits,
        "about": about,
        "plans": plans,
        "outside": outside,
        "zipped": zipped,
    },
)


#: Of the book's files these are read each time, the others with what tries everything.
EACH_TIME = ("actions", "firearms", "injuries", "refuges")
SELDOM = [name for name in FILES if name not in EACH_TIME]


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.sweep] * (n in SELDOM)) for n in READ.views]
)
def test_whatever_is_read_is_read_as_it_was(name: str) -> None:
    READ.check(name)


if __name__ == "__main__":
    READ.write()
