"""An evening as `tests/end_to_end/test_night.py` plays it, in one window: which of the events of
Qt hold the window's thread, and how long.

What is pressed counts as one event; what Qt then delivers (layouts, paints, timers) each by itself.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import acts
import aged
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from lastdays.campaign.sample import plain_answer
from lastdays.procedure.dice import can_be_rolled
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    SequenceRoute,
    TrackerRoute,
)
from lastdays.ui.shell.navigator import read_ahead
from sure import sure

#: Seconds that an event may keep the window's thread busy.
BOUND = 0.050
#: What a page may take instead that is opened for the first time, and another theme.
OPENED = THEME = 0.150


class Held(QObject):
    """What was done, and how long each event of it kept the thread busy: the longest of each.

    An application's event filter hears of an event as it begins. What the thread does until the
    next one begins, or until it is idle, belongs to it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest: dict[str, float] = {}
        #: How long each of them may take.
        self.most: dict[str, float] = {}
        self.act = ""
        self._event = ""
        self._since = 0.0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another event begins: the one before is over, or interrupted."""
        self.ends()
        self._event = f"{event.type().name} to {type(watched).__name__}"
        self._since = time.thread_time()
        return False

    def ends(self) -> None:
        """Nothing is going on."""
        if self._event:
            self.note(self._event, time.thread_time() - self._since)
        self._event = ""

    def note(self, event: str, busy: float, most: float = BOUND) -> None:
        """Keep what took longer than the same before."""
        name = f"{self.act}: {event}"
        self.longest[name] = max(busy, self.longest.get(name, 0.0))
        self.most[name] = most


def played(folder: Path) -> dict[str, tuple[float, float]]:
    """What was done on an evening in a store that is made for it: how long each event took, and how
    long it may take, in seconds that the window's thread was busy."""
    held, path = Held(), folder / "evening.sqlite"
    campaign = aged.sample(path)
    with aged.workspace(path) as desk:
        made = aged.session(desk, campaign, 4, "guided")
    with acts.window(path) as session:
        window, services = session.window, session.services
        read_ahead()  # nobody goes anywhere in the first second
        app = sure(QApplication.instance())

        def act(name: str, action: Any, most: float = BOUND) -> None:
            """Do something as an event of its own, as a press of a button is. The filter looks at
            what comes after it only: to be told of each of the thousands of events within an act
            would take a third as long as the act."""
            held.act = name
            begin = time.thread_time()
            action()
            held.note("the act itself", time.thread_time() - begin, most)
            app.installEventFilter(held)
            try:
                acts.painted()
            finally:
                held.ends()
                app.removeEventFilter(held)

        group = services.workspace.groups(campaign)[0].id
        act("the group is opened", lambda: window.go(GroupRoute(group)), OPENED)
        act("the table is opened", lambda: window.go(TrackerRoute(made)), OPENED)
        page = window.pages.tracker
        tracker = page.tracker
        assert tracker is not None
        for _n in range(60):
            while (standing := tracker.pending()) is not None:
                if can_be_rolled(standing):
                    act("dice at the table", page.roll)
                else:
                    answer = partial(page.answer, plain_answer(standing), "chosen")
                    act("an answer at the table", answer)
            act("Next", page.next)
            page.bar.accept_taps()
        act("the record is opened", lambda: window.go(RecordRoute()), OPENED)
        act("the game is recorded", window.pages.record.record_button.click)
        act("after the game", lambda: window.go(AftermathRoute()), OPENED)
        game = services.workspace.campaign(campaign).campaign.games[0]
        sequence = services.games.begin(campaign, game.id, group)
        act("the sequence is opened", lambda: window.go(SequenceRoute(sequence)), OPENED)
        after = window.pages.sequence
        while after.view is not None and after.view.pending is not None:
            ask = after.view.pending
            if can_be_rolled(ask):
                act("dice after the game", after.ask_panel.rolled.emit)
            else:
                answer = partial(after.ask_panel.answered.emit, plain_answer(ask), "chosen")
                act("an answer after the game", answer)
        act("Finish", after.finish_sequence)
        act("the campaign is opened", lambda: window.go(CampaignRoute()))
        act("Print", lambda: window.go(PrintRoute(group)), OPENED)
        act("the other theme", services.theme.switch_to_next, THEME)
    return {name: (busy, held.most[name]) for name, busy in held.longest.items()}
