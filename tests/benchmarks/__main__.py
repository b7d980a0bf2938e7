"""`make bench`: ratios against floors measured beside them in the same run.

Each line measures the program and its floor in turn, several times, and compares the medians:
what the machine is doing meanwhile weighs on both.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import starts
from clock import Took, clocked, medians, paired

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


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
    starts.compiled()
    return paired(
        7,
        lambda: starts.process(starts.START, str(store)),
        lambda: starts.process(starts.FLOOR),
    )


def bundle_start(folder: Path) -> tuple[Took, Took]:
    """The bundle until its window waits for somebody, against the checkout's."""
    store = folder / "bundle.sqlite"
    fill(store, 1)
    starts.compiled()
    window = ("--store", str(store), "window")
    return paired(
        5,
        lambda: starts.until_quiet((str(starts.BUNDLE), *window), folder),
        lambda: starts.until_quiet((*starts.CHECKOUT, *window), folder),
    )


def first_paint(folder: Path) -> tuple[Took, Took]:
    """Until something of the window is painted, against a bare window of Qt alone."""
    store = folder / "paint.sqlite"
    fill(store, 1)
    starts.compiled()
    return paired(
        5,
        lambda: starts.first_painted(starts.PAINT, str(store)),
        lambda: starts.first_painted(starts.BARE),
    )


def start_large(kind: str) -> Callable[[Path], tuple[Took, Took]]:
    """The start with 1,000 groups or games, or both of them, in one campaign, against that with a
    few."""

    def measure(folder: Path) -> tuple[Took, Took]:
        import aged

        paths: list[Path] = []
        for many in (1000, 20):
            path = folder / f"start-{many}.sqlite"
            if kind == "both":
                with aged.workspace(path) as desk:
                    aged.large(desk, many if many > 20 else 10)
            else:
                campaign = aged.sample(path)
                with aged.workspace(path) as desk:
                    {"groups": aged.groups, "games": aged.games}[kind](desk, campaign, many)
            paths.append(path)
        large, small = (lambda path=path: starts.process(starts.START, str(path)) for path in paths)
        return paired(13, large, small)

    return measure


def open_group(folder: Path) -> tuple[Took, Took]:
    """Opening a group in a store of 1,000 groups, against the same in a store of 10."""
    from lastdays.campaign import Workspace
    from lastdays.campaign.history.snapshots import Snapshots
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
    Line("start to a usable window, 20 groups", "imports and a bare window", 1.2, start_up, True),
    Line("start until the first paint", "a bare window of Qt alone", 1.75, first_paint, True),
    *(
        [Line("start of the bundle", "the checkout's start", 1.2, bundle_start, True)]
        if starts.BUNDLE.exists()  # `make package` builds it
        else []
    ),
    Line("start, 1,000 groups in one campaign", "20 groups", 1.1, start_large("groups"), True),
    Line("start, 1,000 games in one campaign", "20 games", 1.1, start_large("games"), True),
    Line(
        "start, 1,000 groups and 10,000 games", "10 groups", 1.6, start_large("both"), reckons=True
    ),
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


class Act(NamedTuple):
    """What is done in the window: how long it may hold the window's thread, in milliseconds,
    and how many times as much as in the smallest of the sizes it is measured in."""

    what: str
    limit: float | Mapping[str, float]
    most: float | None = None


#: What is measured together, by the name of the measure: each act by its key there.
ACTS: dict[str, dict[str, Act]] = {
    "theme": {"": Act("another theme", 150)},
    "first_opened": {"": Act("first opened", {"group": 80, "rulebook": 150, "record": 100})},
    "history": {
        "opened": Act("a group's history opened, by its entries", 50),
        "undo": Act("undo while the history is shown", 50),
    },
    "log": {
        "opened": Act("the log of the table opened, by its events", 50),
        "tap": Act("a tap with the log open", 16),
        "forward": Act("Forward over the log", 100),
    },
    "many_games": {
        "group": Act("a group page, by the campaign's games", 50, 1.2),
        "ask": Act("the next ask after a game, by the campaign's games", 50, 1.2),
        "record": Act("a game recorded, by the campaign's games", 50, 1.2),
    },
    "many_groups": {"": Act("the campaign page, by its groups", 50, 1.2)},
    "large": {
        "campaign": Act("a large campaign opened, by its groups", 50, 1.5),
        "group": Act("a group of a large campaign opened", 50, 1.5),
        "chronicle": Act("the chronicle of a large campaign opened", 50, 1.5),
        "life": Act("a member's life in a large campaign opened", 50, 1.5),
        # What is written, and by undo read, is a megabyte here and a few hundred bytes in a small one.
        "notes": Act("notes of a large campaign written", 50),
        "undo": Act("undo of notes of a large campaign", 50),
        "record": Act("a game of a large campaign recorded", 50),
    },
    "long_sequence": {
        "ask": Act("the next ask, late in a sequence", 50),
        "change": Act("an early answer changed", 50),
        "undo": Act("undo of a changed answer", 50),
        "finish": Act("Finish", 50),
    },
    "three_per_roll": {"": Act("the odds of a Level, three for each roll", 50)},
    "guided": {"": Act("Next of the guided table", {"half": 8, "99 of 100": 16})},
    "preview": {"": Act("the preview of hard members", 50)},
    "printing": {"": Act("Print…: the longest that the window is held", 50)},
}


def measure_of(name: str) -> Callable[[Path], Any]:
    """The measure of a name of `ACTS`, or of `soak`."""
    import acts
    import leftovers
    import stakes

    if name == "soak":
        return lambda folder: list(leftovers.all_of(folder))
    if name == "three_per_roll":
        return lambda _folder: stakes.three_per_roll()
    return getattr(acts, name)  # type: ignore[no-any-return]


def looked_at() -> tuple[float, float]:
    """Kilobytes held by Python while 200 pages are looked at, and while two are."""
    import paper

    paper.looking(2)
    return paper.looking(200) / 1e3, paper.looking(2) / 1e3


def resident() -> tuple[float, float]:
    """Megabytes of memory, those of PDFium with them, after 200 pages and after two."""
    found = [json.loads(starts.told(RESIDENT, str(pages))[-1]) for pages in (200, 2)]
    return found[0] / 1e6, found[1] / 1e6


RESIDENT = """
import json, os, sys
sys.path.insert(0, os.path.join("tests", "benchmarks"))
import paper
paper.looking(int(sys.argv[1]))
resident = int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
print(json.dumps(resident), flush=True)
"""


class Report:
    """Prints the lines, and keeps what they say."""

    def __init__(self) -> None:
        self.results: dict[str, Any] = {}
        self.kept = True
        self.machine = 1.0
        starts.compiled()

    def look_at_machine(self) -> float:
        """See how many times as long as where the limits in milliseconds were set the same takes
        here and now: the bare window with SQLModel, of which a start is measured too."""
        (floor,) = medians(2, lambda: starts.process(starts.FLOOR))
        self.machine = max(1.0, floor.busy / starts.FLOOR_OF_LIMITS)
        self.results.setdefault("machine", []).append(self.machine)
        return self.machine

    def line(self, what: str, ratio: float, most: float, figures: str) -> None:
        """A measure beside its floor."""
        kept = ratio <= most
        self.kept &= kept
        self.results[what] = ratio
        verdict = "ok" if kept else "OVER BUDGET"
        print(f"{what}: {figures} · ratio {ratio:.2f}, at most {most} · {verdict}", flush=True)

    def act(self, act: Act, sizes: Mapping[str, Took]) -> None:
        """An act in campaigns of several sizes, the smallest first."""
        said: list[str] = []
        kept = True
        for size, took in sizes.items():
            limit = act.limit[size] if isinstance(act.limit, Mapping) else act.limit
            here = limit * self.machine
            kept &= took.busy * 1000 <= here
            mark = "!" * sum(took.busy * 1000 > most for most in (limit, here))
            said.append(
                f"{size} {took.busy * 1000:.1f}{mark} ms busy, {took.wall * 1000:.1f} by the "
                f"clock (at most {limit:g}, here {here:.0f})"
            )
        first, *_others, last = (*sizes.values(), *sizes.values())
        if act.most is not None:
            ratio = last.busy / first.busy
            kept &= ratio <= act.most
            said.append(f"ratio {ratio:.2f}, at most {act.most}")
        self.kept &= kept
        self.results[act.what] = {size: took._asdict() for size, took in sizes.items()}
        print(f"{act.what}: {' · '.join(said)} · {'ok' if kept else 'OVER BUDGET'}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line for each measure; 1 if a budget is exceeded."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument(
        "--only", action="append", default=[], metavar="WORD", help="lines that name this"
    )
    parser.add_argument("--list", action="store_true", help="name the lines and stop")
    parser.add_argument("--measure", nargs=2, metavar=("NAME", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.measure:
        name, place = options.measure
        print(json.dumps(measure_of(name)(Path(place))))
        return 0

    def wanted(*names: str) -> bool:
        return not options.only or any(w.lower() in n.lower() for w in options.only for n in names)

    report = Report()
    began = time.perf_counter()
    for what, measure in every(report).items():
        if not wanted(*what):
            continue
        if options.list:
            print("\n".join(name for name in what if name))
            continue
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder))
    if options.list:
        return 0
    print(f"measured in {time.perf_counter() - began:.0f} seconds", flush=True)
    out = Path("build")
    out.mkdir(exist_ok=True)
    (out / "bench.json").write_text(json.dumps(report.results, indent=2), encoding="utf-8")
    return 0 if report.kept else 1


def every(report: Report) -> dict[tuple[str, ...], Callable[[Path], object]]:
    """All there is to be measured, by the names it goes by."""
    found: dict[tuple[str, ...], Callable[[Path], object]] = {
        (line.what,): partial(beside, report, line) for line in LINES
    }
    for name, acts in ACTS.items():
        found[(name, *(act.what for act in acts.values()))] = partial(sized, report, name)
    found[("memory, 200 pages looked at",)] = lambda _folder: memory(report)
    found[("soak",)] = lambda folder: soaked(report, folder)
    found[("evening",)] = lambda folder: evening_played(report, folder)
    return found


def beside(report: Report, line: Line, folder: Path) -> None:
    """A line against its floor."""
    ours, floor = line.measure(folder)
    on_clock, busy = ours.wall / floor.wall, ours.busy / floor.busy
    figures = (
        f"{ours.wall * 1000:.1f} ms · {line.beside}: {floor.wall * 1000:.1f} ms · busy "
        f"{ours.busy * 1000:.1f} and {floor.busy * 1000:.1f} ms, "
        + (f"{on_clock:.2f} by the clock" if line.reckons else f"{busy:.2f}")
    )
    report.line(line.what, busy if line.reckons else on_clock, line.most, figures)


def measured(name: str, folder: Path) -> Any:
    """What a measure finds in a process of its own: what others left behind does not weigh on it."""
    command = [sys.executable, __file__, "--measure", name, str(folder)]
    said = subprocess.run(command, check=True, env=starts.environment(), stdout=subprocess.PIPE)
    return json.loads(said.stdout.splitlines()[-1])


def sized(report: Report, name: str, folder: Path) -> None:
    """The acts that are measured together."""
    report.look_at_machine()
    found = measured(name, folder)
    for key, act in ACTS[name].items():
        sizes = found[key] if key else found
        report.act(act, {size: Took(*took) for size, took in sizes.items()})


def memory(report: Report) -> None:
    """What is held while pages are looked at: by Python, and by the process with PDFium."""
    many, two = looked_at()
    what = "memory, 200 pages looked at"
    report.line(what, many / two, 1.1, f"{many:.1f} kB · two pages: {two:.1f} kB")
    if Path("/proc/self/statm").exists():
        many, two = resident()
        figures = f"{many:.1f} MB · two pages: {two:.1f} MB"
        report.line(f"{what}, with PDFium", many / two, 1.1, figures)


def soaked(report: Report, folder: Path) -> None:
    """Widgets and memory after much has been done."""
    for what, before, after, unit, most in measured("soak", folder):
        figures = f"{after:,.1f} {unit} · before: {before:,.1f} {unit}"
        report.line(f"soak, {what}", after / before, most, figures)


def evening_played(report: Report, folder: Path) -> None:
    """Which events of an evening hold the window's thread."""
    import evening

    report.look_at_machine()
    share, lines = evening.thrice(folder)
    for line in lines:
        print(line, flush=True)
    figures = f"{share:.2f} of what it may take, here {report.machine:.2f} × as long"
    report.line("evening, its longest event", share / report.machine, 1, figures)


if __name__ == "__main__":
    sys.exit(main())
