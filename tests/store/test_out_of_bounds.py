"""What comes from outside and is out of bounds: refused before a parser sees it, within 300 MB and two
seconds of processor time, each as it was once seen to take more."""

from __future__ import annotations

import io
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import update

from lastdays.campaign.documents.foreign import checked_picture
from lastdays.campaign.documents.rosters import read_roster_file
from lastdays.campaign.exchange.campaign_file import (
    CampaignTransfer,
    ForeignCampaign,
    is_campaign_file,
)
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store, opened_copy
from lastdays.campaign.workspace import Workspace
from lastdays.cli.main import main
from lastdays.desktop.bounds import OutOfBoundsError, TimeLimit
from lastdays.errors import DamagedStoreError, DocumentError, StoreError
from lastdays.rulebook import Catalogue, catalogue, load
from lastdays.rulebook.packs import Chosen, Rulebooks, read_pack
from lastdays.store import Subject, open_store, opening
from lastdays.store.kept_backups import campaigns_in_backup
from lastdays.store.models import Revisions, packed
from soak.growth import crowded, hold
from store.logs import log_of
from store.out_of_bounds import CAMPAIGNS, GROUPS, MB
from store.sealing import seal
from unit.rulebook.packing import write_pack

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")


def pack_with(folder: Path, name: str, text: bytes) -> Path:
    """Write a pack with one more file."""
    pack = write_pack(folder)
    (pack / name).write_bytes(text)
    return pack


def refused(pack: Path) -> None:
    """Read a pack as a start does; it is set aside in a sentence."""
    read_pack(pack)
    loaded = load(packs=[pack])
    assert not loaded.packs
    assert all(len(sentence) < 400 for sentence in loaded.refused_packs)
    raise DocumentError(loaded.refused_packs[0])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("skills.toml", b"a." * 10_000 + b"a=1"),
        ("skills.toml", b"a." * 40_000 + b"a=1"),
        ("skills.toml", b"[" + b"a." * 40_000 + b"a]"),
        ("skills.toml", b"a=" + b"{a=" * 900 + b"1" + b"}" * 900),
        ("skills.toml", b"a=" + b"[" * 100_000),
        ("skills.toml", b"\n".join(b"a%d=%d" % (n, n) for n in range(20_000))),
        ("skills.toml", b"[a]\nx='''" + b"\n" * 200_000 + b"'''"),
        ("skills.toml", b"x=" + b"9" * 2_000_000),
        ("pack.toml", b"a." * 10_000 + b"a=1"),
    ],
)
def test_a_pack_that_would_take_long_is_set_aside_at_once(
    name: str, text: bytes, tmp_path: Path
) -> None:
    pack = pack_with(tmp_path, name, text)
    if name == "pack.toml":
        assert hold(lambda: read_pack(pack)) == "taken"
        assert "too many parts" in read_pack(pack).faults[0]
    else:
        assert hold(lambda: refused(pack)) == "refused"


def test_the_program_starts_without_a_pack_that_is_out_of_bounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack_with(tmp_path / "packs", "skills.toml", b"a." * 40_000 + b"a=1")
    open_store(tmp_path / "s.sqlite").close()
    began = time.process_time()
    assert main(["--store", str(tmp_path / "s.sqlite"), "check"]) == 0
    assert "Content pack left out: hospital: skills.toml" in capsys.readouterr().out
    assert time.process_time() - began < 10


def test_a_pack_that_takes_too_long_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = write_pack(tmp_path, "slow"), write_pack(tmp_path / "other")
    with monkeypatch.context() as patch:
        patch.setattr(catalogue, "SECONDS_MOST", -1)
        assert load(packs=[slow]).refused_packs == ("slow: reading it takes too long.",)
    assert load(packs=[quick]).packs == ("hospital",)
    with pytest.raises(OutOfBoundsError):
        TimeLimit(-1).hold()


def test_a_pack_is_read_again_when_a_file_of_it_is_another(tmp_path: Path) -> None:
    pack = write_pack(tmp_path)
    (pack / "pack.toml").write_text('name = "Ours"', encoding="utf-8")
    books = Rulebooks([pack], lambda: [pack])
    assert books.of(Chosen()).packs == ("hospital",)
    assert books.packs[0].name == "Ours"
    (pack / "pack.toml").write_text('name = "Mine"', encoding="utf-8")
    books.look_again()
    assert books.packs[0].name == "Mine"
    assert "dart-gun" in books.of(Chosen()).firearms
    (pack / "firearms.toml").unlink()
    books.look_again()
    assert "dart-gun" not in books.of(Chosen()).firearms


@pytest.mark.sweep
@pytest.mark.parametrize("what", list(CAMPAIGNS))
def test_a_campaign_that_would_take_gigabytes_is_refused(what: str, book: Catalogue) -> None:
    content = CAMPAIGNS[what]()

    def read() -> None:
        is_campaign_file(content)
        ForeignCampaign(content, book)

    assert hold(read) == "refused"
    with pytest.raises(DocumentError) as error:
        read()
    assert str(error.value).endswith(("Nothing was imported.", "too large for a campaign."))
    assert len(str(error.value)) < 300


@pytest.mark.sweep
@pytest.mark.parametrize("n", [1_200_000, 60_000, 3_000])
def test_a_zip_of_very_many_files_is_no_pack_and_no_roster(n: int, tmp_path: Path) -> None:
    file = tmp_path / "packs" / "many.zip"
    file.parent.mkdir()
    file.write_bytes(crowded(n))
    assert hold(lambda: refused(file)) == "refused"
    assert hold(lambda: read_roster_file(file.read_bytes())) == "refused"


def test_a_folder_of_very_many_files_is_no_pack(tmp_path: Path) -> None:
    pack = write_pack(tmp_path)
    for n in range(3_000):
        (pack / f"{n}.txt").touch()
    assert load(packs=[pack]).refused_packs == (
        "hospital: hospital: there are more than 2000 files here: this isn't a content pack.",
    )


@pytest.mark.parametrize("what", list(GROUPS))
def test_a_group_that_would_take_long_is_refused(workspace: Workspace, what: str) -> None:
    assert hold(lambda: GroupActions(workspace).read_document(GROUPS[what])) == "refused"


def test_a_picture_that_goes_over_itself_without_end_is_refused() -> None:
    made = io.BytesIO()
    Image.effect_noise((1600, 1600), 9).save(made, "JPEG", quality=1, progressive=True)
    content = made.getvalue()
    assert checked_picture(content).startswith(b"\xff\xd8")
    at = content.rindex(b"\xff\xda")
    again = content[:at] + content[at : at + 30] * 5_000 + content[-2:]
    assert hold(lambda: checked_picture(again)) == "refused"


def test_a_backup_that_runs_something_or_is_far_too_large_is_refused(
    sample_store: Path, tmp_path: Path
) -> None:
    hostile = tmp_path / "hostile.sqlite"
    shutil.copy(sample_store, hostile)
    with closing(sqlite3.connect(hostile)) as db:
        db.execute("PRAGMA foreign_keys=OFF")
        db.execute("ALTER TABLE groups RENAME TO groups_then")
        db.execute(
            "CREATE VIEW groups AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id FROM n) "
            "SELECT id, id AS campaign_id, id AS name, id AS head, 1 AS present FROM n"
        )
        db.commit()
    large = tmp_path / "large.sqlite"
    shutil.copy(sample_store, large)
    os.truncate(large, 3 * 1024 * MB)

    def opened(file: Path) -> None:
        with opened_copy(file):
            pass

    assert hold(lambda: campaigns_in_backup(hostile)) == "refused"
    assert hold(lambda: opened(hostile)) == "refused"
    assert hold(lambda: opened(large)) == "refused"


@pytest.mark.parametrize("in_memory_up_to", [opening._MEMORY_MOST, 0])
def test_a_log_that_says_its_store_is_huge_is_refused(
    tmp_path: Path, sample_store: Path, monkeypatch: pytest.MonkeyPatch, in_memory_up_to: int
) -> None:
    """Of 4 KB; it had the program take 9 GB."""
    monkeypatch.setattr(opening, "_MEMORY_MOST", in_memory_up_to)
    store = Path(shutil.copy(sample_store, tmp_path / "s.sqlite"))
    log = tmp_path / "s.sqlite-wal"
    log.write_bytes(log_of(store.read_bytes()[:4096], 3 * 1024 * MB // 4096))
    before = store.read_bytes(), log.read_bytes()
    assert hold(lambda: open_store(store)) == "refused"
    with pytest.raises(DamagedStoreError, match="it has 3072 MB, though 0 MB are there"):
        open_store(store)
    assert (store.read_bytes(), log.read_bytes()) == before
    with pytest.raises(StoreError, match=r"s\.sqlite is damaged"), opened_copy(store):
        pass


@pytest.mark.parametrize(
    ("megabytes", "sealed", "found"),
    [(1, False, "taken"), (1, True, "taken"), (24, False, "refused")],
)
def test_facts_without_end_are_damage(
    tmp_path: Path, sample_store: Path, book: Catalogue, megabytes: int, sealed: bool, found: str
) -> None:
    """They had an export take 6 GB."""
    store = Path(shutil.copy(sample_store, tmp_path / "s.sqlite"))
    with closing(sqlite3.connect(store)) as db, db:
        facts = '{"a":[' + "{}," * (megabytes * MB // 3) + "{}]}"
        db.execute("UPDATE changes SET facts = ? WHERE id % 8 = 0", (facts,))
    if sealed:
        with closing(open_store(store)) as opened, opened.writing() as tx:
            seal(tx.connection)

    def everything() -> None:
        with closing(open_store(store)) as opened:
            workspace = Workspace(opened, book)
            (campaign,) = workspace.campaigns()
            assert len(workspace.groups()) == 2
            for group in workspace.groups():
                workspace.history(group.id)
            assert CampaignTransfer(workspace).export(campaign.id)
            assert not check_store(workspace).sound

    assert hold(everything) == found


#: What a document is filled with; the first each time.
GRAINS = [
    b'{"a":[]},',
    *(pytest.param(grain, marks=pytest.mark.sweep) for grain in (b"[],", b'"a",', b" ")),
]


@pytest.mark.parametrize("grain", GRAINS)
def test_a_document_without_end_is_damage(
    tmp_path: Path, sample_store: Path, book: Catalogue, grain: bytes
) -> None:
    """Packed it has some KB, and its sum is right."""
    store = Path(shutil.copy(sample_store, tmp_path / "s.sqlite"))
    with closing(open_store(store)) as opened:
        (group, _other) = Workspace(opened, book).groups()
        with opened.writing() as tx:
            head = tx.revisions.head_id(Subject(group.campaign, group.id))
            document = packed(b'{"members":[' + grain * (60 * MB // len(grain)) + b"0]}")
            tx.connection.execute(
                update(Revisions.__table__)
                .where(Revisions.__table__.c.id == head)
                .values(document=document)
            )
            seal(tx.connection)

    def everything() -> None:
        with closing(open_store(store)) as opened:
            workspace = Workspace(opened, book)
            assert not check_store(workspace).sound
            workspace.group(group.id)

    assert hold(everything) == "refused"
