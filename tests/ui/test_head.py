"""The head of the window never moves: through a game at the table, and an evening of a sequence."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from answering import answer_one
from lastdays.campaign.sample import plain_answer
from lastdays.procedure.asks import Roll, Sum
from lastdays.procedure.dice import can_be_rolled
from lastdays.ui.app import Session
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import do, sequence_until, settle, shown_within, size
from ui.test_table_room import begin


class Held:
    """Where everything in the head was seen first, and what was seen elsewhere since."""

    def __init__(self, window: Window) -> None:
        self.bar = window.bar
        self.places: dict[QWidget, QRect] = {}
        self.moved: list[str] = []

    def look(self, when: str) -> None:
        settle()
        for part in shown_within(self.bar):
            place = QRect(part.mapTo(self.bar, QPoint()), part.size())
            was = self.places.setdefault(part, place)
            if was != place:
                name = part.accessibleName() or type(part).__name__
                self.moved.append(f"{when}: {name}, {was.getRect()} -> {place.getRect()}")


WINDOWS = ((1280, 720, 100), (1920, 1080, 100), (1280, 720, 200))


@pytest.mark.parametrize(("width", "height", "percent"), WINDOWS)
def test_nothing_in_the_head_moves_in_a_game(
    sample: Session, width: int, height: int, percent: int
) -> None:
    size(sample, width, height, percent)
    page = begin(sample, zombies=3)
    held = Held(sample.window)
    letters = set()
    for step in range(120):
        tracker = page.tracker
        assert tracker is not None
        if tracker.is_open:
            ask = sure(tracker.standing()).ask
            if can_be_rolled(ask):
                page.control.roll()
            else:
                page.control.answer(plain_answer(ask), "chosen")
        else:
            page.bar.ready()
            page.next()
        held.look(f"step {step}, {page.bar.steps.accessibleName()}")
        letters.add(page.bar.steps.fitting())
        if step % 9 == 0:
            page.undo()
            held.look(f"after undo of step {step}")
            page.redo()
            do(page, "count", piece="A1", name="noise", amount=1)
            held.look("a token")
        if tracker.bar().turn > 2:
            break
    else:
        raise AssertionError("two turns are not played")
    assert held.moved == []
    assert len(letters) == 1  # the phases' names keep their size


def test_dice_stay_where_they_are_from_roll_to_roll(sample: Session) -> None:
    """However long the question above them is."""
    size(sample, 1280, 720)
    page = as_a(SequencePage, sequence_until(sample, lambda ask: isinstance(ask, Roll | Sum)))
    games, places, lines = sample.services.games, set(), set()
    while (ask := sure(page.view).pending) is not None:
        if isinstance(ask, Roll | Sum):
            settle()
            question = page.ask_panel.question
            wide = question.fontMetrics().horizontalAdvance(question.text())
            lines.add(wide > question.width())
            places.add(sure(page.ask_panel.dice).faces[0].mapTo(page, QPoint()).y())
        answer_one(games, page.sequence_id)
        page.refresh()
    assert lines == {True, False}
    assert len(places) == 1


@pytest.mark.smoke
@pytest.mark.parametrize(("width", "height", "percent"), WINDOWS)
def test_nothing_in_the_head_moves_in_a_sequence(
    sample: Session, width: int, height: int, percent: int
) -> None:
    size(sample, width, height, percent)
    page = as_a(SequencePage, sequence_until(sample, lambda _ask: True))
    games, held = sample.services.games, Held(sample.window)
    while (ask := sure(page.view).pending) is not None:
        held.look(ask.key)
        answer_one(games, page.sequence_id)
        page.refresh()
    held.look("the review")
    page.undo()
    held.look("undone")
    page.redo()
    page.finish()
    held.look("finished")
    assert len(held.places) > 5
    assert held.moved == []
