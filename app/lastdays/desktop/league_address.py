"""The address of a league: a store on a PostgreSQL server, which several windows share.

It may hold a password, which is never printed, logged or written: only the address without it is,
and nothing at all of an address that can't be parsed.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from lastdays.desktop import paths
from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.values import Value

_BEGINNING = "postgresql://"
#: The beginning of an address; the name of a driver in it is ignored.
_LEAGUE = re.compile(r"postgres(?:ql)?(?:\+\w+)?://", re.IGNORECASE)
#: The address of a file on this computer.
_FILE = re.compile(r"file://(?:localhost)?(?P<path>/[^?#\0]*)", re.IGNORECASE)
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
            settings = self.settings
        except StoreError:
            return f"{_BEGINNING}…"
        user = f"{settings['user']}@" if "user" in settings else ""
        database = settings.get("dbname", "")
        hosts = _with_ports(settings.get("host", ""), settings.get("port", ""))
        if hosts.startswith("/"):  # a socket on this computer
            return f"{_BEGINNING}{user}/{database}?host={hosts}"
        return f"{_BEGINNING}{user}{hosts}/{database}"

    @property
    def bare(self) -> LeagueAddress:
        """Return the address without its password, but with its other settings."""
        settings = dict(self.settings)
        settings.pop("password", None)
        return _address_of(settings)

    @property
    def folder(self) -> Path:
        """Return this computer's folder for what belongs to the league but isn't in it, such as
        content packs."""
        address = str(self)
        _beginning, _signs, after_scheme = address.partition("://")
        name = re.sub(r"[^\w.-]+", "-", after_scheme).strip("-.")[:60]
        digest = hashlib.blake2b(address.encode(), digest_size=4).hexdigest()
        return paths.leagues() / f"{name}-{digest}"

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """Return the driver's settings, by its own names. Raises StoreError, which quotes nothing
        of it, for an address that can't be read: a misplaced part might be the password.
        """
        after_scheme = self.typed.partition("://")[2]
        place, _question, query = after_scheme.partition("?")
        authority, _slash, database = place.partition("/")
        if after_scheme.count("@") != authority.count("@") or authority.count("@") > 1:
            raise _unreadable_address()
        user_part, _at, host_part = authority.rpartition("@")
        user, _colon, password = user_part.partition(":")
        hosts, ports = _hosts(host_part)
        settings = {
            "user": _decoded(user),
            "password": _decoded(password),
            "host": hosts,
            "port": ports,
            "dbname": _decoded(database),
        }
        settings.update(_settings_of(query))
        return {name: value for name, value in settings.items() if value}

    def without_password(self, text: str) -> str:
        """Return a text if it may be shown, '' if the password is in it. It isn't cut out: the gaps
        left by a short one would spell it."""
        text = text.replace(self.typed, str(self))
        after_scheme = self.typed.partition("://")[2]
        user_part = after_scheme.partition("@")[0]
        typed_password = user_part.partition(":")[2]
        try:
            password = self.settings.get("password", "")
        except StoreError:
            return ""
        for secret in (password, typed_password):
            if secret and secret in text:
                return ""
        return text


#: Where a store is: a file, or a league.
StorePlace: TypeAlias = Path | LeagueAddress


def store_place(text: str) -> StorePlace:
    """Return the file or league of a store that a user named. Raises StoreError, which doesn't
    quote the text, if it looks like an address but isn't a league's."""
    stripped = text.strip()
    if _ADDRESS.match(stripped):
        text = stripped
    if _LEAGUE.match(text):
        return LeagueAddress(text)
    return file_named(text)


def league_at(text: str, **settings: str) -> LeagueAddress:
    """Return the league at an address, which needn't begin with `postgresql://`, with further
    settings by the driver's names. Raises StoreError, which doesn't quote it, if it can't be read
    or has no database."""
    text = text.strip()
    if not _LEAGUE.match(text):
        if _ADDRESS.match(text):
            raise _unreadable_address()
        text = _BEGINNING + text
    all_settings = dict(LeagueAddress(text).settings)
    for name, value in settings.items():
        if value:
            all_settings[name] = value
    if "dbname" not in all_settings:
        raise StoreError(
            "An address names a computer and a database: club.example/league. Type both."
        )
    return _address_of(all_settings)


def password_file() -> Path:
    """Return where the driver looks for a password that isn't typed."""
    chosen_file = os.environ.get("PGPASSFILE")
    if chosen_file:
        return Path(chosen_file)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", "")) / "postgresql" / "pgpass.conf"
    return Path.home() / ".pgpass"


def _address_of(settings: Mapping[str, str]) -> LeagueAddress:
    query = "&".join(f"{name}={_encoded(value)}" for name, value in settings.items())
    return LeagueAddress(f"{_BEGINNING}?{query}")


def _encoded(text: str) -> str:
    raw = text.encode("utf-8", "surrogateescape")
    return _STRANGE.sub(_percent_encoded, raw).decode()


def _percent_encoded(match: re.Match[bytes]) -> bytes:
    return b"%%%02X" % match[0][0]


def _settings_of(query: str) -> dict[str, str]:
    """Return the settings after the `?` of an address. Raises StoreError."""
    if not query:
        return {}
    settings = {}
    for part in query.split("&"):
        name, equals, value = part.partition("=")
        if not _SETTINGS.fullmatch(name) or not equals:
            raise _unreadable_address()
        settings[name] = _decoded(value)
    return settings


def _with_ports(hosts: str, ports: str) -> str:
    """Return hosts with their ports; both are separated by commas, and ports may be missing."""
    listed_ports = ports.split(",")
    hosts_with_ports = []
    for place, host in enumerate(hosts.split(",")):
        port = listed_ports[place] if place < len(listed_ports) else ""
        hosts_with_ports.append(f"{host}:{port}" if port else host)
    return ",".join(hosts_with_ports)


def file_named(text: str) -> Path:
    """Return the path of a file. Raises StoreError, which doesn't quote the text, if it looks like
    an address: it may hold a password, which would become the name of a file. Raises it for no name
    as well, which would stand for the current folder."""
    if not text.strip():
        raise StoreError("The name of a file or folder is missing. Nothing was done.")
    name = without_scheme(text)
    if _ADDRESS.match(name.strip()):
        raise _unreadable_address()
    return Path(name)


def without_scheme(text: str) -> str:
    """Return the path in an address of a file on this computer, as some desktops name files; any other
    text as it is."""
    file = _FILE.fullmatch(text)
    if file is None:
        return text
    path = unquote(file["path"], errors="surrogateescape")
    has_drive = re.match("/[a-zA-Z]:", path)
    return path[1:] if sys.platform == "win32" and has_drive else path


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
    for part in where.split(","):
        match = re.fullmatch(r"(\[[0-9A-Fa-f:.%]+\]|[^:\[\]]*)(?::(\d*))?", part)
        if match is None:
            raise _unreadable_address()
        hosts.append(_decoded(match[1]).strip("[]"))
        ports.append(match[2] or "")
    if not any(ports):
        return ",".join(hosts), ""
    return ",".join(hosts), ",".join(ports)


def _decoded(text: str) -> str:
    """Return a percent-decoded part of an address: @ for `%40`. Raises StoreError."""
    raw = text.encode("utf-8", "surrogateescape")
    if b"%" in _PERCENT.sub(b"", raw):
        raise _unreadable_address()
    try:
        decoded = _PERCENT.sub(_percent_decoded, raw).decode()
    except UnicodeError:
        raise _unreadable_address() from None
    if any(letter < " " for letter in decoded):
        raise _unreadable_address()
    return decoded


def _percent_decoded(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 16)])


def _unreadable_address() -> StoreError:
    """Return the error for an address that can't be read, which quotes nothing of it."""
    return StoreError(
        "The league's address can't be read. Write it as "
        "postgresql://user@computer/database; in a name or password, write the characters @ "
        ": / ? & and % as %40 %3A %2F %3F %26 and %25. Put ./ before a file name that looks "
        "like an address. Nothing was opened."
    )
