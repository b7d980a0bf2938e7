"""What the bundle leaves out: parts of libraries that the program never reaches."""

from __future__ import annotations

import fnmatch
import sys
from collections.abc import Callable, Iterable

#: Modules that come along by way of others and are never imported.
EXCLUDED = [
    "IPython",
    "hypothesis",
    "mypy",
    "numpy",
    "pytest",
    "syrupy",
    "tkinter",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtQml",
    "PySide6.QtQuick",
]

#: Plugins of Qt that are kept; the languages whose dialogs are kept.
PLUGINS = (
    "iconengines/*",
    "imageformats/*svg*",
    "imageformats/*jpeg*",
    "imageformats/*webp*",
    "platforminputcontexts/*",
    "platforms/*xcb*",
    "platforms/*wayland*",
    "platforms/*offscreen*",
    "platforms/*windows*",
    "platforms/*cocoa*",
    "platformthemes/*portal*",
    "printsupport/*",
    "styles/*",
    "wayland-decoration-client/*bradient*",
    "wayland-graphics-integration-client/*egl*",
    "wayland-shell-integration/*xdg*",
    "xcbglintegrations/*",
)
LANGUAGES = ("de", "en", "fr")

#: What a desktop has anyway and has to match its own parts: printing, sessions, graphics.
THE_SYSTEMS = (
    "libcups.so*",
    "libdbus-1.so*",
    "libdrm.so*",
    "libEGL.so*",
    "libfontconfig.so*",
    "libgbm.so*",
    "libGL.so*",
    "libglib-2.0.so*",
    "libwayland-*.so*",
)

#: An entry of what is collected: where it goes, where it comes from, what it is.
Entry = tuple[str, str, str]


def is_wanted(name: str) -> bool:
    """Tells whether a file of the bundle is wanted, by its path in it."""
    path = name.replace("\\", "/")
    head, _, plugin = path.partition("/plugins/")
    if plugin and "PySide6" in head:
        return any(fnmatch.fnmatch(plugin, kept) for kept in PLUGINS)
    if "/translations/" in path and "PySide6" in path:
        return any(path.endswith(f"qtbase_{language}.qm") for language in LANGUAGES)
    if path.endswith(
        (".po", ".pot")
    ):  # what translators work on; the program reads what is compiled
        return False
    if path.endswith((".pyi", "-debug.so")) or "__pycache__" in path:
        return False
    if sys.platform == "linux":
        return not any(fnmatch.fnmatch(path.rsplit("/", 1)[-1], lib) for lib in THE_SYSTEMS)
    return True


def reached(entries: Iterable[Entry], needs: Callable[[str], Iterable[str]]) -> list[Entry]:
    """Returns those entries that something needs: shared libraries that only came with what is
    left out stay out with it. `needs` names the libraries that a file asks for."""
    wanted = [entry for entry in entries if is_wanted(entry[0])]
    libraries: dict[str, list[Entry]] = {}
    found: list[Entry] = []
    for entry in wanted:
        if _is_library(entry[0]):
            libraries.setdefault(_base(entry[0]), []).append(entry)
        else:
            found.append(entry)
    for entry in found:  # grows while it is walked
        for name in needs(entry[1]):
            found += libraries.pop(name, [])
    return found


def _base(name: str) -> str:
    return name.replace("\\", "/").rsplit("/", 1)[-1]


def _is_library(name: str) -> bool:
    """Tells whether a file is a library that others ask for by name, not a module, a plugin, or
    what a package loads by its path."""
    folder = name.replace("\\", "/").rpartition("/")[0]
    shared = folder in ("", "PySide6/Qt/lib") or folder.endswith(".libs")
    return shared and ".so" in name and not _base(name).startswith("libpython")
