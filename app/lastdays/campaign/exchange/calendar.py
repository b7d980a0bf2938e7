"""The fixtures of a campaign as a calendar file that any calendar takes in: iCalendar, RFC 5545."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from lastdays.campaign.game_night import FixtureLine, GameNightActions
from lastdays.campaign.workspace import Workspace
from lastdays.errors import LastDaysError
from lastdays.language import against
from lastdays.model.fixtures import table_name

#: The suffix of a calendar file.
CALENDAR_SUFFIX = ".ics"
#: The most bytes of a line, without its end.
LINE_MOST = 75
#: What has a meaning in a text of a calendar, and is written with a backslash.
_ESCAPED = {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}


def calendar_of(workspace: Workspace, campaign: str) -> bytes:
    """Return the calendar file of the fixtures of a campaign that have a date and are still to be
    played. LastDaysError if there is none."""
    view = GameNightActions(workspace).read(campaign)
    dated = [line for line in view.fixtures if line.fixture.day and line.game is None]
    if not dated:
        raise LastDaysError(
            "No planned game has a date, so there is nothing for a calendar. Nothing was written."
        )
    value = workspace.campaign(campaign).campaign
    stamp = _moment_in_calendar(datetime.fromisoformat(workspace.clock()).astimezone(UTC)) + "Z"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Last Days Campaign Manager//EN"]
    for line in dated:
        lines += ["BEGIN:VEVENT", f"UID:{line.fixture.id}@{value.id}.lastdays", f"DTSTAMP:{stamp}"]
        lines += _event(workspace, line, value.name)
        lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded_line(line)}\r\n" for line in lines).encode("utf-8", "replace")


def _event(workspace: Workspace, line: FixtureLine, campaign: str) -> Iterator[str]:
    """Yield the lines that say when a fixture is played, by whom and where."""
    fixture = line.fixture
    yield _start(fixture.day, fixture.time)
    sides = against(line.group_names, together=fixture.together)
    yield f"SUMMARY:{_escaped_text(sides or campaign)}"
    if fixture.table:
        yield f"LOCATION:{_escaped_text(table_name(fixture.table))}"
    about = [campaign]
    encounter = workspace.catalogue.encounters.get(fixture.encounter)
    if encounter is not None:
        about.append(encounter.name)
    if any(line.player_names):
        about.append(against([player or "–" for player in line.player_names]))
    yield "DESCRIPTION:" + _escaped_text("\n".join(about))


def _start(day: str, time: str) -> str:
    """Return the line with the day a fixture is played on, and the hour if it has one. It is that of
    the place where it is played, whatever the reader's zone is."""
    if not time:
        return "DTSTART;VALUE=DATE:" + day.replace("-", "")
    return "DTSTART:" + _moment_in_calendar(datetime.fromisoformat(f"{day}T{time}"))


def _moment_in_calendar(at: datetime) -> str:
    """Return a time in the form of a calendar: '20261003T193000'."""
    return at.strftime("%Y%m%dT%H%M%S")


def _escaped_text(text: str) -> str:
    """Return a text with a backslash before what has a meaning in a calendar, without control
    characters."""
    letters = []
    for letter in text:
        if letter in _ESCAPED:
            letters.append(_ESCAPED[letter])
        elif ord(letter) >= ord(" ") and letter != "\x7f":
            letters.append(letter)
    return "".join(letters)


def _folded_line(line: str) -> str:
    """Return a line broken so that each part has `LINE_MOST` bytes at most; a part after the first
    begins with a space, and no letter is cut."""
    parts = [""]
    room = LINE_MOST
    for letter in line:
        size = len(letter.encode("utf-8", "replace"))
        if size > room:
            parts.append(" ")
            room = LINE_MOST - 1
        parts[-1] += letter
        room -= size
    return "\r\n".join(parts)
