"""A history and a log cost what is seen of them, however long they have become."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QTableView

from lastdays.campaign import Workspace
from lastdays.campaign.documents import group_documents
from lastdays.campaign.groups import GroupActions
from lastdays.model.changes import MemberNotesWritten
from lastdays.rulebook import Catalogue
from lastdays.store import HistoryEntry, Subject, open_store
from lastdays.store.log import TableLog
from lastdays.store.revisions import RevisionLog
from lastdays.tabletop.event_log import LogOutline
from lastdays.tabletop.last_days.taps import count
from lastdays.ui.app import Session
from lastdays.ui.models.rows import LazyRows, Row, RowModel
from lastdays.ui.navigation import CampaignRoute, GroupRoute, TrackerRoute
from lastdays.ui.pages.history_rows import PAGE
from lastdays.ui.tracker import arrangement as log_panel
from lastdays.ui.tracker.session_page import SessionPage
from spies import noted
from sure import as_a
from ui.counting import Costs
from ui.growing import begin_game
from ui.hands import settle


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often a table was asked for what is in a cell, and which entries were read."""
    found = {"data": 0, "entries": 0, "outlined": 0, "rows measured": 0}
    data, entries, resize = RowModel.data, RevisionLog.entries, QTableView.resizeRowToContents
    parents = RevisionLog._parents

    def count_data(self: RowModel, *args: Any) -> object:
        found["data"] += 1
        return data(self, *args)

    def count_entries(self: RevisionLog, *args: Any) -> list[HistoryEntry]:
        got = entries(self, *args)
        found["entries"] += len(got)
        return got

    def count_outlined(self: RevisionLog, *args: Any) -> dict[int, int | None]:
        got = parents(self, *args)
        found["outlined"] += len(got)
        return got

    def count_rows(self: QTableView, row: int) -> None:
        found["rows measured"] += 1
        resize(self, row)

    monkeypatch.setattr(RowModel, "data", count_data)
    monkeypatch.setattr(RevisionLog, "entries", count_entries)
    monkeypatch.setattr(RevisionLog, "_parents", count_outlined)
    monkeypatch.setattr(QTableView, "resizeRowToContents", count_rows)
    return found


def long_history(session: Session, changes: int) -> str:
    """The sample's first group after so many changes more."""
    workspace, campaign = session.services.workspace, session.window.campaign_id
    group = workspace.groups(campaign)[0].id
    value = workspace.group(group).group
    words = " and a long way on through rain and mud" * 6
    with workspace.store.writing() as tx:
        for n in range(changes):
            value = replace(value, notes=f"Day {n}")
            name = value.name + (words if n % 7 == 0 else "")
            change = tx.revisions.add_change(campaign, MemberNotesWritten(name), workspace.clock())
            document, figures = (
                group_documents.group_document(value),
                group_documents.figures(value),
            )
            tx.revisions.add(change, Subject(campaign, group), value, document, figures)
    session.window.go(GroupRoute(group))
    settle()
    return group


def whole(table: QTableView, row: int) -> bool:
    """Whether a row is seen from top to bottom, at the height of what is in it."""
    rect = table.visualRect(table.model().index(row, 0))
    room = table.viewport().rect()
    high = table.rowHeight(row)
    return rect.top() >= 0 and rect.bottom() <= room.bottom() and high >= table.sizeHintForRow(row)


def test_what_another_process_writes_is_read_once_more(
    sample: Session, asked: dict[str, int], book: Catalogue
) -> None:
    """What was written here is not, however long ago."""
    group = long_history(sample, 200)
    watch = sample.window.watch
    watch.note()
    page = sample.window.pages.group
    page.show_history()
    asked.update(dict.fromkeys(asked, 0))
    page.undo()
    settle()
    read = asked["entries"]
    watch.look()
    settle()
    assert asked["entries"] == read
    other = Workspace(open_store(sample.services.workspace.store.path), book)
    GroupActions(other).write_notes(group, "Seen from elsewhere")
    other.store.close()
    watch.look()
    settle()
    assert asked["entries"] == 2 * read + 1


@pytest.mark.parametrize("changes", [200, 600])
def test_a_long_history_is_read_and_measured_as_far_as_it_is_seen(
    sample: Session, asked: dict[str, int], changes: int
) -> None:
    long_history(sample, changes)
    page = sample.window.pages.group
    asked.update(dict.fromkeys(asked, 0))
    page.show_history()
    settle()
    table = page.history.entries
    assert page.history.model.rowCount() > changes
    assert table.currentIndex().row() == 0
    assert asked["entries"] <= 2 * PAGE, "those in sight, and the last"
    assert asked["outlined"] > changes
    assert asked["rows measured"] < 120
    assert asked["data"] < 6000
    asked.update(dict.fromkeys(asked, 0))
    page.undo()
    settle()
    assert asked["outlined"] == 0, "nothing was added"
    assert "undone" in page.history.model.index(0, 0).data()
    assert asked["entries"] <= 2 * PAGE
    assert asked["rows measured"] < 120


def test_every_row_of_a_long_history_can_be_reached_and_is_whole(sample: Session) -> None:
    """Also where rows of several lines come in sight as one scrolls."""
    long_history(sample, 200)
    page = sample.window.pages.group
    page.show_history()
    settle()
    table = page.history.entries
    last = page.history.model.rowCount() - 1
    for row in (last, 120, 119, 0, 63, 64, last - 1):
        table.setCurrentIndex(page.history.model.index(row, 0))
        settle()
        assert whole(table, row), row
        assert page.history.title.text(), "the group as it was then"
    table.scrollToTop()
    bar = table.verticalScrollBar()
    while bar.value() < bar.maximum():
        bar.setValue(bar.value() + 3)
        settle()
        top = table.rowAt(0)
        assert table.rowHeight(top) >= table.sizeHintForRow(top), top
    assert whole(table, last)


def test_a_hidden_history_costs_nothing_when_the_theme_changes(
    sample: Session, asked: dict[str, int]
) -> None:
    long_history(sample, 200)
    page = sample.window.pages.group
    page.show_history()
    settle()
    sample.window.go(CampaignRoute())
    settle()
    history = page.history.entries
    area = sample.window.pages.area(GroupRoute)
    asked.update(dict.fromkeys(asked, 0))
    sample.services.theme.toggle()
    settle()
    assert asked["rows measured"] < 60, "the places and the campaign's own tables"
    assert area.styleSheet() != sample.services.theme.sheet, "styled when it is shown"
    sample.window.go(GroupRoute(page.group_id))
    settle()
    assert area.styleSheet() == sample.services.theme.sheet
    page.show_history()
    settle()
    assert whole(history, 0)


def at_the_table(session: Session, taps: int) -> SessionPage:
    """The page of a game after so many taps, each a line of its own."""
    made = begin_game(session)
    tracker = session.services.sessions.tracker(made)
    for n in range(taps):
        tracker.tap(count.tap(f"A{n % 2 + 1}", "noise", 1 if n % 4 < 2 else -1))
    session.window.go(TrackerRoute(made))
    settle()
    return as_a(SessionPage, session.window.pages.tracker)


@pytest.fixture
def worded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The rows of a log that were put into words."""
    made: list[int] = []
    lazy = LazyRows

    def counted(
        keys: Iterable[str],
        make: Callable[[range], Iterable[Row]],
        about: object = None,
        page: int = 1,
    ) -> LazyRows:
        def makes(places: range) -> Iterable[Row]:
            made.extend(places)
            return make(places)

        return lazy(keys, makes, about, page)

    monkeypatch.setattr(log_panel, "LazyRows", counted)
    return made


def in_sight(table: QTableView) -> int:
    """How many rows of a table are seen."""
    last = table.rowAt(table.viewport().height() - 1)
    return (last if last >= 0 else table.model().rowCount() - 1) - table.rowAt(0) + 1


def test_a_tap_with_a_long_log_open_adds_its_line_and_nothing_else(
    sample: Session, asked: dict[str, int], worded: list[Any]
) -> None:
    page = at_the_table(sample, 300)
    page.looking_back.toggle()
    settle()
    assert page.log.model.rowCount() == 301
    resets = []
    page.log.model.modelReset.connect(lambda: resets.append(1))
    asked.update(dict.fromkeys(asked, 0))
    worded.clear()
    page.control.tap(count.tap("A1", "noise", 1))
    settle()
    table, last = page.log.table, page.log.model.rowCount() - 1
    assert last == 301
    assert table.currentIndex().row() == last
    assert whole(table, last)
    assert "noise" in page.log.model.index(last, 2).data()
    assert not resets
    assert asked["rows measured"] <= 3
    assert len(set(worded)) <= in_sight(table) + 2


def test_a_long_log_puts_into_words_what_is_seen_of_it(sample: Session, worded: list[Any]) -> None:
    page = at_the_table(sample, 300)
    page.looking_back.toggle()
    settle()
    assert len(worded) <= 3 * PAGE
    assert whole(page.log.table, 300)
    page.log.table.choose("10")
    settle()
    assert page.control.looking == 10
    page.control.go_back_to(10)
    settle()
    assert page.log.model.rowCount() == 11
    assert page.log.table.current_key() == "10"
    assert page.control.looking is None


def test_a_log_is_opened_without_a_look_at_what_was_read_with_the_game(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its lines end is found out while the game is read, however long it has become."""
    page = at_the_table(sample, 300)
    looked = noted(monkeypatch, LogOutline, "_goes_on")
    assert page.tracker is not None
    session = page.tracker.id
    page.forget()
    page.show_session(session)
    assert len(looked) == 299
    looked.clear()
    page.looking_back.toggle()
    settle()
    assert page.log.model.rowCount() == 301
    assert not looked
    page.looking_back.toggle()
    for _n in range(3):
        page.control.count("A1", "noise", 1)
    looked.clear()
    page.looking_back.toggle()
    assert len(looked) == 3


def test_forward_over_many_taps_is_one_transaction(sample: Session, costs: Costs) -> None:
    page = at_the_table(sample, 120)
    tracker = page.tracker
    assert tracker is not None
    state = tracker.state
    with costs.counted() as back:
        page.control.go_back_to(3)
    assert back[0].writing == 1
    assert len(tracker.timeline.entries) == 3
    with costs.counted() as forward:
        page.control.go_forward()
    assert forward[0].writing == 1
    assert tracker.state == state
    assert len(tracker.timeline.entries) == 120
    assert tracker.redo_name is None
    again = sample.services.sessions.tracker(tracker.id)
    assert again.state == state
    assert [e.id for e in again.timeline.entries] == [e.id for e in tracker.timeline.entries]


def test_what_was_taken_back_here_is_not_read_again(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forward asks which events there are; those of another window, or before, are read."""
    page = at_the_table(sample, 120)
    tracker = page.tracker
    assert tracker is not None
    state = tracker.state
    read = noted(monkeypatch, TableLog, "latest_after")
    page.control.go_back_to(3)
    page.control.go_forward()
    assert not read
    assert tracker.state == state
    page.control.go_back_to(3)
    again = sample.services.sessions.tracker(tracker.id)
    again.go_forward()
    assert len(read) == 1
    assert again.state == state
    again.go_back_to(60)
    again.tap(count.tap("A2", "damage", 1))
    ahead = again.state
    again.go_back_to(60)
    again.go_forward()
    assert again.state == ahead
    assert len(again.timeline.entries) == 61


def test_an_undo_under_a_history_is_seen_where_one_goes_back(sample: Session) -> None:
    long_history(sample, 3)
    page = sample.window.pages.group
    page.services.groups.write_notes(page.group_id, "The last words")
    page.services.announce()
    assert page.notes.toPlainText() == "The last words"
    page.show_history()
    page.undo()
    settle()
    assert "▸" in page.history.model.index(1, 0).data()
    page.show_home()
    assert page.notes.toPlainText() == "Day 2"


def test_forward_takes_the_latest_branch_each_time(sample: Session) -> None:
    page = at_the_table(sample, 6)
    tracker = page.tracker
    assert tracker is not None
    tracker.go_back_to(4)
    tracker.tap(count.tap("A2", "damage", 1))
    state = tracker.state
    tracker.go_back_to(1)
    tracker.go_forward()
    assert tracker.state == state
    assert len(tracker.timeline.entries) == 5
