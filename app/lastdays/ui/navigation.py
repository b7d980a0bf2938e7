"""The routes of the window, one for each page, with the ids of what it shows.

A route declares everything about its page: its class, the place it belongs to, the help for F1.
"""

from __future__ import annotations

from typing import ClassVar

from lastdays.values import Value


class Route(Value, forbid_unknown_fields=True):
    """A page to go to."""

    #: The class of the page, or a function that makes it: a module below `lastdays.ui` and a name.
    page: ClassVar[str] = ""
    #: The place that the page belongs to, None if it is a place itself or belongs to none.
    within: ClassVar[type[Route] | None] = None
    #: Whether it can be shown without a campaign.
    free: ClassVar[bool] = False
    #: Whether leaving it leads back to the page before, such as for Settings.
    aside: ClassVar[bool] = False
    #: Whether Esc doesn't leave it, as it has a button for that.
    stays: ClassVar[bool] = False
    #: Whether it shows text of the rulebook.
    book: ClassVar[bool] = False
    #: The page of the guide that F1 opens, and a control named there, '' for the top of the page.
    guide: ClassVar[tuple[str, str]] = ("first-night", "")

    def place(self) -> Route:
        """Return the entry in the list of places to which the page belongs."""
        return (self.within or type(self))()

    def up(self) -> Route | None:
        """Return where Esc leads, None for nowhere."""
        if self.aside:
            return BackRoute()
        return self.within() if self.within is not None and not self.stays else None


class StartRoute(Route):
    """The creation of a campaign; with `new` even if there are others, `like` the one with this id."""

    page = "pages.start_page:StartPage"
    free, guide = True, ("first-night", "Create campaign")
    new: bool = False
    like: str = ""

    def up(self) -> Route | None:
        return CampaignRoute() if self.new else None


class CampaignRoute(Route):
    """A campaign; '' for the one that is open."""

    page = "pages.campaign_page:CampaignPage"
    guide = ("first-night", "Play the next game ▸")
    campaign: str = ""


class FoundRoute(Route):
    """The page that creates a group."""

    page = "pages.create_group_page:CreateGroupPage"
    within, book, guide = CampaignRoute, True, ("first-night", "Create campaign")


class GroupRoute(Route):
    """A group and one of its members; '' for the last one shown."""

    page = "pages.group_page:GroupPage"
    book, guide = True, ("first-night", "Buy…")
    group: str = ""
    member: str = ""

    def place(self) -> Route:
        return GroupRoute(self.group)


class NextGameRoute(Route):
    """The set-up of the next game."""

    page = "pages.next_game_page:NextGamePage"
    within, book, guide = CampaignRoute, True, ("first-night", "Play the next game ▸")


class OwnRollRoute(Route):
    """A roll on a table that players wrote, by its key, for a member, a group or, for '', whoever is
    first."""

    page = "pages.own_rolls:OwnRollPage"
    aside, book, guide = True, True, ("our-rules-in-full", "Roll on a table…")
    table: str = ""
    group: str = ""
    member: str = ""

    def place(self) -> Route:
        return GroupRoute(self.group) if self.group else CampaignRoute()


class RecordRoute(Route):
    """The record of a game; '' for a new one, filled in from the set-up of the next game if
    `planned`."""

    page = "pages.record_page:RecordPage"
    within, book, guide = CampaignRoute, True, ("after-the-game", "Record a game")
    game: str = ""
    planned: bool = False


class AftermathRoute(Route):
    """The post-game sequences of the campaign."""

    page = "pages.aftermath_page:AftermathPage"
    book, guide = True, ("after-the-game", "After the game")


class SequenceRoute(Route):
    """A post-game sequence; '' for the last one shown."""

    page = "pages.sequence_page:SequencePage"
    within, book, guide = AftermathRoute, True, ("after-the-game", "Roll for me")
    sequence: str = ""


class PrintRoute(Route):
    """Printing for a group, '' for the last one chosen; `only` one kind of print, '' for the last
    choice."""

    page = "pages.print_page:PrintPage"
    book, guide = True, ("paper", "")
    group: str = ""
    only: str = ""


class TableRoute(Route):
    """The games at the table; with `on` the one being played, if there is one."""

    page = "pages.table_page:TablePage"
    free, book, guide = True, True, ("at-the-table", "At the table")
    on: bool = False


class SessionRoute(Route):
    """A game being played; '' for the last one shown."""

    free, stays = True, True
    session: str = ""


class TrackerRoute(SessionRoute):
    """A game at the table."""

    page = "tracker.session_page:SessionPage"
    within, book, guide = TableRoute, True, ("at-the-table", "NEXT")


class GamesRoute(Route):
    """The other games; with `on` the one being played, if there is one."""

    page = "pages.games_page:GamesPage"
    free, guide = True, ("other-games", "Other games")
    on: bool = False


class BoardRoute(SessionRoute):
    """One of the other games."""

    page = "tracker.session_page:SessionPage"
    within, guide = GamesRoute, ("other-games", "Continue anyway")


class RulebookRoute(Route):
    """The entries of the rulebook, filtered by a search if there is one."""

    page = "pages.rulebook_page:RulebookPage"
    free, aside, book, guide = True, True, True, ("packs", "Rulebook")
    search: str = ""


class HelpRoute(Route):
    """The keys."""

    page = "pages.about_page:HelpPage"
    free, aside = True, True


class GuideRoute(Route):
    """A page of the guide, at the passage that begins with these words; '' for the last one read."""

    page = "pages.guide_page:GuideReaderPage"
    free, aside = True, True
    topic: str = ""
    passage: str = ""


class SettingsRoute(Route):
    """Theme, zoom, dice, motion, folders."""

    page = "pages.settings_page:SettingsPage"
    free, aside, guide = True, True, ("data", "Your data")


class AboutRoute(Route):
    """The program, its version and credits."""

    page = "pages.about_page:AboutPage"
    free, aside, guide = True, True, ("data", "Your data")


class DataRoute(Route):
    """The store and its backups; with `check` it is checked at once."""

    page = "pages.data_page:data_page"
    free, aside, guide = True, True, ("data", "Choose second folder…")
    check: bool = False


class LeagueRoute(Route):
    """The opening of a league."""

    page = "pages.league_page:OpenLeaguePage"
    free, aside, guide = True, True, ("league", "Open a league…")


class MergeRoute(Route):
    """A group in a file, compared with the same group of the campaign."""

    page = "pages.merge_page:MergePage"
    within, guide = CampaignRoute, ("data", "Keep ours")
    file: str = ""


class ShareRoute(Route):
    """Sharing a group, or the campaign for ''."""

    page = "pages.share_page:SharePage"
    guide = ("data", "Share")
    group: str = ""

    def place(self) -> Route:
        return GroupRoute(self.group) if self.group else CampaignRoute()


class ChronicleRoute(Route):
    """The chronicle of the campaign; with `game`, the story of that game."""

    page = "pages.chronicle_page:ChroniclePage"
    guide = ("chronicle", "Chronicle")
    game: str = ""


class LifeRoute(Route):
    """The life of a member of a group."""

    page = "pages.chronicle_page:LifePage"
    guide = ("chronicle", "Chronicle")
    group: str
    member: str

    def place(self) -> Route:
        return GroupRoute(self.group)


class BackRoute(Route):
    """Back to the page before."""

    free = True


def routes() -> list[type[Route]]:
    """Return the routes that have a page."""
    own = [kind for kind in Route.__subclasses__() if kind not in (SessionRoute, BackRoute)]
    return [*own, *SessionRoute.__subclasses__()]
