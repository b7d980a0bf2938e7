"""As much as may be is taken, and not one more: every bound of what comes from outside.

Each row is a bound by its module and name, how much of it there is, and what takes it.
"""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.documents import foreign, group_documents, rosters
from lastdays.campaign.exchange import campaign_file
from lastdays.campaign.exchange.campaign_file import CampaignTransfer, ForeignCampaign
from lastdays.campaign.groups import GroupActions
from lastdays.desktop import files
from lastdays.desktop.bounds import Bounds, OutOfBoundsError, json_value
from lastdays.errors import LastDaysError
from lastdays.rulebook import load, sources
from lastdays.store import kept_backups, open_store
from pictures import jpeg
from store.bounds import Row, at_the_bound
from unit.campaign.rosters import COP, KNIFE, chosen, packed, roster
from unit.postgame.crew import BOOK
from unit.rulebook.packing import write_pack


@pytest.fixture
def sample(sample_store: Path, tmp_path: Path) -> Iterator[Workspace]:
    with closing(open_store(Path(shutil.copy(sample_store, tmp_path / "s.sqlite")))) as store:
        yield Workspace(store, BOOK)


def test_of_documents(sample: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = GroupActions(sample)
    group = sample.groups()[0].id
    groups.set_picture(group, jpeg())
    document = groups.export(group)
    rows: list[Row] = [
        (group_documents, "FILE_MOST", len(document), lambda: groups.read_document(document)),
        (
            group_documents, "PORTRAIT_MOST", len(jpeg()),
            lambda: group_documents.read_portraits(document),
        ),
        (
            group_documents, "PORTRAIT_MOST", len(jpeg()),
            lambda: groups.set_picture(group, jpeg()),
        ),
    ]  # fmt: skip
    for row in rows:
        at_the_bound(row, monkeypatch)


def test_of_values(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Row] = [
        (foreign, "LIST_MOST", 3, partial(foreign.check_values, {"a": [1, 2, 3]})),
        (foreign, "LIST_MOST", 2, partial(foreign.check_values, {"a": {"b": 1, "c": 2}})),
        (foreign, "NUMBER_MOST", 7, partial(foreign.check_values, {"a": 7})),
        (foreign, "NUMBER_MOST", 7, partial(foreign.check_values, {"a": [-7]})),
        (foreign, "TEXT_MOST", 4, partial(foreign.check_values, {"a": "xxxx"})),
        (foreign, "TEXT_MOST", 4, partial(foreign.check_values, {"xxxx": 1})),
    ]
    for row in rows:
        at_the_bound(row, monkeypatch)


@pytest.mark.parametrize(
    ("quotes", "fault", "said"),
    [(12, ValueError, "Extra data"), (13, OutOfBoundsError, "too much")],
)
def test_of_texts_before_they_are_read(quotes: int, fault: type[Exception], said: str) -> None:
    most = Bounds(size=99, line=99, values=2, depth=3)
    assert json_value(b'"' + b'\\"' * 40 + b'"', most) == '"' * 40
    with pytest.raises(fault, match=said):
        json_value(b'"' * quotes, most)


def test_of_rosters(monkeypatch: pytest.MonkeyPatch) -> None:
    content = roster(chosen("COP", COP, *[chosen("Knife", KNIFE)] * 3), chosen("COP", COP))
    read = partial(rosters.read_roster, content, BOOK)
    rows: list[Row] = [
        (rosters, "BYTES_MOST", len(content), read),
        (rosters, "SELECTIONS_MOST", 5, read),
        (rosters, "DEPTH_MOST", 8, read),
        (rosters, "FILES_MOST", 2, partial(rosters.read_roster, packed(("a.ros", content), ("b", b"")), BOOK)),
    ]  # fmt: skip
    for row in rows:
        at_the_bound(row, monkeypatch)


def test_of_campaigns(sample: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = sample.groups()
    for n, group in enumerate(groups[:2]):
        GroupActions(sample).set_picture(group.id, jpeg(size=(90 + n, 90)))
    content = CampaignTransfer(sample).export(sample.campaigns()[0].id)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sizes = {i.filename: i.file_size for i in archive.infolist()}
        changes = len(archive.read("changes.jsonl").splitlines())
    pictures = [size for name, size in sizes.items() if name.startswith("portraits/")]
    read = partial(ForeignCampaign, content, BOOK)
    rows: list[Row] = [
        (campaign_file, "FILE_MOST", len(content), read),
        (campaign_file, "GROUPS_MOST", len(groups), read),
        (campaign_file, "PORTRAITS_MOST", len(pictures), read),
        (campaign_file, "PICTURES_MOST", sum(pictures), read),
        (campaign_file, "REVISIONS_MOST", changes, read),
    ]
    for row in rows:
        at_the_bound(row, monkeypatch)


def test_of_content_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_pack(tmp_path / "one")
    archive = tmp_path / "hospital.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for file in sorted(folder.iterdir()):
            made.write(file, file.name)

    def taken(path: Path) -> None:
        if load(packs=[path]).refused_packs:
            raise LastDaysError(load(packs=[path]).refused_packs[0])

    names = sorted(file.name for file in folder.iterdir())
    largest = max(file.stat().st_size for file in folder.iterdir())
    whole = max(archive.stat().st_size, sum(file.stat().st_size for file in folder.iterdir()))
    rows: list[Row] = [
        (sources, "TOTAL_MOST", whole, partial(taken, archive)),
        (sources, "FILES_MOST", len(names), partial(taken, archive)),
        (sources, "LISTED_MOST", len(names), partial(taken, archive)),
        (sources, "LISTED_MOST", len(names), partial(taken, folder)),
        (sources, "FILE_MOST", largest, partial(taken, folder)),
    ]
    for row in rows:
        at_the_bound(row, monkeypatch)


def test_how_much_may_be_is_said(tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.touch()
    os.truncate(large, 3 * 2**30)  # on paper: nothing of it is on the disk
    with pytest.raises(LastDaysError, match="it can be 8 MB at most"):
        files.read_whole(large)
    with pytest.raises(LastDaysError, match="it can be 2048 MB at most"):
        kept_backups.copy_into(large, tmp_path)
    with pytest.raises(OutOfBoundsError, match="it has more than 2 KB"):
        json_value(b" " * 2049, Bounds(size=2048, line=9, values=2, depth=3))


def test_of_backups(sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = sample_store.stat().st_size
    row = (
        kept_backups,
        "STORE_MOST",
        size,
        partial(kept_backups.copy_into, sample_store, tmp_path),
    )
    at_the_bound(row, monkeypatch)
