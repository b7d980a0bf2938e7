"""What stands beside a decision that is no roll: the chances of each way to take it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication

from answering import answer_one
from lastdays.model.changes import GroupNotesWritten
from lastdays.model.group import Advance, BuiltPerk, Group, Skill
from lastdays.postgame.experience import BuyLevel
from lastdays.postgame.jobs import ArrangeJobs, BuildJob, GuardJob, RestJob, WorkJob
from lastdays.postgame.prospects import ways_to_hold
from lastdays.ui.app import Session
from lastdays.ui.forms.arrange import JobsForm
from lastdays.ui.models.rows import CellRole, RowModel
from lastdays.ui.navigation import CampaignRoute, SequenceRoute
from lastdays.ui.pages.sequence import prospects_panel
from lastdays.ui.pages.sequence.prospects_panel import _Plot
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.widgets.chances import ChancePlot, GridCell, GridRow, grid_rows, share
from sure import as_a, sure
from ui.hands import arrive, focus, key, push, seen, settle, tab_to
from ui.test_sequence_page import begin, pending, play


def furnished(sample: Session, *built: str, points: int = 0, clever: str = "") -> None:
    """Gives Zeke's group Perks and points, and makes one of its members a clever gardener."""
    workspace = sample.services.workspace
    zeke = next(g for g in workspace.groups() if g.name.startswith("Zeke"))

    def change(group: Group) -> Group:
        members = [
            replace(
                m,
                advances=(*m.advances, Advance("I", 3)),
                skills=(*m.skills, Skill("agriculturalist")),
            )
            if m.name == clever
            else m
            for m in group.members
        ]
        perks = tuple(BuiltPerk(key, key) for key in built)
        refuge = replace(group.refuge, built=perks)
        return replace(group, members=tuple(members), refuge=refuge, points=points)

    workspace.change_group(zeke.id, GroupNotesWritten(), change)
    sample.services.announce()
    settle()


def cells(plot: _Plot, row: int = 0) -> list[str]:
    """The figures of a row, as they are shown."""
    model = plot.grid.rows
    return [model.index(row, c).data() for c in range(1, model.columnCount())]


def heads(plot: _Plot) -> list[str]:
    model = plot.grid.rows
    across = Qt.Orientation.Horizontal
    return [str(model.headerData(c, across)) for c in range(1, model.columnCount())]


def now(plot: _Plot) -> list[tuple[int, str]]:
    """The row and head of each cell that is as things stand."""
    model = plot.grid.rows
    return [
        (r, heads(plot)[c - 1])
        for r in range(model.rowCount())
        for c in range(1, model.columnCount())
        if model.index(r, c).data(CellRole).ground
    ]


def to_the_jobs(sample: Session) -> SequencePage:
    """The Jobs, with what each way to give them comes to."""
    page = begin(sample)
    play(page, sample, "jobs/assigned")
    arrive(sample)
    return page


def give(page: SequencePage, **jobs: Any) -> None:
    """Chooses Jobs in the form by the members' names, and Guard for all others."""
    form = as_a(JobsForm, page.ask_panel.form)
    named = {m.name: m.id for m in form.ask.group.members}
    for name, (kind, place) in jobs.items():
        job, extra = form.rows[named[name]]
        job.setCurrentIndex(job.findData(kind))
        if place:
            found = [n for n in range(extra.count()) if extra.itemData(n) == WorkJob(place)]
            extra.setCurrentIndex(found[0])
    settle()


def test_the_jobs_show_what_each_number_on_guard_comes_to(sample: Session) -> None:
    """Two were taken out, so that a single Guard doesn't make it certain."""
    page = to_the_jobs(sample)
    plot = page.odds.prospects.first
    assert plot.title.text() == "Holding the Refuge"
    assert heads(plot) == ["0", "1", "2", "3+"]
    ask = as_a(ArrangeJobs, sure(page.view).pending)
    ways = ways_to_hold(ask.group, ask.context)
    assert cells(plot)[:2] == [share(ways[n, False].best.holds) for n in (0, 1)]
    assert cells(plot)[-1] == "100 %"
    assert now(plot) == [(0, heads(plot)[-1])]
    # The book's own table of Jobs is there as well, and nothing scrolls.
    assert page.odds.title.text() == "Jobs"
    assert next(row.name for row in page.odds.book.rows) == "Guard"
    area = sample.window.pages.area(SequenceRoute)
    assert area.verticalScrollBar().maximum() == 0


def test_a_job_that_is_given_moves_the_mark_and_says_what_one_more_comes_to(
    sample: Session,
) -> None:
    page = to_the_jobs(sample)
    plot, form = page.odds.prospects.first, page.ask_panel.form
    assert isinstance(form, JobsForm)
    names = [m.name for m in form.ask.group.members if m.id in form.rows]
    give(page, **dict.fromkeys(names, ("rest", "")))
    assert now(plot) == [(0, "0")]
    assert form.chance.text().endswith(f"({cells(plot)[0]})")
    assert plot.note.whole.startswith(f"One Guard more: {cells(plot)[1]}")
    assert "less" not in plot.note.whole
    give(page, **{names[0]: ("guard", "")})
    assert now(plot) == [(0, "1")]
    assert (
        as_a(JobsForm, sure(form)).chance.text().endswith(f"({cells(plot)[1]})")
        or cells(plot)[1] == "100 %"
    )
    assert f"One Guard fewer: {cells(plot)[0]}" in plot.note.whole
    give(page, **dict.fromkeys(names, ("rest", "")))
    route = sample.window.route
    sample.window.go(CampaignRoute())
    sample.window.go(route)
    arrive(sample)
    assert now(page.odds.prospects.first) == [(0, "0")]  # a draft is marked when it is opened again


def test_a_watch_tower_has_a_row_of_its_own(sample: Session) -> None:
    furnished(sample, "watch-tower", clever="Doc")
    page = to_the_jobs(sample)
    plot, form = page.odds.prospects.first, page.ask_panel.form
    model = plot.grid.rows
    assert [model.index(r, 0).data() for r in range(2)] == ["Tower empty", "Tower manned"]
    assert isinstance(form, JobsForm)
    names = [m.name for m in form.ask.group.members if m.id in form.rows]
    give(page, **dict.fromkeys(names, ("rest", "")) | {"Doc": ("work", "watch-tower")})
    assert now(plot) == [(1, "0")]
    manned = ways_to_hold(form.ask.group, form.ask.context)[0, True]
    assert manned.worst.holds < manned.best.holds
    assert cells(plot, 1)[0] == (
        f"{share(manned.worst.holds).removesuffix(' %')}–{share(manned.best.holds)}"
    )
    said = model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "Doc in the Watch Tower" in said
    assert f"Tower empty: {cells(plot)[0]}" in plot.note.whole
    # Doc is the best there is: the form says the same as the best of the row.
    assert share(manned.best.holds) in form.chance.text()


# Reckoned beside the window


def test_the_ways_are_reckoned_beside_the_window_and_who_leaves_waits_for_nothing(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there meanwhile says so, and nothing below it moves when they come. Where the page is
    left, the worker is told, and what it has found is not shown."""
    asked, going, found = threading.Event(), threading.Event(), []
    threads = set[int]()

    def slow(group: Any, context: Any, free: Any, wanted: Callable[[], bool]) -> Mapping[Any, Any]:
        asked.set()
        assert going.wait(20)
        threads.add(threading.get_ident())
        found.append(wanted())
        return ways_to_hold(group, context, free, wanted)

    monkeypatch.setattr(prospects_panel, "ways_to_hold", slow)
    page = begin(sample)
    play(page, sample, "jobs/assigned")
    plot = page.odds.prospects.first
    assert plot.note.whole == "Working it out…"
    parts = (page.odds.title, page.odds.table, plot, page.odds.about)
    lying = [part.geometry() for part in parts]
    going.set()
    arrive(sample)
    assert cells(plot)[-1] == "100 %"
    assert threading.get_ident() not in threads
    assert [part.geometry() for part in parts] == lying
    route = sample.window.route
    sample.window.go(CampaignRoute())
    for event in (asked, going):
        event.clear()
    found.clear()
    sample.window.go(route)
    assert asked.wait(20)
    sample.window.go(CampaignRoute())
    going.set()
    arrive(sample)
    assert set(found) == {False}
    assert not page.odds.prospects.reckoning.going


# A Level, a Supply Token, a Perk to build


def to_a_level(sample: Session) -> SequencePage:
    page = begin(sample)
    play(page, sample, "experience/next")
    push(page.ask_panel.options[next(iter(page.ask_panel.options))])
    arrive(sample)
    assert pending(page).endswith("/table")
    return page


def wish(page: SequencePage, words: str) -> None:
    """Choose what the odds are to be of."""
    at = page.odds.wishes.findText(words)
    assert at >= 0
    page.odds.wishes.setCurrentIndex(at)
    page.odds.wishes.activated.emit(at)
    page.services.wait()
    settle()


def test_no_odds_of_a_level_are_shown_before_a_goal_is_chosen(sample: Session) -> None:
    """What a Level costs is. A goal that was chosen stays for the next Level, until it is let go."""
    page = to_a_level(sample)
    assert page.odds.wishes.currentText() == "Odds of…"
    assert page.odds.title.text() == "Cost of each Level"
    assert "%" not in seen(page)
    wish(page, "Odds of: Sniper")
    assert page.odds.prospects.isVisible()
    assert "Sniper" in page.ask_panel.options["firearms"].text()
    assert "%" in page.ask_panel.options["firearms"].accessibleDescription()
    push(page.ask_panel.options["save"])
    push(page.ask_panel.options[next(iter(page.ask_panel.options))])
    arrive(sample)
    assert page.odds.wishes.currentText() == "Odds of: Sniper"
    wish(page, "Odds of…")
    assert not page.odds.prospects.isVisible()
    assert "%" not in seen(page)
    assert page.ask_panel.options["firearms"].accessibleDescription() == ""


def test_a_result_that_is_clicked_is_wished_for(sample: Session) -> None:
    """Also by keyboard; the options then say what they promise of it."""
    page = to_a_level(sample)
    wish(page, "Odds of: Double-Tap")
    plot = page.odds.prospects.first
    model = plot.grid.rows
    keys = [row.key for row in model.rows]
    at = keys.index("sniper")
    grid = plot.grid
    tab_to(grid)
    assert focus() is grid
    grid.setCurrentIndex(model.index(at, 1))
    key("Return")
    assert page.odds.wishes.currentText() == "Odds of: Sniper"
    assert model.index(model.row_of("sniper"), 0).data(CellRole).kind == "chosen"
    firearms = page.ask_panel.options["firearms"]
    left = min(3, as_a(BuyLevel, sure(page.view).pending).purchase.left)
    assert firearms.chance == cells(plot, at)[left]
    assert firearms.event_name == "Sniper"
    where = grid.visualRect(model.index(at + 1, 0)).center()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=where)
    settle()
    assert page.odds.wishes.currentData() == keys[at + 1]


def test_the_story_makes_room_for_the_name_of_a_step_that_is_longer(sample: Session) -> None:
    """Answered one by one: each new step's name is whole."""
    page, games = begin(sample), sample.services.games
    table = page.story.table
    names: set[str] = set()
    while "Experience" not in names:
        answer_one(games, page.sequence_id)
        page.refresh()
        settle()
        names = {table.model().index(r, 0).data() for r in range(table.model().rowCount())}
    last = table.model().index(table.model().rowCount() - 1, 0)
    assert last.data() == "Experience"
    assert table.columnWidth(0) >= table.sizeHintForIndex(last).width()


def test_a_supply_token_shows_what_each_row_yields(sample: Session) -> None:
    page = begin(sample)
    play(page, sample, "supplies/token-1/row")
    assert page.odds.grid.rows.columnCount() == page.odds.grid.columns + 1
    wish(page, "Odds of: finding gear")
    model = page.odds.grid.rows
    across = Qt.Orientation.Horizontal
    last = page.odds.grid.columns + 1
    assert [model.headerData(c, across) for c in (last, last + 1)] == ["Points", "Odds"]
    shown = {int(model.key_at(r)): model.index(r, last).data() for r in range(model.rowCount())}
    assert shown[2] == "9.5"
    assert shown[7] == "3.5"
    words = model.index(0, last).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert words == "Row 2: 9.5 points on average"
    before = [model.index(r, last + 1).data() for r in range(model.rowCount())]
    wish(page, "Odds of: finding a Firearm")
    after = [model.index(r, last + 1).data() for r in range(model.rowCount())]
    assert before != after
    assert "finding a Firearm" in model.index(0, last + 1).data(Qt.ItemDataRole.ToolTipRole)
    assert page.odds.grid.horizontalScrollBar().maximum() == 0


def test_what_is_built_shows_the_attack_and_when_it_has_earned_its_price(sample: Session) -> None:
    furnished(sample, "infirmary", points=60, clever="Doc")
    page = to_the_jobs(sample)
    form = as_a(JobsForm, page.ask_panel.form)
    named = {m.name: m.id for m in form.ask.group.members}
    given = dict.fromkeys(form.rows, RestJob()) | {
        named["Lou"]: BuildJob(),
        named["Ed"]: GuardJob(),
    }
    form.confirmed.emit(given)
    settle()
    arrive(sample)
    assert pending(page).endswith("/build/perk")
    prospects = page.odds.prospects
    model = prospects.first.grid.rows
    rows = {model.index(r, 0).data(): cells(prospects.first, r) for r in range(model.rowCount())}
    assert list(rows) == [
        "Nothing built",
        "Fortified Windows",
        "Infirmary",
        "Watch Tower",
        "Without Infirmary",
    ]
    chance = {name: int(shown[0].removesuffix(" %")) for name, shown in rows.items()}
    assert chance["Without Infirmary"] < chance["Nothing built"] <= chance["Fortified Windows"]
    assert rows["Watch Tower"][0] == rows["Nothing built"][0]
    assert now(prospects.first) == [(0, "Tonight")]
    tip = model.index(list(rows).index("Watch Tower"), 2).data(Qt.ItemDataRole.ToolTipRole)
    assert "with Doc in it" in tip
    assert prospects.second.title.text() == "Fenced-Off Garden"
    assert prospects.second.caption.whole.startswith("7 points a game · its 15 earned")
    assert cells(prospects.second)[:3] == ["0 %", "44 %", "94 %"]
    # The Refuge and what is in it are there as before.
    assert page.odds.title.text() == "The Farm House"
    assert "Infirmary" in [row.name for row in page.odds.book.rows]
    area = sample.window.pages.area(SequenceRoute)
    assert area.verticalScrollBar().maximum() == 0


# The grid itself


def test_the_grid_holds_to_qts_rules(qapp: QApplication) -> None:
    model = RowModel(("",))
    _keeper = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    half = GridCell("50 %", Fraction(1, 2), said="Two: 1/2 (50 %)")
    rows = (GridRow("a", "One", (half, half)), GridRow("b", "Two", (half,)))
    plot = ChancePlot("T", ("0", "1"), rows, row="b", column=0)
    model.set_rows(grid_rows(plot), ("", *plot.heads))
    assert model.index(1, 1).data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Two: 1/2 (50 %), as it is now"
    )
    assert model.index(1, 2).data() == ""  # not known yet
    plot = ChancePlot("T", ("0", "1"), rows, column=1)
    model.set_rows(grid_rows(plot), ("", *plot.heads))
    assert [model.index(r, 2).data(CellRole).ground for r in range(2)] == ["select"] * 2
    plot = ChancePlot("T", ("0",), rows[:1])
    model.set_rows(grid_rows(plot), ("", *plot.heads))
    assert (model.rowCount(), model.columnCount()) == (1, 2)
