"""An evening as `tests/end_to_end/test_night.py` plays it, in one window: which of the events of
Qt hold the window's thread, and how long.

What is pressed counts as one event; what Qt then delivers (layouts, paints, timers) each by itself.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import acts
import aged

#: Seconds that an event may keep the window's thread busy.
BOUND = 0.050
#: So many of the longest are named.
NAMED = 12


class Held:
    """What was done, and how long each event of it kept the thread busy: the longest of each.

    An application's event filter hears of an event as it begins. What the thread does until the
    next one begins, or until it is idle, belongs to it.
    """

    def __init__(self) -> None:
        self.longest: dict[str, float] = {}
        self.act = ""
        self._event = ""
        self._since = 0.0

    def begins(self, event: str) -> None:
        """Another event begins: the one before is over, or interrupted."""
        self.ends()
        self._event = event
        self._since = time.thread_time()

    def ends(self) -> None:
        """Nothing is going on."""
        if self._event:
            self.note(self._event, time.thread_time() - self._since)
        self._event = ""

    def note(self, event: str, busy: float) -> None:
        """Keep what took longer than the same before."""
        name = f"{self.act}: {event}"
        self.longest[name] = max(busy, self.longest.get(name, 0.0))


def watching(held: Held) -> Any:
    """An event filter that tells of every event."""
    from PySide6.QtCore import QObject

    class Watching(QObject):
        def eventFilter(self, watched: Any, event: Any) -> bool:
            held.begins(f"{event.type().name} to {type(watched).__name__}")
            return False

    return Watching()


def played(folder: Path) -> tuple[float, list[str]]:
    """The longest event of an evening in seconds, and a line for each that is over the bound."""
    from PySide6.QtWidgets import QApplication

    from lastdays.campaign.autoplay import plain_answer
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

    held = Held()
    path = folder / "evening.sqlite"
    campaign = aged.sample(path)
    with aged.workspace(path) as desk:
        made = aged.session(desk, campaign, 4, "guided")
    with acts.window(path) as session:
        window, services = session.window, session.services
        eye = watching(held)
        QApplication.instance().installEventFilter(eye)  # type: ignore[union-attr]

        def act(name: str, action: Any) -> None:
            """Do something as an event of its own, as a press of a button is."""
            held.act = name
            begin = time.thread_time()
            action()
            held.note("the act itself", time.thread_time() - begin)
            held.ends()
            acts.painted()
            held.ends()

        try:
            group = services.workspace.groups(campaign)[0].id
            act("the group is opened", lambda: window.go(GroupRoute(group)))
            act("the table is opened", lambda: window.go(TrackerRoute(made)))
            page = window.pages.tracker
            for _n in range(60):
                while page.tracker.standing() is not None:
                    standing = page.tracker.standing()
                    if can_be_rolled(standing.ask):
                        act("dice at the table", page.control.roll)
                    else:
                        value = plain_answer(standing.ask)
                        act(
                            "an answer at the table",
                            lambda v=value: page.control.answer(v, "chosen"),
                        )
                act("Next", page.next)
                page.bar.ready()
            act("the record is opened", lambda: window.go(RecordRoute()))
            act("the game is recorded", window.pages.record.record_button.click)
            act("after the game", lambda: window.go(AftermathRoute()))
            game = services.workspace.campaign(campaign).campaign.games[0]
            sequence = services.games.begin(campaign, game.id, group)
            act("the sequence is opened", lambda: window.go(SequenceRoute(sequence)))
            after = window.pages.sequence
            while after.view is not None and after.view.pending is not None:
                ask = after.view.pending
                if can_be_rolled(ask):
                    act("dice after the game", after.ask_panel.rolled.emit)
                else:
                    answer = plain_answer(ask)
                    act(
                        "an answer after the game",
                        lambda a=answer: after.ask_panel.answered.emit(a, "chosen"),
                    )
            act("Finish", after.finish)
            act("the campaign is opened", lambda: window.go(CampaignRoute()))
            act("Print", lambda: window.go(PrintRoute(group)))
            act("the other theme", services.theme.toggle)
        finally:
            QApplication.instance().removeEventFilter(eye)  # type: ignore[union-attr]
    worst = sorted(held.longest.items(), key=lambda item: -item[1])
    lines = [f"  {busy * 1000:6.1f} ms  {name}" for name, busy in worst[:NAMED] if busy > BOUND]
    over = sum(busy > BOUND for _name, busy in worst)
    if over > NAMED:
        lines.append(f"  and {over - NAMED} more")
    return worst[0][1], lines
