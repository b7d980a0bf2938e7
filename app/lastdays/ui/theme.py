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
from lastdays.rulebook import pictures

#: Below this width, in pixels at 100 %, things stand one below the other.
NARROW = 1000
#: Below this height a page is scrolled as a whole.
LOW = 600
#: A window larger than this, in pixels at 100 %, is ample: what is asked may grow, so much at most.
AMPLE, MOST_AMPLE = (1600, 900), 1.6
#: From this size of the window on, in pixels, everything is drawn so large, in percent.
SUITED = ((3400, 1800, 200), (2400, 1250, 150))
SCALES = (80, 90, 100, 110, 125, 150, 175, 200)


#: How large the text of a desktop is, in points, where nobody made it larger.
USUAL_POINTS = {"win32": 9.0, "darwin": 13.0}
#: The same where the desktop is neither; some have 9 or 10, none more.
POINTS = 11.0


def suited(width: int, height: int) -> int:
    """Return the zoom that suits a window of this size and the desktop's text, in percent."""
    found = next((zoom for wide, high, zoom in SUITED if width >= wide and height >= high), 100)
    return max(found, system_zoom())


def system_zoom() -> int:
    """Return the zoom at which text is as much larger as the desktop's is, in percent.

    The scale of the screen is not in it: Qt draws everything by that.
    """
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
    """The look of one application: a theme's colours at a size.

    `restyled` comes first, for what wears the style sheet (`dress`); `changed` follows both;
    `reshaped` says that there is room for things side by side, or not; also where a window has
    become `low`, or is so no longer.
    """

    restyled = Signal()
    changed = Signal()
    reshaped = Signal(bool)

    def __init__(self, name: str = "dark", percent: int = 100) -> None:
        super().__init__()
        self.name = name
        self.percent = percent
        #: Whether the zoom follows the window's size: nobody has chosen one.
        self.automatic = False
        self.narrow = False
        self.low = False
        #: How much larger than usual what is asked is drawn, for the room there is.
        self.ample = 1.0
        self.motion = True
        #: What somebody opened (True) or folded since the program was started, by its key.
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
        """Return an icon in a colour of the theme, so many pixels wide at 100 %.

        Where it can't be pressed it is as faint as its words, and in the chosen row as clear as in
        the others: Qt's own grey, and what it mixes with the selection, can hardly be seen.
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
        """Return a drawing of `resources/icons` in a colour of the theme, as wide as high.

        Each is drawn once for a colour and a size, in the screen's own pixels.
        """
        ratio = QGuiApplication.primaryScreen().devicePixelRatio()
        return _drawn(name, self.colour(token).name(), self.px(size), ratio)

    def apply(self) -> None:
        """Give the application its palette, and what is seen its style sheet.

        The sheet is not the application's: Qt would style every widget there is, hidden pages too,
        and take seconds for it.
        """
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        if not app.property("fusion"):  # to set it anew would polish everything once more
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
        """Give a widget and all in it the current style sheet, if it wears another."""
        if widget.styleSheet() != self.sheet:
            widget.setStyleSheet(self.sheet)

    def enlarge(self, widget: QWidget, larger: float) -> None:
        """Have a widget, and all in it, so much larger than usual by a style sheet of its own."""
        sheet = self.style_sheet(larger) if larger > 1 else ""
        if sheet != widget.styleSheet():
            widget.setStyleSheet(sheet)

    def enlarge_text(self, widget: QWidget) -> None:
        """Have what is read at leisure much larger in an ample window."""
        self.enlarge(widget, min(MOST_AMPLE, self.ample**2))

    def style_sheet(self, larger: float = 1.0) -> str:
        """Return the style sheet with colours and lengths filled in, those `larger` than usual."""
        template = (paths.resources() / "style" / "window.qss").read_text(encoding="utf-8")
        words = dict(themes()[self.name])
        words["heading"], words["body"] = self.heading, self.body
        words |= {name: self._tinted_file(name) for name in ("arrow", "up", "tick")}

        def fill(match: re.Match[str]) -> str:
            word = match.group(1)
            if word.startswith("px"):
                return f"{self.px(int(word[2:]) * larger)}px"
            return words[word]

        return re.sub(r"@(px\d+|[a-z_]+)", fill, template)

    def _tinted_file(self, name: str) -> str:
        """Return the file of a tinted icon in the cache folder: a style sheet can only name a
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

    def follow(self, fit: Callable[[], object]) -> None:
        """Have something fit the look, now and whenever that is another."""
        self.changed.connect(fit)
        fit()

    def fit(self, fit: Callable[[], object]) -> None:
        """Have something fit the look and the room there is, now and whenever either is another."""
        self.reshaped.connect(fit)
        self.follow(fit)

    def reshape(self, turn: Callable[[bool], object]) -> None:
        """Have something take its shape for the room there is, now and whenever that is another."""
        self.reshaped.connect(turn)
        turn(self.narrow)

    def bigger(self, steps: int) -> None:
        """Take the next size up or down; 0 goes back to 100 %."""
        self.automatic = False
        if steps == 0:
            self.percent = 100
        else:
            nearest = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - self.percent))
            self.percent = SCALES[max(0, min(len(SCALES) - 1, nearest + steps))]
        self.apply()

    def zoom_to(self, percent: int) -> None:
        """Take a size in percent."""
        self.automatic = False
        self.percent = percent
        self.apply()

    def set_motion(self, on: bool) -> None:
        """Let things move, or not; where the desktop wants no motion, nothing moves."""
        self.motion = on

    def moves(self) -> bool:
        """Return whether dice, tokens and rows may move."""
        app = QApplication.instance()
        effect = Qt.UIEffect.UI_General
        return self.motion and isinstance(app, QApplication) and app.isEffectEnabled(effect)

    def measure(self, width: int, height: int) -> None:
        """Note a window's size: whether it is narrow, low or ample at this size of text."""
        narrow, low = width < self.px(NARROW), height < self.px(LOW)
        wide, high = (self.px(size) for size in AMPLE)
        ample = min(MOST_AMPLE, max(1.0, int(5 * min(width / wide, height / high)) / 5))
        if (narrow, low, ample) != (self.narrow, self.low, self.ample):
            self.narrow, self.low, self.ample = narrow, low, ample
            self.reshaped.emit(narrow)

    @property
    def next_name(self) -> str:
        """Return the theme that comes after this one."""
        names = list(themes())
        return names[(names.index(self.name) + 1) % len(names)]

    def take(self, name: str) -> None:
        """Take a theme by its name."""
        self.name = name
        self.apply()

    def toggle(self) -> None:
        """Take the next theme."""
        self.take(self.next_name)


class Grown:
    """A theme as what is asked or listed takes it: larger where the window is ample."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme

    def __getattr__(self, name: str) -> Any:
        return getattr(self.theme, name)

    def px(self, size: float) -> int:
        """Return a length, in pixels."""
        return self.theme.px(size * self.theme.ample)

    def pixmap(self, name: str, token: str = "text", size: float = 20) -> QPixmap:
        """Return a drawing of `resources/icons`, as large as what stands beside it."""
        return self.theme.pixmap(name, token, size * self.theme.ample)


@cache
def _source(name: str) -> str:
    return (paths.resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=2000)
def _drawn(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    found = pictures.content(name)
    if found:
        return _tinted(found, colour, round(size * ratio), ratio)
    drawing = _source(pictures.instead(name)).replace("currentColor", colour)
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        renderer.render(painter)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _tinted(picture: bytes, colour: str, side: int, ratio: float) -> QPixmap:
    """Return a picture of a content pack in a colour: what is opaque in it is drawn."""
    image = QImage.fromData(picture)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    if not image.isNull():
        kept = Qt.AspectRatioMode.KeepAspectRatio
        image = image.scaled(side, side, kept, Qt.TransformationMode.SmoothTransformation)
        with QPainter(pixmap) as painter:
            painter.drawImage((side - image.width()) // 2, (side - image.height()) // 2, image)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(pixmap.rect(), QColor(colour))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def system_theme() -> str:
    """Return the theme the desktop asks for; dark where it asks for none."""
    hints = QGuiApplication.styleHints()
    asked = getattr(hints, "accessibility", None)  # Qt 6.10 knows it
    if asked is not None and asked().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return "contrast"
    scheme = hints.colorScheme()
    return "light" if scheme == Qt.ColorScheme.Light else "dark"


@cache
def _load_fonts() -> tuple[str, str]:
    """Return the families of headings and of text: the system's own where a file cannot be read."""
    return _family("BarlowCondensed", ("Medium", "SemiBold")), _family(
        "BarlowSemiCondensed", ("Regular", "SemiBold")
    )


def _family(name: str, weights: tuple[str, ...]) -> str:
    wanted = "Barlow Condensed" if name == "BarlowCondensed" else "Barlow Semi Condensed"
    found = "sans-serif"
    for weight in weights:
        file = paths.resources() / "fonts" / f"{name}-{weight}.ttf"
        number = QFontDatabase.addApplicationFont(str(file))
        if number >= 0 and wanted in QFontDatabase.applicationFontFamilies(number):
            found = wanted
    return found


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet reads, and have it read them again where one is another:
    what is read again has all around it laid out."""
    if all(widget.property(name) == value for name, value in properties.items()):
        return
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def theme_names() -> dict[str, str]:
    """Return what each theme is called among others."""
    return {"dark": _("Dark"), "light": _("Light"), "contrast": _("High contrast")}


def theme_words() -> dict[str, str]:
    """Return what the menu calls a change to each theme."""
    return {
        "dark": _("Dark theme"),
        "light": _("Light theme"),
        "contrast": _("High-contrast theme"),
    }
