"""The commands for whoever writes a game as data: begin one, check it, play it at random."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from random import SystemRandom

from lastdays.cli.output import say
from lastdays.desktop import paths
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext, titled
from lastdays.rulebook.catalogue import load
from lastdays.rulebook.pack_games import PackGame
from lastdays.rulebook.pack_guide import new_game
from lastdays.rulebook.packs import EXAMPLE_GAME, copy_example, write_files
from lastdays.tabletop.data_game import DataGame
from lastdays.tabletop.games import of_packs
from lastdays.tabletop.random_play import GAMES, Trial, try_at_random

#: The most random games of one game.
MOST = 10_000


def game(options: argparse.Namespace) -> int:
    """Create a game, check one, or play it at random; return the exit status."""
    match options.act:
        case "new":
            begin_game(options.folder, example=options.example)
            return 0
        case "check":
            return check_games(options.pack)
    return play_games(options.pack, options.random)


def begin_game(folder: Path, *, example: bool) -> None:
    """Write a new pack with a game, or the example, into a new folder."""
    if os.path.lexists(folder):
        raise LastDaysError("{path} is already there. Choose another name.", path=folder)
    if example:
        copy_example(folder, EXAMPLE_GAME)
    else:
        write_files(folder, new_game(folder.name))
    say(_("Wrote {file}.", file=folder))
    say(
        _(
            "Edit it, then run: lastdays game check {path}. Once it has no faults, move it "
            "into {packs}: the program looks for packs there.",
            path=folder,
            packs=paths.content_packs(),
        )
    )


def check_games(pack: Path) -> int:
    """Print what is wrong with the games of a pack, also when they are played at random; return the
    exit status."""
    games, faults = _games_and_faults(pack)
    for game in games.values():
        trial = _try_out(game)
        faults_of_game = _faults(game, trial)
        faults += faults_of_game
        if not faults_of_game:
            say(titled(game.name, " ".join(_report(game, trial))))
    for fault in faults:
        say(fault)
    if faults:
        text = ngettext("{n} fault in {name}.", "{n} faults in {name}.", len(faults))
        say(text.format(n=len(faults), name=pack.name))
        return 1
    return 0


def faults_in_play(games: Iterable[PackGame]) -> list[str]:
    """Return what random games show to be wrong with games of packs."""
    faults = []
    for played in of_packs(games).values():
        faults += _faults(played, _try_out(played))
    return faults


def _faults(played: DataGame, trial: Trial) -> list[str]:
    return [titled(played.name, text) for text in trial.faults()]


def play_games(pack: Path, times: int) -> int:
    """Play each game of a pack at random so many times and print how they ended; return the exit
    status."""
    if not 1 <= times <= MOST:
        raise LastDaysError("Play it from 1 to {most} times.", most=MOST)
    games, refused = _games_and_faults(pack)
    if refused:
        raise LastDaysError("{path} has faults: lastdays game check lists them.", path=pack)
    for played in games.values():
        trial = _try_out(played, times)
        say(titled(played.name))
        for line in (*trial.faults(), *trial.report()):
            say(f"  {line}")
    return 0


def _games_and_faults(pack: Path) -> tuple[dict[str, DataGame], list[str]]:
    """Return the games of a pack by key, and its faults. LastDaysError if it has neither."""
    if not pack.exists():
        raise LastDaysError("{path} doesn't exist.", path=pack)
    book = load(packs=[pack])
    games = of_packs(book.games)
    refused = [text.partition(": ")[2] for text in book.refused_packs]
    if not games and not refused:
        raise LastDaysError(
            "{path} has no game: one is a file such as games/my-game.toml in it.", path=pack
        )
    return games, refused


def _try_out(played: DataGame, times: int = GAMES) -> Trial:
    return try_at_random(played, SystemRandom(), times)


def _report(played: DataGame, trial: Trial) -> list[str]:
    """Return what random games showed, and the languages in which texts are missing."""
    lines = trial.report()
    texts = {text for _where, text in played.game.texts()}
    for language, words in played.game.translations.items():
        missing = len(texts - set(words))
        if missing:
            lines.append(
                ngettext(
                    "{language} lacks {n} of {all} texts.",
                    "{language} lacks {n} of {all} texts.",
                    missing,
                    language=language,
                    all=len(texts),
                )
            )
    return lines
