"""The theme: colours, fonts, icons and the zoom of everything."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs
from PySide6.QtCore import QByteArray, QLoggingCategory, QObject, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QImage,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from lastdays.desktop import paths
from lastdays.language import _
from lastdays.rulebook import pictograms

#: A window less wide than this, in pixels at 100 %, is narrow: parts are laid out one below the other.
NARROW_BELOW = 1000
#: A window less high than this, in pixels at 100 %, is low: a page scrolls as a whole.
LOW_BELOW = 600
#: A window wider than this, in pixels at 100 %, and as high as below is ample: questions grow.
AMPLE_WIDTH = 1600
#: The height from which a window is ample, in pixels at 100 %.
AMPLE_HEIGHT = 900
#: The greatest factor by which questions grow.
GREATEST_AMPLE_FACTOR = 1.6
#: In an ample window the factor of questions grows in steps, this many from 1 to 2.
AMPLE_STEPS = 5
#: The zooms that can be chosen, in percent.
SCALES = (80, 90, 100, 110, 125, 150, 175, 200)
#: How much greater a zoom may be than the text size of the desktop asks for, in percent.
ZOOM_TOLERANCE = 3


#: The choice of a theme that follows the system.
AS_SYSTEM = "system"


class SuitedZoom(NamedTuple):
    """The zoom in percent that suits windows from a size on, in pixels."""

    width: int
    height: int
    percent: int


#: The zooms that suit large windows, the largest first.
LARGE_WINDOWS = (SuitedZoom(3400, 1800, 200), SuitedZoom(2400, 1250, 150))


#: The usual text size of the desktops of a platform, in points.
USUAL_POINTS = {"win32": 9.0, "darwin": 13.0}
#: The usual text size on all other platforms, in points; some have 9 or 10, none more.
OTHER_POINTS = 11.0


def suited_zoom(width: int, height: int) -> int:
    """Return the zoom in percent that suits a window's size and the text size of the desktop."""
    for suited in LARGE_WINDOWS:
        if width >= suited.width and height >= suited.height:
            return max(suited.percent, system_zoom())
    return system_zoom()


def system_zoom() -> int:
    """Return the zoom in percent that matches the text size of the desktop, at least 100, without the
    screen's scale, which Qt applies by itself."""
    if QGuiApplication.instance() is None:
        return 100
    usual_points = USUAL_POINTS.get(sys.platform, OTHER_POINTS)
    exact_zoom = 100 * QGuiApplication.font().pointSizeF() / usual_points
    small_enough = [zoom for zoom in SCALES if zoom <= exact_zoom + ZOOM_TOLERANCE]
    return max([100, *small_enough])


@cache
def themes() -> dict[str, dict[str, str]]:
    """Return the colours of each theme by name."""
    file = paths.resources() / "style" / "themes.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


class Theme(QObject):
    """The look of the application: the colours of a theme at a zoom.

    When either changes, `restyled` is emitted first, for widgets with the style sheet (`give_style_sheet`),
    then `changed`. `reshaped` says that the window has become narrow, low or ample, or no longer is.
    """

    restyled = Signal()
    changed = Signal()
    reshaped = Signal(bool)

    def __init__(self, name: str = "dark", percent: int = 100) -> None:
        super().__init__()
        self.name = system_theme() if name == AS_SYSTEM else name
        #: Whether the theme is the system's, whatever that is at the time.
        self.as_system = name == AS_SYSTEM
        self.percent = percent
        #: Whether the zoom follows the window's size, as the user has chosen none.
        self.automatic = False
        self.narrow = False
        self.low = False
        #: The factor by which questions are enlarged in an ample window.
        self.ample_factor = 1.0
        self.motion = True
        #: Whether the system asks for less motion.
        self.less_motion = False
        #: The folds that the user has opened (True) or folded, by key, while the program runs.
        self.folds: dict[str, bool] = {}
        self.current_sheet = ""
        self.heading, self.body = _load_fonts()
        self._watch_system()

    def _watch_system(self) -> None:
        """Follow what the system asks for while the program runs."""
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.follow_system)
        accessibility = getattr(hints, "accessibility", None)  # Qt 6.10 knows it
        if accessibility is not None:
            accessibility().contrastPreferenceChanged.connect(self.follow_system)

    def follow_system(self) -> None:
        """Switch to the system's theme, unless the user has chosen one."""
        if self.as_system and self.name != system_theme():
            self.name = system_theme()
            self.apply()

    @property
    def choice(self) -> str:
        """Return the user's choice: a theme by name, or as the system."""
        return AS_SYSTEM if self.as_system else self.name

    def colour(self, token: str) -> QColor:
        """Return a colour of the theme."""
        return QColor(themes()[self.name][token])

    def pixels(self, size: float) -> int:
        """Return the pixels on the screen of a length given in pixels at 100 %, at least 1."""
        return max(1, round(size * self.percent / 100))

    def icon(self, name: str, token: str = "text", size: int = 20) -> QIcon:
        """Return an icon in a colour of the theme, `size` pixels wide at 100 %.

        It is faint if disabled and unchanged if selected: Qt's own variants can hardly be seen.
        """
        pixmap = self.pixmap(name, token, size)
        icon = QIcon(pixmap)
        icon.addPixmap(pixmap, QIcon.Mode.Selected)
        icon.addPixmap(self.pixmap(name, "faint_text", size), QIcon.Mode.Disabled)
        return icon

    def set_icon(
        self, button: QAbstractButton, name: str, token: str = "text", size: int = 20
    ) -> None:
        """Put an icon on a button, at its own size."""
        button.setIcon(self.icon(name, token, size))
        button.setIconSize(QSize(self.pixels(size), self.pixels(size)))

    def pixmap(self, name: str, token: str = "text", size: float = 20) -> QPixmap:
        """Return a square drawing of `resources/icons` in a colour of the theme, in the pixels of the
        screen."""
        ratio = QGuiApplication.primaryScreen().devicePixelRatio()
        return _tinted_pixmap(name, self.colour(token).name(), self.pixels(size), ratio)

    def apply(self) -> None:
        """Set the application's palette, and renew the style sheet of what is visible.

        The application itself has no style sheet: Qt would take seconds to style all hidden pages.
        """
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        if not app.property("fusion"):  # setting it again would polish everything again
            app.setStyle("Fusion")
            app.setProperty("fusion", True)
        palette = QPalette()
        roles = QPalette.ColorRole
        for role, token in (
            (roles.Window, "ground"),
            (roles.Base, "panel"),
            (roles.AlternateBase, "ground"),
            (roles.Button, "raised"),
            (roles.Text, "text"),
            (roles.WindowText, "text"),
            (roles.ButtonText, "text"),
            (roles.ToolTipBase, "raised"),
            (roles.ToolTipText, "text"),
            (roles.PlaceholderText, "faint_text"),
            (roles.Highlight, "select"),
            (roles.HighlightedText, "text"),
        ):
            palette.setColor(role, self.colour(token))
        app.setPalette(palette)
        self.current_sheet = self.style_sheet()
        self.restyled.emit()
        self.changed.emit()

    def give_style_sheet(self, widget: QWidget) -> None:
        """Give a widget and its children the current style sheet, unless it has it."""
        if widget.styleSheet() != self.current_sheet:
            widget.setStyleSheet(self.current_sheet)

    def enlarge(self, widget: QWidget, factor: float) -> None:
        """Enlarge a widget and its children by a factor, with a style sheet of their own."""
        sheet = self.style_sheet(factor) if factor > 1 else ""
        if sheet != widget.styleSheet():
            widget.setStyleSheet(sheet)

    def enlarge_text(self, widget: QWidget) -> None:
        """Enlarge text for longer reading in an ample window."""
        factor = self.ample_factor**2  # more than questions: reading takes longer
        self.enlarge(widget, min(GREATEST_AMPLE_FACTOR, factor))

    def style_sheet(self, factor: float = 1.0) -> str:
        """Return the window's style sheet: its colours filled in from the theme, and its lengths in
        pixels at the current zoom, times `factor`."""
        template = (paths.resources() / "style" / "window.qss").read_text(encoding="utf-8")
        values = themes()[self.name] | {"heading": self.heading, "body": self.body}
        for icon_name in ("arrow", "up", "tick"):
            values[icon_name] = self._tinted_file(icon_name)

        def length(match: re.Match[str]) -> str:
            pixels = self.pixels(int(match["size"]) * factor)
            return f"{pixels}px"

        def value(match: re.Match[str]) -> str:
            return values[match["name"]]

        with_lengths = re.sub(r"@px(?P<size>\d+)", length, template)
        return re.sub(r"@(?P<name>[a-z_]+)", value, with_lengths)

    def _tinted_file(self, name: str) -> str:
        """Write a tinted icon into the cache folder and return its path, as a style sheet needs a
        file."""
        token = "accent_text" if name == "tick" else "text"
        folder = Path(platformdirs.user_cache_dir("lastdays", appauthor=False)) / "icons"
        target = folder / f"{name}-{self.name}.svg"
        tinted = _svg_source(name).replace("currentColor", self.colour(token).name())
        try:
            if not target.is_file() or target.read_text(encoding="utf-8") != tinted:
                folder.mkdir(parents=True, exist_ok=True)
                target.write_text(tinted, encoding="utf-8")
        except OSError:
            return ""
        return target.as_posix()

    # Lengths that follow the zoom, in pixels at 100 %

    def fix_width(self, widget: QWidget, width: float) -> None:
        """Keep a widget at a width."""
        _Length(widget, self, widget.setFixedWidth, width)

    def fix_height(self, widget: QWidget, height: float) -> None:
        """Keep a widget at a height."""
        _Length(widget, self, widget.setFixedHeight, height)

    def set_least_width(self, widget: QWidget, width: float) -> None:
        """Keep a widget at least as wide."""
        _Length(widget, self, widget.setMinimumWidth, width)

    def set_least_height(self, widget: QWidget, height: float) -> None:
        """Keep a widget at least as high."""
        _Length(widget, self, widget.setMinimumHeight, height)

    def set_most_width(self, widget: QWidget, width: float) -> None:
        """Keep a widget at most as wide."""
        _Length(widget, self, widget.setMaximumWidth, width)

    def set_most_height(self, widget: QWidget, height: float) -> None:
        """Keep a widget at most as high."""
        _Length(widget, self, widget.setMaximumHeight, height)

    # Who follows the theme

    def call_now_and_on_change(self, callback: Callable[[], object]) -> None:
        """Call `callback` now and whenever the theme or the zoom changes."""
        self.changed.connect(callback)
        callback()

    def call_now_and_on_any_change(self, callback: Callable[[], object]) -> None:
        """Call `callback` now and whenever the theme, the zoom or the shape of the window changes."""
        self.reshaped.connect(callback)
        self.call_now_and_on_change(callback)

    def call_with_narrow(self, callback: Callable[[bool], object]) -> None:
        """Call `callback` with whether the window is narrow, now and whenever its shape changes."""
        self.reshaped.connect(callback)
        callback(self.narrow)

    def zoom_in(self, steps: int) -> None:
        """Zoom in by steps, or out if negative; 0 goes back to 100 %."""
        self.automatic = False
        if steps == 0:
            self.percent = 100
        else:
            nearest = min(SCALES, key=lambda scale: abs(scale - self.percent))
            number = SCALES.index(nearest) + steps
            within_bounds = max(0, min(len(SCALES) - 1, number))
            self.percent = SCALES[within_bounds]
        self.apply()

    def zoom_to(self, percent: int) -> None:
        """Set the zoom in percent."""
        self.automatic = False
        self.percent = percent
        self.apply()

    def set_motion(self, on: bool) -> None:
        """Allow animations or not."""
        self.motion = on

    def allows_motion(self) -> bool:
        """Return whether animations are allowed, by the user and by the desktop."""
        app = QApplication.instance()
        if not self.motion or self.less_motion or not isinstance(app, QApplication):
            return False
        return app.isEffectEnabled(Qt.UIEffect.UI_General)

    def update_shape(self, width: int, height: int) -> None:
        """Note whether a window of a size in pixels is narrow, low or ample at this zoom; emit
        `reshaped` if that has changed."""
        previous_shape = (self.narrow, self.low, self.ample_factor)
        self.narrow = width < self.pixels(NARROW_BELOW)
        self.low = height < self.pixels(LOW_BELOW)
        self.ample_factor = self._ample_factor_of(width, height)
        if (self.narrow, self.low, self.ample_factor) != previous_shape:
            self.reshaped.emit(self.narrow)

    @property
    def is_ample(self) -> bool:
        """Return whether the window is so large that questions grow."""
        return self.ample_factor > 1

    def _ample_factor_of(self, width: int, height: int) -> float:
        """Return the factor by which questions grow in a window of a size, in steps."""
        factor = min(width / self.pixels(AMPLE_WIDTH), height / self.pixels(AMPLE_HEIGHT))
        factor_in_steps = int(AMPLE_STEPS * factor) / AMPLE_STEPS
        return min(GREATEST_AMPLE_FACTOR, max(1.0, factor_in_steps))

    @property
    def next_name(self) -> str:
        """Return the name of the next theme."""
        names = list(themes())
        return names[(names.index(self.name) + 1) % len(names)]

    def switch_to(self, name: str) -> None:
        """Switch to a theme, or to the system's from now on."""
        self.as_system = name == AS_SYSTEM
        self.name = system_theme() if self.as_system else name
        self.apply()

    def switch_to_next(self) -> None:
        """Switch to the next theme."""
        self.switch_to(self.next_name)


class _Length(QObject):
    """A length of a widget that follows the zoom, as long as there is the widget."""

    def __init__(
        self, widget: QWidget, theme: Theme, set_pixels: Callable[[int], object], length: float
    ) -> None:
        """Set the length now and whenever the zoom changes."""
        super().__init__(widget)
        self._theme = theme
        self._set_pixels = set_pixels
        self._length = length
        theme.call_now_and_on_change(self._apply)

    def _apply(self) -> None:
        self._set_pixels(self._theme.pixels(self._length))


class EnlargedTheme:
    """A theme whose lengths grow in an ample window, for questions and lists."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def __getattr__(self, name: str) -> Any:
        return getattr(self.theme, name)

    def pixels(self, size: float) -> int:
        """Return a length in pixels, enlarged in an ample window."""
        return self.theme.pixels(size * self.theme.ample_factor)

    def pixmap(self, name: str, token: str = "text", size: float = 20) -> QPixmap:
        """Return a drawing of `resources/icons`, enlarged in an ample window."""
        return self.theme.pixmap(name, token, size * self.theme.ample_factor)


@cache
def _svg_source(name: str) -> str:
    return (paths.resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=2000)
def _tinted_pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    """Draw an icon, or a content pack's picture, in a colour on a square of `size` pixels, each of them
    `ratio` pixels of the screen."""
    side = round(size * ratio)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    picture = pictograms.picture(name)
    with QPainter(pixmap) as painter:
        if picture:
            _draw_tinted(painter, QImage.fromData(picture), colour, side)
        else:
            drawing = _svg_source(pictograms.instead(name)).replace("currentColor", colour)
            QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _draw_tinted(painter: QPainter, image: QImage, colour: str, side: int) -> None:
    """Draw the opaque parts of a content pack's picture in a colour, within a square."""
    if image.isNull():
        return
    scaled = image.scaled(
        side,
        side,
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    left = (side - scaled.width()) // 2
    top = (side - scaled.height()) // 2
    painter.drawImage(left, top, scaled)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(0, 0, side, side, QColor(colour))


def system_theme() -> str:
    """Return the theme that the desktop asks for, dark by default."""
    hints = QGuiApplication.styleHints()
    accessibility = getattr(hints, "accessibility", None)  # Qt 6.10 knows it
    if accessibility is not None:
        contrast = accessibility().contrastPreference()
        if contrast == Qt.ContrastPreference.HighContrast:
            return "contrast"
    if hints.colorScheme() == Qt.ColorScheme.Light:
        return "light"
    return "dark"


@cache
def _load_fonts() -> tuple[str, str]:
    """Return the font families of headings and of text, the system's if a file can't be read."""
    heading = _load_family("Barlow Condensed", "Medium")
    body = _load_family("Barlow Semi Condensed", "Regular")
    return heading, body


def _load_family(name: str, usual_weight: str) -> str:
    """Load a family of our fonts in its usual weight and a bolder one; return its name, or that of the
    system's family if no file can be read."""
    usable_name = "sans-serif"
    for weight in (usual_weight, "SemiBold"):
        file = paths.resources() / "fonts" / f"{name.replace(' ', '')}-{weight}.ttf"
        font_id = QFontDatabase.addApplicationFont(str(file))
        if font_id >= 0 and name in QFontDatabase.applicationFontFamilies(font_id):
            usable_name = name
    return usable_name


def set_style_properties(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet uses; restyle the widget only if one has changed, as that
    causes a new layout around it."""
    if all(widget.property(name) == value for name, value in properties.items()):
        return
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def load_fonts_of_scripts() -> None:
    """Load our fonts of further scripts, so that names have their letters where the system has no font
    for them. Windows and macOS have one for each script."""
    if sys.platform in ("win32", "darwin"):
        return
    QLoggingCategory.setFilterRules("qt.text.font.db.warning=false")  # what each font lacks
    for file in sorted((paths.resources() / "fonts").glob("*.tt[fc]")):
        if not file.name.startswith("Barlow"):
            QFontDatabase.addApplicationFont(str(file))


def theme_names() -> dict[str, str]:
    """Return the names of the choices of a theme."""
    return {
        AS_SYSTEM: _("As the system"),
        "dark": _("Dark"),
        "light": _("Light"),
        "contrast": _("High contrast"),
    }


def theme_menu_texts() -> dict[str, str]:
    """Return the menu texts for switching to each theme."""
    return {
        "dark": _("Dark theme"),
        "light": _("Light theme"),
        "contrast": _("High-contrast theme"),
    }
