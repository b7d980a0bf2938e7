"""A new store made of what can still be read of a damaged one."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from lastdays.campaign import documents
from lastdays.campaign.store_check import check_store
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError, StoreError
from lastdays.files import CopiesFolder, keep_clear
from lastdays.language import _, ngettext
from lastdays.model.campaign import Campaign
from lastdays.model.changes import CampaignBegun
from lastdays.model.group import Group
from lastdays.rulebook import load
from lastdays.store import Subject, Transaction, open_store
from lastdays.store.kept_backups import a_copy
from lastdays.store.salvage import Salvaged, SalvageWriter, read_whole_rows


class Recovered(Struct, frozen=True):
    """What became of a damaged store: the groups that are there again, and what is not, in
    sentences."""

    groups: tuple[str, ...]
    missing: tuple[str, ...]


def recover(damaged: Path, target: Path) -> Recovered:
    """Write a new store of all that can be read of a damaged one, which is left as it is. It ends with
    the check of the whole new store; nothing is left of one that could not be written.

    Raises StoreError where nothing can be read, or the target is there already.
    """
    if os.path.exists(target):
        raise StoreError(
            _("{path} is there already: choose a name that is free.").format(path=target)
        )
    keep_clear(damaged)
    with CopiesFolder() as folder:
        found = read_whole_rows(a_copy(damaged, folder))
    if not any(found.rows.values()):
        raise StoreError(
            _("Nothing could be read of {path}. It was left as it is.").format(path=damaged)
        )
    store = open_store(target)
    try:
        with store.writing() as tx:
            done = _write(tx, found)
        report = check_store(Workspace(store, load()))
    except BaseException:
        store.close()
        target.unlink(missing_ok=True)
        raise
    store.close()
    problems = (f"{one.about}: {one.text}" if one.about else one.text for one in report.problems)
    return replace(done, missing=(*done.missing, *problems))


def _write(tx: Transaction, found: Salvaged) -> Recovered:
    now = datetime.now(UTC).isoformat(timespec="seconds")
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
        value = _set_head(tx, found, subject, missing, documents.read_group)
        if isinstance(value, Group):
            groups[campaign].append(value)
    begun: set[str] = set()
    for campaign, there in groups.items():
        subject = Subject(campaign)
        value = _set_head(tx, found, subject, missing, documents.read_campaign)
        if value is None and found.heads.get(("campaigns", campaign), -1) is not None:
            _begin(tx, campaign, there, now)
        elif value is not None:
            begun.add(campaign)
    missing += _lost(found)
    if found.torn:
        missing.append(
            _(
                "Some pages of the file don't fit together: more may be missing, of which nothing "
                "is left."
            )
        )
    read = {group.id for there in groups.values() for group in there}
    lost = [
        row.get("name", "?")
        for table, there in (("campaigns", begun), ("groups", read))
        for row in found.rows[table].values()
        # Even a column's name may be damaged. A head that is known to be none is that of a group
        # whose creation was undone.
        if row.get("present", True)
        and row["id"] not in there
        and found.heads.get((table, row["id"]), -1) is not None
    ]
    missing += [_("{name} could not be read at all.").format(name=name) for name in sorted(lost)]
    return Recovered(tuple(sorted(g.name for g in tx.index.groups())), tuple(missing))


def _set_head(
    tx: Transaction,
    found: Salvaged,
    subject: Subject,
    missing: list[str],
    read: Callable[[bytes], Group] | Callable[[bytes], Campaign],
) -> Group | Campaign | None:
    """Give a document the head it had, or the newest one that can be read; its value."""
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
                _("{name} is as it was at an earlier entry of its history.").format(name=value.name)
            )
        return value
    return None


def _begin(tx: Transaction, campaign: str, groups: list[Group], now: str) -> None:
    """Give groups whose campaign is lost a new one."""
    value = Campaign(
        id=campaign, name=_("Recovered campaign"), groups=tuple(group.id for group in groups)
    )
    change = tx.revisions.add_change(campaign, CampaignBegun(value.name), now)
    tx.revisions.add(change, Subject(campaign), value, documents.campaign_document(value), {})


def _lost(found: Salvaged) -> list[str]:
    """Say how much of what belongs to no single group could not be read."""
    said: list[str] = []
    n = found.lost["revisions"] + found.lost["changes"]
    if n:
        said.append(
            ngettext(
                "{n} entry of a history could not be read.",
                "{n} entries of histories could not be read.",
                n,
            ).format(n=n)
        )
    n = found.lost["sequences"] + found.lost["answers"]
    if n:
        said.append(
            ngettext(
                "{n} answer of a post-game sequence could not be read.",
                "{n} answers of post-game sequences could not be read.",
                n,
            ).format(n=n)
        )
    n = found.lost["sessions"] + found.lost["events"]
    if n:
        said.append(
            ngettext(
                "{n} entry of a game at the table could not be read.",
                "{n} entries of games at the table could not be read.",
                n,
            ).format(n=n)
        )
    n = found.lost["prints"]
    if n:
        said.append(
            ngettext(
                "What was last printed of {n} group could not be read.",
                "What was last printed of {n} groups could not be read.",
                n,
            ).format(n=n)
        )
    n = found.lost["portraits"]
    if n:
        said.append(
            ngettext(
                "{n} portrait could not be read.", "{n} portraits could not be read.", n
            ).format(n=n)
        )
    return said
