"""The next game of a campaign, as far as it is set up: who plays which Encounter."""

from __future__ import annotations

from msgspec import Struct


class PlannedGame(Struct, frozen=True, omit_defaults=True):
    """The game with this number, before it is played; 0 for none.

    `encounter` is a rulebook key, '' while it is open. `die` and `shift` are the Encounter roll
    and what a Radio Room made of it (p. 81), 0 where it was chosen. `defender` is the group that
    was said to defend; with `rolled_at_table` they roll for it at the table, and with neither it follows
    from the Encounter. `parts` has the members who play another part than the first ones would,
    by id.
    """

    number: int = 0
    encounter: str = ""
    groups: tuple[str, ...] = ()
    die: int = 0
    shift: int = 0
    defender: str = ""
    rolled_at_table: bool = False
    parts: dict[str, str] = {}
