"""Games at the table with as many models and zombies as wished."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.ui.app import Session
from lastdays.ui.navigation import TrackerRoute
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a
from ui.hands import settle, state_of, tracker_of


def begin(
    session: Session,
    *,
    sides: int = 2,
    more: int = 0,
    zombies: int = 20,
    encounter: str = "scavengers",
) -> SessionPage:
    """A game of the sample's groups with all their members, `more` of them twice, and so many
    zombies."""
    services = session.services
    campaign = services.workspace.campaigns()[0].id
    made = []
    for turn in range(sides):
        ids = services.workspace.groups(campaign)
        group = services.workspace.group(ids[turn % len(ids)].id).group
        side = entrant_of(group, services.catalogue, {})
        twice = tuple(
            replace(m, id=f"{m.id}-again", name=f"{m.name} the Younger")
            for m in side.members[:more]
        )
        side = replace(side, members=side.members + twice)
        made.append(side if turn < 2 else replace(side, name=f"{side.name} {turn}", group=""))
    session.window.go(
        TrackerRoute(services.sessions.begin(campaign, Setup(encounter, tuple(made))))
    )
    page = session.window.pages.tracker
    page.panel.ask_panel.guard_ms = 0
    while len(state_of(page).zombies) < zombies:
        page.press(tracker_of(page).board("").placing[0])
    settle()
    return as_a(SessionPage, page)
