"""What comes from outside, grown: parts of it repeated, nested and lengthened without measure. Taken
or refused, within so much memory beyond what the program has, and what is refused within so long."""

from __future__ import annotations

import io
import math
import os
import pickle
import random
import re
import resource
import shutil
import struct
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PIL import Image

from lastdays.campaign.documents.foreign import checked_picture
from lastdays.campaign.documents.rosters import is_roster, read_roster_file
from lastdays.campaign.exchange.campaign_file import CampaignTransfer, ForeignCampaign
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import opened_copy
from lastdays.campaign.sample import add_sample
from lastdays.errors import LastDaysError
from lastdays.rulebook.packs import Chosen, Rulebooks
from lastdays.store.kept_backups import campaigns_in_backup
from soak.clock import Budget, keep
from soak.work import BOOK, Desk
from unit.rulebook.packing import write_pack

#: What is refused takes no more processor time, in seconds, and no more memory, in bytes.
SECONDS, MEMORY = 2.0, 300 * 1024 * 1024
#: The most that something is grown to, in bytes, and how seldom it is grown so far.
LARGEST = 96 * 1024 * 1024
#: What holds other things, and with what it ends.
NESTS = (
    (b"[", b"]"), (b'{"a":', b"}"), (b"[0,", b"]"), (b"<a>", b"</a>"), (b"{a=", b"}"), (b"[a.", b"]"),
    (b"a.", b""), (b'"', b'"'), (b"[[", b"]]"), (b"<!--", b"-->"),
)  # fmt: skip
#: What is there again and again.
GRAINS = (
    b"\n", b" ", b",", b"0", b"9", b"x", b'"', b"\\", b"[", b"{", b"[],", b"{},", b'"a":1,', b"a=1\n", b"[a]\n",
    b"a.", b'"""', b"'", b"#", b"<", b">", b"<a/>", b"&amp;", b"\xc3\xa9", b"\\u00e9", b"\0", b"1e9,", b"[[a]]\n",
)  # fmt: skip

#: Lines that are made of the same again and again, with what they begin and end with.
LINES = (
    (b"", b"a.", b"a=1"), (b"[", b"a.", b"a]"), (b"[", b"[],", b"0]"), (b"{", b'"a":{},', b'"b":0}'), (b"", b"\n", b""),
    (b"a=", b"[", b""), (b"a=", b"{a=", b""), (b"[", b"0,", b"0]"), (b'{"a":"', b'\\"', b'"}'), (b"a=", b"9", b""),
    (b'{"a":', b"[", b"}"), (b"<roster>", b"<a/>", b"</roster>"), (b"<roster ", b"x", b">"), (b"x='", b"x", b"'"),
)  # fmt: skip

Grow = Callable[[random.Random, bytes, int], bytes]


def within(act: Callable[[], object], *, memory: int = MEMORY) -> tuple[str, float]:
    """Do something in a process of its own that has so much more memory than it begins with: what
    became of it ('taken', 'refused', or what went wrong), and how long it took."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        found = "?"
        began = time.process_time()
        try:
            pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0])
            most = pages * resource.getpagesize() + memory
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
            act()
            found = "taken"
        except LastDaysError:
            found = "refused"
        except BaseException as error:
            found = "".join(traceback.format_exception_only(error))[-1500:]
            if not isinstance(error, MemoryError):
                found += traceback.format_exc()[-3000:]
        finally:
            try:
                os.write(writing, pickle.dumps((found, time.process_time() - began)))
            finally:
                os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _child, status = os.waitpid(child, 0)
    if not said:
        return f"ended without a word ({status})", math.inf
    found, seconds = pickle.loads(said)
    return str(found), float(seconds)


def hold(act: Callable[[], object]) -> str:
    """Do something as `within`: 'taken' or 'refused'. Raises AssertionError for anything else, and for what
    is refused too late."""
    found, seconds = within(act)
    if found not in ("taken", "refused"):
        raise AssertionError(found)
    if found == "refused" and seconds > SECONDS:
        raise AssertionError(f"refused after {seconds:.1f} s")
    return found


# How things grow


def grown(source: random.Random, content: bytes, most: int) -> bytes:
    """Return something with a part of it repeated, nested or lengthened."""
    size = int(math.exp(source.uniform(math.log(1000), math.log(most))))
    at = source.randrange(len(content) + 1)
    match source.randrange(7):
        case 0 | 1:  # a line of its own, or nothing else
            opens, grain, ends = source.choice(LINES)
            line = opens + grain * (size // len(grain)) + ends
            before, _end, after = content[at:].partition(b"\n")
            there = content[:at] + before + b"\n", b"\n" + after
            first, last = source.choice(
                (there, (b"", b"\n" + content), (content + b"\n", b""), (b"", b""))
            )
            return first + line + last
        case 2:  # a line, or a few
            lines = content.split(b"\n")
            n = source.randrange(len(lines))
            part = b"\n".join(lines[n : n + source.choice((1, 1, 3))]) + b"\n"
            more = part * min(size // len(part), 2_000_000)
            return b"\n".join(lines[:n]) + b"\n" + more + b"\n".join(lines[n:])
        case 3:  # any part
            part = content[at : at + source.choice((1, 2, 5, 20, 200, 5000))] or b"\n"
            return content[:at] + part * (size // len(part)) + content[at:]
        case 4:
            opens, ends = source.choice(NESTS)
            n = max(1, size // (len(opens) + len(ends)))
            n = min(n, source.choice((20, 1000, 10**9)))
            return content[:at] + opens * n + source.choice((b"", b"1")) + ends * n + content[at:]
        case 5:  # a text or a number
            places = [found.end() for found in re.finditer(rb'["=:]\s*[\w"\']', content)]
            at = source.choice(places) if places else at
            grain = source.choice((b"x", b"9", b"0", b"\xc3\xa9", b"\\n", b"a.", b" "))
            return content[:at] + grain * (size // len(grain)) + content[at:]
        case _:
            grain = source.choice(GRAINS)
            return content[:at] + grain * (size // len(grain)) + content[at:]


def zipped(entries: dict[str, bytes]) -> bytes:
    """Return a zip, as small as can be."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def crowded(n: int, first: bytes = b"") -> bytes:
    """Return a zip of so many empty entries, made by hand: the list of `zipfile` takes its time."""
    one, listed = bytearray(), bytearray()
    for k in range(n):
        name = b"%x.toml" % k if k or not first else first
        head = struct.pack("<HHHHHLLLHH", 20, 0, 0, 0, 33, 0, 0, 0, len(name), 0)
        place = struct.pack("<HHHLL", 0, 0, 0, 0, len(one))
        listed += b"PK\1\2" + struct.pack("<H", 20) + head + place + name
        one += b"PK\3\4" + head + name
    end = struct.pack("<HHHHLLH", 0, 0, min(n, 0xFFFF), min(n, 0xFFFF), len(listed), len(one), 0)
    if n >= 0xFFFF:
        more = struct.pack("<QHHLLQQQQ", 44, 45, 45, 0, 0, n, n, len(listed), len(one))
        end64 = b"PK\6\6" + more + b"PK\6\7" + struct.pack("<LQL", 0, len(one) + len(listed), 1)
        return bytes(one + listed) + end64 + b"PK\5\6" + end
    return bytes(one + listed) + b"PK\5\6" + end


def grown_zip(source: random.Random, content: bytes, most: int) -> bytes:
    """Return a zip whose list or one of whose files has grown."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    match source.randrange(8):
        case 0:
            many, first = source.choice((500, 5_000, 70_000)), source.choice(list(entries))
            return crowded(many, first.encode())
        case 1:
            return grown(source, content, most)
        case 2:
            more = range(source.choice((30, 3000)))
            return zipped({**entries, **{"x" * 200 + str(n): b"" for n in more}})
        case _:
            name = source.choice(list(entries))
            return zipped({**entries, name: grown(source, entries[name], most)})


# What is read


ROSTER = b"""<?xml version="1.0"?><roster name="Crew" gameSystemId="x" gameSystemName="Last Days">
<forces><force name="f"><selections><selection name="Cop" entryId="1::2" number="1" customName="Mo">
<customNotes>tired</customNotes><selections><selection name="Knife" entryId="3" number="1"/></selections>
</selection></selections></force></forces></roster>"""


class Outside:
    """One of each that comes from outside, and how each is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self._desk = desk = Desk(folder / "store.sqlite", random.Random(1))
        campaign = add_sample(desk.workspace)
        self._groups = GroupActions(desk.workspace)
        group = desk.workspace.groups(campaign)[0].id
        made = io.BytesIO()
        Image.effect_noise((120, 160), 80).save(made, "JPEG", progressive=True)
        png = io.BytesIO()
        Image.effect_noise((60, 80), 80).save(png, "PNG")
        self._groups.set_portrait(group, desk.workspace.group(group).group.leader, made.getvalue())
        pack = write_pack(folder / "whole")
        files = {file.name: file.read_bytes() for file in sorted(pack.iterdir()) if file.is_file()}
        backup = folder / "backup.sqlite"
        desk.store.backup(backup)
        transfer = CampaignTransfer(desk.workspace)
        self.kinds: dict[str, tuple[bytes, Grow, Callable[[bytes], object]]] = {
            "group": (self._groups.export(group), grown, self._group),
            "campaign": (transfer.export(campaign), grown_zip, _campaign),
            "roster": (ROSTER, grown, self._roster),
            "zipped roster": (zipped({"crew.ros": ROSTER}), grown_zip, self._roster),
            "pack": (pickle.dumps(files), _grown_pack, self._pack),
            "zipped pack": (zipped(files), grown_zip, self._zipped_pack),
            "JPEG": (made.getvalue(), grown, checked_picture),
            "PNG": (png.getvalue(), grown, checked_picture),
            "backup": (backup.read_bytes(), grown, self._backup),
        }

    def close(self) -> None:
        """Close the store."""
        self._desk.store.close()

    def _group(self, content: bytes) -> None:
        self._groups.read_document(content)
        self._groups.import_document(self._desk.campaign, content)

    def _roster(self, content: bytes) -> None:
        if is_roster(content):
            read_roster_file(content)
        else:
            self._groups.read_document(content)

    def _pack(self, content: bytes) -> None:
        folder = self.folder / "pack"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in pickle.loads(content).items():
            (folder / name).write_bytes(text)
        _taken(folder)

    def _zipped_pack(self, content: bytes) -> None:
        file = self.folder / "pack.zip"
        file.write_bytes(content)
        _taken(file)

    def _backup(self, content: bytes) -> None:
        file = self.folder / "grown.sqlite"
        file.write_bytes(content)
        campaigns_in_backup(file)
        with opened_copy(file) as store:
            store.names()


def _campaign(content: bytes) -> None:
    if is_roster(content):
        read_roster_file(content)
    ForeignCampaign(content, BOOK)


def _grown_pack(source: random.Random, content: bytes, most: int) -> bytes:
    files: dict[str, bytes] = pickle.loads(content)
    if source.random() < 0.1:
        more = range(source.choice((30, 3000)))
        return pickle.dumps({**files, **{f"{n}.toml": b"" for n in more}})
    name = source.choice(list(files))
    return pickle.dumps({**files, name: grown(source, files[name], min(most, 4_000_000))})


def _taken(pack: Path) -> None:
    """Read a pack as a start does; LastDaysError where it is set aside."""
    rulebooks = Rulebooks([pack])
    (listed,) = rulebooks.packs
    book = rulebooks.of(Chosen())
    if book.refused_packs or listed.faults:
        raise LastDaysError("set aside")


def run(folder: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Grow things for some seconds; how many were tried of each, and refused. Raises AssertionError."""
    source = random.Random(seed)
    outside = Outside(folder)
    found: Counter[str] = Counter()
    names = list(outside.kinds)
    try:
        for n in Budget(seconds, least).turns():
            name = names[n % len(names)]
            content, grow, read = outside.kinds[name]
            most = LARGEST if n % 40 < len(names) else 2_000_000
            tried = grow(source, content, most)
            try:
                found["refused"] += hold(partial(read, tried)) == "refused"
            except AssertionError:
                keep(tried, seed, n)
                raise
            found[name] += 1
    finally:
        outside.close()
    return found
