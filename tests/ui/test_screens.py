"""The pictures of every page, drawn to be looked at."""

from __future__ import annotations

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
        folder = tmp_path / f"light-{width}x{height}-200"
        pictures = sorted(folder.glob("*.png"))
        assert count == len(pictures) * len(sizes)
        assert {"empty-start.png", "empty-campaign.png", "empty-table.png"} <= {
            p.name for p in pictures
        }
        for picture in pictures:
            image = QImage(str(picture))
            assert (image.width(), image.height()) == (width, height), picture.name
            assert image.pixelColor(5, height - 5).lightness() > 128, picture.name
