"""The window as a whole: places, sizes, themes, undo, other processes, what bad stores say."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QMenu, QMessageBox, QToolTip, QWidget
from shiboken6 import Shiboken

from answering import answer_one
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sample import plain_answer
from lastdays.campaign.workspace import GroupSnapshot
from lastdays.errors import LastDaysError, StoreError
from lastdays.procedure.asks import Roll, Sum
from lastdays.procedure.dice import can_be_rolled
from lastdays.rulebook import Catalogue, pictograms
from lastdays.store import Transaction, open_store
from lastdays.ui.app import Session, report_bugs
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    BoardRoute,
    CampaignRoute,
    GamesRoute,
    GroupRoute,
    HelpRoute,
    PrintRoute,
    RecordRoute,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    StartRoute,
    TableRoute,
    TrackerRoute,
    routes,
)
from lastdays.ui.pages.campaign_page import (
    RECORDS,
    RULINGS,
    CampaignPage,
    RecordsPanel,
    RulingsPanel,
)
from lastdays.ui.pages.deleting import DeleteDialog
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.shell.navigator import PageOf, Pages
from lastdays.ui.shell.palette import Goal, Palette, find_goals
from lastdays.ui.window import Window
from store.exercise import edit_group
from sure import as_a, sure
from ui.crowds import begin
from ui.hands import (
    arrive,
    click,
    do,
    find_button,
    focus,
    go,
    key,
    passed,
    pick,
    seen,
    sequence_until,
    settle,
    shown_within,
    size,
    tab_to,
    tracker_of,
    where,
    write,
)


@pytest.mark.smoke
def test_a_newcomer_begins_a_campaign_or_adds_the_sample(session: Session) -> None:
    window = session.window
    assert "Create campaign" in seen(window)
    click(window, "Create campaign")
    assert "The campaign's name is empty: please type one." in window.toast.text.text()
    click(window, "Add the sample campaign")
    assert not window.toast.isVisible()
    assert isinstance(window.route, CampaignRoute)
    assert (
        "Zeke's Truckers, Robin · Zeke · The Farm House | 8/8 | 0 | 1–0 | All well | After game 1, not begun"
        in seen(window)
    )
    assert (
        "Carl's Crew, Jess · Carl · The Church | 8/8 | 9 | 0–1 | All well | After game 1, not begun"
        in seen(window)
    )


def test_a_newcomer_sees_a_winter_with_rules_of_its_own(session: Session) -> None:
    window = session.window
    click(window, "Add the long winter")
    assert not window.toast.isVisible()
    assert isinstance(window.route, CampaignRoute)
    assert "The Lamplighters, Robin · Marta · The Farm House | 7/8 |" in seen(window)
    assert "Week 3" in seen(window)
    click(window, "Look out of the window ▸")
    assert "The campaign: roll 2D6 on The sky." in seen(window)


def test_places_by_key(sample: Session) -> None:
    window = sample.window
    first = window.places.groups()[0]
    for pressed, route in (
        ("Ctrl+2", GroupRoute(first)),
        ("Ctrl+3", AftermathRoute()),
        ("Ctrl+4", RulebookRoute()),
        ("Ctrl+1", CampaignRoute()),
    ):
        key(pressed)
        assert window.route == route
    key("Ctrl++", "Ctrl++")
    assert sample.theme.percent == 125
    key("Ctrl+0")
    assert sample.theme.percent == 100
    key("Ctrl+L", "Down")
    assert isinstance(window.route, GroupRoute)
    key("Ctrl+N")
    assert where(window) == StartRoute(new=True)
    write("The second winter")
    key("Return")
    assert where(window) == CampaignRoute()
    assert as_a(CampaignPage, window.page()).head.title.text() == "The second winter"
    window.go(GroupRoute(first))
    key("?")
    assert "Undo; in a text field, the text first" in seen(window)
    click(window, "Back")
    assert isinstance(window.route, GroupRoute)


def test_rulings_are_switches_with_the_default_first(sample: Session) -> None:
    page = sample.window.pages.campaign
    page.tabs.setCurrentIndex(RULINGS)
    settle()
    box = sure(page.findChild(RulingsPanel)).boxes["shift_dice"]
    assert box.currentText() == "3 for each Level bought"
    pick(box, box.itemText(1))
    campaign = sample.window.campaign_id
    assert sample.services.workspace.campaign(campaign).campaign.switches.shift_dice == "roll"
    find_button(sample.window, "Undo: changed the house rules")
    page.tabs.setFocus()
    key("Ctrl+Z")
    assert sample.services.workspace.campaign(campaign).campaign.switches.shift_dice == "purchase"


def test_a_campaign_is_renamed_deleted_and_restored(sample: Session) -> None:
    window, page = sample.window, sample.window.pages.campaign
    page.tabs.setCurrentIndex(RECORDS)
    sure(page.findChild(RecordsPanel)).rename_field.setText("Harbour")
    sure(page.findChild(RecordsPanel)).rename_field.editingFinished.emit()
    settle()
    assert page.head.title.text() == "Harbour"
    campaign = window.campaign_id
    click(page, "Delete this campaign")
    click(sure(window.findChild(DeleteDialog)), "Delete this campaign")
    assert "Create campaign" in seen(window)
    assert sample.services.workspace.groups() == []
    sample.services.campaigns.restore(campaign)
    go(window, CampaignRoute(campaign))
    assert page.head.title.text() == "Harbour"


def test_a_command_beside_the_window_is_noticed(sample: Session, book: Catalogue) -> None:
    window = sample.window
    window.go(GroupRoute(sample.services.workspace.groups()[0].id))
    other = Workspace(open_store(sample.services.workspace.store.path), book)
    edit_group(
        GroupActions(other),
        window.pages.group.group_id,
        name="Renamed",
        player="",
        points=5,
        games=0,
    )
    other.store.close()
    passed(sure(window.watch.findChild(QTimer)))
    assert window.pages.group.head.title.text() == "Renamed"


def test_a_store_that_was_moved_away_is_noticed_and_nothing_is_stored_in_it(
    sample: Session, tmp_path: Path
) -> None:
    window, store = sample.window, sample.services.workspace.store
    elsewhere = store.path.with_name("elsewhere.sqlite")
    store.path.rename(elsewhere)
    window.watch.look()
    settle()
    assert "was moved, deleted or replaced while it was open" in seen(window)
    with pytest.raises(StoreError, match="Nothing more is stored"):
        CampaignActions(sample.services.workspace).begin("Lost")
    elsewhere.rename(store.path)
    window.watch.look()
    CampaignActions(sample.services.workspace).begin("Kept")


@pytest.mark.qt_log_ignore("Error calling Python override")
def test_what_cannot_be_drawn_is_said_once_and_the_window_goes_on(
    sample: Session,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    window = sample.window
    go(window, GroupRoute(sample.services.workspace.groups()[0].id))
    drawn = []

    def failing(painter: QPainter, *_row: object) -> None:
        drawn.append(painter.isActive())
        raise ValueError("no ink left")

    monkeypatch.setattr(sys, "excepthook", report_bugs(window))
    roster = window.pages.group.roster.table
    monkeypatch.setattr(roster, "_paint_surface", failing)
    for _time in range(3):
        roster.viewport().update()
        settle()
    assert len(drawn) >= 3
    boxes = [b for b in window.findChildren(QMessageBox) if b.isVisible()]
    assert len(boxes) == 1
    assert "Everything stored before it is safe" in boxes[0].text()
    assert "no ink left" in boxes[0].detailedText()
    assert caplog.text.count("unexpected error") == 1
    boxes[0].close()  # as Esc does
    assert not boxes[0].isVisible()
    monkeypatch.undo()
    window.go(CampaignRoute())
    window.go(GroupRoute())
    assert "Carl ★" in seen(window.pages.group)
    assert not window.grab().isNull()
    caplog.clear()
    capsys.readouterr()


def test_the_menus_list_what_the_window_does_and_its_keys(sample: Session) -> None:
    titles = sample.window.menuBar().actions()
    assert [title.text() for title in titles] == ["&File", "&Edit", "&View", "&Go", "&Help"]
    menus = [as_a(QMenu, title.menu()) for title in titles]
    listed = [a.text() for menu in menus for a in menu.actions() if not a.isSeparator()]
    for wanted in (
        "Quit",
        "Redo",
        "Settings…",
        "Full screen",
        "Rulebook",
        "Keyboard shortcuts",
        "About",
    ):
        assert wanted in listed
    for action in sample.window.actions():
        assert action.text() in listed


def test_macos_takes_its_own_three_entries_and_no_other(window: Window) -> None:
    """Qt would guess by the beginning of a text, in every language: *Set…*, *Config…*, *Quit…*."""
    roles = {action.text(): action.menuRole() for action in window.actions()}
    taken = {text for text, role in roles.items() if role != QAction.MenuRole.NoRole}
    assert taken == {"About", "Quit", "Settings…"}
    assert roles["Settings…"] == QAction.MenuRole.PreferencesRole


@pytest.mark.parametrize("kind", ["harm", "well"])
def test_a_message_never_moves_the_page_and_stays_inside_a_window_that_shrinks(
    window: Window, kind: str
) -> None:
    before = window.pages.geometry()
    window.say("Something was said. " * 12, kind)
    settle()
    assert window.toast.isVisible()
    assert window.pages.geometry() == before
    toast = window.toast
    assert sure(toast.parentWidget()).rect().contains(toast.geometry())
    assert toast.text.height() >= toast.text.heightForWidth(toast.text.width())
    window.resize(660, 420)
    settle()
    assert sure(toast.parentWidget()).rect().contains(toast.geometry())


def test_a_message_goes_by_itself_and_harm_stays(window: Window) -> None:
    window.say("Said.", "")
    passed(sure(window.toast.findChild(QTimer)))
    assert not window.toast.isVisible()
    window.say("Something is wrong.", "harm")
    assert window.toast.isVisible()
    assert not sure(window.toast.findChild(QTimer)).isActive()


def test_settings_take_effect_at_once_and_lead_back(sample: Session) -> None:
    window, theme = sample.window, sample.theme
    group = window.places.groups()[0]
    window.go(GroupRoute(group))
    key("Ctrl+,")
    assert where(window) == SettingsRoute()
    page = window.pages.settings
    pick(page.theme_box, "High contrast")
    assert (theme.name, window.theme_action.text()) == ("contrast", "Dark theme")
    key("Ctrl+T")
    assert (theme.name, page.theme_box.currentText()) == ("dark", "Dark")
    key("Ctrl+T")
    assert (theme.name, window.theme_action.text()) == ("light", "High-contrast theme")
    pick(page.size_box, page.size_box.itemText(page.size_box.findData(125)))
    assert theme.percent == 125
    assert not page.motion_box.isVisible()
    tab_to(page.fold.button)
    key("Space")
    assert page.motion_box.isVisible()
    page.motion_box.click()
    assert not theme.allows_motion()
    click(window, "Back")
    assert where(window) == GroupRoute(group)


def test_about_says_whose_work_is_in_it(sample: Session) -> None:
    window = sample.window
    window.go(AboutRoute())
    said = seen(window)
    for artist in pictograms.artists():
        assert artist in said
    assert "CC BY 3.0" in said
    assert str(sample.services.workspace.store.path) in said.replace("\u200b", "")


def palette(window: Window) -> Palette:
    """Open the palette by its key."""
    key("Ctrl+K")
    return sure(window.findChild(Palette))


def listed(found: Palette) -> list[str]:
    return [row.cell(0).said for row in found.model.rows]


def test_the_palette_leads_to_a_rule_and_does_what_the_menus_do(window: Window) -> None:
    before = focus()
    palette(window)
    write("molo")
    key("Escape")
    assert focus() is before
    palette(window)
    write("fire bomb")
    key("Return")
    assert where(window) == RulebookRoute("Fire Bomb")
    assert "Fire Bomb" in seen(window)
    palette(window)
    write("after the g")
    key("Return")
    assert where(window) == AftermathRoute()
    palette(window)
    write("print")
    key("Down", "Up", "Return")
    assert isinstance(window.route, PrintRoute)


def listed_for(found: Palette, typed: str) -> list[str]:
    """What is listed for some words."""
    found.field.setText(typed)
    settle()
    return listed(found)


def test_the_palette_finds_gear_notes_games_and_what_rules_say(sample: Session) -> None:
    window, services = sample.window, sample.services
    zeke = next(
        g for g in services.workspace.groups(window.campaign_id) if g.name.startswith("Zeke")
    )
    group = services.workspace.snapshot(zeke.id).group
    mo = next(m for m in group.members if m.name == "Mo")
    services.groups.write_notes(
        zeke.id, "After the raid he owes the doctor a crate of batteries.", mo.id
    )
    services.groups.write_notes(zeke.id, "Lost the van in the river.")
    services.campaigns.write_notes(window.campaign_id, "We meet on Thursdays.")
    services.announce()
    found = palette(window)
    sought = (
        ("pump", "Pump-Action Shotgun   ·   Lou, Zeke's Truckers"),
        ("lou shotgun", "Pump-Action Shotgun   ·   Lou, Zeke's Truckers"),
        ("batteries", "Notes on Mo   ·   …owes the doctor a crate of batteries.   ·   Mo, Zeke"),
        ("the van", "Notes on Zeke's Truckers   ·   Lost the van in the river.   ·   Group"),
        ("thursdays", "Notes on Riverside   ·   We meet on Thursdays."),
        ("game 1", "Game 1: "),
        ("first aid", "Doc   ·   Rescue Worker · Selfless · First Aid"),
    )
    for typed, line in sought:
        for few in ("", typed[0]):  # what lies within is listed only when it is sought
            assert not any(text.startswith(line) for text in listed_for(found, few)), line
        assert any(text.startswith(line) for text in listed_for(found, typed)), typed
    assert listed_for(found, "xyzzy") == ["Nothing matches “xyzzy”."]
    key("Return")
    assert found.isVisible()
    assert "Knife" in listed_for(found, "knife")[0]
    assert "Rulebook" in listed_for(found, "knife")[0]  # the rule first, then who has one
    assert any("Horror" in text for text in listed_for(found, "leader's courage"))
    found.field.setText("batteries")
    key("Enter")
    assert where(window) == GroupRoute(zeke.id)
    assert sure(window.pages.group.roster.member).name == "Mo"


def test_a_group_that_cannot_be_read_hides_nothing_else(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = sample.services.workspace
    first, *_rest = workspace.groups(sample.window.campaign_id)
    whole = workspace.snapshot

    def snapshot(group: str, tx: Transaction | None = None) -> GroupSnapshot:
        if group == first.id:
            raise StoreError("damaged")
        return whole(group, tx)

    monkeypatch.setattr(workspace, "snapshot", snapshot)
    found = palette(sample.window)
    assert listed_for(found, "carl") != []
    assert any(text.startswith("Game 1") for text in listed_for(found, "game 1"))


def test_what_begins_with_the_letters_comes_first() -> None:
    goals = [Goal(name, "", lambda: None) for name in ("Heavy Club", "Club", "Clubhouse")]
    assert [g.name for g in find_goals(goals, "club")] == ["Club", "Clubhouse", "Heavy Club"]
    assert [g.name for g in find_goals(goals, "cl he")] == ["Heavy Club"]


def test_what_undo_would_do_is_told_when_the_keyboard_reaches_it(window: Window) -> None:
    assert window.undo_action.text() == window.undo_action.toolTip() == "Undo: recorded game 1"
    assert not window.redo_action.isEnabled()
    undo = window.bar.undo_button
    assert (undo.accessibleName(), undo.toolTip()) == ("Undo: recorded game 1",) * 2
    undo.setFocus(Qt.FocusReason.TabFocusReason)
    passed(sure(window.bar.findChild(QTimer)))
    assert QToolTip.text() == "Undo: recorded game 1"


def test_a_page_within_a_place_belongs_to_it() -> None:
    assert RecordRoute("g1").place() == CampaignRoute("c1").place() == CampaignRoute()
    assert SequenceRoute("s1").place() == AftermathRoute()
    assert TrackerRoute("t1").place() == TableRoute(being_played=True).place() == TableRoute()
    assert BoardRoute("t1").place() == GamesRoute()
    assert PrintRoute("g1").place() == PrintRoute()
    assert GroupRoute("g1").place() == GroupRoute("g1")


@pytest.mark.smoke
def test_from_the_keys_it_goes_back_to_what_was_looked_at(sample: Session) -> None:
    window = sample.window
    carl = window.places.groups()[1]
    window.go(GroupRoute(carl))
    window.go(HelpRoute())
    click(window, "Back")
    assert where(window) == GroupRoute(carl)
    assert window.places.list.currentIndex().data().strip() == "Carl's Crew"
    game = sample.services.workspace.campaign(window.campaign_id).campaign.games[0].id
    window.go(RecordRoute(game))
    window.go(HelpRoute())
    click(window, "Back")
    assert where(window) == RecordRoute(game)
    assert window.pages.record.known
    assert sure(window.pages.record.game).id == game


def test_every_page_is_declared_with_its_route() -> None:
    declared = {page.route_class for page in vars(Pages).values() if isinstance(page, PageOf)}
    assert declared == set(routes())


def test_a_page_is_made_when_it_is_first_wanted(window: Window) -> None:
    assert window.pages.has_page(CampaignRoute)
    assert not window.pages.has_page(PrintRoute)
    key("Ctrl+P")
    assert window.pages.has_page(PrintRoute)
    assert window.page() is window.pages.print


@pytest.mark.sweep
def test_a_window_is_there_before_its_pages_are_read() -> None:
    """Reading all of them would double the time that starting takes."""
    code = "import sys, lastdays.ui.window; print(*sorted(sys.modules), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    read = [m for m in done.stdout.split() if m.startswith("lastdays.ui.pages.")]
    assert read == []


class Heard(QObject):
    """A page that hears of results."""

    def __init__(self, heard: list[object]) -> None:
        super().__init__()
        self.heard = heard

    def done(self, result: object) -> None:
        self.heard.append(result)

    def failed(self, error: LastDaysError) -> None:
        self.heard.append(str(error))


def heard_of_a_job(
    session: Session, *, gone: bool, fails: bool, itself: bool, within: bool
) -> list[object]:
    """What is heard of a job that ends once the page that began it is gone, or while it is there.

    `itself`: the page hears of what fails; `within`: in a function of its own it hears the result."""
    heard: list[object] = []
    page, started = Heard(heard), threading.Event()

    def job() -> str:
        assert started.wait(60)
        if fails:
            raise LastDaysError("It failed.")
        return "It is done."

    def hear(told: str) -> None:
        page.done(told)

    def note(text: str, _kind: str) -> None:
        heard.append(text)

    session.services.message_posted.connect(note)
    session.services.work(
        job, hear if within else page.done, page.failed if itself else None, receiver=page
    )
    if gone:
        Shiboken.delete(page)
    started.set()
    arrive(session)
    session.services.message_posted.disconnect(note)
    return heard


@pytest.mark.smoke
def test_a_page_that_is_gone_hears_nothing(sample: Session) -> None:
    for fails, itself, within in itertools.product((False, True), repeat=3):
        case = {"fails": fails, "itself": itself, "within": within}
        said = "It failed." if fails else "It is done."
        assert heard_of_a_job(sample, gone=False, **case) == [said], case
        assert heard_of_a_job(sample, gone=True, **case) == [], case


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
        tracker = tracker_of(page)
        if tracker.is_open:
            ask = sure(tracker.pending())
            if can_be_rolled(ask):
                page.roll()
            else:
                page.answer(plain_answer(ask), "chosen")
        else:
            page.bar.accept_taps()
            page.next()
        held.look(f"step {step}, {page.bar.steps.accessibleName()}")
        letters.add(page.bar.steps.size_and_padding_that_fit())
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


def test_zoom_and_back_leaves_the_list_of_places_as_it_was(sample: Session) -> None:
    size(sample, 1280, 720)
    places = sample.window.places
    before = places.grab().toImage()
    for percent in (200, 100):
        sample.theme.zoom_to(percent)
        settle()
    assert places.grab().toImage() == before
