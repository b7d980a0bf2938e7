"""What a window of a league has on the screen, so that nobody writes over what they haven't seen.

In a file nobody else changes a group while it is shown; nothing is held there.
"""

from __future__ import annotations

from collections.abc import Callable

from lastdays.errors import OvertakenError
from lastdays.language import _


class DocumentOvertakenError(OvertakenError):
    """A group, or a campaign's own records, that another window has changed since they were shown
    here: as they were `seen`, and as they are `now`, by their revisions."""

    def __init__(self, id: str, name: str, seen: int, now: int) -> None:
        super().__init__(
            _(
                "Another window has changed {group} meanwhile. Your change wasn't stored. See what "
                "is different, then change it again."
            ).format(group=name)
        )
        self.id, self.name, self.seen, self.now = id, name, seen, now


class GroupOvertakenError(DocumentOvertakenError):
    """A group that another window has changed since it was shown here."""


class CampaignOvertakenError(DocumentOvertakenError):
    """A campaign whose own records another window has changed since they were shown here."""


class Seen:
    """The revision of what is on the screen, one at a time: of a group, or of a campaign's own
    records. Without `held` none is kept."""

    def __init__(
        self, *, held: bool, overtaken: type[DocumentOvertakenError] = GroupOvertakenError
    ) -> None:
        self._held = held
        self._overtaken = overtaken
        self._shown: dict[str, int] = {}
        self._untold: set[str] = set()
        self._by: object = None

    def show(self, group: str, revision: int, by: object = None) -> None:
        """Note what of a group is shown now, and by whom. What another did to it counts as seen
        only once it was `told`: the page may be read anew before that."""
        if self._held and group not in self._untold:
            self._shown = {group: revision}
            self._by = by

    def told(self, group: str, revision: int) -> None:
        """Note that somebody was shown what another did to a group."""
        self._untold.discard(group)
        if group in self._shown:
            self._shown[group] = revision

    def leave(self, group: str, by: object = None) -> None:
        """Note that a group is no longer on the screen; what another shows by now is."""
        if by is not self._by:
            return
        self._shown.pop(group, None)
        self._untold.discard(group)

    def hold(self, group: str | None, head: int, name: Callable[[], str]) -> None:
        """Raise DocumentOvertakenError where what counts of a group isn't what is shown of it."""
        seen = self._shown.get(group or "", head)
        if group is not None and seen != head:
            self._untold.add(group)
            raise self._overtaken(group, name(), seen, head)

    def move(self, group: str | None, revision: int | None) -> None:
        """Note that a group was changed here: that is what is seen of it next."""
        if group in self._shown:
            if revision is None:
                del self._shown[group]
            else:
                self._shown[group] = revision
