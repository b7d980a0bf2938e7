"""A whole post-game sequence through the window, with typed dice, changes, undo."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.sequences import post_game
from lastdays.campaign.sequences.post_game import story_lines
from lastdays.model.changes import GroupNotesWritten
from lastdays.model.group import Advance, BuiltPerk, Group, Skill
from lastdays.model.switches import Switches
from lastdays.postgame.experience import BuyLevel
from lastdays.postgame.jobs import (
    ArrangeJobs,
    ArrangeRecruit,
    BuildJob,
    GuardJob,
    RestJob,
    TalkJob,
    WorkJob,
    jobs_of,
)
from lastdays.postgame.prospects import ways_to_hold
from lastdays.procedure.asks import Stake
from lastdays.procedure.dice import can_be_rolled
from lastdays.procedure.odds import PATIENT_PLACES, Odds, walk
from lastdays.ui.app import Session
from lastdays.ui.forms.arrange import GearForm, JobsForm, RecruitAsk
from lastdays.ui.models.rows import CellRole, RowModel
from lastdays.ui.navigation import AftermathRoute, CampaignRoute, SequenceRoute
from lastdays.ui.pages.sequence import prospects_panel
from lastdays.ui.pages.sequence.prospects_panel import _ChancesPanel
from lastdays.ui.pages.sequence_page import TUMBLE_MS, TUMBLES, SequencePage, dice_of
from lastdays.ui.widgets.chances import (
    BookRow,
    BookTable,
    as_fraction_and_percent,
    book_rows,
    in_percent,
)
from sure import as_a, sure
from ui.hands import (
    arrive,
    click,
    find_button,
    focus,
    go,
    key,
    menu_item,
    push,
    seen,
    settle,
    tab_to,
    throw,
    write,
)
from ui.rows import whole_rows
from ui.sequences import begin, option, play
from ui.tour import _answer


@pytest.fixture
def page(sample: Session) -> SequencePage:
    """The sequence of Zeke's Truckers, where Mo's injury is rolled for."""
    page = begin(sample)
    option(page, "Mo")
    return page


def typed(page: SequencePage, text: str) -> None:
    """Types what the dice show and takes it."""
    throw(page.ask_panel, text)


def pending(page: SequencePage) -> str:
    return sure(sure(page.view).pending).key


def member_id(page: SequencePage, name: str) -> str:
    return next(m.id for m in sure(page.view).before.members if m.name == name)


def test_a_whole_sequence_with_typed_dice(sample: Session) -> None:
    page = begin(sample)
    mo, lou, zeke = (member_id(page, n) for n in ("Mo", "Lou", "Zeke"))
    assert page.ask_panel.question.text() == "Whose injury is rolled next?"
    option(page, "Mo")
    typed(page, "1 1")
    # Doc's First Aid, then Ann's Medical Supplies.
    option(page, "Roll the 1 again")
    typed(page, "2")
    option(page, "Make it 4")
    assert "First Aid by Doc: 1 → 2 (1+1, typed, Robin; 2, typed, Robin)" in seen(page)
    assert "Mo rolls 4: Arm Injury" in seen(page)
    for dice in ("66", "5", "1", "6", "6", "2", "2", "2"):
        typed(page, dice)
    option(page, "Lou")
    option(page, "Firearms skill")
    typed(page, "2")
    option(page, "3: Sniper")
    assert "Lou reaches Level 1: Sniper (1 extra Experience)." in seen(page)
    option(page, "Characteristic")
    typed(page, "11")
    option(page, "11: +1 Damage Capacity")
    play(page, sample, "gear")
    form = as_a(GearForm, page.ask_panel.form)
    found = form.table.rows.index(0, 0).data()
    form.table.setCurrentIndex(form.table.rows.index(0, 0))
    form.table.setFocus()
    settle()
    menu_item(form.move_button, "Doc")
    assert f"{found}: stash → Doc" in seen(page)
    click(page, "Continue to Jobs")
    jobs = as_a(JobsForm, page.ask_panel.form)
    jobs.rows[zeke][0].setCurrentText("Work")
    settle()
    assert "Holds the Refuge in the coming Zombie Attack: 100 %" in jobs.chance.text()
    click(page, "Assign these Jobs")
    assert page.mode.isVisible()
    assert not page.review.finish_button.isVisible()
    play(page, sample)
    assert not page.mode.isVisible()  # nothing is rolled any more
    rows = page.review.table.rows
    colours = {rows.index(n, 3).data(CellRole).token for n in range(rows.rowCount())}
    assert {"well_text", "harm_text"} & colours
    text = seen(page)
    assert "Nothing is changed until you finish." in text
    assert "Mo | Injuries | — | Arm Injury" in text
    assert "Lou | Level | 0 | 1" in text
    group = sample.services.workspace.group(sure(page.view).before.id)
    assert group.group == sure(page.view).before
    first = find_button(sample.window, "Finish and update the group")
    assert not page.isAncestorOf(first)
    push(first)
    assert not first.isVisible()
    after = sample.services.workspace.group(group.group.id)
    assert after.undo == "finished the sequence after game 1"
    assert after.group == sure(page.view).after
    assert after.group.member(mo).injured("arm-injury")
    assert after.group.member(lou).has("sniper")
    assert "Finished." in seen(page)

    # Undo of the finished sequence brings the group back as it was, and opens it again.
    click(page, "Open group")
    sample.window.pages.group.roster.setFocus()
    key("Ctrl+Z")
    assert sample.services.workspace.group(group.group.id).group == group.group
    page = begin(sample)
    assert "Nothing is changed until you finish." in seen(page)
    click(sample.window, "Finish and update the group")
    assert sample.services.workspace.group(group.group.id).group == after.group


def test_one_changed_earlier_answer_works_out_what_follows_again(page: SequencePage) -> None:
    """Undo takes the change back, not the answer before it; what no longer applies is listed."""

    def change_the_roll(result: str, dice: str) -> None:
        lines = [page.story.model.index(r, 1) for r in range(page.story.model.rowCount())]
        page.story.table.setCurrentIndex(next(one for one in lines if result in one.data()))
        settle()
        click(page, "Change: 5+6, typed, Robin")
        assert "Changing an earlier answer: 5+6, typed, Robin" in seen(page)
        typed(page, dice)

    for text, table in (
        ("5 6", [("1–3", "Dead!"), ("4–6", "A limb is amputated in time")]),
        ("5", [("1–3", "Arm Injury"), ("4–6", "Leg Injury")]),
        ("2", []),
    ):
        typed(page, text)
        while page.ask_panel.dice is None and not pending(page).endswith("next/2"):
            option(page, "Keep")
        assert not table or table_rows(page) == table
    assert "Mo rolls 2: Arm Injury" in seen(page)
    change_the_roll("Mo rolls 11: Infected!", "1 1")
    # The choices made on 5 and 6 still apply: Mo is dead, and the Medical Supplies stay.
    assert "Mo rolls 2: Dead!" in seen(page)
    page.story.setFocus()
    key("Ctrl+Z")
    assert "Mo rolls 11: Infected!" in seen(page)
    assert not page.story.rest.isVisible()
    key("Ctrl+Y")
    assert "Mo rolls 2: Dead!" in seen(page)
    key("Ctrl+Z")
    change_the_roll("Mo rolls 11: Infected!", "3 3")
    assert "4 answers no longer apply but are kept" in page.story.rest.text()
    assert "Injuries · Mo · infected · virus" in page.story.rest.text()


def test_a_die_that_decides_by_halves_leaves_both_in_the_panel(page: SequencePage) -> None:
    typed(page, "5 6")
    while page.ask_panel.dice is None:
        option(page, "Keep")
    key("2")
    assert table_rows(page) == [("1–3", "Dead!"), ("4–6", "A limb is amputated in time")]
    assert [row.kind for row in page.odds.book.rows] == ["harm", "faint"]


@pytest.mark.smoke
def test_dice_that_cannot_be_are_refused_below_those_that_lie(page: SequencePage) -> None:
    dice = sure(page.ask_panel.dice)
    for digit in "0", "7", "9":
        key("4", digit)
        assert dice.problem.text() == f"A D6 cannot show {digit}."
        assert [place.face for place in dice.places] == [4, 0]
        key("Backspace")
    dice.use_button.click()
    assert dice.problem.text() == "2 dice still to enter: type what they show."
    assert pending(page).endswith("/roll")


def test_dice_are_clicked_rolled_or_set(page: SequencePage) -> None:
    def last() -> tuple[Any, str]:
        given = sure(page.view).replayed.asked[-1]
        page.story.setFocus()
        key("Ctrl+Z")
        return given.value, str(given.answer.how)

    dice = sure(page.ask_panel.dice)
    push(find_button(page, "The die shows 3"))
    assert [place.face for place in dice.places] == [3, 0]
    assert dice.throws[0].so_far.text() == "= ?"
    push(find_button(page, "The die shows 5"))
    click(page, "Use this roll")
    assert last() == ((3, 5), "typed")
    click(page, "Roll for me")
    assert last()[1] == "rolled"
    push(sure(page.ask_panel.dice).faces[4])
    click(page, "Roll for me")  # the die that is missing
    value, how = last()
    assert (value[0], how) == (5, "typed")
    sure(page.ask_panel.dice).set_box.setChecked(True)
    typed(page, "6 6")
    assert last()[1] == "set"
    sure(page.ask_panel.dice).faces[1].click()
    page.refresh()
    settle()
    assert [place.face for place in sure(page.ask_panel.dice).places] == [2, 0]
    page.story.setFocus()
    key("Ctrl+Z", "Ctrl+Y")
    assert [place.face for place in sure(page.ask_panel.dice).places] == [0, 0]


def notes_changed(sample: Session, group: str) -> None:
    sample.services.groups.write_notes(group, "changed")


def rulings_changed(sample: Session, _group: str) -> None:
    sample.services.campaigns.set_switches(sample.window.campaign_id, Switches(shift_dice="roll"))


def corrected(sample: Session, group: str) -> None:
    """Corrects the record of the first game: Lou fell after all."""
    services, campaign = sample.services, sample.window.campaign_id
    game = services.workspace.campaign(campaign).campaign.games[0]
    lou = next(m.id for m in services.workspace.group(group).group.members if m.name == "Lou")
    sides = tuple(
        replace(
            side,
            appearances=tuple(
                replace(one, out=True) if one.member == lou else one for one in side.appearances
            ),
        )
        for side in game.sides
    )
    services.records.record(campaign, replace(game, sides=sides))


@pytest.mark.parametrize(
    ("changes", "said", "button"),
    [
        (
            notes_changed,
            "has changed since this sequence began",
            "Replay with the current group",
        ),
        (
            rulings_changed,
            "house rules have changed since then",
            "Replay with the current group",
        ),
        (
            corrected,
            "The record of game 1 was corrected after this sequence began: "
            "Lou, Out of Action: no → yes.",
            "Replay with the corrected record",
        ),
    ],
)
def test_what_changed_meanwhile_is_said_and_replayed_only_when_asked_for(
    sample: Session,
    page: SequencePage,
    changes: Callable[[Session, str], None],
    said: str,
    button: str,
) -> None:
    changes(sample, sure(page.view).before.id)
    sample.services.changed.emit(EVERYTHING)
    settle()
    assert said in seen(page)
    click(page, button)
    assert said not in seen(page)
    assert page.undo_names()[0] == "the replay"
    page.story.setFocus()
    key("Ctrl+Z")
    assert said in seen(page)
    play(page, sample)
    finish = find_button(sample.window, "Finish and update the group")
    assert finish.isEnabled() == (changes is corrected)
    click(page, button)
    play(page, sample)
    assert find_button(sample.window, "Finish and update the group").isEnabled()


def test_a_half_filled_form_is_kept_and_begun_afresh_where_it_cannot_be_read(
    open_window: Callable[..., Session],
) -> None:
    first = open_window(sample=True)
    page = begin(first)
    play(page, first, "jobs")
    ed = member_id(page, "Ed")
    as_a(JobsForm, page.ask_panel.form).rows[ed][0].setCurrentText("Build")
    settle()
    sequence = page.sequence_id
    first.close()
    again = open_window()
    page = go(again.window, SequenceRoute(sequence))
    assert as_a(JobsForm, page.ask_panel.form).rows[ed][0].currentText() == "Build"
    for draft in ("nonsense", {ed: {"job": "sleep"}}):
        again.services.games.draft(sequence, "jobs/assigned", draft)
        page.refresh()
        assert as_a(JobsForm, page.ask_panel.form).rows[ed][0].currentText() == "Guard"


def test_a_finished_sequence_says_that_its_record_was_corrected(sample: Session) -> None:
    page = begin(sample)
    play(page, sample)
    click(sample.window, "Finish and update the group")
    before = seen(page.review), seen(page.story)
    corrected(sample, sure(page.view).before.id)
    sample.services.changed.emit(EVERYTHING)
    settle()
    said = "The record of game 1 was corrected after this sequence: Lou, Out of Action: no → yes."
    assert said in seen(page)
    assert "Replay with" not in seen(page)
    assert (seen(page.review), seen(page.story)) == before


class Reckoning:
    """The reckoning of chances, which takes as long as it is told to; where it was done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.threads: list[int] = []
        self.going = threading.Event()
        monkeypatch.setattr(post_game, "walk", self.slow)

    def slow(self, stake: Stake, known: dict[str, Any], most: int) -> Odds | None:
        if most != PATIENT_PLACES:
            return None
        assert self.going.wait(20)
        self.threads.append(threading.get_ident())
        return walk(stake, known, most)


def test_what_takes_long_is_reckoned_beside_the_window(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says so meanwhile, and nothing moves when the chances come; so with each wish."""
    reckoning = Reckoning(monkeypatch)
    page = begin(sample)
    option(page, "Mo")
    odds = page.odds
    assert odds.note.text() == "Working it out…"
    parts = (odds.title, odds.table, odds.note, odds.wishes)
    lying = [part.geometry() for part in parts]
    reckoning.going.set()
    arrive(sample)
    assert "with all the help" in seen(odds)
    assert odds.note.text() == ""
    assert [part.geometry() for part in parts] == lying
    wish_for(page, "Odds of: a Full Recovery")
    arrive(sample)
    assert "a Full Recovery" in seen(odds)
    assert len(reckoning.threads) == 1
    assert threading.get_ident() not in reckoning.threads


def test_what_was_reckoned_for_another_question_is_not_shown(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    reckoning = Reckoning(monkeypatch)
    page = begin(sample)
    option(page, "Mo")
    typed(page, "1 1")
    reckoning.going.set()
    arrive(sample)
    assert all("surviving" in b.text() for b in page.ask_panel.options.values())


@pytest.mark.parametrize(
    ("mode", "at"),
    [(m, "due") for m in ("roll", "typed", "set")]
    + [("roll", w) for w in ("story", "odds", "mode")],
)
def test_dice_that_are_typed_are_never_rolled_over(sample: Session, mode: str, at: str) -> None:
    """Typing types, however dice are answered and wherever the keyboard is on the page."""
    page = begin(sample)
    page.mode.buttons[mode].click()
    option(page, "Mo")
    elsewhere = {
        "story": page.story.table,
        "odds": page.odds.wishes,
        "mode": page.mode.buttons[mode],
    }
    if at in elsewhere:
        elsewhere[at].setFocus()
    write("2")
    page.refresh()  # as when another process has written
    write("3")
    key("Return")
    given = sure(page.view).replayed.asked[-1]
    assert given.ask.key == f"injuries/{member_id(page, 'Mo')}/roll"
    assert given.value == (2, 3)
    assert given.answer.how == ("set" if mode == "set" else "typed")


def table_rows(page: SequencePage) -> list[tuple[str, str]]:
    return [(row.roll, row.name) for row in page.odds.book.rows]


def test_an_injury_is_asked_with_its_dice_its_table_and_the_help(
    sample: Session, page: SequencePage
) -> None:
    window = sample.window
    assert page.head.title.whole == "After game 1 · Scavengers"
    assert page.head.note.whole == "Zeke's Truckers"
    assert page.ask_panel.page.text() == "Injury 1 of 2 · p.\u00a084"
    assert page.odds.title.text() == "Injury Table"
    assert [roll for roll, _name in table_rows(page)] == [
        "2", "3", "4", "5", "6–8", "9", "10", "11", "12",
    ]  # fmt: skip
    shown = seen(page)
    assert "Doc allows one die to be re-rolled (First Aid Training)." in shown
    assert "Ann carries Medical Supplies: the result can be shifted by one." in shown
    assert "AP 4 · CQC 4 · FA 3 · S 3 · E 4 · DC 3 · C 2 · I 2" in shown
    # What is due is seen without scrolling.
    assert window.pages.area(SequenceRoute).verticalScrollBar().maximum() == 0
    assert page.ask_panel.question.fontMetrics().height() >= 30


def test_with_a_die_on_the_table_only_what_is_still_possible_stands_beside_it(
    page: SequencePage,
) -> None:
    dice = sure(page.ask_panel.dice)
    push(dice.faces[1])
    assert [p.face for p in dice.places] == [2, 0]
    assert table_rows(page) == [
        ("3", "Captured"), ("4", "Arm Injury"), ("5", "Blinded in One Eye"),
        ("6–8", "Full Recovery"),
    ]  # fmt: skip
    assert [row.chance for row in page.odds.book.rows] == [
        *[Fraction(1, 6)] * 3, Fraction(1, 2),
    ]  # fmt: skip
    assert "100 %\nsurviving\n50 %\na Full Recovery" in seen(page.odds)
    dice.places[0].click()  # it was another die after all
    settle()
    assert [p.face for p in dice.places] == [0, 0]
    assert len(table_rows(page)) == 9


def test_chances_as_they_are_written() -> None:
    assert in_percent(Fraction(0)) == "0 %"
    assert in_percent(Fraction(1)) == "100 %"
    assert in_percent(Fraction(1, 6)) == "17 %"
    assert in_percent(Fraction(1, 216)) == "0.5 %"
    assert in_percent(Fraction(999, 1000)) == "99.9 %"
    assert as_fraction_and_percent(Fraction(31, 36)) == "31/36 (86 %)"
    assert as_fraction_and_percent(Fraction(1)) == "100 %"
    assert as_fraction_and_percent(Fraction(1, 1296)) == "1/1296 (0.1 %)"
    assert as_fraction_and_percent(Fraction(1, 1297)) == "0.1 %"


def test_what_is_too_much_to_work_out_still_has_the_book_s_table(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post_game, "walk", lambda *_given: None)
    page = begin(sample)
    option(page, "Mo")
    arrive(sample)
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


def test_the_books_table_grows_with_the_window_and_the_letters(page: SequencePage) -> None:
    table, window = page.odds.table, page.window()

    def high(width: int, height: int, zoom: int) -> tuple[int, bool]:
        """How high a row is, and whether all of the table is in sight."""
        page.services.theme.zoom_to(zoom)
        window.resize(width, height)
        settle()
        return table.rowHeight(0), not table.verticalScrollBar().maximum()

    small, large = high(1280, 720, 100), high(1920, 1080, 100)
    assert (small[1], large[1]) == (True, True)
    assert large[0] > small[0] * 1.3
    assert high(1920, 1080, 150)[0] > large[0]
    assert high(1280, 720, 100) == small


def test_the_row_that_was_rolled_is_marked_in_the_supply_table(sample: Session) -> None:
    page = begin(sample)
    play(page, sample, "supplies")
    rows = page.odds.grid.rows
    assert not any(row.cell(n).ground for row in rows.rows for n in range(rows.columnCount()))
    assert rows.index(5, 0).data() == "7 · 17 %"
    typed(page, "5")
    assert rows.index(3, 3).data(CellRole).ground == "select"
    assert rows.index(4, 3).data(CellRole).ground == ""
    assert page.ask_panel.page.text() == "Supply Token 1 of 3 · p.\u00a092"
    said = page.steps.accessibleDescription()
    assert said.startswith("Injuries: done, Experience: done, Supplies: due now, Gear: to come")
    assert page.steps.steps[-1] == ("Before → after", "")


def test_the_story_draws_dice_and_says_how_they_came_about(page: SequencePage) -> None:
    """On hover and aloud; it is seen only of what was set by hand."""
    typed(page, "3 4")
    option(page, "Keep")
    option(page, "Keep")
    line = next(t for t in story_lines(sure(page.view).replayed) if t.text.startswith("Mo rolls 7"))
    assert dice_of(line) == [(3, True), (4, True)]
    assert "typed" in line.with_dice
    model = page.story.model
    assert "Mo rolls 7: Full Recovery" in [model.index(r, 1).data() for r in range(len(model.rows))]
    click(page, "Set the result…")
    typed(page, "3 4")
    option(page, "Keep")
    assert str(model.index(1, 1).data()).endswith("Keep 3 and 4  (set by hand)")


def test_dice_tumble_no_longer_than_300_ms_and_hold_nothing_up(
    sample: Session, page: SequencePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tumbles() -> bool:
        return any(timer.isActive() for timer in page.story.findChildren(QTimer))

    assert TUMBLES * TUMBLE_MS <= 300
    click(page, "Roll for me")
    assert not tumbles()  # nothing moves in a test
    monkeypatch.setattr(sample.theme, "allows_motion", lambda: True)
    while not page.ask_panel.dice:
        push(next(iter(page.ask_panel.options.values())))
    click(page, "Roll for me")
    assert tumbles()
    asked = len(sure(page.view).replayed.asked)
    key("Space")
    assert len(sure(page.view).replayed.asked) == asked + 1


def test_the_list_says_where_each_sequence_stands_and_what_is_due(sample: Session) -> None:
    window = sample.window
    page = begin(sample)
    option(page, "Mo")
    go(window, AftermathRoute())
    text = seen(window.pages.aftermath)
    assert (
        "Zeke's Truckers | Game 1 · Scavengers | ▶ Injuries | "
        "Injury roll for Mo. What do the two dice show?" in text
    )
    assert "Carl's Crew | Game 1 · Scavengers | ○ Not begun | " in text
    assert "Still to do: 2 injuries, " in text
    assert ", Experience, Jobs and the Zombie Attack" in text
    assert find_button(window, "Continue").isEnabled()
    click(window, "Continue")
    assert window.route == SequenceRoute(page.sequence_id)
    play(page, sample)
    assert "After the game (1)" in seen(window)
    click(window, "Finish and update the group")
    assert "After the game (1)" not in seen(window)
    click(window, "All sequences")
    assert find_button(window, "Begin").isVisible()
    assert "✔ Finished" in seen(window.pages.aftermath)
    sample.services.workspace.undo(window.campaign_id, sure(page.view).before.id)
    sample.services.announce()
    assert "After the game (1)" in seen(window)  # again, once it is undone


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


# What stands beside a decision that is no roll: the chances of each way to take it


def furnished(sample: Session, *built: str, points: int = 0, clever: str = "") -> None:
    """Gives Zeke's group Perks and points, and makes one of its members a clever gardener."""
    workspace = sample.services.workspace
    zeke = next(g for g in workspace.groups() if g.name.startswith("Zeke"))

    def change(group: Group) -> Group:
        members = [
            replace(
                m,
                advances=(*m.advances, Advance("I", 3)),
                skills=(*m.skills, Skill("agriculturalist")),
            )
            if m.name == clever
            else m
            for m in group.members
        ]
        perks = tuple(BuiltPerk(key, key) for key in built)
        refuge = replace(group.refuge, built=perks)
        return replace(group, members=tuple(members), refuge=refuge, points=points)

    workspace.change_group(zeke.id, GroupNotesWritten(), change)
    sample.services.announce()
    settle()


def cells(chances: _ChancesPanel, row: int = 0) -> list[str]:
    """The figures of a row, as they are shown."""
    model = chances.grid.rows
    return [model.index(row, c).data() for c in range(1, model.columnCount())]


def heads(chances: _ChancesPanel) -> list[str]:
    model = chances.grid.rows
    across = Qt.Orientation.Horizontal
    return [str(model.headerData(c, across)) for c in range(1, model.columnCount())]


def now(chances: _ChancesPanel) -> list[tuple[int, str]]:
    """The row and head of each cell that is as things stand."""
    model = chances.grid.rows
    return [
        (r, heads(chances)[c - 1])
        for r in range(model.rowCount())
        for c in range(1, model.columnCount())
        if model.index(r, c).data(CellRole).ground
    ]


def to_the_jobs(sample: Session) -> SequencePage:
    """The Jobs, with what each way to give them comes to."""
    page = begin(sample)
    play(page, sample, "jobs/assigned")
    arrive(sample)
    return page


def give(page: SequencePage, **jobs: Any) -> None:
    """Chooses Jobs in the form by the members' names, and Guard for all others."""
    form = as_a(JobsForm, page.ask_panel.form)
    named = {m.name: m.id for m in form.ask.group.members}
    for name, (kind, place) in jobs.items():
        job, extra = form.rows[named[name]]
        job.setCurrentIndex(job.findData(kind))
        if place:
            found = [n for n in range(extra.count()) if extra.itemData(n) == WorkJob(place)]
            extra.setCurrentIndex(found[0])
    settle()


def test_the_jobs_show_what_each_number_on_guard_comes_to(sample: Session) -> None:
    """Two were taken out, so that a single Guard doesn't make it certain."""
    page = to_the_jobs(sample)
    chances = page.odds.prospects.first
    assert chances.title.text() == "Holding the Refuge"
    assert heads(chances) == ["0", "1", "2", "3+"]
    ask = as_a(ArrangeJobs, sure(page.view).pending)
    ways = ways_to_hold(ask.group, ask.context)
    assert cells(chances)[:2] == [in_percent(ways[n, False].best.holds) for n in (0, 1)]
    assert cells(chances)[-1] == "100 %"
    assert now(chances) == [(0, heads(chances)[-1])]
    # The book's own table of Jobs is there as well, and nothing scrolls.
    assert page.odds.title.text() == "Jobs"
    assert next(row.name for row in page.odds.book.rows) == "Guard"
    area = sample.window.pages.area(SequenceRoute)
    assert area.verticalScrollBar().maximum() == 0


def test_a_job_that_is_given_moves_the_mark_and_says_what_one_more_comes_to(
    sample: Session,
) -> None:
    page = to_the_jobs(sample)
    chances, form = page.odds.prospects.first, page.ask_panel.form
    assert isinstance(form, JobsForm)
    names = [m.name for m in form.ask.group.members if m.id in form.rows]
    give(page, **dict.fromkeys(names, ("rest", "")))
    assert now(chances) == [(0, "0")]
    assert form.chance.text().endswith(f"({cells(chances)[0]})")
    assert chances.note.whole.startswith(f"One more Guard: {cells(chances)[1]}")
    assert "less" not in chances.note.whole
    give(page, **{names[0]: ("guard", "")})
    assert now(chances) == [(0, "1")]
    assert (
        as_a(JobsForm, sure(form)).chance.text().endswith(f"({cells(chances)[1]})")
        or cells(chances)[1] == "100 %"
    )
    assert f"One fewer Guard: {cells(chances)[0]}" in chances.note.whole
    give(page, **dict.fromkeys(names, ("rest", "")))
    route = sample.window.route
    sample.window.go(CampaignRoute())
    sample.window.go(route)
    arrive(sample)
    assert now(page.odds.prospects.first) == [(0, "0")]  # a draft is marked when it is opened again


def test_the_ways_are_reckoned_beside_the_window_and_who_leaves_waits_for_nothing(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there meanwhile says so, and nothing below it moves when they come. Where the page is
    left, the worker is told, and what it has found is not shown."""
    asked, going, found = threading.Event(), threading.Event(), []
    threads = set[int]()

    def slow(group: Any, context: Any, free: Any, wanted: Callable[[], bool]) -> Mapping[Any, Any]:
        asked.set()
        assert going.wait(20)
        threads.add(threading.get_ident())
        found.append(wanted())
        return ways_to_hold(group, context, free, wanted)

    monkeypatch.setattr(prospects_panel, "ways_to_hold", slow)
    page = begin(sample)
    play(page, sample, "jobs/assigned")
    chances = page.odds.prospects.first
    assert chances.note.whole == "Working it out…"
    parts = (page.odds.title, page.odds.table, chances, page.odds.about)
    lying = [part.geometry() for part in parts]
    going.set()
    arrive(sample)
    assert cells(chances)[-1] == "100 %"
    assert threading.get_ident() not in threads
    assert [part.geometry() for part in parts] == lying
    route = sample.window.route
    sample.window.go(CampaignRoute())
    for event in (asked, going):
        event.clear()
    found.clear()
    sample.window.go(route)
    assert asked.wait(20)
    sample.window.go(CampaignRoute())
    going.set()
    arrive(sample)
    assert set(found) == {False}
    assert not page.odds.prospects.calculation.going


# A Level, a Supply Token, a Perk to build


def wish_for(page: SequencePage, words: str) -> None:
    """Chooses what the odds are to be of."""
    at = page.odds.wishes.findText(words)
    assert at >= 0
    page.odds.wishes.setCurrentIndex(at)
    page.odds.wishes.activated.emit(at)
    page.services.wait()
    settle()


def to_a_level(sample: Session) -> SequencePage:
    page = begin(sample)
    play(page, sample, "experience/next")
    push(page.ask_panel.options[next(iter(page.ask_panel.options))])
    arrive(sample)
    assert pending(page).endswith("/table")
    return page


def test_no_odds_of_a_level_are_shown_before_a_goal_is_chosen(sample: Session) -> None:
    """What a Level costs is. A goal that was chosen stays for the next Level, until it is let go."""
    page = to_a_level(sample)
    assert page.odds.wishes.currentText() == "Odds of…"
    assert page.odds.title.text() == "Cost of each Level"
    assert "%" not in seen(page)
    wish_for(page, "Odds of: Sniper")
    assert page.odds.prospects.isVisible()
    assert "Sniper" in page.ask_panel.options["firearms"].text()
    assert "%" in page.ask_panel.options["firearms"].accessibleDescription()
    push(page.ask_panel.options["save"])
    push(page.ask_panel.options[next(iter(page.ask_panel.options))])
    arrive(sample)
    assert page.odds.wishes.currentText() == "Odds of: Sniper"
    wish_for(page, "Odds of…")
    assert not page.odds.prospects.isVisible()
    assert "%" not in seen(page)
    assert page.ask_panel.options["firearms"].accessibleDescription() == ""


def test_a_result_that_is_clicked_is_wished_for(sample: Session) -> None:
    """Also by keyboard; the options then say what they promise of it."""
    page = to_a_level(sample)
    wish_for(page, "Odds of: Double-Tap")
    chances = page.odds.prospects.first
    model = chances.grid.rows
    keys = [row.key for row in model.rows]
    at = keys.index("sniper")
    grid = chances.grid
    tab_to(grid)
    assert focus() is grid
    grid.setCurrentIndex(model.index(at, 1))
    key("Space")
    assert page.odds.wishes.currentText() == "Odds of: Sniper"
    assert model.index(model.row_of("sniper"), 0).data(CellRole).kind == "chosen"
    firearms = page.ask_panel.options["firearms"]
    left = min(3, as_a(BuyLevel, sure(page.view).pending).purchase.experience_left)
    assert firearms.chance == cells(chances, at)[left]
    assert firearms.event_name == "Sniper"
    where = grid.visualRect(model.index(at + 1, 0)).center()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=where)
    settle()
    assert page.odds.wishes.currentData() == keys[at + 1]


def test_what_is_built_shows_the_attack_and_when_it_has_earned_its_price(sample: Session) -> None:
    furnished(sample, "infirmary", points=60, clever="Doc")
    page = to_the_jobs(sample)
    form = as_a(JobsForm, page.ask_panel.form)
    named = {m.name: m.id for m in form.ask.group.members}
    given = dict.fromkeys(form.rows, RestJob()) | {
        named["Lou"]: BuildJob(),
        named["Ed"]: GuardJob(),
    }
    form.confirmed.emit(given)
    settle()
    arrive(sample)
    assert pending(page).endswith("/build/perk")
    prospects = page.odds.prospects
    model = prospects.first.grid.rows
    rows = {model.index(r, 0).data(): cells(prospects.first, r) for r in range(model.rowCount())}
    assert list(rows) == [
        "Nothing built",
        "Fortified Windows",
        "Infirmary",
        "Watch Tower",
        "Without Infirmary",
    ]
    chance = {name: int(shown[0].removesuffix(" %")) for name, shown in rows.items()}
    assert chance["Without Infirmary"] < chance["Nothing built"] <= chance["Fortified Windows"]
    assert rows["Watch Tower"][0] == rows["Nothing built"][0]
    assert now(prospects.first) == [(0, "Tonight")]
    tip = model.index(list(rows).index("Watch Tower"), 2).data(Qt.ItemDataRole.ToolTipRole)
    assert "with Doc in it" in tip
    assert prospects.second.title.text() == "Fenced-Off Garden"
    assert prospects.second.caption.whole.startswith("7 points a game · has paid back its 15")
    assert cells(prospects.second)[:3] == ["0 %", "44 %", "94 %"]
    # The Refuge and what is in it are there as before.
    assert page.odds.title.text() == "The Farm House"
    assert "Infirmary" in [row.name for row in page.odds.book.rows]
    area = sample.window.pages.area(SequenceRoute)
    assert area.verticalScrollBar().maximum() == 0


def test_dice_that_are_compared_lie_in_one_panel(sample: Session) -> None:
    """Both with their totals and what there is to beat; one undo takes both back."""
    page, games = begin(sample), sample.services.games
    play(page, sample, "jobs/assigned")
    jobs = as_a(ArrangeJobs, sure(page.view).pending)
    leader = sure(jobs.group.leading)
    other = next(
        m
        for m in jobs.group.active
        if m is not leader and "talk" in jobs_of(m, jobs.group, jobs.context)
    )
    assigned = {**jobs.initial, leader.id: TalkJob(other.id), other.id: TalkJob()}
    games.answer(page.sequence_id, jobs.key, jobs.write(assigned), "chosen")
    play(page, sample, f"jobs/{leader.id}/talk")
    key("6")
    shown = seen(page.ask_panel)
    for said in (f"{leader.name}: D6 + 3.", "+ 3 = 9", f"{other.name}: D6 + 3.", "9 to beat"):
        assert said in shown
    key("1", "Return")
    asked = sure(page.view).replayed.asked[-2:]
    assert [(one.value, one.answer.how) for one in asked] == [(6, "typed"), (1, "typed")]
    push(sample.window.undo_action)
    assert "Both roll." in seen(page.ask_panel)
    push(sample.window.redo_action)
    assert sure(page.view).replayed.asked[-2:] == asked
    push(sample.window.undo_action)
    click(page.ask_panel, "Roll for me")
    asked = sure(page.view).replayed.asked[-2:]
    assert [one.answer.how for one in asked] == ["rolled", "rolled"]
