"""The players' own counters as a sequence begins: those that a game resets, what the table changed,
and those that the sequence resets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from lastdays.language import chained
from lastdays.model.counters import changes_in_words, with_changes, with_reset
from lastdays.model.game_record import Side
from lastdays.model.group import Group
from lastdays.postgame.context import PostGameContext
from lastdays.procedure.asks import Tell, tell
from lastdays.rulebook import Catalogue


def counted(group: Group, side: Side, catalogue: Catalogue) -> Group:
    """Return the group with its counters, and those of its members, as they are once its sequence has
    begun."""
    group = with_reset(group, "game", catalogue)
    counters = with_changes(group.counters, side.counters, catalogue)
    changes = {appearance.member: appearance.counters for appearance in side.appearances}
    members = []
    for member in group.members:
        own = with_changes(member.counters, changes.get(member.id, {}), catalogue)
        members.append(replace(member, counters=own))
    group = replace(group, members=tuple(members), counters=counters)
    return with_reset(group, "sequence", catalogue)


def tell_counters(group: Group, context: PostGameContext) -> Iterator[Tell]:
    """Tell what the table changed: 'Mo: Sickness +1.'"""
    side = context.side
    if side.counters:
        yield _told(group.name, "", side.counters, context)
    for appearance in side.appearances:
        if appearance.counters and group.has_member(appearance.member):
            name = group.member(appearance.member).name
            yield _told(name, appearance.member, appearance.counters, context)


def _told(name: str, about: str, changes: Mapping[str, int], context: PostGameContext) -> Tell:
    what = chained(changes_in_words(changes, context.catalogue))
    return tell("encounter", "{name}: {what}.", about, name=name, what=what)
