"""The keyboard goes on to what is due next: never to Undo, never out of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from lastdays.campaign.changed import EVERYTHING
from lastdays.devtools import screens
from lastdays.procedure.asks import Arrange, Ask, Choose, Draw, Option, Report, Roll, Sum
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.state import State
from lastdays.ui.app import Session
from lastdays.ui.forms import ask_panel
from lastdays.ui.forms.ask_panel import AskPanel, OptionButton, digits_of
from lastdays.ui.models.rows import row_after_change
from lastdays.ui.navigation import (
    AftermathRoute,
    BoardRoute,
    GroupRoute,
    RecordRoute,
    SettingsRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.shell.palette import Palette
from lastdays.ui.tracker import panel as panel_module
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.pieces import Face
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.window import Window
from store.exercise import edit_group
from sure import as_a, sure
from ui.at_the_table import to
from ui.crowds import begin
from ui.hands import (
    find_button,
    focus,
    go,
    key,
    push,
    sequence_until,
    settle,
    tab_to,
    tracker_of,
    write,
)
from ui.law import ambers, digit, press
from ui.measuring import in_sight
from ui.sequences import begin as begin_sequence

Role = QAccessible.Role
#: What a screen reader has nothing to say of.
BARE = (Role.NoRole, Role.Client, Role.Pane, Role.Grouping, Role.Window, Role.ScrollBar)
#: What an ask is answered with.
ANSWERING = (Role.Button, Role.EditableText, Role.Table, Role.ComboBox)


def press_space(page: SessionPage) -> None:
    """One more thing done with nothing but Space, from where the keyboard is; what cards and dice on
    the table show is told by its digit."""
    page.bar.accept_taps()
    form = page.panel.form
    if isinstance(form, Form):
        form.take_focus()
    told = page.panel.ask_box.isVisible() and isinstance(page.panel.ask_panel.ask, Report)
    key("1" if told else "Space")


def due(page: SessionPage) -> bool:
    """Whether the keyboard is at what is due: the ask, the form, a move, else Next."""
    panel, at = page.panel, focus()
    if panel.ask_box.isVisible():
        return panel.ask_box.isAncestorOf(at) and at is not panel.drop_button
    if isinstance(at, Face) and at.number is not None:
        return True
    if panel.form is not None:
        return panel.form.isAncestorOf(at)
    first = panel.sheet.first
    if first is not None and first.isVisible():
        return at is first
    moves = [b for b in panel.move_buttons.values() if b.isVisible() and b.isEnabled()]
    usual = any(b.property("kind") == "first option" for b in moves)
    return at in moves if usual else at is page.bar.next_button


def play_with_space(page: SessionPage, presses: int) -> None:
    page.panel.ask_panel.guard_ms = 0  # a test presses quicker than any hand
    page.bar.accept_taps()
    stored = 0
    for _press in range(presses):
        assert due(page), (focus(), focus().accessibleName(), page.panel.outcome.text(), _press)
        if page.panel.form is not None and page.panel.form.text.text():
            return  # the game has come to its end
        press_space(page)
        now = len(tracker_of(page).timeline.entries)
        assert now >= stored, "something was taken back"
        stored = now


def begun_with_space(window: Window) -> SessionPage:
    """A game at the table, begun with Tab and Space."""
    key("Ctrl+G")
    find_button(window.pages.table, "New game").setFocus()
    key("Space")
    tab_to(window.pages.table.setup.begin_button)
    key("Space")
    assert isinstance(window.route, TrackerRoute)
    return as_a(SessionPage, window.pages.tracker)


def test_a_game_at_the_table_is_led_with_space_alone(window: Window) -> None:
    page = begun_with_space(window)
    play_with_space(page, 50)
    assert as_a(State, tracker_of(page).state).table.phase == "shooting"


@pytest.mark.parametrize("kind", list(GAMES))
def test_another_game_is_led_with_space_alone(sample: Session, kind: str) -> None:
    window = sample.window
    game = GAMES[kind]
    names = ("Ann", "Bob", "Cyrus")
    chosen = {choice.key: choice.default for choice in game.choices(len(names))}
    go(window, BoardRoute(sample.services.sessions.begin_game(kind, names, chosen, "roll")))
    play_with_space(window.pages.board, 40)
    assert len(tracker_of(window.pages.board).timeline.entries) > 4


def test_what_comes_of_a_tap_is_read_before_what_is_asked_next(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And after whatever takes the keyboard: that would be heard in the middle of it."""
    told: list[str] = []
    monkeypatch.setattr(panel_module, "announce", lambda _widget, text: told.append(text))
    page = begun_with_space(window)
    page.panel.ask_panel.guard_ms = 0
    assert told == [page.panel.says.text()], "what is due"
    told.clear()
    page.press(replace(tracker_of(page).guide().moves[0], throws=False))
    settle()
    both = "Both roll. Roll-Off: Zeke's Truckers. Roll-Off: Carl's Crew."
    assert told[-1] == both, "the first question, too"
    told.clear()
    page.answer_opposed([4, 4], "typed")
    settle()
    assert told == [page.panel.outcome.text(), page.panel.ask_panel.question.accessibleName()]
    told.clear()
    page.answer_opposed([4, 2], "typed")
    settle()
    assert told == [page.panel.outcome.text(), page.panel.says.text()]
    assert len(told[0]) > 10
    told.clear()
    page.count("A1", "damage", 1)
    settle()
    assert told == [], "its token says so"


def test_what_is_gone_before_it_is_told_is_not_told(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a form is that Escape closes while the program is still busy with the key before."""
    told: list[str] = []
    monkeypatch.setattr(panel_module, "announce", lambda widget, text: told.append(widget.text()))
    panel, form = QWidget(), QLabel("Which of them?")
    stays = QLabel("Zeke shoots.", panel)
    teller = panel_module.DelayedAnnouncement(panel)
    teller.announce_soon("due", form, form.text())
    teller.announce_soon("outcome", stays, stays.text())
    form.deleteLater()
    settle()
    assert told == ["Zeke shoots."]


@pytest.fixture
def reached(qapp: QApplication) -> Iterator[list[tuple[Any, str]]]:
    """What the keyboard came to, also for a moment, as a screen reader hears it: role and name."""
    heard = []

    def note(_before: QWidget, now: QWidget) -> None:
        if now is not None:
            face = QAccessible.queryAccessibleInterface(now)
            heard.append((face.role(), face.text(QAccessible.Text.Name)))

    qapp.focusChanged.connect(note)
    yield heard
    qapp.focusChanged.disconnect(note)


@pytest.mark.parametrize("mode", ["roll", "typed", "set"])
def test_a_sequence_keeps_the_keyboard_at_its_ask(
    sample: Session, mode: str, reached: list[tuple[Any, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(ask_panel, "announce", lambda _widget, text: told.append(text))
    page = begin_sequence(sample)
    push(page.mode.buttons[mode])
    answered = 0
    asked: list[str] = []
    for _ask in range(60):
        ask = sure(page.view).pending
        if ask is None:
            break
        assert page.ask_panel.isAncestorOf(focus()), (ask.key, focus().accessibleName())
        assert QAccessible.queryAccessibleInterface(focus()).role() in ANSWERING, ask.key
        asked.append(ask.question)
        assert told == asked, "the question is read once, after what has the keyboard"
        assert ask.question not in [name for _role, name in reached], "and by nobody else"
        assert all(name and role not in BARE for role, name in reached), (ask.key, reached)
        reached.clear()
        if page.ask_panel.dice is not None:
            tab_to(page.ask_panel.dice.roll_button)
        elif isinstance(ask, Arrange):
            tab_to(vars(page.ask_panel.form)["go_button"])
        elif "next" in ask.key or "table" in ask.key:
            tab_to(list(page.ask_panel.options.values())[-1])
        key("Space")
        assert len(sure(page.view).replayed.asked) > answered, "something was taken back"
        answered = len(sure(page.view).replayed.asked)
    assert focus() is page.review.finish_button
    key("Space")
    assert sure(page.view).finished
    assert page.isAncestorOf(focus())


def test_a_rolled_encounter_has_the_keyboard(window: Window) -> None:
    go(window, RecordRoute())
    tab_to(window.pages.record.roll_button)
    key("Space")
    while window.pages.record.roll_frame.isVisible():
        assert window.pages.record.roll_frame.isAncestorOf(focus())
        key("Space")
    assert focus() is window.pages.record.encounter
    window.go(TableRoute())
    window.pages.table.start_setup()
    settle()
    setup = window.pages.table.setup
    tab_to(setup.roll_button)
    key("Space")
    while setup.roll.isVisible():
        assert setup.roll.isAncestorOf(focus())
        key("Space")
    assert focus() is setup.encounter


@pytest.mark.smoke
def test_the_keyboard_stays_on_the_page_when_its_button_goes(sample: Session) -> None:
    """A warning that is allowed goes, and with it the button that was pressed."""
    window, services = sample.window, sample.services
    group = services.workspace.groups()[0].id
    edit_group(services.groups, group, name="Short", player="", points=-5, games=0)
    window.go(GroupRoute(group))
    services.changed.emit(EVERYTHING)
    settle()
    page = window.pages.group
    allow = find_button(page, "Allow: " + sure(page.view).warnings[0].text)
    allow.setFocus()
    before = len(sure(page.view).warnings)
    key("Space")
    assert len(sure(page.view).warnings) < before
    assert page.isAncestorOf(focus())
    go(window, AftermathRoute())
    assert window.pages.aftermath.isAncestorOf(focus())


@pytest.fixture
def group(sample: Session) -> GroupPage:
    return as_a(GroupPage, go(sample.window, GroupRoute(sample.services.workspace.groups()[0].id)))


def test_esc_leaves_what_is_open_in_a_group_for_what_opened_it(
    group: GroupPage, sample: Session
) -> None:
    group.roster.table.setFocus()
    key("Space")
    assert group.member_editor.isVisible()
    key("Escape")
    assert group.stack.currentWidget() is group.home
    assert focus() is group.roster.table
    recruit = group.head.recruit_button
    tab_to(recruit, most=30)
    key("Space")
    assert group.recruit_form.isAncestorOf(focus())
    key("Escape")
    assert focus() is recruit
    for opened in (group.show_history, group.show_outlook):
        opened()
        settle()
        assert not group.home.isVisible()
        key("Escape")
        assert focus() is recruit
    assert isinstance(sample.window.route, GroupRoute)


def test_esc_throws_nothing_away_that_was_entered(group: GroupPage) -> None:
    name = sure(group.roster.member).name
    group.roster.table.setFocus()
    key("Space")
    write("x")
    key("Escape")
    assert group.member_editor.isVisible()
    assert as_a(QAbstractButton, focus()).text() == "Cancel"
    key("Shift+Tab", "Escape")
    assert as_a(QAbstractButton, focus()).text() == "Cancel"
    key("Escape")
    assert focus() is group.roster.table
    assert sure(group.roster.member).name == name
    for opened in (group.start_recruiting, group.edit_group):
        opened()
        settle()
        sure(group.stack.currentWidget()).findChildren(QLineEdit)[0].setText("Someone")
        key("Escape")
        assert as_a(QAbstractButton, focus()).text() == "Cancel"
        key("Return")
        assert group.home.isVisible()


def test_tab_and_the_arrows_choose_in_the_palette_and_esc_goes_back(
    group: GroupPage, sample: Session
) -> None:
    before = focus()
    key("Ctrl+K")
    write("m")
    palette = sure(sample.window.findChild(Palette))
    key("Tab", "Down", "Shift+Tab")
    assert palette.field.hasFocus()
    assert palette.list.currentIndex().row() == 1
    key("Escape")
    assert focus() is before


def test_after_a_member_has_gone_the_neighbour_is_chosen_and_undo_comes_back_to_them(
    group: GroupPage,
) -> None:
    table, model = group.roster.table, group.roster.model
    table.setFocus()
    for row in (2, model.rowCount() - 1):
        table.setCurrentIndex(model.index(row, 0))
        gone = sure(group.roster.member).name
        group.roster.menu.aboutToShow.emit()
        next(a for a in group.roster.menu.actions() if a.text() == "Dismiss").trigger()
        settle()
        assert sure(group.roster.member).name != gone
        assert table.currentIndex().row() == min(row, model.rowCount() - 1)
        assert focus() is table
        table.setCurrentIndex(model.index(0, 0))
        key("Ctrl+Z")
        assert sure(group.roster.member).name == gone
        assert focus() is table


def test_whom_somebody_else_adds_is_not_chosen(group: GroupPage) -> None:
    services, now, notes = group.services, sure(group.view).group, group.member_panel.notes
    notes.setFocus()
    about, listed = group.roster.member, group.roster.model.rowCount()
    assert about is not None
    services.groups.set_by_hand(now, (about.type, "Nell"))
    services.announce()
    assert group.roster.model.rowCount() == listed + 1
    assert sure(group.roster.member).id == about.id
    write("Limps.")
    notes.commit()
    assert sure(group.roster.member).notes == "Limps."


def test_which_row_is_chosen_next() -> None:
    rows = {"a": 0, "b": 1, "c": 2}
    for stepping in (False, True):
        again = partial(row_after_change, stepping=stepping)
        assert again("b", rows, {"a": 0, "c": 1}) == 1  # the neighbour
        assert again("c", rows, {"a": 0, "b": 1}) == 1
        assert again("b", rows, {"c": 0, "b": 1, "a": 2}) == 1
        assert again("b", rows, {"x": 0, "y": 1}) == 0  # another group's
        assert again("", {}, rows) == 0
        assert again("b", rows, {}) == 0
        came = again("a", {"a": 0, "c": 1}, rows)
        assert came == (1 if stepping else 0)  # what came back; what somebody else has added


def test_what_tab_comes_to_is_scrolled_in_sight(sample: Session) -> None:
    window = sample.window
    window.resize(1280, 420)
    sample.theme.folds["settings"] = True
    go(window, SettingsRoute())
    assert window.pages.area(SettingsRoute).verticalScrollBar().maximum() > 0
    for way in ("Tab", "Shift+Tab"):
        for _press in range(12):
            key(way)
            seen = in_sight(focus())
            assert seen.height() >= min(30, focus().height()), focus().accessibleName()


def test_a_closed_menu_gives_the_keyboard_back(group: GroupPage) -> None:
    more = group.head.more_button
    more.setFocus()
    menu = as_a(QMenu, more.menu())
    menu.popup(more.mapToGlobal(more.rect().bottomLeft()))
    settle()
    menu.close()
    settle()
    assert focus() is more


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


def test_every_ask_after_a_game_follows_it(sample: Session) -> None:
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


def test_every_ask_at_the_table_follows_it(sample: Session) -> None:
    window = sample.window
    page = begin(sample, zombies=3)
    window.activateWindow()
    panel = page.panel.ask_panel
    panel.guard_ms = 0
    kinds: Counter[str] = Counter()
    for n in range(300):
        tracker = tracker_of(page)
        if tracker.is_open:
            kinds[type(sure(panel.ask)).__name__] += 1
            follow_the_law(window, panel, n)
        else:
            found = ambers(window)
            assert len(found) == 1, [b.text() for b in found]
            page.bar.accept_taps()
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
    models = [page.board.cards[p] for p in page.panel.presses_by_piece()]
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


#: Pages without an amber button: two reports differ, and a player says which is right; no game has
#: been played that could be posted.
NOTHING_TO_PRESS = {("sample", "record-reports"), ("empty", "share-campaign-chat")}


@pytest.mark.parametrize("kind", ["empty", "sample"])
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
        if name.startswith("game-") and not found:
            continue  # the players decide what comes next
        if (kind, name) in NOTHING_TO_PRESS and not found:
            continue
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


def test_enter_never_throws_away_who_is_being_recruited(window: Window) -> None:
    """The group is full, and nothing can be paid for."""
    page = go(window, GroupRoute(window.places.groups()[0]))
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
