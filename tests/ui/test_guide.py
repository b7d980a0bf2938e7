"""Help inside the window: the guide's pages, F1, the tour, what is new, details for a report."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, QUrl
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.ui.app import Session
from lastdays.ui.guide import (
    ONE_PAGE,
    GuidePage,
    Reader,
    find_passage_naming,
    find_passages,
    folded,
    guide_page,
    guide_pages,
)
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    GroupRoute,
    GuideRoute,
    HelpRoute,
    NextGameRoute,
    PrintRoute,
    RecordRoute,
    routes,
)
from lastdays.ui.program_details import describe_latest_error
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import find_amber_button
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.hands import arrive, click, find_button, go, key, push, seen, settle, size, where, write


def read(sample: Session) -> str:
    """What the guide shows."""
    return as_a(str, sample.window.pages.guide.reader.toPlainText())


def marked(sample: Session) -> str:
    """What is marked in the guide."""
    found = sample.window.pages.guide.reader.extraSelections()
    return found[0].cursor.selectedText() if found else ""


def test_the_guide_is_listed_page_by_page_and_read(sample: Session) -> None:
    window = sample.window
    go(window, GuideRoute("first-night"))
    assert "Create the Groups" in read(sample)
    for page in guide_pages():
        go(window, GuideRoute(page.name))
        body = folded(read(sample))
        assert all(folded(passage.first)[:60] in body for passage in page.passages), page.name
        assert "**" not in read(sample)
    key("Escape")
    assert not isinstance(window.route, GuideRoute)


@pytest.mark.parametrize("page", guide_pages(), ids=lambda page: page.name)
def test_every_link_of_the_guide_leads_somewhere(page: GuidePage) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.text):
        if not link.startswith("http"):
            assert (page.folder / link).is_file(), link


def test_the_documents_name_every_page_of_the_guide() -> None:
    text = (paths.data_root() / "docs" / "guide.md").read_text(encoding="utf-8")
    for file in (paths.resources() / "help").glob("*.md"):
        assert f"help/{file.name}" in text


def test_a_search_lists_passages_and_opens_the_page_there(sample: Session) -> None:
    window = sample.window
    window.go(GuideRoute("first-night"))
    key("Ctrl+F")
    write("choose second folder")
    assert "Choose second folder" in marked(sample)
    write(" nowherewhatever")
    assert "Nothing in the guide matches" in seen(window)
    key("Escape")
    assert isinstance(window.route, GuideRoute)
    assert not find_passages("")
    assert len(find_passages("undo")) > 3


def test_an_entry_of_the_rulebook_is_found_as_data_and_copied(sample: Session) -> None:
    window = sample.window
    action = next(a for a in window.actions() if a.text() == "The rulebook as data")
    push(action)
    key("Ctrl+F")
    write("bushwhack zombies")
    assert marked(sample) == "[bushwhack]"
    reader = window.pages.guide.reader
    cursor = reader.textCursor()
    cursor.movePosition(cursor.MoveOperation.NextBlock, cursor.MoveMode.KeepAnchor, 2)
    reader.setTextCursor(cursor)
    reader.setFocus()
    key("Ctrl+C")
    copied = QApplication.clipboard().text()
    assert tomllib.loads(copied)["bushwhack"]["name"] == "Bushwhack"


def test_f1_opens_the_guide_where_it_tells_of_what_is_shown_and_then_the_keys(
    sample: Session,
) -> None:
    window, group = sample.window, sample.window.places.groups()[0]
    go(window, PrintRoute(group))
    window.page().take_focus()
    key("F1")
    assert where(window) == GuideRoute()
    assert sure(window.pages.guide.reader.page).name == "paper"
    key("F1")
    assert where(window) == HelpRoute()
    key("Escape")
    assert isinstance(window.route, PrintRoute)
    go(window, GroupRoute(group))
    window.places.list.setFocus()
    key("F1")
    assert "Buy the Leader's gear" in marked(sample)
    key("Escape")
    go(window, NextGameRoute())
    window.page().take_focus()
    key("F1")
    assert marked(sample)


def test_f1_on_a_button_opens_the_guide_where_that_button_is_named(session: Session) -> None:
    window = session.window
    window.pages.start.begin_button.setFocus()
    key("F1")
    assert "Create campaign and Create group" in marked(session)
    key("Escape")
    window.go(AboutRoute())
    button = QPushButton("&Choose second folder…", window.page())
    button.show()
    button.setFocus()
    key("F1")
    assert "Choose second folder… puts a copy" in marked(session)


@pytest.mark.parametrize(
    ("text", "page"),
    [("Last Days at the table", "at-the-table"), ("Another game", "other-games")],
)
def test_f1_on_a_game_without_a_campaign_tells_of_it(
    session: Session, text: str, page: str
) -> None:
    window = session.window
    window.helping.begin_tour()
    find_button(window.page(), text).setFocus()
    key("F1")
    assert sure(window.pages.guide.reader.page).name == page
    assert text in marked(session)
    assert window.helping.tour is None, "it would lie over what is told"


def test_every_page_of_the_window_has_its_place_in_the_guide() -> None:
    names = {page.name for page in guide_pages()}
    for route_class in routes():
        page = route_class.guide_page
        control = route_class.guide_control
        assert page in names
        named = {name for passage in guide_page(page).passages for name in passage.named}
        titles = {folded(passage.heading) for passage in guide_page(page).passages}
        assert not control or folded(control) in named | titles, control


def test_the_page_for_the_table_is_one_sheet_that_is_saved(
    sample: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "night.pdf"
    monkeypatch.setattr("lastdays.ui.widgets.dialogs.ask_path", lambda *_, **_how: target)
    sample.window.go(GuideRoute(ONE_PAGE))
    click(sample.window, "Save as PDF…")
    with pypdfium2.PdfDocument(target) as pdf:
        assert len(pdf) == 1
        text = pdf[0].get_textpage().get_text_range()
    for passage in guide_page(ONE_PAGE).passages:
        assert folded(passage.first)[:30] in folded(text)


# The tour


def told(window: Window) -> list[str]:
    return [part.text() for part in sure(window.helping.tour).findChildren(QLabel)]


@pytest.mark.parametrize("wide", [1280, 1600])
def test_the_tour_has_two_steps_that_point_at_what_is_there(sample: Session, wide: int) -> None:
    window = sample.window
    size(sample, wide, 720)
    window.helping.begin_tour()
    page = window.page()
    for n, about in enumerate(
        (find_amber_button(page, page.head), window.bar.undo_button), start=1
    ):
        arrive(sample)
        card = sure(window.helping.tour)
        assert f"Tour: {n} of 2" in told(window)
        assert sure(card.parentWidget()).rect().contains(card.geometry())
        assert card.text.heightForWidth(card.text.width()) <= card.text.height()
        place = QRect(sure(about).mapTo(window, QPoint()), sure(about).size())
        assert card.ring.isVisible()
        assert card.ring.geometry() == place.adjusted(-4, -4, 4, 4)
        click(card, "Done" if n == 2 else "Next")
    settle()
    assert window.helping.tour is None


def covered(window: Window, over_it: QWidget | None = None) -> list[str]:
    """What can be pressed or typed in that the card of the tour, or something else, lies over."""
    card = over_it or sure(window.helping.tour)
    over = sure(card.parentWidget())
    kinds = QAbstractButton | QLineEdit | QPlainTextEdit | QComboBox
    return [
        part.accessibleName() or str(part)
        for part in over.findChildren(QWidget)
        if isinstance(part, kinds)
        and part.isVisible()
        and not card.isAncestorOf(part)
        and not part.visibleRegion().isEmpty()
        and QRect(part.mapTo(over, QPoint()), part.size()).intersects(card.geometry())
    ]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1280, 700), (1920, 1080)])
def test_the_tour_covers_nothing_that_can_be_pressed_wherever_one_goes(
    sample: Session, width: int, height: int
) -> None:
    size(sample, width, height)
    window = sample.window
    window.helping.begin_tour()
    group = window.places.groups()[0]
    for step in range(2):
        for route in (CampaignRoute(), GroupRoute(group), AftermathRoute(), ChronicleRoute()):
            window.go(route)
            arrive(sample)
            card = sure(window.helping.tour)
            card.follow()
            assert covered(window) == [], (step, route)
        card.turn()


@pytest.mark.parametrize("step", range(2))
def test_the_tour_is_left_at_any_step(window: Window, step: int) -> None:
    window.helping.begin_tour()
    for _n in range(step):
        click(window.helping.tour, "Next")
    settle()
    key("Escape") if step % 2 else click(window.helping.tour, "Leave the tour")
    assert window.helping.tour is None


def test_a_notice_lies_where_nothing_is_pressed(sample: Session) -> None:
    window = sample.window
    group = window.places.groups()[0]
    for route in (RecordRoute(), GroupRoute(group), CampaignRoute(), AftermathRoute()):
        window.go(route)
        window.say("Game 1 is recorded; it can still be corrected.", "well")
        arrive(sample)
        assert window.toast.isVisible()
        assert covered(window, window.toast) == [], route
    sample.services.do(lambda: None)
    assert not window.toast.isVisible()  # the next act


def test_a_notice_of_what_failed_goes_with_its_page(sample: Session) -> None:
    window = sample.window
    first, other = window.places.groups()[:2]
    go(window, GroupRoute(first))
    window.say("A group has 100 points at most.", "harm")
    settle()
    window.refresh()
    assert window.toast.isVisible()  # still the same page
    go(window, GroupRoute(other))
    assert not window.toast.isVisible()
    window.say("Game 1 is recorded.", "well")
    go(window, CampaignRoute())
    assert window.toast.isVisible()


def test_a_notice_said_while_the_page_changes_is_about_the_new_page(sample: Session) -> None:
    window = sample.window
    go(window, RecordRoute())
    window.say("This group document is damaged.", "harm")
    window.go(CampaignRoute())
    settle()
    assert window.toast.isVisible()


def test_a_notice_makes_way_for_a_button_that_appears_later(window: Window) -> None:
    window.say("Something is wrong.", "harm")
    settle()
    over = sure(window.toast.parentWidget())
    late = QPushButton("Roll", over)
    late.setAccessibleName("Roll")
    late.setGeometry(window.toast.geometry())
    late.show()
    assert covered(window, window.toast) == ["Roll"]
    window.toast.follow()
    assert covered(window, window.toast) == []


def test_a_page_full_of_buttons_makes_room_for_a_notice(window: Window) -> None:
    page = sure(window.pages)
    full = QPushButton("Roll", page)
    full.setGeometry(page.rect())
    full.show()
    high = page.height()
    window.say("Something is wrong.", "harm")
    settle()
    full.setGeometry(page.rect())
    window.toast.follow()
    assert covered(window, window.toast) == []
    click(window.toast, "Close")
    assert page.height() == high


# At the start


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


def test_the_tour_begins_once_with_the_first_group(session: Session, settings: QSettings) -> None:
    window = session.window
    for _start in range(2):
        window.helping.at_start(settings)
        settle()
        assert window.helping.tour is None
        assert not window.toast.isVisible()
    window.helping.begin_tour()  # asked for, it waits for a group too
    assert window.helping.tour is None
    assert "The tour begins once you have a group." in seen(window)
    campaign = session.services.campaigns.begin("Harbour")
    go(window, CampaignRoute(campaign))
    session.services.groups.create_with_leader(
        campaign, "Night Shift", "everyday-hero", "R", "mall"
    )
    session.services.announce()
    settle()
    assert "Tour: 1 of 2" in told(window)
    click(window.helping.tour, "Leave the tour")
    window.helping.at_start(settings)
    settle()
    assert window.helping.tour is None


def test_after_an_update_it_is_said_once_that_there_is_something_new(
    sample: Session, settings: QSettings
) -> None:
    settings.setValue("told", "0.0.1")
    window = sample.window
    window.helping.at_start(settings)
    assert window.toast.isVisible()
    assert f"This is version {__version__}. What's new is in the Help menu." in seen(window)
    assert window.helping.tour is None
    window.toast.hide()
    window.helping.at_start(settings)
    assert not window.toast.isVisible()
    go(window, GuideRoute("news"))
    assert read(sample).startswith("What's new")


# Details


def test_details_have_versions_and_nothing_private(window: Window, tmp_path: Path) -> None:
    window.go(AboutRoute())
    click(window, "Copy details")
    text = QGuiApplication.clipboard().text()
    assert __version__ in text
    assert "Python 3" in text
    assert "Qt 6" in text
    for private in (str(tmp_path), "Riverside", "Zeke", "/home", "/root", "store.sqlite"):
        assert private not in text
    assert "Details copied" in seen(window)


def test_an_error_is_told_without_what_it_said(tmp_path: Path) -> None:
    log = tmp_path / "lastdays.log"
    log.write_text(
        "Traceback (most recent call last):\n"
        '  File "/home/anna/games/app/lastdays/ui/window.py", line 7, in go\n'
        '    open("/home/anna/secret")\n'
        '  File "C:\\Users\\Bob\\x\\site-packages\\sqlalchemy\\orm.py", line 9, in flush\n'
        "ValueError: Anna's Crew is not here\n",
        encoding="utf-8",
    )
    assert describe_latest_error(log) == [
        "Latest error: ValueError",
        "  lastdays/ui/window.py:7 go",
        "  sqlalchemy/orm.py:9 flush",
    ]
    assert describe_latest_error(tmp_path / "none.log") == ["Latest error: none"]


CONTENTS = """
[[page]]
name = "first"
drawing = "campaign"

[[page]]
name = "second"
drawing = "print"
"""


in_another_language = pytest.mark.parametrize("tongue", ["de", "fr"], indirect=True)


@in_another_language
def test_a_page_is_read_in_the_language_where_it_is_there(
    tongue: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "help"
    (folder / tongue).mkdir(parents=True)
    (folder / "contents.toml").write_text(CONTENTS, encoding="utf-8")
    (folder / "first.md").write_text("# Begin\n\nHere.\n", encoding="utf-8")
    (folder / "second.md").write_text("# Go on\n\nThere.\n", encoding="utf-8")
    (folder / tongue / "first.md").write_text("# Anfang\n\nHier.\n", encoding="utf-8")
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    first, second = guide_pages()
    assert (first.title, first.text) == ("Anfang", "# Anfang\n\nHier.\n")
    assert first.folder == folder, "pictures are those of the English page"
    assert second.title == "Go on"
    note = {
        "de": "Diese Seite gibt es bisher nur auf Englisch.",
        "fr": "Cette page n’existe pour l’instant qu’en anglais.",
    }[tongue]
    assert second.text == f"# Go on\n\n{note}\n\n\nThere.\n"
    assert [p.text for p in second.passages] == ["Go on", "There."]


@in_another_language
def test_the_first_night_shows_pictures_of_its_language(tongue: str, qapp: QApplication) -> None:
    """And none from elsewhere, whatever a page names."""
    page = next(page for page in guide_pages() if page.name == "first-night")
    names = re.findall(r"!\[[^]]+\]\(([^)]+)\)", page.text)
    reader = Reader(Theme("dark"))
    reader.show_page(page)
    image = QTextDocument.ResourceType.ImageResource.value
    assert len(names) == 4
    assert all(name.startswith(f"screens/{tongue}/") for name in names)
    drawn = [reader.document().resource(image, QUrl(name)) for name in names]
    assert [(picture.width(), picture.height()) for picture in drawn] == [(1280, 720)] * 4
    assert reader.loadResource(image, QUrl("../icons/lastdays-128.png")) is None
    assert reader.loadResource(image, QUrl("screens/../first-night.md")) is None


#: What *Buy…* is called, and how it stands in a passage.
BUY = {"de": ("Kaufen …", "kaufen"), "fr": ("Acheter…", "acheter")}


@pytest.mark.smoke
@in_another_language
def test_a_control_is_found_in_the_guide_by_its_own_name(tongue: str) -> None:
    name, folded = BUY[tongue]
    found = sure(find_passage_naming([name], "first-night"))
    assert found.page == "first-night"
    assert folded in found.named


def test_the_english_guide_says_nothing_of_languages() -> None:
    assert not any("in English only" in page.text for page in guide_pages())
