"""What stands on the cards and sheets of a group: worked out, complete, in the book's order."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.card_content import character_card
from lastdays.campaign.printing.print_jobs import (
    PrintActions,
    PrintChoice,
    card_digest,
    checked_language,
    checked_setting,
)
from lastdays.campaign.printing.quick_reference import reference_sheet
from lastdays.errors import LastDaysError
from lastdays.model.changes import MemberEdited
from lastdays.model.switches import Switches
from lastdays.pdf.content import (
    Cell,
    CharacterCard,
    GroupCard,
    PrintedLine,
    PrintOptions,
    Section,
    TextSheet,
    WeaponLine,
)
from lastdays.rulebook import load
from lastdays.rulebook.packs import with_numbers
from pictures import jpeg
from sure import sure
from unit.postgame.crew import BOOK, group, member
from unit.rulebook.packing import write_pack


def test_a_setting_may_go_to_its_bounds() -> None:
    setting = PrintOptions(layout="half", copies=20, bleed=5, offset=(10, -10))
    assert checked_setting(setting) is setting
    for beyond in ({"copies": 21}, {"bleed": 5.1}, {"offset": (0, 10.1)}, {"offset": (-10.1, 0)}):
        with pytest.raises(LastDaysError):
            checked_setting(replace(setting, **beyond))


def test_a_card_has_its_portrait_and_a_lost_one_is_no_picture(
    riverside: Workspace, zeke: str
) -> None:
    def portraits() -> list[bytes]:
        cards = PrintActions(riverside).contents(zeke, PrintChoice(("characters",)))
        return [card.portrait for card in cards if isinstance(card, CharacterCard)]

    group = riverside.group(zeke).group
    assert not any(portraits())
    GroupActions(riverside).set_portrait(zeke, group.roster[0].id, jpeg())
    assert portraits() == [jpeg(), *[b""] * (len(group.roster) - 1)]
    lost = replace(riverside.group(zeke).group.roster[0], portrait="gone")
    riverside.change_group(zeke, MemberEdited("Zeke"), lambda g: g.with_member(lost))
    assert portraits()[0] == b"lost"


def test_a_language_is_one_there_is_or_none() -> None:
    assert [checked_language(code) for code in ("", "en", "de")] == ["", "en", "de"]
    with pytest.raises(LastDaysError, match="no language 'xx'"):
        checked_language("xx")


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


class MarkedLine(PrintedLine):
    """A line as an edition to come may print it."""

    mark: str = ""


def test_a_new_field_ages_a_printed_line_only_where_it_says_something() -> None:
    assert repr(MarkedLine("Booze")) == "MarkedLine(name='Booze', text='')"
    assert repr(MarkedLine("Booze", mark="new")) == "MarkedLine(name='Booze', text='', mark='new')"


def lines(section: Section) -> list[str]:
    return [f"{line.name} {line.text}".strip() for line in section.lines]


def rows(section: Section) -> list[str]:
    return [" ".join([*row.cells, row.note]).strip() for row in sure(section.table).rows]


def section(sheet: TextSheet, heading: str) -> Section:
    return next(s for s in sheet.sections if heading in s.heading)


#: All that some tables play otherwise (rulings 91–95).
HOUSE = {"cover.better": -2, "locked.firearms": -1, "head.easier": 2}
SWITCHED = Switches(animals_run=True, animals_learn=True, locked_kept=True)


def test_the_reference_says_what_some_tables_play_and_no_other_does() -> None:
    crew = group(member("Rex", "dog"))
    sheet = reference_sheet(crew, with_numbers(BOOK, HOUSE), SWITCHED)
    to_hit = rows(section(sheet, "To hit"))
    assert "−2 target in better cover" in to_hit
    assert "−1 a shot with a Locked and Loaded token" in to_hit
    fights = rows(section(sheet, "Close Quarters"))
    assert "2 less where the attack's total is at least twice the zombie's" in fights
    acts = rows(section(sheet, "2  Action"))
    assert any(row.startswith("Locked and Loaded  the token stays") for row in acts)
    assert section(sheet, "Action Points").note.endswith("Animals may also Run.")
    assert "It may also Run." in rows(section(sheet, "gear attributes"))[0]
    plain = str(reference_sheet(crew, BOOK, Switches()))
    for said in ("better cover", "token stays", "a shot with", "less where", "also Run"):
        assert said not in plain


def test_a_dogs_card_says_what_it_may_do_and_learn_at_this_table() -> None:
    rex = member("Rex", "dog")
    plain = character_card(rex, group(rex), BOOK, Switches())
    assert plain.learns == ""
    assert "Run" not in "\n".join(line.text for line in plain.rules)
    played = character_card(rex, group(rex), BOOK, SWITCHED)
    assert played.learns == "Athletic, CQC"
    assert any(line.text.endswith("It may also Run.") for line in played.rules)


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
    sheet = reference_sheet(group(), book, Switches())
    assert rows(section(sheet, "5  End")) == ["Roll for the weather."]
    assert rows(section(sheet, "6  Dawn")) == ["Count the living."]
    assert any("D6 + tokens" in row for row in rows(section(sheet, "1  The Dead Walk")))
