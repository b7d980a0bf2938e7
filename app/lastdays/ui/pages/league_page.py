"""Your data, where that is in a league: on a server, with others; what can be kept of it here."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel

from lastdays.campaign.documents import CAMPAIGN_SUFFIX, SUFFIX
from lastdays.campaign.workspace import Workspace
from lastdays.files import write_whole
from lastdays.language import _, ngettext
from lastdays.ui.navigation import BackRoute, DataRoute, Route
from lastdays.ui.pages.data.check_panel import CheckPanel
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import file_name_for, folder_name
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.page import MARGIN, Page
from lastdays.ui.widgets.parts import Flow, Turning, button, column, holder, label, panel
from lastdays.ui.widgets.within import Within

#: The page is at most so wide in a large window, in pixels at 100 %.
WIDE = 1500


class LeaguePage(Page):
    """Where the league is, what backups there are of it, and files of its campaigns."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        back = button(_("Bac&k"), lambda: services.go.emit(BackRoute()), "first")
        self.head = Head(_("Your data"), first=back)
        self.save_button = button(_("&Save every campaign…"), self._choose_folder)
        self.check = CheckPanel(services)
        left = holder(column(self._where(), self._backups(), 1, spacing=10))
        right = holder(column(self._files(), self.check, 1, spacing=10))
        self.setLayout(column(Turning(services.theme, (left, 1), (right, 1)), 1, margin=MARGIN))
        Within(self, services.theme, WIDE)

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, DataRoute)
        self.start(campaign, check=route.check)
        return DataRoute()

    def _where(self) -> QFrame:
        return panel(
            _read(self.services.workspace.store.name),
            label(
                _(
                    "A league on a server. Other windows can have it open at the same time; what "
                    "they change shows here at once. Where two change one group, the second is "
                    "shown what the first did before anything of it is written over."
                ),
                wrap=True,
            ),
            heading=_("Where your campaigns are"),
        )

    def _backups(self) -> QFrame:
        return panel(
            label(
                _(
                    "Backups, going back to one and recovery are for a store in a file. A league "
                    "is backed up by whoever runs its server, with pg_dump. Undo and History work "
                    "as ever."
                ),
                wrap=True,
            ),
            heading=_("Backups"),
        )

    def _files(self) -> QFrame:
        return panel(
            label(
                _(
                    "Writes each campaign, its groups with their histories, to a file of its own "
                    "in a folder. Import a group or campaign reads it, in a league or in a store "
                    "of your own."
                ),
                wrap=True,
            ),
            Flow(self.save_button),
            heading=_("Files of your own"),
        )

    def start(self, _campaign: str, *, check: bool = False) -> None:
        """Show how things are; with `check` the league is checked at once."""
        if check:
            self.check.check()

    def take_focus(self) -> None:
        """Put the keyboard on what can be done first."""
        self.save_button.setFocus()

    def _choose_folder(self) -> None:
        folder = folder_name(self, _("A folder for the campaigns"))
        if folder is not None:
            self.save_campaigns(folder)

    def save_campaigns(self, folder: Path) -> None:
        """Write every campaign into a folder, on the worker."""
        workspace = self.services.workspace

        def done(count: int) -> None:
            text = ngettext(
                "Wrote {n} campaign to {folder}.", "Wrote {n} campaigns to {folder}.", count
            ).format(n=count, folder=folder)
            self.services.said.emit(text, "well")

        self.services.work(lambda: write_campaigns(workspace, folder), done)


def write_campaigns(workspace: Workspace, folder: Path) -> int:
    """Write a file for each campaign; how many. Nothing that is there is written over.

    Raises LastDaysError where one can't be written.
    """
    # late: 20 ms, only campaigns that leave or come in need it
    from lastdays.campaign.campaign_transfer import CampaignTransfer

    transfer = CampaignTransfer(workspace)
    campaigns = [c for c in workspace.campaigns() if not c.deleted]
    for campaign in campaigns:
        name = file_name_for(campaign.name).removesuffix(SUFFIX)
        target, n = folder / (name + CAMPAIGN_SUFFIX), 1
        while target.exists():
            n += 1
            target = folder / f"{name} {n}{CAMPAIGN_SUFFIX}"
        write_whole(target, transfer.export(campaign.id), private=True)
    return len(campaigns)


def _read(text: str) -> QLabel:
    """Return text that can be selected."""
    made = label(text, wrap=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made
