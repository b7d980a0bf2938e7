"""What players do who play alone, or together against the zombies."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget

from answering import answer_one
from lastdays.campaign.exchange.sharing import read_shared_campaign, render_tale
from lastdays.campaign.exchange.website import Private, Website
from lastdays.campaign.printing.sheet_content import encounter_sheet
from lastdays.campaign.sample import play_through
from lastdays.model.group import ON_THE_ROAD, Member
from lastdays.model.recruiting import Recruit
from lastdays.tabletop.last_days.breaking import verdict
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    ChronicleRoute,
    FoundRoute,
    GroupRoute,
    LifeRoute,
    NextGameRoute,
    RecordRoute,
    SequenceRoute,
    TableRoute,
)
from lastdays.ui.pages.aftermath_page import AftermathPage
from lastdays.ui.pages.chronicle_page import STANDINGS, ChroniclePage
from lastdays.ui.pages.create_group_page import CreateGroupPage
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.next_game_page import MemberButton, NextGamePage
from lastdays.ui.pages.record_page import RecordPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.tracker.session_page import SessionPage
from sure import as_a, sure
from ui.hands import (
    after_first_game,
    choose_action,
    click,
    do,
    go,
    key,
    pick,
    push,
    seen,
    settle,
    size,
    start_play,
    state_of,
    tracker_of,
)


def members(sample: Session) -> dict[str, Member]:
    """The members of the sample's first group by name."""
    workspace = sample.services.workspace
    group = workspace.groups(sample.window.campaign_id)[0].id
    return {m.name: m for m in workspace.group(group).group.members}


def group_page(sample: Session) -> GroupPage:
    group = sample.services.workspace.groups(sample.window.campaign_id)[0].id
    return as_a(GroupPage, go(sample.window, GroupRoute(group)))


def sits_out(page: GroupPage, name: str) -> QAction:
    """The entry of a member's menu that has them miss the next game."""
    page.roster.choose_member(members_of(page)[name])
    page.roster.menu.aboutToShow.emit()
    return next(a for a in page.roster.menu.actions() if a.text() == "Misses the next game")


def members_of(page: GroupPage) -> dict[str, str]:
    assert page.view is not None
    return {m.name: m.id for m in page.view.group.members}


def button_of(page: NextGamePage, name: str) -> MemberButton:
    return next(b for b in page.sides[0].members.values() if b.name.text() == name)


def offered(button: QAbstractButton) -> list[str]:
    """What a button's menu offers."""
    menu = button.menu()  # type: ignore[attr-defined]
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions()]


def begun_together(sample: Session) -> SessionPage:
    """A game of both groups together, begun at the table."""
    key("Ctrl+G")
    table = sample.window.pages.table
    click(table, "New game")
    push(table.setup.together)
    click(table, "Begin the game")
    return as_a(SessionPage, sample.window.page())


def finish_sequence(sample: Session) -> None:
    """Plays the sequence of the first group after the latest game, and presses *Finish*."""
    games, campaign = sample.services.games, sample.window.campaign_id
    game = sample.services.workspace.campaign(campaign).campaign.games[-1]
    sequence = games.begin(campaign, game.id, game.sides[0].group)
    play_through(games, sequence)
    page = go(sample.window, SequenceRoute(sequence))
    click(page, "Finish and update the group")


def test_who_misses_the_next_game_is_not_deployed_and_then_comes_back(sample: Session) -> None:
    after_first_game(sample)
    page = group_page(sample)
    push(sits_out(page, "Lou"))
    assert "misses the next game" in seen(page.roster)
    size(sample, 1920, 1080)
    assert "misses the next game" in seen(page.member_panel)
    assert sits_out(page, "Lou").isChecked()
    assert "1 misses the next game" in seen(go(sample.window, CampaignRoute()))

    planned = as_a(NextGamePage, go(sample.window, NextGameRoute()))
    pick(planned.chooser.encounter, "5 · Scavengers")
    lou = button_of(planned, "Lou")
    assert not lou.isChecked()
    assert "Sits out: 1 game to miss." in lou.accessibleDescription()
    assert "Deploys 7 of 8" in seen(planned)
    push(lou)
    assert "Lou should miss this game." in seen(planned)
    key("Ctrl+Z")
    assert "Lou should miss this game." not in seen(planned)

    record = as_a(RecordPage, go(sample.window, RecordRoute()))
    assert (
        record.sides[0].rows[members(sample)["Lou"].id].part_picker.currentText()
        == "missed the game"
    )
    click(record, "Record the game")
    assert members(sample)["Lou"].misses == 1
    finish_sequence(sample)
    assert members(sample)["Lou"].misses == 0
    assert "misses the next game" not in seen(group_page(sample).roster)
    key("Ctrl+Z")
    assert members(sample)["Lou"].misses == 1


def test_games_to_miss_are_set_in_the_form_and_taken_back_in_the_menu(sample: Session) -> None:
    after_first_game(sample)
    page = group_page(sample)
    page.roster.choose_member(members_of(page)["Lou"])
    page.edit_member()
    settle()
    page.member_editor.misses.setValue(3)
    click(page, "Save changes")
    assert "misses the next 3 games" in seen(page.roster)
    key("Ctrl+G")
    table = sample.window.pages.table
    click(table, "New game")
    setup = table.setup
    lou = members(sample)["Lou"].id
    assert setup.forms[0].value().parts[lou] == "missing"
    page = group_page(sample)
    push(sits_out(page, "Lou"))
    assert members(sample)["Lou"].misses == 0
    key("Ctrl+Z")
    assert members(sample)["Lou"].misses == 3


# On the road


def test_a_group_on_the_road_is_created_played_and_moves_in(sample: Session) -> None:
    size(sample, 1280, 720)
    page = as_a(CreateGroupPage, go(sample.window, FoundRoute()))
    page.name.setText("The Drifters")
    page.refuges.choose_row(ON_THE_ROAD)
    settle()
    assert "no Zombie Attack comes after a game" in seen(page)
    assert "Built Perks" not in seen(page.meters)
    click(page, "Create group")
    home = as_a(GroupPage, sample.window.page())
    group = home.group_id
    assert "On the road" in seen(home)
    for word in ("Refuge", "Empty Space", "If it's lost…"):
        assert word not in seen(home)
    click(home, "Start playing")

    home.edit_group()
    settle()
    form = home.group_editor
    assert form.refuge.currentText() == "On the road: no Refuge"
    assert not form.extra_size.isEnabled()
    pick(form.refuge, "The Church")
    assert form.extra_size.isEnabled()
    click(home, "Save changes")
    assert "If it's lost…" in seen(home)
    key("Ctrl+Z")
    services, campaign = sample.services, sample.window.campaign_id
    value = services.workspace.group(group).group
    assert value.on_the_road
    assert services.groups.read_document(services.groups.export(group)) == value
    pages = Website(services.workspace, campaign, Private()).made()
    (own,) = [page.decode() for page in pages.values() if b"<h1>The Drifters</h1>" in page]
    assert "Refuge" not in own
    assert "Empty Space" not in own


def test_the_sequence_of_a_group_on_the_road_ends_with_its_jobs(sample: Session) -> None:
    after_first_game(sample)
    home = group_page(sample)
    home.edit_group()
    pick(home.group_editor.refuge, "On the road: no Refuge")
    home.group_editor.perks.show_items(())
    click(home, "Save changes")
    record = as_a(RecordPage, go(sample.window, RecordRoute()))
    record.group_boxes[list(record.group_boxes)[1]].setChecked(False)
    settle()
    click(record, "Record the game")
    games, campaign = sample.services.games, sample.window.campaign_id
    game = sample.services.workspace.campaign(campaign).campaign.games[-1]
    aftermath = as_a(AftermathPage, go(sample.window, AftermathRoute()))
    model = aftermath.table.rows
    row = model.rows[model.row_of(f"{game.id}/{home.group_id}")]
    assert len(row.cell(2).bars) == 5, "from the injuries to the Jobs"
    assert row.cell(3).text == "Still to do: Experience and Jobs"
    sequence = games.begin(campaign, game.id, home.group_id)
    while (ask := games.view(sequence).pending) is not None and ask.step != "jobs":
        answer_one(games, sequence)
    page = as_a(SequencePage, go(sample.window, SequenceRoute(sequence)))
    steps = [name for name, _state in page.steps.steps]
    assert steps[-2:] == ["Jobs", "Before → after"]
    assert "Zombie" not in seen(page)
    assert "Guard" not in seen(page)
    click(page, "Assign these Jobs")
    click(page, "Finish and update the group")
    assert "Zombie Attack" not in seen(go(sample.window, ChronicleRoute(game.id)))


# Fewer points


def test_a_group_is_created_with_fewer_points(sample: Session) -> None:
    size(sample, 1280, 720)
    page = as_a(CreateGroupPage, go(sample.window, FoundRoute()))
    page.name.setText("The Drifters")
    assert page.points.value() == 100
    page.points.setValue(60)
    settle()
    assert "60 points for a Leader, members and their gear" in seen(page)
    assert "points left of 60; this Leader costs 12" in seen(page)
    click(page, "Create group")
    home = as_a(GroupPage, sample.window.page())
    assert "48 of 60 points left" in seen(home)
    groups = sample.services.groups
    groups.recruit(home.group_id, Recruit("dog", "Rex"))
    groups.recruit(home.group_id, Recruit("goon", "Mo", gear=("knife",)), allowed=True)
    sample.services.announce()
    settle()
    assert "of 60 points left" in seen(home)
    page = as_a(CreateGroupPage, go(sample.window, FoundRoute()))
    assert page.points.value() == 100, "the next group has what the house rules say"


# Nobody to face


@pytest.mark.smoke
def test_nothing_is_said_of_rivals_where_there_are_none(session: Session) -> None:
    services = session.services
    campaign = services.campaigns.begin("The road north")
    services.groups.create_with_leader(
        campaign, "The Drifters", "everyday-hero", "Ann", ON_THE_ROAD
    )
    go(session.window, CampaignRoute(campaign))
    standings = as_a(ChroniclePage, go(session.window, ChronicleRoute()))
    standings.tabs.setCurrentIndex(STANDINGS)
    settle()
    assert "The Drifters" in seen(standings)
    assert "faced" not in seen(standings)


def test_a_record_asks_for_rivals_only_where_there_are_some(sample: Session) -> None:
    record = as_a(RecordPage, go(sample.window, RecordRoute()))
    side = record.sides[0]
    facts = next(iter(side.rows.values()))
    tokens = side.tokens.add_button
    assert facts.rival_count.isVisible()
    assert "Rivals" in seen(side)
    assert "claimed after the others broke" in offered(tokens)
    push(record.together)
    side = record.sides[0]
    facts = next(iter(side.rows.values()))
    assert not facts.rival_count.isVisible()
    assert "Rivals" not in seen(side)
    assert "claimed after the others broke" not in offered(side.tokens.add_button)
    push(record.together)
    assert next(iter(record.sides[0].rows.values())).rival_count.isVisible()


def test_who_plays_together_rolls_off_for_nothing(sample: Session) -> None:
    page = begun_together(sample)
    tracker = tracker_of(page)
    mo, bea = (next(f for f in state_of(page).figures() if f.name == n) for n in ("Mo", "Bea"))
    for figure in (mo, bea):
        do(page, "count", piece=figure.id, name="noise", amount=2)
    do(page, "phase", phase="noise")
    assert "equally loud" not in seen(page.panel)
    assert "Roll off" not in seen(page.panel)
    do(page, "phase", phase="zombies")
    assert "Who moves a zombie first?" not in seen(page.panel)
    do(page, "phase", phase="action")
    assert "Roll for Initiative" in seen(page.panel)
    start_play(page, "initiative")
    for die in (4, 3):  # a tie: Carl has more Courage
        tracker.answer(die, "typed")
    assert "Aggressor or Defender?" in sure(tracker.pending()).question


def test_a_game_together_is_called_so_wherever_it_is_named(sample: Session) -> None:
    begun_together(sample)
    together = "Zeke's Truckers and Carl's Crew together"
    assert together in seen(go(sample.window, CampaignRoute()))
    assert together in seen(go(sample.window, TableRoute()))
    record = as_a(RecordPage, go(sample.window, RecordRoute()))
    push(record.together)
    click(record, "Record the game")
    size(sample, 1920, 1080)
    chronicle = as_a(ChroniclePage, go(sample.window, ChronicleRoute()))
    heading = next(line for line in seen(chronicle).split("\n") if line.startswith("Game 2:"))
    assert heading.endswith("together")
    services, campaign = sample.services, sample.window.campaign_id
    told = render_tale(read_shared_campaign(services.workspace, campaign), "text")
    assert together in told
    pages = Website(services.workspace, campaign, Private()).made()
    assert together.replace("'", "&#39;") in pages["index.html"].decode()


# A game through the window

#: What makes no sense to those who have no rivals.
FOREIGN = (
    "roll off",
    "roll-off",
    "other side",
    "both groups",
    "attackers",
    "rival",
    "against carl",
)


def foreign(*parts: QWidget | None) -> list[str]:
    """The lines of a page that speak of rivals."""
    lines = [line for part in parts for line in seen(part).split("\n")]
    return [line for line in lines if any(word in line.lower() for word in FOREIGN)]


def play_a_turn(page: SessionPage) -> list[str]:
    """Plays with the program's dice until the second turn, and gives what is foreign on the way."""
    choose_action(page.tools.modes, "roll")
    page.panel.ask_panel.guard_ms = 0
    found = []
    for _press in range(80):
        found += foreign(page.panel, page.bar, page.board)
        if state_of(page).table.turn > 1:
            break
        ask = page.panel.ask_panel
        if not page.panel.ask_box.isVisible():
            page.bar.accept_taps()
            key("Ctrl+Return")
        elif ask.dice is not None:
            push(ask.dice.roll_button)
        else:
            push(next(iter(ask.options.values())))
    assert state_of(page).table.turn > 1
    told = [str(line) for line in tracker_of(page).log()]
    return found + [line for line in told if "roll-off" in line.lower()]


def lose(sample: Session, page: SessionPage) -> None:
    """Ends the game as lost, and records it."""
    page.tools.end_action.trigger()
    settle()
    form = sure(page.panel.form)
    push(form.choosers["result"].buttons["lost"])
    assert foreign(form) == []
    click(form, "Record and review")
    assert isinstance(sample.window.page(), RecordPage)
    assert foreign(sample.window.page()) == []


@pytest.mark.parametrize("encounter", ["Home Defense", "Scavengers", "The Escape"])
def test_a_game_alone_is_played_through_the_window_and_lost(
    sample: Session, encounter: str
) -> None:
    after_first_game(sample)
    planned = as_a(NextGamePage, go(sample.window, NextGameRoute()))
    push(list(planned.chooser.groups.buttons.values())[1])
    numbered = planned.chooser.encounter
    pick(numbered, next(t for t in texts(numbered) if t.endswith(encounter)))
    if planned.chooser.defender.isVisible():
        pick(planned.chooser.defender.picker, "Defends")
        assert "Deploy everybody within 4″ of the Refuge." in seen(planned)
    assert foreign(planned) == []
    services, campaign = sample.services, sample.window.campaign_id
    sheet = encounter_sheet(services.next_game.read(campaign), services.catalogue)
    assert not any(word in repr(sheet).lower() for word in FOREIGN)
    push(planned.begin_button)
    page = as_a(SessionPage, sample.window.page())
    assert play_a_turn(page) == []
    mo = next(f for f in state_of(page).figures() if f.name == "Mo")
    do(page, "out", figure=mo.id, by="zombie")
    lose(sample, page)

    finish_sequence(sample)
    assert "Zeke's Truckers lost to the zombies." in seen(chronicle := story(sample))
    assert foreign(chronicle) == []
    assert "Zeke's Truckers, Robin | 1–1" in seen(standings(sample))
    lived = seen(go(sample.window, LifeRoute(services.workspace.groups(campaign)[0].id, mo.member)))
    assert f"Game 2: {encounter} · lost" in lived


def test_a_game_together_is_played_through_the_window_and_lost(sample: Session) -> None:
    after_first_game(sample)
    planned = as_a(NextGamePage, go(sample.window, NextGameRoute()))
    push(planned.chooser.together)
    pick(planned.chooser.encounter, "2 · Home Defense")
    pick(planned.chooser.defender.picker, "Defend: Carl's Crew")
    assert "Watch Tower: at least 6″ high" in seen(planned)
    assert foreign(planned) == []
    push(planned.begin_button)
    page = as_a(SessionPage, sample.window.page())
    assert [team.role for team in state_of(page).teams] == ["defender", "defender"]
    assert play_a_turn(page) == []
    for figure in state_of(page).figures("A"):
        do(page, "out", figure=figure.id, by="zombie")
    assert not verdict(state_of(page)), "the others still hold the Refuge"
    for figure in state_of(page).figures("B"):
        do(page, "out", figure=figure.id, by="zombie")
    assert verdict(state_of(page))
    lose(sample, page)
    assert "Zeke's Truckers and Carl's Crew lost to the zombies." in seen(story(sample))
    table = seen(standings(sample))
    assert "Zeke's Truckers, Robin | 1–1" in table
    assert "Carl's Crew, Jess | 0–2" in table


def texts(box: QComboBox) -> list[str]:
    return [box.itemText(n) for n in range(box.count())]


def story(sample: Session) -> ChroniclePage:
    """The chronicle, with the latest game on show."""
    return as_a(ChroniclePage, go(sample.window, ChronicleRoute()))


def standings(sample: Session) -> ChroniclePage:
    page = story(sample)
    page.tabs.setCurrentIndex(STANDINGS)
    settle()
    return page
