"""Reading and checking the games of content packs, so that an author sees every fault at once: what
is named exists, and has a value where it is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from lastdays.desktop.bounds import TimeLimit
from lastdays.errors import StoreError
from lastdays.language import _
from lastdays.rulebook import pictograms
from lastdays.rulebook.checks import Faults, faults_in
from lastdays.rulebook.entries import EntryError, Problem
from lastdays.rulebook.expressions import Expression, Name, names, parse
from lastdays.rulebook.pack_games import (
    BOXES_MOST,
    DICE_MOST,
    GAMES_MOST,
    PIECES_MOST,
    PLACE,
    PLAYERS_MOST,
    Change,
    Condition,
    EndTurn,
    GameAsk,
    GameChoice,
    GameKind,
    GameRule,
    NextStep,
    PackGame,
    Place,
    Remove,
    parse_cost,
    parse_effect,
)
from lastdays.rulebook.sources import (
    GAMES_FOLDER,
    PackFileError,
    PackFiles,
    files_of,
    pack_key,
    read_table,
)
from lastdays.values import Value

#: Names that the table and players have in every game.
RESERVED = ("turn", "seat", "step", "first", "beyond", "was", "place")
#: What counts over all players still in the game.
CROWD = ("all", "most", "least")


def read_games(pack: Path, faults: Faults, patience: TimeLimit) -> tuple[PackGame, ...]:
    """Return the valid games of a pack, and note the faults of the others. Raises OutOfBoundsError
    if it takes too long."""
    try:
        files = files_of(pack)
    except (OSError, StoreError):
        return ()  # reading its entries says why
    names_of_games = sorted(name for name in files if is_game(name))
    if len(names_of_games) > GAMES_MOST:
        faults.say(GAMES_FOLDER, "", "", "there are more than {n} games.", n=GAMES_MOST)
        return ()
    games = []
    for name in names_of_games:
        patience.hold()
        game = _read_game(pack_key(pack), name.removesuffix(".toml"), files, faults)
        if game is not None:
            games.append(game)
    return tuple(games)


def is_game(name: str) -> bool:
    """Return whether a file of a pack is a game."""
    folder, _slash, inner = name.rpartition("/")
    return folder == GAMES_FOLDER and inner.endswith(".toml")


def _read_game(pack: str, name: str, files: PackFiles, faults: Faults) -> PackGame | None:
    """Return a game, or note its faults. `name` is that of its file, without its suffix."""
    stem = name.removeprefix(f"{GAMES_FOLDER}/")
    try:
        table = read_table(files[f"{name}.toml"])
        fields = {**_with_pictures(table, files, {}), "key": f"{pack}/{stem}"}
    except PackFileError as error:
        faults.say(name, "", "", str(error))
        return None
    field_faults = faults_in(PackGame, fields)
    if field_faults:
        for where, text in field_faults:
            faults.say(name, "", where, text)
        return None
    game = convert(fields, PackGame)
    problems = list(_problems(game))
    for where, text in problems:
        faults.say(name, "", where, text)
    return None if problems else game


def game_from_stored(key: str, title: str, stored: object) -> PackGame:
    """Return a game as a session keeps it; one with its title alone if it keeps none. Raises StoreError
    if it is damaged."""
    if stored is None:
        return PackGame(
            key=key, title=title, players=(1, PLAYERS_MOST), steps={}, rules={}, ends=()
        )
    try:
        game = convert(stored, PackGame)
    except ValueError as error:
        raise StoreError("A session in the store is damaged.") from error
    if any(_problems(game)):
        raise StoreError("A session in the store is damaged.")
    return game


def _with_pictures(table: Any, files: PackFiles, taken: dict[str, str]) -> Any:
    """Return a game's table with the pictures of its pack read; `taken` are those read before, by
    name. Raises PackFileError."""
    match table:
        case dict():
            shown = {}
            for name, inner in table.items():
                if name in ("icon", "pictogram") and isinstance(inner, str):
                    shown[name] = _picture(inner, files, taken)
                else:
                    shown[name] = _with_pictures(inner, files, taken)
            return shown
        case list():
            return [_with_pictures(inner, files, taken) for inner in table]
    return table


def _picture(name: str, files: PackFiles, taken: dict[str, str]) -> str:
    if not name.startswith(pictograms.FOLDER):
        return name
    if name not in taken:
        taken[name] = pictograms.take_picture(name, files, len(taken))
    return taken[name]


class _Scope(Value):
    """What can be named at a place of a game: `values`, and in sentences also the `players` and the
    `pieces` that are known there: 'player', 'piece', 'target'."""

    values: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    pieces: frozenset[str] = frozenset()

    def more(self, *values: str, player: str = "", piece: str = "") -> _Scope:
        """Return a scope with more values, and another player or piece."""
        players = self.players.union({player} - {""})
        pieces = self.pieces.union({piece} - {""})
        return _Scope(self.values.union(values), players, pieces)

    def without(self, value: str) -> _Scope:
        """Return a scope in which something has no value."""
        return replace(self, values=self.values - {value})


def _of(kind: GameKind, what: str) -> list[str]:
    """Return the names of what a kind has: 'piece.wounds'."""
    return [f"{what}.{key}" for key in kind.keys]


def _table_scope(game: PackGame) -> _Scope:
    """Return what can be named at any time."""
    on_table = [key for key, piece in game.pieces.items() if piece.of == "table"]
    return _Scope().more(
        "players",
        "turn",
        *_of(game.table, "table"),
        *(f"choice.{key}" for key in game.choices),
        *(f"pieces.{key}" for key in on_table),
    )


def _player_scope(game: PackGame) -> _Scope:
    """Return what can also be named of one player, whoever else is still in the game."""
    return _table_scope(game).more(
        *_of(game.player, "player"), *(f"pieces.{key}" for key in game.pieces), player="player"
    )


def _crowd(game: PackGame) -> list[str]:
    """Return what can be named of all players still in the game."""
    return ["playing", *(f"{word}.{key}" for word in CROWD for key in game.player.keys)]


def _problems(game: PackGame) -> Iterator[Problem]:
    """Yield what is wrong with a game whose fields are valid alone."""
    least, most = game.players
    if not 1 <= least <= most <= PLAYERS_MOST:
        yield "players", _("it has to be from 1 to {most}, the fewest first.", most=PLAYERS_MOST)
    for where, text in game.texts():
        if len(text.splitlines()) != 1 or not text.strip():
            yield where, _("this has to be one line of text.")
    yield from _icon("pictogram", game.pictogram)
    for key, choice in game.choices.items():
        yield from _choice(f"choices.{key}", choice)
    yield from _kind("table", game.table)
    yield from _kind("player", game.player)
    for key, piece in game.pieces.items():
        yield from _kind(f"pieces.{key}", piece)
        if key in ("player", "table", "other"):
            yield f"pieces.{key}", _("this name is taken.")
    if _pieces_at_first(game) > PIECES_MOST:
        yield "pieces", _("there are more than {n} pieces at first.", n=PIECES_MOST)
    table, player = _table_scope(game), _player_scope(game)
    anyone = player.more(*_crowd(game))
    for n, line in enumerate(game.setup):
        yield from _sentence(f"setup.{n}", line, table)
    yield from _sentence("headline", game.headline, anyone)
    yield from _expression("out", game.out, player)
    everybody = table.more(*_crowd(game))
    yield from _effects("turn.begins", game.turn.begins, anyone, game)
    yield from _effects("turn.rounds", game.turn.rounds, everybody, game)
    yield from _steps(game, anyone)
    for key, rule in game.rules.items():
        yield from _rule(f"rules.{key}", rule, anyone, game)
    for n, end in enumerate(game.ends):
        scope = anyone if end.wins == "player" else everybody
        yield from _expression(f"ends.{n}.when", end.when, scope, needed=True)
        yield from _sentence(f"ends.{n}.says", end.says, scope)
    yield from _translations(game)


def _pieces_at_first(game: PackGame) -> int:
    """Return how many pieces lie on the table at first, with as many players as can play."""
    _least, most = game.players
    return sum(
        piece.start * (most if piece.of == "player" else 1) for piece in game.pieces.values()
    )


def _choice(where: str, choice: GameChoice) -> Iterator[Problem]:
    if (choice.numbers is None) is not bool(choice.values):
        yield where, _("it needs either numbers or values.")
    elif choice.numbers is not None and not 0 <= choice.numbers[1] - choice.numbers[0] <= 99:
        yield f"{where}.numbers", _("it goes from the lowest number to the highest, at most 100.")
    elif any(not number.isdecimal() or len(number) > 4 for number in choice.values):
        yield f"{where}.values", _("each value is a number with its name.")
    elif choice.usual not in choice.offered():
        yield f"{where}.usual", _("it has to be one of those that can be chosen.")


def _kind(where: str, kind: GameKind) -> Iterator[Problem]:
    yield from _icon(f"{where}.icon", kind.icon)
    for key, counter in kind.counters.items():
        place = f"{where}.counters.{key}"
        yield from _icon(f"{place}.icon", counter.icon)
        if key in RESERVED or key in kind.marks:
            yield place, _("this name is taken.")
        if counter.high is not None and counter.high <= counter.low:
            yield f"{place}.high", _("it has to be more than {low}.", low=counter.low)
        elif counter.bounded(counter.start) != counter.start:
            yield f"{place}.start", _("it has to be between its lowest and its highest value.")
        if counter.boxes and not 1 <= (counter.high or 0) <= BOXES_MOST:
            yield f"{place}.boxes", _("it needs a highest value from 1 to {most}.", most=BOXES_MOST)
        if counter.secret and "revealed" not in kind.marks:
            yield f"{place}.secret", _("it needs a mark with the key revealed.")
    for key, mark in kind.marks.items():
        yield from _icon(f"{where}.marks.{key}.icon", mark.icon)
        if key in RESERVED:
            yield f"{where}.marks.{key}", _("this name is taken.")


def _icon(where: str, icon: str) -> Iterator[Problem]:
    known = icon in pictograms.tokens() or icon in pictograms.drawings()
    if icon and not known and not pictograms.names_picture(icon):
        yield where, _("'{key}' is unknown.", key=icon)


def _steps(game: PackGame, scope: _Scope) -> Iterator[Problem]:
    offered = set[str]()
    for key, step in game.steps.items():
        where = f"steps.{key}"
        offered.update(step.offered)
        for rule in step.offered:
            if rule not in game.rules:
                yield where, _("'{key}' is unknown.", key=rule)
        yield from _sentence(f"{where}.says", step.says, scope)
        yield from _expression(f"{where}.passed", step.passed, scope)
        yield from _conditions(f"{where}.owes", step.owes, scope)
    for key in game.rules:
        if key not in offered:
            yield f"rules.{key}", _("no step offers it.")


def _rule(where: str, rule: GameRule, scope: _Scope, game: PackGame) -> Iterator[Problem]:
    if rule.of in game.pieces:
        scope = scope.more(*_of(game.pieces[rule.of], "piece"), piece="piece")
    elif rule.of != "player":
        yield f"{where}.of", _("'{key}' is unknown.", key=rule.of)
    yield from _icon(f"{where}.icon", rule.icon)
    yield from _conditions(f"{where}.needs", rule.needs, scope)
    for n, words in enumerate(rule.costs):
        yield from _cost(f"{where}.costs.{n}", words, rule, scope, game)
    if rule.ask is not None:
        scope = _with_answer(scope, rule.ask, game)
        yield from _ask(f"{where}.ask", rule.ask, scope, game)
    yield from _sentence(f"{where}.question", rule.question, scope)
    if rule.die:
        yield from _dice(f"{where}.die", rule)
        scope = scope.more("die")
    for n, result in enumerate(rule.results):
        place = f"{where}.results.{n}"
        yield from _expression(f"{place}.when", result.when, scope)
        yield from _sentence(f"{place}.says", result.says, scope)
        yield from _effects(f"{place}.does", result.does, scope, game)


def _with_answer(scope: _Scope, ask: GameAsk, game: PackGame) -> _Scope:
    """Return the scope after an ask: its number, or its target, can be named."""
    if ask.of in ("player", "other"):
        return scope.more(*_of(game.player, "target"), player="target")
    if ask.of in game.pieces:
        return scope.more(*_of(game.pieces[ask.of], "target"), piece="target")
    return scope.more("asked")


def _ask(where: str, ask: GameAsk, scope: _Scope, game: PackGame) -> Iterator[Problem]:
    """Check an ask; `scope` is that after it."""
    ways = [bool(ask.low or ask.high), bool(ask.options), bool(ask.of)]
    if ways.count(True) != 1:
        yield where, _("it needs either low and high, or options, or of.")
    before = scope.without("asked")
    yield from _sentence(f"{where}.question", ask.question, before)
    if ways[0]:
        yield from _expression(f"{where}.low", ask.low, before, needed=True)
        yield from _expression(f"{where}.high", ask.high, before, needed=True)
    if ask.of and ask.of not in ("player", "other") and ask.of not in game.pieces:
        yield f"{where}.of", _("'{key}' is unknown.", key=ask.of)
    if ask.when and not ask.of:
        yield f"{where}.when", _("only players and pieces are chosen among.")
    yield from _expression(f"{where}.when", ask.when, scope)


def _conditions(where: str, conditions: Iterable[Condition], scope: _Scope) -> Iterator[Problem]:
    for n, condition in enumerate(conditions):
        yield from _expression(f"{where}.{n}.when", condition.when, scope, needed=True)
        yield from _sentence(f"{where}.{n}.says", condition.says, scope)


def _expression(where: str, text: str, scope: _Scope, *, needed: bool = False) -> Iterator[Problem]:
    """Check an expression; an empty one is a fault if it is `needed`."""
    if not text:
        if needed:
            yield where, _("this should not be empty.")
        return
    try:
        expression = parse(text)
    except EntryError as error:
        yield where, str(error)
        return
    yield from _unknown(where, expression, scope)


def _unknown(where: str, expression: Expression, scope: _Scope) -> Iterator[Problem]:
    for name in names(expression):
        if str(name) not in scope.values:
            yield where, _("'{key}' has no value here.", key=name)


def _dice(where: str, rule: GameRule) -> Iterator[Problem]:
    try:
        dice = rule.dice
    except EntryError as error:
        yield where, str(error)
        return
    if dice is not None and dice.count > DICE_MOST:
        yield where, _("a rule rolls {n} dice at most.", n=DICE_MOST)


def _sentence(where: str, text: str, scope: _Scope) -> Iterator[Problem]:
    known = scope.values | scope.players | scope.pieces
    for place in PLACE.findall(text):
        if place not in known:
            yield where, _("'{key}' has no value here.", key=place)


def _cost(
    where: str, words: str, rule: GameRule, scope: _Scope, game: PackGame
) -> Iterator[Problem]:
    try:
        cost = parse_cost(words)
    except EntryError as error:
        yield where, str(error)
        return
    if cost.name.of not in ("table", "player", "piece") or str(cost.name) not in scope.values:
        yield where, _("'{key}' can't be changed here.", key=cost.name)
    elif not _is_counter(cost.name, rule, game):
        yield where, _("only a counter can be paid with.")


def _is_counter(name: Name, rule: GameRule, game: PackGame) -> bool:
    """Return whether a name of a rule is a counter, not a mark."""
    kind = rule.of if name.of == "piece" else name.of
    return name.key in game.kind(kind).counters


def _effects(
    where: str, effects: Iterable[str], scope: _Scope, game: PackGame
) -> Iterator[Problem]:
    for n, words in enumerate(effects):
        yield from _effect(f"{where}.{n}", words, scope, game)


def _effect(where: str, words: str, scope: _Scope, game: PackGame) -> Iterator[Problem]:
    try:
        effect = parse_effect(words)
    except EntryError as error:
        yield where, str(error)
        return
    match effect:
        case Change(name, _how, amount):
            yield from _changed(where, name, scope)
            yield from _unknown(where, amount, scope)
        case Place(kind, amount):
            if kind not in game.pieces:
                yield where, _("'{key}' is unknown.", key=kind)
            elif game.pieces[kind].of == "player" and "player" not in scope.players:
                yield where, _("nobody has a turn here.")
            yield from _unknown(where, amount, scope)
        case EndTurn() | NextStep():
            if where.startswith("turn."):
                yield where, _("only a rule moves on.")
        case Remove(what):
            if what not in scope.pieces:
                yield where, _("there is no piece here that could leave.")


def _changed(where: str, name: Name, scope: _Scope) -> Iterator[Problem]:
    if name.of in ("choice", "pieces", "most", "least", "") or str(name) not in scope.values:
        yield where, _("'{key}' can't be changed here.", key=name)


def _translations(game: PackGame) -> Iterator[Problem]:
    """Check that what is translated is there, and takes no other numbers."""
    texts = {text for _where, text in game.texts()}
    for language, words in game.translations.items():
        for text, translated in words.items():
            where = f"translations.{language}"
            if text not in texts:
                yield where, _("the game has no text '{text}'.", text=text)
            elif not set(PLACE.findall(translated)) <= set(PLACE.findall(text)):
                yield where, _("'{text}' has other braces than its translation.", text=text)
            elif len(translated.splitlines()) != 1:
                yield where, _("this has to be one line of text.")
