"""Write-ahead logs of a store."""

from __future__ import annotations

import struct

from lastdays.store.leftover import _continued_checksum


def log_of(
    page: bytes,
    pages: int,
    *,
    magic: int = 0x377F0683,
    version: int = 3007000,
    summed: bool = True,
) -> bytes:
    """Return a log with one page, which says that its store has so many pages. `summed` is whether
    the checksum of its header is right."""
    salts = struct.pack(">II", 7, 9)
    head = struct.pack(">4I", magic, version, len(page), 0) + salts
    order = ">" if magic & 1 else "<"
    sums = _continued_checksum(head, order, 0, 0)
    frame = struct.pack(">II", 1, pages)
    after = _continued_checksum(page, order, *_continued_checksum(frame, order, *sums))
    head_sums = sums if summed else (0, 0)
    return head + struct.pack(">II", *head_sums) + frame + salts + struct.pack(">II", *after) + page
