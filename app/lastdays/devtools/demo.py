"""Writes the demo: the sample campaigns played with seeded dice, pictures of their pages and prints,
and a transcript."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QImage

from lastdays.campaign.documents.differences import compare
from lastdays.campaign.printing.print_jobs import PrintChoice
from lastdays.campaign.sample import play_through
from lastdays.campaign.sequences.post_game import step_name, story_lines
from lastdays.desktop import paths
from lastdays.desktop.files import write_whole
from lastdays.desktop.opening import application
from lastdays.devtools.screens import SEED, sample, settle, winter
from lastdays.errors import LastDaysError, disk_errors
from lastdays.language import _
from lastdays.pdf.content import PrintOptions
from lastdays.pdf.preview import PreviewPages
from lastdays.rulebook.packs import EXAMPLE_GAME
from lastdays.ui.app import Session
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.paper import image_of
from lastdays.ui.widgets.pictures import bytes_of_image

#: The prints of the sample: a name, the kinds, the options, and the number of pages to draw.
PAPERS: tuple[tuple[str, tuple[str, ...], PrintOptions, int], ...] = (
    ("half", ("characters", "group"), PrintOptions("half"), 2),
    ("roster-cards", ("characters", "group"), PrintOptions("roster", ink_saver=True), 2),
    ("tarot", ("characters", "group"), PrintOptions("tarot"), 2),
    ("poker", ("characters", "group"), PrintOptions("poker"), 2),
    ("sheets", ("roster", "reference", "worksheet", "zombies", "campaign"), PrintOptions(), 5),
)


def write_demo(out: Path) -> Iterator[Path]:
    """Write the demo into a folder; yield each file as it is written."""
    screens = out / "screens"
    with disk_errors(LastDaysError, _("{folder} cannot be written: {reason}."), folder=out):
        screens.mkdir(parents=True, exist_ok=True)
        for old in out.glob("demo.sqlite*"):
            old.unlink()
    application()
    session = Session(
        out / "demo.sqlite",
        source=random.Random(SEED),
        theme=Theme("dark"),
        packs=[paths.resources() / "packs" / EXAMPLE_GAME],
    )
    try:
        session.window.show()
        for name in _walked(session):
            session.window.resize(1280, 720)  # once shown: the screen's size doesn't count
            settle(session)
            yield _kept(session.window.grab().toImage(), screens / f"{name}.png")
        yield from _papers(session.services, screens)
        file = out / "transcript.txt"
        write_whole(file, transcript(session.services).encode())
        yield file
    finally:
        session.close()


def _walked(session: Session) -> Iterator[str]:
    """Walk through both samples, and yield the name of each picture."""
    yield from sample(session)
    for name in winter(session):
        yield f"winter-{name}"


def _kept(picture: QImage, file: Path) -> Path:
    """Write a picture, which Qt can't under a name that isn't UTF-8; return its path."""
    write_whole(file, bytes_of_image(picture))
    return file


def _papers(services: Services, folder: Path) -> Iterator[Path]:
    """Draw the first pages of each print."""
    group = _first_group(services)
    for name, kinds, setting, most in PAPERS:
        document = services.printing.make({group: PrintChoice(kinds, setting=setting)})
        pages = PreviewPages(document.pdf)
        for n in range(min(pages.count, most)):
            yield _kept(image_of(pages.picture(n, 1.3)), folder / f"paper-{name}-{n + 1}.png")
        pages.close()


def _first_group(services: Services) -> str:
    """Return the id of the first group of all campaigns."""
    for campaign in services.workspace.campaigns():
        for group in services.workspace.groups(campaign.id):
            return group.id
    raise AssertionError("the samples have groups")


def transcript(services: Services) -> str:
    """Finish every sequence that was begun; return the story of each with its dice, and the
    changes, before → after."""
    lines = []
    for campaign in services.workspace.campaigns():
        for entry in services.games.sequences(campaign.id):
            if not entry.finished:
                play_through(services.games, entry.id)
            view = services.games.view(entry.id)
            lines.append(_("{group} after game {n}", group=entry.group_name, n=entry.number))
            step = ""
            for line in story_lines(view.replayed):
                if line.step != step:
                    step = line.step
                    lines += ["", step_name(step)]
                lines.append(f"  {line.with_dice}")
            lines += ["", _("Before → after")]
            for change in compare(view.before, view.after or view.before, services.catalogue):
                values = f"{change.before or '—'} → {change.after or '—'}"
                lines.append(f"  {change.whose}, {change.what}: {values}")
            lines.append("")
    return "\n".join(lines)
