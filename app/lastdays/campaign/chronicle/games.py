"""The chronicle of a campaign: its games one by one, charts, standings and records, made from what
the store has, and the players' own words.

Only what is asked for is read: a story needs the game records and a few revisions. A `Chronicle`
shows one state of the store, and caches what it has read.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cached_property
from itertools import accumulate
from typing import Generic, Literal, TypeVar, get_args

from msgspec.structs import replace

from lastdays.campaign.chronicle.sentences import (
    Casts,
    Outcome,
    StorySentence,
    game_sentences,
    result_sentence,
)
from lastdays.campaign.dates import typed_day
from lastdays.campaign.documents import group_documents
from lastdays.campaign.snapshots import Snapshots
from lastdays.campaign.workspace import Actions, Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, against, ngettext, number
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords
from lastdays.model.changes import GamePictured, GameRecorded, GameTold
from lastdays.model.fields import NOTES_MOST, PICTURES_MOST, unfit
from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group
from lastdays.model.recruiting import (
    A_LEVEL,
    AN_INJURY,
    PRICELESS,
    Rating,
    campaign_won,
    empty_spaces,
    places_in_refuge,
)
from lastdays.model.tallies import Feat, GroupTotals, PairTotals
from lastdays.pdf.chart import Chart, ChartLine
from lastdays.rulebook import Catalogue, pictograms
from lastdays.store import Subject, Transaction
from lastdays.store.sequences import Listed
from lastdays.values import Value

T = TypeVar("T")


class AfterGame(Value):
    """What followed a game for one of its groups: the state of its post-game sequence, the id of that
    ('' if it isn't begun), and what it changed, in sentences."""

    group: str
    name: str
    sequence: str = ""
    state: Literal["none", "begun", "finished"] = "none"
    sentences: tuple[StorySentence, ...] = ()


class GameStory(Value):
    """A game in the chronicle. `day` is when it was played, as '2026-10-03', '' if unknown;
    `sentences` are about the game, `after` about what followed for each group; `own` are the
    players' own words, `notes` those on its record; `session` is the id of its session at the
    table, '' if it has none."""

    id: str
    number: int
    day: str
    encounter: str
    drawing: str
    sides: tuple[str, ...]
    result: str
    sentences: tuple[StorySentence, ...]
    after: tuple[AfterGame, ...]
    own: str
    notes: str
    session: str
    pictures: tuple[str, ...]
    #: Who plays each side, '' if unknown.
    players: tuple[str, ...]
    #: Whether the sides played together against the zombies.
    together: bool = False

    def who_played(self, *, players: bool) -> str:
        """Say who played each other, or together, with their `players`: "Zeke's Truckers (Ann) against
        Carl's Crew"."""
        return against(self._named if players else self.sides, together=self.together)

    @property
    def _named(self) -> tuple[str, ...]:
        """Return the sides with their players: "Zeke's Truckers (Ann)"."""
        both = zip(self.sides, self.players, strict=True)
        text = _("{group} ({player})")
        return tuple(text.format(group=side, player=who) if who else side for side, who in both)

    @property
    def all_sentences(self) -> tuple[StorySentence, ...]:
        """Return all sentences: about the game, then about what followed for each group."""
        return (*self.sentences, *(s for after in self.after for s in after.sentences))


class SequenceChange(Value):
    """A group before and after the post-game sequence of one game."""

    before: Group
    after: Group


class GroupPast:
    """The past of one group, read on demand; that of a damaged or missing group is empty."""

    def __init__(self, workspace: Workspace, campaign: str, group: str) -> None:
        self._workspace = workspace
        self._subject = Subject(campaign, group)
        self._changes: dict[str, SequenceChange | None] = {}

    def _read(self, what: Callable[[Transaction, Snapshots], T]) -> T | None:
        """Read something from the store; None if it is damaged or missing."""
        try:
            with self._workspace.store.reading() as tx:
                return what(tx, self._workspace.snapshots)
        except LastDaysError:
            return None

    @cached_property
    def now(self) -> Group | None:
        """The group as it is now, None if it is damaged or missing."""
        return self._read(lambda tx, known: known.group_now(tx, self._subject))

    @cached_property
    def sequences(self) -> Mapping[str, Listed]:
        """The post-game sequences of the group by game, of several after one game the first."""
        listed = self._read(lambda tx, _known: tx.sequences.listed_of(str(self._subject.group)))
        return {sequence.game: sequence for sequence in reversed(listed or [])}

    def finished(self, game: str) -> int | None:
        """Return the revision that a game's sequence was finished with, None if it isn't finished."""
        sequence = self.sequences.get(game)
        return None if sequence is None else sequence.finished

    def changed_by(self, game: str) -> SequenceChange | None:
        """Return the group before and after a game's sequence; None if it isn't finished."""
        if game not in self._changes:
            self._changes[game] = self._read(lambda tx, known: self._change(tx, known, game))
        return self._changes[game]

    def _change(self, tx: Transaction, known: Snapshots, game: str) -> SequenceChange | None:
        finished = self.finished(game)
        if finished is None:
            return None
        parent = tx.revisions.made_by(finished).parent
        after = known.group_at(tx, finished)
        return SequenceChange(after if parent is None else known.group_at(tx, parent), after)

    def figures(self, game: str, *, before: bool = False) -> Mapping[str, int]:
        """Return the group's figures after a game's sequence, or before it; {} if it isn't
        finished."""
        finished = self.finished(game)

        def read(tx: Transaction, known: Snapshots) -> Mapping[str, int]:
            if finished is None:
                return {}
            parent = tx.revisions.made_by(finished).parent if before else None
            figures = tx.revisions.figures(parent or finished)
            if "rating" in figures:
                return figures
            return group_documents.figures(known.group_at(tx, parent or finished), known.catalogue)

        return self._read(read) or {}


class Chronicle:
    """The chronicle of a campaign in the present state of the store."""

    def __init__(self, workspace: Workspace, campaign: str) -> None:
        """Read the campaign's own document; LastDaysError if it is missing or damaged."""
        self.workspace = workspace
        self.catalogue = workspace.catalogue
        with workspace.store.reading() as tx:
            mark = tx.revisions.mark(Subject(campaign))
            self.campaign = workspace.snapshots.campaign(tx, mark)
        self.revision = mark.revision
        self._pasts: dict[str, GroupPast] = {}
        self._earlier: dict[str, dict[str, str]] = {}
        self._stories: dict[str, GameStory] = {}
        self._begun: dict[str, str] = {}

    @property
    def games(self) -> tuple[GameRecord, ...]:
        """Return the games in the order they were recorded."""
        return self.campaign.games

    def past(self, group: str) -> GroupPast:
        """Return the past of a group."""
        if group not in self._pasts:
            self._pasts[group] = GroupPast(self.workspace, self.campaign.id, group)
        return self._pasts[group]

    def before(self, group: str, game: str) -> SequenceChange | None:
        """Return what a group's previous finished sequence changed, before a game; None if there is
        none."""
        past = self.past(group)
        if group not in self._earlier:
            earlier, last = self._earlier.setdefault(group, {}), ""
            for played in self.campaign.played.get(group, ()):
                earlier[played.game] = last
                if past.finished(played.game) is not None:
                    last = played.game
        found = self._earlier[group].get(game, "")
        return past.changed_by(found) if found else None

    def group_name(self, group: str) -> str:
        """Return the present name of a group; of a missing one the name in its latest game."""
        now = self.past(group).now
        if now is not None:
            return now.name
        sides = (side for game in reversed(self.games) for side in game.sides)
        return next((side.name for side in sides if side.group == group), _("an unknown group"))

    def player(self, group: str) -> str:
        """Return who plays a group now, '' if unknown."""
        now = self.past(group).now
        return now.player if now is not None else ""

    def member_name(self, group: str, member: str) -> str:
        """Return the present name of a member."""
        now = self.past(group).now
        if now is not None and now.has_member(member):
            return now.member(member).name
        return _("someone")

    def day(self, game: GameRecord) -> str:
        """Return the day a game was played on, as '2026-10-03', '' if unknown: the day the players
        gave, else when its session at the table began, else when it was recorded."""
        own = self.campaign.own_words.get(game.id)
        if own is not None and own.day:
            return own.day
        self.look_up((game.id,))
        begun = self._begun[game.id]
        return local_day(begun or game.recorded or self._recorded.get(game.number, ""))

    def look_up(self, games: Iterable[str]) -> None:
        """Read and cache when several games began at the table, with a single query."""
        unknown = [game for game in games if game not in self._begun]
        if unknown:
            with self.workspace.store.reading() as tx:
                found = tx.table.begun(unknown)
            self._begun.update((game, found.get(game, "")) for game in unknown)

    def story(self, game: str) -> GameStory:
        """Return the story of a game; RuleError if it is no longer recorded."""
        if game not in self._stories:
            self._stories[game] = self._tell(self.campaign.game(game))
        return self._stories[game]

    # Inside

    @cached_property
    def _recorded(self) -> Mapping[int, str]:
        """When each game was recorded, by number, for records that don't say so themselves."""
        with self.workspace.store.reading() as tx:
            made = tx.revisions.made_at(self.campaign.id, GameRecorded.kind)
        return {c.number: at for c, at in made if isinstance(c, GameRecorded)}

    def casts(self, game: GameRecord) -> Casts:
        """Return the groups of a game by id, as they were after it."""
        casts = {}
        for side in game.sides:
            group = self._group_then(side, game)
            if group is not None:
                casts[side.group] = group
        return casts

    def outcome(self, game: GameRecord, side: Side, change: SequenceChange) -> Outcome:
        """Return the outcome of a game for the group that played a side of it."""
        return Outcome(side, change.before, change.after, self.casts(game), self.catalogue)

    def _group_then(self, side: Side, game: GameRecord) -> Group | None:
        if not side.group:
            return None
        change = self.past(side.group).changed_by(game.id)
        return change.after if change is not None else self.past(side.group).now

    def _tell(self, game: GameRecord) -> GameStory:
        encounter = self.catalogue.encounters[game.encounter]
        casts = self.casts(game)
        own = self.campaign.own_words.get(game.id)
        self.look_up((game.id,))
        return GameStory(
            game.id,
            game.number,
            self.day(game),
            encounter.name,
            encounter.drawing,
            tuple(side.name for side in game.sides),
            result_sentence(game),
            tuple(game_sentences(game, casts, self.catalogue)),
            tuple(self._after(game, side) for side in game.sides if side.group),
            own.text if own is not None else "",
            game.notes,
            game.id if self._begun[game.id] else "",
            own.pictures if own is not None else (),
            tuple(self.player(side.group) if side.group else "" for side in game.sides),
            game.together,
        )

    def _after(self, game: GameRecord, side: Side) -> AfterGame:
        past = self.past(side.group)
        settled = past.sequences.get(game.id)
        if settled is None:
            return AfterGame(side.group, side.name)
        if settled.finished is None:
            return AfterGame(side.group, side.name, settled.sequence, "begun")
        change = past.changed_by(game.id)
        sentences: tuple[StorySentence, ...] = ()
        if change is not None:
            before = self.before(side.group, game.id)
            found = self.outcome(game, side, change).sentences(
                before.after if before is not None else None,
                ending=self.campaign.switches.ending,
            )
            sentences = tuple(found)
        return AfterGame(side.group, side.name, settled.sequence, "finished", sentences)


def local_day(at: str) -> str:
    """Return the local day of a stored time, as '2026-10-03'; '' for none."""
    try:
        return datetime.fromisoformat(at).astimezone().date().isoformat() if at else ""
    except (ValueError, OverflowError):
        return ""


#: What a chart can show over the games.
Measure = Literal["rating", "levels", "points", "size", "zombies"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
#: The most points of a line.
POINTS_MOST = 160
#: The most groups in a chart.
LINES_MOST = 8


def measure_name(measure: Measure) -> str:
    """Return the name of a measure."""
    return {
        "rating": _("Rating"),
        "levels": _("Levels"),
        "points": _("Scavenge Points"),
        "size": _("Members"),
        "zombies": _("Zombies taken Out of Action"),
    }[measure]


def measure_title(measure: Measure) -> str:
    """Return the heading of a chart."""
    return {
        "rating": _("Rating by game"),
        "levels": _("Levels by game"),
        "points": _("Scavenge Points by game"),
        "size": _("Members by game"),
        "zombies": _("Zombies taken Out of Action by game"),
    }[measure]


def chart_of(chronicle: Chronicle, measure: Measure, groups: Iterable[str]) -> Chart:
    """Return a chart of the first `LINES_MOST` of some groups; each line starts before the group's
    first game."""
    chosen = list(dict.fromkeys(groups))[:LINES_MOST]
    lines = (
        ChartLine(chronicle.group_name(group), tuple(_points_of(chronicle, measure, group)), n)
        for n, group in enumerate(chosen)
    )
    return Chart(measure_title(measure), _("Game"), tuple(lines))


def most_played(chronicle: Chronicle, groups: Iterable[str]) -> list[str]:
    """Return the groups with the most games, as many as a chart shows, in the order given."""
    played = chronicle.campaign.played
    some = [group for group in groups if group in played]
    chosen = set(sorted(some, key=lambda group: -len(played[group]))[:LINES_MOST])
    return [group for group in some if group in chosen]


def sheet_charts(workspace: Workspace, campaign: str, groups: Iterable[str]) -> list[Chart]:
    """Return the charts of the campaign's sheet: the groups' ratings, if a sequence is finished."""
    chronicle = Chronicle(workspace, campaign)
    found = chart_of(chronicle, "rating", most_played(chronicle, groups))
    return [] if found.empty else [found]


def page_chart(workspace: Workspace, campaign: str, groups: Iterable[str]) -> Chart:
    """Return the chart of the campaign's page: the groups' ratings, or their zombies killed while no
    sequence is finished; cached until something changes."""
    whose = tuple(groups)

    def chart() -> Chart:
        chronicle = Chronicle(workspace, campaign)
        most = most_played(chronicle, whose)
        ratings = chart_of(chronicle, "rating", most)
        return chart_of(chronicle, "zombies", most) if ratings.empty else ratings

    with workspace.store.reading() as tx:
        return workspace.snapshots.cached(tx, ("chart", campaign, whose), chart)


def _points_of(chronicle: Chronicle, measure: Measure, group: str) -> list[tuple[int, int]]:
    """Return a measure of a group as pairs of game number and value, starting before its first game."""
    played = chronicle.campaign.played.get(group, ())
    if measure == "zombies":
        first = [(one.number - 1, 0) for one in played[:1]]
        killed = accumulate(chronicle.campaign.game(one.game).killed_by(group) for one in played)
        return _thinned([*first, *zip((one.number for one in played), killed, strict=True)])
    past = chronicle.past(group)
    settled = [one for one in played if past.finished(one.game) is not None]
    figures = [(one.number - 1, past.figures(one.game, before=True)) for one in settled[:1]]
    figures += [(one.number, past.figures(one.game)) for one in _thinned(settled)]
    return [(number, known[measure]) for number, known in figures if measure in known]


def _thinned(many: list[T]) -> list[T]:
    """Return at most `POINTS_MOST` of a list, evenly spaced, with the first and the last."""
    if len(many) <= POINTS_MOST:
        return many
    step = (len(many) - 1) / (POINTS_MOST - 1)
    return [many[round(n * step)] for n in range(POINTS_MOST)]


# The rating, in words


def rating_explained(rating: Rating) -> tuple[tuple[str, str], ...]:
    """Return the parts of a rating with their amounts, for a table that adds them up."""
    return (
        (_("Active members, at the book's cost"), str(rating.members)),
        (_("Gear they carry"), str(rating.gear)),
        (_("Levels"), f"+{rating.levels}" if rating.levels else "0"),
        (_("Lasting injuries"), number(-rating.injuries)),
        (_("Rating"), str(rating.total)),
    )


def rating_said() -> str:
    """Explain what the rating is."""
    return _(
        "The rating is what the group would cost in Scavenge Points if it played now: its "
        "active members and the gear they carry at the book's prices ({priceless} for gear "
        "that can't be bought), plus {level} for each Level, minus {injury} for each "
        "lasting injury. Captives, the stash and the Refuge don't count. The rating is this "
        "program's, not the book's.",
        priceless=PRICELESS,
        level=A_LEVEL,
        injury=AN_INJURY,
    )


_NOTHING = GroupTotals()


class StandingsPlace(Value):
    """A group's place; groups with equal wins, losses and rating share one."""

    place: int
    group: str
    totals: GroupTotals
    rating: int


def standings(
    campaign: Campaign, groups: Iterable[str], ratings: Mapping[str, int]
) -> list[StandingsPlace]:
    """Return the groups by most games won, then fewest lost, then the rating."""
    tallies = campaign.tallies.groups
    found = [(g, tallies.get(g, _NOTHING), ratings.get(g, -1)) for g in groups]
    keys = [(-totals.won, totals.lost, -rating) for _group, totals, rating in found]
    ordered = sorted(keys)
    places = [
        StandingsPlace(bisect_left(ordered, key) + 1, *one)
        for key, one in zip(keys, found, strict=True)
    ]
    return sorted(places, key=lambda one: one.place)


def met(chronicle: Chronicle, group: str) -> list[tuple[str, PairTotals]]:
    """Return the groups that a group has played against with its results, most games first."""
    pairs = chronicle.campaign.tallies.against(group)
    return sorted(pairs.items(), key=lambda p: -p[1].games)


# Records


class CampaignRecord(Value):
    """A record of the campaign: what it is for, the amount, the name of its holder, the ids of the
    group and the member ('' if the group holds it), the id and number of the game ('' and 0 if it
    took several), and how many others are tied."""

    title: str
    amount: int
    holder: str
    group: str
    member: str
    game: str
    number: int
    shared: str
    drawing: str


def records(chronicle: Chronicle) -> list[CampaignRecord]:
    """Return the campaign's records so far."""
    numbers = {game.number: game.id for game in chronicle.games}
    found = []
    for feat, best in chronicle.campaign.tallies.records.items():
        title, drawing = _named(feat)
        holder = chronicle.group_name(best.group)
        if best.member:
            holder = _(
                "{name} of {group}",
                name=chronicle.member_name(best.group, best.member),
                group=holder,
            )
        shared = ngettext("tied with {n} other", "tied with {n} others", best.shared)
        found.append(
            CampaignRecord(
                title,
                best.amount,
                holder,
                best.group,
                best.member,
                numbers.get(best.game, ""),
                best.game,
                shared if best.shared else "",
                pictograms.token(drawing),
            )
        )
    return found


def _named(feat: Feat) -> tuple[str, str]:
    return {
        "zombies-in-a-game": (_("Most zombies taken Out of Action in one game"), "zombie"),
        "rivals-in-a-game": (_("Most rivals taken Out of Action in one game"), "rivals"),
        "zombies": (_("Most zombies taken Out of Action"), "zombie"),
        "rivals": (_("Most rivals taken Out of Action"), "rivals"),
        "games": (_("Most games fought"), "dice"),
        "out": (_("Most times Out of Action"), "out"),
        "group-zombies-in-a-game": (
            _("Most zombies a group took Out of Action in one game"),
            "zombie",
        ),
        "tokens-in-a-game": (_("Most Supply Tokens in one game"), "supply"),
        "streak": (_("Most games won in a row"), "trophy"),
    }[feat]


# The end of the campaign


class EndProgress(Value):
    """A group's progress to the optional end of the campaign (p. 106, ruling 32)."""

    spaces_built: int
    spaces: int
    members: int
    members_most: int
    points: int
    points_wanted: int
    reached: bool

    @property
    def share(self) -> float:
        """Return the progress from 0 to 1, as the mean of its three parts."""
        if self.reached:
            return 1.0
        parts = (
            (self.spaces_built, self.spaces),
            (self.members, self.members_most),
            (self.points, self.points_wanted),
        )
        return sum(min(1.0, max(0, n) / most) if most > 0 else 1.0 for n, most in parts) / 3


def end_progress(group: Group, catalogue: Catalogue) -> EndProgress | None:
    """Return a group's progress to the end of the campaign; None on the road, where it has no Refuge to
    complete."""
    if group.on_the_road:
        return None
    built = len(group.refuge.built)
    return EndProgress(
        built,
        built + max(0, empty_spaces(group, catalogue)),
        len(group.roster),
        places_in_refuge(group, catalogue),
        group.points,
        catalogue.number("ending", "points"),
        campaign_won(group, catalogue),
    )


def end_said(progress: EndProgress) -> str:
    """Describe the progress: '3 of 4 Spaces built, 8 of 8 members, 120 of 300 points'."""
    return _(
        "{built} of {spaces} Empty Spaces built on, {members} of {most} members, {points} "
        "of {wanted} Scavenge Points",
        built=progress.spaces_built,
        spaces=progress.spaces,
        members=progress.members,
        most=progress.members_most,
        points=number(progress.points),
        wanted=progress.points_wanted,
    )


Words = TypeVar("Words", OwnWords, ChronicleEntry)


class WordsActions(Actions, Generic[Words]):
    """Actions on texts in the chronicle with their days and pictures, each a named change of the
    campaign."""

    @abstractmethod
    def _change(
        self,
        campaign: str,
        key: str,
        how: Callable[[Words, Transaction], Words],
        *,
        pictured: bool = False,
    ) -> None:
        """Replace some words in one transaction; `pictured` if their pictures change."""

    def _day(self, day: str) -> str:
        """Return a typed day as '2026-10-03', '' for none; LastDaysError if it isn't a day."""
        return day and typed_day(day)

    def write(self, campaign: str, key: str, text: str) -> None:
        """Store a text, '' for none; LastDaysError if it is too long."""
        text = fitting_text(text)
        self._change(campaign, key, lambda words, _tx: replace(words, text=text))

    def set_day(self, campaign: str, key: str, day: str) -> None:
        """Store a typed day; LastDaysError if it isn't one."""
        day = self._day(day)
        self._change(campaign, key, lambda words, _tx: replace(words, day=day))

    def add_picture(self, campaign: str, key: str, picture: bytes) -> None:
        """Add a picture; LastDaysError if it is too large, or there are too many."""

        def how(words: Words, tx: Transaction) -> Words:
            kept = group_documents.kept_picture(tx, picture)
            return replace(words, pictures=with_picture(words.pictures, kept))

        self._change(campaign, key, how, pictured=True)

    def remove_picture(self, campaign: str, key: str, at: int) -> None:
        """Remove the picture at a place."""

        def how(words: Words, _tx: Transaction) -> Words:
            return replace(words, pictures=(*words.pictures[:at], *words.pictures[at + 1 :]))

        self._change(campaign, key, how, pictured=True)


class ChronicleActions(WordsActions[OwnWords]):
    """Actions on the players' own words about games."""

    def _change(
        self,
        campaign: str,
        key: str,
        how: Callable[[OwnWords, Transaction], OwnWords],
        *,
        pictured: bool = False,
    ) -> None:
        number = self.workspace.campaign(campaign).campaign.game(key).number
        change = GamePictured(number) if pictured else GameTold(number)
        with self.workspace.change(campaign, change) as changes:

            def rewritten(c: Campaign) -> Campaign:
                words = how(c.own_words.get(key, OwnWords(key)), changes.tx)
                rest = tuple(other for other in c.told if other.game != key)
                return replace(c, told=rest if words == OwnWords(key) else (*rest, words))

            changes.campaign(rewritten)


def fitting_text(text: str) -> str:
    """Return a text; LastDaysError if it is too long or has invalid letters."""
    if problem := unfit(_("The text"), text, NOTES_MOST):
        raise LastDaysError(problem)
    return text


def with_picture(there: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Return pictures with another one added; LastDaysError if there are too many."""
    if len(there) >= PICTURES_MOST:
        raise LastDaysError(
            "There's only room for {n} pictures. Nothing was changed.", n=PICTURES_MOST
        )
    return tuple(dict.fromkeys((*there, key)))
