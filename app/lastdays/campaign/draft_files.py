"""Files on this computer for what is half filled in: they aren't part of the campaign, undo doesn't affect
them, and nobody else sees them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from lastdays.desktop import paths
from lastdays.desktop.files import write_whole
from lastdays.errors import DocumentError, disk_errors
from lastdays.language import _


def draft_file(*ids: str) -> Path:
    """Return the file for the draft of what has these ids."""
    # A digest, as ids come from a store that somebody else may have made.
    whose = "\n".join(ids)
    name = hashlib.blake2b(whose.encode("utf-8", "replace"), digest_size=16).hexdigest()
    return paths.drafts() / f"{name}.json"


def keep_draft(file: Path, content: bytes) -> None:
    """Write a draft, unless it is there already; LastDaysError if that fails."""
    try:
        if file.read_bytes() == content:
            return
    except OSError:
        pass  # there is no draft yet
    write_whole(file, content, private=True)


def discard_draft(file: Path) -> None:
    """Delete a draft, if there is one; DocumentError if that fails."""
    with disk_errors(DocumentError, _("The half-filled form couldn't be deleted: {reason}.")):
        file.unlink(missing_ok=True)
