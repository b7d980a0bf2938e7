"""The Menace Phase at the number needed and at one below it, with numbers as the book prints them
(p. 40–41, p. 59, p. 61, p. 66, p. 75, p. 80; rulings 33–38, 43, 46)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.errors import RuleError
from lastdays.model.group import Skill
from lastdays.tabletop.last_days.card_views import board
from lastdays.tabletop.last_days.turn import ammo_pending, is_full, noise_pending
from unit.rulebook.printed import TABLES, key
from unit.tabletop.playing import Match, carl, duel, member, noisy, side, tell, zeke
from unit.tabletop.telling import stories

#: Zeke and Mo against Carl, unless it is said otherwise.
STORIES = stories("""
The second of a loud model and of The Escape finds room or not (p. 40, p. 107; ruling 67) | zeke vs carl @the-escape
    set A1 noise=12; to noise; noise A1 1; 7 zombies
The loudest side goes first, by all its models (p. 40); of those as loud the winner of a Roll-Off
    set A1 noise=2; set A2 noise=1; set B1 noise=3; to noise; roll-off A,B 2 3; pending noise B1 A1 A2
Noise made after its roll makes no side louder (ruling 33)
    set A1 noise=1; set A2 noise=1; set B1 noise=3; to noise; noise A1 1; count A1.noise +5
    pending noise B1 A2
Noise noted before its roll is rolled for with the rest
    set A1 noise=1; to noise; count A1.noise +2; count B1.noise +1; pending noise A1 B1
    asks noise A1: D6 + 3
    noise A1 1; noise B1 1; to action; A1 noise=0; B1 noise=0
Noise noted after its roll waits for the next turn, and says so
    set A1 noise=1; to noise; noise A1 1
    count A1.noise +2: rolled for in the next Menace Phase
    to zombies; count B1.noise +1: next Menace Phase
    next: Noise Tokens come off: 1 from Zeke.
    A1 noise=2; B1 noise=1; to noise; A1 noise_due=2
Where only tokens are kept, noise of the Menace Phase stays
    set A1 noise=2; to noise; count A1.noise +1; next whole_menace=yes: Noise Tokens come off: 2 from Zeke.
    A1 noise=1
The side with most ammo tokens goes first (p. 40)
    set A1.g1 ammo=1; set B1.g1 ammo=2; to ammo; pending ammo B1.g1 A1.g1; set A1.g1 ammo=2
    ammo B1.g1 1; pending ammo A1.g1; can't ammo B1.g1 1: No Ammo Roll
An untouched or empty gun is not rolled for
    to ammo; can't ammo A1.g1 1: No Ammo Roll
    set A1.g1 ammo=1 empty; can't ammo A1.g1 1: No Ammo Roll
An Armoury lets a failed roll be made again, and the second stands (p. 80)
    set A rerolls=1; set A1.g1 ammo=2; to ammo; ammo A1.g1 4 yes 3; A1.g1 isn't empty; A rerolls=0
    set A1.g1 ammo_rolled=0; ammo A1.g1 4; A1.g1 is empty  # none is left
    anew; set A rerolls=1; set A1.g1 ammo=2; to ammo; ammo A1.g1 4 yes 4; A1.g1 is empty; A rerolls=0
It is not asked for a roll that held, and may be saved
    set A rerolls=3; set A1.g1 ammo=2; to ammo; ammo A1.g1 3; A1.g1 isn't empty
    set A1.g1 ammo_rolled=0; ammo A1.g1 4 no; A1.g1 is empty; A rerolls=3
One zombie is moved at a time (p. 41)
    to zombies; start-zombie Z1; set Z1 knock=2
    start-zombie Z2: Zombie 1 is done and loses 2 knockback.
    Z1 acted=True knock=0; table active=Z2; can't start-zombie Z1: Zombie 1 has already been activated
    set table active=A1; can't start-zombie Z3: Zeke's activation isn't finished
Zombies are moved by turns from the winner of the Roll-Off (p. 41)
    can't start-zombie Z1: in the Menace Phase
    to zombies; roll-off A,B 3 4; turn of B; start-zombie Z1; end-zombie Z1; turn of A
    start-zombie Z2; end-zombie Z2; turn of B
Booze is a point of Courage (p. 77): Courage 3 and one
    set A1 booze; contact Z1 A1 3 4; A1 isn't panicked; anew
    set A1 booze; contact Z1 A1 3 5; A1 is panicked
A Leader near by lends Courage (p. 66): Zeke's 3 instead of Mo's 2
    contact A2 Z1 yes 3 3; A2 isn't panicked; anew; contact A2 Z1 yes 3 4; A2 is panicked; anew
    contact A2 Z1 no 4 3; A2 isn't panicked; anew; contact A2 Z1 no 3 3; A2 is panicked; anew
    set A2 C=3; contact A2 Z1 3 3; A2 isn't panicked  # of like Courage: not asked for
Contact is between enemies, once
    can't contact A1 A2: Only enemies
    can't contact Z1 Z2: Only enemies
    can't contact A1 T9: Only enemies
    contact A1 B1; can't contact B1 A1: already in contact
A zombie pays for its knockback and loses it (p. 41)
    set Z1 knock=3; set Z2 knock=9; to zombies; start-zombie Z1; Z1 ap=2; end-zombie Z1; Z1 knock=0
    start-zombie Z2; Z2 ap=0; to action; Z2 knock=0
All the others have moved is one tap
    set Z2 knock=2; can't zombies-done; to zombies; start-zombie Z1
    zombies-done: 2 zombies have moved. 2 Knockback Tokens come off
    table active=Z1; Z2 knock=0; end-zombie Z1; to action
""")


@pytest.mark.parametrize("title", STORIES)
def test_the_menace_phase(title: str) -> None:
    tell(title, STORIES[title])


# Noise


@pytest.mark.parametrize(
    ("tokens", "die", "drawn"),
    [
        (1, 5, 0),
        (1, 6, 1),
        (2, 4, 0),
        (2, 5, 1),
        (3, 3, 0),
        (3, 4, 1),
        (4, 2, 0),
        (4, 3, 1),
        (5, 1, 0),
        (5, 2, 1),
        # Six or more: one for certain, and a die plus what is over six.
        (6, 1, 1),
        (6, 6, 1),
        (7, 5, 1),
        (7, 6, 2),
        (8, 4, 1),
        (8, 5, 2),
        (11, 1, 1),
        (11, 2, 2),
        (12, 1, 2),
        (20, 6, 2),
    ],
)
@pytest.mark.parametrize("piece", ["A1", "T1"])
def test_noise_draws_a_zombie_at_seven(piece: str, tokens: int, die: int, drawn: int) -> None:
    """p. 40; rulings 34 and 46: a model's or a thing's."""
    match = duel()
    match.tap("place", sort="other")
    noisy(match, **{piece: tokens})
    assert noise_pending(match.state) == [piece]
    match.go("noise", die, who=piece)
    assert len(match.state.zombies) == 3 + drawn
    with pytest.raises(RuleError, match="nothing to roll for"):
        match.go("noise", die, who=piece)


@pytest.mark.parametrize(("standing", "full"), [(19, False), (20, True), (21, True)])
def test_noise_draws_no_more_with_twenty_on_the_table(standing: int, full: bool) -> None:
    """p. 40; ruling 38."""
    match = duel()
    for _n in range(standing - 3):
        match.tap("zombie")
    noisy(match, A1=5)
    assert is_full(match.state) is full
    assert noise_pending(match.state) == ([] if full else ["A1"])
    lenient = duel(zombie_cap=False)
    for _n in range(standing - 3):
        lenient.tap("zombie")
    noisy(lenient, A1=5)
    assert noise_pending(lenient.state) == ["A1"]


@pytest.mark.parametrize(("standing", "drawn"), [(17, 3), (18, 2), (19, 1)])
def test_the_second_of_a_loud_model_and_of_the_escape_finds_room_or_not(
    standing: int, drawn: int
) -> None:
    """p. 40, p. 107; ruling 67: two at a time in The Escape, twenty at most."""
    match = Match(side("T", zeke()), side("C", carl()), encounter="the-escape")
    for _n in range(standing - 3):
        match.tap("zombie")
    noisy(match, A1=12)
    match.go("noise", *((1,) if standing < 18 else ()), who="A1")
    assert len(match.state.zombies) == standing + drawn == 20


# Ammo


@pytest.mark.parametrize(
    ("gun", "reload"),
    [(key(gun), int(reload)) for gun, *_, reload in TABLES["Firearms"] if reload != "*"],
)
def test_a_gun_is_empty_at_its_reload_number(gun: str, reload: int) -> None:
    """p. 40, p. 75."""
    for below in (0, 1):
        match = duel(zeke=zeke(gear=(gun,)))
        die = 3 if reload > 4 else 1
        tokens = reload - die - below
        if tokens < 1:
            continue
        match.set("A1.g1", ammo=tokens)
        match.to("ammo")
        match.go("ammo", die, gun="A1.g1")
        assert match.state.gun("A1.g1").empty is (below == 0)
        assert match.state.gun("A1.g1").ammo == tokens


@pytest.mark.parametrize(
    ("skills", "smith", "modified", "needed"),
    [
        # A Surplus SMG, Reload 6, with two tokens.
        ((), "", False, 4),
        (("short-controlled-bursts",), "", False, 5),
        ((), "smg", False, 3),
        ((), "pistol", False, 4),
        ((), "", True, 3),
        ((), "smg", True, 2),
        (("short-controlled-bursts",), "smg", True, 3),
    ],
)
def test_what_changes_an_ammo_roll(
    skills: tuple[str, ...], smith: str, modified: bool, needed: int
) -> None:
    """p. 65, p. 78, p. 91; rulings 6 and 36."""
    bearer = zeke(gear=("surplus-smg",), skills=skills)
    if smith:
        bearer = replace(bearer, skills=(*bearer.skills, Skill("gunsmith", None, smith)))
    bearer = replace(bearer, gear=(replace(bearer.gear[0], modified=modified),))
    for die, empty in ((needed, True), (needed - 1, False)):
        match = duel(zeke=bearer)
        match.set("A1.g1", ammo=2)
        match.to("ammo")
        match.go("ammo", die, gun="A1.g1")
        assert match.state.gun("A1.g1").empty is empty


@pytest.mark.parametrize("bursts", [0, 1])
def test_a_gun_that_no_die_empties_is_not_rolled_for(bursts: int) -> None:
    """p. 40, p. 75: a Semi-Automatic's Reload is 10; ruling 6: one less on the die."""
    skills = ("short-controlled-bursts",) * bursts
    match = duel(zeke=zeke(gear=("semi-automatic",), skills=skills))
    for tokens in range(7):
        match.set("A1.g1", ammo=tokens)
        assert ammo_pending(match.state) == ["A1.g1"] * (6 + tokens - bursts >= 10)


# The dead


@pytest.mark.parametrize(
    ("knock", "token", "points"),
    [(0, False, 5), (1, False, 4), (4, False, 1), (5, False, 0), (6, False, 0), (0, True, 3),
     (2, True, 1), (3, True, 0)],
)  # fmt: skip
def test_a_zombie_has_five_points_less_knockback_and_what_it_carries(
    knock: int, token: bool, points: int
) -> None:
    """p. 41, p. 59, p. 102."""
    match = duel()
    match.set("Z1", knock=knock, token=token)
    match.to("zombies")
    match.go("start-zombie", zombie="Z1")
    assert match.state.zombie("Z1").ap == points
    match.tap("end-zombie", zombie="Z1")
    assert match.state.zombie("Z1").knock == 0
    with pytest.raises(RuleError, match="already been activated"):
        match.go("start-zombie", zombie="Z1")


# Horror


@pytest.mark.parametrize(
    ("courage", "mine", "theirs", "panics"),
    [
        # Horror 3: worse by one panics, a tie does not.
        (3, 3, 3, False),
        (3, 3, 4, True),
        (4, 3, 4, False),
        (4, 3, 5, True),
        (2, 4, 3, False),
        (2, 3, 3, True),
        (0, 6, 3, False),
        (0, 6, 4, True),
    ],
)
def test_horror_must_be_greater(courage: int, mine: int, theirs: int, panics: bool) -> None:
    """p. 59, p. 61; ruling 43."""
    match = duel()
    match.set("A1", C=courage)
    match.go("contact", mine, theirs, one="Z1", other="A1")
    assert match.state.figure("A1").panicked is panics


@pytest.mark.parametrize(
    ("count", "theirs", "panics"),
    [("0", 3, False), ("0", 4, True), ("1", 4, False), ("1", 5, True), ("2", 5, False),
     ("2", 6, True)],
)  # fmt: skip
def test_each_inspirational_presence_is_one_more(count: str, theirs: int, panics: bool) -> None:
    """p. 66: Courage 3, two who inspire beside the one in contact."""
    kind: dict[str, Any] = {"skills": ("inspirational-presence",)}
    match = Match(
        side("T", zeke(**kind), member("Mo", **kind), member("Ed", **kind)), side("C", carl())
    )
    match.go("contact", count, 3, theirs, one="A1", other="Z1")
    assert match.state.figure("A1").panicked is panics
    other = Match(side("T", zeke(**kind), member("Mo", **kind)), side("C", carl()))
    with pytest.raises(RuleError):
        other.go("contact", "2", 3, 3, one="A1", other="Z1")  # not of its own


def test_a_row_tells_zombies_in_contact_by_number_and_models_by_name() -> None:
    match = duel()
    for zombie in ("Z1", "Z2"):
        match.touch("A1", zombie)
    match.touch("A1", "B1")
    panel = board(match.state, "").panels[0]
    card = next(card for card in panel.cards if card.id == "A1")
    assert (card.zombies, card.touching) == ("1, 2", match.state.name("B1"))
    assert "Zombie 1, Zombie 2" in card.note  # in words on hover
