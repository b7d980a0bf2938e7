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
    needs_no_campaign: ClassVar[bool] = False
    #: Whether leaving it leads back to the page before, such as for Settings.
    returns_to_page_before: ClassVar[bool] = False
    #: Whether Esc doesn't leave it, as it has a button for that.
    stays_on_escape: ClassVar[bool] = False
    #: Whether it shows text of the rulebook.
    shows_rulebook: ClassVar[bool] = False
    #: The page of the guide that F1 opens.
    guide_page: ClassVar[str] = "first-night"
    #: A control named there, where it opens; '' for the top of the page.
    guide_control: ClassVar[str] = ""

    def place(self) -> Route:
        """Return the entry in the list of places to which the page belongs."""
        return (self.within or type(self))()

    def on_escape(self) -> Route | None:
        """Return where Esc leads, None for nowhere."""
        if self.returns_to_page_before:
            return BackRoute()
        if self.within is None or self.stays_on_escape:
            return None
        return self.within()


class StartRoute(Route):
    """The creation of a campaign; with `new` even if there are others, filled in like the one with
    the id `like`."""

    page = "pages.start_page:StartPage"
    needs_no_campaign = True
    guide_page = "first-night"
    guide_control = "Create campaign"
    new: bool = False
    like: str = ""

    def on_escape(self) -> Route | None:
        return CampaignRoute() if self.new else None


class CampaignRoute(Route):
    """A campaign; '' for the one that is open."""

    page = "pages.campaign_page:CampaignPage"
    guide_page = "first-night"
    guide_control = "Play the next game ▸"
    campaign: str = ""


class FoundRoute(Route):
    """The page that creates a group."""

    page = "pages.create_group_page:CreateGroupPage"
    within = CampaignRoute
    shows_rulebook = True
    guide_page = "first-night"
    guide_control = "Create campaign"


class GroupRoute(Route):
    """A group and one of its members; '' for the last one shown."""

    page = "pages.group_page:GroupPage"
    shows_rulebook = True
    guide_page = "first-night"
    guide_control = "Buy…"
    group: str = ""
    member: str = ""

    def place(self) -> Route:
        return GroupRoute(self.group)


class NextGameRoute(Route):
    """The set-up of a game: of the fixture with this id, '' for the next one."""

    page = "pages.next_game_page:NextGamePage"
    within = CampaignRoute
    shows_rulebook = True
    guide_page = "first-night"
    guide_control = "Play the next game ▸"
    fixture: str = ""


class GameNightRoute(Route):
    """Who is coming to the game night, who plays whom, and the games that are planned."""

    page = "pages.game_night_page:GameNightPage"
    within = CampaignRoute
    shows_rulebook = True
    guide_page = "game-night"
    guide_control = "Game night"


class OwnRollRoute(Route):
    """A roll on a table that players wrote, by its key, for a member, a group or, for '', whoever is
    first."""

    page = "pages.own_rolls:OwnRollPage"
    returns_to_page_before = True
    shows_rulebook = True
    guide_page = "our-rules-in-full"
    guide_control = "Roll on a table…"
    table: str = ""
    group: str = ""
    member: str = ""

    def place(self) -> Route:
        return GroupRoute(self.group) if self.group else CampaignRoute()


class RecordRoute(Route):
    """The record of a game; '' for a new one, if `planned` filled in from the set-up of a `fixture`, ''
    for the next one. With `pasting` it asks for a message with a report."""

    page = "pages.record_page:RecordPage"
    within = CampaignRoute
    shows_rulebook = True
    guide_page = "after-the-game"
    guide_control = "Record a game"
    game: str = ""
    planned: bool = False
    fixture: str = ""
    pasting: bool = False


class AftermathRoute(Route):
    """The post-game sequences of the campaign."""

    page = "pages.aftermath_page:AftermathPage"
    shows_rulebook = True
    guide_page = "after-the-game"
    guide_control = "After the game"


class SequenceRoute(Route):
    """A post-game sequence; '' for the last one shown."""

    page = "pages.sequence_page:SequencePage"
    within = AftermathRoute
    shows_rulebook = True
    guide_page = "after-the-game"
    guide_control = "Roll for me"
    sequence: str = ""


class PrintRoute(Route):
    """Printing for a group, '' for the last one chosen; `only` one kind of print, '' for the last
    choice; of a `fixture`, '' for the group's next game."""

    page = "pages.print_page:PrintPage"
    shows_rulebook = True
    guide_page = "paper"
    group: str = ""
    only: str = ""
    fixture: str = ""


class TableRoute(Route):
    """The games at the table; with `being_played` that one, if there is one."""

    page = "pages.table_page:TablePage"
    needs_no_campaign = True
    shows_rulebook = True
    guide_page = "at-the-table"
    guide_control = "At the table"
    being_played: bool = False


class SessionRoute(Route):
    """A game being played; '' for the last one shown."""

    needs_no_campaign = True
    stays_on_escape = True
    session: str = ""


class TrackerRoute(SessionRoute):
    """A game at the table."""

    page = "tracker.session_page:SessionPage"
    within = TableRoute
    shows_rulebook = True
    guide_page = "at-the-table"
    guide_control = "NEXT"


class GamesRoute(Route):
    """The other games; with `being_played` that one, if there is one."""

    page = "pages.games_page:GamesPage"
    needs_no_campaign = True
    guide_page = "other-games"
    guide_control = "Other games"
    being_played: bool = False


class BoardRoute(SessionRoute):
    """One of the other games."""

    page = "tracker.session_page:SessionPage"
    within = GamesRoute
    guide_page = "other-games"
    guide_control = "Continue anyway"


class RulebookRoute(Route):
    """The entries of the rulebook, filtered by a search if there is one."""

    page = "pages.rulebook_page:RulebookPage"
    needs_no_campaign = True
    returns_to_page_before = True
    shows_rulebook = True
    guide_page = "packs"
    guide_control = "Rulebook"
    search: str = ""


class HelpRoute(Route):
    """The keys."""

    page = "pages.about_page:HelpPage"
    needs_no_campaign = True
    returns_to_page_before = True


class GuideRoute(Route):
    """A page of the guide, at the passage that begins with these words; '' for the last one read."""

    page = "pages.guide_page:GuideReaderPage"
    needs_no_campaign = True
    returns_to_page_before = True
    topic: str = ""
    passage: str = ""


class SettingsRoute(Route):
    """Theme, zoom, dice, motion, folders."""

    page = "pages.settings_page:SettingsPage"
    needs_no_campaign = True
    returns_to_page_before = True
    guide_page = "data"
    guide_control = "Your data"


class AboutRoute(Route):
    """The program, its version and credits."""

    page = "pages.about_page:AboutPage"
    needs_no_campaign = True
    returns_to_page_before = True
    guide_page = "data"
    guide_control = "Your data"


class DataRoute(Route):
    """The store and its backups; with `check` it is checked at once."""

    page = "pages.data_page:data_page"
    needs_no_campaign = True
    returns_to_page_before = True
    guide_page = "data"
    guide_control = "Choose second folder…"
    check: bool = False


class LeagueRoute(Route):
    """The opening of a league."""

    page = "pages.league_page:OpenLeaguePage"
    needs_no_campaign = True
    returns_to_page_before = True
    guide_page = "league"
    guide_control = "Open a league…"


class MergeRoute(Route):
    """A group in a file, compared with the same group of the campaign."""

    page = "pages.merge_page:MergePage"
    within = CampaignRoute
    guide_page = "data"
    guide_control = "Keep ours"
    file: str = ""


class CampaignMergeRoute(Route):
    """A copy of the campaign in a file or another store, compared with the campaign here."""

    page = "pages.campaign_merge_page:CampaignMergePage"
    within = CampaignRoute
    guide_page = "data"
    guide_control = "Merge as chosen"
    file: str = ""


class ShareRoute(Route):
    """Sharing a group, or the campaign for ''."""

    page = "pages.share_page:SharePage"
    guide_page = "data"
    guide_control = "Share"
    group: str = ""

    def place(self) -> Route:
        return GroupRoute(self.group) if self.group else CampaignRoute()


class ChronicleRoute(Route):
    """The chronicle of the campaign, or of a closed `season`; with `game`, the story of that game."""

    page = "pages.chronicle_page:ChroniclePage"
    guide_page = "chronicle"
    guide_control = "Chronicle"
    game: str = ""
    season: str = ""


class SeasonsRoute(Route):
    """The closed seasons of the campaign, and closing the one that is played now."""

    page = "pages.seasons_page:SeasonsPage"
    within = CampaignRoute
    guide_page = "seasons"
    guide_control = "Seasons"


class LifeRoute(Route):
    """The life of a member of a group."""

    page = "pages.chronicle_page:LifePage"
    guide_page = "chronicle"
    guide_control = "Chronicle"
    group: str
    member: str

    def place(self) -> Route:
        return GroupRoute(self.group)


class BackRoute(Route):
    """Back to the page before."""

    needs_no_campaign = True


def routes() -> list[type[Route]]:
    """Return the routes that have a page."""
    own = [kind for kind in Route.__subclasses__() if kind not in (SessionRoute, BackRoute)]
    return [*own, *SessionRoute.__subclasses__()]
