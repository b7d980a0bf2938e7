"""Post-game sequences: beginning, answering, replaying after a change of what they started from,
finishing; their transcript, and the progress of groups after a game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from lastdays.campaign.overview import GroupProgress, NextStep, captive_left_open
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError, RuleError, StoreError
from lastdays.language import _, chained
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
from lastdays.procedure.asks import Arrange, Ask, Choose, Draw, Roll, Sum, Tell
from lastdays.procedure.odds import PATIENT_PLACES, PLACES_AT_ONCE, Odds, walk
from lastdays.procedure.replay import Answer, Answers, Asked, How, Replayed, replay
from lastdays.store import SequenceRecord, Subject, Transaction
from lastdays.values import Value


class StoryLine(Value, dict=True):
    """A sentence and the answers that led to it."""

    step: str
    text: str
    about: str = ""
    kind: str = ""
    asked: tuple[Asked, ...] = ()

    @cached_property
    def with_dice(self) -> str:
        """Return the sentence with its dice: 'Zeke: Full Recovery. (3+4, rolled)'."""
        dice = [dice_in_words(asked) for asked in self.asked]
        dice_in_one = chained(text for text in dice if text)
        if not dice_in_one:
            return self.text
        return f"{self.text} ({dice_in_one})"


def story_lines(replayed: Replayed[Any]) -> Iterator[StoryLine]:
    """Yield the lines of a sequence so far; answers belong to the sentence after them."""
    answers_since: list[Asked] = []
    for entry in replayed.log:
        if isinstance(entry, Tell):
            yield StoryLine(entry.step, entry.text, entry.about, entry.kind, tuple(answers_since))
            answers_since = []
        else:
            answers_since.append(entry)
    if not answers_since:
        return
    choices = [asked for asked in answers_since if not dice_in_words(asked)]
    text = _choice_in_words(choices[-1]) if choices else _("The dice so far")
    yield StoryLine(answers_since[-1].ask.step, text, asked=tuple(answers_since))


def _choice_in_words(asked: Asked) -> str:
    """Say what was chosen, with the question if needed: 'Ed may shift one roll by one: Row 4'."""
    answer = answer_in_words(asked)
    if not isinstance(asked.ask, Choose):
        return answer
    for option in asked.ask.options:
        if option.key == asked.value and option.told:
            return option.told
    question = asked.ask.question
    if question.endswith("?"):
        return f"{question} {answer}"
    return _("{question}: {answer}", question=question.rstrip("."), answer=answer)


def how_in_words(how: str) -> str:
    """Say how an answer was given: 'rolled', 'typed', 'set by hand'."""
    match how:  # not a dict, which would translate all for every line
        case "rolled":
            return _("rolled")
        case "typed":
            return _("typed")
        case "set":
            return _("set by hand")
    return _("chosen")


def dice_in_words(asked: Asked) -> str:
    """Say what dice showed: '3+4, rolled'; '' for choices."""
    how = how_in_words(asked.answer.how)
    if asked.answer.who:
        how = f"{how}, {asked.answer.who}"
    match asked.ask:
        case Roll():
            faces = "+".join(str(face) for face in asked.value)
            return f"{faces}, {how}"
        case Sum(dice=dice):
            total = f"{asked.value}+{dice.plus}" if dice.plus else str(asked.value)
            return f"{total}, {how}"
        case Draw():
            drawn = _("drawn")
            return f"{drawn}, {how}"
    return ""


def answer_in_words(asked: Asked) -> str:
    """Say what was answered."""
    match asked.ask:
        case Roll() | Sum():
            return dice_in_words(asked)
        case Choose(options=options) | Draw(options=options):
            labels = {option.key: option.label for option in options}
            return labels[asked.value]
        case Arrange():
            return _("arranged")
    return ""


def step_name(step: str) -> str:
    """Return the heading of a step of the sequence."""
    match step:  # not a dict, which would translate all for every line
        case "encounter":
            return _("Encounter")
        case "injuries":
            return _("Injuries")
        case "experience":
            return _("Experience")
        case "supplies":
            return _("Supplies")
        case "gear":
            return _("Gear")
        case "upkeep":
            return _("Upkeep")
        case "jobs":
            return _("Jobs")
        case "attack":
            return _("Zombie Attack")
        case "refuge":
            return _("Refuge")
        case "after":
            return _("Last steps")
    raise KeyError(step)


def key_in_words(key: str, names: Mapping[str, str]) -> str:
    """Return the key of an answer in words; `names` are members' by id."""
    step, *parts = key.split("/")
    words = [names.get(part, part.replace("-", " ")) for part in parts]
    return " · ".join([step_name(step), *words])


#: How many replays are cached: those of all groups of a campaign, and earlier states for undo.
KEPT = 32


#: What a replay comes from: the group, the context, and the answers.
_Origin = tuple[Group, PostGameContext, Answers]


class ReplayCache:
    """A cache of the latest replays of sequences."""

    def __init__(self) -> None:
        #: The latest used comes last.
        self._replays: list[tuple[_Origin, Replayed[Aftermath]]] = []

    def replayed(
        self, group: Group, context: PostGameContext, answers: Answers
    ) -> Replayed[Aftermath]:
        """Return the replay of a group's sequence in a context with some answers."""
        origin = (group, context, answers)
        for place, (known_origin, known_replay) in enumerate(self._replays):
            if known_origin == origin:
                self._replays.append(self._replays.pop(place))
                return known_replay
        replayed = replay(lambda: post_game(group, context), answers, STEPS, keep_raised=True)
        if replayed.raised is None:
            del self._replays[: 1 - KEPT]
            self._replays.append(((group, context, dict(answers)), replayed))
        return replayed


#: The changes that settle a captive's fate outside a sequence.
SETTLING = (RescueDeclined, CaptiveLost)
#: The key of an answer with the sequence's starting point; the latest is in force.
STARTING_POINT = "basis"


class StartingPoint(Value):
    """What a sequence starts from: the group's revision, the rulebook's digest, the switches, and the
    game record at that time. `gone` are captives of other groups whose gear was already given out or
    lost, `counters` the values of the campaign's."""

    group: int
    rulebook: str
    switches: Switches
    game: GameRecord
    gone: tuple[str, ...] = ()
    counters: Mapping[str, int] = {}

    @property
    def played(self) -> GameRecord:
        """Return the game record without the gear that is gone."""
        sides = []
        for side in self.game.sides:
            captives = []
            for captive in side.captives:
                if captive.member in self.gone:
                    captive = replace(captive, gear=())
                captives.append(captive)
            sides.append(replace(side, captives=tuple(captives)))
        return replace(self.game, sides=tuple(sides))

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON with all switches, so that only those added later get defaults."""
        return {**to_builtins(self), "switches": asdict(self.switches)}


def starting_point_of(tx: Transaction, record: SequenceRecord, campaign: Campaign) -> StartingPoint:
    """Return the starting point of a sequence. One from before they were stored has the record of the
    time when it was finished or begun."""
    for answer in reversed(record.answers):
        if answer.key == STARTING_POINT:
            return read_starting_point(answer.value)
    return StartingPoint(
        group=record.base,
        rulebook=record.rulebook,
        switches=read_switches(record.switches),
        game=_game_at_start(tx, record, campaign),
    )


def _game_at_start(tx: Transaction, record: SequenceRecord, campaign: Campaign) -> GameRecord:
    """Return the game record as it was when a sequence was finished or begun, or else as it is now."""
    game_now = campaign.game(record.game)
    revision = starting_revision(tx, record)
    if revision is None:
        return game_now
    campaign_then = read_campaign(tx.revisions.revision(revision).document)
    return campaign_then.games_by_id.get(record.game, game_now)


def read_starting_point(stored: Any) -> StartingPoint:
    """Return a starting point from its stored form; StoreError if it is damaged."""
    try:
        return convert(stored, StartingPoint)
    except ValueError as error:
        raise StoreError("A post-game sequence in the store is damaged.") from error


def starting_revision(tx: Transaction, record: SequenceRecord) -> int | None:
    """Return the campaign's revision when a sequence was finished or begun, which one without a stored
    starting point is played from; None if there is none."""
    for entry in tx.revisions.history(Subject(record.campaign)):
        if record.finished is None:
            was_there = entry.at <= record.at
        else:
            was_there = entry.revision < record.finished
        if was_there and entry.current:
            return entry.revision
    return None


def captives_settled_elsewhere(tx: Transaction, campaign: str, game: GameRecord) -> tuple[str, ...]:
    """List the captives of a game whose fate and gear were settled outside a sequence: the rescue was
    declined, or they were lost."""
    settled = []
    for side in game.sides:
        if not side.captives or not side.group:
            continue
        for entry in tx.revisions.history(Subject(campaign, side.group)):
            change = unfolded(entry.change)
            if not entry.current or not isinstance(change, SETTLING):
                continue
            for captive in side.captives:
                if captive.member == change.captive:
                    settled.append(captive.member)
    return tuple(settled)


log = logging.getLogger("lastdays")

#: The prefix of answers that are drafts of forms.
DRAFT = "draft/"
#: Asks that have the group in its present state.
_FORMS = (ArrangeGear, ArrangeJobs, ArrangeRecruit, ArrangeArms, ChooseOfRefuge)


class SequenceView(Value, dict=True):
    """A sequence as the window shows it: its state, and what has changed since it started.

    `base_changed`: the group has changed; `rules_changed`: the rulebook or switches have; `corrected`:
    the differences of the game record. Nothing is merged silently: `rebase` replays the answers on the
    present state. A finished sequence keeps its game record. `undoes_rebase`: undo reverts a rebase.
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
        """Return the ask that waits for an answer, None at the end."""
        return self.replayed.pending

    @property
    def half_compared(self) -> bool:
        """Return whether only the first of dice that are compared is answered."""
        if self.pending is None or not self.pending.opposed or not self.replayed.asked:
            return False
        return self.replayed.asked[-1].ask.together == self.pending.together

    @property
    def step(self) -> str:
        """Return the present step, '' at the end."""
        return step_reached(self.replayed)

    @property
    def stuck(self) -> str:
        """Say why the sequence can't go on, '' if it can."""
        error = self.replayed.raised
        if error is None:
            return ""
        if isinstance(error, LastDaysError):
            reason = str(error)
        else:
            reason = type(error).__name__
        return _(
            "The sequence can't continue from here ({reason}). Nothing is lost: undo the "
            "latest answer, or select a line and change the answer behind it.",
            reason=reason,
        )

    @property
    def after(self) -> Group | None:
        """Return the group after the sequence; None before its end."""
        return self.replayed.result.group if self.replayed.result else None

    @cached_property
    def group_now(self) -> Group:
        """The group at the latest form of the sequence, or before it."""
        if self.after is not None:
            return self.after
        if isinstance(self.pending, _FORMS):
            return self.pending.group
        for entry in reversed(self.replayed.asked):
            ask = entry.ask
            if isinstance(ask, ArrangeGear):
                return apply_moves(ask.group, entry.value, ask.catalogue)
            if isinstance(ask, _FORMS):
                return ask.group
        return self.before

    def asked(self, key: str) -> Ask | None:
        """Return an answered or pending ask by its key, None if there is none."""
        if self.pending is not None and self.pending.key == key:
            return self.pending
        for entry in self.replayed.asked:
            if entry.ask.key == key:
                return entry.ask
        return None


def step_reached(replayed: Replayed[Aftermath]) -> str:
    """Return the present step of a replay, '' at the end."""
    if replayed.pending is not None:
        return replayed.pending.step
    if replayed.raised is None:
        return ""
    if not replayed.log:
        return STEPS[0]
    last_entry = replayed.log[-1]
    if isinstance(last_entry, Tell):
        return last_entry.step
    return last_entry.ask.step


class OpenSequence(Value):
    """A sequence in a list: its group and game, and whether it is finished."""

    id: str
    group: str
    group_name: str
    game: str
    number: int
    encounter: str
    finished: bool


class PostGameActions:
    """Actions on post-game sequences, from beginning to finishing."""

    def __init__(self, workspace: Workspace, source: program_dice.RandomSource) -> None:
        self.workspace = workspace
        self.source = source
        self._replays = ReplayCache()

    def sequences(self, campaign: str) -> list[OpenSequence]:
        """List the sequences of a campaign's recorded games, in the order they were begun."""
        view = self.workspace.campaign(campaign)
        names = {group.id: group.name for group in view.groups}
        sequences = []
        for summary in self.workspace.sequences(campaign):
            game = view.campaign.games_by_id.get(summary.game)
            if game is None or summary.group not in names:
                continue
            sequences.append(
                OpenSequence(
                    id=summary.sequence,
                    group=summary.group,
                    group_name=names[summary.group],
                    game=summary.game,
                    number=game.number,
                    encounter=game.encounter,
                    finished=summary.finished is not None,
                )
            )
        return sequences

    def begin(self, campaign: str, game_id: str, group: str) -> str:
        """Begin the sequence of a group after a game, unless it is begun; return its id.

        Raises RuleError if the group didn't take part, or the record leaves open the fate of a captive
        of the group or held by it.
        """
        view = self.workspace.campaign(campaign)
        if view.campaign.game(game_id).side_of(group) is None:
            raise RuleError("That group did not take part in this game.")
        with self.workspace.store.reading() as tx:
            sequence_begun = tx.sequences.begun(campaign, group, game_id)
            if sequence_begun is not None:
                return sequence_begun
            why_not = captive_left_open(tx, self.workspace.snapshots, view.campaign, game_id, group)
        if why_not:
            raise RuleError(why_not)
        with self.workspace.store.writing() as tx:
            sequence_begun = tx.sequences.begun(campaign, group, game_id)
            if sequence_begun is not None:
                return sequence_begun
            sequence = self._begin(tx, view.campaign, game_id, group)
        self.workspace.note_changed(SequencesChanged(campaign))
        return sequence

    def _begin(self, tx: Transaction, campaign: Campaign, game: str, group: str) -> str:
        """Store a new sequence with its starting point; return its id."""
        base = tx.revisions.head(Subject(campaign.id, group)).revision
        sequence = SequenceRecord(
            id=self.workspace.new_id(),
            campaign=campaign.id,
            group=group,
            game=game,
            base=base,
            rulebook=self.workspace.catalogue.digest,
            switches=asdict(campaign.switches),
            finished=None,
            answers=(),
            undone=False,
            at=self.workspace.clock(),
        )
        tx.sequences.add(sequence)
        start = self._present_start(tx, campaign, game, base)
        self._add(tx, sequence.id, STARTING_POINT, start.to_json())
        return sequence.id

    def view(self, sequence: str) -> SequenceView:
        """Read and replay a sequence; StoreError if there is none."""
        with self.workspace.store.reading() as tx:
            return self._view(tx, sequence)

    def progress(
        self, tx: Transaction, campaign: Campaign, steps: Mapping[str, NextStep]
    ) -> tuple[GroupProgress, ...]:
        """Return the progress of groups after a game, in the order given, without groups that can't be
        read."""
        progress = []
        for group, step in steps.items():
            try:
                progress.append(self._progress(tx, campaign, group, step))
            except LastDaysError:
                continue  # the group's own page says that it is damaged
        return tuple(progress)

    def _progress(
        self, tx: Transaction, campaign: Campaign, group: str, step: NextStep
    ) -> GroupProgress:
        mark = tx.revisions.mark(Subject(campaign.id, group))
        group_now = self.workspace.snapshots.group(tx, mark)
        if step.kind not in ("begin", "sequence"):
            return _finished_progress(group_now, campaign)
        answers: Mapping[str, Answer]
        if step.sequence:
            record = tx.sequences.sequence(step.sequence)
            start = starting_point_of(tx, record, campaign)
            answers = _latest_answers(record)
        else:  # not begun: replayed to its first ask
            start = self._present_start(tx, campaign, step.game, mark.revision)
            answers = {}
        _before, _context, replayed = self._replay(tx, start, answers, group)
        return _progress_of(group_now, step, replayed)

    def _replay(
        self, tx: Transaction, start: StartingPoint, answers: Answers, group: str
    ) -> tuple[Group, PostGameContext, Replayed[Aftermath]]:
        """Return the group at the starting point, the context, and the replay of the answers."""
        group_at_start = self.workspace.snapshots.group_at(tx, start.group)
        context = PostGameContext(
            self.workspace.catalogue, start.switches, start.played, group, start.counters
        )
        replayed = self._replays.replayed(group_at_start, context, _in_force(answers))
        return group_at_start, context, replayed

    def _view(self, tx: Transaction, sequence: str) -> SequenceView:
        record = tx.sequences.sequence(sequence)
        campaign = self.workspace.snapshots.campaign_now(tx, record.campaign)
        start = starting_point_of(tx, record, campaign)
        answers = _latest_answers(record)
        before, context, replayed = self._replay(tx, start, answers, record.group)
        if replayed.raised is not None:
            log.error("sequence %s: %r", sequence, replayed.raised, exc_info=replayed.raised)
        is_open = not tx.sequences.is_finished(record)
        head = tx.revisions.head_id(Subject(record.campaign, record.group))
        has_other_rulebook = start.rulebook != self.workspace.catalogue.digest
        has_other_switches = start.switches != campaign.switches
        can_undo = _has_answer_to_undo(record)
        return SequenceView(
            id=record.id,
            campaign=campaign,
            game=start.game,
            before=before,
            replayed=replayed,
            context=context,
            finished=not is_open,
            base_changed=is_open and head != start.group,
            rules_changed=is_open and (has_other_rulebook or has_other_switches),
            corrected=self._corrected(tx, start.game, campaign, before),
            can_undo=can_undo and is_open,
            undoes_rebase=can_undo and record.answers[-1].key == STARTING_POINT,
            can_redo=record.undone and is_open,
            drafts=_drafts(answers),
        )

    def _corrected(
        self, tx: Transaction, game_at_start: GameRecord, campaign: Campaign, group: Group
    ) -> tuple[Difference, ...]:
        """List how the present record of a game differs from the one that a sequence started from, for a
        group."""
        game_now = campaign.game(game_at_start.id)
        if game_now == game_at_start:
            return ()
        names = {member.id: member.name for member in group.members}
        for side in game_at_start.sides + game_now.sides:
            if not side.group or side.group == group.id:
                continue
            subject = Subject(campaign.id, side.group)
            if tx.revisions.head_id(subject) is None:
                continue
            for rival in self.workspace.snapshots.group_now(tx, subject).members:
                names.setdefault(rival.id, rival.name)
        return tuple(
            compare_records(game_at_start, game_now, group.id, names, self.workspace.catalogue)
        )

    def opposed(self, view: SequenceView) -> tuple[Ask, ...]:
        """Return the pending ask, and those whose dice are compared with its, whatever they show."""
        ask = view.pending
        if ask is None:
            return ()
        answers = {entry.ask.key: entry.answer for entry in view.replayed.asked}
        asks = [ask]
        while isinstance(ask, Roll | Sum) and ask.opposed:
            answers[ask.key] = Answer(program_dice.lowest_answer(ask))
            following = self._replays.replayed(view.before, view.context, answers).pending
            if following is None or following.together != ask.together:
                break
            asks.append(following)
            ask = following
        return tuple(asks)

    def answer_opposed(self, sequence: str, values: Sequence[Any], how: How, who: str = "") -> None:
        """Answer the pending ask and those whose dice are compared with its, in order: all or none.
        RuleError for an invalid answer."""
        asks = self.opposed(self.view(sequence))
        with self._answering(sequence) as tx:
            for ask, value in zip(asks, values, strict=True):
                ask.accept(value)
                self._add(tx, sequence, ask.key, value, how, who)

    def answer(self, sequence: str, key: str, value: Any, how: How, who: str = "") -> None:
        """Answer the pending ask, or change an earlier answer; stored at once. Raises RuleError for an
        invalid answer, or an ask that is no longer there."""
        with self._answering(sequence) as tx:
            view = self._view(tx, sequence)
            if view.finished:
                raise RuleError("This sequence is finished. Undo it on the group's page first.")
            ask = view.asked(key)
            if ask is None:
                raise RuleError("That question is no longer asked.")
            ask.accept(value)
            self._add(tx, sequence, key, value, how, who)

    def answer_all(self, sequence: str, answer_to: Callable[[Ask], Answer]) -> None:
        """Answer all that is asked until the sequence's end, all or none. RuleError for an invalid
        answer."""
        with self._answering(sequence) as tx:
            view = self._view(tx, sequence)
            answers = {entry.ask.key: entry.answer for entry in view.replayed.asked}
            ask = view.pending
            while ask is not None:
                answer = answer_to(ask)
                ask.accept(answer.value)
                self._add(tx, sequence, ask.key, answer.value, answer.how)
                answers[ask.key] = answer
                ask = self._replays.replayed(view.before, view.context, answers).pending

    @contextmanager
    def _answering(self, sequence: str) -> Iterator[Transaction]:
        """Give a transaction that changes the answers of a sequence, and note the change."""
        with self.workspace.store.writing() as tx:
            yield tx
        self.workspace.note_changed(SequenceAnswered(sequence))

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
        moment = self.workspace.clock()
        tx.sequences.add_answer(sequence, key, value, how, who, moment, back=back)

    def _present_start(
        self, tx: Transaction, campaign: Campaign, game: str, group: int
    ) -> StartingPoint:
        """Return the starting point of a sequence that begins now, with a revision of its group."""
        record = campaign.game(game)
        return StartingPoint(
            group=group,
            rulebook=self.workspace.catalogue.digest,
            switches=campaign.switches,
            game=record,
            gone=captives_settled_elsewhere(tx, campaign.id, record),
            counters=campaign.counters,
        )

    def roll(self, sequence: str, key: str, who: str = "") -> Any:
        """Answer an ask with the program's dice and return the result; those whose dice are compared
        with its are rolled too. RuleError if it needs no dice."""
        view = self.view(sequence)
        ask = view.asked(key)
        if ask is None or not program_dice.can_be_rolled(ask):
            raise RuleError("There is nothing to roll.")
        asks = self.opposed(view) if ask is view.pending else (ask,)
        values = [program_dice.roll(ask_to_roll, self.source) for ask_to_roll in asks]
        if len(values) > 1:
            self.answer_opposed(sequence, values, "rolled", who)
        else:
            self.answer(sequence, key, values[0], "rolled", who)
        return values[0]

    def draft(self, sequence: str, key: str, value: Any) -> None:
        """Store the draft of a form before it is answered, so that a killed process loses nothing."""
        with self._answering(sequence) as tx:
            self._add(tx, sequence, DRAFT + key, value)

    def take_back(self, sequence: str, key: str) -> None:
        """Withdraw an answer, so that the sequence asks again."""
        with self._answering(sequence) as tx:
            self._add(tx, sequence, key, None, back=True)

    def undo(self, sequence: str) -> None:
        """Undo the latest answer or change of one, with that whose dice were compared with its;
        RuleError if there is none."""
        with self._answering(sequence) as tx:
            view = self._view(tx, sequence)
            if not view.can_undo or not tx.sequences.undo_answer(sequence):
                raise RuleError("There is nothing to undo.")
            if self._view(tx, sequence).half_compared:
                tx.sequences.undo_answer(sequence)

    def redo(self, sequence: str) -> None:
        """Redo what was undone last; RuleError if there is nothing."""
        with self._answering(sequence) as tx:
            is_finished = tx.sequences.is_finished(tx.sequences.sequence(sequence))
            if is_finished or not tx.sequences.redo_answer(sequence):
                raise RuleError("There is nothing to redo.")
            if self._view(tx, sequence).half_compared:
                tx.sequences.redo_answer(sequence)

    def rebase(self, sequence: str) -> None:
        """Replay a sequence on the present group, game record, rulebook and switches; undo reverts that.
        RuleError if it is finished, or the group no longer took part."""
        with self._answering(sequence) as tx:
            record = tx.sequences.sequence(sequence)
            if tx.sequences.is_finished(record):
                raise RuleError("This sequence is finished. Undo it on the group's page first.")
            campaign = self.workspace.snapshots.campaign_now(tx, record.campaign)
            head = tx.revisions.head(Subject(record.campaign, record.group))
            if campaign.game(record.game).side_of(record.group) is None:
                raise RuleError("That group did not take part in this game.")
            start = self._present_start(tx, campaign, record.game, head.revision)
            self._add(tx, sequence, STARTING_POINT, start.to_json())

    def finish(self, sequence: str) -> None:
        """Store the group after the sequence, in one transaction and revision. Raises RuleError if the
        sequence isn't at its end, LastDaysError if what it started from has changed."""
        with self.workspace.store.writing() as tx:
            view = self._view(tx, sequence)
            group_after = self._finished_group(view)
            revision = self._write_finished(tx, view, group_after)
            tx.sequences.finish(sequence, revision)
        self.workspace.note_changed(
            GroupChanged(group_after.id),
            SequenceAnswered(sequence),
            SequencesChanged(view.campaign.id),
        )

    def _finished_group(self, view: SequenceView) -> Group:
        """Return the group after a sequence. Raises RuleError if it isn't at its end, LastDaysError if what
        it started from has changed, or the group is out of bounds."""
        group_after = view.after
        if view.stuck:
            raise RuleError(view.stuck)
        if view.finished or group_after is None:
            raise RuleError("The sequence isn't finished yet.")
        if view.base_changed or view.rules_changed:
            raise LastDaysError(
                "The group or its rules have changed since: replay the sequence first."
            )
        faults = problems(group_after, self.workspace.catalogue, [view.before], foreign=True)
        if faults:
            raise LastDaysError(" ".join(faults))
        return group_after

    def _write_finished(self, tx: Transaction, view: SequenceView, group_after: Group) -> int:
        """Store the group after a sequence as a change; return the number of its revision."""
        finished = PostGameFinished(view.game.number, view.game.encounter)
        change = tx.revisions.add_change(view.campaign.id, finished, self.workspace.clock())
        return tx.revisions.add(
            change,
            Subject(view.campaign.id, group_after.id),
            group_after,
            group_documents.group_document(group_after),
            group_documents.figures(group_after, self.workspace.catalogue),
        )

    def odds(self, view: SequenceView, ask: Ask, *, patient: bool = False) -> Odds | None:
        """Work out the odds of an ask's stake, given the answers before it, without reading the store.

        None if it has no stake, or too many possibilities: to be quick or, if `patient`, at all.
        """
        if ask.stake is None:
            return None
        values = {}
        for entry in view.replayed.asked:
            if entry.ask.key == ask.key:
                break
            values[entry.ask.key] = entry.value
        places = PATIENT_PLACES if patient else PLACES_AT_ONCE
        return walk(ask.stake, values, places)


def _finished_progress(group: Group, campaign: Campaign) -> GroupProgress:
    """Return the progress of a group that has nothing left to do after its last game."""
    last_game = campaign.played[group.id][-1]
    return GroupProgress(
        group=group.id,
        name=group.name,
        game=last_game.game,
        number=last_game.number,
        state="finished",
        chapter=_("✔ Finished"),
        step_index=len(STEPS) + 1,
    )


def _progress_of(group: Group, step: NextStep, replayed: Replayed[Aftermath]) -> GroupProgress:
    """Return how far a group's sequence has come, and what it asks."""
    step_now = step_reached(replayed)
    pending = replayed.pending
    question = ""
    member_name = ""
    if pending is not None:
        question = pending.question
        if pending.about and group.has_member(pending.about):
            member_name = group.member(pending.about).name
    return GroupProgress(
        group=group.id,
        name=group.name,
        game=step.game,
        number=step.number,
        state="begun" if step.sequence else "new",
        sequence=step.sequence,
        step=step_now,
        chapter=step_name(step_now) if step_now else _("Before → after"),
        step_index=STEPS.index(step_now) if step_now in STEPS else len(STEPS),
        question=question,
        about=member_name,
        stuck=replayed.raised is not None,
    )


def _has_answer_to_undo(record: SequenceRecord) -> bool:
    """Return whether a sequence has an answer that can be undone; its first starting point can't."""
    if not record.answers:
        return False
    last_answer = record.answers[-1]
    return last_answer.key != STARTING_POINT or last_answer.parent is not None


def _in_force(answers: Answers) -> dict[str, Answer]:
    """Return the answers of a sequence without drafts and its starting point."""
    in_force = {}
    for key, answer in answers.items():
        if key != STARTING_POINT and not key.startswith(DRAFT):
            in_force[key] = answer
    return in_force


def _drafts(answers: Answers) -> dict[str, Any]:
    """Return the drafts of forms by the keys of their asks."""
    drafts = {}
    for key, answer in answers.items():
        if key.startswith(DRAFT):
            drafts[key.removeprefix(DRAFT)] = answer.value
    return drafts


def _latest_answers(record: SequenceRecord) -> dict[str, Answer]:
    """Return the latest value of each key, in the order of first values."""
    answers: dict[str, Answer] = {}
    for answer in record.answers:
        if answer.taken_back:
            answers.pop(answer.key, None)
        else:
            answers[answer.key] = Answer(answer.value, known_how(answer.how), answer.who)
    return answers


def known_how(text: str) -> How:
    """Return how an answer was given, 'chosen' for an unknown text."""
    match text:
        case "rolled" | "typed" | "set":
            return text
    return "chosen"
