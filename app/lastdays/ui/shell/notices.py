"""What lies over the page: toasts, the wait for a league, the tour; and the rest of the Help menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QEventLoop,
    QObject,
    QPoint,
    QRect,
    QSettings,
    QSize,
    Qt,
)
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeySequence, QRegion, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QBoxLayout,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from lastdays import __version__
from lastdays.language import _
from lastdays.ui.navigation import GuideRoute, HelpRoute, Route, RulebookRoute
from lastdays.ui.program_details import copy_details
from lastdays.ui.services import Services
from lastdays.ui.shell.navigator import Navigator, PlacesList
from lastdays.ui.theme import Theme, restyle
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.entry_card import entry_in_hand
from lastdays.ui.widgets.parts import (
    amber,
    button,
    column,
    label,
    row,
    said,
    sentence,
    show_text,
    timer,
)

TOAST_MS = 7000
#: How often what lies over the page is moved after what lies below it, in milliseconds.
FOLLOW_MS = 200
#: The least distance from the edges, and the widths that are tried in turn, in pixels.
GAP, WIDTHS = 12, (760, 560, 380, 300)
#: The distance in pixels between the places that are tried.
STEP = 8
#: Controls, which are never covered; labels and lists are covered if there is no other room.
_CONTROLS = QAbstractButton | QAbstractSpinBox | QComboBox | QLineEdit | QPlainTextEdit | QTabBar
_READ = QLabel | QAbstractItemView


def _region(root: QWidget, over: QWidget, apart: QWidget, *, read: bool) -> QRegion:
    """Return the region of the controls in a widget, with `read` also of text to read, in coordinates
    of `over`; without the part `apart`."""
    found = QRegion()
    for child in root.children():
        if not isinstance(child, QWidget) or not child.isVisible() or child is apart:
            continue
        focus = child.focusPolicy() & Qt.FocusPolicy.TabFocus
        alone = focus and not isinstance(child, QAbstractScrollArea)
        if isinstance(child, _CONTROLS) or alone or (read and isinstance(child, _READ)):
            seen = child.visibleRegion().boundingRect()
            found += QRect(child.mapTo(over, seen.topLeft()), seen.size())
        else:
            found += _region(child, over, apart, read=read)
    return found


def pressed_region(over: QWidget, apart: QWidget) -> QRegion:
    """Return the region of controls in a widget, without the part `apart`."""
    return _region(over, over, apart, read=False)


def free_place(part: QWidget, over: QWidget, sizes: Sequence[QSize]) -> QRect | None:
    """Return the lowest place of one of these sizes where a part covers nothing, else no control;
    None if there is none."""
    room = over.rect().adjusted(GAP, GAP, -GAP, -GAP)
    places = [
        QRect(QPoint(x, y), size)
        for size in sizes
        for y in range(room.bottom() - size.height() + 1, room.top(), -STEP)
        for x in sorted({room.left(), room.right() - size.width() + 1})
    ]
    for taken in (_region(over, over, part, read=True), pressed_region(over, part)):
        for place in places:
            if not taken.intersects(place):
                return place
    return None


def lie_free(part: QWidget, over: QWidget, layout: QBoxLayout, *widths: int) -> bool:
    """Place a part so that it covers no control, at one of these widths; return whether there was
    such a place. If there was none, it lies at the bottom."""
    room = over.width() - 2 * GAP
    each = dict.fromkeys(min(room, width) for width in widths)
    sizes = [QSize(width, layout.totalHeightForWidth(width)) for width in each]
    place = free_place(part, over, sizes)
    part.setGeometry(place or QRect(QPoint(GAP, over.height() - GAP - sizes[0].height()), sizes[0]))
    part.raise_()
    return place is not None


class Toast(QFrame):
    """A message over the page about what was done or failed, until the next action; it covers no
    control. That something failed goes with the page it was said on."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setProperty("kind", "toast")
        self.text = sentence("", "")
        self.text.setAccessibleName(_("Message"))
        self.offered = button("", self._take, "first")
        self.offered.hide()
        close = button(_("Close"), self._close, "quiet")
        self._words = said(self.text, self.offered, close, margin=12)
        #: The page that is shown, and the kind of the message.
        self._page: Route | None = None
        self._kind = ""
        self._offer: tuple[Callable[[], object], Callable[[], object]] | None = None
        #: Whether what is offered is about the message, and goes with it.
        self._belongs = False
        self.setLayout(self._words)
        over.installEventFilter(self)
        self._timer = timer(self, TOAST_MS, self.hide)
        #: A message comes before the page is refreshed, so it is placed again afterwards.
        self._settling = timer(self, 0, self.place)
        #: What is pressed may also appear, or be scrolled, below a message that stays.
        self._following = timer(self, FOLLOW_MS, self.follow, repeats=True)
        self.hide()

    def say(self, text: str, kind: str) -> None:
        """Show a sentence: 'harm' stays until it is closed, '' hides the last one unless there is an
        offer."""
        if not text:
            self.setVisible(self._offer is not None)
            return
        self.end_beside()
        self._kind = kind
        self.text.setText(text)
        restyle(self.text, kind=kind)
        self.show()
        self.place()
        self._settling.start()
        announce(self.text, text, urgent=kind == "harm")
        if kind == "harm" or self._offer is not None:
            self.stay()
        else:
            self._timer.start()

    def offer(
        self, words: str, take: Callable[[], object] = int, leave: Callable[[], object] = int
    ) -> None:
        """Offer an action beside the message until it is taken or closed; '' ends the offer."""
        self._offer = (take, leave) if words else None
        self._belongs = False
        restyle(self.offered, kind="first")
        show_text(self.offered, words)
        self.stay()
        if self.isVisible():
            self.place()

    def offer_beside(self, words: str, take: Callable[[], object]) -> None:
        """Offer what belongs to the message, such as to undo it, until the next message, unless
        something else is offered."""
        if self._offer is None:
            self.offer(words, take, self.end_beside)
            self._belongs = True
            restyle(self.offered, kind="")

    def end_beside(self) -> None:
        """No longer offer what belongs to the message, and hide it."""
        if self._belongs:
            self.offer("")
            self.hide()

    def _take(self) -> None:
        if self._offer is not None:
            self._offer[0]()

    def _close(self) -> None:
        self.hide()
        if self._offer is not None:
            self._offer[1]()

    def stay(self) -> None:
        """Keep the message until it is closed."""
        self._timer.stop()

    def turn_page(self, page: Route) -> None:
        """Hide what failed on another page. What is said as the page changes is about the new one."""
        is_other, self._page = page != self._page, page
        is_new = self._settling.isActive()
        if is_other and not is_new and self._kind == "harm" and self._offer is None:
            self.hide()
        self.place()

    def place(self) -> None:
        """Move it where it covers no control; where there is no such place, the page makes room."""
        if self.isVisible() and not lie_free(self, self._over, self._words, *WIDTHS):
            self._make_room(self.height() + 2 * GAP)

    def follow(self) -> None:
        """Move it if it has come to cover a control."""
        if pressed_region(self._over, self).intersects(self.geometry()):
            self.place()

    def _make_room(self, high: int) -> None:
        layout = self._over.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, 0, high)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._following.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._following.stop()
        self._make_room(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return False


#: A shorter wait isn't shown.
QUIET_SECONDS = 0.25
#: The longest turn of the event loop while waiting, in ms.
TURN_MS = 20


class LeagueWait(QObject):
    """Keeps the window alive while its thread waits for a league. Input, timers and results of the
    workers are held back until the wait is over, so that nothing happens in the middle of an action."""

    def __init__(self, window: QObject, services: Services, toast: Toast) -> None:
        super().__init__(window)
        self._services, self._toast = services, toast
        self._shown = False
        services.held.connect(self._offer)
        # late: the driver of a server, which a store in a file does without
        from lastdays.store.league import LeagueStore

        store = services.workspace.store
        assert isinstance(store, LeagueStore)
        store.line.turn, store.line.over = self._turn, self._over

    def _turn(self, seconds: float) -> None:
        if seconds < QUIET_SECONDS:
            return
        if not self._shown:
            self._shown = True
            QGuiApplication.setOverrideCursor(Qt.CursorShape.BusyCursor)
            self._services.say(_("Waiting for the league…"))
            self._services.later = []
        app = QCoreApplication.instance()
        assert app is not None
        app.installEventFilter(self)
        try:
            QCoreApplication.processEvents(
                QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
                | QEventLoop.ProcessEventsFlag.ExcludeSocketNotifiers,
                TURN_MS,
            )
        finally:
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hold back timers, and refuse to close."""
        del watched
        if event.type() == QEvent.Type.Close:
            event.ignore()
            return True
        return event.type() == QEvent.Type.Timer

    def _offer(self) -> None:
        """Offer to repeat the action that the league didn't answer."""
        if self._services.kept is None:
            self._toast.offer("")
        else:
            self._toast.offer(_("&Try again"), self._services.try_again, self._services.give_up)

    def _over(self) -> None:
        if not self._shown:
            return
        self._shown = False
        QGuiApplication.restoreOverrideCursor()
        self._services.say("")
        later, self._services.later = self._services.later, None
        for call in later or ():
            self._services.finished.emit(call)


#: The number of steps of the tour.
STEPS = 2
#: The width of the card at 100 %.
WIDE = 440


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
                    "The amber button is the next step, here and on every page: recruit, "
                    "play, roll, continue. Enter presses it."
                ),
            ),
            (
                _("Nothing is lost"),
                _(
                    "Everything is saved as you go and can be undone, even tomorrow. F1 "
                    "explains what is in front of you, Ctrl+K finds anything. The guide is "
                    "in the Help menu."
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
