"""The fields of a form while it is filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lastdays.language import _, number, signed
from lastdays.tabletop.last_days.shooting import Modifier
from lastdays.tabletop.view import FieldView

Choice = tuple[str, str]


class Fields:
    """What is chosen so far, and the fields that leave something to choose."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self._chosen = chosen
        self.shown: list[FieldView] = []

    def choose(
        self,
        key: str,
        caption: str,
        options: Iterable[Choice],
        *,
        least: int = 2,
        picks: bool = False,
        drawn: tuple[tuple[str, str, str], ...] = (),
    ) -> str:
        """Return what is chosen of options by key and label: at first the first of them, with
        `picks` none but an only one. With fewer than `least` there is nothing to show."""
        offered = tuple(options)
        keys = [k for k, _label in offered]
        first = keys[0] if keys and not (picks and len(keys) > 1) else ""
        value = self._chosen.get(key, "")
        value = value if value in keys else first
        if len(offered) >= least:
            self.shown.append(FieldView(key, caption, offered, value, picks, drawn))
        return value

    def yes(self, key: str, caption: str, *, asked: bool, yes: str = "") -> bool:
        """Return whether a question that may be asked is answered with yes."""
        options = (("no", _("no")), ("yes", yes or _("yes"))) if asked else ()
        return self.choose(key, caption, options) == "yes"


def short_name(name: str, piece: str) -> str:
    """Return the number of what has no name of its own: '3' of 'Zombie 3'."""
    return piece[1:] if name.endswith(f" {piece[1:]}") else name


def sum_in_words(parts: Sequence[Modifier], total: int) -> str:
    """Say what a number is made of: 'Zeke's Firearms 3, Target is a Zombie +1 = 4.'"""
    shown = []
    for n, part in enumerate(parts):
        amount = number(part.amount) if n == 0 else signed(part.amount)
        shown.append(f"{part.label} {amount}")
    made_of = ", ".join(shown)
    alone = len(parts) == 1 and parts[0].amount == total
    return f"{made_of}." if alone else f"{made_of} = {number(total)}."
