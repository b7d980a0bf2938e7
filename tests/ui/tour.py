"""A walk through every page and form of the window, for what must hold on all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenuBar,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from lastdays.campaign.campaigns import HouseRules
from lastdays.campaign.changed import EVERYTHING
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.chronicle.rankings import RankingActions
from lastdays.campaign.players import PlayerActions
from lastdays.campaign.sample import plain_answer
from lastdays.devtools.screens import roll_through, visit_story
from lastdays.model.game_record import SupplyToken
from lastdays.model.recruiting import Recruit
from lastdays.postgame.jobs import ArrangeJobs, RecruitJob, jobs_of
from lastdays.procedure.asks import Arrange, Ask, Draw
from lastdays.procedure.dice import can_be_rolled
from lastdays.rulebook.entries import skill_type_name
from lastdays.rulebook.own_entries import ENTRY_KINDS
from lastdays.store.kept_backups import Reason
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.last_days.state import State
from lastdays.tabletop.units import TableState
from lastdays.tabletop.view import Play
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    BoardRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GameNightRoute,
    GamesRoute,
    GroupRoute,
    GuideRoute,
    HelpRoute,
    LeagueRoute,
    NextGameRoute,
    OwnRollRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SeasonsRoute,
    SequenceRoute,
    SettingsRoute,
    TableRoute,
)
from lastdays.ui.pages.campaign_page import OUR_RULES, PLAYERS
from lastdays.ui.pages.chronicle_page import RANKINGS, STORY
from lastdays.ui.pages.data_page import DataPage
from lastdays.ui.pages.our_rules import OurRulesPanel
from lastdays.ui.pages.table_page import QuickForm
from lastdays.ui.tracker.pieces import Counter, Mark
from sure import as_a, sure
from ui.hands import choose_action, do, menu_item, settle, shown_within, start_play, tracker_of
from unit.rulebook.winter import EAT, WINTER

#: What a person works with.
CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    Counter,
    Mark,
)

#: What is typed into or chosen from.
FIELDS = (QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit)


class Unfolded(dict[str, bool]):
    """Whatever is folded is open, so that a walk comes to it."""

    def get(self, key: str, _default: object = None) -> bool:
        return super().get(key, True)


def tour(session: Session) -> Iterator[str]:
    """Goes through the window of the sample campaign; yields what is shown when it is there."""
    window = session.window
    stops = (
        _campaign,
        _group,
        _record,
        _sequence,
        _told,
        _seasons,
        _papers,
        _game_night,
        _next_game,
        _own_rolls,
        _set_up,
        _table,
        _games,
    )
    for stop in stops:
        for name in stop(session):
            settle()
            yield f"{page_name(window.route)}: {name}"


def page_name(route: Route) -> str:
    """'group' for a route to a group."""
    return type(route).__name__.removesuffix("Route").lower()


def controls(root: QWidget, *, hidden: bool = False) -> list[QWidget]:
    """What can be worked with under a widget; the insides of controls are not counted."""
    found: list[QWidget] = []
    for widget in root.findChildren(QWidget) if hidden else list(shown_within(root)):
        if not isinstance(widget, CONTROLS) or isinstance(widget, QScrollBar):
            continue
        inner = isinstance(widget.parentWidget(), QAbstractSpinBox | QComboBox | QTabBar)
        popup = isinstance(widget, QListView) and widget.window() is not root.window()
        corner = type(widget).__name__ == "QTableCornerButton" or (
            isinstance(widget, QAbstractButton)
            and isinstance(widget.parentWidget(), QAbstractItemView)
        )
        header = widget.inherits("QHeaderView")
        if not (inner or popup or corner or header):
            found.append(widget)
    return found


def letters(root: QWidget) -> dict[str, list[str]]:
    """The letters that are seen underlined under a widget, and what each stands on."""
    found: dict[str, list[str]] = {}
    for widget in shown_within(root):
        texts = []
        if isinstance(widget, QMenuBar):
            texts = [action.text() for action in widget.actions()]
        if isinstance(widget, QAbstractButton) or (isinstance(widget, QLabel) and widget.buddy()):
            texts = [widget.text()]
        elif isinstance(widget, QTabBar):
            texts = [widget.tabText(n) for n in range(widget.count())]
        for text in texts:
            letter = re.search(r"&([^&])", text.replace("&&", ""))
            if letter:
                found.setdefault(letter.group(1).lower(), []).append(text)
    return found


def spoken(widget: QWidget) -> str:
    """What a screen reader says a control is called: its name, its label, what describes it."""
    heard = QAccessible.queryAccessibleInterface(widget)
    words = [heard.text(QAccessible.Text.Name)]
    if isinstance(widget, QTabBar):  # each of its tabs is called by its own name
        tabs = (heard.child(n).text(QAccessible.Text.Name) for n in range(widget.count()))
        return "tabs " + ", ".join(tabs)
    if isinstance(widget, QComboBox):  # called what is chosen, and nothing else
        words = [heard.text(QAccessible.Text.Description)]
        words += [
            other.text(QAccessible.Text.Name)
            for other, relation in heard.relations()
            if relation & QAccessible.RelationFlag.Label
        ]
    return ", ".join(dict.fromkeys(word for word in words if word))


def captioned(root: QWidget) -> Iterator[tuple[QWidget, dict[str, bool]]]:
    """Each field, with the labels left of it or above it that call it so: whether they are its own.

    A head of a column or of a row, such as a member's name, is none's own.
    """
    shown = list(shown_within(root))
    labels = [(w, _where(w, root)) for w in shown if isinstance(w, QLabel) and w.text().strip()]
    for field in shown:
        if not isinstance(field, FIELDS) or isinstance(field.parentWidget(), FIELDS):
            continue
        at, name = _where(field, root), field.accessibleName()
        beside = {}
        for one, there in labels:
            left = at.left() >= there.right() and abs(there.center().y() - at.center().y()) < 24
            above = 0 <= at.top() - there.bottom() < 12 and abs(there.left() - at.left()) < 12
            words = one.text().replace("&", "").rstrip(":")
            called = name == words or name.startswith((f"{words} of ", f"{words} on "))
            if (left or above) and called:
                owner = one.buddy()
                beside[words] = owner is not None and field in (owner, owner.focusProxy())
        yield field, beside


def _where(widget: QWidget, root: QWidget) -> QRect:
    return QRect(widget.mapTo(root, QPoint()), widget.size())


def _campaign(session: Session) -> Iterator[str]:
    window = session.window
    window.places.campaign_chosen.emit("")  # a new campaign
    yield "start"
    window.go(CampaignRoute())
    for n in range(window.pages.campaign.tabs.count()):
        window.pages.campaign.tabs.setCurrentIndex(n)
        yield f"tab {n}"
    yield from _our_rules(session)
    people, group = (
        PlayerActions(session.services.workspace),
        session.services.workspace.groups()[0],
    )
    people.give(window.campaign_id, group.id, "Ann")
    window.pages.campaign.tabs.setCurrentIndex(PLAYERS)
    window.refresh()
    yield "players"
    session.services.workspace.undo(window.campaign_id)
    window.pages.campaign.tabs.setCurrentIndex(0)
    window.go(FoundRoute())
    yield "found"
    window.pages.found.random_button.click()
    yield "random group"
    window.pages.found.random.leave()
    window.go(RulebookRoute())
    yield "rulebook"
    for name in ("Revolver", "Injury Table", "Medic", "Mall"):
        window.go(RulebookRoute(name))
        yield f"rulebook, {name}"
    window.go(RulebookRoute("xylophone"))
    yield "rulebook, nothing found"
    window.go(HelpRoute())
    yield "help"
    window.go(GuideRoute())
    yield "guide"
    window.go(SettingsRoute())
    yield "settings"
    window.go(AboutRoute())
    yield "about"
    window.go(LeagueRoute())
    yield "league"
    yield from _data(session)


def _our_rules(session: Session) -> Iterator[str]:
    """Each kind of rule in its form, and what is wrong with a new one."""
    window, services = session.window, session.services
    for rule in WINTER.entries:
        services.house_rules.write_rule(window.campaign_id, rule)
    services.announce()
    window.pages.campaign.tabs.setCurrentIndex(OUR_RULES)
    panel = sure(window.pages.campaign.findChild(OurRulesPanel))
    yield "our rules"
    for rule in WINTER.entries:
        panel.list.choose_row(f"{rule.KIND}/{rule.key}")
        yield f"the rule {rule.name}"
    panel.begin_rule("tables")
    panel.store_and_close()
    yield "a new rule with what is wrong"
    panel.delete()
    for kind in ENTRY_KINDS:
        first = next(iter(getattr(services.catalogue, kind)))
        panel.list.choose_row(kind)
        yield f"our {kind}"
        panel.adopt_entry_of_book(HouseRules.copy_of_book, kind, first)
        yield f"the rule of {kind}"
        panel.delete()
        services.workspace.undo(window.campaign_id)
        services.workspace.undo(window.campaign_id)
        services.say("")  # what was deleted
        services.changed.emit(EVERYTHING)
    for _rule in WINTER.entries:
        services.workspace.undo(window.campaign_id)
    services.changed.emit(EVERYTHING)


def _data(session: Session) -> Iterator[str]:
    window, services = session.window, session.services
    services.safekeeping.soon(Reason.ASKED)
    services.wait()
    window.go(DataRoute())
    services.wait()
    settle()
    yield "your data"
    page = as_a(DataPage, window.pages.data)
    page.backups.restore_button.click()
    services.wait()
    settle()
    yield "a restore"
    page.one_group.show_question("Carl's Crew", "", [])
    page.stage.show_part(page.one_group)
    yield "one group out of a backup"
    page.stage.show_part(page.backups)


def _group(session: Session) -> Iterator[str]:
    window, services = session.window, session.services
    campaign = window.campaign_id
    new = services.groups.create_with_leader(
        campaign, "Newcomers", "merciless-thug", "Nell", "mall"
    )
    services.groups.recruit(new, Recruit("goon", "Gus", gear=("club", "revolver")))
    window.go(GroupRoute(new))
    page = window.pages.group
    yield "founding"
    page.decision.show_question("Too dear", lambda: None)
    yield "a decision"
    page.decision.hide()
    page.start_recruiting()
    yield "recruiting while founding"
    page.edit_member()
    yield "editing a founding member"
    page.edit_group()
    yield "editing a founding group"
    page.show_home()
    window.go(GroupRoute(services.workspace.groups(campaign)[0].id))
    for row in range(page.roster.model.rowCount()):
        page.roster.table.setCurrentIndex(page.roster.model.index(row, 0))
        if row in (0, 5):
            yield f"member {row}"
    page.roster.table.setCurrentIndex(page.roster.model.index(0, 0))
    page.start_recruiting()
    page.recruit_form._add_gear("club")
    for row in range(page.recruit_form.types.rows.rowCount()):
        page.recruit_form.types.setCurrentIndex(page.recruit_form.types.rows.index(row, 0))
        form = page.recruit_form
        if any(box.isVisible() for box in (*form.skills.values(), form.gunsmith)):
            break
    yield "recruiting"
    page.edit_member()
    menu_item(page.member_editor.skills.add_button, skill_type_name("firearms"), "Sniper")
    menu_item(page.member_editor.skills.add_button, skill_type_name("academic"), "Engineer")
    menu_item(page.member_editor.injuries.add_button, "Arm Injury")
    yield "editing a member"
    page.edit_group()
    for perk in [*services.catalogue.perks.values()][:2]:
        menu_item(page.group_editor.perks.add_button, perk.name)
    yield "editing the group"
    page.show_history()
    yield "history"
    page.show_outlook()
    yield "the Refuge in full"
    page.show_home()


def _record(session: Session) -> Iterator[str]:
    window, services = session.window, session.services
    window.go(RecordRoute())
    page = window.pages.record
    for n in range(len(page.sides)):
        form = page.sides[n]  # another one where the sides were read anew
        first = next(iter(form.rows))
        for token in (SupplyToken("carried", first), SupplyToken("held", first)):
            form.tokens.add(token)
        page.tabs.setCurrentIndex(n)
        yield f"side {n}"
    page.start_roll()
    yield "the Encounter is rolled for"
    page.roll_frame.hide()
    game = services.workspace.campaign(window.campaign_id).campaign.games[0]
    window.go(RecordRoute(game.id))
    yield "a correction"


def _sequence(session: Session) -> Iterator[str]:
    window, services = session.window, session.services
    campaign = window.campaign_id
    window.go(AftermathRoute())
    yield "the list"
    game = services.workspace.campaign(campaign).campaign.games[0]
    group = game.sides[0].group
    sequence = services.games.begin(campaign, game.id, group)
    window.go(SequenceRoute(sequence))
    page = window.pages.sequence
    shown: set[str] = set()
    while (ask := services.games.view(sequence).pending) is not None:
        what = type(ask).__name__
        if what not in shown or isinstance(ask, Arrange | Draw):
            shown.add(what)
            window.watch.note()  # else the page is read anew when the watch looks, under the walk
            page.refresh()
            yield what
        if can_be_rolled(ask):
            services.games.roll(sequence, ask.key)
        else:
            services.games.answer(sequence, ask.key, _answer(ask), "chosen")
    page.refresh()
    page.story.table.setCurrentIndex(page.story.model.index(1, 1))
    yield "before and after"
    page.story.change_first()
    yield "an earlier answer"
    page.stop_changing()
    services.games.finish(sequence)
    services.changed.emit(EVERYTHING)
    yield "finished"
    window.go(AftermathRoute())
    yield "the list again"
    yield from _captives(session, group, game.sides[1].group)


def _captives(session: Session, group: str, captor: str) -> Iterator[str]:
    """A captive at both groups, and after a Rescue that brought nobody home."""
    window, services = session.window, session.services
    campaign, workspace = window.campaign_id, services.workspace
    member = next(m for m in workspace.group(group).group.active if m.gear)
    captive = replace(member, status="captured", captor=captor, captor_name="Captors")
    services.groups.edit_member(group, captive)
    services.announce()
    window.go(GroupRoute(captor))
    yield "a captive held"
    window.go(CampaignRoute())
    yield "a captive"
    record = services.records.new_record(campaign, (group, captor), "")
    services.records.record(campaign, replace(record, encounter="rescue"))
    services.announce()
    window.go(AftermathRoute())
    yield "captives first"
    workspace.undo(campaign)
    workspace.undo(campaign, group)
    services.changed.emit(EVERYTHING)


def _told(session: Session) -> Iterator[str]:
    games = session.services.workspace.campaign(session.window.campaign_id).campaign.games
    yield from visit_story(session, games[0].sides[0].group)
    window, workspace = session.window, session.services.workspace
    campaign, chronicle = window.campaign_id, window.pages.chronicle
    made = EntryActions(workspace).begin(campaign)
    EntryActions(workspace).set_about(campaign, made, ((workspace.groups(campaign)[0].id, ""),))
    RankingActions(workspace).add(campaign, "League")
    window.go(ChronicleRoute())
    for tab, name in ((STORY, "an entry"), (RANKINGS, "a ranking")):
        chronicle.tabs.setCurrentIndex(tab)
        yield name
    chronicle.tabs.setCurrentIndex(STORY)
    for _step in range(3):
        workspace.undo(campaign)


def _seasons(session: Session) -> Iterator[str]:
    """What would be closed now, and what may become of a group."""
    window = session.window
    window.go(SeasonsRoute())
    yield "what is in the way"
    page = window.pages.seasons
    page._set_all_fates("over")
    yield "all start over"
    page.fates = {}


def _answer(ask: Ask) -> Any:
    """As a plain player, but the Leader recruits."""
    answer = plain_answer(ask)
    if isinstance(ask, ArrangeJobs):
        leader = ask.group.leading
        if leader is not None and "recruit" in jobs_of(leader, ask.group, ask.context):
            return ask.write({**ask.read(answer), leader.id: RecruitJob()})
    return answer


def _papers(session: Session) -> Iterator[str]:
    window, services = session.window, session.services
    window.go(PrintRoute(services.workspace.groups(window.campaign_id)[0].id))
    page = window.pages.print
    yield "choosing"
    page.chooser.options.layout_box.setCurrentIndex(page.chooser.options.layout_box.count() - 1)
    page._making.going = True
    page._show_busy(True)
    yield "at work"
    page.stop()
    page.preview.again_button.show()
    page._pause.stop()
    yield "stopped"


def _next_game(session: Session) -> Iterator[str]:
    window = session.window
    window.go(NextGameRoute())
    page = window.pages.next_game
    before = sure(page.game).fixture
    yield "the Encounter is rolled for"
    for n in range(1, page.chooser.encounter.count()):
        page.chooser.encounter.picked.emit(page.chooser.encounter.itemData(n))
        yield page.chooser.encounter.currentText()
    for button in list(page.chooser.groups.buttons.values()):
        button.click()
    yield "nobody plays"
    window.services.workspace.undo(window.campaign_id)
    page.refresh()
    yield "one side alone"
    kept = sure(page.game).fixture.id
    planned = replace(before, id=kept, encounter="scavengers")
    window.services.next_game.plan(window.campaign_id, planned)
    page.refresh()
    yield "who plays what is planned"
    page.sides[0].draw_button.click()
    yield "who fights is to be drawn"
    page.lots.number.setValue(2)
    page.lots.draw_button.click()
    yield "who fights is drawn"
    page.lots.close_draw()
    window.services.next_game.plan(window.campaign_id, replace(before, id=kept))


def _game_night(session: Session) -> Iterator[str]:
    """The night before and after its games are planned."""
    window = session.window
    window.go(GameNightRoute())
    page = window.pages.game_night
    yield "nobody is coming"
    page.nights.set_day(window.campaign_id, "2026-10-03")
    page.who.here.tick_all(True)
    yield "who plays whom"
    page.nights.plan(window.campaign_id, page.pairings.pairs)
    page.fixtures.add_button.click()
    window.go(GameNightRoute())
    yield "planned"
    for _change in range(4):
        window.services.workspace.undo(window.campaign_id)
    window.services.changed.emit(EVERYTHING)


def _own_rolls(session: Session) -> Iterator[str]:
    """A step of the players before a game, and a roll at any time with what it comes to."""
    window, services = session.window, session.services
    game = services.next_game.read(window.campaign_id)
    services.next_game.plan(window.campaign_id, replace(game.fixture, encounter="scavengers"))
    supper = replace(EAT, key="supper", when="before", audience="group")
    for rule in (*WINTER.entries, supper):
        services.house_rules.write_rule(window.campaign_id, rule)
    services.announce()
    window.go(NextGameRoute())
    yield "a step before the game"
    window.pages.next_game.steps.put_off()
    yield "put off"
    window.go(OwnRollRoute("illness"))
    yield "a roll on a table"
    window.pages.own_roll.rolls.asks.answered.emit(3, "typed")
    yield "what it comes to"
    for _change in (*WINTER.entries, supper, game):
        services.workspace.undo(window.campaign_id)
    services.changed.emit(EVERYTHING)


def _set_up(session: Session) -> Iterator[str]:
    window = session.window
    window.go(TableRoute())
    page = window.pages.table
    yield "the list"
    page.start_setup()
    setup = page.setup
    setup.encounter.setCurrentIndex(setup.encounter.findData("bushwhack"))
    yield "setting up"
    setup.add_quick()
    form = as_a(QuickForm, setup.forms[-1])
    form.add()
    form.add()
    yield "a quick side"
    form._take_out(form.members[0].id)
    yield "a model taken out"
    setup._take_out(form)
    yield "a side taken out"
    setup.roll_button.click()
    yield "the Encounter is rolled for"
    setup.roll.hide()


def _table(session: Session) -> Iterator[str]:
    window = session.window
    setup = window.pages.table.setup
    setup.encounter.setCurrentIndex(setup.encounter.findData("scavengers"))
    window.pages.table.setup.begin_game()
    page = window.pages.tracker
    tracker = page.tracker
    for level in ("tokens", "dice", "guided"):
        choose_action(page.tools.levels, level)
        yield f"set up, {level}"
    for sort in ("door", "alarm", "fire", "noisemaker", "ladder", "other"):
        do(page, "place", sort=sort)
    for _step in range(3):
        page.next()
        page.bar.accept_taps()
        assert tracker is not None
        yield as_a(State, tracker.state).table.phase
    start_play(page, "roll-off", teams=["A", "B"])
    yield "an open roll"
    roll_through(page)
    assert tracker is not None
    for piece in (
        "A1",
        "A2",
        "Z1",
        "A",
        "table",
        *(t.id for t in as_a(State, tracker.state).things),
    ):
        page.choose(piece)
        yield f"{piece} is looked at"
    start_play(page, "start-zombie", zombie="Z1")
    roll_through(page)
    start_play(page, "contact", one="Z1", other="A2")
    yield "contact"
    roll_through(page)
    if as_a(State, tracker.state).table.active:
        do(page, "end-zombie", zombie="Z1")
    while as_a(State, tracker.state).table.phase != "action":
        page.next()
        page.bar.accept_taps()
    start_play(page, "initiative")
    roll_through(page)
    first = as_a(State, tracker.state).table.aggressor + "1"
    start_play(page, "activate", figure=first)
    roll_through(page)
    yield "an activation"
    do(page, "finish", figure=first)
    while as_a(State, tracker.state).table.phase != "shooting":
        page.next()
        page.bar.accept_taps()
    page.choose("A1")
    yield "shooting"
    for kind, about in (("shot", "A1"), ("contact", "A1"), ("out", "A3"), ("fall", "A1")):
        page.open_form(kind, about)
        yield f"form {kind}"
        page.close_form()
    while as_a(State, tracker.state).table.phase != "close-quarters":
        page.next()
        page.bar.accept_taps()
    page.choose("A2")
    yield "Close Quarters"
    page.open_form("fight", "A2")
    yield "form fight"
    page.close_form()
    do(page, "out", figure="A3", by="")
    page.choose("A3")
    yield "somebody is out"
    page.toggle_log()
    yield "the log"
    page.close_log()
    page.ask_end()
    yield "the end"
    page.close_form()
    window.go(TableRoute())
    yield "the list with a game"


def _games(session: Session) -> Iterator[str]:
    window, sessions = session.window, session.services.sessions
    window.go(GamesRoute())
    page = window.pages.games
    for tile in page.game.tiles.values():
        tile.click()
        [*page.players.tiles.values()][-1].click()
        yield f"a new game of {tile.text()}"
    for game in GAMES.values():
        names = ("Ann", "Bob", "Cyrus")[: max(game.seats[0], min(3, game.seats[1]))]
        chosen = {choice.key: choice.default for choice in game.choices(len(names))}
        window.go(BoardRoute(sessions.begin_game(game.key, names, chosen)))
        board = window.pages.board
        yield f"{game.name} begins"
        for step in range(8):
            state = tracker_of(board).state
            for move in game.advice(as_a(TableState, state)).moves:
                if isinstance(move.act, Play) and not move.why_not:
                    board.play(move.act)
                    if step == 1:
                        yield f"{game.name}, an open roll"
                    roll_through(board)
                    break
            assert isinstance(state, TableState)
            board.choose(state.active)
            if step in (2, 5):
                yield f"{game.name}, step {step}"
            do(board, "next", anyway=True)
            board.bar.accept_taps()
        kinds = {u.kind: u.id for u in as_a(TableState, tracker_of(board).state).pieces.values()}
        for kind, unit in kinds.items():
            board.choose(unit)
            yield f"{game.name}, {kind}"
        board.ask_end()
        yield f"{game.name}, the end"
        board.close_form()


__all__ = ["CONTROLS", "Unfolded", "controls", "tour"]
