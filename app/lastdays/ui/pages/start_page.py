"""The welcome page: a new campaign, the sample, an import, or a game right now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy

from lastdays.campaign.sample import SampleKey, add_sample
from lastdays.language import _, short
from lastdays.rulebook import pictograms
from lastdays.store.store import CampaignSummary
from lastdays.ui.forms.form import DiceChoice, text_field
from lastdays.ui.models.rows import plain_hint
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
from lastdays.ui.widgets.dialogs import ask_file_to_open
from lastdays.ui.widgets.parts import (
    Flow,
    Picker,
    Pictogram,
    RowOrColumn,
    button,
    column,
    keep_room,
    label,
    make_button_menu,
    panel,
    row,
    sentence,
    wrap_layout,
)

#: The greatest width of the welcome, at 100 %.
MOST_WIDTH = 1240
#: The least width of the field for a name, at 100 %.
LEAST_NAME_WIDTH = 140
#: The greatest width of the field for a name, at 100 %.
MOST_NAME_WIDTH = 480
#: The width of the pictogram of a new campaign, at 100 %.
CAMPAIGN_PICTOGRAM = 112
#: The width of the pictogram of a tile, at 100 %.
TILE_PICTOGRAM = 64
#: The most letters of a campaign's name in a choice.
MOST_LETTERS = 40


class StartPage(Page):
    """What one can begin with, on an empty store and later."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.back_button = button(_("&Back"), services.to(CampaignRoute()))
        self.head = Head("", self.back_button)
        new_campaign = self._make_new_campaign()
        tiles = RowOrColumn(
            services.theme,
            (self._make_sample_tile(), 1),
            (self._make_import_tile(), 1),
            (self._make_table_tile(), 1),
            spacing=12,
        )
        content = wrap_layout(column(new_campaign, tiles, self._make_foot(), spacing=12))
        services.theme.set_most_width(content, MOST_WIDTH)
        centred = row(1, (content, 100), 1)
        self.setLayout(column(1, centred, 2, margin=(40, 16, 40, 16)))
        self.refresh()

    # Parts

    def _make_new_campaign(self) -> QFrame:
        """Return the panel that creates a campaign."""
        theme = self.services.theme
        welcome = sentence(
            _(
                "Keep your groups and what happens to them, track each game at the table, work "
                "through the steps after it, and print the cards. Everything is saved as you go "
                "and can be undone."
            )
        )
        self.name = text_field(_("Name of the campaign"))
        self.name.setToolTip(plain_hint(self.name.placeholderText()))
        self.name.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.name.returnPressed.connect(self._begin_campaign)
        theme.set_least_width(self.name, LEAST_NAME_WIDTH)
        theme.set_most_width(self.name, MOST_NAME_WIDTH)
        self.dice = DiceChoice()
        self.begin_button = button(_("&Create campaign"), self._begin_campaign, "first")
        dice_and_button = wrap_layout(row(self.dice, self.begin_button, 1))
        entries = RowOrColumn(theme, (self.name, 1), (dice_and_button, 0))
        self._make_model_choice()
        heading = label(_("New campaign"), "question")
        words = column(heading, welcome, entries, self.model_row, spacing=10)
        self.pictogram = Pictogram(
            theme, pictograms.place("campaign"), token="accent", size=CAMPAIGN_PICTOGRAM
        )
        content = row(self.pictogram, (words, 1), spacing=24)
        frame = panel(content, spacing=0, margin=(24, 20, 24, 20))
        theme.call_with_narrow(
            self.pictogram.setHidden
        )  # once it has a parent: else it would be a window
        return frame

    def _make_model_choice(self) -> None:
        """Make the choice of a campaign that the new one is like."""
        self.model = Picker(name=_("Rules of the new campaign"))
        self.model.picked.connect(self._show_model)
        self.model_note = sentence(
            _(
                "House rules, our rules, packs, rankings and players are taken over; groups, games and "
                "the chronicle aren't."
            )
        )
        keep_room(self.model_note)
        self.model_row = wrap_layout(row(self.model, (self.model_note, 1), spacing=12))

    def _make_sample_tile(self) -> QFrame:
        add_riverside = partial(self._add_sample, "riverside")
        add_winter = partial(self._add_sample, "long-winter")
        return self._make_tile(
            pictograms.place("group"),
            _("See a sample"),
            _(
                "Riverside: two groups and their first game. The long winter: one group "
                "alone, three games on, with rules of its own."
            ),
            button(_("Add the &sample campaign"), add_riverside),
            button(_("Add the long &winter"), add_winter),
        )

    def _make_import_tile(self) -> QFrame:
        title = _("Import a group or campaign")
        ask_for_file = partial(ask_file_to_open, self, title, self.import_from)
        self.import_button = button(_("&Import a file…"), ask_for_file)
        return self._make_tile(
            pictograms.place("stash"),
            title,
            _(
                "From an exported file. A group gets its own campaign, named as "
                "typed above or after the group; a campaign is imported whole."
            ),
            self.import_button,
        )

    def _make_table_tile(self) -> QFrame:
        services = self.services
        hint = _("Without a campaign")
        return self._make_tile(
            pictograms.place("table"),
            _("Track a game now"),
            _("Make up the sides in a minute. You don't need a campaign."),
            button(_("&Last Days at the table"), services.to(TableRoute()), hint=hint),
            button(_("An&other game"), services.to(GamesRoute())),
        )

    def _make_tile(self, drawing: str, heading: str, text: str, *buttons: QPushButton) -> QFrame:
        """Return a tile: picture, heading, text and buttons."""
        pictogram = Pictogram(self.services.theme, drawing, token="accent", size=TILE_PICTOGRAM)
        return panel(
            row(pictogram, 1),
            label(heading, "heading"),
            sentence(text),
            1,
            Flow(*buttons),
            spacing=8,
            margin=20,
        )

    def _make_foot(self) -> QHBoxLayout:
        """Return the campaigns that were deleted or put away, and the way to the backups."""
        self.deleted = sentence()
        self.restore_button = button(_("Restore…"))
        make_button_menu(self.restore_button, partial(fill_restore, self.services))
        self.deleted_row = wrap_layout(row((self.deleted, 1), self.restore_button))
        self.away = sentence()
        self.open_away_button = button(_("Open…"))
        make_button_menu(self.open_away_button, partial(fill_away, self.services))
        self.away_row = wrap_layout(row((self.away, 1), self.open_away_button))
        backups_button = button(_("Backups and your data…"), self.services.to(DataRoute()), "quiet")
        return row((column(self.away_row, self.deleted_row, spacing=4), 1), backups_button)

    # What is shown

    def refresh(self) -> None:
        """Show a welcome if there is no campaign yet, else a way back; and what was deleted."""
        campaigns = self.services.workspace.campaigns()
        deleted = [campaign for campaign in campaigns if campaign.deleted]
        others = [campaign for campaign in campaigns if not campaign.deleted]
        away = [campaign for campaign in others if campaign.archived]
        self._offer_models(others)
        self.deleted.setText(_("Deleted campaigns: {names}", names=_join_names(deleted)))
        self.deleted_row.setVisible(bool(deleted))
        self.away.setText(_("Campaigns put away: {names}", names=_join_names(away)))
        self.away_row.setVisible(bool(away))
        is_first = not others
        title = _("Last Days Campaign Manager") if is_first else _("New campaign")
        self.head.title.setText(title)
        self.back_button.setVisible(not is_first)

    def _offer_models(self, campaigns: Sequence[CampaignSummary]) -> None:
        """Offer to begin like one of these campaigns."""
        choices: list[tuple[str, object]] = [(_("By the book"), "")]
        for campaign in campaigns:
            name = short(campaign.name, MOST_LETTERS)
            choices.append((_("Like {name}", name=name), campaign.id))
        self.model.offer(choices, self.model.currentData())
        self.model_row.setVisible(bool(campaigns))
        self.model_note.setVisible(bool(self.model.currentData()))

    def show_route(self, route: StartRoute, campaign: str) -> Route | None:
        route_shown = super().show_route(route, campaign)
        self.model.setCurrentIndex(max(0, self.model.findData(route.like)))
        self._show_model(self.model.currentData())
        return route_shown

    def _show_model(self, campaign: str) -> None:
        """Show what a campaign like another takes over: also who rolls the dice."""
        self.model_note.setVisible(bool(campaign))
        if not campaign:
            return
        view = self.services.ask(self.services.workspace.campaign, campaign)
        if view is not None:
            self.dice.show_mode(view.campaign.dice)

    def take_focus(self) -> None:
        self.name.setFocus()

    # Actions

    def _begin_campaign(self) -> None:
        actions = self.services.campaigns
        name = self.name.text()
        dice = self.dice.mode
        model = self.model.currentData()
        if model:
            begin = partial(actions.begin_like, name, model, dice)
        else:
            begin = partial(actions.begin, name, dice)
        campaign = self.services.do(begin).result
        if campaign is not None:
            self.name.clear()
            self.dice.show_mode("typed")
            self.services.go(CampaignRoute(campaign))

    def _add_sample(self, key: SampleKey) -> None:
        campaign = self.services.do(partial(add_sample, self.services.workspace, key)).result
        if campaign is not None:
            self.services.go(CampaignRoute(campaign))

    def import_from(self, source: Path) -> None:
        """Import a group or campaign into a new campaign."""
        if bring_in(self.services, "", source, self.name.text().strip()):
            self.name.clear()


def _join_names(campaigns: Sequence[CampaignSummary]) -> str:
    return ", ".join(campaign.name for campaign in campaigns)
