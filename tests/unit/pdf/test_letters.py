"""Letters of the computer's fonts: found, drawn by their outlines, in the file, and copied."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from lastdays.desktop import paths
from lastdays.pdf import fonts as system_fonts
from unit.pdf.reading import MM, about, document, fonts_of, printed, text_of, words_of, zeke


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


@pytest.mark.sweep
def test_the_same_letters_make_the_same_bytes(squares: None) -> None:
    given = zeke(name="田中", notes="".join(map(chr, range(0x4E00, 0x4E00 + 600))))
    first = printed(given, layout="half")
    assert first.pdf == printed(given, layout="half").pdf
    text = text_of(first)
    assert all(chr(code) in text for code in range(0x4E00, 0x4E00 + 600))  # in three fonts


def test_a_letter_is_filled_in_the_colour_of_its_line(squares: None) -> None:
    """A name stands in white on its dark head."""
    page = document(printed(zeke(name="田"), layout="poker"))[0]
    (name,) = [
        o
        for o in page.get_objects(max_depth=3)
        if hasattr(o, "get_font") and o.get_font().get_base_name() == ""
    ]
    left, low, right, high = name.get_bounds()
    scale = 8
    image = page.render(scale=scale).to_pil().convert("L")
    middle = image.getpixel(
        (int((left + right) / 2 * scale), int((page.get_height() - (low + high) / 2) * scale))
    )
    assert middle > 200


def test_outlines_are_those_of_the_font() -> None:
    """Of a font of ours: an I is a bar of its width, and curves reach as far as they do."""
    font = system_fonts.SystemFont(paths.resources() / "fonts" / "FiraGO-Regular.ttf", 0)
    assert "I" in font
    assert "田" not in font
    width, code = font.drawn("I")
    assert width == pytest.approx(font.width("I") * 1000)
    numbers = [float(word) for word in code.split() if word not in "mlchf"]
    assert min(numbers[1::2]) == pytest.approx(0, abs=1)
    assert max(numbers[1::2]) == pytest.approx(689, abs=12)  # the height of capitals
    assert " c " in font.drawn("o")[1]
    assert font.drawn("o")[1].endswith(" h f")


def test_japanese_and_korean_ask_their_own_fonts_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_fonts, "installed", lambda tongue: (f"@{tongue}#0",))
    monkeypatch.setattr(system_fonts, "system_font", lambda name: Squares())
    assert system_fonts.font_with("山") == "@zh#0"
    assert system_fonts.font_with("山", japanese=True) == "@ja#0"
    assert system_fonts.font_with("ゆ") == "@ja#0"
    assert system_fonts.font_with("한") == "@ko#0"


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
    assert (system_fonts.font_with("I"), system_fonts.font_with("山")) == (ours, "")


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


@pytest.mark.sweep
def test_a_heading_is_bold_and_a_note_is_not(squares: None) -> None:
    """No bold font is asked for: the outline of a name is drawn a little wider."""
    made = printed(zeke(name="田", notes="田"), layout="poker", backs="none")
    assert text_of(made).count("田") == 3  # the name on two cards and the note: copied once each
    page = document(made)[0].render(scale=12).to_pil().convert("L").point(lambda n: 255 * (n > 128))
    words = [w for w in words_of(made, 0) if w.text.strip() == "田"]
    widths = []
    for word in sorted(words, key=lambda w: w.size):
        k = 12 * MM
        middle = round(page.height - (word.bottom + word.top) / 2 * k)
        left, right = round((word.left - 1) * k), round((word.right + 1) * k)
        row = [page.getpixel((x, middle)) for x in range(left, right)]
        ground = row[0]
        widths.append(sum(n != ground for n in row) / 12 / word.size)
    plain, *_names, bold = widths
    assert plain == pytest.approx(0.8, abs=0.02)
    assert bold == pytest.approx(0.834, abs=0.015)
