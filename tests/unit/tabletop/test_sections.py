"""The table of `docs/other-games.md` is true: what a row names exists and comes up in play, and every
rule of a game has its row."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from msgspec import Struct

from lastdays.errors import RuleError
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.units import TableState
from lastdays.tabletop.view import ButtonView, Play, Tap, TokenView
from unit.tabletop.declared_by_chance import CHOICES, random_event
from unit.tabletop.declaring import NAMES, Party

DOC = Path(__file__).parents[3] / "docs" / "other-games.md"
HOW = ("led", "told", "by hand", "board")
#: How many games are played by chance at most for what comes up in them, the events of each, and after
#: how many the table is looked at.
MOST_GAMES, EVENTS, LOOKED_AT = 60, 240, 6


class Row(Struct, frozen=True):
    """A section of a rulebook, how it is played, and what plays it."""

    game: str
    section: str
    how: str
    names: tuple[str, ...]


def rows() -> list[Row]:
    """The rows of all tables."""
    titles = {game.title: game.key for game in GAMES.values()}
    found, game = [], ""
    for line in DOC.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            game = titles[line.removeprefix("## ")]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if game and line.startswith("| ") and cells[0] != "section":
            section, how, names = cells
            found.append(Row(game, section, how, tuple(re.findall(r"`([^`]+)`", names))))
    return found


ROWS = rows()


def offered(game: DeclaredGame, table: TableState) -> Iterator[str]:
    """The moves that can be made now: due, of any piece, or behind a plus of its card."""
    buttons = list(game.guide(table).moves)
    for piece in table.pieces:
        sheet = game.sheet(table, piece)
        for section in sheet.sections if sheet is not None else ():
            buttons += [item for item in section.items if isinstance(item, ButtonView)]
    for button in buttons:
        if button.why_not:
            continue
        match button.act:
            case Tap(what=what):
                yield what
            case Play(play=play):
                yield play


def shown(game: DeclaredGame, table: TableState) -> Iterator[str]:
    """The counters and switches that the board or a sheet shows."""
    board = game.board(table)
    for card in chain(board.foot, *(panel.cards for panel in board.panels)):
        yield from (f"counter {token.name}" for token in card.tokens)
        yield from (f"counter {chip.name}" for chip in card.chips)
    for piece in table.pieces:
        sheet = game.sheet(table, piece)
        for section in sheet.sections if sheet is not None else ():
            for item in section.items:
                if isinstance(item, TokenView):
                    yield f"counter {item.name}"


def chosen(game: DeclaredGame) -> Iterator[str]:
    """What is chosen before a game with some number of players."""
    fewest, most = game.seats
    for players in range(fewest, most + 1):
        yield from (f"choice {choice.key}" for choice in game.choices(players))


def comes_up(key: str, seed: int) -> set[str]:
    """All that comes up in a game played by chance: moves that can be made, steps, counters and switches
    shown, the checklist, an end."""
    game, source = GAMES[key], random.Random(f"{key} {seed}")
    choices = CHOICES[key][seed % len(CHOICES[key])]
    rolled = {"first": ""} if seed % 2 else {}
    table = game.begin(NAMES[: 2 + seed % 5], choices | rolled)
    found = {"checklist"} if game.checklist(table) else set()
    for n in range(EVENTS):
        found.add(f"step {table.step}")
        if game.verdict(table) is not None:
            found.add("end")
        if n % LOOKED_AT == 0 and table.open is None:
            found.update(offered(game, table), shown(game, table))
        try:
            event = random_event(game, table, source)
        except RuleError:
            continue
        if event is not None:
            table = table.patch(event.effects)
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("key", list(GAMES))
def test_what_a_row_names_comes_up_in_play(key: str) -> None:
    """In a few games played by chance, with all choices that there are."""
    missing = {name for row in ROWS if row.game == key for name in row.names}
    missing -= set(chosen(GAMES[key]))
    for seed in range(MOST_GAMES):
        missing -= comes_up(key, seed)
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("key", list(GAMES))
def test_every_rule_of_a_game_has_its_row(key: str) -> None:
    rules = GAMES[key].rules
    named = {name for row in ROWS if row.game == key for name in row.names}
    assert {*rules.taps, *rules.plays} <= named
    steps = set(GAMES[key].step_names(Party(GAMES[key], 2).setting))
    kinds = GAMES[key].kinds.values()
    counters = {f"counter {count.key}" for kind in kinds for count in kind.counts}
    counters |= {f"counter {switch.key}" for kind in kinds for switch in kind.flags}
    assert counters - named <= {"counter acted", "counter dead"}
    for name in named:
        known = (
            name in {"checklist", "end", "first"}
            or name in rules.taps
            or name in rules.plays
            or name in counters
            or name.removeprefix("step ") in steps
            or name.startswith("choice ")
        )
        assert known, name


def test_a_row_says_how_and_by_what() -> None:
    """The board needs nothing; what is done by hand a counter; what is led a move, step or end."""
    for row in ROWS:
        assert row.how in HOW, row
        assert bool(row.names) is (row.how != "board"), row
        counters = [name for name in row.names if name.startswith("counter ")]
        assert row.how != "by hand" or row.names == tuple(counters), row
