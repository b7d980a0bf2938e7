"""At the table all that is compared is seen at once; nothing is cut, nothing jumps."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from lastdays.devtools.screens import roll_through
from lastdays.language import told_apart
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.ui.app import Session
from lastdays.ui.navigation import TableRoute, TrackerRoute
from lastdays.ui.tracker.arrangement import unbroken
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.pieces import LASTS_MS, Mark, Piece, Words
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.parts import FoldButton
from sure import as_a, sure
from ui.hands import (
    click,
    counter_of,
    do,
    go,
    key,
    mark_of,
    menu_item,
    push,
    seen,
    settle,
    size,
    start_play,
    state_of,
    tracker_of,
    turn_wheel,
)
from ui.measuring import window_rect, written
from ui.test_tracker_page import named, to, unfold


def begin(session: Session, *, sides: int = 2, more: int = 0, zombies: int = 20) -> SessionPage:
    """A game of the sample's groups with all their members, `more` of them twice, and so many
    zombies."""
    services = session.services
    campaign = services.workspace.campaigns()[0].id
    made = []
    for turn in range(sides):
        ids = services.workspace.groups(campaign)
        group = services.workspace.group(ids[turn % len(ids)].id).group
        side = entrant_of(group, services.catalogue, {})
        twice = tuple(
            replace(m, id=f"{m.id}-again", name=f"{m.name} the Younger")
            for m in side.members[:more]
        )
        side = replace(side, members=side.members + twice)
        made.append(side if turn < 2 else replace(side, name=f"{side.name} {turn}", group=""))
    session.window.go(
        TrackerRoute(services.sessions.begin(campaign, Setup("scavengers", tuple(made))))
    )
    page = session.window.pages.tracker
    page.panel.ask_panel.guard_ms = 0
    while len(state_of(page).zombies) < zombies:
        page.press(tracker_of(page).board("").placing[0])
    settle()
    return as_a(SessionPage, page)


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


def test_every_phase_is_named_in_the_head_or_stands_above_a_line_for_each(sample: Session) -> None:
    page = begin(sample, zombies=3)
    steps = page.bar.steps
    for phase in ("zombies", "shooting", "end"):
        to(page, phase)
        for width, height, percent in ((1280, 720, 100), (1280, 720, 150), (1920, 1080, 200)):
            size(sample, width, height, percent)
            assert steps.fitting() != (0, 0), (phase, percent)
        if phase == "shooting":
            size(sample, 1280, 720, 200)
            assert steps.fitting() == (0, 0)
            image = steps.grab().toImage()
            y, step = image.height() - 2, steps.width() / 5 * image.devicePixelRatio()
            colours = [image.pixelColor(round((n + 0.4) * step), y).name() for n in range(5)]
            wanted = ("well", "well", "accent", "line", "line")
            assert colours == [sample.theme.colour(token).name() for token in wanted]
            names = ["Menace", "Action", "Shooting", "Close Quarters", "End"]
            assert steps.toolTip().split(" → ") == names


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


@pytest.mark.smoke
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (2560, 1440)])
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
    image = recent.grab().toImage()
    ground = image.pixelColor(image.width() - 2, image.height() - 2)
    assert 30 < bottom(image, ground) < image.height() // 2  # what will stand there
    for _n in range(12):
        page.press(tracker_of(page).board("").placing[0])
    settle()
    assert unseen(page) == []
    assert row.height() >= max(80, plain * 1.3)
    assert row.view.gear == "Revolver, Knife"
    below = window_rect(page.board.foot_head, page.board.foot_head.rect()).top()
    last = page.board.cards["A8"]
    assert below - window_rect(last, last.rect()).bottom() < height * 0.12
    assert recent.tall
    assert recent.isVisible()
    assert recent.height() > 600
    assert len(recent.lines) > 10
    page.toggle_log()
    settle()
    texts = {text.text for text in written(sample.window)[1] if text.whole}
    assert {row.view.gear for row in rows(page) if row.view.gear} <= texts
    page.close_log()
    size(sample, 1280, 720)
    assert not recent.tall


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
    QTest.mouseClick(recent, Qt.MouseButton.LeftButton)
    settle()
    assert page.log.isVisible()


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
    states = ["Locked and Loaded", "Has run", "Has acted", "Has fired", "Has fought"]
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
    said = ["Mo, has run: no", "Mo, has acted: no", "Zombie 2, Knockback 0", "Zombie 2: put down"]
    assert [part.accessibleName() for part in quiet] == said

    def noise() -> list[str]:
        line = counter_of(mo, "noise").line()
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
    QTest.mouseClick(acted, Qt.MouseButton.LeftButton)
    settle()
    assert row.view.done
    to(page, "shooting")
    assert fired.isVisible()
    assert not acted.isVisible()
    assert not row.view.done
    assert not mark_of(page.board.cards["A2"], "acted").isVisible()  # Mo has no gun to fire
    runs = {mark_of(c, "ran").x() for i, c in page.board.cards.items() if i[0] == "A"}
    assert len(runs) == 1  # below each other, gun or none


# Nothing jumps, nothing clashes


def test_buttons_by_hand_stay_where_they_are(sample: Session) -> None:
    page = begin(sample, zombies=3)
    to(page, "action")
    page.choose("A1")
    settle()

    def places() -> dict[str, QPoint]:
        return {
            k: b.mapTo(page, QPoint()) for k, b in page.panel.sheet.buttons.items() if b.isVisible()
        }

    before = places()
    for name in ("mark/panicked", "mark/acted", "empty/A1.g1"):
        made = page.panel.sheet.buttons[name]
        text = made.text()
        assert not made.isChecked()
        push(made)
        after = page.panel.sheet.buttons[name]
        assert (after.text(), after.isChecked()) == (text, True)
        assert {k: v for k, v in places().items() if k in before and "mark" in k} == {
            k: v for k, v in before.items() if "mark" in k
        }
    assert named(page, "Zeke").panicked


@pytest.mark.parametrize("percent", [100, 125, 200])
def test_the_clock_takes_nothing_from_the_phases(sample: Session, percent: int) -> None:
    page = begin(sample, zombies=3)
    size(sample, 1280, 720, percent)
    texts = [a.text().replace("&", "") for a in page.tools.menu.actions() if a.text()]
    assert texts == [
        "How much help", "tokens only", "with dice", "guided",
        "How dice are answered", "roll for me", "I roll", "set the result",
        "Turn clock", "Table view", "End game…", "Leave the table",
    ]  # fmt: skip
    before, at = page.bar.steps.grab().toImage(), page.bar.steps.pos()
    menu_item(page.tools.more_button, "Turn clock")
    assert page.bar.clock.isVisible()
    assert page.bar.steps.pos() == at
    for tool in (page.tools.swap_button, page.tools.more_button, page.bar.next_button):
        assert not tool.isVisible() or tool.width() >= tool.sizeHint().width()
    if not sample.theme.narrow:  # there they are marks without letters
        assert page.bar.steps.grab().toImage() == before


# Motion, and what cannot be pressed


def test_a_counter_that_changed_lights_up_for_a_moment_and_waits_for_nothing(
    sample: Session, qtbot: QtBot
) -> None:
    effect = Qt.UIEffect.UI_General
    before = QApplication.isEffectEnabled(effect)
    page = begin(sample, zombies=3)
    noise = counter_of(page.board.cards["A1"], "noise")
    try:
        QApplication.setEffectEnabled(effect, True)
        QTest.mouseClick(noise, Qt.MouseButton.LeftButton)
        assert noise.glow.strength > 0
        assert counter_of(page.board.cards["A2"], "noise").glow.strength == 0
        QTest.mouseClick(noise, Qt.MouseButton.LeftButton)
        assert noise.value == 2
        qtbot.waitUntil(lambda: noise.glow.strength == 0)
        assert LASTS_MS <= 300
    finally:
        QApplication.setEffectEnabled(effect, before)


# The television


def bottom(image: QImage, ground: QColor) -> int:
    """The lowest line in which something is drawn."""
    for y in range(image.height() - 1, 0, -1):
        if any(image.pixelColor(x, y) != ground for x in range(0, image.width(), 7)):
            return y
    return 0


@pytest.mark.parametrize("zombies", [3, 20])
def test_the_opponents_view_fills_a_television(sample: Session, zombies: int) -> None:
    page = begin(sample, zombies=zombies)
    click(page.bar, "Opponent's view")
    other = page.second_screen
    for width, height in ((1280, 720), (1920, 1080), (3840, 2160)):
        assert other is not None
        other.resize(width, height)
        settle()
        image = other.grab().toImage()
        assert bottom(image, sample.theme.colour("ground")) > image.height() * 0.9
    assert other is not None
    other.close()


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
    form.choose("target", named(page, "Carl").id)
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


def test_with_letters_twice_as_large_the_acts_are_whole_and_few_zombies_need_no_bar(
    sample: Session,
) -> None:
    size(sample, 1920, 1080, 200)
    page = begin(sample, zombies=3)
    assert page.board.foot_area.verticalScrollBar().maximum() == 0
    assert all(mark_of(page.board.cards[f"Z{n}"], "acted").isVisible() for n in (1, 2, 3))
    to(page, "action")
    page.look(named(page, "Zeke").id)
    settle()
    unfold(page, "Change by hand")
    area = page.arrangement.panel_area.viewport()
    assert page.panel.width() <= area.width()
    for made in page.panel.sheet.buttons.values():
        assert made.mapTo(area, made.rect().bottomRight()).x() <= area.width(), made.text()
    size(sample, 1280, 720, 200)
    to(page, "shooting")
    page.open_form("shot", named(page, "Zeke").id)
    as_a(Form, page.panel.form).choose("target", named(page, "Carl").id)
    settle()
    for act in as_a(Form, page.panel.form).act_buttons.values():
        assert whole(act, area), act.text()
    assert page.arrangement.recent.height() < 20
    assert whole(page.panel.outcome, page)


def test_what_is_due_goes_before_how_the_table_stands(sample: Session) -> None:
    size(sample, 1280, 720, 200)
    page = begin(sample, zombies=3)
    to(page, "shooting")
    due, stands = page.bar.waiting, page.bar.roles
    sides = "Supply Tokens on the table: 5 · Aggressor: Zeke's Truckers · Defender: Carl's Crew"
    page.bar.show_view(replace(tracker_of(page).bar(), line=sides, brief=""))
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
    page.ask_end()
    settle()
    text = sure(page.panel.form).text
    assert "Carl's Crew\n  came through: Carl, Bea" in text.text()
    survivors = [w for w in text.findChildren(QLabel) if w.text().startswith("came through")]
    heading = next(w for w in text.findChildren(QLabel) if w.text() == "Carl's Crew")
    assert [w.x() > heading.x() for w in survivors] == [True, True]
    assert survivors[1].height() > survivors[0].height()  # over two lines, which begin alike


@pytest.mark.parametrize(
    ("width", "height", "percent"),
    [(1920, 1080, 100), (2560, 1440, 100), (1280, 720, 200), (1920, 1080, 200)],
)
def test_what_begins_a_game_keeps_its_place_whichever_encounter_it_is(
    sample: Session, width: int, height: int, percent: int
) -> None:
    """In large letters only the page scrolls."""
    size(sample, width, height, percent)
    page = go(sample.window, TableRoute())
    page.start_setup()
    settle()
    setup, places = page.setup, set()
    sides = as_a(QAbstractScrollArea, setup.tabs.currentWidget())
    if percent == 200:
        assert sides.verticalScrollBar().maximum() == 0
        return
    for n in range(setup.encounter.count()):
        setup.encounter.setCurrentIndex(n)
        settle()
        places.add(setup.begin_button.mapTo(setup, setup.begin_button.rect().topLeft()).y())
    assert len(places) == 1
    assert places.pop() < height * 0.6


@pytest.mark.smoke
def test_games_are_listed_with_their_buttons_close_below(sample: Session) -> None:
    size(sample, 1920, 1080)
    begin(sample, zombies=3)
    go(sample.window, TableRoute())
    played = sample.window.pages.table.played
    last = played.table.visualRect(played.model.index(played.model.rowCount() - 1, 0))
    bottom = played.table.viewport().mapTo(played, last.bottomLeft()).y()
    button = played.open_button
    assert played.table.verticalScrollBar().maximum() == 0
    assert 0 < button.mapTo(played, button.rect().topLeft()).y() - bottom < 24


def test_names_that_begin_alike_are_told_apart() -> None:
    names = [f"The Unspeakably Long-Winded Wanderers of the Western Wasteland {n}" for n in (1, 2)]
    first, second = (told_apart(name, 26) for name in names)
    assert first != second
    assert len(first) <= 26
    assert first == "The Unspeakably L…teland 1"
    assert told_apart("Zeke's Truckers", 26) == "Zeke's Truckers"


@pytest.mark.parametrize("zombies", [3, 20])
def test_a_zombie_with_a_long_name_is_no_higher_than_the_others(
    sample: Session, zombies: int
) -> None:
    page = begin(sample, zombies=zombies)
    do(page, "rename", piece="Z2", name="The Unspeakably Long-Winded Wanderer")
    do(page, "count", piece="Z2", name="knock", amount=2)
    start_play(page, "contact", one="Z2", other="A2")
    roll_through(page)
    settle()
    chips = [page.board.cards[f"Z{n}"] for n in range(1, zombies + 1)]
    assert len({chip.height() for chip in chips}) == 1
    assert clashes(page) == []


def test_whoever_acts_needs_no_scrolling_and_what_is_folded_is_told_whole(
    tongue: str, sample: Session
) -> None:
    size(sample, 1280, 720)
    page = begin(sample, zombies=3)

    def to_phase(phase: str) -> None:
        while state_of(page).table.phase != phase:
            page.next()
            roll_through(page)

    to_phase("action")
    start_play(page, "initiative")
    roll_through(page)
    panel, folds, scrolled = page.panel, list[FoldButton](), list[str]()
    for turn in range(16):
        page.press(tracker_of(page).guide().moves[0])
        for width, height in ((1280, 720), (1920, 1080)) if tongue == "en" else ():
            size(sample, width, height)
            if page.arrangement.panel_area.verticalScrollBar().maximum():
                scrolled.append(panel.sheet.title.text())
        size(sample, 1280, 720)
        if turn == 0:
            folds = panel.sheet.findChildren(FoldButton)
            assert len(folds) == 2
            told = [(f.text(), f.sizeHint().width()) for f in folds]
        do(page, "finish", figure=page.chosen)
    assert scrolled == []
    to_phase("shooting")
    page.open_form("shot", "A1")
    settle()
    told += [(f.text(), f.sizeHint().width()) for f in sure(panel.form).findChildren(FoldButton)]
    assert [text for text, wide in told if text.endswith("…") or wide > panel.width() - 32] == []
