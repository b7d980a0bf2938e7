"""What a window of a league has on the screen, so that nobody writes over what they haven't seen.

In a file nobody else changes a group while it is shown; nothing is held there.
"""

from __future__ import annotations

from collections.abc import Callable

from lastdays.errors import OvertakenError
from lastdays.language import _


class GroupOvertakenError(OvertakenError):
    """A group that another window has changed since it was shown here: as it was `seen`, and as it
    is `now`, by their revisions."""

    def __init__(self, group: str, name: str, seen: int, now: int) -> None:
        super().__init__(
            _(
                "Another window has changed {group} meanwhile. Your change wasn't stored. See what "
                "is different, then change it again."
            ).format(group=name)
        )
        self.group, self.name, self.seen, self.now = group, name, seen, now


class Seen:
    """The revision of the group that is on the screen, one at a time. Without `held` none is kept."""

    def __init__(self, *, held: bool) -> None:
        self._held = held
        self._shown: dict[str, int] = {}
        self._untold: set[str] = set()

    def show(self, group: str, revision: int) -> None:
        """Note what of a group is shown now. What another did to it counts as seen only once it was
        `told`: the page may be read anew before that."""
        if self._held and group not in self._untold:
            self._shown = {group: revision}

    def told(self, group: str, revision: int) -> None:
        """Note that somebody was shown what another did to a group."""
        self._untold.discard(group)
        if group in self._shown:
            self._shown[group] = revision

    def leave(self, group: str) -> None:
        """Note that a group is no longer on the screen."""
        self._shown.pop(group, None)
        self._untold.discard(group)

    def hold(self, group: str | None, head: int, name: Callable[[], str]) -> None:
        """Raise GroupOvertakenError where what counts of a group isn't what is shown of it."""
        seen = self._shown.get(group or "", head)
        if group is not None and seen != head:
            self._untold.add(group)
            raise GroupOvertakenError(group, name(), seen, head)

    def move(self, group: str | None, revision: int | None) -> None:
        """Note that a group was changed here: that is what is seen of it next."""
        if group in self._shown:
            if revision is None:
                del self._shown[group]
            else:
                self._shown[group] = revision
