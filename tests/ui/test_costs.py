"""What the commonest actions may cost at most: they are felt in a large campaign."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QWidget

from lastdays.campaign.changed import CardsPrinted, GroupChanged, SequenceAnswered
from lastdays.campaign.history.snapshots import Snapshots
from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.store.revisions import RevisionLog, Touched
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Cell, KeyRole, Row, RowModel
from lastdays.ui.navigation import (
    CampaignRoute,
    GroupRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
)
from lastdays.ui.shell.places import PlacesList
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import CellDelegate
from sure import sure
from ui.counting import Cost, Costs
from ui.hands import menu_item, settle
from ui.test_print_page import ready
from ui.test_sequence_page import begin, option, typed


def cold(session: Session) -> None:
    """Nothing of the store is known any more."""
    workspace = session.services.workspace
    workspace.snapshots = Snapshots(workspace.catalogue)


def test_buying_a_knife_reads_and_judges_the_group_once(session: Session, costs: Costs) -> None:
    """One transaction writes it and one reads the page; only the group as it is now is decoded
    and judged, for what it was is known."""
    services = session.services
    campaign = services.campaigns.begin("Harbour")
    group = services.groups.found(campaign, "Riverside", "everyday-hero", "Ray", "farm-house")
    services.groups.found(campaign, "Others", "everyday-hero", "Ann", "farm-house")
    session.window.go(CampaignRoute(campaign))
    session.window.go(GroupRoute(group))
    page = session.window.pages.group
    services.announce()  # what was founded here is known
    settle()
    with costs.counted() as cost:
        menu_item(page.member_panel.buy_button, "Close combat", "Knife")
    assert [i.key for i in sure(page.view).group.roster[0].gear] == ["knife"]
    assert cost == [Cost(reading=1, writing=1, decoded=1, judged=1)]


def test_what_is_not_seen_is_not_read(sample: Session, costs: Costs) -> None:
    """A page reads nothing for what it does not show; for what it does, one transaction."""
    window = sample.window
    zeke, carl = (g.id for g in sample.services.workspace.groups(window.campaign_id))
    window.go(GroupRoute(zeke))
    settle()
    unseen = {GroupChanged(carl), SequenceAnswered("x"), CardsPrinted(zeke)}
    with costs.counted() as cost:
        sample.services.changed.emit(frozenset(unseen))
    assert cost == [Cost(reading=0, writing=0, decoded=0, judged=0)]
    with costs.counted() as seen:
        sample.services.changed.emit(frozenset({*unseen, GroupChanged(zeke)}))
    assert seen == [Cost(reading=1, writing=0, decoded=0, judged=0)]


def test_undo_of_what_was_written_lately_decodes_nothing(sample: Session, costs: Costs) -> None:
    """The campaign is known as it was before each of the latest changes."""
    services, campaign = sample.services, sample.window.campaign_id
    for n in range(10):
        services.done(partial(services.campaigns.write_notes, campaign, f"Said {n} times."))
    settle()
    with costs.counted() as cost:
        for _n in range(9):
            sample.window.page().undo()
            settle()
    assert services.workspace.campaign(campaign).campaign.notes == "Said 0 times."
    assert (cost[0].writing, cost[0].decoded) == (9, 0)


def test_what_a_change_touched_is_looked_at_once_for_the_name_of_undo(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many pages of the campaign say it."""
    asked = []
    of_change = RevisionLog.of_change

    def counted(self: RevisionLog, change: int) -> list[Touched]:
        asked.append(change)
        return of_change(self, change)

    monkeypatch.setattr(RevisionLog, "of_change", counted)
    window, services = sample.window, sample.services
    cold(sample)
    for route in (CampaignRoute(), RecordRoute(), NextGameRoute(), CampaignRoute()):
        window.go(route)
        settle()
    assert asked.count(asked[0]) == 1  # the others are of groups
    services.done(lambda: services.campaigns.write_notes(window.campaign_id, "Rain."))
    assert window.page().undo_names() == ("wrote campaign notes", None)
    window.page().undo()
    assert window.page().undo_names()[1] == "wrote campaign notes"


def test_typing_a_die_decodes_and_judges_nothing(sample: Session, costs: Costs) -> None:
    """The answer is written and the sequence read again; group and record are those it had."""
    page = begin(sample)
    option(page, "Mo")
    with costs.counted() as cost:
        typed(page, "1 1")
    assert "1 1" not in page.ask_panel.question.text()
    assert cost == [Cost(reading=1, writing=1, decoded=0, judged=0)]


def test_printing_a_card_decodes_its_group_once_and_judges_nothing(
    sample: Session, costs: Costs, tmp_path: Path
) -> None:
    """Group and campaign are decoded once each for counting, making and noting what was printed;
    what the rules have against a group is on no card."""
    printing = sample.services.printing
    group = sample.services.workspace.groups()[0]
    members = sample.services.workspace.snapshot(group.id).group.roster
    choice = PrintChoice(("characters",), left_out=tuple(m.id for m in members[1:]))
    cold(sample)
    with costs.counted() as cost:
        made = printing.make({group.id: choice})
        printing.save(made, tmp_path / "card.pdf", {group.id: choice})
    assert cost == [Cost(reading=2, writing=1, decoded=2, judged=0)]


def test_the_print_page_judges_nothing(sample: Session, costs: Costs) -> None:
    """It shows members and what has changed since it was printed, no warnings: the groups twice,
    what was chosen, the group, what was printed, what undo would do, and the list of places, which
    says where the other group stands after the game."""
    group = sample.services.workspace.groups()[0]
    cold(sample)
    with costs.counted() as cost:
        sample.window.go(PrintRoute(group.id))
    assert cost[0].judged == 0
    assert cost[0].decoded == 3  # the group and its campaign, and the other group of the game
    assert cost[0].reading <= 7


def test_another_option_of_printing_reads_nothing(sample: Session, costs: Costs) -> None:
    """The group was read when it was shown; a new preview only writes down what was chosen."""
    sample.window.go(PrintRoute(sample.services.workspace.groups()[0].id))
    page = ready(sample)
    with costs.counted() as cost:
        page.chooser.options.saver.click()
        ready(sample)
        page.chooser.options.layout_box.setCurrentIndex(3)
        ready(sample)
    assert cost == [Cost(reading=0, writing=2, decoded=0, judged=0)]


def test_a_group_that_is_opened_draws_each_member_once(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows and columns have their size before anything is drawn."""
    drawn: Counter[str] = Counter()
    paint = CellDelegate.paint

    def counted(
        self: CellDelegate, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex
    ) -> None:
        if self.view is sample.window.pages.group.roster.table and not index.column():
            drawn[index.data(KeyRole)] += 1
        paint(self, painter, option, index)

    monkeypatch.setattr(CellDelegate, "paint", counted)
    group = sample.services.workspace.groups(sample.window.campaign_id)[0]
    sample.window.go(GroupRoute(group.id))
    settle()
    members = sample.services.workspace.group(group.id).group.active
    assert drawn == {member.id: 1 for member in members}


@pytest.mark.parametrize("groups", [2, 6])
def test_opening_the_campaign_reads_each_group_once(
    sample: Session, costs: Costs, groups: int
) -> None:
    """One transaction reads the page and one the list of places, however many groups there are;
    each group is decoded and judged once, and not at all where it is known."""
    services, window = sample.services, sample.window
    for n in range(groups - 2):
        services.groups.found(window.campaign_id, f"Group {n}", "everyday-hero", "", "farm-house")
    cold(sample)
    with costs.counted() as cost:
        window.go(CampaignRoute())
    assert window.pages.campaign.groups_model.rowCount() == groups
    assert cost == [Cost(reading=2, writing=0, decoded=1 + groups, judged=groups)]
    with costs.counted() as again:
        window.go(CampaignRoute())
    assert again == [Cost(reading=2, writing=0, decoded=0, judged=0)]


def test_what_is_said_of_one_place_has_the_others_left_where_they_are(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign of a thousand groups has a thousand places, one above the other."""
    theme = Theme("dark")
    shown, anew = PlacesList(theme), PlacesList(theme)
    rows = [Row(f"g{n}", (Cell(f"Group {n}", "place", depth=1),)) for n in range(300)]
    third = Row("g2", (Cell("Group 2", "place", "Injuries", depth=1),))
    said = [*rows[:2], third, *rows[3:]]
    asked: Counter[str] = Counter()
    data = RowModel.data

    def counted(self: RowModel, index: QModelIndex, role: int = 0) -> object:
        asked["rows"] += self is shown.model
        return data(self, index, role)

    monkeypatch.setattr(RowModel, "data", counted)
    frame = QWidget()
    frame.resize(500, 600)
    for places, at_first in ((shown, rows), (anew, said)):
        places.setParent(frame)
        places.resize(200, 600)
        places.model.set_rows(at_first)
    frame.show()
    settle()
    before = shown.list.grab().toImage()
    asked.clear()
    shown.model.set_rows(said)
    settle()
    assert shown.list.grab().toImage() == anew.list.grab().toImage() != before
    assert asked["rows"] < len(rows)
    frame.close()
    frame.deleteLater()
