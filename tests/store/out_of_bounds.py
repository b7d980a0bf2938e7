"""Documents that claim more than may be, by what they claim."""

from __future__ import annotations

from collections.abc import Callable

from soak.growth import crowded, zipped

MB = 1024 * 1024


def campaign(entry: str, text: bytes) -> bytes:
    """Return a campaign's file with an entry of its own."""
    head = b'{"format": "lastdays-campaign", "version": 3, "groups": [], "campaign": {"id": "x", "name": "y"}}'
    entries = {"campaign.json": head, "changes.jsonl": b"", "sequences.jsonl": b""}
    return zipped({**entries, entry: text})


CAMPAIGNS: dict[str, Callable[[], bytes]] = {
    "125 KB of lists": lambda: campaign(
        "campaign.json",
        b'{"format": "lastdays-campaign", "campaign": [' + b"[]," * (40 * MB) + b"0]}",
    ),
    "lists in bounds of size": lambda: campaign("campaign.json", b"[" + b"[]," * (5 * MB) + b"0]"),
    "127 KB of newlines": lambda: campaign("changes.jsonl", b"\n" * (127 * MB)),
    "newlines in its records": lambda: campaign("campaign.json", b"\n" * (127 * MB)),
    "one line": lambda: campaign("sequences.jsonl", b"x" * (120 * MB)),
    "objects in a line": lambda: campaign("changes.jsonl", b"{" + b'"a":{},' * (10 * MB)),
    "1.2 million empty files": lambda: crowded(1_200_000),
    "60,000 empty files": lambda: crowded(60_000),
    "a picture of 127 MB": lambda: campaign("portraits/x.jpg", b"\xff\xd8" + b"\0" * (127 * MB)),
}


GROUPS: dict[str, bytes] = {
    "lists": b'{"a": [' + b"[]," * (2 * MB) + b"0]}",
    "numbers": b"[" + b"0," * (3 * MB) + b"0]",
    "nested": b'{"a":' * MB,
    "digits": b'{"a": ' + b"9" * (7 * MB) + b"}",
    "names": b"{" + b",".join(b'"%d":""' % n for n in range(500_000)) + b"}",
    "quotes": b'"' * (8 * MB),
    "escapes": b'{"a": "' + b'\\"' * (3 * MB),
    "elements": b"<roster>" + b"<a/>" * (2 * MB),
    "a tag": b"<roster " + b"x" * (7 * MB) + b">",
}
