"""A campaign of very many games: its games are found without being read, and nothing is lost."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from lastdays.campaign import documents, kept_games
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.documents import campaign_document
from lastdays.campaign.workspace import Workspace
from lastdays.errors import DocumentError
from lastdays.model.campaign import Campaign
from lastdays.model.changes import GameCorrected, GameDeleted, GameRecorded
from lastdays.model.game_record import Appearance, GameRecord, Side, SupplyToken
from lastdays.model.games_listed import Listing, listing_of
from lastdays.model.tallies import Tallies
from lastdays.store import Subject

MANY = kept_games.MANY + 50


def _game(n: int) -> GameRecord:
    """A game of two groups, of which every third is a draw; what is said has all kinds of letters."""
    sides = tuple(
        Side(
            f"g{(n + k) % 7}",
            f"Group\n{k}",
            (Appearance("a", zombies=n % 4), Appearance("b", out=n % 2 == 0)),
            (SupplyToken("carried", "a"),),
            won=n % 3 == k,
        )
        for k in range(2)
    )
    notes = 'Two\nlines, "},\n{" and 漢字' if n % 5 == 0 else ""
    return GameRecord(f"game-{n}", n, "scavengers", sides, notes, "2026-01-01T00:00:00+00:00")


def _games(many: int = MANY) -> tuple[GameRecord, ...]:
    return tuple(_game(n) for n in range(1, many + 1))


def _campaign(many: int = MANY) -> Campaign:
    return Campaign("c", "Old", ("g0", "g1"), _games(many), notes="},\n{\n],")


def read_campaign(document: bytes) -> Campaign:
    """Read it as a program does that has only begun."""
    documents._JOINED = kept_games.Joined()
    return documents.read_campaign(document)


def _is_read(game: GameRecord) -> bool:
    return "sides" in vars(game)


def test_what_is_read_late_is_what_was_written() -> None:
    campaign = _campaign()
    document = campaign_document(campaign)
    read = read_campaign(document)
    assert not any(_is_read(game) for game in read.games)
    assert campaign_document(read) == document
    assert not any(_is_read(game) for game in read.games)
    assert read == campaign
    assert [hash(game) for game in read.games] == [hash(game) for game in campaign.games]
    assert json.loads(document)["games"][4]["notes"] == _game(5).notes


@pytest.mark.sweep
def test_what_is_read_after_another_document_is_what_stands_in_it() -> None:
    """Back and forth between states of a campaign, as by undo and redo."""
    whole = _campaign()
    games = whole.games
    other = replace(games[-1], notes="Mended")
    states = [
        replace(whole, games=found, notes=f"{n}\n],")
        for n, found in enumerate(
            (
                games,
                games[:-1],
                games[:-20],
                games[: kept_games.MANY - 10],
                (*games[:-1], other),
                (*games[:-1], replace(games[-1], number=games[-1].number * 10)),
                (*games, _game(MANY + 1), _game(MANY + 2)),
                games[1:],
                (*games[:5], *games[6:]),
                (),
            )
        )
    ]
    stored = [campaign_document(state) for state in states]
    for known in stored:
        for state, document in zip(states, stored, strict=True):
            read_campaign(known)
            assert documents.read_campaign(document) == state


def test_games_that_are_known_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[int] = []
    read = kept_games.games_of

    def counted(found: list[bytes]) -> tuple[GameRecord, ...]:
        lines.append(len(found))
        return read(found)

    monkeypatch.setattr(kept_games, "games_of", counted)
    campaign = read_campaign(campaign_document(_campaign()))
    for games in (campaign.games, campaign.games[:-1], (*campaign.games, _game(MANY + 1))):
        rest = replace(campaign, games=(), notes="Rain.")
        written = kept_games.Joined().of(games, documents._WRITTEN.of, _rest(rest))
        assert documents.read_campaign(written) == replace(rest, games=games)
    assert lines == [MANY, 1]


def _rest(campaign: Campaign) -> bytes:
    """The document of a campaign without games."""
    return campaign_document(campaign)


def test_lists_and_results_need_no_game_read() -> None:
    campaign = _campaign()
    read = read_campaign(campaign_document(campaign))
    assert read.played == campaign.played
    assert list(read.games_by_id) == list(campaign.games_by_id)
    assert read.next_number == MANY + 1
    assert not any(_is_read(game) for game in read.games)
    assert vars(Tallies(read.games)) == vars(Tallies(campaign.games))


def test_one_game_looked_at_leaves_the_others() -> None:
    read = read_campaign(campaign_document(_campaign()))
    assert read.game("game-7").sides == _game(7).sides
    assert [game.id for game in read.games if _is_read(game)] == ["game-7"]
    assert replace(read.games[9], notes="Other") == replace(_game(10), notes="Other")


def test_a_short_campaign_and_one_of_an_older_edition_are_read_whole() -> None:
    short = _campaign(kept_games.MANY - 10)
    assert all(_is_read(game) for game in read_campaign(campaign_document(short)).games)
    old = json.dumps(json.loads(campaign_document(_campaign()))).encode()
    assert read_campaign(old) == _campaign()


def test_a_changed_game_is_written_anew() -> None:
    read = read_campaign(campaign_document(_campaign()))
    other = replace(read.games[3], sides=read.games[3].sides[:1], notes="Mended")
    changed = replace(read, games=(*read.games[:3], other, *read.games[4:], _game(MANY + 1)))
    again = read_campaign(campaign_document(changed))
    assert again == changed
    assert again.games[3] == other
    assert again.games[-1] == _game(MANY + 1)


@pytest.mark.parametrize(
    "bad", [b'{"id":1', b'{"id":"x","number":"one","encounter":"e","sides":[]}', b"", b"[]"]
)
def test_a_line_that_is_no_game_is_said_at_once(bad: bytes) -> None:
    lines = campaign_document(_campaign()).split(b"\n")
    lines[3] = bad + b","
    with pytest.raises(DocumentError):
        read_campaign(b"\n".join(lines))


def test_a_game_damaged_inside_is_said_when_it_is_read() -> None:
    document = campaign_document(_campaign()).replace(b'"zombies":3', b'"zombies":"no"', 1)
    read = read_campaign(document)
    with pytest.raises(DocumentError):
        Tallies(read.games)
    with pytest.raises(DocumentError):
        kept_games.read_all(read_campaign(document).games)


def test_games_listed_one_by_one_are_as_listed_at_once() -> None:
    games = _games(40)
    for n in range(1, 41):
        grown = games[:n]
        assert listing_of(grown) == Listing({}, {}).and_then(grown)
    mended = (*games[:10], replace(games[10], sides=()), *games[11:])
    assert listing_of(mended) == Listing({}, {}).and_then(mended)
    assert "game-11" not in {p.game for found in listing_of(mended).played.values() for p in found}


def test_the_rows_of_games_follow_every_change(workspace: Workspace) -> None:
    campaign = CampaignActions(workspace).begin("Old")

    def change(change: object, games: tuple[GameRecord, ...]) -> None:
        workspace.change_campaign(campaign, change, lambda c: replace(c, games=games))  # type: ignore[arg-type]
        same()

    def same() -> None:
        with workspace.store.reading() as tx:
            document = tx.revisions.head(Subject(campaign)).document
            assert tx.revisions.campaign_differences(read_campaign(document)) == []

    games = _games()
    change(GameRecorded(MANY), games)
    change(GameRecorded(MANY + 1), (*games, _game(MANY + 1)))
    renumbered = replace(games[5], encounter="ambush", number=9000)
    change(GameCorrected(6), (*games[:5], renumbered, *games[6:]))
    change(GameDeleted(4), tuple(game for game in games if game.number != 4))
    change(GameRecorded(1), tuple(reversed(games)))
    for _n in range(4):
        workspace.undo(campaign)
        same()
    workspace.redo(campaign)
    same()
