"""What is written of a model at the table is whole wherever the row has the room."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel

from lastdays.ui.app import Session
from lastdays.ui.tracker.arrangement import unbroken
from lastdays.ui.tracker.ending import EndForm
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.pieces import Piece
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.hands import settle, size
from ui.measuring import written
from ui.test_table_room import begin, clashes, whole
from ui.test_tracker_page import named, to, unfold


def rows(page: SessionPage) -> list[Piece]:
    """The rows of the models."""
    return [card for card in page.board.cards.values() if card.view.kind == "figure"]


@pytest.mark.parametrize(
    ("width", "height", "percent"),
    [(1280, 720, 100), (1920, 1080, 100), (2560, 1440, 100), (2560, 1440, 150), (1920, 1080, 200)],
)
def test_types_and_gear_are_whole(sample: Session, width: int, height: int, percent: int) -> None:
    size(sample, width, height, percent)
    page = begin(sample, zombies=3)
    faces = [row.face for row in rows(page)]
    texts = [text for text in written(sample.window)[1] if text.widget in faces]
    assert [str(text) for text in texts if not text.whole] == []
    assert len(texts) >= 2 * len(faces)
    assert clashes(page) == []
    assert len({face.width() for face in faces}) == 1  # both sides stand alike


@pytest.mark.smoke
def test_a_log_that_is_opened_takes_no_line_from_the_rows(sample: Session) -> None:
    size(sample, 2560, 1440)
    page = begin(sample, zombies=3)
    page.looking_back.toggle()
    settle()
    texts = {text.text for text in written(sample.window)[1] if text.whole}
    assert {row.view.gear for row in rows(page) if row.view.gear} <= texts


def test_few_zombies_need_no_scroll_bar_where_letters_are_large(sample: Session) -> None:
    size(sample, 1920, 1080, 200)
    page = begin(sample, zombies=3)
    assert page.board.foot_area.verticalScrollBar().maximum() == 0
    assert all(page.board.cards[f"Z{n}"].mark("acted").isVisible() for n in (1, 2, 3))


def test_in_a_low_window_the_acts_of_a_shot_are_whole_above_the_log(sample: Session) -> None:
    size(sample, 1280, 720, 200)
    page = begin(sample, zombies=3)
    to(page, "shooting")
    page.forms.open("shot", named(page, "Zeke").id)
    assert isinstance(page.panel.form, Form)
    page.panel.form.choose("target", named(page, "Carl").id)
    settle()
    area = page.arrangement.panel_area.viewport()
    for made in page.panel.form.act_buttons.values():
        assert whole(made, area), made.text()
    assert page.arrangement.recent.height() < 20
    assert whole(page.panel.outcome, page)


def test_nothing_done_by_hand_lies_under_the_scroll_bar(sample: Session) -> None:
    size(sample, 1920, 1080, 200)
    page = begin(sample, zombies=3)
    to(page, "action")
    page.look(named(page, "Zeke").id)
    settle()
    unfold(page, "Change by hand")
    area = page.arrangement.panel_area.viewport()
    assert page.panel.width() <= area.width()
    for made in page.panel.sheet.buttons.values():
        right = made.mapTo(area, made.rect().bottomRight()).x()
        assert right <= area.width(), made.text()


def test_what_is_due_goes_before_how_the_table_stands(sample: Session) -> None:
    size(sample, 1280, 720, 200)
    page = begin(sample, zombies=3)
    to(page, "shooting")
    due, stands = page.bar.waiting, page.bar.roles
    sides = "Supply Tokens on the table: 5 · Aggressor: Zeke's Truckers · Defender: Carl's Crew"
    assert page.tracker is not None
    page.bar.show_view(replace(page.tracker.bar(), line=sides, brief=""))
    settle()
    assert due.text() == due.whole
    assert stands.text().endswith("…")
    assert stands.toolTip()
    size(sample, 1920, 1080)
    assert (due.text(), stands.text()) == (due.whole, stands.whole)


def test_dice_in_brackets_stay_in_one_line() -> None:
    said = unbroken("Mo panics (5 against 6) and cannot break contact this turn. (2, 3 rolled)")
    assert said.endswith("turn. (2,\u00a03\u00a0rolled)")
    assert said.replace("\u00a0", " ") == (
        "Mo panics (5 against 6) and cannot break contact this turn. (2, 3 rolled)"
    )


def test_lines_that_go_on_hang_below_their_words(sample: Session) -> None:
    size(sample, 1280, 720)
    page = begin(sample, zombies=3)
    notes = page.panel.notes
    assert notes.text().startswith("· Roll off: the winner")
    marks = [sure(notes.grid.itemAtPosition(n, 0)).widget() for n in range(5)]
    said = [sure(notes.grid.itemAtPosition(n, 1)).widget() for n in range(5)]
    assert [as_a(QLabel, m).text() for m in marks] == ["·"] * 5
    assert len({sure(s).x() for s in said}) == 1
    assert sure(said[0]).x() > sure(marks[0]).geometry().right() - 1
    to(page, "shooting")
    page.forms.ask_end()
    settle()
    assert isinstance(page.panel.form, EndForm)
    text = page.panel.form.text
    assert "Carl's Crew\n  came through: Carl, Bea" in text.text()
    survivors = [w for w in text.findChildren(QLabel) if w.text().startswith("came through")]
    heading = next(w for w in text.findChildren(QLabel) if w.text() == "Carl's Crew")
    assert [w.x() > heading.x() for w in survivors] == [True, True]
    assert survivors[1].height() > survivors[0].height()  # over two lines, which begin alike
