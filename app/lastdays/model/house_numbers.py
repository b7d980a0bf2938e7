"""The book's numbers that a table may play otherwise, as players know them."""

from __future__ import annotations

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
    def least(self) -> int:
        """Return the least it can be."""
        return self._range[0]

    @property
    def most(self) -> int:
        """Return the most it can be."""
        return self._range[1]

    @property
    def _range(self) -> tuple[int, int]:
        section, _dot, name = self.key.partition(".")
        return NUMBERS[section][name]

    def of(self, catalogue: Catalogue) -> int:
        """Return what a rulebook says."""
        section, _dot, name = self.key.partition(".")
        return catalogue.number(section, name)

    def ruling(self, book: Catalogue) -> str:
        """Say what it does, and the book's number with its page."""
        section, _dot, _name = self.key.partition(".")
        page = int(book.constants[section].get("page", 0))
        said = _("The book says {n}", n=f"{self.of(book)}{self.unit}")
        return f"{self.about} {with_page(said, page)}."


def house_numbers() -> tuple[HouseNumber, ...]:
    """Return the numbers, in the order they are shown."""
    creating, carrying = _("Creating and recruiting"), _("Carrying")
    after, table = _("After the game"), _("At the table")
    return (
        HouseNumber(
            "founding.points",
            creating,
            _("Starting points"),
            _("Scavenge Points that a new group can spend."),
        ),
        HouseNumber(
            "limits.neutral_percent",
            creating,
            _("Neutral members"),
            _("The largest share of a group that may be Neutral (ruling 8)."),
            "\u00a0%",
        ),
        HouseNumber(
            "limits.other_keyword_percent",
            creating,
            _("Members of another Keyword"),
            _("The largest share of a group whose Keyword isn't its Leader's (ruling 8)."),
            "\u00a0%",
        ),
        HouseNumber(
            "limits.firearms",
            carrying,
            _("Firearms carried"),
            _("How many Firearms a member may carry, including thrown weapons (ruling 10)."),
        ),
        HouseNumber(
            "limits.close_combat",
            carrying,
            _("Close-combat weapons carried"),
            _("How many close-combat weapons a member may carry."),
        ),
        HouseNumber(
            "limits.armour",
            carrying,
            _("Armour worn"),
            _("How many pieces of armour a member may wear (ruling 10)."),
        ),
        HouseNumber(
            "supplies.bonus",
            after,
            _("Supply bonus"),
            _("Extra Scavenge Points for each Supply Token brought home."),
        ),
        HouseNumber(
            "level_up.shift_most",
            after,
            _("Shift of a Level roll"),
            _("How far extra Experience may shift the roll (ruling 19)."),
        ),
        HouseNumber(
            "limits.characteristic_most",
            after,
            _("Highest characteristic"),
            _("The most that Levels may raise a characteristic to (ruling 20)."),
        ),
        HouseNumber(
            "zombie_attack.overrun_at_most",
            after,
            _("Overrun at"),
            _("A Zombie Attack of this total or less overruns the Refuge."),
        ),
        HouseNumber(
            "zombie_attack.guard",
            after,
            _("A Guard counts"),
            _("What each Guard adds to the Zombie Attack roll (ruling 28)."),
        ),
        HouseNumber(
            "ending.points",
            after,
            _("Points that end the campaign"),
            _("With every Space built and the group at its maximum size (ruling 32)."),
        ),
        HouseNumber(
            "zombie_cap.most",
            table,
            _("Zombies on the table"),
            _("Once this many are there, noise draws no more (ruling 38)."),
        ),
        HouseNumber(
            "noise.draws_at",
            table,
            _("Noise draws a zombie at"),
            _("D6 + noise tokens draws one at this total."),
        ),
        HouseNumber(
            "firearms.target",
            table,
            _("A shot hits at"),
            _("D6 + Firearms and modifiers hits at this total."),
        ),
        HouseNumber(
            "head.target",
            table,
            _("A head roll kills at"),
            _("D6 + Lobotomizer removes a zombie at this total."),
        ),
    )


def number_name(key: str) -> str:
    """Return the name of a number; its key where it is none that is known."""
    return next((n.name for n in house_numbers() if n.key == key), key)
