"""The rules of recruiting: composition, rarity, the mark *, carrying and size (p. 17–31); also keys
without an entry, a group's rating, and what a group loses with its Refuge (p. 96).

Violations are warnings: each names its rule and numbers, and the players decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.errors import RuleError
from lastdays.language import _, joined, ngettext, number, pgettext
from lastdays.model.carrying import (
    Violation,
    armed,
    gear_violations,
    needs_weapon,
    rarity_violations,
)
from lastdays.model.group import BuiltPerk, Group, Item, Member, RefugeState, Skill, derived_id
from lastdays.model.profile import adjusted, permanent
from lastdays.model.switches import Switches
from lastdays.rulebook import Catalogue, CharacterType, keyword_name, skill_type_name
from lastdays.rulebook.blanks import readable
from lastdays.rulebook.entries import Perk, open_skill_types
from lastdays.rulebook.known import CharacterKey, InjuryKey
from lastdays.values import Value


class Unknown(Value):
    """A key without an entry: its kind, and the name and id of the member who has it ('' for the
    group)."""

    kind: str
    key: str
    whose: str = ""
    member: str = ""


def unknown_in(group: Group, catalogue: Catalogue) -> Iterator[Unknown]:
    """Yield every key of a group that has no entry, including members who died or left."""
    if not group.on_the_road and group.refuge.key not in catalogue.refuges:
        yield Unknown("refuges", group.refuge.key)
    for key in (*(perk.key for perk in group.refuge.built), *group.next_encounter.worked):
        if key not in catalogue.perks:
            yield Unknown("perks", key)
    yield from _gear(group.stash, catalogue)
    for member in group.members:
        yield from _of_member(member, catalogue)


def _of_member(member: Member, catalogue: Catalogue) -> Iterator[Unknown]:
    name, about = member.name, member.id
    if member.type not in catalogue.characters:
        yield Unknown("characters", member.type, name, about)
    for skill in member.skills:
        if skill.key not in catalogue.skills and skill.key not in catalogue.attributes:
            yield Unknown("skills", skill.key, name, about)
    for injury in member.injuries:
        if injury.key not in catalogue.injuries:
            yield Unknown("injuries", injury.key, name, about)
    yield from _gear(member.gear, catalogue, name, about)


def _gear(
    items: Iterable[Item], catalogue: Catalogue, whose: str = "", member: str = ""
) -> Iterator[Unknown]:
    for item in items:
        for key in (item.key, *(a.key for a in item.attached)):
            if not catalogue.has_gear(key):
                yield Unknown("gear", key, whose, member)


def unknown_violations(group: Group, catalogue: Catalogue) -> Iterator[Violation]:
    """Yield a violation for each key in play that isn't in the rulebook, once each."""
    here = {m.id for m in group.roster} | {""}
    for found in dict.fromkeys(unknown_in(group, catalogue)):
        if found.member not in here:
            continue
        text = {
            "refuges": _("The Refuge {name} isn't in the rulebook: a content pack may be missing."),
            "perks": _("The Perk {name} isn't in the rulebook: a content pack may be missing."),
            "characters": _(
                "{whose}: the type {name} isn't in the rulebook: a content pack may be missing."
            ),
        }.get(
            found.kind,
            _("{whose}: {name} isn't in the rulebook: a content pack may be missing."),
        )
        yield Violation(
            "/".join(filter(None, ("unknown", found.kind, found.key, found.member))),
            text.format(name=readable(found.key), whose=found.whose or _("The stash")),
            member=found.member,
        )


class Recruit(Value):
    """A recruit: type, name, chosen skill types, class for Gunsmith, keys of the gear to buy."""

    type: str
    name: str = ""
    skill_types: tuple[str, ...] = ()
    gunsmith: str = ""
    gear: tuple[str, ...] = ()


class RecruitWithTraits(Recruit):
    """A recruit with texts for the traits of the players' own rules, by key."""

    traits: Mapping[str, str] = {}


def cost_of(recruit: Recruit, catalogue: Catalogue, *, free: bool = False) -> int:
    """Return the Scavenge Points a recruit costs with gear; `free`: the gear alone (ruling 27)."""
    gear = sum(catalogue.gear(key).cost or 0 for key in recruit.gear)
    return gear if free else gear + catalogue.character(recruit.type).cost


def worth_of(member: Member, catalogue: Catalogue) -> int:
    """Return what a member and their gear were bought for, in Scavenge Points: nothing for what was
    entered by hand."""
    bought = 0 if "entered" in member.by_hand else catalogue.character(member.type).cost
    return bought + _bought(member.gear, catalogue)


def _bought(gear: Iterable[Item], catalogue: Catalogue) -> int:
    """Return the cost of gear with its attachments, without what was added by hand."""
    cost = 0
    for item in gear:
        if not item.by_hand:
            cost += catalogue.gear(item.key).cost or 0
        cost += _bought(item.attached, catalogue)
    return cost


def budget_of(group: Group, catalogue: Catalogue) -> int:
    """Return the points that a group had to begin with, while it is being created: those left, and what
    its members and gear were bought for."""
    spent = sum(worth_of(member, catalogue) for member in group.members)
    return group.points + spent + _bought(group.stash, catalogue)


def make_member(recruit: Recruit, catalogue: Catalogue, member_id: str) -> Member:
    """Return a recruit as a member of Level 0 with the gear bought (p. 21, p. 88).

    Raises RuleError for a type or gear that isn't in the rulebook: a group may already have blanks,
    but can't gain new ones.
    """
    if recruit.type not in catalogue.characters:
        raise RuleError(
            "The rulebook has no Character type called '{key}'. Is a content pack missing?",
            key=recruit.type,
        )
    for key in recruit.gear:
        if not catalogue.has_gear(key):
            raise RuleError(
                "The rulebook has no weapon or equipment called '{key}'. Is a content pack "
                "missing?",
                key=key,
            )
    kind = catalogue.character(recruit.type)
    skills = tuple(
        Skill(
            trait.key,
            trait.value,
            recruit.gunsmith if catalogue.chooses_class((trait,)) else "",
            "type",
        )
        for trait in kind.rules
    )
    return Member(
        id=member_id,
        name=recruit.name.strip() or kind.name,
        type=kind.key,
        keyword=kind.keyword,
        skill_types=recruit.skill_types,
        traits=recruit.traits if isinstance(recruit, RecruitWithTraits) else {},
        skills=skills,
        gear=tuple(
            Item(derived_id(member_id, "gear", n), key) for n, key in enumerate(recruit.gear)
        ),
    )


def retyped(member: Member, kind: str, catalogue: Catalogue) -> Member:
    """Return a member changed to another type by hand, with the Keyword and special rules of the
    new type. Skills learnt, injuries and characteristics set by hand stay."""
    made = make_member(Recruit(kind), catalogue, member.id)
    learnt = tuple(s for s in member.skills if s.source != "type")
    after = replace(member, type=kind, keyword=made.keyword, skills=(*made.skills, *learnt))
    for name in member.adjustments:
        after = adjusted(after, catalogue, name, permanent(after, catalogue, name))
    return after


def max_size(group: Group, catalogue: Catalogue) -> int | None:
    """Return how many members a group may have: as many as its Refuge holds (p. 20), None for any
    number on the road (ruling 97)."""
    return None if group.on_the_road else places_in_refuge(group, catalogue)


def room_left(group: Group, catalogue: Catalogue) -> int | None:
    """Return how many more members a group may have, None for any number."""
    most = max_size(group, catalogue)
    return None if most is None else most - len(group.roster)


def size_in_words(group: Group, catalogue: Catalogue) -> str:
    """Return the size of a group and the most it may have: '5/8', '5' on the road."""
    size, most = len(group.roster), max_size(group, catalogue)
    return str(size) if most is None else _("{n}/{most}", n=size, most=most)


def members_in_words(group: Group, catalogue: Catalogue) -> str:
    """Say how many members a group has, and may have: '5 of 8 members', '5 members' on the road."""
    size, most = len(group.roster), max_size(group, catalogue)
    if most is None:
        return ngettext("{n} member", "{n} members", size)
    return _("{n} of {most} members", n=size, most=most)


def places_in_refuge(group: Group, catalogue: Catalogue) -> int:
    """Return how many members the Refuge holds, Bunk Beds included (p. 20, p. 80).

    A Refuge that is no longer in the rulebook holds at least those who live there.
    """
    refuge = catalogue.refuges[group.refuge.key]
    beds = sum(perk.beds for perk in perks_of(group, catalogue))
    most = refuge.max_size + group.refuge.extra_size + beds
    return most if group.refuge.key in catalogue.refuges else max(most, len(group.roster))


def empty_spaces(group: Group, catalogue: Catalogue) -> int:
    """Return the Empty Spaces still free; negative when more is built than fits (p. 20). On the road
    there are those set by hand.

    A Refuge that is no longer in the rulebook holds at least what is built there.
    """
    refuge = catalogue.refuges[group.refuge.key]
    free = refuge.empty_spaces + group.refuge.extra_spaces - len(group.refuge.built)
    known = group.on_the_road or group.refuge.key in catalogue.refuges
    return free if known else max(free, 0)


def perk_keys(group: Group, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the keys of all Perks of the Refuge, built-in ones first, with repetitions."""
    built_in = catalogue.refuges[group.refuge.key].built_in
    return (*built_in, *(perk.key for perk in group.refuge.built))


def perks_of(group: Group, catalogue: Catalogue) -> list[Perk]:
    """Return the entries of all Perks of the Refuge, in the order of `perk_keys`."""
    return [catalogue.perks[key] for key in perk_keys(group, catalogue)]


def perk_giving(
    group: Group, catalogue: Catalogue, gives: Callable[[Perk], int | bool]
) -> Perk | None:
    """Return the first Perk of the Refuge for which `gives` is true, None if there is none."""
    return next((perk for perk in perks_of(group, catalogue) if gives(perk)), None)


def neutral_percent(leader: CharacterType | None, catalogue: Catalogue, switches: Switches) -> int:
    """Return the percentage of a group that may be Neutral (p. 21, ruling 8)."""
    if (
        leader
        and leader.key == CharacterKey.MERCILESS_THUG
        and switches.thug_preferences == "catalogue"
    ):
        return catalogue.number("thug_preferences", "neutral_percent")
    return catalogue.number("limits", "neutral_percent")


def keyword_violations(
    members: Iterable[Member], leader: Member, catalogue: Catalogue, switches: Switches
) -> list[Violation]:
    """Check the Keyword limits over all members, the Leader included (p. 21, ruling 8)."""
    members = list(members)
    violations = []
    size = len(members)
    for key, count, most, text in (
        (
            "neutral-limit",
            sum(m.keyword == "neutral" != leader.keyword for m in members),
            neutral_percent(catalogue.characters.get(leader.type), catalogue, switches),
            _("{count} of {size} are Neutral ({share} %, at most {most} %)."),
        ),
        (
            "other-keyword-limit",
            sum(m.keyword not in ("neutral", leader.keyword) for m in members),
            catalogue.number("limits", "other_keyword_percent"),
            _(
                "{count} of {size} have another Keyword than {keyword} ({share} %, at most {most} %)."
            ),
        ),
    ):
        if count * 100 > most * size:
            said = text.format(
                count=count,
                size=size,
                keyword=keyword_name(leader.keyword),
                share=count * 100 // size,
                most=most,
            )
            violations.append(Violation(key, said, catalogue.number("limits", "page")))
    if switches.thug_preferences == "catalogue" and leader.type == CharacterKey.MERCILESS_THUG:
        excluded = set(catalogue.constants["thug_preferences"]["excluded"])
        violations.extend(
            Violation(
                f"thug-excludes/{m.id}",
                _(
                    "{name}: a Merciless Thug won't lead this type ({type}).",
                    name=m.name,
                    type=catalogue.character(m.type).name,
                ),
                catalogue.number("thug_preferences", "page"),
                m.id,
            )
            for m in members
            if m.type in excluded
        )
    return violations


def violations(group: Group, catalogue: Catalogue, switches: Switches) -> list[Violation]:
    """Return all violations of a group in its current state."""
    found: list[Violation] = []
    roster = group.roster
    leader = group.leading
    found.extend(_size_violations(group, catalogue))
    leaders = [m for m in roster if catalogue.character(m.type).leader]
    if leader is None:
        found.append(Violation("no-leader", _("The group has no Leader."), 17))
    else:
        found.extend(keyword_violations(roster, leader, catalogue, switches))
    if len(leaders) > 1:
        names = ", ".join(m.name for m in leaders)
        found.append(
            Violation("leaders", _("A group has a single Leader, not {names}.", names=names), 17)
        )
    if group.points < 0:
        found.append(
            Violation(
                "points",
                _(
                    "{points} Scavenge Points: more was spent than the group had.",
                    points=number(group.points),
                ),
                16,
            )
        )
    found.extend(_perk_violations(group, catalogue))
    found.extend(unknown_violations(group, catalogue))
    trained = has_trained_leader(group, catalogue)
    for member in roster:
        found.extend(gear_violations(member, catalogue, trained_leader=trained))
        if group.founding and needs_weapon(member, catalogue):
            found.append(_needs_weapon(member))
    return found


def _size_violations(group: Group, catalogue: Catalogue) -> Iterator[Violation]:
    count, most = len(group.roster), max_size(group, catalogue)
    if most is not None and count > most:
        text = _("{count} members, but the Refuge holds {most}.", count=count, most=most)
        yield Violation("size", text, 20)


def _needs_weapon(member: Member) -> Violation:
    return Violation(
        f"weapon-required/{member.id}",
        _("{name} needs a weapon to start with.", name=member.name),
        29,
        member.id,
    )


def has_trained_leader(group: Group, catalogue: Catalogue) -> bool:
    """Return whether a group may only use gear marked * (p. 18, p. 29)."""
    leader = group.leading
    if leader is None:
        return False
    return catalogue.character(leader.type).leader and leader.keyword == "trained"


def would_be_trained(group: Group, recruit: Recruit, catalogue: Catalogue) -> bool:
    """Return whether a group with this recruit, who may become its missing Leader, may only use
    gear marked *."""
    kind = catalogue.characters.get(recruit.type)
    return has_trained_leader(group, catalogue) or (
        kind is not None and kind.leader and kind.keyword == "trained" and group.leading is None
    )


def _perk_violations(group: Group, catalogue: Catalogue) -> Iterator[Violation]:
    free = empty_spaces(group, catalogue)
    if free < 0:
        yield Violation(
            "spaces",
            ngettext(
                "{count} more Perk is built than there are Empty Spaces.",
                "{count} more Perks are built than there are Empty Spaces.",
                -free,
                count=-free,
            ),
            20,
        )
    keys = perk_keys(group, catalogue)
    for key in dict.fromkeys(keys):
        perk = catalogue.perks[key]
        if keys.count(key) > 1 and not perk.repeatable:
            yield Violation(
                f"perk-twice/{key}",
                _("{perk} can be built only once.", perk=perk.name),
                95,
            )


def cost_violations(name: str, cost: int, points: int) -> Iterator[Violation]:
    """Yield a violation if something costs more Scavenge Points than a group has (p. 16)."""
    if cost > points:
        text = ngettext(
            "{name} costs {cost} Scavenge Point, but {budget} remain.",
            "{name} costs {cost} Scavenge Points, but {budget} remain.",
            cost,
            name=name,
            cost=cost,
            budget=number(points),
        )
        yield Violation("points", text, 16)


def purchase_violations(
    group: Group,
    recruit: Recruit,
    catalogue: Catalogue,
    switches: Switches,
    *,
    free: bool = False,
) -> list[Violation]:
    """Return the violations in recruiting someone with this gear (p. 21, p. 29, rulings 8–12).

    `free` leaves out the type's own cost.
    """
    found: list[Violation] = []
    kind = catalogue.character(recruit.type)
    member = make_member(recruit, catalogue, "recruit")
    cost = cost_of(recruit, catalogue, free=free)
    found.extend(cost_violations(member.name, cost, group.points))
    if kind.leader and group.leading is not None:
        found.append(Violation("leaders", _("A group has a single Leader."), 17))
    after = group.with_member(member)
    if kind.leader and group.leading is None:
        after = replace(after, leader=member.id)
    found.extend(_size_violations(after, catalogue))
    leader = after.leading
    if leader is not None:
        found.extend(keyword_violations(after.roster, leader, catalogue, switches))
    if not kind.animal and not armed(member.gear, catalogue):
        found.append(_needs_weapon(member))
    wanted = kind.choose_skill_types
    allowed = open_skill_types(kind)
    chosen = [t for t in recruit.skill_types if t in allowed]
    if len(set(chosen)) != wanted or len(recruit.skill_types) != wanted:
        found.append(
            Violation(
                "skill-types",
                ngettext(
                    "{name} has to choose {count} skill type: {allowed}.",
                    "{name} has to choose {count} skill types: {allowed}.",
                    wanted,
                ).format(
                    name=member.name,
                    count=wanted,
                    allowed=", ".join(skill_type_name(t) for t in allowed)
                    or pgettext("skill types", "none"),
                ),
                kind.page,
            )
        )
    if catalogue.chooses_class(kind.rules) and not recruit.gunsmith:
        found.append(
            Violation(
                "gunsmith", _("{name} needs a class of Firearm for Gunsmith.", name=member.name), 65
            )
        )
    trained = has_trained_leader(after, catalogue)
    found.extend(gear_violations(member, catalogue, trained_leader=trained))
    found.extend(rarity_violations(group, recruit.gear, catalogue, trained_leader=trained))
    return found


@cache
def _rules() -> dict[str, dict[str, str]]:
    return paths.toml("rules.toml")


def rule_behind(violation: Violation, catalogue: Catalogue) -> str:
    """Return the rule behind a violation, in a sentence."""
    key = violation.key.split("/")[0]
    said = _rules().get("highly-specialized" if key.startswith("highly-specialized") else key)
    if said is None:
        return violation.text
    text, number_of = said["rule"], said.get("number", "limits.page").split(".")
    return _(
        text,
        n=catalogue.number(*number_of),
        few=catalogue.injuries[InjuryKey.ARM_INJURY].weapons_most,
        perks=joined([perk.name for perk in catalogue.perks.values() if perk.repeatable]),
    )


def campaign_won(group: Group, catalogue: Catalogue) -> bool:
    """Return whether a group has won the campaign by the optional rule (p. 106, ruling 32): no
    Empty Space left, the group at its maximum size, enough unspent points."""
    return (
        group.refuge.key in catalogue.refuges
        and empty_spaces(group, catalogue) <= 0
        and len(group.roster) >= places_in_refuge(group, catalogue)
        and group.points >= catalogue.number("ending", "points")
    )


#: The rating of gear that can't be bought, of a Level, and the deduction for a lasting injury.
PRICELESS, A_LEVEL, AN_INJURY = 5, 3, 3


class Rating(Value):
    """A group's rating by its parts; `injuries` is the deduction for them, as a positive number."""

    members: int = 0
    gear: int = 0
    levels: int = 0
    injuries: int = 0

    @property
    def total(self) -> int:
        """Return the rating as one number, 0 or more."""
        return max(0, self.members + self.gear + self.levels - self.injuries)


def rating_of(group: Group, catalogue: Catalogue) -> Rating:
    """Return the rating of a group's members in play; captives, stash and Refuge don't count."""
    active = group.active
    return Rating(
        sum(catalogue.character(m.type).cost for m in active),
        sum(_worth(m.gear, catalogue) for m in active),
        A_LEVEL * sum(m.level for m in active),
        AN_INJURY * sum(len(m.injuries) for m in active),
    )


def _worth(gear: Iterable[Item], catalogue: Catalogue) -> int:
    """Return the rating of gear with its attachments."""
    worth = 0
    for item in gear:
        cost = catalogue.gear(item.key).cost
        worth += (PRICELESS if cost is None else cost) + _worth(item.attached, catalogue)
    return worth


class Given(Value):
    """The worked Perks that allow failed Ammo Rolls to be rolled again, and those that shift the
    Encounter roll. Several of them add up."""

    ammo: tuple[Perk, ...] = ()
    radio: tuple[Perk, ...] = ()

    @property
    def ammo_rerolls(self) -> int:
        """Return how many failed Ammo Rolls may be rolled again."""
        return sum(perk.ammo_rerolls for perk in self.ammo)

    @property
    def encounter_shift(self) -> int:
        """Return by how much the Encounter roll may be shifted."""
        return sum(perk.encounter_shift for perk in self.radio)


def given(group: Group, catalogue: Catalogue) -> Given:
    """Return the worked Perks that help a group in the coming Encounter."""

    def those(gives: Callable[[Perk], int]) -> tuple[Perk, ...]:
        perks = (catalogue.perks[key] for key in group.next_encounter.worked)
        return tuple(perk for perk in perks if gives(perk))

    return Given(those(lambda perk: perk.ammo_rerolls), those(lambda perk: perk.encounter_shift))


def names_of(perks: Iterable[Perk]) -> str:
    """Name Perks, each once: 'Armoury and Bunker'."""
    return joined(tuple(dict.fromkeys(perk.name for perk in perks)))


class RefugeLoss(Value):
    """The losses of a group that moves out of its Refuge, wherever it goes (rulings 29 and 30).

    `stash` is the gear lost, `saved_by` the name of a Perk that saves the stash, '' if there is
    none or nothing to save; `built` are the built Perks lost, `given` the worked Perks whose help
    is lost. `points` are kept.
    """

    stash: tuple[Item, ...]
    saved_by: str
    built: tuple[BuiltPerk, ...]
    given: Given
    points: int

    @property
    def nothing(self) -> bool:
        """Return whether nothing is lost."""
        return not (self.stash or self.built or self.given.ammo or self.given.radio)


class RefugeMove(Value):
    """Another Refuge that a group could move to: `beds` members fit, `staying` don't and stay
    behind, `spaces` are its Empty Spaces, `built_in` the keys of its Perks."""

    refuge: str
    beds: int
    staying: int
    spaces: int
    built_in: tuple[str, ...]


def refuge_loss(group: Group, catalogue: Catalogue, *, overrun: bool) -> RefugeLoss:
    """Return what a group loses with its Refuge, whether overrun or left by choice."""
    vehicle = perk_giving(group, catalogue, lambda perk: perk.saves_stash)
    return RefugeLoss(
        stash=group.stash if overrun and vehicle is None else (),
        saved_by=vehicle.name if overrun and vehicle is not None and group.stash else "",
        built=group.refuge.built,
        given=given(group, catalogue) if overrun else Given(),
        points=group.points,
    )


def refuge_moves(group: Group, catalogue: Catalogue) -> tuple[RefugeMove, ...]:
    """Return the other Refuges a group may move to, in the order of the book."""
    found = []
    for key, refuge in catalogue.refuges.items():
        if key == group.refuge.key:
            continue
        there = replace(group, refuge=RefugeState(key))
        beds = places_in_refuge(there, catalogue)
        found.append(
            RefugeMove(
                refuge=key,
                beds=beds,
                staying=max(0, len(group.active) - beds),
                spaces=empty_spaces(there, catalogue),
                built_in=tuple(refuge.built_in),
            )
        )
    return tuple(found)
