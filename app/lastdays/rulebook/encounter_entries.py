"""The Encounters of the book, as data: how the table is set up, who attacks, what is won."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from lastdays.language import _
from lastdays.rulebook.entries import Count, Draws, EncounterNumber, Entry, Length, Sentence, TestOf


class Placement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step of setting up an Encounter, in order (p. 34–36, p. 98–107).

    `count` of `what` go `within` so many inches of `of`, and not within `clear` inches of any of
    `clear_of`, nor inside of `outside`. `leader`: the Leader must be among them. `roll_off`: the
    sides roll off and take turns. `doors`, `windows`, `footprint` (inches), `length` and `height`
    (inches) are those of what is built. `perk`: only where the defender's Refuge has it. `text`
    says it in a sentence with the numbers in braces.
    """

    what: Literal[
        "terrain", "refuge", "vehicle", "captive", "edge", "tokens",
        "side", "defender", "attacker", "zombies",
    ]  # fmt: skip
    text: Sentence
    count: Length | None = None
    leader: bool = False
    within: Length | None = None
    of: Literal["", "centre", "centre line", "edge", "any edge", "captive", "refuge"] = ""
    clear: Length | None = None
    clear_of: tuple[Literal["edge", "zone", "token", "character", "refuge"], ...] = ()
    outside: Literal["", "refuge"] = ""
    roll_off: bool = False
    doors: int | None = None
    windows: int | None = None
    footprint: int | None = None
    length: int | None = None
    height: int | None = None
    perk: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError where the sentence has no words."""
        if not self.text.strip():
            raise ValueError("text: it says nothing")


class Encounter(Entry, frozen=True, kw_only=True):
    """An Encounter (p. 98–107).

    `setup` is how it is set up, step by step. `tokens` lie on the table, with `tokens_per_side`
    more for each side. `roles`: there is an attacker and a defender; `attacks` says who attacks:
    the side of a Selfish Leader, the side with captured members, or who wins a Roll-Off (which
    also decides where the others do not). `arrivals`: a zombie drawn may be a defender instead.
    `draws`: zombies for each that noise draws. `never_breaks`, `carries_nothing_off`: whose rule
    it is. `scene` says what the fight is about, `special` its rules, `ends` when it is over; their
    numbers stand in braces.
    """

    KIND: ClassVar[str] = "encounters"

    number: EncounterNumber
    summary: Sentence
    scene: str = ""
    special: tuple[str, ...] = ()
    ends: str = ""
    zombies: Count = 0
    tokens: Count = 0
    tokens_per_side: Count = 0
    zombies_carry: bool = False
    roles: bool = False
    attacks: Literal["rolled", "selfish", "captured"] = "rolled"
    setup: tuple[Placement, ...] = ()
    arrivals: bool = False
    draws: Draws = 1
    doors: Count = 0
    never_breaks: Literal["", "defender", "all"] = ""
    carries_nothing_off: Literal["", "defender"] = ""
    attackers: Count | None = None
    defenders: Count | None = None
    tokens_carried: bool = False
    captives: bool = False
    vehicle: bool = False
    vehicle_test: TestOf | None = None
    perk_test: TestOf | None = None
    perk: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vehicle and self.vehicle_test is None:
            raise ValueError(_("vehicle_test: a vehicle needs the Test that starts it."))
        if self.perk and self.perk_test is None:
            raise ValueError(_("perk_test: a vehicle becomes a Perk by a Test."))

    def tokens_for(self, sides: int) -> int:
        """Return the Supply Tokens on the table for so many sides; one alone has the tokens of two,
        as the book has them (p. 35)."""
        return self.tokens + self.tokens_per_side * max(2, sides)
