"""The store, the campaign and the groups that a command names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from lastdays.campaign import Workspace
from lastdays.cli.output import warn
from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress, StorePlace
from lastdays.errors import LastDaysError, StoreError
from lastdays.language import _, chained, pgettext, sorting
from lastdays.names import searchable
from lastdays.rulebook.packs import Chosen, rulebooks_of
from lastdays.store import open_store


@contextmanager
def reading_store(place: StorePlace | None) -> Iterator[Workspace]:
    """Yield the workspace of a store, which is the usual one if no place is named. StoreError for a file
    that isn't there: a mistyped name makes no store."""
    place = place or paths.default_store()
    refuse_missing(place)
    with _opened(place) as workspace:
        yield workspace


@contextmanager
def filling_store(place: StorePlace | None) -> Iterator[Workspace]:
    """Yield the workspace of a store that something is added to. A missing store is made, and the
    command says so."""
    place = place or paths.default_store()
    is_new = not _is_there(place)
    with _opened(place) as workspace:
        if is_new:
            warn(_("lastdays: made a new store, {path}.", path=workspace.store.name))
        yield workspace


def refuse_missing(place: StorePlace) -> None:
    """Raise StoreError for the file of a store that isn't there."""
    if not _is_there(place):
        raise StoreError(
            "There is no store at {path}. To create one there, open the window, or run "
            "'lastdays sample' or 'lastdays import'.",
            path=place,
        )


def _is_there(place: StorePlace) -> bool:
    """Return whether a store's file is there; a league is looked for when it is opened."""
    if isinstance(place, LeagueAddress):
        return True
    try:
        return paths.store_file(place).exists()
    except (OSError, ValueError):
        return True  # a name that no file can have: opening it says why


@contextmanager
def _opened(place: StorePlace) -> Iterator[Workspace]:
    store = open_store(place)
    for sentence in store.notices:
        warn(f"lastdays: {sentence}")
    try:
        rulebooks = rulebooks_of(store.path)
        yield Workspace(store, rulebooks.of(Chosen()), rulebooks=rulebooks)
    finally:
        store.close()


def find_group(workspace: Workspace, name_wanted: str) -> str:
    """Return the id of a group by name. Raises LastDaysError, which lists the groups, if none or
    several fit."""
    campaigns = {campaign.id: campaign.name for campaign in workspace.campaigns()}
    groups = workspace.groups()
    full_names = {}
    names = {}
    for group in groups:
        full_names[group.id] = f"{campaigns[group.campaign]}/{group.name}"
        names[group.id] = group.name
    fits = _groups_named(name_wanted, full_names, names)
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise LastDaysError(
            "Several groups are called {name}. Say which: {groups}.",
            name=name_wanted,
            groups=_listed_names([full_names[group] for group in fits]),
        )
    raise LastDaysError(
        "No group is called {name}. The groups are: {groups}.",
        name=name_wanted,
        groups=_listed_names(full_names.values()),
    )


def _groups_named(
    name_wanted: str, full_names: Mapping[str, str], names: Mapping[str, str]
) -> list[str]:
    """Return the ids of the groups of a name: with their campaign's first, then without, then
    whatever their capital letters and accents."""
    fits = [group for group, name in full_names.items() if name == name_wanted]
    if fits:
        return fits
    fits = [group for group, name in names.items() if name == name_wanted]
    if fits:
        return fits
    sought = searchable(name_wanted)
    for group, full_name in full_names.items():
        if sought in (searchable(full_name), searchable(names[group])):
            fits.append(group)
    return fits


def _listed_names(names: Iterable[str]) -> str:
    """Return the names of groups in their order, or that there are none."""
    names_in_order = chained(sorted(names, key=sorting))
    return names_in_order or pgettext("groups", "none")


def find_campaign(workspace: Workspace, name_wanted: str | None) -> str | None:
    """Return the id of a campaign by name; without a name, that of the only one that isn't put away, or
    None if there is none. Raises LastDaysError if the name fits none, or it is missing and there are
    several."""
    campaigns = [campaign for campaign in workspace.campaigns() if not campaign.deleted]
    names = chained(campaign.name for campaign in campaigns)
    names_or_none = names or pgettext("campaigns", "none")
    if name_wanted is None:
        in_sight = [campaign for campaign in campaigns if not campaign.archived]
        campaigns = in_sight or campaigns
        if len(campaigns) > 1:
            raise LastDaysError(
                "There are several campaigns. Say which with --campaign: {names}.",
                names=names_or_none,
            )
        return campaigns[0].id if campaigns else None
    for campaign in campaigns:
        if campaign.name == name_wanted:
            return campaign.id
    for campaign in campaigns:
        if searchable(campaign.name) == searchable(name_wanted):
            return campaign.id
    raise LastDaysError(
        "No campaign is called {name}. The campaigns are: {names}.",
        name=name_wanted,
        names=names_or_none,
    )


def campaign_named(workspace: Workspace, name_wanted: str | None) -> str:
    """Return the id of a campaign by name, or of the only one. Raises LastDaysError if there is none."""
    campaign = find_campaign(workspace, name_wanted)
    if campaign is None:
        raise LastDaysError("There is no campaign in this store yet.")
    return campaign


def season_named(workspace: Workspace, campaign: str, name_wanted: str | None) -> str:
    """Return the id of a campaign's closed season by name, '' without one: the season that is played now.
    Raises LastDaysError, which lists the seasons, if the name fits none."""
    if name_wanted is None:
        return ""
    seasons = workspace.campaign(campaign).campaign.seasons
    for season in seasons:
        if searchable(season.name) == searchable(name_wanted):
            return season.id
    raise LastDaysError(
        "No closed season is called {name}. The closed seasons are: {names}.",
        name=name_wanted,
        names=chained(season.name for season in seasons) or pgettext("seasons", "none"),
    )
