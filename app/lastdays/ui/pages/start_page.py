"""Where there is no campaign yet: begin one, or look at the sample."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from lastdays.language import _
from lastdays.ui.navigation import CampaignRoute, TableRoute
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import button, column, label, panel, row


class StartPage(Page):
    """Begins a campaign."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.name = QLineEdit()
        self.name.setPlaceholderText(_("Name of the campaign"))
        self.name.setAccessibleName(_("Name of the campaign"))
        self.name.setMinimumWidth(280)
        self.name.returnPressed.connect(self._begin)
        self.begin_button = button(_("&Begin the campaign"), self._begin, "first")
        self.sample_button = button(_("Add the &sample campaign"), self._sample)
        self.table_button = button(
            _("&To the table, without a campaign"), lambda: services.go.emit(TableRoute())
        )
        self.head = Head(_("Last Days Campaign Manager"))
        self.setLayout(
            column(
                1,
                label(
                    _(
                        "Keeps the groups of a campaign, what happened to them, and walks you "
                        "through the hours after each game. Everything can be undone."
                    ),
                    "faint",
                    wrap=True,
                ),
                panel(
                    row(self.name, self.begin_button, 1),
                    row(
                        self.sample_button, label(_("two groups and their first game"), "faint"), 1
                    ),
                    heading=_("Begin"),
                ),
                panel(
                    row(
                        self.table_button,
                        label(_("sides made up in a minute, nothing is recorded"), "faint"),
                        1,
                    ),
                    heading=_("A single game"),
                ),
                2,
                margin=40,
                spacing=12,
            )
        )

    def take_focus(self) -> None:
        """Put the keyboard into the name."""
        self.name.setFocus()

    def _begin(self) -> None:
        campaign = self.services.do(lambda: self.services.campaigns.begin(self.name.text()))
        if campaign is not None:
            self.name.clear()
            self.services.go.emit(CampaignRoute(campaign))

    def _sample(self) -> None:
        # late: the sample plays a post-game sequence, which takes 0.1 s to read
        from lastdays.campaign.sample import add_sample

        services = self.services
        campaign = services.do(lambda: add_sample(services.workspace))
        if campaign is not None:
            services.go.emit(CampaignRoute(campaign))
