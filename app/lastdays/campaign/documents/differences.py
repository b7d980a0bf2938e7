"""The differences between two states of a group or of a game record, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from lastdays.language import _
from lastdays.model.counters import changes_in_words
from lastdays.model.fields import GROUP, MEMBER, Fields, Whose, counted, gear_in_words
from lastdays.model.game_record import (
    Appearance,
    CaptiveFate,
    CaptiveRecord,
    GameRecord,
    Part,
    SupplyToken,
    effects_in_words,
)
from lastdays.model.group import Group, Member, Status
from lastdays.model.profile import explain, item_name
from lastdays.rulebook import CHARACTERISTICS, Catalogue, characteristic_name
from lastdays.values import Value

T = TypeVar("T")


class Difference(Value):
    """A difference: whose, what, before and after. `kind` colours it."""

    whose: str
    what: str
    before: str
    after: str
    kind: str = ""


def compare(before: Group, after: Group, catalogue: Catalogue) -> list[Difference]:
    """List all differences, of the members in roster order, then of the group."""
    found = []
    for member in after.members:
        if not before.has_member(member.id):
            kind = catalogue.character(member.type).name
            found.append(Difference(member.name, _("joins"), "", kind, "well"))
            continue
        was = before.member(member.id)
        if was != member:  # working out their numbers takes long
            fields = fields_that_differ(MEMBER, was, member, catalogue)
            fields += _figures(was, member, catalogue)
            found += fields or fields_that_differ(MEMBER, was, member, catalogue, follows=True)
    found.extend(
        Difference(m.name, _("removed"), catalogue.character(m.type).name, "")
        for m in before.members
        if not after.has_member(m.id)
    )
    own = fields_that_differ(GROUP, before, after, catalogue)
    one = [m for m in before.members if after.has_member(m.id)]
    other = [m for m in after.members if before.has_member(m.id)]
    if [m.id for m in one] != [m.id for m in other]:
        names = (", ".join(m.name for m in members) for members in (one, other))
        own.append(Difference(after.name, _("Roster order"), *names))
    return found + (own or fields_that_differ(GROUP, before, after, catalogue, follows=True))


def fields_that_differ(
    fields: Fields[Whose],
    before: Whose,
    after: Whose,
    catalogue: Catalogue,
    *,
    follows: bool = False,
) -> list[Difference]:
    """List the fields that differ; with `follows` those that follow from others instead."""
    return [
        Difference(after.name, field.name, *said, field.tone(after))
        for field in fields.values()
        if field.follows == follows and (said := field.compare(before, after, catalogue))
    ]


def _figures(old: Member, new: Member, catalogue: Catalogue) -> Iterator[Difference]:
    """Yield the characteristics that differ."""
    was, now = explain(old, catalogue), explain(new, catalogue)
    for key in CHARACTERISTICS:
        if was[key].text != now[key].text:
            one, other = (
                (figure.value, figure.value if figure.shooting is None else figure.shooting)
                for figure in (was[key], now[key])
            )
            kind = "well" if other > one else "harm"
            name = characteristic_name(key)
            yield Difference(new.name, name, was[key].text, now[key].text, kind)


def gear_fate(member: Member, status: Status, catalogue: Catalogue) -> str:
    """Say what happens to a member's gear when another status is set by hand; '' if it stays. The gear
    of the dead is lost and doesn't come back with them (ruling 18)."""
    if status == "dead" and member.status != "dead" and member.gear:
        return _(
            "Lost with {name}: {gear}. Undo restores it.",
            name=member.name,
            gear=gear_in_words(member, catalogue),
        )
    if member.status == "dead" and status != "dead":
        return _("{name} comes back without gear: it was lost when they died.", name=member.name)
    return ""


def part_name(part: Part) -> str:
    """Say how someone took part in a game: 'yes', 'held back'."""
    return {
        "deployed": _("yes"),
        "held-back": _("held back"),
        "missing": _("missed the game"),
    }[part]


def captive_fate_name(fate: CaptiveFate) -> str:
    """Say what became of a captive: 'brought home'."""
    return {
        "open": _("not settled yet"),
        "declined": _("Rescue declined: dead"),
        "home": _("brought home"),
        "lost": _("Rescue played, not brought home: dead"),
        "held": _("still held (our table allows it)"),
    }[fate]


def token_name(token: SupplyToken, name: str) -> str:
    """Say how a Supply Token came home: 'carried off by Mo'."""
    return {
        "carried": _("carried off by {name}"),
        "held": _("held by {name} at the end"),
        "claimed": _("claimed after the others broke"),
    }[token.fate].format(name=name)


def compare_records(
    before: GameRecord,
    after: GameRecord,
    group: str,
    names: Mapping[str, str],
    catalogue: Catalogue,
) -> list[Difference]:
    """List the differences between two records of a game that matter for one group's post-game sequence:
    all of its own side, who the rivals were, and captives it took. `names` are members' by id."""
    found: list[Difference] = []

    def differ(whose: str, old: T, new: T, *read: tuple[str, Callable[[T], str]]) -> None:
        for what, say in read:
            if (was := say(old)) != (now := say(new)):
                found.append(Difference(whose, what, was, now))

    differ(
        _("Game {n}", n=after.number),
        before,
        after,
        (_("Encounter"), lambda game: _encounter(game, catalogue)),
        (_("Against"), lambda game: _rivals(game, group)),
    )
    old, new = before.side_of(group), after.side_of(group)
    if old is None or new is None:
        side = old or new
        if side is not None:
            differ(side.name, old, new, (_("Took part"), lambda one: _yes(one is not None)))
        return found
    for member in dict.fromkeys(a.member for a in (*old.appearances, *new.appearances)):
        was = old.appearance(member) or Appearance(member, "held-back")
        now = new.appearance(member) or Appearance(member, "held-back")
        name = names.get(member, member)
        differ(
            name,
            was,
            now,
            (_("Took part"), lambda a: part_name(a.part)),
            (_("Out of Action"), lambda a: _out(a, names)),
            (_("Zombies"), lambda a: str(a.zombies)),
            (_("Rivals"), lambda a: str(a.rivals)),
            (_("Objectives"), lambda a: str(a.objectives)),
            (_("Counters"), lambda a: ", ".join(changes_in_words(a.counters, catalogue))),
            (_("Our rules"), lambda a: ", ".join(effects_in_words(a.effects, catalogue))),
        )
        if set(was.spent) != set(now.spent):
            found.append(Difference(name, _("Used up"), str(len(was.spent)), str(len(now.spent))))
    differ(
        new.name,
        old,
        new,
        (
            _("Supply Tokens"),
            lambda s: counted(token_name(t, names.get(t.member, t.member)) for t in s.tokens),
        ),
        (_("Captives"), lambda s: _captives(s.captives, catalogue)),
        (_("Brought a stranger home"), lambda s: _yes(s.stranger_home)),
        (_("Got away in the vehicle"), lambda s: _yes(s.vehicle)),
        (_("Broke"), lambda s: _yes(s.broke)),
        (_("Counters"), lambda s: ", ".join(changes_in_words(s.counters, catalogue))),
        (_("Our rules"), lambda s: ", ".join(effects_in_words(s.effects, catalogue))),
        (_("Won"), lambda s: _yes(s.won)),
        (_("Lost"), lambda s: _yes(s.lost)),
    )
    differ(
        new.name,
        before,
        after,
        (
            _("Captives held"),
            lambda game: _captives(
                (c for s in game.rivals_of(group) for c in s.captives if c.captor == group),
                catalogue,
            ),
        ),
    )
    return found


def _yes(so: bool) -> str:
    return _("yes") if so else _("no")


def _encounter(game: GameRecord, catalogue: Catalogue) -> str:
    entry = catalogue.encounters.get(game.encounter)
    return entry.name if entry else game.encounter


def _rivals(game: GameRecord, group: str) -> str:
    return ", ".join(side.name for side in game.rivals_of(group))


def _out(appearance: Appearance, names: Mapping[str, str]) -> str:
    if not appearance.out:
        return _("no")
    match appearance.out_by:
        case "":
            return _("yes")
        case "zombie":
            return _("by a zombie")
        case rival:
            return _("by {name}", name=names.get(rival, rival))


def _captives(captives: Iterable[CaptiveRecord], catalogue: Catalogue) -> str:
    return ", ".join(_captive(c, catalogue) for c in captives)


def _captive(captive: CaptiveRecord, catalogue: Catalogue) -> str:
    text = _("{name}: {fate}", name=captive.name, fate=captive_fate_name(captive.fate))
    gear = ", ".join(item_name(item, catalogue) for item in captive.gear)
    return f"{text} ({gear})" if gear else text
