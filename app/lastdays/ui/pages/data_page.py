"""Your data: where it lies, its backups, its check, and how what was lost comes back."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel

from lastdays.campaign import safekeeping
from lastdays.campaign.documents.differences import Difference
from lastdays.campaign.documents.group_documents import CAMPAIGN_SUFFIX, SUFFIX
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.safekeeping import Fate, preview_whole
from lastdays.campaign.workspace import Workspace
from lastdays.desktop.files import write_whole
from lastdays.language import _, ngettext
from lastdays.store.kept_backups import KeptBackup, Reason
from lastdays.ui.navigation import BackRoute, DataRoute, GroupRoute, Route
from lastdays.ui.pages.data_panels import (
    BackupsPanel,
    CheckPanel,
    OneGroupPanel,
    RestoreEverythingPanel,
    StoreFold,
    back_up_everything,
    in_words,
    open_folder,
    read_backups,
)
from lastdays.ui.services import Services
from lastdays.ui.widgets.dialogs import file_name_for, folder_name
from lastdays.ui.widgets.page import MARGIN, Head, Page
from lastdays.ui.widgets.parts import Flow, OneOf, Turning, button, column, holder, label, panel
from lastdays.ui.widgets.room import Centered, to_top

#: The page is at most so wide in a large window, in pixels at 100 %.
WIDE = 1100


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
        body = Turning(services.theme, (left, 1), (right, 1), single=True)
        self.setLayout(column(body, margin=MARGIN))
        Centered(self, services.theme, WIDE, single=True)

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
                "Wrote {n} campaign to {folder}.",
                "Wrote {n} campaigns to {folder}.",
                count,
                n=count,
                folder=folder,
            )
            self.services.said.emit(text, "well")

        self.services.work(lambda: write_campaigns(workspace, folder), done)


def write_campaigns(workspace: Workspace, folder: Path) -> int:
    """Write a file for each campaign; how many. Nothing that is there is written over.

    Raises LastDaysError where one can't be written.
    """

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


class DataPage(Page):
    """The store and its backups; what is to be restored is shown in the place of the list."""

    #: A restore is over, well or not.
    rested = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.campaign_id = ""
        self._looked_at: KeptBackup | None = None
        self._group: Fate | None = None
        #: The backup from before the latest restore, and what was said of that.
        self._undo: Path | None = None
        self._said = ""
        back = button(_("Bac&k"), lambda: services.go.emit(BackRoute()), "first")
        self.head = Head(_("Your data"), first=back)
        opened = services.workspace.store
        self.check = CheckPanel(services)
        again = self.check.check_button
        self.store = StoreFold(opened.path, services, again, read_only=opened.read_only)
        self.backups = BackupsPanel(services.theme, read_only=opened.read_only)
        self.whole = RestoreEverythingPanel(services.theme)
        self.one_group = OneGroupPanel(services.theme)
        self.stage = OneOf(self.backups, self.whole, self.one_group)
        self.left = holder(column(self.check, self.store, 1, spacing=10))
        right = holder(column(self.stage, 1))
        body = Turning(services.theme, (self.left, 2), (right, 3), single=True)
        self.setLayout(column(body, margin=MARGIN))
        Centered(self, services.theme, WIDE, single=True)
        self._connect()

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, DataRoute)
        self.start(campaign)
        return DataRoute()

    def _connect(self) -> None:
        store = self.store
        store.save_copy.connect(lambda: back_up_everything(self.services, self))
        store.open_folder.connect(lambda: open_folder(self.services))
        store.choose_place.connect(self._choose_place)
        store.no_place.connect(lambda: self._use_place(None))
        self.backups.wanted.connect(self._look)
        self.backups.back_up.connect(self._back_up_now)
        self.backups.taken_back.connect(self._take_back)
        self.whole.restore.connect(self._restore_chosen)
        self.whole.group_wanted.connect(self._look_at_group)
        self.whole.left.connect(self._to_list)
        self.one_group.bring_back.connect(self._bring_back)
        self.one_group.left.connect(lambda: self._show(self.whole))
        self.services.keeping.made.connect(self._made)
        self.rested.connect(self._release)

    def start(self, campaign: str) -> None:
        """Show how things are, and check the store."""
        self.campaign_id = campaign
        there = self._undo is not None and self._undo.exists()
        self.backups.offer_back(self._said if there else "")
        self.backups.choose_newest()
        self.stage.show_part(self.backups)
        self.refresh()
        self.check.check()

    def refresh(self) -> None:
        """Show how things are now; what is in the backups is read on the worker."""
        self.store.refresh()
        listed = self.services.keeping.backups.listed()
        self.services.work(lambda: read_backups(listed), self.backups.show_backups)

    def _made(self) -> None:
        if self.isVisible():
            self.refresh()

    def leave(self) -> bool:
        """Go back to the list of backups from what is looked at."""
        if self.stage.shown is self.one_group:
            self._show(self.whole)
        elif self.stage.shown is self.whole:
            self._to_list()
        else:
            return False
        return True

    def take_focus(self) -> None:
        """Put the keyboard on the list of backups."""
        (self.backups.table if self.backups.model.rows else self.backups.now_button).setFocus()

    def _show(self, part: RestoreEverythingPanel | OneGroupPanel) -> None:
        self.stage.show_part(part)
        (self.whole.table if part is self.whole else self.one_group.bring_button).setFocus()
        if self.services.theme.narrow:  # it lies below the rest
            QTimer.singleShot(0, self, partial(to_top, self.stage))

    def _to_list(self) -> None:
        self.stage.show_part(self.backups)
        self.take_focus()

    # The store

    def _back_up_now(self) -> None:
        def done(made: KeptBackup | None) -> None:
            text = (
                _("Backed up.")
                if made is not None
                else _("Nothing has changed since the latest backup.")
            )
            self.services.said.emit(text, "well")

        self.services.keeping.soon(Reason.ASKED, done)

    def _choose_place(self) -> None:
        folder = folder_name(self, _("A second place for backups"))
        if folder is not None:
            self._use_place(folder)

    def _use_place(self, folder: Path | None) -> None:
        self.services.keeping.choose_second_place(folder)
        self.store.refresh()
        if folder is not None:
            self._back_up_now()

    # Restoring

    def _look(self, kept: KeptBackup) -> None:
        """Show what restoring a backup would do."""
        workspace = self.services.workspace

        def ask(fates: tuple[Fate, ...]) -> None:
            self._looked_at = kept
            self.whole.ask(kept, fates)
            self._show(self.whole)

        self.services.work(lambda: preview_whole(workspace, kept.path), ask)

    def _look_at_group(self, fate: Fate) -> None:
        kept, workspace = self._looked_at, self.services.workspace
        if kept is None:
            return

        def ask(differences: list[Difference]) -> None:
            self._group = fate
            self.one_group.ask(fate.name, kept, differences)
            self._show(self.one_group)

        self.services.work(lambda: safekeeping.preview(workspace, kept.path, fate.group), ask)

    def _restore_chosen(self) -> None:
        kept = self._looked_at
        if kept is not None:
            said = _("Everything went back to how it was {when}.", when=in_words(kept.at))
            self._restore(kept.path, said)

    def _take_back(self) -> None:
        if self._undo is not None:
            self._restore(self._undo, _("The restore is undone."))

    def _restore(self, backup: Path, said: str) -> None:
        """Restore a backup on the worker; nothing else can be done meanwhile."""
        services, keeping = self.services, self.services.keeping
        place = keeping.second_place
        self._hold()

        def job() -> tuple[Path | None, tuple[str, ...]]:
            try:
                _made, faults = keeping.make(Reason.RESTORE, place)
                kept = keeping.backups.of_now(services.workspace.store.engine)
                before = None if kept is None else kept.path
                made = safekeeping.restore(services.workspace, backup)
            finally:
                self.rested.emit()
            return (before if made is None else made.path), faults

        def done(result: tuple[Path | None, tuple[str, ...]]) -> None:
            self._undo, faults = result
            self._said = said
            services.announce()
            self.backups.offer_back(said)
            self.backups.choose_newest()
            self.stage.show_part(self.backups)
            services.said.emit("", "")
            keeping.tell(faults)
            self.backups.back_button.setFocus()

        services.work(job, done)

    def _hold(self) -> None:
        """Let nobody change what is about to be replaced."""
        self.services.replaced.emit()
        self.services.said.emit(_("Restoring…"), "")
        self.window().setEnabled(False)

    def _release(self) -> None:
        self.window().setEnabled(True)

    def _bring_back(self) -> None:
        kept, fate = self._looked_at, self._group
        if kept is None or fate is None:
            return
        services = self.services
        here = services.workspace.exists(fate.campaign)
        home = fate.campaign if here else self.campaign_id

        def act() -> str:
            return safekeeping.bring_back(services.workspace, kept, home, fate.group)

        said = _("{group} is as it was {when}.", group=fate.name, when=in_words(kept.at))
        group = services.keeping.first(Reason.RESTORE, lambda: services.do(act, said))
        if group is not None:
            self.stage.show_part(self.backups)
            services.go.emit(GroupRoute(group))


def data_page(services: Services) -> Page:
    """Make the page on where the store lies: in a file, or on a league's server."""
    if services.workspace.store.shared:
        return LeaguePage(services)
    return DataPage(services)
