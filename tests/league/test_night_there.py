"""Whole nights in a league: over processes that are killed, windows that go on, and commands."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from end_to_end.night import CHILD, killed
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.sample import play_through
from lastdays.cli.main import main
from lastdays.desktop.league_address import LeagueAddress
from lastdays.store import open_store
from lastdays.ui.app import Session
from lastdays.ui.navigation import SequenceRoute
from lastdays.ui.theme import Theme
from league.server import PASSWORD, WRITTEN
from sure import sure
from ui.hands import settle

#: The night of `end_to_end`, on a store that is named as on the command line.
NIGHT = CHILD.replace("Path(sys.argv[1])", "store_place(sys.argv[1])").replace(
    "from pathlib import Path", "from lastdays.desktop.league_address import store_place"
)


def test_killed_in_the_middle_of_a_sequence_another_window_goes_on_with_it(
    qapp: QApplication, qtbot: QtBot, league: LeagueAddress
) -> None:
    # The other window is open all the while.
    session = Session(league, source=random.Random(1), theme=Theme("dark"), packs=[])
    window, services = session.window, session.services
    window.show()
    heard: list[None] = []
    window.watch.written.connect(lambda: heard.append(None))
    told = killed(NIGHT, league.typed, 9)
    assert len(told) == 9
    try:
        qtbot.waitUntil(lambda: bool(heard), timeout=60_000)
        settle()
        assert window.campaign_id  # it shows the campaign that was begun elsewhere
        campaign = window.campaign_id
        entry = services.games.sequences(campaign)[0]
        window.go(SequenceRoute(entry.id))
        page = window.pages.sequence
        assert [f"{a.ask.key} {a.value}" for a in sure(page.view).replayed.asked] == told
        assert page.view is not None
        before = page.view.before
        play_through(services.games, entry.id)
        services.changed.emit(EVERYTHING)
        page.finish_sequence()
        after = services.workspace.group(before.id)
        assert (after.undo, after.group.games) == ("finished the sequence after game 1", 1)
        services.workspace.undo(campaign, before.id)
        assert services.workspace.group(before.id).group == before
    finally:
        session.close()
        window.deleteLater()


@pytest.fixture
def lastdays(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command: its status, what it prints, what it complains about. The password is in
    neither."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        said = capsys.readouterr()
        for text in said:
            assert PASSWORD not in text
            assert WRITTEN not in text
        return status, said.out, said.err

    return run


def test_commands_on_a_league(
    lastdays: Callable[..., tuple[int, str, str]], league: LeagueAddress, tmp_path: Path
) -> None:
    store = ("--store", league.typed)
    assert "with 2 groups" in lastdays(*store, "sample")[1]
    assert len(lastdays(*store, "groups")[1].splitlines()) == 2
    status, said, _complaint = lastdays(*store, "check")
    assert status == 0
    assert f"Store: {league}" in said
    assert "All is well with 2 groups." in said
    file, backup = tmp_path / "zeke.lastdays.json", tmp_path / "s.sqlite"
    assert lastdays(*store, "export", "Zeke's Truckers", "-o", str(file))[0] == 0
    assert "Imported Zeke's Truckers" in lastdays(*store, "import", str(file))[1]
    open_store(backup).close()
    for command in (("backup",), ("backups",), ("restore", str(backup))):
        status, said, complaint = lastdays(*store, *command)
        assert (status, said) == (1, "")
        assert "whoever runs it backs it up, with pg_dump" in complaint
    assert len(lastdays(*store, "groups")[1].splitlines()) == 3


def test_a_league_that_cannot_be_read_is_a_sentence(
    lastdays: Callable[..., tuple[int, str, str]],
) -> None:
    status, _said, complaint = lastdays(
        "--store", f"postgresql://ann:{PASSWORD}@nowhere/league", "groups"
    )
    assert status == 1
    assert "The league's address can't be read" in complaint
