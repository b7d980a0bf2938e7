"""What is read without pydantic is what pydantic reads, and nothing more is read."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from lastdays.campaign import Workspace, bodies, documents, kept_games
from lastdays.campaign.bodies import DamagedError, adapter, value_of
from lastdays.campaign.sample import add_sample
from lastdays.decoding import UNLIKE, Decoder
from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.store import open_store


@pytest.fixture(scope="module")
def stored(
    tmp_path_factory: pytest.TempPathFactory, book: Catalogue
) -> list[
    tuple[
        type[Group | Campaign],
        dict[str, str | int | dict[str, str] | list[dict | str]],
        Group | Campaign,
    ]
]:
    """The bodies of the sample campaign's documents, by what they hold."""
    store = open_store(tmp_path_factory.mktemp("bodies") / "store.sqlite")
    workspace = Workspace(store, book)
    campaign = add_sample(workspace)
    found = [(Group, workspace.group(g.id).group) for g in workspace.groups(campaign)]
    found.append((Campaign, workspace.campaign(campaign).campaign))
    store.close()
    return [
        (kind, json.loads(adapter(kind).dump_json(value, exclude_defaults=True)), value)
        for kind, value in found
    ]


def test_what_was_written_is_read_without_pydantic_as_with_it(
    stored: list[
        tuple[
            type[Group | Campaign],
            dict[str, str | int | dict[str, str] | list[dict | str]],
            Group | Campaign,
        ]
    ],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(bodies, "adapter")
    for kind, body, value in stored:
        assert value_of(kind, copy.deepcopy(body)) == value


def changed(
    body: dict[
        str, str | int | dict[str, str] | list[str | dict[str, str | int | list[dict | str]]]
    ],
    at: tuple[str | int, ...] = (),
) -> Iterator[
    dict[
        str,
        str
        | float
        | dict[str, str | float | list[dict[str, Any]] | dict[str, int] | None]
        | list[dict[str, str | list[dict | str]]]
        | None,
    ]
]:
    """The same body with one thing in it another, for each thing in it."""
    found = body
    for part in at:
        found = found[part]
    if at:
        for other in (None, True, 7, -1.5, "7", "x\ud800", [], {}, [{}], {"x": 1}):
            made = copy.deepcopy(body)
            inner = made
            for part in at[:-1]:
                inner = inner[part]
            inner[at[-1]] = other
            yield made
    if isinstance(found, dict | list):
        for part in found if isinstance(found, dict) else range(len(found[:2])):
            yield from changed(body, (*at, part))


def test_whatever_is_changed_in_it_is_read_or_refused_as_pydantic_does(
    stored: list[
        tuple[
            type[Group | Campaign],
            dict[str, str | int | dict[str, str] | list[dict | str]],
            Group | Campaign,
        ]
    ],
) -> None:
    decoder = Decoder()
    taken = refused = 0
    for kind, body, _value in stored[1:]:
        for other in changed(body):
            try:
                read = decoder.of(kind)(other)
            except UNLIKE:
                refused += 1
                continue
            taken += 1
            assert read == adapter(kind).validate_python(other)
    assert taken > 50 < refused


def test_another_thread_has_no_reader_that_is_not_whole(
    stored: list[
        tuple[
            type[Group | Campaign],
            dict[str, str | int | dict[str, str] | list[dict | str]],
            Group | Campaign,
        ]
    ],
) -> None:
    begun, go_on = Event(), Event()

    class Slow(Decoder):
        def _reader(self, kind: Any) -> Callable[..., Any]:
            if kind is Group:
                begun.set()
                assert go_on.wait(9)
            return super()._reader(kind)

    decoder = Slow()
    kind, body, value = stored[0]
    assert kind is Group
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(lambda: decoder.of(kind)(body))
        assert begun.wait(9)
        second = threads.submit(lambda: decoder.of(kind)(body))
        with suppress(TimeoutError):
            second.result(0.1)
        go_on.set()
        assert first.result() == second.result() == value


def test_what_pydantic_forgives_is_read_and_what_it_does_not_is_named(
    stored: list[
        tuple[
            type[Group | Campaign],
            dict[str, str | int | dict[str, str] | list[dict | str]],
            Group | Campaign,
        ]
    ],
) -> None:
    kind, body, value = stored[0]
    assert isinstance(value, Group)
    assert value_of(kind, {**body, "points": str(value.points), "unheard": 1}) == value
    with pytest.raises(DamagedError) as found:
        value_of(kind, {**body, "members": [{"id": 7}]})
    assert found.value.where.startswith("members → 0")


def test_a_line_of_a_game_is_read_alike_with_and_without_pydantic(
    stored: list[
        tuple[
            type[Group | Campaign],
            dict[str, str | int | dict[str, str] | list[dict | str]],
            Group | Campaign,
        ]
    ],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = stored[-1][1]
    lines = [json.dumps(game).encode() for game in body["games"]]
    assert lines
    with_it = kept_games._outlines(lines)
    monkeypatch.setattr(kept_games, "sys", SimpleNamespace(modules={}))
    monkeypatch.delattr(kept_games, "adapter")
    without = kept_games._outlines(lines)
    assert [read._replace(killed=None) for read in without] == with_it
    for read, game in zip(without, stored[-1][2].games, strict=True):
        killed = read.killed
        assert killed == {side.group: game.killed_by(side.group) for side in game.sides}
        assert sum(killed.values()) > 0


def test_kills_that_are_no_numbers_are_not_counted_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    side = {"group": "a", "appearances": [{"member": "m", "zombies": 1}]}
    game = {"id": "g", "number": 1, "encounter": "scavengers", "sides": [side]}
    monkeypatch.setattr(kept_games, "sys", SimpleNamespace(modules={}))
    for zombies, killed in ((1, {"a": 1}), ("1", None), (True, None)):
        side["appearances"][0]["zombies"] = zombies
        (read,) = kept_games._outlines([json.dumps(game).encode()])
        assert (read.outcome, read.killed) == ((("a", False),), killed)


GAME = '"id": "g", "number": 1, "encounter": "scavengers", "sides"'


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b'{"sides": 3}',
        b'{"sides": [[]]}',
        b"\xff",
        b"[" * 9999,
        f'{{{GAME}: [{{"group": 3}}]}}'.encode(),
        f'{{{GAME}: [{{"group": "a", "won": "who knows"}}]}}'.encode(),
        f'{{{GAME}: [{{"group": "a"}}], "notes": 4}}'.encode(),
        f'{{{GAME}: [{{"group": "a"}}], "number": "many"}}'.encode(),
    ],
)
def test_a_damaged_line_of_a_game_is_refused(line: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for _reading in range(2):
        with pytest.raises((ValueError, RecursionError)):
            kept_games._outlines([line])
        monkeypatch.setattr(kept_games, "sys", SimpleNamespace(modules={}))


@pytest.mark.parametrize("document", [b"", b"[]", b"{", b'{"id": 1}', b"\xff", b"[" * 99999])
def test_a_damaged_campaign_is_said_to_be(document: bytes) -> None:
    with pytest.raises(documents.DocumentError, match="damaged"):
        documents.read_campaign(document)
