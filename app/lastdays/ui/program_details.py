"""Details for a bug report: versions and settings, without names and paths."""

from __future__ import annotations

import platform
import re
import sys
from importlib import metadata
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QSysInfo, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.language import _, code
from lastdays.ui.services import Services
from lastdays.ui.widgets.parts import button

#: The libraries whose versions are listed, besides Qt.
LIBRARIES = (
    "SQLAlchemy",
    "sqlmodel",
    "msgspec",
    "pydantic",
    "reportlab",
    "pypdfium2",
    "uharfbuzz",
    "pillow",
    "pi_heif",
)
#: The bytes read from the end of the log, and the most steps of an error.
LOG_END, STEPS = 60_000, 12
_STEP = re.compile(r'^\s+File "([^"]+)", line (\d+), in (\S+)', re.MULTILINE)
_ERROR = re.compile(
    r"^((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt))\b", re.M
)


def details(services: Services, window: QWidget) -> str:
    """Return versions, screen, settings and the location of the latest error, as lines in English for
    a report, without anything that users typed."""
    theme, store = services.theme, services.workspace.store
    screen = window.screen()
    catalogue = services.catalogue
    lines = [
        f"Last Days Campaign Manager {__version__}{_how_it_runs()}",
        f"Python {platform.python_version()}, Qt {qVersion()}, {QSysInfo.prettyProductName()}, "
        f"{QSysInfo.currentCpuArchitecture()}",
        f"Libraries: {', '.join(f'{name} {_version(name)}' for name in LIBRARIES)}",
        f"Window: {window.width()}×{window.height()}, screen {screen.size().width()}×"
        f"{screen.size().height()} at {screen.devicePixelRatio():g}, "
        f"{QGuiApplication.platformName()}",
        f"Theme: {theme.name}, {theme.percent} %, motion {'on' if theme.moves() else 'off'}, "
        f"language {code()} (the system's: {QLocale.system().name()})",
        f"Store: {'a league' if store.shared else _place(store.path)}, "
        f"{len(services.workspace.campaigns())} campaigns",
        f"Content packs: {len(catalogue.packs)} read, {len(catalogue.refused_packs)} faults",
        *latest_error(paths.log_file()),
    ]
    return "\n".join(lines) + "\n"


def _how_it_runs() -> str:
    if getattr(sys, "frozen", False):
        return " (bundle)"
    return " (debug Qt)" if QLibraryInfo.isDebugBuild() else ""


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "?"


def _place(store: Path) -> str:
    """Describe where a store is, without its path."""
    return "a file in its usual place" if store == paths.default_store() else "a file elsewhere"


def short_path(file: str) -> str:
    """Return the path of a module from its package on, without the user's folders."""
    parts = Path(file.replace("\\", "/")).parts
    for package in ("lastdays", "site-packages"):
        if package in parts:
            at = len(parts) - 1 - parts[::-1].index(package)
            return "/".join(parts[at + (package == "site-packages") :])
    return parts[-1] if parts else ""


def latest_error(log: Path) -> list[str]:
    """Return the type of the latest error in the log and its lines of code, without its message, which
    may name people and files."""
    try:
        with log.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - LOG_END))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ["Latest error: none"]
    _before, found, trace = text.rpartition("Traceback (most recent call last):")
    if not found:
        return ["Latest error: none"]
    kinds = _ERROR.findall(trace)
    steps = [f"  {short_path(file)}:{line} {name}" for file, line, name in _STEP.findall(trace)]
    return [f"Latest error: {kinds[0] if kinds else 'of unknown kind'}", *steps[-STEPS:]]


def details_button(services: Services, page: QWidget) -> QPushButton:
    """Return a button that copies the details for a report to the clipboard."""
    return button(
        _("&Copy details"),
        lambda: copy_details(services, page.window()),
        hint=_("Versions and settings for a report, without names or paths"),
    )


def copy_details(services: Services, window: QWidget) -> None:
    """Copy the details for a report to the clipboard, and say so."""
    QGuiApplication.clipboard().setText(details(services, window))
    services.say(
        _("Details copied: versions and settings, no names and no paths. Paste them anywhere."),
        "well",
    )
