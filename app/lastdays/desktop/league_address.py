"""The address of a league: a store on a PostgreSQL server, which several windows share.

It may hold a password, which is never printed, logged or written: only the address without it is,
and nothing at all of an address that can't be parsed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from lastdays.desktop import paths
from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.values import Value

_BEGINNING = "postgresql://"
#: The beginning of an address; the name of a driver in it is ignored.
_LEAGUE = re.compile(r"postgres(?:ql)?(?:\+\w+)?://", re.IGNORECASE)
#: Text that isn't taken for a file's name: any kind of address, even a mistyped one.
_ADDRESS = re.compile(
    r".*://"
    r"|(?:jdbc:|postgre|pgsql|psycopg|mysql|mariadb|sqlite[+:])"
    r"|[a-z][\w+.-]+:/"
    r"|//[^/\\@]*@"  # what is left of an address without its beginning
    r"|:[^\\]*@"
    r"|[^\s/\\@:]{2,}:[^\\]*@"  # user:password@computer
    r"|[^\s/\\@:]:[^/\\][^\\]*@"  # one letter before a colon and a slash is a drive
    r"|.*\bpassword\s*=",
    re.IGNORECASE | re.DOTALL,
)
#: The settings that are allowed after the `?` of an address.
_SETTINGS = re.compile(
    "host|hostaddr|port|user|password|dbname|sslmode|sslrootcert|sslcert|sslkey|passfile|service|"
    "connect_timeout|application_name|channel_binding|gssencmode|target_session_attrs"
)
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")
#: The bytes that are percent-encoded in an address.
_STRANGE = re.compile(rb"[^0-9A-Za-z._-]")


class LeagueAddress(Value, dict=True):
    """The address of a league as it was typed."""

    typed: str

    def __repr__(self) -> str:
        return "LeagueAddress()"  # it may hold a password

    def __str__(self) -> str:
        """Return the address without its password."""
        try:
            known = self.settings
        except StoreError:
            return f"{_BEGINNING}…"
        who = f"{known['user']}@" if "user" in known else ""
        hosts, ports = (known.get(name, "").split(",") for name in ("host", "port"))
        ports += [""] * (len(hosts) - len(ports))
        where = ",".join(
            f"{host}:{port}" if port else host for host, port in zip(hosts, ports, strict=False)
        )
        folder = where.startswith("/")  # a socket on this computer
        beyond = f"?host={where}" if folder else ""
        return f"{_BEGINNING}{who}{'' if folder else where}/{known.get('dbname', '')}{beyond}"

    @property
    def bare(self) -> LeagueAddress:
        """Return the address without its password, but with its other settings."""
        return _written({k: v for k, v in self.settings.items() if k != "password"})

    @property
    def folder(self) -> Path:
        """Return this computer's folder for what belongs to the league but isn't in it, such as
        content packs."""
        shown = str(self)
        name = re.sub(r"[^\w.-]+", "-", shown.partition("://")[2]).strip("-.")[:60]
        digest = hashlib.blake2b(shown.encode(), digest_size=4).hexdigest()
        return paths.leagues() / f"{name}-{digest}"

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """Return the driver's settings, by its own names. Raises StoreError, which quotes nothing
        of it, for an address that can't be read: a misplaced part might be the password.
        """
        rest = self.typed.partition("://")[2]
        before, _question, query = rest.partition("?")
        authority, _slash, database = before.partition("/")
        if rest.count("@") != authority.count("@") or authority.count("@") > 1:
            raise _unreadable()
        who, _at, where = authority.rpartition("@")
        user, _colon, password = who.partition(":")
        hosts, ports = _hosts(where)
        found = {
            "user": _decoded(user),
            "password": _decoded(password),
            "host": hosts,
            "port": ports,
            "dbname": _decoded(database),
        }
        for part in query.split("&") if query else ():
            name, equals, value = part.partition("=")
            if not _SETTINGS.fullmatch(name) or not equals:
                raise _unreadable()
            found[name] = _decoded(value)
        return {name: value for name, value in found.items() if value}

    def without_password(self, text: str) -> str:
        """Return a text if it may be shown, '' if the password is in it. It isn't cut out: the gaps
        left by a short one would spell it."""
        text = text.replace(self.typed, str(self))
        written = self.typed.partition("://")[2].partition("@")[0].partition(":")[2]
        try:
            secret = self.settings.get("password", "")
        except StoreError:
            return ""
        return "" if any(form and form in text for form in (secret, written)) else text


#: Where a store is: a file, or a league.
StorePlace: TypeAlias = Path | LeagueAddress


def store_place(text: str) -> StorePlace:
    """Return the file or league of a store that a user named. Raises StoreError, which doesn't
    quote the text, if it looks like an address but isn't a league's."""
    text = text.strip() if _ADDRESS.match(text.strip()) else text
    return LeagueAddress(text) if _LEAGUE.match(text) else file_named(text)


def league_at(text: str, **settings: str) -> LeagueAddress:
    """Return the league at an address, which needn't begin with `postgresql://`, with further
    settings by the driver's names. Raises StoreError, which doesn't quote it, if it can't be read
    or has no database."""
    text = text.strip()
    if not _LEAGUE.match(text):
        if _ADDRESS.match(text):
            raise _unreadable()
        text = _BEGINNING + text
    known = {**LeagueAddress(text).settings, **{k: v for k, v in settings.items() if v}}
    if "dbname" not in known:
        raise StoreError(
            "An address names a computer and a database: club.example/league. Type both."
        )
    return _written(known)


def password_file() -> Path:
    """Return where the driver looks for a password that isn't typed."""
    if named := os.environ.get("PGPASSFILE"):
        return Path(named)
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", "")) / "postgresql" / "pgpass.conf"
    return Path.home() / ".pgpass"


def _written(settings: Mapping[str, str]) -> LeagueAddress:
    said = (f"{name}={_encoded(value)}" for name, value in settings.items())
    return LeagueAddress(f"{_BEGINNING}?{'&'.join(said)}")


def _encoded(text: str) -> str:
    raw = text.encode("utf-8", "surrogateescape")
    return _STRANGE.sub(lambda found: b"%%%02X" % found[0][0], raw).decode()


def file_named(text: str) -> Path:
    """Return the path of a file. Raises StoreError, which doesn't quote the text, if it looks like
    an address: it may hold a password, which would become the name of a file. Raises it for no name
    as well, which would stand for the current folder."""
    if not text.strip():
        raise StoreError("The name of a file or folder is missing. Nothing was done.")
    if _ADDRESS.match(text.strip()):
        raise _unreadable()
    return Path(text)


def not_in_league(name: str) -> str:
    """Return a message that a league isn't backed up here, and what to do instead."""
    return _(
        "{league} is on a server: whoever runs it backs it up, with pg_dump. Share "
        "campaigns to keep files of your own. Nothing was changed.",
        league=name,
    )


def _hosts(where: str) -> tuple[str, str]:
    """Return the hosts of an address and their ports, each separated by commas."""
    hosts = []
    ports = []
    for one in where.split(","):
        match = re.fullmatch(r"(\[[0-9A-Fa-f:.%]+\]|[^:\[\]]*)(?::(\d*))?", one)
        if match is None:
            raise _unreadable()
        hosts.append(_decoded(match[1]).strip("[]"))
        ports.append(match[2] or "")
    return ",".join(hosts), ",".join(ports).strip(",") and ",".join(ports)


def _decoded(text: str) -> str:
    """Return a percent-decoded part of an address: @ for `%40`. Raises StoreError."""
    raw = text.encode("utf-8", "surrogateescape")
    if b"%" in _PERCENT.sub(b"", raw):
        raise _unreadable()
    try:
        decoded = _PERCENT.sub(lambda found: bytes([int(found[1], 16)]), raw).decode()
    except UnicodeError:
        raise _unreadable() from None
    if any(ord(letter) < 32 for letter in decoded):
        raise _unreadable()
    return decoded


def _unreadable() -> StoreError:
    return StoreError(
        "The league's address can't be read. Write it as "
        "postgresql://user@computer/database; in a name or password, write the characters @ "
        ": / ? & and % as %40 %3A %2F %3F %26 and %25. Put ./ before a file name that looks "
        "like an address. Nothing was opened."
    )
