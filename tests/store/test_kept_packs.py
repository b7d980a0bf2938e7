"""A campaign keeps which content packs it is played with: it says which are missing, which differ and in
what, and takes them along in its file."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.exchange.carried_packs import (
    CARRIED_MOST,
    CarriedPack,
    add_packs,
    carried_and_missing,
    missing_packs,
    names_of,
    packs_carried_by,
)
from lastdays.cli.main import main
from lastdays.desktop import paths
from lastdays.errors import DocumentError, RulebookError
from lastdays.rulebook.packs import Chosen, rulebooks_of
from lastdays.store import Store, open_store
from unit.rulebook.packing import HOSPITAL, write_pack

ABOUT = 'key = "hospital"\nname = "The Hospital"\nversion = "1.0"\n'
KEYED = {**HOSPITAL, "pack": ABOUT}
Opens = Callable[[], Workspace]


def workspace_of(store: Store) -> Workspace:
    """Return a desk over a store, with the packs beside it."""
    books = rulebooks_of(store.path)
    workspace = desk(store, books.of(Chosen()))
    workspace.rulebooks = books
    return workspace


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    folder = tmp_path / "packs"
    write_pack(folder, "some-folder", KEYED)
    return folder


@pytest.fixture
def workspace(store: Store, packs: Path) -> Workspace:
    return workspace_of(store)


@pytest.fixture
def campaign(workspace: Workspace) -> str:
    campaign = CampaignActions(workspace).begin("Ward 9")
    HouseRules(workspace).switch(campaign, "hospital", on=True)
    return campaign


def test_a_pack_that_is_switched_on_is_kept_as_it_is(workspace: Workspace, campaign: str) -> None:
    value = workspace.campaign(campaign).campaign
    assert value.packs == ("hospital",)
    kept = value.kept_pack("hospital")
    assert kept is not None
    assert (kept.name, kept.version, len(kept.digest)) == ("The Hospital", "1.0", 32)
    assert kept.parts["perks.toml [helipad]"]
    assert HouseRules(workspace).pack_problems(campaign) == []
    HouseRules(workspace).switch(campaign, "hospital", on=False)
    assert workspace.campaign(campaign).campaign.kept_packs == ()
    workspace.undo(campaign)
    assert workspace.campaign(campaign).campaign.kept_packs == (kept,)


def test_what_differs_is_said_and_taken_when_that_is_wanted(
    workspace: Workspace, campaign: str, packs: Path
) -> None:
    perks = HOSPITAL["perks"].replace("cost = 20", "cost = 25")
    changed = {"perks": perks, "pack": ABOUT.replace("1.0", "1.1")}
    write_pack(packs, "some-folder", {**KEYED, **changed})
    rules = HouseRules(workspace)
    rules.reread()
    said = [
        ("The Hospital", "Version 1.1 is here, version 1.0 was played with."),
        ("The Hospital", "perks.toml [helipad]: different here."),
    ]
    assert rules.pack_problems(campaign) == said
    (line,) = rules.packs(campaign)
    assert line.differences == tuple(text for _name, text in said)
    assert line.counts
    rules.keep_pack(campaign, "hospital")
    assert rules.pack_problems(campaign) == []
    assert workspace.undo(campaign) == "took the content pack The Hospital as it is now"
    assert rules.pack_problems(campaign) == said


def test_a_pack_that_is_gone_is_named_as_it_was(
    workspace: Workspace, campaign: str, packs: Path
) -> None:
    shutil.rmtree(packs)
    rules = HouseRules(workspace)
    rules.reread()
    assert rules.pack_problems(campaign) == [("The Hospital 1.0", "This content pack is missing.")]
    (line,) = rules.packs(campaign)
    assert (line.pack.name, line.pack.about.version, line.pack.is_gone) == (
        "The Hospital",
        "1.0",
        True,
    )


def test_it_may_lie_in_another_folder_later(
    workspace: Workspace, campaign: str, packs: Path
) -> None:
    (packs / "some-folder").rename(packs / "another")
    HouseRules(workspace).reread()
    assert HouseRules(workspace).pack_problems(campaign) == []


def test_a_new_campaign_like_it_keeps_the_same(workspace: Workspace, campaign: str) -> None:
    other = CampaignActions(workspace).begin_like("Ward 10", campaign)
    assert (
        workspace.campaign(other).campaign.kept_packs
        == workspace.campaign(campaign).campaign.kept_packs
    )


def elsewhere(tmp_path: Path, file: bytes) -> tuple[Workspace, str, Store]:
    """Import a campaign's file into a store of another computer, which has no packs."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    store = open_store(folder / "s.sqlite")
    workspace = workspace_of(store)
    transfer = CampaignTransfer(workspace)
    return workspace, transfer.add_campaign(transfer.open_file(file)), store


def test_a_campaigns_file_carries_its_packs_if_that_is_wanted(
    workspace: Workspace, campaign: str, tmp_path: Path
) -> None:
    transfer = CampaignTransfer(workspace)
    without = transfer.export(campaign)
    assert packs_carried_by(without) == ()
    file = transfer.export(campaign, packs=True)
    assert file == transfer.export(campaign, packs=True)
    there, brought, store = elsewhere(tmp_path, file)
    missing = missing_packs(there, brought)
    assert names_of(missing) == ["The Hospital 1.0"]
    carried = carried_and_missing(packs_carried_by(file), missing)
    assert [pack.file for pack in carried] == ["hospital.zip"]
    (added,) = add_packs(carried)
    assert added.pack.path == paths.content_packs() / "hospital.zip"
    HouseRules(there).reread()
    assert HouseRules(there).pack_problems(brought) == []
    there.work_on(brought)
    assert "helipad" in there.catalogue.perks
    assert carried_and_missing(packs_carried_by(file), missing_packs(there, brought)) == []
    store.close()


def test_a_file_of_a_campaign_that_kept_nothing_says_which_packs_these_are(
    workspace: Workspace, tmp_path: Path, packs: Path
) -> None:
    """As from before packs had keys: it names the folder, and has all of them."""
    from msgspec.structs import replace

    from lastdays.model.changes import PackSwitchedOn

    campaign = CampaignActions(workspace).begin("Old")
    workspace.change_campaign(
        campaign, PackSwitchedOn("x"), lambda c: replace(c, packs=("some-folder",))
    )
    assert HouseRules(workspace).pack_problems(campaign) == []
    file = CampaignTransfer(workspace).export(campaign, packs=True)
    there, brought, store = elsewhere(tmp_path, file)
    value = there.campaign(brought).campaign
    assert value.packs == ("hospital",)
    assert [kept.version for kept in value.kept_packs] == ["1.0"]
    assert carried_and_missing(packs_carried_by(file), missing_packs(there, brought))
    store.close()


def with_entries(file: bytes, entries: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO(file)
    with zipfile.ZipFile(buffer, "a") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def test_what_is_hostile_in_a_carried_pack_is_refused(
    workspace: Workspace, campaign: str, tmp_path: Path
) -> None:
    file = CampaignTransfer(workspace).export(campaign)
    names = ("../evil.zip", "a/b.zip", "..\\evil.zip", "C:evil.zip", ".hidden.zip", "x" * 200 + ".zip", "a.exe")  # fmt: skip
    odd = with_entries(file, {f"packs/{name}": b"x" for name in names})
    assert packs_carried_by(odd) == ()
    many = with_entries(file, {f"packs/{n}.zip": b"x" for n in range(CARRIED_MOST + 1)})
    with pytest.raises(DocumentError, match="too many or too large"):
        packs_carried_by(many)
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("packs/bomb.zip", bytes(30_000_000))
    with pytest.raises(DocumentError, match="too many or too large"):
        packs_carried_by(bomb.getvalue())
    with pytest.raises(RulebookError):
        add_packs([CarriedPack("noise.zip", b"noise")])
    assert not paths.content_packs().exists() or not list(paths.content_packs().iterdir())


def test_commands_check_export_and_import_packs(
    workspace: Workspace,
    campaign: str,
    packs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = workspace.store.path
    workspace.store.close()
    file = str(tmp_path / "ward.lastdays-campaign")

    def said(*words: str) -> str:
        main(words)
        told = capsys.readouterr()
        return told.out + told.err

    assert "All is well with 0 groups." in said("check", "--store", str(store))
    assert f"Wrote {file}." in said("export", "--campaign", "Ward 9", "--packs", "-o", file, "--store", str(store))  # fmt: skip
    assert "name it with --campaign" in said("export", "x", "--packs", "-o", file, "--store", str(store))  # fmt: skip
    shutil.rmtree(packs)
    checked = said("check", "--store", str(store))
    assert "Ward 9/The Hospital 1.0: This content pack is missing." in checked
    assert "All is well" not in checked
    found = json.loads(said("check", "--json", "--store", str(store)))
    assert found["packs"] == [
        {"campaign": "Ward 9", "pack": "The Hospital 1.0", "text": "This content pack is missing."}
    ]
    other = ("--store", str(tmp_path / "there" / "o.sqlite"))
    imported = said("import", file, *other)
    assert "The file carries content packs that aren't here: add them with 'lastdays pack install'" in imported  # fmt: skip
    assert "Missing content packs: The Hospital 1.0." in imported
    assert said("pack", "install", file) == "Added the content packs: The Hospital 1.0.\n"
    assert "All is well with 0 groups." in said("check", *other)
    shutil.rmtree(paths.content_packs())
    third = ("--store", str(tmp_path / "third" / "o.sqlite"))
    imported = said("import", file, "--packs", *third)
    assert "Added the content packs: The Hospital 1.0." in imported
    assert "Missing" not in imported
    assert "All is well with 0 groups." in said("check", *third)
    (tmp_path / "noise.bin").write_bytes(b"noise")
    assert "There is no content pack in" in said("pack", "install", str(tmp_path / "noise.bin"))


def test_commands_zip_and_install_a_pack(
    packs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        status = main(words)
        told = capsys.readouterr()
        return status, told.out, told.err

    pack = str(packs / "some-folder")
    status, out, _err = run("pack", "zip", pack)
    assert status == 0
    assert out.startswith("Wrote hospital-1.0.zip.\nIts key is hospital, its digest ")
    assert "is already there" in run("pack", "zip", pack)[2]
    assert run("pack", "zip", pack, "--force")[0] == 0
    status, out, _err = run("pack", "install", "hospital-1.0.zip")
    assert (status, out.splitlines()[0]) == (0, f"Added The Hospital 1.0 as {paths.content_packs() / 'hospital.zip'}.")  # fmt: skip
    assert "is already there" in run("pack", "install", pack)[1]
    (packs / "some-folder" / "pack.toml").write_text(ABOUT.replace("1.0", "2.0"), encoding="utf-8")
    status, _out, err = run("pack", "install", pack)
    assert (status, "Replace it with --force." in err) == (1, True)
    assert run("pack", "install", pack, "--force")[0] == 0
    (packs / "some-folder" / "perks.toml").write_text("[x]\n", encoding="utf-8")
    status, _out, err = run("pack", "zip", pack, "-o", "odd.zip")
    assert status == 1
    assert "a pack with faults isn't zipped" in err
    assert "perks.toml [x] cost: this is missing." in err
    assert not Path("odd.zip").exists()
    assert run("pack", "install", pack)[0] == 1
    assert "doesn't exist" in run("pack", "install", "gone")[2]


def test_pack_check_says_every_fault_at_once(
    packs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also what nothing reads and what is done in vain, beside faults of other kinds."""
    pack = packs / "some-folder"
    (pack / "pack.toml").write_text("nonsense = 1\n", encoding="utf-8")
    (pack / "perks.toml").write_text(
        '[idle]\nname = "Idle"\nsummary = "."\ncost = 1\npoints = "D6"\n\n[ward]\ncost = "x"\n',
        encoding="utf-8",
    )
    assert main(["pack", "check", str(pack)]) == 1
    said = capsys.readouterr().out
    for beginning in (
        "pack.toml nonsense:",
        "perks.toml [ward] cost:",
        "perks.toml [idle] points: it has no effect without worked.",
    ):
        assert beginning in said
