"""Group documents: out and in again the same; what is refused, in a sentence."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from lastdays.campaign.documents.bounds import problems
from lastdays.campaign.documents.group_documents import checked_text, group_document, read_group
from lastdays.desktop.files import write_whole
from lastdays.errors import DocumentError, LastDaysError
from lastdays.model.fields import NAME_MOST
from lastdays.model.group import Advance, Group, Injury, Item, NextEncounter
from lastdays.model.profile import explain
from probing import changed, places
from unit.postgame.crew import BOOK, group, member


@st.composite
def groups(draw: Callable[..., Any]) -> Group:
    members = [
        member(
            f"M{n}",
            draw(st.sampled_from(["goon", "dog", "kid", "survivor"])),
            experience=draw(st.integers(0, 99)),
            level=draw(st.integers(0, 10)),
            notes=draw(st.text(max_size=40)),
            skills=draw(st.lists(st.sampled_from(sorted(BOOK.skills)), max_size=2)),
            injuries=tuple(
                Injury(k) for k in draw(st.lists(st.sampled_from(["blinded", "leg-injury"])))
            ),
            advances=tuple(Advance(k) for k in draw(st.lists(st.sampled_from(["AP", "FA"])))),
            adjustments=draw(st.dictionaries(st.sampled_from(["S", "E"]), st.integers(-3, 3))),
            status=draw(st.sampled_from(["active", "captured", "dead", "left"])),
        )
        for n in range(draw(st.integers(0, 4)))
    ]
    stash = tuple(
        Item(f"s{n}", key, (Item(f"a{n}", "scope"),) if n % 2 else ())
        for n, key in enumerate(draw(st.lists(st.sampled_from(sorted(BOOK.firearms)), max_size=5)))
    )
    return group(*members, points=draw(st.integers(-50, 500)), stash=stash)


@pytest.mark.sweep
@settings(max_examples=40)
@given(groups())
def test_out_and_in_again_is_the_same_group(crew: Group) -> None:
    assert read_group(group_document(crew)) == crew
    assert read_group(group_document(crew, indent=2)) == crew


def test_a_document_is_written_to_the_byte_as_every_edition_did() -> None:
    """A revision is known in other stores by the digest of its document."""
    document = (
        '{"format": "lastdays-group", "version": 2, "group": {"id": "g", "name": "Søren", '
        '"refuge": {"key": "farm-house"}, "members": [{"id": "m", "name": "Mo", '
        '"type": "goon", "keyword": "selfish", "skills": [{"key": "noisy", "value": 1}], '
        '"status": "dead"}], "next_encounter": {"worked": ["armoury"]}}}'
    ).encode()
    assert group_document(read_group(document)) == document


def envelope(**changes: Any) -> bytes:
    body = json.loads(group_document(group(member("Mo"))))
    body.update(changes)
    return json.dumps(body).encode()


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (b"", "can't be read as JSON (it ends too soon)"),
        (b"\xff\xfe\x00", "can't be read as JSON (byte 0)"),
        (b'{"format": "\xff"}', "can't be read as JSON (it isn't text in UTF-8)"),
        (b"[" * 100_000, "it isn't a Last Days group"),
        (b"[]", "it isn't a Last Days group"),
        (b'{"format": "roster"}', "it isn't a Last Days group"),
        (envelope(version=99), "newer version"),
        (envelope(version="1"), "doesn't say which version it is"),
        (envelope(version=True), "doesn't say which version it is"),
        (envelope(group={}), "damaged at id"),
        (envelope(group={"id": "g", "name": "n", "refuge": {"key": 7}}), "refuge → key"),
        (
            envelope(group={"id": "g", "name": "n", "refuge": {"key": "x"}, "points": "many"}),
            "points",
        ),
    ],
    ids=range(12),
)
def test_a_foreign_or_damaged_document_is_refused_in_a_sentence(document: bytes, said: str) -> None:
    with pytest.raises(DocumentError, match=re.escape(said)):
        read_group(document)


def test_a_written_file_can_be_read_as_any_other_of_this_user(tmp_path: Path) -> None:
    plain, whole = tmp_path / "plain", tmp_path / "whole"
    plain.write_bytes(b"x")
    write_whole(whole, b"x")
    assert whole.stat().st_mode == plain.stat().st_mode
    whole.chmod(0o640)
    write_whole(whole, b"y")
    assert whole.stat().st_mode & 0o777 == 0o640


def test_a_group_is_for_its_owner_alone_and_nothing_half_written_stays(tmp_path: Path) -> None:
    left, others = tmp_path / ".a.json.x7.part", tmp_path / ".b.json.x7.part"
    fresh = tmp_path / ".a.json.y8.part"
    for file in (left, others, fresh):
        file.write_bytes(b"half")
    for file in (left, others):
        os.utime(file, (0, 0))
    write_whole(tmp_path / "a.json", b"whole", private=True)
    assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o600
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        ".a.json.y8.part",
        ".b.json.x7.part",
        "a.json",
    ]


def test_what_is_no_ordinary_file_is_never_written_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for target in (pipe, tmp_path):
        with pytest.raises(DocumentError, match="could not be written: it isn't an ordinary file"):
            write_whole(target, b"x")
    assert pipe.is_fifo()


WRONG: tuple[object, ...] = (None, True, 1.5, -1, 10**30, "", "7", "\ud800", [], [[]], {}, {"a": 1})


def test_whatever_is_changed_is_read_or_refused_with_its_place() -> None:
    crew = group(
        member("Mo", "goon", ("revolver",), skills=("noisy",), adjustments={"AP": 1}),
        next_encounter=NextEncounter(("armoury",)),
    )
    body = json.loads(group_document(crew))["group"]
    said: list[tuple[str, str]] = []
    for way, _part in places(body):
        for new in WRONG:
            try:
                read = read_group(envelope(group=changed(body, way, new)))
            except DocumentError as error:
                said.append((next((str(step) for step in way), "group"), str(error)))
                continue
            known = [one for one in read.members if one.type in BOOK.characters]
            if not problems(read, BOOK, foreign=True):
                assert group_document(read)
                assert all(explain(one, BOOK) for one in known)
    assert len(said) > 200
    assert [one for one in said if one[0] not in one[1] and "read as JSON" not in one[1]] == []


@pytest.mark.parametrize("letter", ["\u009b", "\u202e", "\u2066"])
def test_letters_that_steer_what_follows_are_left_out_of_a_name(letter: str) -> None:
    assert checked_text(f"The{letter} Pack{letter}", "The name") == "The Pack"
    with pytest.raises(LastDaysError, match="is empty"):
        checked_text(letter, "The name")


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (" The Pack\n", ""),
        ("x" * NAME_MOST, ""),
        ("\ue000", ""),
        ("x" * (NAME_MOST + 1), f"has {NAME_MOST + 1} characters; it can have {NAME_MOST} at most"),
        ("   ", "is empty"),
        ("\u200b", "is empty"),
        ("a\ud800", "has a character that can't be stored"),
        ("a" + chr(0xDFFF), "has a character that can't be stored"),
    ],
)
def test_a_name_that_is_typed_is_one_line_of_so_many_characters(text: str, refused: str) -> None:
    if not refused:
        assert checked_text(text, "The name") == text.strip()
        return
    with pytest.raises(LastDaysError, match=refused):
        checked_text(text, "The name")
