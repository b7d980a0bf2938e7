"""Draws every page in both themes at common window sizes, for review.

`python -m lastdays.devtools.screens --out build/screens` writes
`LANGUAGE-THEME-WIDTHxHEIGHT-PERCENT/CAMPAIGN-PAGE.png`: the samples, a campaign of large groups and
long names, and an empty store. `--language de --walk winter --theme dark --scale 200 --size 1280x720`
draws less, in another language; each can be given more than once. `--only group` draws the pages with
that in their names.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QWidget

from lastdays.campaign import Workspace
from lastdays.campaign.campaigns import CampaignActions, HouseRules
from lastdays.campaign.chronicle.entries import EntryActions
from lastdays.campaign.exchange.campaign_file import CampaignTransfer
from lastdays.campaign.groups import GroupActions
from lastdays.campaign.sample import add_sample, plain_answer
from lastdays.desktop.message_files import ENGLISH, offered, read
from lastdays.desktop.opening import application
from lastdays.language import _, speak
from lastdays.model.recruiting import Recruit
from lastdays.procedure.dice import can_be_rolled
from lastdays.rulebook import load
from lastdays.rulebook.own_entries import ENTRY_KINDS
from lastdays.store import open_store
from lastdays.store.kept_backups import Reason
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.view import Play, Tap
from lastdays.ui.app import Session
from lastdays.ui.navigation import (
    AboutRoute,
    AftermathRoute,
    BoardRoute,
    CampaignMergeRoute,
    CampaignRoute,
    ChronicleRoute,
    DataRoute,
    FoundRoute,
    GameNightRoute,
    GamesRoute,
    GroupRoute,
    HelpRoute,
    LeagueRoute,
    LifeRoute,
    MergeRoute,
    NextGameRoute,
    OwnRollRoute,
    PrintRoute,
    RecordRoute,
    Route,
    RulebookRoute,
    SeasonsRoute,
    SequenceRoute,
    SettingsRoute,
    ShareRoute,
    StartRoute,
    TableRoute,
)
from lastdays.ui.pages.campaign_page import OUR_RULES
from lastdays.ui.pages.data_page import DataPage
from lastdays.ui.pages.games_page import EXAMPLE_KEY
from lastdays.ui.pages.our_rules import OurRulesPanel
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.tabs import Tabs
from lastdays.values import Value

#: The seed of the dice.
SEED = 7
#: The names of the pictures of the chronicle's tabs.
TABS = (
    *("chronicle", "chronicle-charts", "chronicle-standings"),
    *("chronicle-rankings", "chronicle-memorial"),
)

#: The names of the pictures of a campaign's tabs behind the first.
CAMPAIGN_TABS = ("players", "rulings", "our-rules", "name", "packs")


def visit_story(session: Session, group: str) -> Iterator[str]:
    """Visit the chronicle, the next game, a life, sharing, and a file with a group to merge."""
    yield from _tabs(session)
    window = session.window
    services = session.services
    window.go(NextGameRoute())
    yield "next-game"
    yield from _together(session)
    yield from _game_night(session)
    members = services.workspace.snapshot(group).group.members
    window.go(LifeRoute(group, members[0].id))
    yield "life"
    services.groups.edit_member(group, replace(members[1], status="dead"))
    window.go(LifeRoute(group, members[1].id))
    yield "life-ended"
    window.go(ChronicleRoute())
    window.pages.chronicle.tabs.setCurrentIndex(len(TABS) - 1)
    yield "chronicle-remembered"
    window.pages.chronicle.tabs.setCurrentIndex(0)
    services.workspace.undo(window.campaign_id, group)
    yield from _share(session, group)
    yield from _merge_campaign(session, group)
    yield from _merge(session, group)


def _together(session: Session) -> Iterator[str]:
    """Show the next game for groups that play together, and leave it as it was."""
    window = session.window
    chooser = window.pages.next_game.chooser
    chooser.together.setChecked(True)
    chooser.encounter.picked.emit("home-defense")
    yield "next-game-together"
    for _change in range(2):
        session.services.workspace.undo(window.campaign_id)
    window.refresh()


def _game_night(session: Session) -> Iterator[str]:
    """Visit the game night before and after its games are planned, and leave it as it was."""
    window = session.window
    services = session.services
    window.go(GameNightRoute())
    yield "game-night"
    page = window.pages.game_night
    page.nights.set_day(window.campaign_id, "2026-10-03")
    page.nights.set_time(window.campaign_id, "19:30")
    page.who.here.tick_all(True)
    window.refresh()
    yield "game-night-pairings"
    page.nights.plan(window.campaign_id, page.pairings.pairs)
    page.nights.add(window.campaign_id)
    window.refresh()
    yield "game-night-planned"
    window.go(CampaignRoute())
    yield "campaign-planned"
    for _change in range(5):
        services.workspace.undo(window.campaign_id)
    window.refresh()


def _share(session: Session, group: str) -> Iterator[str]:
    """Visit the sharing of a group ('' for none) and of the campaign."""
    page = session.window.pages.share
    for about in dict.fromkeys((group, "")):
        name = "share-group" if about else "share-campaign"
        session.window.go(ShareRoute(about))
        settle(session)
        yield name
        page.choose_form("markdown")
        yield f"{name}-markdown"
        page.choose_form("chat")
        settle(session)
        yield f"{name}-chat"
        if not about:
            page.choose_form("table")
            settle(session)
            yield f"{name}-table"
        page.choose_form("picture" if about else "pages")


def _tabs(session: Session) -> Iterator[str]:
    session.window.go(ChronicleRoute())
    yield from _each_tab(session.window.pages.chronicle.tabs, TABS)


def _each_tab(tabs: Tabs, names: Iterable[str]) -> Iterator[str]:
    for n, name in enumerate(names):
        tabs.setCurrentIndex(n)
        yield name
    tabs.setCurrentIndex(0)


def _merge(session: Session, group: str) -> Iterator[str]:
    """Visit the merging of a file without changes, and of one with many."""
    window = session.window
    services = session.services
    file = services.workspace.store.path.with_name("back.lastdays.json")
    file.write_bytes(services.groups.export(group))
    window.go(MergeRoute(str(file)))
    yield "merge-nothing-new"
    document = json.loads(file.read_bytes())
    for member in document["group"]["members"]:
        member["level"] = 7
    document["group"]["members"].pop()
    document.pop("lineage", None)
    file.write_text(json.dumps(document), encoding="utf-8")
    window.go(MergeRoute(str(file)))
    yield "merge"


def _merge_campaign(session: Session, group: str) -> Iterator[str]:
    """Visit the merging of a copy of the campaign in another store, in which notes and a member were
    changed that were changed here, too; leave the campaign as it was."""
    window = session.window
    services = session.services
    campaign = window.campaign_id
    member = services.workspace.snapshot(group).group.members[0]
    copied = CampaignTransfer(services.workspace).export(campaign)
    file = services.workspace.store.path.with_name("copy.sqlite")
    file.unlink(missing_ok=True)
    store = open_store(file)
    there = Workspace(store, load())
    transfer = CampaignTransfer(there)
    campaign_there = transfer.add_campaign(transfer.open_file(copied))
    CampaignActions(there).write_notes(campaign_there, "We meet at the church hall.")
    GroupActions(there).edit_member(group, replace(member, level=member.level + 1))
    EntryActions(there).begin(campaign_there, "2026-09-02", "rumour", "The bridge is down.")
    store.close()
    services.campaigns.write_notes(campaign, "We meet at Ann's.")
    services.groups.edit_member(group, replace(member, level=member.level + 2))
    window.go(CampaignMergeRoute(str(file)))
    yield "merge-campaign"
    services.workspace.undo(campaign, group)
    services.workspace.undo(campaign)
    window.go(CampaignRoute())


def visit_story_without_games(session: Session, group: str = "") -> Iterator[str]:
    """Visit the same pages before any game, with those of a group if there is one."""
    yield from _tabs(session)
    session.window.go(NextGameRoute())
    yield "next-game"
    if group:
        member = session.services.workspace.snapshot(group).group.members[0]
        session.window.go(LifeRoute(group, member.id))
        yield "life"
        yield from _merge(session, group)
    yield from _share(session, group)


#: The window sizes in pixels for each zoom.
SIZES: dict[int, tuple[tuple[int, int], ...]] = {
    100: ((1280, 720), (1366, 768), (1920, 1080), (2560, 1440)),
    200: ((1280, 720), (1920, 1080)),
}
THEMES = ("dark", "light")
#: The number of members of a large group.
CROWD = 30
#: The longest delay after which pages draw changes.
PAUSE_MS = 600
#: The PNG quality: quick to write, but three times the smallest size.
_QUALITY = 80


class Viewing(Value):
    """A theme at a zoom in a language, and the sizes of the windows."""

    theme: str
    percent: int
    sizes: tuple[tuple[int, int], ...]
    language: str = ENGLISH

    def folder(self, width: int, height: int) -> str:
        """Return the name of the folder for pictures of a size."""
        return f"{self.language}-{self.theme}-{width}x{height}-{self.percent}"


def draw(look: Viewing, out: Path, wanted: str = "", kinds: Iterable[str] = ()) -> int:
    """Draw the pages whose names contain `wanted`; return the number of pictures. A process draws in
    one language, since Qt asks for it once."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    spoken = read(look.language)
    speak(spoken.code, spoken.messages)
    app = application()
    count = 0
    for kind in kinds or KINDS:
        with tempfile.TemporaryDirectory() as folder:
            session = Session(
                Path(folder) / "screens.sqlite",
                source=random.Random(SEED),
                theme=Theme(look.theme, look.percent),
                packs=[],
            )
            try:
                session.window.resize(*look.sizes[0])
                session.window.show()
                for name in WALKS[kind](session):
                    if wanted in f"{kind}-{name}":
                        count += _shoot(app, session, look, out, f"{kind}-{name}")
            finally:
                session.close()
    return count


def settle(session: Session) -> None:
    """Wait for delayed layout, calculations and drawing."""
    for _turn in range(4):  # a form lays itself out after it is shown
        QApplication.processEvents()
    for _turn in range(3):  # previews are drawn again a moment after a resize
        for timer in session.window.page().findChildren(QTimer):
            while timer.isActive() and timer.isSingleShot() and timer.interval() <= PAUSE_MS:
                QApplication.processEvents()
        session.services.wait()
        QApplication.processEvents()


def _shoot(app: QApplication, session: Session, look: Viewing, out: Path, name: str) -> int:
    """Draw the window in each size, or the dialog or menu over it."""
    for width, height in look.sizes:
        session.window.resize(width, height)
        settle(session)
        folder = out / look.folder(width, height)
        folder.mkdir(parents=True, exist_ok=True)
        widget = _topmost(app, session)
        widget.grab().save(str(folder / f"{name}.png"), None, _QUALITY)
    session.window.resize(*look.sizes[0])
    return len(look.sizes)


def _topmost(app: QApplication, session: Session) -> QWidget:
    """Return the dialog over the window, else the menu, else the window."""
    for box in session.window.findChildren(QMessageBox):
        if box.isVisible():
            return box
    return app.activePopupWidget() or session.window


def sample(session: Session) -> Iterator[str]:
    window = session.window
    services = session.services
    add_sample(services.workspace)
    window.refresh()
    yield from _campaign(session)
    first = services.workspace.groups(window.campaign_id)[0].id
    window.go(GroupRoute(first))
    window.pages.group.roster.table.setCurrentIndex(window.pages.group.roster.model.index(3, 4))
    yield "group"
    yield from _group_forms(session)
    window.go(FoundRoute())
    yield "found"
    new = services.groups.create_with_leader(
        window.campaign_id, "Newcomers", "merciless-thug", "Nell", "mall"
    )
    services.groups.recruit(new, Recruit("goon", "Gus", gear=("club", "revolver")))
    window.go(GroupRoute(new))
    yield "founding"
    services.groups.delete(new)
    yield from _record(session)
    window.go(AftermathRoute())
    yield "aftermath"
    yield from _sequence(session, first)
    window.go(GroupRoute(first))
    window.pages.group.show_history()
    yield "history"
    window.pages.group.show_home()
    yield from visit_story(session, first)
    yield from _each(session, print=PrintRoute(first))
    yield from _table(session)
    yield from _games(session)
    yield from _own_game(session)
    yield from _book(session)
    yield from _frame(session)
    # Last, as it takes of the program's dice.
    window.go(FoundRoute())
    window.pages.found.random_button.click()
    yield "random-group"


def _campaign(session: Session) -> Iterator[str]:
    session.window.go(CampaignRoute())
    names = "campaign", *(f"campaign-{tab}" for tab in CAMPAIGN_TABS)
    yield from _each_tab(session.window.pages.campaign.tabs, names)


def _group_forms(session: Session) -> Iterator[str]:
    page = session.window.pages.group
    page.start_recruiting()
    yield "recruit"
    page.edit_member()
    yield "edit-member"
    page.edit_group()
    yield "edit-group"
    page.show_home()
    page.decision.show_question(_("You can't pay for it."), lambda: None)
    yield "group-decision"
    page.decision.hide()


#: Two reports of a game of the sample, as they come from a chat, that differ in two things.
REPORTS = (
    """\
> Last Days – report of game 2: Scavengers
> Reported by: Robin
> Who won: Zekes Truckers
> Who broke: Carl's Crew
> - Zeke: 2 zombies, 1 rival
> - Mo: out by Bea, token
> - Lou: 3 zombies, bit somebody's ear off
> - Rat: out by Bae
> - Pip: held back
> In a sentence: We had the truck and they had the fuel.
""",
    """\
[21:14, 3.5.2026] Jess: Who won: Zeke's Truckers
Zeke: 3 zombies
Mo: out by zombie
Carl: 2 zombis
Bea - 1 rival, 1 token
last one home turns off the light!
""",
)


def _record(session: Session) -> Iterator[str]:
    window = session.window
    window.go(RecordRoute())
    yield "record"
    window.pages.record.start_roll()
    yield "record-roll"
    window.pages.record.roll_frame.hide()
    window.pages.record.start_pasting()
    yield "record-paste"
    for report in REPORTS:
        window.pages.record.start_pasting()
        window.pages.record.paste_form.field.setPlainText(report)
        window.pages.record.paste_form.read_button.click()
    yield "record-reports"


def _sequence(session: Session, group: str) -> Iterator[str]:
    window = session.window
    services = session.services
    game = services.workspace.campaign(window.campaign_id).campaign.games[-1]
    sequence = services.games.begin(window.campaign_id, game.id, group)
    window.go(SequenceRoute(sequence))
    seen = set()
    while True:
        ask = services.games.view(sequence).pending
        if ask is None:
            break
        name = f"sequence-{ask.step}-{type(ask).__name__.casefold()}"
        if name not in seen:
            seen.add(name)
            window.refresh()
            yield name
        if can_be_rolled(ask):
            services.games.roll(sequence, ask.key)
        else:
            services.games.answer(sequence, ask.key, plain_answer(ask), "chosen")
    window.refresh()
    yield "sequence-review"
    services.games.finish(sequence)


def _table(session: Session) -> Iterator[str]:
    yield from play_to_first_shot(session)
    page = session.window.pages.tracker
    page.toggle_log()
    yield "table-log"
    page.close_log()
    page.ask_end()
    yield "table-end"
    page.close_form()
    session.window.go(TableRoute())
    yield "table"


def play_to_first_shot(session: Session) -> Iterator[str]:
    """Set up a game at the table and play a turn of it, yielding names of pictures."""
    window = session.window
    window.go(TableRoute())
    window.pages.table.start_setup()
    yield "table-setup"
    window.pages.table.setup.begin_game()
    page = window.pages.tracker
    yield "table-deploying"
    page.next()
    page.bar.accept_taps()
    yield "table-roll-off"
    page.play(Play("roll-off", {"teams": ["A", "B"]}))
    roll_through(page)
    page.play(Play("start-zombie", {"zombie": "Z1"}))
    yield "table-zombie"
    page.play(Play("contact", {"one": "Z1", "other": "A2"}))
    yield "table-horror"
    roll_through(page)
    page.tap(Tap("end-zombie", {"zombie": "Z1"}))
    page.next()
    page.bar.accept_taps()
    page.play(Play("initiative"))
    roll_through(page)
    yield "table-who"
    press_due(page, "activate/")
    yield "table-action"
    page.tap(Tap("finish", {"figure": page.chosen}))
    page.next()
    page.bar.accept_taps()
    page.open_form("shot", "A1")
    if isinstance(page.panel.form, Form):
        page.panel.form.choose_option("target", "B1")
    yield "table-shot"


def press_due(page: SessionPage, key: str) -> None:
    """Press the first due move whose key begins with `key`."""
    assert page.tracker is not None
    moves = page.tracker.guide().moves
    page.press(next(move for move in moves if move.key.startswith(key)))


def roll_through(tracker: SessionPage) -> None:
    """Answer each open roll with the program's dice and plain choices."""
    while tracker.tracker is not None:
        ask = tracker.tracker.pending()
        if ask is None:
            return
        if can_be_rolled(ask):
            tracker.roll()
        else:
            tracker.answer(plain_answer(ask), "chosen")


#: The most steps through which each step of a game comes up.
STEPS_MOST = 12
#: The players of a full table.
PLAYERS = ("Ann", "Bob", "Cyrus", "Dot", "Eve", "Fay", "Gil", "Hal")


def _games(session: Session) -> Iterator[str]:
    window = session.window
    sessions = session.services.sessions
    window.go(GamesRoute())
    yield "games"
    for game in GAMES.values():
        least, most = game.seats
        fewest_names = PLAYERS[: max(2, least)]
        all_names = PLAYERS[:most]
        for names in dict.fromkeys((fewest_names, all_names)):
            choices = {choice.key: choice.default for choice in game.choices(len(names))}
            window.go(BoardRoute(sessions.begin_game(game.key, names, choices)))
            page = window.pages.board
            for _step in range(6):
                _play_first_move(page)
                page.tap(Tap("next", {"anyway": True}))
            yield f"game-{game.key}-{len(names)}"
        yield from _steps(page, f"game-{game.key}")
    page.ask_end()
    yield "game-end"
    page.close_form()


def _steps(page: SessionPage, name: str) -> Iterator[str]:
    """Show a game in each step of a turn, from where it stands."""
    assert page.tracker is not None
    shown = set[str]()
    for _step in range(STEPS_MOST):
        step = page.tracker.bar().now
        if step not in shown:
            shown.add(step)
            yield f"{name}-step-{step}"
        page.tap(Tap("next", {"anyway": True}))


def _play_first_move(page: SessionPage) -> None:
    """Play the first move that can be, except for the way out."""
    if page.tracker is None:
        return
    for move in page.tracker.guide().moves:
        if isinstance(move.act, Play) and not move.why_not and move.key != "helipad":
            page.play(move.act)
            roll_through(page)
            return


def _own_game(session: Session) -> Iterator[str]:
    """Begin the example of a game written as data, where its pack is installed: a turn, and a die with
    its chances."""
    window = session.window
    sessions = session.services.sessions
    if EXAMPLE_KEY not in sessions.kinds:
        return
    window.go(BoardRoute(sessions.begin_game(EXAMPLE_KEY, ("Ann", "Bob"), {}, "typed")))
    page = window.pages.board
    page.tap(Tap("next"))
    yield "own-game"
    page.play(Play("search", {"unit": "p1"}))
    yield "own-game-die"
    page.drop()


def _book(session: Session) -> Iterator[str]:
    window = session.window
    yield from _each(session, rulebook=RulebookRoute())
    for name in ("Revolver", "Injury Table", "Medic", "no such thing"):
        window.go(RulebookRoute(name))
        yield f"rulebook-{name.casefold().replace(' ', '-')}"
    yield from _each(session, keys=HelpRoute(), settings=SettingsRoute(), about=AboutRoute())
    yield from _each(session, league=LeagueRoute())
    yield from _data(session)


def _data(session: Session) -> Iterator[str]:
    window = session.window
    services = session.services
    services.safekeeping.soon(Reason.FINISH)
    window.go(DataRoute(check=True))
    settle(session)
    yield "data"
    page = window.pages.data
    assert isinstance(page, DataPage)
    page.backups.restore_button.click()
    settle(session)
    yield "data-restore"
    page.leave_inner()


def _frame(session: Session) -> Iterator[str]:
    """Show what appears over a page: the palette, a toast, a menu, the message about a bug."""
    window = session.window
    window.go(CampaignRoute())
    shortcut = QKeySequence("Ctrl+K")
    palette = next(action for action in window.actions() if action.shortcut() == shortcut)
    palette.trigger()
    yield "palette"
    window.go(CampaignRoute())
    window.setFocus()
    window.say(_("{folder} cannot be written: {reason}.", folder="/mnt/x", reason="?"), "harm")
    yield "toast"
    window.say("", "harm")
    menu = window.findChildren(QMenu)[0]
    menu.popup(window.mapToGlobal(window.rect().topLeft()))
    yield "menu"
    menu.hide()
    box = QMessageBox(window)
    session.theme.give_style_sheet(box)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setText(
        _(
            "Something went wrong that shouldn't have. Everything stored before it is safe; "
            "the last action may not have happened."
        )
    )
    box.setDetailedText("…")
    box.addButton(_("Copy details"), QMessageBox.ButtonRole.ActionRole)
    box.addButton(_("Continue"), QMessageBox.ButtonRole.AcceptRole)
    box.setModal(False)
    box.show()
    yield "box"
    box.hide()


def winter(session: Session) -> Iterator[str]:
    """Visit what the sample of players' own rules shows, and play a turn of its next game."""
    window = session.window
    services = session.services
    campaign = add_sample(services.workspace, "long-winter")
    window.go(CampaignRoute(campaign))
    window.refresh()
    yield "campaign"
    yield from _our_rules(session)
    group = services.workspace.groups(campaign)[0].id
    window.go(GroupRoute(group))
    window.pages.group.roster.table.setCurrentIndex(window.pages.group.roster.model.index(2, 4))
    yield "group"
    yield from _group_forms(session)
    members = services.workspace.snapshot(group).group.members
    elder = next(member for member in members if member.status == "dead")
    yield from _each(session, chronicle=ChronicleRoute(), life=LifeRoute(group, elder.id))
    yield from _seasons(session)
    yield from _before_a_game(session)
    yield from _alone(session)
    window.go(RecordRoute())
    yield "record"
    window.pages.record.record_button.click()
    window.go(AftermathRoute())
    yield "aftermath"
    yield from _sequence(session, group)
    yield from _tabs(session)
    yield from _each(session, print=PrintRoute(group))
    yield from _share(session, group)


def _seasons(session: Session) -> Iterator[str]:
    """Visit the closing of a season, a closed one and its chronicle, and a campaign that is put away;
    leave all as it was."""
    window = session.window
    services = session.services
    campaign = window.campaign_id
    window.go(SeasonsRoute())
    yield "seasons"
    actions = window.pages.seasons.seasons
    group = services.workspace.groups(campaign)[0].id
    season = actions.close(campaign, "The long winter", {group: "over"})
    window.refresh()
    yield "seasons-closed"
    window.go(ChronicleRoute(season=season))
    names = [f"season-{name}" for name in TABS]
    yield from _each_tab(window.pages.chronicle.tabs, names)
    actions.put_away(campaign)
    window.refresh()
    yield from _each(
        session, **{"put-away": CampaignRoute(), "start-put-away": StartRoute(new=True)}
    )
    for _change in range(2):
        services.workspace.undo(campaign)
    window.refresh()
    window.go(CampaignRoute(campaign))


def _our_rules(session: Session) -> Iterator[str]:
    """Visit the tab of a campaign's own rules: as it opens, with the form of one of each kind, and with
    a new table that isn't right yet."""
    page = session.window.pages.campaign
    page.tabs.setCurrentIndex(OUR_RULES)
    panel = page.panels[OUR_RULES]
    assert isinstance(panel, OurRulesPanel)
    yield "our-rules"
    for kind, key in OF_EACH_KIND.items():
        panel.list.choose_row(f"{kind}/{key}")
        yield f"our-rules-{kind}"
    for kind in ENTRY_KINDS:
        panel.list.choose_row(kind)
        yield f"our-rules-{kind}-begun"
        of_book = next(iter(getattr(session.services.catalogue, kind)))
        panel.adopt_entry_of_book(HouseRules.copy_of_book, kind, of_book)
        yield f"our-rules-{kind}-copied"
        panel.delete()
    panel.begin_rule("tables")
    panel.store_and_close()
    yield "our-rules-new-table"
    panel.delete()
    session.window.say("", "well")
    page.tabs.setCurrentIndex(0)


#: A rule of each kind that the sample has.
OF_EACH_KIND = {
    "counters": "sickness",
    "traits": "keepsake",
    "tables": "in-the-snow",
    "steps": "supper",
    "encounters": "the-night-train",
}


def _before_a_game(session: Session) -> Iterator[str]:
    """Visit the players' step before the next game, and a roll on one of their tables."""
    window = session.window
    window.go(NextGameRoute())
    yield "next-game-step"
    window.pages.next_game.steps.put_off()
    yield "next-game"
    window.go(OwnRollRoute("hunger"))
    yield "own-roll"
    window.pages.own_roll.rolls.asks.answered.emit(3, "typed")
    yield "own-roll-result"


def _alone(session: Session) -> Iterator[str]:
    """Set up a game for one group alone, play to its first shots, and end it."""
    window = session.window
    window.go(TableRoute())
    window.pages.table.start_setup()
    yield "table-setup"
    window.pages.table.setup.begin_game()
    page = window.pages.tracker
    for _step in range(6):
        page.next()
        page.bar.accept_taps()
    yield "table"
    for piece, name in (("A1", "sheet"), ("A", "side"), ("table", "state")):
        page.choose(piece)
        yield f"table-{name}"
    play_to_own_step(page)
    yield "table-own-step"
    page.ask_end()
    yield "table-end"
    page.close_form()


def play_to_own_step(page: SessionPage) -> None:
    """Play turns without acting until a step that players wrote is due."""
    assert page.tracker is not None
    while not any(move.key.startswith("own-step") for move in page.tracker.guide().moves):
        page.next()
        page.bar.accept_taps()
        roll_through(page)


def crowd(session: Session, members: int = CROWD) -> Iterator[str]:
    """Visit the pages of a campaign of large groups with overlong names."""
    window = session.window
    services = session.services
    campaign = services.campaigns.begin(
        "The long winter at the end of all the roads there ever were"
    )
    leaders = ("merciless-thug", "everyday-hero")
    for n, leader in enumerate(leaders):
        name = f"{'The Unspeakably Long-Winded Wanderers of the Western Wasteland'} {n + 1}"
        group = services.groups.create_with_leader(campaign, name, leader, "W" * 40, "mall")
        for number in range(members - 1):
            name = f"{number} Maximilian-Alexander von und zu Hohenstauffen-Rabenklaue"
            recruit = Recruit("goon", name, gear=("club", "revolver", "medical-supplies"))
            services.groups.recruit(group, recruit, allowed=True)
    window.go(CampaignRoute(campaign))
    window.refresh()
    yield "campaign"
    window.go(GroupRoute(group))
    yield "group"
    yield from _group_forms(session)
    window.pages.group.show_history()
    yield "history"
    window.pages.group.show_home()
    yield from _record(session)
    window.go(AftermathRoute())
    yield "aftermath"
    yield from visit_story_without_games(session, group)
    yield from _each(session, print=PrintRoute(group))
    window.go(TableRoute())
    window.pages.table.start_setup()
    yield "table-setup"
    window.pages.table.setup.begin_game()
    yield "table-deploying"


def _each(session: Session, **routes: Route) -> Iterator[str]:
    for name, route in routes.items():
        session.window.go(route)
        yield name


def _empty(session: Session) -> Iterator[str]:
    window = session.window
    window.refresh()
    yield "start"
    yield from _each(session, table=TableRoute(), games=GamesRoute(), settings=SettingsRoute())
    window.go(CampaignRoute(session.services.campaigns.begin("Riverside")))
    window.refresh()
    yield from _each(
        session,
        campaign=CampaignRoute(),
        found=FoundRoute(),
        record=RecordRoute(),
        aftermath=AftermathRoute(),
        print=PrintRoute(),
    )
    window.go(StartRoute(new=True))
    yield "start-another"
    yield from visit_story_without_games(session)
    window.go(TableRoute())
    window.pages.table.start_setup()
    yield "table-setup"


#: The walks: the samples, large groups with long names, an empty store.
WALKS = {"sample": sample, "winter": winter, "crowd": crowd, "empty": _empty}
KINDS = tuple(WALKS)


def write_screens(
    out: Path, looks: Iterable[Viewing], wanted: str = "", kinds: Iterable[str] = ()
) -> int:
    """Draw every page, in a process for each look; return the number of pictures."""
    context = get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), context, max_tasks_per_child=1) as processes:
        drawing = [processes.submit(draw, look, out, wanted, tuple(kinds)) for look in looks]
        return sum(drawn.result() for drawn in drawing)


def _looks(options: argparse.Namespace) -> Iterator[Viewing]:
    """Yield the looks that the options name, or those of every theme, zoom and size in English."""
    for language in options.language or (ENGLISH,):
        for percent in options.scale or SIZES:
            sizes = tuple(size for size in SIZES[percent] if _is_wanted(size, options.size))
            if not sizes:
                continue
            for theme in options.theme or THEMES:
                yield Viewing(theme, percent, sizes, language)


def _is_wanted(size: tuple[int, int], named: list[str]) -> bool:
    width, height = size
    return not named or f"{width}x{height}" in named


def main() -> int:
    """Write the pictures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", default="", help="pages with this in their name")
    add = partial(parser.add_argument, action="append", default=[])
    every_size = sorted(
        {f"{width}x{height}" for sizes in SIZES.values() for width, height in sizes}
    )
    add("--language", choices=offered(), help="a language, not English")
    add("--walk", choices=KINDS, help="a walk, not all of them")
    add("--theme", choices=THEMES, help="one theme")
    add("--scale", type=int, choices=tuple(SIZES), help="one zoom, in percent")
    add("--size", choices=every_size, help="one size of the window")
    options = parser.parse_args()
    count = write_screens(options.out, _looks(options), options.only, options.walk)
    print(f"{count} pictures in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
