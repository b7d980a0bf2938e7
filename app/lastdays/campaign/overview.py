"""An overview of a campaign: its groups with warnings and next steps, captives, and what is begun but
not finished."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from lastdays.campaign.snapshots import LineFigures, Snapshots
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import AftermathOrder, Campaign
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
    `step` is the present step, `chapter` its name, `at` its index; `question` is what is asked next,
    `about` the name of the member it is about. `stuck` if the sequence can't go on."""

    group: str
    name: str
    game: str
    number: int
    state: Literal["new", "begun", "finished"]
    sequence: str = ""
    step: str = ""
    chapter: str = ""
    at: int = 0
    question: str = ""
    about: str = ""
    stuck: bool = False

    @property
    def open(self) -> bool:
        """Return whether the group hasn't finished."""
        return self.state != "finished"


def after_same_game(progress: Iterable[GroupProgress], group: str) -> tuple[GroupProgress, ...]:
    """Return the progress of all groups after the game that `group` has played."""
    listed = tuple(progress)
    game = next((s.game for s in listed if s.group == group), "")
    return tuple(s for s in listed if s.game == game)


def whose_turn(
    progress: Iterable[GroupProgress], group: str, order: AftermathOrder
) -> GroupProgress | None:
    """Return the group whose turn it is instead of `group`; None if `group` goes on, or all have
    finished.

    In the order by group, another follows once a group has finished. By step, a group at an earlier
    step comes first, of several the first in the campaign's order.
    """
    game = after_same_game(progress, group)
    mine = next((s for s in game if s.group == group), None)
    others = [s for s in game if s.group != group and s.open]
    if mine is None or not others:
        return None
    if order == "group":
        if mine.open:
            return None
        return next((s for s in others if s.state == "begun"), others[0])
    first = min(others, key=lambda s: s.at)
    return first if not mine.open or first.at < mine.at else None


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
        return tuple(filter(None, (self.captive.group, self.captive.captor)))


def captives_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign
) -> tuple[CaptiveMember, ...]:
    """Return all captives in a campaign, by their groups' names. Only for a transaction that writes
    nothing."""
    return snapshots.cached(
        tx, ("captives", campaign.id), lambda: tuple(_captives(tx, snapshots, campaign))
    )


def settlements_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign
) -> tuple[Settlement, ...]:
    """Return the captives whose fate is in the record of their group's latest game, and whose group
    hasn't begun its post-game sequence."""
    found = []
    for captive in captives_in(tx, snapshots, campaign):
        played = campaign.played.get(captive.group, ())
        if not played:
            continue
        latest = played[-1]
        record = _record_of(campaign.game(latest.game), captive)
        if record is None or record.fate in ("held", "open"):
            continue
        if tx.sequences.begun(campaign.id, captive.group, latest.game) is None:
            found.append(Settlement(captive, latest.game, latest.number, record.fate))
    return tuple(found)


def unsaid_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign, game: str, group: str
) -> str:
    """Say of which captive, of a group or held by it, a game's record leaves the fate open; '' for none."""
    played = campaign.game(game)
    for captive in captives_in(tx, snapshots, campaign):
        record = _record_of(played, captive)
        ours = group in (captive.group, captive.captor)
        if ours and record is not None and record.fate == "open":
            return _(
                "First enter what became of {name} in the record of game {n}.",
                n=played.number,
                name=captive.member.name,
            )
    return ""


def _captives(tx: Transaction, snapshots: Snapshots, campaign: Campaign) -> Iterator[CaptiveMember]:
    def group_of(group: str) -> Group:
        return snapshots.group_now(tx, Subject(campaign.id, group))

    for whose, who in tx.index.captured(campaign.id):
        try:
            group = group_of(whose)
            member = group.member(who)
            captor, name = "", member.captor_name
            loot: tuple[Item, ...] = ()
            if member.captor in campaign.groups:
                rivals = group_of(member.captor)
                captor, name = rivals.id, rivals.name
                loot = rivals.missing(member.gear, member.id)
        except LastDaysError:
            continue  # the group's own page says that it is damaged
        yield CaptiveMember(group.id, group.name, member, captor, name, loot)


def _record_of(game: GameRecord, captive: CaptiveMember) -> CaptiveRecord | None:
    """Return a captive's entry in a game's record, None if there is none."""
    side = game.side_of(captive.group)
    captives = side.captives if side is not None else ()
    return next((c for c in captives if c.member == captive.member.id), None)


#: How many groups are read at once, as a page shows.
SEEN = 12


class HalfDone(Value):
    """Something begun and not finished: a group's post-game sequence, or a game at the table. `names`
    are the group's or the sides'; `game` is the number of a recorded game, else 0. `together`: the
    sides play against the zombies."""

    kind: Literal["sequence", "session"]
    id: str
    names: tuple[str, ...]
    game: int = 0
    together: bool = False


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
CREATING, READY, NONE_PLAYED = NextStep("creating"), NextStep("ready"), Tally()


class LookedAt(Value):
    """What the list of a campaign's groups shows of one; `warnings` are violations that aren't allowed."""

    group: Group
    warnings: tuple[Violation, ...]


class GroupLine(Value):
    """A group in the list of its campaign. Only the first have `seen`, as many as a page shows; that of
    others is read when they are scrolled to (`Workspace.look_at`)."""

    summary: GroupSummary
    mark: RevisionMark
    figures: LineFigures
    next: NextStep
    tally: Tally
    seen: LookedAt | None


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
        found = []
        for line in self.groups:
            group, latest = line.summary.id, line.figures.fallen
            if line.seen is not None and group in played:
                latest = max(latest, played[group][-1].number)
            if line.figures.remembered:
                found.append((group, latest))
        return found

    def to_go_on_with(self) -> GroupLine | None:
        """Return the group to go on with: the one furthest behind if groups go step by step, of equal
        ones the first with a begun sequence, else the first with something to do."""
        by_step = self.view.campaign.order == "step"
        steps = {one.group: one.at for one in self.progress} if by_step else {}
        return min(
            (line for line in self.groups if line.next.kind not in ("ready", "session")),
            key=lambda line: (steps.get(line.summary.id, 0), line.next.kind != "sequence"),
            default=None,
        )


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


def by_group(sequences: Iterable[Listed]) -> dict[str, list[Listed]]:
    """Return post-game sequences by group, in the order they were begun."""
    found: dict[str, list[Listed]] = {}
    for one in sequences:
        found.setdefault(one.group, []).append(one)
    return found


def session_by_side(on: Sequence[SessionSummary]) -> dict[str, str]:
    """Return the id of the first session that each side plays, by the side's name."""
    return {
        str(side): session.id for session in reversed(on) for side in session.facts.get("sides", ())
    }


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
    own = {s.game: s for s in sequences}
    if not all(sequence.finished for sequence in own.values()):
        for game in played:
            sequence = own.get(game.game)
            if sequence is not None and not sequence.finished:
                return NextStep("sequence", game.game, game.number, sequence.sequence)
    first = None
    for game in reversed(played):
        if game.game in own:
            break  # finished, and all games before it are settled
        first = game
    return NextStep("begin", first.game, first.number) if first is not None else READY


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

        def listed() -> tuple[GroupSummary, ...]:
            order = {group: n for n, group in enumerate(campaign.groups)}
            found = self.tx.index.groups(campaign.id)
            return tuple(sorted(found, key=lambda group: order.get(group.id, len(order))))

        return self.snapshots.cached(self.tx, ("groups", campaign.id), listed)

    def sequences(self, campaign: str) -> tuple[Listed, ...]:
        """Return the post-game sequences of a campaign, in the order they were begun."""
        return self.snapshots.cached(
            self.tx, ("sequences", campaign), lambda: tuple(self.tx.sequences.listed(campaign))
        )

    def sessions(self, campaign: str) -> tuple[SessionSummary, ...]:
        """Return the sessions of a campaign at the table that haven't ended."""
        return self.snapshots.cached(
            self.tx,
            ("sessions", campaign),
            lambda: tuple(
                s
                for s in self.tx.table.sessions()
                if s.campaign == campaign and not s.ended and not s.deleted
            ),
        )

    def places(self, campaign: Campaign) -> Places:
        """Return the pages of a campaign."""
        groups, on = self.groups(campaign), self.sessions(campaign.id)
        half = half_done(campaign, groups, self.sequences(campaign.id), on)
        return Places(groups, half, self.progress(campaign))

    def progress(self, campaign: Campaign) -> tuple[GroupProgress, ...] | None:
        """Return the progress of groups after games that aren't settled; None if there are any, but
        no reader yet."""
        steps = self.snapshots.cached(
            self.tx, ("settling", campaign.id), lambda: self._settling(campaign)
        )
        if not steps:
            return ()
        if (read := self.read_progress) is None:
            return None
        return self.snapshots.cached(
            self.tx, ("progress", campaign.id), lambda: read(self.tx, campaign, steps)
        )

    def _settling(self, campaign: Campaign) -> dict[str, NextStep]:
        """Return the next steps of the groups that have played games which aren't settled, by group in
        the campaign's order, also of those that have finished."""
        sequences = self.sequences(campaign.id)
        known = {group.id for group in self.groups(campaign)}
        recent = {side.group for game in campaign.games[-PROGRESS_MOST:] for side in game.sides}
        begun = {one.group for one in sequences if not one.finished}
        wanted = (recent | begun) & known & campaign.played.keys()
        own = by_group(sequences)
        steps = {
            group: next_step(
                group, campaign, founding=False, sequences=own.get(group, ()), session=""
            )
            for group in campaign.groups
            if group in wanted
        }
        games = {step.game for step in steps.values() if step.kind in ("begin", "sequence")}
        found = {
            group: step
            for group, step in steps.items()
            if step.game or any(played.game in games for played in campaign.played[group][-1:])
        }
        return dict(list(found.items())[:PROGRESS_MOST])

    def overview(self, view: CampaignView) -> Overview:
        """Return the overview of a campaign."""
        campaign = view.campaign
        sequences, sessions = self.sequences(campaign.id), self.sessions(campaign.id)
        lines = self._lines(view, by_group(sequences), session_by_side(sessions))
        return Overview(
            view,
            lines,
            half_done(campaign, view.groups, sequences, sessions),
            sum(line.figures.remembered for line in lines),
            self._winners(lines) if campaign.switches.ending else (),
            tuple(self.faults),
            self.progress(campaign) or (),
            captives_in(self.tx, self.snapshots, campaign),
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
            try:
                mark = marks.get(group) or self.tx.revisions.mark(Subject(summary.campaign, group))
                seen = None
                if len(lines) < SEEN:
                    seen = looked_at(self.snapshots, self.tx, mark, campaign.switches)
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
            lines.append(GroupLine(summary, mark, figures, step, tally(group, campaign), seen))
        return tuple(lines)

    def _winners(self, lines: Iterable[GroupLine]) -> tuple[str, ...]:
        """Return the names of the groups that have reached the campaign's optional end (p. 106)."""
        catalogue = self.snapshots.catalogue
        least = catalogue.number("ending", "points")
        return tuple(
            line.summary.name
            for line in lines
            if line.summary.points >= least
            and (group := self._group(line)) is not None
            and campaign_won(group, catalogue)
        )

    def _group(self, line: GroupLine) -> Group | None:
        try:
            return self.snapshots.group(self.tx, line.mark)
        except LastDaysError as error:
            self.faults.append(str(error))
            return None


def looked_at(
    snapshots: Snapshots, tx: Transaction, mark: RevisionMark, switches: Switches
) -> LookedAt:
    """Return what the list of a campaign's groups shows of one; LastDaysError if it is damaged."""
    group = snapshots.group(tx, mark)
    found = snapshots.violations(tx, mark, switches)
    return LookedAt(group, tuple(v for v in found if v.key not in group.allowed))


def half_done(
    campaign: Campaign,
    groups: tuple[GroupSummary, ...],
    sequences: Iterable[Listed],
    sessions: Iterable[SessionSummary],
) -> tuple[HalfDone, ...]:
    """Return what is begun and not finished in a campaign: sequences, then games at the table."""
    games = campaign.games_by_id
    begun = [s for s in sequences if not s.finished and s.game in games]
    names = {g.id: g.name for g in groups} if begun else {}
    found = [
        HalfDone("sequence", s.sequence, (names[s.group],), games[s.game].number)
        for s in begun
        if s.group in names
    ]
    found += [
        HalfDone(
            "session",
            s.id,
            tuple(str(side) for side in s.facts.get("sides", ())),
            together=bool(s.facts.get("together")),
        )
        for s in sessions
    ]
    return tuple(found)
