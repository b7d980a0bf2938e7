"""Colours for every eye, text as large as the desktop's, nothing that moves where none may."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from colour_blind import SIGHTS, apart, contrast
from lastdays.desktop import paths
from lastdays.rulebook.table_plan import ZoneKind
from lastdays.ui import system_motion, theme as theme_module
from lastdays.ui.app import Session, _remembered_theme
from lastdays.ui.navigation import SettingsRoute
from lastdays.ui.theme import (
    AS_SYSTEM,
    Theme,
    load_fonts_of_scripts,
    suited_zoom,
    system_theme,
    system_zoom,
    theme_menu_texts,
    theme_names,
    themes,
)
from lastdays.ui.tracker.pieces import FadingLight
from lastdays.ui.widgets.table_plan import TINTS
from ui.hands import pick, settle

#: What is told apart by its colour, among others of its kind.
MEANINGS = (
    ("harm", "well", "push", "accent"),
    ("harm_text", "well_text", "push_text", "accent_text"),
    ("keyword_selfish", "keyword_selfless", "keyword_trained", "keyword_neutral"),
)
#: How far apart they are at least; 2 can just be told apart.
APART = 9


@pytest.mark.parametrize("sight", list(SIGHTS))
@pytest.mark.parametrize("name", list(themes()))
def test_colours_with_a_meaning_are_told_apart_by_every_eye(name: str, sight: str) -> None:
    colours = themes()[name]
    alike = {
        (one, other): apart(colours[one], colours[other], sight)
        for kind in MEANINGS
        for one, other in combinations(kind, 2)
        if apart(colours[one], colours[other], sight) < APART
    }
    assert alike == {}


def test_high_contrast_lines_and_areas_stand_out_as_well() -> None:
    colours = themes()["contrast"]
    kinds = ("line", "edge", "harm", "well", "push", "accent", "keyword_", "line_")
    for name in (n for n in colours if n.startswith(kinds) and n != "select"):
        for ground in ("ground", "panel", "raised"):
            assert contrast(colours[name], colours[ground]) >= 3, (name, ground)


@pytest.mark.parametrize(("name", "least"), [("dark", 4.5), ("light", 4.5), ("contrast", 7)])
def test_what_is_written_and_painted_stands_out_from_every_ground(name: str, least: float) -> None:
    colours = themes()[name]
    grounds = ("ground", "panel", "raised", "select")
    texts = [text for text in colours if text == "text" or text.endswith("_text")]
    pairs = [(text, ground, least) for text in texts for ground in grounds]
    pairs += [("on_accent", "accent", least)]
    keywords = [f"keyword_{one}" for one in ("selfish", "selfless", "trained", "neutral")]
    pairs += [(one, "ground", 4.5) for one in keywords[:3]]  # a member's letter
    pairs += [(one, ground, 3) for one in keywords for ground in ("panel", "select")]
    pairs += [(bar, "panel", 3) for bar in ("well", "accent", "harm")]
    drawn = (paths.resources() / "style" / "plan.svg").read_text(encoding="utf-8")
    zones = re.findall(r'": \("(\w+)", ', drawn)
    assert len(zones) == len(get_args(ZoneKind))
    plan = set(zones) | set(TINTS.values())
    pairs += [(one, "ground", 3) for one in plan]
    for one, ground, wanted in pairs:
        assert contrast(colours[one], colours[ground]) >= wanted, (one, ground)


def test_every_theme_has_every_colour_and_a_name() -> None:
    names = {frozenset(colours) for colours in themes().values()}
    assert len(names) == 1
    assert [AS_SYSTEM, *themes()] == list(theme_names())
    assert list(themes()) == list(theme_menu_texts())


def test_the_desktop_may_ask_for_high_contrast(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    class Hints:
        def accessibility(self) -> Any:
            return self

        def contrastPreference(self) -> Qt.ContrastPreference:
            return Qt.ContrastPreference.HighContrast

        def colorScheme(self) -> Qt.ColorScheme:
            return Qt.ColorScheme.Light

    monkeypatch.setattr(QGuiApplication, "styleHints", Hints)
    assert system_theme() == "contrast"
    monkeypatch.setattr(Hints, "contrastPreference", lambda _self: None)
    assert system_theme() == "light"


@pytest.fixture
def points(qapp: QApplication) -> Iterator[Callable[[float], None]]:
    """Sets how large the desktop's text is, in points, for a test."""
    before = QGuiApplication.font()

    def set_points(size: float) -> None:
        font = QFont(before)
        font.setPointSizeF(size)
        QApplication.setFont(font)

    yield set_points
    QApplication.setFont(before)


@pytest.mark.parametrize(
    ("platform", "size", "zoom"),
    [
        ("linux", 9, 100),
        ("linux", 11, 100),
        ("linux", 13.75, 125),  # "Large text" of GNOME
        ("linux", 22, 200),
        ("linux", 40, 200),
        ("win32", 9, 100),
        ("win32", 13.5, 150),
        ("darwin", 13, 100),
        ("darwin", 8, 100),
    ],
)
def test_text_starts_as_much_larger_as_the_desktop_s(
    points: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    size: float,
    zoom: int,
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    points(size)
    assert system_zoom() == zoom
    assert suited_zoom(1280, 720) == zoom
    assert suited_zoom(3840, 2160) == 200


def test_the_first_start_is_as_the_desktop_and_the_next_as_was_chosen(
    points: Callable[[float], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    points(13.75)
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    first = _remembered_theme(settings)
    assert (first.percent, first.automatic) == (125, True)
    settings.setValue("percent", 110)
    assert _remembered_theme(settings).percent == 110
    session = Session(tmp_path / "s.sqlite", settings=settings, packs=[])
    session.theme.switch_to("contrast")
    session.close()
    assert _remembered_theme(settings).name == "contrast"
    assert not _remembered_theme(settings).as_system
    settings.setValue("theme", "no such theme")
    assert _remembered_theme(settings).name == "dark"
    assert _remembered_theme(settings).as_system


def test_the_theme_is_the_system_s_until_another_is_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Followed while the program runs, and the choice is there again the next time."""
    wanted = "light"
    monkeypatch.setattr(theme_module, "system_theme", lambda: wanted)
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    session = Session(tmp_path / "s.sqlite", settings=settings, packs=[])
    theme, window = session.theme, session.window
    window.show()
    changed = QGuiApplication.styleHints().colorSchemeChanged
    assert (theme.name, theme.choice) == ("light", AS_SYSTEM)
    wanted = "dark"
    changed.emit(Qt.ColorScheme.Dark)
    assert theme.name == "dark"
    assert QApplication.palette().color(QPalette.ColorRole.Window) == theme.colour("ground")
    window.go(SettingsRoute())
    box = window.pages.settings.theme_box
    assert box.currentText() == "As the system"
    pick(box, "High contrast")
    wanted = "light"
    changed.emit(Qt.ColorScheme.Light)
    assert (theme.name, theme.choice) == ("contrast", "contrast"), "what was chosen stays"
    pick(box, "As the system")
    assert theme.name == "light"
    theme.switch_to_next()
    assert not theme.as_system
    theme.switch_to(AS_SYSTEM)
    session.close()
    assert _remembered_theme(settings).as_system


@pytest.mark.smoke
def test_text_that_the_system_enlarges_is_larger_at_once(
    points: Callable[[float], None], monkeypatch: pytest.MonkeyPatch, sample: Session
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    sample.theme.automatic = True
    sample.window._zoom_delay.stop()
    points(13.75)
    settle()
    assert sample.window._zoom_delay.isActive()
    sample.window.suit_zoom()
    assert sample.theme.percent == 125


def test_less_motion_is_asked_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    said: dict[tuple[str, str], object] = {}
    monkeypatch.setattr(system_motion, "_setting", lambda group, name: said.get((group, name)))
    assert not system_motion.asks_for_less_motion()
    said["org.gnome.desktop.interface", "enable-animations"] = True
    assert not system_motion.asks_for_less_motion()
    said["org.gnome.desktop.interface", "enable-animations"] = False
    assert system_motion.asks_for_less_motion()
    said.clear()
    said["org.freedesktop.appearance", "reduced-motion"] = 1
    assert system_motion.asks_for_less_motion()
    theme = Theme("dark")
    theme.less_motion = True
    assert not theme.allows_motion()
    # What goes wrong in asking is no reason to keep still.
    monkeypatch.setattr(system_motion, "_setting", lambda group, name: 1 / 0)
    assert not system_motion.asks_for_less_motion()
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    assert not system_motion.asks_for_less_motion()


def test_names_have_their_letters_on_the_screen(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the system has no font for their script."""
    monkeypatch.setattr(sys, "platform", "linux")
    load_fonts_of_scripts()
    families = QFontDatabase.families()
    for script in ("Bengali", "Ethiopic", "Myanmar", "Armenian"):
        assert f"Noto Sans {script}" in families


@pytest.mark.parametrize(
    ("desktop", "chosen", "lights"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_nothing_lights_up_where_nothing_may_move(
    qapp: QApplication, desktop: bool, chosen: bool, lights: bool
) -> None:
    effect = Qt.UIEffect.UI_General
    before = QApplication.isEffectEnabled(effect)
    QApplication.setEffectEnabled(effect, desktop)
    try:
        theme = Theme("dark")
        theme.set_motion(chosen)
        lit = QWidget()
        lit.show()
        glow = FadingLight(theme, lit)
        glow.light_up()
        assert bool(glow.strength) is lights
        lit.hide()
    finally:
        QApplication.setEffectEnabled(effect, before)
