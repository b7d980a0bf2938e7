"""The declared games, each in its own package; `GAMES` lists them."""

from __future__ import annotations

from lastdays.tabletop.declared import DeclaredGame
from lastdays.tabletop.last_night.game import LastNight
from lastdays.tabletop.last_one_alive.game import LastOneAlive
from lastdays.tabletop.zombie_town.game import ZombieTown
from lastdays.tabletop.zombies.game import Zombies

GAMES: dict[str, DeclaredGame] = {
    game.key: game for game in (LastNight(), Zombies(), LastOneAlive(), ZombieTown())
}
