"""Every kind of change: stored as kind and facts, read again, said in a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lastdays.model.changes import (
    KINDS,
    CameBack,
    Captured,
    FieldsSet,
    HistoryFolded,
    Left,
    MemberEdited,
    Renamed,
    UnknownChange,
    read_change,
    unfolded,
)

#: Every kind as stores hold it, with its sentence.
STORED: dict[str, tuple[dict[str, object], str]] = {
    "new-campaign": ({"name": "River"}, "created the campaign River"),
    "rename-campaign": ({"name": "River"}, "renamed the campaign River"),
    "delete-campaign": ({"name": "River"}, "deleted the campaign River"),
    "restore-campaign": ({"name": "River"}, "restored the campaign River"),
    "import-campaign": ({"name": "River"}, "imported the campaign River"),
    "merge-campaign": ({"name": "River"}, "merged River with another copy"),
    "other-copy": ({}, "came from another copy"),
    "parted": ({}, "was the same in both copies"),
    "close-season": ({"name": "One"}, "closed the season One"),
    "reopen-season": ({"name": "One"}, "reopened the season One"),
    "archive-campaign": ({"name": "River"}, "put away the campaign River"),
    "take-out-campaign": ({"name": "River"}, "reopened the campaign River"),
    "merge-group": ({"name": "Crew"}, "merged Crew with a file"),
    "campaign-notes": ({}, "edited the campaign's notes"),
    "switches": ({}, "changed the house rules"),
    "dice-mode": ({}, "changed how dice are rolled"),
    "sample": ({}, "added the sample"),
    "pack-kept": ({"name": "Hospital"}, "took the content pack Hospital as it is now"),
    "pack-on": ({"name": "Hospital"}, "switched on the content pack Hospital"),
    "pack-off": ({"name": "Hospital"}, "switched off the content pack Hospital"),
    "set-number": ({"number": "founding.points", "value": 120}, "set Starting points to 120"),
    "number-as-in-book": (
        {"number": "founding.points"},
        "set Starting points back to the book's value",
    ),
    "captive-home": (
        {"member": "Mo", "captive": "m1", "number": 3},
        "brought Mo home in game 3",
    ),
    "captive-lost": (
        {"member": "Mo", "captive": "m1", "number": 3},
        "lost Mo, held captive, in game 3",
    ),
    "group-dice": ({"name": "Zeke's"}, "changed how dice are rolled for Zeke's"),
    "aftermath-order": ({}, "changed the post-game order"),
    "add-player": ({"name": "Ann"}, "added the player Ann"),
    "rename-player": ({"old": "Ann", "name": "Anna"}, "renamed the player Ann to Anna"),
    "remove-player": ({"name": "Ann"}, "removed the player Ann"),
    "give-group": ({"group": "Zeke's", "name": "Ann"}, "gave Zeke's to Ann"),
    "take-group": ({"group": "Zeke's", "name": "Ann"}, "took Zeke's from Ann"),
    "set-ranking": ({"name": "League"}, "set the ranking League"),
    "remove-ranking": ({"name": "League"}, "removed the ranking League"),
    "own-rule": ({"name": "Sickness"}, "wrote the rule Sickness"),
    "own-step": ({"step": "Supper", "whose": "Mo"}, "did Supper for Mo"),
    "roll-table": ({"table": "Illness", "whose": "Mo"}, "rolled on Illness for Mo"),
    "campaign-counter": ({"counter": "Day", "value": 3}, "set Day to 3"),
    "set-counter": (
        {"counter": "Sickness", "whose": "Mo", "value": 3},
        "set Sickness of Mo to 3",
    ),
    "own-rule-moved": ({"name": "Sickness"}, "moved the rule Sickness"),
    "no-own-rule": ({"name": "Sickness"}, "removed the rule Sickness"),
    "picture-game": ({"number": 3}, "changed the pictures of game 3"),
    "write-entry": ({"day": "2026-10-03"}, "wrote a chronicle entry for 2026-10-03"),
    "delete-entry": ({"day": "2026-10-03"}, "deleted the chronicle entry for 2026-10-03"),
    "record-game": ({"number": 3}, "recorded game 3"),
    "edit-game": ({"number": 3}, "corrected game 3"),
    "delete-game": ({"number": 3}, "deleted game 3"),
    "plan-game": ({"number": 3}, "set up game 3"),
    "plan-fixtures": ({"count": 3}, "planned 3 games"),
    "remove-fixture": ({}, "removed a planned game"),
    "game-night": ({}, "changed the game night"),
    "post-game": ({"number": 3, "encounter": "rescue"}, "finished the sequence after game 3"),
    "found-group": ({"name": "Zeke's"}, "created Zeke's"),
    "import-group": ({"name": "Zeke's"}, "imported Zeke's"),
    "delete-group": ({"name": "Zeke's"}, "deleted Zeke's"),
    "restore-group": ({"name": "Zeke's"}, "restored Zeke's"),
    "end-founding": ({"name": "Zeke's"}, "started playing with Zeke's"),
    "edit-group": (
        {"name": "Zeke's", "done": [{"did": "set", "fields": ["player", "games"]}]},
        "set player and games played of Zeke's",
    ),
    "group-notes": ({}, "edited the group's notes"),
    "points": ({"points": 12}, "set Scavenge Points to 12"),
    "refuge": ({}, "changed the Refuge by hand"),
    "restore-earlier": (
        {"what": "recruited Mo"},
        "restored the group as it was after: recruited Mo",
    ),
    "restore-backup": (
        {"what": "2026-03-01"},
        "restored the group from the backup of 2026-03-01",
    ),
    "allow": ({"what": "Too many."}, "allowed: Too many."),
    "disallow": ({"what": "Too many."}, "no longer allowed: Too many."),
    "arrange-roster": ({"member": "Mo"}, "moved Mo in the roster"),
    "copy-member": ({"member": "Mo 2"}, "copied Mo 2"),
    "copy-group": ({"name": "Zeke's (2)"}, "copied Zeke's (2)"),
    "group-picture": ({}, "set the group's picture"),
    "no-group-picture": ({}, "removed the group's picture"),
    "recruit": ({"member": "Mo"}, "recruited Mo"),
    "take-back": ({"member": "Mo"}, "removed Mo for a full refund"),
    "dismiss": ({"member": "Mo"}, "dismissed Mo"),
    "add-member": ({"member": "Mo"}, "entered Mo by hand"),
    "edit-member": (
        {
            "member": "Mo",
            "done": [{"did": "renamed", "old": "Lee"}, {"did": "dead"}],
        },
        "renamed Lee to Mo; noted the death of Mo",
    ),
    "member-notes": ({"member": "Mo"}, "edited the notes on Mo"),
    "portrait": ({"member": "Mo"}, "set the portrait of Mo"),
    "no-portrait": ({"member": "Mo"}, "removed the portrait of Mo"),
    "decline-rescue": ({"member": "Mo", "captive": "m1"}, "declined the Rescue of Mo"),
    "buy": ({"item": "Knife", "member": "Mo"}, "bought Knife for Mo"),
    "give-back": ({"item": "Knife", "member": "Mo"}, "gave back Knife from Mo"),
    "move-gear": ({"item": "Knife", "to": "Mo"}, "moved Knife to Mo"),
    "mount": ({"item": "Laser Sight", "gun": "Rifle"}, "attached Laser Sight to Rifle"),
    "unmount": ({"item": "Laser Sight", "gun": "Rifle"}, "took Laser Sight off Rifle"),
    "convert": ({"gun": "Rifle"}, "converted Rifle"),
    "add-gear": ({"item": "2 × Knife", "to": "Mo"}, "added 2 × Knife to Mo by hand"),
    "remove-gear": ({"item": "Knife"}, "removed Knife by hand"),
    "tell-game": ({"number": 3}, "wrote about game 3"),
    "history-folded": (
        {"before": "2026-01-01", "was": "portrait", "facts": '{"member": "Mo"}', "folded": 1},
        "set the portrait of Mo",
    ),
}


@pytest.mark.parametrize("kind", STORED)
def test_a_stored_change_is_read_said_and_stored_again(kind: str) -> None:
    facts, sentence = STORED[kind]
    change = read_change(kind, facts)
    assert not isinstance(change, UnknownChange)
    assert change.in_words() == sentence
    assert (change.kind, json.loads(json.dumps(change.stored()))) == (kind, facts)


def test_every_kind_is_tried() -> None:
    assert set(KINDS) == set(STORED)


def test_kinds_with_the_same_facts_are_different_changes() -> None:
    assert read_change("portrait", {"member": "Mo"}) != read_change("no-portrait", {"member": "Mo"})
    assert read_change("portrait", {"member": "Mo"}) == read_change("portrait", {"member": "Mo"})


def test_edits_by_hand_are_read_one_by_one() -> None:
    done = [
        {"did": "renamed", "old": "Lee"},
        {"did": "captured"},
        {"did": "set", "fields": ["level", "FA", "luck"]},
    ]
    change = read_change("edit-member", {"member": "Mo", "name": "Mo", "done": done})
    edits = (Renamed("Lee"), Captured(), FieldsSet(("level", "FA", "luck")))
    assert change == MemberEdited("Mo", edits)
    assert change.in_words() == (
        "renamed Lee to Mo; noted the capture of Mo; set Level, Firearms and luck of Mo"
    )
    assert MemberEdited("Mo", (Left(),)).in_words() == "noted that Mo left the group"
    assert MemberEdited("Mo", (CameBack(),)).in_words() == "noted the return of Mo"


def test_a_history_of_an_earlier_edition_is_still_read() -> None:
    assert read_change("edit-member", {"member": "Sgt Lee"}).in_words() == "edited Sgt Lee"
    assert read_change("edit-group", {}).in_words() == "edited the group"
    assert read_change("decline-rescue", {"member": "Mo"}).in_words() == (
        "declined the Rescue of Mo"
    )


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("train-dog", {"dog": "Rex"}),
        ("recruit", {}),
        ("record-game", {"number": "three"}),
        ("edit-member", {"member": "Mo", "done": [{"did": "sang"}]}),
        ("edit-member", {"member": "Mo", "done": 3}),
    ],
)
def test_a_change_that_cannot_be_read_is_said_and_kept(kind: str, facts: dict[str, Any]) -> None:
    change = read_change(kind, facts)
    assert change == UnknownChange(kind, facts)
    assert change.in_words() == f"made a change that this version doesn't know ({kind})"
    assert change.stored() == facts


def test_names_typed_by_people_are_no_format_strings() -> None:
    assert read_change("recruit", {"member": "{0} {x}"}).in_words() == "recruited {0} {x}"


@pytest.mark.parametrize("facts", ["[" * 60_000, "7", "no JSON", '"text"'])
def test_a_folded_change_whose_facts_cannot_be_read_is_told_by_its_kind(facts: str) -> None:
    folded = unfolded(HistoryFolded("then", "new-campaign", facts, 1))
    assert folded.in_words()
    assert folded.stored() == {}
