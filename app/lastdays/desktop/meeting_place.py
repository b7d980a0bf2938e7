"""Where a program that is started again on a store meets the window that has it open.

It is a local socket in a folder of this user's alone, on Windows a pipe with a name. Nothing listens
to the network.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from lastdays.desktop import paths
from lastdays.desktop.league_address import LeagueAddress, StorePlace

#: The most bytes that the path of a socket may have on any system.
_LONGEST = 100
#: How many characters of a digest tell two stores apart.
_DIGEST = 24
#: Only the user may enter the folder.
_PRIVATE = 0o700


def meeting_place(store: StorePlace) -> str:
    """Return the address at which the window on a store answers, '' if there is no safe place."""
    if isinstance(store, LeagueAddress):
        store_name = str(store.bare)
    else:
        store_name = os.fspath(paths.store_file(Path(store)))
    digest = hashlib.sha256(os.fsencode(store_name)).hexdigest()[:_DIGEST]
    if sys.platform == "win32":
        user = hashlib.sha256(os.fsencode(paths.default_store())).hexdigest()[:_DIGEST]
        return f"lastdays-{user}-{digest}"
    folder = _private_folder()
    address = f"{folder}/{digest}"
    if folder is None or len(os.fsencode(address)) > _LONGEST:
        return ""
    return address


def somebody_may_be_there(address: str) -> bool:
    """Return whether it is worth asking at an address: whether a socket of this user is there."""
    if sys.platform == "win32":
        return bool(address)
    if not address:
        return False
    try:
        status = os.lstat(address)
    except OSError:
        return False
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == _user()


def _private_folder() -> Path | None:
    """Return a folder that this user alone may enter, made if needed; None if there is none."""
    of_session = _folder_of_session()
    if of_session is not None and _is_private(of_session):
        folder = of_session / paths.APP
    else:
        folder = Path(tempfile.gettempdir()) / f"{paths.APP}-{_user()}"
    try:
        folder.mkdir(mode=_PRIVATE, exist_ok=True)
    except OSError:
        return None
    return folder if _is_private(folder) else None


def _user() -> int:
    """Return the number of this user, as files have it: 0 on Windows, where users have none."""
    if sys.platform == "win32":
        return 0
    return os.getuid()


def _folder_of_session() -> Path | None:
    """Return the folder that the desktop keeps for this user's session, None if it isn't known. A
    Flatpak has one of its own at each start, and one in it that it shares with the others."""
    folder = os.environ.get("XDG_RUNTIME_DIR")
    if not folder:
        return None
    flatpak = os.environ.get("FLATPAK_ID")
    return Path(folder, "app", flatpak) if flatpak else Path(folder)


def _is_private(folder: Path) -> bool:
    """Return whether a folder is this user's, and nobody else may enter it."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == _user()
    return is_own and not status.st_mode & 0o077
