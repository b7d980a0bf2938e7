"""A session whose game is gone is listed under the name it had, and read from what it keeps."""

from __future__ import annotations

import json
import random
from contextlib import closing
from pathlib import Path

import pytest

from lastdays.campaign import Workspace
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.table_sessions import GoneTracker, SessionActions
from lastdays.errors import RuleError, StoreError
from lastdays.rulebook.packs import EXAMPLE_GAME, Chosen, Rulebooks
from lastdays.store import open_store
from lastdays.tabletop.view import Play, Tap
from sure import as_a
from ui.own_games import EXAMPLE, install_example


@pytest.fixture
def begun(tmp_path: Path) -> str:
    """A session of the example in a store, with its pack installed."""
    with Table(tmp_path, [install_example(tmp_path)]) as sessions:
        name = sessions.begin_game(EXAMPLE, ("Ann", "Bob"), {"wanted": "4"})
        sessions.tracker(name).tap(Tap("next"))
        sessions.tracker(name).start(Play("board", {"unit": "door-1"}))
    return name


class Table:
    """The actions on the sessions of a store, with some packs installed."""

    def __init__(self, folder: Path, packs: list[Path]) -> None:
        self.store = open_store(folder / "store.sqlite")
        books = Rulebooks(packs)
        workspace = Workspace(self.store, books.of(Chosen()), rulebooks=books)
        self.sessions = SessionActions(workspace, PostGameActions(workspace, random.Random(1)))

    def __enter__(self) -> SessionActions:
        return self.sessions

    def __exit__(self, *_error: object) -> None:
        self.store.close()


def put(folder: Path, session: str, **columns: str) -> None:
    """Put something else into columns of a session, with a sum that is right."""
    with closing(open_store(folder / "store.sqlite")) as store, store.writing() as tx:
        tx.table._row(session).sqlmodel_update(columns)
        tx.table._session.flush()


def test_it_is_listed_and_read_without_its_pack(tmp_path: Path, begun: str) -> None:
    with Table(tmp_path, []) as sessions:
        (listed,) = sessions.games_played()
        assert sessions.title(listed) == "The Last Bus"
        assert EXAMPLE not in sessions.kinds
        tracker = as_a(GoneTracker, sessions.tracker(begun))
        assert not tracker.rules_changed
        lines = [tracker.words.line(line) for line in tracker.log()]
        assert lines[-1] == "Ann boards up Door 1: 3 planks."
        assert tracker.end_form({}).text
        for refused in (tracker.undo, tracker.end, lambda: tracker.tap(Tap("next"))):
            with pytest.raises(RuleError, match=f"content pack {EXAMPLE_GAME} isn't there"):
                refused()
        with pytest.raises(RuleError, match="its content pack is gone"):
            sessions.begin_game(EXAMPLE, ("Ann",), {})


def test_it_goes_on_with_its_pack(tmp_path: Path, begun: str) -> None:
    with Table(tmp_path, [tmp_path / EXAMPLE_GAME]) as sessions:
        tracker = sessions.tracker(begun)
        assert not tracker.rules_changed
        tracker.undo()
        tracker.redo()
        assert tracker.start(Play("board", {"unit": "door-1"})) is not None


def test_another_file_of_the_game_is_noticed(tmp_path: Path, begun: str) -> None:
    file = tmp_path / EXAMPLE_GAME / "games" / f"{EXAMPLE_GAME}.toml"
    file.write_text(
        file.read_text("utf-8").replace("start = 2, high = 5", "start = 1, high = 5"), "utf-8"
    )
    with Table(tmp_path, [tmp_path / EXAMPLE_GAME]) as sessions:
        assert sessions.tracker(begun).rules_changed


def test_a_session_that_keeps_nothing_is_read_by_its_log(tmp_path: Path, begun: str) -> None:
    put(tmp_path, begun, switches="{}")
    with Table(tmp_path, []) as sessions:
        tracker = as_a(GoneTracker, sessions.tracker(begun))
        assert [panel.cards[0].title for panel in tracker.board().panels] == ["Ann", "Bob"]
        assert tracker.guide().says


@pytest.mark.parametrize(
    "kept",
    [
        {"game": 3},
        {"game": {"key": "x", "title": "X"}},
        {
            "game": {
                "key": "x",
                "title": "X",
                "players": [1, 2],
                "steps": {},
                "rules": {},
                "ends": [],
            }
        },
    ],
)
def test_a_damaged_game_is_said_to_be_damaged(tmp_path: Path, begun: str, kept: object) -> None:
    put(tmp_path, begun, switches=json.dumps(kept))
    with (
        Table(tmp_path, []) as sessions,
        pytest.raises(StoreError, match="A session in the store is damaged"),
    ):
        sessions.tracker(begun)


def test_a_game_of_python_that_is_gone_keeps_its_key(tmp_path: Path, begun: str) -> None:
    put(tmp_path, begun, game="fifth", facts="{}", switches="{}")
    with Table(tmp_path, []) as sessions:
        (listed,) = sessions.games_played()
        assert sessions.title(listed) == "fifth"
        as_a(GoneTracker, sessions.tracker(begun))
