"""The commands that need a store or a content pack, but no window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from lastdays.campaign import Workspace, safekeeping
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.documents.rosters import is_roster, read_roster
from lastdays.campaign.exchange.campaign_file import FILE_MOST, CampaignTransfer, is_campaign_file
from lastdays.campaign.exchange.merging import GroupMerging
from lastdays.campaign.exchange.sharing import (
    SharedCampaign,
    SharedGroup,
    form_of,
    read_shared_campaign,
    read_shared_group,
    rendered,
)
from lastdays.campaign.exchange.website import Kept, Private, write_website
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import (
    PrintActions,
    PrintChoice,
    checked_language,
    checked_setting,
    for_print_shop,
)
from lastdays.campaign.printing.print_kinds import kinds_named
from lastdays.campaign.safekeeping import check_store, recover as write_what_is_left
from lastdays.campaign.sample import add_sample
from lastdays.cli.games import faults_in_play, game
from lastdays.cli.output import say, warn
from lastdays.desktop import paths
from lastdays.desktop.bounds import KIB
from lastdays.desktop.files import is_store, keep_clear, read_whole, write_whole
from lastdays.desktop.league_address import LeagueAddress, StorePlace, not_in_league
from lastdays.desktop.message_files import tongue
from lastdays.errors import LastDaysError
from lastdays.language import _, chained, ngettext, pgettext, sorting, speaking, titled
from lastdays.names import searchable
from lastdays.pdf.content import PrintOptions
from lastdays.rulebook.catalogue import PACK_FILES, Catalogue, load
from lastdays.rulebook.own_moments import done_in_vain
from lastdays.rulebook.pack_guide import new_pack
from lastdays.rulebook.packs import (
    Chosen,
    Pack,
    Rulebooks,
    copy_example,
    read_pack,
    rulebooks_of,
    write_files,
)
from lastdays.rulebook.sources import copies_in
from lastdays.rulebook.unread import said_in_vain
from lastdays.store import open_store
from lastdays.store.kept_backups import Backups, Reason, contents, folder_of


def _wrote(file: Path) -> None:
    say(_("Wrote {file}.", file=file))


def pack(options: argparse.Namespace) -> int:
    """Create a content pack or check one; return the exit status."""
    if options.act == "check":
        return check_pack(options.pack)
    begin_pack(options.folder, example=options.example)
    return 0


def begin_pack(folder: Path, *, example: bool) -> None:
    """Write a new pack, or the example, into a new folder."""
    if os.path.lexists(folder):
        raise LastDaysError("{path} is already there. Choose another name.", path=folder)
    if example:
        copy_example(folder)
    else:
        write_files(folder, new_pack(folder.name))
    _wrote(folder)
    say(
        _(
            "Edit it, then run: lastdays pack check {path}. Once it has no faults, move it "
            "into {packs}: the program looks for packs there.",
            path=folder,
            packs=paths.content_packs(),
        )
    )


def check_pack(pack: Path) -> int:
    """Print the faults of a pack or, if there are none, its content; return the exit status."""
    if not pack.exists():
        raise LastDaysError("{path} doesn't exist.", path=pack)
    content = read_pack(pack)
    faults = [str(fault) for fault in Rulebooks([pack]).faults(content, Chosen(()))]
    if not faults:
        book = load(packs=[pack])
        faults = [str(fault) for fault in said_in_vain(pack, book)]
        faults += [str(fault) for fault in done_in_vain(book.own)]
        faults += faults_in_play(book.games)
    for fault in faults:
        say(fault)
    if faults:
        text = ngettext("{n} fault in {name}.", "{n} faults in {name}.", len(faults))
        say(text.format(n=len(faults), name=content.name))
        return 1
    for copy, original in copies_in(pack, PACK_FILES).items():
        say(_("{copy} is passed over: it looks like a copy of {file}.", copy=copy, file=original))
    _say_content(pack, content)
    return 0


def _say_content(pack: Path, content: Pack) -> None:
    """Print what a pack without faults adds to the book, and what it changes in it."""
    book = load(packs=[pack])
    name = content.name
    if content.about.version:
        name = f"{name} {content.about.version}"
    entries = ", ".join(_entry_names(book))
    say(_("No faults in {name}: {entries}.", name=name, entries=entries))
    if book.overridden:
        say(_("Changes what the book says:"))
    for changed in book.overridden:
        _file, _colon, change = changed.partition(": ")
        say(change)


def _entry_names(book: Catalogue) -> list[str]:
    """Return the names of the entries that packs add, by their kinds."""
    shelves = (
        book.characters,
        book.firearms,
        book.close_combat,
        book.equipment,
        book.attributes,
        book.skills,
        book.refuges,
        book.perks,
        book.encounters,
        book.injuries,
        book.zombies,
        book.phases,
        book.actions,
        book.modifiers,
    )
    names = []
    for shelf in shelves:
        names += [entry.name for entry in shelf.values() if entry.pack]
    names += [entry.name for entry in book.own.entries]
    names += [game.title for game in book.games]
    return names


def find_group(workspace: Workspace, wanted: str) -> str:
    """Return the id of a group by name. Raises LastDaysError, which lists the groups, if none or
    several fit."""
    campaigns = {campaign.id: campaign.name for campaign in workspace.campaigns()}
    groups = workspace.groups()
    full_names = {}
    names = {}
    for group in groups:
        full_names[group.id] = f"{campaigns[group.campaign]}/{group.name}"
        names[group.id] = group.name
    fits = _groups_named(wanted, full_names, names)
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise LastDaysError(
            "Several groups are called {name}. Say which: {groups}.",
            name=wanted,
            groups=_listed_names([full_names[group] for group in fits]),
        )
    raise LastDaysError(
        "No group is called {name}. The groups are: {groups}.",
        name=wanted,
        groups=_listed_names(full_names.values()),
    )


def _groups_named(
    wanted: str, full_names: Mapping[str, str], names: Mapping[str, str]
) -> list[str]:
    """Return the ids of the groups of a name: with their campaign's first, then without, then
    whatever their capital letters and accents."""
    fits = [group for group, name in full_names.items() if name == wanted]
    if fits:
        return fits
    fits = [group for group, name in names.items() if name == wanted]
    if fits:
        return fits
    sought = searchable(wanted)
    for group, full_name in full_names.items():
        if sought in (searchable(full_name), searchable(names[group])):
            fits.append(group)
    return fits


def _listed_names(names: Iterable[str]) -> str:
    """Return the names of groups in their order, or that there are none."""
    listed = chained(sorted(names, key=sorting))
    return listed or pgettext("groups", "none")


def find_campaign(workspace: Workspace, wanted: str | None) -> str | None:
    """Return the id of a campaign by name; without a name, that of the only one, or None if there is
    none. Raises LastDaysError if the name fits none, or it is missing and there are several."""
    campaigns = [campaign for campaign in workspace.campaigns() if not campaign.deleted]
    names = chained(campaign.name for campaign in campaigns)
    listed = names or pgettext("campaigns", "none")
    if wanted is None:
        if len(campaigns) > 1:
            raise LastDaysError(
                "There are several campaigns. Say which with --campaign: {names}.", names=listed
            )
        return campaigns[0].id if campaigns else None
    for campaign in campaigns:
        if campaign.name == wanted:
            return campaign.id
    for campaign in campaigns:
        if searchable(campaign.name) == searchable(wanted):
            return campaign.id
    raise LastDaysError(
        "No campaign is called {name}. The campaigns are: {names}.", name=wanted, names=listed
    )


def _campaign_named(workspace: Workspace, wanted: str) -> str:
    campaign = find_campaign(workspace, wanted)
    assert campaign is not None  # as a name was given
    return campaign


@contextmanager
def _workspace(path: StorePlace | None) -> Iterator[Workspace]:
    path = path or paths.default_store()
    store = open_store(path)
    for sentence in store.notices:
        warn(f"lastdays: {sentence}")
    try:
        rulebooks = rulebooks_of(store.path)
        yield Workspace(store, rulebooks.of(Chosen()), rulebooks=rulebooks)
    finally:
        store.close()


def sample(options: argparse.Namespace) -> None:
    """Add a sample campaign."""
    with _workspace(options.store) as workspace:
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


def groups(options: argparse.Namespace) -> None:
    """Print a line for each group: campaign, group, Leader, size, points, warnings."""
    with _workspace(options.store) as workspace:
        campaigns = {campaign.id: campaign.name for campaign in workspace.campaigns()}
        listed = workspace.groups()
        for group in listed:
            workspace.work_on(group.campaign)
            view = workspace.group(group.id)
            cells = (
                campaigns[group.campaign],
                group.name,
                group.leader or "—",
                ngettext("{n} member", "{n} members", group.size),
                ngettext("{n} point", "{n} points", group.points),
                ngettext("{n} warning", "{n} warnings", len(view.warnings)),
            )
            say("\t".join(cells))
        if not listed:
            say(_("No groups yet. 'lastdays sample' adds two."))


def check(options: argparse.Namespace) -> int:
    """Print the store's schema version and damage, and each group's violations; return the exit
    status."""
    with _workspace(options.store) as workspace:
        say(_("Store: {path}", path=workspace.store.name))
        say(_("Schema: {version}", version=workspace.store.schema_version()))
        report = check_store(workspace)
        for problem in report.problems:
            what = problem.text
            if problem.about:
                what = titled(problem.about, problem.text)
            say(_("Damage: {problem}", problem=what))
        if report.sound:
            _say_violations(workspace)
        for refused in workspace.catalogue.refused_packs:
            say(_("Content pack left out: {reason}", reason=refused))
    if not report.sound:
        say(
            ngettext(
                "The store is damaged; {n} group in it can still be read.",
                "The store is damaged; {n} groups in it can still be read.",
                report.groups,
            )
        )
        return 1
    say(
        ngettext(
            "All is well with {n} group.",
            "All is well with {n} groups.",
            report.groups,
        )
    )
    return 0


def _say_violations(workspace: Workspace) -> None:
    """Print the violations of each group, one per line."""
    for group in workspace.groups():
        workspace.work_on(group.campaign)
        view = workspace.group(group.id)
        about = f"{view.campaign.name}/{group.name}"
        for violation in view.violations:
            allowed = _(" (allowed)") if violation.key in view.group.allowed else ""
            say(titled(about, f"{violation.text}{allowed}"))


def back_up(options: argparse.Namespace) -> None:
    """Make a backup unless nothing has changed since the latest one."""
    with _workspace(options.store) as workspace:
        store = workspace.store
        if store.shared:
            raise LastDaysError(not_in_league(store.name))
        backup = Backups(store.path).make(store.engine, Reason.ASKED)
        if backup is None:
            say(_("Nothing has changed since the latest backup."))
        else:
            _wrote(backup.path)


def list_backups(options: argparse.Namespace) -> None:
    """Print a line for each backup: its name, size and groups."""
    place = options.store or paths.default_store()
    if isinstance(place, LeagueAddress):
        raise LastDaysError(not_in_league(str(place)))
    backups = Backups(paths.store_file(place)).listed()
    for backup in backups:
        size = f"{backup.size // KIB} KB"
        say(f"{backup.path.name}\t{size}\t{_groups_inside(backup.path)}")
    if not backups:
        say(_("There are no backups yet."))


def _groups_inside(backup: Path) -> str:
    """Return the names of the groups in a backup, or that it is damaged."""
    names = []
    try:
        for campaign in contents(backup):
            names += [name for _id, name in campaign.groups]
    except LastDaysError:
        return _("damaged")
    return ", ".join(names)


def restore(options: argparse.Namespace) -> None:
    """Restore the store from a backup, after a backup of its present state."""
    backup = options.backup
    with _workspace(options.store) as workspace:
        if not os.path.exists(backup):
            listed = folder_of(workspace.store.path) / backup.name
            if os.path.exists(listed):
                backup = listed
        previous = safekeeping.restore(workspace, backup)
        say(_("The store has been restored from {file}.", file=backup))
        if previous is not None:
            say(_("The store as it was before is kept as {file}.", file=previous.path.name))


def recover(options: argparse.Namespace) -> int:
    """Write a new store with what can be read of a damaged one; return 1 if something is missing."""
    recovery = write_what_is_left(options.damaged, options.output)
    _wrote(options.output)
    for name in recovery.groups:
        say(_("Recovered: {name}", name=name))
    for sentence in recovery.missing:
        say(_("Missing: {what}", what=sentence))
    return 1 if recovery.missing else 0


def _may_be_written(target: Path) -> None:
    """Ask before a store is overwritten by another file. Raises LastDaysError if the answer is no."""
    keep_clear(target)
    if not is_store(target):
        return
    if sys.stdin.isatty():
        question = _("{file} is a store. Replace it and everything in it (yes/no)?")
        answer = input(question.format(file=target) + " ")
        if answer.strip().casefold() in ("yes", _("yes")):
            return
    raise LastDaysError(
        "{file} is a store and was left unchanged: choose another name.", file=target
    )


def export(options: argparse.Namespace) -> None:
    """Write a group or a campaign to a file."""
    target: Path = options.output
    with _workspace(options.store) as workspace:
        if options.campaign is None:
            group = find_group(workspace, options.group)
            _may_be_written(target)
            content = GroupActions(workspace).export(group)
        else:
            campaign = _campaign_named(workspace, options.campaign)
            _may_be_written(target)
            content = CampaignTransfer(workspace).export(campaign)
        write_whole(target, content, private=True)
        _wrote(target)


def import_file(options: argparse.Namespace) -> None:
    """Add a group or a campaign from a file."""
    content = read_whole(options.file, FILE_MOST)
    if is_campaign_file(content):
        _import_campaign(options.store, content)
    else:
        _import_group(options, content)


def _import_campaign(path: StorePlace | None, content: bytes) -> None:
    with _workspace(path) as workspace:
        transfer = CampaignTransfer(workspace)
        opened = transfer.opened(content)  # fails before a backup is made
        Backups(workspace.store.path).make(workspace.store.engine, Reason.IMPORT)
        campaign = transfer.bring(opened)
        view = workspace.campaign(campaign)
        say(
            ngettext(
                "Imported the campaign {name} with {n} group.",
                "Imported the campaign {name} with {n} groups.",
                len(view.groups),
                name=view.campaign.name,
            )
        )


def _import_group(options: argparse.Namespace, document: bytes) -> None:
    """Add a group, or merge it with the one in the store."""
    with _workspace(options.store) as workspace:
        GroupActions(workspace).read_document(document)  # fails before anything is written
        Backups(workspace.store.path).make(workspace.store.engine, Reason.IMPORT)
        merged = None
        with workspace.as_one():
            campaign = find_campaign(workspace, options.campaign)
            if campaign is None:
                campaign = CampaignActions(workspace).begin(_("Imported"))
            workspace.work_on(campaign)
            if options.known != "second":
                merging = GroupMerging(workspace)
                merged = merging.merge_document(campaign, document, options.known)
            if merged is None:
                added = GroupActions(workspace).import_document(campaign, document)
        if merged is not None:
            name = workspace.snapshot(merged).group.name
            say(_("Merged the file into {group}.", group=name))
            return
        view = workspace.group(added)
        say(
            _(
                "Imported {group} into {campaign}.",
                group=view.group.name,
                campaign=view.campaign.name,
            )
        )
        for line in _unread(document, workspace):
            say(_("Not understood: {what}", what=line))


def share(options: argparse.Namespace) -> None:
    """Share a group or a campaign: as web pages, a picture, a file in the format of its suffix, or
    printed on the terminal."""
    checked_language(options.language)
    target: Path | None = options.output
    as_pages = options.pages is not None
    as_picture = target is not None and target.suffix.lower() == ".png"
    if as_pages and options.campaign is None:
        raise LastDaysError("Web pages are made for a campaign: name one with --campaign.")
    if as_picture and options.group is None and not as_pages:
        raise LastDaysError("A picture shows one group: name it.")
    with _workspace(options.store) as workspace:
        if as_pages:
            _share_pages(workspace, options)
            return
        subject = _shared_subject(workspace, options, as_picture=as_picture)
    if target is None:
        if options.markdown:
            text = rendered(subject, "markdown")
        else:
            text = rendered(subject, "text")
        say(text, end="")
        return
    _may_be_written(target)
    if as_picture and isinstance(subject, SharedGroup):
        write_whole(target, _drawn(subject))
    else:
        text = rendered(subject, form_of(target))
        write_whole(target, text.encode("utf-8", "replace"))
    _wrote(target)


def _shared_subject(
    workspace: Workspace, options: argparse.Namespace, *, as_picture: bool
) -> SharedGroup | SharedCampaign:
    """Return the group or the campaign that is shared. A picture has no room for notes."""
    if options.group is None:
        campaign = _campaign_named(workspace, options.campaign)
        return read_shared_campaign(workspace, campaign, notes=options.notes)
    group = find_group(workspace, options.group)
    notes = options.notes and not as_picture
    return read_shared_group(workspace, group, notes=notes, language=options.language)


def _drawn(group: SharedGroup) -> bytes:
    """Return the picture of a group."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # late: pictures alone need Qt
    from lastdays.ui.pages.group_picture import draw_group

    return draw_group(group)


def _share_pages(workspace: Workspace, options: argparse.Namespace) -> None:
    """Write the web pages of a campaign into a folder."""
    language = tongue(options.language) if options.language else None
    with speaking(language):
        private = Private(notes=options.notes, players=options.players)
        campaign = _campaign_named(workspace, options.campaign)
        written = write_website(workspace, campaign, Kept(str(options.pages), private))
    say(
        ngettext(
            "Wrote {n} file into {folder}.",
            "Wrote {n} files into {folder}.",
            written,
            folder=options.pages,
        )
    )


def _unread(document: bytes, workspace: Workspace) -> tuple[str, ...]:
    """Return the parts of an imported roster that weren't understood."""
    if not is_roster(document):
        return ()
    return read_roster(document, workspace.catalogue).unread


def print_groups(options: argparse.Namespace) -> None:
    """Write cards and sheets of groups as a PDF or pictures, and print the notices about them."""
    choice = _print_choice(options)
    checked_language(options.language)
    with _workspace(options.store) as workspace:
        printing = PrintActions(workspace, options.language)
        groups = {find_group(workspace, name): choice for name in options.groups}
        if options.only_changed and not printing.count(groups):
            say(_("Nothing has changed since it was last printed; nothing was written."))
            return
        if options.output:
            _may_be_written(options.output)
        document = printing.make(groups)
        if options.pictures:
            target = options.pictures
            printing.save_pictures(document, target, options.dpi)
            printing.printed(groups)
            wrote = ngettext(
                "Wrote {n} picture to {file}.", "Wrote {n} pictures to {file}.", document.pages
            )
        else:
            target = options.output
            printing.save(document, target, groups)
            wrote = ngettext("Wrote {file}, {n} page.", "Wrote {file}, {n} pages.", document.pages)
        for notice in document.notices:
            warn(titled(notice.about, notice.text))
        say(wrote.format(file=target, n=document.pages))


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
    "groups": groups,
    "check": check,
    "backup": back_up,
    "backups": list_backups,
    "restore": restore,
    "recover": recover,
    "export": export,
    "import": import_file,
    "share": share,
    "print": print_groups,
}
