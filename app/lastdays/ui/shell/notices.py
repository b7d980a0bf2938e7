"""What lies over the page: toasts, the wait for a league, the tour; and the rest of the Help menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

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
from lastdays.ui.theme import Theme, set_style_properties
from lastdays.ui.widgets.accessibility import announce
from lastdays.ui.widgets.entry_card import entry_in_hand
from lastdays.ui.widgets.parts import (
    button,
    column,
    find_amber_button,
    label,
    make_timer,
    row,
    sentence,
    sentence_line,
    show_text,
)

#: How long a message stays, in milliseconds.
TOAST_MS = 7000
#: How often what lies over the page is moved after what lies below it, in milliseconds.
FOLLOW_MS = 200
#: The least distance from the edges, in pixels.
EDGE_GAP = 12
#: The widths of a message that are tried in turn, in pixels.
TOAST_WIDTHS = (760, 560, 380, 300)
#: The distance in pixels between the places that are tried.
PLACE_STEP = 8
#: Controls, which are never covered.
_CONTROLS = QAbstractButton | QAbstractSpinBox | QComboBox | QLineEdit | QPlainTextEdit | QTabBar
#: Text to read, which is covered if there is no other room.
_TEXTS = QLabel | QAbstractItemView


def _is_control(widget: QWidget) -> bool:
    """Return whether a widget is used by mouse or keys and has nothing else within it."""
    if isinstance(widget, _CONTROLS):
        return True
    takes_focus = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes_focus and not isinstance(widget, QAbstractScrollArea)


def _visible_rect(widget: QWidget, ancestor: QWidget) -> QRect:
    """Return the rectangle around what is seen of a widget, in coordinates of an ancestor."""
    rect = widget.visibleRegion().boundingRect()
    return QRect(widget.mapTo(ancestor, rect.topLeft()), rect.size())


def _controls_within(root: QWidget, ignored: QWidget, *, with_texts: bool) -> Iterator[QWidget]:
    """Yield the controls within a widget and, `with_texts`, also text to read, without the part
    `ignored`."""
    for child in root.children():
        if not isinstance(child, QWidget) or not child.isVisible() or child is ignored:
            continue
        is_text = with_texts and isinstance(child, _TEXTS)
        if is_text or _is_control(child):
            yield child
        else:
            yield from _controls_within(child, ignored, with_texts=with_texts)


def control_region(ground: QWidget, ignored: QWidget, *, with_texts: bool = False) -> QRegion:
    """Return the region of the controls within a widget, `with_texts` also that of text to read,
    without the part `ignored`."""
    region = QRegion()
    for control in _controls_within(ground, ignored, with_texts=with_texts):
        region += _visible_rect(control, ground)
    return region


def _list_places(room: QRect, size: QSize) -> list[QRect]:
    """Return the places of a size within a room, from the bottom up, at the left before the right."""
    left = room.left()
    right = room.right() - size.width() + 1
    lowest = room.bottom() - size.height() + 1
    places = []
    for y in range(lowest, room.top(), -PLACE_STEP):
        for x in sorted({left, right}):
            places.append(QRect(QPoint(x, y), size))
    return places


def find_free_place(part: QWidget, ground: QWidget, sizes: Sequence[QSize]) -> QRect | None:
    """Return the lowest place of one of these sizes where a part over a widget covers nothing, else no
    control; None if there is none."""
    room = ground.rect().adjusted(EDGE_GAP, EDGE_GAP, -EDGE_GAP, -EDGE_GAP)
    places: list[QRect] = []
    for size in sizes:
        places += _list_places(room, size)
    controls_and_texts = control_region(ground, part, with_texts=True)
    controls = control_region(ground, part)
    for taken in (controls_and_texts, controls):
        for place in places:
            if not taken.intersects(place):
                return place
    return None


def lie_free(part: QWidget, ground: QWidget, layout: QBoxLayout, *widths: int) -> bool:
    """Place a part over a widget so that it covers no control, at one of these widths; return whether
    there was such a place. If there was none, it lies at the bottom."""
    room_width = ground.width() - 2 * EDGE_GAP
    sizes: list[QSize] = []
    for width in widths:
        fitting_width = min(room_width, width)
        size = QSize(fitting_width, layout.totalHeightForWidth(fitting_width))
        if size not in sizes:
            sizes.append(size)
    place = find_free_place(part, ground, sizes)
    if place is None:
        bottom = ground.height() - EDGE_GAP - sizes[0].height()
        part.setGeometry(QRect(QPoint(EDGE_GAP, bottom), sizes[0]))
    else:
        part.setGeometry(place)
    part.raise_()
    return place is not None


@dataclass(frozen=True)
class _Offer:
    """What taking an offer does, and closing the message instead."""

    accept: Callable[[], object]
    decline: Callable[[], object]


def _do_nothing() -> None:
    """Stand for what closing a message does where nothing has to be done."""


class Toast(QFrame):
    """A message over the page about what was done or failed, until the next action; it covers no
    control. That something failed goes with the page it was said on."""

    def __init__(self, ground: QWidget) -> None:
        super().__init__(ground)
        self._ground = ground
        self.setProperty("kind", "toast")
        self.text = sentence("", "")
        self.text.setAccessibleName(_("Message"))
        self.offer_button = button("", self._accept, "first")
        self.offer_button.hide()
        close_button = button(_("Close"), self._close, "quiet")
        self._line = sentence_line(self.text, self.offer_button, close_button, margin=12)
        #: The page that is shown.
        self._page: Route | None = None
        #: The kind of the message.
        self._kind = ""
        self._offer: _Offer | None = None
        #: Whether what is offered is about the message, and goes with it.
        self._offer_belongs_to_message = False
        self.setLayout(self._line)
        ground.installEventFilter(self)
        self._hide_timer = make_timer(self, TOAST_MS, self.hide)
        #: A message comes before the page is refreshed, so it is placed again afterwards.
        self._place_timer = make_timer(self, 0, self.place)
        #: What is pressed may also appear, or be scrolled, below a message that stays.
        self._follow_timer = make_timer(self, FOLLOW_MS, self.follow, repeats=True)
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
        set_style_properties(self.text, kind=kind)
        self.show()
        self.place()
        self._place_timer.start()
        announce(self.text, text, urgent=kind == "harm")
        if kind == "harm" or self._offer is not None:
            self.stay()
        else:
            self._hide_timer.start()

    def offer(
        self,
        words: str,
        accept: Callable[[], object],
        decline: Callable[[], object] = _do_nothing,
    ) -> None:
        """Offer an action beside the message until it is accepted, or declined by closing it."""
        self._set_offer(words, _Offer(accept, decline))

    def end_offer(self) -> None:
        """No longer offer anything."""
        self._set_offer("", None)

    def _set_offer(self, words: str, offer: _Offer | None) -> None:
        self._offer = offer
        self._offer_belongs_to_message = False
        set_style_properties(self.offer_button, kind="first")
        show_text(self.offer_button, words)
        self.stay()
        if self.isVisible():
            self.place()

    def offer_beside(self, words: str, accept: Callable[[], object]) -> None:
        """Offer what belongs to the message, such as to undo it, until the next message, unless
        something else is offered."""
        if self._offer is None:
            self.offer(words, accept, self.end_beside)
            self._offer_belongs_to_message = True
            set_style_properties(self.offer_button, kind="")

    def end_beside(self) -> None:
        """No longer offer what belongs to the message, and hide it."""
        if self._offer_belongs_to_message:
            self.end_offer()
            self.hide()

    def _accept(self) -> None:
        if self._offer is not None:
            self._offer.accept()

    def _close(self) -> None:
        self.hide()
        if self._offer is not None:
            self._offer.decline()

    def stay(self) -> None:
        """Keep the message until it is closed."""
        self._hide_timer.stop()

    def turn_page(self, page: Route) -> None:
        """Hide what failed on another page. What is said as the page changes is about the new one."""
        is_other_page = page != self._page
        self._page = page
        is_new_message = self._place_timer.isActive()
        is_failure = self._kind == "harm" and self._offer is None
        if is_failure and is_other_page and not is_new_message:
            self.hide()
        self.place()

    def place(self) -> None:
        """Move it where it covers no control; where there is no such place, the page makes room."""
        if not self.isVisible():
            return
        is_free = lie_free(self, self._ground, self._line, *TOAST_WIDTHS)
        if not is_free:
            self._make_room(self.height() + 2 * EDGE_GAP)

    def follow(self) -> None:
        """Move it if it has come to cover a control."""
        if control_region(self._ground, self).intersects(self.geometry()):
            self.place()

    def _make_room(self, height: int) -> None:
        """Keep the page out of the lowest pixels."""
        layout = self._ground.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, 0, height)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow_timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._follow_timer.stop()
        self._make_room(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return False


#: A shorter wait isn't shown.
UNSEEN_SECONDS = 0.25
#: The longest turn of the event loop while waiting, in ms.
TURN_MS = 20


class LeagueWait(QObject):
    """Keeps the window alive while its thread waits for a league. Input, timers and results of the
    workers are held back until the wait is over, so that nothing happens in the middle of an action."""

    def __init__(self, window: QObject, services: Services, toast: Toast) -> None:
        super().__init__(window)
        self._services = services
        self._toast = toast
        self._is_shown = False
        services.unanswered_action_changed.connect(self._offer_to_repeat)
        # late: the driver of a server, which a store in a file does without
        from lastdays.store.league import LeagueStore

        store = services.workspace.store
        assert isinstance(store, LeagueStore)
        store.line.turn = self._take_turn
        store.line.over = self._end

    def _take_turn(self, seconds: float) -> None:
        """Keep the window alive for a moment, after so many seconds of waiting."""
        if seconds < UNSEEN_SECONDS:
            return
        if not self._is_shown:
            self._is_shown = True
            QGuiApplication.setOverrideCursor(Qt.CursorShape.BusyCursor)
            self._services.say(_("Waiting for the league…"))
            self._services.calls_held_back = []
        app = QCoreApplication.instance()
        assert app is not None
        flags = QEventLoop.ProcessEventsFlag
        app.installEventFilter(self)
        try:
            QCoreApplication.processEvents(
                flags.ExcludeUserInputEvents | flags.ExcludeSocketNotifiers, TURN_MS
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

    def _offer_to_repeat(self) -> None:
        """Offer to repeat the action that the league didn't answer."""
        if self._services.unanswered_action is None:
            self._toast.end_offer()
        else:
            self._toast.offer(_("&Try again"), self._services.try_again, self._services.give_up)

    def _end(self) -> None:
        """Show that the wait is over, and make the calls that were held back."""
        if not self._is_shown:
            return
        self._is_shown = False
        QGuiApplication.restoreOverrideCursor()
        self._services.say("")
        calls = self._services.calls_held_back or []
        self._services.calls_held_back = None
        for call in calls:
            self._services.worker_called.emit(call)


#: The number of steps of the tour.
TOUR_STEPS = 2
#: The width of its card at 100 %.
CARD_WIDTH = 440
#: The distance of the ring from its subject, in pixels.
RING_GAP = 4


class TourCard(QFrame):
    """A step of the tour, where it covers no control, and a ring around its subject. It never takes
    the focus."""

    def __init__(
        self, navigator: Navigator, ground: QWidget, undo_button: QWidget, theme: Theme
    ) -> None:
        super().__init__(ground)
        self._navigator = navigator
        self._ground = ground
        self._undo_button = undo_button
        self._theme = theme
        #: The number of the step, from 1 on.
        self.step = 1
        #: The step and the zoom for which it was placed.
        self._placed_for = (0, 0)
        self.setProperty("kind", "toast")
        self.setAccessibleName(_("Tour"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.count = label("", "small")
        self.title = label("", "heading")
        self.text = sentence("", "")
        self.next_button = button(_("Next"), self.turn)
        leave_button = button(_("Leave the tour"), self.close, "quiet")
        head = row(self.title, (self.count, 1), leave_button, self.next_button)
        self._column = column(head, (self.text, 1), spacing=8, margin=14)
        self.setLayout(self._column)
        self.ring = _make_ring(ground.window())
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WindowShortcut)
        escape.activated.connect(self.close)
        self._follow_timer = make_timer(self, FOLLOW_MS, self.follow, repeats=True)
        self._follow_timer.start()
        self.show()
        self._show_step()

    def turn(self) -> None:
        """Go to the next step; after the last one, close the tour."""
        if self.step == TOUR_STEPS:
            self.close()
            return
        self.step += 1
        self._show_step()

    def _show_step(self) -> None:
        if self.step == 1:
            title = _("What comes next")
            text = _(
                "The amber button is the next step, here and on every page: recruit, "
                "play, roll, continue. Enter presses it."
            )
        else:
            title = _("Nothing is lost")
            text = _(
                "Everything is saved as you go and can be undone, even tomorrow. F1 "
                "explains what is in front of you, Ctrl+K finds anything. The guide is "
                "in the Help menu."
            )
        self.count.setText(_("Tour: {n} of {count}", n=self.step, count=TOUR_STEPS))
        self.title.setText(title)
        self.text.setText(text)
        self.setAccessibleDescription(f"{title}. {text}")
        self.next_button.setText(_("Done") if self.step == TOUR_STEPS else _("Next"))
        self.follow()

    def _find_subject(self) -> QWidget | None:
        """Return the subject of the step, None if it isn't on the page."""
        if self.step > 1:
            return self._undo_button
        page = self._navigator.page()
        return find_amber_button(page, page.head)

    def follow(self) -> None:
        """Keep the ring around the subject, and the card where it covers no control."""
        self._theme.give_style_sheet(self)
        self._theme.give_style_sheet(self.ring)
        self._place_ring()
        place_for = (self.step, self._theme.percent)
        covers_control = control_region(self._ground, self).intersects(self.geometry())
        if covers_control or self._placed_for != place_for:
            self._placed_for = place_for
            width = self._theme.pixels(CARD_WIDTH)
            lie_free(self, self._ground, self._column, width, self._ground.width())

    def _place_ring(self) -> None:
        """Draw the ring around the subject, or hide it if that isn't seen."""
        subject = self._find_subject()
        if subject is None or subject.visibleRegion().isEmpty():
            self.ring.hide()
            return
        corner = subject.mapTo(self._ground.window(), QPoint(0, 0))
        subject_rect = QRect(corner, subject.size())
        ring_rect = subject_rect.adjusted(-RING_GAP, -RING_GAP, RING_GAP, RING_GAP)
        self.ring.setGeometry(ring_rect)
        self.ring.show()
        self.ring.raise_()

    def closeEvent(self, event: object) -> None:
        """Remove the ring too."""
        self._follow_timer.stop()
        self.ring.hide()
        self.ring.deleteLater()


def _make_ring(window: QWidget) -> QFrame:
    """Return a ring over a window, through which the mouse presses what is below."""
    ring = QFrame(window)
    ring.setProperty("kind", "ring")
    ring.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return ring


#: The setting with the version that last announced what's new.
ANNOUNCED_VERSION = "told"
#: The setting that exists while the tour waits for a first group.
TOUR_WAITS = "tour"


class Helping(QObject):
    """The help of a window; guide and tour are only loaded when they are needed."""

    #: The widget that the tour covers.
    covered: QWidget
    undo_button: QWidget

    def __init__(
        self, window: QWidget, services: Services, navigator: Navigator, places: PlacesList
    ) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._navigator = navigator
        self._places = places
        self.tour: TourCard | None = None
        #: Whether the tour begins with the first group.
        self._tour_waits = False
        #: The settings that remember it.
        self._settings: QSettings | None = None
        navigator.shown.connect(self._begin_waiting_tour)

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
            self._show_tour()
        else:
            self._tour_waits = True
            self._services.say(_("The tour begins once you have a group."))

    def _show_tour(self) -> None:
        self._tour_waits = False
        theme = self._services.theme
        self.tour = TourCard(self._navigator, self.covered, self.undo_button, theme)
        self.tour.destroyed.connect(self._forget_tour)

    def _begin_waiting_tour(self) -> None:
        """Begin a waiting tour once there is a group."""
        if self._tour_waits and self._places.groups():
            if self._settings is not None:
                self._settings.remove(TOUR_WAITS)
            self._show_tour()

    def end_tour(self) -> None:
        """Close the tour if it is open."""
        if self.tour is not None:
            self.tour.close()
            self.tour = None

    def _forget_tour(self) -> None:
        self.tour = None

    def at_start(self, settings: QSettings) -> None:
        """Begin the tour at the very first start, once there is a group; after an update, announce
        what's new."""
        self._settings = settings
        announced = str(settings.value(ANNOUNCED_VERSION, ""))
        settings.setValue(ANNOUNCED_VERSION, __version__)
        is_first_start = not announced and not settings.contains("geometry")
        if is_first_start:
            settings.setValue(TOUR_WAITS, True)
        elif announced != __version__:
            text = _(
                "This is version {version}. What's new is in the Help menu.", version=__version__
            )
            self._services.say(text)
        self._tour_waits = settings.contains(TOUR_WAITS)
        self._begin_waiting_tour()
