"""What pages are made of, what checks and writes documents, and the pages that most are likely to
go to: read and made ahead while nobody does anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtGui import QColor, QImage, QPainter

from lastdays.campaign.bodies import adapter
from lastdays.model.campaign import Campaign
from lastdays.model.group import Group
from lastdays.ui.navigation import (
    AftermathRoute,
    GroupRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.shell.pages import Pages

#: Modules in the order in which their pages are likely to be wanted, the parts of a page before it:
#: each takes 2 to 40 ms, and somebody who presses a key waits for no more than one.
PAGES = (
    "lastdays.model.weapons",
    "lastdays.ui.models.items",
    "lastdays.ui.pages.group.head",
    "lastdays.ui.pages.group.member_panel",
    "lastdays.ui.models.roster",
    "lastdays.ui.pages.group_page",
)
#: What the first change of a document needs: pydantic in its parts.
WRITING = (
    "annotated_types",
    "pydantic_core.core_schema",
    "pydantic._internal._decorators",
    "pydantic.types",
    "pydantic.type_adapter",
)
MORE_PAGES = (
    "lastdays.ui.forms.recruit",
    "lastdays.ui.forms.ask_panel",
    "lastdays.ui.forms.encounter_roll",
    "lastdays.ui.pages.record.side_form",
    "lastdays.ui.pages.record_page",
    "lastdays.ui.pages.aftermath_page",
    "lastdays.ui.pages.rulebook_page",
    "lastdays.tabletop.view",
    "lastdays.tabletop.event_log",
    "lastdays.tabletop.engine",
    "lastdays.tabletop.last_days.state",
    "lastdays.tabletop.last_days.setup",
    "lastdays.ui.tracker.entrants",
    "lastdays.tabletop.last_days.fighting",
    "lastdays.tabletop.last_days.game",
    "lastdays.tabletop.declared",
    "lastdays.tabletop.games",
    "lastdays.pdf.plot",
    "lastdays.pdf.content",
    "lastdays.campaign.table_sessions",
    "lastdays.ui.tracker.played",
    "lastdays.ui.pages.table_page",
    "lastdays.ui.pages.sequence_page",
    "lastdays.ui.tracker.bar",
    "lastdays.ui.tracker.session_page",
    "lastdays.ui.pages.next_game_page",
    "lastdays.ui.pages.print_page",
)
#: Pages that are then made, in this order: 10 to 40 ms each, that nobody waits for on a first visit.
MADE: tuple[type[Route], ...] = (
    GroupRoute,
    RecordRoute,
    AftermathRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
    NextGameRoute,
    PrintRoute,
    RulebookRoute,
)


def fill_unseen() -> None:
    """Fill a rectangle that nobody sees: for the first that is filled PySide6 makes all that may
    be filled with, which takes 15 ms."""
    unseen = QImage(1, 1, QImage.Format.Format_RGB32)
    with QPainter(unseen) as painter:
        painter.fillRect(QRect(0, 0, 1, 1), QColor("black"))


STEPS: tuple[Callable[[], object], ...] = (
    fill_unseen,
    *(partial(import_module, name) for name in (*PAGES, *WRITING)),
    *(partial(adapter, kind) for kind in (Group, Campaign)),
    *(partial(import_module, name) for name in MORE_PAGES),
)
#: Between two of them, in milliseconds.
PAUSE_MS = 20


class Ahead(QObject):
    """Reads it all and makes the pages step by step, each when the window has nothing else to
    do."""

    def __init__(self, parent: QObject, pages: Pages) -> None:
        super().__init__(parent)
        made = [partial(pages.area, kind) for kind in MADE]
        self._left: Iterator[Callable[[], object]] = iter((*STEPS, *made))
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self.read_one)

    def begin(self) -> None:
        """Begin to read."""
        self._timer.start()

    def read_one(self) -> bool:
        """Take the next step; False where none is left."""
        step = next(self._left, None)
        if step is None:
            self._timer.stop()
            return False
        step()
        return True
