"""What is said after a group came out of a file."""

from __future__ import annotations

from lastdays.campaign.roster_file import is_roster
from lastdays.language import _, joined, ngettext
from lastdays.ui.services import Services

#: So many entries that weren't understood are named at once; all stand in the group's notes.
NAMED = 3


def say_imported(services: Services, group: str, content: bytes) -> None:
    """Say of a group from a roster what wasn't understood; nothing of a group's own document."""
    if not is_roster(content):
        return
    # late: 11 ms, few groups come out of a roster
    from lastdays.campaign.rosters import read_roster

    name = services.workspace.snapshot(group).group.name
    unread = read_roster(content, services.catalogue).unread
    if not unread:
        services.said.emit(_("Read all of the roster of {group}.").format(group=name), "well")
        return
    few = list(unread[:NAMED])
    if len(unread) > NAMED:
        rest = len(unread) - NAMED
        few.append(ngettext("{n} more", "{n} more", rest).format(n=rest))
    text = ngettext(
        "{n} entry of this roster wasn't understood: {what}. The group's notes list it.",
        "{n} entries of this roster weren't understood: {what}. The group's notes list them.",
        len(unread),
    )
    services.said.emit(text.format(n=len(unread), what=joined(few)), "harm")
