"""Importing a file: a group or a whole campaign."""

from __future__ import annotations

from pathlib import Path

from lastdays.campaign.documents.rosters import is_roster, read_roster
from lastdays.campaign.exchange.campaign_file import FILE_MOST, CampaignTransfer, is_campaign_file
from lastdays.campaign.exchange.merging import GroupMerging
from lastdays.desktop.files import read_whole
from lastdays.language import _, joined, ngettext
from lastdays.store.kept_backups import Reason
from lastdays.ui.navigation import CampaignRoute, GroupRoute, MergeRoute
from lastdays.ui.services import Services

#: So many entries that weren't understood are named at once; all stand in the group's notes.
NAMED = 3


def say_imported(services: Services, group: str, content: bytes) -> None:
    """Say which entries of an imported roster weren't understood."""
    if not is_roster(content):
        return

    name = services.workspace.snapshot(group).group.name
    unread = read_roster(content, services.catalogue).unread
    if not unread:
        services.say(_("Imported the whole roster of {group}.", group=name), "well")
        return
    few = list(unread[:NAMED])
    if len(unread) > NAMED:
        few.append(ngettext("{n} more", "{n} more", len(unread) - NAMED))
    text = ngettext(
        "{n} entry of this roster wasn't understood: {what}. The group's notes list it.",
        "{n} entries of this roster weren't understood: {what}. The group's notes list them.",
        len(unread),
    )
    services.say(text.format(n=len(unread), what=joined(few)), "harm")


def bring_in(services: Services, campaign: str, source: Path, name: str = "") -> bool:
    """Import a file and go there: a campaign beside the others; a group into a campaign, or with ''
    into a new one under `name`. A known group is compared first. Return whether a group was
    added."""
    content = services.ask(read_whole, source, FILE_MOST)
    if content is None:
        return False
    if is_campaign_file(content):
        bring_campaign(services, content)
        return False
    groups = services.groups
    campaigns = services.campaigns
    merging = GroupMerging(services.workspace)
    found = services.ask(
        lambda: (
            groups.read_document(content).name,
            merging.compare(campaign, content) if campaign else None,
        )
    )
    if found is None:
        return False
    own, known = found
    if known is not None:
        services.go(MergeRoute(str(source)))
        return False

    def bring() -> tuple[str, str]:
        with services.workspace.as_one():
            home = campaign or campaigns.begin(name or campaigns.free_name(own))
            return home, groups.import_document(home, content)

    brought = services.keeping.first(Reason.IMPORT, lambda: services.do(bring).result)
    if brought is None:
        return False
    home, group = brought
    if not campaign:
        services.go(CampaignRoute(home))
    services.go(GroupRoute(group))
    say_imported(services, group, content)
    return True


def bring_campaign(services: Services, content: bytes) -> None:
    """Import a campaign on the worker, and go there."""
    transfer = CampaignTransfer(services.workspace)
    place = services.keeping.second_place
    services.say(_("Reading the campaign…"))

    def job() -> tuple[str, tuple[str, ...]]:
        opened = transfer.opened(content)  # before a backup is made for it
        _made, faults = services.keeping.make(Reason.IMPORT, place)
        return transfer.bring(opened), faults

    def done(result: tuple[str, tuple[str, ...]]) -> None:
        campaign, faults = result
        services.announce()
        name = services.workspace.campaign(campaign).campaign.name
        services.go(CampaignRoute(campaign))
        services.say(_("Imported the campaign {name}.", name=name), "well")
        services.keeping.report(faults)

    services.work(job, done)
