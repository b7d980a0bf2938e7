"""Dates as text, and typed dates."""

from __future__ import annotations

import re
from datetime import date, datetime

from lastdays.errors import LastDaysError
from lastdays.language import _, nth_day


def today(clock: str) -> str:
    """Return the local day of a time as the clock gives it, as '2026-10-03'."""
    return datetime.fromisoformat(clock).astimezone().date().isoformat()


def day_in_words(day: str) -> str:
    """Return a day in words: '3 October 2026'; a text that isn't a day as it is."""
    try:
        found = datetime.fromisoformat(day).date()
    except ValueError:
        return day
    months = (
        _("January"),
        _("February"),
        _("March"),
        _("April"),
        _("May"),
        _("June"),
        _("July"),
        _("August"),
        _("September"),
        _("October"),
        _("November"),
        _("December"),
    )
    return _(
        "{day} {month} {year}",
        day=nth_day(found.day),
        month=months[found.month - 1],
        year=found.year,
    )


def day_in_figures(day: str) -> str:
    """Return a day in figures as the language writes it; a text that isn't a day as it is."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return day
    return _(
        "{year}-{month}-{day}", year=found.year, month=f"{found.month:02}", day=f"{found.day:02}"
    )


def typed_day(text: str) -> str:
    """Return a typed day as '2026-10-03'. It may be typed so, or as the language writes it: if the year
    is last, with two or four figures. LastDaysError if it isn't a day."""
    order = re.findall(r"{(\w+)}", _("{year}-{month}-{day}"))
    numbers = re.fullmatch(r"\s*(\d{1,2})\D+(\d{1,2})\D+(\d\d)?(\d\d)\s*", text)
    try:
        if numbers is None or order[-1] != "year":
            return date.fromisoformat(text.strip()).isoformat()
        first, second, century, year = numbers.groups()
        said = dict(zip(order, (first, second, (century or "20") + year), strict=True))
        return date(*(int(said[part]) for part in ("year", "month", "day"))).isoformat()
    except ValueError as error:
        raise LastDaysError("Type the date as year-month-day, for example 2026-10-03.") from error
