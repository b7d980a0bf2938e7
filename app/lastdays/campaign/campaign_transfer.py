"""A whole campaign out of the store into a file, and out of a file into the store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from lastdays.campaign import documents
from lastdays.campaign.basis import BASIS
from lastdays.campaign.campaign_file import (
    HISTORY_MOST,
    REVISIONS_MOST,
    CampaignFile,
    FiledAnswer,
    FiledChange,
    FiledRevision,
    FiledSequence,
    ForeignCampaign,
    written,
)
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.workspace import Workspace
from lastdays.model.changes import facts_of, read_change
from lastdays.model.file_changes import CampaignImported
from lastdays.model.group import Group
from lastdays.store import Answered, SequenceRecord, Subject, Transaction
from lastdays.store.arrivals import Arrivals

#: Answers that are forms half filled in: they stay at home.
_DRAFT = "draft/"


class CampaignTransfer:
    """Writes campaigns to files, and reads them."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    # Out

    def export(self, campaign: str) -> bytes:
        """Return a campaign as a file holds it: its records, each group with its history, the
        sequences and the portraits. Games at the table stay in the store."""
        workspace = self.workspace
        with workspace.store.reading() as tx:
            mark = tx.revisions.mark(Subject(campaign))
            value = workspace.snapshots.campaign(tx, mark)
            there = {group.id for group in tx.index.groups(campaign)}
            groups = [group for group in value.groups if group in there]
            packed = _Packing(tx, campaign, groups)
        file = CampaignFile(
            replace(value, groups=tuple(groups)),
            packed.changes,
            packed.histories,
            packed.sequences,
            packed.portraits,
        )
        return written(file)

    # In

    def opened(self, content: bytes) -> ForeignCampaign:
        """Open a campaign's file; DocumentError for anything that isn't one."""
        return ForeignCampaign(content, self.workspace.catalogue)

    def bring(self, foreign: ForeignCampaign) -> str:
        """Add the campaign of a file, beside those there are; its id.

        Its ids are kept where they are free, so that a group can be brought back to it; its name
        gets a number where it is taken. DocumentError where it is damaged.
        """
        workspace = self.workspace
        with workspace.store.reading() as tx:
            file = self._values(foreign, tx)
        with workspace.store.writing() as tx:
            arrivals = Arrivals(tx)
            if arrivals.has("campaigns", [file.campaign.id]):  # another was quicker
                file = self._values(foreign, tx)
            taken = {c.name for c in tx.index.campaigns() if not c.deleted}
            name, n = file.campaign.name, 2
            while name in taken:
                name, n = f"{file.campaign.name} ({n})", n + 1
            file = replace(file, campaign=replace(file.campaign, name=name))
            _Unpacking(workspace, tx, arrivals, file).write()
        workspace.tell(*EVERYTHING)
        return file.campaign.id

    def _values(self, foreign: ForeignCampaign, tx: Transaction) -> CampaignFile:
        """Return what a file holds, under new ids where one of its own isn't free."""
        arrivals = Arrivals(tx)
        if not any(arrivals.has(kind, ids) for kind, ids in foreign.ids.items()):
            return foreign.values()
        return foreign.values(
            {old: self.workspace.new_id() for ids in foreign.ids.values() for old in ids}
        )

    def import_file(self, content: bytes) -> str:
        """Add the campaign of a file; its id."""
        return self.bring(self.opened(content))


class _Packing:
    """Reads what goes into a file."""

    def __init__(self, tx: Transaction, campaign: str, groups: Sequence[str]) -> None:
        self._tx = tx
        self._campaign = campaign
        self._places: dict[str, list[int]] = {}
        changes: dict[int, FiledChange] = {}
        read: dict[str, list[tuple[int, Group]]] = {}
        most = min(HISTORY_MOST, REVISIONS_MOST // max(1, len(groups)))
        for group in groups:
            subject = Subject(campaign, group)
            outline = tx.revisions.outline(subject)
            chain = sorted(outline.current)[-most - 1 :]
            revisions = [tx.revisions.revision(number) for number in chain]
            values = [documents.read_group(revision.document) for revision in revisions]
            # What an import began with is the first of the history that came with it.
            again = len(chain) > 1 and isinstance(revisions[0].change, CampaignImported)
            first = int(again and values[0] == values[1])
            first = max(first, len(chain) - most)
            self._places[group] = chain[first:]
            read[group] = []
            for revision, value in zip(revisions[first:], values[first:], strict=True):
                read[group].append((revision.change_id, value))
                change = revision.change
                changes[revision.change_id] = FiledChange(
                    change.kind, revision.at, facts_of(change)
                )
        order = {change: n for n, change in enumerate(sorted(changes))}
        self.changes = tuple(changes[change] for change in sorted(changes))
        self.histories = {
            group: tuple(FiledRevision(order[change], value) for change, value in history)
            for group, history in read.items()
        }
        self.sequences = tuple(self._sequences())
        self.portraits = {
            portrait: picture
            for portrait in sorted(
                {
                    picture
                    for history in self.histories.values()
                    for revision in history
                    for picture in revision.group.pictures
                }
            )
            if (picture := tx.paper.portrait(portrait))
        }

    def _sequences(self) -> Iterable[FiledSequence]:
        games = set(self._games())
        for listed in self._tx.sequences.listed(self._campaign):
            if listed.group not in self._places or listed.game not in games:
                continue
            record = self._tx.sequences.sequence(listed.sequence)
            chain = self._places[record.group]
            finished = record.finished if record.finished in chain else None
            yield FiledSequence(
                record.id,
                record.group,
                record.game,
                _place(chain, record.base),
                record.rulebook,
                record.at,
                None if finished is None else chain.index(finished),
                dict(record.switches),
                tuple(
                    _answer(given, chain)
                    for given in record.answers
                    if not given.key.startswith(_DRAFT)
                ),
            )

    def _games(self) -> Iterable[str]:
        head = self._tx.revisions.head(Subject(self._campaign))
        return documents.read_campaign(head.document).games_by_id


def _place(chain: list[int], revision: int) -> int:
    """Return where a revision stands in a history, or the last one before it."""
    before = [n for n, number in enumerate(chain) if number <= revision]
    return before[-1] if before else 0


def _answer(given: Answered, chain: list[int]) -> FiledAnswer:
    value = given.value
    if given.key == BASIS and isinstance(value, dict):
        value = {**value, "group": _place(chain, value["group"])}
    return FiledAnswer(given.key, given.how, given.who, value, given.taken_back)


class _Unpacking:
    """Writes what a file holds: every history from its beginning, then what counts now."""

    def __init__(
        self, workspace: Workspace, tx: Transaction, arrivals: Arrivals, file: CampaignFile
    ) -> None:
        self._workspace = workspace
        self._tx = tx
        self._arrivals = arrivals
        self._file = file
        self._revisions: dict[str, list[int]] = {group: [] for group in file.histories}

    def write(self) -> None:
        """Write all of it."""
        campaign, tx = self._file.campaign, self._tx
        for picture in self._file.portraits.values():
            tx.paper.add_portrait(picture)
        tx.index.add_campaign(campaign.id, campaign.name)
        now = self._workspace.clock()
        imported = tx.revisions.add_change(campaign.id, CampaignImported(campaign.name), now)
        for group, history in self._file.histories.items():
            tx.index.add_group(group, campaign.id, history[-1].group.name)
            # As it was first, tied to the campaign: undone with it, while nothing came after.
            self._add(group, imported, history[0].group)
        document = documents.campaign_document(campaign)
        own = self._arrivals.add(imported, Subject(campaign.id), None, document, {})
        self._write_changes()
        for group, history in self._file.histories.items():
            subject = Subject(campaign.id, group)
            self._arrivals.present(subject, self._revisions[group][-1], history[-1].group)
        self._arrivals.present(Subject(campaign.id), own, campaign)
        self._write_sequences()

    def _add(self, group: str, change: int, value: Group) -> None:
        chain = self._revisions[group]
        made = self._arrivals.add(
            change,
            Subject(self._file.campaign.id, group),
            chain[-1] if chain else None,
            documents.group_document(value),
            documents.figures(value, self._workspace.catalogue),
        )
        chain.append(made)

    def _write_changes(self) -> None:
        """Write the histories in the order in which they were made."""
        by_change: dict[int, list[tuple[str, Group]]] = {}
        histories = self._file.histories
        if all(len(history) == 1 for history in histories.values()):
            return  # nothing came after they were first: their import is all their history
        for group, history in histories.items():
            for revision in history:
                by_change.setdefault(revision.change, []).append((group, revision.group))
        for n in sorted(by_change):
            filed = self._file.changes[n]
            change = self._tx.revisions.add_change(
                self._file.campaign.id, read_change(filed.kind, filed.facts), filed.at
            )
            for group, value in by_change[n]:
                self._add(group, change, value)

    def _write_sequences(self) -> None:
        for filed in self._file.sequences:
            chain = self._revisions[filed.group]
            # A history begins with its import, but where that is all of it.
            numbers = chain[1:] or chain
            self._tx.sequences.add(
                SequenceRecord(
                    filed.id,
                    self._file.campaign.id,
                    filed.group,
                    filed.game,
                    numbers[filed.base],
                    filed.rulebook,
                    filed.switches,
                    None,
                    (),
                    False,
                    filed.at,
                )
            )
            for given in filed.answers:
                value = given.value
                if given.key == BASIS:
                    value = {**value, "group": numbers[value["group"]]}
                self._tx.sequences.add_answer(
                    filed.id, given.key, value, given.how, given.who, filed.at, back=given.back
                )
            if filed.finished is not None:
                self._tx.sequences.finish(filed.id, numbers[filed.finished])
