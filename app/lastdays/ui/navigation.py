"""Where one can go in the window: a route for each page, with what the page is about."""

from __future__ import annotations

from lastdays.values import dataclass


@dataclass(frozen=True)
class StartRoute:
    """Where a campaign is begun; with `new` also where there are others."""

    new: bool = False


@dataclass(frozen=True)
class CampaignRoute:
    """A campaign; '' for the one that is open."""

    campaign: str = ""


@dataclass(frozen=True)
class FoundRoute:
    """The founding of a group."""


@dataclass(frozen=True)
class GroupRoute:
    """A group, and one of its members; '' for the one that was looked at last."""

    group: str = ""
    member: str = ""


@dataclass(frozen=True)
class NextGameRoute:
    """The next game, to be set up."""


@dataclass(frozen=True)
class RecordRoute:
    """The record of a game, to correct it; '' for a new one, with `planned` filled in with the next
    game as it is set up."""

    game: str = ""
    planned: bool = False


@dataclass(frozen=True)
class AftermathRoute:
    """The post-game sequences of the campaign."""


@dataclass(frozen=True)
class SequenceRoute:
    """A post-game sequence; '' for the one that was looked at last."""

    sequence: str = ""


@dataclass(frozen=True)
class PrintRoute:
    """What a group has printed; '' for the one chosen last. `only` is the one kind of print that is
    wanted, '' for what was chosen last."""

    group: str = ""
    only: str = ""


@dataclass(frozen=True)
class TableRoute:
    """The games at the table; with `on` the one being played, where there is one."""

    on: bool = False


@dataclass(frozen=True)
class TrackerRoute:
    """A game at the table; '' for the one that was looked at last."""

    session: str = ""


@dataclass(frozen=True)
class GamesRoute:
    """The other games; with `on` the one being played, where there is one."""

    on: bool = False


@dataclass(frozen=True)
class BoardRoute:
    """One of the other games; '' for the one that was looked at last."""

    session: str = ""


@dataclass(frozen=True)
class RulebookRoute:
    """The rulebook's entries; those that a search finds, where there is one."""

    search: str = ""


@dataclass(frozen=True)
class HelpRoute:
    """The keys."""


@dataclass(frozen=True)
class GuideRoute:
    """The guide: a page of it, at the passage that begins with these words; '' for what was read
    last."""

    page: str = ""
    passage: str = ""


@dataclass(frozen=True)
class SettingsRoute:
    """Theme, size, dice, motion, where things are kept."""


@dataclass(frozen=True)
class AboutRoute:
    """The program, its version, those whose work is in it."""


@dataclass(frozen=True)
class DataRoute:
    """Where the store lies, and its backups; with `check` it is checked at once."""

    check: bool = False


@dataclass(frozen=True)
class MergeRoute:
    """A group of a file that the campaign has already, compared with it."""

    file: str = ""


@dataclass(frozen=True)
class ShareRoute:
    """What is told to others of a group; of the campaign for ''."""

    group: str = ""


@dataclass(frozen=True)
class ChronicleRoute:
    """The chronicle of the campaign; with `game` the story of that one."""

    game: str = ""


@dataclass(frozen=True)
class LifeRoute:
    """The life of a member of a group."""

    group: str
    member: str


@dataclass(frozen=True)
class BackRoute:
    """From the keys back to where one was."""


Route = (
    StartRoute
    | CampaignRoute
    | FoundRoute
    | GroupRoute
    | NextGameRoute
    | RecordRoute
    | AftermathRoute
    | SequenceRoute
    | PrintRoute
    | TableRoute
    | TrackerRoute
    | GamesRoute
    | BoardRoute
    | RulebookRoute
    | HelpRoute
    | GuideRoute
    | SettingsRoute
    | AboutRoute
    | DataRoute
    | MergeRoute
    | ShareRoute
    | ChronicleRoute
    | LifeRoute
    | BackRoute
)
#: A game being played.
SessionRoute = TrackerRoute | BoardRoute
#: What can be shown where there is no campaign.
FreeRoute = (
    StartRoute
    | TableRoute
    | TrackerRoute
    | GamesRoute
    | BoardRoute
    | RulebookRoute
    | HelpRoute
    | GuideRoute
    | SettingsRoute
    | AboutRoute
    | DataRoute
    | BackRoute
)


def place_of(route: Route) -> Route:
    """Return the entry in the list of places to which a page belongs."""
    match route:
        case CampaignRoute() | NextGameRoute() | RecordRoute() | FoundRoute():
            return CampaignRoute()
        case MergeRoute() | ShareRoute(""):
            return CampaignRoute()
        case AftermathRoute() | SequenceRoute():
            return AftermathRoute()
        case TableRoute() | TrackerRoute():
            return TableRoute()
        case GamesRoute() | BoardRoute():
            return GamesRoute()
        case PrintRoute():
            return PrintRoute()
        case RulebookRoute():
            return RulebookRoute()
        case GroupRoute(group) | ShareRoute(group) | LifeRoute(group):
            return GroupRoute(group)
        case ChronicleRoute():
            return ChronicleRoute()
        case _:
            return route
