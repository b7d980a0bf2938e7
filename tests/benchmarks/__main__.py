"""`make bench`: ratios against floors measured beside them in the same run.

Each line measures the program and its floor in turn, several times, and compares the medians:
what the machine is doing meanwhile weighs on both.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from clock import Took, clocked, medians

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
import gc
gc.disable()
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


def process(code: str, *arguments: str) -> Took:
    """What a fresh process takes for some code, its modules compiled as on a player's disk."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    begin, busy = time.perf_counter(), _busy_with_processes()
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, env=environment)
    return Took(time.perf_counter() - begin, _busy_with_processes() - busy)


def _busy_with_processes() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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


def start_up(folder: Path) -> tuple[Took, Took]:
    """A usable window on a store of 20 groups, against an empty one with the same imports."""
    store = folder / "start.sqlite"
    fill(store, 20)
    ours, floor = medians(7, lambda: process(START, str(store)), lambda: process(START_FLOOR))
    return ours, floor


def open_group(folder: Path) -> tuple[Took, Took]:
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

    def once(workspace: Workspace, ids: list[str]) -> Callable[[], Took]:
        def ten() -> None:
            for group in ids[-10:]:
                workspace.group(group)

        def measure() -> Took:
            workspace.snapshots = Snapshots(book)  # opened for the first time
            return clocked(ten)

        return measure

    large, small = medians(41, *(once(workspace, ids) for workspace, ids in opened))
    for workspace, _ids in opened:
        workspace.store.close()
    return Took(large.wall / 10, large.busy / 10), Took(small.wall / 10, small.busy / 10)


def thousand_cards(_folder: Path) -> tuple[Took, Took]:
    """1,000 poker cards to PDF, against the same strings and boxes on a bare canvas."""
    import paper

    ours, floor = medians(5, *paper.thousand_cards())
    return ours, floor


def tap_after(events: int) -> Callable[[Path], tuple[Took, Took]]:
    """A tap at the table after so many events."""
    import table

    return lambda _folder: table.tap(events)


def slowest_tap(events: int) -> Callable[[Path], tuple[Took, Took]]:
    """The 99th percentile of a tap after so many events, against 16 ms."""
    import table

    return lambda _folder: (table.slowest(events), Took(0.016, 0.016))


def heaviest_odds(_folder: Path) -> tuple[Took, Took]:
    """The chances of the heaviest of some stakes, from the ask to what is shown, against 50 ms."""
    import stakes

    heavy = (stakes.injury(), stakes.level(30), stakes.level(100), stakes.supplies())
    found = medians(9, *map(stakes.timed, heavy))
    return max(found, key=lambda took: took.busy), stakes.LIMIT


class Line(NamedTuple):
    """What is measured, what stands beside it, and how many times as much it may take.

    The clock decides or, where the program only reckons, how long the processor is busy.
    """

    what: str
    beside: str
    most: float
    measure: Callable[[Path], tuple[Took, Took]]
    reckons: bool = False


LINES = (
    Line("start to a usable window, 20 groups", "imports and a bare window", 1.5, start_up),
    Line("open a group among 1,000", "open a group among 10", 1.2, open_group),
    Line(
        "1,000 character cards to PDF",
        "their strings and boxes, bare canvas",
        1.1,
        thousand_cards,
        reckons=True,
    ),
    Line("a tap at the table, 10th event", "a row and a label", 3, tap_after(10)),
    Line("a tap at the table, 5,000th event", "a row and a label", 3, tap_after(5000)),
    Line("99 of 100 taps, 10th event", "16 ms", 1, slowest_tap(10)),
    Line("99 of 100 taps, 5,000th event", "16 ms", 1, slowest_tap(5000)),
    Line("the heaviest odds, until they are shown", "50 ms", 1, heaviest_odds, reckons=True),
)


def looked_at() -> tuple[float, float]:
    """Kilobytes held while 200 pages are looked at, and while two are."""
    import paper

    paper.looking(2)
    return paper.looking(200) / 1e3, paper.looking(2) / 1e3


def said(what: str, ratio: float, most: float, figures: str) -> bool:
    """Print a line; whether it keeps to its budget."""
    kept = ratio <= most
    verdict = "ok" if kept else "OVER BUDGET"
    print(f"{what}: {figures} · ratio {ratio:.2f}, at most {most} · {verdict}", flush=True)
    return kept


def main() -> int:
    """Prints a line for each measure; 1 if a budget is exceeded."""
    kept = []
    results = {}
    for line in LINES:
        with tempfile.TemporaryDirectory() as folder:
            ours, floor = line.measure(Path(folder))
        on_clock, busy = ours.wall / floor.wall, ours.busy / floor.busy
        ratio = results[line.what] = busy if line.reckons else on_clock
        figures = (
            f"{ours.wall * 1000:.1f} ms · {line.beside}: {floor.wall * 1000:.1f} ms · busy "
            f"{ours.busy * 1000:.1f} and {floor.busy * 1000:.1f} ms, "
            + (f"{on_clock:.2f} by the clock" if line.reckons else f"{busy:.2f}")
        )
        kept.append(said(line.what, ratio, line.most, figures))
    many, two = looked_at()
    what = "memory, 200 pages looked at"
    results[what] = many / two
    kept.append(said(what, many / two, 1.1, f"{many:.1f} kB · two pages: {two:.1f} kB"))
    out = Path("build")
    out.mkdir(exist_ok=True)
    (out / "bench.json").write_text(json.dumps(results, indent=2), encoding="utf-8")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
