"""The Encounters of the book, as data: how the table is set up, who attacks, what is won."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import ClassVar, Literal

from lastdays.language import _
from lastdays.rulebook.entries import Count, Draws, EncounterNumber, Entry, Length, Sentence, TestOf
from lastdays.values import dataclass


@dataclass(frozen=True, kw_only=True)
class Placement:
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

    def check(self) -> None:
        """Raise ValueError where the sentence has no words, or a number that isn't there."""
        if not _said("text", self.text, self._numbers).strip():
            raise ValueError("text: it says nothing")

    @property
    def _numbers(self) -> dict[str, int]:
        names = (
            "count", "within", "clear", "doors", "windows", "footprint", "length", "height",
        )  # fmt: skip
        values = {name: getattr(self, name) for name in names}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def said(self) -> str:
        """Return the sentence with its numbers."""
        return self.text.format(**self._numbers)


def _said(field: str, text: str, numbers: Mapping[str, int]) -> str:
    """Return a text with its numbers; ValueError where it names one that isn't there, or says how
    one is to be written: that could ask for gigabytes."""
    try:
        for _text, name, form, turn in Formatter().parse(text):
            if form or turn or (name is not None and not name.isidentifier()):
                raise ValueError(f"{{{name}}}")
        return text.format(**numbers)
    except (KeyError, IndexError, ValueError) as error:
        raise ValueError(f"{field}: no number for {error}") from error


@dataclass(frozen=True, kw_only=True)
class Encounter(Entry):
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

    def check(self) -> None:
        if self.vehicle and self.vehicle_test is None:
            raise ValueError(_("vehicle_test: a vehicle needs the Test that starts it."))
        if self.perk and self.perk_test is None:
            raise ValueError(_("perk_test: a vehicle becomes a Perk by a Test."))
        for text in self.special:
            _said("special", text, self._numbers)
        _said("ends", self.ends, self._numbers)

    @property
    def _numbers(self) -> dict[str, int]:
        """Return what the sentences of the Encounter may name."""
        values = {"attackers": self.attackers, "defenders": self.defenders}
        values |= {"zombies": self.zombies, "draws": self.draws}
        tests = {"target": self.vehicle_test, "perk_target": self.perk_test}
        values |= {name: test.target for name, test in tests.items() if test is not None}
        return {name: value for name, value in values.items() if value is not None}

    def tokens_for(self, sides: int) -> int:
        """Return the Supply Tokens on the table for so many sides; one alone has the tokens of two,
        as the book has them (p. 35)."""
        return self.tokens + self.tokens_per_side * max(2, sides)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the special rules, with their numbers."""
        return tuple(text.format(**self._numbers) for text in self.special)

    @property
    def end(self) -> str:
        """Return when the game is over, with its numbers."""
        return self.ends.format(**self._numbers)
