"""At the table all that is compared is seen at once, and each row says what is counted in it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.ui.app import Session
from lastdays.ui.navigation import TrackerRoute
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.pieces import LEAST_SHRINK, LINE, Mark, Piece, Words, line_width
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.at_the_table import named, to
from ui.crowds import begin
from ui.hands import (
    click_on,
    counter_of,
    do,
    key,
    mark_of,
    menu_item,
    push,
    seen,
    settle,
    size,
    start_play,
    tracker_of,
    turn_wheel,
)
from ui.measuring import window_rect, written
from ui.other_games import begin as begin_other, units


def whole(widget: QWidget, inside: QWidget) -> bool:
    """Whether all of a widget lies within another, and is seen."""
    corners = (widget.rect().topLeft(), widget.rect().bottomRight())
    return widget.isVisible() and all(
        inside.rect().contains(widget.mapTo(inside, corner)) for corner in corners
    )


def unseen(page: SessionPage) -> list[str]:
    """The rows and chips of which something has to be scrolled to."""
    board = page.board
    areas = (board.panels_area.viewport(), board.foot_area.viewport())
    return [
        card.face.accessibleName()
        for card in board.cards.values()
        if not any(whole(card, area) for area in areas if area.isAncestorOf(card))
    ]


def clashes(page: SessionPage) -> list[str]:
    """Parts of a row or chip that overlap each other, its edges, or are too narrow."""
    found = []
    for card in page.board.cards.values():
        there = [c for c in card.controls if c.isVisible()]
        for n, one in enumerate(there):
            if not card.rect().contains(one.geometry()):
                found.append(f"{one.accessibleName()} sticks out")
            for other in there[n + 1 :]:
                if one.geometry().intersects(other.geometry()):
                    found.append(f"{one.accessibleName()} over {other.accessibleName()}")
    return found


def cut_gun_names(page: SessionPage) -> list[str]:
    """Names of guns that are cut at their end in their tile."""
    cut = []
    for card in page.board.cards.values():
        for counter in card.counters.values():
            caption = line_width(counter.scale, counter.tile_caption())
            if counter.is_tall_tile and caption * LEAST_SHRINK > counter.width() - 7:
                cut.append(counter.view.caption)
    return cut


def test_four_sides_are_scrolled_and_whoever_acts_is_shown(sample: Session) -> None:
    page = begin(sample, sides=4, zombies=3)
    board, area = page.board, page.board.panels_area.viewport()
    assert whole(board.cards["A1"], area)
    assert not whole(board.cards["C8"], area)
    board.ensure_seen(board.cards["C8"])
    settle()
    assert whole(board.cards["C8"], area)
    assert clashes(page) == []
    size(sample, 1920, 1080)
    assert unseen(page) == []


@pytest.mark.parametrize(
    ("width", "height"), [pytest.param(1920, 1080, marks=pytest.mark.smoke), (2560, 1440)]
)
def test_a_large_window_shows_gear_in_words_and_keeps_the_log_open(
    sample: Session, width: int, height: int
) -> None:
    """Three lines of a row fit, rows fill the height, and the log takes none of them."""
    page = begin(sample, zombies=0)
    recent, row = page.arrangement.recent, page.board.cards["A1"]
    plain = row.height()
    assert not recent.tall
    size(sample, width, height)
    assert recent.lines == []
    for _n in range(12):
        page.press(tracker_of(page).board("").placing[0])
    settle()
    assert unseen(page) == []
    assert row.height() >= max(80, plain * 1.3)
    assert row.view.gear == "Revolver, Knife"
    assert cut_gun_names(page) == []
    below = window_rect(page.board.foot_head, page.board.foot_head.rect()).top()
    last = page.board.cards["A8"]
    assert below - window_rect(last, last.rect()).bottom() < height * 0.12
    assert recent.tall
    assert recent.isVisible()
    assert recent.height() > height // 4
    assert page.arrangement.side.isAncestorOf(recent)  # below the panel: the board has the width
    assert page.board.width() > width * 0.7
    assert len(recent.lines) > 10
    page.toggle_log()
    settle()
    texts = {text.text for text in written(sample.window)[1] if text.whole}
    assert {row.view.gear for row in rows(page) if row.view.gear} <= texts
    page.close_log()
    size(sample, 1280, 720)
    assert not recent.tall


def test_the_log_has_the_height_that_the_panel_leaves(session: Session) -> None:
    page = begin_other(session.window, "last-night", "Ann", "Bob")
    size(session, 1920, 1080)
    do(page, "next", anyway=True)
    settle()
    recent, area = page.arrangement.recent, page.arrangement.panel_area
    assert recent.height() > 1080 * 0.5  # a sentence and a move or two stand above
    assert area.verticalScrollBar().maximum() == 0
    room = recent.height() + area.height()
    do(page, "count", piece="p1", name="board", amount=3)
    while units(page).step != "heroes":
        do(page, "next", anyway=True)
    do(page, "act", unit="h1")
    start_play(page, "fight", unit="h1")
    page.answer_opposed([(5, 3), 4], "typed")
    page.panel.rare_fold.show_open(True)
    settle()
    assert recent.height() + area.height() == room
    assert room * 0.1 < recent.height() < room * 0.5
    assert unseen(page) == []


def test_the_last_lines_of_the_log_are_always_in_sight(sample: Session) -> None:
    page = begin(sample, zombies=3)
    do(page, "count", piece="A1", name="noise", amount=1)
    do(page, "count", piece="A2", name="noise", amount=2)
    recent = page.arrangement.recent
    assert recent.lines[-1] == "Zeke +1 noise"
    assert page.panel.outcome.text() == "Mo +2 noise"
    page.choose("A1")
    page.open_form("out", "A1")
    settle()
    assert whole(recent, page)
    assert whole(page.panel.outcome, page)
    click_on(recent)
    assert page.log.isVisible()


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_last_line_of_the_log_stands_once(sample: Session, width: int) -> None:
    page = begin(sample, zombies=3)
    size(sample, width, 1080)
    do(page, "count", piece="A1", name="noise", amount=1)
    do(page, "count", piece="A2", name="noise", amount=2)
    settle()
    assert page.panel.outcome.text() == "Mo +2 noise"
    assert page.arrangement.recent.lines[-1] == "Zeke +1 noise"


def test_the_name_of_a_side_is_as_high_as_its_letters(sample: Session) -> None:
    """With two members rows are large, and so are the letters above them."""
    services = sample.services
    campaign = services.workspace.campaigns()[0].id
    sides = []
    for summary in services.workspace.groups(campaign)[:2]:
        side = entrant_of(services.workspace.group(summary.id).group, services.catalogue, {})
        sides.append(replace(side, members=side.members[:2]))
    setup = Setup("scavengers", tuple(sides))
    sample.window.go(TrackerRoute(services.sessions.begin(campaign, setup)))
    board = sample.window.pages.tracker.board
    for width, height in ((1024, 700), (1920, 1080), (1280, 720)):
        size(sample, width, height)
        settle()
        for panel in board.panels.values():
            letters = QFontMetrics(board.scale.font(22)).height()
            assert panel.head.height() == board.scale.pixels(LINE) > letters, (width, height)


# Counters


def test_the_wheel_counts_only_where_the_keyboard_is(sample: Session) -> None:
    page = begin(sample, zombies=3)
    noise = counter_of(page.board.cards["A1"], "noise")
    page.setFocus()
    turn_wheel(noise, 1)
    assert noise.value == 0
    noise.setFocus()
    turn_wheel(noise, 1)
    turn_wheel(noise, 1)
    assert noise.value == 2
    turn_wheel(noise, -1)
    assert noise.value == 1


def test_everything_about_a_piece_is_switched_in_its_menu_or_by_key(sample: Session) -> None:
    page = begin(sample)
    to(page, "action")
    row, chip = page.board.cards["A1"], page.board.cards["Z3"]
    texts = [a.text() for a in row.menu().actions()]
    states = ["Locked and Loaded", "Has Run", "Has acted", "Has fired", "Has fought"]
    assert texts == ["Show Zeke ★", *states]
    push(row.menu().actions()[4])
    assert named(page, "Zeke").fired
    assert chip.menu().actions()[1].text() == "Zombie 3: put down"
    assert not sure(chip.deed).isVisible()  # where chips are small
    counter_of(chip, "knock").setFocus()
    key("Delete")
    assert "Z3" not in page.board.cards
    do(page, "out", figure="B2", by="zombie")
    fallen = page.board.cards["B2"]
    assert fallen.view.look == "gone"
    assert "OUT, by a zombie" in seen(fallen)
    assert not any(c.isVisible() for c in fallen.controls[1:])


def test_what_is_nothing_yet_is_drawn_where_one_is(sample: Session) -> None:
    page = begin(sample, zombies=2)
    to(page, "action")
    page.panel.setFocus()
    mo, zombie = page.board.cards["A2"], page.board.cards["Z2"]
    quiet = [
        mark_of(mo, "ran"),
        mark_of(mo, "acted"),
        counter_of(zombie, "knock"),
        sure(zombie.deed),
    ]
    assert [part.drawn for part in quiet] == [False] * 4
    said = ["Mo, has Run: no", "Mo, has acted: no", "Zombie 2, Knockback 0", "Zombie 2: put down"]
    assert [part.accessibleName() for part in quiet] == said

    def noise() -> list[str]:
        line = counter_of(mo, "noise").bits_to_draw()
        return [bit.text for bit in line if isinstance(bit, Words) and bit.text]

    assert noise() == []
    mo.face.setFocus()
    assert [part.drawn for part in quiet] == [True, True, False, False]
    assert noise() == ["0"]
    window = page.window()
    QTest.mouseMove(window.windowHandle(), zombie.face.mapTo(window, QPoint(9, 9)))
    settle()
    assert [part.drawn for part in quiet] == [True] * 4
    page.panel.setFocus()
    QTest.mouseMove(window.windowHandle(), page.panel.mapTo(window, QPoint(9, 9)))
    settle()
    assert [part.drawn for part in quiet] == [False] * 4
    do(page, "count", piece="A2", name="noise", amount=1)
    do(page, "mark", piece="A2", name="ran")
    assert noise() == ["1"]
    assert [part.drawn for part in quiet] == [True, False, False, False]


def test_a_finger_that_never_hovers_sees_everything(sample: Session) -> None:
    page = begin(sample, zombies=2)
    to(page, "action")
    mo, ed = page.board.cards["A2"], page.board.cards["A4"]

    def touched(mark: Mark) -> None:
        at, device = QPointF(mark.rect().center()), QTest.createTouchDevice()
        for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            down = Qt.MouseButton.LeftButton
            event = QMouseEvent(kind, at, at, down, down, Qt.KeyboardModifier.NoModifier, device)
            QApplication.sendEvent(mark, event)
        settle()

    touched(mark_of(mo, "ran"))  # nothing was seen there: whose row it is, is chosen
    assert not named(page, "Mo").ran
    assert page.chosen == "A2"
    assert mark_of(ed, "ran").drawn
    touched(mark_of(ed, "ran"))
    assert named(page, "Ed").ran


def test_the_tick_of_the_phase_stands_in_the_row_and_dims_it(sample: Session) -> None:
    page = begin(sample, zombies=3)
    to(page, "action")
    row = page.board.cards["A1"]
    acted, fired = mark_of(row, "acted"), mark_of(row, "fired")
    assert acted.isVisible()
    assert not fired.isVisible()
    click_on(acted)
    assert row.view.done
    to(page, "shooting")
    assert fired.isVisible()
    assert not acted.isVisible()
    assert not row.view.done
    assert not mark_of(page.board.cards["A2"], "acted").isVisible()  # Mo has no gun to fire
    runs = {mark_of(c, "ran").x() for i, c in page.board.cards.items() if i[0] == "A"}
    assert len(runs) == 1  # below each other, gun or none


def test_the_menu_of_the_table_switches_the_turn_clock_on(sample: Session) -> None:
    page = begin(sample, zombies=3)
    texts = [a.text().replace("&", "") for a in page.tools.menu.actions() if a.text()]
    assert texts == [
        "How much help", "tokens only", "with dice", "guided",
        "How dice are answered", "roll for me", "I roll", "set the result",
        "Write in the log…", "Turn clock", "Table view", "End the game…", "Leave the table",
    ]  # fmt: skip
    assert not page.bar.clock.isVisible()
    menu_item(page.tools.more_button, "Turn clock")
    assert page.bar.clock.isVisible()


@pytest.mark.parametrize(
    ("width", "height", "percent", "more"),
    [
        (1280, 720, 100, 0),
        (1366, 768, 100, 0),
        (1366, 768, 100, 4),
        (1920, 1080, 100, 0),
        (2560, 1440, 100, 0),
        (2560, 1440, 150, 0),
        (1920, 1080, 175, 0),
        (1920, 1080, 200, 0),
    ],
)
def test_a_shot_is_declared_with_all_that_is_compared_in_sight(
    sample: Session, width: int, height: int, percent: int, more: int
) -> None:
    """Two groups, in small letters with twenty zombies: all whole, none cut, large enough to press."""
    size(sample, width, height, percent)
    page = begin(sample, more=more, zombies=20 if percent == 100 else 5)
    if percent == 100 and not more:
        for sort in ("door", "alarm", "fire"):
            do(page, "place", sort=sort)
    to(page, "shooting")
    page.open_form("shot", named(page, "Zeke").id)
    assert page.board.cards[named(page, "Carl").id].face.number == 1
    form = as_a(Form, page.panel.form)
    form.choose_option("target", named(page, "Carl").id)
    settle()
    models, area = rows(page), page.board.panels_area.viewport()
    assert [row.view.title for row in models if not whole(row, area)] == []
    assert percent > 100 or unseen(page) == []
    assert clashes(page) == []
    assert not page.tools.swap_button.isVisible()
    faces = [row.face for row in models]
    texts = [text for text in written(sample.window)[1] if text.widget in faces]
    assert [str(text) for text in texts if not text.whole] == []
    assert len(texts) >= 2 * len(faces)
    assert len({face.width() for face in faces}) == 1  # both sides stand alike
    for control in (c for row in models for c in row.controls[1:] if c.isVisible()):
        assert min(control.width(), control.height()) >= 36, control.accessibleName()
    form, area = as_a(Form, page.panel.form), page.arrangement.panel_area.viewport()
    why = [form.why] if percent == 100 else []
    for part in (form.title, form.figure, form.number, *why, *form.dice):
        assert whole(part, area), part.accessibleName()
    for button in form.act_buttons.values():
        assert whole(button, area), button.text()
    assert whole(page.arrangement.recent, page)
    assert "Turn 1, Shooting" in page.panel.outcome.text()


def rows(page: SessionPage) -> list[Piece]:
    """The rows of the models."""
    return [card for card in page.board.cards.values() if card.view.kind == "figure"]
