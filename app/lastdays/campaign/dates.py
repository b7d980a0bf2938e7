"""Dates as text, and typed dates."""

from __future__ import annotations

import re
from datetime import date, datetime

from lastdays.errors import LastDaysError
from lastdays.language import _, nth_day

#: Three numbers with the year last, of two or four figures.
_YEAR_LAST = re.compile(
    r"\s*(?P<first>\d{1,2})\D+(?P<second>\d{1,2})\D+(?P<century>\d\d)?(?P<year>\d\d)\s*"
)


def today(clock: str) -> str:
    """Return the local day of a time as the clock gives it, as '2026-10-03'."""
    return datetime.fromisoformat(clock).astimezone().date().isoformat()


def day_in_words(day: str) -> str:
    """Return a day in words: '3 October 2026'; a text that isn't a day as it is."""
    try:
        date_of_day = datetime.fromisoformat(day).date()
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
        day=nth_day(date_of_day.day),
        month=months[date_of_day.month - 1],
        year=date_of_day.year,
    )


def day_in_figures(day: str) -> str:
    """Return a day in figures as the language writes it; a text that isn't a day as it is."""
    try:
        parsed = date.fromisoformat(day)
    except ValueError:
        return day
    return _(
        "{year}-{month}-{day}",
        year=parsed.year,
        month=f"{parsed.month:02}",
        day=f"{parsed.day:02}",
    )


def typed_day(text: str) -> str:
    """Return a typed day as '2026-10-03'. It may be typed so, or as the language writes it: if the year
    is last, with two or four figures. LastDaysError if it isn't a day."""
    order = re.findall(r"{(\w+)}", _("{year}-{month}-{day}"))
    numbers = _YEAR_LAST.fullmatch(text)
    try:
        if numbers is None or order[-1] != "year":
            return date.fromisoformat(text.strip()).isoformat()
        century = numbers["century"] or "20"
        parts = {
            order[0]: numbers["first"],
            order[1]: numbers["second"],
            "year": century + numbers["year"],
        }
        return date(int(parts["year"]), int(parts["month"]), int(parts["day"])).isoformat()
    except ValueError as error:
        raise LastDaysError("Type the date as year-month-day, for example 2026-10-03.") from error
