"""Post-game sequences: begun, answered, replayed when something beneath them has changed, finished;
with what each is played from, and the replays that are kept."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import asdict, replace

from lastdays.campaign.changed import GroupChanged, SequenceAnswered, SequencesChanged
from lastdays.campaign.documents import group_documents
from lastdays.campaign.documents.bounds import problems
from lastdays.campaign.documents.differences import Difference, compare_records
from lastdays.campaign.documents.group_documents import read_campaign, read_switches
from lastdays.campaign.overview import sequences_of, unsaid_in
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError, RuleError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import CaptiveLost, PostGameFinished, RescueDeclined, unfolded
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group
from lastdays.model.switches import Switches
from lastdays.postgame.context import STEPS, PostGameContext
from lastdays.postgame.gear_moves import ArrangeGear, apply_moves
from lastdays.postgame.jobs import ArrangeJobs, ArrangeRecruit
from lastdays.postgame.leadership import ArrangeArms
from lastdays.postgame.refuge_fate import ChooseOfRefuge
from lastdays.postgame.sequence import Aftermath, post_game
from lastdays.procedure import dice as program_dice
from lastdays.procedure.asks import Ask, Tell
from lastdays.procedure.odds import PATIENT_PLACES, PLACES_AT_ONCE, Odds, walk
from lastdays.procedure.replay import Answer, Answers, How, Replayed, replay
from lastdays.store import SequenceRecord, Subject, Transaction
from lastdays.values import Value

#: So many replays are kept: of all groups of a campaign, and what undo goes back to.
KEPT = 32


class KeptReplays:
    """The replays of sequences that were looked at last."""

    def __init__(self) -> None:
        self._kept: list[tuple[Group, PostGameContext, Answers, Replayed[Aftermath]]] = []

    def replayed(
        self, group: Group, context: PostGameContext, answers: Answers
    ) -> Replayed[Aftermath]:
        """Return what a sequence comes to, played by a group in a context with these answers."""
        for n, (*played, known) in enumerate(self._kept):
            if played == [group, context, answers]:
                self._kept.append(self._kept.pop(n))
                return known
        found = replay(lambda: post_game(group, context), answers, STEPS, keep_raised=True)
        if found.raised is None:
            self._kept = [*self._kept[1 - KEPT :], (group, context, dict(answers), found)]
        return found


#: The changes by which it is settled elsewhere what became of a captive.
SETTLING = (RescueDeclined, CaptiveLost)
#: The key under which a sequence keeps what it is played from; the latest counts.
STARTING_POINT = "basis"


class StartingPoint(Value):
    """What a sequence is played from: the group's revision, the rulebook's digest, the switches,
    and the record of the game as it was then. `gone` are the captives of other groups whose gear
    was given out or lost on their group's page already."""

    group: int
    rulebook: str
    switches: Switches
    game: GameRecord
    gone: tuple[str, ...] = ()

    @property
    def played(self) -> GameRecord:
        """Return the record without the gear that is gone."""
        sides = tuple(
            replace(
                side,
                captives=tuple(
                    replace(c, gear=()) if c.member in self.gone else c for c in side.captives
                ),
            )
            for side in self.game.sides
        )
        return replace(self.game, sides=sides)

    def to_json(self) -> dict[str, Any]:
        """Return the basis as plain JSON, with every switch: those that come later have their
        defaults."""
        return {**to_builtins(self), "switches": asdict(self.switches)}


def starting_point_of(tx: Transaction, record: SequenceRecord, campaign: Campaign) -> StartingPoint:
    """Return what a sequence is played from: what it kept last. One begun before sequences kept a
    record has that of the time when it was finished, or begun."""
    for given in reversed(record.answers):
        if given.key == STARTING_POINT:
            return convert(given.value, StartingPoint)
    game = campaign.game(record.game)
    revision = starting_revision(tx, record)
    if revision is not None:
        games = read_campaign(tx.revisions.revision(revision).document).games
        game = next((g for g in games if g.id == record.game), game)
    return StartingPoint(record.base, record.rulebook, read_switches(record.switches), game)


def starting_revision(tx: Transaction, record: SequenceRecord) -> int | None:
    """Return the revision of a campaign's records that counted when a sequence was finished, or
    begun: one that kept no record of its own is played from that. None where there is none."""
    for entry in tx.revisions.history(Subject(record.campaign)):
        then = (
            entry.at <= record.at if record.finished is None else entry.revision < record.finished
        )
        if then and entry.current:
            return entry.revision
    return None


def gone_captives(tx: Transaction, campaign: str, game: GameRecord) -> tuple[str, ...]:
    """List the captives of a game of whom it was settled elsewhere what became of them and their
    gear: the rescue was declined on their group's page, or they were noted as lost."""
    return tuple(
        captive.member
        for side in game.sides
        if side.captives and side.group
        for entry in tx.revisions.history(Subject(campaign, side.group))
        if entry.current and isinstance(change := unfolded(entry.change), SETTLING)
        for captive in side.captives
        if change.captive == captive.member
    )


log = logging.getLogger("lastdays")

#: Keys of forms that are being filled in.
DRAFT = "draft/"
#: Asks that show the group as it has become by then.
_FORMS = (ArrangeGear, ArrangeJobs, ArrangeRecruit, ArrangeArms, ChooseOfRefuge)


class SequenceView(Value, dict=True):
    """A sequence as the window shows it: where it stands, and what has changed beneath it.

    `base_changed`: the group is not the one the sequence began with; `rules_changed`: rulebook
    or switches are not; `corrected`: how the record of the game differs from the one it began
    with. None is merged silently: `rebase` starts it over with the answers. A finished sequence
    keeps the record that it was finished with. `undoes_rebase`: undo takes such a start back.
    """

    id: str
    campaign: Campaign
    game: GameRecord
    before: Group
    replayed: Replayed[Aftermath]
    context: PostGameContext
    finished: bool
    base_changed: bool
    rules_changed: bool
    corrected: tuple[Difference, ...]
    can_undo: bool
    undoes_rebase: bool
    can_redo: bool
    drafts: Mapping[str, Any]

    @property
    def pending(self) -> Ask | None:
        """Return the ask that waits for an answer."""
        return self.replayed.pending

    @property
    def step(self) -> str:
        """Return the step of the sequence that it stands at, '' at its end."""
        return step_reached(self.replayed)

    @property
    def stuck(self) -> str:
        """Say what keeps the sequence from going on, in a sentence; '' where nothing does."""
        raised = self.replayed.raised
        if raised is None:
            return ""
        reason = str(raised) if isinstance(raised, LastDaysError) else type(raised).__name__
        return _(
            "The sequence can't go on from here ({reason}). Nothing is lost: undo the latest "
            "answer, or select a line and change the answer behind it.",
            reason=reason,
        )

    @property
    def after(self) -> Group | None:
        """Return the group as the sequence would leave it; None until it has run to its end."""
        return self.replayed.result.group if self.replayed.result else None

    @cached_property
    def group_now(self) -> Group:
        """The group as the last form of the sequence showed it, or as it was before."""
        if self.after is not None:
            return self.after
        if isinstance(self.pending, _FORMS):
            return self.pending.group
        for entry in reversed(self.replayed.asked):
            if isinstance(entry.ask, ArrangeGear):
                return apply_moves(entry.ask.group, entry.value, entry.ask.catalogue)
            if isinstance(entry.ask, _FORMS):
                return entry.ask.group
        return self.before

    def asked(self, key: str) -> Ask | None:
        """Find an ask that is in force or pending, by key."""
        if self.pending is not None and self.pending.key == key:
            return self.pending
        for entry in self.replayed.asked:
            if entry.ask.key == key:
                return entry.ask
        return None


def step_reached(replayed: Replayed[Aftermath]) -> str:
    """Return the step of the sequence that a replay stands at, '' at its end."""
    if replayed.pending is not None:
        return replayed.pending.key.split("/")[0]
    if replayed.raised is None:
        return ""
    last = replayed.log[-1] if replayed.log else Tell(STEPS[0], "")
    return last.step if isinstance(last, Tell) else last.ask.key.split("/")[0]


class OpenSequence(Value):
    """A line about a sequence: whose, after which game, and whether it is finished."""

    id: str
    group: str
    group_name: str
    game: str
    number: int
    encounter: str
    finished: bool


class PostGameActions:
    """Leading sequences from start to Finish."""

    def __init__(self, workspace: Workspace, source: program_dice.RandomSource) -> None:
        self.workspace = workspace
        self.source = source
        self._replays = KeptReplays()

    def sequences(self, campaign: str) -> list[OpenSequence]:
        """List the sequences of a campaign whose game still stands, in the order they were begun."""
        view = self.workspace.campaign(campaign)
        games = view.campaign.games_by_id
        names = {g.id: g.name for g in view.groups}
        return [
            OpenSequence(
                listed.sequence,
                listed.group,
                names[listed.group],
                listed.game,
                games[listed.game].number,
                games[listed.game].encounter,
                listed.finished is not None,
            )
            for listed in sequences_of(self.workspace.store, self.workspace.snapshots, campaign)
            if listed.game in games and listed.group in names
        ]

    def begin(self, campaign: str, game_id: str, group: str) -> str:
        """Begin the sequence of a group after a game; its id, or that of the one begun before.

        Raises RuleError for a group that did not take part, and where the record leaves open what
        became of a captive of the group or held by it: nobody dies for want of an answer.
        """
        view = self.workspace.campaign(campaign)
        game = view.campaign.game(game_id)
        if game.side_of(group) is None:
            raise RuleError("That group did not take part in this game.")
        with self.workspace.store.reading() as tx:
            begun = tx.sequences.begun(campaign, group, game_id)
            if begun is not None:
                return begun
            unsaid = unsaid_in(tx, self.workspace.snapshots, view.campaign, game_id, group)
        if unsaid:
            raise RuleError(unsaid)
        with self.workspace.store.writing() as tx:
            begun = tx.sequences.begun(campaign, group, game_id)
            if begun is not None:
                return begun
            head = tx.revisions.head(Subject(campaign, group))
            sequence = SequenceRecord(
                id=self.workspace.new_id(),
                campaign=campaign,
                group=group,
                game=game_id,
                base=head.revision,
                rulebook=self.workspace.catalogue.digest,
                switches=asdict(view.campaign.switches),
                finished=None,
                answers=(),
                undone=False,
                at=self.workspace.clock(),
            )
            tx.sequences.add(sequence)
            basis = self._from_now(tx, view.campaign, game_id, head.revision)
            self._add(tx, sequence.id, STARTING_POINT, basis.to_json())
        self.workspace.tell(SequencesChanged(campaign))
        return sequence.id

    def view(self, sequence: str) -> SequenceView:
        """Read a sequence, replayed over its answers; StoreError where there is none."""
        with self.workspace.store.reading() as tx:
            return self._view(tx, sequence)

    def replayed(
        self, tx: Transaction, campaign: Campaign, group: str, game: str, sequence: str
    ) -> Replayed[Aftermath]:
        """Return what a sequence of a group has come to, without all that its page shows; one that
        is not begun, '', has come to its first ask."""
        snapshots = self.workspace.snapshots
        given = {}
        if sequence:
            record = tx.sequences.sequence(sequence)
            basis, given = starting_point_of(tx, record, campaign), _given(record)
        else:
            head = tx.revisions.mark(Subject(campaign.id, group)).revision
            basis = self._from_now(tx, campaign, game, head)
        before = snapshots.group_at(tx, basis.group)
        context = PostGameContext(self.workspace.catalogue, basis.switches, basis.played, group)
        return self._replays.replayed(before, context, _in_force(given))

    def _view(self, tx: Transaction, sequence: str) -> SequenceView:
        record = tx.sequences.sequence(sequence)
        snapshots = self.workspace.snapshots
        campaign = snapshots.campaign_now(tx, record.campaign)
        basis = starting_point_of(tx, record, campaign)
        before = snapshots.group_at(tx, basis.group)
        context = PostGameContext(
            self.workspace.catalogue,
            basis.switches,
            basis.played,
            record.group,
        )
        finished = tx.sequences.is_finished(record)
        given = _given(record)
        replayed = self._replays.replayed(before, context, _in_force(given))
        if replayed.raised is not None:
            log.error("sequence %s: %r", sequence, replayed.raised, exc_info=replayed.raised)
        head = tx.revisions.head_id(Subject(record.campaign, record.group))
        return SequenceView(
            id=record.id,
            campaign=campaign,
            game=basis.game,
            before=before,
            replayed=replayed,
            context=context,
            finished=finished,
            base_changed=not finished and head != basis.group,
            rules_changed=not finished
            and (
                basis.rulebook != self.workspace.catalogue.digest
                or campaign.switches != basis.switches
            ),
            corrected=self._corrected(tx, basis.game, campaign, before),
            can_undo=_undoable(record) and not finished,
            undoes_rebase=_undoable(record) and record.answers[-1].key == STARTING_POINT,
            can_redo=record.undone and not finished,
            drafts={
                key.removeprefix(DRAFT): answer.value
                for key, answer in given.items()
                if key.startswith(DRAFT)
            },
        )

    def _corrected(
        self, tx: Transaction, kept: GameRecord, campaign: Campaign, group: Group
    ) -> tuple[Difference, ...]:
        """List how the record as it is now differs from the one a sequence is played from."""
        now = campaign.game(kept.id)
        if now == kept:
            return ()
        names = {m.id: m.name for m in group.members}
        for side in (*kept.sides, *now.sides):
            subject = Subject(campaign.id, side.group)
            if side.group and side.group != group.id and tx.revisions.head_id(subject) is not None:
                rivals = self.workspace.snapshots.group_now(tx, subject)
                names |= {m.id: m.name for m in rivals.members if m.id not in names}
        return tuple(compare_records(kept, now, group.id, names, self.workspace.catalogue))

    def answer(self, sequence: str, key: str, value: Any, how: How, who: str = "") -> None:
        """Answer the pending ask, or change an earlier answer; stored at once.

        Raises RuleError, and stores nothing, for dice that cannot be and choices that are gone.
        """
        with self._answering(sequence) as tx:
            view = self._view(tx, sequence)
            if view.finished:
                raise RuleError("This sequence is finished. Undo it on the group's page first.")
            ask = view.asked(key)
            if ask is None:
                raise RuleError("That question is no longer asked.")
            ask.accept(value)
            self._add(tx, sequence, key, value, how, who)

    @contextmanager
    def _answering(self, sequence: str) -> Iterator[Transaction]:
        """Write to the answers of a sequence, and note that they have changed."""
        with self.workspace.store.writing() as tx:
            yield tx
        self.workspace.tell(SequenceAnswered(sequence))

    def _add(
        self,
        tx: Transaction,
        sequence: str,
        key: str,
        value: Any,
        how: How = "chosen",
        who: str = "",
        *,
        back: bool = False,
    ) -> None:
        at = self.workspace.clock()
        tx.sequences.add_answer(sequence, key, value, how, who, at, back=back)

    def _from_now(
        self, tx: Transaction, campaign: Campaign, game: str, group: int
    ) -> StartingPoint:
        """Return what a sequence is played from if it begins now, with this revision of its group."""
        played = campaign.game(game)
        gone = gone_captives(tx, campaign.id, played)
        return StartingPoint(
            group, self.workspace.catalogue.digest, campaign.switches, played, gone
        )

    def roll(self, sequence: str, key: str, who: str = "") -> Any:
        """Answer an ask with the program's dice; what they showed. RuleError where none are rolled."""
        with self.workspace.store.reading() as tx:
            ask = self._view(tx, sequence).asked(key)
        if ask is None or not program_dice.can_be_rolled(ask):
            raise RuleError("There is nothing to roll.")
        value = program_dice.roll(ask, self.source)
        self.answer(sequence, key, value, "rolled", who)
        return value

    def draft(self, sequence: str, key: str, value: Any) -> None:
        """Keep a form as it stands, before it is an answer: a killed process loses nothing."""
        with self._answering(sequence) as tx:
            self._add(tx, sequence, DRAFT + key, value)

    def take_back(self, sequence: str, key: str) -> None:
        """Take an answer back; the sequence asks again where it stood."""
        with self._answering(sequence) as tx:
            self._add(tx, sequence, key, None, back=True)

    def undo(self, sequence: str) -> None:
        """Undo the last answer, or the last change of one; RuleError where there is none."""
        with self._answering(sequence) as tx:
            view = self._view(tx, sequence)
            if not view.can_undo or not tx.sequences.undo_answer(sequence):
                raise RuleError("There is nothing to undo.")

    def redo(self, sequence: str) -> None:
        """Bring back what was undone last; RuleError where there is nothing."""
        with self._answering(sequence) as tx:
            if tx.sequences.is_finished(
                tx.sequences.sequence(sequence)
            ) or not tx.sequences.redo_answer(sequence):
                raise RuleError("There is nothing to redo.")

    def rebase(self, sequence: str) -> None:
        """Replay a sequence on the group, record, rulebook and switches as they are now; undo
        brings back those it was played on. RuleError where it is finished, or the group took no
        part."""
        with self._answering(sequence) as tx:
            record = tx.sequences.sequence(sequence)
            if tx.sequences.is_finished(record):
                raise RuleError("This sequence is finished. Undo it on the group's page first.")
            campaign = self.workspace.snapshots.campaign_now(tx, record.campaign)
            head = tx.revisions.head(Subject(record.campaign, record.group))
            if campaign.game(record.game).side_of(record.group) is None:
                raise RuleError("That group did not take part in this game.")
            basis = self._from_now(tx, campaign, record.game, head.revision)
            self._add(tx, sequence, STARTING_POINT, basis.to_json())

    def finish(self, sequence: str) -> None:
        """Change the group to what the sequence came to: one transaction, one revision.

        Raises RuleError where it has not come to its end, LastDaysError where what it stands on
        has changed since.
        """
        with self.workspace.store.writing() as tx:
            view = self._view(tx, sequence)
            after = view.after
            if view.stuck:
                raise RuleError(view.stuck)
            if view.finished or after is None:
                raise RuleError("The sequence has not come to its end.")
            if view.base_changed or view.rules_changed:
                raise LastDaysError(
                    "The group or its rules have changed since: replay the sequence first."
                )
            found = problems(after, self.workspace.catalogue, [view.before], foreign=True)
            if found:
                raise LastDaysError(" ".join(found))
            subject = Subject(view.campaign.id, after.id)
            finished = PostGameFinished(view.game.number, view.game.encounter)
            change = tx.revisions.add_change(view.campaign.id, finished, self.workspace.clock())
            revision = tx.revisions.add(
                change,
                subject,
                after,
                group_documents.group_document(after),
                group_documents.figures(after, self.workspace.catalogue),
            )
            tx.sequences.finish(sequence, revision)
        self.workspace.tell(
            GroupChanged(after.id), SequenceAnswered(sequence), SequencesChanged(view.campaign.id)
        )

    def odds(self, view: SequenceView, ask: Ask, *, patient: bool = False) -> Odds | None:
        """Work out what hangs on an ask, given the answers before it, walked once for every wish.

        None where nothing does, or there are too many possibilities to work out: at once or, for
        who is `patient`, at all. It reads nothing of the store.
        """
        if ask.stake is None:
            return None
        known = {}
        for entry in view.replayed.asked:
            if entry.ask.key == ask.key:
                break
            known[entry.ask.key] = entry.value
        return walk(ask.stake, known, PATIENT_PLACES if patient else PLACES_AT_ONCE)


def _undoable(record: SequenceRecord) -> bool:
    """Tell whether there is an answer to undo: what a sequence began from is none."""
    if not record.answers:
        return False
    last = record.answers[-1]
    return last.key != STARTING_POINT or last.parent is not None


def _in_force(given: Answers) -> dict[str, Answer]:
    """Return the last answer given to each ask; drafts of forms and the basis are none."""
    return {k: a for k, a in given.items() if k != STARTING_POINT and not k.startswith(DRAFT)}


def _given(record: SequenceRecord) -> dict[str, Answer]:
    """Return the last value given to each key, in the order the keys were first given one."""
    answers: dict[str, Answer] = {}
    for given in record.answers:
        if given.taken_back:
            answers.pop(given.key, None)
        else:
            answers[given.key] = Answer(given.value, known_how(given.how), given.who)
    return answers


def known_how(text: str) -> How:
    """Return how an answer was given; what isn't known was chosen."""
    return text if text in ("rolled", "typed", "set") else "chosen"  # type: ignore[return-value]
