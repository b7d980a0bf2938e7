"""The games that are declared, a module or package each; `GAMES` lists them."""

from __future__ import annotations

from lastdays.table.declared import Game
from lastdays.table.games.last_night import LastNight
from lastdays.table.games.last_one_alive import LastOneAlive
from lastdays.table.games.zombie_town import ZombieTown
from lastdays.table.games.zombies import Zombies

GAMES: dict[str, Game] = {
    game.key: game for game in (LastNight(), Zombies(), LastOneAlive(), ZombieTown())
}
