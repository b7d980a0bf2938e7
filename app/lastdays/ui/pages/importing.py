"""Importing a file: a group or a whole campaign."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.documents.rosters import is_roster, read_roster
from lastdays.campaign.exchange.campaign_file import (
    FILE_MOST,
    CampaignTransfer,
    ForeignCampaign,
    is_campaign_file,
)
from lastdays.campaign.exchange.carried_packs import (
    CarriedPack,
    add_packs,
    carried_and_missing,
    missing_packs,
    names_of,
    packs_carried_by,
)
from lastdays.campaign.exchange.merging import GroupMerging
from lastdays.campaign.exchange.other_stores import other_store
from lastdays.desktop.files import is_store, read_whole
from lastdays.errors import LastDaysError
from lastdays.language import _, joined, ngettext
from lastdays.rulebook.pack_files import AddedPack
from lastdays.store.kept_backups import Reason
from lastdays.ui.navigation import CampaignMergeRoute, CampaignRoute, GroupRoute, MergeRoute
from lastdays.ui.services import Services

#: So many entries that weren't understood are named at once; all stand in the group's notes.
MOST_NAMED = 3


def say_imported(services: Services, group: str, content: bytes) -> None:
    """Say which entries of an imported roster weren't understood."""
    if not is_roster(content):
        return
    name = services.workspace.snapshot(group).group.name
    not_understood = read_roster(content, services.catalogue).unread
    count = len(not_understood)
    if count == 0:
        services.say(_("Imported the whole roster of {group}.", group=name), "well")
        return
    named = list(not_understood[:MOST_NAMED])
    if count > MOST_NAMED:
        named.append(ngettext("{n} more", "{n} more", count - MOST_NAMED))
    text = ngettext(
        "{n} entry of this roster wasn't understood: {what}. The group's notes list it.",
        "{n} entries of this roster weren't understood: {what}. The group's notes list them.",
        count,
    )
    services.say(text.format(n=count, what=joined(named)), "harm")


class _ImportedGroup(NamedTuple):
    """The ids of an imported group and of its campaign."""

    campaign: str
    group: str


def bring_in(services: Services, campaign: str, source: Path, name: str = "") -> bool:
    """Import a file and go there: a campaign, also of another store, beside the others; a group into a
    campaign, or with '' into a new one under `name`. What is known is compared first. Return whether
    a group was added."""
    if is_store(source):
        bring_store(services, campaign, source)
        return False
    content = services.ask(read_whole, source, FILE_MOST)
    if content is None:
        return False
    if is_campaign_file(content):
        bring_campaign(services, source, content)
        return False
    try:
        group_name = services.groups.read_document(content).name
        is_known = bool(campaign) and _is_known(services, campaign, content)
    except LastDaysError as error:
        services.say_why(error)
        return False
    if is_known:
        services.go(MergeRoute(str(source)))
        return False
    import_group = partial(_import_group, services, campaign, content, name, group_name)
    imported = services.safekeeping.first(Reason.IMPORT, lambda: services.do(import_group).result)
    if imported is None:
        return False
    if not campaign:
        services.go(CampaignRoute(imported.campaign))
    services.go(GroupRoute(imported.group))
    say_imported(services, imported.group, content)
    return True


def _is_known(services: Services, campaign: str, content: bytes) -> bool:
    """Return whether a campaign has the group in a file already."""
    return GroupMerging(services.workspace).compare(campaign, content) is not None


def _import_group(
    services: Services, campaign: str, content: bytes, name: str, group_name: str
) -> _ImportedGroup:
    """Import a group into a campaign, or with '' into a new one: under `name`, or else under a name
    like the group's that is free."""
    with services.workspace.as_one():
        if not campaign:
            campaign = services.campaigns.begin(name or services.campaigns.free_name(group_name))
        group = services.groups.import_document(campaign, content)
    return _ImportedGroup(campaign, group)


def bring_campaign(services: Services, source: Path, content: bytes) -> None:
    """Import the campaign of a file on the worker and go there; one that is here is compared first."""
    transfer = CampaignTransfer(services.workspace)
    services.say(_("Reading the campaign…"))

    def merge_or_add_campaign(foreign: ForeignCampaign) -> None:
        if services.workspace.exists(foreign.campaign_id):
            services.say("")
            services.go(CampaignRoute(foreign.campaign_id))
            services.go(CampaignMergeRoute(str(source)))
        else:
            add_campaign(services, content)

    services.work(partial(transfer.open_file, content), merge_or_add_campaign)


def bring_store(services: Services, campaign: str, source: Path) -> None:
    """Compare a campaign with its copy in another store: the one that is shown if the store has it, else
    the first that it has. The only one of a store is imported if it isn't here."""
    services.say(_("Reading the campaign…"))

    def read() -> _StoreRead:
        with other_store(services.workspace, source) as other:
            listed = [one.id for one in other.campaigns]
            known = tuple(one for one in listed if services.workspace.exists(one))
            content = b"" if known else other.file_of(other.campaign(""))
            return _StoreRead(known, content)

    def done(store: _StoreRead) -> None:
        if not store.known:
            add_campaign(services, store.content)
            return
        services.say("")
        if campaign not in store.known:
            services.go(CampaignRoute(store.known[0]))
        services.go(CampaignMergeRoute(str(source)))

    services.work(read, done)


class _StoreRead(NamedTuple):
    """The ids of the campaigns of another store that are here too; if there are none, the content of its
    only one as a file."""

    known: tuple[str, ...]
    content: bytes


def add_campaign(services: Services, content: bytes) -> None:
    """Add a campaign beside the others on the worker, and go there."""
    transfer = CampaignTransfer(services.workspace)
    second_place = services.safekeeping.second_place

    def import_campaign() -> _ImportedCampaign:
        opened = transfer.open_file(content)  # before a backup is made for it
        known_as = transfer.name_of_same_campaign(opened)
        _backup, faults = services.safekeeping.make(Reason.IMPORT, second_place)
        return _ImportedCampaign(transfer.add_campaign(opened), known_as, faults)

    services.work(import_campaign, partial(_show_imported, services, content))


class _ImportedCampaign(NamedTuple):
    """The id of an imported campaign, the name of the one here that it is a copy of, and what failed in
    the backup before."""

    campaign: str
    known_as: str | None
    backup_faults: tuple[str, ...]


def _show_imported(services: Services, content: bytes, imported: _ImportedCampaign) -> None:
    """Go to a campaign that was imported."""
    services.announce()
    services.go(CampaignRoute(imported.campaign))
    name = services.workspace.campaign(imported.campaign).campaign.name
    said = _import_sentence(name, imported.known_as)
    say_with_packs(services, imported.campaign, said, content)
    services.safekeeping.report(imported.backup_faults)


def _import_sentence(name: str, known_as: str | None) -> str:
    """Say that a campaign was imported, and that it is a copy of one here if it is."""
    if known_as is None:
        return _("Imported the campaign {name}.", name=name)
    return _(
        "{known} was already here: this copy was added beside it as {name}.",
        known=known_as,
        name=name,
    )


def say_with_packs(services: Services, campaign: str, said: str, content: bytes) -> None:
    """Say what was imported, and which content packs the campaign lacks; offer to add those of them that
    its file carries."""
    missing = missing_packs(services.workspace, campaign)
    if not missing:
        services.say(said, "well")
        return
    lacks = _("It lacks content packs: {names}.", names=joined(names_of(missing)))
    carried = services.ask(lambda: carried_and_missing(packs_carried_by(content), missing))
    if not carried:
        services.say(f"{said} {lacks}", "harm")
        return
    services.say_offering(
        f"{said} {lacks}", _("Add them from the file"), partial(_add_packs, services, carried)
    )


def _add_packs(services: Services, carried: Sequence[CarriedPack]) -> None:
    """Add content packs of a campaign's file to those of the user, on the worker."""

    def done(added: list[AddedPack]) -> None:
        if services.do(services.house_rules.reread).succeeded:
            services.changed.emit(EVERYTHING)
            names = names_of(pack.pack for pack in added)
            services.say(_("Added the content packs: {names}.", names=joined(names)), "well")

    services.work(partial(add_packs, carried), done)
