"""What is written of a model at the table is whole wherever the row has the room."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QLabel

from lastdays.ui.app import Session
from lastdays.ui.tracker.arrangement import unbroken
from lastdays.ui.tracker.ending import EndForm
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.rows import FootChip, ModelRow, draw_line, fits_narrower, lines_of
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.tracker.side_board import SideBoard
from lastdays.ui.tracker.tokens import text_font
from sure import as_a, sure
from ui.hands import settle, size
from ui.test_table_room import begin, clashes, unseen, whole
from ui.test_tracker_page import named, to


def rows(page: SessionPage) -> list[ModelRow]:
    """The rows of the models."""
    return [card for card in page.board.cards.values() if isinstance(card, ModelRow)]


def cut(page: SessionPage) -> list[str]:
    """What is written of a model, gear where it has a line, that ends in an ellipsis."""
    found = []
    for row in rows(page):
        assert row.measure is not None
        letters, box = row.lettering(row.measure), row.name_box(row.measure)
        lines = lines_of(row.theme, row.view, box, letters)
        small = QFontMetrics(letters.small)
        below = f"{row.view.status} · {row.view.subtitle}"
        said = [below] if lines.gear is None else [below, row.view.gear]
        room = int(box.width())
        for text in said:
            wide = small.horizontalAdvance(text)
            if wide > room and not fits_narrower(room, wide):
                found.append(text)
    return found


@pytest.mark.parametrize(
    ("width", "height", "percent"),
    [(1280, 720, 100), (1920, 1080, 100), (2560, 1440, 100), (2560, 1440, 150), (1920, 1080, 200)],
)
def test_types_and_gear_are_whole(sample: Session, width: int, height: int, percent: int) -> None:
    size(sample, width, height, percent)
    page = begin(sample, zombies=3)
    assert cut(page) == []
    assert clashes(page) == []
    assert len({sure(row.measure).name for row in rows(page)}) == 1  # both sides stand alike


@pytest.mark.smoke
def test_a_log_that_is_opened_takes_no_line_from_the_rows(sample: Session) -> None:
    size(sample, 2560, 1440)
    page = begin(sample, zombies=3)
    page.looking_back.toggle()
    settle()
    for row in rows(page):
        assert row.measure is not None
        letters, box = row.lettering(row.measure), row.name_box(row.measure)
        lines = lines_of(row.theme, row.view, box, letters)
        assert (lines.gear is not None) == bool(row.view.gear), row.view.title
        if lines.gear is not None:
            assert lines.gear.bottom() <= row.height() - 3


def test_few_zombies_need_no_scroll_bar_where_letters_are_large(sample: Session) -> None:
    size(sample, 1920, 1080, 200)
    page = begin(sample, zombies=3)
    assert page.board.foot_area.verticalScrollBar().maximum() == 0
    chips = [c for c in page.board.cards.values() if isinstance(c, FootChip)]
    assert [c.view.title for c in chips if not c.roomy] == []


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
    page.choose(named(page, "Zeke").id)
    settle()
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
    page.bar.show_view(replace(page.tracker.bar(), line=sides))
    settle()
    assert due.text() == due.whole
    assert stands.text().endswith("…")
    assert stands.toolTip()
    size(sample, 1920, 1080)
    assert (due.text(), stands.text()) == (due.whole, stands.whole)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768), (1920, 1080)])
def test_no_row_is_cut_in_half_where_many_scroll(sample: Session, width: int, height: int) -> None:
    size(sample, width, height)
    page = begin(sample, more=8, zombies=3)
    to(page, "action")
    page.choose(named(page, "Zeke").id)
    settle()
    area = page.board.panels_area.viewport()
    below = [row for row in rows(page) if not whole(row, area)]
    assert sorted(unseen(page)) == sorted(row.words() for row in below)
    assert isinstance(page.board, SideBoard)
    assert [
        row.words()
        for row in below
        if row.mapTo(page.board.ground, row.rect().topLeft()).y() < area.height() - 4
    ] == []


def test_narrower_letters_never_run_out_of_their_room(sample: Session) -> None:
    font, text = text_font(sample.theme, 24), "PANIC at Zombie 1 AP 4 · Goon"
    wide = QFontMetrics(font).horizontalAdvance(text)
    for room in (wide * 9 // 10, wide - 1, wide, wide + 20):
        image = QImage(wide + 60, 40, QImage.Format.Format_RGB32)
        image.fill(0)
        with QPainter(image) as painter:
            painter.setFont(font)
            painter.setPen(QColor("white"))
            assert draw_line(painter, QRectF(10, 0, room, 40), text) <= room
        inked = [
            x for x in range(image.width()) if any(image.pixel(x, y) & 0xFF for y in range(40))
        ]
        assert min(wide, room) - 12 < inked[-1] - 10 <= room  # to its last letter


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
