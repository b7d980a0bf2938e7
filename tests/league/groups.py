"""Groups of a league."""

from __future__ import annotations

from lastdays.model.group import Group
from lastdays.ui.app import Session


def group_of(session: Session) -> str:
    """Zeke's Truckers."""
    groups = session.services.workspace.groups()
    return next(g.id for g in groups if g.name == "Zeke's Truckers")


def group_now(session: Session, group: str) -> Group:
    """The group as it is stored."""
    return session.services.workspace.group(group).group
