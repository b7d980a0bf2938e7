"""Dates in words."""

from __future__ import annotations

import re
from datetime import date, datetime

from lastdays.errors import LastDaysError
from lastdays.language import _, nth_day


def day_in_words(day: str) -> str:
    """Say a day as people do: '3 October 2026'; what is no day stays as it is."""
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
    """Write a day as the language does, to be typed again; what is no day stays as it is."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return day
    return _(
        "{year}-{month}-{day}", year=found.year, month=f"{found.month:02}", day=f"{found.day:02}"
    )


def typed_day(text: str) -> str:
    """Return what was typed as '2026-10-03'; a day may stand there so, or as the language writes
    it: where the year is last, two figures of it do. Raises LastDaysError for what is no day."""
    order = re.findall(r"{(\w+)}", _("{year}-{month}-{day}"))
    numbers = re.fullmatch(r"\s*(\d{1,2})\D+(\d{1,2})\D+(\d\d)?(\d\d)\s*", text)
    try:
        if numbers is None or order[-1] != "year":
            return date.fromisoformat(text.strip()).isoformat()
        first, second, century, year = numbers.groups()
        said = dict(zip(order, (first, second, (century or "20") + year), strict=True))
        return date(*(int(said[part]) for part in ("year", "month", "day"))).isoformat()
    except ValueError as error:
        raise LastDaysError("Type a day as year-month-day, for example 2026-10-03.") from error
