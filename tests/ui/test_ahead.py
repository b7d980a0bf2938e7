"""What pages are made of is read ahead, a little at a time."""

from __future__ import annotations

import subprocess
import sys

import pytest

READ = """
import enum, sys
from PySide6.QtCore import QCoreApplication, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from lastdays.ui.shell.ahead import Ahead
app = QCoreApplication([])
ahead = Ahead(app)
pages = [f"lastdays.ui.pages.{name}_page" for name in ("group", "record", "table", "sequence")]
assert not [page for page in (*pages, "pydantic.type_adapter") if page in sys.modules]
steps = 0
while ahead.read_one():
    steps += 1
assert [page for page in pages if page in sys.modules] == pages
assert "reportlab" not in sys.modules
from lastdays.campaign.bodies import adapter
assert adapter.cache_info().currsize == 2
ahead.begin()
ahead._timer.timeout.emit()
assert not ahead._timer.isActive()
enum.EnumType._create_ = None  # no more of them are made
with QPainter(image := QImage(9, 9, QImage.Format.Format_RGB32)) as painter:
    painter.fillRect(QRect(0, 0, 2, 2), QColor("red"))
    painter.fillRect(QRectF(0, 0, 2, 2), QColor("red"))
print(steps)
"""


@pytest.mark.sweep
def test_pages_are_read_ahead_in_small_steps():
    done = subprocess.run([sys.executable, "-c", READ], check=True, capture_output=True, text=True)
    assert int(done.stdout) > 20
