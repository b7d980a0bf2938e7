"""What is asked of the system before a window is opened."""

from __future__ import annotations

import ctypes

import pytest

from lastdays.cli import main

NAMES = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY")


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """On Linux without any display, where a library of X cannot be loaded."""

    def fail(_name: str) -> None:
        raise OSError("libxcb-icccm.so.4: cannot open shared object file: No such file")

    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", fail)
    return monkeypatch


@pytest.mark.parametrize(
    ("platform", "wayland", "display", "shows", "asks"),
    [
        ("", "", "", False, True),
        ("", "", ":0", True, True),
        ("", "w", "", True, False),
        ("xcb", "w", "", False, True),
        ("xcb:a;  xcb", "w", ":0", True, True),
        ("wayland;xcb", "", "", True, False),
        ("offscreen", "", "", True, False),
    ],
)
def test_a_display_and_its_library(
    missing: pytest.MonkeyPatch, platform: str, wayland: str, display: str, shows: bool, asks: bool
) -> None:
    for name, value in zip(NAMES, (platform, wayland, display), strict=True):
        missing.setenv(name, value)
    assert main.has_display() is shows
    assert main.missing_library() == ("libxcb-icccm.so.4" if asks else "")


def test_other_systems_have_a_display_and_need_no_library(missing: pytest.MonkeyPatch) -> None:
    for system in ("win32", "darwin"):
        missing.setattr("sys.platform", system)
        assert main.has_display()
        assert main.missing_library() == ""


def test_a_library_that_is_there_is_not_missing(missing: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    missing.setattr(ctypes, "CDLL", loaded.append)
    assert main.missing_library() == ""
    assert [name.rpartition("/")[2] for name in loaded] == ["libqxcb.so"]
    missing.setattr("importlib.util.find_spec", lambda _name: None)
    assert main.missing_library() == ""
    assert len(loaded) == 1
