"""What a table shows, asks and says, as text that one reads.

A scene is a story (`telling`) whose lines are moves; between them stand requests:
'due' is the turn and what is due, 'table' the same with all that is on the table ('table A1' while A1
is selected), 'look A1' the sheet
of a piece, 'whole A1' the same with what is changed by hand,
'form shot A1 target=B1' what is declared before dice are rolled, 'try MOVE' a move that is taken back,
'can't MOVE' one that is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lastdays.errors import RuleError
from lastdays.procedure.asks import Ask
from lastdays.tabletop.view import BoardView, ButtonView, CardView, FormView, SheetView, TokenView
from readable import indented
from sure import sure
from unit.tabletop.telling import Told


def button(view: ButtonView) -> str:
    """A button with what it costs, whether it is on, begins with dice, is pressed on its piece or comes
    after the usual ones, and why it can't be pressed."""
    flags = (view.throws, "dice"), (view.on_board, "on its card"), (view.rare, "rare")
    said = [f"[{view.label}]", view.price, {True: "on", False: "off", None: ""}[view.on]]
    said += [f"({', '.join(name for is_so, name in flags if is_so)})"] * any(
        f for f, _name in flags
    )
    said += [f"— {view.why_not}"] * bool(view.why_not)
    return " ".join(filter(None, said))


def token(view: TokenView) -> str:
    """A counter with its limit and its warning."""
    value = "–" if view.value is None else str(view.value)
    limit = "" if view.limit is None else f" of {view.limit}"
    return f"{view.caption} {value}{limit} {view.alarm}".rstrip()


def card(view: CardView) -> Iterator[str]:
    """All that a card says."""
    states = ("due" * view.due, "done" * view.done, view.look, view.alarm)
    title = " · ".join(filter(None, (view.title, view.remark, view.subtitle, *states)))
    title += f" ({view.note})" if view.note else ""
    yield f"{title} {button(view.deed)}" if view.deed else title
    numbers = [
        f"{view.figure_caption} {view.figure}".strip(),
        *(f"{f.caption} {f.value}" for f in view.facts),
        *(token(t) for t in view.tokens if t.value != 0 or t.limit or t.alarm),
        *(chip.caption for chip in view.chips if chip.on),
        *(badge.name for badge in view.badges),
    ]
    if any(numbers):
        yield f"  {', '.join(filter(None, numbers))}"
    if view.gear:
        yield f"  {view.gear}"
    if view.adds:
        yield f"  Add: {' '.join(map(button, view.adds))}"


def board(view: BoardView) -> Iterator[str]:
    """The panels of a table, and what is at its foot."""
    for panel in view.panels:
        lines = [line for each in panel.cards for line in card(each)]
        if panel.heading or panel.name:
            yield panel.heading or panel.name
            yield from indented(lines)
        else:
            yield from lines
    if view.foot:
        yield view.foot_title or "On the table"
        for each in view.foot:
            yield from indented(card(each))
    for title, buttons in (("Place", view.placing), (view.more_title, view.more)):
        if buttons:
            yield f"{title}: {' '.join(map(button, buttons))}"


def sheet(view: SheetView | None, *, whole: bool) -> Iterator[str]:
    """The sheet of a piece with its buttons and counters; what is changed by hand only in whole."""
    if view is None:
        yield "No sheet."
        return
    yield " · ".join(filter(None, (view.title, view.points, view.figures, view.about)))
    for section in view.sections:
        if section.fold == "by-hand" and not whole:
            continue
        yield f"  {section.fold or section.heading or '—'}:"
        for item in section.items:
            yield f"    {token(item) if isinstance(item, TokenView) else button(item)}"


def form(view: FormView | None) -> Iterator[str]:
    """What is declared before dice are rolled."""
    if view is None:
        yield "No form."
        return
    yield " · ".join(filter(None, (view.title, view.number, "dice" * view.dice)))
    for text in (view.why, view.text, view.problem):
        yield from indented(text.splitlines())
    for field in view.fields:
        options = (f"({label})" if key == field.value else label for key, label in field.options)
        more = f"{' (rare)' * field.rare}{' (or its card)' * field.picks}"
        yield f"  {field.caption}{more}: {' | '.join(options)}"
    for each in view.buttons:
        yield f"  {button(each)}"


def asked(ask: Ask) -> Iterator[str]:
    """A question with its page and its dice, and its options."""
    dice = getattr(ask, "dice", None)
    yield f"{ask.question}{f' {dice}' if dice else ''}{f' (p. {ask.page})' if ask.page else ''}"
    for option in getattr(ask, "options", ()):
        detail = f" ({option.detail})" if option.detail else ""
        yield f"  - {option.label}{detail} {option.price}".rstrip()


def due(game: Any, state: Any) -> Iterator[str]:
    """The turn and what is due."""
    bar, guide = game.bar(state), game.guide(state)
    now = bar.name or dict(bar.steps).get(bar.now, "Before the game")
    yield " · ".join(filter(None, (f"Turn {bar.turn}, {now}", bar.line, bar.waiting)))
    yield f"{guide.says} (dice)" if guide.dice else guide.says
    yield from indented(map(button, guide.moves))
    yield from (f"  Note: {note}" for note in guide.notes)


def read(told: Told, lines: Iterable[str]) -> Iterator[str]:
    """A scene as text."""
    for line in lines:
        first, _space, rest = line.partition(" ")
        before = told.table
        yield f"> {line}"
        match first:
            case "due" | "table":
                yield from indented(due(told.game, told.table))
                if first == "table":
                    yield from indented(board(told.game.board(told.table, rest)))
            case "look" | "whole":
                view = told.game.sheet(told.table, rest, "guided")
                yield from indented(sheet(view, whole=first == "whole"))
            case "form":
                name, about, *words = rest.split()
                chosen = dict(word.split("=") for word in words)
                yield from indented(form(told.game.form(told.table, name, about, chosen)))
            case "can't":
                try:
                    told.do(rest)
                except RuleError as error:
                    yield f"  {error}"
                else:
                    raise AssertionError(f"{rest} isn't refused")
                finally:
                    told.table = before
            case "try":
                yield from indented(moved(told, rest))
                told.table = before
            case "anew":
                raise AssertionError("A scene goes on.")
            case _:
                yield from indented(moved(told, line))


def moved(told: Told, move: str) -> Iterator[str]:
    """A move with everything that is asked and said, and what it changes on the table."""
    if told.by_hand(move):
        return
    before = told.table
    act, answers = told.meant(move)
    began, _bar, outcome = told.begin(act).partition(" | ")
    yield from filter(None, (began, *outcome.splitlines()))
    for given in answers:
        yield from asked(sure(told.pending()))
        yield f"= {given}"
        event, _bar, outcome = told.give(told.given(given)).partition(" | ")
        yield from filter(None, (event if event != began else "", *outcome.splitlines()))
    if (left := told.pending()) is not None:
        yield from asked(left)
    yield from changes(before, told.table)


def changes(before: Any, after: Any) -> Iterator[str]:
    """The pieces that are new, gone or otherwise, as a story says them."""
    for what, piece, *rest in before.diff(after):
        match what, rest:
            case "set", [values]:
                noted = (f"{key}={change(value)}" for key, value in values.items())
                yield f"* {after.name(piece)}: {' '.join(noted)}"
            case "gone", _:
                yield f"* {before.name(piece)}: gone"
    for piece in sorted(after.pieces.keys() - before.pieces.keys()):
        yield f"* {after.name(piece)}: new"


def change(value: Any) -> str:
    """A value as a story says it."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ",".join(change(part) for part in value) or "-"
    return str(value)
