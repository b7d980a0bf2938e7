"""One law of the keyboard: a digit does what is printed beside it, Enter presses what is amber, Space
what has the keyboard, Esc goes back one step; in every ask of a game and of what comes after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
)

from lastdays import language
from lastdays.desktop import system_language
from lastdays.devtools import screens
from lastdays.procedure.asks import Arrange, Ask, Choose, Draw, Option, Roll, Sum
from lastdays.ui.app import Session
from lastdays.ui.forms.ask_panel import AskPanel, OptionButton, digits_of
from lastdays.ui.navigation import CampaignRoute, GroupRoute
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.tracker.pieces import Face
from lastdays.ui.widgets.page import Page
from lastdays.ui.widgets.parts import AMBER
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import focus, key, sequence_until, settle, where, write
from ui.test_table_room import begin
from ui.test_tracker_page import to


@pytest.fixture(params=["en", "de", "fr"])
def tongue(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param != "en":
        with system_language.catalogue(request.param).open("rb") as file:
            language.speak(request.param, language.read(file))
    yield request.param
    language.speak("en")


def ambers(window: Window) -> list[QPushButton]:
    """What is amber on the page and in its head."""
    page: Page = window.page()
    places = page, page.head
    return [
        b
        for place in places
        for b in place.findChildren(QPushButton)
        if b.property("kind") in AMBER and b.isVisible() and b.isEnabled()
    ]


def press(window: Window, *keys: Qt.Key) -> None:
    """Presses keys as the desktop hands them to the window, whatever has the keyboard in it."""
    for one in keys:
        QTest.keyClick(window.windowHandle(), one)
        settle()


def digit(window: Window, n: int) -> None:
    press(window, Qt.Key(Qt.Key.Key_0.value + n))


def follow_the_law(window: Window, panel: AskPanel, n: int) -> None:
    """Answers what is asked by keys alone, and holds what each did."""
    ask: Ask = sure(panel.ask)
    amber = ambers(window)
    assert len(amber) == 1, (ask.key, [b.text() for b in amber])
    assert amber[0].text().strip(), ask.key
    pressed: list[str] = []
    amber[0].clicked.connect(lambda _on=False: pressed.append("amber"))
    match ask:
        case Roll() | Sum():
            dice = sure(panel.dice)
            places = [place.face for place in dice.places]
            assert not any(places)
            digit(window, 4)
            laid = [place.face for place in dice.places]
            assert laid[0] == (2 if ask.dice.faces == 3 else 4), "a digit lays the die"
            press(window, Qt.Key.Key_Escape)
            assert not any(place.face for place in dice.places), "Esc takes it back"
            if n % 2:
                for _die in dice.places:
                    digit(window, 1 + n % 6)
                assert all(place.face for place in dice.places), "they lie before they are used"
                assert panel.ask is ask
                assert ambers(window) == [dice.use_button], "nothing typed is rolled over"
            press(window, Qt.Key.Key_Return)
            assert panel.ask is not ask
        case Choose(options=options):
            printed = digits_of(options)
            for option in options:
                made = panel.options[option.key]
                assert printed.get(option.key, "") in made.text().replace("&", "")
            assert amber[0] is panel.first is focus()
            chosen = options[-1] if n % 3 == 0 else options[0]
            if n % 3 == 2 or chosen.key not in printed:
                press(window, Qt.Key.Key_Return)
                assert pressed == ["amber"]
            elif n % 3 == 1:
                press(window, Qt.Key.Key_Space)
                assert pressed == ["amber"], "it has the keyboard too"
            else:
                digit(window, int(printed[chosen.key]))
        case Draw() | Arrange():
            assert not isinstance(amber[0], OptionButton)
            press(window, Qt.Key.Key_Return)
            assert pressed == ["amber"], (ask.key, focus())
    settle()


@pytest.mark.smoke
def test_every_ask_after_a_game_follows_it(sample: Session, tongue: str) -> None:
    del tongue
    page = as_a(SequencePage, sequence_until(sample, lambda _ask: True))
    sample.window.activateWindow()
    kinds: Counter[str] = Counter()
    while (ask := sure(page.view).pending) is not None:
        kinds[type(ask).__name__] += 1
        before = len(sure(page.view).replayed.asked)
        follow_the_law(sample.window, page.ask_panel, sum(kinds.values()))
        assert len(sure(page.view).replayed.asked) == before + 1, ask.key
        assert kinds.total() < 150
    assert {"Roll", "Sum", "Choose", "ArrangeGear", "ArrangeJobs"} <= set(kinds), kinds
    assert ambers(sample.window) == [page.review.finish_button]
    press(sample.window, Qt.Key.Key_Return)
    assert sure(page.view).finished


def test_every_ask_at_the_table_follows_it(sample: Session, tongue: str) -> None:
    del tongue
    window = sample.window
    page = begin(sample, zombies=3)
    window.activateWindow()
    panel = page.panel.ask_panel
    panel.guard_ms = 0
    kinds: Counter[str] = Counter()
    for n in range(300):
        tracker = page.tracker
        assert tracker is not None
        if tracker.is_open:
            kinds[type(sure(panel.ask)).__name__] += 1
            follow_the_law(window, panel, n)
        else:
            found = ambers(window)
            assert len(found) == 1, [b.text() for b in found]
            page.bar.ready()
            due = tracker.guide().moves[:1]
            if due and due[0].throws:  # asked for, before the program throws
                page.press(replace(due[0], throws=False))
            elif n % 6:
                press(window, Qt.Key.Key_Return)
            else:
                page.next()
        if tracker.bar().turn > 2:
            break
    assert {"Sum"} <= set(kinds), kinds


def test_enter_says_which_model_acts_and_activates_it(sample: Session) -> None:
    page = begin(sample, zombies=3)
    sample.window.activateWindow()
    page.panel.ask_panel.guard_ms = 0
    to(page, "action")
    page.take_focus()
    while not page.panel.says.text().endswith("who acts?"):
        key("Return")
    models = [page.board.cards[p] for p in page.panel.asked()]
    others = [c for c in page.board.cards.values() if c.view.kind == "figure" and c not in models]
    (amber,) = ambers(sample.window)
    assert amber.text().startswith(f"Activate {models[0].view.title.split()[0]}, ")
    key("Down")
    assert focus() is models[1].face
    assert amber.text().startswith(f"Activate {models[1].view.title.split()[0]}, ")
    others[0].face.setFocus()  # nobody asks for them: Enter is not for them
    words = amber.text()
    key("Return")
    assert "is activated" in page.panel.outcome.text()
    assert words.split()[1].strip(",") in page.panel.outcome.text()
    assert [b.text() for b in ambers(sample.window)] == ["&Done"]


def test_how_many_is_answered_with_the_number_itself() -> None:
    def digits(*options: tuple[str, str]) -> list[str]:
        made = tuple(Option(*option) for option in options)
        found = digits_of(made)
        return [found.get(option.key, "") for option in made]

    assert digits(("0", "0"), ("1", "1"), ("10", "10")) == ["0", "1", ""]
    assert digits(("2", "2″"), ("3", "3″")) == ["2", "3"]
    assert digits(("0", "No trap"), ("1", "1"), ("2", "2")) == ["0", "1", "2"]
    assert digits(("0", "9: +1 Endurance"), ("1", "10: +1 Firearms")) == ["1", "2"]
    assert digits(("zeke", "Zeke"), ("lou", "Lou")) == ["1", "2"]
    assert digits(("0", "Zeke's Truckers"), ("1", "Carl's Crew")) == ["1", "2"]


def test_enter_presses_what_is_amber_and_space_what_has_the_keyboard(sample: Session) -> None:
    page = as_a(SequencePage, sequence_until(sample, lambda ask: isinstance(ask, Roll | Sum)))
    dice = sure(page.ask_panel.dice)
    dice.set_box.setFocus()
    key("Space")
    assert dice.set_box.isChecked()
    before = len(sure(page.view).replayed.asked)
    key("Return")
    assert len(sure(page.view).replayed.asked) == before + 1
    assert sure(page.view).replayed.asked[-1].answer.how == "rolled"


def test_enter_in_a_text_field_that_takes_it_presses_nothing_else(session: Session) -> None:
    window = session.window
    assert focus() is window.pages.start.name
    write("Riverside")
    key("Return")
    assert where(window) == CampaignRoute(), "and nothing on the page it leads to"


def test_what_is_typed_into_a_text_field_stays_there(sample: Session) -> None:
    window = sample.window
    window.keyboard.commit()
    window._open_palette()
    settle()
    write("3 1")
    assert focus().property("text") == "3 1"


@pytest.mark.parametrize("kind", ["empty", "sample"])
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_every_page_has_one_amber_button_that_enter_presses(
    session: Session, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = session.window
    window.resize(1280, 720)
    pressed: list[QPushButton] = []

    def note(button: QPushButton) -> None:
        pressed.append(button)

    seen = 0
    for name in screens.WALKS[kind](session):
        screens.settle(session)
        if QApplication.activePopupWidget() is not None or window.findChildren(QMessageBox):
            continue
        found = ambers(window)
        assert len(found) == 1, (name, [b.text() for b in found])
        assert found[0].text().strip(), name
        seen += 1
        here = QApplication.focusWidget()
        if isinstance(here, QAbstractItemView | QLineEdit | QPlainTextEdit | Face):
            continue  # Enter takes the row, or the model, and ends the line that one is in
        with monkeypatch.context() as instead:
            instead.setattr(type(found[0]), "click", note)
            press(window, Qt.Key.Key_Return)
        assert pressed[-1:] == found, (name, here)
    assert seen >= (15 if kind == "empty" else 60)
    assert len(pressed) >= (5 if kind == "empty" else 20)


def test_enter_never_throws_away_who_is_being_recruited(sample: Session) -> None:
    """The group is full, and nothing can be paid for."""
    window = sample.window
    window.go(GroupRoute(window.places.groups()[0]))
    page = window.pages.group
    page.start_recruiting()
    settle()
    form = page.recruit_form
    assert ambers(window) == [form.cancel_button], "nothing was entered"
    form.name.setFocus()
    write("Nell")
    assert form.cancel_button not in ambers(window)
    assert len(ambers(window)) == 1


def test_enter_goes_from_difference_to_difference(sample: Session) -> None:
    *_before, last = (name for name in screens._merge(sample, sample.window.places.groups()[0]))
    assert last == "merge"
    page = sample.window.pages.merge
    settle()
    left = ambers(sample.window)
    for _row in range(40):
        if ambers(sample.window) == [page.import_button]:
            break
        assert ambers(sample.window) == left == [page.ours_button]
        page.ours_button.setFocus()
        press(sample.window, Qt.Key.Key_Return)
    assert ambers(sample.window) == [page.import_button]
