"""Restoring a backup or a group from it, with previews; checking a store, recovering a damaged one, and
replacing it by a sound backup."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Container, Iterator
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
from lastdays.desktop.files import CopiesFolder, refuse_open_store
from lastdays.errors import CancelledError, LastDaysError, StoreError, disk_errors
from lastdays.language import _, ngettext
from lastdays.model.campaign import Campaign, Season
from lastdays.model.changes import BackupRestored, CampaignBegun
from lastdays.model.group import Group
from lastdays.rulebook import load
from lastdays.store import Store, Subject, Transaction, open_store
from lastdays.store.checking import DamagedRow, UnreadableRows
from lastdays.store.driver import GoesOn, always
from lastdays.store.kept_backups import (
    BackupCampaign,
    Backups,
    KeptBackup,
    Reason,
    campaigns_in_backup,
    copy_into,
)
from lastdays.store.models import document_in, packed
from lastdays.store.salvage import Salvaged, SalvageWriter, read_whole_rows
from lastdays.store.store import CampaignSummary, GroupSummary, no_room
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
    with opened_copy(backup) as copy_of_backup:
        if copy_of_backup.integrity() or copy_of_backup.damage():
            raise LastDaysError(
                "The backup {path} is itself damaged. Nothing was changed.", path=backup
            )
        backup_before = Backups(store.path).make(store.engine, Reason.RESTORE)
        copy_of_backup.close()
        store.take_over(copy_of_backup.path)
    workspace.note_changed(*EVERYTHING)
    return backup_before


def group_in(store: Store, group: str) -> tuple[Group, dict[str, bytes]]:
    """Read a group from a store, with its pictures by id; StoreError if there is none."""
    with store.reading() as tx:
        subject = Subject(tx.index.campaign_of(group), group)
        value = group_documents.read_group(tx.revisions.head(subject).document)
        portraits = {key: tx.paper.portrait(key) for key in value.pictures}
    return value, portraits


def preview_group(workspace: Workspace, backup: Path, group: str) -> list[Difference]:
    """List what restoring a group from a backup would change."""
    with opened_copy(backup) as copy_of_backup:
        group_then, _portraits = group_in(copy_of_backup, group)
    if _is_here(workspace, group):
        group_now = workspace.snapshot(group).group
    else:
        group_now = replace(group_then, members=(), stash=())
    return compare(group_now, group_then, workspace.catalogue)


def restore_group(workspace: Workspace, backup: KeptBackup, campaign: str, group: str) -> str:
    """Restore a group from a backup as a change that can be undone; return its id. A group that is no
    longer here joins `campaign` like an imported one."""
    with opened_copy(backup.path) as copy_of_backup:
        group_then, portraits = group_in(copy_of_backup, group)
    change = BackupRestored(backup.at.date().isoformat())
    if not _is_here(workspace, group):
        return GroupActions(workspace).join(campaign, group_then, portraits, lambda _name: change)
    home = workspace.snapshot(group).campaign.id
    with workspace.change(home, change) as changes:
        for picture in portraits.values():
            if picture:
                changes.tx.paper.add_portrait(picture)
        changes.group(group, lambda _now: group_then)
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
    with opened_copy(backup) as copy_of_backup:
        documents_then = _previewed(copy_of_backup)
    return tuple(_fates(workspace, _previewed(workspace.store), documents_then))


def _previewed(store: Store) -> _Documents:
    """Read the current document of every campaign and group, b'' for damaged ones."""
    documents = {}
    with store.reading() as tx:
        for campaign in tx.index.campaigns():
            if not campaign.deleted:
                documents[Subject(campaign.id)] = (campaign.name, b"")
        for group in tx.index.groups():
            documents[Subject(group.campaign, group.id)] = (group.name, b"")
        for subject, (name, _document) in documents.items():
            try:
                documents[subject] = (name, tx.revisions.head(subject).document)
            except LastDaysError:
                continue
    return documents


def _fates(
    workspace: Workspace, documents_now: _Documents, documents_then: _Documents
) -> Iterator[Fate]:
    subjects = {**documents_then, **documents_now}
    campaigns = [subject for subject in subjects if subject.group is None]
    groups = [subject for subject in subjects if subject.group is not None]
    for campaign in campaigns:
        yield _fate(workspace, campaign, documents_now, documents_then)
        for group in groups:
            if group.campaign == campaign.campaign:
                yield _fate(workspace, group, documents_now, documents_then)


def _fate(
    workspace: Workspace, subject: Subject, documents_now: _Documents, documents_then: _Documents
) -> Fate:
    """Return what restoring does to a campaign or a group."""
    campaign = subject.campaign
    group = subject.group or ""
    if subject not in documents_now:
        name, _document = documents_then[subject]
        return Fate(campaign, group, name, "back")
    name_now, document_now = documents_now[subject]
    if subject not in documents_then:
        return Fate(campaign, group, name_now, "gone")
    name_then, document_then = documents_then[subject]
    if document_then == document_now:
        return Fate(campaign, group, name_then, "same")
    differences = _count_differences(workspace, document_now, document_then) if group else 0
    return Fate(campaign, group, name_now, "changed", differences)


def _count_differences(workspace: Workspace, document_now: bytes, document_then: bytes) -> int:
    """Count the differences of two states of a group, 0 if one can't be read."""
    try:
        group_now = read_group(document_now)
        group_then = read_group(document_then)
    except LastDaysError:
        return 0
    return len(compare(group_now, group_then, workspace.catalogue))


#: The progress of a check after its first steps, in percent.
_PAGES_DONE = 20
_ROWS_DONE = 60


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
    workspace: Workspace,
    progress: Callable[[int], None] = lambda _percent: None,
    goes_on: GoesOn = always,
) -> StoreReport:
    """Check all of a store: pages, rows, documents, and the rows that mirror them. `progress` is called
    with the percentage that is done. Raises CancelledError once `goes_on` says that the result isn't
    wanted any more."""
    progress(0)
    problems = [Problem("", text) for text in workspace.store.integrity(goes_on)]
    progress(_PAGES_DONE)
    problems += _rows(workspace, goes_on)
    progress(_ROWS_DONE)
    readable, of_documents = _documents(workspace, progress, goes_on)
    problems += of_documents
    progress(100)
    return StoreReport(tuple(problems), readable)


def _rows(workspace: Workspace, goes_on: GoesOn) -> list[Problem]:
    """Return the problems of rows: unreadable ones by table, damaged ones counted by owner and table."""
    findings = workspace.store.damage(goes_on)
    names = workspace.store.names()
    count: Counter[tuple[str, str, bool]] = Counter()
    problems = []
    for finding in findings:
        match finding:
            case DamagedRow(table=table, head=head):
                count[_owner(finding, names), table, bool(head)] += 1
            case UnreadableRows():
                text = ngettext(
                    "{n} row of the table {table} could not be read.",
                    "{n} rows of the table {table} could not be read.",
                    finding.count,
                    table=finding.table,
                )
                problems.append(Problem("", text))
    for (owner, table, is_head), n in count.items():
        problems.append(Problem(owner, _sentence(table, n, is_head=is_head)))
    return problems


def _owner(row: DamagedRow, names: dict[str, str]) -> str:
    """Return the name of a row's owner, as closely as it is known."""
    for id in (row.group, row.session, row.campaign):
        if id in names:
            return names[id]
    return ""


def _sentence(table: str, n: int, *, is_head: bool) -> str:
    """Say that so many rows of a table are damaged, or that the note of a head is."""
    if is_head:
        return _("The note of which history entry is current is damaged.")
    for damage in paths.toml("damage.toml").values():
        if table in damage["of"] and "damaged" in damage:
            singular, plural = damage["damaged"]
            return ngettext(singular, plural, n)
    return _("The note of what was last printed is damaged; just print it again.")


def _documents(
    workspace: Workspace, progress: Callable[[int], None], goes_on: GoesOn
) -> tuple[int, list[Problem]]:
    """Read each campaign and group, and compare the rows that mirror it; return how many groups can be
    read, and the problems."""
    try:
        campaigns = workspace.campaigns()
        groups = workspace.groups()
    except LastDaysError as error:
        return 0, [Problem("", str(error))]
    problems = []
    for campaign in campaigns:
        problems += _problems_of_campaign(workspace, campaign)
    readable = 0
    for place, group in enumerate(groups):
        progress(_ROWS_DONE + (100 - _ROWS_DONE) * place // len(groups))
        if not goes_on():
            raise CancelledError
        try:
            problems += _differences_of_group(workspace, group)
            readable += 1
        except LastDaysError as error:
            problems.append(Problem(group.name, str(error)))
    return readable, problems


def _problems_of_campaign(workspace: Workspace, campaign: CampaignSummary) -> list[Problem]:
    """Return why a campaign can't be read, or which rows differ from it."""
    try:
        value = workspace.campaign(campaign.id).campaign
        with workspace.store.reading() as tx:
            differing = list(tx.revisions.campaign_differences(value))
    except LastDaysError as error:
        return [Problem(campaign.name, str(error))]
    problems = [Problem(campaign.name, _differs(table)) for table in differing]
    for season in value.seasons:
        problems += _problems_of_season(workspace, value, season)
    return problems


def _problems_of_season(
    workspace: Workspace, campaign: Campaign, season: Season
) -> Iterator[Problem]:
    """Yield why groups that played in a closed season alone can't be read."""
    for group in season.groups:
        if group in campaign.groups:
            continue  # it is read with those that are listed
        try:
            workspace.snapshot(group)
        except LastDaysError as error:
            yield Problem(campaign.name, str(error))


def _differences_of_group(workspace: Workspace, group: GroupSummary) -> list[Problem]:
    """Return which rows differ from a group; LastDaysError if it can't be read."""
    with workspace.store.reading() as tx:
        value = workspace.snapshot(group.id, tx).group
        differing = list(tx.revisions.mirror_differences(value))
    return [Problem(group.name, _differs(table)) for table in differing]


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
    if files.exists(target):
        raise StoreError("{path} already exists: choose another name.", path=target)
    refuse_open_store(damaged)
    with CopiesFolder() as folder:
        salvaged = read_whole_rows(copy_into(damaged, folder))
    if not any(salvaged.rows.values()):
        raise StoreError("Nothing could be read from {path}. It was left unchanged.", path=damaged)
    try:
        with closing(open_store(target)) as store:
            with store.writing() as tx:
                recovered = _write(tx, salvaged)
            report = check_store(Workspace(store, load()))
        if target.with_name(target.name + "-wal").exists():
            raise StoreError(no_room(target))
    except BaseException:
        for end in ("", *_BESIDE):
            with suppress(OSError):  # a name that no file can have
                target.with_name(target.name + end).unlink()
        raise
    missing = list(recovered.missing)
    for problem in report.problems:
        if problem.about:
            missing.append(f"{problem.about}: {problem.text}")
        else:
            missing.append(problem.text)
    return replace(recovered, missing=tuple(missing))


def _write(tx: Transaction, salvaged: Salvaged) -> Recovered:
    """Write salvaged rows to a new store, and set the heads; return what was recovered."""
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    _delist_lost_groups(salvaged)
    SalvageWriter(tx, salvaged, moment).write()
    missing: list[str] = []
    groups = _set_group_heads(tx, salvaged, missing)
    readable: set[str] = set()
    for members in groups.values():
        readable.update(group.id for group in members)
    campaigns_begun = set()
    for campaign, members in groups.items():
        subject = Subject(campaign)
        value = _set_head(tx, salvaged, subject, missing, group_documents.read_campaign)
        if value is not None:
            campaigns_begun.add(campaign)
        elif not _was_undone(salvaged, "campaigns", campaign):
            _begin_recovered_campaign(tx, campaign, members, moment)
    missing += _losses_in_words(salvaged)
    if salvaged.torn:
        missing.append(
            _("Some pages of the file don't match: more may be missing without a trace.")
        )
    lost_names = _lost_names(salvaged, "campaigns", campaigns_begun) + _lost_names(
        salvaged, "groups", readable
    )
    for name in sorted(lost_names):
        missing.append(_("{name} could not be read at all.", name=name))
    names = sorted(group.name for group in tx.index.groups())
    return Recovered(tuple(names), tuple(missing))


def _set_group_heads(
    tx: Transaction, salvaged: Salvaged, missing: list[str]
) -> dict[str, list[Group]]:
    """Set the head of each group; return the groups that can be read by campaign, and add to `missing`
    what is said of them."""
    groups: dict[str, list[Group]] = {}
    revisions = salvaged.rows["revisions"].values()
    subjects = dict.fromkeys((row["campaign_id"], row["group_id"]) for row in revisions)
    for campaign, group in subjects:
        readable = groups.setdefault(campaign, [])
        if group is None:
            continue
        subject = Subject(campaign, group)
        value = _set_head(tx, salvaged, subject, missing, group_documents.read_group)
        if isinstance(value, Group):
            readable.append(value)
    return groups


def _was_undone(salvaged: Salvaged, table: str, key: str) -> bool:
    """Return whether the creation of a campaign or group was undone: its head is known to be None."""
    return salvaged.heads.get((table, key), _UNKNOWN_HEAD) is None


def _lost_names(salvaged: Salvaged, table: str, readable: Container[str]) -> list[str]:
    """Return the names of the campaigns or groups that can't be read at all."""
    names = []
    for row in salvaged.rows[table].values():
        if not row.get("present", True) or row["id"] in readable:
            continue
        if not _was_undone(salvaged, table, row["id"]):
            names.append(row.get("name", "?"))  # even a column's name may be damaged
    return names


def _delist_lost_groups(salvaged: Salvaged) -> None:
    """Remove lost groups from all revisions of their campaigns, so that no undo lists one of them."""
    revisions = salvaged.rows["revisions"]
    groups_there = {row["group_id"] for row in revisions.values()}
    for number, row in revisions.items():
        if row["group_id"] is not None:
            continue
        try:
            value = group_documents.read_campaign(document_in(row["document"]))
        except LastDaysError:
            continue  # it won't become a head
        groups = tuple(group for group in value.groups if group in groups_there)
        if groups != value.groups:
            document = group_documents.campaign_document(replace(value, groups=groups))
            revisions[number] = {**row, "document": packed(document)}


def _set_head(
    tx: Transaction,
    salvaged: Salvaged,
    subject: Subject,
    missing: list[str],
    read: Callable[[bytes], Group] | Callable[[bytes], Campaign],
) -> Group | Campaign | None:
    """Set the head a subject had, or the newest revision that can be read; return its value."""
    if subject.group is None:
        head = salvaged.heads.get(("campaigns", subject.campaign), _UNKNOWN_HEAD)
    else:
        head = salvaged.heads.get(("groups", subject.group), _UNKNOWN_HEAD)
    if head is None:
        return None  # its creation was undone
    candidates = salvaged.revisions(subject)
    if head in candidates:
        candidates = [number for number in candidates if number <= head]
    for revision in candidates:
        try:
            value = read(tx.revisions.revision(revision).document)
        except LastDaysError:
            continue
        tx.revisions.set_head(subject, revision, value)
        if revision != head:
            missing.append(
                _("{name} was recovered from an earlier entry of its history.", name=value.name)
            )
        return value
    return None


def _begin_recovered_campaign(
    tx: Transaction, campaign: str, groups: list[Group], moment: str
) -> None:
    """Make a new campaign for groups whose campaign is lost."""
    value = Campaign(
        id=campaign, name=_("Recovered campaign"), groups=tuple(group.id for group in groups)
    )
    change = tx.revisions.add_change(campaign, CampaignBegun(value.name), moment)
    document = group_documents.campaign_document(value)
    tx.revisions.add(change, Subject(campaign), value, document, {})


def _losses_in_words(salvaged: Salvaged) -> list[str]:
    """Say how much could not be read of what belongs to no single group."""
    sentences = []
    for damage in paths.toml("damage.toml").values():
        n = sum(salvaged.lost[table] for table in damage["of"])
        if n:
            singular, plural = damage["lost"]
            sentences.append(ngettext(singular, plural, n))
    return sentences


#: The suffixes of files that SQLite keeps beside a store.
_BESIDE = ("-wal", "-shm", "-journal")
#: Stands for a head that isn't known; None is one of a creation that was undone.
_UNKNOWN_HEAD = -1


class SoundBackup(Value):
    """A backup that was checked, and the campaigns in it."""

    kept: KeptBackup
    campaigns: tuple[BackupCampaign, ...]


def newest_sound_backup(store: Path) -> SoundBackup | None:
    """Return the newest backup of a store without damage, None if there is none."""
    for backup in Backups(store).listed():
        try:
            campaigns = campaigns_in_backup(backup.path)
            with opened_copy(backup.path) as copied_store:
                if copied_store.integrity() or copied_store.damage():
                    continue
        except LastDaysError:
            continue
        return SoundBackup(backup, campaigns)
    return None


def take_backup(store: Path, backup: Path) -> Path:
    """Replace a damaged store by a backup; return the new path of the damaged one. Raises StoreError if
    that fails, and leaves it where it was."""
    with _replacing_errors(store), files.replacing(store, private=True) as part:
        shutil.copyfile(backup, part)
        with part.open("rb+") as opened:
            os.fsync(opened.fileno())
        return _set_aside(store)


def take_recovered(store: Path) -> tuple[Recovered, Path]:
    """Replace a damaged store by what can be read of it; return that, and the new path of the damaged
    one. Raises StoreError if nothing can be read, and leaves it where it was."""
    target = _free_name_beside(store, "recovered")
    try:
        with _replacing_errors(store):
            recovered = recover(store, target)
            damaged_store = _set_aside(store)
            target.replace(store)
    finally:
        target.unlink(missing_ok=True)
    return recovered, damaged_store


def _replacing_errors(store: Path) -> AbstractContextManager[None]:
    text = _("{path} could not be replaced: {reason}. Nothing was lost.")
    return disk_errors(StoreError, text, path=store)


def _set_aside(store: Path) -> Path:
    """Rename a damaged store with the files beside it; return the new path. If the system can, a link
    keeps its old name until something replaces it, so that a power cut never leaves no store."""
    new_path = _free_name_beside(store, "damaged")
    try:
        os.link(store, new_path)
    except OSError:
        store.rename(new_path)
    for end in _BESIDE:
        companion = store.with_name(store.name + end)
        if companion.exists():
            companion.rename(new_path.with_name(new_path.name + end))
    return new_path


def _free_name_beside(store: Path, what: str) -> Path:
    """Return a free path beside a store, with today's date in the name."""
    today = date.today().isoformat()
    path = store.with_name(f"{store.stem}.{what}-{today}{store.suffix}")
    n = 1
    while path.exists():
        n += 1
        path = store.with_name(f"{store.stem}.{what}-{today}-{n}{store.suffix}")
    return path
