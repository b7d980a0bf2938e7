"""A group whose content pack is gone or damaged stays: it opens, plays, prints and is undone."""

from __future__ import annotations

import itertools
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from answering import answer_one
from lastdays.campaign import Workspace
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.errors import LastDaysError, RuleError
from lastdays.model.recruiting import Recruit
from lastdays.rulebook import load
from lastdays.rulebook.catalogue import content_packs
from lastdays.store import Store
from store.exercise import (
    at_table,
    edit,
    enter,
    found_hospital,
    look,
    rebuild,
    record_game,
    sequence_through,
)
from unit.rulebook.packing import write_pack

GONE = "content pack may be missing"
Opens = Callable[[], Workspace]


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    return tmp_path / "packs"


@pytest.fixture
def open_desk(store: Store, tmp_path: Path) -> Opens:
    """A desk over the store with the packs that lie beside it now."""
    counter = itertools.count(1)

    def make() -> Workspace:
        return Workspace(
            store,
            load(packs=content_packs(store.path)),
            clock=lambda: "2026-01-02T20:00:00+00:00",
            new_id=lambda: f"id{next(counter):04d}",
        )

    return make


@pytest.fixture
def hospital(open_desk: Opens, packs: Path) -> tuple[str, str]:
    """A campaign and a group that use the pack everywhere."""
    write_pack(packs)
    return found_hospital(open_desk())


def test_a_group_whose_pack_is_gone_opens_and_says_what_is_unknown(
    hospital: tuple[str, str], open_desk: Opens, packs: Path
) -> None:
    campaign, group = hospital
    shutil.rmtree(packs)
    workspace = open_desk()
    look(workspace, campaign, group)
    said = [v.text for v in workspace.group(group).violations if v.key.startswith("unknown/")]
    for name in ("The Refuge Hospital", "The Perk Helipad", "Bo: the type Orderly", "Bo: Triage",
                 "Bo: Burned", "Bo: Dart Gun", "Bo: Dart Sight", "Dr Ana: Bone Saw",
                 "The stash: Oxygen", "Bo: Sterile"):  # fmt: skip
        assert any(text.startswith(name) and GONE in text for text in said), name
    assert workspace.group(group).group.leading is not None
    cards = list(PrintActions(workspace).contents(group, PrintChoice()))
    assert "No longer in the rulebook" in str(cards)
    assert "Orderly" in str(cards)


def test_back_with_its_pack_it_is_what_it_was(
    hospital: tuple[str, str], open_desk: Opens, packs: Path
) -> None:
    campaign, group = hospital
    before = open_desk().group(group)
    pack = packs / "hospital"
    pack.rename(packs.parent / "away")
    edit(open_desk(), campaign, group)
    (packs.parent / "away").rename(pack)
    after = open_desk().group(group)
    assert (after.group, after.violations) == (before.group, before.violations)


def test_nothing_comes_into_a_group_that_the_rulebook_does_not_have(
    hospital: tuple[str, str], open_desk: Opens, packs: Path
) -> None:
    campaign, group = hospital
    shutil.rmtree(packs)
    groups = GroupActions(open_desk())
    leader = groups.workspace.group(group).group.leader
    for act in (
        lambda: groups.create_with_leader(campaign, "More", "chief-medic", "", "mall"),
        lambda: groups.create_with_leader(campaign, "More", "professional", "", "hospital"),
        lambda: groups.recruit(group, Recruit("orderly", "Di"), allowed=True),
        lambda: groups.recruit(group, Recruit("cop", "Di", gear=("dart-gun",)), allowed=True),
        lambda: GroupGearActions(groups.workspace).add_gear(group, leader, "ray-gun"),
        lambda: enter(groups, group, "orderly", "Di"),
        lambda: rebuild(groups, group, "castle"),
    ):
        with pytest.raises(LastDaysError, match=r"[Rr]ulebook has no|Choose a Refuge"):
            act()


@pytest.mark.parametrize(
    "seed", [2, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in (0, 5))]
)
def test_a_sequence_begun_with_the_pack_goes_on_without(
    hospital: tuple[str, str], open_desk: Opens, packs: Path, seed: int
) -> None:
    campaign, group = hospital
    workspace = open_desk()
    game = record_game(workspace, campaign, group)
    games = PostGameActions(workspace, random.Random(seed))
    sequence = games.begin(campaign, game, group)
    for _n in range(3 * seed):
        if games.view(sequence).pending is None:
            break
        answer_one(games, sequence)
    shutil.rmtree(packs)
    workspace = open_desk()
    assert PostGameActions(workspace, random.Random(1)).view(sequence).rules_changed
    sequence_through(workspace, campaign, group, game, seed)


def test_a_game_at_the_table_goes_on_without_the_pack(
    hospital: tuple[str, str], open_desk: Opens, packs: Path
) -> None:
    campaign, group = hospital
    at_table(open_desk(), campaign, group, "outbreak")
    shutil.rmtree(packs)
    workspace = open_desk()
    look(workspace, campaign, group)
    at_table(workspace, campaign, group)


def test_an_ask_that_raises_is_undone(
    hospital: tuple[str, str],
    open_desk: Opens,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    campaign, group = hospital
    workspace = open_desk()
    game = record_game(workspace, campaign, group, "scavengers")
    games = PostGameActions(workspace, random.Random(1))

    def broken(*_args: Any, **_more: Any) -> Iterator[None]:
        raise ZeroDivisionError("a fault in a rule")
        yield

    monkeypatch.setattr("lastdays.postgame.sequence.experience", broken)
    sequence = games.begin(campaign, game, group)
    first = games.view(sequence).pending
    assert first is not None
    games.roll(sequence, first.key)
    asked = len(games.view(sequence).replayed.asked)
    while games.view(sequence).pending is not None:
        ask = games.view(sequence).pending
        assert ask is not None
        games.roll(sequence, ask.key)
    view = games.view(sequence)
    assert "can't continue" in view.stuck
    assert view.after is None
    assert view.step == "injuries"
    assert len(view.replayed.asked) >= asked
    with pytest.raises(RuleError, match="can't continue"):
        games.finish(sequence)
    assert view.can_undo
    games.undo(sequence)
    assert games.view(sequence).pending is not None
    games.redo(sequence)
    assert games.view(sequence).stuck
    assert "a fault in a rule" in caplog.text
    caplog.clear()
