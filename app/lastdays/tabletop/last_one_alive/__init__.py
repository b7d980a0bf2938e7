"""*Last One Alive*."""

from lastdays.tabletop.last_one_alive.game import LastOneAlive

__all__ = ["LastOneAlive"]
