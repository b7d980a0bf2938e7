"""Copies of a store: for their owner alone from their first byte, and gone with whoever made them."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lastdays.campaign.safekeeping import opened_copy, recover, take_backup
from lastdays.desktop import files
from lastdays.store import open_store
from lastdays.store.kept_backups import Backups, Reason

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions of another kind")

KILLED = """
import os, signal, sys
from pathlib import Path
from lastdays.campaign.safekeeping import opened_copy
with opened_copy(Path(sys.argv[1])) as store:
    print("open", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.sweep
def test_the_copies_of_a_killed_process_go_at_the_next_start_of_its_owner(
    temporary: Path, sample_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(sample_store)],
        env={**os.environ, "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "open\n", done.stderr
    (left,) = temporary.iterdir()
    assert (left / "store.sqlite").stat().st_size > 10_000
    others = temporary / "lastdays-of-somebody"
    others.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: left.stat().st_uid + 1)
        files.remove_left_copies.cache_clear()
        files.remove_left_copies()
    assert (left / "store.sqlite").exists()
    files.remove_left_copies.cache_clear()
    with opened_copy(sample_store):
        assert left not in temporary.iterdir()
        (own,) = set(temporary.iterdir()) - {others}
        files.remove_left_copies.cache_clear()
        files.remove_left_copies()  # another start, while this one is at work
        assert (own / "store.sqlite").exists()
    assert list(temporary.iterdir()) == [others]


def test_every_copy_is_for_its_owner_alone_from_its_first_byte(
    temporary: Path, sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, int] = {}

    def look() -> None:
        for file in tmp_path.rglob("*"):
            if file.is_file() and file not in known:
                mode = stat.S_IMODE(file.stat().st_mode)
                seen[file.name] = seen.get(file.name, 0) | mode

    def looked_at(call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **kwargs: Any) -> Any:
            done = call(*args, **kwargs)
            look()
            return done

        return watched

    store = tmp_path / "store.sqlite"
    shutil.copy(sample_store, store)
    store.chmod(0o644)
    wide = tmp_path / "wide.sqlite"
    wide.touch(0o644)
    known = {store, wide}
    # As if nothing was made private afterwards, and looked at after each step.
    monkeypatch.setattr(os, "chmod", lambda *_a, **_k: None)
    monkeypatch.setattr(Path, "chmod", lambda *_a, **_k: None)
    monkeypatch.setattr(shutil, "copyfile", looked_at(shutil.copyfile))
    monkeypatch.setattr(os, "open", looked_at(os.open))
    before = os.umask(0)
    try:
        opened = open_store(store)
        known |= {store.with_name(f"store.sqlite{end}") for end in ("-wal", "-shm")}
        made = Backups(store).make(opened.engine, Reason.ASKED)
        (tmp_path / "second").mkdir()
        Backups(store).copy_latest(tmp_path / "second", made)
        opened.backup(wide)
        assert stat.S_IMODE(wide.stat().st_mode) == 0o600
        assert made is not None
        with opened_copy(made.path):
            look()
        opened.close()
        recover(store, tmp_path / "recovered.sqlite")
        aside = take_backup(store, made.path)
        known.discard(store)
        open_store(tmp_path / "new.sqlite").close()
        look()
    finally:
        os.umask(before)
    assert {"recovered.sqlite", "new.sqlite", made.path.name} <= set(seen)
    for nothing in ("held", ".held", aside.name):  # empty files, and the store itself
        seen.pop(nothing, None)
    assert {name: oct(mode) for name, mode in seen.items() if mode & 0o077} == {}
