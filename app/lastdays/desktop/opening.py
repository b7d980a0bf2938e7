"""Starting Qt, and the empty window shown while the real one is imported. It isn't part of
`lastdays.ui`, which imports the store and the rulebook.
"""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QLibraryInfo,
    QLocale,
    QMessageLogContext,
    QSettings,
    QSize,
    Qt,
    QTimer,
    QtMsgType,
    QTranslator,
    qInstallMessageHandler,
)
from PySide6.QtGui import (
    QColor,
    QFileOpenEvent,
    QGuiApplication,
    QIcon,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QApplication, QWidget

from lastdays import __version__
from lastdays.desktop import paths
from lastdays.errors import LastDaysError
from lastdays.language import _, code, legible

if TYPE_CHECKING:
    from lastdays.desktop.league_address import StorePlace


def import_plainly() -> None:
    """Remove PySide's hook from imports, and keep pydantic from searching all installed packages
    for plugins. PySide reads and keeps the source of every module imported after it, to see whether
    it mentions PySide6: a tenth of start-up, and 10 MB. That serves `from __feature__ import …`,
    which isn't used here.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    plain = getattr(builtins, "__orig_import__", None)
    if plain is not None:
        builtins.__import__ = plain


def application() -> QApplication:
    """Return the application object; there is only one. Raises LastDaysError where there is no screen;
    where Qt can't begin at all, the program ends with a sentence."""
    import_plainly()
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    # late: imported above, its source would be read by PySide's hook
    from lastdays.desktop.window_settings import pass_over_odd_scales

    pass_over_odd_scales()
    earlier = qInstallMessageHandler(_say_why_qt_ends)
    app = Application(sys.argv[:1])
    qInstallMessageHandler(earlier)
    if app.primaryScreen() is None:
        raise _nothing_can_be_drawn()
    app.setApplicationName("lastdays")
    app.setApplicationDisplayName("Last Days Campaign Manager")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("org.lastdays.CampaignManager")
    app.setWindowIcon(QIcon(str(paths.resources() / "icons" / "lastdays.png")))
    _speak_to_qt(app)
    return app


def _say_why_qt_ends(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Print what Qt says while it starts. Where nothing can be drawn it would abort the program: say so
    in our words, and end it."""
    if kind != QtMsgType.QtFatalMsg:
        if not message.startswith(_QT_ON_PLATFORMS):
            print(legible(message), file=sys.stderr)
        return
    print(f"lastdays: {_nothing_can_be_drawn()}", file=sys.stderr)
    sys.stderr.flush()
    os._exit(1)


def _nothing_can_be_drawn() -> LastDaysError:
    """Return the error that says why there is no window."""
    platform = os.environ.get("QT_QPA_PLATFORM")
    if platform:
        return LastDaysError(
            "The window can't be drawn: QT_QPA_PLATFORM asks for {platform}, which can't be used "
            "here. Unset it, then start the program again.",
            platform=legible(platform),
        )
    return LastDaysError(
        "The window can't be drawn on this display. 'lastdays demo --out DIR' needs none."
    )


#: What Qt says of displays before it gives up.
_QT_ON_PLATFORMS = (
    "Could not find the Qt platform plugin",
    "Could not load the Qt platform plugin",
)
#: The size of the very first window, in pixels.
FIRST = QSize(1280, 720)


#: The greatest height of a title bar, in pixels.
TITLE = 40


def _speak_to_qt(app: QApplication) -> None:
    """Set Qt's own dialogs, dates and numbers to the language of the program."""
    spoken = QLocale(code())
    if QLocale().language() not in (spoken.language(), QLocale.Language.C):
        QLocale.setDefault(spoken)  # if they match, keep the system's country too
    if code() == "en":
        return  # Qt speaks it by itself
    words = QTranslator(app)
    if words.load(f"qtbase_{code()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(words)


class Application(QApplication):
    """The application, which keeps the files that the desktop asks it to open until it can: macOS
    doesn't name them on the command line, but sends them to the running program."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(words)
        self._asked: list[Path] = []
        self._opens: Callable[[Path], None] | None = None

    def open_with(self, opens: Callable[[Path], None] | None) -> None:
        """Open the files kept so far and later ones with `opens`; None keeps them."""
        self._opens = opens
        while opens is not None and self._asked:
            opens(self._asked.pop(0))

    def event(self, event: QEvent) -> bool:
        """Open a file that the desktop asks for, or keep it until there is a window."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self._asked.append(Path(event.file()))
            self.open_with(self._opens)
            return True
        return super().event(event)


def first_size(room: QSize) -> tuple[QSize, bool]:
    """Return the size of the very first window on a screen with that much room, and whether to
    maximise it because it wouldn't fit with its title bar."""
    is_too_wide = room.width() < FIRST.width()
    is_too_high = room.height() < FIRST.height() + TITLE
    return FIRST.boundedTo(room), is_too_wide or is_too_high


def place(window: QWidget, settings: QSettings) -> None:
    """Restore the geometry of a window, or give it that of a first window, maximised if it was."""
    geometry = settings.value("geometry")
    if isinstance(geometry, QByteArray) and window.restoreGeometry(geometry):
        return
    size, filling = first_size(window.screen().availableSize())
    window.resize(size)
    if filling or settings.value("maximised", False, bool):
        window.setWindowState(Qt.WindowState.WindowMaximized)


class OpeningFrame(QWidget):
    """An empty frame where the window will be, in its colours."""

    def __init__(self, settings: QSettings) -> None:
        super().__init__()
        self.setWindowTitle(_("Last Days Campaign Manager"))
        place(self, settings)
        colours = _colours(str(settings.value("theme", "")))
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, QColor(colours["ground"]))
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colours["faint_text"]))
        self.setPalette(palette)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, _("Opening…"))


def _colours(name: str) -> dict[str, str]:
    """Return the colours of a theme by name, else of the one the desktop asks for."""
    themes = paths.toml("style", "themes.toml")
    wants_light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
    of_desktop = "light" if wants_light else "dark"
    colours: dict[str, str] = themes.get(name) or themes[of_desktop]
    return colours


def handed_over(store: StorePlace, file: Path | None) -> bool:
    """Have the window that has a store open come forward and open a file, if one is given; return whether
    there is one that does."""
    import_plainly()
    # late: imported above, its source would be read by PySide's hook
    from lastdays.desktop.meeting_place import meeting_place, somebody_may_be_there

    address = meeting_place(store)
    if not somebody_may_be_there(address):
        return False
    application()
    # late: Qt's sockets, which only a program that is started twice needs
    from lastdays.desktop.one_window import hand_over

    return hand_over(address, file)


def show_frame() -> OpeningFrame:
    """Show and return the frame; it closes when the event loop starts, after the window is
    shown."""
    application()
    # late: as above
    from lastdays.desktop.window_settings import window_settings

    frame = OpeningFrame(window_settings())
    frame.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
    frame.show()
    QApplication.processEvents()
    QTimer.singleShot(0, frame.close)
    return frame
