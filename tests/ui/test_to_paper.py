"""From the page to a printer: what the dialog is given, what it may change, what is sent."""

from __future__ import annotations

import os
import stat
import sys
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPageLayout, QPageRanges
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QWidget

from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.desktop import spooler
from lastdays.errors import LastDaysError
from lastdays.pdf import preview
from lastdays.pdf.content import Backs, PrintedDocument, PrintOptions, TestSheet, TextSheet
from lastdays.pdf.preview import PreviewPages
from lastdays.ui.app import Session
from lastdays.ui.navigation import PrintRoute
from lastdays.ui.widgets import paper
from sure import as_a
from ui.hands import menu_item, seen, settle
from ui.test_print_page import choose, ready
from unit.pdf.reading import printed, truckers, zeke

MODES = QPrinter.DuplexMode


class Asked(QPrinter):
    """A printer of the spooler's, as the dialog gives it back."""

    def __init__(self, name: str = "Office") -> None:
        super().__init__(QPrinter.PrinterMode.HighResolution)
        self._name = name
        self.duplex_chosen = MODES.DuplexNone

    def printerName(self) -> str:
        return self._name

    def setDuplex(self, mode: QPrinter.DuplexMode) -> None:
        self.duplex_chosen = mode

    def duplex(self) -> QPrinter.DuplexMode:
        return self.duplex_chosen


@pytest.fixture
def spool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand-ins for `lp` and `lpstat`, and what `lp` was told."""
    if os.name == "nt":
        pytest.skip("CUPS")
    programs, said = tmp_path / "programs", tmp_path / "said"
    programs.mkdir()
    lp = f'#!/bin/sh\nprintf "%s\\n" "$@" > {said}\nfor last; do :; done\ncp "$last" {said}.pdf\n'
    for name, text in (("lp", lp), ("lpstat", "#!/bin/sh\necho Office\necho Attic\n")):
        file = programs / name
        file.write_text(text)
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return said


def options(said: Path) -> tuple[dict[str, str], list[str]]:
    """The options `lp` was given, and its other words."""
    words = said.read_text().splitlines()
    taken = [words[n + 1] for n, word in enumerate(words) if word == "-o"]
    return dict(word.split("=", 1) for word in taken), words


@pytest.mark.parametrize(
    ("setting", "edge", "mode"),
    [
        ({"layout": "poker"}, "long", MODES.DuplexLongSide),
        ({"layout": "poker", "backs": "duplex-short"}, "short", MODES.DuplexShortSide),
        ({"layout": "poker", "backs": "fold"}, "", MODES.DuplexNone),
        ({"layout": "poker", "backs": "none"}, "", MODES.DuplexNone),
        # A layout without backs, whatever the setting still says.
        ({"layout": "half", "backs": "duplex-long"}, "", MODES.DuplexNone),
        ({"layout": "roster", "backs": "duplex-short"}, "", MODES.DuplexNone),
    ],
)
def test_duplex_is_suggested_before_the_dialog_and_only_for_backs(
    qapp: QApplication, setting: dict[str, str], edge: str, mode: QPrinter.DuplexMode
) -> None:
    made = printed(zeke(), truckers(), **setting)
    assert made.edge == edge
    printer = Asked()
    paper.prepare(printer, made)
    assert printer.duplex_chosen == mode


def test_sheets_alone_are_one_sided_but_the_test_page_is_not(qapp: QApplication) -> None:
    assert printed(TextSheet("roster", "Roster", "", ())).edge == ""
    assert printed(TestSheet("Test")).edge == "long"


@pytest.mark.smoke
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_the_edge_is_that_of_the_paper_when_it_lies(qapp: QApplication, backs: Backs) -> None:
    """A card that makes the sheet lie: its back is turned about the edge the printer turns at."""
    made = printed(zeke(), layout="120x170", backs=backs)
    setting = PrintOptions(layout="120x170", backs=backs)
    printer = Asked()
    paper.prepare(printer, made)
    page = pdfium.PdfDocument(made.pdf)[0]
    lying = page.get_width() > page.get_height()
    assert lying
    assert printer.pageLayout().orientation() == QPageLayout.Orientation.Landscape
    assert made.edge == setting.backs.removeprefix("duplex-")
    # Turned over its long edge, which lies: what was on the left stays there, upside down.
    middle = page.get_width() / 2
    assert words_at(made, 0, "Zeke") < middle
    assert (words_at(made, 1, "Zeke") < middle) == (backs == "duplex-long")


def words_at(made: PrintedDocument, page: int, text: str) -> float:
    """How far left a word stands, in points."""
    textpage = pdfium.PdfDocument(made.pdf)[page].get_textpage()
    found = textpage.search(text).get_next()
    assert found is not None
    return as_a(float, textpage.get_charbox(found[0])[0])


def test_the_file_itself_goes_to_the_spooler_as_the_dialog_was_answered(
    qapp: QApplication, spool: Path
) -> None:
    made = printed(zeke(), layout="poker")
    printer = Asked()
    paper.prepare(printer, made)
    paper.print_document(made, printer)
    given, words = options(spool)
    assert given == {
        "media": "A4",
        "print-scaling": "none",
        "sides": "two-sided-long-edge",
    }
    assert words[:6] == ["-d", "Office", "-n", "1", "-t", "Zeke's Truckers"]
    assert spool.with_suffix(".pdf").read_bytes() == made.pdf

    # The person wants otherwise.
    printer.setDuplex(MODES.DuplexNone)
    printer.setCopyCount(3)
    printer.setColorMode(QPrinter.ColorMode.GrayScale)
    paper.print_document(made, printer)
    given, words = options(spool)
    assert given["sides"] == "one-sided"
    assert words[3] == "3"
    assert given["print-color-mode"] == "monochrome"
    printer.setDuplex(MODES.DuplexAuto)
    paper.print_document(made, printer)
    assert "sides" not in options(spool)[0]


def test_only_the_pages_that_were_chosen(qapp: QApplication, spool: Path) -> None:
    made = printed(*(zeke(name=f"Member {n}") for n in range(10)), layout="poker")
    printer = Asked()
    ranges = QPageRanges()
    ranges.addPage(1)
    ranges.addPage(4)
    printer.setPageRanges(ranges)
    assert paper.print_document(made, printer) == 2
    sent = pdfium.PdfDocument(spool.with_suffix(".pdf"))
    assert len(sent) == 2
    assert "Member 9" in sent[1].get_textpage().get_text_range()


@pytest.mark.sweep
def test_a_printer_the_spooler_does_not_know_is_painted_without_loss(
    qapp: QApplication, spool: Path, tmp_path: Path
) -> None:
    made = printed(zeke(), layout="poker", ink_saver=True)
    printer = Asked("Elsewhere")
    printer.setPageSize(printer.pageLayout().pageSize())
    target = tmp_path / "painted.pdf"
    QPrinter.setOutputFileName(printer, str(target))
    pages = paper_pages(made)
    steps: list[int] = []

    def go_on(n: int) -> bool:
        steps.append(n)
        return True

    paper._paint(pages, [0], printer, go_on)
    pages.close()
    assert steps == [0, 1]
    data = target.read_bytes()
    assert b"DCTDecode" not in data  # nothing is thrown away
    out = pdfium.PdfDocument(target)
    images = [o for o in out[0].get_objects() if isinstance(o, pdfium.PdfImage)]
    assert all(min(image.get_metadata().horizontal_dpi, 600) > 590 for image in images)
    theirs = out[0].render(scale=2).to_pil().convert("L")
    ours = pdfium.PdfDocument(made.pdf)[0].render(scale=2).to_pil().convert("L")
    size = [min(sides) for sides in zip(theirs.size, ours.size, strict=True)]
    box = (0, 0, *size)
    apart = ImageChops.difference(theirs.crop(box), ours.crop(box)).histogram()
    assert sum(apart[97:]) < 0.004 * size[0] * size[1]


def paper_pages(made: PrintedDocument) -> PreviewPages:
    from lastdays.pdf.preview import PreviewPages

    return PreviewPages(made.pdf)


def test_strips_are_the_page(qapp: QApplication) -> None:
    """Cut into rows and laid below each other, a page is what it was."""
    pages = paper_pages(printed(zeke(), layout="half"))
    whole = pages.picture(0, 1.7)
    rows, top = b"", 0
    while (strip := pages.strip(0, 1.7, top, 100)).height:
        assert strip.width == whole.width
        rows += strip.pixels[: strip.stride * strip.height]
        top += strip.height
    assert top == whole.height
    # Where a line is cut its edge may be a shade lighter.
    size = (1, len(whole.pixels))
    one, two = (Image.frombytes("L", size, bytes(dots)) for dots in (rows, whole.pixels))
    apart = ImageChops.difference(one, two).histogram()
    assert sum(apart[9:]) < 0.0005 * size[1]


def test_what_the_spooler_says_is_said(qapp: QApplication, spool: Path) -> None:
    lp = spool.parent / "programs" / "lp"
    lp.write_text("#!/bin/sh\necho 'lp: Error - out of paper' >&2\nexit 1\n")
    with pytest.raises(LastDaysError, match=r"Office did not take the pages.*out of paper"):
        paper.print_document(printed(zeke()), Asked())


def test_stopped_before_it_is_handed_over(qapp: QApplication, spool: Path) -> None:
    with pytest.raises(LastDaysError, match="Nothing was printed"):
        paper.print_document(printed(zeke()), Asked(), lambda _n: False)
    assert not spool.exists()


def test_a_mac_and_a_name_that_looks_like_an_option_never_go_to_the_spooler(
    spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert spooler.takes("Office")
    assert not spooler.takes("")
    assert not spooler.takes("-Office")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not spooler.takes("Office")


def test_stopped_between_two_pages(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper, "_DOTS", 72)
    made = printed(*(zeke(name=f"Member {n}") for n in range(3)), layout="half")
    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "x.pdf"))
    pages = paper_pages(made)
    with pytest.raises(LastDaysError, match="Printing was stopped after 1 of 2 pages"):
        paper._paint(pages, [0, 1], printer, lambda n: n < 1)
    pages.close()


def test_the_window_says_that_it_was_sent_and_stays_alive(sample: Session, spool: Path) -> None:
    window = sample.window
    window.go(PrintRoute(sample.services.workspace.groups()[1].id))
    page = ready(sample)
    page.print_on(Asked())
    assert page.sending.stop_button.isVisible()
    assert not page.print_button.isEnabled()
    assert page.save_button.isEnabled()
    sample.services.wait()
    settle()
    assert "Sent 6 pages to Office. Print at 100 %, not fitted." in seen(page)
    assert "8 members · as printed" in seen(page)
    assert not page.sending.stop_button.isVisible()
    assert page.print_button.isEnabled()


def test_the_page_says_why_nothing_was_printed(sample: Session, spool: Path) -> None:
    (spool.parent / "programs" / "lp").write_text("#!/bin/sh\necho 'no toner' >&2\nexit 1\n")
    window = sample.window
    window.go(PrintRoute(sample.services.workspace.groups()[1].id))
    page = ready(sample)
    page.print_on(Asked())
    sample.services.wait()
    settle()
    assert "no toner" in page.sending.state.whole
    assert "no toner" in window.toast.text.text()
    assert page.chooser.tiles["characters"].accessibleName() == "Character cards: not printed yet"


def test_several_groups_on_the_same_sheets(sample: Session) -> None:
    """The other group's cards follow, without those nobody ticked."""
    groups = sample.services.workspace.groups()
    carl, zeke_ = groups[0], groups[1]
    sample.window.go(PrintRoute(zeke_.id))
    page = ready(sample)
    assert page.made is not None
    alone = page.made.pages
    assert page.groups.more_button.text() == "More groups"
    menu_item(page.groups.more_button, carl.name)
    page = ready(sample)
    assert page.groups.more_button.text() == "and 1 more group"
    assert page.made is not None
    text = whole_text(page.made)
    assert "Carl" in text
    assert "Zeke" in text
    both = page.made.pages
    assert both > alone
    model = page.chooser.members_model
    carls = [n for n, r in enumerate(model.rows) if carl.name in r.detail]
    for n in carls:
        model.setData(model.index(n, 0), 0, 10)
    page = ready(sample)
    assert page.made is not None
    assert page.made.pages < both
    assert page.choice.left_out == ()
    # Each group's cards count as printed.
    page.save_to(page_file(sample))
    assert "group" not in sample.services.printing.read(carl.id).changed
    assert sample.services.printing.read(zeke_.id).changed == {}


def page_file(session: Session) -> Path:
    return session.services.workspace.store.path.with_name("both.pdf")


def whole_text(made: PrintedDocument) -> str:
    with preview.ONE_AT_A_TIME:  # the preview is drawn meanwhile
        document = pdfium.PdfDocument(made.pdf)
        text = "\n".join(p.get_textpage().get_text_range() for p in document)
        document.close()
    return text


def test_fronts_beside_their_backs(sample: Session) -> None:
    sample.window.go(PrintRoute(sample.services.workspace.groups()[1].id))
    page = ready(sample)
    one = page.preview.sheet.pixmap()
    page.preview.both_button.click()
    ready(sample)
    assert "Pages 1 and 2 of 6" in seen(page)
    both = page.preview.sheet.pixmap()
    assert both.width() / both.height() > 1.3 > one.width() / one.height()
    page.preview.turn(1)
    ready(sample)
    assert "Pages 3 and 4 of 6" in seen(page)
    choose(page.chooser.options.layout_box, "Half a page")
    ready(sample)
    assert not page.preview.both_button.isEnabled()
    assert "Page 3 of" in seen(page)


def test_for_a_print_shop(sample: Session, tmp_path: Path) -> None:
    """Each side is a page of the card's own size with bleed, or a picture of as many pixels."""
    sample.window.go(PrintRoute(sample.services.workspace.groups()[1].id))
    page = ready(sample)
    choose(page.chooser.options.layout_box, "Poker card")
    ready(sample)
    page.shop.export(tmp_path / "shop.pdf")
    sample.services.wait()
    settle()
    opened = pdfium.PdfDocument(tmp_path / "shop.pdf")
    assert len(opened) == 18  # eight members and the group, both sides
    for sheet in opened:
        assert [round(n / 72 * 25.4, 1) for n in sheet.get_size()] == [69.0, 94.0]
        trim = [round(n / 72 * 25.4, 1) for n in sheet.get_trimbox()]
        assert trim == [3.0, 3.0, 66.0, 91.0]
    folder = tmp_path / "pictures"
    page.shop.export(folder, 300)
    sample.services.wait()
    settle()
    assert "Wrote 18 pictures to" in page.sending.state.whole
    names = sorted(file.name for file in folder.iterdir())
    assert names[:2] == ["01 Zeke.png", "02 Zeke back.png"]
    from PIL import Image

    with Image.open(folder / names[0]) as image:
        assert image.size == (round(69 / 25.4 * 300), round(94 / 25.4 * 300) + 1)
        assert round(image.info["dpi"][0]) == 300
    assert "8 members · as printed" in seen(page)


def test_the_preview_shows_the_first_sheet_before_the_rest(sample: Session) -> None:
    sample.window.go(PrintRoute(sample.services.workspace.groups()[1].id))
    page = sample.window.pages.print
    page.make()
    sample.services.wait()
    settle()
    assert "Page 1, the rest follows" in seen(page)
    assert not page.save_button.isEnabled()  # not before all of it is there
    ready(sample)
    assert "Page 1 of 6" in seen(page)
    assert page.save_button.isEnabled()


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768)])
def test_nothing_moves_while_pages_are_made_and_sent(
    sample: Session, size: tuple[int, int]
) -> None:
    sample.window.resize(*size)
    sample.window.go(PrintRoute(sample.services.workspace.groups()[1].id))
    page = ready(sample)
    parts = (page.preview.area, page.preview.both_button, page.save_button, page.shop_button)

    def places() -> list[tuple[QPoint, QSize]]:
        settle()
        return [(part.mapTo(page, part.rect().topLeft()), part.size()) for part in parts]

    before = places()
    gate = Event()
    page.sending.run(lambda told: gate.wait(20), lambda _waited: "Sent.", "Sending…", 6)
    page.preview.busy(True)
    assert places() == before
    for part in (page.preview.stop_button, page.sending.stop_button, page.sending.progress):
        assert part.visibleRegion().boundingRect().size() == part.size(), part.accessibleName()
    gate.set()
    ready(sample)
    assert places() == before
    others: tuple[QWidget, ...] = (
        page.groups.more_button,
        page.preview.both_button,
        page.shop_button,
    )
    for other in others:
        assert other.visibleRegion().boundingRect().size() == other.size(), other.accessibleName()


def test_kept_cards_make_the_same_bytes(sample: Session) -> None:
    """What is used again of the document before changes nothing."""
    printing = sample.services.printing
    group = sample.services.workspace.groups()[1].id
    choice = PrintChoice()
    kept: dict[Any, Any] = {}
    read = {group: printing.read(group)}
    when = datetime(2026, 1, 1)
    given: dict[str, Any] = {"read": read, "when": when, "kept": kept}
    first = printing.make({group: choice}, first=True, **given)
    assert first.pages == 2
    assert len(kept) == 4
    again = printing.make({group: choice}, **given)
    assert len(kept) == 10  # eight members, their group, the blank card that fills the sheet
    assert again.pdf == printing.make({group: choice}, when=when).pdf
