"""The address of a league: what it means, and that its password is nowhere to be seen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lastdays.cli.arguments import with_command
from lastdays.desktop.league_address import (
    LeagueAddress,
    file_named,
    league_at,
    password_file,
    store_place,
)
from lastdays.errors import StoreError


@pytest.mark.parametrize(
    ("typed", "means", "shown"),
    [
        (
            "postgresql://ann:s3cret@club.example/league",
            {"user": "ann", "password": "s3cret", "host": "club.example", "dbname": "league"},
            "postgresql://ann@club.example/league",
        ),
        (
            "postgres://ann@club.example:5433/league?sslmode=require",
            {
                "user": "ann",
                "host": "club.example",
                "port": "5433",
                "dbname": "league",
                "sslmode": "require",
            },
            "postgresql://ann@club.example:5433/league",
        ),
        (
            "postgresql://ann:p%40ss%2Fw%3A%20%C3%A9@/league?host=/run/postgresql",
            {"user": "ann", "password": "p@ss/w: é", "host": "/run/postgresql", "dbname": "league"},
            "postgresql://ann@/league?host=/run/postgresql",
        ),
        (
            "postgresql://club.example/league?user=ann&password=s3cret",
            {"user": "ann", "password": "s3cret", "host": "club.example", "dbname": "league"},
            "postgresql://ann@club.example/league",
        ),
        (
            "postgresql://[::1]:5433,other/league",
            {"host": "::1,other", "port": "5433,", "dbname": "league"},
            "postgresql://::1:5433,other/league",
        ),
        ("postgresql://", {}, "postgresql:///"),
    ],
)
def test_what_an_address_means_and_how_it_is_shown(
    typed: str, means: dict[str, str], shown: str
) -> None:
    address = LeagueAddress(typed)
    assert dict(address.settings) == means
    assert str(address) == shown


@pytest.mark.parametrize(
    "typed",
    [
        "postgresql://ann:s3c@ret@club.example/league",
        "postgresql://ann:s3/cret@club.example/league",
        "postgresql://ann:s3?cret@club.example/league",
        "postgresql://ann:s3%cret@club.example/league",
        "postgresql://ann:s3%FFcret@club.example/league",
        "postgresql://ann:s3%00cret@club.example/league",
        "postgresql://ann:s3%1Fcret@club.example/league",
        "postgresql://ann:s3cret/league",
        "postgresql://ann@club.example:s3cret/league",
        "postgresql://[s3cret/league",
        "postgresql://club.example/league?s3cret",
        "postgresql://club.example/league?options=s3cret",
    ],
)
def test_of_an_address_that_cannot_be_read_no_letter_is_said(typed: str) -> None:
    address = LeagueAddress(typed)
    with pytest.raises(StoreError) as refused:
        _ = address.settings
    for said in (str(refused.value), str(address), repr(address), str(address.folder)):
        assert "cret" not in said
        assert "s3" not in said
    assert "Write it as postgresql://" in str(refused.value)


def test_what_quotes_a_password_is_not_shown_at_all() -> None:
    address = LeagueAddress("postgresql://ann:s3%2Fcret@club.example/league")
    assert address.without_password("no s3/cret here") == ""
    assert address.without_password("no s3%2Fcret here") == ""
    assert address.without_password(f"no {address.typed}") == f"no {address}"
    assert address.without_password("no such host") == "no such host"
    assert "cret" not in f"{address!r} {address} {address.folder}"
    # What is left around one letter that is cut out would spell it.
    short = LeagueAddress("postgresql://ann:e@club.example/league")
    assert short.without_password("the server closed the connection") == ""


def test_leagues_have_folders_of_their_own() -> None:
    folders = {
        LeagueAddress(typed).folder
        for typed in (
            "postgresql://ann@club.example/league",
            "postgresql://ann@club.example/other",
            "postgresql://ann@club-example/league",
            "postgresql://ann:s3cret@club.example/league",
        )
    }
    assert len(folders) == 3  # with another password it is the same league
    assert all(folder.parent.name == "leagues" for folder in folders)


@pytest.mark.parametrize(
    "typed",
    [
        "POSTGRESQL://ann:s3cret@club.example/league",
        " postgresql://ann:s3cret@club.example/league",
        "postgresql+psycopg://ann:s3cret@club.example/league\n",
        "Postgres://ann:s3cret@club.example/league",
    ],
)
def test_an_address_is_one_however_it_is_written(typed: str) -> None:
    place = store_place(typed)
    assert isinstance(place, LeagueAddress)
    assert str(place) == "postgresql://ann@club.example/league"
    assert place.settings["password"] == "s3cret"


@pytest.mark.parametrize(
    "typed",
    [
        "postgresql:/ann:s3cret@club.example/league",
        "postgresql//ann:s3cret@club.example/league",
        "postgressql://ann:s3cret@club.example/league",
        "postgre:ann:s3cret@club.example/league",
        " mysql://ann:s3cret@club.example/league",
        "MariaDB:ann:s3cret@club.example/league",
        "jdbc:postgresql://ann:s3cret@club.example/league",
        "'postgresql://ann:s3cret@club.example/league",
        "sqlite:///s3cret",
        "https://ann:s3cret@club.example/league",
        "host=club.example user=ann password=s3cret",
        "db:/ann:s3cret@club.example/league",
        "ann:s3cret@club.example/league",
        "ann:s3cret/with@club.example",
        " ann:s3cret@club.example ",
        "//ann:s3cret@club.example/league",
        ":s3cret@club.example/league",
        "a:s3cret@club.example/league",
    ],
)
def test_what_looks_like_an_address_is_never_a_file(typed: str) -> None:
    for read in (store_place, file_named):
        with pytest.raises(StoreError) as refused:
            read(typed)
        assert "s3cret" not in str(refused.value)
        assert "Write it as postgresql://" in str(refused.value)


def test_everything_else_is_a_file() -> None:
    for text in (
        "store.sqlite",
        "~/store.sqlite",
        "./postgres.sqlite",
        "C:/x",
        "C:/ann@home/store.sqlite",
        "//server/ann@home",
        " a",
        "/x: y/z",
        r"C:\users\ann@home",
        "./club:x@host",
    ):
        assert store_place(text) == Path(text)
    assert isinstance(store_place("postgres://x/y"), LeagueAddress)


@pytest.mark.parametrize(
    ("typed", "system", "path"),
    [
        ("file:///home/me/Zo%C3%AB%20a.json", "linux", "/home/me/Zoë a.json"),
        ("FILE://localhost/home/me", "darwin", "/home/me"),
        ("file:///home/caf%E9", "linux", os.fsdecode(b"/home/caf\xe9")),
        ("file:///C:/Users/me/a%20b.json", "win32", "C:/Users/me/a b.json"),
        (r"C:\Users\me\store.sqlite", "win32", r"C:\Users\me\store.sqlite"),
        ("c:/Users/me@home/store.sqlite", "win32", "c:/Users/me@home/store.sqlite"),
        (r"\\club\share\store.sqlite", "win32", r"\\club\share\store.sqlite"),
        (r"\\?\C:\a long way\store.sqlite", "win32", r"\\?\C:\a long way\store.sqlite"),
    ],
)
def test_every_system_names_files_in_its_own_way(
    monkeypatch: pytest.MonkeyPatch, typed: str, system: str, path: str
) -> None:
    monkeypatch.setattr("sys.platform", system)
    assert str(file_named(typed)) == path
    assert with_command([typed]) == [typed], "there is no such file"


def test_a_name_that_is_missing_is_no_file() -> None:
    """It would stand for the current folder."""
    for text in ("", "  "):
        with pytest.raises(StoreError, match="is missing"):
            file_named(text)


@pytest.mark.parametrize(
    ("text", "said", "means"),
    [
        ("club.example/league", {}, {"host": "club.example", "dbname": "league"}),
        (
            " postgresql://ann@club.example:5433/league ",
            {"user": "", "password": "p@ss/w:é&?%", "sslmode": "require"},
            {
                "user": "ann",
                "password": "p@ss/w:é&?%",
                "host": "club.example",
                "port": "5433",
                "dbname": "league",
                "sslmode": "require",
            },
        ),
        ("ann@pc/league", {"user": "bo"}, {"user": "bo", "host": "pc", "dbname": "league"}),
        ("[::1]/league", {}, {"host": "::1", "dbname": "league"}),
    ],
)
def test_an_address_is_typed_in_parts(
    text: str, said: dict[str, str], means: dict[str, str]
) -> None:
    address = league_at(text, **said)
    assert dict(address.settings) == means
    assert "p@ss" not in str(address)
    bare = dict(address.bare.settings)
    assert bare == {k: v for k, v in means.items() if k != "password"}
    assert str(address.bare) == str(address)
    assert address.folder == address.bare.folder


@pytest.mark.parametrize("text", ["", "club.example", "http://x/y", "mysql://a/b", "a@b@c/d"])
def test_what_names_no_league_is_refused(text: str) -> None:
    with pytest.raises(StoreError) as caught:
        league_at(text, password="s3cret")
    assert "s3cret" not in str(caught.value)


def test_where_a_password_is_looked_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PGPASSFILE", raising=False)
    assert password_file() == Path.home() / ".pgpass"
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "kept"))
    assert password_file() == tmp_path / "kept"
