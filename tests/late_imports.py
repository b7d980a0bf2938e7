"""Measure what each import inside a function saves: `PYTHONPATH=tests python -m late_imports`.

Once the window listens, as at a start, each module is imported in a fork of the process; the CPU
that takes is what its late import saves. Those of the commands are measured before the window is
there. What costs less than a few milliseconds, or is there anyway, belongs to the top of its
module, where that makes no circle; what stays says its cost: `# late: 12 ms, …`.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

APP = Path(__file__).resolve().parents[1] / "app" / "lastdays"
TIMES = 3
#: What is measured before the window is there: the modules of the command line.
START, COMMANDS = ("cli.py",), ("commands.py", "pack_commands.py")


def late_imports() -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Yield file, line and modules of each import inside a function."""
    for file in sorted(APP.rglob("*.py")):
        seen: set[int] = set()
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for found in ast.walk(function):
                if found is function or getattr(found, "lineno", 0) in seen:
                    continue
                if isinstance(found, ast.Import):
                    seen.add(found.lineno)
                    yield str(file), found.lineno, tuple(a.name for a in found.names)
                elif isinstance(found, ast.ImportFrom) and found.module:
                    seen.add(found.lineno)
                    inner = (f"{found.module}.{a.name}" for a in found.names)
                    yield str(file), found.lineno, (found.module, *inner)


def cost(names: tuple[str, ...]) -> float:
    """Return the CPU that importing modules takes in a fork, in milliseconds."""
    least = float("inf")
    for _time in range(TIMES):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            begun = time.process_time()
            for name in names:
                # A name in a module is none itself, and a library may not be there.
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
            os.write(writing, f"{(time.process_time() - begun) * 1000}".encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as told:
            least = min(least, float(told.read() or "inf"))
        os.waitpid(child, 0)
    return least


def measure(wanted: Callable[[Path], bool]) -> None:
    """Print what the late imports of some modules save."""
    gc.freeze()
    for file, line, names in late_imports():
        place = Path(file).relative_to(APP)
        if wanted(place):
            there = " (there)" if names[0] in sys.modules else ""
            print(f"{cost(names):7.1f} ms  {place}:{line}  {names[0]}{there}")
    sys.stdout.flush()


def main() -> None:
    """Start as the window does, and print what each late import saves."""
    importlib.import_module("lastdays.cli")
    measure(lambda place: place.name in START)
    importlib.import_module("lastdays.commands")
    measure(lambda place: place.name in COMMANDS)
    opening = importlib.import_module("lastdays.opening")
    app = importlib.import_module("lastdays.ui.app")
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        # Elsewhere, since a new store takes Alembic, and the sample a whole post-game sequence.
        program = [sys.executable, "-m", "lastdays", "--store", str(store), "sample"]
        subprocess.run(program, check=True)
        frame = opening.show_frame()
        session = app.Session(store, packs=[])
        session.window.show()
        app.application().processEvents()
        measure(lambda place: place.name not in START + COMMANDS)
        del frame
        os._exit(0)


if __name__ == "__main__":
    main()
