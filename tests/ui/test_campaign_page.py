"""The campaign at a glance: its standing, what is next, games, notes; and the welcome before it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from lastdays.campaign.chronicle.games import ChronicleActions
from lastdays.campaign.sample import add_sample, play_through
from lastdays.model.changes import MemberDismissed
from lastdays.model.game_record import GameRecord, Side
from lastdays.ui.app import Session
from lastdays.ui.models.rows import Cell
from lastdays.ui.navigation import (
    AboutRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    HelpRoute,
    NextGameRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SequenceRoute,
    SettingsRoute,
    StartRoute,
    TableRoute,
)
from lastdays.ui.pages import campaign_page
from lastdays.ui.pages.campaign_overview import NEXT, result_of
from lastdays.ui.pages.campaign_page import (
    PLAYERS,
    RULINGS,
    CampaignPage,
    PlayersPanel,
    RecordsPanel,
)
from lastdays.ui.pages.chronicle_page import STANDINGS
from lastdays.ui.pages.start_page import StartPage
from lastdays.ui.widgets.table import Table
from lastdays.ui.window import Window
from pictures import painted
from sure import as_a, sure
from ui.hands import (
    after_first_game,
    arrive,
    click,
    find_button,
    focus,
    go,
    key,
    menu_item,
    pick,
    push,
    seen,
    settle,
    size,
    where,
    write,
)
from ui.measuring import in_sight
from ui.sequences import begin, play


@pytest.fixture
def page(sample: Session) -> CampaignPage:
    settle()
    return as_a(CampaignPage, sample.window.pages.campaign)


def point_at(table: Table, row: int, column: int) -> None:
    rect = table.visualRect(table.model().index(row, column))
    where = rect.topLeft() + QPoint(30, rect.height() // 2)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)
    settle()


# What is next


@pytest.mark.smoke
def test_a_row_says_who_leads_how_many_what_was_won_and_what_is_next(page: CampaignPage) -> None:
    shown = seen(page)
    headings = page.overview.groups.rows.headings
    assert (
        " | ".join(h for n, h in enumerate(headings) if not page.overview.groups.isColumnHidden(n))
        == "Group | Members | Scavenge Points | Won–lost | State | Next step"
    )
    assert (
        "Zeke's Truckers, Robin · Zeke · The Farm House | 8/8 | 0 | 1–0 | All well | After game 1, not begun"
        in (shown)
    )
    assert "1 | Scavengers | Zeke's Truckers against Carl's Crew, Won: Zeke's Truckers" in shown
    row = page.overview.groups.rows.rows[0]
    assert (row.edge, as_a(Cell, row.cells[0]).hint) == ("keyword_selfish", "Selfish")


def test_what_is_next_is_one_click_or_enter_away(page: CampaignPage, window: Window) -> None:
    assert "Before the next game" in seen(page)
    assert "Zeke's Truckers\nAfter game 1\nBegin" in seen(page)
    click(page, "Begin: Zeke's Truckers, After game 1")
    assert sure(window.pages.sequence.view).before.name == "Zeke's Truckers"
    go(window, CampaignRoute())
    point_at(page.overview.groups, 1, NEXT)
    assert isinstance(window.route, SequenceRoute)
    assert sure(window.pages.sequence.view).before.name == "Carl's Crew"
    go(window, CampaignRoute())
    assert "After game 1, Injuries" in seen(page)
    page.overview.groups.setFocus()
    key("Up", "Space")
    assert isinstance(window.route, GroupRoute)
    window.go(CampaignRoute())
    page.overview.groups.setFocus()
    key(*["Right"] * NEXT, "Space")
    assert isinstance(window.route, SequenceRoute)


def test_the_button_in_the_head_is_the_next_step(sample: Session) -> None:
    window = sample.window
    find_button(window, "Next: After game 1")
    for name in ("Zeke", "Carl"):
        play(begin(sample, name), sample)
        click(window.pages.sequence, "Finish and update the group")
    go(window, CampaignRoute())
    assert "All groups are ready." in seen(window.pages.campaign)
    click(window, "Next: Play the next game")
    assert where(window) == NextGameRoute()


def test_an_empty_campaign_says_what_belongs_there(session: Session) -> None:
    window = session.window
    page = go(window, CampaignRoute(session.services.campaigns.begin("Harbour")))
    assert "No groups yet" in seen(page)
    assert "A new group has 100 Scavenge Points to spend." in seen(page)
    assert "No games yet." in seen(page)
    click(window, "Create group")
    assert where(window) == FoundRoute()


def test_the_menu_has_everything_else(page: CampaignPage) -> None:
    actions = {a.text(): a for a in page.more_button.menu().actions()}
    assert [text for text, one in actions.items() if text and one.isVisible()] == [
        "Create group",
        "Import a group or campaign…",
        "Plan a game night",
        "Record a game",
        "Paste a report…",
        "Read the chronicle",
        "Rename the campaign…",
        "New campaign like this one…",
        "Seasons…",
        "Put this campaign away",
        "Players",
        "House rules",
        "Our rules",
        "Content packs",
        "History",
        "Share…",
        "Back up everything…",
        "Restore",
        "Delete this campaign",
    ]
    actions["Rename the campaign…"].trigger()
    settle()
    assert focus() is sure(page.findChild(RecordsPanel)).rename_field
    push(actions["House rules"])
    assert "This campaign plays by the book." in seen(page)


# The welcome


def test_the_welcome_offers_four_ways_to_begin(session: Session) -> None:
    window = session.window
    shown = seen(window)
    for words in ("New campaign", "See a sample", "Import a group", "Track a game now"):
        assert words in shown
    assert focus() is window.pages.start.name
    click(window, "Another game")
    assert where(window) == GamesRoute()
    window.go(StartRoute(new=True))
    click(window, "Last Days at the table")
    assert where(window) == TableRoute()


def test_a_group_from_a_file_gets_a_campaign_of_its_own(session: Session, tmp_path: Path) -> None:
    window, services = session.window, session.services
    campaign = add_sample(services.workspace)
    group = services.workspace.groups(campaign)[0]
    window.go(CampaignRoute(campaign))
    window.go(GroupRoute(group.id))
    file = tmp_path / "group.lastdays.json"
    window.pages.group.export_to(file)
    window.go(StartRoute(new=True))
    window.pages.start.import_from(file)
    settle()
    assert isinstance(window.route, GroupRoute)
    names = {c.name for c in services.workspace.campaigns()}
    assert group.name in names
    (tmp_path / "bad.json").write_text("{}", encoding="utf-8")
    window.go(StartRoute(new=True))
    window.pages.start.import_from(tmp_path / "bad.json")
    assert len(services.workspace.campaigns()) == 2
    assert window.toast.isVisible()


@pytest.mark.parametrize(
    "inner",
    [
        HelpRoute(),
        SettingsRoute(),
        AboutRoute(),
        DataRoute(),
        RulebookRoute(),
        StartRoute(new=True),
        FoundRoute(),
        RecordRoute(),
    ],
)
def test_esc_leaves_every_inner_page(window: Window, inner: Route) -> None:
    go(window, inner)
    assert where(window) == inner
    QTest.keyClick(window, Qt.Key.Key_Escape)
    settle()
    assert where(window) == CampaignRoute()


def test_settings_choose_the_dice_of_the_campaign_and_open_the_folder(
    sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return True

    monkeypatch.setattr("lastdays.ui.pages.data_page.QDesktopServices.openUrl", open_url)
    window = sample.window
    page = go(window, SettingsRoute())
    assert page.dice_box.currentText() == "The program rolls"
    pick(page.dice_box, page.dice_box.itemText(1))
    campaign = sample.services.workspace.campaign(window.campaign_id).campaign
    assert campaign.dice == "typed"
    page.fold.show_open(True)
    click(page, "Open folder")
    assert opened == [str(sample.services.workspace.store.path.parent)]
    find_button(page, "Back up everything…")


def test_after_a_campaign_is_created_the_keyboard_is_where_one_goes_on(session: Session) -> None:
    window = session.window
    window.pages.start.name.setFocus()
    write("Riverside")
    key("Return")
    page = window.pages.campaign
    assert where(window) == CampaignRoute()
    assert focus() is page.overview.create_button
    key("Return")
    assert isinstance(window.route, FoundRoute)


def another_game(session: Session, number: int = 2) -> None:
    services, campaign = session.services, session.window.campaign_id
    first = services.workspace.campaign(campaign).campaign.games[0]
    services.records.record(campaign, replace(first, id=f"game-{number}", number=number))
    session.window.refresh()
    settle()


def test_from_two_games_on_zombies_are_drawn_until_a_game_is_settled(
    page: CampaignPage, sample: Session
) -> None:
    overview, rating = page.overview, page.overview.rating
    assert not rating.isVisible()
    another_game(sample)
    assert rating.title.text() == "Zombies taken Out of Action by game"
    assert [line.name for line in sure(rating.view).chart.lines] == [
        "Zeke's Truckers",
        "Carl's Crew",
    ]
    for part in (sure(rating.view), overview.notes, overview.games):
        assert in_sight(part).size() == part.size()
        assert part.height() >= 60
    after_first_game(sample)
    settle()
    assert rating.title.text() == "Rating by game"
    click(page, "Read the chronicle")
    assert sample.window.route == ChronicleRoute()


@pytest.fixture
def panel(sample: Session) -> PlayersPanel:
    """The players of the sample, where nobody is named."""
    window = sample.window
    window.go(CampaignRoute())
    window.pages.campaign.tabs.setCurrentIndex(PLAYERS)
    for _player in ("Jess", "Robin"):
        settle()
        click(window.pages.campaign, "Remove player")
    return as_a(PlayersPanel, window.pages.campaign.findChild(PlayersPanel))


def add(panel: PlayersPanel, *names: str) -> None:
    for name in names:
        panel.new_name.setFocus()
        write(name)
        click(panel, "Add player")


def give(panel: PlayersPanel, name: str, group: str) -> None:
    panel.table.choose_row(name)
    menu_item(panel.groups.add_button, group)


@pytest.mark.smoke
def test_players_are_added_and_given_their_groups(panel: PlayersPanel, sample: Session) -> None:
    assert "No players yet." in seen(panel)
    add(panel, "Ann", "Bob")
    assert panel.table.current_key() == "Bob"
    give(panel, "Ann", "Zeke's Truckers")
    give(panel, "Bob", "Carl's Crew")
    shown = seen(panel)
    assert "Ann, Zeke's Truckers | 1 | 1–0 | 0" in shown
    assert "Bob, Carl's Crew | 1 | 0–1 | 0" in shown
    assert "Has faced everyone else." in shown
    add(panel, "Zoe")
    assert "Zoe, no group yet | 0 | 0–0 | 0 | – | 2" in seen(panel)
    assert "Hasn't faced: Ann and Bob." in seen(panel)
    page = sample.window.pages.campaign
    page.undo()
    assert "Zoe" not in seen(panel)
    page.undo()
    assert "Bob, no group yet" in seen(panel)


def test_a_player_is_renamed_and_removed_everywhere(panel: PlayersPanel, sample: Session) -> None:
    window = sample.window
    add(panel, "Ann", "Bob", "Bob")
    assert panel.new_name.text() == "Bob", "it stays to be mended"
    assert "There's already a player called Bob." in seen(window)
    give(panel, "Ann", "Zeke's Truckers")
    panel.name.selectAll()
    panel.name.setFocus()
    write("Anna")
    key("Return")
    assert "Anna, Zeke's Truckers" in seen(panel)
    assert panel.table.current_key() == "Anna"
    window.pages.campaign.tabs.setCurrentIndex(0)
    settle()
    assert "Zeke's Truckers, Anna · Zeke · The Farm House" in seen(window.pages.campaign)
    chronicle = go(window, ChronicleRoute())
    assert "Zeke's Truckers (Anna) against Carl's Crew" in seen(chronicle)
    chronicle.tabs.setCurrentIndex(STANDINGS)
    settle()
    assert "Zeke's Truckers, Anna" in seen(chronicle)
    window.go(CampaignRoute())
    window.pages.campaign.tabs.setCurrentIndex(PLAYERS)
    panel.table.choose_row("Anna")
    click(panel, "Remove player")
    assert "Anna" not in seen(panel)
    assert "Bob, no group yet" in seen(panel)
    give(panel, "Bob", "Zeke's Truckers")
    click(panel, "Remove 1: Zeke's Truckers")
    assert "Bob, no group yet" in seen(panel)


def test_many_groups_are_read_beside_the_window(
    panel: PlayersPanel, sample: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(panel, "Ann")
    monkeypatch.setattr(campaign_page, "READ_AT_ONCE", 1)
    add(panel, "Bob")
    arrive(sample)
    assert "Bob, no group yet" in seen(panel)


def take_offered(field: QLineEdit, letters: str) -> None:
    """Type some letters, and take what is offered for them."""
    field.setFocus()
    field.selectAll()
    write(letters)
    popup = sure(sure(field.completer()).popup())
    assert popup.isVisible()
    for pressed in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(popup, pressed)


def test_a_group_is_given_a_player_that_is_known_by_a_few_letters(sample: Session) -> None:
    window = sample.window
    window.go(FoundRoute())
    take_offered(window.pages.found.player, "ro")
    assert window.pages.found.player.text() == "Robin"
    campaign = sample.services.workspace.worked_on
    window.go(GroupRoute(sample.services.workspace.groups(campaign)[0].id))
    page = window.pages.group
    page.edit_group()
    take_offered(page.group_editor.player, "ro")
    click(page, "Save changes")
    assert "Robin" in seen(page)


def test_in_memory_is_the_game_that_an_early_edition_miscounted(sample: Session) -> None:
    """It kept how many games the group itself had played."""
    services, campaign = sample.services, sample.window.campaign_id
    workspace, games = services.workspace, services.games
    (first,) = workspace.campaign(campaign).campaign.games
    zeke, carl = first.sides
    for number, sides in ((2, (zeke,)), (3, (zeke, carl))):
        game = replace(first, id=f"game-{number}", number=number, sides=sides)
        services.records.record(campaign, game)
    for played in (first.id, "game-3"):
        sequence = games.begin(campaign, played, carl.group)
        play_through(games, sequence)
        games.finish(sequence)
    group = workspace.group(carl.group).group
    who = next(m for m in group.active if m.id != group.leader)
    workspace.change_group(carl.group, MemberDismissed(who.name), lambda g: g.depart(who.id, 2))
    page = go(sample.window, CampaignRoute())
    settle()
    assert f"{who.name} of Carl's Crew, game 3" in seen(page)


@pytest.mark.parametrize(
    ("broke", "said"),
    [
        ((True, True), "A draw · broke: A and B"),
        ((True, False), "Nobody won · broke: A"),
        ((False, False), "Nobody won"),
    ],
)
def test_a_game_is_a_draw_only_where_all_broke(broke: tuple[bool, bool], said: str) -> None:
    sides = tuple(Side(n, n, (), broke=b) for n, b in zip("AB", broke, strict=True))
    assert result_of(GameRecord("g", 1, "scavengers", sides)) == said


def test_a_new_campaign_like_this_one_has_its_rules(sample: Session) -> None:
    window, services = sample.window, sample.services
    first = window.campaign_id
    services.do(partial(services.house_rules.set_number, first, "founding.points", 80))
    page = as_a(CampaignPage, go(window, CampaignRoute()))
    menu_item(page.more_button, "New campaign like this one…")
    start = as_a(StartPage, window.page())
    assert start.model.currentText() == "Like Riverside"
    assert "are taken over; groups, games and the chronicle aren't" in seen(start)
    assert start.dice.mode == services.workspace.campaign(first).campaign.dice
    write("Second year")
    key("Return")
    assert window.campaign_id != first
    new = services.workspace.campaign(window.campaign_id).campaign
    assert (new.name, new.groups, new.games) == ("Second year", (), ())
    assert new.numbers == (("founding.points", 80),)
    page = as_a(CampaignPage, window.page())
    page.tabs.setCurrentIndex(RULINGS)
    settle()
    assert "Starting points: 80 instead of 100" in seen(page)


def test_a_new_campaign_plays_by_the_book_unless_told_otherwise(sample: Session) -> None:
    window, services = sample.window, sample.services
    services.do(partial(services.house_rules.set_number, window.campaign_id, "founding.points", 80))
    start = as_a(StartPage, go(window, StartRoute(new=True)))
    assert start.model.currentText() == "By the book"
    assert "are taken over" not in seen(start)
    write("Third year")
    key("Return")
    assert services.workspace.campaign(window.campaign_id).campaign.numbers == ()


def test_the_first_campaign_has_none_to_be_like(session: Session) -> None:
    start = as_a(StartPage, session.window.page())
    assert not start.model.isVisible()


def test_a_large_window_shows_the_chosen_game_and_takes_no_room_for_what_is_not_there(
    sample: Session, page: CampaignPage
) -> None:
    overview = page.overview
    size(sample, 1920, 1080)
    assert overview.game_panel.isVisible()
    assert overview.game_panel.title.text() == "Game 1: Scavengers"
    assert "Bea took Mo Out of Action." in seen(overview.game_panel)
    assert not overview.rating.isVisible()  # one game: there is nothing to compare
    assert not overview.game_panel.picture.isVisible()
    game_top = overview.game_panel.mapTo(page, QPoint()).y()
    next_top = overview.next_panel.mapTo(page, QPoint()).y()
    assert game_top < next_top
    assert overview.games_panel.y() == overview.next_panel.y() == overview.notes_panel.y()
    campaign = sample.window.campaign_id
    game = sample.services.workspace.campaign(campaign).campaign.games[0].id
    ChronicleActions(sample.services.workspace).add_picture(campaign, game, painted())
    sample.window.refresh()
    settle()
    assert overview.game_panel.picture.isVisible()
    size(sample, 1280, 720)
    assert not overview.game_panel.isVisible()
    assert overview.games_panel.y() == overview.next_panel.y()
    size(sample, 1920, 1080)
    push(overview.game_panel.record_button)
    assert isinstance(sample.window.route, RecordRoute)
