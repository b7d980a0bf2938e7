"""What is drawn, in a window of a real session: read by a screen reader over its bus, then changed.

It waits for what the screen reader says, never for a time to be over.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

listener_file, screen_reader = Path(__file__).with_name("listener.py"), sys.argv[1]
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
    [screen_reader, str(listener_file)],
    stdout=subprocess.PIPE,
    env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
)
assert listener.stdout is not None
pipe = listener.stdout.fileno()

from msgspec.structs import replace  # noqa: E402
from PySide6.QtCore import QEventLoop, QSocketNotifier, QTimer  # noqa: E402
from PySide6.QtWidgets import QVBoxLayout, QWidget  # noqa: E402

from lastdays.pdf.plot import Plot, PlottedLine  # noqa: E402
from lastdays.tabletop.view import ButtonView, ChipView, Tap, TokenView  # noqa: E402
from lastdays.ui.app import application  # noqa: E402
from lastdays.ui.shell.notices import Toast  # noqa: E402
from lastdays.ui.theme import Theme  # noqa: E402
from lastdays.ui.tracker.pieces import Counter, Deed, Mark, Scale  # noqa: E402
from lastdays.ui.widgets.accessibility import announce, speak_roles  # noqa: E402
from lastdays.ui.widgets.plot_view import PlotView  # noqa: E402

heard = bytearray()


def listen() -> None:
    """Takes what the screen reader has said."""
    heard.extend(os.read(pipe, 65536))


def until(word: bytes) -> None:
    """Goes on once the screen reader has said a word."""
    while word not in heard:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


try:
    app = application()
    notifier = QSocketNotifier(pipe, QSocketNotifier.Type.Read)
    notifier.activated.connect(listen)
    until(b'"ready"')
    speak_roles()
    theme, window, box = Theme("dark"), QWidget(), QVBoxLayout()
    scale, damage = Scale(theme), TokenView("A1", "damage", "Damage", 2, 3, whose="Zeke")
    counter = Counter(scale, damage)
    mark = Mark(scale, ChipView("A1", "locked", "Locked and Loaded", True, whose="Zeke"))
    deed = Deed(scale, ButtonView("slay", "X", Tap("slay"), hint="Remove the zombie"))
    plot = PlotView(theme, "Rating")
    for part in (counter, mark, deed, plot):
        box.addWidget(part)
    window.setLayout(box)
    toast = Toast(window)
    plot.show_plot(Plot("Rating", "Game", (PlottedLine("Zeke", ((1, 100), (2, 120))),)))
    window.show()
    asking = QTimer()  # no event says that the bus is ready to take the first question
    asking.timeout.connect(lambda: announce(window, "read"))
    asking.start(100)
    until(b'"end"')
    asking.stop()
    counter.show_view(replace(damage, value=3))
    until(b'"value", ')
    toast.say("Zeke is Out of Action.", "")
    until(b"Out of Action")
    print(heard.decode())
finally:
    for helper in (listener, screen):
        helper.terminate()
        helper.wait()
