"""What the commonest actions may cost at most: they are felt in a large campaign."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from operator import methodcaller
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QWidget

from lastdays.campaign.changed import CardsPrinted, GroupChanged, SequenceAnswered
from lastdays.campaign.documents import group_documents
from lastdays.campaign.history.snapshots import Snapshots
from lastdays.campaign.overview import sequences_of
from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.campaign.sample import play_through
from lastdays.procedure.asks import Choose
from lastdays.store import Subject
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Row, RowModel
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    GroupRoute,
    RecordRoute,
    SequenceRoute,
)
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import CellDelegate, Table
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.counting import Cost, Costs
from ui.growing import add_games, add_groups, statements
from ui.hands import bury, menu_item, settle
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
    assert window.pages.campaign.overview.groups_model.rowCount() == groups
    assert cost == [Cost(reading=2, writing=0, decoded=1 + groups, judged=groups)]
    with costs.counted() as again:
        window.go(CampaignRoute())
    assert again == [Cost(reading=2, writing=0, decoded=0, judged=0)]


@pytest.mark.parametrize("games", [5, 60])
def test_pages_of_a_campaign_of_many_games_decode_it_once(
    sample: Session, costs: Costs, games: int
) -> None:
    """The document with all games is decoded for the first page and known to the others."""
    window, services = sample.window, sample.services
    add_games(services.workspace, window.campaign_id, games)
    window.refresh()
    zeke, carl = (g.id for g in services.workspace.groups(window.campaign_id))
    cold(sample)
    with costs.counted() as cost:
        window.go(CampaignRoute())
        window.go(GroupRoute(zeke))
        window.go(GroupRoute(carl))
        window.go(AftermathRoute())
    assert cost[0].decoded == 3  # the campaign and its two groups


@pytest.mark.parametrize("games", [5, 60])
def test_an_answer_in_a_campaign_of_many_games_decodes_nothing(
    sample: Session, costs: Costs, games: int
) -> None:
    window, services = sample.window, sample.services
    add_games(services.workspace, window.campaign_id, games)
    window.refresh()
    value = services.workspace.campaign(window.campaign_id).campaign
    group = value.games[-1].sides[0].group
    sequence = services.games.begin(window.campaign_id, value.games[-1].id, group)
    window.go(SequenceRoute(sequence))
    view = services.games.view(sequence)
    assert view.pending is not None
    with costs.counted() as cost:
        services.do(
            lambda: services.games.answer(
                sequence,
                sure(view.pending).key,
                as_a(Choose, sure(view.pending)).options[0].key,
                "chosen",
            )
        )
    assert cost[0].decoded == 0


@pytest.mark.parametrize("games", [5, 60])
def test_recording_a_game_decodes_nothing_and_writes_one_row_of_it(
    sample: Session, costs: Costs, games: int
) -> None:
    window, services = sample.window, sample.services
    campaign = window.campaign_id
    add_games(services.workspace, campaign, games)
    window.refresh()
    window.go(CampaignRoute())
    last = services.workspace.campaign(campaign).campaign.games[-1]
    more = replace(last, id="another", number=last.number + 1)
    with costs.counted() as cost, statements(services.workspace.store) as said:
        services.do(lambda: services.records.record(campaign, more))
    assert cost[0].decoded == 0
    assert sum("INTO games" in statement for statement in said) == 1
    assert not [statement for statement in said if "DELETE FROM games" in statement]
    assert window.pages.campaign.overview.games_model.key_at(0) == "another"
    with services.workspace.store.reading() as tx:
        stored = group_documents.read_campaign(tx.revisions.head(Subject(campaign)).document)
    assert stored == services.workspace.campaign(campaign).campaign  # what is known is stored
    assert services.workspace.store.integrity() == []


@pytest.mark.smoke
def test_what_is_recorded_corrected_and_taken_out_is_mirrored(sample: Session) -> None:
    services, campaign = sample.services, sample.window.campaign_id
    add_games(services.workspace, campaign, 20)
    value = services.workspace.campaign(campaign).campaign
    services.records.record(campaign, replace(value.games[3], encounter="extraction"))
    services.records.delete(campaign, value.games[5].id)
    services.workspace.undo(campaign)
    services.records.delete(campaign, value.games[7].id)
    with services.workspace.store.reading() as tx:
        now = group_documents.read_campaign(tx.revisions.head(Subject(campaign)).document)
        assert tx.revisions.campaign_differences(now) == []
    assert len(now.games) == len(value.games) - 1


@pytest.mark.parametrize("groups", [40, 80])
def test_of_many_groups_those_in_sight_are_read(sample: Session, costs: Costs, groups: int) -> None:
    """The lines of the others are put together of the figures beside their documents."""
    window = sample.window
    add_groups(sample.services.workspace, window.campaign_id, groups)
    window.refresh()
    cold(sample)
    with costs.counted() as cost:
        window.go(CampaignRoute())
        settle()
    page = window.pages.campaign
    assert page.overview.groups_model.rowCount() == groups + 2
    assert cost[0].decoded <= 1 + 16
    assert cost[0].judged <= 16
    assert len(list(page.overview.groups_model.made)) <= 16
    assert len(window.places.groups()) == groups + 2
    with costs.counted() as scrolled:
        page.overview.groups.scrollToBottom()
        page.overview.groups.choose(page.overview.groups_model.key_at(groups + 1))
        settle()
    assert page.overview.groups_model.index(groups + 1, 0).data() == f"Copy {groups - 1}"
    assert scrolled[0].decoded <= 24


def test_those_who_fell_last_are_remembered_among_many_groups(sample: Session) -> None:
    """The figures name the groups of those who fell last; only these are opened."""
    window, services = sample.window, sample.services
    add_groups(services.workspace, window.campaign_id, 30)
    for n, group in enumerate(services.workspace.groups(window.campaign_id)[-5:]):
        member = services.workspace.group(group.id).group.roster[-1]
        services.workspace.change_group(
            group.id,
            services.workspace.history(group.id)[0].change,
            methodcaller("bury", member.id, n + 1),
        )
    found = services.workspace.overview(window.campaign_id)
    assert [member.fate_game for member, _group in found.fallen] == [5, 4, 3]
    assert found.remembered == 5


def test_a_damaged_group_among_many_is_said_to_be_and_no_other_is(sample: Session) -> None:
    workspace, campaign = sample.services.workspace, sample.window.campaign_id
    add_groups(workspace, campaign, 30)
    lost = workspace.groups(campaign)[-1]
    with workspace.store.reading() as tx:
        head = tx.revisions.head_id(Subject(campaign, lost.id))
    cold(sample)
    assert len(workspace.overview(campaign).groups) == 32
    with closing(sqlite3.connect(workspace.store.path)) as connection, connection:
        connection.execute("UPDATE revisions SET figures = '{}' WHERE id = ?", (head,))
    cold(sample)
    found = workspace.overview(campaign)
    assert lost.id not in {line.summary.id for line in found.groups}
    assert (len(found.groups), len(found.faults)) == (31, 1)
    assert "damaged" in found.faults[0]


def test_figures_that_an_older_version_kept_are_read_off_the_document(
    sample: Session, costs: Costs
) -> None:
    workspace, campaign = sample.services.workspace, sample.window.campaign_id
    group = workspace.groups(campaign)[0]
    with workspace.store.writing() as tx:
        head = tx.revisions.head(Subject(campaign, group.id))
        value = replace(group_documents.read_group(head.document), founding=True)
        tx.revisions.add(
            head.change_id,
            Subject(campaign, group.id),
            value,
            group_documents.group_document(value),
            {"size": 1, "points": 2, "levels": 3, "games": 4},
        )
    lines = {line.summary.id: line for line in workspace.overview(campaign).groups}
    assert lines[group.id].next.kind == "creating"


def test_a_sequence_that_was_undone_is_not_finished_among_many(sample: Session) -> None:
    """Which of many sequences stand is read off one walk through the history."""
    services, campaign = sample.services, sample.window.campaign_id
    add_games(services.workspace, campaign, 12)
    listed = sequences_of(services.workspace.store, services.workspace.snapshots, campaign)
    assert all(one.finished for one in listed)
    group = listed[-1].group
    services.workspace.undo(campaign, group)
    services.workspace.undo(campaign, group)
    left = [
        one.finished
        for one in sequences_of(services.workspace.store, services.workspace.snapshots, campaign)
        if one.group == group
    ]
    assert left.count(None) == 2


@pytest.mark.long
def test_the_record_page_opened_again_and_again_leaves_nothing_behind(window: Window) -> None:
    """A form for each side, and no more than that, however often it is opened."""

    def widgets() -> int:
        window.go(RecordRoute())
        settle()
        bury()
        return len(window.findChildren(QWidget))

    first = [widgets() for _n in range(3)][-1]  # the first have what is made once
    for _n in range(37):
        window.pages.record.campaign_id = ""  # as when it was begun for another campaign
        assert widgets() == first


@pytest.fixture
def table(qapp: QApplication) -> Iterator[Table]:
    model = RowModel(("When", "What"))
    model.set_rows([Row(str(n), (f"Day {n}", "words " * 30)) for n in range(9)])
    made = Table(model, "A table", Theme("dark"), stretch=1, look="lines", wrap=True)
    made.resize(600, 400)
    made.show()
    settle()
    yield made
    made.deleteLater()
    settle()


def test_rows_and_columns_follow_what_is_in_them(table: Table) -> None:
    high, narrow = table.rowHeight(0), table.columnWidth(0)
    table.resize(300, 400)
    settle()
    assert table.rowHeight(0) > high, "its words take more lines"
    table.rows().set_rows([Row(str(n), (f"Day {n} of many", "words")) for n in range(9)])
    settle()
    assert table.rowHeight(0) < high
    assert table.columnWidth(0) > narrow


def test_the_size_of_a_change_follows_text_zoom_and_width(sample: Session) -> None:
    page = begin(sample)
    play_through(sample.services.games, page.sequence_id)
    page.refresh()
    settle()
    table = page.review.table
    kept = table.itemDelegate()
    for percent in (100, 175, 100):
        sample.services.theme.zoom_to(percent)
        settle()
        for wide in (60, 400):
            fresh = CellDelegate(table)
            for row in range(page.review.model.rowCount()):
                for column in range(4):
                    asked = QStyleOptionViewItem()
                    table.initViewItemOption(asked)
                    asked.rect.setWidth(wide)
                    index = page.review.model.index(row, column)
                    assert kept.sizeHint(asked, index) == fresh.sizeHint(asked, index)
