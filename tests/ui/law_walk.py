"""The walk of the law of keys at the table: it notes what a press would do, instead of doing it.

A walk makes whatever move it has made least, whoever it belongs to, and answers what is asked. At
each state of a new kind it puts the focus on the question, on Next, on cards and on lists, presses
Enter and every digit that is printed, and compares what each did with what the printed control does
when it is pressed with the mouse.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from shiboken6 import isValid

from lastdays.campaign.campaigns import HouseRules
from lastdays.procedure.asks import Choose, Draw, Report, Roll, Sum
from lastdays.tabletop.view import ButtonView, OpenForm, Play, SheetView, Tap
from lastdays.ui.app import Session
from lastdays.ui.forms.ask_panel import OptionButton, digits_of
from lastdays.ui.forms.dice_panel import DicePanel, DieButton
from lastdays.ui.tracker.form import FittedButton, MoveRow
from lastdays.ui.tracker.pieces import Face
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.crowds import begin
from ui.hands import click_on, focus, settle, tracker_of
from ui.law import ambers, digit, places, press, reached, wrong_enters
from ui.other_games import begin as begin_game
from unit.rulebook.winter import AT_TABLE, WINTER

#: What the page is told to do; a recorded one does nothing.
DEEDS = (
    "press",
    "answer",
    "roll",
    "drop",
    "choose",
    "throw",
    "lay_die",
    "next",
    "look",
    "_press_in_form",
)


class Recorder:
    """Notes what the page is told to do, instead of doing it, while it is on."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.on = False
        self.told: list[tuple[object, ...]] = []
        for name in DEEDS:
            patch.setattr(SessionPage, name, self._noting(name, getattr(SessionPage, name)))

    def _noting(self, name: str, done: Callable[..., None]) -> Callable[..., None]:
        def note(page: SessionPage, *args: Any, **more: Any) -> None:
            if self.on:
                self.told.append((name, *args))
            else:
                done(page, *args, **more)

        return note

    def during(self, act: Callable[[], object]) -> list[tuple[object, ...]]:
        """What the page is told while something is done."""
        self.on, self.told = True, []
        try:
            act()
        finally:
            self.on = False
        return self.told


def printed(page: SessionPage) -> Iterator[tuple[int, QWidget]]:
    """Each digit that is drawn on something, with what it is drawn on."""
    panel = page.panel
    for piece in page.board.cards.values():
        if piece.face.number and piece.face.isVisible():
            yield piece.face.number, piece.face
    for found in panel.findChildren(QWidget):
        if not (found.isVisible() and found.isEnabled()):
            continue
        match found:
            case DieButton():
                yield found.face, found
            case MoveRow() if found.number:
                yield found.number, found
            case FittedButton() if leading := re.match(r"(\d)  ", found.text()):
                yield int(leading.group(1)), found


def shape(text: str) -> str:
    """A key without its ids and numbers: states with the same shapes are of one kind."""
    return re.sub(r"[A-Za-z]*\d+", "#", text)


class Walk:
    """Leads a game through everything that can be done in it."""

    page: SessionPage

    def __init__(self, recorder: Recorder, patch: pytest.MonkeyPatch, seed: int) -> None:
        self.recorder, self.patch = recorder, patch
        self.chance = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.plays: set[str] = set()
        self.asks: set[str] = set()
        self.held: set[str] = set()
        self.wrong: list[str] = []

    @property
    def window(self) -> Window:
        return as_a(Window, self.page.window())

    # Going on

    def step(self) -> None:
        """Hold the law where the state is of a new kind, then go on."""
        kind = self.kind()
        if kind not in self.held:
            self.held.add(kind)
            self.hold(kind)
        tracker = tracker_of(self.page)
        if tracker.is_open:
            self.answer()
        elif self.page.panel.form is not None:
            self.go_on_in_form()
        else:
            self.act()
        settle()

    def kind(self) -> str:
        """What the state is like: what is asked, which form is open or which moves are due."""
        tracker, form = tracker_of(self.page), self.page.panel.form
        if tracker.is_open:
            ask = sure(tracker.pending())
            self.asks.add(shape(ask.key))
            return f"{type(ask).__name__} {shape(ask.key)}"
        if form is not None:
            ready = [bool(b.why_not) for b in form.view.buttons]
            return f"form {form.view.form} {ready}"
        due = sorted({shape(b.key) for b in tracker.guide().moves if not b.why_not})
        return f"{tracker.bar().now} {due} {bool(tracker.board().follow)}"

    def offered(self) -> list[ButtonView]:
        """All that can be done now: what is due, and what each piece's sheet and card offer."""
        tracker = tracker_of(self.page)
        board = tracker.board()
        cards = [card for panel in board.panels for card in panel.cards] + list(board.foot)
        due = [*tracker.guide().moves, *board.placing]
        found = [b for b in due if isinstance(b.act, Play | OpenForm | Tap)]
        for card in cards:
            found += card.adds
            sheet = tracker.sheet(card.id)
            on_sheet = self.on_sheet(sheet) if sheet is not None else []
            # Taps there are made by hand, and would take everybody off the table.
            found += [b for b in on_sheet if isinstance(b.act, Play | OpenForm)]
        return [b for b in found if not b.why_not]

    @staticmethod
    def on_sheet(sheet: SheetView) -> list[ButtonView]:
        return [b for s in sheet.sections for b in s.items if isinstance(b, ButtonView)]

    @staticmethod
    def name_of(entry: ButtonView) -> str:
        act = entry.act
        key = getattr(act, "play", "") or getattr(act, "what", "") or getattr(act, "form", "")
        return f"{type(act).__name__} {key}"

    def act(self) -> None:
        """Make the move made least so far, or go on to the next step; now and then, mark a card."""
        board = tracker_of(self.page).board()
        on_cards = [card for panel in board.panels for card in panel.cards] + list(board.foot)
        marks = [chip for card in on_cards for chip in card.chips if chip.written]
        if marks and self.chance.random() < 0.1:
            chip = self.chance.choice(marks)
            self.page.mark(chip.piece, chip.name)
            return
        offers = self.offered()
        self.chance.shuffle(offers)
        follows = replace_next()
        best = min([*offers, follows], key=lambda b: self.done[self.name_of(b)])
        self.done[self.name_of(best)] += 1
        if best is follows:
            self.page.bar.accept_taps()
            self.page.next()
            return
        if isinstance(best.act, Play):
            self.plays.add(best.act.play)
        self.page.press(replace(best, throws=False))

    def go_on_in_form(self) -> None:
        """Choose in the open form, and press its act; leave one in which nothing can be done."""
        form = sure(self.page.panel.form)
        for field in form.view.fields:
            if field.options:
                form.choose_option(field.key, self.chance.choice(field.options)[0])
                if self.page.panel.form is not form:
                    return
        ready = [b for b in form.view.buttons if not b.why_not]
        self.done[f"form {form.view.form}"] += 1
        if not ready or self.done[f"form {form.view.form}"] % 4 == 3:
            self.page.close_form()
            return
        chosen = self.chance.choice(ready)
        if isinstance(chosen.act, Play):
            self.plays.add(chosen.act.play)
        form.pressed.emit(chosen)

    def answer(self) -> None:
        """Answer what is asked with something that may come up."""
        ask = sure(tracker_of(self.page).pending())
        match ask:
            case Roll(dice=dice):
                faces = tuple(self.chance.randint(1, dice.faces) for _die in range(dice.count))
                self.page.answer(faces, "typed")
            case Sum(dice=dice):
                faces = tuple(self.chance.randint(1, dice.faces) for _die in range(dice.count))
                self.page.answer(sum(faces), "typed")
            case Choose(options=options) | Draw(options=options):
                least = self.least_answered(shape(ask.key), [option.key for option in options])
                self.page.answer(least, "chosen")
            case _:
                self.page.drop()

    def least_answered(self, ask: str, options: list[str]) -> str:
        """The option that was chosen least so far."""
        self.chance.shuffle(options)
        least = min(options, key=lambda option: self.done[f"{ask} {shape(option)}"])
        self.done[f"{ask} {shape(least)}"] += 1
        return least

    # The law

    def hold(self, kind: str) -> None:
        """Press Enter and each digit with the focus in several places."""
        settle()
        self.page.take_focus()
        settle()
        self.hold_enter(kind)
        self.hold_digits(kind)
        self.page.take_focus()

    def some(self) -> list[QWidget]:
        """Where the page has put the focus, Next, and a few of the others."""
        found = places(self.window)
        self.chance.shuffle(found)
        here = focus()
        first = [here] if isinstance(here, QWidget) else []
        return [*first, self.page.bar.next_button, *found[:3], self.window.places.list]

    def hold_enter(self, kind: str) -> None:
        """Enter does what is amber and nothing else; what cards and dice decide is not amber."""
        found = ambers(self.window)
        ask = sure(tracker_of(self.page).pending()) if tracker_of(self.page).is_open else None
        mode = self.page.tools.mode
        undecided = isinstance(ask, Report) or (isinstance(ask, Draw) and mode != "roll")
        if undecided and found:
            self.wrong.append(f"{kind}: amber before it is said: {found[0].text()}")
        if ask is not None and not undecided and len(found) != 1:
            self.wrong.append(f"{kind}: amber {[b.text() for b in found]}")
        if not found:
            told = self.recorder.during(lambda: press(self.window, Qt.Key.Key_Return))
            if told:
                self.wrong.append(f"{kind}: nothing is amber, and Enter did {told}")
            return
        asked_for = [w for w in self.some() if isinstance(w, Face) and w.number is not None]
        others = [w for w in self.some() if not isinstance(w, Face)]
        wrong = wrong_enters(self.window, self.patch, others)
        self.wrong += [f"{kind}: {one}" for one in wrong]
        for face in reached(self.window, asked_for):
            told = self.recorder.during(lambda: press(self.window, Qt.Key.Key_Return))
            if told != [("choose", as_a(Face, face).view.id)]:
                self.wrong.append(f"{kind}: Enter on {focus()} did {told}")

    def hold_digits(self, kind: str) -> None:
        """A digit does what the control beside it does."""
        ask = self.page.panel.ask_panel
        if tracker_of(self.page).is_open and ask.dice is not None:
            self.hold_dice(kind, ask.dice)
            return
        if tracker_of(self.page).is_open:
            self.hold_options(kind)
            return
        form = self.page.panel.form
        if form is not None and form.view.dice:
            for _widget in reached(self.window, self.some()):
                digit(self.window, 4)
                if form.laid != 4:
                    self.wrong.append(f"{kind}: 4 on {focus()}")
                form.step_back()
            return
        for n, control in list(printed(self.page)):
            if isValid(control):  # a look at another piece replaces what is shown of it
                self.compare(kind, n, control)

    def hold_dice(self, kind: str, dice: DicePanel) -> None:
        for _widget in reached(self.window, self.some()):
            digit(self.window, 4)
            laid = dice.places[0].face
            if laid != (2 if dice.ask.dice.faces == 3 else min(4, dice.ask.dice.faces)):
                self.wrong.append(f"{kind}: 4 on {focus()} laid {laid}")
            dice.take_back(0)

    def hold_options(self, kind: str) -> None:
        panel = self.page.panel.ask_panel
        ask = panel.ask
        assert isinstance(ask, Choose | Draw)
        for key, said in digits_of(ask.options).items():
            made: OptionButton = panel.options[key]
            if said not in made.text().replace("&", ""):
                self.wrong.append(f"{kind}: {said} isn't printed on {made.text()}")
            for _widget in reached(self.window, self.some()[:3]):
                told = self.recorder.during(partial(digit, self.window, int(said)))
                if [(name, value) for name, value, *_how in told] != [("answer", key)]:
                    self.wrong.append(f"{kind}: {said} on {focus()} did {told}")

    def compare(self, kind: str, n: int, control: QWidget) -> None:
        """Compare what a digit tells the page with what a press on the control does."""
        by_mouse = self.recorder.during(lambda: self.press(control))
        for _widget in reached(self.window, self.some()[:3]):
            by_digit = self.recorder.during(lambda: digit(self.window, n))
            if not by_mouse or by_digit != by_mouse:
                self.wrong.append(f"{kind}: {n} on {focus()} did {by_digit}, not {by_mouse}")

    def press(self, control: QWidget) -> None:
        if isinstance(control, Face | DieButton):
            click_on(control)
        else:
            as_a(QPushButton, control).click()
        settle()


def replace_next() -> ButtonView:
    """The move to the next step."""
    return ButtonView("next", "", Tap("next"))


#: The games that are walked through, with what is chosen before each.
SET_UPS: dict[str, tuple[dict[str, str], ...]] = {
    "last-days": ({"encounter": "scavengers"}, {"encounter": "home-defense"}),
    "zombies": ({}, {"scenario": "rescue"}, {"scenario": "last-man"}),
    "last-night": ({"rules": "advanced", "scenario": "manor"}, {}),
    "last-one-alive": ({"lives": "yes"}, {"night": "yes"}),
    "zombie-town": ({},),
}


def walk(
    session: Session, recorder: Recorder, patch: pytest.MonkeyPatch, game: str, steps: int
) -> Walk:
    """Leads a game of each set-up through so many moves and answers; *Last Days* with rules of its
    players."""
    if game == "last-days":
        for rule in (*WINTER.entries, *AT_TABLE):
            HouseRules(session.services.workspace).write_rule(session.window.campaign_id, rule)
    going = Walk(recorder, patch, seed=len(game))
    for chosen in SET_UPS[game]:
        if game == "last-days":
            going.page = begin(session, encounter=chosen["encounter"], zombies=6)
        else:
            going.page = begin_game(session.window, game, "Ann", "Bob", "Cy", **chosen)
        session.window.activateWindow()
        going.page.panel.ask_panel.guard_ms = 0
        for _n in range(steps // len(SET_UPS[game])):
            going.step()
    return going
