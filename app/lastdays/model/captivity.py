"""A member who comes home from captivity (p. 84, ruling 17)."""

from __future__ import annotations

from msgspec.structs import replace

from lastdays.model.carrying import usable_by_trained
from lastdays.model.group import Group
from lastdays.model.recruiting import has_trained_leader
from lastdays.rulebook import Catalogue


def come_home(group: Group, member_id: str, catalogue: Catalogue) -> Group:
    """Return the group with a captive back in play, with all their gear; what a Trained Leader who
    took over meanwhile does not allow goes to the stash (p. 29, ruling 9)."""
    group = group.change_member(
        member_id, lambda m: replace(m, status="active", captor="", captor_name="")
    )
    if has_trained_leader(group, catalogue):
        for item in group.member(member_id).gear:
            if not usable_by_trained(item, catalogue):
                group = group.move(item.id, "")
    return group
