"""What players' own tables did at the table for after the game (ruling 103): most of it as the sequence
begins, injuries with those of the game."""

from __future__ import annotations

from collections.abc import Iterator

from lastdays.language import _
from lastdays.model.game_record import Side
from lastdays.model.group import Group
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.own import OwnRoll, OwnState
from lastdays.procedure.asks import Over, Procedure
from lastdays.rulebook.own_effects import Effect, RollInjury, parse_effect
from lastdays.values import Value


class _Kept(Value):
    """An effect that the record has, its number, and the id of the member it is for, '' for the
    group."""

    member: str
    n: int
    effect: Effect

    @property
    def injures(self) -> bool:
        """Return whether it is a roll on the Injury Table."""
        return isinstance(self.effect, RollInjury)


def effects_of_game(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Do what own tables said in the game, but for injuries."""
    state = OwnState(group, context.counters, read=True)
    for kept in _kept(context.side):
        if not kept.injures:
            where = f"encounter/own/{kept.member or 'group'}"
            roll = OwnRoll(where, kept.member, context)
            state = yield from roll.effect(kept.effect, kept.n, state)
    return state.known_group


def injuries_of_game(
    group: Group, context: PostGameContext, used: frozenset[str]
) -> Procedure[tuple[Group, frozenset[str]]]:
    """Roll the injuries that own tables brought in the game. Return the group, and the ids of members
    who have used their First Aid Training, with those `used` before."""
    state = OwnState(group, context.counters, read=True, first_aid_used=used)
    for kept in _kept(context.side):
        if kept.injures:
            where = f"injuries/own/{kept.member}"
            roll = OwnRoll(where, kept.member, context, _("Our rules"))
            state = yield from roll.effect(kept.effect, kept.n, state)
            yield Over(f"{where}/injury-{kept.n}")
    return state.known_group, state.first_aid_used


def _kept(side: Side) -> Iterator[_Kept]:
    for n, words in enumerate(side.effects, start=1):
        yield _Kept("", n, parse_effect(words))
    for appearance in side.appearances:
        for n, words in enumerate(appearance.effects, start=1):
            yield _Kept(appearance.member, n, parse_effect(words))
