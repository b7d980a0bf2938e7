"""Group documents that somebody changed: taken, or refused in a sentence, and soon."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lastdays.campaign import Workspace
from lastdays.campaign.documents.group_documents import read_group
from lastdays.campaign.groups import GroupActions
from lastdays.errors import LastDaysError
from lastdays.model.profile import explain
from lastdays.model.recruiting import violations
from lastdays.model.switches import Switches
from soak.clock import Budget, at_most
from soak.work import BOOK, Desk

#: No document takes longer, in seconds.
LONGEST = 2.0
#: What is put where something else was.
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 10**6, 10**30, -(10**400), 1.5, 1e308, float("nan"), float("inf"),
    "", "x", "\ud800", "\x00", "\u202e\u2066", "<img src='file:///etc/passwd'>", "%s%n{0}{name!r}",
    "'; DROP TABLE groups; --", "=cmd|' /C calc'!A1", "../../../../etc/passwd", "javascript:alert(1)",
    "é" * 300, "x" * 30_000, [], {}, [[]], {"": None}, ["x"] * 6000,
)  # fmt: skip
#: What is put into the bytes.
CHUNKS = (
    b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\x00", b"{", b"}", b"[", b"]", b'"', b"\\u",
    b",", b":", b"1e999", b"NaN", b"-", b"\\ud800", b"[" * 3000, b'{"a":' * 400,
)  # fmt: skip


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to every value in a document."""
    found = [at] if at else []
    parts: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else ()
    parts = enumerate(value) if isinstance(value, list) else parts
    for step, part in parts:
        found += places(part, (*at, step))
    return found


def put_elsewhere(
    source: random.Random, body: Any, place: tuple[Any, ...], *values: tuple[Any, ...]
) -> None:
    """Change a place of a body: take it out, put another's value there, repeat its list, count on,
    or put one of some values there. Where an earlier change took the place away, nothing changes."""
    *way, last = place
    at = body
    try:
        for step in way:
            at = at[step]
        match source.randrange(6 + len(values)):
            case 0:
                del at[last]
            case 1:
                at[last] = copy.deepcopy(at[source.choice(list(at))])
            case 2 if isinstance(at, list):
                at.extend(copy.deepcopy(at) * source.choice((1, 5)))
            case 3 if isinstance(at[last], int):
                at[last] += source.choice((-1, 1, 5, 100))
            case _:
                at[last] = copy.deepcopy(source.choice(source.choice(values)))
    except (KeyError, IndexError, TypeError):
        pass


class Mutations:
    """Documents made of a few whole ones."""

    def __init__(self, whole: list[bytes], source: random.Random) -> None:
        self._whole = whole
        self._source = source
        self._bodies = [json.loads(w) for w in whole]
        self._places = [places(b) for b in self._bodies]

    def next(self) -> bytes:
        """Return another one."""
        if self._source.random() < 0.4:
            return self._bytes()
        return self._values()

    def _bytes(self) -> bytes:
        source = self._source
        made = bytearray(source.choice(self._whole))
        for _n in range(source.choice((1, 1, 2, 8))):
            at = source.randrange(len(made) or 1)
            match source.randrange(5):
                case 0:
                    made[at : at + 1] = bytes([source.randrange(256)])
                case 1:
                    del made[at : at + source.choice((1, 10, 1000))]
                case 2:
                    made[at:at] = source.choice(CHUNKS)
                case 3:
                    end = at + source.randrange(200)
                    made[at:at] = made[at:end] * source.choice((1, 2, 20))
                case _:
                    del made[at:]
        return bytes(made)

    def _values(self) -> bytes:
        source = self._source
        n = source.randrange(len(self._bodies))
        body = copy.deepcopy(self._bodies[n])
        for _n in range(source.choice((1, 1, 1, 2, 4))):
            put_elsewhere(source, body, source.choice(self._places[n]), VALUES)
        return json.dumps(body).encode("utf-8", "surrogatepass")


def wholes(template: Path) -> list[bytes]:
    """Return the documents of the sample campaign."""
    with Desk(template) as desk:
        return [desk.groups.export(g.id) for g in desk.workspace.groups()]


def run(template: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Try documents for some seconds; how many were tried, taken and refused.

    Raises whatever is no LastDaysError: that would be a crash.
    """
    source = random.Random(seed)
    mutations = Mutations(wholes(template), source)
    found: Counter[str] = Counter()
    with Desk(template) as desk:
        campaign = desk.campaign
        for n in Budget(seconds, least).turns():
            document = mutations.next()
            try:
                with at_most(LONGEST):
                    _try(desk.groups, campaign, document, whole=n % 200 == 0)
                found["taken"] += 1
            except LastDaysError:
                found["refused"] += 1
            except BaseException:
                print(f"soak: this was document {n} of this seed: {document[:2000]!r}")
                raise
    return found


def _try(groups: GroupActions, campaign: str, document: bytes, *, whole: bool) -> None:
    """Read a document and work out what a page of it needs; now and then import it as well."""
    value = groups.read_document(document)
    for member in value.members:
        explain(member, BOOK)
    if whole:
        workspace: Workspace = groups.workspace
        there = groups.import_document(campaign, document)
        violations(read_group(groups.export(there)), BOOK, Switches())
        workspace.group(there)
