"""What tidying up leaves of the history that it folds."""

from typing import ClassVar

from lastdays.values import dataclass


@dataclass(frozen=True)
class HistoryFolded:
    """A change from the time before a day (as '2026-01-01') that was folded: what it made is kept,
    and can't be undone. `was` is its kind and `facts` are its facts as JSON; `folded` is 1 where
    changes went that lay before it."""

    kind: ClassVar[str] = "history-folded"
    before: str
    was: str
    facts: str
    folded: int


@dataclass(frozen=True)
class StatesFolded:
    """By what the states of a group that were folded are known in other stores: 'number:digest' by
    number, divided by commas; those that led to the present (`chain`), and those undone."""

    kind: ClassVar[str] = "states-folded"
    group: str
    chain: str
    aside: str


TidyChange = HistoryFolded | StatesFolded
