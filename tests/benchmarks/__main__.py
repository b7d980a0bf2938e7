"""`make bench`: ratios against floors measured beside them in the same run.

Each line measures the program and its floor in turn, several times, and compares the medians:
what the machine is doing meanwhile weighs on both.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

START_FLOOR = """
from PySide6.QtWidgets import QApplication, QMainWindow
import sqlmodel
app = QApplication([])
window = QMainWindow()
window.resize(1280, 720)
window.show()
app.processEvents()
"""

START = """
import sys
from pathlib import Path
from lastdays.ui.app import Session, application
app = application()
session = Session(Path(sys.argv[1]), packs=[])
session.window.resize(1280, 720)
session.window.show()
app.processEvents()
import os
os._exit(0)
"""


def medians(runs: int, *measured: Callable[[], float]) -> list[float]:
    """The median of each, measured in turn; the first round only warms up."""
    rounds = [[one() for one in measured] for _n in range(runs + 1)][1:]
    return [statistics.median(column) for column in zip(*rounds, strict=True)]


def process(code: str, *arguments: str) -> float:
    """Seconds that a fresh process takes for some code, its modules compiled as on a player's disk."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, env=environment)
    return time.perf_counter() - begin


def fill(path: Path, groups: int) -> list[str]:
    """A store of so many groups of eight; their ids."""
    from lastdays.campaign import Workspace
    from lastdays.campaign.campaigns import CampaignActions
    from lastdays.campaign.groups import GroupActions
    from lastdays.model.recruiting import Recruit
    from lastdays.rulebook import load
    from lastdays.store import open_store

    store = open_store(path)
    workspace = Workspace(store, load())
    made = GroupActions(workspace)
    campaigns = CampaignActions(workspace)
    template = campaigns.begin("Template")
    group = made.found(template, "G", "merciless-thug", "Zeke", "mall")
    for n in range(7):
        made.recruit(group, Recruit("gang-member", f"M{n}", gear=("club",)), allowed=True)
    document = made.export(group)
    ids = [group]
    per_campaign = 20
    for n in range(groups - 1):
        if n % per_campaign == 0:
            campaign = campaigns.begin(f"Campaign {n // per_campaign}")
        ids.append(made.import_document(campaign, document))
    store.close()
    return ids


def start_up(folder: Path) -> tuple[float, float]:
    """A usable window on a store of 20 groups, against an empty one with the same imports."""
    store = folder / "start.sqlite"
    fill(store, 20)
    ours, floor = medians(7, lambda: process(START, str(store)), lambda: process(START_FLOOR))
    return ours, floor


def open_group(folder: Path) -> tuple[float, float]:
    """Opening a group in a store of 1,000 groups, against the same in a store of 10."""
    from lastdays.campaign import Workspace
    from lastdays.campaign.snapshots import Snapshots
    from lastdays.rulebook import load
    from lastdays.store import open_store

    book = load()
    opened = []
    for groups in (1000, 10):
        path = folder / f"open-{groups}.sqlite"
        ids = fill(path, groups)
        opened.append((Workspace(open_store(path), book), ids))

    def once(workspace: Workspace, ids: list[str]) -> Callable[[], float]:
        def measure() -> float:
            workspace.snapshots = Snapshots(book)  # opened for the first time
            begin = time.perf_counter()
            for group in ids[-10:]:
                workspace.group(group)
            return time.perf_counter() - begin

        return measure

    large, small = medians(41, *(once(workspace, ids) for workspace, ids in opened))
    for workspace, _ids in opened:
        workspace.store.close()
    return large / 10, small / 10


def thousand_cards(_folder: Path) -> tuple[float, float]:
    """1,000 poker cards to PDF, against the same strings and boxes on a bare canvas."""
    import paper

    ours, floor = medians(5, *paper.thousand_cards())
    return ours, floor


def looked_at(_folder: Path) -> tuple[float, float]:
    """Kilobytes held while 200 pages are looked at, against those for two pages."""
    import paper

    paper.looking(2)
    return paper.looking(200) / 1e6, paper.looking(2) / 1e6


def tap_after(events: int) -> Callable[[Path], tuple[float, float]]:
    """A tap at the table after so many events."""
    import table

    return lambda folder: table.tap(folder, events)


def slowest_tap(events: int) -> Callable[[Path], tuple[float, float]]:
    """The 99th percentile of a tap after so many events, against 16 ms."""
    import table

    return lambda folder: table.slowest(folder, events)


def heaviest_odds(_folder: Path) -> tuple[float, float]:
    """The chances of the heavier of two stakes, from the ask to what is shown, against 50 ms."""
    import stakes

    return max(medians(7, *map(stakes.timed, (stakes.injury(), stakes.level())))), stakes.LIMIT


LINES: tuple[tuple[str, str, float, Callable[[Path], tuple[float, float]]], ...] = (
    ("start to a usable window, 20 groups", "imports and a bare window", 1.5, start_up),
    ("open a group among 1,000", "open a group among 10", 1.2, open_group),
    ("1,000 character cards to PDF", "their strings and boxes, bare canvas", 1.5, thousand_cards),
    ("a tap at the table, 10th event", "a row and a label", 3, tap_after(10)),
    ("a tap at the table, 5,000th event", "a row and a label", 3, tap_after(5000)),
    ("99 of 100 taps, 10th event", "16 ms", 1, slowest_tap(10)),
    ("99 of 100 taps, 5,000th event", "16 ms", 1, slowest_tap(5000)),
    ("the heaviest odds, until they are shown", "50 ms", 1, heaviest_odds),
    ("memory, 200 pages looked at (kB)", "two pages (kB)", 1.1, looked_at),
)


def main() -> int:
    """Prints a line for each measure; 1 if a budget is exceeded."""
    missed = 0
    results = {}
    for what, beside, most, measure in LINES:
        with tempfile.TemporaryDirectory() as folder:
            ours, floor = measure(Path(folder))
        ratio = ours / floor
        verdict = "ok" if ratio <= most else "OVER BUDGET"
        missed += ratio > most
        results[what] = ratio
        unit = "" if "kB" in what else " ms"
        print(
            f"{what}: {ours * 1000:.1f}{unit} · {beside}: {floor * 1000:.1f}{unit} · "
            f"ratio {ratio:.2f}, at most {most} · {verdict}",
            flush=True,
        )
    out = Path("build")
    out.mkdir(exist_ok=True)
    (out / "bench.json").write_text(json.dumps(results, indent=2), encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
