"""Records that were begun and not yet stored: kept aside, given back as far as they still hold."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace
from lastdays.campaign.game_records import GameRecordActions, RecordDrafts
from lastdays.campaign.groups import GroupActions
from lastdays.desktop import paths
from lastdays.model.changes import MemberEdited
from lastdays.model.game_record import CaptiveRecord, GameRecord, Side, SupplyToken
from lastdays.model.group import Group


@pytest.fixture
def drafts(riverside: Workspace) -> RecordDrafts:
    return RecordDrafts(riverside)


def hold(workspace: Workspace, group: Group, captor: str) -> str:
    """Has the last member of a group held; their id."""
    who = group.active[-1].id
    workspace.change_group(
        group.id,
        MemberEdited("Ed"),
        lambda g: g.change_member(who, lambda m: replace(m, status="captured", captor=captor)),
    )
    return who


def begun(workspace: Workspace) -> tuple[str, GameRecord]:
    """A record of both groups, begun and not stored, against somebody else too."""
    campaign = workspace.campaigns()[0].id
    groups = tuple(g.id for g in workspace.groups(campaign))
    return campaign, GameRecordActions(workspace).new_record(campaign, groups, "Rita's Raiders")


def test_what_was_filled_in_comes_back(riverside: Workspace, drafts: RecordDrafts) -> None:
    there = riverside.groups(riverside.campaigns()[0].id)
    truckers, crew = (riverside.group(g.id).group for g in there)
    held = hold(riverside, truckers, crew.id)
    other = hold(riverside, crew, truckers.id)
    campaign, record = begun(riverside)
    assert [(s.group, s.name) for s in record.sides] == [
        (truckers.id, truckers.name), (crew.id, crew.name), ("", "Rita's Raiders"),
    ]  # fmt: skip
    first, second, third = record.sides
    who, late = first.appearances[0], first.appearances[1]
    gone = second.appearances[0].member
    first = replace(
        first,
        name="as it was called then",
        appearances=(replace(who, out=True), replace(late, part="held-back")),
        captives=(replace(first.captives[0], fate="home", by=who.member), CaptiveRecord("nobody", "lost", "No")),
        tokens=(SupplyToken("carried", who.member), SupplyToken("carried", "nobody"), SupplyToken("claimed")),
        stranger_by=who.member,
        vehicle_by="nobody",
    )  # fmt: skip
    second = replace(
        second,
        stranger_by=gone,
        vehicle_by=second.appearances[1].member,
        tokens=(SupplyToken("carried", gone),),
    )
    record = replace(record, encounter="bushwhack", sides=(first, second, third))
    assert drafts.kept(campaign) is None
    drafts.keep(campaign, record)
    (file,) = paths.drafts().iterdir()
    written = file.stat().st_mtime_ns, file.stat().st_mode & 0o777
    drafts.keep(campaign, record)  # nothing new: nothing is written
    assert (file.stat().st_mtime_ns, file.stat().st_mode & 0o777) == written
    assert written[1] == 0o600

    # Meanwhile somebody is captured, who can't have taken part.
    riverside.change_group(
        crew.id,
        MemberEdited("Ed"),
        lambda g: g.change_member(gone, lambda m: replace(m, status="dead")),
    )
    kept = drafts.kept(campaign)
    assert kept is not None
    assert (kept.encounter, len(kept.sides)) == ("bushwhack", 3)
    one, two, three = kept.sides
    assert one.name == truckers.name
    assert one.appearances == (*first.appearances, *begun(riverside)[1].sides[0].appearances[2:])
    assert [(c.member, c.fate, c.by) for c in one.captives] == [(held, "home", who.member)]
    assert one.tokens == (first.tokens[0], first.tokens[2])
    assert (one.stranger_by, one.vehicle_by) == (who.member, "")
    assert gone not in {a.member for a in two.appearances}
    assert [(c.member, c.fate) for c in two.captives] == [(other, "open")]
    assert (two.stranger_by, two.vehicle_by, two.tokens) == ("", second.vehicle_by, ())
    assert three.name == "Rita's Raiders"

    # A group that left the campaign left the game, and an Encounter that isn't known is the first.
    GroupActions(riverside).delete(crew.id)
    drafts.keep(campaign, replace(record, encounter="of-a-pack"))
    kept = drafts.kept(campaign)
    assert kept is not None
    assert kept.encounter == "scavengers"
    assert [s.group for s in kept.sides] == [truckers.id, ""]
    drafts.discard(campaign)
    assert drafts.kept(campaign) is None
    assert not list(paths.drafts().iterdir())
    drafts.discard(campaign)  # there is none any more


def test_a_correction_is_kept_beside_the_next_game(
    riverside: Workspace, drafts: RecordDrafts
) -> None:
    campaign, record = begun(riverside)
    (recorded,) = riverside.campaign(campaign).campaign.games
    drafts.keep(campaign, record)
    assert drafts.correction(campaign, recorded) is None
    sides = (Side("", "Others"), *recorded.sides)
    drafts.keep(
        campaign, replace(recorded, encounter="bushwhack", sides=sides, number=77), correcting=True
    )
    found = drafts.correction(campaign, recorded)
    assert found == replace(recorded, encounter="bushwhack", sides=sides)
    assert drafts.correction(campaign, replace(recorded, id="another")) is None
    drafts.keep(campaign, replace(recorded, encounter="of-a-pack"), correcting=True)
    assert drafts.correction(campaign, recorded) == recorded
    assert drafts.kept(campaign) is not None
    drafts.discard(campaign, recorded.id)
    assert drafts.correction(campaign, recorded) is None
    assert drafts.kept(campaign) is not None


@pytest.mark.parametrize("content", [b"", b"[]", b"[" * 100_000, b"\xff", b'{"id": 7}'])
def test_a_damaged_draft_is_none(
    riverside: Workspace, drafts: RecordDrafts, content: bytes
) -> None:
    campaign, record = begun(riverside)
    drafts.keep(campaign, record)
    (file,) = paths.drafts().iterdir()
    file.write_bytes(content)
    assert drafts.kept(campaign) is None
