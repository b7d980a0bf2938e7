"""Programs that start: ours, the two floors it is measured against, and pages first opened."""

from __future__ import annotations

import compileall
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from clock import Took, median

#: Both leave as `os._exit` does: taking Qt down again is no part of a start.
LEAVE = """
import os
os._exit(0)
"""
#: A bare window of Qt alone.
BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.resize(1280, 720)
window.show()
app.processEvents()
"""
#: The same, and the library of the store, as quick as it can be had: before PySide6, whose hook reads
#: the source of every module imported after it, and without looking for plugins of pydantic.
FLOOR = (
    """
import os
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
import sqlmodel
"""
    + BARE
)
#: As `lastdays.cli.main.window` does it, to the moment the window listens.
START = """
import gc
gc.disable()
import sys
from pathlib import Path
from lastdays.desktop.opening import show_frame
frame = show_frame()
from lastdays.desktop.opening import application
from lastdays.ui.app import Session
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
#: The program as it is started, and a bare window of Qt alone, each under that eye.
PAINT = EYE + ('from lastdays.cli.main import main\nmain(["--store", sys.argv[1], "window"])\n')
PAINT_BARE = EYE + BARE.replace("app = QApplication([])\n", "")


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
