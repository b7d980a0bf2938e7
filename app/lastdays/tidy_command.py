"""The command that tidies a store up, and says before what would go."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from lastdays.campaign.folding import TidyOffers, TidyWish, hold_file, preview, tidy_up
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext
from lastdays.store.kept_backups import Backups, Reason
from lastdays.store.tidying import size_of

_KB = 1024


def tidy(workspace: Workspace, options: argparse.Namespace) -> int:
    """Tidy a store up after a backup, or say what would go; return the exit status."""
    hold_file(workspace.store)
    if options.logs and not options.before:
        raise LastDaysError(_("Say with --before up to which day logs go. Nothing was changed."))
    wish = TidyWish(
        options.before,
        history=bool(options.before),
        logs=options.logs,
        games=options.deleted,
        portraits=options.portraits,
    )
    found = preview(workspace, wish)
    if options.deleted:
        gone = frozenset(c.id for c in found.campaigns)
        wish = TidyWish(wish.before, wish.history, wish.logs, wish.games, gone, wish.portraits)
        found = preview(workspace, wish)
    for line in _said(found, wish):
        print(line)
    free = size_of(workspace.store).free
    print(_("Free: {size} KB").format(size=free // _KB))
    if options.look:
        return 0
    store = workspace.store
    backups = Backups(store.path)
    with store.resting():
        backups.make(store.engine, Reason.TIDY)
        done = tidy_up(workspace, wish)
    print(
        _("{path} had {before} KB and has {after} KB now.").format(
            path=store.name, before=done.before // _KB, after=done.after // _KB
        )
    )
    print(_("What it was before is kept as {file}.").format(file=backups.listed()[0].path.name))
    return 0


def _said(found: TidyOffers, wish: TidyWish) -> Iterator[str]:
    """Say what goes, a line each."""
    parts = (
        (
            wish.history,
            found.history,
            ngettext(
                "{n} change that can no longer be undone: {size} KB",
                "{n} changes that can no longer be undone: {size} KB",
                found.history.n,
            ),
        ),
        (
            wish.logs,
            found.logs,
            ngettext(
                "{n} log of a game at the table: {size} KB",
                "{n} logs of games at the table: {size} KB",
                found.logs.n,
            ),
        ),
        (
            wish.games,
            found.games,
            ngettext(
                "{n} deleted game at the table: {size} KB",
                "{n} deleted games at the table: {size} KB",
                found.games.n,
            ),
        ),
        (
            wish.portraits,
            found.portraits,
            ngettext(
                "{n} portrait that nobody uses: {size} KB",
                "{n} portraits that nobody uses: {size} KB",
                found.portraits.n,
            ),
        ),
    )
    for wanted, spare, text in parts:
        if wanted:
            yield text.format(n=spare.n, size=spare.size // _KB)
    for campaign in found.campaigns:
        if campaign.id in wish.campaigns:
            yield _("The deleted campaign {name}: {size} KB").format(
                name=campaign.name, size=campaign.size // _KB
            )
