"""What changes at the table, in a long history or a long log is drawn, reached and gone back to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QTableView

from lastdays.campaign.documents import group_documents
from lastdays.model.changes import MemberNotesWritten
from lastdays.store import Subject
from lastdays.tabletop.last_days.taps import change_counter
from lastdays.ui.app import Session
from lastdays.ui.navigation import GroupRoute, TrackerRoute
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a
from ui.at_the_table import scavengers
from ui.growing import begin_game
from ui.hands import settle, size, state_of


@pytest.fixture
def guided(sample: Session) -> SessionPage:
    """A game of twelve with all the help there is, in the Action Phase."""
    services = sample.services
    begun = services.sessions.begin(sample.window.campaign_id, scavengers(services), "guided")
    services.go(TrackerRoute(begun))
    page = sample.window.pages.tracker
    while state_of(page).table.phase != "action":
        page.next()
    settle()
    return as_a(SessionPage, page)


@pytest.mark.parametrize(("width", "height", "percent"), [(1280, 720, 100), (1920, 1080, 130)])
def test_what_is_drawn_part_by_part_is_what_is_drawn_at_once(
    guided: SessionPage, sample: Session, width: int, height: int, percent: int
) -> None:
    """Of what changes no more is drawn than has to be, and nothing is left as it was: a name moves
    aside for the mark that its turn is due, and in some sizes a g hangs lower than its line."""
    sample.theme.set_motion(False)
    window = sample.window
    size(sample, width, height, percent)
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


def test_every_row_of_a_long_history_can_be_reached_and_is_whole(sample: Session) -> None:
    """Also where rows of several lines come in sight as one scrolls."""
    long_history(sample, 200)
    page = sample.window.pages.group
    page.show_history()
    settle()
    table = page.history.entries
    last = page.history.entries.rows.rowCount() - 1
    for row in (last, 120, 119, 0, 63, 64, last - 1):
        table.setCurrentIndex(page.history.entries.rows.index(row, 0))
        settle()
        assert whole(table, row), row
        assert page.history.title.text(), "the group as it was then"
    table.scrollToTop()
    bar = table.verticalScrollBar()
    while bar.value() < bar.maximum():
        bar.setValue(bar.value() + 11)
        settle()
        top = table.rowAt(0)
        assert table.rowHeight(top) >= table.sizeHintForRow(top), top
    assert whole(table, last)


def at_the_table(session: Session, taps: int) -> SessionPage:
    """The page of a game after so many taps, each a line of its own."""
    made = begin_game(session)
    tracker = session.services.sessions.tracker(made)
    for n in range(taps):
        tracker.tap(change_counter.tap(f"A{n % 2 + 1}", "noise", 1 if n % 4 < 2 else -1))
    session.window.go(TrackerRoute(made))
    settle()
    return as_a(SessionPage, session.window.pages.tracker)


def test_a_tap_with_a_long_log_open_adds_its_line_and_one_goes_back_to_any(sample: Session) -> None:
    page = at_the_table(sample, 300)
    page.toggle_log()
    settle()
    model, table = page.log.model, page.log.table
    assert model.rowCount() == 301
    page.tap(change_counter.tap("A1", "noise", 1))
    settle()
    last = model.rowCount() - 1
    assert table.currentIndex().row() == last == 301
    assert whole(table, last)
    assert "noise" in model.index(last, 2).data()
    table.choose_row("10")
    settle()
    assert page.looking == 10
    page.go_back_to(10)
    settle()
    assert model.rowCount() == 11
    assert table.current_key() == "10"
    assert page.looking is None


def test_an_undo_under_a_history_is_seen_where_one_goes_back(sample: Session) -> None:
    long_history(sample, 3)
    page = sample.window.pages.group
    page.services.groups.write_notes(page.group_id, "The last words")
    page.services.announce()
    assert page.stash.notes.toPlainText() == "The last words"
    page.show_history()
    page.undo()
    settle()
    assert "▸" in page.history.entries.rows.index(1, 0).data()
    page.show_home()
    assert page.stash.notes.toPlainText() == "Day 2"
