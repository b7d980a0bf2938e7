"""A campaign as it is told to others: its standing and its games.

`_chapters` alone knows where a game's story comes from.
"""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.campaign.tale import TaleCampaign, TaleChapter, TaleStanding, fate
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, against, joined, ngettext
from lastdays.model.campaign import Campaign
from lastdays.model.game_record import Side
from lastdays.rulebook import Catalogue

#: So many groups are read for those they remember, and so many of those are named.
GROUPS_MOST, FALLEN_MOST = 60, 200


def tale_of_campaign(workspace: Workspace, campaign: str, *, notes: bool = False) -> TaleCampaign:
    """Return what is told of a campaign; what people wrote on it only with `notes`."""
    found = workspace.overview(campaign)
    value = found.view.campaign
    n, m = len(found.groups), len(value.games)
    facts = (
        ngettext("{n} group", "{n} groups", n).format(n=n),
        ngettext("{n} game", "{n} games", m).format(n=m),
    )
    standing = tuple(
        TaleStanding(
            line.summary.name,
            (
                line.summary.leader or "—",
                str(line.summary.size),
                str(line.summary.points),
                str(line.tally.won),
                str(line.tally.lost),
                str(line.tally.drawn),
            ),
        )
        for line in found.groups
    )
    columns = (_("Leader"), _("Members"), _("Points"), _("Won"), _("Lost"), _("Drawn"))
    fallen = tuple(_fallen(workspace, [line.summary.id for line in found.groups]))
    return TaleCampaign(
        value.name,
        facts,
        columns,
        standing,
        tuple(_chapters(workspace, value, notes=notes)),
        fallen,
        notes=value.notes if notes else "",
    )


def _fallen(workspace: Workspace, groups: list[str]) -> Iterator[str]:
    """Yield those who died or left, the latest first: of the first groups, where there are many."""
    found = []
    for group in groups[:GROUPS_MOST]:
        try:
            value = workspace.snapshot(group).group
        except LastDaysError:
            continue  # a damaged group is said where it is opened
        found += [(member, value.name) for member in value.memorial]
    found.sort(key=lambda one: -one[0].fate_game)
    for member, name in found[:FALLEN_MOST]:
        yield _("{fate} ({group})").format(fate=fate(member), group=name)


def _chapters(workspace: Workspace, campaign: Campaign, *, notes: bool) -> Iterator[TaleChapter]:
    """Yield the games, the latest first."""
    for game in reversed(campaign.games):
        sides = [side.name for side in game.sides]
        yield TaleChapter(
            _("Game {n}: {encounter}").format(
                n=game.number, encounter=_encounter(game.encounter, workspace.catalogue)
            ),
            against(sides),
            tuple(_sentences(game.sides)),
            game.notes if notes else "",
        )


def _encounter(key: str, catalogue: Catalogue) -> str:
    found = catalogue.encounters.get(key)
    return found.name if found is not None else _("an unknown Encounter")


def _sentences(sides: tuple[Side, ...]) -> Iterator[str]:
    won = [side.name for side in sides if side.won]
    if won:
        yield _("{side} won.").format(side=joined(won))
    else:
        yield _("A draw.")
    for side in sides:
        if side.broke:
            yield _("{side} broke.").format(side=side.name)
        out = sum(1 for a in side.appearances if a.out)
        if out:
            yield ngettext(
                "{n} of {side} ended Out of Action.", "{n} of {side} ended Out of Action.", out
            ).format(n=out, side=side.name)
        zombies = sum(a.zombies for a in side.appearances)
        if zombies:
            yield ngettext(
                "{side} removed {n} zombie.", "{side} removed {n} zombies.", zombies
            ).format(side=side.name, n=zombies)
        if side.tokens:
            yield ngettext(
                "{side} brought home {n} Supply Token.",
                "{side} brought home {n} Supply Tokens.",
                len(side.tokens),
            ).format(side=side.name, n=len(side.tokens))
