"""What lies within a campaign, for the command palette: members, gear, notes, games.

It is read a few groups at a time, while the palette is open: a large campaign would keep it waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from lastdays.errors import LastDaysError
from lastdays.language import _, against
from lastdays.model.campaign import Campaign
from lastdays.model.fields import injuries_in_words, skills_in_words
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import item_name
from lastdays.rulebook import keyword_name, pictograms
from lastdays.ui.navigation import CampaignRoute, GroupRoute, RecordRoute, Route
from lastdays.ui.services import Services
from lastdays.ui.shell.palette import MEMBERS, WITHIN, Goal

#: So many games are read at once.
GAMES = 500


def finds(services: Services, campaign: str) -> Iterator[list[Goal]]:
    """Yield what lies within the open campaign, a group or some games at a time; nothing of what
    can't be read."""
    if not campaign:
        return
    finder = _Finder(services)
    try:
        view = services.workspace.campaign(campaign)
    except LastDaysError:
        return
    for summary in view.groups:
        try:
            group = services.workspace.snapshot(summary.id).group
        except LastDaysError:
            continue
        yield finder.of_group(group)
    games = view.campaign.games
    for first in range(0, len(games), GAMES):
        yield finder.of_games(view.campaign, first)
    yield finder.of_campaign(view.campaign)


class _Finder:
    """Makes goals of what a campaign holds."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.catalogue = services.catalogue

    def of_group(self, group: Group) -> list[Goal]:
        """Return a group's members, gear and notes."""
        home = GroupRoute(group.id)
        found = [self._member(group, member) for member in group.members]
        for member in group.members:
            route = GroupRoute(group.id, member.id)
            whose = _("{member}, {group}").format(member=member.name, group=group.name)
            found += self._gear(member.gear, whose, route)
            found += self._notes(_("Notes on {name}"), member.name, member.notes, whose, route)
        stash = _("Stash of {group}").format(group=group.name)
        found += self._gear(group.stash, stash, home)
        found += self._notes(_("Notes on {name}"), group.name, group.notes, _("Group"), home)
        return found

    def _member(self, group: Group, member: Member) -> Goal:
        kind = self.catalogue.character(member.type)
        said = (
            kind.name,
            keyword_name(member.keyword),
            skills_in_words(member, self.catalogue),
            injuries_in_words(member, self.catalogue),
        )
        return Goal(
            member.name,
            _("Member of {group}").format(group=group.name),
            self._to(GroupRoute(group.id, member.id)),
            kind.drawing,
            f"keyword_{member.keyword}",
            words=" · ".join(filter(None, said)),
            order=MEMBERS,
        )

    def _gear(self, items: Iterable[Item], whose: str, route: Route) -> list[Goal]:
        """Return gear by its name, alike pieces once."""
        named = {item_name(item, self.catalogue): item.key for item in items}
        return [
            Goal(name, whose, self._to(route), self.catalogue.gear(key).drawing, order=WITHIN)
            for name, key in named.items()
        ]

    def _notes(self, title: str, name: str, notes: str, kind: str, route: Route) -> list[Goal]:
        if not notes.strip():
            return []
        drawing = pictograms.token("book")
        goal = Goal(
            title.format(name=name), kind, self._to(route), drawing, words=notes, order=WITHIN
        )
        return [goal]

    def of_games(self, campaign: Campaign, first: int) -> list[Goal]:
        """Return some games, from one on: their number, Encounter and sides."""
        found = []
        for game in campaign.games[first : first + GAMES]:
            encounter = self.catalogue.encounters[game.encounter]
            name = _("Game {n}: {encounter}").format(n=game.number, encounter=encounter.name)
            sides = against([side.name for side in game.sides])
            words = "\n".join(filter(None, (sides, game.notes)))
            act = self._to(RecordRoute(game.id))
            found.append(Goal(name, _("Game"), act, encounter.drawing, words=words, order=WITHIN))
        return found

    def of_campaign(self, campaign: Campaign) -> list[Goal]:
        """Return the notes on the campaign."""
        route = CampaignRoute(campaign.id)
        return self._notes(_("Notes on {name}"), campaign.name, campaign.notes, "", route)

    def _to(self, route: Route) -> Callable[[], object]:
        return partial(self.services.go.emit, route)
