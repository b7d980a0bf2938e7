"""A crew to try the rules on: groups, games and nights made in a line or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from lastdays.model.game_record import Appearance, GameRecord, Side, SupplyToken
from lastdays.model.group import BuiltPerk, Group, Item, Member, NextEncounter, RefugeState, Skill
from lastdays.model.recruiting import Recruit, make_member, purchase_violations, violations
from lastdays.model.switches import Switches
from lastdays.postgame.context import PostGameContext
from lastdays.postgame.experience import LevelPurchase
from lastdays.procedure.asks import Choose, Procedure
from lastdays.procedure.replay import Answer, Replayed, replay
from lastdays.rulebook import Catalogue, load

BOOK: Catalogue = load()


def member(
    name: str, kind: str = "gang-member", gear: tuple[str, ...] = (), **changes: Any
) -> Member:
    """A member whose id is the name in small letters."""
    recruit = Recruit(kind, name, gear=gear, gunsmith=changes.pop("gunsmith", ""))
    skills = tuple(Skill(key) for key in changes.pop("skills", ()))
    made = make_member(recruit, BOOK, name.lower())
    gear_items = tuple(Item(f"{name.lower()}-{n}-{key}", key) for n, key in enumerate(gear))
    return replace(made, gear=gear_items, skills=(*made.skills, *skills), **changes)


def group(*members: Member, refuge: str = "farm-house", points: int = 0, **changes: Any) -> Group:
    """A group led by Zeke, a Merciless Thug, unless a leader is among the members."""
    leader = next((m for m in members if BOOK.character(m.type).leader), None)
    if leader is None:
        leader = member("Zeke", "merciless-thug", ("revolver", "knife"))
        members = (leader, *members)
    return Group(
        id="g",
        name="Truckers",
        refuge=changes.pop("refuge_state", RefugeState(refuge)),
        members=members,
        leader=leader.id,
        points=points,
        **changes,
    )


def night(
    crew: Group,
    *,
    out: tuple[str, ...] = (),
    deeds: Mapping[str, Mapping[str, Any]] | None = None,
    tokens: tuple[SupplyToken, ...] = (),
    rival: bool = True,
    encounter: str = "scavengers",
    switches: Switches | None = None,
    **side: Any,
) -> PostGameContext:
    """The night after a game in which everyone took part."""
    appearances = tuple(
        Appearance(m.id, out=m.id in out, **(deeds or {}).get(m.id, {})) for m in crew.active
    )
    mine = Side(crew.id, crew.name, appearances, tokens, **side)
    sides = (mine, Side("", "Carl")) if rival else (mine,)
    return PostGameContext(
        BOOK, switches or Switches(), GameRecord("game", 4, encounter, sides), crew.id
    )


def purchase(where: str, mo: Member, left: int, switches: Switches | None = None) -> LevelPurchase:
    """A Level that has been paid for, with so much Experience left."""
    return LevelPurchase(where, mo, left, night(group(mo), switches=switches))


def run(
    start: Callable[[], Procedure[Any]], answers: Mapping[str, Any], steps: tuple[str, ...] = ()
) -> Replayed[Any]:
    """Replays with plain values as answers."""
    return replay(start, {k: Answer(v, "typed") for k, v in answers.items()}, steps)


def finish(start: Callable[[], Procedure[Any]], answers: Mapping[str, Any]) -> Any:
    """Replays to the end; every answer has to be used and none may be missing."""
    replayed = run(start, answers)
    assert replayed.pending is None, replayed.pending
    assert not replayed.dropped
    return replayed.result


def options(replayed: Replayed[Any]) -> list[str]:
    """The keys a pending choice offers."""
    assert isinstance(replayed.pending, Choose), replayed.pending
    return [o.key for o in replayed.pending.options]


def leads_to(replayed: Replayed[Any]) -> list[str]:
    """The keys of what each option of a pending choice leads to."""
    assert isinstance(replayed.pending, Choose), replayed.pending
    return [o.leads_to for o in replayed.pending.options]


def told(replayed: Replayed[Any]) -> str:
    """The story as one text."""
    return "\n".join(t.text for t in replayed.story)


PLAIN = Switches()


def keys(crew: Group, switches: Switches = PLAIN) -> list[str]:
    """What speaks against a group."""
    return [v.key for v in violations(crew, BOOK, switches)]


def buying(crew: Group, recruit: Recruit, budget: int | None = None) -> list[str]:
    """What speaks against a purchase."""
    crew = crew if budget is None else replace(crew, points=budget)
    return [v.key for v in purchase_violations(crew, recruit, BOOK, PLAIN)]


#: A group whose Radio Room passed, and Mo in the Watch Tower.
PASSED = group(next_encounter=NextEncounter(("radio-room",)))
MO_WATCHES = {"mo": "watch-tower"}


def built(refuge: str, *perks: str) -> RefugeState:
    """A Refuge with these Perks."""
    return RefugeState(refuge, tuple(BuiltPerk(f"b{n}", p) for n, p in enumerate(perks)))
