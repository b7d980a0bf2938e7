"""A campaign of very many games, changed, undone and redone."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.documents.group_documents import campaign_document, read_campaign
from lastdays.campaign.workspace import Workspace
from lastdays.model.campaign import Campaign
from lastdays.model.changes import GameCorrected, GameDeleted, GameRecorded
from lastdays.model.game_record import Appearance, GameRecord, Side, SupplyToken
from lastdays.store import Subject

MANY = 250


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
    return GameRecord(f"game-{n}", n, "scavengers", sides, notes, day="2026-01-01")


def _games(many: int = MANY) -> tuple[GameRecord, ...]:
    return tuple(_game(n) for n in range(1, many + 1))


def _campaign(many: int = MANY) -> Campaign:
    return Campaign("c", "Old", ("g0", "g1"), _games(many), notes="},\n{\n],")


def test_what_is_read_is_what_was_written() -> None:
    campaign = _campaign()
    document = campaign_document(campaign)
    assert read_campaign(document) == campaign
    assert document.startswith(b'{"games":[')  # what one more adds stands at the end


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
