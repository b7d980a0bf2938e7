"""How groups grew over the games, as lines of points: rating, Levels, points, members, zombies.

The figures are those kept beside the revision each post-game sequence was finished with; a game
whose sequence is not finished has no point, but for zombies, which its record counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar, get_args

from msgspec import Struct

from lastdays.campaign.chronicle import Chronicle
from lastdays.campaign.workspace import Workspace
from lastdays.language import _, number
from lastdays.model.games_listed import Played
from lastdays.model.rating import A_LEVEL, AN_INJURY, PRICELESS, Rating
from lastdays.pdf.plot import Plot, PlottedLine

T = TypeVar("T")
#: What is drawn over the games.
Measure = Literal["rating", "levels", "points", "size", "zombies"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
#: A line has at most so many points: more could not be told apart.
POINTS_MOST = 160
#: So many groups are drawn together.
LINES_MOST = 8


class FigurePoint(Struct, frozen=True):
    """How much it was after a game, by its number in the campaign."""

    game: int
    amount: int


class FigureLine(Struct, frozen=True):
    """A group's points in the order of its games; before its first game it has one for the game
    before."""

    group: str
    name: str
    points: tuple[FigurePoint, ...]


class FigureChart(Struct, frozen=True):
    """A measure of some groups over the games."""

    measure: Measure
    title: str
    lines: tuple[FigureLine, ...]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(line.points for line in self.lines)


def measure_name(measure: Measure) -> str:
    """Return what a measure is called."""
    return {
        "rating": _("Rating"),
        "levels": _("Levels"),
        "points": _("Scavenge Points"),
        "size": _("Members"),
        "zombies": _("Zombies killed"),
    }[measure]


def measure_title(measure: Measure) -> str:
    """Return the heading of a chart."""
    return {
        "rating": _("Rating by game"),
        "levels": _("Levels by game"),
        "points": _("Scavenge Points by game"),
        "size": _("Members by game"),
        "zombies": _("Zombies killed by game"),
    }[measure]


def chart(chronicle: Chronicle, measure: Measure, groups: Iterable[str]) -> FigureChart:
    """Return the lines of some groups, the first few of them."""
    chosen = list(dict.fromkeys(groups))[:LINES_MOST]
    lines = tuple(line(chronicle, measure, group) for group in chosen)
    return FigureChart(measure, measure_title(measure), lines)


def plot_of(found: FigureChart) -> Plot:
    """Return a chart as it is drawn."""
    lines = tuple(
        PlottedLine(line.name, tuple((p.game, p.amount) for p in line.points), n)
        for n, line in enumerate(found.lines)
    )
    return Plot(found.title, _("Game"), lines)


def most_played(chronicle: Chronicle, groups: Iterable[str]) -> list[str]:
    """Return the groups that are drawn unless others are chosen: those with the most games, in the
    order they came."""
    played = chronicle.campaign.played
    some = [group for group in groups if group in played]
    chosen = set(sorted(some, key=lambda group: -len(played[group]))[:LINES_MOST])
    return [group for group in some if group in chosen]


def sheet_plots(workspace: Workspace, campaign: str, groups: Iterable[str]) -> list[Plot]:
    """Return the plots of the campaign's sheet: the rating of the groups, once games are
    settled."""
    chronicle = Chronicle(workspace, campaign)
    found = chart(chronicle, "rating", most_played(chronicle, groups))
    return [] if found.empty else [plot_of(found)]


def page_plot(workspace: Workspace, campaign: str, groups: Iterable[str]) -> Plot:
    """Return the plot of the campaign's page: the rating of the groups, what they killed where no
    game is settled yet. It is drawn up anew where something it is made of has changed."""
    whose = tuple(groups)

    def drawn_up() -> Plot:
        chronicle = Chronicle(workspace, campaign)
        most = most_played(chronicle, whose)
        ratings = chart(chronicle, "rating", most)
        return plot_of(chart(chronicle, "zombies", most) if ratings.empty else ratings)

    with workspace.store.reading() as tx:
        return workspace.snapshots.recalled(tx, ("plot", campaign, whose), drawn_up)


def line(chronicle: Chronicle, measure: Measure, group: str) -> FigureLine:
    """Return the line of one group."""
    played = chronicle.campaign.played.get(group, ())
    if measure == "zombies":
        points = _zombies(chronicle, group, played)
    else:
        points = _kept(chronicle, measure, group, played)
    return FigureLine(group, chronicle.group_name(group), tuple(points))


def _zombies(chronicle: Chronicle, group: str, played: tuple[Played, ...]) -> list[FigurePoint]:
    """Count up what a group killed, game by game."""
    total = 0
    points = [FigurePoint(played[0].number - 1, 0)] if played else []
    for one in played:
        total += chronicle.campaign.game(one.game).killed_by(group)
        points.append(FigurePoint(one.number, total))
    return _thinned(points)


def _kept(
    chronicle: Chronicle, measure: Measure, group: str, played: tuple[Played, ...]
) -> list[FigurePoint]:
    past = chronicle.past(group)
    settled = [
        one
        for one in played
        if (found := past.sequences.get(one.game)) is not None and found.revision is not None
    ]
    points: list[FigurePoint] = []
    if settled:
        before = past.figures_before(settled[0].game)
        if measure in before:
            points.append(FigurePoint(settled[0].number - 1, before[measure]))
    for one in _thinned(settled):
        figures = past.figures_after(one.game)
        if measure in figures:
            points.append(FigurePoint(one.number, figures[measure]))
    return points


def _thinned(many: list[T]) -> list[T]:
    """Leave some out evenly where there are too many; the first and the last stay."""
    if len(many) <= POINTS_MOST:
        return many
    step = (len(many) - 1) / (POINTS_MOST - 1)
    return [many[round(n * step)] for n in range(POINTS_MOST)]


# The rating, in words


def rating_explained(rating: Rating) -> tuple[tuple[str, str], ...]:
    """Return the parts of a rating with what each counts, for a table that adds them up."""
    return (
        (_("Members in play, at the book's cost"), str(rating.members)),
        (_("Gear they carry"), str(rating.gear)),
        (_("Levels"), f"+{rating.levels}" if rating.levels else "0"),
        (_("Lasting injuries"), number(-rating.injuries)),
        (_("Rating"), str(rating.total)),
    )


def rating_said() -> str:
    """Say what the rating is, in two sentences."""
    return _(
        "The rating is what a group would cost in Scavenge Points if it played now: "
        "its members in play and the gear they carry at the book's prices ({priceless} for gear "
        "that can't be bought), {level} more for each Level, {injury} less for each lasting "
        "injury. The book has no rating; captives, stash and Refuge don't count."
    ).format(priceless=PRICELESS, level=A_LEVEL, injury=AN_INJURY)
