"""Loading says file, entry and field of what is wrong; content packs add and override."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lastdays.desktop import paths
from lastdays.errors import RulebookError
from lastdays.rulebook import load


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "rulebook"
    shutil.copytree(paths.resources() / "rulebook", copy)
    return copy


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("characters.toml", "cost = 12", 'cost = "twelve"', "characters.toml [everyday-hero] cost"),
        ("characters.toml", 'keyword = "selfless"', 'keyword = "kind"', "[everyday-hero] keyword"),
        ("characters.toml", "[6, 4, 3, 3, 3, 3, 4, 3]", "[6, 4]", "[everyday-hero]"),
        ("characters.toml", '["leader"]', '["flying"]', "[everyday-hero] rules: 'flying'"),
        ("firearms.toml", "rof = 1", "rof = 0", "firearms.toml [revolver] rof"),
        ("firearms.toml", "damage = [6, 4, 2]", "damage = [6, 4]", "[sawed-off-shotgun]"),
        ("firearms.toml", "reload = 6", "recharge = 6", "[revolver] recharge"),
        ("supplies.toml", "minigun", "mini-gun", "supplies.toml [rows] 2: 'mini-gun'"),
        ("injuries.toml", "totals = [6, 7, 8]", "totals = [6, 7]", "each total of 2D6"),
        ("refuges.toml", '["store-room"]', '["pool"]', "refuges.toml [mall] built_in: 'pool'"),
        ("perks.toml", 'points = "D6"', 'points = "some"', "perks.toml [fenced-off-garden] points"),
        ("book.toml", "[founding]", "founding]", "book.toml"),
    ],
)
def test_what_is_wrong_is_named(folder: Path, file: str, old: str, new: str, said: str) -> None:
    spoil(folder, file, old, new)
    with pytest.raises(RulebookError) as error:
        load(folder)
    assert said in str(error.value)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "perks.toml").unlink()
    with pytest.raises(RulebookError, match=r"perks\.toml"):
        load(folder)


def test_the_rulings_are_read_by_number() -> None:
    from lastdays.rulebook.rulings import rulings

    numbers = [r.number for r in rulings()]
    assert numbers[:32] == list(range(1, 33))
    assert "Animal" in rulings()[6].text
    assert "(*)" in rulings()[6].text
