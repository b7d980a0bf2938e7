"""All that is shown and offered of a game at the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from lastdays.tabletop.view import ButtonView, FormView, OpenForm, Play, Tap


def parts(value: Any) -> Iterator[Any]:
    """A value and all that is in it."""
    yield value
    match value:
        case Struct():
            inner = [getattr(value, name) for name in value.__struct_fields__]
        case tuple() | list():
            inner = list(value)
        case _:
            inner = []
    for part in inner:
        yield from parts(part)


def filled_in(view: FormView, chance: random.Random) -> dict[str, str]:
    """Any choice in each field of a form."""
    return {f.key: chance.choice(f.options)[0] for f in view.fields if f.options}


def table(game: Any, state: Any, chance: random.Random) -> Iterator[Any]:
    """All that is shown of a table: board, bar, what is due, each sheet, and what they lead to."""
    seen = [game.board(state), game.bar(state), game.guide(state)]
    seen += [game.sheet(state, piece, "guided") for piece in state.pieces]
    yield seen
    for form in dict.fromkeys(part for part in parts(seen) if isinstance(part, OpenForm)):
        view = game.form(state, form.form, form.about, {})
        for _n in range(2):
            if view is None:
                break
            yield view
            view = game.form(state, form.form, form.about, filled_in(view, chance))


def accepted(game: Any, state: Any, shown: Any) -> None:
    """Whatever is offered is done, where nothing says why it can't be."""
    for button in parts(shown):
        if isinstance(button, ButtonView) and not button.why_not:
            match button.act:
                case Tap():
                    game.tap(state, button.act)
                case Play():
                    game.start(state, button.act)
