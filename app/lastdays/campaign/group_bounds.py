"""What a group cannot be, whoever made it: numbers out of range, unknown keys, ids used twice."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from lastdays.campaign.documents import NAME_MOST, NOTES_MOST, POINTS_MOST
from lastdays.language import _
from lastdays.model.group import Group, Member
from lastdays.model.unknown import unknown_in
from lastdays.rulebook import CHARACTERISTICS, KEYWORDS, Catalogue

EXPERIENCE_MOST = 9_999
CHARACTERISTIC_MOST = 20
LEVEL_MOST = 99
MEMBERS_MOST = 200
SPACES_MOST = 99
GAMES_MOST = 99_999
STASH_MOST = 5_000
LANGUAGE_MOST = 20


def problems(
    group: Group, catalogue: Catalogue, before: Iterable[Group] = (), *, foreign: bool = False
) -> list[str]:
    """List what a group cannot be.

    What the rulebook does not know is let be where a group had it `before`: its content pack may
    be gone. `foreign` lets all of it be, for what comes from a file, a record or a sequence.
    """
    checks = _Checks()
    before = tuple(before)
    _check_group(checks, group)
    _check_keys(checks, group, catalogue, before, foreign=foreign)
    levels = {m.id: m.level for g in before for m in g.members}
    level_most = LEVEL_MOST if foreign else catalogue.number("limits", "level_most")
    for member in group.members:
        _check_member(checks, member, max(level_most, levels.get(member.id, 0)))
    members = [m.id for m in group.members]
    items = list(_all_item_ids(group))
    if len(set(members)) != len(members) or len(set(items)) != len(items):
        checks.found.append(_("Two members or two pieces of gear have the same id."))
    if group.leader and not group.has_member(group.leader):
        checks.found.append(_("The Leader is not among the members."))
    return checks.found


class _Checks:
    """Collects what is wrong, in sentences."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def number(self, what: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            self.found.append(
                _("{what} is {value}; it can be {low} to {high}.").format(
                    what=what, value=value, low=low, high=high
                )
            )

    def words(self, what: str, text: str, most: int) -> None:
        if len(text) > most:
            self.found.append(
                _("{what} has {length} characters; {most} is the most that fits.").format(
                    what=what, length=len(text), most=most
                )
            )

    def known(self, what: str, key: str, keys: Container[str]) -> None:
        if key not in keys:
            self.found.append(_("{what}: the rulebook has no '{key}'.").format(what=what, key=key))


def _check_group(checks: _Checks, group: Group) -> None:
    refuge = group.refuge
    for what, value, low, high in (
        (
            _("The Refuge's Empty Spaces set by hand"),
            refuge.extra_spaces,
            -SPACES_MOST,
            SPACES_MOST,
        ),
        (_("The Refuge's size set by hand"), refuge.extra_size, -SPACES_MOST, SPACES_MOST),
        (_("The number of Perks"), len(refuge.built), 0, SPACES_MOST),
        (_("The number of games"), group.games, 0, GAMES_MOST),
        (_("The number of things in the stash"), len(group.stash), 0, STASH_MOST),
        (_("Scavenge Points"), group.points, -POINTS_MOST, POINTS_MOST),
        (_("The number of members"), len(group.members), 0, MEMBERS_MOST),
    ):
        checks.number(what, value, low, high)
    checks.words(_("The group's name"), group.name, NAME_MOST)
    checks.words(_("The player's name"), group.player, NAME_MOST)
    checks.words(_("The group's notes"), group.notes, NOTES_MOST)
    checks.words(_("Language on paper"), group.language, LANGUAGE_MOST)


def _check_keys(
    checks: _Checks, group: Group, catalogue: Catalogue, before: tuple[Group, ...], *, foreign: bool
) -> None:
    kept = {(u.kind, u.key) for g in before for u in unknown_in(g, catalogue)}
    for unknown in dict.fromkeys(unknown_in(group, catalogue)):
        if not foreign and (unknown.kind, unknown.key) not in kept:
            what = {"refuges": _("Refuge"), "perks": _("Perk")}.get(unknown.kind)
            checks.known(what or unknown.whose[:40] or _("The stash"), unknown.key, ())
        checks.words(_("A key"), unknown.key, NAME_MOST)


def _check_member(checks: _Checks, member: Member, level_most: int) -> None:
    name = member.name[:40] or member.id
    checks.words(_("The name of {name}").format(name=name), member.name, NAME_MOST)
    checks.words(_("The notes of {name}").format(name=name), member.notes, NOTES_MOST)
    checks.known(name, member.keyword, KEYWORDS)
    for what, value, most in (
        (_("The Level of {name}"), member.level, level_most),
        (_("The Experience of {name}"), member.experience, EXPERIENCE_MOST),
        (_("The number of skills of {name}"), len(member.skills), LEVEL_MOST),
        (_("The number of injuries of {name}"), len(member.injuries), LEVEL_MOST),
        (_("The number of advances of {name}"), len(member.advances), LEVEL_MOST),
        (_("The number of things {name} carries"), len(member.gear), LEVEL_MOST),
    ):
        checks.number(what.format(name=name), value, 0, most)
    amounts = [*member.adjustments.items()]
    amounts += [(advance.characteristic, advance.amount) for advance in member.advances]
    for key, amount in amounts:
        checks.known(name, key, CHARACTERISTICS)
        checks.number(f"{name}, {key[:40]}", amount, -CHARACTERISTIC_MOST, CHARACTERISTIC_MOST)
    for skill in member.skills:
        checks.words(f"{name}, {skill.key[:40]}", skill.detail, NAME_MOST)
        checks.number(f"{name}, {skill.key[:40]}", skill.value or 0, -LEVEL_MOST, LEVEL_MOST)


def _all_item_ids(group: Group) -> Iterator[str]:
    for item in (*group.stash, *(i for m in group.members for i in m.gear)):
        yield item.id
        yield from (a.id for a in item.attached)
