"""An evening whose program is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import takewhile

from sure import sure

CHILD = """
import random, sys
from pathlib import Path
from lastdays.campaign.sample import plain_answer
from lastdays.campaign.sample import add_sample
from lastdays.procedure.dice import can_be_rolled
from lastdays.ui.navigation import SequenceRoute
from lastdays.desktop.opening import application
from lastdays.ui.app import Session
from lastdays.ui.theme import Theme
app = application()
session = Session(Path(sys.argv[1]), source=random.Random(5), theme=Theme("dark"), packs=[])
add_sample(session.services.workspace)
window = session.window
window.show()
window.refresh()
campaign = session.services.workspace.campaign(window.campaign_id).campaign
group = campaign.groups[0]
sequence = session.services.games.begin(campaign.id, campaign.games[0].id, group)
window.go(SequenceRoute(sequence))
page = window.pages.sequence
for _n in range(int(sys.argv[2])):
    ask = page.view.pending
    if can_be_rolled(ask):
        page.ask_panel.rolled.emit()
    else:
        page.ask_panel.answered.emit(plain_answer(ask), "chosen")
    app.processEvents()
    last = page.view.replayed.asked[-1]
    print(last.ask.key, last.value, flush=True)
print("ready", flush=True)
app.exec()
"""


def killed(night: str, store: str, answers: int) -> list[str]:
    """Kills a night after so many answers; what it told of them."""
    child = subprocess.Popen(
        [sys.executable, "-c", night, store, str(answers)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    told = [line.strip() for line in takewhile("ready\n".__ne__, sure(child.stdout))]
    child.kill()
    child.communicate()
    return told
