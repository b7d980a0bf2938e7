"""A sequence keeps what it is played from: corrections are said, and merged only when asked."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image
from sqlalchemy import delete, update
from sqlmodel import col

from lastdays.campaign.game_records import GameRecordActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.printing.print_jobs import PrintActions, PrintChoice
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import STARTING_POINT, PostGameActions, SequenceView
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError, RuleError
from lastdays.model.carrying import Violation
from lastdays.model.changes import GroupImported, PointsSet
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Group, Member
from lastdays.pdf.content import Content
from lastdays.procedure.asks import Choose
from lastdays.store.models import Answers, Sequences
from store.exercise import rebuild
from store.sealing import seal
from sure import as_a, sure


@pytest.fixture
def games(riverside: Workspace, dice: random.Random) -> PostGameActions:
    return PostGameActions(riverside, dice)


@pytest.fixture
def sequence(games: PostGameActions, campaign: str, game: GameRecord, zeke: str) -> str:
    """The sequence of the first group after it."""
    return games.begin(campaign, game.id, zeke)


@pytest.fixture
def correct(riverside: Workspace, campaign: str, game: GameRecord) -> Callable[..., None]:
    """Record the game anew with one appearance of one side changed."""

    def record(side: int = 0, name: int = 0, **values: Any) -> None:
        sides = list(game.sides)
        appearances = list(sides[side].appearances)
        appearances[name] = replace(appearances[name], **values)
        sides[side] = replace(sides[side], appearances=tuple(appearances))
        GameRecordActions(riverside).record(campaign, replace(game, sides=tuple(sides)))

    return record


def test_a_worksheet_is_of_the_game_whose_sequence_isn_t_finished(
    riverside: Workspace, games: PostGameActions, sequence: str, game: GameRecord, zeke: str
) -> None:
    def printed() -> list[Content]:
        return PrintActions(riverside).contents(zeke, PrintChoice(("worksheet",)))

    def written(waiting: GameRecord | None) -> list[Content]:
        view = riverside.group(zeke)
        return [worksheet(view.group, riverside.catalogue, view.campaign.switches, waiting)]

    assert printed() == written(game)
    play_through(games, sequence)
    games.finish(sequence)
    assert printed() == written(None)


def test_a_group_whose_rules_or_state_changed_is_not_written_over(
    games: PostGameActions, sequence: str, zeke: str
) -> None:
    """A form half filled in is kept meanwhile, and the group is shown as the last form had it."""
    view = games.view(sequence)
    assert view.group_now == view.before
    first = sure(view.pending)
    assert (view.asked(first.key), view.asked("nothing")) == (first, None)
    with pytest.raises(RuleError, match="isn't finished yet"):
        games.finish(sequence)
    games.draft(sequence, "experience", {"zeke": 3})
    assert games.view(sequence).drafts == {"experience": {"zeke": 3}}
    play_through(games, sequence)
    done = games.view(sequence)
    assert done.group_now == done.after != done.before
    assert [sure(done.asked(e.ask.key)).key for e in done.replayed.asked] == [
        e.ask.key for e in done.replayed.asked
    ]
    GroupActions(games.workspace).write_notes(zeke, "meanwhile")
    with pytest.raises(LastDaysError, match="replay the sequence first"):
        games.finish(sequence)
    games.rebase(sequence)
    play_through(games, sequence)
    games.finish(sequence)
    assert games.workspace.group(zeke).group.notes == "meanwhile"
    with pytest.raises(RuleError, match="isn't finished yet"):
        games.finish(sequence)


def said(view: SequenceView) -> list[tuple[str, str, str, str]]:
    return [(d.whose, d.what, d.before, d.after) for d in view.corrected]


def test_a_finished_sequence_keeps_showing_what_happened(
    games: PostGameActions, correct: Callable[..., None], game: GameRecord, sequence: str
) -> None:
    play_through(games, sequence)
    before = games.view(sequence)
    games.finish(sequence)
    assert games.view(sequence).replayed == before.replayed
    leader = game.sides[0].appearances[0]
    correct(zombies=leader.zombies + 7, out=True, out_by="zombie")
    view = games.view(sequence)
    assert view.replayed == before.replayed
    assert view.after == before.after == games.workspace.group(before.before.id).group
    assert said(view) == [
        ("Zeke", "Out of Action", "no", "by a zombie"),
        ("Zeke", "Zombies", str(leader.zombies), str(leader.zombies + 7)),
    ]
    with pytest.raises(RuleError):
        games.rebase(sequence)
    rival = game.sides[1].appearances[0].member
    name = games.workspace.group(game.sides[1].group).group.member(rival).name
    correct(out=True, out_by=rival)
    assert said(games.view(sequence)) == [("Zeke", "Out of Action", "no", f"by {name}")]


def test_a_correction_half_way_is_replayed_only_when_asked_for_and_undone(
    games: PostGameActions, correct: Callable[..., None], game: GameRecord, sequence: str
) -> None:
    games.answer(
        sequence, sure(games.view(sequence).pending).key, _member(games, sequence, "Mo"), "set"
    )
    before = games.view(sequence)
    lou = next(
        n
        for n, a in enumerate(game.sides[0].appearances)
        if before.before.member(a.member).name == "Lou"
    )
    correct(name=lou, out=True)
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
    games: PostGameActions, sequence: str
) -> None:
    assert not games.view(sequence).can_undo
    with pytest.raises(RuleError):
        games.undo(sequence)
    assert games.view(sequence).can_redo is False


def test_a_replay_on_a_changed_group_is_undone(
    riverside: Workspace, games: PostGameActions, zeke: str, sequence: str
) -> None:
    before = games.view(sequence)
    riverside.change_group(zeke, PointsSet(77), lambda g: replace(g, points=77))
    assert games.view(sequence).base_changed
    games.rebase(sequence)
    assert games.view(sequence).before.points == 77
    games.undo(sequence)
    view = games.view(sequence)
    assert (view.before, view.base_changed) == (before.before, True)


def test_a_group_that_the_record_no_longer_names_cannot_be_replayed(
    games: PostGameActions, campaign: str, game: GameRecord, sequence: str
) -> None:
    GameRecordActions(games.workspace).record(campaign, replace(game, sides=game.sides[1:]))
    view = games.view(sequence)
    assert ("Zeke's Truckers", "Took part", "yes", "no") in said(view)
    with pytest.raises(RuleError):
        games.rebase(sequence)


def _forget_the_basis(riverside: Workspace, sequence: str, at: str) -> None:
    """A sequence as an earlier edition stored it: without the record it began from."""
    with riverside.store.writing() as tx:
        rows = tx.sequences.sequence(sequence).answers
        first = next(a for a in rows if a.key == STARTING_POINT)
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
    riverside: Workspace, games: PostGameActions, correct: Callable[..., None], sequence: str
) -> None:
    before = games.view(sequence)
    _forget_the_basis(riverside, sequence, riverside.clock())
    riverside.clock = lambda: "2026-01-03T20:00:00+00:00"
    correct(zombies=9)
    assert games.view(sequence).replayed == before.replayed
    assert games.view(sequence).corrected
    games.rebase(sequence)
    assert not games.view(sequence).corrected
    play_through(games, sequence)
    games.finish(sequence)
    assert games.view(sequence).finished


@pytest.fixture
def mo(riverside: Workspace, zeke: str, carl: str) -> Member:
    """Mo of the first group, whom the second holds."""
    mo = next(m for m in riverside.group(zeke).group.members if m.name == "Mo")
    captive = replace(mo, status="captured", captor=carl, captor_name="Carl's Crew")
    GroupActions(riverside).edit_member(zeke, captive)
    return mo


@pytest.fixture
def decline(riverside: Workspace, zeke: str, mo: Member) -> Callable[..., None]:
    """Decline Mo's Rescue by hand."""

    def now(captor_takes_gear: bool = True) -> None:
        GroupActions(riverside).decline_rescue(zeke, mo.id, captor_takes_gear=captor_takes_gear)

    return now


@pytest.fixture
def captors(
    riverside: Workspace, campaign: str, zeke: str, carl: str, mo: Member, games: PostGameActions
) -> Callable[[], str]:
    """Begin the captors' sequence after the next game, after which nobody rescues Mo."""
    del mo
    game = record_declined(riverside, campaign, zeke, carl)
    return lambda: games.begin(campaign, game.id, carl)


def record_declined(riverside: Workspace, campaign: str, *groups: str) -> GameRecord:
    """Records a game after which the Rescues of the first group's captives are declined."""
    records = GameRecordActions(riverside)
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
    games: PostGameActions,
    carl: str,
    captors: Callable[[], str],
    decline: Callable[..., None],
    takes: bool,
) -> None:
    decline(captor_takes_gear=takes)
    before = gear_of(games.workspace.group(carl).group)
    sequence = captors()
    assert not ask_for_loot(games, sequence)
    play_through(games, sequence)
    games.finish(sequence)
    after = gear_of(games.workspace.group(carl).group)
    assert after.count("heavy-club") == before.count("heavy-club")


def test_gear_taken_after_the_game_is_not_given_out_again(
    games: PostGameActions,
    zeke: str,
    carl: str,
    mo: Member,
    captors: Callable[[], str],
    decline: Callable[..., None],
) -> None:
    sequence = captors()
    games.answer(sequence, sure(games.view(sequence).pending).key, "yes", "chosen")
    play_through(games, sequence)
    games.finish(sequence)
    before = gear_of(games.workspace.group(carl).group)
    held = games.workspace.group(zeke).captives
    assert [c.loot for c in held if c.member.id == mo.id] == [()]
    decline()
    assert gear_of(games.workspace.group(carl).group) == before


def test_an_import_has_ids_of_its_own(
    riverside: Workspace, zeke: str, campaign: str, games: PostGameActions
) -> None:
    groups = GroupActions(riverside)
    lou = riverside.group(zeke).group.members[2]
    picture = io.BytesIO()
    Image.new("RGB", (30, 40), "navy").save(picture, "JPEG")
    groups.set_portrait(zeke, lou.id, picture.getvalue())
    groups.allow(zeke, Violation(f"no-hands/{lou.id}", "Lou is known", 1))
    rebuild(groups, zeke, riverside.group(zeke).group.refuge.key, "infirmary")
    original = riverside.group(zeke).group
    copy = riverside.group(groups.import_document(campaign, groups.export(zeke))).group
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
    with riverside.store.reading() as tx:
        assert tx.revisions.mirror_differences(copy) == []


@pytest.mark.parametrize("earlier_edition", [False, True])
def test_a_group_fights_its_own_copy_to_the_end(
    riverside: Workspace, zeke: str, campaign: str, games: PostGameActions, earlier_edition: bool
) -> None:
    groups = GroupActions(riverside)
    copy = groups.import_document(campaign, groups.export(zeke))
    if earlier_edition:  # an import kept the ids of its members and gear
        original = riverside.group(zeke).group
        riverside.change_group(
            copy, GroupImported(""), lambda g: replace(original, id=g.id, name=g.name)
        )
    mo = next(m for m in riverside.group(zeke).group.members if m.name == "Mo")
    groups.edit_member(zeke, replace(mo, status="captured", captor=copy, captor_name="Copy"))
    game = record_declined(riverside, campaign, zeke, copy)
    before = gear_of(riverside.group(copy).group)
    sequence = games.begin(campaign, game.id, copy)
    games.answer(sequence, sure(games.view(sequence).pending).key, "yes", "chosen")
    play_through(games, sequence)
    games.finish(sequence)
    after = gear_of(riverside.group(copy).group)
    assert after.count("heavy-club") == before.count("heavy-club") + 1


def test_an_answer_meets_what_another_desk_has_done_meanwhile(
    riverside: Workspace,
    games: PostGameActions,
    sequence: str,
    dice: random.Random,
) -> None:
    """Where a sequence stands is known from its page; what was written since counts."""
    first = games.view(sequence).pending
    elsewhere = PostGameActions(Workspace(riverside.store, riverside.catalogue), dice)
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
    with pytest.raises(RuleError, match="isn't finished yet"):
        games.finish(sequence)
