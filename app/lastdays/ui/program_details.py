"""Details for a bug report: versions and settings, without names and paths."""

from __future__ import annotations

import os
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
from lastdays.store import Store
from lastdays.ui.services import Services
from lastdays.ui.theme import Theme
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
#: The bytes read from the end of the log.
LOG_BYTES = 60_000
#: The most steps of an error that are listed.
MOST_STEPS = 12
#: What begins an error in the log.
TRACEBACK = "Traceback (most recent call last):"
#: What is said of a log without an error.
NO_ERROR = "Latest error: none"
#: A step of an error in the log.
_STEP = re.compile(
    r'^\s+File "(?P<file>[^"]+)", line (?P<line>\d+), in (?P<function>\S+)', re.MULTILINE
)
#: The type of an error in the log.
_ERROR = re.compile(
    r"^((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt))\b", re.M
)


def describe_program(services: Services, window: QWidget) -> str:
    """Return versions, screen, settings and the location of the latest error, as lines in English for
    a report, without anything that users typed."""
    catalogue = services.catalogue
    libraries = [f"{name} {_version_of(name)}" for name in LIBRARIES]
    campaigns = len(services.workspace.campaigns())
    lines = [
        f"Last Days Campaign Manager {__version__}{_build_kind()}",
        f"Python {platform.python_version()}, Qt {qVersion()}, {QSysInfo.prettyProductName()}, "
        f"{QSysInfo.currentCpuArchitecture()}",
        f"Libraries: {', '.join(libraries)}",
        _describe_window(window),
        _describe_settings(services.theme),
        f"Store: {_describe_store(services.workspace.store)}, {campaigns} campaigns",
        f"Content packs: {len(catalogue.packs)} read, {len(catalogue.refused_packs)} faults",
        *describe_latest_error(paths.log_file()),
    ]
    return "\n".join(lines) + "\n"


def _describe_window(window: QWidget) -> str:
    screen = window.screen()
    screen_size = screen.size()
    return (
        f"Window: {window.width()}×{window.height()}, "
        f"screen {screen_size.width()}×{screen_size.height()} at {screen.devicePixelRatio():g}, "
        f"{QGuiApplication.platformName()}"
    )


def _describe_settings(theme: Theme) -> str:
    motion = "on" if theme.allows_motion() else "off"
    return (
        f"Theme: {theme.name}, {theme.percent} %, motion {motion}, "
        f"language {code()} (the system's: {QLocale.system().name()})"
    )


def _build_kind() -> str:
    """Describe how the program was built, '' for the usual way."""
    if getattr(sys, "frozen", False):
        return " (bundle)"
    if QLibraryInfo.isDebugBuild():
        return " (debug Qt)"
    return ""


def _version_of(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "?"


def _describe_store(store: Store) -> str:
    """Describe where a store is, without its path."""
    if store.shared:
        return "a league"
    if store.path == paths.default_store():
        return "a file in its usual place"
    return "a file elsewhere"


def short_path(file: str) -> str:
    """Return the path of a module from its package on, without the user's folders."""
    path = "/" + file.replace("\\", "/")
    _before, own_package, rest = path.rpartition("/lastdays/")
    if own_package:
        return f"lastdays/{rest}"
    _before, libraries, rest = path.rpartition("/site-packages/")
    if libraries:
        return rest
    return Path(path).name


def describe_latest_error(log: Path) -> list[str]:
    """Return the type of the latest error in the log and its lines of code, without its message, which
    may name people and files."""
    try:
        with log.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - LOG_BYTES))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return [NO_ERROR]
    _before, traceback, trace = text.rpartition(TRACEBACK)
    if not traceback:
        return [NO_ERROR]
    error_type = _ERROR.search(trace)
    lines = [
        "Latest error: of unknown kind" if error_type is None else f"Latest error: {error_type[1]}"
    ]
    for step in list(_STEP.finditer(trace))[-MOST_STEPS:]:
        lines.append(f"  {short_path(step['file'])}:{step['line']} {step['function']}")
    return lines


def details_button(services: Services, page: QWidget) -> QPushButton:
    """Return a button that copies the details for a report to the clipboard."""
    return button(
        _("&Copy details"),
        lambda: copy_details(services, page.window()),
        hint=_("Versions and settings for a report, without names or paths"),
    )


def copy_details(services: Services, window: QWidget) -> None:
    """Copy the details for a report to the clipboard, and say so."""
    QGuiApplication.clipboard().setText(describe_program(services, window))
    services.say(
        _("Details copied: versions and settings, no names and no paths. Paste them anywhere."),
        "well",
    )
