"""Tries the program that was built where it was built: commands, paper, the window, and a file that
is opened while the window is open. It takes another program than the one in dist/ as an argument,
such as the one that was installed. `check_bundle.py` does more, on Linux alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bundle

GROUP = "Carl's Crew"
#: How long the window stays open before it is asked for something, in seconds.
OPEN_SECONDS = 10
#: How often the window is asked, a second apart, until it answers.
TRIES = 60


def built() -> Path:
    """Return the program that commands are given to."""
    match sys.platform:
        case "win32":
            return bundle.DIST / "lastdays" / "lastdays.exe"
        case "darwin":
            return bundle.DIST / f"{bundle.NAME}.app" / "Contents" / "MacOS" / "lastdays"
        case _:
            return bundle.DIST / "lastdays" / "lastdays"


def window_of(program: Path) -> Path:
    """Return the program that opens the window: another one on Windows, without a console."""
    return program.with_name(f"{bundle.NAME}.exe") if sys.platform == "win32" else program


def check_commands(program: Path, store: Path) -> None:
    """Have it make a store, look at it, export, import and print; the paper has to be a PDF."""

    def run(*words: str) -> str:
        return bundle.run(str(program), "--store", str(store), *words)

    assert bundle.version() in bundle.run(str(program), "--version")
    assert "Riverside" in run("sample")
    assert "All is well with 2 groups." in run("check")
    group = store.with_name("group.lastdays.json")
    run("export", GROUP, "-o", str(group))
    assert "Riverside" in run("import", str(group), "--known", "second")
    paper = store.with_name("cards.pdf")
    run("print", "Zeke's Truckers", "-o", str(paper))
    assert paper.read_bytes().startswith(b"%PDF-")
    picture = store.with_name("group.png")
    run("share", "Zeke's Truckers", "-o", str(picture))
    assert picture.read_bytes().startswith(b"\x89PNG")


def check_window(program: Path, store: Path) -> None:
    """Open the window without a screen, and hand it a file as a double click does."""
    group = store.with_name("group.lastdays.json")
    window = subprocess.Popen([window_of(program), "--store", str(store), "window"])
    try:
        time.sleep(OPEN_SECONDS)
        for _try in range(TRIES):
            assert window.poll() is None, f"the window closed by itself: {window.returncode}"
            opened = subprocess.run(
                [program, "--store", str(store), "open", str(group)],
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
            if opened.returncode == 0 and "in the window that is open" in opened.stdout:
                return
            time.sleep(1)
        sys.exit(f"the window took no file: {opened.stdout} {opened.stderr}")
    finally:
        window.kill()
        window.wait()


def check_demo(program: Path, folder: Path) -> None:
    """Have it draw its pages."""
    assert "transcript.txt" in bundle.run(str(program), "demo", "--out", str(folder))
    assert len([*folder.glob("screens/*.png")]) > 20


def main() -> None:
    """Try it; the first thing that fails ends it with what was found."""
    program = Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else built()
    os.environ.update(QT_QPA_PLATFORM="offscreen", LANGUAGE="en", LC_ALL="C.UTF-8")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        store = folder / "Zoë's store.sqlite"
        check_commands(program, store)
        check_window(program, store)
        assert "All is well" in bundle.run(str(program), "--store", str(store), "check")
        check_demo(program, folder / "demo")
    print(f"packaging: {program.name} makes stores, prints, draws, and takes files in its window")


if __name__ == "__main__":
    main()
