"""What pages are made of is read ahead, and pages are made, a little at a time."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtWidgets import QApplication

from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, RecordRoute
from lastdays.ui.services import TURN_SECONDS
from lastdays.ui.shell.ahead import MADE, Ahead

READ = """
import enum, sys
from types import SimpleNamespace
from PySide6.QtCore import QCoreApplication, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from lastdays.ui.shell.ahead import Ahead
app = QCoreApplication([])
made = []
ahead = Ahead(app, SimpleNamespace(area=made.append))
pages = [f"lastdays.ui.pages.{name}_page" for name in ("group", "record", "table", "sequence")]
assert not [page for page in (*pages, "pydantic.type_adapter") if page in sys.modules]
steps = 0
while ahead.read_one():
    steps += 1
    assert not made or [page for page in pages if page in sys.modules] == pages
assert len(made) > 5
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
def test_pages_are_read_ahead_in_small_steps() -> None:
    done = subprocess.run([sys.executable, "-c", READ], check=True, capture_output=True, text=True)
    assert int(done.stdout) > 20


@pytest.mark.smoke
def test_pages_that_are_made_ahead_stay_unseen_until_one_goes_there(sample: Session) -> None:
    window = sample.window
    page, focus, size = window.page(), QApplication.focusWidget(), window.size()
    ahead = Ahead(window, window.pages)
    while ahead.read_one():
        QApplication.processEvents()
    assert all(window.pages.made(kind) for kind in MADE)
    assert (window.page(), QApplication.focusWidget(), window.size()) == (page, focus, size)
    assert window.pages.currentWidget() is window.pages.area(CampaignRoute)
    made = window.pages.record
    window.go(RecordRoute())
    assert window.page() is made
    assert made.isVisible()


@pytest.mark.usefixtures("session")
def test_a_worker_gives_way_to_the_window_sooner_than_python_has_it() -> None:
    assert sys.getswitchinterval() == pytest.approx(TURN_SECONDS)
    assert TURN_SECONDS < 0.001
