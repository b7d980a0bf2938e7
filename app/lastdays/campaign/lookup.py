"""Finding a group by what a person types: NAME, or CAMPAIGN/NAME where that is not enough."""

from __future__ import annotations

from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, chained, pgettext, sorting


def find_group(workspace: Workspace, wanted: str) -> str:
    """Return the id of the one group that fits; LastDaysError with those that exist otherwise."""
    campaigns = {c.id: c.name for c in workspace.campaigns()}
    full = {g.id: f"{campaigns[g.campaign]}/{g.name}" for g in workspace.groups()}
    names = {g.id: g.name for g in workspace.groups()}
    fits = [g for g in full if full[g] == wanted] or [g for g in names if names[g] == wanted]
    if not fits:
        lowered = wanted.casefold()
        fits = [g for g in full if lowered in (full[g].casefold(), names[g].casefold())]
    if len(fits) == 1:
        return fits[0]
    listed = chained(sorted((full[g] for g in (fits or full)), key=sorting)) or pgettext(
        "groups", "none"
    )
    if fits:
        raise LastDaysError(
            _("Several groups are called {name}. Say which: {groups}.").format(
                name=wanted, groups=listed
            )
        )
    raise LastDaysError(
        _("No group is called {name}. There are: {groups}.").format(name=wanted, groups=listed)
    )


def find_campaign(workspace: Workspace, wanted: str | None) -> str | None:
    """Return the id of a campaign by name; the only one where none is named; None where there is none.

    Raises LastDaysError where the name fits none, or several exist and none is named.
    """
    campaigns = [c for c in workspace.campaigns() if not c.deleted]
    listed = chained(c.name for c in campaigns) or pgettext("campaigns", "none")
    if wanted is None:
        if len(campaigns) > 1:
            raise LastDaysError(
                _("There are several campaigns. Say which with --campaign: {names}.").format(
                    names=listed
                )
            )
        return campaigns[0].id if campaigns else None
    for campaign in campaigns:
        if campaign.name.casefold() == wanted.casefold():
            return campaign.id
    raise LastDaysError(
        _("No campaign is called {name}. There are: {names}.").format(name=wanted, names=listed)
    )
