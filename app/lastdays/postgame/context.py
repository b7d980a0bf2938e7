"""The kinds of ask in their order, and what every procedure of a post-game sequence is given:
rulebook, switches, game (p. 83)."""

from __future__ import annotations

from functools import cached_property

from lastdays.model.game_record import GameRecord, Side
from lastdays.model.group import Group, Item, Member, derived_id
from lastdays.model.profile import item_name
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue
from lastdays.values import Value

#: What a roll that is made again has behind its key.
AGAIN = "/try-#"


def _again(*kinds: str) -> tuple[str, ...]:
    """Return kinds of ask, each followed by that of the re-roll: a `~` stands where its key says
    so."""
    return tuple(
        kind.replace("~", mark) for mark in ("", AGAIN) for kind in kinds if "~" in kind or not mark
    )


def _injury(where: str) -> tuple[str, ...]:
    """Return what one injury asks (p. 84–85)."""
    return (
        *_again(
            f"{where}/roll~",
            f"{where}/first-aid~",
            f"{where}/first-aid~/roll",
            f"{where}/medical~",
        ),
        *_again(
            f"{where}/infected~/virus",
            f"{where}/infected~/virus-medical",
            f"{where}/infected~/limb",
            f"{where}/infected~/limb-medical",
        ),
        f"{where}/experience",
        f"{where}/captor",
        f"{where}/keep-gun",
        f"{where}/keep-gun-#",
        f"{where}/keep-blade",
        f"{where}/keep-blade-#",
    )


def _leader(where: str) -> tuple[str, ...]:
    """Return what a new Leader asks (p. 86)."""
    return f"{where}/new", f"{where}/dismiss/#"


#: The kinds of ask of each step, in the order of the sequence (p. 83–97).
ASKED: dict[str, tuple[str, ...]] = {
    "encounter": (
        *_leader("encounter/leader"),
        "encounter/loot/*",
        "encounter/stranger",
        "encounter/stranger/skill-type-#",
        "encounter/vehicle",
        "encounter/vehicle-test/test",
    ),
    "injuries": ("injuries/next/#", *_injury("injuries/*"), *_leader("injuries/leader")),
    "experience": (
        "experience/*/survived",
        "experience/next/#",
        "experience/*/level-#/table",
        *_again(
            "experience/*/level-#/characteristic~",
            "experience/*/level-#/characteristic-shift~",
            "experience/*/level-#/which~",
            "experience/*/level-#/which-shift~",
        ),
        "experience/*/level-#/gunsmith",
        *_again("experience/*/level-#/*-shift~", "experience/*/level-#/*~"),
    ),
    "supplies": (
        "supplies/token-#/row",
        "supplies/token-#/column",
        "supplies/token-#/scavenger",
        "supplies/token-#/points",
        "supplies/token-#/count-#",
        "supplies/store-room",
        "supplies/token-#/again",
        "supplies/store-room-#",
        "supplies/token-#/again-#",
    ),
    "gear": ("gear/moves",),
    "jobs": (
        "jobs/arms",
        "jobs/assigned",
        "jobs/next/#",
        "jobs/*/worked/test",
        "jobs/*/worked/points",
        "jobs/*/build/perk",
        "jobs/*/build/perk-#",
        "jobs/*/recruit",
        "jobs/*/talk/*/first",
        "jobs/*/talk/*/second",
    ),
    "attack": (
        "attack/roll",
        "attack/watch-tower/test",
        "attack/tower-choice",
        "attack/tower-roll",
        "attack/watch-tower-#/test",
        "attack/tower-choice-#",
        "attack/tower-roll-#",
    ),
    "refuge": (
        "refuge/leave",
        "refuge/leaves/#",
        "refuge/flee",
        "refuge/left-behind/#",
        "refuge/hurt",
        *(kind for kind in _injury("refuge/*") if kind != "refuge/*/captor"),
        *_leader("refuge"),
        "refuge/arms",
    ),
}


def kinds_of_asks(where: str, *ends: str, again: bool | None = False) -> tuple[str, ...]:
    """Return the kinds that begin with `where` and end with one of `ends`, in the order of the
    sequence; KeyError for one that is never asked. `again` asks for those of re-rolls instead, None
    for both.
    """
    wanted = {f"{where}/{end}" for end in ends}
    found = [kind for step in ASKED.values() for kind in step if kind.replace(AGAIN, "") in wanted]
    unknown = wanted - {kind.replace(AGAIN, "") for kind in found}
    if unknown:
        raise KeyError(*unknown)
    return tuple(kind for kind in found if again is None or (AGAIN in kind) == again)


STEPS = tuple(ASKED)


class PostGameContext(Value, dict=True):
    """What a sequence is played with; it doesn't change while the sequence runs."""

    catalogue: Catalogue
    switches: Switches
    game: GameRecord
    group_id: str

    @cached_property
    def side(self) -> Side:
        """Return the side the group played."""
        side = self.game.side_of(self.group_id)
        assert side is not None, "a sequence is only started for a group that played"
        return side

    def captors(self, member_id: str) -> tuple[Side, ...]:
        """Return who may hold a captured member (p. 84, ruling 17).

        That is the side whose model took them Out of Action if it is known, else every rival side.
        """
        rivals = self.game.rivals_of(self.group_id)
        mine = self.side.appearance(member_id)
        if mine is not None:
            known = tuple(s for s in rivals if mine.out_by and s.appearance(mine.out_by))
            return known or rivals
        return rivals

    @property
    def has_rival(self) -> bool:
        """Return whether there was a rival group that could take captives (ruling 17)."""
        return bool(self.game.rivals_of(self.group_id))

    def fell(self, member: Member) -> bool:
        """Return whether a member ended the game Out of Action."""
        return member.id in self._fallen

    @cached_property
    def _fallen(self) -> frozenset[str]:
        """The members that ended the game Out of Action."""
        return frozenset(
            one.member for one in self.side.appearances if self.side.is_out(one.member)
        )

    def name_of(self, item: Item) -> str:
        """Return an item's name, with what is attached to it."""
        return item_name(item, self.catalogue)

    def new_id(self, *place: object) -> str:
        """Return an id for something new in the group. It follows from the place in the sequence,
        so that a replay makes the same one.
        """
        return derived_id(self.game.id, self.group_id, *place)


def tried(attempt: int) -> str:
    """Return what stands behind the key of a roll that is made so often, counted from 1."""
    return "" if attempt == 1 else f"/try-{attempt}"


def step_of(where: str) -> str:
    """Return the step of the sequence that a key belongs to: its first part."""
    return where.split("/")[0]


def standing(group: Group, context: PostGameContext) -> tuple[Member, ...]:
    """Return the active members who did not end the game Out of Action (p. 94)."""
    return tuple(m for m in group.active if not context.fell(m))
