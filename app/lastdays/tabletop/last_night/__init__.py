"""*Last Night on Earth*."""

from lastdays.tabletop.last_night.game import LastNight

__all__ = ["LastNight"]
