"""A game as it was played: who took part, who fell, what was carried home (p. 84–92)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from lastdays.language import _, ngettext
from lastdays.rules.group import Item

Part = Literal["deployed", "held-back", "missing"]
TokenFate = Literal["carried", "held", "claimed"]
CaptiveFate = Literal["home", "declined", "lost", "held"]


@dataclass(frozen=True)
class Appearance:
    """One member in one game.

    `part`: 'missing' are those whom Ambushers lost (p. 62). `out_by` is the id of the rival
    member who took them Out of Action, 'zombie', or '' where it is not known. `objectives` are
    those besides Supply Tokens: a vehicle started, a captive brought home (ruling 49).
    `spent` are ids of one-use items used.
    """

    member: str
    part: Part = "deployed"
    out: bool = False
    out_by: str = ""
    zombies: int = 0
    rivals: int = 0
    objectives: int = 0
    spent: tuple[str, ...] = ()


@dataclass(frozen=True)
class SupplyToken:
    """A Supply Token a side brought home: carried off or held by a member, or claimed."""

    fate: TokenFate
    member: str = ""


@dataclass(frozen=True)
class Captive:
    """What became of a captured member of this side in this game (p. 84, ruling 17).

    'home': retrieved by the own group; 'declined': the Rescue was not played; 'lost': it was
    played and failed; 'held': still held, because the table allows it. Name, gear and captor
    are those of the time, so that the captor's own sequence can take the gear.
    """

    member: str
    fate: CaptiveFate
    name: str = ""
    gear: tuple[Item, ...] = ()
    captor: str = ""


@dataclass(frozen=True)
class Side:
    """One side of a game; `group` is '' for an opponent that is not recorded."""

    group: str
    name: str
    appearances: tuple[Appearance, ...] = ()
    tokens: tuple[SupplyToken, ...] = ()
    captives: tuple[Captive, ...] = ()
    stranger_home: bool = False
    vehicle: bool = False
    broke: bool = False
    won: bool = False

    def appearance(self, member_id: str) -> Appearance | None:
        """How a member took part, None if the record does not name them."""
        for appearance in self.appearances:
            if appearance.member == member_id:
                return appearance
        return None

    def is_out(self, member_id: str) -> bool:
        """Whether a member ended the game Out of Action."""
        appearance = self.appearance(member_id)
        return appearance is not None and appearance.out

    def took_part(self, member_id: str) -> bool:
        """Whether a member was on the table."""
        appearance = self.appearance(member_id)
        return appearance is not None and appearance.part == "deployed"


@dataclass(frozen=True)
class Game:
    """A recorded game; `number` counts from 1 in the campaign, `encounter` is a rulebook key."""

    id: str
    number: int
    encounter: str
    sides: tuple[Side, ...]
    notes: str = ""

    def side_of(self, group_id: str) -> Side | None:
        """The side a group played, None if it did not."""
        for side in self.sides:
            if side.group == group_id:
                return side
        return None

    def rivals_of(self, group_id: str) -> tuple[Side, ...]:
        """The other sides."""
        return tuple(side for side in self.sides if side.group != group_id or not side.group)


def doubts(game: Game) -> list[str]:
    """What does not add up in a record; it informs and stops nobody."""
    said: list[str] = []
    for side in game.sides:
        others = [other for other in game.sides if other is not side]
        claimed = sum(a.rivals for a in side.appearances)
        if others and all(other.group for other in others):
            fallen = sum(
                1
                for other in others
                for a in other.appearances
                if a.out and a.out_by != "zombie" and (not a.out_by or side.appearance(a.out_by))
            )
            if claimed > fallen:
                said.append(
                    ngettext(
                        "{side} counts {claimed} rival taken out, but only {fallen} can be theirs.",
                        "{side} counts {claimed} rivals taken out, but only {fallen} can be theirs.",
                        claimed,
                    ).format(side=side.name, claimed=claimed, fallen=fallen)
                )
        said.extend(_side_doubts(side))
        said.extend(
            _(
                "{name} dies here, and their captors did not play: 'Decline the rescue' on the "
                "group's page lets them take the gear."
            ).format(name=captive.name)
            for captive in side.captives
            if captive.fate in ("declined", "lost")
            and captive.captor
            and all(other.group != captive.captor for other in others)
        )
    if len([side for side in game.sides if side.won]) > 1:
        said.append(_("More than one side won."))
    said.extend(
        _("{side} broke and won.").format(side=side.name)
        for side in game.sides
        if side.broke and side.won
    )
    return said


def _side_doubts(side: Side) -> Iterable[str]:
    for appearance in side.appearances:
        if appearance.part != "deployed" and (
            appearance.out or appearance.zombies or appearance.rivals or appearance.objectives
        ):
            yield _("{side}: someone who was not on the table fought or fell.").format(
                side=side.name
            )
            break
    if side.broke and any(token.fate == "claimed" for token in side.tokens):
        yield _("{side} broke and still claimed Supply Tokens.").format(side=side.name)
