"""The chronicle in the window: stories with the players' words, plots, standing, memorial, lives."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from lastdays.campaign.sample import add_sample, play_through
from lastdays.devtools.screens import TABS, tell_without_games
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Member
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Cell
from lastdays.ui.navigation import (
    CampaignRoute,
    ChronicleRoute,
    FoundRoute,
    GroupRoute,
    LifeRoute,
    RecordRoute,
    SequenceRoute,
    ShareRoute,
    TableRoute,
    TrackerRoute,
)
from lastdays.ui.pages import sequence_page
from lastdays.ui.pages.chronicle_page import (
    MEMORIAL,
    PLOTS,
    RANKINGS,
    STANDING,
    STORY,
    ChroniclePage,
    LifePage,
    RankingsPanel,
)
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.pages.story_panel import ChroniclePanel, DayField
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.pictures import PictureViewer
from lastdays.ui.window import Window
from sure import as_a, sure
from ui.growing import begin_game
from ui.hands import (
    bury,
    click,
    find_button,
    focus,
    go,
    key,
    pick,
    push,
    seen,
    settle,
    where,
    write,
    zoom,
)


@pytest.fixture
def services(sample: Session) -> Services:
    return sample.services


@pytest.fixture
def game(sample: Session, services: Services) -> GameRecord:
    return services.workspace.campaign(sample.window.campaign_id).campaign.games[0]


def chronicle(sample: Session, tab: int = STORY) -> ChroniclePage:
    """Opens a tab of the chronicle."""
    page = as_a(ChroniclePage, go(sample.window, ChronicleRoute()))
    page.tabs.setCurrentIndex(tab)
    settle()
    return page


def settled(sample: Session, game: GameRecord) -> None:
    """Plays the post-game sequences of a game."""
    games = sample.services.games
    for side in game.sides:
        sequence = games.begin(sample.window.campaign_id, game.id, side.group)
        play_through(games, sequence)
        games.finish(sequence)
    sample.window.refresh()


def members(sample: Session, group: str) -> dict[str, Member]:
    return {m.name: m for m in sample.services.workspace.snapshot(group).group.members}


# The story


def test_the_story_of_a_game_is_read_from_the_list_of_places(sample: Session) -> None:
    sample.window.go(ChronicleRoute())
    text = seen(sample.window.page())
    assert "Zeke's Truckers won against Carl's Crew, who broke." in text
    assert "Zombies took Pip Out of Action." in text
    assert "Zeke's Truckers brought home 3 Supply Tokens." in text
    assert "Zeke's Truckers: post-game sequence not begun" in text


@pytest.mark.smoke
def test_the_players_own_words_are_typed_beside_it_and_undone(
    sample: Session, services: Services, game: GameRecord
) -> None:
    page = chronicle(sample)
    page.story.words.setFocus()
    QTest.keyClicks(page.story.words, "It rained.")
    page.story.games.setFocus()
    settle()
    campaign = sample.window.campaign_id
    assert services.workspace.campaign(campaign).campaign.own_words[game.id].text == "It rained."
    assert page.undo_names()[0] == "wrote about game 1"
    push(sample.window.undo_action)
    assert page.story.words.toPlainText() == ""
    push(sample.window.redo_action)
    assert page.story.words.toPlainText() == "It rained."


def test_words_typed_for_one_game_stay_with_it_when_another_is_chosen(
    sample: Session, services: Services, game: GameRecord
) -> None:
    second = replace(game, id="second", number=2, recorded="")
    services.records.record(sample.window.campaign_id, second)
    page = chronicle(sample)
    page.story.games.choose(game.id)
    page.story.words.setFocus()
    QTest.keyClicks(page.story.words, "About the first.")
    page.story.games.choose("second")
    settle()
    assert sure(page.story.story).id == "second"
    assert page.story.words.toPlainText() == ""
    told = services.workspace.campaign(sample.window.campaign_id).campaign.own_words
    assert {g: words.text for g, words in told.items()} == {game.id: "About the first."}
    page.story.games.choose(game.id)
    assert page.story.words.toPlainText() == "About the first."


def test_words_that_cannot_be_stored_stay_to_be_mended(sample: Session) -> None:
    page = chronicle(sample)
    page.story.words.setFocus()
    page.story.words.setPlainText("x" * 20_001)
    page.story.games.setFocus()
    settle()
    assert len(page.story.words.toPlainText()) == 20_001
    assert "can have 20000 characters at most" in seen(sample.window.toast)


def test_the_day_of_a_game_is_set_in_its_field(sample: Session) -> None:
    page = chronicle(sample)
    field = page.story.day_field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "2025-12-24")
    key("Return")
    assert "24 December 2025" in seen(page)
    field.selectAll()
    QTest.keyClicks(field, "soon")
    key("Return")
    assert "24 December 2025" in seen(page)
    assert "2026-10-03" in seen(sample.window.toast)


def test_from_a_game_to_its_record_and_back(sample: Session, game: GameRecord) -> None:
    page = chronicle(sample)
    click(page, "Game record")
    assert sample.window.route == RecordRoute(game.id)
    QTest.keyClick(sample.window, Qt.Key.Key_Escape)
    assert isinstance(sample.window.route, ChronicleRoute)
    sample.window.go(CampaignRoute())
    sample.window.go(RecordRoute(game.id))  # from elsewhere it leads back there
    QTest.keyClick(sample.window, Qt.Key.Key_Escape)
    assert isinstance(sample.window.route, CampaignRoute)


def test_from_a_game_to_a_sequence_and_back(sample: Session, game: GameRecord) -> None:
    page = chronicle(sample)
    table = page.story.sentences
    table.choose(f"sequence/{game.sides[0].group}")
    table.setFocus()
    key("Return")
    assert isinstance(sample.window.route, SequenceRoute)
    QTest.keyClick(sample.window, Qt.Key.Key_Escape)
    assert isinstance(sample.window.route, ChronicleRoute)
    assert "Zeke's Truckers: post-game sequence begun" in seen(page)


def test_a_game_played_at_the_table_leads_to_its_log_and_back(
    sample: Session, services: Services
) -> None:
    session = begin_game(sample)
    services.sessions.tracker(session).end()
    page = chronicle(sample)
    page.story.games.choose(session)
    settle()
    click(page, "Table log")
    assert sample.window.route == TrackerRoute(session)
    sample.window.go(TableRoute())  # as its own button does
    assert isinstance(sample.window.route, ChronicleRoute)
    assert sure(as_a(ChroniclePage, sample.window.page()).story.story).id == session
    sample.window.go(TableRoute())
    assert isinstance(sample.window.route, TableRoute)


def test_a_game_entered_by_hand_has_no_table_log(sample: Session) -> None:
    assert not chronicle(sample).story.log_button.isVisible()


def test_without_games_the_page_says_what_will_be_here(session: Session) -> None:
    session.services.campaigns.begin("Empty")
    session.window.refresh()
    page = go(session.window, ChronicleRoute())
    assert "Each game that is recorded is told here." in seen(page)
    for tab in (PLOTS, STANDING, RANKINGS, MEMORIAL):
        assert isinstance(page, ChroniclePage)
        page.tabs.setCurrentIndex(tab)
        settle()
    assert "Nobody has died or left yet." in seen(page)


# Plots


def test_a_plot_is_drawn_once_a_sequence_is_finished_and_says_why_not_before(
    sample: Session, game: GameRecord
) -> None:
    page = chronicle(sample, PLOTS)
    assert "post-game sequence is finished" in page.plots.explained.text()
    assert not page.plots.png_button.isEnabled()
    settled(sample, game)
    assert page.plots.png_button.isEnabled()
    assert "The book has no rating" in page.plots.explained.text()
    assert [line.name for line in page.plots.view.plot.lines] == [
        "Zeke's Truckers",
        "Carl's Crew",
    ]


def test_every_measure_is_drawn_and_read_by_key(sample: Session, game: GameRecord) -> None:
    settled(sample, game)
    page = chronicle(sample, PLOTS)
    for measure, tile in page.plots.measures.tiles.items():
        tile.click()
        settle()
        assert page.plots.view.plot.lines[0].points, measure
    page.plots.view.setFocus()
    key("Home")
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert page.plots.view.currentIndex().data(spoken).startswith("Game 0\n")
    key("Right")
    said = page.plots.view.currentIndex().data(spoken)
    assert said.startswith("Game 1\n")
    assert "Zeke's Truckers: 6" in said


def test_a_group_that_is_not_ticked_is_not_drawn(sample: Session, game: GameRecord) -> None:
    settled(sample, game)
    page = chronicle(sample, PLOTS)
    page.plots.list.setFocus()
    page.plots.list.setCurrentIndex(page.plots.ticks.index(0, 0))
    key("Space")
    assert [line.name for line in page.plots.view.plot.lines] == ["Carl's Crew"]
    sample.window.refresh()
    assert [line.name for line in page.plots.view.plot.lines] == ["Carl's Crew"]


def test_a_plot_is_kept_as_png_and_svg(sample: Session, game: GameRecord, tmp_path: Path) -> None:
    settled(sample, game)
    page = chronicle(sample, PLOTS)
    for name in ("plot.png", "plot.svg"):
        page.plots.save(tmp_path / name)
    image = QImage.fromData((tmp_path / "plot.png").read_bytes())
    assert (image.width(), image.height()) == (2400, 1280)
    colours = {image.pixelColor(x, y).name() for x in range(0, 2400, 3) for y in range(0, 1280, 3)}
    theme = sample.services.theme
    assert {theme.colour("line_0").name(), theme.colour("line_1").name()} <= colours
    root = ET.fromstring((tmp_path / "plot.svg").read_bytes())
    assert "Zeke's Truckers" in [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_plot_that_cannot_be_written_says_so(
    sample: Session, game: GameRecord, tmp_path: Path
) -> None:
    settled(sample, game)
    page = chronicle(sample, PLOTS)
    page.plots.save(tmp_path)
    assert "could not be written" in seen(sample.window.toast)


# Standing and records


def test_the_standing_compares_and_explains(sample: Session, game: GameRecord) -> None:
    page = chronicle(sample, STANDING)
    text = seen(page)
    assert "1 | Zeke's Truckers, Robin | 1–0 | 0 | 6 | " in text
    assert "Most zombies killed in one game" in text
    assert "Lou of Zeke's Truckers" in text
    assert "The book has no rating" in text
    page.standing.table.choose(game.sides[1].group)
    settle()
    assert "Zeke's Truckers | 0–1 | 0" in seen(page)  # head to head
    assert "On the way to the end of the campaign (p.\u00a0106): " in seen(page)


def test_without_the_optional_end_nothing_is_said_of_it(
    sample: Session, services: Services
) -> None:
    campaign = sample.window.campaign_id
    switches = services.workspace.campaign(campaign).campaign.switches
    services.campaigns.set_switches(campaign, replace(switches, ending=False))
    page = chronicle(sample, STANDING)
    assert not page.standing.end.isVisible()


def test_a_record_leads_to_the_life_of_who_holds_it_and_back(
    sample: Session, game: GameRecord
) -> None:
    page = chronicle(sample, STANDING)
    page.standing.records.choose("Most zombies killed in one game")
    page.standing.records.setFocus()
    key("Return")
    lou = members(sample, game.sides[0].group)["Lou"]
    assert sample.window.route == LifeRoute(game.sides[0].group, lou.id)
    QTest.keyClick(sample.window, Qt.Key.Key_Escape)
    assert isinstance(sample.window.route, ChronicleRoute)


@pytest.mark.parametrize("ending", [True, False])
def test_the_end_of_the_campaign_is_announced_when_it_comes(
    sample: Session, game: GameRecord, monkeypatch: pytest.MonkeyPatch, ending: bool
) -> None:
    campaign, services = sample.window.campaign_id, sample.services
    switches = services.workspace.campaign(campaign).campaign.switches
    services.campaigns.set_switches(campaign, replace(switches, ending=ending))
    sequence = services.games.begin(campaign, game.id, game.sides[0].group)
    play_through(services.games, sequence)
    games = services.workspace.snapshot(game.sides[0].group).group.games
    monkeypatch.setattr(sequence_page, "campaign_won", lambda group, _book: group.games > games)
    sample.window.go(SequenceRoute(sequence))
    as_a(SequencePage, sample.window.page()).finish()
    settle()
    said = "Zeke's Truckers survived the season" in seen(sample.window.toast)
    assert said == ending


# The memorial and lives


def test_who_has_died_is_remembered_and_their_life_can_be_read(
    sample: Session, services: Services, game: GameRecord
) -> None:
    group = game.sides[0].group
    mo = members(sample, group)["Mo"]
    services.groups.edit_member(group, replace(mo, status="dead"))
    page = chronicle(sample, MEMORIAL)
    assert "Mo, Goon of Zeke's Truckers, Level 0 | Mo died." in seen(page)
    sample.window.refresh()  # read anew, it is the same
    page.memorial.table.setFocus()
    key("Return")
    assert sample.window.route == LifeRoute(group, mo.id)
    life = sample.window.page()
    assert "Mo died." in seen(life)
    assert "Taken Out of Action by Bea." in seen(life)


def test_a_life_is_opened_from_the_group_and_leads_back(sample: Session, game: GameRecord) -> None:
    group = game.sides[0].group
    lou = members(sample, group)["Lou"]
    page = as_a(GroupPage, go(sample.window, GroupRoute(group, lou.id)))
    menu = page.member_panel.menu
    menu.aboutToShow.emit()
    next(a for a in menu.actions() if a.text() == "Read their life").trigger()
    settle()
    life = sample.window.page()
    assert sample.window.route == LifeRoute(group, lou.id)
    assert "Killed 3 zombies." in seen(life)
    assert "zombies killed" in seen(life)
    QTest.keyClick(sample.window, Qt.Key.Key_Escape)
    assert isinstance(sample.window.route, GroupRoute)
    QTest.keyClick(sample.window, Qt.Key.Key_Escape)
    assert isinstance(sample.window.route, GroupRoute)  # not back and forth


def test_a_game_of_a_life_is_read_in_the_chronicle(sample: Session, game: GameRecord) -> None:
    group = game.sides[0].group
    page = as_a(LifePage, go(sample.window, LifeRoute(group, members(sample, group)["Lou"].id)))
    page.table.setFocus()
    page.table.choose(f"game/{game.id}")
    key("Return")
    assert isinstance(sample.window.route, ChronicleRoute)
    assert sure(as_a(ChroniclePage, sample.window.page()).story.story).id == game.id


def test_a_long_life_shows_its_latest_games_and_the_rest_on_demand(
    sample: Session, services: Services, game: GameRecord
) -> None:
    campaign, group = sample.window.campaign_id, game.sides[0].group
    for n in range(2, 26):
        services.records.record(campaign, replace(game, id=f"g{n}", number=n))
    page = go(sample.window, LifeRoute(group, members(sample, group)["Lou"].id))
    assert "Game 25: Scavengers" in seen(page)
    assert "Game 5: Scavengers" not in seen(page)
    click(page, "Show 5 earlier games")
    assert "Game 1: Scavengers" in seen(page)
    assert isinstance(page, LifePage)
    assert not page.earlier_button.isVisible()


def test_a_member_who_is_gone_is_said_and_the_page_stays(sample: Session, game: GameRecord) -> None:
    sample.window.go(LifeRoute(game.sides[0].group, "nobody"))
    assert isinstance(sample.window.route, CampaignRoute)
    assert "no such member" in seen(sample.window.toast)


# What is in sight


def test_another_campaign_has_its_own_chronicle(sample: Session, services: Services) -> None:
    chronicle(sample)
    other = add_sample(services.workspace)
    services.campaigns.rename(other, "Elsewhere")
    sample.window.go(CampaignRoute(other))
    sample.window.go(ChronicleRoute())
    assert "Elsewhere" in seen(sample.window.page())


def finished(sample: Session, game: GameRecord, side: int) -> None:
    games = sample.services.games
    sequence = games.begin(sample.window.campaign_id, game.id, game.sides[side].group)
    play_through(games, sequence)
    games.finish(sequence)
    sample.window.refresh()


def test_the_chosen_line_of_a_story_stays_when_the_text_grows(sample: Session) -> None:
    page = chronicle(sample)
    page.story.sentences.choose(page.story.sentences.key(3))
    page.story.sentences.setFocus()
    chosen = page.story.sentences.current_key()
    assert chosen
    for percent in (125, 200, 100):
        zoom(sample, percent)
        assert page.story.sentences.current_key() == chosen, percent


def test_a_group_without_a_point_is_named_beside_the_plot(
    sample: Session, game: GameRecord
) -> None:
    finished(sample, game, 0)
    plots = chronicle(sample, PLOTS).plots
    assert plots.too_many.text() == "No post-game sequence finished yet: Carl's Crew."
    assert plots.too_many.isVisible()
    finished(sample, game, 1)
    settle()
    assert not plots.too_many.isVisible()


def test_without_groups_there_is_nothing_to_tick(session: Session) -> None:
    session.services.campaigns.begin("Riverside")
    session.window.refresh()
    page = as_a(ChroniclePage, go(session.window, ChronicleRoute()))
    page.tabs.setCurrentIndex(PLOTS)
    settle()
    assert not page.plots.chosen.isVisible()


def test_what_counts_nothing_has_no_sign(sample: Session) -> None:
    rating = chronicle(sample, STANDING).standing.rating.rows
    shown = {row.key: as_a(Cell, row.cells[1]).text for row in rating.rows}
    assert shown["Lasting injuries"] == "0"
    assert shown["Levels"] == "0"


def test_before_the_first_game_the_story_leads_to_it(session: Session) -> None:
    services, window = session.services, session.window
    campaign = services.campaigns.begin("Riverside")
    window.refresh()
    page = go(window, ChronicleRoute())
    assert not page.story.read.isVisible()
    assert page.first_button.text() == "&Create group"
    window.page().take_focus()
    assert page.first_button.hasFocus()
    page.first_button.click()
    assert where(window) == FoundRoute()
    services.groups.found(campaign, "Crew", "merciless-thug", "Nell", "mall")
    go(window, ChronicleRoute())
    assert page.first_button.text() == "&Record a game"
    page.first_button.click()
    assert where(window) == RecordRoute()


@pytest.mark.smoke
def test_with_games_the_story_is_read(window: Window) -> None:
    page = go(window, ChronicleRoute())
    assert page.story.read.isVisible()
    assert page.first_button.text() == "Share…"
    page.first_button.click()
    assert where(window) == ShareRoute()


def test_the_pages_are_drawn_where_nothing_was_played(session: Session) -> None:
    services = session.services
    campaign = services.campaigns.begin("Riverside")
    group = services.groups.found(campaign, "Crew", "merciless-thug", "Nell", "mall")
    session.window.refresh()
    names = list(tell_without_games(session, group))
    assert set(TABS) < set(names)
    assert {"life", "merge", "merge-nothing-new", "share-group", "share-campaign"} < set(names)


@pytest.fixture
def panel(sample: Session) -> RankingsPanel:
    window = sample.window
    page = go(window, ChronicleRoute())
    page.tabs.setCurrentIndex(RANKINGS)
    settle()
    rankings: RankingsPanel = page.rankings
    return rankings


def heard(panel: RankingsPanel) -> str:
    """The rows with what stands beneath each figure."""
    role, model = Qt.ItemDataRole.AccessibleTextRole, panel.table.rows
    return "\n".join(
        " | ".join(str(model.index(n, c).data(role)) for c in range(model.columnCount()))
        for n in range(model.rowCount())
    )


def add(panel: RankingsPanel, name: str) -> None:
    panel.new_name.setFocus()
    write(name)
    click(panel, "Add ranking")


@pytest.mark.smoke
def test_a_ranking_is_named_and_weighed(panel: RankingsPanel, sample: Session) -> None:
    shown = seen(panel)
    assert "No ranking of your own yet." in shown
    assert "Zeke's Truckers, Robin | 1, place 1 | " in heard(panel)
    add(panel, "League")
    assert "Zeke's Truckers, Robin | 1, place 1 | 3, place 1 | " in heard(panel)
    assert "Carl's Crew, Jess | 0, place 2 | 0, place 2 | " in heard(panel)
    panel.weights["lost"].setValue(4)
    settle()
    assert [panel.table.rows.key_at(n) for n in (0, 1)] == [
        group
        for name in ("Carl", "Zeke")
        for group in sample.services.workspace.campaign(sample.window.campaign_id).campaign.groups
        if sample.services.workspace.group(group).group.name.startswith(name)
    ]
    assert "Carl's Crew, Jess | 0, place 2 | 4, place 1 | " in heard(panel)
    page = sample.window.pages.chronicle
    page.undo()
    assert "Carl's Crew, Jess | 0, place 2 | 0, place 2 | " in heard(panel)
    page.undo()
    assert "No ranking of your own yet." in seen(panel)


def test_several_stand_side_by_side_and_each_column_sorts(panel: RankingsPanel) -> None:
    add(panel, "League")
    add(panel, "Last first")
    assert panel.chosen.currentText() == "Last first"
    panel.weights["lost"].setValue(9)
    settle()
    pick(panel.chosen, "League")
    assert panel.weights["lost"].value() == 0
    assert panel.table.rows.headings[:4] == ("Group", "Games won", "League", "Last first")
    assert "Zeke's Truckers, Robin | 1, place 1 | 3, place 1 | 3, place 2 | " in heard(panel)
    panel.table.sortByColumn(3, Qt.SortOrder.AscendingOrder)
    assert str(panel.table.rows.index(0, 0).data()) == "Carl's Crew"
    panel.name.setText("Season")
    panel.name.editingFinished.emit()
    settle()
    assert panel.table.rows.headings[2] == "Season"
    click(panel, "Remove ranking")
    assert "Season" not in panel.table.rows.headings


@pytest.fixture
def story(sample: Session) -> ChroniclePanel:
    go(sample.window, ChronicleRoute())
    return as_a(ChroniclePanel, sample.window.pages.chronicle.story)


def begin(story: ChroniclePanel, text: str, kind: str = "Note", day: str = "") -> None:
    click(story, "Write an entry")
    assert focus() is story.entry.words
    write(text)
    story.entry.words.commit()
    settle()
    if kind != "Note":
        pick(story.entry.kind, kind)
    if day:
        story.entry.day_field.setText(day)
        story.entry.day_field.editingFinished.emit()
        settle()


def listed(story: ChroniclePanel) -> list[str]:
    model = story.games_model
    return [str(model.index(n, 1).data()) for n in range(model.rowCount())]


def choose_about(story: ChroniclePanel, group: str, whom: str) -> None:
    story.entry.about.menu.aboutToShow.emit()
    inside = next(
        sure(as_a(QMenu, action.menu()))
        for action in story.entry.about.menu.actions()
        if action.text() == group
    )
    inside.aboutToShow.emit()
    next(action for action in inside.actions() if action.text() == whom).trigger()
    settle()


@pytest.mark.smoke
def test_an_entry_is_begun_written_and_undone(story: ChroniclePanel, sample: Session) -> None:
    begin(story, "No shots at the bridge.", "Truce", "2031-10-03")
    shown = seen(story)
    assert "Truce: 3 October 2031" in shown
    assert "Truce, 3 October 2031 | No shots at the bridge." in shown
    assert listed(story) == ["Truce", "Scavengers"]
    page = sample.window.pages.chronicle
    page.undo()
    assert "Truce: 3 October 2031" not in seen(story)
    page.redo()
    click(story, "Delete entry")
    assert listed(story) == ["Scavengers"]
    assert "against Carl's Crew" in story.heading.text()
    page.undo()
    assert listed(story) == ["Truce", "Scavengers"]


def test_what_is_told_is_found_by_kind_group_and_member(story: ChroniclePanel) -> None:
    begin(story, "A boat was seen.", "Rumour", "2031-10-05")
    choose_about(story, "Zeke's Truckers", "Zeke")
    begin(story, "They don't talk.", "Feud", "2031-10-06")
    choose_about(story, "Carl's Crew", "The whole group")
    assert listed(story) == ["Feud", "Rumour", "Scavengers"]
    assert "Rumour, 5 October 2031 · Zeke | A boat was seen." in seen(story)
    for kind, left in (("Feud", ["Feud"]), ("Games", ["Scavengers"]), ("Truce", [])):
        pick(story.kinds, kind)
        assert listed(story) == left
    pick(story.kinds, "Everything")
    pick(story.groups, "Zeke's Truckers")
    assert listed(story) == ["Rumour", "Scavengers"]
    pick(story.members, "Zeke")
    assert listed(story) == ["Rumour", "Scavengers"]
    pick(story.groups, "Carl's Crew")
    assert listed(story) == ["Feud", "Scavengers"]
    assert story.members.currentText() == "All members"
    pick(story.groups, "All groups")
    assert listed(story) == ["Feud", "Rumour", "Scavengers"]


def test_pictures_come_without_what_a_camera_wrote(
    story: ChroniclePanel, sample: Session, tmp_path: Path
) -> None:
    file = tmp_path / "bridge.jpg"
    taken = Image.Exif()
    taken[0x010E] = "Where we live"
    Image.new("RGB", (2400, 1600), "green").save(file, exif=taken)
    story.pictures.add_from(file)
    settle()
    campaign = sample.services.workspace.campaign(sample.window.campaign_id).campaign
    (key,) = campaign.pictures
    kept = sample.services.groups.portrait(key)
    assert b"Where we live" in file.read_bytes()
    assert b"Where we live" not in kept
    with Image.open(io.BytesIO(kept)) as opened:
        assert opened.size == (960, 640)
    find_button(story, "Remove Picture 1, Game 1")
    begin(story, "The bridge.")
    story.entry.pictures.add_from(file)
    settle()
    what = f"Picture 1, {story.entry.heading.text()}"
    click(story.entry, f"{what}: look at the picture")
    (viewer,) = sample.window.findChildren(PictureViewer)
    assert "Picture 1" in seen(viewer)
    click(viewer, "Close")
    click(story.entry, f"Remove {what}")
    assert not story.entry.pictures.isVisible()


def test_what_is_no_picture_is_refused_in_a_sentence(
    story: ChroniclePanel, sample: Session, tmp_path: Path
) -> None:
    file = tmp_path / "x.jpg"
    file.write_bytes(b"no picture")
    story.pictures.add_from(file)
    settle()
    assert "isn't a picture this program can read" in seen(sample.window)


def test_a_field_of_a_day_that_is_gone_follows_no_theme(qapp: QApplication) -> None:
    theme = Theme()
    field = DayField(theme, "Day")
    wide = field.width()
    theme.percent = 200
    theme.changed.emit()
    assert field.width() > wide
    field.deleteLater()
    bury()
    theme.changed.emit()  # a slot that fails would fail the test
