"""An evening on paper, typed into the program afterwards: the store is as if it had been played on
screen."""

from __future__ import annotations

import random
from operator import itemgetter
from typing import Any

import pytest

from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import PostGameActions
from lastdays.campaign.worksheet.chapters import worksheet
from lastdays.campaign.workspace import Workspace
from lastdays.model.game_record import GameRecord
from lastdays.pdf.typesetting import Type
from sure import sure
from unit.campaign.evenings import Pencil, kind_of_ask
from unit.pdf.placed import PlacedBox, places_of


def places_for(games: PostGameActions, sequence: str) -> list[PlacedBox]:
    """The places of the worksheet that is printed before a sequence."""
    view = games.view(sequence)
    context = view.context
    sheet = worksheet(view.before, context.catalogue, context.switches, context.game)
    return places_of(sheet, "a4", Type())


def written_down(games: PostGameActions, sequence: str) -> list[tuple[str, Any]]:
    """All answers of a sequence as they stand on its worksheet, from the top: the kind of question that
    a place is for, and the answer."""
    places = places_for(games, sequence)
    pencil = Pencil(places)
    written: list[tuple[int, str, Any]] = []
    for asked in games.view(sequence).replayed.asked:
        place = sure(pencil.write(asked.ask.key))
        written.append((places.index(place), kind_of_ask(asked.ask.key), asked.answer.value))
    written.sort(key=itemgetter(0))
    return [(kind, value) for _place, kind, value in written]


def undo_all(games: PostGameActions, sequence: str) -> None:
    while games.view(sequence).can_undo:
        games.undo(sequence)


def type_back(games: PostGameActions, sequence: str, paper: list[tuple[str, Any]]) -> None:
    """Type what stands on the paper, from its top; each question takes the next answer of its kind."""
    left = list(paper)
    while (ask := games.view(sequence).pending) is not None:
        entry = next(entry for entry in left if entry[0] == kind_of_ask(ask.key))
        left.remove(entry)
        games.answer(sequence, ask.key, entry[1], "typed")
    assert left == []


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in (1, 2))]
)
def test_a_worksheet_typed_back_leaves_the_store_as_the_screen_does(
    riverside: Workspace, campaign: str, game: GameRecord, zeke: str, seed: int
) -> None:
    games = PostGameActions(riverside, random.Random(seed))
    sequence = games.begin(campaign, game.id, zeke)
    play_through(games, sequence)
    on_screen = sure(games.view(sequence).after)
    paper = written_down(games, sequence)
    undo_all(games, sequence)
    assert not games.view(sequence).replayed.asked
    type_back(games, sequence, paper)
    games.finish(sequence)
    assert riverside.group(zeke).group == on_screen
    assert {a.answer.how for a in games.view(sequence).replayed.asked} == {"typed"}
