"""A server that answers nobody for a while: no window freezes, and no act is lost or done twice."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from sqlalchemy import Connection, event

from lastdays.campaign.safekeeping import check_store
from lastdays.desktop.league_address import LeagueAddress
from lastdays.errors import SilentLeagueError, StoreError
from lastdays.store import league, open_store
from lastdays.store.league import LIMIT_SECONDS
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, GroupRoute, TrackerRoute
from league.groups import group_now, group_of
from league.server import Server
from ui.growing import begin_game
from ui.hands import find_button, settle, tracker_of

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(league._DEFAULTS, "connect_timeout", "5")


@pytest.fixture
def session(open_window: Callable[[], Session]) -> Session:
    """A window on the sample league."""
    opened = open_window()
    opened.window.go(GroupRoute(group_of(opened)))
    settle()
    return opened


class Heart(QObject):
    """Notes when the window's thread gets round to what is sent to it."""

    def __init__(self) -> None:
        super().__init__()
        self.beats: list[float] = []

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            self.beats.append(time.monotonic())
            return True
        return super().event(event)


@contextmanager
def longest_freeze() -> Iterator[Callable[[], float]]:
    """Give the longest time in which the window's thread heard nothing, in seconds."""
    heart, over = Heart(), threading.Event()
    began = time.monotonic()

    def send() -> None:
        while not over.wait(0.02):
            QCoreApplication.postEvent(heart, QEvent(QEvent.Type.User))

    def longest() -> float:
        beats = [began, *heart.beats, time.monotonic()]
        return max(later - before for before, later in pairwise(beats))

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield longest
    finally:
        over.set()
        thread.join()


def answers_again(session: Session) -> None:
    """Look until the league is heard again."""
    store, until = session.services.workspace.store, time.monotonic() + 30
    while not store.is_in_place():
        assert time.monotonic() < until, "the league was never heard again"
        session.window.watch.look()
        time.sleep(0.05)
    settle()


def test_an_act_is_given_up_after_five_seconds_and_tried_again(
    session: Session, server: Server
) -> None:
    window, group = session.window, group_of(session)
    notes = window.pages.group.stash.notes
    before = group_now(session, group).notes
    with server.stalled():
        began = time.monotonic()
        with longest_freeze() as frozen:
            notes.setFocus()
            notes.setPlainText("written while it slept")
            notes.commit()
            took = time.monotonic() - began
            assert frozen() < 0.5
        assert LIMIT_SECONDS - 0.5 < took < LIMIT_SECONDS + 2
        window.watch.look()  # which finds that nothing can be heard
        settle()
        said = window.toast.text.text()
        assert "hasn't answered for 5 seconds" in said
        assert "Nothing was changed" in said
        assert notes.toPlainText() == "written while it slept"  # it stays where it was typed
        # What comes next is refused at once, and reading is, too.
        began = time.monotonic()
        window.go(CampaignRoute())
        settle()
        with pytest.raises(SilentLeagueError):
            session.services.workspace.group(group)
        assert time.monotonic() - began < 1
        window.go(GroupRoute(group))
    answers_again(session)
    assert group_now(session, group).notes == before
    find_button(window, "Try again").click()
    settle()
    assert group_now(session, group).notes == "written while it slept"
    assert not window.toast.offer_button.isVisible()
    assert check_store(session.services.workspace).sound


def test_a_tap_that_was_not_stored_is_not_on_the_table(session: Session, server: Server) -> None:
    services, window = session.services, session.window
    game = begin_game(session)
    window.go(TrackerRoute(game))
    settle()
    tracker = window.pages.tracker
    for piece in ("A1", "B1", "A2"):
        tracker.count(piece, "noise", 1)
    before = tracker_of(tracker).state
    with server.stalled(), longest_freeze() as frozen:
        tracker.count("A1", "noise", 1)
        assert frozen() < 0.5
        assert tracker_of(tracker).state == before
        tracker.count("A1", "noise", 1)  # refused at once, and not kept as well
    answers_again(session)
    find_button(window, "Try again").click()
    settle()
    entries = services.sessions.tracker(game).timeline.entries
    assert len(entries) == 4


def test_a_change_that_was_stored_after_all_is_not_stored_twice(
    session: Session, server: Server
) -> None:
    """The server stops between the last word of the change and its own answer to that."""
    services, window, group = session.services, session.window, group_of(session)
    store = services.workspace.store
    entries = len(services.workspace.history(group))
    with ExitStack() as stalls:
        stalled: list[bool] = []

        def stop(connection: Connection) -> None:
            if not stalled and not connection.get_execution_options().get("read_only"):
                stalled.append(True)
                stalls.enter_context(server.stalled())

        event.listen(store.engine, "commit", stop)
        services.do(lambda: services.groups.write_notes(group, "in doubt"))
        assert stalled
        assert "whether the change was stored" in window.toast.text.text()
    answers_again(session)
    find_button(window, "Try again").click()
    settle()
    assert "Your change was stored after all" in window.toast.text.text()
    assert group_now(session, group).notes == "in doubt"
    assert len(services.workspace.history(group)) == entries + 1


def test_a_start_says_so_within_seconds(server: Server, sample_address: LeagueAddress) -> None:
    with server.stalled():
        began = time.monotonic()
        with pytest.raises(StoreError, match="can't be opened"):
            open_store(sample_address)
        assert time.monotonic() - began < LIMIT_SECONDS + 2
    gc.collect()  # what was raised holds the connection that never was
