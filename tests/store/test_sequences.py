"""A sequence keeps what it is played from: corrections are said, and merged only when asked."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image
from sqlalchemy import delete, update
from sqlmodel import col

from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import BASIS, PostGameActions, SequenceView
from lastdays.campaign.workspace import Workspace
from lastdays.errors import RuleError
from lastdays.model.carrying import Violation
from lastdays.model.changes import GroupImported, PointsSet
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group, Member
from lastdays.procedure.asks import Choose
from lastdays.store.models import Answers, Sequences
from store.exercise import rebuild
from store.sealing import seal
from sure import as_a, sure


@pytest.fixture
def workspace(riverside: Workspace) -> Workspace:
    return riverside


@pytest.fixture
def games(workspace: Workspace, dice: random.Random) -> PostGameActions:
    return PostGameActions(workspace, dice)


@pytest.fixture
def begun(workspace: Workspace, games: PostGameActions) -> tuple[str, GameRecord, str, str]:
    """The sample's first group after its first game: campaign, game, group, sequence."""
    campaign = workspace.campaigns()[0].id
    game = workspace.campaign(campaign).campaign.games[0]
    group = game.sides[0].group
    return campaign, game, group, games.begin(campaign, game.id, group)


def corrected(game: GameRecord, side: int = 0, name: int = 0, **values: Any) -> GameRecord:
    """The record with one appearance of one side changed."""
    who = game.sides[side].appearances[name]
    appearances = tuple(
        replace(a, **values) if a is who else a for a in game.sides[side].appearances
    )
    sides = list(game.sides)
    sides[side] = replace(game.sides[side], appearances=appearances)
    return replace(game, sides=tuple(sides))


def said(view: SequenceView) -> list[tuple[str, str, str, str]]:
    return [(d.whose, d.what, d.before, d.after) for d in view.corrected]


def test_a_finished_sequence_keeps_showing_what_happened(
    workspace: Workspace, games: PostGameActions, begun: tuple[str, GameRecord, str, str]
) -> None:
    campaign, game, group, sequence = begun
    play_through(games, sequence)
    before = games.view(sequence)
    games.finish(sequence)
    assert games.view(sequence).replayed == before.replayed
    zeke = game.sides[0].appearances[0]
    GameRecordActions(games.workspace).record(
        campaign, corrected(game, zombies=zeke.zombies + 7, out=True, out_by="zombie")
    )
    view = games.view(sequence)
    assert view.replayed == before.replayed
    assert view.after == before.after == workspace.group(group).group
    assert said(view) == [
        ("Zeke", "Out of Action", "no", "by a zombie"),
        ("Zeke", "Zombies", str(zeke.zombies), str(zeke.zombies + 7)),
    ]
    with pytest.raises(RuleError):
        games.rebase(sequence)


def test_a_correction_half_way_is_replayed_only_when_asked_for_and_undone(
    games: PostGameActions, begun: tuple[str, GameRecord, str, str]
) -> None:
    campaign, game, _group, sequence = begun
    games.answer(
        sequence, sure(games.view(sequence).pending).key, _member(games, sequence, "Mo"), "set"
    )
    before = games.view(sequence)
    lou = next(
        n
        for n, a in enumerate(game.sides[0].appearances)
        if before.before.member(a.member).name == "Lou"
    )
    GameRecordActions(games.workspace).record(campaign, corrected(game, name=lou, out=True))
    kept = games.view(sequence)
    assert kept.replayed == before.replayed
    assert said(kept) == [("Lou", "Out of Action", "no", "yes")]
    games.rebase(sequence)
    replayed = games.view(sequence)
    assert replayed.corrected == ()
    assert sure(replayed.game.side_of(before.before.id)).appearances[lou].out
    assert replayed.undoes_rebase
    games.undo(sequence)
    assert games.view(sequence).replayed == before.replayed
    assert games.view(sequence).corrected == kept.corrected
    games.redo(sequence)
    assert games.view(sequence).corrected == ()


def _member(games: PostGameActions, sequence: str, name: str) -> str:
    return next(m.id for m in games.view(sequence).before.members if m.name == name)


def test_what_a_sequence_began_from_is_no_answer_to_undo(
    games: PostGameActions, begun: tuple[str, GameRecord, str, str]
) -> None:
    sequence = begun[3]
    assert not games.view(sequence).can_undo
    with pytest.raises(RuleError):
        games.undo(sequence)
    assert games.view(sequence).can_redo is False


def test_a_replay_on_a_changed_group_is_undone(
    workspace: Workspace, games: PostGameActions, begun: tuple[str, GameRecord, str, str]
) -> None:
    _campaign, _game, group, sequence = begun
    before = games.view(sequence)
    workspace.change_group(group, PointsSet(77), lambda g: replace(g, points=77))
    assert games.view(sequence).base_changed
    games.rebase(sequence)
    assert games.view(sequence).before.points == 77
    games.undo(sequence)
    view = games.view(sequence)
    assert (view.before, view.base_changed) == (before.before, True)


def test_what_another_side_did_is_no_correction_for_this_group(
    games: PostGameActions, begun: tuple[str, GameRecord, str, str]
) -> None:
    campaign, game, _group, sequence = begun
    GameRecordActions(games.workspace).record(campaign, corrected(game, side=1, zombies=9))
    assert games.view(sequence).corrected == ()


def test_a_group_that_the_record_no_longer_names_cannot_be_replayed(
    games: PostGameActions, begun: tuple[str, GameRecord, str, str]
) -> None:
    campaign, game, _group, sequence = begun
    GameRecordActions(games.workspace).record(campaign, replace(game, sides=game.sides[1:]))
    view = games.view(sequence)
    assert ("Zeke's Truckers", "Took part", "yes", "no") in said(view)
    with pytest.raises(RuleError):
        games.rebase(sequence)


def _forget_the_basis(workspace: Workspace, sequence: str, at: str) -> None:
    """A sequence as an earlier edition stored it: without the record it began from."""
    with workspace.store.writing() as tx:
        rows = tx.sequences.sequence(sequence).answers
        first = next(a for a in rows if a.key == BASIS)
        tx.connection.execute(
            update(Answers).where(col(Answers.parent_id) == first.id).values(parent_id=None)
        )
        seal(tx.connection)
        if tx.sequences.sequence(sequence).answers[-1].id == first.id:
            tx.session.get_one(Sequences, sequence).head = None
            tx.session.flush()
        tx.connection.execute(delete(Answers).where(col(Answers.id) == first.id))
        tx.connection.execute(update(Sequences).where(col(Sequences.id) == sequence).values(at=at))
        seal(tx.connection)


def test_a_sequence_of_an_earlier_edition_has_the_record_of_its_time(
    workspace: Workspace, games: PostGameActions, begun: tuple[str, GameRecord, str, str]
) -> None:
    campaign, game, _group, sequence = begun
    before = games.view(sequence)
    _forget_the_basis(workspace, sequence, workspace.clock())
    workspace.clock = lambda: "2026-01-03T20:00:00+00:00"
    GameRecordActions(games.workspace).record(campaign, corrected(game, zombies=9))
    assert games.view(sequence).replayed == before.replayed
    assert games.view(sequence).corrected
    games.rebase(sequence)
    assert not games.view(sequence).corrected
    play_through(games, sequence)
    games.finish(sequence)
    assert games.view(sequence).finished


def test_a_finished_sequence_of_an_earlier_edition_shows_what_happened(
    workspace: Workspace, games: PostGameActions, begun: tuple[str, GameRecord, str, str]
) -> None:
    campaign, game, _group, sequence = begun
    play_through(games, sequence)
    before = games.view(sequence)
    games.finish(sequence)
    _forget_the_basis(workspace, sequence, "2026-01-01T20:00:00+00:00")
    GameRecordActions(games.workspace).record(campaign, corrected(game, out=True, zombies=9))
    view = games.view(sequence)
    assert (view.after, view.finished) == (before.after, True)
    assert view.corrected


@pytest.fixture
def held(workspace: Workspace, games: PostGameActions) -> tuple[str, str, str, Member, GameRecord]:
    """Mo of the first group is held by the second: campaign, both groups, Mo, the next game."""
    campaign = workspace.campaigns()[0].id
    zeke, carl = (g.id for g in workspace.groups(campaign))
    groups = GroupActions(workspace)
    mo = next(m for m in workspace.group(zeke).group.members if m.name == "Mo")
    groups.edit_member(zeke, replace(mo, status="captured", captor=carl, captor_name="Carl's Crew"))
    return campaign, zeke, carl, mo, record_declined(workspace, campaign, zeke, carl)


def record_declined(workspace: Workspace, campaign: str, *groups: str) -> GameRecord:
    """Records a game after which the Rescues of the first group's captives are declined."""
    records = GameRecordActions(workspace)
    game = records.new_record(campaign, groups, "")
    side = game.sides[0]
    declined = tuple(replace(c, fate="declined") for c in side.captives)
    game = replace(game, sides=(replace(side, captives=declined), *game.sides[1:]))
    records.record(campaign, game)
    return game


def gear_of(group: Group) -> list[str]:
    return sorted(i.key for i in (*group.stash, *(i for m in group.members for i in m.gear)))


def ask_for_loot(games: PostGameActions, sequence: str) -> bool:
    pending = games.view(sequence).pending
    return pending is not None and pending.key.startswith("encounter/loot/")


@pytest.mark.parametrize("takes", [True, False])
def test_gear_given_out_by_declining_the_rescue_is_not_offered_again(
    workspace: Workspace,
    games: PostGameActions,
    held: tuple[str, str, str, Member, GameRecord],
    takes: bool,
) -> None:
    campaign, zeke, carl, mo, game = held
    GroupActions(workspace).decline_rescue(zeke, mo.id, captor_takes_gear=takes)
    before = gear_of(workspace.group(carl).group)
    sequence = games.begin(campaign, game.id, carl)
    assert not ask_for_loot(games, sequence)
    play_through(games, sequence)
    games.finish(sequence)
    after = gear_of(workspace.group(carl).group)
    assert after.count("heavy-club") == before.count("heavy-club")


def test_gear_taken_in_a_half_done_sequence_is_gone_once_the_rescue_is_declined(
    workspace: Workspace, games: PostGameActions, held: tuple[str, str, str, Member, GameRecord]
) -> None:
    campaign, zeke, carl, mo, game = held
    sequence = games.begin(campaign, game.id, carl)
    assert ask_for_loot(games, sequence)
    games.answer(sequence, sure(games.view(sequence).pending).key, "yes", "chosen")
    GroupActions(workspace).decline_rescue(zeke, mo.id, captor_takes_gear=True)
    assert games.view(sequence).base_changed
    games.rebase(sequence)
    play_through(games, sequence)
    assert not any(
        a.ask.key.startswith("encounter/loot") for a in games.view(sequence).replayed.asked
    )
    games.finish(sequence)


def test_gear_taken_after_the_game_is_not_given_out_again(
    workspace: Workspace, games: PostGameActions, held: tuple[str, str, str, Member, GameRecord]
) -> None:
    campaign, zeke, carl, mo, game = held
    sequence = games.begin(campaign, game.id, carl)
    games.answer(sequence, sure(games.view(sequence).pending).key, "yes", "chosen")
    play_through(games, sequence)
    games.finish(sequence)
    before = gear_of(workspace.group(carl).group)
    groups = GroupActions(workspace)
    assert groups.loot(zeke, mo.id) == ()
    groups.decline_rescue(zeke, mo.id, captor_takes_gear=True)
    assert gear_of(workspace.group(carl).group) == before


def test_an_import_has_ids_of_its_own(workspace: Workspace, games: PostGameActions) -> None:
    campaign = workspace.campaigns()[0].id
    zeke = workspace.groups(campaign)[0].id
    groups = GroupActions(workspace)
    lou = workspace.group(zeke).group.members[2]
    picture = io.BytesIO()
    Image.new("RGB", (30, 40), "navy").save(picture, "JPEG")
    groups.set_portrait(zeke, lou.id, picture.getvalue())
    groups.allow(zeke, Violation(f"no-hands/{lou.id}", "Lou is known", 1))
    rebuild(groups, zeke, workspace.group(zeke).group.refuge.key, "infirmary")
    original = workspace.group(zeke).group
    copy = workspace.group(groups.import_document(campaign, groups.export(zeke))).group
    assert copy.name == f"{original.name} (2)"

    def ids(group: Group) -> set[str]:
        perks = {p.id for p in group.refuge.built}
        return {m.id for m in group.members} | group.item_ids() | perks | {group.id}

    assert len(ids(copy)) == len(ids(original))
    assert not ids(copy) & ids(original)
    assert copy.leading is not None
    assert original.leading is not None
    assert copy.leading.name == original.leading.name
    twin = next(m for m in copy.members if m.name == lou.name)
    assert groups.portrait(twin.portrait) == picture.getvalue()
    assert copy.allowed == (f"no-hands/{twin.id}",)
    assert gear_of(copy) == gear_of(original)
    with workspace.store.reading() as tx:
        assert tx.revisions.mirror_differences(copy) == []


@pytest.mark.parametrize("earlier_edition", [False, True])
def test_a_group_fights_its_own_copy_to_the_end(
    workspace: Workspace, games: PostGameActions, earlier_edition: bool
) -> None:
    campaign = workspace.campaigns()[0].id
    zeke = workspace.groups(campaign)[0].id
    groups = GroupActions(workspace)
    copy = groups.import_document(campaign, groups.export(zeke))
    if earlier_edition:  # an import kept the ids of its members and gear
        original = workspace.group(zeke).group
        workspace.change_group(
            copy, GroupImported(""), lambda g: replace(original, id=g.id, name=g.name)
        )
    mo = next(m for m in workspace.group(zeke).group.members if m.name == "Mo")
    groups.edit_member(zeke, replace(mo, status="captured", captor=copy, captor_name="Copy"))
    game = record_declined(workspace, campaign, zeke, copy)
    before = gear_of(workspace.group(copy).group)
    sequence = games.begin(campaign, game.id, copy)
    games.answer(sequence, sure(games.view(sequence).pending).key, "yes", "chosen")
    play_through(games, sequence)
    games.finish(sequence)
    after = gear_of(workspace.group(copy).group)
    assert after.count("heavy-club") == before.count("heavy-club") + 1


def test_an_answer_meets_what_another_desk_has_done_meanwhile(
    workspace: Workspace,
    games: PostGameActions,
    begun: tuple[str, GameRecord, str, str],
    dice: random.Random,
) -> None:
    """Where a sequence stands is known from its page; what was written since counts."""
    *_rest, sequence = begun
    first = games.view(sequence).pending
    elsewhere = PostGameActions(Workspace(workspace.store, workspace.catalogue), dice)
    play_through(elsewhere, sequence)
    with pytest.raises(RuleError, match="no longer asked"):
        games.answer(sequence, "attack/none", 1, "typed")
    games.undo(sequence)
    assert elsewhere.view(sequence).can_redo
    games.redo(sequence)
    games.view(sequence)
    elsewhere.finish(sequence)
    with pytest.raises(RuleError, match="finished"):
        games.answer(sequence, sure(first).key, as_a(Choose, sure(first)).options[0].key, "chosen")
    with pytest.raises(RuleError, match="nothing to undo"):
        games.undo(sequence)
    with pytest.raises(RuleError, match="not come to its end"):
        games.finish(sequence)
