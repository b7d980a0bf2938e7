"""Games of packs that somebody damaged, word by word and byte by byte, or made as heavy as can be: taken or
refused, and soon; what is taken is played at random, and everything of it shown in time."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from pathlib import Path

from lastdays.desktop import paths
from lastdays.desktop.bounds import TimeLimit
from lastdays.errors import RuleError
from lastdays.rulebook import load
from lastdays.tabletop.data_game import DataGame
from lastdays.tabletop.random_play import NAMES, try_at_random
from lastdays.tabletop.view import Tap
from soak.clock import Budget, at_most, shown_where
from soak.documents import CHUNKS
from unit.rulebook.game_packing import STREET, heaviest, write_game

#: No file is read, and nothing of a game is shown, for longer, in seconds; so long it is played.
LONGEST, PLAYED = 2.0, 0.5
#: What stands in place of a word of a file.
WORDS = (
    "0", "1", "9999", "99999", "-1", "die", "asked", "playing", "turn", "all.rounds", "target.wounds",
    "piece.planks", "pieces.door", "player.wounds", "choice.long", "end turn", "next step", "place door 99",
    "remove piece", "not not not", "((((((((((", "=", "<", "or", "and", "{die}", "{player.wounds}", '"', "[[", "{ }",
)  # fmt: skip
_WORD = re.compile(r"[a-z_]+(?:\.[a-z_]+)?|\d+|[<>=+-]+")


def run(folder: Path, seconds: float, seed: int, least: int) -> Counter[str]:
    """Try games for some seconds; how many were taken, refused and could not be played to an end. Raises what
    is a crash."""
    source = random.Random(seed)
    example = paths.resources() / "packs" / "last-bus" / "games" / "last-bus.toml"
    whole = [STREET, example.read_text("utf-8")]
    found: Counter[str] = Counter()
    for n in Budget(seconds, least).turns():
        text = heaviest() if n == 0 else _damaged(source.choice(whole), source)
        place = folder / f"game-{n}"
        pack = write_game(place, text)
        with shown_where(f"game {n} of this seed"):
            found[_tried(pack, n % 3 == 2, source)] += 1
        shutil.rmtree(place)
    return found


def _damaged(text: str, source: random.Random) -> str:
    """A file with other words, or without a line or with one twice."""
    for _n in range(source.choice((1, 1, 2, 4))):
        lines = text.splitlines()
        at = source.randrange(len(lines))
        match source.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(source.randrange(len(lines)), lines[at])
            case _:
                words = [*_WORD.finditer(lines[at])]
                if words:
                    word = source.choice(words)
                    new = source.choice((*WORDS, source.choice(_WORD.findall(text))))
                    lines[at] = lines[at][: word.start()] + new + lines[at][word.end() :]
        text = "\n".join(lines)
    return text


def _tried(pack: Path, spoiled: bool, source: random.Random) -> str:
    """What comes of a pack with a game: it is refused, or taken and then played and shown."""
    (file,) = (pack / "games").glob("*.toml")
    if spoiled:
        content = bytearray(file.read_bytes())
        at = source.randrange(len(content) + 1)
        content[at:at] = source.choice(CHUNKS)
        file.write_bytes(content)
    with at_most(LONGEST):
        book = load(packs=[pack])
    assert bool(book.games) != bool(book.refused_packs)
    if not book.games:
        return "refused"
    game = DataGame(book.games[0])
    _show(game, source)
    trial = try_at_random(game, source, 5, TimeLimit(PLAYED))
    assert len(trial.report()) >= 1
    return "played" if not trial.faults() else "told to its author"


def _show(game: DataGame, source: random.Random) -> None:
    """Show everything of a table after some turns."""
    players = NAMES[: source.randint(*game.seats)]
    state = game.begin(players, {})
    for _turn in range(3):
        with at_most(LONGEST):
            game.board(state)
            game.bar(state)
            game.guide(state)
            game.sheet(state, "p1")
            game.checklist(state)
        try:
            with at_most(LONGEST):
                event = game.tap(state, Tap("next", {"anyway": True}))
        except RuleError:
            return
        if event is not None:
            state = state.patch(event.effects)
            words = game.words(state)
            assert words.event(event) or words.outcome(event)
