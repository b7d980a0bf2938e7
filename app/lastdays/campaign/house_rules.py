"""What a campaign plays otherwise than the book: its content packs, and numbers of its own."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.model.campaign import Campaign
from lastdays.model.changes import Change
from lastdays.model.house_changes import (
    NumberAsInBook,
    NumberSet,
    PackSwitchedOff,
    PackSwitchedOn,
)
from lastdays.model.house_numbers import HouseNumber, house_numbers
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import Chosen, Pack


class PackLine(Struct, frozen=True):
    """A content pack as a campaign sees it: whether it is on, whether it counts, and what is wrong
    with it."""

    pack: Pack
    on: bool
    counts: bool
    faults: tuple[str, ...] = ()


class HouseRules:
    """The actions on a campaign's packs and numbers, each a named change that can be undone."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def chosen(self, campaign: str) -> Chosen:
        """Return what the campaign chose."""
        return self.workspace.campaign(campaign).campaign.chosen

    # Content packs

    def packs(self, campaign: str) -> list[PackLine]:
        """Return every pack there is, and those that the campaign uses and that are gone."""
        books, chosen = self.workspace.rulebooks, self.chosen(campaign)
        taken = books.of(chosen).packs
        lines: list[PackLine] = []
        for pack in books.listed(chosen):
            on = pack.gone or books.is_on(pack.key, chosen)
            lines.append(PackLine(pack, on, pack.key in taken, books.faults(pack, chosen)))
        return lines

    def switch(self, campaign: str, pack: str, *, on: bool) -> None:
        """Have a pack count in the campaign, or count no longer. What came of one that is off stays
        in the groups, as a blank with its name. Raises LastDaysError for a pack that is wrong."""
        books, chosen = self.workspace.rulebooks, self.chosen(campaign)
        line = next((p for p in books.listed(chosen) if p.key == pack), None)
        if line is None:
            raise LastDaysError(_("There is no content pack called {name}.").format(name=pack))
        if on and (faults := books.faults(line, chosen)):
            raise LastDaysError(
                _("{name} can't be switched on: {fault} Nothing was changed.").format(
                    name=line.name, fault=faults[0]
                )
            )
        here = tuple(p.key for p in books.packs) if chosen.packs is None else chosen.packs
        wanted = (*(key for key in here if key != pack), *((pack,) if on else ()))
        change = PackSwitchedOn(line.name) if on else PackSwitchedOff(line.name)
        self._change(campaign, change, lambda c: replace(c, packs=wanted))

    def reread(self) -> None:
        """Look again at what lies in the folders of packs."""
        self.workspace.rulebooks.look_again()
        self.workspace.work_on(self.workspace.worked_on)

    # Numbers

    def book(self, campaign: str) -> Catalogue:
        """Return the rulebook of the campaign without numbers of its own."""
        return self.workspace.rulebooks.of(replace(self.chosen(campaign), numbers=()))

    def set_number(self, campaign: str, key: str, value: int) -> None:
        """Have a number of the book be another in the campaign; the book's own is no house rule.
        Raises LastDaysError for one that cannot be."""
        number = _number(key)
        if not number.least <= value <= number.most:
            raise LastDaysError(
                _("{name} goes from {low} to {high}. Nothing was changed.").format(
                    name=number.name, low=number.least, high=number.most
                )
            )
        if value == number.of(self.book(campaign)):
            self.as_in_book(campaign, key)
            return
        self._change(
            campaign,
            NumberSet(key, value),
            lambda c: replace(c, numbers=_without(c, key, (key, value))),
        )

    def as_in_book(self, campaign: str, key: str) -> None:
        """Have a number be the book's again."""
        number = _number(key)
        self._change(
            campaign,
            NumberAsInBook(number.key),
            lambda c: replace(c, numbers=_without(c, number.key)),
        )

    def _change(self, campaign: str, change: Change, how: Callable[[Campaign], Campaign]) -> None:
        self.workspace.change_campaign(campaign, change, how)
        if self.workspace.worked_on == campaign:
            self.workspace.work_on(campaign)


def _number(key: str) -> HouseNumber:
    found = next((n for n in house_numbers() if n.key == key), None)
    if found is None:
        raise LastDaysError(_("The book has no number called {name}.").format(name=key))
    return found


def _without(campaign: Campaign, key: str, *more: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    kept = [pair for pair in campaign.numbers if pair[0] != key]
    return tuple(sorted((*kept, *more)))
