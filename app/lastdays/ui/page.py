"""The base class of pages, with head, title and undo; the back button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QWidget

from lastdays.campaign.changed import Changed
from lastdays.language import _
from lastdays.ui.navigation import BackRoute, Route
from lastdays.ui.services import Services
from lastdays.ui.theme import set_style_properties
from lastdays.ui.widgets.accessibility import tab_stops
from lastdays.ui.widgets.parts import (
    LayoutPart,
    OneLine,
    PressedButton,
    as_item,
    button,
    column,
    find_amber_button,
    parts_of_layout,
    row,
)
from lastdays.ui.widgets.room import Centered

#: The text sizes of a title in pixels at 100 %, as in the style sheet, tried from the first on; the
#: last one allows two lines.
TITLE_SIZES = (30, 24, 20, 15)
#: The number of the smallest of them.
SMALLEST = len(TITLE_SIZES) - 1
#: The least width of a title, in pixels.
LEAST_TITLE_WIDTH = 80
#: The width of text at another size is a little more than proportional.
_SPARE = 1.04


class Title(OneLine):
    """A title as wide as its text; in less room it is set smaller, then on two lines, then cut."""

    def __init__(self, text: str = "") -> None:
        #: The number of the text size in `TITLE_SIZES`.
        self._size_number = 0
        self._is_fitting = False
        super().__init__("title")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        if text != self.whole:  # else the window need not be laid out again
            super().setText(text)
            self.updateGeometry()

    def _width_at(self, number: int) -> float:
        """Return the width of the text at one of the sizes."""
        width = self.fontMetrics().horizontalAdvance(self.whole)
        width_at_size = width * TITLE_SIZES[number] / TITLE_SIZES[self._size_number]
        return width_at_size * _SPARE if number < self._size_number else width_at_size

    def sizeHint(self) -> QSize:
        """Return the size of the text on one line at the largest size."""
        self.ensurePolished()
        enlargement = TITLE_SIZES[0] / TITLE_SIZES[self._size_number]
        height = self.fontMetrics().height() * enlargement
        return QSize(ceil(self._width_at(0)) + 2, round(height))

    def fit(self) -> None:
        """Choose the largest text size that fits, and set the text."""
        if self._is_fitting:
            return
        self._is_fitting = True
        self.ensurePolished()
        number = self._find_size()
        if number != self._size_number:
            self._size_number = number
            set_style_properties(self, smaller=str(number) if number else "")
        self._is_fitting = False
        if number < SMALLEST:
            super().fit()
        else:
            QLabel.setText(self, self._break_in_two())

    def _find_size(self) -> int:
        """Return the number of the largest size at which the text fits on a line; if there is none, the
        smallest for two lines, or for a single word the one before."""
        for number in range(SMALLEST):
            if self._width_at(number) <= self.width():
                return number
        return SMALLEST if " " in self.whole else SMALLEST - 1

    def _break_in_two(self) -> str:
        """Return the title on two lines of similar width; if it doesn't fit, with as many words as
        possible on the first and the rest cut."""
        metrics = self.fontMetrics()
        room = self.width()
        words = self.whole.split(" ")
        first_line = ""
        rest = self.whole
        most_similar = ""
        least_difference = room + 1
        for n in range(1, len(words)):
            upper = " ".join(words[:n])
            lower = " ".join(words[n:])
            upper_width = metrics.horizontalAdvance(upper)
            lower_width = metrics.horizontalAdvance(lower)
            if upper_width > room:
                continue
            first_line = upper
            rest = lower
            difference = abs(upper_width - lower_width)
            if lower_width <= room and difference <= least_difference:
                least_difference = difference
                most_similar = f"{upper}\n{lower}"
        if most_similar:
            return most_similar
        cut = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)
        return "\n".join(line for line in (first_line, cut) if line)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(LEAST_TITLE_WIDTH, hint.width()), hint.height())


#: The least letters of a shortened note that are worth showing.
LEAST_LETTERS = 10


class Aside(OneLine):
    """A note beside a title, hidden except for its hint if only a few letters would fit."""

    def fit(self) -> None:
        super().fit()
        is_shortened = self.text() != self.whole
        if is_shortened and len(self.text()) < LEAST_LETTERS:
            self.clear()


class Head(QWidget):
    """The top of the window while a page is shown: title, note, further parts, and in the corner the
    main action `first`."""

    def __init__(
        self, title: str = "", *beside: QWidget, first: QWidget | None = None, note: str = ""
    ) -> None:
        super().__init__()
        self.first = first
        self.title = Title(title)
        self.note = Aside("faint")
        self.note.setText(note)
        self.line = row(self.title, (self.note, 1), *beside, spacing=12)
        line_and_first = row((self.line, 1))
        if first is not None:
            line_and_first.addWidget(first)
        self.setLayout(line_and_first)


#: The margin of every page, in line with the title above.
MARGIN = 16


class Page(QWidget):
    """A page of the window, with a head."""

    head: Head
    #: The view of the store that it shows, if it is only one.
    view: object = None
    campaign_id = ""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key that was pressed in the page's head, which isn't within the page; return
        whether it has a meaning here."""
        return False

    def take_picture(self, picture: Path | bytes, point: QPoint | None) -> bool:
        """Give a picture to what is shown at a point of the screen, or to what the page is about; return
        whether there is something that can have one."""
        return False

    def lay(
        self,
        *parts: LayoutPart,
        wide: int,
        top: int = MARGIN,
        foot: int = MARGIN,
        spacing: int = 8,
        single: bool = False,
    ) -> None:
        """Lay out parts one below the other, at most `wide` pixels at 100 %; a `single` column is
        centred in an ample window."""
        margin = MARGIN, top, MARGIN, foot
        self.setLayout(column(*parts, spacing=spacing, margin=margin))
        Centered(self, self.services.theme, wide, single=single)

    def show_route(self, route: Any, campaign: str) -> Route | None:
        """Show the content of a route of this page. Return the route that is shown, completed with
        ids that were left out; None if there is nothing to show."""
        self.show_campaign(campaign)
        route_shown: Route = route
        return route_shown

    def show_campaign(self, campaign: str) -> None:
        """Show the present state of a campaign; '' if none is open."""
        self.campaign_id = campaign
        self.refresh()

    def forget_subject(self) -> None:
        """Close what is open, as another campaign will be shown."""

    def heightForWidth(self, width: int) -> int:
        """Return the least height in which nothing is squeezed.

        A box layout gives a part the height that follows from its width, at the expense of others;
        Qt's own least height doesn't take that into account.
        """
        layout = self.layout()
        if not isinstance(layout, QBoxLayout):
            return layout.minimumHeightForWidth(width) if layout is not None else -1
        margins = layout.contentsMargins()
        inner_width = width - margins.left() - margins.right()
        heights = []
        for part in parts_of_layout(layout):
            item = as_item(part)
            if item.isEmpty():
                continue
            if item.hasHeightForWidth():
                heights.append(item.heightForWidth(inner_width))
            else:
                heights.append(item.minimumSize().height())
        gaps = layout.spacing() * max(0, len(heights) - 1)
        return margins.top() + sum(heights) + gaps + margins.bottom()

    def event(self, event: QEvent) -> bool:
        """Keep only one button amber whenever something is shown or hidden."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.keep_one_amber()
        return super().event(event)

    def keep_one_amber(self) -> None:
        """Have only one amber button: the head's isn't if there is one on the page, except a game's
        Next, which follows its panel. What scrolls calls this where a button in it becomes amber,
        as no layout of the page tells of it."""
        first = self.head.first
        if first is None or first.property("kind") not in ("first", ""):
            return
        amber_on_page = find_amber_button(self)
        set_style_properties(first, kind="first" if amber_on_page is None else "")

    def take_focus(self) -> None:
        """Give the focus to what is due on the page: by default the first control."""
        controls = tab_stops(self)
        if controls:
            controls[0].setFocus()

    def leave_inner(self) -> bool:
        """Close an inner page, as Esc does; return False if there is none."""
        return False

    def find_here(self) -> None:
        """Give the focus to the search field of this page, if it has one."""

    def refresh(self) -> None:
        """Read the content again; show why if it can't be read."""
        self.services.ask(self.read)

    def read(self) -> None:
        """Read the content and show it."""

    def is_affected_by(self, changed: Changed) -> bool:
        """Return whether a change concerns this page."""
        return True

    def store_changed(self, changes: frozenset[Changed]) -> None:
        """Refresh the page if changes concern it, and also after an action without effect: what was
        typed for it is replaced by what is stored."""
        if not changes or any(self.is_affected_by(changed) for changed in changes):
            self.refresh()

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do, None for nothing."""
        return None, None

    def undo(self) -> None:
        """Undo the latest change."""

    def redo(self) -> None:
        """Redo what was undone."""


def back_button(services: Services, text: str = "", kind: str = "first") -> PressedButton:
    """Return a button that goes back to the page before; `text` gives it another mnemonic."""
    return button(text or _("&Back"), services.to(BackRoute()), kind)


class PageOfCampaign(Page):
    """A page where undo is that of the campaign or of a group. `seen_campaigns` has the revision that
    it shows, so that later changes by another window aren't overwritten."""

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget the revision that was shown."""
        super().hideEvent(event)
        if not self.isVisible():
            self.services.workspace.seen_campaigns.leave(self.campaign_id, self)

    def undoes(self) -> str | None:
        """Return the id of the group whose changes are undone here; None for the campaign."""
        return None

    def undo_names(self) -> tuple[str | None, str | None]:
        """Return what undo and redo would do here."""
        if not self.campaign_id:
            return None, None
        return self.services.workspace.undo_names(self.campaign_id, self.undoes())

    def undo(self) -> None:
        """Undo the latest change."""
        self._step(self.services.workspace.undo)

    def redo(self) -> None:
        """Redo what was undone."""
        self._step(self.services.workspace.redo)

    def _step(self, step: Callable[[str, str | None], object]) -> None:
        if self.services.do(partial(step, self.campaign_id, self.undoes())).succeeded:
            self.stepped()

    def stepped(self) -> None:
        """React to an undo or redo on this page: by default not at all."""
