"""What can be printed, what somebody chose of it, and whether that can be printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.message_files import offered
from lastdays.pdf.content import PrintOptions
from lastdays.pdf.imposition import grid, layout_of

CardKind = Literal["characters", "group", "blank-character", "blank-group"]
SheetKind = Literal[
    "roster", "reference", "encounter", "worksheet", "zombies", "tokens", "campaign", "test",
]  # fmt: skip
#: Cards, then sheets, then the test page: in the order in which they are printed.
Kind = Literal[CardKind, SheetKind]
KINDS: tuple[Kind, ...] = get_args(Kind)
CARDS: tuple[Kind, ...] = get_args(CardKind)
GROUP_KEY = "group"
COPIES_MOST = 20
BLEED_MOST = 5.0
OFFSET_MOST = 10.0
#: What print shops ask for where no bleed is chosen, in millimetres.
SHOP_BLEED = 3.0


def kind_name(kind: Kind) -> str:
    """Name a kind of card or sheet: 'characters' → 'Character cards'."""
    match kind:
        case "characters":
            return _("Character cards")
        case "group":
            return _("Group-and-Refuge card")
        case "roster":
            return _("Roster of the whole group")
        case "reference":
            return _("Quick reference")
        case "encounter":
            return _("Next Encounter")
        case "worksheet":
            return _("Post-game worksheet")
        case "zombies":
            return _("Zombie sheet")
        case "tokens":
            return _("Tokens to cut")
        case "campaign":
            return _("Campaign sheet")
        case "blank-character":
            return _("Blank Character cards")
        case "blank-group":
            return _("Blank Group-and-Refuge card")
        case "test":
            return _("Test page for backs")


class PrintChoice(Struct, frozen=True):
    """What of a group is printed, and how. `left_out` are members without a tick."""

    kinds: tuple[Kind, ...] = ("characters", "group")
    left_out: tuple[str, ...] = ()
    only_changed: bool = False
    setting: PrintOptions = field(default_factory=PrintOptions)


def for_print_shop(choice: PrintChoice) -> PrintChoice:
    """Return a choice as print shops want it: each side of a card a page of its own with bleed,
    and nothing else on it."""
    setting = choice.setting
    return replace(
        choice,
        setting=replace(
            setting,
            one_a_page=True,
            bleed=setting.bleed or SHOP_BLEED,
            crop_marks=False,
            ruler=False,
            back_marks=False,
            outer_bleed=False,
        ),
    )


def checked_language(code: str) -> str:
    """Return a language that can be printed in, '' for none chosen. Raises LastDaysError for one
    that isn't here."""
    there = offered()
    if code and code not in there:
        raise LastDaysError(
            _("There's no language '{code}' here. There are {known}.").format(
                code=code, known=", ".join(there)
            )
        )
    return code


def checked_setting(setting: PrintOptions) -> PrintOptions:
    """Return a setting, all of it in range. Raises LastDaysError, in a sentence, otherwise."""
    if not 1 <= setting.copies <= COPIES_MOST:
        raise LastDaysError(_("One to {n} copies can be printed at once.").format(n=COPIES_MOST))
    if not 0 <= setting.bleed <= BLEED_MOST:
        raise LastDaysError(_("The bleed can be 0 to {n} mm.").format(n=f"{BLEED_MOST:g}"))
    if not all(abs(length) <= OFFSET_MOST for length in setting.offset):
        raise LastDaysError(
            _("The offset of the backs can be {n} mm at most.").format(n=f"{OFFSET_MOST:g}")
        )
    grid(layout_of(setting), setting)
    return setting


def kinds_named(names: Iterable[str]) -> tuple[Kind, ...]:
    """Return kinds by the names the command line uses. Raises LastDaysError for an unknown one."""
    found: list[Kind] = []
    known: dict[str, Kind] = {kind: kind for kind in KINDS}
    for name in names:
        if name not in known:
            raise LastDaysError(
                _("'{name}' cannot be printed. There are {known}.").format(
                    name=name, known=", ".join(KINDS)
                )
            )
        found.append(known[name])
    return tuple(found)
