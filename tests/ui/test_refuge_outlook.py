"""What a Refuge is worth is seen before it is lost: on the group's page, and where it is asked."""

from __future__ import annotations

import pytest

from answering import answer_one
from lastdays.model.changes import PointsSet
from lastdays.model.group import Item
from lastdays.model.recruiting import max_size
from lastdays.postgame.refuge_fate import ChooseOfRefuge
from lastdays.procedure.asks import Arrange
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Cell
from lastdays.ui.navigation import GroupRoute
from lastdays.ui.pages.group_page import GroupPage
from store.exercise import rebuild
from sure import as_a, sure
from ui.hands import click, focus, key, seen, settle
from ui.test_sequence_page import begin


@pytest.fixture
def carl(sample: Session) -> GroupPage:
    """The page of a group with a stash and a built Perk."""
    services, window = sample.services, sample.window
    group = services.workspace.groups(window.campaign_id)[1].id
    rebuild(services.groups, group, "church", "infirmary")
    services.workspace.change_group(
        group, PointsSet(12), lambda g: g.stash_add((Item("s1", "scope"), Item("s2", "knife")))
    )
    services.announce()
    window.go(GroupRoute(group))
    settle()
    return as_a(GroupPage, window.pages.group)


def test_the_outlook_says_what_is_lost_and_who_stays_behind(carl: GroupPage) -> None:
    click(carl, "If it's lost…")
    assert carl.stack.currentWidget() is carl.outlook
    text = seen(carl.outlook)
    assert "The Church" in text
    assert "8 members in 8 beds · 1 Empty Space left" in text
    assert "The stash is lost: 2 items" in text
    assert "The stash comes along" in text
    assert text.count("1 built Perk is lost") == 2
    rows = {
        as_a(Cell, r.cells[0]).text: [as_a(Cell, c).text for c in r.cells[1:]]
        for r in carl.outlook.model.rows
    }
    assert set(rows) == {
        "The Farm House", "The Mall", "The Gun Shop", "The Police Station", "The Prison",
    }  # fmt: skip
    assert rows["The Gun Shop"][:3] == ["6/6", "2", "3"]
    assert rows["The Mall"][:3] == ["8/12", "0", "8"]
    assert carl.outlook.beds.accessibleName() == "8 members in 8 beds"


@pytest.mark.smoke
def test_one_goes_there_and_back_by_keyboard(carl: GroupPage) -> None:
    carl.refuge.outlook_button.setFocus()
    key("Space")
    assert focus() is carl.outlook.back_button
    key("Space")
    assert carl.stack.currentWidget() is carl.home


def test_it_follows_what_changes_and_what_is_undone(carl: GroupPage, sample: Session) -> None:
    click(carl, "If it's lost…")
    assert "2 items" in seen(carl.outlook)
    key("Ctrl+Z")
    settle()
    assert "The stash is lost" not in seen(carl.outlook)


@pytest.mark.parametrize("percent", [100, 200])
def test_the_outlook_shows_every_refuge_without_scrolling(
    carl: GroupPage, sample: Session, percent: int
) -> None:
    sample.theme.percent = percent
    sample.theme.apply()
    settle()
    click(carl, "If it's lost…")
    settle()
    outlook = carl.outlook
    assert outlook.back_button.isVisible()
    assert outlook.beds.width() >= outlook.beds.minimumSizeHint().width()
    for table in (outlook.fallen, outlook.left):
        assert table.height() >= table.wanted()
    if percent == 100:
        assert outlook.others.verticalScrollBar().maximum() == 0


def test_what_is_lost_is_shown_beside_the_question(sample: Session) -> None:
    page, games = begin(sample), sample.services.games
    assert page.view is not None
    group = page.view.before.id
    sequence = page.sequence_id
    while not sure(games.view(sequence).pending).key.startswith("refuge/"):
        ask = games.view(sequence).pending
        assert ask is not None
        if ask.key == "attack/roll":
            games.answer(sequence, ask.key, [1, 1], "set")
        elif ask.key == "jobs/assigned":
            assert isinstance(ask, Arrange)
            games.answer(sequence, ask.key, ask.write({}), "chosen")
        else:
            answer_one(games, sequence)
    sample.services.announce()
    settle()
    view = page.view
    assert view is not None
    assert isinstance(view.pending, ChooseOfRefuge)
    assert view.pending.key == "refuge/flee"
    now = view.pending.group
    assert view.group_now == now
    text = seen(page)
    n = len(now.stash)
    assert f"The stash is lost: {n} item" in text or not n
    assert "One member at random is hurt" in text
    beds = max_size(now, sample.services.catalogue)
    assert f"{len(now.roster)} members in {beds} beds" in text
    options = {b.accessibleName() for b in page.ask_panel.options.values()}
    small = next(o for o in options if o.startswith("The Gun Shop"))
    short = len(now.active) - 6
    assert (f"{short} are left behind and die" in small) == (short > 1)
    assert sample.services.workspace.group(group).group == view.before
