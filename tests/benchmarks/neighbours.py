"""How soon other programs show a window, beside ours, in one run.

    python tests/benchmarks/neighbours.py 'novelWriter=novelWriter.py' 'Vorta=vorta --foreground'

Each argument is a name, an equals sign and the command that starts that program; ours comes first and
needs none. Every command is started in turn on a screen of its own (Xvfb), in an empty home folder that
it keeps for all its runs, so that the first run, which only warms up, also makes its settings. What is
measured ends when a window of at least 300 × 200 pixels is seen on that screen.
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from clock import Took, median

#: What a window has at least, in pixels: less is a splash screen.
LEAST_WIDTH, LEAST_HEIGHT = 300, 200
#: How often the screen is looked at, and when a program is given up, in seconds.
LOOK_EVERY, GIVE_UP = 0.01, 60
#: A program rests when the processor is busy with it for less than so long of so long, in seconds.
REST_BUSY, REST_WITHIN = 0.02, 0.5
OURS = "Last Days Campaign Manager"


class Start(NamedTuple):
    """A start: what it took until the window, how long the processor was busy until the program
    rested, in seconds, and the memory in MB that it has then."""

    until_window: Took
    busy_until_rest: float
    memory: float


@contextmanager
def screen() -> Iterator[str]:
    """Keep a screen of 1280 × 800 while something is started on it, and return its name."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as lines:
            yield f":{lines.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def shows_a_window(environment: dict[str, str]) -> bool:
    """Return whether a window that is no splash screen is on the screen of an environment."""
    search = ["xdotool", "search", "--onlyvisible", "--name", "."]
    windows = subprocess.run(search, env=environment, capture_output=True, text=True, check=False)
    for window in windows.stdout.split():
        ask = ["xdotool", "getwindowgeometry", "--shell", window]
        lines = subprocess.run(ask, env=environment, capture_output=True, text=True, check=False)
        values = dict(line.split("=", 1) for line in lines.stdout.splitlines() if "=" in line)
        is_wide = int(values.get("WIDTH", 0)) >= LEAST_WIDTH
        is_high = int(values.get("HEIGHT", 0)) >= LEAST_HEIGHT
        if is_wide and is_high:
            return True
    return False


def seconds_busy(process: int) -> float:
    """Return how long the processor has been busy with a process that runs, its threads included."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    user, system = int(fields[11]), int(fields[12])
    return (user + system) / os.sysconf("SC_CLK_TCK")


def wait_until_it_rests(process: int) -> float:
    """Wait until a process has nothing to do, and return how long the processor was busy with it."""
    busy = seconds_busy(process)
    while True:
        time.sleep(REST_WITHIN)
        now = seconds_busy(process)
        if now - busy < REST_BUSY:
            return now
        busy = now


def memory_used(process: int) -> float:
    """Return the memory that a process alone has, in MB: what it shares with others isn't in it."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    private = (line for line in lines if line.startswith("Private_"))
    return sum(int(line.split()[1]) for line in private) / 1024


def start(command: Sequence[str], home: Path) -> Start:
    """Start a program with a home folder until its window is seen, and end it.

    Raises `TimeoutError` if no window comes, and `RuntimeError`, with the last that the program
    printed, if it ends before.
    """
    log = home / "log"
    with screen() as display, log.open("wb") as output:
        environment = os.environ | {
            "DISPLAY": display,
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "QT_QPA_PLATFORM": "xcb",
        }
        began = time.perf_counter()
        program = subprocess.Popen(
            command, env=environment, cwd=home, stdout=output, stderr=output, start_new_session=True
        )
        try:
            while not shows_a_window(environment):
                if program.poll() is not None:
                    raise RuntimeError(log.read_text(errors="replace")[-1000:])
                if time.perf_counter() - began > GIVE_UP:
                    raise TimeoutError(f"{shlex.join(command)} showed no window")
                time.sleep(LOOK_EVERY)
            until_window = Took(time.perf_counter() - began, seconds_busy(program.pid))
            busy_until_rest = wait_until_it_rests(program.pid)
            return Start(until_window, busy_until_rest, memory_used(program.pid))
        finally:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()


def main(arguments: Sequence[str] | None = None) -> int:
    """Start every program in turn, and print the medians as a table."""
    parser = argparse.ArgumentParser(
        description="How soon other programs show a window, beside ours."
    )
    parser.add_argument("neighbours", nargs="*", metavar="NAME=COMMAND")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is started (5)")
    wishes = parser.parse_args(arguments)
    commands = {OURS: [sys.executable, "-m", "lastdays", "window"]}
    for neighbour in wishes.neighbours:
        name, _, command = neighbour.partition("=")
        commands[name] = shlex.split(command)

    starts: dict[str, list[Start]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        for name in commands:
            (Path(folder) / name).mkdir()
        for _round in range(wishes.rounds + 1):
            for name, command in commands.items():
                starts[name].append(start(command, Path(folder) / name))

    print("| program | until a window, s | processor until then | until it rests | memory, MB |")
    print("|---|---|---|---|---|")
    for name, every in starts.items():
        warm = every[1:]
        window = median(each.until_window for each in warm)
        rest = statistics.median(each.busy_until_rest for each in warm)
        memory = statistics.median(each.memory for each in warm)
        print(f"| {name} | {window.wall:.2f} | {window.busy:.2f} | {rest:.2f} | {memory:.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
