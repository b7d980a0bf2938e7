"""Printing through the window: choosing, the preview, saving, the printer; portraits."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops
from PySide6.QtGui import QPageLayout, QPageRanges
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QComboBox

from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.campaign.printing.print_kinds import KINDS, kind_name
from lastdays.errors import LastDaysError
from lastdays.pdf import preview
from lastdays.pdf.content import Backs, TestSheet, TextSheet
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    CampaignRoute,
    FoundRoute,
    GroupRoute,
    GuideRoute,
    PrintRoute,
    ShareRoute,
)
from lastdays.ui.pages.print_page import PrintPage
from lastdays.ui.widgets import paper
from lastdays.ui.widgets.parts import Picker
from sure import as_a, sure
from ui.hands import arrive, click, focus, go, key, menu_item, seen, settle, tab_to
from ui.measuring import window_rect
from ui.places import point_at
from ui.printing import ready
from unit.pdf.reading import MM, printed, text_of, truckers, words_of, zeke

MODES = QPrinter.DuplexMode


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
    if (kind in tile.ticked_kinds()) == on:
        return
    if tile.kinds[1:]:
        menu_item(tile, text)
    else:
        tile.click()
    settle()


def choose(box: Picker | QComboBox, text: str) -> None:
    box.setCurrentIndex(box.findText(text))
    settle()


def test_the_preview_shows_the_pages_and_turns_them(page: PrintPage, at_print: Session) -> None:
    assert page.group_box.currentText() == "Zeke's Truckers"
    assert "Page 1 of 6" in seen(page)
    page.preview.area.setFocus()
    key("End")
    assert "Page 6 of 6" in seen(page)
    key("Home")
    assert "Page 1 of 6" in seen(page)
    assert page.preview.back_button.accessibleName() == "Previous page"
    assert page.preview.next_button.accessibleName() == "Next page"
    page.preview.next_button.setFocus()
    key(*["Space"] * 6)
    assert "Page 6 of 6" in seen(page)
    assert focus() is page.preview.next_button
    page.preview.area.setFocus()
    key("Home")
    choose(page.chooser.options.layout_box, "Poker card")
    ready(at_print)
    assert "Page 1 of 2" in seen(page)
    first = page.preview.sheet.pixmap().toImage()
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
    assert tiles["characters"].accessibleName() == "Character cards: 8 members · unchanged"
    group = page.services.workspace.group(page.group_id).group
    page.services.groups.write_notes(group.id, "A limp.", group.members[1].id)
    page.refresh()
    assert "8 members · 1 changed" in seen(page)
    for kind, on in (
        ("Tokens to cut out", True),
        ("Zombie sheet", True),
        ("Tokens to cut out", False),
    ):
        tick(page, kind, on)
        assert tiles["zombies"].isChecked()
    assert [*page.choice.kinds] == ["characters", "group", "zombies"]
    assert tiles["zombies"].accessibleName() == "Zombies, tokens: Zombie sheet"
    tick(page, "Zombie sheet", False)
    assert not tiles["zombies"].isChecked()
    assert [*page.choice.kinds] == ["characters", "group"]


def test_how_it_is_printed_is_a_line_until_it_is_changed(page: PrintPage) -> None:
    options, fold = page.chooser.options, page.chooser.paper_fold
    for part in (options.bleed, options.right, options.ticks["crop_marks"], page.chooser.members):
        assert not part.isVisible(), part.accessibleName()
    assert "Paper: Quarter page · A4 · Duplex, long edge. Change…" in seen(page)
    tab_to(fold.button)
    key("Space")
    for part in (options.bleed, options.right, options.ticks["crop_marks"]):
        assert part.isVisible(), part.accessibleName()
    choose(options.layout_box, "Half a page")
    options.ticks["ink_saver"].click()
    options.copies.setValue(2)
    assert "Paper: Half a page · A4 · Ink saver · 2 copies. Change…" in seen(page)


def test_backs_that_are_too_far_right_and_up_are_moved_left_and_down(page: PrintPage) -> None:
    options = page.chooser.options
    choose(options.layout_box, "Poker card")

    def back() -> tuple[float, float]:
        setting = options.setting()
        made = printed(zeke(), layout=setting.layout, backs=setting.backs, offset=setting.offset)
        return next((w.left, w.bottom) for w in words_of(made, 1) if w.text == "Zeke")

    before = back()
    assert options.right.accessibleName() == "Backs too far right by"
    assert options.up.accessibleName() == "Backs too far up by"
    options.right.setValue(1.5)
    options.up.setValue(2.0)
    # A back is read mirrored about the upright axis: what is right on it is left from the front.
    assert back()[0] - before[0] == pytest.approx(1.5, abs=0.01)
    assert back()[1] - before[1] == pytest.approx(-2.0, abs=0.01)


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

    mo = at_print.services.workspace.group(page.group_id).group.members[1]
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
    page.chooser.options.ticks["ink_saver"].click()
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
    assert page.chooser.options.ticks["ink_saver"].isChecked()


def test_print_in_the_list_of_places_follows_the_group_one_came_from(
    page: PrintPage, at_print: Session
) -> None:
    window, printed = at_print.window, page.group_id
    other = next(g.id for g in at_print.services.workspace.groups() if g.id != printed)
    go(window, GroupRoute(other))
    point_at(window, "Print")
    assert page.group_id == other
    go(window, CampaignRoute())
    point_at(window, "Print")
    assert page.group_id == other
    go(window, ShareRoute(printed))
    go(window, GuideRoute())
    point_at(window, "Print")
    assert page.group_id == printed
    # Other pages between them don't bring back what was printed last.
    go(window, GroupRoute(other))
    go(window, CampaignRoute())
    point_at(window, "Print")
    assert page.group_id == other
    # Whoever is chosen there stays, until another group is shown.
    page.group_box.picked.emit(printed)
    go(window, CampaignRoute())
    point_at(window, "Print")
    assert page.group_id == printed


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
    assert "Mo: No font has these characters; they are spelled out: 🧟 [zombie]." in words


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


def test_through_the_printer_at_true_size(
    page: PrintPage, at_print: Session, tmp_path: Path
) -> None:
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
    made = sure(page.made).pdf
    assert (tmp_path / "printed.pdf").read_bytes() == made  # lines, no pictures of them
    width, height = pdfium.PdfDocument(made)[0].get_size()
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


def test_blank_cards_fill_the_last_sheet_of_a_whole_group(sample: Session) -> None:
    """Eight members and the group's card: the places beside the ninth card are for who joins."""
    printing, group = sample.services.printing, sample.services.workspace.groups()[1].id
    whole = printing.make({group: PrintChoice(("characters", "group"))})
    assert text_of(whole).count("Character Type") == 3
    assert whole.pages == 6
    choice, when = PrintChoice(("characters",)), datetime(2026, 1, 1)
    part = printing.make({group: choice}, when=when)
    assert "Character Type" not in text_of(part)
    # What was read before makes the same bytes.
    again = printing.make({group: choice}, read={group: printing.read(group)}, when=when)
    assert again.pdf == part.pdf


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
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return said


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
    paper.prepare_printer(printer, made)
    assert printer.duplex_chosen == mode
    assert printed(TextSheet("roster", "Roster", "", ())).edge == ""
    assert printed(TestSheet("Test")).edge == "long"


@pytest.mark.smoke
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_the_edge_is_that_of_the_paper_when_it_lies(qapp: QApplication, backs: Backs) -> None:
    """A card that makes the sheet lie: its back is turned about the edge the printer turns at."""
    made = printed(zeke(), layout="120x170", backs=backs)
    printer = Asked()
    paper.prepare_printer(printer, made)
    page = pdfium.PdfDocument(made.pdf)[0]
    assert page.get_width() > page.get_height()
    assert printer.pageLayout().orientation() == QPageLayout.Orientation.Landscape
    assert made.edge == backs.removeprefix("duplex-")
    # Turned over its long edge, which lies: what was on the left stays there, upside down.
    front, back = (next(w for w in words_of(made, n) if "Zeke" in w.text).left for n in (0, 1))
    middle = page.get_width() / MM / 2
    assert front < middle
    assert (back < middle) == (backs == "duplex-long")


def test_the_file_itself_goes_to_the_spooler_as_the_dialog_was_answered(
    qapp: QApplication, spool: Path
) -> None:
    made = printed(zeke(), layout="poker")
    printer = Asked()
    paper.prepare_printer(printer, made)

    def sent() -> str:
        paper.print_document(made, printer)
        return " ".join(spool.read_text(encoding="utf-8").splitlines())

    assert sent().startswith(
        "-d Office -n 1 -t Zeke's Truckers -o media=A4 -o print-scaling=none"
        " -o sides=two-sided-long-edge -- "
    )
    assert spool.with_suffix(".pdf").read_bytes() == made.pdf
    # The person wants otherwise.
    printer.setDuplex(MODES.DuplexNone)
    printer.setCopyCount(3)
    printer.setColorMode(QPrinter.ColorMode.GrayScale)
    told = sent()
    for words in ("-n 3", "sides=one-sided", "print-color-mode=monochrome"):
        assert words in told
    printer.setDuplex(MODES.DuplexAuto)
    assert "sides" not in sent()


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
    pages = preview.PreviewPages(made.pdf)
    steps: list[int] = []

    def go_on(n: int) -> bool:
        steps.append(n)
        return True

    paper._paint_pages(pages, [0], printer, go_on)
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


def test_stopped_before_it_is_handed_over_or_between_two_pages(
    qapp: QApplication, spool: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = printed(*(zeke(name=f"Member {n}") for n in range(3)), layout="half")
    with pytest.raises(LastDaysError, match="Nothing was printed"):
        paper.print_document(made, Asked(), lambda _n: False)
    assert not spool.exists()
    monkeypatch.setattr(paper, "_DOTS", 72)
    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "x.pdf"))
    pages = preview.PreviewPages(made.pdf)
    with pytest.raises(LastDaysError, match="Printing was stopped after 1 of 2 pages"):
        paper._paint_pages(pages, [0, 1], printer, lambda n: n < 1)
    pages.close()


def test_the_window_says_what_was_sent_or_why_not_and_stays_alive(
    page: PrintPage, at_print: Session, spool: Path
) -> None:
    lp = spool.parent / "programs" / "lp"
    works = lp.read_text(encoding="utf-8")
    lp.write_text("#!/bin/sh\necho 'no toner' >&2\nexit 1\n", encoding="utf-8")
    page.print_on(Asked())
    arrive(at_print)
    assert "no toner" in page.sending.state.whole
    assert "no toner" in at_print.window.toast.text.text()
    assert page.chooser.tiles["characters"].accessibleName() == "Character cards: not printed yet"
    lp.write_text(works, encoding="utf-8")
    page.print_on(Asked())
    assert page.sending.stop_button.isVisible()
    assert not page.print_button.isEnabled()
    assert page.save_button.isEnabled()
    arrive(at_print)
    assert 'Sent 6 pages to Office. Print at 100 %, not "fit to page".' in seen(page)
    assert "8 members · unchanged" in seen(page)
    assert not page.sending.stop_button.isVisible()
    assert page.print_button.isEnabled()


def test_printing_is_stopped(page: PrintPage, at_print: Session, spool: Path) -> None:
    with preview.ONE_AT_A_TIME:  # no page is drawn before it is stopped
        page.print_on(Asked())
        page.sending.stop_button.click()
    arrive(at_print)
    assert "Nothing was printed" in page.sending.state.whole
    assert not spool.exists()
    assert page.chooser.tiles["characters"].accessibleName() == "Character cards: not printed yet"


def test_several_groups_on_the_same_sheets(
    page: PrintPage, at_print: Session, tmp_path: Path
) -> None:
    """The other group's cards follow, without those nobody ticked."""
    carl, zeke_ = at_print.services.workspace.groups()
    alone = sure(page.made).pages
    assert page.groups.more_button.text() == "More groups"
    menu_item(page.groups.more_button, carl.name)
    ready(at_print)
    assert page.groups.more_button.text() == "and 1 more group"
    both = sure(page.made).pages
    assert both > alone
    with preview.ONE_AT_A_TIME:  # the preview is drawn meanwhile
        text = text_of(sure(page.made))
    assert "Carl" in text
    assert "Zeke" in text
    model = page.chooser.members_model
    for n, row in enumerate(model.rows):
        if carl.name in row.detail:
            model.setData(model.index(n, 0), 0, 10)
    ready(at_print)
    assert sure(page.made).pages < both
    assert page.choice.left_out == ()
    # Each group's cards count unchanged.
    page.save_to(tmp_path / "both.pdf")
    assert "group" not in at_print.services.printing.read(carl.id).changed
    assert at_print.services.printing.read(zeke_.id).changed == {}


def test_fronts_beside_their_backs(page: PrintPage, at_print: Session) -> None:
    one = page.preview.sheet.pixmap()
    page.preview.both_button.click()
    ready(at_print)
    assert "Pages 1 and 2 of 6" in seen(page)
    both = page.preview.sheet.pixmap()
    assert both.width() / both.height() > 1.3 > one.width() / one.height()
    page.preview.turn_forward()
    ready(at_print)
    assert "Pages 3 and 4 of 6" in seen(page)
    choose(page.chooser.options.layout_box, "Half a page")
    ready(at_print)
    assert not page.preview.both_button.isEnabled()
    assert "Page 3 of" in seen(page)


def test_for_a_print_shop(page: PrintPage, at_print: Session, tmp_path: Path) -> None:
    """Each side is a page of the card's own size with bleed, or a picture of as many pixels."""
    choose(page.chooser.options.layout_box, "Poker card")
    ready(at_print)
    page.export(tmp_path / "shop.pdf")
    arrive(at_print)
    opened = pdfium.PdfDocument(tmp_path / "shop.pdf")
    assert len(opened) == 18  # eight members and the group, both sides
    for sheet in opened:
        assert [round(n / MM, 1) for n in sheet.get_size()] == [69.0, 94.0]
        assert [round(n / MM, 1) for n in sheet.get_trimbox()] == [3.0, 3.0, 66.0, 91.0]
    folder = tmp_path / "pictures"
    page.export(folder, 300)
    arrive(at_print)
    assert "Wrote 18 pictures to" in page.sending.state.whole
    names = sorted(file.name for file in folder.iterdir())
    assert names[:2] == ["01 Zeke.png", "02 Zeke back.png"]
    with Image.open(folder / names[0]) as image:
        assert image.size == (round(69 / 25.4 * 300), round(94 / 25.4 * 300) + 1)
        assert round(image.info["dpi"][0]) == 300
    assert "8 members · unchanged" in seen(page)


def test_all_that_change_opens_is_seen_at_1280_by_720(page: PrintPage, at_print: Session) -> None:
    """With the line of whose cards below it, nothing has to be scrolled to."""
    at_print.window.resize(1280, 720)
    page.chooser.paper_fold.show_open(True)
    ready(at_print)
    window = at_print.window
    for part in (page.chooser.options.ticks["crop_marks"], page.chooser.members_fold.button):
        low = part.mapTo(window, part.rect().bottomLeft()).y()
        assert low < window.height(), part
    assert not page.chooser.visibleRegion().isEmpty()
    assert page.chooser.visibleRegion().boundingRect().height() >= page.chooser.height() - 2
