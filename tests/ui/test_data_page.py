"""Your data: backups made by themselves, what they bring back, the check of the store."""

from __future__ import annotations

import sqlite3
import threading
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from lastdays.campaign.groups import GroupActions
from lastdays.store.kept_backups import Backups, KeptBackup, Reason
from lastdays.store.store import GroupSummary
from lastdays.tabletop.last_days.setup import Setup, entrant_of
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, DataRoute, GroupRoute, SettingsRoute, StartRoute
from lastdays.ui.pages.data_page import DataPage, in_words, size_in_words
from lastdays.ui.tracker.arrangement import LogPanel
from store.exercise import edit_group
from sure import as_a
from ui.hands import (
    arrive,
    click,
    find_button,
    go,
    key,
    seen,
    sequence_until,
    settle,
    tab_to,
    where,
)
from ui.messages import said


def opened(session: Session, **how: Any) -> DataPage:
    """Shows the page."""
    session.window.go(DataRoute(**how))
    arrive(session)
    return as_a(DataPage, session.window.page())


def backups(session: Session) -> list[KeptBackup]:
    return Backups(session.services.workspace.store.path).listed()


def made(session: Session, reason: Reason = Reason.ASKED) -> KeptBackup:
    session.services.safekeeping.soon(reason)
    arrive(session)
    return backups(session)[0]


def group(session: Session, name: str) -> GroupSummary:
    return next(g for g in session.services.workspace.groups() if g.name == name)


def names(session: Session) -> list[str]:
    return sorted(g.name for g in session.services.workspace.groups())


def steps(session: Session, *buttons: str) -> None:
    """Clicks one button of the page after another, each as soon as the last has done its work."""
    for text in buttons:
        click(session.window.page(), text)
        arrive(session)


def open_files(page: DataPage) -> None:
    """Opens what is folded, as the keyboard does."""
    if not page.store.is_open():
        tab_to(page.store.button)
        key("Space")
    settle()


# The page


def test_the_page_says_where_the_data_is_and_what_is_kept_of_it(sample: Session) -> None:
    made(sample, Reason.START)
    page = opened(sample)
    assert "Files: " in seen(page)
    assert "no second folder for backups" in seen(page)
    assert not page.store.path.isVisible()
    open_files(page)
    text = seen(page)
    path = sample.services.workspace.store.path
    assert page.store.path.text().replace("\u200b", "") == str(path)
    assert size_in_words(path.stat().st_size) in text or "MB" in text
    assert "All is well" in text
    assert "Today" in text
    assert "when the program started" in text
    assert "Riverside: Carl's Crew, Zeke's Truckers" in text
    assert "1 campaign, 2 groups" in text
    assert "None: if this disk fails, the backups are lost with it" in text


@pytest.mark.parametrize("way", ["menu", "settings", "palette", "help"])
def test_the_ways_there(sample: Session, way: str) -> None:
    window = sample.window
    actions = {a.text(): a for a in window.actions()}
    if way == "menu":
        actions["Your data…"].trigger()
    elif way == "settings":
        go(window, SettingsRoute())
        window.pages.settings.fold.show_open(True)
        click(window.page(), "Your data…")
    elif way == "palette":
        key("Ctrl+K")
        QTest.keyClicks(window.focusWidget(), "your data")
        key("Return")
    else:
        actions["Check the store…"].trigger()
    arrive(sample)
    assert where(window) == DataRoute()
    if way == "help":
        assert "Nothing is damaged. 2 groups were read from end to end." in seen(window.page())
    QTest.keyClick(window, Qt.Key.Key_Escape)
    settle()
    assert where(window) == CampaignRoute()


# Backups by themselves


@pytest.mark.smoke
def test_back_up_now_makes_one_and_then_says_that_nothing_has_changed(sample: Session) -> None:
    page = opened(sample)
    assert "There are no backups yet." in seen(page)
    assert not find_button(page, "Restore…").isEnabled()
    steps(sample, "Back up now")
    assert [b.reason for b in backups(sample)] == [Reason.ASKED]
    assert said(sample) == "Backed up."
    assert "made by you" in seen(page)
    steps(sample, "Back up now")
    assert len(backups(sample)) == 1
    assert said(sample) == "Nothing has changed since the latest backup."


def test_the_start_backs_up_what_has_changed_since(session: Session) -> None:
    services = session.services
    for change, there in ((None, 0), ("First", 1), (None, 1), ("Second", 2)):
        if change:
            services.campaigns.begin(change)
        services.safekeeping.at_start()
        arrive(session)
        assert [b.reason for b in backups(session)] == [Reason.START] * there


def import_again(session: Session) -> None:
    """Imports a group that is there already, as a second one."""
    document = session.services.groups.export(group(session, "Carl's Crew").id)
    file = session.services.workspace.store.path.with_name("carl.lastdays.json")
    file.write_bytes(document)
    session.window.pages.campaign.overview.import_from(file)
    settle()
    click(session.window.pages.merge, "Add as a second group")
    assert len(session.services.workspace.groups()) == 3


def test_an_import_is_preceded_by_a_backup(sample: Session) -> None:
    import_again(sample)
    (kept,) = backups(sample)
    assert kept.reason == Reason.IMPORT
    page = opened(sample)
    steps(sample, "Restore…")
    assert "Is removed: it isn't in the backup" in seen(page)


def test_finishing_a_post_game_sequence_backs_up(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sequence_until(sample, lambda _ask: True)
    monkeypatch.setattr(type(sample.services.games), "finish", lambda *_args: None)
    page.finish_sequence()
    arrive(sample)
    assert [b.reason for b in backups(sample)] == [Reason.FINISH]


def test_a_backup_that_fails_is_said_and_stops_nothing(sample: Session) -> None:
    sample.services.workspace.store.path.with_name("store.backups").write_text(
        "in the way", encoding="utf-8"
    )
    import_again(sample)
    assert "Backups cannot be kept in" in said(sample)


# The second folder


def test_a_second_place_gets_a_copy_and_its_absence_is_said_once(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    sample.services.safekeeping.settings = QSettings(
        str(tmp_path / "window.ini"), QSettings.Format.IniFormat
    )
    monkeypatch.setattr("lastdays.ui.widgets.dialogs.ask_path", lambda *_, **_how: stick)
    page = opened(sample)
    open_files(page)
    steps(sample, "Choose second folder…")
    assert str(stick) in page.store.place.text().replace("\u200b", "")
    (copy,) = (stick / "store.backups").iterdir()
    assert copy.name == backups(sample)[0].path.name
    stick.rename(tmp_path / "pulled out")
    points(sample, 3)
    made(sample)
    assert "isn't available right now" in said(sample)
    assert "not available right now" in page.store.place.text()
    sample.window.say("", "")
    points(sample, 3)
    made(sample)
    assert not sample.window.toast.isVisible()
    assert len(backups(sample)) == 3
    (tmp_path / "pulled out").rename(stick)
    points(sample, 3)
    made(sample)
    assert len(list((stick / "store.backups").iterdir())) == 2
    click(page, "Use no second folder")
    assert sample.services.safekeeping.second_place is None


# Restoring


def points(session: Session, more: int) -> None:
    """Gives Carl's Crew more points."""
    crew = group(session, "Carl's Crew").id
    now, groups = session.services.workspace.group(crew).group, session.services.groups
    points = now.points + more
    edit_group(groups, crew, name=now.name, player=now.player, points=points, games=now.games)
    session.services.announce()


def test_everything_goes_back_and_comes_again(sample: Session) -> None:
    window, workspace = sample.window, sample.services.workspace
    crew = group(sample, "Carl's Crew")
    before = crew.points
    window.go(GroupRoute(crew.id))
    made(sample)
    points(sample, 7)
    workspace_groups = GroupActions(workspace)
    new = workspace_groups.create_with_leader(
        window.campaign_id, "Newcomers", "merciless-thug", "Nell", "mall"
    )
    workspace_groups.delete(group(sample, "Zeke's Truckers").id)
    sample.services.announce()
    page = opened(sample)
    steps(sample, "Restore…")
    text = seen(page)
    assert "Go back to today" in text
    assert "Carl's Crew, Group | Goes back to how it was: 1 difference" in text
    assert "Newcomers, Group | Is removed: it isn't in the backup" in text
    assert "Zeke's Truckers, Group | Is restored" in text
    steps(sample, "Restore everything")
    assert names(sample) == ["Carl's Crew", "Zeke's Truckers"]
    assert window.isEnabled()
    assert where(window) == DataRoute()
    assert "Newcomers" not in seen(window.places)
    go(window, GroupRoute(crew.id))
    assert workspace.group(crew.id).group.points == before
    assert f"{before}" in seen(window.page())
    points(sample, 3)
    page = opened(sample)
    assert "Everything is back to how it was today" in seen(page)
    steps(sample, "Undo the restore")
    assert names(sample) == ["Carl's Crew", "Newcomers"]
    assert workspace.group(crew.id).group.points == before + 7
    assert "Newcomers" in seen(window.places)
    assert workspace.group(new).group.name == "Newcomers"


def test_what_was_there_before_a_restore_is_in_the_second_place_too(
    sample: Session, tmp_path: Path
) -> None:
    (tmp_path / "stick").mkdir()
    made(sample)
    points(sample, 7)
    sample.services.safekeeping.choose_second_place(tmp_path / "stick")
    opened(sample)
    steps(sample, "Restore…", "Restore everything")
    (copy,) = (tmp_path / "stick" / "store.backups").iterdir()
    assert copy.name == backups(sample)[0].path.name
    assert "-restore-" in copy.name
    steps(sample, "Undo the restore")
    assert len(list((tmp_path / "stick" / "store.backups").iterdir())) == 2


def test_a_restore_can_be_taken_back_where_nothing_had_changed_since_the_latest_backup(
    sample: Session,
) -> None:
    made(sample)
    points(sample, 7)
    made(sample)
    page = opened(sample)
    page.backups.table.setCurrentIndex(page.backups.table.rows.index(1, 0))
    steps(sample, "Restore…", "Restore everything")
    now = group(sample, "Carl's Crew").points
    steps(sample, "Undo the restore")
    assert group(sample, "Carl's Crew").points == now + 7


def test_a_restore_that_takes_the_open_campaign_away_leaves_nothing_of_it(session: Session) -> None:
    services, window = session.services, session.window
    first = services.campaigns.begin("First")
    window.go(CampaignRoute(first))
    made(session)
    second = services.campaigns.begin("Second")
    services.announce()
    window.go(CampaignRoute(second))
    new = services.groups.create_with_leader(second, "Newcomers", "merciless-thug", "Nell", "mall")
    window.go(GroupRoute(new))
    page = opened(session)
    steps(session, "Restore…")
    assert "Second, Campaign | Is removed: it isn't in the backup" in seen(page)
    steps(session, "Restore everything")
    assert where(window) == DataRoute()
    assert window.campaign_id == first
    for text in (seen(window.places), window.places.chooser.currentText()):
        assert "Second" not in text
        assert "Newcomers" not in text
    click(page, "Back")
    assert where(window) == CampaignRoute()
    assert "First" in seen(window.page())
    key("Ctrl+2")
    assert where(window) == CampaignRoute()


def test_a_restore_to_before_any_campaign_ends_at_the_start(session: Session) -> None:
    services, window = session.services, session.window
    services.safekeeping.soon(Reason.ASKED)
    arrive(session)
    window.go(CampaignRoute(services.campaigns.begin("First")))
    page = opened(session)
    steps(session, "Restore…", "Restore everything")
    assert window.campaign_id == ""
    click(page, "Back")
    assert where(window) == StartRoute()


def test_a_damaged_backup_changes_nothing(sample: Session) -> None:
    kept = made(sample)
    points(sample, 7)
    opened(sample)
    now = group(sample, "Carl's Crew").points
    steps(sample, "Restore…")
    with sqlite3.connect(kept.path) as db:
        db.execute("UPDATE revisions SET document = zeroblob(9)")
    db.close()
    steps(sample, "Restore everything")
    assert sample.window.isEnabled()
    assert "is itself damaged" in said(sample)
    assert group(sample, "Carl's Crew").points == now


def test_one_group_comes_back_by_itself_and_undo_takes_it_back(sample: Session) -> None:
    window, workspace = sample.window, sample.services.workspace
    crew = group(sample, "Carl's Crew")
    made(sample)
    points(sample, 7)
    GroupActions(workspace).create_with_leader(
        window.campaign_id, "Newcomers", "merciless-thug", "Nell", "mall"
    )
    page = opened(sample)
    steps(sample, "Restore…")
    model = page.whole.table.rows
    page.whole.table.setCurrentIndex(model.index(model.row_of(f"{crew.campaign}/{crew.id}"), 0))
    steps(sample, "Restore this group…")
    text = seen(page)
    assert "Restore Carl's Crew from today" in text
    assert f"Scavenge Points | {crew.points + 7} | {crew.points} (−7)" in text
    steps(sample, "Restore this group")
    assert where(window) == GroupRoute(crew.id)
    assert workspace.group(crew.id).group.points == crew.points
    assert names(sample) == ["Carl's Crew", "Newcomers", "Zeke's Truckers"]
    key("Ctrl+Z")
    assert workspace.group(crew.id).group.points == crew.points + 7


def test_a_group_that_is_gone_comes_back_into_its_campaign(sample: Session) -> None:
    made(sample)
    crew = group(sample, "Carl's Crew")
    GroupActions(sample.services.workspace).delete(crew.id)
    sample.services.announce()
    opened(sample)
    steps(sample, "Restore…", "Restore this group…", "Restore this group")
    assert names(sample) == ["Carl's Crew", "Zeke's Truckers"]
    assert isinstance(sample.window.route, GroupRoute)
    assert group(sample, "Carl's Crew").campaign == crew.campaign


@pytest.mark.qt_log_ignore("Keyboard event not accepted")  # the window rests while it restores
def test_a_restore_by_keyboard_alone_and_esc_goes_back_step_by_step(sample: Session) -> None:
    made(sample)
    points(sample, 7)
    page = opened(sample)
    page.take_focus()
    key("Space")
    arrive(sample)
    steps(sample, "Restore this group…")
    for shown in (page.whole, page.backups):
        QTest.keyClick(sample.window, Qt.Key.Key_Escape)
        settle()
        assert page.stage.shown is shown
    page.take_focus()
    key("Space")
    arrive(sample)
    tab_to(page.restore_button)
    key("Return")
    arrive(sample)
    assert page.backups.back_button.hasFocus()
    QTest.keyClick(sample.window, Qt.Key.Key_Escape)
    settle()
    assert where(sample.window) == CampaignRoute()


def test_a_log_that_an_earlier_version_tidied_away_says_so(sample: Session) -> None:
    services = sample.services
    sides = [
        entrant_of(services.workspace.group(g.id).group, services.catalogue, {})
        for g in services.workspace.groups()
    ]
    session = services.sessions.begin(sample.window.campaign_id, Setup("scavengers", tuple(sides)))
    log = LogPanel(sample.theme)
    log.show_session(services.sessions.tracker(session))
    assert "tidied away" not in seen(log)
    with services.workspace.store.writing() as tx:
        tx.table.note(session, facts='{"tidied": "2026-01-01"}')
    log.show_session(services.sessions.tracker(session))
    assert "The log of this game was tidied away" in log.note.text()
    assert not log.note.isHidden()
    log.deleteLater()


# The check


def test_the_check_says_whose_is_damaged(sample: Session) -> None:
    workspace = sample.services.workspace
    crew = group(sample, "Carl's Crew").id
    with sqlite3.connect(workspace.store.path) as db:
        db.execute(
            "UPDATE revisions SET document = replace(document, 'Carl', 'Curl') WHERE group_id = ?",
            (crew,),
        )
    db.close()
    page = opened(sample)
    assert "Something is damaged." in seen(page.check), "it is checked as it is looked at"
    told: list[Any] = []
    page.check.progressed.connect(told.append)
    open_files(page)
    busy = threading.Event()
    sample.services.work(lambda: busy.wait(60), lambda _done: None)  # the worker gets to it later
    click(page, "Check the store")
    click(page, "Check the store")  # while it is under way it doesn't begin anew
    busy.set()
    arrive(sample)
    text = seen(page.check)
    assert "Something is damaged." in text
    assert "All is well" not in seen(page)
    assert "Carl's Crew" in text
    assert told == sorted(told)
    assert told.count(100) == 1


def test_moments_in_words() -> None:
    now = datetime(2026, 11, 21, 12, 0).astimezone()
    assert in_words(now, now) == "today 12:00"
    assert in_words(now - timedelta(days=1), now) == "yesterday 12:00"
    assert (
        in_words(datetime(2026, 11, 14, 20, 15).astimezone(), now) == "Saturday 14 November, 20:15"
    )
    assert in_words(datetime(2025, 3, 1, 9, 5).astimezone(), now) == "Saturday 1 March 2025, 09:05"
