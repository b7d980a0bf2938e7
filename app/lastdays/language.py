"""Text for people goes through here, so that it can be translated later.

The store keeps facts; sentences are made where they are shown.
"""

from __future__ import annotations

import gettext
from fractions import Fraction

_translation = gettext.NullTranslations()


def _(message: str) -> str:
    """Return the message in the user's language."""
    return _translation.gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the message in the user's language, in the form that fits `count`."""
    return _translation.ngettext(singular, plural, count)


def signed(number: int) -> str:
    """Return a number with its sign and the typographic minus: +1, −2, ±0."""
    if number == 0:
        return "±0"
    return f"+{number}" if number > 0 else f"−{-number}"


def number(value: int) -> str:
    """Return a number with the typographic minus."""
    return f"−{-value}" if value < 0 else str(value)


def joined(words: list[str] | tuple[str, ...]) -> str:
    """Join words into the list of a sentence: 'a, b and c'."""
    if len(words) < 2:
        return "".join(words)
    return _("{most} and {last}").format(most=", ".join(words[:-1]), last=words[-1])


def against(names: list[str] | tuple[str, ...]) -> str:
    """Say who plays against whom: 'a against b'."""
    if len(names) < 2:
        return "".join(names)
    rest = against(names[1:])
    return _("{one} against {others}").format(one=names[0], others=rest)


def percent(chance: Fraction) -> str:
    """Return a chance as people say it: '17 %', '0.5 %', 'never', 'certain'."""
    if chance == 0:
        return _("never")
    if chance == 1:
        return _("certain")
    share = float(chance) * 100
    text = f"{share:.0f}" if 1 <= share <= 99 else f"{share:.1f}"
    return f"{text} %"


def short(text: str, most: int = 40) -> str:
    """Return text cut to fit a button, with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"
