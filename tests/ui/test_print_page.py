"""Printing through the window: choosing, the preview, saving, the printer; portraits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QComboBox, QWidget

from lastdays import language
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.printing.print_jobs import KINDS, PrintChoice, kind_name
from lastdays.desktop import system_language
from lastdays.model.recruiting import Recruit
from lastdays.ui.app import Session
from lastdays.ui.navigation import FoundRoute, GroupRoute, PrintRoute
from lastdays.ui.pages.print_page import PrintPage
from lastdays.ui.widgets.parts import Picker
from sure import as_a, sure
from ui.hands import arrive, click, focus, key, menu_item, seen, settle, tab_to
from ui.measuring import window_rect
from unit.pdf.reading import text_of

MM = 72 / 25.4


def ready(session: Session) -> PrintPage:
    """The document is made and the page that is looked at is drawn."""
    page = session.window.pages.print
    page.make()
    arrive(session)
    return as_a(PrintPage, page)


@pytest.fixture
def at_print(sample: Session) -> Session:
    sample.window.go(GroupRoute(sample.services.workspace.groups()[1].id))
    settle()
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
    page: PrintPage, at_print: Session, tmp_path: Path
) -> None:
    tiles = page.chooser.tiles
    assert tiles["characters"].accessibleName() == "Character cards: not printed yet"
    assert page.save_to(tmp_path / "cards.pdf")
    assert tiles["characters"].accessibleName() == "Character cards: 8 members · as printed"
    group = at_print.services.workspace.group(page.group_id).group
    at_print.services.groups.write_notes(group.id, "A limp.", group.members[1].id)
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
    assert page.made is not None
    looked_at = page.made.pdf
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
    assert page.made is not None
    text = pdfium.PdfDocument(page.made.pdf)[0].get_textpage().get_text_range()
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
    again.window.go(PrintRoute(zeke))
    page = again.window.pages.print
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


def test_stopped_leaves_no_document_until_it_is_made_again(
    page: PrintPage, at_print: Session
) -> None:
    page.make()
    click(page, "Stop")
    arrive(at_print)
    assert "Stopped; nothing was written." in seen(page)
    assert page.made is None
    click(page, "Refresh preview")
    ready(at_print)
    assert "Page 1 of 6" in seen(page)
    assert "Refresh preview" not in seen(page)


def test_a_document_that_arrives_after_the_choice_changed_is_not_saved_as_the_new_one(
    page: PrintPage, at_print: Session
) -> None:
    page.make()
    at_print.services.wait()  # made, but not shown yet
    choose(page.chooser.options.layout_box, "Poker card")
    assert page.made is not None
    assert not page.save_button.isEnabled()
    ready(at_print)
    assert page.save_button.isEnabled()
    assert page.made.pages == 2


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
    at_print.window.undo_action.trigger()
    settle()
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
    at_print.services.wait()
    settle()
    assert page.print_button.isEnabled()
    assert page.made is not None
    assert (tmp_path / "printed.pdf").read_bytes() == page.made.pdf  # lines, no pictures of them
    printed = pdfium.PdfDocument(tmp_path / "printed.pdf")
    assert len(printed) == 2
    width, height = printed[0].get_size()
    assert (round(width / MM, 0), round(height / MM, 0)) == (216, 279)
    assert "Print at 100 %" in at_print.window.toast.text.text()
    assert "not printed yet" not in seen(page)


def test_a_campaign_without_groups(session: Session) -> None:
    session.services.campaigns.begin("Empty")
    session.window.refresh()
    session.window.go(PrintRoute())
    settle()
    page = session.window.pages.print
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
    window.go(GroupRoute(sample.services.workspace.groups()[1].id))
    page = window.pages.group
    page.roster.table.setCurrentIndex(page.roster.model.index(0, 0))
    assert page.view is not None
    zeke = page.view.group.members[0].id
    page.portray(zeke, picture(tmp_path / "face.png"))
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
    window.undo_action.trigger()
    settle()
    assert not page.member_panel.portrait.isVisible()
    window.redo_action.trigger()
    settle()
    menu_item(page.member_panel.more_button, "Portrait", "Remove the picture")
    assert not page.member_panel.portrait.isVisible()
    assert "removed the portrait of Zeke" in window.undo_action.text()


@pytest.mark.qt_log_ignore("Corrupt JPEG|Not a")
def test_a_file_that_is_no_picture(sample: Session, tmp_path: Path) -> None:
    window = sample.window
    window.go(GroupRoute(sample.services.workspace.groups()[1].id))
    page = window.pages.group
    file = tmp_path / "notes.txt"
    file.write_text("no picture")
    assert page.view is not None
    page.portray(page.view.group.members[0].id, file)
    assert "notes.txt isn't a picture this program can read" in window.toast.text.text()


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
    area = sure(page.chooser.parentWidget()).parentWidget()
    assert isinstance(area, QAbstractScrollArea)
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


def test_a_large_group_is_ticked_within_its_list(page: PrintPage, at_print: Session) -> None:
    group = at_print.services.workspace.group(page.group_id).group
    for n in range(8):
        recruit = Recruit("goon", f"Gus {n}")
        at_print.services.groups.recruit(group.id, recruit, allowed=True)
    page.refresh()
    members = page.chooser.members
    page.chooser.members_fold.show_open(True)
    settle()
    assert members.viewport().height() // members.sizeHintForRow(0) == 12
    members.setFocus()
    key("End", "Space")
    assert members.verticalScrollBar().value() > 0
    assert "Whose cards: 15 of 16" in seen(page)


@pytest.fixture(params=["de", "fr"])
def longer_words(request: pytest.FixtureRequest) -> Iterator[None]:
    with system_language.catalogue(request.param).open("rb") as file:
        language.speak(request.param, language.read(file))
    yield
    language.speak("en")


def test_the_page_does_not_scroll_sideways_in_longer_words(
    longer_words: None, sample: Session
) -> None:
    sample.window.resize(1280, 720)
    sample.window.go(PrintRoute())
    settle()
    page = sample.window.pages.print
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
