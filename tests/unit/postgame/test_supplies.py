"""The supply table and what shifts it (p. 67, 82, 92; rulings 5, 21, 22)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from lastdays.model.game_record import SupplyToken
from lastdays.model.group import Group
from lastdays.postgame.supplies import supplies
from lastdays.rulebook.entries import Dice
from sure import as_a, sure
from unit.postgame.crew import BOOK, finish, group, member, night, run

COLUMNS = {0: (2, 3), 1: (4, 5), 2: (6, 7, 8), 3: (9, 10), 4: (11, 12)}
CLAIMED = (SupplyToken("claimed"),)


def after(
    crew: Group, answers: Mapping[str, Any], tokens: tuple[SupplyToken, ...], **game: Any
) -> Group:
    return as_a(Group, finish(lambda: supplies(crew, night(crew, tokens=tokens, **game)), answers))


@pytest.mark.parametrize(("row", "column"), list(product(range(2, 13), range(2, 13))))
def test_each_cell_gives_its_points_and_gear(row: int, column: int) -> None:
    index = next(n for n, totals in COLUMNS.items() if column in totals)
    cell = BOOK.supply_rows[row][index]
    answers = {
        "supplies/token-1/row": row,
        "supplies/token-1/column": column,
        "supplies/token-1/points": 2,
    }
    wanted = []
    for n, found in enumerate(cell.found):
        count = 1
        if isinstance(found.count, Dice):
            answers[f"supplies/token-1/count-{n}"] = 3
            count = 3 + found.count.plus
        wanted += [found.key] * count
    result = after(group(points=10), answers, CLAIMED)
    assert result.points == 10 + 2 + cell.points.plus
    assert [item.key for item in result.stash] == wanted
    assert len({item.id for item in result.stash}) == len(wanted)


def test_ruling_21_two_rolls_for_each_token_row_then_column() -> None:
    crew = group()
    asked = run(lambda: supplies(crew, night(crew, tokens=CLAIMED * 2)), {})
    assert asked.pending is not None
    assert asked.pending.key == "supplies/token-1/row"
    asked = run(
        lambda: supplies(crew, night(crew, tokens=CLAIMED * 2)),
        {
            "supplies/token-1/row": 7,
            "supplies/token-1/column": 7,
            "supplies/token-1/points": 4,
        },
    )
    assert sure(asked.pending).key == "supplies/token-2/row"


def test_a_scavenger_who_only_held_the_token_shifts_nothing() -> None:
    crew = group(member("Ed", "survivalist", gunsmith="rifle"))
    answers = {
        "supplies/token-1/row": 7,
        "supplies/token-1/column": 7,
        "supplies/token-1/points": 1,
    }
    assert after(crew, answers, (SupplyToken("held", "ed"),)).points == 1


def test_ruling_22_a_d3_cannot_show_four() -> None:
    crew = group()
    answers = {
        "supplies/token-1/row": 6,
        "supplies/token-1/column": 11,
        "supplies/token-1/points": 1,
        "supplies/token-1/count-0": 4,
    }
    asked = run(lambda: supplies(crew, night(crew, tokens=CLAIMED)), answers)
    assert sure(asked.pending).key == "supplies/token-1/count-0"
    assert "can't come to 4" in asked.dropped[0].reason
