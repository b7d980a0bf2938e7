"""What the spooler is told of a print, word by word, and what it says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lastdays.desktop.spooler import SpoolJob, send, takes
from lastdays.errors import LastDaysError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")


@pytest.fixture
def spooler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that stand for the spooler's; what `lp` is told goes to `told` there."""
    program(tmp_path / "lpstat", '[ "$1" = -e ] && printf "Office\\nAttic\\n"')
    program(tmp_path / "lp", f'printf "%s\\n" "$@" > {tmp_path}/told\ncat > {tmp_path}/read')
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def program(file: Path, lines: str) -> None:
    file.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    file.chmod(0o755)


def test_all_that_a_job_says(spooler: Path) -> None:
    send(
        b"%PDF-",
        SpoolJob(
            "Attic",
            "Carl's\0 Crew,\n " + "and more " * 9,
            "A4",
            edge="short",
            copies=2,
            collate=False,
            grey=True,
            backwards=True,
            more=(("ColorModel", "Gray"), ("a", "b")),
        ),
    )
    *words, file = (spooler / "told").read_text(encoding="utf-8").splitlines()
    assert words == [
        *("-d", "Attic", "-n", "2", "-t", ("Carl's Crew, " + "and more " * 9)[:60]),
        *("-o", "media=A4", "-o", "print-scaling=none", "-o", "sides=two-sided-short-edge"),
        *("-o", "Collate=False", "-o", "print-color-mode=monochrome"),
        *("-o", "outputorder=reverse", "-o", "ColorModel=Gray", "-o", "a=b", "--"),
    ]
    assert file.endswith("cards.pdf")
    assert not Path(file).exists()
    assert (spooler / "read").read_bytes() == b""  # nothing of the terminal's


def test_as_little_as_a_job_says() -> None:
    job = SpoolJob("Attic", "Cards", "A5")
    plain = ["-d", "Attic", "-n", "1", "-t", "Cards", "-o", "media=A5", "-o", "print-scaling=none"]
    assert job.words() == plain
    assert SpoolJob("Attic", "Cards", "A5", edge="").words() == [*plain, "-o", "sides=one-sided"]
    assert SpoolJob("Attic", "Cards", "A5", copies=2).words()[-1] == "Collate=True"


def test_a_refusal_is_told_as_the_spooler_said_it(spooler: Path) -> None:
    program(spooler / "lp", 'echo "lp: no\n  paper" >&2; exit 1')
    with pytest.raises(LastDaysError, match=r"Attic didn't accept .* It said: lp: no paper$"):
        send(b"%PDF-", SpoolJob("Attic", "Cards", "A4"))
    program(spooler / "lp", "exit 3")
    with pytest.raises(LastDaysError, match=r"It said: —$"):
        send(b"%PDF-", SpoolJob("Attic", "Cards", "A4"))
    (spooler / "lp").write_text("nothing that runs", encoding="utf-8")
    with pytest.raises(LastDaysError, match=r"It said: .*lp"):
        send(b"%PDF-", SpoolJob("Attic", "Cards", "A4"))


def test_which_printers_are_the_spoolers(spooler: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert takes("Attic")
    assert takes("Office")
    assert not any(takes(name) for name in ("", "Cellar", "-e", "Off"))
    program(spooler / "lpstat", "echo Attic; exit 1")
    assert not takes("Attic")
    program(spooler / "lpstat", "echo -h; echo Attic")
    assert takes("Attic")
    assert not takes("-h")
    (spooler / "lpstat").write_text("nothing that runs", encoding="utf-8")
    assert not takes("Attic")
    program(spooler / "lpstat", "echo Attic")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not takes("Attic")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(spooler))
    (spooler / "lp").unlink()
    assert not takes("Attic")
    program(spooler / "lp", "")
    assert takes("Attic")
    (spooler / "lpstat").unlink()
    assert not takes("Attic")
