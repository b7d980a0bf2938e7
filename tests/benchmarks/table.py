"""A tap at the table: stored durably, the screen repainted; against one row and one label."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

import acts
import aged
from clock import Took, clocked, median
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
from sqlalchemy import URL, event
from sqlmodel import Field, Session, SQLModel, create_engine

from lastdays.ui.navigation import TrackerRoute

#: In each round the program and its floor take turns, some taps at a time.
ROUNDS = 9
TURNS = 5
TAPS = 20


@contextmanager
def floor(folder: Path) -> Iterator[Callable[[int], None]]:
    """One row through SQLModel with synchronous=FULL and one label repainted."""
    app = QApplication.instance() or QApplication([])

    class FloorRows(SQLModel, table=True):
        __table_args__ = {"extend_existing": True}
        id: int | None = Field(default=None, primary_key=True)
        text: str

    table = SQLModel.metadata.tables[str(FloorRows.__tablename__)]
    engine = create_engine(URL.create("sqlite", database=str(folder / "floor.sqlite")))

    @event.listens_for(engine, "connect")
    def _full(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    table.create(engine, checkfirst=True)
    window = QMainWindow()
    window.resize(1280, 720)
    label = QLabel("0")
    window.setCentralWidget(label)
    window.show()
    app.processEvents()

    def tap(n: int) -> None:
        with Session(engine) as session:
            session.add(FloorRows(text=f"noise {n}"))
            session.commit()
        label.setText(str(n))
        app.processEvents()

    yield tap
    window.close()
    engine.dispose()
    SQLModel.metadata.remove(table)


@contextmanager
def session_page(folder: Path, events: int) -> Iterator[Callable[[int], None]]:
    """A tap on a counter of a session's page after so many events."""
    path = folder / f"taps-{events}.sqlite"
    campaign = aged.sample(path)
    with aged.workspace(path) as desk:
        made = aged.session(desk, campaign, events)
    with acts.window(path) as session:
        session.window.go(TrackerRoute(made))
        page = session.window.pages.tracker
        page.show_all()
        acts.painted()
        counter = page.board.cards["A2"].counters["A2", "noise"]

        def tap(n: int) -> None:
            counter.stepped.emit(1 if n % 2 == 0 else -1)
            QApplication.processEvents()

        yield tap


@cache
def measured(events: int) -> tuple[list[list[Took]], list[list[Took]]]:
    """Each round's taps after so many events, and those of the floor in between."""
    ours: list[list[Took]] = []
    floors: list[list[Took]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        session_page(Path(folder), events) as tap,
        floor(Path(folder)) as bare,
    ):
        for _round in range(ROUNDS):
            ours.append([])
            floors.append([])
            for _turn in range(TURNS):
                for one, taps in ((bare, floors[-1]), (tap, ours[-1])):
                    taps += [clocked(partial(one, n)) for n in range(TAPS)]
    return ours[1:], floors[1:]  # the first round warms up


def tap(events: int) -> tuple[Took, Took]:
    """The median tap after so many events, and that of the floor."""
    ours, floors = measured(events)
    return median(chain(*ours)), median(chain(*floors))


def slowest(events: int) -> Took:
    """The 99th percentile of a round, in the median round: one slow moment doesn't decide."""
    nearly = int(TURNS * TAPS * 0.99) - 1
    rounds, _floors = measured(events)
    return median(
        Took(*(sorted(column)[nearly] for column in zip(*taps, strict=True))) for taps in rounds
    )
