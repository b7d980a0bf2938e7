"""Programs that start: ours, the bare window it is measured against, and pages first opened."""

from __future__ import annotations

import compileall
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from clock import Took, median

#: Both leave as `os._exit` does: taking Qt down again is no part of a start.
LEAVE = """
import os
os._exit(0)
"""
FLOOR = """
from PySide6.QtWidgets import QApplication, QMainWindow
import sqlmodel
app = QApplication([])
window = QMainWindow()
window.resize(1280, 720)
window.show()
app.processEvents()
"""
#: Seconds that it took on the machine on which the limits in milliseconds were set: the program of
#: that day took 721 ms there, 1.61 times as long.
FLOOR_OF_LIMITS = 0.448
#: As `lastdays.cli.main.window` does it, to the moment the window listens.
START = """
import gc
gc.disable()
import sys
from pathlib import Path
from lastdays.desktop.opening import show_frame
frame = show_frame()
from lastdays.ui.app import Session, application
app = application()
session = Session(Path(sys.argv[1]), packs=[])
session.window.resize(1280, 720)
session.window.show()
app.processEvents()
"""
#: A page opened until it is painted, a moment after the start: what is read ahead has been read.
OPEN = (
    START
    + """
import json, time
from lastdays.ui.navigation import GroupRoute, RecordRoute, RulebookRoute
from lastdays.ui.shell.navigator import read_ahead
window = session.window
read_ahead()
group = session.services.workspace.groups(window.campaign_id)[0].id
routes = {"group": GroupRoute(group), "rulebook": RulebookRoute(), "record": RecordRoute()}
wall, busy = time.perf_counter(), time.thread_time()
window.go(routes[sys.argv[2]])
app.processEvents()
print(json.dumps([time.perf_counter() - wall, time.thread_time() - busy]), flush=True)
"""
)
#: Looks at the clock when the first event of painting is done, and leaves.
EYE = """
import json, os, sys, time
wall, busy = time.perf_counter(), time.process_time()
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QMainWindow

class Eye(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            took = [time.perf_counter() - wall, time.process_time() - busy]
            print(json.dumps(took), flush=True)
            os._exit(0)
        return False

app = QApplication(["lastdays"])
eye = Eye()
app.installEventFilter(eye)
"""
#: The program as it is started, and a bare window of Qt alone.
PAINT = EYE + 'from lastdays import cli\ncli.main(["--store", sys.argv[1], "window"])\n'
BARE = EYE + (
    "window = QMainWindow()\nwindow.resize(1280, 720)\nwindow.show()\napp.processEvents()\n"
)


def environment() -> dict[str, str]:
    """What a player's shell says: compiled modules are kept."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def compiled() -> None:
    """Compile the program, as its installation does."""
    import lastdays

    compileall.compile_dir(Path(lastdays.__file__).parent, quiet=2)


def process(code: str, *arguments: str) -> Took:
    """What a fresh process takes for some code."""
    begin, busy = time.perf_counter(), _busy_with_processes()
    subprocess.run([sys.executable, "-c", code + LEAVE, *arguments], check=True, env=environment())
    return Took(time.perf_counter() - begin, _busy_with_processes() - busy)


def _busy_with_processes() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def told(code: str, *arguments: str) -> list[str]:
    """The lines that a fresh process prints for some code."""
    done = subprocess.run(
        [sys.executable, "-c", code + LEAVE, *arguments],
        check=True,
        env=environment(),
        capture_output=True,
        text=True,
    )
    return done.stdout.splitlines()


def first_painted(code: str, *arguments: str) -> Took:
    """What a fresh process takes until the first of its windows is painted."""
    return Took(*json.loads(told(code, *arguments)[-1]))


def opened_first(store: Path, kind: str, runs: int = 3) -> Took:
    """What a page takes that is opened for the first time since the program began."""
    return median(Took(*json.loads(told(OPEN, str(store), kind)[-1])) for _n in range(runs))


#: What `make package` has built, and what the checkout starts instead.
BUNDLE = Path(__file__).resolve().parents[2] / "dist" / "lastdays" / "lastdays"
CHECKOUT = (sys.executable, "-m", "lastdays")
#: A program that sleeps for so long, in seconds, has shown what it shows.
QUIET = 0.4


def until_quiet(words: Sequence[str], home: Path, quiet: float = QUIET) -> Took:
    """What a program takes until its window is shown and it waits for somebody; it is ended then.

    Nothing of it has to be told: the system knows when it sleeps, and for how long it was busy.
    """
    given = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    given |= {"XDG_CACHE_HOME": str(home), "XDG_STATE_HOME": str(home), "LANG": "C.UTF-8"}
    begin = time.perf_counter()
    silent = subprocess.DEVNULL
    running = subprocess.Popen(words, env={**environment(), **given}, stdout=silent, stderr=silent)
    slept_from, busy = begin, 0.0
    while running.poll() is None:
        now, (asleep, used) = time.perf_counter(), _used(running.pid)
        if not asleep or used > busy:
            slept_from, busy = now, used
        elif busy and now - slept_from > quiet:
            break
        time.sleep(0.01)
    running.terminate()
    running.wait()
    return Took(slept_from - begin, busy)


def _used(pid: int) -> tuple[bool, float]:
    """Whether a process sleeps, and for how long it was busy so far, in seconds."""
    told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return told[0] == "S", (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
