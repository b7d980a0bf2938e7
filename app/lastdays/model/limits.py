"""The limits of a group with their counts, why gear can't be bought, and suggested recruits for the
points left (p. 16–31)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from lastdays.language import _, dotted, number, pgettext
from lastdays.model.carrying import carriers, gear_violations, needs_weapon, rarity_left
from lastdays.model.group import Group, Item, Member
from lastdays.model.profile import armour_in
from lastdays.model.recruiting import (
    NEUTRAL,
    Recruit,
    cost_of,
    counts_as_neutral,
    has_trained_leader,
    is_outsider,
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
        words = _("{name}: {count} of {most}")
        if self.over:
            words = _("{name}: {count} of {most}, too many")
        return words.format(name=self.name, count=self.count, most=self.most)


def group_limits(group: Group, catalogue: Catalogue, switches: Switches) -> list[Limit]:
    """Return the limits on a group's members: all of them, Neutral ones, and those with other
    Keywords."""
    limits = []
    size_limit = max_size(group, catalogue)
    if size_limit is not None:
        limits.append(Limit(_("Members"), len(group.roster), size_limit))
    limits.extend(_keyword_limits(group, catalogue, switches))
    return limits


def _keyword_limits(group: Group, catalogue: Catalogue, switches: Switches) -> list[Limit]:
    """Return the limits on Neutral members and those with other Keywords, none without a Leader."""
    leader = group.leading
    if leader is None:
        return []
    size = len(group.roster)
    neutral = [member for member in group.roster if counts_as_neutral(member, leader)]
    neutral_share = neutral_percent(catalogue.characters.get(leader.type), catalogue, switches)
    outsiders = [member for member in group.roster if is_outsider(member, leader)]
    others_share = catalogue.number("limits", "other_keyword_percent")
    return [
        Limit(keyword_name(NEUTRAL), len(neutral), most=size * neutral_share // 100),
        Limit(_("Other Keywords"), len(outsiders), most=size * others_share // 100),
    ]


def limits_in_words(group: Group, catalogue: Catalogue, switches: Switches) -> str:
    """Return what the Keyword limits allow at the group's size, for the page that creates a group."""
    limits = _keyword_limits(group, catalogue, switches)
    if not limits:
        return _("Choose a Leader first.")
    neutral, other_keyword = limits
    keywords = _(
        "Neutral {neutral} of {neutral_most} · other Keyword {other} of {other_most}",
        neutral=neutral.count,
        neutral_most=neutral.most,
        other=other_keyword.count,
        other_most=other_keyword.most,
    )
    return dotted(members_in_words(group, catalogue), keywords)


def carried_limits(member: Member, catalogue: Catalogue) -> list[Limit]:
    """Return the limits on what a member carries (p. 29, p. 77)."""
    firearms = [item for item in member.gear if item.key in catalogue.firearms]
    blades = [item for item in member.gear if item.key in catalogue.close_combat]
    armour = armour_in(member.gear, catalogue)
    return [
        Limit(
            pgettext("weapons", "Firearms"),
            len(firearms),
            catalogue.number("limits", "firearms"),
        ),
        Limit(
            _("Close combat"),
            len(blades),
            catalogue.number("limits", "close_combat"),
        ),
        Limit(
            _("Armour"),
            len(armour),
            catalogue.number("limits", "armour"),
        ),
    ]


def rarity_limits(group: Group, catalogue: Catalogue, keys: Collection[str]) -> list[Limit]:
    """Return the limits on how many members carry each of the rare weapons among `keys`.

    Under a Trained Leader also on gear without the mark *: 0 (p. 18).
    """
    limits = []
    trained = has_trained_leader(group, catalogue)
    if trained:
        limits.append(Limit(_("Gear without *"), _unmarked_pieces(group, catalogue), 0))
    for key in dict.fromkeys(keys):
        gear = catalogue.gear(key)
        is_exempt = trained and gear.trained
        if gear.rarity is not None and not is_exempt:
            limits.append(Limit(gear.name, carriers(group, key), gear.rarity))
    return limits


def _unmarked_pieces(group: Group, catalogue: Catalogue) -> int:
    """Return how many pieces of gear without the mark * the members carry."""
    count = 0
    for member in group.roster:
        for item in member.gear:
            if not catalogue.gear(item.key).trained:
                count += 1
    return count


def why_not(group: Group, recruit: Recruit, key: str, points: int, catalogue: Catalogue) -> str:
    """Return why a recruit can't also buy a piece of gear with so many points; '' if they can."""
    gear = catalogue.gear(key)
    trained = would_be_trained(group, recruit, catalogue)
    if recruit.type in catalogue.characters:
        if catalogue.character(recruit.type).animal:
            return _("Animals carry nothing")
        reason = _carrying_reason(recruit, gear, catalogue, trained)
        if reason:
            return reason
    still_to_buy = rarity_left(group, key, catalogue, trained_leader=trained)
    if still_to_buy == 0 and key not in recruit.gear:
        return _("None left: rarity {n}", n=gear.rarity)
    missing_points = (gear.cost or 0) - points
    if missing_points > 0:
        return _("Costs {n} more than is left", n=number(missing_points))
    return ""


def _carrying_reason(recruit: Recruit, gear: Gear, catalogue: Catalogue, trained: bool) -> str:
    """Return which rule of carrying one more piece of gear would break, '' if none, regardless of
    the rules that the recruit's gear already breaks (p. 18, p. 29, p. 70, p. 77)."""
    armour = {key for key, entry in catalogue.equipment.items() if entry.armour}
    if _reaches_limit("armour", armour, recruit, gear, catalogue):
        return _("Already wears armour")
    if _reaches_limit("close_combat", catalogue.close_combat, recruit, gear, catalogue):
        limit = catalogue.number("limits", "close_combat")
        return _("At most {n} close-combat weapons", n=limit)
    if _reaches_limit("firearms", catalogue.firearms, recruit, gear, catalogue):
        return _("At most {n} Firearms", n=catalogue.number("limits", "firearms"))
    unarmed = make_member(replace(recruit, gear=()), catalogue, NOT_YET)
    bearer = replace(unarmed, gear=(Item(NOT_YET, gear.key),))
    violations = gear_violations(bearer, catalogue, trained_leader=trained)
    broken = {violation.key.split("/")[0] for violation in violations}
    if f"highly-specialized-{NOT_YET}" in broken:
        return _("Highly Specialized: needs Gunsmith")
    if "unmarked" in broken:
        return _("Not marked *")
    return ""


def _reaches_limit(
    limit: str, entries: Collection[str], recruit: Recruit, gear: Gear, catalogue: Catalogue
) -> bool:
    """Return whether a piece of gear is among these entries, of which a recruit has as many as the
    limit allows."""
    if gear.key not in entries:
        return False
    carried = [key for key in recruit.gear if key in entries]
    return len(carried) >= catalogue.number("limits", limit)


def usable_weapons(group: Group, recruit: Recruit, points: int, catalogue: Catalogue) -> list[Gear]:
    """Return the weapons that a recruit can buy with so many points."""
    weapons = [gear for gear in catalogue.for_sale() if not isinstance(gear, Equipment)]
    return [gear for gear in weapons if not why_not(group, recruit, gear.key, points, catalogue)]


def unarmed(group: Group, catalogue: Catalogue) -> list[Member]:
    """Return the members of a group being founded who need a weapon to start with, the Leader among
    them (p. 29)."""
    if not group.founding:
        return []
    return [member for member in group.roster if needs_weapon(member, catalogue)]


def points_for_missing_weapons(group: Group, catalogue: Catalogue) -> int:
    """Return the fewest points that arm everyone who needs a weapon to start with (p. 29)."""
    points = 0
    for member in unarmed(group, catalogue):
        carried = tuple(item.key for item in member.gear)
        recruit = Recruit(member.type, gear=carried)
        weapons = usable_weapons(group, recruit, ANY_PRICE, catalogue)
        prices = [gear.cost or 0 for gear in weapons]
        if prices:
            points += min(prices)
    return points


#: The most recruits suggested.
SUGGESTED = 3


def suggestions(group: Group, catalogue: Catalogue, switches: Switches) -> list[Recruit]:
    """Return armed recruits that the group can afford, dearest first.

    Points for the weapons that members still need are kept. The others are divided among these and
    the places left, so that the first recruits leave enough for the rest. Only types without further
    choices that keep the Keyword limits are suggested.
    """
    places = room_left(group, catalogue)
    if places is None:  # on the road the points alone decide
        places = SUGGESTED
    if group.leading is None or places <= 0:
        return []
    budget = group.points - points_for_missing_weapons(group, catalogue)
    shares = places + len(unarmed(group, catalogue))
    fair_share = max(budget // shares, 0)
    recruits = _affordable(group, catalogue, switches, fair_share)
    if not recruits:
        recruits = _affordable(group, catalogue, switches, budget)
    recruits.sort(key=lambda recruit: cost_of(recruit, catalogue), reverse=True)
    return recruits[:SUGGESTED]


def _affordable(
    group: Group, catalogue: Catalogue, switches: Switches, budget: int
) -> list[Recruit]:
    """Return the armed recruits within a budget who keep the Keyword limits under the Leader."""
    leader = group.leading
    if leader is None:
        return []
    recruits = []
    for kind in catalogue.followers():
        for recruit in _recruits_with_weapon(kind, group, catalogue, budget):
            member = make_member(recruit, catalogue, NOT_YET)
            members = (*group.roster, member)
            if not keyword_violations(members, leader, catalogue, switches):
                recruits.append(recruit)
    return recruits


def _recruits_with_weapon(
    kind: CharacterType, group: Group, catalogue: Catalogue, budget: int
) -> Iterator[Recruit]:
    """Yield a recruit of this type with the dearest weapon it can use within the budget, which
    costs no more than the type itself; an animal comes without one."""
    if kind.choose_skill_types or catalogue.chooses_class(kind.rules):
        return
    unarmed = Recruit(kind.key)
    points_left = budget - kind.cost
    if kind.animal and points_left >= 0:
        yield unarmed
    price_limit = min(points_left, kind.cost)
    weapons = usable_weapons(group, unarmed, price_limit, catalogue)
    if weapons:
        dearest = max(weapons, key=lambda gear: gear.cost or 0)
        yield replace(unarmed, gear=(dearest.key,))
