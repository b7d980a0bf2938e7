"""News of a league whose server is gone: tried again by itself, and never waited for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from lastdays.store import league
from lastdays.store.league import Line, News


class Wire:
    """What lies on the socket: nothing, until it breaks."""

    def __init__(self) -> None:
        self.broken = False

    def consume_input(self) -> None:
        if self.broken:
            raise psycopg.OperationalError("gone")

    def notifies(self) -> None:
        return None


class Connection:
    """A connection to nobody."""

    def __init__(self) -> None:
        self.autocommit = False
        self.schema = "public"
        self.pgconn = Wire()
        self.closed = False

    def execute(self, _statement: str, _values: object = ()) -> None:
        pass

    def close(self) -> None:
        self.closed = True

    def fileno(self) -> int:
        return 0


class Server:
    """Connects as long as it is `there`; while it is `silent`, whoever connects waits for it."""

    def __init__(self) -> None:
        self.made: list[Connection] = []
        self.answers = threading.Event()
        self.answers.set()
        self.asked = threading.Semaphore(0)
        self.done = threading.Semaphore(0)
        self.there = True

    def connect(self) -> Connection:
        self.asked.release()
        assert self.answers.wait(60)
        try:
            if not self.there:
                raise psycopg.OperationalError("refused")
            self.made.append(Connection())
            return self.made[-1]
        finally:
            self.done.release()


@pytest.fixture
def server() -> Iterator[Any]:
    found = Server()
    yield found
    found.answers.set()


@pytest.fixture
def news(server: Any) -> Iterator[News]:
    """A window that listens."""
    found = News(server.connect, Line())
    server.asked.acquire()
    server.done.acquire()
    yield found
    found.leave()


def lose(news: News, server: Any) -> None:
    server.made[-1].pgconn.broken = True
    news.look()
    assert not news.heard


def look_until(news: News, wanted: Callable[..., Any]) -> None:
    """Looks until something is so; each look is at once, so it is many of them."""
    for _look in range(1_000_000):
        if wanted():
            return
        news.look()
    raise AssertionError


def test_while_the_server_is_silent_every_look_is_over_at_once(news: News, server: Any) -> None:
    lose(news, server)
    server.answers.clear()  # whoever connects from now on waits
    for _look in range(5 * league._LOOKS):
        assert news.look() == 0
    assert server.asked.acquire(timeout=60)  # it is tried, by somebody else
    assert not server.asked.acquire(blocking=False)  # and once only
    assert not news.heard
    server.answers.set()
    look_until(news, lambda: news.heard)
    assert news.version == 1  # what was told meanwhile is a change
    news.look()
    assert (news.version, len(server.made)) == (1, 2)


def test_one_that_refuses_is_tried_again_and_again(news: News, server: Any) -> None:
    lose(news, server)
    server.there = False
    for _try in range(3):
        look_until(news, lambda: server.asked.acquire(blocking=False))
        assert server.done.acquire(timeout=60)
    assert not news.heard
    server.there = True
    look_until(news, lambda: news.heard)
    assert news.version == 1


def test_who_leaves_meanwhile_leaves_no_connection_open(news: News, server: Any) -> None:
    lose(news, server)
    server.answers.clear()
    look_until(news, lambda: server.asked.acquire(blocking=False))
    news.leave()
    server.answers.set()
    assert server.done.acquire(timeout=60)
    for thread in threading.enumerate():
        if thread.name == "league":
            thread.join(60)
    assert all(connection.closed for connection in server.made[1:])
    assert not news.heard
