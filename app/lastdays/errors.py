"""The errors a user can cause; everything else is a bug."""

from lastdays.language import _


class LastDaysError(Exception):
    """Something a user can cause or mend.

    Its text is one sentence for people: what happened, what was kept, what to do.
    """


class RulebookError(LastDaysError):
    """Rulebook data that cannot be used; names file, entry and field."""


class StoreError(LastDaysError):
    """A store that cannot be opened, read or written."""


class DamagedStoreError(StoreError):
    """A file where a store should be that isn't one, or is damaged."""


class HeldStoreError(StoreError):
    """A store that another window has open; `elsewhere` where that is on another computer, as far
    as can be told."""

    def __init__(self, text: str, *, elsewhere: bool = False) -> None:
        super().__init__(text)
        self.elsewhere = elsewhere


class SilentLeagueError(StoreError):
    """A league whose server says nothing: what was to be done can be tried again. `change` is the
    server's number of a change of which nobody knows whether it was stored."""

    def __init__(self, text: str, change: int | None = None) -> None:
        super().__init__(text)
        self.change = change


class OvertakenError(StoreError):
    """Something that another window of a league has changed since it was shown here."""


class DocumentError(LastDaysError):
    """A group document that cannot be read."""


class RuleError(LastDaysError):
    """A wish that no table can grant: dice that cannot be, a member that is not there."""


class NothingToUndoError(LastDaysError):
    """There is no change to take back or to bring back."""


class CancelledError(LastDaysError):
    """What was being made was stopped by whoever wanted it."""

    def __init__(self) -> None:
        super().__init__(_("Stopped; nothing was written."))
