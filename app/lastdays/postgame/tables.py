"""The tables that stand beside asks, of the book and of players, each as a value with what it shows.
The window draws them."""

from __future__ import annotations

from typing import Literal

from lastdays.model.group import Group, Member
from lastdays.rulebook.own import Table
from lastdays.values import Value


class InjuryTable(Value):
    """The Injury Table for a member, or None for whoever is next (p. 84); `can_be_captured`: there is
    a rival who takes captives."""

    member: Member | None
    can_be_captured: bool


class InfectedTable(Value):
    """The results of one die of Infected! for a member (p. 85)."""

    member: Member
    stage: Literal["virus", "limb"]


class EarnedTable(Value):
    """What earns Experience, how often a member did it, and in which Encounter (p. 87)."""

    zombies: int
    rivals: int
    tokens: int
    objectives: int
    encounter: str


class LevelCostsTable(Value):
    """What each Level costs (p. 88)."""


class CharacteristicsTable(Value):
    """The Characteristics Table for a member (p. 89); `settled`: the dice have been rolled."""

    member: Member
    settled: bool = False


class SkillTable(Value):
    """A skill table for a member, by its type of skills (p. 90–91); `settled`: the die has been
    rolled."""

    member: Member
    type: str
    settled: bool = False


class SupplyTable(Value):
    """The Supply Table with the row and column of a token, 0 until they are rolled (p. 92); `rolls` is
    the one that is rolled now, if any."""

    row: int = 0
    column: int = 0
    rolls: Literal["", "row", "column"] = ""


class JobsTable(Value):
    """The Jobs and what each does (p. 94–95), for a group `on_the_road` without those for a Refuge."""

    on_the_road: bool = False


class YieldTable(Value):
    """The Scavenge Points of a worked Perk by roll (p. 80–81)."""


class AttackTable(Value):
    """The results of a Zombie Attack, with the modifiers of the roll by name (p. 95)."""

    modifiers: tuple[tuple[str, int], ...]


class RefugeTable(Value):
    """The Refuge of a group, with its Perks (p. 80–82)."""

    group: Group


class RefugeLossTable(Value):
    """The Refuge of a group and what is lost with it (p. 96); `overrun`: it isn't left by choice."""

    group: Group
    overrun: bool


class OwnTable(Value):
    """A table that players wrote."""

    table: Table
