"""What players write into the chronicle between games, and the pictures of games and entries."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PIL import Image

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.chronicle.entries import EntryActions, is_about, timeline
from lastdays.campaign.chronicle.games import Chronicle, ChronicleActions
from lastdays.campaign.documents.bounds import campaign_problems
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.groups import GroupActions
from lastdays.errors import LastDaysError
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords
from lastdays.model.game_record import GameRecord


@pytest.fixture
def writing(riverside: Workspace) -> EntryActions:
    return EntryActions(riverside)


def picture(colour: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(made, "JPEG")
    return made.getvalue()


def entries(writing: EntryActions, campaign: str) -> tuple[ChronicleEntry, ...]:
    return writing.workspace.campaign(campaign).campaign.entries


def test_an_entry_without_a_day_is_of_the_day_the_store_says_it_is(
    writing: EntryActions, campaign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing.workspace, "clock", lambda: "2026-03-14T12:00:00+00:00")
    writing.begin(campaign, "", "note", "Somebody heard a helicopter.")
    assert [entry.day for entry in entries(writing, campaign)] == ["2026-03-14"]


def test_half_a_letter_is_refused_wherever_text_is_written(
    riverside: Workspace, campaign: str, zeke: str
) -> None:
    groups = GroupActions(riverside)
    member = riverside.group(zeke).group.leader
    (game,) = riverside.campaign(campaign).campaign.games
    acts: tuple[Callable[[], None], ...] = (
        lambda: CampaignActions(riverside).write_notes(campaign, "\ud800"),
        lambda: groups.write_notes(zeke, "\ud800"),
        lambda: groups.write_notes(zeke, "\ud800", member),
        lambda: ChronicleActions(riverside).write(campaign, game.id, "\ud800"),
    )
    for act in acts:
        with pytest.raises(LastDaysError, match="has a character that can't be stored"):
            act()


@pytest.mark.parametrize(
    "wrong",
    [
        ChronicleEntry("", "2026-10-03"),
        ChronicleEntry("e", ""),
        ChronicleEntry("e", "2026-13-03"),
        ChronicleEntry("e", "2026-10-03", text="x" * 20_001),
        ChronicleEntry("e", "2026-10-03", pictures=("p",) * 7),
        ChronicleEntry("e", "2026-10-03", pictures=("",)),
        ChronicleEntry("e", "2026-10-03", captions={"p": "x" * 301}),
        ChronicleEntry("e", "2026-10-03", captions={"p": "x\ny"}),
        ChronicleEntry("e", "2026-10-03", captions={"p" * 65: "x"}),
        ChronicleEntry("e", "2026-10-03", captions={f"p{n}": "x" for n in range(7)}),
        ChronicleEntry("e", "2026-10-03", about=(("g" * 65, ""),)),
        ChronicleEntry("e", "2026-10-03", about=(("g", ""),) * 201),
    ],
)
def test_a_campaign_from_elsewhere_holds_no_such_entry(wrong: ChronicleEntry) -> None:
    campaign = Campaign("c", "C", entries=(ChronicleEntry("f", "2026-10-03"),))
    assert campaign_problems(campaign) == []
    other = replace(campaign, entries=(*campaign.entries, wrong))
    assert campaign_problems(other) == ["The chronicle has an invalid entry."]
    twice = replace(campaign, entries=campaign.entries * 2)
    assert campaign_problems(twice) == ["The chronicle has an invalid entry."]
    much = replace(campaign, told=(OwnWords("g", pictures=("p",) * 7),))
    assert campaign_problems(much) == ["A game has too many pictures."]
    odd = replace(campaign, told=(OwnWords("g", captions={"p": "x" * 301}),))
    assert campaign_problems(odd) == ["A picture's caption is invalid."]


def test_entries_stand_between_games_by_their_day(
    writing: EntryActions, campaign: str, zeke: str, carl: str
) -> None:
    workspace = writing.workspace
    game = workspace.campaign(campaign).campaign.games[0].id
    ChronicleActions(workspace).set_day(campaign, game, "2026-10-03")
    for day in ("2026-10-03", "2026-10-05", "2026-10-01"):
        writing.begin(campaign, day)
    chronicle = Chronicle(workspace, campaign)
    told = timeline(chronicle)
    days = [one.number if isinstance(one, GameRecord) else one.day for one in told]
    assert days == ["2026-10-01", 1, "2026-10-03", "2026-10-05"]
    member = workspace.group(zeke).group.members[0].id
    writing.set_about(campaign, entries(writing, campaign)[0].id, ((zeke, member),))
    chronicle = Chronicle(workspace, campaign)

    def found(group: str, who: str = "") -> list[bool]:
        return [is_about(chronicle, one, group, who) for one in timeline(chronicle)]

    assert found(zeke) == found(zeke, member) == [False, True, True, False]
    assert found(carl) == [False, True, False, False]
    assert found(zeke, "nobody") == [False, False, False, False]


def test_pictures_are_stored_once_and_come_and_go_with_undo(
    writing: EntryActions, campaign: str
) -> None:
    workspace, red = writing.workspace, picture("red")
    game = workspace.campaign(campaign).campaign.games[0].id
    told = ChronicleActions(workspace)
    told.add_picture(campaign, game, red)
    assert workspace.campaign(campaign).undo == "changed the pictures of game 1"
    made = writing.begin(campaign)
    writing.add_picture(campaign, made, red)
    writing.add_picture(campaign, made, red)
    (key,) = entries(writing, campaign)[0].pictures
    now = workspace.campaign(campaign).campaign
    assert now.pictures == [key] == list(now.own_words[game].pictures)
    with workspace.store.reading() as tx:
        assert tx.paper.portrait(key) == red
    for colour in ("blue", "green", "white", "black", "pink"):
        writing.add_picture(campaign, made, picture(colour))
    with pytest.raises(LastDaysError, match="room for 6 pictures"):
        writing.add_picture(campaign, made, picture("grey"))
    writing.remove_picture(campaign, made, 0)
    assert key not in entries(writing, campaign)[0].pictures
    workspace.undo(campaign)
    assert entries(writing, campaign)[0].pictures[0] == key
    told.remove_picture(campaign, game, 0)
    assert game not in workspace.campaign(campaign).campaign.own_words


def test_a_caption_is_one_line_that_comes_and_goes_with_its_picture(
    writing: EntryActions, campaign: str
) -> None:
    made = writing.begin(campaign)
    writing.add_picture(campaign, made, picture("red"))
    (key,) = entries(writing, campaign)[0].pictures
    writing.set_caption(campaign, made, key, " The <b>bridge</b>\n at  night ")
    assert entries(writing, campaign)[0].captions == {key: "The <b>bridge</b> at night"}
    with pytest.raises(LastDaysError, match="The caption can have 300 characters at most, not 301"):
        writing.set_caption(campaign, made, key, "x" * 301)
    writing.set_caption(campaign, made, key, "")
    assert entries(writing, campaign)[0].captions == {}
    writing.workspace.undo(campaign)
    assert entries(writing, campaign)[0].captions == {key: "The <b>bridge</b> at night"}
    writing.remove_picture(campaign, made, 0)
    assert entries(writing, campaign)[0].captions == {}
    with pytest.raises(LastDaysError, match="That picture has been removed"):
        writing.set_caption(campaign, made, key, "The bridge")


def test_the_caption_of_a_game_s_picture_is_undone_by_its_name(
    writing: EntryActions, campaign: str
) -> None:
    workspace = writing.workspace
    told = ChronicleActions(workspace)
    game = workspace.campaign(campaign).campaign.games[0].id
    told.add_picture(campaign, game, picture("red"))
    (key,) = workspace.campaign(campaign).campaign.pictures
    told.set_caption(campaign, game, key, "The bridge")
    assert Chronicle(workspace, campaign).story(game).captions == {key: "The bridge"}
    assert workspace.campaign(campaign).undo == "changed the pictures of game 1"


def test_a_campaign_file_takes_entries_and_pictures_along(
    writing: EntryActions, campaign: str
) -> None:
    workspace = writing.workspace
    game = workspace.campaign(campaign).campaign.games[0].id
    ChronicleActions(workspace).add_picture(campaign, game, picture("red"))
    made = writing.begin(campaign, "2026-10-03", "rumour", "A boat.")
    writing.add_picture(campaign, made, picture("blue"))
    (key,) = entries(writing, campaign)[0].pictures
    writing.set_caption(campaign, made, key, "A boat, if you look hard")
    transfer = CampaignTransfer(workspace)
    content = transfer.export(campaign)
    copy = workspace.campaign(transfer.add_campaign(transfer.open_file(content))).campaign
    before = workspace.campaign(campaign).campaign
    assert copy.pictures == before.pictures
    assert list(copy.entries[0].captions.values()) == ["A boat, if you look hard"]
    assert [(e.day, e.kind, e.text) for e in copy.entries] == [("2026-10-03", "rumour", "A boat.")]
    with workspace.store.reading() as tx:
        assert all(tx.paper.portrait(key) for key in copy.pictures)
