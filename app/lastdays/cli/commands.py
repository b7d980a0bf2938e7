"""The commands that need a store or a content pack, but no window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
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
from lastdays.cli.output import say, warn
from lastdays.desktop import paths
from lastdays.desktop.bounds import KIB
from lastdays.desktop.files import is_store, keep_clear, read_whole, write_whole
from lastdays.desktop.league_address import LeagueAddress, StorePlace, not_in_league
from lastdays.desktop.message_files import tongue
from lastdays.errors import LastDaysError
from lastdays.language import _, chained, ngettext, pgettext, sorting, speaking, titled
from lastdays.pdf.content import PrintOptions
from lastdays.rulebook.catalogue import load
from lastdays.rulebook.pack_guide import new_pack
from lastdays.rulebook.packs import (
    Chosen,
    Rulebooks,
    copy_example,
    read_pack,
    rulebooks_of,
    write_files,
)
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
    found = read_pack(pack)
    faults = [*Rulebooks([pack]).faults(found, Chosen(()))]
    if not faults:
        faults = [*map(str, said_in_vain(pack, load(packs=[pack])))]
    for fault in faults:
        say(str(fault))
    if faults:
        text = ngettext("{n} fault in {name}.", "{n} faults in {name}.", len(faults))
        say(text.format(n=len(faults), name=found.name))
        return 1
    book = load(packs=[pack])
    shelves = (
        book.characters, book.firearms, book.close_combat, book.equipment, book.attributes,
        book.skills, book.refuges, book.perks, book.encounters, book.injuries, book.zombies,
        book.phases, book.actions, book.modifiers,
    )  # fmt: skip
    names = [entry.name for shelf in shelves for entry in shelf.values() if entry.pack]
    names += [entry.name for entry in book.own.entries]
    about = " ".join(filter(None, (found.name, found.about.version)))
    say(_("No faults in {name}: {entries}.", name=about, entries=", ".join(names)))
    if book.overridden:
        say(_("Changes what the book says:"))
    for changed in book.overridden:
        say(changed.partition(": ")[2])
    return 0


def find_group(workspace: Workspace, wanted: str) -> str:
    """Return the id of a group by name. Raises LastDaysError, which lists the groups, if none or
    several fit."""
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
            "Several groups are called {name}. Say which: {groups}.", name=wanted, groups=listed
        )
    raise LastDaysError(
        "No group is called {name}. The groups are: {groups}.", name=wanted, groups=listed
    )


def find_campaign(workspace: Workspace, wanted: str | None) -> str | None:
    """Return the id of a campaign by name; without a name, that of the only one, or None if there is
    none. Raises LastDaysError if the name fits none, or it is missing and there are several."""
    campaigns = [c for c in workspace.campaigns() if not c.deleted]
    listed = chained(c.name for c in campaigns) or pgettext("campaigns", "none")
    if wanted is None:
        if len(campaigns) > 1:
            raise LastDaysError(
                "There are several campaigns. Say which with --campaign: {names}.", names=listed
            )
        return campaigns[0].id if campaigns else None
    for campaign in campaigns:
        if campaign.name.casefold() == wanted.casefold():
            return campaign.id
    raise LastDaysError(
        "No campaign is called {name}. The campaigns are: {names}.", name=wanted, names=listed
    )


def _campaign_named(workspace: Workspace, wanted: str) -> str:
    found = find_campaign(workspace, wanted)
    assert found is not None  # as a name was given
    return found


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
        names = {c.id: c.name for c in workspace.campaigns()}
        found = workspace.groups()
        for group in found:
            workspace.work_on(group.campaign)
            view = workspace.group(group.id)
            cells = (
                names[group.campaign],
                group.name,
                group.leader or "—",
                ngettext("{n} member", "{n} members", group.size),
                ngettext("{n} point", "{n} points", group.points),
                ngettext("{n} warning", "{n} warnings", len(view.warnings)),
            )
            say("\t".join(cells))
        if not found:
            say(_("No groups yet. 'lastdays sample' adds two."))


def check(options: argparse.Namespace) -> int:
    """Print the store's schema version and damage, and each group's violations; return the exit
    status."""
    with _workspace(options.store) as workspace:
        say(_("Store: {path}", path=workspace.store.name))
        say(_("Schema: {version}", version=workspace.store.schema_version()))
        report = check_store(workspace)
        for problem in report.problems:
            what = titled(problem.about, problem.text) if problem.about else problem.text
            say(_("Damage: {problem}", problem=what))
        if report.sound:
            for group in workspace.groups():
                workspace.work_on(group.campaign)
                view = workspace.group(group.id)
                for violation in view.violations:
                    allowed = _(" (allowed)") if violation.key in view.group.allowed else ""
                    say(titled(f"{view.campaign.name}/{group.name}", f"{violation.text}{allowed}"))
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


def back_up(options: argparse.Namespace) -> None:
    """Make a backup unless nothing has changed since the latest one."""
    with _workspace(options.store) as workspace:
        if workspace.store.shared:
            raise LastDaysError(not_in_league(workspace.store.name))
        made = Backups(workspace.store.path).make(workspace.store.engine, Reason.ASKED)
        if made is None:
            say(_("Nothing has changed since the latest backup."))
        else:
            _wrote(made.path)


def list_backups(options: argparse.Namespace) -> None:
    """Print a line for each backup: its name, size and groups."""
    path = options.store
    if isinstance(path, LeagueAddress):
        raise LastDaysError(not_in_league(str(path)))
    found = Backups(paths.store_file(path or paths.default_store())).listed()
    for kept in found:
        try:
            inside = ", ".join(name for c in contents(kept.path) for _id, name in c.groups)
        except LastDaysError:
            inside = _("damaged")
        say(f"{kept.path.name}\t{kept.size // KIB} KB\t{inside}")
    if not found:
        say(_("There are no backups yet."))


def restore(options: argparse.Namespace) -> None:
    """Restore the store from a backup, after a backup of its present state."""
    backup = options.backup
    with _workspace(options.store) as workspace:
        listed = folder_of(workspace.store.path) / backup.name
        chosen = listed if not os.path.exists(backup) and os.path.exists(listed) else backup
        before = safekeeping.restore(workspace, chosen)
        say(_("The store has been restored from {file}.", file=chosen))
        if before is not None:
            say(_("The store as it was before is kept as {file}.", file=before.path.name))


def recover(options: argparse.Namespace) -> int:
    """Write a new store with what can be read of a damaged one; return 1 if something is missing."""
    done = write_what_is_left(options.damaged, options.output)
    _wrote(options.output)
    for name in done.groups:
        say(_("Recovered: {name}", name=name))
    for sentence in done.missing:
        say(_("Missing: {what}", what=sentence))
    return 1 if done.missing else 0


def _may_be_written(target: Path) -> None:
    """Ask before a store is overwritten by another file. Raises LastDaysError if the answer is no."""
    keep_clear(target)
    if not is_store(target):
        return
    if sys.stdin.isatty():
        question = _("{file} is a store. Replace it and everything in it (yes/no)?")
        if input(question.format(file=target) + " ").strip().casefold() in ("yes", _("yes")):
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
        view = workspace.campaign(transfer.bring(opened))
        n = len(view.groups)
        say(
            ngettext(
                "Imported the campaign {name} with {n} group.",
                "Imported the campaign {name} with {n} groups.",
                n,
                name=view.campaign.name,
            )
        )


def _import_group(options: argparse.Namespace, document: bytes) -> None:
    """Add a group, or merge it with the one in the store."""
    known = options.known
    with _workspace(options.store) as workspace:
        GroupActions(workspace).read_document(document)  # fails before anything is written
        Backups(workspace.store.path).make(workspace.store.engine, Reason.IMPORT)
        merged = None
        with workspace.as_one():
            where = find_campaign(workspace, options.campaign) or CampaignActions(workspace).begin(
                _("Imported")
            )
            workspace.work_on(where)
            if known != "second":
                merged = GroupMerging(workspace).merge_document(where, document, known)
            group = merged or GroupActions(workspace).import_document(where, document)
        if merged is not None:
            name = workspace.snapshot(merged).group.name
            say(_("Merged the file into {group}.", group=name))
            return
        view = workspace.group(group)
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
    pages, picture = options.pages is not None, target and target.suffix.lower() == ".png"
    if pages and options.campaign is None:
        raise LastDaysError("Web pages are made for a campaign: name one with --campaign.")
    if picture and options.group is None and not pages:
        raise LastDaysError("A picture shows one group: name it.")
    with _workspace(options.store) as workspace:
        if pages:
            _share_pages(workspace, options)
            return
        tale: SharedGroup | SharedCampaign
        if options.group is not None:
            group, notes = find_group(workspace, options.group), not picture and options.notes
            tale = read_shared_group(workspace, group, notes=notes, language=options.language)
        else:
            campaign = _campaign_named(workspace, options.campaign)
            tale = read_shared_campaign(workspace, campaign, notes=options.notes)
        if target is None:
            say(rendered(tale, "markdown" if options.markdown else "text"), end="")
            return
        _may_be_written(target)
        if picture and isinstance(tale, SharedGroup):
            write_whole(target, _drawn(tale))
        else:
            write_whole(target, rendered(tale, form_of(target)).encode("utf-8", "replace"))
        _wrote(target)


def _drawn(tale: SharedGroup) -> bytes:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # late: pictures alone need Qt
    from lastdays.ui.pages.group_picture import draw_group

    return draw_group(tale)


def _share_pages(workspace: Workspace, options: argparse.Namespace) -> None:
    """Write the web pages of a campaign into a folder."""
    with speaking(tongue(options.language) if options.language else None):
        private = Private(notes=options.notes, players=options.players)
        kept = Kept(str(options.pages), private)
        written = write_website(workspace, _campaign_named(workspace, options.campaign), kept)
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
    return read_roster(document, workspace.catalogue).unread if is_roster(document) else ()


def print_groups(options: argparse.Namespace) -> None:
    """Write cards and sheets of groups as a PDF or pictures, and print the notices about them."""
    given = vars(options)
    settings = {name: given[name] for name in PrintOptions.__struct_fields__ if name in given}
    setting = checked_setting(PrintOptions(**settings))
    kinds = kinds_named(k.strip() for k in options.what.split(",") if k.strip())
    checked_language(options.language)
    with _workspace(options.store) as workspace:
        printing = PrintActions(workspace, options.language)
        choice = PrintChoice(kinds, only_changed=options.only_changed, setting=setting)
        if options.pictures or options.print_shop:
            choice = for_print_shop(choice)
        groups = {find_group(workspace, name): choice for name in options.groups}
        if options.only_changed and not printing.count(groups):
            say(_("Nothing has changed since it was last printed; nothing was written."))
            return
        if options.output:
            _may_be_written(options.output)
        made = printing.make(groups)
        if options.pictures:
            printing.save_pictures(made, options.pictures, options.dpi)
            printing.printed(groups)
            wrote = ngettext(
                "Wrote {n} picture to {file}.", "Wrote {n} pictures to {file}.", made.pages
            )
        else:
            printing.save(made, options.output, groups)
            wrote = ngettext("Wrote {file}, {n} page.", "Wrote {file}, {n} pages.", made.pages)
        for notice in made.notices:
            warn(titled(notice.about, notice.text))
        say(wrote.format(file=options.pictures or options.output, n=made.pages))


#: The functions of the commands; None stands for the exit status 0.
COMMANDS: Mapping[str, Callable[[argparse.Namespace], int | None]] = {
    "pack": pack,
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
