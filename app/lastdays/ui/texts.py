"""Plain text for hints, and local dates and times."""

from __future__ import annotations

import html
from datetime import datetime

from PySide6.QtCore import QDate, QLocale

from lastdays.language import code


def plain(text: str) -> str:
    """Return text for a hint that is shown literally: Qt would interpret markup in it, and open files
    that it names."""
    if "<" not in text and "&lt;" not in text:
        return text
    return f'<p style="white-space:pre-wrap">{html.escape(text)}</p>'


def local_day(text: str) -> str:
    """Return the local day of a stored time: '2026-11-21', or in the format of the language."""
    try:
        local = datetime.fromisoformat(text).astimezone()
    except ValueError:
        return text
    if code() == "en":
        return local.strftime("%Y-%m-%d")
    day = QDate(local.year, local.month, local.day)
    return QLocale().toString(day, QLocale.FormatType.ShortFormat)


def local_time(text: str) -> str:
    """Return a stored time as local time: '2026-11-21 20:15'."""
    try:
        local = datetime.fromisoformat(text).astimezone()
    except ValueError:
        return text
    return f"{local_day(text)} {local:%H:%M}"
