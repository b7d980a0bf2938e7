"""The rulings where tables really differ: options of a campaign, the default first."""

from __future__ import annotations

from typing import Literal

from lastdays.values import dataclass


@dataclass(frozen=True)
class Switches:
    """How this campaign reads the book (docs/rulings.md).

    thug_preferences: ruling 8; animals_earn: ruling 7; shift_dice: ruling 19;
    attack_counts_lost: ruling 28; zombie_cap: ruling 38; ending: the optional rule, ruling 32.
    """

    thug_preferences: Literal["none", "catalogue"] = "none"
    animals_earn: bool = True
    shift_dice: Literal["purchase", "roll"] = "purchase"
    attack_counts_lost: bool = True
    zombie_cap: bool = True
    ending: bool = True
