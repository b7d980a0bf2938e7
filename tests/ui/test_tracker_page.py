"""At the table: a whole game with typed dice, by keyboard and by mouse; counters, undo, the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPointingDevice
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from lastdays.procedure.asks import Choose
from lastdays.tabletop.last_days.contact import possible_contacts
from lastdays.tabletop.last_days.shooting import possible_targets
from lastdays.tabletop.view import TokenView
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, SequenceRoute, TableRoute, TrackerRoute
from lastdays.ui.pages.deleting import DeleteDialog
from lastdays.ui.pages.table_page import GroupForm, QuickForm, SetupForm
from lastdays.ui.theme import Theme
from lastdays.ui.tracker import form as form_module, panel as panel_module, pieces
from lastdays.ui.tracker.form import Form, MoveRow
from lastdays.ui.tracker.pieces import Counter, Piece, Scale
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.parts import FoldButton, Picker
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.at_the_table import HELD_BACK, dice, go_next, named, scavengers, tap, to
from ui.hands import (
    arrive,
    choose_action,
    click,
    click_on,
    counter_of,
    do,
    find_button,
    focus,
    go,
    key,
    mark_of,
    menu_item,
    push,
    seen,
    settle,
    size,
    state_of,
    tracker_of,
    turn_wheel,
    write,
)
from ui.law import ambers
from ui.measuring import in_sight
from ui.sequences import play


def set_up(window: Window, encounter: str = "Scavengers") -> SetupForm:
    """Two sides of six, from the list of games on."""
    key("Ctrl+G")
    page = window.pages.table
    click(page, "New game")
    setup = page.setup
    setup.encounter.setCurrentIndex(setup.encounter.findText(encounter, Qt.MatchFlag.MatchContains))
    for form in setup.forms:
        setup.tabs.setCurrentIndex(setup.forms.index(form))
        assert isinstance(form, GroupForm)
        for member in form.group.members:
            if member.name in HELD_BACK[form.group.name]:
                form.switches[member.id].buttons["held-back"].click()
    return as_a(SetupForm, setup)


@pytest.fixture
def page(sample: Session) -> SessionPage:
    """A game begun, without the form of its set-up: Zeke's Truckers are side A, Carl's Crew side
    B."""
    window, services = sample.window, sample.services
    services.go(TrackerRoute(services.sessions.begin(window.campaign_id, scavengers(services))))
    page = window.pages.tracker
    choose_action(page.tools.modes, "typed")
    page.panel.ask_panel.guard_ms = 0  # hands in a test are quicker than any
    settle()
    assert isinstance(window.route, TrackerRoute)
    return as_a(SessionPage, page)


def test_the_form_of_the_set_up_gives_the_game_the_other_tests_begin_with(sample: Session) -> None:
    setup = set_up(sample.window)
    click(setup, "Back")
    click(sample.window.pages.table, "New game")  # a set-up that was left is there again
    assert setup.value() == scavengers(sample.services)
    click(sample.window.pages.table, "Begin the game")
    tracker = tracker_of(sample.window.pages.tracker)
    by_form = tracker.state
    assert isinstance(sample.window.route, TrackerRoute)
    session = sample.services.sessions.begin(tracker.campaign, scavengers(sample.services))
    assert sample.services.sessions.tracker(session).state == by_form


def card(page: SessionPage, name: str) -> Piece:
    return page.board.cards[named(page, name).id]


def press(page: SessionPage, piece: str) -> None:
    """Presses a piece on the board, by its digit where it has an odd one."""
    face = page.board.cards[piece].face
    assert face.number is not None, face.accessibleName()
    if face.number % 2:
        page.setFocus()
        key(str(face.number))
    else:
        click_on(face)


def task(page: SessionPage, label: str) -> None:
    """Presses the move that says this, by its number where it has one."""
    for piece, move in page.panel.picks.items():
        if move.label.startswith(label):
            press(page, piece)
            return
    found = [
        (n, b)
        for n, b in enumerate(page.panel.move_buttons.values(), start=1)
        if b.accessibleName().startswith(label)
    ]
    assert found, f"{label}: {[b.accessibleName() for b in page.panel.move_buttons.values()]}"
    number, made = found[0]
    if made.text().startswith(f"{number}  ") and number % 2:
        page.setFocus()
        key(str(number))
    else:
        click(page.panel, made.accessibleName())


def unfold(page: SessionPage, words: str) -> None:
    """Opens what is folded in the sheet under words that begin like this."""
    for fold in page.panel.sheet.findChildren(FoldButton):
        if fold.accessibleName().startswith(words) and not fold.open:
            push(fold)


def pick(page: SessionPage, *labels: str) -> None:
    """Presses buttons of the form that is open, or what it asks for on the board."""
    for label in labels:
        form = sure(page.panel.form)
        asked = form.presses_by_piece() if isinstance(form, Form) else {}
        piece = next((p for p, text in asked.items() if text == label), "")
        if piece:
            press(page, piece)
        else:
            click(form, label)


def act(page: SessionPage, name: str, *moves: tuple[str, tuple[int | str, ...]]) -> None:
    """Activates a model, has it do things, ends its activation."""
    task(page, f"Activate {name}")
    for move, answers in moves:
        unfold(page, "Difficult ground")
        made = next(
            b
            for b in page.panel.sheet.findChildren(QAbstractButton)
            if b.isVisible() and b.text().replace("&", "").startswith(move)
        )
        assert made.isEnabled(), f"{move}: {made.toolTip()}"
        made.setFocus()
        key("Space")
        dice(page, *answers)
    if named(page, name).on_table:
        click(page.panel.sheet, "Done")


def initiative(page: SessionPage, ours: int, theirs: int, role: str) -> None:
    task(page, "Roll for Initiative")
    dice(page, ours, theirs, role)


def shoot(page: SessionPage, name: str, target: str, *answers: int | str) -> None:
    task(page, f"{name} fires")
    pick(page, target, f"Fire at {target}")
    dice(page, *answers)


def said(page: SessionPage) -> str:
    return page.panel.outcome.text()


def test_a_game_with_typed_dice_and_every_experience_point(
    sample: Session, page: SessionPage
) -> None:
    window = sample.window
    task(page, "Roll off for the table edge")
    dice(page, 3, 5)
    assert "Carl's Crew goes first." in said(page)

    # Turn 1: the dead walk, Zeke runs and takes a token, shots are fired.
    to(page, "zombies")
    task(page, "Roll off")
    dice(page, 6, 2)
    assert "Zeke's Truckers: which zombie moves?" in seen(page.panel)
    task(page, "Move Zombie 1, 5 AP")
    assert "goes for the nearest living model in sight" in seen(page.panel)
    task(page, "Zombie 1 reaches Mo")
    dice(page, "No", 6, 1)
    assert "Mo keeps calm" in said(page)
    click(page.panel.sheet, "Done")
    for zombie in ("Zombie 2", "Zombie 3"):
        task(page, f"Move {zombie}")
        click(page.panel.sheet, "Done")
    assert "Every zombie has moved." in seen(page.panel)
    go_next(page)
    initiative(page, 5, 1, "Aggressor")
    assert page.board.panels["A"].head.view.spoken == "Zeke's Truckers · Aggressor"
    act(page, "Zeke", ("Run", ("2 AP",)), ("Interact", ("Pick up a Supply Token",)))
    assert (named(page, "Zeke").carries, named(page, "Zeke").noise) == ("token", 1)
    assert "11 have not acted" in page.bar.waiting.whole
    act(page, "Carl", ("Locked and Loaded", ()))
    assert named(page, "Carl").locked
    to(page, "shooting")
    shoot(page, "Carl", "Zeke", 6, 1)
    assert "Zeke takes 1 damage." in said(page)
    shoot(page, "Lou", "Zombie 2", 6, 5)
    to(page, "close-quarters")
    task(page, "Mo attacks")
    assert "CQC" in seen(page.panel.form)
    pick(page, "Attack")
    dice(page, 6, 1, 6)
    assert [z.name for z in state_of(page).zombies] == ["Zombie 3"]
    to(page, "end")
    assert "The turn is over." in seen(page.panel)

    # Turn 2: Zeke leaves with his token.
    to(page, "action")
    assert "Turn 2" in seen(page.bar)
    initiative(page, 6, 1, "Aggressor")
    act(page, "Zeke", ("Leave the table", ()))
    assert named(page, "Zeke").away
    task(page, "Zeke's Truckers: who leads now?")
    if page.panel.ask_box.isVisible():
        dice(page, as_a(Choose, page.panel.ask_panel.ask).options[0].label)
    to(page, "end")

    # Turn 3: Carl's Crew loses Kit and gives up.
    to(page, "noise")
    to(page, "action")
    initiative(page, 6, 1, "Aggressor")
    kit = counter_of(card(page, "Kit"), "damage")
    kit.setFocus()
    key("Shift+Space")
    assert named(page, "Kit").out
    page.choose(named(page, "Kit").id)
    settle()
    click(page.panel.sheet, "Taken Out of Action by…")
    pick(page, "Ed")
    to(page, "end")
    task(page, "Breaking Point: Carl's Crew")
    dice(page, "Give up and flee")
    assert "Zeke's Truckers has won" in seen(page.panel)

    # The end: everything that was counted is in the record and in the sequence.
    task(page, "End the game")
    words = seen(page.panel.form)
    assert "Lou: 1 zombie" in words
    assert "Ed: 1 rival" in words
    click(page.panel.form, "Record and start post-game")
    assert isinstance(window.route, SequenceRoute)
    sequence = window.pages.sequence
    campaign = sample.services.workspace.campaign(sure(tracker_of(page).campaign)).campaign
    ours, theirs = campaign.games[-1].sides
    ids = {f.name: f.member for f in state_of(page).figures()}
    assert (ours.won, theirs.broke) == (True, True)
    tokens = [(t.fate, t.member) for t in ours.tokens]
    assert tokens == [("carried", ids["Zeke"]), *[("claimed", "")] * 4]
    assert sure(theirs.appearance(ids["Kit"])).out_by == ids["Ed"]
    assert sure(ours.appearance(ids["Pip"])).part == "held-back"
    play(sequence, sample, "gear")
    story = [t.text.lower() for t in sure(sequence.view).replayed.story]
    for name, deed in (("zeke", "token"), ("lou", "zombie"), ("mo", "zombie"), ("ed", "rival")):
        assert any(x.startswith(f"{name} gains ") and deed in x for x in story), name


@pytest.mark.smoke
def test_counters_and_marks_by_mouse_and_keyboard_each_tap_undone(
    page: SessionPage, sample: Session
) -> None:
    window = sample.window
    noise = counter_of(card(page, "Mo"), "noise")
    tap(noise)
    tap(noise)
    assert noise.text() == "2"
    tap(noise, right=False)
    assert noise.text() == "1"
    tap(noise, shift=True)
    assert named(page, "Mo").noise == 6
    assert window.undo_action.text() == "Undo: Mo +5 noise"
    key("Ctrl+Z")
    assert named(page, "Mo").noise == 1
    assert window.redo_action.text() == "Redo: Mo +5 noise"
    noise.setFocus()
    key("+")
    key("Shift+Space")
    assert named(page, "Mo").noise == 7
    key("-", "Shift+Backspace")
    assert named(page, "Mo").noise == 1
    key("Ctrl+Shift+Z")
    assert named(page, "Mo").noise == 1
    for _n in range(8):
        key("Ctrl+Z")
    assert named(page, "Mo").noise == 0
    mark = mark_of(card(page, "Zeke"), "locked")
    click_on(mark)
    assert named(page, "Zeke").locked
    assert mark.accessibleName() == "Zeke, Locked and Loaded: yes"
    mark.setFocus()
    key("Space")
    assert not named(page, "Zeke").locked


@pytest.mark.parametrize(("touch", "steps"), [(False, [5]), (True, [-1])])
def test_a_long_press_counts_five_and_a_finger_takes_one_off(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, touch: bool, steps: list[int]
) -> None:
    monkeypatch.setattr(pieces, "LONG_MS", 1)
    noise = Counter(Scale(Theme()), TokenView("A1", "noise", "Noise", 0))
    device = QTest.createTouchDevice() if touch else QPointingDevice.primaryPointingDevice()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(noise.rect().center())
    kind = QEvent.Type.MouseButtonPress
    with qtbot.waitSignal(noise.stepped) as told:
        QApplication.sendEvent(noise, QMouseEvent(kind, at, at, left, left, none, device))
    assert told.args == steps


def test_the_keyboard_walks_over_all_counters_and_marks(page: SessionPage) -> None:
    page.setFocus()
    seen_names = set()
    key("Down")
    for turn in range(14):
        for _step in range(16):
            seen_names.add(focus().accessibleName().split(":")[0].rstrip("0123456789/ "))
            key(("Right", "Left")[turn % 2])
        key("Down")
    for name in ("Zeke, Damage", "Zeke, Revolver", "Carl, Noise", "Zombie 3, Knockback"):
        assert name in seen_names, sorted(seen_names)
    page.choose(named(page, "Carl").id)
    page.setFocus()
    key("N")
    assert focus() is counter_of(card(page, "Carl"), "noise")
    key("D")
    assert focus() is counter_of(card(page, "Carl"), "damage")
    key("Z")
    assert focus().accessibleName() == "Zombie 1, Knockback 0"


def test_next_cannot_be_tapped_twice_at_once(page: SessionPage) -> None:
    button = page.bar.next_button
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
    click_on(button)
    assert state_of(page).table.phase == "zombies"  # nobody made noise, nobody fired
    key("Ctrl+Z")
    assert state_of(page).table.phase == "setup"


def test_an_open_roll_blocks_next_is_undone_with_its_dice_and_can_be_dropped(
    page: SessionPage, sample: Session
) -> None:
    to(page, "action")
    task(page, "Roll for Initiative")
    dice(page, 4, 5)
    assert not page.bar.next_button.isEnabled()
    assert "A roll is unfinished" in seen(page)
    key("Ctrl+Z")
    assert "This also undoes these dice: 4, 5 typed." in sample.window.toast.text.text()
    assert "D6 + 6" in seen(page.panel)
    click(page.panel, "Cancel this roll")
    assert state_of(page).open is None
    assert page.bar.next_button.isEnabled()


def test_closed_and_opened_again_the_game_stands_as_it_was(
    sample: Session, page: SessionPage, open_window: Callable[..., Session]
) -> None:
    tap(counter_of(card(page, "Mo"), "noise"))
    to(page, "noise")
    before = tracker_of(page).state
    session = tracker_of(page).id
    menu_item(page.tools.more_button, "Leave the table")
    assert isinstance(sample.window.route, TableRoute)
    assert "on the table" in seen(sample.window.pages.table)
    sample.close()
    again = open_window()
    again.window.go(TableRoute())
    again.window.pages.table.played.table.setFocus()
    key("Return")
    page = again.window.pages.tracker
    assert tracker_of(page).id == session
    assert tracker_of(page).state == before
    assert again.window.undo_action.text() == "Undo: Turn 1, Menace: noise"


def test_the_log_by_turn_looking_back_and_going_back(page: SessionPage) -> None:
    noise = counter_of(card(page, "Mo"), "noise")
    for _n in range(3):
        tap(noise)
    to(page, "noise")
    click(page.bar, "Log")
    words = seen(page.log)
    assert "Mo +3 noise (3 taps)" in words
    table_view = page.log.table
    table_view.setFocus()
    key("Up")
    assert "1 tap ago" in seen(page.log)
    assert not page.bar.next_button.isEnabled()
    click(page.log, "Go back to here")
    assert state_of(page).table.phase == "setup"
    assert named(page, "Mo").noise == 3
    click(page.log, "Forward to the latest tap")
    assert state_of(page).table.phase == "noise"
    click(page.log, "Close the log")
    assert page.arrangement.side.isVisible()


def test_three_levels_of_help(page: SessionPage) -> None:
    to(page, "action")
    assert page.panel.move_buttons

    def level(name: str) -> str:
        menu_item(page.tools.more_button, name)
        page.choose(named(page, "Zeke").id)
        settle()
        return seen(page.panel)

    words = level("with dice")
    assert "Activate" in words
    assert "Roll for Initiative" not in words
    words = level("tokens only")
    assert "Activate" not in words
    assert "Leads" in words or "Leaves the table" in words
    assert not any(a.isVisible() for a in page.tools.modes.actions())
    click(page.bar, "Log")
    assert not any(a.isVisible() for a in page.tools.modes.actions())
    click(page.log, "Close the log")
    to(page, "end")
    go_next(page)
    go_next(page)
    assert state_of(page).table.phase == "action"  # Menace is one step


@pytest.mark.parametrize("level", ["with dice", "tokens only"])
def test_next_is_amber_where_nothing_else_is_led_to(page: SessionPage, level: str) -> None:
    menu_item(page.tools.more_button, level)
    assert ambers(as_a(Window, page.window())) == [page.bar.next_button]


def test_the_number_stands_there_before_a_die_is_thrown(page: SessionPage) -> None:
    to(page, "action")
    initiative(page, 6, 1, "Defender")
    to(page, "shooting")
    task(page, "Zeke fires")
    form = sure(page.panel.form)
    assert "Choose a target." in seen(form)
    assert isinstance(form, Form)
    assert not form.act_buttons["fire"].isEnabled()
    card(page, "Carl").face.press()  # his card is as good as his button
    assert "4 or more · 50 %" in seen(form)
    pick(page, "in cover")
    assert "5 or more · 33 %" in seen(form)
    assert "target in cover or behind a Riot Shield −1" in seen(form)
    pick(page, "Zombie 1", "in the open")
    assert "3 or more · 67 %" in seen(form)
    key("Escape")
    assert page.panel.form is None


def test_the_window_opposite_follows_every_tap(page: SessionPage) -> None:
    click(page.bar, "Opponent's view")
    other = sure(page.second_screen)
    assert page.bar.steps.accessibleName() == "Phase: Before the game"
    assert page.bar.turn.whole == "Before the game"
    assert other.head().startswith("Before the game · ")
    assert "Mo: AP" in other.words()
    page.activateWindow()
    go_next(page, mouse=True)
    assert page.bar.steps.accessibleName() == "Phase: Menace: zombies"
    assert other.head().startswith("Turn 1, Menace: zombies · ")
    tap(counter_of(card(page, "Mo"), "noise"))
    assert next(x for x in other.words().splitlines() if x.startswith("Mo")).endswith("Noise 1")
    upright = other.grab().toImage()
    QTest.keyClick(other, Qt.Key.Key_R)
    assert other.grab().toImage() != upright
    other.close()


def test_zombies_and_things_are_placed_and_named(page: SessionPage) -> None:
    click(page.board, "Add zombie")
    assert "Zombies 4/20" in seen(page.board)
    do(page, "place", sort="door")
    assert "Door 1" in seen(page.board)
    page.choose("Z1")
    settle()
    unfold(page, "Change by hand")
    click(page.panel.sheet, "Rename…")
    write("The <b>Bride</b>")
    key("Return")
    assert page.board.cards["Z1"].view.title == "The <b>Bride</b>"


def test_a_side_of_no_campaign_is_made_in_a_minute_and_ends_in_a_summary(
    session: Session, tmp_path: Path
) -> None:
    """Whatever is taken away before the game is brought back."""
    window = session.window
    page = go(window, TableRoute())
    click(page, "New game")
    setup = page.setup

    def models(side: int) -> list[str]:
        return [m.name for m in as_a(QuickForm, setup.forms[side]).members]

    for side in range(2):
        setup.add_quick()
        form = as_a(QuickForm, setup.forms[side])
        for name in ("Al", "Bo", "Cy"):
            form.model_name.setText(name)
            form.add_button.click()
        settle()
        assert setup.together.isVisible() == (side == 1)
    assert "Gang" in seen(setup) or "Cop" in seen(setup)
    click(setup, "Remove Al")
    assert models(1) == ["Bo", "Cy"]
    click(setup, "Restore Al")
    assert models(1) == ["Al", "Bo", "Cy"]
    click(setup, "Remove this side")
    assert len(setup.forms) == 1
    click(setup, "Restore Side 2")
    assert models(1) == ["Al", "Bo", "Cy"]
    assert not setup.back_button.isVisible()
    click(setup, "Begin the game")
    tracker = window.pages.tracker
    assert tracker_of(tracker).campaign is None
    assert len(state_of(tracker).figures()) == 6
    go_next(tracker)
    menu_item(tracker.tools.more_button, "End the game…")
    end_form = sure(tracker.panel.form)
    assert "nobody has won" in seen(end_form)
    for name in ("summary.txt", "summary.pdf"):
        assert tracker.save_summary(tmp_path / name)
    text = (tmp_path / "summary.txt").read_text(encoding="utf-8")
    assert "Side 1 against Side 2 · turn 1" in text
    assert "Turn 1, Menace: zombies." in text
    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    tracker.print_summary(printer)
    arrive(session)
    assert "Sent to the printer." in window.toast.text.text()
    for name in ("summary.pdf", "printed.pdf"):
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")
    click(end_form, "End the game")
    assert "ended" in seen(page)


def test_in_the_smallest_window_board_and_panel_take_turns(
    page: SessionPage, sample: Session
) -> None:
    size(sample, 1280, 720, 200)
    assert not page.board.isVisible()
    click(page.bar, "Board")
    assert page.board.isVisible()
    assert not page.arrangement.side.isVisible()
    assert in_sight(page.bar.next_button).size() == page.bar.next_button.size()


def test_the_same_key_again_never_ends_an_activation_or_the_phase(page: SessionPage) -> None:
    to(page, "action")
    task(page, "Roll for Initiative")
    page.panel.ask_panel.guard_ms = 10_000  # as quick as a double press
    for _n in range(2):
        die = sure(page.panel.ask_panel.dice).faces[3]
        click_on(die)
    assert len(sure(state_of(page).open).answers) == 0
    page.panel.ask_panel.guard_ms = 0
    dice(page, 6, 1, "Aggressor")
    task(page, "Activate Zeke")
    page.panel.ask_panel.guard_ms = 10_000
    key("Space")
    assert state_of(page).table.active == named(page, "Zeke").id
    move = find_button(page.panel.sheet, "Move, 1 AP an inch")
    move.setFocus()
    key("Space", "Space", "Return")
    assert (named(page, "Zeke").ap, tracker_of(page).is_open) == (6, True)  # asked, not answered
    page.panel.ask_panel.guard_ms = 0
    dice(page, "1″")
    page.panel.ask_panel.guard_ms = 10_000
    key("Space", "Return")
    assert named(page, "Zeke").ap == 5
    assert state_of(page).table.active == named(page, "Zeke").id
    choose_action(page.tools.levels, "tokens")
    settle()
    find_button(page.panel.sheet, "Picks up a Supply Token").setFocus()
    for _n in range(4):
        page.bar.accept_taps()
        key("Space")
    assert named(page, "Zeke").carries == "token"
    assert state_of(page).table.phase == "action"


def test_nothing_that_is_hidden_is_answered(page: SessionPage) -> None:
    """Neither behind the log nor behind a form that undo leaves open."""
    to(page, "action")
    initiative(page, 6, 1, "Aggressor")
    click(page.bar, "Log")
    key("Ctrl+Z")
    key("Space")
    assert state_of(page).open is not None
    assert state_of(page).table.aggressor == ""
    click(page.log, "Close the log")
    click(page.panel, "Cancel this roll")
    to(page, "shooting")
    tap(counter_of(card(page, "Mo"), "noise"))
    page.open_form("shot", named(page, "Zeke").id)
    key("Ctrl+Z")
    assert named(page, "Mo").noise == 0
    key("Space")
    assert state_of(page).table.phase == "shooting"


def fire(page: SessionPage, shooter: str, target: str) -> None:
    page.open_form("shot", named(page, shooter).id)
    pick(page, target)
    push(as_a(Form, page.panel.form).act_buttons["fire"])
    assert tracker_of(page).is_open


def test_a_shot_that_was_undone_does_not_open_its_form_with_the_next_tap(
    page: SessionPage,
) -> None:
    to(page, "shooting")
    fire(page, "Zeke", "Bea")
    key("Ctrl+Z")
    assert not tracker_of(page).is_open
    tap(counter_of(card(page, "Mo"), "noise"))
    assert page.panel.form is None
    fire(page, "Zeke", "Bea")
    key("Ctrl+Z")
    key("Ctrl+Y")
    assert tracker_of(page).is_open


def test_who_is_gone_is_no_target_and_a_digit_does_nothing_where_nobody_is(
    page: SessionPage,
) -> None:
    to(page, "shooting")
    page.open_form("shot", named(page, "Zeke").id)
    form = as_a(Form, page.panel.form)
    pick(page, "Bea")
    do(page, "out", figure=named(page, "Bea").id, by="")
    assert "Choose a target." in seen(page.panel.form)
    assert not form.act_buttons["fire"].isEnabled()
    for figure in state_of(page).standing("B"):
        do(page, "leave", figure=figure.id)
    for zombie in state_of(page).zombies:
        do(page, "zombie-down", zombie=zombie.id, by="")
    page.open_form("shot", named(page, "Zeke").id)
    settle()
    assert "There's nobody to shoot at." in seen(page.panel.form)
    key("1", "2")
    assert page.panel.form is not None
    assert not named(page, "Zeke").fired


def test_a_press_that_slides_off_a_counter_counts_nothing(page: SessionPage) -> None:
    damage = counter_of(card(page, "Zeke"), "damage")
    where = QPoint(damage.width() - 8, damage.height() // 2)
    QTest.mousePress(damage, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    QTest.mouseMove(damage, QPoint(damage.width() + 60, 10))
    settle()
    assert not any(timer.isActive() for timer in damage.findChildren(QTimer))
    QTest.mouseRelease(damage, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    assert named(page, "Zeke").damage == 0


def test_the_sides_and_the_table_by_hand(page: SessionPage) -> None:
    to(page, "action")
    page.board.panels["B"].head.face.press()
    settle()
    click(page.panel.sheet, "Is the Aggressor")
    assert state_of(page).table.aggressor == "B"
    click(page.panel.sheet, "Broke and fled")
    assert state_of(page).team("B").broke
    assert "BROKE" in page.board.panels["B"].head.view.spoken
    click(page.board, "Table state")
    counter = page.panel.sheet.counters["table", "tokens"]
    tap(counter, right=False)
    assert state_of(page).table.tokens == 4
    click(page.panel.sheet, "Shooting")
    assert state_of(page).table.phase == "shooting"


def test_a_game_that_is_on_is_a_key_away_until_it_is_deleted(
    page: SessionPage, window: Window
) -> None:
    assert page.awake.on  # the desktop's screen
    key("F1")
    click(window, "Back")
    assert isinstance(window.route, TrackerRoute)
    assert not window.toast.isVisible()
    go(window, CampaignRoute())
    key("Ctrl+G")
    assert isinstance(window.route, TrackerRoute)
    menu_item(page.tools.more_button, "Leave the table")
    assert not page.awake.on
    window.pages.table.played.table.setFocus()
    click(window.pages.table, "Delete")
    click(sure(window.findChild(DeleteDialog)), "Delete this game")
    window.activateWindow()  # as a window manager does when a dialog closes
    settle()
    assert focus() is window.pages.table.first_button
    assert "No game has been played here yet" in seen(window.pages.table)
    key("Ctrl+G")
    assert isinstance(window.route, TableRoute)
    click(window.pages.table, "Restore Scavengers: Zeke's Truckers against Car…")
    assert "Scavengers" in seen(window.pages.table)


def down(page: SessionPage, zombie: str) -> None:
    click_on(sure(page.board.cards[zombie].deed))


def test_a_digit_at_a_question_or_a_pick_chooses_there_and_nothing_is_dropped(
    page: SessionPage,
) -> None:
    to(page, "action")
    initiative(page, 6, 1, "Aggressor")
    task(page, "Activate Zeke")
    click(page.panel.sheet, "Move, 1 AP an inch")
    page.panel.setFocus()
    key("3")
    assert named(page, "Zeke").ap == 3
    click(page.panel.sheet, "In contact…")
    names = list(as_a(Form, page.panel.form).presses_by_piece().values())
    page.setFocus()
    key("2")
    assert state_of(page).in_contact_with(named(page, "Zeke").id) == (named(page, names[1]).id,)
    unfold(page, "Difficult ground, Climb")
    click(page.panel.sheet, "Falls…")
    page.setFocus()
    key("0", "9")
    ask = page.panel.ask_panel
    assert "D6 + 9" in seen(page.panel)
    page.panel.setFocus()
    key("5")
    assert sure(ask.dice).places[0].face == 5
    assert page.chosen == named(page, "Zeke").id
    key("Return")
    assert named(page, "Zeke").out


def test_a_digit_in_the_form_of_a_shot_is_a_target(page: SessionPage) -> None:
    to(page, "shooting")
    page.open_form("shot", named(page, "Zeke").id)
    form = as_a(Form, page.panel.form)
    second = list(form.presses_by_piece())[1]
    page.setFocus()
    key("2")
    assert page.panel.form is form
    assert form.values["target"] == second
    assert form.act_buttons["fire"].isEnabled()
    key("5")  # a digit is a die now, and lies there until Enter fires with it
    assert (form.values["target"], form.laid) == (second, 5)
    key("Escape")
    assert (page.panel.form, form.laid) == (form, 0)
    key("6", "Return")
    assert page.panel.form is not form
    assert tracker_of(page).timeline.entries[-1].event.dice[-1].value == 6


def test_a_shot_is_heard_with_what_it_needs(
    page: SessionPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the form is for, what is chosen in it, and the number needed whenever it changes."""
    to(page, "shooting")
    settle()
    told: list[str] = []
    for module in (panel_module, form_module):
        monkeypatch.setattr(module, "announce", lambda _widget, text: told.append(text))
    page.open_form("shot", named(page, "Zeke").id)
    settle()
    assert told == ["Who does Zeke fire at?", "Choose a target."]
    target = next(iter(as_a(Form, page.panel.form).presses_by_piece()))
    press(page, target)
    assert told[2:] == [as_a(Form, page.panel.form).number.text()]
    assert "or more" in told[2]
    press(page, target)
    assert len(told) == 3, "it is the same number"


@pytest.mark.smoke
def test_a_zombie_is_put_down_with_one_tap_by_whoever_fires(page: SessionPage) -> None:
    choose_action(page.tools.levels, "tokens")
    to(page, "shooting")
    page.setFocus()
    tap(counter_of(card(page, "Lou"), "ammo"))
    deed = sure(page.board.cards["Z2"].deed)
    assert deed.accessibleName() == "Zombie 2: put down by Lou"
    down(page, "Z2")
    assert said(page) == "Zombie 2 is put down by Lou"
    assert named(page, "Lou").zombies == 1
    assert "Z2" not in page.board.cards
    key("Ctrl+Z")
    assert named(page, "Lou").zombies == 0
    assert [i for i in page.board.cards if i.startswith("Z")] == ["Z1", "Z2", "Z3"]
    key("Ctrl+Shift+Z")
    assert named(page, "Lou").zombies == 1


def test_whoever_acts_is_shown_again_and_whoever_does_not_no_more(page: SessionPage) -> None:
    """After undo and where the game is opened anew; one button alone is amber."""
    to(page, "action")
    initiative(page, 6, 1, "Aggressor")
    do(page, "mark", piece=named(page, "Carl").id, name="locked")
    task(page, "Activate Zeke")
    key("Ctrl+Z")
    assert "Zeke's Truckers: who acts?" in seen(page.panel)
    assert page.panel.sheet.isHidden()
    key("Ctrl+Y")
    assert "Zeke acts" in seen(page.panel)
    session = tracker_of(page).id
    page.forget_subject()
    as_a(Window, page.window()).go(TrackerRoute(session))
    settle()
    assert "Zeke acts" in seen(page.panel)
    assert find_button(page.panel, "Done").property("kind") == "first"
    locked = find_button(page.panel, "Carl spends Locked and Loaded…")
    assert "first" not in locked.property("kind")
    page.choose(named(page, "Carl").id)  # a look at another
    assert "Zeke acts" in seen(page.panel.sheet)
    key("Escape")
    assert "Zeke acts" in seen(page.panel.sheet)


# Before a game: who attacks, where everything goes, and what may be added


def choose_entry(box: Picker, text: str) -> None:
    """Chooses an entry of a combo box as a click on it would."""
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


def begin_set_up(window: Window) -> SessionPage:
    click(window.pages.table, "Begin the game")
    page = window.pages.tracker
    choose_action(page.tools.modes, "typed")
    page.panel.ask_panel.guard_ms = 0
    return as_a(SessionPage, page)


def test_who_attacks_is_rolled_at_the_table_undone_and_redone(sample: Session) -> None:
    window = sample.window
    setup = set_up(window, "Home Defense")
    assert "The sides roll off to see who attacks. (p.\u00a0101)" in seen(setup)
    assert setup.defender.picker.currentText() == "Roll off at the table"
    page = begin_set_up(window)
    assert "Who attacks is not decided yet" in page.bar.waiting.whole
    assert [t.role for t in state_of(page).teams] == ["", ""]
    task(page, "Roll off: who attacks?")
    dice(page, 2, 5)
    assert "Carl's Crew attacks, Zeke's Truckers defends." in page.panel.outcome.text()
    team = state_of(page).team("A")
    assert (team.role, team.breaks, team.carries_off) == ("defender", False, False)
    assert "The defenders deploy within 4″ of the Refuge." in seen(page.panel)
    assert page.bar.waiting.whole == ""
    key("Ctrl+Z")
    assert state_of(page).team("A").role == ""
    key("Ctrl+Shift+Z")
    assert state_of(page).team("A").role == "defender"


def test_the_defender_can_be_said_by_hand_before_the_game_only(sample: Session) -> None:
    key("Ctrl+G")
    click(sample.window.pages.table, "New game")
    setup = sample.window.pages.table.setup
    choose_entry(setup.encounter, "1 · Bushwhack")
    first = as_a(GroupForm, setup.forms[0])
    assert set(first.parts.values()) == {"deployed", "held-back"}
    choose_entry(setup.defender.picker, "Roll off at the table")
    assert set(first.parts.values()) == {"deployed"}
    page = begin_set_up(sample.window)
    page.board.panels["A"].head.face.press()
    settle()
    click(page.panel.sheet, "Is the defender")
    state = state_of(page)
    assert state.standing("A")[0].name == "Zeke"
    assert len(state.standing("A")) == 3  # the Leader and two; the rest may still come
    assert {f.part for f in state.figures("A") if not f.on_table} == {"held-back"}
    go_next(page)
    page.board.panels["B"].head.face.press()
    settle()
    assert "Is the defender" not in seen(page.panel.sheet)


@pytest.mark.smoke
def test_a_fifth_side_is_not_offered(sample: Session) -> None:
    setup = set_up(sample.window)
    setup.add_quick()
    setup.add_quick()
    assert not setup.quick_button.isEnabled()
    assert setup.quick_button.toolTip() == "A game needs one to four sides."
    setup.toggle_group(as_a(GroupForm, setup.forms[0]).group.id)
    assert setup.quick_button.isEnabled()


def test_a_part_is_taken_with_one_press_and_the_meter_follows(sample: Session) -> None:
    setup = set_up(sample.window)
    form = as_a(GroupForm, setup.forms[0])
    setup.tabs.setCurrentIndex(0)
    settle()
    assert seen(form.meter).split("\n") == ["Deployed", "6/8", "Held back or missing", "2/8"]
    leader, switch = form.group.leader, form.switches[form.group.leader]
    QTest.mouseClick(switch.buttons["missing"], Qt.MouseButton.LeftButton)
    assert form.parts[leader] == "missing"
    assert seen(form.meter).split("\n") == ["Deployed", "5/8", "Held back or missing", "3/8"]
    key("Left", "Left")
    assert form.parts[leader] == "deployed"
    turn_wheel(switch, -1)
    assert form.parts[leader] == "deployed"


def test_dice_that_are_compared_lie_in_one_panel(page: SessionPage) -> None:
    to(page, "action")
    task(page, "Roll for Initiative")
    words = seen(page.panel.ask_panel)
    assert "Both roll." in words
    assert "Initiative, Zeke of Zeke's Truckers: D6 + 6." in words
    assert "Initiative, Carl of Carl's Crew: D6 + 7." in words
    panel = sure(page.panel.ask_panel.dice)
    key("6")
    assert [throw.so_far.text() for throw in panel.throws] == ["+ 6 = 12", "+ 7 = ?"]
    assert "12 to beat" in seen(page.panel.ask_panel)
    key("1")
    assert [throw.so_far.text() for throw in panel.throws] == ["+ 6 = 12", "+ 7 = 8"]
    assert "to beat" not in seen(page.panel.ask_panel)
    assert state_of(page).open is not None
    key("Return")
    assert "has the Initiative" in seen(page.panel.ask_panel)
    key("Ctrl+Z")
    assert "Both roll." in seen(page.panel.ask_panel), "one step back, whoever rolled"


def activated(page: SessionPage) -> None:
    """Has Carl act, whose side is the Aggressor."""
    to(page, "action")
    task(page, "Roll for Initiative")
    dice(page, 2, 5, "Aggressor")
    key("1")
    assert "Carl acts" in seen(page.panel.sheet)


def test_who_acts_stays_in_the_panel_until_done(page: SessionPage) -> None:
    activated(page)
    press_on = page.board.cards[named(page, "Mo").id].face
    click_on(press_on)
    assert "Carl acts" in seen(page.panel.sheet)
    assert "Mo" in seen(page.panel.beside)
    key("1")
    assert "Carl, Move: how many inches?" in seen(page.panel)
    key("1")
    assert page.panel.beside.isHidden(), "Carl is who was pressed last"
    click_on(press_on)
    key("Escape")
    assert page.panel.beside.isHidden()
    click_on(press_on)
    click(page.panel.sheet, "Done")
    assert page.panel.beside.isHidden()


def test_what_cannot_be_done_now_says_why_where_it_stands(page: SessionPage) -> None:
    activated(page)
    for _inch in range(5):
        key("1")
        key("1")
    row = as_a(MoveRow, find_button(page.panel.sheet, "Interact"))
    assert not row.isEnabled()
    assert row.reason == "3 Action Points needed"
    assert row.height() > as_a(MoveRow, find_button(page.panel.sheet, "Run")).height()


def test_a_game_that_is_taken_up_again_shows_what_it_showed(
    sample: Session, page: SessionPage
) -> None:
    activated(page)
    click_on(page.board.cards[named(page, "Mo").id].face)
    before = seen(page.panel)
    session = tracker_of(page).id
    begin_other = sample.services.sessions.begin(
        sample.window.campaign_id, scavengers(sample.services), "guided"
    )
    go(sample.window, TrackerRoute(begin_other))
    assert "Carl acts" not in seen(page.panel)
    go(sample.window, TrackerRoute(session))
    assert seen(page.panel) == before


# Alone, and together against the zombies


def test_a_game_alone_is_led_and_lost_at_the_table(sample: Session) -> None:
    setup = set_up(sample.window, "Home Defense")
    assert setup.together.isVisible()
    carl = list(setup.groups.buttons)[1]
    setup.toggle_group(carl)
    settle()
    assert not setup.together.isVisible()
    assert "alone, against zombies" not in seen(setup)
    assert "roll off" not in seen(setup).lower()
    assert setup.defender.caption.text() == "Role:"
    choose_entry(setup.defender.picker, "Defends")
    page = begin_set_up(sample.window)
    assert state_of(page).team("A").role == "defender"
    assert not state_of(page).team("A").breaks
    assert "roll off" not in seen(page.panel).lower()
    page.tools.end_action.trigger()
    settle()
    form = sure(page.panel.form)
    assert "How did it end?" in seen(form)
    push(form.choosers["result"].buttons["lost"])
    click(form, "Record and review")
    game = sample.services.workspace.campaign(sample.window.campaign_id).campaign.games[-1]
    assert [(side.won, side.lost) for side in game.sides] == [(False, True)]


def test_sides_that_play_together_are_nobodys_enemies(sample: Session) -> None:
    setup = set_up(sample.window, "Scavengers")
    push(setup.together)
    page = begin_set_up(sample.window)
    assert state_of(page).table.together
    assert "Roll off" not in seen(page.panel)
    mo = named(page, "Mo")
    assert [i for i in possible_contacts(state_of(page), mo.id) if i.startswith("B")] == []
    assert [
        i for i in possible_targets(state_of(page), named(page, "Lou")) if i.startswith("B")
    ] == []
    page.open_form("out", mo.id)
    assert "Bea" not in seen(page.panel.form)
    key("Escape")
    do(page, "mark", piece="A", name="broke")
    page.tools.end_action.trigger()
    settle()
    form = sure(page.panel.form)
    push(form.choosers["result"].buttons["won"])
    click(form, "Record and review")
    game = sample.services.workspace.campaign(sample.window.campaign_id).campaign.games[-1]
    assert game.together
    assert [side.won for side in game.sides] == [True, True]


def test_a_line_of_ones_own_stands_in_the_log(
    sample: Session, page: SessionPage, open_window: Callable[..., Session]
) -> None:
    to(page, "action")
    page.tools.write_action.trigger()
    dialog = sure(page.naming)
    click(dialog, "Write it")
    assert "Write something first." in seen(dialog)
    dialog.field.setText("<b>@A1</b> hears a {radio} on the roof & laughs")
    click(dialog, "Write it")
    line = "<b>@A1</b> hears a {radio} on the roof & laughs"
    assert page.panel.outcome.text() == line
    sample.window.activateWindow()
    settle()
    click(page.bar, "Log")
    assert line in seen(page.log)
    key("Ctrl+Z")
    assert line not in seen(page.log)
    key("Ctrl+Shift+Z")
    session = tracker_of(page).id
    sample.close()
    again = open_window()
    again.window.go(TrackerRoute(session))
    click(again.window.pages.tracker.bar, "Log")
    assert line in seen(again.window.pages.tracker.log)
