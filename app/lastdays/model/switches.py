"""The ways a campaign may depart from the book: switches for the rulings on which tables differ,
with the default first, and house numbers; also all rulings, from `docs/rulings.md`."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal

from msgspec.structs import replace

from lastdays.desktop import paths
from lastdays.language import _, pgettext
from lastdays.rulebook import Catalogue, with_page
from lastdays.rulebook.checks import NUMBERS
from lastdays.values import Value


class Switches(Value, omit_defaults=True):
    """How this campaign reads the book (docs/rulings.md).

    thug_preferences: ruling 8; animals_earn: ruling 7; shift_dice: ruling 19;
    attack_counts_lost: ruling 28; zombie_cap: ruling 38; ending: the optional rule, ruling 32.
    Rules of a table's own: animals_run and animals_learn, ruling 94; locked_kept, ruling 92;
    zombies_by_level, ruling 95.
    """

    thug_preferences: Literal["none", "catalogue"] = "none"
    animals_earn: bool = True
    shift_dice: Literal["purchase", "roll"] = "purchase"
    attack_counts_lost: bool = True
    zombie_cap: bool = True
    ending: bool = True
    animals_run: bool = False
    animals_learn: bool = False
    locked_kept: bool = False
    zombies_by_level: bool = False


def _preferences_in_words(catalogue: Catalogue) -> str:
    """Return how the community's catalogue reads the Thug's preferences (p. 17)."""
    text = _("Neutral up to {n} %", n=catalogue.number("thug_preferences", "neutral_percent"))
    excluded = catalogue.constants["thug_preferences"]["excluded"]
    names = [catalogue.character(key).name for key in excluded]
    if not names:
        return text
    names_in_words = names[-1]
    if len(names) > 1:
        names_in_words = _("{most} or {last}", most=", ".join(names[:-1]), last=names[-1])
    return _("{text}, no {names}", text=text, names=names_in_words)


class SwitchOption(Value):
    """One option of a switch: its name, the key of the switch, and the value to set."""

    name: str
    key: str
    value: str | bool

    def set(self, switches: Switches) -> Switches:
        """Return the switches with this option set."""
        return replace(switches, **{self.key: self.value})

    def is_on(self, switches: Switches) -> bool:
        """Return whether this option is set."""
        return self.set(switches) == switches


class SwitchText(Value):
    """A switch as players see it: its key, name and ruling, and its options, the default first."""

    key: str
    name: str
    ruling: str
    options: tuple[SwitchOption, ...]

    def option_index(self, switches: Switches) -> int:
        """Return the index of the option that is set."""
        places = [place for place, option in enumerate(self.options) if option.is_on(switches)]
        return places[0]


@cache
def _switches_in_file() -> dict[str, dict[str, Any]]:
    return paths.toml("switches.toml")


def switch_texts(catalogue: Catalogue) -> list[SwitchText]:
    """Return each switch of a campaign with its options."""
    texts = []
    for key, switch in _switches_in_file().items():
        section, name = switch.get("number", "limits.page").split(".")
        number = catalogue.number(section, name)
        switch_name, ruling = switch["name"], switch["ruling"]
        options = []
        for text, value in switch["options"]:
            option_name = _option_name(text, value, number, catalogue)
            options.append(SwitchOption(option_name, key, value))
        switch_text = SwitchText(
            key=key,
            name=_(switch_name, n=number),
            ruling=_(ruling, n=number),
            options=tuple(options),
        )
        texts.append(switch_text)
    return texts


def _option_name(text: str, value: str | bool, number: int, catalogue: Catalogue) -> str:
    """Return the name of an option, which the file leaves out for the preferences of the Thug."""
    match value:
        case "none":
            return pgettext("preferences", "none")
        case "catalogue":
            return _preferences_in_words(catalogue)
    return _(text, n=number)


class HouseNumber(Value):
    """A number of the book that a campaign may change: its 'section.name', heading and name, what
    it does, and its unit."""

    key: str
    heading: str
    name: str
    about: str
    unit: str = ""

    @property
    def range(self) -> tuple[int, int]:
        """Return the lowest and the highest value allowed."""
        section, name = self.key.split(".")
        return NUMBERS[section][name]

    def value_in(self, catalogue: Catalogue) -> int:
        """Return its value in a rulebook."""
        return catalogue.number(*self.key.split("."))

    def ruling(self, book: Catalogue) -> str:
        """Say what it does, and the book's number with its page."""
        section, name = self.key.split(".")
        page = int(book.constants[section].get("page", 0))
        value = f"{book.number(section, name)}{self.unit}"
        in_book = with_page(_("The book says {n}", n=value), page)
        return f"{self.about} {in_book}."


@cache
def _numbers_in_file() -> list[dict[str, str]]:
    numbers: list[dict[str, str]] = paths.toml("numbers.toml")["house"]
    return numbers


def house_numbers() -> tuple[HouseNumber, ...]:
    """Return the numbers that can be changed, in the order they are shown."""
    numbers = []
    for facts in _numbers_in_file():
        words = {name: _(text) for name, text in facts.items() if name != "key"}
        numbers.append(HouseNumber(key=facts["key"], **words))
    return tuple(numbers)


def number_name(key: str) -> str:
    """Return the name of a number, or its key if it is unknown."""
    for number in house_numbers():
        if number.key == key:
            return number.name
    return key


_LINE = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)


class Ruling(Value):
    """A ruling on how the book is read: its number and text."""

    number: int
    text: str


@cache
def rulings() -> tuple[Ruling, ...]:
    """Return all rulings in order; none if the list isn't shipped."""
    try:
        text_of_file = paths.rulings().read_text(encoding="utf-8")
    except OSError:
        return ()
    without_markup = text_of_file.replace("**", "").replace("*", "").replace("\\", "*")
    return tuple(Ruling(int(n), text) for n, text in _LINE.findall(without_markup))
