"""A campaign at a glance: its groups with their warnings and next steps, open captives, and what is
half done."""

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
from lastdays.store import RevisionMark, Store, Subject, Transaction
from lastdays.store.index import GroupSummary
from lastdays.store.log import SessionSummary
from lastdays.store.sequences import Listed
from lastdays.values import Value

#: So many groups are looked at: a game has four sides at most, a campaign a handful of groups.
STANDS_MOST = 8


class GroupProgress(Value):
    """Where a group stands after a game. `sequence` is '' where its post-game sequence is not begun;
    `step` is the step it is at, `chapter` that step in words, `at` its place in the book's order;
    `question` is what is asked next, `about` the name of the member it is about. `stuck`: it can't
    go on."""

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
        """Return whether something is still to be done."""
        return self.state != "finished"


def after_same_game(stands: Iterable[GroupProgress], group: str) -> tuple[GroupProgress, ...]:
    """Return where the groups of one game stand, that of `group` among them."""
    listed = tuple(stands)
    game = next((s.game for s in listed if s.group == group), "")
    return tuple(s for s in listed if s.game == game)


def whose_turn(
    stands: Iterable[GroupProgress], group: str, order: AftermathOrder
) -> GroupProgress | None:
    """Return which other group comes next after `group` has come as far as it has; None where
    `group` itself goes on, or nobody has anything left to do.

    Group by group, the next one follows once a group has finished. Step by step, no group goes on
    to a step while another is at an earlier one; among those the order of the campaign counts.
    """
    game = after_same_game(stands, group)
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
    """A member who is held: whose, and by whom. `captor` is '' where no group of the campaign holds
    them; `loot` is what the captor's group could take."""

    group: str
    group_name: str
    member: Member
    captor: str
    captor_name: str
    loot: tuple[Item, ...]


class Settlement(Value):
    """What the record of a game says of a captive, and nobody has settled yet."""

    captive: CaptiveMember
    game: str
    number: int
    fate: CaptiveFate

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the ids of the groups that it changes."""
        return tuple(filter(None, (self.captive.group, self.captive.captor)))


def captives_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign
) -> tuple[CaptiveMember, ...]:
    """Return everybody who is held in a campaign, by their groups' names. Only for a transaction
    that writes nothing."""
    return snapshots.recalled(
        tx, ("captives", campaign.id), lambda: tuple(_captives(tx, snapshots, campaign))
    )


def settlements_in(
    tx: Transaction, snapshots: Snapshots, campaign: Campaign
) -> tuple[Settlement, ...]:
    """Return the captives of whom the latest game of their group says what became of them, and
    whose group has not begun its post-game sequence."""
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
    """Say of whom the record of a game leaves open what became of them: of those who are held still,
    of a group or by it. '' where of nobody."""
    played = campaign.game(game)
    for captive in captives_in(tx, snapshots, campaign):
        record = _record_of(played, captive)
        ours = group in (captive.group, captive.captor)
        if ours and record is not None and record.fate == "open":
            return _(
                "First say on the record of game {n} what became of {name}.",
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
            continue  # what is damaged is said where the group itself is shown
        yield CaptiveMember(group.id, group.name, member, captor, name, loot)


def _record_of(game: GameRecord, captive: CaptiveMember) -> CaptiveRecord | None:
    """Return what a game's record says of a captive, None where it does not name them."""
    side = game.side_of(captive.group)
    captives = side.captives if side is not None else ()
    return next((c for c in captives if c.member == captive.member.id), None)


#: So many groups are read at once: more are not in sight together. So many are remembered.
SEEN, MEMORY_MOST = 12, 3


class HalfDone(Value):
    """Something begun and not finished: a post-game sequence of a group, or a game at the table.

    `names` are the group's, or the sides'; `game` is the number of the recorded game, else 0.
    """

    kind: Literal["sequence", "session"]
    id: str
    names: tuple[str, ...]
    game: int = 0


class CampaignView(Value):
    """A campaign as the window shows it; `revision` is that of its own records."""

    campaign: Campaign
    groups: tuple[GroupSummary, ...]
    undo: str | None
    redo: str | None
    revision: int = 0


class NextStep(Value):
    """What is next for a group: to go on with a game at the table, to finish creating it, to begin
    or go on with its post-game sequence, or to play. `game` and `number` are the game's that the
    sequence follows; ids, '' for none."""

    kind: Literal["session", "creating", "begin", "sequence", "ready"]
    game: str = ""
    number: int = 0
    sequence: str = ""
    session: str = ""


class Tally(Value):
    """How many games a group won, lost and drew, as far as they are recorded."""

    won: int = 0
    lost: int = 0
    drawn: int = 0


#: What is said of most groups of a large campaign.
CREATING, READY, NONE_PLAYED = NextStep("creating"), NextStep("ready"), Tally()


class LookedAt(Value):
    """What is seen of a group in the list of its campaign; `warnings` are those the table has not
    allowed."""

    group: Group
    warnings: tuple[Violation, ...]


class GroupLine(Value):
    """A group in the list of its campaign. `seen` is there for the first ones: a list shows no
    more at once, and the rest is read as it comes in sight (`Workspace.looked_at`)."""

    summary: GroupSummary
    mark: RevisionMark
    figures: LineFigures
    next: NextStep = READY
    tally: Tally = NONE_PLAYED
    seen: LookedAt | None = None


class Overview(Value):
    """All that the page of a campaign shows, out of one reading. `fallen` are those who died or
    left last, with their groups' names, `remembered` how many there are; `winners` the names of the
    groups that have won the campaign; `faults` say which groups could not be read, in sentences;
    `stands` where groups stand after a game, as far as that is known yet; `captives` who is
    held."""

    view: CampaignView
    groups: tuple[GroupLine, ...]
    half_done: tuple[HalfDone, ...]
    fallen: tuple[tuple[Member, str], ...]
    remembered: int
    winners: tuple[str, ...]
    faults: tuple[str, ...]
    stands: tuple[GroupProgress, ...] = ()
    captives: tuple[CaptiveMember, ...] = ()

    @property
    def by_id(self) -> dict[str, GroupLine]:
        """Return the groups by their ids, in order."""
        return {line.summary.id: line for line in self.groups}

    @property
    def ratings(self) -> dict[str, int]:
        """Return the ratings of the groups, -1 for one that was not noted."""
        return {line.summary.id: line.figures.rating for line in self.groups}

    @property
    def fell(self) -> list[tuple[str, int]]:
        """Return the groups that remember somebody, with the last game in which one fell."""
        return [(x.summary.id, x.figures.fallen) for x in self.groups if x.figures.remembered]

    def to_go_on_with(self) -> GroupLine | None:
        """Return the first group that has something to do: one whose post-game sequence is begun
        comes before others; where all go step by step, the one that is furthest behind."""
        if self.view.campaign.order == "step":
            come_to = {stand.group: stand.at for stand in self.stands}
            return min(
                (line for line in self.groups if line.next.kind not in ("ready", "session")),
                key=lambda one: (come_to.get(one.summary.id, 0), one.next.kind != "sequence"),
                default=None,
            )
        first = None
        for line in self.groups:  # of 1,000 that are ready none is worth a tuple
            kind = line.next.kind
            if kind == "sequence":
                return line
            if first is None and kind != "ready" and kind != "session":
                first = line
        return first


class Places(Value):
    """Where one can go within a campaign: its groups in order, what is not finished, and where groups
    stand after a game: None where that is not known yet, though something is to be done."""

    groups: tuple[GroupSummary, ...]
    half_done: tuple[HalfDone, ...]
    stands: tuple[GroupProgress, ...] | None = ()


NO_PLACES = Places((), ())


#: Works out where groups stand; what is next for each is given by its id.
ProgressReader = Callable[
    [Transaction, Campaign, Mapping[str, NextStep]], tuple[GroupProgress, ...]
]


def groups_of(tx: Transaction, campaign: Campaign) -> tuple[GroupSummary, ...]:
    """Return the lines about the groups of a campaign, in its order."""
    order = {g: n for n, g in enumerate(campaign.groups)}
    found = tx.index.groups(campaign.id)
    return tuple(sorted(found, key=lambda g: order.get(g.id, len(order))))


def by_group(sequences: Iterable[Listed]) -> dict[str, list[Listed]]:
    """Return the post-game sequences of each group, in the order they were begun."""
    found: dict[str, list[Listed]] = {}
    for one in sequences:
        found.setdefault(one.group, []).append(one)
    return found


def session_by_side(on: Sequence[SessionSummary]) -> dict[str, str]:
    """Return the id of the first session that each side plays, by its name."""
    return {
        str(side): session.id for session in reversed(on) for side in session.facts.get("sides", ())
    }


def next_step(
    group: str, campaign: Campaign, *, founding: bool, sequences: Iterable[Listed], session: str
) -> NextStep:
    """Return what is next for a group with its own `sequences`, begun things first, then the
    earliest game. Games before the latest whose sequence is finished are past."""
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
            break  # finished, and all games before it are past
        first = game
    return NextStep("begin", first.game, first.number) if first is not None else READY


def tally(group: str, campaign: Campaign) -> Tally:
    """Count the recorded games of a group that it won, that another side won, and the draws."""
    played = campaign.played.get(group)
    if not played:
        return NONE_PLAYED
    results = [game.result for game in played]
    return Tally(results.count("won"), results.count("lost"), results.count("drawn"))


class CampaignReading:
    """Puts together what is seen of a campaign within one reading."""

    def __init__(
        self, snapshots: Snapshots, tx: Transaction, standing: ProgressReader | None = None
    ) -> None:
        self.snapshots = snapshots
        self.tx = tx
        self.standing = standing
        self.faults: list[str] = []

    def groups(self, campaign: Campaign) -> tuple[GroupSummary, ...]:
        """Return lines about the groups of a campaign, in its order."""
        found = ("groups", campaign.id)
        return self.snapshots.recalled(self.tx, found, lambda: groups_of(self.tx, campaign))

    def sequences(self, campaign: str) -> tuple[Listed, ...]:
        """Return the post-game sequences of a campaign, in the order they were begun."""
        return self.snapshots.recalled(
            self.tx, ("sequences", campaign), lambda: tuple(self.tx.sequences.listed(campaign))
        )

    def sessions(self, campaign: str) -> tuple[SessionSummary, ...]:
        """Return the games of a campaign at the table that have not ended."""
        return self.snapshots.recalled(
            self.tx,
            ("sessions", campaign),
            lambda: tuple(
                s
                for s in self.tx.table.sessions()
                if s.campaign == campaign and not s.ended and not s.deleted
            ),
        )

    def places(self, campaign: Campaign) -> Places:
        """Return the pages that can be visited within a campaign."""
        groups, on = self.groups(campaign), self.sessions(campaign.id)
        half = half_done(campaign, groups, self.sequences(campaign.id), on)
        return Places(groups, half, self.stands(campaign))

    def stands(self, campaign: Campaign) -> tuple[GroupProgress, ...] | None:
        """Return where the groups of games that are not settled stand; None where nobody works
        that out yet, though there are some."""
        steps = self.snapshots.recalled(
            self.tx, ("settling", campaign.id), lambda: self._settling(campaign)
        )
        if not steps:
            return ()
        if self.standing is None:
            return None
        standing = self.standing
        return self.snapshots.recalled(
            self.tx, ("stands", campaign.id), lambda: standing(self.tx, campaign, steps)
        )

    def _settling(self, campaign: Campaign) -> dict[str, NextStep]:
        """Return what is next for the groups of the games that are not settled, in the order of
        the campaign; those who have finished with such a game are ready."""
        sequences = self.sequences(campaign.id)
        known = {group.id for group in self.groups(campaign)}
        recent = {side.group for game in campaign.games[-STANDS_MOST:] for side in game.sides}
        begun = {one.group for one in sequences if not one.finished}
        looked_at = (recent | begun) & known & campaign.played.keys()
        own = by_group(sequences)
        steps = {
            group: next_step(
                group, campaign, founding=False, sequences=own.get(group, ()), session=""
            )
            for group in campaign.groups
            if group in looked_at
        }
        games = {step.game for step in steps.values() if step.kind in ("begin", "sequence")}
        found = {
            group: step
            for group, step in steps.items()
            if step.game or any(played.game in games for played in campaign.played[group][-1:])
        }
        return dict(list(found.items())[:STANDS_MOST])

    def overview(self, view: CampaignView) -> Overview:
        """Return a campaign at a glance."""
        campaign = view.campaign
        sequences, sessions = self.sequences(campaign.id), self.sessions(campaign.id)
        lines = self._lines(view, by_group(sequences), session_by_side(sessions))
        return Overview(
            view,
            lines,
            half_done(campaign, view.groups, sequences, sessions),
            self._fallen(lines),
            sum(line.figures.remembered for line in lines),
            self._winners(lines) if campaign.switches.ending else (),
            tuple(self.faults),
            self.stands(campaign) or (),
            captives_in(self.tx, self.snapshots, campaign),
        )

    def _lines(
        self, view: CampaignView, sequences: Mapping[str, list[Listed]], playing: Mapping[str, str]
    ) -> tuple[GroupLine, ...]:
        """Return the lines of the groups; what can't be read is noted in the faults."""
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

    def _fallen(self, lines: Iterable[GroupLine]) -> tuple[tuple[Member, str], ...]:
        """Return those who died or left last: they are of the groups with the latest deaths."""
        latest = sorted(
            (line for line in lines if line.figures.fallen >= 0),
            key=lambda line: -line.figures.fallen,
        )
        gone = [
            (member, group.name)
            for line in latest[:MEMORY_MOST]
            if (group := self._group(line)) is not None
            for member in group.memorial
        ]
        gone.sort(key=lambda found: -found[0].fate_game)
        return tuple(gone[:MEMORY_MOST])

    def _winners(self, lines: Iterable[GroupLine]) -> tuple[str, ...]:
        """Return the names of the groups at the campaign's optional end (p. 106)."""
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


def sequences_of(store: Store, snapshots: Snapshots, campaign: str) -> tuple[Listed, ...]:
    """Read the post-game sequences of a campaign, in the order they were begun."""
    with store.reading() as tx:
        return CampaignReading(snapshots, tx).sequences(campaign)


def look_at(store: Store, snapshots: Snapshots, line: GroupLine, switches: Switches) -> LookedAt:
    """Read what is seen of a group in the list of its campaign, as the list has it; a LastDaysError
    where it is damaged."""
    with store.reading() as tx:
        return looked_at(snapshots, tx, line.mark, switches)


def looked_at(
    snapshots: Snapshots, tx: Transaction, mark: RevisionMark, switches: Switches
) -> LookedAt:
    """Return what is seen of a group in the list of its campaign."""
    group = snapshots.group(tx, mark)
    found = snapshots.violations(tx, mark, switches)
    return LookedAt(group, tuple(v for v in found if v.key not in group.allowed))


def half_done(
    campaign: Campaign,
    groups: tuple[GroupSummary, ...],
    sequences: Iterable[Listed],
    sessions: Iterable[SessionSummary],
) -> tuple[HalfDone, ...]:
    """Return what of a campaign is begun and not finished: sequences first, then games."""
    games = campaign.games_by_id
    begun = [s for s in sequences if not s.finished and s.game in games]
    names = {g.id: g.name for g in groups} if begun else {}
    found = [
        HalfDone("sequence", s.sequence, (names[s.group],), games[s.game].number)
        for s in begun
        if s.group in names
    ]
    found += [
        HalfDone("session", s.id, tuple(str(side) for side in s.facts.get("sides", ())))
        for s in sessions
    ]
    return tuple(found)
