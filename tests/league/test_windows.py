"""Several windows on one league: what others change is seen, and nothing is written over unseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QLockFile, QSettings
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from conftest import desk
from lastdays.campaign.documents.group_documents import CAMPAIGN_SUFFIX
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.safekeeping import check_store
from lastdays.campaign.workspace import Workspace
from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import open_store
from lastdays.tabletop.last_days.taps import change_counter
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AboutRoute,
    CampaignRoute,
    DataRoute,
    GroupRoute,
    RecordRoute,
    SettingsRoute,
    TrackerRoute,
)
from lastdays.ui.pages.data_page import LeaguePage, write_campaigns
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.theme import Theme
from lastdays.ui.trouble import TroubleDialog
from league.groups import group_now, group_of
from league.server import OWNER, PASSWORD, WRITTEN, Server
from store.exercise import edit_group
from sure import sure
from ui.growing import begin_game
from ui.hands import bury, seen, settle, tracker_of

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

Two: TypeAlias = tuple[Session, Session]


@pytest.fixture
def two(open_window: Callable[[], Session]) -> Two:
    """Two windows on one league."""
    return open_window(), open_window()


def told(session: Session) -> str:
    """What a window says of a change in another; it is read, and closed."""
    dialog = sure(session.window.others.dialog)
    assert dialog.isVisible()
    said = seen(dialog)
    sure(dialog.findChild(QPushButton)).click()
    settle()
    assert not dialog.isVisible()
    return said


def hears(qtbot: QtBot, session: Session, act: Callable[[], object]) -> None:
    """Does something in another window, and waits until this one has heard of it."""
    with qtbot.waitSignal(session.window.watch.written, timeout=60_000):
        act()
    settle()


def test_what_another_window_changes_is_seen_without_a_press(two: Two, qtbot: QtBot) -> None:
    here, there = two
    group = group_of(here)
    for session in two:
        session.window.go(GroupRoute(group))
    settle()
    groups = here.services.groups

    def rename() -> None:
        assert here.services.do(
            lambda: edit_group(groups, group, name="Zeke's Heirs", player="", points=3, games=0)
        ).succeeded

    hears(qtbot, there, rename)
    assert there.window.pages.group.head.title.text() == "Zeke's Heirs"
    assert "Zeke's Heirs" in there.window.places.groups() or "Zeke's Heirs" in seen(there.window)
    assert there.window.bar.isVisible()
    # One's own changes are no news: nothing is read a second time for them.
    heard: list[None] = []
    here.window.watch.written.connect(lambda: heard.append(None))
    here.window.watch.look()
    settle()
    assert not heard


def test_two_change_one_member_the_second_is_told_and_shown_the_difference(
    two: Two, qtbot: QtBot
) -> None:
    here, there = two
    group = group_of(here)
    there.window.go(GroupRoute(group))
    page = there.window.pages.group
    assert page.view is not None
    member = page.view.group.roster[1]
    page.show_member(member.id)
    page.edit_member()
    wanted = replace(member, name="Typed there")

    def rename() -> None:
        here.services.groups.edit_member(group, replace(member, level=member.level + 1))

    hears(qtbot, there, rename)
    # The form was opened on what was there before: it isn't stored over what came since.
    page.member_editor.applied.emit(wanted)
    settle()
    assert group_now(here, group).member(member.id).name == member.name
    assert page.stack.currentWidget() is page.member_editor  # what was typed is still there
    said = told(there)
    assert "Zeke's Truckers was changed in another window" in said
    assert f"{member.name} | Level | {member.level} | {member.level + 1}" in said
    assert "Your own change wasn't stored" in said
    # Told and shown, the second may go on.
    page.member_editor.applied.emit(replace(wanted, level=member.level + 1))
    settle()
    after = group_now(here, group).member(member.id)
    assert (after.name, after.level) == ("Typed there", member.level + 1)
    assert page.stack.currentWidget() is page.home


def test_a_change_in_the_moment_before_the_news_is_not_written_over(
    two: Two,
) -> None:
    here, there = two
    group = group_of(here)
    there.window.go(GroupRoute(group))
    before = group_now(here, group)
    here.services.groups.write_notes(group, "written here")
    # No event was handled since: this window doesn't know yet.
    notes = there.window.pages.group.stash.notes
    notes.setPlainText("written there")
    notes.commit()
    settle()
    assert group_now(here, group).notes == "written here"
    assert group_now(here, group) == replace(before, notes="written here")
    assert "written here" in told(there)


def test_notes_being_typed_are_not_lost_when_another_changes_the_group(
    two: Two, qtbot: QtBot
) -> None:
    here, there = two
    group = group_of(here)
    there.window.go(GroupRoute(group))
    there.window.activateWindow()
    settle()
    notes = there.window.pages.group.stash.notes
    notes.setFocus()
    assert notes.hasFocus()
    notes.insertPlainText("typed there")
    hears(qtbot, there, lambda: here.services.groups.write_notes(group, "written here"))
    assert notes.toPlainText() == "typed there"
    assert group_now(here, group).notes == "written here"
    told(there)
    assert notes.toPlainText() == "typed there"
    notes.commit()
    assert group_now(here, group).notes == "typed there"


def test_undo_takes_back_only_what_was_seen(two: Two) -> None:
    here, there = two
    group = group_of(here)
    there.window.go(GroupRoute(group))
    here.services.groups.write_notes(group, "written here")
    there.window.pages.group.undo()
    settle()
    assert group_now(here, group).notes == "written here"
    told(there)
    assert "edited the group's notes" in str(there.window.pages.group.undo_names()[0])
    there.window.pages.group.undo()
    assert not group_now(here, group).notes


def test_two_change_a_campaigns_own_records_the_second_is_told(
    two: Two,
) -> None:
    here, there = two
    campaigns = here.services.campaigns
    for session in two:
        session.window.go(CampaignRoute())
        settle()
    campaign = here.window.campaign_id
    campaigns.write_notes(campaign, "written here")
    # No event was handled since: the other window doesn't know yet.
    assert not there.services.do(
        lambda: there.services.campaigns.write_notes(campaign, "written there")
    ).succeeded
    settle()
    # Undo would take back what was not seen, too.
    there.window.page().undo()
    settle()
    assert here.services.workspace.campaign(campaign).campaign.notes == "written here"
    said = told(there)
    assert "Riverside was changed in another window" in said
    assert "Riverside | Notes | — | written here" in said
    # Told and shown, the second may go on.
    assert there.services.do(
        lambda: there.services.campaigns.write_notes(campaign, "both: written here, and there")
    ).succeeded
    assert "and there" in here.services.workspace.campaign(campaign).campaign.notes


def test_a_game_corrected_by_two_is_not_written_over(two: Two) -> None:
    here, there = two
    campaign = here.window.campaign_id
    (game, *_rest) = here.services.workspace.campaign(campaign).campaign.games
    there.window.go(RecordRoute(game.id))
    settle()
    page = there.window.page()
    assert isinstance(page, RecordPage)
    theirs = page.value()
    here.services.records.record(campaign, replace(game, notes="corrected here"))
    assert not there.services.do(lambda: there.services.records.record(campaign, theirs)).succeeded
    settle()
    assert (
        here.services.workspace.campaign(campaign).campaign.game(game.id).notes == "corrected here"
    )
    assert f"Game {game.number} | recorded | corrected" in told(there)
    assert there.services.do(lambda: there.services.records.record(campaign, theirs)).succeeded


def test_a_game_at_the_table_is_followed_and_no_tap_is_lost(two: Two, qtbot: QtBot) -> None:
    here, there = two
    session = begin_game(here)
    for each in two:
        each.window.go(TrackerRoute(session))
    settle()
    noise = change_counter.tap(piece="A1", name="noise", amount=1)
    one, other = (each.window.pages.tracker for each in two)
    hears(qtbot, there, lambda: one.tap(noise))
    assert tracker_of(other).head == tracker_of(one).head
    # A tap on a table that has gone on meanwhile is refused; nothing is put in its place.
    one.tap(noise)
    other.tap(noise)
    stored = here.services.sessions.tracker(session)
    assert stored.head == tracker_of(one).head
    assert len(stored.timeline.entries) == 2
    assert "This game has moved on in another window" in there.window.toast.text.text()
    other.undo()
    assert len(here.services.sessions.tracker(session).timeline.entries) == 2


# What the pages say


def test_your_data_says_what_a_league_is_and_writes_files_of_its_campaigns(
    open_window: Callable[[], Session], tmp_path: Path
) -> None:
    session = open_window()
    window, services = session.window, session.services
    window.go(DataRoute(check=True))
    for _turn in range(4):
        services.wait()
        settle()
    page = window.pages.data
    said = seen(window).replace("\u200b", "")
    assert f"postgresql://{OWNER}@/league" in said
    assert "Whoever runs the league's server backs it up with pg_dump" in said
    assert "Nothing is damaged. 2 groups were read from end to end." in said
    assert "Back up now" not in said
    area = window.pages.area(DataRoute)
    assert area.verticalScrollBar().maximum() == 0  # all of it is in sight at 1280 by 720
    for _time in range(2):
        assert isinstance(page, LeaguePage)
        page.save_campaigns(tmp_path)
        services.wait()
        settle()
    files = sorted(file.name for file in tmp_path.iterdir())
    assert files == [f"Riverside 2{CAMPAIGN_SUFFIX}", f"Riverside{CAMPAIGN_SUFFIX}"]


def test_a_campaign_moves_from_a_file_into_a_league_and_back(
    riverside: Workspace, tmp_path: Path, book: Catalogue
) -> None:
    home = desk(open_store(tmp_path / "home.sqlite"), book)
    write_campaigns(riverside, tmp_path)
    content = (tmp_path / f"Riverside{CAMPAIGN_SUFFIX}").read_bytes()
    for workspace in (home, riverside):  # in the league there is one already
        transfer = CampaignTransfer(workspace)
        campaign = transfer.add_campaign(transfer.open_file(content))
        first, *_rest = workspace.groups(campaign)
        assert len(workspace.history(first.id)) > 3
        assert check_store(workspace).sound
    again = CampaignTransfer(home).export(home.campaigns()[0].id)
    assert CampaignTransfer(riverside).open_file(again).values().campaign.name == "Riverside"
    assert [c.name for c in riverside.campaigns()] == ["Riverside", "Riverside (2)"]
    home.store.close()


def test_the_password_is_on_no_page_in_no_title_and_in_no_settings(
    open_window: Callable[[], Session],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    qapp: QApplication,
) -> None:
    session = open_window()
    for route in (CampaignRoute(), SettingsRoute(), AboutRoute(), DataRoute()):
        session.window.go(route)
        settle()
        said = seen(session.window) + session.window.windowTitle()
        assert PASSWORD not in said
        assert WRITTEN not in said
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    session.window.memory._settings = settings
    session.window.memory.keep(session.window, session.theme, session.window.campaign_id)
    settings.sync()
    left = [file for file in tmp_path.parent.rglob("*") if file.is_file()]
    assert (tmp_path / "window.ini") in left
    for file in left:
        assert PASSWORD.encode() not in file.read_bytes()
        assert WRITTEN.encode() not in file.read_bytes()
    assert WRITTEN not in caplog.text
    assert not Path(paths.log_file()).exists()


def test_a_league_that_cannot_be_reached_is_said_and_tried_again(
    qapp: QApplication, server: Server
) -> None:
    address = server.address("nowhere")
    with pytest.raises(StoreError) as refused:
        Session(address, theme=Theme("dark"), packs=[])

    def lock(_path: Path) -> QLockFile:
        raise AssertionError("a league has no lock")

    dialog = TroubleDialog(address, refused.value, Theme("dark"), lock)
    dialog.show()
    said = seen(dialog)
    assert "Its server has no such database" in said
    assert WRITTEN not in said
    buttons = {b.text().replace("&", ""): b for b in dialog.findChildren(QPushButton)}
    buttons["Try again"].click()
    assert dialog.way is not None
    assert dialog.way.store is address
    dialog.deleteLater()
    bury()


def test_a_lost_connection_is_said_once_and_what_changed_meanwhile_is_shown(
    two: Two, server: Server, sample_address: LeagueAddress, qtbot: QtBot
) -> None:
    here, there = two
    group = group_of(here)
    there.window.go(GroupRoute(group))
    watch = there.window.watch
    said: list[str] = []
    watch.displaced.connect(said.append)
    with qtbot.waitSignal(watch.displaced, timeout=60_000):
        server.throw_out(sample_address.settings["dbname"])
    here.services.groups.write_notes(group, "written here")
    with qtbot.waitSignal(watch.written, timeout=60_000):
        for _look in range(20):
            watch.look()
    settle()
    assert there.window.pages.group.stash.notes.toPlainText() == "written here"
    assert len(said) == 1
    assert "is lost" in said[0]
    assert WRITTEN not in said[0]
