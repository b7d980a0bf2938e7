"""Dates as text, and typed dates."""

from __future__ import annotations

import re
import time
from datetime import date, datetime, time as hour_of_day

from lastdays.errors import LastDaysError
from lastdays.language import _, nth_day


def day_of_moment(moment: str) -> str:
    """Return the day of a moment as '2026-10-03', '' for a text that isn't one: of a moment with an
    offset of its own the day there, of one in universal time the day here.

    The day where a game is recorded is stored with it. Only documents of earlier versions have moments
    instead, which become days where they are first read.
    """
    if hasattr(time, "tzset"):
        time.tzset()  # the laptop may have travelled since the program was started
    try:
        local = datetime.fromisoformat(moment)
        if not local.utcoffset():
            local = local.astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    return local.date().isoformat()


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


#: A day with the year first, and one with the year last, of four figures or two.
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})\D+(?P<second>\d{1,2})\D+(?P<third>\d{1,2})")
_YEAR_LAST = re.compile(r"(?P<first>\d{1,2})\D+(?P<second>\d{1,2})\D+(?P<year>\d{4}|\d{2})")


def typed_day(text: str) -> str:
    """Return a typed day as '2026-10-03'. It may be typed so, without the zeros, in figures of any
    script, or as the language writes it: if the year is last, with two or four figures. LastDaysError
    if it isn't a day."""
    order = re.findall(r"{(\w+)}", _("{year}-{month}-{day}"))
    year_first = _YEAR_FIRST.fullmatch(text.strip())
    year_last = _YEAR_LAST.fullmatch(text.strip())
    try:
        if year_first is not None:
            return _day_of_figures(year_first["year"], year_first["second"], year_first["third"])
        if year_last is None or order[-1] != "year":
            return date.fromisoformat(text.strip()).isoformat()
        year = year_last["year"] if len(year_last["year"]) == 4 else f"20{year_last['year']}"
        if order[0] == "day":
            return _day_of_figures(year, year_last["second"], year_last["first"])
        return _day_of_figures(year, year_last["first"], year_last["second"])
    except ValueError as error:
        raise LastDaysError("Type the date as year-month-day, for example 2026-10-03.") from error


#: An hour with its minutes, after the last colon, dot or 'h'.
_HOUR = re.compile(r"(?P<hour>\d{1,2})\s*(?:[:.hH]\s*(?P<minutes>\d{2})?)?")


def typed_hour(text: str) -> str:
    """Return a typed hour as '19:30': it may be typed so, as '19.30', '19h30' or '19'. LastDaysError if
    it isn't an hour."""
    typed = _HOUR.fullmatch(text.strip())
    try:
        if typed is None:
            return hour_of_day.fromisoformat(text.strip()).isoformat("minutes")
        return hour_of_day(int(typed["hour"]), int(typed["minutes"] or 0)).isoformat("minutes")
    except ValueError as error:
        raise LastDaysError("Type the time as hours:minutes, for example 19:30.") from error


def _day_of_figures(year: str, month: str, day: str) -> str:
    """Return a day from its figures; ValueError if there is no such day."""
    return date(int(year), int(month), int(day)).isoformat()
