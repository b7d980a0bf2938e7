"""What a characteristic is now, and why (p. 12, 66, 70, 77–79, 84; ruling 15)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.model.group import Advance, Injury, Item, Skill
from lastdays.model.profile import adjusted, explain, item_name
from lastdays.model.recruiting import retyped
from unit.postgame.crew import BOOK, member


def test_levels_injuries_gear_and_hand_are_all_named() -> None:
    mo = member(
        "Mo",
        "goon",
        ("heavy-club", "assault-armour"),
        advances=(Advance("FA", 1, 2, 3),),
        injuries=(Injury("blinded"), Injury("shell-shocked")),
        adjustments={"C": 2},
    )
    why = explain(mo, BOOK)
    assert why["FA"].why == (
        "Firearms 3 = 3 Goon (p.\u00a024) −1 Blinded in One Eye (p.\u00a084) +1 Level 2 (p.\u00a089)"
    )
    assert why["AP"].why == (
        "Action Points 2 = 5 Goon (p.\u00a024) −1 Shell-Shocked (p.\u00a084) "
        "−2 Heavy gear, as each Action Phase begins (p.\u00a070)"
    )
    assert (why["AP"].permanent, why["AP"].value) == (4, 2)
    assert why["E"].text == "6"
    assert why["C"].why == "Courage 4 = 2 Goon (p.\u00a024) +2 set by hand"
    assert not why["S"].changed


def test_a_vest_counts_against_shots_only() -> None:
    vest = explain(member("Mo", gear=("tactical-vest",)), BOOK)["E"]
    assert (vest.text, vest.value, vest.shooting) == ("3/5", 3, 5)
    assert "5 against shots" in vest.why


def test_ruling_15_nothing_falls_below_zero() -> None:
    kid = member("Kit", "kid", injuries=(Injury("blinded"),))
    assert explain(kid, BOOK)["FA"].value == 0


def test_ruling_15_an_injury_gives_nothing_back_to_what_was_set_below_zero() -> None:
    kid = member("Kit", "kid", adjustments={"FA": -9}).suffer(Injury("blinded"))
    assert "±0 Blinded in One Eye" in explain(kid, BOOK)["FA"].why


def test_ruling_15_a_later_level_is_not_swallowed_by_what_could_not_fall_below_zero() -> None:
    blind = Injury("blinded", 2)
    later = member("Kit", "kid", injuries=(blind,), advances=(Advance("FA", 1, 1, 3),))
    assert explain(later, BOOK)["FA"].value == 1
    assert "±0 Blinded in One Eye" in explain(later, BOOK)["FA"].why
    before = member("Kit", "kid", injuries=(blind,), advances=(Advance("FA", 1, 1, 1),))
    assert explain(before, BOOK)["FA"].value == 0


def test_an_injury_after_the_level_of_the_same_night_is_not_forgotten() -> None:
    """Hurt in the flight from an overrun Refuge, after Experience was spent."""
    kid = member("Kit", "kid", advances=(Advance("FA", 1, 1, 2),))
    assert explain(kid.suffer(Injury("blinded", 2)), BOOK)["FA"].value == 0
    first = member("Kit", "kid").suffer(Injury("blinded", 2))
    later = replace(first, advances=(Advance("FA", 1, 1, 2),))
    assert explain(later, BOOK)["FA"].value == 1


@pytest.mark.parametrize("value", range(8))
def test_a_characteristic_set_by_hand_counts_on_from_there(value: int) -> None:
    for start in (
        member("Mo", "goon"),
        member("Mo", "goon", advances=(Advance("FA", 1, 1, 1),)),
        member("Kit", "kid").suffer(Injury("blinded", 1)),
        member("Kit", "kid", adjustments={"FA": 3}).suffer(Injury("blinded", 1)),
    ):
        by_hand = adjusted(start, BOOK, "FA", value)
        assert explain(by_hand, BOOK)["FA"].value == value
        level = replace(by_hand, advances=(*by_hand.advances, Advance("FA", 1, 2, 2)))
        assert explain(level, BOOK)["FA"].value == value + 1
        hurt = by_hand.suffer(Injury("blinded", 2))
        assert explain(hurt, BOOK)["FA"].value == max(0, value - 1)
        both = replace(hurt, advances=(*hurt.advances, Advance("FA", 1, 2, 2)))
        assert explain(both, BOOK)["FA"].value == max(0, value - 1) + 1
        assert adjusted(by_hand, BOOK, "FA", value) == by_hand


def test_another_type_by_hand_never_hides_a_level() -> None:
    low = adjusted(member("Mo", "goon"), BOOK, "FA", 0)
    kid = retyped(low, "kid", BOOK)
    assert explain(kid, BOOK)["FA"].value == 0
    level = replace(kid, advances=(Advance("FA", 1, 1, 1),))
    assert explain(level, BOOK)["FA"].value == 1
    assert kid.keyword == BOOK.character("kid").keyword


def test_another_type_by_hand_has_its_own_rules_and_what_was_learnt() -> None:
    rex = member("Rex", "dog", skills=("sprinter",))
    own = {skill.key for skill in member("Mo", "goon").skills}
    assert {skill.key for skill in retyped(rex, "goon", BOOK).skills} == {*own, "sprinter"}
    assert {skill.key for skill in rex.skills} > {"sprinter"}


def test_a_number_that_nobody_noted_counts_nothing() -> None:
    loud = member("Mo", skills=("noisy",))
    assert loud.skill_value("noisy") == 0
    louder = replace(loud, skills=(*loud.skills, Skill("noisy", 2)))
    assert louder.skill_value("noisy") == 2


def test_items_say_what_is_on_them() -> None:
    gun = Item("g", "surplus-smg", (Item("s", "scope"),), modified=True)
    assert item_name(gun, BOOK) == "Surplus SMG (converted) + Scope"
