"""The system's own spooler: a CUPS of the test's own, whose printers keep what comes out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest

from lastdays.desktop import spooler
from lastdays.errors import LastDaysError
from lastdays.pdf.content import PrintedDocument
from sure import sure
from unit.pdf.reading import printed, words_of, zeke

NEEDED = ("cupsd", "lp", "lpstat", "lpadmin", "lpoptions", "cupsreject")
SBIN = f"{os.environ['PATH']}{os.pathsep}/usr/sbin{os.pathsep}/sbin"
SERVER = Path("/usr/lib/cups")
PDF_PRINTER = "lsb/usr/cupsfilters/Generic-PDF_Printer-PDF.ppd"

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(
        not (SERVER.is_dir() and all(shutil.which(name, path=SBIN) for name in NEEDED)),
        reason="no CUPS here",
    ),
]


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    found = sure(shutil.which(words[0], path=SBIN))
    return subprocess.run(
        [found, *words[1:]], capture_output=True, text=True, timeout=60, check=False
    )


class Spooler:
    """A folder with a CUPS in it: `Raw` hands a file on as it is, `Office` is a PDF printer."""

    def __init__(self, root: Path) -> None:
        self.root, self.out = root, root / "out"
        self.socket = root / "s"
        for name in ("etc/ppd", "cache", "spool", "state", "log", "bin/backend", "tmp", "out"):
            (root / name).mkdir(parents=True)
        for name in ("filter", "daemon", "driver", "monitor", "notifier"):
            (root / "bin" / name).symlink_to(SERVER / name)
        backend = root / "bin" / "backend" / "keeping"
        backend.write_text(
            dedent(f"""\
            #!/bin/sh
            [ $# -eq 0 ] && exit 0
            cat "${{6:--}}" > {self.out}/$1.part
            printf '%s\\n' "$3" "$4" "$5" > {self.out}/$1.said
            mv {self.out}/$1.part {self.out}/$1.pdf
            """),
            encoding="utf-8",
        )
        backend.chmod(0o700)
        (root / "files.conf").write_text(
            f"ServerRoot {root}/etc\nCacheDir {root}/cache\nRequestRoot {root}/spool\n"
            f"StateDir {root}/state\nServerBin {root}/bin\nTempDir {root}/tmp\n"
            f"AccessLog {root}/log/access\nErrorLog {root}/log/error\nPageLog {root}/log/page\n",
            encoding="utf-8",
        )
        (root / "cupsd.conf").write_text(
            f"Listen {self.socket}\nLogLevel warn\nBrowsing Off\nWebInterface No\n"
            "DefaultAuthType None\n<Location />\n Order allow,deny\n Allow all\n</Location>\n"
            "<Policy default>\n<Limit All>\n Order allow,deny\n</Limit>\n</Policy>\n",
            encoding="utf-8",
        )
        self.jobs = 0
        self.process = subprocess.Popen(
            [
                shutil.which("cupsd", path=SBIN) or "cupsd",
                "-f",
                *("-c", str(root / "cupsd.conf")),
                *("-s", str(root / "files.conf")),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def answers(self) -> bool:
        """Whether it has begun to answer, within some seconds."""
        for _try in range(100):
            if self.process.poll() is not None:
                return False
            if ran("lpstat", "-r").stdout.strip().endswith("is running"):
                return True
            time.sleep(0.1)
        return False

    def came_out(self) -> SimpleNamespace:
        """What the next job's printer got: the file, its title, copies and options."""
        self.jobs += 1
        file = self.out / f"{self.jobs}.pdf"
        for _try in range(600):
            if file.exists():
                break
            time.sleep(0.1)
        title, copies, options = file.with_suffix(".said").read_text(encoding="utf-8").splitlines()
        return SimpleNamespace(pdf=file.read_bytes(), title=title, copies=copies, options=options)


@pytest.fixture(scope="module")
def cups() -> Iterator[Spooler]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="cups") as name:
        root = Path(name)
        root.chmod(0o755)  # its filters run as another user
        patch.setenv("CUPS_SERVER", str(root / "s"))
        patch.setenv("HOME", name)
        made = Spooler(root)
        try:
            if not made.answers():
                pytest.skip("CUPS does not start here")
            ran("lpadmin", "-p", "Raw", "-E", "-v", "keeping:/x", "-m", "raw")
            done = ran("lpadmin", "-p", "Office", "-E", "-v", "keeping:/x", "-m", PDF_PRINTER)
            if done.returncode:
                pytest.skip("CUPS takes no printers here, or has no driver for PDF")
            ran("lpoptions", "-p", "Raw/both", "-o", "sides=two-sided-short-edge")
            yield made
        finally:
            made.process.terminate()
            made.process.wait(60)


def job(queue: str, made: PrintedDocument, **more: Any) -> spooler.SpoolJob:
    return spooler.SpoolJob(queue, "Zeke's Truckers", "A4", made.edge, **more)


def places(pdf: bytes, page: int) -> dict[str, tuple[float, float]]:
    """Where some words stand, in millimetres."""
    found: dict[str, tuple[float, float]] = {}
    made: Any = SimpleNamespace(pdf=pdf)
    for word in words_of(made, page):
        found.setdefault(word.text, (word.left, word.bottom))
    return found


def test_it_is_known_which_printers_there_are(cups: Spooler) -> None:
    assert spooler.takes("Office")
    assert spooler.takes("Raw")
    assert spooler.takes("Raw/both")
    assert not spooler.takes("Elsewhere")


def test_the_file_arrives_as_it_is(cups: Spooler) -> None:
    made = printed(zeke(), layout="poker")
    spooler.send(made.pdf, job("Raw", made, copies=3))
    got = cups.came_out()
    assert got.pdf == made.pdf
    assert (got.title, got.copies) == ("Zeke's Truckers", "3")
    assert "sides=two-sided-long-edge" in got.options
    assert "print-scaling=none" in got.options
    assert "media=A4" in got.options


@pytest.mark.parametrize(
    ("setting", "duplex"),
    [
        ({"layout": "poker"}, "DuplexNoTumble"),
        ({"layout": "poker", "backs": "duplex-short"}, "DuplexTumble"),
        ({"layout": "poker", "backs": "none"}, "None"),
        ({"layout": "half"}, "None"),
    ],
)
def test_a_driver_prints_it_at_its_size_where_it_lies(
    cups: Spooler, setting: dict[str, str], duplex: str
) -> None:
    """Nothing is fitted to the paper, though it is a third of a point narrower there."""
    made = printed(zeke(), **setting)
    spooler.send(made.pdf, job("Office", made))
    got = cups.came_out()
    assert f"Duplex={duplex}" in got.options
    for page in range(made.pages):
        ours, theirs = places(made.pdf, page), places(got.pdf, page)
        assert ours.keys() == theirs.keys()
        for word, place in ours.items():
            assert theirs[word] == pytest.approx(place, abs=0.1), word


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_backs_of_a_lying_sheet_meet_their_fronts_when_it_is_turned(
    cups: Spooler, backs: str
) -> None:
    """The driver stands the sheet up; turned about the edge it was told, both names meet."""
    made = printed(zeke(), layout="120x170", backs=backs)
    spooler.send(made.pdf, job("Office", made))
    got = cups.came_out()
    name = "Zeke"
    (x, y), (across, up) = (places(got.pdf, page)[name] for page in range(2))
    tumble = backs == "duplex-short"
    assert f"Duplex={'DuplexTumble' if tumble else 'DuplexNoTumble'}" in got.options
    # Heads lie along the left; turned over the long edge that of the back lies along the right.
    assert x < 40
    assert (across < 40) == tumble
    # Of 297 mm along the paper the card takes 120: name and name are on the same half.
    assert (y < 150) == ((297 - up if tumble else up) < 150)


def test_what_it_refuses_is_said(cups: Spooler) -> None:
    made = printed(zeke(), layout="poker")
    with pytest.raises(LastDaysError, match=r"Elsewhere did not take the pages"):
        spooler.send(made.pdf, job("Elsewhere", made))
    ran("cupsreject", "Raw")
    try:
        with pytest.raises(LastDaysError, match=r"Raw did not take the pages.*not accepting"):
            spooler.send(made.pdf, job("Raw", made))
    finally:
        ran("cupsaccept", "Raw")


PRINTED_BY_QT = """
import sys
from PySide6.QtWidgets import QApplication
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from lastdays.ui.widgets import paper
from unit.pdf.reading import printed, zeke

app = QApplication([])
for name in sys.argv[1:]:
    printer = QPrinter(QPrinterInfo.printerInfo(name))
    assert printer.printerName() == name, (name, QPrinterInfo.availablePrinterNames())
    made = printed(zeke(), layout="poker")
    paper.prepare(printer, made)
    assert paper.print_document(made, printer) == 2
"""


def test_the_window_prints_on_each_of_them(cups: Spooler) -> None:
    """A printer of which the system doesn't know whether it turns sheets or has colours is asked
    for both, whatever else it is set to: the dialog has no such choice there."""
    tests = Path(__file__).parent.parent
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    environment["PYTHONPATH"] = os.pathsep.join([str(tests), *sys.path])
    subprocess.run(
        [sys.executable, "-c", PRINTED_BY_QT, "Office", "Raw", "Raw/both"],
        env=environment,
        check=True,
        timeout=120,
    )
    made = printed(zeke(), layout="poker")
    assert "Duplex=DuplexNoTumble" in cups.came_out().options
    for _queue in ("Raw", "Raw/both"):
        got = cups.came_out()
        assert got.pdf == made.pdf
        assert "sides=two-sided-long-edge" in got.options
