"""The rulings where tables really differ: options of a campaign, the default first."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from lastdays.language import _, pgettext
from lastdays.rulebook import Catalogue
from lastdays.values import Value


class Switches(Value, omit_defaults=True):
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


def _preferences(catalogue: Catalogue) -> str:
    """Return how the community's catalogue reads the Thug's preferences (p. 17)."""
    text = _("Neutral up to {n} %", n=catalogue.number("thug_preferences", "neutral_percent"))
    names = [
        catalogue.character(k).name for k in catalogue.constants["thug_preferences"]["excluded"]
    ]
    if not names:
        return text
    *most, last = names
    listed = _("{most} or {last}", most=", ".join(most), last=last) if most else last
    return _("{text}, no {names}", text=text, names=listed)


class SwitchOption(Value):
    """One way to set a switch: its name, the switch by its key, and what it is set to."""

    name: str
    key: str
    value: str | bool

    def set(self, switches: Switches) -> Switches:
        """Return the rulings with the switch set so."""
        return replace(switches, **{self.key: self.value})

    def is_on(self, switches: Switches) -> bool:
        """Return whether the switch is set so already."""
        return self.set(switches) == switches


class SwitchText(Value):
    """A switch as players see it: its key, name and ruling, and its options, the default first."""

    key: str
    name: str
    ruling: str
    options: tuple[SwitchOption, ...]

    def chosen(self, switches: Switches) -> int:
        """Return which option is on."""
        return next(n for n, option in enumerate(self.options) if option.is_on(switches))


def _switch(key: str, name: str, ruling: str, *options: tuple[str, str | bool]) -> SwitchText:
    return SwitchText(
        key, name, ruling, tuple(SwitchOption(said, key, value) for said, value in options)
    )


def switch_texts(catalogue: Catalogue) -> list[SwitchText]:
    """Return each switch of a campaign with its options."""
    shifts = catalogue.number("level_up", "shift_most")
    return [
        _switch(
            "thug_preferences",
            _("Merciless Thug's preferences"),
            _("Ruling 8: the printed preferences are blank."),
            (pgettext("preferences", "none"), "none"),
            (_preferences(catalogue), "catalogue"),
        ),
        _switch(
            "animals_earn",
            _("Animals"),
            _("Ruling 7: a Dog has no skills to learn."),
            (_("earn Experience"), True),
            (_("earn none"), False),
        ),
        _switch(
            "shift_dice",
            _("Extra Experience on a Level"),
            _("Ruling 19: how often the roll may be shifted."),
            (_("{n} for each Level bought", n=shifts), "purchase"),
            (_("{n} for each roll", n=shifts), "roll"),
        ),
        _switch(
            "attack_counts_lost",
            _("Zombie Attack: the fallen and the captured"),
            _("Ruling 28: whether they weaken the defence."),
            (_("count as Out of Action"), True),
            (_("do not count"), False),
        ),
        _switch(
            "zombie_cap",
            _("{n} zombies on the table", n=catalogue.number("zombie_cap", "most")),
            _("Ruling 38: whether noise still draws more."),
            (_("no more are drawn"), True),
            (_("more are drawn"), False),
        ),
        _switch(
            "ending",
            _("Ending the campaign"),
            _(
                "Ruling 32: spaces built, group at its maximum, {n} points.",
                n=catalogue.number("ending", "points"),
            ),
            (_("the first group there wins"), True),
            (_("no such end"), False),
        ),
    ]
