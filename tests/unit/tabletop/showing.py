"""What a player is shown of a game of Last Days: what is due, offered, asked."""

from __future__ import annotations

from typing import Any

from lastdays.tabletop.engine import PendingAsk
from lastdays.tabletop.last_days.game import LastDays
from lastdays.tabletop.view import ButtonView, FormView
from unit.tabletop import playing as plays
from unit.tabletop.playing import Match


def begun(match: Match, play: str, *answers: object, **args: object) -> PendingAsk:
    """What is asked after some answers."""
    match._add(plays.start(match.state, match.rules, play, args))
    for given in answers:
        match._add(plays.answer(match.state, match.rules, given, "typed"))
    found = plays.standing(match.state, match.rules)
    assert found is not None
    return found


def due(match: Match) -> list[str]:
    """The keys of the moves that are due."""
    return [b.key for b in LastDays(match.rules).guide(match.state).moves]


def on_sheet(match: Match, piece: str) -> list[str]:
    """The keys of a piece's buttons."""
    found = LastDays(match.rules).sheet(match.state, piece, "guided")
    assert found is not None
    return [b.key for s in found.sections for b in s.items if isinstance(b, ButtonView)]


def labels(match: Match, piece: str) -> list[str]:
    found = LastDays(match.rules).sheet(match.state, piece, "guided")
    assert found is not None
    return [b.label for s in found.sections for b in s.items if isinstance(b, ButtonView)]


def form(match: Match, name: str, about: str, **chosen: Any) -> FormView:
    found = LastDays(match.rules).form(match.state, name, about, chosen)
    assert found is not None
    return found
