"""Documents packed for the store, quickly where a long one begins as the last did.

The document of a campaign of a thousand games is a megabyte, of which one more game changes the
last thousandth. The state of the packing is kept at a few places near the end of the last long
document; the next that is the same up to one of them goes on from there.
"""

from __future__ import annotations

import threading
import zlib
from typing import Any, NamedTuple

#: Bytes between two places whose state is kept; how many are kept; and how hard is packed.
STRIDE, PLACES, LEVEL = 16 * 1024, 4, 6
#: A document has no more bytes: one of ten thousand games has a third of them.
DOCUMENT_MOST = 64 * 1024 * 1024
#: Documents shorter than this are packed as they are.
LONG = 128 * 1024


class _Checkpoint(NamedTuple):
    """How far a document was packed: so many bytes of it, what they became, and the state."""

    at: int
    packed: bytes
    state: Any


class Packer:
    """Packs documents. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = b""
        self._places: list[_Checkpoint] = []

    def pack(self, document: bytes) -> bytes:
        """Return a document compressed, as zlib reads it."""
        if len(document) < LONG:
            return zlib.compress(document, LEVEL)
        with self._lock:
            return self._pack(document)

    def _pack(self, document: bytes) -> bytes:
        """Go on from the last place up to which the document is the one before."""
        same = self._same_places(document)
        start = same[-1] if same else _Checkpoint(0, b"", zlib.compressobj(LEVEL))
        at, packed, state = start.at, [start.packed], start.state.copy()
        places = same
        # The last places before the end are worth keeping: what comes next is added there.
        first_kept = max(at, len(document) // STRIDE * STRIDE - PLACES * STRIDE)
        while len(document) - at > STRIDE:
            step = STRIDE if at >= first_kept else first_kept - at
            packed.append(state.compress(document[at : at + step]))
            at += step
            places.append(_Checkpoint(at, b"".join(packed), state.copy()))
        self._last, self._places = document, places[-PLACES:]
        packed += (state.compress(document[at:]), state.flush())
        return b"".join(packed)

    def _same_places(self, document: bytes) -> list[_Checkpoint]:
        """Return the places up to which a document is the one before."""
        last = memoryview(self._last)  # nothing of it is copied to be compared
        for n in range(len(self._places), 0, -1):
            if document.startswith(last[: self._places[n - 1].at]):
                return self._places[:n]
        return []


PACKER = Packer()
