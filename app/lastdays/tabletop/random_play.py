"""Plays a declared game at random, as often as wanted, to find out whether it can be played to its
end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lastdays.desktop.bounds import OutOfBoundsError, TimeLimit
from lastdays.errors import RuleError
from lastdays.language import _, ngettext
from lastdays.procedure.asks import Ask, Choose, Procedure
from lastdays.procedure.dice import RandomSource, can_be_rolled, roll
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.units import TableState
from lastdays.tabletop.view import Act, Play, Tap
from lastdays.values import Value

#: How often a game is played before it is taken.
GAMES = 200
#: The most moves of one random game.
MOVES_MOST = 1000
#: After so many games that all went on for the most moves, no more are played.
HOPELESS = 5
NAMES = ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal")


class RandomGame(Value):
    """A game that was played at random: its moves by key, its turns, how it ended (the sentence of its
    end, '' if it didn't), and whether nothing could be done any more."""

    moves: tuple[str, ...]
    turns: int
    end: str
    stuck: bool


def play_at_random(
    game: DeclaredGame, source: RandomSource, patience: TimeLimit | None = None
) -> RandomGame:
    """Play a game to its end, until nothing can be done, or for the most moves. Raises OutOfBoundsError
    if it takes too long."""
    setting = _begun_at_random(game, source)
    moves: list[str] = []
    end = ""
    is_stuck = False
    while len(moves) < MOVES_MOST:
        if patience is not None:
            patience.hold()
        end = _end_in_words(game, setting)
        if end:
            break
        move = next(_possible_moves(game, setting, source), None)
        is_stuck = move is None
        if move is None:
            break
        key, setting = move
        moves.append(key)
    turns = setting.table.number("turn")
    return RandomGame(tuple(moves), turns=turns, end=end, stuck=is_stuck)


def _end_in_words(game: DeclaredGame, setting: TableState) -> str:
    """Return the sentence of a game's end, '' while it goes on; for a game of a pack as its file has
    it, so that the same end is counted once."""
    verdict = game.verdict(setting)
    if verdict is None:
        return ""
    sentence = verdict.why.facts.get("text")
    return str(sentence or game.words(setting).say(verdict.why))


def _begun_at_random(game: DeclaredGame, source: RandomSource) -> TableState:
    """Return the table of a new game, with choices and a number of players at random."""
    players_least, players_most = game.seats
    players = NAMES[: source.randint(players_least, players_most)]
    choices = {}
    for choice in game.choices(len(players)):
        place = source.randint(0, len(choice.values) - 1)
        value, _name = choice.values[place]
        choices[choice.key] = value
    return game.begin(players, choices)


def _possible_moves(
    game: DeclaredGame, setting: TableState, source: RandomSource
) -> Iterator[tuple[str, TableState]]:
    """Yield what can be done, in a random order: the key of a move, and the table after it."""
    usual, may, rare = game.moves_of_step(setting)
    moves = (*game.urgent_moves(setting), *usual, *may, *rare)
    acts: list[tuple[str, Act]] = [(move.key, move.act) for move in moves]
    acts.append(("next", Tap("next")))
    while acts:
        place = source.randint(0, len(acts) - 1)
        key, act = acts.pop(place)
        try:
            setting_after = _table_after(game, setting, act, source)
        except RuleError:
            continue
        if setting_after.pieces != setting.pieces:
            yield key, setting_after.with_facts_of(setting)


def _table_after(
    game: DeclaredGame, setting: TableState, act: Act, source: RandomSource
) -> TableState:
    """Return the table after an act, whose asks are answered at random. RuleError if it isn't
    possible."""
    match act:
        case Tap():
            return game.after_tap(setting, act)
        case Play():
            return _after_procedure(game.procedure(setting, act), source)
    raise RuleError("That move doesn't exist.")


def _after_procedure(procedure: Procedure[TableState], source: RandomSource) -> TableState:
    """Return the table after a procedure whose asks are answered at random."""
    answer: object = None
    while True:
        try:
            event = procedure.send(answer)
        except StopIteration as stop:
            setting_after: TableState = stop.value
            return setting_after
        answer = None
        if isinstance(event, Ask):
            answer = _answer(event, source)


def _answer(ask: Ask, source: RandomSource) -> object:
    """Return a random answer: dice as they fall, or any of the options."""
    if can_be_rolled(ask):
        return ask.accept(roll(ask, source))
    assert isinstance(ask, Choose)
    place = source.randint(0, len(ask.options) - 1)
    return ask.options[place].key


class Trial(Value):
    """What many random games of one game came to."""

    games: tuple[RandomGame, ...]
    rules: tuple[str, ...]

    @property
    def ended(self) -> list[RandomGame]:
        """Return the games that came to an end."""
        return [game for game in self.games if game.end]

    def faults(self) -> list[str]:
        """Return why the game can't be played: it never ends, or gets stuck."""
        faults = []
        stuck = [game for game in self.games if game.stuck]
        if stuck:
            number = len(stuck)
            text = ngettext(
                "{n} random game of {all} got stuck in turn {turn}: nothing could be done, and no end "
                "had come.",
                "{n} random games of {all} got stuck, the first in turn {turn}: nothing could be "
                "done, and no end had come.",
                number,
            )
            turn = stuck[0].turns
            faults.append(text.format(n=number, all=len(self.games), turn=turn))
        elif not self.ended:
            text = _("None of {all} random games came to an end within {most} moves.")
            faults.append(text.format(all=max(1, len(self.games)), most=MOVES_MOST))
        return faults

    def report(self) -> list[str]:
        """Return what happened, a line for each end; and the rules that nobody could use."""
        ended = self.ended
        lines = [_("{n} of {all} random games ended.", n=len(ended), all=len(self.games))]
        if ended:
            turns = [game.turns for game in ended]
            moves = [len(game.moves) for game in ended]
            lines.append(
                _(
                    "They took {fewest} to {most} turns, and {least} to {longest} moves.",
                    fewest=min(turns),
                    most=max(turns),
                    least=min(moves),
                    longest=max(moves),
                )
            )
        ends = Counter(game.end for game in ended)
        for end, number in ends.most_common():
            lines.append(f"{number} × {end}")
        if self.unused:
            lines.append(_("Never done: {rules}.", rules=", ".join(self.unused)))
        return lines

    @property
    def unused(self) -> list[str]:
        """Return the rules that were never used."""
        rules_used = set[str]()
        for game in self.games:
            rules_used.update(move.partition("/")[0] for move in game.moves)
        return [key for key in self.rules if key not in rules_used]


def try_at_random(
    game: DeclaredGame,
    source: RandomSource,
    times: int = GAMES,
    patience: TimeLimit | None = None,
) -> Trial:
    """Play a game at random so many times, or as often as there is time and hope."""
    games: list[RandomGame] = []
    for _game in range(times):
        try:
            games.append(play_at_random(game, source, patience))
        except OutOfBoundsError:
            break
        goes_on_in_all = not any(played.end or played.stuck for played in games)
        if goes_on_in_all and len(games) == HOPELESS:
            break
    return Trial(tuple(games), tuple(game.rules.plays))
