"""Players' own rules between games: the steps before the next game, and rolls on their tables at any
time, for a member, a group or the campaign (rulings 105 and 106).

A roll is played to its end before the campaign is changed; then all that it changes is one change of the
campaign and the group. Its answers so far are kept in a file on this computer (`OwnRollDrafts`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import json
from msgspec.structs import replace

from lastdays.campaign.chronicle.entries import with_entry
from lastdays.campaign.dates import day_of_moment
from lastdays.campaign.draft_files import discard_draft, draft_file, keep_draft
from lastdays.campaign.next_game import NextGameActions, with_fixture
from lastdays.campaign.workspace import Actions
from lastdays.desktop.files import read_whole
from lastdays.errors import LastDaysError, RuleError
from lastdays.model.campaign import Campaign, ChronicleEntry
from lastdays.model.changes import Change, StepDone, TableRolled
from lastdays.model.counters import sits_out
from lastdays.model.fixtures import Fixture
from lastdays.model.game_record import GameRecord, Side, StepResult
from lastdays.model.group import Group
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.own import OwnRoll, OwnState, is_due, is_reminder, remind
from lastdays.procedure.asks import Procedure
from lastdays.procedure.replay import Answer, Answers, Replayed, replay
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import Step, Table
from lastdays.values import Value


class Occasion(Value):
    """A step before a game that is due, or a table that is rolled on, by its key, and whom it is for: the
    ids of a group and of a member, '' for the whole group or the campaign. `fixture` is the id of the
    game that it is for, '' for the next one."""

    step: str = ""
    table: str = ""
    group: str = ""
    member: str = ""
    fixture: str = ""


class OwnRolling(Value):
    """An occasion with what it starts from: the campaign, the group if it is for one, and the context.
    It is played over the answers given so far."""

    occasion: Occasion
    campaign: Campaign
    group: Group | None
    context: PostGameContext

    @property
    def rule(self) -> Step | Table:
        """Return the step or the table; RuleError if the rules don't have it any longer."""
        own = self.context.catalogue.own
        occasion = self.occasion
        rule = own.step(occasion.step) if occasion.step else own.table(occasion.table)
        if rule is None:
            raise RuleError("The rules don't have that any longer.")
        return rule

    @property
    def whose(self) -> str:
        """Return the name of whom it is for."""
        if self.group is None:
            return self.campaign.name
        member = self.occasion.member
        return self.group.member(member).name if member else self.group.name

    @property
    def start(self) -> OwnState:
        """Return what it may change, as it begins."""
        return OwnState(self.group, self.campaign.counters)

    @property
    def digest(self) -> str:
        """Return a digest of what it starts from: the rules, the counters of the campaign, the group."""
        start = (self.context.catalogue.digest, self.campaign.counters, self.group)
        return hashlib.blake2b(json.encode(start, order="sorted"), digest_size=16).hexdigest()

    def played(self, answers: Answers) -> Replayed[OwnState]:
        """Return how far it has come with these answers."""
        return replay(self._procedure, answers)

    def _procedure(self) -> Procedure[OwnState]:
        occasion = self.occasion
        rule = self.rule
        key = occasion.step or occasion.table
        whose = occasion.member or occasion.group or "campaign"
        roll = OwnRoll(f"before/{key}/{whose}", occasion.member, self.context, rule.name)
        if isinstance(rule, Table):
            return (yield from roll.table(rule, self.start))
        if is_reminder(rule, self.context.catalogue):
            yield from remind(rule)
            return self.start
        return (yield from roll.step(rule, self.start))

    def result(self, state: OwnState) -> StepResult:
        """Return what came of it, as it is kept with the next game."""
        return StepResult(
            step=self.occasion.step,
            name=self.rule.name,
            group=self.occasion.group,
            member=self.occasion.member,
            who=self.whose,
            rows=state.rolled,
            notes=state.notes,
            zombies=state.zombies,
        )


def steps_due(
    planned: Fixture, groups: Sequence[Group], campaign: Campaign, catalogue: Catalogue
) -> tuple[Occasion, ...]:
    """Return the steps that are still to be done before a game, in their order: for the campaign, and for
    the groups that play it."""
    occasions_due = []
    for step in catalogue.own.steps_at("before"):
        for occasion in _occasions_of_step(step, groups, catalogue):
            if planned.has_done(step.key, occasion.group, occasion.member):
                continue
            if _is_step_due(step, occasion, groups, campaign, catalogue):
                occasions_due.append(replace(occasion, fixture=planned.id))
    return tuple(occasions_due)


def _occasions_of_step(
    step: Step, groups: Sequence[Group], catalogue: Catalogue
) -> Iterator[Occasion]:
    """Yield a step for each of those it is for, a reminder once for a group. Those still standing are
    those who don't miss the game (ruling 105)."""
    if step.audience == "campaign":
        yield Occasion(step.key)
        return
    for group in groups:
        if step.audience == "group" or is_reminder(step, catalogue):
            yield Occasion(step.key, group=group.id)
            continue
        for member in group.active:
            if step.audience == "member" or not sits_out(member, catalogue):
                yield Occasion(step.key, group=group.id, member=member.id)


def _is_step_due(
    step: Step,
    occasion: Occasion,
    groups: Sequence[Group],
    campaign: Campaign,
    catalogue: Catalogue,
) -> bool:
    by_id = {group.id: group for group in groups}
    state = OwnState(by_id.get(occasion.group), campaign.counters)
    return is_due(step, occasion.member, state, catalogue)


class OwnRollActions(Actions):
    """Playing players' own rules between games; what they change is one change that can be undone."""

    def due(self, campaign: str, fixture: str = "") -> tuple[Occasion, ...]:
        """Return the steps that are still to be done before a game, without a fixture the next one."""
        game = NextGameActions(self.workspace).read(campaign, fixture)
        value = self.workspace.campaign(campaign).campaign
        return steps_due(game.fixture, game.groups, value, self.catalogue)

    def first_due(self, campaign: str) -> Step | None:
        """Return the first of these steps; None if there is none, or the game's Encounter isn't known
        yet."""
        game = NextGameActions(self.workspace).read(campaign)
        if not game.fixture.encounter:
            return None
        occasions_due = self.due(campaign)
        if not occasions_due:
            return None
        return self.catalogue.own.step(occasions_due[0].step)

    def begin(self, campaign: str, occasion: Occasion) -> OwnRolling:
        """Return an occasion that begins now; nothing is stored yet. RuleError if its rule is gone."""
        value = self.workspace.campaign(campaign).campaign
        group = self.workspace.snapshot(occasion.group).group if occasion.group else None
        rolling = OwnRolling(occasion, value, group, self._context(value, group))
        assert rolling.rule
        return rolling

    def _context(self, campaign: Campaign, group: Group | None) -> PostGameContext:
        """Return the context of a roll between games: that of a game nobody has fallen in, under a new
        id, with the number of the group's latest."""
        latest = 0
        side = Side("", campaign.name)
        if group is not None:
            side = Side(group.id, group.name)
            played = campaign.played.get(group.id, ())
            if played:
                latest = played[-1].number
        game = GameRecord(self.workspace.new_id(), latest, "", (side,))
        return PostGameContext(
            self.catalogue, campaign.switches, game, side.group, campaign.counters
        )

    def apply(self, rolling: OwnRolling, answers: Answers) -> None:
        """Store all that an occasion has come to. RuleError if it isn't at its end, or what it started
        from has changed since."""
        state = rolling.played(answers).result
        if state is None:
            raise RuleError("The roll isn't finished yet.")
        change: Change
        if rolling.occasion.step:
            change = StepDone(rolling.rule.name, rolling.whose)
        else:
            change = TableRolled(rolling.rule.name, rolling.whose)
        with self.workspace.change(rolling.campaign.id, change) as changes:
            if rolling.group is not None:
                changes.group(rolling.group.id, lambda now: _checked_unchanged(now, rolling, state))
            changes.campaign(lambda now: self._after(now, rolling, state, answers))

    def _after(
        self, campaign_now: Campaign, rolling: OwnRolling, state: OwnState, answers: Answers
    ) -> Campaign:
        """Return the campaign after an occasion: with its counters changed, with the result kept for the
        game it is for, and with an entry in the chronicle if it was no step of a game."""
        if campaign_now.counters != rolling.campaign.counters:
            raise RuleError(
                "The campaign's counters have changed since, so nothing was stored. Start over."
            )
        changed = replace(campaign_now, counters=state.counters)
        is_for_game = bool(rolling.occasion.step or state.notes or state.zombies)
        if is_for_game:
            changed = self._kept_with_game(changed, rolling, state)
        if not rolling.occasion.step:
            changed = with_entry(changed, self._entry(rolling, answers))
        return changed

    def _kept_with_game(
        self, campaign_now: Campaign, rolling: OwnRolling, state: OwnState
    ) -> Campaign:
        """Return the campaign with what an occasion came to kept with the game that it is for."""
        planned = NextGameActions(self.workspace).valid_fixture(
            campaign_now, rolling.occasion.fixture
        )
        if not planned.id:
            planned = replace(planned, id=self.workspace.new_id())
        results = (*planned.before, rolling.result(state))
        return with_fixture(campaign_now, replace(planned, before=results))

    def _entry(self, rolling: OwnRolling, answers: Answers) -> ChronicleEntry:
        """Return the entry of the chronicle that tells of a roll, which players may edit as any other."""
        occasion = rolling.occasion
        about: tuple[tuple[str, str], ...] = ()
        if occasion.group:
            about = ((occasion.group, occasion.member),)
        text = "\n".join(sentence.text for sentence in rolling.played(answers).story)
        return ChronicleEntry(
            id=self.workspace.new_id(),
            day=day_of_moment(self.workspace.clock()),
            kind="note",
            text=text,
            about=about,
        )


class OwnRollDraft(Value):
    """The answers so far of an occasion, and a digest of what it started from."""

    occasion: Occasion
    start: str
    answers: Mapping[str, Answer]


class OwnRollDrafts(Actions):
    """The answers of the roll that is half done in a campaign, in a file on this computer."""

    def _file(self, campaign: str) -> Path:
        return draft_file(campaign, "own roll")

    def keep(self, rolling: OwnRolling, answers: Answers) -> None:
        """Store the answers so far, none by deleting the file; LastDaysError if that fails."""
        if not answers:
            self.discard(rolling)
            return
        draft = OwnRollDraft(rolling.occasion, rolling.digest, answers)
        keep_draft(self._file(rolling.campaign.id), json.encode(draft))

    def discard(self, rolling: OwnRolling) -> None:
        """Delete the answers kept of a campaign; DocumentError if that fails."""
        discard_draft(self._file(rolling.campaign.id))

    def kept(self, rolling: OwnRolling) -> dict[str, Answer]:
        """Return the answers kept of an occasion, none if what it starts from has changed since."""
        file = self._file(rolling.campaign.id)
        try:
            draft = json.decode(read_whole(file), type=OwnRollDraft) if file.is_file() else None
        except (LastDaysError, ValueError, OSError):
            return {}
        if draft is None or draft.occasion != rolling.occasion or draft.start != rolling.digest:
            return {}
        return dict(draft.answers)


def _checked_unchanged(group_now: Group, rolling: OwnRolling, state: OwnState) -> Group:
    """Return the group after an occasion; RuleError if it isn't as it was when that began."""
    if group_now != rolling.group:
        raise RuleError(
            "{name} has changed since, so nothing was stored. Start over.", name=group_now.name
        )
    return state.known_group
