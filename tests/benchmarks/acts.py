"""What a player does in the window of a campaign that is young, and of one that is old.

Each act gives what it takes for each size, the smallest first; the window's thread is measured,
with what is painted afterwards.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aged
import starts
from clock import Took, clocked, median
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtPrintSupport import QPrinter

from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.sample import plain_answer, play_through
from lastdays.desktop.opening import application
from lastdays.procedure.dice import can_be_rolled
from lastdays.tabletop.last_days.taps import change_counter
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    GamesRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.session_page import SessionPage
from sure import sure

#: What an act takes, by the size of what it is done in.
Sizes = dict[str, Took]

#: How often an act is done, and how long at most: one of seconds need not be repeated.
OFTEN = 9
SECONDS = 3.0


def again(action: Callable[[], object], often: int = OFTEN) -> Took:
    """The median of an act that is done several times; the first warms up, if it is quick."""
    found: list[Took] = []
    until = time.perf_counter() + SECONDS
    while len(found) < often + 1 and (not found or time.perf_counter() < until):
        found.append(clocked(action))
    return median(found[1:] or found)


@contextmanager
def window(path: Path) -> Iterator[Session]:
    """The window of a store, shown."""
    app = application()
    session = Session(path, source=random.Random(1), theme=Theme("dark"), packs=[])
    session.window.resize(1280, 720)
    session.window.show()
    app.processEvents()
    try:
        yield session
    finally:
        session.close()
        session.window.deleteLater()
        painted()


def painted() -> None:
    """Let the window do what it has to, as its event loop would."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    for _turn in range(3):
        QCoreApplication.processEvents()


def then_painted(action: Callable[[], object]) -> Callable[[], None]:
    """An act and what is painted after it."""

    def both() -> None:
        action()
        painted()

    return both


def going(session: Session, *routes: Route) -> Callable[[], None]:
    """Goes to the routes in turn, one each time."""
    turn = iter(range(1_000_000))
    return then_painted(lambda: session.window.go(routes[next(turn) % len(routes)]))


# How it looks


def theme(folder: Path) -> Sizes:
    """The other theme: fresh, with all pages opened, with a history besides."""
    path = folder / "theme.sqlite"
    campaign = aged.sample(path)
    found: Sizes = {}
    with aged.workspace(path) as desk:
        group = desk.groups(campaign)[0].id
    with window(path) as session:
        switch = then_painted(session.services.theme.switch_to_next)
        found["fresh"] = again(switch, 4)
        for route in (
            GroupRoute(group),
            RecordRoute(),
            AftermathRoute(),
            PrintRoute(group),
            TableRoute(),
            GamesRoute(),
            RulebookRoute(),
            SettingsRoute(),
            CampaignRoute(),
        ):
            session.window.go(route)
            painted()
        session.window.go(CampaignRoute())
        found["all pages"] = again(switch, 4)
    with aged.workspace(path) as desk:
        aged.history(desk, group, 1000)
    with window(path) as session:
        session.window.go(GroupRoute(group))
        session.window.pages.group.show_history()
        painted()
        found["a history of 1,000"] = again(then_painted(session.services.theme.switch_to_next), 4)
    return found


def first_opened(folder: Path) -> Sizes:
    """A page opened for the first time, each in a process of its own."""
    path = folder / "first.sqlite"
    aged.sample(path)
    return {kind: starts.opened_first(path, kind) for kind in ("group", "rulebook", "record")}


# What was


def history(folder: Path) -> dict[str, Sizes]:
    """A group's history opened, and an undo while it is shown."""
    opened: Sizes = {}
    undone: Sizes = {}
    for many in (10, 1000):
        path = folder / f"history-{many}.sqlite"
        campaign = aged.sample(path)
        with aged.workspace(path) as desk:
            group = desk.groups(campaign)[0].id
            aged.history(desk, group, many)
        with window(path) as session:
            session.window.go(GroupRoute(group))
            page = session.window.pages.group
            measured = []
            for _n in range(4 if many > 100 else OFTEN):
                page.show_home()
                painted()
                measured.append(clocked(then_painted(page.show_history)))
            opened[f"{many:,}"] = median(measured[1:])
            undone[f"{many:,}"] = again(then_painted(page.undo), 3)
    return {"opened": opened, "undo": undone}


def log(folder: Path) -> dict[str, Sizes]:
    """The log of the table: opened, tapped beside, gone back in and forward again."""
    found: dict[str, Sizes] = {"opened": {}, "tap": {}, "forward": {}}
    for events in (10, 5000):
        path = folder / f"log-{events}.sqlite"
        campaign = aged.sample(path)
        with aged.workspace(path) as desk:
            made = aged.session(desk, campaign, events)
        with window(path) as session:
            session.window.go(TrackerRoute(made))
            painted()
            page = session.window.pages.tracker
            measured: list[Took] = []
            while len(measured) < 4:
                if measured:  # the game is read again: what its log has found out is forgotten
                    page.forget_subject()
                    session.window.go(CampaignRoute())
                    session.window.go(TrackerRoute(made))
                    painted()
                measured.append(clocked(then_painted(page.toggle_log)))
            found["opened"][f"{events:,}"] = median(measured[1:])
            taps = iter(range(1000))

            def tap(page: SessionPage = page, taps: Any = taps) -> None:
                page.tap(change_counter.tap("A1", "noise", 1 if next(taps) % 2 == 0 else -1))

            found["tap"][f"{events:,}"] = again(then_painted(tap), 7)
            page.go_back_to(0)
            painted()
            found["forward"][f"{events:,}"] = clocked(then_painted(page.go_forward))
    return found


# A campaign that grows


def many_games(folder: Path) -> dict[str, Sizes]:
    """A campaign of many games: its group pages, an ask after a game, another game."""
    found: dict[str, Sizes] = {"group": {}, "ask": {}, "record": {}}
    for many in (10, 1000):
        path = folder / f"games-{many}.sqlite"
        campaign = aged.sample(path)
        with aged.workspace(path) as desk:
            aged.games(desk, campaign, many)
            groups = [g.id for g in desk.groups(campaign)[:2]]
            last = desk.campaign(campaign).campaign.games[-1].id
        with window(path) as session:
            go = going(session, *(GroupRoute(g) for g in groups))
            go()
            found["group"][f"{many:,}"] = again(go)
            sequence = session.services.games.begin(campaign, last, groups[0])
            session.window.go(SequenceRoute(sequence))
            painted()
            found["ask"][f"{many:,}"] = again(then_painted(lambda: _answer(session)))
            measured = []
            for _n in range(3):
                session.window.go(RecordRoute())
                painted()
                page = session.window.pages.record
                measured.append(clocked(then_painted(page.record_button.click)))
            found["record"][f"{many:,}"] = median(measured)
    return found


def _answer(session: Session) -> None:
    """Answer the ask that is shown as the page does; nothing where none is left."""
    page = session.window.pages.sequence
    ask = page.view.pending if page.view is not None else None
    if ask is None:
        return
    if can_be_rolled(ask):
        page.ask_panel.rolled.emit()
    else:
        page.ask_panel.answered.emit(plain_answer(ask), "chosen")


def many_groups(folder: Path) -> Sizes:
    """The campaign page with many groups."""
    found: Sizes = {}
    for many in (10, 1000):
        path = folder / f"groups-{many}.sqlite"
        with aged.workspace(path) as desk:
            campaign = CampaignActions(desk).begin("A large campaign")
            aged.groups(desk, campaign, many)
        with window(path) as session:
            measured = []
            for _n in range(4):
                session.window.go(RulebookRoute("Medic"))
                painted()
                measured.append(clocked(going(session, CampaignRoute())))
            found[f"{many:,}"] = median(measured[1:])
    return found


def long_sequence(folder: Path) -> dict[str, Sizes]:
    """A sequence of many asks: one of the first and of the last, an answer changed, Finish."""
    found: dict[str, Sizes] = {"ask": {}, "change": {}, "undo": {}, "finish": {}}
    for members in (4, 30):
        path = folder / f"sequence-{members}.sqlite"
        campaign = aged.sample(path)
        with aged.workspace(path) as desk:
            group, game = aged.hard_night(desk, campaign, members)
            sequence, asks = aged.nearly_finished(desk, campaign, group, game)
        size = f"{asks:,} asks"
        with window(path) as session:
            session.window.go(SequenceRoute(sequence))
            painted()
            page = session.window.pages.sequence
            found["ask"][size] = again(then_painted(partial(_answer, session)), 7)
            early = [a for a in sure(page.view).replayed.asked if aged.other_face(a) is not None]
            changed: list[Took] = []
            undone: list[Took] = []
            for one in early[:5]:  # each another one: what an answer came to before is known

                def change(
                    session: Session = session, sequence: str = sequence, one: Any = one
                ) -> None:
                    games, services = session.services.games, session.services
                    face = aged.other_face(one)
                    services.do(lambda: games.answer(sequence, one.ask.key, face, "typed", ""))

                changed.append(clocked(then_painted(change)))
                undone.append(clocked(then_painted(page.undo)))
            found["change"][size], found["undo"][size] = median(changed), median(undone)
            while sure(page.view).pending is not None:
                services = session.services
                services.do(partial(play_through, services.games, sequence))
            painted()
            found["finish"][size] = clocked(then_painted(page.finish_sequence))
    return found


# The table


def guided(folder: Path) -> Sizes:
    """Next of the guided table: 99 of 100."""
    path = folder / "guided.sqlite"
    campaign = aged.sample(path)
    with aged.workspace(path) as desk:
        made = aged.session(desk, campaign, 4, "guided")
    taken: list[Took] = []
    with window(path) as session:
        session.window.go(TrackerRoute(made))
        painted()
        page = session.window.pages.tracker
        for _n in range(160):
            _close_roll(page)
            taken.append(clocked(then_painted(page.next)))
            page.bar.accept_taps()
    kept = taken[10:]
    late = int(len(kept) * 0.99) - 1
    slow = Took(*(sorted(column)[late] for column in zip(*kept, strict=True)))
    return {"99 of 100": slow}


def _close_roll(page: SessionPage) -> None:
    """Answer what is asked, so that Next can be pressed."""
    tracker = page.tracker
    assert tracker is not None
    while (standing := tracker.pending()) is not None:
        if can_be_rolled(standing):
            page.roll()
        else:
            page.answer(plain_answer(standing), "chosen")


# Paper


def preview(folder: Path) -> Sizes:
    """The cards of twenty members with all they can carry, chosen and seen."""
    found: Sizes = {}
    for members in (2, 20):
        path, group = aged.hard_store(folder, "preview", members)
        with window(path) as session:

            def seen(session: Session = session, group: str = group) -> None:
                session.window.go(PrintRoute(group))
                page = session.window.pages.print
                page.made = None
                page.make()
                _until(lambda: page.made is not None)
                session.services.wait()
                painted()

            seen()
            session.window.go(CampaignRoute())
            found[f"{members} members"] = again(seen, 2)
    return found


def printing(folder: Path) -> Sizes:
    """Cards on a printer that takes pictures of 600 dots an inch: the longest that the window's
    thread is held, from the press until all of it is sent."""

    class Screened(QPrinter):
        """Is neither the spooler's nor a file's, though it writes one."""

        def outputFileName(self) -> str:
            return ""

    found: Sizes = {}
    for members in (2, 20):
        path, group = aged.hard_store(folder, "printing", members)
        with window(path) as session:
            session.window.go(PrintRoute(group))
            page = session.window.pages.print
            _until(lambda: page.made is not None)  # noqa: B023
            session.services.wait()
            painted()
            printer = Screened()
            printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
            printer.setOutputFileName(str(folder / "printed.pdf"))
            held = [clocked(partial(page.print_on, printer))]
            while page.sending.busy:
                held.append(clocked(painted))
                time.sleep(0.002)
            assert page.made is not None
            pages = f"{page.made.pages} pages"
            found[pages] = Took(max(h.wall for h in held), max(h.busy for h in held))
    return found


def _until(there: Callable[[], bool]) -> None:
    """Let the window do what it has to until something is there, a minute at most."""
    last = time.perf_counter() + 60
    while not there() and time.perf_counter() < last:
        painted()
        time.sleep(0.002)
