"""The file of the window's settings and the desktop's scale: what would build anything is passed over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile, QSettings

from lastdays.desktop import paths, system_language, window_settings as reading
from lastdays.desktop.window_settings import WindowSettings, pass_over_odd_scales, window_settings
from sure import as_a

STREAM = r"(\0\0\0\v\x7f\xff\xff\xff)"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "window.ini"
    monkeypatch.setattr(paths, "settings_file", lambda: file)
    return file


@pytest.mark.parametrize(
    "odd",
    [
        f"group=@Variant{STREAM}",
        f'group="@Variant{STREAM}"',
        f"group=x, @Variant{STREAM}",
        f"group=\\x40Variant{STREAM}",
        f"group=\\100V\\x61riant{STREAM}",
        f'group=@Var"iant{STREAM}"',
        f"group=@Var\\\niant{STREAM}",
        f"group=@DateTime{STREAM}",
    ],
)
def test_a_value_built_from_bytes_is_passed_over(file: Path, odd: str) -> None:
    file.write_text(f"[General]\ncampaign=c1\n{odd}\ntheme=light\n", "latin-1")
    settings = window_settings()
    assert settings.value("campaign") == "c1"
    assert settings.value("theme") == "light"
    assert settings.value("group") is None


def test_the_window_s_own_settings_stay_as_they_are(file: Path) -> None:
    kept = {"campaign": "Zoë @ home", "percent": 125, "maximised": True, "place": r"C:\new\x"}
    settings = window_settings()
    for name, value in kept.items():
        settings.setValue(name, value)
    settings.sync()
    before = file.read_bytes()
    again = window_settings()
    assert {name: again.value(name, None, type(value)) for name, value in kept.items()} == kept
    assert file.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
@pytest.mark.parametrize("end", ["", ".lock"])
def test_a_pipe_in_the_place_of_the_settings_is_not_waited_for(file: Path, end: str) -> None:
    os.mkfifo(file.with_name(file.name + end))
    settings = window_settings()
    settings.setValue("asked", "there")
    settings.sync()
    assert system_language.chosen(file) == ""


def test_settings_of_two_windows_are_joined(file: Path) -> None:
    first, second = window_settings(), window_settings()
    first.setValue("theme", "light")
    first.setValue("campaign", "c1")
    first.sync()
    second.setValue("percent", 150)
    second.sync()
    first.remove("campaign")
    first.sync()
    third = window_settings()
    assert {name: third.value(name) for name in third.allKeys()} == {
        "theme": "light",
        "percent": "150",
    }


def test_a_lock_that_another_program_keeps_is_waited_for_a_moment_and_once(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt would wait half a minute each time."""
    waited: list[int] = []
    take = QLockFile.tryLock

    def wait(lock: QLockFile, patience: int) -> bool:
        waited.append(patience)
        return take(lock, 0)

    monkeypatch.setattr(QLockFile, "tryLock", wait)
    lock = QLockFile(f"{file}.lock")
    assert take(lock, 0)
    settings = as_a(WindowSettings, window_settings())
    for theme in ("light", "contrast"):
        settings.setValue("theme", theme)
        settings.sync()
    assert waited == [reading.PATIENCE_MS, 0]
    assert not settings.is_kept()
    assert not file.exists()
    lock.unlock()
    settings.sync()
    assert settings.is_kept()
    assert window_settings().value("theme") == "contrast"


def test_settings_are_kept_in_a_folder_whose_name_is_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    monkeypatch.setattr(paths, "settings_file", lambda: folder / "window.ini")
    settings = window_settings()
    settings.setValue("theme", "light")
    settings.sync()
    assert window_settings().value("theme") == "light"
    assert [file.name for file in tmp_path.iterdir()] == [folder.name]


def test_settings_that_cannot_be_read_are_kept_in_no_device(file: Path) -> None:
    """Written to one, by a user who may do anything, a file would be in its place."""
    file.mkdir()
    settings = window_settings()
    assert not settings.fileName().startswith("/dev/")
    settings.setValue("zoom", 120)
    settings.sync()
    assert settings.status() == QSettings.Status.NoError


def test_settings_that_are_far_too_large_are_not_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SETTINGS_MOST", 10)
    file.write_text("[General]\ntheme=light\n", encoding="utf-8")
    assert window_settings().value("theme") is None


@pytest.mark.parametrize(
    ("name", "said", "stays"),
    [
        ("QT_SCALE_FACTOR", "nan", False),
        ("QT_SCALE_FACTOR", "inf", False),
        ("QT_SCALE_FACTOR", "-1", False),
        ("QT_SCALE_FACTOR", "0", False),
        ("QT_SCALE_FACTOR", "1e9", False),
        ("QT_SCALE_FACTOR", "1e-9", False),
        ("QT_FONT_DPI", "99999999", False),
        ("QT_FONT_DPI", "96", True),
        ("QT_SCALE_FACTOR", "1.5", True),
        ("QT_SCREEN_SCALE_FACTORS", "1;nan", False),
        ("QT_SCREEN_SCALE_FACTORS", "DP-1=1.5;DP-2=2", True),
    ],
)
def test_a_scale_that_nothing_can_be_drawn_at_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, name: str, said: str, stays: bool
) -> None:
    environment = {name: said}
    monkeypatch.setattr("os.environ", environment)
    pass_over_odd_scales()
    assert environment == ({name: said} if stays else {})
