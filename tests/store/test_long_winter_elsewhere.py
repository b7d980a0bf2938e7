"""A campaign with counters, traits, tables, steps and Encounters of its own, taken elsewhere: into a file
and out of it, home and back, onto web pages."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.exchange.merging import GroupMerging
from lastdays.campaign.exchange.sharing import read_shared_campaign, render_tale
from lastdays.campaign.exchange.website import Private, Website, file_of
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.own_rolls import Occasion, OwnRollActions
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.sample import add_sample
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.model.group import Group
from lastdays.procedure.replay import Answer
from lastdays.rulebook import Catalogue
from lastdays.rulebook.own import rules_as_files
from lastdays.store import Store, open_store
from unit.rulebook.winter import AXE


@pytest.fixture(scope="module")
def winter_store(tmp_path_factory: pytest.TempPathFactory, book: Catalogue) -> Path:
    """A store that holds the sample, with a weapon of its own besides, and the weather of its next game."""
    file = tmp_path_factory.mktemp("winter") / "winter.sqlite"
    store = open_store(file)
    workspace = Workspace(store, book)
    campaign = add_sample(workspace, "long-winter")
    workspace.work_on(campaign)
    HouseRules(workspace).write_rule(campaign, AXE)
    step = workspace.catalogue.own.steps_at("before")[0]
    rolls = OwnRollActions(workspace)
    rolling = rolls.begin(campaign, Occasion(step.key))
    rolls.apply(rolling, {f"before/{step.key}/campaign/roll": Answer(3)})
    store.close()
    return file


Opened = Callable[[str], Workspace]


@pytest.fixture
def opened(tmp_path: Path, winter_store: Path, book: Catalogue) -> Iterator[Opened]:
    """Opens copies of that store."""
    stores: list[Store] = []

    def make(name: str) -> Workspace:
        store = open_store(Path(shutil.copy(winter_store, tmp_path / f"{name}.sqlite")))
        stores.append(store)
        workspace = Workspace(store, book)
        workspace.work_on(workspace.campaigns()[0].id)
        return workspace

    yield make
    for store in stores:
        store.close()


def only_group(workspace: Workspace) -> Group:
    (summary,) = workspace.groups()
    return workspace.group(summary.id).group


@pytest.mark.sweep
def test_its_file_brings_all_of_it(opened: Opened, workspace: Workspace) -> None:
    here = opened("here")
    content = CampaignTransfer(here).export(here.worked_on)
    transfer = CampaignTransfer(workspace)
    copy = transfer.add_campaign(transfer.open_file(content))
    workspace.work_on(copy)
    before, after = here.campaign(here.worked_on).campaign, workspace.campaign(copy).campaign
    assert after == before
    assert rules_as_files(after.own) == rules_as_files(before.own)
    assert after.fixtures[0].before[0].text.startswith("Whiteout.")
    assert workspace.catalogue.digest == here.catalogue.digest
    assert only_group(workspace) == only_group(here)
    story = render_tale(read_shared_campaign(here, before.id), "markdown")
    assert render_tale(read_shared_campaign(workspace, copy), "markdown") == story
    sequences = PostGameActions(workspace, random.Random(1))
    told = PostGameActions(here, random.Random(1))
    for one in told.sequences(before.id):
        assert sequences.view(one.id).replayed.story == told.view(one.id).replayed.story
    assert check_store(workspace).sound


def test_counters_and_traits_come_back_from_home_key_by_key(opened: Opened) -> None:
    club, home = opened("club"), opened("home")
    group = only_group(club)
    tamsin, elsie = (next(m for m in group.members if m.name == n) for n in ("Tamsin", "Elsie"))
    at_club, at_home = GroupActions(club), GroupActions(home)
    at_club.set_counter(group.id, "food", 11)
    at_club.set_counter(group.id, "sickness", 5, tamsin.id)
    at_home.set_counter(group.id, "firewood", 9)
    at_home.set_counter(group.id, "sickness", 2, elsie.id)
    at_home.set_counter(group.id, "sickness", 0, tamsin.id)
    kept = only_group(home).member(elsie.id)
    at_home.edit_member(group.id, replace(kept, traits={"keepsake": "A spoon."}))
    merging = GroupMerging(club)
    known = merging.compare(club.worked_on, at_home.export(group.id))
    assert known is not None
    (conflict,) = known.merge.open_points({})
    assert (conflict.member, conflict.what) == (tamsin.id, "Sickness")
    assert (conflict.ours, conflict.theirs) == ("5", "0")
    before = only_group(club)
    merging.merge(known, {conflict.key: "theirs"})
    merged = only_group(club)
    assert merged.counters == {**group.counters, "food": 11, "firewood": 9}
    assert merged.member(tamsin.id).counters["sickness"] == 0
    assert merged.member(elsie.id).counters["sickness"] == 2
    assert merged.member(elsie.id).traits == {"keepsake": "A spoon."}
    club.undo(club.worked_on, group.id)
    assert only_group(club) == before


def test_in_a_campaign_without_these_rules_its_values_are_kept(
    opened: Opened, workspace: Workspace
) -> None:
    here = opened("here")
    document = GroupActions(here).export(only_group(here).id)
    kitchen = CampaignActions(workspace).begin("Kitchen")
    workspace.work_on(kitchen)
    there = GroupActions(workspace)
    copy = workspace.group(there.import_document(kitchen, document)).group
    assert copy.counters == only_group(here).counters
    back = GroupActions(here).import_document(here.worked_on, there.export(copy.id))
    came_back = here.group(back).group
    assert came_back.counters == copy.counters
    traits = [member.traits for member in came_back.members]
    assert traits == [member.traits for member in only_one(here, back).members]


def only_one(workspace: Workspace, but: str) -> Group:
    """The group of the campaign that isn't this one."""
    (group,) = (summary.id for summary in workspace.groups() if summary.id != but)
    return workspace.group(group).group


def test_its_web_pages_have_all_of_it(opened: Opened) -> None:
    here = opened("here")
    group = only_group(here)
    pages = Website(here, here.worked_on, Private()).made()
    own = pages[file_of("group", group.id)].decode()
    for words in ("Food ", "Firewood ", "Feverish 3", "Keepsake"):
        assert words in own, words
    for member in group.active:
        assert member.traits["keepsake"].replace("'", "&#39;") in own
    rules = pages["rules.html"].decode()
    rule_names = [rule.name for rule in here.catalogue.own.entries]
    assert len(rule_names) > 10
    for name in rule_names:
        assert name.replace("'", "&#39;") in rules, name
    entries = here.campaign(here.worked_on).campaign.own.book
    assert {entry.kind for entry in entries} >= {"encounters", "close_combat"}
    for entry in entries:
        assert entry.name in rules, entry.name
    games = [page.decode() for name, page in pages.items() if name.startswith("game")]
    assert any("Look out of the window" in page for page in games)
