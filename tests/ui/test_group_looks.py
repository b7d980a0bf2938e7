"""The pages of a group as they were looked at: nothing cut alike, nothing beside its heading, no
half rows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QLabel, QWidget

from lastdays.campaign.exchange.sharing import tale_of_group
from lastdays.model.recruiting import Recruit
from lastdays.ui.app import Session
from lastdays.ui.models.roster import GEAR, KEYWORD
from lastdays.ui.models.rows import Row
from lastdays.ui.navigation import CampaignRoute, FoundRoute, GroupRoute
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.group_picture import GroupPicture
from lastdays.ui.widgets.parts import OneLine
from spies import noted
from store.exercise import edit_group, rebuild
from sure import as_a, sure
from ui.hands import settle, size

LONG = "The Unspeakably Long-Winded Wanderers of the Western Wasteland"


def opened(sample: Session, name: str, count: int = 1, *, founding: bool = True) -> GroupPage:
    """Founds a group of so many members and opens its page."""
    services, window = sample.services, sample.window
    group = services.groups.found(window.campaign_id, name, "merciless-thug", "Z", "mall")
    for n in range(count - 1):
        gear = ("club", "revolver")
        services.groups.recruit(group, Recruit("goon", f"Member {n}", gear=gear), allowed=True)
    if not founding:
        services.groups.end_founding(group)
    window.go(GroupRoute(group))
    settle()
    return as_a(GroupPage, window.pages.group)


def drawn(widget: QWidget, area: QRect) -> QImage:
    return widget.grab(area).toImage().convertToFormat(QImage.Format.Format_RGB32)


def written(widget: QWidget, area: QRect) -> int:
    """Where words begin, from an area's left edge."""
    image = drawn(widget, area)
    across = [{image.pixel(x, y) for y in range(image.height())} for x in range(image.width())]
    return next(x for x, column in enumerate(across) if len(column - across[0]) > 1)


@pytest.mark.parametrize("percent", [100, 200])
def test_groups_whose_names_begin_alike_are_told_apart_in_the_side_bar(
    sample: Session, percent: int
) -> None:
    for end in ("", " 2"):
        opened(sample, LONG + end)
    size(sample, 1280, 720, percent)
    sample.window.go(CampaignRoute())
    settle()
    places, model = sample.window.places.list, sample.window.places.model
    rows = [n for n, r in enumerate(model.rows) if r.cell(0).text.startswith(LONG)]
    areas = [places.visualRect(model.index(n, 0)) for n in rows]
    first, second = [drawn(places.viewport(), area) for area in areas]
    assert first != second


def test_a_title_of_two_lines_breaks_in_its_middle(sample: Session) -> None:
    size(sample, 1280, 720, 100)
    title = opened(sample, LONG + " 2").title
    first, second = title.text().split("\n")
    assert f"{first} {second}" == LONG + " 2"
    wide = [title.fontMetrics().horizontalAdvance(line) for line in (first, second)]
    assert max(wide) < 1.5 * min(wide)


@pytest.mark.parametrize("width", [1280, 1920])
def test_words_of_the_roster_begin_below_their_heading(sample: Session, width: int) -> None:
    size(sample, width, 720 if width < 1900 else 1080, 100)
    table = opened(sample, "Many", 3).roster.table
    header = table.horizontalHeader()
    for column in (KEYWORD, GEAR):
        left, wide = header.sectionViewportPosition(column), header.sectionSize(column)
        cell = table.visualRect(table.model().index(1, column)).adjusted(0, 4, 0, -6)
        head = QRect(left, 0, wide, header.height() - 2)
        assert abs(written(header.viewport(), head) - written(table.viewport(), cell)) <= 3


@pytest.mark.parametrize(("width", "height", "percent"), [(1280, 720, 100), (1920, 1080, 125)])
def test_the_panels_below_the_roster_are_named_in_one_line(
    sample: Session, width: int, height: int, percent: int
) -> None:
    size(sample, width, height, percent)
    page = opened(sample, "Many", 3)
    middles = set()
    for panel in (page.member_panel, page.refuge, page.stash):
        heading = next(h for h in panel.findChildren(OneLine) if h.property("kind") == "heading")
        middles.add(heading.mapTo(page, heading.rect().center()).y())
    assert max(middles) - min(middles) <= 1


def test_all_panels_of_a_large_window_end_at_its_foot(sample: Session) -> None:
    size(sample, 2560, 1440, 100)
    page = opened(sample, "Few", 2)
    parts = (page.member_panel, page.refuge, page.stash)
    assert len({part.geometry().bottom() for part in parts}) == 1


@pytest.mark.smoke
def test_another_group_is_shown_from_its_top(sample: Session) -> None:
    size(sample, 1280, 720, 200)
    opened(sample, "Many", 3)
    bar = sample.window.pages.area(GroupRoute).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    opened(sample, "More", 3)
    assert bar.value() == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768), (1920, 1080)])
def test_a_roster_that_is_scrolled_ends_with_a_whole_row(
    sample: Session, width: int, height: int
) -> None:
    size(sample, width, height, 100)
    page = opened(sample, LONG, 30)
    table = page.roster.table
    assert table.verticalScrollBar().maximum() > 0
    assert table.viewport().height() % table.rowHeight(0) == 0
    page.decision.show()
    settle()
    area = sample.window.pages.area(GroupRoute)
    assert area.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize(("count", "across"), [(7, 4), (9, 5)])
def test_spaces_of_a_refuge_are_shared_out_among_the_rows(
    sample: Session, count: int, across: int
) -> None:
    size(sample, 2560, 1440, 100)
    page = opened(sample, "Few", 2)
    view, model = page.refuge.perks, page.refuge.model
    model.set_rows([Row("", ("",))] * count)
    settle()
    tops = [view.visualRect(model.index(n, 0)).top() for n in range(count)]
    assert tops.count(min(tops)) == across


# Recruiting, founding, editing


def test_rows_to_recruit_from_are_never_half_in_sight(sample: Session) -> None:
    page = opened(sample, LONG, 9)
    page.start_recruiting()
    form = page.recruit_form
    for wide, high in ((1280, 720), (1366, 768)):
        size(sample, wide, high, 100)
        for table in (form.types, form.gear_table, form.group_table):
            assert table.verticalScrollBar().maximum() > 0
            assert table.viewport().height() % table.rowHeight(0) == 0


def test_limits_that_are_passed_are_named_whole(sample: Session) -> None:
    size(sample, 1280, 720, 100)
    page = opened(sample, LONG, 30)
    page.start_recruiting()
    settle()
    meters = page.recruit_form.meters
    half = (meters.width() - sample.theme.px(12)) // 2
    for limit in meters.limits:
        figure = f"{limit.count}/{limit.most}" + (" !" if limit.over else "")
        font = QFont(sample.theme.heading)
        font.setPixelSize(sample.theme.px(17))
        font.setWeight(QFont.Weight.DemiBold)
        room = half - QFontMetrics(font).horizontalAdvance(figure) - sample.theme.px(2)
        letters = meters.name_font(limit.name, room)
        assert QFontMetrics(letters).horizontalAdvance(limit.name) <= room, limit.name


def test_what_comes_after_founding_is_said_below_the_group(sample: Session) -> None:
    size(sample, 1920, 1080, 100)
    sample.window.go(FoundRoute())
    settle()
    page = sample.window.pages.found
    said = next(s for s in page.findChildren(QLabel) if s.text().startswith("Members and gear"))
    below = said.mapTo(page, said.rect().topLeft()).y()
    table = page.group_table
    last = table.visualRect(table.model().index(table.model().rowCount() - 1, 0))
    ends = table.viewport().mapTo(page, last.bottomLeft()).y()
    assert 0 <= below - ends < sample.theme.px(30)


@pytest.mark.parametrize("wide", [1280, 1920])
def test_fields_stand_beside_their_captions(sample: Session, wide: int) -> None:
    size(sample, wide, 720 if wide < 1900 else 1080, 100)
    page = opened(sample, LONG, 3)
    for opens, form in (("edit_group", "group_editor"), ("edit_member", "member_editor")):
        getattr(page, opens)()
        settle()
        shown = getattr(page, form)
        for caption in shown.findChildren(QLabel):
            field = caption.buddy()
            if field is None:
                continue
            grid = [c for c in shown.findChildren(QLabel) if c.buddy() and c.x() == caption.x()]
            widest = max(c.fontMetrics().horizontalAdvance(c.text()) for c in grid)
            begins = field.mapTo(shown, QPoint(0, 0)).x()
            apart = begins - caption.mapTo(shown, QPoint(0, 0)).x() - widest
            assert apart < sample.theme.px(24), caption.text()


# Sharing


def test_what_is_written_in_a_picture_is_whole(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can point at a picture that was sent, to see what was cut."""
    page = opened(sample, LONG)
    services = sample.services
    names = ("Maximilian-Alexander von und zu Hohenstauffen-Rabenklaue", "Ann", "Maximilian Meyer")
    for name in names:
        services.groups.recruit(page.group_id, Recruit("goon", name), allowed=True)
    rebuild(services.groups, page.group_id, "gun-shop")
    edit_group(services.groups, page.group_id, name=LONG, player="", points=-347, games=0)
    page.refresh()
    drawn_down = noted(monkeypatch, QPainter, "drawText")
    assert page.view is not None
    tale = tale_of_group(page.view.group, services.catalogue)
    GroupPicture("dark", sample.theme.heading, sample.theme.body).image(tale)
    written_down = [args[-1] for args in drawn_down]
    assert not [text for text in written_down if text.endswith("…")]
    assert {"Ann", "Maximilian Meyer", "Fortified Windows", "−347"} <= set(written_down)
    leader = page.view.group.leading
    services.groups.edit_member(page.group_id, replace(sure(leader), name="W" * 40))
    page.refresh()
    tale = tale_of_group(page.view.group, services.catalogue)
    drawn_down.clear()
    GroupPicture("dark", sample.theme.heading, sample.theme.body).image(tale)
    cut = next(text for *_where, text in drawn_down if text.startswith("WW"))
    assert cut.endswith("W ★")
