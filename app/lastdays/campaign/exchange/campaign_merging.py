"""Merging another copy of a campaign into the one here: comparing them, and storing what comes of it as
one change that one undo reverts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.bounds import campaign_problems, problems
from lastdays.campaign.exchange.campaign_file import (
    CampaignFile,
    FiledRevision,
    FiledSequence,
    ForeignCampaign,
    new_sequence_record,
)
from lastdays.campaign.exchange.campaign_merge import CampaignMerge, Coming, Question
from lastdays.campaign.exchange.campaign_parts import Names
from lastdays.campaign.exchange.lineage import KnownStates, campaign_digest
from lastdays.campaign.exchange.merging import Choices, Point, Take, ThreeWayMerge
from lastdays.campaign.groups import revision_digest
from lastdays.campaign.sequences.post_game import STARTING_POINT
from lastdays.campaign.workspace import Actions, Workspace
from lastdays.errors import DocumentError, LastDaysError
from lastdays.language import _, ngettext, titled
from lastdays.model.campaign import Campaign
from lastdays.model.changes import CampaignMerged, CopiesParted, OtherCopy, read_change
from lastdays.model.group import Group, derived_id
from lastdays.store import SequenceRecord, Subject, Transaction
from lastdays.values import Value

#: How many questions an error names.
_QUESTIONS_NAMED = 40


class GroupCopies(Value, dict=True):
    """The copies of one group, with what is known of their past.

    `ours` is None for a group that isn't here. `parted` is the place in the other's history of the last
    state that is here too, None if there is none; `base` is that state. `head` is the revision here.
    """

    id: str
    ours: Group | None
    theirs: Group
    base: Group | None
    parted: int | None
    head: int | None
    latest: int

    @property
    def has_news(self) -> bool:
        """Return whether the other copy has a state that isn't here."""
        return self.parted != self.latest

    @property
    def is_ahead(self) -> bool:
        """Return whether the other copy went on from what is here now, or is the only one."""
        return self.ours is None or (self.base is not None and self.base == self.ours)

    @property
    def has_changed_here(self) -> bool:
        """Return whether the group here has changed since the copies parted."""
        return self.ours is not None and self.ours != self.base

    def merge(self, workspace: Workspace) -> ThreeWayMerge | None:
        """Return the merge of the two copies; None if it is clear which to take. Games played in both count
        together."""
        if self.ours is None or self.is_ahead or not self.has_news:
            return None
        ours = self.ours
        theirs = self.theirs
        base = self.base
        total = self._games_of_both()
        if total is not None and base is not None:
            ours = replace(ours, games=total)
            theirs = replace(theirs, games=total)
            base = replace(base, games=total)
        return ThreeWayMerge(ours, theirs, base, workspace.catalogue)

    def _games_of_both(self) -> int | None:
        """Return how many games a group has played if both copies counted some since; None otherwise."""
        if self.ours is None or self.base is None:
            return None
        before = self.base.games
        if before in (self.ours.games, self.theirs.games):
            return None
        return self.ours.games + self.theirs.games - before


class SequenceCopies(Value):
    """A post-game sequence of the other copy, and the one here after the same game, None for none."""

    theirs: FiledSequence
    ours: SequenceRecord | None
    finished_here: bool

    @property
    def is_news(self) -> bool:
        """Return whether the other copy went further than the one here."""
        if self.ours is None:
            return True
        if self.finished_here:
            return False
        return self.theirs.finished is not None or not self._is_part(self._theirs, self._ours)

    @property
    def is_open(self) -> bool:
        """Return whether both copies have answered differently."""
        return (
            self.ours is not None and self.is_news and not self._is_part(self._ours, self._theirs)
        )

    @property
    def _ours(self) -> list[tuple[Any, ...]]:
        if self.ours is None:
            return []
        answers = self.ours.answers
        return [(a.key, a.value, a.taken_back) for a in answers if a.key != STARTING_POINT]

    @property
    def _theirs(self) -> list[tuple[Any, ...]]:
        answers = self.theirs.answers
        return [(a.key, a.value, a.back) for a in answers if a.key != STARTING_POINT]

    def _is_part(self, answers: list[tuple[Any, ...]], of: list[tuple[Any, ...]]) -> bool:
        return of[: len(answers)] == answers

    def question(self, names: Names) -> Question:
        """Return the question which of the two goes on."""
        game = _("Game {n}", n=names.games.get(self.theirs.game, 0))
        theirs = _("finished")
        if self.theirs.finished is None:
            theirs = _count_of_answers_in_words(len(self._theirs))
        return Question(
            key=f"sequence/{self.theirs.id}",
            subject=names.group(self.theirs.group),
            what=_("Post-game sequence, {game}", game=game),
            before="",
            ours=_count_of_answers_in_words(len(self._ours)),
            theirs=theirs,
        )


def _count_of_answers_in_words(n: int) -> str:
    return ngettext("begun, {n} answer", "begun, {n} answers", n)


class KnownCampaign:
    """Another copy of a campaign that is here: what it brings, and what has to be asked first."""

    def __init__(
        self,
        workspace: Workspace,
        file: CampaignFile,
        merge: CampaignMerge,
        groups: Sequence[GroupCopies],
        sequences: Sequence[SequenceCopies],
        head: int,
        *,
        is_known: bool,
    ) -> None:
        self.file = file
        self.merge = merge
        self.groups = tuple(groups)
        self.sequences = tuple(sequences)
        self.head = head
        #: Whether the other copy's own document is a state that was here.
        self.is_known = is_known
        self._workspace = workspace

    @property
    def campaign(self) -> str:
        """Return the id of the campaign."""
        return self.merge.ours.id

    @cached_property
    def group_merges(self) -> Mapping[str, ThreeWayMerge]:
        """The merges of the groups that both copies have changed, by id."""
        merges = {}
        for copies in self.groups:
            merge = copies.merge(self._workspace)
            if merge is not None:
                merges[copies.id] = merge
        return merges

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Return all that both copies changed: of the campaign, of its groups, of sequences."""
        questions = list(self.merge.questions)
        for group, merge in self.group_merges.items():
            for point in merge.points:
                if point.conflict:
                    questions.append(_group_question(group, merge, point))
        for copies in self.sequences:
            if copies.is_open:
                questions.append(copies.question(self.merge.names))
        return tuple(questions)

    @cached_property
    def coming(self) -> Coming:
        """Return what comes in without being asked."""
        of_campaign = self.merge.coming
        coming = Coming(
            Counter(of_campaign.added), Counter(of_campaign.changed), Counter(of_campaign.removed)
        )
        for copies in self.groups:
            self._count_group(copies, coming)
        for sequence in self.sequences:
            if sequence.is_news and not sequence.is_open:
                kind = coming.added if sequence.ours is None else coming.changed
                kind["sequences"] += 1
        return coming

    def _count_group(self, copies: GroupCopies, coming: Coming) -> None:
        """Count what comes in for a group that is here: members, and whether something else changes."""
        if copies.ours is None or not copies.has_news:
            return
        merge = self.group_merges.get(copies.id)
        if merge is None:
            merge = ThreeWayMerge(
                copies.ours, copies.theirs, copies.ours, self._workspace.catalogue
            )
        is_changed = False
        for point in merge.points:
            if point.taken != "theirs":
                continue
            if point.key != f"member/{point.member}":
                is_changed = True
            elif copies.ours.has_member(point.member):
                coming.removed["members"] += 1
            else:
                coming.added["members"] += 1
        if is_changed:
            coming.changed["groups"] += 1

    @property
    def is_same(self) -> bool:
        """Return whether the other copy has nothing that isn't here."""
        has_news = any(copies.has_news for copies in self.groups)
        return self.is_known and not has_news and not any(s.is_news for s in self.sequences)

    def open_questions(self, choices: Choices) -> tuple[Question, ...]:
        """Return the questions without a choice."""
        return tuple(question for question in self.questions if question.key not in choices)

    def all_of(self, take: Take) -> dict[str, Take]:
        """Return choices that settle all questions in one way."""
        return {question.key: take for question in self.questions}


def _group_question(group: str, merge: ThreeWayMerge, point: Point) -> Question:
    subject = merge.ours.name
    if point.member:
        subject = titled(subject, merge.name_of(point.member))
    return Question(
        key=f"{_group_key(group)}{point.key}",
        subject=subject,
        what=point.what,
        before=point.before,
        ours=point.ours,
        theirs=point.theirs,
    )


def _group_key(group: str) -> str:
    return f"group/{group}/"


class CampaignMerging(Actions):
    """Compares another copy of a campaign with the one here, and merges them."""

    def compare(self, foreign: ForeignCampaign) -> KnownCampaign:
        """Compare the copy in a file with the campaign here. LastDaysError if that isn't here, or the file
        is damaged."""
        workspace = self.workspace
        if not workspace.exists(foreign.campaign_id):
            raise DocumentError(
                "{name} isn't a copy of a campaign that is here, so the two can't be merged. Add it "
                "as a second campaign instead. Nothing was imported.",
                name=foreign.name,
            )
        with workspace.store.reading() as tx:
            file = foreign.values(_ids_elsewhere(tx, foreign))
            return _Comparing(workspace, tx, file).comparison()

    def merge(self, known: KnownCampaign, choices: Choices) -> None:
        """Store the merged campaign as one change. LastDaysError while a question has no choice, if the
        campaign has changed here since the copies were compared, or if what comes of it is out of
        bounds."""
        if known.open_questions(choices):
            raise LastDaysError("For each difference, choose whether to keep ours or take theirs.")
        with self.workspace.store.writing() as tx:
            written = _Writing(self.workspace, tx, known, choices).write()
        for subject, revision in written.items():
            self.workspace.update_seen(subject, revision)
        self.workspace.work_on(self.workspace.worked_on)
        self.workspace.note_changed(*EVERYTHING)

    def choices_settled_by(self, known: KnownCampaign, take: Take | None) -> dict[str, Take]:
        """Return the choices that settle all questions by `take`. DocumentError, which lists the questions,
        if there are any and `take` is None."""
        if take is not None:
            return known.all_of(take)
        if known.questions:
            raise DocumentError(
                "Both copies changed the same things:\n{questions}\nUse --known ours or --known "
                "theirs, or choose one by one in the window. Nothing was imported.",
                questions="\n".join(_lines_of_questions(known.questions)),
            )
        return {}


def _lines_of_questions(questions: Sequence[Question]) -> Iterator[str]:
    """Yield a line for each question, up to some."""
    for question in questions[:_QUESTIONS_NAMED]:
        subject = question.subject
        if question.what:
            subject = titled(subject, question.what)
        yield _("{what} – here: {ours}; in the file: {theirs}").format(
            what=subject, ours=question.ours, theirs=question.theirs
        )
    more = len(questions) - _QUESTIONS_NAMED
    if more > 0:
        yield ngettext("{n} more", "{n} more", more)


def _ids_elsewhere(tx: Transaction, foreign: ForeignCampaign) -> dict[str, str]:
    """Return new ids for what another campaign here has under the ids of a copy. They are the same each
    time, so that a copy can be merged again."""
    taken = tx.index.taken_elsewhere(foreign.campaign_id)
    new_ids = {}
    for table, ids in foreign.ids.items():
        for id in ids:
            if id in taken.get(table, ()):
                new_ids[id] = derived_id(foreign.campaign_id, id)
    return new_ids


class _Comparing:
    """Finds out what the copies of a campaign have in common."""

    def __init__(self, workspace: Workspace, tx: Transaction, file: CampaignFile) -> None:
        self._workspace = workspace
        self._tx = tx
        self._file = file
        self._campaign = file.campaign.id

    def comparison(self) -> KnownCampaign:
        """Return the comparison."""
        states = KnownStates(self._tx, Subject(self._campaign))
        ours = self._workspace.snapshots.campaign_now(self._tx, self._campaign)
        document = group_documents.campaign_document(self._file.campaign)
        lineage = (campaign_digest(document), *self._file.lineage)
        known = states.revision(lineage[0])
        original = states.latest_of(frozenset(lineage))
        base = None
        since = 0
        if original is not None:
            _digest, since = original
            base = self._campaign_at(since)
        theirs = self._file.campaign
        if known is not None:
            since = known
            theirs = self._campaign_at(known)  # it may keep other versions of packs
            base = theirs
        groups = [self._compare_group(group) for group in self._file.histories]
        merge = CampaignMerge(
            ours,
            theirs,
            base,
            self._names_of_all(ours),
            ours_changed=self._groups_changed_here(ours, since),
            theirs_changed={copies.id for copies in groups if copies.has_news},
        )
        head = states.head
        assert head is not None  # the campaign was read
        return KnownCampaign(
            self._workspace,
            self._file,
            merge,
            groups,
            [self._compare_sequence(filed) for filed in self._file.sequences],
            head,
            is_known=known is not None,
        )

    def _campaign_at(self, revision: int) -> Campaign:
        return self._workspace.snapshots.campaign(self._tx, self._tx.revisions.mark_of(revision))

    def _groups_changed_here(self, ours: Campaign, since: int) -> set[str]:
        """Return the groups that have changed here since a revision of the campaign."""
        changed = set()
        for group in ours.groups:
            head = self._tx.revisions.head_id(Subject(self._campaign, group))
            if head is not None and head > since:
                changed.add(group)
        return changed

    def _names_of_all(self, ours: Campaign) -> Names:
        groups = {id: history[-1].group.name for id, history in self._file.histories.items()}
        for group in self._tx.index.groups_of_season(ours.all_groups):
            groups[group.id] = group.name
        games = {game.id: game.number for game in self._file.campaign.all_games}
        games.update({game.id: game.number for game in ours.all_games})
        return Names(self._workspace.catalogue, groups, games)

    def _compare_group(self, group: str) -> GroupCopies:
        history = self._file.histories[group]
        latest = len(history) - 1
        subject = Subject(self._campaign, group)
        states = KnownStates(self._tx, subject)
        ours = None
        if states.head is not None:
            ours = self._workspace.snapshots.group_at(self._tx, states.head)
        common = None
        places = {_digest_of(history[latest]): latest}
        if ours is not None:
            common = states.latest_of(places)
        if ours is not None and common is None:
            places = {_digest_of(revision): place for place, revision in enumerate(history)}
            common = states.latest_of(places)
        base = None
        parted = None
        if common is not None:
            digest, revision = common
            parted = places[digest]
            base = self._workspace.snapshots.group_at(self._tx, revision)
        return GroupCopies(
            id=group,
            ours=ours,
            theirs=history[-1].group,
            base=base,
            parted=parted,
            head=states.head,
            latest=latest,
        )

    def _compare_sequence(self, filed: FiledSequence) -> SequenceCopies:
        sequences = self._tx.sequences
        id_here: str | None = filed.id
        if not self._tx.has("sequences", [filed.id]):
            id_here = sequences.begun(self._campaign, filed.group, filed.game)
        if id_here is None:
            return SequenceCopies(filed, None, finished_here=False)
        record = sequences.sequence(id_here)
        return SequenceCopies(filed, record, finished_here=sequences.is_finished(record))


def _digest_of(revision: FiledRevision) -> str:
    return revision_digest(group_documents.group_document(revision.group))


class _Writing:
    """Writes a merged campaign: the other copy's histories, then a revision of each document that it
    changes, all made by one change."""

    def __init__(
        self, workspace: Workspace, tx: Transaction, known: KnownCampaign, choices: Choices
    ) -> None:
        self._workspace = workspace
        self._tx = tx
        self._known = known
        self._choices = choices
        self._campaign = known.campaign
        self._written: dict[Subject, int] = {}
        #: The revisions here of the other copy's histories, by group and place, and of its own document.
        self._brought: dict[str, dict[int, int]] = {}
        self._other_copy = known.head

    def write(self) -> dict[Subject, int]:
        """Write all of it, and return the new revisions."""
        self._refuse_overtaken()
        known = self._known
        tx = self._tx
        now = self._workspace.clock()
        name = known.merge.ours.name
        for picture in known.file.portraits.values():
            tx.paper.add_portrait(picture)
        news = [copies for copies in known.groups if copies.has_news]
        for copies in news:
            if copies.ours is None and not tx.has("groups", [copies.id]):
                tx.index.add_group(copies.id, self._campaign, copies.theirs.name)
        self._bring_histories(news, now)
        if not known.is_known:
            self._bring_campaign(now)
        # after those that came with it, as in a history changes follow one another
        merged = tx.revisions.add_change(
            self._campaign, CampaignMerged(name, known.file.lineage), now
        )
        names = self._names_elsewhere(news)
        for copies in news:
            group = self._merged_group(copies)
            group = replace(group, name=group_documents.numbered(group.name, names))
            names.append(group.name)
            self._write_group(copies, group, merged)
        self._write_campaign(merged)
        for sequence in known.sequences:
            self._write_sequence(sequence)
        return self._written

    def _refuse_overtaken(self) -> None:
        """Raise LastDaysError if something has changed here since the copies were compared."""
        known = self._known
        heads = {Subject(self._campaign): known.head}
        for copies in known.groups:
            if copies.head is not None:
                heads[Subject(self._campaign, copies.id)] = copies.head
        for subject, head in heads.items():
            if self._tx.revisions.head_id(subject) != head:
                raise LastDaysError(
                    "{name} has changed here since the two were compared. Nothing was "
                    "imported: compare them again.",
                    name=known.merge.ours.name,
                )

    def _names_elsewhere(self, news: Sequence[GroupCopies]) -> list[str]:
        """Return the names of the groups that aren't written."""
        written = {copies.id for copies in news}
        groups = self._tx.index.groups(self._campaign)
        return [group.name for group in groups if group.id not in written]

    # Histories

    def _bring_histories(self, news: Sequence[GroupCopies], now: str) -> None:
        """Write the states of groups that aren't here, in the order of their changes."""
        by_change: dict[int, list[tuple[GroupCopies, int]]] = {}
        for copies in news:
            self._brought[copies.id] = {}
            history = self._known.file.histories[copies.id]
            first = 0 if copies.parted is None else copies.parted + 1
            if copies.parted is not None and not copies.is_ahead:
                # what follows started from here, not from the state that it is written after
                parted = self._add_change(CopiesParted(), now)
                self._bring_revision(copies, copies.parted, parted)
            for place in range(first, len(history)):
                by_change.setdefault(history[place].change, []).append((copies, place))
        for change_place in sorted(by_change):
            filed = self._known.file.changes[change_place]
            change = self._add_change(read_change(filed.kind, filed.facts), filed.at)
            for copies, place in by_change[change_place]:
                self._bring_revision(copies, place, change)

    def _add_change(self, change: Any, at: str) -> int:
        return self._tx.revisions.add_change(self._campaign, change, at, brought=True)

    def _bring_revision(self, copies: GroupCopies, place: int, change: int) -> None:
        """Write a state of the other copy's history after those before it."""
        brought = self._brought[copies.id]
        parent = max(brought.values(), default=copies.head)
        group = self._known.file.histories[copies.id][place].group
        brought[place] = self._tx.revisions.add_past(
            change,
            Subject(self._campaign, copies.id),
            parent,
            group_documents.group_document(group),
            group_documents.figures(group, self._workspace.catalogue),
        )

    def _number_at(self, group: str, place: int) -> int:
        """Return the revision here of a place in the other copy's history of a group."""
        brought = self._brought.get(group, {})
        if place in brought:
            return brought[place]
        subject = Subject(self._campaign, group)
        state = self._known.file.histories[group][place]
        number = KnownStates(self._tx, subject).revision(_digest_of(state))
        if number is None:
            number = self._tx.revisions.mark(subject).revision
        return number

    # Documents

    def _merged_group(self, copies: GroupCopies) -> Group:
        merge = self._known.group_merges.get(copies.id)
        if merge is None:
            return copies.theirs
        prefix = _group_key(copies.id)
        choices: dict[str, Take] = {}
        for key, take in self._choices.items():
            if key.startswith(prefix):
                choices[key.removeprefix(prefix)] = take
        merged = merge.merged_group(choices, self._workspace.new_id)
        twice = self._games_counted_twice(copies.id)
        return replace(merged, games=max(0, merged.games - twice))

    def _games_counted_twice(self, group: str) -> int:
        """Return how many games a group has counted in both copies that turn out to be the same."""
        finished_in_file = set()
        for sequence in self._known.file.sequences:
            if sequence.group == group and sequence.finished is not None:
                finished_in_file.add(sequence.game)
        finished_here = set()
        for listed in self._tx.sequences.listed_of(group):
            if listed.finished is not None:
                finished_here.add(listed.game)
        finished = finished_here | finished_in_file
        kept_for_dropped = self._known.merge.kept_for_dropped(self._choices)
        count = 0
        for dropped_game, kept_game in kept_for_dropped.items():
            if dropped_game in finished and kept_game in finished:
                count += 1
        return count

    def _write_group(self, copies: GroupCopies, group: Group, change: int) -> None:
        catalogue = self._workspace.catalogue
        faults = problems(group, catalogue, foreign=True)
        if faults:
            raise LastDaysError(" ".join([*faults, _("Nothing was changed.")]))
        subject = Subject(self._campaign, copies.id)
        parent = max(self._brought[copies.id].values(), default=copies.head)
        document = group_documents.group_document(group)
        figures = group_documents.figures(group, catalogue)
        revision = self._tx.revisions.add_past(change, subject, parent, document, figures)
        self._tx.revisions.set_head(subject, revision, group)
        self._written[subject] = revision

    def _bring_campaign(self, now: str) -> None:
        """Write the other copy's own document."""
        theirs = self._known.merge.theirs
        self._other_copy = self._tx.revisions.add_past(
            self._add_change(OtherCopy(), now),
            Subject(self._campaign),
            self._known.head,
            group_documents.campaign_document(theirs),
            group_documents.campaign_figures(theirs),
        )

    def _write_campaign(self, change: int) -> None:
        """Write the campaign even if it stays the same: there the merge is undone."""
        campaign = self._known.merge.merged_campaign(self._choices)
        faults = campaign_problems(campaign)
        if faults:
            raise LastDaysError(" ".join([*faults, _("Nothing was changed.")]))
        subject = Subject(self._campaign)
        revision = self._tx.revisions.add_past(
            change,
            subject,
            self._other_copy,
            group_documents.campaign_document(campaign),
            group_documents.campaign_figures(campaign),
        )
        self._tx.revisions.set_head(subject, revision, campaign)
        self._written[subject] = revision

    # Sequences

    def _write_sequence(self, copies: SequenceCopies) -> None:
        """Write a sequence that isn't here, or go on with the one that is."""
        filed = copies.theirs
        is_double = filed.game in self._known.merge.kept_for_dropped(self._choices)
        if not copies.is_news or is_double:
            return
        if copies.is_open and self._choices.get(f"sequence/{filed.id}") != "theirs":
            return
        if copies.ours is None:
            self._add_sequence(filed)
            id_here = filed.id
        else:
            id_here = copies.ours.id
            while self._tx.sequences.undo_answer(id_here):
                continue  # to the beginning: the answers stay stored, but no longer count
        self._write_answers(id_here, filed)

    def _add_sequence(self, filed: FiledSequence) -> None:
        base = self._starting_number(filed, filed.base)
        record = new_sequence_record(filed, self._campaign, base)
        self._tx.sequences.add(record)

    def _write_answers(self, sequence: str, filed: FiledSequence) -> None:
        sequences = self._tx.sequences
        for answer in filed.answers:
            value = answer.value
            if answer.key == STARTING_POINT and not answer.back:
                value = {**value, "group": self._starting_number(filed, value["group"])}
            sequences.add_answer(
                sequence, answer.key, value, answer.how, answer.who, filed.at, back=answer.back
            )
        if filed.finished is not None:
            sequences.finish(sequence, self._number_at(filed.group, filed.finished))

    def _starting_number(self, filed: FiledSequence, place: int) -> int:
        """Return the revision that a sequence starts from. One that is half done goes on from the merged
        group if that is the same."""
        number = self._number_at(filed.group, place)
        written = self._written.get(Subject(self._campaign, filed.group))
        if filed.finished is not None or written is None:
            return number
        snapshots = self._workspace.snapshots
        is_same = snapshots.group_at(self._tx, number) == snapshots.group_at(self._tx, written)
        return written if is_same else number
