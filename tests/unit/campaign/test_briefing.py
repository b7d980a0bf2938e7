"""What players want to know before the next game: against the book's paragraphs on each Encounter."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.next_game import Briefing, NextGame, SideBrief, briefing, next_game
from lastdays.campaign.printing.card_content import character_card, group_card, roster_sheet
from lastdays.campaign.printing.sheet_content import encounter_sheet
from lastdays.model.fixtures import Fixture
from lastdays.model.group import Group, Member, NextEncounter, StandingNote
from lastdays.model.switches import Switches
from sure import sure
from unit.pdf.reading import printed, sizes_of, text_of, words_of
from unit.postgame.crew import BOOK, group, member


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
    plan = Fixture("f", encounter, tuple(g.id for g in groups), **planned)
    game = next_game(plan, groups, BOOK, 2)
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


def test_zombies_for_levels_are_briefed_instead_of_the_encounters() -> None:
    game, _found = brief("scavengers")
    experienced = tuple(
        replace(g, members=tuple(replace(m, level=1) for m in g.members)) for g in game.groups
    )
    game = replace(
        next_game(game.fixture, experienced, BOOK, 2), switches=Switches(zombies_by_level=True)
    )
    found = sure(briefing(game, BOOK))
    assert found.figures[0].text == "16"
    assert found.steps[-1] == "Zombies by Level: place 16 instead of 3."
    assert "Zombies by Level: place 16 instead of 3." in str(encounter_sheet(game, BOOK))


def test_a_selfish_leader_attacks_and_deploys_six_the_others_three() -> None:
    game, found = brief("bushwhack")
    assert found is not None
    assert found.why == "Truckers attacks: its Leader is Selfish. (p.\u00a099)"
    attackers, defenders = found.sides
    assert (attackers.role_name, attackers.deploys_in_words) == ("attacks", "Deploys 6 of up to 6")
    assert (defenders.role_name, defenders.deploys_in_words) == ("defends", "Deploys 3 of up to 3")
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
    assert found.problems == ()
    nobody = {m.id: "missing" for m in truckers().active}
    _game, found = brief("bushwhack", parts=nobody)
    assert "Truckers has nobody on the table." in sure(found).problems


@pytest.mark.parametrize(
    ("room", "said"),
    [(2, "has room for 2 more"), (1, "has room for 1 more"), (0, "is full"), (-1, "is full")],
)
def test_a_freed_stranger_needs_room(room: int, said: str) -> None:
    base = truckers()
    left = room + len(base.roster) - BOOK.refuges[base.refuge.key].max_size
    ours = replace(base, refuge=replace(base.refuge, extra_size=left))
    _game, found = brief("rescue", ours, crew())
    (told,) = (r for r in side(sure(found), "Truckers").perks if r.name == "A freed stranger")
    assert (said in told.text, told.kind) == (True, "" if room > 0 else "warn")


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


def test_who_sits_out_is_named_apart_from_who_may_come_later() -> None:
    """Ruling 90; on the sheet, the card and the roster as well."""
    absent = member("Bea", "survivor", ("club",)).sit_out(2)
    game, found = brief("bushwhack", truckers(), crew(absent))
    defenders = side(sure(found), "Crew")
    parts = {m.name: m.part for m in defenders.members}
    assert (parts["Bea"], parts["Kit5"]) == ("missing", "held-back")
    (said,) = [r for r, names in defenders.members_by_reminder() if names == ("Bea",)]
    assert (said.name, said.text) == ("Sits out", "2 games to miss, this one included.")
    section = encounter_sheet(game, BOOK).sections[-1]
    told = {line.name: line.text for line in section.lines}
    assert told["Stay behind"] == "Bea"
    assert "Bea" not in told["May come later"]
    group_ = game.groups[1]
    card = character_card(group_.member("bea"), group_, BOOK, Switches())
    assert card.status == "Misses the next 2 games"
    assert "misses the next 2 games" in repr(roster_sheet(group_, BOOK))
    assert "misses the next 2 games" in repr(group_card(group_, BOOK))


def test_what_own_rules_left_for_the_game_is_in_the_briefing() -> None:
    notes = (StandingNote("Snow on the <road>."), StandingNote("Limps today.", "mo"))
    ours = replace(truckers(member("Mo")), next_encounter=NextEncounter(notes=notes, zombies=2))
    game, found = brief("scavengers", ours, crew())
    before = brief("scavengers")[1]
    mine = side(sure(found), "Truckers")
    assert [r.text for r in mine.perks if r.name == "Our rules"] == ["Snow on the <road>."]
    mo = next(member for member in mine.members if member.id == "mo")
    assert [r.text for r in mo.reminders if r.name == "Our rules"] == ["Limps today."]
    assert sure(found).steps[-1] == (
        "Our rules: place 2 more zombies, as far as the table has room."
    )

    def zombies(one: Briefing | None) -> int:
        return next(int(f.text) for f in sure(one).figures if f.name == "zombies")

    assert zombies(found) == zombies(before) + 2
    noted = replace(game, setup=replace(game.setup, notes=("Fog.",)))
    assert sure(briefing(noted, BOOK)).rules[-1] == "Fog."


def test_a_group_that_plays_alone_is_together_with_nobody() -> None:
    """The tick stays with a plan whose other groups are gone."""
    alone, _brief = brief("scavengers", truckers(), together=True)
    assert not alone.setup.together
    two, _brief = brief("scavengers", together=True)
    assert two.setup.together
