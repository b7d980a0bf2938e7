"""*Zombies!!!*."""

from lastdays.table.games.zombies.game import Zombies

__all__ = ["Zombies"]
