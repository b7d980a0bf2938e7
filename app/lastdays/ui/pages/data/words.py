"""When, why and how large a backup is, and what is in it, in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QLocale

from lastdays.language import _, chained, decimal, ngettext
from lastdays.store.kept_backups import BackupCampaign, Reason

_KB = 1024


def in_words(at: datetime, now: datetime | None = None) -> str:
    """Say a moment in local time: 'today 20:15', 'yesterday 20:15', 'Saturday 14 November 20:15'."""
    local = at.astimezone()
    today = (now or datetime.now().astimezone()).astimezone()
    time = local.strftime("%H:%M")
    days = (today.date() - local.date()).days
    if days == 0:
        return _("today {time}").format(time=time)
    if days == 1:
        return _("yesterday {time}").format(time=time)
    names = QLocale()
    day = _("{weekday} {day} {month}").format(
        weekday=names.dayName(local.isoweekday()), day=local.day, month=names.monthName(local.month)
    )
    if local.year != today.year:
        day = _("{day} {year}").format(day=day, year=local.year)
    return _("{day}, {time}").format(day=day, time=time)


def begun(text: str) -> str:
    """Return a text that begins a line: with a capital."""
    return text[:1].upper() + text[1:]


def size_in_words(size: int) -> str:
    """Say a number of bytes."""
    if size < _KB * _KB:
        return _("{n} KB").format(n=max(1, round(size / _KB)))
    return _("{n} MB").format(n=decimal(size / _KB / _KB))


def why(reason: Reason) -> str:
    """Say why a backup was made."""
    match reason:
        case Reason.START:
            return _("when the program started")
        case Reason.MIGRATION:
            return _("before an update")
        case Reason.IMPORT:
            return _("before an import")
        case Reason.RESTORE:
            return _("before a restore")
        case Reason.FINISH:
            return _("after a game")
        case Reason.ASKED:
            return _("made by you")
        case Reason.TIDY:
            return _("before an update")


def inside_in_words(campaigns: Sequence[BackupCampaign]) -> str:
    """List the campaigns in a backup with their groups."""
    if not campaigns:
        return _("nothing yet")
    return chained(
        _("{campaign}: {groups}").format(
            campaign=c.name, groups=", ".join(name for _id, name in c.groups) or _("no groups")
        )
        for c in campaigns
    )


def counted(campaigns: Sequence[BackupCampaign]) -> str:
    """Say how many campaigns and groups there are in a backup."""
    groups = sum(len(c.groups) for c in campaigns)
    many = ngettext("{n} campaign", "{n} campaigns", len(campaigns)).format(n=len(campaigns))
    return _("{campaigns}, {groups}").format(
        campaigns=many, groups=ngettext("{n} group", "{n} groups", groups).format(n=groups)
    )
