"""The sample *The long winter*: one group alone under rules of its own, three games on."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.chronicle.entries import timeline
from lastdays.campaign.chronicle.games import Chronicle
from lastdays.campaign.own_rolls import OwnRollActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import add_sample, read_sample
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.errors import StoreError
from lastdays.model.campaign import Campaign, ChronicleEntry
from lastdays.model.group import Group
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own_moments import done_in_vain
from lastdays.store import open_store
from sure import sure


@pytest.fixture(scope="module")
def winter_store(tmp_path_factory: pytest.TempPathFactory, book: Catalogue) -> Path:
    """A store that holds the sample, to be copied."""
    file = tmp_path_factory.mktemp("winter") / "winter.sqlite"
    store = open_store(file)
    add_sample(desk(store, book), "long-winter")
    store.close()
    return file


@pytest.fixture
def long_winter(tmp_path: Path, winter_store: Path, book: Catalogue) -> Iterator[Workspace]:
    """A desk over a store that holds the sample, with its rulebook."""
    store = open_store(Path(shutil.copy(winter_store, tmp_path / "winter.sqlite")))
    made = desk(store, book, first=1001)
    made.work_on(made.campaigns()[0].id)
    yield made
    store.close()


@pytest.fixture
def winter(long_winter: Workspace) -> str:
    """The id of the campaign."""
    return long_winter.worked_on


def campaign_of(long_winter: Workspace, winter: str) -> Campaign:
    return long_winter.campaign(winter).campaign


def group_of(long_winter: Workspace, winter: str) -> Group:
    (group,) = long_winter.groups(winter)
    return long_winter.snapshot(group.id).group


def test_games_are_won_and_lost_and_somebody_is_gone(long_winter: Workspace, winter: str) -> None:
    games = campaign_of(long_winter, winter).games
    assert [game.result_of(game.sides[0]) for game in games] == ["won", "lost", "won"]
    group = group_of(long_winter, winter)
    assert [member.name for member in group.members if member.status == "dead"] == ["Old Aldous"]
    assert check_store(long_winter).sound
    assert long_winter.group(group.id).violations == ()
    assert done_in_vain(long_winter.catalogue.own) == []


def test_its_counters_add_up(long_winter: Workspace, winter: str) -> None:
    group = group_of(long_winter, winter)
    found_at_the_table, found_in_the_drifts = 2 + 0 + 2, 4 + 0 + 6
    suppers = 8 + 6 + 7
    assert group.counters["food"] == 8 + found_at_the_table + found_in_the_drifts - suppers
    wood, nights = 2 + 1 + 1, 3
    assert group.counters["firewood"] == 3 + wood - nights
    assert campaign_of(long_winter, winter).counters == {"week": 3}
    sick = {m.name: m.counters["sickness"] for m in group.members if m.counters.get("sickness")}
    assert sick == {"Tamsin": 3, "Elsie": 1}


def test_each_group_begins_with_what_the_book_gives(long_winter: Workspace, winter: str) -> None:
    (made,) = read_sample("long-winter").groups
    group = group_of(long_winter, winter)
    catalogue = long_winter.catalogue
    spent = 0
    for recruit in (made.leader, *made.members):
        spent += catalogue.character(recruit.type).cost
        spent += sum(catalogue.gear(key).cost or 0 for key in recruit.gear)
    assert spent == catalogue.number("founding", "points")
    assert all(member.traits["keepsake"] for member in group.members)


def test_the_chronicle_tells_it_in_order(long_winter: Workspace, winter: str) -> None:
    chronicle = Chronicle(long_winter, winter)
    order = []
    for one in timeline(chronicle):
        order.append(one.kind if isinstance(one, ChronicleEntry) else one.number)
    assert order == ["note", 1, 2, "note", "rumour", 3, "note"]
    campaign = campaign_of(long_winter, winter)
    assert all(campaign.own_words[game.id].text for game in campaign.games)
    assert [game.before[0].rows[0].total for game in campaign.games] == [7, 3, 9]


def test_nothing_is_left_open_but_the_weather(
    long_winter: Workspace, winter: str, dice: random.Random
) -> None:
    sequences = PostGameActions(long_winter, dice).sequences(winter)
    assert len(sequences) == 3
    assert all(sequence.finished for sequence in sequences)
    assert sure(OwnRollActions(long_winter).first_due(winter)).name == "Look out of the window"


@pytest.mark.sweep
def test_it_is_added_whole_or_not_at_all_and_a_second_one_has_a_number(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise StoreError("There is no room left.")

    with monkeypatch.context() as patch:
        patch.setattr(PostGameActions, "finish", full)
        with pytest.raises(StoreError):
            add_sample(workspace, "long-winter")
    assert workspace.campaigns() == []
    assert workspace.worked_on == ""
    names = [campaign_of(workspace, add_sample(workspace, "long-winter")).name for _n in range(2)]
    assert names == ["The long winter", "The long winter (2)"]
