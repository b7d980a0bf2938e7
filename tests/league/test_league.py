"""A league itself: made, opened, shared, lost and found again."""

from __future__ import annotations

import select
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event

from conftest import desk
from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.safekeeping import check_store
from lastdays.cli.main import main
from lastdays.desktop.league_address import LeagueAddress
from lastdays.errors import StoreError
from lastdays.rulebook import Catalogue
from lastdays.store import Store, league as league_module, open_store
from lastdays.store.league import LeagueStore, Line, look_at, make_league_engine
from lastdays.store.models import Campaigns
from lastdays.store.schema import latest_version
from league.server import OWNER, PASSWORD, WRITTEN, Server
from sure import as_a, sure


def refused(address: LeagueAddress) -> str:
    """Why a league can't be opened; the password is in no part of the error."""
    with pytest.raises(StoreError) as error:
        open_store(address)
    below: BaseException | None = error.value
    while below is not None:
        assert PASSWORD not in str(below)
        assert WRITTEN not in str(below)
        below = below.__cause__ or below.__context__
    return str(error.value)


# Opening


def test_a_new_league_has_the_latest_schema_and_no_password_in_its_name(store: Store) -> None:
    assert isinstance(store, LeagueStore)
    assert store.schema_version() == latest_version()
    assert not store.integrity()
    assert not store.damage()
    assert store.name.startswith(f"postgresql://{OWNER}@/league")
    assert WRITTEN not in f"{store.name} {store.path} {store.engine!r} {vars(store)}"


def test_the_migrations_make_what_the_models_say(server: Server, league: LeagueAddress) -> None:
    open_store(league).close()
    engine = make_league_engine(league, Line())
    with engine.connect() as connection:
        connection.exec_driver_sql("SET search_path = public")  # where it looks for tables
        context = MigrationContext.configure(
            connection, opts={"include_name": lambda name, _kind, _of: name != "store_step"}
        )
        assert compare_metadata(context, Campaigns.metadata) == []
    engine.dispose()


def test_no_operator_of_a_member_is_run_by_another(
    server: Server, sample_address: LeagueAddress, book: Catalogue
) -> None:
    """It could be put into the schema of the tables, and would fit better than the server's own."""
    server.run(
        "CREATE FUNCTION equal(varchar, varchar) RETURNS boolean LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'run with the rights of another'; END $$; "
        "CREATE OPERATOR = (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = equal)",
        sample_address.settings["dbname"],
    )
    with closing(open_store(sample_address)) as store:
        workspace = Workspace(store, book)
        group = workspace.groups()[0].id
        GroupActions(workspace).write_notes(group, "as it was")
        assert workspace.group(group).group.notes == "as it was"


def test_two_versions_are_no_league_of_ours(server: Server, league: LeagueAddress) -> None:
    server.run("INSERT INTO alembic_version VALUES ('9999')", league.settings["dbname"])
    assert "has another program's tables" in refused(league)
    with pytest.raises(StoreError, match="has another program's tables"):
        look_at(league)


def test_who_is_set_to_read_only_changes_nothing(
    server: Server, league: LeagueAddress, book: Catalogue
) -> None:
    name = league.settings["dbname"]
    server.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on", name)
    with closing(open_store(league)) as store:
        assert store.read_only
        (notice,) = store.notices
        assert notice.startswith(f"{store.name} can be read, but not changed")
        said: list[str] = []

        @event.listens_for(store.engine, "before_cursor_execute")
        def _hear(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
            said.append(statement)

        with pytest.raises(StoreError, match="won't let you write"):
            CampaignActions(Workspace(store, book)).begin("Riverside")
        assert all(one.startswith("SELECT") and "lock" not in one for one in said)
        assert Workspace(store, book).campaigns() == []


def test_half_letters_and_what_is_no_text_are_a_sentence(server: Server, book: Catalogue) -> None:
    """A database without an encoding takes any bytes, one with an encoding no half letters."""
    name = "bytes_of_any_kind"
    server.run(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
    with closing(open_store(server.address(name))) as store:
        actions = CampaignActions(Workspace(store, book))
        actions.begin("Riverside")
        with pytest.raises(StoreError, match="could not be read or written"), store.writing() as tx:
            tx.index.add_campaign("x", "half \ud800")
        server.run("UPDATE campaigns SET name = convert_from('\\xff', 'SQL_ASCII')", name)
        with pytest.raises(StoreError, match="invalid byte sequence"):
            Workspace(store, book).campaigns()
    server.drop(name)


def test_no_league_is_made_for_who_is_set_to_read_only(server: Server) -> None:
    name = server.database()
    server.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on", name)
    address = server.address(name)
    for said in (refused(address), refused_look(address)):
        assert "You have no rights to its tables" in said
    server.run(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert "answers and is empty" in look_at(address)
    server.drop(name)


def refused_look(address: LeagueAddress) -> str:
    """Why a league can't be looked at."""
    with pytest.raises(StoreError) as error:
        look_at(address)
    return str(error.value)


def test_without_the_driver_it_is_said_how_it_is_had(
    league: LeagueAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, league_module.__name__)
    assert "Reinstall the program." in refused(league)


def test_tables_of_another_program_are_left_alone(server: Server) -> None:
    name = server.database()
    server.run("CREATE TABLE birds (name text)", name)
    assert "has another program's tables" in refused(server.address(name))
    server.drop(name)


def test_a_league_is_brought_up_to_date_only_while_no_other_window_has_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = server.address(server.database())
    other = open_store(address)
    taken: list[str] = []
    monkeypatch.setattr(league_module, "latest_version", lambda: "0005")
    monkeypatch.setattr(league_module, "refuse_newer", lambda *_which: None)
    monkeypatch.setattr(league_module, "upgrade", lambda _connection: taken.append("upgrade"))
    assert "open in other windows" in refused(address)
    assert not taken
    other.close()
    open_store(address).close()
    assert taken == ["upgrade"]
    server.drop(address.settings["dbname"])


def test_two_that_make_one_league_at_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    address = server.address(server.database())
    opened: list[LeagueStore | StoreError] = []

    def make() -> None:
        try:
            opened.append(as_a(LeagueStore, open_store(address)))
        except StoreError as error:
            opened.append(error)

    makers = [threading.Thread(target=make) for _n in range(3)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    stores = [one for one in opened if isinstance(one, LeagueStore)]
    # Whoever comes while another has it open already finds it as it should be.
    assert len(stores) == 3, opened
    assert {one.schema_version() for one in stores} == {latest_version()}
    for one in stores:
        one.close()
    server.drop(address.settings["dbname"])


# Sharing


def test_what_another_stores_is_news_and_what_one_stores_oneself_is_not(
    riverside: Workspace, sample_address: LeagueAddress, book: Catalogue
) -> None:
    other = desk(open_store(sample_address), book, first=5001)
    here, there = riverside.store, other.store
    assert (here.data_version(), there.data_version()) == (0, 0)
    group = riverside.groups()[0].id
    GroupActions(riverside).write_notes(group, "low on fuel")
    assert here.data_version() == 0
    hear(as_a(LeagueStore, there))
    assert there.data_version() == 1
    assert other.group(group).group.notes == "low on fuel"
    there.close()


def hear(store: LeagueStore) -> None:
    """Waits until something can be heard; for ever where nothing is."""
    assert select.select([sure(store.news_socket())], [], [], 60)[0], "nothing was told"


def test_who_reads_sees_the_league_as_it_was_when_they_began(
    riverside: Workspace, sample_address: LeagueAddress, book: Catalogue
) -> None:
    other = desk(open_store(sample_address), book, first=5001)
    group = riverside.groups()[0].id
    with other.store.reading() as tx:
        step = tx.step()
        before = tx.revisions.marks(riverside.groups()[0].campaign)
        GroupActions(riverside).write_notes(group, "low on fuel")
        assert tx.step() == step
        assert tx.revisions.marks(riverside.groups()[0].campaign) == before
    with other.store.reading() as tx:
        assert tx.step() == step + 1
    other.store.close()


def test_another_that_writes_is_waited_for_a_moment_and_then_named(
    riverside: Workspace, sample_address: LeagueAddress, book: Catalogue
) -> None:
    other = desk(open_store(sample_address), book, first=5001)
    group = riverside.groups()[0].id
    with (
        riverside.store.writing(),
        pytest.raises(StoreError, match="busy: another window is writing to it"),
    ):
        GroupActions(other).write_notes(group, "me too")
    GroupActions(other).write_notes(group, "me too")
    assert riverside.group(group).group.notes == "me too"
    other.store.close()


# Trouble


def until_lost(store: LeagueStore) -> None:
    """Looks, as something can be heard, until the end of the connection has been."""
    while store.is_in_place():
        hear(store)
        store.data_version()


def test_a_server_that_is_gone_is_a_sentence_and_nothing_is_lost(
    server: Server, riverside: Workspace
) -> None:
    group = riverside.groups()[0].id
    GroupActions(riverside).write_notes(group, "low on fuel")
    server.stop()
    try:
        for attempt in (
            lambda: riverside.group(group),
            lambda: GroupActions(riverside).write_notes(group, "more"),
        ):
            with pytest.raises(StoreError, match="can't be reached") as error:
                attempt()
            assert WRITTEN not in str(error.value)
            assert PASSWORD not in str(error.value)
        until_lost(as_a(LeagueStore, riverside.store))
    finally:
        server.start_again()
    assert riverside.group(group).group.notes == "low on fuel"
    assert check_store(riverside).sound


# What is a file's alone


def test_a_value_that_is_not_what_was_written_is_found(
    server: Server, sample_address: LeagueAddress, riverside: Workspace
) -> None:
    database = sample_address.settings["dbname"]
    assert check_store(riverside).sound
    server.run(
        "UPDATE revisions SET figures = '{\"size\": 9}' WHERE id = (SELECT min(id) FROM revisions WHERE group_id IS NOT NULL)",
        database,
    )
    server.run("UPDATE groups SET head = 1 WHERE name = 'Zeke''s Truckers'", database)
    said = {(p.about, p.text) for p in check_store(riverside).problems}
    assert ("Zeke's Truckers", "The note of which history entry is current is damaged.") in said
    assert ("Zeke's Truckers", "1 entry of its history is damaged.") in said, said


# Who may only read


def test_who_may_only_read_prints(
    server: Server,
    sample_address: LeagueAddress,
    book: Catalogue,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = sample_address.settings["dbname"]
    role = f"reader_{name}"
    server.run(f"CREATE ROLE {role} LOGIN PASSWORD 'r'")
    try:
        server.run(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}", name)
        reader = LeagueAddress(f"postgresql://{role}:r@/{name}?host={server.folder}")
        target = tmp_path / "cards.pdf"
        words = ["--store", reader.typed, "print", "Carl's Crew", "-o", str(target)]
        assert main([*words, "--what", "characters,group"]) == 0
        assert target.read_bytes().startswith(b"%PDF-")
        assert "page" in capsys.readouterr().out
        store = open_store(reader)
        assert store.read_only
        guest = desk(store, book)
        with pytest.raises(StoreError, match="won't let you write"):
            GroupActions(guest).write_notes(guest.groups()[0].id, "me too")
        store.close()
        owner = open_store(sample_address)
        assert not owner.read_only
        group = desk(owner, book).groups()[0].id
        assert not desk(owner, book).group(group).group.notes
        with owner.reading() as tx:
            assert not tx.paper.printed(group)
        owner.close()
    finally:
        server.run(f"DROP OWNED BY {role}", name)
        server.run(f"DROP ROLE {role}")


def test_an_error_that_quotes_a_short_password_shows_none_of_it(
    server: Server, league: LeagueAddress
) -> None:
    short = LeagueAddress(
        f"postgresql://nobody-here:e@/{league.settings['dbname']}?host={server.folder}"
    )
    said = refused(short)
    assert "can't be opened (its message isn't shown, as it has the password in it)" in said
