"""What is drawn, in a window of a real session: read by a screen reader over its bus, then changed.

It waits for what the screen reader says, never for a time to be over.
"""

from __future__ import annotations

import os

from msgspec.structs import replace
from PySide6.QtCore import QEventLoop, QSocketNotifier, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from end_to_end.spoken_session import end, pipe
from lastdays.desktop.opening import application
from lastdays.pdf.chart import Chart, ChartLine
from lastdays.tabletop.view import ButtonView, ChipView, Tap, TokenView
from lastdays.ui.shell.notices import Toast
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.pieces import Counter, Deed, Mark, Scale
from lastdays.ui.widgets.accessibility import announce, speak_roles
from lastdays.ui.widgets.chart_view import ChartView

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
    speak_roles()
    theme, window, box = Theme("dark"), QWidget(), QVBoxLayout()
    scale, damage = Scale(theme), TokenView("A1", "damage", "Damage", 2, 3, whose="Zeke")
    counter = Counter(scale, damage)
    mark = Mark(scale, ChipView("A1", "locked", "Locked and Loaded", True, whose="Zeke"))
    deed = Deed(scale, ButtonView("slay", "X", Tap("slay"), hint="Remove the zombie"))
    chart = ChartView(theme, "Rating")
    for part in (counter, mark, deed, chart):
        box.addWidget(part)
    window.setLayout(box)
    toast = Toast(window)
    chart.show_chart(Chart("Rating", "Game", (ChartLine("Zeke", ((1, 100), (2, 120))),)))
    window.show()
    asking = QTimer()  # no event says that the bus is ready to take the first question
    asking.timeout.connect(lambda: announce(window, "read"))
    asking.start(100)
    until(b'"end"')
    asking.stop()
    counter.show_view(replace(damage, value=3))
    until(b'"value", ')
    toast.say("Zeke is taken Out of Action.", "")
    until(b"Out of Action")
    print(heard.decode())
finally:
    end()
