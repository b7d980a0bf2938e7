"""What differs between two states of a campaign's own records, in words."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.campaign.group_diff import Difference
from lastdays.campaign.workspace import Workspace
from lastdays.language import _, ngettext
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import GameRecord


def campaign_at(workspace: Workspace, revision: int) -> Campaign:
    """Return a campaign's own records as they were at an entry of their history."""
    with workspace.store.reading() as tx:
        return workspace.snapshots.campaign(tx, tx.revisions.mark_of(revision))


def compare_campaigns(before: Campaign, after: Campaign) -> list[Difference]:
    """List what differs: the name, notes, games one by one, what else is set."""
    return [
        Difference(after.name, what, old, new)
        for what, old, new in (*_texts(before, after), *_games(before, after), *_set(before, after))
        if old != new
    ]


def _texts(before: Campaign, after: Campaign) -> Iterator[tuple[str, str, str]]:
    yield _("Name"), before.name, after.name
    yield _("Notes"), before.notes, after.notes
    yield _("Groups"), _counted(before), _counted(after)


def _counted(campaign: Campaign) -> str:
    n = len(campaign.groups)
    return ngettext("{n} group", "{n} groups", n).format(n=n)


def _games(before: Campaign, after: Campaign) -> Iterator[tuple[str, str, str]]:
    one, other = before.games_by_id, after.games_by_id
    for id in (*one, *(id for id in other if id not in one)):
        old, new = one.get(id), other.get(id)
        known = new or old
        if old != new and known is not None:
            yield _("Game {n}").format(n=known.number), _game(old), _game(new, changed=bool(old))
    for id in {*before.own_words, *after.own_words}:
        old_words, new_words = before.own_words.get(id), after.own_words.get(id)
        game = after.games_by_id.get(id)
        if old_words != new_words and game is not None:
            yield (
                _("Your own words on game {n}").format(n=game.number),
                old_words.text if old_words else "",
                new_words.text if new_words else "",
            )


def _game(game: GameRecord | None, *, changed: bool = False) -> str:
    if game is None:
        return ""
    return _("corrected") if changed else _("recorded")


def _set(before: Campaign, after: Campaign) -> Iterator[tuple[str, str, str]]:
    changed = _("set otherwise")
    for what, same in (
        (_("How the book is read"), before.switches == after.switches),
        (
            _("How dice are rolled"),
            (before.dice, before.dice_of, before.order) == (after.dice, after.dice_of, after.order),
        ),
        (_("The next game"), before.planned == after.planned),
        (_("Packs and numbers"), before.chosen == after.chosen),
    ):
        if not same:
            yield what, "", changed
