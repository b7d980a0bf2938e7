"""The pages of a group as they were looked at: nothing cut alike, nothing beside its heading, no
half rows."""

from __future__ import annotations

import pytest
from defusedxml.ElementTree import fromstring
from msgspec.structs import replace
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QFontMetrics, QImage
from PySide6.QtWidgets import QLabel, QWidget

from lastdays.campaign.exchange.sharing import SharedGroup, shared_group
from lastdays.model.recruiting import Recruit
from lastdays.ui.app import Session
from lastdays.ui.navigation import CampaignRoute, FoundRoute, GroupRoute
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.group_picture import GroupPicture
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
    name = f"{LONG} and {LONG}"
    title = opened(sample, name).title
    first, second = title.text().split("\n")
    assert f"{first} {second}" == name
    wide = [title.fontMetrics().horizontalAdvance(line) for line in (first, second)]
    assert max(wide) < 1.5 * min(wide)


@pytest.mark.smoke
def test_another_group_is_shown_from_its_top(sample: Session) -> None:
    size(sample, 1280, 720, 200)
    opened(sample, "Many", 3)
    bar = sample.window.pages.area(GroupRoute).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    opened(sample, "More", 3)
    assert bar.value() == 0


# Recruiting, founding, editing


def test_rows_to_recruit_from_are_never_half_in_sight(sample: Session) -> None:
    page = opened(sample, LONG, 9)
    page.start_recruiting()
    form = page.recruit_form
    form.unfit.show_open(True)
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


# Sharing


def written_in(session: Session, tale: SharedGroup) -> list[str]:
    picture = GroupPicture("dark", session.theme.heading, session.theme.body)
    assert not picture.image(tale).isNull()
    drawn = fromstring(picture.svg(tale))
    return ["".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")]


def test_what_is_written_in_a_picture_is_whole(sample: Session) -> None:
    """Nobody can point at a picture that was sent, to see what was cut."""
    page = opened(sample, LONG)
    services = sample.services
    names = ("Maximilian-Alexander von und zu Hohenstauffen-Rabenklaue", "Ann", "Maximilian Meyer")
    for name in names:
        services.groups.recruit(page.group_id, Recruit("goon", name), allowed=True)
    rebuild(services.groups, page.group_id, "gun-shop")
    edit_group(services.groups, page.group_id, name=LONG, player="", points=-347, games=0)
    page.refresh()
    assert page.view is not None
    written_down = written_in(sample, shared_group(page.view.group, services.catalogue))
    assert not [text for text in written_down if text.endswith("…")]
    assert {"Ann", "Maximilian Meyer", "Fortified", "Windows", "−347"} <= set(written_down)
    leader = page.view.group.leading
    services.groups.edit_member(page.group_id, replace(sure(leader), name="W" * 40))
    page.refresh()
    written_down = written_in(sample, shared_group(page.view.group, services.catalogue))
    cut = next(text for text in written_down if text.startswith("WW"))
    assert cut.endswith("W ★")
