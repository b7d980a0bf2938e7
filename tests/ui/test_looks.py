"""Nothing is cut, crowded or left over where there is room for it: page by page, as it was looked at."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import (
    QFileDialog,
    QSizeGrip,
    QWidget,
)

from lastdays.devtools.screens import play_to_first_shot
from lastdays.model.recruiting import Recruit
from lastdays.procedure.asks import Choose
from lastdays.ui.app import Session
from lastdays.ui.guide import latest_news
from lastdays.ui.navigation import (
    AboutRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    GroupRoute,
)
from lastdays.ui.pages.data_page import DataPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.tracker.form import Form
from lastdays.ui.widgets.dialogs import destroy, give_room
from lastdays.ui.widgets.parts import FoldButton
from sure import sure
from ui.hands import click, key as press, seen, sequence_until, settle, size
from ui.measuring import in_sight, label_whole

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def whole(widget: QWidget) -> bool:
    """Whether all of a widget is in sight."""
    return in_sight(widget).size() == widget.size()


# At the table


def test_a_shot_is_declared_without_scrolling(sample: Session) -> None:
    for _name in play_to_first_shot(sample):
        pass
    size(sample, 1280, 720)
    page = sample.window.pages.tracker
    assert isinstance(page.panel.form, Form)
    assert len(page.panel.form.asked()) == 10  # pressed on the board
    assert "target" not in page.panel.form.choosers
    for fold in page.panel.form.findChildren(FoldButton):
        fold.click()
        settle()
    for chooser in page.panel.form.choosers.values():
        for chip in chooser.buttons.values():
            assert whole(chip), chip.text()
            assert chip.height() >= 36
    assert page.arrangement.panel_area.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize(("width", "height", "percent"), [(800, 800, 100), (1366, 768, 150)])
def test_the_number_of_a_zombie_is_beside_what_is_counted_on_it(
    sample: Session, width: int, height: int, percent: int
) -> None:
    for _name in play_to_first_shot(sample):
        pass
    page = sample.window.pages.tracker
    size(sample, width, height, percent)
    chips = [c for c in page.board.cards.values() if c.view.kind == "zombie"]
    assert len(chips) == 3
    for chip in chips:
        first = min(c.x() for c in chip.controls[1:] if c.isVisible())
        assert first >= chip.height() * 1.1, "the pictogram and two digits"


# The group


# After the game


def until(session: Session, key: str) -> SequencePage:
    """The sequence of the sample's first group as far as an ask whose key ends so."""
    return sequence_until(session, lambda ask: ask.key.endswith(key))


def test_what_a_garden_yields_stands_beside_the_roll(sample: Session) -> None:
    page = until(sample, "/points")
    assert page.view is not None
    view, ask = page.view, page.view.pending
    while not sure(ask).key.startswith("jobs/"):
        assert ask is not None
        assert view is not None
        sample.services.games.roll(view.id, ask.key)
        page = until(sample, "/points")
        assert page.view is not None
        ask = page.view.pending
    size(sample, 1280, 720)
    rows = page.odds.book.rows
    assert [row.name for row in rows][:2] == ["1 Scavenge Point", "2 Scavenge Points"]
    assert sum(sure(row.chance) for row in rows) == 1


def test_the_newest_line_says_what_was_asked(sample: Session) -> None:
    page = until(sample, "injuries/next/1")
    assert page.view is not None
    assert isinstance(page.view.pending, Choose)
    options = page.view.pending.options
    sample.services.games.answer(page.view.id, page.view.pending.key, options[0].key, "chosen")
    page.refresh()
    last = page.story.model.rowCount() - 1
    assert page.story.model.index(last, 1).data() == f"{options[0].label}'s injury comes next."


# Large windows, large letters, nothing at all


def test_a_licence_is_not_broken_on_the_about_page(sample: Session) -> None:
    sample.window.go(AboutRoute())
    said = seen(sample.window.page())
    assert "(PSF\u00a02)" in said
    assert "(BSD\u00a03-clause, Apache\u00a02)" in said


def test_all_that_speaks_against_a_recruit_is_read_without_scrolling(sample: Session) -> None:
    window = sample.window
    window.go(GroupRoute(sample.services.workspace.groups(window.campaign_id)[0].id))
    window.pages.group.start_recruiting()
    size(sample, 1280, 720)
    form = window.pages.group.recruit_form
    assert form.problems.text().count("\n") >= 2
    assert label_whole(form.problems)
    assert whole(form.problems), form.problems.text()


def test_without_a_finished_game_the_sentence_stands_in_place_of_the_plot(session: Session) -> None:
    services, window = session.services, session.window
    campaign = services.campaigns.begin("Riverside")
    for name in ("The Unspeakably Long-Winded Wanderers of the Western Wasteland", "Crew"):
        services.groups.found(campaign, name, "merciless-thug", "Nell", "mall")
    window.go(CampaignRoute(campaign))
    window.go(ChronicleRoute())
    page = window.pages.chronicle
    page.tabs.setCurrentIndex(1)
    size(session, 1280, 720)
    plots = page.plots
    assert not plots.view.isVisible()
    assert plots.nothing.isVisible()
    assert plots.nothing.text().startswith("Nothing to draw yet")
    assert not plots.list.horizontalScrollBar().isVisible()
    assert label_whole(plots.nothing)


def test_what_is_opened_below_the_rest_of_a_narrow_page_is_in_sight(sample: Session) -> None:
    window = sample.window
    window.go(DataRoute())
    size(sample, 1280, 720, 200)
    sample.services.wait()
    settle()
    page = window.pages.data
    click(page, "Back up now")
    for _turn in range(2):  # made, then listed
        sample.services.wait()
        settle()
    click(page, "Restore…")
    sample.services.wait()
    settle()
    assert isinstance(page, DataPage)
    assert page.stage.shown is page.whole
    assert whole(page.whole.title)


def test_headings_of_what_is_new_begin_with_a_capital() -> None:
    released = "## 0.2.0 — 2026-11-23\n\n### New: the look\n\n- A\n\n## 0.1.0\n\n- B\n"
    for upcoming, seen_first in (("", "## The look\n\n- A"), ("### Quicker\n\n", "## Quicker")):
        text = latest_news(f"# Changelog\n\n## Unreleased\n\n{upcoming}{released}")
        assert text.startswith(f"# What's new\n\n{seen_first}")
        assert text.endswith("## The look\n\n- A")


# What was seen last


def test_the_pictogram_of_the_chosen_place_is_as_clear_as_the_others(sample: Session) -> None:
    """Qt mixes it with the colour of the selection, which leaves a grey that can hardly be seen."""
    window, theme = sample.window, sample.theme
    icon = theme.icon("undo")
    plain = icon.pixmap(20, 20).toImage()
    assert icon.pixmap(20, 20, QIcon.Mode.Selected).toImage() == plain
    places = window.places.list
    for route in (CampaignRoute(), GroupRoute(window.places.groups()[0])):
        window.go(route)
        settle()
        row = places.visualRect(places.currentIndex())
        seen = places.viewport().grab(row).toImage().convertToFormat(QImage.Format.Format_RGB32)
        part = range(theme.px(10), theme.px(60))
        drawn = Counter(seen.pixelColor(x, y).name() for x in part for y in range(seen.height()))
        assert drawn[theme.colour("faint_text").name()] > 20, route


def test_a_group_being_founded_has_one_thing_to_do_first(sample: Session) -> None:
    services, window = sample.services, sample.window
    new = services.groups.found(window.campaign_id, "New", "merciless-thug", "Nell", "mall")
    window.go(GroupRoute(new))
    page = window.pages.group

    def kinds() -> tuple[str, str]:
        settle()
        buttons = page.head.first_button, page.founding.play_button
        return buttons[0].property("kind"), buttons[1].property("kind")

    assert kinds() == ("first", "")
    for n in range(5):
        wish = Recruit("survivalist", f"Gus {n}", gear=("club",))
        services.groups.recruit(new, wish, allowed=True)
    page.refresh()
    assert kinds() == ("", "first")


def test_nothing_is_searched_for_while_a_form_has_the_page(sample: Session) -> None:
    window = sample.window
    window.go(GroupRoute(window.places.groups()[0]))
    size(sample, 1280, 720)
    page = window.pages.group
    search = page.roster.search
    assert search.isVisible()
    for turn in (page.edit_group, page.show_history):
        turn()
        size(sample, 1280, 720, 110)
        assert not search.isVisible()
        size(sample, 1280, 720)
        assert not search.isVisible()
        page.show_home()
        settle()
        assert search.isVisible()


def test_a_line_of_the_story_that_keys_have_gone_to_stays_in_sight(sample: Session) -> None:
    page = until(sample, "/moves")
    size(sample, 1920, 1080)
    table = page.story.table
    table.setFocus()
    for _page in range(2):
        press("PgDown")
    table.show_end()
    for _page in range(2):
        press("PgUp")
    assert not table.at_end
    chosen = table.currentIndex()
    sample.window.resize(1900, 1080)
    settle()
    assert table.viewport().rect().intersects(table.visualRect(chosen))


def test_nothing_lies_over_the_buttons_of_the_dialog_for_files(sample: Session) -> None:
    page = sample.window.page()
    dialog = QFileDialog(page)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    give_room(dialog, page)
    assert not any(grip.isVisibleTo(dialog) for grip in dialog.findChildren(QSizeGrip))
    destroy(dialog)
