"""The lines of a message, without what a chat or a thumb puts before them."""

from __future__ import annotations

import re

from lastdays.errors import LastDaysError
from lastdays.language import number
from lastdays.names import in_plain_digits, kept_line
from lastdays.values import Value

#: A report has at most so many letters and lines.
LETTERS_MOST = 20_000
LINES_MOST = 600
#: In a longer line nothing is looked for.
LINE_MOST = 600
#: So much of a line is shown of one that came.
CAME_MOST = 300
#: A name before a line of a chat is at most so long.
_WHO = r"(?P<who>[^:<>\[\]]{1,40})"
_TIME = r"\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]?(?:\d{1,4})?"
#: What chats put before a line: '[21:03, 3.5.2026] Anna: ', '3.5.26, 21:03 - Anna: ', '21:03 <Anna> '.
_STAMPS = (
    re.compile(rf"\[[^\[\]]{{0,30}}{_TIME}[^\[\]]{{0,20}}\]\s*{_WHO}:\s*"),
    re.compile(rf"{_DATE},?\s+{_TIME}\s+[-–—]\s+{_WHO}:\s*"),
    re.compile(rf"(?:\[?{_TIME}\]?\s+)?<{_WHO}>\s*"),
    re.compile(rf"\[?{_TIME}\]?\s+{_WHO}:\s*"),
)
#: What quotes a line, and what numbers it or begins a list.
_QUOTES = re.compile(r"(?:[>»|]\s*)+")
_BULLET = re.compile(r"(?:[-–—*•·◦▪‣+#✓✔☑☐]+|\[[ xX]?\]|\d{1,2}[.)](?=\s))\s*")


class MessageLine(Value):
    """A line of a message: `came` as it is shown, `text` without quotes, bullets and stamps. `who` is the
    name that a chat put before it, `named` the text with that name, which may be a member's after all.
    `after_gap` says that an empty line is before it."""

    came: str
    text: str
    who: str = ""
    named: str = ""
    after_gap: bool = False


def lines_of(message: str) -> list[MessageLine]:
    """Return the lines of a message that say something. LastDaysError if there is too much of them."""
    if len(message) > LETTERS_MOST:
        raise LastDaysError(
            "This text has {n} letters, but a report has at most {most}. Nothing was read. Paste the "
            "report alone.",
            n=number(len(message)),
            most=number(LETTERS_MOST),
        )
    lines = message.splitlines()
    if len(lines) > LINES_MOST:
        raise LastDaysError(
            "This text has {n} lines, but a report has at most {most}. Nothing was read. Paste the "
            "report alone.",
            n=number(len(lines)),
            most=number(LINES_MOST),
        )
    kept = []
    after_gap = False
    for line in lines:
        cleaned = kept_line(line)
        if any(letter.isalnum() for letter in cleaned):
            kept.append(_read(cleaned, after_gap=after_gap))
            after_gap = False
        else:
            after_gap = True
    return kept


def _read(line: str, *, after_gap: bool) -> MessageLine:
    unquoted = _without(_QUOTES, line)
    for stamp in _STAMPS:
        before = stamp.match(in_plain_digits(unquoted))
        if before is not None:
            who = before["who"].strip()
            rest = unquoted[before.end() :]
            return MessageLine(line, unlisted(rest), who, f"{who}: {rest}", after_gap)
    return MessageLine(line, unlisted(unquoted), after_gap=after_gap)


def unlisted(text: str) -> str:
    """Return a line without what quotes it or begins a list."""
    return _without(_BULLET, _without(_QUOTES, text)).strip()


def _without(beginning: re.Pattern[str], text: str) -> str:
    there = beginning.match(text)
    return text if there is None else text[there.end() :]
