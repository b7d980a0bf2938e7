"""A tap at the table: stored durably, the screen repainted; against one row and one label."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path

TAPS = 300


def floor(folder: Path) -> float:
    """Seconds for one row through SQLModel with synchronous=FULL and one label repainted."""
    from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
    from sqlalchemy import URL, event
    from sqlmodel import Field, Session, SQLModel, create_engine

    app = QApplication.instance() or QApplication([])
    folder.mkdir(parents=True, exist_ok=True)

    class FloorRows(SQLModel, table=True):
        __table_args__ = {"extend_existing": True}
        id: int | None = Field(default=None, primary_key=True)
        text: str

    engine = create_engine(URL.create("sqlite", database=str(folder / "floor.sqlite")))

    @event.listens_for(engine, "connect")
    def _full(connection, _record):
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    FloorRows.__table__.create(engine, checkfirst=True)
    window = QMainWindow()
    window.resize(1280, 720)
    label = QLabel("0")
    window.setCentralWidget(label)
    window.show()
    app.processEvents()
    times = []
    for n in range(TAPS):
        begin = time.perf_counter()
        with Session(engine) as session:
            session.add(FloorRows(text=f"noise {n}"))
            session.commit()
        label.setText(str(n))
        app.processEvents()
        times.append(time.perf_counter() - begin)
    window.close()
    engine.dispose()
    SQLModel.metadata.remove(FloorRows.__table__)
    return statistics.median(times)


def taps(folder: Path, events: int) -> list[float]:
    """Seconds of each of a few hundred taps on a counter after so many events."""
    from lastdays.campaign.sample import add_sample
    from lastdays.tabletop.last_days.setup import Setup, entrant_of
    from lastdays.tabletop.last_days.taps import count
    from lastdays.ui.app import Session, application
    from lastdays.ui.navigation import TrackerRoute
    from lastdays.ui.theme import Theme

    app = application()
    session = Session(
        folder / f"taps-{events}.sqlite", source=random.Random(1), theme=Theme("dark"), packs=[]
    )
    services = session.services
    campaign = add_sample(services.workspace)
    sides = tuple(
        entrant_of(services.workspace.group(g.id).group, services.catalogue, {})
        for g in services.workspace.groups(campaign)
    )
    made = services.sessions.begin(campaign, Setup("scavengers", sides))
    window = session.window
    window.resize(1280, 720)
    window.show()
    window.refresh()
    window.go(TrackerRoute(made))
    page = window.pages.tracker
    tracker = page.tracker
    for n in range(events):
        tracker.tap(count.tap("A1", "noise", 1 if n % 2 == 0 else -1))
    page.show_all()
    app.processEvents()
    counter = page.board.cards["A2"].counter("noise")
    times = []
    for n in range(TAPS):
        begin = time.perf_counter()
        counter.stepped.emit(1 if n % 2 == 0 else -1)
        app.processEvents()
        times.append(time.perf_counter() - begin)
    session.close()
    return times


def tap(folder: Path, events: int) -> tuple[float, float]:
    """The median of a tap after so many events, against the floor, measured in turn."""
    ours, theirs = [], []
    for n in range(3):
        theirs.append(floor(folder / f"floor-{n}"))
        ours.append(statistics.median(taps(folder / f"taps-{n}", events)))
    return statistics.median(ours), statistics.median(theirs)


def slowest(folder: Path, events: int) -> tuple[float, float]:
    """The 99th percentile of a tap, against 16 milliseconds."""
    times = sorted(taps(folder, events))
    return times[int(len(times) * 0.99) - 1], 0.016
