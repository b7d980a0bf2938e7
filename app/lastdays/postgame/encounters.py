"""The Encounter roll (p. 98, ruling 31), and what a group gains or loses in the Encounter
itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from lastdays.language import _, ngettext
from lastdays.model.game_record import CaptiveRecord
from lastdays.model.group import BuiltPerk, Group, Member
from lastdays.model.profile import permanent
from lastdays.model.recruiting import (
    PerkHelp,
    Recruit,
    empty_spaces,
    has_trained_leader,
    make_member,
    names_of,
    perk_help,
    perk_keys,
    room_left,
)
from lastdays.postgame.context import PostGameContext, option_of, standing
from lastdays.postgame.leadership import new_leader, unmarked_to_stash
from lastdays.procedure.asks import D6, Choose, Option, Procedure, Sum, tell
from lastdays.procedure.characteristic_tests import one_of_two, test
from lastdays.rulebook import Catalogue, skill_type_name
from lastdays.rulebook.effects import Effect
from lastdays.rulebook.entries import Encounter, open_skill_types
from lastdays.rulebook.known import AttributeKey, CharacterKey


def encounter_roll(groups: Sequence[Group], catalogue: Catalogue) -> Procedure[str]:
    """Roll for the Encounter of some groups and return its key (p. 98, ruling 31).

    If exactly one of them worked a Perk such as a Radio Room, it may shift the roll (p. 81).
    """
    by_number = {encounter.number: encounter for encounter in catalogue.encounters.values()}
    die: int = yield Sum("encounter/roll", _("Which Encounter? Roll a D6."), page=98)
    with_radio = []
    for group in groups:
        worked = perk_help(group, catalogue)
        if worked.radio:
            with_radio.append(worked)
    if len(with_radio) == 1:
        die += yield from _ask_radio_shift(die, with_radio[0], by_number)
    return by_number[die].key


def _ask_radio_shift(
    die: int, worked: PerkHelp, by_number: Mapping[int, Encounter]
) -> Procedure[int]:
    """Ask by how much a Radio Room shifts the Encounter roll; keeping it comes first (p. 81)."""
    shift_most = worked.encounter_shift
    options = []
    for shift_offered in (0, *range(-shift_most, 0), *range(1, shift_most + 1)):
        number = die + shift_offered
        if shift_offered == 0 or D6.least <= number <= D6.most:
            label = _("{n}: {name}", n=number, name=by_number[number].name)
            options.append(Option(str(shift_offered), label))
    shift = yield Choose(
        "encounter/radio",
        ngettext(
            "The {perk} may shift the Encounter roll by one.",
            "The {perk} may shift the Encounter roll by up to {n}.",
            shift_most,
            perk=names_of(worked.radio),
        ),
        page=worked.radio[0].page,
        options=tuple(options),
    )
    return int(shift)


def encounter_aftermath(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Settle the consequences of the Encounter itself: captives come home or die, a stranger may
    join, a vehicle may become a Perk (p. 84, p. 104, p. 107)."""
    for captive in context.side.captives:
        if group.has_member(captive.member) and group.member(captive.member).status == "captured":
            group = yield from _captive(group, captive, context)
    if group.leading is None:
        group = yield from new_leader("encounter/leader", group, context)
    for side in context.game.rivals_of(context.group_id):
        for captive in side.captives:
            if captive.fate in ("lost", "declined") and captive.captor == context.group_id:
                group = yield from _loot_captive(group, captive, context)
    if context.side.stranger_home:
        group = yield from _let_stranger_join(group, context)
    if context.side.vehicle:
        group = yield from _test_vehicle(group, context)
    return group


def _captive(group: Group, captive: CaptiveRecord, context: PostGameContext) -> Procedure[Group]:
    """Bring a retrieved member home with their gear, or bury a lost one (p. 84, ruling 17)."""
    name = group.member(captive.member).name
    match captive.fate:
        case "home":
            yield tell("encounter", "{name} comes home.", captive.member, "well", name=name)
            group = group.change_member(captive.member, _freed)
            if has_trained_leader(group, context.catalogue):
                group = yield from unmarked_to_stash("encounter", group, captive.member, context)
            return group
        case "held" | "open":
            yield tell("encounter", "{name} is still held.", captive.member, name=name)
            return group
        case _:
            yield tell(
                "encounter",
                "{name} was not brought home and is dead.",
                captive.member,
                "harm",
                name=name,
            )
            return group.bury(captive.member, context.game.number)


def _freed(member: Member) -> Member:
    return replace(member, status="active", captor="", captor_name="")


def _loot_captive(
    group: Group, captive: CaptiveRecord, context: PostGameContext
) -> Procedure[Group]:
    """Let the captor take the gear of a lost captive (p. 84, ruling 17)."""
    gear = group.not_here_yet(captive.gear, captive.member)
    if not gear:
        return group
    names = ", ".join(context.name_of(item) for item in gear)
    is_taken = yield from one_of_two(
        f"encounter/loot/{captive.member}",
        _("{name} wasn't retrieved, and was carrying {gear}.", name=captive.name, gear=names),
        (_("Add the gear to the stash"), names),
        (_("Leave the gear"), ""),
    )
    if not is_taken:
        return group
    yield tell("encounter", "From {name}: {gear}.", kind="well", name=captive.name, gear=names)
    return group.stash_add(gear)


def _let_stranger_join(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Let a freed stranger join as an unarmed Survivor, if there is room (p. 104)."""
    kind = context.catalogue.character(CharacterKey.SURVIVOR)
    room = room_left(group, context.catalogue)
    if room is not None and room <= 0:
        yield tell("encounter", "There is no room for the Survivor they freed.")
        return group
    joins = yield from one_of_two(
        "encounter/stranger",
        _("The Captive was a stranger and may join as an unarmed {type}.", type=kind.name),
        (_("Take the {type} in", type=kind.name), ""),
        (_("Send them on their way"), ""),
    )
    if not joins:
        return group
    member_id = context.new_id("stranger")
    member = make_member(Recruit(kind.key), context.catalogue, member_id)
    for n in range(1, kind.choose_skill_types + 1):
        options = []
        for skill_type in open_skill_types(kind):
            if skill_type not in member.skill_types:
                name = skill_type_name(skill_type)
                options.append(Option(skill_type, name, entry=skill_type))
        type_chosen = yield Choose(
            f"encounter/stranger/skill-type-{n}",
            _("Which type of skills does {name} learn?", name=member.name),
            page=kind.page,
            options=tuple(options),
        )
        member = replace(member, skill_types=(*member.skill_types, type_chosen))
    yield tell("encounter", "{name} joins, unarmed.", kind="well", name=member.name)
    return group.with_member(replace(member, newcomer=True))


def _test_vehicle(group: Group, context: PostGameContext) -> Procedure[Group]:
    """Let one Character take a Test to make the vehicle a Perk (p. 107, ruling 50)."""
    catalogue = context.catalogue
    encounter = catalogue.encounters[context.game.encounter]
    perk = encounter.perk
    needed = encounter.perk_test
    if not perk or needed is None or perk in perk_keys(group, catalogue):
        return group
    if empty_spaces(group, catalogue) <= 0:
        if not group.on_the_road:
            yield tell("encounter", "No Empty Space is left for the vehicle.")
        return group
    drivers = [member for member in standing(group, context) if not member.has(AttributeKey.ANIMAL)]
    if not drivers:
        return group
    driver_id = yield Choose(
        "encounter/vehicle",
        _("Who works on the vehicle they drove away in?"),
        page=encounter.page,
        options=tuple(_driver_options(drivers, catalogue)),
    )
    if driver_id == "nobody":
        return group
    member = group.member(driver_id)
    value = permanent(member, catalogue, needed.characteristic)
    two_dice = _rolls_two_dice(member, catalogue)
    is_passed = yield from test(
        "encounter/vehicle-test", member.name, value, needed, driver_id, two_dice=two_dice
    )
    if not is_passed:
        return group
    yield tell(
        "encounter",
        "The group has a new Perk: {perk}.",
        driver_id,
        "well",
        perk=catalogue.perks[perk].name,
    )
    built = BuiltPerk(context.new_id("vehicle"), perk)
    refuge = replace(group.refuge, built=(*group.refuge.built, built))
    return replace(group, refuge=refuge)


def _driver_options(drivers: Sequence[Member], catalogue: Catalogue) -> Iterator[Option]:
    """Yield who may work on the vehicle, and nobody."""
    for member in drivers:
        intelligence = permanent(member, catalogue, "I")
        if _rolls_two_dice(member, catalogue):
            detail = _("Intelligence {n}, two dice", n=intelligence)
        else:
            detail = _("Intelligence {n}", n=intelligence)
        yield option_of(member, detail)
    yield Option("nobody", _("Nobody"))


def _rolls_two_dice(member: Member, catalogue: Catalogue) -> bool:
    """Return whether a member rolls two dice for a vehicle."""
    return catalogue.giver(member, Effect.TWO_DICE_ON_VEHICLES) is not None
