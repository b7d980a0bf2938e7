"""Recording a game: what is entered is stored, doubted where it does not add up, correctable."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QLabel, QMenu, QScrollArea

from lastdays.errors import RuleError
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    RecordRoute,
    SequenceRoute,
    TrackerRoute,
)
from lastdays.ui.pages.record_facts import MemberFacts
from lastdays.ui.pages.record_page import RecordPage, SideForm
from lastdays.ui.pages.rescue import open_sequence
from lastdays.ui.widgets.parts import Pictogram
from sure import as_a, sure
from ui.at_the_table import scavengers
from ui.hands import click, focus, go, key, menu_item, push, seen, settle, size, tab_to, write
from ui.measuring import window_rect


@pytest.fixture
def page(sample: Session) -> RecordPage:
    return as_a(RecordPage, go(sample.window, RecordRoute()))


def side(page: RecordPage, n: int = 0) -> SideForm:
    page.tabs.setCurrentIndex(n)
    settle()
    return page.sides[n]


def row(page: RecordPage, n: int, name: str) -> MemberFacts:
    form = side(page, n)
    member = next(m.id for m in sure(form.group).members if m.name == name)
    return form.rows[member]


@pytest.fixture
def captured(sample: Session) -> list[tuple[str, str]]:
    """Two of Zeke's Truckers, whose long names begin alike, are held by Carl's Crew."""
    services = sample.services
    zeke, carl = (g.id for g in services.workspace.groups(sample.window.campaign_id))
    named = []
    for name in ("Mo", "Lou"):
        member = next(m for m in services.workspace.group(zeke).group.members if m.name == name)
        long = f"Bartholomew Featherstonehaugh {name}"
        captive = replace(
            member, name=long, status="captured", captor=carl, captor_name="Carl's Crew"
        )
        services.groups.edit_member(zeke, captive)
        named.append((member.id, long))
    services.announce()
    return named


@pytest.mark.smoke
def test_a_game_of_two_groups_is_recorded_whole(page: RecordPage, sample: Session) -> None:
    page.encounter.setCurrentText("3 · Massacre Site")
    zeke = row(page, 0, "Zeke")
    zeke.zombie_count.setValue(2)
    zeke.objective_count.setValue(1)
    key("Ctrl+2", "Ctrl+1")
    go(sample.window, RecordRoute())
    assert row(page, 0, "Zeke") is zeke, "what was typed is there after a look elsewhere"
    mo = row(page, 0, "Mo")
    mo.out_tick.setChecked(True)
    mo.out_by_picker.setCurrentText("Bea")
    row(page, 0, "Pip").part_picker.setCurrentText("held back")
    menu_item(side(page, 0).tokens.add_button, "carried off by", "Ed")
    menu_item(side(page, 0).tokens.add_button, "claimed")
    side(page, 0).won_tick.setChecked(True)
    row(page, 1, "Bea").rival_count.setValue(1)
    side(page, 1).broke_tick.setChecked(True)
    click(page, "Record the game")
    assert "Game 2 is recorded." in sample.window.toast.text.text()
    campaign = sample.services.workspace.campaign(sample.window.campaign_id).campaign
    game = campaign.games[-1]
    assert (game.number, game.encounter) == (2, "massacre-site")
    first, second = game.sides
    groups = sample.services.workspace.groups()
    members = (m for g in groups for m in sample.services.workspace.group(g.id).group.members)
    by_name = {m.name: m.id for m in members}
    assert sure(first.appearance(by_name["Zeke"])).zombies == 2
    assert sure(first.appearance(by_name["Mo"])).out_by == by_name["Bea"]
    assert sure(first.appearance(by_name["Pip"])).part == "held-back"
    assert [(t.fate, t.member) for t in first.tokens] == [
        ("carried", by_name["Ed"]),
        ("claimed", ""),
    ]
    assert (first.won, second.broke) == (True, True)
    menu_item(page.more_button, "Back")
    told = "Zeke's Truckers against Carl's Crew, Won: Zeke's Truckers · broke: Carl's Crew"
    assert f"2 | Massacre Site | {told}" in seen(sample.window.pages.campaign)
    key("Ctrl+Z")
    assert len(sample.services.workspace.campaign(campaign.id).campaign.games) == 1


def test_a_game_against_an_opponent_who_is_not_recorded(page: RecordPage, sample: Session) -> None:
    boxes = list(page.group_boxes.values())
    zeke = row(page, 0, "Zeke")
    zeke.zombie_count.setValue(4)
    push(page.played.button)
    boxes[1].setChecked(False)
    tab_to(page.opponent)
    write("The Neighbours")
    key("Return")
    assert [page.tabs.tabText(n) for n in range(page.tabs.count())] == [
        "Zeke's Truckers",
        "The Neighbours",
    ]
    assert row(page, 0, "Zeke").zombie_count.value() == 4
    menu_item(page.more_button, "Record, then start the post-game sequence")
    assert isinstance(sample.window.route, AftermathRoute)
    assert "Zeke's Truckers | Game 2 · Scavengers | ○ Not begun" in seen(
        sample.window.pages.aftermath
    )


def test_one_use_gear_is_used_up_by_those_who_have_some(page: RecordPage, sample: Session) -> None:
    services = sample.services
    group = sure(side(page).group)
    lou = next(m for m in group.members if m.name == "Lou")
    services.gear.add_gear(group.id, lou.id, "booze")
    go(sample.window, RecordRoute())
    facts = side(page).rows
    without = [f for f in facts.values() if not f.used_up_button.menu().actions()]
    assert without
    for fact in without:
        assert not fact.used_up_button.isVisible()
        assert as_a(QLabel, fact.used_up_part).text() == "–"
        assert fact.used_up_part.toolTip() == f"{fact.name} has no one-use gear"
    menu_item(facts[lou.id].used_up_button, "Booze")
    click(page, "Record the game")
    game = services.workspace.campaign(sample.window.campaign_id).campaign.games[-1]
    sequence = services.games.begin(sample.window.campaign_id, game.id, group.id)
    told = [t.text for t in services.games.view(sequence).replayed.story]
    assert "Lou used up: Booze." in told


def test_what_does_not_add_up_is_said_at_once_and_can_be_recorded_all_the_same(
    page: RecordPage, sample: Session
) -> None:
    menu_item(side(page).tokens.add_button, "held at the end by", "Lou")
    assert page.doubts.text() == ""
    lou = row(page, 0, "Lou")
    lou.out_tick.setChecked(True)
    settle()
    said = "Lou is Out of Action, so can't have carried off or held a Supply Token."
    assert said in page.doubts.text()
    lou.out_tick.setChecked(False)
    settle()
    assert page.doubts.text() == ""
    lou.rival_count.setValue(3)
    settle()
    assert "counts 3 rivals taken Out of Action, but only 0 can be theirs" in page.doubts.text()
    click(page, "Record the game")
    assert len(sample.services.workspace.campaign(sample.window.campaign_id).campaign.games) == 2


def test_the_encounter_is_rolled_with_real_dice(page: RecordPage) -> None:
    click(page, "Roll for the Encounter")
    key("9")
    assert sure(page.roll_frame.panel.dice).problem.text() == "A D6 cannot show 9."
    key("6", "Return")
    assert page.encounter.currentText() == "6 · The Escape"
    assert side(page).vehicle_tick.isVisible()


def test_a_captives_fate_is_part_of_the_record_and_gives_the_objective(
    page: RecordPage, sample: Session, captured: list[tuple[str, str]]
) -> None:
    (mo, name), (lou, _other) = captured
    size(sample, 1280, 720, 200)
    go(sample.window, RecordRoute())
    captives = side(page).captives
    for _member, one in captured:  # they are told apart
        assert f"{one} is held by Carl's Crew" in seen(captives)
    box = captives.fates[mo]
    home = as_a(QStandardItemModel, box.model()).item(box.findText("brought home"))
    assert not home.isEnabled()
    page.encounter.setCurrentText("4 · Rescue")
    settle()
    assert home.isEnabled()
    box.setCurrentText("brought home")
    captives.fates[lou].setCurrentText("Rescue played, not brought home: dead")
    settle()
    assert captives.by[mo].isVisible()
    for area in page.findChildren(QScrollArea):
        assert not area.isVisible() or area.horizontalScrollBar().maximum() == 0
    captives.by[mo].setCurrentText("by Ed")
    settle()
    assert row(page, 0, "Ed").objective_count.value() == 1
    fates = {c.member: c.fate for c in page.value().sides[0].captives}
    assert fates == {mo: "home", lou: "lost"}
    page.encounter.setCurrentText("5 · Scavengers")
    settle()
    assert f"{name}: Scavengers has no captive to rescue." in page.doubts.text()


def test_one_fact_is_entered_once_and_what_follows_is_filled_in(
    page: RecordPage, sample: Session
) -> None:
    mo, pip, bea = row(page, 0, "Mo"), row(page, 0, "Pip"), row(page, 1, "Bea")
    mo.out_tick.setChecked(True)
    mo.out_by_picker.setCurrentText("Bea")
    settle()
    assert bea.rival_count.value() == 1
    assert bea.rival_count.toolTip() == "Recorded as taken Out of Action by them: Mo"
    pip.out_tick.setChecked(True)
    pip.out_by_picker.setCurrentText("Bea")
    settle()
    assert bea.rival_count.value() == 2
    pip.out_by_picker.setCurrentText("a zombie")
    settle()
    assert bea.rival_count.value() == 1
    assert page.doubts.text() == ""
    bea.rival_count.setValue(2)
    pip.out_by_picker.setCurrentText("unknown")
    settle()
    assert bea.rival_count.value() == 2, "a number that was typed stands"
    bea.rival_count.setValue(1)
    click(page, "Record the game")
    campaign = sample.window.campaign_id
    game = sample.services.workspace.campaign(campaign).campaign.games[-1]
    bea_id = mo.out_by_picker.currentData()
    assert sure(game.sides[1].appearance(bea_id)).rivals == 1
    # It is corrected: the number goes down again with what it followed from.
    page.start(campaign, game.id)
    settle()
    row(page, 0, "Mo").out_by_picker.setCurrentText("a zombie")
    settle()
    assert row(page, 1, "Bea").rival_count.value() == 0


def test_who_was_not_there_did_nothing(page: RecordPage) -> None:
    pip = row(page, 0, "Pip")
    pip.zombie_count.setValue(3)
    pip.part_picker.setCurrentText("held back")
    settle()
    for control in (
        pip.out_tick,
        pip.zombie_count,
        pip.rival_count,
        pip.objective_count,
        pip.used_up_button,
    ):
        assert not control.isEnabled()
        assert control.toolTip() == "Pip wasn't in this game"
    assert not pip.out_by_picker.isEnabled()
    assert sure(page.value().sides[0].appearance(pip.member)).zombies == 0
    pip.part_picker.setCurrentText("yes")
    settle()
    assert sure(page.value().sides[0].appearance(pip.member)).zombies == 3
    assert pip.zombie_count.toolTip() == ""


def tokens_offered(form: SideForm) -> list[str]:
    menu = form.tokens.add_button.menu()
    menu.aboutToShow.emit()
    return [a.text() for a in as_a(QMenu, menu.actions()[0].menu()).actions()]


def test_only_who_can_carry_a_token_is_offered_for_one(page: RecordPage) -> None:
    form = side(page, 0)
    carl = tokens_offered(side(page, 1))
    assert "Bea" in carl
    assert "Biscuit" not in carl  # an Animal
    side(page, 0)
    assert "Mo" in tokens_offered(form)
    row(page, 0, "Mo").out_tick.setChecked(True)
    row(page, 0, "Pip").part_picker.setCurrentText("held back")
    menu_item(form.tokens.add_button, "carried off by", "Ed")
    assert not {"Mo", "Pip", "Ed"} & set(tokens_offered(form))


def test_the_vehicle_gives_its_objective_and_the_win(page: RecordPage) -> None:
    page.encounter.setCurrentText("6 · The Escape")
    settle()
    form = side(page, 0)
    form.vehicle_tick.setChecked(True)
    settle()
    assert form.won_tick.isChecked()
    assert not form.won_tick.isEnabled()
    form.vehicle_by_picker.setCurrentText("by Zeke")
    settle()
    assert row(page, 0, "Zeke").objective_count.value() == 1
    page.encounter.setCurrentText("5 · Scavengers")
    settle()
    assert not page.value().sides[0].vehicle
    assert not form.won_tick.isChecked()
    assert row(page, 0, "Zeke").objective_count.value() == 0


def test_what_is_seldom_entered_is_folded_until_it_is_wanted_or_there(page: RecordPage) -> None:
    """On every side at once; a fact that is there is never folded away."""
    pip, bea = row(page, 0, "Pip"), row(page, 1, "Bea")
    assert not pip.part_picker.isVisible()
    assert not pip.objective_count.isVisible()
    push(side(page).rare_fold.button)
    assert pip.part_picker.isVisible()
    assert pip.objective_count.isVisible()
    assert bea.part_picker.isVisibleTo(page.sides[1])
    pip.part_picker.setCurrentText("held back")
    push(side(page).rare_fold.button)
    assert pip.part_picker.isVisible()
    assert not bea.part_picker.isVisibleTo(page.sides[1])


def test_who_fell_to_whom_is_asked_of_those_who_fell_and_moves_nothing(page: RecordPage) -> None:
    mo = row(page, 0, "Mo")
    names = {p.accessibleName() for p in side(page).members.findChildren(Pictogram)}
    assert {"Out of Action", "Zombies taken Out of Action", "Goon, Selfish"} <= names
    assert "Out of Action, by" in seen(side(page))
    parts = (mo.zombie_count, page.doubt_room)
    before = [window_rect(part, part.rect()) for part in parts]
    assert not mo.out_by_picker.isVisible()
    mo.out_tick.setChecked(True)
    row(page, 0, "Pip").rival_count.setValue(5)
    settle()
    assert mo.out_by_picker.isVisible()
    assert page.doubts.text()
    assert [window_rect(part, part.rect()) for part in parts] == before


def test_no_captive_is_dead_before_anybody_says_so(
    page: RecordPage, sample: Session, captured: list[tuple[str, str]]
) -> None:
    """p. 84, ruling 17: what became of them is asked, and they are named."""
    services, campaign = sample.services, sample.window.campaign_id
    go(sample.window, RecordRoute())
    form = side(page, 0)
    for member, name in captured:
        assert form.captives.fates[member].currentText() == "not settled yet"
        assert name in page.doubts.text()
    click(sample.window, "Record the game")
    game = services.workspace.campaign(campaign).campaign.games[-1]
    for group in (s.group for s in game.sides):
        sample.window.go(AftermathRoute())
        open_sequence(services, campaign, game.id, group)
        settle()
        assert sample.window.route == RecordRoute(game.id)
        assert captured[0][1] in sample.window.toast.text.text()
        assert focus() is side(page, 0).captives.fates[captured[0][0]]
        with pytest.raises(RuleError):
            services.games.begin(campaign, game.id, group)
    for member, _name in captured:
        side(page, 0).captives.fates[member].setCurrentText("still held (our table allows it)")
    click(sample.window, "Record the game")
    open_sequence(services, campaign, game.id, game.sides[0].group)
    settle()
    assert isinstance(sample.window.route, SequenceRoute)
    held = services.workspace.group(game.sides[0].group).group
    assert [held.member(m).status for m, _name in captured] == ["captured", "captured"]


def test_a_game_at_the_table_leads_to_what_is_not_said_of_a_captive(
    page: RecordPage, sample: Session, captured: list[tuple[str, str]]
) -> None:
    services, window = sample.services, sample.window
    sessions = services.sessions
    services.go(TrackerRoute(sessions.begin(window.campaign_id, scavengers(services))))
    settle()
    tracker = window.pages.tracker
    tracker.ask_end()
    settle()
    assert captured[0][1] in seen(tracker.panel.form)
    click(tracker.panel.form, "Record and start post-game")
    assert isinstance(window.route, RecordRoute)
    assert focus() is side(page, 0).captives.fates[captured[0][0]]
    assert captured[0][1] in window.toast.text.text()


def test_a_game_alone_is_lost(page: RecordPage, sample: Session) -> None:
    page.group_boxes[list(page.group_boxes)[1]].setChecked(False)
    settle()
    alone = side(page, 0)
    assert alone.lost_tick.isVisible()
    click(page, "Lost")
    click(page, "Won")
    assert (alone.won_tick.isChecked(), alone.lost_tick.isChecked()) == (True, False)
    click(page, "Lost")
    assert (alone.won_tick.isChecked(), alone.lost_tick.isChecked()) == (False, True)
    click(page.head, "Record the game")
    campaign = go(sample.window, CampaignRoute())
    assert "Lost: Zeke's Truckers" in seen(campaign)
    assert "Zeke's Truckers lost to the zombies." in seen(go(sample.window, ChronicleRoute()))
    zeke = sample.services.workspace.groups(sample.window.campaign_id)[0].id
    totals = sample.services.workspace.campaign(sample.window.campaign_id).campaign.tallies
    assert totals.groups[zeke].lost == 1


def test_two_groups_win_together_and_take_nobody_captive(page: RecordPage, sample: Session) -> None:
    assert not side(page, 0).lost_tick.isVisible(), "who loses to a rival needs no tick"
    page.played.show_open(True)
    push(page.together)
    assert "with" in seen(page.played)
    row(page, 0, "Mo").out_tick.setChecked(True)
    assert [
        row(page, 0, "Mo").out_by_picker.itemText(n)
        for n in range(row(page, 0, "Mo").out_by_picker.count())
    ] == [
        "unknown",
        "a zombie",
    ]
    click(side(page, 0), "Won")
    assert side(page, 1).won_tick.isChecked(), "all win, or all lose"
    assert "More than one side won" not in seen(page)
    click(page.head, "Record the game")
    services, campaign = sample.services, sample.window.campaign_id
    game = services.workspace.campaign(campaign).campaign.games[-1]
    assert game.together
    zeke, carl = (g.id for g in services.workspace.groups(campaign))
    tallies = services.workspace.campaign(campaign).campaign.tallies
    before = len(
        [g for g in services.workspace.campaign(campaign).campaign.games if not g.together]
    )
    assert tallies.against(zeke)[carl].games == before
    sequence = services.games.begin(campaign, game.id, zeke)
    assert not services.games.view(sequence).context.has_rival
