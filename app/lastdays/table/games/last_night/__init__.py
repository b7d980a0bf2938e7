"""*Last Night on Earth*."""

from lastdays.table.games.last_night.game import LastNight

__all__ = ["LastNight"]
