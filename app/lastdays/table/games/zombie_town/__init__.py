"""*Zombie Town*."""

from lastdays.table.games.zombie_town.game import ZombieTown

__all__ = ["ZombieTown"]
