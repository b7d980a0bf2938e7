"""The base class of pages, with head, title and undo; the back button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QWidget

from lastdays.campaign.changed import Changed
from lastdays.language import _
from lastdays.ui.navigation import BackRoute, Route
from lastdays.ui.services import Services
from lastdays.ui.theme import restyle
from lastdays.ui.widgets.accessibility import stops
from lastdays.ui.widgets.parts import (
    Laid,
    OneLine,
    PressedButton,
    amber,
    as_item,
    button,
    column,
    laid_out,
    row,
)
from lastdays.ui.widgets.room import Centered

#: The least letters of a shortened note that are worth showing.
FEWEST = 10
#: The text sizes of a title in pixels at 100 %, as in the style sheet, tried from the first on; the
#: last one allows two lines.
LETTERS = (30, 24, 20, 15)


#: The width of text at another size is a little more than proportional.
_SPARE = 1.04


class Title(OneLine):
    """A title as wide as its text; in less room it is set smaller, then on two lines, then cut."""

    def __init__(self, text: str = "") -> None:
        self._smaller = 0
        self._fitting = False
        super().__init__("title")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        if text != self.whole:  # else the window need not be laid out again
            super().setText(text)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        metrics, larger = self.fontMetrics(), LETTERS[0] / LETTERS[self._smaller]
        wide = metrics.horizontalAdvance(self.whole) * larger * (_SPARE if self._smaller else 1)
        return QSize(ceil(wide) + 2, round(metrics.height() * larger))

    def fit(self) -> None:
        """Choose the largest text size that fits."""
        if self._fitting:
            return
        self._fitting = True
        self.ensurePolished()
        wide = self.fontMetrics().horizontalAdvance(self.whole) / LETTERS[self._smaller]
        last = len(LETTERS) - 1
        fitting = (
            n
            for n, size in enumerate(LETTERS[:last])
            if wide * size * (_SPARE if n < self._smaller else 1) <= self.width()
        )
        smaller = next(fitting, last if " " in self.whole else last - 1)
        if smaller != self._smaller:
            self._smaller = smaller
            restyle(self, smaller=str(smaller) if smaller else "")
        self._fitting = False
        if smaller < last:
            super().fit()
        else:
            QLabel.setText(self, self._two_lines())

    def _two_lines(self) -> str:
        """Return the title on two lines of similar width; if it doesn't fit, with as many words as
        possible on the first and the rest cut."""
        metrics, room = self.fontMetrics(), self.width()
        words = self.whole.split(" ")
        breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        wide = {line: metrics.horizontalAdvance(line) for both in breaks for line in both}
        fits = [both for both in breaks if wide[both[0]] <= room]
        whole = {abs(wide[a] - wide[b]): f"{a}\n{b}" for a, b in fits if wide[b] <= room}
        if whole:
            return whole[min(whole)]
        first, rest = fits[-1] if fits else ("", self.whole)
        cut = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)
        return "\n".join(filter(None, (first, cut)))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(80, self.sizeHint().width()), self.sizeHint().height())


class Aside(OneLine):
    """A note beside a title, hidden except for its hint if only a few letters would fit."""

    def fit(self) -> None:
        super().fit()
        if self.text() != self.whole and len(self.text()) < FEWEST:
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
        self.setLayout(row((self.line, 1), *([first] if first is not None else [])))


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

    def lay(
        self,
        *parts: Laid,
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
        shown: Route = route
        return shown

    def show_campaign(self, campaign: str) -> None:
        """Show the present state of a campaign; '' if none is open."""
        self.campaign_id = campaign
        self.refresh()

    def forget(self) -> None:
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
        inner = width - margins.left() - margins.right()
        heights = [
            item.heightForWidth(inner) if item.hasHeightForWidth() else item.minimumSize().height()
            for item in map(as_item, laid_out(layout))
            if not item.isEmpty()
        ]
        between = layout.spacing() * max(0, len(heights) - 1)
        return margins.top() + sum(heights) + between + margins.bottom()

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
        if first is not None and first.property("kind") in ("first", ""):
            restyle(first, kind="" if amber(self) is not None else "first")

    def take_focus(self) -> None:
        """Give the focus to what is due on the page: by default the first control."""
        found = stops(self)
        if found:
            found[0].setFocus()

    def leave(self) -> bool:
        """Close an inner page, as Esc does; return False if there is none."""
        return False

    def find_here(self) -> None:
        """Give the focus to the search field of this page, if it has one."""

    def refresh(self) -> None:
        """Read the content again; show why if it can't be read."""
        self.services.ask(self.read)

    def read(self) -> None:
        """Read the content and show it."""

    def shows(self, changed: Changed) -> bool:
        """Return whether a change concerns this page."""
        return True

    def store_changed(self, changes: frozenset[Changed]) -> None:
        """Refresh the page if changes concern it, and also after an action without effect: what was
        typed for it is replaced by what is stored."""
        if not changes or any(self.shows(changed) for changed in changes):
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
