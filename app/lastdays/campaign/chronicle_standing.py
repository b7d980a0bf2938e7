"""How the groups of a campaign stand: their order, head to head, records, and how near its end is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from lastdays.campaign.chronicle import Chronicle
from lastdays.language import _, ngettext, number
from lastdays.model.group import Group
from lastdays.model.recruiting import campaign_won, empty_spaces, max_size
from lastdays.model.tallies import Feat, GroupTotals, PairTotals
from lastdays.rulebook import Catalogue, pictograms

_NOTHING = GroupTotals()


class StandingPlace(Struct, frozen=True):
    """A group's place: those with as many games won and lost, and the same rating, share one."""

    place: int
    group: str
    totals: GroupTotals
    rating: int


def standing(
    chronicle: Chronicle, groups: Iterable[str], ratings: Mapping[str, int]
) -> list[StandingPlace]:
    """Return the groups in their order: most games won first, then fewest lost, then the rating."""
    tallies = chronicle.campaign.tallies.groups
    found = [(g, tallies.get(g, _NOTHING), ratings.get(g, -1)) for g in groups]
    found.sort(key=lambda one: _order(one[1], one[2]))
    places: list[StandingPlace] = []
    for n, (group, totals, rating) in enumerate(found, start=1):
        before = places[-1] if places else None
        same = before is not None and _order(before.totals, before.rating) == _order(totals, rating)
        places.append(StandingPlace(before.place if same and before else n, group, totals, rating))
    return places


def _order(totals: GroupTotals, rating: int) -> tuple[int, int, int]:
    return -totals.won, totals.lost, -rating


def met(chronicle: Chronicle, group: str) -> list[tuple[str, PairTotals]]:
    """Return the groups that a group has played against with how it did, most games first."""
    pairs = chronicle.campaign.tallies.against(group)
    return sorted(pairs.items(), key=lambda p: -p[1].games)


# Records


class CampaignRecord(Struct, frozen=True):
    """A record of the campaign: what it is for, how much, who holds it (names), with the ids of
    group and member ('' where a whole group holds it), in which game (id and number, '' and 0
    where it took several), and how many others did as much."""

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
    """Return the records that games have set so far."""
    numbers = {game.number: game.id for game in chronicle.games}
    found: list[CampaignRecord] = []
    for feat, best in chronicle.campaign.tallies.records.items():
        title, drawing = _named(feat)
        holder = chronicle.group_name(best.group)
        if best.member:
            holder = _("{name} of {group}").format(
                name=chronicle.member_name(best.group, best.member), group=holder
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
                shared.format(n=best.shared) if best.shared else "",
                pictograms.token(drawing),
            )
        )
    return found


def _named(feat: Feat) -> tuple[str, str]:
    return {
        "zombies-in-a-game": (_("Most zombies killed in one game"), "zombie"),
        "rivals-in-a-game": (_("Most rivals taken Out of Action in one game"), "rivals"),
        "zombies": (_("Most zombies killed"), "zombie"),
        "rivals": (_("Most rivals taken Out of Action"), "rivals"),
        "games": (_("Most games fought"), "dice"),
        "out": (_("Most often Out of Action"), "out"),
        "group-zombies-in-a-game": (_("Most zombies killed by a group in one game"), "zombie"),
        "tokens-in-a-game": (_("Most Supply Tokens in one game"), "supply"),
        "streak": (_("Most games won in a row"), "trophy"),
    }[feat]


# The end of the campaign


class EndProgress(Struct, frozen=True):
    """How near a group is to the optional end of the campaign (p. 106, ruling 32)."""

    spaces_built: int
    spaces: int
    members: int
    members_most: int
    points: int
    points_wanted: int
    reached: bool

    @property
    def share(self) -> float:
        """Return how much of it is done, from 0 to 1; each of the three counts alike."""
        if self.reached:
            return 1.0
        parts = (
            (self.spaces_built, self.spaces),
            (self.members, self.members_most),
            (self.points, self.points_wanted),
        )
        return sum(min(1.0, max(0, n) / most) if most > 0 else 1.0 for n, most in parts) / 3


def end_progress(group: Group, catalogue: Catalogue) -> EndProgress:
    """Return how near a group is to the end of the campaign."""
    built = len(group.refuge.built)
    return EndProgress(
        built,
        built + max(0, empty_spaces(group, catalogue)),
        len(group.roster),
        max_size(group, catalogue),
        group.points,
        catalogue.number("ending", "points"),
        campaign_won(group, catalogue),
    )


def end_said(progress: EndProgress) -> str:
    """Say how near the end is: '3 of 4 Spaces built, 8 of 8 members, 120 of 300 points'."""
    return _(
        "{built} of {spaces} Spaces built, {members} of {most} members, "
        "{points} of {wanted} Scavenge Points"
    ).format(
        built=progress.spaces_built,
        spaces=progress.spaces,
        members=progress.members,
        most=progress.members_most,
        points=number(progress.points),
        wanted=progress.points_wanted,
    )
