"""What players want to know before the next game: against the book's paragraphs on each Encounter."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.next_game import Briefing, NextGame, SideBrief, briefing, next_game
from lastdays.campaign.printing.sheet_content import encounter_sheet
from lastdays.model.game_record import PlannedGame
from lastdays.model.group import BuiltPerk, Group, Item, Member, NextEncounter, RefugeState
from lastdays.postgame.encounters import encounter_roll
from sure import sure
from unit.pdf.reading import printed, sizes_of, text_of, words_of
from unit.postgame.crew import BOOK, finish, group, member


def truckers(*more: Member, **changes: Any) -> Group:
    """A Selfish group of eight: its Leader Zeke and seven others, gear as named."""
    goons = [member(f"Goon{n}", "goon", ("club",)) for n in range(7 - len(more))]
    return replace(group(*more, *goons, **changes), id="t", name="Truckers")


def crew(*more: Member, **changes: Any) -> Group:
    """A Selfless group of eight."""
    carl = member("Carl", "everyday-hero", ("revolver",))
    others = [member(f"Kit{n}", "survivor", ("club",)) for n in range(7 - len(more))]
    return replace(group(carl, *more, *others, **changes), id="c", name="Crew")


def brief(encounter: str, *groups: Group, **planned: Any) -> tuple[NextGame, Briefing | None]:
    groups = groups or (truckers(), crew())
    plan = PlannedGame(2, encounter, tuple(g.id for g in groups), **planned)
    game = next_game(plan, groups, BOOK)
    return game, briefing(game, BOOK)


def side(found: Briefing, name: str) -> SideBrief:
    return next(s for s in found.sides if s.name == name)


#: Attackers, defenders, zombies and Supply Tokens of two sides, as the book has them (p. 99–107).
FIGURES = {
    "bushwhack": "≤ 6 attackers, ≤ 3 defenders, 3 zombies, 3 Supply Tokens",
    "home-defense": "3 zombies, 5 Supply Tokens",
    "massacre-site": "5 zombies, 5 Supply Tokens",
    "rescue": "≤ 6 attackers, ≤ 3 defenders, 3 zombies, 3 Supply Tokens",
    "scavengers": "3 zombies, 5 Supply Tokens",
    "the-escape": "3 zombies, 5 Supply Tokens",
}


@pytest.mark.parametrize("key", FIGURES)
def test_the_figures_of_each_encounter(key: str) -> None:
    _game, found = brief(key)
    assert found is not None
    assert ", ".join(f"{f.text} {f.name}" for f in found.figures) == FIGURES[key]
    assert found.scene
    assert found.end
    assert found.plan.side == 36
    assert (found.number, found.page) == (BOOK.encounters[key].number, BOOK.encounters[key].page)


def test_a_selfish_leader_attacks_and_deploys_six_the_others_three() -> None:
    game, found = brief("bushwhack")
    assert found is not None
    assert found.why == "Truckers attacks: its Leader is Selfish. (p.\u00a099)"
    attackers, defenders = found.sides
    assert (attackers.role_name, attackers.deploys) == ("attacks", "Deploys 6 of up to 6")
    assert (defenders.role_name, defenders.deploys) == ("defends", "Deploys 3 of up to 3")
    assert [m.part for m in attackers.members].count("missing") == 2
    assert [m.part for m in defenders.members].count("held-back") == 5
    assert attackers.members[0].leads
    assert attackers.members[0].part == "deployed"
    assert not found.doubts
    assert [e.role for e in game.setup.entrants] == ["attacker", "defender"]


def test_who_is_said_to_defend_defends_and_what_is_chosen_is_judged() -> None:
    _game, found = brief("bushwhack", defender="t")
    assert found is not None
    assert [s.role for s in found.sides] == ["defender", "attacker"]
    _game, found = brief("bushwhack", parts={"goon5": "deployed", "zeke": "missing"})
    assert found is not None
    assert found.doubts == ("Truckers plays without its Leader.",)
    _game, found = brief("bushwhack", parts={"goon5": "deployed"})
    assert found is not None
    assert found.doubts == ("Truckers deploys 7; the Encounter allows 6. (p.\u00a099)",)
    assert found.wrong == ()
    nobody = {m.id: "missing" for m in truckers().active}
    _game, found = brief("bushwhack", parts=nobody)
    assert "Truckers has nobody on the table." in sure(found).wrong


def test_roles_that_are_rolled_for_at_the_table_stay_open() -> None:
    for game, found in (brief("home-defense"), brief("bushwhack", rolled_at_table=True)):
        assert found is not None
        assert [s.role for s in found.sides] == ["", ""]
        assert all(m.part == "deployed" for s in found.sides for m in s.members)
        assert all(not e.role for e in game.setup.entrants)
    assert sure(brief("home-defense")[1]).why == "The sides roll off for who attacks. (p.\u00a0101)"


def test_an_encounter_that_is_open_has_no_briefing_and_two_passes_cancel_out() -> None:
    passed = NextEncounter(("radio-room",))
    game, found = brief("", truckers(next_encounter=passed), crew(next_encounter=passed))
    assert found is None
    rolled = finish(lambda: encounter_roll(game.groups, BOOK), {"encounter/roll": 3})
    assert rolled == "massacre-site"


def built(*keys: str, refuge: str = "farm-house") -> RefugeState:
    return RefugeState(refuge, tuple(BuiltPerk(f"b{n}", key) for n, key in enumerate(keys)))


def perks(found: Briefing, name: str) -> dict[str, str]:
    return {p.name: p.text for p in side(found, name).perks}


def test_home_defense_names_the_perks_of_the_refuge_that_is_defended() -> None:
    walled = truckers(refuge_state=built("fences", "watch-tower", "reinforced-doors", "armoury"))
    _game, found = brief("home-defense", walled, crew(), defender="t")
    assert found is not None
    mine = perks(found, "Truckers")
    assert {"Fences", "Watch Tower", "Reinforced Doors"} <= set(mine)
    assert "Armoury" not in mine  # it gives nothing until it was worked
    assert mine["Watch Tower"] == "A post that always counts as cover. (p.\u00a082)"
    assert any("All the zombies go outside them" in step for step in found.steps)
    assert "Fences: 6″ to 8″ from the Refuge" in found.plan.described
    _game, found = brief("home-defense", walled, crew(), defender="c")
    assert found is not None
    assert "Fences" not in perks(found, "Truckers")
    assert "Fences" not in found.plan.described
    assert not any("Fences" in step for step in found.steps)


def test_a_worked_armoury_counts_in_every_encounter() -> None:
    worked = truckers(next_encounter=NextEncounter(("armoury",)))
    for key in FIGURES:
        _game, found = brief(key, worked, crew())
        assert found is not None
        assert perks(found, "Truckers")["Armoury"].startswith("3 failed Ammo Rolls")
        assert "Armoury" not in perks(found, "Crew")


def test_the_escape_says_where_its_vehicle_can_become_a_perk() -> None:
    full = RefugeState("farm-house", extra_spaces=-99)
    has = built("escape-vehicle")
    said = "The Refuge has an Empty Space for the vehicle."
    assert perks(sure(brief("the-escape")[1]), "Truckers")["Escape Vehicle"] == said
    _game, found = brief("the-escape", truckers(refuge_state=full), crew(refuge_state=has))
    assert found is not None
    assert "No Empty Space is left" in perks(found, "Truckers")["Escape Vehicle"]
    assert "has one already" in perks(found, "Crew")["Escape Vehicle"]
    assert "Escape Vehicle" not in perks(sure(brief("scavengers")[1]), "Truckers")


@pytest.mark.parametrize(
    ("more", "said", "kind"),
    [
        (2, "room for 2 more", ""),
        (1, "room for 1 more", ""),
        (0, "can't join", "warn"),
        (-9, "can't join", "warn"),
    ],
)
def test_rescue_says_who_has_room_for_a_stranger(more: int, said: str, kind: str) -> None:
    roomy = truckers(refuge_state=RefugeState("farm-house", extra_size=more))
    found = sure(brief("rescue", roomy, crew())[1])
    (told,) = (r for r in side(found, "Truckers").perks if r.name == "A freed stranger")
    assert said in told.text
    assert told.kind == kind


def notes(found: Briefing, name: str) -> dict[str, tuple[tuple[str, ...], str]]:
    return {r.name: (who, r.text) for r, who in side(found, name).by_reminder()}


def test_what_is_not_to_be_forgotten_of_each_member() -> None:
    silenced = Item("g1", "hunting-rifle", (Item("s1", "silencer"),))
    mo = replace(member("Mo", "goon"), gear=(silenced, Item("b1", "booze")))
    al = replace(
        member("Al", "goon", ("booze", "thrown-explosive", "thrown-explosive", "climbing-gear")),
        newcomer=True,
    )
    doc = member("Doc", "goon", ("medical-supplies", "silencer", "squad-automatic-weapon"))
    led = member("Bo", "goon", skills=("ambushers",))
    found = brief("scavengers", truckers(mo, al, doc, led), crew())[1]
    assert found is not None
    said = notes(found, "Truckers")
    assert said["Booze"] == (("Mo", "Al"), "Say before the game whether it is drunk. (p.\u00a077)")
    assert said["Silencer"][0] == ("Mo",)  # one in a pocket silences nothing
    assert "On Hunting Rifle" in said["Silencer"][1]
    assert said["New"][0] == ("Al",)
    assert said["Thrown Explosive × 2"] == (("Al",), "Gone once it is used.")
    assert said["Climbing Gear"][0] == ("Al",)
    assert said["Ambushers"][0] == ("Bo",)
    assert said["Can't fire"] == (("Doc",), "Can't fire: Squad Automatic Weapon.")
    assert "Medical Supplies" not in said  # they have their place after the game
    assert notes(found, "Crew") == {}


def test_who_is_captured_cannot_play_and_is_the_one_a_rescue_is_for() -> None:
    held = replace(member("Ed"), status="captured", captor="c", captor_name="Crew")
    elsewhere = replace(member("Al"), status="captured", captor="x", captor_name="Others")
    mine = truckers(held, elsewhere)
    game, found = brief("rescue", crew(), mine)
    assert found is not None
    assert found.why == "Truckers attacks: it has captured members to rescue. (p.\u00a0104)"
    assert [s.role for s in found.sides] == ["defender", "attacker"]
    said = [(who, r.text) for r, who in side(found, "Truckers").by_reminder()]
    assert (("Ed",), "Held by Crew: on the table as the Captive, to be brought home.") in said
    assert (("Al",), "Held by Others: can't play.") in said
    parts = {m.name: m.part for m in side(found, "Truckers").members}
    assert parts["Ed"] == parts["Al"] == "captured"
    assert "ed" not in game.setup.entrants[1].parts
    other = side(sure(brief("scavengers", crew(), mine)[1]), "Truckers")
    assert "Held by Crew: can't play." in [r.text for r, _who in other.by_reminder()]


def test_one_side_alone_and_four_sides() -> None:
    _game, found = brief("scavengers", truckers())
    assert found is not None
    assert [s.name for s in found.sides] == ["Truckers"]
    others = [replace(crew(), id=f"c{n}", name=f"Crew {n}") for n in range(3)]
    _game, found = brief("scavengers", truckers(), *others)
    assert found is not None
    assert len(found.sides) == 4
    # Two for each side and one in the middle (ruling 75).
    assert "9 Supply Tokens" in ", ".join(f"{f.text} {f.name}" for f in found.figures)


# On paper


@pytest.mark.parametrize("key", FIGURES)
@pytest.mark.parametrize("saver", [False, True])
def test_the_sheet_has_all_of_it_on_one_page(key: str, saver: bool) -> None:
    game, found = brief(key)
    made = printed(encounter_sheet(game, BOOK), ink_saver=saver)
    assert made.pages == 1
    words = " ".join(text_of(made).split())
    assert found is not None
    for text in (
        found.name, found.scene, found.why, *found.steps, *found.rules, found.end,
        *(k.text for k in found.plan.keys), *(s.name for s in found.sides),
        *(m.name for s in found.sides for m in s.members),
    ):  # fmt: skip
        assert " ".join(text.split()) in words


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_of_an_open_encounter_tells_all_of_them_on_the_whole_page(paper: str) -> None:
    game, _found = brief("")
    made = printed(encounter_sheet(game, BOOK), paper=paper, ruler=False)
    assert made.pages == 1
    words = " ".join(text_of(made).split())
    assert "roll a D6" in words
    for entry in BOOK.encounters.values():
        assert entry.name.upper() in words
        here = (step.text for step in entry.setup if not step.perk)
        for text in (entry.scene, *here, *entry.special, entry.ends):
            assert " ".join(text.split()) in words
    placed = words_of(made, 0)
    _width, height = sizes_of(made)[0]
    assert min(w.bottom for w in placed) < height * 0.15
    assert min(w.bottom for w in placed if w.left > 100) < height * 0.26


def test_long_names_and_thirty_members_go_on_and_lose_nothing() -> None:
    many = tuple(
        replace(member(f"Member{n} {'x' * 60}", "goon", ("booze",)), id=f"m{n}") for n in range(30)
    )
    game, _found = brief("bushwhack", replace(truckers(), members=many, leader="m0"), crew())
    made = printed(encounter_sheet(game, BOOK))
    words = "".join(text_of(made).split())
    for n in range(30):
        assert f"Member{n}" in words
