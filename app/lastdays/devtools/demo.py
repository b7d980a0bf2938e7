"""The demo: sample campaign, one whole sequence with seeded dice, transcript, screens."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from lastdays.campaign.documents.differences import compare
from lastdays.campaign.printing.print_jobs import Kind, PrintChoice
from lastdays.campaign.sample import add_sample, plain_answer, play_through
from lastdays.campaign.sequences.transcript import step_name, story
from lastdays.desktop.files import write_whole
from lastdays.errors import LastDaysError
from lastdays.language import _
from lastdays.pdf.content import PrintOptions
from lastdays.pdf.preview import PreviewPages
from lastdays.procedure.dice import can_be_rolled
from lastdays.tabletop.games import GAMES
from lastdays.tabletop.view import Play, Tap
from lastdays.ui.app import Session, application
from lastdays.ui.navigation import (
    BoardRoute,
    CampaignRoute,
    FoundRoute,
    GamesRoute,
    GroupRoute,
    PrintRoute,
    RecordRoute,
    RulebookRoute,
    SequenceRoute,
    TableRoute,
)
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.tracker.form import Form
from lastdays.ui.tracker.session_page import SessionPage
from lastdays.ui.widgets.paper import image_of

SEED = 7


def write_demo(out: Path) -> Iterator[Path]:
    """Write the demo into a folder; yield each file as it is written."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for old in out.glob("demo.sqlite*"):
            old.unlink()
    except OSError as error:
        raise LastDaysError(
            _("{folder} cannot be written: {reason}.").format(folder=out, reason=error.strerror)
        ) from error
    app = application()
    source = random.Random(SEED)
    session = Session(
        out / "demo.sqlite",
        source=source,
        settings=QSettings(str(out / "demo.ini"), QSettings.Format.IniFormat),
        theme=Theme("dark"),
        packs=[],
    )
    try:
        add_sample(session.services.workspace)
        yield from _screens(app, session, out / "screens")
        file = out / "transcript.txt"
        write_whole(file, transcript(session.services).encode())
        yield file
    finally:
        session.close()


def _screens(app: QApplication, session: Session, folder: Path) -> Iterator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    window, services, theme = session.window, session.services, session.theme
    window.resize(1280, 720)
    window.show()
    window.refresh()
    groups = services.workspace.groups(window.campaign_id)
    first = groups[0].id
    campaign = window.campaign_id
    game = services.workspace.campaign(campaign).campaign.games[0]

    def shot(name: str) -> Path:
        for _turn in range(4):  # a form lays itself out after it is shown
            app.processEvents()
        file = folder / f"{name}.png"
        if not window.grab().save(str(file)):
            raise LastDaysError(_("{file} could not be written.").format(file=file))
        return file

    window.go(CampaignRoute())
    yield shot("campaign")
    window.go(GroupRoute(first))
    window.pages.group.roster.table.setCurrentIndex(window.pages.group.roster.model.index(3, 4))
    yield shot("group")
    theme.take("light")
    yield shot("group-light")
    theme.take("dark")
    window.go(FoundRoute())
    yield shot("found")
    window.go(GroupRoute(first))
    window.pages.group.start_recruiting()
    yield shot("recruit")
    window.pages.group.show_home()
    window.go(RecordRoute(game.id))
    yield shot("record")
    sequence = services.games.begin(campaign, game.id, first)
    first_ask = services.games.view(sequence).pending
    if first_ask is not None and not can_be_rolled(first_ask):
        services.games.answer(sequence, first_ask.key, plain_answer(first_ask), "chosen")
    window.go(SequenceRoute(sequence))
    yield shot("sequence-injury")
    wanted = {"experience": 2, "jobs": 0, "attack": 0}
    seen: dict[str, int] = {}
    while True:
        ask = services.games.view(sequence).pending
        if ask is None:
            break
        step = ask.key.split("/")[0]
        if (step in wanted and not can_be_rolled(ask)) or step == "attack":
            if seen.get(step, 0) == wanted.get(step, -1):
                window.refresh()
                yield shot(f"sequence-{step}")
            seen[step] = seen.get(step, 0) + 1
        if can_be_rolled(ask):
            services.games.roll(sequence, ask.key)
        else:
            services.games.answer(sequence, ask.key, plain_answer(ask), "chosen")
    window.refresh()
    yield shot("sequence-review")
    services.games.finish(sequence)
    window.go(GroupRoute(first))
    window.pages.group.show_history()
    yield shot("history")
    window.pages.group.show_home()
    window.go(RulebookRoute())
    yield shot("rulebook")
    yield from _table(session, shot)
    yield from _games(session, shot)
    yield from _paper(session, first, folder, shot)
    window.go(GroupRoute(first))
    theme.percent = 200
    theme.apply()
    yield shot("group-200")
    theme.percent = 100
    theme.apply()


def _table(session: Session, shot: Callable[[str], Path]) -> Iterator[Path]:
    """Play a game at the table: set up, a turn of it, the log, the window opposite, the end."""
    window, theme = session.window, session.theme
    for stop in play_to_first_shot(session):
        yield shot(stop)
    tracker = window.pages.tracker
    theme.take("light")
    yield shot("table-light")
    theme.take("dark")
    tracker.looking_back.toggle()
    yield shot("table-log")
    tracker.looking_back.close()
    tracker.forms.ask_end()
    end = shot("table-end")
    yield end
    tracker.show_second_screen()
    assert tracker.second_screen is not None
    file = end.with_name("table-opposite.png")
    if not tracker.second_screen.grab().save(str(file)):
        raise LastDaysError(_("{file} could not be written.").format(file=file))
    yield file
    tracker.second_screen.close()
    theme.percent = 200
    theme.apply()
    tracker.close_form()
    yield shot("table-200")
    theme.percent = 100
    theme.apply()


def play_to_first_shot(session: Session) -> Iterator[str]:
    """Set a game up at the table and play a turn of it; what to look at on the way."""
    window = session.window
    window.go(TableRoute())
    window.pages.table.start_setup()
    yield "table-setup"
    window.pages.table.setup.begin()
    page = window.pages.tracker
    yield "table-deploying"
    for _step in range(3):
        page.next()
        page.bar.ready()
    page.play(Play("roll-off", {"teams": ["A", "B"]}))
    roll_through(page)
    page.play(Play("start-zombie", {"zombie": "Z1"}))
    page.play(Play("contact", {"one": "Z1", "other": "A2"}))
    yield "table-horror"
    roll_through(page)
    page.control.tap(Tap("end-zombie", {"zombie": "Z1"}))
    page.next()
    page.bar.ready()
    page.play(Play("initiative"))
    roll_through(page)
    press_due(page, "activate/")
    yield "table-action"
    press_due(page, "finish/")
    page.next()
    page.bar.ready()
    page.forms.open("shot", "A1")
    if isinstance(page.panel.form, Form):
        page.panel.form.choose("target", "B1")
    yield "table-shot"


def _games(session: Session, shot: Callable[[str], Path]) -> Iterator[Path]:
    """Play some turns of the other games with six players; show the list of them."""
    window, sessions = session.window, session.services.sessions
    names = ("Ann", "Bob", "Cyrus", "Dot", "Eve", "Fay")
    for game in GAMES.values():
        chosen = {choice.key: choice.default for choice in game.choices(len(names))}
        window.go(BoardRoute(sessions.begin_game(game.key, names, chosen)))
        page = window.pages.board
        for _step in range(12):
            due = page.tracker.guide().moves if page.tracker is not None else ()
            for move in due:
                if isinstance(move.act, Play) and not move.why_not and move.key != "helipad":
                    page.play(move.act)
                    roll_through(page)
                    break
            page.control.tap(Tap("next", {"anyway": True}))
        if page.tracker is not None:
            page.choose(page.tracker.board().active)
        yield shot(f"games-{game.key}")
    window.go(GamesRoute())
    yield shot("games")


def press_due(page: SessionPage, key: str) -> None:
    """Press the first move that is due whose key begins with `key`."""
    assert page.tracker is not None
    page.press(next(m for m in page.tracker.guide().moves if m.key.startswith(key)))


def roll_through(tracker: SessionPage) -> None:
    """Answer each open roll with the program's dice and plain choices."""
    while tracker.tracker is not None and (standing := tracker.tracker.standing()) is not None:
        if can_be_rolled(standing.ask):
            tracker.control.roll()
        else:
            tracker.control.answer(plain_answer(standing.ask), "chosen")


def _paper(
    session: Session, group: str, folder: Path, shot: Callable[[str], Path]
) -> Iterator[Path]:
    """Show the print page, and a page of each kind of paper."""
    window, services = session.window, session.services
    window.go(PrintRoute(group))
    window.pages.print.make()
    for _turn in range(3):  # made, drawn, shown
        services.wait()
        QApplication.processEvents()
    yield shot("print")
    papers: tuple[tuple[str, tuple[Kind, ...], PrintOptions], ...] = (
        ("half", ("characters", "group"), PrintOptions("half")),
        ("roster-cards", ("characters", "group"), PrintOptions("roster", ink_saver=True)),
        ("tarot", ("characters", "group"), PrintOptions("tarot")),
        ("poker", ("characters", "group"), PrintOptions("poker")),
        ("sheets", ("roster", "reference", "worksheet", "zombies", "campaign"), PrintOptions()),
    )
    for name, kinds, setting in papers:
        pages = PreviewPages(
            services.printing.make({group: PrintChoice(kinds, setting=setting)}).pdf
        )
        for n in range(min(pages.count, 5 if name == "sheets" else 2)):
            file = folder / f"paper-{name}-{n + 1}.png"
            if not image_of(pages.picture(n, 1.3)).save(str(file)):
                raise LastDaysError(_("{file} could not be written.").format(file=file))
            yield file
        pages.close()


def transcript(services: Services) -> str:
    """Return the story of every sequence begun, with its dice, and before → after."""
    lines: list[str] = []
    for campaign in services.workspace.campaigns():
        for entry in services.games.sequences(campaign.id):
            if not entry.finished:
                play_through(services.games, entry.id)
            view = services.games.view(entry.id)
            lines.append(_("{group} after game {n}").format(group=entry.group_name, n=entry.number))
            step = ""
            for line in story(view.replayed):
                if line.step != step:
                    step = line.step
                    lines += ["", step_name(step)]
                lines.append(f"  {line.with_dice}")
            lines += ["", _("Before → after")]
            for d in compare(view.before, view.after or view.before, services.catalogue):
                lines.append(f"  {d.whose}, {d.what}: {d.before or '—'} → {d.after or '—'}")
            lines.append("")
    return "\n".join(lines)
