"""The kinds of change to a campaign's chronicle; what `changes` says of kinds holds here too."""

from typing import ClassVar

from msgspec import Struct


class GameTold(Struct, frozen=True):
    """The players' own words on a game, or its date, are others."""

    kind: ClassVar[str] = "tell-game"
    number: int


StoryChange = GameTold
