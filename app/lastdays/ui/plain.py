"""Text that people typed, where Qt would take it for markup."""

from __future__ import annotations

import html


def plain(text: str) -> str:
    """Return text as a hint that shows it as it is: Qt reads what looks like markup as markup, and
    opens the files that it names."""
    if "<" not in text and "&lt;" not in text:
        return text
    return f'<p style="white-space:pre-wrap">{html.escape(text)}</p>'
