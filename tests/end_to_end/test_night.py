"""Whole nights over real processes: killed in the middle, opened again the next day."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from end_to_end.night import CHILD, killed
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.sample import play_through
from lastdays.rulebook import Catalogue
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, SequenceRoute
from lastdays.ui.theme import Theme
from sure import sure


@pytest.mark.sweep
@pytest.mark.parametrize("answers", [1, 9, 17])
def test_killed_in_the_middle_of_a_sequence_it_goes_on_where_it_stopped(
    qapp: QApplication, tmp_path: Path, answers: int, book: Catalogue
) -> None:
    store = tmp_path / "night.sqlite"
    told = killed(CHILD, str(store), answers)
    assert len(told) == answers

    # The lock of the dead window does not keep the next one out.

    session = Session(store, source=random.Random(1), theme=Theme("dark"), packs=[])
    try:
        window = session.window
        window.show()
        campaign = session.services.workspace.campaigns()[0].id
        window.go(CampaignRoute(campaign))
        entry = session.services.games.sequences(campaign)[0]
        window.go(SequenceRoute(entry.id))
        page = window.pages.sequence
        kept = [f"{a.ask.key} {a.value}" for a in sure(page.view).replayed.asked]
        assert kept == told
        assert page.view is not None
        assert page.view.pending is not None
        before = page.view.before
        play_through(session.services.games, entry.id)
        session.services.changed.emit(EVERYTHING)
        page.finish_sequence()
        after = session.services.workspace.group(before.id)
        assert after.undo == "finished the sequence after game 1"
        assert after.group.games == 1
        session.services.workspace.undo(campaign, before.id)
        assert session.services.workspace.group(before.id).group == before
    finally:
        session.close()


@pytest.mark.long  # `make run` does the same where there is no display
def test_the_demo_needs_no_screen(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "QT_QPA_PLATFORM")}
    run = subprocess.run(
        [sys.executable, "-m", "lastdays", "window", "--or-demo", str(out)],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    assert run.stdout.startswith("There is no display to open a window on: writing the demo")
    screens = sorted(p.name for p in (out / "screens").glob("*.png"))
    assert {
        "group.png",
        "sequence-injuries-roll.png",
        "sequence-review.png",
        "paper-poker-1.png",
    } <= set(screens)
    transcript = (out / "transcript.txt").read_text(encoding="utf-8")
    assert "Zeke's Truckers after game 1" in transcript
    assert ", rolled)" in transcript
    assert "Before → after" in transcript
    assert Path(out / "demo.sqlite").exists()
