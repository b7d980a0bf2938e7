"""A whole campaign as one file: out, in beside what is there, and nothing of a hostile one."""

from __future__ import annotations

import io
import json
import random
import shutil
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.games import Chronicle, ChronicleActions
from lastdays.campaign.exchange import campaign_file
from lastdays.campaign.exchange.campaign_file import CampaignTransfer, ForeignCampaign
from lastdays.campaign.exchange.sharing import read_shared_campaign, render_tale
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import SessionActions
from lastdays.errors import DocumentError
from lastdays.rulebook import load
from lastdays.store import open_store
from pictures import jpeg
from store.bounds import at_the_bound
from store.exercise import whole_history

BOOK = load()
FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture(scope="module")
def played_store(tmp_path_factory: pytest.TempPathFactory, sample_store: Path) -> Path:
    """The sample after one finished sequence and one begun, with notes and a portrait."""
    file = tmp_path_factory.mktemp("played") / "s.sqlite"
    store = open_store(Path(shutil.copy(sample_store, file)))
    workspace = Workspace(store, BOOK)
    campaign = workspace.campaigns()[0].id
    CampaignActions(workspace).write_notes(campaign, "On Thursdays.")
    games = PostGameActions(workspace, random.Random(7))
    game = workspace.campaign(campaign).campaign.games[0]
    first, second = (side.group for side in game.sides)
    sequence = games.begin(campaign, game.id, first)
    play_through(games, sequence)
    games.finish(sequence)
    games.begin(campaign, game.id, second)
    leader = workspace.group(first).group.leader
    GroupActions(workspace).set_portrait(first, leader, jpeg())
    store.close()
    return file


@pytest.fixture
def played(tmp_path: Path, played_store: Path) -> Iterator[Workspace]:
    store = open_store(Path(shutil.copy(played_store, tmp_path / "played.sqlite")))
    yield Workspace(store, BOOK)
    store.close()


def the(workspace: Workspace) -> str:
    return workspace.campaigns()[0].id


def exported(workspace: Workspace) -> bytes:
    return CampaignTransfer(workspace).export(the(workspace))


def changed(content: bytes, **entries: Any) -> bytes:
    """The file with some entries others, named with _ for what a keyword can't have."""
    names = {
        "campaign": "campaign.json",
        "changes": "changes.jsonl",
        "sequences": "sequences.jsonl",
        "first": "groups/1.jsonl",
    }
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            key = next((k for k, v in names.items() if v == name), "")
            wanted = entries.get(key, old.read(name))
            if wanted is not None:
                new.writestr(name, wanted)
    return made.getvalue()


def brought(into: Workspace, content: bytes) -> str:
    """Add the campaign of a file to a store."""
    transfer = CampaignTransfer(into)
    return transfer.add_campaign(transfer.open_file(content))


def body(content: bytes, name: str = "campaign.json") -> Any:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return json.loads(archive.read(name).split(b"\n")[0])


def test_it_comes_in_as_it_went_out(played: Workspace, other: Workspace) -> None:
    campaign = brought(other, exported(played))
    before, after = played.campaign(the(played)), other.campaign(campaign)
    assert after.campaign == before.campaign
    assert [g.name for g in after.groups] == [g.name for g in before.groups]
    for group in before.groups:
        assert other.group(group.id).group == played.group(group.id).group
        assert other.group(group.id).next.kind == played.group(group.id).next.kind
        said = [entry.change for entry in whole_history(played, group.id)]
        assert [entry.change for entry in whole_history(other, group.id)][: len(said)] == said
    assert check_store(other).sound


def test_a_groups_picture_comes_along_as_large_as_it_is(
    played: Workspace, other: Workspace
) -> None:
    made = io.BytesIO()
    Image.new("RGB", (900, 600), "teal").save(made, "JPEG")
    first = played.groups()[0].id
    GroupActions(played).set_picture(first, made.getvalue())
    brought(other, exported(played))
    pictures = {other.group(g.id).group.picture for g in other.groups()} - {""}
    assert [GroupActions(other).portrait(p) for p in pictures] == [made.getvalue()]


def test_a_portrait_that_another_program_wrote_is_converted_and_still_the_members(
    played: Workspace, other: Workspace
) -> None:
    drawn, made = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (60, 65), "teal").save(drawn, "PNG")
    with zipfile.ZipFile(io.BytesIO(exported(played))) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            picture = name.startswith("portraits/")
            new.writestr(name, drawn.getvalue() if picture else old.read(name))
    brought(other, made.getvalue())
    there = [m.portrait for g in other.groups() for m in other.group(g.id).group.members]
    (portrait,) = filter(None, there)
    with Image.open(io.BytesIO(GroupActions(other).portrait(portrait))) as kept:
        assert (kept.format, kept.size) == ("JPEG", (60, 65))


def test_a_finished_sequence_is_there_with_its_story(played: Workspace, other: Workspace) -> None:
    """What was answered after the game can be looked at, and what is begun goes on."""
    campaign = brought(other, exported(played))
    there, here = (PostGameActions(w, random.Random(1)) for w in (played, other))
    listed = there.sequences(the(played))
    assert here.sequences(campaign) == listed
    assert sorted(s.finished for s in listed) == [False, True]
    for one in listed:
        before, after = there.view(one.id), here.view(one.id)
        assert after.replayed.story == before.replayed.story
        assert after.finished == before.finished
        assert after.base_changed == before.base_changed


def test_its_story_is_told_alike(played: Workspace, other: Workspace) -> None:
    """Ratings, what each game came to, records, who is remembered, and the players' own words."""
    campaign = the(played)
    game = played.campaign(campaign).campaign.games[0].id
    ChronicleActions(played).write(campaign, game, "It rained.")
    first = played.groups(campaign)[0]
    lost = next(m for m in played.group(first.id).group.members if m.id != first.leader)
    GroupActions(played).dismiss(first.id, lost.id)
    story = render_tale(read_shared_campaign(played, campaign), "markdown")
    for words in (
        "It rained.",
        "Rating: ",
        " beat ",
        "Most zombies taken Out of Action",
        lost.name,
    ):
        assert words in story, words
    copy = brought(other, exported(played))
    assert render_tale(read_shared_campaign(other, copy), "markdown") == story


def test_a_second_one_gets_ids_and_a_name_of_its_own(played: Workspace) -> None:
    """Beside itself: neither knows of the other."""
    first = the(played)
    campaign = brought(played, exported(played))
    assert campaign != first
    assert played.campaign(campaign).campaign.name == "Riverside (2)"
    one, two = played.campaign(first), played.campaign(campaign)
    assert not {g.id for g in one.groups} & {g.id for g in two.groups}
    assert not {g.id for g in one.campaign.games} & {g.id for g in two.campaign.games}
    for side in (s for game in two.campaign.games for s in game.sides):
        assert side.group in {g.id for g in two.groups}
    assert check_store(played).sound


def histories(content: bytes) -> list[list[Any]]:
    """The lines of each history in a file."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = sorted(name for name in archive.namelist() if name.startswith("groups/"))
        return [list(map(json.loads, archive.read(name).splitlines())) for name in names]


def founded(workspace: Workspace, *notes: int) -> str:
    """A campaign of groups of which each was changed so often since it was founded."""
    campaign, groups = CampaignActions(workspace).begin("C"), GroupActions(workspace)
    for n, times in enumerate(notes):
        group = groups.create_with_leader(campaign, f"G{n}", "merciless-thug", "Zeke", "farm-house")
        for written in range(times):
            groups.write_notes(group, f"Note {written}.")
    return campaign


@pytest.mark.parametrize("notes", [(0,), (1,), (0, 1), (0, 3)])
def test_histories_go_out_again_as_they_came(
    workspace: Workspace, other: Workspace, notes: tuple[int, ...]
) -> None:
    content = CampaignTransfer(workspace).export(founded(workspace, *notes))
    assert [len(lines) for lines in histories(content)] == [1 + times for times in notes]
    copy = brought(other, content)
    assert histories(CampaignTransfer(other).export(copy)) == histories(content)


@pytest.mark.parametrize(
    ("bound", "size", "kept"),
    [("HISTORY_MOST", 1, 1), ("HISTORY_MOST", 3, 3), ("REVISIONS_MOST", 5, 2)],
)
def test_of_a_long_history_the_newest_goes_along(
    played: Workspace,
    other: Workspace,
    monkeypatch: pytest.MonkeyPatch,
    bound: str,
    size: int,
    kept: int,
) -> None:
    whole = [[line["group"] for line in lines] for lines in histories(exported(played))]
    assert all(len(lines) > 3 for lines in whole)
    assert len(whole) == 2
    with monkeypatch.context() as patch:
        patch.setattr(campaign_file, bound, size)
        content = exported(played)
    cut = [[line["group"] for line in lines] for lines in histories(content)]
    assert cut == [lines[-kept:] for lines in whole]
    copy = brought(other, content)
    assert len(PostGameActions(other, random.Random(1)).sequences(copy)) == 2


def test_a_sequence_of_a_game_that_was_taken_out_stays_at_home(
    workspace: Workspace, other: Workspace
) -> None:
    """And one that began with the group's first revision is there."""
    campaign, records = founded(workspace, 0, 0), GameRecordActions(workspace)
    games = PostGameActions(workspace, random.Random(1))
    first, second = (group.id for group in workspace.groups(campaign))
    played = []
    for group in (first, first, second):
        record = records.new_record(campaign, (group,), "Carl")
        played.append(replace(record, encounter="outbreak"))
        records.record(campaign, played[-1])
        games.begin(campaign, record.id, group)
    records.delete(campaign, played[0].id)
    GroupActions(workspace).delete(second)
    copy = brought(other, CampaignTransfer(workspace).export(campaign))
    there = PostGameActions(other, random.Random(1)).sequences(copy)
    for found in (games.sequences(campaign), there):
        assert [(one.group, one.game) for one in found] == [(first, played[1].id)]


def test_the_same_campaign_makes_the_same_bytes(played: Workspace) -> None:
    assert exported(played) == exported(played)


NO_ZIP = (
    "This campaign's file can't be read: this isn't a zip that can be read. Nothing was imported."
)
NO_NAME = "The campaign's name is missing or has several lines. Nothing was imported."


def hostile(content: bytes) -> dict[str, tuple[bytes, str]]:
    """Files with what is said of each; where the file is damaged, only where."""
    head, line = body(content), body(content, "groups/1.jsonl")
    change, sequence = body(content, "changes.jsonl"), body(content, "sequences.jsonl")

    def with_head(**values: Any) -> bytes:
        return changed(content, campaign=json.dumps({**head, **values}).encode())

    def with_campaign(**values: Any) -> bytes:
        return with_head(campaign={**head["campaign"], **values})

    def with_sequence(**values: Any) -> bytes:
        return changed(content, sequences=json.dumps({**sequence, **values}).encode())

    game = head["campaign"]["games"][0]
    killed = [{"member": "m", "zombies": 10**6 - 1}]
    return {
        "nothing": (b"", NO_ZIP),
        "no zip": (b"PK\x03\x04 and then nothing", NO_ZIP),
        "cut off": (content[: len(content) // 2], NO_ZIP),
        "a newer version": (
            with_head(version=99),
            "This campaign was written by a newer version of this program (version 99, this one reads 3). Please update.",
        ),
        "no version": (
            with_head(version=True),
            "This campaign's file doesn't say which version it is.",
        ),
        "another format": (with_head(format="x"), "This file isn't a Last Days campaign."),
        "a group that isn't there": (changed(content, first=None), "groups/1.jsonl is missing"),
        "a group without a history": (changed(content, first=b""), "a group is missing"),
        "another group's history": (
            with_head(groups=list(reversed(head["groups"]))),
            "a group has another group's history",
        ),
        "groups twice": (with_head(groups=[head["groups"][0]] * 2), "campaign.json"),
        "no list of groups": (with_head(groups={"a": 1}), "campaign.json"),
        "a long name": (
            with_campaign(name="x" * 5000),
            "Name can have 200 characters at most, not 5000. Nothing was imported.",
        ),
        "no name": (with_campaign(name=""), NO_NAME),
        "a name of several lines": (with_campaign(name="a\nb"), NO_NAME),
        "an id that is a path": (with_campaign(id=["../../x"]), "campaign.json → id"),
        "an id of no letter": (with_campaign(id=""), "an id"),
        "an id that is too long": (with_campaign(id="x" * 65), "an id"),
        "an id of two lines": (with_campaign(id="x\ny"), "an id"),
        "a game twice": (
            with_campaign(games=[game, game]),
            "Two games have the same id. Two games have the same number. Nothing was imported.",
        ),
        "endless words": (
            with_campaign(told=[{"game": "g", "text": "x" * 20_001}]),
            "This document is damaged at campaign → told → text: its text is too long (20001 characters). Nothing was imported.",
        ),
        "a game of no sides": (
            with_campaign(games=[{**game, "sides": []}]),
            "The record of game 1 is invalid. Nothing was imported.",
        ),
        "endless zombies": (
            with_campaign(games=[{**game, "sides": [{**game["sides"][0], "appearances": killed}]}]),
            "The record of game 1 is invalid. Nothing was imported.",
        ),
        "a game that is a word": (with_campaign(games=["x"]), "campaign.json → games → 0"),
        "a change that is a list": (changed(content, changes=b"[1]"), "changes.jsonl"),
        "a change of numbers": (
            changed(content, changes=json.dumps({**change, "kind": 3}).encode()),
            "changes.jsonl → kind",
        ),
        "a history out of order": (
            changed(content, first=b"\n".join([json.dumps({**line, "change": 1}).encode()] * 2)),
            "the order of a group's history",
        ),
        "a history without its changes": (
            changed(content, first=json.dumps({**line, "change": 99999}).encode()),
            "the order of a group's history",
        ),
        "a damaged group": (
            changed(content, first=json.dumps({**line, "group": {}}).encode()),
            "This group document is damaged at id: this is missing.",
        ),
        "endless points": (
            changed(
                content,
                first=json.dumps({**line, "group": {**line["group"], "points": 10**5}}).encode(),
            ),
            "Scavenge Points can be −99999 to 99999, not 100000. Nothing was imported.",
        ),
        "a sequence of nobody": (with_sequence(group="x", base=0), "sequences.jsonl"),
        "a sequence of no game": (with_sequence(game="x"), "sequences.jsonl"),
        "a sequence from nowhere": (with_sequence(base=10**5), "sequences.jsonl"),
        "a basis that is none": (
            with_sequence(answers=[{"key": "basis", "how": "chosen", "value": {"group": 0}}]),
            "sequences.jsonl",
        ),
        "a sequence twice": (
            changed(content, sequences=b"\n".join([json.dumps(sequence).encode()] * 2)),
            "sequences.jsonl",
        ),
        "an answer by magic": (
            with_sequence(answers=[{"key": "a", "how": "magic", "value": 1}]),
            "sequences.jsonl → answers → 0 → how",
        ),
    }


def test_what_is_hostile_is_refused_in_a_sentence(played: Workspace, other: Workspace) -> None:
    files = hostile(exported(played))
    for what, (content, expected) in files.items():
        with pytest.raises(DocumentError) as refused:
            brought(other, content)
        damaged = "This campaign's file is damaged (", "). Nothing was imported."
        said = str(refused.value)
        if said.startswith(damaged[0]):
            said = said.removeprefix(damaged[0]).removesuffix(damaged[1])
        assert said == expected, what
        assert other.campaigns() == [], what


def test_as_much_history_as_may_be_is_taken(
    played: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = exported(played)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sequences = [json.loads(line) for line in archive.read("sequences.jsonl").splitlines()]
    for name, size in (
        ("ANSWERS_MOST", max(len(sequence["answers"]) for sequence in sequences)),
        ("SEQUENCES_MOST", len(sequences)),
        ("HISTORY_MOST", max(map(len, histories(content))) - 1),
    ):
        row = (campaign_file, name, size, partial(ForeignCampaign, content, BOOK))
        at_the_bound(row, monkeypatch)


def test_a_bomb_is_not_unpacked(other: Workspace) -> None:
    """An entry is read up to its bound, whatever it says of itself."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("campaign.json", b" " * 40_000_000)
    with pytest.raises(DocumentError, match="too large when unpacked"):
        brought(other, made.getvalue())


def test_paths_in_the_zip_lead_nowhere(played: Workspace, other: Workspace, tmp_path: Path) -> None:
    """Nothing of the zip is ever written under a name that it gives."""
    content = io.BytesIO(exported(played))
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("../../outside.txt", b"x")
        archive.writestr("/tmp/absolute.txt", b"x")
    before = sorted(tmp_path.rglob("*"))
    brought(other, content.getvalue())
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_of_an_earlier_version_still_opens(other: Workspace, version: int) -> None:
    """Games at the table that version 2 held stay out; their records are there."""
    content = (FIXTURES / f"campaign-{version}.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert ("tables.jsonl" in archive.namelist()) == (version == 2)
    campaign = brought(other, content)
    assert len(other.groups(campaign)) == 2
    assert other.campaign(campaign).campaign.games
    games = PostGameActions(other, random.Random(1))
    assert SessionActions(other, games).listed(campaign) == []
    chronicle = Chronicle(other, campaign)
    assert all(chronicle.story(game.id).all_sentences for game in chronicle.games)
    assert check_store(other).sound


def test_a_zip_of_something_else_is_called_no_damaged_campaign(played: Workspace) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("photographs/bridge.jpg", jpeg())
    with pytest.raises(DocumentError, match="no roster, group or campaign in this zip"):
        CampaignTransfer(played).open_file(file.getvalue())
