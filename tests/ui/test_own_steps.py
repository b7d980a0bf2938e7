"""Steps that players wrote, played in the window: paid for, rolled, changed and undone."""

from __future__ import annotations

import pytest

from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.groups import GroupActions
from lastdays.ui.app import Session
from lastdays.ui.pages.sequence_page import SequencePage
from sure import as_a, sure
from ui.hands import click, find_button, key, push, seen, settle, throw
from ui.sequences import begin, option, play
from unit.rulebook.winter import WINTER


@pytest.fixture
def upkeep(sample: Session) -> SequencePage:
    """The sequence of Zeke's Truckers in a hard winter, where its own step begins."""
    rules = HouseRules(sample.services.workspace)
    for rule in WINTER.entries:
        rules.write_rule(sample.window.campaign_id, rule)
    sample.window.refresh()
    page = begin(sample)
    play(page, sample, "upkeep")
    return page


def asked_of(page: SequencePage) -> str:
    """Whom the pending question is about."""
    view = sure(page.view)
    return view.group_now.member(sure(view.pending).about).name


def step(page: SequencePage, name: str) -> str:
    """How a step stands in the bar."""
    return dict(page.steps.steps)[name]


@pytest.mark.smoke
def test_upkeep_is_paid_for_or_rolled_changed_and_undone(upkeep: SequencePage) -> None:
    page, first = upkeep, asked_of(upkeep)
    assert page.ask_panel.question.text() == f"{first}: pay 1 Food?"
    assert step(page, "Upkeep") == "due"
    assert [name for name, _state in page.steps.steps][3:6] == ["Gear", "Upkeep", "Jobs"]
    assert "Eat or fall ill: 1 of" in seen(page)
    assert "1–2: Sicker. | Sicker. | rolled: 33 %" in seen(page.odds)
    assert page.odds.book.rows[0].detail == "Sickness +1"
    option(page, "Pay 1 Food")
    assert f"{first}: 1 Food paid, 4 left." in seen(page.story)
    second = asked_of(page)
    option(page, "Roll on Illness")
    assert page.ask_panel.question.text() == f"{second}: roll D6 on Illness."
    throw(page.ask_panel, "2")
    assert f"{second}, Illness 2: Sicker." in seen(page.story)
    assert f"{second}: Sickness 0 → 1, Coughing." in seen(page.story)
    # The first answer is changed: the rest is replayed.
    rows = page.story.model
    line = next(
        n for n in range(rows.rowCount()) if "1 Food paid, 4 left" in rows.index(n, 1).data()
    )
    page.story.table.setCurrentIndex(rows.index(line, 0))
    settle()
    click(page.story, "Change: Pay 1 Food")
    option(page, "Roll on Illness")
    assert asked_of(page) == first
    assert page.ask_panel.question.text() == f"{first}: roll D6 on Illness."
    throw(page.ask_panel, "6")
    assert f"{first}: Sickness stays at 0." in seen(page.story)
    assert f"{second}: Sickness 0 → 1, Coughing." in seen(page.story)
    key("Ctrl+Z")
    assert page.ask_panel.question.text() == f"{first}: roll D6 on Illness."
    key("Ctrl+Y")
    assert f"{first}: Sickness stays at 0." in seen(page.story)


def test_what_upkeep_changed_is_reviewed_and_finished(
    upkeep: SequencePage, sample: Session
) -> None:
    group = sure(upkeep.view).before.id
    option(upkeep, "Roll on Illness")
    throw(upkeep.ask_panel, "1")
    play(upkeep, sample)
    assert "Coughing 1" in seen(upkeep.review)
    push(find_button(sample.window, "Finish and update the group"))
    settle()
    after = sample.services.workspace.group(group)
    assert after.undo == "finished the sequence after game 1"
    assert sum(m.counters.get("sickness", 0) for m in after.group.members) >= 1


def test_a_step_that_is_gone_leaves_its_answers_and_brings_them_back(
    upkeep: SequencePage, sample: Session
) -> None:
    option(upkeep, "Pay 1 Food")
    rules = HouseRules(sample.services.workspace)
    rules.remove_rule(sample.window.campaign_id, WINTER.steps[0])
    sample.window.refresh()
    settle()
    page = as_a(SequencePage, sample.window.pages.sequence)
    assert "house rules have changed since then" in seen(page)
    assert "1 answer no longer applies but is kept: Upkeep · eat" in seen(page)
    assert "Upkeep" not in dict(page.steps.steps)
    rules.write_rule(sample.window.campaign_id, WINTER.steps[0])
    sample.window.refresh()
    settle()
    page = as_a(SequencePage, sample.window.pages.sequence)
    assert "1 Food paid, 4 left." in seen(page.story)


def test_the_list_of_sequences_says_that_upkeep_is_due(
    upkeep: SequencePage, sample: Session
) -> None:
    assert step(upkeep, "Jobs") == ""
    key("Ctrl+3")
    page = sample.window.pages.aftermath
    assert "▶ Upkeep" in seen(page)
    bars = page.table.rows.rows[0].cell(2).bars
    assert bars == ("well",) * 4 + ("accent",) + ("line",) * 3


def test_by_hand_food_can_be_given_before(upkeep: SequencePage, sample: Session) -> None:
    """A group without food isn't asked to pay."""
    group = sure(upkeep.view).before.id
    GroupActions(sample.services.workspace).set_counter(group, "food", 0)
    sample.services.games.rebase(upkeep.sequence_id)
    sample.window.refresh()
    settle()
    assert "can't pay 1 Food." in seen(upkeep.story)
    assert "roll D6 on Illness." in upkeep.ask_panel.question.text()
