"""Paper in the language that a group's players read, out of a window that speaks another."""

from __future__ import annotations

import io
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from msgspec.structs import replace

from lastdays import language
from lastdays.campaign.documents import group_documents
from lastdays.campaign.exchange.sharing import read_shared_group, render_tale
from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.cli.main import main
from lastdays.desktop import message_files
from lastdays.errors import LastDaysError
from lastdays.language import _, speaking
from lastdays.model.changes import GroupNotesWritten
from lastdays.pdf.content import PrintOptions
from lastdays.rulebook import Catalogue
from lastdays.rulebook.packs import Chosen
from lastdays.ui.app import Session
from lastdays.ui.navigation import PrintRoute, ShareRoute
from lastdays.ui.pages.share_page import SharePage
from paper_language import GERMAN, forget_rulebooks, write_catalogue
from sure import as_a, sure
from ui.hands import arrive, go, key, pick, seen, settle


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, book: Catalogue) -> Iterator[None]:
    """A catalogue of German with some messages, among them a sentence of the rulebook."""
    steps = book.attributes["stepped-fire"].summary
    write_catalogue(tmp_path / "locale", "de", {**GERMAN, steps: "Je nach Entfernung."})
    monkeypatch.setenv(message_files.ELSEWHERE, str(tmp_path / "locale"))
    forget_rulebooks()
    yield
    forget_rulebooks()


def text_of(pdf: bytes | Path) -> str:
    document = pdfium.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def spoken_in(pdf: bytes) -> str:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return str(opened.Root.Lang)


@pytest.fixture
def spoken(german: None, sample: Session) -> Session:
    """A window, and what of paper is in German."""
    return sample


@pytest.fixture
def zeke(spoken: Session) -> str:
    return spoken.services.workspace.groups()[1].id


def test_a_group_reads_another_language_than_the_window(
    spoken: Session, zeke: str, open_window: Callable[..., Session]
) -> None:
    """It is kept with the group, and goes with it."""
    page = go(spoken.window, PrintRoute(zeke))
    box = page.chooser.options.language

    def paper() -> tuple[str, bytes]:
        page.make()
        arrive(spoken)
        return text_of(sure(page.made).pdf), sure(page.made).pdf

    languages = ["Same as the program", "English", "Deutsch"]
    assert [box.itemText(n) for n in range(box.count())] == languages
    page.chooser.paper_fold.show_open(True)
    assert box.isVisible()
    assert box.accessibleName() == "Print language"
    words, pdf = paper()
    assert "Unarmed" in words
    assert spoken_in(pdf) == "en"
    pick(box, "Deutsch")
    words, pdf = paper()
    assert "Unbewaffnet" in words
    assert "Unarmed" not in words
    assert "Je nach Entfernung." in words  # by the rulebook in that language
    assert spoken_in(pdf) == "de"
    assert "Drucken" not in seen(spoken.window)
    assert page.head.title.text() == "Print"
    assert language.code() == "en"
    assert page.undo_names()[0] == "set print language of Zeke's Truckers"
    for keys, chosen, word in (
        ("Ctrl+Z", "Same as the program", "Unarmed"),
        ("Ctrl+Y", "Deutsch", "Unbewaffnet"),
    ):
        key(keys)
        assert word in paper()[0]
        assert box.currentText() == chosen
    document = spoken.services.groups.export(zeke)
    spoken.close()
    assert open_window().services.workspace.group(zeke).group.language == "de"
    assert group_documents.read_group(document).language == "de"
    before = group_documents.read_group(document.replace(b'"language": "de"', b'"notes": ""'))
    assert before.language == ""  # as documents of earlier editions are


def test_groups_printed_together_keep_their_own_language(spoken: Session) -> None:
    """And cards say what they say alone: the heads of columns and what is said of a weapon, though
    both groups carry the same ones on cards of one size."""
    printing = spoken.services.printing
    groups = [g.id for g in spoken.services.workspace.groups()]
    printing.set_language(groups[1], "de")
    sheets = PrintChoice(("roster", "reference"))
    both = printing.make(dict.fromkeys(groups, sheets))
    words = text_of(both.pdf)
    assert "Quick reference" in words
    assert "Kurzregeln" in words
    assert spoken_in(both.pdf) == "en"  # the document's is that of the first group
    assert spoken_in(printing.make(dict.fromkeys(groups[::-1], sheets)).pdf) == "de"
    assert language.code() == "en"
    choice = PrintChoice(("characters",), setting=PrintOptions(ruler=False))
    alone = Counter[str]()
    for group in groups:
        alone += Counter(text_of(printing.make({group: choice}).pdf).split())
    assert {"FIGHT", "NAHKAMPF", "reload", "laden"} <= alone.keys()
    for order in (groups, groups[::-1]):
        together = printing.make(dict.fromkeys(order, choice))
        assert Counter(text_of(together.pdf).split()) == alone


def test_what_had_to_give_way_is_said_in_the_language_of_the_window(
    spoken: Session, zeke: str
) -> None:
    services = spoken.services
    member = services.workspace.group(zeke).group.members[2].id
    services.groups.write_notes(zeke, "word " * 215, member)
    services.printing.set_language(zeke, "de")
    setting = replace(PrintChoice().setting, layout="poker")
    said = services.printing.make({zeke: PrintChoice(("characters",), setting=setting)})
    assert "Set in 7 point instead of 7.5, to fit." in [n.text for n in said.notices]
    assert "Unbewaffnet" in text_of(said.pdf)


def test_the_window_says_its_own_words_while_paper_is_made(spoken: Session, zeke: str) -> None:
    services = spoken.services
    services.printing.set_language(zeke, "de")
    inside, go_on = threading.Event(), threading.Event()
    heard: list[str] = []

    def told(_done: int) -> bool:
        heard.append(_("Unarmed"))
        inside.set()
        return go_on.wait(30)

    results: list[object] = []
    services.work(
        lambda: services.printing.make({zeke: PrintChoice()}, progress=told), results.append
    )
    assert inside.wait(30)
    assert _("Unarmed") == "Unarmed"
    spoken.window.refresh()
    assert "Drucken" not in seen(spoken.window)
    go_on.set()
    arrive(spoken)
    assert set(heard) == {"Unbewaffnet"}
    assert len(results) == 1


def test_what_is_kept_of_the_rules_is_kept_for_each_language(spoken: Session, zeke: str) -> None:
    workspace = spoken.services.workspace
    workspace.change_group(
        zeke, GroupNotesWritten(), lambda g: replace(g, leader="", members=g.members[1:])
    )
    with speaking(message_files.tongue("de")):
        assert "hat keinen Leader" in " ".join(v.text for v in workspace.group(zeke).violations)
        told_in_german = workspace.rulebooks.of(Chosen())
        blank = told_in_german.skills["gone"].summary
    assert "has no Leader" in " ".join(v.text for v in workspace.group(zeke).violations)
    assert workspace.rulebooks.of(Chosen()) is workspace.catalogue
    assert told_in_german.digest == workspace.catalogue.digest
    assert told_in_german.attributes["stepped-fire"].summary == "Je nach Entfernung."
    assert blank == "Nicht mehr im Regelbuch."
    assert workspace.catalogue.skills["gone"].summary.startswith("No longer in the rulebook")


def test_a_language_that_is_not_here_is_that_of_the_window(spoken: Session, zeke: str) -> None:
    services = spoken.services
    for code in ("xx", "../../de", "de/../de"):
        services.printing.set_language(zeke, code)
        spoken.window.pages.print.refresh()
        assert "Unarmed" in text_of(services.printing.make({zeke: PrintChoice()}).pdf)
    with pytest.raises(
        LastDaysError, match="Print language can have 20 characters at most, not 30"
    ):
        services.printing.set_language(zeke, "x" * 30)


def test_what_is_shared_is_told_in_it_too(spoken: Session, zeke: str) -> None:
    services = spoken.services
    services.printing.set_language(zeke, "de")
    assert "MITGLIEDER" in render_tale(read_shared_group(services.workspace, zeke), "text")
    assert "MEMBERS" in render_tale(
        read_shared_group(services.workspace, zeke, language="en"), "text"
    )
    page = as_a(SharePage, go(spoken.window, ShareRoute(zeke)))
    page.choose_form("markdown")
    settle()
    assert "Mitglieder" in page.text.toPlainText()
    assert page.copy_button.accessibleName() == "Copy Markdown"


@pytest.mark.sweep
def test_commands_take_a_language(
    german: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, target = str(tmp_path / "s.sqlite"), tmp_path / "cards.pdf"
    main(["--store", store, "sample"])
    for more, word in (([], "Unarmed"), (["--language", "de"], "Unbewaffnet")):
        assert not main(
            ["--store", store, "print", "Zeke's Truckers", "-o", str(target), "--force", *more]
        )
        assert word in text_of(target)
    capsys.readouterr()
    assert not main(
        ["--store", store, "share", "Zeke's Truckers", "--markdown", "--language", "de"]
    )
    assert "Mitglieder" in capsys.readouterr().out
    assert main(
        ["--store", store, "print", "Zeke's Truckers", "-o", str(target), "--language", "x"]
    )
    assert "There's no language 'x'. Choose one of en, de." in capsys.readouterr().err
