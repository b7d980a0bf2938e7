"""Write-ahead logs of a store."""

from __future__ import annotations

import struct

from lastdays.store.leftover import _sums


def log_of(page: bytes, pages: int) -> bytes:
    """Return a log with one page, which says that its store has so many."""
    salts = struct.pack(">II", 7, 9)
    head = struct.pack(">4I", 0x377F0683, 3007000, len(page), 0) + salts
    sums = _sums(head, ">", 0, 0)
    frame = struct.pack(">II", 1, pages)
    after = _sums(page, ">", *_sums(frame, ">", *sums))
    return head + struct.pack(">II", *sums) + frame + salts + struct.pack(">II", *after) + page
