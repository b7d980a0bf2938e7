"""The pictures of every page, drawn to be looked at."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from lastdays.devtools.screens import Viewing, draw


@pytest.mark.sweep
def test_a_page_is_drawn_at_every_size_in_its_folder(qapp: QApplication, tmp_path: Path) -> None:
    sizes = ((1280, 720), (1920, 1080))
    count = draw(Viewing("light", 200, sizes), tmp_path, kinds=("empty",))
    for width, height in sizes:
        folder = tmp_path / f"en-light-{width}x{height}-200"
        pictures = sorted(folder.glob("*.png"))
        assert count == len(pictures) * len(sizes)
        assert {"empty-start.png", "empty-campaign.png", "empty-table.png"} <= {
            p.name for p in pictures
        }
        for picture in pictures:
            image = QImage(str(picture))
            assert (image.width(), image.height()) == (width, height), picture.name
            assert image.pixelColor(5, height - 5).lightness() > 128, picture.name


@pytest.mark.long
def test_the_pages_of_a_walk_are_drawn_in_another_language_at_one_size(tmp_path: Path) -> None:
    wanted = [
        "--walk",
        "empty",
        "--only",
        "start",
        "--theme",
        "dark",
        "--scale",
        "100",
        "--size",
        "1280x720",
    ]
    for language in ("en", "de"):
        words = [sys.executable, "-m", "lastdays.devtools.screens", "--out", str(tmp_path), *wanted]
        subprocess.run([*words, "--language", language], check=True, capture_output=True)
    english, german = (tmp_path / f"{code}-dark-1280x720-100" for code in ("en", "de"))
    assert {folder.name for folder in tmp_path.iterdir()} == {english.name, german.name}
    name = "empty-start.png"
    assert (english / name).read_bytes() != (german / name).read_bytes()
