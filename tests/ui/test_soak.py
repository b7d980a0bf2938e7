"""What is done over and over leaves no widget behind."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from itertools import cycle

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMenu
from shiboken6 import Shiboken

from lastdays.tabletop.last_days.taps import change_counter
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    CampaignRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    HelpRoute,
    PrintRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.shell.palette import Palette
from ui.growing import begin_game
from ui.hands import arrive, go, settle

#: As often a thing is done before objects are counted, and again before they are counted anew.
WARM, MORE = 2, 4
#: Page changes go through all pages.
PAGES = 14
#: Something done once more each time it is called.
Once = Callable[[], object]


def objects(session: Session) -> Counter[str]:
    """The objects of Qt that are alive, by class: those in the window, and those Python holds."""
    for _turn in range(3):  # a job of the worker may bring the next
        arrive(session)
    gc.unfreeze()
    gc.collect()
    settle()
    session.services.wait()  # what a worker is just putting together must not be held by another
    tops = QApplication.topLevelWidgets()
    found = [child for top in tops for child in (top, *top.findChildren(QObject))]
    found += [o for o in gc.get_objects() if isinstance(o, QObject) and Shiboken.isValid(o)]
    return Counter(type(one).__name__ for one in {id(one): one for one in found}.values())


def pages(session: Session) -> Once:
    """One page after the other."""
    services, window = session.services, session.window
    campaign = window.campaign_id
    groups = services.workspace.groups(campaign)
    game = services.workspace.campaign(campaign).campaign.games[0]
    sequence = services.games.begin(campaign, game.id, groups[0].id)
    routes: tuple[Route, ...] = (
        CampaignRoute(),
        GroupRoute(groups[0].id),
        GroupRoute(groups[1].id),
        AftermathRoute(),
        SequenceRoute(sequence),
        TableRoute(),
        TrackerRoute(begin_game(session)),
        GamesRoute(),
        FoundRoute(),
        PrintRoute(groups[0].id),
        RulebookRoute("Medic"),
        HelpRoute(),
        SettingsRoute(),
        AboutRoute(),
    )
    turn = cycle(routes)
    return lambda: window.go(next(turn))


def taps(session: Session) -> Once:
    """A tap on a counter of the table."""
    session.window.go(TrackerRoute(begin_game(session)))
    page = session.window.pages.tracker
    amounts = cycle((1, -1))
    return lambda: page.tap(change_counter.tap("A1", "noise", next(amounts)))


def group_forms(session: Session) -> Once:
    """Each form of a group's page, and the menus of its stash."""
    services, window = session.services, session.window
    page = go(window, GroupRoute(services.workspace.groups(window.campaign_id)[0].id))

    def once() -> None:
        for show in (page.start_recruiting, page.edit_member, page.edit_group, page.show_history):
            show()
            page.show_home()
        if page.stash.items.rows.rowCount():
            page.stash.items.setCurrentIndex(page.stash.items.rows.index(0, 0))
        for menu in page.findChildren(QMenu):
            menu.aboutToShow.emit()

    return once


def table_forms(session: Session) -> Once:
    """Each form at the table, also those that don't apply, and the log."""
    window = session.window
    page = go(window, TrackerRoute(begin_game(session)))

    def once() -> None:
        for kind in ("shot", "contact", "out", "fall", "fight", "door"):
            page.open_form(kind, "A1")
            page.close_form()
        page.ask_end()
        page.close_form()
        page.toggle_log()
        page.close_log()

    return once


def set_up(session: Session) -> Once:
    """The form that sets a game up."""
    window = session.window
    page = go(window, TableRoute())

    def once() -> None:
        page.start_setup()
        page.setup.add_quick()
        for form in list(page.setup.forms):
            page.setup._take_out(form)
        page.setup.start(window.campaign_id)
        window.go(CampaignRoute())
        window.go(TableRoute())

    return once


def palettes(session: Session) -> Once:
    """Ctrl+K, and left again."""
    window = session.window

    def once() -> None:
        window._open_palette()
        for palette in window.findChildren(Palette):
            palette.close()

    return once


def previews(session: Session) -> Once:
    """The pages of a group made and seen."""
    window, services = session.window, session.services
    page = go(window, PrintRoute(services.workspace.groups(window.campaign_id)[0].id))

    def once() -> None:
        page.make()
        arrive(session)

    return once


#: What is done again and again; the record of a game has a test beside those of its costs.
ROUNDS: dict[str, Callable[[Session], Once]] = {
    "page changes": pages,
    "taps": taps,
    "forms of a group": group_forms,
    "forms of the table": table_forms,
    "setting up": set_up,
    "palettes": palettes,
    "previews": previews,
}


@pytest.mark.long
@pytest.mark.parametrize("what", ROUNDS)
def test_nothing_is_left_behind(sample: Session, what: str) -> None:
    once = ROUNDS[what](sample)
    rounds = PAGES if what == "page changes" else 1
    for _n in range(WARM * rounds):
        once()
    before = objects(sample)
    for _n in range(MORE * rounds):
        once()
    after = objects(sample)
    assert after.total() - before.total() < MORE, after - before
