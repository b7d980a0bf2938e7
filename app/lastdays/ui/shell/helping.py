"""What the Help menu does: the guide, the tour, what is new, details for a report, and F1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSettings, Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
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
from lastdays.ui.navigation import (
    AftermathRoute,
    CampaignRoute,
    GuideRoute,
    HelpRoute,
    PrintRoute,
    Route,
    RulebookRoute,
    StartRoute,
    TableRoute,
)
from lastdays.ui.services import Services
from lastdays.ui.shell.navigator import Navigator
from lastdays.ui.shell.notices import Toast
from lastdays.ui.shell.top_bar import TopBar
from lastdays.ui.theme import Theme
from lastdays.ui.widgets.parts import button, column, label, row

#: How wide the card is at 100 %, and how far from the edges of what it lies over, in pixels.
WIDE, GAP = 440, 16
#: A place for the card is looked for every so many pixels.
STEP = 8
#: What is pressed or typed in, and what is only read.
_CONTROLS = QAbstractButton | QLineEdit | QPlainTextEdit | QComboBox | QTabBar
_READ = QLabel | QAbstractItemView


class TourStep(Struct, frozen=True):
    """A step: its title, what it says, where it leads, None for nowhere else, and whether it shows
    where undo is."""

    title: str
    text: str
    route: Route | None
    undo: bool = False


def tour_steps() -> tuple[TourStep, ...]:
    """Return the steps of the tour, in order."""
    return (
        TourStep(
            _("Begin with a campaign"),
            _(
                "A campaign keeps your Groups and every game they play. Create one, or add the "
                "sample to look around. The campaign's page always names the next step."
            ),
            CampaignRoute(),
        ),
        TourStep(
            _("Play"),
            _(
                "Track a game at the table: noise, ammo, wounds, zombies. It counts only, rolls "
                "dice with you, or guides each phase, as you choose. No campaign is needed."
            ),
            TableRoute(),
        ),
        TourStep(
            _("After the game"),
            _(
                "Injuries, Experience, Jobs and supplies are asked one at a time, in the book's "
                "order, with dice of your own or the program's. Nothing changes before Finish."
            ),
            AftermathRoute(),
        ),
        TourStep(
            _("On paper"),
            _(
                "Print cards, sheets and tokens as the Group is now, or only what has changed "
                "since the last time."
            ),
            PrintRoute(),
        ),
        TourStep(
            _("Nothing is lost"),
            _(
                "Everything is saved as you go and can be undone, also tomorrow. F1 explains what "
                "you are on, Ctrl+K finds anything. The guide is in the Help menu."
            ),
            None,
            undo=True,
        ),
    )


def _shown(root: QWidget, apart: QWidget) -> Iterator[QWidget]:
    """Yield the controls and texts that are seen on a page, `apart` aside."""
    for child in root.children():
        if isinstance(child, QWidget) and child.isVisible() and child is not apart:
            if isinstance(child, _CONTROLS | _READ):
                yield child
            else:
                yield from _shown(child, apart)


def _seen_of(widget: QWidget, over: QWidget) -> QRect:
    """Return where a widget is seen, empty where it is scrolled out of sight."""
    seen = widget.visibleRegion().boundingRect()
    return QRect(widget.mapTo(over, seen.topLeft()), seen.size()) if not seen.isEmpty() else seen


class TourCard(QFrame):
    """The step that is told, where it lies over nothing that is pressed, and a ring around what it is
    about. It never takes the keyboard by itself."""

    def __init__(
        self,
        over: QWidget,
        theme: Theme,
        go: Callable[[Route], object],
        undo: QWidget,
    ) -> None:
        super().__init__(over)
        self._over, self._theme, self._go, self._undo = over, theme, go, undo
        self.steps = tour_steps()
        self.at = 0
        self.setProperty("kind", "toast")
        self.setAccessibleName(_("Tour"))
        self.count = label("", "small")
        self.title = label("", "heading")
        self.text = label("", wrap=True)
        self.leave_button = button(_("Leave the tour"), self.close, "quiet")
        self.back_button = button(_("Previous"), lambda: self.turn(-1))
        self.next_button = button(_("Next"), lambda: self.turn(1), "first")
        foot = row(self.leave_button, 1, self.back_button, self.next_button)
        self._inside = column(self.count, self.title, self.text, foot, spacing=8, margin=14)
        self._inside.setStretch(2, 1)
        self.setLayout(self._inside)
        self.ring = QFrame(over.window())
        self.ring.setProperty("kind", "ring")
        self.ring.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.ring.hide()
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WindowShortcut)
        escape.activated.connect(self.close)
        over.installEventFilter(self)
        self._watched: list[QWidget] = []
        part: QWidget | None = undo
        while part is not None and part is not over.window():  # it moves with what it stands in
            part.installEventFilter(self)
            self._watched.append(part)
            part = part.parentWidget()
        theme.changed.connect(self._place)

    def begin(self, *, here: bool = False) -> None:
        """Tell the first step; with `here` the page that is shown stays."""
        self.show()
        self._tell(go=not here)

    def turn(self, by: int) -> None:
        """Go a step on or back; after the last one the tour is over."""
        if self.at + by >= len(self.steps):
            self.close()
            return
        self.at = max(0, self.at + by)
        self._tell(go=True)

    def _tell(self, *, go: bool) -> None:
        step = self.steps[self.at]
        self.count.setText(_("Tour: {n} of {count}").format(n=self.at + 1, count=len(self.steps)))
        self.title.setText(step.title)
        self.text.setText(step.text)
        self.setAccessibleDescription(f"{step.title}. {step.text}")
        self.back_button.setEnabled(self.at > 0)
        last = self.at == len(self.steps) - 1
        self.next_button.setText(_("Done") if last else _("Next"))
        if go and step.route is not None:
            self._go(step.route)
        self._place()
        QTimer.singleShot(0, self, self._place)  # once the page is laid out

    def _place(self) -> None:
        self._theme.dress(self)
        self._theme.dress(self.ring)
        over = self._over
        self.setGeometry(self._free_place())
        self.raise_()
        self.ring.setVisible(self.steps[self.at].undo)
        corner = self._undo.mapTo(over.window(), QPoint(0, 0))
        self.ring.setGeometry(QRect(corner, self._undo.size()).adjusted(-4, -4, 4, 4))
        self.ring.raise_()

    def _free_place(self) -> QRect:
        """Return where the card lies over nothing, else over nothing that is pressed: as a card at
        the right or the left, or as a strip across the page; as low as it can be."""
        shown = [(w, _seen_of(w, self._over)) for w in _shown(self._over, self)]
        controls = [place for w, place in shown if isinstance(w, _CONTROLS)]
        for taken in ([place for _w, place in shown], controls):
            for strip in (False, True):
                for place in self._places(strip=strip):
                    if not any(place.intersects(one) for one in taken):
                        return place
        return next(self._places(strip=False))

    def _places(self, *, strip: bool) -> Iterator[QRect]:
        """Yield where the card may lie, with its parts beside or below each other."""
        ways = QBoxLayout.Direction
        self._inside.setDirection(ways.LeftToRight if strip else ways.TopToBottom)
        room = self._over.rect().adjusted(GAP, GAP, -GAP, -GAP)
        width = room.width() if strip else min(self._theme.px(WIDE), room.width())
        height = self._inside.totalHeightForWidth(width)
        for y in range(room.bottom() - height + 1, room.top(), -STEP):
            for x in sorted({room.right() - width + 1, room.left()}, reverse=True):
                yield QRect(x, y, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the corner."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        return False

    def closeEvent(self, event: object) -> None:
        """Take the ring away too."""
        self._over.removeEventFilter(self)
        for part in self._watched:
            part.removeEventFilter(self)
        self.ring.hide()
        self.ring.deleteLater()


#: The setting that keeps which version told what is new.
TOLD = "told"


class HelpedWindow(Protocol):
    """What is needed of a window to help in it."""

    services: Services
    navigator: Navigator
    toast: Toast
    bar: TopBar

    def say(self, text: str, kind: str) -> None:
        """Say a sentence over the page."""


class Helping(QObject):
    """Helps in a window; all of it is read when it is first asked for."""

    def __init__(self, window: HelpedWindow, widget: QWidget) -> None:
        super().__init__(widget)
        self._window, self._widget = window, widget
        self.tour: TourCard | None = None

    def guide(self) -> None:
        """Open the guide where it was read last, at its beginning the first time."""
        self._window.navigator.go(GuideRoute())

    def explain(self) -> None:
        """Open the rulebook at the entry that is named here, the guide where none is; in the guide,
        the keys."""
        # late: when asked for
        from lastdays.ui.widgets.entry_card import entry_in_hand

        self.end_tour()  # it would lie over what is told
        navigator = self._window.navigator
        name = entry_in_hand(self._widget)
        if name:
            navigator.go(RulebookRoute(name))
        elif isinstance(navigator.route, GuideRoute):
            navigator.go(HelpRoute())
        else:
            # late: the guide is read from files when it is first asked for
            from lastdays.ui.guide import help_for

            navigator.go(help_for(navigator.route, self._widget))

    def copy_details(self) -> None:
        """Put the details for a report on the clipboard."""
        # late: when asked for
        from lastdays.ui.program_details import copy_details

        copy_details(self._window.services, self._widget)

    def begin_tour(self, *, here: bool = False) -> None:
        """Begin the tour, from its first step; with `here` on the page that is shown."""

        self.end_tour()
        over = self._window.toast.parentWidget() or self._widget
        undo = self._window.bar.undo_button
        self.tour = TourCard(over, self._window.services.theme, self._window.navigator.go, undo)
        self.tour.destroyed.connect(self._forget)
        self.tour.begin(here=here)

    def end_tour(self) -> None:
        """Leave the tour, where it is on."""
        if self.tour is not None:
            self.tour.close()
            self.tour = None

    def _forget(self) -> None:
        self.tour = None

    def at_start(self, settings: QSettings) -> None:
        """Begin the tour where the program is started for the first time; after an update, say once
        that there is something new."""
        told = str(settings.value(TOLD, ""))
        if told == __version__:
            return
        settings.setValue(TOLD, __version__)
        if told or settings.contains("geometry"):
            self._window.say(
                _("This is version {version}. What's new is in the Help menu.").format(
                    version=__version__
                ),
                "",
            )
        elif isinstance(self._window.navigator.route, StartRoute | CampaignRoute):
            self.begin_tour(here=True)
