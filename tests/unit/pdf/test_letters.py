"""Letters of the computer's fonts: found, drawn by their outlines, in the file, and copied."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest

from lastdays.desktop import paths
from lastdays.pdf import fonts as system_fonts
from unit.pdf.reading import about, fonts_of, printed, text_of, words_of, zeke


class Squares:
    """A font whose every letter is a square, in place of one of the computer's."""

    def __contains__(self, char: str) -> bool:
        return True

    def width(self, text: str) -> float:
        return float(len(text))

    def drawn(self, char: str) -> tuple[float, str]:
        return 1000.0, "100 0 m 900 0 l 900 800 l 100 800 l h f"


@pytest.fixture
def squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_fonts, "installed", lambda tongue: ("@squares.ttc#0",))
    monkeypatch.setattr(system_fonts, "system_font", lambda name: Squares())


def test_they_are_in_the_file_and_come_out_as_they_went_in(squares: None) -> None:
    made = printed(zeke(name="田中 Smith", notes="김철수 owes 王小明 a beer"), layout="poker")
    text = " ".join(text_of(made).split())
    assert "田中 Smith" in text
    assert "김철수 owes 王小明 a beer" in text
    assert all(fonts_of(made).values())
    assert not made.notices
    # Drawn where they are measured: nothing lies beyond the edge of its card.
    for page in range(made.pages):
        for word in words_of(made, page):
            assert word.right <= 10.5 + 63 or 73.5 + 63 <= word.right <= 136.5 + 63


def test_bold_letters_are_drawn_twice_around_their_middle_within_their_box(squares: None) -> None:
    made = pikepdf.open(io.BytesIO(printed(zeke(name="田中", notes="김"), layout="poker").pdf))
    drawn = [f for f in made.objects if isinstance(f, pikepdf.Dictionary) and "/CharProcs" in f]
    found = set()
    for font in drawn:
        for letter in font["/CharProcs"].values():
            said = letter.read_bytes().decode()
            left, low, right, high = map(int, said.split()[2:6])
            moves = re.findall(r"1 0 0 1 (\S+) 0 cm", said)
            back, on = map(float, moves or (0, 0))
            assert (on, left, right) == (-2 * back, 100 + back, 900 - back)
            assert (low, high) == (0, 800)
            assert float(font["/FontBBox"][2]) == right
            found.add(bool(moves))
    assert found == {True, False}


@pytest.mark.sweep
def test_the_same_letters_make_the_same_bytes(squares: None) -> None:
    given = zeke(name="田中", notes="".join(map(chr, range(0x4E00, 0x4E00 + 600))))
    first = printed(given, layout="half")
    assert first.pdf == printed(given, layout="half").pdf
    text = text_of(first)
    assert all(chr(code) in text for code in range(0x4E00, 0x4E00 + 600))  # in three fonts


def test_japanese_and_korean_ask_their_own_fonts_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_fonts, "installed", lambda tongue: (f"@{tongue}#0",))
    monkeypatch.setattr(system_fonts, "system_font", lambda name: Squares())
    assert system_fonts.font_with("山", japanese=False) == "@zh#0"
    assert system_fonts.font_with("山", japanese=True) == "@ja#0"
    assert system_fonts.font_with("ゆ", japanese=False) == "@ja#0"
    assert system_fonts.font_with("한", japanese=False) == "@ko#0"


def test_regular_fonts_without_serifs_come_first() -> None:
    rows = [
        "200\t0\t/f/Bold.ttc",
        "-20\t0\t/f/Thin\t1.ttc",
        "80\t2\t/f/NotoSerif.ttc",
        "80\t1\t/f/Sans.ttc",
        "[0 9]\t65536\t/f/A.ttf",
    ]
    assert system_fonts._in_order(rows) == [
        "@/f/A.ttf#0",
        "@/f/Sans.ttc#1",
        "@/f/NotoSerif.ttc#2",
        "@/f/Thin\t1.ttc#0",
        "@/f/Bold.ttc#0",
    ]


def test_a_font_that_cannot_be_read_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    font = system_fonts.system_font(f"@{tmp_path / 'broken.ttf'}#0")
    assert font is None or "山" not in font
    assert system_fonts.system_font(f"@{tmp_path / 'gone.ttf'}#0") is None
    ours = f"@{paths.resources() / 'fonts/FiraGO-Regular.ttf'}#0"
    monkeypatch.setattr(system_fonts, "installed", lambda tongue: ("@gone.ttf#0", ours))
    assert (
        system_fonts.font_with("I", japanese=False),
        system_fonts.font_with("山", japanese=False),
    ) == (ours, "")


@pytest.mark.skipif(not system_fonts.installed("zh"), reason="no such font here")
@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="no pdffonts here")
def test_a_real_font_is_embedded(tmp_path: Path) -> None:
    made = printed(zeke(name="山田 Zeke"), layout="poker")
    assert not about(made, "borrowed")
    assert "山田 Zeke" in text_of(made)
    file = tmp_path / "x.pdf"
    file.write_bytes(made.pdf)
    listed = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True)
    rows = [row.split()[-5] for row in listed.stdout.splitlines()[2:]]
    assert set(rows) == {"yes"}
