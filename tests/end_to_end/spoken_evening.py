"""An evening by keys in a real session: a group is founded, a game begun, one recorded, its
sequence gone through, the cards printed. Prints what a screen reader heard.

Nothing waits by the clock: after each act a mark is announced, and the window goes on once the
screen reader has heard it, and so all that came before.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QObject, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from end_to_end.spoken_session import end, pipe
from lastdays.campaign.sample import add_sample
from lastdays.desktop.opening import application
from lastdays.procedure.asks import Arrange, Choose
from lastdays.ui.app import Session
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.accessibility import announce
from sure import as_a
from ui import hands
from ui.hands import focus, key, tab_to, write

folder = Path(sys.argv[1])


class Arrivals(QObject):
    """Counts the keys that came back from the bus: whoever listens is asked about each before it is
    delivered, in their order, and nobody's key says that those before it were."""

    NOBODYS = Qt.Key.Key_F35
    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyRelease and as_a(QKeyEvent, event).key() == self.NOBODYS:
            self.count += 1
        return False


app = application()
arrivals = Arrivals()
app.installEventFilter(arrivals)
session = Session(folder / "s.sqlite", source=random.Random(5), theme=Theme("dark"), packs=[])
window, pages = session.window, session.window.pages
heard: list[dict[str, object]] = []
rest = b""


def listen() -> None:
    """Takes what the screen reader has said."""
    global rest
    *lines, rest = (rest + os.read(pipe, 65536)).split(b"\n")
    heard.extend(json.loads(line) for line in lines)


notifier = QSocketNotifier(pipe, QSocketNotifier.Type.Read)
notifier.activated.connect(listen)
marks = itertools.count(1)


def hear(act: str) -> None:
    """Goes on once all up to here is heard; what is heard from now on belongs to another act."""
    settle()
    mark = f"mark {next(marks)}"
    announce(window, mark)
    while not any(line["name"] == mark for line in heard if line["kind"] == "announcement"):
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    told = [line for line in heard if not str(line["name"]).startswith("mark ")]
    heard.clear()
    print(json.dumps({"act": act, "heard": told}), flush=True)


def until(true: Callable[[], object]) -> None:
    """Goes on once something is so."""
    while not true():
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


settled = hands.settle


def settle() -> None:
    """Goes on once the keys pressed so far were delivered, and all they led to is done."""
    before = arrivals.count
    if QApplication.activeModalWidget() is None and app.focusWindow() is not None:
        QTest.keyClick(window, arrivals.NOBODYS)
        until(lambda: arrivals.count > before)
    settled()


hands.settle = settle


def go_to(widget: QWidget) -> None:
    tab_to(widget, most=200)


def begin() -> None:
    """Shows the window, and waits until a screen reader hears where the keyboard is."""
    window.resize(1280, 720)
    window.show()
    window.refresh()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window, 30000)
    ticking = QTimer()
    ticking.start(50)  # no event says that the bridge is up

    def tick() -> None:
        QTest.keyClick(focus(), Qt.Key.Key_Tab)
        announce(window, "up")

    ticking.timeout.connect(tick)
    until(lambda: QAccessible.isActive() and any(line["kind"] == "focus" for line in heard))
    ticking.stop()
    hear("campaign")  # the keyboard may be there already


def found() -> None:
    key("Ctrl+1")
    go_to(pages.start.name)
    write("Riverside")
    hear("campaign")
    key("Return")
    go_to(pages.campaign.overview.create_button)
    hear("create a group")
    key("Space")
    hear("found")
    page = pages.found
    write("Zeke's Truckers")
    go_to(page.leaders)
    hear("leader")
    go_to(page.leader_name)
    write("Zeke")
    go_to(page.refuges)
    hear("refuge")
    key("Alt+U")
    hear("founded")


def open_sample() -> None:
    """Opens the campaign whose groups are already complete."""
    sample = add_sample(session.services.workspace)
    window.refresh()
    window.places.campaign_chosen.emit(sample)
    hear("sample")


def at_the_table() -> None:
    """Begins a game and rolls for the edge of the table."""
    key("Ctrl+G")
    go_to(hands.find_button(pages.table, "New game"))
    key("Space")
    go_to(pages.table.setup.begin_button)
    key("Space")
    hear("table")
    page = pages.tracker
    page.panel.ask_panel.guard_ms = 0  # a test presses quicker than any hand
    for act in ("asked", "rolled", "edge"):
        key("Space")
        hear(act)


def record() -> None:
    key("Ctrl+3")
    key("Alt+R")
    page = pages.record
    go_to(page.encounter)
    hear("encounter")
    key("Alt+R")
    hear("recorded")


def sequence() -> None:
    key("Ctrl+3")
    listed = pages.aftermath
    go_to(listed.table)
    hear("sequences")
    key("Home")
    for _row in range(listed.table.rows.rowCount()):
        if str(listed.table.currentIndex().siblingAtColumn(0).data()).startswith("Zeke"):
            break
        key("Down")
    hear("sequence chosen")
    key("Space")
    page = pages.sequence
    for _ask in range(200):
        assert page.view is not None
        ask = page.view.pending
        if ask is None:
            break
        page.ask_panel.guard_ms = 0
        if isinstance(ask, Arrange):
            assert page.ask_panel.form is not None
            go_to(page.ask_panel.form.go_button)
        elif isinstance(ask, Choose):
            last = list(page.ask_panel.options.values())[-1]
            go_to(last if "next" in ask.key or "table" in ask.key else focus())
        hear("ask")
        key("Space")
    hear("review")
    key("Space")
    hear("finished")


def to_paper() -> None:
    key("Ctrl+P")
    for _job in range(3):
        session.services.wait()
        settle()
    page = pages.print
    go_to(page.save_button)
    hear("print")
    target = folder / "cards.pdf"

    def name() -> None:
        dialog = app.activeModalWidget()
        if dialog is None or not isinstance(QApplication.focusWidget(), QLineEdit):
            return
        asking.stop()
        QTest.keyClick(focus(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(focus(), str(target))
        QTest.keyClick(focus(), Qt.Key.Key_Return)

    asking = QTimer()
    asking.timeout.connect(name)
    asking.start(50)
    key("Space")
    session.services.wait()
    settle()
    hear("printed")
    assert target.read_bytes().startswith(b"%PDF"), "nothing was printed"


try:
    begin()
    for part in (found, open_sample, at_the_table, record, sequence, to_paper):
        part()
    session.close()
finally:
    end()
