"""What is shown once more as it was is not measured, compared or worked out once more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from lastdays.campaign.documents import differences
from lastdays.campaign.sample import play_through
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Row, RowModel
from lastdays.ui.pages.sequence import standing
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.table import Table
from spies import noted
from sure import sure
from ui.hands import settle
from ui.test_sequence_page import begin


def test_finish_compares_the_group_no_second_time(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = begin(sample)
    sequence = page.sequence_id
    play_through(sample.services.games, sequence)
    page.refresh()
    settle()
    rows = page.review.model.rowCount()
    assert rows
    asked = noted(monkeypatch, standing, "compare")
    page.finish()
    settle()
    assert page.view is not None
    assert page.view.finished
    assert "Finished." in page.review.finished_label.text()
    assert page.review.model.rowCount() == rows
    assert not asked
    assert page.view.after is not None
    page.review.show_sequence(sure(replace(page.view, before=page.view.after)))
    assert len(asked) == 1
    assert page.review.model.rowCount() == 0


def test_only_members_who_have_changed_are_read(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = sample.services.workspace.group(sample.services.workspace.groups()[0].id).group
    asked = noted(monkeypatch, differences, "explain")
    catalogue = sample.services.catalogue
    assert len(group.members) > 2
    assert differences.compare(group, replace(group), catalogue) == []
    assert not asked
    other = replace(group.members[1], level=group.members[1].level + 1)
    after = replace(group, members=(group.members[0], other, *group.members[2:]))
    found = differences.compare(group, after, catalogue)
    assert [d.whose for d in found] == [other.name]
    assert [member for member, _book in asked] == [group.members[1], other]


@pytest.fixture
def table(qapp: QApplication) -> Iterator[Table]:
    model = RowModel(("When", "What"))
    model.set_rows([Row(str(n), (f"Day {n}", "words " * 30)) for n in range(9)])
    made = Table(model, "A table", Theme("dark"), stretch=1, look="lines", wrap=True)
    made.resize(600, 400)
    made.show()
    settle()
    yield made
    made.deleteLater()
    settle()


def test_rows_and_columns_follow_what_is_in_them(table: Table) -> None:
    high, narrow = table.rowHeight(0), table.columnWidth(0)
    table.resize(300, 400)
    settle()
    assert table.rowHeight(0) > high, "its words take more lines"
    table.rows().set_rows([Row(str(n), (f"Day {n} of many", "words")) for n in range(9)])
    settle()
    assert table.rowHeight(0) < high
    assert table.columnWidth(0) > narrow
