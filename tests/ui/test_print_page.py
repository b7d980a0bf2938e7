"""Printing through the window: choosing, the preview, saving, the printer; portraits."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageRanges
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QComboBox, QWidget

from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.printing.print_jobs import KINDS, PrintChoice, kind_name
from lastdays.desktop import spooler
from lastdays.errors import LastDaysError
from lastdays.model.recruiting import Recruit
from lastdays.pdf import preview
from lastdays.pdf.content import Backs, PrintedDocument, PrintOptions, TestSheet, TextSheet
from lastdays.pdf.preview import PreviewPages
from lastdays.ui.app import Session
from lastdays.ui.navigation import FoundRoute, GroupRoute, PrintRoute
from lastdays.ui.pages.print_page import PrintPage
from lastdays.ui.widgets import paper
from lastdays.ui.widgets.parts import Picker
from sure import as_a, sure
from ui.hands import arrive, click, focus, go, key, menu_item, push, seen, settle, tab_to
from ui.measuring import window_rect
from unit.pdf.reading import printed, text_of, truckers, zeke

MM = 72 / 25.4


def ready(session: Session) -> PrintPage:
    """The document is made and the page that is looked at is drawn."""
    page = session.window.pages.print
    page.make()
    arrive(session)
    return as_a(PrintPage, page)


@pytest.fixture
def at_print(sample: Session) -> Session:
    go(sample.window, GroupRoute(sample.services.workspace.groups()[1].id))
    key("Ctrl+P")
    ready(sample)
    return sample


@pytest.fixture
def page(at_print: Session) -> PrintPage:
    return as_a(PrintPage, at_print.window.pages.print)


def tick(page: PrintPage, text: str, on: bool = True) -> None:
    """Presses a tile, or its entry in the menu of one, that isn't as it is wanted."""
    kind = next(kind for kind in KINDS if kind_name(kind) == text)
    tile = next(tile for tile in page.chooser.tiles.values() if kind in tile.kinds)
    if (kind in tile.on()) == on:
        return
    if tile.kinds[1:]:
        menu_item(tile, text)
    else:
        tile.click()
    settle()


def choose(box: Picker | QComboBox, text: str) -> None:
    box.setCurrentIndex(box.findText(text))
    settle()


def test_the_preview_shows_the_pages(page: PrintPage, at_print: Session) -> None:
    assert page.group_box.currentText() == "Zeke's Truckers"
    assert "Page 1 of 6" in seen(page)
    assert not page.preview.sheet.pixmap().isNull()
    choose(page.chooser.options.layout_box, "Poker card")
    ready(at_print)
    assert "Page 1 of 2" in seen(page)
    first = page.preview.sheet.pixmap().toImage()
    page.preview.area.setFocus()
    key("PgDown")
    ready(at_print)
    assert "Page 2 of 2" in seen(page)
    assert page.preview.sheet.pixmap().toImage() != first
    whole = page.preview.sheet.pixmap().width()
    key("+", "+", "+")
    ready(at_print)
    assert page.preview.zoom_box.currentText() == "150%"
    assert page.preview.sheet.pixmap().width() > whole


def test_choosing_with_the_keyboard(page: PrintPage, at_print: Session) -> None:
    tiles = page.chooser.tiles
    assert focus() is tiles["characters"]
    key("Space")  # no Character cards
    assert list(page.choice.kinds) == ["group"]
    ready(at_print)
    assert "Page 1 of 2" in seen(page)
    key("Space", "Tab", "Tab", "Space")
    assert list(page.choice.kinds) == ["characters", "group", "reference"]
    assert not page.chooser.members.isVisible()
    tab_to(page.chooser.members_fold.button)
    key("Space")
    tab_to(page.chooser.members)
    key("Down", "Space")
    assert "Whose cards: 7 of 8" in seen(page)
    assert [m.name for m in at_print.services.workspace.group(page.group_id).group.members][
        1
    ] == "Mo"
    ready(at_print)
    assert focus() is page.chooser.members
    click(page, "Select none")
    assert len(page.choice.left_out) == 8
    click(page, "Select all")
    assert not page.choice.left_out


def test_tiles_say_what_has_changed_and_one_stands_for_two_kinds(
    page: PrintPage, tmp_path: Path
) -> None:
    tiles = page.chooser.tiles
    assert tiles["characters"].accessibleName() == "Character cards: not printed yet"
    assert page.save_to(tmp_path / "cards.pdf")
    assert tiles["characters"].accessibleName() == "Character cards: 8 members · as printed"
    group = page.services.workspace.group(page.group_id).group
    page.services.groups.write_notes(group.id, "A limp.", group.members[1].id)
    page.refresh()
    assert "8 members · 1 changed" in seen(page)
    for kind, on in (("Tokens to cut", True), ("Zombie sheet", True), ("Tokens to cut", False)):
        tick(page, kind, on)
        assert tiles["zombies"].isChecked()
    assert [*page.choice.kinds] == ["characters", "group", "zombies"]
    assert tiles["zombies"].accessibleName() == "Zombies, tokens: Zombie sheet"
    tick(page, "Zombie sheet", False)
    assert not tiles["zombies"].isChecked()
    assert [*page.choice.kinds] == ["characters", "group"]


def test_how_it_is_printed_is_a_line_until_it_is_changed(page: PrintPage) -> None:
    options, fold = page.chooser.options, page.chooser.paper_fold
    for part in (options.bleed, options.right, options.marks, page.chooser.members):
        assert not part.isVisible(), part.accessibleName()
    assert "Paper: Quarter page · A4 · Duplex, long edge. Change…" in seen(page)
    tab_to(fold.button)
    key("Space")
    for part in (options.bleed, options.right, options.marks):
        assert part.isVisible(), part.accessibleName()
    choose(options.layout_box, "Half a page")
    options.saver.click()
    options.copies.setValue(2)
    assert "Paper: Half a page · A4 · Ink saver · 2 copies. Change…" in seen(page)


@pytest.mark.smoke
def test_saved_is_what_was_looked_at_and_counts_as_printed(
    page: PrintPage, at_print: Session, tmp_path: Path
) -> None:
    page.chooser.members_fold.show_open(True)
    assert "Mo · not printed yet" in seen(page)
    target = tmp_path / "cards.pdf"
    looked_at = sure(page.made).pdf
    assert page.save_to(target)
    assert target.read_bytes() == looked_at
    assert len(pdfium.PdfDocument(target)) == 6
    assert "Wrote" in at_print.window.toast.text.text()
    assert "not printed yet" not in seen(page)

    mo = next(
        m for m in at_print.services.workspace.group(page.group_id).group.members if m.name == "Mo"
    )
    at_print.services.groups.write_notes(page.group_id, "A limp.", mo.id)
    page.refresh()
    assert "Mo · changed" in seen(page)
    page.chooser.only_changed.click()
    ready(at_print)
    text = pdfium.PdfDocument(sure(page.made).pdf)[0].get_textpage().get_text_range()
    assert "A limp." in text
    assert "Zeke\n" not in text.replace("\r", "")
    assert page.save_to(target)
    ready(at_print)
    assert "Nothing has changed since it was printed." in seen(page)
    assert not page.save_button.isEnabled()


def test_the_choice_is_kept_for_each_group(
    page: PrintPage, at_print: Session, open_window: Callable[..., Session]
) -> None:
    zeke, carl = page.group_id, at_print.services.workspace.groups()[0].id
    choose(page.chooser.options.layout_box, "Tarot card")
    page.chooser.options.saver.click()
    tick(page, "Zombie sheet")
    at_print.window.go(PrintRoute(carl))
    assert page.chooser.options.setting().layout == "quarter"
    at_print.close()
    again = open_window()
    page = go(again.window, PrintRoute(zeke))
    assert page.choice == PrintChoice(
        ("characters", "group", "zombies"), setting=page.chooser.options.setting()
    )
    assert page.chooser.options.layout_box.currentText() == "Tarot card"
    assert page.chooser.options.saver.isChecked()


def test_what_does_not_fit_is_said_in_place_of_the_pages(
    page: PrintPage, at_print: Session
) -> None:
    choose(page.chooser.options.layout_box, "Custom size")
    page.chooser.options.width_mm.setValue(250)
    page.chooser.options.height_mm.setValue(290)
    ready(at_print)
    assert "does not fit on A4" in seen(page)
    assert "The largest that does is 195 × 282 mm" in seen(page)
    assert not page.print_button.isEnabled()
    page.chooser.options.width_mm.setValue(90)
    page.chooser.options.height_mm.setValue(100)
    ready(at_print)
    assert "Page 1 of" in seen(page)
    assert page.print_button.isEnabled()


def test_what_had_to_give_way_is_named_before_printing(page: PrintPage, at_print: Session) -> None:
    group = at_print.services.workspace.group(page.group_id).group
    at_print.services.groups.write_notes(group.id, "word " * 900, group.members[0].id)
    at_print.services.groups.write_notes(group.id, "<b>🧟</b>", group.members[1].id)
    at_print.services.groups.write_notes(group.id, "word " * 215, group.members[2].id)
    at_print.services.announce()
    choose(page.chooser.options.layout_box, "Poker card")
    ready(at_print)
    words = page.preview.notices.text()
    assert f"⚠ {group.members[2].name}: Set in 7 point instead of 7.5, to fit." in words
    assert "Zeke: Continues on" in words
    assert "Mo: No font has these; they are spelled out: 🧟 [zombie]." in words


def test_nobody_or_nothing_ticked(page: PrintPage, at_print: Session) -> None:
    tick(page, "Group-and-Refuge card", on=False)
    page.chooser.members_fold.show_open(True)
    click(page, "Select none")
    ready(at_print)
    assert "Choose whose cards to print." in seen(page)
    tick(page, "Character cards", on=False)
    ready(at_print)
    assert "Choose what to print." in seen(page)


@pytest.mark.parametrize("layout", ["Poker card", "Quarter page"])
def test_stopped_when_all_was_made_but_not_shown(
    page: PrintPage, at_print: Session, layout: str
) -> None:
    choose(page.chooser.options.layout_box, layout)
    page.make()
    at_print.services.wait()
    click(page, "Stop")
    arrive(at_print)
    assert "Stopped; nothing was written." in seen(page)
    assert page.made is None
    assert not page.save_button.isEnabled()
    click(page, "Refresh preview")
    ready(at_print)
    assert "Page 1 of" in seen(page)
    assert "Refresh preview" not in seen(page)


def test_a_document_that_arrives_after_the_choice_changed_is_not_saved_as_the_new_one(
    page: PrintPage, at_print: Session
) -> None:
    page.make()
    at_print.services.wait()  # made, but not shown yet
    choose(page.chooser.options.layout_box, "Poker card")
    assert not page.save_button.isEnabled()
    ready(at_print)
    assert page.save_button.isEnabled()
    assert sure(page.made).pages == 2


def test_the_first_and_the_last_page(page: PrintPage) -> None:
    assert page.preview.back_button.accessibleName() == "Previous page"
    assert page.preview.next_button.accessibleName() == "Next page"
    page.preview.area.setFocus()
    key("End")
    assert "Page 6 of 6" in seen(page)
    key("Home")
    assert "Page 1 of 6" in seen(page)
    page.preview.next_button.setFocus()
    key(*["Space"] * 6)
    assert "Page 6 of 6" in seen(page)
    assert focus() is page.preview.next_button


def test_the_groups_last_change_is_undone_here_too(page: PrintPage, at_print: Session) -> None:
    at_print.services.groups.write_notes(page.group_id, "Oops")
    page.refresh()
    at_print.services.changed.emit(EVERYTHING)
    assert "wrote group notes" in at_print.window.undo_action.text()
    push(at_print.window.undo_action)
    assert at_print.services.workspace.group(page.group_id).group.notes == ""


@pytest.mark.parametrize(("width", "height"), [(3000, 200), (200, 3000)])
def test_a_portrait_is_never_a_stripe(
    qapp: QApplication, tmp_path: Path, width: int, height: int
) -> None:
    from lastdays.ui.widgets.pictures import read_portrait

    kept = QImage.fromData(read_portrait(picture(tmp_path / "p.png", width, height)))
    assert 0.55 < kept.width() / kept.height() < 1.4


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        b"<image href='file:///etc/hostname' width='9' height='9'/></svg>",
        b"notes",
        b"",
    ],
)
def test_only_pixels_are_read_as_a_portrait(tmp_path: Path, content: bytes) -> None:
    """A drawing in lines may name any file of the machine."""
    from lastdays.errors import DocumentError
    from lastdays.ui.widgets.pictures import read_portrait

    (tmp_path / "p.svg").write_bytes(content)
    with pytest.raises(DocumentError, match="isn't a picture this program can read"):
        read_portrait(tmp_path / "p.svg")


def test_through_the_printer_at_true_size(at_print: Session, tmp_path: Path) -> None:
    from PySide6.QtPrintSupport import QPrinter

    page = at_print.window.pages.print
    choose(page.chooser.options.paper, "Letter")
    choose(page.chooser.options.layout_box, "Poker card")
    ready(at_print)
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    printer.setResolution(100)
    page.print_on(printer)
    assert not page.print_button.isEnabled()  # once at a time
    arrive(at_print)
    assert page.print_button.isEnabled()
    assert (tmp_path / "printed.pdf").read_bytes() == sure(
        page.made
    ).pdf  # lines, no pictures of them
    printed = pdfium.PdfDocument(tmp_path / "printed.pdf")
    assert len(printed) == 2
    width, height = printed[0].get_size()
    assert (round(width / MM, 0), round(height / MM, 0)) == (216, 279)
    assert "Print at 100 %" in at_print.window.toast.text.text()
    assert "not printed yet" not in seen(page)


def test_a_campaign_without_groups(session: Session) -> None:
    session.services.campaigns.begin("Empty")
    session.window.refresh()
    page = go(session.window, PrintRoute())
    assert "There isn't a group to print yet" in seen(page)
    for part in (page.chooser, page.group_box, page.save_button, page.print_button):
        assert not part.isVisible()  # nothing of it can be used yet
    click(page, "Create group")
    assert session.window.route == FoundRoute()


def picture(file: Path, width: int = 800, height: int = 900) -> Path:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("darkred"))
    assert image.save(str(file))
    return file


def test_a_portrait_is_set_shown_printed_undone_and_removed(
    sample: Session, tmp_path: Path
) -> None:
    window = sample.window
    page = go(window, GroupRoute(sample.services.workspace.groups()[1].id))
    page.roster.table.setCurrentIndex(page.roster.model.index(0, 0))
    zeke = sure(page.view).group.members[0].id
    page.deeds.portray(zeke, picture(tmp_path / "face.png"))
    settle()
    assert page.member_panel.portrait.isVisible()
    assert not page.member_panel.portrait.icon().isNull()
    group = sample.services.workspace.group(page.group_id).group
    stored = sample.services.groups.portrait(group.members[0].portrait)
    assert QImage.fromData(stored).height() == 675

    made = sample.services.printing.make({group.id: PrintChoice(("characters",))})
    images = [
        o
        for o in pdfium.PdfDocument(made.pdf)[0].get_objects(max_depth=6)
        if isinstance(o, pdfium.PdfImage)
    ]
    assert len(images) == 1
    assert not [n for n in made.notices if n.kind == "portrait"]

    document = sample.services.groups.export(group.id)
    copy = sample.services.groups.import_document(window.campaign_id, document)
    imported = sample.services.workspace.group(copy).group.members[0].portrait
    assert sample.services.groups.portrait(imported) == stored

    assert "set the portrait of Zeke" in window.undo_action.text()
    push(window.undo_action)
    assert not page.member_panel.portrait.isVisible()
    push(window.redo_action)
    menu_item(page.member_panel.more_button, "Portrait", "Remove the picture")
    assert not page.member_panel.portrait.isVisible()
    assert "removed the portrait of Zeke" in window.undo_action.text()


def test_damaged_portraits_in_a_document(sample: Session) -> None:
    services = sample.services
    document = json.loads(services.groups.export(services.workspace.groups()[0].id))
    from lastdays.errors import DocumentError

    for bad in ({"a": "***"}, [1], {"a": 5}):
        document["portraits"] = bad
        with pytest.raises(DocumentError, match="portraits in this group document are damaged"):
            services.groups.import_document(
                sample.window.campaign_id, json.dumps(document).encode()
            )


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1080)])
def test_all_there_is_to_choose_is_seen_beside_the_page(
    page: PrintPage, at_print: Session, size: tuple[int, int]
) -> None:
    """Nothing is scrolled; what is folded in a small window is open in a large one."""
    at_print.window.resize(*size)
    settle()
    area = as_a(QAbstractScrollArea, sure(page.chooser.parentWidget()).parentWidget())
    assert area.horizontalScrollBar().maximum() == 0
    assert area.verticalScrollBar().maximum() == 0
    chooser = page.chooser
    parts: list[QWidget] = [*chooser.tiles.values(), chooser.members_fold.button, page.save_button]
    if size == (1920, 1080):
        parts += [chooser.options.right, chooser.options.ruler, chooser.members]
    for part in parts:
        assert part.visibleRegion().boundingRect().size() == part.size(), part.accessibleName()


def test_the_size_of_a_card_is_told_and_an_own_one_begins_with_it(page: PrintPage) -> None:
    options = page.chooser.options
    choose(options.layout_box, "Poker card")
    assert (options.width_mm.value(), options.height_mm.value()) == (63, 88)
    assert not options.width_mm.isEnabled()
    before = window_rect(options.paper, options.paper.rect())
    choose(options.layout_box, "Custom size")
    assert options.width_mm.isEnabled()
    assert options.setting().layout == "63x88"
    assert window_rect(options.paper, options.paper.rect()) == before


def test_a_large_group_is_ticked_within_its_list(page: PrintPage) -> None:
    group = page.services.workspace.group(page.group_id).group
    for n in range(8):
        recruit = Recruit("goon", f"Gus {n}")
        page.services.groups.recruit(group.id, recruit, allowed=True)
    page.refresh()
    members = page.chooser.members
    page.chooser.members_fold.show_open(True)
    settle()
    assert members.viewport().height() // members.sizeHintForRow(0) == 12
    members.setFocus()
    key("End", "Space")
    assert members.verticalScrollBar().value() > 0
    assert "Whose cards: 15 of 16" in seen(page)


def test_the_page_does_not_scroll_sideways_in_longer_words(tongue: str, sample: Session) -> None:
    del tongue
    sample.window.resize(1280, 720)
    page = go(sample.window, PrintRoute())
    assert page.width() <= sure(page.parentWidget()).width()


def test_blank_cards_fill_the_last_sheet_of_a_whole_group(at_print: Session) -> None:
    """Eight members and the group's card: the places beside the ninth card are for who joins."""
    printing, group = at_print.services.printing, at_print.services.workspace.groups()[1].id
    cards = len(at_print.services.workspace.group(group).group.roster) + 1
    assert cards % 4
    whole = printing.make({group: PrintChoice(("characters", "group"))})
    assert text_of(whole).count("Character Type") == -cards % 4
    assert whole.pages == 2 * -(-cards // 4)
    part = printing.make({group: PrintChoice(("characters",))})
    assert "Character Type" not in text_of(part)


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
    found = sure(textpage.search(text).get_next())
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
    arrive(sample)
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
    arrive(sample)
    assert "no toner" in page.sending.state.whole
    assert "no toner" in window.toast.text.text()
    assert page.chooser.tiles["characters"].accessibleName() == "Character cards: not printed yet"


def test_several_groups_on_the_same_sheets(sample: Session) -> None:
    """The other group's cards follow, without those nobody ticked."""
    groups = sample.services.workspace.groups()
    carl, zeke_ = groups[0], groups[1]
    sample.window.go(PrintRoute(zeke_.id))
    page = ready(sample)
    alone = sure(page.made).pages
    assert page.groups.more_button.text() == "More groups"
    menu_item(page.groups.more_button, carl.name)
    page = ready(sample)
    assert page.groups.more_button.text() == "and 1 more group"
    text = whole_text(sure(page.made))
    assert "Carl" in text
    assert "Zeke" in text
    both = sure(page.made).pages
    assert both > alone
    model = page.chooser.members_model
    carls = [n for n, r in enumerate(model.rows) if carl.name in r.detail]
    for n in carls:
        model.setData(model.index(n, 0), 0, 10)
    page = ready(sample)
    assert sure(page.made).pages < both
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
    page.export(tmp_path / "shop.pdf")
    arrive(sample)
    opened = pdfium.PdfDocument(tmp_path / "shop.pdf")
    assert len(opened) == 18  # eight members and the group, both sides
    for sheet in opened:
        assert [round(n / 72 * 25.4, 1) for n in sheet.get_size()] == [69.0, 94.0]
        trim = [round(n / 72 * 25.4, 1) for n in sheet.get_trimbox()]
        assert trim == [3.0, 3.0, 66.0, 91.0]
    folder = tmp_path / "pictures"
    page.export(folder, 300)
    arrive(sample)
    assert "Wrote 18 pictures to" in page.sending.state.whole
    names = sorted(file.name for file in folder.iterdir())
    assert names[:2] == ["01 Zeke.png", "02 Zeke back.png"]
    from PIL import Image

    with Image.open(folder / names[0]) as image:
        assert image.size == (round(69 / 25.4 * 300), round(94 / 25.4 * 300) + 1)
        assert round(image.info["dpi"][0]) == 300
    assert "8 members · as printed" in seen(page)


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


def test_what_was_read_before_makes_the_same_bytes(sample: Session) -> None:
    printing = sample.services.printing
    group = sample.services.workspace.groups()[1].id
    choice = PrintChoice()
    read = {group: printing.read(group)}
    when = datetime(2026, 1, 1)
    again = printing.make({group: choice}, read=read, when=when)
    assert again.pdf == printing.make({group: choice}, when=when).pdf
