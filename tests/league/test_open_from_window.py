"""The league is opened through the window: its address typed, the way there tested, each thing that
can be wrong told in a sentence; and the guide's SQL makes what it says."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from conftest import desk
from lastdays.campaign.campaigns import CampaignActions
from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress, league_at
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import league as league_module, open_store
from lastdays.store.league import look_at
from lastdays.ui import app
from lastdays.ui.app import Session
from lastdays.ui.guide import guide_page
from lastdays.ui.navigation import LeagueRoute
from lastdays.ui.pages.league_page import OpenLeaguePage
from league.server import OWNER, PASSWORD, WRITTEN, Server, running
from sure import as_a
from ui.hands import bury, click, seen, settle

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def refused(address: LeagueAddress) -> str:
    """What is said of a league that can't be opened, by the test as by opening it."""
    with pytest.raises(StoreError) as looked:
        look_at(address)
    with pytest.raises(StoreError) as opened:
        open_store(address)
    assert str(looked.value) == str(opened.value)
    assert PASSWORD not in str(looked.value)
    return str(looked.value)


@pytest.fixture(scope="module")
def networked() -> Iterator[tuple[Server, int]]:
    """A server that listens on this computer's network, and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with running() as server:
        server.run("CREATE DATABASE league")
        server.stop()
        server.options = f"-c listen_addresses=127.0.0.1 -c port={port}"
        server.start_again()
        yield server, port


def at(port: int, **said: str) -> LeagueAddress:
    """A league at a port of this computer, with the right name and password unless said."""
    known = {"user": OWNER, "password": PASSWORD, **said}
    return league_at(f"127.0.0.1:{port}/{said.pop('dbname', 'league')}", **known)


def test_each_thing_that_is_wrong_has_a_sentence(
    networked: tuple[Server, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server, port = networked
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "pgpass"))
    assert "doesn't recognise that name and password" in refused(at(port, password="wr0ng"))
    assert "doesn't recognise that name and password" in refused(at(port, user="nobody"))
    assert "has no such database" in refused(at(port, dbname="nowhere"))
    assert "asks for a password: type it" in refused(at(port, password=""))
    kept = tmp_path / "pgpass"
    kept.write_text(f"127.0.0.1:{port}:*:{OWNER}:{PASSWORD.replace(':', chr(92) + ':')}\n", "utf-8")
    kept.chmod(0o644)
    assert "isn't used while others can read it" in refused(at(port, password=""))
    kept.chmod(0o600)
    assert "is empty: opening it creates its tables" in look_at(at(port, password=""))
    assert "has no TLS" in refused(at(port, sslmode="require"))
    assert "No computer of that name was found" in refused(
        league_at("nowhere.invalid/league", user=OWNER, password=PASSWORD)
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        assert "No PostgreSQL server answers there" in refused(at(free.getsockname()[1]))
    rules = server.folder / "data" / "pg_hba.conf"
    before = rules.read_text(encoding="utf-8")
    rules.write_text("local all all scram-sha-256\n", encoding="utf-8")
    with psycopg.connect(
        host=str(server.folder), port=port, user=OWNER, password=PASSWORD, dbname="postgres"
    ) as connection:
        connection.execute("SELECT pg_reload_conf()")
        wait_until_refused(at(port))
        assert "doesn't let you in from this computer" in refused(at(port))
        rules.write_text(before, encoding="utf-8")
        connection.execute("SELECT pg_reload_conf()")


def wait_until_refused(address: LeagueAddress) -> None:
    """Try to connect until the server has read its rules again."""
    for _turn in range(10_000):
        try:
            look_at(address)
        except StoreError:
            return
    raise AssertionError("the server still lets everybody in")


def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(league_module._DEFAULTS, "connect_timeout", "2")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        said = refused(at(silent.getsockname()[1]))
    assert "No answer within 2 seconds" in said


def test_what_is_there_is_told_and_nothing_is_changed(
    server: Server, league: LeagueAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = league.settings["dbname"]
    assert look_at(league).endswith("answers: 0 campaigns.")
    server.run("UPDATE alembic_version SET version_num = '0001'", name)
    assert "It was made by an older version: opening it brings it up to date." in look_at(league)
    server.run("UPDATE alembic_version SET version_num = '0999'", name)
    assert "written by a newer version" in refused(league)
    monkeypatch.setattr(league_module, "OLDEST", 990_000)
    assert "which is too old: 13 or newer will do" in refused(league)


def test_the_sql_of_the_guide_makes_players_and_readers(server: Server, book: Catalogue) -> None:
    text = guide_page("league").text.replace("club", "keeper")  # who is here already
    made, granted = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    for statement in filter(str.strip, made.split(";")):
        server.run(statement)

    def of(name: str) -> LeagueAddress:
        place = f"/league?host={server.folder}"
        return league_at(place, user=name, password="choose one")

    assert "is empty" in look_at(of("keeper"))
    owner = desk(open_store(of("keeper")), book)
    CampaignActions(owner).begin("Riverside")
    owner.store.close()
    server.run("CREATE ROLE passer LOGIN PASSWORD 'choose one'")
    assert "You have no rights to its tables" in refused(of("passer"))
    server.run(granted, "league")
    assert look_at(of("ann")).endswith("answers: 1 campaign.")
    player = desk(open_store(of("ann")), book, first=1001)
    CampaignActions(player).begin("Another")
    player.store.close()
    said = look_at(of("guest"))
    assert said.endswith("answers: 2 campaigns. You can read it, but not change it.")
    reader = desk(open_store(of("guest")), book, first=2001)
    assert [c.name for c in reader.campaigns()] == ["Another", "Riverside"]
    with pytest.raises(StoreError, match="won't let you write"):
        CampaignActions(reader).begin("A third")
    reader.store.close()
    server.drop("league")
    server.run("DROP ROLE keeper, players, readers, ann, guest, passer")


def test_the_league_is_opened_through_the_window_and_left_again(
    qapp: QApplication,
    qtbot: QtBot,
    sample_address: LeagueAddress,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    sessions: list[Session] = []
    begin = app.begin

    def begun(*words: object, **more: object) -> Session:
        sessions.append(begin(*words, **more))  # type: ignore[arg-type]
        return sessions[-1]

    def page() -> OpenLeaguePage:
        sessions[-1].window.go(LeagueRoute())
        settle()
        return as_a(OpenLeaguePage, sessions[-1].window.page())

    def closed() -> bool:
        return not sessions[-1].window.isVisible()

    def go_there() -> None:
        opening = page()
        assert opening.own_button.isHidden()
        opening.address.setText(f"/{sample_address.settings['dbname']}?host={server.folder}")
        opening.user.setText(OWNER)
        opening.password.setText("wr0ng")
        click(opening, "Test the connection")
        qtbot.waitUntil(lambda: "recognise that name and password" in seen(opening), timeout=60_000)
        opening.password.setText(PASSWORD)
        click(opening, "Test the connection")
        qtbot.waitUntil(lambda: "answers: 1 campaign." in seen(opening), timeout=60_000)
        assert not closed()
        click(opening, "Open the league")
        qtbot.waitUntil(closed, timeout=60_000)

    def come_home() -> None:
        window = sessions[-1].window
        assert window.services.workspace.store.shared
        assert "Zeke's Truckers" in seen(window) or window.places.groups()
        assert PASSWORD not in seen(window)
        click(page(), "Open your own campaigns")
        qtbot.waitUntil(closed, timeout=60_000)

    def be_home() -> None:
        assert sessions[-1].place == paths.default_store()
        opening = page()
        assert opening.address.text() == str(sample_address)
        assert opening.password.text() == ""
        sessions[-1].window.close()

    acts: list[Callable[[], None]] = [go_there, come_home, be_home]

    def executed(*_app: object) -> int:
        acts.pop(0)()
        return 0

    monkeypatch.setattr(app, "begin", begun)
    monkeypatch.setattr(QApplication, "exec", executed)
    try:
        assert app.run(tmp_path / "mine.sqlite") == 0
    finally:
        bury()
    assert acts == []
    assert len(sessions) == 3
    kept = QSettings(str(paths.settings_file()), QSettings.Format.IniFormat)
    kept.sync()
    written = paths.settings_file().read_text(encoding="utf-8")
    assert "league" in written
    assert PASSWORD not in written
    assert WRITTEN not in written
