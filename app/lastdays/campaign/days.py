"""Days in words, and the sentence for what was done before one and tidied away."""

from __future__ import annotations

from datetime import datetime

from lastdays.language import _
from lastdays.model.tidy_changes import HistoryFolded


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
    return _("{day} {month} {year}").format(
        day=found.day, month=months[found.month - 1], year=found.year
    )


def tidied_away(change: HistoryFolded) -> str:
    """Say why nothing from the time before a day can be undone or redone."""
    return _(
        "What was changed before {day} was tidied away: it can be neither undone nor redone."
    ).format(day=day_in_words(change.before))
