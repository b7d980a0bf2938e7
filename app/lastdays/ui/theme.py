"""The theme: colours, fonts, icons and the zoom of everything."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal
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

#: Below this width, in pixels at 100 %, parts are laid out one below the other.
NARROW = 1000
#: Below this height a page scrolls as a whole.
LOW = 600
#: A window larger than this, in pixels at 100 %, is ample: questions grow, at most by that factor.
AMPLE, MOST_AMPLE = (1600, 900), 1.6
#: Least widths and heights of a window in pixels, with the zoom that suits it in percent.
SUITED = ((3400, 1800, 200), (2400, 1250, 150))
SCALES = (80, 90, 100, 110, 125, 150, 175, 200)


#: The usual text size of desktops, in points.
USUAL_POINTS = {"win32": 9.0, "darwin": 13.0}
#: The same for all others; some have 9 or 10, none more.
POINTS = 11.0


def suited_zoom(width: int, height: int) -> int:
    """Return the zoom in percent that suits a window's size and the text size of the desktop."""
    found = next((zoom for wide, high, zoom in SUITED if width >= wide and height >= high), 100)
    return max(found, system_zoom())


def system_zoom() -> int:
    """Return the zoom in percent that matches the text size of the desktop, without the screen's
    scale, which Qt applies by itself."""
    if QGuiApplication.instance() is None:
        return 100
    usual = USUAL_POINTS.get(sys.platform, POINTS)
    wanted = 100 * QGuiApplication.font().pointSizeF() / usual
    return max(100, *(zoom for zoom in SCALES if zoom <= wanted + 3))


@cache
def themes() -> dict[str, dict[str, str]]:
    """Return the colours of each theme by name."""
    file = paths.resources() / "style" / "themes.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


class Theme(QObject):
    """The look of the application: the colours of a theme at a zoom.

    When either changes, `restyled` is emitted first, for widgets with the style sheet (`dress`),
    then `changed`. `reshaped` says that the window has become narrow, low or ample, or no longer is.
    """

    restyled = Signal()
    changed = Signal()
    reshaped = Signal(bool)

    def __init__(self, name: str = "dark", percent: int = 100) -> None:
        super().__init__()
        self.name = name
        self.percent = percent
        #: Whether the zoom follows the window's size, as the user has chosen none.
        self.automatic = False
        self.narrow = False
        self.low = False
        #: The factor by which questions are enlarged in an ample window.
        self.ample = 1.0
        self.motion = True
        #: The folds that the user has opened (True) or folded, by key, while the program runs.
        self.folds: dict[str, bool] = {}
        self.sheet = ""
        self.heading, self.body = _load_fonts()

    def colour(self, token: str) -> QColor:
        """Return a colour of the theme."""
        return QColor(themes()[self.name][token])

    def px(self, size: float) -> int:
        """Return a length at the current size, in pixels."""
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

    def draw_on(
        self, button: QAbstractButton, name: str, token: str = "text", size: int = 20
    ) -> None:
        """Put an icon on a button, at its own size."""
        button.setIcon(self.icon(name, token, size))
        button.setIconSize(QSize(self.px(size), self.px(size)))

    def pixmap(self, name: str, token: str = "text", size: float = 20) -> QPixmap:
        """Return a square drawing of `resources/icons` in a colour of the theme, in the pixels of the
        screen."""
        ratio = QGuiApplication.primaryScreen().devicePixelRatio()
        return _drawn(name, self.colour(token).name(), self.px(size), ratio)

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
        self.sheet = self.style_sheet()
        self.restyled.emit()
        self.changed.emit()

    def dress(self, widget: QWidget) -> None:
        """Give a widget and its children the current style sheet, unless it has it."""
        if widget.styleSheet() != self.sheet:
            widget.setStyleSheet(self.sheet)

    def enlarge(self, widget: QWidget, larger: float) -> None:
        """Enlarge a widget and its children by a factor, with a style sheet of their own."""
        sheet = self.style_sheet(larger) if larger > 1 else ""
        if sheet != widget.styleSheet():
            widget.setStyleSheet(sheet)

    def enlarge_text(self, widget: QWidget) -> None:
        """Enlarge text for longer reading in an ample window."""
        self.enlarge(widget, min(MOST_AMPLE, self.ample**2))

    def style_sheet(self, larger: float = 1.0) -> str:
        """Return the style sheet with colours and with lengths times `larger`."""
        template = (paths.resources() / "style" / "window.qss").read_text(encoding="utf-8")
        words = themes()[self.name] | {"heading": self.heading, "body": self.body}
        words |= {name: self._tinted_file(name) for name in ("arrow", "up", "tick")}
        sized = re.sub(r"@px(\d+)", lambda px: f"{self.px(int(px[1]) * larger)}px", template)
        return re.sub(r"@([a-z_]+)", lambda word: words[word[1]], sized)

    def _tinted_file(self, name: str) -> str:
        """Write a tinted icon into the cache folder and return its path, as a style sheet needs a
        file."""
        token = "accent_text" if name == "tick" else "text"
        folder = Path(platformdirs.user_cache_dir("lastdays", appauthor=False)) / "icons"
        target = folder / f"{name}-{self.name}.svg"
        tinted = _source(name).replace("currentColor", self.colour(token).name())
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

    def follow(self, fit: Callable[[], object]) -> None:
        """Call `fit` now and whenever the theme or the zoom changes."""
        self.changed.connect(fit)
        fit()

    def fit(self, fit: Callable[[], object]) -> None:
        """Call `fit` now and whenever the theme, the zoom or the shape of the window changes."""
        self.reshaped.connect(fit)
        self.follow(fit)

    def reshape(self, turn: Callable[[bool], object]) -> None:
        """Call `turn` with whether the window is narrow, now and whenever its shape changes."""
        self.reshaped.connect(turn)
        turn(self.narrow)

    def bigger(self, steps: int) -> None:
        """Zoom in by steps, or out if negative; 0 goes back to 100 %."""
        self.automatic = False
        if steps == 0:
            self.percent = 100
        else:
            nearest = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - self.percent))
            self.percent = SCALES[max(0, min(len(SCALES) - 1, nearest + steps))]
        self.apply()

    def zoom_to(self, percent: int) -> None:
        """Set the zoom in percent."""
        self.automatic = False
        self.percent = percent
        self.apply()

    def set_motion(self, on: bool) -> None:
        """Allow animations or not."""
        self.motion = on

    def moves(self) -> bool:
        """Return whether animations are allowed, by the user and by the desktop."""
        app = QApplication.instance()
        effect = Qt.UIEffect.UI_General
        return self.motion and isinstance(app, QApplication) and app.isEffectEnabled(effect)

    def measure(self, width: int, height: int) -> None:
        """Update the shape for a window's size: whether it is narrow, low or ample at this zoom."""
        narrow, low = width < self.px(NARROW), height < self.px(LOW)
        wide, high = (self.px(size) for size in AMPLE)
        ample = min(MOST_AMPLE, max(1.0, int(5 * min(width / wide, height / high)) / 5))
        if (narrow, low, ample) != (self.narrow, self.low, self.ample):
            self.narrow, self.low, self.ample = narrow, low, ample
            self.reshaped.emit(narrow)

    @property
    def next_name(self) -> str:
        """Return the name of the next theme."""
        names = list(themes())
        return names[(names.index(self.name) + 1) % len(names)]

    def take(self, name: str) -> None:
        """Switch to a theme."""
        self.name = name
        self.apply()

    def toggle(self) -> None:
        """Switch to the next theme."""
        self.take(self.next_name)


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
        theme.follow(self._apply)

    def _apply(self) -> None:
        self._set_pixels(self._theme.px(self._length))


class Grown:
    """A theme whose lengths grow in an ample window, for questions and lists."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def __getattr__(self, name: str) -> Any:
        return getattr(self.theme, name)

    def px(self, size: float) -> int:
        """Return a length in pixels, enlarged in an ample window."""
        return self.theme.px(size * self.theme.ample)

    def pixmap(self, name: str, token: str = "text", size: float = 20) -> QPixmap:
        """Return a drawing of `resources/icons`, enlarged in an ample window."""
        return self.theme.pixmap(name, token, size * self.theme.ample)


@cache
def _source(name: str) -> str:
    return (paths.resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=2000)
def _drawn(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    side = round(size * ratio)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        if picture := pictograms.picture(name):
            _draw_tinted(painter, QImage.fromData(picture), colour, side)
        else:
            drawing = _source(pictograms.instead(name)).replace("currentColor", colour)
            QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _draw_tinted(painter: QPainter, image: QImage, colour: str, side: int) -> None:
    """Draw the opaque parts of a content pack's picture in a colour, within a square."""
    if image.isNull():
        return
    kept, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    image = image.scaled(side, side, kept, smooth)
    painter.drawImage((side - image.width()) // 2, (side - image.height()) // 2, image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(0, 0, side, side, QColor(colour))


def system_theme() -> str:
    """Return the theme that the desktop asks for, dark by default."""
    hints = QGuiApplication.styleHints()
    asked = getattr(hints, "accessibility", None)  # Qt 6.10 knows it
    if asked is not None and asked().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return "contrast"
    scheme = hints.colorScheme()
    return "light" if scheme == Qt.ColorScheme.Light else "dark"


@cache
def _load_fonts() -> tuple[str, str]:
    """Return the font families of headings and of text, the system's if a file can't be read."""
    return _family("Barlow Condensed", "Medium"), _family("Barlow Semi Condensed", "Regular")


def _family(name: str, usual: str) -> str:
    found = "sans-serif"
    for weight in (usual, "SemiBold"):
        file = paths.resources() / "fonts" / f"{name.replace(' ', '')}-{weight}.ttf"
        number = QFontDatabase.addApplicationFont(str(file))
        if number >= 0 and name in QFontDatabase.applicationFontFamilies(number):
            found = name
    return found


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet uses; restyle the widget only if one has changed, as that
    causes a new layout around it."""
    if all(widget.property(name) == value for name, value in properties.items()):
        return
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def theme_names() -> dict[str, str]:
    """Return the names of the themes."""
    return {"dark": _("Dark"), "light": _("Light"), "contrast": _("High contrast")}


def theme_words() -> dict[str, str]:
    """Return the menu texts for switching to each theme."""
    return {
        "dark": _("Dark theme"),
        "light": _("Light theme"),
        "contrast": _("High-contrast theme"),
    }
