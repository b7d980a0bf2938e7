"""The declared games: `GAMES` lists those of the program, each in its own package; content packs bring
more as data."""

from __future__ import annotations

from collections.abc import Iterable

from lastdays.rulebook.pack_games import PackGame
from lastdays.tabletop.data_game import DataGame
from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.last_night.game import LastNight
from lastdays.tabletop.last_one_alive.game import LastOneAlive
from lastdays.tabletop.zombie_town.game import ZombieTown
from lastdays.tabletop.zombies.game import Zombies

GAMES: dict[str, DeclaredGame] = {
    game.key: game for game in (LastNight(), Zombies(), LastOneAlive(), ZombieTown())
}


def of_packs(games: Iterable[PackGame]) -> dict[str, DataGame]:
    """Return the games that content packs bring, by key, in the current language."""
    return {game.key: DataGame(game) for game in games}
