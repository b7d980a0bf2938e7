"""The commands that change a store, or make paper of it, and the list of all commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from lastdays.campaign import Workspace, safekeeping
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.documents.rosters import is_roster, read_roster
from lastdays.campaign.exchange.campaign_file import (
    FILE_MOST,
    CampaignTransfer,
    ForeignCampaign,
    is_campaign_file,
)
from lastdays.campaign.exchange.campaign_merging import CampaignMerging
from lastdays.campaign.exchange.carried_packs import (
    add_packs,
    carried_and_missing,
    missing_packs,
    names_of,
    packs_carried_by,
)
from lastdays.campaign.exchange.merging import GroupMerging, Take
from lastdays.campaign.exchange.other_stores import other_store
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import (
    PrintActions,
    PrintChoice,
    checked_language,
    checked_setting,
    for_print_shop,
)
from lastdays.campaign.printing.print_kinds import kinds_named
from lastdays.campaign.safekeeping import recover as write_what_is_left
from lastdays.campaign.sample import add_sample
from lastdays.cli.finding import filling_store, find_campaign, find_group, reading_store
from lastdays.cli.games import game
from lastdays.cli.listing import (
    check,
    list_backups,
    list_campaigns,
    list_games,
    list_groups,
    list_standing,
)
from lastdays.cli.output import (
    STANDARD,
    read_in,
    refuse_existing_target,
    say,
    say_wrote,
    warn,
    write_out,
)
from lastdays.cli.packs import pack
from lastdays.cli.reports import report
from lastdays.cli.sharing import export, share
from lastdays.desktop.files import exists, is_store
from lastdays.desktop.league_address import not_in_league
from lastdays.errors import DocumentError, LastDaysError
from lastdays.language import _, joined, ngettext, titled
from lastdays.pdf.content import PrintedDocument, PrintOptions
from lastdays.store.kept_backups import Backups, Reason, folder_of


def sample(options: argparse.Namespace) -> None:
    """Add a sample campaign."""
    with filling_store(options.store) as workspace:
        campaign = add_sample(workspace, options.sample)
        name = workspace.campaign(campaign).campaign.name
        count = len(workspace.groups(campaign))
        say(
            ngettext(
                "Added the campaign {name} with {count} group.",
                "Added the campaign {name} with {count} groups.",
                count,
                name=name,
                count=count,
            )
        )


def back_up(options: argparse.Namespace) -> None:
    """Make a backup unless nothing has changed since the latest one."""
    with reading_store(options.store) as workspace:
        store = workspace.store
        if store.shared:
            raise LastDaysError(not_in_league(store.name))
        backup = Backups(store.path).make(store.engine, Reason.ASKED)
        if backup is None:
            say(_("Nothing has changed since the latest backup."))
        else:
            say_wrote(backup.path)


def restore(options: argparse.Namespace) -> None:
    """Restore the store from a backup, after a backup of its present state."""
    backup = options.backup
    with filling_store(options.store) as workspace:
        if not exists(backup):
            kept_backup = folder_of(workspace.store.path) / backup.name
            if exists(kept_backup):
                backup = kept_backup
        backup_before = safekeeping.restore(workspace, backup)
        say(_("The store has been restored from {file}.", file=backup))
        if backup_before is not None:
            say(_("The store as it was before is kept as {file}.", file=backup_before.path.name))


def recover(options: argparse.Namespace) -> int:
    """Write a new store with what can be read of a damaged one; return 1 if something is missing."""
    recovery = write_what_is_left(options.damaged, options.output)
    say_wrote(options.output)
    for name in recovery.groups:
        say(_("Recovered: {name}", name=name))
    for sentence in recovery.missing:
        say(_("Missing: {what}", what=sentence))
    return 1 if recovery.missing else 0


def import_file(options: argparse.Namespace) -> None:
    """Add a group or a campaign from a file, or a campaign from another store."""
    if is_store(options.file):
        _import_from_store(options)
        return
    content = read_in(options.file, FILE_MOST)
    if is_campaign_file(content):
        with filling_store(options.store) as workspace:
            _import_campaign(workspace, options, content)
    else:
        _import_group(options, content)


def _import_from_store(options: argparse.Namespace) -> None:
    """Add or merge a campaign of another store."""
    with filling_store(options.store) as workspace:
        with other_store(workspace, options.file) as other:
            content = other.file_of(other.campaign(options.campaign or ""))
        _import_campaign(workspace, options, content)


def _import_campaign(workspace: Workspace, options: argparse.Namespace, content: bytes) -> None:
    """Add a campaign and, if that is wanted, the content packs it uses that its file carries, or merge it
    with the one here; DocumentError if it is here already and nothing was chosen for that."""
    transfer = CampaignTransfer(workspace)
    opened = transfer.open_file(content)  # fails before a backup is made
    known = transfer.name_of_same_campaign(opened)
    if known is not None and options.known in ("merge", "ours", "theirs"):
        _merge_campaign(workspace, opened, options.known)
        _say_packs(workspace, opened.campaign_id, content, add=options.packs)
        return
    if known is not None and options.known != "second":
        raise DocumentError(
            "{name} is already here. Use --known merge to bring this copy and the one here "
            "together, or --known second to add it as a second campaign. Nothing was imported.",
            name=known,
        )
    Backups(workspace.store.path).make(workspace.store.engine, Reason.IMPORT)
    campaign = transfer.add_campaign(opened)
    view = workspace.campaign(campaign)
    say(
        ngettext(
            "Imported the campaign {name} with {n} group.",
            "Imported the campaign {name} with {n} groups.",
            len(view.groups),
            name=view.campaign.name,
        )
    )
    _say_packs(workspace, campaign, content, add=options.packs)


def _merge_campaign(workspace: Workspace, opened: ForeignCampaign, known: str) -> None:
    """Merge a copy of a campaign with the one here, and say what came in."""
    merging = CampaignMerging(workspace)
    workspace.work_on(opened.campaign_id)
    comparison = merging.compare(opened)
    name = comparison.merge.ours.name
    if comparison.is_same:
        say(_("The file has nothing new for {name}.", name=name))
        return
    choices = merging.choices_settled_by(comparison, _TAKES.get(known))
    Backups(workspace.store.path).make(workspace.store.engine, Reason.IMPORT)
    merging.merge(comparison, choices)
    say(_("Merged the file into {name}.", name=name))
    for line in comparison.coming.in_words():
        say(line)


#: What settles the differences that both copies made; merging without it refuses them.
_TAKES: Mapping[str, Take] = {"ours": "ours", "theirs": "theirs"}


def _say_packs(workspace: Workspace, campaign: str, content: bytes, *, add: bool) -> None:
    """Add the packs that the file of an imported campaign carries and that aren't here, or say how; say
    which packs it lacks."""
    missing = missing_packs(workspace, campaign)
    carried = carried_and_missing(packs_carried_by(content), missing)
    if carried and add:
        packs_added = [pack.pack for pack in add_packs(carried)]
        say(_("Added the content packs: {names}.", names=joined(names_of(packs_added))))
        HouseRules(workspace).reread()
        missing = missing_packs(workspace, campaign)
    elif carried:
        say(
            _(
                "The file carries content packs that aren't here: add them with 'lastdays pack "
                "install' and its name."
            )
        )
    if missing:
        say(_("Missing content packs: {names}.", names=joined(names_of(missing))))


def _import_group(options: argparse.Namespace, document: bytes) -> None:
    """Add a group, or merge it with the one in the store."""
    with filling_store(options.store) as workspace:
        GroupActions(workspace).read_document(document)  # fails before anything is written
        Backups(workspace.store.path).make(workspace.store.engine, Reason.IMPORT)
        merged = None
        with workspace.as_one():
            campaign = find_campaign(workspace, options.campaign)
            if campaign is None:
                campaign = CampaignActions(workspace).begin(_("Imported"))
            workspace.work_on(campaign)
            if options.known not in (None, "second"):
                merging = GroupMerging(workspace)
                if options.known == "refuse":
                    merging.refuse_known(campaign, document)
                merged = merging.merge_document(campaign, document, _TAKES.get(options.known))
            if merged is None:
                new_group = GroupActions(workspace).import_document(campaign, document)
        if merged is not None:
            name = workspace.snapshot(merged).group.name
            say(_("Merged the file into {group}.", group=name))
            return
        view = workspace.group(new_group)
        say(
            _(
                "Imported {group} into {campaign}.",
                group=view.group.name,
                campaign=view.campaign.name,
            )
        )
        for line in _not_understood(document, workspace):
            say(_("Not understood: {what}", what=line))


def _not_understood(document: bytes, workspace: Workspace) -> tuple[str, ...]:
    """Return the parts of an imported roster that weren't understood."""
    if not is_roster(document):
        return ()
    return read_roster(document, workspace.catalogue).unread


def print_groups(options: argparse.Namespace) -> None:
    """Write cards and sheets of groups as a PDF or pictures, and print the notices about them."""
    choice = _print_choice(options)
    checked_language(options.language)
    with reading_store(options.store) as workspace:
        printing = PrintActions(workspace, options.language)
        groups = {find_group(workspace, name): choice for name in options.groups}
        if options.only_changed and not printing.count(groups):
            say(_("Nothing has changed since it was last printed; nothing was written."))
            return
        if options.output:
            refuse_existing_target(options.output, force=options.force)
        document = printing.make(groups)
        if options.pictures:
            wrote = _save_pictures(printing, document, options.pictures, options.dpi)
            printing.printed(groups)
        elif options.output == STANDARD:
            write_out(STANDARD, document.pdf)
            printing.printed(groups)
            wrote = ""
        else:
            printing.save(document, options.output, groups)
            wrote = ngettext(
                "Wrote {file}, {n} page.",
                "Wrote {file}, {n} pages.",
                document.pages,
                file=options.output,
            )
        for notice in document.notices:
            warn(titled(notice.about, notice.text))
        if wrote:
            say(wrote)


def _save_pictures(
    printing: PrintActions, document: PrintedDocument, folder: Path, dpi: int
) -> str:
    """Write a document as pictures into a folder; return what is said of it."""
    printing.save_pictures(document, folder, dpi)
    return ngettext(
        "Wrote {n} picture to {file}.",
        "Wrote {n} pictures to {file}.",
        document.pages,
        file=folder,
    )


def _print_choice(options: argparse.Namespace) -> PrintChoice:
    """Return what is printed and how: an option has the name of the setting it is for."""
    values = vars(options)
    settings = {}
    for name in PrintOptions.__struct_fields__:
        if name in values:
            settings[name] = values[name]
    setting = checked_setting(PrintOptions(**settings))
    names = [name.strip() for name in options.what.split(",")]
    kinds = kinds_named(name for name in names if name)
    choice = PrintChoice(kinds, only_changed=options.only_changed, setting=setting)
    if options.pictures or options.print_shop:
        return for_print_shop(choice)
    return choice


#: The functions of the commands; None stands for the exit status 0.
COMMANDS: Mapping[str, Callable[[argparse.Namespace], int | None]] = {
    "pack": pack,
    "game": game,
    "sample": sample,
    "campaigns": list_campaigns,
    "groups": list_groups,
    "games": list_games,
    "standing": list_standing,
    "check": check,
    "backup": back_up,
    "backups": list_backups,
    "restore": restore,
    "recover": recover,
    "export": export,
    "import": import_file,
    "share": share,
    "report": report,
    "print": print_groups,
}
