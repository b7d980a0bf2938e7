"""What the page of a sequence looks like: the question with its dice, the book's table beside it,
and that nothing moves under the hand."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from lastdays.postgame.jobs import ArrangeRecruit
from lastdays.procedure.dice import can_be_rolled
from lastdays.rulebook import pictograms
from lastdays.ui.app import Session
from lastdays.ui.forms.arrange import RecruitAsk
from lastdays.ui.models.rows import CellRole, RowModel
from lastdays.ui.navigation import AftermathRoute, RulebookRoute, SequenceRoute
from lastdays.ui.pages.sequence.story_panel import TUMBLE_MS, TUMBLES, dice_of
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.widgets.chances import CHANCE, NAME, BookRow, BookTable, book_rows, exactly, share
from lastdays.ui.widgets.entry_card import HoverCard
from lastdays.ui.window import Window
from sure import as_a
from ui.hands import click, find_button, focus, key, seen, sequence_until, settle
from ui.test_geometry import whole_rows
from ui.test_sequence_page import begin, option, pending, play, typed
from ui.tour import _answer


def place(widget: QWidget, window: SequencePage) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


def table_rows(page: SequencePage) -> list[tuple[str, str]]:
    return [(row.roll, row.name) for row in page.odds.book.rows]


def test_an_injury_is_asked_with_its_dice_its_table_and_the_help(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    window = sample.window
    assert page.title.whole == "After game 1 · Scavengers"
    assert page.head.note.whole == "Zeke's Truckers"
    assert page.ask_panel.page.text() == "Injury 1 of 2 · p.\u00a084"
    assert page.odds.title.text() == "Injury Table"
    assert [roll for roll, _name in table_rows(page)] == [
        "2", "3", "4", "5", "6–8", "9", "10", "11", "12",
    ]  # fmt: skip
    shown = seen(page)
    assert "Doc can have one die rolled again (First Aid Training)." in shown
    assert "Ann carries Medical Supplies: the result can be shifted by one." in shown
    assert "AP 4 · CQC 4 · FA 3 · S 3 · E 4 · DC 3 · C 2 · I 2" in shown
    # What is due is seen without scrolling.
    assert window.pages.area(SequenceRoute).verticalScrollBar().maximum() == 0
    assert page.ask_panel.question.fontMetrics().height() >= 30


def test_with_a_die_on_the_table_only_what_is_still_possible_stands_beside_it(
    sample: Session,
) -> None:
    page = begin(sample)
    option(page, "Mo")
    dice = page.ask_panel.dice
    assert dice is not None
    dice.faces[1].click()
    settle()
    assert [p.face for p in dice.places] == [2, 0]
    assert table_rows(page) == [
        ("3", "Captured"), ("4", "Arm Injury"), ("5", "Blinded in One Eye"),
        ("6–8", "Full Recovery"),
    ]  # fmt: skip
    assert [row.chance for row in page.odds.book.rows] == [
        *[Fraction(1, 6)] * 3, Fraction(1, 2),
    ]  # fmt: skip
    assert "100 %\nsurviving\n50 %\nunhurt" in seen(page.odds)
    dice.places[0].click()  # it was another die after all
    settle()
    assert [p.face for p in dice.places] == [0, 0]
    assert len(table_rows(page)) == 9


def test_the_program_rolls_the_die_that_is_missing(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    assert page.ask_panel.dice is not None
    page.ask_panel.dice.faces[4].click()
    settle()
    click(page, "Roll for me")
    assert page.view is not None
    last = page.view.replayed.asked[-1]
    assert last.value[0] == 5
    assert last.answer.how == "typed"


def test_dice_that_lie_stay_when_the_page_is_read_anew(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    assert page.ask_panel.dice is not None
    page.ask_panel.dice.faces[1].click()
    page.refresh()
    settle()
    assert [p.face for p in page.ask_panel.dice.places] == [2, 0]
    page.story.setFocus()
    key("Ctrl+Z")
    key("Ctrl+Y")
    assert [p.face for p in page.ask_panel.dice.places] == [0, 0]


def test_the_buttons_do_not_move_from_tap_to_tap(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    dice = page.ask_panel.dice
    assert dice is not None
    pressed = [*dice.faces, dice.roll_button, dice.use_button, dice.set_box]
    before = [place(widget, page) for widget in pressed]
    dice.faces[2].click()
    settle()
    assert [place(widget, page) for widget in pressed] == before
    assert all(widget.height() >= 30 for widget in pressed)
    assert all(face.height() >= 36 and face.width() >= 36 for face in dice.faces)


def test_space_rolls_on_and_takes_nothing_back(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    rolled = 0
    for _press in range(12):
        assert page.ask_panel.isAncestorOf(focus()), pending(page)
        key("Space")
        assert page.view is not None
        asked = len(page.view.replayed.asked)
        assert asked > rolled
        rolled = asked


def test_a_choice_shows_the_dice_it_is_about_and_what_each_option_does(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    typed(page, "2 5")
    assert page.ask_panel.question.text() == (
        "Mo rolled 2 and 5: 7 (Full Recovery). Use First Aid Training?"
    )
    shown = [d.accessibleName() for d in page.ask_panel.findChildren(QAbstractButton)]
    assert "Die 1 shows 2" in shown
    assert "Die 2 shows 5" in shown
    option(page, "Keep")
    names = [b.accessibleName() for b in page.ask_panel.options.values()]
    assert names[0] == "Keep 7: Full Recovery  ·  No harm that lasts."
    assert "Make it 6: Full Recovery" in names[1]


def test_no_chance_stands_without_its_event(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    typed(page, "1 1")
    for made in page.ask_panel.options.values():
        chance, event = made.chance, made.event_name
        assert chance.endswith(" %")
        assert event == "surviving"
        assert made.accessibleDescription() == f"{chance} {event}"
    assert not {"certain", "never"} & set(seen(page).split())


def test_chances_as_they_are_written() -> None:
    assert share(Fraction(0)) == "0 %"
    assert share(Fraction(1)) == "100 %"
    assert share(Fraction(1, 6)) == "17 %"
    assert share(Fraction(1, 216)) == "0.5 %"
    assert share(Fraction(999, 1000)) == "99.9 %"
    assert exactly(Fraction(31, 36)) == "31/36 (86 %)"
    assert exactly(Fraction(1)) == "100 %"
    assert exactly(Fraction(1, 1296)) == "1/1296 (0.1 %)"
    assert exactly(Fraction(1, 1297)) == "0.1 %"


def test_what_is_too_much_to_work_out_still_has_the_book_s_table(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lastdays.campaign.sequences import post_game

    monkeypatch.setattr(post_game, "walk", lambda *_given: None)
    page = begin(sample)
    option(page, "Mo")
    sample.services.wait()
    settle()
    assert page.odds.note.text() == "Too many possibilities to work out."
    assert len(table_rows(page)) == 9
    assert not page.odds.wishes.isVisible()


TABLES = {
    "survived": "Experience earned",
    "characteristic": "Characteristics Table",
    "row": "Supply Table",
    "column": "Supply Table",
    "roll": "Zombie Attack",
    "assigned": "Jobs",
    "leave": "The Farm House",
}


def test_each_ask_has_its_table_and_none_makes_the_page_scroll(sample: Session) -> None:
    page, games, window = begin(sample), sample.services.games, sample.window
    found: dict[str, str] = {}
    cut: list[str] = []
    while (ask := games.view(page.sequence_id).pending) is not None:
        name = ask.key.split("/")[-1]
        page.refresh()
        settle()
        if page.odds.isVisible():
            found[name] = page.odds.title.text()
        if window.pages.area(SequenceRoute).verticalScrollBar().maximum():
            cut.append(ask.key)
        if isinstance(ask, ArrangeRecruit):
            form = as_a(RecruitAsk, page.ask_panel.form).form
            assert whole_rows(form.types) >= 7
            assert whole_rows(form.gear_table) >= 4
        if can_be_rolled(ask):
            games.roll(page.sequence_id, ask.key)
        else:
            games.answer(page.sequence_id, ask.key, _answer(ask), "chosen")
    assert cut == []
    assert {name: found.get(name) for name in TABLES} == TABLES


def test_the_row_that_was_rolled_is_marked_in_the_supply_table(sample: Session) -> None:
    page = begin(sample)
    play(page, sample, "supplies")
    rows = page.odds.grid.rows()
    assert not any(row.cell(n).ground for row in rows.rows for n in range(rows.columnCount()))
    assert rows.index(5, 0).data() == "7 · 17 %"
    typed(page, "5")
    assert rows.index(3, 3).data(CellRole).ground == "select"
    assert rows.index(4, 3).data(CellRole).ground == ""
    assert page.ask_panel.page.text() == "Supply Token 1 of 3 · p.\u00a092"


def test_the_steps_are_as_wide_as_each_other_and_say_how_they_stand(sample: Session) -> None:
    page = begin(sample)
    play(page, sample, "supplies")
    said = page.steps.accessibleDescription()
    assert said.startswith("Injuries: done, Experience: done, Supplies: due now, Gear: to come")
    assert page.steps.steps[-1] == ("Before → after", "")


def test_the_story_draws_dice_and_says_how_they_came_about(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    typed(page, "3 4")
    option(page, "Keep")
    option(page, "Keep")
    line = next(x for x in page.story._lines if x.text.startswith("Mo rolls 7"))
    assert dice_of(line) == [(3, True), (4, True)]
    # How it came about is said on hover and read aloud; it is seen only of what was set by hand.
    assert "typed" in line.with_dice
    model = page.story.model
    assert "Mo rolls 7: Full Recovery" in [model.index(r, 1).data() for r in range(len(model.rows))]
    click(page, "Set the result…")
    typed(page, "3 4")
    option(page, "Keep")
    assert str(model.index(1, 1).data()).endswith("Keep 3 and 4  (set by hand)")


def test_dice_tumble_no_longer_than_300_ms_and_hold_nothing_up(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert TUMBLES * TUMBLE_MS <= 300
    page = begin(sample)
    option(page, "Mo")
    click(page, "Roll for me")
    assert not page.story._tumble.isActive()  # nothing moves in a test
    monkeypatch.setattr(sample.theme, "moves", lambda: True)
    while not page.ask_panel.dice:
        next(iter(page.ask_panel.options.values())).click()
        settle()
    click(page, "Roll for me")
    assert page.story._tumble.isActive()
    assert page.view is not None
    asked = len(page.view.replayed.asked)
    key("Space")
    assert len(page.view.replayed.asked) == asked + 1
    page.story._tumble.stop()


def test_the_switch_in_the_head_says_how_dice_are_answered(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    click(sample.window, "Dice: I roll")
    assert page.ask_panel.dice is not None
    assert focus() is page.ask_panel.dice.use_button
    click(sample.window, "Dice: set the result")
    assert page.ask_panel.dice.set_box.isChecked()
    assert page.mode.buttons["set"].isChecked()


def test_at_the_end_the_head_finishes_and_nothing_is_rolled_any_more(sample: Session) -> None:
    page = begin(sample)
    assert not page.review.finish_button.isVisible()
    play(page, sample)
    window = sample.window
    first = find_button(window, "Finish and update the group")
    assert first.isVisible()
    assert not page.isAncestorOf(first)
    assert not page.mode.isVisible()
    colours = {
        page.review.model.index(n, 3).data(CellRole).token
        for n in range(page.review.model.rowCount())
    }
    assert {"well_text", "harm_text"} & colours
    click(window, "Finish and update the group")
    assert not first.isVisible()


def test_the_list_says_where_each_sequence_stands_and_what_is_due(sample: Session) -> None:
    window = sample.window
    page = begin(sample)
    option(page, "Mo")
    window.go(AftermathRoute())
    settle()
    text = seen(window.pages.aftermath)
    assert (
        "Zeke's Truckers | Game 1 · Scavengers | ▶ Injuries | "
        "Injury roll for Mo. What do the two dice show?" in text
    )
    assert "Carl's Crew | Game 1 · Scavengers | ○ Not begun | " in text
    assert "To settle: 2 injuries, " in text
    assert ", Experience, Jobs and the Zombie Attack" in text
    assert find_button(window, "Continue").isEnabled()
    click(window, "Continue")
    assert window.route == SequenceRoute(page.sequence_id)
    play(page, sample)
    click(window, "Finish and update the group")
    click(window, "All sequences")
    assert find_button(window, "Begin").isVisible()
    assert "✔ Finished" in seen(window.pages.aftermath)


@pytest.mark.parametrize("name", ["injuries", "skills", "perks", "refuges"])
def test_what_a_table_names_has_a_drawing(sample: Session, name: str) -> None:
    entries = getattr(sample.services.catalogue, name)
    assert all(entry.drawing in pictograms.drawings() for entry in entries.values())


def test_words_of_the_page_are_whole_at_1280(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    for made in page.ask_panel.findChildren(QLabel):
        if made.isVisible() and made.text() and not made.wordWrap():
            assert made.width() >= made.fontMetrics().horizontalAdvance(made.text()), made.text()
    assert page.title.text() == page.title.whole


def test_an_infection_shows_both_halves_of_its_die(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    typed(page, "5 6")
    option(page, "Keep")
    option(page, "Keep")
    assert pending(page).endswith("/virus")
    assert page.odds.title.text() == "Infected!"
    assert table_rows(page) == [("1–3", "Dead!"), ("4–6", "A limb is cut off in time")]
    typed(page, "5")
    option(page, "Keep")
    assert table_rows(page) == [("1–3", "Arm Injury"), ("4–6", "Leg Injury")]


def test_the_attack_says_first_what_the_dice_come_to_then_why(sample: Session) -> None:
    page = begin(sample)
    play(page, sample, "attack")
    rows = table_rows(page)
    assert rows[0] == ("2–12", "The Refuge holds")
    assert ("−2", "For 2 Out of Action") in rows
    assert page.odds.caption.whole == "p.\u00a095 · +3 in all · overrun on 2 or less"
    assert "100 %\nholding the Refuge" in seen(page.odds)


def hovered(widget: QWidget, where: QPoint, window: Window) -> str:
    """What the card says that comes up where the mouse rests on a widget; '' where none does."""
    event = QHelpEvent(QEvent.Type.ToolTip, where, widget.mapToGlobal(where))
    QApplication.sendEvent(widget, event)
    settle()
    cards = [c for c in window.findChildren(HoverCard) if c.isVisible()]
    text = seen(cards[0]) if cards else ""
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
    settle()
    return text


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_name_of_the_rulebook_has_its_card_on_hover(sample: Session) -> None:
    page, window = begin(sample), sample.window
    near = QPoint(4, 4)
    mo = next(b for b in page.ask_panel.options.values() if b.option.label == "Mo")
    assert "Goon" in hovered(mo, near, window)
    table = page.odds.table
    for column, said in ((NAME, True), (CHANCE, False)):
        cell = table.visualRect(table.model().index(2, column)).center()
        assert ("Arm Injury" in hovered(table.viewport(), cell, window)) is said
    assert "The Farm House" in hovered(page.odds.about.badge, near, window)
    option(page, "Mo")
    assert "Goon" in hovered(page.odds.about.badge, near, window)
    aid = next(w for w in page.ask_panel.findChildren(QLabel) if "First Aid Training" in w.text())
    assert "First Aid Training" in hovered(aid, near, window)
    table.setFocus()
    table.setCurrentIndex(table.model().index(2, NAME))
    key("F1")
    assert isinstance(window.route, RulebookRoute)


def test_no_number_of_a_book_table_is_heard_without_what_it_is(qapp: QApplication) -> None:
    model = RowModel(("",) * 5)
    rows = (
        BookRow("6–8", "Full Recovery", chance=Fraction(16, 36), key="well"),
        BookRow("", "Medic"),
    )
    model.set_rows(book_rows(BookTable("", rows), {"well": Fraction(1, 2)}))
    role = Qt.ItemDataRole.AccessibleTextRole
    heard = [[model.index(n, column).data(role) for column in range(5)] for n in range(2)]
    assert heard == [
        ["6–8: Full Recovery", "Full Recovery", "", "rolled: 44 %", "with help: 50 %"],
        ["Medic", "Medic", "", "", ""],
    ]


def test_what_a_shift_comes_to_stands_beside_it_with_what_it_costs(sample: Session) -> None:
    page = sequence_until(sample, lambda ask: "characteristic-shift" in ask.key)
    said = [o.accessibleName().split("  ·  ") for o in page.ask_panel.options.values()]
    assert said[0][1].endswith(" · as rolled")
    assert all(price.endswith(("as rolled", " Experience")) for _option, price in said)
    assert all(re.match(r"[A-Z]+ (\d) → (\d)", price) for _option, price in said)
