"""The pages that tell of what was and compare it, visited to be drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    ChronicleRoute,
    LifeRoute,
    MergeRoute,
    NextGameRoute,
    ShareRoute,
)

#: The tabs of the chronicle, as their pictures are called.
TABS = ("chronicle", "chronicle-plots", "chronicle-standing", "chronicle-memorial")


def tell(session: Session, group: str) -> Iterator[str]:
    """Visit the chronicle, the next game, a life, what is shared, and a file that has a group once
    more."""
    yield from _tabs(session)
    window, services = session.window, session.services
    window.go(NextGameRoute())
    yield "next-game"
    members = services.workspace.snapshot(group).group.members
    window.go(LifeRoute(group, members[0].id))
    yield "life"
    services.groups.edit_member(group, replace(members[1], status="dead"))
    window.go(LifeRoute(group, members[1].id))
    yield "life-ended"
    window.go(ChronicleRoute())
    window.pages.chronicle.tabs.setCurrentIndex(len(TABS) - 1)
    yield "chronicle-remembered"
    window.pages.chronicle.tabs.setCurrentIndex(0)
    services.workspace.undo(window.campaign_id, group)
    yield from share(session, group)
    yield from _merge(session, group)


def share(session: Session, group: str) -> Iterator[str]:
    """Visit what is told to others, of the campaign and of a group ('' for none)."""
    window = session.window
    page = window.pages.share
    for name, about in (("share-group", group), ("share-campaign", "")):
        if name == "share-group" and not group:
            continue
        window.go(ShareRoute(about))
        _settle(session)
        yield name
        page.choose("markdown")
        _settle(session)
        yield f"{name}-markdown"
        page.choose("picture" if about else "html")


def _tabs(session: Session) -> Iterator[str]:
    session.window.go(ChronicleRoute())
    tabs = session.window.pages.chronicle.tabs
    for n, name in enumerate(TABS):
        tabs.setCurrentIndex(n)
        yield name
    tabs.setCurrentIndex(0)


def _merge(session: Session, group: str) -> Iterator[str]:
    """Have a file that has nothing new, and one of another program that has much."""
    window, services = session.window, session.services
    file = services.workspace.store.path.with_name("back.lastdays.json")
    file.write_bytes(services.groups.export(group))
    window.go(MergeRoute(str(file)))
    yield "merge-nothing-new"
    document = json.loads(file.read_bytes())
    for member in document["group"]["members"]:
        member["level"] = 7
    document["group"]["members"].pop()
    file.write_text(json.dumps({k: v for k, v in document.items() if k != "lineage"}))
    window.go(MergeRoute(str(file)))
    yield "merge"


def tell_without_games(session: Session, group: str = "") -> Iterator[str]:
    """Visit the same pages where no game was played; of a group, too, where there is one."""
    yield from _tabs(session)
    session.window.go(NextGameRoute())
    yield "next-game"
    if group:
        member = session.services.workspace.snapshot(group).group.members[0]
        session.window.go(LifeRoute(group, member.id))
        yield "life"
        yield from _merge(session, group)
    yield from share(session, group)


def _settle(session: Session) -> None:
    """Wait for what is drawn on the worker, and what follows from it."""
    for _turn in range(3):
        session.services.wait()
        QApplication.processEvents()
