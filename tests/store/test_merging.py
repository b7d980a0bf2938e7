"""A group taken home, edited there and brought back: three ways, field by field; and one that is
here already, as the table chooses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign import Workspace, groups
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.documents.group_documents import group_document
from lastdays.campaign.exchange.merging import GroupMerging, KnownGroup, Take
from lastdays.campaign.gear import GroupGearActions
from lastdays.campaign.groups import GroupActions
from lastdays.errors import DocumentError, LastDaysError
from lastdays.model.group import Group, Member
from lastdays.postgame.gear_moves import MoveItem
from lastdays.rulebook import load
from lastdays.store import Store, open_store
from pictures import jpeg
from store.exercise import enter

BOOK = load()
CREW = "Carl's Crew"


class Desk:
    """A store with all that is done in it here."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.workspace = Workspace(store, BOOK)
        self.groups = GroupActions(self.workspace)
        self.gear = GroupGearActions(self.workspace)
        self.merging = GroupMerging(self.workspace)

    @property
    def campaign(self) -> str:
        return self.workspace.campaigns()[0].id

    @property
    def crew(self) -> str:
        return next(g.id for g in self.workspace.groups() if g.name.startswith("Carl"))

    @property
    def group(self) -> Group:
        return self.workspace.group(self.crew).group

    def named(self, name: str) -> Member:
        return next(m for m in self.group.members if m.name == name)

    def edit(self, name: str, **values: Any) -> None:
        self.groups.edit_member(self.crew, replace(self.named(name), **values))

    def out(self) -> bytes:
        return self.groups.export(self.crew)

    def look(self, document: bytes) -> KnownGroup:
        known = self.merging.compare(self.campaign, document)
        assert known is not None
        return known


@pytest.fixture
def club(tmp_path: Path, sample_store: Path) -> Iterator[Any]:
    """The club's store with the sample."""
    store = open_store(Path(shutil.copy(sample_store, tmp_path / "club.sqlite")))
    yield Desk(store)
    store.close()


@pytest.fixture
def home(club: Any, tmp_path: Path, empty_store: Path) -> Iterator[Any]:
    """The player's store, with the group as it left the club."""
    store = open_store(Path(shutil.copy(empty_store, tmp_path / "home.sqlite")))
    desk = Desk(store)
    campaign = CampaignActions(desk.workspace).begin("Kitchen")
    desk.groups.import_document(campaign, club.out())
    yield desk
    store.close()


def points(known: KnownGroup) -> dict[tuple[str, str], tuple[str, str, str | None]]:
    return {
        (known.merge.name_of(p.member) if p.member else "", p.what): (p.ours, p.theirs, p.taken)
        for p in known.merge.points
    }


def test_a_group_keeps_its_ids_at_home(club: Any, home: Any) -> None:
    assert home.group == club.group
    again = home.groups.import_document(home.campaign, club.out())
    assert again != home.crew  # a second one is another
    assert not home.workspace.group(again).group.item_ids() & home.group.item_ids()


def test_what_only_the_player_changed_comes_back(club: Any, home: Any) -> None:
    home.edit("Carl", experience=5)
    home.groups.write_notes(home.crew, "Painted.")
    known = club.look(home.out())
    assert known.left
    assert points(known) == {
        ("", "Notes"): ("—", "Painted.", "theirs"),
        ("Carl", "Experience"): (str(club.named("Carl").experience), "5", "theirs"),
    }
    club.merging.merge(known, {})
    assert club.named("Carl").experience == 5
    assert club.group.notes == "Painted."


def test_what_only_the_club_changed_stays(club: Any, home: Any) -> None:
    club.edit("Carl", experience=7)
    home.edit("Carl", level=3)
    known = club.look(home.out())
    assert points(known)["Carl", "Experience"][2] == "ours"
    assert points(known)["Carl", "Level"][2] == "theirs"
    club.merging.merge(known, {})
    assert (club.named("Carl").experience, club.named("Carl").level) == (7, 3)


def test_what_both_changed_is_asked(club: Any, home: Any) -> None:
    club.edit("Carl", experience=7)
    home.edit("Carl", experience=4)
    known = club.look(home.out())
    (conflict,) = known.merge.open_points({})
    was = known.merge.base.member(club.named("Carl").id).experience
    assert (conflict.what, conflict.before, conflict.ours, conflict.theirs) == ("Experience", str(was), "7", "4")  # fmt: skip
    with pytest.raises(LastDaysError, match="For each conflict, choose"):
        club.merging.merge(known, {})
    club.merging.merge(known, {conflict.key: "theirs"})
    assert club.named("Carl").experience == 4


def test_it_is_one_change_and_undone(club: Any, home: Any) -> None:
    home.edit("Carl", level=3)
    home.groups.write_notes(home.crew, "Painted.")
    before = club.group
    club.merging.merge(club.look(home.out()), {})
    assert club.workspace.group(club.crew).undo == f"merged {CREW} with a file"
    club.workspace.undo(club.campaign, club.crew)
    assert club.group == before


def test_gear_goes_piece_by_piece(club: Any, home: Any) -> None:
    """What was handed on at home and bought here: neither is doubled or lost."""
    knife = home.named("Carl").gear[0]
    other = home.group.active[1]
    home.gear.move(home.crew, MoveItem(knife.id, other.id))
    club.gear.add_gear(club.crew, other.id, "booze")
    everything = club.group.item_ids()
    club.merging.merge(club.look(home.out()), {})
    assert club.group.item_ids() == everything
    assert {knife.id} < {i.id for i in club.group.member(other.id).gear}


def test_recruits_of_both_are_there(club: Any, home: Any) -> None:
    enter(club.groups, club.crew, "survivor", "Ann")
    enter(home.groups, home.crew, "survivor", "Bea")
    known = club.look(home.out())
    assert points(known)["Bea", "Member"] == ("not in the group", "in the group", "theirs")
    club.merging.merge(known, {})
    assert {"Ann", "Bea"} <= {m.name for m in club.group.members}


def test_who_died_at_home_is_dead_and_their_gear_gone(club: Any, home: Any) -> None:
    carl = home.named("Carl")
    home.edit("Carl", status="dead")
    club.merging.merge(club.look(home.out()), {})
    assert club.named("Carl").status == "dead"
    assert not {i.id for i in carl.gear} & club.group.item_ids()
    assert club.group.leader == home.group.leader


def test_home_and_back_twice(club: Any, home: Any) -> None:
    """What came back is known to both: the next time only what is new is told."""
    home.edit("Carl", level=3)
    club.merging.merge(club.look(home.out()), {})
    home.edit("Carl", experience=2)
    known = club.look(home.out())
    assert set(points(known)) == {("Carl", "Experience")}
    club.merging.merge(known, {})
    back = home.look(club.out())
    assert back.left
    assert not [p for p in back.merge.points if p.taken != "ours"]


def test_nothing_new_is_no_change(club: Any, home: Any) -> None:
    known = club.look(home.out())
    assert known.merge.points == ()
    club.merging.merge(known, {})
    assert club.workspace.group(club.crew).undo != f"merged {CREW} with a file"


def test_without_a_lineage_every_difference_is_asked(club: Any, home: Any) -> None:
    """A file of an earlier edition names no revisions."""
    home.edit("Carl", level=3)
    document = group_document(home.group)
    known = club.look(document)
    assert not known.left
    assert points(known) == {("Carl", "Level"): (str(club.named("Carl").level), "3", None)}
    club.merging.merge(known, known.all_of("ours"))
    assert club.named("Carl").level != 3
    club.merging.merge(known, known.all_of("theirs"))
    assert club.named("Carl").level == 3


@pytest.mark.parametrize(("edits", "named"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_a_file_names_the_newest_states_and_those_it_began_with(
    club: Any, home: Any, monkeypatch: pytest.MonkeyPatch, edits: int, named: int
) -> None:
    monkeypatch.setattr(groups, "NEWEST", 2)
    monkeypatch.setattr(groups, "OLDEST", 1)
    lineages = []
    for edit in range(edits + 1):
        home.groups.write_notes(home.crew, f"Note {edit}.")
        lineages.append(json.loads(home.out())["lineage"])
    assert len(set(lineages[-1])) == named
    newest = [lineage[0] for lineage in reversed(lineages)]
    assert lineages[-1][:2] == [*newest, lineages[0][1]][:2]
    assert lineages[-1][-1] == lineages[0][1]
    assert club.look(home.out()).left


@pytest.mark.parametrize("lineage", ["x", [5, None, "no digest", "z" * 16], {"a": 1}])
def test_a_lineage_that_is_none_is_passed_over(club: Any, home: Any, lineage: Any) -> None:
    document = {**json.loads(home.out()), "lineage": lineage}
    assert not club.look(json.dumps(document).encode()).left


def test_both_makes_a_second_member(club: Any, home: Any) -> None:
    club.edit("Carl", level=1)
    home.edit("Carl", level=3)
    known = club.look(home.out())
    carl = club.named("Carl")
    club.merging.merge(known, {f"member/{carl.id}": "both"})
    assert club.named("Carl").level == 1
    second = club.named("Carl (2)")
    assert second.level == 3
    assert second.id != carl.id
    assert [i.key for i in second.gear] == [i.key for i in carl.gear]
    assert not {i.id for i in second.gear} & {i.id for i in carl.gear}


def test_a_group_of_the_same_name_is_matched_by_its_members(club: Any) -> None:
    """Typed in again elsewhere: other ids throughout."""
    numbers = iter(range(9999))
    other = club.group.under_new_ids("elsewhere", lambda: f"n{next(numbers)}")
    carl = next(m for m in other.members if m.name == "Carl")
    other = other.with_member(replace(carl, level=4))
    known = club.look(group_document(other))
    assert not known.left
    assert set(points(known)) == {("Carl", "Level")}
    club.merging.merge(known, known.all_of("theirs"))
    assert club.named("Carl").level == 4
    assert len(club.group.members) == len(other.members)


def test_what_changed_here_meanwhile_is_not_overwritten(club: Any, home: Any) -> None:
    home.edit("Carl", level=3)
    known = club.look(home.out())
    club.edit("Carl", experience=1)
    with pytest.raises(LastDaysError, match="compare them again"):
        club.merging.merge(known, {})
    assert club.named("Carl").level != 3


def test_a_picture_of_the_group_comes_back(club: Any, home: Any) -> None:
    GroupActions(home.workspace).set_picture(home.crew, jpeg())
    known = club.look(home.out())
    assert [p.what for p in known.merge.points] == ["Picture"]
    club.merging.merge(known, {})
    assert club.groups.portrait(club.group.picture) == jpeg()


def test_a_roster_of_another_program_is_always_a_group_of_its_own(club: Any) -> None:
    roster = (Path(__file__).parents[1] / "fixtures/rosters/battlescribe.ros").read_bytes()
    named = roster.replace(b'name="Mercy Street"', f'name="{club.group.name}"'.encode())
    assert club.merging.compare(club.campaign, named) is None
    first = club.groups.import_document(club.campaign, named)
    second = club.groups.import_document(club.campaign, named)
    ids = [{m.id for m in club.workspace.snapshot(g).group.members} for g in (first, second)]
    assert ids[0].isdisjoint(ids[1])
    assert "roster" not in (first, second)


@pytest.mark.parametrize("take", [None, "ours", "theirs"])
@pytest.mark.parametrize("file", ["battlescribe.ros", "new-recruit.json"])
def test_a_roster_of_a_group_that_is_here_is_not_merged(
    club: Desk, file: str, take: Take | None
) -> None:
    roster = (Path(__file__).parents[1] / "fixtures/rosters" / file).read_bytes()
    assert club.merging.merge_document(club.campaign, roster, take) is None  # none of its name
    club.groups.import_document(club.campaign, roster)
    with pytest.raises(DocumentError, match=r"Mercy Street is already here.*--known second"):
        club.merging.merge_document(club.campaign, roster, take)


def test_the_command_line_names_the_conflicts(club: Any, home: Any) -> None:
    club.edit("Carl", experience=7)
    home.edit("Carl", experience=4)
    with pytest.raises(DocumentError, match="Carl: Experience"):
        club.merging.merge_document(club.campaign, home.out(), None)
    club.merging.merge_document(club.campaign, home.out(), "theirs")
    assert club.named("Carl").experience == 4


def test_of_many_conflicts_the_first_eight_are_named(club: Any, home: Any) -> None:
    names = [m.name for m in club.workspace.group(club.crew).group.roster][:5]
    for n, name in enumerate(names):
        club.edit(name, experience=20 + n, level=1)
        home.edit(name, experience=30 + n, level=2)
    with pytest.raises(LastDaysError, match="Both sides changed the same") as refused:
        club.merging.merge_document(club.campaign, home.out(), None)
    said = str(refused.value)
    assert said.count("Experience") + said.count("Level") == 8
    assert [name in said for name in names] == [True] * 4 + [False]
