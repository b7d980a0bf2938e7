"""The item models hold to Qt's rules and say what the group says."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QMimeData, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from lastdays.model.group import Group, Injury, Item
from lastdays.ui.models.items import ITEM_TYPE, item_rows
from lastdays.ui.models.roster import roster_model, roster_rows
from lastdays.ui.models.rows import Row, RowModel
from unit.postgame.crew import BOOK, group, member


def watched(model: QAbstractItemModel) -> QAbstractItemModelTester:
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    return QAbstractItemModelTester(model, mode)


def crew() -> Group:
    return group(
        member("Mo", "goon", ("heavy-club",), injuries=(Injury("blinded"),)),
        member("Lou", gear=("tactical-vest",)),
    )


def test_the_roster(qapp: QApplication) -> None:
    model = roster_model()
    keeper = watched(model)
    model.set_rows(roster_rows(crew(), BOOK))
    texts = [model.index(1, c).data() for c in range(model.columnCount())]
    figures = ["4▾", "4", "2▾", "3", "4", "3", "2", "2"]
    rest = ["Heavy Club", "Blinded in One Eye", "Goon"]
    assert texts == ["Mo", "Selfish", "0", "0/6", *figures, *rest]
    why = model.index(1, 6).data(Qt.ItemDataRole.ToolTipRole)
    assert why == "Firearms 2 = 3 Goon (p.\u00a024) −1 Blinded in One Eye (p.\u00a084)"
    assert model.index(2, 8).data() == "3/5▴"
    model.set_rows([])
    assert keeper is not None


def test_an_item_dropped_on_a_member_is_told(qapp: QApplication) -> None:
    model = roster_model()
    model.set_rows(roster_rows(crew(), BOOK))
    dropped = []
    model.dropped.connect(lambda item, who: dropped.append((item, who)))
    items = RowModel(("",), carries=ITEM_TYPE, takes=(ITEM_TYPE,))
    items.set_rows(item_rows((Item("k", "knife"),), BOOK))
    data = items.mimeData([items.index(0, 0)])
    assert not model.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, model.index(2, 3))
    assert dropped == [("k", "lou")]
    assert not model.canDropMimeData(
        QMimeData(), Qt.DropAction.MoveAction, -1, -1, model.index(0, 0)
    )


def test_gear_lists_and_tables(qapp: QApplication) -> None:
    items, table = (
        RowModel(("",), carries=ITEM_TYPE, takes=(ITEM_TYPE,)),
        RowModel(("A", "B")),
    )
    keepers = [watched(m) for m in (items, table)]
    items.set_rows(item_rows((Item("g", "surplus-smg", (Item("s", "scope"),)),), BOOK))
    assert items.index(0, 0).data() == "Surplus SMG + Scope"
    assert "Damage 3" in items.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    table.set_rows([Row("k", ("x", "1"), "why")])
    assert table.key_at(0) == "k"
    assert table.row_of("nobody") == -1
    assert len(keepers) == 2
