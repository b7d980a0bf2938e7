"""Letters drawn by their outlines: found, joined, in the file, and copied as they went in."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import unicodedata
from pathlib import Path

import pikepdf
import pytest

from lastdays.desktop import paths
from lastdays.pdf import computer_fonts, fonts
from lastdays.pdf.computer_fonts import ComputerFonts
from lastdays.pdf.outlines import PREFIX, Glyph, Letter, outline_font
from unit.pdf.reading import about, fonts_of, printed, text_of, words_of, zeke

#: Languages, each as it calls itself, with a name that people have there.
LANGUAGES = (
    ("English", "Zeke"),  # English
    ("Deutsch", "Jürgen Groß"),  # German
    ("Français", "Zoë Lefèvre"),  # French
    ("Polski", "Łukasz Żółć"),  # Polish
    ("Tiếng Việt", "Nguyễn Thị Hồng"),  # Vietnamese
    ("Türkçe", "İbrahim Işık"),  # Turkish
    ("Íslenska", "Þórður Æsir"),  # Icelandic
    ("Yorùbá", "Ọ̀ṣun Àṣẹ"),  # Yoruba
    ("Hausa", "Ɓala Ƙwai"),  # Hausa
    ("Azərbaycanca", "Əli"),  # Azerbaijani
    ("Lietuvių", "Žąsis"),  # Lithuanian
    ("Cymraeg", "Ŵyn"),  # Welsh
    ("Română", "Ștefan"),  # Romanian
    ("Ελληνικά", "Γιώργος"),  # Greek
    ("Ἑλληνική", "Ἀχιλλεύς"),  # Polytonic
    ("Русский", "Алексей"),  # Russian
    ("Українська", "Ґалина Їжак"),  # Ukrainian
    ("Српски", "Љубиша"),  # Serbian
    ("Қазақша", "Әлия Өмір"),  # Kazakh
    ("Монгол", "Өнөр"),  # Mongolian Cyrl
    ("Български", "Щерю"),  # Bulgarian
    ("Հայերեն", "Արամ Գրիգորյան"),  # Armenian
    ("ქართული", "გიორგი"),  # Georgian
    ("עברית", "משה כהן"),  # Hebrew
    ("ייִדיש", "מאָטל"),  # Yiddish
    ("العربية", "محمد علي"),  # Arabic
    ("فارسی", "پرویز گل"),  # Persian
    ("اردو", "ہمایوں ٹیپو"),  # Urdu
    ("پښتو", "ګلاب ځان"),  # Pashto
    ("ئۇيغۇرچە", "ئەركىن"),  # Uyghur
    ("سنڌي", "ڪريم ٻڌو"),  # Sindhi
    ("کوردی", "ڕێبوار ڵ"),  # Kurdish Sorani
    ("ܣܘܪܝܝܐ", "ܐܦܪܝܡ"),  # Syriac
    ("ދިވެހި", "އަޙްމަދު"),  # Dhivehi
    ("ߒߞߏ", "ߛߟߋߡߊߣߊ"),  # N'Ko
    ("𞤆𞤵𞤤𞤢𞤪", "𞤀𞤣𞤢𞤥"),  # Fulani Adlam
    ("አማርኛ", "አበበ ቢቂላ"),  # Amharic
    ("ትግርኛ", "ሃይለ"),  # Tigrinya
    ("ⵜⴰⵎⴰⵣⵉⵖⵜ", "ⵢⴰⵙⵉⵏ"),  # Tamazight
    ("हिन्दी", "अमिताभ कृष्ण"),  # Hindi
    ("मराठी", "ज्ञानेश्वर"),  # Marathi
    ("नेपाली", "श्रेष्ठ"),  # Nepali
    ("संस्कृतम्", "पाणिनिः"),  # Sanskrit
    ("বাংলা", "কামাল হোসেন"),  # Bengali
    ("অসমীয়া", "জ্যোতি ৰায়"),  # Assamese
    ("ਪੰਜਾਬੀ", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"),  # Punjabi
    ("ગુજરાતી", "ક્રિષ્ના પટેલ"),  # Gujarati
    ("ଓଡ଼ିଆ", "ଶ୍ରୀଧର"),  # Odia
    ("தமிழ்", "கார்த்திக்"),  # Tamil
    ("తెలుగు", "కృష్ణ రావు"),  # Telugu
    ("ಕನ್ನಡ", "ಕೃಷ್ಣಪ್ಪ"),  # Kannada
    ("മലയാളം", "കൃഷ്ണൻ"),  # Malayalam
    ("සිංහල", "ශ්\u200dරී ප්\u200dරසන්න"),  # Sinhala
    ("ꯃꯩꯇꯩꯂꯣꯟ", "ꯇꯣꯝꯕ"),  # Meitei
    ("ᱥᱟᱱᱛᱟᱲᱤ", "ᱢᱩᱨᱢᱩ"),  # Santali
    ("𑄌𑄋𑄴𑄟𑄳𑄦", "𑄇𑄟𑄣𑄴"),  # Chakma
    ("ไทย", "สมชาย น้ำ"),  # Thai
    ("ລາວ", "ສົມຈິດ ນ້ຳ"),  # Lao
    ("ខ្មែរ", "សុខា ព្រះ"),  # Khmer
    ("မြန်မာ", "အောင်ကြည်"),  # Burmese
    ("လိၵ်ႈတႆး", "ၸဝ်ႈ"),  # Shan
    ("བོད་སྐད", "བསྟན་འཛིན་"),  # Tibetan
    ("རྫོང་ཁ", "རྡོ་རྗེ"),  # Dzongkha
    ("ᠮᠣᠩᠭᠣᠯ", "ᠪᠠᠲᠤ"),  # Mongolian trad
    ("ꦗꦮ", "ꦱꦶꦠꦶ ꦏꦿꦶꦱ꧀ꦤ"),  # Javanese
    ("ᬩᬮᬶ", "ᬓᬺᬱ᭄ᬡ"),  # Balinese
    ("ᮞᮥᮔ᮪ᮓ", "ᮃᮞᮨᮕ᮪"),  # Sundanese
    ("ᏣᎳᎩ", "ᏎᏉᏯ"),  # Cherokee
    ("ᐃᓄᒃᑎᑐᑦ", "ᐱᑕ"),  # Inuktitut
    ("ꕙꔤ", "ꔀꕘ"),  # Vai
    ("ꆈꌠꉙ", "ꀀꁀ"),  # Yi
    ("中文", "王小明"),  # Chinese
    ("繁體中文", "陳龍"),  # Chinese trad
    ("日本語", "さくら カタカナ"),  # Japanese
    ("한국어", "김철수"),  # Korean
)
#: Scripts that some readers don't know to be written from right to left: they copy what they see.
ADLAM = "𞤆𞤵𞤤𞤢𞤪"
NKO = "ߒߞߏ"


class Squares:
    """A font whose every letter is a square, in place of one of the computer's."""

    def __contains__(self, char: str) -> bool:
        return True

    def draws(self, char: str) -> bool:
        return True

    def width(self, text: str, *, leftward: bool = False) -> float:
        return float(len(text))

    def letters(self, text: str, *, leftward: bool = False) -> list[Letter]:
        return [Letter(char, (Glyph(1, 0, 0),), 1000.0) for char in text]

    def fill_operators(self, letter: Letter) -> str:
        return "100 0 m 900 0 l 900 800 l 100 800 l h f"


@pytest.fixture
def squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: ("@squares.ttc#0",))
    for module in (computer_fonts, fonts):
        monkeypatch.setattr(module, "outline_font", lambda name: Squares())
    for place in ("lastdays.pdf.fonts", "lastdays.pdf.typesetting", "lastdays.pdf.canvas"):
        monkeypatch.setattr(f"{place}.drawing_font", lambda name: Squares())


def as_read(text: str) -> str:
    """A text without spaces and marks of direction, composed: what two readers agree on."""
    seen = [c for c in text if unicodedata.category(c) != "Cf" and not c.isspace()]
    return unicodedata.normalize("NFC", "".join(seen))


@pytest.mark.parametrize(("language", "name"), LANGUAGES)
def test_every_language_is_printed_in_its_own_letters(
    language: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a computer without a single font, too."""
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: ())
    made = printed(zeke(name=name, notes=language), layout="half")
    assert not about(made, "letters")
    assert all(fonts_of(made).values())
    copied = as_read(text_of(made))
    for word in (language, *name.split()):
        word_as_read = as_read(word)
        if language == ADLAM:
            word_as_read = word_as_read[::-1]
        assert word_as_read in copied


@pytest.mark.sweep
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext here")
def test_another_reader_gives_every_language_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: ())
    known = [pair for pair in LANGUAGES if pair[0] not in (ADLAM, NKO)]
    lines = [f"{language} {name}" for language, name in known]
    file = tmp_path / "x.pdf"
    file.write_bytes(printed(zeke(notes="\n".join(lines)), layout="half").pdf)
    done = subprocess.run(
        ["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True
    )
    copied = as_read(done.stdout)
    assert [line for line in lines if as_read(line) not in copied] == []


def test_letters_join_as_they_do_on_paper() -> None:
    """Those of Pashto, too, that have no form of their own in Unicode for each place in a word."""
    font = outline_font("@NotoSansArabic.ttf")
    assert font is not None
    joined = font.letters("پښتو", leftward=True)
    assert "".join(letter.text for letter in joined) == "وتښپ"
    apart = [font.letters(char, leftward=True)[0].glyphs for char in "وتښپ"]
    assert sum(a.glyphs == b for a, b in zip(joined, apart, strict=True)) == 0
    # A syllable of Bengali is one drawing.
    bengali = outline_font("@NotoSansBengali-Regular.ttf")
    assert bengali is not None
    assert [letter.text for letter in bengali.letters("কৃষ্ণ")] == ["কৃ", "ষ্ণ"]


def test_other_scripts_are_printed_in_a_font_of_this_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = f"@{paths.resources() / 'fonts/NotoSansTamil.ttf'}#0"
    asked = []

    def installed(wanted: str) -> tuple[str, ...]:
        asked.append(wanted)
        return ("@gone.ttf#0", ours)

    monkeypatch.setattr(computer_fonts, "installed", installed)
    monkeypatch.setattr(fonts, "_font_of_script", lambda char: "")
    found = {fonts.Fonts().font_for("த", "text")}
    assert (found, asked) == ({ours}, ["த"])
    own = ComputerFonts()
    assert own.font_with("த", japanese=False) == ours
    assert own.font_with("ம", japanese=False) == ours  # the same font, and nobody is asked
    assert asked == ["த", "த"]


def test_a_text_of_a_thousand_odd_letters_asks_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def installed(wanted: str) -> tuple[str, ...]:
        asked.append(wanted)
        return ()

    monkeypatch.setattr(computer_fonts, "installed", installed)
    own = ComputerFonts()
    for code in range(0x13000, 0x13400):
        own.font_with(chr(code), japanese=False)
    own.font_with("\ue000", japanese=False)
    assert len(asked) == 100


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
        for name, letter in font["/CharProcs"].items():
            if name == "/m":  # what readers measure a font by
                continue
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
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: (f"@{wanted}#0",))
    monkeypatch.setattr(computer_fonts, "outline_font", lambda name: Squares())
    own = ComputerFonts()
    assert own.font_with("山", japanese=False) == "@zh#0"
    assert own.font_with("山", japanese=True) == "@ja#0"
    assert own.font_with("ゆ", japanese=False) == "@ja#0"
    assert own.font_with("한", japanese=False) == "@ko#0"


def test_regular_fonts_without_serifs_come_first() -> None:
    rows = [
        "200\t0\t/f/Bold.ttc",
        "-20\t0\t/f/Thin\t1.ttc",
        "80\t2\t/f/NotoSerif.ttc",
        "80\t1\t/f/Sans.ttc",
        "[0 9]\t65536\t/f/A.ttf",
        "80\t0\t/f/A-Oblique.ttf",
    ]
    assert computer_fonts._in_order(rows) == [
        "@/f/A.ttf#0",
        "@/f/Sans.ttc#1",
        "@/f/A-Oblique.ttf#0",
        "@/f/NotoSerif.ttc#2",
        "@/f/Thin\t1.ttc#0",
        "@/f/Bold.ttc#0",
    ]


def test_a_font_that_cannot_be_read_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    font = outline_font(f"@{tmp_path / 'broken.ttf'}#0")
    assert font is None or "山" not in font
    assert outline_font(f"@{tmp_path / 'gone.ttf'}#0") is None
    ours = f"@{paths.resources() / 'fonts/FiraGO-Regular.ttf'}#0"
    monkeypatch.setattr(computer_fonts, "installed", lambda wanted: ("@gone.ttf#0", ours))
    own = ComputerFonts()
    assert own.font_with("I", japanese=False) == ours
    assert own.font_with("山", japanese=False) == ""


def test_windows_may_be_on_another_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    font = tmp_path / "Fonts" / "simsun.ttc"
    font.parent.mkdir()
    font.touch()
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("WINDIR", str(tmp_path))
    assert computer_fonts.installed.__wrapped__("zh") == (f"{PREFIX}{font}#0",)


@pytest.mark.skipif(not computer_fonts.installed("zh"), reason="no such font here")
@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="no pdffonts here")
def test_a_real_font_is_embedded(tmp_path: Path) -> None:
    made = printed(zeke(name="山田 Zeke"), layout="poker")
    assert not about(made, "letters")
    assert "山田 Zeke" in text_of(made)
    file = tmp_path / "x.pdf"
    file.write_bytes(made.pdf)
    listed = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True)
    rows = [row.split()[-5] for row in listed.stdout.splitlines()[2:]]
    assert set(rows) == {"yes"}
