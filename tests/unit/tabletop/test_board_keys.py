"""Which card a number key goes to."""

from __future__ import annotations

from lastdays.tabletop.view import BoardView, CardView, PanelView


def panel(*cards: str) -> PanelView:
    return PanelView(cards[0], "", tuple(CardView(card, "model", card) for card in cards))


def test_a_number_goes_to_a_card_of_the_same_panel_or_the_next_where_it_is_that() -> None:
    board = BoardView((panel("a1", "a2", "a3"), panel("b1", "b2"), panel("c1", "c2", "c3", "c4")))
    assert [board.neighbour("a2", n) for n in range(5)] == ["a1", "b2", "a3", "", ""]
    assert [board.neighbour("b1", n) for n in range(3)] == ["c1", "b2", ""]
    assert [board.neighbour("c2", n) for n in range(4)] == ["c1", "a2", "c3", "c4"]
    assert board.neighbour("c4", 3) == ""  # the next panel has not so many
    assert [board.neighbour("", n) for n in range(3)] == ["a1", "a2", "a3"]
    assert BoardView(()).neighbour("a1", 0) == ""
