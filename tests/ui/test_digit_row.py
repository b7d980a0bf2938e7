"""Keyboards whose upper row has digits with Shift alone, such as French ones."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from lastdays.procedure.asks import Roll
from lastdays.ui.app import Session
from lastdays.ui.navigation import ChronicleRoute, GroupRoute
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.shell import digit_row
from lastdays.ui.shell.digit_row import digit_on_key
from lastdays.ui.widgets.table import Table
from sure import sure
from ui.hands import sequence_until, settle, where

#: What the upper row writes on a French keyboard, with Qt's names of the keys.
FRENCH = {
    "1": ("&", Qt.Key.Key_Ampersand),
    "2": ("é", Qt.Key.Key_Eacute),
    "3": ('"', Qt.Key.Key_QuoteDbl),
    "4": ("'", Qt.Key.Key_Apostrophe),
    "5": ("(", Qt.Key.Key_ParenLeft),
    "6": ("-", Qt.Key.Key_Minus),
    "7": ("è", Qt.Key.Key_Egrave),
    "8": ("_", Qt.Key.Key_Underscore),
    "9": ("ç", Qt.Key.Key_Ccedilla),
    "0": ("à", Qt.Key.Key_Agrave),
}
NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")


def french(digit: str, modifiers: Qt.KeyboardModifier = NONE, scan: int | None = None) -> QKeyEvent:
    """The press of a key of the upper row, as X sends it."""
    text, key = FRENCH[digit]
    if scan is None:
        scan = 9 + int(digit) if digit != "0" else 19
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, scan, 0, 0, text)


def press(session: Session, event: QKeyEvent) -> bool:
    """Presses a key of the window; whether it meant a digit."""
    native = sure(session.window.windowHandle())
    is_digit = session.window.digit_row.eventFilter(native, event)
    settle()
    return is_digit


@pytest.mark.smoke
def test_a_die_is_typed_without_shift(sample: Session) -> None:
    page = sequence_until(sample, lambda ask: isinstance(ask, Roll))
    laid: list[tuple[int, ...]] = []
    sure(page.ask_panel.dice).laid.connect(laid.append)
    assert press(sample, french("3"))
    assert laid == [(3,)]


@pytest.mark.parametrize("digit", FRENCH)
def test_every_key_of_the_row_is_its_digit(digit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert digit_on_key(french(digit)) == digit
    assert digit_on_key(french(digit, CONTROL)) == digit
    assert digit_on_key(french(digit, SHIFT)) == ""
    assert digit_on_key(french(digit, scan=0)) == digit, "a keyboard on a screen has no numbers"
    other_key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, NONE, 38, 0, 0, "a")
    assert digit_on_key(other_key) == ""
    number = 1 + int(digit) if digit != "0" else 11
    monkeypatch.setattr(sys, "platform", "win32")
    assert digit_on_key(french(digit, scan=number)) == digit


def test_a_key_that_writes_a_digit_is_left_alone() -> None:
    for text, scan in (("5", 14), ("5", 84), ("٥", 14)):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_5, NONE, scan, 0, 0, text)
        assert digit_on_key(event) == ""


def test_on_a_mac_keys_have_numbers_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    for digit, number in zip("1234567890", digit_row._OF_MAC, strict=True):
        text, key = FRENCH[digit]
        event = QKeyEvent(QEvent.Type.KeyPress, key, NONE, 1, number, 0, text)
        assert digit_on_key(event) == digit


def test_control_and_a_key_go_where_the_menu_says(sample: Session) -> None:
    assert press(sample, french("5", CONTROL))
    assert isinstance(where(sample.window), ChronicleRoute)
    assert press(sample, french("2", CONTROL))
    assert isinstance(where(sample.window), GroupRoute)
    assert not press(sample, french("9", CONTROL)), "nothing has that key"


def test_in_a_text_field_a_key_is_what_it_writes(page: GroupPage, sample: Session) -> None:
    field = page.roster.search
    field.setFocus()
    settle()
    assert not press(sample, french("7"))
    assert press(sample, french("5", CONTROL)), "as Ctrl and a digit do on other keyboards"


def test_a_sign_counts_on_what_has_the_focus(page: GroupPage, sample: Session) -> None:
    """Gear is given back with −, which is the key of 6 in France."""
    page.start_recruiting()
    settle()
    tables = page.recruit_form.findChildren(Table)
    offers = next(each for each in tables if each.look == "flat" and each.isVisible())
    offers.setFocus()
    settle()
    assert not press(sample, french("6"))


@pytest.mark.parametrize("key", [Qt.Key.Key_Control, Qt.Key.Key_Left, Qt.Key.Key_F5, Qt.Key.Key_P])
def test_a_key_without_a_letter_or_number_is_no_digit(key: Qt.Key) -> None:
    """Ctrl before the key that it is held for ended the program, where keys have no numbers."""
    for modifiers in (NONE, CONTROL):
        assert digit_on_key(QKeyEvent(QEvent.Type.KeyPress, key, modifiers)) == ""
