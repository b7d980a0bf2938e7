"""The chronicle of a campaign: its games one by one, charts, standings and records, made from what
the store has, and the players' own words.

Only what is asked for is read: a story needs the game records and a few revisions. A `Chronicle`
shows one state of the store, and caches what it has read.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from operator import attrgetter
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
from lastdays.campaign.workspace import Actions, Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _, against, ngettext, number
from lastdays.model.campaign import Campaign, ChronicleEntry, OwnWords, Season
from lastdays.model.changes import GamePictured, GameTold
from lastdays.model.fields import CAPTION_MOST, NOTES_MOST, PICTURES_MOST, unfit
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
    `sentences` are about the game, `after_game` says what followed for each group; `own_words` are
    the players' own, `notes` those on its record; `session` is the id of its session at the
    table, '' if it has none."""

    id: str
    number: int
    day: str
    encounter: str
    drawing: str
    sides: tuple[str, ...]
    result: str
    sentences: tuple[StorySentence, ...]
    after_game: tuple[AfterGame, ...]
    own_words: str
    notes: str
    session: str
    pictures: tuple[str, ...]
    #: What is seen on some of the pictures, by their ids.
    captions: Mapping[str, str]
    #: Who plays each side, '' if unknown.
    players: tuple[str, ...]
    #: Whether the sides played together against the zombies.
    together: bool = False

    def who_played(self, *, players: bool) -> str:
        """Say who played each other, or together, with their `players`: "Zeke's Truckers (Ann) against
        Carl's Crew"."""
        sides = self._sides_with_players if players else self.sides
        return against(sides, together=self.together)

    @property
    def _sides_with_players(self) -> tuple[str, ...]:
        """Return the sides with their players: "Zeke's Truckers (Ann)"."""
        text = _("{group} ({player})")
        names = []
        for side, player in zip(self.sides, self.players, strict=True):
            if player:
                names.append(text.format(group=side, player=player))
            else:
                names.append(side)
        return tuple(names)

    @property
    def all_sentences(self) -> tuple[StorySentence, ...]:
        """Return all sentences: about the game, then about what followed for each group."""
        sentences = list(self.sentences)
        for after in self.after_game:
            sentences += after.sentences
        return tuple(sentences)


class SequenceChange(Value):
    """A group before and after the post-game sequence of one game."""

    before: Group
    after: Group


class GroupPast:
    """The past of one group, read on demand; that of a damaged or missing group is empty."""

    def __init__(self, workspace: Workspace, campaign: str, group: str) -> None:
        self._store = workspace.store
        self._snapshots = workspace.snapshots
        self._subject = Subject(campaign, group)
        self._changes: dict[str, SequenceChange | None] = {}

    @cached_property
    def group_now(self) -> Group | None:
        """The group as it is now, None if it is damaged or missing."""
        try:
            with self._store.reading() as tx:
                return self._snapshots.group_now(tx, self._subject)
        except LastDaysError:
            return None

    def as_of(self, moment: str) -> Group | None:
        """Return the group as it was at a moment, None if its history doesn't go back so far."""
        try:
            with self._store.reading() as tx:
                for entry in tx.revisions.history(self._subject):
                    if entry.current and entry.at <= moment:
                        return self._snapshots.group_at(tx, entry.revision)
        except LastDaysError:
            return None
        return None

    @cached_property
    def sequences(self) -> Mapping[str, Listed]:
        """The post-game sequences of the group by game, of several after one game the first."""
        try:
            with self._store.reading() as tx:
                listed = tx.sequences.listed_of(str(self._subject.group))
        except LastDaysError:
            return {}
        by_game: dict[str, Listed] = {}
        for sequence in listed:
            by_game.setdefault(sequence.game, sequence)
        return by_game

    def finishing_revision(self, game: str) -> int | None:
        """Return the revision that a game's sequence was finished with, None if it isn't finished."""
        sequence = self.sequences.get(game)
        return None if sequence is None else sequence.finished

    def change_by_sequence(self, game: str) -> SequenceChange | None:
        """Return the group before and after a game's sequence; None if it isn't finished."""
        if game not in self._changes:
            self._changes[game] = self._read_change(game)
        return self._changes[game]

    def _read_change(self, game: str) -> SequenceChange | None:
        finished = self.finishing_revision(game)
        if finished is None:
            return None
        try:
            with self._store.reading() as tx:
                parent = tx.revisions.made_by(finished).parent
                after = self._snapshots.group_at(tx, finished)
                if parent is None:
                    return SequenceChange(before=after, after=after)
                before = self._snapshots.group_at(tx, parent)
                return SequenceChange(before=before, after=after)
        except LastDaysError:
            return None

    def figures(self, game: str, *, before: bool = False) -> Mapping[str, int]:
        """Return the group's figures after a game's sequence, or before it; {} if it isn't
        finished."""
        revision = self.finishing_revision(game)
        if revision is None:
            return {}
        try:
            with self._store.reading() as tx:
                if before:
                    revision = tx.revisions.made_by(revision).parent or revision
                figures = tx.revisions.figures(revision)
                if "rating" in figures:
                    return figures
                group = self._snapshots.group_at(tx, revision)
                return group_documents.figures(group, self._snapshots.catalogue)
        except LastDaysError:
            return {}


#: Instead of the id of a season: all of them, with the one that is played now.
EVERY_SEASON = "*"


class Chronicle:
    """The chronicle of a campaign in the present state of the store: of the season that is played now, of
    a closed `season`, or of all of them."""

    def __init__(self, workspace: Workspace, campaign: str, season: str = "") -> None:
        """Read the campaign's own document; LastDaysError if it or the season is missing or damaged."""
        self.workspace = workspace
        self.catalogue = workspace.catalogue
        with workspace.store.reading() as tx:
            mark = tx.revisions.mark(Subject(campaign))
            value = workspace.snapshots.campaign(tx, mark)
        self.revision = mark.revision
        self.season: Season | None = None
        #: The groups that are listed now, whatever is told.
        self._groups_now = frozenset(value.groups)
        if season == EVERY_SEASON:
            value = value.with_all_seasons
        elif season:
            self.season = value.season(season)
            value = value.in_season(self.season)
        self.campaign = value
        self._pasts: dict[str, GroupPast] = {}
        self._earlier_games_of_groups: dict[str, dict[str, str]] = {}
        self._stories: dict[str, GameStory] = {}

    @property
    def games(self) -> tuple[GameRecord, ...]:
        """Return the games in the order of their days."""
        return self.campaign.by_day

    def is_listed(self, group: str) -> bool:
        """Return whether a group is in the campaign now, and not in an earlier season alone."""
        return group in self._groups_now

    def remembers(self, group: str, member: str) -> bool:
        """Return whether a member who died or left did so in what is told here."""
        if self.season is not None:
            return (group, member) in self._remembered
        return (group, member) not in self.campaign.remembered_before

    @cached_property
    def _remembered(self) -> frozenset[tuple[str, str]]:
        """Those who died or left in a closed season."""
        return frozenset() if self.season is None else frozenset(self.season.remembered)

    def at_end(self, group: str) -> Group | None:
        """Return a group as it is now, or as it was when a season was closed; None if it is damaged or
        missing. Where its history no longer goes back so far, it is as it is now."""
        past = self.past(group)
        if self.season is not None and group in self._groups_now:
            return past.as_of(self.season.closed) or past.group_now
        return past.group_now

    def past(self, group: str) -> GroupPast:
        """Return the past of a group."""
        if group not in self._pasts:
            self._pasts[group] = GroupPast(self.workspace, self.campaign.id, group)
        return self._pasts[group]

    def previous_change(self, group: str, game: str) -> SequenceChange | None:
        """Return what a group's last finished sequence before a game changed; None if there is none."""
        if group not in self._earlier_games_of_groups:
            self._earlier_games_of_groups[group] = self._earlier_games(group)
        earlier = self._earlier_games_of_groups[group].get(game, "")
        if not earlier:
            return None
        return self.past(group).change_by_sequence(earlier)

    def _earlier_games(self, group: str) -> dict[str, str]:
        """Return, for each game of a group by id, the id of its latest earlier game with a finished
        sequence, '' for none."""
        past = self.past(group)
        earlier_games = {}
        last_settled = ""
        for played in self.campaign.played.get(group, ()):
            earlier_games[played.game] = last_settled
            if past.finishing_revision(played.game) is not None:
                last_settled = played.game
        return earlier_games

    def group_name(self, group: str) -> str:
        """Return the present name of a group; of a missing one the name in its latest game."""
        group_now = self.past(group).group_now
        if group_now is not None:
            return group_now.name
        for game in reversed(self.games):
            for side in game.sides:
                if side.group == group:
                    return side.name
        return _("an unknown group")

    def player(self, group: str) -> str:
        """Return who plays a group now, '' if unknown."""
        group_now = self.past(group).group_now
        return group_now.player if group_now is not None else ""

    def member_name(self, group: str, member: str) -> str:
        """Return the present name of a member."""
        group_now = self.past(group).group_now
        if group_now is not None and group_now.has_member(member):
            return group_now.member(member).name
        return _("someone")

    def day(self, game: GameRecord) -> str:
        """Return the day a game was played on, as '2026-10-03', '' if unknown."""
        return self.campaign.day_of(game)

    def story(self, game: str) -> GameStory:
        """Return the story of a game; RuleError if it is no longer recorded."""
        if game not in self._stories:
            self._stories[game] = self._make_story(self.campaign.game(game))
        return self._stories[game]

    # Inside

    def casts(self, game: GameRecord) -> Casts:
        """Return the groups of a game by id, as they were after it."""
        casts = {}
        for side in game.sides:
            group = self._group_after(side, game)
            if group is not None:
                casts[side.group] = group
        return casts

    def outcome(self, game: GameRecord, side: Side, change: SequenceChange) -> Outcome:
        """Return the outcome of a game for the group that played a side of it."""
        return Outcome(side, change.before, change.after, self.casts(game), self.catalogue)

    def _group_after(self, side: Side, game: GameRecord) -> Group | None:
        """Return a side's group as it was after a game, as it is now if its sequence isn't finished; None if
        it can't be read or isn't of the campaign."""
        if not side.group:
            return None
        change = self.past(side.group).change_by_sequence(game.id)
        return change.after if change is not None else self.past(side.group).group_now

    def _make_story(self, game: GameRecord) -> GameStory:
        encounter = self.catalogue.encounters[game.encounter]
        casts = self.casts(game)
        own = self.campaign.own_words.get(game.id, OwnWords(game.id))
        players = []
        after = []
        for side in game.sides:
            if side.group:
                players.append(self.player(side.group))
                after.append(self._after_game(game, side))
            else:
                players.append("")
        return GameStory(
            id=game.id,
            number=game.number,
            day=self.day(game),
            encounter=encounter.name,
            drawing=encounter.drawing,
            sides=tuple(side.name for side in game.sides),
            result=result_sentence(game),
            sentences=tuple(game_sentences(game, casts, self.catalogue)),
            after_game=tuple(after),
            own_words=own.text,
            notes=game.notes,
            session=self._session_of_game(game.id),
            pictures=own.pictures,
            captions=own.captions,
            players=tuple(players),
            together=game.together,
        )

    def _session_of_game(self, game: str) -> str:
        """Return the id of a game's session at the table, '' if it has none."""
        with self.workspace.store.reading() as tx:
            begun = tx.table.begun([game])
        return game if game in begun else ""

    def _after_game(self, game: GameRecord, side: Side) -> AfterGame:
        """Return what followed a game for the group that played a side of it."""
        past = self.past(side.group)
        sequence = past.sequences.get(game.id)
        if sequence is None:
            return AfterGame(side.group, side.name)
        if sequence.finished is None:
            return AfterGame(side.group, side.name, sequence.sequence, "begun")
        sentences = self._sentences_after(game, side)
        return AfterGame(side.group, side.name, sequence.sequence, "finished", sentences)

    def _sentences_after(self, game: GameRecord, side: Side) -> tuple[StorySentence, ...]:
        """Return what the finished sequence of a side's group changed; nothing if that can't be read."""
        change = self.past(side.group).change_by_sequence(game.id)
        if change is None:
            return ()
        previous = self.previous_change(side.group, game.id)
        earlier = previous.after if previous is not None else None
        outcome = self.outcome(game, side, change)
        return tuple(outcome.sentences(earlier, ending=self.campaign.switches.ending))


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
    charted_groups = list(dict.fromkeys(groups))[:LINES_MOST]
    lines = []
    for place, group in enumerate(charted_groups):
        name = chronicle.group_name(group)
        points = _points_of(chronicle, measure, group)
        lines.append(ChartLine(name, tuple(points), place))
    return Chart(measure_title(measure), _("Game"), tuple(lines), _numbers_by_place(chronicle))


def _numbers_by_place(chronicle: Chronicle) -> dict[int, int]:
    """Return the numbers of those games whose number isn't their place in the order of days, by that place."""
    places = chronicle.campaign.places
    numbers = {}
    for game in chronicle.games:
        if places[game.id] != game.number:
            numbers[places[game.id]] = game.number
    return numbers


def most_played(chronicle: Chronicle, groups: Iterable[str]) -> list[str]:
    """Return the groups with the most games, as many as a chart shows, in the order given."""
    played = chronicle.campaign.played
    players = [group for group in groups if group in played]
    by_games = sorted(players, key=lambda group: len(played[group]), reverse=True)
    charted_groups = by_games[:LINES_MOST]
    return [group for group in players if group in charted_groups]


def sheet_charts(chronicle: Chronicle, groups: Iterable[str]) -> list[Chart]:
    """Return the charts of the campaign's sheet: the groups' ratings, if a sequence is finished."""
    ratings = chart_of(chronicle, "rating", most_played(chronicle, groups))
    return [] if ratings.empty else [ratings]


def page_chart(workspace: Workspace, campaign: str, groups: Iterable[str]) -> Chart:
    """Return the chart of the campaign's page: the groups' ratings, or their zombies killed while no
    sequence is finished; cached until something changes."""
    group_ids = tuple(groups)

    def chart() -> Chart:
        chronicle = Chronicle(workspace, campaign)
        players = most_played(chronicle, group_ids)
        ratings = chart_of(chronicle, "rating", players)
        if ratings.empty:
            return chart_of(chronicle, "zombies", players)
        return ratings

    with workspace.store.reading() as tx:
        return workspace.snapshots.cached(tx, ("chart", campaign, group_ids), chart)


def _points_of(chronicle: Chronicle, measure: Measure, group: str) -> list[tuple[int, int]]:
    """Return a measure of a group as pairs of a game's place and its value, starting before the first
    game."""
    if measure == "zombies":
        return _zombies_killed(chronicle, group)
    past = chronicle.past(group)
    games_settled = []
    for played in chronicle.campaign.played_by_day.get(group, ()):
        if past.finishing_revision(played.game) is not None:
            games_settled.append(played)
    if not games_settled:
        return []
    places = chronicle.campaign.places
    first_game = games_settled[0]
    figures = [(places[first_game.game] - 1, past.figures(first_game.game, before=True))]
    for played in _evenly_chosen(games_settled):
        figures.append((places[played.game], past.figures(played.game)))
    return [(game, amounts[measure]) for game, amounts in figures if measure in amounts]


def _zombies_killed(chronicle: Chronicle, group: str) -> list[tuple[int, int]]:
    """Return how many zombies a group had killed after each of its games, from 0 before the first."""
    games = chronicle.campaign.played_by_day.get(group, ())
    if not games:
        return []
    places = chronicle.campaign.places
    total = 0
    points = [(places[games[0].game] - 1, total)]
    for played in games:
        total += chronicle.campaign.game(played.game).killed_by(group)
        points.append((places[played.game], total))
    return _evenly_chosen(points)


def _evenly_chosen(points: list[T]) -> list[T]:
    """Return at most `POINTS_MOST` of a list, evenly spaced, with the first and the last."""
    if len(points) <= POINTS_MOST:
        return points
    step = (len(points) - 1) / (POINTS_MOST - 1)
    return [points[round(place * step)] for place in range(POINTS_MOST)]


# The rating, in words


def rating_explained(rating: Rating) -> tuple[tuple[str, str], ...]:
    """Return the parts of a rating with their amounts, for a table that adds them up."""
    levels = f"+{rating.levels}" if rating.levels else "0"
    return (
        (_("Active members, at the book's cost"), str(rating.members)),
        (_("Gear they carry"), str(rating.gear)),
        (_("Levels"), levels),
        (_("Lasting injuries"), number(-rating.injuries)),
        (_("Rating"), str(rating.total)),
    )


def rating_in_words() -> str:
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


_NO_TOTALS = GroupTotals()


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
    entries = []
    for group in groups:
        totals = campaign.tallies.groups.get(group, _NO_TOTALS)
        entries.append((group, totals, ratings.get(group, -1)))
    ranks = sorted(_sort_key(totals, rating) for _group, totals, rating in entries)
    places = []
    for group, totals, rating in entries:
        groups_above = bisect_left(ranks, _sort_key(totals, rating))
        places.append(
            StandingsPlace(place=groups_above + 1, group=group, totals=totals, rating=rating)
        )
    places.sort(key=attrgetter("place"))
    return places


def _sort_key(totals: GroupTotals, rating: int) -> tuple[int, int, int]:
    """Return what groups are sorted by in the standings, smallest for the best."""
    return -totals.won, totals.lost, -rating


def opponents_of(chronicle: Chronicle, group: str) -> list[tuple[str, PairTotals]]:
    """Return the groups that a group has played against with its results, most games first."""
    pairs = chronicle.campaign.tallies.against(group)
    return sorted(pairs.items(), key=_games_of_pair, reverse=True)


def _games_of_pair(pair: tuple[str, PairTotals]) -> int:
    _group, totals = pair
    return totals.games


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


def records_of(chronicle: Chronicle) -> list[CampaignRecord]:
    """Return the campaign's records so far."""
    games = {game.number: game.id for game in chronicle.games}
    records = []
    for feat, best_feat in chronicle.campaign.tallies.records.items():
        title, drawing = _title_and_token(feat)
        holder = chronicle.group_name(best_feat.group)
        if best_feat.member:
            member = chronicle.member_name(best_feat.group, best_feat.member)
            holder = _("{name} of {group}", name=member, group=holder)
        shared = ""
        if best_feat.shared:
            shared = ngettext("tied with {n} other", "tied with {n} others", best_feat.shared)
        records.append(
            CampaignRecord(
                title=title,
                amount=best_feat.amount,
                holder=holder,
                group=best_feat.group,
                member=best_feat.member,
                game=games.get(best_feat.game, ""),
                number=best_feat.game,
                shared=shared,
                drawing=pictograms.token(drawing),
            )
        )
    return records


def _title_and_token(feat: Feat) -> tuple[str, str]:
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
            _share_of_wanted(self.spaces_built, self.spaces),
            _share_of_wanted(self.members, self.members_most),
            _share_of_wanted(self.points, self.points_wanted),
        )
        return sum(parts) / len(parts)


def _share_of_wanted(amount: int, wanted: int) -> float:
    """Return how much of the most there is, from 0 to 1."""
    if wanted <= 0:
        return 1.0
    return min(1.0, max(0, amount) / wanted)


def end_progress(group: Group, catalogue: Catalogue) -> EndProgress | None:
    """Return a group's progress to the end of the campaign; None on the road, where it has no Refuge to
    complete."""
    if group.on_the_road:
        return None
    built = len(group.refuge.built)
    empty = max(0, empty_spaces(group, catalogue))
    return EndProgress(
        spaces_built=built,
        spaces=built + empty,
        members=len(group.roster),
        members_most=places_in_refuge(group, catalogue),
        points=group.points,
        points_wanted=catalogue.number("ending", "points"),
        reached=campaign_won(group, catalogue),
    )


def end_progress_in_words(progress: EndProgress) -> str:
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
    def _change_words(
        self,
        campaign: str,
        key: str,
        how: Callable[[Words, Transaction], Words],
        *,
        pictured: bool = False,
    ) -> None:
        """Replace some words in one transaction; `pictured` if their pictures change."""

    def _read_day(self, day: str) -> str:
        """Return a typed day as '2026-10-03', '' for none; LastDaysError if it isn't a day."""
        if not day:
            return ""
        return typed_day(day)

    def write(self, campaign: str, key: str, text: str) -> None:
        """Store a text, '' for none; LastDaysError if it is too long."""
        text = fitting_text(text)
        self._change_words(campaign, key, lambda words, _tx: replace(words, text=text))

    def set_day(self, campaign: str, key: str, day: str) -> None:
        """Store a typed day; LastDaysError if it isn't one."""
        day = self._read_day(day)
        self._change_words(campaign, key, lambda words, _tx: replace(words, day=day))

    def add_picture(self, campaign: str, key: str, picture: bytes) -> None:
        """Add a picture; LastDaysError if it is too large, or there are too many."""

        def with_another(words: Words, tx: Transaction) -> Words:
            key = group_documents.kept_picture(tx, picture)
            return replace(words, pictures=with_picture(words.pictures, key))

        self._change_words(campaign, key, with_another, pictured=True)

    def remove_picture(self, campaign: str, key: str, at: int) -> None:
        """Remove the picture at a place."""

        def without_picture(words: Words, _tx: Transaction) -> Words:
            pictures = list(words.pictures)
            del pictures[at : at + 1]
            captions = {of: text for of, text in words.captions.items() if of in pictures}
            return replace(words, pictures=tuple(pictures), captions=captions)

        self._change_words(campaign, key, without_picture, pictured=True)

    def set_caption(self, campaign: str, key: str, picture: str, caption: str) -> None:
        """Say in a line what is seen on a picture, '' for nothing; LastDaysError if it is too long, or the
        picture has been removed."""
        caption = fitting_caption(caption)

        def with_caption(words: Words, _tx: Transaction) -> Words:
            if picture not in words.pictures:
                raise LastDaysError("That picture has been removed. Nothing was changed.")
            captions = dict(words.captions)
            captions.pop(picture, "")
            if caption:
                captions[picture] = caption
            return replace(words, captions=captions)

        self._change_words(campaign, key, with_caption, pictured=True)


class ChronicleActions(WordsActions[OwnWords]):
    """Actions on the players' own words about games."""

    def _change_words(
        self,
        campaign: str,
        key: str,
        how: Callable[[OwnWords, Transaction], OwnWords],
        *,
        pictured: bool = False,
    ) -> None:
        number = self.workspace.campaign(campaign).campaign.game(key).number
        change = GamePictured(number) if pictured else GameTold(number)
        nothing = OwnWords(key)
        with self.workspace.change(campaign, change) as changes:

            def with_words_changed(c: Campaign) -> Campaign:
                words = how(c.own_words.get(key, nothing), changes.tx)
                told = [other for other in c.told if other.game != key]
                if words != nothing:
                    told.append(words)
                return replace(c, told=tuple(told))

            changes.campaign(with_words_changed)


def fitting_text(text: str) -> str:
    """Return a text; LastDaysError if it is too long or has invalid letters."""
    problem = unfit(_("The text"), text, NOTES_MOST)
    if problem:
        raise LastDaysError(problem)
    return text


def fitting_caption(caption: str) -> str:
    """Return a caption as one line; LastDaysError if it is too long or has invalid letters."""
    line = " ".join(caption.split())
    problem = unfit(_("The caption"), line, CAPTION_MOST)
    if problem:
        raise LastDaysError(problem)
    return line


def with_picture(pictures: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Return pictures with another one added; LastDaysError if there are too many."""
    if len(pictures) >= PICTURES_MOST:
        raise LastDaysError(
            "There's only room for {n} pictures. Nothing was changed.", n=PICTURES_MOST
        )
    return tuple(dict.fromkeys((*pictures, key)))
