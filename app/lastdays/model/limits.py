"""The limits of a group with their counts, why gear can't be bought, and suggested recruits for the
points left (p. 16–31)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from lastdays.language import _, dotted, number, pgettext
from lastdays.model.carrying import gear_violations, needs_weapon, rarity_left
from lastdays.model.group import Group, Item, Member
from lastdays.model.recruiting import (
    Recruit,
    cost_of,
    has_trained_leader,
    keyword_violations,
    make_member,
    max_size,
    members_in_words,
    neutral_percent,
    room_left,
    would_be_trained,
)
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue, CharacterType, keyword_name
from lastdays.rulebook.entries import Equipment, Gear
from lastdays.values import Value

#: The id of a recruit who has not joined yet.
NOT_YET = "recruit"
#: Points that pay for anything.
ANY_PRICE = 1_000_000


class Limit(Value):
    """A limit on something a group may have: how many there are, and the most allowed."""

    name: str
    count: int
    most: int

    @property
    def over(self) -> bool:
        """Return whether the limit is exceeded."""
        return self.count > self.most

    @property
    def text(self) -> str:
        """Return the limit in words: 'Neutral: 1 of 4'."""
        words = (
            _("{name}: {count} of {most}, too many")
            if self.over
            else _("{name}: {count} of {most}")
        )
        return words.format(name=self.name, count=self.count, most=self.most)


def group_limits(group: Group, catalogue: Catalogue, switches: Switches) -> list[Limit]:
    """Return the limits on a group's members: all of them, Neutral ones, and those with other
    Keywords."""
    most = max_size(group, catalogue)
    limits = [] if most is None else [Limit(_("Members"), len(group.roster), most)]
    return limits + _keyword_limits(group, catalogue, switches)


def _keyword_limits(group: Group, catalogue: Catalogue, switches: Switches) -> list[Limit]:
    """Return the limits on Neutral members and those with other Keywords, none without a Leader."""
    size, leader = len(group.roster), group.leading
    if leader is None:
        return []
    neutral = sum(m.keyword == "neutral" != leader.keyword for m in group.roster)
    other = sum(m.keyword not in ("neutral", leader.keyword) for m in group.roster)
    share = neutral_percent(catalogue.characters.get(leader.type), catalogue, switches)
    others_share = catalogue.number("limits", "other_keyword_percent")
    return [
        Limit(keyword_name("neutral"), neutral, size * share // 100),
        Limit(_("Other Keywords"), other, size * others_share // 100),
    ]


def limits_in_words(group: Group, catalogue: Catalogue, switches: Switches) -> str:
    """Return what the Keyword limits allow at the group's size, for the page that creates a group."""
    limits = _keyword_limits(group, catalogue, switches)
    if not limits:
        return _("Choose a Leader first.")
    neutral, other = limits
    keywords = _(
        "Neutral {neutral} of {neutral_most} · other Keyword {other} of {other_most}",
        neutral=neutral.count,
        neutral_most=neutral.most,
        other=other.count,
        other_most=other.most,
    )
    return dotted(members_in_words(group, catalogue), keywords)


def carried_limits(member: Member, catalogue: Catalogue) -> list[Limit]:
    """Return the limits on what a member carries (p. 29, p. 77)."""
    keys = [item.key for item in member.gear]
    equipment = catalogue.equipment
    return [
        Limit(
            pgettext("weapons", "Firearms"),
            sum(key in catalogue.firearms for key in keys),
            catalogue.number("limits", "firearms"),
        ),
        Limit(
            _("Close combat"),
            sum(key in catalogue.close_combat for key in keys),
            catalogue.number("limits", "close_combat"),
        ),
        Limit(
            _("Armour"),
            sum(key in equipment and equipment[key].armour for key in keys),
            catalogue.number("limits", "armour"),
        ),
    ]


def rarity_limits(group: Group, catalogue: Catalogue, shown: Collection[str]) -> list[Limit]:
    """Return the limits on how many members carry each of the rare weapons among `shown`.

    Under a Trained Leader also on gear without the mark *: 0 (p. 18).
    """
    trained = has_trained_leader(group, catalogue)
    carried = [catalogue.gear(item.key) for m in group.roster for item in m.gear]
    limits = []
    if trained:
        unmarked = sum(not gear.trained for gear in carried)
        limits.append(Limit(_("Gear without *"), unmarked, 0))
    for key in dict.fromkeys(shown):
        gear = catalogue.gear(key)
        if gear.rarity is not None and not (trained and gear.trained):
            bearers = sum(any(i.key == key for i in m.gear) for m in group.roster)
            limits.append(Limit(gear.name, bearers, gear.rarity))
    return limits


def why_not(group: Group, recruit: Recruit, key: str, left: int, catalogue: Catalogue) -> str:
    """Return why a recruit can't also buy a piece of gear with `left` points; '' if they can."""
    gear = catalogue.gear(key)
    trained = would_be_trained(group, recruit, catalogue)
    if recruit.type in catalogue.characters:
        if catalogue.character(recruit.type).animal:
            return _("Animals carry nothing")
        reason = _carrying_reason(recruit, gear, catalogue, trained)
        if reason:
            return reason
    rare = rarity_left(group, key, catalogue, trained_leader=trained)
    if rare == 0 and key not in recruit.gear:
        return _("None left: rarity {n}", n=gear.rarity)
    short = (gear.cost or 0) - left
    return _("Costs {n} more than is left", n=number(short)) if short > 0 else ""


def _carrying_reason(recruit: Recruit, gear: Gear, catalogue: Catalogue, trained: bool) -> str:
    """Return which rule of carrying one more piece of gear would break, '' if none, regardless of
    the rules that the recruit's gear already breaks (p. 18, p. 29, p. 70, p. 77)."""
    armour = {key for key, entry in catalogue.equipment.items() if entry.armour}
    limited: tuple[tuple[str, Collection[str], str], ...] = (
        ("armour", armour, _("Already wears armour")),
        ("close_combat", catalogue.close_combat, _("At most {n} close-combat weapons")),
        ("firearms", catalogue.firearms, _("At most {n} Firearms")),
    )
    for limit, entries, reason in limited:
        most = catalogue.number("limits", limit)
        if gear.key in entries and sum(key in entries for key in recruit.gear) >= most:
            return reason.format(n=most)
    bare = make_member(replace(recruit, gear=()), catalogue, NOT_YET)
    alone = replace(bare, gear=(Item(NOT_YET, gear.key),))
    broken = {
        violation.key.split("/")[0]
        for violation in gear_violations(alone, catalogue, trained_leader=trained)
    }
    if f"highly-specialized-{NOT_YET}" in broken:
        return _("Highly Specialized: needs Gunsmith")
    return _("Not marked *") if "unmarked" in broken else ""


def usable_weapons(group: Group, recruit: Recruit, left: int, catalogue: Catalogue) -> list[Gear]:
    """Return the weapons that a recruit can buy with `left` points."""
    return [
        gear
        for gear in catalogue.for_sale()
        if not isinstance(gear, Equipment)
        and not why_not(group, recruit, gear.key, left, catalogue)
    ]


def unarmed(group: Group, catalogue: Catalogue) -> list[Member]:
    """Return the members of a group being founded who need a weapon to start with, the Leader among
    them (p. 29)."""
    if not group.founding:
        return []
    return [member for member in group.roster if needs_weapon(member, catalogue)]


def kept_for_weapons(group: Group, catalogue: Catalogue) -> int:
    """Return the fewest points that arm everyone who needs a weapon to start with (p. 29)."""
    kept = 0
    for member in unarmed(group, catalogue):
        carried = tuple(item.key for item in member.gear)
        recruit = Recruit(member.type, gear=carried)
        weapons = usable_weapons(group, recruit, ANY_PRICE, catalogue)
        kept += min((gear.cost or 0 for gear in weapons), default=0)
    return kept


#: The most recruits suggested.
SUGGESTED = 3


def suggestions(group: Group, catalogue: Catalogue, switches: Switches) -> list[Recruit]:
    """Return armed recruits that the group can afford, dearest first.

    Points for the weapons that members still need are kept. The others are divided among these and
    the places left, so that the first recruits leave enough for the rest. Only types without further choices that keep the Keyword limits are suggested.
    """
    places, leader = room_left(group, catalogue), group.leading
    if places is None:  # on the road the points alone decide
        places = SUGGESTED
    if leader is None or places <= 0:
        return []
    free = group.points - kept_for_weapons(group, catalogue)
    shares = places + len(unarmed(group, catalogue))
    for budget in dict.fromkeys((max(free // shares, 0), free)):
        found = [
            recruit
            for kind in catalogue.followers()
            for recruit in _armed(kind, group, catalogue, budget)
            if not keyword_violations(
                (*group.roster, make_member(recruit, catalogue, NOT_YET)),
                leader,
                catalogue,
                switches,
            )
        ]
        if found:
            return sorted(found, key=lambda r: -cost_of(r, catalogue))[:SUGGESTED]
    return []


def _armed(
    kind: CharacterType, group: Group, catalogue: Catalogue, budget: int
) -> Iterator[Recruit]:
    """Yield a recruit of this type with the dearest weapon it can use within the budget, which
    costs no more than the type itself; an animal comes without one."""
    if kind.choose_skill_types or catalogue.chooses_class(kind.rules):
        return
    bare = Recruit(kind.key)
    left = budget - kind.cost
    if kind.animal and left >= 0:
        yield bare
    weapons = usable_weapons(group, bare, min(left, kind.cost), catalogue)
    if weapons:
        yield replace(bare, gear=(max(weapons, key=lambda gear: gear.cost or 0).key,))
