"""The campaign page: groups, games and what is next; rulings; name and history."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from lastdays.campaign.changed import EVERYTHING, CardsPrinted, Changed, SequenceAnswered
from lastdays.campaign.overview import CampaignView, Overview
from lastdays.language import _, ngettext
from lastdays.model.switches import SwitchOption
from lastdays.ui.navigation import (
    CampaignRoute,
    ChronicleRoute,
    NextGameRoute,
    Route,
    ShareRoute,
    StartRoute,
)
from lastdays.ui.pages.aftermath.rescue import play_rescue
from lastdays.ui.pages.campaign.next_panel import route_of
from lastdays.ui.pages.campaign.numbers_panel import NumbersPanel
from lastdays.ui.pages.campaign.overview import GroupsAndGames
from lastdays.ui.pages.campaign.records_panel import RecordsPanel
from lastdays.ui.pages.campaign.rulings_panel import RulingsPanel
from lastdays.ui.pages.data.store_acts import back_up_everything
from lastdays.ui.pages.of_campaign import PageOfCampaign
from lastdays.ui.services import Services
from lastdays.ui.widgets.head import Head
from lastdays.ui.widgets.more import MoreButton
from lastdays.ui.widgets.page import MARGIN
from lastdays.ui.widgets.parts import button, column, holder, row, typed
from lastdays.ui.widgets.tabs import Tabs
from lastdays.ui.widgets.within import Within

if TYPE_CHECKING:
    from lastdays.ui.pages.campaign.packs_panel import PacksPanel

#: The tabs of the page.
OVERVIEW, RULINGS, RECORDS, PACKS = range(4)
#: The rulings are at most so wide in a large window, in pixels at 100 %.
RULINGS_WIDE = 1000


class HouseTabs:
    """What the campaign page shows of house rules: its packs, and numbers of its own."""

    def __init__(self, page: CampaignPage) -> None:
        self._page = page
        self.services = page.services
        self.packs: PacksPanel | None = None

    def listen(self, numbers: NumbersPanel) -> None:
        """Have a number that is set be stored."""
        numbers.set_to.connect(self._set_number)
        numbers.as_in_book.connect(self._as_in_book)

    def fill_packs(self, tab: QWidget) -> None:
        """Fill the tab of packs when it is first looked at."""
        if self.packs is not None:
            return
        # late: 15 ms, what few campaigns have is read when it is looked at
        from lastdays.ui.pages.campaign.packs_panel import PacksPanel

        self.packs = PacksPanel(self.services)
        self.packs.switched.connect(self._switch)
        self.packs.looked.connect(self._look_again)
        tab.setLayout(column(self.packs))
        Within(tab, self.services.theme, RULINGS_WIDE)

    def show_campaign(self, rulings: RulingsPanel | None, packs: bool) -> None:
        """Show what has been made; the packs where they are looked at: each is read for that."""
        services, campaign = self.services, self._page.campaign_id
        if rulings is not None:
            book = services.ask(lambda: services.house_rules.book(campaign))
            if book is not None:
                rulings.read(services.catalogue)
                rulings.numbers.show_numbers(book, services.catalogue)
        if self.packs is not None and packs:
            lines = services.ask(lambda: services.house_rules.packs(campaign))
            self.packs.show_packs(lines or ())

    def _set_number(self, key: str, value: int) -> None:
        rules, campaign = self.services.house_rules, self._page.campaign_id
        self.services.done(lambda: rules.set_number(campaign, key, value))

    def _as_in_book(self, key: str) -> None:
        rules, campaign = self.services.house_rules, self._page.campaign_id
        self.services.done(lambda: rules.as_in_book(campaign, key))

    def _switch(self, pack: str, on: bool) -> None:
        rules, campaign = self.services.house_rules, self._page.campaign_id
        if not self.services.done(lambda: rules.switch(campaign, pack, on=on)):
            self._page.refresh()

    def _look_again(self) -> None:
        if self.services.done(self.services.house_rules.reread):
            self.services.changed.emit(EVERYTHING)


class CampaignPage(PageOfCampaign):
    """The campaign that is open."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.view: CampaignView | None = None
        self.overview = GroupsAndGames(services)
        self.groups, self.groups_model = self.overview.groups, self.overview.groups_model
        self.found_button = self.overview.found_button
        self._next: Callable[[], object] = self.overview.create_group
        self.next_button = button("", self._go_next, "first")
        self.more_button = MoreButton(_("More to do with this campaign"))
        self.restore_menu = QMenu(_("Restore"), self)
        self.restore_menu.aboutToShow.connect(self._fill_restore)
        self._fill_menu(self.more_button.menu())
        self.head = Head("", self.more_button, first=holder(row(self.next_button)))
        self.title = self.head.title
        self.tabs = Tabs(own_height=True)
        self.tabs.addTab(self.overview, _("Groups and games"))
        for title in (_("Rulings"), _("Name and history"), _("Content packs")):
            self.tabs.addTab(QWidget(), title)  # filled when it is first looked at
        self.rulings: RulingsPanel | None = None
        self.records: RecordsPanel | None = None
        self.house = HouseTabs(self)
        self.tabs.currentChanged.connect(self._tab_chosen)
        outer = column(self.tabs)
        outer.setContentsMargins(MARGIN, 4, MARGIN, 12)
        self.setLayout(outer)

    def show_route(self, route: Route, campaign: str) -> Route | None:
        """Show what a route is about."""
        assert isinstance(route, CampaignRoute)
        self.show_campaign(campaign)
        return route

    def _fill_menu(self, menu: QMenu) -> None:
        add = menu.addAction
        add(_("Create group")).triggered.connect(self.overview.create_group)
        add(_("Import a group or campaign…")).triggered.connect(self.overview.choose_file)
        add(_("Record a game")).triggered.connect(self.overview.record)
        add(_("Read the chronicle")).triggered.connect(self._to(ChronicleRoute()))
        menu.addSeparator()
        add(_("Rename the campaign…")).triggered.connect(self.start_renaming)
        add(_("Rulings")).triggered.connect(lambda: self.tabs.setCurrentIndex(RULINGS))
        add(_("Content packs")).triggered.connect(lambda: self.tabs.setCurrentIndex(PACKS))
        add(_("History")).triggered.connect(lambda: self.tabs.setCurrentIndex(RECORDS))
        menu.addSeparator()
        add(_("Share…")).triggered.connect(self._to(ShareRoute()))
        add(_("Back up everything…")).triggered.connect(self._backup)
        menu.addMenu(self.restore_menu)
        menu.addSeparator()
        add(_("Delete this campaign")).triggered.connect(self._delete)

    def _tab_chosen(self, index: int) -> None:
        tab = self.tabs.widget(index)
        if tab is None:
            return
        if index == RULINGS and self.rulings is None:
            self.rulings = RulingsPanel(self.services.catalogue)
            self.rulings.chosen.connect(self._set)
            self.house.listen(self.rulings.numbers)
            tab.setLayout(column(self.rulings))
            Within(tab, self.services.theme, RULINGS_WIDE)
        if index == RECORDS and self.records is None:
            self.records = RecordsPanel(self.services, self.restore_menu)
            self.records.renamed.connect(self._rename)
            self.records.deleting.connect(self._delete)
            self.records.backing_up.connect(self._backup)
            tab.setLayout(column(self.records))
            Within(tab, self.services.theme, RULINGS_WIDE)
        if index == PACKS:
            self.house.fill_packs(tab)
        self.refresh()

    # What is shown

    def show_campaign(self, campaign: str) -> None:
        """Show a campaign."""
        self.campaign_id = campaign
        self.refresh()

    def shows(self, changed: Changed) -> bool:
        """Return whether it is anything but answers of a sequence or what has been printed."""
        return not isinstance(changed, SequenceAnswered | CardsPrinted)

    def refresh(self) -> None:
        """Read the campaign anew."""
        if not self.campaign_id:
            return
        workspace = self.services.workspace
        found = self.services.ask(lambda: workspace.overview(self.campaign_id))
        if found is None:
            return
        self.view = view = found.view
        workspace.seen_campaigns.show(self.campaign_id, view.revision, self)
        for fault in found.faults:
            self.services.said.emit(fault, "harm")
        self._show_head(found)
        self.overview.show_campaign(found)
        if self.rulings is not None:
            self.rulings.show_switches(view.campaign.switches)
        self.house.show_campaign(self.rulings, self.tabs.currentIndex() == PACKS)
        if self.records is not None:
            self.records.show_campaign(view)

    def _show_head(self, found: Overview) -> None:
        """Show the name, how much there is, and the one next step."""
        campaign = found.view.campaign
        self.title.setText(campaign.name)
        n, m = len(found.view.groups), len(campaign.games)
        groups = ngettext("{n} group", "{n} groups", n).format(n=n)
        games = ngettext("{n} game", "{n} games", m).format(n=m)
        self.head.note.setText(_("{groups} · {games}").format(groups=groups, games=games))
        text, self._next = self._next_step(found)
        self.next_button.setVisible(bool(found.view.groups))  # the empty page has its own
        self.next_button.setText(typed(text))
        self.next_button.setAccessibleName(_("Next: {what}").format(what=text.replace(" ▸", "")))

    def _next_step(self, found: Overview) -> tuple[str, Callable[[], object]]:
        """Return the one thing to do now: what it says, and how it is done."""
        for half in found.half_done:
            if half.kind == "session":
                return _("Back to the table ▸"), self._to(route_of(half))
        line = found.to_go_on_with()
        if line is not None:
            step = line.next
            text = (
                _("Finish creating the group")
                if step.kind == "creating"
                else _("After game {n} ▸").format(n=step.number)
            )
            return text, partial(self.overview.follow, line.summary.id)
        if not found.view.groups:
            return _("Create group"), self.overview.create_group
        if found.captives:
            return _("Play the Rescue ▸"), partial(play_rescue, self.services, found.captives[0])
        return _("Play the next game ▸"), self._to(NextGameRoute())

    def _to(self, route: Route) -> Callable[[], object]:
        return lambda: self.services.go.emit(route)

    # What is done

    def _go_next(self) -> None:
        self._next()

    def import_from(self, source: Path) -> None:
        """Add a group from a file."""
        self.overview.import_from(source)

    def start_renaming(self) -> None:
        """Put the keyboard into the campaign's name."""
        self.tabs.setCurrentIndex(RECORDS)
        if self.records is not None:
            self.records.rename_field.setFocus()
            self.records.rename_field.selectAll()

    def _rename(self, name: str) -> None:
        if self.view is None or name == self.view.campaign.name:
            return
        renamed = self.services.done(lambda: self.services.campaigns.rename(self.campaign_id, name))
        if not renamed and self.records is not None:
            self.records.keep_name()

    def _set(self, option: SwitchOption) -> None:
        if self.view is None:
            return
        switches = option.set(self.view.campaign.switches)
        self.services.done(lambda: self.services.campaigns.set_switches(self.campaign_id, switches))

    def _delete(self) -> None:
        if self.services.done(lambda: self.services.campaigns.delete(self.campaign_id)):
            self.services.go.emit(StartRoute())

    def _fill_restore(self) -> None:
        menu = self.restore_menu
        menu.clear()
        for campaign in self.services.workspace.campaigns():
            if campaign.deleted:
                text = _("Campaign {name}").format(name=typed(campaign.name))
                menu.addAction(text).triggered.connect(
                    lambda _on=False, c=campaign.id: self._restore_campaign(c)
                )
        for group, name in self.services.campaigns.deleted_groups(self.campaign_id):
            menu.addAction(_("Group {name}").format(name=typed(name))).triggered.connect(
                lambda _on=False, g=group: self.services.done(
                    lambda: self.services.campaigns.restore_group(self.campaign_id, g)
                )
            )
        if not menu.actions():
            menu.addAction(_("Nothing has been deleted")).setEnabled(False)

    def _restore_campaign(self, campaign: str) -> None:
        if self.services.done(lambda: self.services.campaigns.restore(campaign)):
            self.services.go.emit(CampaignRoute(campaign))

    def _backup(self) -> None:
        back_up_everything(self.services, self)

    # Undo

    def take_focus(self) -> None:
        """Put the keyboard on the groups; where there are none yet, on what creates one."""
        seen = [p for p in (self.overview.groups, self.found_button) if p.isVisible()]
        if self.tabs.currentIndex() == OVERVIEW and seen:
            seen[0].setFocus()
        else:
            super().take_focus()

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do here."""
        return (self.view.undo, self.view.redo) if self.view else (None, None)

    def stepped(self) -> None:
        """Go where campaigns begin, if this one is no longer there."""
        if not self.services.workspace.exists(self.campaign_id):
            self.services.go.emit(StartRoute())
