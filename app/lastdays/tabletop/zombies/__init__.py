"""*Zombies!!!*."""

from lastdays.tabletop.zombies.game import Zombies

__all__ = ["Zombies"]
