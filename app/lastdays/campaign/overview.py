"""An overview of a campaign: its groups with warnings and next steps, captives, and what is begun but
not finished."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Literal

from msgspec.structs import replace

from lastdays.campaign.snapshots import LineFigures, Snapshots
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import AftermathOrder, Campaign, Season
from lastdays.model.carrying import Violation
from lastdays.model.game_record import CaptiveFate, CaptiveRecord, GameRecord
from lastdays.model.group import Group, Item, Member
from lastdays.model.recruiting import campaign_won
from lastdays.model.switches import Switches
from lastdays.store import RevisionMark, Subject, Transaction
from lastdays.store.log import SessionSummary
from lastdays.store.sequences import Listed
from lastdays.store.store import GroupSummary
from lastdays.values import Value

#: The most groups of which the progress after a game is read.
PROGRESS_MOST = 8


class GroupProgress(Value):
    """A group's progress after a game. `sequence` is its post-game sequence, '' if it isn't begun;
    `step` is the present step, `chapter` its name, `step_index` its place; `question` is what is asked next,
    `about` the name of the member it is about. `stuck` if the sequence can't go on."""

    group: str
    name: str
    game: str
    number: int
    state: Literal["new", "begun", "finished"]
    sequence: str = ""
    step: str = ""
    chapter: str = ""
    step_index: int = 0
    question: str = ""
    about: str = ""
    stuck: bool = False

    @property
    def open(self) -> bool:
        """Return whether the group hasn't finished."""
        return self.state != "finished"


def after_same_game(progress: Iterable[GroupProgress], group: str) -> tuple[GroupProgress, ...]:
    """Return the progress of all groups after the game that `group` has played."""
    all_progress = tuple(progress)
    own_progress = _progress_of(all_progress, group)
    game = own_progress.game if own_progress is not None else ""
    return tuple(other for other in all_progress if other.game == game)


def _progress_of(progress: Iterable[GroupProgress], group: str) -> GroupProgress | None:
    for entry in progress:
        if entry.group == group:
            return entry
    return None


def whose_turn(
    progress: Iterable[GroupProgress], group: str, order: AftermathOrder
) -> GroupProgress | None:
    """Return the group whose turn it is instead of `group`; None if `group` goes on, or all have
    finished.

    In the order by group, another follows once a group has finished. By step, a group at an earlier
    step comes first, of several the first in the campaign's order.
    """
    after_game = after_same_game(progress, group)
    own_progress = _progress_of(after_game, group)
    others = [other for other in after_game if other.group != group and other.open]
    if own_progress is None or not others:
        return None
    if order == "group":
        if own_progress.open:
            return None
        have_begun = [other for other in others if other.state == "begun"]
        return have_begun[0] if have_begun else others[0]
    furthest_behind = min(others, key=attrgetter("step_index"))
    if own_progress.open and own_progress.step_index <= furthest_behind.step_index:
        return None
    return furthest_behind


class CaptiveMember(Value):
    """A captured member, with their group and their captor's, '' if that isn't in the campaign. `loot` is
    the gear the captor's group could take."""

    group: str
    group_name: str
    member: Member
    captor: str
    captor_name: str
    loot: tuple[Item, ...]


class Settlement(Value):
    """The recorded fate of a captive that isn't settled yet."""

    captive: CaptiveMember
    game: str
    number: int
    fate: CaptiveFate

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the ids of the groups that settling it changes."""
        groups = (self.captive.group, self.captive.captor)
        return tuple(group for group in groups if group)


def captives_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign
) -> tuple[CaptiveMember, ...]:
    """Return all captives in a campaign, by their groups' names. Only for a transaction that writes
    nothing."""

    def read() -> tuple[CaptiveMember, ...]:
        return tuple(_captives(tx, snapshots, campaign))

    return snapshots.cached(tx, ("captives", campaign.id), read)


def settlements_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign
) -> tuple[Settlement, ...]:
    """Return the captives whose fate is in the record of their group's latest game, and whose group
    hasn't begun its post-game sequence."""
    settlements = []
    for captive in captives_in(tx, snapshots, campaign):
        played = campaign.played.get(captive.group, ())
        if not played:
            continue
        latest = played[-1]
        record = _record_of(campaign.game(latest.game), captive)
        if record is None or record.fate in ("held", "open"):
            continue
        if tx.sequences.begun(campaign.id, captive.group, latest.game) is None:
            settlements.append(Settlement(captive, latest.game, latest.number, record.fate))
    return tuple(settlements)


def captive_left_open(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign, game: str, group: str
) -> str:
    """Say that the fate of a captive, of a group or held by it, has first to be entered in a game's record;
    '' if none is left open there."""
    game_record = campaign.game(game)
    for captive in captives_in(tx, snapshots, campaign):
        if group not in (captive.group, captive.captor):
            continue
        record = _record_of(game_record, captive)
        if record is not None and record.fate == "open":
            return _(
                "First enter what became of {name} in the record of game {n}.",
                n=game_record.number,
                name=captive.member.name,
            )
    return ""


def _captives(tx: Transaction, snapshots: Snapshots, campaign: Campaign) -> Iterator[CaptiveMember]:
    """Yield the captives of a campaign, without those of groups that can't be read."""
    for group_id, member_id in tx.index.captured(campaign.id):
        try:
            group = snapshots.group_now(tx, Subject(campaign.id, group_id))
            member = group.member(member_id)
            captors = None
            if member.captor in campaign.groups:
                captors = snapshots.group_now(tx, Subject(campaign.id, member.captor))
        except LastDaysError:
            continue  # the group's own page says that it is damaged
        if captors is None:
            yield CaptiveMember(
                group=group.id,
                group_name=group.name,
                member=member,
                captor="",
                captor_name=member.captor_name,
                loot=(),
            )
        else:
            yield CaptiveMember(
                group=group.id,
                group_name=group.name,
                member=member,
                captor=captors.id,
                captor_name=captors.name,
                loot=captors.not_here_yet(member.gear, member.id),
            )


def _record_of(game: GameRecord, captive: CaptiveMember) -> CaptiveRecord | None:
    """Return a captive's entry in a game's record, None if there is none."""
    side = game.side_of(captive.group)
    if side is None:
        return None
    for record in side.captives:
        if record.member == captive.member.id:
            return record
    return None


#: How many groups are read at once, as a page shows.
GROUPS_READ_AT_ONCE = 12


class HalfDone(Value):
    """Something begun and not finished: a group's post-game sequence, or a game at the table. `names`
    are the group's or the sides'; `game` is the number of a recorded game, else 0. `together`: the
    sides play against the zombies. `fixture` is the id of the fixture that is played, '' for none."""

    kind: Literal["sequence", "session"]
    id: str
    names: tuple[str, ...]
    game: int = 0
    together: bool = False
    fixture: str = ""


class CampaignView(Value):
    """A campaign with its groups and what can be undone; `revision` is that of its own document."""

    campaign: Campaign
    groups: tuple[GroupSummary, ...]
    undo: str | None
    redo: str | None
    revision: int = 0


class NextStep(Value):
    """What a group does next: go on with a game at the table, finish its creation, begin or continue
    its post-game sequence, or play. `game` and `number` are the id and number of the game before the
    sequence; ids are '' for none."""

    kind: Literal["session", "creating", "begin", "sequence", "ready"]
    game: str = ""
    number: int = 0
    sequence: str = ""
    session: str = ""


class Tally(Value):
    """How many recorded games a group won, lost and drew."""

    won: int = 0
    lost: int = 0
    drawn: int = 0


#: Shared by most groups of a large campaign.
CREATING = NextStep("creating")
READY = NextStep("ready")
NONE_PLAYED = Tally()


class GroupAtGlance(Value):
    """What the list of a campaign's groups shows of one; `warnings` are violations that aren't allowed."""

    group: Group
    warnings: tuple[Violation, ...]


class GroupLine(Value):
    """A group in the list of its campaign. Only the first, as many as a page shows, have been read and have
    `at_glance`; that of others is read when they are scrolled to (`Workspace.look_at`)."""

    summary: GroupSummary
    mark: RevisionMark
    figures: LineFigures
    next: NextStep
    tally: Tally
    at_glance: GroupAtGlance | None


class Overview(Value):
    """Everything on the page of a campaign. `remembered` counts all who died or left; `winners` are the
    names of groups that have won the campaign; `faults` say which groups can't be read; `progress` is
    that of groups after a game, as far as it is known."""

    view: CampaignView
    groups: tuple[GroupLine, ...]
    half_done: tuple[HalfDone, ...]
    remembered: int
    winners: tuple[str, ...]
    faults: tuple[str, ...]
    progress: tuple[GroupProgress, ...]
    captives: tuple[CaptiveMember, ...]

    @property
    def by_id(self) -> dict[str, GroupLine]:
        """Return the groups by id, in order."""
        return {line.summary.id: line for line in self.groups}

    @property
    def ratings(self) -> dict[str, int]:
        """Return the groups' ratings by id, -1 for unknown ones."""
        return {line.summary.id: line.figures.rating for line in self.groups}

    @property
    def fell(self) -> list[tuple[str, int]]:
        """Return the groups with fallen members, and the number of the game when the last one fell:
        of those that are read at once, the last game that it can be."""
        played = self.view.campaign.played
        fell = []
        for line in self.groups:
            if not line.figures.remembered:
                continue
            group = line.summary.id
            latest = line.figures.fallen
            if line.at_glance is not None and group in played:
                latest = max(latest, played[group][-1].number)
            fell.append((group, latest))
        return fell

    def to_go_on_with(self) -> GroupLine | None:
        """Return the group to go on with: the one furthest behind if groups go step by step, of equal
        ones the first with a begun sequence, else the first with something to do."""
        steps: dict[str, int] = {}
        if self.view.campaign.order == "step":
            steps = {progress.group: progress.step_index for progress in self.progress}

        def urgency(line: GroupLine) -> tuple[int, bool]:
            return steps.get(line.summary.id, 0), line.next.kind != "sequence"

        busy = [line for line in self.groups if line.next.kind not in ("ready", "session")]
        return min(busy, key=urgency, default=None)


class Places(Value):
    """The pages of a campaign: its groups in order, what isn't finished, and the progress of groups after
    a game, None if it isn't known yet."""

    groups: tuple[GroupSummary, ...]
    half_done: tuple[HalfDone, ...]
    progress: tuple[GroupProgress, ...] | None = ()


NO_PLACES = Places((), ())


#: Returns the progress of groups after a game, given the next step of each by id.
ProgressReader = Callable[
    [Transaction, Campaign, Mapping[str, NextStep]], tuple[GroupProgress, ...]
]


def sequences_by_group(sequences: Iterable[Listed]) -> dict[str, list[Listed]]:
    """Return post-game sequences by group, in the order they were begun."""
    grouped: dict[str, list[Listed]] = {}
    for sequence in sequences:
        grouped.setdefault(sequence.group, []).append(sequence)
    return grouped


def session_by_side(sessions: Sequence[SessionSummary]) -> dict[str, str]:
    """Return the id of the first session that each side plays, by the side's name."""
    by_side: dict[str, str] = {}
    for session in sessions:
        for side in session.facts.get("sides", ()):
            by_side.setdefault(str(side), session.id)
    return by_side


def next_step(
    group: str, campaign: Campaign, *, founding: bool, sequences: Iterable[Listed], session: str
) -> NextStep:
    """Return what is next for a group, given its `sequences` and its `session`: what is begun, then the
    earliest game without a sequence, after the latest one with a sequence."""
    if session:
        return NextStep("session", session=session)
    if founding:
        return CREATING
    played = campaign.played.get(group, ())
    if not played:
        return READY
    by_game = {sequence.game: sequence for sequence in sequences}
    if not all(sequence.finished for sequence in by_game.values()):
        for game in played:
            sequence = by_game.get(game.game)
            if sequence is not None and not sequence.finished:
                return NextStep("sequence", game.game, game.number, sequence.sequence)
    earliest = None
    for game in reversed(played):
        if game.game in by_game:
            break  # finished, and all games before it are settled
        earliest = game
    if earliest is None:
        return READY
    return NextStep("begin", earliest.game, earliest.number)


def tally(group: str, campaign: Campaign) -> Tally:
    """Count the recorded games that a group won, lost and drew."""
    played = campaign.played.get(group)
    if not played:
        return NONE_PLAYED
    results = [game.result for game in played]
    return Tally(results.count("won"), results.count("lost"), results.count("drawn"))


class CampaignReading:
    """Reads what is shown of a campaign in one transaction."""

    def __init__(
        self, snapshots: Snapshots, tx: Transaction, read_progress: ProgressReader | None = None
    ) -> None:
        self.snapshots = snapshots
        self.tx = tx
        self.read_progress = read_progress
        self.faults: list[str] = []

    def groups(self, campaign: Campaign) -> tuple[GroupSummary, ...]:
        """Return summaries of a campaign's groups, in its order."""
        order = {group: place for place, group in enumerate(campaign.groups)}

        def place_of(group: GroupSummary) -> int:
            return order.get(group.id, len(order))

        def read() -> tuple[GroupSummary, ...]:
            return tuple(sorted(self.tx.index.groups(campaign.id), key=place_of))

        return self.snapshots.cached(self.tx, ("groups", campaign.id), read)

    def sequences(self, campaign: str) -> tuple[Listed, ...]:
        """Return the post-game sequences of a campaign, in the order they were begun."""

        def read() -> tuple[Listed, ...]:
            return tuple(self.tx.sequences.listed(campaign))

        return self.snapshots.cached(self.tx, ("sequences", campaign), read)

    def sessions(self, campaign: str) -> tuple[SessionSummary, ...]:
        """Return the sessions of a campaign at the table that haven't ended."""

        def read() -> tuple[SessionSummary, ...]:
            running = []
            for session in self.tx.table.sessions():
                is_over = session.ended or session.deleted
                if session.campaign == campaign and not is_over:
                    running.append(session)
            return tuple(running)

        return self.snapshots.cached(self.tx, ("sessions", campaign), read)

    def places(self, campaign: Campaign) -> Places:
        """Return the pages of a campaign."""
        groups = self.groups(campaign)
        sessions = self.sessions(campaign.id)
        unfinished = half_done(campaign, groups, self.sequences(campaign.id), sessions)
        return Places(groups, unfinished, self.progress(campaign))

    def progress(self, campaign: Campaign) -> tuple[GroupProgress, ...] | None:
        """Return the progress of groups after games that aren't settled; None if there are any, but
        no reader yet."""

        def read_steps() -> dict[str, NextStep]:
            return self._steps_of_unsettled(campaign)

        steps = self.snapshots.cached(self.tx, ("settling", campaign.id), read_steps)
        if not steps:
            return ()
        reader = self.read_progress
        if reader is None:
            return None

        def read() -> tuple[GroupProgress, ...]:
            return reader(self.tx, campaign, steps)

        return self.snapshots.cached(self.tx, ("progress", campaign.id), read)

    def _steps_of_unsettled(self, campaign: Campaign) -> dict[str, NextStep]:
        """Return the next steps of the groups that have played games which aren't settled, by group in
        the campaign's order, also of those that have finished."""
        by_groups = sequences_by_group(self.sequences(campaign.id))
        steps = {}
        for group in self._recent_groups(campaign):
            steps[group] = next_step(
                group, campaign, founding=False, sequences=by_groups.get(group, ()), session=""
            )
        games = {step.game for step in steps.values() if step.kind in ("begin", "sequence")}
        settling = {}
        for group, step in steps.items():
            last_game = campaign.played[group][-1].game
            if step.game or last_game in games:
                settling[group] = step
            if len(settling) == PROGRESS_MOST:
                break
        return settling

    def _recent_groups(self, campaign: Campaign) -> list[str]:
        """Return the groups that played one of the latest games, or have begun a sequence, in the
        campaign's order."""
        candidates: set[str] = set()
        for game in campaign.games[-PROGRESS_MOST:]:
            candidates.update(side.group for side in game.sides)
        for sequence in self.sequences(campaign.id):
            if not sequence.finished:
                candidates.add(sequence.group)
        candidates &= {group.id for group in self.groups(campaign)}
        candidates &= campaign.played.keys()
        return [group for group in campaign.groups if group in candidates]

    def overview(self, view: CampaignView) -> Overview:
        """Return the overview of a campaign."""
        campaign = view.campaign
        sequences = self.sequences(campaign.id)
        sessions = self.sessions(campaign.id)
        lines = self._lines(view, sequences_by_group(sequences), session_by_side(sessions))
        winners = self._winners(lines) if campaign.switches.ending else ()
        return Overview(
            view=view,
            groups=lines,
            half_done=half_done(campaign, view.groups, sequences, sessions),
            remembered=_count_of_memorial(lines, campaign),
            winners=winners,
            faults=tuple(self.faults),
            progress=self.progress(campaign) or (),
            captives=captives_in(self.tx, self.snapshots, campaign),
        )

    def season(self, view: CampaignView, season: Season) -> Overview:
        """Return the overview of a closed season: its groups with their ratings at its end, and nothing
        that is still to be done."""
        campaign = view.campaign.in_season(season)
        groups = tuple(self.tx.index.groups_of_season(season.groups))
        season_view = replace(view, campaign=campaign, groups=groups)
        lines = []
        for line in self._lines(season_view, {}, {}):
            rating = season.ratings.get(line.summary.id, -1)
            lines.append(replace(line, figures=replace(line.figures, rating=rating), next=READY))
        return Overview(
            view=season_view,
            groups=tuple(lines),
            half_done=(),
            remembered=len(season.remembered),
            winners=(),
            faults=tuple(self.faults),
            progress=(),
            captives=(),
        )

    def _lines(
        self, view: CampaignView, sequences: Mapping[str, list[Listed]], playing: Mapping[str, str]
    ) -> tuple[GroupLine, ...]:
        """Return the lines of the groups that can be read; note the faults of others."""
        campaign = view.campaign
        marks = self.tx.revisions.marks(campaign.id)
        self.snapshots.read_figures(self.tx, campaign.id, marks.values())
        lines: list[GroupLine] = []
        for summary in view.groups:
            group = summary.id
            seen = None
            try:
                mark = marks.get(group)
                if mark is None:
                    mark = self.tx.revisions.mark(Subject(summary.campaign, group))
                if len(lines) < GROUPS_READ_AT_ONCE:
                    seen = group_at_glance(self.snapshots, self.tx, mark, campaign.switches)
                figures = self.snapshots.figures(self.tx, mark)
            except LastDaysError as error:
                self.faults.append(str(error))
                continue
            step = next_step(
                group,
                campaign,
                founding=figures.founding,
                sequences=sequences.get(group, ()),
                session=playing.get(summary.name, ""),
            )
            lines.append(
                GroupLine(
                    summary=summary,
                    mark=mark,
                    figures=figures,
                    next=step,
                    tally=tally(group, campaign),
                    at_glance=seen,
                )
            )
        return tuple(lines)

    def _winners(self, lines: Iterable[GroupLine]) -> tuple[str, ...]:
        """Return the names of the groups that have reached the campaign's optional end (p. 106)."""
        catalogue = self.snapshots.catalogue
        points_needed = catalogue.number("ending", "points")
        winners = []
        for line in lines:
            if line.summary.points < points_needed:
                continue
            group = self._group(line)
            if group is not None and campaign_won(group, catalogue):
                winners.append(line.summary.name)
        return tuple(winners)

    def _group(self, line: GroupLine) -> Group | None:
        try:
            return self.snapshots.group(self.tx, line.mark)
        except LastDaysError as error:
            self.faults.append(str(error))
            return None


def _count_of_memorial(lines: Iterable[GroupLine], campaign: Campaign) -> int:
    """Return how many members of some groups died or left in the season that is played now."""
    groups = {line.summary.id: line.figures.remembered for line in lines}
    remembered_earlier = [group for group, _member in campaign.remembered_before if group in groups]
    return max(0, sum(groups.values()) - len(remembered_earlier))


def group_at_glance(
    snapshots: Snapshots, tx: Transaction, mark: RevisionMark, switches: Switches
) -> GroupAtGlance:
    """Return what the list of a campaign's groups shows of one; LastDaysError if it is damaged."""
    group = snapshots.group(tx, mark)
    warnings = []
    for violation in snapshots.violations(tx, mark, switches):
        if violation.key not in group.allowed:
            warnings.append(violation)
    return GroupAtGlance(group, tuple(warnings))


def half_done(
    campaign: Campaign,
    groups: tuple[GroupSummary, ...],
    sequences: Iterable[Listed],
    sessions: Iterable[SessionSummary],
) -> tuple[HalfDone, ...]:
    """Return what is begun and not finished in a campaign: sequences, then games at the table."""
    unfinished = []
    names = {group.id: group.name for group in groups}
    for sequence in sequences:
        game = campaign.games_by_id.get(sequence.game)
        if game is None or sequence.finished or sequence.group not in names:
            continue
        unfinished.append(
            HalfDone(
                kind="sequence",
                id=sequence.sequence,
                names=(names[sequence.group],),
                game=game.number,
            )
        )
    for session in sessions:
        sides = tuple(str(side) for side in session.facts.get("sides", ()))
        together = bool(session.facts.get("together"))
        unfinished.append(
            HalfDone(
                kind="session",
                id=session.id,
                names=sides,
                together=together,
                fixture=str(session.facts.get("fixture", "")),
            )
        )
    return tuple(unfinished)
