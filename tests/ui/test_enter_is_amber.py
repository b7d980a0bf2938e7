"""Enter presses the amber button wherever the focus is, and a digit does what it is printed beside.

The walk puts the focus on each list and control of each page and presses Enter. What the tables of
games show has a walk of its own.
"""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt

from answering import answer_one
from lastdays.procedure.asks import Ask, Choose, Draw, Roll, Sum
from lastdays.ui.app import Session
from lastdays.ui.forms.ask_panel import AskPanel, digits_of
from lastdays.ui.navigation import (
    BoardRoute,
    CampaignRoute,
    GroupRoute,
    PrintRoute,
    SequenceRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.data_page import DataPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.print_page import PrintPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.window import Window
from sure import as_a, sure
from ui import tour
from ui.hands import arrive, go, push, sequence_until, settle
from ui.law import ambers, press, reached, wrong_enters

#: The law knows no language: everything is tried in one on each landing, in the others before a
#: release.
in_full = pytest.mark.parametrize(
    "tongue",
    ["en", *(pytest.param(other, marks=pytest.mark.long) for other in ("de", "fr"))],
    indirect=True,
)


def ready(session: Session) -> None:
    """Has the preview on *Print* made, which the page does after a pause, and all else shown."""
    page = session.window.page()
    if isinstance(page, PrintPage) and page._pause.isActive():
        page.make()
    arrive(session)


@pytest.mark.long
@in_full
def test_enter_is_amber_on_every_list_and_control_of_every_page(
    sample: Session, tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    del tongue
    window = sample.window
    window.activateWindow()
    wrong: dict[str, list[str]] = {}
    seen = 0
    for stop in tour.tour(sample):
        if isinstance(window.route, BoardRoute | TrackerRoute):
            continue
        ready(sample)
        seen += bool(ambers(window))
        found = wrong_enters(window, monkeypatch)
        if found:
            wrong[stop] = found
    assert not wrong
    assert seen > 60


def test_enter_is_amber_on_the_pages_of_a_group_and_its_data(
    sample: Session, tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    del tongue
    window = sample.window
    window.activateWindow()
    group = window.places.groups()[0]
    for route in (CampaignRoute(), GroupRoute(group), PrintRoute(group), TableRoute()):
        go(window, route)
        ready(sample)
        assert ambers(window), route
        assert not wrong_enters(window, monkeypatch), route


def newcomers(session: Session) -> GroupPage:
    """The page of a group that is being founded."""
    window = session.window
    found = session.services.groups.create_with_leader
    new = found(window.campaign_id, "Newcomers", "merciless-thug", "Nell", "mall")
    return as_a(GroupPage, go(window, GroupRoute(new)))


@pytest.mark.smoke
def test_enter_in_the_roster_of_a_new_group_recruits(sample: Session) -> None:
    page = newcomers(sample)
    page.roster.table.setFocus()
    press(sample.window, Qt.Key.Key_Return)
    assert page.recruit_form.isVisible()


def test_enter_on_gear_that_was_chosen_recruits_and_buys_no_second(sample: Session) -> None:
    page = newcomers(sample)
    page.start_recruiting()
    settle()
    form = page.recruit_form
    form.types.choose_row("goon")
    form.gear_table.choose_row("revolver")
    form.gear_table.setFocus()
    press(sample.window, Qt.Key.Key_Space)
    assert form.recruit().gear == ("revolver",)
    form.gear_table.setFocus()
    assert ambers(sample.window) == [form.confirm_button]
    press(sample.window, Qt.Key.Key_Return)
    goon = sure(page.view).group.roster[-1]
    assert [item.key for item in goon.gear] == ["revolver"]


def test_remove_last_is_never_amber(sample: Session) -> None:
    page = newcomers(sample)
    page.start_recruiting()
    settle()
    form = page.recruit_form
    form.types.choose_row("goon")
    for _item in range(12):
        push(form.add_button)
        assert form.remove_button not in ambers(sample.window)
        assert form.cancel_button not in ambers(sample.window), "it would discard the gear"


def test_undo_the_restore_is_never_amber(sample: Session) -> None:
    page = as_a(DataPage, sample.window.pages.data)
    page.backups.show_newest("Restored.")
    assert page.backups.back_button.property("kind") != "first"


def printed_digits(panel: AskPanel) -> dict[str, str]:
    """The digit printed on each option of a question, by the option's key."""
    ask = sure(panel.ask)
    assert isinstance(ask, Choose | Draw)
    digits = digits_of(ask.options)
    for key, digit in digits.items():
        assert digit in panel.options[key].text(), (ask.key, key)
    return digits


def hold_digits(window: Window, page: SequencePage, patch: pytest.MonkeyPatch) -> list[str]:
    """Presses each printed digit with the focus on each list and control; tells what went wrong."""
    panel, wrong = page.ask_panel, []
    ask: Ask = sure(panel.ask)
    for widget in reached(window):
        if panel.dice is not None:
            press(window, Qt.Key.Key_4)
            face = 2 if panel.dice.ask.dice.faces == 3 else 4
            if panel.dice.places[0].face != face:
                wrong.append(f"{ask.key}: 4 on {type(widget).__name__}")
            press(window, Qt.Key.Key_Escape)
        elif isinstance(ask, Choose | Draw):
            for key, digit in printed_digits(panel).items():
                taken: list[str] = []
                with patch.context() as instead:
                    instead.setattr(
                        panel, "_take", lambda one, _how, taken=taken: taken.append(one)
                    )
                    press(window, Qt.Key(Qt.Key.Key_0.value + int(digit)))
                if taken != [key]:
                    wrong.append(f"{ask.key}: {digit} on {type(widget).__name__} took {taken}")
    return wrong


def walk_sequence(
    session: Session, patch: pytest.MonkeyPatch, each_kind: int
) -> tuple[Counter[str], list[str]]:
    """Goes through a post-game sequence and presses Enter and digits everywhere, at no more than so
    many asks of a kind."""
    window = session.window
    page = as_a(SequencePage, sequence_until(session, lambda _ask: True))
    window.activateWindow()
    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    while (ask := sure(page.view).pending) is not None:
        kind = type(ask).__name__
        kinds[kind] += 1
        if kinds[kind] <= each_kind:
            wrong += hold_digits(window, page, patch)
            wrong += [f"{ask.key}: {one}" for one in wrong_enters(window, patch)]
        answer_one(session.services.games, as_a(SequenceRoute, window.route).sequence)
        page.refresh()
        settle()
    return kinds, wrong


@pytest.mark.long
@in_full
def test_enter_and_digits_at_every_ask_after_a_game(
    sample: Session, tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    del tongue
    kinds, wrong = walk_sequence(sample, monkeypatch, each_kind=1000)
    assert not wrong
    assert {"Roll", "Sum", "Choose", "ArrangeGear", "ArrangeJobs"} <= set(kinds)


@pytest.mark.long
@pytest.mark.parametrize("tongue", ["de", "fr"], indirect=True)
def test_enter_and_digits_at_an_ask_of_each_kind(
    sample: Session, tongue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    del tongue
    kinds, wrong = walk_sequence(sample, monkeypatch, each_kind=1)
    assert not wrong
    assert {"Roll", "Sum", "Choose", "ArrangeGear", "ArrangeJobs"} <= set(kinds)


def test_dice_that_are_pressed_lie_until_enter_uses_them(sample: Session) -> None:
    page = as_a(SequencePage, sequence_until(sample, lambda ask: isinstance(ask, Roll | Sum)))
    dice, ask = sure(page.ask_panel.dice), sure(page.view).pending
    for _die in dice.places:
        push(dice.faces[0])
    assert [place.face for place in dice.places] == [1] * len(dice.places)
    assert sure(page.view).pending == ask
    assert ambers(sample.window) == [dice.use_button]
    press(sample.window, Qt.Key.Key_Return)
    assert sure(page.view).replayed.asked[-1].answer.how == "typed"
