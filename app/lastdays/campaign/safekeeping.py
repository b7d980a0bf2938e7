"""Restoring a backup or a group from it, with previews; checking a store, recovering a damaged one, and
replacing it by a sound backup."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.differences import Difference, compare
from lastdays.campaign.documents.group_documents import read_group
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.workspace import Workspace
from lastdays.desktop import files, paths
from lastdays.desktop.files import CopiesFolder, keep_clear
from lastdays.errors import LastDaysError, StoreError, disk_errors
from lastdays.language import _, ngettext
from lastdays.model.campaign import Campaign
from lastdays.model.changes import BackupRestored, CampaignBegun
from lastdays.model.group import Group
from lastdays.rulebook import load
from lastdays.store import Store, Subject, Transaction, open_store
from lastdays.store.checking import DamagedRow, UnreadableRows
from lastdays.store.kept_backups import (
    BackupCampaign,
    Backups,
    KeptBackup,
    Reason,
    contents,
    copy_into,
)
from lastdays.store.models import document_in, packed
from lastdays.store.salvage import Salvaged, SalvageWriter, read_whole_rows
from lastdays.store.store import no_room
from lastdays.values import Value


@contextmanager
def opened_copy(backup: Path) -> Iterator[Store]:
    """Open and migrate a copy of a backup, which itself stays unchanged. Raises StoreError, which names
    the backup, if it is damaged, or not a store."""
    with CopiesFolder() as folder:
        copy = copy_into(backup, folder)
        try:
            store = open_store(copy)
        except StoreError as error:
            raise StoreError(str(error).replace(str(copy), str(backup))) from error
        try:
            yield store
        finally:
            store.close()


def restore(workspace: Workspace, backup: Path) -> KeptBackup | None:
    """Replace the content of the store by that of a backup; return the backup made of it before.

    Raises StoreError, without a change, if the backup is damaged.
    """
    store = workspace.store
    if store.read_only:
        store.take_over(backup)  # raises with the reason
    with opened_copy(backup) as other:
        damaged = other.integrity() or other.damage()
        if damaged:
            raise LastDaysError(
                "The backup {path} is itself damaged. Nothing was changed.", path=backup
            )
        before = Backups(store.path).make(store.engine, Reason.RESTORE)
        other.close()
        store.take_over(other.path)
    workspace.note_changed(*EVERYTHING)
    return before


def group_in(store: Store, group: str) -> tuple[Group, dict[str, bytes]]:
    """Read a group from a store, with its pictures by id; StoreError if there is none."""
    with store.reading() as tx:
        subject = Subject(tx.index.campaign_of(group), group)
        value = group_documents.read_group(tx.revisions.head(subject).document)
        portraits = {i: tx.paper.portrait(i) for i in value.pictures}
    return value, portraits


def preview(workspace: Workspace, backup: Path, group: str) -> list[Difference]:
    """List what restoring a group from a backup would change."""
    with opened_copy(backup) as other:
        then, _portraits = group_in(other, group)
    now = replace(then, members=(), stash=())
    if _is_here(workspace, group):
        now = workspace.snapshot(group).group
    return compare(now, then, workspace.catalogue)


def bring_back(workspace: Workspace, backup: KeptBackup, campaign: str, group: str) -> str:
    """Restore a group from a backup as a change that can be undone; return its id. A group that is no
    longer here joins `campaign` like an imported one."""
    with opened_copy(backup.path) as other:
        then, portraits = group_in(other, group)
    change = BackupRestored(backup.at.date().isoformat())
    if not _is_here(workspace, group):
        return GroupActions(workspace).join(campaign, then, portraits, lambda _name: change)
    home = workspace.snapshot(group).campaign.id
    with workspace.change(home, change) as changes:
        for picture in portraits.values():
            if picture:
                changes.tx.paper.add_portrait(picture)
        changes.group(group, lambda _now: then)
    return group


def _is_here(workspace: Workspace, group: str) -> bool:
    return any(summary.id == group for summary in workspace.groups())


class Fate(Value):
    """What restoring a backup does to a campaign, or to one of its groups; `group` is '' for the campaign.

    What isn't in the backup is `gone` afterwards, what is only there comes `back`; `differences`
    counts those of a group that is `changed`.
    """

    campaign: str
    group: str
    name: str
    kind: Literal["gone", "back", "changed", "same"]
    differences: int = 0


#: Names and documents by subject.
_Documents = dict[Subject, tuple[str, bytes]]


def preview_whole(workspace: Workspace, backup: Path) -> tuple[Fate, ...]:
    """List what restoring a backup does to each campaign and its groups. Raises StoreError if the backup
    is damaged, or not a store."""
    with opened_copy(backup) as other:
        then = _previewed(other)
    return tuple(_fates(workspace, _previewed(workspace.store), then))


def _previewed(store: Store) -> _Documents:
    """Read the current document of every campaign and group, b'' for damaged ones."""
    found = {}
    with store.reading() as tx:
        for campaign in tx.index.campaigns():
            if not campaign.deleted:
                found[Subject(campaign.id)] = (campaign.name, b"")
        for group in tx.index.groups():
            found[Subject(group.campaign, group.id)] = (group.name, b"")
        for subject, (name, _document) in found.items():
            try:
                found[subject] = (name, tx.revisions.head(subject).document)
            except LastDaysError:
                continue
    return found


def _fates(workspace: Workspace, now: _Documents, then: _Documents) -> Iterator[Fate]:
    both = {**then, **now}
    for campaign in (s for s in both if s.group is None):
        yield _fate(workspace, campaign, now, then)
        for group in both:
            if group.group is not None and group.campaign == campaign.campaign:
                yield _fate(workspace, group, now, then)


def _fate(workspace: Workspace, subject: Subject, now: _Documents, then: _Documents) -> Fate:
    group = subject.group or ""
    if subject not in then:
        return Fate(subject.campaign, group, now[subject][0], "gone")
    name, wanted = then[subject]
    if subject not in now:
        return Fate(subject.campaign, group, name, "back")
    if wanted == now[subject][1]:
        return Fate(subject.campaign, group, name, "same")
    differences = _count(workspace, now[subject][1], wanted) if group else 0
    return Fate(subject.campaign, group, now[subject][0], "changed", differences)


def _count(workspace: Workspace, now: bytes, then: bytes) -> int:
    """Count the differences of two states of a group, 0 if one can't be read."""
    try:
        before, after = read_group(now), read_group(then)
    except LastDaysError:
        return 0
    return len(compare(before, after, workspace.catalogue))


#: The progress of a check after its first steps, in percent.
_PAGES_DONE, _ROWS_DONE = 20, 60


class Problem(Value):
    """A problem of a store: the name of its owner, '' for the file's own, and a sentence."""

    about: str
    text: str


class StoreReport(Value):
    """The result of a check; `groups` is how many groups can be read."""

    problems: tuple[Problem, ...]
    groups: int

    @property
    def sound(self) -> bool:
        """Return whether nothing is damaged."""
        return not self.problems


def check_store(
    workspace: Workspace, progress: Callable[[int], None] = lambda _percent: None
) -> StoreReport:
    """Check all of a store: pages, rows, documents, and the rows that mirror them. `progress` is called
    with the percentage that is done."""
    progress(0)
    problems = [Problem("", text) for text in workspace.store.integrity()]
    progress(_PAGES_DONE)
    problems += _rows(workspace)
    progress(_ROWS_DONE)
    groups, found = _documents(workspace, progress)
    progress(100)
    return StoreReport((*problems, *found), groups)


def _rows(workspace: Workspace) -> list[Problem]:
    findings = workspace.store.damage()
    names = workspace.store.names()
    counted: Counter[tuple[str, str, str]] = Counter()
    found = []
    for finding in findings:
        match finding:
            case DamagedRow(table=table, head=head):
                counted[(_owner(finding, names), table, "head" if head else "row")] += 1
            case UnreadableRows():
                text = ngettext(
                    "{n} row of the table {table} could not be read.",
                    "{n} rows of the table {table} could not be read.",
                    finding.count,
                    table=finding.table,
                )
                found.append(Problem("", text))
    return found + [
        Problem(about, _sentence(table, kind, n)) for (about, table, kind), n in counted.items()
    ]


def _owner(row: DamagedRow, names: dict[str, str]) -> str:
    """Return the name of a row's owner, as closely as it is known."""
    for id in (row.group, row.session, row.campaign):
        if id in names:
            return names[id]
    return ""


def _sentence(table: str, kind: str, n: int) -> str:
    if kind == "head":
        return _("The note of which history entry is current is damaged.")
    for said in paths.toml("damage.toml").values():
        if table in said["of"] and "damaged" in said:
            one, more = said["damaged"]
            return ngettext(one, more, n)
    return _("The note of what was last printed is damaged; just print it again.")


def _documents(workspace: Workspace, progress: Callable[[int], None]) -> tuple[int, list[Problem]]:
    """Read each campaign and group, and compare the rows that mirror it; return how many groups can be
    read, and the problems."""
    readable = 0
    found = []
    try:
        campaigns = workspace.campaigns()
        groups = workspace.groups()
    except LastDaysError as error:
        return 0, [Problem("", str(error))]
    for campaign in campaigns:
        try:
            with workspace.store.reading() as tx:
                differing = tx.revisions.campaign_differences(
                    workspace.campaign(campaign.id).campaign
                )
            found += [Problem(campaign.name, _differs(table)) for table in differing]
        except LastDaysError as error:
            found.append(Problem(campaign.name, str(error)))
    for n, group in enumerate(groups):
        progress(_ROWS_DONE + (100 - _ROWS_DONE) * n // len(groups))
        try:
            value = workspace.group(group.id).group
            with workspace.store.reading() as tx:
                differing = tx.revisions.mirror_differences(value)
            found += [Problem(group.name, _differs(table)) for table in differing]
            readable += 1
        except LastDaysError as error:
            found.append(Problem(group.name, str(error)))
    return readable, found


def _differs(table: str) -> str:
    return _("The rows of {table} don't match its history.", table=table)


class Recovered(Value):
    """The result of a recovery: the names of recovered groups, and what is missing, in sentences."""

    groups: tuple[str, ...]
    missing: tuple[str, ...]


def recover(damaged: Path, target: Path) -> Recovered:
    """Write everything that can be read of a damaged store, which stays as it is, to a new one, then
    check that; nothing is left of it if that fails.

    Raises StoreError if nothing can be read, or the target exists.
    """
    if os.path.exists(target):
        raise StoreError("{path} already exists: choose another name.", path=target)
    keep_clear(damaged)
    with CopiesFolder() as folder:
        found = read_whole_rows(copy_into(damaged, folder))
    if not any(found.rows.values()):
        raise StoreError("Nothing could be read from {path}. It was left unchanged.", path=damaged)
    try:
        with closing(open_store(target)) as store:
            with store.writing() as tx:
                done = _write(tx, found)
            report = check_store(Workspace(store, load()))
        if target.with_name(target.name + "-wal").exists():
            raise StoreError(no_room(target))
    except BaseException:
        for end in ("", *_BESIDE):
            with suppress(OSError):  # a name that no file can have
                target.with_name(target.name + end).unlink()
        raise
    problems = (f"{one.about}: {one.text}" if one.about else one.text for one in report.problems)
    return replace(done, missing=(*done.missing, *problems))


def _write(tx: Transaction, found: Salvaged) -> Recovered:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    _delist_lost_groups(found)
    SalvageWriter(tx, found, now).write()
    missing: list[str] = []
    groups: dict[str, list[Group]] = {}
    revisions = found.rows["revisions"].values()
    subjects = dict.fromkeys((row["campaign_id"], row["group_id"]) for row in revisions)
    for campaign, group in subjects:
        groups.setdefault(campaign, [])
        if group is None:
            continue
        subject = Subject(campaign, group)
        value = _set_head(tx, found, subject, missing, group_documents.read_group)
        if isinstance(value, Group):
            groups[campaign].append(value)
    begun = set()
    for campaign, there in groups.items():
        subject = Subject(campaign)
        value = _set_head(tx, found, subject, missing, group_documents.read_campaign)
        if value is None and found.heads.get(("campaigns", campaign), -1) is not None:
            _begin(tx, campaign, there, now)
        elif value is not None:
            begun.add(campaign)
    missing += _lost(found)
    if found.torn:
        missing.append(
            _("Some pages of the file don't match: more may be missing without a trace.")
        )
    read = {group.id for there in groups.values() for group in there}
    lost = [
        row.get("name", "?")
        for table, there in (("campaigns", begun), ("groups", read))
        for row in found.rows[table].values()
        # Even a column's name may be damaged. A head known to be None means that the creation was
        # undone.
        if row.get("present", True)
        and row["id"] not in there
        and found.heads.get((table, row["id"]), -1) is not None
    ]
    missing += [_("{name} could not be read at all.", name=name) for name in sorted(lost)]
    return Recovered(tuple(sorted(g.name for g in tx.index.groups())), tuple(missing))


def _delist_lost_groups(found: Salvaged) -> None:
    """Remove lost groups from all revisions of their campaigns, so that no undo lists one of them."""
    revisions = found.rows["revisions"]
    there = {row["group_id"] for row in revisions.values()}
    for number, row in revisions.items():
        if row["group_id"] is not None:
            continue
        try:
            value = group_documents.read_campaign(document_in(row["document"]))
        except LastDaysError:
            continue  # it won't become a head
        left = tuple(group for group in value.groups if group in there)
        if left != value.groups:
            document = group_documents.campaign_document(replace(value, groups=left))
            revisions[number] = {**row, "document": packed(document)}


def _set_head(
    tx: Transaction,
    found: Salvaged,
    subject: Subject,
    missing: list[str],
    read: Callable[[bytes], Group] | Callable[[bytes], Campaign],
) -> Group | Campaign | None:
    """Set the head a subject had, or the newest revision that can be read; return its value."""
    table, id = (
        ("campaigns", subject.campaign) if subject.group is None else ("groups", subject.group)
    )
    wanted = found.heads.get((table, id), -1)
    if wanted is None:
        return None  # its creation was undone
    newest = found.revisions(subject)
    tried = [wanted, *(n for n in newest if n < wanted)] if wanted in newest else newest
    for revision in tried:
        try:
            value = read(tx.revisions.revision(revision).document)
        except LastDaysError:
            continue
        tx.revisions.set_head(subject, revision, value)
        if revision != wanted:
            missing.append(
                _("{name} was recovered from an earlier entry of its history.", name=value.name)
            )
        return value
    return None


def _begin(tx: Transaction, campaign: str, groups: list[Group], now: str) -> None:
    """Make a new campaign for groups whose campaign is lost."""
    value = Campaign(
        id=campaign, name=_("Recovered campaign"), groups=tuple(group.id for group in groups)
    )
    change = tx.revisions.add_change(campaign, CampaignBegun(value.name), now)
    tx.revisions.add(change, Subject(campaign), value, group_documents.campaign_document(value), {})


def _lost(found: Salvaged) -> list[str]:
    """Say how much could not be read of what belongs to no single group."""
    return [
        ngettext(one, more, n)
        for said in paths.toml("damage.toml").values()
        for one, more in (said["lost"],)
        if (n := sum(found.lost[table] for table in said["of"]))
    ]


#: The suffixes of files that SQLite keeps beside a store.
_BESIDE = ("-wal", "-shm", "-journal")


class GoodBackup(Value):
    """A backup that was checked, and the campaigns in it."""

    kept: KeptBackup
    campaigns: tuple[BackupCampaign, ...]


def newest_good(store: Path) -> GoodBackup | None:
    """Return the newest backup of a store without damage, None if there is none."""
    for kept in Backups(store).listed():
        try:
            inside = contents(kept.path)
            with opened_copy(kept.path) as other:
                if other.integrity() or other.damage():
                    continue
        except LastDaysError:
            continue
        return GoodBackup(kept, inside)
    return None


def take_backup(store: Path, backup: Path) -> Path:
    """Replace a damaged store by a backup; return the new path of the damaged one. Raises StoreError if
    that fails, and leaves it where it was."""
    with _replaced(store), files.replacing(store, private=True) as part:
        shutil.copyfile(backup, part)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        return _set_aside(store)


def take_recovered(store: Path) -> tuple[Recovered, Path]:
    """Replace a damaged store by what can be read of it; return that, and the new path of the damaged
    one. Raises StoreError if nothing can be read, and leaves it where it was."""
    target = _free(store, "recovered")
    try:
        with _replaced(store):
            done = recover(store, target)
            aside = _set_aside(store)
            target.replace(store)
    finally:
        target.unlink(missing_ok=True)
    return done, aside


def _replaced(store: Path) -> AbstractContextManager[None]:
    said = _("{path} could not be replaced: {reason}. Nothing was lost.")
    return disk_errors(StoreError, said, path=store)


def _set_aside(store: Path) -> Path:
    """Rename a damaged store with the files beside it; return the new path. If the system can, a link
    keeps its old name until something replaces it, so that a power cut never leaves no store."""
    aside = _free(store, "damaged")
    try:
        os.link(store, aside)
    except OSError:
        store.rename(aside)
    for end in _BESIDE:
        beside = store.with_name(store.name + end)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + end))
    return aside


def _free(store: Path, what: str) -> Path:
    """Return a free path beside a store, with today's date in the name."""
    today = date.today().isoformat()
    names = [store.with_name(f"{store.stem}.{what}-{today}{store.suffix}")]
    while names[-1].exists():
        names.append(store.with_name(f"{store.stem}.{what}-{today}-{len(names) + 1}{store.suffix}"))
    return names[-1]
