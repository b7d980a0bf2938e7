"""The welcome page: a new campaign, the sample, an import, or a game right now."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy

from lastdays.campaign.sample import SampleKey, add_sample
from lastdays.language import _, short
from lastdays.rulebook import pictograms
from lastdays.ui.forms.form import DiceChoice, text_field
from lastdays.ui.models.rows import plain
from lastdays.ui.navigation import (
    CampaignRoute,
    DataRoute,
    GamesRoute,
    Route,
    StartRoute,
    TableRoute,
)
from lastdays.ui.page import Head, Page
from lastdays.ui.pages.deleting import fill_away, fill_restore
from lastdays.ui.pages.importing import bring_in
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import open_name
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    Pictogram,
    Turning,
    button,
    column,
    holder,
    keep_room,
    label,
    opened,
    panel,
    row,
    sentence,
)

#: The welcome is no wider, in pixels at 100 %.
WIDEST = 1240


class StartPage(Page):
    """What one can begin with, on an empty store and later."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        go = services.go
        self.name = text_field(_("Name of the campaign"))
        self.name.setToolTip(plain(self.name.placeholderText()))
        self.name.setMinimumWidth(services.theme.px(140))
        self.name.returnPressed.connect(self._begin)
        self.dice = DiceChoice()
        self.like = Picker(name=_("Rules of the new campaign"), picked=self._choose_like)
        self.begin_button = button(_("&Create campaign"), self._begin, "first")
        self.import_button = button(
            _("&Import a file…"),
            partial(open_name, self, _("Import a group or campaign"), self.import_from),
        )
        table_button = button(
            _("&Last Days at the table"), lambda: go(TableRoute()), hint=_("Without a campaign")
        )
        self.back_button = button(_("&Back"), lambda: go(CampaignRoute()))
        self.head = Head("", self.back_button)
        self.deleted = sentence()
        self.restore_button = button(_("Restore…"))
        opened(self.restore_button, partial(fill_restore, services))
        self.gone = holder(row((self.deleted, 1), self.restore_button))
        self.away = sentence()
        self.open_away_button = button(_("Open…"))
        opened(self.open_away_button, partial(fill_away, services))
        self.put_away = holder(row((self.away, 1), self.open_away_button))
        backups_button = button(_("Backups and your data…"), lambda: go(DataRoute()), "quiet")
        tiles = Turning(
            services.theme,
            (
                self._tile(
                    pictograms.place("group"),
                    _("See a sample"),
                    _(
                        "Riverside: two groups and their first game. The long winter: one group "
                        "alone, three games on, with rules of its own."
                    ),
                    button(_("Add the &sample campaign"), partial(self._sample, "riverside")),
                    button(_("Add the long &winter"), partial(self._sample, "long-winter")),
                ),
                1,
            ),
            (
                self._tile(
                    pictograms.place("stash"),
                    _("Import a group or campaign"),
                    _(
                        "From an exported file. A group gets its own campaign, named as "
                        "typed above or after the group; a campaign is imported whole."
                    ),
                    self.import_button,
                ),
                1,
            ),
            (
                self._tile(
                    pictograms.place("table"),
                    _("Track a game now"),
                    _("Make up the sides in a minute. You don't need a campaign."),
                    table_button,
                    button(_("An&other game"), lambda: go(GamesRoute())),
                ),
                1,
            ),
            spacing=12,
        )
        kept = column(self.put_away, self.gone, spacing=4)
        foot = row((kept, 1), backups_button)
        inside = holder(column(self._first(), tiles, foot, spacing=12))
        inside.setMaximumWidth(services.theme.px(WIDEST))
        self.setLayout(column(1, row(1, (inside, 100), 1), 2, margin=(40, 16, 40, 16)))
        self.refresh()

    def _first(self) -> QFrame:
        """Return the panel that creates a campaign."""
        says = sentence(
            _(
                "Keep your groups and what happens to them, track each game at the table, work "
                "through the steps after it, and print the cards. Everything is saved as you go "
                "and can be undone."
            )
        )
        self.name.setMaximumWidth(self.services.theme.px(480))
        self.name.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme = self.services.theme
        creating = holder(row(self.dice, self.begin_button, 1))
        entering = Turning(theme, (self.name, 1), (creating, 0))
        self.like_note = sentence(
            _(
                "House rules, our rules, packs, rankings and players are taken over; groups, games and "
                "the chronicle aren't."
            )
        )
        keep_room(self.like_note)
        self.liking = holder(row(self.like, (self.like_note, 1), spacing=12))
        self.drawn = Pictogram(theme, pictograms.place("campaign"), token="accent", size=112)
        body = row(
            self.drawn,
            (
                column(
                    label(_("New campaign"), "question"), says, entering, self.liking, spacing=10
                ),
                1,
            ),
            spacing=24,
        )
        frame = panel(body, spacing=0, margin=(24, 20, 24, 20))
        theme.reshape(self.drawn.setHidden)  # once it has a parent: else it would be a window
        return frame

    def _tile(self, drawing: str, heading: str, text: str, *buttons: QPushButton) -> QFrame:
        """Return a tile: picture, heading, text and buttons."""
        return panel(
            row(Pictogram(self.services.theme, drawing, token="accent", size=64), 1),
            label(heading, "heading"),
            sentence(text),
            1,
            Flow(*buttons),
            spacing=8,
            margin=20,
        )

    def refresh(self) -> None:
        """Show a welcome if there is no campaign yet, else a way back; and what was deleted."""
        campaigns = self.services.workspace.campaigns()
        others = [c for c in campaigns if not c.deleted]
        there = bool(others)
        ways = ((_("Like {name}", name=short(c.name, 40)), c.id) for c in others)
        self.like.offer([(_("By the book"), ""), *ways], self.like.currentData())
        self.liking.setVisible(there)
        self.like_note.setVisible(bool(self.like.currentData()))
        gone = [c.name for c in campaigns if c.deleted]
        self.deleted.setText(_("Deleted campaigns: {names}", names=", ".join(gone)))
        self.gone.setVisible(bool(gone))
        away = [c.name for c in others if c.archived]
        self.away.setText(_("Campaigns put away: {names}", names=", ".join(away)))
        self.put_away.setVisible(bool(away))
        self.head.title.setText(_("New campaign") if there else _("Last Days Campaign Manager"))
        self.back_button.setVisible(there)

    def show_route(self, route: StartRoute, campaign: str) -> Route | None:
        shown = super().show_route(route, campaign)
        self.like.setCurrentIndex(max(0, self.like.findData(route.like)))
        self._choose_like(self.like.currentData())
        return shown

    def _choose_like(self, campaign: str) -> None:
        """Show what a campaign like another takes over: also who rolls the dice."""
        self.like_note.setVisible(bool(campaign))
        found = self.services.ask(self.services.workspace.campaign, campaign) if campaign else None
        if found is not None:
            self.dice.show_mode(found.campaign.dice)

    def take_focus(self) -> None:
        self.name.setFocus()

    def _begin(self) -> None:
        actions = self.services.campaigns
        name = self.name.text()
        like = self.like.currentData()
        if like:
            campaign = self.services.do(
                partial(actions.begin_like, name, like, self.dice.mode)
            ).result
        else:
            campaign = self.services.do(partial(actions.begin, name, self.dice.mode)).result
        if campaign is not None:
            self.name.clear()
            self.dice.show_mode("typed")
            self.services.go(CampaignRoute(campaign))

    def _sample(self, key: SampleKey) -> None:
        campaign = self.services.do(partial(add_sample, self.services.workspace, key)).result
        if campaign is not None:
            self.services.go(CampaignRoute(campaign))

    def import_from(self, source: Path) -> None:
        """Import a group or campaign into a new campaign."""
        if bring_in(self.services, "", source, self.name.text().strip()):
            self.name.clear()
