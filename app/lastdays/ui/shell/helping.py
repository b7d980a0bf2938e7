"""The Help menu: the guide, the tour, what's new, details for a report, and F1."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect, QSettings, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QWidget

from lastdays import __version__
from lastdays.language import _
from lastdays.ui.navigation import GuideRoute, HelpRoute, RulebookRoute
from lastdays.ui.program_details import copy_details
from lastdays.ui.services import Services
from lastdays.ui.shell.navigator import Navigator
from lastdays.ui.shell.notices import lie_free, pressed_region
from lastdays.ui.shell.places import PlacesList
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.entry_card import entry_in_hand
from lastdays.ui.widgets.parts import amber, button, column, label, row, sentence, timer

#: The number of steps of the tour.
STEPS = 2
#: The width of the card at 100 %.
WIDE = 440
#: How often the card follows what it points at, in milliseconds.
FOLLOW_MS = 200


class TourCard(QFrame):
    """A step of the tour, where it covers no control, and a ring around its subject. It never takes
    the focus."""

    def __init__(self, navigator: Navigator, over: QWidget, undo: QWidget, theme: Theme) -> None:
        super().__init__(over)
        self._navigator, self._over, self._undo, self._theme = navigator, over, undo, theme
        self.at = 0
        #: The step and the zoom for which it was placed.
        self._placed = (-1, 0)
        self.setProperty("kind", "toast")
        self.setAccessibleName(_("Tour"))
        self.count = label("", "small")
        self.title = label("", "heading")
        self.text = sentence("", "")
        self.next_button = button(_("Next"), self.turn)
        leave = button(_("Leave the tour"), self.close, "quiet")
        head = row(self.title, (self.count, 1), leave, self.next_button)
        self._inside = column(head, (self.text, 1), spacing=8, margin=14)
        self.setLayout(self._inside)
        self.ring = QFrame(over.window())
        self.ring.setProperty("kind", "ring")
        self.ring.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WindowShortcut)
        escape.activated.connect(self.close)
        self._following = timer(self, FOLLOW_MS, self.follow, repeats=True)
        self._following.start()
        self.show()
        self._show_step()

    def turn(self) -> None:
        """Go to the next step; after the last one, close the tour."""
        if self.at + 1 == STEPS:
            self.close()
            return
        self.at += 1
        self._show_step()

    def _show_step(self) -> None:
        title, text = (
            (
                _("What comes next"),
                _(
                    "The amber button is the next step, here and on every page: recruit, play, roll, "
                    "go on. Enter presses it."
                ),
            ),
            (
                _("Nothing is lost"),
                _(
                    "Everything is saved as you go and can be undone, also tomorrow. F1 explains "
                    "what you are on, Ctrl+K finds anything. The guide is in the Help menu."
                ),
            ),
        )[self.at]
        self.count.setText(_("Tour: {n} of {count}", n=self.at + 1, count=STEPS))
        self.title.setText(title)
        self.text.setText(text)
        self.setAccessibleDescription(f"{title}. {text}")
        self.next_button.setText(_("Done") if self.at + 1 == STEPS else _("Next"))
        self.follow()

    def _about(self) -> QWidget | None:
        """Return the subject of the step, None if it isn't on the page."""
        page = self._navigator.page()
        return self._undo if self.at else amber(page, page.head)

    def follow(self) -> None:
        """Keep the ring around the subject, and the card where it covers no control."""
        for part in (self, self.ring):
            self._theme.dress(part)
        about = self._about()
        seen = about is not None and not about.visibleRegion().isEmpty()
        self.ring.setVisible(seen)
        if about is not None and seen:
            corner = about.mapTo(self._over.window(), QPoint(0, 0))
            self.ring.setGeometry(QRect(corner, about.size()).adjusted(-4, -4, 4, 4))
            self.ring.raise_()
        pressed = pressed_region(self._over, self)
        if pressed.intersects(self.geometry()) or self._placed != (self.at, self._theme.percent):
            self._placed = self.at, self._theme.percent
            lie_free(self, self._over, self._inside, self._theme.px(WIDE), self._over.width())

    def closeEvent(self, event: object) -> None:
        """Remove the ring too."""
        self._following.stop()
        self.ring.hide()
        self.ring.deleteLater()


#: The setting with the version that last announced what's new.
TOLD = "told"
#: The setting that exists while the tour waits for a first group.
WAITS = "tour"


class Helping(QObject):
    """The help of a window; guide and tour are only loaded when they are needed."""

    #: The widget that the tour covers, and the Undo button.
    over: QWidget
    undo: QWidget

    def __init__(
        self, window: QWidget, services: Services, navigator: Navigator, places: PlacesList
    ) -> None:
        super().__init__(window)
        self._window, self._services = window, services
        self._navigator, self._places = navigator, places
        self.tour: TourCard | None = None
        #: Whether the tour begins with the first group; the settings that remember it.
        self._waits = False
        self._settings: QSettings | None = None
        navigator.shown.connect(self._look)

    def explain(self) -> None:
        """Open the rulebook at the entry at the focus, else the guide; in the guide, the keys."""
        self.end_tour()  # it would cover the explanation
        navigator = self._navigator
        name = entry_in_hand(self._window)
        if name:
            navigator.go(RulebookRoute(name))
        elif isinstance(navigator.route, GuideRoute):
            navigator.go(HelpRoute())
        else:
            # late: the guide is read from files when it is first needed
            from lastdays.ui.guide import help_for

            navigator.go(help_for(navigator.route, self._window))

    def copy_details(self) -> None:
        """Copy the details for a report to the clipboard."""
        copy_details(self._services, self._window)

    def begin_tour(self) -> None:
        """Begin the tour, or have it wait for the first group."""
        self.end_tour()
        if self._places.groups():
            self._begin()
        else:
            self._waits = True
            self._services.say(_("The tour begins once you have a group."))

    def _begin(self) -> None:
        self._waits = False
        self.tour = TourCard(self._navigator, self.over, self.undo, self._services.theme)
        self.tour.destroyed.connect(self._forget)

    def _look(self) -> None:
        """Begin a waiting tour once there is a group."""
        if self._waits and self._places.groups():
            if self._settings is not None:
                self._settings.remove(WAITS)
            self._begin()

    def end_tour(self) -> None:
        """Close the tour if it is open."""
        if self.tour is not None:
            self.tour.close()
            self.tour = None

    def _forget(self) -> None:
        self.tour = None

    def at_start(self, settings: QSettings) -> None:
        """Begin the tour at the very first start, once there is a group; after an update, announce
        what's new."""
        self._settings = settings
        told = str(settings.value(TOLD, ""))
        settings.setValue(TOLD, __version__)
        if not told and not settings.contains("geometry"):
            settings.setValue(WAITS, True)
        elif told != __version__:
            text = _(
                "This is version {version}. What's new is in the Help menu.", version=__version__
            )
            self._services.say(text)
        self._waits = settings.contains(WAITS)
        self._look()
