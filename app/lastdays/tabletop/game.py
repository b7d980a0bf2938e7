"""The one protocol that every game at the table meets: what it does, and what it shows.

A game is an engine (its table, its taps and procedures, its sentences) that says in plain values
what there is to see: `lastdays.tabletop.view`. One board, one sheet, one bar, one second screen
and one session page draw them all.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TypeVar

from lastdays.tabletop.engine import Engine
from lastdays.tabletop.view import BarView, BoardView, FormView, Guide, SheetView, Tap

S = TypeVar("S")


class Game(Engine[S]):
    """One game as it is played. What it shows never changes the table.

    `helps` are the levels of help a player may choose from, the fullest first; `hand` is the
    piece that acts by hand, as the last touched cards tell.
    """

    helps: tuple[str, ...] = ("guided",)

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the game's title."""

    @abstractmethod
    def board(self, state: S, hand: str = "") -> BoardView:
        """Return everything on the table."""

    @abstractmethod
    def sheet(self, state: S, piece: str, help: str) -> SheetView | None:
        """Return a piece at length; None where there is no such piece any more."""

    @abstractmethod
    def bar(self, state: S) -> BarView:
        """Return the turn: its steps, a line about the table, what is owed, whether Next may be
        pressed."""

    @abstractmethod
    def guide(self, state: S) -> Guide:
        """Return what is due now."""

    def form(self, state: S, form: str, about: str, chosen: Mapping[str, str]) -> FormView | None:
        """Return a form about a piece with what is chosen in it so far, each field's key with the
        key of its option; None where it does not apply (any more)."""
        return None

    def next(self, help: str) -> Tap:
        """Return what Next does."""
        return Tap("next")

    def hand(self, state: S, piece: str, before: str) -> str:
        """Return who acts by hand once a card was touched: the piece, its bearer, or who did
        `before`."""
        return ""

    @abstractmethod
    def step_names(self, state: S) -> Mapping[str, str]:
        """Return every step a turn can have by key, with its name."""
