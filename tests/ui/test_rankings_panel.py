"""The club's own rankings in the window, side by side with the standing and the book's own end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from lastdays.ui.app import Session
from lastdays.ui.navigation import ChronicleRoute
from lastdays.ui.pages.chronicle_page import RANKINGS
from lastdays.ui.pages.rankings_panel import RankingsPanel
from ui.hands import click, pick, seen, settle, write


@pytest.fixture
def panel(sample: Session) -> RankingsPanel:
    window = sample.window
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    page.tabs.setCurrentIndex(RANKINGS)
    settle()
    rankings: RankingsPanel = page.rankings
    return rankings


def heard(panel: RankingsPanel) -> str:
    """The rows with what stands beneath each figure."""
    role, model = Qt.ItemDataRole.AccessibleTextRole, panel.model
    return "\n".join(
        " | ".join(str(model.index(n, c).data(role)) for c in range(model.columnCount()))
        for n in range(model.rowCount())
    )


def add(panel: RankingsPanel, name: str) -> None:
    panel.new_name.setFocus()
    write(name)
    click(panel, "Add ranking")


@pytest.mark.smoke
def test_a_ranking_is_named_and_weighed(panel: RankingsPanel, sample: Session) -> None:
    shown = seen(panel)
    assert "No ranking of your own yet." in shown
    assert "Zeke's Truckers, Robin | 1, place 1 | " in heard(panel)
    add(panel, "League")
    assert "Zeke's Truckers, Robin | 1, place 1 | 3, place 1 | " in heard(panel)
    assert "Carl's Crew, Jess | 0, place 2 | 0, place 2 | " in heard(panel)
    panel.weights["lost"].setValue(4)
    settle()
    assert [panel.model.key_at(n) for n in (0, 1)] == [
        group
        for name in ("Carl", "Zeke")
        for group in sample.services.workspace.campaign(sample.window.campaign_id).campaign.groups
        if sample.services.workspace.group(group).group.name.startswith(name)
    ]
    assert "Carl's Crew, Jess | 0, place 2 | 4, place 1 | " in heard(panel)
    page = sample.window.pages.chronicle
    page.undo()
    assert "Carl's Crew, Jess | 0, place 2 | 0, place 2 | " in heard(panel)
    page.undo()
    assert "No ranking of your own yet." in seen(panel)


def test_several_stand_side_by_side_and_each_column_sorts(panel: RankingsPanel) -> None:
    add(panel, "League")
    add(panel, "Last first")
    assert panel.chosen.currentText() == "Last first"
    panel.weights["lost"].setValue(9)
    settle()
    pick(panel.chosen, "League")
    assert panel.weights["lost"].value() == 0
    assert panel.model.headings[:4] == ("Group", "Games won", "League", "Last first")
    assert "Zeke's Truckers, Robin | 1, place 1 | 3, place 1 | 3, place 2 | " in heard(panel)
    panel.table.sortByColumn(3, Qt.SortOrder.AscendingOrder)
    assert str(panel.model.index(0, 0).data()) == "Carl's Crew"
    panel.name.setText("Season")
    panel.name.editingFinished.emit()
    settle()
    assert panel.model.headings[2] == "Season"
    click(panel, "Remove ranking")
    assert "Season" not in panel.model.headings
