"""An evening under an audit hook: FOLDER. What the program does of what it must not is printed, a
line each: reaching for the network, starting a program, running what was read, writing elsewhere.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

#: Events that must not be, by how they begin.
NEVER = (
    "socket.",
    "os.system",
    "os.exec",
    "os.spawn",
    "os.posix_spawn",
    "os.startfile",
    "os.fork",
    "subprocess.",
    "pty.",
    "pickle.",
    "urllib.",
    "http.",
    "ftplib.",
    "smtplib.",
    "webbrowser.",
    "ctypes.dlopen",
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
found: list[str] = []
folder = Path(sys.argv[1]).resolve()
watching = False


def hook(event: str, args: tuple[object, ...]) -> None:
    """Notes what must not be."""
    if not watching:
        return
    if event == "ctypes.dlopen" and args == (None,):
        pass  # as it is imported, it looks into Python itself
    elif event.startswith(NEVER):
        found.append(f"{event} {args!r}")
    elif event == "open":
        path, _mode, flags = args
        if isinstance(path, str | bytes) and isinstance(flags, int) and flags & WRITING:
            elsewhere(event, path)
    elif event in ("os.remove", "os.rmdir") and args[-1] != -1:
        pass  # named from a folder that is open, itself watched when it was made
    elif event in ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "shutil.rmtree", "os.chmod"):
        elsewhere(event, args[1] if event == "os.rename" else args[0])


def elsewhere(event: str, path: object) -> None:
    """Notes what is written outside of the folder; compiled modules are Python's own."""
    if isinstance(path, str | bytes | os.PathLike):
        where = Path(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100 - a link isn't followed
        own = where.is_relative_to(folder) or "__pycache__" in where.parts
        if not own and where != Path("/dev/null"):
            found.append(f"{event} {where}")


sys.addaudithook(hook)
for name in ("DATA", "CONFIG", "STATE", "CACHE"):
    os.environ[f"XDG_{name}_HOME"] = str(folder / name.lower())
os.environ["TMPDIR"] = str(folder / "tmp")
(folder / "tmp").mkdir()
tempfile.tempdir = None


def evening() -> None:
    """Opens the window, imports, plays, prints, backs up and restores."""
    import random

    from lastdays.campaign.safekeeping import restore
    from lastdays.campaign.sample import add_sample, play_through
    from lastdays.desktop.opening import application
    from lastdays.store.kept_backups import Backups, Reason
    from lastdays.ui.app import Session
    from lastdays.ui.navigation import GroupRoute, PrintRoute, RecordRoute, SequenceRoute
    from lastdays.ui.theme import Theme

    app = application()
    session = Session(folder / "s.sqlite", source=random.Random(1), theme=Theme("dark"))
    window, services = session.window, session.services
    campaign = add_sample(services.workspace)
    window.show()
    window.refresh()
    group = services.workspace.groups(campaign)[0].id
    document = services.groups.export(group)
    services.groups.import_document(campaign, document)
    hostile = document.replace(b"Zeke", b"<img src='http://127.0.0.1/x'>")
    strange = services.groups.import_document(campaign, hostile)
    for shown in (group, strange):
        window.go(GroupRoute(shown))
        app.processEvents()
    window.go(RecordRoute())
    app.processEvents()
    game = services.workspace.campaign(campaign).campaign.games[0]
    sequence = services.games.begin(campaign, game.id, group)
    window.go(SequenceRoute(sequence))
    play_through(services.games, sequence)
    services.games.finish(sequence)
    window.go(PrintRoute(group))
    app.processEvents()
    choices = {g: services.printing.choice(g) for g in (group, strange)}
    made = services.printing.make(choices)
    services.printing.save(made, folder / "cards.pdf", choices)
    kept = Backups(services.workspace.store.path).make(
        services.workspace.store.engine, Reason.IMPORT
    )
    assert kept is not None
    restore(services.workspace, kept.path)
    window.refresh()
    session.close()


if __name__ == "__main__":
    watching = True
    evening()
    watching = False
    print("\n".join(found))
    assert (folder / "cards.pdf").stat().st_size > 1000
