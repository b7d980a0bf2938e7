"""What a press changes is laid out before it is painted, so that it is painted once."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from lastdays.campaign.sample import play_through
from lastdays.ui.app import Session
from lastdays.ui.navigation import AboutRoute, RecordRoute
from lastdays.ui.widgets.table import CellDelegate
from ui.hands import key, lay, settle
from ui.test_sequence_page import begin, option, play


class _Painted(QObject):
    """Counts how often widgets are painted, and have what is in them laid out."""

    def __init__(self, *watched: QWidget) -> None:
        super().__init__()
        self.times: Counter[str] = Counter()
        self.laid_out = 0
        for widget in watched:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.times[type(watched.parent()).__name__] += 1
        self.laid_out += event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.mark.smoke
def test_a_roll_and_its_odds_are_painted_once(sample: Session) -> None:
    page = begin(sample)
    settle()
    seen = _Painted(page.odds.table.viewport())
    option(page, "Mo")
    settle()
    assert seen.times == {"Table": 1}


def test_the_supply_table_is_painted_once(sample: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    page = begin(sample)
    # What the worker finds out is painted when it is there.
    monkeypatch.setattr(page.odds.prospects.reckoning, "begin", lambda _job, _show: None)
    play(page, sample, "supplies")
    settle()
    assert page.odds.grid.isVisible()
    lay(page.ask_panel, "7")
    settle()
    seen = _Painted(page.odds.grid.viewport())
    key("Return")
    assert page.view is not None
    assert page.view.pending is not None
    assert page.view.pending.key.endswith("/column")
    assert seen.times["SupplyGrid"] == 1


def test_a_record_is_laid_out_and_painted_once_when_it_is_stored(sample: Session) -> None:
    """What is done last is laid out with the rest: nothing is before all of it is done."""
    window = sample.window
    window.go(RecordRoute())
    page = window.pages.record
    settle()
    seen = _Painted(page, page.tabs.forms[0])
    page.record_button.click()
    assert not seen.laid_out
    settle()
    assert "recorded" in window.toast.text.text()
    assert (seen.laid_out, set(seen.times.values())) == (1, {1})


def test_a_page_that_is_opened_first_is_painted_where_it_stays(sample: Session) -> None:
    sample.window.go(AboutRoute())
    seen = _Painted(sample.window.page())
    settle()
    assert seen.times.total() == 1


def test_the_size_of_a_change_follows_text_zoom_and_width(sample: Session) -> None:
    page = begin(sample)
    play_through(sample.services.games, page.sequence_id)
    page.refresh()
    settle()
    table = page.review.table
    kept = table.itemDelegate()
    for percent in (100, 175, 100):
        sample.services.theme.zoom_to(percent)
        settle()
        for wide in (60, 400):
            fresh = CellDelegate(table)
            for row in range(page.review.model.rowCount()):
                for column in range(4):
                    asked = QStyleOptionViewItem()
                    table.initViewItemOption(asked)
                    asked.rect.setWidth(wide)
                    index = page.review.model.index(row, column)
                    assert kept.sizeHint(asked, index) == fresh.sizeHint(asked, index)
