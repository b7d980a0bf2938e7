"""What stands on the cards and sheets of a group: worked out, complete, in the book's order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lastdays.campaign.printing.card_content import (
    character_card,
    group_card,
    roster_sheet,
)
from lastdays.campaign.printing.print_jobs import card_digest
from lastdays.campaign.printing.quick_reference import reference_sheet
from lastdays.campaign.printing.sheet_content import campaign_sheet, token_sheet, zombie_sheet
from lastdays.model.campaign import Campaign
from lastdays.model.group import (
    Advance,
    BuiltPerk,
    Injury,
    Item,
    NextEncounter,
    RefugeState,
    Skill,
)
from lastdays.model.switches import Switches
from lastdays.pdf.content import (
    Cell,
    CharacterCard,
    GroupCard,
    PrintedLine,
    Section,
    TextSheet,
    WeaponLine,
)
from lastdays.rulebook import load
from sure import sure
from unit.pdf.placed import boxes_of, words_beside
from unit.postgame.crew import BOOK, group, member, night
from unit.rulebook.packing import write_pack


def test_a_card_printed_by_an_earlier_edition_is_still_the_same() -> None:
    mo = CharacterCard(
        "m1", "Mo", "Goon", "Selfish", "Truckers",
        leader=True,
        cells=(Cell("AP", "5", "6"),),
        weapons=(WeaponLine("Knife", (Cell("CQC", "4 (±0)"),), "quiet", 3),),
        gear=(PrintedLine("Booze", "+1 Courage"),),
        traits=(PrintedLine("Leader"),),
        level="1",
        damage=3,
    )  # fmt: skip
    truckers = GroupCard(
        "g1", "Truckers", "The Mall", "Ann",
        cells=(Cell("Members", "5"),),
        spaces=6,
        used=2,
        built_in=(PrintedLine("Armoury", "three rolls"),),
        members=(PrintedLine("Mo", "Goon"),),
        notes="n",
    )  # fmt: skip
    assert card_digest(mo, "p1") == "899efa48c2e392c5"
    assert card_digest(mo) == "abcb91bf800c6ab5"
    assert card_digest(truckers) == "35659ff8c40d090d"


def lines(section: Section) -> list[str]:
    return [f"{line.name} {line.text}".strip() for line in section.lines]


def rows(section: Section) -> list[str]:
    return [" ".join([*row.cells, row.note]).strip() for row in sure(section.table).rows]


def section(sheet: TextSheet, heading: str) -> Section:
    return next(s for s in sheet.sections if heading in s.heading)


def test_a_card_shows_effective_numbers_with_the_printed_one_beside() -> None:
    mo = member(
        "Mo",
        "goon",
        ("heavy-club", "tactical-vest"),
        injuries=(Injury("blinded"),),
        advances=(Advance("S"),),
        level=1,
    )
    card = character_card(mo, group(mo), BOOK, Switches())
    cells = {c.label: (c.text, c.before) for c in card.cells}
    printed = BOOK.character("goon").profile
    assert cells["FA"] == (str(printed["FA"] - 1), str(printed["FA"]))
    assert cells["S"] == (str(printed["S"] + 1), str(printed["S"]))
    assert cells["AP"] == (str(printed["AP"] - 1), str(printed["AP"]))
    assert cells["E"] == (f"{printed['E']}/{printed['E'] + 2}", str(printed["E"]))
    assert cells["I"] == (str(printed["I"]), "")
    assert card.damage == printed["DC"]
    assert card.learns == "CQC, Athletic"
    assert (card.level, card.next_level) == ("1", str(BOOK.level_costs[1]))


def test_what_heavy_gear_costs_is_told_once() -> None:
    mo = member("Mo", "goon", ("heavy-club", "heavy-club"))
    card = character_card(mo, group(mo), BOOK, Switches())
    told = [line.name for line in (*card.gear, *card.traits) if "Heavy" in line.name]
    assert told == ["Heavy 2"]


def test_weapons_on_a_card() -> None:
    mo = replace(
        member("Mo", "goon", ("knife",)),
        skills=(Skill("gunsmith", None, "rifle"), Skill("short-controlled-bursts")),
    )
    gun = Item("r", "hunting-rifle", (Item("s", "scope"), Item("q", "silencer")))
    card = character_card(replace(mo, gear=(gun, *mo.gear)), group(mo), BOOK, Switches())
    rifle, knife = card.weapons
    assert rifle.name == "Hunting Rifle + Scope + Silencer"
    assert {c.label: c.text for c in rifle.cells} == {
        "Range": "24″",
        "Damage": "4",
        "RoF": "1",
        "Knockback": "1",
        "hits on": f"{7 - BOOK.character('goon').profile['FA']}+",
        "Reload": "5",
        "to reload": "2 AP",
    }
    assert rifle.ammo == 5
    assert rifle.remarks == (
        "Lobotomizer 1 · Gunsmith +1 Damage, −1 Reload · Scope +1 Lobotomizer · "
        "Silencer, declared before a game: Silent, then gone · Ammo Rolls −1"
    )
    assert [c.text for c in knife.cells] == ["5 (+1)", "D6+3 (±0)"]
    assert [g.name for g in card.gear] == ["Scope", "Silencer"]
    assert [s.name for s in card.skills] == ["Gunsmith (Rifle)", "Short Controlled Bursts"]
    assert all(line.text for line in (*card.gear, *card.skills, *card.rules))


def test_the_group_card() -> None:
    crew = group(
        member("Mo", "goon", ("club",)),
        member("Lou", status="captured"),
        member("Ed", status="dead"),
        points=34,
        refuge_state=RefugeState(
            "farm-house", (BuiltPerk("a", "fences"), BuiltPerk("b", "armoury"))
        ),
        stash=(Item("x", "booze"), Item("y", "booze"), Item("z", "scope")),
        next_encounter=NextEncounter(("armoury", "radio-room")),
    )
    card = group_card(crew, BOOK)
    refuge = BOOK.refuges["farm-house"]
    assert {c.label: c.text for c in card.cells} == {
        "Members": "3",
        "Maximum": str(refuge.max_size),
        "Scavenge Points": "34",
        "Games": "0",
    }
    assert (card.spaces, card.used) == (refuge.empty_spaces, 2)
    assert [p.name for p in card.built_in] == [BOOK.perks[k].name for k in refuge.built_in]
    assert [p.name for p in card.built] == ["Fences", "Armoury"]
    assert [p.name for p in card.next_game] == ["Armoury", "Radio Room"]
    assert [s.name for s in card.stash] == ["Booze ×2", "Scope"]
    assert [m.name for m in card.members] == ["Zeke", "Mo", "Lou"]
    assert "captured" in card.members[2].text


def test_twenty_zombies_with_five_knockback_boxes_40() -> None:
    (sheet,) = zombie_sheet(BOOK).sections
    assert {word for word in words_beside(sheet) if word} == {str(n) for n in range(1, 21)}
    knockback = [box.count for box in boxes_of(sheet) if box.shape == "rings"][::2]
    assert knockback == [5] * 20


def test_the_reference_names_only_what_this_group_has() -> None:
    crew = group(member("Mo", "goon", ("club",), skills=("sniper",)))
    sheet = reference_sheet(crew, BOOK)
    assert [s.heading for s in sheet.sections][:5] == [
        f"{n}  {p.name}" for n, p in enumerate(BOOK.phases.values(), start=1)
    ]
    guns, blades = (rows(section(sheet, part)) for part in ("shooting", "fighting"))
    assert guns == ["Revolver 12″ 3 1 1 6"]
    assert blades == ["Club ±0 +1", "Knife +1 ±0 Lobotomizer 1"]
    skills = rows(section(sheet, "skills"))
    assert any(s.startswith("Sniper") and s.endswith(" Mo") for s in skills)
    assert not any(s.startswith("Disarm") for s in skills)
    to_hit = rows(section(sheet, "To hit"))
    assert "+1 at a zombie" in to_hit
    assert not any("Point Blank" in line for line in to_hit)
    shotgun = group(member("Mo", "goon", ("pump-action-shotgun",)))
    sheet = reference_sheet(shotgun, BOOK)
    assert any("Point Blank" in x for x in rows(section(sheet, "To hit")))
    assert "Stepped Fire, Point Blank" in rows(section(sheet, "shooting"))[1]


def test_the_reference_is_made_of_tables_and_keeps_every_rule_of_the_group() -> None:
    crew = group(
        member(
            "Mo", "goon", ("heavy-club", "riot-shield", "noisemaker"),
            skills=("free-runner", "martial-arts"), injuries=(Injury("blinded"),),
        ),
        refuge_state=RefugeState("mall", (BuiltPerk("a", "watch-tower"),)),
    )  # fmt: skip
    sheet = reference_sheet(crew, BOOK)
    assert not any(s.lines for s in sheet.sections)
    text = " ".join(line for s in sheet.sections for line in rows(s))
    explained: tuple[Any, ...] = (
        BOOK.skills["free-runner"], BOOK.skills["martial-arts"], BOOK.attributes["heavy"],
        BOOK.equipment["riot-shield"], BOOK.equipment["noisemaker"], BOOK.injuries["blinded"],
        BOOK.perks["watch-tower"], *(BOOK.perks[key] for key in BOOK.refuges["mall"].built_in),
        BOOK.actions["long-jump"], BOOK.actions["noisemaker"],
    )  # fmt: skip
    for found in explained:
        assert found.name in text
        assert found.summary in text


def test_the_actions_stand_by_their_cost_47_49() -> None:
    found = rows(section(reference_sheet(group(), BOOK), "Action Points"))
    assert [line.split(" (*)")[0].split(" A ")[0] for line in found[:2]] == [
        "1 per 1″ Move",
        "1 per 2″ Run Straight, over open ground only; a noise token, no shot this turn, once a turn.",
    ]
    assert [int(line[0]) for line in found] == sorted(int(line[0]) for line in found)
    costs = {line.split(" (*)")[0] for line in found}
    assert {"2 per 1″ Difficult ground", "2 per 1″ Jump", "2 per 1″ Climb"} <= costs
    assert any(line.startswith("3+ Break Contact") for line in found)
    assert any(line.startswith("4 Locked and Loaded") for line in found)
    assert any(line.startswith("2 Reload") for line in found)
    assert any(line.startswith("3 Interact") for line in found)


def test_the_reference_says_what_a_content_pack_makes_of_a_phase(tmp_path: Path) -> None:
    """Steps that a pack has otherwise are its own, a phase it adds too; a new name keeps rolls."""
    other = """
[menace]
name = "The Dead Walk"

[end]
steps = ["Roll for the weather."]

[dawn]
name = "Dawn"
page = 1
steps = ["Count the living."]
"""
    book = load(packs=[write_pack(tmp_path, "weather", {"phases": other})])
    assert not book.refused_packs
    sheet = reference_sheet(group(), book)
    assert rows(section(sheet, "5  End")) == ["Roll for the weather."]
    assert rows(section(sheet, "6  Dawn")) == ["Count the living."]
    assert any("D6 + tokens" in row for row in rows(section(sheet, "1  The Dead Walk")))


def test_what_each_phase_rolls_39_57() -> None:
    sheet = reference_sheet(group(), BOOK)
    rolls = [
        " ".join(row.cells[:2]).strip() for s in sheet.sections[:5] for row in sure(s.table).rows
    ]
    assert rolls == [
        "Noise D6 + tokens", "Noise, 6+ D6 + those above 6", "Ammo D6 + tokens",
        "Zombies move 5 AP − Knockback", "20 zombies",
        "Initiative D6 + C + I", "In turn", "Horror D6 + C vs D6 + H",
        "In turn", "To hit D6 + FA", "Each shot", "Damage D6 + Damage", "A head D6 + Lobotomizer",
        "In turn", "Fight D6 + CQC, both", "Damage D6 + S + weapon", "A head D6 + Lobotomizer",
        "Breaking Point D6 + casualties", "", "Fires",
    ]  # fmt: skip
    assert "7 or more" in rows(sheet.sections[0])[0]
    assert "5 or more kills" in rows(sheet.sections[2])[-1]
    many = reference_sheet(group(), BOOK, Switches(zombie_cap=False))
    assert not any(line.startswith("20 zombies") for line in rows(many.sections[0]))


def test_the_tokens_are_enough_for_the_group() -> None:
    crew = group(
        member("Mo", "goon", ("semi-automatic",)), member("Ann", "goon", ("hunting-bow", "club"))
    )
    counts = {(t.key, t.worth): t.count for t in token_sheet(crew, BOOK, "a4").tokens}
    assert sum(counts.values()) == 70  # a full sheet
    # Zeke's revolver (Reload 6) and the pistol (10) up to their Reload Numbers.
    assert counts["ammo", 1] + 5 * counts["ammo", 5] >= 6 + 10
    assert counts["locked", 1] == 3
    assert counts["supply", 1] == 5  # five a game (p. 36)
    assert counts["noise", 1] >= 1 + 2 + 3  # every shot of a turn, and everyone running
    assert counts["knockback", 1] >= 6
    letter = token_sheet(crew, BOOK, "letter").tokens
    assert sum(t.count for t in letter) % 63 == 0


def test_the_campaign_sheet() -> None:
    crew = group(member("Mo", "goon"), member("Ed", "goon", status="dead", fate_game=2), points=34)
    game = night(crew).game
    campaign = Campaign("c", "Riverside", ("g",), (game,), Switches(zombie_cap=False))
    sheet = campaign_sheet(campaign, [crew], BOOK)
    assert sheet.title == "Riverside"
    standing = sure(section(sheet, "Standing").table)
    assert standing.heads == ("Group", "Won", "Drawn", "Lost", "Points", "Rating", "Members")
    assert [row.cells for row in standing.rows] == [
        ("1 · Truckers", "0", "1", "0", "34", "28", "2")
    ]
    assert lines(section(sheet, "Games")) == ["Game 4 Scavengers · Truckers · Carl"]
    assert "20 zombies on the table more are drawn" in lines(section(sheet, "Rulings"))
    assert lines(section(sheet, "Memorial")) == [
        "Ed Truckers · Goon · Level 0 · died · after game 2"
    ]


def test_points_below_zero_have_the_minus_of_every_other_number_on_paper() -> None:
    crew = group(member("Mo", "goon"), points=-3)
    told = Campaign("c", "Riverside", ("g",), (), Switches())
    assert {c.label: c.text for c in group_card(crew, BOOK).cells}["Scavenge Points"] == "−3"
    assert "−3 Scavenge Points" in roster_sheet(crew, BOOK).subtitle
    standing = sure(section(campaign_sheet(told, [crew], BOOK), "Standing").table)
    assert "−3" in standing.rows[0].cells
