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
from lastdays.campaign.exchange.sharing import group_tale, told
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
from lastdays.ui.navigation import GroupRoute, PrintRoute, ShareRoute
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
def at_print(german: None, sample: Session) -> Session:
    go(sample.window, GroupRoute(sample.services.workspace.groups()[1].id))
    key("Ctrl+P")
    sample.window.pages.print.make()
    arrive(sample)
    return sample


def choose_language(session: Session, name: str) -> None:
    pick(session.window.pages.print.chooser.options.language, name)
    session.window.pages.print.make()
    arrive(session)


def made(session: Session) -> bytes:
    page = session.window.pages.print
    return as_a(bytes, sure(page.made).pdf)


def test_a_group_reads_another_language_than_the_window(at_print: Session) -> None:
    page = at_print.window.pages.print
    box = page.chooser.options.language
    assert [box.itemText(n) for n in range(box.count())] == [
        "Same as the program",
        "English",
        "Deutsch",
    ]
    page.chooser.paper_fold.show_open(True)
    assert box.isVisible()
    assert box.accessibleName() == "Language on paper"
    assert "Unarmed" in text_of(made(at_print))
    assert spoken_in(made(at_print)) == "en"

    choose_language(at_print, "Deutsch")
    words = text_of(made(at_print))
    assert "Unbewaffnet" in words
    assert "Unarmed" not in words
    assert "Je nach Entfernung." in words
    assert spoken_in(made(at_print)) == "de"
    assert "Drucken" not in seen(at_print.window)
    assert page.head.title.text() == "Print"
    assert language.code() == "en"
    assert page.undo_names()[0] == "set language on paper of Zeke's Truckers"

    key("Ctrl+Z")
    page.make()
    arrive(at_print)
    assert box.currentText() == "Same as the program"
    assert "Unarmed" in text_of(made(at_print))
    key("Ctrl+Y")
    page.make()
    arrive(at_print)
    assert box.currentText() == "Deutsch"
    assert "Unbewaffnet" in text_of(made(at_print))


def test_it_is_kept_with_the_group_and_goes_with_it(
    at_print: Session, open_window: Callable[..., Session]
) -> None:
    page = at_print.window.pages.print
    group = page.group_id
    choose_language(at_print, "Deutsch")
    document = at_print.services.groups.export(group)
    at_print.close()
    again = open_window()
    assert again.services.workspace.group(group).group.language == "de"
    assert group_documents.read_group(document).language == "de"
    before = group_documents.read_group(document.replace(b'"language": "de"', b'"notes": ""'))
    assert before.language == ""  # as documents of earlier editions are


def test_groups_printed_together_keep_their_own_language(at_print: Session) -> None:
    services = at_print.services
    carl, zeke = (g.id for g in services.workspace.groups())
    services.printing.set_language(zeke, "de")
    choice = PrintChoice(("roster", "reference"))
    groups = {carl: choice, zeke: choice}
    both = services.printing.make(groups)
    words = text_of(both.pdf)
    assert "Quick reference" in words
    assert "Kurzregeln" in words
    assert spoken_in(both.pdf) == "en"  # the document's is that of the first group
    assert spoken_in(services.printing.make(dict(reversed(groups.items()))).pdf) == "de"
    assert language.code() == "en"


def test_cards_printed_together_say_what_they_say_alone(at_print: Session) -> None:
    """The heads of columns and what is said of a weapon, though both groups carry the same ones on
    cards of one size."""
    services = at_print.services
    groups = [g.id for g in services.workspace.groups()]
    services.printing.set_language(groups[1], "de")
    choice = PrintChoice(("characters",), setting=PrintOptions(ruler=False))
    alone = Counter[str]()
    for group in groups:
        alone += Counter(text_of(services.printing.make({group: choice}).pdf).split())
    assert {"FIGHT", "NAHKAMPF", "reload", "laden"} <= alone.keys()
    for order in (groups, groups[::-1]):
        together = services.printing.make(dict.fromkeys(order, choice))
        assert Counter(text_of(together.pdf).split()) == alone


def test_cards_tell_the_rules_in_the_language_of_the_group(at_print: Session) -> None:
    """By the rulebook in that language, whichever the window has."""
    services = at_print.services
    zeke = services.workspace.groups()[1].id
    english = services.printing.read(zeke).cards
    services.printing.set_language(zeke, "de")
    german = services.printing.read(zeke).cards
    assert "Je nach Entfernung." not in repr(english)
    assert "Je nach Entfernung." in repr(german)
    assert services.printing.read(zeke).cards == german
    services.printing.set_language(zeke, "en")
    assert services.printing.read(zeke).cards == english


def test_what_had_to_give_way_is_said_in_the_language_of_the_window(at_print: Session) -> None:
    services = at_print.services
    zeke = services.workspace.group(services.workspace.groups()[1].id).group
    services.groups.write_notes(zeke.id, "word " * 215, zeke.members[2].id)
    services.printing.set_language(zeke.id, "de")
    setting = replace(PrintChoice().setting, layout="poker")
    said = services.printing.make({zeke.id: PrintChoice(("characters",), setting=setting)})
    assert "Set in 7 point instead of 7.5, to fit." in [n.text for n in said.notices]
    assert "Unbewaffnet" in text_of(said.pdf)


def test_the_window_says_its_own_words_while_paper_is_made(at_print: Session) -> None:
    services, zeke = at_print.services, at_print.services.workspace.groups()[1].id
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
    at_print.window.refresh()
    assert "Drucken" not in seen(at_print.window)
    go_on.set()
    arrive(at_print)
    assert set(heard) == {"Unbewaffnet"}
    assert len(results) == 1


def test_what_is_kept_of_the_rules_is_kept_for_each_language(at_print: Session) -> None:
    workspace = at_print.services.workspace
    zeke = workspace.groups()[1].id
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


def test_a_language_that_is_not_here_is_that_of_the_window(at_print: Session) -> None:
    services = at_print.services
    zeke = services.workspace.groups()[1].id
    for code in ("xx", "../../de", "de/../de"):
        services.printing.set_language(zeke, code)
        at_print.window.pages.print.refresh()
        assert "Unarmed" in text_of(services.printing.make({zeke: PrintChoice()}).pdf)
    with pytest.raises(
        LastDaysError, match="Language on paper can have 20 characters at most, not 30"
    ):
        services.printing.set_language(zeke, "x" * 30)


def test_without_a_second_language_none_is_asked_for(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(message_files.ELSEWHERE, str(tmp_path / "none"))
    sample.window.go(PrintRoute(sample.services.workspace.groups()[1].id))
    arrive(sample)
    assert not sample.window.pages.print.chooser.options.language.isVisible()


def test_what_is_shared_is_told_in_it_too(at_print: Session) -> None:
    services = at_print.services
    zeke = services.workspace.groups()[1].id
    services.printing.set_language(zeke, "de")
    assert "MITGLIEDER" in told(group_tale(services.workspace, zeke), "text")
    assert "MEMBERS" in told(group_tale(services.workspace, zeke, language="en"), "text")
    page = as_a(SharePage, go(at_print.window, ShareRoute(zeke)))
    page.choose("markdown")
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
        assert not main(["--store", store, "print", "Zeke's Truckers", "-o", str(target), *more])
        assert word in text_of(target)
    capsys.readouterr()
    assert not main(
        ["--store", store, "share", "Zeke's Truckers", "--markdown", "--language", "de"]
    )
    assert "Mitglieder" in capsys.readouterr().out
    assert main(
        ["--store", store, "print", "Zeke's Truckers", "-o", str(target), "--language", "x"]
    )
    assert "There's no language 'x' here. There are en, de." in capsys.readouterr().err
