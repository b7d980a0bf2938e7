"""What programs of the same make take to start, each until its window waits for somebody.

They are installed into `build/peers` from the package index, in the versions named here, and
started in turn with the program on its sample campaign, from a home of their own: once to make
their files, then as often as asked. Helper processes of a program are not counted; what a program
does a moment after its window is shown is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import venv
from functools import partial
from pathlib import Path
from typing import NamedTuple

import starts
from clock import medians


class Peer(NamedTuple):
    """A program of the package index: what is installed, and what starts it."""

    name: str
    package: str
    code: str


PEERS = (
    Peer("Vorta", "vorta==0.11.6", "from vorta.__main__ import main; main()"),
    Peer(
        "MTGProxyPrinter",
        "MTGProxyPrinter==0.36.0",
        "import mtg_proxy_printer.__main__ as m; m.main()",
    ),
    Peer("Anki", "aqt==26.9.3", "import sys; sys.argv += ['-l', 'en']; import aqt; aqt.run()"),
    Peer("novelWriter", "novelWriter==26.2.2", "import novelwriter; novelwriter.main()"),
)
#: Some wait for themselves in between, a splash screen or a helper process: who sleeps for so long,
#: in seconds, waits for somebody.
QUIET = 2.5
FOLDER = Path(__file__).resolve().parents[2] / "build" / "peers"


def installed() -> Path:
    """The interpreter that has all of them."""
    python = FOLDER / "bin" / "python"
    if not python.exists():
        venv.create(FOLDER, with_pip=True)
    packages = [peer.package for peer in PEERS]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return python


def main() -> None:
    """Measure the program and its peers in turn, and print the medians."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--runs", type=int, default=5, help="how often each is started")
    runs = asked.parse_args().runs
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # A browser inside a program refuses to be root's otherwise.
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")
    python = installed()
    starts.compiled()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        store = home / "sample.sqlite"
        sample = [*starts.CHECKOUT, "--store", str(store), "sample"]
        subprocess.run(sample, check=True, stdout=subprocess.DEVNULL)
        words = {"Last Days Campaign Manager": [*starts.CHECKOUT, "--store", str(store), "window"]}
        words |= {peer.name: [str(python), "-c", peer.code] for peer in PEERS}
        took = medians(
            runs, *(partial(starts.until_quiet, line, home, QUIET) for line in words.values())
        )
    for name, (wall, busy) in zip(words, took, strict=True):
        print(f"{name:28} busy {busy * 1000:6.0f} ms  clock {wall * 1000:6.0f} ms")


if __name__ == "__main__":
    main()
