"""Printing a PDF unchanged through the spooler, so that lines stay sharp. `lp` belongs to CUPS, which
exists nearly everywhere except on Windows. It is run without a shell.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from lastdays.desktop.files import CopiesFolder
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.values import Value

#: How long a spooler may take to answer, in seconds.
_ANSWER = 10
#: How long a spooler may take to accept a file, in seconds.
_TAKE = 120
#: The most letters of a title: a spooler takes 255 bytes.
_TITLE_MOST = 60
_SIDES = {
    "": "one-sided",
    "long": "two-sided-long-edge",
    "short": "two-sided-short-edge",
}


class SpoolJob(Value):
    """A print job. `edge` is the edge for duplex, '' for single-sided, None for the printer's
    default; `more` are other options of the dialog."""

    queue: str
    title: str
    media: str
    edge: str | None = None
    copies: int = 1
    collate: bool = True
    grey: bool = False
    backwards: bool = False
    more: tuple[tuple[str, str], ...] = ()

    def words(self) -> list[str]:
        """Return the command-line options for `lp`."""
        title = " ".join(self.title.replace("\0", " ").split())[:_TITLE_MOST]
        words = ["-d", self.queue, "-n", str(self.copies), "-t", title]
        options = [f"media={self.media}", "print-scaling=none"]
        if self.edge is not None:
            options.append(f"sides={_SIDES[self.edge]}")
        if self.copies > 1:
            options.append(f"Collate={self.collate}")
        if self.grey:
            options.append("print-color-mode=monochrome")
        if self.backwards:
            options.append("outputorder=reverse")
        options += [f"{name}={value}" for name, value in self.more]
        for option in options:
            words += ["-o", option]
        return words


def takes(queue: str) -> bool:
    """Return whether the system's spooler prints PDF files on a printer of this name.

    Never on a Mac: its dialog also offers a preview or a mail, and doesn't say which was chosen.
    """
    if sys.platform == "darwin" or not queue or queue.startswith("-"):
        return False
    lpstat = shutil.which("lpstat")
    if shutil.which("lp") is None or lpstat is None:
        return False
    try:
        listed = subprocess.run(
            [lpstat, "-e"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_ANSWER,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return listed.returncode == 0 and queue in listed.stdout.split()


def send(pdf: bytes, job: SpoolJob) -> None:
    """Print a PDF. Raises LastDaysError, with the spooler's message, if it is refused."""
    with CopiesFolder() as folder:
        file = folder / "cards.pdf"
        file.write_bytes(pdf)
        try:
            done = subprocess.run(
                ["lp", *job.words(), "--", str(file)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=_TAKE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise LastDaysError(_refused(job.queue, str(error))) from error
    if done.returncode:
        raise LastDaysError(_refused(job.queue, " ".join(done.stderr.split())))


def _refused(queue: str, why: str) -> str:
    text = _("{printer} didn't accept the pages. Nothing was printed. It said: {why}")
    return text.format(printer=queue, why=why or "—")
