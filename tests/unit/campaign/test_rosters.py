"""Rosters made with BattleScribe or New Recruit: what is read, listed, and refused.

The files are written by hand after the ids of the community's catalogue.
"""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.documents.rosters import BYTES_MOST, is_roster, read_roster
from lastdays.campaign.groups import GroupActions
from lastdays.desktop import paths
from lastdays.errors import DocumentError
from sure import sure
from unit.campaign.rosters import COP, FILES, HORSE, KNIFE, MERCY, SYSTEM, chosen, packed, roster
from unit.postgame.crew import BOOK

#: The same as New Recruit writes it as JSON: objects, lists, numbers, the roster within.
MERCY_JSON = (FILES / "new-recruit.json").read_bytes()


# What is read


def test_a_member_of_another_book_is_listed_with_all_they_have() -> None:
    unknown = chosen("Farmer", "86fe-421d-2fd7-af4d", chosen("Knife*", KNIFE, number="2"))
    read = read_roster(roster(chosen("COP", COP), unknown), BOOK)
    assert "Farmer, with 2 × Knife*" in read.unread


def test_a_second_refuge_and_a_second_leader_are_listed() -> None:
    hero = chosen("Leader", "f676-6fc5-406b-3e60")
    read = read_roster(
        roster(
            chosen("The EveryDay Hero", "3bd6-a6ec-0d5f-20b3", hero),
            chosen("The Professional", "cbcf-fcb3-bdaf-ba86", hero),
            chosen("The Mall", "fab9-8239-7588-4573"),
            chosen("The Church", "1c68-9441-460f-7915"),
        ),
        BOOK,
    )
    assert read.group.refuge.key == "mall"
    assert sure(read.group.leading).type == "everyday-hero"
    assert read.unread == ("Professional: Leader", "The Church")


@pytest.mark.parametrize(
    "content", [MERCY, packed(), MERCY.decode().encode("utf-16")[:], MERCY_JSON]
)
def test_a_roster_is_told_from_a_group_document(content: bytes) -> None:
    assert is_roster(content)
    assert not is_roster(b'{"format": "lastdays-group"}')
    assert not is_roster(b'{"roster": []}')
    assert not is_roster(packed(("pack.toml", b"x")))
    assert not is_roster(b"PK\x03\x04 and no more")


def test_an_archive_packed_on_a_mac_holds_one_roster() -> None:
    archive = packed(("mercy.ros", MERCY), ("__MACOSX/._mercy.ros", b"\0"), ("._mercy.ros", b"\0"))
    assert is_roster(archive)
    assert read_roster(archive, BOOK) == read_roster(MERCY, BOOK)


def test_an_archive_holds_the_same_group() -> None:
    assert read_roster(packed(), BOOK) == read_roster(MERCY, BOOK)


def test_every_entry_of_the_table_is_in_the_rulebook() -> None:
    table = tomllib.loads((paths.resources() / "roster_catalogue.toml").read_text("utf-8"))
    entries = {
        "types": BOOK.characters,
        "gear": {gear.key for gear in BOOK.all_gear()},
        "skills": BOOK.skills,
        "injuries": BOOK.injuries,
        "refuges": BOOK.refuges,
        "perks": BOOK.perks,
    }
    for kind, known in entries.items():
        assert set(table[kind].values()) <= set(known), kind
    # Whatever a roster can hold of this book is understood.
    for kind in ("types", "gear", "refuges", "perks"):
        assert set(table[kind].values()) == set(entries[kind]), kind


def in_json(custom: str, notes: str = "", number: int = 1, *within: Any) -> bytes:
    """A roster of one kind of member, as JSON: letters may stand there that no XML has."""
    cop = {"name": "COP", "customName": custom, "customNotes": notes, "number": number}
    return json.dumps({"roster": {"selections": [{**cop, "selections": list(within)}]}}).encode()


def test_letters_that_cannot_be_shown_are_left_out() -> None:
    odd = "A\x07\x1f \x7f\x85\t\xa0é~\ud7ff\udfff\ud800\ue000日\n😀"
    (cop,) = read_roster(in_json(odd, odd), BOOK).group.members
    assert cop.name == "A é~\ud7ff\ue000日 😀"
    assert cop.notes == "A \t\xa0é~\ud7ff\ue000日\n😀"


def test_a_long_name_keeps_its_number() -> None:
    first, *_rest, twelfth = read_roster(in_json("x" * 300, "", 12), BOOK).group.members
    assert (first.name, twelfth.name) == ("x" * 200, "x" * 197 + " 12")


def test_notes_stand_beside_a_name_or_within() -> None:
    within, beside = "<customNotes>Within.</customNotes>", 'customNotes="Beside."'
    members = [
        f'<selection name="COP" entryId="{COP}" {more}>{inner}</selection>'
        for more, inner in (
            ("", within),
            (beside, ""),
            (beside, within),
            ("", "<other>Not.</other>"),
        )
    ]
    content = roster(*members).replace(b"<forces>", within.encode() + b"<forces>")
    read = read_roster(content, BOOK).group
    assert [one.notes for one in read.members] == ["Within.", "Beside.", "Beside.", ""]
    assert read.notes.startswith("Within.\n")


def test_a_class_is_given_to_the_gunsmith_and_all_else_stays() -> None:
    within = [{"name": "Sniper"}, {"name": "Gunsmith (Rifle)", "entryId": "7f10-3c8f-ad57-9421"}]
    content = in_json("", "", 1, *within).replace(b"COP", b"Survivalist")
    (one,) = read_roster(content, BOOK).group.members
    assert [(s.key, s.detail) for s in one.skills] == [
        *[("scavenger", ""), ("gunsmith", "rifle"), ("sniper", "")]
    ]


# What is stored


def test_a_roster_is_imported_as_one_change_that_can_be_undone(workspace: Workspace) -> None:
    campaign = CampaignActions(workspace).begin("C")
    group = GroupActions(workspace).import_document(campaign, packed())
    assert workspace.group(group).group.name == "Mercy Street"
    assert workspace.undo_names(campaign)[0] == "imported Mercy Street"
    workspace.undo(campaign)
    assert workspace.groups(campaign) == []


# What is refused

BOMB = '<!DOCTYPE roster [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
FILE = '<!DOCTYPE roster [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
HOSTILE = {
    "entities": roster(chosen("&b;", COP), head=BOMB),
    "another file": roster(chosen("&a;", COP), head=FILE),
    "a document type": roster(chosen("COP", COP), head='<!DOCTYPE roster SYSTEM "x.dtd">'),
    "half a file": MERCY[:3000],
    "no XML": b"<roster",
    "another XML": b"<svg/>",
    "an unknown encoding": b'<?xml version="1.0" encoding="klingon"?><roster/>',
    "another game": roster(chosen("COP", COP), system="28ec-711c-d87f-3aeb"),
    "nothing known": roster(chosen("Horse", HORSE)),
    "nothing at all": roster(),
    "half a JSON": MERCY_JSON[:3000],
    "JSON of another game": MERCY_JSON.replace(SYSTEM.encode(), b"28ec-711c-d87f-3aeb"),
    "JSON of nothing": b'{"roster": {}}',
    "too deep in JSON": b'{"roster": ' + b'{"selections": [' * 5_000,
    "deep in JSON": b'{"roster": ' + b'{"selections": [' * 90 + b"{}" + b"]}" * 90 + b"}",
    "too many selections in JSON": json.dumps(
        {"roster": {"selections": [{"entryId": COP}] * 6_000}}
    ).encode(),
    "numbers without end in JSON": b'{"roster": {"name": ' + b"9" * 9_000 + b"}}",
    "odd values in JSON": b'{"roster": {"selections": [[[]], null, 3, "x", {"name": null}]}}',
    "too deep": b"<roster>" + b"<selection>" * 5_000,
    "too many elements": b"<roster>" + b"<a/>" * 300_000,
    "too many selections": roster(*[chosen("COP", COP)] * 6_000),
    "too many members": roster(chosen("COP", COP, number="9999")),
    "too much gear": roster(chosen("COP", COP), chosen("Knife", KNIFE, number="5001")),
    "too many advances": roster(
        chosen("COP", COP, chosen("+1 FA", "7721-3f50-6e93-320d", number="9999"))
    ),
    "too high a Level": roster(
        chosen("COP", COP, chosen("Level", "8707-7325-bb1f-c0ac", number="9999"))
    ),
    "too large": roster(chosen("COP", COP)) + b" " * BYTES_MOST,
    "an archive that grows": packed(("a.ros", b"<roster>" + b" " * (BYTES_MOST * 4))),
    "two rosters": packed(("a.ros", MERCY), ("b.ros", MERCY)),
    "many files": packed(*[(f"{n}.ros", MERCY) for n in range(30)]),
    "a way out": packed(("../../a.ros", MERCY)),
    "a way out of Windows": packed(("..\\a.ros", MERCY)),
    "an absolute place": packed(("/etc/a.ros", MERCY)),
    "a drive": packed(("C:/a.ros", MERCY)),
    "a damaged archive": packed()[:-40] + bytes(40),
    "a damaged content": packed()[:80] + bytes(60) + packed()[140:],
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_hostile_or_spoilt_is_refused_in_a_sentence(
    workspace: Workspace, what: str
) -> None:
    campaign = CampaignActions(workspace).begin("C")
    with pytest.raises(DocumentError) as error:
        GroupActions(workspace).import_document(campaign, HOSTILE[what])
    assert str(error.value).endswith(".")
    assert len(str(error.value)) < 400
    assert workspace.groups(campaign) == []


def test_as_much_gear_as_may_be_is_taken() -> None:
    content = roster(chosen("COP", COP), chosen("Knife", KNIFE, number="5000"))
    assert len(read_roster(content, BOOK).group.stash) == 5000


def test_a_long_list_of_the_unknown_fits_the_notes(workspace: Workspace) -> None:
    strange = [chosen(f"Strange thing number {n} " + "x" * 150, "?") for n in range(400)]
    read = read_roster(roster(chosen("COP", COP), *strange), BOOK)
    assert len(read.unread) == 401  # with the Refuge that stands in
    campaign = CampaignActions(workspace).begin("C")
    group = GroupActions(workspace).import_document(campaign, roster(chosen("COP", COP), *strange))
    assert workspace.group(group).group.notes.endswith("…")
