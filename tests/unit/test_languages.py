"""Languages: which one is spoken, that it is settled before anything is said, what is offered."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from PySide6.QtCore import QSettings

from lastdays import language, rulebook
from lastdays.campaign.dates import day_in_figures, typed_day
from lastdays.cli.main import main
from lastdays.desktop import message_files, paths, system_language
from lastdays.errors import LastDaysError
from lastdays.language import (
    _,
    chained,
    decimal,
    ngettext,
    nth_day,
    percent,
    pgettext,
    short,
    sorting,
    titled,
)
from lastdays.rulebook import Catalogue
from lastdays.rulebook.sentences import sentences, translated
from lastdays.ui.models import rows
from unit.sources import names, nodes_of

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import messages  # noqa: E402

#: Imports every module of the program, and prints whatever is said by then.
IMPORTER = """
import importlib, pkgutil, traceback
import lastdays.language as language
said = []
def heard(text, *more, **values):
    said.append(text + "".join(traceback.format_stack()[-3:-1]))
    return text
language._ = language.ngettext = language.counting = heard
language.pgettext = lambda context, text, **values: heard(text)
import lastdays
for module in pkgutil.walk_packages(lastdays.__path__, "lastdays."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(len(said), *said[:5], sep="\\n")
"""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    language.speak("en")


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Catalogues of German and Brazilian Portuguese, which translate two messages."""
    folder = tmp_path / "locale"
    for code, words in (("de", "Stichprobe"), ("pt_BR", "amostra")):
        catalogue = Catalog(locale=code)
        catalogue.add("never", words)
        catalogue.add("list the groups, one per line", words)
        file = folder / code / "LC_MESSAGES" / "lastdays.mo"
        file.parent.mkdir(parents=True)
        with file.open("wb") as opened:
            write_mo(opened, catalogue)
    (folder / "fr" / "LC_MESSAGES").mkdir(parents=True)  # begun, and not complete
    monkeypatch.setenv(system_language.ELSEWHERE, str(folder))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.mark.sweep
def test_nothing_is_said_before_the_language_is_known() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTER], capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[:1] == ["0"], done.stdout + done.stderr


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LC_ALL": "", "LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "pt_BR.UTF-8"}, "pt_BR"),
        ({"LANG": "pt_PT.UTF-8"}, "en"),  # another language than Brazil's
        ({"LANG": "fr_FR.UTF-8"}, "en"),  # not complete
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_DE@euro"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "de"}, "en"),
    ],
)
def test_the_system_is_followed(
    there: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], spoken: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system_language.settle() == spoken
    assert language.code() == spoken
    assert _("never") == {"de": "Stichprobe", "pt_BR": "amostra"}.get(spoken, "never")


def test_what_is_chosen_counts_more_than_the_system(
    there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    settings = QSettings(str(paths.settings_file()), QSettings.Format.IniFormat)
    for chosen, spoken in (("de", "de"), ("en", "en"), ("", "pt_BR"), ("fr", "pt_BR")):
        settings.setValue("language", chosen)
        settings.setValue("other/language", "de")
        settings.sync()
        assert system_language.settle() == spoken, chosen


def test_a_command_answers_in_the_language(
    there: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "Stichprobe" in capsys.readouterr().out


@pytest.mark.parametrize("damage", [b"", b"\xde\x12\x04\x95", b"no catalogue", b"\0" * 500])
def test_a_damaged_catalogue_leaves_english(
    there: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    system_language.catalogue("de").write_bytes(damage)
    assert system_language.settle() == "en"
    assert _("never") == "never"


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("{groups} Gruppen", True),
        ("so viele", True),
        ("{groups.__class__} Gruppen", False),
        ("{groups:>99999999} Gruppen", False),
        ("{0} Gruppen", False),
        ("{ Gruppen", False),
    ],
)
def test_what_does_not_fit_a_message_is_said_in_english(
    there: Path, monkeypatch: pytest.MonkeyPatch, words: str, fits: bool
) -> None:
    """In a catalogue of somebody's own, whatever is in it."""
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    catalogue = Catalog(locale="de")
    catalogue.add("Never {groups}", words)
    catalogue.add(("{n} group", "{n} groups"), ("eine Gruppe", "{n} Gruppen"))
    system_language.catalogue("de").write_bytes(messages.in_bytes(catalogue))
    assert system_language.settle() == "de"
    said = words.replace("{groups}", "3") if fits else "Never 3"
    assert _("Never {groups}", groups=3) == said
    assert ngettext("{n} group", "{n} groups", 3) == "3 Gruppen"
    assert system_language.fault() == ""


@pytest.mark.parametrize("plural", ["1/(n-7)", "n/0", "((((n"])
def test_plural_forms_that_cannot_be_worked_out_leave_english(
    there: Path, monkeypatch: pytest.MonkeyPatch, plural: str
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    catalogue = Catalog(locale="de")
    monkeypatch.setattr(catalogue, "_plural_expr", plural)
    catalogue.add("never", "nie")
    file = system_language.catalogue("de")
    file.write_bytes(messages.in_bytes(catalogue))
    assert system_language.settle() == "en"
    assert f"{file} can't be read" in system_language.fault()


def test_what_is_wrong_with_the_catalogues_is_said(
    there: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(system_language.ELSEWHERE, str(there / "nowhere"))
    with pytest.raises(SystemExit):
        main(["--version"])
    said = f"LASTDAYS_LOCALE names {there / 'nowhere'}, which isn't a folder with catalogues."
    assert said in capsys.readouterr().err


def test_no_text_is_no_message(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    system_language.settle()
    assert _("") == ""


def test_only_complete_languages_are_offered(there: Path) -> None:
    assert system_language.offered() == ("en", "de", "pt_BR")


# The catalogues of the program


@pytest.fixture(scope="session")
def wanted() -> Catalog:
    return messages.extracted()


@pytest.mark.sweep
def test_messages_of_program_and_rulebook_are_collected(wanted: Catalog) -> None:
    assert "{most} and {last}" in wanted
    assert any(isinstance(m.id, tuple) for m in wanted), "no plurals"
    assert "No CQC penalty for being outnumbered." in wanted
    assert "Crowd Control" not in wanted  # names stay the book's


@pytest.mark.sweep
def test_each_text_that_is_translated_is_collected(wanted: Catalog) -> None:
    """One that stands within an f-string isn't found by what collects them."""
    texts: set[str] = set()
    for name in names():
        for call in nodes_of(name, ast.Call):
            is_message = isinstance(call.func, ast.Name) and call.func.id == "_"
            first = call.args[0] if call.args else None
            if is_message and isinstance(first, ast.Constant) and isinstance(first.value, str):
                texts.add(first.value)
    assert {text for text in texts if text not in wanted} == set()


@pytest.mark.sweep
def test_every_catalogue_fits_the_program(wanted: Catalog) -> None:
    assert messages.languages(), "none was begun"
    for code in messages.languages():
        catalogue = messages.read(code)
        assert not list(messages.misfits(catalogue))
        made = messages.compiled(code)
        assert made.is_file() <= (not list(messages.missing(catalogue, wanted))), (
            f"{code} is offered and not complete: `make messages`"
        )
        if made.is_file():
            assert made.read_bytes() == messages.in_bytes(catalogue), "`make messages`"


def _ids(catalogue: Catalog) -> set[tuple[object, object]]:
    return {(message.context, message.id) for message in catalogue if message.id}


@pytest.mark.sweep
@pytest.mark.parametrize("code", ["de", "fr"])
def test_german_and_french_are_complete(wanted: Catalog, code: str) -> None:
    catalogue = messages.read(code)
    assert not list(messages.missing(catalogue, wanted)), "`make messages`, and translate"
    assert not _ids(catalogue) ^ _ids(wanted), "what is no longer said"
    assert code in system_language.offered()
    head = messages.source(code).read_text(encoding="utf-8").partition("\n#: ")[0]
    assert not re.search("EMAIL|AUTHOR|ORGANIZATION|YEAR|LANGUAGE|VERSION|PROJECT", head)


@pytest.mark.sweep
def test_one_word_with_two_meanings_has_a_message_for_each(wanted: Catalog) -> None:
    assert {c for c, text in _ids(wanted) if text == "none"} >= {"Perks", "preferences"}
    language.speak("fr", language.read(io.BytesIO(system_language.catalogue("fr").read_bytes())))
    assert pgettext("skill types", "none") == "aucun"
    assert pgettext("preferences", "none") == "aucune"
    assert (_("Fire"), pgettext("marker", "Fire")) == ("Tirer", "Feu")


@pytest.mark.sweep
@pytest.mark.parametrize("code", ["de", "fr"])
def test_collecting_again_changes_nothing(wanted: Catalog, code: str) -> None:
    catalogue = messages.read(code)
    catalogue.update(wanted, no_fuzzy_matching=True)
    assert messages.written(catalogue) == messages.source(code).read_bytes(), "`make messages`"


@pytest.mark.sweep
def test_what_is_missing_or_misfits_is_found(wanted: Catalog) -> None:
    catalogue = Catalog(locale="de")
    catalogue.update(wanted)
    assert len(list(messages.missing(catalogue, wanted))) == len(wanted)
    for text, words in (("{most} and {last}", "{most} und {letzte}"), ("&Back", "Zurück")):
        catalogue[text].string = words
    found = list(messages.misfits(catalogue))
    assert len(found) == 2
    assert "letzte" in found[0] + found[1]
    catalogue["&Back"].string = "&Zurück"
    assert len(list(messages.misfits(catalogue))) == 1
    assert "&Back" not in list(messages.missing(catalogue, wanted))
    with io.BytesIO(messages.in_bytes(catalogue)) as file:
        assert language.read(file).gettext("&Back") == "&Zurück"


# What a language writes its own way


def test_numbers_and_sorting() -> None:
    names = ["Zoe", "Örjan", "anna", "Émile", "Edda", "Otto", "Åsa"]
    assert sorted(names, key=sorting) == ["anna", "Åsa", "Edda", "Émile", "Örjan", "Otto", "Zoe"]
    assert (decimal(1.5), percent(Fraction(1, 200))) == ("1.5", "0.5 %")
    shares = [percent(Fraction(n, 1000)) for n in (0, 5, 10, 14, 990, 995, 1000)]
    assert shares == ["never", "0.5 %", "1 %", "1 %", "99 %", "99.5 %", "certain"]
    assert [short("a" * n, 5) for n in (5, 6)] == ["aaaaa", "aaaa…"]
    language.speak("de")
    assert (decimal(1.5), percent(Fraction(1, 200))) == ("1,5", "0,5 %")
    assert titled("Perk", "text") == "Perk: text"
    assert chained(["a, b", "c"]) == "a, b; c"
    language.speak("fr")
    assert sorted(["Ogre", "Œdipe", "Oz"], key=sorting) == ["Œdipe", "Ogre", "Oz"]
    assert titled("Perk", "texte") == "Perk\u00a0: texte"
    assert chained(["a, b", "c"]) == "a, b\u00a0; c"
    assert (nth_day(1), nth_day(2)) == ("1er", "2")
    language.speak("sv")
    assert sorted(names, key=sorting) == ["anna", "Edda", "Émile", "Otto", "Zoe", "Åsa", "Örjan"]


def test_the_rulebook_is_told_in_the_language_and_stays_the_same_book(book: Catalogue) -> None:
    sources = {"skills": {"a": {"name": "A", "summary": "s", "does": ["s"]}, "b": {"steps": ["s"]}}}
    assert list(sentences(sources)) == ["s", "s"]
    assert translated(sources, str.upper) == {
        "skills": {"a": {"name": "A", "summary": "S", "does": ["s"]}, "b": {"steps": ["S"]}}
    }
    catalogue = Catalog(locale="de")
    summary = book.skills["crowd-control"].summary
    catalogue.add(summary, "Überzahl schadet nicht.")
    language.speak("de", language.read(io.BytesIO(messages.in_bytes(catalogue))))
    german = rulebook.load(paths.resources() / "rulebook")
    assert german.skills["crowd-control"].summary == "Überzahl schadet nicht."
    assert german.skills["crowd-control"].name == "Crowd Control"
    assert german.digest == book.digest


@pytest.mark.parametrize(
    ("code", "written"), [("en", "2026-10-03"), ("de", "03.10.2026"), ("fr", "03/10/2026")]
)
def test_a_day_is_typed_as_the_language_writes_it(code: str, written: str) -> None:
    if code != "en":
        with system_language.catalogue(code).open("rb") as file:
            language.speak(code, language.read(file))
    assert day_in_figures("2026-10-03") == written
    everywhere = (
        written,
        "2026-10-03",
        "2026-10-3",
        "2026/10/03",
        "２０２６-１０-０３",
        "٢٠٢٦-١٠-٠٣",
    )
    for typed in (*everywhere, *(["3.10.26"] if code != "en" else [])):
        assert typed_day(typed) == "2026-10-03"
    odd = ("soon", "31.2.2026", "1-2", "2026-13-01", "3.10.202", f"3.10.{10**20}", f"{10**20}.1.1")
    # In English nobody can tell which of them the year is.
    for typed in (*odd, *(["03/10/26", "26-10-03"] if code == "en" else [])):
        with pytest.raises(LastDaysError):
            typed_day(typed)


@pytest.mark.parametrize("code", ["de", "fr"])
def test_a_letter_for_alt_is_one_of_its_label(code: str) -> None:
    catalogue = messages.read(code)
    said = {m.id: m.string for m in catalogue if isinstance(m.id, str) and not m.context}
    letters = [m for m in catalogue if (m.context or "").startswith("letter of ")]
    assert len(letters) > 5
    for letter in letters:
        assert letter.context is not None
        label = said[letter.context.removeprefix("letter of ")]
        assert str(letter.string).lower() in str(label).lower(), (label, letter.string)


@pytest.mark.parametrize("code", ["de", "fr"])
def test_a_page_stays_on_the_line_of_its_abbreviation(code: str) -> None:
    referred = 0
    for message in messages.read(code):
        for text in (*_forms(message.id), *_forms(message.string)):
            referred += len(re.findall(r"\b[pS]\.\u00a0[\d{]", text))
            assert not re.search(r"\b[pS]\. [\d{]", text), text
    assert referred > 30


def _forms(said: object) -> tuple[str, ...]:
    return said if isinstance(said, tuple) else (str(said),)


# The language made on the fly


@pytest.mark.parametrize(
    ("code", "day"), [("en", "2026-11-21"), ("de", "21.11.2026"), ("fr", "21/11/2026")]
)
def test_a_day_is_written_as_the_language_has_it_whatever_the_system_speaks(
    code: str, day: str
) -> None:
    spoken = message_files.read(code)
    language.speak(spoken.code, spoken.messages)
    assert day_in_figures("2026-11-21") == day
    assert rows.local_time("2026-11-21T12:00:00+00:00").startswith(f"{day} ")
    assert rows.local_time("no day") == "no day"
