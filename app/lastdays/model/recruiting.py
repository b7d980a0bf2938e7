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
from lastdays.model.group import (
    BuiltPerk,
    Group,
    Item,
    Member,
    RefugeState,
    Skill,
    derived_id,
    pieces,
)
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


#: A Neutral member counts against its share of a group; the Keyword that everyone gets along with.
NEUTRAL = "neutral"


#: The Keyword whose Leaders allow only gear marked *.
TRAINED = "trained"


def unknown_in(group: Group, catalogue: Catalogue) -> Iterator[Unknown]:
    """Yield every key of a group that has no entry, including members who died or left."""
    if not group.on_the_road and group.refuge.key not in catalogue.refuges:
        yield Unknown("refuges", group.refuge.key)
    perks = [perk.key for perk in group.refuge.built]
    perks.extend(group.next_encounter.worked)
    for key in perks:
        if key not in catalogue.perks:
            yield Unknown("perks", key)
    yield from _unknown_gear(group.stash, catalogue)
    for member in group.members:
        yield from _unknown_of_member(member, catalogue)


def _unknown_of_member(member: Member, catalogue: Catalogue) -> Iterator[Unknown]:
    name = member.name
    member_id = member.id
    if member.type not in catalogue.characters:
        yield Unknown("characters", member.type, name, member_id)
    for skill in member.skills:
        if skill.key not in catalogue.skills and skill.key not in catalogue.attributes:
            yield Unknown("skills", skill.key, name, member_id)
    for injury in member.injuries:
        if injury.key not in catalogue.injuries:
            yield Unknown("injuries", injury.key, name, member_id)
    yield from _unknown_gear(member.gear, catalogue, name, member_id)


def _unknown_gear(
    items: Iterable[Item], catalogue: Catalogue, whose: str = "", member: str = ""
) -> Iterator[Unknown]:
    for piece in pieces(items):
        if not catalogue.has_gear(piece.key):
            yield Unknown("gear", piece.key, whose, member)


def unknown_violations(group: Group, catalogue: Catalogue) -> Iterator[Violation]:
    """Yield a violation for each key in play that isn't in the rulebook, once each."""
    owners = {member.id for member in group.roster}
    owners.add("")  # the group itself
    for unknown in dict.fromkeys(unknown_in(group, catalogue)):
        if unknown.member in owners:
            yield _unknown_violation(unknown)


def _unknown_violation(unknown: Unknown) -> Violation:
    """Return the violation for a key without an entry."""
    match unknown.kind:
        case "refuges":
            text = _("The Refuge {name} isn't in the rulebook: a content pack may be missing.")
        case "perks":
            text = _("The Perk {name} isn't in the rulebook: a content pack may be missing.")
        case "characters":
            text = _(
                "{whose}: the type {name} isn't in the rulebook: a content pack may be missing."
            )
        case _other:
            text = _("{whose}: {name} isn't in the rulebook: a content pack may be missing.")
    parts = ("unknown", unknown.kind, unknown.key, unknown.member)
    key = "/".join(part for part in parts if part)
    whose = unknown.whose or _("The stash")
    sentence = text.format(name=readable(unknown.key), whose=whose)
    return Violation(key, sentence, member=unknown.member)


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


def cost_of(recruit: Recruit, catalogue: Catalogue, *, gear_only: bool = False) -> int:
    """Return the Scavenge Points that a recruit costs with gear; with `gear_only` the gear alone (ruling
    27)."""
    gear_cost = sum(catalogue.gear(key).cost or 0 for key in recruit.gear)
    if gear_only:
        return gear_cost
    return gear_cost + catalogue.character(recruit.type).cost


def worth_of(member: Member, catalogue: Catalogue) -> int:
    """Return what a member and their gear were bought for, in Scavenge Points: nothing for what was
    entered by hand."""
    price = 0 if "entered" in member.by_hand else catalogue.character(member.type).cost
    return price + _price_of_gear(member.gear, catalogue)


def _price_of_gear(gear: Iterable[Item], catalogue: Catalogue) -> int:
    """Return the cost of gear with its attachments, without what was added by hand."""
    cost = 0
    for item in gear:
        if not item.by_hand:
            cost += catalogue.gear(item.key).cost or 0
        cost += _price_of_gear(item.attached, catalogue)
    return cost


def budget_of(group: Group, catalogue: Catalogue) -> int:
    """Return the points that a group had to begin with, while it is being created: those left, and what
    its members and gear were bought for."""
    points_spent = sum(worth_of(member, catalogue) for member in group.members)
    return group.points + points_spent + _price_of_gear(group.stash, catalogue)


def make_member(recruit: Recruit, catalogue: Catalogue, member_id: str) -> Member:
    """Return a recruit as a member of Level 0 with the gear bought (p. 21, p. 88).

    Raises RuleError for a type or gear that isn't in the rulebook: a group may already have blanks,
    but can't gain new ones.
    """
    _refuse_unknown(recruit, catalogue)
    kind = catalogue.character(recruit.type)
    traits = recruit.traits if isinstance(recruit, RecruitWithTraits) else {}
    gear = []
    for place, key in enumerate(recruit.gear):
        item_id = derived_id(member_id, "gear", place)
        gear.append(Item(item_id, key))
    return Member(
        id=member_id,
        name=recruit.name.strip() or kind.name,
        type=kind.key,
        keyword=kind.keyword,
        skill_types=recruit.skill_types,
        traits=traits,
        skills=_skills_of_type(kind, recruit.gunsmith, catalogue),
        gear=tuple(gear),
    )


def _refuse_unknown(recruit: Recruit, catalogue: Catalogue) -> None:
    """Raise RuleError if the rulebook has no entry for a recruit's type or gear."""
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


def _skills_of_type(kind: CharacterType, gunsmith: str, catalogue: Catalogue) -> tuple[Skill, ...]:
    """Return the special rules that a type comes with, `gunsmith` as the class of a Gunsmith."""
    skills = []
    for trait in kind.rules:
        has_class = catalogue.chooses_class((trait,))
        firearm_class = gunsmith if has_class else ""
        skills.append(Skill(key=trait.key, value=trait.value, detail=firearm_class, source="type"))
    return tuple(skills)


def retyped(member: Member, kind: str, catalogue: Catalogue) -> Member:
    """Return a member changed to another type by hand, with the Keyword and special rules of the
    new type. Skills learnt, injuries and characteristics set by hand stay."""
    newcomer = make_member(Recruit(kind), catalogue, member.id)
    learnt = tuple(skill for skill in member.skills if skill.source != "type")
    new_member = replace(
        member, type=kind, keyword=newcomer.keyword, skills=newcomer.skills + learnt
    )
    for name in member.adjustments:
        value = permanent(new_member, catalogue, name)
        new_member = adjusted(new_member, catalogue, name, value)
    return new_member


def max_size(group: Group, catalogue: Catalogue) -> int | None:
    """Return how many members a group may have: as many as its Refuge holds (p. 20), None for any
    number on the road (ruling 97)."""
    return None if group.on_the_road else places_in_refuge(group, catalogue)


def room_left(group: Group, catalogue: Catalogue) -> int | None:
    """Return how many more members a group may have, None for any number."""
    size_limit = max_size(group, catalogue)
    return None if size_limit is None else size_limit - len(group.roster)


def size_in_words(group: Group, catalogue: Catalogue) -> str:
    """Return the size of a group and the most it may have: '5/8', '5' on the road."""
    size = len(group.roster)
    size_limit = max_size(group, catalogue)
    if size_limit is None:
        return str(size)
    return _("{n}/{most}", n=size, most=size_limit)


def members_in_words(group: Group, catalogue: Catalogue) -> str:
    """Say how many members a group has, and may have: '5 of 8 members', '5 members' on the road."""
    size = len(group.roster)
    size_limit = max_size(group, catalogue)
    if size_limit is None:
        return ngettext("{n} member", "{n} members", size)
    return _("{n} of {most} members", n=size, most=size_limit)


def places_in_refuge(group: Group, catalogue: Catalogue) -> int:
    """Return how many members the Refuge holds, Bunk Beds included (p. 20, p. 80).

    A Refuge that is no longer in the rulebook holds at least those who live there.
    """
    refuge = catalogue.refuges[group.refuge.key]
    beds = sum(perk.beds for perk in perks_of(group, catalogue))
    places = refuge.max_size + group.refuge.extra_size + beds
    if group.refuge.key in catalogue.refuges:
        return places
    return max(places, len(group.roster))


def empty_spaces(group: Group, catalogue: Catalogue) -> int:
    """Return the Empty Spaces still free; negative when more is built than fits (p. 20). On the road
    there are those set by hand.

    A Refuge that is no longer in the rulebook holds at least what is built there.
    """
    refuge = catalogue.refuges[group.refuge.key]
    spaces = refuge.empty_spaces + group.refuge.extra_spaces - len(group.refuge.built)
    if group.on_the_road or group.refuge.key in catalogue.refuges:
        return spaces
    return max(spaces, 0)


def perk_keys(group: Group, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the keys of all Perks of the Refuge, built-in ones first, with repetitions."""
    built_in = tuple(catalogue.refuges[group.refuge.key].built_in)
    built = tuple(perk.key for perk in group.refuge.built)
    return built_in + built


def perks_of(group: Group, catalogue: Catalogue) -> list[Perk]:
    """Return the entries of all Perks of the Refuge, in the order of `perk_keys`."""
    return [catalogue.perks[key] for key in perk_keys(group, catalogue)]


def perk_giving(
    group: Group, catalogue: Catalogue, gives: Callable[[Perk], int | bool]
) -> Perk | None:
    """Return the first Perk of the Refuge for which `gives` is true, None if there is none."""
    for perk in perks_of(group, catalogue):
        if gives(perk):
            return perk
    return None


def is_outsider(member: Member, leader: Member) -> bool:
    """Return whether a member has neither the Leader's Keyword nor Neutral (p. 21)."""
    return member.keyword not in (NEUTRAL, leader.keyword)


def counts_as_neutral(member: Member, leader: Member) -> bool:
    """Return whether a member fills the Neutral share: under a Neutral Leader nobody does (p. 21)."""
    return member.keyword == NEUTRAL and leader.keyword != NEUTRAL


def neutral_percent(leader: CharacterType | None, catalogue: Catalogue, switches: Switches) -> int:
    """Return the percentage of a group that may be Neutral (p. 21, ruling 8)."""
    is_thug = leader is not None and leader.key == CharacterKey.MERCILESS_THUG
    if is_thug and switches.thug_preferences == "catalogue":
        return catalogue.number("thug_preferences", "neutral_percent")
    return catalogue.number("limits", "neutral_percent")


def keyword_violations(
    members: Iterable[Member], leader: Member, catalogue: Catalogue, switches: Switches
) -> list[Violation]:
    """Check the Keyword limits over all members, the Leader included (p. 21, ruling 8)."""
    members = list(members)
    violations = []
    neutral = [member for member in members if counts_as_neutral(member, leader)]
    percent_most = neutral_percent(catalogue.characters.get(leader.type), catalogue, switches)
    if _is_over_share(neutral, members, percent_most):
        text = _(
            "{count} of {size} are Neutral ({share} %, at most {most} %).",
            count=len(neutral),
            size=len(members),
            share=_percentage(neutral, members),
            most=percent_most,
        )
        violations.append(Violation("neutral-limit", text, catalogue.number("limits", "page")))
    outsiders = [member for member in members if is_outsider(member, leader)]
    percent_most = catalogue.number("limits", "other_keyword_percent")
    if _is_over_share(outsiders, members, percent_most):
        text = _(
            "{count} of {size} have another Keyword than {keyword} ({share} %, at most {most} %).",
            count=len(outsiders),
            size=len(members),
            keyword=keyword_name(leader.keyword),
            share=_percentage(outsiders, members),
            most=percent_most,
        )
        violations.append(
            Violation("other-keyword-limit", text, catalogue.number("limits", "page"))
        )
    if switches.thug_preferences == "catalogue" and leader.type == CharacterKey.MERCILESS_THUG:
        violations.extend(_refused_by_thug(members, catalogue))
    return violations


def _is_over_share(some_members: list[Member], members: list[Member], percent_most: int) -> bool:
    """Return whether some of the members are more than `percent_most` percent of all of them."""
    return len(some_members) * 100 > percent_most * len(members)


def _percentage(part: list[Member], members: list[Member]) -> int:
    return len(part) * 100 // len(members)


def _refused_by_thug(members: list[Member], catalogue: Catalogue) -> Iterator[Violation]:
    """Yield a violation for each member of a type that a Merciless Thug won't lead (p. 17)."""
    refused = catalogue.constants["thug_preferences"]["excluded"]
    page = catalogue.number("thug_preferences", "page")
    for member in members:
        if member.type in refused:
            text = _(
                "{name}: a Merciless Thug won't lead this type ({type}).",
                name=member.name,
                type=catalogue.character(member.type).name,
            )
            yield Violation(f"thug-excludes/{member.id}", text, page, member.id)


def violations(group: Group, catalogue: Catalogue, switches: Switches) -> list[Violation]:
    """Return all violations of a group in its current state."""
    violations = list(_size_violations(group, catalogue))
    violations.extend(_leader_violations(group, catalogue, switches))
    if group.points < 0:
        text = _(
            "{points} Scavenge Points: more was spent than the group had.",
            points=number(group.points),
        )
        violations.append(Violation("points", text, 16))
    violations.extend(_perk_violations(group, catalogue))
    violations.extend(unknown_violations(group, catalogue))
    trained = has_trained_leader(group, catalogue)
    for member in group.roster:
        violations.extend(gear_violations(member, catalogue, trained_leader=trained))
        if group.founding and needs_weapon(member, catalogue):
            violations.append(_needs_weapon(member))
    return violations


def _leader_violations(
    group: Group, catalogue: Catalogue, switches: Switches
) -> Iterator[Violation]:
    """Yield what is wrong with who leads the group, and with whom they lead (p. 17, p. 21)."""
    leader = group.leading
    if leader is None:
        yield Violation("no-leader", _("The group has no Leader."), 17)
    else:
        yield from keyword_violations(group.roster, leader, catalogue, switches)
    leaders = [member.name for member in group.roster if catalogue.character(member.type).leader]
    if len(leaders) > 1:
        text = _("A group has a single Leader, not {names}.", names=", ".join(leaders))
        yield Violation("leaders", text, 17)


def _size_violations(group: Group, catalogue: Catalogue) -> Iterator[Violation]:
    count = len(group.roster)
    size_limit = max_size(group, catalogue)
    if size_limit is not None and count > size_limit:
        text = _("{count} members, but the Refuge holds {most}.", count=count, most=size_limit)
        yield Violation("size", text, 20)


def _needs_weapon(member: Member) -> Violation:
    text = _("{name} needs a weapon to start with.", name=member.name)
    return Violation(f"weapon-required/{member.id}", text, 29, member.id)


def has_trained_leader(group: Group, catalogue: Catalogue) -> bool:
    """Return whether a group may only use gear marked * (p. 18, p. 29)."""
    leader = group.leading
    if leader is None:
        return False
    return catalogue.character(leader.type).leader and leader.keyword == TRAINED


def would_be_trained(group: Group, recruit: Recruit, catalogue: Catalogue) -> bool:
    """Return whether a group with this recruit, who may become its missing Leader, may only use
    gear marked *."""
    if group.leading is not None:
        return has_trained_leader(group, catalogue)
    kind = catalogue.characters.get(recruit.type)
    return kind is not None and kind.leader and kind.keyword == TRAINED


def _perk_violations(group: Group, catalogue: Catalogue) -> Iterator[Violation]:
    """Yield that a Refuge has more Perks than room, or one twice that can be built only once."""
    missing = -empty_spaces(group, catalogue)
    if missing > 0:
        text = ngettext(
            "{count} more Perk is built than there are Empty Spaces.",
            "{count} more Perks are built than there are Empty Spaces.",
            missing,
            count=missing,
        )
        yield Violation("spaces", text, 20)
    keys = perk_keys(group, catalogue)
    for key in dict.fromkeys(keys):
        perk = catalogue.perks[key]
        if keys.count(key) > 1 and not perk.repeatable:
            text = _("{perk} can be built only once.", perk=perk.name)
            yield Violation(f"perk-twice/{key}", text, 95)


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
    gear_only: bool = False,
) -> list[Violation]:
    """Return the violations in recruiting someone with this gear (p. 21, p. 29, rulings 8–12).

    With `gear_only` the type itself costs nothing.
    """
    kind = catalogue.character(recruit.type)
    member = make_member(recruit, catalogue, "recruit")
    cost = cost_of(recruit, catalogue, gear_only=gear_only)
    violations = list(cost_violations(member.name, cost, group.points))
    joined_group = group.with_member(member)
    if kind.leader and group.leading is not None:
        violations.append(Violation("leaders", _("A group has a single Leader."), 17))
    elif kind.leader:
        joined_group = replace(joined_group, leader=member.id)
    violations.extend(_size_violations(joined_group, catalogue))
    leader = joined_group.leading
    if leader is not None:
        violations.extend(keyword_violations(joined_group.roster, leader, catalogue, switches))
    if not kind.animal and not armed(member.gear, catalogue):
        violations.append(_needs_weapon(member))
    violations.extend(_choice_violations(recruit, member.name, kind, catalogue))
    trained = has_trained_leader(joined_group, catalogue)
    violations.extend(gear_violations(member, catalogue, trained_leader=trained))
    violations.extend(rarity_violations(group, recruit.gear, catalogue, trained_leader=trained))
    return violations


def _choice_violations(
    recruit: Recruit, name: str, kind: CharacterType, catalogue: Catalogue
) -> Iterator[Violation]:
    """Yield what a recruit, by this name, has yet to choose: skill types, a class for Gunsmith."""
    types_wanted = kind.choose_skill_types
    allowed = open_skill_types(kind)
    types_chosen = {skill_type for skill_type in recruit.skill_types if skill_type in allowed}
    if len(types_chosen) != types_wanted or len(recruit.skill_types) != types_wanted:
        names = ", ".join(skill_type_name(skill_type) for skill_type in allowed)
        text = ngettext(
            "{name} has to choose {count} skill type: {allowed}.",
            "{name} has to choose {count} skill types: {allowed}.",
            types_wanted,
            name=name,
            count=types_wanted,
            allowed=names or pgettext("skill types", "none"),
        )
        yield Violation("skill-types", text, kind.page)
    if catalogue.chooses_class(kind.rules) and not recruit.gunsmith:
        text = _("{name} needs a class of Firearm for Gunsmith.", name=name)
        yield Violation("gunsmith", text, 65)


@cache
def _rules() -> dict[str, dict[str, str]]:
    return paths.toml("rules.toml")


def rule_behind(violation: Violation, catalogue: Catalogue) -> str:
    """Return the rule behind a violation, in a sentence."""
    key = violation.key.split("/")[0]
    if key.startswith("highly-specialized"):
        key = "highly-specialized"
    rule = _rules().get(key)
    if rule is None:
        return violation.text
    section, name = rule.get("number", "limits.page").split(".")
    repeatable = [perk.name for perk in catalogue.perks.values() if perk.repeatable]
    sentence = rule["rule"]
    return _(
        sentence,
        n=catalogue.number(section, name),
        few=catalogue.injuries[InjuryKey.ARM_INJURY].weapons_most,
        perks=joined(repeatable),
    )


def campaign_won(group: Group, catalogue: Catalogue) -> bool:
    """Return whether a group has won the campaign by the optional rule (p. 106, ruling 32): no
    Empty Space left, the group at its maximum size, enough unspent points."""
    if group.refuge.key not in catalogue.refuges:
        return False
    no_space_left = empty_spaces(group, catalogue) <= 0
    is_full = len(group.roster) >= places_in_refuge(group, catalogue)
    is_rich = group.points >= catalogue.number("ending", "points")
    return no_space_left and is_full and is_rich


#: The rating of gear that can't be bought.
PRICELESS = 5
#: The rating of a Level.
A_LEVEL = 3
#: The deduction for a lasting injury.
AN_INJURY = 3


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
        members=sum(catalogue.character(member.type).cost for member in active),
        gear=sum(_rating_of_gear(member.gear, catalogue) for member in active),
        levels=A_LEVEL * sum(member.level for member in active),
        injuries=AN_INJURY * sum(len(member.injuries) for member in active),
    )


def _rating_of_gear(gear: Iterable[Item], catalogue: Catalogue) -> int:
    """Return the rating of gear with its attachments."""
    rating = 0
    for item in gear:
        cost = catalogue.gear(item.key).cost
        rating += PRICELESS if cost is None else cost
        rating += _rating_of_gear(item.attached, catalogue)
    return rating


class PerkHelp(Value):
    """What worked Perks do for a group in the coming Encounter: those that re-roll failed Ammo Rolls
    (`ammo`), and those that shift the Encounter roll (`radio`). Several of them add up."""

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


def perk_help(group: Group, catalogue: Catalogue) -> PerkHelp:
    """Return the worked Perks that help a group in the coming Encounter."""
    perks = [catalogue.perks[key] for key in group.next_encounter.worked]
    return PerkHelp(
        ammo=tuple(perk for perk in perks if perk.ammo_rerolls),
        radio=tuple(perk for perk in perks if perk.encounter_shift),
    )


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
    given: PerkHelp
    points: int


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
    stash: tuple[Item, ...] = ()
    saved_by = ""
    perks = PerkHelp()
    if overrun:
        perks = perk_help(group, catalogue)
        vehicle = perk_giving(group, catalogue, lambda perk: perk.saves_stash)
        if vehicle is None:
            stash = group.stash
        elif group.stash:
            saved_by = vehicle.name
    return RefugeLoss(
        stash=stash,
        saved_by=saved_by,
        built=group.refuge.built,
        given=perks,
        points=group.points,
    )


def refuge_moves(group: Group, catalogue: Catalogue) -> tuple[RefugeMove, ...]:
    """Return the other Refuges a group may move to, in the order of the book."""
    moves = []
    for key, refuge in catalogue.refuges.items():
        if key == group.refuge.key:
            continue
        group_there = replace(group, refuge=RefugeState(key))
        beds = places_in_refuge(group_there, catalogue)
        move = RefugeMove(
            refuge=key,
            beds=beds,
            staying=max(0, len(group.active) - beds),
            spaces=empty_spaces(group_there, catalogue),
            built_in=tuple(refuge.built_in),
        )
        moves.append(move)
    return tuple(moves)
