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
    """A line of a message: the `original` as it is shown, the `text` without quotes, bullets and stamps.
    `sender` is the name that a chat put before it, `text_with_sender` has both, as that name may be a
    member's after all. `after_gap` says that an empty line is before it."""

    original: str
    text: str
    sender: str = ""
    text_with_sender: str = ""
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
    message_lines = []
    after_gap = False
    for line in lines:
        cleaned = kept_line(line)
        if any(letter.isalnum() for letter in cleaned):
            message_lines.append(_message_line(cleaned, after_gap=after_gap))
            after_gap = False
        else:
            after_gap = True
    return message_lines


def _message_line(line: str, *, after_gap: bool) -> MessageLine:
    unquoted = _without_beginning(_QUOTES, line)
    for stamp in _STAMPS:
        stamp_match = stamp.match(in_plain_digits(unquoted))
        if stamp_match is not None:
            sender = stamp_match["who"].strip()
            rest = unquoted[stamp_match.end() :]
            return MessageLine(
                line, without_list_marks(rest), sender, f"{sender}: {rest}", after_gap
            )
    return MessageLine(line, without_list_marks(unquoted), after_gap=after_gap)


def without_list_marks(text: str) -> str:
    """Return a line without what quotes it or begins a list."""
    return _without_beginning(_BULLET, _without_beginning(_QUOTES, text)).strip()


def _without_beginning(beginning: re.Pattern[str], text: str) -> str:
    match = beginning.match(text)
    return text if match is None else text[match.end() :]
