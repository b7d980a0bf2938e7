"""The least solution of x = form(x), for chances of what is rolled again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any


def least_fixed(form: Callable[..., Any]) -> Fraction:
    """The chance x = form(x) of what may be rolled again and again, for a growing convex form.

    Newton from below, exact, as the form is made of straight pieces; it ends on the least.
    """
    x = Fraction(0)
    while form(x) != x:
        step = Fraction(1, 10**30)
        slope = (form(x + step) - form(x)) / step
        x += (form(x) - x) / (1 - slope)
    return x
