"""A group or the campaign as others see it: as a picture, a page, text; copied, saved, handed on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication, QImage

from lastdays.campaign.exchange import website
from lastdays.campaign.exchange.chat import LETTERS_MOST, letter_count
from lastdays.campaign.exchange.sharing import SharedGroup, SharedMark, shared_group
from lastdays.model.changes import GroupNotesWritten
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, GroupRoute, ShareRoute
from lastdays.ui.pages.group_picture import MEMBERS_MOST, WIDE, GroupPicture
from lastdays.ui.pages.share_page import SharePage
from lastdays.ui.widgets import dialogs
from lastdays.ui.window import Window
from sure import as_a
from ui.hands import arrive, click, go, key, menu_item, pick, push, where

CREW = "Carl's Crew"


@pytest.fixture
def crew(sample: Session) -> str:
    return next(g.id for g in sample.services.workspace.groups() if g.name == CREW)


@pytest.fixture
def page(sample: Session, crew: str) -> SharePage:
    sample.window.go(GroupRoute(crew))
    menu_item(sample.window.pages.group.head.more_button, "Share…")
    assert where(sample.window) == ShareRoute(crew)
    return as_a(SharePage, sample.window.pages.share)


def drawn(page: SharePage, tale: SharedGroup) -> QImage:
    theme = page.services.theme
    return GroupPicture(theme.name, theme.heading, theme.body).as_image(tale)


def test_a_group_is_drawn_copied_and_saved(page: SharePage, tmp_path: Path) -> None:
    assert page.picture.isVisible()
    assert page.picture.accessibleName() == "Carl's Crew, drawn: 8 members"
    click(page, "Copy picture")
    image = QGuiApplication.clipboard().image()
    assert image.width() == WIDE
    toast = as_a(Window, page.window()).toast.text
    assert "on the clipboard" in toast.text()
    assert page.save_to(tmp_path / "crew.png")
    image = QImage(str(tmp_path / "crew.png"))
    assert image.width() == WIDE
    assert len({image.pixelColor(x, 240).name() for x in range(0, WIDE, 7)}) > 3
    assert not page.save_to(tmp_path)
    assert "could not be written" in toast.text()


def test_text_is_copied_for_a_chat(page: SharePage, crew: str) -> None:
    click(page, "Markdown")
    assert "# Carl's Crew" in page.text.toPlainText()
    click(page, "Copy Markdown")
    assert QGuiApplication.clipboard().text().startswith("# Carl's Crew\n")
    page.take_focus()
    key("Alt+T", "Alt+C")  # with letters, plain text
    assert QGuiApplication.clipboard().text().startswith("CARL'S CREW\n")
    key("Escape")
    assert where(page.window()) == GroupRoute(crew)


@pytest.mark.smoke
def test_web_pages_are_written_and_kept_current(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, services, folder = sample.window, sample.services, tmp_path / "pages"
    monkeypatch.setattr(dialogs, "ask_path", lambda *_, **_how: folder)
    page = go(window, ShareRoute())
    arrive(sample)
    assert "Zeke" in page.web.toPlainText()
    click(page, "Save web pages…")
    arrive(sample)
    assert "Wrote 9 files into" in window.toast.text.text()
    first = folder / "index.html"
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return False

    monkeypatch.setattr("lastdays.ui.services.QDesktopServices.openUrl", open_url)
    click(window.toast, "Open")
    assert opened == [str(first)]
    assert f"It can't be opened from here: {first}" in window.toast.text.text().replace(
        "\u200b", ""
    )
    assert not window.toast.offer_button.isVisible()
    before = first.read_text(encoding="utf-8")
    campaign = window.campaign_id
    groups = tuple(g.id for g in services.workspace.groups(campaign))
    record = services.records.new_record(campaign, groups, "")
    assert services.do(lambda: services.records.record(campaign, record)).succeeded
    services.wait()
    assert first.read_text(encoding="utf-8") == before  # nobody has wished for it
    page.keep_current_tick.click()
    arrive(sample)
    assert "Game 2: Scavengers" in first.read_text(encoding="utf-8")
    assert str(folder) in page.folder_note.text().replace("\u200b", "")
    assert services.do(lambda: services.workspace.undo(campaign)).succeeded
    arrive(sample)
    assert first.read_text(encoding="utf-8") == before
    page.keep_current_tick.click()
    assert services.web_pages.kept(campaign) is None
    assert "Jess" not in before
    page.players.click()  # players are named where that is wished
    page.write_to(folder)
    arrive(sample)
    assert "Jess" in first.read_text(encoding="utf-8")


def test_the_address_of_web_pages_is_kept_with_them(sample: Session, tmp_path: Path) -> None:
    window, folder = sample.window, tmp_path / "pages"
    page = go(window, ShareRoute())
    arrive(sample)
    page.address.setText("club.example")
    page.write_to(folder)
    assert "isn't the address of a folder in the web" in window.toast.text.text()
    assert not folder.exists()
    page.address.setText("https://club.example/riverside")
    page.keep_current_tick.setChecked(True)
    page.write_to(folder)
    arrive(sample)
    first = folder / "index.html"
    assert 'content="https://club.example/riverside/index.html"' in first.read_text("utf-8")
    kept = sample.services.web_pages.kept(window.campaign_id)
    assert kept is not None
    assert kept.address == page.address.text() == "https://club.example/riverside/"
    page.address.setText("")
    page.address.editingFinished.emit()
    arrive(sample)
    assert "club.example" not in first.read_text("utf-8")


def test_web_pages_are_seen_before_any_is_written(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links lead from one page to another, and to nothing else; what is ticked is seen at once."""
    written: list[object] = []
    monkeypatch.setattr(website, "write_whole", lambda *given: written.append(given))
    opened: list[QUrl] = []
    monkeypatch.setattr("lastdays.ui.services.QDesktopServices.openUrl", opened.append)
    page = go(sample.window, ShareRoute())
    arrive(sample)
    shown = page.web.toPlainText()
    assert "Riverside" in shown
    assert shown.count("Standings") == 1
    assert "var(--" not in shown
    assert "Players" not in shown
    page.players.click()
    arrive(sample)
    assert "Players" in page.web.toPlainText()
    page.web.anchorClicked.emit(QUrl("rules.html"))
    assert page.web.toPlainText() != shown
    rules = page.web.toPlainText()
    for elsewhere in ("https://example.org/", "file:///etc/passwd", "../rules.html", "style.css"):
        page.web.anchorClicked.emit(QUrl(elsewhere))
        assert page.web.toPlainText() == rules
    assert page.web.loadResource(2, QUrl("file:///etc/passwd")) is None
    assert not written
    assert not opened


def test_a_folder_that_fails_is_said_and_stops_nothing(sample: Session, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    sample.window.go(ShareRoute())
    sample.window.pages.share.write_to(tmp_path / "file")
    arrive(sample)
    assert "can't be used for web pages" in sample.window.toast.text.text()


def test_notes_are_told_only_where_that_is_wished(page: SharePage, crew: str) -> None:
    workspace = page.services.workspace
    workspace.change_group(crew, GroupNotesWritten(), lambda g: replace(g, notes="A secret."))
    page.refresh()
    click(page, "Plain text")
    assert "A secret." not in page.text.toPlainText()
    push(page.notes)
    assert "A secret." in page.text.toPlainText()


def test_the_groups_data_is_handed_on(sample: Session, page: SharePage, tmp_path: Path) -> None:
    page.export_to(tmp_path / "crew.lastdays.json")
    arrive(sample)
    document = json.loads((tmp_path / "crew.lastdays.json").read_text(encoding="utf-8"))
    assert document["group"]["name"] == CREW
    assert document["lineage"]


def test_a_campaign_is_told(sample: Session) -> None:
    window = sample.window
    menu_item(window.pages.campaign.more_button, "Share…")
    page = window.pages.share
    assert where(window) == ShareRoute()
    arrive(sample)
    assert not page.ways["picture"].isVisible()
    assert page.web.isVisible()
    assert "Zeke's Truckers beat Carl's Crew, who broke." in page.web.toPlainText()
    click(page, "Plain text")
    assert "RIVERSIDE" in page.text.toPlainText()
    assert "Zeke's Truckers beat Carl's Crew, who broke." in page.text.toPlainText()
    click(page, "Back")
    assert where(window) == CampaignRoute()


def test_many_members_long_names_and_none_are_drawn(page: SharePage, crew: str) -> None:
    """Nothing is drawn outside its cell, and no picture is endless."""
    workspace = page.services.workspace
    tale = shared_group(workspace.group(crew).group, page.services.catalogue)
    many = tuple(
        replace(
            tale.members[0],
            name="Wolfeschlegelsteinhausenbergerdorff " * 4,
            gear=tuple(
                SharedMark(f"Thing {n}", tale.members[0].gear[0].drawing) for n in range(20)
            ),
            skills=tuple(SharedMark(f"Skill number {n}") for n in range(20)),
        )
        for _n in range(100)
    )
    stash = tuple(SharedMark("A long name of a thing " * 5) for _n in range(60))
    large = drawn(page, replace(tale, members=many, stash=stash, free_spaces=99))
    assert large.height() < 204 + (MEMBERS_MOST + 1) * 98 + 900
    margin = {large.pixel(x, y) for x in (20, WIDE - 20) for y in range(0, large.height(), 3)}
    assert len(margin) == 1  # the ground
    small = drawn(page, replace(tale, members=(), stash=(), perks=(), free_spaces=0))
    assert small.height() > 300


def test_a_group_goes_into_a_chat_in_parts(page: SharePage, crew: str) -> None:
    note = "\n".join(f"Line {n} of a long story." for n in range(80))
    workspace = page.services.workspace
    workspace.change_group(crew, GroupNotesWritten(), lambda g: replace(g, notes=note))
    push(page.notes)
    click(page, "Chat")
    shown = page.text.toPlainText()
    assert shown.startswith("Carl's Crew (1/3)\nCARL'S CREW\n")
    assert not page.subject.isVisible()
    toast = as_a(Window, page.window()).toast.text
    copied = []
    for part in (1, 2, 3):
        click(page, f"Copy part {part} of 3")
        copied.append(QGuiApplication.clipboard().text())
        assert copied[-1].startswith(f"Carl's Crew ({part}/3)\n")
        count = letter_count(copied[-1])
        assert count <= LETTERS_MOST
        assert toast.text() == f"Part {part} of 3 is on the clipboard: {count} letters."
    assert shown == "\n\n\n".join(copied)
    assert page.copy_button.text() == "&Copy part 1 of 3"
    push(page.notes)
    assert page.copy_button.text() == "&Copy text"


def test_the_latest_game_and_the_standing_go_into_a_chat(sample: Session, tmp_path: Path) -> None:
    page = go(sample.window, ShareRoute())
    arrive(sample)
    click(page, "Chat")
    arrive(sample)
    assert page.text.toPlainText().startswith("Riverside · Game 1: ")
    pick(page.subject, "Standings")
    arrive(sample)
    click(page, "Copy text")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Riverside · Standings · after 1 game\n")
    assert page.save_to(tmp_path / "standing.txt")
    assert (tmp_path / "standing.txt").read_text(encoding="utf-8") == copied


def test_a_campaign_without_games_says_so_in_its_chat(sample: Session) -> None:
    services = sample.services
    game = services.workspace.campaign(sample.window.campaign_id).campaign.games[0]
    services.records.delete(sample.window.campaign_id, game.id)
    page = go(sample.window, ShareRoute())
    arrive(sample)
    click(page, "Chat")
    arrive(sample)
    assert page.text.toPlainText() == "No game has been recorded yet."
    assert not page.copy_button.isEnabled()
    pick(page.subject, "Standings")
    arrive(sample)
    assert page.copy_button.isEnabled()


def test_tables_go_into_a_spreadsheet(sample: Session, tmp_path: Path) -> None:
    page = go(sample.window, ShareRoute())
    arrive(sample)
    click(page, "Tables")
    arrive(sample)
    assert page.cells.isVisible()
    heads, *rows = page.cells.toPlainText().splitlines()
    assert heads.split()[:4] == ["Group", "Player", "Name", "Type"]
    assert len(rows) == 16
    pick(page.table, "Standings")
    arrive(sample)
    click(page, "Copy table")
    cells = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert [row[:2] for row in cells] == [["Place", "Group"], ["1", "Zeke's Truckers"], ["2", "Carl's Crew"]]  # fmt: skip
    assert page.save_to(tmp_path / "standing.csv")
    assert (tmp_path / "standing.csv").read_bytes().startswith(b"\xef\xbb\xbfPlace,Group,")
    click(page, "Plain text")
    assert not page.table.isVisible()
