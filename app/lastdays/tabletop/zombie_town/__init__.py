"""*Zombie Town*."""

from lastdays.tabletop.zombie_town.game import ZombieTown

__all__ = ["ZombieTown"]
