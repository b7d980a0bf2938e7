"""What stands on the cards and sheets of a group: worked out, complete, in the book's order."""

from __future__ import annotations

from dataclasses import replace

from lastdays.campaign.card_content import (
    blank_character,
    character_card,
    group_card,
    roster_sheet,
)
from lastdays.campaign.print_jobs import card_digest
from lastdays.campaign.sheet_content import (
    campaign_sheet,
    reference_sheet,
    zombie_sheet,
)
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
from lastdays.pdf.content import Cell, CharacterCard, GroupCard, PrintedLine, WeaponLine
from unit.postgame.crew import BOOK, group, member, night


def test_a_card_printed_by_an_earlier_edition_is_still_the_same():
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


def lines(section):
    return [f"{line.name} {line.text}".strip() for line in section.lines]


def section(sheet, heading):
    return next(s for s in sheet.sections if heading in s.heading)


def test_a_card_shows_effective_numbers_with_the_printed_one_beside():
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


def test_weapons_on_a_card():
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


def test_the_group_card():
    crew = group(
        member("Mo", "goon", ("club",)),
        member("Lou", status="captured"),
        member("Ed", status="dead"),
        points=34,
        refuge_state=RefugeState(
            "farm-house", (BuiltPerk("a", "fences"), BuiltPerk("b", "armoury"))
        ),
        stash=(Item("x", "booze"), Item("y", "booze"), Item("z", "scope")),
        next_encounter=NextEncounter(armoury=True, radio=True),
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


def test_the_roster_has_everyone_on_it():
    crew = group(*(member(f"M{n}", "goon", ("club",)) for n in range(29)))
    sheet = roster_sheet(crew, BOOK)
    assert len(sheet.rows) == 30
    assert all(len(row.cells) == 8 for row in sheet.rows)


def test_blank_cards_have_eight_empty_numbers():
    assert [(c.label, c.text) for c in blank_character(BOOK).cells] == [
        (key, "") for key in ("AP", "CQC", "FA", "S", "E", "DC", "C", "I")
    ]


def test_twenty_zombies_with_five_knockback_boxes_40():
    sheet = zombie_sheet(BOOK)
    assert (sheet.count, sheet.knockback) == (20, 5)


def test_the_reference_names_only_what_this_group_has():
    crew = group(member("Mo", "goon", ("club",), skills=("sniper",)))
    sheet = reference_sheet(crew, BOOK)
    assert [s.heading for s in sheet.sections][:5] == [
        f"{n}  {p.name}" for n, p in enumerate(BOOK.phases.values(), start=1)
    ]
    weapons = lines(section(sheet, "weapons"))
    assert [w.split(" 12″")[0].split(" CQC")[0] for w in weapons] == ["Revolver", "Club", "Knife"]
    skills = lines(section(sheet, "skills"))
    assert any(s.startswith("Sniper") and s.endswith("(Mo)") for s in skills)
    assert not any(s.startswith("Disarm") for s in skills)
    to_hit = lines(section(sheet, "To hit"))
    assert "+1 at a zombie" in to_hit
    assert not any("Point Blank" in line for line in to_hit)
    shotgun = group(member("Mo", "goon", ("pump-action-shotgun",)))
    assert any("Point Blank" in x for x in lines(section(reference_sheet(shotgun, BOOK), "To hit")))


def test_the_campaign_sheet():
    crew = group(member("Mo", "goon"), member("Ed", "goon", status="dead", fate_game=2), points=34)
    game = night(crew).game
    campaign = Campaign("c", "Riverside", ("g",), (game,), Switches(zombie_cap=False))
    sheet = campaign_sheet(campaign, [crew], BOOK)
    assert sheet.title == "Riverside"
    assert "34 points" in lines(section(sheet, "Standing"))[0]
    assert lines(section(sheet, "Games")) == ["Game 4 Scavengers · Truckers · Carl"]
    assert "20 zombies on the table more are drawn" in lines(section(sheet, "Rulings"))
    assert lines(section(sheet, "Memorial")) == [
        "Ed Truckers · Goon · Level 0 · died · after game 2"
    ]
