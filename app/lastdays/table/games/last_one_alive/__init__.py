"""*Last One Alive*."""

from lastdays.table.games.last_one_alive.game import LastOneAlive

__all__ = ["LastOneAlive"]
