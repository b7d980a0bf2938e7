"""A PostgreSQL server of the tests' own: in a folder that goes again, on a socket, with a password."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from lastdays.desktop.league_address import LeagueAddress

OWNER, PASSWORD = "club", "p@ss/w:rd?&%20é"
#: The same, as it is written in an address.
WRITTEN = "p%40ss%2Fw%3Ard%3F%26%2520%C3%A9"
#: Who the server runs as where the tests run as root, which it refuses.
NOBODIES = ("postgres", "nobody")
_COUNTED = itertools.count(1)


def tools() -> Path | None:
    """The folder with `initdb` and `pg_ctl`; None where no server is installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return installed[-1].parent if installed else None


def why_not() -> str:
    """Why no server can be started here, '' where one can."""
    if sys.platform == "win32":
        return "PostgreSQL's sockets have no file on Windows"
    if tools() is None:
        return "no PostgreSQL server is installed (Debian: apt-get install postgresql)"
    return ""


class Server:
    """A running server. Databases are made as copies of others."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        #: What it is told besides when it starts again.
        self.options = ""
        self._user: str | None = None
        if os.geteuid() == 0:
            known = Path("/etc/passwd").read_text(encoding="utf-8").splitlines()
            names = [line.partition(":")[0] for line in known]
            self._user = next(name for name in NOBODIES if name in names)
            shutil.chown(folder, self._user)

    def _run(self, tool: str, *arguments: str) -> None:
        where = tools()
        assert where is not None
        # Not by a pipe: the server that is started would hold it open.
        with (self.folder / "said").open("ab") as said:
            done = subprocess.run(
                [str(where / tool), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env=self.environment,
                cwd=self.folder,
                check=False,
                user=self._user,
            )
        assert done.returncode == 0, (self.folder / "said").read_text(
            errors="replace", encoding="utf-8"
        )

    def start(self) -> None:
        """Make the server's files and start it; nothing is made safe against a power cut."""
        secret = self.folder / "secret"
        secret.write_text(PASSWORD, encoding="utf-8")
        data = str(self.folder / "data")
        self._run(
            "initdb", "-D", data, "-U", OWNER, "-A", "scram-sha-256", "--pwfile", str(secret),
            "--no-sync", "-E", "UTF8", "--locale", "C",
        )  # fmt: skip
        self.start_again()

    def start_again(self) -> None:
        """Start the server, its files being there."""
        options = (
            f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off "
            f"-c full_page_writes=off -c max_connections=40 {self.options}"
        )
        data, log = str(self.folder / "data"), str(self.folder / "log")
        self._run("pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """Stop the server; whoever is connected is thrown out."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """Stop all the server's processes for as long as the block takes: they are there, and answer
        nobody."""
        pid = (self.folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0]
        os.kill(int(pid), signal.SIGSTOP)
        told = subprocess.run(["ps", "-o", "pid=", "--ppid", pid], capture_output=True, check=True)
        pids = [int(pid), *map(int, told.stdout.split())]
        try:
            for one in pids[1:]:
                with suppress(ProcessLookupError):  # it was just ending
                    os.kill(one, signal.SIGSTOP)
            yield
        finally:
            for one in pids:
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGCONT)

    def run(self, statement: str, database: str = "postgres") -> None:
        """Run a statement of the server's own."""
        with psycopg.connect(
            host=str(self.folder), user=OWNER, password=PASSWORD, dbname=database, autocommit=True
        ) as connection:
            connection.execute(statement)

    def database(self, like: str = "template0") -> str:
        """Make a database as a copy of another; its name."""
        name = f"league{next(_COUNTED)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {like}")
        return name

    def throw_out(self, database: str) -> None:
        """End all connections to a database, and wait until they have."""
        self.run(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
            f"WHERE datname = '{database}' AND pid <> pg_backend_pid()"
        )

    def drop(self, database: str) -> None:
        """Remove a database; whoever has it open is thrown out."""
        self.run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def address(self, database: str, *, written: str = WRITTEN) -> LeagueAddress:
        """The address of a database, with the password as it is `written`."""
        return LeagueAddress(f"postgresql://{OWNER}:{written}@/{database}?host={self.folder}")


@contextmanager
def running() -> Iterator[Server]:
    """Give a server, started for as long as the block takes."""
    # A socket's path is short, and whoever the server runs as has to get there.
    with tempfile.TemporaryDirectory(prefix="lastdays-pg-", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
