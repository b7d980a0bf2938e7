"""What a step of the turn may cost at the table: what looks the same is left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QTableView

from lastdays.campaign.documents import group_documents
from lastdays.model.changes import MemberNotesWritten
from lastdays.store import HistoryEntry, Subject
from lastdays.store.revisions import RevisionLog
from lastdays.tabletop.last_days.taps import count
from lastdays.ui.app import Session
from lastdays.ui.models.rows import LazyRows, Row, RowModel
from lastdays.ui.navigation import GroupRoute, TrackerRoute
from lastdays.ui.pages.group.history_panel import PAGE
from lastdays.ui.tracker import arrangement as log_panel
from lastdays.ui.tracker.pieces import Part
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a
from ui.counting import Costs
from ui.growing import begin_game
from ui.hands import settle, size, state_of, tracker_of
from ui.test_tracker_page import scavengers


@pytest.fixture
def guided(sample: Session) -> SessionPage:
    """A game of twelve with all the help there is, in the Action Phase."""
    services = sample.services
    begun = services.sessions.begin(sample.window.campaign_id, scavengers(services), "guided")
    services.go.emit(TrackerRoute(begun))
    page = sample.window.pages.tracker
    while state_of(page).table.phase != "action":
        page.next()
    settle()
    return as_a(SessionPage, page)


class Drawn(QObject):
    """Notes which parts of the board are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: set[Part] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, Part):
            self.parts.add(watched)
        return False


@pytest.fixture
def drawn(guided: SessionPage, qapp: QApplication) -> Iterator[set[Part]]:
    """What is drawn of the board from now on, part by part."""
    guided.services.theme.set_motion(False)
    noting = Drawn()
    qapp.installEventFilter(noting)
    yield noting.parts
    qapp.removeEventFilter(noting)


def test_a_state_that_changes_has_nothing_else_drawn_anew(
    guided: SessionPage, drawn: set[Part]
) -> None:
    guided.mark("A2", "ran")
    settle()
    mark = guided.board.cards["A2"].mark("ran")
    assert mark.on
    assert drawn == {mark}


def test_what_is_drawn_part_by_part_is_what_is_drawn_at_once(guided: SessionPage) -> None:
    """Of what changes no more is drawn than has to be, and nothing is left as it was."""
    guided.services.theme.set_motion(False)
    window = guided.window()
    for n in range(9):
        guided.next()
        if n % 3 == 0:
            for piece in ("A1", "A2"):
                guided.mark(piece, "ran")
                guided.count(piece, "noise", 1)
        guided.choose("A1" if n % 2 else "B1")
        settle()
        seen = window.screen().grabWindow(window.winId()).toImage()
        whole = window.grab().toImage().convertToFormat(seen.format())
        assert seen == whole


def test_no_tail_of_a_letter_stays_where_a_name_stood(guided: SessionPage, sample: Session) -> None:
    """A name moves aside for the mark that its turn is due: in some sizes a g hangs lower than its
    line."""
    guided.services.theme.set_motion(False)
    window = guided.window()
    size(sample, 1920, 1080, 130)
    for _step in range(6):
        guided.next()
        settle()
        seen = window.screen().grabWindow(window.winId()).toImage()
        assert seen == window.grab().toImage().convertToFormat(seen.format())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often a table was asked for what is in a cell, and which entries were read."""
    found = {"data": 0, "entries": 0, "rows measured": 0}
    data, entries, resize = RowModel.data, RevisionLog.entries, QTableView.resizeRowToContents

    def count_data(self: RowModel, *args: Any) -> object:
        found["data"] += 1
        return data(self, *args)

    def count_entries(self: RevisionLog, *args: Any) -> list[HistoryEntry]:
        got = entries(self, *args)
        found["entries"] += len(got)
        return got

    def count_rows(self: QTableView, row: int) -> None:
        found["rows measured"] += 1
        resize(self, row)

    monkeypatch.setattr(RowModel, "data", count_data)
    monkeypatch.setattr(RevisionLog, "entries", count_entries)
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
    assert asked["rows measured"] < 120
    assert asked["data"] < 6000
    asked.update(dict.fromkeys(asked, 0))
    page.undo()
    settle()
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
    page.toggle_log()
    settle()
    assert page.log.model.rowCount() == 301
    resets = []
    page.log.model.modelReset.connect(lambda: resets.append(1))
    asked.update(dict.fromkeys(asked, 0))
    worded.clear()
    page.tap(count.tap("A1", "noise", 1))
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
    page.toggle_log()
    settle()
    assert len(worded) <= 3 * PAGE
    assert whole(page.log.table, 300)
    page.log.table.choose("10")
    settle()
    assert page.looking == 10
    page.go_back_to(10)
    settle()
    assert page.log.model.rowCount() == 11
    assert page.log.table.current_key() == "10"
    assert page.looking is None


def test_forward_over_many_taps_is_one_transaction(sample: Session, costs: Costs) -> None:
    page = at_the_table(sample, 120)
    tracker = tracker_of(page)
    state = tracker.state
    with costs.counted() as back:
        page.go_back_to(3)
    assert back[0].writing == 1
    assert len(tracker.timeline.entries) == 3
    with costs.counted() as forward:
        page.go_forward()
    assert forward[0].writing == 1
    assert tracker.state == state
    assert len(tracker.timeline.entries) == 120
    assert tracker.redo_name is None
    again = sample.services.sessions.tracker(tracker.id)
    assert again.state == state
    assert [e.id for e in again.timeline.entries] == [e.id for e in tracker.timeline.entries]


def test_an_undo_under_a_history_is_seen_where_one_goes_back(sample: Session) -> None:
    long_history(sample, 3)
    page = sample.window.pages.group
    page.services.groups.write_notes(page.group_id, "The last words")
    page.services.announce()
    assert page.stash.notes.toPlainText() == "The last words"
    page.show_history()
    page.undo()
    settle()
    assert "▸" in page.history.model.index(1, 0).data()
    page.show_home()
    assert page.stash.notes.toPlainText() == "Day 2"


def test_forward_takes_the_latest_branch_each_time(sample: Session) -> None:
    page = at_the_table(sample, 6)
    tracker = tracker_of(page)
    tracker.go_back_to(4)
    tracker.tap(count.tap("A2", "damage", 1))
    state = tracker.state
    tracker.go_back_to(1)
    tracker.go_forward()
    assert tracker.state == state
    assert len(tracker.timeline.entries) == 5
