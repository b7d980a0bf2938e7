"""Moves of a declared game as its page, board and panel take them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.units import TableState
from lastdays.tabletop.view import ButtonView, Play, Tap


@dataclass(frozen=True)
class Move:
    """Something that can be done: what a button says, the tap or procedure it begins, why not."""

    key: str
    label: str
    kind: Literal["tap", "play"]
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    why_not: str = ""
    about: str = ""


def offered(
    game: DeclaredGame, setting: TableState, moves: Iterable[Move | ButtonView]
) -> list[Move]:
    """Return moves as they are shown: one that would be refused says so before it is tapped."""
    return [_move(button) for button in game.barred(setting, map(_button, moves))]


def _button(move: Move | ButtonView) -> ButtonView:
    if isinstance(move, ButtonView):
        return move
    act = Play(move.name, move.args) if move.kind == "play" else Tap(move.name, move.args)
    return ButtonView(move.key, move.label, act, move.why_not, about=move.about)


def _move(button: ButtonView) -> Move:
    match button.act:
        case Play(name, args):
            return Move(button.key, button.label, "play", name, args, button.why_not, button.about)
        case Tap(name, args):
            return Move(button.key, button.label, "tap", name, args, button.why_not, button.about)
        case _:
            raise ValueError(button.key)
