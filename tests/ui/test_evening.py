"""An evening by mouse and keyboard, as the desktop hands them to the window, each press counted: a
group of eight founded and printed, a game of two turns, both sequences, and undo over it. A click
is one at a place of the screen: it fails where something else lies there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QPushButton, QWidget

from lastdays.campaign.table_sessions import OpenSession
from lastdays.ui.app import Session
from lastdays.ui.navigation import FoundRoute, GroupRoute
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.print_page import PrintPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.parts import find_amber_button
from sure import as_a, sure
from ui.hands import arrive, find_button, released, seen, settle, tracker_of, where

ONCE = Qt.ConnectionType.SingleShotConnection
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
PLAIN = Qt.KeyboardModifier.NoModifier


class Hands:
    """Clicks on what a label says, presses keys, and counts both."""

    def __init__(self, session: Session) -> None:
        self.session, self.window = session, session.window
        self.clicks = self.keys = 0
        #: Where undo and redo were, and the right end of what is done first, on every page so far.
        self.places = set[tuple[int, ...]]()
        self.corners = set[int]()
        self.window.activateWindow()
        settle()

    def click(self, what: str | QWidget) -> None:
        """Clicks in the middle of what says this, or of what stands there."""
        part = find_button(self.window, what) if isinstance(what, str) else what
        assert part.isEnabled(), part.accessibleName()
        self.click_at(part, part.rect().center())
        self.arrive()

    def click_at(self, part: QWidget, at: QPoint) -> None:
        """Clicks on the screen where a point of a part is, on whatever lies there."""
        place = part.mapToGlobal(at)
        # The screen that the tests draw on is smaller than the window: it knows nothing beyond.
        tops = (QApplication.activePopupWidget(), QApplication.activeModalWidget(), self.window)
        top = next(w for w in tops if w is not None and w.frameGeometry().contains(place))
        at = top.mapFromGlobal(place)
        under = top.childAt(at) or top
        assert under is part or part.isAncestorOf(under), f"{under} lies over {part}"
        self.clicks += 1
        QTest.mouseClick(top.windowHandle(), Qt.MouseButton.LeftButton, PLAIN, at)

    def choose(self, button: QAbstractButton, *path: str) -> None:
        """Chooses from a button's menu: a click on it, and one on each entry where it lies."""
        left, failed = list(path), list[Exception]()

        def go_on() -> None:
            try:
                menu, text = as_a(QMenu, QApplication.activePopupWidget()), left.pop(0)
                entry = next(
                    a for a in menu.actions() if a.text().replace("&", "").startswith(text)
                )
                assert entry.isEnabled(), text
                if left:
                    as_a(QMenu, entry.menu()).aboutToShow.connect(
                        partial(QTimer.singleShot, 0, go_on), ONCE
                    )
                self.click_at(menu, menu.actionGeometry(entry).center())
            except Exception as error:  # told once the menu, which would wait for ever, is closed
                failed.append(error)
                while (left_open := QApplication.activePopupWidget()) is not None:
                    left_open.close()

        QTimer.singleShot(0, go_on)
        self.click(button)
        if failed:
            raise failed[0]
        assert not left, left
        self.window.activateWindow()  # as a desktop does when a menu is gone
        arrive(self.session)

    def key(self, *keys: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> None:
        for one in keys:
            QTest.keyClick(self.window.windowHandle(), one, held)
            self.keys += 1
            settle()
            if held & ALT:
                released()
            self.arrive()

    def arrive(self) -> None:
        """Waits for what comes of it, and sees where the head's fixed keys are then."""
        arrive(self.session)
        for tool in (self.window.bar.undo_button, self.window.bar.redo_button):
            at = tool.mapTo(self.window, QPoint())
            self.places.add((*at.toTuple(), *tool.size().toTuple()))
        first = self.window.page().head.first
        if first is not None and first.isVisible():
            self.corners.add(first.mapTo(self.window, first.rect().topRight()).x())

    def write(self, text: str) -> None:
        self.key(*(Qt.Key(ord(letter.upper())) for letter in text))

    def enter(self) -> None:
        self.key(Qt.Key.Key_Return)

    def amber(self) -> QPushButton | None:
        page = self.window.page()
        return find_amber_button(page, page.head)


def found_and_recruit(hands: Hands) -> GroupPage:
    """Founds a campaign and a group, and recruits what is suggested until the Refuge is full."""
    hands.write("Riverside")
    hands.click("The program rolls")
    hands.enter()
    assert hands.amber() is not None
    if where(hands.window) != FoundRoute():
        hands.enter()
    hands.write("Crew")
    while where(hands.window) == FoundRoute():
        hands.enter()
        assert hands.keys < 30
    page = as_a(GroupPage, hands.window.page())
    hands.choose(page.member_panel.buy_button, "Pistol", "Revolver")
    while "8 of 8 members" not in page.founding.text.text():
        hands.key(Qt.Key.Key_R, held=ALT)
        form = page.recruit_form
        assert form.isVisible()
        hands.click(next(b for b in form.suggestion_buttons if b.isVisible()))
        hands.enter()  # the one that is suggested is named on the amber button
    hands.click("Start playing")
    return page


def game(page: SessionPage) -> OpenSession:
    """The game that is being played."""
    return tracker_of(page)


def go_on(hands: Hands, page: SessionPage, phase: str) -> None:
    """Presses Next until a phase is on; an open roll is rolled."""
    for _press in range(60):
        if page.bar.steps.now == phase:
            return
        if game(page).is_open:
            hands.enter()
        else:
            page.bar.accept_taps()
            hands.click("Next")
    raise AssertionError(f"{phase} does not come")


def shots(page: SessionPage) -> int:
    """How many events of shots have thrown dice."""
    entries = game(page).timeline.entries
    return sum(entry.event.phase == "shooting" and bool(entry.event.dice) for entry in entries)


def shoot(hands: Hands, page: SessionPage) -> None:
    """Has whoever is first fire at whoever is first, both pressed on the board, all dice rolled."""
    before = shots(page)
    for _press in range(14):
        if shots(page) > before and not game(page).is_open:
            return
        if find_amber_button(page) is not None:
            hands.enter()
            continue
        hands.click(page.board.cards[next(iter(page.panel.presses_by_piece()))].face)
    raise AssertionError("nobody fires")


def play(hands: Hands) -> SessionPage:
    """Sets the next game up, and plays two turns: a Menace, a shot, the end of the turn."""
    hands.click("Play ▸")
    hands.enter()  # Begin at the table
    page = as_a(SessionPage, hands.window.page())
    page.panel.ask_panel.guard_ms = 0  # as slow as a person
    for _turn in range(2):
        go_on(hands, page, "menace")
        told = len(game(page).timeline.entries)
        for _press in range(6):
            page.bar.accept_taps()
            hands.enter()
        assert len(game(page).timeline.entries) > told
        hands.key(Qt.Key.Key_Escape)
        go_on(hands, page, "shooting")
        shoot(hands, page)
        go_on(hands, page, "end")
    return page


def test_an_evening(
    open_window: Callable[..., Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_window()
    hands, window, services = Hands(session), session.window, session.services
    paper = tmp_path / "crew.pdf"
    monkeypatch.setattr("lastdays.ui.widgets.dialogs.ask_path", lambda *_, **_how: paper)

    # A printed group of eight.
    page = found_and_recruit(hands)
    group = page.group_id
    hands.key(Qt.Key.Key_P, held=CTRL)
    as_a(PrintPage, window.page()).make()
    arrive(session)
    hands.enter() if hands.amber() is not None else hands.click("Save as PDF…")
    assert len(pypdfium2.PdfDocument(paper)) > 1
    assert len(services.workspace.group(group).group.roster) == 8
    assert hands.clicks <= 30, hands.clicks
    assert hands.keys <= 60, hands.keys

    # Against a copy of it.
    window.go(GroupRoute(group))
    arrive(session)
    hands.choose(page.head.more_button, "Copy this group")
    table = play(hands)
    hands.choose(table.tools.more_button, "End the game")
    assert "End the game" in seen(table.panel)
    hands.enter()  # Record, then the post-game sequence

    # Both sequences, all rolled.
    finished = []
    for _group in range(2):
        sequence = as_a(SequencePage, window.page())
        before = hands.keys
        while not sure(sequence.view).finished:
            hands.enter()
            assert hands.keys - before <= 30, sure(sequence.view).step
        finished.append(sequence.sequence_id)
        assert hands.amber() is not None, "it leads on"
        hands.enter()
    assert len(set(finished)) == 2

    # Undo over it, and again.
    last = finished[1]
    assert isinstance(where(window), GroupRoute)
    hands.key(Qt.Key.Key_Z, held=CTRL)
    assert not sure(services.games.view(last)).finished
    hands.key(Qt.Key.Key_Y, held=CTRL)
    assert sure(services.games.view(last)).finished
    assert len(hands.places) == 2, hands.places
    assert len(hands.corners) == 1, hands.corners
