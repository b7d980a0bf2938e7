"""The chronicle in the window: stories with the players' words, charts, standings, memorial, lives."""

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
from PySide6.QtWidgets import QMenu

from lastdays.campaign.sample import play_through
from lastdays.model.game_record import GameRecord
from lastdays.model.group import Member
from lastdays.ui.app import Session
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
    CHARTS,
    MEMORIAL,
    RANKINGS,
    STANDINGS,
    STORY,
    ChroniclePage,
    LifePage,
    RankingsPanel,
)
from lastdays.ui.pages.group_page import GroupPage
from lastdays.ui.pages.sequence_page import SequencePage
from lastdays.ui.pages.story_panel import ChroniclePanel
from lastdays.ui.widgets.parts import Pictogram
from lastdays.ui.widgets.pictures import PictureViewer
from sure import as_a, sure
from ui.growing import begin_game
from ui.hands import (
    after_first_game,
    arrive,
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
)


@pytest.fixture
def game(sample: Session) -> GameRecord:
    return sample.services.workspace.campaign(sample.window.campaign_id).campaign.games[0]


def chronicle(sample: Session, tab: int = STORY) -> ChroniclePage:
    """Opens a tab of the chronicle."""
    page = as_a(ChroniclePage, go(sample.window, ChronicleRoute()))
    page.tabs.setCurrentIndex(tab)
    settle()
    return page


def members(sample: Session, group: str) -> dict[str, Member]:
    return {m.name: m for m in sample.services.workspace.snapshot(group).group.members}


# The story


@pytest.mark.smoke
def test_the_story_of_a_game_is_read_and_shared(sample: Session) -> None:
    page = chronicle(sample)
    text = seen(page)
    assert "Zeke's Truckers beat Carl's Crew, who broke." in text
    assert "Zombies took Pip Out of Action." in text
    assert "Zeke's Truckers brought home 3 Supply Tokens." in text
    assert "Zeke's Truckers: post-game sequence not begun" in text
    assert not page.story.log_button.isVisible(), "it was entered by hand"
    assert page.first_button.text() == "Share…"
    page.first_button.click()
    assert where(sample.window) == ShareRoute()


@pytest.mark.smoke
def test_the_players_own_words_are_typed_beside_it_and_undone(
    sample: Session, game: GameRecord
) -> None:
    services, campaign = sample.services, sample.window.campaign_id
    services.records.record(campaign, replace(game, id="second", number=2))
    page = chronicle(sample)
    page.story.games.choose_row(game.id)
    page.story.words.setFocus()
    write("It rained.")
    page.story.games.choose_row("second")
    settle()
    assert sure(page.story.story).id == "second"
    assert page.story.words.toPlainText() == ""
    told = services.workspace.campaign(campaign).campaign.own_words
    assert {g: words.text for g, words in told.items()} == {game.id: "It rained."}
    page.story.games.choose_row(game.id)
    assert page.story.words.toPlainText() == "It rained."
    assert page.undo_names()[0] == "wrote about game 1"
    push(sample.window.undo_action)
    assert page.story.words.toPlainText() == ""
    push(sample.window.redo_action)
    assert page.story.words.toPlainText() == "It rained."


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


def test_from_a_game_to_its_record_to_a_sequence_and_back(
    sample: Session, game: GameRecord
) -> None:
    page, window = chronicle(sample), sample.window
    click(page, "Game record")
    assert where(window) == RecordRoute(game.id)
    key("Escape")
    assert where(window) == ChronicleRoute()
    page.story.sentences.choose_row(f"sequence/{game.sides[0].group}")
    page.story.sentences.setFocus()
    key("Space")
    assert isinstance(where(window), SequenceRoute)
    key("Escape")
    assert where(window) == ChronicleRoute()
    assert "Zeke's Truckers: post-game sequence begun" in seen(page)
    window.go(CampaignRoute())
    go(window, RecordRoute(game.id))  # from elsewhere it leads back there
    key("Escape")
    assert where(window) == CampaignRoute()


def test_a_game_played_at_the_table_leads_to_its_log_and_back(sample: Session) -> None:
    session = begin_game(sample)
    sample.services.sessions.tracker(session).end()
    page = chronicle(sample)
    page.story.games.choose_row(session)
    settle()
    click(page, "Table log")
    assert sample.window.route == TrackerRoute(session)
    sample.window.go(TableRoute())  # as its own button does
    assert isinstance(sample.window.route, ChronicleRoute)
    assert sure(as_a(ChroniclePage, sample.window.page()).story.story).id == session
    sample.window.go(TableRoute())
    assert isinstance(sample.window.route, TableRoute)


def test_before_the_first_game_the_page_says_what_will_be_here_and_leads_to_it(
    session: Session,
) -> None:
    services, window = session.services, session.window
    campaign = services.campaigns.begin("Riverside")
    window.refresh()
    page = chronicle(session)
    assert "Each game that is recorded is told here." in seen(page)
    assert not page.story.read.isVisible()
    for tab in (CHARTS, STANDINGS, RANKINGS, MEMORIAL):
        page.tabs.setCurrentIndex(tab)
        settle()
        assert not page.charts.chosen.isVisible(), "there is nothing to tick"
    assert "Nobody has died or left yet." in seen(page)
    page.take_focus()
    assert page.first_button.hasFocus()
    assert page.first_button.text() == "&Create group"
    page.first_button.click()
    assert where(window) == FoundRoute()
    services.groups.create_with_leader(campaign, "Crew", "merciless-thug", "Nell", "mall")
    go(window, ChronicleRoute())
    assert page.first_button.text() == "&Record a game"
    page.first_button.click()
    assert where(window) == RecordRoute()


# Charts


def drawn(page: ChroniclePage) -> list[str]:
    """Whose lines are drawn."""
    return [line.name for line in page.charts.view.chart.lines]


def test_a_chart_is_drawn_of_whose_sequence_is_finished_and_who_is_ticked(
    sample: Session, game: GameRecord
) -> None:
    page = chronicle(sample, CHARTS)
    charts = page.charts
    assert "post-game sequence is finished" in charts.explained.text()
    assert not charts.png_button.isEnabled()
    after_first_game(sample, 0)
    assert charts.too_many.text() == "No post-game sequence finished yet: Carl's Crew."
    assert charts.too_many.isVisible()
    after_first_game(sample, 1)
    assert not charts.too_many.isVisible()
    assert charts.png_button.isEnabled()
    assert "this program's, not the book's" in charts.explained.text()
    assert drawn(page) == ["Zeke's Truckers", "Carl's Crew"]
    charts.list.setFocus()
    charts.list.setCurrentIndex(charts.ticks.index(0, 0))
    key("Space")
    assert drawn(page) == ["Carl's Crew"]
    sample.window.refresh()
    assert drawn(page) == ["Carl's Crew"]


def test_every_measure_is_drawn_and_read_by_key(sample: Session, game: GameRecord) -> None:
    after_first_game(sample)
    page = chronicle(sample, CHARTS)
    for measure, tile in page.charts.measures.tiles.items():
        push(tile)
        assert page.charts.view.chart.lines[0].points, measure
    page.charts.view.setFocus()
    key("Home")
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert page.charts.view.currentIndex().data(spoken).startswith("Game 0\n")
    key("Right")
    said = page.charts.view.currentIndex().data(spoken)
    assert said.startswith("Game 1\n")
    assert "Zeke's Truckers: 6" in said


def test_a_chart_is_kept_as_png_and_svg(sample: Session, game: GameRecord, tmp_path: Path) -> None:
    after_first_game(sample)
    page = chronicle(sample, CHARTS)
    for name in ("chart.png", "chart.svg"):
        page.charts.save(tmp_path / name)
    image = QImage.fromData((tmp_path / "chart.png").read_bytes())
    assert (image.width(), image.height()) == (2400, 1280)
    colours = {image.pixelColor(x, y).name() for x in range(0, 2400, 3) for y in range(0, 1280, 3)}
    theme = sample.services.theme
    assert {theme.colour("line_0").name(), theme.colour("line_1").name()} <= colours
    root = ET.fromstring((tmp_path / "chart.svg").read_bytes())
    assert "Zeke's Truckers" in [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    page.charts.save(tmp_path)
    assert "could not be written" in seen(sample.window.toast)


# Standing and records


def test_the_standing_compares_and_explains(sample: Session, game: GameRecord) -> None:
    page = chronicle(sample, STANDINGS)
    text = seen(page)
    assert "1 | Zeke's Truckers, Robin | 1–0 | 0 | 6 | " in text
    assert "Most zombies taken Out of Action in one game" in text
    assert "Lou of Zeke's Truckers" in text
    assert "this program's, not the book's" in text
    rating = {row.key: row.cell(1).text for row in page.standings.rating.rows.rows}
    assert (rating["Lasting injuries"], rating["Levels"]) == ("0", "0"), "nothing has no sign"
    page.standings.table.choose_row(game.sides[1].group)
    settle()
    assert "Zeke's Truckers | 0–1 | 0" in seen(page)  # head to head
    assert "On the way to the end of the campaign (p.\u00a0106): " in seen(page)
    campaign, services = sample.window.campaign_id, sample.services
    switches = services.workspace.campaign(campaign).campaign.switches
    services.campaigns.set_switches(campaign, replace(switches, ending=False))
    chronicle(sample, STANDINGS)
    assert not page.standings.end.isVisible()


def test_a_record_leads_to_the_life_of_who_holds_it_and_back(
    sample: Session, game: GameRecord
) -> None:
    page = chronicle(sample, STANDINGS)
    page.standings.records.choose_row("Most zombies taken Out of Action in one game")
    page.standings.records.setFocus()
    key("Space")
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
    as_a(SequencePage, sample.window.page()).finish_sequence()
    settle()
    said = "Zeke's Truckers survived the season" in seen(sample.window.toast)
    assert said == ending


# The memorial and lives


def test_who_has_died_is_remembered_and_their_life_can_be_read(
    sample: Session, game: GameRecord
) -> None:
    group = game.sides[0].group
    mo = members(sample, group)["Mo"]
    sample.services.groups.edit_member(group, replace(mo, status="dead"))
    page = chronicle(sample, MEMORIAL)
    assert "Mo, Goon of Zeke's Truckers, Level 0 | Mo died." in seen(page)
    sample.window.refresh()  # read anew, it is the same
    page.memorial.table.setFocus()
    key("Space")
    assert sample.window.route == LifeRoute(group, mo.id)
    life = sample.window.page()
    assert "Mo died." in seen(life)
    assert "Taken Out of Action by Bea." in seen(life)


def test_a_life_is_opened_from_the_group_and_leads_back_and_to_its_games(
    sample: Session, game: GameRecord
) -> None:
    window, group = sample.window, game.sides[0].group
    lou = members(sample, group)["Lou"]
    menu = as_a(GroupPage, go(window, GroupRoute(group, lou.id))).member_panel.menu
    menu.aboutToShow.emit()
    push(next(a for a in menu.actions() if a.text() == "Read their life story"))
    assert where(window) == LifeRoute(group, lou.id)
    life = as_a(LifePage, window.page())
    assert "Took 3 zombies Out of Action." in seen(life)
    assert "zombies taken Out of Action" in seen(life)
    wide = []
    for size in ((1280, 720), (1920, 1080)):
        window.resize(*size)
        settle()
        wide.append(max(d.width() for d in life.findChildren(Pictogram) if d.isVisible()))
    assert wide[1] > wide[0], "the figures are drawn larger in a large window"
    assert "zombies taken Out of Action" in seen(life)
    for _press in range(2):  # not back and forth
        key("Escape")
        assert isinstance(where(window), GroupRoute)
    go(window, LifeRoute(group, lou.id))
    life.table.setFocus()
    life.table.choose_row(f"game/{game.id}")
    key("Space")
    assert where(window) == ChronicleRoute()
    assert sure(as_a(ChroniclePage, window.page()).story.story).id == game.id


def test_a_long_life_shows_its_latest_games_and_the_rest_on_demand(
    sample: Session, game: GameRecord
) -> None:
    campaign, group = sample.window.campaign_id, game.sides[0].group
    for n in range(2, 26):
        sample.services.records.record(campaign, replace(game, id=f"g{n}", number=n))
    page = go(sample.window, LifeRoute(group, members(sample, group)["Lou"].id))
    assert "Game 25: Scavengers" in seen(page)
    assert "Game 5: Scavengers" not in seen(page)
    click(page, "Show 5 earlier games")
    assert "Game 1: Scavengers" in seen(page)
    assert not page.earlier_button.isVisible()


def test_a_member_who_is_gone_is_said_and_the_page_stays(sample: Session, game: GameRecord) -> None:
    sample.window.go(LifeRoute(game.sides[0].group, "nobody"))
    assert isinstance(sample.window.route, CampaignRoute)
    assert "no such member" in seen(sample.window.toast)


@pytest.fixture
def panel(sample: Session) -> RankingsPanel:
    return as_a(RankingsPanel, chronicle(sample, RANKINGS).rankings)


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
    assert "No ranking of your own yet." in seen(panel)
    assert "Zeke's Truckers, Robin | 1, place 1 | " in heard(panel)
    add(panel, "League")
    assert "Zeke's Truckers, Robin | 1, place 1 | 3, place 1 | " in heard(panel)
    panel.weights["lost"].setValue(4)
    settle()
    first, second = heard(panel).splitlines()
    assert first.startswith("Carl's Crew, Jess | 0, place 2 | 4, place 1 | ")
    assert second.startswith("Zeke's Truckers, ")
    page = sample.window.pages.chronicle
    page.undo()
    assert "Carl's Crew, Jess | 0, place 2 | 0, place 2 | " in heard(panel)
    page.undo()
    assert "No ranking of your own yet." in seen(panel)


def test_several_stand_side_by_side_and_each_column_sorts(panel: RankingsPanel) -> None:
    for name in ("League", "Last first"):
        add(panel, name)
    assert panel.chosen.currentText() == "Last first"
    panel.weights["lost"].setValue(9)
    settle()
    pick(panel.chosen, "League")
    assert panel.weights["lost"].value() == 0
    assert panel.table.rows.headings[:4] == ("Group", "Games won", "League", "Last first")
    panel.table.sortByColumn(3, Qt.SortOrder.AscendingOrder)
    assert heard(panel).startswith("Carl's Crew, ")
    panel.name.setText("Season")
    panel.name.editingFinished.emit()
    settle()
    assert panel.table.rows.headings[2] == "Season"
    click(panel, "Remove ranking")
    assert "Season" not in panel.table.rows.headings


@pytest.fixture
def story(sample: Session) -> ChroniclePanel:
    return as_a(ChroniclePanel, chronicle(sample).story)


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
    return [row.cell(1).text for row in story.games.rows.rows]


def choose_about(story: ChroniclePanel, group: str, whom: str) -> None:
    menu = story.entry.about.menu
    for name in (group, whom):
        menu.aboutToShow.emit()
        chosen = next(action for action in menu.actions() if action.text() == name)
        menu = as_a(QMenu, chosen.menu()) if name == group else menu
    push(chosen)


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


def test_a_picture_s_caption_is_written_where_it_is_seen_large(
    story: ChroniclePanel, sample: Session, tmp_path: Path
) -> None:
    file = tmp_path / "bridge.jpg"
    Image.new("RGB", (240, 160), "green").save(file)
    story.pictures.add_from(file)
    arrive(sample)
    caption = find_button(story, "Caption of Picture 1, Game 1")
    assert caption.text() == "Caption…"
    caption.click()
    (viewer,) = sample.window.findChildren(PictureViewer)
    viewer.caption.setText("Zeke & Carl <b>at the bridge</b>")
    click(viewer, "Close")
    caption = find_button(story, "Caption of Picture 1, Game 1")
    assert caption.text() == "Zeke && Carl <b>at the bridg…"
    workspace = sample.services.workspace
    campaign = sample.window.campaign_id
    (words,) = workspace.campaign(campaign).campaign.told
    assert list(words.captions.values()) == ["Zeke & Carl <b>at the bridge</b>"]
    workspace.undo(campaign)
    (words,) = workspace.campaign(campaign).campaign.told
    assert words.captions == {}


def test_pictures_come_without_what_a_camera_wrote(
    story: ChroniclePanel, sample: Session, tmp_path: Path
) -> None:
    file = tmp_path / "bridge.jpg"
    taken = Image.Exif()
    taken[0x010E] = "Where we live"
    Image.new("RGB", (2400, 1600), "green").save(file, exif=taken)
    story.pictures.add_from(file)
    arrive(sample)
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
    arrive(sample)
    what = f"Picture 1, {story.entry.heading.text()}"
    click(story.entry, f"{what}: view picture")
    (viewer,) = sample.window.findChildren(PictureViewer)
    assert "Picture 1" in seen(viewer)
    click(viewer, "Close")
    click(story.entry, f"Remove {what}")
    assert not story.entry.pictures.isVisible()
    file.write_bytes(b"no picture")
    story.pictures.add_from(file)
    arrive(sample)
    assert "isn't a picture this program can read" in seen(sample.window)
