"""Chances as the screen writes them; what they are of is said beside them."""

from __future__ import annotations

from fractions import Fraction

from lastdays.language import _, decimal

#: A fraction with a larger number than this under the line says less than its percentage.
LONGEST = 1296


def share(chance: Fraction) -> str:
    """Return a chance as a share: '17 %', '0.5 %', '100 %'.

    Only what is certain is written as 0 or 100.
    """
    percent = float(chance) * 100
    if chance not in (0, 1) and not 0.05 <= percent < 99.95:
        return _("<0.1 %") if percent < 1 else _(">99.9 %")
    whole = chance in (0, 1) or 1 <= percent <= 99
    return _("{n} %").format(n=f"{percent:.0f}" if whole else decimal(percent))


def exactly(chance: Fraction) -> str:
    """Return a chance as a fraction and a share: '31/36 (86 %)'; the share alone where the
    fraction says less."""
    if not 1 < chance.denominator <= LONGEST:
        return share(chance)
    return _("{fraction} ({share})").format(fraction=chance, share=share(chance))


def average(amount: Fraction) -> str:
    """Return an amount on average with at most one digit behind the point: '3.5', '7'."""
    rounded = round(float(amount), 1)
    return f"{rounded:.0f}" if rounded == int(rounded) else decimal(rounded)
