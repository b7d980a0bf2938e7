"""`make bench`: the budgets, each beside what is measured; ratios against floors of the same run.

Each line measures the program and its floor in turn, several times, and compares the medians:
what the machine is doing meanwhile weighs on both.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import starts
from clock import Took, medians, paired

sys.path.append(str(Path(__file__).parents[1]))  # the tests: what they know is asked here too
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def first_paint(folder: Path) -> tuple[Took, Took]:
    """Until something of the window is painted, against a bare window of Qt alone."""
    store = folder / "paint.sqlite"
    filled(store, 1)
    return paired(
        5,
        lambda: starts.first_painted(starts.PAINT, str(store)),
        lambda: starts.first_painted(starts.PAINT_BARE),
    )


def start_up(folder: Path) -> tuple[Took, Took]:
    """A usable window on a store of 20 groups, against an empty one with the store's library."""
    store = folder / "start.sqlite"
    filled(store, 20)
    return paired(
        7,
        lambda: starts.process(starts.START, str(store)),
        lambda: starts.process(starts.FLOOR),
    )


def filled(path: Path, groups: int) -> None:
    """Make a store with a campaign of so many groups."""
    import aged

    with aged.workspace(path) as desk:
        from lastdays.campaign.campaigns import CampaignActions

        aged.groups(desk, CampaignActions(desk).begin("A campaign"), groups)


def thousand_cards(_folder: Path) -> tuple[Took, Took]:
    """1,000 poker cards to PDF, against the same strings and boxes on a bare canvas."""
    import paper

    ours, floor = medians(5, *paper.thousand_cards())
    return ours, floor


def tap_after(events: int, _folder: Path) -> tuple[Took, Took]:
    """A tap at the table after so many events."""
    import table

    return table.tap(events)


def slowest_tap(events: int, _folder: Path) -> tuple[Took, Took]:
    """The 99th percentile of a tap after so many events, against 16 ms."""
    import table

    return table.slowest(events), Took(0.016, 0.016)


def refused(folder: Path) -> tuple[Took, Took]:
    """What takes longest of files that are out of bounds, each given no more than 300 MB."""
    import aged

    from lastdays.campaign.exchange.campaign_file import ForeignCampaign
    from lastdays.campaign.groups import GroupActions
    from soak.growth import within
    from store.out_of_bounds import CAMPAIGNS, GROUPS

    longest = 0.0
    with aged.workspace(folder / "refused.sqlite") as desk:
        groups = GroupActions(desk)
        acts = [partial(groups.read_document, content) for content in GROUPS.values()]
        for make in CAMPAIGNS.values():
            content = make()
            acts.append(partial(ForeignCampaign, content, desk.catalogue))  # type: ignore[arg-type]
        for act in acts:
            found, seconds = within(act)
            assert found == "refused", found
            longest = max(longest, seconds)
    return Took(longest, longest), Took(2, 2)


class Line(NamedTuple):
    """What is measured, what stands beside it, and how many times as much it may take.

    The clock decides or, where the program only works something out, how long the processor is busy.
    """

    what: str
    beside: str
    most: float
    measure: Callable[[Path], tuple[Took, Took]]
    works: bool = False


LINES = (
    Line("start until the first paint", "a bare window of Qt", 1.75, first_paint, True),
    Line("start until it answers, 20 groups", "sqlmodel, then a bare window", 2.0, start_up, True),
    Line("a tap at the table, 10th event", "a row and a label", 3, partial(tap_after, 10)),
    Line("a tap at the table, 5,000th event", "a row and a label", 3, partial(tap_after, 5000)),
    Line("99 of 100 taps, 10th event", "16 ms", 1, partial(slowest_tap, 10)),
    Line("99 of 100 taps, 5,000th event", "16 ms", 1, partial(slowest_tap, 5000)),
    Line("1,000 character cards to PDF", "a bare canvas", 1.1, thousand_cards, True),
    Line("refused from outside, the longest within 300 MB", "2 s", 1, refused, True),
)


class Act(NamedTuple):
    """What is done in the window: how long it may hold the window's thread, in milliseconds,
    and how many times as much as in the smallest of the sizes it is measured in."""

    what: str
    limit: float = 50
    most: float | None = None


#: What is measured together, by the name of the measure: each act by its key there.
ACTS: dict[str, dict[str, Act]] = {
    "theme": {"": Act("another theme", 150)},
    "first_opened": {"": Act("a page first opened", 150)},
    "many_games": {
        "group": Act("a group page, by the campaign's games", 50, 1.2),
        "ask": Act("the next ask after a game, by the campaign's games", 50, 1.2),
        "record": Act("a game recorded, by the campaign's games"),
    },
    "many_groups": {"": Act("the campaign page, by its groups", 50, 1.2)},
    "history": {
        "opened": Act("a group's history opened, by its entries"),
        "undo": Act("undo while the history is shown"),
    },
    "log": {
        "opened": Act("the log of the table opened, by its events"),
        "tap": Act("a tap with the log open", 16),
        "forward": Act("Forward over the log"),
    },
    "guided": {"": Act("Next of the guided table", 16)},
    "long_sequence": {
        "ask": Act("the next ask, late in a sequence"),
        "change": Act("an early answer changed"),
        "undo": Act("undo of a changed answer"),
        "finish": Act("Finish"),
    },
    "odds": {"": Act("the heaviest odds, of")},
    "preview": {"": Act("the preview of hard members")},
    "printing": {"": Act("Print…: the longest that the window is held")},
}


def measure_of(name: str) -> Callable[[Path], Any]:
    """Return the measure of a name of `ACTS`, or an evening."""
    import acts
    import evening
    import stakes

    measures = {"odds": lambda _folder: stakes.heaviest(), "evening": evening.played}
    return measures.get(name) or getattr(acts, name)


def measured(name: str, folder: Path) -> Any:
    """Measure in a process of its own: what others left behind does not weigh on it."""
    command = [sys.executable, __file__, "--measure", name, str(folder)]
    said = subprocess.run(command, check=True, env=starts.environment(), stdout=subprocess.PIPE)
    return json.loads(said.stdout.splitlines()[-1])


class Report:
    """Prints the lines, and knows whether all budgets were kept."""

    def __init__(self) -> None:
        self.kept = True

    def say(self, what: str, figures: str, *, kept: bool) -> None:
        """Print a line, with what it came to."""
        self.kept &= kept
        print(f"{what}: {figures} · {'ok' if kept else 'OVER BUDGET'}", flush=True)

    def floors(self, _folder: Path) -> None:
        """Print what both floors of a start take here and now."""
        bare, floor = medians(
            3, lambda: starts.process(starts.BARE), lambda: starts.process(starts.FLOOR)
        )
        print(
            f"floors, busy: a bare window of Qt {bare.busy * 1000:.0f} ms, "
            f"sqlmodel and then a bare window {floor.busy * 1000:.0f} ms",
            flush=True,
        )

    def beside(self, line: Line, folder: Path) -> None:
        """Measure the program beside its floor."""
        ours, floor = line.measure(folder)
        on_clock, busy = ours.wall / floor.wall, ours.busy / floor.busy
        ratio = busy if line.works else on_clock
        figures = (
            f"{ours.wall * 1000:.1f} ms · {line.beside}: {floor.wall * 1000:.1f} ms · busy "
            f"{ours.busy * 1000:.1f} and {floor.busy * 1000:.1f} ms · ratio {ratio:.2f}"
        )
        self.say(line.what, f"{figures}, at most {line.most:g}", kept=ratio <= line.most)

    def acts(self, name: str, folder: Path) -> None:
        """Measure the acts of one name, each in campaigns of several sizes, the smallest first."""
        found = measured(name, folder)
        for key, act in ACTS[name].items():
            sizes = {size: Took(*took) for size, took in (found[key] if key else found).items()}
            said = [
                f"{size} {took.busy * 1000:.1f} ms busy, {took.wall * 1000:.1f} by the clock"
                for size, took in sizes.items()
            ]
            kept = all(took.busy * 1000 <= act.limit for took in sizes.values())
            said.append(f"at most {act.limit:g} ms")
            if act.most is not None:
                first, *_between, last = sizes.values()
                ratio = last.busy / first.busy
                kept &= ratio <= act.most
                said.append(f"ratio {ratio:.2f}, at most {act.most}")
            self.say(act.what, " · ".join(said), kept=kept)

    def evening(self, folder: Path) -> None:
        """Play an evening three times, and name what holds the window's thread for more than
        50 ms, by the median."""
        held = []
        for n in range(3):
            place = folder / str(n)
            place.mkdir()
            held.append(measured("evening", place))
        most = {name: bound for one in held for name, (_busy, bound) in one.items()}
        took = {
            name: statistics.median(one.get(name, (0.0, 0))[0] for one in held) * 1000
            for name in most
        }
        for name in sorted(took, key=lambda name: -took[name])[:12]:
            if took[name] > 50:
                print(f"  {took[name]:6.1f} ms  {name} (at most {most[name] * 1000:.0f})")
        name = max(took, key=lambda name: took[name] / most[name])
        self.say(
            "an evening, what is nearest to its limit",
            f"{name}: {took[name]:.1f} ms, at most {most[name] * 1000:.0f}",
            kept=took[name] <= most[name] * 1000,
        )

    def every(self) -> dict[tuple[str, ...], Callable[[Path], object]]:
        """Return all there is to be measured, by the names it goes by."""
        return {
            ("floors of a start",): self.floors,
            **{(line.what,): partial(self.beside, line) for line in LINES},
            **{
                (name, *(act.what for act in acts.values())): partial(self.acts, name)
                for name, acts in ACTS.items()
            },
            ("evening",): self.evening,
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each measure; 1 if a budget is exceeded."""
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
    report = Report()
    wanted: Mapping[tuple[str, ...], Callable[[Path], object]] = {
        names: measure
        for names, measure in report.every().items()
        if not options.only or any(w.lower() in n.lower() for w in options.only for n in names)
    }
    if options.list:
        print("\n".join(name for names in wanted for name in names))
        return 0
    began = time.perf_counter()
    starts.compiled()
    for measure in wanted.values():
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder))
    print(f"measured in {time.perf_counter() - began:.0f} seconds", flush=True)
    return 0 if report.kept else 1


if __name__ == "__main__":
    sys.exit(main())
