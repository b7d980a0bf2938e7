"""A roster put in order, members and groups copied, a group's picture: each a change undone."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from lastdays.campaign import Workspace
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import (
    GroupActions,
    RandomNames,
    group_name,
    member_name,
    numbered_name,
)
from lastdays.errors import RuleError
from lastdays.model.group import Member
from lastdays.model.recruiting import Recruit
from lastdays.rulebook import Catalogue


@pytest.fixture
def rosters(riverside: Workspace) -> GroupActions:
    return GroupActions(riverside)


@pytest.fixture
def group(rosters: GroupActions, campaign: str, book: Catalogue) -> str:
    """A group that is being created, of one leader."""
    return rosters.create_with_leader(
        campaign, "New Ones", "everyday-hero", "Al", next(iter(book.refuges))
    )


def named(workspace: Workspace, group: str, name: str) -> Member:
    return next(m for m in workspace.snapshot(group).group.members if m.name == name)


def undo(workspace: Workspace, group: str) -> None:
    workspace.undo(workspace.snapshot(group).campaign.id, group)


def picture(size: tuple[int, int] = (900, 600), colour: str = "red") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, colour).save(made, "JPEG")
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "taken", "free"),
    [
        ("Mo", {"Mo"}, "Mo 2"),
        ("Mo", {"Mo", "Mo 2", "Mo 3"}, "Mo 4"),
        ("Mo 2", {"Mo 2"}, "Mo 3"),
        ("Agent 1999", {"Agent 1999"}, "Agent 1999 2"),
        ("7", {"7"}, "7 2"),
    ],
)
def test_a_copy_is_named_after_the_first(name: str, taken: set[str], free: str) -> None:
    assert numbered_name(name, taken) == free


def test_a_group_has_a_picture_that_goes_with_its_file(
    riverside: Workspace, rosters: GroupActions, zeke: str
) -> None:
    campaign = riverside.snapshot(zeke).campaign.id
    rosters.set_picture(zeke, picture())
    group = riverside.snapshot(zeke).group
    assert rosters.portrait(group.picture) == picture()
    assert riverside.group(zeke).undo == "set the group's picture"
    document = rosters.export(zeke)
    copy = riverside.snapshot(rosters.import_document(campaign, document)).group
    with Image.open(io.BytesIO(rosters.portrait(copy.picture))) as kept:
        assert kept.size == (900, 600)  # a portrait would have been made smaller
    rosters.set_picture(zeke, None)
    assert riverside.snapshot(zeke).group.picture == ""
    assert riverside.group(zeke).undo == "removed the group's picture"
    undo(riverside, zeke)
    assert riverside.snapshot(zeke).group.picture == group.picture


def test_gear_is_bought_and_given_back_for_its_cost_while_the_group_is_founded(
    riverside: Workspace, book: Catalogue, group: str
) -> None:
    groups, gear = GroupActions(riverside), GroupGearActions(riverside)
    (al,) = riverside.group(group).group.members
    points = riverside.group(group).group.points
    cost = book.gear("revolver").cost
    assert cost
    gear.buy(group, al.id, "revolver")
    gear.add_gear(group, "", "knife")
    value = riverside.group(group).group
    assert value.points == points - cost
    (bought,) = value.members[0].gear
    (given,) = value.stash
    gear.give_back(group, bought.id)
    assert riverside.group(group).undo == "gave back Revolver from Al"
    assert (riverside.group(group).group.points, named(riverside, group, "Al").gear) == (
        points,
        (),
    )
    gear.give_back(group, given.id)  # set down by hand: nothing was paid for it
    assert riverside.group(group).undo == "gave back Knife from stash"
    assert (riverside.group(group).group.points, riverside.group(group).group.stash) == (
        points,
        (),
    )
    groups.start_playing(group)
    gear.add_gear(group, "", "knife")
    with pytest.raises(RuleError, match="only while the group is being created"):
        gear.give_back(group, riverside.group(group).group.stash[0].id)


def test_what_has_no_price_costs_nothing(riverside: Workspace, group: str) -> None:
    groups, gear = GroupActions(riverside), GroupGearActions(riverside)
    before = riverside.group(group).group
    gear.buy(group, before.leader, "scope", allowed=True)
    bought = riverside.group(group).group
    assert bought.points == before.points
    assert groups.worth(bought.members[0]) == groups.worth(before.members[0])
    gear.give_back(group, bought.members[0].gear[0].id)
    assert riverside.group(group).group == before


def test_a_group_has_the_first_leader_who_is_recruited(riverside: Workspace, zeke: str) -> None:
    groups = GroupActions(riverside)
    leader = riverside.group(zeke).group.leader
    hero = Recruit("everyday-hero", "Al")
    groups.recruit(zeke, hero, allowed=True)
    assert riverside.group(zeke).group.leader == leader
    groups.dismiss(zeke, leader)
    groups.dismiss(zeke, named(riverside, zeke, "Al").id)
    assert groups.recruit(zeke, hero, allowed=True) == riverside.group(zeke).group.leader


def test_a_copy_is_bought_as_the_first_was_while_the_group_is_created(
    riverside: Workspace, group: str
) -> None:
    """With the class that was chosen for it, and without what was set down by hand."""
    groups, gear = GroupActions(riverside), GroupGearActions(riverside)
    whole = Recruit("survivalist", "Bo", gunsmith="rifle", gear=("knife", "hunting-rifle"))
    for recruit in (whole, Recruit("survivor", "Cy", ("academic", "cqc"), gear=("knife",))):
        who = groups.recruit(group, recruit, allowed=True)
        gear.add_gear(group, who, "club")
        points = riverside.group(group).group.points
        copy = groups.copy_member(group, who)
        value = riverside.group(group).group.member(copy)
        assert [item.key for item in value.gear] == [*recruit.gear]
        details = [skill.detail for skill in value.skills if skill.key == "gunsmith"]
        assert details == [recruit.gunsmith] * (recruit is whole)
        assert points - riverside.group(group).group.points == groups.worth(value)


class Die:
    """Dice that say what they were thrown for, and show the highest number."""

    def __init__(self) -> None:
        self.thrown: list[tuple[int, int]] = []

    def randint(self, a: int, b: int, /) -> int:
        self.thrown.append((a, b))
        return b


def test_names_are_thought_up_till_all_are_taken(book: Catalogue) -> None:
    die = Die()
    taken: list[str] = []
    for _n in range(3):
        taken.append(member_name(die, taken, book.character("everyday-hero")))
    assert len(set(taken)) == 3
    assert {a for a, _b in die.thrown} == {0}
    (first, *_rest) = (b for _a, b in die.thrown)
    assert [b for _a, b in die.thrown] == [first, first - 1, first - 2]
    while len(taken) <= first:
        taken.append(member_name(die, taken))
    assert len(set(taken)) == first + 1
    assert member_name(die, taken) not in taken  # all are taken: one gets a number
    animal = next(k for k in book.characters.values() if any(r.key == "animal" for r in k.rules))
    assert member_name(die, (), animal) not in taken
    assert group_name(die) not in taken


def test_random_names_are_nobodys_in_the_campaign(
    rosters: GroupActions, riverside: Workspace, campaign: str, book: Catalogue
) -> None:
    names = RandomNames(riverside, Die(), lambda: campaign)
    given: list[str] = []
    for called in ("Night Shift", "Day Shift"):
        leader, refuge = names.member(()), next(iter(book.refuges))
        rosters.create_with_leader(campaign, called, "everyday-hero", leader, refuge)
        given.append(leader)
    assert names.member(()) not in given
    assert len(set(given)) == 2
    group = names.group(())
    rosters.create_with_leader(campaign, group, "everyday-hero", "Al", next(iter(book.refuges)))
    assert names.group(()) != group
