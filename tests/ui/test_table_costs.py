"""What a step of the turn may cost at the table: what looks the same is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from lastdays.ui.app import Session
from lastdays.ui.navigation import TrackerRoute
from lastdays.ui.tracker.pieces import Face, Part
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import settle, size
from ui.test_tracker_page import scavengers


@pytest.fixture
def guided(sample: Session) -> SessionPage:
    """A game of twelve with all the help there is, in the Action Phase."""
    services = sample.services
    begun = services.sessions.begin(sample.window.campaign_id, scavengers(services), "guided")
    services.go.emit(TrackerRoute(begun))
    page = sample.window.pages.tracker
    while sure(page.tracker).state.table.phase != "action":
        page.next()
    settle()
    return as_a(SessionPage, page)


class Drawn(QObject):
    """Notes which parts of the board are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: set[Part] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, Part):
            self.parts.add(watched)
        return False


@pytest.fixture
def drawn(guided: SessionPage, qapp: QApplication) -> Iterator[set[Part]]:
    """What is drawn of the board from now on, part by part."""
    guided.services.theme.set_motion(False)
    noting = Drawn()
    qapp.installEventFilter(noting)
    yield noting.parts
    qapp.removeEventFilter(noting)


def test_a_state_that_changes_has_nothing_else_drawn_anew(
    guided: SessionPage, drawn: set[Part]
) -> None:
    guided.control.mark("A2", "ran")
    settle()
    mark = guided.board.cards["A2"].mark("ran")
    assert mark.on
    assert drawn == {mark}


def test_a_step_has_only_names_and_states_drawn_anew(guided: SessionPage, drawn: set[Part]) -> None:
    def at() -> set[str]:
        return {piece for piece, card in guided.board.cards.items() if card.near}

    before = at()
    guided.next()
    settle()
    left = [card for piece, card in guided.board.cards.items() if piece not in before | at()]
    assert left
    assert not drawn & {counter for card in left for counter in card.counters.values()}
    assert any(isinstance(part, Face) for part in drawn)


def test_what_is_drawn_part_by_part_is_what_is_drawn_at_once(guided: SessionPage) -> None:
    """Of what changes no more is drawn than has to be, and nothing is left as it was."""
    guided.services.theme.set_motion(False)
    window = guided.window()
    for n in range(9):
        guided.next()
        if n % 3 == 0:
            for piece in ("A1", "A2"):
                guided.control.mark(piece, "ran")
                guided.control.count(piece, "noise", 1)
        guided.choose("A1" if n % 2 else "B1")
        settle()
        seen = window.screen().grabWindow(window.winId()).toImage()
        whole = window.grab().toImage().convertToFormat(seen.format())
        assert seen == whole


def test_no_tail_of_a_letter_stays_where_a_name_stood(guided: SessionPage, sample: Session) -> None:
    """A name moves aside for the mark that its turn is due: in some sizes a g hangs lower than its
    line."""
    guided.services.theme.set_motion(False)
    window = guided.window()
    size(sample, 1920, 1080, 130)
    for _step in range(6):
        guided.next()
        settle()
        seen = window.screen().grabWindow(window.winId()).toImage()
        assert seen == window.grab().toImage().convertToFormat(seen.format())


class Told(QObject):
    """Counts the events of a kind that a widget is told of."""

    def __init__(self, widget: QWidget, kind: QEvent.Type) -> None:
        super().__init__(widget)
        self.kind, self.count = kind, 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == self.kind
        return False


def test_a_tap_has_nothing_laid_out_above_the_table(guided: SessionPage) -> None:
    as_a(Window, guided.window()).bar.name_undo(
        "What was done has as long a name as there can be", None
    )
    settle()
    told = Told(guided.bar, QEvent.Type.LayoutRequest)
    guided.control.count("A1", "noise", 1)
    settle()
    assert told.count == 0
    guided.bar.note.show()  # it takes room
    settle()
    assert told.count


def test_the_moves_of_a_step_are_shown_on_the_buttons_of_the_last(guided: SessionPage) -> None:
    panel, many = guided.panel, 0
    made: list[QPushButton] = []
    for _step in range(8):
        guided.next()
        settle()
        shown = list(panel.move_buttons.values())
        assert guided.tracker is not None
        due = guided.tracker.guide().moves
        moves = [m for m in due if not m.on_board]
        kinds = [b.property("kind") for b in shown]
        assert [b.accessibleName() for b in shown] == [m.label for m in moves]
        assert [b.isEnabled() for b in shown] == [not m.why_not for m in moves]
        assert kinds[:1] == (["" if due[0].on_board else "first"] if shown else [])
        if made and shown and made[0].isVisible():  # it looks as the last one did
            assert all(one is other for one, other in zip(shown, made, strict=False))
            assert not any(b.isVisible() for b in made[len(shown) :])
        made, many = shown, many + len(shown)
    assert many > 1
    while not panel.move_buttons:
        guided.next()
    settle()
    assert guided.tracker is not None
    moves = [m for m in guided.tracker.guide().moves if not m.on_board]
    after = list(panel.move_buttons.values())
    guided.panel.ask_panel.guard_ms = 0
    wanted: list[Any] = []
    guided.panel.wanted.disconnect(guided.press)
    guided.panel.wanted.connect(wanted.append)
    enabled = next(n for n, made in enumerate(after) if made.isEnabled())
    after[enabled].click()
    assert wanted == [moves[enabled]]
