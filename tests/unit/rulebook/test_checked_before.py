"""The shipped rulebook is read at once, and says what its files say."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from lastdays import paths
from lastdays.language import code, speaking
from lastdays.message_files import tongue
from lastdays.rulebook import catalogue, checked_before

FOLDER = paths.resources() / "rulebook"


def test_what_was_checked_is_what_the_files_say() -> None:
    """After a change of the files: `python packaging/rulebook.py`."""
    sources, _made = catalogue.read(FOLDER)
    assert (FOLDER / checked_before.NAME).read_text(encoding="utf-8") == checked_before.written(
        FOLDER, sources
    )


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_it_is_the_same_rulebook_as_if_it_were_checked(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with speaking(tongue(language)):
        assert code() == language
        checked = catalogue.read(FOLDER)
        monkeypatch.setattr(catalogue, "read", None)
        assert catalogue._shipped.__wrapped__(FOLDER, language) == checked


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"sum": 1}', "gone", "other"])
def test_what_is_not_known_to_be_right_is_read_and_checked(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "rulebook"
    shutil.copytree(FOLDER, folder)
    kept = folder / checked_before.NAME
    if damage == "gone":
        kept.unlink()
    elif damage == "other":
        with (folder / "perks.toml").open("a", encoding="utf-8") as file:
            file.write("# Another word.\n")
    else:
        kept.write_text(damage, encoding="utf-8")
    assert checked_before.read(folder) is None
    assert catalogue._shipped.__wrapped__(folder, "en") == catalogue.read(FOLDER)


def test_it_is_read_where_the_files_are_what_was_checked(tmp_path: Path) -> None:
    folder = tmp_path / "rulebook"
    shutil.copytree(FOLDER, folder)
    told = json.loads((folder / checked_before.NAME).read_text(encoding="utf-8"))
    assert checked_before.read(folder) == told["files"]


def test_it_is_read_where_a_checkout_has_the_ends_of_lines_of_windows(tmp_path: Path) -> None:
    folder = tmp_path / "rulebook"
    shutil.copytree(FOLDER, folder)
    for file in folder.glob("*.toml"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert checked_before.read(folder) == catalogue.read(folder)[0]
