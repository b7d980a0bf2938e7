"""Commands that need no window."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lastdays import __version__, paths
from lastdays.errors import LastDaysError
from lastdays.language import _, ngettext

if TYPE_CHECKING:
    from lastdays.campaign import Workspace


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        prog="lastdays", description=_("Campaign manager for Last Days: Zombie Apocalypse.")
    )
    top.add_argument("--version", action="version", version=f"lastdays {__version__}")
    top.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help=_("the store to use, instead of the one in your data folder"),
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    window = commands.add_parser(
        "window", help=_("open the window (what happens without a command)")
    )
    window.add_argument(
        "--or-demo",
        type=Path,
        metavar="DIR",
        help=_("where there is no display, write the demo there instead"),
    )
    commands.add_parser("sample", help=_("add the sample campaign"))
    commands.add_parser("groups", help=_("list the groups, a line each"))
    commands.add_parser("check", help=_("check the store and every group"))
    export = commands.add_parser("export", help=_("write a group to a file"))
    export.add_argument("group", metavar="GROUP", help=_("its name, or CAMPAIGN/NAME"))
    export.add_argument("-o", "--output", type=Path, metavar="FILE", required=True)
    bring = commands.add_parser("import", help=_("add a group from a file"))
    bring.add_argument("file", type=Path, metavar="FILE")
    bring.add_argument("--campaign", metavar="NAME", help=_("the campaign it joins"))
    _print_options(commands.add_parser("print", help=_("write cards and sheets as a PDF")))
    demo = commands.add_parser("demo", help=_("play the sample with seeded dice, write pictures"))
    demo.add_argument("--out", type=Path, metavar="DIR", required=True)
    return top


def _print_options(paper: argparse.ArgumentParser) -> None:
    paper.add_argument("groups", metavar="GROUP", nargs="+", help=_("its name, or CAMPAIGN/NAME"))
    paper.add_argument("-o", "--output", type=Path, metavar="FILE.pdf", required=True)
    paper.add_argument(
        "--what",
        metavar="KIND,KIND",
        default="characters,group",
        help=_(
            "characters, group, roster, reference, worksheet, zombies, campaign, "
            "blank-character, blank-group, test (default: characters,group)"
        ),
    )
    paper.add_argument(
        "--layout", default="half", help=_("half, roster, tarot, poker, or a size such as 70x120")
    )
    paper.add_argument("--paper", choices=("a4", "letter"), default="a4")
    paper.add_argument("--ink-saver", action="store_true", help=_("lines on white"))
    paper.add_argument(
        "--backs",
        choices=("none", "fold", "duplex-long", "duplex-short"),
        default="duplex-long",
        help=_("how the backs of tarot and poker cards are printed"),
    )
    paper.add_argument("--bleed", type=float, default=0.0, metavar="MM")
    paper.add_argument(
        "--offset",
        default="0,0",
        metavar="X,Y",
        help=_(
            "how many mm backs lie to the right and up, as the test page shows: --offset=-1,0.5"
        ),
    )
    paper.add_argument("--no-crop-marks", action="store_true")
    paper.add_argument("--no-ruler", action="store_true")
    paper.add_argument("--copies", type=int, default=1, metavar="N")
    paper.add_argument(
        "--only-changed",
        action="store_true",
        help=_("only cards that are not what was printed last"),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; its exit status."""
    options = parser().parse_args(arguments)
    try:
        match options.command:
            case None | "window":
                return window(options.store, getattr(options, "or_demo", None))
            case "sample":
                return sample(options.store)
            case "groups":
                return groups(options.store)
            case "check":
                return check(options.store)
            case "export":
                return export(options.store, options.group, options.output)
            case "import":
                return import_group(options.store, options.file, options.campaign)
            case "print":
                return print_groups(options)
            case "demo":
                return demo(options.out)
    except LastDaysError as error:
        print(f"lastdays: {error}", file=sys.stderr)
        return 1
    return 0


def has_display() -> bool:
    """Whether a window could be shown."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def missing_library() -> str:
    """What keeps Qt from drawing on an X display, '' if nothing does.

    Qt itself would end the process without a word a player understands.
    """
    named = os.environ.get("QT_QPA_PLATFORM") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform != "linux" or named:
        return ""
    import ctypes
    import importlib.util

    found = importlib.util.find_spec("PySide6")
    if found is None or found.origin is None:
        return ""
    plugin = Path(found.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    try:
        if plugin.exists():
            ctypes.CDLL(str(plugin))
    except OSError as error:
        return str(error).split(":")[0]
    return ""


def window(store: Path | None, or_demo: Path | None) -> int:
    """Opens the window, or says in one sentence why not."""
    if has_display():
        missing = missing_library()
        if missing:
            raise LastDaysError(
                _(
                    "The window cannot be drawn: the system library {library} is missing. On Debian "
                    "'apt-get install libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 "
                    "libxcb-render-util0 libxkbcommon-x11-0' brings it."
                ).format(library=missing)
            )
    else:
        if or_demo is None:
            raise LastDaysError(
                _("There is no display to open a window on; 'lastdays demo --out DIR' needs none.")
            )
        print(
            _(
                "There is no display to open a window on: writing the demo to {folder} instead."
            ).format(folder=or_demo)
        )
        return demo(or_demo)
    from lastdays.ui.app import run

    return run(store or paths.default_store())


@contextmanager
def _desk(path: Path | None) -> Iterator[Workspace]:
    from lastdays.campaign import Workspace
    from lastdays.rulebook.catalogue import content_packs, load
    from lastdays.store import open_store

    path = path or paths.default_store()
    store = open_store(path)
    for sentence in store.told:
        print(f"lastdays: {sentence}", file=sys.stderr)
    try:
        yield Workspace(store, load(packs=content_packs(path)))
    finally:
        store.close()


def sample(path: Path | None) -> int:
    """Adds the sample campaign."""
    from lastdays.campaign.sample import add_sample

    with _desk(path) as workspace:
        campaign = add_sample(workspace, random.SystemRandom())
        name = workspace.campaign(campaign).campaign.name
        count = len(workspace.groups(campaign))
        print(
            ngettext(
                "Added the campaign {name} with {count} group.",
                "Added the campaign {name} with {count} groups.",
                count,
            ).format(name=name, count=count)
        )
    return 0


def groups(path: Path | None) -> int:
    """Prints a line a group: campaign, group, leader, size, points, warnings."""
    with _desk(path) as workspace:
        names = {c.id: c.name for c in workspace.campaigns()}
        found = workspace.groups()
        for group in found:
            view = workspace.group(group.id)
            warnings = len(view.warnings)
            print(
                "\t".join(
                    (
                        names[group.campaign],
                        group.name,
                        group.leader or "—",
                        ngettext("{n} member", "{n} members", group.size).format(n=group.size),
                        ngettext("{n} point", "{n} points", group.points).format(n=group.points),
                        ngettext("{n} warning", "{n} warnings", warnings).format(n=warnings),
                    )
                )
            )
        if not found:
            print(_("No groups yet. 'lastdays sample' adds two."))
    return 0


def check(path: Path | None) -> int:
    """SQLite's integrity, the schema version, each group's rows and violations."""
    with _desk(path) as workspace:
        problems = workspace.store.integrity()
        print(_("Store: {path}").format(path=workspace.store.path))
        print(_("Schema: {version}").format(version=workspace.store.schema_version()))
        for problem in problems:
            print(_("Damage: {problem}").format(problem=problem))
        found = [] if problems else workspace.groups()
        for group in found:
            view = workspace.group(group.id)
            with workspace.store.reading() as tx:
                for table in tx.mirror_differences(view.group):
                    problems.append(table)
                    print(
                        _("Damage: the rows of {table} are not what {group} says.").format(
                            table=table, group=group.name
                        )
                    )
            for violation in view.violations:
                allowed = _(" (allowed)") if violation.key in view.group.allowed else ""
                print(f"{view.campaign.name}/{group.name}: {violation.text}{allowed}")
        for refused in workspace.catalogue.refused_packs:
            print(_("Content pack left out: {reason}").format(reason=refused))
        if problems:
            print(_("The store is damaged."))
            return 1
        print(
            ngettext(
                "All is well with {n} group.", "All is well with {n} groups.", len(found)
            ).format(n=len(found))
        )
    return 0


def export(path: Path | None, name: str, target: Path) -> int:
    """Writes a group's document; all of it or nothing."""
    from lastdays.campaign.groups import GroupActions
    from lastdays.campaign.lookup import find_group
    from lastdays.files import write_whole

    with _desk(path) as workspace:
        group = find_group(workspace, name)
        write_whole(target, GroupActions(workspace).export(group))
        print(_("Wrote {file}.").format(file=target))
    return 0


def import_group(path: Path | None, file: Path, campaign: str | None) -> int:
    """Adds a group out of a file."""
    from lastdays.campaign.campaigns import CampaignActions
    from lastdays.campaign.groups import GroupActions
    from lastdays.campaign.lookup import find_campaign
    from lastdays.files import read_whole

    document = read_whole(file)
    with _desk(path) as workspace:
        from lastdays.campaign.documents import read_group

        read_group(document)  # before a campaign is begun for it
        where = find_campaign(workspace, campaign) or CampaignActions(workspace).begin(
            _("Imported")
        )
        group = GroupActions(workspace).import_document(where, document)
        view = workspace.group(group)
        print(
            _("Imported {group} into {campaign}.").format(
                group=view.group.name, campaign=view.campaign.name
            )
        )
    return 0


def print_groups(options: argparse.Namespace) -> int:
    """Writes cards and sheets of groups as a PDF; what had to give way is said."""
    from lastdays.campaign.lookup import find_group
    from lastdays.campaign.print_jobs import PrintActions, PrintChoice, checked_setting, kinds_named
    from lastdays.pdf.content import PrintOptions

    setting = checked_setting(
        PrintOptions(
            layout=options.layout,
            paper=options.paper,
            ink_saver=options.ink_saver,
            backs=options.backs,
            crop_marks=not options.no_crop_marks,
            bleed=options.bleed,
            offset=_offset(options.offset),
            ruler=not options.no_ruler,
            copies=options.copies,
        )
    )
    kinds = kinds_named(k.strip() for k in options.what.split(",") if k.strip())
    with _desk(options.store) as workspace:
        printing = PrintActions(workspace)
        choice = PrintChoice(kinds, only_changed=options.only_changed, setting=setting)
        groups = {find_group(workspace, name): choice for name in options.groups}
        if options.only_changed and not printing.count(groups):
            print(_("Nothing has changed since it was printed last; nothing was written."))
            return 0
        made = printing.make(groups)
        printing.save(made, options.output, groups)
        for notice in made.notices:
            print(f"{notice.about}: {notice.text}", file=sys.stderr)
        print(
            ngettext("Wrote {file}, {n} page.", "Wrote {file}, {n} pages.", made.pages).format(
                file=options.output, n=made.pages
            )
        )
    return 0


def _offset(text: str) -> tuple[float, float]:
    across, _comma, up = text.partition(",")
    try:
        return float(across), float(up)
    except ValueError:
        raise LastDaysError(
            _("'{text}' is no offset. Two numbers are wanted, such as 1.5,-0.5.").format(text=text)
        ) from None


def demo(out: Path) -> int:
    """The sample campaign, one whole sequence with seeded dice, a transcript, the screens."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from lastdays.devtools.demo import write_demo

    for file in write_demo(out):
        print(_("Wrote {file}.").format(file=file))
    return 0
