"""A screen for one program, and a screen reader that listens there, under the system's Python: the
last argument of the program. Qt finds the screen in the environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from sure import sure

ours, theirs = os.pipe()
screen = subprocess.Popen(
    ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
    pass_fds=(theirs,),
    stderr=subprocess.DEVNULL,
)
os.close(theirs)
with os.fdopen(ours) as said:
    os.environ["DISPLAY"] = f":{said.readline().strip()}"
os.environ["QT_QPA_PLATFORM"] = "xcb"
os.environ["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
listener = subprocess.Popen(
    [sys.argv[-1], str(Path(__file__).with_name("listener.py"))],
    stdout=subprocess.PIPE,
    env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
)
#: Where the screen reader says what it hears, a line each.
pipe = sure(listener.stdout).fileno()
assert json.loads(sure(listener.stdout).readline())["kind"] == "ready"


def end() -> None:
    """End both."""
    for helper in (listener, screen):
        helper.terminate()
        helper.wait()
