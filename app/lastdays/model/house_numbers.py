"""The book's numbers that a table may play otherwise, as players know them."""

from __future__ import annotations

from functools import cache

from lastdays.desktop import paths
from lastdays.language import _
from lastdays.rulebook import Catalogue, with_page
from lastdays.rulebook.checks import NUMBERS
from lastdays.values import Value


class HouseNumber(Value):
    """A number of the book: its 'section.name', the heading it stands under, its name, what it
    does, and the unit it is counted in."""

    key: str
    heading: str
    name: str
    about: str
    unit: str = ""

    @property
    def range(self) -> tuple[int, int]:
        """Return the least and the most it can be."""
        section, name = self.key.split(".")
        return NUMBERS[section][name]

    def of(self, catalogue: Catalogue) -> int:
        """Return what a rulebook says."""
        return catalogue.number(*self.key.split("."))

    def ruling(self, book: Catalogue) -> str:
        """Say what it does, and the book's number with its page."""
        page = int(book.constants[self.key.split(".")[0]].get("page", 0))
        said = _("The book says {n}", n=f"{self.of(book)}{self.unit}")
        return f"{self.about} {with_page(said, page)}."


@cache
def _told() -> list[dict[str, str]]:
    told: list[dict[str, str]] = paths.toml("numbers.toml")["house"]
    return told


def house_numbers() -> tuple[HouseNumber, ...]:
    """Return the numbers, in the order they are shown."""
    said = ({k: text if k == "key" else _(text) for k, text in one.items()} for one in _told())
    return tuple(HouseNumber(**one) for one in said)


def number_name(key: str) -> str:
    """Return the name of a number; its key where it is none that is known."""
    return next((n.name for n in house_numbers() if n.key == key), key)
