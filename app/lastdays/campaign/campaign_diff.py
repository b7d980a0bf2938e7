"""What differs between two states of a campaign's own records, in words."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.campaign.days import day_in_words
from lastdays.campaign.group_diff import Difference, told
from lastdays.campaign.workspace import Workspace
from lastdays.language import _
from lastdays.model.campaign import Campaign, OwnWords
from lastdays.model.fields import CAMPAIGN
from lastdays.model.game_record import GameRecord
from lastdays.rulebook import Catalogue


def campaign_at(workspace: Workspace, revision: int) -> Campaign:
    """Return a campaign's own records as they were at an entry of their history."""
    with workspace.store.reading() as tx:
        return workspace.snapshots.campaign(tx, tx.revisions.mark_of(revision))


def compare_campaigns(before: Campaign, after: Campaign, catalogue: Catalogue) -> list[Difference]:
    """List what differs: its fields, and its games and what was said of them one by one."""
    games = [Difference(after.name, *said) for said in _games(before, after)]
    return [*told(CAMPAIGN, before, after, catalogue), *games]


def _games(before: Campaign, after: Campaign) -> Iterator[tuple[str, str, str]]:
    one, other = before.games_by_id, after.games_by_id
    for id in {**one, **other}:
        old, new = one.get(id), other.get(id)
        known = new or old
        assert known is not None
        if old != new:
            yield _("Game {n}").format(n=known.number), _game(old), _game(new, changed=bool(old))
        was, now = _words(before.own_words.get(id)), _words(after.own_words.get(id))
        if was != now:
            yield _("Your own words on game {n}").format(n=known.number), was, now


def _words(words: OwnWords | None) -> str:
    return " · ".join(filter(None, (words.text, day_in_words(words.day)))) if words else ""


def _game(game: GameRecord | None, *, changed: bool = False) -> str:
    if game is None:
        return ""
    return _("corrected") if changed else _("recorded")
