"""The sample campaigns, entered as a user would enter them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import convert
from msgspec.structs import replace

from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.next_game import NextGameActions
from lastdays.campaign.own_rolls import Occasion, OwnRollActions
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.workspace import Workspace
from lastdays.desktop import paths
from lastdays.model.campaign import EntryKind
from lastdays.model.game_record import Appearance, GameRecord, Side, SupplyToken, TokenFate
from lastdays.model.recruiting import RecruitWithTraits
from lastdays.postgame.jobs import ArrangeJobs, GuardJob, Job, WorkJob, posts, workers
from lastdays.postgame.leadership import ArrangeArms, Purchase
from lastdays.procedure import dice
from lastdays.procedure.asks import Arrange, Ask, Choose
from lastdays.procedure.replay import Answer
from lastdays.rulebook.known import AttributeKey
from lastdays.values import Value

#: The samples, by the names of their files.
SampleKey = Literal["riverside", "long-winter"]
#: The seed of the dice that a sample doesn't say.
SEED = 1


class SampleGroup(Value):
    """A group that is created and starts playing. Its Leader is a recruit, too."""

    name: str
    player: str
    refuge: str
    leader: RecruitWithTraits
    members: tuple[RecruitWithTraits, ...]


class SampleSide(Value):
    """What a group did in a game, with its members by name: who was taken Out of Action by whom, the
    zombies and rivals each took Out, and what is brought home. `answers` are for its sequence after the
    game, by the keys of the asks with names in place of ids; None: it isn't begun."""

    group: str
    out: Mapping[str, str] = {}
    zombies: Mapping[str, int] = {}
    rivals: Mapping[str, int] = {}
    objectives: Mapping[str, int] = {}
    tokens: tuple[tuple[TokenFate, str], ...] = ()
    counters: Mapping[str, int] = {}
    member_counters: Mapping[str, Mapping[str, int]] = {}
    answers: Mapping[str, Any] | None = None


class SampleStep(Value):
    """A step of the campaign before a game, and the total that was rolled on its table."""

    step: str
    total: int


class SampleGame(Value):
    """A game: its Encounter, the names of the side that won and of the one that broke, what the players
    tell of it, and the steps before it. `lost` says so of a side that played alone."""

    encounter: str
    sides: tuple[SampleSide, ...]
    won: str = ""
    broke: str = ""
    lost: bool = False
    day: str = ""
    text: str = ""
    before: tuple[SampleStep, ...] = ()


class SampleEntry(Value):
    """An entry of the chronicle, about groups or members by their names."""

    day: str
    text: str
    kind: EntryKind = "note"
    about: tuple[str, ...] = ()


class Sample(Value):
    """A campaign as its file gives it: `rules` are those its players wrote, by kind and key; `next_game`
    is the Encounter that is chosen for the next game."""

    name: str
    groups: tuple[SampleGroup, ...]
    games: tuple[SampleGame, ...]
    rules: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    entries: tuple[SampleEntry, ...] = ()
    next_game: str = ""


def read_sample(key: SampleKey) -> Sample:
    """Return a sample as its file gives it."""
    return convert(paths.toml("samples", f"{key}.toml"), Sample)


def add_sample(workspace: Workspace, key: SampleKey = "riverside") -> str:
    """Add a sample campaign whole or not at all, and return its id. A second one gets a number in its
    name."""
    sample = read_sample(key)
    actions = CampaignActions(workspace)
    with workspace.as_one():
        campaign = actions.begin(actions.free_name(sample.name), "roll")
        _Entering(workspace, campaign).enter(sample)
    return campaign


class _Entering:
    """Enters a sample into a campaign that was begun for it."""

    def __init__(self, workspace: Workspace, campaign: str) -> None:
        self.workspace = workspace
        self.campaign = campaign
        self.source = random.Random(SEED)
        self.games = PostGameActions(workspace, self.source)
        #: The ids of the groups by their names.
        self.groups: dict[str, str] = {}

    def enter(self, sample: Sample) -> None:
        """Enter all of it, by the rulebook of the campaign."""
        worked_on = self.workspace.worked_on
        self.workspace.work_on(self.campaign)
        try:
            self._enter(sample)
        finally:
            self.workspace.work_on(worked_on)

    def _enter(self, sample: Sample) -> None:
        for kind, rules in sample.rules.items():
            for key, fields in rules.items():
                self._rule(kind, key, fields)
        for group in sample.groups:
            self.groups[group.name] = self._group(group)
        for game in sample.games:
            self._game(game)
        for entry in sample.entries:
            self._entry(entry)
        if sample.next_game:
            self._plan(sample.next_game)

    def _rule(self, kind: str, key: str, fields: Mapping[str, Any]) -> None:
        rules = HouseRules(self.workspace)
        read = rules.read_rule(self.campaign, kind, key, fields)
        assert read.rule is not None, read.faults
        rules.write_rule(self.campaign, read.rule)

    def _group(self, entry: SampleGroup) -> str:
        groups = GroupActions(self.workspace)
        gear = GroupGearActions(self.workspace)
        leader = entry.leader
        group = groups.create_with_leader(
            self.campaign, entry.name, leader.type, leader.name, entry.refuge, entry.player
        )
        chief = self.workspace.group(group).group.leading
        assert chief is not None
        for key in leader.gear:
            gear.buy(group, chief.id, key)
        if leader.traits:
            chief = self.workspace.group(group).group.member(chief.id)
            groups.edit_member(group, replace(chief, traits=leader.traits))
        for member in entry.members:
            groups.recruit(group, member)
        groups.start_playing(group)
        return group

    def _members(self) -> dict[str, str]:
        """Return the ids of all members by their names."""
        members: dict[str, str] = {}
        for group in self.groups.values():
            for member in self.workspace.group(group).group.members:
                members[member.name] = member.id
        return members

    # Games

    def _plan(self, encounter: str) -> None:
        """Choose the Encounter of the next game."""
        planning = NextGameActions(self.workspace)
        planned = planning.read(self.campaign).fixture
        planning.plan(self.campaign, replace(planned, encounter=encounter))

    def _game(self, entry: SampleGame) -> None:
        for step in entry.before:
            self._plan(entry.encounter)
            self._step(step)
        records = GameRecordActions(self.workspace)
        groups = tuple(self.groups[side.group] for side in entry.sides)
        record = records.new_record(self.campaign, groups, "")
        sides: list[Side] = []
        for side, facts in zip(record.sides, entry.sides, strict=True):
            sides.append(self._side(side, facts, entry))
        record = replace(record, encounter=entry.encounter, sides=tuple(sides))
        records.record(self.campaign, record)
        telling = ChronicleActions(self.workspace)
        if entry.day:
            telling.set_day(self.campaign, record.id, entry.day)
        if entry.text:
            telling.write(self.campaign, record.id, entry.text)
        for facts in entry.sides:
            if facts.answers is not None:
                self._sequence(record, facts.group, facts.answers)

    def _step(self, step: SampleStep) -> None:
        """Do a step of the campaign before a game."""
        rolls = OwnRollActions(self.workspace)
        rolling = rolls.begin(self.campaign, Occasion(step.step))
        ask = rolling.played({}).pending
        assert ask is not None, step
        answers = {ask.key: Answer(step.total, "typed")}
        ask = rolling.played(answers).pending
        while ask is not None:
            answers[ask.key] = Answer(dice.roll(ask, self.source), "rolled")
            ask = rolling.played(answers).pending
        rolls.apply(rolling, answers)

    def _side(self, side: Side, facts: SampleSide, game: SampleGame) -> Side:
        """Return a side of a record as the sample has it."""
        members = self._members()
        names = {member: name for name, member in members.items()}
        appearances = []
        for appearance in side.appearances:
            name = names[appearance.member]
            appearances.append(_appearance(appearance, name, facts, members))
        tokens = [SupplyToken(fate, members.get(who, "")) for fate, who in facts.tokens]
        return replace(
            side,
            appearances=tuple(appearances),
            tokens=tuple(tokens),
            broke=game.broke == side.name,
            won=game.won == side.name,
            lost=game.lost,
            counters=facts.counters,
        )

    def _sequence(self, record: GameRecord, group: str, answers: Mapping[str, Any]) -> None:
        """Play a group's sequence after a game to its end, with the answers that are said."""
        names = {member: name for name, member in self._members().items()}
        sequence = self.games.begin(self.campaign, record.id, self.groups[group])
        unused = set(answers)

        def answer_to(ask: Ask) -> Answer:
            key = _named(ask.key, names)
            if key in answers:
                unused.discard(key)
                return Answer(answers[key], "typed")
            if dice.can_be_rolled(ask):
                return Answer(dice.roll(ask, self.source), "rolled")
            return Answer(plain_answer(ask), "chosen")

        self.games.answer_all(sequence, answer_to)
        assert not unused, f"nothing asked for {unused}"
        self.games.finish(sequence)

    # The chronicle

    def _entry(self, entry: SampleEntry) -> None:
        entries = EntryActions(self.workspace)
        written = entries.begin(self.campaign, entry.day, entry.kind, entry.text)
        about = tuple(self._about(name) for name in entry.about)
        entries.set_about(self.campaign, written, about)

    def _about(self, name: str) -> tuple[str, str]:
        """Return a group, or a member of one, as an entry names them."""
        if name in self.groups:
            return self.groups[name], ""
        member = self._members()[name]
        for group in self.groups.values():
            if self.workspace.group(group).group.has_member(member):
                return group, member
        raise KeyError(name)


def _appearance(
    appearance: Appearance, name: str, facts: SampleSide, members: Mapping[str, str]
) -> Appearance:
    """Return how a member took part; `members` are ids by name."""
    out_by = ""
    if name in facts.out:
        out_by = members.get(facts.out[name], "zombie")
    return replace(
        appearance,
        out=name in facts.out,
        out_by=out_by,
        zombies=facts.zombies.get(name, 0),
        rivals=facts.rivals.get(name, 0),
        objectives=facts.objectives.get(name, 0),
        counters=facts.member_counters.get(name, {}),
    )


def _named(key: str, names: Mapping[str, str]) -> str:
    """Return the key of an ask with names in place of the members' ids."""
    return "/".join(names.get(part, part) for part in key.split("/"))


#: Options that are chosen only if there are no others.
_RELUCTANT = ("save", "keep", "nothing", "nobody", "no")


def play_through(games: PostGameActions, sequence: str) -> int:
    """Answer all asks of a sequence without finishing it, and return their number; RuntimeError after
    500."""
    for count in range(500):
        view = games.view(sequence)
        ask = view.pending
        if ask is None:
            return count
        if dice.can_be_rolled(ask):
            games.roll(sequence, ask.key)
        else:
            games.answer(sequence, ask.key, plain_answer(ask), "chosen")
    raise RuntimeError("a sequence that does not end")


def plain_answer(ask: Ask) -> Any:
    """Return a valid answer: the first option that does something, a form's initial value."""
    match ask:
        case Choose(key=key, options=options):
            if key == "refuge/leave":
                return "stay"
            eager = [option for option in options if option.key not in _RELUCTANT]
            choices = eager or list(options)
            return choices[0].key
        case ArrangeJobs():
            return ask.write(_plain_jobs(ask))
        case ArrangeArms():
            return ask.write(Purchase(("knife",), allowed=True))
        case Arrange():
            return ask.write(ask.initial)
    raise TypeError(ask.key)


def _plain_jobs(ask: ArrangeJobs) -> dict[str, Job]:
    """Return Jobs by members: those who can work Perks as far as there are any, the others stand guard."""
    free_posts = [post.id for post in posts(ask.group, ask.context.catalogue)]
    jobs: dict[str, Job] = {}
    for member in workers(ask.group, ask.context):
        if free_posts and not member.has(AttributeKey.ANIMAL):
            jobs[member.id] = WorkJob(free_posts.pop(0))
        else:
            jobs[member.id] = GuardJob()
    return jobs
