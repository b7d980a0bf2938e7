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


class _RecordedEffect(Value):
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
    for recorded in _recorded(context.side):
        if not recorded.injures:
            where = f"encounter/own/{recorded.member or 'group'}"
            roll = OwnRoll(where, recorded.member, context)
            state = yield from roll.effect(recorded.effect, recorded.n, state)
    return state.known_group


def injuries_of_game(
    group: Group, context: PostGameContext, used: frozenset[str]
) -> Procedure[tuple[Group, frozenset[str]]]:
    """Roll the injuries that own tables brought in the game. Return the group, and the ids of members
    who have used their First Aid Training, with those `used` before."""
    state = OwnState(group, context.counters, read=True, first_aid_used=used)
    for recorded in _recorded(context.side):
        if recorded.injures:
            where = f"injuries/own/{recorded.member}"
            roll = OwnRoll(where, recorded.member, context, _("Our rules"))
            state = yield from roll.effect(recorded.effect, recorded.n, state)
            yield Over(f"{where}/injury-{recorded.n}")
    return state.known_group, state.first_aid_used


def _recorded(side: Side) -> Iterator[_RecordedEffect]:
    """Yield what own tables brought a side, then each of its members."""
    for n, words in enumerate(side.effects, start=1):
        yield _RecordedEffect("", n, parse_effect(words))
    for appearance in side.appearances:
        for n, words in enumerate(appearance.effects, start=1):
            yield _RecordedEffect(appearance.member, n, parse_effect(words))
