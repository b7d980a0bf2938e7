"""A whole post-game sequence through the window, with typed dice, changes, undo."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.sequences import post_game
from lastdays.procedure.asks import Arrange, Choose, Roll, Stake, Sum
from lastdays.procedure.odds import PATIENT_PLACES, Odds, walk
from lastdays.ui.app import Session
from lastdays.ui.forms.arrange import GearForm, JobsForm
from lastdays.ui.navigation import RecordRoute, SequenceRoute
from lastdays.ui.pages.sequence_page import SequencePage
from spies import noted
from sure import as_a, sure
from ui.hands import click, find_button, focus, key, menu_item, seen, settle, tab_to, throw, write


def begin(sample: Session, name: str = "Zeke") -> SequencePage:
    window = sample.window
    key("Ctrl+3")
    page = window.pages.aftermath
    row = next(
        r for r in range(page.model.rowCount()) if page.model.index(r, 0).data().startswith(name)
    )
    page.table.setCurrentIndex(page.model.index(row, 0))
    page.table.setFocus()
    key("Return")
    assert isinstance(window.route, SequenceRoute)
    return as_a(SequencePage, window.pages.sequence)


def typed(page: SequencePage, text: str) -> None:
    """Types what the dice show and takes it."""
    throw(page.ask_panel, text)


def option(page: SequencePage, name: str) -> None:
    """Takes the option whose text begins so."""
    made = next(b for b in page.ask_panel.options.values() if b.accessibleName().startswith(name))
    made.setFocus()
    key("Space")


def pending(page: SequencePage) -> str:
    assert page.view is not None
    assert page.view.pending is not None
    return page.view.pending.key


def member_id(page: SequencePage, name: str) -> str:
    assert page.view is not None
    return next(m.id for m in page.view.before.members if m.name == name)


def test_a_whole_sequence_with_typed_dice(sample: Session) -> None:
    page = begin(sample)
    mo, pip = member_id(page, "Mo"), member_id(page, "Pip")
    lou, ed, zeke = (member_id(page, n) for n in ("Lou", "Ed", "Zeke"))
    assert page.ask_panel.question.text() == "Whose injury is rolled next?"
    option(page, "Mo")
    assert pending(page) == f"injuries/{mo}/roll"
    assert "Injury Table" in seen(page.odds)
    typed(page, "1 1")
    # Doc's First Aid, then Ann's Medical Supplies.
    assert pending(page) == f"injuries/{mo}/first-aid"
    option(page, "Roll the 1 again")
    typed(page, "2")
    option(page, "Make it 4")
    assert "First Aid by Doc: 1 → 2 (1+1, typed; 2, typed)" in seen(page)
    assert "Mo rolls 4: Arm Injury" in seen(page)
    typed(page, "66")
    assert "Pip rolls 12: I'm Never Doing That Again" in seen(page)
    typed(page, "5")
    for dice in ("1", "6", "6", "2", "2", "2"):
        typed(page, dice)
    assert (
        "Lou gains 18 Experience (zombies 3 × 1, rivals 1 × 3, Supply Tokens 1 × 6, survived 6)"
        in seen(page)
    )
    option(page, "Lou")
    option(page, "Firearms skill")
    typed(page, "2")
    option(page, "3: Sniper")
    assert "Lou reaches Level 1: Sniper (1 extra Experience)." in seen(page)
    assert pending(page) == f"experience/{ed}/level-1/table"
    option(page, "Characteristic")
    typed(page, "11")
    option(page, "11: +1 Damage Capacity")
    while sure(sure(page.view).pending).key.startswith("experience"):
        option(page, "Nobody" if "next" in sure(sure(page.view).pending).key else "Save")
    for row, column, found in (("12", "12", "3"), ("7", "7", ""), ("6", "9", "")):
        typed(page, row)
        typed(page, column)
        if pending(page).endswith("scavenger"):
            option(page, "Keep the roll")
        typed(page, "4")
        if found:
            typed(page, found)
    assert pending(page) == "gear/moves"
    form = as_a(GearForm, page.ask_panel.form)
    kit = next(
        r
        for r in range(form.model.rowCount())
        if form.model.index(r, 0).data() == "Medical Supplies"
    )
    form.table.setCurrentIndex(form.model.index(kit, 0))
    form.table.setFocus()
    settle()
    assert isinstance(form, GearForm)
    menu_item(form.move_button, "Doc")
    assert "Medical Supplies: stash → Doc" in seen(page)
    click(page, "Go on to the Jobs")
    assert pending(page) == "jobs/assigned"
    assert isinstance(page.ask_panel.form, JobsForm)
    rows = page.ask_panel.form.rows
    assert set(rows) == {zeke, lou, ed, *(member_id(page, n) for n in ("Rat", "Ann", "Doc"))}
    rows[zeke][0].setCurrentText("Work")
    settle()
    assert "Holds the Refuge in the coming attack: 100 %" in page.ask_panel.form.chance.text()
    click(page, "Assign these Jobs")
    typed(page, "6")
    assert pending(page) == "attack/roll"
    typed(page, "1,1")
    option(page, "Stay")
    text = seen(page)
    assert "Nothing is changed until you finish." in text
    assert "Mo | Injuries | — | Arm Injury" in text
    assert "Lou | Level | 0 | 1" in text
    assert page.view is not None
    group = sample.services.workspace.group(page.view.before.id)
    assert group.group == page.view.before
    click(sample.window, "Finish and update the group")
    after = sample.services.workspace.group(group.group.id)
    assert after.undo == "after game 1"
    assert after.group == page.view.after
    assert after.group.member(mo).injured("arm-injury")
    assert after.group.member(pip).experience == 5
    assert after.group.member(lou).has("sniper")
    assert "Finished." in seen(page)

    # Undo of the finished sequence brings the group back as it was, and opens it again.
    click(page, "Open the group")
    sample.window.pages.group.roster.setFocus()
    key("Ctrl+Z")
    assert sample.services.workspace.group(group.group.id).group == group.group
    page = begin(sample)
    assert "Nothing is changed until you finish." in seen(page)
    click(sample.window, "Finish and update the group")
    assert sample.services.workspace.group(group.group.id).group == after.group


def play(page: SequencePage, sample: Session, until: str = "") -> None:
    """Lets the program's dice and a plain player go on to a step."""
    from lastdays.campaign.sample import plain_answer
    from lastdays.procedure.dice import can_be_rolled

    games = sample.services.games
    while True:
        ask = games.view(page.sequence_id).pending
        if ask is None or (until and ask.key.startswith(until)):
            break
        if can_be_rolled(ask):
            games.roll(page.sequence_id, ask.key)
        else:
            games.answer(page.sequence_id, ask.key, plain_answer(ask), "chosen")
    sample.services.changed.emit(EVERYTHING)
    settle()


def story_row(page: SequencePage, words: str) -> int:
    return next(
        r
        for r in range(page.story.model.rowCount())
        if words in page.story.model.index(r, 1).data()
    )


def test_one_changed_earlier_answer_works_out_what_follows_again(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    typed(page, "3 4")
    option(page, "Keep")
    option(page, "Keep")
    play(page, sample, "jobs")
    assert page.view is not None
    before = len(page.view.replayed.asked)
    row = story_row(page, "Mo rolls 7: Full Recovery")
    page.story.table.setCurrentIndex(page.story.model.index(row, 1))
    settle()
    click(page, "Change: 3+4, typed")
    assert "Changing an earlier answer: 3+4, typed" in seen(page)
    typed(page, "1 1")
    # The choices made on 3 and 4 still apply: Mo is dead, and the Medical Supplies stay.
    assert "Mo rolls 2: Dead!" in seen(page)
    assert pending(page) == "jobs/assigned"
    assert len(page.view.replayed.asked) == before
    # Undo takes the change back, not the answer before it.
    page.story.setFocus()
    key("Ctrl+Z")
    assert "Mo rolls 7: Full Recovery" in seen(page)
    key("Ctrl+Y")
    assert "Mo rolls 2: Dead!" in seen(page)


def test_answers_that_no_longer_apply_are_listed_and_return(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    typed(page, "5 6")
    option(page, "Keep")
    option(page, "Keep")
    typed(page, "5")
    option(page, "Keep")
    typed(page, "2")
    option(page, "Keep")
    assert "Mo rolls 2: Arm Injury" in seen(page)
    row = story_row(page, "Mo rolls 11: Infected!")
    page.story.table.setCurrentIndex(page.story.model.index(row, 1))
    settle()
    click(page, "Change: 5+6, typed")
    typed(page, "3 3")
    assert "4 answers no longer apply, and are kept" in page.story.rest.text()
    assert "Injuries · Mo · infected · virus" in page.story.rest.text()
    page.story.setFocus()
    key("Ctrl+Z")
    assert not page.story.rest.isVisible()
    assert "Mo rolls 2: Arm Injury" in seen(page)


@pytest.mark.smoke
def test_dice_that_cannot_be_are_refused_below_those_that_lie(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    dice = page.ask_panel.dice
    assert dice is not None
    for digit in "0", "7", "9":
        key("4", digit)
        assert dice.problem.text() == f"A D6 cannot show {digit}."
        assert [place.face for place in dice.places] == [4, 0]
        key("Backspace")
    dice.use_button.click()
    assert dice.problem.text() == "2 dice are missing: type what they show."
    assert pending(page).endswith("/roll")


def test_dice_are_clicked_rolled_or_set(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    dice = page.ask_panel.dice
    find_button(page, "The die shows 3").click()
    settle()
    assert dice is not None
    assert [place.face for place in dice.places] == [3, 0]
    assert dice.so_far.text() == "= ?"
    find_button(page, "The die shows 5").click()
    settle()
    assert page.view is not None
    assert page.view.replayed.asked[-1].value == (3, 5)
    assert str(page.view.replayed.asked[-1].answer.how) == "typed"
    page.story.setFocus()
    key("Ctrl+Z")
    click(page, "Roll for me")
    assert str(page.view.replayed.asked[-1].answer.how) == "rolled"
    page.story.setFocus()
    key("Ctrl+Z")
    assert page.ask_panel.dice is not None
    page.ask_panel.dice.set_box.setChecked(True)
    typed(page, "6 6")
    assert str(page.view.replayed.asked[-1].answer.how) == "set"


def test_a_group_that_changed_meanwhile_is_said_and_never_merged_silently(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    assert page.view is not None
    sample.services.groups.write_notes(page.view.before.id, "changed")
    sample.services.changed.emit(EVERYTHING)
    settle()
    assert "has changed since this sequence began" in seen(page)
    play(page, sample)
    assert not find_button(sample.window, "Finish and update the group").isEnabled()
    click(page, "Replay on the group as it is now")
    assert "has changed since" not in seen(page)
    click(sample.window, "Finish and update the group")
    assert sample.services.workspace.group(page.view.before.id).group.notes == "changed"


def test_changed_rulings_are_said_too(sample: Session) -> None:
    from lastdays.model.switches import Switches

    page = begin(sample)
    campaign = sample.window.campaign_id
    sample.services.campaigns.set_switches(campaign, Switches(shift_dice="roll"))
    sample.services.changed.emit(EVERYTHING)
    settle()
    assert "rulings have changed since" in seen(page)
    click(page, "Replay on the group as it is now")
    assert "rulings have changed" not in seen(page)


def test_the_keyboard_goes_through_a_sequence_without_the_mouse(sample: Session) -> None:
    page = begin(sample)
    steps = 0
    while sure(page.view).pending is not None and steps < 200:
        steps += 1
        assert page.view is not None
        match page.view.pending:
            case Roll() | Sum():
                assert page.ask_panel.dice is not None
                assert focus() is page.ask_panel.dice.roll_button
                key("Space")
            case Choose():
                last = list(page.ask_panel.options.values())[-1]
                (
                    last
                    if "next" in sure(sure(page.view).pending).key
                    or "table" in page.view.pending.key
                    else focus()
                ).setFocus()
                key("Space")
            case Arrange():
                tab_to(vars(page.ask_panel.form)["go_button"])
                key("Space")
    assert page.view is not None
    assert page.view.pending is None
    assert focus() is page.review.finish_button
    key("Space")
    assert page.view.finished


def test_a_half_filled_form_is_kept(open_window: Callable[..., Session]) -> None:
    first = open_window(sample=True)
    page = begin(first)
    play(page, first, "jobs")
    ed = member_id(page, "Ed")
    assert isinstance(page.ask_panel.form, JobsForm)
    page.ask_panel.form.rows[ed][0].setCurrentText("Build")
    settle()
    sequence = page.sequence_id
    first.close()
    again = open_window()
    again.window.go(SequenceRoute(sequence))
    settle()
    assert isinstance(again.window.pages.sequence.ask_panel.form, JobsForm)
    assert again.window.pages.sequence.ask_panel.form.rows[ed][0].currentText() == "Build"


def test_a_draft_that_cannot_be_read_is_begun_afresh(sample: Session) -> None:
    page = begin(sample)
    play(page, sample, "jobs")
    ed = member_id(page, "Ed")
    for draft in ("nonsense", {ed: {"job": "sleep"}}):
        sample.services.games.draft(page.sequence_id, "jobs/assigned", draft)
        page.refresh()
        assert isinstance(page.ask_panel.form, JobsForm)
        assert page.ask_panel.form.rows[ed][0].currentText() == "Guard"


def test_the_wish_is_the_players(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    assert page.odds.wishes.currentText() == "Odds of: surviving"
    page.odds.wishes.setCurrentIndex(1)
    page.odds.wishes.activated.emit(1)
    settle()
    option_row = next(iter(page.ask_panel.options.values()), None)
    assert option_row is None  # a roll: its table has the chances
    chances = [sure(row.chance) for row in page.odds.book.rows]
    assert sum(chances) == 1
    assert page.odds.helped["full-recovery"] > chances[4]
    typed(page, "1 1")
    assert page.odds.wishes.currentText() == "Odds of: unhurt"
    told = {b.event_name for b in page.ask_panel.options.values()}
    assert told == {"unhurt"}


def correct(sample: Session, group: str, name: str) -> None:
    """Corrects the record of the first game: someone fell after all."""
    services, campaign = sample.services, sample.window.campaign_id
    game = services.workspace.campaign(campaign).campaign.games[0]
    member = next(m.id for m in services.workspace.group(group).group.members if m.name == name)
    sides = tuple(
        replace(
            s,
            appearances=tuple(
                replace(a, out=True) if a.member == member else a for a in s.appearances
            ),
        )
        for s in game.sides
    )
    services.records.record(campaign, replace(game, sides=sides))
    services.changed.emit(EVERYTHING)
    settle()


def test_a_corrected_record_is_said_and_replayed_only_when_asked_for(sample: Session) -> None:
    page = begin(sample)
    option(page, "Mo")
    assert page.view is not None
    correct(sample, page.view.before.id, "Lou")
    said = (
        "The record of game 1 was corrected after this sequence began: "
        "Lou, Out of Action: no → yes."
    )
    assert said in seen(page)
    assert pending(page).startswith("injuries/")
    click(page, "Replay with the corrected record")
    assert said not in seen(page)
    assert "Lou" in [
        o.label for o in as_a(Choose, sure(page.view.asked("injuries/next/1"))).options
    ]
    assert page.undo_names()[0] == "the replay"
    page.story.setFocus()
    key("Ctrl+Z")
    assert said in seen(page)
    assert "Lou" not in [
        o.label for o in as_a(Choose, sure(page.view.asked("injuries/next/1"))).options
    ]


def test_a_finished_sequence_says_that_its_record_was_corrected(sample: Session) -> None:
    page = begin(sample)
    play(page, sample)
    click(sample.window, "Finish and update the group")
    before = seen(page.review), seen(page.story)
    assert page.view is not None
    correct(sample, page.view.before.id, "Lou")
    assert (
        "The record of game 1 was corrected after this sequence: Lou, Out of Action: no → yes."
        in seen(page)
    )
    assert "Replay with" not in seen(page)
    assert (seen(page.review), seen(page.story)) == before


def without_a_rival(sample: Session) -> None:
    """The sample's game as one against zombies only."""
    workspace = sample.services.workspace
    (record,) = workspace.campaigns()
    (game,) = workspace.campaign(record.id).campaign.games
    sample.services.records.record(record.id, replace(game, sides=game.sides[:1]))
    sample.window.refresh()
    settle()


def test_the_screen_says_that_supplies_save_a_life_where_a_capture_is_rolled_again(
    sample: Session,
) -> None:
    without_a_rival(sample)
    page = begin(sample)
    option(page, "Mo")
    typed(page, "1 1")
    assert "100 %\nsurviving" in seen(page.odds)
    assert "Dead" not in seen(page.odds)
    option(page, "Keep 1 and 1")
    assert "100 %\nsurviving" in seen(page.odds)
    texts = [b.text() for b in page.ask_panel.options.values()]
    promised = [text.rpartition("—")[2].strip() for text in texts]
    assert promised == ["0 % surviving", "100 % surviving"]


def test_one_walk_an_ask_whatever_is_wished_for(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked = noted(monkeypatch, post_game, "walk")
    page = begin(sample)
    option(page, "Mo")
    assert len(walked) == 1
    for wish in (1, 0, 1):
        page.odds.wishes.setCurrentIndex(wish)
        page.odds.wishes.activated.emit(wish)
        settle()
    assert page.odds.wishes.currentText() == "Odds of: unhurt"
    assert len(walked) == 1
    typed(page, "1 1")
    assert len(walked) == 2


def test_what_takes_long_is_reckoned_beside_the_window(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says so meanwhile, and nothing moves when the chances come; so with each wish."""
    threads = []
    here = threading.get_ident()
    going = threading.Event()

    def slow(stake: Stake, known: dict[str, Any], most: int) -> Odds | None:
        if most != PATIENT_PLACES:
            return None
        assert going.wait(20)
        threads.append(threading.get_ident())
        return walk(stake, known, most)

    monkeypatch.setattr(post_game, "walk", slow)
    page = begin(sample)
    option(page, "Mo")
    odds = page.odds
    assert odds.note.text() == "Working it out…"
    parts = (odds.title, odds.table, odds.note, odds.wishes)
    lying = [part.geometry() for part in parts]
    going.set()
    sample.services.wait()
    settle()
    assert "with all the help" in seen(odds)
    assert odds.note.text() == ""
    assert [part.geometry() for part in parts] == lying
    assert len(threads) == 1
    assert here not in threads
    odds.wishes.setCurrentIndex(1)
    odds.wishes.activated.emit(1)
    sample.services.wait()
    settle()
    assert "unhurt" in seen(odds)
    assert len(threads) == 1


def test_what_was_reckoned_for_another_question_is_not_shown(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = threading.Event()

    def slow(stake: Stake, known: dict[str, Any], most: int) -> Odds | None:
        if most == PATIENT_PLACES:
            assert going.wait(20)
            return walk(stake, known, most)
        return None

    monkeypatch.setattr(post_game, "walk", slow)
    page = begin(sample)
    option(page, "Mo")
    typed(page, "1 1")
    shown = page.odds._ask
    going.set()
    sample.services.wait()
    settle()
    assert page.odds._ask is shown
    promised = [b.text() for b in page.ask_panel.options.values()]
    assert all("surviving" in text for text in promised)


def test_chances_that_are_too_many_are_said_to_be(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post_game, "walk", lambda *_given: None)
    page = begin(sample)
    option(page, "Mo")
    sample.services.wait()
    settle()
    assert page.odds.note.text() == "Too many possibilities to work out."
    typed(page, "3 4")
    assert "Mo's injury comes next. (3+4, typed)" in seen(page)


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
    assert page.view is not None
    given = page.view.replayed.asked[-1]
    assert given.ask.key == f"injuries/{member_id(page, 'Mo')}/roll"
    assert given.value == (2, 3)
    assert given.answer.how == ("set" if mode == "set" else "typed")


def test_a_digit_takes_the_option_it_stands_beside(sample: Session) -> None:
    page = begin(sample)
    second = list(page.ask_panel.options.values())[1]
    assert second.text().startswith("&2")
    name = second.option.label
    write("2")
    assert name in page.ask_panel.question.text()


def test_a_rolled_encounter_is_typed_as_it_lies(sample: Session) -> None:
    record = sample.window.pages.record
    sample.window.go(RecordRoute())
    settle()
    tab_to(record.roll_button)
    key("Space")
    write("3")
    key("Return")
    assert not record.roll_frame.isVisible()
    assert sample.services.catalogue.encounters[record.encounter.currentData()].number == 3
