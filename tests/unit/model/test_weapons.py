"""Weapons in one member's hands (p. 62–82, rulings 36, 40–42)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.model.group import Item, Skill
from lastdays.model.profile import adjusted, heavy
from lastdays.model.weapons import FirearmInHand, firearms_in_hand, melee_in_hand
from sure import sure
from unit.postgame.crew import BOOK, member


def gun(
    key: str, *, attached: tuple[str, ...] = (), modified: bool = False, **changes: Any
) -> FirearmInHand:
    bearer = member("Mo", "goon", **changes)
    item = Item("gun", key, tuple(Item(f"a-{a}", a) for a in attached), modified)
    return firearms_in_hand(replace(bearer, gear=(item, *bearer.gear)), BOOK)[0]


@pytest.mark.parametrize("key", sorted(BOOK.firearms))
def test_every_firearm_as_printed(key: str) -> None:
    printed, held = BOOK.firearms[key], gun(key)
    if printed.has("thrown"):
        assert [s.inches for s in held.steps] == [3 * BOOK.character("goon").profile["S"]]
    else:
        assert tuple(s.inches for s in held.steps) == printed.range
    assert tuple(s.damage for s in held.steps) == printed.damage
    assert len({s.knockback for s in held.steps} - set(printed.knockback)) == 0
    assert (held.rate, held.reload) == (printed.rof, printed.reload)
    assert held.usable is not printed.has("highly-specialized")
    assert held.noise == printed.value_of("noisy")


def smith(firearm_class: str) -> tuple[Skill]:
    return (Skill("gunsmith", None, firearm_class),)


def test_a_gunsmith_of_the_class_adds_damage_and_loses_reload() -> None:
    own = gun("hunting-rifle", skills=())
    bearer = replace(
        member("Mo", "goon"), skills=smith("rifle"), gear=(Item("gun", "hunting-rifle"),)
    )
    made = firearms_in_hand(bearer, BOOK)[0]
    assert (
        (made.steps[0].damage, made.reload)
        == (own.steps[0].damage + 1, sure(own.reload) - 1)
        == (4, 5)
    )
    assert made.why == ("Gunsmith +1 Damage, −1 Reload",)
    other = firearms_in_hand(replace(bearer, skills=smith("pistol")), BOOK)[0]
    assert (other.steps[0].damage, other.reload) == (3, 6)


def test_each_class_of_a_gunsmith_counts_for_its_own_guns_only() -> None:
    gear = (Item("r", "hunting-rifle"), Item("p", "revolver"), Item("s", "surplus-smg"))
    bearer = replace(
        member("Mo", "goon"), skills=(*smith("rifle"), *smith("pistol"), *smith("rifle")), gear=gear
    )
    made = {gun.item: gun for gun in firearms_in_hand(bearer, BOOK)}
    assert (made["r"].steps[0].damage, made["r"].reload) == (4, 5)
    assert made["r"].why == ("Gunsmith +1 Damage, −1 Reload",)
    revolver = BOOK.firearms["revolver"]
    assert made["p"].steps[0].damage == revolver.damage[0] + 1
    assert made["p"].reload == sure(revolver.reload) - 1
    assert made["s"].why == ()


def test_a_skill_listed_twice_counts_once() -> None:
    bearer = member("Mo", "goon", ("revolver",))
    twice = ("sniper", "short-controlled-bursts", "quick-load") * 2
    (held,) = firearms_in_hand(replace(bearer, skills=tuple(map(Skill, twice))), BOOK)
    assert (held.lobotomizer, held.ammo_die, held.reload_cost) == (1, -1, 1)
    fists = member("Mo", "goon", (), skills=("martial-arts", "headhunter") * 2)
    (bare,) = melee_in_hand(fists, BOOK)
    assert (bare.strength_weapon, bare.lobotomizer) == (1, 1)
    lifter = member("Mo", "goon", ("minigun",), skills=("heavy-lifter",) * 2)
    assert heavy(lifter, BOOK) == BOOK.firearms["minigun"].value_of("heavy") - 1


def test_a_reload_of_a_pack_that_costs_nothing_is_not_below_it() -> None:
    bearer = member("Mo", "goon", ("revolver",), skills=("quick-load",))
    free = replace(BOOK.actions["reload"], cost=0)
    book = replace(BOOK, actions={**BOOK.actions, "reload": free})
    assert firearms_in_hand(bearer, book)[0].reload_cost == 0


def test_a_silencer_is_declared_before_a_game_47() -> None:
    held = gun("high-power-rifle", attached=("silencer",))
    assert (held.noise, held.silent) == (1, False)
    assert held.why == ("Silencer, if declared before a game: Silent, then used up",)
    assert gun("hunting-bow").silent


def test_what_is_thrown_has_no_reload_to_change() -> None:
    bearer = replace(
        member("Mo", "goon", skills=("short-controlled-bursts",)), gear=(Item("g", "fire-bomb"),)
    )
    bearer = replace(bearer, skills=(*bearer.skills, *smith("explosive")))
    thrown = firearms_in_hand(bearer, BOOK)[0]
    assert (thrown.reload, thrown.ammo_die) == (None, 0)
    assert thrown.why == ("Gunsmith +1 Damage",)


@pytest.mark.parametrize("key", sorted(BOOK.close_combat))
def test_every_close_combat_weapon(key: str) -> None:
    printed = BOOK.close_combat[key]
    bearer = member("Mo", "goon", (key,))
    held = melee_in_hand(bearer, BOOK)[0]
    profile = BOOK.character("goon").profile
    assert (held.cqc, held.strength) == (
        profile["CQC"] + printed.cqc,
        profile["S"] + printed.strength,
    )
    assert held.lobotomizer == printed.value_of("lobotomizer")
    feeble = adjusted(bearer, BOOK, "CQC", 0)
    assert melee_in_hand(feeble, BOOK)[0].cqc == max(0, printed.cqc)
    hunter = replace(bearer, skills=(*bearer.skills, Skill("headhunter")))
    assert melee_in_hand(hunter, BOOK)[0].lobotomizer == held.lobotomizer + 1
