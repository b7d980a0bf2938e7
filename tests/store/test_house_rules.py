"""A campaign's content packs and numbers: chosen for it alone, undone, and never in the way."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.documents.group_documents import read_switches
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.errors import LastDaysError
from lastdays.model.changes import SwitchesChanged
from lastdays.model.switches import Switches, house_numbers
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import Chosen, rulebooks_of
from lastdays.store import Store
from store.exercise import found_hospital, look
from unit.rulebook.packing import write_pack

SAUNA = {"perks": '[sauna]\nname = "Sauna"\ncost = 5\nsummary = "Hot."\n'}
Opens = Callable[[], Workspace]


@pytest.fixture
def desk(store: Store, tmp_path: Path) -> Opens:
    """Opens a desk with the packs that lie beside the store."""
    counter = itertools.count(1)

    def make() -> Workspace:
        books = rulebooks_of(store.path)
        return Workspace(
            store,
            books.of(Chosen()),
            clock=lambda: "2026-01-02T20:00:00+00:00",
            new_id=lambda: f"id{next(counter):04d}",
            rulebooks=books,
        )

    return make


def test_a_pack_counts_only_where_it_is_switched_on(desk: Opens, tmp_path: Path) -> None:
    write_pack(tmp_path / "packs")
    write_pack(tmp_path / "packs", "spa", SAUNA)
    workspace = desk()
    rules, campaigns = HouseRules(workspace), CampaignActions(workspace)
    first, second = campaigns.begin("First"), campaigns.begin("Second")
    assert workspace.work_on(first)
    assert tuple(workspace.catalogue.packs) == ()
    rules.switch(first, "spa", on=True)
    assert tuple(workspace.catalogue.packs) == ("spa",)
    assert "sauna" in workspace.catalogue.perks
    assert [(p.pack.key, p.on, p.counts) for p in rules.packs(first)] == [
        ("hospital", False, False),
        ("spa", True, True),
    ]
    workspace.work_on(second)
    assert "sauna" not in workspace.catalogue.perks
    workspace.work_on(first)
    assert workspace.undo(first) == "switched on the content pack spa"
    assert "sauna" not in workspace.catalogue.perks
    assert workspace.redo(first) == "switched on the content pack spa"
    rules.switch(first, "hospital", on=True)
    rules.switch(first, "spa", on=False)
    assert tuple(workspace.catalogue.packs) == ("hospital",)
    again = desk()
    again.work_on(first)
    assert again.catalogue.packs == ("hospital",)


def test_a_campaign_from_before_keeps_all_packs_until_one_is_chosen(
    desk: Opens, tmp_path: Path
) -> None:
    write_pack(tmp_path / "packs")
    write_pack(tmp_path / "packs", "spa", SAUNA)
    workspace = desk()
    campaign = CampaignActions(workspace).begin("Old")
    workspace.change_campaign(campaign, SwitchesChanged(), lambda c: replace(c, packs=None))
    workspace.work_on(campaign)
    assert tuple(workspace.catalogue.packs) == ("hospital", "spa")
    HouseRules(workspace).switch(campaign, "hospital", on=False)
    assert tuple(workspace.catalogue.packs) == ("spa",)


def test_what_came_of_a_pack_that_is_off_or_gone_stays_as_a_named_blank(
    desk: Opens, tmp_path: Path
) -> None:
    write_pack(tmp_path / "packs")
    workspace = desk()
    campaign, group = found_hospital(workspace)
    assert not [v for v in workspace.group(group).violations if v.key.startswith("unknown/")]
    HouseRules(workspace).switch(campaign, "hospital", on=False)
    said = " ".join(v.text for v in workspace.group(group).violations)
    assert "The Refuge Hospital isn't in the rulebook" in said
    look(workspace, campaign, group)
    assert "Orderly" in str(list(PrintActions(workspace).contents(group, PrintChoice())))
    HouseRules(workspace).switch(campaign, "hospital", on=True)
    assert not [v for v in workspace.group(group).violations if v.key.startswith("unknown/")]
    shutil.rmtree(tmp_path / "packs")
    rules = HouseRules(workspace)
    rules.reread()
    (line,) = rules.packs(campaign)
    assert (line.pack.key, line.pack.is_gone, line.on, line.counts) == (
        "hospital",
        True,
        True,
        False,
    )
    look(workspace, campaign, group)
    write_pack(tmp_path / "packs")
    rules.reread()
    assert tuple(workspace.catalogue.packs) == ("hospital",)


def test_cards_are_printed_by_the_rulebook_of_their_own_campaign(
    desk: Opens, tmp_path: Path
) -> None:
    write_pack(tmp_path / "packs")
    workspace = desk()
    _campaign, group = found_hospital(workspace)
    other = CampaignActions(workspace).begin("Other")
    workspace.work_on(other)
    cards = str(list(PrintActions(workspace).contents(group, PrintChoice())))
    assert "No longer in the rulebook" not in cards


def test_a_pack_that_is_wrong_is_not_switched_on(desk: Opens, tmp_path: Path) -> None:
    write_pack(tmp_path / "packs", "spa", {"perks": '[sauna]\nname = "Sauna"\n'})
    workspace = desk()
    campaign = CampaignActions(workspace).begin("First")
    rules = HouseRules(workspace)
    (line,) = rules.packs(campaign)
    assert not line.on
    assert line.faults[0].startswith("perks.toml [sauna] cost: ")
    with pytest.raises(LastDaysError, match=r"spa can't be switched on: perks.toml \[sauna\]"):
        rules.switch(campaign, "spa", on=True)
    with pytest.raises(LastDaysError, match="no content pack called pool"):
        rules.switch(campaign, "pool", on=True)
    assert workspace.campaign(campaign).campaign.packs == ()


def test_a_number_of_ones_own_counts_at_once_and_is_undone(desk: Opens) -> None:
    workspace = desk()
    rules = HouseRules(workspace)
    campaign = CampaignActions(workspace).begin("First")
    workspace.work_on(campaign)
    printed = workspace.catalogue.digest
    rules.set_number(campaign, "founding.points", 120)
    assert workspace.catalogue.number("founding", "points") == 120
    assert workspace.catalogue.digest != printed  # a sequence on the book's number is told
    leader = next(c for c in workspace.catalogue.leaders())
    group = GroupActions(workspace).create_with_leader(campaign, "Us", leader.key, "Mo", "prison")
    assert workspace.group(group).group.points == 120 - leader.cost
    workspace.undo(campaign, group)
    workspace.undo(campaign)
    assert workspace.catalogue.digest == printed
    workspace.redo(campaign)
    rules.set_number(campaign, "limits.firearms", 3)
    assert dict(workspace.campaign(campaign).campaign.numbers) == {
        "founding.points": 120,
        "limits.firearms": 3,
    }
    rules.set_number(campaign, "founding.points", 100)  # the book's own is no house rule
    assert dict(workspace.campaign(campaign).campaign.numbers) == {"limits.firearms": 3}
    rules.as_in_book(campaign, "limits.firearms")
    assert workspace.campaign(campaign).campaign.numbers == ()
    assert workspace.catalogue.digest == printed


@pytest.mark.parametrize(
    ("key", "value"), [("founding.points", -1), ("founding.points", 10_000), ("limits.level", 3)]
)
def test_a_number_that_cannot_be_is_refused_in_a_sentence(
    desk: Opens, key: str, value: int
) -> None:
    workspace = desk()
    campaign = CampaignActions(workspace).begin("First")
    with pytest.raises(LastDaysError):
        HouseRules(workspace).set_number(campaign, key, value)
    assert workspace.campaign(campaign).campaign.numbers == ()


def test_every_house_number_is_in_the_book_and_says_its_ruling(book: Catalogue) -> None:
    for number in house_numbers():
        low, high = number.range
        assert low <= number.value_in(book) <= high
        assert f"The book says {number.value_in(book)}{number.unit}" in number.ruling(book)
    assert len({n.key for n in house_numbers()}) == len(house_numbers())


def test_a_document_with_numbers_nobody_knows_still_opens(desk: Opens) -> None:
    workspace = desk()
    campaign = CampaignActions(workspace).begin("First")
    odd = (("x", 5), ("founding.points", 10**9), ("limits.firearms", -5), ("book.title", 3))
    workspace.change_campaign(campaign, SwitchesChanged(), lambda c: replace(c, numbers=odd))
    assert not workspace.work_on(campaign)
    assert workspace.catalogue.number("founding", "points") == 100


@pytest.mark.parametrize("key", ["animals_run", "animals_learn", "locked_kept", "zombies_by_level"])
def test_a_switch_of_ones_own_is_kept_undone_and_off_in_earlier_campaigns(
    desk: Opens, key: str
) -> None:
    workspace = desk()
    campaigns = CampaignActions(workspace)
    campaign = campaigns.begin("First")

    def is_on() -> bool:
        return bool(getattr(workspace.campaign(campaign).campaign.switches, key))

    assert not is_on()
    assert read_switches({"zombie_cap": False}) == Switches(zombie_cap=False)
    campaigns.set_switches(campaign, replace(Switches(), **{key: True}))
    workspace = desk()
    assert is_on()
    workspace.undo(campaign)
    assert not is_on()
    workspace.redo(campaign)
    assert is_on()
